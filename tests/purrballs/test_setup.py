"""Setup of the Dungeon and the parties, the Crown and the priority order."""

from __future__ import annotations

import pytest

from meowple.games.purrballs.pieces.box import BOX, BUFFS, LOOT, MONSTERS
from purrballs.table import in_the_box, lay_out, opened, start


@pytest.mark.rule("PB-SET-1")
def test_six_decks_by_kind_and_level() -> None:
    decks = [BOX.loot_deck(level, 5) for level in (1, 2, 3)]
    assert [len(in_the_box(LOOT[c] for c in deck)) for deck in decks] == [20, 20, 20]
    for level, deck in enumerate(decks, 1):
        assert {LOOT[c].level for c in deck} == {level}
    foes = [BOX.monster_deck(level, 5) for level in (1, 2, 3)]
    assert [len(in_the_box(MONSTERS[c] for c in deck)) for deck in foes] == [7, 7, 7]
    for level, deck in enumerate(foes, 1):
        assert {MONSTERS[c].level for c in deck} == {level}


@pytest.mark.rule("PB-SET-2")
def test_cards_with_a_higher_mark_stay_in_the_box() -> None:
    for seats in (3, 4, 5):
        t = opened(seats).play_out()
        used = {c for own in t.s.loot for c in own}
        assert used == {c.index for c in LOOT if c.min_players <= seats}
        met = {m for own in t.s.trophies for m in own} | set(t.s.box) | set(t.s.monsters)
        assert met == {m.index for m in MONSTERS if m.min_players <= seats}


@pytest.mark.rule("PB-SET-3")
def test_level_1_lies_ready_and_the_others_wait() -> None:
    t = opened(4)
    lying = t.s.pool + t.s.loot_deck
    assert sorted(lying) == BOX.loot_deck(1, 4)
    assert sorted(t.s.monsters + t.s.monster_deck) == BOX.monster_deck(1, 4)
    first = {tuple(opened(4, seed=seed).s.pool) for seed in range(9)}
    assert len(first) > 5  # shuffled


@pytest.mark.rule("PB-SET-4")
def test_the_pool_is_empty_at_first() -> None:
    t = start(4)
    assert t.pool == [] and t.monsters == []
    assert "dungeon" not in t.story


@pytest.mark.rule("PB-SET-5")
def test_the_supply_serves_everyone_and_the_dice_lie_ready() -> None:
    t = lay_out(seats=5, mana=[0] * 5).send(*["Merchant+0"] * 5)
    assert t.mana == [2] * 5  # all took from the common supply
    wolf = lay_out(monsters="Dire Wolf", loot=["Twin Claws"]).send("Soldier+5")
    wolf.play_out(until="challenge").dice("claw", "claw").do("challenge:dire-wolf")
    assert wolf.told("rolled")[0]["dice"] == 2


@pytest.mark.rule("PB-SET-6")
def test_each_hand_has_the_five_starting_catventurers() -> None:
    t = start(5)
    for seat in range(5):
        assert t.hand(seat) == ["Prince", "Rogue", "Mage", "Soldier", "Merchant"]


@pytest.mark.rule("PB-SET-7")
def test_each_player_holds_four_buffs() -> None:
    t = opened(3)
    for seat in range(3):
        sent = {key.partition("+")[2] for key in t.choices(seat)}
        assert sent == {"0", "1", "3", "5"}
        assert len(t.choices(seat)) == 5 * 4
    assert [buff.value for buff in BUFFS] == [0, 1, 3, 5]


@pytest.mark.rule("PB-SET-8")
def test_a_reference_card_for_each_player() -> None:
    assert BOX.tokens["reference-card"] >= 5
    t = lay_out(party=["Prince, Rogue, Mage, Soldier, Engineer"]).send(
        "Engineer+0", "Merchant+5", "Merchant+1"
    )
    assert t.told("speed") == [{"seat": 0, "cat": "engineer", "speed": 5}]  # it marks X
    assert t.view()["seats"][0]["play"]["speed"] == 5


@pytest.mark.rule("PB-SET-9")
def test_each_stash_starts_with_3_mana_and_nothing_else() -> None:
    t = start(5)
    assert t.mana == [3] * 5
    assert all(t.loot(seat) == t.trophies(seat) == t.rest(seat) == [] for seat in range(5))


@pytest.mark.rule("PB-SET-10", "PB-OPT-6")
def test_the_table_can_name_the_first_cat_king() -> None:
    for seat in range(4):
        assert start(4, first_crown=seat + 1).s.crown == seat


@pytest.mark.rule("PB-SET-11")
def test_the_first_cat_king_chooses_the_face_at_once() -> None:
    t = start(4, first_crown=3)
    assert t.asks == ("face", 2)
    assert t.view(0)["way"] == 0
    t.do("face:anticlockwise")
    for viewer in (None, 0, 1, 2, 3):
        table = t.view(viewer)
        assert (table["crown"], table["way"]) == (2, -1)


@pytest.mark.rule("PB-RUL-44", "PB-OPT-6")
def test_the_first_crown_is_drawn_at_random() -> None:
    for given in ({}, {"first_crown": 0}):
        assert {start(5, seed=seed, **given).s.crown for seed in range(40)} == {0, 1, 2, 3, 4}
    assert {start(3, seed=seed, first_crown=5).s.crown for seed in range(40)} == {0, 1, 2}


# -- priority order -----------------------------------------------------------------------------


@pytest.mark.rule("PB-PRIO-1")
def test_the_holder_of_the_crown_is_first() -> None:
    for crown in range(5):
        for way in (1, -1):
            assert lay_out(seats=5, crown=crown, way=way).s.priority()[0] == crown


@pytest.mark.rule("PB-PRIO-2")
def test_the_order_runs_round_the_table_as_the_face_shows() -> None:
    assert lay_out(seats=5, crown=3, way=1).view()["priority"] == [3, 4, 0, 1, 2]
    assert lay_out(seats=5, crown=3, way=-1).view()["priority"] == [3, 2, 1, 0, 4]


@pytest.mark.rule("PB-PRIO-3")
def test_ties_go_to_the_earlier_in_priority() -> None:
    for crown, way, order in ((1, 1, [1, 2, 0]), (1, -1, [1, 0, 2]), (2, -1, [2, 1, 0])):
        t = lay_out(crown=crown, way=way).send()
        assert t.totals == [3, 3, 3]
        assert t.s.order == order


@pytest.mark.rule("PB-PRIO-4")
def test_whoever_gains_the_crown_chooses_its_face() -> None:
    t = lay_out(crown=0, mana=[3, 3, 4]).send("Merchant+1", "Merchant+1", "Prince+5")
    assert t.asks == ("face", 2)
    t.do("face:anticlockwise")
    assert t.s.priority() == [2, 1, 0]


@pytest.mark.rule("PB-PRIO-5")
def test_the_crown_stays_until_an_effect_moves_it() -> None:
    t = opened(4, seed=5)
    holder = t.s.crown
    while not t.match.over:
        before = len(t.told("crown"))
        for seat in t.match.to_act:
            t.match.act(seat, t.match.actions(seat)[0])
        if len(t.told("crown")) == before:
            assert t.s.crown == holder
        else:
            holder = t.told("crown")[-1]["seat"]
    assert t.told("crown")  # and somebody had it
