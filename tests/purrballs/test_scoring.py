"""Scoring: every class, the prizes, ties, the report, and the worked examples of scoring."""

from __future__ import annotations

from typing import Any

import pytest

from meowple.games.purrballs.pieces.box import CATS, LOOT
from meowple.games.purrballs.rules import scoring
from purrballs.table import STARTING, Table, cat, lay_out, opened

RESOURCE_TYPES = "Catnip, Fish, Honey, Iron, Silk, Timber, Wool"


def xp(t: Table, name: str, seat: int = 0) -> int:
    """What a Catventurer of a seat scores now."""
    return scoring.cat_xp(t.s, seat, [cat(name)])[0]


def with_loot(*loot: str, **how: Any) -> Table:
    return lay_out(level=3, seats=how.pop("seats", 5), loot=loot, **how)


@pytest.mark.rule("PB-SCORE-1")
def test_a_score_is_the_sum_over_the_party() -> None:
    t = with_loot("Fish, Honey, Idol", trophies=["Imp"], mana=[7, 0, 0, 0, 0])
    each = [xp(t, name) for name in STARTING.split(", ")]
    assert each == [0, 1, 2, 2, 2]  # Prince, Rogue, Mage, Soldier, Merchant
    assert t.match.scores[0] == 7


@pytest.mark.rule("PB-SCORE-2")
def test_the_most_xp_wins() -> None:
    t = lay_out(mana=[0, 30, 12]).send()
    assert scoring.winners(t.s) == [1]
    t = opened(4, seed=8).play_out()
    assert t.match.scores[t.match.winners[0]] == max(t.match.scores)


@pytest.mark.rule("PB-SCORE-3")
def test_a_tie_goes_to_the_earlier_in_priority() -> None:
    for crown, way, winner in ((0, 1, 1), (0, -1, 2), (2, 1, 2)):
        t = lay_out(mana=[0, 30, 30], crown=crown, way=way)
        assert scoring.winners(t.s) == [winner]


@pytest.mark.rule("PB-SCORE-4", "PB-CAT-1")
def test_nobles_score_by_place() -> None:
    t = with_loot("Royal Emblem, Royal Emblem, Royal Emblem", "Royal Emblem, Royal Emblem",
                  "Royal Emblem", "Fish")  # fmt: skip
    assert [xp(t, "Prince", seat) for seat in range(5)] == [15, 10, 5, 0, 0]
    assert CATS[cat("Prince")].upright == 2


@pytest.mark.rule("PB-SCORE-5")
def test_equal_emblems_are_ranked_by_priority() -> None:
    for crown, way, prizes in ((1, 1, [5, 15, 10]), (1, -1, [10, 15, 5])):
        t = with_loot("Royal Emblem", "Royal Emblem", "Royal Emblem", seats=3, crown=crown, way=way)
        assert [xp(t, "Prince", seat) for seat in range(3)] == prizes


@pytest.mark.rule("PB-SCORE-6", "PB-EX-17")
def test_spellcasters_score_full_threes_of_mana() -> None:
    for mana, points in ((2, 0), (3, 1), (5, 1), (8, 2), (30, 10)):
        t = lay_out(mana=[mana, 0, 0])
        assert xp(t, "Mage") == points


@pytest.mark.rule("PB-SCORE-7", "PB-EX-15")
def test_a_set_of_n_types() -> None:
    names = RESOURCE_TYPES.split(", ")
    scale = []
    for n in range(1, 8):
        scale.append(xp(with_loot(", ".join(names[:n])), "Merchant"))
    assert scale == [1, 2, 4, 7, 11, 16, 22]


@pytest.mark.rule("PB-SCORE-8")
def test_several_sets_without_doubles() -> None:
    assert xp(with_loot("Fish, Fish"), "Merchant") == 1 + 1
    assert xp(with_loot("Fish, Fish, Honey"), "Merchant") == 2 + 1
    assert xp(with_loot("Fish, Fish, Catnip, Catnip, Wool, Wool"), "Merchant") == 4 + 4


@pytest.mark.rule("PB-EX-16")
def test_the_traders_example() -> None:
    assert xp(with_loot("Catnip, Catnip, Catnip, Fish, Fish, Iron"), "Merchant") == 4 + 2 + 1


@pytest.mark.rule("PB-SCORE-9")
def test_fighters_score_monsters_by_type_or_all() -> None:
    foes = "Giant Rat, Ogre, Goblin Sneak, Imp"  # a Beast, two Savages, a Chaos
    t = lay_out(trophies=[foes], level=2)
    assert xp(t, "Soldier") == 8
    assert xp(t, "Knight") == 3 + 3 + 4
    assert xp(t, "Pirate") == 3 + 3 + 2 + 2


@pytest.mark.rule("PB-EX-11")
def test_the_first_fighters_example() -> None:
    assert xp(lay_out(trophies=["Giant Rat, Ogre, Imp"]), "Soldier") == 6


@pytest.mark.rule("PB-EX-12")
def test_the_second_fighters_example() -> None:
    t = lay_out(trophies=["Ogre, Goblin Sneak, Imp, Giant Rat"])
    assert xp(t, "Knight") == 10


@pytest.mark.rule("PB-SCORE-10")
def test_wanderers_score_complete_sets_of_their_types() -> None:
    t = with_loot("Goblet, Goblet, Idol, Idol, Jewel, Jewel")
    assert xp(t, "Archer") == 16
    assert xp(t, "Rogue") == 6
    assert xp(with_loot("Goblet, Goblet, Idol"), "Archer") == 0


@pytest.mark.rule("PB-SCORE-11", "PB-RUL-42")
def test_other_treasures_of_any_type_outside_the_sets() -> None:
    t = with_loot("Goblet, Idol, Jewel, Mask, Mask, Jewel, Fish")
    assert xp(t, "Rogue") == 10 + 2
    assert xp(t, "Bandit") == 15
    assert xp(t, "Archer") == 8


@pytest.mark.rule("PB-EX-13")
def test_the_first_wanderers_example() -> None:
    assert xp(with_loot("Goblet, Goblet, Goblet, Idol, Jewel, Mask"), "Rogue") == 12


@pytest.mark.rule("PB-EX-14")
def test_the_second_wanderers_example() -> None:
    assert xp(with_loot("Goblet, Goblet, Idol, Idol, Jewel, Mask"), "Archer") == 8


@pytest.mark.rule("PB-EX-18")
def test_the_nobles_example() -> None:
    t = with_loot(
        "Royal Emblem, Royal Emblem, Royal Emblem",
        "Royal Emblem",
        "Royal Emblem, Royal Emblem",
        "Royal Emblem, Royal Emblem",
        seats=5,
    )
    t.s.crown = 3
    assert [xp(t, "Prince", seat) for seat in range(4)] == [15, 0, 5, 10]


@pytest.mark.rule("PB-SHEET-1")
def test_the_report_has_five_classes_and_their_total() -> None:
    t = with_loot("Fish, Honey, Idol, Royal Emblem", trophies=["Imp"], mana=[7, 0, 0, 0, 0])
    report = t.view()["seats"][0]["report"]
    assert list(report) == ["fighter", "wanderer", "trader", "spellcaster", "noble", "total"]
    assert report == {
        "fighter": 2,
        "wanderer": 1,
        "trader": 2,
        "spellcaster": 2,
        "noble": 15,
        "total": 22,
    }


@pytest.mark.rule("PB-RUL-40")
def test_two_of_a_class_score_the_same_cards() -> None:
    t = lay_out(
        party=["Prince, Mage, Soldier, Wizard, Knight"], mana=[9, 0, 0], trophies=["Ogre, Imp"]
    )
    assert [xp(t, name) for name in ("Mage", "Wizard", "Soldier", "Knight")] == [3, 3, 4, 7]
    t.s.step = 10  # over: the whole party counts
    assert t.match.game.scores(t.s)[0] == 3 + 3 + 4 + 7


@pytest.mark.rule("PB-RUL-41", "PB-OPT-2")
def test_a_prize_needs_an_emblem_unless_the_table_says_otherwise() -> None:
    for needs, prizes in ((True, [0, 15, 0]), (False, [10, 15, 5])):
        t = with_loot("", "Royal Emblem", seats=3, emblem_prize_needs_emblem=needs)
        assert [xp(t, "Prince", seat) for seat in range(3)] == prizes
    assert lay_out().s.options["emblem_prize_needs_emblem"] is True


@pytest.mark.rule("PB-MON-2", "PB-EFF-27", "PB-RUL-43")
def test_the_wyverns_owner_decides_once_for_the_whole_scoring() -> None:
    t = lay_out(
        level=3,
        round=4,
        trophies=["", "Wyvern"],
        loot=["", "Goblet, Idol, Jewel"],
        party=["", "Prince, Rogue, Soldier, Merchant, Beastmaster"],
    )
    t.send().play_out(until="count", avoid="challenge")
    assert t.asks == ("count", 1)
    assert t.choices() == [
        "count-as:monster",
        "count-as:goblet",
        "count-as:idol",
        "count-as:jewel",
        "count-as:mask",
    ]
    as_monster, as_mask = t.match.fork(), t.match.fork()
    as_monster.act(1, "count-as:monster")
    as_mask.act(1, "count-as:mask")
    reports = [match.view(1)["table"]["seats"][1]["report"] for match in (as_monster, as_mask)]
    assert reports[0]["fighter"] == 2 + 4 and reports[1]["fighter"] == 0  # Soldier, Beastmaster
    assert reports[1]["wanderer"] >= 10 > reports[0]["wanderer"]
    assert as_mask.over and as_mask.view(1)["table"]["wyvern"] == "mask"


@pytest.mark.rule("PB-EFF-26")
def test_a_monster_that_counts_as_an_emblem_instead() -> None:
    t = lay_out(level=3, trophies=["Troll King"], loot=["", "Royal Emblem, Royal Emblem"])
    assert [xp(t, "Prince", seat) for seat in range(3)] == [10, 15, 0]
    assert xp(t, "Soldier") == 0  # it is no Monster any more
    assert t.view(0)["seats"][0]["types"] == {"beast": 0, "savage": 0, "chaos": 0}


def test_a_study_of_a_finished_match() -> None:
    t = opened(4, mode="veteran", seed=6).play_out()
    study = t.match.study()
    assert study is not None and study["rounds"] == 12
    for seat, part in enumerate(study["seats"]):
        assert sum(part["points"].values()) == t.match.scores[seat]
        assert len(part["cards"]["loot"]) == 12
        assert len(part["cards"]["catventurer"]) == 5
    assert all(LOOT[c].card for own in t.s.loot for c in own)
