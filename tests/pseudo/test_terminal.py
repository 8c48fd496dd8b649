"""Commands in a language of accents: what they say is translated, all of it."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.plain import plain_words

import meowple
from meowple.bots import bots
from meowple.cli import main
from meowple.cli.arguments import _parser
from tools.pseudo import CODE

Speak = Callable[..., str]

COMMANDS = tuple(_parser()._subparsers._group_actions[0].choices)  # type: ignore
"""All commands there are."""

TYPED = re.compile(
    r"(?<![\w-])(-[a-z]\b|--[a-z-]+"  # options
    r"|`[^`]*`|'[^']*'"  # what is quoted
    r"|/[\w/.-]*|[\w-]+\.(?:toml|json|html)\b"  # files
    r"|\{[\w,-]*\}|\w+=\S+)"
)
"""What is typed as it stands, and what was typed."""

NAMES = {"meowple", CODE, *COMMANDS, *meowple.game_names(), *bots()}


@pytest.fixture
def speak(
    pseudo: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Speak:
    """Runs a command, and gives all that it says without what is typed."""
    monkeypatch.setenv("COLUMNS", "300")

    def run(*words: str, typed: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with contextlib.suppress(SystemExit):
            main([*words, "--language", pseudo])
        said = "".join(capsys.readouterr())
        assert said
        return TYPED.sub(" ", said)

    return run


def plain(text: str, *more: str) -> set[str]:
    return plain_words(text, NAMES.union(more))


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help(speak: Speak, command: str | None) -> None:
    text = speak(*([command] if command else []), "--help")
    assert not plain(text, "127.0.0.1", "0.0.0.0", "0.95", "URL")  # as they are typed


@pytest.mark.parametrize(
    "words",
    [
        ("dance",),
        ("play", "--wat"),
        ("play", "--seats"),
        ("play", "festival", "--seats", "x"),
        ("play", "festival", "--seats", "9"),
        ("play", "chess"),
        ("play",),
        ("play", "festival", "--bots", "greedi,random"),
        ("play", "festival", "--set", "rules"),
        ("play", "festival", "--set", "rules=hard"),
        ("play", "festival", "--set", "target=x"),
        ("play", "festival", "--set", "rule=basic"),
        ("play", "festival", "--set", "zebra=basic"),
        ("play", "--load", "/no/such/file"),
        ("play", "--load", "/"),
        ("play", "--load", str(Path(__file__))),
        ("play", "--load", sys.executable),
        ("replay",),
        ("replay", "x", "--all", "--seat", "1"),
        ("simulate", "festival", "--games", "0"),
        ("simulate", "festival", "--bots", ""),
        ("simulate", "festival", "--bots", "random,random,random,random,random"),
        ("simulate", "festival", "--bots", "random,random"),
        ("simulate", "festival", "--confidence", "95"),
        ("simulate", "festival", "--games", "1", "--csv", "/no/dir/x.csv"),
        ("rules", "festival", "zebra"),
        ("rules", "chess"),
        ("check-deck", "x.toml", "--game", "festival"),
        ("check-deck", str(Path(__file__).parent)),
        ("play", "festival", "--decks", "."),
        ("play", "comforts", "--decks", "/no/dir"),
        ("play", "--decks", "."),
    ],
    ids=" ".join,
)
def test_errors(speak: Speak, words: tuple[str, ...]) -> None:
    asked = {part for word in words for part in re.findall(r"[a-z]+", word)}
    known = {"basic", "experienced", "advanced", "rules", "no", "such", "file", "OPTION", "VALUE"}
    text = speak(*words)
    options = {option.name for option in meowple.get_game("festival").options}
    assert not plain(text, *asked, *known, *options)


def test_lists(speak: Speak) -> None:
    assert not plain(speak("bots"))
    assert not plain(re.sub(r"--set \S+", "", speak("games")))


@pytest.mark.parametrize("game", meowple.game_names())
def test_a_match(speak: Speak, game: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seats = str(max(meowple.get_game(game).seat_counts))
    lines = ["?", "h", "§", "s", f"s {file}", "u", "l"]
    words = ("play", game, "--seed", "3", "--seats", seats, "--bots", "random,greedy")
    text = speak(*words, "--names", "Ω,Ψ,Φ,Δ", typed="\n".join(lines + ["1"] * 60))
    assert not plain(text)
    assert not plain(speak("replay", str(file), "--all"))
