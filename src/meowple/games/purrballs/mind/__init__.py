"""How a quick player thinks: what a card would add to the own party's XP, now and later."""

from .hopes import hopes as hopes
from .policy import policy as policy
from .prospects import estimate as estimate
from .prospects import horizon as horizon
from .rating import rate as rate
