"""Points, prizes, ties. XP come from the Catventurers of a party, each by its own line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from meowple.games.purrballs.pieces.box import CATS, LOOT, MONSTERS, PRIZES
from meowple.games.purrballs.pieces.lines import Goods, ScoringLine
from meowple.games.purrballs.pieces.names import CLASSES, RESOURCES, TREASURES, TYPES
from meowple.games.purrballs.state import COUNT, ROUNDS, State

from .abilities import REWARD
from .trophies import CountAs

EMBLEMS = tuple(
    sum(effect.emblems for effect in effects if isinstance(effect, CountAs)) for effects in REWARD
)
"""For each Monster the Royal Emblems that it counts as besides (PB-EFF-26)."""
NO_MONSTER = tuple(
    any(
        isinstance(effect, CountAs) and bool(effect.emblems) and not effect.still_monster
        for effect in effects
    )
    for effects in REWARD
)
"""For each Monster whether it counts as Emblems only, for no Fighter."""
WILD = tuple(
    any(effect.treasure for effect in effects if isinstance(effect, CountAs)) for effects in REWARD
)
"""For each Monster whether it can count as a Treasure of any type instead (PB-EFF-27)."""


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
        emblems += EMBLEMS[trophy]
        if WILD[trophy] and wyvern >= 0:  # PB-RUL-43
            treasures[wyvern] += 1
        elif not NO_MONSTER[trophy]:
            monsters[MONSTERS[trophy].type] += 1
    return Goods(s.mana[seat], emblems, tuple(resources), tuple(treasures), tuple(monsters))


def emblem_counts(s: State) -> list[int]:
    """The Royal Emblems of each seat."""
    return [
        sum([LOOT[card].emblems for card in s.loot[seat]])
        + sum([EMBLEMS[trophy] for trophy in s.trophies[seat]])
        for seat in range(s.seats)
    ]


def prize(place: int) -> int:
    """XP of a place among the Nobles, from 0; none for -1 and beyond the prizes."""
    return PRIZES[place] if 0 <= place < len(PRIZES) else 0


def emblem_places(s: State) -> list[int]:
    """Each seat's place by Royal Emblems, from 0; -1 without a prize (PB-SCORE-4, PB-SCORE-5)."""
    counts = emblem_counts(s)
    places = [-1] * s.seats
    needs_one = s.options["emblem_prize_needs_emblem"]
    for place, seat in enumerate(sorted(s.priority(), key=lambda each: -counts[each])):
        if counts[seat] or not needs_one:  # PB-RUL-41
            places[seat] = place
    return places


def wyvern_of(s: State, seat: int, cats: Iterable[int], place: int) -> int:
    """What the seat's Wyvern counts as: as decided, or the best for these Catventurers so far."""
    if s.wyvern is not None or not has_wild(s, seat):
        return -1 if s.wyvern is None else s.wyvern
    scores = [CATS[cat].score for cat in cats]
    return max(
        range(-1, len(TREASURES)),
        key=lambda what: _all_score(scores, goods(s, seat, what), place),
    )


def _all_score(lines: Iterable[ScoringLine], have: Goods, place: int) -> int:
    return sum(line.scores(have, place) for line in lines)


def has_wild(s: State, seat: int) -> bool:
    """Whether a seat has a Monster that can count as a Treasure."""
    return any(WILD[trophy] for trophy in s.trophies[seat])


def cat_xp(
    s: State, seat: int, cats: Iterable[int], places: Sequence[int] | None = None
) -> list[int]:
    """XP that each of these Catventurers of a seat would score now (PB-SCORE-1, PB-RUL-40).

    A temporary one is counted as 0: it leaves before the scoring (PB-RUL-35). ``places``: the
    `emblem_places`, where they are known already.
    """
    cats = list(cats)
    lasting = [cat for cat in cats if cat != s.temp[seat]]
    place = (emblem_places(s) if places is None else places)[seat]
    have = goods(s, seat, wyvern_of(s, seat, lasting, place))
    return [0 if cat == s.temp[seat] else CATS[cat].score.scores(have, place) for cat in cats]


def scores(s: State) -> list[int]:
    """XP of each seat: at the end of all Catventurers, before of those that everybody knows."""
    whole = s.step >= COUNT
    places = emblem_places(s)
    return [
        sum(cat_xp(s, seat, s.party(seat) if whole else s.known_party(seat), places))
        for seat in range(s.seats)
    ]


def report(s: State, seat: int, cats: Iterable[int] | None = None) -> dict[str, int]:
    """The lines of the score report: XP by class, and the total (PB-SHEET-1)."""
    cats = s.party(seat) if cats is None else list(cats)
    return by_class(cats, cat_xp(s, seat, cats))


def by_class(cats: Iterable[int], xps: Iterable[int]) -> dict[str, int]:
    """The lines of the score report from the XP of each Catventurer."""
    lines = dict.fromkeys(CLASSES, 0)
    for cat, xp in zip(cats, xps, strict=True):
        lines[CATS[cat].class_] += xp
    return {**lines, "total": sum(lines.values())}


def ranking(s: State) -> list[int]:
    """The seats by XP, ties by the priority order (PB-SCORE-2, -3)."""
    points = scores(s)
    return sorted(s.priority(), key=lambda seat: -points[seat])


def winners(s: State) -> list[int]:
    """The seat with the most XP."""
    return ranking(s)[:1]


def round_of(s: State) -> int:
    """The round, counted through all levels."""
    return max(0, s.level - 1) * ROUNDS[s.seats] + s.round


def study(s: State) -> dict[str, Any]:
    """A finished match for reports: rounds, and of each seat its cards and points by class."""
    return {
        "rounds": round_of(s),
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
