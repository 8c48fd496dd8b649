"""Simulations in a language of accents: the page, its plots and the summary in the terminal."""

from __future__ import annotations

import re

import pytest
from tests.plain import plain_words

import meowple
from meowple.lab import report_html, simulate

BOTS = ("greedy", "random")


@pytest.mark.parametrize("game", meowple.game_names())
def test_a_report(pseudo: str, game: str) -> None:
    seats = max(meowple.get_game(game).seat_counts)
    results = simulate(game, 6, bots=(BOTS * 3)[:seats], seed=3)
    results.asked = 20  # as if it had been stopped early
    page = re.sub(r"<style>.*?</style>", "", report_html(results, pseudo), flags=re.DOTALL)
    said = re.findall(r'aria-label="([^"]*)"', page) + re.findall(r">([^<]+)<", page)
    assert len(said) > 200
    plain = {text: words for text in said if (words := plain_words(text, BOTS))}
    assert not plain
