"""What pieces and people are called, in one language."""

from __future__ import annotations

from meowple.author import N_, People, Words
from meowple.games.festival.pieces import CARD, MULTIPLIER, SEASONS, SUITS

from .view import PRINTED, MultiplierCard, NumberCard, multiplier

SEASON_NAMES = {
    "spring": N_("Spring"),
    "summer": N_("Summer"),
    "fall": N_("Fall"),
    "winter": N_("Winter"),
    "yorozu": N_("Yorozu"),
}


SIGNS = {"甲": "ji-kou", "乙": "ji-otsu", "丙": "ji-hei"}
"""Drawings of the signs of the published multipliers, which few fonts have."""


class Seats(People):
    """The people at a table, and behind them the dummy."""

    def __init__(self, people: People, words: Words) -> None:
        super().__init__(people.viewer, people.names, words)
        self._words = words

    def __getitem__(self, seat: int) -> str:
        return self._words._("The dummy") if self.is_dummy(seat) else super().__getitem__(seat)

    def inside(self, seat: int) -> str:
        return self._words._("the dummy") if self.is_dummy(seat) else super().inside(seat)

    def is_dummy(self, seat: int) -> bool:
        return seat >= len(self.names)


class Names(Words):
    """Names of the pieces. Cards, seasons and multipliers are given by their keys."""

    def card(self, key: str) -> NumberCard:
        """What is printed on a number card. Templates that ask here are drawn once for a card."""
        return PRINTED[key]

    def multiplier(self, key: str) -> MultiplierCard:
        """What is printed on a Score Multiplier Card."""
        return multiplier(MULTIPLIER[key])

    def sign(self, key: str) -> tuple[str, str]:
        """The drawing of a multiplier's sign, if there is one, and the rest of its label."""
        sign, _, number = MULTIPLIER[key].name.partition("-")
        return (SIGNS[sign], number) if sign in SIGNS else ("", MULTIPLIER[key].name)

    def season_name(self, season: str) -> str:
        """The name of a season, or of the Yorozu cards."""
        return self._(SEASON_NAMES[season])

    def season_of(self, season: str) -> str:
        """The same inside a sentence, after "a card of" or "no more": the genitive in Polish."""
        return {
            "spring": self.pgettext("of", "Spring"),
            "summer": self.pgettext("of", "Summer"),
            "fall": self.pgettext("of", "Fall"),
            "winter": self.pgettext("of", "Winter"),
            "yorozu": self.pgettext("of", "Yorozu"),
        }[season]

    def season_taken(self, season: str) -> str:
        """The same after "takes" or "plays": the accusative in Polish."""
        return {
            "spring": self.pgettext("takes", "Spring"),
            "summer": self.pgettext("takes", "Summer"),
            "fall": self.pgettext("takes", "Fall"),
            "winter": self.pgettext("takes", "Winter"),
            "yorozu": self.pgettext("takes", "Yorozu"),
        }[season]

    def card_name(self, key: str) -> str:
        """ "Winter 12"."""
        card = CARD[key]
        return f"{self.season_name(SUITS[card.season])} {card.value}"

    def card_spoken(self, key: str) -> str:
        """The card's name and its icons, for a screen reader: "Winter 12, 2 fish"."""
        card = CARD[key]
        parts = [self.card_name(key)]
        if card.fish:
            parts.append(
                self.ngettext("{number} fish", "{number} fish", card.fish).format(number=card.fish)
            )
        if card.booze:
            parts.append(self._("booze"))
        if card.crow:
            parts.append(self._("crow"))
        if len(parts) == 1:
            parts.append(self._("no icon"))
        return ", ".join(parts)

    def multiplier_name(self, key: str) -> str:
        """ "Spring ×2, Summer ×−1, Fall ×1, Winter ×1": its sign says nothing in most languages."""
        factors = zip(SEASONS, MULTIPLIER[key].factors, strict=True)
        return ", ".join(
            f"{self.season_name(season)} ×{self.number(factor)}" for season, factor in factors
        )

    def bold(self, key: str) -> str:
        """The name of a card where it stands by itself."""
        return f"**{self.card_name(key)}**"

    def taken(self, key: str) -> str:
        """The name of a card after "takes" or "plays"."""
        card = CARD[key]
        return f"**{self.season_taken(SUITS[card.season])} {card.value}**"
