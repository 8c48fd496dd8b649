"""A language is a folder of catalogues: no code knows of any but English."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from meowple.core.language import LANGUAGES

SOURCE = Path(__file__).resolve().parents[2] / "src" / "meowple"

GERMAN = {
    "core": {
        "English": "Deutsch",
        "Seat {number}": "Platz {number}",
        ("before the decimals", "."): ",",
        ("between thousands", ","): ".",
        "there is no game {game!r}; installed are {known}": "kein Spiel {game!r}, nur {known}",
    },
    "cli": {"usage: ": "Aufruf: ", "seats: {seats}": "Plätze: {seats}"},
    "web": {"Lobby": "Empfang", "Settings": "Einstellungen"},
    "festival": {"Festival of a Thousand Cats": "Fest der tausend Katzen"},
    "lab": {"Points": "Punkte"},
}


@pytest.fixture
def german(tmp_path: Path) -> dict[str, str]:
    """An environment with a language that Meowple does not have, and a little of it."""
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    for domain, texts in GERMAN.items():
        catalogue = Catalog(locale="de", fuzzy=False)
        for text, translated in texts.items():
            context, text = text if isinstance(text, tuple) else (None, text)
            catalogue.add(text, translated, context=context)
        with (folder / f"{domain}.mo").open("wb") as file:
            write_mo(file, catalogue)
    return {**os.environ, "MEOWPLE_LOCALE": str(tmp_path), "LANG": "de_AT.UTF-8", "LANGUAGE": ""}


def run(german: dict[str, str], *words: str) -> str:
    command = [sys.executable, *words]
    done = subprocess.run(command, env=german, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_catalogues_are_enough_for_the_terminal(german: dict[str, str]) -> None:
    assert run(german, "-m", "meowple.cli", "--help").startswith("Aufruf: ")
    assert "{en,pl,de}" in run(german, "-m", "meowple.cli", "--help")
    games = run(german, "-m", "meowple.cli", "games")
    assert "Fest der tausend Katzen" in games
    assert "Plätze: 3, 4" in games
    assert "Kein Spiel 'chess', nur " in run(german, "-m", "meowple.cli", "rules", "chess")
    assert "Aufruf: " not in run(german, "-m", "meowple.cli", "--help", "--language", "pl")


def test_catalogues_are_enough_for_pages_and_reports(german: dict[str, str]) -> None:
    code = """
from meowple.core.language import LANGUAGES, seat_names, texts
from meowple.lab import report_html, simulate
from meowple.server.html.render import Renderer
print(LANGUAGES["de"], seat_names(1, "de"), texts("de").number(1234.5), texts("de").percent(0.125))
print(Renderer().page("error.html", "de", title="", message="", back="/", status=404))
print(report_html(simulate("festival", 2, seed=1), "de"))
"""
    said = run(german, "-c", code)
    assert "Deutsch ['Platz 1'] 1.234,5 12,5%" in said
    for part in ('<html lang="de">', "Empfang", "Einstellungen", ">Deutsch</button>", "Punkte"):
        assert part in said


def test_no_code_knows_a_language() -> None:
    codes = "|".join(code for code in LANGUAGES if code != "en")
    named = re.compile(rf"""["'](?:{codes})["']|_(?:{codes})\b|\bpolish\b|\.(?:{codes})\b""")
    found = [
        f"{file.relative_to(SOURCE)}: {line.strip()}"
        for kind in ("py", "html", "js", "toml")
        for file in sorted(SOURCE.rglob(f"*.{kind}"))
        for line in file.read_text("utf-8").splitlines()
        if named.search(line) and ">>>" not in line
    ]
    assert not found
