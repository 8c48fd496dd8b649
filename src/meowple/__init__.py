"""Cat-filled tabletop games to play, study and teach to computers.

>>> import meowple
>>> match = meowple.new_match("festival", seats=4, options={"rules": "experienced"}, seed=7)
>>> while not match.over:
...     seat = match.to_act[0]                         # seats that still owe an answer
...     match.act(seat, match.actions(seat)[0])        # an action, or its key
>>> match.winners != []
True
"""

from .core.actions import Action
from .core.chance import FastChance, SecretChance
from .core.errors import MeowpleError
from .core.events import Event
from .core.game import Game, Option
from .core.match import Match, load_match, new_match, replay
from .core.registry import games as game_names  # `meowple.games` is the package
from .core.registry import get_game
from .core.words import Line

__all__ = [
    "Action",
    "Event",
    "FastChance",
    "Game",
    "Line",
    "Match",
    "MeowpleError",
    "Option",
    "SecretChance",
    "game_names",
    "get_game",
    "load_match",
    "new_match",
    "replay",
]
