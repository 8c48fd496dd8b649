"""Imagined worlds: they agree with all that a viewer knows, and each is as likely (CV-RUL-87, 90, 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from catvale.table import BOX, CARD, SPACE, Play, fresh, have, hold, ids, lay, stand, tile
from meowple.author.testing.leaks import places as places_in
from meowple.core.chance import FastChance
from meowple.games.catvale import GAME
from meowple.games.catvale.knowledge import possible, redeal
from meowple.games.catvale.pieces.hexes import NEIGHBOURS
from meowple.games.catvale.pieces.names import AMBITION, BOUGHT, JUNK, MOUNTAIN, STARTING
from meowple.games.catvale.rules import hands, setting_up, thefts
from meowple.games.catvale.rules.decks import take_top
from meowple.games.catvale.state import Holding, Known, Note, State

WORLDS = 500


def imagined(s: State, viewer: int | None, look: Callable[[State], Hashable]) -> Counter[Any]:
    """What is seen in many imagined worlds."""
    seen: Counter[Any] = Counter()
    for seed in range(WORLDS):
        world = s.copy()
        redeal(world, viewer, FastChance(seed))
        seen[look(world)] += 1
    return seen


def alike(seen: Counter[Any], expected: set[Any]) -> None:
    """Exactly these, each as likely: chi-square far from anything that chance would make."""
    assert set(seen) == expected
    share = seen.total() / len(expected)
    chi = sum((number - share) ** 2 / share for number in seen.values())
    freedom = max(1, len(expected) - 1)
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5, seen


def as_counted(seen: Counter[Any], counted: Counter[Any]) -> None:
    """Each as often as it was counted in a list of all possible worlds: chi-square again."""
    assert set(seen) <= set(counted)
    worlds, possible = seen.total(), counted.total()
    chi = sum(
        (seen[each] - worlds * number / possible) ** 2 / (worlds * number / possible)
        for each, number in counted.items()
    )
    freedom = max(1, len(counted) - 1)
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5, (seen, counted)


# -- the draft ------------------------------------------------------------------------------------


def drafted(seats: int) -> State:
    play = Play(fresh(seats, seed=4)).until("draft")
    while play.asked == "draft":
        for seat in play.seats:
            play.match.act(seat, play.choices(seat)[0])
    state: State = play.s
    return state


@pytest.mark.rule("CV-RUL-87", "CV-RUL-90")
def test_of_a_pack_passed_on_its_last_two_cards_are_known_as_a_pair() -> None:
    s = drafted(3)
    pack = s.packs[0]  # seat 0 kept its first, seat 1 the second, seat 2 the third
    pair = {pack[2], pack[3]}
    assert len(pair) == 2

    def third_and_removed(world: State) -> tuple[int, ...]:
        assert world.packs[0][1] == pack[1]  # what seat 1 took itself
        return world.packs[0][2:]

    alike(imagined(s, 1, third_and_removed), {(a, b) for a in pair for b in pair - {a}})


@pytest.mark.rule("CV-RUL-87")
def test_with_two_players_a_pack_that_comes_back_tells_what_was_taken() -> None:
    s = drafted(2)
    worlds = imagined(s, 0, lambda world: (world.packs[0], world.packs[1][1]))
    assert set(worlds) == {(s.packs[0], s.packs[1][1])}
    first = imagined(s, 0, lambda world: world.packs[1][0])
    assert len(first) > 5  # the first card of the other pack is anything that was not seen


def every_draft(s: State, viewer: int) -> Iterator[dict[int, int]]:
    """Every deal of the packs that a viewer holds possible, copies told apart: cards by place.

    Who looks at a pack at some time sees what is left of it; whoever showed a card took it.
    """
    places = [pack * 4 + time for pack in range(s.seats) for time in range(4)]
    truth = {place: s.packs[place // 4][place % 4] for place in places}
    took = {place: (place // 4 + place % 4) % s.seats for place in places if place % 4 < 3}
    sights = [place for place, seat in took.items() if seat == viewer]
    hidden = {note.start for seat in range(s.seats) if seat != viewer for note in s.notes[seat]}
    shown = {
        seat: Counter(truth[p] for p in took if took[p] == seat and p not in hidden)
        for seat in range(s.seats)
        if seat != viewer
    }
    first = {  # since when the viewer knows a place as one of a set, and as itself
        place: max((p for p in sights if p // 4 == place // 4 and p <= place), default=-1)
        for place in places
    }
    last = {place for place in places if place % 4 == 3 and place - 1 in sights}
    sure = {place for place in places if place in sights or place in last}
    sets: dict[tuple[int, int], list[int]] = {}
    for place in places:
        if place not in sure:
            later = sum(p > place for p in sights if p // 4 == place // 4)
            sets.setdefault((first[place], later if first[place] >= 0 else 0), []).append(place)
    rows: list[dict[int, int]] = [{place: truth[place] for place in sure}]
    for (since, _), unsure in sets.items():
        cards = [truth[place] for place in unsure] + (list(s.stock[STARTING]) if since < 0 else [])
        rows = [
            {**row, **dict(zip(unsure, order, strict=True))}
            for row in rows
            for order in permutations(cards, len(unsure))
        ]
    for row in rows:
        taken = {seat: Counter(row[p] for p in took if took[p] == seat) for seat in shown}
        if all(shown[seat] <= taken[seat] for seat in shown):
            yield row


def shows(s: State, seat: int, *places: int) -> None:
    """A seat has played the Starting cards that it took from these places."""
    for place in places:
        note = next(each for each in s.notes[seat] if each.start == place)
        hand, notes = list(s.hand[seat]), list(s.notes[seat])
        hand.remove(note.card)
        notes.remove(note)
        s.hand[seat], s.notes[seat] = tuple(hand), tuple(notes)
        s.discards[STARTING] = (*s.discards[STARTING], note.card)


def packed(*packs: str, stock: str) -> State:
    """A draft that is over: cards by first letters as taken (the last of a pack removed)."""
    known = {"t": "twig-nest", "r": "rag-bed", "p": "pebble-ring", "b": "box-den",
             "m": "mothers-advice", "l": "lucky-coin", "s": "secret-path", "e": "early-riser"}  # fmt: skip
    s = lay(len(packs))
    s.packs = tuple(tuple(CARD[known[letter]] for letter in pack) for pack in packs)
    s.stock[STARTING] = tuple(sorted(CARD[known[letter]] for letter in stock))
    s.discards[STARTING] = ()
    for pack, cards in enumerate(s.packs):
        for time in range(3):
            seat = (pack + time) % s.seats
            s.hand[seat] = tuple(sorted((*s.hand[seat], cards[time])))
            s.notes[seat] = (*s.notes[seat], Note(cards[time], start=pack * 4 + time))
    return s


DRAFTS: list[tuple[tuple[str, ...], str, dict[int, tuple[int, ...]]]] = [
    (("rtbp", "tltm"), "ts", {}),
    (("rtbp", "tmtl"), "se", {1: (6,)}),  # a Twig Nest out of one of two places, both seen
    (("rtbp", "tmlt"), "re", {1: (4,)}),
    (("rbtp", "rtbm", "tlsp"), "e", {1: (1,)}),
    (("rbtp", "rtbm", "tlsp"), "e", {2: (2, 8)}),  # both of one design by one player
    (("rbtp", "rtbm", "tlsp"), "e", {1: (1,), 2: (2,)}),
]


@pytest.mark.parametrize(("packs", "stock", "played"), DRAFTS)
@pytest.mark.rule("CV-RUL-87", "CV-RUL-90")
def test_starting_cards_are_imagined_as_often_as_deals_allow(
    packs: tuple[str, ...], stock: str, played: dict[int, tuple[int, ...]]
) -> None:
    """Two copies of a design in the deck: a card that was played may have come from either pack."""
    s = packed(*packs, stock=stock)
    for seat, places in played.items():
        shows(s, seat, *places)
    for viewer in range(s.seats):
        others = [seat for seat in range(s.seats) if seat != viewer]
        out = {
            seat: Counter(s.packs[p // 4][p % 4] for p in played.get(seat, ())) for seat in others
        }
        counted: Counter[Any] = Counter()
        for row in every_draft(s, viewer):
            hands_of = []
            for seat in others:
                took = Counter(
                    row[p] for p in row if p % 4 < 3 and (p // 4 + p % 4) % s.seats == seat
                )
                hands_of.append(tuple(sorted((took - out[seat]).elements())))
            counted[tuple(hands_of)] += 1
        seen = imagined(s, viewer, lambda w, others=others: tuple(w.hand[seat] for seat in others))  # type: ignore[misc]
        as_counted(seen, counted)


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.rule("CV-RUL-87", "CV-RUL-90")
def test_a_starting_card_that_was_seen_and_may_have_been_stolen_is_in_either_hand(
    looks: bool,
) -> None:
    """Seat 0 knows the hand of seat 1, or one card of it; then seat 2 steals one of its cards."""
    before = packed("rbtp", "rtbm", "tlsp", stock="e")
    seen = CARD["rag-bed"]
    states: dict[int, State] = {}
    for seed in range(60):
        s = before.copy()
        s.chance = FastChance(seed)
        if looks:
            hands.look_at(s, 0, 1)
        else:
            s.notes[1] = tuple(
                note._replace(by=1) if note.card == seen else note for note in s.notes[1]
            )
        was = Counter(s.hand[2])
        hands.steal_card(s, 2, 1)
        states[(Counter(s.hand[2]) - was).popitem()[0]] = s
    counted: Counter[Any] = Counter()
    for row in every_draft(before, 0):
        took = {
            seat: tuple(row[p] for p in row if p % 4 < 3 and (p // 4 + p % 4) % 3 == seat)
            for seat in (1, 2)
        }
        if seen not in took[1] or (looks and sorted(took[1]) != sorted(before.hand[1])):
            continue
        for place, stolen in enumerate(took[1]):
            left = took[1][:place] + took[1][place + 1 :]
            counted[tuple(sorted(left)), tuple(sorted((*took[2], stolen)))] += 1
    worlds = [imagined(s, 0, lambda w: (w.hand[1], w.hand[2])) for s in states.values()]
    assert len(states) == 3 and len(set(map(str, worlds))) == 1, "whatever was stolen"
    as_counted(worlds[0], counted)
    assert len({seen in hands_of[1] for hands_of in worlds[0]}) == 2
    for s in states.values():
        for seed in range(5):  # what is imagined can be imagined again
            again, mine = s.copy(), s.copy()
            redeal(again, 0, FastChance(seed))
            for seat in range(3):
                for note in again.notes[seat]:
                    assert again.packs[note.start // 4][note.start % 4] == note.card
            redeal(again, 0, FastChance(seed + 9))
            redeal(mine, 0, FastChance(seed + 9))
            assert again.to_json() == mine.to_json()


@pytest.mark.rule("CV-RUL-90")
def test_ways_that_lead_to_the_same_are_one() -> None:
    """Else each theft made two or three times as many, without end."""
    s = packed("rbtp", "rtbm", "tlsp", stock="e")
    for theft in range(12):
        hands.steal_card(s, theft % 3, (theft + 1) % 3)
    for viewer in (None, 0, 1, 2):
        every = thefts.ways(s, viewer)
        assert len(every) < 400
        assert len({(*way.where, *way.card, *sorted(way.told)) for way in every}) == len(every)


Deed = tuple[str, int, int | str]
"""``("steal", thief, victim)``, ``("show", seat, card)`` or ``("look", who, whose)``."""

DEEDS: list[tuple[Deed, ...]] = [
    (("steal", 2, 1), ("show", 2, "rag-bed")),
    (("steal", 2, 1), ("show", 2, "secret-path")),
    (("show", 1, "rag-bed"), ("steal", 2, 1), ("show", 2, "secret-path"), ("show", 2, "twig-nest")),
    (("steal", 2, 1), ("show", 1, "box-den"), ("show", 2, "rag-bed"), ("show", 2, "twig-nest")),
    (("steal", 2, 1), ("steal", 1, 2), ("show", 1, "rag-bed"), ("show", 2, "secret-path")),
    (("steal", 2, 1), ("steal", 0, 2), ("show", 2, "rag-bed")),
    (("steal", 2, 1), ("look", 0, 2), ("show", 2, "rag-bed"), ("show", 1, "box-den")),
    (("look", 0, 1), ("steal", 2, 1), ("steal", 1, 2), ("show", 1, "rag-bed")),
    (("steal", 2, 1), ("look", 0, 1), ("steal", 0, 1), ("show", 0, "rag-bed")),
]


def do(s: State, deeds: tuple[Deed, ...]) -> tuple[State, list[tuple[set[int], Any]]] | None:
    """The state after these deeds, and what two saw at each theft and look.

    None if a card cannot be shown.
    """
    s, seen = s.copy(), []
    for verb, seat, what in deeds:
        if verb == "look":
            hands.look_at(s, seat, int(what))
            seen.append(({seat, int(what)}, s.hand[int(what)]))
        elif verb == "steal":
            was = Counter(s.hand[seat])
            hands.steal_card(s, seat, int(what))
            seen.append(({seat, int(what)}, (Counter(s.hand[seat]) - was).popitem()[0]))
        elif CARD[str(what)] not in s.hand[seat]:
            return None
        else:
            hands.leave_hand(s, seat, CARD[str(what)])
            s.discards[STARTING] = (*s.discards[STARTING], CARD[str(what)])
    return s, seen


def every_course(
    hands_of: dict[int, tuple[int, ...]], deeds: tuple[Deed, ...], seen: list[Any]
) -> Iterator[tuple[float, dict[int, tuple[int, ...]]]]:
    """Each course that deeds can take from these hands, with its part.

    ``seen``: what a viewer saw at each theft and look, None where nothing.

    Which of two copies is shown is no other course: each is half of it.
    """
    if not deeds:
        yield 1.0, hands_of
        return
    (verb, seat, what), *rest = deeds
    here = hands_of[int(what) if verb == "steal" else seat]
    if verb == "look":
        looked = hands_of[int(what)]
        if seen[0] is None or seen[0] == tuple(sorted(looked)):
            yield from every_course(hands_of, tuple(rest), seen[1:])
        return
    card = seen[0] if verb == "steal" else CARD[str(what)]
    fits = [place for place, other in enumerate(here) if card in (None, other)]
    for place in fits:
        new = {
            **hands_of,
            (int(what) if verb == "steal" else seat): here[:place] + here[place + 1 :],
        }
        if verb == "steal":
            new[seat] = (*new[seat], here[place])
        part = 1.0 if verb == "steal" else 1 / len(fits)
        later = seen[1:] if verb == "steal" else seen
        for number, end in every_course(new, tuple(rest), later):
            yield part * number, end


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.parametrize("deeds", DEEDS)
@pytest.mark.rule("CV-RUL-87", "CV-RUL-90")
def test_starting_cards_that_were_stolen_are_where_all_that_was_seen_allows(
    deeds: tuple[Deed, ...], viewer: int | None
) -> None:
    """Whoever shows a Starting card after a theft does not tell whether it was the stolen one."""
    before = packed("rbtp", "rtbm", "tlsp", stock="e")
    states: dict[Any, dict[Any, State]] = {}
    for seed in range(200):
        before.chance = FastChance(seed)
        done = do(before, deeds)
        if done is None:
            continue
        s, by = done
        seen = tuple(what if viewer in who else None for who, what in by)
        states.setdefault(seen, {})[tuple(s.hand)] = s
    assert states
    for seen, alike_for in states.items():
        some = list(alike_for.values())
        for seed in range(5):
            worlds = []
            for s in some:
                world = s.copy()
                redeal(world, viewer, FastChance(seed))
                worlds.append(world.to_json())
                assert all(possible(world, other) for other in (0, 1, 2, None))
                redeal(world, viewer, FastChance(seed + 9))
                again = s.copy()
                redeal(again, viewer, FastChance(seed + 9))
                assert world.to_json() == again.to_json(), "what is imagined can be imagined again"
            assert all(world == worlds[0] for world in worlds), "whatever was stolen"
        if viewer is None:
            continue  # who has seen no pack can think of too many deals to count
        counted: Counter[Any] = Counter()
        for row in every_draft(before, viewer):
            took = {
                seat: tuple(row[p] for p in row if p % 4 < 3 and (p // 4 + p % 4) % 3 == seat)
                for seat in range(3)
            }
            for part, end in every_course(took, deeds, list(seen)):
                counted[tuple(tuple(sorted(end[seat])) for seat in range(3))] += part  # type: ignore[assignment]
        as_counted(imagined(some[0], viewer, lambda w: tuple(w.hand)), counted)


@pytest.mark.rule("CV-RUL-87")
def test_what_is_imagined_of_the_draft_does_not_depend_on_which_copy_was_played() -> None:
    """The same open facts, the played Twig Nest out of one pack or the other: the same worlds."""
    states = []
    for place in (4, 1):  # seat 1 took a Twig Nest out of either pack
        s = packed("rtbp", "tmlb", stock="se")
        shows(s, 1, place)
        states.append(s)
    one, other = (imagined(s, 0, lambda w: w.hand[1]) for s in states)
    assert one == other and len(one) > 2


@pytest.mark.rule("CV-RUL-87")
def test_a_starting_card_that_is_being_played_lies_where_all_can_place_it() -> None:
    """In the middle of its effects it is in no hand and no pile, and nobody knows out of which pack."""
    s = packed("sbtp", "rtbm", "tlre", stock="p")
    play = Play(s).act("play:secret-path")
    assert play.asked == "option"
    for viewer in (1, 2, None):
        where = places_in(play.s.to_json())["secret-path"]
        for seed in range(20):
            world = play.s.copy()
            redeal(world, viewer, FastChance(seed))
            where &= places_in(world.to_json())["secret-path"]
        assert where


@pytest.mark.rule("CV-RUL-87")
def test_imagined_drafts_can_be_loaded_and_imagined_again() -> None:
    for packs, stock, played in DRAFTS:
        s = packed(*packs, stock=stock)
        for seat, places in played.items():
            shows(s, seat, *places)
        for viewer in (*range(s.seats), None):
            for seed in range(5):
                world = s.copy()
                redeal(world, viewer, FastChance(seed))
                for seat in range(s.seats):
                    starts = [note.start for note in world.notes[seat]]
                    assert [world.packs[p // 4][p % 4] for p in starts] == [
                        note.card for note in world.notes[seat]
                    ]
                again = world.copy()
                redeal(again, viewer, FastChance(seed + 50))
                mine = s.copy()
                redeal(mine, viewer, FastChance(seed + 50))
                assert again.hand == mine.hand


@pytest.mark.rule("CV-RUL-87")
def test_who_knew_of_one_copy_is_unsure_once_a_copy_was_played() -> None:
    s = lay(3)
    hold(s, 1, "cucumber", "cucumber")
    s.notes[1] = (Note(CARD["cucumber"], 0b001), Note(CARD["cucumber"], 0b100))
    hands.leave_hand(s, 1, CARD["cucumber"])
    assert s.notes[1] == ()  # each may have seen go the one that they knew of
    hold(s, 1, "cucumber")
    s.notes[1] = (Note(CARD["cucumber"], 0b101), Note(CARD["cucumber"], 0b100))
    hands.leave_hand(s, 1, CARD["cucumber"])
    assert s.notes[1] == (Note(CARD["cucumber"], 0b100),)


@pytest.mark.rule("CV-RUL-90")
def test_ambitions_not_kept_are_known_to_those_who_held_them_only() -> None:
    s = drafted(2)
    own = {s.ambition[0], s.spare[0]}
    others = {card.index for card in BOX.ambitions if not card.set} - own
    alike(imagined(s, 0, lambda w: w.ambition[1]), others)
    s.met[1] = sum(
        1 << i for i, card in enumerate(BOX.ambitions) if card.id in ("brawler", "scholar")
    )
    left = {card for card in others if BOX.cards[card].id not in ("brawler", "scholar")}
    if s.ambition[1] not in left:
        s.ambition[1], s.spare[1] = next(iter(left)), s.ambition[1]
        s.stock[AMBITION] = tuple(sorted(others - {s.ambition[1], s.spare[1]}))
    alike(imagined(s, 0, lambda w: w.ambition[1]), left)
    s.seen_ambition[1] = 1
    assert set(imagined(s, 0, lambda w: w.ambition[1])) == {s.ambition[1]}


# -- the map --------------------------------------------------------------------------------------


@pytest.mark.rule("CV-RUL-13")
def test_chaotic_tiles_are_imagined_as_the_dealer_would_leave_them() -> None:
    s = lay(2, world="chaotic", seed=9)
    down = [SPACE[name] for name in ("a1", "a2", "b1", "c1")]
    s.face_up = ((1 << 37) - 1) & ~sum(1 << space for space in down)
    home = s.tiles.index(20)
    s.tiles[home], s.tiles[down[0]] = s.tiles[down[0]], s.tiles[home]
    for space in (SPACE["b2"], down[1]):
        mountain = next(
            i for i, t in enumerate(s.tiles) if t == MOUNTAIN and i not in (*down, SPACE["b2"])
        )
        s.tiles[mountain], s.tiles[space] = s.tiles[space], s.tiles[mountain]
    s.dealt = tuple(s.tiles)
    kinds = [s.tiles[space] for space in down]

    def fits(tiles: tuple[int, ...]) -> bool:
        dealt = list(s.dealt)
        for space, kind in zip(down, tiles, strict=True):
            dealt[space] = kind
        return not setting_up.cut_off(dealt, "auto")

    every = set(permutations(kinds))
    possible = {tiles for tiles in every if fits(tiles)}
    assert 1 < len(possible) < len(every)
    alike(imagined(s, 0, lambda w: tuple(w.tiles[space] for space in down)), possible)


@pytest.mark.rule("CV-RUL-13", "CV-TILE-8")
def test_the_condition_is_about_the_map_as_it_was_dealt() -> None:
    s = lay(2, world="chaotic")
    corner = s.dealt.index(20)
    s.face_up = (1 << 37) - 1
    for space in NEIGHBOURS[corner]:  # by now Lava and Mountains would cut it off
        s.tiles[space] = MOUNTAIN
    s.face_up &= ~(1 << corner)
    assert set(imagined(s, 1, lambda w: w.tiles[corner])) == {20}


# -- hands ----------------------------------------------------------------------------------------


def few_junk(s: State, *left: str) -> None:
    """All Junk but these lies on the discard pile."""
    names = [CARD[name] for name in left]
    s.discards[JUNK] = tuple(card for card in s.stock[JUNK] if card not in names)
    s.stock[JUNK] = tuple(card for card in s.stock[JUNK] if card in names)


@pytest.mark.rule("CV-RUL-87")
def test_a_hidden_card_is_any_of_its_deck_that_can_be_held() -> None:
    s = lay(2)
    hold(s, 1, "tin-can")
    few_junk(s, "torn-net", "stink-bomb", "fleas")
    names = {"tin-can", "torn-net", "stink-bomb"}  # Fleas are shown when they are drawn
    alike(imagined(s, 0, lambda w: ids(w.hand[1])[0]), names)
    assert set(imagined(s, 1, lambda w: ids(w.hand[1])[0])) == {"tin-can"}


@pytest.mark.rule("CV-RUL-87", "CV-RUL-91")
def test_cards_under_a_deck_are_known_to_who_put_them_there() -> None:
    s = lay(3)
    few_junk(s, "torn-net", "tin-can", "stink-bomb")
    s.stock[JUNK] = (CARD["tin-can"], CARD["stink-bomb"])
    s.under[JUNK] = (Known(CARD["torn-net"], 0b010),)
    assert set(imagined(s, 1, lambda w: w.under[JUNK][0].card)) == {CARD["torn-net"]}
    three = {CARD[name] for name in ("torn-net", "tin-can", "stink-bomb")}
    for viewer in (0, 2, None):
        alike(imagined(s, viewer, lambda w: w.under[JUNK][0].card), three)


@pytest.mark.rule("CV-RUL-87", "CV-RUL-23")
def test_who_held_a_card_when_its_deck_was_renewed_holds_none_of_the_new_deck() -> None:
    s = lay(3)
    hold(s, 1, "tin-can")
    hold(s, 2, "torn-net")
    s.discards[JUNK], s.stock[JUNK] = s.stock[JUNK], ()
    top = take_top(s, JUNK)
    assert top is not None
    hands.to_hand(s, 2, top.card)
    two = {CARD["tin-can"], CARD["torn-net"]}
    alike(imagined(s, 0, lambda w: w.hand[1][0]), two)
    for card in imagined(s, 0, lambda w: w.hand[2]):
        assert len(two & set(card)) == 1


@pytest.mark.rule("CV-RUL-87")
def test_a_card_bought_face_up_is_known_until_it_could_have_left_the_hand_unseen() -> None:
    s = lay(3)
    hold(s, 1, "tutor", "bard")
    s.notes[1] = (Note(CARD["tutor"], 0b101),)
    for viewer in (0, 2):
        assert all(CARD["tutor"] in hand for hand in imagined(s, viewer, lambda w: w.hand[1]))
    stolen: dict[str, State] = {}
    for seed in range(40):
        world = s.copy()
        world.chance = FastChance(seed)
        hands.steal_card(world, 0, 1)
        stolen[ids(world.hand[0])[0]] = world
    for world in stolen.values():
        # The third seat knows that one of the two has it; the two know which.
        for seen in imagined(world, 2, lambda w: (w.hand[0], w.hand[1])):
            assert CARD["tutor"] in seen[0] + seen[1]
        assert len({CARD["tutor"] in seen for seen in imagined(world, 2, lambda w: w.hand[0])}) == 2
        for viewer in (0, 1):
            truth = CARD["tutor"] in world.hand[0]
            seen = imagined(world, viewer, lambda w: CARD["tutor"] in w.hand[0])
            assert set(seen) == {truth}


@pytest.mark.rule("CV-RUL-87")
def test_a_look_at_a_hand_tells_where_a_card_is() -> None:
    s = lay(4)
    hold(s, 1, "tutor")
    hold(s, 2, "bard")
    s.notes[1] = (Note(CARD["tutor"], 0, -1, -1, ((0b1001, 0b110),)),)  # with seat 1 or seat 2
    hands.look_at(s, 0, 2)
    assert s.notes[1] == (Note(CARD["tutor"], 0b0001, -1, -1, ((0b1000, 0b110),)),)
    assert s.notes[2] == (Note(CARD["bard"], 0b0001),)
    hands.look_at(s, 3, 1)
    assert s.notes[1] == (Note(CARD["tutor"], 0b1001),)


@pytest.mark.rule("CV-RUL-87", "CV-ENC-1")
def test_the_branch_of_a_card_tells_whether_a_hand_holds_something() -> None:
    s = lay(2)
    hold(s, 1, "zoomies", "tutor")
    hands.note(s, 1, "shiny", False)
    assert s.holdings == (Holding(1, "shiny", 2),)
    few_junk(s, "tin-can", "torn-net", "stink-bomb")  # a Tin Can is shiny
    hold(s, 1, "torn-net")
    shiny = imagined(s, 0, lambda w: sum(BOX.cards[c].answers("shiny") for c in w.hand[1]))
    assert set(shiny) <= {0, 1}
    hands.leave_hand(s, 1, CARD["zoomies"])
    assert s.holdings == (Holding(1, "shiny", 1),)
    hands.note(s, 1, "shiny", True)
    hands.leave_hand(s, 1, CARD["torn-net"])
    assert s.holdings == (Holding(1, "shiny", 0),)


@pytest.mark.rule("CV-RUL-58", "CV-HTOK-2", "CV-RUL-87")
def test_tokens_bought_and_harvest_tokens_are_dealt_by_kind() -> None:
    s = lay(2, litterbox=True)
    hold(s, 1, "harvest-rag-1")
    s.goods[1][BOUGHT[6]] = 1
    places = tuple(BOUGHT.values())
    bought = imagined(s, 0, lambda w: tuple(w.goods[1][place] for place in places))
    alike(bought, {(1, 0, 0), (0, 1, 0), (0, 0, 1)})
    tokens = imagined(s, 0, lambda w: BOX.cards[w.sand[1][0]].id)
    assert "harvest-prestige" not in tokens and len(tokens) == 20
    assert abs(tokens["harvest-growth"] / WORLDS - 8 / 101) < 0.05


# -- several things at once, counted ---------------------------------------------------------------


@pytest.mark.rule("CV-RUL-87", "CV-ENC-1")
def test_hands_of_one_deck_are_dealt_together_as_often_as_they_can_be() -> None:
    s = lay(3)
    hold(s, 1, "torn-net")
    hold(s, 2, "tin-can")
    few_junk(s, "stink-bomb", "bent-spoon", "fleas")
    hands.note(s, 1, "shiny", False)
    cards = ["torn-net", "tin-can", "stink-bomb", "bent-spoon"]
    shiny = {"tin-can", "bent-spoon"}
    counted = Counter(pair for pair in permutations(cards, 2) if pair[0] not in shiny)
    as_counted(imagined(s, 0, lambda w: (*ids(w.hand[1]), *ids(w.hand[2]))), counted)


@pytest.mark.rule("CV-RUL-87", "CV-RUL-91")
def test_cards_that_another_looks_at_are_any_of_the_deck() -> None:
    s = lay(3)
    few_junk(s, "torn-net", "tin-can", "stink-bomb", "bent-spoon")
    s.looker, s.looked = 1, (CARD["tin-can"], CARD["torn-net"])
    s.stock[JUNK] = (CARD["stink-bomb"], CARD["bent-spoon"])
    every = [CARD[name] for name in ("torn-net", "tin-can", "stink-bomb", "bent-spoon")]
    counted = Counter(tuple(sorted(pair)) for pair in permutations(every, 2))
    as_counted(imagined(s, 0, lambda w: w.looked), counted)
    assert set(imagined(s, 1, lambda w: w.looked)) == {s.looked}


@pytest.mark.rule("CV-HTOK-2", "CV-RUL-87")
def test_harvest_tokens_of_others_come_by_their_numbers() -> None:
    s = lay(3, litterbox=True)
    hold(s, 1, "harvest-rag-1")
    hold(s, 2, "harvest-stick-1")
    s.bag = tuple(CARD[f"harvest-{name}"] for name in ("rag-1", "mouse", "prestige"))
    tokens = ["rag-1", "stick-1", "rag-1", "mouse"]  # Prestige is shown when it is drawn
    counted = Counter(permutations(tokens, 2))
    assert sum(counted.values()) == 12
    seen = imagined(
        s,
        0,
        lambda w: tuple(BOX.cards[w.sand[seat][0]].id.removeprefix("harvest-") for seat in (1, 2)),
    )
    as_counted(seen, counted)


@pytest.mark.rule("CV-RUL-87", "CV-RUL-90")
def test_the_first_card_of_a_pack_is_any_that_was_not_seen() -> None:
    """In the middle of the draft: of what a neighbour took its next seat knows what it has not seen."""
    play = Play(fresh(3, seed=4)).until("draft")
    for seat in range(3):
        play.match.act(seat, play.choices(seat)[0])
    s = play.s
    assert play.asked == "draft" and len(s.packs[0]) == 1
    every = Counter(card.index for card in BOX.cards if card.deck == STARTING and not card.set
                    for _ in range(card.count))  # fmt: skip
    own = Counter([s.packs[1][0], *s.picks[2]])  # what seat 1 took, and what it passed on
    unseen = every - own - Counter(s.picks[1])
    assert unseen.total() == 25 - 4 - 3
    as_counted(imagined(s, 1, lambda w: w.packs[0][0]), unseen)


# -- what is prepared -----------------------------------------------------------------------------


@pytest.mark.rule("CV-ASK-5", "CV-ASK-8", "CV-RUL-17")
def test_what_others_prepare_in_secret_is_not_imagined_as_it_is() -> None:
    play = Play(fresh(2, seed=2)).until("grow")
    play.match.act(0, "grow:chaos-c1")
    play.match.act(0, "enough")
    assert play.match.view(1)["table"]["prepared"] == []
    assert play.match.view(0)["table"]["prepared"] == ["grow:chaos-c1"]
    plans = {play.match.imagine(1, seed).state.plan[0] for seed in range(40)}
    assert len(plans) > 10
    assert play.s.paths == [(), (), (), ()]
    play.match.act(1, "enough")
    play.match.act(0, play.choices(0)[-1])
    assert play.asked == "plan" and len({
        play.match.imagine(1, seed).state.plan[0] for seed in range(40)
    }) > 2  # fmt: skip


@pytest.mark.rule("CV-RUL-87")
def test_everything_open_is_in_the_view_of_everybody() -> None:
    s = lay(3)
    have(s, 1, fish=4, mouse=1, attack_token=1)
    stand(s, 1, "d3", "portal")
    tile(s, "d2", "haven")
    play = Play(s)
    views = [play.match.view(viewer)["table"] for viewer in (0, 1, 2, None)]
    for key in ("map", "market", "quests", "shop", "mood", "standing", "vale"):
        assert all(view[key] == views[0][key] for view in views)
    for key in ("goods", "dice", "defence_die", "pride", "plots", "front", "markers", "hand_size"):
        assert all(view["players"][1][key] == views[0]["players"][1][key] for view in views)


def test_a_redeal_does_not_look_at_the_truth() -> None:
    rng = Random(5)
    play = Play(fresh(3, seed=8, variant="adventure", world="chaotic", litterbox=True))
    for _ in range(120):
        seat = rng.choice(play.match.to_act)
        play.match.act(seat, rng.choice(play.match.actions(seat)))
    play.until("turn")
    one = play.match.imagine(1, 11)
    assert one.imagine(1, 12).state.to_json() == play.match.imagine(1, 12).state.to_json()
    again = GAME.load(3, play.s.options, one.state.to_json(), FastChance(1))
    assert again.to_json() == one.state.to_json()
