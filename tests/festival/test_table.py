"""The table as people see it: the mats' points, and pages that are drawn at every moment."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.server.leaks import happen, seated
from tests.server.playing import shared_renderer

from festival.table import Table, lay_out, start
from meowple.server.html.render import Renderer, Viewer
from meowple.server.tables.table import Table as TableRow


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return shared_renderer()


def play(t: Table, rng: random.Random) -> None:
    for seat in t.match.to_act:
        t.match.act(seat, rng.choice([a for a in t.match.actions(seat) if a.key != "redeal"]))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {"rules": "basic"},
        {"rules": "experienced"},
        {"rules": "experienced", "multiplier_choice": "hidden"},
        {"rules": "advanced"},
    ],
    ids=lambda options: " ".join(options.values()),
)
def test_mats_say_what_the_game_brings_also_when_it_is_over(
    seats: int, options: dict[str, Any]
) -> None:
    """Multipliers and tokens are given back at once, but the cards still lie on the mats."""
    rng = random.Random(3)
    moments = 0
    for seed in range(12):
        t = start(seats, seed=seed, target=9, **options)
        while not t.over:
            play(t, rng)
            if t.over or t.s.step == "free_token":
                moments += 1
                for viewer in (None, *range(seats)):
                    assert t.view(viewer)["vp_now"] == t.last_game
    assert moments >= 12


def test_a_hidden_multiplier_counts_for_its_owner_alone() -> None:
    t = lay_out(
        round=3,
        face_up="Summer 5, Fall 6",
        piles=["Spring 1, Spring 9", "Spring 3, Spring 7", "", ""],
        rules="experienced",
        multiplier_choice="hidden",
        chosen="kou-1, otsu-1, hei-1, kou-2",  # the first three double Spring
    )
    assert [t.view(viewer)["vp_now"][0] for viewer in (0, 1, None)] == [8, 4, 4]
    assert [t.view(viewer)["vp_now"][1] for viewer in (0, 1, None)] == [2, 4, 2]


def drawn(renderer: Renderer, table: TableRow, seat: int | None, language: str = "en") -> str:
    """All regions as that seat sees them."""
    person = None if seat is None else f"person-{seat}"
    return "".join(renderer.picture(table, Viewer(person, "", language, "")).regions.values())


@pytest.mark.parametrize(("seats", "language"), [(3, "pl"), (4, "en")])
@pytest.mark.parametrize("rules", ["basic", "experienced", "advanced"])
def test_every_moment_of_a_match_can_be_drawn(
    renderer: Renderer, rules: str, seats: int, language: str
) -> None:
    table = seated("festival", {"rules": rules, "target": 12}, seats, 5)
    rng = random.Random(5)
    assert table.match is not None
    for _ in range(60):
        if table.match.over:
            break
        seat = rng.choice(table.match.to_act)
        action = rng.choice(table.match.actions(seat))
        happen(table, "act", seat, action=action.key, question=table.questions[seat])
        assert "None" not in drawn(renderer, table, seat, language)


def test_a_request_for_a_new_deal_is_drawn_while_others_think(renderer: Renderer) -> None:
    for seed in range(400):
        table = seated("festival", {}, 4, seed)
        assert table.match is not None
        for seat in range(4):
            if "redeal" in [action.key for action in table.match.actions(seat)]:
                question = table.questions[seat]
                happen(table, "act", seat, action="redeal", question=question)
                for viewer in (None, *range(4)):
                    assert "has played, face down" in drawn(renderer, table, viewer)
                return
    raise AssertionError("nobody was dealt three crows")
