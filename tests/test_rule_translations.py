"""The rules of every game say the same in each language of the software."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import meowple
from meowple.cli.rules import parse_rules
from meowple.core.language import LANGUAGES
from tools.rules import GAMES

FOLDERS = [GAMES / name for name in meowple.game_names() if (GAMES / name / "rules.md").exists()]
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def headings(text: str) -> list[int]:
    return [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]


def numbers(text: str) -> Counter[str]:
    """The digits of a text; so a decimal comma is as good as a point."""
    return Counter(re.findall(r"\d+", text))


def quoted(text: str) -> Counter[str]:
    """What stands in back-quotes: other rules, options and names of the data."""
    return Counter(re.findall(r"`[^`]*`", text))


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_are_the_same_in_every_language(folder: Path, language: str) -> None:
    english = (folder / "rules.md").read_text("utf-8")
    other = (folder / f"rules.{language}.md").read_text("utf-8")
    assert headings(other) == headings(english)

    rules, translated = parse_rules(english), parse_rules(other)
    assert [rule.id for rule in translated] == [rule.id for rule in rules]
    for rule, same in zip(rules, translated, strict=True):
        assert numbers(same.text) == numbers(rule.text), rule.id
        assert quoted(same.text) == quoted(rule.text), rule.id
        words = re.sub(r"`[^`]*`", "", rule.text)
        assert same.text != rule.text or not any(c.isalpha() for c in words), rule.id
