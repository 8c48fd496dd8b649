"""The game in words."""

from __future__ import annotations

from meowple.author import Words


class CatvaleWords(Words):
    """Labels, prompts and lines of the log."""
