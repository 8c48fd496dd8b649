"""What a seat knows as small numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from meowple.author import Block, marks, number, numbers, one_of, seat_of

from .pieces.box import BUFFS, CATS, LOOT, MONSTERS
from .pieces.names import DEFENCES, ICONS, TREASURES
from .state import COUNT, STEPS, State, members

CAT_NAMES, BUFF_NAMES, LOOT_NAMES, MONSTER_NAMES = (
    tuple(card.key for card in cards) for cards in (CATS, BUFFS, LOOT, MONSTERS)
)


def encoding(seats: int, options: Mapping[str, Any]) -> list[Block]:
    """The blocks for a table with so many seats and such options."""
    return [
        one_of("step", STEPS, "1: where the match stands", lambda s, seat: s.step),
        numbers(
            "time",
            ("level", "round", "turns done"),
            "how many",
            lambda s, seat: (s.level, s.round, s.turn),
        ),
        number(
            "order",
            "place in the order of the phase that runs, from 1; 0 without one",
            lambda s, viewer, owner: s.order.index(owner) + 1 if owner in s.order else 0,
            seats=seats,
        ),
        seat_of("crown", "1: has it", seats, lambda s, seat: s.crown),
        numbers(
            "crown's face",
            ("now", "claimed"),
            "1: clockwise, -1: anticlockwise",
            lambda s, seat: (s.way, s.claimed_way),
        ),
        number(
            "claims",
            "1: claims the Crown",
            lambda s, viewer, owner: s.claims >> owner & 1,
            seats=seats,
        ),
        marks("loot row", LOOT_NAMES, "1: lies in the Pool", lambda s, seat: s.pool),
        marks("monster row", MONSTER_NAMES, "1: lies in the Pool", lambda s, seat: s.monsters),
        marks("under", LOOT_NAMES, "1: lies under the deck", lambda s, seat: s.under),
        one_of("reserved", LOOT_NAMES, "1: marked by a Cleric", lambda s, seat: s.reserved),
        seat_of(
            "reserved for",
            "1: by whose Cleric",
            seats,
            lambda s, seat: s.reserver if s.reserved >= 0 else -1,
        ),
        numbers(
            "decks",
            ("loot", "monsters", "catventurers", "discard pile", "monsters in the box"),
            "cards there",
            lambda s, seat: (
                len(s.loot_deck) + len(s.under),
                len(s.monster_deck),
                len(s.cat_deck),
                len(s.discard) + sum(map(len, s.swapped)) - sum(s.away),
                len(s.box),
            ),
        ),
        marks(
            "discards",
            CAT_NAMES,
            "1: a Rank-2 card that you saw going into the discard pile",
            lambda s, seat: members(s.shown | s.discarded[seat]),
        ),
        numbers(
            "counts",
            (
                "mana",
                "hand",
                "exhausted",
                "camp",
                "looked at",
                "level-ups",
                "speed",
                "total speed",
                "unpaid",
                "rotated",
                "grabbed",
            ),
            "how many; 1: so it is",
            _counts,
            seats=seats,
        ),
        marks("awake", CAT_NAMES, "1: in hand, that you know of", _awake, seats=seats),
        marks("exhausted", CAT_NAMES, "1: exhausted, that you know of", _exhausted, seats=seats),
        one_of("sent", CAT_NAMES, "1: in play", lambda s, viewer, owner: s.cat[owner], seats=seats),
        one_of(
            "buff", BUFF_NAMES, "1: in play", lambda s, viewer, owner: s.buff[owner], seats=seats
        ),
        one_of(
            "temporary",
            CAT_NAMES,
            "1: stays for a while, that you know of",
            _temporary,
            seats=seats,
        ),
        marks(
            "loot",
            LOOT_NAMES,
            "1: in the Stash",
            lambda s, viewer, owner: s.loot[owner],
            seats=seats,
        ),
        marks(
            "spent",
            LOOT_NAMES,
            "1: exhausted",
            lambda s, viewer, owner: s.spent[owner],
            seats=seats,
        ),
        marks(
            "tucked",
            LOOT_NAMES,
            "1: a Resource under a Treasure",
            lambda s, viewer, owner: (resource for resource, _ in s.tucked[owner]),
            seats=seats,
        ),
        marks(
            "trophies",
            MONSTER_NAMES,
            "1: beaten",
            lambda s, viewer, owner: s.trophies[owner],
            seats=seats,
        ),
        marks(
            "known camp",
            CAT_NAMES,
            "1: all saw it going back into the Camp",
            lambda s, viewer, owner: (
                cat for cat, takings in s.returned[owner] if takings == s.takings[owner]
            ),
            seats=seats,
        ),
        marks("camp", CAT_NAMES, "1: in your Camp", lambda s, seat: s.camp[seat]),
        marks("looked", CAT_NAMES, "1: you look at it", lambda s, seat: s.looked[seat]),
        seat_of("fighter", "1: is in battle", seats, lambda s, seat: s.fighter),
        one_of("foe", MONSTER_NAMES, "1: is fought", lambda s, seat: s.foe),
        marks("rolled", DEFENCES, "Defences rolled in the battle", lambda s, seat: s.rolled),
        marks("ignored", DEFENCES, "1: counts as matched in the battle", lambda s, seat: s.ignore),
        numbers("free icons", ICONS, "in the battle", lambda s, seat: s.free),
        marks(
            "gear",
            LOOT_NAMES,
            "1: chosen in the battle",
            lambda s, seat: (c for c in s.gear if c >= 0),
        ),
        number("battles", "that may still be begun, this one included", lambda s, seat: s.battles),
        one_of("half", LOOT_NAMES, "1: the first of two cards to choose", lambda s, seat: s.half),
        one_of(
            "wyvern",
            ("monster", *TREASURES),
            "1: what the Wyvern was decided to count as",
            lambda s, seat: -1 if s.wyvern is None else s.wyvern + 1,
        ),
    ]


def _counts(s: State, viewer: int, owner: int) -> Sequence[int]:
    playing = s.cat[owner] >= 0
    return (
        s.mana[owner],
        len(s.hand[owner]),
        len(s.rest[owner]),
        len(s.camp[owner]),
        len(s.looked[owner]),
        len(s.swapped[owner]),
        s.speed[owner] if playing else 0,
        s.total(owner) if playing else 0,
        s.unpaid[owner],
        s.rotated[owner],
        s.grabbed[owner],
    )


def _known(s: State, viewer: int, owner: int, cats: Iterable[int]) -> Iterable[int]:
    """Those of some cards of a party of which the viewer knows."""
    if viewer == owner or s.step >= COUNT:
        return cats
    known = s.known_party(owner)
    return [cat for cat in cats if cat in known]


def _awake(s: State, viewer: int, owner: int) -> Iterable[int]:
    return _known(s, viewer, owner, s.hand[owner])


def _exhausted(s: State, viewer: int, owner: int) -> Iterable[int]:
    return _known(s, viewer, owner, s.rest[owner])


def _temporary(s: State, viewer: int, owner: int) -> int:
    return next(iter(_known(s, viewer, owner, [s.temp[owner]])), -1)
