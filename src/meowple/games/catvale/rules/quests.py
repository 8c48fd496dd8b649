"""Quests, and what completing one brings the Vale (CV-QUEST, CV-VALE, CV-RUL-60, CV-RUL-61)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.hexes import NAMES
from meowple.games.catvale.pieces.names import NEEDS, PLAYER_MARKERS, QUEST

from . import prestige, questions
from .decks import discard, take_top
from .mood import shift
from .paying import pay
from .playing import fire
from .resolution import Resolution, perform

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

ALONE = 1
"""Prestige more for who completes a Quest alone (CV-QUEST-7)."""


def markers_left(s: State, seat: int) -> int:
    """Player Markers that a seat has on hand (CV-RUL-2)."""
    if s.options["marker_limit"] == "none":
        return 99
    tracks = 1 + bool(s.options["litterbox"]) + bool(s.options["arena"])
    return PLAYER_MARKERS - tracks - s.marks.count(seat) - s.quest_marks.count(seat)


def has_marker(s: State, seat: int) -> bool:
    """Whether a seat has a marker on hand or on a tile to take back."""
    return seat in s.marks or markers_left(s, seat) > 0


def take_marker(s: State, seat: int, but: int = -1) -> Asking:
    """Without a marker on hand one is taken back from a tile of one's own (CV-ASK-16)."""
    if markers_left(s, seat) > 0:
        return
    spaces = [space for space, owner in enumerate(s.marks) if owner == seat and space != but]
    if not spaces:
        return
    space = spaces[0]
    if len(spaces) > 1:
        choices = [s.box.tile[each] for each in spaces]
        space = (yield questions.MARKER.ask(seat, questions.these(choices))).value
    s.marks[space] = -1
    if s.tell:
        s.tell("unmarked", seat=seat, space=NAMES[space], by=seat)


def open_needs(s: State, seat: int) -> list[Action]:
    """The requirements that a player could fulfil now (CV-QUEST-2)."""
    found = []
    marks = s.quest_marks
    goods, dice, cards = s.goods[seat], s.dice[seat], len(s.hand[seat])
    for place, card in enumerate(s.quests):
        if card < 0:
            continue
        for need, cost in enumerate(s.box.cards[card].requirements):
            if marks[NEEDS * place + need] < 0 and cost.payable(goods, dice, cards):
                found.append(s.box.quest[NEEDS * place + need])
    if found and not has_marker(s, seat):
        return []
    return found


def fulfil(s: State, seat: int, place: int, need: int) -> Asking:
    """Fulfil a requirement; with the third the Quest is completed."""
    card = s.box.cards[s.quests[place]]
    yield from take_marker(s, seat)
    if s.tell:
        s.tell("fulfilled", seat=seat, card=card.id, need=need)
    yield from pay(s, seat, card.requirements[need])
    s.quest_marks[NEEDS * place + need] = seat
    s.quest_steps[seat] += 1
    s.dirty |= 1 << seat
    if -1 not in s.quest_marks[NEEDS * place : NEEDS * (place + 1)]:
        yield from complete(s, seat, place)
    yield from fire(s, "quest-step", seat)


def complete(s: State, finisher: int, place: int) -> Asking:
    """Prestige and Mood for all who contributed, the Vale Life tile, and a new Quest."""
    card = s.box.cards[s.quests[place]]
    owners = s.quest_marks[NEEDS * place : NEEDS * (place + 1)]
    s.quest_marks[NEEDS * place : NEEDS * (place + 1)] = [-1] * NEEDS
    contributors = [seat for seat in s.order() if seat in owners]
    if s.tell:
        s.tell("completed", seat=finisher, card=card.id, seats=contributors)
    alone = ALONE if len(contributors) == 1 else 0
    for seat in contributors:
        s.joined[seat] = (*s.joined[seat], card.index)
        s.dirty |= 1 << seat
        prestige.gain(s, seat, card.prestige + alone)
    for _ in contributors if s.options["mood_per_quest"] == "each" else contributors[:1]:
        shift(s, card.mood)
    tile = s.box.by_id[card.vale]
    s.vale |= 1 << s.box.vale.index(s.box.cards[tile])
    if s.tell:
        s.tell("vale", tile=card.vale)
    discard(s, card.index)
    top = take_top(s, QUEST)
    s.quests[place] = top.card if top else -1
    if top and s.tell:
        s.tell("quest", card=s.box.cards[top.card].id)
    yield from perform(s, Resolution(finisher, tile), s.box.cards[tile].effects)
