"""What happened, in beats: for every game, every viewer, at every moment of a match."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from meowple.core.events import Event
from meowple.core.registry import games, get_game
from meowple.core.story import Happened
from meowple.core.words import Words
from meowple.server.html.render import Renderer
from meowple.server.shown import BEATS, Viewer, lines, story
from meowple.server.tables.table import Table

from .test_since import NAMES, Evening

STEPS = {"festival": 60, "catvale": 260}
"""How many choices are made; else 160."""


@pytest.fixture(autouse=True)
def no_story_fails(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    yield
    failed = [record for record in caplog.records if record.exc_info]
    assert not failed or request.node.originalname == "test_a_story_that_fails_is_told_plainly"


def told(table: Table, seat: int | None, language: str = "en") -> dict[str, Any]:
    found = story(table, seat, table.log(seat, NAMES, language), NAMES, language)
    assert found is not None
    return found


def play(evening: Evening, chance: Random) -> None:
    match = evening.table.match
    assert match is not None
    seat = chance.choice(list(match.to_act))
    evening.do("act", seat, action=chance.choice(match.actions(seat)).key)


@pytest.mark.parametrize("name", sorted(games()))
def test_every_piece_that_moves_is_drawn(name: str) -> None:
    evening, chance = Evening(name), Random(7)
    renderer = Renderer()
    names: set[str] = set()
    for step in range(STEPS.get(name, 160)):
        if evening.table.over:
            break
        play(evening, chance)
        for seat in (None, 0, 2):
            found = told(evening.table, seat)
            assert len(found["beats"]) <= BEATS
            uptos = [beat["upto"] for beat in found["beats"]]
            assert uptos == sorted(uptos)
            assert uptos[-1:] <= [found["upto"]]
            assert all(beat["parts"] for beat in found["beats"])
            names |= {beat["name"] for beat in found["beats"]}
        if step % 12:
            continue
        person = chance.choice([None, "p0", "p2"])
        viewer = Viewer(person, "", chance.choice(["en", "pl"]), "")
        html = renderer.picture(evening.table, viewer).regions["cast"]
        pieces = renderer.picture(evening.table, viewer).context["story"]["pieces"]
        drawn = [part.split('"')[0] for part in html.split('data-piece="')[1:]]
        assert drawn == pieces
        assert "</span>" in html or not pieces
    assert names, "nothing was told"


@pytest.mark.parametrize("name", sorted(games()))
def test_what_is_told_comes_from_what_the_viewer_knows(name: str) -> None:
    """Whoever cannot tell two matches apart is told the same."""
    evening, chance = Evening(name), Random(3)
    for _ in range(40):
        play(evening, chance)
    table = evening.table
    assert table.match is not None
    for seat in range(3):
        other = table.copy()
        other.match = table.match.imagine(seat, 11)
        assert told(other, seat) == told(table, seat)


def test_a_turn_is_one_line_that_opens() -> None:
    evening, chance = Evening("comforts"), Random(5)
    found: list[Any] = []
    for _ in range(400):
        play(evening, chance)
        found = lines(evening.table.log(1, NAMES, "en").told, 80)
        if sum(len(line["steps"]) > 3 for line in found) > 1:
            break
    turns = [line for line in found if line["steps"]]
    assert len(turns) > 1
    for line in turns:
        assert line["steps"][0]["number"] == line["number"]
        assert line["parts"] in [step["parts"] for step in line["steps"]]
    numbers = [step["number"] for line in found[::-1] for step in (line["steps"] or [line])]
    assert numbers == list(range(numbers[0], numbers[-1] + 1)), "no line is lost"


def test_a_game_of_ones_own_gets_a_sentence_for_each_line() -> None:
    festival = get_game("festival").in_words("en")
    evening, chance = Evening("festival"), Random(1)
    while len(evening.table.log(0, NAMES, "en").told) < 8:
        play(evening, chance)
    log = evening.table.log(0, NAMES, "en")
    beats = Words.story(festival, log.newest(99), festival.people(0, NAMES))
    assert [beat.text for beat in beats] == [
        each.line.text for each in log.told if not each.line.heading
    ]


def test_the_sums_of_a_combat_and_what_a_turn_gave_are_told() -> None:
    words = get_game("catvale").in_words("en")
    people = words.people(0, NAMES)
    events = [
        Event("turn", {"seat": 1}),
        Event("gained", {"seat": 1, "items": {"fish": 2}}),
        Event("gathered", {"seat": 1, "item": "stick", "amount": 1}),
        Event("gained", {"seat": 1, "items": {"fish": 1}}),
        Event("attacked", {"seat": 1, "target": 0, "value": 2}),
        Event("fate", {"attacker": 3, "defender": 1}),
        Event("decided", {"attack": 7, "defence": 5, "winner": 1}),
        Event("turn-ended", {"seat": 1}),
    ]
    happened = [Happened(n, each, words.event(each, people)) for n, each in enumerate(events)]
    beats = words.story(happened, people)
    assert [[move.piece for move in beat.moves] for beat in beats] == [
        ["cat:1"],
        ["fate:3:0", "fate:1:1"],
        ["sum:7:attack-token", "sum:5:defence-token"],
        ["gain:+3:fish", "gain:+1:stick"],
    ]
    assert beats[-1].text == "Ben: this turn gave 3 Fish, 1 Stick."


def moves_of(game: str, viewer: int | None, events: list[Event]) -> list[tuple[str, list[str]]]:
    """The sentences of the beats that these events make, each with what moves."""
    words = get_game(game).in_words("en")
    people = words.people(viewer, NAMES)
    happened = [Happened(n, each, words.event(each, people)) for n, each in enumerate(events)]
    return [
        (beat.text, [move.piece for move in beat.moves]) for beat in words.story(happened, people)
    ]


def test_dice_tumble_and_gear_meets_the_monster() -> None:
    told = moves_of(
        "purrballs",
        0,
        [
            Event("challenged", {"seat": 1, "monster": "orc-magi"}),
            Event("rolled", {"seat": 1, "monster": "orc-magi", "icons": [0], "dice": 2}),
            Event("defeated", {"seat": 1, "monster": "orc-magi", "gear": ["l1-p3-storm-bow"]}),
        ],
    )
    assert [pieces for _, pieces in told] == [
        ["card:orc-magi:0"],
        ["die:claw:1-0", "die:blank:1-1"],
        ["card:l1-p3-storm-bow:0", "card:orc-magi:0"],
    ]


def test_ones_own_turn_needs_no_telling_but_chance_does() -> None:
    events = [
        Event("village", {"seat": 0, "dice": [2, 3, 4, 6]}),
        Event("turn", {"seat": 0}),
        Event("gathered", {"seat": 0, "place": "forest-left", "tokens": {"wood": 2}}),
        Event("gathered", {"seat": 1, "place": "forest-left", "tokens": {"wood": 2}}),
    ]
    told = moves_of("comforts", 0, events)
    assert [pieces for _, pieces in told] == [
        ["die::2:0", "die::3:1", "die::4:2", "die::6:3"],
        ["token:wood:0", "token:wood:1"],
    ]
    assert len(moves_of("comforts", None, events)) == 3


def test_a_crow_swaps_before_lowest_and_highest_are_found() -> None:
    took = [
        ("spring-2", "summer-5", "lowest"),
        ("winter-12", "yorozu-13", "highest"),
        ("fall-8", "fall-8", "kept"),
        ("winter-9", "winter-9", "kept"),
    ]
    told = moves_of(
        "festival",
        0,
        [
            Event("revealed", {"cards": ["yorozu-13", "summer-5", "fall-8", "winter-9"]}),
            Event("void", {"seat": 2, "seasons": ["spring"]}),
            Event("swap", {"seats": [0, 1], "cards": ["yorozu-13", "summer-5"]}),
            *[
                Event("took", {"seat": seat, "card": card, "played": played, "how": how})
                for seat, (card, played, how) in enumerate(took)
            ],
        ],
    )
    says = [text.replace("**", "") for text, _ in told]
    assert says[0] == "All cards turn."
    assert says[1] == "Cid has no more Spring."
    assert says[2].startswith("Crow! ")
    assert says[3] == "Lowest: You. Highest: Ben."
    assert told[2][1] == ["card:yorozu-13", "card:summer-5"]
    assert len(told) == 6


def test_a_story_that_fails_is_told_plainly(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening, chance = Evening("festival"), Random(1)
    for _ in range(6):
        play(evening, chance)
    good = told(evening.table, 0)
    evening.table.stories.clear()
    words = get_game("festival").in_words("en")

    def fail(*_: object) -> None:
        raise AssertionError("a slip of its author")

    monkeypatch.setattr(type(words), "story", fail)
    plain = told(evening.table, 0)
    assert plain["beats"] and not plain["pieces"] and plain["upto"] == good["upto"]
    assert "a slip of its author" in caplog.text
