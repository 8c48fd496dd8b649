"""The tool that says whether estimates promise what comes true."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tools.calibration import (
    Promise,
    calibration,
    main,
    page,
    promises,
    sharpness,
    told,
    told_chances,
)


def kept(power: float, count: int = 3000) -> list[Promise]:
    """Promises of which as much comes true as with the odds raised to a power."""
    rng = random.Random(1)
    found: list[Promise] = []
    for number in range(count):
        hope = rng.uniform(0.1, 0.9)
        odds = (hope / (1 - hope)) ** power
        won = rng.random() < odds / (1 + odds)
        found.append((number, [hope, 1 - hope], [float(won), float(not won)]))
    return found


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_it_finds_how_bold_promises_are(power: float) -> None:
    assert sharpness(kept(power)) == pytest.approx(power, rel=0.15)


def test_promises_that_are_kept_lie_in_their_intervals() -> None:
    lines = calibration(kept(1.0))
    assert len(lines) == 8
    assert sum(came.low <= promised <= came.high for promised, came in lines) > 5
    assert "<svg" in page("festival", lines)


def test_equal_parts_tell_nothing() -> None:
    assert told([(0, [0.5, 0.5], [1.0, 0.0])]) == 0
    assert told([(0, [1.0, 0.0], [1.0, 0.0])]) > 0.99


def test_it_asks_what_people_are_told() -> None:
    found = told_chances("festival", 3, 2, 1, tries=4)
    assert {number for number, _, _ in found} == {0, 1}
    assert all(sum(hopes) == pytest.approx(1) and sum(came) == 1 for _, hopes, came in found)
    assert told_chances("comforts", 1, 1, 1, tries=4) == []


def test_it_asks_where_the_horizon_changes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = promises("festival", 3, 2, 1)
    assert {number for number, _, _ in found} <= {0, 1} and found
    assert all(sum(hopes) == pytest.approx(1) and sum(came) == 1 for _, hopes, came in found)
    plot = tmp_path / "plot.html"
    monkeypatch.setattr(
        "sys.argv",
        ["calibration", "festival", "--matches", "2", "--seats", "3", "--plot", str(plot)],
    )
    assert main() == 0
    assert "sharpness" in capsys.readouterr().out and "<svg" in plot.read_text()
