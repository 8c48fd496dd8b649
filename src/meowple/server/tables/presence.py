"""Who is at a table."""

from __future__ import annotations

from dataclasses import dataclass

GONE = 120.0
"""Seconds without any sign of somebody after which the others may put a bot into the seat."""


@dataclass(frozen=True)
class Presence:
    """Who is at a table.

    Attributes:
        here: who is connected.
        gone: those of the seats who have not been for so long that others may go on without them.
    """

    here: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


NOBODY = Presence()
