"""Setting up the table and the players."""

from __future__ import annotations

from collections import Counter

import pytest

import meowple
from comforts.table import BOX, FOREST, MEADOW, do, finish, hand, keys, nest, own, told
from meowple import Match
from meowple.core.errors import UnknownOption
from meowple.games.comforts import GAME

SEEDS = range(60)
DECKS = ("comforts", "improvements", "travelers")


def start(seats: int = 3, seed: int = 1, **options: object) -> Match:
    return meowple.new_match("comforts", seats, options, seed)


def kept(match: Match) -> Match:
    """All have put one of their first comforts away."""
    for seat in range(match.seats):
        match.act(seat, match.actions(seat)[0])
    return match


@pytest.mark.rule("CC-OVR-1", "CC-SET-3")
def test_a_normal_game_lasts_eight_months_spring_summer_autumn() -> None:
    months = told(finish(start()), "month")
    assert [month["month"] for month in months] == list(range(1, 9))
    assert [month["season"] for month in months] == [0, 0, 0, 1, 1, 1, 2, 2]
    for name, deck in (("forest", FOREST), ("meadow", MEADOW)):
        assert len({month[name] for month in months}) == 8
        assert all(deck[month[name]].season == month["season"] for month in months)
    firsts = Counter(
        start(seed=seed).view()["table"]["month_cards"]["forest"]["card"] for seed in SEEDS
    )
    assert set(firsts) == {"forest-spring-1", "forest-spring-2", "forest-spring-3"}
    pairs = {
        (t["forest"]["card"], t["meadow"]["card"])
        for t in (start(seed=seed).view()["table"]["month_cards"] for seed in SEEDS)
    }
    assert len(pairs) == 9, "the two stacks are shuffled each on its own"


@pytest.mark.rule("CC-SET-5")
def test_a_short_game_leaves_out_one_spring_and_one_summer_card_of_each_stack() -> None:
    played: dict[str, Counter[str]] = {"forest": Counter(), "meadow": Counter()}
    for seed in range(12):
        months = told(finish(start(1, seed, length="short")), "month")
        assert [month["season"] for month in months] == [0, 0, 1, 1, 2, 2]
        for name in played:
            played[name].update(month[name] for month in months)
    for name, counts in played.items():
        assert counts[f"{name}-autumn-1"] == counts[f"{name}-autumn-2"] == 12
        for season in ("spring", "summer"):
            times = [counts[f"{name}-{season}-{n}"] for n in (1, 2, 3)]
            assert sum(times) == 24 and max(times) < 12, "any of the three may be left out"


@pytest.mark.rule("CC-SET-2")
def test_the_river_wheel_starts_in_any_of_its_positions() -> None:
    found = {start(seed=seed).view()["table"]["river"]["position"] for seed in SEEDS}
    assert found == set(BOX.river.ids) == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("CC-SET-4")
def test_the_top_month_cards_are_seen_by_all_and_give_the_spaces() -> None:
    table = start().view(None)["table"]
    forest, meadow = (table["month_cards"][name]["card"] for name in ("forest", "meadow"))
    shown = {space["place"]: space for space in table["spaces"]}
    for side, place in enumerate(("left", "right")):
        assert shown[f"forest-{place}"]["gain"] == FOREST[forest].gains[side].json
        assert shown[f"meadow-{place}"]["need"] == MEADOW[meadow].needs[side].json
    assert table["month_cards"]["forest"]["left"] == 7


@pytest.mark.rule("CC-SET-6", "CC-PLY-4")
def test_everything_is_in_the_supply_and_nobody_has_any_of_it() -> None:
    match = start(2)
    assert [own(match, seat) for seat in range(2)] == [{}, {}]
    assert not any(match.state.tokens[0])
    assert set(match.view()["table"]["seats"][0]["tokens"]) == {
        "wood", "stone", "grain", "mushroom", "yarn", "fruit", "coin", "book", "lesson",
    }  # fmt: skip


@pytest.mark.rule("CC-SET-7", "CC-SET-8", "CC-SET-10")
def test_the_decks_are_shuffled_four_comforts_and_six_improvements_lie_open() -> None:
    match = start(3)
    table = match.view(0)["table"]
    assert [card["card"] for card in table["nest"]] == nest(match) and len(nest(match)) == 4
    assert [rung["rung"] for rung in table["ladder"]] == [1, 2, 3, 4, 5, 6]
    size = {name: sum(card.count for card in getattr(BOX, name)) for name in DECKS}
    assert table["piles"]["comforts"] == size["comforts"] - 4 - 9
    assert table["piles"]["improvements"] == size["improvements"] - 6
    assert table["piles"]["travelers"] == size["travelers"] and table["traveler"] is None
    assert len({tuple(nest(start(seed=seed))) for seed in SEEDS}) > 50
    travelers = {kept(start(seed=seed)).state.traveler for seed in range(120)}
    assert travelers == {card.kind for card in BOX.travelers}


@pytest.mark.rule("CC-SET-11", "CC-RUL-4", "CC-TDY-8")
def test_the_first_early_bird_is_named_or_drawn_and_the_role_moves_on_to_the_left() -> None:
    assert {start(3, seed).view()["table"]["early"] for seed in SEEDS} == {0, 1, 2}
    for seat in range(3):
        match = finish(start(3, early_bird=seat + 1))
        birds = [month["early"] for month in told(match, "month")]
        assert birds == [(seat + month) % 3 for month in range(8)]
    assert {start(2, seed, early_bird=5).view()["table"]["early"] for seed in SEEDS} == {0, 1}
    for nobody in (6, -1, "random"):
        with pytest.raises(UnknownOption):
            start(3, early_bird=nobody)


def test_people_count_seats_from_1_where_they_name_one_too() -> None:
    [option] = [option for option in GAME.options if option.name == "early_bird"]
    assert option.parse("3") == 3 and option.choices[3] == "Seat 3"
    assert start(4, early_bird=option.parse("3")).view()["table"]["early"] == 2


@pytest.mark.rule("CC-SET-12", "CC-VIL-1")
def test_the_early_bird_rolls_the_village_dice_once_all_have_placed() -> None:
    match = kept(start(3, early_bird=2))
    while match.view()["table"]["step"] != "place":
        do(match, keys(match)[-1])
    assert match.state.village == [0, 0, 0, 0]
    for seat in range(3):
        while seat in match.to_act and match.question and match.question.kind == "place":
            assert not told(match, "village")
            match.act(seat, match.actions(seat)[0])
    rolled = told(match, "village")
    assert len(rolled) == 1 and rolled[0]["seat"] == 1
    assert rolled[0]["dice"] == match.view()["table"]["village"]
    assert all(1 <= value <= 6 for value in match.state.village)
    pool = match.view()["table"]["pool"]
    assert [die["face"] for die in pool[2:]] == match.state.village, "they lie on the Hill"


@pytest.mark.rule("CC-PLY-1", "CC-PLY-2")
def test_each_seat_is_a_family_with_its_four_cottages_on_the_home_board() -> None:
    table = start(4).view(0)["table"]
    assert len({family["id"] for family in table["families"]}) == 4
    for seat in table["seats"]:
        assert [cottage["bare"] for cottage in seat["cottages"]] == [False] * 4
        assert seat["workers"] == 4
        assert seat["points"]["cottages"] == 0


@pytest.mark.rule("CC-PLY-3")
def test_three_comforts_are_drawn_and_one_is_put_on_the_common_pile() -> None:
    match = start(3)
    assert match.to_act == (0, 1, 2)
    hands = [hand(match, seat) for seat in range(3)]
    assert [len(cards) for cards in hands] == [3, 3, 3]
    away = [hands[0][1], hands[1][0], hands[2][2]]
    match.act(1, f"discard:{away[1]}")
    assert match.view(0)["table"]["piles"]["discards"] == []
    match.act(0, f"discard:{away[0]}")
    match.act(2, f"discard:{away[2]}")
    assert match.view(0)["table"]["piles"]["discards"] == away
    for seat in range(3):
        hands[seat].remove(away[seat])
        assert hand(match, seat) == hands[seat]
        seen = match.view((seat + 1) % 3)["table"]
        assert seen["seats"][seat]["hand"] == 2 and seen["seats"][seat]["known"] == []
        assert [card["card"] for card in match.view(seat)["table"]["hand"]] == hands[seat]


@pytest.mark.parametrize(
    ("length", "seats", "expected"),
    [
        pytest.param("normal", 2, [0, 0], marks=pytest.mark.rule("CC-COIN-1")),
        pytest.param("normal", 3, [0, 0, 1], marks=pytest.mark.rule("CC-COIN-2")),
        pytest.param("normal", 4, [0, 0, 0, 0], marks=pytest.mark.rule("CC-COIN-3")),
        pytest.param("normal", 5, [0, 0, 0, 1, 1], marks=pytest.mark.rule("CC-COIN-4")),
        pytest.param("short", 2, [0, 0], marks=pytest.mark.rule("CC-COIN-5")),
        pytest.param("short", 3, [0, 0, 0], marks=pytest.mark.rule("CC-COIN-6")),
        pytest.param("short", 4, [0, 0, 1, 1], marks=pytest.mark.rule("CC-COIN-7")),
        pytest.param("short", 5, [0, 1, 1, 1, 1], marks=pytest.mark.rule("CC-COIN-8")),
    ],
)
@pytest.mark.parametrize("early", [0, 1])
def test_starting_coins(length: str, seats: int, expected: list[int], early: int) -> None:
    match = start(seats, length=length, early_bird=early + 1)
    coins = [own(match, (early + turn) % seats).get("coin", 0) for turn in range(seats)]
    assert coins == expected


@pytest.mark.rule("CC-COIN-9", "CC-INF-3", "CC-RUL-2", "CC-RUL-41")
def test_a_coin_goes_to_those_who_are_early_bird_less_often() -> None:
    for length, months in (("normal", 8), ("short", 6)):
        for seats in range(2, 6):
            often = Counter(month % seats for month in range(months))
            most = max(often.values())
            expected = tuple(int(often[seat] < most) for seat in range(seats))
            assert BOX.setup.coins[seats, length] == expected
            assert own(start(seats, length=length, early_bird=1), seats - 1) == (
                {"coin": 1} if expected[-1] else {}
            )


@pytest.mark.rule("CC-RUL-8")
def test_both_discard_piles_are_open_to_all() -> None:
    match = start(3)
    while match.state.month < 3:
        do(match, _idle(match))
    piles = match.view(None)["table"]["piles"]
    assert piles["discards"] == [BOX.comforts[card].id for card in match.state.discards]
    assert piles["scrapped"] == [BOX.improvements[card].id for card in match.state.scrapped]
    assert len(piles["discards"]) >= 5 and len(piles["scrapped"]) == 2


def _idle(match: Match) -> str:
    legal = keys(match)
    for key in ("give:hill", "ready", "assigned", "rest", "enough", "end", "pass"):
        if key in legal:
            return key
    return legal[0]


@pytest.mark.rule("CC-RUL-55")
def test_what_is_hidden_and_what_is_open() -> None:
    match = kept(start(3, seed=5))
    while match.view()["table"]["step"] != "place":
        do(match, _idle(match))
    match.act(0, "place:market")
    for viewer in (None, 1, 2):
        view = match.view_json(viewer).decode()
        assert '"workers":[0]' not in view, "workers not yet confirmed"
        table = match.view(viewer)["table"]
        assert table["seats"][0]["workers"] is None
        assert table["seats"][0]["hand"] == 2, "how many cards a hand has is open"
        assert isinstance(table["piles"]["comforts"], int), "decks are only counted"
        assert isinstance(table["piles"]["travelers"], int)
        assert table["month_cards"]["forest"]["left"] == 7
        assert table["seats"][0]["tokens"] == match.view(0)["table"]["seats"][0]["tokens"]
        assert table["family"] == match.view(0)["table"]["family"]
        if viewer is not None:
            assert [card["card"] for card in table["hand"]] == hand(match, viewer)
    assert match.view(None)["table"]["hand"] == []
