"""Servers that are killed in the middle of play, people and bots in it: `tools/kills.py`."""

from __future__ import annotations

import pytest

from tools.kills import Trial


@pytest.mark.slow
def test_whatever_is_killed_nothing_is_lost_nothing_doubled_and_bots_go_on(database: str) -> None:
    report = Trial(database, tables=3, seed=5).run(4)
    assert report.wrong == []
    assert report.kills >= 4
    assert report.acknowledged
