"""Hands: cards come and go, and who knows what of them (CV-RUL-87)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.state import Holding, Note

from . import questions, thefts
from .decks import discard

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def to_hand(s: State, seat: int, card: int, by: int = 0, note: Note | None = None) -> None:
    """A card comes into a hand.

    Args:
        by: the seats that know which, as bits.
        note: what could be known of it in another hand.
    """
    s.hand[seat] = tuple(sorted((*s.hand[seat], card)))
    note = (note or Note(card))._replace(by=by & ~(1 << seat))
    if note != Note(card):
        s.notes[seat] = (*s.notes[seat], note)


def all_others(s: State, seat: int) -> int:
    """The other seats as bits."""
    return ((1 << s.seats) - 1) & ~(1 << seat)


def _take_out(s: State, seat: int, card: int, note: Note | None) -> None:
    """Take a card and its note out of a hand."""
    hand = s.hand[seat]
    place = hand.index(card)
    s.hand[seat] = hand[:place] + hand[place + 1 :]
    if note is not None:
        gone = s.notes[seat].index(note)
        s.notes[seat] = s.notes[seat][:gone] + s.notes[seat][gone + 1 :]


def _note_of(s: State, seat: int, card: int) -> Note | None:
    """The note that goes when a card leaves so that all see which: of the copy most know of."""
    notes = [note for note in s.notes[seat] if note.card == card]
    if not notes:
        return None
    note = max(notes, key=lambda note: note.by.bit_count())
    return note if note.by or len(notes) == s.hand[seat].count(card) else None


def leave_hand(s: State, seat: int, card: int) -> None:
    """A card leaves a hand so that all see which, though not which of two copies."""
    note = _note_of(s, seat, card)
    _take_out(s, seat, card, note)
    thefts.left(s, seat, card)
    if card in s.hand[seat]:  # who knew of the other copy alone: it might have been this one
        known = note.by if note else 0
        s.notes[seat] = tuple(
            left
            for each in s.notes[seat]
            if (left := each._replace(by=each.by & known) if each.card == card else each)
            != Note(each.card)
        )
    if s.holdings:
        s.holdings = tuple(
            kept for each in s.holdings if (kept := _after_leaving(s, each, seat, card))
        )


def _after_leaving(s: State, each: Holding, seat: int, card: int) -> Holding | None:
    """What still holds of a hand once everybody has seen a card leave it."""
    if each.seat != seat:
        return each
    fits = s.box.cards[card].answers(each.word)
    if each.cards and not fits:
        return each._replace(cards=each.cards - 1) if each.cards > 1 else None
    return None if not each.cards and fits else each


def steal_card(s: State, thief: int, victim: int) -> bool:
    """A random card changes hands, seen by these two alone; whether there was one."""
    hand = s.hand[victim]
    if not hand:
        return False
    place = s.chance.below(len(hand))
    card = hand[place]
    notes = [note for note in s.notes[victim] if note.card == card]
    copy = place - hand.index(card)
    note = notes[copy] if copy < len(notes) else None
    if note is not None and note.start >= 0:
        thefts.stolen(s, thief, victim, card)
    _take_out(s, victim, card, note)
    deck = s.box.cards[card].deck
    for seat in range(s.seats):
        s.notes[seat] = tuple(
            kept
            for each in s.notes[seat]
            if (kept := _unsure(s, each, deck, thief, victim, seat)) != Note(kept.card)
        )
    s.holdings = tuple(
        each._replace(cards=each.cards - 1) if each.seat == victim else each
        for each in s.holdings
        if each.seat != victim or each.cards > 1
    )
    moved = _unsure(s, note or Note(card), deck, thief, victim, victim)
    heard = tuple((by & ~(1 << thief), seats) for by, seats in moved.heard if by != 1 << thief)
    to_hand(s, thief, card, moved.by | 1 << victim, moved._replace(heard=heard))
    if s.tell:
        s.tell(
            "stole-card",
            seat=thief,
            victim=victim,
            secret={"card": s.box.cards[card].id},
            knows=(thief, victim),
        )
    return True


def _unsure(s: State, note: Note, deck: int, thief: int, victim: int, holder: int) -> Note:
    """A note once a card of that deck went unseen: it might have been this one (CV-RUL-87)."""
    if s.box.cards[note.card].deck != deck:
        return note
    two = 1 << thief | 1 << victim
    heard = []
    for by, seats in note.heard:
        if not seats >> victim & 1:
            heard.append((by, seats))
            continue
        if by & ~(1 << thief):
            heard.append((by & ~(1 << thief), seats | 1 << thief))
        if by >> thief & 1:
            heard.append((1 << thief, seats))
    if holder == victim and note.by & ~two:
        heard.append((note.by & ~two, two))
        note = note._replace(by=note.by & two)
    return note._replace(heard=tuple(heard))


def look_at(s: State, viewer: int, seat: int) -> None:
    """A player sees the hand of another (verb ``look``)."""
    s.chance.reveal()
    thefts.looked(s, viewer, seat)
    bit = 1 << viewer
    notes = list(s.notes[seat])
    for card in dict.fromkeys(s.hand[seat]):
        missing = s.hand[seat].count(card) - sum(note.card == card for note in notes)
        notes += [Note(card)] * missing
    s.notes[seat] = tuple(_known_to(note, bit) for note in notes)
    for other in range(s.seats):
        if other != seat:
            s.notes[other] = tuple(_not_there(note, bit, seat) for note in s.notes[other])
    if s.tell:
        cards = [s.box.cards[card].id for card in s.hand[seat]]
        s.tell(
            "looked", seat=viewer, at="hand", whose=seat, secret={"cards": cards}, knows=(viewer,)
        )


def _known_to(note: Note, bit: int) -> Note:
    """Somebody sees the card where it is."""
    heard = tuple((by & ~bit, seats) for by, seats in note.heard if by != bit)
    return note._replace(by=note.by | bit, heard=heard)


def _not_there(note: Note, bit: int, seat: int) -> Note:
    """Somebody sees that the card is not in a hand where it might have been."""
    for by, seats in note.heard:
        if by & bit and seats >> seat & 1:
            left = seats & ~(1 << seat)
            note = _known_to(note, bit)._replace(by=note.by)
            if left.bit_count() > 1:
                return note._replace(heard=(*note.heard, (bit, left)))
            return note._replace(by=note.by | bit)
    return note


def note(s: State, seat: int, word: str, has: bool) -> None:
    """The branch of a card tells everybody whether a hand holds such a card."""
    kept = [each for each in s.holdings if (each.seat, each.word) != (seat, word)]
    if has:
        kept.append(Holding(seat, word, 0))
    elif s.hand[seat]:
        kept.append(Holding(seat, word, len(s.hand[seat])))
    s.holdings = tuple(kept)


def hand_choices(s: State, seat: int) -> list[Action]:
    """Each design in a hand, to pick one."""
    return [s.box.pick[card] for card in dict.fromkeys(s.hand[seat])]


def give_up_cards(s: State, seat: int, number: int, why: str) -> Asking:
    """A player discards so many cards of their choice."""
    for left in range(number, 0, -1):
        if not s.hand[seat]:
            return
        if len(s.hand[seat]) <= left:
            card = s.hand[seat][0]
        else:
            card = (yield questions.CARD.ask(seat, hand_choices)).value
        leave_hand(s, seat, card)
        discard(s, card)
        if s.tell:
            s.tell(why, seat=seat, card=s.box.cards[card].id)
