"""Trade: buying, selling, exchanging, discounts (CV-TRADE, CV-MKT, CV-RUL-55 to 58, 82, 83)."""

from __future__ import annotations

import pytest

from catvale.table import (
    BOX,
    CARD,
    Play,
    away,
    build,
    dice,
    got,
    have,
    hold,
    ids,
    lay,
    stand,
    unused,
)
from meowple.games.catvale.pieces.names import BOUGHT, BUILDINGS, ODDITIES, REROLL
from meowple.games.catvale.rules.market import fill
from meowple.games.catvale.state import State


def rich(fish: int = 20, seats: int = 2, **chosen: object) -> State:
    """A seat with Fish on a tile without any meaning."""
    s = lay(seats, **chosen)
    have(s, 0, fish=fish)
    return s


def on_market(s: State, row: int, *names: str) -> None:
    """Lay these cards face-up on the columns 2, 3 and 4 of a row."""
    for column, name in enumerate(names):
        place = 3 * row + column
        pile = (BUILDINGS, ODDITIES)[row]
        if CARD[name] in s.market:
            other = s.market.index(CARD[name])
            s.market[other], s.market[place] = s.market[place], s.market[other]
            continue
        s.stock[pile] = tuple(sorted((*s.stock[pile], s.market[place])))
        away(s, CARD[name])
        s.market[place] = CARD[name]


@pytest.mark.rule("CV-TRADE-1", "CV-TRADE-2", "CV-MKT-2", "CV-MKT-3", "CV-MKT-8", "CV-MKT-11")
@pytest.mark.rule("CV-EX-2", "CV-ASK-17")
def test_what_is_on_sale_and_its_prices() -> None:
    s = rich()
    s.shop = (1, 1, 1)
    paid = {}
    for key in Play(s.copy()).choices():
        if key.startswith("buy:"):
            play = Play(s.copy()).act(key).until("turn")
            paid[key] = 20 - play.s.goods[0][0]
    rows = {f"buy:{row}-{column}": fish for row in ("buildings", "oddities")
            for column, fish in ((1, 3), (2, 5), (3, 4), (4, 3))}  # fmt: skip
    basics = {f"buy:{name}": 3 for name in ("stick", "rag", "waste", "pebble")}
    tokens = {f"buy:{name}-token": 3 for name in ("reroll", "attack", "defence")}
    expected = rows | basics | tokens | {"buy:growth": 5}
    expected |= {"buy:die-1": 3, "buy:die-2": 4, "buy:die-3": 6}
    assert paid == expected


@pytest.mark.rule("CV-TRADE-4")
def test_each_purchase_sale_and_exchange_is_a_side_action() -> None:
    s = rich()
    have(s, 0, rag=2)
    hold(s, 0, "zoomies")
    for keys in (("buy:stick",), ("sell:zoomies",), ("exchange:rag-rag-stick",)):
        assert Play(s.copy()).act(*keys).s.side == 1


@pytest.mark.rule("CV-TRADE-5", "CV-MKT-16", "CV-TRADE-6", "CV-TRADE-7")
@pytest.mark.parametrize(
    ("kind", "key", "fish"),
    [
        ("flea-market", "buy:buildings-1", 2),
        ("flea-market", "buy:buildings-2", 4),
        ("flea-market", "buy:rag", 2),
        ("flea-market", "buy:growth", 5),
        ("haven", "buy:growth", 3),
        ("haven", "buy:die-3", 4),
        ("haven", "buy:rag", 3),
        ("black-market", "buy:reroll-token", 1),
        ("black-market", "buy:attack-token", 1),
        ("black-market", "buy:defence-token", 1),
        ("black-market", "buy:rag", 3),
    ],
)
def test_discounts_of_tiles(kind: str, key: str, fish: int) -> None:
    s = rich()
    s.shop = (0, 0, 1)
    stand(s, 0, "d4" if kind == "flea-market" else "d3", kind)
    have(s, 0, fish=fish - 1)
    assert not Play(s.copy()).can(key)
    have(s, 0, fish=fish)
    assert got(Play(s).act(key).until("turn").s, 0).get("fish", 0) in (0, 2)  # a Sale gives none


@pytest.mark.rule("CV-RUL-55", "CV-RUL-82", "CV-MKT-14")
def test_discounts_add_up_and_never_pay_out() -> None:
    s = rich(0)
    stand(s, 0, "d4", "flea-market")
    hold(s, 0, "haggle", "zoomies")
    play = Play(s).act("play:haggle")
    assert play.can("buy:rag") and not play.can("buy:buildings-2")
    play.act("buy:rag")
    assert got(play.s, 0) == {"rag": 1} and not play.can("buy:stick")  # it was for one purchase
    play.act("sell:zoomies")
    assert got(play.s, 0)["fish"] == 2  # what is sold brings what it always brings


@pytest.mark.rule("CV-RUL-82")
def test_a_mouse_is_no_fish_and_growth_can_be_bought_in_vain() -> None:
    s = rich(0)
    have(s, 0, mouse=9)
    assert "buy" not in Play(s).verbs()
    s = rich(5)
    for marker, slot in ((0, "grow-up"), (1, "h19")):
        s.paths[marker] = (BOX.tree.index[slot],)
    s.grown = 1
    play = Play(s).act("buy:growth")
    assert play.asked == "turn" and got(play.s, 0) == {}


@pytest.mark.rule("CV-TRADE-8", "CV-MKT-9", "CV-RUL-83", "CV-OPT-4", "CV-RUL-32")
def test_one_action_die_in_a_round_out_of_the_shop() -> None:
    s = rich()
    assert "buy:die-2" not in Play(s.copy()).choices()
    s.shop = (0, 2, 0)
    play = Play(s).act("buy:die-2")
    assert unused(play.s, 0) == [1, 2, 2, 3] and play.s.shop == (0, 1, 0)
    assert not any(key.startswith("buy:die") for key in play.choices())
    s = lay(2)
    have(s, 0, fish=4)
    s.shop, s.main = (0, 1, 0), True
    dice(s, 0)
    dice(s, 1, 1)
    play = Play(s).act("buy:die-2", "end", "discard:1", "end")
    assert play.seat == 0 and unused(play.s, 0) == [2]  # one more turn
    assert Play(rich(dice_shop="open")).can("buy:die-1", "buy:die-2", "buy:die-3")


@pytest.mark.rule("CV-MKT-4", "CV-MKT-5", "CV-RUL-57", "CV-RUL-22")
def test_gaps_stay_open_till_the_end_of_the_turn() -> None:
    s = rich()
    on_market(s, 0, "fish-stall", "laundry-line", "scrap-yard")
    s.main = True
    play = Play(s).act("buy:buildings-4")
    assert ids(play.s.market[:2]) == ["fish-stall", "laundry-line"] and play.s.market[2] == -1
    assert not play.can("buy:buildings-4")
    play.act("buy:buildings-1")  # a blind card slides nothing
    assert ids(play.s.market[:2]) == ["fish-stall", "laundry-line"]
    play.act("end")
    assert ids(play.s.market[1:3]) == ["fish-stall", "laundry-line"]
    assert play.s.market[0] not in (-1, CARD["scrap-yard"])


@pytest.mark.rule("CV-RUL-23")
def test_an_empty_deck_is_made_anew_of_its_discards() -> None:
    s = rich()
    s.discards[BUILDINGS] = s.stock[BUILDINGS][:2]
    s.stock[BUILDINGS] = ()
    s.market[0] = -1
    play = Play(s.copy()).act("buy:buildings-1")
    assert s.discards[BUILDINGS] and len(play.s.stock[BUILDINGS]) == 1
    assert play.s.discards[BUILDINGS] == () and play.s.renewed[BUILDINGS] == 1
    s.discards[BUILDINGS] = ()
    fill(s)
    assert s.market[0] == -1 and not Play(s).can("buy:buildings-1")  # the column stays open


@pytest.mark.rule("CV-MKT-7", "CV-RUL-58", "CV-RUL-87")
def test_a_token_bought_is_taken_without_showing_it() -> None:
    s = rich(8)
    play = Play(s).act("buy:attack-token")
    assert play.s.goods[0][BOUGHT[8]] == 1 and "attack-token" not in got(play.s, 0)
    event = next(e for e in play.match._events if e.kind == "bought-token")
    assert "item" not in event.seen_by(1).data and event.seen_by(0).data["item"] == "attack-token"
    shown = [play.match.view(viewer)["table"]["players"][0] for viewer in (0, 1)]
    assert [p["bought"] for p in shown] == [1, 1] and shown[1]["tokens"] is None
    assert shown[0]["tokens"]["attack-token"] == 1
    assert not any(key == "buy:movement-token" for key in play.choices())


@pytest.mark.rule("CV-MKT-7", "CV-TOK-1")
def test_an_open_token_is_used_before_a_face_down_one() -> None:
    s = rich()
    have(s, 0, reroll_token=1)
    s.goods[0][BOUGHT[REROLL]] = 1
    play = Play(s).act("token:reroll-token").until("turn")
    assert play.s.goods[0][REROLL] == 0 and play.s.goods[0][BOUGHT[REROLL]] == 1
    play.act("token:reroll-token").until("turn")
    assert play.s.goods[0][BOUGHT[REROLL]] == 0 and not play.can("token:reroll-token")


@pytest.mark.rule("CV-TRADE-3", "CV-MKT-10")
def test_two_basic_resources_buy_one_of_another_kind() -> None:
    s = rich(0)
    have(s, 0, rag=2, stick=1)
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("exchange")} == {
        "exchange:rag-rag-stick", "exchange:rag-rag-waste", "exchange:rag-rag-pebble",
        "exchange:stick-rag-waste", "exchange:stick-rag-pebble",
    }  # fmt: skip
    play.act("exchange:stick-rag-pebble")
    assert got(play.s, 0) == {"rag": 1, "pebble": 1}


@pytest.mark.rule("CV-TRADE-3", "CV-MKT-12", "CV-MKT-13", "CV-AMBI-1")
def test_any_number_of_cards_in_one_sale_but_no_ambition() -> None:
    s = rich(0)
    hold(s, 0, "zoomies", "rummage", "tutor")
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("sell")} == {
        "sell:zoomies", "sell:rummage", "sell:tutor",
    }  # fmt: skip
    play.act("sell:rummage")
    assert play.asked == "sell"
    play.act("sell:tutor", "enough")
    assert got(play.s, 0) == {"fish": 4} and ids(play.s.hand[0]) == ["zoomies"]
    assert play.s.side == 1 and CARD["tutor"] in play.s.discards[ODDITIES]


@pytest.mark.rule("CV-MKT-15", "CV-DECK-6", "CV-DECK-7", "CV-DECK-4")
def test_junk_boxes_and_sales_work_when_bought_other_cards_go_to_the_hand() -> None:
    s = rich(30)
    on_market(s, 1, "junk-box", "sale-shipwreck", "tutor")
    s.chance.cards = [CARD["tin-can"]]
    play = Play(s.copy()).act("buy:oddities-2")
    assert ids(play.s.hand[0]) == ["tin-can"] and CARD["junk-box"] in play.s.discards[ODDITIES]
    event = next(e for e in play.match._events if e.kind == "drew")
    assert "card" not in event.seen_by(1).data  # drawn without showing it
    play = Play(s.copy()).act("buy:oddities-3")
    assert got(play.s, 0) | {"fish": 0} == {"fish": 0, "stick": 2, "rag": 1}
    assert play.s.hand[0] == () and CARD["sale-shipwreck"] in play.s.discards[ODDITIES]
    play = Play(s).act("buy:oddities-4")
    assert ids(play.s.hand[0]) == ["tutor"]


@pytest.mark.rule("CV-RUL-87")
def test_a_card_bought_face_up_is_known_a_blind_one_is_not() -> None:
    s = rich(30, 3)
    on_market(s, 1, "tutor", "bard", "foreman")
    s.chance.cards = [CARD["cat-flap"]]
    play = Play(s).act("buy:oddities-2", "buy:oddities-1")
    hands = [play.match.view(v)["table"]["players"][0]["hand"] for v in (0, 1, 2, None)]
    assert (
        hands == [["tutor", "cat-flap"], ["tutor"], ["tutor"], ["tutor"]]
        or hands[1:] == [["tutor"]] * 3
    )


@pytest.mark.rule("CV-MKT-15")
def test_a_trade_fires_what_waits_for_trades_of_others() -> None:
    s = rich()
    build(s, 1, "fish-stall", "stallholder")
    play = Play(s).act("buy:stick", "buy:rag")
    assert got(play.s, 1) == {"fish": 1}  # once a Round
