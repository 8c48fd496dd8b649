"""Regions that are kept are the bytes that would be drawn anew, in every game and for everybody."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from jinja2 import DictLoader, Environment
from jinja2.environment import TemplateModule

import meowple
from meowple.core.language import LANGUAGES
from meowple.server.html.kept import Kept, Region
from meowple.server.html.macros import Memos, Modules, _Remembering
from meowple.server.html.render import Renderer, _key
from meowple.server.shown import Viewer
from meowple.server.tables.presence import Presence
from meowple.server.tables.store import Head, Row
from meowple.server.tables.table import Table

RENDERER = Renderer()
DECISIONS = 40

MOVING = re.compile(r'class="(?:[^"]* )?moves"[^>]* data-card="([^"]+)"')
"""A card that moves when the table changes, by the name that it keeps meanwhile."""


def table_of(game: str, seats: int, rng: random.Random) -> Table:
    """A table whose seats are all taken by people, playing."""
    head = Head(
        id="table", game=game, version=meowple.get_game(game).version, seats=seats, options={},
        listed=True, maker="p0", invite="invite", seed=rng.randbytes(32), command=None,
        made=1e9,
    )  # fmt: skip
    table = Table(head)
    for seat in range(seats):
        happen(table, "sit", seat, person=f"p{seat}", name=f"Cat & {seat}")
    happen(table, "watch", None, person="watcher", name="W")
    return table


def happen(table: Table, kind: str, seat: int | None, **payload: object) -> None:
    table.drawn, table.before = {}, table.drawn or table.before
    table.apply(Row(kind, seat, "somebody", payload, n=table.n + 1, time=1e9 + table.n))


def check(table: Table) -> None:
    """Draw the table for everybody, each in a language and theme of one's own, and all anew."""
    people = [None, "watcher", *(f"p{seat}" for seat in range(table.head.seats))]
    presence = Presence(frozenset(each for each in people[2:] if each is not None))
    for person in people:
        own = random.Random(f"{person} {table.head.seats}")
        language, theme = own.choice(tuple(LANGUAGES)), own.choice(("light", "dark"))
        viewer = Viewer(person, "Me", language, "http://host", theme, presence)
        context = RENDERER.table_context(table, viewer)
        del context["modules"]  # nothing that is kept
        picture = RENDERER.picture(table, viewer)
        assert picture.regions
        named = MOVING.findall("".join(picture.regions.values()))
        assert len(named) == len(set(named)), "what moves lies in one place"
        for name, template in RENDERER.regions(table.head.game, context["view"] is not None):
            fresh = RENDERER.env.get_template(template).render(context)
            assert picture.regions[name] == fresh, (table.head.game, name, person)


@pytest.mark.parametrize("game", meowple.game_names())
def test_kept_is_freshly_drawn(game: str) -> None:
    rng = random.Random(f"kept {game}")
    counts = meowple.get_game(game).seat_counts
    for seats in (min(counts), max(counts)):
        table = table_of(game, seats, rng)
        check(table)
        happen(table, "start", None, version=table.head.version)
        happen(table, "chat", 0, text="<b>miau</b>", name="Cat & 0", person="p0")
        for _ in range(DECISIONS):
            match = table.match
            assert match is not None
            if match.over:
                break
            seat = rng.choice(match.to_act)
            action = rng.choice(match.actions(seat)).key
            happen(table, "act", seat, action=action, question=table.questions[seat])
            if rng.random() < 0.15:
                check(table)
        check(table)


def test_regions_are_dropped_when_they_are_too_much() -> None:
    kept = Kept(most=3000)
    for number in range(10):
        kept.put(bytes([number]), Region("#region-log", "x" * 240))
    assert kept.get(b"\x00") is None
    assert kept.get(b"\x09") is not None
    kept.get(b"\x08")
    kept.put(b"a", Region("#region-log", "x" * 240))
    kept.put(b"b", Region("#region-log", "x" * 240))
    assert kept.get(b"\x08") is not None, "what was asked for last stays longest"


def test_who_sees_the_same_shares_what_was_drawn() -> None:
    table = table_of("festival", 4, random.Random(1))
    happen(table, "start", None, version=table.head.version)
    happen(table, "chat", 2, text="miau", name="Cat & 2", person="p2")
    viewer = Viewer("watcher", "Me", "en", "http://host")
    other = replace(viewer, person=None, name="You")
    assert RENDERER.picture(table, viewer) is RENDERER.picture(table, other)
    own = RENDERER.picture(table, replace(viewer, person="p0")).drawn
    other = RENDERER.picture(table, replace(viewer, person="p1")).drawn
    assert own["chat"] is other["chat"]
    assert own["dock"] is not other["dock"]


def test_a_region_that_reads_nothing_is_kept_as_one() -> None:
    context = {"viewer": 0, "table": {"game": "toy"}, "language": "en", "words": print}
    key = _key(context, "toy/still.html", None)
    assert key == _key({**context, "viewer": None}, "toy/still.html", None)
    assert key != _key({**context, "language": "pl"}, "toy/still.html", None)
    assert key != _key(context, "toy/other.html", None)


def test_a_macro_remembers_what_it_gave_for_equal_lists_and_tables() -> None:
    calls = []

    def tell(*args: object, **named: object) -> str:
        calls.append((args, named))
        return str(len(calls))

    macro = _Remembering(tell, {})  # type: ignore[arg-type]
    assert macro({"a": [1]}, size="sm") == macro({"a": [1]}, size="sm") == "1"
    assert macro({"a": [2]}, size="sm") == "2"
    assert macro({"a": [True]}, size="sm") == "3", "1 and True are shown differently"
    assert macro([print]) == "4"
    assert macro([print]) == "5", "what is no plain data is told anew"


def test_a_template_of_macros_is_run_for_something_new_only() -> None:
    env = Environment(
        loader=DictLoader({
            "m": "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}"
                 "{% macro me() %}{{ name }}{% endmacro %}{% set START = 3 %}"
        })
    )  # fmt: skip
    runs: list[str] = []
    memos: Memos = {}

    def module(name: str) -> Any:
        def make() -> TemplateModule:
            runs.append(name)
            return env.get_template("m").make_module({"name": name})

        return Modules(lambda template: {"twice": True, "me": False}, memos).get("m", make)

    assert module("Ola").twice("x") == "xx"
    assert module("Ala").twice("x") == "xx"
    assert runs == ["Ola"]
    assert module("Ela").me() == "Ela", "what reads more is told anew"
    assert module("Ela").START == 3
    assert not hasattr(module("Ela"), "missing")
