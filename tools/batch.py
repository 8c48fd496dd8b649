"""Play batches of Festival beside the rules, move by move, and compare them.

    python -m tools.batch --matches 100000 [--seed 1] [--seconds 380]

Every match of a batch is played by `meowple.new_match` with the same seed, too. Before each
decision who is asked, what it sees, what it may choose and the whole state must be the same, the
stream of chance included; at the end what is paid. The three sets of rules take turns; seats and
the other options are drawn at random. Another seed plays other matches. The first difference is
shown, and ends it with 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from rich.progress import Progress

from meowple import Match
from meowple.author.testing.trials import Trial, draw_trial
from meowple.envs.batch import Batch
from meowple.envs.play import Rewards
from meowple.games.festival import kernel

TOGETHER = 64
"""Matches in a batch."""

PAYS: tuple[Rewards, Rewards] = "share", "points"


class Differs(Exception):
    """The rules and their kernel do not agree."""


def main() -> int:
    """Play as many matches as asked for, or as long; 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="then end all the same")
    asked = parser.parse_args()
    started, played = time.monotonic(), 0
    with Progress() as progress:
        task = progress.add_task("matches", total=asked.matches)
        try:
            for played in checked(asked.seed):
                progress.update(task, completed=played)
                if played >= asked.matches or time.monotonic() - started > asked.seconds:
                    break
        except Differs as error:
            print(error, file=sys.stderr)
            return 1
    print(f"{played:,} matches are the same, seed {asked.seed}")
    return 0


def checked(seed: int) -> Iterator[int]:
    """Compare batch after batch; gives how many matches have been played to their end so far."""
    random, played = Random(seed), 0
    while True:
        for rules in ("basic", "experienced", "advanced"):
            short = random.random() < 0.98  # the others go up to 300 VP
            trial = draw_trial("festival", random.getrandbits(60), short=short, rules=rules)
            played += compare(trial, TOGETHER if short else 2)
            yield played


def compare(trial: Trial, together: int) -> int:
    """Play a batch beside the rules until each of its first matches is over.

    Returns:
        How many matches have been played to their end.

    Raises:
        Differs: says where.
    """
    game, seats, options, seed = trial
    batch = Batch(game, together, seats, options, seed=seed, rewards=PAYS[seed % 2])
    play, encode = batch.play, batch.play.encoding.encode

    def start(place: int) -> Match:
        return play.start(int(batch.seeds[place]))

    matches = [start(place) for place in range(together)]
    first, played = set(range(together)), 0
    names = batch.states.dtype.names or ()
    while first:
        columns = [batch.states[name].tolist() for name in names]
        observations, masks = [split(array) for array in (batch.observations, batch.mask)]
        asked = batch.to_act.tolist()
        for place, match in enumerate(matches):
            seat = asked[place]
            if match.to_act[0] != seat:
                raise Differs(where(batch, place, match, "to act", seat, match.to_act))
            seen = encode(match, seat)
            if observations[place] != seen:
                raise Differs(where(batch, place, match, "seen", *unlike(batch, place, seen)))
            if masks[place] != (mask := match.mask(seat)):
                raise Differs(where(batch, place, match, "mask", list(masks[place]), list(mask)))
            if not match.committed:  # nothing changes while others still choose
                now = dict(zip(names, [column[place] for column in columns], strict=True))
                found = of_batch(now, seats)
                for (name, value), due in zip(found.items(), of_rules(match), strict=True):
                    if value != due:
                        raise Differs(where(batch, place, match, name, value, due))
        actions = batch.sample()
        rewards, done = (array.tolist() for array in batch.step(actions))
        for place, action in enumerate(actions.tolist()):
            match = matches[place]
            match.act(asked[place], play.actions[action])
            paid = play.paid(match) if match.over else [0.0] * seats
            if match.over != done[place] or rewards[place] != [float(np.float32(x)) for x in paid]:
                raise Differs(where(batch, place, match, "paid", rewards[place], paid))
            if match.over:
                played += 1
                first.discard(place)
                matches[place] = start(place)
    return played


def split(array: Any) -> list[bytes]:
    """The rows of an array of bytes."""
    whole, size = array.tobytes(), array.shape[1]
    return [whole[at : at + size] for at in range(0, len(whole), size)]


def of_batch(g: dict[str, Any], seats: int) -> dict[str, Any]:
    """A match of a batch in plain numbers, which `of_rules` tells in the same order."""
    return {
        "chance": g["chance"],
        "step": kernel.QUESTIONS[g["step"]],
        "game": g["game"],
        "round": g["round"],
        "extra": bool(g["extra"]),
        "hands": g["hands"][:seats],
        "dummy": sorted(g["dummy"][: g["dummy_left"]]) if seats < 4 else [],
        "dummy_card": g["dummy_card"],
        "piles": g["piles"],
        "face_up": [g["low"], g["high"]],
        "booze": g["booze"],
        "crows": g["crows"],
        "voids": g["voids"],
        "holds": [sorted(filter(None, own)) for own in g["holds"]],
        "totals": g["totals"][:seats],
        "multipliers": g["multipliers"][:seats],
        "chosen": g["chosen"][:seats],
        "discarded": g["discarded"],
        "tokens": g["tokens"][:seats],
        "order": g["order"][g["acted"] : g["acting"]],
        "revealed": g["revealed"] if g["step"] == kernel.CROW else None,
    }


def of_rules(match: Match) -> list[Any]:
    """What `of_batch` tells, in its order, from the state of the rules."""
    s, question = match.state, match.question
    assert question is not None
    return [
        s.chance.mark,
        question.kind,
        s.game,
        s.round,
        s.extra,
        [bits(card.place for card in hand) for hand in s.hands[: s.seats]],
        sorted(card.place for card in s.hands[3]) if s.seats < 4 else [],
        s.dummy_card.place if s.dummy_card else -1,
        [bits(card.place for card in pile) for pile in s.piles],
        [card.place for card in s.face_up],
        s.booze,
        list(s.crows),
        [bits(own) for own in s.voids],
        [sorted(bits(some) for some in own) for own in s.holds],
        list(s.totals),
        [bits(card.place for card in own) for own in s.multipliers],
        [card.place if card else -1 for card in s.chosen],
        bits(card.place for card in s.discarded),
        [list(own) for own in s.tokens],
        list(s.order),
        [card.place for card in s.revealed] if s.revealed else None,
    ]


def bits(places: Any) -> int:
    """A set as the bits of a number."""
    return sum([1 << place for place in places])


def unlike(batch: Batch, place: int, seen: bytearray) -> tuple[list[str], list[int]]:
    """The numbers of an observation that differ, by name, and what they should be."""
    pairs = zip(
        batch.play.encoding.places(),
        batch.observations[place].tolist(),
        np.frombuffer(seen, np.int8).tolist(),
        strict=True,
    )
    wrong = [(f"{at.block.name} {at.label}: {is_}", due) for at, is_, due in pairs if is_ != due]
    return [name for name, _ in wrong], [due for _, due in wrong]


def where(batch: Batch, place: int, match: Match, what: str, found: Any, due: Any) -> str:
    """A difference in words."""
    return (
        f"{what}: {found} in the batch, {due} by the rules\n{match}, {dict(match.options)}, "
        f"seed {batch.states['seed'][place]}, game {match.state.game}, round {match.state.round}"
    )


if __name__ == "__main__":
    sys.exit(main())
