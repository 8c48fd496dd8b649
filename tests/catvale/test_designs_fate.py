"""Every Encounter and every opponent of the Arena, branch by branch."""

from __future__ import annotations

from typing import Any

import pytest

from catvale.designs import Sheet, difference, met, numbers, sight, spread
from catvale.table import BOX, CARD, Play, build, dice, got, have, hold, where
from meowple.games.catvale import GAME
from meowple.games.catvale.pieces.names import GAME as GAME_LONG
from meowple.games.catvale.pieces.names import SAFE_FROM_ENCOUNTER
from meowple.games.catvale.state import USED, Standing, State

sheet = Sheet()

ENCOUNTERS = [card.id for card in BOX.cards if card.kind == "encounter"]


def meet(card: str, fate: int, changes: str, say: str = "", **laid: Any) -> None:
    """That Encounter with that Fate Die."""
    sheet.play(card, met(fate, **laid), changes, say, first="end")


def smelly(s: State) -> None:
    hold(s, 0, "cat-pee")


meet("lost-kitten", 1, "fish-a mood-b", each={"fish": 2})
meet("lost-kitten", 2, "movement-c reroll-token+d mood+e", "yes", goods={"movement": 1})
meet("lost-kitten", 2, "", "no", goods={"movement": 1})
meet("lost-kitten", 2, "")
meet("lost-kitten", 3, "growth+f mood+g")
meet("grumpy-ginger-tom", 2, "fish-d", "yes", fish=1)
meet("grumpy-ginger-tom", 3, "fish+e mood+f")
meet("one-eyed-pirate", 1, "fish-c mood-d", "1>pass", fish=2, held=["zoomies"])  # nothing shiny
meet("one-eyed-pirate", 2, "fish+f", "1>pass", held=["zoomies"])
meet("one-eyed-pirate", 2, "hand-1 mouse+e", "1>pass option:1 pick:tin-can", held=["tin-can"])
meet("one-eyed-pirate", 2, "", "1>pass option:2", held=["tin-can"])
meet("one-eyed-pirate", 3, "hand+g fish+h", cards=["torn-net"])
meet("fishwife-tabby", 1, "fish-a", fish=3)
meet("fishwife-tabby", 2, "stick-b fish+c", "yes", goods={"stick": 1})
meet("fishwife-tabby", 2, "")
meet("fishwife-tabby", 3, "fish+d mood+e")
meet("siamese-seer", 1, "hand-1 mood-a", "1>pass", held=["zoomies"])
meet(
    "siamese-seer",
    2,
    "",
    "seat:3",
)
meet("siamese-seer", 3, "reroll-token+b mood+c", "seat:2")
meet("persian-duchess", 1, "pride-a mood-c", "1>pass 1>pass", then=smelly)
meet("persian-duchess", 1, "fish-b mood-c", "1>pass", held=["zoomies"], fish=2)
meet("persian-duchess", 2, "fish-d growth+e", "yes", fish=2)
meet("persian-duchess", 2, "", "no", fish=2)
meet("persian-duchess", 3, "growth+f mood+g")
meet("sphynx-monk", 1, "movement-a mood+b", goods={"movement": 2})
meet("sphynx-monk", 2, "rag-c pride+2 growth+d mood+e", "yes",
     goods={"rag": 1}, then=lambda s: s.pride.__setitem__(0, 1))  # fmt: skip
meet("sphynx-monk", 2, "mood+e", "no", goods={"rag": 1})
meet("sphynx-monk", 3, "pride+2 defence-token+f mood+g", then=lambda s: s.pride.__setitem__(0, 1))
meet("maine-coon-ranger", 1, "mood-b", "2>tile:d4")
meet("maine-coon-ranger", 2, "face-up+1 revealed+1", "tile:c4")
meet("maine-coon-ranger", 3, "movement+d face-up+1 revealed+1 rag+1", "tile:d5")
meet("bobtail-pedlar", 1, "fish-a", "yes", fish=2)
meet("bobtail-pedlar", 1, "hand-1", "1>pass", held=["zoomies"])
meet("bobtail-pedlar", 3, "fish-c rag+1 stick+1", "yes item:rag item:stick", fish=1)
meet("bobtail-pedlar", 3, "")
meet("feral-shadow", 1, "mood-c", then=lambda s: setattr(s, "humiliated", 1))
meet("feral-shadow", 2, "fish-d", "yes", fish=2)
meet("feral-shadow", 3, "attack-token+e")
meet("station-master", 1, "fish-a", fish=1)
meet("station-master", 2, "fish-b", "yes tile:d6", fish=1)
meet("station-master", 2, "fish-b", "yes stay", fish=1)
meet("station-master", 2, "")
meet("station-master", 3, "movement-token+c", "tile:d4")
meet("twin-kittens", 1, "fish-a 2:fish+a", fish=2)
meet("twin-kittens", 2, "fish+b 2:fish+b 3:fish+b")
meet("twin-kittens", 3, "stick+c 3:rag+c mood+d", "item:stick seat:3 3>item:rag")
meet("barn-queen", 1, "mouse-a growth+b", "1>pass yes", goods={"mouse": 1})
meet("barn-queen", 1, "fish-c", "1>pass no", goods={"mouse": 1}, fish=3)
meet("barn-queen", 1, "fish-c", fish=3)
meet("barn-queen", 2, "mouse+d fish-e", "yes", fish=2)
meet("barn-queen", 3, "mouse+f")
meet("alley-gang", 2, "fish-e", "yes", fish=2)
meet("alley-gang", 3, "attack-token+f mood-g")
meet("library-cat", 1, "side-1")
meet("library-cat", 2, "fish-a hand+c", "yes pick:smokehouse", fish=2,
     cards=["smokehouse", "old-mill", "tree-house"])  # fmt: skip
meet("library-cat", 2, "")
meet("library-cat", 3, "growth+d mood+e")
meet("ships-cook", 1, "pride-a")
meet("ships-cook", 1, "", then=lambda s: s.pride.__setitem__(0, 1))
meet("ships-cook", 2, "waste-b fish+c", "yes", goods={"waste": 1})
meet("masked-burglar", 1, "stick-a mood-e", "yes item:stick", goods={"stick": 1, "rag": 1})
meet("masked-burglar", 2, "fish-f", fish=1)
meet("masked-burglar", 3, "rag+g 3:rag-g mood-h", then=lambda s: have(s, 2, rag=1))
meet("grey-matriarch", 1, "fish-a mood+b", fish=1)
meet("grey-matriarch", 2, "mood+c")
meet(
    "grey-matriarch",
    2,
    "buildings-1 mood+c",
    "pick:dog-kennel",
    then=lambda s: build(s, 0, "dog-kennel"),
)
meet("grey-matriarch", 3, "mouse-d points+e", "1>pass yes", goods={"mouse": 1})
meet("grey-matriarch", 3, "fish+f", "1>pass no", goods={"mouse": 1})
meet("grey-matriarch", 3, "fish+f")


@sheet.plays("siamese-seer", "maine-coon-ranger", "bobtail-pedlar", "ships-cook", "station-master")
def test_what_an_encounter_does_besides() -> None:
    play = met(2)("siamese-seer").act("end", "seat:3")
    assert play.s.seen_ambition == [0, 0, 1]
    play = met(1)("maine-coon-ranger").act("end")
    assert play.seat == 1 and "stay" not in play.choices()  # the one to the left moves it
    play.act("tile:d4")
    assert where(play.s, 0) == "d4"
    play = met(3)("maine-coon-ranger").act("end")
    assert "tile:d5" in play.choices() and "tile:b4" not in play.choices()  # at most 2 away
    play = met(2, fish=9)("bobtail-pedlar")
    row = play.s.market[3:]
    play.act("end")
    assert sorted(play.s.discards[2]) == sorted(row) and -1 not in play.s.market
    assert sum(entry.amount for entry in play.s.standing) == 1
    s = met(3, then=lambda s: build(s, 0, "old-mill", "tutor"))
    play = s("ships-cook")
    plot = play.s.plots[0][0]
    play.s.plots[0] = (plot._replace(worker=plot.worker | USED),)
    play.act("end")
    assert not play.s.plots[0][0].worker & USED and got(play.s, 0)["fish"] == 2
    play = met(2, fish=1)("station-master").act("end", "yes")
    assert "tile:d4" not in play.choices() and "tile:d6" in play.choices()


FIGHTS: dict[tuple[str, int], tuple[str, str, str]] = {
    # (Encounter, Fate): (numbers of its text for its strength, a win, a loss besides Pride)
    ("grumpy-ginger-tom", 1): ("a", "fish+b mood-c", "mood-c"),
    ("grumpy-ginger-tom", 2): ("a", "fish+b", ""),
    ("one-eyed-pirate", 1): ("a", "hand+b mood-d", "hand-1 mood-d"),
    ("feral-shadow", 1): ("a", "points+b mood-c", "mood-c"),
    ("feral-shadow", 2): ("a", "points+b", ""),
    ("alley-gang", 1): ("a", "rag+b mood-d", "fish-c mood-d"),
    ("alley-gang", 2): ("a", "rag+b", ""),
    ("masked-burglar", 1): ("b", "rag+c fish+d mood-e", "mood-e"),
}


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize(("card", "fate"), list(FIGHTS))
@sheet.plays(*(card for card, _ in FIGHTS))
def test_an_encounter_that_fights(card: str, fate: int, won: bool) -> None:
    """Its strength and its Fate Die against the Defence of the drawer; what a win and a loss bring."""
    text = BOX.cards[CARD[card]].text
    strength, win, loss = FIGHTS[card, fate]
    held = ["tin-can"] if card == "one-eyed-pirate" else []
    laid: dict[str, Any] = {"held": held, "cards": ["torn-net", "mystery-tin"], "each": {"fish": 1}}
    own = 3 if won else 1
    play = met(fate, fates=(4 - own, own), **laid)(card)
    play.s.defence[0] = 3 if won else 1
    play.s.drew = 0b110  # nobody draws when the turn ends with it
    before = sight(play)
    play.act("end")
    while play.asked != "turn" and play.match.to_act:
        for seat in play.seats:
            keys = play.choices(seat)
            said = next(
                k
                for k in ("no", "pass", "enough", "pick:tin-can", "item:rag", keys[0])
                if k in keys
            )
            play.match.act(seat, said)
    fights = play.events("fight")
    assert [e["strength"] for e in fights] == [numbers(text)[strength]]
    attack, defence = (play.events("decided")[0][k] for k in ("attack", "defence"))
    assert (attack, defence) == (numbers(text)[strength] + 4 - own, 2 + play.s.defence[0] + own)
    assert (defence >= attack) is won
    after = sight(play)
    expected = difference(win if won else loss, text, before)
    if not won:
        lost = min(attack - defence, before["1:pride"])
        expected["1:pride"] = -lost
        if lost == 3:  # Humiliated: home, a Reroll, and a Prestige less, of which there is none
            expected |= {"1:flat": 1, "1:reroll-token": 1}
    changed = {k: after[k] - before[k] for k in after if after[k] != before[k]}
    for key in ("1:die-1", "1:die-2", "1:die-3", "main", "side"):
        changed.pop(key, None)  # of a turn that may have ended with it
    assert changed == {k: v for k, v in expected.items() if v}


@pytest.mark.parametrize("card", ENCOUNTERS)
@sheet.refuses(*ENCOUNTERS)
def test_an_encounter_is_in_nobodys_hand_and_goes_under_its_deck(card: str) -> None:
    assert f"play:{card}" not in GAME.actions and f"pick:{card}" not in GAME.actions
    play = (
        met(3, each={"fish": 9})(card)
        .act("end")
        .until("turn", say=("pass", "no", "enough", "stay"))
    )
    assert [known.card for known in play.s.under[4]] == [CARD[card]]


@pytest.mark.parametrize("card", [c for c, _ in FIGHTS])
@sheet.refuses(*(c for c, _ in FIGHTS))
def test_an_encounter_does_not_fight_a_cat_in_a_box(card: str) -> None:
    def safe(s: State) -> None:
        s.standing = (Standing("rule", SAFE_FROM_ENCOUNTER, 1, 1, GAME_LONG, 0),)

    play = met(1, then=safe, held=["tin-can"])(card).act("end").until("turn")
    assert "fight" not in play.happened() and play.s.pride[0] == 3


# -- opponents ------------------------------------------------------------------------------------

OPPONENTS = [card.id for card in BOX.cards if card.kind == "opponent"]
REWARDS = {
    "tin-can-terror": ("fish+c", "hand+d"),
    "brass-betty": ("attack-token+c reroll-token+d", "rag+1 stick+1"),
    "hurricane-hugo": ("growth+c", "fish+d"),
    "widow-of-rat-lane": ("mouse+c fish+d", "growth+e"),
    "sleepy-samson": ("fish+c", "defence-token+d fish+e"),
    "granny-thistle": ("growth+c pride+d", "hand+e"),
    "iron-whisker": ("rag+1 stick+1", "growth+d"),
    "the-wall": ("mouse+c reroll-token+d", "growth+e"),
    "masked-stranger": ("fish+c", "rag+1 stick+1"),
    "the-promoter": ("growth+d attack-token+e", "hand+f"),
    "mirror-cat": ("growth+c", "mouse+d fish+e"),
    "the-juggler": ("fish+c", "growth+d reroll-token+e"),
}


def duel(
    card: str, *, won: bool, option: int = 1, die: int = 3
) -> tuple[Play, dict[str, int], dict[str, int]]:
    """A Duel that is won by 2 or more, or lost by as much as comes of it, with that reward."""
    design = BOX.cards[CARD[card]]
    attacks = design.style == "careful" or card == "mirror-cat"
    mine, theirs = (3, 1) if won else (1, 3)
    fates = (mine, theirs) if attacks else (theirs, mine)
    if card == "the-juggler":
        fates = (3 if won else 2,)
    s = spread(
        2, arena=True, tile="arena", fish=4, fates=fates, cards=[card, "torn-net", "tin-can"]
    )
    s.pride[0] = 1 if won and card == "granny-thistle" else 3
    s.defence[0] = 3 if won else 1
    dice(s, 0, 1, 2, 3)
    play = Play(s)
    before = sight(play)
    play.act(f"duel:{die}")
    items = iter(("item:rag", "item:stick"))
    while play.asked not in ("turn", "over"):
        keys = play.choices()
        if play.asked == "reward":
            play.act(f"option:{option}")
        elif play.asked == "option":  # the Stranger: be attacked
            play.act("option:2")
        elif play.asked == "pay":
            play.act("no")
        elif play.asked == "item":
            play.act(next(items))
        else:
            play.act(next(k for k in ("pass", "enough") if k in keys))
    return play, before, sight(play)


@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize("card", OPPONENTS)
@sheet.plays(*OPPONENTS)
def test_a_beaten_opponent_gives_the_reward_that_is_chosen(card: str, option: int) -> None:
    design = BOX.cards[CARD[card]]
    play, before, after = duel(card, won=True, option=option)
    then = REWARDS[card][option - 1]
    expected = difference(f"{then} fish-1 die-3-1 main+1 duels+1", design.text, before)
    expected["mood"] = design.mood
    decided = play.events("decided")
    letters = "bc" if card == "the-promoter" else "ab"
    said = numbers(design.text)
    strength, pride = said[letters[0]], said[letters[1]]
    if card == "mirror-cat":
        strength += 2  # the Attack dial of the player
    if decided:
        (result,) = decided
        totals = (result["attack"], result["defence"])
        assert strength + 1 in totals and result["winner"] == 0
        if abs(totals[0] - totals[1]) >= pride:  # Humiliated
            expected |= {"1:trophies": 1, "1:points": 1}
    else:
        assert card == "the-juggler"
    assert {k: after[k] - before[k] for k in after if after[k] != before[k]} == {
        k: v for k, v in expected.items() if v
    }


@pytest.mark.parametrize("card", OPPONENTS)
@sheet.refuses(*OPPONENTS)
def test_without_a_fish_there_is_no_duel_and_without_a_win_no_reward(card: str) -> None:
    s = spread(2, arena=True, tile="arena", cards=[card])
    assert "duel" not in Play(s).verbs()
    play, before, after = duel(card, won=False, die=1)
    assert after["1:duels"] == 0 and "duel-won" not in play.happened()
    assert after["1:trophies"] == 0 and [k.card for k in play.s.under[5]] == [CARD[card]]
    gains = ("mouse", "growth", "hand", "attack-token", "defence-token", "stick", "rag")
    assert all(after[f"1:{thing}"] == before[f"1:{thing}"] for thing in gains)


@sheet.plays("the-promoter", "masked-stranger", "the-juggler")
def test_unusual_opponents() -> None:
    s = spread(2, arena=True, tile="arena", fish=4, cards=["the-promoter"])
    play = Play(s).act("duel:1", "yes")
    assert play.asked == "reward" and got(play.s, 0) == {}  # 1 to eat, 3 to him
    s = spread(2, arena=True, tile="arena", fish=2, cards=["the-promoter"])
    assert Play(s).act("duel:1").asked != "pay"
    s = spread(2, arena=True, tile="arena", fish=1, fates=(3, 1), cards=["masked-stranger"])
    play = Play(s).act("duel:3", "option:1")
    assert play.events("decided")[0]["attack"] == 2 + 3 + 3
    for pride, left in ((3, 2), (1, 1)):
        s = spread(2, arena=True, tile="arena", fish=1, fates=(1,), cards=["the-juggler"])
        s.pride[0] = pride
        assert Play(s).act("duel:1").s.pride[0] == left


test_play, _ = sheet.tests()
