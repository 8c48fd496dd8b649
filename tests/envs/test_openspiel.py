"""OpenSpiel's own tests, and what they leave out."""

from __future__ import annotations

import contextlib
import io
import pickle
import unittest
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.tests import games_sim_test
from tests.toys import BOMB, PEBBLE_GAME, installed

import meowple.envs.openspiel  # registers the games, which the next import looks at
from envs.games import TABLES
from meowple.core.errors import IllegalAction, RulesError
from meowple.envs.openspiel import SIMULTANEOUS, Core, Terms, quoted
from meowple.games.festival.pieces import BOOZE_CARDS, OTHER_CARDS

GAMES = ["festival", "comforts", "purrballs", "catvale"]


def spelled(game: str, **parameters: Any) -> str:
    """A game as OpenSpiel names it."""
    inner = ",".join(f"{key}={quoted(value)}" for key, value in parameters.items())
    return f"meowple_{game}({inner})"


SPELLED = [
    *(spelled(table.game, players=table.seats, **table.options) for table in TABLES),
    spelled("festival", players=3, chance="nodes", rules="advanced"),
    spelled("festival", turns=True, rewards="points"),
    spelled("comforts", players=2, length="short", chance="nodes", turns=True),
    spelled("purrballs", players=4, chance="nodes"),
]

games = pytest.mark.parametrize("name", SPELLED)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """What OpenSpiel's tests print is not for us; their numbers at random are always the same."""
    np.random.seed(1)
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])
    with contextlib.redirect_stdout(io.StringIO()):
        yield


@pytest.mark.parametrize("name", [name for name in SPELLED if "catvale(players=4" not in name])
def test_they_pass_the_simulation_test(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", [*SPELLED[:2], SPELLED[4], SPELLED[-1]])
def test_they_pass_the_simulation_test_in_c(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_they_pass_as_games_in_turns() -> None:
    game = pyspiel.load_game_as_turn_based("meowple_festival")
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.parametrize("game", GAMES)
def test_they_pass_the_api_test(game: str) -> None:
    """Its checks of some nodes of each game's tree."""

    class OnOne(api_test.EnforceAPIOnPartialTreeBase):
        pass

    OnOne.game = pyspiel.load_game(spelled(game, turns=game == "purrballs"))
    OnOne.game_name = f"meowple_{game}"
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(OnOne).run(result)
    assert result.testsRun >= 5
    assert not result.errors and not result.failures, (result.errors + result.failures)[0][1]


@pytest.mark.parametrize(
    "name", [spelled("festival", target=1), spelled("festival", target=1, players=3, turns=True)]
)
def test_a_playthrough_is_repeated_word_for_word(name: str, tmp_path: Any) -> None:
    text = generate_playthrough.playthrough(name, None, seed=3)
    file = tmp_path / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    first, again = generate_playthrough.replay(str(file))
    assert first == again
    assert "InformationStateString(0)" in text


def rolled(state: Any, rng: Random) -> Any:
    """The state after the chance nodes that it is at."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        assert abs(sum(weights) - 1) < 1e-9
        state.apply_action(rng.choice(outcomes))
    return state


def step(state: Any, rng: Random) -> None:
    """A decision at random, of one seat or of several together, and the chance after it."""
    if state.is_simultaneous_node():
        legal = [state.legal_actions(seat) for seat in range(state.num_players())]
        state.apply_actions([rng.choice(some) if some else 0 for some in legal])
    else:
        state.apply_action(rng.choice(state.legal_actions()))
    rolled(state, rng)


@games
def test_information_states_tell_nothing_hidden(name: str) -> None:
    """They are the same in every world that the player holds possible."""
    rng = Random(4)
    game = pyspiel.load_game(name)
    state = rolled(game.new_initial_state(), rng)
    for _ in range(8):
        for _ in range(3):
            if state.is_terminal():
                return
            step(state, rng)
        if state.is_terminal():
            return
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            for ask in ("information_state_string", "observation_string"):
                assert getattr(other, ask)(player) == getattr(state, ask)(player)
            same = np.array(other.information_state_tensor(player))
            assert (same == np.array(state.information_state_tensor(player))).all()


@games
def test_they_remember_all_that_a_seat_saw_and_did(name: str) -> None:
    """Two pasts that differ for a player are never one information state."""
    rng = Random(5)
    game = pyspiel.load_game(name)
    pasts: dict[tuple[int, str], Any] = {}
    for _ in range(3):
        state = rolled(game.new_initial_state(), rng)
        seen: list[list[Any]] = [[] for _ in range(game.num_players())]
        for _ in range(12):
            if state.is_terminal():
                break
            before = [state.observation_string(p) for p in range(game.num_players())]
            length = len(state.full_history())
            step(state, rng)
            for item in state.full_history()[length:]:
                if item.player >= 0 and before:
                    seen[item.player].append((before[item.player], item.action))
            for player, own in enumerate(seen):
                key = player, state.information_state_string(player)
                if not state.is_simultaneous_node() and state.current_player() == player:
                    assert pasts.setdefault(key, own[:]) == own


@games
def test_a_clone_goes_its_own_way_and_a_pickle_goes_the_same(name: str) -> None:
    rng = Random(6)
    state = rolled(pyspiel.load_game(name).new_initial_state(), rng)
    for _ in range(4):
        if state.is_terminal():
            break
        twin, stored = state.clone(), pickle.loads(pickle.dumps(state))
        before = str(state)
        step(twin, Random(1))
        assert str(state) == before == str(stored)
        step(stored, Random(1))
        assert str(stored) == str(twin)
        for player in range(state.num_players()):
            told = stored.information_state_string(player)
            assert told == twin.information_state_string(player)
        step(state, rng)


def test_chance_nodes_are_as_likely_as_the_rules_have_them() -> None:
    state = pyspiel.load_game(spelled("festival", chance="nodes")).new_initial_state()
    sizes = []  # of both piles, from which the cards are taken one by one
    while state.is_chance_node():
        sizes.append(len(state.chance_outcomes()))
        state.apply_action(0)
    assert sizes == [*range(len(BOOZE_CARDS), 1, -1), *range(len(OTHER_CARDS), 1, -1)]


@pytest.mark.parametrize("turns", [False, True])
def test_an_illegal_action_is_explained_and_changes_nothing(turns: bool) -> None:
    game = pyspiel.load_game(spelled("festival", turns=turns))
    state = rolled(game.new_initial_state(), Random(1))
    legal = [state.legal_actions(seat) for seat in range(4)]
    bad = next(action for action in range(60) if action not in legal[0] + legal[1])
    before = str(state), state.information_state_string(0), pickle.dumps(state)
    answers = [legal[0][0] if legal[0] else 0, bad, *(some[0] if some else 0 for some in legal[2:])]
    apply = partial(state.apply_action, bad) if turns else partial(state.apply_actions, answers)
    with pytest.raises(IllegalAction, match="may not be chosen now; possible are"):
        apply()
    assert (str(state), state.information_state_string(0), pickle.dumps(state)) == before


def test_what_is_wrong_is_said_and_changes_nothing() -> None:
    game = pyspiel.load_game(spelled("festival", players=3, chance="nodes"))
    state = game.new_initial_state()

    def refused(call: Any, words: str) -> None:
        before = str(state), state.history(), pickle.dumps(state.core)
        with pytest.raises((ValueError, IllegalAction), match=words):
            call()
        assert (str(state), state.history(), pickle.dumps(state.core)) == before

    number = len(state.chance_outcomes())
    for outcome in (number, -2):
        refused(partial(state.apply_action, outcome), f"outcomes 0 to {number - 1} here; not")
    refused(partial(state.apply_actions, [0, 0, 0]), "no player chooses here")
    rolled(state, Random(1))
    legal = [state.legal_actions(seat)[0] for seat in range(3)]
    refused(partial(state.apply_action, legal[0]), "say apply_actions")
    refused(partial(state.apply_actions, legal[:2]), "actions are 3, one for each player; not 2")
    for unknown in (99_999, -2):
        refused(partial(state.apply_actions, [*legal[:2], unknown]), "actions are found by key")
    while not state.is_terminal():
        step(state, Random(1))
    refused(partial(state.apply_action, 0), "the match is over")
    refused(partial(state.apply_actions, [0, 0, 0]), "no player chooses here")


@pytest.mark.parametrize(
    "name",
    [
        spelled("festival", players=3),
        spelled("comforts", players=2, length="short"),
        spelled("catvale", players=2),
    ],
)
def test_openspiels_environment_plays_them_with_all_at_once(name: str) -> None:
    """It gives everybody's action at each node, that of one player too."""
    rng = Random(1)
    environment = rl_environment.Environment(name)
    moment = environment.reset()
    for _ in range(80):
        if moment.last():
            break
        legal = moment.observations["legal_actions"]
        moment = environment.step([rng.choice(some) if some else 0 for some in legal])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("chance", ["seed", "nodes"])
def test_another_world_can_be_pickled_and_goes_on_the_same(game: str, chance: str) -> None:
    rng = Random(4)
    players = 2 if game in ("comforts", "catvale") else 3
    spiel = pyspiel.load_game(spelled(game, players=players, chance=chance))
    state = rolled(spiel.new_initial_state(), rng)
    for _ in range(25):
        if state.is_terminal():
            break
        other = state.resample_from_infostate(0, rng.random)
        assert not other.is_chance_node()
        again = pickle.loads(pickle.dumps(other))
        for _ in range(3):
            assert str(again) == str(other)
            if other.is_terminal():
                break
            seed = rng.random()
            step(other, Random(seed))
            step(again, Random(seed))
            other = other.resample_from_infostate(1, Random(seed).random)
            again = pickle.loads(
                pickle.dumps(again.resample_from_infostate(1, Random(seed).random))
            )
        for _ in range(3):
            if not state.is_terminal():
                step(state, rng)


def test_other_parts_of_openspiel_can_play_them() -> None:
    environment = rl_environment.Environment(spelled("festival", turns=True))
    moment = environment.reset()
    while not moment.last():
        player = moment.observations["current_player"]
        moment = environment.step([moment.observations["legal_actions"][player][0]])
    assert abs(sum(moment.rewards)) < 1e-9
    rng = np.random.RandomState(1)
    state = rolled(
        pyspiel.load_game(spelled("festival", turns=True)).new_initial_state(), Random(1)
    )
    bot = ISMCTSBot(
        pyspiel.load_game(spelled("festival", turns=True)),
        uct_c=1.0,
        evaluator=Rollouts(),
        max_simulations=4,
        random_state=rng,
    )
    assert bot.step(state) in state.legal_actions()


class Rollouts:
    """Values of states for a search: what nobody knows is worth nothing."""

    def evaluate(self, state: Any) -> list[float]:
        return [0.0] * state.num_players()

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def test_who_plays_alone_is_paid_its_points() -> None:
    rng = Random(1)
    game = pyspiel.load_game(spelled("comforts", players=1, length="short"))
    state = rolled(game.new_initial_state(), rng)
    while not state.is_terminal():
        step(state, rng)
    assert state.returns() == [float(state.core.match.scores[0])]
    assert game.min_utility() < state.returns()[0] < game.max_utility()


def test_options_of_any_kind_can_be_given() -> None:
    assert meowple.envs.openspiel.quoted("12") == "'12'"
    game = pyspiel.load_game("meowple_catvale(players=2,marker_limit=none,litterbox=True)")
    options = game.terms.play.options
    assert (options["marker_limit"], options["litterbox"]) == ("none", True)
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("meowple_festival(nonsense=1)")
    with pytest.raises(ValueError, match="chance is seed or nodes"):
        pyspiel.load_game("meowple_festival(chance=dice)")


def test_rules_that_fail_leave_a_node_as_it_was() -> None:
    pebbles = replace(PEBBLE_GAME, encoding=lambda seats, options: [])
    with installed(pebbles=pebbles):
        core = Core(Terms("pebbles", {"players": 2, "fault": True}))
        while core.open:
            core.roll(0)
        match = core.match
        assert match is not None and core.player == SIMULTANEOUS
        moves, pasts = core.moves, core.pasts
        first = [(seat, match.actions(seat)[0].id) for seat in (0, 1)]
        with pytest.raises(RulesError):
            core.act([first[0], (1, BOMB.id)])
        assert (core.moves, core.pasts, core.left) == (moves, pasts, ())
        assert core.match is not None and core.match.to_act == (0, 1)
        assert not core.match.committed
        core.act(first)
        assert core.moves == ((moves, *first[0]), *first[1])
        assert core.match.question is not None and core.match.question.kind == "prepare"
