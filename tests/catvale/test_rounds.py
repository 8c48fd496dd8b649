"""A Round: Cleanup, Breakfast, Planning, whose turn it is (CV-CLEAN, BREAK, PLAN, ADV, TURN)."""

from __future__ import annotations

import pytest

from catvale.table import (
    CARD,
    SPACE,
    Play,
    build,
    dice,
    front,
    got,
    have,
    hold,
    ids,
    lay,
    stand,
    unused,
)
from meowple.games.catvale.pieces.names import (
    CURIOUS_NOSE,
    GAME,
    MOVEMENT,
    NEXT_ROUND,
    ROUND,
    WHISKER_SONAR,
)
from meowple.games.catvale.rules.dice import in_supply
from meowple.games.catvale.state import BEGIN_ROUND, USED, Lying, Standing, State


def morning(seats: int = 2, round: int = 2, **chosen: object) -> State:
    """A table at the start of a Round: what comes next is its Cleanup."""
    s = lay(seats, round=max(1, round - 1), **chosen)
    s.dice = [(0, 0, 0)] * seats
    s.round = round - 1
    s.step = BEGIN_ROUND
    return s


# -- Cleanup --------------------------------------------------------------------------------------


@pytest.mark.rule("CV-CLEAN-2", "CV-CLEAN-9", "CV-RUL-19", "CV-SKILL-5", "CV-VALE-9")
def test_dials_are_reset_to_what_is_left() -> None:
    s = morning(2)
    have(s, 0, movement=7)
    have(s, 1, movement=0)
    s.standing = (
        Standing("stat", MOVEMENT, 0b01, 2, GAME, 0),  # Swift Paws
        Standing("stat", MOVEMENT, 0b11, 2, GAME, 0),  # Plant Catnip
        Standing("stat", MOVEMENT, 0b10, 1, ROUND, 0),  # ends now
    )
    build(s, 1, "twig-nest", "", "cat-flap")
    s.grown = 0b10
    play = Play(s)
    assert play.asked == "plan"
    assert [play.s.goods[seat][MOVEMENT] for seat in range(2)] == [3 + 4, 4 + 2 + 1]


@pytest.mark.rule("CV-CLEAN-3", "CV-CLEAN-4")
def test_the_market_is_refreshed_from_round_2_on() -> None:
    s = morning(2, 1)
    before = s.market[:]
    assert Play(s).s.market == before
    s = morning(2, 2)
    before = s.market[:]
    after = Play(s).s.market
    for row in (0, 3):
        assert after[row + 1 : row + 3] == before[row : row + 2]
        assert after[row] not in before
    assert before[2] in s.discards[1] and before[5] in s.discards[2]


@pytest.mark.rule("CV-CLEAN-5", "CV-RUL-92")
def test_cards_and_effects_of_the_last_round_end_before_the_dials_are_reset() -> None:
    s = morning(2)
    for name, until in (("war-paint", ROUND), ("winter-coat", NEXT_ROUND), ("golden-bell", GAME)):
        front(s, 0, name)
        s.front[0] = (*s.front[0][:-1], Lying(CARD[name], until))
    s.standing = (
        Standing("stat", 8, 1, 1, ROUND, 0),
        Standing("stat", 9, 1, 1, NEXT_ROUND, 0),
    )
    play = Play(s)
    assert [(ids([lying.card])[0], lying.until) for lying in play.s.front[0]] == [
        ("winter-coat", ROUND),
        ("golden-bell", GAME),
    ]
    assert [(entry.what, entry.until) for entry in play.s.standing] == [(9, ROUND)]
    assert CARD["war-paint"] in play.s.discards[0]
    order = [k for k in play.happened() if k in ("round", "front-ended", "market-gone")]
    assert order == ["round", "front-ended", "market-gone", "market-gone"]


@pytest.mark.rule("CV-CLEAN-6", "CV-CLEAN-7", "CV-CLEAN-8", "CV-RUL-21", "CV-FTOK-12")
def test_forest_tokens_at_cleanup() -> None:
    s = morning(3, 2, variant="adventure")
    woods = [space for space, tile in enumerate(s.tiles) if tile == 5 and s.face_up >> space & 1]
    assert len(woods) == 4
    s.forest = 1 << woods[0]
    used = s.forest_pool[0]
    s.forest_used = ((woods[1], used),)
    s.forest_pool = s.forest_pool[1:]
    s.at[1] = woods[2]
    play = Play(s)
    assert play.s.forest == sum(1 << space for space in woods)
    assert play.s.forest_used == () and len(play.s.forest_pool) == 27


@pytest.mark.rule("CV-RUL-32", "CV-RUL-92", "CV-INF-9")
def test_dice_go_back_to_their_owners_at_cleanup() -> None:
    s = morning(6, 2)
    s.shop, s.spent = (3, 2, 1), [4] * 6
    for seat in range(6):
        s.skills[seat] = 1 << CURIOUS_NOSE
    play = Play(s)
    assert play.s.shop == (0, 0, 0) and play.s.spent == [0] * 6
    assert [len(rolled) for rolled in play.s.rolled] == [3] * 6
    s = morning(6, 2, variant="adventure")
    for seat in range(6):
        s.skills[seat] = 1 << CURIOUS_NOSE
    assert in_supply(Play(s).s) == 0


# -- Breakfast ------------------------------------------------------------------------------------


@pytest.mark.rule("CV-BREAK-1", "CV-BREAK-2", "CV-RUL-31", "CV-OPT-8", "CV-RUL-85")
def test_all_have_five_fish_for_breakfast() -> None:
    for sonar, fish in ((False, 5), (True, 7)):
        s = morning(3, 2, sonar_breakfast=sonar)
        s.skills[1] = 1 << WHISKER_SONAR
        play = Play(s)
        assert [got(play.s, seat)["fish"] for seat in range(3)] == [5, fish, 5]


@pytest.mark.rule("CV-BREAK-3", "CV-BREAK-4", "CV-REROLL-2")
def test_workers_produce_and_are_ready_again() -> None:
    s = morning(2)
    build(s, 0, "fish-stall", "fishmonger")
    build(s, 0, "laundry-line", "tutor", "bigger-bowl")
    s.plots[0] = (s.plots[0][0], s.plots[0][1]._replace(worker=CARD["tutor"] + USED))
    play = Play(s)
    assert got(play.s, 0)["fish"] == 5 + 2 + 1
    assert play.s.plots[0][1].worker == CARD["tutor"]


@pytest.mark.rule("CV-BREAK-2")
def test_what_takes_fish_at_breakfast_takes_of_the_new_ones() -> None:
    s = morning(2)
    build(s, 0, "midnight-henhouse")
    front(s, 0, "fleas")
    assert got(Play(s).s, 0)["fish"] == 5 - 2


# -- Planning -------------------------------------------------------------------------------------


@pytest.mark.rule("CV-PLAN-1", "CV-PLAN-2", "CV-PLAN-7", "CV-PLAN-8", "CV-ASK-8", "CV-VAR-2")
def test_planning_in_the_adventure_variant() -> None:
    s = morning(2, 2, variant="adventure")
    s.chance.dice = [3, 1, 2, 2, 1, 3, 3, 2, 1, 1]
    play = Play(s)
    assert play.asked == "plan" and play.match.question.apart
    assert play.s.rolled == [(1, 1, 2, 2, 3), (1, 1, 2, 3, 3)]
    assert set(play.choices(0)) == {
        f"plan:{shop}-{kept}" for shop in (1, 2, 3) for kept in (1, 2, 3) if not (shop == kept == 3)
    }
    play.match.act(0, "plan:1-2")
    assert play.s.shop == (0, 0, 0) and play.s.defence == [0, 0]  # still a secret
    play.match.act(1, "plan:1-3")
    assert play.s.shop == (2, 0, 0) and play.s.defence == [2, 3]
    assert [unused(play.s, seat) for seat in range(2)] == [[1, 2, 3], [1, 2, 3]]


@pytest.mark.rule("CV-PLAN-3", "CV-RUL-33")
def test_four_ones_give_a_mouse() -> None:
    s = morning(2, 2, variant="adventure")
    s.chance.dice = [1, 1, 1, 1, 2, 1, 1, 1, 1, 1]
    play = Play(s)
    assert "mouse" not in got(play.s, 0)
    play.all(s0="plan:1-1", s1="plan:1-1")
    assert [got(play.s, seat)["mouse"] for seat in range(2)] == [1, 1]


@pytest.mark.rule("CV-PLAN-4", "CV-ASK-9")
def test_four_threes_give_every_other_player_a_basic_resource() -> None:
    s = morning(3, 2, variant="adventure")
    s.chance.dice = [3, 3, 3, 3, 2, 1, 2, 1, 2, 3, 1, 1, 2, 3, 3]
    play = Play(s).all(s0="plan:3-3", s1="plan:1-1", s2="plan:1-1")
    assert play.asked == "gift" and play.seats == (1, 2) and play.match.question.together
    play.all(s1="item:rag", s2="item:pebble")
    assert [got(play.s, seat).get("rag", 0) for seat in range(3)] == [0, 1, 0]
    assert got(play.s, 2)["pebble"] == 1 and play.asked in ("turn", "growth", "option", "react")


@pytest.mark.rule("CV-RUL-33", "CV-VAR-3")
def test_four_of_a_kind_means_nothing_in_the_controlled_variant() -> None:
    s = morning(2)
    s.skills = [1 << CURIOUS_NOSE] * 2
    s.chance.dice = [1] * 6
    play = Play(s).all(s0="plan:1-1-2", s1="plan:1-1-3")
    assert "four-ones" not in play.happened()


@pytest.mark.rule("CV-PLAN-5", "CV-PLAN-6", "CV-QREF-1", "CV-EX-1", "CV-VAR-3")
def test_planning_in_the_controlled_variant() -> None:
    s = morning(2)
    s.chance.dice = [2, 1, 3, 3]
    play = Play(s)
    assert play.s.rolled == [(1, 2), (3, 3)] and play.s.dice == [(1, 1, 1)] * 2
    assert set(play.choices(0)) == {
        "plan:1-1", "plan:1-2", "plan:1-3", "plan:2-1", "plan:2-2", "plan:2-3",
    }  # fmt: skip
    play.all(s0="plan:1-2", s1="plan:3-1")
    assert play.s.defence == [2, 1] and play.s.shop == (1, 0, 1)
    assert [unused(play.s, seat) for seat in range(2)] == [[1, 2, 3], [2, 3, 3]]


@pytest.mark.rule("CV-SKILL-4", "CV-RUL-34", "CV-OPT-8")
def test_curious_nose_rolls_one_more_and_discards_two() -> None:
    s = morning(2)
    s.skills[0] = 1 << CURIOUS_NOSE
    s.chance.dice = [1, 2, 3, 1, 2]
    play = Play(s)
    assert play.s.rolled == [(1, 2, 3), (1, 2)]
    play.all(s0="plan:1-2-3", s1="plan:1-2")
    assert play.s.shop == (2, 1, 0) and unused(play.s, 0) == [1, 2, 3]
    s = morning(2, 2, variant="adventure")
    s.skills[0] = 1 << CURIOUS_NOSE
    play = Play(s)
    assert len(play.s.rolled[0]) == 6
    assert all(key.count("-") == 2 for key in play.choices(0))


@pytest.mark.rule("CV-RUL-35", "CV-ASK-8", "CV-REROLL-4")
def test_rerolls_in_planning_are_of_ones_own_rolled_dice() -> None:
    s = morning(2)
    have(s, 0, reroll_token=1, mouse=1)
    hold(s, 0, "second-look", "lucky-whisker")
    s.chance.dice = [1, 1, 2, 2, 3, 3, 3, 2]
    play = Play(s)
    assert {"token:reroll-token", "mouse:reroll-token", "play:second-look"} <= set(play.choices(0))
    assert "play:lucky-whisker" not in play.choices(0)
    play.match.act(0, "token:reroll-token")
    assert play.s.rolled[0] == (1, 3)  # both show a 1: no choice
    play.match.act(0, "mouse:reroll-token")
    assert play.asked == "reroll" and play.choices() == ["die:action-1-1", "die:action-1-3"]
    play.act("die:action-1-1")
    assert play.s.rolled[0] == (3, 3) and play.asked == "plan"
    play.match.act(0, "play:second-look")
    play.act("die:action-1-3")
    assert play.asked == "reroll" and play.s.rolled[0] == (3, 3)
    play.act("enough")
    assert play.asked == "plan" and "token:reroll-token" not in play.choices(0)


# -- whose turn it is -----------------------------------------------------------------------------


@pytest.mark.rule("CV-ADV-1", "CV-TURN-7", "CV-CAL-2")
def test_turns_go_clockwise_until_no_die_is_left() -> None:
    s = lay(3)
    s.first = s.turn = 1
    dice(s, 0, 1)
    dice(s, 1, 1, 1)
    dice(s, 2)
    play = Play(s)
    seats = []
    while play.s.round == 1:
        if play.asked == "turn":
            seats.append(play.seat)
            play.act("discard:1", "end")
        else:
            play.each("pass")
    assert seats == [1, 0, 1]


@pytest.mark.rule("CV-ADV-2", "CV-VAR-2", "CV-RUL-22")
def test_in_the_adventure_variant_every_turn_draws_a_card() -> None:
    s = lay(2, variant="adventure")
    s.chance.cards = [CARD["zoomies"], CARD["rummage"], CARD["haggle"]]
    s.main = True
    play = Play(s).act("end")
    assert ids(play.s.hand[1]) == ["zoomies"]
    play.act("discard:1", "end", "discard:1", "end")
    assert ids(play.s.hand[0]) == ["rummage"] and ids(play.s.hand[1]) == ["zoomies", "haggle"]


@pytest.mark.rule("CV-ADV-3", "CV-VAR-3")
def test_in_the_controlled_variant_only_the_first_turn_of_a_round_does() -> None:
    s = lay(2)
    s.drew = 0b01
    s.chance.cards = [CARD["zoomies"]]
    s.main = True
    play = Play(s).act("end")
    assert ids(play.s.hand[1]) == ["zoomies"]
    play.act("discard:1", "end", "discard:1", "end", "discard:2", "end")
    assert play.s.hand[0] == () and len(play.s.hand[1]) == 1


@pytest.mark.rule("CV-ADV-4", "CV-ADV-5", "CV-DECK-9")
def test_an_instant_card_is_read_aloud_and_resolved() -> None:
    s = lay(2, variant="adventure")
    s.chance.cards = [CARD["jumping-trout"]]
    s.main = True
    play = Play(s).act("end")
    assert [got(play.s, seat).get("fish", 0) for seat in range(2)] == [1, 3]
    assert CARD["jumping-trout"] in play.s.discards[0] and play.s.hand[1] == ()
    assert play.events("drew-instant") == [
        {"seat": 1, "deck": "adventure", "card": "jumping-trout"}
    ]


@pytest.mark.rule("CV-ADV-6", "CV-ADV-7", "CV-ADV-8", "CV-ASK-28")
def test_other_cards_are_kept_and_seen_by_their_drawer_alone() -> None:
    s = lay(3, variant="adventure")
    s.chance.cards = [CARD["cucumber"]]
    s.main = True
    play = Play(s).act("end")
    match = play.match
    event = next(e for e in match._events if e.kind == "drew")
    assert event.seen_by(1).data["card"] == "cucumber"
    assert "card" not in event.seen_by(0).data and "card" not in event.seen_by(None).data
    assert match.view(1)["table"]["players"][1]["hand"] == ["cucumber"]
    assert match.view(0)["table"]["players"][1]["hand"] == []
    assert match.view(0)["table"]["players"][1]["cards"] == {"adventure": 1}


@pytest.mark.rule("CV-TURN-1", "CV-TURN-2", "CV-TURN-6")
def test_two_side_actions_and_one_main_action_in_any_order() -> None:
    s = lay(2)
    stand(s, 0, "d3", "fish")
    have(s, 0, fish=20, movement=2)
    play = Play(s)
    assert {"step", "buy", "mark", "fish"} <= play.verbs() and "end" not in play.verbs()
    play.act("buy:stick")
    play.act("fish:3")
    assert "end" in play.verbs() and not {"fish", "discard"} & play.verbs()
    play.act("mark:2")
    assert not {"buy", "mark", "sell"} & play.verbs() and {"step", "end"} <= play.verbs()


@pytest.mark.rule("CV-TURN-3")
def test_side_actions_are_possible_on_any_tile() -> None:
    s = lay(2)
    for space, tile in enumerate(s.tiles):
        if tile not in (4,):
            s.face_up |= 1 << space
            s.at[0] = space
            have(s, 0, fish=3)
            assert Play(s.copy()).can("buy:stick")


@pytest.mark.rule("CV-TURN-4", "CV-REROLL-5")
def test_a_committed_die_is_set_aside() -> None:
    s = lay(2)
    stand(s, 0, "d3", "fish")
    have(s, 0, reroll_token=1)
    play = Play(s).act("fish:3")
    assert unused(play.s, 0) == [1, 2] and play.s.spent == [1, 0]
    play.act("token:reroll-token")
    assert "die:action-1-3" not in play.choices()


@pytest.mark.rule("CV-TURN-5", "CV-RUL-36", "CV-OPT-5")
def test_a_die_is_discarded_only_where_no_main_action_is_legal() -> None:
    s = lay(2)
    assert Play(s.copy()).can("discard:1", "discard:2", "discard:3")  # the own Backyard: nothing
    stand(s, 0, "d3", "fish")
    play = Play(s.copy())
    assert "discard" not in play.verbs()
    play.act("fish:2")
    assert "discard" not in play.verbs()
    free = lay(2, must_main="free")
    stand(free, 0, "d3", "fish")
    assert Play(free).can("discard:1", "fish:1")


@pytest.mark.rule("CV-RUL-36", "CV-ATT-1")
def test_a_legal_attack_has_to_be_made_or_walked_away_from() -> None:
    s = lay(2)
    stand(s, 0, "d3", "portal")
    stand(s, 1, "d3")
    have(s, 0, fish=1, movement=1)
    play = Play(s)
    assert play.can("attack:2-1") and "discard" not in play.verbs()
    step = next(key for key in play.choices() if key.startswith("step:") and key != "step:d4")
    goal = SPACE[step.removeprefix("step:")]
    play.s.tiles[goal], play.s.face_up = 5, play.s.face_up | 1 << goal
    play.act(step)
    assert "discard" in play.verbs()


@pytest.mark.rule("CV-RUL-37", "CV-ASK-11", "CV-MARK-3")
def test_without_dice_left_the_turn_may_end_without_a_main_action() -> None:
    s = lay(2)
    stand(s, 0, "d3", "portal")
    dice(s, 0, 1)
    play = Play(s)
    assert "end" not in play.choices()
    play.act("mark:1")
    assert unused(play.s, 0) == [] and "end" in play.choices() and "discard" not in play.verbs()
    assert play.seat == 0  # it never ends by itself
    play.act("end")
    assert play.seat == 1


@pytest.mark.rule("CV-ASK-10")
def test_the_menu_comes_again_after_every_answer() -> None:
    s = lay(2)
    have(s, 0, fish=9, movement=3)
    hold(s, 0, "packed-lunch")
    play = Play(s)
    for key in ("play:packed-lunch", "buy:rag", "buy:stick"):
        play.act(key)
        assert play.asked == "turn" and play.seat == 0
    assert got(play.s, 0) == {"fish": 9 + 5 - 6, "rag": 1, "stick": 1, "movement": 3}
