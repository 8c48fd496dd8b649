"""Forks, imagined matches, saves, films and positions."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meowple import Match, MeowpleError, SecretChance, load_match, new_match, replay
from meowple.author.testing import (
    all_shown,
    damage,
    decide,
    fingerprint,
    play_some,
    play_to_end,
    proves_no_leak,
    views,
    world,
)
from meowple.core.errors import BadPosition, BadSave
from toys import installed

from .test_acting import act_first, start, to_prepare, to_turn


def moments(seed: int, **options: Any) -> Any:
    """A random match of pebbles at each of its moments."""
    rng, match = Random(seed), start(rounds=3, **options)
    yield match
    while not match.over:
        match.act(*decide(match, rng))
        yield match


@pytest.mark.parametrize("recording", [True, False])
@pytest.mark.parametrize("seed", range(2))
def test_copies_stand_and_go_on_alike_at_every_moment(seed: int, recording: bool) -> None:
    for number, match in enumerate(moments(seed, recording=recording)):
        before, truth = match.save(), world(match)
        copies = [match.fork(), match.fork().fork(), load_match(before)]
        if recording:
            copies.append(load_match(match.save(whole=True)))
        for copy in copies:
            assert world(copy) == truth and all_shown(copy) == all_shown(match)
            assert copy.committed == match.committed and copy.recording is recording
        ends = [world(play_some(copy, Random(number), 30)) for copy in copies]
        assert all(end == ends[0] for end in ends)
        assert match.save() == before and world(match) == truth, "copies share nothing"


CHANGES: list[Callable[[Match, int | None, int], Match]] = [
    lambda match, viewer, seed: match.imagine(viewer, seed),
    lambda match, viewer, seed: match.fork(seed=seed),
    lambda match, viewer, seed: match.imagine(viewer, seed).imagine(1, 5),
    lambda match, viewer, seed: match.fork(seed=seed).imagine(viewer, 6),
    lambda match, viewer, seed: play_some(match.imagine(viewer, seed), Random(7), 3).fork(seed=8),
]


@pytest.mark.parametrize("recording", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_changed_matches_are_copied_as_they_are(seed: int, recording: bool) -> None:
    random = Random(seed)
    for number, match in enumerate(moments(seed, recording=recording)):
        before, truth = match.save(), world(match)
        viewer = (None, 0, 1, 2)[number % 4]
        for change in random.sample(CHANGES, 2):
            one = change(match, viewer, number)
            copies = [one.fork(), load_match(one.save()), load_match(one.fork().save())]
            if recording:
                copies.append(load_match(one.save(whole=True)))
            assert all(world(copy) == world(one) for copy in copies)
            assert all(views(copy) == views(one) for copy in copies)
            ends = [world(play_some(copy, Random(number), 30)) for copy in (one, *copies)]
            assert all(end == ends[0] for end in ends)
        assert match.save() == before and world(match) == truth


def test_another_seed_is_another_future_of_the_same_present() -> None:
    match = to_turn(start())
    futures = set()
    for seed in range(20):
        fork = match.fork(seed=seed)
        assert views(fork) == views(match)
        assert world(fork)[0] == world(match)[0]
        fork.act(0, "draw")
        futures.add(fork.state.hands[0][-1])
    assert len(futures) > 4


@pytest.mark.parametrize("game", ["pebbles", "festival"])
def test_what_is_imagined_with_the_seed_of_the_match_is_not_the_match(game: str) -> None:
    same = 0
    for seed in range(40):
        match = new_match(game, 3, seed=seed)
        same += match.imagine(0, seed).state.hands == match.state.hands
        assert match.fork(seed=seed).state.chance.to_json() != {"fast": seed}
    assert same <= 1


def test_imagining_depends_on_viewer_and_seed() -> None:
    match = to_prepare(start())
    match.act(1, "mark:a")
    worlds = {str(world(match.imagine(viewer, 3))) for viewer in (None, 0, 1, 2)}
    assert len(worlds) == 4
    assert world(match.imagine(0, 3)) == world(match.imagine(0, 3))
    assert match.imagine(1, 3).state.hands[1] == match.state.hands[1]
    assert match.imagine(1, 3).state.marks[1] == "a"


def test_secret_answers_are_imagined_but_ones_own() -> None:
    match = start()
    for seat in (0, 1):
        match.act(seat, match.actions(seat)[0])
    seen = set()
    for seed in range(30):
        twin = match.imagine(0, seed)
        assert twin.committed == (0, 1) and twin.commitment(0) is match.commitment(0)
        assert twin.commitment(1) in twin.actions(1)
        seen.add(twin.commitment(1))
    assert len(seen) > 5


def test_the_log_of_an_imagined_match_is_what_the_viewer_knew() -> None:
    match = to_prepare(start())
    match.act(0, "mark:a")
    match.act(1, "mark:b")
    for one in (twin := match.imagine(0, 1), twin.fork(), load_match(twin.save())):
        assert one.events(0) == match.events(0)
        assert all(event.secret is None for event in one._events)
        assert '"b"' not in one.save().split('"events"')[1]


def test_a_match_imagined_at_a_checkpoint_holds_nothing_of_the_real_one() -> None:
    chance = SecretChance()
    match = new_match("pebbles", 3, chance=chance)
    proves_no_leak(match, 0, Random(1))
    twin, real = match.imagine(0, 1), json.dumps(match.state.hands[1])
    for text in (twin.save(), twin.save(whole=True), json.dumps(twin.position())):
        assert chance.seed.hex() not in text and real not in text


def test_a_secret_stream_is_saved_and_goes_on() -> None:
    match = new_match("pebbles", 2, chance=SecretChance(b"s" * 32))
    while not match.over:
        loaded = load_match(match.save())
        assert world(loaded) == world(match)
        for one in (match, loaded):
            act_first(one)
        assert world(loaded) == world(match)
    assert new_match("pebbles", 2).state.chance.to_json().keys() == {"fast"}


def test_the_film_shows_every_step() -> None:
    match = to_turn(start())
    film = [fingerprint(load_match(start().save()))]
    again = start()
    for step in match._steps:
        answers = step.answer if isinstance(step.answer, list) else [step.answer]
        for seat, action in zip(step.seats, answers, strict=True):
            again.act(seat, action)
        film.append(fingerprint(again))
    assert [fingerprint(moment) for moment in replay(match.save(whole=True))] == film
    kept = [moment.fork() for moment in replay(match.save(whole=True))]
    assert [fingerprint(moment) for moment in kept] == film


def test_a_plain_save_is_shorter_than_the_film_and_has_the_whole_log() -> None:
    match = play_to_end(start(rounds=3), Random(2))
    plain = json.loads(match.save())
    assert len(plain["steps"]) < len(json.loads(match.save(whole=True))["steps"])
    assert load_match(match.save()).log(1, "pl") == match.log(1, "pl")


def test_a_position_comes_back_with_another_future() -> None:
    for match in moments(3):
        position = match.position()
        text = json.dumps(position)
        again = new_match("pebbles", position=position, seed=1)
        assert json.dumps(again.position()) == text
        play_some(again, Random(1))
        assert json.dumps(position) == text, "the position was lent, not given"
        assert json.dumps(match.position()) == text


def test_the_position_is_that_of_the_last_checkpoint() -> None:
    match = to_turn(start())
    position = match.position()
    match.act(0, "two")
    assert match.position() == position


@pytest.mark.parametrize(
    "change",
    [
        {"seats": 7},
        {"seats": "3"},
        {"options": {"rounds": 99}},
        {"options": []},
        {"state": {}},
        {"state": None},
        {"game": "festival"},
        {"game": None},
    ],
)
def test_an_impossible_position_is_refused(change: dict[str, Any]) -> None:
    position = {**start().position(), **change}
    with pytest.raises(MeowpleError):
        new_match("pebbles", position=position)


@pytest.mark.parametrize("position", [None.__class__, 5, "x", [], {}, {"state": 1}])
def test_what_is_no_position_is_refused(position: Any) -> None:
    with pytest.raises(BadPosition):
        new_match("pebbles", position=position)


@pytest.mark.parametrize(
    "changes", [{"phase": "turn", "turn": 9}, {"phase": "prepare", "ready": [0, 1, 2]}]
)
def test_a_position_that_the_rules_cannot_go_on_from_is_refused(changes: dict[str, Any]) -> None:
    position = start().position()
    position["state"] |= changes
    with pytest.raises(BadPosition):
        new_match("pebbles", position=position)


def test_a_position_where_somebody_cannot_act_is_refused() -> None:
    position = start().position()
    state = position["state"]
    state["phase"] = "secret"
    state["shown"] += [key for hand in state["hands"] for key in hand]
    state["hands"] = [[], [], []]
    with pytest.raises(BadPosition, match="nothing to choose"):
        new_match("pebbles", position=position)


# -- Hostile saves -------------------------------------------------------------------------------


def refuses(text: Any) -> None:
    with pytest.raises(BadSave) as caught:
        load_match(text)
    assert 0 < len(str(caught.value)) < 600
    with suppress(BadSave):  # the film has no secret answers, so those may be wrong
        list(replay(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "5",
        "[]",
        "{}",
        "nonsense",
        b"\xff\xfe\x00",
        None,
        5,
        {"meowple": 1},
        "[" * 100_000,
        '{"meowple":1,"game":' + "[" * 900 + "]" * 900 + "}",
        '{"meowple":1,"game":"pebbles","version":' + "[" * 900 + "]" * 900 + "}",
        '{"meowple":' + "9" * 5000 + "}",
        '{"meowple":1,"game":"chess","version":1}',
        '{"meowple":2}',
        '{"meowple":true}',
        "NaN",
    ],
)
def test_what_is_no_save_is_refused(text: Any) -> None:
    refuses(text)


def test_the_rules_version_is_named() -> None:
    data = json.loads(start().save())
    data["version"] = 0
    with pytest.raises(BadSave, match=r"under version 0 .* installed is version 1.*position"):
        load_match(json.dumps(data))
    assert new_match("pebbles", position=data).seats == 3


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("steps", [[None, 99, 1]]),
        ("steps", [[None, "x", 1]]),
        ("steps", [[None, -1, 1]]),
        ("steps", [[None, "future", "1"]]),
        ("steps", [[None, "future", 1.5]]),
        ("steps", [[]]),
        ("steps", [5]),
        ("steps", [[0, "bomb"]]),
        ("steps", [[[0, 1], ["pass"]]]),
        ("steps", [[[0], [["pass"]]]]),
        ("steps", {"a": 1}),
        ("steps", None),
        ("commits", [[9, "pass"]]),
        ("commits", [1]),
        ("events", [["marked", {"seat": 99}]]),
        ("events", [["marked", {"seat": []}]]),
        ("events", [[]]),
        ("chance", {}),
        ("state", 1),
        ("seats", 2),
        ("seats", 10**400),
        ("options", {"rounds": 1, "x": 1}),
    ],
)
def test_a_damaged_part_is_refused(part: str, value: Any) -> None:
    match = to_turn(start())
    act_first(match)
    refuses(json.dumps({**json.loads(match.save()), part: value}))


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_a_save_cut_short_is_refused(seed: int, cut: int) -> None:
    with installed():
        text = play_some(start(), Random(seed), seed % 30).save()
        refuses(text[: len(text) * cut // 61])


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["pebbles", "festival"]), st.integers(0, 10**9), st.booleans())
def test_a_damaged_save_is_refused_or_loads(game: str, seed: int, whole: bool) -> None:
    with installed():
        rng = Random(seed)
        match = play_some(new_match(game, 3, seed=seed), rng, rng.randrange(30))
        data = json.loads(match.save(whole=whole))
        for _ in range(rng.choice((1, 2, 9))):
            damage(data, rng)
        with suppress(BadSave):
            load_match(json.dumps(data))


PARTS = ["meowple", "game", "version", "seats", "options", "recording", "chance", "state"]
PARTS += ["steps", "commits", "events"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PARTS), JSON)
def test_any_json_in_place_of_a_part_is_refused_or_loads(part: str, value: Any) -> None:
    with installed():
        data = json.loads(play_some(start(), Random(1), 9).save())
        with suppress(BadSave):
            load_match(json.dumps({**data, part: value}))
