"""The proofs find what they look for: toy games that leak or break a promise must fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import toys
from properties import check_leaks, check_play, draw_table
from toys import LEAKS, installed


@pytest.fixture(autouse=True)
def pebbles() -> Iterator[None]:
    with installed():
        yield


def leaks(leak: str, seed: int) -> bool:
    try:
        check_leaks(draw_table("pebbles", seed, leak=leak, fault=False, rounds=3))
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: str) -> None:
    assert any(leaks(leak, seed) for seed in range(6))


def test_without_leaks_there_is_nothing_to_find() -> None:
    assert not any(leaks("none", seed) for seed in range(4))


def breaks(seed: int) -> bool:
    try:
        check_play(draw_table("pebbles", seed, leak="none", fault=False, rounds=3), often=0.5)
    except Exception:
        return True
    return False


def test_an_honest_game_passes() -> None:
    assert not any(breaks(seed) for seed in range(4))


def forgetful_copy(s: Any) -> Any:
    new = HONEST_COPY(s)
    new.tally = s.tally
    return new


def forgetful_json(s: Any) -> Any:
    return {**HONEST_JSON(s), "tally": [0] * s.seats}


def stuck(s: Any, seat: int) -> list[Any]:
    return [] if s.round == 2 else HONEST_TURN(s, seat)


def doubled(s: Any) -> Any:
    yield from HONEST_SECRET(s)
    s.shown.append(s.shown[0])


def hasty(s: Any) -> Any:
    yield toys.CHECKPOINT
    s.tally[0] += 1
    script = HONEST_SECRET(s)
    next(script)
    yield from script


HONEST_COPY = toys.State.copy
HONEST_JSON = toys.State.to_json
HONEST_TURN = toys.turn_choices
HONEST_SECRET = toys.secret


@pytest.mark.parametrize(
    ("where", "name", "wrong"),
    [
        (toys.State, "copy", forgetful_copy),
        (toys.State, "to_json", forgetful_json),
        (toys, "turn_choices", stuck),
        (toys.PHASES, "secret", doubled),
        (toys.PHASES, "secret", hasty),
    ],
)
def test_a_broken_promise_is_found(
    where: Any, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(where, dict):
        monkeypatch.setitem(where, name, wrong)
    else:
        monkeypatch.setattr(where, name, wrong)
    assert any(breaks(seed) for seed in range(4))
