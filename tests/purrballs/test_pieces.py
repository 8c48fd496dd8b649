"""What is in the box, and that wrong card files are refused."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from meowple.core.errors import BadData
from meowple.games.purrballs import state
from meowple.games.purrballs.pieces.actions import ACTIONS
from meowple.games.purrballs.pieces.box import (
    BOX,
    BUFFS,
    CARDS,
    CATS,
    DATA,
    LOOT,
    MONSTERS,
    RANK_2,
    load_box,
)
from meowple.games.purrballs.pieces.cards import Buff
from meowple.games.purrballs.pieces.lines import ResourceSets
from meowple.games.purrballs.pieces.names import DEFENCES, ICONS, RESOURCES, TREASURES, TYPES
from meowple.games.purrballs.rules.abilities import ABILITY, REWARD, parts, read_abilities
from meowple.games.purrballs.rules.battle import Fight
from meowple.games.purrballs.rules.effects import VERBS, Effect
from meowple.games.purrballs.rules.party import RefreshCatventurer
from meowple.games.purrballs.rules.stash import SwapTreasure
from meowple.games.purrballs.table import faces
from purrballs.table import cat, find, in_the_box, lay_out, monster, opened, start


def printed(name: str) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = tomllib.loads((DATA / f"{name}.toml").read_text())["card"]
    return cards


def effects(kind: type[Any]) -> list[Any]:
    """All effects of that kind on Catventurers."""
    return [e for own in ABILITY for e in parts(own) if isinstance(e, kind)]


def copies(name: str) -> int:
    return sum(card["count"] for card in printed(name) if card.get("origin") != "extra")


EXTRA = 'a card on top of those in the box has origin = "extra" in its file (data/README.md)'


@pytest.mark.rule("PB-COMP-1")
def test_the_starting_parties_are_55_cards() -> None:
    tokens = BOX.tokens
    assert (copies("starters"), copies("buffs")) == (25, 20)
    assert (tokens["reference-card"], tokens["camp-card"]) == (5, 5)
    assert copies("starters") + copies("buffs") + 5 + 5 == 55


@pytest.mark.rule("PB-COMP-2")
def test_five_copies_of_each_starting_catventurer() -> None:
    assert {card["name"]: card["count"] for card in printed("starters")} == {
        "Prince": 5,
        "Rogue": 5,
        "Mage": 5,
        "Soldier": 5,
        "Merchant": 5,
    }


@pytest.mark.rule("PB-COMP-3")
def test_five_copies_of_each_buff() -> None:
    assert {card["value"]: card["count"] for card in printed("buffs")} == {0: 5, 1: 5, 3: 5, 5: 5}


@pytest.mark.rule("PB-COMP-4")
def test_the_misty_woods_are_81_cards() -> None:
    assert (copies("loot"), copies("monsters")) == (60, 21), EXTRA
    assert (len(in_the_box(LOOT)), len(in_the_box(MONSTERS))) == (60, 21)


@pytest.mark.rule("PB-COMP-5")
def test_the_catventurer_deck_is_24_rank_2_cards() -> None:
    assert copies("catventurers") == 24, EXTRA
    assert {card["rank"] for card in printed("catventurers")} == {2}
    assert sorted(start().s.cat_deck) == [c.index for c in CATS if c.rank == 2]


@pytest.mark.rule("PB-COMP-6", "PB-INF-14")
def test_crystals() -> None:
    assert (BOX.tokens["crystal-light"], BOX.mana["crystal-light"]) == (30, 1)
    assert (BOX.tokens["crystal-dark"], BOX.mana["crystal-dark"]) == (20, 3)
    assert sum(BOX.tokens[name] * worth for name, worth in BOX.mana.items()) == 90


@pytest.mark.rule("PB-COMP-7")
def test_four_dice() -> None:
    assert BOX.dice == 4


@pytest.mark.rule("PB-COMP-8")
def test_one_crown_with_two_faces() -> None:
    assert BOX.tokens["crown"] == 1
    assert start().choices() == ["face:clockwise", "face:anticlockwise"]


@pytest.mark.rule("PB-COMP-9")
def test_the_only_dungeon_is_the_misty_woods() -> None:
    assert BOX.dungeon == "misty-woods"
    assert {c.level for c in LOOT} == {c.level for c in MONSTERS} == {1, 2, 3}


@pytest.mark.rule("PB-COMP-10")
def test_one_rulebook() -> None:
    assert BOX.tokens["rulebook"] == 1


# -- inferred facts -----------------------------------------------------------------------------


@pytest.mark.rule("PB-INF-1")
def test_three_to_five_players() -> None:
    from meowple.core.errors import BadSeats

    for seats in (3, 4, 5):
        assert start(seats).match.seats == seats
    for seats in (2, 6):
        with pytest.raises(BadSeats):
            start(seats)


@pytest.mark.rule("PB-INF-2")
def test_a_game_has_twelve_rounds() -> None:
    for seats in (3, 4, 5):
        t = opened(seats).play_out()
        rounds = [(d["level"], d["round"]) for d in t.told("round")]
        assert rounds == [(level, round) for level in (1, 2, 3) for round in (1, 2, 3, 4)]


@pytest.mark.rule("PB-INF-3")
def test_marks_of_the_loot() -> None:
    for level in (1, 2, 3):
        marks = Counter(c.min_players for c in in_the_box(LOOT) if c.level == level)
        assert marks == {3: 12, 4: 4, 5: 4}
        assert [len(BOX.loot_deck(level, seats)) for seats in (3, 4, 5)] == [12, 16, 20]


@pytest.mark.rule("PB-INF-4")
def test_loot_cards_in_use() -> None:
    for seats, number in ((3, 36), (4, 48), (5, 60)):
        t = opened(seats).play_out()
        assert sum(len(own) for own in t.s.loot) == number


@pytest.mark.rule("PB-INF-5")
def test_four_of_five_catventurers_are_played_in_a_level() -> None:
    t = opened(3, seed=3).play_out(until="level-up", avoid="wake")
    sent = [(d["seat"], d["cat"]) for d in t.told("sent")]
    assert len(sent) == len(set(sent)) == 4 * 3


@pytest.mark.rule("PB-INF-6")
def test_level_ups_of_a_game() -> None:
    for mode, number in (("base", 2), ("veteran", 3), ("expert", 3)):
        t = opened(3, mode=mode)
        asked = 0
        while not t.match.over:
            if t.asked == "level-up":
                asked += 1
                t.each(*["keep-party"] * 3)
            else:
                t.play_out(until="level-up")
        assert asked == number


@pytest.mark.rule("PB-INF-7")
def test_only_veteran_with_five_players_needs_a_new_deck() -> None:
    for mode, seats, dealt in (("base", 5, 20), ("veteran", 4, 24), ("veteran", 5, 30)):
        # without cards that draw
        t = opened(seats, mode=mode)
        while not t.match.over:
            if t.asked == "level-up":
                t.each(*["keep-party"] * seats)
            else:
                t.play_out(until="level-up", avoid="challenge")
        assert bool(t.told("new-deck")) == (dealt > len(RANK_2))
        if dealt <= len(RANK_2):
            assert len(t.s.cat_deck) == len(RANK_2) - dealt
    assert copies("catventurers") == 24


@pytest.mark.rule("PB-INF-8")
def test_cards_of_an_expert_draft() -> None:
    for seats, dealt in ((3, 12), (4, 16), (5, 20)):
        t = opened(seats, mode="expert")
        assert sum(map(len, t.s.looked)) == dealt
        assert len(t.s.cat_deck) == len(RANK_2) - dealt


@pytest.mark.rule("PB-INF-9")
def test_six_rank_2_cards_of_each_class() -> None:
    deck = [c for c in in_the_box(CATS) if c.rank == 2]
    assert Counter(c.class_ for c in deck) == dict.fromkeys(
        ("wanderer", "trader", "fighter", "spellcaster"), 6
    )
    ours = {c.name for c in deck if c.origin == "original"}
    assert ours == {
        "Bandit",
        "Scout",
        "Broker",
        "Smuggler",
        "Paladin",
        "Gladiator",
        "Chronomancer",
    }
    assert CATS[cat("Knight")].class_ == "fighter"
    assert CATS[cat("Ninja")].class_ == "wanderer"


@pytest.mark.rule("PB-INF-10")
def test_buff_costs_are_value_minus_one() -> None:
    assert [buff.cost - buff.gain for buff in BUFFS] == [buff.value - 1 for buff in BUFFS]
    assert [(buff.cost, buff.gain) for buff in BUFFS] == [(0, 1), (0, 0), (2, 0), (4, 0)]


@pytest.mark.rule("PB-INF-11")
def test_the_mage_counts_all_in_play_not_only_her_own() -> None:
    for seats in (3, 4):
        t = lay_out(seats=seats, mana=[0] * seats).send("Mage+1")
        assert t.told("gained")[0] == {"seat": 0, "amount": seats - 1}


@pytest.mark.rule("PB-INF-12")
def test_the_soldiers_speed_with_a_buff_makes_three() -> None:
    soldier = CATS[cat("Soldier")]
    assert soldier.battle and soldier.upright == 2
    assert 3 in {soldier.upright + buff.value for buff in BUFFS}


@pytest.mark.rule("PB-INF-13")
def test_four_dice_are_enough() -> None:
    most = max(foe.question for foe in MONSTERS)
    rolled = max(effect.dice for effect in effects(Fight))
    assert most == rolled == 2 and most + rolled <= BOX.dice


@pytest.mark.rule("PB-INF-15")
def test_classes_of_the_starting_catventurers() -> None:
    assert {c.name: c.class_ for c in CATS if c.rank < 2} == {
        "Prince": "noble",
        "Rogue": "wanderer",
        "Mage": "spellcaster",
        "Soldier": "fighter",
        "Merchant": "trader",
    }


@pytest.mark.rule("PB-INF-16")
def test_seven_types_of_resources() -> None:
    assert len(RESOURCES) == 7
    assert {RESOURCES[c.resource] for c in LOOT if c.resource >= 0} == set(RESOURCES)
    traders = [c.score for c in CATS if c.class_ == "trader"]
    assert all(isinstance(line, ResourceSets) and len(line.curve) == 7 for line in traders)


@pytest.mark.rule("PB-INF-17")
def test_types_of_treasures_and_monsters() -> None:
    assert {TREASURES[c.treasure] for c in LOOT if c.treasure >= 0} == {
        "goblet",
        "idol",
        "jewel",
        "mask",
    }
    assert {TYPES[foe.type] for foe in MONSTERS} == {"beast", "savage", "chaos"}


@pytest.mark.rule("PB-INF-18")
def test_monsters_and_their_icons() -> None:
    for level in (1, 2, 3):
        foes = [foe for foe in in_the_box(MONSTERS) if foe.level == level]
        assert Counter(foe.min_players for foe in foes) == {3: 5, 4: 1, 5: 1}
        for mark in (3, 4, 5):
            icons = sum(
                c.monster_icons
                for c in in_the_box(LOOT)
                if c.level == level and c.min_players == mark
            )
            assert icons == sum(foe.min_players == mark for foe in foes)
    for seats, number in ((3, 15), (4, 18), (5, 21)):
        assert sum(foe.min_players <= seats for foe in in_the_box(MONSTERS)) == number


@pytest.mark.rule("PB-INF-19")
def test_icons_and_faces_of_the_dice() -> None:
    assert ICONS == ("claw", "arrow", "spark")
    blank = len(ICONS)
    assert Counter(BOX.faces) == {0: 1, 1: 1, 2: 1, blank: 3}


@pytest.mark.rule("PB-INF-20")
def test_dire_wolf_and_storm_bow() -> None:
    wolf = MONSTERS[monster("Dire Wolf")]
    assert (len(wolf.defences), wolf.question, wolf.level) == (1, 2, 1)
    assert any(isinstance(effect, RefreshCatventurer) for effect in REWARD[wolf.index])
    bow = LOOT[find("Storm Bow", LOOT)]
    assert (len(bow.attack), bow.level) == (2, 1)
    assert set(bow.attack) & set(wolf.defences)  # with it Hako dares to challenge the wolf


@pytest.mark.rule("PB-INF-21")
def test_a_card_takes_treasures_from_another_stash() -> None:
    takers = {
        c.name
        for c in CATS
        if any(isinstance(effect, SwapTreasure) for effect in parts(ABILITY[c.index]))
    }
    assert "Bandit" in takers


# -- data files ---------------------------------------------------------------------------------


def test_every_verb_of_the_data_is_known_by_its_name() -> None:
    for name, kind in VERBS.items():
        assert kind.verb == name
        assert issubclass(kind, Effect) and (kind.ask if kind.asks else kind.do)
        assert kind.do is not Effect.do or kind.ask is not Effect.ask


def test_actions_name_every_card_once() -> None:
    assert len({action.key for action in ACTIONS}) == len(ACTIONS)
    assert DEFENCES[:3] == ICONS
    assert state.ROUNDS == {3: 4, 4: 4, 5: 4}


def test_a_drawing_for_every_card_even_without_one_of_its_own() -> None:
    for key, card in CARDS.items():
        if not isinstance(card, Buff):
            assert faces.drawing(key)
    stranger = replace(CATS[cat("Knight")], key="stranger")
    assert faces.drawing_of(stranger) == faces.ART["heroes"]["fighter"]
    assert faces.drawing_of(replace(LOOT[0], card="l1-p3-stranger")) == faces.ART["kinds"]["emblem"]
    assert faces.drawing_of(replace(MONSTERS[0], key="stranger")) == faces.ART["kinds"]["monster"]


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("catventurers.toml", 'class = "wanderer"', 'class = "sailor"', "class must be"),
        ("catventurers.toml", 'verb = "grab-loot"', 'verb = "grab-all"', "verb must be"),
        ("catventurers.toml", "cost = 1, then", "cots = 1, then", "cost is missing"),
        ("catventurers.toml", "rank = 2", "rank = 1", "rank 2"),
        ("catventurers.toml", 'kind = "x"', 'kind = "y"', "kind must be"),
        ("starters.toml", "rank = 0", "rank = 1", "Noble"),
        ("starters.toml", "curve = [1, 2,", "curve = [2,", "curve"),
        ("starters.toml", "count = 5", "count = 4", "5"),
        ("monsters.toml", 'type = "beast"', 'type = "bird"', "type must be"),
        ("monsters.toml", 'id = "imp"', 'id = "ogre"', "ogre: another card"),
        ("loot.toml", 'resource = "fish"', 'resource = "fishes"', "resource must be"),
        ("loot.toml", "level = 1", "level = 4", "level"),
        ("loot.toml", 'dungeon = "misty-woods"', 'dungeon = "cellar"', "dungeon"),
        ("buffs.toml", "cost = 2", 'cost = "2"', "cost"),
        ("buffs.toml", 'text = "Speed +1', 'txet = "Speed +1', "text"),
        ("dice.toml", '"claw"', '"paw"', "faces must be"),
        ("loot.toml", "[[card]]", "[card", "loot.toml"),
        ("catventurers.toml", 'source = "pool"', 'source = "stash"', "source must be"),
        ("catventurers.toml", "max = 2", "max = -1", "max must be"),
        ("catventurers.toml", 'icons = ["claw"]', 'icons = ["armored"]', "icons must be"),
        ("catventurers.toml", "amount = 8 }", 'amount = 8, per = "mana-thirds" }', "either"),
        ("loot.toml", 'verb = "gain-mana", amount = 5', 'verb = "reserve-loot"', "asks nothing"),
        ("monsters.toml", "emblems = 1, still_monster = false", "still_monster = false", "emblems"),
        (
            "monsters.toml",
            'treasure = "any", still_monster = false',
            'treasure = "any", still_monster = true',
            "still_monster",
        ),
    ],
)
def test_wrong_card_files_are_refused(
    tmp_path: Path, file: str, old: str, new: str, told: str
) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    path = tmp_path / "data" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=told) as refused:
        read_abilities(load_box(tmp_path / "data"))
    assert file in str(refused.value) and "line" in str(refused.value)


@pytest.mark.rule("PB-RUL-13")
def test_a_loot_deck_that_does_not_come_out_even_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    path = tmp_path / "data" / "loot.toml"
    cards = path.read_text(encoding="utf-8").split("[[card]]")
    gone = next(i for i, card in enumerate(cards) if '"l1-p3-fish"' in card)
    path.write_text("[[card]]".join(cards[:gone] + cards[gone + 1 :]), encoding="utf-8")
    with pytest.raises(BadData, match="11 cards of level 1 for 3 players"):
        load_box(tmp_path / "data")
    assert all(
        len(BOX.loot_deck(level, seats)) % seats == 0 for level in (1, 2, 3) for seats in (3, 4, 5)
    )
