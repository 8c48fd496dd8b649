"""The course of a round: Dungeon, Selection, Action and Loot phases."""

from __future__ import annotations

import pytest

from meowple.core.errors import IllegalAction
from meowple.games.purrballs.pieces.box import BOX, CATS, LOOT, MONSTERS
from purrballs.table import cat, in_the_box, lay_out, opened


@pytest.mark.rule("PB-OBJ-1")
def test_a_party_has_five_catventurers() -> None:
    t = opened(4)
    for seat in range(4):
        assert len(t.party(seat)) == 5


@pytest.mark.rule("PB-OBJ-2")
def test_each_round_sends_one_and_brings_one() -> None:
    t = opened(4, seed=2)
    for round in range(1, 4):
        t.play_out(until="send")
        assert [len(own) for own in t.s.loot] == [round] * 4
        assert len(t.told("sent")) == 4 * round


@pytest.mark.rule("PB-OBJ-3")
def test_the_game_ends_with_the_last_loot() -> None:
    t = opened(3)
    while not t.match.over:
        assert t.s.pool or t.s.loot_deck or t.s.level < 3 or t.asked in ("challenge", "match",
            "wake", "count", "recruit", "refresh-gear")  # fmt: skip
        t.play_out(until="loot")
    assert not t.s.pool and not t.s.loot_deck and t.s.level == 3 and t.s.round == 4


# -- the round ----------------------------------------------------------------------------------


@pytest.mark.rule("PB-ROUND-1")
def test_three_levels_in_order_of_several_rounds() -> None:
    levels = [d["level"] for d in opened(5).play_out().told("round")]
    assert levels == [1] * 4 + [2] * 4 + [3] * 4


@pytest.mark.rule("PB-ROUND-2")
def test_six_phases_in_order() -> None:
    t = lay_out(monsters="Imp", loot=["Storm Bow"], mana=[5] * 3)
    t.send("Soldier+3", "Merchant+1", "Merchant+0")
    t.play_out(until="challenge", avoid="decline").do("challenge:imp")
    t.do("gear:l1-p3-storm-bow", "strike")
    order = ["sent", "buff", "order", "took", "challenged", "defeated", "round"]
    places = [t.story.index(kind) for kind in order]
    assert places == sorted(places)
    assert t.asked == "send"  # the next Dungeon phase is over already
    assert t.story.count("dungeon") == 1


@pytest.mark.rule("PB-ROUND-3")
def test_a_phase_is_over_before_the_next_begins() -> None:
    story = opened(4, seed=4).play_out().story
    for i, kind in enumerate(story):
        if kind == "order":  # from here to the next round nobody pays for a Buff any more
            end = next(j for j in range(i, len(story)) if story[j] in ("round", "tavern"))
            assert not {"buff", "unpaid", "sent", "rotated"} & set(story[i:end])
            assert "took" not in story[_last(story, i, "challenged", end) : end]


def _last(story: list[str], start: int, kind: str, end: int) -> int:
    """The first event of that kind of a Battle phase, or its end."""
    return next((j for j in range(start, end) if story[j] == kind), end)


@pytest.mark.rule("PB-ROUND-4")
def test_the_level_ends_when_its_loot_deck_is_empty() -> None:
    t = lay_out(round=4).send().play_out(until="level-up", avoid="challenge")
    assert t.story[-3:].count("tavern") <= 1 and "tavern" in t.story
    t = lay_out(round=3).send().play_out(until="send", avoid="challenge")
    assert "tavern" not in t.story


# -- Dungeon phase ------------------------------------------------------------------------------


@pytest.mark.rule("PB-DUN-1")
def test_as_many_loot_cards_as_players() -> None:
    for seats in (3, 4, 5):
        t = opened(seats)
        assert len(t.pool) == seats
        assert all(LOOT[c].level == 1 for c in t.s.pool)
        assert len(t.s.loot_deck) == 3 * seats


@pytest.mark.rule("PB-DUN-2")
def test_a_monster_for_each_icon() -> None:
    for seed in range(12):
        t = opened(4, seed=seed)
        icons = sum(LOOT[c].monster_icons for c in t.s.pool)
        assert len(t.told("dungeon")[0]["monsters"]) == icons == len(t.monsters)


@pytest.mark.rule("PB-DUN-3")
def test_new_monsters_stand_to_the_right() -> None:
    t = lay_out(seats=5, monsters="Imp, Giant Rat", deck="Idol, Fish, Honey, Timber, Wool")
    t.send().play_out(until="send", avoid="challenge")
    assert t.monsters[:2] == ["Imp", "Giant Rat"]
    assert len(t.monsters) == 3


@pytest.mark.rule("PB-DUN-4")
def test_monsters_stay_for_the_next_round() -> None:
    t = lay_out(monsters="Ogre", deck="Fish, Honey, Timber").send()
    t.play_out(until="send")
    assert t.monsters == ["Ogre"]


@pytest.mark.rule("PB-LIM-1")
def test_more_monsters_than_loot_leave_from_the_right() -> None:
    t = lay_out(monsters="Imp, Giant Rat, Goblin Sneak", deck="Idol, Goblet, Honey").send()
    t.play_out(until="send", avoid="challenge")
    assert t.monsters == ["Imp", "Giant Rat", "Goblin Sneak"]
    assert len(t.boxed) == 2
    few = lay_out(monsters="Imp, Giant Rat", deck="Idol, Fish, Honey").send()
    few.play_out(until="send", avoid="challenge")
    assert len(few.monsters) == 3 and few.boxed == []


@pytest.mark.rule("PB-LIM-2")
def test_monsters_of_the_limit_never_return() -> None:
    t = lay_out(monsters="Imp, Giant Rat, Goblin Sneak", deck="Idol, Fish, Honey").send()
    t.play_out(until="send", avoid="challenge")
    (gone,) = t.boxed
    while not t.match.over:
        t.play_out(until="send")
        assert gone in t.boxed and gone not in t.monsters


@pytest.mark.rule("PB-EX-1")
def test_four_players_leave_the_5_plus_cards_in_the_box() -> None:
    loot = [c for level in (1, 2, 3) for c in BOX.loot_deck(level, 4)]
    foes = [c for level in (1, 2, 3) for c in BOX.monster_deck(level, 4)]
    loot, foes = in_the_box(LOOT[c] for c in loot), in_the_box(MONSTERS[m] for m in foes)
    assert (len(loot), len(foes)) == (48, 18)
    assert (len(in_the_box(LOOT)) - 48, len(in_the_box(MONSTERS)) - 18) == (12, 3)
    assert {c.min_players for c in loot} == {3, 4}


@pytest.mark.rule("PB-EX-2")
def test_the_fifth_monster_of_four_players_goes() -> None:
    four = "Imp, Giant Rat, Goblin Sneak, Orc Archer"
    t = lay_out(seats=4, monsters=four, deck="Idol, Fish, Honey, Timber").send()
    t.play_out(until="send", avoid="challenge")
    assert t.monsters == four.split(", ")
    assert len(t.boxed) == 1


# -- Selection phase ----------------------------------------------------------------------------


@pytest.mark.rule("PB-SEL-1")
def test_each_player_chooses_a_catventurer_and_a_buff_in_secret() -> None:
    t = lay_out()
    assert t.match.to_act == (0, 1, 2)
    t.match.act(0, "send:rogue+3")
    assert t.match.committed == (0,)
    for viewer in (None, 1, 2):
        assert b"send" not in t.match.view_json(viewer).replace(b'"send', b"") or viewer
        assert t.view(viewer)["seats"][0]["play"] is None
        assert t.match.view(viewer)["choice"] is None
    assert t.match.view(0)["choice"] == "send:rogue+3"


@pytest.mark.rule("PB-SEL-2")
def test_all_choose_before_any_card_is_revealed() -> None:
    t = lay_out()
    for seat in (2, 0):
        t.match.act(seat, "send:mage+1")
        assert t.told("sent") == [] and t.s.cat == [-1, -1, -1]
    t.match.act(0, "send:rogue+0")  # it may still be changed
    t.match.act(1, "send:prince+1")
    assert [d["cat"] for d in t.told("sent")] == ["rogue", "prince", "mage"]


@pytest.mark.rule("PB-SEL-3")
def test_exhausted_catventurers_cannot_be_chosen() -> None:
    t = lay_out(party=[""], rest=["Mage, Rogue"])
    names = {key[5:].partition("+")[0] for key in t.choices(0)}
    assert names == {"prince", "soldier", "merchant"}
    with pytest.raises(IllegalAction):
        t.match.act(0, "send:mage+0")
    (mage,) = [c for c in t.view(0)["hand"] if c["card"] == "mage"]
    assert not mage["can"] and mage["why"] == {"code": "exhausted", "card": "mage"}


@pytest.mark.rule("PB-SEL-4")
def test_all_four_buffs_in_every_round() -> None:
    t = opened(3)
    for _ in range(4):
        for seat in range(3):
            assert {key.partition("+")[2] for key in t.choices(seat)} == {"0", "1", "3", "5"}
        t.play_out(until="send")


@pytest.mark.rule("PB-SEL-5")
def test_a_buff_may_be_chosen_that_cannot_be_paid_yet() -> None:
    t = lay_out(mana=[0, 0, 0])
    assert "send:mage+5" in t.choices(0)
    assert t.view(0)["buffs"][3] == {"card": "buff-5", "can": True, "why": None, "short": 4}


# -- Action phase -------------------------------------------------------------------------------


@pytest.mark.rule("PB-ACT-1")
def test_all_cards_are_revealed_together() -> None:
    t = lay_out().send("Rogue+3", "Mage+1", "Prince+0")
    kinds = [kind for kind in t.story if kind != "dealt"]
    assert kinds[:3] == ["sent"] * 3
    for viewer in (None, 0, 1, 2):
        seats = t.view(viewer)["seats"]
        assert [seat["play"]["cat"] for seat in seats] == ["rogue", "mage", "prince"]


@pytest.mark.rule("PB-ACT-2")
def test_turns_in_priority_order() -> None:
    t = lay_out(seats=4, crown=2, way=-1).send(*["Merchant+0"] * 4)
    assert [d["seat"] for d in t.told("buff")] == [2, 1, 0, 3]


@pytest.mark.rule("PB-ACT-3")
def test_ability_then_buff_then_the_next_player() -> None:
    t = lay_out(mana=[5] * 3).send(*["Merchant+3"] * 3)
    turns = [(k, d["seat"]) for e in t.match.events() for k, d in [(e.kind, e.data)]
             if k in ("gained", "buff")]  # fmt: skip
    assert turns[:6] == [
        ("gained", 0), ("buff", 0), ("gained", 1), ("buff", 1), ("gained", 2), ("buff", 2),
    ]  # fmt: skip


@pytest.mark.rule("PB-ACT-4")
def test_paying_moves_mana_to_the_supply() -> None:
    t = lay_out(mana=[9, 9, 9]).send("Merchant+3", "Merchant+5", "Merchant+1")
    assert t.mana == [9 + 1 - 2, 9 + 1 - 4, 9 + 1]


@pytest.mark.rule("PB-ACT-5")
def test_plus_0_gains_1_mana() -> None:
    t = lay_out(mana=[0, 0, 0]).send("Soldier+0", "Soldier+1", "Soldier+1")
    assert t.mana == [1, 0, 0]
    assert t.told("buff") == [{"seat": 0, "buff": 0, "cost": 0, "gain": 1}]


@pytest.mark.rule("PB-ACT-6")
def test_plus_3_costs_2() -> None:
    t = lay_out(mana=[2, 5, 0]).send("Soldier+3", "Soldier+3", "Soldier+1")
    assert t.mana == [0, 3, 0]
    assert t.totals[:2] == [5, 5]


@pytest.mark.rule("PB-ACT-7")
def test_plus_1_is_free_and_plus_5_costs_4() -> None:
    t = lay_out(mana=[4, 4, 0]).send("Soldier+5", "Soldier+1", "Soldier+1")
    assert t.mana == [0, 4, 0]
    assert t.totals == [7, 3, 3]


@pytest.mark.rule("PB-ACT-8", "PB-RUL-6")
def test_an_unpaid_buff_becomes_plus_0_without_gain() -> None:
    t = lay_out(mana=[1, 0, 0]).send("Soldier+3", "Soldier+1", "Soldier+1")
    assert t.mana == [1, 0, 0]
    assert (t.buff(0), t.totals[0]) == (0, 2)
    # A player before it in the order counted the Buff revealed, one after it the +0.
    for crown, gain in ((1, 5), (0, 0)):
        t = lay_out(
            crown=crown, mana=[1, 0, 0], party=["", "Prince, Rogue, Mage, Soldier, Profiteer"]
        ).send("Soldier+5", "Profiteer+1", "Soldier+0")
        assert t.told("gained")[0] == {"seat": 1, "amount": gain}


@pytest.mark.rule("PB-ACT-9")
def test_mana_of_the_ability_can_pay_the_buff() -> None:
    t = lay_out(mana=[1, 0, 0]).send("Merchant+3", "Soldier+1", "Soldier+1")
    assert t.mana[0] == 0 and t.buff(0) == 3


@pytest.mark.rule("PB-ACT-10")
def test_a_battle_ability_waits() -> None:
    t = lay_out(monsters="Imp", loot=["Storm Bow"]).send("Soldier+5", "Merchant+1", "Merchant+1")
    assert t.asked == "loot" and "challenged" not in t.story
    assert t.told("unpaid")[0]["seat"] == 0  # its Buff was resolved in the Action phase
    t.play_out(until="challenge")
    assert t.asks == ("challenge", 0)


@pytest.mark.rule("PB-ACT-11")
def test_the_loot_phase_begins_after_every_turn() -> None:
    t = lay_out(mana=[2, 2, 2]).send("Merchant+1", "Merchant+1", "Rogue+1")
    assert t.asks == ("rotate", 2) and t.s.pool and t.told("took") == []
    t.do("stay")
    assert t.asked == "loot"


@pytest.mark.rule("PB-EX-3", "PB-CAT-3")
def test_mochis_mage_gains_two() -> None:
    t = lay_out(mana=[0, 3, 3]).send("Mage+1", "Prince+1", "Soldier+1")
    assert t.speeds[0] == 0
    assert t.mana[0] == 2
    both = lay_out(mana=[0, 3, 3]).send("Mage+1", "Mage+1", "Soldier+1")
    assert both.mana == [1, 4, 3]


@pytest.mark.rule("PB-EX-4")
def test_mochi_pays_with_what_the_mage_gained() -> None:
    t = lay_out(mana=[0, 3, 3]).send("Mage+3", "Prince+1", "Soldier+1")
    assert (t.mana[0], t.buff(0)) == (0, 3)


@pytest.mark.rule("PB-EX-5")
def test_mochi_wastes_her_buff() -> None:
    t = lay_out(mana=[0, 3, 3]).send("Soldier+3", "Prince+1", "Soldier+1")
    assert (t.mana[0], t.buff(0), t.totals[0]) == (0, 0, 2)


# -- Loot phase ---------------------------------------------------------------------------------


@pytest.mark.rule("PB-LOOT-1")
def test_total_speed_is_speed_plus_buff() -> None:
    t = lay_out(mana=[9] * 3).send("Merchant+5", "Mage+3", "Prince+1")
    assert t.totals == [7, 3, 3]
    assert [seat["play"]["total"] for seat in t.view()["seats"]] == [7, 3, 3]


@pytest.mark.rule("PB-LOOT-2")
def test_speed_order_from_high_to_low_ties_by_priority() -> None:
    t = lay_out(seats=4, crown=3, way=-1, mana=[9] * 4)
    t.send("Mage+3", "Merchant+1", "Merchant+5", "Mage+3")
    assert t.totals == [3, 3, 7, 3]
    assert t.view()["speed_order"] == [2, 3, 1, 0]
    assert t.told("order")[0] == {"seats": [2, 3, 1, 0], "totals": [7, 3, 3, 3]}


@pytest.mark.rule("PB-LOOT-3")
def test_everyone_takes_a_card_of_their_choice_in_speed_order() -> None:
    t = lay_out(pool="Fish, Idol, Mana Vial", mana=[9] * 3)
    t.send("Merchant+0", "Merchant+5", "Merchant+3")
    assert t.asks == ("loot", 1) and len(t.choices()) == 3
    t.take("Idol")
    assert t.asks == ("loot", 2) and len(t.choices()) == 2
    t.take("Fish")
    assert [t.loot(seat) for seat in range(3)] == [["Mana Vial"], ["Idol"], ["Fish"]]


@pytest.mark.rule("PB-LOOT-4")
def test_the_row_is_empty_after_the_loot_phase() -> None:
    t = lay_out(monsters="Imp").send("Soldier+0", "Merchant+1", "Merchant+1")
    t.play_out(until="challenge")
    assert t.pool == [] and all(len(own) == 1 for own in t.s.loot)


@pytest.mark.rule("PB-EX-6")
def test_mochi_takes_her_loot_last() -> None:
    # Kumo (seat 1) is earlier in the priority order than Mochi (seat 0).
    t = lay_out(crown=1, way=1, mana=[2, 9, 9]).send("Mage+3", "Merchant+1", "Merchant+3")
    assert t.totals == [3, 3, 5]
    assert t.s.order == [2, 1, 0]
    t.play_out(until="send")
    assert [d["seat"] for d in t.told("took")] == [2, 1, 0]


@pytest.mark.rule("PB-RUL-14")
def test_taking_loot_is_compulsory() -> None:
    t = lay_out().send()
    assert all(key.startswith("take:") for key in t.choices())


@pytest.mark.rule("PB-RUL-4")
def test_abilities_are_compulsory_unless_they_say_may() -> None:
    party = ["Prince, Rogue, Mage, Soldier, Gambler"]
    t = lay_out(mana=[2, 0, 0], party=party).send("Gambler+1", "Soldier+1", "Soldier+1")
    assert t.mana == [0, 1, 1] and t.asked == "loot"  # nobody was asked whether to give
    t = lay_out(mana=[2, 1, 1]).send("Rogue+1", "Soldier+1", "Soldier+1")
    assert t.choices() == ["rotate", "stay"]


@pytest.mark.rule("PB-RUL-5")
def test_a_buff_that_can_be_paid_is_paid_and_the_gain_is_taken() -> None:
    t = lay_out(mana=[4, 0, 0]).send("Soldier+5", "Soldier+0", "Soldier+1")
    assert t.mana == [0, 1, 0] and t.asked == "loot"


@pytest.mark.rule("PB-RUL-7")
def test_neighbours_are_the_next_seats_on_both_sides() -> None:
    assert sorted(lay_out(seats=5).s.neighbours(0)) == [1, 4]
    assert sorted(lay_out(seats=5).s.neighbours(3)) == [2, 4]
    assert sorted(lay_out(seats=3).s.neighbours(1)) == [0, 2]
    party = ["Prince, Rogue, Mage, Soldier, Profiteer"]
    t = lay_out(seats=5, mana=[0, 9, 9, 9, 9], party=party)
    t.send("Profiteer+1", "Soldier+1", "Soldier+5", "Soldier+5", "Soldier+3")
    assert t.mana[0] == 3


@pytest.mark.rule("PB-RUL-8")
def test_the_mana_supply_has_no_limit() -> None:
    t = lay_out(mana=[200, 50, 50]).send("Mage+0", "Merchant+0", "Merchant+0")
    assert t.mana == [203, 52, 52]


@pytest.mark.rule("PB-RUL-11")
def test_an_empty_monster_deck_brings_nothing() -> None:
    t = lay_out(deck="Idol, Goblet, Jewel")
    t.s.monster_deck = []
    t.send().play_out(until="send")
    assert t.monsters == [] and t.told("dungeon")[0]["monsters"] == []


@pytest.mark.rule("PB-RUL-12")
def test_the_limit_is_not_checked_when_loot_is_taken() -> None:
    t = lay_out(monsters="Imp, Giant Rat, Goblin Sneak").send().take(*[])
    while t.asked == "loot":
        t.do(t.choices()[0])
        if t.asked == "loot":
            assert len(t.monsters) == 3 > len(t.pool)
    assert t.told("boxed") == [] or t.story.index("boxed") > t.story.index("round")


@pytest.mark.rule("PB-RUL-20")
def test_loot_of_the_round_serves_in_its_battle() -> None:
    t = lay_out(pool="Storm Bow, Fish, Idol", monsters="Imp", mana=[9] * 3)
    t.send("Soldier+5").take("Storm Bow").play_out(until="challenge")
    t.do("challenge:imp", "gear:l1-p3-storm-bow", "strike")
    assert t.trophies(0) == ["Imp"]


def test_names_of_the_cards_in_play() -> None:
    assert CATS[cat("Merchant")].upright == 2
