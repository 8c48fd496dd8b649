"""Hands: cards come and go, and who knows what of them (CV-RUL-87)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.state import Holding, Known, Rumour

from . import questions
from .decks import discard

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def to_hand(s: State, seat: int, card: int, by: int = 0) -> None:
    """A card comes into a hand; ``by``: the seats that know which, as bits."""
    s.hand[seat] = tuple(sorted((*s.hand[seat], card)))
    if by & ~(1 << seat):
        s.known[seat] = (*s.known[seat], Known(card, by & ~(1 << seat)))


def all_others(s: State, seat: int) -> int:
    """The other seats as bits."""
    return ((1 << s.seats) - 1) & ~(1 << seat)


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def leave_hand(s: State, seat: int, card: int) -> None:
    """A card leaves a hand so that all see which."""
    s.hand[seat] = _without(s.hand[seat], card)
    known = [each for each in s.known[seat] if each.card == card]
    if known:
        gone = max(known, key=lambda each: each.by.bit_count())
        s.known[seat] = tuple(each for each in s.known[seat] if each is not gone)
    if s.rumours:
        s.rumours = tuple(
            each for each in s.rumours if each.card != card or not each.seats >> seat & 1
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
    if not s.hand[victim]:
        return False
    card = s.chance.choice(s.hand[victim])
    two = 1 << thief | 1 << victim
    deck = s.box.cards[card].deck
    s.hand[victim] = _without(s.hand[victim], card)
    rumours: list[Rumour] = []
    for rumour in s.rumours:
        if not rumour.seats >> victim & 1 or s.box.cards[rumour.card].deck != deck:
            rumours.append(rumour)
            continue
        if others := rumour.by & ~(1 << thief):
            rumours.append(Rumour(rumour.card, others, rumour.seats | 1 << thief))
        if rumour.by >> thief & 1 and rumour.card != card:
            rumours.append(rumour._replace(by=1 << thief))
    left: list[Known] = []
    gone = False
    for each in s.known[victim]:
        if s.box.cards[each.card].deck != deck:
            left.append(each)
            continue
        unsure = each.by & ~two
        if unsure:
            rumours.append(Rumour(each.card, unsure, two))
        if each.card == card and not gone:
            gone = True
        elif each.by & two:
            left.append(Known(each.card, each.by & two))
    s.known[victim] = tuple(left)
    s.rumours = tuple(dict.fromkeys(rumours))
    s.holdings = tuple(
        each._replace(cards=each.cards - 1) if each.seat == victim else each
        for each in s.holdings
        if each.seat != victim or each.cards > 1
    )
    to_hand(s, thief, card, 1 << victim)
    if s.tell:
        s.tell(
            "stole-card",
            seat=thief,
            victim=victim,
            secret={"card": s.box.cards[card].id},
            knows=(thief, victim),
        )
    return True


def look_at(s: State, viewer: int, seat: int) -> None:
    """A player sees the hand of another (verb ``look``)."""
    s.chance.reveal()
    bit = 1 << viewer
    entries = list(s.known[seat])
    for card in sorted(set(s.hand[seat])):
        missing = s.hand[seat].count(card)
        missing -= sum(each.card == card and bool(each.by & bit) for each in entries)
        for place, each in enumerate(entries):
            if missing > 0 and each.card == card and not each.by & bit:
                entries[place] = Known(card, each.by | bit)
                missing -= 1
        entries += [Known(card, bit)] * missing
    s.known[seat] = tuple(entries)
    rumours: list[Rumour] = []
    for rumour in s.rumours:
        if not (rumour.by & bit and rumour.seats >> seat & 1):
            rumours.append(rumour)
            continue
        if rumour.by != bit:
            rumours.append(rumour._replace(by=rumour.by & ~bit))
        seats = rumour.seats & ~(1 << seat)
        if rumour.card not in s.hand[seat] and seats.bit_count() > 1:
            rumours.append(Rumour(rumour.card, bit, seats))
    s.rumours = tuple(rumours)
    if s.tell:
        cards = [s.box.cards[card].id for card in s.hand[seat]]
        s.tell(
            "looked", seat=viewer, at="hand", whose=seat, secret={"cards": cards}, knows=(viewer,)
        )


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
