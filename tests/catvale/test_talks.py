"""Talks: offers unit by unit, and payments in a combat (CV-TRADE-9, ATT-2, COMB-10, RUL-59, ASK-31 to 33)."""

from __future__ import annotations

import pytest

from catvale.table import Play, got, have, hold, lay, order, stand
from meowple.games.catvale.state import State


def near(seats: int = 3, **chosen: object) -> State:
    """Cats side by side, with goods to trade; up to three offers a talk."""
    s = lay(seats, **{"offers_per_talk": 3, **chosen})
    stand(s, 0, "d3", "portal")
    stand(s, 1, "d3")
    stand(s, 2, "d2")
    have(s, 0, fish=3, rag=1, movement=2)
    have(s, 1, pebble=2)
    return s


@pytest.mark.rule("CV-TRADE-9", "CV-RUL-59", "CV-ASK-31")
def test_the_active_player_talks_with_cats_on_the_same_or_an_adjacent_tile() -> None:
    s = near(4)
    stand(s, 3, "g4")
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("talk")} == {"talk:2", "talk:3"}
    play.act("talk:2")
    assert play.asked == "offer" and play.seat == 0
    assert set(play.choices()) == {"give:fish", "give:rag", "ask:pebble"}
    play.act("give:fish", "give:fish", "ask:pebble", "offer")
    assert play.asked == "answer" and play.seat == 1
    assert set(play.choices()) == {"accept", "refuse", "counter"}
    play.act("accept")
    assert got(play.s, 0) == {"fish": 1, "rag": 1, "pebble": 1, "movement": 2}
    assert got(play.s, 1) == {"fish": 2, "pebble": 1}
    assert play.asked == "turn" and play.s.side == 0 and not play.can("talk:2")


@pytest.mark.rule("CV-RUL-59", "CV-OPT-10", "CV-ASK-31")
def test_each_side_makes_three_offers_at_most() -> None:
    play = Play(near()).act("talk:2")
    for _ in range(3):
        play.act("give:fish", "offer")
        assert play.seat == 1
        if "counter" in play.choices():
            play.act("counter", "give:pebble", "offer")
        if play.seat == 0 and "counter" in play.choices():
            play.act("counter")
    assert play.s.talk.made == (3, 3) and play.choices() == ["accept", "refuse"]
    play.act("refuse")
    assert play.asked == "turn" and got(play.s, 1) == {"pebble": 2}
    assert "talk" not in Play(near(offers_per_talk=0)).verbs()
    once = Play(near(offers_per_talk=1)).act("talk:2", "give:fish", "offer", "counter",
                                             "give:pebble", "offer")  # fmt: skip
    assert once.choices() == ["accept", "refuse"]


@pytest.mark.rule("CV-ASK-31")
def test_an_offer_has_12_units_on_a_side_at_most_and_is_not_empty() -> None:
    s = near()
    have(s, 0, fish=20)
    play = Play(s).act("talk:2")
    assert "offer" not in play.choices()
    for _ in range(12):
        play.act("give:fish")
    assert not any(key.startswith("give") for key in play.choices()) and play.can("offer")


@pytest.mark.rule("CV-ASK-31")
def test_an_offer_in_the_making_is_seen_by_its_maker_alone() -> None:
    play = Play(near()).act("talk:2", "give:fish")
    talks = [play.match.view(seat)["table"]["talk"] for seat in (0, 1, None)]
    assert [talk["gives"] for talk in talks] == [{"fish": 1}, None, None]
    play.act("offer")
    assert play.match.view(2)["table"]["talk"]["gives"] == {"fish": 1}
    imagined = Play(near()).act("talk:2", "give:fish").match.imagine(1, 7)
    assert sum(imagined.state.talk.gives) == 0


@pytest.mark.rule("CV-ATT-2", "CV-ASK-32", "CV-ASK-21")
def test_before_an_attack_there_is_a_talk_of_its_own_that_binds_nobody() -> None:
    s = near()
    play = Play(s)
    assert play.can("parley:2") and not play.can("parley:3")
    play.act("parley:2", "ask:pebble", "offer", "accept")
    assert got(play.s, 0)["pebble"] == 1
    assert not play.can("parley:2") and play.can("talk:2")
    assert play.can("attack:2-3")  # a bribe taken does not rule out the Attack
    play.act("attack:2-3").until("turn")
    assert play.s.main and "parley" not in play.verbs()
    apart = Play(near())
    apart.act("parley:2", "give:rag", "offer", "refuse")
    assert apart.asked == "turn" and not apart.s.main  # it leaves the player free


@pytest.mark.rule("CV-COMB-10", "CV-ASK-33", "CV-RUL-59")
def test_a_fighter_may_pay_a_supporter_from_anywhere() -> None:
    s = near(4, reactions="all")
    stand(s, 3, "g4")
    hold(s, 3, "cucumber")
    s.chance.dice = [1, 1]
    play = Play(s).act("attack:2-1")
    assert play.asked == "fight" and play.seat == 1
    assert set(play.choices()) == {"bribe:3", "bribe:4", "pass"}
    play.act("bribe:4", "give:pebble", "offer")
    assert play.asked == "answer" and play.seat == 3
    play.act("accept")
    assert got(play.s, 3) == {"pebble": 1} and got(play.s, 1) == {"pebble": 1}
    assert play.asked == "fight" and play.seat == 1  # the step goes on
    play.act("bribe:4", "give:pebble", "offer", "refuse")
    play.act("bribe:4", "give:pebble", "offer", "refuse")
    assert not play.can("bribe:4") and play.can("bribe:3")  # the limit of a pair in a combat


@pytest.mark.rule("CV-ASK-33", "CV-COMB-10")
def test_a_supporter_may_ask_a_fighter_for_a_payment() -> None:
    s = near(3, reactions="all")
    s.chance.dice = [1, 1]
    play = Play(s).act("attack:2-1", "pass")
    assert play.asked == "support" and play.seats == (2,)
    assert set(play.choices()) == {"beg:1", "beg:2", "pass"}
    play.act("beg:1", "ask:fish", "ask:fish", "offer")
    assert play.asked == "answer" and play.seat == 0
    play.act("accept")
    assert got(play.s, 2) == {"fish": 2}


@pytest.mark.parametrize("other", ["beg:1", "pass"])
@pytest.mark.rule("CV-ASK-33", "CV-ASK-36")
def test_what_another_supporter_has_prepared_shows_only_for_good(other: str) -> None:
    """An answer that brings it to light, or shows that there is nothing, is not free to undo."""
    s = near(4, reactions="all")
    stand(s, 3, "d4")
    s.chance.dice = [1, 1]
    play = Play(s).act("attack:2-1", "pass")
    play.all(s2="beg:1", s3=other)
    play.act("ask:fish", "offer", "refuse")
    assert play.asked == ("fight" if other == "pass" else "offer")
    assert play.match.undo_consent(0)


@pytest.mark.rule("CV-ASK-33", "CV-ASK-45")
def test_a_seat_that_wants_no_fights_refuses() -> None:
    s = near(3)
    order(s, 2, fights="never")
    s.chance.dice = [1, 1]
    play = Play(s).act("attack:2-1", "bribe:3", "give:pebble", "offer")
    assert play.asked == "fight" and got(play.s, 1) == {"pebble": 2}
    assert play.events("refused") == [{"seat": 2}]


@pytest.mark.rule("CV-RUL-43", "CV-RUL-59")
def test_nobody_talks_with_a_flat_cat() -> None:
    s = near()
    s.flat, s.pride[1] = 0b10, 0
    assert {k for k in Play(s).choices() if k.startswith(("talk", "parley"))} == {"talk:3"}
