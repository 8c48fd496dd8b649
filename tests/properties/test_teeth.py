"""The proofs find what they look for: toy games that leak or break a promise must fail."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

import meowple
import toys
from meowple import Action, Match
from meowple.author import Game, Json, People
from meowple.author.testing import (
    Broken,
    Trial,
    check_leaks,
    check_options,
    check_play,
    difference,
    draw_trial,
    must,
    option_values,
    same,
    sweep,
    told,
)
from toys import LEAKS, installed


@pytest.fixture(autouse=True)
def pebbles() -> Iterator[None]:
    with installed():
        yield


def leaks(leak: str, seed: int) -> bool:
    try:
        check_leaks(draw_trial("pebbles", seed, leak=leak, fault=False, rounds=3))
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
        check_play(draw_trial("pebbles", seed, leak="none", fault=False, rounds=3), often=0.5)
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


# -- Ratings -------------------------------------------------------------------------------------


def peeking(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """Ratings that know which of the others' cards snap."""
    others = match.state.hands[:seat] + match.state.hands[seat + 1 :]
    snaps = sum(key.startswith("s") for hand in others for key in hand)
    return [float(snaps) for _ in actions]


def knowing(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """Ratings that know how many cards the others have, which all see."""
    return [float(sum(map(len, match.state.hands)))] * len(actions)


@pytest.mark.parametrize(("rate", "tells"), [(peeking, True), (knowing, False)])
def test_ratings_that_tell_of_what_is_hidden_are_found(rate: Any, tells: bool) -> None:
    game = replace(toys.SNAP_GAME, rates_openly=True, rate=rate)
    with installed(snaps=game):
        found = []
        for seed in range(4):
            try:
                check_leaks(draw_trial("snaps", seed, leak="none"))
            except Broken as broken:
                found.append(str(broken))
    assert bool(found) is tells
    assert all("rated" in told_of for told_of in found)


# -- Options -------------------------------------------------------------------------------------


def fails(game: Game[Any], trial: Trial) -> bool:
    with installed(snaps=game):
        try:
            check_options(trial)
        except Exception:
            return True
        return False


def honest(trial: Trial) -> bool:
    return bool(trial.options["leak"] == "none")


def load_three(seats: int, options: Any, data: Any, chance: Any) -> Any:
    """Positions that never heard of the option."""
    return toys.load_snaps(seats, {**options, "hand": 3}, data, chance)


def redeal_three(s: Any, viewer: int | None, chance: Any) -> None:
    """Imagining that deals hands of three, whatever the option says."""
    toys.redeal_snaps(s, viewer, chance)
    for seat, hand in enumerate(s.hands):
        if seat != viewer and len(hand) > 3:
            s.pile.append(hand.pop())


class WordsForThree(toys.SnapWords):
    def text(self, view: Json, people: People) -> str:
        return {2: "two", 3: "three"}[view["options"]["hand"]]


@pytest.mark.parametrize(
    "half",
    [{"load": load_three}, {"redeal": redeal_three}, {"words": WordsForThree}],
    ids=lambda half: next(iter(half)),
)
def test_an_option_that_is_done_by_half_is_found(half: dict[str, Any]) -> None:
    game = replace(toys.SNAP_GAME, **half)
    trials = [trial for trial in sweep("snaps") if honest(trial)]
    assert any(fails(game, trial) for trial in trials)
    assert not any(fails(toys.SNAP_GAME, trial) for trial in trials)
    usual = [Trial("snaps", 3, {}, seed) for seed in range(3)]
    assert not any(fails(game, trial) for trial in usual), "only the net finds it"


def test_a_sweep_holds_every_pair_of_settings() -> None:
    for name in ("snaps", *meowple.game_names()):
        game = meowple.get_game(name)
        values = {option.name: option_values(option) for option in game.options}
        rows = [{"seats": trial.seats, **trial.options} for trial in sweep(name)]
        every = {"seats": list(game.seat_counts), **values}
        for (one, its), (other, others) in combinations(every.items(), 2):
            met = {(row[one], row[other]) for row in rows}
            assert met == set(product(its, others)), (name, one, other)
        assert sweep(name) == sweep(name)
        for option in game.options:
            assert option.default in values[option.name]


def test_what_differs_is_told_by_its_place() -> None:
    with pytest.raises(Broken, match=r"^they differ: seats\[1\]\.hand has 1 and 2 entries$"):
        same(
            json.dumps({"seats": [{"hand": []}, {"hand": [1]}]}),
            json.dumps({"seats": [{"hand": []}, {"hand": [1, 2]}]}),
            "they differ",
        )
    assert difference({"a": 1}, {"b": 1}) == "a is there only once"
    assert difference("x" * 999, "y").count("x") == 199
    assert difference(b"\xff", 5) == "it is b'\\xff' and 5"
    with told(draw_trial("pebbles", 1, leak="none")), pytest.raises(Broken, match="no"):
        must(False, "no")
