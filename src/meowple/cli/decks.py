"""``meowple check-deck`` and ``--decks``: cards of one's own."""

from __future__ import annotations

from argparse import Namespace

from meowple.core.errors import MeowpleError

from .language import _


def run(arguments: Namespace) -> int:
    """Check card files; the first mistake ends it with a sentence."""
    raise MeowpleError(_("no installed game takes cards of your own"))


def use_decks(folder: str) -> None:
    """Add the cards in a folder to the games, for the rest of this command."""
    raise MeowpleError(_("no installed game takes cards of your own"))
