"""``meowple bots``: which programs can play."""

from __future__ import annotations

from argparse import Namespace

from rich.markup import escape

from meowple.bots import UnknownBot, about, bots

from .language import language, told


def run(arguments: Namespace) -> int:
    """List the bots, each with a sentence on how it plays."""
    from .screen import Screen

    screen = Screen()
    for name in bots():
        try:
            bot = about(name, language())
        except UnknownBot as error:  # somebody's package that does not work here
            screen.say(f"{name}  {told(error)}", "dim")
            continue
        screen.show(f"[bold cyan]{escape(name)}[/]  {escape(bot.title)}")
        if bot.text:
            screen.say(f"  {bot.text}")
    return 0
