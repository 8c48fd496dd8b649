"""PettingZoo's own tests, and what they leave out."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from tests.toys import PEBBLE_GAME, State, installed, markable

from envs.games import NAMES, TABLES, Table, digest_at_once, digest_of_turns
from meowple.core.errors import IllegalAction, MeowpleError
from meowple.core.questions import CHECKPOINT, Ask, AskAny, Script
from meowple.envs.pettingzoo import AtOnce, Turns
from meowple.envs.pictures import picture

tables = pytest.mark.parametrize("table", TABLES, ids=NAMES)


@pytest.fixture(autouse=True)
def _quiet() -> object:
    """What PettingZoo's tests print is not for us."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


@tables
def test_they_pass_pettingzoos_tests(table: Table) -> None:
    api_test(Turns(*table, mask="info"), num_cycles=60)
    parallel_api_test(AtOnce(*table), num_cycles=20)


@tables
def test_a_seed_makes_them_repeatable(table: Table) -> None:
    if table.game == "festival":
        seed_test(lambda: Turns(*table, mask="info"))
        parallel_seed_test(lambda: AtOnce(*table, illegal="lose"))
    one, other = Turns(*table), Turns(*table)
    assert digest_of_turns(one, 3, 40) == digest_of_turns(other, 3, 40)
    assert digest_of_turns(one, 3, 40) != digest_of_turns(other, 4, 40)
    one.reset(seed=3)
    other.reset(seed=3)
    assert digest_of_turns(one, None, 20) == digest_of_turns(other, None, 20), "nor do later ones"


@tables
def test_a_reset_is_as_good_as_a_new_one(table: Table) -> None:
    """At any moment, over and over again."""
    used, at_once = Turns(*table), AtOnce(*table)
    for seed in range(3):
        fresh = digest_of_turns(Turns(*table), seed, 15), digest_at_once(AtOnce(*table), seed, 5)
        for _ in range(2):
            assert (digest_of_turns(used, seed, 15), digest_at_once(at_once, seed, 5)) == fresh


def play(env: Turns, rng: Random, steps: int) -> None:
    """Some turns at random; a match that ends is followed by another."""
    for _ in range(steps):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        if env.terminations[env.agent_selection]:
            env.reset()


@tables
def test_an_illegal_action_changes_nothing_and_is_explained(table: Table) -> None:
    env, rng = Turns(*table), Random(1)
    env.reset(seed=1)
    for _ in range(6):
        play(env, rng, 5)
        agent = env.agent_selection
        before, seen = env.match.save(), env.observe(agent)
        shut = np.flatnonzero(seen["action_mask"] == 0)
        for action in (int(rng.choice(shut)), -1, len(env.play.actions), None, "nonsense", 1.5):
            with pytest.raises(IllegalAction, match=r"possible are|action"):
                env.step(action)
        assert env.match.save() == before and env.agent_selection == agent
        assert env.observe(agent)["action_mask"].tolist() == seen["action_mask"].tolist()
        assert not any(env.terminations.values()) and not any(env.rewards.values())


@tables
def test_an_illegal_action_among_those_of_all_changes_nothing(table: Table) -> None:
    env, rng = AtOnce(*table), Random(1)
    seen, _ = env.reset(seed=1)
    for _ in range(8):
        good = {a: int(rng.choice(np.flatnonzero(o["action_mask"]))) for a, o in seen.items()}
        before = env.match.save()
        for agent, observation in seen.items():
            bad = int(rng.choice(np.flatnonzero(observation["action_mask"] == 0)))
            with pytest.raises(IllegalAction, match=r"seat \d"):
                env.step({**good, agent: bad})
            assert env.match.save() == before
        seen, *_ = env.step(good)
        if not env.agents:
            seen, _ = env.reset()


def test_who_may_lose_by_an_illegal_action_is_paid_for_it_alone() -> None:
    env = Turns("festival", 4, illegal="lose")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[0]))
    env.step(int(np.flatnonzero(env.observe("seat_1")["action_mask"] == 0)[0]))
    assert env.rewards == {"seat_0": 0.0, "seat_1": -1.0, "seat_2": 0.0, "seat_3": 0.0}
    assert all(env.terminations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    at_once = AtOnce("festival", 4, illegal="lose")
    at_once.reset(seed=1)
    seen, _ = at_once.reset(seed=1)
    chosen = {agent: int(seen[agent]["action_mask"].argmax()) for agent in at_once.agents}
    chosen["seat_1"] = chosen["seat_3"] = at_once.wait
    seen, paid, ended, _, _ = at_once.step(chosen)
    assert paid == {"seat_0": 0.0, "seat_1": -1.0, "seat_2": 0.0, "seat_3": -1.0}
    assert all(ended.values())
    for each in seen.values():
        assert np.flatnonzero(each["action_mask"]).tolist() == [at_once.wait]


@pytest.mark.parametrize("kind", [Turns, AtOnce])
def test_a_seed_is_a_whole_number_of_any_kind(kind: type[Turns] | type[AtOnce]) -> None:
    env = kind("festival", 3)
    env.reset(seed=3)
    dealt = env.match.save()
    for seed in (np.int64(3), np.uint8(3)):
        env.reset(seed=seed)
        assert env.match.save() == dealt
    for seed in (-1, "a", 1.5, True, np.int64(-3), [1]):
        with pytest.raises(ValueError, match="a seed is a whole number from 0 on, or None; not"):
            env.reset(seed=seed)
        assert env.match.save() == dealt


def test_who_plays_alone_is_paid_its_points() -> None:
    env, rng = Turns("comforts", 1, {"length": "short"}), Random(1)
    paid = []
    for seed in range(6):
        env.reset(seed=seed)
        while not env.match.over:
            env.step(int(rng.choice(np.flatnonzero(env.observe("seat_0")["action_mask"]))))
        assert env.rewards == {"seat_0": float(env.match.scores[0])}
        paid.append(env.rewards["seat_0"])
    assert max(paid) > 1


@tables
def test_nothing_is_shared(table: Table) -> None:
    """Neither with another environment, nor with a copy, nor between what is handed out."""
    env, rng = Turns(*table), Random(1)
    env.reset(seed=1)
    play(env, rng, 12)
    agent = env.agent_selection
    first = env.observe(agent)
    again = env.observe(agent)
    untouched = first["observation"].tolist(), first["action_mask"].tolist()
    again["observation"] += 1
    again["action_mask"] += 1
    assert (first["observation"].tolist(), first["action_mask"].tolist()) == untouched
    saved = env.match.save()
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.match.save() == saved
        play(twin, Random(2), 9)
        assert env.match.save() == saved
        assert env.agent_selection == agent


def test_others_do_not_see_who_has_answered() -> None:
    env = Turns("festival", 4)
    env.reset(seed=1)
    before = [env.observe(agent)["observation"].tolist() for agent in env.agents]
    env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[0]))
    assert [env.observe(agent)["observation"].tolist() for agent in env.agents] == before
    assert not env.observe("seat_0")["action_mask"].any(), "it has answered"


@pytest.mark.parametrize("table", [TABLES[0], TABLES[3], TABLES[5]], ids=str)
def test_what_is_paid_at_the_end(table: Table) -> None:
    for rewards in ("share", "points"):
        env, rng = Turns(*table, rewards=rewards), Random(1)
        env.reset(seed=1)
        while not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
        match, paid = env.match, list(env.rewards.values())
        if rewards == "points":
            assert paid == match.scores
        else:
            fair = 1 / table.seats
            assert paid == [share - fair for share in match.returns()]
            assert abs(sum(paid)) < 1e-9 and max(paid) > 0
        assert env._cumulative_rewards == env.rewards


def test_they_show_the_table() -> None:
    render_test(lambda render_mode=None: Turns("festival", 4, render_mode=render_mode))
    env = AtOnce("comforts", 2, render_mode="rgb_array")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn.dtype == np.uint8 and drawn.shape[2] == 3
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 20, "letters in several colours"


def test_all_pictures_are_of_one_size() -> None:
    sizes = {picture(text).shape for text in ("", "cat", "[bold]cat[/]\n" * 200, "cat " * 200)}
    assert sizes == {(960, 1280, 3)}
    assert picture("cat " * 200).std() > 0, "made smaller, and still there"


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="rewards is 'share' or 'points'; not 'gold'"):
        Turns("festival", rewards="gold")
    with pytest.raises(ValueError, match="render_mode is one of ansi"):
        Turns("festival", render_mode="film")
    with pytest.raises(MeowpleError, match="festival is played by 3, 4 seats"):
        AtOnce("festival", 9)
    with pytest.raises(MeowpleError, match="reset the environment"):
        Turns("festival").observe("seat_0")
    env = AtOnce("festival", 3)
    env.reset(seed=1)
    with pytest.raises(MeowpleError, match="render_mode"):
        env.render()
    for wrong in (np.array([1, 2]), np.array([1]), None, 0.5, {}):
        with pytest.raises(IllegalAction, match="actions are found by key"):
            env.step({"seat_0": wrong})
    with pytest.raises(IllegalAction, match="given by the names of seats"):
        env.step(np.array([1, 2]))


def test_after_the_end_there_is_nothing_to_do() -> None:
    env, rng = Turns("festival", 3, mask="info"), Random(1)
    env.reset(seed=1)
    for agent in env.agent_iter():
        _, _, ended, _, info = env.last()
        if ended:
            env.step(None)
            continue
        env.step(rng.choice([i for i, one in enumerate(info["action_mask"]) if one]))
        if env.agent_selection != agent:
            assert env.infos[agent] == {}, "its mask is of no use any more"
    with pytest.raises(MeowpleError, match="the match is over"):
        env.step(None)


def hasty(s: State) -> Script:
    """Whoever answers first ends the preparation; then seat 1 is asked something else."""
    while s.phase != "over":
        yield CHECKPOINT
        if s.phase == "deal":
            yield AskAny("prepare", (0, 1), markable)
            s.phase = "turn"
        else:
            yield Ask("turn", 1, markable)
            s.phase = "over"


def test_an_answer_is_not_given_to_the_question_after() -> None:
    with installed(hasty=replace(PEBBLE_GAME, name="hasty", rules=hasty)):
        env = AtOnce("hasty", 2)
        env.reset(seed=1)
        _, _, over, _, _ = env.step({"seat_0": "done", "seat_1": "done"})
        assert not any(over.values()) and env.match is not None
        assert env.match.question is not None and env.match.question.kind == "turn"
        _, _, over, _, _ = env.step({"seat_1": "done"})
        assert all(over.values())


def test_answers_at_ones_own_pace_are_all_taken() -> None:
    with installed():
        env = AtOnce("pebbles", 2)
        seen, _ = env.reset(seed=1)
        env.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
        assert env.match is not None and env.match.view(None)["question"]["kind"] == "prepare"
        env.step({"seat_0": "done", "seat_1": "done"})
        assert env.match.view(None)["question"]["kind"] == "turn"
