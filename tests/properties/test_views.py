"""What viewers get is what the types of the views say: nothing left out, nothing more."""

from __future__ import annotations

import os
from random import Random
from typing import Any, Literal, NotRequired, TypedDict

import pytest
from jsonschema import Draft202012Validator

import meowple
from meowple.author.testing import decide, draw_trial, told, viewers
from meowple.core.forms import described, fields, schemas, view_form
from meowple.core.view import View
from schemas import closed

MATCHES = int(os.environ.get("MEOWPLE_MATCHES", "0"))


def validator(form: Any) -> Draft202012Validator:
    """Checks data against a form, and lets nothing else be in it."""
    whole = {"$ref": f"#/$defs/{form.__name__}", "$defs": closed(schemas(form))}
    return Draft202012Validator(whole)


@pytest.mark.parametrize("seed", range(MATCHES // 50 or 3))
@pytest.mark.parametrize("game", meowple.game_names())
def test_views_are_of_the_form_that_their_type_says(game: str, seed: int) -> None:
    """Of all viewers, all along matches on random tables."""
    form = view_form(meowple.get_game(game).view)
    outer, inner = validator(View), validator(form) if form else None
    table = draw_trial(game, seed, short=True)
    rng = Random(f"views {seed}")
    match = table.start(recording=False)
    with told(table, match):
        while True:
            if match.over or rng.random() < (0.2 if MATCHES else 0.05):
                for viewer in viewers(match):
                    view = match.view(viewer)
                    outer.validate(view)
                    if inner is not None:
                        inner.validate(view["table"])
            if match.over:
                break
            match.act(*decide(match, rng))


class Piece(TypedDict):
    """A piece."""

    kind: Literal["cat", "fish"]
    where: NotRequired[list[int] | None]


class Board(TypedDict, total=False):
    """A board: what is
    on the table.

    Attributes:
        pieces: by name. There are
            many.
        width, height: in steps.
    """

    pieces: dict[str, Piece]
    width: int
    height: int


class Box(Board):
    """A board in a box.

    Attributes:
        lid: whether it is closed.
    """

    lid: bool


GOOD: dict[str, Any] = {"pieces": {"a": {"kind": "cat", "where": [1]}, "b": {"kind": "fish"}}}


def test_forms_are_read_from_their_classes() -> None:
    assert described(Board) == (
        "A board: what is on the table.",
        {
            "pieces": "by name. There are many.",
            "width": "in steps.",
            "height": "in steps.",
        },
    )
    assert [(field.name, field.needed) for field in fields(Board)] == [
        ("pieces", False),
        ("width", False),
        ("height", False),
    ]
    assert [(field.name, field.needed) for field in fields(Piece)] == [
        ("kind", True),
        ("where", False),
    ]
    assert [(field.name, field.text) for field in fields(Box)] == [
        ("pieces", "by name. There are many."),
        ("width", "in steps."),
        ("height", "in steps."),
        ("lid", "whether it is closed."),
    ]
    validator(Board).validate(GOOD)
    validator(Board).validate({})


@pytest.mark.parametrize(
    "wrong",
    [
        {"pieces": []},
        {"pieces": {"a": {"where": None}}},
        {"pieces": {"a": {"kind": "dog"}}},
        {"pieces": {"a": {"kind": "cat", "where": [True]}}},
        {"pieces": {"a": {"kind": "cat", "where": ["1"]}}},
        {"pieces": {"a": {"kind": "cat", "more": 1}}},
        {"width": 1.5},
        {"width": None},
        {"depth": 1},
    ],
)
def test_what_is_not_of_a_form_is_found(wrong: Any) -> None:
    assert not validator(Board).is_valid(wrong)


def make(name: str, **parts: Any) -> Any:
    """A form of those fields."""
    return TypedDict(name, parts)  # type: ignore[misc, operator]


@pytest.mark.parametrize("kind", [set[int], dict[int, str], bytes, tuple[int, str], list[complex]])
def test_what_is_no_plain_data_is_no_form(kind: Any) -> None:
    form = make("Form", field=kind)
    with pytest.raises(TypeError, match="is no plain data"):
        schemas(form)


def test_two_forms_of_one_name_are_refused() -> None:
    both = make("Both", one=Piece, other=list[make("Piece", kind=str)])  # type: ignore[misc]
    with pytest.raises(TypeError, match="two forms are called Piece"):
        schemas(both)
