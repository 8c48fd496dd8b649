"""What the cards do: every verb, every Catventurer, and the rulebook's clarifications."""

from __future__ import annotations

from typing import Any

import pytest

from meowple.games.purrballs.pieces.box import CATS, LOOT
from meowple.games.purrballs.pieces.lines import PerMonster, TreasureSets
from meowple.games.purrballs.pieces.names import TREASURES, TYPES
from meowple.games.purrballs.rules import scoring
from meowple.games.purrballs.rules.effects import ABILITY, GIFT
from meowple.games.purrballs.rules.mana import GainMana
from purrballs.table import Table, cat, lay_out

PARTY = "Prince, Rogue, Mage, Soldier, {}"
STILL = "Soldier+1"
"""Speed 2, Buff +1, nothing to do in the Action phase."""


def play(name: str, *rivals: str, buff: int = 1, **how: Any) -> Table:
    """Seat 0, the Cat King, plays this Catventurer; rivals stand still unless told otherwise."""
    how.setdefault("mana", [5, 5, 5])
    starting = name in ("Prince", "Rogue", "Mage", "Soldier", "Merchant")
    parties = ["" if starting else PARTY.format(name)]
    for rival in rivals:
        other = rival.partition("+")[0]
        known = other in ("Prince", "Rogue", "Mage", "Soldier", "Merchant")
        parties.append("" if known else PARTY.format(other))
    how.setdefault("party", parties)
    t = lay_out(**how)
    return t.send(f"{name}+{buff}", *(rivals or [STILL] * (t.match.seats - 1)))


def fight(name: str, **how: Any) -> Table:
    """Seat 0 plays a Fighter and is about to decide in the Battle phase."""
    how.setdefault("pool", "Fish, Honey, Timber")
    t = play(name, "Merchant+1", "Merchant+1", **how)
    while t.asked == "loot":
        t.do(t.choices()[0])
    return t


def xp_types(name: str) -> dict[str, int]:
    line = CATS[cat(name)].score
    assert isinstance(line, PerMonster)
    return dict(zip(TYPES, line.by_type, strict=True))


def treasures(name: str) -> tuple[set[str], int, int]:
    score = CATS[cat(name)].score
    assert isinstance(score, TreasureSets)
    return {TREASURES[kind] for kind in score.types}, score.set_xp, score.other_xp


def speed(name: str) -> tuple[int, int]:
    return CATS[cat(name)].upright, CATS[cat(name)].turned


# -- the Prince ---------------------------------------------------------------------------------


@pytest.mark.rule("PB-NOB-1", "PB-EFF-5")
def test_the_fastest_prince_takes_the_crown() -> None:
    t = lay_out(crown=1, mana=[9] * 3).send("Prince+5", "Merchant+1", "Merchant+1")
    assert t.asks == ("face", 0)
    t = lay_out(crown=1, mana=[9] * 3).send("Prince+3", "Merchant+5", "Merchant+1")
    assert t.asked == "loot" and t.s.crown == 1
    # Ties: Prince 2 + 3 against Merchant 2 + 3, by the order of the phase.
    for crown, asked in ((0, "face"), (1, "loot")):
        t = lay_out(crown=crown, mana=[9] * 3).send("Prince+3", "Merchant+3", "Merchant+1")
        assert t.asked == asked


@pytest.mark.rule("PB-NOB-2")
def test_the_new_order_counts_from_the_end_of_the_action_phase() -> None:
    t = lay_out(crown=1, mana=[9] * 3).send("Prince+5", "Merchant+0", "Merchant+0")
    assert [d["seat"] for d in t.told("claimed", "buff")] == [1, 2, 0, 0]
    t.do("face:anticlockwise")
    assert t.s.order == [0, 2, 1]  # seats 1 and 2 tie: anticlockwise from 0 it is 2 first


@pytest.mark.rule("PB-RUL-2")
def test_a_claim_is_settled_with_the_final_speeds() -> None:
    # The Prince is first in the order and leads on his turn, but a rival's X comes later.
    party = ["", "Prince, Rogue, Mage, Soldier, Engineer"]
    t = lay_out(mana=[9, 9, 9], party=party).send("Prince+3", "Engineer+5", STILL)
    assert t.totals == [5, 8, 3] and t.asked == "loot"
    # A Buff that cannot be paid does not help him.
    t = lay_out(crown=1, mana=[0, 9, 9]).send("Prince+5", "Merchant+1", "Merchant+1")
    assert t.totals[0] == 2 and t.asked == "loot" and t.s.crown == 1


@pytest.mark.rule("PB-RUL-3")
def test_the_holder_who_wins_may_turn_the_face() -> None:
    t = lay_out(crown=0, way=1, mana=[9] * 3).send("Prince+5").do("face:anticlockwise")
    assert (t.s.crown, t.s.way) == (0, -1)


@pytest.mark.rule("PB-RUL-48")
def test_of_two_princes_only_the_highest_total_counts() -> None:
    t = lay_out(crown=2, mana=[9] * 3).send("Prince+3", "Prince+5", "Merchant+1")
    assert t.asks == ("face", 1)
    t.do("face:clockwise")
    assert t.s.crown == 1 and t.asked == "loot"
    t = lay_out(crown=2, mana=[9] * 3).send("Prince+3", "Prince+3", "Merchant+5")
    assert t.s.crown == 2 and t.asked == "loot"


def at_once(*sent: str, crown: int = 0, mana: Any = (9, 9, 9), **how: Any) -> Table:
    return lay_out(crown=crown, mana=mana, prince_claim="turn", **how).send(*sent)


@pytest.mark.rule("PB-OPT-5")
def test_a_claim_can_be_settled_on_the_princes_turn() -> None:
    # He leads on his turn, since the rival's X is still 0, and chooses the face at once.
    party = ["", "Prince, Rogue, Mage, Soldier, Engineer"]
    t = at_once("Prince+3", "Engineer+3", "Mage+3", party=party)
    assert t.asks == ("face", 0) and t.told("buff", "speed") == []
    t.do("face:anticlockwise")
    assert t.totals == [5, 6, 3] and t.s.crown == 0
    assert t.told("took-crown") == [{"seat": 0, "way": -1}]
    assert t.told("crown") == [{"seat": 0, "way": -1}]  # when the phase is over
    # A Buff that he cannot pay helps him, for it is paid later.
    t = at_once("Merchant+1", "Prince+5", STILL, mana=[9, 0, 9])
    assert t.asks == ("face", 1)
    # Who does not lead is not asked, and ties go by the order of the phase.
    assert at_once("Merchant+5", "Prince+3", STILL).asked == "loot"
    assert at_once("Merchant+3", "Prince+3", STILL).asked == "loot"
    assert at_once("Merchant+3", "Prince+3", STILL, crown=1).asked == "face"


@pytest.mark.rule("PB-OPT-5", "PB-NOB-2")
def test_a_crown_taken_on_a_turn_counts_from_the_end_of_the_phase() -> None:
    t = at_once("Merchant+0", "Prince+5", "Merchant+0", "Merchant+0", seats=4, mana=[9] * 4)
    t.do("face:anticlockwise")
    assert [d["seat"] for d in t.told("buff")] == [0, 1, 2, 3]  # the order of the phase stood
    assert (t.s.crown, t.s.way) == (1, -1)
    assert t.s.order == [1, 0, 3, 2]


@pytest.mark.rule("PB-OPT-5")
def test_a_later_prince_who_leads_takes_the_crown_from_the_first() -> None:
    # The first cannot pay his Buff and falls back before the second has his turn.
    t = at_once("Prince+5", "Prince+3", STILL, crown=0, mana=[0, 9, 9])
    assert t.asks == ("face", 0)
    t.do("face:anticlockwise")
    assert t.view(2)["claims"] == [0]
    assert t.asks == ("face", 1)
    t.do("face:clockwise")
    assert (t.s.crown, t.s.way) == (1, 1) and len(t.told("crown")) == 1


# -- effects in general -------------------------------------------------------------------------


@pytest.mark.rule("PB-EFF-1")
def test_effects_follow_the_card_and_do_nothing_without_target() -> None:
    t = play("Priest", "Mage+1", STILL)
    assert [d["seat"] for d in t.told("gained")][:3] == [0, 1, 2]
    t = play("Blacksmith", "Rogue+1", "Merchant+1")  # no Gear to refresh: only the Mana
    assert t.told("refreshed-gear") == [] and t.told("gained")[0] == {"seat": 0, "amount": 1}
    t = play("Chronomancer", mana=[6, 0, 0])  # the Speed is set before the Mana is gained
    assert t.speeds[0] == 2 and t.mana[0] == 11


@pytest.mark.rule("PB-EFF-2")
def test_effects_read_the_table_as_it_is() -> None:
    # An X not yet set is 0: the Wizard, first in the order, sees an Engineer of Speed 0.
    t = play("Wizard", "Engineer+1", "Mage+5", mana=[0, 9, 9])
    assert t.told("gained")[0] == {"seat": 0, "amount": 6}
    assert t.speeds[1] == 5
    # A rotated Wanderer has the Speed of the side that is up.
    for answer, gain in (("rotate", 6 + 2), ("stay", 6 + 4)):
        t = lay_out(crown=1, mana=[1, 1, 1], party=[PARTY.format("Wizard")])
        t.send("Wizard+1", "Rogue+1", "Mage+1").do(answer)
        if t.asked == "steal":
            t.do(t.choices()[0])
        assert t.told("gained")[-1] == {"seat": 0, "amount": gain}
    # A Buff counts as the card that lies there (see also PB-RUL-6).
    t = play("Profiteer", "Mage+5", "Mage+3", mana=[0, 0, 0])
    assert t.told("gained")[0]["amount"] == 5


@pytest.mark.rule("PB-EFF-3")
def test_gain_mana_fixed_or_counted() -> None:
    assert play("Merchant").told("gained") == [{"seat": 0, "amount": 1}]
    t = play("Sorcerer", "Rogue+1", "Mage+1")
    t.do("stay")
    assert t.told("gained")[0] == {"seat": 0, "amount": 4 + 1}


@pytest.mark.rule("PB-EFF-4", "PB-XSP-1")
def test_x_is_set_when_performed_and_stays_for_the_round() -> None:
    t = play("Smuggler", loot=["Fish, Fish"])
    assert t.speeds[0] == 1 and t.told("speed")[0]["speed"] == 1
    t.take("Catnip") if "Catnip" in t.pool else t.do(t.choices()[0])
    assert t.speeds[0] == 1  # a card taken later changes nothing
    t = play("Smuggler", loot=["Fish, Honey, Timber, Catnip, Silk"], seats=5)
    assert t.speeds[0] == 2  # the cap


@pytest.mark.rule("PB-ROT-1")
def test_every_wanderer_can_rotate_to_another_speed() -> None:
    wanderers = [c for c in CATS if c.class_ == "wanderer"]
    assert len(wanderers) == 7
    for c in wanderers:
        assert c.speed_kind == "rotate" and c.upright != c.turned
        assert [effect.verb for effect in ABILITY[c.index]] == ["rotate"]
    t = play("Rogue").do("rotate", "from:2")
    assert t.speeds[0] == 2 and t.totals[0] == 3


@pytest.mark.rule("PB-EFF-6")
def test_rotating_is_a_choice_that_needs_mana_and_a_target() -> None:
    assert play("Archer").choices() == ["rotate", "stay"]
    poor = play("Archer", mana=[0, 5, 5])
    assert poor.asked == "loot"
    assert poor.view(0)["rotate"]["why"] == {"code": "no_mana", "short": 1}
    assert play("Rogue", mana=[5, 0, 0]).asked == "loot"
    paid = play("Archer", mana=[1, 5, 5]).do("rotate")
    assert paid.mana[0] == 0 and paid.asked == "grab"


@pytest.mark.rule("PB-EFF-7")
def test_rotating_once_a_round_and_upright_again() -> None:
    t = play("Rogue", deck="Fish, Honey, Timber").do("rotate", "from:2")
    assert t.asked == "loot" and len(t.told("rotated")) == 1
    assert t.view(0)["rotate"]["why"] == {"code": "rotated"}
    t.play_out(until="send")
    assert t.s.rotated == [False] * 3
    t.s.hand[0], t.s.rest[0] = (*t.s.hand[0], cat("Rogue")), ()
    t.match._listed.clear()
    t.send("Rogue+1", "Merchant+1", "Merchant+1")
    assert t.speeds[0] == 4 and t.choices() == ["rotate", "stay"]


@pytest.mark.rule("PB-EFF-8", "PB-CAT-2")
def test_rogue() -> None:
    t = play("Rogue", mana=[0, 2, 0])
    assert t.speeds[0] == 4
    t.do("rotate")  # only seat 1 has Mana
    assert t.told("stole") == [{"seat": 0, "rival": 1, "amount": 1}]
    assert t.speeds[0] == 2 and t.mana == [1, 1, 0]
    two = play("Rogue", mana=[0, 2, 3]).do("rotate")
    assert two.choices() == ["from:2", "from:3"]
    assert treasures("Rogue") == ({"goblet", "idol", "jewel", "mask"}, 10, 1)


@pytest.mark.rule("PB-EFF-9", "PB-WAN-1", "PB-WAN-2")
def test_grabbing_loot_in_the_action_phase() -> None:
    t = play("Archer", pool="Fish, Idol, Mana Vial").do("rotate").take("Idol")
    assert t.loot(0) == ["Idol"] and t.told("order") != []
    assert t.asks == ("loot", 1) and len(t.choices()) == 2
    t.take("Fish")
    assert [len(own) for own in t.s.loot] == [1, 1, 1]
    assert [d["seat"] for d in t.told("took")] == [0, 1, 2]
    t = play("Archer", pool="Fish, Idol, Mana Vial").do("rotate").take("Mana Vial")
    assert t.view(0)["pool"][0]["why"] == {"code": "grabbed"}


@pytest.mark.rule("PB-RUL-15")
def test_an_upright_archer_takes_loot_as_usual() -> None:
    t = play("Archer").do("stay")
    assert t.asks == ("loot", 0)


@pytest.mark.rule("PB-EFF-29")
def test_a_mana_card_pays_at_once_in_whatever_phase() -> None:
    t = play("Archer", pool="Fish, Idol, Mana Vial", buff=3, mana=[1, 5, 5])
    (gift,) = GIFT[next(c for c in t.s.pool if LOOT[c].kind == "mana")]
    assert isinstance(gift, GainMana)
    amount = gift.amount
    t.do("rotate").take("Mana Vial")
    assert t.mana[0] == 0 + amount - 2  # it even paid for the Buff
    t = lay_out(pool="Fish, Idol, Mana Vial", mana=[9, 0, 0]).send("Merchant+5")
    before = t.mana[0]
    t.take("Mana Vial")
    assert t.mana[0] == before + amount
    assert t.match.scores[0] == (before + amount) // 3  # no other use


# -- Wanderers ----------------------------------------------------------------------------------


@pytest.mark.rule("PB-CAT-6")
def test_archer() -> None:
    assert speed("Archer") == (5, 0)
    t = play("Archer").do("rotate")
    assert t.mana[0] == 4 and t.speeds[0] == 0 and t.asked == "grab"
    assert treasures("Archer") == ({"goblet", "idol", "jewel"}, 8, 0)


@pytest.mark.rule("PB-CAT-7", "PB-WAN-3")
def test_assassin() -> None:
    assert speed("Assassin") == (5, 2)
    t = play("Assassin", "Merchant+0", STILL, monsters="Imp", loot=["Storm Bow"]).do("rotate")
    assert t.asked == "challenge" and t.s.pool and t.told("took") == []
    t.do("challenge:imp", "gear:l1-p3-storm-bow", "strike")
    assert t.trophies(0) == ["Imp"] and t.spent(0) == ["Storm Bow"]
    assert "buff" in t.story[t.story.index("defeated") :]  # the Action phase goes on
    assert t.asked == "loot"
    t.play_out(until="send", avoid="challenge")
    assert len(t.told("challenged")) == 1  # no Battle ability: only once
    assert treasures("Assassin") == ({"goblet", "idol", "mask"}, 10, 0)


@pytest.mark.rule("PB-RUL-27")
def test_a_rotated_assassin_may_decline_and_stays_rotated() -> None:
    t = play("Assassin", STILL, "Merchant+1", monsters="Imp, Ogre", mana=[3, 3, 3], buff=3)
    t.do("rotate")
    assert t.choices() == ["challenge:imp", "challenge:ogre", "decline"]
    fled = Table(t.match.fork()).do("challenge:imp")
    assert fled.told("fled") and fled.speeds[0] == 2 and fled.s.rotated[0]
    t.do("decline")
    assert t.told("challenged") == [] and t.speeds[0] == 2 and t.s.rotated[0]
    assert t.mana == [3 - 2, 3, 3 + 1] and t.asked == "loot"  # the Action phase goes on
    t.play_out(until="send", avoid="challenge")
    assert t.told("challenged") == []  # no Battle ability: not in the Battle phase either
    assert play("Assassin", monsters="").asked == "loot"  # nothing to fight: no question


@pytest.mark.rule("PB-CAT-8", "PB-EFF-15", "PB-WAN-4", "PB-WAN-5")
def test_trickster() -> None:
    assert speed("Trickster") == (3, 1)
    how: Any = {"loot": ["Goblet, Jewel, Mask, Fish, Honey, Timber"]}
    t = play("Trickster", **how).do("rotate")
    assert t.asked == "tuck" and "done" not in t.choices()  # at least one
    t.do("resource:l1-p3-fish", "treasure:l1-p3-goblet")
    assert "done" in t.choices()
    t.do("resource:l1-p3-honey", "treasure:l1-p3-goblet")  # both under one Treasure
    assert t.asked == "loot"  # two at most
    have = scoring.goods(t.s, 0, -1)
    assert have.treasures == (3, 0, 1, 1) and sum(have.resources) == 1
    apart = play("Trickster", **how).do("rotate", "resource:l1-p3-fish", "treasure:l1-p4-jewel",
                                        "resource:l1-p3-honey", "treasure:l1-p4-mask")  # fmt: skip
    assert scoring.goods(apart.s, 0, -1).treasures == (1, 0, 2, 2)
    once = play("Trickster", **how).do("rotate", "resource:l1-p3-fish", "treasure:l1-p4-jewel",
                                       "done")  # fmt: skip
    assert len(once.s.tucked[0]) == 1
    assert treasures("Trickster") == ({"goblet", "jewel", "mask"}, 10, 0)


@pytest.mark.rule("PB-CAT-9")
def test_ninja() -> None:
    t = play("Ninja", mana=[0, 5, 1]).do("rotate", "from:2")
    assert speed("Ninja") == (5, 3) and t.speeds[0] == 3
    assert t.mana == [2, 3, 1]
    poor = play("Ninja", mana=[0, 5, 1]).do("rotate", "from:3")
    assert poor.mana == [1, 5, 0]  # as much as the rival has
    assert treasures("Ninja") == ({"idol", "jewel", "mask"}, 9, 0)


@pytest.mark.rule("PB-CAT-10", "PB-EFF-16")
def test_bandit() -> None:
    assert speed("Bandit") == (4, 1)
    t = play("Bandit", seats=4, loot=["Goblet, Jewel", "Idol", "Mask", "Jewel"])
    t.do("rotate", "treasure:l1-p3-goblet")
    # Seats 1 and 3 are neighbours of seat 0, seat 2 is not.
    assert t.choices() == ["treasure:l1-p3-idol", "treasure:l2-p3-jewel"]
    t.do("treasure:l1-p3-idol")
    assert t.loot(0)[:2] == ["Idol", "Jewel"] and t.loot(1)[0] == "Goblet"
    assert treasures("Bandit") == ({"goblet", "idol", "jewel", "mask"}, 15, 0)
    assert play("Bandit", loot=["Goblet"]).asked == "loot"  # nobody else has a Treasure


@pytest.mark.rule("PB-WAN-6", "PB-RUL-26")
def test_resources_under_a_swapped_treasure_turn_up_and_stay() -> None:
    t = lay_out(
        party=[PARTY.format("Bandit")], loot=["Goblet, Fish", "Idol, Honey, Timber"], mana=[5] * 3
    )
    fish, honey, timber = (loot_key(k) for k in ("l1-p3-fish", "l1-p3-honey", "l1-p3-timber"))
    goblet, idol = loot_key("l1-p3-goblet"), loot_key("l1-p3-idol")
    t.s.tucked[0] = ((fish, goblet),)
    t.s.tucked[1] = ((honey, idol), (timber, idol))
    t.send("Bandit+1", STILL, STILL)
    t.do("rotate", "treasure:l1-p3-goblet", "treasure:l1-p3-idol")
    assert t.s.tucked == [(), (), ()]
    assert sorted(t.loot(0)) == ["Fish", "Idol"]
    assert sorted(t.loot(1)) == ["Goblet", "Honey", "Timber"]
    assert sum(scoring.goods(t.s, 1, -1).resources) == 2


def loot_key(key: str) -> int:
    return next(c.index for c in LOOT if c.key == key)


@pytest.mark.rule("PB-CAT-11", "PB-EFF-18")
def test_scout() -> None:
    assert speed("Scout") == (2, 4)
    t = play("Scout", pool="Fish, Idol, Mana Vial", deck="Honey").do("rotate")
    t.take("Fish")
    assert t.pool == ["Honey", "Idol", "Mana Vial"]
    assert t.view()["decks"]["under"] == ["l1-p3-fish"] and t.view()["decks"]["loot"] == 1
    assert t.speeds[0] == 4
    assert treasures("Scout") == ({"goblet", "idol", "jewel", "mask"}, 12, 1)


@pytest.mark.rule("PB-RUL-28")
def test_monster_icons_count_when_dealt_in_a_dungeon_phase_only() -> None:
    t = play("Scout", pool="Idol, Fish, Honey", deck="Goblet, Timber, Catnip")
    before = len(t.monsters)
    t.do("rotate").take("Idol")
    assert len(t.monsters) == before == 0  # whatever was dealt, no Monster came
    t.play_out(until="send")
    # The Idol from under the deck brings one now, the Goblet only if it was still in the deck.
    came = t.told("dungeon")[-1]
    assert "l1-p3-idol" in came["loot"]
    assert len(came["monsters"]) == 1 + ("l1-p3-goblet" in came["loot"])


@pytest.mark.rule("PB-RUL-29")
def test_the_scout_cannot_rotate_in_the_last_round_of_a_level() -> None:
    t = play("Scout", round=4)
    assert t.asked == "loot"
    assert t.view(0)["rotate"]["why"] == {"code": "no_target", "verb": "cycle-loot"}


@pytest.mark.rule("PB-RUL-25")
def test_a_tucked_resource_is_no_resource() -> None:
    t = lay_out(party=[PARTY.format("Smuggler")], loot=["Goblet, Fish, Honey"])
    fish, goblet = loot_key("l1-p3-fish"), loot_key("l1-p3-goblet")
    t.s.tucked[0] = ((fish, goblet),)
    merchant = CATS[cat("Merchant")].score
    assert merchant.scores(scoring.goods(t.s, 0, -1), -1) == 1
    t.send("Smuggler+1", STILL, STILL)
    assert t.speeds[0] == 1
    t = lay_out(party=[PARTY.format("Broker")], loot=["Goblet, Fish, Honey"],
                pool="Timber, Catnip, Idol")  # fmt: skip
    t.s.tucked[0] = ((fish, goblet),)
    t.send("Broker+1", STILL, STILL)
    assert t.choices() == ["resource:l1-p3-honey", "decline"]
    t = lay_out(party=[PARTY.format("Trickster")], loot=["Goblet, Fish"])
    t.s.tucked[0] = ((fish, goblet),)
    t.send("Trickster+1", STILL, STILL)
    assert t.asked == "loot"  # not for tucking again, and not to be taken back


# -- Traders ------------------------------------------------------------------------------------


@pytest.mark.rule("PB-CAT-5")
def test_merchant() -> None:
    t = play("Merchant")
    assert t.speeds[0] == 2 and t.mana[0] == 6


@pytest.mark.rule("PB-CAT-12", "PB-TRA-1")
def test_profiteer() -> None:
    t = play("Profiteer", "Soldier+3", "Soldier+5", seats=4, mana=[0, 9, 9, 9])
    assert t.speeds[0] == 2
    assert t.told("gained")[0] == {"seat": 0, "amount": 3}  # seat 2 is no neighbour


@pytest.mark.rule("PB-CAT-13", "PB-TRA-1")
def test_engineer() -> None:
    t = play("Engineer", "Soldier+1", "Soldier+5", seats=4, mana=[0, 9, 9, 9])
    assert t.speeds[0] == 1 and t.totals[0] == 2  # seat 2 is no neighbour
    assert play("Engineer", "Soldier+3", STILL, mana=[0, 9, 9]).speeds[0] == 3
    assert play("Engineer", STILL, "Soldier+5", mana=[0, 9, 9]).speeds[0] == 5
    assert play("Engineer", "Soldier+0", "Soldier+0").speeds[0] == 0


@pytest.mark.rule("PB-CAT-14", "PB-TRA-2")
def test_blacksmith() -> None:
    # Speed 3; the Mage is slower although her Total Speed is higher.
    t = play("Blacksmith", "Mage+5", "Rogue+0", loot=["Storm Bow"], spent=["Storm Bow"])
    assert t.speeds[0] == 3
    assert t.told("gained")[0] == {"seat": 0, "amount": 1}
    assert t.spent(0) == []


@pytest.mark.rule("PB-CAT-15", "PB-EFF-19", "PB-TRA-3")
def test_gambler() -> None:
    t = play("Gambler", seats=4, mana=[5, 0, 0, 0])
    assert t.speeds[0] == 4
    assert t.mana == [3, 1, 0, 1]
    # One Mana left: it goes to the neighbour earlier in the priority order, the rest is supply.
    for way, own in ((1, {1: 1, 3: 0}), (-1, {3: 1, 1: 0})):
        t = lay_out(seats=4, way=way, mana=[1, 0, 0, 0], party=[PARTY.format("Gambler")])
        t.send("Gambler+1", STILL, STILL, STILL)
        assert {d["to"]: d["own"] for d in t.told("gave")} == own
        assert t.mana == [0, 1, 0, 1]


@pytest.mark.rule("PB-CAT-16", "PB-EFF-17")
def test_broker() -> None:
    t = play("Broker", pool="Timber, Idol, Catnip", loot=["Fish"])
    assert t.speeds[0] == 1
    assert t.choices() == ["resource:l1-p3-fish", "decline"]
    t.do("resource:l1-p3-fish")
    assert t.choices() == ["take:l1-p3-timber", "take:l1-p3-catnip"]
    t.do("take:l1-p3-timber")
    assert t.pool == ["Fish", "Idol", "Catnip"] and t.loot(0) == ["Timber"]
    kept = play("Broker", pool="Timber, Idol, Catnip", loot=["Fish"]).do("decline")
    assert kept.pool == ["Timber", "Idol", "Catnip"]


@pytest.mark.rule("PB-CAT-17")
def test_smuggler() -> None:
    for loot, x in (("", 0), ("Fish, Honey", 2), ("Fish, Fish", 1)):
        assert play("Smuggler", level=3, seats=5, loot=[loot]).speeds[0] == x
    t = play("Smuggler", seats=5, loot=["Fish, Honey, Timber, Catnip, Silk"])
    assert t.speeds[0] == 2


# -- Fighters -----------------------------------------------------------------------------------


@pytest.mark.rule("PB-CAT-4")
def test_soldier() -> None:
    t = fight("Soldier", monsters="Imp, Giant Rat", loot=["Storm Bow, Twin Claws"])
    assert t.speeds[0] == 2
    t.do("challenge:imp", "gear:l1-p3-storm-bow", "strike")
    assert t.asked != "challenge"  # one battle
    assert xp_types("Soldier") == {"beast": 2, "savage": 2, "chaos": 2}


@pytest.mark.rule("PB-CAT-18", "PB-EFF-11", "PB-FIG-1")
def test_barbarian() -> None:
    t = fight("Barbarian", monsters="Imp, Giant Rat")
    assert t.speeds[0] == 1
    t.dice("spark", "blank").do("roll")
    assert t.told("rolled-attack") == [{"seat": 0, "icons": [0, 0, 1], "dice": 2}]
    t.do("challenge:imp", "strike")  # no Gear needed
    assert t.trophies(0) == ["Imp"] and t.spent(0) == []
    assert t.s.free == (0, 0, 0)  # the dice are back
    blank = fight("Barbarian", monsters="Imp").dice("blank", "blank").do("roll", "challenge:imp")
    assert blank.told("fled")
    assert xp_types("Barbarian") == {"beast": 4, "savage": 4, "chaos": 0}


@pytest.mark.rule("PB-CAT-19", "PB-EFF-10", "PB-FIG-2")
def test_pirate() -> None:
    t = fight("Pirate", monsters="Goblin Sneak, Giant Rat, Imp", loot=["Storm Bow, Twin Claws"])
    assert t.speeds[0] == 3
    t.do("challenge:goblin-sneak", "gear:l1-p3-storm-bow", "strike")
    assert t.told("gained")[-1] == {"seat": 0, "amount": 1}  # the first is over with its reward
    assert t.asks == ("challenge", 0)
    t.do("challenge:giant-rat", "gear:l1-p3-twin-claws", "strike")
    assert t.trophies(0) == ["Goblin Sneak", "Giant Rat"]
    assert t.asked == "send"  # two battles at most
    assert xp_types("Pirate") == {"beast": 2, "savage": 3, "chaos": 2}


@pytest.mark.rule("PB-CAT-20", "PB-FIG-3")
def test_beastmaster() -> None:
    t = fight("Beastmaster", monsters="Giant Rat, Imp", loot=["Storm Bow"])
    assert t.speeds[0] == 2
    t.do("challenge:giant-rat")
    assert "challenge:giant-rat" in t.choices()  # the same again
    t.do("challenge:giant-rat")
    assert [d["monster"] for d in t.told("fled")] == ["giant-rat", "giant-rat"]
    assert xp_types("Beastmaster") == {"beast": 4, "savage": 2, "chaos": 2}


@pytest.mark.rule("PB-CAT-21", "PB-EFF-14")
def test_knight() -> None:
    t = fight("Knight", monsters="Giant Rat", loot=["Twin Claws, Storm Bow"], spent=["Storm Bow"])
    assert t.speeds[0] == 2
    t.do("challenge:giant-rat", "gear:l1-p3-twin-claws", "strike")
    assert t.told("gained")[-1] == {"seat": 0, "amount": 1}  # the reward comes first
    assert t.asked == "refresh-gear" and t.spent(0) == ["Storm Bow", "Twin Claws"]
    t.do("ready:l1-p3-twin-claws")
    assert t.spent(0) == ["Storm Bow"]
    lost = fight("Knight", monsters="Imp", loot=["Twin Claws, Storm Bow"], spent=["Storm Bow"])
    lost.do("challenge:imp")
    assert lost.spent(0) == ["Storm Bow"]  # only after a victory
    assert xp_types("Knight") == {"beast": 0, "savage": 3, "chaos": 4}


@pytest.mark.rule("PB-CAT-22", "PB-EFF-13")
def test_paladin() -> None:
    t = fight("Paladin", monsters="Cave Bear, Orc Warrior", loot=["Hunting Spear"])
    assert t.speeds[0] == 2
    t.do("challenge:cave-bear")  # Armored and Claw
    ignored = [d["ignored"] for d in t.view(0)["fight"]["defences"]]
    assert ignored == [True, False]
    t.do("gear:l1-p3-hunting-spear", "strike")
    assert t.trophies(0) == ["Cave Bear"]
    assert xp_types("Paladin") == {"beast": 3, "savage": 0, "chaos": 4}


@pytest.mark.rule("PB-CAT-23", "PB-EFF-12")
def test_gladiator() -> None:
    t = fight("Gladiator", monsters="Giant Rat, Orc Warrior")
    assert t.speeds[0] == 2
    t.do("challenge:giant-rat")
    assert t.choices() == ["strike", "flee"]  # the free Claw is enough
    t.do("strike")
    assert t.trophies(0) == ["Giant Rat"]
    two = fight("Gladiator", monsters="Ogre", loot=["Hunting Spear"]).dice("blank")
    two.do("challenge:ogre", "gear:l1-p3-hunting-spear", "strike")  # two Claws
    assert two.trophies(0) == ["Ogre"]
    assert xp_types("Gladiator") == {"beast": 2, "savage": 3, "chaos": 2}


@pytest.mark.rule("PB-EFF-28")
def test_free_and_rolled_icons_can_be_the_pair_of_an_armored_defence() -> None:
    from meowple.games.purrballs.rules.matching import needs, winning

    assert winning((), (2, 0, 0), *needs([3])) == (0,)  # both
    assert winning(((1, 0, 0),), (1, 0, 0), *needs([3])) == (1,)  # one
    t = fight("Barbarian", monsters="Cave Bear", loot=["Hunting Spear"])
    t.dice("claw", "claw").do("roll", "challenge:cave-bear", "gear:l1-p3-hunting-spear", "strike")
    assert t.trophies(0) == ["Cave Bear"]


# -- Spellcasters -------------------------------------------------------------------------------


@pytest.mark.rule("PB-CAT-24")
def test_sorcerer() -> None:
    t = play("Sorcerer", "Mage+5", "Merchant+1", mana=[0, 9, 9])
    assert t.speeds[0] == 2
    assert t.told("gained")[0] == {"seat": 0, "amount": 4 + 1}
    assert play("Sorcerer", "Soldier+0", "Merchant+0").told("gained")[0]["amount"] == 6


@pytest.mark.rule("PB-CAT-25", "PB-SPE-1")
def test_wizard() -> None:
    t = play("Wizard", "Mage+5", "Soldier+5", "Mage+5", seats=4, mana=[0, 9, 9, 9])
    assert t.speeds[0] == 1
    assert t.told("gained")[0] == {"seat": 0, "amount": 6}  # Buffs do not count, nor seat 2
    assert play("Wizard", "Mage+1", "Merchant+1").told("gained")[0]["amount"] == 8


@pytest.mark.rule("PB-CAT-26", "PB-EFF-20")
def test_priest() -> None:
    t = play("Priest", "Mage+5", "Rogue+1", "Soldier+5", seats=4, mana=[0, 4, 0, 0])
    assert t.speeds[0] == 3
    assert t.told("gained")[:3] == [
        {"seat": 0, "amount": 8},
        {"seat": 1, "amount": 1},
        {"seat": 3, "amount": 1},
    ]
    alike = play("Priest", "Pirate+1", "Merchant+1")  # a Pirate is as quick, a Merchant slower
    assert [d["seat"] for d in alike.told("gained")][:2] == [0, 2]


@pytest.mark.rule("PB-CAT-27", "PB-EFF-24", "PB-SPE-2", "PB-RUL-30")
def test_nekomancer() -> None:
    t = play("Nekomancer", STILL, STILL, mana=[0, 0, 0], cat_deck="Wizard, Archer, Knight")
    assert speed("Nekomancer") == (0, 0)
    assert t.mana[0] == 3 and t.asks == ("replace", 0)
    assert t.choices() == ["choose:archer", "choose:knight", "choose:wizard"]
    assert t.view(1)["seats"][0]["looking"] == 3 and t.view(1)["looked"] == []
    t.do("choose:wizard")
    assert t.told("gained")[1] == {"seat": 0, "amount": 6 + 2}  # the Wizard's own ability
    assert t.in_play(0) == "Wizard"
    assert t.discarded == ["Archer", "Knight", "Merchant", "Nekomancer"]
    assert b"archer" not in t.match.view_json(1)


@pytest.mark.rule("PB-RUL-31")
def test_the_replacing_card_has_the_nekomancers_place() -> None:
    t = play("Nekomancer", STILL, STILL, cat_deck="Wizard, Archer, Bandit", buff=3)
    t.do("choose:archer")
    assert t.speeds[0] == 5 and t.asked == "rotate"  # its own Speed, upright
    t.do("stay")
    assert t.totals[0] == 5 + 3  # the same Buff
    t.play_out(until="send")
    assert t.rest(0) == ["Archer"]
    assert sorted(t.party(0)) == ["Archer", "Mage", "Prince", "Rogue", "Soldier"]


@pytest.mark.rule("PB-RUL-32")
def test_a_replacing_fighter_fights_in_the_battle_phase() -> None:
    t = play("Nekomancer", "Merchant+1", "Merchant+1", cat_deck="Wizard, Archer, Knight",
             monsters="Imp", loot=["Storm Bow"])  # fmt: skip
    t.do("choose:knight")
    assert t.asked == "loot"
    t.play_out(until="challenge")
    assert t.asks == ("challenge", 0)


@pytest.mark.rule("PB-RUL-33")
def test_the_nekomancer_of_an_expert_goes_to_the_camp() -> None:
    how: Any = {"mode": "expert", "camp": ["Wizard, Archer", "Knight", "Ninja"]}
    t = play("Nekomancer", STILL, STILL, **how)
    assert t.choices() == ["choose:archer", "choose:wizard"]
    t.do("choose:wizard")
    assert t.in_play(0) == "Wizard" and t.s.discard == []
    assert [CATS[c].name for c in t.s.camp[0]] == ["Archer", "Nekomancer"]
    assert t.view(1)["seats"][0]["camp_known"] == ["nekomancer"]
    empty = play("Nekomancer", STILL, STILL, mode="expert", camp=["", "Knight", "Ninja"])
    assert empty.in_play(0) == "Nekomancer" and empty.asked == "loot"


@pytest.mark.rule("PB-CAT-28", "PB-EFF-21", "PB-SPE-3")
def test_cleric() -> None:
    t = play("Cleric", "Merchant+5", "Merchant+3", pool="Fish, Idol, Mana Vial", mana=[0, 9, 9])
    assert t.speeds[0] == 1 and t.mana[0] == 6 and t.asked == "reserve"
    t.take("Idol")
    assert t.view(1)["pool"][1]["reserved"] == 0
    assert t.asks == ("loot", 1)
    assert t.choices() == ["take:l1-p3-fish", "take:l1-p3-mana-vial"]
    assert t.view(1)["pool"][1]["why"] == {"code": "reserved", "seat": 0}
    t.take("Fish")
    assert t.loot(0) == ["Idol"] and t.asked != "loot"
    assert t.s.reserved == -1 and t.mana[0] == 6  # the crystal came from the supply and is back


@pytest.mark.rule("PB-RUL-16")
def test_the_reserved_card_is_for_its_player_who_must_take_it() -> None:
    t = play("Cleric", pool="Fish, Idol, Mana Vial", buff=5).take("Fish")
    # The fastest, and yet without a choice: the next question is another's.
    assert t.loot(0) == ["Fish"] and t.asks == ("loot", 1)
    party = [PARTY.format("Cleric"), PARTY.format("Archer")]
    t = lay_out(party=party, pool="Fish, Idol, Mana Vial", mana=[5] * 3)
    t.send("Cleric+1", "Archer+1", STILL).take("Idol").do("rotate")
    assert "take:l1-p3-idol" not in t.choices()  # not to be grabbed either
    party = [PARTY.format("Cleric"), PARTY.format("Broker")]
    t = lay_out(party=party, pool="Fish, Idol, Timber", loot=["", "Honey"], mana=[5] * 3)
    t.send("Cleric+1", "Broker+1", STILL).take("Fish").do("resource:l1-p3-honey")
    assert t.choices() == ["take:l1-p3-timber"]  # nor swapped
    t.do("take:l1-p3-timber").play_out(until="send")
    assert t.s.reserved == -1  # for this round only


@pytest.mark.rule("PB-CAT-29")
def test_chronomancer() -> None:
    for mana, x in ((0, 0), (2, 0), (7, 2), (15, 5), (30, 5)):
        t = play("Chronomancer", mana=[mana, 0, 0])
        assert t.speeds[0] == x and t.mana[0] == mana + 5


# -- refreshing, rewards ------------------------------------------------------------------------


@pytest.mark.rule("PB-EFF-22")
def test_refresh_gear_of_choice_or_all() -> None:
    two = ["Storm Bow, Twin Claws, Hunting Spear"]
    t = play("Blacksmith", loot=two, spent=["Storm Bow, Twin Claws"])
    assert t.choices() == ["ready:l1-p3-storm-bow", "ready:l1-p3-twin-claws"]
    t.do("ready:l1-p3-twin-claws")
    assert t.spent(0) == ["Storm Bow"]
    t = play("Blacksmith", loot=two, spent=["Storm Bow"])
    assert t.spent(0) == [] and t.asked == "loot"


@pytest.mark.rule("PB-EFF-23", "PB-MON-1")
def test_a_reward_refreshes_an_exhausted_catventurer_but_not_the_victor() -> None:
    how: Any = {"monsters": "Dire Wolf", "loot": ["Storm Bow"], "rest": ["Mage, Rogue"]}
    t = fight("Soldier", **how).dice("blank", "blank")
    t.do("challenge:dire-wolf", "gear:l1-p3-storm-bow", "strike")
    assert t.choices() == ["wake:rogue", "wake:mage", "done"]
    t.do("wake:mage")
    assert "Mage" in t.hand(0) and "Soldier" not in t.hand(0)
    no = fight("Soldier", **how).dice("blank", "blank")
    no.do("challenge:dire-wolf", "gear:l1-p3-storm-bow", "strike", "done")
    assert "Mage" not in no.hand(0)
    for foe in ("Orc Warrior", "Orc Archer", "Orc Magi"):
        alone = fight("Soldier", monsters=foe, loot=["Dragonbone Staff"]).dice("blank", "blank")
        key = foe.lower().replace(" ", "-")
        alone.do(f"challenge:{key}", "gear:l3-p3-dragonbone-staff", "strike")
        assert alone.asked == "send" and alone.trophies(0) == [foe]  # nobody is exhausted


def beat_the_fiend(**how: Any) -> Table:
    how.setdefault("level", 2)
    how.setdefault("loot", ["Storm Bow"])
    t = fight("Soldier", monsters="Fiend", **how).dice("blank")
    return t.do("challenge:fiend", "gear:l1-p3-storm-bow", "strike")


@pytest.mark.rule("PB-MON-3", "PB-EFF-25", "PB-RUL-34")
def test_the_fiend_brings_a_sixth_catventurer() -> None:
    t = beat_the_fiend(cat_deck="Wizard, Knight")
    assert t.choices() == ["choose:knight", "choose:wizard"]
    t.do("choose:wizard")
    assert len(t.party(0)) == 6 and "Wizard" in t.hand(0)
    assert t.discarded == ["Knight"]
    assert "send:wizard+0" in t.choices(0)
    for viewer in (1, None):
        assert b"wizard" not in t.match.view_json(viewer)
    expert = beat_the_fiend(mode="expert", camp=["Wizard, Archer", "Knight", "Ninja"])
    assert expert.choices() == ["choose:archer", "choose:wizard"]
    expert.do("choose:wizard")
    assert "Wizard" in expert.hand(0)
    assert [CATS[c].name for c in expert.s.camp[0]] == ["Archer"]
    expert.play_out(until="level-up", avoid="challenge choose")
    assert [CATS[c].name for c in expert.s.camp[0]] == ["Archer", "Wizard"]


@pytest.mark.rule("PB-MON-4", "PB-RUL-35")
def test_the_sixth_catventurer_leaves_when_the_level_ends() -> None:
    t = beat_the_fiend(cat_deck="Wizard, Knight, Archer, Ninja, Bandit, Scout, Pirate, Priest",
                       round=3)  # fmt: skip
    chosen = t.choices()[0].partition(":")[2]
    t.do(f"choose:{chosen}")
    for key in (f"send:{chosen}+1", "send:prince+1", "send:prince+1"):
        t.match.act(t.match.to_act[0], key)
    t.play_out(until="level-up", avoid="challenge")
    assert chosen not in [CATS[c].key for c in t.s.party(0)] and len(t.party(0)) == 5
    assert not any(f":{chosen}" in key[9:] for key in t.choices(0) if key != "keep-party") or (
        chosen in [CATS[c].key for c in t.s.looked[0]]
    )
    assert t.told("dismissed")[-1]["cat"] == chosen
    # It does not score either.
    last = beat_the_fiend(level=3, round=3, cat_deck="Wizard, Knight", mana=[60, 0, 0])
    last.do("choose:wizard").play_out(avoid="challenge choose")
    assert "Wizard" not in last.party(0) and last.match.over
    assert "wizard" not in [c["card"] for c in last.view(0)["seats"][0]["cats"]]


@pytest.mark.rule("PB-RUL-36")
def test_the_replacement_of_a_temporary_nekomancer_is_temporary() -> None:
    t = beat_the_fiend(cat_deck="Nekomancer, Knight", round=2)
    t.do("choose:nekomancer")
    t.s.cat_deck = [cat("Wizard"), cat("Archer"), cat("Bandit")]
    t.send("Nekomancer+1", "Prince+1", "Prince+1").do("choose:wizard")
    assert CATS[t.s.temp[0]].name == "Wizard" and len(t.party(0)) == 6
    t.play_out(until="level-up", avoid="challenge")
    assert "Wizard" not in t.party(0) and len(t.party(0)) == 5
