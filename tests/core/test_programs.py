"""What programs use: rollouts, many worlds, masks, copies and pickles, and help for who stumbles."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

import meowple
import toys
from meowple import Action, FastChance, Match, load_match, new_match
from meowple.author.testing import all_shown, decide, play_some, viewers, views, world
from meowple.core.errors import (
    BadPosition,
    IllegalAction,
    NotRecorded,
    RulesError,
    UnknownGame,
    UnknownOption,
    WrongSeat,
)
from toys import PEBBLE_GAME

from .test_acting import act_first, start, to_prepare, to_turn

GAMES = ["pebbles", *meowple.game_names()]


def some_moments(name: str, seed: int, most: int = 60) -> Iterator[Match]:
    """A random match at some of its moments."""
    rng, match = Random(seed), new_match(name, seed=seed)
    for _ in range(most):
        if rng.random() < 0.3:
            yield match
        if not match.over:
            match.act(*decide(match, rng))


class Noting:
    """Picks at random, and knows what it was asked and what it said."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.said: list[tuple[int, Action]] = []

    def __call__(self, state: Any, seat: int, actions: Sequence[Action]) -> Action:
        assert len(actions) > 1
        self.said.append((seat, self.random.choice(actions)))
        return self.said[-1][1]


# -- rollouts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("recording", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_a_rollout_plays_as_the_same_decisions_do(name: str, recording: bool) -> None:
    for seed in range(3):
        match = play_some(new_match(name, seed=seed, recording=recording), Random(seed), 7 * seed)
        slow, pick = match.fork(), Noting(seed)
        decisions = match.play_out(pick)
        made, said = 0, iter(pick.said)
        while not slow.over:
            for seat in slow.to_act[:1] if slow.question.apart else slow.to_act:  # type: ignore[union-attr]
                actions = slow.actions(seat)
                who, action = (seat, actions[0]) if len(actions) == 1 else next(said)
                assert who == seat
                slow.act(seat, action)
                made += 1
        assert made == decisions and next(said, None) is None
        assert match.over and world(match) == world(slow) and views(match) == views(slow)
        assert match.returns() == slow.returns() and match.study() == slow.study()


def test_a_random_rollout_makes_every_choice_equally_likely() -> None:
    counts = dict.fromkeys(("mark:a", "mark:b", "done"), 0)
    for seed in range(300):
        match = to_prepare(start())
        match.play_out(Random(seed), stop=lambda s: True)
        counts["done" if match.state.ready else f"mark:{match.state.marks[0]}"] += 1
    assert all(70 < count < 130 for count in counts.values()), counts
    ends = {str(new_match("festival", seed=1).fork(seed=2).play_out(Random(4))) for _ in range(2)}
    assert len(ends) == 1, "a rollout can be repeated"


def test_a_rollout_stops_where_it_is_told_to_and_the_match_goes_on() -> None:
    match = start()
    decisions = match.play_out(Random(3), stop=lambda s: s.phase == "turn" and s.turn == 1)
    assert decisions > 6 and not match.recording
    assert match.question and match.question.kind == "turn" and match.to_act == (1,)
    for other in (match.fork(), load_match(match.save()), copy.copy(match)):
        assert world(other) == world(match) and views(other) == views(match)
        assert world(play_some(other, Random(1))) == world(play_some(match.fork(), Random(1)))
    assert match.undo_consent(0) is None, "what was played out cannot be taken back"
    act_first(match)
    assert match.play_out(Random(5)) > 0 and match.over


def test_nothing_is_kept_of_a_match_that_was_played_out() -> None:
    match = start()
    match.play_out(Random(1))
    for asked in (match.save, match.position, lambda: pickle.dumps(match), match.events):
        with pytest.raises(NotRecorded):
            asked()  # type: ignore[operator]
    assert match.play_out(Random(1)) == 0 and match.undo_consent(0) is None
    for other in (match.fork(), match.fork(seed=1), match.imagine(0, 1), copy.deepcopy(match)):
        assert other.over and other.view(0) == match.view(0)
    assert next(match.worlds(0, 1)).over


def test_secret_answers_that_are_in_stand() -> None:
    for seed in range(5):
        match = start()
        chosen = match.actions(1)[seed % 3]
        match.act(1, chosen)
        before = match.state.hands[1][:]
        pick = Noting(seed)
        match.play_out(pick, stop=lambda s: True)
        assert [seat for seat, _ in pick.said] == [0, 2]
        assert set(before) - set(match.state.hands[1]) == {chosen.value}


def fails(state: Any, seat: int, actions: Sequence[Action]) -> Action:
    if state.round == 2:
        raise KeyError("no idea")
    return actions[0]


@pytest.mark.parametrize(
    ("options", "pick", "error"),
    [
        ({}, fails, KeyError),
        ({}, lambda s, seat, actions: next(iter(())), StopIteration),
        ({}, lambda s, seat, actions: toys.BOMB, IllegalAction),
        ({}, lambda s, seat, actions: "draw", IllegalAction),
        ({"fault": True}, lambda s, seat, actions: actions[-1], RulesError),
    ],
)
@pytest.mark.parametrize("recording", [True, False])
def test_a_rollout_that_fails_has_changed_nothing(
    options: dict[str, Any], pick: Any, error: type[Exception], recording: bool
) -> None:
    match = to_turn(start(recording=recording, **options))
    match.act(0, "two")
    saved, before, seen = match.save(), world(match), all_shown(match)
    with pytest.raises(error):
        match.play_out(pick)
    assert match.save() == saved and world(match) == before and all_shown(match) == seen
    match.act(0, "left")
    committed = start(**options)
    committed.act(1, committed.actions(1)[0])
    with pytest.raises(error):
        committed.play_out(pick)
    assert committed.committed == (1,)


# -- worlds --------------------------------------------------------------------------------------


def without(match: Match, viewer: int | None) -> dict[str, Any]:
    """A view without what a match imagined with dropped answers does not show."""
    dropped = dict.fromkeys(("committed", "to_act", "undo", "actions", "choice"))
    return {**match.view(viewer), **dropped}


@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_imagined_matches(name: str) -> None:
    for number, match in enumerate(some_moments(name, 3)):
        before = world(match)
        for viewer in viewers(match):
            for answers in ("drop", "uniform"):
                worlds = list(islice(match.worlds(viewer, number, answers=answers), 3))  # type: ignore[arg-type]
                other = match.imagine(viewer, 99).worlds(viewer, number, answers=answers)  # type: ignore[arg-type]
                assert [world(one) for one in worlds] == [world(one) for one in islice(other, 3)], (
                    "worlds depend on what the viewer cannot know"
                )
                for one in worlds:
                    assert without(one, viewer) == without(match, viewer)
                    assert not one.recording
                    if answers == "drop":
                        assert set(one.committed) <= {viewer}
                    else:
                        assert one.committed == match.committed
                    if viewer is not None:
                        assert one.actions(viewer) == match.actions(viewer)
                        assert one.commitment(viewer) is match.commitment(viewer)
                    twin = one.fork()
                    assert world(play_some(one, Random(1), 9)) == world(
                        play_some(twin, Random(1), 9)
                    )
        assert world(match) == before


def test_worlds_differ_and_follow_their_seed() -> None:
    match = to_turn(start())
    worlds = [str(world(one)) for one in islice(match.worlds(0, 1), 20)]
    assert len(set(worlds)) == 20
    assert worlds == [str(world(one)) for one in islice(match.worlds(0, 1), 20)]
    assert not set(worlds) & {str(world(one)) for one in islice(match.worlds(0, 2), 20)}


def test_worlds_are_those_of_the_moment_at_which_they_were_asked_for() -> None:
    match = to_turn(start())
    worlds = match.worlds(0, 1)
    first = views(next(match.worlds(0, 1)))
    act_first(match)
    assert views(next(worlds)) == first


def test_a_dealer_deals_as_the_redeal_does() -> None:
    collected = []

    def dealer(state: Any, viewer: int | None) -> Any:
        collected.append(viewer)
        return lambda copied, chance: toys.redeal(copied, viewer, chance)

    game: Any = replace(PEBBLE_GAME, dealer=dealer)
    match = Match(game, game.setup(3, game.check_options(), FastChance(4)))
    plain = Match(PEBBLE_GAME, game.setup(3, game.check_options(), FastChance(4)))
    worlds = [world(one) for one in islice(match.worlds(1, 5), 10)]
    assert worlds == [world(one) for one in islice(plain.worlds(1, 5), 10)]
    assert collected == [1], "collected once"


def test_who_decides_does_not_know_who_has_decided() -> None:
    match = start()
    free = match.imagine(0, 7, answers="drop")
    for seat in (1, 2):
        match.act(seat, match.actions(seat)[0])
        twin = match.imagine(0, 7, answers="drop")
        assert twin.to_act == (0, 1, 2) and twin.committed == ()
        assert world(twin) == world(free) and twin.view_json(0) == free.view_json(0)
    assert match.imagine(0, 7).committed == (1, 2), "by default all looks as it did"
    own = match.imagine(2, 7, answers="drop")
    assert own.committed == (2,) and own.commitment(2) is match.commitment(2)
    with pytest.raises(ValueError, match="'uniform' or 'drop'"):
        match.imagine(0, 7, answers="none")  # type: ignore[arg-type]
    with pytest.raises(WrongSeat):
        match.worlds(3, 1)


# -- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_mask_says_what_may_be_chosen(name: str) -> None:
    for match in some_moments(name, 1, 20):
        for seat in range(match.seats):
            mask = match.mask(seat)
            assert type(mask) is bytearray
            assert [match.game.actions[i] for i, on in enumerate(mask) if on] == sorted(
                match.actions(seat), key=lambda action: action.id
            )
    with pytest.raises(WrongSeat):
        match.mask(match.seats)


def test_returns_are_parts_of_the_victory() -> None:
    match = start()
    assert match.returns() == [0.0, 0.0, 0.0]
    match.play_out(Random(1))
    assert sum(match.returns()) == pytest.approx(1)
    match.state.tally[:] = [5, 9, 9]
    assert match.returns() == [0.0, 0.5, 0.5]


# -- copies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("recording", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_copies_are_forks_and_pickles_are_saves(name: str, recording: bool) -> None:
    rng = Random(2)
    match = play_some(new_match(name, seed=2, recording=recording), rng, 25)
    for one in (match, match.imagine(0, 1), match.fork(seed=3)):
        before = world(one)
        copies = [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
        copies.append(copy.deepcopy({"a": [one]})["a"][0])
        for other in copies:
            assert other is not one and world(other) == before
            assert views(other) == views(one) and other.recording is recording
            assert world(play_some(other, Random(1), 9)) == world(
                play_some(one.fork(), Random(1), 9)
            )
        assert world(one) == before
    if recording:
        again = pickle.loads(pickle.dumps(match))
        assert again.save(whole=True) == match.save(whole=True) and all_shown(again) == all_shown(
            match
        )


@pytest.mark.parametrize("name", GAMES)
def test_a_copied_or_pickled_action_is_the_same_action(name: str) -> None:
    actions = meowple.get_game(name).actions
    for action in (actions[0], actions[len(actions) - 1]):
        assert copy.copy(action) is copy.deepcopy(action) is action
        assert pickle.loads(pickle.dumps(action)) is action
    assert copy.deepcopy([actions[0]])[0] is actions[0]


def test_options_are_read_only() -> None:
    match = start()
    for one in (match, match.fork(), load_match(match.save())):
        with pytest.raises(TypeError):
            one.options["rounds"] = 1  # type: ignore[index]
        assert dict(one.options) == {"rounds": 2, "fault": False, "leak": "none"}


# -- help ----------------------------------------------------------------------------------------


def test_what_things_are_can_be_read() -> None:
    match = start()
    assert repr(match) == "<match of pebbles, 3 seats, secret, to act: 0, 1, 2>"
    assert repr(match.question) == "<secret, asked of 0, 1, 2>"
    match.play_out(Random(1))
    assert repr(match).startswith("<match of pebbles, 3 seats, over, won by ")
    assert repr(PEBBLE_GAME) == "<game pebbles>"
    assert repr(PEBBLE_GAME.actions) == f"<{len(toys.ACTIONS)} actions of pebbles>"


def test_actions_are_found_by_key_by_index_and_in_slices() -> None:
    actions = PEBBLE_GAME.actions
    assert "pass" in actions and toys.PASS in actions and "no" not in actions and 3 not in actions
    assert actions[:3] == [actions[0], actions[1], actions[2]] and actions[-1:] == [toys.LATE_BOMB]
    other: Any = meowple.get_game("festival").actions
    assert toys.PASS not in other


def test_who_gives_the_id_of_an_action_is_told_its_key() -> None:
    match = to_turn(start())
    with pytest.raises(IllegalAction, match=f"{toys.PASS.id} is the id of pass"):
        match.act(0, toys.PASS.id)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [3, 99, -1, None, "0", 1.0, True, False])
def test_other_seats_have_no_actions(seat: Any) -> None:
    with pytest.raises(WrongSeat, match="there is no seat"):
        start().actions(seat)


@pytest.mark.parametrize("which", [9999, -1, 1.0, None, True, False, toys.PASS])
def test_who_looks_for_an_action_in_another_way_is_told_the_range(which: Any) -> None:
    actions = PEBBLE_GAME.actions
    with pytest.raises(IllegalAction, match=f"by id from 0 to {len(actions) - 1}; not by "):
        actions[which]


@pytest.mark.parametrize("seed", ["7", 1.5])
def test_a_seed_that_is_no_whole_number_is_refused(seed: Any) -> None:
    match = start()
    for use in (
        lambda: new_match("pebbles", seed=seed),
        lambda: match.fork(seed=seed),
        lambda: match.imagine(0, seed),
        lambda: match.worlds(0, seed),
    ):
        with pytest.raises(TypeError, match="a seed is a whole number; not "):
            use()


def test_worlds_are_refused_at_once_not_when_the_first_is_taken() -> None:
    odd: Any = "same"
    with pytest.raises(ValueError, match="answers are 'uniform' or 'drop'"):
        start().worlds(0, 1, answers=odd)


@pytest.mark.parametrize("pick", [None, 1, "greedy", Random])
def test_what_cannot_pick_is_refused_before_anything_is_played(pick: Any) -> None:
    match = start()
    with pytest.raises(TypeError, match=r"pick is a random\.Random or"):
        match.play_out(pick)
    with pytest.raises(TypeError, match="stop is a function"):
        match.play_out(Random(1), stop=0)  # type: ignore[arg-type]
    assert match.save() == start().save()


@pytest.mark.parametrize("position", [[], "{}", 3])
def test_what_is_no_position_is_refused_as_such(position: Any) -> None:
    with pytest.raises(BadPosition, match="a position is a JSON object"):
        new_match("pebbles", position=position)


@pytest.mark.parametrize("field", ["seats", "options", "state"])
def test_what_a_position_lacks_is_named(field: str) -> None:
    position = start().position()
    del position[field]
    with pytest.raises(BadPosition, match=f"{field} is missing"):
        new_match("pebbles", position=position)


def test_who_gives_a_game_for_its_name_is_told_the_name() -> None:
    game: Any = PEBBLE_GAME
    with pytest.raises(UnknownGame, match="asked for by its name, 'pebbles'"):
        new_match(game)


# -- whatever is given instead -------------------------------------------------------------------


class Equal:
    """What says to be the same as everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class Speechless:
    """What cannot even be quoted."""

    def __repr__(self) -> str:
        raise ValueError


def nested(deep: int) -> list[Any]:
    """Lists within lists, deeper than Python writes any."""
    inner: list[Any] = []
    for _ in range(deep):
        inner = [inner]
    return inner


POSITION = ("game", "seats", "options", "state")
STRANGE = [10**5000, -(10**5000), nested(5000), {"a": nested(5000)}, Speechless(), "x" * 10**6]


@pytest.mark.parametrize("strange", STRANGE, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_quoted_is_refused_like_anything_else(name: str, strange: Any) -> None:
    match = new_match(name, seed=1)
    game, before, position = match.game, views(match), match.position()
    option = next(iter(game.options)).name
    wrong: list[Any] = [
        lambda: new_match(strange),
        lambda: new_match(name, seats=strange),
        lambda: new_match(name, options={option: strange}),
        lambda: new_match(name, position=strange),
        lambda: match.view(strange),
        lambda: match.act(strange, match.actions(match.to_act[0])[0]),
        lambda: match.act(match.to_act[0], strange),
        lambda: game.actions[strange],
        lambda: match.fork().play_out(lambda state, seat, actions: strange),
        *(partial(new_match, name, position={**position, part: strange}) for part in POSITION),
    ]
    for attempt in wrong:
        with pytest.raises(meowple.MeowpleError) as caught:
            attempt()
        assert len(str(caught.value)) < 700
    assert views(match) == before


@pytest.mark.parametrize(
    "seed", [10**5000, -(10**5000), 1 << 64, -1], ids=["huge", "hugely-negative", "65-bits", "-1"]
)
def test_a_seed_of_any_size_deals_saves_and_loads(seed: int) -> None:
    match = new_match("pebbles", seed=seed)
    for other in (match.imagine(0, seed), match.fork(seed=seed), next(match.worlds(0, seed))):
        twin = load_match(other.save())
        assert views(twin) == views(other)
        play_some(twin, Random(1), 9)
    assert views(new_match("pebbles", seed=seed)) == views(match)


def test_what_equals_everything_is_no_action() -> None:
    match, anything = start(), Equal()
    before = match.save()
    with pytest.raises(IllegalAction, match=r"one of match\.actions"):
        match.act(0, anything)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="pick gave"):
        match.play_out(lambda state, seat, actions: anything)  # type: ignore[arg-type,return-value]
    assert match.save() == before


@pytest.mark.parametrize("error", [StopIteration, GeneratorExit, KeyboardInterrupt, toys.Fault])
def test_a_rollout_whose_stop_fails_has_not_ended(error: type[BaseException]) -> None:
    def stop(state: Any) -> bool:
        raise error

    match = to_turn(start())
    before = match.save()
    with pytest.raises((error, RulesError)):
        match.play_out(Random(1), stop)
    assert not match.over and match.save() == before


def test_true_is_no_number_for_an_option_either() -> None:
    early = next(o for o in meowple.get_game("comforts").options if o.name == "early_bird")
    assert early.check(1) == 1
    for wrong in (True, False, 1.0, "1"):
        with pytest.raises(UnknownOption, match="early_bird can be"):
            early.check(wrong)


def test_names_for_fewer_seats_than_there_are_and_chance_that_is_none_are_refused() -> None:
    with pytest.raises(ValueError, match="one for each of the"):
        start().log(names=["Ann"])
    with pytest.raises(TypeError, match="FastChance or a SecretChance; not 7"):
        new_match("pebbles", chance=7)  # type: ignore[arg-type]
