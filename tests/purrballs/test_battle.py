"""Battles: Challenge, Roll, Match, Armored Defences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meowple.games.purrballs.rules import battle
from meowple.games.purrballs.rules.matching import assign, needs, winning
from purrballs.table import Table, lay_out

FIGHTERS = "Prince, Rogue, Mage, Soldier, {}"
SPEAR, BOW, CLAWS, DAGGER = (
    f"gear:{key}"
    for key in ("l1-p3-hunting-spear", "l1-p3-storm-bow", "l1-p3-twin-claws", "l1-p4-ember-dagger")
)


def to_battle(fighter: str = "Soldier", **how: object) -> Table:
    """Seat 0 is about to challenge; it is the only one to fight."""
    party = [FIGHTERS.format(fighter)] if fighter != "Soldier" else []
    how.setdefault("pool", "Fish, Honey, Timber")
    t = lay_out(party=party, **how).send(f"{fighter}+0")  # type: ignore[arg-type]
    while t.asked == "loot":
        t.do(t.choices()[0])
    return t


@pytest.mark.rule("PB-BAT-1")
def test_only_battle_abilities_fight_in_speed_order() -> None:
    t = lay_out(seats=4, monsters="Imp, Giant Rat", mana=[9] * 4)
    t.send("Soldier+0", "Soldier+5", "Merchant+5", "Soldier+3")
    fighters = []
    while t.asked != "send":
        if t.asked == "challenge":
            fighters.append(t.match.to_act[0])
            t.do("decline")
        else:
            t.do(t.choices()[0])
    assert fighters == [1, 3, 0]


@pytest.mark.rule("PB-BAT-2")
def test_without_battle_abilities_the_phase_is_skipped() -> None:
    t = lay_out(monsters="Imp, Giant Rat").send()
    kinds = set()
    while t.asked != "send":
        kinds.add(t.asked)
        t.do(t.choices()[0])
    assert kinds == {"loot"}


@pytest.mark.rule("PB-BAT-3")
def test_challenge_roll_match() -> None:
    t = to_battle(monsters="Orc Archer, Imp", loot=["Storm Bow"])
    assert t.asked == "challenge"
    t.dice("spark").do("challenge:orc-archer")
    assert t.told("rolled") and t.asked == "match"
    t.do(BOW, "strike")
    assert [k for k in t.story if k in ("challenged", "rolled", "defeated")] == [
        "challenged",
        "rolled",
        "defeated",
    ]


@pytest.mark.rule("PB-BAT-4")
def test_others_decide_nothing_in_a_battle() -> None:
    t = to_battle(monsters="Orc Archer", loot=["Storm Bow", "Longbow"])
    t.dice("spark")
    for answer in ("challenge:orc-archer", BOW, "strike"):
        assert t.match.to_act == (0,)
        t.do(answer)


@pytest.mark.rule("PB-CHA-1")
def test_the_player_chooses_any_monster_of_the_pool() -> None:
    t = to_battle(monsters="Imp, Giant Rat, Ogre")
    assert t.choices() == ["challenge:imp", "challenge:giant-rat", "challenge:ogre", "decline"]


@pytest.mark.rule("PB-CHA-2")
def test_no_monster_or_declining_ends_the_turn() -> None:
    t = to_battle(monsters="", deck="Fish, Catnip, Timber")
    assert t.asked == "send" and "challenged" not in t.story
    t = to_battle(monsters="Imp", loot=["Storm Bow"]).do("decline")
    assert t.asked == "send" and "challenged" not in t.story


@pytest.mark.rule("PB-ROLL-1")
def test_a_die_for_each_question_mark() -> None:
    for foe, dice in (("dire-wolf", 2), ("orc-warrior", 1)):
        t = to_battle(monsters="Dire Wolf, Orc Warrior", loot=["Twin Claws, Runed Greatsword"])
        t.dice("claw", "claw", "claw").do(f"challenge:{foe}")
        assert t.told("rolled")[0]["dice"] == dice
        assert len(t.told("rolled")[0]["icons"]) == dice
    t = to_battle(monsters="Imp", loot=["Storm Bow"]).do("challenge:imp")
    assert t.told("rolled") == []


@pytest.mark.rule("PB-ROLL-2")
def test_each_icon_rolled_is_one_more_defence() -> None:
    t = to_battle(monsters="Orc Warrior", loot=["Hunting Spear, Twin Claws"])
    t.dice("arrow").do("challenge:orc-warrior")
    defences = t.view()["fight"]["defences"]
    assert [(d["icon"], d["rolled"]) for d in defences] == [("claw", False), ("arrow", True)]
    assert t.choices() == [SPEAR, CLAWS, "flee"]
    # The Claws alone do not match the Arrow; the next battle begins without it.
    t.do(CLAWS)
    assert "strike" not in t.choices()


@pytest.mark.rule("PB-ROLL-3")
def test_a_blank_adds_nothing() -> None:
    t = to_battle(monsters="Dire Wolf", loot=["Storm Bow"])
    t.dice("blank", "blank").do("challenge:dire-wolf", BOW, "strike")
    assert t.trophies(0) == ["Dire Wolf"]


@pytest.mark.rule("PB-MATCH-1")
def test_one_icon_matches_one_defence_of_its_kind() -> None:
    assert winning(((2, 0, 0),), (0, 0, 0), *needs([0, 0])) == (1,)
    assert winning(((1, 1, 0),), (0, 0, 0), *needs([0, 0])) == ()
    assert winning(((0, 2, 0),), (0, 0, 0), *needs([0])) == ()
    t = to_battle(monsters="Ogre", loot=["Storm Bow"])
    t.dice("blank").do("challenge:ogre")  # two Claws; the bow has none
    assert t.told("fled")


@pytest.mark.rule("PB-MATCH-2")
def test_any_number_of_gear_with_all_its_icons() -> None:
    t = to_battle(monsters="Chimera", loot=["Hunting Spear, Storm Bow, Twin Claws"])
    t.dice("claw").do("challenge:chimera")  # Arrow, Spark, Claw and a Claw
    t.do(SPEAR, BOW, CLAWS)
    fight = t.view()["fight"]
    assert fight["won"] and all(d["by"] for d in fight["defences"])
    t.do("strike")
    assert sorted(t.spent(0)) == ["Hunting Spear", "Storm Bow", "Twin Claws"]
    two = to_battle(monsters="Orc Archer", loot=["Storm Bow"]).dice("spark")
    two.do("challenge:orc-archer", BOW, "strike")  # one card gave both of its icons
    assert two.trophies(0) == ["Orc Archer"]


@pytest.mark.rule("PB-MATCH-3")
def test_a_defeated_monster_pays_and_goes_to_the_stash() -> None:
    t = to_battle(monsters="Cave Bear", loot=["Twin Claws, Runed Greatsword"], mana=[0, 0, 0])
    before = t.mana[0]
    t.do("challenge:cave-bear", CLAWS, "gear:l2-p3-runed-greatsword", "strike")
    assert t.trophies(0) == ["Cave Bear"] and "Cave Bear" not in t.monsters
    assert t.told("gained")[-1] == {"seat": 0, "amount": 3}
    assert t.mana[0] == before + 3


@pytest.mark.rule("PB-MATCH-4")
def test_gear_of_a_victory_is_exhausted_until_refreshed() -> None:
    t = to_battle("Pirate", monsters="Imp, Will-o'-Wisp", loot=["Storm Bow"])
    t.do("challenge:imp", BOW, "strike")
    assert t.spent(0) == ["Storm Bow"]
    t.do("challenge:wisp")  # nothing left to fight with
    assert t.told("fled") == [{"seat": 0, "monster": "wisp"}]
    gear = [c for c in t.view()["seats"][0]["loot"] if c["card"] == "l1-p3-storm-bow"]
    assert gear[0]["spent"]


@pytest.mark.rule("PB-MATCH-5")
def test_fleeing_costs_nothing_and_the_monster_stays() -> None:
    t = to_battle(monsters="Ogre", loot=["Storm Bow"], mana=[4, 0, 0])
    mana = t.mana
    t.do("challenge:ogre")
    assert t.told("fled") == [{"seat": 0, "monster": "ogre"}]
    assert t.spent(0) == [] and t.mana[0] == mana[0] and t.trophies(0) == []
    assert "Ogre" in t.monsters


@pytest.mark.rule("PB-MATCH-6")
def test_a_survivor_can_be_challenged_by_the_next_player() -> None:
    t = lay_out(monsters="Imp", loot=["Twin Claws", "Storm Bow"], mana=[9] * 3)
    t.send("Soldier+5", "Soldier+3")
    t.play_out(until="challenge").do("challenge:imp")
    assert t.asks == ("challenge", 1)
    t.do("challenge:imp", BOW, "strike")
    assert t.trophies(1) == ["Imp"]


@pytest.mark.rule("PB-MATCH-7")
def test_icons_that_match_nothing_are_lost() -> None:
    t = to_battle("Pirate", monsters="Giant Rat, Orc Warrior", loot=["Twin Claws"])
    t.do("challenge:giant-rat", CLAWS, "strike")
    t.dice("blank").do("challenge:orc-warrior")  # the second Claw does not serve again
    assert t.told("fled")[0]["monster"] == "orc-warrior"


@pytest.mark.rule("PB-ARM-1")
def test_armored_takes_two_icons_of_one_kind() -> None:
    armored = needs([3])
    for pair in ((2, 0, 0), (0, 2, 0), (0, 0, 2)):
        assert winning((pair,), (0, 0, 0), *armored) == (1,)
    assert winning(((1, 1, 0),), (0, 0, 0), *armored) == ()
    assert winning(((1, 1, 1),), (0, 0, 0), *armored) == ()


@pytest.mark.rule("PB-ARM-2")
def test_the_pair_comes_from_one_card_or_two_and_serves_once() -> None:
    assert winning(((1, 1, 0), (1, 0, 1)), (0, 0, 0), *needs([3])) == (3,)
    assert winning(((2, 0, 0),), (0, 0, 0), *needs([3])) == (1,)
    assert winning(((2, 0, 0),), (0, 0, 0), *needs([3, 0])) == ()
    assert winning(((3, 0, 0),), (0, 0, 0), *needs([3, 0])) == (1,)
    t = to_battle(monsters="Cave Bear", loot=["Twin Claws, Hunting Spear"])
    t.do("challenge:cave-bear", CLAWS)  # Armored and Claw
    assert "strike" not in t.choices()
    t.do(SPEAR, "strike")
    assert t.trophies(0) == ["Cave Bear"]


@pytest.mark.rule("PB-EX-7")
def test_hako_fights_before_kumo() -> None:
    t = lay_out(monsters="Imp, Giant Rat", mana=[9] * 3).send(
        "Merchant+1", "Soldier+1", "Soldier+3"
    )
    assert t.totals[2] > t.totals[1]
    t.play_out(until="challenge")
    assert t.asks == ("challenge", 2)
    t.do("decline")
    assert t.asks == ("challenge", 1)


@pytest.mark.rule("PB-EX-8", "PB-EX-9")
def test_hakos_lost_battle() -> None:
    t = to_battle(monsters="Dire Wolf", loot=["Storm Bow"])
    t.dice("claw", "spark").do("challenge:dire-wolf")
    assert t.told("rolled") == [{"seat": 0, "monster": "dire-wolf", "icons": [0, 2], "dice": 2}]
    defences = [1, *t.told("rolled")[0]["icons"]]
    met = assign([(1, 7), (2, 7)], defences)
    assert [by is not None for by in met] == [True, False, True]
    assert t.told("fled") and t.spent(0) == [] and "Dire Wolf" in t.monsters


@pytest.mark.rule("PB-RUL-17")
def test_a_player_may_flee_although_able_to_win() -> None:
    t = to_battle(monsters="Imp", loot=["Storm Bow"]).do("challenge:imp")
    assert t.choices() == [BOW, "flee"]
    t.do(BOW)
    assert t.choices() == ["strike", "flee"]
    t.do("flee")
    assert t.spent(0) == [] and "Imp" in t.monsters and t.trophies(0) == []


@pytest.mark.rule("PB-RUL-18")
def test_every_gear_of_a_victory_supplies_an_icon() -> None:
    t = to_battle(monsters="Giant Rat", loot=["Twin Claws, Hunting Spear"])
    t.do("challenge:giant-rat")
    assert t.choices() == [CLAWS, SPEAR, "flee"]
    t.do(SPEAR)
    assert t.choices() == ["strike", "flee"]  # the Claws would match nothing
    (claws,) = [g for g in t.view()["fight"]["gear"] if g["card"] == "l1-p3-twin-claws"]
    assert claws["why"] == {"code": "no_use"}
    # Claw, Spark, Arrow: three cards that each serve, although two would do.
    ways = winning(((1, 1, 0), (0, 1, 1), (1, 0, 1)), (0, 0, 0), *needs([0, 1, 2]))
    assert 0b111 in ways and 0b011 in ways


@pytest.mark.rule("PB-RUL-19")
def test_a_reward_may_refresh_gear_of_that_battle() -> None:
    t = to_battle("Knight", monsters="Goblin Sneak", loot=["Storm Bow"])
    t.do("challenge:goblin-sneak", BOW, "strike")
    assert t.told("refreshed-gear") == [{"seat": 0, "card": "l1-p3-storm-bow"}]
    assert t.spent(0) == []


@pytest.mark.rule("PB-RUL-21")
def test_the_barbarian_need_not_roll() -> None:
    t = to_battle("Barbarian", monsters="", deck="Fish, Catnip, Timber")
    assert t.asked == "send" and t.told("rolled-attack") == []
    t = to_battle("Barbarian", monsters="Imp")
    assert t.choices() == ["roll", "decline"]
    t.do("decline")
    assert t.asked == "send" and t.told("rolled-attack") == []
    t = to_battle("Barbarian", monsters="Imp").dice("spark", "blank").do("roll")
    assert t.asked == "challenge"  # rolled before the challenge


@pytest.mark.rule("PB-RUL-22")
def test_missing_dice_count_as_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    t = to_battle("Barbarian", monsters="Dire Wolf", loot=["Storm Bow, Twin Claws"])
    monkeypatch.setattr(battle, "BOX", replace(battle.BOX, dice=3))
    t.dice("blank", "blank", "claw", "claw").do("roll", "challenge:dire-wolf")
    assert t.told("rolled")[0]["icons"] == [0]  # one die was left for two question marks


@pytest.mark.rule("PB-RUL-23")
def test_a_second_challenge_rolls_anew() -> None:
    t = to_battle("Pirate", monsters="Orc Warrior", loot=["Hunting Spear"])
    t.dice("spark", "arrow").do("challenge:orc-warrior", "challenge:orc-warrior")
    assert [d["icons"] for d in t.told("rolled")] == [[2], [1]]
    assert [d["icon"] for d in t.view()["fight"]["defences"]] == ["claw", "arrow"]
    t.do(SPEAR, "strike")
    assert t.trophies(0) == ["Orc Warrior"]


@pytest.mark.rule("PB-RUL-23", "PB-ROLL-2")
def test_what_was_rolled_adds_to_no_other_monster() -> None:
    t = to_battle("Pirate", monsters="Orc Warrior, Imp", loot=["Storm Bow"])
    t.dice("arrow").do("challenge:orc-warrior", "challenge:imp")
    assert [d["icon"] for d in t.view()["fight"]["defences"]] == ["spark"]
    t.do(BOW, "strike")
    assert t.trophies(0) == ["Imp"]


@pytest.mark.rule("PB-RUL-24")
def test_declining_either_battle_ends_the_turn() -> None:
    t = to_battle("Pirate", monsters="Imp, Giant Rat").do("decline")
    assert t.asked == "send"
    t = to_battle("Pirate", monsters="Imp, Giant Rat").do("challenge:imp")
    assert t.asked == "challenge"
    t.do("decline")
    assert t.asked == "send" and len(t.told("challenged")) == 1


def test_the_shown_assignment_uses_every_card_of_a_victory() -> None:
    icons = [(0, 1), (1, 1), (0, 2), (0, 2)]
    met = assign(icons, [0, 1])
    assert {source for by in met for source in by or []} == {1, 2}
    assert assign([(0, 1), (0, 2)], [3]) == [[1, 2]]
    assert assign([(0, 1)], [3, 0], ignore=(3,)) == [[], [1]]
    assert assign([(0, 1), (1, 2)], [3]) == [None]
