"""Tidying up, final scoring, bonuses of comforts, the solo game."""

from __future__ import annotations

from itertools import product

import pytest

import meowple
from comforts.table import (
    BOX,
    COMFORT,
    TRAVELER,
    do,
    finish,
    finish_turn,
    hand,
    keys,
    kind,
    ladder,
    lay,
    made,
    nest,
    own,
    step,
    told,
)
from meowple import Match
from meowple.games.comforts import GAME
from meowple.games.comforts.pieces.effects import Way
from meowple.games.comforts.rules.scoring import arrange, points


def worth(*cards: str, seat: int = 0, **tokens: int) -> int:
    """What seat 0 scores with these comforts made and these tokens."""
    match = lay(step="over", month=8, made={0: cards}, tokens={0: tokens}, nest=[])
    return match.scores[seat]


# -- tidying up -------------------------------------------------------------------------------------


@pytest.mark.rule("CC-TDY-3")
def test_after_the_last_month_cards_the_game_ends_and_the_rest_is_skipped() -> None:
    match = lay(1, month=8, forest="forest-autumn-1", meadow="meadow-autumn-2", river=3)
    wheel, row, rungs = match.state.river, nest(match), ladder(match)
    finish_turn(match)
    assert match.over
    assert (match.state.river, nest(match), ladder(match)) == (wheel, row, rungs)
    assert not told(match, "tidied")
    short = lay(1, month=6, length="short", forest="forest-autumn-1", meadow="meadow-autumn-2")
    assert finish_turn(short).over


@pytest.mark.rule("CC-TDY-5", "CC-TDY-6", "CC-TDY-7")
def test_nest_ladder_and_traveler_change() -> None:
    match = lay(1, traveler="black-bear")
    row, rungs = nest(match), ladder(match)
    finish_turn(match)
    assert nest(match)[:3] == row[1:] and len(nest(match)) == 4
    assert [BOX.comforts[card].id for card in match.state.discards] == [row[0]]
    assert ladder(match)[:5] == rungs[1:] and len(ladder(match)) == 6
    assert [BOX.improvements[card].id for card in match.state.scrapped] == [rungs[0]]
    assert match.state.traveler != TRAVELER["black-bear"].kind
    assert TRAVELER["black-bear"].kind not in match.state.travelers


@pytest.mark.rule("CC-QCK-1")
def test_the_order_of_tidying_up() -> None:
    match = lay(2, turn=1, traveler="blue-jay", village=(1, 1, 1, 1))
    finish_turn(match)
    # First the traveler's effect, with the month cards of this month ...
    assert kind(match) == "jay" and not told(match, "tidied")
    do(match, "act:forest-left", "pass")
    # ... then month cards, wheel, nest, ladder, traveler, worm, told in one line.
    order = [e.kind for e in match.events() if e.kind in ("gathered", "tidied", "month")]
    assert order == ["gathered", "tidied", "month"]
    line = told(match, "tidied")[0]
    assert list(line) == ["river", "comfort", "improvement", "traveler", "early"]


# -- final scoring ----------------------------------------------------------------------------------


@pytest.mark.rule("CC-SCO-1", "CC-RUL-9", "CC-RUL-47")
def test_just_before_scoring_comforts_may_still_be_made_from_the_last_early_bird_on() -> None:
    match = lay(
        3, "final", month=8, early=2,
        hands={0: ["flute"], 2: ["flute", "pie"]},
        tokens={0: {"wood": 1, "coin": 1}, 2: {"wood": 1, "coin": 1}},
        nest=[],
    )  # fmt: skip
    assert match.to_act == (2,)
    assert keys(match) == ["make:flute", "end"]
    do(match, "make:flute", "end")
    assert match.to_act == (0,)
    do(match, "make:flute")
    assert match.over and made(match, 0) == ["flute"] == made(match, 2)


@pytest.mark.rule("CC-RUL-33")
def test_woodpecker_and_mole_no_longer_hold_for_the_last_comforts() -> None:
    for traveler, tokens in (
        ("pileated-woodpecker", {"coin": 1}),
        ("hairy-tailed-mole", {"wood": 1, "stone": 1}),
    ):
        turn = lay(
            1, "make", month=8, traveler=traveler, tokens={0: tokens}, hands={0: ["flute"]}, nest=[],
            forest="forest-autumn-1", meadow="meadow-autumn-1",
        )  # fmt: skip
        assert keys(turn) == ["make:flute", "end"]
        do(turn, "end")
        assert kind(turn) == "final" and keys(turn) == ["end"]
        assert turn.view(0)["table"]["traveler"]["card"] == traveler, "it is not discarded"
    stones = lay(step="over", month=8, traveler="hairy-tailed-mole", tokens={0: {"stone": 2}})
    assert stones.scores[0] == 0, "and stone is not turned into coins"


@pytest.mark.rule("CC-SCO-2")
def test_comforts_score_their_points_and_bonuses_whose_condition_is_met() -> None:
    assert worth("candles") == 5
    assert worth("preserves") == 4
    assert worth("preserves", "pantry") == 4 + 2 + 5


@pytest.mark.rule("CC-SCO-3")
def test_tokens_are_spread_to_score_most_each_on_one_card() -> None:
    # 2 wood, and one of each other: Hearth +2 for the wood, or Fairy Garden +8 with one of it.
    tokens = {"wood": 2, "stone": 1, "grain": 1, "mushroom": 1, "yarn": 1, "fruit": 1}
    assert worth("hearth", "fairy-garden", **tokens) == 6 + 4 + 8
    # 2 books: the Lamp's 7 beat the Bookshelf's 6; a third book goes to the shelf.
    assert worth("lamp", "bookshelf", book=2) == 4 + 6 + 7
    assert worth("lamp", "bookshelf", book=3) == 4 + 6 + 7 + 3
    assert worth("lamp", "bookshelf", book=1) == 4 + 6 + 3


@pytest.mark.rule("CC-SCO-3", "CC-SCO-4")
def test_no_other_arrangement_scores_more() -> None:
    """The scorer against every possible number of times for every way."""
    worth_of = (1, 2, 3)
    sets: list[tuple[dict[int, int], int, int]] = [
        ({0: 2}, 2, 9),
        ({2: 1, 3: 1, 5: 1}, 2, 9),
        ({0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1}, 8, 9),
        ({6: 1}, 2, 9),
        ({7: 1}, 3, 9),
        ({7: 2}, 7, 2),
        ({7: 1}, 4, 2),
    ]
    ways: tuple[Way, ...] = tuple((tuple(t.items()), p, n) for t, p, n in sets)
    for own_tokens in (
        (3, 1, 2, 2, 1, 2, 1, 3),
        (2, 0, 1, 1, 0, 1, 0, 2),
        (5, 2, 2, 3, 2, 2, 2, 4),
        (1, 1, 1, 1, 1, 1, 3, 5),
        (0, 0, 3, 3, 0, 3, 0, 1),
    ):
        best = 0
        for times in product(range(3), range(4), range(3), range(4), range(6), range(3), range(3)):
            left = list(own_tokens)
            total = 0
            for number, (tokens, each, _) in zip(times, sets, strict=True):
                total += number * each
                for token, n in tokens.items():
                    left[token] -= n * number
            if min(left) >= 0:
                best = max(best, total + left[6] + 2 * left[7] + sum(left[:6]) // 3)
        stored, left_over, uses = arrange(ways, own_tokens, worth_of)
        assert stored + left_over == best
        assert len(uses) == len(ways)


@pytest.mark.rule("CC-SCO-5", "CC-RUL-56")
def test_improvements_score_their_points_estates_too_for_the_builder() -> None:
    match = lay(step="over", month=8, built={0: ["orchard", "umbrella"]})
    own_points = points(match.state, 0)
    assert own_points.improvements == 2 + 3
    assert points(match.state, 1).total == 0


@pytest.mark.rule("CC-SCO-7", "CC-SCO-8", "CC-SCO-9", "CC-EX-29")
def test_left_over_tokens() -> None:
    assert worth(book=1) == 2 and worth(book=3) == 6
    assert worth(coin=1) == 1 and worth(coin=4) == 4
    assert worth(wood=2) == 0 and worth(wood=1, yarn=1, fruit=1) == 1 and worth(stone=5) == 1
    assert worth(book=3, coin=1, wood=2, grain=2) == 6 + 1 + 1
    assert worth(lesson=9) == 0


@pytest.mark.rule("CC-SCO-10", "CC-SCO-13")
def test_the_track_and_the_turned_boards_change_no_points() -> None:
    match = lay(step="over", month=8, tokens={0: {"coin": 57}}, built={0: ["umbrella"]})
    assert match.scores[0] == 57 + 3 + 1 > 50, "a score may pass the track's 50"
    seat = match.view(0)["table"]["seats"][0]
    assert seat["points"]["cottages"] == 1
    assert [cottage["bare"] for cottage in seat["cottages"]] == [True, False, False, False]


@pytest.mark.rule("CC-OVR-3", "CC-SCO-11")
def test_the_most_points_win() -> None:
    match = lay(step="over", month=8, tokens={0: {"coin": 3}, 1: {"coin": 5}, 2: {"book": 2}})
    assert match.over and match.scores == [3, 5, 4] and match.winners == [1]


@pytest.mark.rule("CC-SCO-12")
def test_tied_players_all_win() -> None:
    match = lay(step="over", month=8, tokens={0: {"coin": 4}, 1: {"coin": 1}, 2: {"book": 2}})
    assert match.winners == [0, 2]


@pytest.mark.rule("CC-QCK-2")
def test_the_sources_of_points() -> None:
    match = lay(
        step="over", month=8, made={0: ["hearth"], 1: ["stew"]}, built={0: ["herb-garden"]},
        tokens={0: {"wood": 2, "book": 1, "coin": 1, "stone": 3}},
    )  # fmt: skip
    assert points(match.state, 0)._asdict() == {
        "comforts": 6,
        "bonuses": 0,
        "stored": 2,
        "improvements": 1,
        "abilities": 1,
        "cottages": 1,
        "tokens": 2 + 1 + 1,
    }
    assert match.scores[0] == 15
    study = match.study()
    assert study is not None and study["rounds"] == 8
    assert study["seats"][0]["cards"] == {"comfort": ["hearth"], "improvement": ["herb-garden"]}
    assert sum(study["seats"][0]["points"].values()) == 15


@pytest.mark.rule("CC-EX-25", "CC-EX-26", "CC-EX-27", "CC-EX-30")
def test_the_example_of_41_points() -> None:
    match = lay(
        step="over", month=8,
        made={0: ["hearth", "bread", "soup"], 1: ["candles"], 2: ["lamp"]},
        built={0: ["writing-desk", "umbrella"]},
        tokens={0: {"wood": 4, "book": 3, "coin": 1, "stone": 2, "yarn": 1}},
    )  # fmt: skip
    alone = {card: worth(card) for card in ("hearth", "bread", "soup")}
    assert alone == {"hearth": 6, "bread": 4, "soup": 5}
    assert worth("hearth", wood=4) == 10
    assert worth("bread", "soup") == 6 + 5
    own_points = points(match.state, 0)
    assert own_points.improvements + own_points.abilities == (2 + 4) + 3
    assert own_points.cottages == 3
    assert own_points.tokens == 6 + 1 + 1
    assert match.scores[0] == 10 + 6 + 5 + 6 + 3 + 3 + 6 + 1 + 1 == 41


# -- bonuses of comforts ----------------------------------------------------------------------------


@pytest.mark.rule("CC-CARD-1", "CC-RUL-29")
def test_if_you_own_at_least_one_scores_once_for_each_card_that_shows_it() -> None:
    assert worth("flute", "mandolin", "mandolin") == 4 + 2 + 6 + 6
    assert worth("flute", "flute", "mandolin") == 2 * (4 + 2) + 6
    match = lay(
        step="make",
        made={0: ["flute"]},
        hands={0: ["flute"]},
        nest=[],
        tokens={0: {"wood": 1, "coin": 1}},
    )
    assert "make:flute" in keys(match), "any copies of a comfort may be made"


@pytest.mark.rule("CC-CARD-2")
def test_for_each_set_scores_for_every_complete_set() -> None:
    assert worth("hearth", wood=1) == 6
    assert worth("hearth", wood=5) == 6 + 2 * 2
    assert worth("pantry", grain=2, mushroom=2, fruit=3) == 5 + 2 * 2


@pytest.mark.rule("CC-CARD-3", "CC-CARD-11")
def test_exactly_these_tokens_score_for_exactly_that() -> None:
    assert worth("lamp") == 4
    assert worth("lamp", book=1) == 4 + 2, "one book is left over"
    assert worth("lamp", book=2) == 4 + 7
    assert worth("lamp", book=4) == 4 + 7 + 2 * 2, "the others lie elsewhere"
    assert worth("lamp", "lamp", book=4) == 2 * (4 + 7)


@pytest.mark.parametrize(
    ("card", "base", "other", "more"),
    [
        pytest.param("preserves", 4, "pantry", 2, marks=pytest.mark.rule("CC-CARD-4")),
        pytest.param("pot-of-tea", 4, "rocking-chair", 2, marks=pytest.mark.rule("CC-CARD-5")),
        pytest.param("flute", 4, "mandolin", 2, marks=pytest.mark.rule("CC-CARD-6")),
        pytest.param("rocking-chair", 5, "quilt", 2, marks=pytest.mark.rule("CC-CARD-7")),
        pytest.param("bread", 4, "soup", 2, marks=pytest.mark.rule("CC-CARD-8")),
        pytest.param("stew", 5, "bread", 2, marks=pytest.mark.rule("CC-CARD-13")),
        pytest.param("toboggan", 5, "muffler", 2, marks=pytest.mark.rule("CC-CARD-13")),
        pytest.param("ice-skates", 6, "socks", 2, marks=pytest.mark.rule("CC-CARD-13")),
    ],
)
def test_pairs(card: str, base: int, other: str, more: int) -> None:
    assert worth(card) == base
    assert worth(card, other) == base + more + worth(other)


@pytest.mark.rule("CC-CARD-6", "CC-CARD-8")
def test_points_of_the_other_halves() -> None:
    assert worth("mandolin") == 6 and worth("soup") == 5


@pytest.mark.rule("CC-CARD-9")
def test_pantry() -> None:
    assert worth("pantry") == 5
    assert worth("pantry", grain=1, mushroom=1, fruit=1) == 5 + 2
    assert worth("pantry", grain=2, mushroom=1) == 5 + 1, "no set, but three left over"


@pytest.mark.rule("CC-CARD-10")
def test_hearth() -> None:
    assert worth("hearth", wood=2) == 6 + 2 and worth("hearth", wood=4) == 6 + 4


@pytest.mark.rule("CC-CARD-12")
def test_pie_and_muffler_have_no_bonus() -> None:
    assert (worth("pie"), worth("muffler")) == (4, 5)
    assert not COMFORT["pie"].effects and not COMFORT["muffler"].effects


@pytest.mark.rule("CC-CARD-14")
def test_piggy_bank_and_bookshelf() -> None:
    assert worth("piggy-bank", coin=3) == 3 + 3 * 2
    assert worth("bookshelf", book=3) == 6 + 3 * 3


@pytest.mark.rule("CC-CARD-15")
def test_fairy_garden() -> None:
    six = dict.fromkeys(("wood", "stone", "grain", "mushroom", "yarn", "fruit"), 2)
    assert worth("fairy-garden", **six) == 4 + 2 * 8
    assert worth("fairy-garden", **{**six, "yarn": 1}) == 4 + 8 + 5 // 3
    assert worth("fairy-garden", **{**six, "yarn": 0}) == 4 + 10 // 3


@pytest.mark.rule("CC-CARD-16")
def test_board_game() -> None:
    assert worth("board-game") == 7
    assert worth("board-game", "toys") == 7 + 1 + 6
    assert worth("board-game", "board-game") == 2 * (7 + 1)
    assert worth("board-game", "board-game", "board-game", "toys", "toys") == 3 * (7 + 4) + 12


# -- solo -------------------------------------------------------------------------------------------


def alone(seed: int = 1, **options: object) -> Match:
    return meowple.new_match("comforts", 1, options, seed)


@pytest.mark.rule("CC-SOL-1", "CC-SOL-2", "CC-SOL-3", "CC-SOL-4")
def test_alone_some_cards_are_left_out() -> None:
    s = alone().state
    travelers = [BOX.travelers[card].id for card in s.travelers]
    improvements = [BOX.improvements[card].id for card in (*s.improvements, *s.ladder)]
    assert sorted(travelers) == sorted(card.id for card in BOX.travelers if card.solo)
    assert sorted(improvements) == sorted(card.id for card in BOX.improvements if card.solo)
    assert not set(travelers) & {"canada-lynx", "common-loon", "moose"}
    assert not set(improvements) & {
        "barrel-sauna",
        "guest-cottage",
        "herb-garden",
        "spinning-wheel",
        "writing-desk",
    }
    assert len(s.comforts) + 4 + 3 == sum(card.count for card in BOX.comforts), "all are there"
    match = finish(alone())
    assert match.over and match.winners == [0] and len(told(match, "month")) == 8


@pytest.mark.rule("CC-RUL-51")
def test_alone_no_coins_one_early_bird_and_both_lengths() -> None:
    for length, months in (("normal", 8), ("short", 6)):
        match = alone(length=length)
        assert own(match, 0) == {}
        finish(match)
        assert [month["early"] for month in told(match, "month")] == [0] * months


def titled(comforts: list[str], built: list[str], score: int, language: str = "pl") -> str:
    """The title for these cards, with coins up to that score."""
    cards = BOX.improvements
    solo = [card.id for card in cards if card.solo]
    match = lay(
        1, "final", month=8, made={0: comforts}, built={0: built}, hands={}, nest=[], ladder=[],
    )  # fmt: skip
    missing = score - match.scores[0]
    assert missing >= 0 and set(built) <= set(solo)
    match.state.tokens[0][6] = missing
    return title_of(match, language)


def title_of(match: Match, language: str = "pl") -> str:
    title: str = GAME.in_words(language).title(match.view(0)["table"]["title"])  # type: ignore[attr-defined]
    return title


FOOD = ["pie", "pie", "soup", "soup", "stew", "preserves"]


@pytest.mark.rule("CC-SOL-5", "CC-EX-31", "CC-RUL-53")
def test_the_title_of_the_example() -> None:
    comforts = [*FOOD, "candles", "toys"][1:]
    assert len(comforts) == 7
    cards = ["umbrella", "scale"]
    assert titled(comforts, cards, 50) == "Przepysznie zaopatrzony zwierz z lasu!"
    english = "Deliciously well-stocked beast from the forest!"
    assert titled(comforts, cards, 50, "en") == english
    best = titled(comforts, ["umbrella", "scale"], 76)
    assert best.endswith("Strefy Komfortu!") and best.count("!") == 1


@pytest.mark.rule("CC-SOL-6", "CC-RUL-52")
def test_question_one_the_type_made_most_and_the_player_chooses_among_tied_ones() -> None:
    firsts = {
        "clothing": (["socks"], "Milusio"),
        "food": (["pie"], "Przepysznie"),
        "light": (["candles"], "Błyskotliwie"),
        "outdoor": (["snowshoes"], "Rześko"),
    }
    for cards, word in firsts.values():
        assert titled(cards, [], 20).split()[0] == word
    match = lay(
        1, "final", month=8, made={0: ["pie", "socks", "candles", "candles", "pie"]}, nest=[]
    )
    assert kind(match) == "title" and keys(match) == ["word:food", "word:light"]
    do(match, "word:light")
    assert match.over and title_of(match).startswith("Błyskotliwie")
    none = lay(1, "final", month=8, made={0: ["toys"]}, nest=[])
    assert keys(none) == ["word:food", "word:clothing", "word:light", "word:outdoor"]
    assert none.scores[0] >= 0


@pytest.mark.rule("CC-SOL-7")
def test_question_two_how_many_comforts() -> None:
    words = [
        titled(["pie"] * min(n, 2) + ["soup"] * max(0, min(n - 2, 3)) + ["stew"] * max(0, min(n - 5, 3)) + ["bread"] * max(0, n - 8), [], 60).split()[1]
        for n in (1, 3, 4, 6, 7, 9, 10)
    ]  # fmt: skip
    assert words == [
        "oszczędny", "oszczędny", "przygotowany", "przygotowany",
        "zaopatrzony", "zaopatrzony", "rozpieszczony",
    ]  # fmt: skip


@pytest.mark.rule("CC-SOL-8")
def test_question_three_how_many_improvements() -> None:
    cards = ["umbrella", "scale", "tool-shed", "almanac"]
    words = [titled(["pie"], cards[:n], 40).split()[2] for n in range(5)]
    assert words == ["stwór", "stwór", "zwierz", "obywatel", "inżynier"]


@pytest.mark.rule("CC-SOL-9")
def test_question_four_the_score() -> None:
    bounds = {
        "z barłogu!": (5, 25),
        "z pól!": (26, 40),
        "z lasu!": (41, 55),
        "z wioski!": (56, 65),
        "z Klonowej Doliny!": (66, 75),
        "Strefy Komfortu!": (76, 120),
    }
    for end, scores in bounds.items():
        for score in scores:
            assert titled(["pie"], [], score).endswith(f"stwór {end}")


def test_a_comfort_is_made_from_the_hand_only_once() -> None:
    match = lay(
        1, "final", month=8, hands={0: ["pie"]}, tokens={0: {"grain": 4, "fruit": 4}}, nest=[]
    )
    do(match, "make:pie")
    assert hand(match, 0) == [] and step(match) == "over"
