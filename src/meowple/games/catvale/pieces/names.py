"""The names that data and rules share, each with the number that the rules count with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# ---------------------------------------------------------------------------------- items

ITEMS: Final = (
    "fish",
    "mouse",
    "stick",
    "rag",
    "waste",
    "pebble",
    "reroll-token",
    "movement-token",
    "attack-token",
    "defence-token",
    "movement",
)
"""What a seat has a number of (CV-COMP-2, CV-COMP-3); the last one are points on its dial."""

FISH, MOUSE, STICK, RAG, WASTE, PEBBLE, REROLL, MOVE_TOKEN, ATTACK, DEFENCE, MOVEMENT = range(11)
BASICS: Final = range(STICK, PEBBLE + 1)
"""The four Basic Resources."""

TRADED: Final = range(PEBBLE + 1)
"""What players may give one another (CV-RUL-59)."""

BOUGHT: Final = {REROLL: 11, ATTACK: 12, DEFENCE: 13}
"""Where a seat's face-down tokens of each kind that is sold are counted (CV-MKT-7)."""

GOODS: Final = 14
"""How many counters a seat has for `ITEMS` and `BOUGHT`."""

BASIC: Final = "basic"
GATHERED: Final = "gathered"
CARD: Final = "card"

# ---------------------------------------------------------------------------------- tiles

TILES: Final = (
    "flea-market",
    "backyard",
    "fish",
    "portal",
    "mountain",
    "forest",
    "driftwood-river",
    "sunny-meadow",
    "abandoned-camp",
    "old-ruins",
    "mouse-field",
    "black-market",
    "haven",
    "frozen-lake",
    "dodgy-swamp",
    "lava",
    "fire",
    "green-mountain",
    "arena",
    "great-sandbox",
)
(
    FLEA_MARKET,
    BACKYARD,
    FISHING,
    PORTAL,
    MOUNTAIN,
    FOREST,
    RIVER,
    MEADOW,
    CAMP,
    RUINS,
    MOUSE_FIELD,
    BLACK_MARKET,
    HAVEN,
    LAKE,
    SWAMP,
    LAVA,
    FIRE,
    GREEN_MOUNTAIN,
    ARENA,
    SANDBOX,
) = range(20)

HOME: Final = len(TILES)
"""On the map the Backyard tile of a seat is this number plus the seat."""

MOST_SEATS: Final = 6
KIND: Final = (*range(HOME), *[BACKYARD] * MOST_SEATS)
"""The kind of each tile on the map: Backyards of all seats are one kind."""

# ---------------------------------------------------------------------------------- decks

DECKS: Final = (
    "adventure",
    "buildings",
    "oddities",
    "junk",
    "encounter",
    "arena",
    "quest",
    "starting",
    "ambition",
    "forest",
    "harvest",
    "vale-life",
)
(
    ADVENTURE,
    BUILDINGS,
    ODDITIES,
    JUNK,
    ENCOUNTER,
    OPPONENTS,
    QUEST,
    STARTING,
    AMBITION,
    FOREST_TOKENS,
    HARVEST,
    VALE,
) = range(12)
PILES: Final = range(AMBITION + 1)
"""The decks that have a pile on the table; all but the last two are drawn from during play."""

PACK: Final = 4
"""Starting cards dealt to each player (CV-DRAFT-4); a place in the packs is pack * 4 + time."""

SETS: Final = ("litterbox", "arena", "kickstarter")

# ---------------------------------------------------------------------------------- cards

KINDS: Final = (
    "event",
    "play",
    "trinket",
    "worker",
    "building",
    "upgrade",
    "junk-box",
    "sale",
    "ambition",
    "encounter",
    "opponent",
    "quest",
    "vale-life",
    "token",
)
HAND_KINDS: Final = ("play", "worker", "building", "upgrade")
"""The kinds that can lie in a hand."""

TAGS: Final = (
    "smelly",
    "shiny",
    "treat",
    "combat",
    "movement",
    "dice",
    "economy",
    "growth",
    "territory",
    "building",
    "mood",
    "nuisance",
    "friend",
    "arena",
    "sand",
    "map",
)

WINDOWS: Final = (
    "main",
    "combat",
    "combat-own",
    "attack-declared",
    "pride-loss",
    "combat-won",
    "combat-lost",
    "after-duel",
    "roll",
    "targeted",
    "encounter",
    "on-gather",
    "on-hunt",
    "on-dig",
    "on-enter-tile",
    "on-buy",
    "planning",
    "season-end",
    "between-turns",
    "mood-check",
)
"""When a card may be played. The last two are what ``any`` means besides ``main`` and ``season-end``."""

WINDOW: Final = {name: 1 << number for number, name in enumerate(WINDOWS)}
WINDOW["any"] = (
    WINDOW["main"] | WINDOW["between-turns"] | WINDOW["mood-check"] | WINDOW["season-end"]
)
W_MAIN: Final = WINDOW["main"]
W_COMBAT: Final = WINDOW["combat"]
W_COMBAT_OWN: Final = WINDOW["combat-own"]
W_ATTACKED: Final = WINDOW["attack-declared"]
W_PRIDE: Final = WINDOW["pride-loss"]
W_WON: Final = WINDOW["combat-won"]
W_LOST: Final = WINDOW["combat-lost"]
W_AFTER_DUEL: Final = WINDOW["after-duel"]
W_ROLL: Final = WINDOW["roll"]
W_TARGETED: Final = WINDOW["targeted"]
W_ENCOUNTER: Final = WINDOW["encounter"]
W_GATHER: Final = WINDOW["on-gather"]
W_HUNT: Final = WINDOW["on-hunt"]
W_DIG: Final = WINDOW["on-dig"]
W_ENTER: Final = WINDOW["on-enter-tile"]
W_PLANNING: Final = WINDOW["planning"]
W_SEASON_END: Final = WINDOW["season-end"]
W_BETWEEN: Final = WINDOW["between-turns"]
W_MOOD: Final = WINDOW["mood-check"]

EVENTS: Final = (
    "static",
    "use",
    "breakfast",
    "gather",
    "mark",
    "trade",
    "quest-step",
    "combat-won",
    "combat-lost",
    "pride-lost",
    "season-end",
)
"""When an ability works."""

DURATIONS: Final = ("turn", "your-next-turn", "round", "next-round", "season", "game", "in-play")
TURN, NEXT_TURN, ROUND, NEXT_ROUND, SEASON, GAME, IN_PLAY = range(7)

# ---------------------------------------------------------------------------------- words in effects

WHO: Final = (
    "you",
    "controller",
    "left",
    "all",
    "chosen",
    "chosen-any",
    "chosen-near",
    "near",
    "foe",
    "attacker",
    "leader",
    "trailing",
    "actor",
)

RULES: Final = (
    "attack-adjacent",
    "attack-in-backyard",
    "ignore-terrain",
    "no-passage",
    "safe-from-attack",
    "safe-from-steal",
    "safe-from-encounter",
    "safe-from-spray",
    "safe-from-negative-building",
)
(
    ATTACK_ADJACENT,
    ATTACK_IN_BACKYARD,
    IGNORE_TERRAIN,
    NO_PASSAGE,
    SAFE_FROM_ATTACK,
    SAFE_FROM_STEAL,
    SAFE_FROM_ENCOUNTER,
    SAFE_FROM_SPRAY,
    SAFE_FROM_NEGATIVE_BUILDING,
) = (1 << number for number in range(9))

PURCHASES: Final = (
    "cards",
    "basic",
    "growth",
    "action-die",
    "reroll-token",
    "combat-token",
    "construct",
)
BUY_CARDS, BUY_BASIC, BUY_GROWTH, BUY_DIE, BUY_REROLL, BUY_COMBAT, CONSTRUCT = (
    1 << number for number in range(7)
)

SKILLS: Final = (
    "sharp-claw",
    "armoured-fur",
    "whisker-sonar",
    "curious-nose",
    "swift-paws",
    "hawk-eye",
)
SHARP_CLAW, ARMOURED_FUR, WHISKER_SONAR, CURIOUS_NOSE, SWIFT_PAWS, HAWK_EYE = range(6)

COUNTERS: Final = (
    "buildings",
    "workers",
    "trophies",
    "marks",
    "basics",
    "basic-kinds",
    "pride",
    "skills",
    "attack",
    "tiles-revealed",
    "fish-caught",
    "combats-won",
    "duels-won",
    "quest-steps",
    "quests-joined",
    "harvest-tokens",
)
"""What can be counted of a player."""

STEADY: Final = frozenset(COUNTERS) - {"basics", "basic-kinds", "pride", "attack"}
"""Those that change in a few places of the rules only, each of which marks the seat as dirty."""

COMBATS: Final = ("player", "encounter", "duel")
PLAYERS, IN_ENCOUNTER, IN_DUEL = range(3)
"""Kinds of combat."""

SEASONS: Final = ("spring", "summer", "autumn")
ROUNDS: Final = 6
"""Rounds of a match (CV-CAL-1)."""
MOST_PRIDE: Final = 3
"""Pride of a cat that has lost none."""
DIE_FACES: Final = 3
"""Action and Fate Dice show 1 to this (CV-COMP-15)."""
OPEN_QUESTS: Final = 2
"""Quests that lie open."""
NEEDS: Final = 3
"""Requirements of a Quest; a place among those of all is quest * NEEDS + need."""
SHOWN: Final = 3
"""Cards that lie face up in a row of the Flea Market, in columns 2 to 4 (CV-MKT-4)."""
SIFT_FISH: Final = 3
"""Fish eaten to Sift (CV-SIFT-1)."""
PLAYER_MARKERS: Final = 12
"""Player Markers of a seat (CV-COMP-10, CV-RUL-2)."""
SIDE_ACTIONS: Final = 2
"""Side Actions of a turn, where no card says otherwise (CV-TURN-1)."""
MARKERS: Final = ("chaos", "harmony")
CHAOS, HARMONY = range(2)

GATHER_FACES: Final = ("basic", "junk", "encounter", "adventure", "nothing")
REWARD_FACES: Final = ("prestige", "card", "growth")


def mask(names: Iterable[str], of: tuple[str, ...]) -> int:
    """The set of ``names`` as bits, by their places in ``of``."""
    bits = 0
    for name in names:
        bits |= 1 << of.index(name)
    return bits
