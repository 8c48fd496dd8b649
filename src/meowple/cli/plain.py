"""Text of files that others have written, before it reaches a terminal."""

from __future__ import annotations

_CONTROLS = {
    code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if code != 10
}


def plain(text: str) -> str:
    """The text without control characters, which can do more to a terminal than write.

    >>> plain("a card\\x1b[2J")
    'a card�[2J'
    """
    return text.translate(_CONTROLS)
