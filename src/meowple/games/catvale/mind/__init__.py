"""How a quick player thinks: what things are worth to it, where it goes, and how good answers look."""

from .prospects import estimate, horizon
from .rating import hopes, rate

__all__ = ["estimate", "hopes", "horizon", "rate"]
