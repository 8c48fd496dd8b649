"""Quiet windows, standing orders and the standing defence (CV-ASK-44 to 49)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from catvale.table import Play, got, have, hold, ids, lay, order, stand
from catvale.test_combat import ready
from catvale.test_matches import draw
from meowple import Match, load_match
from meowple.author import testing
from meowple.core.errors import BadOrders
from meowple.core.questions import AskQuiet
from meowple.games.catvale.state import Orders, State


def gathers(**orders: str) -> Play:
    """The first of three seats Gathers; all have a Reroll token, the last has such orders."""
    s = lay(3)
    stand(s, 0, "d3", "sunny-meadow")
    have(s, 0, fish=1)
    for seat in range(3):
        have(s, seat, reroll_token=1)
    order(s, 2, **orders)
    return Play(s).act("gather:1")


# -- which windows stop ---------------------------------------------------------------------------


@pytest.mark.rule("CV-ASK-45", "CV-ASK-40")
def test_rolls_of_others_stop_for_those_who_ordered_so() -> None:
    assert gathers().seats == gathers(rolls="mine").seats == gathers(rolls="never").seats == (0,)
    assert gathers(rolls="all").seats == (0, 2)
    s = lay(2)
    stand(s, 0, "d3", "sunny-meadow")
    have(s, 0, fish=1, reroll_token=1)
    order(s, 0, rolls="never")
    assert Play(s).act("gather:1").asked != "react"


def supported(**orders: str) -> Play:
    """An Attack, to which the defender answers with a card; the third seat holds two."""
    s = ready(3)
    s.chance.faces = ["prestige"]
    hold(s, 1, "puffed-tail")
    hold(s, 2, "cucumber", "bared-claws")
    order(s, 2, **orders)
    return Play(s).act("attack:2-1").act("pass").act("play:puffed-tail")


@pytest.mark.rule("CV-ASK-45", "CV-ASK-36")
def test_fights_of_others_stop_at_the_end_at_every_step_or_never() -> None:
    last = supported()
    # The fighters can do nothing more, so both have passed.
    assert last.asked == "support" and last.seats == (2,)
    assert last.s.fight.passed == 3
    every = supported(fights="every")
    assert every.asked == "support" and every.s.fight.passed == 0
    never = supported(fights="never")
    assert never.s.fight is None and len(never.s.hand[2]) == 2


@pytest.mark.rule("CV-ASK-45", "CV-ASK-34", "CV-ASK-37")
def test_who_never_answers_for_itself_is_not_asked() -> None:
    def attacked(**orders: str) -> Play:
        s = ready(2, fates=(3, 1))
        s.chance.faces = ["prestige"]
        hold(s, 1, "hiss")
        order(s, 1, **orders)
        return Play(s).act("attack:2-3")

    assert attacked().asked == "react" and attacked().seats == (1,)
    play = attacked(self="never")
    assert play.asked == "fight" and play.seats == (1,)  # a step of the combat is no window
    play.act("pass")
    assert play.s.fight is None and play.asked == "turn"


@pytest.mark.rule("CV-ASK-44", "CV-ASK-47")
def test_who_holds_nothing_that_fits_is_asked_all_the_same() -> None:
    s = ready(3)
    hold(s, 2, "light-feet")
    play = Play(s).act("attack:2-1")
    assert play.asked == "support" and play.choices(2) == ["pass"]


# -- changing orders ------------------------------------------------------------------------------


@pytest.mark.rule("CV-ASK-46")
def test_orders_change_at_any_moment_and_hold_from_the_next_window_on() -> None:
    play = supported()
    play.match.set_orders(2, {"fights": "never"})
    assert play.asked == "support" and play.seats == (2,)  # the window that is open stays
    play.act("play:cucumber")
    assert play.s.fight is None  # the next one does not stop
    assert play.match.orders(2) == Orders((0, 2, 0, 0))
    assert play.match.orders(1) == Orders()


@pytest.mark.rule("CV-ASK-46")
def test_orders_for_the_running_turn_alone() -> None:
    s = lay(2)
    s.main = True
    for seat in range(2):
        have(s, seat, reroll_token=1)
    play = Play(s)
    play.match.set_orders(1, {"turns": "always", "now": {"until": "turn", "rolls": "all"}})
    assert play.s.orders[1].word(0) == "all" and play.s.orders[1].word(2) == "always"
    play.act("end")
    assert play.asked == "react" and play.seats == (1,)
    assert play.s.orders[1] == Orders((0, 0, 1, 0))


@pytest.mark.rule("CV-ASK-46")
def test_orders_for_the_running_combat_alone() -> None:
    s = ready(3)
    hold(s, 1, "puffed-tail")
    hold(s, 2, "cucumber")
    play = Play(s)
    with pytest.raises(BadOrders):
        play.match.set_orders(2, {"now": {"until": "combat", "fights": "every"}})
    play.act("attack:2-1", "pass")
    play.match.set_orders(2, {"now": {"until": "combat", "fights": "every"}})
    play.act("play:puffed-tail")
    assert play.asked == "support" and play.s.fight.passed == 0
    play.until("turn")
    assert play.s.orders[2] == Orders()


@pytest.mark.rule("CV-ASK-46", "CV-ASK-47")
def test_orders_for_a_while_can_be_called_off_and_are_seen_by_nobody_else() -> None:
    one, other = Play(ready(3)).act("attack:2-1"), Play(ready(3)).act("attack:2-1")
    one.match.set_orders(2, {"now": {"until": "combat", "rolls": "never", "turns": "always"}})
    assert one.s.orders[2].now == (2, 0, 1, 0)
    for viewer in (None, 0, 1):
        assert testing.shown(one.match, viewer) == testing.shown(other.match, viewer)
    one.match.set_orders(2, {"turns": "always", "now": {"until": "none", "rolls": "never"}})
    assert one.s.orders[2] == Orders((0, 0, 1, 0))


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {"rolls": "sometimes"},
        {"fights": 1},
        {"weather": "all"},
        {3: "all"},
        {"defence": "all"},
        {"defence": ["end"]},
        {"defence": ["play:no-such-card"]},
        {"defence": [["play:puffed-tail"]]},
        {"defence": ["token:defence-token"] * 13},
        {"now": {}},
        {"now": {"until": "winter"}},
        {"now": {"until": "turn", "defence": []}},
        {"now": {"until": "none", "fights": "maybe"}},
        {"now": ["turn"]},
    ],
)
def test_other_orders_are_refused(wrong: Any) -> None:
    play = Play(lay(2))
    with pytest.raises(BadOrders):
        play.match.set_orders(0, wrong)
    assert play.s.orders == [Orders(), Orders()]


def test_orders_stand_in_views_of_their_seat_positions_and_saves() -> None:
    play = Play(lay(3))
    given = {
        "rolls": "all",
        "fights": "never",
        "turns": "always",
        "self": "ask",
        "defence": ["play:puffed-tail", "token:defence-token"],
        "now": {
            "until": "turn",
            "rolls": "all",
            "fights": "every",
            "turns": "never",
            "self": "ask",
        },
    }
    play.match.set_orders(1, given)
    assert play.match.view(1)["table"]["orders"] == given
    assert play.match.view(0)["table"]["orders"]["rolls"] == "mine"
    assert play.match.view(None)["table"]["orders"] is None
    again = load_match(play.match.save())
    assert again.orders(1) == play.match.orders(1)  # type: ignore[comparison-overlap]
    play.match.set_orders(1, play.match.view(1)["table"]["orders"])
    assert again.orders(1) == play.match.orders(1)


# -- secrecy --------------------------------------------------------------------------------------


@pytest.mark.rule("CV-ASK-47")
def test_others_see_no_more_than_that_a_window_is_open() -> None:
    play = supported()
    for viewer in (None, 0, 1):
        view = play.match.view(viewer)
        assert view["question"]["kind"] == "support" and view["question"]["seats"] == []
        assert view["to_act"] == view["committed"] == view["actions"] == []
    assert play.match.view(2)["to_act"] == [2]


@pytest.mark.rule("CV-ASK-47", "CV-ASK-46")
def test_a_window_that_nobody_is_asked_in_passes_without_a_trace() -> None:
    """Who has declined by order and who has declined in person look alike, byte for byte."""
    ordered, asked = supported(fights="never"), supported()
    asked.act("pass")
    for viewer in (None, 0, 1):
        assert testing.shown(ordered.match, viewer) == testing.shown(asked.match, viewer)
        for seed in range(3):
            worlds = [testing.world(play.match.imagine(viewer, seed)) for play in (ordered, asked)]
            assert worlds[0] == worlds[1]


@pytest.mark.rule("CV-ASK-47", "CV-ASK-36")
def test_what_supporters_have_still_to_do_is_imagined_anew() -> None:
    s = ready(5, reactions="all")
    hold(s, 2, "cheering-crowd")
    hold(s, 3, "cucumber")
    hold(s, 4, "bared-claws")
    play = Play(s).act("attack:2-1")
    assert play.asked == "support"
    play.all(s2="play:cheering-crowd", s3="play:cucumber", s4="play:bared-claws")
    assert play.asked == "option" and play.seat == 2
    assert [seat for seat, _ in play.s.fight.pending] == [3, 4]
    for viewer, known in ((None, []), (0, []), (3, [3]), (4, [4])):
        world = play.match.imagine(viewer, 1)
        assert [seat for seat, _ in world.state.fight.pending] == known  # type: ignore[attr-defined]
    play.act("option:1")
    assert len(play.events("boost")) == 3
    assert play.s.fight is None or play.s.fight.pending == ()


@pytest.mark.rule("CV-ASK-48")
def test_whoever_runs_out_of_time_can_decline() -> None:
    """Each window offers its declining answer to all who are asked, and to go on with it."""
    windows = set()
    for seed in range(4):
        match, rng = draw(seed, 4).start(recording=False), Random(seed)
        while not match.over:
            question = match.question
            if isinstance(question, AskQuiet):
                windows.add(question.kind)
                for seat in match.asked:
                    assert question.decline in match.actions(seat)
                if rng.random() < 0.7:
                    match.act(match.to_act[0], question.decline)
                    continue
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(match.actions(seat)))
    assert windows == {"react", "support", "answer"}


# -- the standing defence -------------------------------------------------------------------------


def prepared(*things: str, fates: tuple[int, int] = (3, 1)) -> State:
    """The second seat is away, with a standing defence; with a die of 3 it is 8 against 5."""
    s = ready(2, fates=fates)
    order(s, 1, self="never", defence=list(things))
    s.chance.faces = ["prestige"]
    return s


def defended(s: State, die: int = 3) -> Play:
    return Play(s).act(f"attack:2-{die}")


@pytest.mark.rule("CV-ASK-49")
def test_a_standing_defence_plays_its_things_in_order_while_that_can_win() -> None:
    s = prepared("token:defence-token", "mouse:defence-token", "play:puffed-tail", "play:rusty-lid")
    have(s, 1, defence_token=2, mouse=1)
    hold(s, 1, "puffed-tail", "rusty-lid")
    play = defended(s)  # 8 against 5: three points are lacking
    assert play.events("decided")[0] == {"attack": 8, "defence": 8, "winner": 1}
    assert got(play.s, 1) == {"defence-token": 1} and ids(play.s.hand[1]) == ["rusty-lid"]
    assert "passed" in play.happened()


@pytest.mark.rule("CV-ASK-49")
def test_a_standing_defence_that_cannot_win_spends_nothing() -> None:
    s = prepared("token:defence-token", "mouse:defence-token")
    have(s, 1, defence_token=1, mouse=1)
    play = defended(s)  # three points are lacking, and there are two
    assert got(play.s, 1) == {"defence-token": 1, "mouse": 1, "reroll-token": 1}  # Humiliated


@pytest.mark.rule("CV-ASK-49")
def test_a_standing_defence_that_is_ahead_spends_nothing() -> None:
    s = prepared("token:defence-token")
    have(s, 1, defence_token=1)
    s.chance.dice = [1, 1]
    play = defended(s, die=1)  # 4 against 5
    assert got(play.s, 1) == {"defence-token": 1} and play.s.won == [0, 1]


@pytest.mark.rule("CV-ASK-49")
def test_what_is_not_there_or_does_not_help_is_passed_over() -> None:
    s = prepared(
        "play:rusty-lid",  # not in the hand
        "token:attack-token",  # helps the other side
        "play:light-feet",  # is nothing for a combat
        "token:defence-token",
        "token:defence-token",  # there is one only
        "mouse:defence-token",
        "play:family-heirloom",
    )
    have(s, 1, attack_token=1, defence_token=1, mouse=1)
    hold(s, 1, "light-feet", "puffed-tail")
    play = defended(s)  # two points of three
    left = {"attack-token": 1, "defence-token": 1, "mouse": 1, "reroll-token": 1}
    assert got(play.s, 1) == left  # Humiliated
    s = prepared("play:rusty-lid", "token:attack-token", "token:defence-token",
                 "token:defence-token", "mouse:defence-token", "play:puffed-tail")  # fmt: skip
    have(s, 1, attack_token=1, defence_token=1, mouse=1)
    hold(s, 1, "puffed-tail")
    play = defended(s)
    assert got(play.s, 1) == {"attack-token": 1} and play.s.won == [0, 1]


@pytest.mark.rule("CV-ASK-49")
def test_a_standing_defence_rolls_again_while_a_die_can_still_turn_it() -> None:
    s = prepared("token:reroll-token", "token:reroll-token")
    have(s, 1, reroll_token=2)
    play = defended(s)  # 8 against 5: a die of 1 can become 3, the attacker's 3 a 1
    assert play.asked == "reroll" and play.seat == 1
    play.s.chance.dice = [3]
    play.act("die:fate-defender")  # 8 against 7
    assert play.asked == "reroll"
    play.s.chance.dice = [1]
    play.act("die:fate-attacker")  # 6 against 7
    assert play.s.won == [0, 1] and got(play.s, 1) == {}


@pytest.mark.rule("CV-ASK-49")
def test_a_standing_defence_answers_for_no_other_fighter() -> None:
    s = ready(2, fates=(1, 3))
    order(s, 0, defence=["token:attack-token"])
    have(s, 0, attack_token=1)
    play = Play(s).act("attack:2-1")
    assert play.asked == "fight" and play.seat == 0  # the attacker is there
    s = prepared("token:defence-token")
    have(s, 1, defence_token=3)
    asks = s.copy()
    asks.options = {**asks.options, "reactions": "all"}
    assert defended(asks).asked == "fight"
    assert defended(s).asked == "turn"


@pytest.mark.rule("CV-ASK-49", "CV-ASK-47")
def test_a_standing_defence_is_secret_and_holds_in_worlds_of_its_owner_alone() -> None:
    match: Match = Play(prepared("token:defence-token")).match
    own, other = match.imagine(1, 3), match.imagine(0, 3)
    assert own.orders(1).defence and not other.orders(1).defence
    plain = Play(prepared()).match
    for viewer in (0, None):
        assert testing.shown(match, viewer) == testing.shown(plain, viewer)
