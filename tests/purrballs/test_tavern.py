"""Exhausting and refreshing, the Tavern, Level-ups, Veteran and Expert mode."""

from __future__ import annotations

from typing import Any

import pytest

from meowple.games.purrballs.pieces.box import CATS, LOOT, MONSTERS, RANK_2
from purrballs.table import Table, cat, in_the_box, lay_out, opened, start


def to_tavern(**how: Any) -> Table:
    """The Level-up after a level's last round is about to be decided."""
    how.setdefault("round", 4)
    return lay_out(**how).send().play_out(until="level-up", avoid="challenge")


@pytest.mark.rule("PB-EXH-1")
def test_catventurers_in_play_go_to_the_stash_exhausted() -> None:
    t = lay_out(deck="Fish, Honey, Timber").send("Mage+1", "Prince+0", "Merchant+0")
    t.play_out(until="send")
    assert [t.rest(seat) for seat in range(3)] == [["Mage"], ["Prince"], ["Merchant"]]
    assert t.s.cat == [-1, -1, -1]
    assert t.view(1)["seats"][0]["cats"][2] == {
        "card": "mage",
        "where": "rest",
        "xp": 1,
        "temporary": False,
    }


@pytest.mark.rule("PB-EXH-2")
def test_played_buffs_return_to_the_hand() -> None:
    t = lay_out(mana=[9] * 3).send("Mage+5", "Prince+3", "Merchant+0").play_out(until="send")
    assert t.s.buff == [-1, -1, -1]
    for seat in range(3):
        assert {key.partition("+")[2] for key in t.choices(seat)} == {"0", "1", "3", "5"}


@pytest.mark.rule("PB-EXH-3")
def test_another_round_while_loot_is_left() -> None:
    t = lay_out(round=3).send().play_out(until="send")
    assert (t.s.level, t.s.round, t.asked) == (1, 4, "send")
    t.play_out(until="level-up")
    assert t.asked == "level-up"


@pytest.mark.rule("PB-EXH-4")
def test_exhausted_cards_lie_sideways_until_refreshed() -> None:
    t = lay_out(monsters="Imp", loot=["Storm Bow"], round=3, mana=[9] * 3).send("Soldier+5")
    t.play_out(until="challenge").do("challenge:imp", "gear:l1-p3-storm-bow", "strike")
    assert t.view()["seats"][0]["loot"][0]["spent"]
    t.play_out(until="level-up", avoid="challenge")
    assert not t.view()["seats"][0]["loot"][0]["spent"]


@pytest.mark.rule("PB-EXH-5")
def test_a_refreshed_catventurer_returns_to_the_hand() -> None:
    t = lay_out(monsters="Orc Warrior", loot=["Hunting Spear"], party=[""], rest=["Mage, Rogue"])
    t.send("Soldier+5").play_out(until="challenge").dice("blank")
    t.do("challenge:orc-warrior", "gear:l1-p3-hunting-spear", "strike", "wake:mage")
    assert "Mage" in t.hand(0) and t.rest(0) == ["Rogue", "Soldier"]
    assert "send:mage+0" in t.choices(0)


# -- the Tavern ---------------------------------------------------------------------------------


@pytest.mark.rule("PB-TAV-1")
def test_the_tavern_refreshes_each_stash() -> None:
    t = to_tavern(loot=["Storm Bow", "Longbow"], spent=["Storm Bow"], seats=5)
    for seat in range(5):
        assert t.rest(seat) == [] and t.spent(seat) == []
        assert len(t.hand(seat)) == 5


@pytest.mark.rule("PB-TAV-2")
def test_after_level_3_the_game_is_over() -> None:
    t = lay_out(level=3, round=4).send().play_out(avoid="challenge")
    assert t.match.over and "level-up" not in [t.asked]
    assert len(t.match.winners) == 1


@pytest.mark.rule("PB-TAV-3")
def test_a_level_up_after_levels_1_and_2() -> None:
    for level in (1, 2):
        t = to_tavern(level=level)
        assert t.asked == "level-up" and t.match.to_act == (0, 1, 2)


@pytest.mark.rule("PB-LVL-1")
def test_two_cards_are_dealt_to_each() -> None:
    t = to_tavern(seats=5)
    assert [len(own) for own in t.s.looked] == [2] * 5
    dealt = [c for own in t.s.looked for c in own]
    assert len(set(dealt)) == 10 and all(CATS[c].rank == 2 for c in dealt)
    assert len(t.s.cat_deck) == len(RANK_2) - 10
    assert len({tuple(to_tavern(seed=seed).s.looked) for seed in range(6)}) > 3


@pytest.mark.rule("PB-LVL-2")
def test_one_joins_and_a_rank_1_leaves() -> None:
    t = to_tavern().deal(0, "Knight, Ninja").deal(1, "Archer, Wizard")
    t.each("level-up:knight:merchant", "level-up:wizard:rogue", "keep-party")
    assert t.party(0) == ["Prince", "Rogue", "Mage", "Soldier", "Knight"]
    assert t.party(1) == ["Prince", "Mage", "Soldier", "Merchant", "Wizard"]
    assert len(t.party(2)) == 5


@pytest.mark.rule("PB-LVL-3")
def test_any_rank_2_may_replace_any_rank_1() -> None:
    t = to_tavern().deal(0, "Knight, Ninja")
    assert set(t.choices(0)) == {
        *(f"level-up:{new}:{old}" for new in ("knight", "ninja")
          for old in ("rogue", "mage", "soldier", "merchant")),
        "keep-party",
    }  # fmt: skip


@pytest.mark.rule("PB-LVL-4", "PB-RUL-1")
def test_a_noble_cannot_be_replaced() -> None:
    t = to_tavern()
    assert not any(key.endswith(":prince") for seat in range(3) for key in t.choices(seat))
    (prince,) = [c for c in t.view(0)["hand"] if c["card"] == "prince"]
    assert prince["why"] == {"code": "noble"} and not prince["can"]


@pytest.mark.rule("PB-LVL-5")
def test_a_rank_2_cannot_be_replaced() -> None:
    t = to_tavern(level=2, party=["Prince, Rogue, Mage, Merchant, Knight"])
    assert not any(key.endswith(":knight") for key in t.choices(0))
    (knight,) = [c for c in t.view(0)["hand"] if c["card"] == "knight"]
    assert knight["why"] == {"code": "rank_2"}


@pytest.mark.rule("PB-LVL-6", "PB-EX-10")
def test_hako_keeps_the_knight() -> None:
    t = to_tavern().deal(2, "Knight, Ninja")
    others = sorted(CATS[c].name for seat in (0, 1) for c in t.s.looked[seat])
    t.each("keep-party", "keep-party", "level-up:knight:merchant")
    assert t.party(2) == ["Prince", "Rogue", "Mage", "Soldier", "Knight"]
    assert t.discarded == sorted(["Merchant", "Ninja", *others])
    for viewer in (None, 0, 1):  # face-down
        assert b"ninja" not in t.match.view_json(viewer)
        assert t.view(viewer)["decks"]["discard"] == 6


@pytest.mark.rule("PB-LVL-7")
def test_who_does_not_level_up_discards_both() -> None:
    t = to_tavern().deal(0, "Knight, Ninja").each(*["keep-party"] * 3)
    assert {"Knight", "Ninja"} <= set(t.discarded) and len(t.discarded) == 6
    assert "Merchant" in t.party(0)


@pytest.mark.rule("PB-LVL-8")
def test_the_next_levels_decks_and_a_dungeon_phase() -> None:
    t = to_tavern().each(*["keep-party"] * 3)
    assert (t.s.level, t.s.round, t.asked) == (2, 1, "send")
    assert len(t.pool) == 3 and len(t.s.loot_deck) == 9
    assert {LOOT[c].level for c in t.s.pool + t.s.loot_deck} == {2}
    assert t.story[-1] in ("dungeon", "boxed")


# -- Veteran mode -------------------------------------------------------------------------------


@pytest.mark.rule("PB-VET-1")
def test_veteran_mode_begins_with_a_level_up() -> None:
    t = opened(4, mode="veteran")
    assert t.asked == "level-up" and t.s.level == 0 and t.pool == []
    assert [len(own) for own in t.s.looked] == [2] * 4
    t.each(*["keep-party"] * 4)
    assert (t.s.level, t.asked) == (1, "send")


@pytest.mark.rule("PB-VET-2")
def test_the_discard_pile_becomes_a_deck_without_rank_1() -> None:
    t = start(5, mode="veteran")
    t.s.cat_deck = [c.index for c in in_the_box(CATS) if c.rank == 2]
    t.do("face:clockwise").each(*[t.choices(seat)[0] for seat in range(5)])
    t.play_out(until="level-up", avoid="challenge")
    t.each(*[t.choices(seat)[0] for seat in range(5)])
    assert len(t.s.cat_deck) == 4 and len(t.discarded) == 20
    t.play_out(until="level-up", avoid="challenge")
    # 10 cards are dealt: 4 of the deck, then 6 of the 10 Rank-2 cards of the discard pile.
    assert t.told("new-deck") == [{"cards": 10}]
    assert [len(own) for own in t.s.looked] == [2] * 5
    assert len(t.s.cat_deck) == 4
    assert all(CATS[c].rank == 2 for c in t.s.cat_deck)
    assert t.discarded == [] and t.s.away == [2] * 5


# -- Expert mode --------------------------------------------------------------------------------


@pytest.mark.rule("PB-XPT-1")
def test_expert_mode_deals_four_cards_and_a_camp() -> None:
    t = opened(4, mode="expert")
    assert t.asked == "draft" and t.match.to_act == (0, 1, 2, 3)
    assert [len(own) for own in t.s.looked] == [4] * 4
    assert t.s.level == 0 and t.s.camp == [(), (), (), ()]


@pytest.mark.rule("PB-XPT-2")
def test_each_lays_one_card_under_its_camp_card() -> None:
    t = opened(3, mode="expert")
    assert all(len(t.choices(seat)) == 4 for seat in range(3))
    first = [own[0] for own in t.s.looked]
    t.each(*[t.choices(seat)[0] for seat in range(3)])
    assert list(t.s.camp) == [(c,) for c in first]
    assert t.view(0)["camp"][0]["card"] == CATS[first[0]].key
    assert t.view(1)["seats"][0]["camp_size"] == 1


@pytest.mark.rule("PB-XPT-3")
def test_the_rest_is_passed_in_the_crowns_direction() -> None:
    for face, step in (("clockwise", 1), ("anticlockwise", -1)):
        t = start(4, mode="expert").do(f"face:{face}")
        rest = [own[1:] for own in t.s.looked]
        t.each(*[t.choices(seat)[0] for seat in range(4)])
        assert [t.s.looked[(seat + step) % 4] for seat in range(4)] == rest


@pytest.mark.rule("PB-XPT-4")
def test_until_every_camp_has_four() -> None:
    for seats in (3, 4, 5):
        t = opened(seats, mode="expert", seed=4)
        while t.asked == "draft":
            t.each(*[t.choices(seat)[-1] for seat in range(seats)])
        assert [len(own) for own in t.s.camp] == [4] * seats
        assert len({c for own in t.s.camp for c in own}) == 4 * seats
        assert all(own == () for own in t.s.looked)


def drafted(seats: int = 3, seed: int = 1) -> Table:
    """An Expert table after the draft, at the first Level-up."""
    t = opened(seats, mode="expert", seed=seed)
    while t.asked == "draft":
        t.each(*[t.choices(seat)[0] for seat in range(seats)])
    return t


@pytest.mark.rule("PB-XPT-5", "PB-RUL-46")
def test_level_ups_use_the_own_camp_only() -> None:
    t = drafted()
    for seat in range(3):
        new = {key.split(":")[1] for key in t.choices(seat) if key != "keep-party"}
        assert new == {CATS[c].key for c in t.s.camp[seat]} and len(new) == 4
    t.each(*["keep-party"] * 3).play_out(until="level-up", avoid="challenge wake")
    assert all(own == () for own in t.s.looked)  # nothing is dealt
    new = {key.split(":")[1] for key in t.choices(1) if key != "keep-party"}
    assert new == {CATS[c].key for c in t.s.camp[1]}


@pytest.mark.rule("PB-XPT-6")
def test_rank_2_cards_are_never_discarded() -> None:
    t = drafted()
    camp = t.s.camp[0]
    t.each(f"level-up:{CATS[camp[0]].key}:rogue", "keep-party", "keep-party")
    assert t.discarded == ["Rogue"]
    assert t.s.camp[0] == camp[1:] and [len(own) for own in t.s.camp] == [3, 4, 4]
    t.play_out()
    assert t.s.discard == []


@pytest.mark.rule("PB-XPT-7")
def test_a_level_up_follows_the_draft() -> None:
    t = drafted(4)
    assert (t.asked, t.s.level) == ("level-up", 0)
    t.each(*["keep-party"] * 4)
    assert (t.asked, t.s.level) == ("send", 1)


# -- rulings ------------------------------------------------------------------------------------


@pytest.mark.rule("PB-RUL-37")
def test_an_empty_deck_is_renewed_in_base_mode_too() -> None:
    t = lay_out(round=4, cat_deck="Knight")
    t.s.discard = [cat("Ninja"), cat("Archer")]
    t.s.swapped[1], t.s.hand[1] = (cat("Rogue"),), t.s.hand[1]
    t.send().play_out(until="level-up", avoid="challenge")
    assert t.told("new-deck") == [{"cards": 2}]
    # Three cards were left in all: the first seats get them, the last gets none.
    assert [len(own) for own in t.s.looked] == [2, 1, 0]
    assert t.match.to_act == (0, 1)
    assert t.s.away == [0, 1, 0]


@pytest.mark.rule("PB-RUL-38")
def test_level_ups_are_chosen_together_and_stay_secret_until_played() -> None:
    t = to_tavern().deal(0, "Knight, Ninja")
    t.match.act(0, "level-up:knight:merchant")
    assert t.told("leveled-up") == [] and t.match.committed == (0,)
    t.match.act(1, "keep-party")
    t.match.act(2, "keep-party")
    for viewer in (None, 1, 2):
        assert b"knight" not in t.match.view_json(viewer)
        assert not any("Knight" in line for line in t.match.log(viewer))
        assert t.view(viewer)["seats"][0]["unknown"] == 4
    assert any("Knight" in line for line in t.match.log(0))
    t.send("Knight+1")
    assert t.view(1)["seats"][0]["play"]["cat"] == "knight"
    assert t.view(1)["seats"][0]["unknown"] == 3


@pytest.mark.rule("PB-RUL-39")
def test_what_is_open_and_what_is_not() -> None:
    t = drafted()
    t.each(f"level-up:{CATS[t.s.camp[0][0]].key}:rogue", "keep-party", "keep-party")
    t.play_out(until="send", avoid="challenge")
    rival, own = t.view(1), t.view(0)
    assert own["camp"] and len(own["hand"]) == 5
    assert rival["seats"][0]["loot"] == own["seats"][0]["loot"] != []
    assert rival["seats"][0]["mana"] == t.mana[0]
    for c in t.s.camp[0]:
        assert CATS[c].key.encode() not in t.match.view_json(1) or c in t.s.camp[1]
    for viewer in (None, 1):
        twin = t.match.imagine(viewer, 5)
        assert twin.view_json(viewer) == t.match.view_json(viewer)


@pytest.mark.rule("PB-RUL-45")
def test_in_the_draft_a_player_knows_what_it_has_held() -> None:
    t = opened(4, mode="expert", seed=3)
    mine = set(t.s.looked[0])
    t.each(*[t.choices(seat)[0] for seat in range(4)])
    passed = mine - {t.s.camp[0][0]}
    now = set(t.s.looked[0])
    held_by_next = set()
    for seed in range(30):
        world = t.match.imagine(0, seed).state
        assert set(world.looked[1]) == passed  # known as a set
        assert set(world.looked[0]) == now
        held_by_next.add(world.looked[2])
    assert len(held_by_next) > 5  # never seen
    left = list(t.s.cat_deck)
    t.play_out()
    assert sorted(t.s.cat_deck) == sorted(left)  # not dealt: out of the game


@pytest.mark.rule("PB-RUL-47")
def test_at_most_one_new_catventurer_at_each_level_up() -> None:
    for mode in ("base", "veteran", "expert"):
        t = opened(3, mode=mode, seed=2)
        while not t.match.over:
            before = [len(own) for own in t.s.swapped]
            asked = t.asked
            for seat in t.match.to_act:
                t.match.act(seat, t.match.actions(seat)[0])
            after = [len(own) for own in t.s.swapped]
            grown = [b - a for a, b in zip(before, after, strict=True)]
            assert max(grown) <= (asked == "level-up")


@pytest.mark.rule("PB-OPT-3")
def test_modes_of_a_table() -> None:
    for mode, asked in (("base", "send"), ("veteran", "level-up"), ("expert", "draft")):
        assert opened(3, mode=mode).asked == asked
    assert opened(3).s.options["mode"] == "base"


@pytest.mark.rule("PB-OPT-1", "PB-RUL-9")
def test_monsters_left_at_the_end_of_a_level() -> None:
    for choice, stay in (("box", []), ("stay", ["Imp", "Giant Rat"])):
        t = to_tavern(monsters="Imp, Giant Rat", monsters_at_level_end=choice)
        deck = set(t.s.box) - {0}
        assert t.monsters == stay and t.s.monster_deck == [] and deck
        t.each(*["keep-party"] * 3)
        assert t.monsters[: len(stay)] == stay
        assert all(MONSTERS[m].level == 2 for m in t.s.monsters[len(stay) :])
    assert lay_out().s.options["monsters_at_level_end"] == "box"


@pytest.mark.rule("PB-OPT-4", "PB-RUL-10")
def test_which_monsters_the_limit_removes() -> None:
    three = "Imp, Giant Rat, Goblin Sneak"
    for choice, first in (("newest", "Imp"), ("oldest", "Giant Rat")):
        t = lay_out(monsters=three, deck="Idol, Fish, Honey", monster_limit_removes=choice)
        t.send().play_out(until="send", avoid="challenge")
        assert t.monsters[0] == first and len(t.monsters) == 3
        assert (t.boxed == ["Imp"]) == (choice == "oldest")
    assert lay_out().s.options["monster_limit_removes"] == "newest"
