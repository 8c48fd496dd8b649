"""Other projects' figures, measured in the same way where they are installed.

``pip install 'meowple[bench]'`` brings them. Each plays other games than ours: what the figures
compare is what a decision of a tabletop game costs a Python program.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from measure import Row, rate


def rows(seconds: float) -> Iterator[Row]:
    """The figures of all peers that are installed."""
    for peer in (open_spiel, rlcard, pettingzoo):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield from peer(seconds)
        except ImportError as error:
            print(f"{peer.__name__} is left out: {error}")


def open_spiel(seconds: float) -> Iterator[Row]:
    """Games written in C++ and in Python, driven from Python as their users do."""
    import pyspiel
    from open_spiel.python import games as _games  # noqa: F401  registers those in Python

    for name, seats in (
        ("hearts", "C++"),
        ("python_block_dominoes", "Python"),
        ("python_liars_poker", "Python"),
    ):
        game = pyspiel.load_game(name)
        title = f"open_spiel {name} ({seats})"
        value = rate(_open_spiel_play(game), seconds)
        yield Row("random play", title, "decisions/s", value, peer=True)
        yield Row("OpenSpiel", title, "decisions/s", value, peer=True)
        state = _open_spiel_middle(game)
        yield Row("fork at a checkpoint", title, "1/s", rate(_times(state.clone), seconds), True)
        if name == "hearts":
            yield Row("batch", title, "decisions/s", value, peer=True)
            random = Random(1)

            def resample(state: Any = state, random: Random = random) -> object:
                return state.resample_from_infostate(0, random.random)

            yield Row("deal anew what a seat cannot know", title, "1/s",
                      rate(_times(resample), seconds), True)  # fmt: skip


def _open_spiel_step(state: Any, random: Random) -> int:
    """One step of random play; gives 1 for a decision and 0 for chance."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, chances)[0])
        return 0
    legal = state.legal_actions()
    state.apply_action(legal[int(random.random() * len(legal))])
    return 1


def _open_spiel_play(game: Any) -> Callable[[], int]:
    random = Random(1)

    def work() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            decisions += _open_spiel_step(state, random)
        return decisions

    return work


def _open_spiel_middle(game: Any) -> Any:
    random = Random(1)
    while True:
        state = game.new_initial_state()
        decisions = 0
        while decisions < 6 and not state.is_terminal():
            decisions += _open_spiel_step(state, random)
        while not state.is_terminal() and state.is_chance_node():
            _open_spiel_step(state, random)
        if not state.is_terminal():
            return state


def rlcard(seconds: float) -> Iterator[Row]:
    """Uno, with two seats as it comes."""
    import rlcard as library

    env = library.make("uno", config={"seed": 1})
    random = Random(1)

    def work() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    yield Row("random play", "rlcard uno (Python)", "decisions/s", rate(work, seconds), peer=True)


def pettingzoo(seconds: float) -> Iterator[Row]:
    """Classic environments with their usual wrappers."""
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    for name, module in (("tictactoe", tictactoe_v3), ("connect_four", connect_four_v3)):
        env = module.env()
        random = Random(1)

        def work(env: Any = env, random: Random = random) -> int:
            env.reset(seed=1)
            decisions = 0
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                else:
                    env.step(random.choice(seen["action_mask"].nonzero()[0]))
                    decisions += 1
            return decisions

        value = rate(work, seconds)
        yield Row("random play", f"pettingzoo {name} (Python)", "decisions/s", value, peer=True)
        yield Row("PettingZoo, in turns", f"pettingzoo {name}", "decisions/s", value, peer=True)


def _times(call: Callable[[], object]) -> Callable[[], int]:
    def work() -> int:
        for _ in range(20):
            call()
        return 20

    return work
