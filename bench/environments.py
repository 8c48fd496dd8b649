"""How fast the environments for programs that learn are, beside those of their libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from measure import Row, rate
from ours import each, installed, middle

import meowple
from meowple.core.encoding import Encoding

TURNS_WANTED = {"festival": 45_000}
NODES_WANTED = {"festival": 75_000}
ENCODED_WANTED = {"festival": 1e6 / 3}
BATCHED_WANTED = {"festival": 5_000_000}
BATCHED_OUT_WANTED = {"festival": 15_000_000}
BATCHED = 4096
"""Matches in a batch."""
MASKED_WANTED = {"festival": 1e6 / 0.7}


def rows(seconds: float) -> Iterator[Row]:
    """Encodings and masks of all games; PettingZoo and OpenSpiel where they are installed."""
    games = installed()
    for name in games:
        moments = middle(name)
        encoding = Encoding.of(moments[0])
        value = rate(each(moments, lambda match, to=encoding: to.encode(match, 0)), seconds)
        yield Row("encode a seat", name, "1/s", value, target=ENCODED_WANTED.get(name))
        value = rate(each(moments, lambda match: match.mask(0)), seconds)
        yield Row("mask of a seat", name, "1/s", value, target=MASKED_WANTED.get(name))
    for part in (turns, at_once, nodes):
        try:
            for name in games:
                yield part(name, seconds)
        except ImportError as error:
            print(f"{part.__name__} is left out: {error}")
    try:
        yield from batched("festival", seconds)
    except ImportError as error:
        print(f"batched is left out: {error}")


def four(name: str) -> int | None:
    """Four seats, where a game is played by so many."""
    return 4 if 4 in meowple.get_game(name).seat_counts else None


def chosen(mask: Any, random: Random) -> int:
    """One of the actions that a mask marks, as cheaply as can be."""
    marks = mask.tobytes()
    place = -1
    for _ in range(int(random.random() * marks.count(1)) + 1):
        place = marks.find(1, place + 1)
    return place


def turns(name: str, seconds: float) -> Row:
    """Whole matches as a PettingZoo environment, encoded and masked at each turn."""
    from meowple.envs.pettingzoo import Turns

    env, random, seed = Turns(name, four(name)), Random(1), 0

    def work() -> int:
        nonlocal seed
        seed += 1
        env.reset(seed=seed)
        made = 0
        while True:
            seen, _, ended, _, _ = env.last()
            if ended:
                return made
            env.step(chosen(seen["action_mask"], random))
            made += 1

    value = rate(work, seconds)
    return Row("PettingZoo, in turns", name, "decisions/s", value, target=TURNS_WANTED.get(name))


def at_once(name: str, seconds: float) -> Row:
    """The same with all seats acting in every step; one that only waits is not counted."""
    from meowple.envs.pettingzoo import AtOnce

    env, random, seed = AtOnce(name, four(name)), Random(1), 0

    def work() -> int:
        nonlocal seed
        seed += 1
        seen, _ = env.reset(seed=seed)
        made = 0
        while env.agents:
            actions = {agent: chosen(own["action_mask"], random) for agent, own in seen.items()}
            made += sum(action != env.wait for action in actions.values())
            seen, *_ = env.step(actions)
        return made

    return Row("PettingZoo, all at once", name, "decisions/s", rate(work, seconds))


def batched(name: str, seconds: float) -> Iterator[Row]:
    """Random play of many matches in arrays: seen and masked at every step, and to the end at once."""
    from meowple.envs.batch import Batch

    batch = Batch(name, BATCHED, four(name), seed=1)

    def made(work: Callable[[], object]) -> int:
        before = batch.decisions
        work()
        return batch.decisions - before

    value = rate(lambda: made(lambda: batch.step(batch.sample())), seconds)
    yield Row("batch", name, "decisions/s", value, target=BATCHED_WANTED.get(name))
    value = rate(lambda: made(batch.play_out), seconds)
    yield Row("batch, play_out", name, "decisions/s", value, target=BATCHED_OUT_WANTED.get(name))


def nodes(name: str, seconds: float) -> Row:
    """Whole matches as an OpenSpiel game, driven from Python."""
    import pyspiel

    import meowple.envs.openspiel

    seats = four(name) or max(meowple.get_game(name).seat_counts)
    value = rate(spiel_play(pyspiel.load_game(f"meowple_{name}(players={seats})")), seconds)
    return Row("OpenSpiel", name, "decisions/s", value, target=NODES_WANTED.get(name))


def spiel_play(game: Any) -> Callable[[], int]:
    """Random play of an OpenSpiel game, simultaneous nodes included."""
    random, players = Random(1), range(game.num_players())

    def work() -> int:
        state = game.new_initial_state()
        made = 0
        while True:
            player = state.current_player()
            if player >= 0:
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                made += 1
            elif state.is_chance_node():
                legal = state.legal_actions()  # all as likely as one another
                state.apply_action(legal[int(random.random() * len(legal))])
            elif state.is_simultaneous_node():
                answers = []
                for each_player in players:
                    legal = state.legal_actions(each_player)
                    made += bool(legal)
                    answers.append(legal[int(random.random() * len(legal))] if legal else 0)
                state.apply_actions(answers)
            else:
                return made

    return work
