"""A game that somebody has just made is an environment at once, without a line for it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from random import Random

import gymnasium
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

import meowple
import meowple.envs.gymnasium
import meowple.envs.openspiel
from envs.games import Table, digest_at_once, digest_of_turns, moments
from meowple.author.new_game import new_game
from meowple.core.encoding import Encoding
from meowple.envs.pettingzoo import AtOnce, Turns
from packages import offered

NAME = "string_ball"
TABLE = Table(NAME, 3, {"hand": 5})


@pytest.fixture
def _made(tmp_path: Path) -> Iterator[None]:
    """A new game, while its package is installed."""
    folder = new_game(NAME, tmp_path)
    with offered(folder / "src", f"[meowple.games]\n{NAME} = {NAME}:GAME\n"):
        yield


pytestmark = pytest.mark.usefixtures("_made")


def test_it_is_one_of_pettingzoos() -> None:
    api_test(Turns(*TABLE, mask="info"), num_cycles=60)
    parallel_api_test(AtOnce(*TABLE), num_cycles=20)
    used, fresh = Turns(*TABLE), Turns(*TABLE)
    assert digest_of_turns(used, 2, 99) == digest_of_turns(fresh, 2, 99)
    assert digest_of_turns(used, 2, 99) == digest_of_turns(fresh, 2, 99)
    assert digest_at_once(AtOnce(*TABLE), 2, 99) == digest_at_once(AtOnce(*TABLE), 2, 99)


def test_it_is_one_of_gymnasiums() -> None:
    meowple.envs.gymnasium.register()
    env = gymnasium.make("Meowple/StringBall-v0", bots="greedy", illegal="lose")
    check_env(env.unwrapped, skip_render_check=True)


def test_it_is_one_of_openspiels() -> None:
    meowple.envs.openspiel.register()
    game = pyspiel.load_game(f"meowple_{NAME}(players=3,hand=5)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_its_views_are_its_encoding_and_the_viewer_comes_first() -> None:
    encoding = Encoding(meowple.get_game(NAME), TABLE.seats, TABLE.options)
    assert encoding.game.encoding is None
    labels = [f"{place.block.name}{place.label}" for place in encoding.places()]
    assert len(set(labels)) == encoding.size
    held = labels.index("seats[you].held")
    rng = Random(1)
    for match in moments(TABLE, 20):
        for viewer in range(TABLE.seats):
            seen = encoding.encode(match, viewer)
            table = match.view(viewer)["table"]
            assert seen[held] == table["seats"][viewer]["held"]
            own = table["seats"][viewer]["hand"]
            names = [label for label in labels if label.startswith("seats[you].hand ")]
            in_it = [name for name in names for _ in range(seen[labels.index(name)])]
            assert sorted(f"seats[you].hand {card}" for card in own) == sorted(in_it)
            twin = match.imagine(viewer, rng.getrandbits(64))
            assert encoding.encode(twin, viewer) == seen
            assert encoding.encode(copy.deepcopy(match), viewer) == seen
