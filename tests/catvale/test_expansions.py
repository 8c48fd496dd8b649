"""Duels in the Arena, and Dig, Harvest, Sift in the Great Sandbox (CV-DUEL, DIG, SIFT, HTOK)."""

from __future__ import annotations

import pytest

from catvale.table import CARD, Play, dice, got, have, hold, ids, lay, stand, unused
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.state import State


def arena(opponent: str, fates: tuple[int, ...] = (), *, seats: int = 2, **chosen: object) -> State:
    """The active cat in the Arena; that opponent is the next, and these Fate Dice are rolled."""
    s = lay(seats, arena=True, **chosen)
    stand(s, 0, "d3", "arena")
    have(s, 0, fish=1)
    s.chance.cards = [CARD[opponent]]
    s.chance.dice = list(fates)
    return s


def sandbox(seats: int = 2, **chosen: object) -> State:
    """The active cat on the Great Sandbox."""
    s = lay(seats, litterbox=True, **chosen)
    stand(s, 0, "d3", "great-sandbox")
    return s


# -- Duel -----------------------------------------------------------------------------------------


@pytest.mark.rule("CV-DUEL-1", "CV-DUEL-2", "CV-DUEL-3", "CV-QREF-5", "CV-RUL-76", "CV-ASK-21")
def test_an_aggressive_opponent_attacks_and_the_die_is_spent() -> None:
    s = arena("tin-can-terror", (2, 1))
    poor = s.copy()
    have(poor, 0, fish=0)
    assert "duel" not in Play(poor).verbs()
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("duel")} == {"duel:1", "duel:2", "duel:3"}
    play.act("duel:3")  # 3 + 2 against 2 + 2 + 1: a tie is a win of the side that defends
    assert unused(play.s, 0) == [1, 2] and got(play.s, 0) == {} and play.s.mood == 0
    assert play.events("duel") == [{"seat": 0, "card": "tin-can-terror"}]
    assert play.events("decided") == [{"attack": 5, "defence": 5, "winner": 0}]
    assert play.asked == "reward"


@pytest.mark.rule("CV-DUEL-4", "CV-DUEL-6", "CV-DUEL-8", "CV-QREF-4", "CV-RUL-54")
def test_a_careful_opponent_is_attacked_with_the_committed_die() -> None:
    play = Play(arena("sleepy-samson", (1, 3))).act("duel:3")  # 2 + 3 + 1 against 3 + 3
    assert play.events("decided") == [{"attack": 6, "defence": 6, "winner": -1}]
    assert play.s.pride == [3, 3] and play.s.duels == [(), ()]
    play = Play(arena("sleepy-samson", (3, 1))).act("duel:3")
    assert play.events("decided") == [{"attack": 8, "defence": 4, "winner": 0}]


@pytest.mark.rule("CV-DUEL-5")
def test_an_unusual_opponent_says_what_happens() -> None:
    play = Play(arena("the-juggler", (2,))).act("duel:1")
    assert play.asked == "advance" and got(play.s, 0) == {"fish": 2} and play.s.mood == 1
    assert play.s.duels == [(), ()] and "decided" not in play.happened()
    play = Play(arena("the-juggler", (3,))).act("duel:1")
    assert play.asked == "reward" and play.s.duels == [(CARD["the-juggler"],), ()]
    play = Play(arena("masked-stranger", (3, 1))).act("duel:3")
    assert play.asked == "option"
    play.act("option:1")  # attack with the die: 2 + 3 + 3 against 4 + 1
    assert play.events("decided") == [{"attack": 8, "defence": 5, "winner": 0}]


@pytest.mark.rule("CV-DUEL-7", "CV-ASK-36")
def test_others_may_support_either_side_of_a_duel() -> None:
    s = arena("sleepy-samson", (1, 3), seats=3)
    hold(s, 2, "bared-claws")
    play = Play(s).act("duel:3")
    assert play.asked == "support" and play.seats == (2,)
    play.act("play:bared-claws")
    assert play.events("decided")[0]["attack"] == 7 and play.s.duels[0] == (CARD["sleepy-samson"],)


@pytest.mark.rule("CV-DUEL-9", "CV-HUM-6", "CV-PRES-2")
def test_a_lost_duel_costs_pride_and_may_humiliate() -> None:
    s = arena("widow-of-rat-lane", (3, 1))
    s.prestige[0] = 5
    play = Play(s).act("duel:1")  # 5 + 3 against 2 + 2 + 1
    assert play.s.flat == 1 and scores(play.s)[0] == 4
    assert play.asked == "advance"  # the step may still be taken
    play.act("advance")
    assert play.s.arena == [1, 0] and play.seat == 1


@pytest.mark.rule("CV-DUEL-10", "CV-DUEL-11", "CV-ASK-22", "CV-RUL-91")
def test_a_reward_is_chosen_and_the_beaten_goes_under_the_deck() -> None:
    s = arena("iron-whisker", (2, 1))
    play = Play(s).act("duel:2")  # 2 + 2 + 2 against 4 + 1: by 1, its Pride is 3
    assert play.asked == "reward" and play.choices() == ["option:1", "option:2"]
    assert play.s.under[5] == ((CARD["iron-whisker"], 0b11),) and play.s.trophies[0] == ()
    play.act("option:1", "item:rag", "item:stick", "pass")
    assert got(play.s, 0) == {"stick": 1, "rag": 1} and scores(play.s)[0] == 0
    assert "reward" not in [e["die"] for e in play.events("rolled")]


@pytest.mark.rule("CV-DUEL-12", "CV-RUL-54", "CV-PRES-1")
def test_a_humiliated_opponent_becomes_a_trophy() -> None:
    play = Play(arena("granny-thistle", (3, 1))).act("duel:3")  # 8 against 5: by 3, its Pride is 2
    play.act("option:2")
    assert play.s.trophies[0] == (CARD["granny-thistle"],) and scores(play.s)[0] == 1
    assert play.s.under[5] == () and len(play.s.stock[5]) == 11


@pytest.mark.rule("CV-RUL-54")
def test_a_lost_duel_sends_the_card_to_the_bottom_and_without_cards_there_is_none() -> None:
    play = Play(arena("the-wall", (1, 3))).act("duel:1")
    assert play.s.under[5] == ((CARD["the-wall"], 0b11),)
    s = arena("the-wall")
    s.stock[5] = ()
    assert "duel" not in Play(s).verbs()


@pytest.mark.rule("CV-DUEL-13", "CV-DUEL-14", "CV-ASK-22", "CV-RUL-54")
def test_after_a_duel_the_player_may_step_on_the_track() -> None:
    s = arena("the-wall", (1, 3))
    s.arena = [5, 5]
    play = Play(s).act("duel:1")
    assert play.asked == "advance" and play.choices() == ["advance", "pass"]
    play.act("advance")
    assert play.s.arena == [6, 5] and scores(play.s) == [2, 0]
    s = arena("the-wall", (1, 3))
    s.arena[0] = 6
    assert Play(s).act("duel:1").asked == "turn"  # at the end a marker stays
    s = arena("the-wall", (1, 3))
    assert Play(s).act("duel:1", "pass").s.arena == [0, 0]


@pytest.mark.rule("CV-ASK-39", "CV-DUEL-13")
def test_cards_for_after_a_duel() -> None:
    s = arena("the-wall", (3, 3))
    hold(s, 0, "crowd-favourite", "liniment")
    play = Play(s).act("duel:3").until("advance").act("pass")
    assert play.asked == "react" and set(play.choices()) == {
        "play:crowd-favourite", "play:liniment", "pass",
    }  # fmt: skip
    play.act("play:crowd-favourite")
    assert play.s.arena[0] == 1


@pytest.mark.rule("CV-DUEL-5", "CV-ASK-39")
def test_a_duel_without_a_fight_fires_no_combat_won() -> None:
    s = arena("the-juggler", (3,))
    hold(s, 0, "crowd-favourite", "sticky-paws", "liniment")
    play = Play(s).act("duel:1")
    play.until("reward").act("option:1").until("advance").act("pass")
    assert set(play.choices()) == {"play:crowd-favourite", "pass"}


# -- Dig and Harvest ------------------------------------------------------------------------------


@pytest.mark.rule("CV-DIG-1", "CV-ASK-20", "CV-RUL-48")
def test_a_dig_commits_any_number_of_dice() -> None:
    s = sandbox()
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("dig")} == {"dig:1", "dig:2", "dig:3"}
    play.act("dig:2")
    assert play.asked == "dig" and set(play.choices()) == {"dig:1", "dig:3", "dig:done"}
    play.act("dig:3", "dig:done")
    assert play.s.harvest == [5, 0] and unused(play.s, 0) == [1] and play.s.dug == 1
    assert play.s.main


@pytest.mark.rule("CV-OPT-2", "CV-RUL-48")
def test_a_dig_without_a_die_by_option() -> None:
    s = sandbox(dig_zero_dice=True)
    dice(s, 0)
    s.turn = 0
    play = Play(s).act("dig:done")
    assert play.s.dug == 1 and play.s.harvest == [0, 0] and "dig" not in play.verbs()
    assert "dig:done" not in Play(sandbox()).choices()


@pytest.mark.rule("CV-RUL-52", "CV-DIG-1")
def test_the_track_stops_at_its_end_and_steps_of_cards_are_no_dig() -> None:
    s = sandbox()
    s.harvest = [11, 0]
    s.harvest_order = (0,)
    hold(s, 0, "leaky-bucket")
    play = Play(s).act("play:leaky-bucket")
    assert play.s.harvest == [12, 0] and play.s.dug == 0
    assert Play(play.s.copy()).act("dig:3", "dig:done").s.harvest == [12, 0]


def at_harvest(*spaces: int, dug: int, order: tuple[int, ...] = (), round: int = 3) -> State:
    s = lay(len(spaces), round=round, litterbox=True, harvest_after_round=round)
    s.harvest = list(spaces)
    s.harvest_order = order or tuple(i for i, space in enumerate(spaces) if space)
    s.dug = dug
    s.dice = [(0, 0, 0)] * len(spaces)
    s.main = True
    return s


@pytest.mark.rule("CV-DIG-3", "CV-DIG-4", "CV-CAL-4", "CV-RUL-47", "CV-OPT-1", "CV-DSN-10")
@pytest.mark.parametrize("round", [3, 4])
def test_the_harvest_gives_a_token_for_each_icon_passed(round: int) -> None:
    s = at_harvest(8, 12, 9, dug=0b011, round=round)
    play = Play(s).act("end")
    assert play.s.drawn == [4, 8, 0]  # whoever has not dug draws nothing
    assert play.s.harvested and play.happened().count("harvest") == 1
    early = at_harvest(8, 0, dug=1, round=3)
    early.options = {**early.options, "harvest_after_round": 4}
    assert "harvest" not in Play(early).act("end").happened()


@pytest.mark.rule("CV-DIG-2", "CV-DIG-5", "CV-RUL-50")
def test_the_furthest_marker_draws_first_then_who_came_first() -> None:
    s = at_harvest(3, 5, 3, dug=0b111, order=(2, 1, 0))
    tokens = ["stick-1", "rag-1", "waste-1", "pebble-1", "growth", "junk", "attack"]
    drawn = [CARD[f"harvest-{name}"] for name in tokens]
    s.chance.cards = drawn[:]
    play = Play(s).act("end")
    order = [e["seat"] for e in play.events("drew") if e["deck"] == "harvest"]
    assert order == [1, 1, 1, 2, 2, 0, 0]


@pytest.mark.rule("CV-DIG-6", "CV-SIFT-1", "CV-SIFT-2", "CV-QREF-3", "CV-TURN-8", "CV-RUL-49")
def test_after_the_harvest_sift_replaces_dig() -> None:
    s = sandbox()
    assert "sift" not in Play(s.copy()).verbs()
    s.harvested, s.round = True, 4
    have(s, 0, fish=4)
    s.chance.cards = [CARD["harvest-mouse"]]
    play = Play(s)
    assert "dig" not in play.verbs() and play.can("sift:3")
    play.act("sift:3")
    assert got(play.s, 0) == {"fish": 1} and unused(play.s, 0) == [1, 2, 3]  # without a die
    assert ids(play.s.sand[0]) == ["harvest-mouse"] and play.s.main


@pytest.mark.rule("CV-SIFT-3", "CV-RUL-49", "CV-RUL-52")
def test_one_sift_in_a_round_and_none_from_an_empty_bag() -> None:
    s = sandbox()
    s.harvested, s.round = True, 4
    have(s, 0, fish=9)
    empty = s.copy()
    empty.bag = ()
    assert "sift" not in Play(empty).verbs()
    play = Play(s).act("sift:3").until("turn").act("end")
    play.act("discard:1", "end")
    assert play.seat == 0 and "sift" not in play.verbs()


@pytest.mark.rule("CV-RUL-49")
def test_a_player_without_dice_gets_no_turn_to_sift() -> None:
    s = sandbox()
    s.harvested, s.round, s.main = True, 4, True
    stand(s, 1, "d3")
    have(s, 1, fish=9)
    dice(s, 1)
    assert Play(s).act("end").seat == 0


@pytest.mark.rule("CV-OPT-3")
def test_a_sift_may_cost_a_die_by_option() -> None:
    s = sandbox(sift_die=1)
    s.harvested, s.round = True, 4
    have(s, 0, fish=3)
    play = Play(s).act("sift:3")
    assert play.asked == "die"
    play.act("die:2")
    assert unused(play.s, 0) == [1, 3]


@pytest.mark.rule("CV-HTOK-2", "CV-RUL-52", "CV-PRES-1")
def test_tokens_are_secret_but_prestige_is_shown_and_scored_when_drawn() -> None:
    s = sandbox()
    hold(s, 0, "buried-treasure")
    s.chance.cards = [CARD["harvest-prestige"], CARD["harvest-stick-3"]]
    play = Play(s).act("play:buried-treasure")
    assert scores(play.s)[0] == 1 and ids(play.s.sand[0]) == ["harvest-stick-3"]
    assert play.s.drawn[0] == 2 and len(play.s.bag) == 106
    play.act("play:harvest-stick-3")
    assert got(play.s, 0) == {"stick": 3} and play.s.sand[0] == ()
    assert len(play.s.bag) == 106  # used tokens leave the game


@pytest.mark.rule("CV-RUL-51")
def test_a_territory_token_marks_the_own_tile_or_an_adjacent_one() -> None:
    s = sandbox()
    hold(s, 0, "harvest-territory")
    play = Play(s).act("play:harvest-territory")
    assert play.asked == "tile" and "tile:d3" in play.choices()
    play.act("tile:d3")
    assert play.s.marks.count(0) == 1 and unused(play.s, 0) == [1, 2, 3] and play.s.side == 0


@pytest.mark.rule("CV-ASK-20")
def test_cards_for_a_dig_are_named_with_it() -> None:
    s = sandbox()
    hold(s, 0, "spare-scoop", "toy-spade")
    play = Play(s).act("dig:3")
    assert {"dig:done", "dig:done+spare-scoop", "dig:done+toy-spade"} <= set(play.choices())
    play.act("dig:done+toy-spade")
    assert play.s.harvest[0] == 5 and play.s.drawn[0] == 1
