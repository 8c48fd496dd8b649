"""Catvale in the browser: every question, a game of two, expansions, phone, keyboard, weight."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from typing import Any

import pytest

from meowple.core.match import Match, new_match
from meowple.server.html.render import Renderer, Viewer
from meowple.server.tables.store import Head
from meowple.server.tables.table import Seat, Table

BUTTON = re.compile(r'<button[^>]*\bname="action" value="([^"]*)"')


def table_of(match: Match) -> Table:
    """A table at which that match is played by people."""
    seats = match.seats
    table = Table(Head("t", "catvale", seats, {}, True, "", b"x" * 32, "p0", None, 0.0, 1))
    table.seats = [Seat(frozenset((f"p{seat}",)), f"Name {seat}") for seat in range(seats)]
    table.match = match
    table.started = True
    return table


def check_page(drawn: Renderer, table: Table, seat: int | None, language: str) -> None:
    """Every legal action is one button, nothing else is; ids are unique and what they name is there."""
    table.drawn = {}
    person = None if seat is None else f"p{seat}"
    picture = drawn.picture(table, Viewer(person, "x", language, "http://x"))
    page = drawn.layout(picture)
    ids = Counter(re.findall(r'\sid="([^"]*)"', page))
    assert [name for name, number in ids.items() if number > 1] == []
    for names in re.findall(r'(?:popovertarget|aria-describedby|aria-labelledby)="([^"]*)"', page):
        assert set(names.split()) <= ids.keys(), names
    view = picture.context["view"]
    offered = Counter(html.unescape(key) for key in BUTTON.findall(page))
    legal = set(view["actions"]) - {view["choice"]}
    assert set(offered) - {view["choice"]} == legal, (view["question"], set(offered) ^ legal)
    assert all(number == 1 for number in offered.values()), offered.most_common(3)
    assert "style=" not in page and "<script" not in page


@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (2, {"variant": "controlled", "world": "chaotic"}, 10),
        (4, {"litterbox": True, "arena": True, "dig_zero_dice": True}, 2),
        (6, {"reactions": "all", "kickstarter": True}, 4),
    ],
)
def test_every_action_is_a_button(seats: int, options: dict[str, Any], seed: int) -> None:
    drawn, rng = Renderer(), random.Random(seed)
    match = new_match("catvale", seats, options=options, seed=seed)
    table = table_of(match)
    seen: Counter[tuple[Any, ...]] = Counter()
    while not match.over:
        mine = match.to_act[0]
        view = match.view(mine)
        verbs = {key.partition(":")[0] for key in view["actions"]}
        kind = (view["question"]["kind"], *(sorted(verbs) if len(verbs) < 5 else ()))
        seen[kind] += 1
        if seen[kind] <= 2 or sum(seen.values()) % 60 == 0:
            for seat in (mine, None if len(seen) % 2 else (mine + 1) % seats):
                check_page(drawn, table, seat, rng.choice(("en", "pl")))
        seat = rng.choice(match.to_act)
        match.act(seat, rng.choice(match.actions(seat)))
    for seat in (None, *range(seats)):
        check_page(drawn, table, seat, rng.choice(("en", "pl")))
