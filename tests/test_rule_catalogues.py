"""The numbered rules are complete, and the tool that counts their tests reads them as meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import rules

FOLDERS = sorted(path.parent for path in rules.GAMES.glob("*/rules.md"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_rule_is_read_once(folder: Path) -> None:
    catalogue = folder / "rules.md"
    ids = rules.catalogue(catalogue)
    lines = re.findall(r"^- `([A-Z][A-Z0-9-]*)`", catalogue.read_text("utf-8"), re.MULTILINE)
    assert list(ids) == lines and len(set(ids)) == len(ids) > 0
    assert len({name.partition("-")[0] for name in ids}) == 1, "the rules of a game share a prefix"


def collected(folder: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> tuple[set[str], int]:
    monkeypatch.setattr(rules, "ROOT", folder)
    (folder / "test_some.py").write_text(source, encoding="utf-8")
    marks = rules.collect(folder)
    return set(marks.places), len(marks.unreadable)


def test_marks_are_found_wherever_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = """
import pytest
from pytest import mark
IDS = ("A-1-1", "A-1-2")
pytestmark = [pytest.mark.rule("A-1-3")]
@mark.rule(*IDS, "A-1-4")
def test_one(): ...
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("A-1-5"))])
def test_two(x): ...
class TestThree:
    @pytest.mark.rule("A-1-6")
    def test_it(self): ...
"""
    names, unreadable = collected(tmp_path, source, monkeypatch)
    assert names == {f"A-1-{number}" for number in range(1, 7)}
    assert unreadable == 0


def test_a_skipped_test_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
import pytest
@pytest.mark.skip
@pytest.mark.rule("A-1-1")
def test_one(): ...
@pytest.mark.rule("A-1-2")
@pytest.mark.xfail(reason="later")
def test_two(): ...
"""
    assert collected(tmp_path, source, monkeypatch) == (set(), 0)


def test_an_id_that_only_a_run_would_tell_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = """
import pytest
@pytest.mark.rule(f"A-{1}-1")
def test_one(): ...
"""
    assert collected(tmp_path, source, monkeypatch) == (set(), 1)
