"""What a viewer cannot know is dealt anew, evenly and in keeping with what was seen."""

from __future__ import annotations

from collections import Counter
from random import Random

import meowple
from comforts.table import BOX, COMFORT, act, do, give, hand, lay, workers
from meowple import Match


def play(match: Match, decisions: int, seed: int = 1) -> Match:
    rng = Random(seed)
    for _ in range(decisions):
        if not match.over:
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(match.actions(seat)))
    return match


def test_hands_of_others_are_any_that_the_viewer_holds_possible() -> None:
    match = lay(3, "make", hands={0: ["pie", "soup"], 1: ["toys", "lamp"], 2: ["stew"]}, nest=[])
    seen: Counter[str] = Counter()
    for seed in range(400):
        twin = match.imagine(0, seed)
        assert hand(twin, 0) == hand(match, 0)
        assert len(hand(twin, 1)) == 2 and len(hand(twin, 2)) == 1
        seen.update(hand(twin, 1))
    # Of the unknown cards there are three of each kind but two of the viewer's own kinds.
    assert set(seen) == set(COMFORT)
    mean = sum(seen.values()) / (sum(card.count for card in BOX.comforts) - 2)
    assert all(abs(seen[name] - 3 * mean) < 30 for name in COMFORT if name not in ("pie", "soup"))


def test_cards_that_all_saw_being_taken_stay_where_they_are() -> None:
    match = lay(3, placed={0: ["nest-left"]}, hands={0: ["soup", "toys"]})
    give(match, "nest-left", "village-1")
    do(match, "assigned", "act:nest-left", "nest:2")
    for seed in range(30):
        twin = match.imagine(1, seed)
        assert "flute" in hand(twin, 0) and len(hand(twin, 0)) == 3
    do(match, "end")
    assert match.view(1)["table"]["seats"][0]["known"] == ["flute"]


def test_a_deck_made_anew_holds_what_the_open_pile_held() -> None:
    match = lay(3, placed={0: ["nest-right"]}, family=[(3, 3)] * 3, hands={1: ["pie", "soup"]})
    s = match.state
    s.made[2], s.comforts, s.discards = tuple(s.comforts[10:]), [], s.comforts[:10]
    before = Counter(s.discards)
    give(match, "nest-right", "family-1")
    do(match, "assigned", "act:nest-right")
    drawn = Counter(match.state.hands[0])
    for seed in range(40):
        twin = match.imagine(2, seed)
        assert sorted(hand(twin, 1)) == ["pie", "soup"], "the only cards that are missing"
        assert Counter(twin.state.comforts) + Counter(twin.state.hands[0]) == before
    assert any(Counter(match.imagine(2, n).state.hands[0]) != drawn for n in range(20))


def test_workers_not_yet_shown_are_placed_anew() -> None:
    match = lay(3, "place")
    for space in ("inn", "market", "workshop", "nest-left"):
        match.act(0, f"place:{space}")
    act(match, (0, "ready"), (1, "place:inn"), (1, "place:market"))
    places: Counter[str] = Counter()
    for seed in range(300):
        twin = match.imagine(2, seed)
        assert len(workers(twin, 0)) == 4
        assert workers(twin, 1) == [], "how far seat 1 is, is not known"
        places.update(workers(twin, 0))
    assert len(places) == 12 and max(places.values()) < 160
    own = match.imagine(1, 5)
    assert workers(own, 1) == ["inn", "market"]
    shown = lay(3, "place", placement="open")
    act(shown, (0, "place:inn"))
    assert workers(shown.imagine(1, 3), 0) == ["inn"]


def test_what_comes_next_is_drawn_anew() -> None:
    match = play(meowple.new_match("comforts", 2, seed=3), 200)
    months = set()
    for seed in range(30):
        twin = match.imagine(0, seed)
        play(twin, 400, seed)
        months.add(twin.state.traveler)
    assert len(months) > 3


def test_an_imagined_match_can_be_played_to_its_end_by_anybody() -> None:
    for seed in range(6):
        match = play(meowple.new_match("comforts", 1 + seed % 5, seed=seed), 40 * seed)
        for viewer in (None, *range(match.seats)):
            twin = match.imagine(viewer, seed)
            play(twin, 6000, seed)
            assert twin.over
            cards = Counter([*twin.state.comforts, *twin.state.discards, *twin.state.nest])
            for seat in range(twin.seats):
                cards.update(twin.state.hands[seat])
                cards.update(twin.state.made[seat])
            assert all(cards[card.kind] == card.count for card in BOX.comforts)


def test_a_step_taken_back_while_placing_leaves_what_others_prepared() -> None:
    match = lay(3, "place")
    act(match, (0, "place:inn"), (1, "place:market"), (0, "place:river-a"), (2, "place:inn"))
    assert match.view(0)["undo"] == match.view(1)["undo"] == "free"
    match.undo(1)
    assert [workers(match, seat) for seat in range(3)] == [["river-a", "inn"], [], ["inn"]]
    match.undo(0)
    assert [workers(match, seat) for seat in range(3)] == [["inn"], [], ["inn"]]
    again = meowple.load_match(match.save())
    assert again.view_json(0) == match.view_json(0)
