"""The map: exploring, revealing, tiles, passages, Forest tokens (CV-EXPL, REV, TILE, FTOK, RUL-62 to 69)."""

from __future__ import annotations

import pytest

from catvale.table import (
    BOX,
    CARD,
    SPACE,
    Play,
    dice,
    got,
    have,
    hold,
    lay,
    stand,
    tile,
    unused,
    where,
)
from meowple.games.catvale.pieces.hexes import CENTRE, NAMES, NEIGHBOURS
from meowple.games.catvale.pieces.names import (
    FLEA_MARKET,
    GREEN_MOUNTAIN,
    HOME,
    LAVA,
    MOUNTAIN,
)
from meowple.games.catvale.rules import map as vale
from meowple.games.catvale.state import State


def open_all(s: State) -> None:
    """Turn up every tile, so that a step reveals nothing."""
    s.face_up = (1 << 37) - 1


def walker(*, movement: int = 3, seats: int = 2, **chosen: object) -> State:
    """A seat in the middle of an open map of nothing but Forests and what a test lays there."""
    s = lay(seats, **chosen)
    open_all(s)
    stand(s, 0, "d4")
    have(s, 0, movement=movement)
    return s


# -- exploring ------------------------------------------------------------------------------------


@pytest.mark.rule("CV-EXPL-1", "CV-EXPL-2", "CV-EXPL-3")
def test_a_step_to_an_adjacent_tile_costs_a_movement() -> None:
    s = walker()
    tile(s, "d5", "portal")
    tile(s, "d6", "fish")
    play = Play(s).act("step:d5")
    assert where(play.s, 0) == "d5" and got(play.s, 0)["movement"] == 2
    have(play.s, 0, fish=3)
    play.act("buy:rag", "step:d6")  # interrupted and resumed
    assert got(play.s, 0)["movement"] == 1
    play.act("fish:3", "end", "discard:1", "end")
    assert play.seat == 0 and got(play.s, 0)["movement"] == 1  # for the Round, not for a turn
    adjacent = {f"step:{NAMES[space]}" for space in NEIGHBOURS[play.s.at[0]]}
    assert {key for key in play.choices() if key.startswith("step")} <= adjacent


@pytest.mark.rule("CV-EXPL-4", "CV-EXPL-5", "CV-QREF-6", "CV-FISH-3")
def test_fish_are_eaten_for_movement_only_when_none_is_left() -> None:
    s = walker(movement=1)
    tile(s, "d5", "portal")
    tile(s, "d6", "fish")
    have(s, 0, fish=2)
    play = Play(s).act("step:d5")
    assert got(play.s, 0) == {"fish": 2}
    play.act("step:d6")
    assert got(play.s, 0) == {"fish": 1}
    play.act("step:d5")
    assert "step" not in play.verbs() and got(play.s, 0) == {}


@pytest.mark.rule("CV-EXPL-6", "CV-TILE-1")
def test_face_up_mountains_and_lava_are_closed() -> None:
    s = walker()
    tile(s, "d5", "mountain")
    tile(s, "d3", "lava")
    play = Play(s)
    assert not play.can("step:d5") and not play.can("step:d3")
    s.face_up &= ~(1 << SPACE["d5"])
    assert Play(s).can("step:d5")


# -- revealing ------------------------------------------------------------------------------------


def to_reveal(kind: str, **chosen: object) -> Play:
    """The active cat steps onto a face-down tile of that kind."""
    s = walker(**chosen)
    tile(s, "d5", kind, up=False)
    return Play(s)


@pytest.mark.rule("CV-REV-1", "CV-ASK-26")
def test_entering_turns_a_tile_up() -> None:
    play = to_reveal("frozen-lake").act("step:d5")
    assert play.s.face_up >> SPACE["d5"] & 1 and play.s.turned_up == [1, 0]
    assert play.events("turned-up")[0]["tile"] == "frozen-lake"
    assert play.match.undo_consent(0) == frozenset({1})  # what was revealed is not free to undo


@pytest.mark.rule("CV-REV-2", "CV-RUL-69", "CV-RUL-89")
@pytest.mark.parametrize("movement", [2, 0])
def test_a_revealed_mountain_sends_the_cat_back(movement: int) -> None:
    s = walker(movement=movement, world="chaotic")
    tile(s, "d4", "frozen-lake")
    tile(s, "d5", "mountain", up=False)
    have(s, 0, fish=3)
    play = Play(s).act("step:d5")
    assert where(play.s, 0) == "d4"
    left = {"fish": 3} | ({"movement": movement} if movement else {})
    assert got(play.s, 0) == left  # paid back in kind, and the Lake takes nothing
    assert not play.can("step:d5")


@pytest.mark.rule("CV-REV-3", "CV-RUL-10")
@pytest.mark.parametrize(
    ("kind", "item"),
    [
        ("driftwood-river", "stick"),
        ("sunny-meadow", "rag"),
        ("abandoned-camp", "waste"),
        ("old-ruins", "pebble"),
    ],
)
def test_a_basic_resource_tile_gives_one(kind: str, item: str) -> None:
    for world in ("random", "chaotic"):
        assert got(to_reveal(kind, world=world).act("step:d5").s, 0)[item] == 1


@pytest.mark.rule("CV-REV-4", "CV-ASK-12", "CV-RUL-62")
def test_the_mouse_field_offers_a_mouse_for_a_die_of_2() -> None:
    play = to_reveal("mouse-field").act("step:d5")
    assert play.asked == "prize-die" and play.choices() == ["yes", "no"]
    play.act("yes")
    assert got(play.s, 0)["mouse"] == 1 and unused(play.s, 0) == [1, 3]
    assert not play.s.main
    play = to_reveal("mouse-field").act("step:d5", "no")
    assert "mouse" not in got(play.s, 0) and unused(play.s, 0) == [1, 2, 3]
    play = to_reveal("mouse-field")
    dice(play.s, 0, 1, 3)
    assert play.act("step:d5").asked == "turn"


@pytest.mark.rule("CV-REV-5", "CV-RUL-10")
def test_a_fish_tile_revealed_gives_two_fish() -> None:
    assert got(to_reveal("fish", world="chaotic").act("step:d5").s, 0)["fish"] == 2


@pytest.mark.rule("CV-REV-6", "CV-REV-7", "CV-RUL-56", "CV-ASK-12")
@pytest.mark.parametrize(("kind", "off"), [("black-market", 2), ("haven", 1)])
def test_a_market_revealed_gives_a_discount_for_the_very_next_purchase(kind: str, off: int) -> None:
    s = walker()
    tile(s, "d5", kind, up=False)
    have(s, 0, fish=3 - off)
    play = Play(s).act("step:d5")
    assert play.asked == "prize" and "buy:rag" in play.choices()
    saved = play.match.fork()
    play.act("buy:rag")
    assert got(play.s, 0) == {"rag": 1, "movement": 2} and play.s.side == 1
    saved.act(0, "pass")
    assert saved.question is not None and saved.question.kind == "turn"
    assert "buy:rag" not in [a.key for a in saved.actions(0)]  # unused it is lost


@pytest.mark.rule("CV-RUL-56")
def test_the_discount_of_a_prize_adds_to_that_of_the_tile_and_wants_a_side_action() -> None:
    play = to_reveal("black-market")
    have(play.s, 0, fish=0)
    play.act("step:d5")
    assert play.choices() == ["buy:reroll-token", "buy:attack-token", "buy:defence-token", "pass"]
    play.act("buy:reroll-token")
    assert play.s.goods[0][11] == 1
    play = to_reveal("black-market")
    have(play.s, 0, fish=9)
    play.s.side = 2
    assert play.act("step:d5").asked == "turn"


@pytest.mark.rule("CV-REV-8", "CV-RUL-54")
def test_the_arena_revealed_is_a_step_on_its_track() -> None:
    play = to_reveal("arena", arena=True).act("step:d5")
    assert play.s.arena == [1, 0] and got(play.s, 0)["fish"] == 2
    play = to_reveal("arena", arena=True)
    play.s.arena[0] = 1
    play.act("step:d5")
    assert play.s.arena == [2, 0] and got(play.s, 0)["attack-token"] == 1


@pytest.mark.rule("CV-REV-9", "CV-HTOK-2")
def test_the_great_sandbox_revealed_gives_a_harvest_token() -> None:
    s = walker(litterbox=True)
    tile(s, "d5", "great-sandbox", up=False)
    s.chance.cards = [CARD["harvest-rag-2"]]
    play = Play(s).act("step:d5")
    assert play.s.sand == [(CARD["harvest-rag-2"],), ()] and play.s.drawn == [1, 0]
    shown = play.match.view(1)["table"]["players"][0]
    assert shown["sand_size"] == 1 and shown["sand"] is None


@pytest.mark.rule("CV-RUL-62")
def test_a_prize_is_given_once_for_each_tile() -> None:
    play = to_reveal("old-ruins").act("step:d5", "step:d4", "step:d5")
    assert got(play.s, 0)["pebble"] == 1


# -- tiles ----------------------------------------------------------------------------------------


@pytest.mark.rule("CV-TILE-3", "CV-RUL-63", "CV-EXPL-1")
def test_portals_lead_to_portals_for_nothing() -> None:
    s = walker(movement=0)
    for name in ("d4", "a1", "g4"):
        tile(s, name, "portal", but=("d4", "a1"))
    fourth = next(
        NAMES[i] for i, t in enumerate(s.tiles) if t == 3 and NAMES[i] not in ("d4", "a1", "g4")
    )
    play = Play(s)
    assert play.can("passage:a1", "passage:g4", f"passage:{fourth}")
    s2 = s.copy()
    s2.face_up &= ~(1 << SPACE["a1"])
    s2.fire = SPACE["g4"]
    assert {k for k in Play(s2).choices() if k.startswith("passage")} == {f"passage:{fourth}"}
    play.act("passage:a1", "passage:g4", f"passage:{fourth}")
    assert got(play.s, 0) == {} and "passage" not in play.verbs()  # to no tile twice


@pytest.mark.rule("CV-RUL-63")
def test_after_a_step_on_foot_passages_are_open_again() -> None:
    s = walker(movement=2)
    tile(s, "d4", "portal")
    tile(s, "a1", "portal")
    tile(s, "a2", "sunny-meadow")
    play = Play(s).act("passage:a1")
    assert not play.can("passage:d4")
    play.act("step:a2", "step:a1")
    assert play.can("passage:d4")


@pytest.mark.rule("CV-TILE-9", "CV-TILE-10", "CV-RUL-63")
@pytest.mark.parametrize("token", ["tunnel", "bridge"])
def test_tunnel_and_bridge_join_two_tiles(token: str) -> None:
    s = walker(movement=0)
    tile(s, "d4", "sunny-meadow")
    setattr(s, token, (SPACE["d4"], SPACE["g1"]))
    tile(s, "g1", "old-ruins")
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("passage")} == {"passage:g1"}
    play.act("passage:g1")
    assert where(play.s, 0) == "g1" and got(play.s, 0) == {}


@pytest.mark.rule("CV-TILE-4", "CV-RUL-64")
def test_leaving_the_frozen_lake_costs_one_more_if_there_is_one() -> None:
    s = walker(movement=3)
    tile(s, "d4", "frozen-lake")
    tile(s, "d5", "portal")
    assert got(Play(s.copy()).act("step:d5").s, 0)["movement"] == 1
    have(s, 0, movement=1)
    assert "movement" not in got(Play(s.copy()).act("step:d5").s, 0)
    have(s, 0, movement=0, fish=2)
    assert got(Play(s).act("step:d5").s, 0) == {"fish": 1}


@pytest.mark.rule("CV-TILE-5", "CV-HUM-6", "CV-RUL-44", "CV-RUL-45")
def test_entering_the_dodgy_swamp_costs_pride() -> None:
    s = walker()
    tile(s, "d5", "dodgy-swamp")
    play = Play(s.copy()).act("step:d5")
    assert play.s.pride == [2, 3]
    s.pride[0] = 1
    s.prestige[0] = 4
    dice(s, 0, 3)
    play = Play(s).act("step:d5")
    assert play.s.flat == 1 and play.s.prestige[0] == 4  # no Prestige for it
    assert play.s.tiles[play.s.at[0]] == HOME and got(play.s, 0)["reroll-token"] == 1
    assert play.seat == 1 and unused(play.s, 0) == []  # the turn is over, a die discarded


@pytest.mark.rule("CV-TILE-6", "CV-RUL-68", "CV-VALE-11")
def test_the_green_mountain_can_be_crossed_and_marked() -> None:
    s = walker()
    tile(s, "d5", "mountain")
    vale.make_green(s, SPACE["d5"])
    play = Play(s).act("step:d5")
    assert where(play.s, 0) == "d5" and "mark" in play.verbs()
    s2 = walker()
    tile(s2, "d5", "mountain")
    vale.make_green(s2, SPACE["d5"])
    wake = BOX.cards[CARD["mountain-wakes"]].effects[0]
    others = wake.tile.fitting(s2, 0)
    mountains = [i for i, t in enumerate(s2.tiles) if t == MOUNTAIN]
    assert all(any(n in mountains for n in NEIGHBOURS[space]) for space in others)


@pytest.mark.rule("CV-TILE-7", "CV-RUL-65")
def test_fire_makes_a_tile_do_nothing() -> None:
    s = walker(movement=3)
    have(s, 0, fish=5)
    for kind in ("fish", "driftwood-river", "mouse-field"):
        s2 = s.copy()
        tile(s2, "d4", kind)
        s2.fire = SPACE["d4"]
        assert not {"fish", "gather", "hunt", "mark"} & Play(s2).verbs()
    tile(s, "d5", "dodgy-swamp")
    s.fire = SPACE["d5"]
    s.marks[SPACE["d5"]] = 0
    play = Play(s).act("step:d5")
    assert play.s.pride == [3, 3] and play.s.marks.count(0) == 1  # it may be crossed, and scores


@pytest.mark.rule("CV-RUL-65")
def test_fire_on_the_lake_and_on_a_market() -> None:
    s = walker(movement=2)
    tile(s, "d4", "frozen-lake")
    tile(s, "d5", "portal")
    s.fire = SPACE["d4"]
    assert got(Play(s).act("step:d5").s, 0)["movement"] == 1
    s = walker()
    have(s, 0, fish=2)
    s.at[0] = CENTRE
    tile(s, "d4", "flea-market")
    assert Play(s.copy()).can("buy:rag")
    s.fire = CENTRE
    assert not Play(s).can("buy:rag")


@pytest.mark.rule("CV-TILE-8", "CV-RUL-66", "CV-FTOK-2")
def test_lava_destroys_what_lies_there_and_sends_cats_home() -> None:
    s = walker(variant="adventure")
    tile(s, "d4", "forest")
    stand(s, 1, "d4")
    s.marks[CENTRE], s.forest = 1, 1 << CENTRE
    s.tunnel = (CENTRE, SPACE["a1"])
    vale.lay_lava(s, CENTRE)
    assert (
        s.tiles[CENTRE] == LAVA and s.marks[CENTRE] == -1 and not s.forest and s.tunnel == (-1, -1)
    )
    assert [s.tiles[s.at[seat]] for seat in range(2)] == [HOME, HOME + 1]
    assert s.pride == [3, 3] and not s.flat and len(s.forest_pool) == 27


@pytest.mark.rule("CV-RUL-12")
def test_cats_sent_to_a_face_down_backyard_go_to_the_flea_market() -> None:
    s = lay(2, world="chaotic")
    home = vale.home(s, 0)
    assert not s.face_up >> home & 1
    vale.go_home(s, 0)
    assert s.at[0] == CENTRE
    vale.lay_lava(s, CENTRE)  # the Flea Market is gone: the Backyard is turned up without prize
    assert s.at[0] == home and s.face_up >> home & 1 and s.turned_up == [0, 0]
    assert FLEA_MARKET not in s.tiles


@pytest.mark.rule("CV-RUL-79")
def test_any_number_of_cats_share_a_tile() -> None:
    s = lay(6)
    for seat in range(6):
        stand(s, seat, "d4")
    have(s, 0, fish=1)
    dice(s, 0, 2)
    play = Play(s)
    assert [k for k in play.choices() if k.startswith("attack")] == [
        f"attack:{seat}-2" for seat in range(2, 7)
    ]


# -- tiles turned up and pieces laid by cards -----------------------------------------------------


@pytest.mark.rule("CV-RUL-67")
def test_a_tile_turned_up_for_fire_may_turn_out_to_be_no_choice() -> None:
    s = walker(world="chaotic")
    s.face_up = 1 << CENTRE | 1 << SPACE["d5"]
    tile(s, "a1", "mountain", up=False)
    tile(s, "a2", "old-ruins", up=False)
    s.drew = 0b01
    s.chance.cards = [CARD["grass-fire"]]
    s.main = True
    play = Play(s).act("end")
    assert play.asked == "tile" and play.can("tile:a1", "tile:a2")
    play.act("tile:a1")
    assert play.asked == "tile" and play.s.fire < 0 and not play.can("tile:a1")
    play.act("tile:a2")
    assert play.s.fire == SPACE["a2"] and play.s.turned_up == [0, 0]
    assert "pebble" not in got(play.s, 1)


@pytest.mark.rule("CV-RUL-67", "CV-TILE-8")
def test_only_face_up_mountains_count_as_neighbours_of_lava() -> None:
    s = walker()
    wake = BOX.cards[CARD["mountain-wakes"]].effects[0]
    mountains = [i for i, t in enumerate(s.tiles) if t == MOUNTAIN]
    for space in mountains:
        s.face_up &= ~(1 << space)
    assert wake.tile.fitting(s, 0) == []
    s.face_up |= 1 << mountains[0]
    fits = wake.tile.fitting(s, 0)
    assert fits and all(space in NEIGHBOURS[mountains[0]] for space in fits)
    assert not any(s.tiles[space] >= HOME and s.face_up >> space & 1 for space in fits)


@pytest.mark.rule("CV-RUL-68", "CV-ASK-30")
def test_in_the_chaotic_world_the_green_mountain_may_have_to_wait() -> None:
    s = walker(world="chaotic")
    for space, kind in enumerate(s.tiles):
        if kind == MOUNTAIN:
            s.face_up &= ~(1 << space)
    have(s, 0, fish=3, pebble=3)
    s.quests[0] = CARD["quest-dig-a-tunnel"]
    s.stock[6] = tuple(c for c in s.stock[6] if c != s.quests[0])
    s.quest_marks[0] = s.quest_marks[1] = 1
    tile(s, "d5", "mountain", up=False)
    play = Play(s).act("quest:1-3")
    assert play.asked == "turn" and play.s.green_for == 0
    play.act("step:d5")
    assert play.s.tiles[SPACE["d5"]] == GREEN_MOUNTAIN and where(play.s, 0) == "d4"
    assert play.can("step:d5") and play.s.green_for == -1


# -- Forest tokens --------------------------------------------------------------------------------


def wood(token: str = "", **chosen: object) -> State:
    """A seat beside a Forest with a face-down token, the next to be drawn."""
    s = walker(variant="adventure", **chosen)
    for name in ("d5", "d6"):
        tile(s, name, "forest")
        s.forest |= 1 << SPACE[name]
    if token:
        s.chance.cards = [CARD[f"forest-{token}"]]
    return s


@pytest.mark.rule("CV-FTOK-1", "CV-FTOK-3", "CV-FTOK-12", "CV-TILE-2")
def test_entering_a_forest_reveals_its_token_at_once() -> None:
    s = wood("fish-minus")
    have(s, 0, fish=2)
    play = Play(s).act("step:d5")
    assert got(play.s, 0)["fish"] == 1
    assert play.s.forest_used == ((SPACE["d5"], CARD["forest-fish-minus"]),)
    play.act("step:d4", "step:d5")
    assert got(play.s, 0)["fish"] == 1  # used up until Cleanup


@pytest.mark.rule("CV-FTOK-4")
def test_one_token_in_a_turn() -> None:
    s = wood("movement-minus")
    play = Play(s).act("step:d5", "step:d6")
    assert play.s.forest >> SPACE["d6"] & 1 and len(play.s.forest_used) == 1


@pytest.mark.rule("CV-FTOK-5", "CV-FTOK-6", "CV-FTOK-7", "CV-FTOK-8", "CV-FTOK-10", "CV-RUL-70")
def test_what_the_tokens_do() -> None:
    s = wood("junk")
    play = Play(s).act("step:d5")
    assert len(play.s.hand[0]) + len(play.s.front[0]) == 1
    play = Play(wood("growth")).act("step:d5")
    assert play.asked == "growth"
    play = Play(wood("basic-plus")).act("step:d5")
    assert play.asked == "item"
    play.act("item:waste")
    assert got(play.s, 0)["waste"] == 1
    s = wood("basic-minus")
    have(s, 0, rag=1, pebble=2, mouse=1)
    play = Play(s).act("step:d5")
    assert play.choices() == ["item:rag", "item:pebble"]
    play.act("item:pebble")
    assert got(play.s, 0) == {"mouse": 1, "rag": 1, "pebble": 1, "movement": 2}
    assert got(Play(wood("movement-minus")).act("step:d5").s, 0)["movement"] == 1


@pytest.mark.rule("CV-FTOK-8", "CV-FTOK-9", "CV-FTOK-10", "CV-RUL-64")
@pytest.mark.parametrize("token", ["basic-minus", "fish-minus", "movement-minus"])
def test_a_token_takes_nothing_that_is_not_there(token: str) -> None:
    s = wood(token)
    have(s, 0, movement=1, mouse=1)
    play = Play(s).act("step:d5")
    assert play.asked == "turn" and got(play.s, 0) == {"mouse": 1}


@pytest.mark.rule("CV-FTOK-11")
def test_encounter_and_adventure_tokens_draw_a_card() -> None:
    s = wood("encounter")
    s.chance.cards.append(CARD["twin-kittens"])
    s.chance.dice = [2]
    play = Play(s).act("step:d5")
    assert [got(play.s, seat)["fish"] for seat in range(2)] == [1, 1]
    s = wood("adventure")
    s.chance.cards.append(CARD["zoomies"])
    assert Play(s).act("step:d5").s.hand[0] == (CARD["zoomies"],)


@pytest.mark.rule("CV-FTOK-2", "CV-RUL-89")
def test_a_forest_just_discovered_gets_its_token_when_the_discoverer_leaves() -> None:
    s = walker(variant="adventure")
    tile(s, "d5", "forest", up=False)
    tile(s, "d6", "portal")
    play = Play(s).act("step:d5")
    assert play.s.found == [SPACE["d5"], -1] and not play.s.forest >> SPACE["d5"] & 1
    play.act("step:d6")
    assert play.s.forest >> SPACE["d5"] & 1 and play.s.found == [-1, -1]
    assert play.s.forest_used == ()


@pytest.mark.rule("CV-RUL-89", "CV-FTOK-2")
def test_being_moved_off_is_leaving_and_a_forest_that_a_card_turned_up_waits() -> None:
    s = walker(variant="adventure")
    tile(s, "d5", "forest", up=False)
    play = Play(s).act("step:d5")
    vale.go_home(play.s, 0)
    assert play.s.forest >> SPACE["d5"] & 1
    s = walker(variant="adventure")
    tile(s, "d5", "forest", up=False)
    hold(s, 0, "old-map")
    play = Play(s).act("play:old-map", "tile:d5")
    play.until("turn")
    assert not play.s.forest >> SPACE["d5"] & 1 and play.s.found == [-1, -1]


@pytest.mark.rule("CV-RUL-63")
def test_being_moved_is_no_entering() -> None:
    s = walker()
    tile(s, "d5", "dodgy-swamp")
    tile(s, "d4", "frozen-lake")
    hold(s, 0, "broken-umbrella")
    play = Play(s).act("play:broken-umbrella", "tile:d5")
    assert where(play.s, 0) == "d5" and play.s.pride == [3, 3]
    assert got(play.s, 0)["movement"] == 3 + 2
