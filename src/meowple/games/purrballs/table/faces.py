"""The drawings of the cards, by the names that `icons.toml` gives them.

A card that has none there is drawn as its kind: a Catventurer as its class, others as Loot of that
kind or as a Monster. So a card can be added without a drawing.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from meowple.games.purrballs.pieces.box import CARDS, LOOT
from meowple.games.purrballs.pieces.cards import Card, Cat, Loot
from meowple.games.purrballs.pieces.names import RESOURCES, TREASURES

ART: dict[str, Any] = tomllib.loads((Path(__file__).parent / "icons.toml").read_text("utf-8"))

GOODS: dict[str, Loot] = {
    TREASURES[loot.treasure] if loot.treasure >= 0 else RESOURCES[loot.resource]: loot
    for loot in reversed(LOOT)
    if loot.treasure >= 0 or loot.resource >= 0
}
"""A card of each Treasure and Resource, by its name."""


@cache
def drawing(key: str) -> str:
    """The drawing of a Catventurer, a Monster or a Loot card, by its key."""
    return drawing_of(CARDS[key])


def drawing_of(card: Card) -> str:
    """The drawing of a Catventurer, a Monster or a Loot card."""
    name: str
    if isinstance(card, Cat):
        name = ART["cats"].get(card.key, {}).get("hero") or ART["heroes"][card.class_]
    elif isinstance(card, Loot):
        plain = re.sub(r"^l\d-p\d-", "", card.card)  # its id without the level and the mark
        name = ART["loot"].get(plain) or ART["kinds"][card.kind]
    else:
        name = ART["monsters"].get(card.key) or ART["kinds"]["monster"]
    return name


@cache
def tool(key: str) -> str:
    """The drawing of what a Catventurer holds, or nothing."""
    name: str = ART["cats"].get(key, {}).get("tool", "")
    return name
