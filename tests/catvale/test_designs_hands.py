"""Every design of the Junk and Starting decks, and every Harvest and Forest token."""

from __future__ import annotations

from typing import Any

import pytest

from catvale.designs import (
    Sheet,
    attacked,
    basics,
    combat_of,
    menu,
    numbers,
    rolled,
    spread,
    waiting,
)
from catvale.table import (
    BOX,
    CARD,
    SPACE,
    Play,
    build,
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
from meowple.games.catvale.rules import map as maps
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.state import USED

sheet = Sheet()
play, never = sheet.play, sheet.never

# -- Junk -----------------------------------------------------------------------------------------

play("bent-spoon", combat_of("attacker"), "attack-total+a")
never("bent-spoon", combat_of("defender"), "as defender")
never("bent-spoon", combat_of("bystander"), "in the combat of others")
play("rusty-lid", combat_of("defender"), "defence-total+a")
never("rusty-lid", combat_of("attacker"), "as attacker")
play("rotten-fish", menu(then=lambda s: have(s, 1, fish=2)), "fish+a+b 2:fish-b", "2>yes")
play("rotten-fish", menu(then=lambda s: have(s, 1, fish=2)), "fish+a 2:pride-c", "2>no")
play("rotten-fish", menu(), "fish+a 2:pride-c")  # with nothing to pay with
play("rotten-fish", menu(then=lambda s: s.pride.__setitem__(1, 1)), "fish+a")
play("rotten-fish", menu(then=lambda s: stand(s, 1, "d6")), "fish+a")  # nobody near
play("squeaky-toy", menu(), "fish+a")
never("squeaky-toy", combat_of("attacker"), "in a combat")
play("ball-of-yarn", menu(fates=[3, 3]), "die-1-1 die-2-1 die-3+2", "die:action-1-1 die:action-1-2")
play("ball-of-yarn", combat_of("bystander", fates=(1, 1, 2, 3)), "attack-total+2",
     "die:fate-attacker die:fate-attacker")  # fmt: skip
never("ball-of-yarn", attacked(), "before anything is rolled")
play("broken-umbrella", menu(), "movement+b", "tile:e1", holds=lambda s: where(s, 0) == "e1")
play("broken-umbrella", menu(), "movement+b", "stay")
play("tin-can", menu(), "waste+a")
play("torn-net", menu(), "fish+a", "option:1")
play("torn-net", menu(), "rag+b", "option:2")
for place in ("flea-market", "black-market", "haven"):
    play("shiny-button", menu(tile=place), "fish+b")
play("shiny-button", menu(), "fish+a")
play("half-a-medal", menu(), "reroll-token+a fish+b")
play("half-a-medal", menu(held=["half-a-medal"]), "hand-1 points+c")
play(
    "stink-bomb",
    menu(then=lambda s: build(s, 1, "smokehouse")),
    "2:sprays+1 2:points-2",
    "option:1",
)
play(
    "stink-bomb", menu(then=lambda s: s.marks.__setitem__(SPACE["d6"], 2)), "3:marks-1", "option:2"
)
play(
    "stink-bomb", menu(then=lambda s: s.marks.__setitem__(SPACE["d7"], 2)), "", "option:2"
)  # too far
play("wind-up-mouse", menu(), "movement-token+b fish+c", "seat:2 tile:e2 tile:e1",
     holds=lambda s: where(s, 1) == "e1")  # fmt: skip
play("wind-up-mouse", menu(), "movement-token+b fish+c", "seat:2 stay")
play("mystery-tin", menu(fates=[1]), "pride-a waste+b")
play("mystery-tin", menu(fates=[2]), "fish+c")
play("mystery-tin", menu(fates=[3]), "mouse+d fish+e")
play("mystery-tin", menu(fates=[1], then=lambda s: s.pride.__setitem__(0, 1)), "waste+b")
play("leaky-bucket", menu(litterbox=True), "harvest+a fish+b")
for option, total in ((1, "attack-total+a"), (2, "defence-total+a")):
    play("foam-paw", combat_of("bystander", arena=True), total, f"option:{option}")
never("foam-paw", menu(arena=True), "outside combat")
for card in ("rotten-fish", "broken-umbrella", "tin-can", "torn-net", "shiny-button", "half-a-medal",
             "stink-bomb", "wind-up-mouse", "mystery-tin"):  # fmt: skip
    never(card, waiting(), "in the turn of another")
    never(card, combat_of("defender"), "in a combat")
never("leaky-bucket", waiting(litterbox=True), "in the turn of another")


@sheet.plays("squeaky-toy")
def test_squeaky_toy_averts_the_fight_of_an_encounter() -> None:
    s = spread(3, fates=(1,), cards=["rustle-in-the-reeds", "grumpy-ginger-tom"])
    hold(s, 0, "squeaky-toy")
    s.drew, s.turn, s.main, s.dice[2] = 0, 2, True, (0, 0, 0)
    play = Play(s).act("end")
    assert play.asked == "react" and play.can("play:squeaky-toy")
    play.act("play:squeaky-toy").until("turn")
    assert got(play.s, 0)["fish"] == 2 and "fight" not in play.happened()


@sheet.plays("fleas")
@sheet.refuses("fleas")
def test_fleas() -> None:
    """Shown when drawn; a Fish less at Breakfast; passed on to a cat nearby once a Round."""
    s = spread(cards=["something-in-the-bin", "fleas"])
    s.drew, s.turn, s.main, s.dice[2] = 0, 2, True, (0, 0, 0)
    play = Play(s).act("end", "option:1")
    assert ids(lying.card for lying in play.s.front[0]) == ["fleas"] and play.s.hand[0] == ()
    assert "play:fleas" not in play.choices()
    assert play.can("use:fleas")
    play.act("use:fleas")  # the only cat nearby
    assert play.s.front[0] == () and ids(x.card & USED - 1 for x in play.s.front[1]) == ["fleas"]
    play.act("discard:1", "end")
    assert play.seat == 1 and not play.can("use:fleas")  # once a Round, whoever has them
    fish = []
    for itchy in (False, True):
        s = lay(2, turn=1)
        if itchy:
            front(s, 0, "fleas")
        have(s, 0, fish=1)
        s.dice, s.main = [(0, 0, 0)] * 2, True
        fish.append(Play(s).act("end").until("plan").s.goods[0][0])
    assert fish[0] - fish[1] == numbers(BOX.cards[CARD["fleas"]].text)["a"]
    s = lay(3)
    front(s, 0, "fleas")
    play = Play(s)
    if play.can("use:fleas"):  # with nobody near they stay
        play.act("use:fleas")
        assert ids(x.card & USED - 1 for x in play.s.front[0]) == ["fleas"]


# -- Starting -------------------------------------------------------------------------------------

play("family-heirloom", combat_of("attacker"), "attack-total+a")
play("family-heirloom", combat_of("defender"), "defence-total+a")
never("family-heirloom", combat_of("bystander"), "in the combat of others")
play("mothers-advice", menu(), "growth+a fish+b")
play("packed-lunch", menu(), "fish+a")
play("lucky-coin", menu(fates=[3, 3]), "die-1-1 die-2-1 die-3+2", "die:action-1-1 die:action-1-2")
play("lucky-coin", combat_of("attacker", fates=(1, 1, 3, 3)), "attack-total+2 defence-total+2",
     "die:fate-attacker die:fate-defender")  # fmt: skip
never("lucky-coin", attacked(), "before anything is rolled")
play("secret-path", menu(), "", "option:1 tile:d7", holds=lambda s: where(s, 0) == "d7")
play("secret-path", menu(), "", "option:1 tile:d4", holds=lambda s: where(s, 0) == "d4")
play("secret-path", menu(), "", "option:1 tile:g2", holds=lambda s: where(s, 0) == "g2")
play("secret-path", menu(), "movement+a", "option:2")
play("early-riser", menu(), "die-2+1")
play("grandmas-bucket", menu(), "rag+1 pebble+1", "item:rag item:pebble")
play("old-grudge", combat_of("attacker"), "attack-total+a")
play(
    "old-grudge",
    combat_of("attacker", then=lambda s: s.prestige.__setitem__(1, 1)),
    "attack-total+b",
)
never("old-grudge", combat_of("defender"), "as defender")
play("first-mark", menu(), "marks+2", "tile:d4",
     holds=lambda s: s.marks[SPACE["d3"]] == s.marks[SPACE["d4"]] == 0)  # fmt: skip
play("treasure-map", menu(goods=basics(0)), "face-up+a revealed+a rag+1 stick+1", "tile:d5 tile:b4")
play("treasure-map", menu(), "", "enough")
play("sealed-letter", menu(cards=["tutor", "bigger-bowl", "sale-timber"]), "hand+1",
     "seat:3 pick:tutor", holds=lambda s: s.seen_ambition == [0, 0, 1] and len(s.under[2]) == 2)  # fmt: skip
play(
    "sealed-letter",
    menu(cards=["tutor", "bigger-bowl", "sale-timber"]),
    "stick+3",
    "seat:2 pick:sale-timber",
)
play("mouse-on-a-string", menu(), "mouse+a")
for card in ("mothers-advice", "packed-lunch", "secret-path", "early-riser", "grandmas-bucket",
             "first-mark", "treasure-map", "sealed-letter", "mouse-on-a-string"):  # fmt: skip
    never(card, waiting(), "in the turn of another")
    never(card, combat_of("attacker"), "in a combat")


@sheet.refuses("secret-path")
def test_the_secret_path_leads_to_no_other_backyard() -> None:
    play = menu()("secret-path").act("play:secret-path", "option:1")
    assert "tile:g1" not in play.choices() and "tile:a1" not in play.choices()


@sheet.plays("childhood-friend")
@sheet.refuses("childhood-friend")
def test_childhood_friend() -> None:
    """The die of an Encounter counts as 3, and brings Fish; no other die."""
    s = spread(3, fates=(1,), cards=["rustle-in-the-reeds", "barn-queen"])
    hold(s, 0, "childhood-friend")
    s.drew, s.turn, s.main, s.dice[2] = 0, 2, True, (0, 0, 0)
    play = Play(s).act("end")
    assert play.can("play:childhood-friend")
    play.act("play:childhood-friend").until("turn")
    assert got(play.s, 0) == {"fish": 2, "mouse": 1} and play.s.mood == 1
    play = rolled(fates=(1,))("childhood-friend")
    assert play.asked == "react" and not play.can("play:childhood-friend")
    assert not menu()("childhood-friend").can("play:childhood-friend")


play("toy-spade", menu(litterbox=True, tile="great-sandbox", cards=["harvest-rag-1"]),
     "harvest+1+a die-1-1 main+1 sand+b drawn+b", first="dig:1 dig:done+toy-spade")  # fmt: skip
never("toy-spade", menu(litterbox=True), "without a Dig")

# -- Harvest tokens -------------------------------------------------------------------------------

SAND: dict[str, Any] = {"litterbox": True}
for item, name in (("stick", "Stick"), ("rag", "Rag"), ("waste", "Waste"), ("pebble", "Pebble")):
    for value in (1, 2, 3):
        card = f"harvest-{item}-{value}"
        assert name in BOX.cards[CARD[card]].text
        play(card, menu(**SAND), f"{item}+a")
        never(card, waiting(**SAND), "in the turn of another")
        never(card, combat_of("attacker", **SAND), "in a combat")
play("harvest-mouse", menu(**SAND), "mouse+a")
play("harvest-mouse", combat_of("bystander", **SAND), "mouse+a")
never("harvest-mouse", attacked(**SAND), "before the dice of a combat")
play("harvest-growth", menu(**SAND), "growth+a")
play("harvest-junk", menu(**SAND, cards=["tin-can"]), "hand+a")
play("harvest-attack", combat_of("bystander", **SAND), "attack-total+a")
play("harvest-defence", combat_of("attacker", **SAND), "defence-total+a")
play("harvest-movement", menu(**SAND), "movement+a")
play("harvest-reroll", menu(**SAND, fates=[3]), "die-1-1 die-3+1", "die:action-1-1")
play(
    "harvest-reroll",
    combat_of("attacker", **SAND, fates=(1, 1, 3)),
    "attack-total+2",
    "die:fate-attacker",
)
play(
    "harvest-territory",
    menu(**SAND),
    "marks+1",
    "tile:d4",
    holds=lambda s: s.marks[SPACE["d4"]] == 0,
)
for card in ("harvest-attack", "harvest-defence"):
    never(card, menu(**SAND), "outside combat")
for card in ("harvest-growth", "harvest-junk", "harvest-movement", "harvest-territory"):
    never(card, waiting(**SAND), "in the turn of another")
    never(card, combat_of("defender", **SAND), "in a combat")
never("harvest-reroll", attacked(**SAND), "before anything is rolled")


@sheet.plays("harvest-prestige", "harvest-mouse")
@sheet.refuses("harvest-prestige")
def test_the_prestige_token_is_shown_and_scored_at_once() -> None:
    s = spread(2, **SAND, cards=["harvest-prestige"])
    hold(s, 0, "buried-treasure")
    play = Play(s).act("play:buried-treasure")
    assert scores(play.s)[0] == numbers(BOX.cards[CARD["harvest-prestige"]].text)["a"]
    assert play.s.sand[0] == () and play.s.drawn[0] == 1
    assert "play:harvest-prestige" not in play.choices()
    play = rolled(**SAND, fates=(1,))("harvest-mouse")
    assert play.act("play:harvest-mouse").until("turn").s.goods[0][1] == 1


# -- Forest tokens --------------------------------------------------------------------------------

FOREST = [card.id for card in BOX.cards if card.id.startswith("forest-")]


def wood(token: str, **laid: Any) -> Play:
    """The first cat is about to step into a Forest with that token, as ``step:c2``."""
    s = spread(2, variant="adventure", **laid)
    tile(s, "c2", "forest")
    tile(s, "e2", "forest", but=["c2"])
    maps.refresh_tokens(s)
    have(s, 0, movement=3)
    s.chance.cards.insert(0, CARD[token])
    return Play(s)


@pytest.mark.parametrize(
    ("token", "then", "say"),
    [
        ("forest-junk", {"hand": 1}, ()), ("forest-growth", {"growth": 1}, ()),
        ("forest-basic-plus", {"pebble": 1}, ("item:pebble",)),
        ("forest-basic-minus", {"stick": -1}, ("item:stick",)),
        ("forest-fish-minus", {"fish": -1}, ()), ("forest-movement-minus", {"movement": -1}, ()),
        ("forest-encounter", {"fish": 1}, ()), ("forest-adventure", {"fish": 1}, ()),
    ],
)  # fmt: skip
@sheet.plays(*FOREST)
def test_a_forest_token_is_resolved_when_it_is_revealed(
    token: str, then: dict[str, int], say: tuple[str, ...]
) -> None:
    cards = {"forest-encounter": ["twin-kittens"], "forest-adventure": ["dropped-purse"]}
    fate = 1 if token == "forest-adventure" else 2
    more = {"stick": 1, "fish": 2, "rag": 1}
    play = wood(token, goods=more, cards=cards.get(token, ["tin-can"]), fates=[fate])
    assert play.s.forest >> SPACE["c2"] & 1
    before = {**{n: play.s.goods[0][i] for n, i in _items()}, "hand": 0, "growth": 0}
    play.act("step:c2")
    play.act(*say)
    grown = sum(e["points"] for e in play.events("growth"))
    while play.asked == "growth":
        play.act("enough")
    assert play.asked == "turn" and play.s.token_revealed
    after = {
        **{n: play.s.goods[0][i] for n, i in _items()},
        "hand": len(play.s.hand[0]),
        "growth": grown,
    }
    spent = before["movement"] - 1
    assert after.pop("movement") == spent + then.pop("movement", 0)
    before.pop("movement")
    assert {k: v - before[k] for k, v in after.items() if v != before[k]} == then
    assert not play.s.forest >> SPACE["c2"] & 1
    play.act("step:d3", "step:e2")
    assert play.s.forest >> SPACE["e2"] & 1  # one a turn


def _items() -> list[tuple[str, int]]:
    from catvale.table import ITEM

    return list(ITEM.items())


@pytest.mark.parametrize("token", FOREST)
@sheet.refuses(*FOREST)
def test_there_are_no_forest_tokens_in_the_controlled_variant(token: str) -> None:
    s = spread(2)
    tile(s, "c2", "forest")
    maps.refresh_tokens(s)
    have(s, 0, movement=3)
    s.chance.cards = [CARD[token]]
    play = Play(s).act("step:c2")
    assert play.asked == "turn" and play.s.forest == 0 and "forest-token" not in play.happened()
    assert "forest-growth" not in play.choices() and len(play.s.forest_pool) in (0, 27)


test_play, test_never = sheet.tests()
