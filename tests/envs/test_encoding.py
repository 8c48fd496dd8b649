"""Encodings: what is where, that it fits, and that it tells nobody what is hidden."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from random import Random

import pytest
from tests.toys import PEBBLE_GAME, State, installed

import meowple
from envs.games import NAMES, TABLES, Table, moments
from meowple.cli.main import main
from meowple.core.blocks import marks
from meowple.core.encoding import Encoding
from meowple.core.errors import WrongSeat
from meowple.core.game import Json
from meowple.core.questions import Question

ROOT = Path(__file__).parents[2]

tables = pytest.mark.parametrize("table", TABLES, ids=NAMES)


@tables
def test_every_number_has_its_own_name(table: Table) -> None:
    encoding = Encoding(meowple.get_game(table.game), table.seats, table.options)
    places = list(encoding.places())
    assert [place.at for place in places] == list(range(encoding.size))
    assert len({(place.block.name, place.label) for place in places}) == encoding.size
    assert all(block.text and block.labels for block in encoding.blocks)


@tables
def test_nothing_hidden_is_in_it(table: Table) -> None:
    """It is the same in all worlds that the seat holds possible, and of one length."""
    encoding = Encoding(meowple.get_game(table.game), table.seats, table.options)
    rng = Random(2)
    twins = 0
    for match in moments(table, 12, pause=6):
        for viewer in range(table.seats):
            real = encoding.encode(match, viewer)
            assert len(real) == encoding.size
            twin = match.imagine(viewer, rng.getrandbits(64))
            twins += twin.state.to_json() != match.state.to_json()
            assert encoding.encode(twin, viewer) == real
            dropped = match.imagine(viewer, rng.getrandbits(64), answers="drop")
            assert encoding.encode(dropped, viewer) == real, "tells who has answered"
    assert twins > 6


@tables
def test_what_a_layout_names_is_written(table: Table) -> None:
    """All blocks but those of what is rare have something in them at some moment."""
    encoding = Encoding(meowple.get_game(table.game), table.seats, table.options)
    seen = bytearray(encoding.size)
    for match in moments(table, 60, pause=14):
        for place, number in enumerate(encoding.encode(match, match.seats - 1)):
            seen[place] |= number
    blank = {
        block.name
        for block, start in zip(encoding.blocks, encoding.starts, strict=True)
        if not any(seen[start : start + len(block.labels)])
    }
    assert blank <= RARE[table.game]


RARE = {
    "festival": {"order", "revealed"},
    "comforts": {
        *("acted", "built", "guest", "known hand", "made", "marked", "ready", "trades"),
        *("umbrella", "visit", "weathervane", "wheelbarrow", "word"),
    },
    "purrballs": {
        *("camp", "discards", "free icons", "gear", "half", "ignored", "known camp", "reserved"),
        *("reserved for", "temporary", "tucked", "under", "wyvern"),
    },
    "catvale": {
        *("bridge", "fire", "opponent", "requirements", "special tokens", "trophy cards"),
        *("tunnel", "used", "vale life"),
    },
}
"""Blocks of what does not come up in every match that is played at random."""


def test_a_seat_that_is_not_there_and_another_table_are_refused() -> None:
    match = meowple.new_match("festival", 3, seed=1)
    encoding = Encoding.of(match)
    for seat in (-1, 3, None):
        with pytest.raises(WrongSeat, match="there is no seat"):
            encoding.encode(match, seat)  # type: ignore[arg-type]
    for other in (
        meowple.new_match("festival", 4),
        meowple.new_match("festival", 3, {"rules": "advanced"}),
        meowple.new_match("purrballs", 3),
    ):
        with pytest.raises(ValueError, match=r"Encoding.of\(match\) is for this one"):
            encoding.encode(other, 0)


def test_a_game_that_declares_none_is_encoded_from_its_views() -> None:
    with installed():
        encoding = Encoding(meowple.get_game("pebbles"), 2)
        match = meowple.new_match("pebbles", 2, seed=4)
        assert encoding.size > 10
        assert len(encoding.encode(match, 1)) == encoding.size


def test_pythons_hashes_have_no_say() -> None:
    found = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.envs.games"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1 and found.pop().count("\n") == len(TABLES)


def test_the_command_line_lists_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["encoding", "festival", "--seats", "3", "--set", "rules=advanced"]) == 0
    encoding = Encoding(meowple.get_game("festival"), 3, {"rules": "advanced"})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == encoding.size + len(encoding.blocks)
    last = list(encoding.places())[-1]
    assert lines[-1].split() == [str(last.at), *last.label.split()]


def test_what_is_more_than_a_number_can_hold_is_cut() -> None:
    many = marks("many", ("fish",), "how many", lambda state, seat: [0] * state)
    of_all = marks("all", ("fish",), "how many", lambda state, seat, owner: [0] * state, seats=2)
    for count in (3, 127, 128, 300):
        into = bytearray(3)
        many.write(count, 0, into, 0)
        of_all.write(count, 0, into, 1)
        assert list(into) == [min(count, 127)] * 3


@pytest.mark.parametrize(
    ("heap", "seen"), [(nan, 0), (inf, 0), (-inf, 0), (2.4, 2), (10**400, 127), (-200, 128)]
)
def test_a_view_may_hold_any_number(heap: float, seen: int) -> None:
    def view(s: State, viewer: int | None, question: Question | None) -> Json:
        return {"heap": heap if s.phase == "turn" else 1, "fish": ["fish"] * (300 * s.turn)}

    with installed(heaps=replace(PEBBLE_GAME, name="heaps", view=view)):
        encoding = Encoding(meowple.get_game("heaps"), 2)
        match = meowple.new_match("heaps", 2, seed=1)
        while (table := match.view(0)["table"])["fish"] == []:
            match.act(match.to_act[0], match.actions(match.to_act[0])[-1])
        assert table["heap"] is heap
        told = [place.block.name + place.label for place in encoding.places()]
        found = encoding.encode(match, 0)
        assert found[told.index("heap")] == seen
        assert found[told.index("fish fish")] == 127
