"""What a table shows is there: seen in whole random games, in pages changed by moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import Server

from .geometry import BLANK, Walk


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(str(Path(tmp_path_factory.mktemp("geometry")) / "tables.db"))
    yield one
    one.stop()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    return server.url


def test_no_card_goes_blank_when_the_table_changes(server: Server, person: Any) -> None:
    """Chromium draws nothing in cards of a fieldset that has been changed."""
    walk = Walk(server, person().page, "purrballs", 5, {"mode": "expert"}, seed=1)
    for kind in walk:
        assert walk.page.evaluate(BLANK) == [], kind
    assert walk.seen["level-up"] == 3
