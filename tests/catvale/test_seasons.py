"""Seasons: the calendar, Growth and its tree, the Mood check, Territory, the end (CV-CAL to CV-TERR, CV-END)."""

from __future__ import annotations

import pytest

from catvale.table import (
    BOX,
    SLOT,
    SPACE,
    Play,
    build,
    dice,
    fresh,
    front,
    got,
    have,
    hold,
    lay,
    want,
)
from meowple.games.catvale.pieces.names import SHARP_CLAW, SWIFT_PAWS
from meowple.games.catvale.rules import growth
from meowple.games.catvale.rules.dials import attack, defence, movement
from meowple.games.catvale.rules.prestige import backyard, prestige
from meowple.games.catvale.rules.resolution import Resolution, perform
from meowple.games.catvale.rules.scoring import scores, winners
from meowple.games.catvale.state import BEGIN_SEASON, GROW, State


def season(seats: int = 2, round: int = 0, **chosen: object) -> State:
    """A table at the start of a season."""
    s = lay(seats, round=max(1, round), **chosen)
    s.round = round
    s.first = (round - 1) % seats if round else 0
    s.dice = [(0, 0, 0)] * seats
    s.defence = [0] * seats
    s.harvested = bool(s.options["litterbox"]) and round > 3
    s.step = BEGIN_SEASON
    return s


def closing(seats: int = 2, round: int = 2, **chosen: object) -> State:
    """A table in the last turn of a Round, whose end is the next answer."""
    s = lay(seats, round=round, **chosen)
    s.dice = [(0, 0, 0)] * seats
    s.main = True
    s.harvested = bool(s.options["litterbox"]) and round > 3
    return s


def at(s: State, seat: int, chaos: str = "", harmony: str = "") -> None:
    """Put a player's markers into slots, by some way up the tree."""
    for marker, goal in enumerate((chaos, harmony)):
        if not goal:
            continue
        way = _way(BOX.tree.starts[marker], SLOT[goal])
        s.paths[2 * seat + marker] = tuple(way)
        s.claimed[2 * seat + marker] = sum(1 << slot for slot in way)
        for slot in way:
            if BOX.tree.slots[slot].skill >= 0:
                skill = BOX.tree.slots[slot].skill
                s.skills[seat] |= 1 << skill
                list(perform(s, Resolution(seat), BOX.board.skills[skill].effects))


def _way(start: int, goal: int) -> list[int]:
    if start == goal:
        return []
    for up in BOX.tree.slots[start].up:
        try:
            return [up, *_way(up, goal)]
        except LookupError:
            continue
    raise LookupError(goal)


def markers(s: State, seat: int) -> tuple[str, str]:
    one, other = growth.ends(s, seat)
    return BOX.tree.slots[one].id, BOX.tree.slots[other].id


# -- the calendar ---------------------------------------------------------------------------------


@pytest.mark.rule("CV-CAL-1", "CV-CAL-2", "CV-CAL-3", "CV-CAL-5", "CV-PHASE-1", "CV-PHASE-3")
@pytest.mark.rule("CV-GOAL-3", "CV-RUL-7")
def test_a_whole_game_has_three_seasons_of_two_rounds() -> None:
    play = Play(fresh(2)).to_the_end()
    assert play.match.over and play.s.round == 6
    happened = [
        kind for kind in play.happened() if kind in ("season", "round", "territory", "over")
    ]
    part = ["season", "round", "round", "territory", "territory"]
    assert happened == [*part * 3, "over"]
    assert [e["season"] for e in play.events("season")] == ["spring", "summer", "autumn"]
    assert max(play.match.scores) < 20


@pytest.mark.rule("CV-PHASE-2", "CV-RUL-18", "CV-CLEAN-1", "CV-RUL-84")
def test_a_round_is_cleanup_breakfast_planning_adventure() -> None:
    play = Play(fresh(2)).until("plan")
    kinds = [k for k in play.happened() if k in ("round", "breakfast", "rolled-dice", "turn")]
    assert kinds == ["round", "breakfast", "rolled-dice", "rolled-dice"]
    assert play.s.round == 1
    play.until("turn")
    assert play.happened()[-2:] != [] and play.events("turn")[-1] == {"seat": 0}


@pytest.mark.rule("CV-CAT-8", "CV-RUL-17")
def test_the_first_player_token_passes_at_every_round_but_the_first() -> None:
    play = Play(fresh(3, first_player=2)).to_the_end()
    assert [e["first"] for e in play.events("round")] == [1, 2, 0, 1, 2, 0]


# -- Growth ---------------------------------------------------------------------------------------


@pytest.mark.rule("CV-GROW-1", "CV-GROW-2", "CV-RUL-43")
def test_growth_gives_all_pride_back_but_a_flat_cat_lies_on() -> None:
    s = season(2, 2)
    s.pride, s.flat = [1, 0], 0b10
    play = Play(s)
    assert play.asked == "grow" and play.s.pride == [3, 3] and play.s.flat == 0b10


@pytest.mark.rule("CV-GROW-3", "CV-GROW-4", "CV-GROW-5", "CV-ASK-5", "CV-RUL-24")
@pytest.mark.parametrize(("round", "points"), [(0, 4), (2, 6), (4, 8)])
def test_seasonal_points_are_spent_on_the_ways_that_a_player_chooses(
    round: int, points: int
) -> None:
    play = Play(season(2, round))
    assert play.asked == "grow" and play.match.question.apart
    for n in range(points):
        keys = [key for key in play.choices(0) if key.startswith("grow:chaos")]
        play.match.act(0, keys[0])
        while play.s.plan[0] and 0 in play.seats and play.choices(0)[0].startswith("item:"):
            play.match.act(0, "item:rag")
        assert n < points - 1 or 0 not in play.seats
    assert play.s.paths[0] == ()  # nothing is carried out before all are ready
    play.match.act(1, "enough")
    assert len(play.s.paths[0]) == points and play.s.paths[2:] == [(), ()]


@pytest.mark.rule("CV-GROW-4")
def test_points_may_be_split() -> None:
    play = Play(season(2))
    for key in ("grow:chaos-c1", "grow:harmony-h1", "grow:chaos-c2", "grow:harmony-h2"):
        play.match.act(0, key)
    play.match.act(1, "enough")
    assert markers(play.s, 0) == ("c2", "h2")
    assert got(play.s, 0) | {"movement": 0} == {
        "movement-token": 1, "attack-token": 1, "fish": 7, "defence-token": 1, "movement": 0,
    }  # fmt: skip


@pytest.mark.rule("CV-GROW-6", "CV-RUL-25")
def test_a_marker_crosses_the_other_only_with_a_further_point() -> None:
    s = season(2)
    at(s, 0, "c3", "k4")
    play = Play(s)
    play.match.act(0, "grow:chaos-k4")
    assert set(play.choices(0)) == {"grow:chaos-c5", "grow:chaos-h5"}  # it must go on
    play.match.act(0, "grow:chaos-c5")
    assert "enough" in play.choices(0)
    play.match.act(0, "enough")
    play.match.act(1, "enough")
    assert markers(play.s, 0) == ("c5", "k4")
    s = season(2)
    at(s, 0, "c3", "k4")
    s.step = GROW
    assert (0, SLOT["k4"]) not in growth.ways(BOX.tree, growth.ends(s, 0), 1)


@pytest.mark.rule("CV-GROW-6", "CV-RUL-25")
def test_nobody_stops_in_the_last_slot_with_the_other_marker_there() -> None:
    at_end = (SLOT["grow-up"], SLOT["h19"])
    assert growth.ways(BOX.tree, at_end, 5) == []


@pytest.mark.rule("CV-GROW-7")
def test_a_marker_may_change_sides() -> None:
    s = season(2)
    at(s, 0, "k4")
    play = Play(s)
    play.match.act(0, "grow:chaos-h5")
    assert play.choices(0) == ["item:stick", "item:rag", "item:waste", "item:pebble"]
    play.match.act(0, "item:waste")
    play.match.act(0, "enough")
    play.match.act(1, "enough")
    assert markers(play.s, 0)[0] == "h5" and got(play.s, 0)["waste"] == 1


@pytest.mark.rule("CV-TREE-2", "CV-TREE-3", "CV-RUL-28", "CV-SKILL-1")
def test_a_skill_is_unlocked_at_once_and_once_only() -> None:
    s = season(2)
    at(s, 0, "c2", "h2")
    play = Play(s)
    play.match.act(0, "grow:chaos-c3")
    play.match.act(0, "enough")
    play.match.act(1, "enough")
    assert play.s.skills[0] == 1 << SHARP_CLAW and attack(play.s, 0) == 3
    s = lay(2)
    at(s, 0, "c6", "h6")
    s.skills[0] |= 1 << SWIFT_PAWS
    before = len(s.standing)
    list(growth.enter(s, 0, 0, SLOT["c7"]))
    assert len(s.standing) == before


@pytest.mark.rule("CV-TREE-4", "CV-DSN-4")
def test_a_reward_slot_serves_each_marker_once() -> None:
    s = lay(2)
    have(s, 0, mouse=0)
    for marker in (0, 1):
        s.paths[marker] = (SLOT["c3" if marker == 0 else "h3"],)
        list(growth.enter(s, 0, marker, SLOT["k4"]))
        assert got(s, 0)["mouse"] == marker + 1
        s.paths[marker] = (SLOT["k4"], SLOT["c5" if marker == 0 else "h5"])
    growth.go_back(s, 0, 0, 2)
    list(growth.enter(s, 0, 0, SLOT["k4"]))
    assert got(s, 0)["mouse"] == 2


@pytest.mark.rule("CV-TREE-5", "CV-TREE-6", "CV-TREE-7", "CV-RUL-29")
def test_growing_up_turns_the_cat_once() -> None:
    s = lay(2)
    at(s, 0, "c19")
    have(s, 0, movement=1)
    list(growth.enter(s, 0, 0, SLOT["grow-up"]))
    assert s.grown == 1
    assert (attack(s, 0), defence(s, 0), movement(s, 0)) == (3 + 1, 3, 4 + 2)
    assert got(s, 0)["movement"] == 2
    growth.grow_up(s, 0)
    assert got(s, 0)["movement"] == 2


@pytest.mark.rule("CV-RUL-26", "CV-ASK-7", "CV-MKT-6")
def test_points_that_cannot_be_used_are_lost_and_a_free_one_goes_to_the_other_marker() -> None:
    s = lay(2)
    at(s, 0, "grow-up", "h13")
    s.grown = 1
    have(s, 0, fish=5)
    play = Play(s).act("buy:growth")
    assert play.asked == "growth"
    assert set(play.choices()) == {"grow:harmony-h14", "grow:harmony-ht", "enough"}
    play.act("enough")
    assert play.asked == "turn" and markers(play.s, 0) == ("grow-up", "h13")
    hold(s := lay(2), 0)
    at(s, 0, "grow-up", "h19")
    s.grown = 1
    list(growth.gain(s, 0, 3, only=0))  # tied to a marker that cannot move
    assert markers(s, 0) == ("grow-up", "h19")


@pytest.mark.rule("CV-RUL-27")
def test_lost_growth_goes_back_the_way_it_came() -> None:
    s = lay(2)
    at(s, 0, "c6", "k4")
    kept = s.claimed[0]
    growth.go_back(s, 0, 0, 2)  # c5, then k4 is the other's: passed over for nothing
    assert markers(s, 0) == ("c3", "k4") and s.claimed[0] == kept
    assert s.skills[0] >> SHARP_CLAW & 1
    growth.go_back(s, 0, 0, 9)
    assert markers(s, 0)[0] == "start-chaos"


# -- the Mood check -------------------------------------------------------------------------------


@pytest.mark.rule("CV-GROW-8", "CV-GROW-11", "CV-RUL-20", "CV-RUL-30")
def test_spring_checks_no_mood() -> None:
    s = season(2)
    s.mood = 3
    play = Play(s).each("enough")
    assert play.asked == "plan" and play.s.mood == 0
    assert "mood-check" not in play.happened()


@pytest.mark.rule("CV-GROW-9", "CV-GROW-11", "CV-ASK-6")
def test_on_the_harmony_side_every_harmony_marker_moves() -> None:
    s = season(3, 2)
    s.mood = 3
    play = Play(s).each("enough")
    assert play.asked == "grow" and play.s.mood == 3
    for seat in range(3):
        assert all("chaos" not in key for key in play.choices(seat))
    play.match.act(0, "grow:harmony-h1")
    play.match.act(0, "grow:harmony-h2")
    play.match.act(1, "grow:harmony-h1")
    play.match.act(1, "enough")
    play.match.act(2, "enough")
    assert [markers(play.s, seat)[1] for seat in range(3)] == ["h2", "h1", "start-harmony"]
    assert play.asked == "plan" and play.s.mood == 0


@pytest.mark.rule("CV-GROW-9")
@pytest.mark.parametrize(("mood", "back"), [(-5, 1), (-6, 2)])
def test_an_extreme_mood_costs_growth_and_asks_nobody(mood: int, back: int) -> None:
    s = season(2, 2)
    s.mood = mood
    at(s, 0, "c3")
    play = Play(s).each("enough")
    assert play.asked == "plan"
    assert markers(play.s, 0)[0] == ("c2" if back == 1 else "c1")
    assert markers(play.s, 1)[0] == "start-chaos"


@pytest.mark.rule("CV-GROW-10")
def test_in_the_centre_no_marker_moves() -> None:
    play = Play(season(2, 2)).each("enough")
    assert play.asked == "plan" and "mood-check" not in play.happened()


@pytest.mark.rule("CV-ASK-41")
def test_before_the_mood_check_cards_for_any_time_may_be_played() -> None:
    s = season(2, 2)
    s.mood = -3
    hold(s, 1, "change-of-wind")
    play = Play(s).each("enough")
    assert play.asked == "react" and play.seats == (1,)
    play.act("play:change-of-wind")
    assert play.asked == "mood"
    play.act("mood:harmony")
    assert play.s.mood == -1
    assert play.asked == "grow" and play.s.step == 5


# -- Territory ------------------------------------------------------------------------------------


def marks(s: State, seat: int, number: int) -> None:
    free = [space for space in range(37) if s.face_up >> space & 1 and s.marks[space] < 0]
    for space in free[:number]:
        s.marks[space] = seat


@pytest.mark.rule("CV-TERR-1", "CV-TERR-2")
@pytest.mark.parametrize(("tiles", "gain"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_every_three_marked_tiles_give_a_prestige(tiles: int, gain: int) -> None:
    s = closing(2)
    marks(s, 0, tiles)
    play = Play(s).act("end")
    assert play.asked == "grow"
    assert scores(play.s) == [gain, 0]
    assert play.s.marks.count(0) == tiles


@pytest.mark.rule("CV-ASK-42")
def test_the_window_before_territory_counts() -> None:
    s = closing(2)
    marks(s, 1, 1)
    hold(s, 1, "boundary-stone", "change-of-wind", "zoomies")
    play = Play(s).act("end")
    assert play.asked == "react" and play.seats == (1,)
    assert play.choices() == ["play:boundary-stone", "play:change-of-wind", "pass"]
    play.act("play:boundary-stone", "pass")
    assert play.asked == "grow" and scores(play.s) == [0, 1]


@pytest.mark.rule("CV-ASK-42", "CV-ASK-44")
def test_flat_cats_take_part_in_the_window_of_territory() -> None:
    s = closing(2)
    s.flat, s.pride = 0b10, [3, 0]
    hold(s, 1, "boundary-stone")
    assert Play(s).act("end").seats == (1,)


# -- the end --------------------------------------------------------------------------------------


@pytest.mark.rule("CV-GOAL-1", "CV-GOAL-2", "CV-END-1", "CV-END-2", "CV-END-4", "CV-RUL-74")
def test_20_prestige_end_the_game_with_the_round() -> None:
    s = lay(2, round=3, turn=0)
    s.first = 0
    s.prestige = [20, 14]
    s.main = True
    dice(s, 0)
    dice(s, 1, 2)
    s.prestige[1] = 21
    play = Play(s).act("end")
    assert play.asked == "turn" and play.seat == 1  # the Round is played to its end
    play.act("discard:2", "end")
    assert play.match.over and play.match.winners == [1]


@pytest.mark.rule("CV-GOAL-4", "CV-END-5")
def test_the_endgame_is_off_when_nobody_has_20_any_more() -> None:
    s = closing(2, round=3)
    s.prestige = [20, 0]
    build(s, 0, "dog-kennel")
    assert scores(s) == [18, 0]
    play = Play(s).act("end")
    assert not play.match.over and play.s.round == 4


@pytest.mark.rule("CV-END-1", "CV-CAL-5", "CV-RUL-74")
def test_round_6_is_the_last() -> None:
    play = Play(closing(2, round=6)).act("end")
    assert play.match.over and play.match.winners == [0, 1]


@pytest.mark.rule("CV-RUL-74", "CV-RUL-93")
def test_territory_belongs_to_the_round_it_follows() -> None:
    s = closing(2, round=2)
    s.prestige = [19, 0]
    marks(s, 0, 3)
    assert Play(s).act("end").match.over


@pytest.mark.rule("CV-RUL-74", "CV-RUL-93")
def test_20_reached_in_growth_wait_for_the_coming_round() -> None:
    s = season(2, 4)
    s.prestige = [19, 0]
    at(s, 0, "c7", "h3")
    play = Play(s)
    play.match.act(0, "grow:chaos-k8")
    play.match.act(0, "enough")
    play.match.act(1, "enough")
    assert scores(play.s)[0] == 20 and play.asked == "plan" and play.s.round == 5


@pytest.mark.rule("CV-END-3", "CV-EX-9", "CV-INF-11")
def test_prestige_counts_on_beyond_20() -> None:
    s = lay(2)
    s.prestige = [22, 3]
    assert scores(s) == [22, 3]
    lap, space = divmod(scores(s)[0] - 1, 20)
    assert (lap, space + 1) == (1, 2)


@pytest.mark.rule("CV-TIE-1", "CV-TIE-2", "CV-RUL-75")
def test_ties_go_to_the_backyard_then_to_fish_then_are_shared() -> None:
    s = closing(3, round=6)
    s.prestige = [10, 7, 4]
    build(s, 1, "grand-cattery")
    front(s, 1, "golden-bell")
    s.prestige[1] = 10 - 4 - 1
    build(s, 2, "catnip-greenhouse", "", "second-floor")
    build(s, 2, "smokehouse", "fishmonger")
    s.prestige[2] = 10 - 3 - 1 - 2 - 1
    assert scores(s) == [10, 10, 10]
    assert winners(s) == [2]  # 7 in the Backyard against 4: trinkets do not count
    s.plots[2] = (s.plots[2][0]._replace(spray=BOX.by_id["cat-pee"]), s.plots[2][1])
    s.prestige[2] += 4
    assert scores(s) == [10, 10, 10] and winners(s) == [1]  # a sprayed Building counts 0
    s = closing(2, round=6)
    s.prestige = [5, 5]
    have(s, 0, fish=2)
    have(s, 1, fish=3)
    assert winners(s) == [1]
    have(s, 0, fish=3)
    assert Play(s).act("end").match.winners == [0, 1]


@pytest.mark.rule("CV-TIE-1", "CV-RUL-75")
def test_trophies_and_fulfilled_ambitions_count_and_negative_buildings_are_taken_off() -> None:
    s = lay(2, arena=True)
    s.trophies[0] = (BOX.by_id["the-wall"],)
    s.scored = 1
    assert backyard(s, 0) == 2
    build(s, 0, "dog-kennel")
    assert backyard(s, 0) == 0 and prestige(s, 0) == 0


@pytest.mark.rule("CV-RUL-93")
def test_the_order_of_the_end_of_a_round() -> None:
    s = closing(2, round=4, litterbox=True, harvest_after_round=4)
    s.harvested = False
    s.harvest, s.harvest_order, s.dug = [1, 0], (0,), 1
    s.fire = SPACE["d4"]
    marks(s, 0, 3)
    front(s, 0, "borrowed-collar")
    hold(s, 1, "boundary-stone")
    want(s, 1, "landlord")
    play = Play(s).act("end").until("grow")
    kinds = [k for k in play.happened() if k in ("harvest", "territory", "front-ended", "season")]
    assert kinds == ["harvest", "territory", "territory", "front-ended", "season"]
    assert play.s.fire < 0
