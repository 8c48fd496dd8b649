"""The pieces of the box, read once from ``data/*.toml``, and the actions that name them."""

from __future__ import annotations

from itertools import combinations
from operator import attrgetter
from pathlib import Path
from typing import Any

from meowple.author import N_, Action, ActionList, CardFile, Table

DATA = Path(__file__).parent / "data"

SEASONS = ("spring", "summer", "fall", "winter")
"""Their indexes are what the rules count with."""

EVERY_SEASON = range(len(SEASONS))

SUITS = (*SEASONS, "yorozu")
"""What stands in the corner of a number card."""

YOROZU = SUITS.index("yorozu")
"""Stands in the place of a season on the two YOROZU cards (FTC-COMP-3)."""

NO_SEASON = -1

PLACES = 4
"""Hands and piles on the table: one a seat, and the dummy's with three players (FTC-TRIO-1)."""

FACE_UP = 2
"""Cards in the middle: the lower and the higher one (FTC-SETUP-4)."""

CROWS_FOR_NEW_DEAL = 3
"""Whoever is dealt as many may ask for another deal (FTC-SETUP-7)."""

MULTIPLIERS_EACH, MULTIPLIERS_EACH_TRIO = 3, 4
"""Score Multiplier Cards dealt to each player, and with three players (FTC-EXP-2, FTC-TRIO-7)."""

FIRST_TOKENS = 3
"""Tokens with which each player begins an advanced match, of as many seasons (FTC-ADV-3)."""

ACTIONS = ActionList()


class Card:
    """A number card (FTC-COMP-11).

    Attributes:
        key: ``winter-12``, ``yorozu-0``.
        season: index of the season, or `YOROZU`: a place in `SUITS`.
        value: 0 to 13.
        cats: cat icons, which break ties of value (FTC-TIE-1).
        fish, booze, crow: score icons.
        rank: place in the rising order of all cards, from 0.
        dealt_as_booze: whether it is one of those dealt first (FTC-SETUP-2).
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

    key: str
    season: int
    value: int
    dealt_as_booze: bool
    place: int
    play: Action
    rank: int

    def __init__(self, entry: Table) -> None:
        icons = entry.one("icons")
        does = {effect.one_of("verb", VERBS): effect for effect in entry.inner("effects")}
        for effect in does.values():
            _check_effect(effect)
        booze = does.get("gain_booze_token")
        self.key = entry.text("id")
        self.season = SUITS.index(entry.one_of("season", SUITS))
        self.value = entry.number("value")
        self.cats = entry.number("cats")
        self.fish = icons.number("fish")
        self.booze = booze.number("amount", 1) if booze else 0
        self.crow = int("swap_with_yorozu" in does)
        self.dealt_as_booze = self.booze > 0 and self.season != YOROZU
        self.forbids = NO_SEASON if "block_nothing" in does else self.season
        if (icons.number("booze"), icons.number("crow")) != (self.booze, self.crow):
            entry.wrong(N_("the icons for booze and crow are not what the effects do"), "icons")
        if (self.season == YOROZU) != ("play_always" in does):
            entry.wrong(N_("YOROZU cards, and no others, may always be played"), "effects")

    def __repr__(self) -> str:
        return self.key


VERBS = (
    "play_always",
    "block_nothing",
    "swap_with_yorozu",
    "gain_booze_token",
    "gain_season_token",
)
"""What a number card can do; ``data/README.md`` tells what each means."""


def _check_effect(effect: Table) -> None:
    """Note what the rules cannot play with."""
    if effect.data.get("verb") == "swap_with_yorozu":
        effect.must_be("several_crows", "closest_value")
        effect.must_be("several_yorozu", "crow_player_chooses")
    if effect.data.get("verb") == "gain_season_token":
        effect.must_be("rules", "advanced")
        effect.must_be("amount", 1)


class Multiplier:
    """A Score Multiplier Card (FTC-COMP-5): ``factors`` of the four seasons' fish.

    ``name`` is its printed label, such as 甲-1; ``choose`` the action of choosing it; ``published``
    whether the card is one of the box as it is sold.
    """

    __slots__ = ("choose", "factors", "key", "name", "place", "published")

    key: str
    choose: Action

    def __init__(self, entry: Table, place: int) -> None:
        self.key = entry.text("id")
        self.name = entry.text("name")
        self.place = place
        self.published = entry.text("origin") != "original"
        factors = {
            effect.one_of("season", SEASONS): effect.number("factor", -9, 9)
            for effect in entry.inner("effects")
        }
        if len(factors) != len(SEASONS):
            entry.wrong(N_("a factor for each season is needed"), "effects")
        self.factors = tuple(factors.get(season, 0) for season in SEASONS)

    def __repr__(self) -> str:
        return self.key


# -- Reading the data ---------------------------------------------------------------------------


def _entries(file: CardFile) -> list[Table]:
    """The ``[[card]]`` tables of a file, as many as its head says."""
    head, entries = file.table("deck"), file.tables("card")
    if head.number("entries") != len(entries):
        head.wrong(N_("{field} must be {count}"), "entries", count=len(entries))
    return entries


def number_cards(path: Path) -> tuple[Card, ...]:
    """The cards of a file in rising order. Raises `BadData` for a deck that cannot be played."""
    file = CardFile(path)
    cards = sorted(map(Card, _entries(file)), key=lambda card: (card.value, card.cats))
    for rank, card in enumerate(cards):
        card.rank = rank
    if len({(card.value, card.cats) for card in cards}) != len(cards):
        file.wrong((), "deck", N_("two cards have the same value and as many cats"))
    if sum(card.season == YOROZU for card in cards) != 2:
        file.wrong((), "deck", N_("there must be two YOROZU cards"))
    booze = sum(card.dealt_as_booze for card in cards)
    others = len(cards) - booze - FACE_UP
    if booze % PLACES or others % PLACES:
        file.wrong(
            (),
            "deck",
            N_(
                "add or take away as many cards as there are hands: {booze} season cards with "
                "booze, and {others} others besides the {up} in the middle, are dealt to "
                "{places} hands"
            ),
            booze=booze,
            others=others,
            up=FACE_UP,
            places=PLACES,
        )
    file.check()
    return tuple(cards)


def multiplier_cards(path: Path) -> tuple[Multiplier, ...]:
    """The Score Multiplier Cards of a file. Raises `BadData`."""
    file = CardFile(path)
    cards = tuple(Multiplier(entry, place) for place, entry in enumerate(_entries(file)))
    least = max(MULTIPLIERS_EACH * PLACES, MULTIPLIERS_EACH_TRIO * (PLACES - 1))
    if len(cards) < least:
        file.wrong((), "deck", N_("there must be at least {least} cards"), least=least)
    file.check()
    return cards


def _numbers(name: str, card: str, *fields: str) -> list[int]:
    """What some fields of one card of a file say. Raises `BadData`."""
    file = CardFile(DATA / name)
    numbers = [
        entry.number(field) for entry in _entries(file) if entry.card == card for field in fields
    ]
    file.check()
    return numbers


# -- The pieces ---------------------------------------------------------------------------------

CARDS = number_cards(DATA / "number_cards.toml")
"""All number cards, lowest first."""

CARD = {card.key: card for card in CARDS}

BOOZE_CARDS = tuple(card for card in CARDS if card.dealt_as_booze)
"""Those that are dealt first (FTC-SETUP-2)."""

OTHER_CARDS = tuple(card for card in CARDS if not card.dealt_as_booze)
"""Those of which two lie face up and the rest is dealt (FTC-SETUP-4)."""

BOOZE_IN_HAND = len(BOOZE_CARDS) // PLACES
OTHERS_IN_HAND = (len(OTHER_CARDS) - FACE_UP) // PLACES
HAND = BOOZE_IN_HAND + OTHERS_IN_HAND
"""Cards in each hand when a game begins (FTC-SETUP-5)."""

in_hand = attrgetter("place")
"""How a hand is sorted: by season, YOROZU cards last. `rules.legal_plays` relies on it."""

MULTIPLIERS = multiplier_cards(DATA / "multiplier_cards.toml")
MULTIPLIER = {card.key: card for card in MULTIPLIERS}

TOKENS_PER_SEASON, TOKENS_PER_SEASON_TRIO, MOST_TOKENS = _numbers(
    "season_tokens.toml", "token-spring", "count", "count_three_players", "max_per_player"
)
"""Season Multiplier Tokens of each season, with three players, and at most in one hand."""

(BOOZE_TOKENS,) = _numbers("components.toml", "booze-token", "count")

(LAST_SPACE,) = _numbers("components.toml", "score-sheet", "last_space")
"""The highest number on the Score Sheet (FTC-SCORE-3)."""


# -- What can be chosen -------------------------------------------------------------------------


def _tokens_label(words: Any, action: Action) -> str:
    taken = (action.value,) if isinstance(action.value, int) else action.value
    seasons = ", ".join(words.season_name(SEASONS[season]) for season in taken)
    text: str = words._("Take {seasons}")
    return text.format(seasons=seasons)


for _place, _card in enumerate(sorted(CARDS, key=lambda card: (card.season, card.value))):
    _card.place = _place
    _card.play = ACTIONS.add(
        f"play:{_card.key}",
        _card,
        lambda words, action: words._("Play {card}").format(
            card=words.card_spoken(action.value.key)
        ),
    )
REDEAL = ACTIONS.add(
    "redeal",
    label=lambda words, action: words.ngettext(
        "Ask for a new deal: you hold {number} crow",
        "Ask for a new deal: you hold {number} crows",
        CROWS_FOR_NEW_DEAL,
    ).format(number=CROWS_FOR_NEW_DEAL),
)
KEEP = ACTIONS.add("keep", label=N_("Keep this hand"))
for _multiplier in MULTIPLIERS:
    _multiplier.choose = ACTIONS.add(
        f"multiplier:{_multiplier.key}",
        _multiplier,
        lambda words, action: words._("Choose {card}").format(
            card=words.multiplier_name(action.value.key)
        ),
    )
START = ACTIONS.add_all(
    "start",
    ((f"seat-{seat + 1}", seat) for seat in range(PLACES)),
    lambda words, action: words._("Seat {number} starts").format(number=action.value + 1),
)
"""Name the start player."""
SWAP = ACTIONS.add_all(
    "swap",
    ((card.key, card) for card in CARDS if card.season == YOROZU),
    lambda words, action: words._("Swap the crow with {card}").format(
        card=words.card_name(action.value.key)
    ),
)
"""Swap the crow with that YOROZU card."""
TOKEN = ACTIONS.add_all(
    "token", ((season, place) for place, season in enumerate(SEASONS)), _tokens_label
)
"""Take one Season Multiplier Token."""
TOKENS = ACTIONS.add_all(
    "tokens",
    (
        ("+".join(SEASONS[season] for season in some), some)
        for some in combinations(EVERY_SEASON, FIRST_TOKENS)
    ),
    _tokens_label,
)
"""Take Season Multiplier Tokens of as many seasons (FTC-ADV-3)."""
