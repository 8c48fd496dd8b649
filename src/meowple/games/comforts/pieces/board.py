"""The names that the rules have for what lies on the table: tokens, types, spaces, dice.

Everything here has a fixed index, since the rules name it; what it is called stands in the data.
"""

from __future__ import annotations

from typing import Final

# ---------------------------------------------------------------------------------- tokens

TOKENS: Final = ("wood", "stone", "grain", "mushroom", "yarn", "fruit", "coin", "book", "lesson")
"""The tokens that are counted; the first six are the resources (CC-CMP-16, CC-CMP-17)."""

WOOD, STONE, GRAIN, MUSHROOM, YARN, FRUIT, COIN, BOOK, LESSON = range(9)
RESOURCES: Final = TOKENS[:COIN]
COSTLY: Final = TOKENS[:LESSON]
"""The tokens that cards may cost or keep: all but lessons."""
SPECIAL: Final = ("wheelbarrow", "almanac")

TYPES: Final = ("food", "clothing", "light", "outdoor")
"""The types of comforts (CC-CRA-4)."""

SEASONS: Final = ("spring", "summer", "autumn")
SEASON_CARDS: Final = (3, 3, 2)
"""How many Forest cards, and Meadow cards, each season has (CC-CMP-3)."""

# ---------------------------------------------------------------------------------- spaces

SPACES: Final = (
    "forest-left",
    "forest-right",
    "meadow-left",
    "meadow-right",
    "river-a",
    "river-b",
    "river-c",
    "nest-left",
    "nest-right",
    "workshop",
    "inn",
    "market",
)
"""The twelve action spaces of the main board (CC-PLC-5)."""

(
    FOREST_LEFT,
    FOREST_RIGHT,
    MEADOW_LEFT,
    MEADOW_RIGHT,
    RIVER_A,
    RIVER_B,
    RIVER_C,
    NEST_LEFT,
    NEST_RIGHT,
    WORKSHOP,
    INN,
    MARKET,
) = range(len(SPACES))

BITS: Final = tuple(1 << space for space in range(64))

AREAS: Final = {
    "forest": BITS[FOREST_LEFT] | BITS[FOREST_RIGHT],
    "meadow": BITS[MEADOW_LEFT] | BITS[MEADOW_RIGHT],
    "river": BITS[RIVER_A] | BITS[RIVER_B] | BITS[RIVER_C],
    "nest": BITS[NEST_LEFT] | BITS[NEST_RIGHT],
    "workshop": BITS[WORKSHOP],
    "inn": BITS[INN],
    "market": BITS[MARKET],
}
"""The spaces of each area, as bits."""

WILD: Final = ("forest", "meadow", "river")
"""The areas whose spaces show what they give."""

ALL_SPACES: Final = (1 << len(SPACES)) - 1

SPACES_OF: Final = tuple(
    tuple(space for space in range(len(SPACES)) if mask >> space & 1)
    for mask in range(ALL_SPACES + 1)
)
"""The spaces of each set of bits, in order."""

AREA_OF: Final = {space: area for area, mask in AREAS.items() for space in SPACES_OF[mask]}

FIRST_ESTATE: Final = len(SPACES)
"""From here on places are estates: kind after kind, and in each kind the owners' seats."""

# ---------------------------------------------------------------------------------- people and dice

MOST_SEATS: Final = 5
WORKERS: Final = 4
COTTAGES: Final = 4
FAMILY_DICE: Final = 2
VILLAGE_DICE: Final = 4
DICE: Final = ("family-1", "family-2", "village-1", "village-2", "village-3", "village-4")
"""The six dice of a pool (CC-TRN-2): the player's own, then those of the village."""

POOL: Final = len(DICE)
HIGHEST: Final = 6
"""The highest value of a die; the lowest is 1."""
VALUES: Final = range(1, HIGHEST + 1)
CHANGES: Final = tuple(by for by in range(1 - HIGHEST, HIGHEST) if by)
"""By how much a die can be changed at all."""

HILL: Final = -1
"""Where a die lies that is not assigned (CC-TRN-18)."""
