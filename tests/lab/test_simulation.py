"""Simulations are repeatable, fair to all seats, and give back what an interrupt left."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import math
import random
import tracemalloc
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

import meowple
from meowple import Action, Match, MeowpleError
from meowple.bots import Greedy, get_bot
from meowple.core.errors import BadSeats, UnknownOption
from meowple.lab import Results, play, report_html, simulate, to_csv, to_json, tournament
from meowple.lab.studies import card_lines, lead_changes, lead_lines, points_lines, rounds


class Unseeded:
    """No bot that a simulation can make: it takes no seed."""

    def choose(self, match: Match, seat: int) -> Action:
        return match.actions(seat)[0]


class First:
    """A bot that always takes its first choice."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)

    def choose(self, match: Match, seat: int) -> Action:
        return match.actions(seat)[0]


def test_results_do_not_depend_on_the_number_of_jobs() -> None:
    bots = ["greedy", "random", "random", "random"]
    one = simulate("festival", games=7, bots=bots, seed=3)
    three = simulate("festival", games=7, bots=bots, seed=3, jobs=3)
    assert one.games == three.games
    assert [game.number for game in one.games] == list(range(7))
    assert simulate("festival", games=7, bots=bots, seed=4).games != one.games


def test_a_game_can_be_dealt_again_from_its_seed() -> None:
    played = simulate("festival", games=3, seats=4, bots=[First], seed=9).games[2]
    match = meowple.new_match("festival", 4, seed=played.seed)
    assert play(match, [First() for _ in range(4)]) == played.decisions
    assert tuple(match.scores) == played.scores
    assert tuple(match.winners) == played.winners


def test_bots_move_on_from_match_to_match_unless_told_to_stay() -> None:
    bots = ["greedy", "random", "random", "random"]
    moving = simulate("festival", games=8, bots=bots, seed=3)
    assert Counter(game.bots.index("greedy") for game in moving.games) == dict.fromkeys(range(4), 2)
    staying = simulate("festival", games=8, bots=bots, seed=3, rotate=False)
    assert {game.bots for game in staying.games} == {tuple(bots)}


def test_bots_of_ones_own_play_in_several_processes() -> None:
    results = simulate("festival", games=4, seats=4, bots=[First, "random", "random", "random"],
                       jobs=2, seed=1)  # fmt: skip
    assert results.bots == ("First", "random", "random", "random")
    assert results.complete


def test_matches_start_from_a_position() -> None:
    match = meowple.new_match("festival", seats=3, options={"rules": "advanced"}, seed=5)
    for _ in range(20):
        seat = match.to_act[0]
        match.act(seat, match.actions(seat)[0])
    results = simulate("festival", games=10, position=match.position(), seed=2)
    assert results.seats == 3
    assert results.options["rules"] == "advanced"
    assert len({game.scores for game in results.games}) > 1


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"game": "chess"}, MeowpleError, "there is no game 'chess'"),
        ({"bots": ["random", "random"]}, BadSeats, "played by 3, 4 seats"),
        ({"bots": ["random"] * 3, "seats": 4}, BadSeats, "4 seats need 4 bots"),
        ({"bots": "random"}, MeowpleError, r"bots are a list, .*: \['random'\]"),
        ({"bots": [Greedy(1)]}, MeowpleError, "give the class Greedy, not a bot made of it"),
        ({"bots": Greedy}, MeowpleError, "bots are a list"),
        ({"bots": None}, MeowpleError, "bots are a list"),
        ({"bots": [Unseeded] * 3}, MeowpleError, "Unseeded must take a seed"),
        ({"bots": [int] * 3}, MeowpleError, "int makes no bots: int has no method choose"),
        ({"games": "3"}, MeowpleError, "matches are a whole number from 1 to .*; not '3'"),
        ({"games": 1.5}, MeowpleError, "matches are a whole number"),
        ({"seed": "x"}, TypeError, "a seed is a whole number"),
        ({"bots": [5]}, MeowpleError, "a bot is a name, or what makes one from a seed; not int"),
        ({"bots": ["rondom"]}, MeowpleError, "there is no bot 'rondom'"),
        ({"options": {"rule": "basic"}}, UnknownOption, "did you mean rules"),
        ({"games": 0}, MeowpleError, "matches are a whole number"),
        ({"games": 10**9}, MeowpleError, "matches are a whole number from 1 to 10000000"),
        ({"jobs": 0}, MeowpleError, "jobs are a whole number from 1 on; not 0"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    wrong: dict[str, object], error: type[Exception], words: str
) -> None:
    arguments = {"game": "festival", "games": 2, "seed": 1} | wrong
    with pytest.raises(error, match=words):
        simulate(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "many",
    [
        partial(simulate, "festival", 10**7),
        partial(tournament, "festival", ["random"] * 4, 10**7),
    ],
)
def test_matches_take_room_only_once_they_are_played(many: Callable[..., Results]) -> None:
    told: list[tuple[int, ...]] = []

    def stop(*count: int) -> None:
        told.append(count)
        if len(told) == 1:
            raise KeyboardInterrupt

    tracemalloc.start()
    try:
        results = many(progress=stop)
        assert results.asked == 10**7 > len(results.games)
        assert tracemalloc.get_traced_memory()[1] < 2**26
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_what_was_played(jobs: int) -> None:
    done: list[int] = []

    def stop(count: int) -> None:
        done.append(count)
        if len(done) == 1:
            raise KeyboardInterrupt

    results = simulate("festival", games=100_000, seats=4, jobs=jobs, seed=1, progress=stop)
    assert not results.complete
    assert 0 < len(results.games) < 100_000
    assert results.summary().games == len(results.games) == done[-1]


def test_summary_adds_up() -> None:
    results = simulate("festival", games=40, bots=["greedy", "greedy", "random", "random"], seed=6)
    summary = results.summary()
    assert sum(line.share.mean for line in summary.seats) == pytest.approx(1)
    assert sum(line.share.mean * line.seats for line in summary.bots) == pytest.approx(1)
    assert summary.bots[0].bot == "greedy"
    for line in (*summary.seats, *summary.bots):
        assert 0 <= line.share.low <= line.share.mean <= line.share.high <= 1
        assert line.score.low <= line.score.mean <= line.score.high
    wide, narrow = results.summary(0.99), results.summary(0.8)
    assert wide.decisions.margin > narrow.decisions.margin


def test_csv_and_json_hold_every_match() -> None:
    results = simulate("festival", games=5, seats=4, seed=6)
    rows = list(csv.DictReader(io.StringIO(to_csv(results))))
    assert [int(row["seed"]) for row in rows] == [game.seed for game in results.games]
    assert [int(row["score_3"]) for row in rows] == [game.scores[3] for game in results.games]
    data = json.loads(to_json(results))
    assert [tuple(game["scores"]) for game in data["games"]] == [g.scores for g in results.games]
    assert data["summary"]["seats"][0]["share"]["low"] >= 0
    single = json.loads(to_json(simulate("festival", games=1, seats=4, seed=6)))
    assert single["summary"]["decisions"]["low"] is None


def studied() -> Results:
    """Results as of a game with studies."""
    results = simulate("festival", games=60, bots=["greedy", "random", "random", "random"], seed=8)
    for place, game in enumerate(results.games):
        seats = [
            {
                "cards": {"loot": ["fox", "fox"] if seat in game.winners else ["<owl>"]},
                "points": {"fish": 5 if seat in game.winners else 2},
            }
            for seat in range(4)
        ]
        results.games[place] = game._replace(study={"rounds": 3 + place % 2, "seats": seats})
    return results


def test_studies_are_counted() -> None:
    results = studied()
    (fox, owl) = card_lines(results)["loot"]
    assert (fox.card, fox.share.mean, fox.picked.mean) == ("fox", 1.0, 0.25)
    assert (owl.card, owl.share.mean, owl.picked.mean) == ("<owl>", 0.0, 0.75)
    (fish,) = points_lines(results)
    assert (fish.what, fish.winners.mean, fish.others.mean) == ("fish", 5, 2)
    assert sorted(set(rounds(results))) == [3, 4]


def test_the_lead_is_followed_from_round_to_round() -> None:
    results = simulate("comforts", games=2, seats=2, seed=3)
    for game in results.games:
        assert len(game.course) == game.study["rounds"]  # type: ignore[index]
        assert game.course[-1] == game.scores
    one, other = (game._replace(winners=(0,)) for game in results.games)
    results.games = [
        one._replace(course=((1, 0), (2, 2), (2, 3), (4, 3))),
        other._replace(course=((0, 1), (5, 2))),
    ]
    lines = [(line.round, line.won.mean, line.size) for line in lead_lines(results)]
    assert lines == [(1, 0.5, 2), (2, 0.5, 1), (3, 0.0, 1)]
    changes = lead_changes(results)
    assert changes is not None
    assert changes.mean == 1  # to share a lead is no change

    results.games = [game._replace(course=()) for game in results.games]
    assert lead_lines(results) == []
    assert lead_changes(results) is None


@pytest.mark.parametrize(("language", "hundred"), [("en", "100.0%"), ("pl", "100,0%")])
def test_the_report_stands_alone_and_is_well_formed(language: str, hundred: str) -> None:
    page = report_html(studied(), language)
    for part in ("http:", "https:", "src=", "url(", "nan", "inf"):
        assert part not in page.lower().replace("infinity", "")
    body = page[page.index("<main>") : page.index("</main>") + len("</main>")]
    tree = ET.fromstring(body)
    plots = tree.findall(".//svg")
    narrow = [plot for plot in plots if plot.get("class") == "narrow"]
    assert len(plots) - len(narrow) == 9 and narrow, "and those with panels for a phone too"
    assert all(plot.get("viewBox", "").startswith("0 0 320 ") for plot in narrow)
    titles = [title.text or "" for title in tree.iter("title")]
    assert any(title.startswith(f"Fox: {hundred} (") for title in titles)
    assert "&lt;owl&gt;" in body


def test_a_report_names_cards_as_the_game_does() -> None:
    results = simulate("purrballs", games=2, seats=3, seed=1)
    page = report_html(results)
    for text in ("Purrballs: Catventure", ">Royal Emblem (level 1, 3+)<", ">Spellcaster<"):
        assert text in page
    assert ">Królewski Emblemat (poziom 1, 3+)<" in report_html(results, "pl")


def test_a_report_of_one_match_or_of_a_game_without_studies_works() -> None:
    page = report_html(simulate("festival", games=1, seats=4, seed=1))
    assert "nan" not in page


def test_every_game_that_studies_keeps_the_form() -> None:
    for name in meowple.game_names():
        if meowple.get_game(name).study is None:
            continue
        results = simulate(name, games=2, seed=1)
        for game in results.games:
            study = game.study
            assert study is not None
            json.dumps(study)
            assert len(study["seats"]) == results.seats
        assert "<svg" in report_html(results)


def test_margins_shrink_with_the_root_of_the_number() -> None:
    small = simulate("festival", games=40, seats=4, seed=1).summary().decisions.margin
    large = simulate("festival", games=640, seats=4, seed=1).summary().decisions.margin
    assert small / large == pytest.approx(math.sqrt(16), rel=0.4)


def test_play_asks_the_bots_until_the_end() -> None:
    match = meowple.new_match("festival", seats=4, seed=7, recording=False)
    decisions = play(match, [get_bot("random", seat) for seat in range(4)])
    assert match.over
    assert decisions > 20


def test_results_are_plain_records() -> None:
    results = simulate("festival", games=2, seats=4, seed=1)
    assert dataclasses.asdict(results)["seed"] == 1


@pytest.mark.parametrize("confidence", [0, 1, -1, 2, math.nan])
def test_a_confidence_lies_between_0_and_1(confidence: float) -> None:
    results = simulate("festival", games=1, seed=1)
    with pytest.raises(ValueError, match="a confidence lies between 0 and 1"):
        results.summary(confidence)


def test_a_report_on_nothing_is_refused() -> None:
    results = simulate("festival", games=1, seed=1)
    results.games.clear()  # Ctrl-C came before the first match was over
    with pytest.raises(ValueError, match="at least one match"):
        report_html(results)
