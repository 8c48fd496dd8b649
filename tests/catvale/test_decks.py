"""Card files of one's own: what is wrong in one is told with its line, a right one is played with."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from meowple import Match
from meowple.core.chance import FastChance
from meowple.core.errors import BadData
from meowple.games.catvale import build, check_deck
from meowple.games.catvale.pieces.box import DATA

FILES = sorted(path.name for path in DATA.glob("*.toml"))


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A copy of one of our files with something changed in it, each thing once."""
    text = (DATA / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def line_of(path: Path, text: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize("name", FILES)
def test_our_own_files_are_right_wherever_they_lie(name: str, tmp_path: Path) -> None:
    assert check_deck(DATA / name) == []
    assert check_deck(Path(shutil.copy(DATA / name, tmp_path / name))) == []


def test_a_deck_may_have_more_cards_than_the_published_game(tmp_path: Path) -> None:
    name = "adventure.toml"
    more = ("count = 1", "count = 2")
    path = changed(tmp_path, name, more)
    wrong = str(check_deck(path)[0])
    held, said = map(int, re.findall(r"(\d+) cards where (\d+)", wrong)[0])
    assert held == said + 1
    assert check_deck(changed(tmp_path, name, more, (f"cards = {said}", f"cards = {held}"))) == []


ZOOMIES = 'effects = [{ do = "gain", item = "movement", amount = 3 }]'
NAP = '{ count = { of = "pride", min = 3 } }'


@pytest.mark.parametrize(
    ("name", "old", "new", "card", "reason"),
    [
        # fields of every card
        ("adventure.toml", 'id = "zoomies"', 'id = "Zoomies!"', "Zoomies!", "small letters"),
        ("adventure.toml", 'id = "zoomies"', 'id = "rummage"', "rummage", "stands in adventure too"),
        ("adventure.toml", 'name = "Zoomies"\n', "", "zoomies", "name is missing"),
        ("adventure.toml", 'name = "Zoomies"\n', 'name = "Z"\n', "zoomies", "name is too short"),
        ("adventure.toml", 'text = "Gain 3 Movement."', 'text = "Gain."', "zoomies", "from 8 to 420"),
        ("adventure.toml", "cards = 1", "cards = 2", "adventure", "cards where 2"),
        ("adventure.toml", 'name = "Zoomies"\n', 'name = "Zoomies"\npints = 6\n', "zoomies", "not a field"),
        ("adventure.toml", 'name = "Zoomies"\n', 'name = "Zoomies"\nhammer = true\n', "zoomies", "no place on such a card"),
        ("adventure.toml", 'name = "Zoomies"\n', 'name = "Zoomies"\ndeck = "junk"\n', "zoomies", "not a field"),
        ("adventure.toml", 'tags = ["shiny"]', "tags = []", "golden-bell", "must not be empty"),
        ("adventure.toml", 'tags = ["shiny"]', 'tags = ["shiney"]', "golden-bell", "'shiney'"),
        ("adventure.toml", "mood = -2", "mood = -9", "mountain-wakes", "from -3 to 3"),
        ("adventure.toml", 'kind = "event"', 'kind = "upgrade"', "secret-tunnel", "kind must be one of"),
        # fields of a kind
        ("adventure.toml", 'activation = "instant"\n', "", "secret-tunnel", "activation is missing"),
        ("adventure.toml", 'activation = "instant"', 'activation = "any-time"', "secret-tunnel", "must be one of instant"),
        ("adventure.toml", 'stays = "front"\nduration = "game"\nability', 'stays = "discard"\nduration = "game"\nability', "golden-bell", "must be one of front"),
        ("oddities.toml", "cost = { fish = 1 }", "cost = { fish = 2 }", "fishmonger", "cost must be one of"),
        ("oddities.toml", "prestige = 1", "prestige = 2", "fishmonger", "prestige must be one of 1"),
        ("oddities.toml", "cost = { pebble = 1 }", "cost = { fish = 1 }", "bigger-bowl", "Basic Resources alone"),
        ("oddities.toml", 'attach = "any"', 'attach = "all"', "bigger-bowl", "must be one of"),
        ("buildings.toml", "cost = { stick = 2, rag = 2 }", "cost = {}", "fish-stall", "must not be empty"),
        ("buildings.toml", "cost = { stick = 2, rag = 2 }", "cost = { stick = 7 }", "fish-stall", "7 stick where 6"),
        ("buildings.toml", "cost = { stick = 2, rag = 2 }", "cost = { wood = 2 }", "fish-stall", "'wood'"),
        ("buildings.toml", "hammer = true\n", "", "fish-stall", "hammer is missing"),
        ("buildings.toml", "removal = { stick = 1, waste = 1 }\n", "", "dog-kennel", "removal is missing"),
        ("buildings.toml", "prestige = -2", "prestige = 2", "dog-kennel", "from its host"),
        ("starting.toml", "hammer = false", "hammer = true", "twig-nest", "has no hammer"),
        ("ambitions.toml", 'goal = { count = { of = "marks", min = 6 } }\n', "", "landlord", "goal is missing"),
        ("ambitions.toml", "secret = true", "secret = false", "landlord", "secret must be one of"),
        ("encounters.toml", "strength = 3\n", "", "grumpy-ginger-tom", "has a strength"),
        ("arena.toml", "pride = 2\n", "", "tin-can-terror", "pride is missing"),
        ("arena.toml", 'style = "aggressive"', 'style = "unusual"', "tin-can-terror", "effects is missing"),
        ("arena.toml", 'deck = "arena"', 'deck = "quest"', "tin-can-terror", "must be one of"),
        ("quests.toml", 'vale-life = "beaver-deal"', 'vale-life = "otters"', "quest-beaver-deal", "no Vale Life tile"),
        ("quests.toml", "requirements = [{ fish = 4 }, ", "requirements = [", "quest-beaver-deal", "three requirements"),
        ("cats.toml", 'id = "puddle"', 'id = "ember"', "ember", "stands in cats too"),
        ("cats.toml", "stick = 1 }", "stick = 2 }", "ember", "starts with 1 Reroll"),
        ("cats.toml", "young = { movement = 3", "young = { movement = 9", "ember", "from 3 to 4"),
        # verbs
        ("adventure.toml", ZOOMIES, ZOOMIES.replace("gain", "grab"), "zoomies", "the verb 'grab' is unknown"),
        ("adventure.toml", ZOOMIES, ZOOMIES.replace("movement", "speed"), "zoomies", "must be one of"),
        ("adventure.toml", ZOOMIES, ZOOMIES.replace("amount", "number"), "zoomies", "number is not a field"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "mood", shift = 0 }]', "zoomies", "must not be 0"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "mood", shift = 1, free = 1 }]', "zoomies", "exactly one of shift, free"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "move-cat" }]', "zoomies", "exactly one of steps, to"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "set-die", die = "fate" }]', "zoomies", "exactly one of to, by"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "lose", item = "attack-token" }]', "zoomies", "must be one of"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "choose", options = [[]] }]', "zoomies", "from 2 to 4 lists"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "choose", options = [1, 2] }]', "zoomies", "list of lists"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "each", who = "all", effects = [] }]', "zoomies", "must not be empty"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "prestige", amount = 1, duration = "round" }]', "zoomies", "must be one of"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "discard", amount = 1, filter = {} }]', "zoomies", "exactly one of tag, id"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "mark", tile = { where = "here", range = 2 } }]', "zoomies", "range belongs to within"),
        ("adventure.toml", ZOOMIES, 'effects = [{ do = "pay", cost = { die = 9 }, then = [] }]', "zoomies", "9 die where 3"),
        # conditions and abilities
        ("adventure.toml", NAP, "{}", "sunbeam-nap", "a condition has one key"),
        ("adventure.toml", NAP, '{ mood = "chaos", own-mark = true }', "sunbeam-nap", "a condition has one key"),
        ("adventure.toml", NAP, "{ all = [{ own-mark = true }] }", "sunbeam-nap", "at least two conditions"),
        ("adventure.toml", NAP, "{ holds = { amount = 2 } }", "sunbeam-nap", "exactly one of tag, id"),
        ("adventure.toml", NAP, "{ season = [] }", "sunbeam-nap", "must not be empty"),
        ("oddities.toml", '{ on = "breakfast", effects', '{ on = "breakfast", cost = { fish = 1 }, effects', "fishmonger", "the ability use alone"),
        ("oddities.toml", '{ on = "breakfast", effects', '{ on = "lunch", effects', "fishmonger", "must be one of"),
        # boards
        ("growth.toml", 'kind = "reward"', 'kind = "prize"', "c1", "must be one of"),
        ("layouts.toml", "flea-market = [0, 0]", "flea-market = [0, 1]", "board", "must be [0, 0]"),
        ("layouts.toml", "flea-market = [0, 0]", "flea-market = [[0]]", "board", "must be [0, 0]"),
        ("board.toml", "columns = 4", "columns = 5", "market", "must be 4"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_card_and_line(
    name: str, old: str, new: str, card: str, reason: str, tmp_path: Path
) -> None:
    path = changed(tmp_path, name, (old, new))
    problems = check_deck(path)
    found = [p for p in problems if p.card == card and reason in p.reason]
    assert found, [str(p) for p in problems]
    assert found[0].line > 0
    assert [p.line for p in problems] == sorted(p.line for p in problems)


def test_the_line_is_that_of_the_field(tmp_path: Path) -> None:
    path = changed(tmp_path, "buildings.toml", ("cost = { waste = 3 }", "cost = { paste = 3 }"))
    (problem,) = check_deck(path)
    with pytest.raises(BadData, match="paste"):
        build(tmp_path)
    assert problem.line == line_of(path, "paste")
    assert str(problem).startswith(f"line {problem.line}: scrap-yard: ")


def test_several_mistakes_of_one_line_are_all_told(tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        "adventure.toml",
        ("cost = { fish = 1 }", "cost = { fsh = 1, fush = 2, mice = 3 }"),
    )
    assert [p.line for p in check_deck(path)] == [line_of(path, "fsh")] * 3


def test_files_that_are_no_card_files(tmp_path: Path) -> None:
    broken = tmp_path / "junk.toml"
    broken.write_text("[deck]\nid = \n")
    assert check_deck(broken)[0].line == 2
    broken.write_bytes(b"\xff\xfe")
    assert "UTF-8" in check_deck(broken)[0].reason
    assert "cannot be read" in check_deck(tmp_path / "no.toml")[0].reason
    other = tmp_path / "other.toml"
    other.write_text("x = 1\n")
    assert "none of this game's files" in check_deck(other)[0].reason
    (tmp_path / "arena.toml").write_text("")
    assert check_deck(tmp_path / "arena.toml")


def test_a_file_must_fit_the_others(tmp_path: Path) -> None:
    path = changed(tmp_path, "vale-life.toml", ('id = "beaver-deal"', 'id = "otter-deal"'))
    assert "quests.toml" in check_deck(path)[0].reason
    with pytest.raises(BadData, match=r"quests\.toml"):
        build(tmp_path)


def test_a_second_building_of_a_design_takes_an_id_too(tmp_path: Path) -> None:
    """In a Backyard two of a design are told apart: ``twig-nest-2`` is the second Twig Nest."""
    path = changed(tmp_path, "starting.toml", ('id = "rag-bed"', 'id = "twig-nest-2"'))
    assert "stands in starting too" in check_deck(path)[0].reason


def test_corrected_cards_are_played_with(tmp_path: Path) -> None:
    changed(
        tmp_path,
        "adventure.toml",
        ("amount = 3 }]", "amount = 5 }]"),
        ("Gain 3 Movement", "Gain 5 Movement"),
    )
    changed(
        tmp_path,
        "junk.toml",
        ('id = "tin-can"', 'id = "tin-pot"'),
        ('name = "Tin Can"', 'name = "Tin Pot"'),
    )
    assert all(check_deck(path) == [] for path in tmp_path.iterdir())
    game = build(tmp_path)
    assert "play:tin-pot" in game.actions and "play:tin-can" not in game.actions
    rng = Random(3)
    for seats in (2, 4):
        match = Match(game, game.setup(seats, game.check_options(), FastChance(seats)))
        while not match.over:
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(match.actions(seat)))
        match.view_json(0)


def test_a_folder_of_decks_is_taken_whole_or_not_at_all(tmp_path: Path) -> None:
    path = changed(tmp_path, "junk.toml", ("amount = 4 }", "amount = 3 }"))
    path.rename(tmp_path / "poor.toml")
    assert check_deck(tmp_path / "poor.toml") == []
    assert build(tmp_path).actions
    (tmp_path / "strange.toml").write_text("x = 1\n")
    with pytest.raises(BadData, match=r"strange\.toml"):
        build(tmp_path)
    (tmp_path / "strange.toml").unlink()
    changed(tmp_path, "junk.toml", ("amount = 4 }", "amount = 2 }"))
    with pytest.raises(BadData, match="already"):
        build(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_no_damage_to_a_file_does_more_than_be_told(name: str, tmp_path: Path) -> None:
    """Words swapped, cut out and doubled: a problem with its place, or nothing; never a crash."""
    text = (DATA / name).read_text(encoding="utf-8")
    rng = Random(name)
    tokens = re.findall(r'"[^"\n]*"|-?\d+|[\w-]+|[\[\]{}=,\n]|[^\S\n]+|.', text)
    path = tmp_path / name
    for _ in range(3):
        damaged = tokens[:]
        for _ in range(rng.choice((1, 1, 3))):
            place = rng.randrange(len(damaged))
            damaged[place : place + 1] = rng.choice(
                ([], [damaged[place]] * 2, [rng.choice(tokens)], ["-1"], ['""'], ["{}"], ["[]"])
            )
        path.write_text("".join(damaged), encoding="utf-8")
        for problem in check_deck(path):
            assert problem.reason and str(problem)


@pytest.mark.parametrize("id", ["[]", "{}", "1", "true", "[[1]]"])
def test_a_deck_whose_id_is_no_text_is_refused(id: str, tmp_path: Path) -> None:
    path = tmp_path / "adventure.toml"
    path.write_text((DATA / path.name).read_text().replace('id = "adventure"', f"id = {id}", 1))
    assert check_deck(path)
    with pytest.raises(BadData, match=r"adventure\.toml"):
        build(tmp_path)
