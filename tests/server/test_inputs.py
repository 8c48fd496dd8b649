"""What templates read, found in their syntax trees; pictures that are kept equal those drawn anew."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined

from meowple.server.html.inputs import Inputs, changes, gather, tree, watch

CONTEXT = ("view", "people", "viewer", "can", "forms")


def reads(**templates: str) -> set[str]:
    """The paths that the template ``page`` reads, with dots."""
    env = Environment(loader=DictLoader(templates), undefined=StrictUndefined)
    return {".".join(path) for path in Inputs(env, "toy", CONTEXT).of("page")}


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("{{ view.table.hand }}", {"view.table.hand"}),
        ("{{ view['table'].hand }}", {"view.table.hand"}),
        ("{{ view.a }}{{ view.a.b }}", {"view.a"}),
        ("{% if view %}x{% endif %}", {"view.?"}),
        ("{% if not view.a and can.b %}x{% endif %}", {"view.a.?", "can.b.?"}),
        ("{{ view.a is none }}", {"view.a.0"}),
        ("{{ view.a|length }}", {"view.a.#"}),
        ("{{ 'x' if view.a else view.b }}", {"view.a.?", "view.b"}),
        ("{% for p in people %}{{ p.name }}{% endfor %}", {"people.#", "people.*.name"}),
        ("{% for p in people %}x{% endfor %}", {"people.#"}),
        ("{% for a, b in view.a.items() %}{{ b }}{% endfor %}", {"view.a"}),
        ("{% for p in people if p.here %}{{ loop.index }}{% endfor %}",
         {"people.#", "people.*.here"}),
        ("{{ people[viewer].name }}", {"people.@.name", "viewer"}),
        ("{% set me = viewer %}{{ people[me].name }}", {"people.@.name", "viewer"}),
        ("{{ people[viewer + 1].name }}", {"people.*.name", "viewer"}),
        ("{% if viewer in view.a %}x{% endif %}", {"view.a.@?", "viewer"}),
        ("{{ viewer not in view.a }}", {"view.a.@?", "viewer"}),
        ("{{ view.b in view.a }}", {"view.a", "view.b"}),
        ("{% for p in people %}{% for c in p.cards %}{{ c.name }}{% endfor %}{% endfor %}",
         {"people.#", "people.*.cards"}),
        ("{% set t = view.table %}{{ t.a }}", {"view.table.a"}),
        ("{% set x = view.a %}{% if can.b %}{% set x = view.c %}{% endif %}{{ x.d }}",
         {"view.a", "view.c", "can.b.?"}),
        ("{% set x %}{{ view.a }}{% endset %}{{ x }}", {"view.a"}),
        ("{% with p = people[0] %}{{ p.name }}{% endwith %}", {"people.*.name"}),
        ("{{ hidden('act') }}", {"forms.act"}),
        ("{{ hidden(view.a) }}", {"forms", "view.a"}),
        ("{{ words.card(view.a) }}{{ _('x') }}", {"view.a"}),
        ("{{ 1 + view.a * 2 }}", {"view.a"}),
        ("{{ people|map(attribute='name')|join }}", {"people.#", "people.*.name"}),
        ("{{ people|map('upper')|join }}", {"people"}),
        ("{{ people|map(attribute='a.b')|join }}", {"people"}),
    ],
)  # fmt: skip
def test_paths(page: str, expected: set[str]) -> None:
    assert reads(page=page) == expected


def test_macros_read_what_their_arguments_are_made_of() -> None:
    macros = "{% macro show(p) %}{{ p.name }}{{ view.b }}{% endmacro %}"
    page = "{% from 'm' import show with context %}{{ show(people[0]) }}"
    assert reads(page=page, m=macros) == {"people.*.name", "view.b"}


def test_a_block_that_is_passed_to_a_macro_is_read() -> None:
    macros = "{% macro box() %}<b>{{ caller() }}</b>{% endmacro %}"
    page = "{% from 'm' import box with context %}{% call box() %}{{ view.a }}{% endcall %}"
    assert reads(page=page, m=macros) == {"view.a"}


def test_what_is_included_is_read_also_by_the_name_of_the_game() -> None:
    page = "{% include [view.game ~ '/x', 'y'] %}"
    assert reads(page=page, **{"toy/x": "{{ view.a }}", "y": "{{ view.b }}"}) == {"view.a"}
    assert reads(page=page, y="{{ view.b }}") == {"view.b"}


@pytest.mark.parametrize(
    "templates",
    [
        {"page": "{% set t = view %}{% from 'm' import f with context %}{{ f() }}",
         "m": "{% macro f() %}{{ t.a }}{% endmacro %}"},
        {"page": "{% macro f(x) %}{{ x.a }}{{ f(x.b) }}{% endmacro %}{{ f(view) }}"},
        {"page": "{% macro f() %}{{ g() }}{% endmacro %}{% macro g() %}{{ f() }}{% endmacro %}"
                 "{{ g() }}"},
    ],
    ids=["a name of the importing template", "calls itself", "call one another"],
)  # fmt: skip
def test_what_cannot_be_followed_reads_everything(templates: dict[str, str]) -> None:
    assert reads(**templates) >= set(CONTEXT)


def test_threads_that_look_at_once_find_the_same() -> None:
    """What one of them has found only half was once taken by the other for all there is."""
    found_by_other = threading.Event()

    class Slow(DictLoader):
        def get_source(self, environment: Environment, template: str) -> Any:
            if template == "n":  # the macro that asks for it is being looked at
                found_by_other.wait(0.2)
            return super().get_source(environment, template)

    templates = {
        "page": "{% from 'm' import f with context %}{{ f() }}",
        "m": "{% from 'n' import g with context %}{% macro f() %}{{ g(view.a) }}{% endmacro %}",
        "n": "{% macro g(x) %}{{ x.b }}{% endmacro %}",
    }
    inputs = Inputs(Environment(loader=Slow(templates)), "toy", CONTEXT)

    def look() -> tuple[tuple[str, ...], ...]:
        found = inputs.of("page")
        found_by_other.set()
        return found

    with ThreadPoolExecutor(2) as threads:
        looks = [threads.submit(look) for _ in range(2)]
    assert [each.result() for each in looks] == [(("view", "a", "b"),)] * 2


def test_macros_that_read_only_their_arguments_may_be_remembered() -> None:
    env = Environment(
        loader=DictLoader({
            "m": "{% macro a(x) %}{{ x.b }}{{ words.card(x) }}{% endmacro %}"
                 "{% macro b(x) %}{{ a(x) }}{% endmacro %}"
                 "{% macro c(x) %}{{ view.a }}{% endmacro %}"
                 "{% macro d(x) %}{{ c(x) }}{% endmacro %}"
                 "{% macro e(x) %}{{ caller() }}{% endmacro %}"
        })
    )  # fmt: skip
    may = {"a": True, "b": True, "c": False, "d": False, "e": False}
    assert Inputs(env, "toy", CONTEXT).macros("m") == may


def test_a_macro_reads_what_the_names_around_it_are_made_of_and_not_what_is_shown_there() -> None:
    page = """
        {% set t = view.table %}
        {% for p in people %}{{ cell(p) }}{% endfor %}
        {% if can.a %}
        {% macro cell(p) %}{{ t.size }}{{ p.name }}{% endmacro %}
        {% for p in people %}{{ cell(p) }}{% endfor %}
        {% endif %}
    """
    assert reads(page=page) == {"can.a.?", "people.#", "people.*.name", "view.table.size"}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.b", 1),
        ("a.x", ...),
        ("a.x.y", ...),
        ("a", {"b": 1}),
        ("l.#", 2),
        ("l.?", True),
        ("n.0", True),
        ("n.?", False),
        ("l.*.b", [[1], [2]]),
        ("l.*", [{"b": 1}, {"b": 2}]),
        ("l.@.b", 2),
        ("m.@?", True),
        ("l.@?", False),
        ("d.@?", True),
        ("a.@?", False),
        ("a.*.b", {"b": 1}),
        ("a.b.c", 1),
    ],
)
def test_gather(path: str, expected: Any) -> None:
    context = {"a": {"b": 1}, "l": [{"b": 1}, {"b": 2}], "n": None, "m": [0, 1], "d": {1: 2}}
    found = gather(context, tree([tuple(path.split("."))]), 1)
    while isinstance(found, list) and len(found) == 1:  # a list for each step
        found = found[0]
    assert found == expected


CONTEXTS: list[Any] = [
    {"a": {"b": 1, "c": 2}, "l": [{"b": 1}]},
    {"a": {"b": 2, "c": 2}, "l": [{"b": 1}]},
    {"a": {"b": 1, "c": 0}, "l": [{"b": 1}]},
    {"a": {"b": 1}, "l": [{"b": 1}]},
    {"a": {"b": 1, "c": 2}, "l": [{"b": 2}]},
    {"a": {"b": 1, "c": 2}, "l": [{"b": 1}, {"b": 1}]},
    {"a": {"b": 1, "c": 2}, "l": [{}]},
    {"a": {"b": None, "c": 2}, "l": [{"b": 1}]},
    {"a": {"c": 2}, "l": [{"b": 1}]},
    {"a": None, "l": [{"b": 1}]},
]


def test_what_differs_gathers_differently() -> None:
    reads = tree([("a", "b"), ("a", "c", "?"), ("l", "*", "b"), ("l", "#")])
    gathered = [gather(context, reads, 0) for context in CONTEXTS]
    assert all(one != two for n, one in enumerate(gathered) for two in gathered[:n])
    same = {"a": {"b": 1, "c": 3, "d": 4}, "l": [{"b": 1, "e": 5}]}
    assert gather(same, reads, 0) == gathered[0]


def test_what_gathers_differently_has_changed() -> None:
    """All regions are compared in one walk, each as if it were the only one."""
    paths = ["a", "a.b", "a.c.?", "a.c", "a.*.b", "a.0", "l", "l.#", "l.?", "l.*.b", "l.@.b",
             "l.@?", "a.@?", "a.x"]  # fmt: skip
    regions = [tree([tuple(path.split("."))]) for path in paths]
    regions += [tree([("a", "b"), ("l", "#")]), {}]
    watched = watch(regions)
    others = [
        {"a": [{"b": 1}], "l": {"b": 1}},
        {"a": {"b": 1, "c": 3, "d": 4}, "l": [{"b": 1, "e": 5}]},
        {"a": {"x": None}, "l": [0, {"b": 1}]},
        {"a": {0: "mine"}, "l": [{"b": 1}]},
    ]
    for before in CONTEXTS + others:
        for now in CONTEXTS + others:
            found = changes(before, now, watched, 0)
            for place, reads in enumerate(regions):
                one, two = (gather(each, reads, 0) if reads else 0 for each in (before, now))
                assert one == two or found >> place & 1, (before, now, reads)
    same = {"a": {"b": 1, "c": 3, "d": 4}, "l": [{"b": 1, "e": 5}]}
    narrow = [tree([("a", "b"), ("a", "c", "?"), ("l", "*", "b"), ("l", "#")]), tree([("a", "c")])]
    assert changes(CONTEXTS[0], same, watch(narrow), 0) == 0b10
