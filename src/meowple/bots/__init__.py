"""Players that are programs. They know no game beyond what `meowple.core` offers.

>>> import meowple
>>> from meowple.bots import ask, bots, get_bot
>>> match = meowple.new_match("festival", seats=4, seed=7)
>>> bot = get_bot("greedy", seed=1)
>>> ask(bot, match, seat=0) in match.actions(0)
True

Other packages may add bots, see `meowple.bots.registry`.
"""

from .bot import Bot, Maker, ask
from .greedy import Greedy
from .kitten import Kitten
from .registry import (
    BadSetting,
    UnknownBot,
    WrongGame,
    about,
    bots,
    check_plays,
    get_bot,
    get_maker,
)
from .search import Saber, Search, Tiger
from .uniform import Uniform

__all__ = [
    "BadSetting",
    "Bot",
    "Greedy",
    "Kitten",
    "Maker",
    "Saber",
    "Search",
    "Tiger",
    "Uniform",
    "UnknownBot",
    "WrongGame",
    "about",
    "ask",
    "bots",
    "check_plays",
    "get_bot",
    "get_maker",
]
