"""``meowple games``: what can be played."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from rich.markup import escape

from meowple.core.errors import MeowpleError
from meowple.core.game import Game, Option, game_folder, games, get_game
from meowple.core.language import translator

from .language import _, language


def run(arguments: Namespace) -> int:
    """List the games, their seats and their options."""
    from .screen import Screen

    screen = Screen()
    for place, name in enumerate(games()):
        try:
            game = get_game(name)
        except MeowpleError as error:  # somebody's package that does not work here
            screen.say(f"{name}  {error}", "dim")
            continue
        words = game_words(game)
        seats = ", ".join(str(count) for count in game.seat_counts)
        screen.show(("\n" if place else "") + f"[bold cyan]{name}[/]  {escape(words(game.title))}")
        screen.say("  " + _("seats: {seats}").format(seats=seats))
        for option in game.options:
            screen.say(f"  --set {option.name}={_values(option)}  {words(option.title)}")
            if option.help:
                screen.say(f"        {words(option.help)}", "dim")
    return 0


def game_words(game: Game[Any]) -> Callable[[str], str]:
    """What translates the texts of a game itself: its title and its options."""
    return translator(game_folder(game.name), game.name, language()).gettext


def _values(option: Option) -> str:
    """The values of an option, its default first."""
    if not option.choices:
        return _("{least}..{most} (default: {default})").format(
            least=option.least, most=option.most, default=option.default
        )
    values = [option.default, *(value for value in option.choices if value != option.default)]
    return "|".join(option.typed(value) for value in values)
