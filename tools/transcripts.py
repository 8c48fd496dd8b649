"""Play matches at random and print a digest of each, to compare two builds of Meowple.

    python -m tools.transcripts 20 [--game catvale] [--greedy]

Each line is a game, its seats, options and seed, and a digest of everything that was seen on the
way: what could be chosen, views, events, saves, refusals, copies. The first line says whether
the games run compiled. With --greedy the greedy bot plays, and the digest is of what it chose: two
builds that print the same lines let it think alike.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Callable, Iterator
from hashlib import blake2b
from random import Random
from typing import Any

import meowple
from meowple import Match
from meowple.bots.greedy import Greedy
from meowple.core.game import Game
from meowple.core.native import compiled

REFUSED: tuple[tuple[Any, Any], ...] = (
    (0, "nothing"),
    (99, "nothing"),
    ("one", "nothing"),
    (True, "nothing"),
    (1.5, "nothing"),
)
"""Seats and actions that nobody may have; seats of types that nobody should give."""


def main() -> None:
    """Print the digests of all kinds of matches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int, help="of each game, mode and number of seats")
    parser.add_argument("--game", choices=meowple.game_names(), help="only this one")
    parser.add_argument("--greedy", action="store_true", help="what the greedy bot chooses")
    asked = parser.parse_args()
    print("compiled" if compiled() else "interpreted")
    for name in [asked.game] if asked.game else meowple.game_names():
        for line in transcripts(
            meowple.get_game(name), asked.matches, chosen if asked.greedy else digest
        ):
            print(line, flush=True)


Digest = Callable[[Game[Any], int, dict[str, Any], int, Random], str]


def transcripts(game: Game[Any], matches: int, of: Digest | None = None) -> Iterator[str]:
    """A line for each match: the first with the options as they are, the others with random ones."""
    shown = of or digest
    for seats in game.seat_counts:
        for seed in range(matches):
            random = Random(f"{game.name} {seats} {seed}")
            options = (
                {} if seed == 0 else {option.name: _any(option, random) for option in game.options}
            )
            told = json.dumps(options)
            yield f"{game.name} {seats} {seed} {told} {shown(game, seats, options, seed, random)}"


def _any(option: Any, random: Random) -> Any:
    if option.choices:
        return random.choice(list(option.choices))
    return random.randint(option.least, min(option.most, max(option.default, option.least + 5)))


def digest(game: Game[Any], seats: int, options: dict[str, Any], seed: int, random: Random) -> str:
    """Everything that a random match shows, as a short digest."""
    seen = blake2b(digest_size=12)

    def note(*things: object) -> None:
        seen.update(repr(things).encode())

    recording = seed % 3 < 2
    match = meowple.new_match(game.name, seats, options, seed, recording=recording)
    note(game.policy and "policy", match.fork().play_out(random), random.random())
    while not match.over:
        if random.random() < 0.01:
            match = _looked_at(match, random, note)
        seat = random.choice(match.to_act)
        actions = match.actions(seat)
        action = random.choice(actions)
        note(seat, [each.id for each in actions], action.key)
        match.act(seat, action if random.random() < 0.8 else action.key)
    note(match.view_json(), match.scores, match.winners, match.returns(), match.study())
    note(match.told if recording else (), match.state.to_json(), match.log() if recording else ())
    return seen.hexdigest()


def chosen(game: Game[Any], seats: int, options: dict[str, Any], seed: int, random: Random) -> str:
    """What the greedy bot chooses at all seats, as a short digest."""
    match = meowple.new_match(game.name, seats, options, seed, recording=False)
    bots = [Greedy(random.getrandbits(64)) for _ in range(seats)]
    keys = blake2b(digest_size=12)
    while not match.over:
        seat = match.to_act[0]
        action = bots[seat].choose(match, seat)
        keys.update(f"{seat} {action.key}\n".encode())
        match.act(seat, action)
    return f"{keys.hexdigest()} {match.scores}"


def _looked_at(match: Match, random: Random, note: Any) -> Match:
    """Look at a match from all sides; gives a copy of it that must go on alike."""
    for seat, action in REFUSED:
        try:
            match.act(seat, action)
        except Exception as error:
            note(type(error).__name__, str(error))
    seat = random.randrange(match.seats)
    note(match, match.view_json(seat), match.save(), match.position(), match.mask(seat))
    twin = match.imagine(seat, random.randrange(100))
    note(twin.view_json(seat), twin.play_out(Random(1)), twin.scores)
    note(sorted(match.undo_consent(seat) or ()), match.fork(seed=5).play_out(Random(2)))
    how = random.randrange(3)
    if how == 0:
        return meowple.load_match(match.save())
    if how == 1:
        return match.fork()
    again: Match = pickle.loads(pickle.dumps(match))
    return again


if __name__ == "__main__":
    main()
