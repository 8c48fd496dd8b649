"""Every design of the Flea Market: Buildings, Workers, Junk Boxes, Sales, Upgrades."""

from __future__ import annotations

from typing import Any

import pytest

from catvale.designs import Sheet, Start, combat_of, employed, menu, numbers, spread
from catvale.table import (
    BOX,
    CARD,
    ITEM,
    Play,
    away,
    build,
    dice,
    got,
    have,
    hold,
    lay,
    stand,
)
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.state import USED, State

sheet = Sheet()
play, never = sheet.play, sheet.never

# -- Buildings ------------------------------------------------------------------------------------


def site(short: str = "", **laid: Any) -> Start:
    """The Building in the hand of a player who can just pay for it, but for one of ``short``."""

    def start(card: str) -> Play:
        cost = BOX.cards[CARD[card]].cost.json()
        fish = laid.pop("fish", 1) - (short == "fish")
        goods = {item: number - (item == short) for item, number in cost.items()}
        return menu(goods=goods, fish=fish, **laid)(card)

    return start


JUNK = ("tin-can", "torn-net")
BUILDINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "fish-stall": ("fish+a growth+b", {}),
    "laundry-line": ("reroll-token+a movement-token+b", {}),
    "scrap-yard": ("hand+a", {"cards": JUNK}),
    "gravel-pit": ("defence-token+a reroll-token+b", {}),
    "signpost-inn": ("movement-token+a growth+b", {}),
    "smokehouse": ("fish+a", {}),
    "yarn-workshop": ("reroll-token+a", {}),
    "scrap-forge": ("attack-token+a", {}),
    "old-mill": ("hand+a", {"cards": JUNK}),
    "milk-bar": ("fish+a", {}),
    "pebble-tower": ("defence-token+a growth+b", {}),
    "tree-house": ("movement-token+a growth+b", {}),
    "cardboard-castle": ("reroll-token+a growth+b", {}),
    "hammock-terrace": ("growth+a", {}),
    "boathouse": ("movement-token+a growth+b", {}),
    "bath-house": ("growth+b reroll-token+c", {}),
    "watchtower": ("defence-token+a", {}),
    "catnip-greenhouse": ("growth+a", {}),
    "puppet-theatre": ("reroll-token+a", {}),
    "claw-academy": ("attack-token+a", {}),
    "moon-shrine": ("growth+a", {}),
    "tussle-pit": ("attack-token+a", {}),
    "lighthouse": ("reroll-token+a", {}),
    "grand-cattery": ("growth+a", {}),
    "carnival-tent": ("hand+a", {"cards": JUNK}),
    "town-hall": ("reroll-token+a growth+b", {}),
    "recycling-palace": ("mouse+a", {}),
    "sandcastle": ("sand+a drawn+a", {"cards": ("harvest-rag-1",), "litterbox": True}),
    "twig-nest": ("growth+a movement-token+b", {}),
    "rag-bed": ("growth+a reroll-token+b", {}),
    "pebble-ring": ("growth+a defence-token+b", {}),
    "box-den": ("hand+a attack-token+b", {"cards": JUNK}),
    "patchwork-hut": ("growth+a", {}),
}
NUISANCES = {
    "dog-kennel": "growth+b",
    "midnight-henhouse": "fish+c",
    "vacuum-garage": "reroll-token+b attack-token+c fish+d",
}

for card, (then, laid) in BUILDINGS.items():
    play(card, site(**laid), then)
    for item in ("fish", *BOX.cards[CARD[card]].cost.json()):
        never(card, site(item, **laid), f"without a {item}")
    never(card, site(then=lambda s: setattr(s, "side", 2), **laid), "without a Side Action")
for card, then in NUISANCES.items():
    play(card, site(), f"3:buildings+1 3:points+0 {then}", "seat:3")
    play(card, site(then=lambda s: s.prestige.__setitem__(2, 5)),
         f"3:buildings+1 3:points-a {then}", "seat:3")  # fmt: skip
    for item in ("fish", *BOX.cards[CARD[card]].cost.json()):
        never(card, site(item), f"without a {item}")
    never(card, site(then=lambda s: fenced(s, 1, 2)), "behind fences")


def fenced(s: State, *seats: int) -> None:
    """Nobody else can build in these Backyards."""
    for seat in seats:
        s.flat, s.pride[seat] = s.flat | 1 << seat, 0


@pytest.mark.parametrize("card", list(NUISANCES))
def test_its_host_may_pull_a_negative_building_down(card: str) -> None:
    design = BOX.cards[CARD[card]]
    s = lay(2)
    s.prestige[0] = 5
    build(s, 0, card)
    assert scores(s)[0] == 5 + design.prestige
    assert "pull-down" not in Play(s.copy()).choices()
    have(s, 0, **design.removal.json())
    play = Play(s).act("pull-down")
    assert scores(play.s)[0] == 5 and got(play.s, 0) == {} and play.s.plots[0] == ()


def test_its_text_names_what_pulling_down_costs() -> None:
    for card in NUISANCES:
        design = BOX.cards[CARD[card]]
        found = list(numbers(design.text).values())
        assert sorted(found[-len(design.removal.json()) :]) == sorted(
            design.removal.json().values()
        )


def breakfast(s: State) -> Play:
    """Play on to the Breakfast of the next Round."""
    s.dice = [(0, 0, 0)] * s.seats
    s.main = True
    return Play(s).act("end").until("plan")


def woken(card: str, host: str = "old-mill", pride: int = 3) -> dict[str, int]:
    """What a card in play adds to Breakfast."""
    seats = []
    for with_it in (False, True):
        s = lay(2, turn=1)
        have(s, 0, fish=1)
        s.pride[0] = pride
        design = BOX.cards[CARD[card]]
        if with_it and design.kind == "worker":
            build(s, 0, host, card)
        elif with_it and design.kind == "upgrade":
            build(s, 0, host, "", card)
        elif with_it:
            build(s, 0, card)
        play = breakfast(s)
        seats.append({**{n: play.s.goods[0][i] for n, i in ITEM.items()}, "pride": play.s.pride[0]})
    return {
        key: seats[1][key] - seats[0][key] for key in seats[0] if seats[1][key] != seats[0][key]
    }


@sheet.plays("fishmonger", "stallholder", "woodcutter", "seamstress", "stonemason", "bin-diver",
             "bigger-bowl", "cat-flap", "heated-blanket", "midnight-henhouse")  # fmt: skip
@pytest.mark.parametrize(
    ("card", "item", "which", "sign"),
    [
        ("fishmonger", "fish", "a", 1), ("stallholder", "fish", "a", 1),
        ("woodcutter", "stick", "a", 1), ("seamstress", "rag", "a", 1),
        ("stonemason", "pebble", "a", 1), ("bin-diver", "waste", "a", 1),
        ("bigger-bowl", "fish", "b", 1), ("heated-blanket", "pride", "b", 1),
        ("cat-flap", "movement", "b", 1), ("midnight-henhouse", "fish", "b", -1),
    ],
)  # fmt: skip
def test_what_comes_every_morning(card: str, item: str, which: str, sign: int) -> None:
    number = numbers(BOX.cards[CARD[card]].text)[which]
    assert woken(card, pride=1) == {item: sign * number}


def test_pride_that_is_full_stays_so() -> None:
    assert woken("heated-blanket") == {}


@sheet.plays("boathouse")
def test_the_boathouse_adds_to_every_catch() -> None:
    more = numbers(BOX.cards[CARD["boathouse"]].text)["c"]
    s = spread(2, tile="fish")
    build(s, 0, "boathouse")
    play = Play(s).act("fish:2", "end")
    assert got(play.s, 0)["fish"] == 4 + more
    play.act("fish:2")
    assert got(play.s, 1)["fish"] == 4  # only its owner's


@sheet.plays("bath-house", "fresh-paint")
@pytest.mark.parametrize(("card", "number"), [("bath-house", 2), ("fresh-paint", 1)])
def test_cards_that_clean_the_backyard(card: str, number: int) -> None:
    s = spread(2, fish=9, goods={"stick": 5, "rag": 5, "waste": 5, "pebble": 5})
    build(s, 0, "dog-kennel")
    build(s, 0, "milk-bar")
    s.plots[0] = (s.plots[0][0], s.plots[0][1]._replace(spray=CARD["cat-pee"]))
    hold(s, 0, card)
    play = Play(s).act(f"play:{card}")
    assert play.can("pick:dog-kennel", "pick:milk-bar", "enough")
    play.act("pick:dog-kennel")
    if number == 2:
        assert play.can("pick:milk-bar")
        play.act("pick:milk-bar")
    while play.asked != "turn":
        play.act("enough")
    assert sum(p.spray >= 0 for p in play.s.plots[0]) == 2 - number
    assert CARD["dog-kennel"] in play.s.discards[1]


# -- abilities of Buildings, Workers and Upgrades -------------------------------------------------

play(
    "watchtower",
    employed(),
    "face-up+1 revealed+1 fish+c",
    "tile:c3",
    first="use:watchtower",
    free=True,
)
never("watchtower", employed(then=lambda s: turn(s)), "twice in a Round", key="use:")


def turn(s: State) -> None:
    """The ability of the first Building is used up."""
    plot = s.plots[0][0]
    s.plots[0] = (plot._replace(building=plot.building | USED),)


@sheet.plays("stallholder")
def test_the_stallholder_profits_from_the_first_trade_of_another() -> None:
    s = spread(3, each={"stick": 6})
    build(s, 0, "old-mill", "stallholder")
    s.turn = 1
    more = numbers(BOX.cards[CARD["stallholder"]].text)["b"]
    play = Play(s).act("exchange:stick-stick-rag")
    assert got(play.s, 0)["fish"] == more
    play.act("exchange:stick-stick-rag")
    assert got(play.s, 0)["fish"] == more  # once a Round
    s = spread(3, each={"stick": 2})
    build(s, 0, "old-mill", "stallholder")
    assert "fish" not in got(Play(s).act("exchange:stick-stick-rag").s, 0)  # of others only


@sheet.plays("market-broker")
def test_the_market_broker() -> None:
    less = numbers(BOX.cards[CARD["market-broker"]].text)["a"]
    prices = []
    for used in (False, True):
        s = spread(2, fish=20)
        stand(s, 0, "d4")
        build(s, 0, "old-mill", "market-broker")
        play = Play(s)
        if used:
            play.act("use:market-broker")
        before = play.s.goods[0][0]
        play.act("buy:growth", "enough")
        middle = play.s.goods[0][0]
        play.act("buy:growth", "enough")
        prices.append((before - middle, middle - play.s.goods[0][0]))
    assert prices[1] == (prices[0][0] - less, prices[0][1])


@sheet.plays("foreman")
def test_the_foreman() -> None:
    s = spread(2, fish=1, goods={"stick": 1, "waste": 1, "pebble": 2}, held=["smokehouse"])
    build(s, 0, "old-mill", "foreman")
    play = Play(s)
    assert not play.can("play:smokehouse")  # 2 Sticks, 1 Waste and 2 Pebbles
    play.act("use:foreman", "play:smokehouse")
    assert got(play.s, 0) == {"fish": 2}


play("tutor", employed(fish=1), "fish-a growth+b", first="use:tutor", free=True)
never("tutor", employed(), "without its Fish", key="use:")
play("surveyor", employed(fish=1), "fish-a marks+1", first="use:surveyor", free=True)
never("surveyor", employed(), "without its Fish", key="use:")
play(
    "light-paw",
    employed(then=lambda s: have(s, 1, fish=5)),
    "fish+a 2:fish-a",
    first="use:light-paw",
    free=True,
)
play(
    "light-paw",
    employed(then=lambda s: have(s, 1, fish=1)),
    "fish+1 2:fish-1",
    first="use:light-paw",
    free=True,
)
play("light-paw", employed(then=lambda s: have(s, 2, fish=5)), "", first="use:light-paw", free=True)
play("lookout", employed(), "movement+b", "option:2", first="use:lookout", free=True)
play("secretary", employed(fish=1), "fish-a side+b", first="use:secretary", free=True)
never("secretary", employed(), "without its Fish", key="use:")


@sheet.plays("lookout")
def test_the_lookout_takes_the_prize_of_what_it_sees() -> None:
    s = spread(2)
    build(s, 0, "old-mill", "lookout")
    play = Play(s).act("use:lookout", "option:1")
    assert "tile:d5" in play.choices() and "tile:b4" not in play.choices()  # at most 2 tiles away
    tile = next(t for t in BOX.board.tiles if t.id == "sunny-meadow")
    play.act("tile:d5")
    assert play.s.turned_up[0] == 1 and (got(play.s, 0) != {} or tile is not None)


@sheet.plays("bard")
def test_the_bard() -> None:
    for fates, growth in (((3, 1), True), ((1, 3), False)):
        s = spread(2, fish=1, fates=fates, faces=["card"])
        build(s, 0, "old-mill", "bard")
        play = Play(s).act("attack:2-2")
        assert (play.asked == "growth" and play.seat == 0) is growth


# -- Junk Boxes and Sales -------------------------------------------------------------------------

SALES = {
    "sale-timber": "stick+a", "sale-offcuts": "rag+a", "sale-scrap": "waste+a", "sale-gravel": "pebble+a",
    "sale-house-clearance": "stick+a rag+b waste+c pebble+d", "sale-shipwreck": "stick+a rag+b",
    "junk-box": "hand+a",
}  # fmt: skip
PRICE = BOX.board.columns[2]


def on_sale(fish: int) -> Start:
    """The card lies in the third column."""

    def start(card: str) -> Play:
        s = spread(fish=fish, cards=JUNK)
        dice(s, 0, 1)
        away(s, CARD[card])
        s.stock[2] = tuple(sorted((*s.stock[2], *(c for c in (s.market[4],) if c >= 0))))
        s.market[4] = CARD[card]
        return Play(s)

    return start


for card, then in SALES.items():
    play(card, on_sale(PRICE), f"{then} fish-{PRICE} side-1", first="buy:oddities-3")
    never(card, on_sale(PRICE - 1), "for less than its price", key="buy:oddities-3")

# -- Upgrades -------------------------------------------------------------------------------------

UPGRADES: dict[str, tuple[str, dict[str, Any]]] = {
    "bigger-bowl": ("fish+a", {}),
    "scent-flask": ("growth+a", {}),
    "heated-blanket": ("growth+a", {}),
    "cat-flap": ("movement+a speed+b", {}),
    "second-floor": ("reroll-token+b", {}),
    "fresh-paint": ("", {}),
    "picket-fence": ("growth+a", {}),
    "work-bench": ("growth+a", {}),
    "window-perch": ("hand+a", {"cards": JUNK}),
    "claw-sharpener": ("attack-token+a", {}),
}


def upgrading(host: str = "old-mill", short: str = "", **laid: Any) -> Start:
    """The Upgrade in the hand of a player who has that Building and what it costs."""

    def start(card: str) -> Play:
        cost = BOX.cards[CARD[card]].cost.json()
        goods = {item: number - (item == short) for item, number in cost.items()}

        def lay_out(s: State) -> None:
            if host:
                build(s, 0, host)

        return menu(goods=goods, then=lay_out, **laid)(card)

    return start


for card, (then, laid) in UPGRADES.items():
    host = "pebble-tower" if card == "work-bench" else "old-mill"
    play(card, upgrading(host, **laid), then)
    never(card, upgrading("", **laid), "without a Building")
    never(card, upgrading("dog-kennel", **laid), "on a negative Building")
    for item in BOX.cards[CARD[card]].cost.json():
        never(card, upgrading(host, item, **laid), f"without a {item}")
never("work-bench", upgrading("old-mill"), "on a Building with a hammer")
never("work-bench", upgrading("twig-nest"), "on a Building of the Starting deck")


@sheet.plays("work-bench")
def test_a_work_bench_lets_a_building_employ() -> None:
    s = spread(2, fish=1)
    build(s, 0, "pebble-tower")
    hold(s, 0, "tutor")
    assert not Play(s.copy()).can("play:tutor")
    plot = s.plots[0][0]
    away(s, CARD["work-bench"])
    s.plots[0] = (plot._replace(upgrades=(CARD["work-bench"],)),)
    assert Play(s).can("play:tutor")


play("scent-flask", employed(), "marks+1 fish+b side-1 die-2-1 die-1+1", first="mark:2", free=True)
never("scent-flask", employed(tile="backyard"), "where no mark may be", key="mark:")


@sheet.plays("picket-fence")
def test_the_picket_fence_keeps_sprays_and_nuisances_out() -> None:
    s = spread(2, fish=1, held=["cat-pee", "dog-kennel"], goods={"stick": 1, "waste": 1})
    build(s, 1, "smokehouse", "", "picket-fence")
    play = Play(s)
    assert not play.can("play:dog-kennel")
    play.act("play:cat-pee")
    assert play.s.plots[1][0].spray < 0


play("window-perch", employed(then=lambda s: hold(s, 1, "zoomies")), "", "2>pass",
     first="use:window-perch", free=True, holds=lambda s: s.notes[1] and s.notes[1][0].by == 1)  # fmt: skip
play(
    "claw-sharpener", combat_of("attacker"), "attack-total+b", first="use:claw-sharpener", free=True
)
never("claw-sharpener", combat_of("defender"), "as defender", key="use:")

test_play, test_never = sheet.tests()
