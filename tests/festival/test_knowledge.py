"""What a viewer may imagine: every world that fits all that was seen, each equally likely.

Positions are small enough to list all of their worlds; re-deals are counted against the list.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations
from typing import Any

import pytest

from festival.table import Table, lay_out, redealt, start
from meowple.games.festival.pieces import Card

World = tuple[frozenset[Card], ...]
"""The hands of the hidden seats."""


def splits(cards: Sequence[Card], sizes: Sequence[int]) -> Iterable[World]:
    """All ways to deal the cards out in hands of these sizes."""
    if not sizes:
        yield ()
        return
    for own in combinations(cards, sizes[0]):
        left = [one for one in cards if one not in own]
        for rest in splits(left, sizes[1:]):
            yield (frozenset(own), *rest)


def worlds(t: Table, viewer: int | None) -> list[World]:
    """By brute force: all deals of the hidden cards that fit what the viewer has seen."""
    s = t.s
    hidden = [seat for seat in range(4) if seat != viewer]
    pool = [one for seat in hidden for one in s.hands[seat]]
    booze = [sum(one.dealt_as_booze for one in s.hands[seat]) for seat in hidden]
    found = []
    for world in splits(pool, [len(s.hands[seat]) for seat in hidden]):
        fits = True
        for place, (seat, hand) in enumerate(zip(hidden, world, strict=True)):
            seasons = {one.season for one in hand}
            fits = fits and sum(one.dealt_as_booze for one in hand) == booze[place]
            fits = fits and seasons.isdisjoint(s.voids[seat])
            fits = fits and all(seasons & set(held) for held in s.holds[seat])
            if s.options["crow_redeal"] == "always" and seat < s.seats:
                fits = fits and s.crows[seat] + sum(one.crow for one in hand) < 3
        if fits:
            found.append(world)
    return found


def chi_square_fits(counts: Counter[Any], possible: Sequence[Any], draws: int) -> bool:
    """Whether the counts may come from equally likely outcomes (one in 100,000 says wrongly no)."""
    assert set(counts) <= set(possible), "a world that cannot be"
    expected = draws / len(possible)
    assert expected >= 5
    freedom = len(possible) - 1
    if freedom == 0:
        return True
    value = sum((counts[one] - expected) ** 2 / expected for one in possible)
    # Wilson and Hilferty: the cube root of chi-square / freedom is nearly normal
    spread = 2 / (9 * freedom)
    return ((value / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread) < 4.3


def is_uniform(t: Table, viewer: int | None, least: int = 2) -> None:
    possible = worlds(t, viewer)
    assert len(possible) >= least
    draws = max(400, 5 * len(possible))
    assert draws <= 8000, f"too many worlds to count: {len(possible)}"
    hidden = [seat for seat in range(4) if seat != viewer]
    counts: Counter[World] = Counter()
    for seed in range(draws):
        s = redealt(t, viewer, seed)
        counts[tuple(frozenset(s.hands[seat]) for seat in hidden)] += 1
    assert chi_square_fits(counts, possible, draws)


def test_without_announcements() -> None:
    t = lay_out(
        round=8,
        face_up="Spring 1, Spring 9",
        hands=["Spring 3, Spring 4", "Summer 5, Fall 4", "Winter 6, Winter 7", "YOROZU 0, Fall 8"],
    )
    is_uniform(t, 0, least=20)
    is_uniform(t, 1)


def test_numbers_of_booze_cards_are_kept() -> None:
    t = lay_out(
        round=8,
        face_up="Spring 1, Spring 9",
        hands=["Spring 3, Spring 4", "Summer 3, Fall 4", "Winter 5, Winter 7", "YOROZU 0, Fall 8"],
    )
    is_uniform(t, 0, least=9)
    for seed in range(40):
        hands = redealt(t, 0, seed).hands
        assert [sum(one.dealt_as_booze for one in hand) for hand in hands[1:]] == [2, 1, 0]


@pytest.mark.parametrize(
    "voids",
    [
        ["", "fall, winter", "", ""],
        ["", "fall, winter", "spring, summer", ""],
        ["", "spring, summer, fall", "", "winter, spring"],
        ["winter", "fall, winter", "", ""],
    ],
)
def test_seasons_announced_are_never_dealt_and_all_other_deals_are_equally_likely(
    voids: list[str],
) -> None:
    hands = {
        "fall": ["Spring 3, Spring 4, Spring 6", "Summer 5, Summer 3, Spring 7"],
        "spring": ["Spring 3, Spring 4, Spring 6", "Winter 10, Winter 5, YOROZU 13"],
    }
    own = hands["spring" if voids[1].startswith("spring") else "fall"]
    t = lay_out(
        round=7,
        face_up="Spring 1, Spring 9",
        hands=[*own, "Winter 6, Winter 7, Fall 5", "YOROZU 0, Fall 8, Summer 4"],
        voids=voids,
    )
    is_uniform(t, 0, least=12)


@pytest.mark.parametrize("viewer", [0, 2])
def test_three_players_with_the_dummy_deck(viewer: int) -> None:
    t = lay_out(
        seats=3,
        round=7,
        face_up="Spring 1, Spring 9",
        hands=[
            "Spring 3, Spring 4, Spring 6",
            "Summer 5, Summer 3, Spring 7",
            "Winter 6, Fall 8, Fall 5",
        ],
        dummy="Fall 6",
        voids=["fall, winter", "fall, winter", "", ""],
    )
    assert len(t.s.hands[3]) == 2
    is_uniform(t, viewer, least=4)


def test_a_spectator_knows_no_hand() -> None:
    t = lay_out(
        seats=3,
        round=8,
        face_up="Spring 1, Spring 9",
        hands=["Spring 3, Spring 8", "Summer 5, Summer 3", "Winter 5, Fall 8"],
        dummy="Fall 6",
        voids=["fall, winter", "", "", ""],
    )
    is_uniform(t, None, least=6)


def test_crow_redeal_always_rules_out_three_crows_dealt() -> None:
    t = lay_out(
        round=8,
        crow_redeal="always",
        face_up="Spring 1, Spring 8",
        hands=["Spring 3, Spring 2", "Summer 5, Fall 8", "Winter 8, Fall 7", "Summer 7, Winter 6"],
        piles=["Summer 2", "Spring 5, Summer 6", "Fall 3", "Winter 4"],
    )
    assert t.s.crows[1] == 2  # seat 1 has played two: it holds no other
    possible = worlds(t, 0)
    assert not any(one.crow for world in possible for one in world[0])
    is_uniform(t, 0, least=20)
    free = lay_out(
        round=8,
        face_up="Spring 1, Spring 8",
        hands=["Spring 3, Spring 2", "Summer 5, Fall 8", "Winter 8, Fall 7", "Summer 7, Winter 6"],
        piles=["Summer 2", "Spring 5, Summer 6", "Fall 3", "Winter 4"],
    )
    assert any(one.crow for world in worlds(free, 0) for one in world[0])
    is_uniform(free, 0)


def test_always_from_the_first_round_on() -> None:
    for seed in range(400):
        t = start(seed=seed % 7, crow_redeal="always")
        s = redealt(t, seed % 5 if seed % 5 < 4 else None, seed)
        assert all(sum(one.crow for one in hand) < 3 for hand in s.hands)


def test_silence_on_yorozu() -> None:
    t = lay_out(
        announce_on_yorozu=True,
        round=7,
        face_up="Summer 2, Winter 12",
        hands=[
            "Spring 4, Spring 2, Spring 3",
            "Fall 6, Summer 7, YOROZU 13",
            "Summer 5, Spring 6, Winter 6",
            "Fall 8, Winter 5, Winter 7",
        ],
        piles=["Spring 8", "Summer 9", "Fall 10", "Winter 11"],
    )
    t.play("Spring 4", "YOROZU 13", "Spring 6", "Fall 8")
    assert t.s.holds[1] == ((0, 2),)
    is_uniform(t, 0, least=8)
    assert len(worlds(t, 0)) < math.comb(5, 2) * math.comb(3, 2)


def multiplier_world(t: Table, viewer: int | None, seed: int) -> Any:
    s = redealt(t, viewer, seed)
    return (
        tuple(frozenset(one.key for one in own) for own in s.multipliers),
        tuple(one and one.key for one in s.chosen),
    )


def test_open_multipliers_stay_and_cards_in_hand_are_dealt_anew() -> None:
    t = lay_out(rules="experienced", results=[[0] * 4], chosen="kou-1, kou-2, kou-3, kou-4")
    s = t.s
    counts = Counter(multiplier_world(t, 0, seed) for seed in range(600))
    pool = [own[0].key for own in s.multipliers[1:]]
    mine = frozenset(one.key for one in s.multipliers[0])
    chosen = ("kou-1", "kou-2", "kou-3", "kou-4")
    possible = [
        ((mine, *(frozenset([key]) for key in order)), chosen) for order in permutations(pool)
    ]
    assert chi_square_fits(counts, possible, 600)


@pytest.mark.parametrize("viewer", [1, None])
def test_multipliers_chosen_face_down_are_dealt_anew_with_the_hands(viewer: int | None) -> None:
    t = lay_out(
        seats=3,
        rules="experienced",
        multiplier_choice="hidden",
        results=[[0] * 3, [0] * 3],
        chosen="kou-1, kou-2, kou-3",
    )
    s = t.s
    assert [len(own) for own in s.multipliers] == [1, 1, 1]
    others = [seat for seat in range(3) if seat != viewer]
    pool = [s.multipliers[seat][0].key for seat in others] + [s.chosen[seat].key for seat in others]
    possible = []
    for order in permutations(pool):
        hands = [frozenset(one.key for one in own) for own in s.multipliers]
        chosen = [one.key for one in s.chosen]
        for place, seat in enumerate(others):
            hands[seat] = frozenset([order[2 * place]])
            chosen[seat] = order[2 * place + 1]
        possible.append((tuple(hands), tuple(chosen)))
    draws = max(600, 8 * len(possible))
    counts = Counter(multiplier_world(t, viewer, seed) for seed in range(draws))
    assert chi_square_fits(counts, possible, draws)


def test_a_redeal_does_not_depend_on_what_was_there_before() -> None:
    for seats in (3, 4):
        for rules in ("basic", "experienced"):
            t = start(seats, seed=5, rules=rules, multiplier_choice="hidden", crow_redeal="never")
            t.play_out(3, until="play")
            for _ in range(3):
                for seat in t.match.to_act:
                    t.match.act(seat, t.match.actions(seat)[0])
            for viewer in (None, *range(seats)):
                once = redealt(t, viewer, 1)
                other = t.s.copy()
                t.match.game.redeal(other, viewer, start(seed=9).s.chance)
                twice = Table(t.match.fork())
                twice.match._state = other  # as if the truth had been another
                assert redealt(twice, viewer, 1).to_json() == once.to_json()


def test_the_viewers_own_hand_and_all_that_is_public_stay() -> None:
    checks: list[Callable[[Any], Any]] = [
        lambda s: s.face_up,
        lambda s: s.piles,
        lambda s: s.booze,
        lambda s: s.voids,
        lambda s: s.hands[2],
        lambda s: [len(hand) for hand in s.hands],
        lambda s: s.dummy_card,
    ]
    t = start(3, seed=12)
    for _ in range(3):
        for seat in t.match.to_act:
            t.match.act(seat, t.match.actions(seat)[0])
    for seed in range(10):
        s = redealt(t, 2, seed)
        assert [check(s) for check in checks] == [check(t.s) for check in checks]
