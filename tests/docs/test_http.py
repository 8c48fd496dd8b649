"""What docs/http.md types by hand works as it says."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import httpx
from tests.server.playing import Server

PAGE = Path(__file__).parents[2] / "docs" / "http.md"


def typed() -> list[tuple[str, str]]:
    """The commands of the page, each with the keys of the answer that it shows."""
    text = PAGE.read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0]
    found = re.findall(r"^\$ ((?:.*\\\n)*.*)\n(\{.*\})?", text, re.MULTILINE)
    return [(command.replace("\\\n", " "), answer) for command, answer in found]


def curl(command: str, server: str, here: dict[str, str]) -> httpx.Response:
    """What curl would do; ``here``: what stands for the words in capital letters."""
    for word, value in here.items():
        command = command.replace(word, value)
    _, _, address, *rest = shlex.split(command)
    headers, data = {}, None
    for flag, value in zip(rest[::2], rest[1::2], strict=True):
        if flag == "-H":
            name, _, value = value.partition(": ")
            headers[name] = value
        else:
            assert flag == "-d"
            data = value
    address = address.replace("localhost:8000", server.removeprefix("http://"))
    return httpx.request(
        "POST" if data else "GET", f"http://{address}", headers=headers, content=data
    )


def test_one_move_by_hand(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    here: dict[str, str] = {}
    commands = typed()
    assert len(commands) == 3
    for command, shown in commands:
        answer = curl(command, server.url, here)
        assert answer.is_success, answer.text
        data = answer.json()
        shown = shown.replace(", ...", "")
        assert set(json.loads(shown or "{}")) <= set(data)
        if "token" in data:
            here |= {"TABLE": data["table"], "TOKEN": data["token"]}
        else:  # other cards are dealt each time
            here["play:winter-4"] = next(iter(data.get("actions") or [""]))
    server.stop()
