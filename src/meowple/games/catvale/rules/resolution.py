"""Carrying out what a card, a token or a tile says, step by step (data README, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meowple.author import Asking
from meowple.games.catvale.pieces.hexes import DISTANCE

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.vocabulary import Effect
    from meowple.games.catvale.state import State


class Resolution:
    """What one list of steps knows while it is carried out. Nothing hidden is kept in it.

    Attributes:
        you: the player who resolves it; inside ``each`` whose turn in the list it is.
        controller: the player of the card.
        card: its design, -1 for none.
        actor: whose action fired the ability, -1 for none.
        gathered: the item of the Gather in progress, -1 for none.
        encounter: whether an Encounter is being resolved.
        picks: the player picked for each word, -1 for nobody.
        cancelled: words whose pick was cancelled.
        token: the special token whose ability it is, ``""`` for none.
    """

    __slots__ = (
        "actor",
        "cancelled",
        "card",
        "controller",
        "encounter",
        "gathered",
        "picks",
        "token",
        "you",
    )

    def __init__(
        self,
        you: int,
        card: int = -1,
        *,
        actor: int = -1,
        gathered: int = -1,
        encounter: bool = False,
    ) -> None:
        self.you = self.controller = you
        self.card = card
        self.actor = actor
        self.gathered = gathered
        self.encounter = encounter
        self.picks: dict[str, int] = {}
        self.cancelled: set[str] = set()
        self.token = ""

    def for_player(self, seat: int) -> Resolution:
        """A fresh one in which another player is ``you``, as inside ``each``."""
        new = Resolution(
            seat,
            self.card,
            actor=self.actor,
            gathered=self.gathered,
            encounter=self.encounter,
        )
        new.controller = self.controller
        return new


def perform(s: State, r: Resolution, effects: Sequence[Effect]) -> Asking:
    """Carry out steps from first to last; what cannot happen is skipped."""
    before = s.source
    for effect in effects:
        asking = effect.perform(s, r)
        if asking is not None:
            s.source = r.card
            yield from asking
            s.source = before


def near(s: State, seat: int) -> list[int]:
    """Other players whose upright cats are on the same tile or an adjacent one."""
    at, flat = s.at, s.flat
    row = DISTANCE[at[seat]]
    seats = s.seats
    found = []
    for other in (*range(seat + 1, seats), *range(seat)):
        if row[at[other]] <= 1 and not flat >> other & 1:
            found.append(other)
    return found
