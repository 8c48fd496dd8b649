"""A terminal of 80 columns: no row of any game's table is broken off, in no language."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

import meowple
from meowple.cli.screen import Screen
from meowple.core.match import Match, new_match

NAMES = ("Ala", "Ola", "Bartłomiej", "Ela", "Maksymilian", "Jan")


def written(markup: str, width: int = 80) -> list[str]:
    screen, out = Screen(), io.StringIO()
    screen.console = Console(file=out, width=width, highlight=False)
    screen.show(markup)
    return out.getvalue().split("\n")


def tables(match: Match, language: str) -> list[str]:
    """The table as text, now and then in a random match."""
    rng, found = random.Random(7), []
    words = match.game.in_words(language)
    for turn in range(400):
        if match.over:
            break
        seat = match.to_act[0]
        if turn % 20 == 0:
            found.append(words.text(match.view(seat), words.people(seat, NAMES[: match.seats])))
        match.act(seat, rng.choice(match.actions(seat)))
    return found


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", meowple.game_names())
def test_rows_go_on_further_in(name: str, language: str) -> None:
    game = meowple.get_game(name)
    for text in tables(new_match(name, max(game.seat_counts), seed=3), language):
        lines = written(text)
        assert all(len(line) <= 80 for line in lines)
        whole = written(text, 10_000)
        words = [word for line in whole for word in line.split()]
        assert [word for line in lines for word in line.split()] == words  # none is split
        rows = {line[:12] for line in whole}
        for line in lines:
            assert line[:12] in rows or line.startswith("    "), line


def test_a_word_without_room_is_cut_as_a_last_resort() -> None:
    assert written("x" * 100, 40)[0] == "x" * 40


def test_it_breaks_between_things_rather_than_in_one() -> None:
    lines = written("Ala          first thing  second thing  third thing", 40)
    assert lines[:2] == ["Ala          first thing  second thing", " " * 13 + "third thing"]
