"""Write into the documentation what is made of the code.

    python tools/forms.py [--check]

Into docs/formats.md the forms of views, from the classes that describe them; into docs/games.md the
code of the example that it shows: blocks that begin with the name of a file, `# rules.py`. With
--check nothing is written; the exit status says whether the pages are up to date.
"""

from __future__ import annotations

import ast
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, is_typeddict

from meowple.core.forms import described, fields, forms, view_form
from meowple.core.registry import games, get_game
from meowple.core.view import View

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
EXAMPLE = ROOT / "examples" / "fish_bowl" / "src" / "fish_bowl"
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
        return listed([part for each in arguments for part in alternatives(each, many)])
    if origin in (list, Sequence, tuple):
        return f"{'lists' if many else 'list'} of {told(arguments[0], True)}"
    if origin in (dict, Mapping):
        return f"{'tables' if many else 'table'}, text to {told(arguments[1])}"
    if kind is type(None):
        return "null"
    if kind is Any:
        return "the game's own"
    return (MANY if many else ONE)[kind]


def alternatives(kind: Any, many: bool) -> list[str]:
    """A type as one or more of several alternatives."""
    if get_origin(kind) is Literal:
        return [f"`{value}`" for value in get_args(kind)]
    return ["truth value"] if kind is bool else [told(kind, many)]


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


def shown(page: str) -> str:
    """The page with the code of the example as it stands: of each part what bears its name."""

    def block(found: re.Match[str]) -> str:
        code = (EXAMPLE / found[1]).read_text(encoding="utf-8")
        now = parts(code)
        new = [now[name] for name in parts(found[2])]
        return f"```python\n# {found[1]}\n" + "\n\n\n".join(new) + "\n```"

    return re.sub(r"```python\n# ([\w/]+\.py)\n(.*?)\n```", block, page, flags=re.DOTALL)


def parts(code: str) -> dict[str, str]:
    """The functions, classes and constants of a module, by name."""
    lines = code.splitlines()
    found = {}
    for node in ast.parse(code).body:
        name = getattr(node, "name", None)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        if name:
            found[name] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return found


def main() -> int:
    formats, games_page = DOCS / "formats.md", DOCS / "games.md"
    old = {page: page.read_text(encoding="utf-8") for page in (formats, games_page)}
    new = {
        formats: filled(filled(old[formats], "view", whole(View)), "games", tables()),
        games_page: shown(old[games_page]),
    }
    for page, text in new.items():
        if text != old[page] and "--check" in sys.argv:
            print(f"docs/{page.name} is out of date: run make forms")
        elif text != old[page]:
            page.write_text(text, encoding="utf-8")
    return 1 if "--check" in sys.argv and new != old else 0


if __name__ == "__main__":
    sys.exit(main())
