"""Data that is not of a form is found, with its place; the JSON Schema of the form agrees."""

from __future__ import annotations

import json
from typing import Any, Literal, NotRequired, TypedDict

import pytest
from jsonschema import Draft202012Validator

from meowple.core.forms import misfit, schemas
from schemas import closed


class Piece(TypedDict):
    """A piece."""

    kind: Literal["cat", "fish", 3]
    where: NotRequired[list[int] | None]


class Board(TypedDict):
    """A board."""

    pieces: dict[str, Piece]
    size: int | float
    open: bool
    name: str
    more: Any


GOOD = {
    "pieces": {"a": {"kind": "cat", "where": [1, 2]}, "b": {"kind": 3, "where": None}, "c": {"kind": "fish"}},
    "size": 1.5,
    "open": False,
    "name": "",
    "more": [{}],
}  # fmt: skip


def test_what_is_of_a_form_fits() -> None:
    assert misfit(Board, GOOD, "board") is None
    assert misfit(Board, {**GOOD, "pieces": {}, "size": 1}, "board") is None


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"pieces": []}, "board.pieces: "),
        ({"pieces": {"a": []}}, "board.pieces.a: [] is no Piece"),
        ({"pieces": {"a": {"where": None}}}, "board.pieces.a: kind is missing"),
        ({"pieces": {"a": {"kind": "dog"}}}, "board.pieces.a.kind: 'dog' is not of"),
        ({"pieces": {"a": {"kind": True}}}, "board.pieces.a.kind: True is not of"),
        ({"pieces": {"a": {"kind": "cat", "where": ["1"]}}}, "board.pieces.a.where: ['1'] is"),
        ({"pieces": {"a": {"kind": "cat", "where": [True]}}}, "board.pieces.a.where: [True] is"),
        ({"pieces": {"a": {"kind": "cat", "age": 1}}}, "board.pieces.a: Piece has no field 'age'"),
        ({"size": True}, "board.size: True is not of"),
        ({"open": 0}, "board.open: 0 is not of"),
        ({"name": None}, "board.name: None is not of"),
        ({"owner": 1}, "board: Board has no field 'owner'"),
    ],
)
def test_what_is_not_is_told_with_its_place(wrong: dict[str, Any], told: str) -> None:
    data = {**GOOD, **wrong}
    found = misfit(Board, data, "board")
    assert found is not None and found.startswith(told)
    whole = {"$ref": "#/$defs/Board", "$defs": closed(schemas(Board))}
    assert not Draft202012Validator(whole).is_valid(json.loads(json.dumps(data)))


def test_tuples_and_other_keys_are_no_plain_data() -> None:
    assert misfit(list[int], (1, 2), "x") == "x: (1, 2) is not of list[int]"
    assert misfit(dict[str, int], {1: 1}, "x") == "x: 1 is no text"
