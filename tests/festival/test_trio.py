"""Three players and a dummy."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from festival.table import Table, card, cards, lay_out, names, start
from meowple.core.errors import WrongSeat
from meowple.games.festival.pieces import CARDS

TRIO: dict[str, Any] = {"seats": 3}


def trio(*hands: str, dummy: str, **layout: Any) -> Table:
    return lay_out(hands=hands, dummy=dummy, **{"seats": 3, **layout})


@pytest.mark.rule("FTC-TRIO-1")
def test_three_players_and_a_dummy_follow_the_rules_for_four() -> None:
    t = trio(
        "Summer 10", "Winter 4", "Summer 3", dummy="Winter 12", face_up="Spring 2, Fall 11", round=2
    )
    assert t.match.to_act == (0, 1, 2) and len(t.totals) == 3
    assert t.legal(0) == names([one for one in t.s.hands[0] if one.season in (1, 3, 4)])
    t.play("Summer 10", "Winter 4", "Summer 3")
    assert t.taken == ["Summer 10", "Winter 4", "Spring 2", "Fall 11"]
    assert t.face_up == "Summer 3, Winter 12"
    with pytest.raises(WrongSeat):
        t.act(3, "play:spring-4")


@pytest.mark.rule("FTC-TRIO-2")
def test_the_dummy_is_dealt_a_hand_that_becomes_its_shuffled_deck() -> None:
    first: Counter[str] = Counter()
    for seed in range(60):
        t = start(3, seed=seed, crow_redeal="never")
        s = t.s
        deck = [*s.hands[3], s.dummy_card]
        assert len(deck) == 9 and sum(one.dealt_as_booze for one in deck) == 2
        assert [len(hand) for hand in s.hands[:3]] == [9, 9, 9]
        assert {*s.face_up, *deck, *(one for hand in s.hands[:3] for one in hand)} == set(CARDS)
        first[s.dummy_card.key] += 1
        for viewer in (None, 0, 1, 2):  # face down
            dummy = t.view(viewer)["dummy"]
            assert set(dummy) == {"card", "left", "pile"} and dummy["left"] == 8
    assert len(first) > 20
    order = Counter()  # type: ignore[var-annotated]
    hands = ["Summer 7", "Winter 9", "Fall 6"]
    for seed in range(40):
        twin = trio(*hands, dummy="Fall 8", seed=seed).play(*hands)
        order[twin.s.dummy_card.key] += 1
    assert len(order) == 8  # any of its eight other cards may be next


@pytest.mark.rule("FTC-TRIO-3", "FTC-RUL-24")
def test_its_card_is_turned_up_before_the_players_choose_even_of_a_showing_season() -> None:
    t = trio("Summer 5", "Winter 7", "Fall 6", dummy="Spring 4", face_up="Spring 1, Spring 9")
    assert t.match.question.kind == "play"
    for viewer in (None, 0, 1, 2):
        assert t.view(viewer)["dummy"]["card"] == "spring-4"
    t.play("Summer 5", "Winter 7", "Fall 6")
    assert t.taken == ["Summer 5", "Spring 9", "Fall 6", "Spring 1"]
    fresh = start(3, crow_redeal="never")
    assert fresh.told("dummy") == [{"card": fresh.s.dummy_card.key}]
    assert fresh.match.committed == ()


@pytest.mark.rule("FTC-TRIO-4")
def test_the_three_play_face_down_and_all_four_cards_take() -> None:
    t = trio("Summer 5", "Winter 7", "Fall 6", dummy="Fall 5")
    before = t.view(2)
    t.match.act(0, card("Summer 5").play)
    t.match.act(1, card("Winter 7").play)
    assert t.view(2) == before and t.told("revealed") == []
    t.match.act(2, card("Fall 6").play)
    assert t.told("revealed") == [{"cards": ["summer-5", "winter-7", "fall-6", "fall-5"]}]
    assert t.taken == ["Summer 5", "Spring 9", "Fall 6", "Spring 1"]
    assert [len(pile) for pile in t.s.piles] == [1, 1, 1, 1]


@pytest.mark.rule("FTC-TRIO-5")
def test_the_dummy_takes_cards_but_never_a_booze_token() -> None:
    t = trio("Summer 5", "Winter 7", "Fall 6", dummy="Fall 4", face_up="Spring 1, Spring 9")
    t.play("Summer 5", "Winter 7", "Fall 6")
    assert t.taken[3] == "Spring 1"
    kept = trio(
        "Summer 5", "Winter 7", "Summer 4", dummy="Winter 5", face_up="Spring 2, Spring 9", round=2
    )
    supply = kept.view()["booze_supply"]
    kept.play("Summer 5", "Winter 7", "Summer 4")
    assert kept.taken[3] == "Winter 5" and kept.s.booze[3] == 0
    assert kept.view()["booze_supply"] == supply - 1  # Spring 2 went to seat 2


@pytest.mark.rule("FTC-TRIO-6")
def test_three_booze_cards_of_the_dummy_do_not_end_the_game() -> None:
    t = trio(
        "Summer 5, Summer 3, Spring 8",
        "Winter 7, Winter 5, YOROZU 0",
        "Fall 6, Winter 11, YOROZU 13",
        dummy="Fall 5",
        face_up="Spring 2, Spring 9",
        round=4,
        piles=["", "", "", "Fall 4, Fall 10, Summer 7"],
    )
    t.play("Summer 5", "Winter 7", "Fall 6")
    assert t.piles[3] == "Fall 4, Fall 10, Summer 7, Spring 2"
    assert (t.s.game, t.s.round) == (1, 5) and t.booze[3] == 0


@pytest.mark.rule("FTC-TRIO-7")
def test_experienced_four_cards_to_each_player_and_none_to_the_dummy() -> None:
    t = start(3, rules="experienced")
    assert [len(own) for own in t.s.multipliers] == [4, 4, 4]
    assert len({one for own in t.s.multipliers for one in own}) == 12


@pytest.mark.rule("FTC-TRIO-8")
def test_advanced_the_dummy_takes_no_token_and_one_of_each_season_stays_in_the_box() -> None:
    t = start(3, rules="advanced", crow_redeal="never")
    assert t.view()["token_supply"] == [3, 3, 3, 3]
    assert len(t.s.order) == 3 and 3 not in t.s.order
    assert len(t.tokens) == 3


@pytest.mark.rule("FTC-RUL-25")
def test_the_dummys_crow_swaps_like_any_other_and_with_the_nearer_of_two_yorozu() -> None:
    one = trio("YOROZU 13", "Summer 4", "Fall 6", dummy="Winter 8")
    one.play("YOROZU 13", "Summer 4", "Fall 6")
    assert one.after_swap == ["Winter 8", "Summer 4", "Fall 6", "YOROZU 13"]
    for crow, partner in NEARER.items():
        face_up = "Summer 2, Summer 10" if crow.startswith("Spring") else "Spring 1, Spring 9"
        free = "Fall 6"
        t = trio("YOROZU 0", "YOROZU 13", free, dummy=crow, face_up=face_up)
        t.play("YOROZU 0", "YOROZU 13", free)
        assert t.match.question.kind == "play"  # nobody is asked
        (swap,) = t.told("swap")
        assert swap["cards"] == [partner, card(crow).key]
    given = trio("Winter 8", "Summer 4", "Fall 6", dummy="YOROZU 0").play(
        "Winter 8", "Summer 4", "Fall 6"
    )
    assert given.after_swap == ["YOROZU 0", "Summer 4", "Fall 6", "Winter 8"]


NEARER = {
    "Spring 5": "yorozu-0",
    "Summer 6": "yorozu-0",
    "Fall 7": "yorozu-13",
    "Winter 8": "yorozu-13",
}


def test_a_player_with_the_only_crow_chooses_also_when_the_dummy_has_a_yorozu() -> None:
    t = trio("Winter 8", "YOROZU 13", "Fall 6", dummy="YOROZU 0").play(
        "Winter 8", "YOROZU 13", "Fall 6"
    )
    assert t.match.to_act == (0,) and t.match.question.kind == "crow"
    t.act(0, "swap:yorozu-0")
    assert t.after_swap == ["YOROZU 0", "YOROZU 13", "Fall 6", "Winter 8"]


@pytest.mark.rule("FTC-OPT-7")
def test_the_dummys_crow_may_swap_with_a_random_yorozu_instead() -> None:
    for option, partners in (("nearest", {"yorozu-0"}), ("random", {"yorozu-0", "yorozu-13"})):
        seen = set()
        for seed in range(20):
            t = trio(
                "YOROZU 0",
                "YOROZU 13",
                "Fall 6",
                dummy="Summer 6",
                seed=seed,
                dummy_crow_choice=option,
            )
            t.play("YOROZU 0", "YOROZU 13", "Fall 6")
            assert t.match.question.kind == "play"
            seen.add(t.told("swap")[0]["cards"][0])
        assert seen == partners


@pytest.mark.rule("FTC-RUL-26")
def test_the_dummy_announces_nothing_scores_nothing_and_is_skipped_in_every_order() -> None:
    t = trio(
        "Summer 5", "Winter 7", "Fall 6", dummy="Spring 4", face_up="Spring 1, Spring 9", round=7
    )
    t.play("Summer 5", "Winter 7", "Fall 6")
    assert t.told("void") == [] and t.voids[3] == ""
    t.play_out(2)
    assert len(t.totals) == 3 and all(len(game) == 3 for game in t.s.results)
    for rules in ("experienced", "advanced"):
        for seed in range(4):
            twin = start(3, seed=seed, rules=rules).play_out(seed)
            assert all(
                event.data.get("seat") != 3 or event.kind == "took" for event in twin.match.events()
            )


@pytest.mark.rule("FTC-RUL-26")
def test_the_dummys_booze_cards_bring_no_season_tokens() -> None:
    t = trio(
        "Summer 5",
        "Winter 7",
        "Fall 6",
        dummy="Fall 8",
        face_up="Spring 1, Spring 9",
        round=5,
        rules="advanced",
        crow_redeal="never",
        piles=[
            "Winter 5, Winter 11, Fall 3",
            "Spring 3, Spring 4, Spring 6, Spring 7",
            "Summer 2, Summer 4, Summer 8, Summer 10",
            "Spring 2, Spring 8, YOROZU 0, YOROZU 13",
        ],
    )
    end_it(t)
    assert [sum(own) for own in t.tokens] == [
        sum(one.dealt_as_booze for one in pile) for pile in t.s.ended.piles[:3]
    ]
    yorozu = [seat for seat in range(4) for one in t.s.ended.piles[seat] if one.season == 4]
    assert yorozu == [3, 3]
    assert t.match.question.kind == "extra_token"  # nobody chooses a free token for the dummy's
    assert 3 not in t.s.order and t.told("tokens") != []


def end_it(t: Table) -> None:
    while t.s.game == 1:
        for seat in t.match.to_act:
            t.match.act(seat, t.match.actions(seat)[0])


@pytest.mark.rule("FTC-RUL-16")
def test_the_dummy_never_asks_for_a_new_deal() -> None:
    three = "Spring 5, Summer 6, Fall 7, Spring 2, Spring 8, Winter 4, Winter 6, Spring 4"
    t = trio("", "", "", three, dummy="Fall 3")
    assert names(t.s.hands[3]) == three
    assert all(not set(t.choices(seat)) & {"redeal"} for seat in range(3))
    for seed in range(40):
        always = start(3, seed=seed, crow_redeal="always")
        assert all(sum(one.crow for one in hand) < 3 for hand in always.s.hands[:3])
    assert cards(three)[0].crow


@pytest.mark.rule("FTC-RUL-16", "FTC-RUL-24")
@pytest.mark.parametrize("rules", ["basic", "experienced", "advanced"])
def test_a_new_deal_is_asked_for_before_the_dummys_card_is_seen(rules: str) -> None:
    def dealt(seed: int) -> Table:
        return start(3, seed=seed, rules=rules)

    t = next(t for seed in range(4000) if holder(t := dealt(seed)) is not None)
    crows = holder(t)
    assert [t.match.question.kind, t.match.to_act] == ["hands", (0, 1, 2)]
    assert [t.choices(seat) for seat in range(3)] == [
        ["keep", "redeal"] if seat == crows else ["keep"] for seat in range(3)
    ]
    assert all(t.view(viewer)["dummy"]["card"] is None for viewer in (None, 0, 1, 2))
    again, kept = t.fork(), t.fork()
    for seat in range(3):
        again.act(seat, "redeal" if seat == crows else "keep")
    assert [again.match.question.kind, again.s.dummy_card] == ["hands", None]
    while kept.s.step != "play":
        for seat in kept.match.to_act:
            kept.act(seat, kept.choices(seat)[0])
    assert kept.s.dummy_card is not None
    assert all("redeal" not in kept.choices(seat) for seat in range(3))
    assert "dummy" not in again.story and kept.story.count("dummy") == 1


def holder(t: Table) -> int | None:
    """The seat that was dealt three crows."""
    dealt = [sum(one.crow for one in hand) for hand in t.s.hands[:3]]
    return next((seat for seat, crows in enumerate(dealt) if crows >= 3), None)
