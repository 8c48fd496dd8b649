"""The terminal: what is written to it and read from it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from meowple.core.words import Line

from .language import _
from .plain import plain

COLUMN = re.compile(r" *\S(?: ?\S){0,24}  +(?=\S)")
"""The first column of a row: a name, and what comes next stands apart from it."""

SEAT_COLOURS = ("blue", "red", "green", "yellow", "magenta", "cyan")


def unmarked(names: Iterable[str]) -> list[str]:
    """Names for a text with Rich markup, in which brackets are nothing but brackets."""
    return [escape(name) for name in names]


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
        for line in Text.from_markup(plain(markup)).split("\n", allow_blank=True):
            self._fit(line)

    def _fit(self, text: Text, indent: int | None = None) -> None:
        """Write a line. What has no room goes on below, between two things if that can be, and further in."""
        if indent is None:
            column = COLUMN.match(text.plain)
            indent = column.end() if column else len(text.plain) - len(text.plain.lstrip()) + 4
        width, room = self.console.width, Text(" " * indent)
        while text.cell_len > width:
            end = len(text.plain)
            while cell_len(text.plain[:end]) > width:
                end -= 1
            least = indent + (width - indent) // 2
            cut = text.plain.rfind("  ", least, end + 2)
            cut = cut if cut > 0 else text.plain.rfind(" ", indent + 1, end + 1)
            first, text = text.divide([cut if cut > 0 else end])
            first.rstrip()
            self.console.print(first, soft_wrap=True)
            text = room + text[len(text.plain) - len(text.plain.lstrip()) :]
        self.console.print(text, soft_wrap=True)

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
            self._fit(text, 2)

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
