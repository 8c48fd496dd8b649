"""Positions: whatever comes in, it is read or refused with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meowple.author import BadPosition, Reader

CARDS = {"fox": "FOX", "owl": "OWL"}
DATA = {
    "seats": [
        {"hand": ["fox", "owl"], "points": 3, "ready": True, "name": "Ann", "top": None},
        {"hand": ["owl", "bat"], "points": 30, "ready": 1, "name": 7, "top": "fox"},
    ]
}


def seat(number: int) -> Reader:
    return Reader(DATA)["seats"][number]


def test_what_is_right_is_read() -> None:
    one = seat(0).fields("hand", "points", "ready", "name", "top")
    assert one["hand"].pieces(CARDS, 2, distinct=True) == ["FOX", "OWL"]
    assert one["hand"][1].piece(CARDS) == one["hand"][1].one_of(CARDS) == "OWL"
    assert one["points"].number(0, 9) == 3
    assert one["ready"].flag() is True
    assert one["name"].text() == "Ann"
    assert one["top"].none
    assert one["top"].piece_or_none(CARDS) is None
    assert seat(1)["top"].piece_or_none(CARDS) == "FOX"
    assert [s["points"].number(0, 99) for s in Reader(DATA)["seats"].each(2)] == [3, 30]
    assert Reader([1, 2]).numbers(0, 2) == [1, 2]


@pytest.mark.parametrize(
    ("read", "sentence"),
    [
        (lambda: seat(1)["hand"].pieces(CARDS), "seats[1].hand[1]: there is no 'bat'"),
        (lambda: seat(1)["points"].number(0, 9), "seats[1].points: must be a whole number from 0"),
        (lambda: seat(1)["ready"].flag(), "seats[1].ready: must be true or false, not 1"),
        (lambda: seat(0)["ready"].number(0, 1), "seats[0].ready: must be a whole number"),
        (lambda: seat(1)["name"].text(), "seats[1].name: must be a text, not 7"),
        (lambda: seat(0)["name"].text(2), "seats[0].name: must be a text"),
        (
            lambda: seat(0)["hand"].pieces(CARDS, 3),
            "seats[0].hand: must have this many entries: 3; not 2",
        ),
        (lambda: seat(0)["top"].piece(CARDS), "seats[0].top: there is no None"),
        (lambda: seat(0)["name"].one_of(CARDS), "must be one of fox, owl; not 'Ann'"),
        (lambda: seat(0)["age"], "seats[0]: age is missing"),
        (lambda: seat(0)["hand"]["fox"], "seats[0].hand: must be a table"),
        (lambda: seat(0)["points"][0], "seats[0].points: must be a list, not 3"),
        (lambda: seat(2), "seats: has no entry 2"),
        (lambda: seat(-1), "seats: has no entry -1"),
        (lambda: seat(0).fields("hand"), "seats[0]: has no field 'points'"),
        (lambda: Reader(DATA).fields("seats", "round"), "impossible position: round is missing"),
        (lambda: Reader(5).fields(), "impossible position: must be a table"),
        (lambda: Reader(["fox", "fox"]).pieces(CARDS, distinct=True), "'fox' is there twice"),
        (lambda: Reader([["fox"]]).pieces(CARDS), "[0]: there is no ['fox']"),
        (lambda: Reader([True]).numbers(0, 2), "[0]: must be a whole number"),
        (lambda: Reader("x" * 10_000).flag(), "must be true or false"),
        (lambda: seat(0).check(False, "holds too much"), "seats[0]: holds too much"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(read: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read()
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 200
