"""Setting up: table, worlds, cats, Ambitions, draft (CV-SETUP, PLAY, XSET, WORLD, CAT, VAR, DRAFT)."""

from __future__ import annotations

from collections import Counter

import pytest

from catvale.table import (
    BOX,
    SPACE,
    Loaded,
    Play,
    fresh,
    got,
    lay,
    options,
    piles,
    unused,
    where,
)
from meowple.core.errors import UnknownOption
from meowple.games.catvale import GAME
from meowple.games.catvale.pieces.hexes import CENTRE, NEIGHBOURS, SPACES
from meowple.games.catvale.pieces.names import (
    ARENA,
    DECKS,
    FLEA_MARKET,
    FOREST,
    HOME,
    MOUNTAIN,
    SANDBOX,
    TILES,
)
from meowple.games.catvale.rules import setting_up
from meowple.games.catvale.rules.dials import attack, defence
from meowple.games.catvale.rules.prestige import prestige
from meowple.games.catvale.rules.quests import markers_left


@pytest.mark.rule("CV-SETUP-1", "CV-SETUP-2", "CV-SETUP-3", "CV-RUL-8", "CV-MKT-1")
def test_decks_market_and_quests() -> None:
    s = fresh(4)
    left = piles(s)
    assert left.pop("arena") == 0
    laid_out = Counter({"buildings": 3, "oddities": 3, "quest": 2})
    assert left == {name: len(BOX.deck(DECKS.index(name), ())) - laid_out[name] for name in left}
    assert [BOX.cards[card].deck for card in s.market] == [1, 1, 1, 2, 2, 2]
    assert all(BOX.cards[card].kind == "quest" for card in s.quests)
    assert s.quest_marks == [-1] * 6
    assert len({tuple(fresh(4, seed).market) for seed in range(9)}) == 9


@pytest.mark.rule("CV-SETUP-4", "CV-SETUP-6", "CV-SETUP-7", "CV-SETUP-8", "CV-SETUP-10")
def test_tiles_tokens_and_markers() -> None:
    s = fresh(3)
    assert s.vale == 0 and not s.standing
    assert s.tokens == () and s.tunnel == s.bridge == (-1, -1)
    assert (s.round, s.mood) == (0, 0)
    assert [prestige(s, seat) for seat in range(3)] == [0, 0, 0]
    aside = {TILES.index(name) for name in ("fire", "lava", "green-mountain")}
    assert not aside & set(s.tiles) and s.fire < 0


@pytest.mark.rule("CV-SETUP-5", "CV-VAR-2", "CV-VAR-3", "CV-FTOK-1")
def test_forest_tokens_belong_to_the_adventure_variant() -> None:
    assert len(fresh(2, variant="adventure").forest_pool) == 27
    assert fresh(2, variant="controlled").forest_pool == ()


@pytest.mark.rule("CV-SETUP-9", "CV-WORLD-1", "CV-WORLD-2", "CV-WORLD-3", "CV-RUL-9")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_random_world(seats: int) -> None:
    assert GAME.check_options()["world"] == "random"
    s = fresh(seats)
    layout = BOX.layouts[seats]
    assert s.tiles[CENTRE] == FLEA_MARKET
    for space, kind in layout.open:
        assert s.tiles[space] == kind and s.face_up >> space & 1
    down = [space for space in range(SPACES) if not s.face_up >> space & 1]
    assert down == list(layout.down)
    assert sorted(s.tiles[space] for space in down) == list(layout.stack)
    assert len({tuple(fresh(seats, seed).tiles) for seed in range(5)}) == 5


@pytest.mark.rule("CV-WORLD-6", "CV-XSET-5")
def test_expansions_swap_forests_of_the_stack() -> None:
    for sets, added in (({"arena": True}, {ARENA}), ({"litterbox": True}, {SANDBOX}),
                        ({"arena": True, "litterbox": True}, {ARENA, SANDBOX})):  # fmt: skip
        s = fresh(4, **sets)
        down = Counter(s.tiles[space] for space in BOX.layouts[4].down)
        assert down.total() == 18 and down[FOREST] == 9 - len(added)
        assert all(down[tile] == 1 for tile in added)


@pytest.mark.rule("CV-WORLD-7", "CV-RUL-14")
def test_backyards_of_the_players_clockwise_from_the_first() -> None:
    s = fresh(3, first_player=2)
    assert s.first == 1
    homes = [s.tiles[space] - HOME for space in BOX.layouts[3].backyards]
    assert homes == [1, 2, 0]
    assert sum(tile >= HOME for tile in s.tiles) == 3


@pytest.mark.rule("CV-CAT-7", "CV-OPT-12")
def test_the_first_player_is_drawn_or_named() -> None:
    assert {fresh(4, seed, first_player=0).first for seed in range(30)} == {0, 1, 2, 3}
    assert fresh(4, first_player=3).first == 2
    assert {fresh(2, seed, first_player=5).first for seed in range(30)} == {0, 1}


@pytest.mark.rule("CV-WORLD-8", "CV-WORLD-9", "CV-WORLD-10", "CV-RUL-11")
@pytest.mark.parametrize("seats", [2, 6])
def test_the_chaotic_world(seats: int) -> None:
    s = fresh(seats, world="chaotic")
    assert s.face_up == 1 << CENTRE and s.tiles[CENTRE] == FLEA_MARKET
    random_world = fresh(seats)
    assert sorted(s.tiles) == sorted(random_world.tiles)
    play = Play(s).until("ambition", "draft")
    assert [where(play.s, seat) for seat in range(seats)] == ["d4"] * seats


@pytest.mark.rule("CV-WORLD-13", "CV-PLAY-6")
def test_random_world_cats_start_at_home() -> None:
    play = Play(fresh(4)).until("ambition")
    assert all(play.s.tiles[play.s.at[seat]] == HOME + seat for seat in range(4))
    assert play.s.grown == 0


def closed_in(tiles: list[int], space: int) -> list[int]:
    """A tile that Mountains close in: swap Mountains onto all its neighbours."""
    new = tiles[:]
    for each in NEIGHBOURS[space]:
        mountain = next(
            i for i, t in enumerate(new) if t == MOUNTAIN and i not in NEIGHBOURS[space]
        )
        new[each], new[mountain] = new[mountain], new[each]
    return new


@pytest.mark.rule("CV-WORLD-11", "CV-WORLD-12", "CV-RUL-13", "CV-OPT-11")
def test_a_chaotic_map_is_dealt_anew_until_no_backyard_is_cut_off() -> None:
    s = fresh(2, world="chaotic")
    corner = SPACE["a1"]
    other = next(i for i, t in enumerate(s.tiles) if t == HOME)
    tiles = s.tiles[:]
    tiles[corner], tiles[other] = tiles[other], tiles[corner]
    cut = closed_in(tiles, corner)
    assert setting_up.cut_off(cut, "auto")
    assert setting_up.cut_off(cut, "all")
    assert not setting_up.cut_off(cut, "off")
    plain = next(i for i, t in enumerate(cut) if t == FOREST and i not in NEIGHBOURS[corner])
    cut[corner], cut[plain] = cut[plain], cut[corner]  # now a Forest is closed in
    assert setting_up.cut_off(cut, "all")
    seen = {"auto": 0, "all": 0, "off": 0}
    for seed in range(400):
        for fix in seen:
            dealt = fresh(2, seed, world="chaotic", chaotic_fix=fix).tiles
            seen[fix] += setting_up.cut_off(dealt, "all")
            assert fix == "off" or not setting_up.cut_off(dealt, fix)
    assert seen["all"] == 0 and seen["auto"] > 0 and seen["off"] > 0


@pytest.mark.rule("CV-PLAY-1", "CV-PLAY-2", "CV-PLAY-3", "CV-PLAY-4", "CV-PLAY-5")
def test_what_a_player_starts_with() -> None:
    play = Play(fresh(2)).act("cat:ember", "cat:puddle")
    s = play.s
    assert got(s, 0) == {"reroll-token": 1, "stick": 1}
    assert got(s, 1) == {"reroll-token": 1, "pebble": 1}
    assert s.pride == [3, 3] and s.skills == [0, 0] and s.paths == [()] * 4
    assert (attack(s, 0), defence(s, 0)) == (2, 2)
    assert [BOX.tree.slots[i].id for i in BOX.tree.starts] == ["start-chaos", "start-harmony"]
    play.until("turn")
    assert play.s.goods[0][10] == 3 and len(unused(play.s, 0)) == 3


@pytest.mark.rule("CV-XSET-1", "CV-XSET-2", "CV-XSET-3", "CV-XSET-4", "CV-XSET-6")
def test_expansions_bring_their_cards_tokens_and_markers() -> None:
    s = fresh(3, litterbox=True, arena=True, kickstarter=True)
    assert Counter(s.bag) == Counter(BOX.harvest_tokens) and len(s.bag) == 108
    assert s.arena == s.harvest == [0, 0, 0]
    assert piles(s)["arena"] == 12
    base, more = piles(fresh(3)), piles(s)
    added = {name: more[name] - base[name] for name in more if name != "arena"}
    assert added == {
        "adventure": 5 + 4, "buildings": 1, "oddities": 1, "junk": 2, "encounter": 0, "quest": 0,
        "starting": 1, "ambition": 2,
    }  # fmt: skip
    assert [markers_left(s, seat) for seat in range(3)] == [9, 9, 9]
    assert markers_left(fresh(3), 0) == 11
    for sets in ({}, {"litterbox": True}, {"arena": True}, {"kickstarter": True}):
        s = fresh(2, **sets)
        extra = 9 if "litterbox" in sets else 0
        assert len(setting_up.cat_choices(s, 0)) == 6 + len(sets)
        assert (len(s.bag) > 0) == (extra > 0)


@pytest.mark.rule("CV-CAT-1", "CV-ASK-2")
def test_cats_are_chosen_clockwise_and_none_twice() -> None:
    play = Play(fresh(3, first_player=2))
    assert play.asked == "cat" and play.seat == 1
    play.act("cat:soot")
    assert play.seat == 2 and not play.can("cat:soot")
    play.act("cat:plum")
    assert play.seat == 0 and len(play.choices()) == 4


@pytest.mark.rule("CV-ASK-2")
def test_the_last_cat_is_nobodys_choice() -> None:
    play = Play(fresh(6)).act(*[f"cat:{cat.id}" for cat in BOX.cats[:5]])
    assert play.asked == "draft" and play.s.cat == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("CV-VAR-1", "CV-VAR-4", "CV-OPT-13", "CV-ASK-1")
def test_world_variant_and_sets_are_chosen_freely_for_the_whole_game() -> None:
    names = ("world", "variant", "litterbox", "arena", "kickstarter")
    chosen = {option.name: option for option in GAME.options if option.name in names}
    assert chosen["world"].default == "random" and chosen["variant"].default == "adventure"
    for world in chosen["world"].choices:
        for variant in chosen["variant"].choices:
            s = fresh(2, world=world, variant=variant)
            assert (s.chaotic, s.adventure) == (world == "chaotic", variant == "adventure")
    with pytest.raises(UnknownOption):
        options(world="flat")


@pytest.mark.rule("CV-DRAFT-1", "CV-DRAFT-3", "CV-RUL-16", "CV-ASK-3", "CV-RUL-90")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_of_two_ambitions_is_kept(seats: int) -> None:
    play = Play(fresh(seats)).until("ambition")
    drawn = [play.s.picks[seat] for seat in range(seats)]
    assert [len(cards) for cards in drawn] == [2] * seats
    assert play.seats == tuple(range(seats)) and play.match.question.together
    for seat in range(seats):
        keep = BOX.cards[drawn[seat][0]].id
        assert len(play.choices(seat)) == 2
        play.match.act(seat, f"pick:{keep}")
    assert play.asked == "draft"
    assert [play.s.ambition[i] for i in range(seats)] == [cards[0] for cards in drawn]
    assert [play.s.spare[i] for i in range(seats)] == [cards[1] for cards in drawn]
    assert play.s.discards[8] == ()  # not kept is not open


@pytest.mark.rule("CV-DRAFT-2")
@pytest.mark.parametrize("seats", [5, 6])
def test_with_five_or_six_players_the_ambition_drawn_is_kept(seats: int) -> None:
    play = Play(fresh(seats)).until("ambition", "draft")
    assert play.asked == "draft" and play.s.spare == [-1] * seats
    assert len(set(play.s.ambition)) == seats


@pytest.mark.rule("CV-DRAFT-4", "CV-DRAFT-5", "CV-DRAFT-6", "CV-ASK-4")
def test_the_draft_goes_left_three_times() -> None:
    play = Play(fresh(3)).until("draft")
    packs = [list(play.s.picks[seat]) for seat in range(3)]
    assert [len(pack) for pack in packs] == [4, 4, 4]
    taken: dict[int, list[int]] = {0: [], 1: [], 2: []}
    for time in range(3):
        assert play.asked == "draft" and play.match.question.together
        for seat in range(3):
            pack = packs[(seat - time) % 3]
            assert sorted(play.s.picks[seat]) == sorted(pack) and len(pack) == 4 - time
            card = pack.pop(0)
            taken[seat].append(card)
            play.match.act(seat, f"pick:{BOX.cards[card].id}")
    assert play.asked == "grow"
    for seat in range(3):
        assert sorted(play.s.hand[seat]) == sorted(taken[seat])
        assert len(play.s.hand[seat]) == 3
    removed = [pack[0] for pack in packs]
    assert [pack[3] for pack in play.s.packs] == removed
    for card in removed:  # they are in no pile that anything is drawn from
        everywhere = [c for pile in play.s.stock for c in pile]
        assert everywhere.count(card) < BOX.cards[card].count


def test_a_laid_table_is_a_position_that_can_be() -> None:
    for seats in (2, 4, 6):
        s = lay(seats, litterbox=True, arena=True)
        again = GAME.load(seats, s.options, s.to_json(), Loaded())
        assert again.to_json() == s.to_json()
