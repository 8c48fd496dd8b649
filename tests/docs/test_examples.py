"""The examples of the README and the docs work as written, and their links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import meowple
from meowple.cli.arguments import parse

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


FROM_EXAMPLE = re.compile(r"# ([\w/]+\.py)\n")
"""The first line of code that stands in the example of a game."""


def fences(doc: Path, *languages: str) -> list[str]:
    """The code blocks of a page in one of the languages."""
    text = doc.read_text(encoding="utf-8")
    found = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [code for language, code in found if language in languages]


@pytest.mark.parametrize(
    "doc", [p for p in PAGES if p.name != "architecture.md"], ids=lambda p: str(p.name)
)
def test_python_examples_run(doc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after another, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    for code in fences(doc, "python"):
        if not FROM_EXAMPLE.match(code):
            exec(compile(code, str(doc), "exec"), names)


@pytest.mark.parametrize("doc", PAGES, ids=NAMES)
def test_commands_can_be_parsed(doc: Path) -> None:
    for code in fences(doc, "sh", "console"):
        for line in code.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["meowple"]:
                arguments = parse(words[1:])
                if game := getattr(arguments, "game", None):
                    assert game in meowple.game_names()


@pytest.mark.parametrize("doc", PAGES, ids=NAMES)
def test_links_lead_somewhere(doc: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", doc.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:")):
            assert (doc.parent / target).exists(), target


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in (ROOT / "docs").glob("*.md"):
        assert f": {page.name}\n" in contents


def test_the_first_example_plays_a_match_and_starts_from_a_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (code,) = fences(ROOT / "README.md", "python")
    names: dict[str, object] = {}
    exec(code, names)
    match = names["match"]
    assert isinstance(match, meowple.Match)
    scores, _, winners = capsys.readouterr().out.strip().partition("] ")
    assert f"{scores}]" == str(match.scores)
    assert winners == str(match.winners)
    assert match.winners


def test_the_http_interface_is_the_one_that_is_described(tmp_path: Path) -> None:
    """Each route of the page exists, and each route of the server is on the page."""
    server = pytest.importorskip("meowple.server.app")
    app = server.create_app(str(tmp_path / "docs.db"), bot_workers=0)
    real = {
        (method.upper(), path.removeprefix("/api/v1").replace("{table_id}", "ID"))
        for path, methods in app.openapi()["paths"].items()
        if path.startswith("/api/v1")
        for method in methods
    }
    text = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
    told = set()
    for row in re.findall(r"^\| `(?:GET|POST) .*?\|", text, re.MULTILINE):
        method, path = re.findall(r"`(GET|POST) (\S+?)`", row)[0]
        folder = path.rpartition("/")[0]
        told |= {(method, path)}
        told |= {(method, f"{folder}/{name}") for name in re.findall(r", `(\w+)`", row)}
    assert told == real


def test_what_is_made_of_the_code_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools" / "forms.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
