"""Play in a real terminal: the keyboard is handed over without showing anybody's cards."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from tests.patience import PATIENCE

pty = pytest.importorskip("pty")

WIPED = "\x1b[H\x1b[2J\x1b[3J"


class Terminal:
    """A command that runs in a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "meowple.cli", *words],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LANG": "C"},
        )  # fmt: skip
        os.close(slave)

    def until(self, *ends: str) -> str:
        """What it writes until one of the texts has come."""
        text, deadline = "", time.monotonic() + PATIENCE
        while not any(end in text for end in ends):
            ready, _, _ = select.select(
                [self.master], [], [], max(0.0, deadline - time.monotonic())
            )
            assert ready, f"nothing more after {text[-300:]!r}"
            text += os.read(self.master, 65536).decode(errors="replace")
        return text

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, f"{line}\n".encode())

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def hot_seat() -> Iterator[Terminal]:
    terminal = Terminal(
        "play", "festival", "--names", "Ala,Jan", "--bots", "2", "--seed", "7", "--language", "en"
    )
    yield terminal
    terminal.close()


def test_cards_are_shown_only_after_the_keyboard_was_passed(hot_seat: Terminal) -> None:
    text = hot_seat.until("Pass the keyboard to Ala")
    for name, other in (("Ala", "Jan"), ("Jan", "Ala")):
        if f"Pass the keyboard to {name}" not in text:
            text = hot_seat.until(f"Pass the keyboard to {name}")
        after = text.rpartition(WIPED)[2]
        assert "Your hand" not in after
        hot_seat.type("")
        shown = hot_seat.until("Your hand")  # the prompt before it has a "> " too
        if "> " not in shown.rpartition("Your hand")[2]:
            shown += hot_seat.until("> ")
        assert WIPED in shown
        assert "Your hand" in re.sub(r"\x1b\[[\d;]*m", "", shown.rpartition(WIPED)[2])
        assert other in shown
        hot_seat.type("1")
        text = ""


def test_leaving_leaves_the_terminal_as_it_was(hot_seat: Terminal) -> None:
    hot_seat.until("Pass the keyboard to Ala")
    hot_seat.type("")
    hot_seat.until("> ")
    hot_seat.type("q")
    hot_seat.until("not saved")
    assert hot_seat.process.wait(PATIENCE) == 0


def test_ctrl_c_ends_without_a_traceback(hot_seat: Terminal) -> None:
    hot_seat.until("Pass the keyboard to Ala")
    os.kill(hot_seat.process.pid, 2)
    assert hot_seat.process.wait(PATIENCE) == 130


def test_a_replay_goes_forward_and_back() -> None:
    import tempfile
    from pathlib import Path

    import meowple

    match = meowple.new_match("festival", 4, seed=7)
    for _ in range(12):
        seat = match.to_act[0]
        match.act(seat, match.actions(seat)[0])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.json"
        file.write_text(match.save(whole=True))
        terminal = Terminal("replay", str(file), "--seat", "1", "--language", "en")
        terminal.until("0 > ")
        terminal.type("")
        assert "Round 2" in terminal.until("1 > ")
        terminal.type("e")
        terminal.until("3 > ")
        terminal.type("p")
        terminal.until("2 > ")
        terminal.type("99")
        assert "no such step" in terminal.until("2 > ")
        terminal.type("0")
        assert "Round 1" in terminal.until("0 > ")
        terminal.type("q")
        assert terminal.process.wait(PATIENCE) == 0
        terminal.close()
