"""The 37 spaces of the map: a hexagon of radius 3 (CV-INF-1), rows a to g from the top."""

from __future__ import annotations

from typing import Final

RADIUS: Final = 3

AXIAL: Final = tuple(
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(max(-RADIUS, -RADIUS - r), min(RADIUS, RADIUS - r) + 1)
)
"""Where each space lies: the neighbours of (q, r) are the six in `_STEPS`."""

SPACE: Final = {place: space for space, place in enumerate(AXIAL)}
SPACES: Final = len(AXIAL)

NAMES: Final = tuple(
    f"{'abcdefg'[r + RADIUS]}{q - max(-RADIUS, -RADIUS - r) + 1}" for q, r in AXIAL
)
"""Row and place in the row: d4 is the middle."""

CENTRE: Final = SPACE[0, 0]

_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

NEIGHBOURS: Final = tuple(
    tuple(SPACE[q + dq, r + dr] for dq, dr in _STEPS if (q + dq, r + dr) in SPACE) for q, r in AXIAL
)

DISTANCE: Final = tuple(
    tuple(max(abs(q - a), abs(r - b), abs(q + r - a - b)) for a, b in AXIAL) for q, r in AXIAL
)
"""Steps between two spaces as the crow flies."""

NEAR: Final = tuple(
    tuple(sum(1 << s for s in range(SPACES) if row[s] <= most) for most in range(2 * RADIUS + 1))
    for row in DISTANCE
)
"""``NEAR[space][n]``: the spaces at most n steps away, the space itself among them, as bits."""

BIT: Final = tuple(1 << space for space in range(SPACES))


def spaces_of(bits: int) -> list[int]:
    """The spaces in a set, in order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
