"""What the PPO example learns from: matches played side by side, and what decisions were worth."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from meowple.bots.learned import Layout

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def self_play(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.delitem(sys.modules, "self_play", raising=False)
    import self_play

    return self_play  # type: ignore[no-any-return]


def alike(seen: Any, legal: Any) -> tuple[Any, Any]:
    """Likes all actions alike and expects nothing."""
    chances = np.where(legal, -np.log(legal.sum(1, keepdims=True)), -1e9).astype(np.float32)
    return chances, np.zeros(len(seen), np.float32)


def test_advantages_by_hand(self_play: ModuleType) -> None:
    hopes = np.array([0.25, 0.5, 0.4, 0.3], np.float32)
    values = np.array([0.1, 0.0, -0.1, 0.2], np.float32)
    found, use = self_play.advantages([([0, 1, 2], 1.0), ([3], None)], hopes, values)
    last = 1.0 - 0.4 + 0.1
    middle = (0.4 - 0.1) - (0.5 + 0.0) + 0.95 * last
    first = (0.5 + 0.0) - (0.25 + 0.1) + 0.95 * middle
    assert found == pytest.approx([first, middle, last, 0.0])
    assert use.tolist() == [True, True, True, False]
    found, use = self_play.advantages([([0, 1, 2], None)], hopes, values)
    middle = (0.4 - 0.1) - 0.5
    assert found[:2] == pytest.approx([0.5 - 0.35 + 0.95 * middle, middle])
    assert use.tolist() == [True, True, False, False]


def test_looking_to_the_end_what_counts_is_to_win(
    self_play: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that hopes rise by adds up to the part of the victory that the seat gets."""
    monkeypatch.setattr(self_play, "LAMBDA", 1.0)
    hopes = np.array([0.25, 0.7, 0.1, 0.9], np.float32)
    nothing = np.zeros(4, np.float32)
    found, _ = self_play.advantages([([0, 1, 2, 3], 1.0)], hopes, nothing)
    assert found == pytest.approx(1.0 - hopes)


def arena(self_play: ModuleType, seed: int) -> Any:
    return self_play.Arena(Layout(self_play.GAME, self_play.TABLES), 12, seed)


def test_a_batch_holds_what_was_seen_and_done(self_play: ModuleType) -> None:
    played = arena(self_play, 1)
    width, actions = played.width, len(self_play.GAME.actions)
    for _ in range(3):
        batch = played.collect(alike, 40)
        rows = len(batch.taken)
        assert batch.seen.shape == (rows, width) and batch.legal.shape == (rows, actions)
        assert rows > 12 * 3 * 20
        assert batch.legal[np.arange(rows), batch.taken].all()
        assert (batch.legal.sum(1) > 1).all()  # what is forced teaches nothing
        assert np.allclose(np.exp(batch.chance) * batch.legal.sum(1), 1)
        assert np.abs(batch.advantage).max() < 2 and batch.advantage.std() > 0.01
    assert played.finished > 0


def test_a_batch_can_be_repeated(self_play: ModuleType) -> None:
    one, same, other = (arena(self_play, seed).collect(alike, 25) for seed in (3, 3, 4))
    assert all((mine == its).all() for mine, its in zip(one, same, strict=True))
    assert one.seen.shape != other.seen.shape or (one.seen != other.seen).any()


def test_likelier_actions_are_taken_more_often(self_play: ModuleType) -> None:
    """Nine times in ten the first possible one."""

    def first(seen: Any, legal: Any) -> tuple[Any, Any]:
        others = 0.1 / (legal.sum(1, keepdims=True) - 1)
        chances = np.where(legal, np.log(others), -1e9)
        chances[np.arange(len(legal)), legal.argmax(1)] = np.log(0.9)
        return chances.astype(np.float32), np.zeros(len(seen), np.float32)

    batch = arena(self_play, 5).collect(first, 60)
    assert 0.87 < (batch.taken == batch.legal.argmax(1)).mean() < 0.93


def test_what_is_seen_is_the_encoding_of_the_seat(self_play: ModuleType) -> None:
    """Each row belongs to one seat of one match: its hand is what it may play, if it must not."""
    played = arena(self_play, 6)
    who = [(number, match.to_act[0]) for number, match in enumerate(played.matches)]
    who.sort(key=lambda each: played.kinds[each[0]])
    seen, legal = played._look(who)
    names = Layout(self_play.GAME, self_play.TABLES).names
    for row, (number, seat) in enumerate(who):
        match = played.matches[number]
        hand = {card.key for card in match.state.hands[seat]}
        shown = {label for (block, label), at in names.items() if block == "hand" and seen[row, at]}
        assert shown == hand
        assert legal[row].tolist() == list(match.mask(seat))
