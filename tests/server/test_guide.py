"""How to play each game, and its rules: short, true to their numbers, found by words."""

from __future__ import annotations

import re
from itertools import product

import pytest
from tests.server.playing import shared_renderer

from meowple.bots import about
from meowple.core.language import LANGUAGES
from meowple.core.registry import game_folder, get_game
from meowple.core.search import find
from meowple.server.html.rulebook import PARTS, chapters, search
from tools.lengths import decisions

GAMES = ("catvale", "comforts", "festival", "purrballs")
BOTH = list(product(GAMES, LANGUAGES))


def page(game: str, language: str, query: str = "") -> str:
    return shared_renderer().page(
        "rules.html", language, **shared_renderer().guide(game, language, query)
    )


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_a_game_is_learned_in_a_few_minutes(game: str, language: str) -> None:
    lesson = shared_renderer().lesson(game, language)
    assert {part.id for part in lesson.parts} == set(PARTS), "goal, table, turn, example, end, tips"
    assert 3 <= lesson.minutes <= 5
    assert lesson.one and lesson.glance
    assert all(part.title and part.html for part in lesson.parts)


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_what_is_told_names_rules_that_there_are(game: str, language: str) -> None:
    shown = page(game, language)
    ids = set(re.findall(r'<li id="([A-Z]+(?:-[A-Z]+)+-\d+[a-z]?)"', shown))
    assert len(ids) > 100
    parts = "".join(part.html for part in shared_renderer().lesson(game, language).parts)
    named = set(re.findall(r'class="ruleid" href="#([^"]+)"', parts))
    assert len(named) > 20 and named <= ids


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_the_rules_are_folded_and_their_sources_come_last(game: str, language: str) -> None:
    shown = page(game, language)
    folded = re.findall(r'<details class="chapter" id="([^"]+)"( open)?', shown)
    assert len(folded) > 10 and not any(opened for _, opened in folded)
    assert folded[-1][0] == "about"
    assert shown.index('id="how-goal"') < shown.index("<details")
    assert len(set(re.findall(r'\bid="([^"]+)"', shown))) == shown.count(' id="')


@pytest.mark.parametrize(
    ("language", "query", "has", "lacks"),
    [
        ("en", "crow nearest", "FTC-CROW-3", "FTC-CROW-1"),
        ("en", "FTC-CROW-1", "FTC-CROW-1", "FTC-CROW-2"),
        ("pl", "kruk najbliższy", "FTC-CROW-3", "FTC-CROW-5"),
    ],
)
def test_rules_are_found_by_words(language: str, query: str, has: str, lacks: str) -> None:
    shown = page("festival", language, query)
    assert f'id="{has}"' in shown and f'id="{lacks}"' not in shown
    assert "-" in query or "<mark>" in shown, "words are marked, numbers of rules stand before them"
    assert 'id="how-goal"' not in shown
    assert all(
        opened for opened in re.findall(r'<details class="chapter" id="[^"]+"( open)?', shown)
    )


def test_nothing_found_is_said_and_what_was_typed_is_shown_as_text() -> None:
    shown = page("festival", "en", '<b id="x">')
    assert '<b id="x">' not in shown and "Nothing has" in shown and "<details" not in shown


def test_whole_words_go_before_parts_of_words() -> None:
    texts = ["A crow swaps.", "They crowd in.", "Nothing"]
    assert find(texts, ["crow"]) == [0]
    assert find(texts, ["cro"]) == [0, 1]
    assert find(texts, ["row"]) == [0, 1]
    assert find(texts, ["swap", "crow"]) == [0]
    assert find(texts, ["owl"]) == []


def test_words_are_marked_in_the_text_only() -> None:
    (chapter,) = search(chapters("## A\n\n- `AB-CODE-1` Code of `AB-CODE-1`, *code*.\n"), "code")
    (entry,) = chapter.entries
    assert entry.html.count("<mark>") == 3 and 'href="#AB-CODE-1"' in entry.html


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_no_rule_is_lost(game: str, language: str) -> None:
    name = "rules.md" if language == "en" else f"rules.{language}.md"
    text = (game_folder(game) / name).read_text("utf-8")
    written = re.findall(r"^- `([A-Z]+(?:-[A-Z]+)+-\d+[a-z]?)`", text, re.MULTILINE)
    shown = [entry.id for chapter in chapters(text) for entry in chapter.entries if entry.id]
    assert shown == written


@pytest.mark.parametrize("game", GAMES)
def test_matches_are_as_long_as_the_lobby_takes_them_to_be(game: str) -> None:
    rules = get_game(game)
    assert rules.decisions is not None
    short, long = rules.decisions
    seats = next(seats for seats in rules.seat_counts if seats > 1)
    counted = decisions(game, seats, seed=1)
    assert 0.6 * short < counted < 1.2 * long
    assert rules.minutes is not None
    assert rules.minutes[0] <= short * rules.pace / 60 + 2.5


def test_the_lobby_says_how_long_a_game_takes_and_how_bots_play() -> None:
    lobby = {"own_tables": [], "open_tables": [], "chosen": "purrballs"}
    for language in LANGUAGES:
        shown = shared_renderer().page("home.html", language, **lobby)
        for game in GAMES:
            least, most = get_game(game).minutes or (0, 0)
            assert 0 < least < most and f"{least}–{most} min" in shown
        for bot in ("greedy", "random"):
            assert about(bot, language).text in shown
        assert re.findall(r'name="pick" value="(\w+)" autocomplete="off" checked', shown) == [
            "purrballs"
        ]
        comforts = shown.partition('<form class="panel setup" data-game="comforts"')[2].partition(
            "</form>"
        )[0]
        assert all(f"#{head}" in comforts for head in ("fe-rabbit-face", "fe-raccoon", "fe-fox"))


LONGEST = 135
"""Letters of a sentence of the ribbon: three lines of it on a phone."""


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_each_question_is_explained_when_it_first_comes(game: str, language: str) -> None:
    rules = get_game(game)
    words = rules.in_words(language)
    assert set(words.asked) == {kind.name for kind in rules.questions}
    told = [words.first(kind) for kind in words.asked]
    assert all(20 < len(text) <= LONGEST for text in told)
    assert len(set(told)) == len(told)
    assert words.first("nothing") == ""


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_each_area_that_is_explained_has_its_sign_on_the_table(game: str, language: str) -> None:
    words = get_game(game).in_words(language)
    folder = game_folder(game) / "table" / "templates"
    signs = {
        name
        for file in folder.rglob("*.html")
        for name in re.findall(r"\{\{ what\('(\w+)'\) \}\}", file.read_text("utf-8"))
    }
    assert set(words.areas) == signs
    for name in words.areas:
        area = words.area_told(name)
        assert area and area.title and len(area.text) <= LONGEST
    assert words.area_told("nowhere") is None
