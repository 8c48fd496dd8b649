"""Quiet questions and standing orders: nobody learns who is asked, who answered, who declined."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import toys
from meowple import Match, load_match, new_match, replay
from meowple.author.testing import (
    all_shown,
    check_leaks,
    check_play,
    check_saves,
    decide,
    draw_trial,
    play_some,
    shown,
    viewers,
    world,
)
from meowple.core.errors import BadOrders, BadSave, MatchOver, NotRecorded, WrongSeat
from toys import DECLINE, ORDERS, QUIET_LEAKS


def start(
    seats: int = 4, orders: dict[int, str] | None = None, seed: int = 4, **options: Any
) -> Match:
    """Snaps, at the first turn; the seats of ``orders`` have these."""
    match = new_match("snaps", seats, options, seed=seed)
    for seat, own in (orders or {}).items():
        match.set_orders(seat, own)
    return match


def opened(orders: dict[int, str] | None = None, **options: Any) -> Match:
    """After the first card of seat 0: a window for seat 1, and whoever else ordered so."""
    match = start(orders=orders, **options)
    match.act(0, match.actions(0)[0])
    return match


def holding(match: Match) -> list[int]:
    return [seat for seat in range(match.seats) if toys.snaps(match.state, seat) != [DECLINE]]


# -- who is asked --------------------------------------------------------------------------------


def test_only_those_are_asked_whose_orders_say_so() -> None:
    match = opened({2: "always", 3: "never"})
    assert match.question and match.question.kind == "window" and match.question.quiet
    assert match.asked == match.to_act == (1, 2)
    assert match.actions(3) == () == match.actions(0)
    match.act(2, "decline")
    assert match.to_act == (1,) and match.asked == (1, 2) and match.committed == (2,)
    match.act(1, "decline")
    assert match.question.kind == "turn" and match.to_act == (1,)


def test_a_window_that_stops_for_nobody_passes_without_a_trace() -> None:
    match, always = opened({1: "never"}), opened()
    assert match.question and match.question.kind == "turn"
    for seat in always.to_act:
        always.act(seat, "decline")
    for viewer in viewers(match):
        assert match.events(viewer) == always.events(viewer)
        assert match.view(viewer)["question"] == always.view(viewer)["question"]


def test_who_holds_nothing_is_asked_all_the_same() -> None:
    asked = set()
    for seed in range(12):
        match = opened(seed=seed)
        asked.add((match.asked, 1 in holding(match)))
        if 1 not in holding(match):
            assert match.actions(1) == (DECLINE,)
    assert asked == {((1,), True), ((1,), False)}


def test_the_window_opens_anew_until_all_decline() -> None:
    for seed in range(30):
        match = opened({2: "always", 3: "always"}, seed=seed)
        if 2 in holding(match):
            break
    points = match.scores
    for seat in (3, 1):
        match.act(seat, "decline")
    match.act(2, match.actions(2)[0])
    assert match.asked == (1, 2, 3) and match.scores == [points[0] - 1, 0, 1, 0]
    assert [event.kind for event in match.events()] == ["played", "snapped"]


# -- what others see -----------------------------------------------------------------------------


def test_others_see_no_more_than_that_something_is_asked() -> None:
    match = opened({2: "always"})
    match.act(2, "decline")
    for viewer in (None, 0, 3):
        view = match.view(viewer)
        assert view["question"] == {
            "kind": "window", "seats": [], "together": True, "quiet": True,
        }  # fmt: skip
        assert view["to_act"] == view["committed"] == view["actions"] == []
    one, two = match.view(1), match.view(2)
    assert one["question"]["seats"] == one["to_act"] == [1] and one["committed"] == []
    assert two["question"]["seats"] == two["committed"] == [2] and two["to_act"] == []
    assert two["choice"] == "decline" and "decline" in two["actions"]
    words = match.game.in_words("en")
    assert words.prompt(match.view(0)) == "Somebody may react."
    assert words.prompt(match.view(1)) == "Snap?"


def test_windows_look_alike_whoever_is_asked_and_has_answered() -> None:
    looks = set()
    for orders in ({}, {2: "always"}, {3: "always"}, {1: "never", 3: "always"}):
        match = opened(orders)
        for answered in (False, True):
            if answered and len(match.to_act) > 1:
                match.act(match.to_act[0], "decline")
            looks.add(json.dumps([str(shown(match, None)), str(shown(match, 0))]))
    assert len(looks) == 1


def test_who_is_not_asked_is_not_told_who_is() -> None:
    for orders in ({}, {2: "always"}):
        with pytest.raises(WrongSeat, match=r"^seat 3 is not asked now$"):
            opened(orders).act(3, "decline")


@pytest.mark.parametrize("leak", QUIET_LEAKS)
def test_a_leak_is_found(leak: str) -> None:
    def leaks(seed: int) -> bool:
        try:
            check_leaks(draw_trial("snaps", seed, leak=leak, middle=seed % 2 == 0))
        except AssertionError:
            return True
        return False

    assert any(leaks(seed) for seed in range(8))


@pytest.mark.parametrize("check", [check_leaks, check_play, check_saves])
def test_every_check_lets_seats_change_their_orders(
    check: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: set[str] = set()
    order = Match.set_orders

    def listen(match: Match, seat: int, orders: Any) -> None:
        given.add(orders)
        order(match, seat, orders)

    monkeypatch.setattr(Match, "set_orders", listen)
    for seed in range(12):
        check(draw_trial("snaps", seed, leak="none"))
    assert given == set(ORDERS)


@pytest.mark.parametrize("middle", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_nothing_leaks_and_all_promises_hold(seed: int, middle: bool) -> None:
    table = draw_trial("snaps", seed, leak="none", middle=middle)
    assert check_leaks(table) > 50
    check_play(table, often=0.7)


# -- taking back ---------------------------------------------------------------------------------


def test_what_came_before_a_window_is_not_free_to_take_back_whoever_was_asked() -> None:
    for orders in ({}, {1: "never"}, {2: "always"}):
        match = opened(orders)
        assert match.undo_consent(0) == {1, 2, 3}
        while match.question and match.question.kind == "window":
            match.act(match.to_act[0], "decline")
            assert match.undo_consent(0) == {1, 2, 3}
    open_window = opened({2: "always"})
    open_window.act(2, "decline")
    assert open_window.undo(2) == frozenset() and open_window.to_act == (1, 2)


def test_orders_are_never_taken_back() -> None:
    for recording in (True, False):
        match = new_match("snaps", 4, seed=4, recording=recording)
        match.set_orders(3, "always")
        match.act(0, match.actions(0)[0])
        match.set_orders(2, "always")
        match.set_orders(3, "never")
        if recording:
            assert match.undo(0, consent=(1, 2, 3)) == frozenset()
        for one in (match, match.fork(), load_match(match.save())):
            assert [one.orders(seat) for seat in range(4)] == ["next", "next", "always", "never"]
        if recording:
            match.act(0, match.actions(0)[0])
            assert match.asked == (1, 2), "they hold for the window that opens again"


def test_a_change_holds_from_the_next_window_on() -> None:
    match = opened({2: "always"})
    match.set_orders(2, "never")
    match.set_orders(3, "always")
    for one in (match, match.fork(), load_match(match.save()), load_match(match.save(whole=True))):
        assert one.asked == (1, 2)
        for seat in (1, 2):
            one.act(seat, "decline")
        one.act(1, one.actions(1)[0])
        assert one.asked == (2, 3) if one.orders(2) == "always" else (3,)


# -- copies --------------------------------------------------------------------------------------


def moments(seed: int, **options: Any) -> Iterator[Match]:
    rng, match = Random(seed), start(seed=seed, **options)
    while not match.over:
        if rng.random() < 0.5:
            match.set_orders(rng.randrange(4), rng.choice(ORDERS))
        yield match
        match.act(*decide(match, rng))


@pytest.mark.parametrize("middle", [False, True])
def test_copies_and_imagined_matches_stand_and_go_on_alike(middle: bool) -> None:
    for number, match in enumerate(moments(6, middle=middle)):
        viewer = (None, 0, 1, 2, 3)[number % 5]
        worlds = list(islice(match.worlds(viewer, number), 2))
        for one in (match, match.imagine(viewer, 1), match.fork(seed=2), *worlds):
            copies = [one.fork(), load_match(one.save()), load_match(one.fork().save())]
            if one.recording:
                copies.append(load_match(one.save(whole=True)))
            assert all(world(copy) == world(one) for copy in copies)
            ends = [world(play_some(copy, Random(number), 30)) for copy in (one.fork(), *copies)]
            assert all(end == ends[0] for end in ends)


def test_films_hold_the_orders() -> None:
    match = start()
    for number, seat in enumerate((2, 3, 2)):
        match.set_orders(seat, ORDERS[number])
        match.act(match.to_act[0], match.actions(match.to_act[0])[-1])
    frames = [moment.orders(2) for moment in replay(match.save(whole=True))]
    assert frames[0] == "next" and frames[-1] == "never" and len(frames) == 1 + len(match._steps)


def test_who_is_imagined_to_be_asked_does_not_follow_from_who_is() -> None:
    one, other = opened({2: "always"}), opened({1: "never", 3: "always"})
    one.act(2, "decline")
    for viewer in (None, 0):
        assert one.imagine(viewer, 5).asked == other.imagine(viewer, 5).asked == (1, 2, 3)
        assert one.imagine(viewer, 5).committed == ()
        assert world(one.imagine(viewer, 5)) == world(other.imagine(viewer, 5))
        twin = one.imagine(viewer, 5)
        assert twin.fork().asked == (1, 2, 3) and load_match(twin.save()).asked == (1, 2, 3)
        position = json.dumps(twin.position())
        assert position == json.dumps(other.imagine(viewer, 5).position()), "nothing of the real"
    assert one.imagine(3, 5).asked == (1, 2) and other.imagine(3, 5).asked == (1, 2, 3)
    assert one.imagine(2, 5).committed == (2,), "its own answer a seat knows"


def test_a_rollout_asks_whom_the_orders_say() -> None:
    asked: list[int] = []

    def pick(state: Any, seat: int, actions: Any) -> Any:
        if DECLINE in actions:
            asked.append(seat)
        return actions[-1]

    for orders in ({}, {2: "always"}, dict.fromkeys(range(4), "never")):
        match = opened(orders)
        asked.clear()
        slow, decisions = match.fork(), 0
        made = match.play_out(pick)
        while not slow.over:
            for seat in slow.to_act:
                slow.act(seat, slow.actions(seat)[-1])
                decisions += 1
        assert made == decisions and world(slow) == world(match)
        assert (2 in asked) or 2 not in orders or orders[2] == "never"
    half = opened({2: "always"})
    half.act(1, "decline")
    slow = half.fork()
    made = half.play_out(lambda s, seat, actions: actions[-1])
    decisions = 0
    while not slow.over:
        for seat in slow.to_act:
            slow.act(seat, slow.actions(seat)[-1])
            decisions += 1
    assert made == decisions and world(slow) == world(half)


# -- what cannot be ------------------------------------------------------------------------------


@pytest.mark.parametrize("orders", ["sometimes", None, 5, {"a": 1}, object(), {1, 2}, float("nan")])
def test_orders_that_the_game_does_not_know_change_nothing(orders: Any) -> None:
    match = start()
    before, save = all_shown(match), match.save()
    with pytest.raises(BadOrders):
        match.set_orders(1, orders)
    with pytest.raises(WrongSeat):
        match.set_orders(4, "next")
    assert all_shown(match) == before and match.save() == save


def test_a_game_without_orders_says_so() -> None:
    match = new_match("pebbles", seed=1)
    for asked in (lambda: match.orders(0), lambda: match.set_orders(0, "next")):
        with pytest.raises(BadOrders, match="pebbles has no standing orders"):
            asked()
    over = start()
    over.play_out(Random(1))
    with pytest.raises(MatchOver):
        over.set_orders(0, "next")
    with pytest.raises(NotRecorded):
        over.events()


@pytest.mark.parametrize("asked", [[9], ["x"], 5, [[1]], {}, [0], []])
def test_a_damaged_list_of_who_is_asked_is_refused_or_can_be_played(asked: Any) -> None:
    save = json.loads(opened().imagine(0, 1).save())
    assert save["asked"] == [1, 2, 3]
    save["asked"] = asked
    try:
        match = load_match(json.dumps(save))
    except BadSave:
        return
    assert match.to_act and play_some(match, Random(1), 60).state
