"""The numbers of the rulebook, and the names that stand on the cards."""

from __future__ import annotations

SEATS = (3, 4, 5)
LEVELS = 3
CAMP_SIZE = 4
"""Cards of a Camp (PB-XPT-4)."""
LEVEL_UP_CARDS = 2
"""Cards dealt to each player for a Level-up (PB-LVL-1)."""
STARTING_MANA = 3
"""Mana in each Stash at first (PB-SET-9)."""

CLASSES = ("fighter", "wanderer", "trader", "spellcaster", "noble")
"""In the order of the score report (PB-SHEET-1)."""
ICONS = ("claw", "arrow", "spark")
DEFENCES = (*ICONS, "armored")
ARMORED = DEFENCES.index("armored")
FACES = (*ICONS, "blank")
"""What a face of a die can show."""
BLANK = FACES.index("blank")
RESOURCES = ("catnip", "fish", "honey", "iron", "silk", "timber", "wool")
TREASURES = ("goblet", "idol", "jewel", "mask")
TYPES = ("beast", "savage", "chaos")
KINDS = ("emblem", "resource", "treasure", "gear", "mana")
"""Kinds of Loot."""
