"""Finding games, and starting matches with wrong and right arguments."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import pytest

import meowple
from meowple import FastChance, get_game, new_match
from meowple.core import registry
from meowple.core.errors import BadSeats, UnknownGame, UnknownOption
from meowple.core.game import Option
from meowple.core.registry import games
from toys import PEBBLE_GAME, installed

TARGET = Option("target", 30, "Target", least=-5, most=300)
RULES = Option("rules", "basic", "Rules", {"basic": "Basic", "two words": "Two", "a\nb,c": "Odd"})
SWITCH = Option("switch", False, "Switch", {False: "No", True: "Yes"})


def test_games_are_found_by_name() -> None:
    assert games() == tuple(sorted(games())) and {"festival", "pebbles"} <= set(games())
    assert get_game("pebbles") is PEBBLE_GAME
    assert all(get_game(name).name == name for name in games())


@pytest.mark.parametrize("name", ["chess", "", "Festival", "x" * 10_000, None, 5])
def test_an_unknown_game_is_named_with_the_known_ones(name: Any) -> None:
    with pytest.raises(UnknownGame, match=r"installed are catvale, comforts, festival, ") as caught:
        new_match(name)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "target", [ImportError("no such module"), SystemExit(3), "not a game", None]
)
def test_a_game_that_cannot_be_loaded_says_so(target: Any) -> None:
    with installed(broken=target):
        assert "broken" in games()
        with pytest.raises(UnknownGame, match="'broken' cannot be loaded"):
            get_game("broken")
        assert new_match("pebbles").to_act, "the others can still be played"


@pytest.mark.parametrize("seats", [1, 4, 0, -1, "2", 2.0, None.__class__, True, 10**300])
def test_other_numbers_of_seats_are_refused(seats: Any) -> None:
    with pytest.raises(BadSeats, match="pebbles is played by 2, 3 seats; not"):
        new_match("pebbles", seats)


def test_the_most_seats_play_when_none_are_given() -> None:
    assert new_match("pebbles").seats == 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"round": 1}, "no option 'round'; did you mean rounds"),
        ({"xyz": 1}, "no option 'xyz'; it has rounds, fault, leak"),
        ({"rounds": 0}, "rounds is a whole number from 1 to 3; not '0'"),
        ({"rounds": "2"}, "whole number"),
        ({"rounds": True}, "whole number"),
        ({"rounds": 2.0}, "whole number"),
        ({"rounds": None}, "whole number"),
        ({"rounds": 10**100}, "whole number"),
        ({"fault": 1}, "fault can be false, true; not '1'"),
        ({"fault": "true"}, "fault can be"),
        ({"leak": []}, "leak can be none"),
        ({5: 5}, "no option '5'"),
        ([1], "names with values"),
        ("rounds", "names with values"),
    ],
)
def test_wrong_options_are_refused_with_a_hint(options: Any, sentence: str) -> None:
    with pytest.raises(UnknownOption, match=sentence):
        new_match("pebbles", options=options)


def test_options_are_completed_and_not_shared() -> None:
    given = {"rounds": 3}
    match = new_match("pebbles", options=given)
    assert match.options == {"rounds": 3, "fault": False, "leak": "none"}
    given["rounds"] = 1
    match.view()["options"]["rounds"] = 1
    assert match.options["rounds"] == 3


@pytest.mark.parametrize("option", [TARGET, RULES, SWITCH])
def test_every_value_is_parsed_from_its_text(option: Option) -> None:
    values = list(option.choices) or [option.least, -1, 0, 7, option.most]
    for value in values:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        parsed = option.parse(text)
        assert parsed == value and type(parsed) is type(value)
        assert option.check(value) == value


@pytest.mark.parametrize(
    "text", ["", "-", "--5", "1.0", "１０", "9" * 50, "x", "basic ", "None", "²"]
)
def test_other_texts_are_refused(text: str) -> None:
    for option in (TARGET, RULES, SWITCH):
        if option is TARGET and text == "１０":
            assert option.parse(text) == 10
            continue
        with pytest.raises(UnknownOption):
            option.parse(text)


def test_options_of_a_table_are_parsed_together() -> None:
    parsed = PEBBLE_GAME.parse_options({"rounds": "3", "fault": "true"})
    assert parsed == {"rounds": 3, "fault": True, "leak": "none"}
    with pytest.raises(UnknownOption, match="did you mean fault"):
        PEBBLE_GAME.parse_options({"faults": "true"})


@pytest.mark.parametrize("seed", ["7", 1.5, [], b"1"])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(TypeError):
        new_match("pebbles", seed=seed)
    match = new_match("pebbles")
    with pytest.raises(TypeError):
        match.fork(seed=seed)
    with pytest.raises(TypeError):
        match.imagine(0, seed)


def test_arguments_that_exclude_each_other() -> None:
    position = new_match("pebbles").position()
    with pytest.raises(TypeError, match="exclude"):
        new_match("pebbles", seed=1, chance=FastChance(1))
    with pytest.raises(TypeError, match="of the position"):
        new_match("pebbles", 3, position=position)
    with pytest.raises(TypeError, match="of the position"):
        new_match("pebbles", options={}, position=position)


def test_without_a_seed_matches_differ() -> None:
    assert new_match("pebbles").save() != new_match("pebbles").save()
    assert new_match("pebbles", seed=0).save() == new_match("pebbles", seed=0).save()


@pytest.mark.parametrize("game", ["festival", "comforts", "purrballs", "catvale"])
def test_the_loop_of_the_readme_plays_every_game(game: str) -> None:
    """A question may close while others were still asked: who acts is looked up each time."""
    match, rng = meowple.new_match(game, seed=5), Random(5)
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, rng.choice(match.actions(seat)))
    assert match.winners


def test_the_example_of_the_readme() -> None:
    match = meowple.new_match("festival", seats=4, options={"rules": "experienced"}, seed=7)
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, match.actions(seat)[0])
    assert len(match.scores) == 4 and match.winners
    text = match.save()
    match = meowple.load_match(text)
    assert match.save() == text
    assert match.fork().view(seat=0) == match.view(seat=0) != match.view(seat=None)
    assert match.view_json() == match.view_json(seat=None)
    assert match.log(seat=0, language="pl") != match.log(seat=0, language="en")
    before = len(match.log())
    assert match.undo(seat=0, consent=(1, 2, 3)) == frozenset()
    assert not match.over and len(match.log()) < before
    again = new_match("festival", position=match.position())
    assert again.position() == match.position() and again.to_act


def test_a_package_that_is_moved_away_while_we_run_is_told_by_name() -> None:
    with installed(moved=ModuleNotFoundError("No module named 'moved'")):
        assert "moved" in games()
        with patch.object(registry, "entry_points", lambda **wanted: []):
            assert "moved" in games() and get_game("pebbles") is PEBBLE_GAME
            with pytest.raises(UnknownGame, match="'moved' cannot be loaded"):
                get_game("moved")


@pytest.mark.parametrize("game", ["festival", "comforts", "purrballs", "catvale"])
def test_options_that_name_a_seat_have_the_same_values_in_every_game(game: str) -> None:
    """0 draws the seat, any other is counted from 1; whoever sits nowhere is drawn as well."""
    played = get_game(game)
    for option in played.options:
        if "Drawn" in str(option.choices) or "drawn" in str(option.choices):
            assert option.default == 0
            assert list(option.choices) == list(range(max(played.seat_counts) + 1))
