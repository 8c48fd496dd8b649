"""The terminal: what is written to it and read from it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from meowple.core.words import Line

from .language import _
from .plain import plain

SEAT_COLOURS = ("blue", "red", "green", "yellow", "magenta", "cyan")


class Screen:
    """Standard output and input, whether a person or a program is at the other end."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)
        self.person = sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, text: str, style: str = "") -> None:
        """Write a sentence, as it is."""
        self.console.print(Text(plain(text), style))

    def show(self, markup: str) -> None:
        """Write text with Rich markup, as a game's words give it."""
        self.console.print(plain(markup))

    def panel(self, text: str, title: str = "") -> None:
        """Write a sentence that nobody must miss."""
        self.console.print(
            Panel(Text(plain(text)), title=escape(plain(title)) or None, expand=False)
        )

    def rule(self, title: str = "") -> None:
        """Draw a line across."""
        self.console.print(Rule(escape(plain(title)), style="dim"))

    def lines(self, lines: Iterable[Line]) -> None:
        """Write lines of a log."""
        for line in lines:
            text = Text()
            style = "bold" if line.heading else ""
            mark = "" if line.seat is None else SEAT_COLOURS[line.seat % len(SEAT_COLOURS)]
            text.append("" if line.heading else "• " if mark else "  ", mark)
            for place, part in enumerate(plain(line.text).split("**")):
                text.append(part, "bold" if place % 2 else style)
            self.console.print(text)

    def choices(self, labels: Sequence[str]) -> None:
        """Write numbered choices, in columns if there are many."""
        width = len(str(len(labels)))
        items = [
            Text.assemble((f"{number:>{width}}", "bold cyan"), " ", plain(label))
            for number, label in enumerate(labels, 1)
        ]
        if len(items) > 10:
            self.console.print(Columns(items, padding=(0, 3), column_first=True))
        else:
            for item in items:
                self.console.print(item)

    def wipe(self) -> None:
        """Clear the terminal and what can be scrolled back to, so that no secret stays."""
        if self.person:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()

    def ask(self, prompt: str = "> ") -> str | None:
        """A line that was typed, without spaces around; None at the end of the input."""
        if self.person:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        self.say(f"{prompt}{line.strip()}")
        return line.strip()

    def yes(self, question: str) -> bool:
        """Whether the answer to a question is yes."""
        # NOTE: the letters for yes and no; the first one, as it stands in the brackets, is read
        letters = _("[y/n]")
        answer = self.ask(f"{question} {letters} ")
        return answer is not None and answer[:1].lower() in ("y", letters[1:2])
