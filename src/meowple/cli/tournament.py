"""``meowple tournament``: bots play one another, each on every seat equally often."""

from __future__ import annotations

from argparse import Namespace

from meowple.core.registry import get_game
from meowple.lab import ratings, tournament
from meowple.lab.ratings import rating_model

from . import table
from .decks import take_decks
from .language import _
from .simulate import finish, progress_bar


def run(arguments: Namespace) -> int:
    """Play what is missing, print who is how strong, write the files that were asked for."""
    rating_model()  # if it is not installed, better to know before everything is played
    table.check_files(arguments.results, arguments.csv, arguments.json, arguments.report)
    if arguments.decks:
        take_decks(arguments.game, arguments.decks)
    game = get_game(arguments.game)
    with progress_bar() as progress:
        task = progress.add_task(_("matches"), total=arguments.matches)
        results = tournament(
            game.name,
            table.names_of(arguments.bots),
            arguments.matches,
            arguments.seats,
            table.options(game, arguments.set),
            arguments.jobs,
            arguments.seed,
            file=arguments.results,
            ray=arguments.ray,
            decks=arguments.decks,
            progress=lambda done, of: progress.update(task, completed=done, total=of),
        )
    rated = ratings(results, arguments.confidence) if results.games else ()
    return finish(arguments, results, rated)
