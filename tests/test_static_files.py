"""What is committed ready-made is what its sources make, and light enough."""

from __future__ import annotations

import gzip
import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src" / "meowple" / "web" / "static"
GAMES = ["festival", "comforts", "purrballs"]


def zipped(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def test_the_sprites_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools" / "icons.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("folder", [STATIC / "vendor", ROOT / "tests" / "vendor"])
def test_vendored_scripts_are_the_ones_written_down(folder: Path) -> None:
    listed = {}
    for line in (folder / "VERSIONS").read_text(encoding="utf-8").splitlines():
        word, name = line.split()[:2]
        if len(word) == 64:
            listed[name] = word
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.js")
    }
    assert found == listed


def test_no_style_sheet_or_script_loads_anything_from_elsewhere() -> None:
    sheets = [*STATIC.glob("css/*.css"), *(ROOT / "src/meowple/games").rglob("table.css")]
    assert len(sheets) >= 6
    for path in sheets:
        text = path.read_text(encoding="utf-8")
        assert "@import" not in text, path
        assert 'url("http' not in text, path
        assert "url(http" not in text, path


@pytest.mark.parametrize("game", GAMES)
def test_icons_of_a_table_stay_light(game: str) -> None:
    icons = STATIC / "icons"
    size = zipped(icons / "sprite-common.svg") + zipped(icons / f"sprite-{game}.svg")
    assert size < 45_000


def test_fonts_stay_light() -> None:
    fonts = list((STATIC / "fonts").glob("*.woff2"))
    assert sorted(path.name for path in fonts) == ["figtree.woff2", "fraunces.woff2"]
    assert sum(path.stat().st_size for path in fonts) < 170_000
