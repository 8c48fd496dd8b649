"""Players that are programs. They know no game beyond what `meowple.core` offers.

>>> import meowple
>>> from meowple.bots import ask, bots, get_bot
>>> match = meowple.new_match("festival", seats=4, seed=7)
>>> bot = get_bot("greedy", seed=1)
>>> ask(bot, match, seat=0) in match.actions(0)
True

Other packages may add bots through the entry-point group ``meowple.bots``: the name is the bot's,
the object is called with a seed (a whole number or None) and gives a `Bot`.
"""

from .bot import Bot, Maker, ask, bots, get_bot, get_maker
from .greedy import Greedy
from .uniform import Uniform

__all__ = ["Bot", "Greedy", "Maker", "Uniform", "ask", "bots", "get_bot", "get_maker"]
