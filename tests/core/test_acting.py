"""What a match asks, takes and refuses; and that a refusal or a fault changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import toys
from meowple import Match, load_match, new_match
from meowple.author.testing import all_shown, refused, world
from meowple.core.errors import IllegalAction, MatchOver, NotRecorded, RulesError, WrongSeat
from meowple.core.events import Event


def start(**options: Any) -> Match:
    recording = options.pop("recording", True)
    return new_match("pebbles", 3, options, seed=5, recording=recording)


def to_prepare(match: Match) -> Match:
    while match.question.kind != "prepare":  # type: ignore[union-attr]
        act_first(match)
    return match


def to_turn(match: Match) -> Match:
    while match.question.kind != "turn":  # type: ignore[union-attr]
        seat = match.to_act[0]
        match.act(seat, "done" if match.question.apart else match.actions(seat)[0])  # type: ignore[union-attr]
    return match


def act_first(match: Match) -> None:
    seat = match.to_act[0]
    match.act(seat, match.actions(seat)[0])


def test_a_seat_acts_by_object_and_by_key() -> None:
    one, other = to_turn(start()), to_turn(start())
    one.act(0, toys.TWO)
    other.act(0, "two")
    assert one.save() == other.save()
    assert one.question and one.question.kind == "side"


def test_to_act_is_whoever_still_owes_an_answer() -> None:
    match = start()
    assert match.to_act == (0, 1, 2) and match.committed == ()
    match.act(1, match.actions(1)[0])
    assert match.to_act == (0, 2) and match.committed == (1,)
    assert match.actions(1), "it may change its mind"
    to_turn(match)
    assert match.to_act == (0,) and match.actions(1) == ()


def test_a_seat_changes_its_mind_until_the_last_has_answered() -> None:
    match = start()
    first, second = match.actions(1)[:2]
    match.act(1, first)
    assert match.commitment(1) is first and match.view(1)["choice"] == first.key
    assert match.view(0)["choice"] is None and match.view(None)["choice"] is None
    match.act(1, second)
    assert match.commitment(1) is second and match.to_act == (0, 2)
    for seat in (0, 2):
        match.act(seat, match.actions(seat)[0])
    assert match.state.shown[1] == second.value and match.committed == ()


def test_whole_numbers_of_any_kind_are_seats() -> None:
    class Number:
        """As numpy's are."""

        def __init__(self, value: int) -> None:
            self.value = value

        def __index__(self) -> int:
            return self.value

        def __hash__(self) -> int:
            return hash(self.value)

        def __eq__(self, other: object) -> bool:
            return self.value == other

    match, plain = start(), start()
    for seat in range(3):
        match.act(Number(seat), match.actions(seat)[0])  # type: ignore[arg-type]
        plain.act(seat, plain.actions(seat)[0])
    assert match.save() == plain.save()
    assert match.view_json(Number(1)) == plain.view_json(1)  # type: ignore[arg-type]
    assert match.fork(seed=Number(3)).save() == plain.fork(seed=3).save()  # type: ignore[arg-type]
    assert match.imagine(Number(1), Number(3)).save() == plain.imagine(1, 3).save()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seat", "action", "error", "sentence"),
    [
        (0, "left", IllegalAction, "possible are pass, throw, two"),
        (0, toys.LEFT, IllegalAction, "left may not be chosen now"),
        (0, "fly", IllegalAction, "no action 'fly'"),
        (0, 3, IllegalAction, "or its key"),
        (0, None, IllegalAction, "or its key"),
        (0, ["pass"], IllegalAction, "or its key"),
        (1, "pass", WrongSeat, "waits for 0"),
        (3, "pass", WrongSeat, "seats are 0 to 2"),
        (-1, "pass", WrongSeat, "seats are 0 to 2"),
        ("0", "pass", WrongSeat, "no seat '0'"),
        (None, "pass", WrongSeat, "no seat None"),
        ([0], "pass", WrongSeat, "no seat"),
        (0.0, "pass", WrongSeat, "no seat"),
        (False, "pass", WrongSeat, "no seat False; seats are 0 to 2"),
        (0, True, IllegalAction, "or its key$"),
    ],
)
def test_a_refusal_helps_and_changes_nothing(
    seat: Any, action: Any, error: type[Exception], sentence: str
) -> None:
    match = to_turn(start())
    before, seen = match.save(whole=True), all_shown(match)
    with pytest.raises(error, match=sentence):
        match.act(seat, action)
    assert match.save(whole=True) == before and all_shown(match) == seen
    match.act(0, "pass")


def test_a_refusal_keeps_secret_answers() -> None:
    match = start()
    match.act(0, match.actions(0)[0])
    before = match.save()
    refused(match, 0, "place:p0" if match.commitment(0) is not toys.PLACE["p0"] else "left")
    refused(match, 1, match.commitment(0))
    assert match.save() == before


def test_a_match_that_is_over_takes_nothing() -> None:
    match = start(rounds=1)
    assert match.winners == [] and match.study() is None
    while not match.over:
        act_first(match)
    assert match.to_act == () and match.question is None and match.winners
    before = match.save()
    for action in ("pass", "fly", toys.PASS):
        with pytest.raises(MatchOver):
            match.act(0, action)
    assert match.save() == before


@pytest.mark.parametrize("viewer", [-1, 3, 99, "0", 1.0, [0]])
def test_an_unknown_viewer_sees_nothing(viewer: Any) -> None:
    match = start()
    looks: list[Callable[[], Any]] = [
        lambda: match.view(viewer),
        lambda: match.view_json(viewer),
        lambda: match.events(viewer),
        lambda: match.log(viewer),
        lambda: match.imagine(viewer, 1),
        lambda: match.undo(viewer),
    ]
    for look in looks:
        with pytest.raises(WrongSeat):
            look()


@pytest.mark.parametrize("recording", [True, False])
class TestFaults:
    """The rules fail: the match is as it was, and goes on as if nothing had been."""

    def test_in_the_last_secret_answer(self, recording: bool) -> None:
        match, twin = (start(fault=True, recording=recording) for _ in range(2))
        for one in (match, twin):
            for seat in (0, 1):
                one.act(seat, one.actions(seat)[0])
        self.fails(match, 2, "bomb")
        self.go_on_alike(match, twin)

    def test_of_an_answer_that_was_in_already(self, recording: bool) -> None:
        match, twin = (start(fault=True, recording=recording) for _ in range(2))
        match.act(0, "bomb")
        match.act(1, match.actions(1)[0])
        self.fails(match, 2, match.actions(2)[0])
        assert match.commitment(0) is toys.BOMB
        match.undo(0)
        match.undo(1)
        self.go_on_alike(match, twin)

    @pytest.mark.parametrize("warm_up", [0, 1, 2])
    def test_after_checkpoints(self, recording: bool, warm_up: int) -> None:
        match, twin = (to_turn(start(fault=True, recording=recording)) for _ in range(2))
        for one in (match, twin):
            for _ in range(warm_up):
                one.act(one.to_act[0], "throw")
        self.fails(match, match.to_act[0], "late-bomb")
        self.go_on_alike(match, twin)

    def test_among_steps_since_a_checkpoint(self, recording: bool) -> None:
        match, twin = (to_turn(start(recording=recording)) for _ in range(2))
        for one in (match, twin):
            one.act(0, "two")
        match.state.tally[0] = None  # the rules cannot count on it
        with pytest.raises(RulesError, match="pebbles failed"):
            match.act(0, "left")
        self.go_on_alike(match, twin)

    def test_by_an_interrupt(self, recording: bool, monkeypatch: pytest.MonkeyPatch) -> None:
        match, twin = (to_turn(start(recording=recording)) for _ in range(2))

        def interrupt(chance: Any, sides: int = 6) -> int:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(match.state.chance.__class__, "die", interrupt)
            with pytest.raises(KeyboardInterrupt):
                match.act(0, "throw")
        self.go_on_alike(match, twin)

    def fails(self, match: Match, seat: int, action: Any) -> None:
        before, truth = match.save(), world(match)
        for _ in range(2):
            with pytest.raises(RulesError, match="pebbles failed on this action") as caught:
                match.act(seat, action)
            assert isinstance(caught.value.__cause__, toys.Fault)
            assert match.save() == before and world(match) == truth

    def go_on_alike(self, match: Match, twin: Match) -> None:
        for _ in range(40):
            assert match.save() == twin.save() and all_shown(match) == all_shown(twin)
            assert match.save() == match.fork().save() == load_match(match.save()).save()
            if match.over:
                break
            for one in (match, twin):
                act_first(one)


def test_a_quiet_match_has_no_log_and_no_film() -> None:
    match = start(recording=False)
    for look in (match.events, match.log, lambda: match.save(whole=True)):
        with pytest.raises(NotRecorded, match="recording=True"):
            look()


def test_an_event_is_seen_by_those_who_may() -> None:
    drew = Event("drew", {"seat": 1}, {"card": "fox"}, (1, 2))
    assert drew.seen_by(1) == drew.seen_by(2) == Event("drew", {"seat": 1, "card": "fox"})
    assert drew.seen_by(0) == drew.seen_by(None) == Event("drew", {"seat": 1})
    assert Event("die", {"pips": 3}).seen_by(None) == Event("die", {"pips": 3})
    for event in (drew, drew.seen_by(1)):
        assert Event.from_json(event.to_json()) == event


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        "ab",
        [],
        ["drew"],
        [1, {}],
        ["drew", []],
        ["drew", {}, {}],
        ["drew", {}, {}, ["1"]],
        ["drew", {}, None, [1]],
        ["drew", {}, {}, [True]],
        ["drew", {}, {}, [1], 0],
    ],
)
def test_a_damaged_event_is_refused(data: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        Event.from_json(data)


def test_events_are_counted_from_the_start() -> None:
    match = to_turn(start())
    everything = match.events(1)
    assert match.events(1, since=2) == everything[2:]
    assert match.events(1, since=len(everything)) == []
    assert all("**" not in line for line in match.log(1))
    assert match.log(1)[-1] == match.log_lines(1, since=len(everything) - 1)[0].plain
