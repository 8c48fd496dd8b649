"""``meowple rules``: the numbered rules of a game, by number or by words."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Sequence
from typing import NamedTuple

from meowple.core.errors import MeowpleError
from meowple.core.language import N_
from meowple.core.registry import game_folder
from meowple.core.search import find

from .language import language


class Rule(NamedTuple):
    """A rule: its number, its section and its words."""

    id: str
    section: str
    text: str


def run(arguments: Namespace) -> int:
    """Print the rules that were asked for, or all of them."""
    from .screen import Screen

    game = arguments.game
    found = find_rules(game, arguments.words)
    if not found:
        raise MeowpleError(
            N_("no rule of {game} has {words}"), game=game, words=" ".join(arguments.words)
        )
    screen = Screen()
    section = ""
    for rule in found:
        if rule.section != section:
            section = rule.section
            screen.say(f"\n{section}" if section else "", "bold")
        screen.console.print(f"[cyan]{rule.id}[/]", end="  ")
        screen.say(rule.text)
    return 0


def find_rules(game: str, words: Sequence[str]) -> list[Rule]:
    """The rules with that number, of that part, or with all of those words; all for no words.

    Where no rule has them as whole words, those that have words which begin so are found, and at
    last those that have them anywhere.
    """
    rules = read_rules(game)
    if not words:
        return rules
    if len(words) == 1:
        wanted = words[0].upper()
        exact = [r for r in rules if r.id == wanted or r.id.partition("-")[2] == wanted]
        part = exact or [
            r for r in rules if f"{r.id}-".startswith(f"{wanted}-") or f"-{wanted}-" in r.id
        ]
        if part:
            return part
    found = find([f"{rule.section} {rule.text}" for rule in rules], words)
    return [rules[at] for at in found]


def read_rules(game: str) -> list[Rule]:
    """All rules of a game, in the order of its ``rules.md``; in the language spoken if it has it.

    Raises:
        MeowpleError: the game comes without rules.
    """
    folder = game_folder(game)
    for file in (folder / f"rules.{language()}.md", folder / "rules.md"):
        if file.exists():
            return parse_rules(file.read_text(encoding="utf-8"))
    raise MeowpleError(N_("{game} comes without written rules"), game=game)


def parse_rules(text: str) -> list[Rule]:
    """The rules in a Markdown text: lines that begin with a dash and a number in back-quotes."""
    rules: list[Rule] = []
    section = ""
    for line in text.splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ")
        elif match := re.match(r"- `([A-Z]+(?:-[A-Z]+)*-\d+[a-z]?)` (.*)", line):
            rules.append(Rule(match[1], section, match[2]))
        elif rules and line.startswith("  ") and line.strip():
            last = rules.pop()
            rules.append(last._replace(text=f"{last.text} {line.strip()}"))
    return rules
