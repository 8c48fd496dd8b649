"""What is dealt anew for a viewer: everything possible, equally often, and nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from meowple.games.purrballs.pieces.box import CATS, RANK_1, RANK_2
from purrballs.table import Table, cat, lay_out, opened


def worlds(t: Table, viewer: int | None, number: int = 400) -> list[Table]:
    return [Table(t.match.imagine(viewer, seed)) for seed in range(number)]


def leveled(**how: object) -> Table:
    """After the first Level-up: seat 0 took the Knight for the Merchant, seat 1 kept its party."""
    t = lay_out(round=4, **how).send().play_out(until="level-up", avoid="challenge")  # type: ignore[arg-type]
    t.deal(0, "Knight, Ninja")
    return t.each("level-up:knight:merchant", "keep-party", "keep-party")


def test_a_level_up_hides_who_left_and_who_came() -> None:
    t = leveled()
    seen = Counter(tuple(w.party(0)) for w in worlds(t, 1))
    left: Counter[str] = Counter()
    for names, number in seen.items():
        gone = {CATS[c].name for c in RANK_1} - set(names)
        assert len(gone) == 1 and "Prince" in names and len(names) == 5
        left[gone.pop()] += number
    assert set(left) == {"Rogue", "Mage", "Soldier", "Merchant"}
    assert min(left.values()) > 60  # 100 each, on average
    assert {tuple(w.party(1)) for w in worlds(t, 0, 20)} == {tuple(t.party(1))}


def test_new_cards_are_equally_likely_and_never_those_the_viewer_knows() -> None:
    t = leveled()
    mine = {c for c in t.s.discard if t.s.discarded[1] >> c & 1}
    came = Counter(next(c for c in w.s.hand[0] if CATS[c].rank == 2) for w in worlds(t, 1, 1100))
    assert len(mine) == 2 and len(came) == len(RANK_2) - 2
    assert not mine & set(came)
    assert min(came.values()) > 20 and max(came.values()) < 90  # 50 each, on average


def test_what_was_seen_stays() -> None:
    t = leveled()
    t.send("Knight+1", "Prince+1", "Prince+1")
    t.play_out(until="send", avoid="challenge")
    for w in worlds(t, 1, 60):
        assert "Knight" in w.rest(0)
    t.send("Rogue+1", "Rogue+1", "Rogue+1").play_out(until="send", avoid="challenge")
    for w in worlds(t, 2, 60):
        assert "Rogue" in w.rest(0)
    gone = {({CATS[c].name for c in RANK_1} - set(w.party(0))).pop() for w in worlds(t, 2, 200)}
    assert gone == {"Mage", "Soldier", "Merchant"}


def test_replaced_cards_fit_what_was_seen_in_between() -> None:
    # The Rogue was seen after the first swap, so that it can only have left at the second.
    def prepare(s: Any) -> None:
        s.swapped = [(cat("Merchant"), cat("Rogue")), (), ()]
        s.seen = [(1, 0, 0, 0), (0,) * 4, (0,) * 4]

    t = lay_out(level=3, party=["Prince, Mage, Soldier, Knight, Ninja"], prepare=prepare)
    firsts = Counter(w.s.swapped[0] for w in worlds(t, 1))
    assert all(first != cat("Rogue") for first, _ in firsts)
    assert len(firsts) == 3 + 6  # the Rogue second: 3 firsts; without the Rogue: 3 x 2


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_draft_worlds_fit_what_every_viewer_has_held(seats: int) -> None:
    t = opened(seats, mode="expert", seed=seats)
    held: list[list[tuple[set[int], int]]] = [[] for _ in range(seats)]
    rng = Random(4)
    time = 0
    while t.asked == "draft":
        for seat in range(seats):
            held[seat].append((set(t.s.looked[seat]), (seat - time) % seats))
        t.each(*[rng.choice(t.choices(seat)) for seat in range(seats)])
        time += 1
        for viewer in range(seats):
            for w in worlds(t, viewer, 12):
                assert w.s.camp[viewer] == t.s.camp[viewer]
                for then, (cards, first) in enumerate(held[viewer]):
                    now = {*w.s.draft[first][then:]}
                    if t.asked == "draft":
                        now |= set(w.s.looked[(first + time) % seats])
                    assert now == cards


def test_camps_are_dealt_anew_but_for_what_was_seen() -> None:
    t = opened(3, mode="expert", seed=5)
    while t.asked == "draft":
        t.each(*[t.choices(seat)[0] for seat in range(3)])
    new = t.choices(0)[0]
    t.each(new, "keep-party", "keep-party")
    fresh = new.split(":")[1]
    sizes = {len({*w.s.camp[0]} & {*w.s.hand[0]}) for w in worlds(t, 1, 30)}
    assert sizes == {0}
    assert len({w.s.hand[0] for w in worlds(t, 1, 100)}) > 5
    t.match.act(0, f"send:{fresh}+1")
    t.match.act(1, "send:prince+1")
    t.match.act(2, "send:prince+1")
    for w in worlds(t, 1, 40):
        assert CATS[w.s.cat[0]].key == fresh and w.s.cat[0] not in w.s.camp[0]
    assert len({w.s.camp[0] for w in worlds(t, None, 100)}) > 5


def test_a_temporary_catventurer_nobody_has_seen_is_dealt_anew() -> None:
    t = lay_out(level=2, loot=["Storm Bow"], monsters="Fiend", pool="Iron, Wool, Timber")
    t.send("Soldier+0")
    while t.asked == "loot":
        t.do(t.choices()[0])
    t.dice("blank").do("challenge:fiend", "gear:l1-p3-storm-bow", "strike")
    t.do(t.choices()[0])
    temps = {w.s.temp[0] for w in worlds(t, 1, 200)}
    assert len(temps) > 15
    assert all(w.s.temp[0] in w.s.hand[0] for w in worlds(t, 1, 50))
    assert {w.s.temp[0] for w in worlds(t, 0, 20)} == {t.s.temp[0]}
