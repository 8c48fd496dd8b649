"""Corrected card files: what is wrong in one is told with its line, a right one is played with."""

from __future__ import annotations

import dataclasses
import re
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from comforts.table import BOX, do, kind, lay
from meowple.core.chance import FastChance
from meowple.core.errors import BadData
from meowple.core.game import Game
from meowple.core.match import Match
from meowple.games.comforts import build, check_deck
from meowple.games.comforts.pieces.box import DATA, Box
from meowple.games.comforts.positions import load
from meowple.games.comforts.rules.verbs import VERBS

FILES = sorted(path.name for path in DATA.glob("*.toml"))


def changed(folder: Path, name: str, old: str, new: str, count: int = 1) -> Path:
    """A copy of one of our files with something changed in it."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    path = folder / name
    path.write_text(text.replace(old, new, count), encoding="utf-8")
    return path


def box_of(game: Game[Any]) -> Box:
    box: Box = game.in_words("en").box  # type: ignore[attr-defined]
    return box


def line_of(path: Path, text: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize("name", FILES)
def test_our_own_files_are_right_wherever_they_lie(name: str, tmp_path: Path) -> None:
    assert check_deck(DATA / name) == []
    assert check_deck(Path(shutil.copy(DATA / name, tmp_path / name))) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "card", "reason"),
    [
        ("comforts.toml", 'type = "outdoor"', 'type = "outside"', "snowshoes", "must be one of"),
        ("comforts.toml", "points = 7", "points = -7", "board-game", "whole number from 0"),
        ("comforts.toml", "{ wood = 1, yarn = 2 }", "{ wod = 1 }", "snowshoes", "'wod'"),
        ("comforts.toml", "{ fruit = 3 }", "{ fruit = 0 }", "preserves", "from 1 to 99"),
        ("comforts.toml", "{ fruit = 3 }", "{}", "preserves", "must not be empty"),
        ("comforts.toml", '"bonus_if_owned"', '"bonus_if_made"', "preserves", "unknown here"),
        ("comforts.toml", 'card = "pantry"', 'card = "larder"', "preserves", "must be one of"),
        ("comforts.toml", 'id = "muffler"', 'id = "socks"', "socks", "already taken"),
        ("comforts.toml", 'id = "muffler"', 'id = "Muffler!"', "Muffler!", "small letters"),
        ("comforts.toml", 'stores = ["coin"]', 'stores = ["book"]', "piggy-bank", "exactly the"),
        ("comforts.toml", "points = 6", "points = 6\npints = 6", "snowshoes", "not a field"),
        ("comforts.toml", 'name = "Muffler"\n', "", "muffler", "name is missing"),
        ("comforts.toml", 'name = "Muffler"\n', 'name = "Muffler"\nname_pl = "Szalik"\n', "muffler", "not a field"),
        ("improvements.toml", "owner_may_use = false", 'owner_may_use = "no"', "guest-cottage", "true or false"),
        ("improvements.toml", "by = [1, 2]", "by = [0]", "umbrella", "other than 0"),
        ("improvements.toml", "estate = true", "estate = false", "orchard", "effect 'estate' only"),
        ("improvements.toml", 'lasts = "month"', 'lasts = "turn"', "weathervane", "nothing else"),
        ("travelers.toml", "faces = [5, 6]", "faces = [5]", "canada-lynx", "6 has no profit"),
        ("travelers.toml", "faces = [5, 6]", "faces = [4, 5, 6]", "canada-lynx", "two profits"),
        ("travelers.toml", 'timing = "immediate"', 'timing = "all_month"', "canada-lynx", "timing"),
        ("travelers.toml", "less = { wood = 1 }", "less = {}", "pileated-woodpecker", "must hold a token"),
        ("travelers.toml", "times = 4", "times = 0", "canada-lynx", "from 1 to 9"),
        ("forest.toml", 'kind = "value_max"', 'kind = "value_top"', "forest-spring-1", "one of"),
        ("forest.toml", 'season = "spring"', 'season = "winter"', "forest-spring-1", "one of"),
        ("forest.toml", 'season = "spring"', 'season = "summer"', "deck", "3 cards of spring"),
        ("meadow.toml", "values = [1, 2]", "values = [1]", "meadow-spring-2", "as many faces"),
        ("meadow.toml", "dice = 2, value = 7", "dice = 2, value = 13", "meadow-spring-1", "no dice"),
        ("river.toml", "b = [2, 3]", "b = [2, 4]", "1", "every value"),
        ("river.toml", "next = 6", "next = 7", "1", "not there"),
        ("board.toml", "cottage_points = [1, 2, 4, 1]", "cottage_points = []", "home", "1 to 4 cottage"),
        ("board.toml", "keep_at_start = 2", "keep_at_start = 3", "hand", "put away"),
        ("setup.toml", "spring = 3", "spring = 4", "normal", "from 1 to 3"),
        ("setup.toml", "from = 4", "from = 5", "2", "from must be 4"),
        ("supply.toml", 'id = "yarn"', 'id = "thread"', "token", "the ids must be"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_card_and_line(
    name: str, old: str, new: str, card: str, reason: str, tmp_path: Path
) -> None:
    path = changed(tmp_path, name, old, new)
    problems = check_deck(path)
    found = [p for p in problems if p.card == card and reason in p.reason]
    assert found, problems
    assert found[0].line > 0
    with pytest.raises(BadData, match=re.escape(name)):
        build(tmp_path)


def test_the_line_is_that_of_the_field(tmp_path: Path) -> None:
    path = changed(
        tmp_path, "comforts.toml", "cost = { yarn = 2, fruit = 1 }", "cost = { silk = 2 }"
    )
    problems = check_deck(path)
    assert [p.line for p in problems if "silk" in p.reason] == [line_of(path, "silk")]
    assert str(problems[0]).startswith(f"line {line_of(path, 'silk')}: socks: ")
    path = changed(tmp_path, "travelers.toml", "get = { book = 1 }", "get = { bok = 1 }", 1)
    assert [p.line for p in check_deck(path)] == [line_of(path, "bok")]


def test_files_that_are_no_card_files(tmp_path: Path) -> None:
    broken = tmp_path / "comforts.toml"
    broken.write_text("[deck]\nid = \n")
    assert check_deck(broken)[0].line == 2
    broken.write_bytes(b"\xff\xfe")
    assert "UTF-8" in check_deck(broken)[0].reason
    assert "cannot be read" in check_deck(tmp_path / "no.toml")[0].reason
    other = tmp_path / "other.toml"
    other.write_text("x = 1\n")
    assert "none of this game's card files" in check_deck(other)[0].reason
    empty = tmp_path / "forest.toml"
    empty.write_text("")
    assert check_deck(empty)


def test_a_file_must_fit_the_others(tmp_path: Path) -> None:
    # The Bookshelf's books would mix with those that the Recipe Book lays on food.
    shelf = 'points = 6\ntype = "{}"\ncost = {{ wood = 2, book = 2 }}'
    path = changed(tmp_path, "comforts.toml", shelf.format(""), shelf.format("food"))
    assert "improvements.toml" in check_deck(path)[0].reason
    with pytest.raises(BadData, match=r"improvements\.toml"):
        build(tmp_path)


def test_corrected_cards_are_played_with(tmp_path: Path) -> None:
    changed(tmp_path, "comforts.toml", "cost = { fruit = 3 }", "cost = { wood = 1, any = 1 }")
    changed(tmp_path, "improvements.toml", "by = [1, 2]", "by = [-2, 3]")
    changed(
        tmp_path, "board.toml", "cottage_points = [1, 2, 4, 1]", "cottage_points = [5, 2, 4, 1]"
    )
    changed(tmp_path, "travelers.toml", "extra = 2", "extra = 5")
    changed(tmp_path, "river.toml", "gain = { stone = 2 }", "gain = { stone = 3 }")
    assert all(check_deck(path) == [] for path in tmp_path.iterdir())
    game = build(tmp_path)
    rng = Random(3)
    for seats in (1, 4):
        options = game.check_options()
        match = Match(game, game.setup(seats, options, FastChance(seats)))
        while not match.over:
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(match.actions(seat)))
        match.view_json(0)
        assert match.log(0, "pl")
    box = box_of(game)
    assert box.comforts[2].cost.json == {"wood": 1, "any": 1}
    s = load(box, 4, options, match.position()["state"], FastChance(1))
    assert s.box is box and s.box.board.cottages[0] == 5
    ours = box_of(build())
    assert ours.comforts[2].cost.json == {"fruit": 3}


def test_the_rules_ask_the_cards_not_what_ours_say(tmp_path: Path) -> None:
    changed(
        tmp_path, "travelers.toml", 'after = ["nest-left", "nest-right"]', 'after = ["nest-left"]'
    )
    changed(tmp_path, "board.toml", f"\nlimit = {BOX.board.hand}\n", "\nlimit = 1\n")
    game = build(tmp_path)
    placed, hands = {0: ["nest-left", "nest-right"]}, {0: ["soup", "toys"]}
    data = lay(placed=placed, hands=hands, discards=["pie", "lamp"]).state
    match = Match(game, data.copy())
    match.state.box = box_of(game)
    match.state.set_visitor()
    match.state.set_needs()
    match = Match(game, match.state)
    for place, die in (("nest-left", "village-1"), ("nest-right", "family-1")):
        do(match, f"pick:{die}", f"give:{place}")
    do(match, "assigned", "act:nest-right")
    assert kind(match) == "act", "no search on the right"
    do(match, "act:nest-left", "nest:1")
    assert kind(match) == "search"
    do(match, "pass", "end", "discard:soup")
    assert kind(match) == "discard", "no more than one card stays"
    assert match.view(0)["table"]["limits"]["hand"] == 1


def test_a_folder_of_decks_is_taken_whole_or_not_at_all(tmp_path: Path) -> None:
    path = changed(tmp_path, "comforts.toml", "cost = { fruit = 3 }", "cost = { wood = 1 }")
    path.rename(tmp_path / "cheap.toml")
    assert check_deck(tmp_path / "cheap.toml") == []
    box = box_of(build(tmp_path))
    assert box.comforts[2].cost.json == {"wood": 1}, "the deck says which file it is"
    (tmp_path / "strange.toml").write_text("x = 1\n")
    with pytest.raises(BadData, match=r"strange\.toml"):
        build(tmp_path)
    (tmp_path / "strange.toml").unlink()
    changed(tmp_path, "comforts.toml", "points = 7", "points = 8")
    with pytest.raises(BadData, match="already"):
        build(tmp_path)


def test_a_card_may_be_new(tmp_path: Path) -> None:
    text = (DATA / "comforts.toml").read_text(encoding="utf-8")
    text += """
[[card]]
id = "samovar"
name = "Samovar"
count = 3
points = 9
type = "food"
cost = { stone = 1 }
stores = []
effects = [ { verb = "bonus_if_owned", timing = "scoring", card = "pot-of-tea", points = 3 } ]
text = "Pairs with Pot of Tea."
"""
    path = tmp_path / "comforts.toml"
    path.write_text(text, encoding="utf-8")
    assert check_deck(path) == []
    game = build(tmp_path)
    assert game.actions["make:samovar"].value == len(BOX.comforts)
    size = sum(card.count for card in BOX.comforts) + 3
    match = Match(game, game.setup(2, game.check_options(), FastChance(1)))
    assert len(match.state.comforts) == size - 4 - 6
    assert game.in_words("pl").action(game.actions["make:samovar"]) == "Przygotuj: Samovar"
    drawing = game.in_words("pl").drawing("samovar")  # type: ignore[attr-defined]
    assert drawing, "a plain one"


def test_the_readme_of_the_data_tells_of_every_verb_and_its_fields() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| ([^|]*) \| ", (DATA / "README.md").read_text("utf-8"), re.MULTILINE
    )
    told = {(verb, frozenset(re.findall(r"`(\w+)`", fields))) for verb, fields in rows}
    for (deck, name), verb in VERBS.items():
        fields = {field.name for field in dataclasses.fields(verb)} - {"faces"}  # type: ignore[arg-type]
        fields |= {"times_from"} & {f"{field}_from" for field in fields}
        assert (name, frozenset(fields)) in told, (deck, name)


@pytest.mark.parametrize("id", ["[]", "{}", "1", "true", "[[1]]"])
def test_a_deck_whose_id_is_no_text_is_refused(id: str, tmp_path: Path) -> None:
    path = tmp_path / "comforts.toml"
    path.write_text((DATA / path.name).read_text().replace('id = "comforts"', f"id = {id}", 1))
    assert check_deck(path)
    with pytest.raises(BadData, match=r"comforts\.toml"):
        build(tmp_path)


@pytest.mark.parametrize(
    "unfit", ["[/red]", "\\u001B[2J", "two\\nlines", "\\u202Eback", "\\u2066", "x" * 1001]
)
def test_a_name_that_does_more_than_name_is_refused(unfit: str, tmp_path: Path) -> None:
    path = changed(tmp_path, "comforts.toml", 'name = "Snowshoes"', f'name = "{unfit}"')
    (problem,) = check_deck(path)
    assert problem.line == line_of(path, 'name = "' + unfit[:9])
    assert "name " in problem.reason and problem.reason.isascii() and problem.reason.isprintable()
    with pytest.raises(BadData, match="snowshoes"):
        build(tmp_path)


@pytest.mark.parametrize(
    "odd", ["{seat.__class__}", "{} {0} {", "%(x)s %s %", "<b>&amp;</b>", ":smile: **"]
)
def test_a_name_is_a_name_whatever_it_looks_like(odd: str, tmp_path: Path) -> None:
    for name in ("comforts.toml", "improvements.toml", "travelers.toml"):
        text = re.sub(
            r'^name = ".*"$', lambda _: f'name = "{odd}"', (DATA / name).read_text(), flags=re.M
        )
        (tmp_path / name).write_text(text)
    game = build(tmp_path)
    for language in ("en", "pl"):
        labels = [game.in_words(language).action(action) for action in game.actions]
        assert sum(odd in label for label in labels) > 50
        assert not any("<class" in label for label in labels)
