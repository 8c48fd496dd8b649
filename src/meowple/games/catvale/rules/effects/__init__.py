"""What cards can do: a small class for each of the 46 verbs, with the function that does it.

Importing this package fills the dispatch table `pieces.vocabulary.VERBS`.
"""

from . import backyard, board, cards, changes, combat, dice, flow, goods, progress

__all__ = ["backyard", "board", "cards", "changes", "combat", "dice", "flow", "goods", "progress"]
