"""Text of files that others have written, before it reaches a terminal."""

from __future__ import annotations

_CONTROLS = {
    code: "\N{REPLACEMENT CHARACTER}"
    for code in (*range(32), *range(127, 160), *range(0x2028, 0x202F), *range(0x2066, 0x206A))
    if code != 10
}


def plain(text: str) -> str:
    """The text without control characters, which can do more to a terminal than write.

    Nor with those that turn the direction of letters, so that a line reads as something else.

    >>> plain("a card\\x1b[2J")
    'a card�[2J'
    """
    return text.translate(_CONTROLS)
