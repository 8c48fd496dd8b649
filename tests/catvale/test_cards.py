"""What cards, tokens and Ambitions do by the vocabulary of the data (CV-AMBI, TOK, DECK, ASK-24 to 29)."""

from __future__ import annotations

import pytest

from catvale.table import (
    BOX,
    CARD,
    SPACE,
    Play,
    build,
    dice,
    got,
    have,
    hold,
    ids,
    lay,
    order,
    stand,
    tile,
    want,
    where,
)
from meowple.games.catvale.pieces.cards import walk
from meowple.games.catvale.pieces.names import DECKS
from meowple.games.catvale.rules import ambitions
from meowple.games.catvale.rules.decks import take_top
from meowple.games.catvale.rules.dials import attack
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.state import Known, State


def draws(name: str, seats: int = 2, *fates: int, **chosen: object) -> State:
    """The first player is about to draw that Adventure card, as the next answer ``end``."""
    s = lay(seats, **chosen)
    s.drew = 0
    s.turn = seats - 1
    s.main = True
    dice(s, seats - 1)
    s.chance.cards = [CARD[name]]
    s.chance.dice = list(fates)
    return s


# -- Ambitions ------------------------------------------------------------------------------------


@pytest.mark.rule("CV-AMBI-4", "CV-AMBI-5", "CV-RUL-73", "CV-AMBI-1")
def test_an_ambition_scores_as_soon_as_its_goal_is_met() -> None:
    s = lay(2)
    want(s, 0, "architect")
    for name in ("fish-stall", "smokehouse", "old-mill", "milk-bar"):
        build(s, 0, name)
    hold(s, 0, "scrap-yard")
    have(s, 0, fish=1, waste=3)
    before = scores(s)[0]
    s.chance.cards = [CARD["tin-can"], CARD["torn-net"]]
    play = Play(s).act("play:scrap-yard")
    assert play.asked == "growth" and play.seat == 0  # its 1 Growth, without a choice before
    play.act("enough")
    assert scores(play.s)[0] == before + 1 + 1 and play.s.scored == 1
    assert play.match.view(1)["table"]["players"][0]["ambition"] == "architect"
    assert CARD["architect"] not in play.s.stock[8] and play.s.ambition[0] == CARD["architect"]


@pytest.mark.rule("CV-AMBI-3", "CV-AMBI-6", "CV-AMBI-2")
def test_an_open_ambition_costs_nothing_and_is_a_secret() -> None:
    s = lay(3, round=6)
    s.dice = [(0, 0, 0)] * 3
    s.main = True
    play = Play(s)
    for viewer in (1, 2, None):
        assert play.match.view(viewer)["table"]["players"][0]["ambition"] is None
    assert play.match.view(0)["table"]["players"][0]["ambition"] == ids([s.ambition[0]])[0]
    play.act("end")
    assert play.match.over and play.match.scores == [0, 0, 0]


@pytest.mark.rule("CV-AMBI-2", "CV-RUL-87")
def test_only_a_card_lets_others_look_at_an_ambition() -> None:
    s = lay(3)
    hold(s, 0, "sealed-letter")
    play = Play(s).act("play:sealed-letter", "seat:2")
    assert play.asked == "look" and len(play.choices()) == 3
    views = [play.match.view(v)["table"]["players"][1]["ambition"] for v in (0, 1, 2, None)]
    name = ids([play.s.ambition[1]])[0]
    assert views == [name, name, None, None]
    assert play.match.view(1)["table"]["looked"] is None


@pytest.mark.rule("CV-RUL-73")
def test_several_ambitions_are_scored_clockwise_from_the_active_player() -> None:
    s = lay(3, turn=1)
    want(s, 0, "master-angler")
    want(s, 2, "hoarder")
    s.caught[0] = 30
    have(s, 2, stick=3, rag=3, waste=3, pebble=1)
    s.dirty = 7
    play = Play(s).act("discard:1")
    assert play.seat == 2 and play.asked == "growth"
    play.act("enough")
    assert play.seat == 0 and play.asked == "growth"


@pytest.mark.rule("CV-RUL-73")
def test_no_ambition_is_checked_in_the_middle_of_a_payment() -> None:
    s = lay(2)
    want(s, 0, "hoarder")
    have(s, 0, stick=2, rag=3, waste=3, pebble=2, fish=1)
    hold(s, 0, "laundry-line")
    play = Play(s).act("play:laundry-line")  # pays 3 of them in the same action
    assert play.s.scored == 0


def test_every_goal_that_is_met_is_remembered() -> None:
    s = lay(2)
    s.caught[0], s.dirty = 30, 3
    list(ambitions.check(s))
    place = [card.id for card in BOX.ambitions].index("master-angler")
    assert s.met[0] >> place & 1 and not s.scored


# -- special tokens -------------------------------------------------------------------------------


@pytest.mark.rule("CV-TOK-4")
def test_cathunt_lies_under_a_cat_until_it_is_beaten() -> None:
    s = draws("cathunt")
    stand(s, 0, "d3", "portal")
    stand(s, 1, "d3")
    have(s, 0, fish=1)
    play = Play(s).act("end")
    assert play.asked == "seat" and set(play.choices()) == {"seat:1", "seat:2"}
    play.act("seat:2")
    assert play.s.tokens[0].token == "cathunt" and play.s.tokens[0].place == 1
    play.s.chance.dice = [3, 1]
    play.s.chance.faces = ["card"]
    play.act("attack:2-1")
    assert scores(play.s) == [1, 0] and play.s.tokens == ()


@pytest.mark.rule("CV-TOK-4")
def test_the_bow_is_worth_a_prestige_and_goes_to_whoever_beats_its_wearer() -> None:
    s = draws("catshow-bow")
    stand(s, 0, "d3", "portal")
    stand(s, 1, "d3")
    have(s, 0, fish=1)
    play = Play(s).act("end", "seat:2")
    assert scores(play.s) == [0, 1]
    play.s.chance.dice = [3, 1]
    play.s.chance.faces = ["card"]
    play.act("attack:2-1")
    assert scores(play.s) == [1, 0] and play.s.tokens[0].place == 0


@pytest.mark.rule("CV-TOK-5")
def test_the_cat_fairy_lies_on_a_basic_resource_tile() -> None:
    s = draws("cat-fairy")
    stand(s, 0, "d3", "old-ruins")
    have(s, 0, fish=1)
    s.chance.faces = ["nothing"]
    play = Play(s).act("end")
    assert play.s.tokens[0].place == SPACE["d3"]  # the only face-up one
    play.act("gather:2")
    assert got(play.s, 0)["pebble"] == 3


@pytest.mark.rule("CV-TILE-9")
def test_the_secret_tunnel_card_puts_the_tunnel() -> None:
    s = draws("secret-tunnel")
    s.face_up = (1 << 37) - 1
    play = Play(s).act("end")
    mountains = {i for i, t in enumerate(s.tiles) if t == 4}
    assert not {SPACE[k.removeprefix("tile:")] for k in play.choices()} & mountains
    play.act("tile:a2", "tile:d4")
    assert play.s.tunnel == (SPACE["a2"], SPACE["d4"])


# -- asking ---------------------------------------------------------------------------------------


@pytest.mark.rule("CV-ASK-24")
def test_choose_and_pay_ask_the_player_that_the_effect_names() -> None:
    s = lay(3)
    stand(s, 0, "d3", "portal")
    stand(s, 1, "d3")
    hold(s, 0, "rotten-fish", "torn-net")
    have(s, 1, fish=2)
    play = Play(s).act("play:torn-net")
    assert play.asked == "option" and play.seat == 0
    play.act("option:2", "play:rotten-fish")
    assert play.asked == "pay" and play.seat == 1
    play.act("yes")
    assert got(play.s, 0)["fish"] == 1 + 2 and got(play.s, 1) == {}


@pytest.mark.rule("CV-ASK-25", "CV-RUL-43")
def test_a_pick_is_among_those_to_whom_the_step_can_do_something() -> None:
    s = lay(4)
    hold(s, 0, "cat-pee")
    build(s, 1, "smokehouse")
    build(s, 2, "old-mill")
    s.flat, s.pride[2] = 0b100, 0
    build(s, 3, "milk-bar", "", "picket-fence")
    play = Play(s).act("play:cat-pee")  # seat 3 is flat, seat 4 has a Picket Fence
    assert play.s.plots[1][0].spray == CARD["cat-pee"]


@pytest.mark.rule("CV-ASK-26")
def test_tiles_are_picked_by_the_controller_and_ways_by_whom_the_card_names() -> None:
    s = draws("rustle-in-the-reeds", 3, 1)
    stand(s, 0, "d3", "portal")
    s.chance.cards.append(CARD["maine-coon-ranger"])
    play = Play(s).act("end")
    assert play.asked == "tile" and play.seat == 1  # the player to the left moves the cat
    goal = next(k for k in play.choices() if SPACE[k[5:]] != SPACE["d3"])
    play.act(goal)
    mountain = play.s.tiles[SPACE[goal[5:]]] == 4
    assert where(play.s, 0) == ("d3" if mountain else goal[5:])


@pytest.mark.rule("CV-ASK-27")
def test_a_kind_is_chosen_by_whoever_gains_or_loses_it_and_by_a_thief() -> None:
    s = draws("sudden-storm", 3, 3)
    play = Play(s).act("end")
    asked = []
    while play.asked == "item":
        asked.append(play.seat)
        play.act("item:rag")
    assert asked == [0, 1, 2]
    s = lay(2)
    stand(s, 0, "d3", "portal")
    stand(s, 1, "d3")
    have(s, 1, rag=1, pebble=1)
    hold(s, 0, "paw-swipe")
    play = Play(s).act("play:paw-swipe", "option:1")
    assert play.asked == "item" and play.seat == 0
    play.act("item:pebble")
    assert got(play.s, 0)["pebble"] == 1 and got(play.s, 1) == {"rag": 1}


@pytest.mark.rule("CV-ASK-28")
def test_cards_to_discard_are_chosen_by_their_owner() -> None:
    s = draws("rustle-in-the-reeds", 2, 1)
    s.chance.cards.append(CARD["bobtail-pedlar"])
    hold(s, 0, "zoomies", "haggle")
    play = Play(s).act("end").until("card", say=("pass", "no"))
    assert play.seat == 0 and set(play.choices()) == {"pick:zoomies", "pick:haggle"}
    play.act("pick:haggle")
    assert ids(play.s.hand[0]) == ["zoomies"]


@pytest.mark.rule("CV-ASK-29")
def test_triggers_at_the_same_moment_are_ordered_only_where_they_ask() -> None:
    s = lay(2)
    for seat in range(2):
        stand(s, seat, "d3", "portal")
    have(s, 0, fish=1)
    build(s, 0, "old-mill", "bard")
    s.chance.dice, s.chance.faces = [3, 1], ["card"]
    play = Play(s).act("attack:2-3")
    assert play.asked == "growth"  # one trigger: nothing to order


@pytest.mark.rule("CV-DECK-4", "CV-DECK-9", "CV-MOOD-2")
def test_gains_of_a_card_come_when_it_is_played() -> None:
    s = lay(2)
    hold(s, 0, "war-paint")
    assert attack(s, 0) == 2
    play = Play(s).act("play:war-paint")
    assert attack(play.s, 0) == 3 and play.s.mood == -1
    assert ids([lying.card for lying in play.s.front[0]]) == ["war-paint"]


@pytest.mark.rule("CV-DECK-5", "CV-DICE-2")
def test_some_cards_roll_a_fate_die() -> None:
    for fate, fish in ((1, 1), (2, 2), (3, 4)):
        play = Play(draws("dropped-purse", 2, fate)).act("end")
        assert got(play.s, 0)["fish"] == fish
    rollers = [card.id for card in BOX.cards for e in walk(card.effects) if e.do == "fate"]
    assert len(rollers) > 18


@pytest.mark.rule("CV-RUL-91")
def test_cards_put_back_lie_under_the_deck_in_order_known_to_who_put_them() -> None:
    s = lay(2)
    hold(s, 0, "rummage")
    s.chance.cards = [CARD["tin-can"], CARD["torn-net"], CARD["stink-bomb"]]
    play = Play(s).act("play:rummage")
    assert play.asked == "look" and set(play.choices()) == {
        "pick:tin-can", "pick:torn-net", "pick:stink-bomb",
    }  # fmt: skip
    play.act("pick:torn-net")
    assert [(ids([k.card])[0], k.by) for k in play.s.under[3]] == [
        ("tin-can", 1),
        ("stink-bomb", 1),
    ]
    assert play.match.view(0)["table"]["decks"]["junk"]["under"] == ["tin-can", "stink-bomb"]
    assert play.match.view(1)["table"]["decks"]["junk"]["under"] == [None, None]
    play.s.stock[3] = ()
    top = take_top(play.s, 3)
    assert top is not None and ids([top.card]) == ["tin-can"]


@pytest.mark.rule("CV-RUL-23", "CV-RUL-91")
def test_encounters_never_run_out() -> None:
    s = draws("rustle-in-the-reeds", 2, 2)
    s.under[4] = tuple(Known(card, 3) for card in s.stock[4])
    s.stock[4] = ()
    first = s.under[4][0]
    play = Play(s).act("end").until("turn", say=("pass", "no", "enough"))
    assert play.s.under[4][-1] == first and len(play.s.under[4]) == 18
    assert DECKS[4] == "encounter"


@pytest.mark.rule("CV-RUL-88")
def test_a_step_that_cannot_be_carried_out_is_skipped() -> None:
    s = lay(2)
    s.flat, s.pride[1] = 0b10, 0
    stand(s, 0, "d3", "portal")
    hold(s, 0, "wind-up-mouse", "paw-swipe")
    have(s, 0, movement=0)
    play = Play(s).act("play:wind-up-mouse")  # nobody to lure: the rest still happens
    assert got(play.s, 0) == {"fish": 2, "movement-token": 1}
    play.act("play:paw-swipe", "option:1")
    assert play.asked == "turn"


@pytest.mark.rule("CV-ASK-43", "CV-RUL-87")
def test_a_picked_player_may_cancel_what_would_hit_them() -> None:
    s = lay(3)
    hold(s, 0, "wind-up-mouse")
    hold(s, 1, "no-you-dont")
    have(s, 1, fish=1)
    play = Play(s).act("play:wind-up-mouse", "seat:2")
    assert play.asked == "react" and play.choices() == ["play:no-you-dont", "pass"]
    before = where(play.s, 1)
    play.act("play:no-you-dont")
    assert where(play.s, 1) == before and got(play.s, 0)["fish"] == 2 and got(play.s, 1) == {}


@pytest.mark.rule("CV-ASK-43")
def test_entering_lake_or_swamp_opens_a_window() -> None:
    for kind in ("frozen-lake", "dodgy-swamp"):
        s = lay(2)
        s.face_up = (1 << 37) - 1
        stand(s, 0, "d4")
        tile(s, "d5", kind)
        have(s, 0, movement=2)
        hold(s, 0, "light-feet", "ninth-life")
        play = Play(s).act("step:d5")
        assert play.asked == "react" and play.seat == 0
        swamp = {"play:ninth-life"} if kind == "dodgy-swamp" else set()
        assert set(play.choices()) == {"play:light-feet", "pass"} | swamp
        play.act("play:light-feet").until("turn")
        assert play.s.pride[0] == 3


@pytest.mark.rule("CV-ASK-44", "CV-ASK-47")
def test_who_is_asked_follows_from_open_facts_alone() -> None:
    for card in ("zoomies", "cucumber", "haggle"):
        s = lay(3)
        stand(s, 0, "d3", "sunny-meadow")
        have(s, 0, fish=1)
        hold(s, 0, card)
        play = Play(s).act("gather:1")
        assert play.asked == "react" and play.seats == (0,)  # whatever the card is
        assert play.choices() == ["pass"]
    s = lay(3)
    stand(s, 0, "d3", "sunny-meadow")
    have(s, 0, fish=1)
    assert Play(s).act("gather:1").asked != "react"  # nothing at all: by open facts


@pytest.mark.rule("CV-ASK-40", "CV-OPT-14", "CV-ASK-45")
def test_the_window_after_a_roll() -> None:
    def after_roll(reactions: str) -> Play:
        s = lay(4, reactions=reactions)
        stand(s, 1, "d3", "sunny-meadow")
        s.turn = 1
        have(s, 1, fish=1, reroll_token=1)
        have(s, 2, reroll_token=1)
        hold(s, 0, "lucky-coin")
        s.chance.faces = ["basic"]
        return Play(s).act("gather:1")

    assert after_roll("orders").seats == after_roll("own").seats == (1,)  # a die of one's own
    play = after_roll("all")
    assert set(play.seats) == {0, 1, 2} and play.asked == "react"
    play.s.chance.faces = ["nothing"]
    play.all(s0="play:lucky-coin", s1="pass", s2="token:reroll-token")
    # Clockwise from the active player the token comes first; then the window opens anew.
    assert play.asked == "reroll" and play.seat == 2
    play.act("die:rolled")
    assert play.asked == "react" and set(play.seats) == {0, 1}
    play.each("pass")
    assert got(play.s, 1)["rag"] == 1 and ids(play.s.hand[0]) == ["lucky-coin"]


@pytest.mark.rule("CV-ASK-41", "CV-OPT-14", "CV-ASK-45", "CV-RUL-77")
def test_the_window_between_two_turns() -> None:
    def between(reactions: str, **orders: str) -> Play:
        s = lay(3, reactions=reactions)
        s.main = True
        have(s, 2, mouse=1)
        hold(s, 1, "change-of-wind")
        order(s, 2, **orders)
        return Play(s).act("end")

    assert between("orders").asked == "turn"
    assert between("own").asked == "turn"
    play = between("all")
    assert play.asked == "react" and play.seats == (1, 2)
    assert play.choices(2) == ["mouse:reroll-token", "pass"]
    assert play.choices(1) == ["play:change-of-wind", "pass"]
    play.each("pass")
    assert play.asked == "turn" and play.seat == 1
    assert between("orders", turns="always").seats == (2,)
