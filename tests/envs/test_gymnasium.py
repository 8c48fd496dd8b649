"""Gymnasium's own test, and what it leaves out."""

from __future__ import annotations

import copy
import hashlib
import pickle
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import meowple
from envs.games import NAMES, TABLES, Table
from meowple.core.errors import IllegalAction, MeowpleError
from meowple.envs.gymnasium import OneSeat

tables = pytest.mark.parametrize("table", TABLES, ids=NAMES)


def make(table: Table, **more: object) -> OneSeat:
    """An environment among bots that play at random, which is quickest."""
    return OneSeat(*table, **{"bots": "random", **more})  # type: ignore[arg-type]


def digest(env: OneSeat, seed: int | None, steps: int) -> str:
    """A hash of all that is seen in some steps of random play after a reset."""
    rng, found = Random(f"{seed}"), hashlib.sha256()
    seen, _ = env.reset(seed=seed)
    for _ in range(steps):
        found.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        seen, reward, ended, _, _ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        found.update(repr((reward, env.seat)).encode())
        if ended:
            break
    return found.hexdigest()


@tables
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_they_pass_gymnasiums_test(table: Table, mask: str) -> None:
    """Which chooses actions without looking at the mask."""
    check_env(make(table, mask=mask, illegal="lose"), skip_render_check=True)


def test_made_by_name_they_pass_it_with_every_render_mode(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for game in meowple.game_names():
        assert f"Meowple/{game.capitalize()}-v0" in gymnasium.registry
    env = gymnasium.make("Meowple/Festival-v0", seats=3, bots="random", illegal="lose")
    check_env(env.unwrapped)
    capsys.readouterr()
    human = make(TABLES[0], render_mode="human")
    human.reset(seed=1)
    assert human.render() is None
    assert "Your hand" in capsys.readouterr().out, "it is seen by the seat that learns"
    picture = make(TABLES[0], render_mode="rgb_array")
    picture.reset(seed=1)
    assert picture.render().shape[2] == 3


@tables
def test_a_seed_makes_them_repeatable(table: Table) -> None:
    one, other = make(table, seat=None), make(table, seat=None)
    fresh = digest(one, 3, 8)
    assert fresh == digest(other, 3, 8) == digest(one, 3, 8)
    assert fresh != digest(other, 4, 8)
    one.reset(seed=3)
    other.reset(seed=3)
    assert digest(one, None, 8) == digest(other, None, 8), "so are later ones"


@tables
def test_an_illegal_action_changes_nothing_and_is_explained(table: Table) -> None:
    env, rng = make(table), Random(1)
    seen, _ = env.reset(seed=1)
    before = env.match.save()
    shut = np.flatnonzero(seen["action_mask"] == 0)
    for action in (int(rng.choice(shut)), -1, len(env.play.actions), None, "nonsense"):
        with pytest.raises(IllegalAction):
            env.step(action)
        assert env.match.save() == before
    env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert env.match.over or env.match.save() != before


@tables
def test_nothing_is_shared(table: Table) -> None:
    env, rng = make(table), Random(1)
    seen, _ = env.reset(seed=1)
    before = seen["observation"].tolist(), env.match.save()
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        one, _, _, _, _ = twin.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        one["observation"] += 1
        assert (seen["observation"].tolist(), env.match.save()) == before


def test_a_copy_with_bots_goes_on_the_same_and_on_its_own() -> None:
    env, rng = OneSeat("festival", 4, bots="random"), Random(1)
    seen, _ = env.reset(seed=5)
    ended = False
    while not ended:
        twin, action = copy.deepcopy(env), int(rng.choice(np.flatnonzero(seen["action_mask"])))
        expected, *_ = twin.step(action)
        seen, _, ended, _, _ = env.step(action)
        assert (seen["observation"] == expected["observation"]).all()


def test_after_an_illegal_action_that_loses_nothing_may_be_chosen() -> None:
    env = OneSeat("festival", 4, bots="random", illegal="lose")
    env.reset(seed=np.int64(1))
    seen, reward, ended, _, _ = env.step(-1)
    assert (reward, ended, seen["action_mask"].any()) == (-1.0, True, False)
    again, _ = env.reset(seed=1)
    assert again["action_mask"].any()
    with pytest.raises(ValueError, match="a seed is a whole number from 0 on"):
        env.reset(seed=-1)


def test_each_bot_has_its_place_and_a_seat_may_be_drawn() -> None:
    env = OneSeat("festival", 4, seat=2, bots=["random", "greedy", "kitten"])
    env.reset(seed=1)
    assert {seat: type(bot).__name__ for seat, bot in env._bots.items()} == {
        3: "Uniform",
        0: "Greedy",
        1: "Kitten",
    }
    drawn = make(TABLES[0], seat=None)
    assert {drawn.reset(seed=seed) and drawn.seat for seed in range(30)} == {0, 1, 2, 3}


def test_the_end_is_paid() -> None:
    for rewards in ("share", "points"):
        env, rng = make(TABLES[0], rewards=rewards), Random(1)
        seen, _ = env.reset(seed=1)
        ended, paid = False, []
        while not ended:
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            seen, reward, ended, _, _ = env.step(action)
            paid.append(reward)
        assert not any(paid[:-1])
        match = env.match
        share = match.returns()[0] - 0.25
        assert paid[-1] == (share if rewards == "share" else match.scores[0])
        assert not seen["action_mask"].any()
        with pytest.raises(MeowpleError, match="the match is over"):
            env.step(0)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="seat is a number from 0 to 3, or None; not 7"):
        OneSeat("festival", 4, seat=7)
    with pytest.raises(ValueError, match="bots are 3 names"):
        OneSeat("festival", 4, bots=["greedy"])
    for bots in (5, [["a"]], [None, "greedy", "greedy"]):
        with pytest.raises(ValueError, match="bots are a name of a bot, or a list of names"):
            OneSeat("festival", 4, bots=bots)
    with pytest.raises(MeowpleError, match="there is no bot 'shark'"):
        OneSeat("festival", 4, bots="shark")
    with pytest.raises(MeowpleError, match="reset the environment"):
        OneSeat("festival", 4).step(0)
