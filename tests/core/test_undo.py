"""What a seat may take back, who must agree, and that nothing of it remains."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meowple import Match, load_match, new_match
from meowple.author.testing import decide, fingerprint, somebody_can_act, views, world
from meowple.core.errors import CannotUndo, WrongSeat

from .test_acting import act_first, start, to_prepare, to_turn

FREE: frozenset[int] = frozenset()


def as_before(match: Match, before: str) -> None:
    """The match equals the replay of the shorter log."""
    assert match.save(whole=True) == before
    shorter = load_match(before)
    assert fingerprint(match) == fingerprint(shorter) and world(match) == world(shorter)
    somebody_can_act(match)


def test_nothing_to_take_back() -> None:
    match = start()
    before = match.save(whole=True)
    assert match.undo_consent(0) is None and match.view(0)["undo"] is None
    with pytest.raises(CannotUndo, match="seat 0 has nothing to take back"):
        match.undo(0)
    with pytest.raises(WrongSeat):
        match.undo(7)
    as_before(match, before)


def test_a_secret_answer_is_taken_back_freely() -> None:
    match = start()
    before = match.save(whole=True)
    match.act(2, match.actions(2)[0])
    match.act(0, match.actions(0)[0])
    assert match.view(2)["undo"] == "free"
    assert match.undo(2) == FREE and match.committed == (0,)
    assert match.undo(0) == FREE
    as_before(match, before)


def test_a_step_is_free_until_another_decides() -> None:
    match = to_turn(start())
    before = match.save(whole=True)
    match.act(0, "pass")
    assert match.undo_consent(0) == FREE
    match.act(1, "pass")
    assert match.undo_consent(1) == FREE and match.undo_consent(0) == {1, 2}
    middle = match.save(whole=True)
    assert match.undo(0) == {1, 2} and match.undo(0, consent={1}) == {2}
    assert match.undo(0, consent=[0, 7]) == {1, 2}, "one's own and unknown seats count for nothing"
    as_before(match, middle)
    assert match.undo(0, consent=(1, 2)) == FREE
    as_before(match, before)


@pytest.mark.parametrize("key", ["draw", "throw"])
def test_chance_bars_it(key: str) -> None:
    match = to_turn(start())
    before = match.save(whole=True)
    match.act(0, key)
    assert match.undo_consent(0) == {1, 2} and match.view(0)["undo"] == "consent"
    assert match.undo(0, consent={1, 2}) == FREE
    as_before(match, before)


def test_a_reveal_bars_it_and_is_taken_back_as_a_whole() -> None:
    match = start()
    before = match.save(whole=True)
    for seat in (1, 0, 2):
        match.act(seat, match.actions(seat)[0])
    for seat in range(3):
        assert match.undo_consent(seat) == {0, 1, 2} - {seat}
    match.undo(1, consent=range(3))
    as_before(match, before)
    assert match.committed == ()


def test_anothers_secret_answer_bars_the_step_before_it() -> None:
    match = to_turn(start(rounds=2))
    for _ in range(3):
        act_first(match)
    assert match.undo_consent(2) == FREE
    match.act(0, match.actions(0)[0])
    assert match.undo_consent(2) == {0, 1}
    match.act(2, match.actions(2)[0])
    assert match.undo_consent(2) == FREE, "its own secret answer comes first"
    match.undo(2)
    match.undo(2, consent={0, 1})
    assert match.committed == () and match.to_act == (2,)


def test_steps_are_taken_back_one_by_one() -> None:
    match = to_turn(start())
    saves = []
    for key in ("two", "left"):
        saves.append(match.save(whole=True))
        match.act(0, key)
    for before in reversed(saves):
        assert match.undo(0) == FREE
        as_before(match, before)


def test_preparations_of_others_stand() -> None:
    match = to_prepare(start())
    match.act(0, "mark:a")
    match.act(1, "mark:b")
    match.act(0, "mark:b")
    match.act(2, "done")
    match.act(1, "mark:a")
    assert [match.undo_consent(seat) for seat in range(3)] == [FREE] * 3
    assert match.undo(0) == FREE
    assert match.state.marks == ["a", "ba", ""] and match.state.ready == [2]
    match.undo(2)
    assert match.to_act == (0, 1, 2) and match.state.marks == ["a", "ba", ""]
    other = to_prepare(start())
    for seat, key in ((0, "mark:a"), (1, "mark:b"), (1, "mark:a")):
        other.act(seat, key)
    as_before(match, other.save(whole=True))
    for seat in range(3):
        match.act(seat, "done")
    assert match.undo_consent(0) == {1, 2}, "all is revealed"


def test_a_match_that_is_over_can_be_taken_back() -> None:
    match = to_turn(start(rounds=1))
    match.act(0, "pass")
    match.act(1, "pass")
    before = match.save(whole=True)
    match.act(2, "pass")
    assert match.over and match.undo(2) == FREE
    as_before(match, before)
    assert not match.over and match.winners == []


@pytest.mark.parametrize("recording", [True, False])
@pytest.mark.parametrize("whole", [True, False])
def test_a_loaded_match_takes_back_the_same(whole: bool, recording: bool) -> None:
    if whole and not recording:
        return
    rng, match = Random(3), start(recording=recording, rounds=3)
    while not match.over:
        match.act(*decide(match, rng))
        loaded = load_match(match.save(whole=whole))
        for seat in range(3):
            needed = match.undo_consent(seat)
            assert loaded.undo_consent(seat) == needed
            if needed is not None:
                one, other = match.fork(), load_match(match.save(whole=whole))
                one.undo(seat, consent=needed)
                other.undo(seat, consent=needed)
                assert views(one) == views(other) and world(one) == world(other)


def test_a_quiet_match_goes_back_to_its_last_checkpoint() -> None:
    match = to_turn(start(recording=False))
    assert match.undo_consent(0) is None
    match.act(0, "two")
    assert match.undo_consent(0) == {1, 2}
    match.undo(0, consent={1, 2})
    assert match.question and match.question.kind == "turn"
    match.act(0, "pass")
    with pytest.raises(CannotUndo):
        match.undo(0)


def test_everything_can_be_taken_back_to_the_start() -> None:
    rng, match = Random(1), start(rounds=3)
    first = match.save(whole=True)
    while not match.over:
        match.act(*decide(match, rng))
    everybody = range(3)
    while any(match.undo_consent(seat) is not None for seat in everybody):
        seat = next(s for s in everybody if match.undo_consent(s) is not None)
        match.undo(seat, consent=everybody)
    as_before(match, first)


@pytest.mark.parametrize("key", ["pass", "draw"])
def test_another_future_stays_when_something_is_taken_back(key: str) -> None:
    match = to_turn(start())
    before = match.state.to_json()
    match.act(0, key)
    other = match.fork(seed=9)
    assert other.undo_consent(0) == match.undo_consent(0)
    future = other.state.chance.to_json()
    other.undo(0, consent=range(3))
    assert other.state.to_json() == before and other.state.chance.to_json() == future
    assert world(load_match(other.save())) == world(other) == world(other.fork())


@pytest.mark.parametrize("keys", [(), ("pass",), ("two",), ("two", "left")])
def test_an_imagined_match_is_not_taken_back_into_the_real_one(keys: tuple[str, ...]) -> None:
    match = to_turn(start())
    for key in keys:
        match.act(match.to_act[0], key)
    twin = match.imagine(0, 4)
    imagined = world(twin)
    assert twin.view(0)["undo"] == match.view(0)["undo"]
    with pytest.raises(CannotUndo, match="imagined"):
        twin.undo(0, consent=range(3))
    for _ in range(2):
        act_first(twin)
    for _ in range(2):
        seat = next(s for s in range(3) if s in twin._steps[-1].seats)
        twin.undo(seat, consent=range(3))
    assert world(twin) == imagined


def test_undo_in_a_real_game() -> None:
    match = new_match("festival", 3, seed=2)
    rng: Any = Random(2)
    saves = [match.save(whole=True)]
    while not match.over and len(saves) < 12:
        for seat in match.to_act:
            match.act(seat, rng.choice(match.actions(seat)))
        saves.append(match.save(whole=True))
    for before in reversed(saves[:-1]):
        seat = match._steps[-1].seats[0]
        match.undo(seat, consent=range(3))
        as_before(match, before)
