"""Write the forms of views into docs/formats.md, from the classes that describe them.

    python tools/forms.py [--check]

With --check nothing is written; the exit status says whether the page is up to date.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, is_typeddict

from meowple.core.forms import described, fields, forms, view_form
from meowple.core.registry import games, get_game
from meowple.core.view import View

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "formats.md"
GAMES = [name for name in games() if (ROOT / "src" / "meowple" / "games" / name).is_dir()]

ONE = {str: "text", int: "whole number", float: "number", bool: "true or false", dict: "table"}
MANY = {str: "texts", int: "whole numbers", float: "numbers", bool: "truth values", dict: "tables"}


def told(kind: Any, many: bool = False) -> str:
    """A type in words."""
    origin, arguments = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return f"`{kind.__name__}`"
    if origin is Literal:
        return listed([f"`{value}`" for value in arguments])
    if origin in (Union, types.UnionType):
        return listed([told(each, many) for each in arguments])
    if origin in (list, Sequence, tuple):
        return f"{'lists' if many else 'list'} of {told(arguments[0], True)}"
    if origin in (dict, Mapping):
        return f"{'tables' if many else 'table'}, text to {told(arguments[1])}"
    if kind is type(None):
        return "null"
    if kind is Any:
        return "the game's own"
    return (MANY if many else ONE)[kind]


def listed(parts: list[str]) -> str:
    """Alternatives in a sentence."""
    *several, last = parts
    return f"{', '.join(several)} or {last}" if several else last


def rows(form: Any) -> Iterator[str]:
    """A form as a table of Markdown."""
    yield "| field | holds | |"
    yield "| --- | --- | --- |"
    for field in fields(form):
        text = field.text.removesuffix(".").replace("|", "\\|")
        where = "" if field.needed else " (may be missing)"
        yield f"| `{field.name}` | {told(field.kind)}{where} | {text} |"


def whole(form: Any) -> Iterator[str]:
    """A form and all in it."""
    for name, each in forms(form).items():
        if each is not form:
            yield f"\n`{name}`: {described(each)[0]}\n"
        yield from rows(each)


def tables() -> Iterator[str]:
    """The forms of the views of our games."""
    for name in GAMES:
        game = get_game(name)
        form = view_form(game.view)
        if form is not None:
            yield f"\n### {game.title}\n\n{described(form)[0]}\n"
            yield from whole(form)


def filled(page: str, block: str, lines: Iterator[str]) -> str:
    """The page with those lines between the marks of a block."""
    begin, end = f"<!-- {block}: tools/forms.py -->\n", f"<!-- end of {block} -->\n"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return before + begin + "\n" + "\n".join(lines).strip("\n") + "\n\n" + end + after


def main() -> int:
    old = PAGE.read_text(encoding="utf-8")
    new = filled(filled(old, "view", whole(View)), "games", tables())
    if new == old:
        return 0
    if "--check" in sys.argv:
        print("docs/formats.md is out of date: run make forms")
        return 1
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
