"""How a quick player thinks: what a card would add to the own party's XP, now and later."""

from .hopes import hopes as hopes
from .rating import rate as rate
