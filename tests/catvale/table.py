"""Laying out a table of Catvale piece by piece, so that a test sees just what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from meowple import Match
from meowple.core.chance import FastChance
from meowple.games.catvale import GAME
from meowple.games.catvale.pieces.box import Box
from meowple.games.catvale.pieces.hexes import NAMES
from meowple.games.catvale.pieces.names import (
    AMBITION,
    DECKS,
    GATHER_FACES,
    HARVEST,
    ITEMS,
    PACK,
    PILES,
    REWARD_FACES,
    STARTING,
    TILES,
)
from meowple.games.catvale.rules import orders, setting_up, standing
from meowple.games.catvale.state import MENU, Fight, Lying, Note, Plot, State

BOX: Box = GAME.setup.args[0]  # type: ignore[attr-defined]
CARD = BOX.by_id
SPACE = {name: space for space, name in enumerate(NAMES)}
ITEM = {name: item for item, name in enumerate(ITEMS)}
SLOT = BOX.tree.index


QUIET_GOALS = ("scholar", "trailblazer", "brawler", "good-neighbour", "master-angler", "employer")
"""Ambitions that a test does not meet by chance."""


class Loaded(FastChance):
    """Chance that a test loads: the next dice, the next faces, the next cards; then as by seed.

    ``dice``: values of Action and Fate Dice. ``faces``: results of Gather and Reward Die.
    ``cards``: what is drawn next of the piles that hold it.
    """

    __slots__ = ("cards", "dice", "faces")

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.dice: list[int] = []
        self.faces: list[str] = []
        self.cards: list[int] = []

    def die(self, sides: int = 6) -> int:
        if self.dice:
            self.reveal()
            return self.dice.pop(0)
        return super().die(sides)

    def choice(self, items: Sequence[Any]) -> Any:
        if self.faces and len(items) == 12:
            names = GATHER_FACES if self.faces[0] in GATHER_FACES and 4 in items else REWARD_FACES
            face = names.index(self.faces[0])
            if face in items:
                self.reveal()
                self.faces.pop(0)
                return face
        return super().choice(items)

    def draw(self, pile: list[Any]) -> Any:
        for card in self.cards:
            if card in pile:
                self.reveal()
                self.cards.remove(card)
                pile.remove(card)
                return card
        return super().draw(pile)

    def copy(self) -> Loaded:
        new = super().copy()
        new.dice, new.faces, new.cards = self.dice[:], self.faces[:], self.cards[:]
        return new


def options(**chosen: Any) -> dict[str, Any]:
    return GAME.check_options(
        {"first_player": 1, "variant": "controlled", "offers_per_talk": 0, **chosen}
    )


def fresh(seats: int = 2, seed: int = 1, **chosen: Any) -> State:
    """A table as `setup` leaves it, with loaded chance and the first seat as First Player."""
    return setting_up.setup(BOX, seats, options(**chosen), Loaded(seed))


def lay(seats: int = 2, *, round: int = 1, turn: int = 0, seed: int = 1, **chosen: Any) -> State:
    """A table in the turn of a seat: all set up, hands empty, each seat with dice 1, 2, 3 and a 2.

    Whatever the test is about is put there afterwards. By default the Controlled variant and no
    talks, so that a turn asks nothing but its menu.
    """
    s = fresh(seats, seed, **chosen)
    for seat in range(seats):
        setting_up.take_cat(s, seat, seat)
        s.goods[seat] = [0] * len(s.goods[seat])
        s.ambition[seat] = CARD[QUIET_GOALS[seat]]
        away(s, s.ambition[seat])
        if setting_up.AMBITIONS_DRAWN[seats] > 1:
            s.spare[seat] = stock(s, AMBITION)
    packs = [[stock(s, STARTING) for _ in range(PACK)] for _ in range(seats)]
    s.packs = tuple(tuple(pack) for pack in packs)
    s.discards[STARTING] = tuple(card for pack in packs for card in pack[:3])
    s.round = round
    s.first = (round - 1) % seats
    s.turn = turn
    s.dice = [(1, 1, 1)] * seats
    s.defence = [2] * seats
    s.drew = (1 << seats) - 1
    s.step = MENU
    return s


def stock(s: State, pile: int) -> int:
    """The first card of a stock."""
    card, *rest = s.stock[pile]
    s.stock[pile] = tuple(rest)
    return card


def away(s: State, card: int) -> None:
    """Take a card out of wherever it lies unseen."""
    for pile in PILES:
        for where in (s.stock, s.discards):
            if card in where[pile]:
                left = list(where[pile])
                left.remove(card)
                where[pile] = tuple(left)
                return
    if card in s.market:
        s.market[s.market.index(card)] = -1
        return
    if card in s.bag:
        left = list(s.bag)
        left.remove(card)
        s.bag = tuple(left)
        return
    for seat in range(s.seats):
        for own in (s.ambition, s.spare):
            if own[seat] == card:
                own[seat] = stock(s, AMBITION)
                return
    for place, pack in enumerate(s.packs):
        if card == pack[3]:  # swapped with one on the discard pile
            other = s.discards[STARTING][0]
            slot = next(
                (p, t) for p, each in enumerate(s.packs) for t in range(3) if each[t] == other
            )
            packs = [list(each) for each in s.packs]
            packs[place][3], packs[slot[0]][slot[1]] = other, card
            s.packs = tuple(tuple(each) for each in packs)
            s.discards[STARTING] = s.discards[STARTING][1:]
            return
    raise LookupError(BOX.cards[card].id)


def hold(s: State, seat: int, *ids: str) -> None:
    """Cards (or Harvest tokens) come into a hand."""
    for name in ids:
        card = CARD[name]
        away(s, card)
        if BOX.cards[card].deck == HARVEST:
            s.sand[seat] = tuple(sorted((*s.sand[seat], card)))
            continue
        s.hand[seat] = tuple(sorted((*s.hand[seat], card)))
        if BOX.cards[card].deck == STARTING:
            _start(s, seat, card)


def _start(s: State, seat: int, card: int) -> None:
    """A Starting card in a hand has its place in the packs."""
    taken = {note.start for notes in s.notes for note in notes}
    for pack, cards in enumerate(s.packs):
        for time in range(3):
            place = pack * PACK + time
            if cards[time] == card and place not in taken:
                s.notes[seat] = (*s.notes[seat], Note(card, start=place))
                return
    # It was not picked: it takes the place of one that was, which goes back to the stock.
    for pack, cards in enumerate(s.packs):
        for time in range(3):
            place = pack * PACK + time
            if place not in taken and cards[time] in s.discards[STARTING]:
                old = list(s.discards[STARTING])
                old.remove(cards[time])
                s.discards[STARTING] = tuple(old)
                s.stock[STARTING] = tuple(sorted((*s.stock[STARTING], cards[time])))
                packs = [list(each) for each in s.packs]
                packs[pack][time] = card
                s.packs = tuple(tuple(each) for each in packs)
                s.notes[seat] = (*s.notes[seat], Note(card, start=place))
                return
    raise LookupError("no place in the packs")


def build(s: State, seat: int, name: str, worker: str = "", *upgrades: str) -> None:
    """A Building in a Backyard, with a Worker and Upgrades."""
    for each in (name, worker, *upgrades):
        if each:
            away(s, CARD[each])
            if BOX.cards[CARD[each]].deck == STARTING:
                _start(s, seat, CARD[each])
                s.notes[seat] = s.notes[seat][:-1]
    plot = Plot(CARD[name], CARD[worker] if worker else -1, tuple(CARD[u] for u in upgrades))
    s.plots[seat] = (*s.plots[seat], plot)


def front(s: State, seat: int, name: str) -> None:
    """A trinket in front of a seat."""
    away(s, CARD[name])
    s.front[seat] = (*s.front[seat], Lying(CARD[name], BOX.cards[CARD[name]].duration))


def want(s: State, seat: int, name: str) -> None:
    """A seat's Ambition."""
    if s.ambition[seat] == CARD[name]:
        return
    away(s, CARD[name])
    s.stock[AMBITION] = tuple(sorted((*s.stock[AMBITION], s.ambition[seat])))
    s.ambition[seat] = CARD[name]


def have(s: State, seat: int, **items: int) -> None:
    """Set what a seat has: ``fish=3, reroll_token=1``."""
    for name, number in items.items():
        s.goods[seat][ITEM[name.replace("_", "-")]] = number


def got(s: State, seat: int) -> dict[str, int]:
    """What a seat has, without what it has none of."""
    return {name: s.goods[seat][item] for name, item in ITEM.items() if s.goods[seat][item]}


def dice(s: State, seat: int, *values: int) -> None:
    """Set a seat's unused Action Dice."""
    s.dice[seat] = (values.count(1), values.count(2), values.count(3))


def unused(s: State, seat: int) -> list[int]:
    """A seat's unused Action Dice."""
    return [v for v in (1, 2, 3) for _ in range(s.dice[seat][v - 1])]


def tile(s: State, name: str, kind: str, *, up: bool = True, but: Sequence[str] = ()) -> None:
    """Lay a kind of tile on a space: swapped with one of that kind, so that none is lost.

    ``but``: spaces whose tiles stay.
    """
    space = SPACE[name]
    wanted = TILES.index(kind)
    if s.tiles[space] != wanted:
        if wanted in s.tiles:
            other = next(
                place
                for place, each in sorted(enumerate(s.tiles), key=lambda e: s.face_up >> e[0] & 1)
                if each == wanted and NAMES[place] not in but
            )
            s.tiles[other], s.tiles[space] = s.tiles[space], s.tiles[other]
        else:
            s.tiles[space] = wanted
        s.dealt = tuple(s.tiles)
    s.face_up = s.face_up | 1 << space if up else s.face_up & ~(1 << space)


def stand(s: State, seat: int, name: str, kind: str = "") -> None:
    """Put a cat on a space, on a face-up tile of a kind if one is named."""
    if kind:
        tile(s, name, kind)
    s.face_up |= 1 << SPACE[name]
    s.at[seat] = SPACE[name]


def spread_two(seats: int = 2, **chosen: Any) -> State:
    """The first two cats on one Portal, the others at home."""
    s = lay(seats, **chosen)
    for seat in range(2):
        stand(s, seat, "d3", "portal")
    return s


def where(s: State, seat: int) -> str:
    return NAMES[s.at[seat]]


def fight(s: State, attacker: int, defender: int, die: int = 3) -> Fight:
    """A combat between players that has just begun, Fate Dice to be loaded before."""
    s.fight = Fight(0, (attacker, defender))
    s.fight.die = die
    return s.fight


def order(s: State, seat: int, **data: Any) -> None:
    """Standing orders of a seat."""
    s.orders[seat] = orders.set_orders(s, seat, data)


class Play:
    """A match from a laid-out state, played by keys of actions.

    >>> play = Play(lay())
    >>> play.act("end") if "end" in play.choices() else None
    """

    def __init__(self, s: State, *, recording: bool = True) -> None:
        self.match = Match(GAME, s, recording=recording)

    @property
    def s(self) -> Any:
        return self.match.state

    @property
    def asked(self) -> str:
        """The kind of the question."""
        return self.match.question.kind if self.match.question else ""

    @property
    def seats(self) -> tuple[int, ...]:
        return self.match.to_act

    @property
    def seat(self) -> int:
        """The one seat that is asked."""
        (seat,) = self.match.to_act
        return seat

    def choices(self, seat: int | None = None) -> list[str]:
        """What may be answered."""
        return [a.key for a in self.match.actions(self.seat if seat is None else seat)]

    def can(self, *keys: str) -> bool:
        return set(keys) <= set(self.choices())

    def verbs(self) -> set[str]:
        return {key.partition(":")[0] for key in self.choices()}

    def act(self, *keys: str) -> Play:
        """Answer for the one seat that is asked, key by key."""
        for key in keys:
            self.match.act(self.seat, key)
        return self

    def all(self, **answers: str) -> Play:
        """Answer for several seats: ``all(s0="pass", s1="pass")``."""
        for seat, key in answers.items():
            self.match.act(int(seat[1:]), key)
        return self

    def each(self, key: str) -> Play:
        """The same answer for all that are asked now."""
        for seat in self.match.to_act:
            self.match.act(seat, key)
        return self

    def until(self, *kinds: str, say: Sequence[str] = ("pass", "enough", "no", "end")) -> Play:
        """Answer everything with the first of ``say`` that may be said, until such a question."""
        for _ in range(400):
            if self.match.over or self.asked in kinds:
                return self
            seat = self.match.to_act[0]
            keys = self.choices(seat)
            said = next((word for word in say if word in keys), keys[0])
            self.match.act(seat, said)
        raise AssertionError(f"never asked {kinds}, but {self.asked}")

    def to_the_end(self, seed: int = 1) -> Play:
        """Answer at random until the match is over."""
        rng = Random(seed)
        while not self.match.over:
            seat = rng.choice(self.match.to_act)
            self.match.act(seat, rng.choice(self.match.actions(seat)))
        return self

    def events(self, kind: str) -> list[dict[str, Any]]:
        """What happened of a kind, as the one who knows it saw it."""
        return [
            {**event.data, **(event.secret or {})}
            for event in self.match._events
            if event.kind == kind
        ]

    def happened(self) -> list[str]:
        return [event.kind for event in self.match._events]


def piles(s: State) -> dict[str, int]:
    """How many cards each deck has to draw from."""
    return {DECKS[pile]: len(s.stock[pile]) + len(s.under[pile]) for pile in PILES}


def moments(play: Play, seat: int, *keys: str) -> list[dict[str, int]]:
    """What a seat has after each of these answers."""
    found = []
    for key in keys:
        play.act(key)
        found.append(got(play.s, seat))
    return found


def ids(cards: Iterable[int]) -> list[str]:
    return [BOX.cards[card & standing.DESIGN].id for card in cards]
