"""What somebody is told of what has happened since their last turn: all of it, and no more than they may know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from meowple.core.registry import games, get_game
from meowple.server.shown import log_parts
from meowple.server.shown import since as told_since
from meowple.server.tables.store import Head, Row
from meowple.server.tables.table import Table, rebuild

NAMES = ["Ann", "Ben", "Cid"]


def since(table: Table, viewer: int | None, names: list[str], language: str) -> Any:
    """What is told to that viewer."""
    told = table.told_lines(viewer, names, language)
    return told_since(table, viewer, table.view(viewer), told, names, language)


class Evening:
    """A table whose rows are kept, as a store does.

    Attributes:
        rows: all so far, each with what it has told.
    """

    def __init__(self, game: str, seats: int = 3) -> None:
        version = get_game(game).version
        self.head = Head(
            id="t",
            game=game,
            seats=seats,
            options=dict(get_game(game).check_options({})),
            listed=True,
            invite="i",
            seed=bytes(32),
            maker="p0",
            command=None,
            made=0.0,
            version=version,
        )
        self.table = Table(self.head)
        self.rows: list[Row] = []
        for seat in range(seats):
            self.do("sit", seat, person=f"p{seat}", name=NAMES[seat])
        self.do("start", version=version)

    def do(self, kind: str, seat: int | None = None, **payload: object) -> None:
        before = self.table.told
        author = "server" if seat is None else f"p{seat}"
        n = len(self.rows) + 1
        row = Row(kind, seat, author, payload, n=n, time=1000.0 + n)
        self.table.apply(row)
        after = self.table.told
        still = next(
            (at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), None
        )
        still = min(len(before), len(after)) if still is None else still
        news = [still, *(event.to_json() for event in after[still:])]
        self.rows.append(Row(kind, seat, author, payload, n=n, time=1000.0 + n, told=news))

    def play(self, moves: int, seed: int = 1) -> Iterator[int]:
        """Let seats answer at random; who has answered."""
        rng = Random(seed)
        for _ in range(moves):
            match = self.table.match
            assert match is not None
            if match.over:
                return
            seat = rng.choice(match.to_act)
            self.do("act", seat, action=rng.choice(match.actions(seat)).key)
            yield seat


@pytest.mark.parametrize("game", games())
def test_only_what_stands_in_ones_log_is_told_and_nothing_of_what_was_seen_before(
    game: str,
) -> None:
    evening = Evening(game)
    others = 0
    for moved, last in enumerate(evening.play(150)):
        table = evening.table
        if table.over:
            break
        for seat in range(3) if moved % 5 == 0 else (last,):
            found = since(table, seat, NAMES, "en")
            assert found is not None
            log = table.told_lines(seat, NAMES, "en")
            new = log[found["first"] :]
            assert found["upto"] == len(log)
            lines = [each.line.plain for each in new]
            known = json.dumps([each.event.data for each in new])
            told = 0
            for turn in found["turns"]:
                told += turn["earlier"] + len(turn["steps"])
                for step in turn["steps"]:
                    text = "".join(part["text"] for part in step["parts"])
                    assert any(line.endswith(text) for line in lines), text
                    keys = [each.partition(":")[2] for each in step["about"].split()]
                    assert all(f'"{key}"' in known for key in keys), step
            assert told == found["new"] <= len(lines)
            mark = table.marks[seat][-1]
            if found["turns"] and not mark.together:
                assert new[0].line.seat != seat
            others += sum(turn["seat"] not in (seat, None) for turn in found["turns"])
    assert others > 5


def test_what_others_did_is_told_by_seat_until_one_does_something_oneself() -> None:
    evening = Evening("comforts")
    seen = []
    for last in evening.play(400):
        found = since(evening.table, 0, NAMES, "en")
        assert found is not None
        if last == 0:
            assert all(turn["seat"] != 0 for turn in found["turns"][:1])
        seen.append([turn["seat"] for turn in found["turns"]])
        gains = {turn["seat"]: turn["gain"] for turn in found["turns"] if turn["gain"]}
        if gains:
            break
    assert [] in seen, "with one's own move what was told is gone"
    assert any({1, 2} <= set(seats) for seats in seen)
    assert gains, "what a turn was worth"
    assert since(evening.table, None, NAMES, "en") is None, "who looks on has no turns"


def test_taking_back_and_reading_the_log_anew_tell_the_same() -> None:
    evening = Evening("comforts")
    taken_back = 0
    for last in evening.play(200, seed=3):
        table = evening.table
        assert rebuild(evening.head, evening.rows).marks == table.marks
        assert table.match is not None
        if table.match.undo_consent(last) == frozenset() and last in table.match.to_act:
            after = since(table, last, NAMES, "en")
            question = table.match.question
            evening.do("undo", last)
            before = since(table, last, NAMES, "en")
            action = table.match.actions(last)[0].key
            evening.do("act", last, action=action)
            evening.do("undo", last)
            assert since(table, last, NAMES, "en") == before, (question, after)
            taken_back += 1
        if taken_back > 4:
            break
    assert taken_back > 4
    frozen = rebuild(evening.head, evening.rows, frozen=True)
    assert [marks[-1].told for marks in frozen.marks] == [
        marks[-1].told for marks in evening.table.marks
    ]


def test_what_a_bot_did_in_ones_place_is_told_too() -> None:
    evening = Evening("festival")
    match = evening.table.match
    assert match is not None
    while 0 not in match.to_act or match.question is None or not match.question.together:
        seat = match.to_act[0]
        evening.do("act", seat, action=match.actions(seat)[0].key)
    evening.do("away", 0, bot="greedy")
    mark = evening.table.marks[0][-1]
    for _ in evening.play(9):
        pass
    assert evening.table.marks[0][-1] == mark
    evening.do("back", 0)
    found = since(evening.table, 0, NAMES, "en")
    assert found is not None
    assert {turn["seat"] for turn in found["turns"]} >= {0, 1, 2}


def test_a_log_lies_in_parts_that_end_with_their_heading() -> None:
    lines = [{"heading": heading} for heading in (False, True, False, False, True, False)]
    assert log_parts(lines) == [lines[:2], lines[2:5], lines[5:]]
    assert log_parts(lines[:2]) == [lines[:2]]
    assert log_parts([]) == []
