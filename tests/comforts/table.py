"""Laying out a table of Creature Comforts card by card, so that a test sees just what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meowple.core.chance import FastChance
from meowple.core.match import Match
from meowple.games.comforts import GAME
from meowple.games.comforts.pieces.board import DICE, HILL, SPACES, TOKENS
from meowple.games.comforts.pieces.box import Box
from meowple.games.comforts.rules.setup import setup
from meowple.games.comforts.state import (
    IMMEDIATE,
    KEEP,
    PLACE,
    STEPS,
    State,
)

BOX: Box = GAME.in_words("en").box  # type: ignore[attr-defined]

COMFORT = {card.id: card for card in BOX.comforts}
IMPROVEMENT = {card.id: card for card in BOX.improvements}
TRAVELER = {card.id: card for card in BOX.travelers}
FOREST = {card.id: card for card in BOX.forest}
MEADOW = {card.id: card for card in BOX.meadow}

Cards = Mapping[int, Sequence[str]]

QUIET = "striped-skunk"
"""A traveler that matters only after an action at the Owl's Nest while cards are discarded."""


LADDER = ("umbrella", "scale", "tool-shed", "almanac", "bicycle", "orchard")


def options(**chosen: Any) -> dict[str, Any]:
    return GAME.check_options({"early_bird": 1, **chosen})


def lay(
    seats: int = 3,
    step: str = "dice",
    *,
    month: int = 1,
    early: int = 0,
    turn: int = 0,
    traveler: str = QUIET,
    forest: str = "forest-spring-1",
    meadow: str = "meadow-spring-1",
    river: int = 1,
    family: Sequence[Sequence[int]] | None = None,
    village: Sequence[int] = (1, 2, 3, 4),
    tokens: Mapping[int, Mapping[str, int]] | None = None,
    hands: Cards | None = None,
    made: Cards | None = None,
    built: Cards | None = None,
    placed: Mapping[int, Sequence[str]] | None = None,
    nest: Sequence[str] = ("pot-of-tea", "flute", "pie", "rocking-chair"),
    ladder: Sequence[str] | None = None,
    discards: Sequence[str] = (),
    marked: Sequence[str] = (),
    seed: int = 1,
    **chosen: Any,
) -> Match:
    """A match that stands at ``step`` with these things on the table and all else in the decks.

    Without ``placed`` nobody has a worker out. The cards named must be there often enough.
    """
    s: State = setup(BOX, seats, options(**chosen), FastChance(seed))
    s.step = STEPS.index(step)
    s.month, s.early, s.turn = month, early, turn
    s.comforts += [card for hand in s.hands for card in hand] + s.nest
    s.hands = [()] * seats
    s.fresh = [()] * seats
    s.improvements += s.ladder

    def comforts(names: Sequence[str]) -> list[int]:
        kinds = [COMFORT[name].kind for name in names]
        for kind in kinds:
            s.comforts.remove(kind)
        return kinds

    def improvements(names: Sequence[str]) -> list[int]:
        kinds = [IMPROVEMENT[name].kind for name in names]
        for kind in kinds:
            s.improvements.remove(kind)
        return kinds

    for seat in range(seats):
        s.tokens[seat] = [dict((tokens or {}).get(seat, {})).get(name, 0) for name in TOKENS]
        s.hands[seat] = s.fresh[seat] = tuple(sorted(comforts((hands or {}).get(seat, ()))))
        s.made[seat] = tuple(comforts((made or {}).get(seat, ())))
        s.built[seat] = tuple(improvements((built or {}).get(seat, ())))
        for space in (placed or {}).get(seat, ()):
            s.placed[seat] |= 1 << SPACES.index(space)
    if ladder is None:  # the usual one, without what is built
        ladder = [name for name in LADDER if IMPROVEMENT[name].kind in s.improvements]
    s.nest, s.ladder = comforts(nest), improvements(ladder)
    s.discards = comforts(discards)
    for space in marked:
        s.marked |= 1 << SPACES.index(space)
    s.forest_pile.append(s.forest)
    s.meadow_pile.append(s.meadow)
    s.forest, s.meadow = FOREST[forest].kind, MEADOW[meadow].kind
    s.forest_pile.remove(s.forest)
    s.meadow_pile.remove(s.meadow)
    s.river = BOX.river.ids.index(river)
    if s.step > KEEP:
        s.traveler = TRAVELER[traveler].kind
        s.travelers.remove(s.traveler)
    s.set_visitor()
    s.set_needs()
    if s.step > IMMEDIATE:
        rolled = family or [(5, 6)] * seats
        s.family = [value for pair in rolled for value in pair]
    if s.step > PLACE:
        s.village = list(village)
    return Match(GAME, s)


def act(match: Match, *answers: tuple[int, str]) -> Match:
    """Answer for seats, one after another."""
    for seat, key in answers:
        match.act(seat, key)
    return match


def do(match: Match, *keys: str) -> Match:
    """Answer with these keys for whoever is asked."""
    for key in keys:
        match.act(match.to_act[0], key)
    return match


def give(match: Match, place: str, *dice: str) -> Match:
    """Give dice to a place: ``family-1``, ``village-3``; ``+1`` and the like change the last one."""
    for die in dice:
        seat = match.to_act[0]
        name, *changes = die.split()
        match.act(seat, f"pick:{name}")
        for change in changes:
            match.act(seat, change if ":" in change else f"lesson:{change}")
        match.act(seat, f"give:{place}")
    return match


def keys(match: Match, seat: int | None = None) -> list[str]:
    """What a seat, or whoever is asked, may choose."""
    seat = match.to_act[0] if seat is None else seat
    return [action.key for action in match.actions(seat)]


def chosen(match: Match, verb: str, seat: int | None = None) -> list[str]:
    """The choices of one verb, without the verb."""
    return [key.partition(":")[2] for key in keys(match, seat) if key.startswith(f"{verb}:")]


def own(match: Match, seat: int) -> dict[str, int]:
    """The tokens of a seat, none with number 0."""
    return {name: n for name, n in zip(TOKENS, match.state.tokens[seat], strict=True) if n}


def hand(match: Match, seat: int) -> list[str]:
    return [BOX.comforts[card].id for card in match.state.hands[seat]]


def made(match: Match, seat: int) -> list[str]:
    return [BOX.comforts[card].id for card in match.state.made[seat]]


def built(match: Match, seat: int) -> list[str]:
    return [BOX.improvements[card].id for card in match.state.built[seat]]


def nest(match: Match) -> list[str]:
    return [BOX.comforts[card].id for card in match.state.nest]


def ladder(match: Match) -> list[str]:
    return [BOX.improvements[card].id for card in match.state.ladder]


def step(match: Match) -> str:
    return STEPS[match.state.step]


def kind(match: Match) -> str | None:
    return match.question and match.question.kind


def at(match: Match) -> dict[str, str]:
    """Where the dice lie, without those on the Hill."""
    return {
        name: BOX.place_ids[place]
        for name, place in zip(DICE, match.state.at, strict=True)
        if place != HILL
    }


def workers(match: Match, seat: int) -> list[str]:
    return [name for space, name in enumerate(SPACES) if match.state.placed[seat] >> space & 1]


def told(match: Match, kind: str) -> list[dict[str, Any]]:
    """What the events of a kind said."""
    return [event.data for event in match.events(None) if event.kind == kind]


def finish_turn(match: Match) -> Match:
    """Do nothing more in this turn but what must be done."""
    turn = match.state.turn, match.state.month
    while not match.over and (match.state.turn, match.state.month) == turn:
        legal = keys(match)
        for key in ("give:hill", "assigned", "rest", "enough", "end", "pass"):
            if key in legal:
                break
        else:
            key = legal[-1]
        do(match, key)
    return match


def finish(match: Match) -> Match:
    """Let everybody do nothing until the match is over."""
    while not match.over:
        seat = match.to_act[0]
        legal = keys(match, seat)
        for key in ("give:hill", "ready", "assigned", "rest", "enough", "end", "pass"):
            if key in legal:
                break
        else:
            key = legal[0]
        match.act(seat, key)
    return match


def next_placement(match: Match) -> Match:
    """Let everybody do nothing until workers are placed again."""
    month = match.state.month
    while match.state.month == month or step(match) != "place":
        seat = match.to_act[0]
        legal = keys(match, seat)
        for key in ("give:hill", "ready", "assigned", "rest", "enough", "end", "pass"):
            if key in legal:
                break
        else:
            key = legal[0]
        match.act(seat, key)
    return match
