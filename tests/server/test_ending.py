"""The end of a match: its figures in every game, its chart, the next rules, the film, and that nothing shows before."""

from __future__ import annotations

import html
import random
import re
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from meowple.bots.advice import chances
from meowple.core.film import Film, turning_point
from meowple.core.language import texts
from meowple.core.match import Match, _film, load_match, new_match, replay
from meowple.core.registry import get_game
from meowple.core.words import Line, Stage, Words
from meowple.server.html import charts
from meowple.server.shown import chance
from meowple.server.tables.store import Row
from meowple.server.tables.table import Table

from .playing import Browser, Server, wait_for

GAMES = ("catvale", "comforts", "festival", "purrballs")
TARGET = {"festival": {"option-target": "1"}}
"""Options for a short match."""

NAMES = ("Ala", "Ola", "Ela", "Iza", "Ewa", "Una")


def played(game: str, seats: int, seed: int, **options: Any) -> Match:
    """A match that is over, played at random."""
    match = new_match(game, seats=seats, seed=seed, options=options)
    dice = random.Random(seed)
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, dice.choice(match.actions(seat)))
    return match


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_the_sources_make_up_the_total(game: str, seed: int, language: str) -> None:
    chosen = get_game(game)
    seats = chosen.seat_counts[(seed + 1) % len(chosen.seat_counts)]
    options = {
        option.name: option.ladder[seed % len(option.ladder)]
        for option in chosen.options
        if option.ladder
    }
    match = played(game, seats, seed, **options)
    words = match.game.in_words(language)
    for viewer in (None, 0, seats - 1):
        view = match.view(viewer)
        told = words.ending(view, match.events(viewer), words.people(viewer, NAMES[:seats]))
        assert told.sources
        for seat in range(seats):
            assert sum(source.points[seat] for source in told.sources) == match.scores[seat]
        assert [seat for seat in range(seats) if told.places[seat] == 1] == list(match.winners)
        best = sorted(range(seats), key=lambda seat: told.places[seat])
        totals = [match.scores[seat] for seat in best]
        assert totals == sorted(totals, reverse=True)
        if told.course:
            assert told.course_title
            assert list(told.course[-1].points) == list(match.scores)
            assert len(told.course) > 2
        assert all((told.title, told.unit, told.hands))


@pytest.mark.parametrize(("game", "stages"), [("comforts", 10), ("catvale", 7)])
def test_the_course_has_every_part_of_the_match(game: str, stages: int) -> None:
    match = played(game, 3, 5)
    words = match.game.in_words("en")
    course = words.ending(match.view(None), match.events(), words.people(None, NAMES[:3])).course
    rounds = match.study()["rounds"]  # type: ignore[index]
    assert len(course) == (rounds + 1 if game == "catvale" else stages)
    assert [stage.name for stage in course[:2]] == ["Start", f"{course[1].name.split()[0]} 1"]


@pytest.mark.parametrize("game", ["comforts", "catvale"])
def test_events_that_told_no_points_give_no_course(game: str) -> None:
    match = played(game, 2, 6)
    words = match.game.in_words("en")
    old = [
        event._replace(
            data={k: v for k, v in event.data.items() if k not in ("points", "prestige")}
        )
        for event in match.events()
    ]
    told = words.ending(match.view(0), old, words.people(0, NAMES[:2]))
    assert list(told.course) == []
    assert sum(source.points[0] for source in told.sources) == match.scores[0]


def test_a_game_that_says_nothing_has_an_ending_all_the_same() -> None:
    match = played("festival", 4, 7)
    words = match.game.in_words("pl")
    told = Words.ending(words, match.view(1), (), words.people(1, NAMES[:4]))
    assert told.unit == "Punkty"
    assert not told.sources
    assert [place == 1 for place in told.places] == [seat in match.winners for seat in range(4)]


# -- the chart --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_lines_stay_in_their_field_and_heads_apart(seed: int) -> None:
    dice = random.Random(seed)
    seats = dice.randint(1, 6)
    least, most = dice.choice([(0, 3), (0, 90), (-20, 7), (-5, 0), (0, 0)])
    points = [[dice.randint(least, most) for _ in range(seats)] for _ in range(dice.randint(2, 12))]
    chart = charts.lines(points)
    assert chart is not None
    assert len(chart["lines"]) == seats and len(chart["across"]) == len(points)
    assert len(chart["rows"]) <= 5
    numbers = [float(n) for line in chart["lines"] for n in re.findall(r"-?[\d.]+", line["path"])]
    assert all(charts.LEFT <= x <= charts.RIGHT for x in numbers[::2])
    assert all(charts.TOP <= y <= charts.BASE for y in numbers[1::2])
    heads = sorted(line["head"] for line in chart["lines"])
    assert all(b - a >= charts.APART - 0.2 for a, b in pairwise(heads))
    assert heads[-1] <= charts.HIGH
    by_points = sorted(range(seats), key=lambda seat: -points[-1][seat])
    by_head = sorted(range(seats), key=lambda seat: chart["lines"][seat]["head"])
    assert [points[-1][seat] for seat in by_head] == [points[-1][seat] for seat in by_points]


def test_no_chart_of_a_single_moment() -> None:
    assert charts.lines([]) is None
    assert charts.lines([[1, 2]]) is None
    assert Stage("Start", "", [0]).picture == ""


# -- on line ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(Path(tmp_path_factory.mktemp("ending")) / "tables.db")
    yield one
    one.stop()


def finish(server: Server, ann: Browser, path: str, seed: int) -> Match:
    """Play Ann's table to its end by forms, at random."""
    dice = random.Random(seed)
    name = path.rpartition("/")[2]

    def ours() -> bool:
        match = server.house.tables.get(name).match
        return match is not None and (match.over or 0 in match.to_act)

    wait_for(ours)
    while not (match := server.house.tables.get(name).match).over:  # type: ignore[union-attr]
        assert match is not None
        assert ann.act(path, dice.choice(match.actions(0)).key).status_code == 303
        wait_for(ours)
    return match


def to_the_end(server: Server, path: str, seed: int) -> Match:
    """Play a table to its end at once, at random."""
    name, dice = path.rpartition("/")[2], random.Random(seed)

    def decide(table: Table) -> list[Row]:
        assert table.match is not None
        match, rows = table.match.fork(), []
        while not match.over:
            seat = match.to_act[0]
            action = dice.choice(match.actions(seat))
            match.act(seat, action)
            rows.append(Row("act", seat, f"seat:{seat}", {"action": action.key}))
        return rows

    match = server.house.tables.do(name, decide).match
    assert match is not None and match.over
    return match


def test_the_end_is_seen_by_all_and_by_nobody_before_it(server: Server) -> None:
    ann, eve = Browser(server.url, "Ann"), Browser(server.url, "Eve")
    short = {"option-length": "short"}
    path = ann.create("random", "random", game="comforts", listed="1", **short)
    assert 'id="region-ending" hidden' in ann.page(path)
    assert ann.get(f"{path}/film").status_code == 409
    match = finish(server, ann, path, 1)
    mine, other = ann.page(path), eve.page(path)
    for page in (mine, other):
        assert page.count('<li class="step') == 3
        for seat in range(3):
            hand = match.view(seat)["table"]["hand"]
            words = match.game.in_words("en")
            for held in hand:
                assert f'aria-label="{words.card(held["card"])}, ' in page
    assert 'form="rematch"' in mine.split('class="enddock"')[1].split("</nav>")[0]
    assert "rematch" not in other.split('class="enddock"')[1].split("</nav>")[0]
    assert "wins the match" in other or "share the victory" in other
    ann.close()
    eve.close()


def test_the_film_is_the_whole_match(server: Server) -> None:
    ann = Browser(server.url, "Ann")
    path = ann.create("random", "random", **{"option-target": "1"})
    match = finish(server, ann, path, 2)
    answer = ann.get(f"{path}/film")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    film = load_match(answer.text)
    assert film.over and film.scores == match.scores and film.events() == match.events()
    ann.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_film_goes_step_by_step_in_a_browser(server: Server, game: str) -> None:
    ann, eve = Browser(server.url, "Ann"), Browser(server.url, "Eve")
    path = ann.create("random", "random", game=game, listed="1", **TARGET.get(game, {}))
    for page in ("watch", "turning"):
        assert ann.get(f"{path}/{page}").status_code == 409
    end = to_the_end(server, path, 7)
    moments = [moment.fork() for moment in replay(end.save(whole=True))]
    last = len(moments) - 1
    first = ann.page(f"{path}/watch")
    assert f'max="{last}" value="0"' in first
    assert 'name="action"' not in first and 'form="acts"' not in first
    for step, eyes in ((0, 0), (1, 1), (last // 2, 0), (last - 1, 1)):
        page = ann.page(f"{path}/watch?step={step}&eyes={eyes}")
        assert f'value="{step}"' in page
        names = [seat.name for seat in server.house.tables.get(path.rpartition("/")[2]).seats]
        *_, newest = moments[step].log_lines(eyes, "en", names) or [Line("")]
        assert newest.plain in html.unescape(re.sub(r"<[^>]+>", "", page))
        assert len(re.findall(r'class="log__entry', page)) <= 80
    assert ann.page(f"{path}/watch?step=999999") == ann.page(f"{path}/watch?step={last}")
    for strange in ("step=-1", "step=x", "eyes=99", "eyes=x", "step=²"):
        assert ann.get(f"{path}/watch?{strange}").status_code == 200
    assert eve.get(f"{path}/watch?eyes=-").status_code == 200
    assert "turnpt" in ann.page(f"{path}/turning")
    ann.close()
    eve.close()


def test_the_turning_point_is_where_the_winner_came_to_the_front_for_good() -> None:
    for seed in range(6):
        match = played("purrballs", 3, seed)
        found = turning_point(match.save(whole=True))
        assert (found is None) == (len(match.winners) > 1)
        if found is None:
            continue
        assert [found.seat] == list(match.winners)
        assert all(lead >= 0 for lead in found.leads[found.step :])
        assert found.step == 0 or found.leads[found.step - 1] < 0
        others = [points for seat, points in enumerate(match.scores) if seat != found.seat]
        assert found.leads[-1] == match.scores[found.seat] - max(others)
    assert turning_point(played("comforts", 1, 1).save(whole=True)) is None


def test_a_film_goes_to_any_step_from_one_nearby(monkeypatch: pytest.MonkeyPatch) -> None:
    save = played("festival", 3, 5).save(whole=True)
    moments = [(moment.save(), len(moment.told)) for moment in replay(save)]
    film = Film(save)
    assert film.last == len(moments) - 1 > 40
    steps = 0

    def counted(match: Match, some: list[Any]) -> Iterator[Match]:
        nonlocal steps
        steps += len(some)
        return walk(match, some)

    walk = _film
    monkeypatch.setattr("meowple.core.film._film", counted)
    for step in random.Random(1).sample(range(len(moments)), len(moments)):
        match = film.at(step)
        assert (match.save(), len(match.told)) == moments[step]
        if match.to_act:  # it is one's own: the film stays as it is
            match.act(match.to_act[0], match.actions(match.to_act[0])[0])
    most = steps
    for step in reversed(range(len(moments))):
        film.at(step)
    assert steps - most <= len(moments) * 20, "it goes from the nearest moment that is kept"


def test_two_who_ask_at_once_have_the_turning_point_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    film, calls, both = Film(played("purrballs", 3, 0).save(whole=True)), [], threading.Event()

    def slowly(save: str) -> object:
        calls.append(save)
        both.wait(0.3)  # another who came meanwhile would come in here too
        return turning_point(save)

    monkeypatch.setattr("meowple.core.film.turning_point", slowly)
    found: list[object] = []
    asking = [threading.Thread(target=lambda: found.append(film.turning_point)) for _ in range(4)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()
    assert len(calls) == 1 and len(found) == 4
    assert found[0] is not None and all(one is found[0] for one in found)


def test_in_a_game_that_the_least_points_win_nothing_is_said_of_a_turning_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    save = played("purrballs", 3, 0).save(whole=True)
    moments = [
        SimpleNamespace(scores=[0, 0], winners=[]),
        SimpleNamespace(scores=[2, 5], winners=[0]),
    ]
    monkeypatch.setattr("meowple.core.film.replay", lambda _: iter(moments))
    assert turning_point(save) is None
    moments[1].winners = [1]
    assert turning_point(save) == (0, 1, [0, 3])


def test_a_spark_has_its_mark_on_its_line() -> None:
    for count, at in ((2, 0), (5, 4), (3_000, 1_234)):
        values = [(7 * i) % 11 - 5 for i in range(count)]
        drawn = charts.spark(values, at)
        assert f"{drawn['x']} {drawn['y']}" in drawn["path"]
        assert drawn["path"].count("L") < 242


def test_the_same_people_go_on_with_the_next_rules(server: Server) -> None:
    ann = Browser(server.url, "Ann")
    path = ann.create("random", "random", **{"option-target": "1"})
    finish(server, ann, path, 3)
    assert 'name="rules" value="next"' in ann.page(path)
    assert ann.post(f"{path}/rematch", rules="harder").status_code == 422
    new = ann.post(f"{path}/rematch", rules="next").headers["location"]
    table = server.house.tables.get(new.rpartition("/")[2])
    assert table.head.options == {
        **server.house.tables.get(path.rpartition("/")[2]).head.options,
        "rules": "experienced",
    }
    assert table.seats[0].name == "Ann"
    assert ann.post(f"{path}/rematch").headers["location"] == new  # one table for all
    ann.close()


def dock(page: str) -> str:
    """What stands below the end."""
    return page.split('class="enddock"')[1].split("</nav>")[0]


def test_all_see_who_wants_another_match(server: Server) -> None:
    ann, ben, eve = (Browser(server.url, name) for name in ("Ann", "Ben", "Eve"))
    path = ann.create("open", "open", listed="1", **{"option-target": "1"})
    ben.post(f"{path}/join", name="Ben", seat="1")
    eve.post(f"{path}/join", name="Eve", seat="2")
    ann.post(f"{path}/start")
    to_the_end(server, path, 3)
    assert "want" not in dock(ann.page(path))
    new = ben.post(f"{path}/rematch").headers["location"]
    seen = dock(ann.page(path))
    assert ">Ben</b> wants another match" in seen
    assert 'form="rematch"' in seen and new not in seen, "who wants it too sits down there at once"
    assert "want" not in dock(ben.page(path)) and f'href="{new}"' in dock(ben.page(path))
    assert ann.post(f"{path}/rematch").headers["location"] == new
    assert ann.post(f"{path}/rematch").headers["location"] == new
    seen = dock(eve.page(path))
    assert seen.index(">Ann</b> and ") < seen.index(">Ben</b> want another match")
    table = server.house.tables.get(new.rpartition("/")[2])
    assert [seat.name for seat in table.seats][:2] == ["Ann", "Ben"]
    for each in (ann, ben, eve):
        each.close()


@pytest.mark.parametrize("listed", ["1", ""])
def test_a_result_is_shared_with_the_film_where_all_may_see_it(server: Server, listed: str) -> None:
    ann, eve = Browser(server.url, "Ann"), Browser(server.url, "Eve")
    path = ann.create("random", "random", listed=listed, **{"option-target": "1"})
    match = finish(server, ann, path, 5)
    [result] = re.findall(r'id="result" value="([^"]*)"', ann.page(path))
    assert f"Ann {texts('en').number(match.scores[0])}" in result
    assert ("/watch" in result) == bool(listed)
    assert eve.get(f"{path}/watch").status_code == (200 if listed else 404)
    for each in (ann, eve):
        each.close()


def test_the_chance_to_win_is_told_at_the_turning_point(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Browser(server.url, "Ann")
    for seed in range(40):  # until somebody has been behind and wins alone
        path = ann.create("random", "random", **{"option-target": "10"})
        match = to_the_end(server, path, seed)
        found = turning_point(match.save(whole=True))
        if found is not None and found.step:
            break
    assert found is not None and found.step
    page = ann.page(f"{path}/turning")
    [[before, after]] = re.findall(
        r'Chance to win before it: <b class="num">([^<]+)</b>, after it: <b class="num">([^<]+)</b>',
        page,
    )
    assert ann.page(f"{path}/turning") == page, "it is worked out once"
    told = server.house.bots._foretold
    film = Film(match.save(whole=True))
    for step, said in ((found.step - 1, before), (found.step, after)):
        here = film.at(step)
        part = told[path.rpartition("/")[2], step][found.seat]
        assert chance(part, "en") == said
        again = here.returns() if here.over else chances(here, None, 1, 60)
        assert abs(again[found.seat] - part) < 0.3
    server.house.bots._foretold.clear()

    def fail(*_: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr("meowple.server.bots.foretold", fail)
    assert "Chance to win" not in ann.page(f"{path}/turning")
    assert 'class="panel turnpt"' in ann.page(f"{path}/turning")
    ann.close()


def test_there_is_nothing_beyond_the_last_rules(server: Server) -> None:
    ann = Browser(server.url, "Ann")
    path = ann.create("random", "random", **{"option-target": "1", "option-rules": "advanced"})
    finish(server, ann, path, 4)
    assert 'value="next"' not in ann.page(path)
    assert ann.post(f"{path}/rematch", rules="next").status_code == 409
    assert ann.post(f"{path}/rematch").status_code == 303
    ann.close()


def test_the_ladder_of_each_game() -> None:
    festival = get_game("festival")
    options = festival.check_options({"target": 20})
    steps = [options["rules"]]
    while (more := festival.next_options(options)) is not None:
        assert {**more, "rules": ""} == {**options, "rules": ""}
        options = more
        steps.append(options["rules"])
    assert steps == ["basic", "experienced", "advanced"]
    for game in GAMES:
        for option in get_game(game).options:
            assert set(option.ladder) <= set(option.choices)
