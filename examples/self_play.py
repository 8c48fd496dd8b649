"""Many matches of the Festival of a Thousand Cats side by side, all seats played by one network.

What `ppo_festival.py` learns from is made here, in numpy: what was seen, what was done, and how much
better that came out than was expected. Nothing here knows what the network is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import meowple
from meowple.bots.learned import Layout, squash
from meowple.core.encoding import Encoding
from meowple.core.match import Match

GAME = meowple.get_game("festival")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (seats, {"rules": rules}) for seats in (4, 3) for rules in ("basic", "experienced", "advanced")
]
"""Seats and options of the tables that are played at ..."""

ODDS = [6, 3, 3, 2, 1, 1]
"""... and how often each of them is."""

LAMBDA = 0.95
"""How far an advantage looks ahead: near 0 to the next decision only, 1 to the end of the match."""

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

Judge = Callable[[Floats, Bools], tuple[Floats, Floats]]
"""(what is seen, what may be done) -> for each row the logarithms of how likely each action is to be
taken, and by how much more the seat's hopes should rise until the end."""

Path = tuple[list[int], float | None]
"""The rows of a seat's decisions in one match, and its part of the victory; None: it goes on."""


class Batch(NamedTuple):
    """Decisions to learn from, one a row.

    Attributes:
        seen: what the seat knew.
        legal: what it could do.
        taken: what it did, by `Action.id`.
        chance: logarithm of how likely that was.
        value: by how much more its hopes were expected to rise.
        advantage: how much better it came out.
    """

    seen: Floats
    legal: Bools
    taken: NDArray[np.int64]
    chance: Floats
    value: Floats
    advantage: Floats


class Arena:
    """The matches.

    Args:
        layout: of what the network sees.
        matches: how many there are side by side; those that end are replaced by new ones.
        seed: makes deals and choices repeatable.
    """

    def __init__(self, layout: Layout, matches: int, seed: int) -> None:
        self.random, self.noise = Random(seed), np.random.default_rng(seed)
        self.width = len(layout.names)
        self.encodings = [Encoding(GAME, seats, options) for seats, options in TABLES]
        self.inputs = [np.array(layout.inputs(encoding)) for encoding in self.encodings]
        self.kinds = self.random.choices(range(len(TABLES)), ODDS, k=matches)
        self.matches = [self._new(kind) for kind in self.kinds]
        self.finished = 0

    def collect(self, judge: Judge, ticks: int) -> Batch:
        """Play all matches on by so many questions in which somebody has a choice."""
        parts: list[tuple[Any, ...]] = []
        hopes: list[float] = []
        going: dict[tuple[int, int], list[int]] = {}  # (match, seat) -> its rows so far
        ended: list[Path] = []
        for _ in range(ticks):
            # What is seen at tables of one kind has one form: those stand together.
            who = [
                (number, seat)
                for number in sorted(range(len(self.kinds)), key=self.kinds.__getitem__)
                for seat in self._choosers(number, going, ended)
            ]
            seen, legal = self._look(who)
            chances, value = judge(seen, legal)
            # Noise of Gumbel's kind makes each action the largest as often as the chances say.
            taken = (chances + self.noise.gumbel(size=chances.shape)).argmax(1)
            parts.append((seen, legal, taken, chances[np.arange(len(who)), taken], value))
            for number, group in groupby(who, key=itemgetter(0)):
                hoped = GAME.estimate(self.matches[number].state)
                for _, seat in group:
                    going.setdefault((number, seat), []).append(len(hopes))
                    hopes.append(hoped[seat])
            for (number, seat), action in zip(who, taken.tolist(), strict=True):
                self.matches[number].act(seat, GAME.actions[action])
        seen, legal, taken, chance, value = map(np.concatenate, zip(*parts, strict=True))
        ended += [(path, None) for path in going.values()]
        advantage, use = advantages(ended, np.array(hopes, np.float32), value)
        return Batch(*(column[use] for column in (seen, legal, taken, chance, value, advantage)))

    def _new(self, kind: int) -> Match:
        seats, options = TABLES[kind]
        seed = self.random.getrandbits(62)
        return meowple.new_match(GAME.name, seats, options, seed, recording=False)

    def _choosers(
        self, number: int, going: dict[tuple[int, int], list[int]], ended: list[Path]
    ) -> tuple[int, ...]:
        """Play a match on, or a new one in its place, until somebody has a choice: who has."""
        while True:
            match = self.matches[number]
            for seat in match.to_act:
                if len(actions := match.actions(seat)) == 1:
                    match.act(seat, actions[0])
                    if match.over:
                        break
            if match.over:
                for seat, share in enumerate(match.returns()):
                    if path := going.pop((number, seat), None):
                        ended.append((path, share))
                self.finished += 1
                self.matches[number] = self._new(self.kinds[number])
            elif all(len(match.actions(seat)) > 1 for seat in match.to_act):
                return match.to_act

    def _look(self, who: Sequence[tuple[int, int]]) -> tuple[Floats, Bools]:
        """What those seats see, and what they may do."""
        seen = np.zeros((len(who), self.width), np.float32)
        masks = b"".join(self.matches[number].mask(seat) for number, seat in who)
        for kind, group in groupby(enumerate(who), key=lambda each: self.kinds[each[1][0]]):
            rows, some = zip(*group, strict=True)
            encode = self.encodings[kind].encode
            codes = b"".join(encode(self.matches[number], seat) for number, seat in some)
            numbers = np.frombuffer(codes, np.uint8).reshape(len(rows), -1)
            seen[rows[0] : rows[-1] + 1, self.inputs[kind]] = squash()[numbers]
        return seen, np.frombuffer(masks, np.bool_).reshape(len(who), -1).copy()


def advantages(paths: Sequence[Path], hopes: Floats, values: Floats) -> tuple[Floats, Bools]:
    """How much better each decision came out than was expected (GAE), and which rows have that.

    What a decision brings is by how much the seat's hopes, its estimated part of the victory, rise
    until its next one. That adds up to the part it gets in the end, so nothing is learned but to
    win; yet what was good or bad shows soon, and not only at the end of a long match. Where a match
    goes on, its last decision only tells what the one before has led to.

    Args:
        paths: of all seats in all matches.
        hopes: for each row the estimate at that time.
        values: for each row by how much the network expected it to rise until the end.
    """
    found, use = np.zeros(len(values), np.float32), np.zeros(len(values), np.bool_)
    for rows, share in paths:
        if share is None:
            *rows, last = rows
            hope, value = hopes[last], values[last]
        else:
            hope, value = share, 0.0
        ahead = 0.0
        for row in reversed(rows):
            ahead = hope + value - hopes[row] - values[row] + LAMBDA * ahead
            found[row], use[row] = ahead, True
            hope, value = hopes[row], values[row]
    return found, use
