"""``meowple new-game``: a package for a game of one's own."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from shlex import quote

from meowple.author.new_game import new_game

from .language import _


def run(arguments: Namespace) -> int:
    """Make the package and say what to do next."""
    from .screen import Screen

    screen = Screen()
    folder = new_game(arguments.name, Path(arguments.into))
    screen.say(_("A game is in {folder}. To play it:").format(folder=folder))
    for command in (
        f"pip install --editable {quote(f'{folder}[dev]')}",
        f"meowple play {arguments.name}",
        f"pytest {quote(str(folder))}",
    ):
        screen.say(f"  {command}", "bold")
    screen.say(_("Its README.md says what lies where; begin with rules.md."))
    return 0
