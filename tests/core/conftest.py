from __future__ import annotations

from collections.abc import Iterator

import pytest

from toys import installed


@pytest.fixture(autouse=True)
def pebbles() -> Iterator[None]:
    """The toy game stands beside the installed ones."""
    with installed():
        yield
