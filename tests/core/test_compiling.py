"""What `make compile` compiles reads the same to Python and to the compiler; see docs/architecture.md.

Whether the games are the same is what `make compiled` finds out.
"""

from __future__ import annotations

import ast
from importlib import import_module
from types import SimpleNamespace

import pytest

import meowple
from tools import compile
from tools.compile import MODULES, SOURCE, THINKING
from tools.transcripts import transcripts

MODULE = pytest.mark.parametrize("module", MODULES)


@MODULE
def test_no_tuple_is_compared_by_identity(module: str) -> None:
    """Compiled, the same constant may be another object: lost battles were won that way."""
    path = SOURCE / "meowple" / module
    names = vars(import_module("meowple." + module.removesuffix(".py").replace("/", ".")))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
            for side in (node.left, *node.comparators):
                value = names.get(side.id) if isinstance(side, ast.Name) else None
                assert not isinstance(value, tuple), f"{module}, line {node.lineno}"


@MODULE
def test_nothing_is_made_without_its_class(module: str) -> None:
    text = (SOURCE / "meowple" / module).read_text(encoding="utf-8")
    assert "object.__new__" not in text


def test_the_same_matches_have_the_same_transcripts() -> None:
    festival = meowple.get_game("festival")
    once, again = (list(transcripts(festival, 2)) for _ in range(2))
    assert once == again
    assert len({line.split()[-1] for line in once}) == len(once)


def test_compiled_thinking_is_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], env: dict[str, str], **_: object) -> SimpleNamespace:
        asked.append(command)
        compiled = env["PYTHONPATH"] != str(SOURCE)
        differs = compiled and "--greedy" in command
        first = "compiled" if compiled else "interpreted"
        return SimpleNamespace(stdout=f"{first}\n{'other' if differs else 'same'}\n")

    monkeypatch.setattr(compile.subprocess, "run", run)
    assert not compile.check(2)
    assert sum("--greedy" in command for command in asked) == 2
    assert THINKING == ["catvale"]
