"""The catalogues: complete, without doubtful entries, and compiled."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src" / "meowple" / "games"


def tool(name: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / name), "--check"]
    return subprocess.run(command, capture_output=True, text=True)


def test_catalogues_are_complete_and_compiled() -> None:
    done = tool("messages.py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_covers_are_built_from_their_drawings() -> None:
    done = tool("covers.py")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", [path.parents[1].name for path in GAMES.glob("*/table/templates")])
def test_no_text_of_a_table_holds_a_number_of_the_rulebook(game: str) -> None:
    """Numbers stand once, in data or rules, and come to the templates in the view."""
    texts = set()
    for file in (GAMES / game / "table" / "templates").rglob("*.html"):
        source = file.read_text(encoding="utf-8")
        for plain, several in re.findall(
            r"""_\('(.*?)'\)|{%-? trans\b.*?%}(.*?){%-? endtrans""", source, flags=re.S
        ):
            texts.add(re.sub(r"{{.*?}}|{%.*?%}|<.*?>", "", plain or several))
    assert len(texts) > 20, "there are texts"
    # units and names, which no card file could change
    units = ("1 Fish", "take 1 shown", "Before level 1", "resources 1.", "without it, +0")
    assert not [
        text for text in texts if re.search(r"\d", text) and not any(one in text for one in units)
    ]
