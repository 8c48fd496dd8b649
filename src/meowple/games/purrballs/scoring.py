"""Points, prizes, ties. XP come from the Catventurers of a party, each by its own line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .components import CATS, CLASSES, LOOT, MONSTERS, RESOURCES, TREASURES, TYPES, Score
from .state import COUNT, ROUNDS, State


class Goods(NamedTuple):
    """What a seat can score with, counted."""

    mana: int
    emblems: int
    resources: tuple[int, ...]
    treasures: tuple[int, ...]
    monsters: tuple[int, ...]


def goods(s: State, seat: int, wyvern: int) -> Goods:
    """A Stash, counted. ``wyvern``: what a Wyvern in it counts as, -1 a Monster (PB-MON-2)."""
    emblems = 0
    resources = [0] * len(RESOURCES)
    treasures = [0] * len(TREASURES)
    monsters = [0] * len(TYPES)
    for card in s.loot[seat]:
        piece = LOOT[card]
        emblems += piece.emblems
        if piece.resource >= 0:
            resources[piece.resource] += 1
        elif piece.treasure >= 0:
            treasures[piece.treasure] += 1
    for resource, treasure in s.tucked[seat]:  # PB-WAN-4, PB-RUL-25
        resources[LOOT[resource].resource] -= 1
        treasures[LOOT[treasure].treasure] += 1
    for trophy in s.trophies[seat]:
        foe = MONSTERS[trophy]
        emblems += foe.emblems
        if foe.wild and wyvern >= 0:  # PB-RUL-43
            treasures[wyvern] += 1
        else:
            monsters[foe.type] += 1
    return Goods(s.mana[seat], emblems, tuple(resources), tuple(treasures), tuple(monsters))


def line_xp(score: Score, have: Goods, prize: int) -> int:
    """XP by one scoring line. ``prize``: the seat's place among the Nobles, -1 for none."""
    if score.kind == "emblem-rank":
        return score.prizes[prize] if 0 <= prize < len(score.prizes) else 0
    if score.kind == "mana":
        return have.mana // score.per * score.xp
    if score.kind == "resource-sets":
        return resource_sets_xp(score.curve, have.resources)
    if score.kind == "monsters":
        return sum(xp * n for xp, n in zip(score.xp_type, have.monsters, strict=True))
    sets = min(have.treasures[kind] for kind in score.types)
    others = sum(have.treasures) - sets * len(score.types)
    return sets * score.set_xp + others * score.other_xp  # PB-SCORE-10, PB-SCORE-11


def resource_sets_xp(curve: tuple[int, ...], resources: Iterable[int]) -> int:
    """The best split into sets: set k holds every type with at least k cards (PB-SCORE-8)."""
    counts = [n for n in resources if n > 0]
    xp, number = 0, 1
    while types := sum(n >= number for n in counts):
        xp += curve[types - 1]
        number += 1
    return xp


def emblem_places(s: State) -> list[int]:
    """Each seat's place by Royal Emblems, from 0; -1 without a prize (PB-SCORE-4, PB-SCORE-5)."""
    counts = [
        sum(LOOT[card].emblems for card in s.loot[seat])
        + sum(MONSTERS[trophy].emblems for trophy in s.trophies[seat])
        for seat in range(s.seats)
    ]
    places = [-1] * s.seats
    needs_one = s.options["emblem_prize_needs_emblem"]
    for place, seat in enumerate(sorted(s.priority(), key=lambda each: -counts[each])):
        if counts[seat] or not needs_one:  # PB-RUL-41
            places[seat] = place
    return places


def wyvern_of(s: State, seat: int, cats: Iterable[int], place: int) -> int:
    """What the seat's Wyvern counts as: as decided, or the best for these Catventurers so far."""
    if s.wyvern is not None or not any(MONSTERS[m].wild for m in s.trophies[seat]):
        return -1 if s.wyvern is None else s.wyvern
    scores = [CATS[cat].score for cat in cats]
    return max(
        range(-1, len(TREASURES)),
        key=lambda what: sum(line_xp(score, goods(s, seat, what), place) for score in scores),
    )


def cat_xp(s: State, seat: int, cats: Iterable[int]) -> list[int]:
    """XP that each of these Catventurers of a seat would score now (PB-SCORE-1, PB-RUL-40).

    A temporary one is counted as 0: it leaves before the scoring (PB-RUL-35).
    """
    cats = list(cats)
    lasting = [cat for cat in cats if cat != s.temp[seat]]
    place = emblem_places(s)[seat]
    have = goods(s, seat, wyvern_of(s, seat, lasting, place))
    return [0 if cat == s.temp[seat] else line_xp(CATS[cat].score, have, place) for cat in cats]


def scores(s: State) -> list[int]:
    """XP of each seat: at the end of all Catventurers, before of those that everybody knows."""
    whole = s.step >= COUNT
    return [
        sum(cat_xp(s, seat, s.party(seat) if whole else s.known_party(seat)))
        for seat in range(s.seats)
    ]


def report(s: State, seat: int, cats: Iterable[int] | None = None) -> dict[str, int]:
    """The lines of the score report: XP by class, and the total (PB-SHEET-1)."""
    cats = s.party(seat) if cats is None else list(cats)
    lines = dict.fromkeys(CLASSES, 0)
    for cat, xp in zip(cats, cat_xp(s, seat, cats), strict=True):
        lines[CATS[cat].class_] += xp
    return {**lines, "total": sum(lines.values())}


def winners(s: State) -> list[int]:
    """The seat with the most XP, ties by the priority order at the end (PB-SCORE-2, -3)."""
    points = scores(s)
    return [max(s.priority(), key=points.__getitem__)]


def study(s: State) -> dict[str, Any]:
    """A finished match for reports: rounds, and of each seat its cards and points by class."""
    rounds = max(0, s.level - 1) * ROUNDS[s.seats] + s.round
    return {
        "rounds": rounds,
        "seats": [
            {
                "cards": {
                    "catventurer": [CATS[cat].key for cat in s.party(seat)],
                    "loot": [LOOT[card].card for card in s.loot[seat]],
                    "monster": [MONSTERS[trophy].key for trophy in s.trophies[seat]],
                },
                "points": {what: xp for what, xp in report(s, seat).items() if what != "total"},
            }
            for seat in range(s.seats)
        ],
    }
