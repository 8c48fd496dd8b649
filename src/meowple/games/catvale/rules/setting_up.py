"""Setting up: the table, the map, cats, Ambitions and the draft (CV-SETUP, CV-WORLD, CV-CAT, CV-DRAFT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meowple.author import Action, Asking, Chance
from meowple.games.catvale.pieces.hexes import BIT, CENTRE, NEIGHBOURS, SPACES
from meowple.games.catvale.pieces.names import (
    ADVENTURE,
    AMBITION,
    BUILDINGS,
    ENCOUNTER,
    FLEA_MARKET,
    HOME,
    JUNK,
    MOUNTAIN,
    ODDITIES,
    OPEN_QUESTS,
    OPPONENTS,
    PACK,
    QUEST,
    REROLL,
    SETS,
    STARTING,
)
from meowple.games.catvale.state import BEGIN_SEASON, DRAFT, DRAW_AMBITION, Note, State, new_state

from . import market, questions
from .decks import take_top
from .hands import to_hand

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.box import Box

AMBITIONS_DRAWN = {2: 2, 3: 2, 4: 2, 5: 1, 6: 1}
"""How many Ambitions each player draws, to keep one (CV-DRAFT-1 to CV-DRAFT-3)."""


def setup(box: Box, seats: int, options: Mapping[str, Any], chance: Chance) -> State:
    """The table before the first decision."""
    s = new_state(box, seats, options, chance)
    sets = in_play(options)
    for pile in (ADVENTURE, BUILDINGS, ODDITIES, JUNK, ENCOUNTER, QUEST, STARTING, AMBITION):
        s.stock[pile] = box.deck(pile, sets)
    if "arena" in sets:
        s.stock[OPPONENTS] = box.deck(OPPONENTS, sets)
    if "litterbox" in sets:
        s.bag = box.harvest_tokens
    if s.adventure:
        s.forest_pool = box.forest_tokens
    first = options["first_player"]  # counted from 1, as people do; 0: drawn
    s.first = first - 1 if 0 < first <= seats else chance.below(seats)
    s.turn = s.first
    lay_map(s)
    market.fill(s)
    s.quests = [top.card if (top := take_top(s, QUEST)) else -1 for _ in range(OPEN_QUESTS)]
    return s


def in_play(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The sets in play."""
    return tuple(name for name in SETS if options[name])


# -- the map --------------------------------------------------------------------------------------


def lay_map(s: State) -> None:
    """Lay the tiles of the chosen world (CV-WORLD)."""
    layout = s.box.layouts[s.seats]
    stack = list(s.box.tiles(s.seats, in_play(s.options)))
    if s.chaotic:
        others = [kind for space, kind in layout.open if space != CENTRE]
        tiles = sorted([*stack, *others, *(HOME + seat for seat in range(s.seats))])
        s.tiles = deal_chaotic(tiles, s.options["chaotic_fix"], s.chance)
        s.face_up = BIT[CENTRE]
    else:
        s.chance.shuffle(stack)
        for space, kind in layout.open:
            s.tiles[space] = kind
            s.face_up |= BIT[space]
        for space, kind in zip(layout.down, stack, strict=True):
            s.tiles[space] = kind
        for place, space in enumerate(layout.backyards):
            s.tiles[space] = HOME + (s.first + place) % s.seats
            s.face_up |= BIT[space]
    s.dealt = tuple(s.tiles)


def deal_chaotic(tiles: Sequence[int], fix: str, chance: Chance) -> list[int]:
    """All tiles but the Flea Market shuffled, again until none is cut off (CV-RUL-13, CV-OPT-11)."""
    pile = list(tiles)
    while True:
        chance.shuffle(pile)
        dealt = [*pile[:CENTRE], FLEA_MARKET, *pile[CENTRE:]]
        if not cut_off(dealt, fix):
            return dealt


def cut_off(tiles: Sequence[int], fix: str) -> bool:
    """Whether Mountains close in a Backyard; with fix ``all``, any tile."""
    if fix == "off":
        return False
    reached = {CENTRE}
    front = [CENTRE]
    while front:
        for space in NEIGHBOURS[front.pop()]:
            if space not in reached and tiles[space] != MOUNTAIN:
                reached.add(space)
                front.append(space)
    return any(
        space not in reached
        for space in range(SPACES)
        if (tiles[space] != MOUNTAIN if fix == "all" else tiles[space] >= HOME)
    )


# -- cats -----------------------------------------------------------------------------------------


def cat_choices(s: State, seat: int) -> list[Action]:
    """The Cats in play that nobody has taken (CV-CAT-1, CV-CAT-2)."""
    sets = ("base", *in_play(s.options))
    return [
        s.box.cat[cat.index] for cat in s.box.cats if cat.set in sets and cat.index not in s.cat
    ]


def cat(s: State) -> Asking:
    """One after the other takes a Cat (CV-ASK-2); the last one left is nobody's choice."""
    seat = s.turn
    action = yield questions.CAT.ask(seat, cat_choices)
    take_cat(s, seat, action.value)
    s.turn = (seat + 1) % s.seats
    left = cat_choices(s, s.turn)
    if s.turn != s.first and len(left) == 1:
        take_cat(s, s.turn, left[0].value)
        s.turn = (s.turn + 1) % s.seats
    if s.turn == s.first:
        deal_ambitions(s)


def take_cat(s: State, seat: int, index: int) -> None:
    """What a Cat starts with, and where (CV-PLAY-1 to CV-PLAY-6)."""
    s.cat[seat] = index
    goods = s.goods[seat]
    goods[REROLL] += 1
    goods[s.box.cats[index].start] += 1
    s.at[seat] = CENTRE if s.chaotic else s.tiles.index(HOME + seat)
    if s.tell:
        s.tell("cat", seat=seat, cat=s.box.cats[index].id)


# -- Ambitions and the draft ----------------------------------------------------------------------


def deal_ambitions(s: State) -> None:
    """Everybody draws Ambitions; one of two is kept (CV-DRAFT-1 to CV-DRAFT-3)."""
    number = AMBITIONS_DRAWN[s.seats]
    for seat in range(s.seats):
        drawn = [top.card for _ in range(number) if (top := take_top(s, AMBITION))]
        if number == 1:
            s.ambition[seat] = drawn[0]
        else:
            s.picks[seat] = tuple(sorted(drawn))
        if s.tell:
            ids = [s.box.cards[card].id for card in drawn]
            s.tell("drew-ambitions", seat=seat, secret={"cards": ids}, knows=(seat,))
    if number == 1:
        deal_packs(s)
    else:
        s.step = DRAW_AMBITION


def pick_choices(s: State, seat: int) -> list[Action]:
    """The cards that a seat picks from in setup."""
    return [s.box.pick[card] for card in dict.fromkeys(s.picks[seat])]


def ambition(s: State) -> Asking:
    """All choose at once which Ambition to keep (CV-ASK-3)."""
    answers = yield questions.AMBITION.ask_all(tuple(range(s.seats)), pick_choices)
    for seat, action in enumerate(answers):
        s.ambition[seat] = action.value
        rest = list(s.picks[seat])
        rest.remove(action.value)
        s.spare[seat] = rest[0]
        s.picks[seat] = ()
    deal_packs(s)


def deal_packs(s: State) -> None:
    """Four Starting cards to each player (CV-DRAFT-4)."""
    s.packs = ((),) * s.seats
    for seat in range(s.seats):
        drawn = [top.card for _ in range(PACK) if (top := take_top(s, STARTING))]
        s.picks[seat] = tuple(sorted(drawn))
        _tell_pack(s, seat)
    s.step = DRAFT


def _tell_pack(s: State, seat: int) -> None:
    if s.tell:
        ids = [s.box.cards[card].id for card in s.picks[seat]]
        s.tell("pack", seat=seat, secret={"cards": ids}, knows=(seat,))


def draft(s: State) -> Asking:
    """All keep one card at once and pass the rest to the left (CV-DRAFT-4, CV-DRAFT-5, CV-ASK-4)."""
    answers = yield questions.DRAFT.ask_all(tuple(range(s.seats)), pick_choices)
    taken = len(s.packs[0])
    packs = list(s.packs)
    left: list[tuple[int, ...]] = []
    for seat, action in enumerate(answers):
        rest = list(s.picks[seat])
        rest.remove(action.value)
        left.append(tuple(rest))
        pack = (seat - taken) % s.seats
        packs[pack] = (*packs[pack], action.value)
        to_hand(s, seat, action.value, note=Note(action.value, start=pack * PACK + taken))
        if s.tell:
            s.tell("kept", seat=seat, secret={"card": s.box.cards[action.value].id}, knows=(seat,))
    if len(left[0]) > 1:
        for seat in range(s.seats):
            s.picks[(seat + 1) % s.seats] = left[seat]
        s.packs = tuple(packs)
        for seat in range(s.seats):
            _tell_pack(s, seat)
        return
    for seat in range(s.seats):  # the last card is removed for good (CV-DRAFT-6)
        pack = (seat - taken) % s.seats
        packs[pack] = (*packs[pack], left[seat][0])
        s.picks[seat] = ()
    s.packs = tuple(packs)
    s.step = BEGIN_SEASON
