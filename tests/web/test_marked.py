"""What people read is marked for translation where it stands."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from jinja2 import Environment

from meowple.cli.arguments import ARGPARSE
from meowple.core import errors
from tools.messages import domains

SOURCE = Path(__file__).resolve().parents[2] / "src" / "meowple"

PARTS = [
    *("author", "bots", "cli", "core", "lab", "server"),
    *(f"games/{file.parent.name}" for file in sorted((SOURCE / "games").glob("*/__init__.py"))),
]

ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type)} | {
    "Refused",
    "UnknownBot",
}
"""What carries a text for people, as its first argument or its third."""


def unmarked(tree: ast.AST) -> Iterator[int]:
    """The lines that raise an error for people with a text that nobody can translate."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if name not in ERRORS and not name.endswith("wrong") and name not in ("check", "_need"):
            continue
        for text in node.args[name in ("check", "_need") :]:
            parts = [text.body, text.orelse] if isinstance(text, ast.IfExp) else [text]
            if any(isinstance(part, ast.JoinedStr) or _is_words(part) for part in parts):
                yield node.lineno


def _is_words(node: ast.expr) -> bool:
    """Whether it is a text with words of its own, not only places for values."""
    text = node.value if isinstance(node, ast.Constant) else None
    return isinstance(text, str) and " " in re.sub(r"\{\w+\}", "", text).strip(": ")


def test_unmarked_texts_are_found() -> None:
    code = 'raise BadSave("this is not a save")\nraise BadData(f"no {x}")\nself.wrong("not so")'
    assert list(unmarked(ast.parse(code))) == [1, 2, 3]
    code = 'raise BadSave(N_("this is not a save"))\nraise BadData("{file}: {why}", file=1, why=2)'
    assert list(unmarked(ast.parse(code))) == []


@pytest.mark.parametrize("part", PARTS)
def test_every_error_carries_a_text_that_can_be_translated(part: str) -> None:
    found = [
        f"{file.relative_to(SOURCE)}:{line}"
        for file in sorted((SOURCE / part).rglob("*.py"))
        for line in unmarked(ast.parse(file.read_text("utf-8")))
    ]
    assert not found


def test_the_texts_of_argparse_are_known() -> None:
    """Those that a person can see: not what is said to who writes a parser."""
    source = inspect.getsource(argparse)
    texts = set(re.findall(r"\b_\(\s*'((?:[^'\\]|\\.)*)'\)", source))
    for part in ("invalid", "expected", "required", "unrecognized", "not allowed", "ambiguous"):
        for text in texts:
            if part in text and not re.search(
                "subparser|conflict_res|for positionals|option str|dest=", text
            ):
                assert text in ARGPARSE, text


COLLECTED = {"_": 1, "N_": 1, "gettext": 1, "ngettext": 2, "pgettext": 2}
"""The calls whose texts are collected, and how many of their arguments are texts."""


def marked(tree: ast.AST) -> Iterator[str]:
    """The texts that are marked for translation, wherever they stand: in an f-string, too."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        for text in node.args[: COLLECTED.get(name, 0)]:
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
                yield text.value


def on_page(template: str) -> Iterator[str]:
    """The texts that are marked in a template."""
    environment = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True)
    for _, _, text in environment.extract_translations(template):
        yield from (part for part in ([text] if isinstance(text, str) else text) if part)


@pytest.mark.parametrize("name", sorted(domains()))
def test_all_that_is_marked_is_in_the_catalogue(name: str) -> None:
    """The tool does not see every place, such as a call within an f-string."""
    domain = domains()[name]
    with domain.file("pl", "po").open("rb") as file:
        catalogue = read_po(file)
    known: set[str] = set()
    for message in catalogue:
        known |= {message.context or ""}.union(
            [message.id] if isinstance(message.id, str) else message.id
        )
    found: set[str] = set()
    for source in domain.sources:
        for file in source.rglob("*.*"):
            if "template" not in file.parts and file.suffix in (".py", ".html"):
                text = file.read_text("utf-8")
                found.update(marked(ast.parse(text)) if file.suffix == ".py" else on_page(text))
    assert not sorted(found - known)


def test_a_translation_types_no_number_of_its_own() -> None:
    """A number of the rules comes from where the rules have it, in every language."""
    for file in SOURCE.rglob("*.po"):
        for message in read_po(file.open("rb")):
            ids, texts = (
                " ".join(text) if isinstance(text, list | tuple) else text or ""
                for text in (message.id, message.string)
            )
            if message.id:
                assert set(re.findall(r"\d+", texts)) <= set(re.findall(r"\d+", ids)), texts
