"""Reading the three decks: comforts, improvements, travelers."""

from __future__ import annotations

from typing import Any, Final

from meowple.author import N_, CardFile, Table

from .amounts import Amount
from .board import COSTLY, TOKENS, TYPES, VALUES
from .cards import Comfort, Improvement, Traveler
from .effects import Effect, Profit, TravelerEffect
from .reading import ORIGIN, Files, read_deck, read_id

LEAST_COMFORTS: Final = 24
"""Enough for the first hands of five and the Owl's Nest, with some left to draw."""

LEAST_IMPROVEMENTS: Final = 33
"""As many as can be turned up in company (CC-INF-4)."""

LEAST_ALONE: Final = 7
"""A ladder full of improvements, and one to follow."""

LEAST_TRAVELERS: Final = 8
"""One for each month (CC-OVR-1)."""

MOST_COPIES: Final = 20

TIMINGS: Final = ("immediate", "all_month", "end_of_month", "after_family_roll")
"""When the special effects of travelers work (CC-TRV-2 to CC-TRV-4, CC-TVL-17)."""


def read_comforts(file: CardFile, files: Files) -> tuple[Comfort, ...]:
    """The comforts deck."""
    tables = read_deck(file, "comforts")
    kinds = {str(table.data.get("id")): kind for kind, table in enumerate(tables)}
    cards = []
    for kind, table in enumerate(tables):
        effects = _effects(files, table, "comforts", kinds)
        type_ = table.one_of("type", ("", *TYPES))
        card = Comfort(
            **_card(table, kind, effects),
            effects=tuple(effects),
            points=table.number("points", 0, 50),
            type=TYPES.index(type_) if type_ else -1,
            cost=_cost(table),
            stores=tuple(TOKENS.index(token) for token in table.texts("stores", COSTLY)),
        )
        table.done(*ORIGIN)
        ways = [way for effect in card.effects if (way := effect.way())]
        if {token for tokens, _, _ in ways for token, _ in tokens} != set(card.stores):
            table.wrong(N_("stores must name exactly the tokens that its effects count"), "stores")
        if len(ways) > 1:
            table.wrong(N_("a comfort that stores tokens has one effect"), "effects")
        cards.append(card)
    if cards and sum(card.count for card in cards) < LEAST_COMFORTS:
        file.wrong(
            ("deck",), "deck", N_("at least {number} comforts are needed"), number=LEAST_COMFORTS
        )
    return tuple(cards)


def read_improvements(file: CardFile, files: Files) -> tuple[Improvement, ...]:
    """The improvements deck."""
    cards: list[Improvement] = []
    estates = 0
    stores = [card for card in files.parts.get("comforts", ()) if card.stores and card.type >= 0]
    for kind, table in enumerate(read_deck(file, "improvements")):
        effects = _effects(files, table, "improvements", {})
        estate = table.flag("estate")
        if estate != any(effect.verb == "estate" for effect in effects):
            table.wrong(N_("estate is true for cards with the effect 'estate' only"), "estate")
            estate = False
        card = Improvement(
            **_card(table, kind, effects),
            effects=tuple(effects),
            points=table.number("points", 0, 50),
            cost=_cost(table),
            estate=estates if estate else -1,
            solo=table.flag("solo"),
        )
        table.done(*ORIGIN)
        for effect in card.effects:
            for comfort in stores:
                way = effect.way([comfort.type])
                if way and {token for token, _ in way[0]} & set(comfort.stores):
                    table.wrong(
                        N_("tokens for it would mix with those on {card}"),
                        "effects",
                        card=comfort.id,
                    )
        estates += estate
        cards.append(card)
    if cards and sum(card.count for card in cards) < LEAST_IMPROVEMENTS:
        file.wrong(
            ("deck",),
            "deck",
            N_("at least {number} improvements are needed"),
            number=LEAST_IMPROVEMENTS,
        )
    if cards and sum(card.solo for card in cards) < LEAST_ALONE:
        file.wrong(
            ("deck",),
            "deck",
            N_("at least {number} improvements must be solo = true"),
            number=LEAST_ALONE,
        )
    return tuple(cards)


def read_travelers(file: CardFile, files: Files) -> tuple[Traveler, ...]:
    """The travelers deck."""
    cards: list[Traveler] = []
    for kind, table in enumerate(read_deck(file, "travelers")):
        effects = _effects(files, table, "travelers", {})
        timing = table.one_of("timing", TIMINGS)
        for effect in effects:
            if effect.timing != timing:
                table.wrong(
                    N_("timing must be {timing} for {verb}"),
                    "timing",
                    timing=repr(effect.timing),
                    verb=effect.verb,
                )
        if len(effects) != 1:
            table.wrong(N_("a traveler has one special effect"), "effects")
        effect = effects[0] if effects else TravelerEffect()
        cards.append(
            Traveler(
                **_card(table, kind, effects),
                timing=timing,
                solo=table.flag("solo"),
                profits=_profits(files, table),
                effect=effect,
                **effect.holds(),
            )
        )
        table.done(*ORIGIN)
    for some, reason in (
        (cards, N_("at least {number} travelers are needed")),
        (
            [card for card in cards if card.solo],
            N_("at least {number} travelers must be solo = true"),
        ),
    ):
        if cards and sum(card.count for card in some) < LEAST_TRAVELERS:
            file.wrong(("deck",), "deck", reason, number=LEAST_TRAVELERS)
    return tuple(cards)


def _card(table: Table, kind: int, effects: list[Any]) -> dict[str, Any]:
    """The fields that all cards of the three decks have."""
    return {
        "kind": kind,
        "id": read_id(table),
        "name": table.text("name"),
        "count": table.number("count", 1, MOST_COPIES),
        "text": table.text("text"),
        "verbs": {type(effect): effect for effect in effects},
    }


def _cost(table: Table) -> Amount:
    cost = Amount(table.counts("cost", (*COSTLY, "any")))
    if table.data.get("cost") == {}:
        table.wrong(N_("cost must not be empty"), "cost")
    return cost


def _effects(files: Files, table: Table, deck: str, comforts: dict[str, int]) -> list[Any]:
    """The effects of a card of that deck."""
    read: list[Effect] = []
    for entry in table.inner("effects"):
        verb = files.verb(entry, deck)
        if verb is None:
            continue
        if any(type(effect) is verb for effect in read):
            entry.wrong(N_("the verb {verb} stands here twice"), "verb", verb=repr(verb.verb))
        entry.must_be("timing", verb.timing)
        read.append(verb.read(entry, comforts))
        entry.done()
    return read


def _profits(files: Files, table: Table) -> tuple[Profit, ...]:
    """The profits of a traveler by die value."""
    by_value: dict[int, Profit] = {}
    for entry in table.inner("profit"):
        verb: type[Any] = files.verb(entry, "profits") or Profit
        profit: Profit = verb.read(entry, {})
        profit.check(entry)
        entry.done("doubtful")
        for face in profit.faces:
            if face in by_value:
                entry.wrong(N_("the value {face} has two profits"), "faces", face=face)
            by_value[face] = profit
    for face in VALUES:
        if face not in by_value:
            table.wrong(N_("the value {face} has no profit"), face=face)
    return tuple(by_value.get(face, Profit(())) for face in (0, *VALUES))
