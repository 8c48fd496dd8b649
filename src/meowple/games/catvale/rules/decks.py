"""Decks: drawing, discarding, and what is known of cards under a deck (CV-RUL-23, CV-RUL-91)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.names import DECKS, PILES, QUEST
from meowple.games.catvale.state import Known, Note

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def empty(s: State, pile: int) -> bool:
    """Whether nothing can be drawn from a deck."""
    return not (s.stock[pile] or s.under[pile] or (pile != QUEST and s.discards[pile]))


def take_top(s: State, pile: int) -> Known | None:
    """The top card of a deck, with the seats that knew it lay there; None if there is none.

    An empty deck is made anew of its discards, but not that of Quests.
    """
    stock = s.stock[pile]
    if not stock and not s.under[pile] and pile != QUEST and s.discards[pile]:
        stock = s.discards[pile]
        s.discards[pile] = ()
        _age(s, pile)
        if s.tell:
            s.tell("renewed", deck=DECKS[pile])
    if stock:
        cards = list(stock)
        card = s.chance.draw(cards)
        s.stock[pile] = tuple(cards)
        return Known(card, 0)
    if not s.under[pile]:
        return None
    s.chance.reveal()
    top, *rest = s.under[pile]
    s.under[pile] = tuple(rest)
    return top


def _age(s: State, pile: int) -> None:
    """Whoever holds cards of a deck holds them since before it was renewed: everybody knows."""
    cards, now = s.box.cards, s.renewed[pile]
    for seat in range(s.seats):
        notes = list(s.notes[seat])
        for card in dict.fromkeys(s.hand[seat]):
            if cards[card].deck != pile:
                continue
            noted = [place for place, note in enumerate(notes) if note.card == card]
            for place in noted:
                if notes[place].renewed < 0:
                    notes[place] = notes[place]._replace(renewed=now)
            notes += [Note(card, renewed=now)] * (s.hand[seat].count(card) - len(noted))
        s.notes[seat] = tuple(notes)
    s.renewed[pile] += 1


def discard(s: State, card: int) -> None:
    """A card goes to the discard pile of its own deck (CV-DECK-9); tokens leave the game."""
    pile = s.box.cards[card].deck
    if pile in PILES:
        s.discards[pile] = (*s.discards[pile], card)


def put_under(s: State, card: int, by: int) -> None:
    """A card goes under its deck, known to the seats in ``by``."""
    pile = s.box.cards[card].deck
    s.under[pile] = (*s.under[pile], Known(card, by))
