"""What is printed on each card, as plain data: for the view, and for the faces of the page."""

from __future__ import annotations

from meowple.games.purrballs.pieces.box import CARDS
from meowple.games.purrballs.pieces.cards import Card, Cat, Loot, Monster
from meowple.games.purrballs.pieces.names import DEFENCES, ICONS, RESOURCES, TREASURES, TYPES
from meowple.games.purrballs.rules.abilities import GIFT
from meowple.games.purrballs.rules.mana import GainMana
from meowple.games.purrballs.rules.scoring import EMBLEMS

from .form import Face


def _face(card: Card) -> Face:
    if isinstance(card, Cat):
        return {
            "is": "cat",
            "name": card.name,
            "text": card.text,
            "class": card.class_,
            "rank": card.rank,
            "speed": {"kind": card.speed_kind, "upright": card.upright, "rotated": card.turned},
            "battle": card.battle,
            "score": card.score.kind,
        }
    if isinstance(card, Loot):
        return {
            "is": "loot",
            "name": card.name,
            "text": card.text,
            "kind": card.kind,
            "level": card.level,
            "monster_icons": card.monster_icons,
            "emblems": card.emblems,
            "resource": RESOURCES[card.resource] if card.resource >= 0 else None,
            "treasure": TREASURES[card.treasure] if card.treasure >= 0 else None,
            "attack": [ICONS[kind] for kind in card.attack],
            "mana": sum(e.amount for e in GIFT[card.index] if isinstance(e, GainMana)),
        }
    if isinstance(card, Monster):
        return {
            "is": "monster",
            "name": card.name,
            "text": card.text,
            "level": card.level,
            "type": TYPES[card.type],
            "defences": [DEFENCES[kind] for kind in card.defences],
            "question": card.question,
            "emblems": EMBLEMS[card.index],
        }
    return {
        "is": "buff",
        "name": card.name,
        "text": card.text,
        "value": card.value,
        "cost": card.cost,
        "gain": card.gain,
    }


PRINTED = {key: _face(card) for key, card in CARDS.items()}
"""By key."""
