"""Which rules of the catalogues have a test.

    python tools/rules.py [--missing 20] [game ...]

Reads the numbered rules of every `src/meowple/games/<game>/rules.md`, finds every
`pytest.mark.rule("FTC-TAKE-1", ...)` below `tests/` without running anything, and prints a line
a game. Fails if a game that the package offers has a rule without a test, or a mark names a rule that
no catalogue has.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "meowple" / "games"
TESTS = ROOT / "tests"

RULE_LINE = re.compile(r"^- `([A-Z]+-[A-Z0-9]+-\d+)`", re.MULTILINE)
NOT_RUN = {"skip", "xfail"}


@dataclass
class Marks:
    """The ids that tests claim, each with the places that claim it."""

    places: dict[str, list[str]] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)


def catalogue(path: Path) -> list[str]:
    ids = RULE_LINE.findall(path.read_text(encoding="utf-8"))
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise SystemExit(f"{path}: defined twice: {', '.join(twice)}")
    return ids


def mark_name(node: ast.AST) -> str:
    """`rule` for `pytest.mark.rule`, `mark.rule` and calls of them; else nothing."""
    if isinstance(node, ast.Call):
        node = node.func
    if not isinstance(node, ast.Attribute):
        return ""
    owner = node.value
    is_mark = (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )
    return node.attr if is_mark else ""


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes except those of tests that never run."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        decorators = getattr(node, "decorator_list", [])
        if any(mark_name(decorator) in NOT_RUN for decorator in decorators):
            continue
        yield node
        todo.extend(ast.iter_child_nodes(node))


def strings(node: ast.expr, constants: dict[str, ast.expr]) -> list[str] | None:
    """The strings that an argument of a mark stands for, or None if only a run would tell."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Starred(value=value):
            return strings(value, constants)
        case ast.Name(id=name) if name in constants:
            return strings(constants[name], constants)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            parts = [strings(element, constants) for element in elements]
            return [text for part in parts if part for text in part] if all(parts) else None
    return None


def collect(folder: Path) -> Marks:
    marks = Marks()
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        constants = {
            target.id: statement.value
            for statement in tree.body
            if isinstance(statement, ast.Assign)
            for target in statement.targets
            if isinstance(target, ast.Name)
        }
        for node in running(tree):
            if not (isinstance(node, ast.Call) and mark_name(node) == "rule"):
                continue
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            for argument in node.args:
                names = strings(argument, constants)
                if names is None:
                    marks.unreadable.append(place)
                for name in names or []:
                    marks.places.setdefault(name, []).append(place)
    return marks


def report(games: list[str], most: int) -> int:
    marks = collect(TESTS)
    known: set[str] = set()
    failed = False
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    offered = project["entry-points"]["meowple.games"]
    for path in sorted(GAMES.glob("*/rules.md")):
        ids = catalogue(path)
        known.update(ids)
        game = path.parent.name
        if games and game not in games:
            continue
        missing = [name for name in ids if name not in marks.places]
        note = "" if game in offered else "  (not offered yet)"
        print(f"{game} {len(ids) - len(missing)}/{len(ids)}{note}")
        if missing:
            failed = failed or game in offered
            shown = missing if most < 0 else missing[:most]
            rest = len(missing) - len(shown)
            print("  without a test: " + ", ".join(shown) + (f" and {rest} more" if rest else ""))
    for name in sorted(set(marks.places) - known):
        failed = True
        print(f"no such rule: {name} ({', '.join(marks.places[name])})")
    for place in marks.unreadable:
        failed = True
        print(f"{place}: write the ids of this mark as plain strings")
    return int(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description="Which rules of the catalogues have a test.")
    parser.add_argument("games", nargs="*", help="only these games")
    parser.add_argument("--missing", type=int, default=-1, help="show at most so many ids a game")
    options = parser.parse_args()
    return report(options.games, options.missing)


if __name__ == "__main__":
    sys.exit(main())
