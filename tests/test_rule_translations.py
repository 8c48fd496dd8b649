"""The rules of every game and the credits say the same in each language."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import meowple
from meowple.cli.rules import parse_rules
from tools.rules import GAMES

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = [GAMES / name for name in meowple.game_names() if (GAMES / name / "rules.md").exists()]
RULES = [file for folder in FOLDERS for file in sorted(folder.glob("rules.*.md"))]


def headings(text: str) -> list[int]:
    return [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]


def numbers(text: str) -> Counter[str]:
    """The digits of a text; so a decimal comma is as good as a point."""
    return Counter(re.findall(r"\d+", text))


def quoted(text: str) -> Counter[str]:
    """What stands in back-quotes: other rules, options and names of the data."""
    return Counter(re.findall(r"`[^`]*`", text))


def test_every_game_has_its_rules_in_the_languages_of_the_others() -> None:
    languages = [{file.suffixes[0] for file in folder.glob("rules.*.md")} for folder in FOLDERS]
    assert all(each == languages[0] for each in languages)
    assert ".pl" in languages[0]


@pytest.mark.parametrize("file", RULES, ids=lambda file: f"{file.parent.name}{file.suffixes[0]}")
def test_the_rules_are_the_same_in_every_language(file: Path) -> None:
    english = file.with_name("rules.md").read_text("utf-8")
    other = file.read_text("utf-8")
    assert headings(other) == headings(english)

    rules, translated = parse_rules(english), parse_rules(other)
    assert [rule.id for rule in translated] == [rule.id for rule in rules]
    for rule, same in zip(rules, translated, strict=True):
        assert numbers(same.text) == numbers(rule.text), rule.id
        assert quoted(same.text) == quoted(rule.text), rule.id
        words = re.sub(r"`[^`]*`", "", rule.text)
        assert same.text != rule.text or not any(c.isalpha() for c in words), rule.id


@pytest.mark.parametrize("file", sorted(ROOT.glob("CREDITS.*.md")), ids=lambda file: file.name)
def test_the_credits_are_the_same_in_every_language(file: Path) -> None:
    english, other = (ROOT / "CREDITS.md").read_text("utf-8"), file.read_text("utf-8")
    assert headings(other) == headings(english)
    assert quoted(other) == quoted(english)
    for part in (r"https?://\S+", r"^\| ", r"^- \*\*.*", r"\d+(?:\.\d+)+", r"©.*?(?=[|,]|$)"):
        lines = [re.findall(part, text, re.MULTILINE) for text in (english, other)]
        assert lines[0] == lines[1], part
