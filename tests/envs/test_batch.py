"""Batches: they play by the rules, are repeatable, refuse what may not be, and keep secrets."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
from typing import Any

import numpy as np
import pytest
from tests.toys import installed

from meowple.author.testing.trials import Trial, sweep
from meowple.core.errors import IllegalAction
from meowple.envs import batch as module
from meowple.envs.batch import Batch
from meowple.games.festival import kernel
from tools import batch as tool

RULES = ("basic", "experienced", "advanced")


def everything(batch: Batch) -> list[bytes]:
    """All that can be seen of a batch."""
    states = [batch.states[name] for name in batch.states.dtype.names or ()]
    seen = (batch.observations, batch.mask, batch.to_act, batch.rewards, batch.done)
    return [array.tobytes() for array in (*states, *seen)]


def played(seed: int, steps: int = 60, **more: Any) -> Batch:
    batch = Batch("festival", 8, seed=seed, **more)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


@pytest.mark.parametrize("seed", range(4))
def test_the_kernel_plays_by_the_rules(seed: int) -> None:
    """Every decision of many matches beside `new_match`; every two settings meet."""
    matches = 0
    for trial in sweep("festival", seed):
        matches += tool.compare(trial, 2 if trial.options["target"] > 30 else 8)
    assert matches >= 50


def test_every_question_comes_up() -> None:
    """So that the test above has seen all of the kernel."""
    asked = set()
    for rules in RULES:
        batch = Batch("festival", 256, 3, {"rules": rules, "target": 20}, seed=3)
        for _ in range(200):
            asked |= set(np.unique(batch.states["step"]).tolist())
            batch.step(batch.sample())
    assert {kernel.QUESTIONS[step] for step in asked} == set(kernel.QUESTIONS)


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel with another number in it is told apart from the rules."""
    terms = kernel.terms

    def wrong(*given: Any) -> Any:
        made = terms(*given)
        made["crow_vp"] = 1
        return made

    monkeypatch.setattr(kernel, "terms", wrong)
    with pytest.raises(tool.Differs, match="by the rules"):
        tool.compare(Trial("festival", 4, {}, 1), 16)


def test_the_tool_says_how_many_are_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["batch", "--matches", "20", "--seed", "5"])
    assert tool.main() == 0
    assert "matches are the same, seed 5" in capsys.readouterr().out


def test_a_seed_repeats_everything() -> None:
    assert everything(played(7)) == everything(played(7))
    assert everything(played(7)) != everything(played(8))
    batch = played(7)
    batch.reset(seed=7)
    assert everything(batch) == everything(played(7, steps=0))
    first = batch.seeds.tolist()
    batch.reset()
    assert not set(first) & set(batch.seeds.tolist())
    assert len(set(batch.seeds.tolist())) == 8
    assert everything(Batch("festival", 8)) != everything(Batch("festival", 8))


def test_a_match_that_has_ended_is_followed_by_the_next() -> None:
    batch = Batch("festival", 16, 4, {"target": 1}, seed=2)
    ends = 0
    for _ in range(400):
        seeds = batch.seeds
        rewards, done = batch.step(batch.sample())
        assert rewards is batch.rewards and done is batch.done
        ends += done.sum()
        assert ((batch.seeds != seeds) == done).all()
        assert np.allclose(rewards.sum(axis=1), 0)
        assert (rewards[done].max(axis=1) > 0).all() and not rewards[~done].any()
        assert batch.mask.any(axis=1).all()
    assert ends > 16 and batch.decisions == 16 * 400


def test_what_is_illegal_changes_nothing() -> None:
    batch = played(7, rewards="points")
    before = everything(batch)
    for place in (0, 7):
        wrong = int(np.flatnonzero(batch.mask[place] == 0)[0])
        for action in (wrong, -1, 66, 127, 128, 1 << 40):
            actions = batch.mask.argmax(axis=1)
            actions[place] = action
            with pytest.raises(IllegalAction, match=f"match {place}: .* possible are "):
                batch.step(actions)
            assert everything(batch) == before
    huge = np.full(8, (1 << 64) - 1, np.uint64)
    with pytest.raises(IllegalAction):
        batch.step(huge)
    none: list[int] = []
    for strange in (none, 3, [1.0] * 8, [True] * 8, ["keep"] * 8, [0] * 9, [[0] * 8], None):
        with pytest.raises(ValueError, match="actions are 8 whole numbers"):
            batch.step(strange)
    assert everything(batch) == before and batch.decisions == 8 * 60


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64, list])
def test_actions_may_be_whole_numbers_of_any_kind(kind: Any) -> None:
    batch, other = played(7), played(7)
    actions = batch.mask.argmax(axis=1)
    batch.step(actions)
    other.step(actions.tolist() if kind is list else actions.astype(kind))
    assert everything(batch) == everything(other)


@pytest.mark.parametrize("rules", RULES)
def test_secret_answers_are_not_seen(rules: str) -> None:
    """Whatever the first seats have chosen, those asked after them see the same."""
    options = {"rules": rules, "multiplier_choice": "hidden", "target": 9}
    batch = Batch("festival", 64, 4, options, seed=4)
    together = [kernel.HANDS, kernel.PLAY, kernel.MULTIPLIER]
    compared = 0
    for _ in range(150):
        other = batch.copy()
        marks = batch.mask.shape[1]
        before, step = batch.to_act.copy(), batch.states["step"].copy()
        first, last = batch.mask.argmax(axis=1), marks - 1 - batch.mask[:, ::-1].argmax(axis=1)
        batch.step(first)
        other.step(last)
        same = np.isin(step, together) & (before < 3)
        assert (batch.observations[same] == other.observations[same]).all()
        assert (batch.mask[same] == other.mask[same]).all()
        compared += (same & (first != last)).sum()
    assert compared > 500


def test_a_copy_goes_on_alike_and_shares_nothing() -> None:
    batch = played(7)
    for twin in (
        batch.copy(),
        copy.copy(batch),
        copy.deepcopy(batch),
        pickle.loads(pickle.dumps(batch)),
    ):
        before = everything(batch)
        assert everything(twin) == before
        for _ in range(30):
            twin.step(twin.sample())
        assert everything(batch) == before
        again = batch.copy()
        for _ in range(30):
            again.step(again.sample())
        assert everything(again) == everything(twin) and again.decisions == twin.decisions


@pytest.mark.parametrize("rewards", ["share", "points"])
def test_playing_out_is_stepping_to_the_end(rewards: Any) -> None:
    batch, other = played(7, 20, rewards=rewards), played(7, 20, rewards=rewards)
    due, ended = np.zeros_like(other.rewards), np.zeros(8, bool)
    steps = 0
    while not ended.all():
        paid, done = other.step(other.sample())
        fresh = done & ~ended
        due[fresh] = paid[fresh]
        steps += int((~ended).sum())
        ended |= done
    assert (batch.play_out() == due).all() and batch.done.all()
    assert batch.decisions == 8 * 20 + steps
    assert (batch.states["game"] == 1).all() and batch.mask.any(axis=1).all()


def test_what_a_batch_cannot_be_made_of() -> None:
    for matches in (0, -1, 1.5, True, "8", None):
        given: Any = matches
        with pytest.raises(ValueError, match="matches is a whole number from 1 on"):
            Batch("festival", given)
    for seed in (-1, 1.5, True, "7"):
        wrong: Any = seed
        with pytest.raises(ValueError, match="a seed is a whole number"):
            Batch("festival", 8, seed=wrong)
    for game in ("purrballs", "pebbles"):
        with installed(), pytest.raises(ValueError, match=f"{game} cannot .*: only festival has"):
            Batch(game, 8)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, module.__name__)
    with pytest.raises(ImportError, match=r"pip install 'meowple\[batch\]'"):
        importlib.import_module(module.__name__)
