"""Cards: ``draw``, ``pick``, ``discard``, ``look``, ``refresh-market``, ``cancel``, ``send-this``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meowple.author import Asking, Table
from meowple.games.catvale.pieces.names import DECKS, TAGS
from meowple.games.catvale.pieces.vocabulary import (
    Effect,
    Read,
    field,
    number,
    one_of,
    read_fields,
    text,
    verb,
    who,
)
from meowple.games.catvale.rules.aiming import pick_seat, struck, whom
from meowple.games.catvale.rules.decks import discard, put_under, take_top
from meowple.games.catvale.rules.drawing import draw
from meowple.games.catvale.rules.hands import leave_hand, look_at
from meowple.games.catvale.rules.market import refresh, take_card
from meowple.games.catvale.rules.questions import CARD, LOOK
from meowple.games.catvale.rules.resolution import Resolution, near
from meowple.games.catvale.rules.standing import DESIGN

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def _deck(*names: str) -> Read:
    """The number of one of these decks."""
    return lambda table, name: DECKS.index(table.one_of(name, names))


@verb("draw")
@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """From a deck as in its own phase: Encounters and instant cards are resolved at once."""

    deck: int = field(_deck("adventure", "encounter", "junk", "harvest"))
    amount: int = field(number(1, 3), 1)
    who: str = field(who, "you")

    def perform(self, s: State, r: Resolution) -> Asking:
        for seat in (yield from whom(s, r, self.who, lambda seat: True)):
            yield from draw(s, seat, self.deck, self.amount)


@verb("pick")
@dataclass(frozen=True, slots=True)
class Pick(Effect):
    """Look at the top cards of a deck, keep some unseen by others, put the rest under it."""

    deck: int = field(_deck("adventure", "buildings", "oddities", "junk"))
    look: int = field(number(1, 5))
    keep: int = field(number(1, 2))

    def perform(self, s: State, r: Resolution) -> Asking:
        s.looker = r.you
        for _ in range(self.look):
            top = take_top(s, self.deck)
            if top is None:
                break
            s.looked = (*s.looked, top.card)
        s.chance.reveal()
        if s.tell and s.looked:
            ids = [s.box.cards[card].id for card in s.looked]
            s.tell("looked-at-deck", seat=r.you, deck=DECKS[self.deck], number=len(ids),
                   secret={"cards": ids}, knows=(r.you,))  # fmt: skip
        taken = []
        for _ in range(min(self.keep, len(s.looked))):
            answer = yield LOOK.ask(
                r.you, lambda s, seat: [s.box.pick[card] for card in dict.fromkeys(s.looked)]
            )
            rest = list(s.looked)
            rest.remove(answer.value)
            s.looked = tuple(rest)
            taken.append(answer.value)
        for card in s.looked:
            put_under(s, card, 1 << r.you)
        s.looked, s.looker = (), -1
        for card in taken:
            if s.tell:
                secret = {"card": s.box.cards[card].id}
                s.tell(
                    "took-card", seat=r.you, deck=DECKS[self.deck], secret=secret, knows=(r.you,)
                )
            yield from take_card(s, r.you, card, 0)


@dataclass(frozen=True, slots=True)
class Filter:
    """Cards with a tag, or of an id."""

    either = ("tag", "id")

    tag: str = field(one_of(*TAGS), "")
    id: str = field(text, "")


def _filter(table: Table, name: str) -> Filter:
    found: Filter = read_fields(Filter, table.one(name))
    return found


@verb("discard")
@dataclass(frozen=True, slots=True)
class Discard(Effect):
    """Cards of ``you`` from the hand: by choice or at random."""

    amount: int = field(number(1, 3))
    by: str = field(one_of("owner", "random"), "owner")
    filter: Filter = field(_filter, Filter())

    def perform(self, s: State, r: Resolution) -> Asking:
        seat = r.you
        word = self.filter.tag or self.filter.id
        for left in range(self.amount, 0, -1):
            if not self._fitting(s, seat, word):
                return
            if self.by == "random":
                card = s.chance.choice(s.hand[seat])
            elif self.filter.id or (not word and len(s.hand[seat]) <= left):
                card = self._fitting(s, seat, word)[0]
            else:
                answer = yield CARD.ask(
                    seat, lambda s, seat: [s.box.pick[c] for c in self._fitting(s, seat, word)]
                )
                card = answer.value
            leave_hand(s, seat, card)
            discard(s, card)
            if s.tell:
                s.tell("discarded", seat=seat, card=s.box.cards[card].id)

    @staticmethod
    def _fitting(s: State, seat: int, word: str) -> list[int]:
        cards = s.box.cards
        return [c for c in dict.fromkeys(s.hand[seat]) if not word or cards[c].answers(word)]


@verb("look")
@dataclass(frozen=True, slots=True)
class Look(Effect):
    """``you`` alone see a player's hand or open Ambition."""

    at: str = field(one_of("hand", "ambition"))
    who: str = field(who)

    def perform(self, s: State, r: Resolution) -> Asking:
        def can(seat: int) -> bool:
            if self.at == "hand":
                return bool(s.hand[seat])
            return not s.scored >> seat & 1

        for seat in (yield from whom(s, r, self.who, can)):
            if not can(seat) or not (yield from struck(s, r, self.who, seat)):
                continue
            if self.at == "hand":
                look_at(s, r.you, seat)
                continue
            s.chance.reveal()
            s.seen_ambition[seat] |= 1 << r.you
            if s.tell:
                secret = {"card": s.box.cards[s.ambition[seat]].id}
                s.tell(
                    "looked", seat=r.you, at="ambition", whose=seat, secret=secret, knows=(r.you,)
                )


@verb("refresh-market")
@dataclass(frozen=True, slots=True)
class RefreshMarket(Effect):
    """The face-up cards of a row, or of both, are replaced."""

    row: str = field(one_of("buildings", "oddities", "both"))

    def perform(self, s: State, r: Resolution) -> None:
        for place, name in enumerate(("buildings", "oddities")):
            if self.row in (name, "both"):
                refresh(s, place)


@verb("cancel")
@dataclass(frozen=True, slots=True)
class Cancel(Effect):
    """The step that opened this window, and later ones with the same pick, are skipped."""

    def perform(self, s: State, r: Resolution) -> None:
        s.cancelled = True


@verb("send-this")
@dataclass(frozen=True, slots=True)
class SendThis(Effect):
    """The card or token of this ability moves to another player, or is discarded."""

    to: str = field(one_of("foe", "chosen-near", "discard"))

    def perform(self, s: State, r: Resolution) -> Asking:
        seat = -1
        if self.to == "foe":
            seat = s.foe(r.you)
        elif self.to == "chosen-near":
            seat = yield from pick_seat(s, r.you, near(s, r.you))
            if seat >= 0 and not (yield from struck(s, r, self.to, seat)):
                return
        if seat < 0 and self.to != "discard":
            return
        if r.token:
            s.tokens = tuple(
                each._replace(place=seat) if each.token == r.token else each
                for each in s.tokens
                if each.token != r.token or seat >= 0
            )
        else:
            lying = [each for each in s.front[r.you] if each.card & DESIGN == r.card]
            if not lying:
                return
            s.front[r.you] = tuple(each for each in s.front[r.you] if each is not lying[0])
            if seat >= 0:
                s.front[seat] = (*s.front[seat], lying[0])
            else:
                discard(s, r.card)
        if s.tell:
            what = r.token or s.box.cards[r.card].id
            s.tell("sent", seat=r.you, what=what, to=seat if seat >= 0 else None)
