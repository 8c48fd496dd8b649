"""The tables on which environments are tried, and random play in them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from meowple.core.match import Match, new_match
from meowple.envs.pettingzoo import AtOnce, Turns


class Table(NamedTuple):
    """A game, a number of seats and options: what environments are made with."""

    game: str
    seats: int
    options: dict[str, Any]


TABLES = [
    Table("festival", 4, {}),
    Table("festival", 3, {"rules": "experienced", "multiplier_choice": "hidden"}),
    Table("festival", 3, {"rules": "advanced", "announce_on_yorozu": True}),
    Table("comforts", 3, {"length": "short"}),
    Table("comforts", 1, {"length": "short", "placement": "open"}),
    Table("purrballs", 3, {}),
    Table("purrballs", 5, {"mode": "expert"}),
    Table("catvale", 2, {"litterbox": True, "arena": True}),
    Table("catvale", 4, {"world": "chaotic"}),
]

NAMES = [f"{table.game}-{table.seats}" for table in TABLES]


def moments(table: Table, number: int, seed: int = 1, pause: int = 1) -> Iterator[Match]:
    """So many moments of a match that is played at random, those of its end not among them."""
    rng = Random(seed)
    match = new_match(*table, seed=seed, recording=False)
    for _ in range(number):
        yield match
        for _ in range(pause):
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(match.actions(seat)))
            if match.over:
                match = new_match(*table, seed=rng.getrandbits(32), recording=False)


def digest_of_turns(env: Turns, seed: int | None, steps: int) -> str:
    """A hash of all that is seen in some steps of random play after a reset."""
    rng, digest = Random(f"{seed}"), hashlib.sha256()
    env.reset(seed=seed)
    for _ in range(steps):
        observation, reward, ended, _, _ = env.last()
        digest.update(repr((env.agent_selection, reward, ended)).encode())
        digest.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
        if not env.agents or ended:
            break
        env.step(rng.choice([i for i, one in enumerate(observation["action_mask"]) if one]))
    return digest.hexdigest()


def digest_at_once(env: AtOnce, seed: int | None, steps: int) -> str:
    """The same of an environment in which all seats act at once."""
    rng, digest = Random(f"{seed}"), hashlib.sha256()
    seen, _ = env.reset(seed=seed)
    for _ in range(steps):
        actions = {}
        for agent, observation in seen.items():
            digest.update(observation["observation"].tobytes())
            legal = [i for i, one in enumerate(observation["action_mask"]) if one]
            actions[agent] = rng.choice(legal)
        seen, rewards, *_ = env.step(actions)
        digest.update(repr((actions, rewards)).encode())
        if not env.agents:
            break
    return digest.hexdigest()


def all_digests() -> Iterator[str]:
    """Of each table a line that must be the same whatever Python's hashes are."""
    for table in TABLES:
        yield digest_of_turns(Turns(*table), 5, 40) + digest_at_once(AtOnce(*table), 5, 12)


if __name__ == "__main__":
    print("\n".join(all_digests()))
