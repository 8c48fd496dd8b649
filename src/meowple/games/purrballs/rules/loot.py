"""Loot in the Pool: who takes it, and the cards that grab it, exchange it and reserve it."""

from __future__ import annotations

from dataclasses import dataclass

from meowple.author import N_, Action, Asking, Json, QuestionKind
from meowple.games.purrballs.pieces.actions import TAKE
from meowple.games.purrballs.pieces.box import LOOT
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.pieces.speech import Speech
from meowple.games.purrballs.state import State, put

from .effects import GIFT, Effect, verb
from .telling import Sentence, a_card, tells, waiting


def open_pool(s: State, seat: int) -> list[int]:
    """Loot cards of the Pool that no rival has reserved (PB-EFF-21)."""
    if s.reserved < 0 or s.reserver == seat:
        return s.pool
    return [card for card in s.pool if card != s.reserved]


def pool_options(s: State, seat: int) -> list[Action]:
    """The Loot cards of the Pool that this player may touch."""
    reserved = s.reserved
    if reserved < 0 or s.reserver == seat:
        return [TAKE[card] for card in s.pool]
    return [TAKE[card] for card in s.pool if card != reserved]


def why_reserved(s: State, seat: int) -> dict[str, Json]:
    """Why this player may not touch the others."""
    if s.reserved < 0 or s.reserver == seat:
        return {}
    return {TAKE[s.reserved].key: {"code": "reserved", "seat": s.reserver}}


LOOT_CARD = QuestionKind(
    "loot",
    pool_options,
    prompt=N_("Take a Loot card from the Pool."),
    waiting=waiting,
    why=why_reserved,
)


def take_loot(s: State, seat: int, card: int) -> None:
    """A Loot card goes from the Pool into a Stash; a Mana card gives its Mana (PB-EFF-29)."""
    s.pool.remove(card)
    s.loot[seat] += (card,)
    if card == s.reserved:
        s.reserved = s.reserver = -1  # the crystal goes back to the supply (PB-SPE-3)
    if s.tell:
        s.tell("took", seat=seat, card=LOOT[card].key)
    for effect in GIFT[card]:
        effect.do(s, seat)


tells("took", Sentence(N_("{name} takes {card}."), you=N_("You take {card}."), card=a_card))


def _choose(s: State, seat: int, question: QuestionKind) -> Asking:
    """A card that the player may touch, asked for if there is a choice."""
    options = pool_options(s, seat)
    action = options[0] if len(options) == 1 else (yield question.ask(seat))
    return action.value


# -- grabbing -------------------------------------------------------------------------------------

GRAB = QuestionKind(
    "grab",
    pool_options,
    prompt=N_("Grab a Loot card from the Pool."),
    waiting=waiting,
    why=why_reserved,
)


@verb
@dataclass(frozen=True, slots=True)
class GrabLoot(Effect):
    """A Loot card from the Pool now, and none in the Loot phase (PB-EFF-9, PB-WAN-1)."""

    verb = "grab-loot"
    asks = True

    def possible(self, s: State, seat: int) -> bool:
        return bool(open_pool(s, seat))

    def ask(self, s: State, seat: int) -> Asking:
        card = yield from _choose(s, seat, GRAB)
        s.grabbed = put(s.grabbed, seat, True)
        take_loot(s, seat, card)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("grab Loot")


# -- exchanging with the deck ---------------------------------------------------------------------

CYCLE = QuestionKind(
    "cycle",
    pool_options,
    prompt=N_("Which Loot card goes under the deck?"),
    waiting=waiting,
    why=why_reserved,
)


@verb
@dataclass(frozen=True, slots=True)
class CycleLoot(Effect):
    """A Loot card goes under the deck, the top card takes its place (PB-EFF-18).

    The new card's Monster icons bring nothing (PB-RUL-28).
    """

    verb = "cycle-loot"
    asks = True

    def possible(self, s: State, seat: int) -> bool:
        return bool((s.loot_deck or s.under) and open_pool(s, seat))

    def ask(self, s: State, seat: int) -> Asking:
        card = yield from _choose(s, seat, CYCLE)
        new = deal_loot(s)
        s.under = [*s.under, card]
        s.pool[s.pool.index(card)] = new
        if s.tell:
            s.tell("cycled", seat=seat, card=LOOT[card].key, new=LOOT[new].key)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("exchange Loot")


def deal_loot(s: State) -> int:
    """The top card of the level's Loot deck; cards put under it come last, in order."""
    if not s.loot_deck:
        first, *s.under = s.under
        return first
    deck = list(s.loot_deck)
    card = s.chance.draw(deck)
    s.loot_deck = deck
    return card


tells(
    "cycled",
    Sentence(
        N_("{name} puts {card} under the deck; {new} comes."),
        you=N_("You put {card} under the deck; {new} comes."),
        card=a_card,
        new=a_card,
    ),
)


# -- reserving ------------------------------------------------------------------------------------

RESERVE = QuestionKind(
    "reserve",
    pool_options,
    prompt=N_("Mark the Loot card that shall be yours."),
    waiting=waiting,
    why=why_reserved,
)


@verb
@dataclass(frozen=True, slots=True)
class ReserveLoot(Effect):
    """A Loot card that only this player may take, and must take (PB-EFF-21)."""

    verb = "reserve-loot"
    asks = True

    def possible(self, s: State, seat: int) -> bool:
        return bool(open_pool(s, seat))

    def ask(self, s: State, seat: int) -> Asking:
        card = yield from _choose(s, seat, RESERVE)
        s.reserved, s.reserver = card, seat
        if s.tell:
            s.tell("reserved", seat=seat, card=LOOT[card].key)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("reserve Loot")


tells(
    "reserved", Sentence(N_("{name} reserves {card}."), you=N_("You reserve {card}."), card=a_card)
)
