"""What is in the box: components, designed boards, and what the rulebook's numbers imply."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from heapq import heappop, heappush
from typing import Any

import pytest

from catvale.table import BOX, CARD, fresh
from meowple.games.catvale.pieces.box import DATA
from meowple.games.catvale.pieces.hexes import CENTRE, NEIGHBOURS, SPACES
from meowple.games.catvale.pieces.names import (
    DECKS,
    FISHING,
    FOREST,
    MOUNTAIN,
    PORTAL,
    SKILLS,
    TILES,
    W_MAIN,
)
from meowple.games.catvale.pieces.vocabulary import CONDITIONS, VERBS
from meowple.games.catvale.rules.growth import after, ways


@cache
def board() -> dict[str, Any]:
    return tomllib.loads((DATA / "board.toml").read_text("utf-8"))


def component(name: str) -> dict[str, Any]:
    return next(c for c in board()["component"] if c["id"] == name)


def deck(name: str) -> int:
    cards = [card for card in BOX.cards if card.deck == DECKS.index(name) and not card.set]
    return sum(card.count for card in cards)


@pytest.mark.rule("CV-COMP-1", "CV-COMP-8")
def test_boards_and_tiles() -> None:
    assert component("game-board") == {
        "id": "game-board", "origin": "rulebook", "count": 1, "sections": 4,
    }  # fmt: skip
    assert component("flea-market-board")["count"] == 1
    assert component("player-board")["count"] == 6
    numbers = {tile.id: tile.number for tile in BOX.board.tiles}
    assert sum(n for name, n in numbers.items() if name not in ("arena", "great-sandbox")) == 44
    assert [numbers[name] for name in ("forest", "mountain", "portal", "fish", "backyard")] == [
        9, 8, 4, 4, 6,
    ]  # fmt: skip


@pytest.mark.rule("CV-COMP-2", "CV-COMP-3", "CV-COMP-4", "CV-RUL-5")
def test_tokens() -> None:
    resources = ("fish", "mouse", "waste", "stick", "pebble", "rag")
    assert sum(sum(component(name)["tokens"].values()) for name in resources) == 174
    assert component("fish")["tokens"] == {"1": 30, "3": 18}
    boosters = {
        name: component(f"{name}-token")["count"]
        for name in ("reroll", "movement", "attack", "defence")
    }
    assert boosters == {"reroll": 24, "movement": 6, "attack": 9, "defence": 9}
    special = ("tunnel", "bridge", "cathunt", "cat-fairy", "bow", "first-player")
    assert [component(name)["count"] for name in special] == [2, 2, 1, 1, 1, 1]
    unlimited = [c["id"] for c in board()["component"] if c.get("limited") is False]
    assert set(resources) | {f"{name}-token" for name in boosters} == set(unlimited)


@pytest.mark.rule("CV-COMP-5")
def test_forest_tokens() -> None:
    assert Counter(BOX.forest_tokens) == {
        CARD["forest-encounter"]: 5,
        CARD["forest-adventure"]: 5,
        CARD["forest-junk"]: 2,
        CARD["forest-growth"]: 3,
        CARD["forest-basic-plus"]: 3,
        CARD["forest-basic-minus"]: 3,
        CARD["forest-fish-minus"]: 3,
        CARD["forest-movement-minus"]: 3,
    }


@pytest.mark.rule("CV-COMP-6", "CV-QUEST-8", "CV-VALE-1")
def test_each_quest_has_its_vale_life_tile() -> None:
    quests = [card for card in BOX.cards if card.kind == "quest"]
    tiles = {tile.id: tile.name for tile in BOX.vale}
    assert sorted(quest.vale for quest in quests) == sorted(tiles) and len(tiles) == 9
    assert all(quest.name == tiles[quest.vale] for quest in quests)


@pytest.mark.rule("CV-COMP-7", "CV-RUL-1")
def test_six_skills_of_six_tokens() -> None:
    assert [skill.id for skill in BOX.board.skills] == list(SKILLS)
    skills = component("skill-token")
    assert skills["count"] == skills["kinds"] * 6 == 36


@pytest.mark.rule("CV-COMP-9", "CV-RUL-4", "CV-DECK-1", "CV-DECK-2")
def test_the_decks_are_those_of_the_published_box() -> None:
    numbers = {name: deck(name) for name in component("card")["decks"] if name != "cat"}
    numbers["cat"] = sum(cat.set == "base" for cat in BOX.cats)
    assert numbers == component("card")["decks"], (
        "the decks have other cards than the published game: if that is meant, change the numbers "
        "of the component `card` in data/board.toml and in CV-COMP-9 of both rules.md"
    )
    assert component("player-aid")["count"] == 6
    assert "arena" in DECKS
    oddities = Counter()
    for card in BOX.cards:
        if card.deck == DECKS.index("oddities") and not card.set:
            oddities[card.kind] += card.count
    assert oddities == {"worker": 14, "junk-box": 4, "sale": 6, "upgrade": 10}


@pytest.mark.rule("CV-COMP-10", "CV-COMP-11", "CV-COMP-12", "CV-COMP-13")
def test_pieces_of_the_players() -> None:
    assert component("player-marker")["count-per-player"] == 12
    assert component("cat-meeple-small")["count"] == component("cat-meeple-large")["count"] == 6
    assert component("growth-marker-purple")["count"] == 6
    assert component("growth-marker-blue")["count"] == 6
    assert component("pride-red")["count"] == 12 and component("pride-black")["count"] == 6
    assert component("general-marker")["count"] == 2


@pytest.mark.rule(
    "CV-COMP-14", "CV-COMP-15", "CV-RUL-3", "CV-DSN-7", "CV-DSN-8", "CV-DICE-1", "CV-DICE-2"
)  # fmt: skip
def test_dice() -> None:
    dice = {die["id"]: die for die in board()["die"]}
    assert {name: die["count"] for name, die in dice.items()} == {
        "action": 36, "fate": 2, "gather": 1, "reward": 1,
    }  # fmt: skip
    assert sum(die["count"] for die in dice.values()) == component("die")["count"] == 40
    assert dice["action"]["faces"] == dice["fate"]["faces"] == [1, 2, 3]
    assert Counter(dice["gather"]["faces"]) == {
        "basic": 4, "junk": 1, "encounter": 2, "adventure": 2, "nothing": 3,
    }  # fmt: skip
    assert Counter(dice["reward"]["faces"]) == {"prestige": 4, "card": 4, "growth": 4}
    assert BOX.board.dice_in_all == 36


@pytest.mark.rule("CV-COMP-16", "CV-COMP-17", "CV-COMP-18", "CV-RUL-15", "CV-INF-5")
def test_expansions() -> None:
    own = {
        "player-marker": 12, "cat-card": 1, "cat-meeple-small": 1, "cat-meeple-large": 1,
        "pride-red": 2, "pride-black": 1, "growth-marker-blue": 1, "growth-marker-purple": 1,
    }  # fmt: skip
    for name in ("kickstarter", "litterbox", "arena"):
        pieces = component(f"{name}-set")["pieces"]
        assert own.items() <= pieces.items()
        assert pieces["terrain-tile"] == (1 if name == "kickstarter" else 2)
        assert sum(cat.set == name for cat in BOX.cats) == 1
    by_deck = {
        name: Counter(
            DECKS[card.deck] for card in BOX.cards if card.set == name for _ in range(card.count)
        )
        for name in ("litterbox", "arena")
    }
    assert by_deck["litterbox"] == {
        "ambition": 1, "buildings": 1, "junk": 1, "starting": 1, "adventure": 5, "harvest": 108,
    }  # fmt: skip
    assert by_deck["arena"] == {
        "arena": 12, "ambition": 1, "oddities": 1, "junk": 1, "adventure": 4,
    }  # fmt: skip


@pytest.mark.rule("CV-COMP-19", "CV-HTOK-1")
def test_108_harvest_tokens() -> None:
    kinds: Counter[str] = Counter()
    for token in BOX.harvest_tokens:
        name = BOX.cards[token].id.removeprefix("harvest-")
        kind = name.rpartition("-")[0] or name
        kinds["basic" if kind in ("stick", "rag", "waste", "pebble") else kind] += 1
    assert kinds == {
        "prestige": 7, "mouse": 6, "basic": 44, "growth": 8, "junk": 6, "attack": 8,
        "movement": 6, "reroll": 8, "defence": 8, "territory": 7,
    }  # fmt: skip
    values = {BOX.cards[t].id[-1] for t in BOX.harvest_tokens if BOX.cards[t].id[-1].isdigit()}
    assert values == {"1", "2", "3"} and kinds.total() == 108


def test_every_verb_and_condition_of_the_vocabulary_is_known() -> None:
    assert len(VERBS) == 46
    assert len(CONDITIONS) == 13


@pytest.mark.rule("CV-DECK-8", "CV-QREF-7")
def test_cards_bear_the_signs_for_when_they_are_played() -> None:
    for card in BOX.cards:
        if card.kind in ("event", "play", "worker", "trinket"):
            assert card.activation in ("instant", "your-turn", "any-time"), card
            assert (card.activation == "any-time") == bool(card.windows & ~W_MAIN), card


@pytest.mark.rule("CV-AMBI-4", "CV-WORK-3", "CV-WORK-7", "CV-CONS-6")
def test_printed_numbers_of_workers_and_ambitions() -> None:
    for card in BOX.cards:
        if card.kind == "worker":
            assert card.prestige == 1 and card.cost.fish == 1
        if card.kind == "ambition":
            assert card.prestige == 1 and [e.do for e in card.effects] == ["growth"]
        if card.deck == DECKS.index("starting"):
            assert not card.hammer
    assert sum(card.hammer for card in BOX.cards if card.kind == "building") == 16


@pytest.mark.rule("CV-CAT-4", "CV-CAT-5", "CV-CAT-6", "CV-RUL-6", "CV-CAT-2", "CV-CAT-3")
def test_cats_differ_only_in_their_resources() -> None:
    assert len(BOX.cats) == 9
    assert {cat.young for cat in BOX.cats} == {(3, 2, 2)}
    assert {cat.experienced for cat in BOX.cats} == {(4, 3, 3)}
    assert len({(cat.start, cat.bonus) for cat in BOX.cats}) == 9
    assert len({cat.start for cat in BOX.cats}) < 9


# -- the Growth Tree ------------------------------------------------------------------------------


def lengths(start: int) -> tuple[int, int]:
    """The fewest and the most points from a slot to growing up."""
    if start == BOX.tree.grow_up:
        return 0, 0
    found = [lengths(up) for up in BOX.tree.slots[start].up]
    return 1 + min(low for low, _ in found), 1 + max(high for _, high in found)


@pytest.mark.rule("CV-DSN-1", "CV-TREE-1")
def test_the_tree_has_37_slots_and_46_edges() -> None:
    slots = BOX.tree.slots
    kinds = Counter(slot.kind for slot in slots)
    assert kinds == {"start": 2, "reward": 30, "skill": 6, "grow-up": 1}
    assert sum(len(slot.up) for slot in slots) == 46
    assert not slots[BOX.tree.grow_up].up
    assert [slot.id for slot in slots if slot.side == "knot"] == [
        "k4", "k8", "k12", "k16", "grow-up",
    ]  # fmt: skip
    rungs = {(slot.id, slots[up].id) for slot in slots for up in slot.up
             if {slot.side, slots[up].side} == {"chaos", "harmony"}}  # fmt: skip
    assert rungs == {("c10", "h11"), ("h10", "c11")}


@pytest.mark.rule("CV-DSN-2", "CV-GROW-3")
def test_growing_up_takes_20_points_at_least() -> None:
    for start in BOX.tree.starts:
        assert lengths(start) == (20, 21)
    assert BOX.tree.points == [4, 6, 8] and sum(BOX.tree.points) == 18


def prestige_on(path: list[int]) -> int:
    return sum(
        effect.amount
        for slot in path
        for effect in BOX.tree.slots[slot].effects
        if effect.do == "prestige"
    )


def paths(start: int) -> list[list[int]]:
    if start == BOX.tree.grow_up:
        return [[]]
    return [[up, *rest] for up in BOX.tree.slots[start].up for rest in paths(up)]


@pytest.mark.rule("CV-DSN-4", "CV-DSN-3")
def test_what_one_marker_gains_on_its_way() -> None:
    every = paths(BOX.tree.starts[0])
    assert {prestige_on(path) for path in every if len(path) == 20} == {2}
    assert {prestige_on(path) for path in every if len(path) == 21} == {3}
    skills = [sum(BOX.tree.slots[slot].kind == "skill" for slot in path) for path in every]
    assert max(skills) == 3


@pytest.mark.rule("CV-DSN-3")
def test_the_fewest_points_for_each_number_of_skills() -> None:
    tree = BOX.tree
    found: dict[int, int] = {}
    seen = set()
    queue: list[tuple[int, tuple[int, int], frozenset[int]]] = [(0, tree.starts, frozenset())]
    while len(found) < 7:
        points, at, skills = heappop(queue)
        if (at, skills) in seen:
            continue
        seen.add((at, skills))
        found.setdefault(len(skills), points)
        for marker, slot in ways(tree, at, 2):
            if slot == at[1 - marker]:  # crossing: with a further point to a slot behind it
                goals = [(2, up) for up in tree.slots[slot].up]
            else:
                goals = [(1, slot)]
            for cost, goal in goals:
                more = {tree.slots[goal].skill} - {-1}
                heappush(queue, (points + cost, after(at, marker, goal), skills | more))
    assert [found[number] for number in range(1, 7)] == [3, 6, 10, 14, 18, 22]


@pytest.mark.rule("CV-DSN-5", "CV-MOOD-1")
def test_the_mood_track() -> None:
    values = [space.growth for space in BOX.board.mood]
    assert len(values) == 13 and values == values[::-1]
    assert values[6:] == [0, 1, 1, 2, 2, -1, -2]
    assert [space.marker for space in BOX.board.mood] == [0] * 6 + [-1] + [1] * 6


@pytest.mark.rule("CV-DSN-6", "CV-MKT-2", "CV-MKT-3", "CV-MKT-8", "CV-MKT-11", "CV-EX-2")
def test_prices() -> None:
    assert BOX.board.columns == [3, 5, 4, 3]
    assert BOX.board.prices == [3, 3, 4, 6, 5, 3, 3]


@pytest.mark.rule("CV-DSN-9", "CV-DSN-10")
def test_tracks_of_the_expansions() -> None:
    track = [[(e.do, getattr(e, "item", None), e.amount) for e in es] for es in BOX.board.arena]
    assert track == [
        [("gain", 0, 2)], [("gain", 8, 1)], [], [("growth", None, 1)], [("gain", 6, 1)],
        [("prestige", None, 2)],
    ]  # fmt: skip
    icons = [space for space in range(13) if BOX.board.icons >> space & 1]
    assert icons == [1, 3, 5, 7, 9, 10, 11, 12] and BOX.board.harvest_end == 12


# -- layouts --------------------------------------------------------------------------------------


def steps_from(layout: Any, start: int, *, portals: bool = False) -> dict[int, int]:
    """Steps on foot to every tile, Mountains left out; a Portal leads to the others for nothing."""
    kinds = dict(layout.open)
    found, front = {start: 0}, [start]
    while front:
        here = front.pop(0)
        ways = [(1, space) for space in NEIGHBOURS[here]]
        if portals and kinds.get(here) == PORTAL:
            ways += [(0, space) for space, kind in kinds.items() if kind == PORTAL]
        for cost, space in ways:
            far = found[here] + cost
            if kinds.get(space) != MOUNTAIN and far < found.get(space, 99):
                found[space] = far
                front.append(space)
    return found


@pytest.mark.rule("CV-INF-1", "CV-INF-2", "CV-INF-3", "CV-INF-4", "CV-WORLD-4", "CV-WORLD-5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_layout_fills_the_hexagon(players: int) -> None:
    layout = BOX.layouts[players]
    kinds = Counter(kind for _, kind in layout.open)
    assert SPACES == 37
    assert kinds[FISHING] == kinds[PORTAL] == 4
    assert kinds[MOUNTAIN] == 10 - players
    forests = 0 if players == 4 else 4
    assert kinds[FOREST] == forests
    assert len(layout.stack) == (18 if players == 4 else 14)
    assert Counter(layout.stack)[FOREST] == 9 - forests
    assert 1 + 4 + 4 + players + 10 - players + forests + len(layout.stack) == 37
    singles = [TILES[tile] for tile in layout.stack if tile != FOREST]
    assert sorted(singles) == sorted((
        "abandoned-camp", "black-market", "dodgy-swamp", "driftwood-river", "frozen-lake",
        "haven", "mouse-field", "old-ruins", "sunny-meadow",
    ))  # fmt: skip


@pytest.mark.rule("CV-INF-6", "CV-INF-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_all_backyards_are_as_far_from_everything(players: int) -> None:
    layout = BOX.layouts[players]
    kinds: dict[int, list[int]] = {}
    for space, kind in layout.open:
        kinds.setdefault(kind, []).append(space)
    for home in layout.backyards:
        foot = steps_from(layout, home)
        assert foot[CENTRE] == 3
        assert min(foot[space] for space in kinds[PORTAL]) == (1 if players < 5 else 2)
        fish = min(foot[space] for space in kinds[FISHING])
        assert fish == (3 if players == 3 else 2)
        there = steps_from(layout, home, portals=True)
        assert min(there[space] for space in kinds[FISHING]) == 2


@pytest.mark.rule("CV-INF-8")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_single_lost_tile_cuts_anything_off(players: int) -> None:
    layout = BOX.layouts[players]
    mountains = {space for space, kind in layout.open if kind == MOUNTAIN}
    for lost in set(range(SPACES)) - mountains - set(layout.backyards):
        left = set(range(SPACES)) - mountains - {lost}
        start = layout.backyards[0]
        found, front = {start}, [start]
        while front:
            for space in NEIGHBOURS[front.pop()]:
                if space in left and space not in found:
                    found.add(space)
                    front.append(space)
        assert found == left


@pytest.mark.rule("CV-INF-9", "CV-INF-10", "CV-INF-11")
def test_figures_that_the_rulebook_implies() -> None:
    assert 6 * (5 + BOX.board.extra_dice) == BOX.board.dice_in_all
    young = BOX.cats[0].young
    assert (young.attack + 1, young.defence) == (3, 2) and BOX.cats[0].experienced.attack == 3
    track = board()["prestige-track"]
    assert track["target"] == track["last"] == 20 and track["wraps"]
    assert 22 - track["last"] == 2


@pytest.mark.rule("CV-RUL-80", "CV-RUL-81", "CV-RUL-86")
def test_one_harvest_track_no_first_game_and_two_pairs_of_passages() -> None:
    assert sum("track" in name and "harvest" in name for name in board()) == 1
    s = fresh(2)
    assert "first game" not in str(s.options).lower()
    tokens = {token: BOX.cards[card].id for card, token in BOX.token_abilities}
    assert tokens["tunnel"] == "secret-tunnel" and tokens["bridge"] == "fix-bridge"
