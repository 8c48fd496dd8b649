"""`meowple new-game`: a package that plays at once, everywhere."""

from __future__ import annotations

import html
import importlib
import io
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import Browser, wait_for

import meowple
from meowple.author import new_game as new_game_module
from meowple.author.new_game import BadName, compiled, new_game
from meowple.author.testing import (
    Trial,
    check_leaks,
    check_play,
    check_saves,
    check_secret_chance,
    draw_trial,
)
from meowple.cli import main
from meowple.cli.catalogues import content, mo_bytes, read_po
from meowple.core.errors import MeowpleError
from meowple.server.html.render import Renderer
from packages import offered

EXAMPLES = Path(__file__).parents[2] / "examples"
NAME = "cat_nap2"


def files(folder: Path) -> dict[str, bytes]:
    found = (file for file in folder.rglob("*") if file.is_file())
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in found
        if "__pycache__" not in file.parts
        and ".ruff_cache" not in file.parts
        and ".egg-info" not in str(file)
    }


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A new package."""
    return new_game(NAME, tmp_path)


@pytest.fixture
def played(made: Path) -> Iterator[str]:
    """The name of a new game, once its package is installed."""
    with offered(made / "src", f"[meowple.games]\n{NAME} = {NAME}:GAME\n"):
        yield NAME


@pytest.mark.parametrize("name", [path.parent.name for path in EXAMPLES.glob("*/pyproject.toml")])
def test_the_examples_are_what_it_makes(name: str, tmp_path: Path) -> None:
    """Changed the template? `meowple new-game fish_bowl --into examples`, the old one removed."""
    assert files(new_game(name, tmp_path)) == files(EXAMPLES / name)


def test_nothing_of_the_template_keeps_its_name(made: Path) -> None:
    for name, data in files(made).items():
        assert b"goldfish" not in data.lower(), name
        assert "goldfish" not in name
    assert f'name = "{NAME}"' in (made / "pyproject.toml").read_text()
    assert "`CATNAP-DEAL-1`" in (made / "src" / NAME / "rules.md").read_text()
    assert 'title=N_("Cat nap2")' in (made / "src" / NAME / "__init__.py").read_text()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "small letters"),
        ("Fish", "small letters"),
        ("fish bowl", "small letters"),
        ("fish-bowl", "small letters"),
        ("../fish", "small letters"),
        ("1fish", "small letters"),
        ("fish_", "small letters"),
        ("fi__sh", "small letters"),
        ("łosoś", "small letters"),
        ("x" * 31, "small letters"),
        ("x" * 10_000, "small letters"),
        ("class", "a word of Python's own"),
        ("festival", "another one is"),
        ("json", "another package"),
        ("meowple", "another package"),
        ("pytest", "another package"),
    ],
)
def test_names_that_cannot_be_are_refused(name: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadName, match=sentence) as caught:
        new_game(name, tmp_path)
    assert len(str(caught.value)) < 250
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("mine")
    with pytest.raises(MeowpleError, match="is there already"):
        new_game(NAME, tmp_path)
    assert files(tmp_path) == {NAME: b"mine"}
    with pytest.raises(MeowpleError, match="there is no folder"):
        new_game(NAME, tmp_path / "nowhere")


def test_it_is_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        new_game(NAME, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_command_says_what_to_do_next(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["new-game", NAME, "--into", str(tmp_path), "--language", language]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert f"meowple play {NAME}" in out
    assert "pip install --editable" in out
    assert main(command) == 2
    assert "is there already" in capsys.readouterr().err or language == "pl"


def test_catalogues_are_compiled_as_others_do_it() -> None:
    for po in Path(meowple.__file__).parent.rglob("*.po"):
        data = po.read_bytes()
        theirs = mo_bytes(read_po(io.BytesIO(data), locale="pl", domain=po.stem))
        assert content(compiled(data.decode()), "mo") == content(theirs, "mo")


def test_its_catalogue_is_complete_and_told_when_it_is_not(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check = ["messages", str(made), "--check", "--language", "en"]
    assert main(["messages", str(made)]) == 0  # by name: another name, another order
    assert main(check) == 0
    cards = made / "src" / NAME / "data" / "cards.toml"
    cards.write_text(
        cards.read_text() + '[[card]]\nid = "cod"\nname = "Cod"\ncount = 9\nfish = 2\n'
    )
    capsys.readouterr()
    before = files(made)
    assert main(check) == 1
    out = capsys.readouterr().out
    assert f"not translated: {NAME} pl: 'Cod'" in out
    assert f"out of date: src/{NAME}/table/locale/pl/LC_MESSAGES/{NAME}.po" in out
    assert files(made) == before
    assert main(["messages", str(made)]) == 1
    catalogue = made / f"src/{NAME}/table/locale/pl/LC_MESSAGES/{NAME}.po"
    text = catalogue.read_text().replace('msgid "Cod"\nmsgstr ""', 'msgid "Cod"\nmsgstr "Dorsz"')
    catalogue.write_text(text)
    assert main(["messages", str(made)]) == 0
    assert b"Dorsz" in catalogue.with_suffix(".mo").read_bytes()


def test_a_folder_without_catalogues_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["messages", str(tmp_path), "--language", "en"]) == 2
    assert "No catalogue is in" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["ant", "cat_nap2", "zebra_crossing_in_the_morning"])
def test_it_is_clean_under_its_own_rules_for_ruff(name: str, tmp_path: Path) -> None:
    """Wherever its name stands in the alphabet, before or behind meowple and pytest."""
    folder = new_game(name, tmp_path)
    settings = (folder / "pyproject.toml").read_text(encoding="utf-8")
    assert "I" in tomllib.loads(settings)["tool"]["ruff"]["lint"]["select"]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "."],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_tools_leave_in_the_template_is_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = tmp_path / "template"
    shutil.copytree(new_game_module.TEMPLATE, template)
    (template / ".ruff_cache").mkdir(exist_ok=True)
    (template / ".ruff_cache" / "cache").write_bytes(b"\x89")
    monkeypatch.setattr(new_game_module, "TEMPLATE", template)
    assert ".ruff_cache/cache" not in {
        path.relative_to(tmp_path / NAME).as_posix() for path in new_game(NAME, tmp_path).rglob("*")
    }


LEARNED = {
    "en": ("Play a card", "eats its fish", "Then neither of you eats", "The bowl"),
    "pl": ("Zagraj kartę", "zjada jej ryby", "żadne z was nie je", "Miska"),
}


@pytest.mark.parametrize("language", LEARNED)
def test_it_says_how_it_is_played(played: str, language: str) -> None:
    renderer = Renderer()
    lesson = renderer.lesson(played, language)
    assert [part.id for part in lesson.parts] == ["goal", "turn", "example", "end", "tips"]
    assert lesson.one and lesson.glance and lesson.minutes == 1
    step, eaten, first, bowl = LEARNED[language]
    page = renderer.page("rules.html", language, **renderer.guide(played, language, ""))
    assert step in page and eaten in page
    assert 'id="CATNAP-EAT-1"' in page and 'href="#CATNAP-EAT-1"' in page
    words = meowple.get_game(played).in_words(language)
    assert set(words.asked) == {kind.name for kind in meowple.get_game(played).questions}
    assert first in words.first("play")
    area = words.area_told("board")
    assert area is not None and area.title == bowl


def test_its_example_is_played_as_it_says(played: str) -> None:
    rules = importlib.import_module(f"{played}.rules")
    pieces = importlib.import_module(f"{played}.pieces")
    example = importlib.import_module(f"{played}.table.lesson").lesson(6)["played"]
    assert rules.eaten([pieces.CARD[key] for key, _ in example]) == [fish for _, fish in example]
    assert [fish for _, fish in example] == [3, 0, 0]


@pytest.mark.slow
def test_its_own_tests_pass(made: Path, tmp_path: Path) -> None:
    """Those of its rules, and the promises that every game keeps."""
    metadata = tmp_path / "installed" / f"{NAME}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[meowple.games]\n{NAME} = {NAME}:GAME\n")
    path = os.pathsep.join((str(made / "src"), str(metadata.parent)))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-W", "error", str(made)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        cwd=made,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("check", [check_play, check_leaks, check_saves, check_secret_chance])
@pytest.mark.parametrize("seed", range(3))
def test_it_keeps_the_promises_of_every_game(
    played: str, seed: int, check: Callable[[Trial], Any]
) -> None:
    check(draw_trial(played, seed))


@pytest.mark.parametrize("language", ["en", "pl"])
def test_it_is_played_in_the_terminal_and_in_simulations(
    played: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {"en": ("Tuna", "Cards in hand"), "pl": ("Tuńczyk", "Karty na ręce")}[language]
    assert main(["play", played, "--bots", "5", "--seed", "1", "--language", language]) == 0
    assert said[0] in capsys.readouterr().out
    assert main(["games", "--language", language]) == 0
    assert said[1] in capsys.readouterr().out
    assert main(["rules", played, "EAT", "--language", language]) == 0
    assert "CATNAP-EAT-1" in capsys.readouterr().out
    command = ["simulate", played, "--games", "20", "--bots", "greedy,random,random", "--seed", "1"]
    assert main([*command, "--language", language]) == 0
    assert "greedy" in capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "pl"])
def test_it_is_played_in_the_browser(
    played: str, language: str, person: Callable[..., Browser]
) -> None:
    ann = person("Ann", **{"accept-language": language})
    assert f'value="{played}"' in ann.page("/")
    path = ann.create("random", game=played)
    hand, play = {
        "en": ("In your hand: ", "Play a card, face down."),
        "pl": ("Na ręce: ", "Zagraj zakrytą kartę."),
    }[language]
    for _ in range(4):
        wait_for(lambda: play in html.unescape(ann.page(path)))  # the bot has played too
        page = html.unescape(ann.page(path))
        assert hand in page
        assert re.findall(r'name="action" value="play:(\w+)"', page)
        assert ann.act(path).status_code == 303
    assert "CATNAP-END-1" in ann.page(f"/rules/{played}")
