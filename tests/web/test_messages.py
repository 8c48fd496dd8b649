"""The catalogues: complete, without doubtful entries, and compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tool(name: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / name), "--check"]
    return subprocess.run(command, capture_output=True, text=True)


def test_catalogues_are_complete_and_compiled() -> None:
    done = tool("messages.py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_covers_are_built_from_their_drawings() -> None:
    done = tool("covers.py")
    assert done.returncode == 0, done.stdout + done.stderr
