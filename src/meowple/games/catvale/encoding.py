"""What a seat knows as small numbers, for programs that learn.

Left out are effects that hold for a while: what they change in dials and purchases is in it, or
in the mask; and what a seat has prepared in secret, which is in its mask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from meowple.author import Block, marks, number, numbers, one_of, seat_of

from .pieces.box import Box
from .pieces.hexes import BIT, NAMES, SPACES
from .pieces.names import (
    BOUGHT,
    DECKS,
    HAND_KINDS,
    HOME,
    ITEMS,
    KIND,
    MARKERS,
    NEEDS,
    OPEN_QUESTS,
    PILES,
    SKILLS,
    TILES,
    TRADED,
)
from .rules import combat, dials, growth
from .rules.prestige import prestige
from .rules.standing import DESIGN, UNDER_A_CAT
from .state import STEPS, USED, State
from .table.view import known_hand

IN_TURNS = frozenset(STEPS.index(step) for step in ("turn", "combat", "talk"))
"""The steps in which somebody's turn goes on."""

COUNTS = (
    "prestige",
    "pride",
    "flat",
    "grown",
    "ready",
    "attack",
    "defence",
    "dice of 1",
    "dice of 2",
    "dice of 3",
    "defence die",
    "dice set aside",
    "hand",
    "face-down tokens",
    "harvest tokens",
    "marked tiles",
    "trophies",
    "arena",
    "harvest",
    "dug",
    "ambition scored",
    "tiles revealed",
    "fish caught",
    "combats won",
    "duels won",
    "quest steps",
    "quests joined",
    "harvest tokens drawn",
)

FIGHT = (
    "kind: 1 of players, 2 of an Encounter, 3 a Duel",
    "stage, from 0",
    "whose step: 0 attacker, 1 defender, 2 supporters",
    "strength of the opponent",
    "attack die",
    "fate die of the attacker",
    "fate die of the defender",
    "boost of the attacker",
    "boost of the defender",
    "sum of the attacker",
    "sum of the defender",
    "attacker has passed",
    "defender has passed",
)


def encoding(box: Box, seats: int, options: Mapping[str, Any]) -> list[Block]:
    """The blocks for a table with so many seats and such options."""
    cards = Cards(box)
    held = Cards(box, HAND_KINDS)
    slots = [slot.id for slot in box.tree.slots]
    return [
        *_time(seats),
        *_map(seats, cards),
        *_boards(seats, box, cards),
        numbers("counts", COUNTS, "how many; 1: so it is", _counts, seats=seats),
        numbers(
            "items",
            ITEMS,
            "how many",
            lambda s, viewer, owner: s.goods[owner][: len(ITEMS)],
            seats=seats,
        ),
        numbers(
            "tokens",
            [ITEMS[item] for item in BOUGHT],
            "of your face-down tokens",
            lambda s, seat: [s.goods[seat][place] for place in BOUGHT.values()],
        ),
        one_of(
            "cat",
            [cat.id for cat in box.cats],
            "1: plays it",
            lambda s, viewer, owner: s.cat[owner],
            seats=seats,
        ),
        marks(
            "skills",
            SKILLS,
            "1: has it",
            lambda s, viewer, owner: [i for i in range(len(SKILLS)) if s.skills[owner] >> i & 1],
            seats=seats,
        ),
        marks(
            "growth",
            [f"{marker} {slot}" for marker in MARKERS for slot in slots],
            "1: the marker lies there",
            lambda s, viewer, owner: (
                place * len(slots) + slot
                for place, slot in enumerate(growth.ends(s, owner))
                if slot >= 0
            ),
            seats=seats,
        ),
        held.marks("hand", "how many it holds, that you know of", _hand, seats),
        marks(
            "backs",
            DECKS,
            "hand cards of this deck",
            lambda s, viewer, owner: [s.box.cards[card].deck for card in s.hand[owner]],
            seats=seats,
        ),
        cards.marks("in play", "how many lie before it or in its Backyard", _in_play, seats),
        cards.marks("used", "how many of them are turned until Breakfast", _used, seats),
        cards.marks(
            "trophy cards",
            "won from an opponent",
            lambda s, viewer, owner: s.trophies[owner],
            seats,
        ),
        cards.marks("ambition", "1: has it, that you know of", _ambition, seats),
        cards.marks(
            "yours",
            "cards and tokens that only you see: to choose from, looked at, not kept, or dug up",
            _own,
        ),
        *_fight(seats, cards),
        *_talk(seats),
    ]


class Cards:
    """The designs of some kinds, or of all, by the place that each has in a block."""

    def __init__(self, box: Box, kinds: Sequence[str] = ()) -> None:
        self.designs = [
            design for design, card in enumerate(box.cards) if not kinds or card.kind in kinds
        ]
        self.place = {design: place for place, design in enumerate(self.designs)}
        self.names = [box.cards[design].id for design in self.designs]

    def marks(
        self, name: str, text: str, read: Callable[..., Iterable[int]], seats: int = 0
    ) -> Block:
        """A block that counts cards; ``read`` gives designs."""
        place = self.place

        def places(*who: Any) -> list[int]:
            return [place[design] for design in read(*who) if design in place]

        return marks(name, self.names, text, places, seats=seats)


def _time(seats: int) -> list[Block]:
    return [
        one_of("step", STEPS, "1: where the match stands", lambda s, seat: s.step),
        number("round", "0 before the first", lambda s, seat: s.round),
        seat_of("first player", "1: is it", seats, lambda s, seat: s.first),
        seat_of(
            "turn",
            "1: whose turn it is",
            seats,
            lambda s, seat: s.turn if s.step in IN_TURNS else -1,
        ),
        numbers(
            "in this turn",
            ("side actions", "side actions allowed", "main action", "token revealed"),
            "how many; 1: done",
            lambda s, seat: (s.side, s.side_limit, s.main, s.token_revealed),
        ),
        number("mood", "0 in the middle, Chaos below", lambda s, seat: s.mood),
    ]


def _map(seats: int, cards: Cards) -> list[Block]:
    def tiles(s: State, seat: int) -> list[int]:
        size, up = len(TILES), s.face_up
        return [space * size + KIND[tile] for space, tile in enumerate(s.tiles) if up & BIT[space]]

    return [
        marks(
            "tiles",
            [f"{space} {tile}" for space in NAMES for tile in TILES],
            "1: lies there face-up",
            tiles,
        ),
        marks(
            "backyard",
            NAMES,
            "1: is there",
            lambda s, viewer, owner: [
                space
                for space, tile in enumerate(s.tiles)
                if tile == HOME + owner and s.face_up & BIT[space]
            ],
            seats=seats,
        ),
        one_of(
            "cat's space",
            NAMES,
            "1: stands there",
            lambda s, viewer, owner: s.at[owner],
            seats=seats,
        ),
        marks(
            "markers",
            NAMES,
            "1: has a marker there",
            lambda s, viewer, owner: [space for space, mark in enumerate(s.marks) if mark == owner],
            seats=seats,
        ),
        one_of("fire", NAMES, "1: burns there", lambda s, seat: s.fire),
        marks(
            "forest tokens",
            NAMES,
            "1: one lies there face-down",
            lambda s, seat: [space for space in range(SPACES) if s.forest & BIT[space]],
        ),
        marks(
            "special tokens",
            NAMES,
            "how many lie there",
            lambda s, seat: [out.place for out in s.tokens if out.token not in UNDER_A_CAT],
        ),
        marks("tunnel", NAMES, "1: an end", lambda s, seat: [x for x in s.tunnel if x >= 0]),
        marks("bridge", NAMES, "1: an end", lambda s, seat: [x for x in s.bridge if x >= 0]),
    ]


def _boards(seats: int, box: Box, cards: Cards) -> list[Block]:
    requirements = [f"{q + 1}.{n + 1}" for q in range(OPEN_QUESTS) for n in range(NEEDS)]
    return [
        cards.marks("market", "how many are for sale", lambda s, seat: s.market),
        cards.marks("quests", "1: open", lambda s, seat: s.quests),
        numbers(
            "requirements",
            requirements,
            "1: fulfilled it",
            lambda s, viewer, owner: [mark == owner for mark in s.quest_marks],
            seats=seats,
        ),
        marks(
            "vale life",
            [tile.id for tile in box.vale],
            "1: flipped",
            lambda s, seat: [i for i in range(len(box.vale)) if s.vale >> i & 1],
        ),
        numbers("dice shop", ("1", "2", "3"), "dice of that value", lambda s, seat: s.shop),
        numbers(
            "decks",
            [DECKS[pile] for pile in PILES],
            "cards left",
            lambda s, seat: [len(s.stock[pile]) + len(s.under[pile]) for pile in PILES],
        ),
        cards.marks(
            "discards",
            "how many were discarded",
            lambda s, seat: [c for pile in s.discards for c in pile],
        ),
        numbers(
            "pools",
            ("harvest tokens", "forest tokens", "harvested", "pride to lose", "rolled die"),
            "how many; 1: so it is; what the die shows",
            lambda s, seat: (
                len(s.bag),
                len(s.forest_pool) - s.forest.bit_count(),
                s.harvested,
                s.loss,
                s.open_die[1] if s.open_die else 0,
            ),
        ),
        cards.marks("asking", "1: what asks", lambda s, seat: [s.source]),
    ]


def _counts(s: State, viewer: int, owner: int) -> Sequence[int]:
    has_cat = s.cat[owner] >= 0
    return (
        prestige(s, owner),
        s.pride[owner],
        s.flat >> owner & 1,
        s.grown >> owner & 1,
        s.ready >> owner & 1,
        dials.attack(s, owner) if has_cat else 0,
        dials.defence(s, owner) if has_cat else 0,
        *s.dice[owner],
        s.defence[owner],
        s.spent[owner],
        len(s.hand[owner]),
        sum(s.goods[owner][place] for place in BOUGHT.values()),
        len(s.sand[owner]),
        s.marks.count(owner),
        len(s.trophies[owner]),
        s.arena[owner],
        s.harvest[owner],
        s.dug >> owner & 1,
        s.scored >> owner & 1,
        s.turned_up[owner],
        s.caught[owner],
        s.won[owner],
        len(s.duels[owner]),
        s.quest_steps[owner],
        len(s.joined[owner]),
        s.drawn[owner],
    )


def _hand(s: State, viewer: int, owner: int) -> list[int]:
    return known_hand(s, owner, viewer)


def _before(s: State, owner: int) -> list[int]:
    """The cards before a seat and in its Backyard, with `USED` if turned."""
    found = [lying.card for lying in s.front[owner]]
    for plot in s.plots[owner]:
        found += [plot.building, *plot.upgrades]
        found += [card for card in (plot.worker, plot.spray) if card >= 0]
    return found


def _in_play(s: State, viewer: int, owner: int) -> list[int]:
    return [card & DESIGN for card in _before(s, owner)]


def _used(s: State, viewer: int, owner: int) -> list[int]:
    return [card & DESIGN for card in _before(s, owner) if card & USED]


def _ambition(s: State, viewer: int, owner: int) -> list[int]:
    seen = owner == viewer or (s.scored >> owner | s.seen_ambition[owner] >> viewer) & 1
    return [s.ambition[owner]] if seen else []


def _own(s: State, seat: int) -> list[int]:
    looked = s.looked if s.looker == seat else ()
    return [*s.picks[seat], *looked, s.spare[seat], *s.sand[seat]]


def _fight(seats: int, cards: Cards) -> list[Block]:
    def sums(s: State, seat: int) -> Sequence[int]:
        fight = s.fight
        if fight is None:
            return [0] * len(FIGHT)
        return (
            fight.kind + 1,
            fight.stage,
            fight.next,
            fight.strength,
            fight.die,
            *fight.fate,
            *fight.boost,
            *combat.totals(s),
            fight.passed & 1,
            fight.passed >> 1 & 1,
        )

    return [
        numbers(
            "combat",
            FIGHT,
            "0 without a combat",
            sums,
        ),
        seat_of("attacker", "1: is it", seats, lambda s, seat: s.fight.sides[0] if s.fight else -1),
        seat_of("defender", "1: is it", seats, lambda s, seat: s.fight.sides[1] if s.fight else -1),
        cards.marks("opponent", "1: is fought", lambda s, seat: [s.fight.card] if s.fight else []),
    ]


def _talk(seats: int) -> list[Block]:
    def offer(s: State, seat: int) -> Sequence[int]:
        talk = s.talk
        if talk is None:
            return [0] * (4 + 2 * len(TRADED))
        seen = talk.answering or seat == talk.speaker
        units = (*talk.gives, *talk.asks) if seen else (0,) * (2 * len(TRADED))
        return (talk.attack, talk.answering, *talk.made, *units)

    return [
        numbers(
            "talk",
            (
                "before an Attack",
                "an offer is answered",
                "offers of the opener",
                "offers of the partner",
                *(f"gives {ITEMS[item]}" for item in TRADED),
                *(f"asks {ITEMS[item]}" for item in TRADED),
            ),
            "how many; 1: so it is; 0 without a talk, or what is hidden from you",
            offer,
        ),
        seat_of("opener", "1: is it", seats, lambda s, seat: s.talk.opener if s.talk else -1),
        seat_of("partner", "1: is it", seats, lambda s, seat: s.talk.partner if s.talk else -1),
        seat_of("speaker", "1: is it", seats, lambda s, seat: s.talk.speaker if s.talk else -1),
    ]
