"""Advice: what looks best, with what it hopes for, from nothing but what the seat may know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import meowple
from meowple.bots.advice import MOST, Idea, advise, chances, foretold
from meowple.core.match import Match, new_match


def told(match: Match, seat: int) -> list[Idea]:
    return advise(match.imagine(seat, 5, answers="drop"), seat, 5)


@pytest.mark.parametrize("name", meowple.game_names())
def test_ideas_are_legal_best_first_and_in_words(name: str) -> None:
    rng = random.Random(11)
    game = meowple.get_game(name)
    match = new_match(name, min(3, max(game.seat_counts)), seed=11)
    english, polish = game.in_words("en"), game.in_words("pl")
    said: set[str] = set()
    for _ in range(250):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        ideas = told(match, seat)
        legal = [action.key for action in match.actions(seat)]
        assert 1 <= len(ideas) <= min(MOST, len(legal))
        assert len({idea.key for idea in ideas}) == len(ideas)
        looks = [idea.looks for idea in ideas]
        assert looks[0] == 1 and looks == sorted(looks, reverse=True) and looks[-1] > 0
        for idea in ideas:
            assert idea.key in legal
            assert json.loads(json.dumps(idea.hope)) == idea.hope
            sentence = english.hope(idea.hope)
            assert bool(sentence) == bool(idea.hope) == bool(polish.hope(idea.hope))
            if sentence:
                assert sentence != polish.hope(idea.hope)
                assert "{" not in sentence
                said.add(sentence)
        match.act(seat, ideas[0].key if rng.random() < 0.5 else rng.choice(legal))
    assert len(said) > 5


def test_what_others_hold_changes_no_advice() -> None:
    """Two matches that look alike to a seat get the same advice."""
    match = new_match("festival", 4, seed=3)
    worlds = [match.imagine(0, seed) for seed in (1, 2)]
    assert worlds[0].state.hands[1] != worlds[1].state.hands[1]

    def keys(world: Match) -> list[str]:
        return [idea.key for idea in told(world, 0)]

    assert keys(worlds[0]) == keys(worlds[1])


def test_a_single_choice_is_the_only_idea() -> None:
    match = new_match("comforts", 1, seed=1)
    rng = random.Random(1)
    while len(match.actions(match.to_act[0])) > 1:
        match.act(match.to_act[0], rng.choice(match.actions(match.to_act[0])))
    [idea] = told(match, match.to_act[0])
    assert (idea.key, idea.looks) == (match.actions(match.to_act[0])[0].key, 1)


def test_chances_of_a_festival_card_are_about_right() -> None:
    """What is said of a card is near what happens when the others play at random."""
    match = new_match("festival", 3, options={"crow_redeal": "never"}, seed=8)
    idea: Any = told(match, 0)[0]
    rng, highest, rounds = random.Random(1), 0, 300
    card = match.game.actions[idea.key].value
    for seed in range(rounds):
        world = match.imagine(0, seed, answers="drop")
        others = [rng.choice(world.actions(seat)).value for seat in (1, 2)]
        highest += all(other.rank < card.rank for other in others)
    assert abs(highest / rounds - idea.hope["highest"]) < 0.12


@pytest.mark.parametrize("name", ["festival", "comforts", "purrballs", "catvale"])
def test_aims_name_pieces_that_the_seat_knows(name: str) -> None:
    rng = random.Random(3)
    match = new_match(name, 3, seed=3)
    aims = set()
    for _ in range(150):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        known = json.dumps(match.view(seat))
        for idea in told(match, seat):
            for aim in idea.hope.get("aims", ()):
                kind, _, key = aim.partition(":")
                assert kind and f'"{key}"' in known, aim
                aims.add(aim)
        match.act(seat, rng.choice(match.actions(seat)))
    assert aims


@pytest.mark.parametrize("name", ["festival", "comforts", "purrballs", "catvale"])
def test_chances_are_parts_of_one_victory_and_come_from_what_a_viewer_knows(name: str) -> None:
    """Two matches that look alike to a viewer have the same chances, for a seat and who looks on."""
    rng = random.Random(4)
    match = new_match(name, 3, seed=4)
    hidden = 0
    for step in range(90):
        seat = rng.choice(match.to_act)
        if step % 15 == 0:
            for viewer in (seat, None):
                one, other = (match.imagine(viewer, seed, answers="drop") for seed in (1, 2))
                hidden += one.position() != other.position()
                found = chances(one, viewer, 7, 6)
                assert found == chances(other, viewer, 7, 6)
                assert sum(found) == pytest.approx(1) and all(0 <= part <= 1 for part in found)
        match.act(seat, rng.choice(match.actions(seat)))
    assert hidden


def test_what_wins_at_once_is_sure_to_win() -> None:
    match = new_match("purrballs", 3, seed=2)
    rng = random.Random(2)
    while not match.over:
        before = match.fork()
        seat = match.to_act[0]
        action = rng.choice(match.actions(seat))
        match.act(seat, action)
    assert chances(before, seat, 1, 3, action) == match.returns()
    assert chances(match, None, 1, 3) == match.returns()


@pytest.mark.parametrize("name", ["festival", "comforts", "purrballs", "catvale"])
def test_ideas_that_are_tried_out_come_by_what_they_let_hope_for(name: str) -> None:
    rng = random.Random(6)
    match = new_match(name, 3, seed=6)
    tried = 0
    for _ in range(40):
        seat = rng.choice(match.to_act)
        world = match.imagine(seat, 5, answers="drop")
        ideas = advise(world, seat, 5, tries=4)
        plain = advise(world, seat, 5)
        assert {idea.key for idea in ideas} == {idea.key for idea in plain}
        if match.game.searchable:
            shares = [idea.share or 0.0 for idea in ideas]
            assert shares == sorted(shares, reverse=True) and {i.tries for i in ideas} == {4}
            assert shares[0] == pytest.approx(chances(world, seat, 5, 4)[seat])
            for idea, share in zip(ideas, shares, strict=True):
                own = chances(world, seat, 5, 4, match.game.actions[idea.key])[seat]
                best = chances(world, seat, 5, 4, match.game.actions[ideas[0].key])[seat]
                assert share == pytest.approx(max(0, shares[0] + own - best))
            tried += len(ideas) > 1
        else:
            assert ideas == plain and all(idea.share is None for idea in ideas)
        match.act(seat, rng.choice(match.actions(seat)))
    assert bool(tried) == match.game.searchable


def test_who_plays_alone_is_told_no_chance() -> None:
    match = new_match("comforts", 1, seed=1)
    assert not foretold(match)
    assert all(i.share is None for i in advise(match.imagine(0, 1), 0, 1, tries=5))
