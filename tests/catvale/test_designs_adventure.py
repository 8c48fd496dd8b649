"""Every design of the Adventure deck, those of both expansions among them."""

from __future__ import annotations

import pytest

from catvale.designs import (
    Sheet,
    attacked,
    basics,
    combat_of,
    drawn,
    employed,
    menu,
    rolled,
    spread,
    waiting,
)
from catvale.table import (
    BOX,
    CARD,
    SPACE,
    Play,
    away,
    build,
    dice,
    front,
    got,
    have,
    hold,
    ids,
    lay,
    stand,
    tile,
    where,
)
from meowple.games.catvale import GAME
from meowple.games.catvale.pieces.hexes import NEIGHBOURS
from meowple.games.catvale.pieces.names import MOUNTAIN
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.state import USED, State

sheet = Sheet()
play, never = sheet.play, sheet.never

COLUMNS = ("buy:buildings-3", "buy:buildings-4", "buy:buildings-2")


def paid_for(plays: Play, key: str) -> int:
    """The Fish that a purchase costs now."""
    plays.s.side_limit = plays.s.side + 1
    plays = Play(plays.s) if not plays.can(key) else plays
    before = plays.s.goods[0][0]
    plays.act(key)
    while plays.asked != "turn":
        plays.act("enough")
    return int(before - plays.s.goods[0][0])


# -- instant: read aloud and resolved -------------------------------------------------------------

INSTANT = [c.id for c in BOX.cards if c.deck == 0 and c.activation == "instant"]


@pytest.mark.parametrize("card", INSTANT)
@sheet.refuses(*INSTANT)
def test_an_instant_card_never_comes_to_a_hand(card: str) -> None:
    """It is resolved as it is drawn: there is no answer that would play or sell it."""
    assert f"play:{card}" not in GAME.actions and f"sell:{card}" not in GAME.actions
    s = spread(arena=True, litterbox=True, fish=5, each={"fish": 1})
    s.drew, s.turn, s.main = 0, 2, True
    dice(s, 2)
    s.chance.cards = [CARD[card]]
    play = Play(s).act("end").until("turn", say=("pass", "enough", "no", "option:2"))
    assert CARD[card] not in play.s.hand[0]


@sheet.plays("secret-tunnel")
def test_secret_tunnel() -> None:
    """A passage between two tiles, for every cat, a Mountain never among them."""
    plays = drawn()("secret-tunnel").act("end")
    assert plays.asked == "tile" and "tile:d2" not in plays.choices()  # a face-up Mountain
    plays.act("tile:d3")
    assert "tile:d3" not in plays.choices()  # two different ones
    plays.act("tile:e1")
    assert plays.can("passage:e1") and plays.can("passage:d1")  # it stands on a Portal as well
    plays.act("discard:1", "end")
    assert plays.seat == 1 and plays.can("passage:e1")


def under(token: str, seat: int) -> object:
    return lambda s: any(t.token == token and t.place == seat for t in s.tokens)


play("cathunt", drawn(), "", "seat:2", first="end", holds=under("cathunt", 1))
play("cathunt", drawn(), "", "seat:1", first="end", holds=under("cathunt", 0))
play("catshow-bow", drawn(), "2:points+a", "seat:2", first="end", holds=under("bow", 1))


@sheet.plays("cathunt", "catshow-bow", "golden-bell")
@pytest.mark.parametrize(
    ("token", "gain"), [("cathunt", [1, 0]), ("catshow-bow", [1, -1]), ("golden-bell", [1, -1])]
)
def test_whoever_beats_its_bearer_is_rewarded(token: str, gain: list[int]) -> None:
    s = spread(2, fish=1)
    if token == "golden-bell":
        front(s, 1, token)
        plays = Play(s)
    else:
        s.drew, s.turn, s.main = 0, 1, True
        s.dice[1] = (0, 0, 0)
        s.chance.cards = [CARD[token]]
        plays = Play(s).act("end", "seat:2")
    before = scores(plays.s)
    plays.s.chance.dice, plays.s.chance.faces = [3, 1], ["growth"]
    plays.act("attack:2-1", "enough")
    after = scores(plays.s)
    assert [b - a for a, b in zip(before, after, strict=True)] == gain
    assert token != "cathunt" or plays.s.tokens == ()


@sheet.plays("cat-fairy")
def test_cat_fairy() -> None:
    """Gathers there yield more, for everybody, until the Season ends."""
    plays = drawn(tile="old-ruins", each={"fish": 1}, faces=["nothing", "nothing"])("cat-fairy")
    plays.act("end")  # the only face-up tile of its kinds
    plays.act("gather:2", "end")
    assert got(plays.s, 0)["pebble"] == 2 + 1
    plays.act("gather:1")
    assert got(plays.s, 1)["pebble"] == 1 + 1
    assert plays.s.tokens[0].until == 4  # for the Season


play(
    "mountain-wakes",
    drawn(),
    "",
    "tile:d1",
    first="end",
    holds=lambda s: s.tiles[SPACE["d1"]] == 15,
)
play("grass-fire", drawn(), "", "tile:d4", first="end", holds=lambda s: s.fire == SPACE["d4"])


@sheet.refuses("mountain-wakes", "grass-fire")
def test_lava_and_fire_spare_backyards_and_mountains() -> None:
    for card in ("mountain-wakes", "grass-fire"):
        plays = drawn()(card).act("end")
        assert not {"tile:d7", "tile:g1", "tile:a1", "tile:d2"} & set(plays.choices())
    plays = drawn()("mountain-wakes").act("end")
    mountains = {space for space, each in enumerate(plays.s.tiles) if each == MOUNTAIN}
    for key in plays.choices():
        assert mountains & set(NEIGHBOURS[SPACE[key[5:]]])


play("jumping-trout", drawn(), "fish+a+b 2:fish+a 3:fish+a", first="end")


@sheet.plays("market-day")
def test_market_day() -> None:
    """A new market, and the next two cards cost 1 Fish less."""
    plays = drawn(fish=40, then=lambda s: stand(s, 0, "d4"))("market-day")
    old = list(plays.s.market)
    plays.act("end")
    assert all(new != before for new, before in zip(plays.s.market, old, strict=True))
    spent = [paid_for(plays, key) for key in COLUMNS]
    prices = [paid_for(Play(spread(fish=40, then=lambda s: stand(s, 0, "d4"))), k) for k in COLUMNS]
    assert spent == [prices[0] - 1, prices[1] - 1, prices[2]]


for fate, then in ((1, "fish-a 2:fish-a 3:fish-a"), (2, "movement-b 2:movement-b 3:movement-b")):
    play("sudden-storm", drawn(fates=[fate], each={"fish": 2, "movement": 2}), then, first="end")
play("sudden-storm", drawn(fates=[3]), "stick+c 2:rag+c 3:rag+c",
     "1>item:stick 2>item:rag 3>item:rag", first="end")  # fmt: skip
play("turning-leaves", drawn(round=1), "waste+a", "item:waste", first="end")
play("turning-leaves", drawn(round=3), "movement+b", first="end")
play("turning-leaves", drawn(round=5), "fish+c", first="end")
play("weather-vane", drawn(mood=2), "growth+a", first="end")
play("weather-vane", drawn(mood=-1), "attack-token+b", first="end")
play("weather-vane", drawn(), "fish+c", first="end")
play("high-water", drawn(tile="fish"), "stick+a 2:stick+a", "1>tile:d4 2>tile:e2", first="end",
     holds=lambda s: (where(s, 0), where(s, 1), where(s, 2)) == ("d4", "e2", "a1"))  # fmt: skip
play("high-water", drawn(), "", first="end")  # nobody on such a tile
play("stray-kitten", drawn(fish=1), "fish-a growth+b mood+c", "yes", first="end")
play("stray-kitten", drawn(fish=1), "fish+d mood-e", "no", first="end")
play("stray-kitten", drawn(), "fish+d mood-e", first="end")  # nothing to feed it with
play("caterwaul", drawn(), "growth+a fish+b", first="end")
play("purring-choir", drawn(), "growth+a fish+b", first="end")


@sheet.refuses("caterwaul", "purring-choir")
@pytest.mark.parametrize(
    ("card", "slot"), [("caterwaul", "chaos-c1"), ("purring-choir", "harmony-h1")]
)
def test_growth_for_one_marker_moves_no_other(card: str, slot: str) -> None:
    plays = drawn()(card).act("end")
    assert plays.choices() == [f"grow:{slot}", "enough"]


play("gossiping-magpie", drawn(then=lambda s: hold(s, 2, "zoomies")), "fish+a", "option:1 3>pass", first="end",
     holds=lambda s: s.notes[2] and s.notes[2][0].by == 1)  # fmt: skip
play("gossiping-magpie", drawn(), "fish+a", "option:2 seat:3", first="end",
     holds=lambda s: s.seen_ambition == [0, 0, 1])  # fmt: skip
play("toll-of-the-old-tom", drawn(each={"fish": 3}, then=lambda s: s.prestige.__setitem__(1, 3)),
     "2:fish-a fish+b 3:fish+b", first="end")  # fmt: skip
play("toll-of-the-old-tom", drawn(each={"fish": 3}), "", first="end")  # all tie: both at once
play("picnic-blanket", drawn(), "pebble+a 3:rag+a", "item:pebble seat:3 3>item:rag", first="end")
play("yowling-night", drawn(), "2:pride-a reroll-token+b", first="end")
play(
    "yowling-night", drawn(then=lambda s: s.pride.__setitem__(1, 1)), "reroll-token+b", first="end"
)
play("sunbeam-nap", drawn(), "growth+a", first="end")
play("sunbeam-nap", drawn(then=lambda s: s.pride.__setitem__(0, 1)), "pride+b", first="end")
for fate, then in ((1, "fish+a"), (2, "fish+b"), (3, "fish+c")):
    play("dropped-purse", drawn(fates=[fate]), then, first="end")
play("rustle-in-the-reeds", drawn(cards=["twin-kittens"], fates=[2]),
     "fish+1 2:fish+1 3:fish+1", first="end")  # fmt: skip
play("something-in-the-bin", drawn(cards=["tin-can"]), "hand+1", "option:1", first="end")
play("something-in-the-bin", drawn(), "waste+a", "option:2", first="end")
play("mouse-migration", drawn(tile="mouse-field"), "mouse+a 2:mouse+a", "no", first="end")
play("mouse-migration", drawn(), "mouse+b die-2-1", "yes die:2", first="end")
play("landslip", drawn(), "face-up+a pebble+b revealed+a", "tile:c3 tile:e3", first="end")  # fmt: skip


@sheet.plays("thick-fog")
def test_thick_fog() -> None:
    """No passage for anybody until the Round ends."""
    plays = Play(spread())
    assert "passage" in plays.verbs()
    plays = drawn()("thick-fog").act("end")
    assert "passage" not in plays.verbs() and ids(x.card for x in plays.s.front[0]) == ["thick-fog"]
    plays.act("discard:1", "end")
    assert plays.seat == 1 and "passage" not in plays.verbs()
    s = spread()
    front(s, 0, "thick-fog")
    s.round, s.dice = 1, [(1, 0, 0), (0, 0, 0), (0, 0, 0)]
    plays = Play(s).act("discard:1", "end").until("turn")
    assert plays.s.round == 2 and plays.s.front[0] == ()


@sheet.plays("truce-night")
def test_truce_night() -> None:
    """No Attack until the next turn of whoever drew it."""
    plays = drawn(seats=2, each={"fish": 1})("truce-night")
    assert "attack" in Play(spread(2, fish=1)).verbs()
    plays.act("end")
    assert "attack" not in plays.verbs() and plays.s.mood == BOX.cards[CARD["truce-night"]].mood
    plays = drawn(each={"fish": 1})("truce-night").act("end").act("discard:1", "end")
    assert plays.seat == 1 and "attack" not in plays.verbs()
    plays.act("discard:1", "end")
    assert plays.seat == 0 and "attack" in plays.verbs()
    assert plays.s.front[0] == ()


def dirty(s: State) -> None:
    """Seat 1 has a negative Building, seat 2 a sprayed one."""
    build(s, 0, "dog-kennel")
    build(s, 1, "milk-bar")
    s.plots[1] = (s.plots[1][0]._replace(spray=CARD["cat-pee"]),)


play("owl-inspector", drawn(then=dirty, each={"fish": 0}), "buildings-a 2:sprays-a 2:points+2 rag+a",
     "1>pick:dog-kennel 2>pick:milk-bar item:rag", first="end")  # fmt: skip
play("owl-inspector", drawn(then=dirty), "rag+a", "1>enough 2>enough item:rag", first="end")


def marked(*counts: int) -> object:
    def lay_markers(s: State) -> None:
        spaces = [n for n in SPACE if n not in ("d7", "g1", "a1", "d3")]
        for seat, count in enumerate(counts):
            for _ in range(count):
                s.marks[SPACE[spaces.pop()]] = seat

    return lay_markers


play("rent-day", drawn(then=marked(5, 2, 1)), "fish+2+d 2:fish+1", first="end")
play("rent-day", drawn(then=marked(11, 0, 0)), "fish+c+d", first="end")
play(
    "territorial-itch",
    drawn(),
    "marks+1",
    "tile:d4",
    first="end",
    holds=lambda s: s.marks[SPACE["d4"]] == 0,
)
play("golden-bell", drawn(), "", first="end")
play("show-ribbon", drawn(), "", first="end")
play("borrowed-collar", drawn(), "fish+a", first="end")


@sheet.refuses("show-ribbon", "borrowed-collar")
def test_trinkets_that_are_lost_again() -> None:
    s = spread(2, fish=1)
    front(s, 1, "show-ribbon")
    s.chance.dice, s.chance.faces = [3, 1], ["growth"]
    before = scores(s)[1]
    plays = Play(s).act("attack:2-1", "enough")
    assert scores(plays.s)[1] == before - 1 and plays.s.front[1] == ()
    assert CARD["show-ribbon"] in plays.s.discards[0]
    s = lay(2, round=2)
    front(s, 0, "borrowed-collar")
    s.dice = [(1, 0, 0), (0, 0, 0)]
    plays = Play(s).act("discard:1", "end").until("turn")
    assert plays.s.round == 3 and plays.s.front[0] == () and scores(plays.s)[0] == 0


# -- from the hand, in one's own turn -------------------------------------------------------------

play("zoomies", menu(), "movement+a")
play("rummage", menu(cards=["tin-can", "torn-net", "stink-bomb"]), "hand+b", "pick:torn-net",
     holds=lambda s: ids(s.hand[0]) == ["torn-net"] and len(s.under[3]) == 2)  # fmt: skip
play("cunning-plan", menu(), "side+a")
play("scratching-post", menu(goods={"stick": 1, "rag": 1}), "growth+c attack-token+d")
play("second-wind", menu(fish=1, fates=[3]), "die-3+1")
play(
    "fresh-thinking", menu(), "die-1-1 die-3+1", "die:action-1-1"
)  # the 1 twice: only that is left
play("fresh-thinking", menu(then=lambda s: dice(s, 0, 1, 1, 3)), "die-1-2 die-2+2",
     "die:action-1-1")  # fmt: skip
play("mushroom-hunt", menu(tile="forest"), "rag+1 stick+1", "item:rag item:stick")
play("mushroom-hunt", menu(), "rag+a", "item:rag")
play("paw-swipe", menu(then=lambda s: have(s, 1, pebble=1)), "pebble+a 2:pebble-a", "option:1")
play("paw-swipe", menu(then=lambda s: have(s, 1, fish=5)), "fish+b 2:fish-b", "option:2")
play("paw-swipe", menu(then=lambda s: hold(s, 1, "haggle")), "hand+c 2:hand-c", "option:3 2>pass",
     holds=lambda s: ids(s.hand[0]) == ["haggle"])  # fmt: skip
play("neighbourly-gift", menu(goods={"stick": 1}), "stick-a 3:stick+a growth+b", "seat:3")
play("old-map", menu(), "face-up+a revealed+a fish+b", "tile:c3 tile:d5")
play("old-map", menu(), "fish+b", "enough")
play("hedge-gap", menu(), "", "tile:c2", holds=lambda s: where(s, 0) == "c2")
play("hedge-gap", menu(), "", "stay", holds=lambda s: where(s, 0) == "d3")
play("war-paint", menu(), "attack+a")
play("winter-coat", menu(), "defence+a")
play("night-fishing", menu(tile="fish"), "fish+a+a")
play("helping-paw", menu(then=lambda s: (quest(s, "quest-beaver-deal"), have(s, 0, fish=4))),
     "fish-4 quest-steps+a", "quest:1-1")  # fmt: skip
play("barn-raising", menu(held=["smokehouse"], goods={"stick": 2, "waste": 1, "pebble": 2}),
     "hand-1 stick-2 waste-1 pebble-2 buildings+1 points+2 fish+2", "pick:smokehouse")  # fmt: skip
play("warm-milk", menu(then=lambda s: employ_used(s, "tutor", "foreman")), "",
     holds=lambda s: all(not plot.worker & USED for plot in s.plots[0]))  # fmt: skip
play("wash-the-post", menu(then=lambda s: s.marks.__setitem__(SPACE["d4"], 1)),
     "2:marks-1 marks+1", holds=lambda s: s.marks[SPACE["d3"]] == 0)  # fmt: skip
play("headhunter", menu(fish=3, then=lambda s: (build(s, 1, "old-mill", "tutor"), build(s, 0, "milk-bar"))),
     "2:workers-1 2:points-b workers+1 points+c")  # fmt: skip
play(
    "headhunter",
    menu(fish=3, then=lambda s: build(s, 1, "old-mill", "tutor")),
    "2:workers-1 2:points-b",
)
play("cat-pee", menu(then=lambda s: build(s, 2, "smokehouse")), "3:sprays+1 3:points-2")


def quest(s: State, name: str) -> None:
    """That Quest lies first."""
    if CARD[name] not in s.quests:
        away(s, CARD[name])
        s.stock[6] = tuple(sorted((*s.stock[6], s.quests[0])))
        s.quests[0] = CARD[name]
    elif s.quests[1] == CARD[name]:
        s.quests.reverse()


def employ_used(s: State, *workers: str) -> None:
    """Workers whose abilities have been used."""
    for host, worker in zip(("old-mill", "milk-bar"), workers, strict=False):
        build(s, 0, host, worker)
    s.plots[0] = tuple(plot._replace(worker=plot.worker | USED) for plot in s.plots[0])


@sheet.plays("cat-pee")
def test_cat_pee_can_be_washed_off_and_lasts_for_the_season() -> None:
    s = spread(2)
    hold(s, 0, "cat-pee")
    build(s, 1, "smokehouse")
    have(s, 1, fish=3)
    plays = Play(s).act("play:cat-pee", "discard:1", "end")
    assert scores(plays.s)[1] == 0 and plays.can("wash")
    plays.act("wash")
    assert scores(plays.s)[1] == 2 and got(plays.s, 1) == {}


@sheet.plays("cardboard-box")
def test_cardboard_box() -> None:
    """Nobody Attacks or robs its player, and no Encounter fights them, until their next turn."""

    def lay_out(s: State) -> None:
        hold(s, 1, "paw-swipe")
        have(s, 1, fish=2)
        s.main = True

    plays = menu(fish=3, then=lay_out)("cardboard-box")
    plays.act("play:cardboard-box")
    assert got(plays.s, 0) == {"fish": 2} and ids(x.card for x in plays.s.front[0]) == [
        "cardboard-box"
    ]
    plays.act("end")
    assert plays.seat == 1 and not any(k.startswith("attack:1") for k in plays.choices())
    plays.act("play:paw-swipe", "option:2")
    assert got(plays.s, 0) == {"fish": 2}
    plays.act("discard:1", "end").until("turn")
    plays.act("discard:1", "end")
    assert plays.seat == 0 and plays.s.front[0] == () and not plays.s.standing


@sheet.plays("haggle", "friends-in-low-places")
def test_cards_that_make_purchases_cheaper() -> None:
    def price(keys: tuple[str, str], *cards: str) -> list[int]:
        s = spread(fish=30)
        stand(s, 0, "d4")
        dice(s, 0, 1)
        s.shop = (1, 1, 0)
        hold(s, 0, *cards)
        plays = Play(s)
        for card in cards:
            plays.act(f"play:{card}")
        return [paid_for(plays, key) for key in keys]

    for keys, less in (
        (COLUMNS[:2], 1), (("buy:stick", "buy:rag"), 1), (("buy:growth", "buy:growth"), 2),
        (("buy:die-1", "buy:growth"), 2), (("buy:reroll-token", "buy:attack-token"), 2),
    ):  # fmt: skip
        one, other = price(keys)
        assert price(keys, "haggle") == [one - min(one, 3), other]
        assert price(keys, "friends-in-low-places") == [one - less, other - less]


@sheet.plays("prefab-hutch")
def test_prefab_hutch() -> None:
    """The next Building costs a Basic Resource less, which one is chosen."""
    plays = menu(
        held=["smokehouse", "old-mill"], fish=4, goods={"stick": 5, "waste": 1, "pebble": 2}
    )("prefab-hutch")
    plays.act("play:prefab-hutch", "play:smokehouse")
    assert plays.asked == "spare"
    plays.act("item:stick")
    assert got(plays.s, 0) == {"fish": 5, "stick": 4}
    assert not plays.can("play:old-mill")  # 3 Sticks, 1 Rag and 1 Pebble again


@sheet.plays("night-raid")
def test_night_raid() -> None:
    """This turn cats nearby may be Attacked, on their own Backyard tile too; nobody moves."""
    s = spread(fish=2)
    stand(s, 1, "d4")
    hold(s, 0, "night-raid")
    plays = Play(s)
    assert "attack" not in plays.verbs()
    plays.act("play:night-raid")
    assert plays.can("attack:2-3") and not plays.can("attack:3-3")
    s = spread(fish=2)
    s.at[0] = s.at[1] = SPACE["g1"]  # the home of the second
    hold(s, 0, "night-raid")
    plays = Play(s)
    assert "attack" not in plays.verbs()
    assert plays.act("play:night-raid").can("attack:2-3")


for card in ("zoomies", "rummage", "cunning-plan", "haggle", "friends-in-low-places", "cat-pee",
             "paw-swipe", "old-map", "hedge-gap", "barn-raising", "night-raid", "war-paint",
             "winter-coat", "fresh-thinking", "wash-the-post", "mushroom-hunt", "helping-paw",
             "prefab-hutch"):  # fmt: skip
    never(card, waiting(), "in the turn of another")
    never(card, combat_of("attacker"), "in a combat")
for card, short in (("cardboard-box", {}), ("headhunter", {"fish": 2}), ("second-wind", {}),
                    ("scratching-post", {"stick": 1}), ("scratching-post", {"rag": 1})):  # fmt: skip
    never(card, menu(goods=short), "for less than its cost")
never("neighbourly-gift", menu(goods={"mouse": 1}), "with nothing to give")
never("warm-milk", menu(then=lambda s: build(s, 0, "old-mill")), "without a Worker")
never("night-fishing", menu(tile="old-ruins"), "away from Fish")

# -- from the hand, at any time -------------------------------------------------------------------

play("home-turf-roar", combat_of("attacker"), "attack-total+a")
play("home-turf-roar", combat_of("defender"), "defence-total+a")
play("home-turf-roar", combat_of("defender", then=lambda s: s.marks.__setitem__(SPACE["d3"], 0)),
     "defence-total+b")  # fmt: skip
never("home-turf-roar", combat_of("bystander"), "in the combat of others")
never("home-turf-roar", menu(), "outside combat")
play("light-feet", menu(), "movement+a")
never("light-feet", combat_of("attacker"), "in a combat")
play("big-basket", menu(tile="old-ruins", fish=1, faces=["nothing"]),
     "fish-1 pebble+2+a die-2-1 main+1", first="gather:2+big-basket")  # fmt: skip
never("big-basket", menu(tile="mouse-field"), "without a Gather")
never("big-basket", menu(tile="fish"), "with Fishing", key="fish:1+")
for role in ("attacker", "defender", "bystander"):
    play("cucumber", combat_of(role), "defence-total-a")
    play("puffed-tail", combat_of(role), "defence-total+a")
    play("bared-claws", combat_of(role), "attack-total+a")
    more = "fish+b" if role == "bystander" else ""
    play("cheering-crowd", combat_of(role), f"attack-total+a {more}", "option:1")
    play("cheering-crowd", combat_of(role), f"defence-total+a {more}", "option:2")
    play(
        "crooked-yarn",
        combat_of(role, fates=(2, 1)),
        "attack-total+a",
        "option:1 die:fate-attacker",
    )
    play("crooked-yarn", combat_of(role, fates=(2, 1)), "attack-total-a", "option:2")
for card in ("cucumber", "puffed-tail", "bared-claws", "cheering-crowd", "crooked-yarn", "ninth-life",
             "hiss", "back-alley-exit", "no-you-dont", "sticky-paws", "fat-mouse", "boundary-stone",
             "big-basket"):  # fmt: skip
    never(card, menu(), "in the menu of a turn")


@sheet.plays("ninth-life")
def test_ninth_life() -> None:
    """2 Pride less are lost: 7 against 5 would cost 2, 8 against 5 three."""
    for fate, left in ((2, 3), (3, 2)):
        plays = combat_of("defender", fates=(fate, 1))("ninth-life")
        while plays.asked != "react":
            plays.act("pass")
        assert plays.seat == 0 and plays.can("play:ninth-life")
        plays.act("play:ninth-life")
        assert plays.s.pride[0] == left and CARD["ninth-life"] in plays.s.discards[0]


play("hiss", attacked(then=lambda s: have(s, 1, fish=3)), "2:fish-a", "2>yes",
     holds=lambda s: s.fight is not None)  # fmt: skip
play("hiss", attacked(then=lambda s: have(s, 1, fish=3)), "", "2>no",
     holds=lambda s: s.fight is None and s.spent[1] == 1)  # fmt: skip
play("hiss", attacked(), "", holds=lambda s: s.fight is None and s.pride == [3, 3, 3])
play("back-alley-exit", attacked(fish=1), "", "1>tile:d4",
     holds=lambda s: s.fight is None and where(s, 0) == "d4")  # fmt: skip
never("back-alley-exit", attacked(), "without its Fish")
never("hiss", combat_of("defender"), "once the dice are rolled")
play(
    "lucky-whisker", combat_of("bystander", fates=(1, 1, 3)), "attack-total+2", "die:fate-attacker"
)
play("lucky-whisker", menu(fates=[3]), "die-1-1 die-3+1", "die:action-1-1")


@sheet.plays("lucky-whisker", "crooked-yarn", "fortune-teller")
def test_cards_for_a_die_that_has_just_been_rolled() -> None:
    plays = rolled(fates=(1, 3))("lucky-whisker")
    assert plays.asked == "react"
    plays.act("play:lucky-whisker", "die:rolled").until("turn")
    assert got(plays.s, 0)["fish"] == 4  # the purse by a 3
    plays = rolled(fates=(1,))("crooked-yarn").act("play:crooked-yarn", "option:1").until("turn")
    assert got(plays.s, 0)["fish"] == 2
    plays = rolled(fates=(1, 3), then=lambda s: build(s, 0, "old-mill", "fortune-teller"))(
        "zoomies"
    )
    plays.act("use:fortune-teller", "die:rolled").until("turn")
    assert got(plays.s, 0)["fish"] == 4 and plays.s.plots[0][0].worker & USED


never("lucky-whisker", attacked(), "before anything is rolled")


@sheet.plays("no-you-dont")
@sheet.refuses("no-you-dont")
def test_no_you_dont() -> None:
    """What picks its player does nothing to them; without its Fish it may not be played."""
    for fish in (1, 0):
        s = spread(fish=0, held=["stink-bomb"], then=lambda s: build(s, 1, "smokehouse"))
        hold(s, 1, "no-you-dont")
        have(s, 1, fish=fish)
        plays = Play(s).act("play:stink-bomb", "option:1")
        assert plays.asked == "react" and plays.seat == 1
        assert plays.can("play:no-you-dont") is bool(fish)
        plays.act(plays.choices()[0]).until("turn")
        assert (plays.s.plots[1][0].spray < 0) is bool(fish) and got(plays.s, 1) == {}


play("change-of-stance", menu(), "die-3-1 die-2+1 defence-die+1", "die:3")
play("change-of-stance", attacked(), "die-3-1 die-2+1 defence-die+1", "die:3")
never("change-of-stance", combat_of("defender"), "once the dice are rolled")
for option, then in ((1, "stick+a 2:stick-a"), (2, "fish+b 2:fish-b"), (3, "hand+c 2:hand-c")):

    def beaten(card: str, option: int = option) -> Play:
        s = spread(2, fish=1, fates=(3, 1), faces=["growth"])
        have(s, 1, stick=1, fish=3)
        hold(s, 1, "haggle")
        hold(s, 0, card)
        plays = Play(s).act("attack:2-3")
        while not plays.can(f"play:{card}"):
            plays.act("enough" if plays.asked == "growth" else "pass")
        return plays

    play("sticky-paws", beaten, then, f"option:{option}")
play("fat-mouse", menu(tile="mouse-field"), "mouse+1+a die-3-1 main+1", first="hunt:3+fat-mouse")
play("second-look", menu(fates=[3, 1]), "die-1-1 die-3+1 defence-die-1",
     "die:action-1-1 die:defence-1")  # fmt: skip
play("second-look", menu(), "", "enough")
never("second-look", combat_of("attacker"), "in a combat")


@sheet.plays("second-look")
def test_second_look_in_planning() -> None:
    s = lay(2, round=1)
    s.dice = [(1, 0, 0), (0, 0, 0)]
    hold(s, 0, "second-look")
    s.chance.dice = [1, 1, 2, 2]
    plays = Play(s).act("discard:1", "end").until("plan")
    plays.s.chance.dice = [3]
    plays.match.act(0, "play:second-look")
    assert plays.asked == "reroll"
    plays.act("die:action-1-1", "enough")
    assert 3 in plays.s.rolled[0]


@sheet.plays("boundary-stone", "picket-fence")
def test_cards_that_count_more_tiles_in_the_territory_phase() -> None:
    def territory(marks: int, card: str = "", upgrade: str = "") -> int:
        s = lay(2, round=2)
        s.dice = [(1, 0, 0), (0, 0, 0)]
        for name in list(SPACE)[1 : marks + 1]:
            s.marks[SPACE[name]] = 0
        if card:
            hold(s, 0, card)
        if upgrade:
            build(s, 0, "old-mill", "", upgrade)
        before = scores(s)[0]
        plays = Play(s).act("discard:1", "end")
        if plays.asked == "react":
            plays.act(f"play:{card}")
        return scores(plays.until("grow").s)[0] - before

    assert [territory(n) for n in (0, 1, 2, 3)] == [0, 0, 0, 1]
    assert [territory(n, "boundary-stone") for n in (0, 1, 3, 4)] == [0, 1, 1, 2]
    assert [territory(n, upgrade="picket-fence") for n in (1, 2)] == [0, 1]


play("change-of-wind", menu(), "mood+a fish+b", "mood:harmony")
play("change-of-wind", menu(), "mood-a fish+b", "mood:chaos")
never("change-of-wind", combat_of("attacker"), "in a combat")

# -- Workers --------------------------------------------------------------------------------------

WORKERS = [c.id for c in BOX.cards if c.kind == "worker"]
for card in WORKERS:
    extra = {"arena": True} if card == "ringside-trainer" else {}
    play(card, menu(fish=1, then=lambda s: build(s, 0, "old-mill"), **extra), "")
    never(card, menu(then=lambda s: build(s, 0, "old-mill"), **extra), "without its fee")
    never(
        card, menu(fish=1, then=lambda s: build(s, 0, "pebble-tower"), **extra), "without a hammer"
    )

play("wandering-tinker", employed(goods={"stick": 1}), "stick-a rag+b", "item:rag",
     first="use:wandering-tinker", free=True)  # fmt: skip
play(
    "stray-bodyguard",
    combat_of("defender"),
    "defence-total+a",
    first="use:stray-bodyguard",
    free=True,
)
never("stray-bodyguard", combat_of("attacker"), "as attacker", key="use:")
play("alley-brawler", combat_of("attacker"), "attack-total+a", first="use:alley-brawler", free=True)
never("alley-brawler", combat_of("defender"), "as defender", key="use:")
play("barn-mouser", employed(tile="mouse-field"), "die-1-1 die-2+1", "die:action-1-1",
     first="use:barn-mouser", free=True)  # fmt: skip
never("barn-mouser", employed(), "away from the Mouse Field", key="use:")
play("path-finder", employed(), "movement+a", first="use:path-finder", free=True)
play("fortune-teller", employed(fates=[3]), "die-1-1 die-3+1", "die:action-1-1",
     first="use:fortune-teller", free=True)  # fmt: skip
play("kitten-nanny", employed(), "fish+b", first="use:kitten-nanny", free=True)
play("kitten-nanny", employed(then=lambda s: s.pride.__setitem__(0, 1)), "pride+a",
     first="use:kitten-nanny", free=True)  # fmt: skip
for fate, then in ((1, "waste+a"), (2, "stick+b"), (3, "rag+c")):
    play("hedge-gleaner", employed(fates=[fate]), then, first="use:hedge-gleaner", free=True)
play("errand-kitten", employed(fish=4, then=lambda s: quest(s, "quest-beaver-deal")),
     "fish-4+a quest-steps+1 side-1", first="quest:1-1", free=True)  # fmt: skip
play("town-crier", employed(), "mood-a fish+b", "mood:chaos", first="use:town-crier", free=True)

USED_ONCE = [c.id for c in BOX.cards if c.use and c.use.once and c.kind in ("worker", "upgrade")]


@pytest.mark.parametrize("card", USED_ONCE)
@sheet.refuses(*USED_ONCE)
def test_what_works_once_a_round_works_once(card: str) -> None:
    s = spread(2, arena=True, fish=9, each=basics(2), tile="mouse-field")
    design = BOX.cards[CARD[card]]
    build(s, 0, "old-mill", card) if design.kind == "worker" else build(s, 0, "old-mill", "", card)
    plot = s.plots[0][0]
    s.plots[0] = (
        plot._replace(worker=plot.worker | USED, upgrades=tuple(u | USED for u in plot.upgrades)),
    )
    plays = Play(s)
    assert not plays.can(f"use:{card}")
    plays.act("attack:2-1")
    if plays.asked == "fight" and plays.seat == 0:
        assert not plays.can(f"use:{card}")


# -- the Arena's and the Litterbox's --------------------------------------------------------------

play("arena-poster", menu(arena=True, then=lambda s: tile(s, "e4", "arena")), "fish+a", "tile:e4",
     holds=lambda s: where(s, 0) == "e4")  # fmt: skip
never("arena-poster", waiting(arena=True), "in the turn of another")
play("front-row-seats", drawn(arena=True), "fish+a", first="end")
play("front-row-seats", drawn(arena=True, then=lambda s: s.trophies.__setitem__(0, trophies(s, 2))),
     "fish+a+b+b", first="end")  # fmt: skip
play("front-row-seats", drawn(arena=True, then=lambda s: s.trophies.__setitem__(0, trophies(s, 6))),
     "fish+c", first="end")  # fmt: skip
play(
    "liniment",
    menu(arena=True, then=lambda s: s.pride.__setitem__(0, 1)),
    "pride+a defence-token+b",
)
never("liniment", combat_of("attacker", arena=True), "in a combat")


def trophies(s: State, number: int) -> tuple[int, ...]:
    """So many opponents of the Arena, out of their deck."""
    taken = s.stock[5][:number]
    s.stock[5] = s.stock[5][number:]
    return taken


@sheet.plays("liniment")
def test_liniment_after_a_lost_combat() -> None:
    plays = combat_of("defender", fates=(2, 1), faces=["growth"], arena=True)("liniment")
    while not (plays.asked == "react" and "play:liniment" in plays.choices(plays.seats[0])):
        plays.each("enough" if plays.asked == "growth" else "pass")
    before = plays.s.pride[0]
    plays.act("play:liniment")
    assert plays.s.pride[0] == min(3, before + 2) and plays.s.goods[0][9] == 1


@sheet.plays("crowd-favourite")
@sheet.refuses("crowd-favourite")
def test_crowd_favourite() -> None:
    """After one's own Duel, whatever its result: one more space of the track, and a Fish."""
    assert not menu(arena=True)("crowd-favourite").can("play:crowd-favourite")
    for fates in ((1, 1), (3, 1)):
        s = spread(2, arena=True, tile="arena", fish=1, fates=fates, cards=["sleepy-samson"])
        hold(s, 0, "crowd-favourite")
        plays = Play(s).act("duel:1")
        while not plays.can("play:crowd-favourite"):
            assert plays.asked != "turn"
            plays.act("pass" if "pass" in plays.choices() else plays.choices()[0])
        before, fish = plays.s.arena[0], plays.s.goods[0][0]
        plays.act("play:crowd-favourite")
        assert plays.s.arena[0] == before + 1 and plays.s.goods[0][0] >= fish + 1


SAND = {"litterbox": True}
play(
    "sand-in-the-paws",
    drawn(**SAND, each={"movement": 2}),
    "movement-a harvest+b",
    "option:1",
    first="end",
)
play(
    "sand-in-the-paws",
    drawn(**SAND, each={"movement": 2}),
    "movement-a pebble+c",
    "option:2",
    first="end",
)
play("sandstorm", drawn(**SAND, tile="great-sandbox", cards=["harvest-stick-1", "harvest-rag-1"]),
     "sand+a drawn+a 2:sand+a 2:drawn+a pebble+b", "tile:d4 tile:e2", first="end",
     holds=lambda s: (where(s, 0), where(s, 1)) == ("d4", "e2"))  # fmt: skip
play("buried-treasure", menu(**SAND, cards=["harvest-stick-1"]), "sand+a drawn+a")
play("buried-treasure", menu(**SAND, tile="great-sandbox", cards=["harvest-stick-1", "harvest-rag-1"]),
     "sand+b drawn+b")  # fmt: skip
never("buried-treasure", waiting(**SAND), "in the turn of another")
play("spare-scoop", menu(**SAND, tile="great-sandbox"), "harvest+2+a die-2-1 main+1", "option:1",
     first="dig:2 dig:done+spare-scoop")  # fmt: skip
play("spare-scoop", menu(**SAND, tile="great-sandbox", cards=["harvest-rag-1"]),
     "harvest+2 die-2-1 main+1 sand+b drawn+b", "option:2", first="dig:2 dig:done+spare-scoop")  # fmt: skip
play("spare-scoop", menu(**SAND, tile="great-sandbox", fish=3, cards=["harvest-rag-1", "harvest-rag-2"],
                         then=lambda s: setattr(s, "harvested", True)),
     "fish-3 main+1 sand+1+b drawn+1+b", "option:2", first="sift:3+spare-scoop")  # fmt: skip
never("spare-scoop", menu(**SAND), "without a Dig")
play("sieve-lesson", menu(**SAND, fish=2, cards=["harvest-rag-1", "harvest-rag-2", "harvest-rag-3"]),
     "3:sand+b 3:drawn+b sand+c drawn+c", "seat:3")  # fmt: skip
never("sieve-lesson", menu(**SAND, fish=1), "for less than its cost")

test_play, test_never = sheet.tests()
