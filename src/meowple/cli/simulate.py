"""``meowple simulate``: many matches between bots, summed up."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from meowple.core.errors import BadSeats
from meowple.core.language import N_
from meowple.core.registry import get_game
from meowple.lab import Estimate, Rating, Results, report_html, simulate, to_csv, to_json

from . import table
from .decks import take_decks
from .language import _, language, ngettext, number, percent


def run(arguments: Namespace) -> int:
    """Simulate, print the summary, write the files that were asked for."""
    table.check_files(arguments.csv, arguments.json, arguments.report)
    if arguments.decks:
        take_decks(arguments.game, arguments.decks)
    game = get_game(arguments.game)
    bots = table.names_of(arguments.bots)
    if not bots:
        raise BadSeats(N_("--bots takes the names of bots, as in greedy,random,random,random"))
    options = table.options(game, arguments.set)
    with progress_bar() as progress:
        task = progress.add_task(_("matches"), total=arguments.games)
        results = simulate(
            game.name,
            arguments.games,
            arguments.seats,
            options,
            bots,
            arguments.jobs,
            arguments.seed,
            rotate=not arguments.fixed_seats,
            decks=arguments.decks,
            progress=lambda done: progress.update(task, completed=done),
        )
    return finish(arguments, results)


def finish(arguments: Namespace, results: Results, ratings: Sequence[Rating] = ()) -> int:
    """Print the summary of a simulation or a tournament and write the files that were asked for.

    Args:
        ratings: of the bots, in a tournament.

    Returns:
        The exit code.
    """
    if not results.games:
        return 130
    level = arguments.confidence
    try:
        show(results, level, ratings)
    finally:  # though nobody may read on, as behind `| head`
        for file, form in (
            (arguments.csv, to_csv),
            (arguments.json, partial(to_json, ratings=ratings, confidence=level)),
            (
                arguments.report,
                partial(report_html, language=language(), confidence=level, ratings=ratings),
            ),
        ):
            if file:
                table.write(file, form(results))
    return 0 if results.complete else 130


def progress_bar() -> Progress:
    """A bar that shows how many matches have been played, where somebody can see it."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )


def show(results: Results, confidence: float, ratings: Sequence[Rating] = ()) -> None:
    """Print the summary of a simulation or a tournament.

    Args:
        ratings: of the bots, in a tournament.
    """
    console = Console(highlight=False)
    summary = results.summary(confidence)
    options = ", ".join(f"{name}={_shown(value)}" for name, value in results.options.items())
    console.print(f"[bold]{results.game}[/] {options}")
    count = ngettext("{count} match", "{count} matches", summary.games)
    text = count.format(count=number(summary.games))
    if not results.complete:
        text += " " + _("of {asked} (stopped early)").format(asked=number(results.asked))
    if ratings:  # some of it may have been played on another day
        text += _(", seed {seed}").format(seed=results.seed)
    else:
        rate = sum(game.decisions for game in results.games) / max(results.seconds, 1e-9)
        text += _(", seed {seed}, {seconds} s, {rate} decisions/s").format(
            seed=results.seed, seconds=number(results.seconds, 1), rate=number(rate, 0)
        )
    console.print(text)
    level = percent(confidence, None)
    if len(summary.bots) > 1:
        rated = {line.bot: line.strength for line in ratings}
        lines = Table()
        lines.add_column(_("bot"), overflow="fold")
        for head in (
            _("matches") if rated else _("seats"),
            _("wins per seat"),
            level,
            _("score"),
            *((_("rating"),) if rated else ()),
            level,
        ):
            lines.add_column(head)
        for bot in summary.bots:
            if rated:
                score, *_left = _mean(bot.score)
                cells: tuple[str, ...] = (
                    number(bot.share.size),
                    *_share(bot.share),
                    score,
                    *_mean(rated[bot.bot], 1),
                )
            else:
                cells = (str(bot.seats), *_share(bot.share), *_mean(bot.score))
            lines.add_row(bot.bot, *cells)
        console.print(lines)
    lines = Table(_("seat"), _("wins"), level, _("score"), level)
    for seat in summary.seats:
        lines.add_row(str(seat.seat + 1), *_share(seat.share), *_mean(seat.score))
    console.print(lines)
    console.print(
        _("Equal seats win {fair} each. Decisions in a match: {mean}").format(
            fair=percent(summary.fair), mean=number(summary.decisions.mean, 1)
        ),
        _range(summary.decisions, lambda value: number(value, 1)),
    )


def _shown(value: str | int | bool) -> str:
    """An option's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _share(estimate: Estimate) -> tuple[str, str]:
    return percent(estimate.mean), _range(estimate, percent)


def _mean(estimate: Estimate, digits: int = 2) -> tuple[str, str]:
    return number(estimate.mean, digits), _range(estimate, lambda value: number(value, digits))


def _range(estimate: Estimate, form: Callable[[float], str]) -> str:
    if estimate.size < 2:
        return "–"
    return f"{form(estimate.low)} – {form(estimate.high)}"
