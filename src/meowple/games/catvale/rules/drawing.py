"""Drawing: Adventure cards, Encounters, Junk and Harvest tokens (CV-ADV, CV-ENC, verb ``draw``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Asking
from meowple.games.catvale.pieces.names import DECKS, ENCOUNTER, HARVEST

from .decks import put_under, take_top
from .hands import to_hand
from .mood import shift
from .playing import resolve
from .resolution import Resolution, perform

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def draw(s: State, seat: int, deck: int, amount: int = 1) -> Asking:
    """Draw cards one by one; what works at once is resolved to its end before the next."""
    for _ in range(amount):
        if deck == ENCOUNTER:
            yield from encounter(s, seat)
        elif deck == HARVEST:
            yield from harvest_token(s, seat)
        else:
            yield from _draw_card(s, seat, deck)


def _draw_card(s: State, seat: int, deck: int) -> Asking:
    """An instant card is read aloud and resolved, another goes to the hand (CV-ADV-4 to 8)."""
    top = take_top(s, deck)
    if top is None:
        return
    design = s.box.cards[top.card]
    if design.activation == "instant":
        if s.tell:
            s.tell("drew-instant", seat=seat, deck=DECKS[deck], card=design.id)
        yield from resolve(s, seat, top.card)
        return
    to_hand(s, seat, top.card, top.by)
    if s.tell:
        s.tell(
            "drew",
            seat=seat,
            deck=DECKS[deck],
            secret={"card": design.id},
            knows=(seat, *(each for each in range(s.seats) if top.by >> each & 1 and each != seat)),
        )


def encounter(s: State, seat: int) -> Asking:
    """Draw an Encounter, resolve it, put it under its deck (CV-ENC-1 to CV-ENC-3)."""
    top = take_top(s, ENCOUNTER)
    if top is None:
        return
    design = s.box.cards[top.card]
    if s.tell:
        s.tell("encounter", seat=seat, card=design.id)
    shift(s, design.mood)
    yield from perform(s, Resolution(seat, top.card, encounter=True), design.effects)
    put_under(s, top.card, (1 << s.seats) - 1)


def harvest_token(s: State, seat: int) -> Asking:
    """A token out of the bag; Prestige is shown and scored at once (CV-RUL-52)."""
    if not s.bag:
        return
    bag = list(s.bag)
    token = s.chance.draw(bag)
    s.bag = tuple(bag)
    s.drawn[seat] += 1
    s.dirty |= 1 << seat
    design = s.box.cards[token]
    if design.activation == "instant":
        if s.tell:
            s.tell("drew-instant", seat=seat, deck=DECKS[HARVEST], card=design.id)
        yield from perform(s, Resolution(seat, token), design.effects)
        return
    s.sand[seat] = tuple(sorted((*s.sand[seat], token)))
    if s.tell:
        secret = {"card": design.id}
        s.tell("drew", seat=seat, deck=DECKS[HARVEST], secret=secret, knows=(seat,))
