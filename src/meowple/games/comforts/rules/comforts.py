"""The bonuses of comforts (CC-CARD)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from meowple.author import Json
from meowple.games.comforts.pieces.amounts import Amount
from meowple.games.comforts.pieces.board import COIN, COSTLY
from meowple.games.comforts.pieces.effects import ComfortEffect, Way
from meowple.games.comforts.pieces.fields import amount, comfort, comforts, points


@dataclass(frozen=True, eq=False)
class BonusIfOwned(ComfortEffect):
    """Points if its owner has made another comfort, however often (CC-CARD-1)."""

    card: Annotated[int, comfort()]
    points: Annotated[int, points()]

    verb = "bonus_if_owned"

    def bonus(self, kind: int, made: Sequence[int]) -> int:
        return self.points if self.card in made else 0

    def face(self, ids: Sequence[str]) -> Json:
        return {**super().face(ids), "points": self.points, "cards": [ids[self.card]]}


@dataclass(frozen=True, eq=False)
class BonusPerOtherOwned(ComfortEffect):
    """Points for every other comfort of some kinds that its owner has made (CC-CARD-16)."""

    cards: Annotated[tuple[int, ...], comforts()]
    points: Annotated[int, points()]

    verb = "bonus_per_other_owned"

    def bonus(self, kind: int, made: Sequence[int]) -> int:
        return self.points * (sum(map(made.count, self.cards)) - (kind in self.cards))

    def face(self, ids: Sequence[str]) -> Json:
        cards = [ids[card] for card in self.cards]
        return {**super().face(ids), "points": self.points, "cards": cards, "each": True}


@dataclass(frozen=True, eq=False)
class BonusPerSetStored(ComfortEffect):
    """Points for every complete set of tokens on the card (CC-CARD-2)."""

    set: Annotated[Amount, amount(*COSTLY, least=1)]
    points: Annotated[int, points()]

    verb = "bonus_per_set_stored"

    def way(self) -> Way:
        return self.set.fixed, self.points, -1

    def face(self, ids: Sequence[str]) -> Json:
        return {
            **super().face(ids),
            "points": self.points,
            "tokens": self.set.json,
            "kinds": _different_resources(self.set),
            "each": True,
        }


def _different_resources(amount: Amount) -> int:
    """How many resources an amount is, if it is one of each of more than a few."""
    one_of_each = all(number == 1 and token < COIN for token, number in amount.fixed)
    return len(amount.fixed) if one_of_each and len(amount.fixed) > 3 else 0


@dataclass(frozen=True, eq=False)
class BonusIfStoredExactly(ComfortEffect):
    """Points if exactly these tokens are on the card (CC-CARD-3)."""

    tokens: Annotated[Amount, amount(*COSTLY, least=1)]
    points: Annotated[int, points()]

    verb = "bonus_if_stored_exactly"

    def way(self) -> Way:
        return self.tokens.fixed, self.points, 1

    def face(self, ids: Sequence[str]) -> Json:
        return {**super().face(ids), "points": self.points, "tokens": self.tokens.json}
