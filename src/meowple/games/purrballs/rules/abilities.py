"""What every card does, read from the data; and by it what a card is good for."""

from __future__ import annotations

from collections.abc import Iterator

from meowple.author import N_
from meowple.games.purrballs.pieces.box import BOX, CATS, Box
from meowple.games.purrballs.pieces.speech import Speech

from . import battle, loot, mana, party, speed, stash, trophies  # noqa: F401  they enter their verbs
from .effects import ABILITY as ABILITY
from .effects import GIFT as GIFT
from .effects import REWARD as REWARD
from .effects import Effect, read_effects


def read_abilities(box: Box) -> dict[str, tuple[Effect, ...]]:
    """What each card does, by its id in the data.

    Raises:
        BadData: with the file, the line, the card and the reason of whatever is wrong.
    """
    read = {key: read_effects(tables) for key, tables in box.effects.items()}
    for loot_card in box.loot:
        if any(effect.asks for effect in read[loot_card.card]):
            box.effects[loot_card.card][0].wrong(N_("a card that is taken asks nothing"), "verb")
    for tables in box.effects.values():
        for table in tables:
            table.file.check()
    return read


_READ = read_abilities(BOX)
ABILITY += [_READ[cat.key] for cat in BOX.cats]
GIFT += [_READ[card.card] for card in BOX.loot]
REWARD += [_READ[foe.key] for foe in BOX.monsters]

ASKS = tuple(any(effect.asks for effect in effects) for effects in ABILITY)
"""For each Catventurer whether its ability may have to ask its player something."""


def parts(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """These effects and all that stand inside of them."""
    for effect in effects:
        yield effect
        yield from parts(effect.inner())


def short(words: Speech, cat: int) -> str:
    """What a Catventurer does, in the room of a small card."""
    said = [effect.short(words, CATS[cat]) for effect in ABILITY[cat]]
    text = "; ".join(part for part in said if part)
    return text[:1].upper() + text[1:]
