"""Languages: which there are, how numbers are written in them, what errors say in them."""

from __future__ import annotations

import pickle

import pytest

from meowple.core.errors import BadPosition, BadSave
from meowple.core.language import LANGUAGES, closest, seat_names, texts


def test_english_comes_first_and_each_language_has_its_own_name() -> None:
    assert next(iter(LANGUAGES.items())) == ("en", "English")
    assert LANGUAGES["pl"] == "Polski"


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("pl", "pl"),
        ("pl-PL", "pl"),
        ("pl_PL.UTF-8", "pl"),
        ("PL", "pl"),
        ("en-GB", "en"),
        ("", None),
        ("C", None),
        ("xx-YY", None),
        ("plt", None),
    ],
)
def test_a_tag_leads_to_the_closest_language(tag: str, found: str | None) -> None:
    assert closest(tag) == found


def test_numbers_are_written_as_in_the_language() -> None:
    english, polish = texts("en"), texts("pl")
    assert [english.number(n) for n in (3, -1200, 2.5, 0.25)] == ["3", "−1,200", "2.5", "0.25"]
    assert [polish.number(n) for n in (3, -1200, 2.5)] == ["3", "−1\xa0200", "2,5"]
    assert polish.number(12, 2) == "12,00"
    assert (english.percent(0.5), polish.percent(0.125), polish.percent(0.07, None)) == (
        "50.0%", "12,5%", "7%",
    )  # fmt: skip


def test_seats_without_names_are_numbered_in_the_language() -> None:
    assert seat_names(2, "en") == ["Seat 1", "Seat 2"]
    assert seat_names(2, "pl") == ["Miejsce 1", "Miejsce 2"]


def test_an_error_is_english_and_told_in_any_language() -> None:
    why = BadPosition("no card {key}", key="x{y}")
    error = BadSave("cannot be read: {why}", why=why)
    assert str(error) == "cannot be read: no card x{y}"
    other = {"no card {key}": "nie ma karty {key}", "cannot be read: {why}": "błąd ({why})"}
    assert error.words(lambda text: other[text]) == "błąd (nie ma karty x{y})"
    assert str(BadSave("as {it} is")) == "as {it} is"


def test_an_error_can_be_told_after_it_was_sent_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(BadSave("no {what}", what="cat")))
    assert str(error) == "no cat"
    assert error.words(lambda text: f"{text}!") == "no cat!"
