"""A simulation as a page: plots of seats, bots, cards, points and length, with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from pathlib import Path

from meowple.core.language import texts, translator
from meowple.core.registry import get_game

from .estimates import Estimate
from .plots import Mark, Panel, Row, against, histogram, intervals
from .ratings import Rating
from .results import Results, Summary
from .studies import card_lines, lead_changes, lead_lines, points_lines, rounds

_FOLDER = Path(__file__).parent

FAIR = (0.8, 1.2)
"""What a card in balance wins, as parts of what a seat wins on average."""


def report_html(
    results: Results,
    language: str = "en",
    confidence: float = 0.95,
    ratings: Sequence[Rating] = (),
) -> str:
    """A page of HTML that needs nothing but itself.

    Args:
        results: of a simulation, complete or not, with at least one match.
        language: of the page, a key of `meowple.core.language.LANGUAGES`.
        confidence: of all intervals.
        ratings: of the bots, if they are to be drawn too.

    Raises:
        ValueError: there is no match, or no such confidence.
    """
    if not results.games:
        raise ValueError("a report needs at least one match")
    return _Report(results, language, confidence, ratings).page()


class _Report:
    """The page under construction."""

    def __init__(
        self, results: Results, language: str, confidence: float, ratings: Sequence[Rating]
    ) -> None:
        self.words = translator(_FOLDER, "lab", language).before(texts(language))
        self.results = results
        self.confidence = confidence
        self.ratings = ratings
        self.summary: Summary = results.summary(confidence)
        self._: Callable[[str], str] = self.words.gettext
        self.game = get_game(results.game)
        self.game_words = self.game.in_words(language)

    def page(self) -> str:
        """All of it."""
        _ = self._
        title = _("{count} matches of {game}").format(
            game=self.game_words._(self.game.title), count=self.words.number(self.summary.games)
        )
        parts = [self.head(title), self.facts(), self.seats()]
        if len(self.summary.bots) > 1:
            parts.append(self.bots())
        if self.ratings:
            parts.append(self.rated())
        parts += self.cards()
        parts += self.points()
        parts += self.course()
        parts.append(self.lengths())
        style = (_FOLDER / "report.css").read_text(encoding="utf-8")
        return (
            f'<!DOCTYPE html>\n<html lang="{self.words.language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
            + "\n".join(parts)
            + "\n</main>\n</body>\n</html>\n"
        )

    def head(self, title: str) -> str:
        """What was simulated."""
        _ = self._
        results = self.results
        options = "; ".join(self.option(name, value) for name, value in results.options.items())
        bots = results.bots if len(set(results.bots)) > 1 else results.bots[:1]
        lines = [
            _("{count} seats. Bots: {bots}.").format(count=results.seats, bots=", ".join(bots)),
            _("Table: {options}.").format(options=options) if options else "",
            _("Seed {seed}. All intervals hold {confidence} of the time.").format(
                seed=results.seed, confidence=self.words.percent(self.confidence, None)
            ),
        ]
        if not results.complete:
            lines.append(
                _("Stopped early: {asked} matches were asked for.").format(
                    asked=self.words.number(results.asked)
                )
            )
        text = "".join(f"<p>{escape(line)}</p>" for line in lines if line)
        return f"<header><h1>{escape(title)}</h1>{text}</header>"

    def option(self, name: str, value: object) -> str:
        """An option of the table and its value, as the lobby names them."""
        option = next((each for each in self.game.options if each.name == name), None)
        if option is None:
            return f"{name}: {value}"
        choice = next((text for key, text in option.choices.items() if key == value), str(value))
        return f"{self.game_words._(option.title)}: {self.game_words._(choice)}"

    def name(self, key: str) -> str:
        """What the game calls a card, a kind of cards or a source of points."""
        return self.game_words.studied(key) or _name(key)

    def facts(self) -> str:
        """The figures that one looks for first."""
        _ = self._
        facts = [(self.words.number(self.summary.decisions.mean, 1), _("decisions in a match"))]
        if len(self.summary.bots) > 1:
            leader = self.summary.bots[0]
            facts.append(
                (
                    self.words.percent(leader.share.mean),
                    _("victories of {bot} for each of its seats").format(bot=leader.bot),
                )
            )
        best = max(self.summary.seats, key=lambda line: line.share.mean)
        if against(best.share, self.summary.fair) == "up":
            facts.append(
                (
                    self.words.percent(best.share.mean),
                    _("victories of seat {seat}").format(seat=best.seat + 1),
                )
            )
        if counts := rounds(self.results):
            facts.append((self.words.number(sum(counts) / len(counts), 1), _("rounds in a match")))
        if changes := lead_changes(self.results):
            facts.append((self.words.number(changes.mean, 1), _("changes of the lead in a match")))
        shared = sum(len(game.winners) > 1 for game in self.results.games)
        facts.append(
            (self.words.percent(shared / self.summary.games), _("of victories are shared"))
        )
        text = "".join(
            f"<div><dt>{escape(what)}</dt><dd>{value}</dd></div>" for value, what in facts
        )
        return f'<section><dl class="facts">{text}</dl></section>'

    def seats(self) -> str:
        """Whether the seat matters."""
        _ = self._
        lines = [
            (_("Seat {seat}").format(seat=line.seat + 1), line.share, line.score)
            for line in self.summary.seats
        ]
        return self._shares(
            _("Does the seat matter?"),
            _("The dashed line is what every seat wins if all are equal."),
            lines,
        )

    def bots(self) -> str:
        """Which bot plays best."""
        _ = self._
        lines = [(line.bot, line.share, line.score) for line in self.summary.bots]
        return self._shares(
            _("Which bot plays best?"),
            _("Victories and points for each seat of a bot."),
            lines,
        )

    def rated(self) -> str:
        """How strong the bots are."""
        _ = self._
        title = _("How strong are the bots?")
        fair = 25.0
        form = partial(self.words.number, digits=1)
        plot = intervals(
            [
                Row(line.bot, ((Mark(line.strength, against(line.strength, fair)),),))
                for line in self.ratings
            ],
            [Panel(_("Rating"), form, self.words.number, fair, whole=False)],
            title,
        )
        table = self._table(
            ("", _("Rating"), _("from"), _("to"), _("Matches")),
            (
                (line.bot, *_cells(line.strength, form), self.words.number(line.strength.size))
                for line in self.ratings
            ),
        )
        text = _("By the places of all seats, not by victories alone; all begin with 25.")
        return _section(title, text, plot + table)

    def number(self, value: float) -> str:
        """A number of points."""
        return self.words.number(value, 0 if value == int(value) else 2)

    def _shares(
        self, title: str, text: str, lines: Sequence[tuple[str, Estimate, Estimate]]
    ) -> str:
        _ = self._
        fair = self.summary.fair
        plot = intervals(
            [
                Row(label, ((Mark(share, against(share, fair)),), (Mark(score),)))
                for label, share, score in lines
            ],
            [
                self._parts(_("Victories"), fair),
                self._amounts(_("Points"), whole=False),
            ],
            title,
        )
        table = self._table(
            ("", _("Victories"), _("from"), _("to"), _("Points"), _("from"), _("to")),
            ((label, *_cells(share, self.words.percent), *_cells(score, self.number)) for label, share, score in lines),
        )  # fmt: skip
        return _section(title, text, plot + table)

    def cards(self) -> list[str]:
        """A plot for each kind of card."""
        _ = self._
        fair = self.summary.fair
        band = (FAIR[0] * fair, FAIR[1] * fair)
        parts = []
        for kind, lines in card_lines(self.results, self.confidence).items():
            title = _("Cards: {kind}").format(kind=self.name(kind))
            plot = intervals(
                [
                    Row(
                        self.name(line.card),
                        ((Mark(line.share, against(line.share, fair)),), (Mark(line.picked),)),
                    )
                    for line in lines
                ],
                [
                    self._parts(_("Victories of who ended with it"), fair, band),
                    self._parts(_("Seats that ended with it")),
                ],
                title,
            )
            sure = sum(against(line.share, fair) != "even" for line in lines)
            out = [
                self.name(line.card)
                for line in lines
                if line.share.low > band[1] or line.share.high < band[0]
            ]
            text = _(
                "Blue wins more than its share and orange less, beyond chance: {sure} of {count} "
                "cards. About {by_chance} would look so by chance alone. A card that winners have "
                "need not be why they win."
            ).format(
                sure=sure,
                count=len(lines),
                by_chance=self.words.number(len(lines) * (1 - self.confidence), 0),
            )
            text += " " + _(
                "The grey band is 20% around the share; wholly outside it: {cards}."
            ).format(cards=", ".join(out) or _("none"))
            table = self._table(
                (_("Card"), _("Victories"), _("from"), _("to"), _("Picked"), _("from"), _("to"),
                 _("Matches")),
                (
                    (self.name(line.card), *_cells(line.share, self.words.percent), *_cells(line.picked, self.words.percent),
                     self.words.number(line.share.size))
                    for line in lines
                ),
            )  # fmt: skip
            parts.append(_section(title, text, plot + table))
        return parts

    def points(self) -> list[str]:
        """Where points come from, for winners and others."""
        _ = self._
        lines = points_lines(self.results, self.confidence)
        if not lines:
            return []
        title = _("Where do points come from?")
        plot = intervals(
            [
                Row(self.name(line.what), ((Mark(line.winners, "a"), Mark(line.others, "b")),))
                for line in lines
            ],
            [self._amounts(_("Points of a seat"))],
            title,
        )
        winners, others = escape(_("winners")), escape(_("others"))
        key = f'<p class="key"><span class="a">{winners}</span><span class="b">{others}</span></p>'
        table = self._table(
            ("", _("Winners"), _("from"), _("to"), _("Others"), _("from"), _("to")),
            (
                (
                    self.name(line.what),
                    *_cells(line.winners, self.number),
                    *_cells(line.others, self.number),
                )
                for line in lines
            ),
        )
        return [_section(title, "", key + plot + table)]

    def course(self) -> list[str]:
        """When a match is decided."""
        _ = self._
        lines = lead_lines(self.results, self.confidence)
        if not lines:
            return []
        title = _("When is it decided?")
        fair = self.summary.fair
        names = [_("After round {round}").format(round=line.round) for line in lines]
        plot = intervals(
            [
                Row(name, ((Mark(line.won, against(line.won, fair)),),))
                for name, line in zip(names, lines, strict=True)
            ],
            [self._parts(_("Victories of who led then"), fair)],
            title,
        )
        table = self._table(
            ("", _("Victories"), _("from"), _("to"), _("Matches")),
            (
                (name, *_cells(line.won, self.words.percent), self.words.number(line.size))
                for name, line in zip(names, lines, strict=True)
            ),
        )
        text = _("How often the seat that led after a round won in the end.")
        return [_section(title, text, plot + table)]

    def lengths(self) -> str:
        """How long matches are, and how points are spread."""
        _ = self._
        games = self.results.games
        plots = [
            (_("Decisions in a match"), [game.decisions for game in games]),
            (_("Points of winners"), [max(game.scores[s] for s in game.winners) for game in games]),
            (_("Points of all seats"), [score for game in games for score in game.scores]),
        ]
        counts = rounds(self.results)
        if len(set(counts)) > 1:
            plots.insert(1, (_("Rounds in a match"), counts))
        text = "".join(
            f"<figure><figcaption>{escape(label)}</figcaption>{histogram(values, label, self.words)}</figure>"
            for label, values in plots
            if values
        )
        return _section(_("How long, how high?"), "", f'<div class="pair">{text}</div>')

    def _parts(
        self,
        title: str,
        reference: float | None = None,
        band: tuple[float, float] | None = None,
    ) -> Panel:
        """A panel of parts of a whole."""
        percent = self.words.percent
        return Panel(title, percent, partial(percent, digits=None), reference, band=band)

    def _amounts(self, title: str, *, whole: bool = True) -> Panel:
        """A panel of points."""
        return Panel(title, self.number, self.words.number, whole=whole)

    def _table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
        """The numbers of a plot, for who wants to read or copy them."""
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
        named = [
            f' data-head="{escape(cell)}"' if place else "" for place, cell in enumerate(heads)
        ]
        body = "".join(
            "<tr>"
            + "".join(f"<td{of}>{escape(cell)}</td>" for of, cell in zip(named, row, strict=True))
            + "</tr>"
            for row in rows
        )
        _ = self._
        numbers = escape(_("The numbers"))
        return (
            f"<details><summary>{numbers}</summary><table><thead><tr>{head}"
            f"</tr></thead><tbody>{body}</tbody></table></details>"
        )


def _section(title: str, text: str, body: str) -> str:
    words = f"<p>{escape(text)}</p>" if text else ""
    return f"<section><h2>{escape(title)}</h2>{words}{body}</section>"


def _cells(estimate: Estimate, form: Callable[[float], str]) -> tuple[str, str, str]:
    low, mean, high = (
        form(value) if math.isfinite(value) else "–"
        for value in (estimate.low, estimate.mean, estimate.high)
    )
    return mean, low, high


def _name(key: str) -> str:
    """A key as a name: ``winter-12`` is Winter 12."""
    text = key.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]
