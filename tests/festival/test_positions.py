"""Positions that cannot occur are refused, whatever is wrong with them, and nothing else happens."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import meowple
from festival.table import end_game, lay_out, start
from meowple.core.errors import BadPosition, BadSave, MeowpleError

Json = dict[str, Any]


def load(position: Any) -> meowple.Match:
    return meowple.new_match("festival", position=position, seed=1)


def plain(match: meowple.Match) -> Json:
    position: Json = json.loads(json.dumps(match.position()))
    return position


def at(step: str, seats: int = 4, *, seed: int = 0, skip: int = 0, **options: Any) -> Json:
    """A real position of that step; with ``skip`` a later one."""
    for number in range(seed, seed + 400):
        t = start(seats, seed=number, target=300, **options)
        rng = random.Random(number)
        left = skip
        while not t.over and t.s.game < 5:
            if t.s.step == step:
                if not left:
                    return plain(t.match)
                left -= 1
            for seat in t.match.to_act:
                t.match.act(seat, rng.choice(t.match.actions(seat)))
    raise AssertionError(f"no {step} found")


def refused(position: Json, change: Callable[[Json], Any], match: str | None = None) -> None:
    """Loading fails once that is done to the state, and the position itself is left alone."""
    load(position)
    broken = copy.deepcopy(position)
    change(broken["state"])
    before = json.dumps(broken)
    with pytest.raises(BadPosition, match=match):
        load(broken)
    assert json.dumps(broken) == before


PLAY = at("play", skip=3)
TRIO = at("play", 3, skip=3)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("rules", ["basic", "experienced", "advanced"])
def test_every_position_of_a_real_match_is_accepted_and_goes_on(seats: int, rules: str) -> None:
    for seed, choice in enumerate(("open", "hidden")):
        t = start(
            seats,
            seed=seed,
            rules=rules,
            target=25,
            multiplier_choice=choice,
            announce_on_yorozu=True,
        )
        rng = random.Random(seed)
        while not t.over:
            position = plain(t.match)
            again = load(position)
            assert plain(again) == position
            assert again.question.kind == t.match.question.kind  # type: ignore[union-attr]
            assert [again.actions(x) for x in range(seats)] == [
                t.match.actions(x) for x in range(seats)
            ]
            for seat in t.match.to_act:
                t.match.act(seat, rng.choice(t.match.actions(seat)))


def test_hands_may_be_written_in_any_order() -> None:
    """What may be played does not depend on the order in which a position names the cards."""
    t = lay_out(round=7, face_up="Summer 2, Winter 12", hands=["YOROZU 0, Fall 8, Summer 5"])
    assert t.legal(0) == "Fall 8, YOROZU 0"
    assert t.hand(0) == "Summer 5, Fall 8, YOROZU 0"


# -- Number cards -------------------------------------------------------------------------------


def test_each_of_the_38_cards_is_in_one_place() -> None:
    s = PLAY["state"]
    refused(PLAY, lambda s: s["hands"][0].pop(), "exactly one place")
    refused(PLAY, lambda s: s["hands"][0].__setitem__(0, s["hands"][1][0]), "exactly one place")
    refused(PLAY, lambda s: s["piles"][0].__setitem__(0, s["hands"][1][0]), "exactly one place")
    refused(PLAY, lambda s: s["face_up"].__setitem__(0, s["piles"][0][0]))
    refused(PLAY, lambda s: s["hands"][0].append(s["hands"][0][0]), "exactly one place")
    refused(PLAY, lambda s: s["hands"][0].__setitem__(0, "spring-10"))
    refused(PLAY, lambda s: s["hands"][0].__setitem__(0, "Spring 1"))
    assert s["round"] == 4


def test_hands_and_piles_have_the_sizes_of_the_round() -> None:
    refused(PLAY, lambda s: s["hands"][1].append(s["hands"][0].pop()), "hands.*this many")
    refused(PLAY, lambda s: s["piles"][1].append(s["piles"][0].pop()), "piles.*this many")
    refused(PLAY, lambda s: s.update(round=5), "this many")
    refused(PLAY, lambda s: s.update(round=3))
    refused(PLAY, lambda s: s.update(hands=s["hands"][:3]), "hands: must have .*: 4; not 3")


def test_two_cards_lie_face_up_the_lower_first() -> None:
    refused(PLAY, lambda s: s["face_up"].reverse(), "lower")
    refused(PLAY, lambda s: s.update(face_up=[]), "face_up: .*: 2")
    refused(PLAY, lambda s: s["face_up"].pop(), "face_up: .*: 2")
    refused(PLAY, lambda s: s["face_up"].append(s["hands"][0].pop()), "face_up: .*: 2")


def swap_cards(s: Json, wanted: Callable[[str], bool], other: Callable[[str], bool]) -> None:
    """Exchange a card of hand 0 and one of hand 1."""
    one = next(key for key in s["hands"][0] if wanted(key))
    two = next(key for key in s["hands"][1] if other(key))
    s["hands"][0].remove(one)
    s["hands"][1].remove(two)
    s["hands"][0].append(two)
    s["hands"][1].append(one)


BOOZE = {
    "spring-2",
    "spring-8",
    "summer-3",
    "summer-9",
    "fall-4",
    "fall-10",
    "winter-5",
    "winter-11",
}


def test_a_hand_is_dealt_two_season_cards_with_booze() -> None:
    first = plain(start().match)
    refused(first, lambda s: swap_cards(s, lambda k: k not in BOOZE, lambda k: k in BOOZE), "booze")
    trio = plain(start(3).match)
    refused(trio, lambda s: swap_cards(s, lambda k: k not in BOOZE, lambda k: k in BOOZE), "booze")


def test_the_first_face_up_cards_have_no_season_booze() -> None:
    def exchange(s: Json) -> None:
        key = next(key for key in s["hands"][0] if key in BOOZE)
        s["hands"][0].remove(key)
        s["hands"][0].append(s["face_up"][0])
        s["face_up"][0] = key
        order = [meowple.get_game("festival").actions[f"play:{k}"].value.rank for k in s["face_up"]]
        if order != sorted(order):
            s["face_up"].reverse()

    refused(plain(start().match), exchange, "booze")


def test_booze_tokens_equal_the_icons_and_the_game_is_not_over() -> None:
    refused(PLAY, lambda s: s["booze"].__setitem__(0, (s["booze"][0] + 1) % 3), "Booze Token")
    refused(TRIO, lambda s: s["booze"].__setitem__(3, 1), "Booze Token")
    over = at("free_token", rules="advanced")
    refused(over, lambda s: s.update(step="play", order=[]))


def test_announcements_fit_the_hands() -> None:
    def void(s: Json) -> None:
        s["voids"][0] = [s["hands"][0][0].split("-")[0]]

    position = at("play", skip=4, seed=3)
    if not position["state"]["hands"][0][0].startswith("yorozu"):
        refused(position, void, r"voids\[0\]: this player has such a card")
    refused(PLAY, lambda s: s["voids"].__setitem__(0, ["winter", "winter"]))
    refused(PLAY, lambda s: s["voids"].__setitem__(0, ["yorozu"]))
    refused(PLAY, lambda s: s["voids"].__setitem__(0, "winter"))
    refused(TRIO, lambda s: s["voids"].__setitem__(3, ["winter"]), "dummy|such a card")
    refused(
        plain(start().match), lambda s: s["voids"].__setitem__(0, ["winter"]), "announced|no such"
    )
    refused(PLAY, lambda s: s["holds"].__setitem__(0, [["winter"]]), "Yorozu")
    loud = at("play", skip=4, announce_on_yorozu=True)
    refused(
        loud,
        lambda s: s["holds"].__setitem__(0, [[]]),
        r"holds\[0\]\[0\]: this player has no such card",
    )


def test_crows_played_are_on_the_table() -> None:
    refused(PLAY, lambda s: s.update(crows=[4, 0, 0, 0]), "crows|played")
    refused(plain(start().match), lambda s: s.update(crows=[1, 0, 0, 0]), "crows|played")
    refused(PLAY, lambda s: s["crows"].__setitem__(0, 5))


def test_with_crow_redeal_always_nobody_was_dealt_three_crows() -> None:
    t = lay_out(
        hands=[
            "Spring 5, Summer 6, Fall 7, Spring 2, Spring 8, Winter 4, Winter 6, Spring 4, Fall 3"
        ]
    )
    position = plain(t.match)
    load(position)
    position["options"]["crow_redeal"] = "always"
    with pytest.raises(BadPosition, match=r"hands\[0\]: nobody is dealt this many crows: 3"):
        load(position)


def test_the_dummy_has_a_card_in_play() -> None:
    refused(TRIO, lambda s: s.update(dummy_card=None))
    refused(TRIO, lambda s: s.update(dummy_card=s["hands"][0][0]))
    refused(TRIO, lambda s: s.update(dummy_card=""))
    refused(PLAY, lambda s: s.update(dummy_card=s["hands"][0].pop()))


# -- Crow ---------------------------------------------------------------------------------------


CROW_CARDS = {"spring-5", "summer-6", "fall-7", "winter-8"}


def crow(seats: int = 4) -> Json:
    if seats == 3:
        t = lay_out(seats=3, hands=["Winter 8", "YOROZU 13", "Fall 6"], dummy="YOROZU 0")
        return plain(t.play("Winter 8", "YOROZU 13", "Fall 6").match)
    t = lay_out(hands=["YOROZU 0", "Summer 6", "Fall 6", "YOROZU 13"])
    return plain(t.play("YOROZU 0", "Summer 6", "Fall 6", "YOROZU 13").match)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_crow_chooses_between_two_yorozu_cards(seats: int) -> None:
    position = crow(seats)
    owner = position["state"]["order"][0]
    refused(position, lambda s: s.update(order=[(owner + 1) % 3]), "order")
    refused(position, lambda s: s.update(order=[]), "order")
    refused(position, lambda s: s.update(revealed=None))
    refused(position, lambda s: s["revealed"].pop())
    refused(position, lambda s: s["revealed"].reverse())
    refused(PLAY, lambda s: s.update(revealed=[hand.pop() for hand in s["hands"]]))

    def no_crow(s: Json) -> None:
        hand = next(h for h in s["hands"][owner:] if any(k not in BOOZE for k in h))
        key = next(k for k in hand if k not in BOOZE and not k.startswith("yorozu"))
        hand[hand.index(key)] = s["revealed"][owner]
        s["revealed"][owner] = key

    refused(position, no_crow)

    def one_yorozu(s: Json) -> None:
        seat = next(x for x in range(seats) if s["revealed"][x].startswith("yorozu"))
        hand = s["hands"][seat]
        place = next(i for i, k in enumerate(hand) if k not in BOOZE and k not in CROW_CARDS)
        hand[place], s["revealed"][seat] = s["revealed"][seat], hand[place]

    refused(position, one_yorozu, "two Yorozu")


# -- Steps, order, results ----------------------------------------------------------------------


def test_steps_fit_the_options() -> None:
    for step in (
        "hands",
        "start_player",
        "choose_multiplier",
        "first_tokens",
        "extra_token",
        "free_token",
    ):
        refused(PLAY, lambda s, step=step: s.update(step=step), "step")  # type: ignore[misc]
    for step in ("over", "", "PLAY", None, 7, [], {}):
        refused(PLAY, lambda s, step=step: s.update(step=step), "step")  # type: ignore[misc]


def test_a_new_game_starts_with_an_empty_table() -> None:
    fresh = plain(start().match)
    fresh["state"] = new = copy.deepcopy(fresh["state"])
    new.update(step="new_game", hands=[[], [], [], []], face_up=[], dummy_card=None)
    load(fresh)
    refused(fresh, lambda s: s.update(round=2), "round: must be 1")
    refused(fresh, lambda s: s["booze"].__setitem__(0, 1))
    refused(fresh, lambda s: s["crows"].__setitem__(0, 1))
    refused(fresh, lambda s: s["voids"].__setitem__(0, ["fall"]))
    refused(fresh, lambda s: s["piles"][0].append("fall-3"))
    refused(fresh, lambda s: s.update(face_up=["spring-1", "spring-9"]))
    refused(fresh, lambda s: s.update(order=[0]), "order")


def test_totals_are_those_of_the_results() -> None:
    position = plain(lay_out(results=[[1, 2, 3, 4]]).match)
    refused(position, lambda s: s["totals"].__setitem__(0, 2), "totals")
    refused(position, lambda s: s.update(game=3), "results")
    refused(position, lambda s: s.update(game=1), "results")
    refused(position, lambda s: s["results"][0].pop())
    refused(position, lambda s: s["results"][0].__setitem__(0, [1, 3, 0]))
    refused(position, lambda s: s["results"][0].__setitem__(0, [1, 0, 1]))
    refused(position, lambda s: s["results"][0].__setitem__(0, [49, 0, 0]))
    refused(position, lambda s: s.update(extra=True), "extra")


def test_a_match_that_is_over_does_not_go_on() -> None:
    tied = plain(lay_out(results=[[30, 30, 0, 0]]).match)
    assert tied["state"]["extra"] is True
    refused(tied, lambda s: s.update(extra=False), "extra")
    refused(
        tied,
        lambda s: (s["results"][0].__setitem__(0, [31, 0, 0]), s.update(totals=[31, 30, 0, 0])),
        "over",
    )

    def one_more(s: Json) -> None:
        s["results"].append([[0, 0, 0]] * 4)
        s.update(game=3)

    refused(tied, one_more, "extra game")


def test_the_order_of_those_who_act() -> None:
    tokens = at("first_tokens", rules="advanced", crow_redeal="never")
    refused(tokens, lambda s: s.update(order=[]), "order")
    refused(tokens, lambda s: s.update(order=[0, 0, 1, 2]))
    refused(tokens, lambda s: s.update(order=[0, 1, 2]))  # seat 3 has not taken any
    extra = at("extra_token", rules="advanced", crow_redeal="never")
    refused(extra, lambda s: s["order"].reverse(), "order")
    refused(extra, lambda s: s.update(order=[]), "order")
    choose = at("choose_multiplier", rules="experienced", crow_redeal="never")
    refused(choose, lambda s: s["order"].reverse(), "order")
    refused(choose, lambda s: s.update(order=[4, 0, 1, 2]))
    refused(choose, lambda s: s.update(order=[True, 2, 3, 0]))
    named = at("start_player", rules="experienced", crow_redeal="never")
    highest = max(range(4), key=lambda seat: named["state"]["totals"][seat])
    refused(named, lambda s: s.update(order=[highest]), "order")
    refused(PLAY, lambda s: s.update(order=[0]), "order")
    free = at("free_token", rules="advanced")
    refused(free, lambda s: s["order"].append(s["order"][0] ^ 1), "order")


# -- Multipliers and tokens ---------------------------------------------------------------------


def test_each_multiplier_card_is_in_one_place_and_each_player_has_as_many() -> None:
    position = at("play", rules="experienced", skip=2)
    refused(position, lambda s: s["multipliers"][0].pop(), "Multiplier")
    refused(position, lambda s: s["multipliers"][1].append(s["multipliers"][0].pop()), "this many")
    refused(position, lambda s: s["multipliers"][1].append(s["multipliers"][0][0]), "Multiplier")
    refused(position, lambda s: s["chosen"].__setitem__(0, None), "Multiplier")
    refused(position, lambda s: s["chosen"].__setitem__(0, ""))
    refused(position, lambda s: s["chosen"].__setitem__(0, "kou-5"))
    refused(position, lambda s: s["discarded"].append(s["multipliers"][0].pop()), "this many")
    refused(PLAY, lambda s: s["multipliers"][0].append("kou-1"), "Multiplier")
    refused(PLAY, lambda s: s["chosen"].__setitem__(0, "kou-1"), "Multiplier")

    def not_yet(s: Json) -> None:
        s["chosen"][0] = s["multipliers"][0].pop()

    choosing = at("choose_multiplier", rules="experienced", crow_redeal="never")
    assert choosing["state"]["chosen"] == [None] * 4
    refused(choosing, not_yet, "in turn")


def test_season_tokens_are_as_many_as_there_can_be() -> None:
    position = at("play", rules="advanced", skip=2)
    refused(
        position,
        lambda s: s["tokens"].__setitem__(0, [2, 1, 0, 0]),
        r"tokens\[0\]: cannot be these now",
    )
    refused(
        position,
        lambda s: s["tokens"].__setitem__(0, [1, 1, 1, 1]),
        r"tokens\[0\]: cannot be these now",
    )
    refused(position, lambda s: s["tokens"].__setitem__(0, [3, 0, 0, 0]))
    refused(position, lambda s: s["tokens"].__setitem__(0, [1, 1, 1]))
    refused(
        PLAY,
        lambda s: s["tokens"].__setitem__(0, [1, 1, 1, 0]),
        "tokens: are of the advanced rules",
    )
    later = plain(
        lay_out(
            rules="advanced",
            results=[[0] * 4],
            tokens=[[2, 2, 0, 0], [2, 0, 2, 0], [0] * 4, [0] * 4],
        ).match
    )
    refused(
        later,
        lambda s: s["tokens"].__setitem__(0, [2, 2, 1, 0]),
        r"tokens\[0\]: cannot be these now",
    )
    refused(
        later, lambda s: s["tokens"].__setitem__(2, [2, 0, 0, 0]), "not so many of a season"
    )  # a fifth and sixth Spring
    free = at("free_token", rules="advanced")
    refused(free, lambda s: s.update(tokens=[[0] * 4] * 4), r"tokens\[0\]: cannot be these now")
    refused(free, lambda s: s["tokens"].__setitem__(0, [2, 2, 2, 2]))


def test_somebody_can_always_act() -> None:
    """A seat that may take no token at all is not the one the table waits for."""
    extra = at("extra_token", 3, rules="advanced", crow_redeal="never")
    first = extra["state"]["order"][0]
    blocked = [[0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 3]]
    blocked[first] = [2, 0, 0, 0]
    broken = copy.deepcopy(extra)
    broken["state"]["tokens"] = blocked
    with pytest.raises(BadPosition):
        load(broken)


# -- The past -----------------------------------------------------------------------------------


def test_the_last_round_and_game_are_possible_ones() -> None:
    assert PLAY["state"]["last"]
    refused(
        PLAY, lambda s: s["last"].__setitem__(3, s["last"][4]), r"last\[3\]: the card of another"
    )
    refused(PLAY, lambda s: s["last"].__setitem__(4, 4))
    refused(
        PLAY, lambda s: s["last"][0].__setitem__(0, s["last"][0][1]), r"last\[1\]: the cards played"
    )
    refused(PLAY, lambda s: s["last"][2].reverse())
    refused(PLAY, lambda s: s["last"].pop())
    for wrong in (0, "", False, [], {}, "last"):
        refused(PLAY, lambda s, wrong=wrong: s.update(last=wrong))  # type: ignore[misc]
        refused(PLAY, lambda s, wrong=wrong: s.update(ended=wrong))  # type: ignore[misc]
    refused(plain(start().match), lambda s: s.update(last=PLAY["state"]["last"]), "no round")
    later = at("play", skip=14)
    assert later["state"]["ended"]
    refused(later, lambda s: s["ended"][0][0].append(s["ended"][0][1][0]), "twice")
    refused(later, lambda s: s["ended"][0][0].pop(), "equally many")
    refused(later, lambda s: s["ended"][1].pop())
    refused(later, lambda s: s["ended"][1][0].__setitem__(0, 3))
    refused(PLAY, lambda s: s.update(ended=later["state"]["ended"]), "no game")
    begun = plain(end_game().match)
    refused(begun, lambda s: s["last"][2].reverse(), r"last\[2\]: the last cards taken")


# -- Hostile data -------------------------------------------------------------------------------


def deep(levels: int) -> Any:
    nested: Any = []
    for _ in range(levels):
        nested = [nested]
    return nested


WRONG: list[Any] = [
    None, True, False, -1, 0, 10**30, 1.5, float("nan"), "", "spring-1", "x" * 5000, [], {}, [[]],
    [None], [True] * 4, [[True] * 4] * 4, {"0": 1}, deep(50), deep(20000), [10**30] * 4, ["kou-1"] * 4,
]  # fmt: skip


@pytest.mark.parametrize("name", sorted(PLAY["state"]))
def test_a_field_of_another_kind_is_a_bad_position_and_nothing_else(name: str) -> None:
    for position in (PLAY, TRIO, crow(), at("play", rules="experienced", skip=2)):
        right = position["state"][name]
        for wrong in WRONG:
            if (type(wrong) is type(right) and wrong == right) or wrong == [] == right:
                continue
            broken = {**position, "state": {**position["state"], name: wrong}}
            if name in ("last", "ended") and wrong is None:
                load(broken)  # a position need not say what was before
                continue
            with pytest.raises(BadPosition):
                load(broken)
        missing = {**position, "state": {k: v for k, v in position["state"].items() if k != name}}
        with pytest.raises(BadPosition):
            load(missing)


def test_anything_instead_of_a_position_is_refused_by_name() -> None:
    for wrong in WRONG:
        if wrong is not None:
            with pytest.raises(BadPosition):
                load(wrong)
        with pytest.raises(BadPosition):
            load({**PLAY, "state": wrong})
        for field in ("seats", "options", "game"):
            if field == "options" and not wrong:  # none given
                continue
            with pytest.raises(MeowpleError):
                load({**PLAY, field: wrong})


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where each value inside plain data is."""
    found = [path] if path else []
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in items:
        found += places(value, (*path, key))
    return found


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    new = copy.deepcopy(data)
    inside = new
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return new


def test_hundreds_of_small_changes_are_refused_or_play_to_the_end() -> None:
    rng = random.Random(11)
    positions = [
        PLAY,
        TRIO,
        crow(),
        crow(3),
        at("free_token", rules="advanced"),
        at("extra_token", 3, rules="advanced", crow_redeal="never"),
        at("choose_multiplier", 3, rules="experienced", crow_redeal="never"),
        at("start_player", rules="experienced", crow_redeal="never"),
        at("hands", rules="experienced"),
    ]
    accepted = 0
    for _ in range(600):
        position = rng.choice(positions)
        state = position["state"]
        path = rng.choice(places(state))
        other = rng.choice(places(state))
        value: Any = rng.choice(WRONG[:18])
        if rng.random() < 0.6:
            value = state
            for key in other:
                value = value[key]
        if rng.random() < 0.2:
            value = rng.randrange(-2, 12)
        broken = {**position, "state": changed(state, path, copy.deepcopy(value))}
        try:
            match = load(broken)
        except BadPosition:
            continue
        accepted += 1
        for _ in range(60):  # what is accepted can be played
            if match.over:
                break
            for seat in match.to_act:
                match.view_json(seat)
                match.act(seat, rng.choice(match.actions(seat)))
    assert accepted > 10  # changes that change nothing, or make another possible position


def test_a_damaged_save_is_a_bad_save() -> None:
    match = start(seed=4, rules="experienced").match
    for seat in match.to_act:
        match.act(seat, match.actions(seat)[0])
    text = match.save()
    assert meowple.load_match(text).view_json(0) == match.view_json(0)
    data = json.loads(text)
    for wrong in WRONG[:18]:
        for field in data:
            broken = {**data, field: wrong}
            if field in ("recording", "events", "steps", "commits") or wrong == data[field]:
                continue
            with pytest.raises(BadSave):
                meowple.load_match(json.dumps(broken))
    for cut in range(0, len(text) - 1, 97):
        with pytest.raises(BadSave):
            meowple.load_match(text[:cut])
    with pytest.raises(BadSave):
        meowple.load_match("[" * 100_000)
