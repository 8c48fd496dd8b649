"""Packages of other people, as far as Python is concerned installed for the time of a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import meowple.core.registry as games
from meowple.bots import registry as bots


@contextmanager
def offered(folder: Path, entries: str, files: Mapping[str, str] | None = None) -> Iterator[None]:
    """Put a folder on the path as an installed package.

    Args:
        folder: where the package's modules lie, or where ``files`` are written.
        entries: its entry points, as in ``entry_points.txt``.
        files: modules to write: path -> text.
    """
    known = set(sys.modules)
    for path, text in (files or {}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    metadata = folder / "somebody_else-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody-else\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(entries, encoding="utf-8")
    sys.path.append(str(folder))
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - known:
            if str(folder) in str(getattr(sys.modules[name], "__file__", None)):
                del sys.modules[name]
        forget()


def forget() -> None:
    """Let everything that remembers what is installed look again."""
    from meowple.server.bots import offered as on_line

    games.look_again()
    for remembered in (
        bots.bots,
        bots.get_maker,
        bots.about,
        bots._entries,
        on_line,
    ):
        remembered.cache_clear()
