"""``meowple games``: what can be played."""

from __future__ import annotations

from argparse import Namespace

from rich.markup import escape

from meowple.core.errors import MeowpleError
from meowple.core.game import Option
from meowple.core.registry import games, get_game

from .language import _, language, told


def run(arguments: Namespace) -> int:
    """List the games, their seats and their options."""
    from .screen import Screen

    screen = Screen()
    for place, name in enumerate(games()):
        try:
            game = get_game(name)
        except MeowpleError as error:  # somebody's package that does not work here
            screen.say(f"{name}  {told(error)}", "dim")
            continue
        words = game.in_words(language()).catalogue.gettext
        seats = ", ".join(str(count) for count in game.seat_counts)
        screen.show(("\n" if place else "") + f"[bold cyan]{name}[/]  {escape(words(game.title))}")
        screen.say("  " + _("seats: {seats}").format(seats=seats))
        for option in game.options:
            screen.say(f"  --set {option.name}={_values(option)}  {words(option.title)}")
            if option.help:
                screen.say(f"        {words(option.help)}", "dim")
    return 0


def _values(option: Option) -> str:
    """The values of an option, its default first."""
    if not option.choices:
        return _("{least}..{most} (default: {default})").format(
            least=option.least, most=option.most, default=option.default
        )
    values = [option.default, *(value for value in option.choices if value != option.default)]
    return "|".join(option.typed(value) for value in values)
