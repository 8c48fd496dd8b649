"""The pieces of the box, loaded once from ``data/*.toml``, and the actions that name them."""

from __future__ import annotations

import tomllib
from operator import attrgetter
from pathlib import Path
from typing import Any

from meowple.core.actions import Action, ActionList
from meowple.core.errors import BadData

SEASONS = ("spring", "summer", "fall", "winter")
"""Their indexes 0 to 3 are what the rules count with."""

YOROZU = 4
"""Stands in the place of a season on the two YOROZU cards (FTC-COMP-3)."""

NO_SEASON = -1

ACTIONS = ActionList()


class Card:
    """A number card (FTC-COMP-11).

    Attributes:
        key: ``winter-12``, ``yorozu-0``.
        season: 0 to 3, or `YOROZU`.
        value: 0 to 13.
        cats: cat icons, which break ties of value (FTC-TIE-1).
        fish, booze, crow: score icons.
        rank: place in the rising order of all 38 cards, 0 to 37.
        dealt_as_booze: whether it is one of the 8 dealt first (FTC-SETUP-2).
        place: place in a sorted hand: by season and value, YOROZU cards last.
        forbids: the season it forbids while face up, or `NO_SEASON` (FTC-CHECK-3).
        play: the action of playing it.
    """

    __slots__ = (
        "booze",
        "cats",
        "crow",
        "dealt_as_booze",
        "fish",
        "forbids",
        "key",
        "place",
        "play",
        "rank",
        "season",
        "value",
    )

    place: int
    play: Action
    rank: int

    def __init__(self, entry: dict[str, Any]) -> None:
        verbs = {effect["verb"]: effect for effect in entry["effects"]}
        free = "play_always" in verbs
        self.key: str = entry["id"]
        self.season = YOROZU if free else SEASONS.index(entry["season"])
        self.value: int = entry["value"]
        self.cats: int = entry["cats"]
        self.fish: int = entry["icons"]["fish"]
        self.booze: int = verbs["gain_booze_token"]["amount"] if entry["icons"]["booze"] else 0
        self.dealt_as_booze = self.booze > 0 and not free
        self.crow: int = 1 if "swap_with_yorozu" in verbs else 0
        self.forbids = NO_SEASON if "block_nothing" in verbs else self.season

    def __repr__(self) -> str:
        return self.key

    def to_json(self) -> dict[str, Any]:
        """What is printed on it, as plain data."""
        return {
            "key": self.key,
            "season": "yorozu" if self.season == YOROZU else SEASONS[self.season],
            "value": self.value,
            "cats": self.cats,
            "fish": self.fish,
            "booze": self.booze,
            "crow": self.crow,
        }


class Multiplier:
    """A Score Multiplier Card (FTC-COMP-5): ``factors`` of the four seasons' fish.

    ``name`` is its printed label, such as 甲-1; ``choose`` the action of choosing it.
    """

    __slots__ = ("choose", "factors", "key", "name", "place")

    choose: Action

    def __init__(self, entry: dict[str, Any], place: int) -> None:
        self.key: str = entry["id"]
        self.name: str = entry["name"]
        self.place = place
        by_season = {e["season"]: e["factor"] for e in entry["effects"]}
        self.factors: tuple[int, ...] = tuple(by_season[season] for season in SEASONS)

    def __repr__(self) -> str:
        return self.key


def _load(name: str) -> list[dict[str, Any]]:
    path = Path(__file__).parent / "data" / name
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    cards: list[dict[str, Any]] = data["card"]
    if len(cards) != data["deck"]["entries"]:
        raise BadData(f"{name}: {len(cards)} entries, but its head says {data['deck']['entries']}")
    return cards


def _number_cards() -> tuple[Card, ...]:
    """The 38 cards in rising order. Checks what the rules rely on (FTC-COMP, FTC-INF-7)."""
    cards = sorted((Card(e) for e in _load("number_cards.toml")), key=lambda c: (c.value, c.cats))
    for rank, card in enumerate(cards):
        card.rank = rank
    if len({(card.value, card.cats) for card in cards}) != 38:
        raise BadData("number_cards.toml: two cards rank the same")
    for season in range(4):
        own = [card for card in cards if card.season == season]
        if len(own) != 9 or sum(c.crow for c in own) != 1 or sum(c.booze for c in own) != 2:
            raise BadData(f"number_cards.toml: {SEASONS[season]} is not 9 cards, 1 crow, 2 booze")
    return tuple(cards)


CARDS = _number_cards()
"""All 38 number cards, lowest first."""

CARD = {card.key: card for card in CARDS}

BOOZE_CARDS = tuple(card for card in CARDS if card.dealt_as_booze)
"""The 8 that are dealt first, 2 to a seat (FTC-SETUP-2)."""

OTHER_CARDS = tuple(card for card in CARDS if not card.dealt_as_booze)
"""The 30 dealt after them (FTC-SETUP-4)."""

in_hand = attrgetter("place")
"""How a hand is sorted: by season, YOROZU cards last. `rules.legal_plays` relies on it."""

MULTIPLIERS = tuple(
    Multiplier(entry, place) for place, entry in enumerate(_load("multiplier_cards.toml"))
)
MULTIPLIER = {card.key: card for card in MULTIPLIERS}

TOKENS_PER_SEASON: int = _load("season_tokens.toml")[0]["count"]
TOKENS_PER_SEASON_TRIO: int = _load("season_tokens.toml")[0]["count_three_players"]
MOST_TOKENS: int = _load("season_tokens.toml")[0]["max_per_player"]
BOOZE_TOKENS: int = next(e for e in _load("components.toml") if e["id"] == "booze-token")["count"]
LAST_SPACE: int = next(e for e in _load("components.toml") if e["id"] == "score-sheet")[
    "last_space"
]

for _place, _card in enumerate(sorted(CARDS, key=lambda c: (c.season, c.value))):
    _card.place = _place
    _card.play = ACTIONS.add(f"play:{_card.key}", _card)
REDEAL = ACTIONS.add("redeal")
KEEP = ACTIONS.add("keep")
for _multiplier in MULTIPLIERS:
    _multiplier.choose = ACTIONS.add(f"multiplier:{_multiplier.key}", _multiplier)
START = ACTIONS.add_all("start", ((f"seat-{seat + 1}", seat) for seat in range(4)))
"""Name the start player."""
SWAP = {card.key: ACTIONS.add(f"swap:{card.key}", card) for card in CARDS if card.season == YOROZU}
"""Swap the crow with that YOROZU card."""
TOKEN = ACTIONS.add_all("token", ((season, place) for place, season in enumerate(SEASONS)))
"""Take one Season Multiplier Token."""
TOKENS = ACTIONS.add_all(
    "tokens",
    (
        (
            "+".join(SEASONS[i] for i in range(4) if i != left),
            tuple(i for i in range(4) if i != left),
        )
        for left in (3, 2, 1, 0)
    ),
)
"""Take three Season Multiplier Tokens of three seasons."""
