"""How a quick player thinks: what a card would add to the own party's XP, now and later."""

from .rating import rate as rate
