"""``meowple games``: what can be played."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from rich.markup import escape

from meowple.core.errors import MeowpleError
from meowple.core.game import Game, Option, game_package, games, get_game
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


def game_words(game: Game[Any]) -> Any:
    """What translates the texts of a game itself: its title and its options."""
    folder = Path(str(game_package(game.name).__file__)).parent
    try:
        return translator(folder, game.name, language()).gettext
    except OSError:  # a game without that language
        return str


def _values(option: Option) -> str:
    """The values of an option, its default first."""
    if not option.choices:
        return _("{least}..{most} (default: {default})").format(
            least=option.least, most=option.most, default=option.default
        )
    values = [option.default, *(value for value in option.choices if value != option.default)]
    return "|".join(str(v).lower() if isinstance(v, bool) else str(v) for v in values)
