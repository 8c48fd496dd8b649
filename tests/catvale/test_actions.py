"""Constructing, Quests, marking, recovering, gathering, hunting, fishing, Workers (CV-CONS to CV-FISH, CV-WORK)."""

from __future__ import annotations

import pytest

from catvale.table import (
    BOX,
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
from meowple.games.catvale.pieces.cards import walk
from meowple.games.catvale.pieces.names import (
    ARMOURED_FUR,
    HAWK_EYE,
    REWARD_FACES,
    SHARP_CLAW,
    WHISKER_SONAR,
)
from meowple.games.catvale.rules.dials import attack, defence
from meowple.games.catvale.rules.quests import markers_left
from meowple.games.catvale.rules.resolution import Resolution, perform
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.state import USED, Plot, State


def learn(s: State, seat: int, skill: int) -> None:
    s.skills[seat] |= 1 << skill
    list(perform(s, Resolution(seat), BOX.board.skills[skill].effects))


# -- Construct ------------------------------------------------------------------------------------


@pytest.mark.rule("CV-CONS-1", "CV-CONS-2", "CV-CONS-3", "CV-CONS-4", "CV-CONS-5", "CV-QREF-2")
@pytest.mark.rule("CV-ASK-14", "CV-MOOD-2", "CV-DECK-3")
def test_a_building_is_constructed_from_the_hand() -> None:
    s = lay(2)
    hold(s, 0, "fish-stall")
    have(s, 0, stick=2, rag=2)
    assert not Play(s.copy()).can("play:fish-stall")  # it eats 1 Fish
    have(s, 0, fish=1)
    play = Play(s).act("play:fish-stall")
    assert play.s.plots[0] == (Plot(CARD["fish-stall"]),) and play.s.hand[0] == ()
    assert scores(play.s) == [1, 0] and play.s.mood == 1
    assert play.asked == "growth" and got(play.s, 0) == {"fish": 2}  # its reward
    play.act("enough")
    assert play.s.side == 1


@pytest.mark.rule("CV-ASK-13", "CV-HUNT-3", "CV-RUL-5")
def test_mice_stand_in_for_basic_resources() -> None:
    s = lay(2)
    hold(s, 0, "milk-bar")
    have(s, 0, fish=1, stick=1, rag=2, waste=2, mouse=1)
    play = Play(s.copy()).act("play:milk-bar")
    assert play.asked == "turn" and got(play.s, 0) == {"fish": 2}  # no choice
    have(s, 0, pebble=1)
    play = Play(s).act("play:milk-bar")
    assert play.asked == "spend" and play.choices() == ["item:stick", "item:mouse"]
    play.act("item:stick", "item:mouse")
    assert play.asked == "turn" and got(play.s, 0) == {"fish": 2, "rag": 1}


@pytest.mark.rule("CV-ASK-13")
def test_a_construct_discount_spares_a_unit_that_the_player_chooses() -> None:
    s = lay(2)
    hold(s, 0, "scrap-yard", "signpost-inn", "prefab-hutch")
    have(s, 0, fish=2, stick=1, rag=1)
    play = Play(s)
    assert not play.can("play:signpost-inn")
    play.act("play:prefab-hutch")
    assert play.can("play:signpost-inn") and not play.can("play:scrap-yard")
    have(play.s, 0, pebble=1)
    play.act("play:signpost-inn")
    assert play.asked == "spare" and play.choices() == ["item:stick", "item:rag", "item:pebble"]
    play.act("item:rag")
    assert got(play.s, 0)["rag"] == 1 and "stick" not in got(play.s, 0)
    assert not play.s.standing


@pytest.mark.rule("CV-CONS-6", "CV-WORK-1", "CV-WORK-2", "CV-USE-2", "CV-ASK-19")
def test_a_worker_is_hired_into_a_building_with_the_hammer() -> None:
    s = lay(2)
    hold(s, 0, "town-crier", "tutor")
    build(s, 0, "pebble-tower")
    have(s, 0, fish=2)
    assert not Play(s.copy()).can("play:tutor")
    build(s, 0, "old-mill")
    play = Play(s).act("play:tutor")
    assert play.s.plots[0][1].worker == CARD["tutor"] and play.s.side == 0
    assert scores(play.s)[0] == 2 + 2 + 1 and play.s.mood == 1  # its icon
    assert got(play.s, 0) == {"fish": 1}
    assert play.can("use:tutor")  # at once


@pytest.mark.rule("CV-CONS-7", "CV-WORK-5", "CV-WORK-6", "CV-RUL-71")
def test_one_worker_a_building_who_can_be_replaced_and_any_number_of_upgrades() -> None:
    s = lay(2)
    build(s, 0, "old-mill", "tutor", "bigger-bowl", "scent-flask")
    hold(s, 0, "bard", "cat-flap")
    have(s, 0, fish=1, waste=1)
    before = scores(s)[0]
    play = Play(s).act("play:bard")
    assert play.s.plots[0][0].worker == CARD["bard"] and scores(play.s)[0] == before
    assert CARD["tutor"] in play.s.discards[2]
    play.act("play:cat-flap")
    assert ids(play.s.plots[0][0].upgrades) == ["bigger-bowl", "scent-flask", "cat-flap"]
    assert got(play.s, 0) == {"movement": 2}


@pytest.mark.rule("CV-ASK-19")
def test_the_building_is_chosen_where_there_are_several() -> None:
    s = lay(2)
    build(s, 0, "old-mill", "tutor")
    build(s, 0, "smokehouse")
    hold(s, 0, "bard")
    have(s, 0, fish=1)
    play = Play(s).act("play:bard")
    assert play.asked == "employer" and play.choices() == ["pick:old-mill", "pick:smokehouse"]
    play.act("pick:smokehouse")
    assert [plot.worker for plot in play.s.plots[0]] == [CARD["tutor"], CARD["bard"]]


@pytest.mark.rule("CV-WORK-4", "CV-BREAK-4")
def test_a_used_ability_is_turned_until_breakfast() -> None:
    s = lay(2)
    build(s, 0, "old-mill", "tutor")
    have(s, 0, fish=3)
    play = Play(s).act("use:tutor", "enough")
    assert play.s.plots[0][0].worker == CARD["tutor"] + USED and not play.can("use:tutor")
    assert got(play.s, 0) == {"fish": 2}


@pytest.mark.rule("CV-WORK-7")
def test_buildings_of_the_starting_deck_employ_nobody() -> None:
    s = lay(2)
    build(s, 0, "twig-nest")
    hold(s, 0, "tutor", "work-bench")
    have(s, 0, fish=3, stick=3)
    assert not Play(s).can("play:tutor") and not Play(s).can("play:work-bench")


@pytest.mark.rule("CV-RUL-71", "CV-PRES-2")
def test_a_worker_lost_costs_a_prestige_and_a_later_hire_gives_one_again() -> None:
    s = lay(2)
    build(s, 1, "old-mill", "tutor")
    hold(s, 0, "headhunter")
    hold(s, 1, "bard")
    have(s, 0, fish=3)
    have(s, 1, fish=1)
    assert scores(s) == [0, 3]
    play = Play(s).act("play:headhunter", "pass")
    assert scores(play.s) == [0, 2]
    play.act("discard:1", "end", "play:bard")
    assert scores(play.s) == [0, 3]


@pytest.mark.rule("CV-PRES-3", "CV-ASK-14")
def test_a_negative_building_costs_its_host_prestige_while_it_stands() -> None:
    s = lay(3)
    hold(s, 0, "dog-kennel")
    have(s, 0, fish=1, stick=1, waste=1)
    s.prestige[2] = 5
    play = Play(s).act("play:dog-kennel")
    assert play.asked == "host" and play.choices() == ["seat:2", "seat:3"]
    play.act("seat:3", "enough")
    assert scores(play.s) == [0, 0, 3]
    play.act("discard:1", "end", "discard:1", "end")
    have(play.s, 2, stick=1, waste=1)
    play.act("pull-down")
    assert scores(play.s) == [0, 0, 5] and CARD["dog-kennel"] in play.s.discards[1]


@pytest.mark.rule("CV-PRES-3")
def test_a_sprayed_building_counts_nothing_until_it_is_washed() -> None:
    s = lay(2)
    build(s, 1, "smokehouse", "tutor", "second-floor")
    hold(s, 0, "cat-pee")
    have(s, 1, fish=3)
    play = Play(s).act("play:cat-pee")
    assert scores(play.s) == [0, 1]  # the Worker counts
    play.act("discard:1", "end", "wash")
    assert scores(play.s) == [0, 4] and got(play.s, 1) == {}


@pytest.mark.rule("CV-PRES-3")
def test_a_card_that_gave_prestige_while_it_was_held() -> None:
    s = lay(2)
    front(s, 0, "golden-bell")
    assert scores(s) == [1, 0]
    s.front[0] = ()
    assert scores(s) == [0, 0]


# -- Quests ---------------------------------------------------------------------------------------


def questing(*names: str, seats: int = 2, **chosen: object) -> State:
    """A table with these Quests open."""
    s = lay(seats, **chosen)
    s.stock[6] = tuple(sorted((*s.stock[6], *s.quests)))
    s.quests = [CARD[f"quest-{name}"] for name in names]
    s.stock[6] = tuple(card for card in s.stock[6] if card not in s.quests)
    return s


@pytest.mark.rule("CV-QUEST-1", "CV-QUEST-2", "CV-ASK-15", "CV-RUL-61")
def test_one_quest_action_fulfils_one_requirement() -> None:
    s = questing("beaver-deal", "build-a-raft")
    have(s, 0, fish=4, rag=2, waste=2)
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("quest")} == {"quest:1-1", "quest:1-2"}
    play.act("quest:1-2")
    assert got(play.s, 0) == {"fish": 4} and play.s.quest_marks == [-1, 0, -1, -1, -1, -1]
    play.act("quest:1-1")
    assert got(play.s, 0) == {} and play.s.side == 2


@pytest.mark.rule("CV-QUEST-3", "CV-QUEST-7", "CV-QUEST-10", "CV-VALE-1", "CV-VALE-2")
def test_a_quest_completed_alone_takes_three_actions_and_gives_one_more() -> None:
    s = questing("beaver-deal", "build-a-raft")
    have(s, 0, fish=4, rag=2, waste=2, stick=3, pebble=1)
    play = Play(s).act("quest:1-1", "quest:1-2")
    assert "quest" not in play.verbs()
    play.act("discard:1", "end", "discard:1", "end", "quest:1-3")
    assert scores(play.s) == [2, 0] and play.s.mood == 1
    assert play.s.vale == 1 << [t.id for t in BOX.vale].index("beaver-deal")
    assert play.s.quests[0] not in (-1, CARD["quest-beaver-deal"])
    assert play.s.quest_marks == [-1] * 6 and markers_left(play.s, 0) == 11
    assert play.s.joined == [(CARD["quest-beaver-deal"],), ()] and play.s.quest_steps == [3, 0]


@pytest.mark.rule("CV-QUEST-4", "CV-QUEST-5", "CV-QUEST-6", "CV-RUL-60", "CV-OPT-9")
@pytest.mark.parametrize(("mood", "shifted"), [("each", 2), ("once", 1)])
def test_a_quest_completed_together(mood: str, shifted: int) -> None:
    s = questing("beaver-deal", "build-a-raft", seats=3, mood_per_quest=mood)
    s.quest_marks[:2] = [1, 1]
    have(s, 0, stick=3, pebble=1)
    play = Play(s).act("quest:1-3")
    assert scores(play.s) == [1, 1, 0] and play.s.mood == shifted
    deal = (CARD["quest-beaver-deal"],)
    assert play.s.joined == [deal, deal, ()]


@pytest.mark.rule("CV-RUL-61", "CV-RUL-23")
def test_with_an_empty_quest_deck_the_place_stays_empty() -> None:
    s = questing("beaver-deal", "build-a-raft")
    s.discards[6], s.stock[6] = s.stock[6], ()
    s.quest_marks[:2] = [1, 1]
    have(s, 0, stick=3, pebble=1)
    play = Play(s).act("quest:1-3")
    assert play.s.quests == [-1, CARD["quest-build-a-raft"]] and len(play.s.discards[6]) == 8


@pytest.mark.rule("CV-QUEST-9", "CV-VALE-10", "CV-TILE-10", "CV-ASK-30")
def test_the_finisher_of_fix_bridge_chooses_its_ends() -> None:
    s = questing("fix-bridge", "build-a-raft")
    s.quest_marks[:2] = [1, 1]
    have(s, 0, rag=4, fish=1)
    play = Play(s).act("quest:1-3")
    assert play.asked == "tile" and play.seat == 0
    play.act("tile:a1" if "tile:a1" in play.choices() else play.choices()[0])
    play.until("turn")
    assert -1 not in play.s.bridge and play.s.bridge[0] != play.s.bridge[1]


@pytest.mark.rule("CV-QUEST-9", "CV-VALE-11", "CV-RUL-68", "CV-ASK-30")
def test_the_finisher_of_dig_a_tunnel_chooses_a_mountain() -> None:
    s = questing("dig-a-tunnel", "build-a-raft")
    s.quest_marks[:2] = [1, 1]
    have(s, 0, pebble=3, fish=3)
    play = Play(s).act("quest:1-3")
    mountains = {i for i, t in enumerate(play.s.tiles) if t == 4}
    assert {SPACE[key.removeprefix("tile:")] for key in play.choices()} == mountains
    play.act(play.choices()[0])
    assert 17 in play.s.tiles


@pytest.mark.rule("CV-VALE-12", "CV-RUL-40")
def test_after_break_a_treaty_no_backyard_is_safe() -> None:
    s = questing("break-a-treaty", "build-a-raft")
    s.at[0] = s.at[1]
    s.quest_marks[:2] = [1, 1]
    have(s, 0, rag=2, waste=2, fish=1)
    play = Play(s)
    assert "attack" not in play.verbs()
    play.act("quest:1-3")
    assert "attack" in play.verbs() and play.s.mood == -4


@pytest.mark.rule("CV-ASK-13")
def test_a_requirement_may_ask_for_a_die_and_for_cards() -> None:
    s = questing("avalanche", "break-a-treaty")
    have(s, 0, fish=3)
    play = Play(s.copy()).act("quest:1-1")
    assert play.asked == "die" and play.choices() == ["die:2", "die:3"]
    play.act("die:2")
    assert unused(play.s, 0) == [1, 3]
    hold(s, 0, "zoomies", "haggle", "tutor")
    play = Play(s).act("quest:2-1")
    assert play.asked == "card" and len(play.choices()) == 3
    play.act("pick:haggle", "pick:zoomies")
    assert ids(play.s.hand[0]) == ["tutor"]


@pytest.mark.rule("CV-VALE-3", "CV-VALE-4", "CV-VALE-5", "CV-VALE-6", "CV-VALE-7", "CV-VALE-8")
@pytest.mark.parametrize(
    ("tile_id", "kind", "item"),
    [
        ("beaver-deal", "driftwood-river", "stick"),
        ("garbage-trap", "abandoned-camp", "waste"),
        ("avalanche", "old-ruins", "pebble"),
        ("silkworm-care", "sunny-meadow", "rag"),
        ("build-a-raft", "fish", "fish"),
    ],
)
def test_vale_life_tiles_help_everybody_for_good(tile_id: str, kind: str, item: str) -> None:
    s = lay(2)
    for each in BOX.vale:  # further tiles do not cancel earlier ones
        if each.id in ("plant-catnip", tile_id):
            list(perform(s, Resolution(1, each.index), each.effects))
    stand(s, 0, "d3", kind)
    have(s, 0, fish=1)
    s.chance.faces = ["nothing"]
    play = Play(s).act("fish:1" if item == "fish" else "gather:1")
    assert got(play.s, 0)[item] == (1 + 2 + 2 if item == "fish" else 2)
    assert all(entry.until == 5 and entry.seats == 3 for entry in play.s.standing)


# -- Mark -----------------------------------------------------------------------------------------


@pytest.mark.rule("CV-MARK-1", "CV-MARK-2", "CV-MARK-3", "CV-MARK-6", "CV-RUL-38", "CV-ASK-16")
def test_marking_lowers_a_die_by_one() -> None:
    s = lay(2)
    assert "mark" not in Play(s.copy()).verbs()  # a Backyard
    stand(s, 0, "d3", "portal")
    play = Play(s.copy()).act("mark:3")
    assert unused(play.s, 0) == [1, 2, 2] and play.s.marks[SPACE["d3"]] == 0 and play.s.side == 1
    assert "mark" not in play.verbs()  # bears the own marker
    play = Play(s).act("mark:1")
    assert unused(play.s, 0) == [2, 3] and play.s.spent[0] == 1
    assert play.s.defence == [2, 2]


@pytest.mark.rule("CV-MARK-4", "CV-MARK-5")
def test_anothers_marker_goes_back_to_its_owner() -> None:
    s = lay(2)
    stand(s, 0, "d3", "portal")
    s.marks[SPACE["d3"]] = 1
    play = Play(s).act("mark:2")
    assert play.s.marks.count(0) == 1 and play.s.marks.count(1) == 0
    assert markers_left(play.s, 1) == 11


@pytest.mark.rule("CV-RUL-2", "CV-OPT-7", "CV-ASK-16")
def test_without_a_marker_one_is_taken_back_first() -> None:
    s = lay(2)
    stand(s, 0, "d3", "portal")
    free = [i for i in range(37) if i != SPACE["d3"]][:11]
    for space in free:
        s.marks[space] = 0
    assert markers_left(s, 0) == 0
    play = Play(s).act("mark:2")
    assert play.asked == "marker" and len(play.choices()) == 11
    play.act(play.choices()[0])
    assert play.s.marks.count(0) == 11 and play.s.marks[free[0]] == -1
    none = questing("beaver-deal", "build-a-raft", arena=True, litterbox=True)
    none.quest_marks = [0, 0, -1, 1, -1, -1]
    assert markers_left(none, 0) == 12 - 3 - 2
    free_table = lay(2, marker_limit="none")
    for space in range(30):
        free_table.marks[space] = 0
    assert markers_left(free_table, 0) > 0


# -- Recover, Gather, Hunt, Fish ------------------------------------------------------------------


@pytest.mark.rule("CV-RECOV-1", "CV-RECOV-2", "CV-ASK-18", "CV-RUL-39", "CV-QREF-6")
def test_a_fish_recovers_a_pride_any_number_in_one_action() -> None:
    s = lay(2)
    s.pride[0] = 1
    have(s, 0, fish=5)
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("recover")} == {"recover:1", "recover:2"}
    play.act("recover:2")
    assert play.s.pride[0] == 3 and got(play.s, 0) == {"fish": 3}
    assert play.s.side == 1 and unused(play.s, 0) == [1, 2, 3]


@pytest.mark.rule("CV-GATH-1", "CV-GATH-2", "CV-GATH-3", "CV-GATH-8", "CV-ASK-20", "CV-DICE-3")
@pytest.mark.parametrize(
    ("kind", "item"),
    [
        ("driftwood-river", "stick"),
        ("sunny-meadow", "rag"),
        ("abandoned-camp", "waste"),
        ("old-ruins", "pebble"),
    ],
)
def test_gathering_gives_what_the_die_shows(kind: str, item: str) -> None:
    s = lay(2)
    stand(s, 0, "d3", kind)
    assert "gather" not in Play(s.copy()).verbs()  # it eats 1 Fish
    have(s, 0, fish=1)
    s.chance.faces = ["nothing"]
    play = Play(s).act("gather:3")
    assert got(play.s, 0) == {item: 3} and unused(play.s, 0) == [1, 2]
    assert [e["die"] for e in play.events("rolled")] == ["gather"]


@pytest.mark.rule("CV-GATH-4", "CV-GATH-5", "CV-GATH-6", "CV-GATH-7")
def test_the_gather_die() -> None:
    s = lay(2)
    stand(s, 0, "d3", "sunny-meadow")
    have(s, 0, fish=1)
    results = {}
    for face, card in (
        ("basic", ""), ("junk", "tin-can"), ("encounter", "twin-kittens"), ("adventure", "zoomies"),
    ):  # fmt: skip
        s2 = s.copy()
        s2.chance.faces = [face]
        s2.chance.cards = [CARD[card]] if card else []
        s2.chance.dice = [2]
        play = Play(s2).act("gather:2")
        results[face] = (got(play.s, 0).get("rag"), got(play.s, 0).get("fish"), ids(play.s.hand[0]))
    assert results == {
        "basic": (3, None, []),
        "junk": (2, None, ["tin-can"]),
        "encounter": (2, 1, []),
        "adventure": (2, None, ["zoomies"]),
    }


@pytest.mark.rule("CV-RUL-72", "CV-SKILL-6", "CV-CAT-6", "CV-TREE-7")
def test_gather_bonuses_add_up() -> None:
    s = lay(2)
    stand(s, 0, "d3", "abandoned-camp")  # Ember's bonus is Waste
    have(s, 0, fish=1)
    learn(s, 0, HAWK_EYE)
    s.grown = 1
    vale = next(t for t in BOX.vale if t.id == "garbage-trap")
    list(perform(s, Resolution(1, vale.index), vale.effects))
    hold(s, 0, "big-basket", "big-basket")
    s.chance.faces = ["basic"]
    play = Play(s)
    assert play.can("gather:2", "gather:2+big-basket", "gather:2+big-basket+big-basket")
    play.act("gather:2+big-basket+big-basket")
    assert got(play.s, 0)["waste"] == 2 + 1 + 1 + 1 + 1 + 1 + 1 and play.s.hand[0] == ()


@pytest.mark.rule("CV-HUNT-1", "CV-HUNT-2", "CV-ASK-20")
def test_only_a_die_of_3_hunts() -> None:
    s = lay(2)
    stand(s, 0, "d3", "mouse-field")
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("hunt")} == {"hunt:3"}
    play.act("hunt:3")
    assert got(play.s, 0) == {"mouse": 1} and unused(play.s, 0) == [1, 2]
    dice(s2 := lay(2), 0, 1, 2)
    stand(s2, 0, "d3", "mouse-field")
    assert "hunt" not in Play(s2).verbs() and "discard" in Play(s2).verbs()


@pytest.mark.rule("CV-FISH-1", "CV-FISH-2", "CV-EX-3", "CV-SKILL-3", "CV-TURN-4")
def test_fishing_gives_twice_the_value() -> None:
    s = lay(2)
    stand(s, 0, "d3", "fish")
    assert got(Play(s.copy()).act("fish:3").s, 0) == {"fish": 6}
    play = Play(s.copy()).act("fish:1")
    assert got(play.s, 0) == {"fish": 2} and play.s.caught == [2, 0] and play.s.spent == [1, 0]
    learn(s, 0, WHISKER_SONAR)
    build(s, 0, "boathouse")
    assert got(Play(s).act("fish:2").s, 0) == {"fish": 4 + 2 + 1}


@pytest.mark.rule("CV-SKILL-1", "CV-SKILL-2", "CV-RUL-28")
def test_attack_and_defence_skills_raise_the_dials() -> None:
    s = lay(2)
    learn(s, 0, SHARP_CLAW)
    learn(s, 1, ARMOURED_FUR)
    assert [attack(s, i) for i in range(2)] == [3, 2]
    assert [defence(s, i) for i in range(2)] == [2, 3]


# -- Use ------------------------------------------------------------------------------------------


@pytest.mark.rule("CV-USE-1", "CV-TOK-2", "CV-RUL-53")
def test_cards_and_tokens_without_limit() -> None:
    s = lay(2)
    hold(s, 0, "zoomies", "zoomies", "packed-lunch", "tin-can")
    have(s, 0, movement_token=2)
    play = Play(s).act(
        "play:zoomies", "play:zoomies", "play:packed-lunch", "play:tin-can",
        "token:movement-token", "token:movement-token",
    )  # fmt: skip
    assert got(play.s, 0) == {"fish": 5, "waste": 2, "movement": 3 + 3 + 2 + 2}
    assert play.s.side == 0 and not play.can("token:movement-token")


@pytest.mark.rule("CV-MOOD-4", "CV-MOOD-2")
def test_the_mood_stops_at_the_ends_of_its_track() -> None:
    s = lay(2)
    s.mood = -6
    hold(s, 0, "zoomies")
    assert Play(s).act("play:zoomies").s.mood == -6


@pytest.mark.rule("CV-PRES-1")
def test_the_twelve_ways_to_prestige_stand_in_the_rules() -> None:
    givers = {card.kind for card in BOX.cards for e in walk(card.effects) if e.do == "prestige"}
    assert {"play", "encounter", "token"} <= givers  # cards, and a token from the bag
    assert any(card.prestige > 0 and card.kind == "building" for card in BOX.cards)
    assert any(e.do == "prestige" for slot in BOX.tree.slots for e in slot.effects)
    assert any(e.do == "prestige" for e in BOX.board.arena[-1])
    assert "prestige" in REWARD_FACES
