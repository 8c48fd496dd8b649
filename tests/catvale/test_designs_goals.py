"""Every Ambition, Quest, Vale Life tile and Cat card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catvale.designs import Sheet, numbers, spread
from catvale.table import (
    BOX,
    CARD,
    ITEM,
    SPACE,
    Play,
    away,
    build,
    dice,
    got,
    have,
    hold,
    lay,
    want,
)
from meowple.games.catvale.pieces.names import BASICS, ITEMS
from meowple.games.catvale.rules import setting_up
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.state import State

sheet = Sheet()

# -- Ambitions ------------------------------------------------------------------------------------

Step = Callable[[State, int], None]


def buildings(s: State, number: int) -> None:
    for name in ("smokehouse", "milk-bar", "old-mill", "fish-stall", "town-hall")[:number]:
        build(s, 0, name)


def workers(s: State, number: int) -> None:
    for host, name in zip(
        ("smokehouse", "milk-bar", "old-mill"), ("tutor", "foreman", "bard"), strict=True
    ):
        build(s, 0, host, name if number > 0 else "")
        number -= 1


def marks(s: State, number: int) -> None:
    for name in ("d4", "e2", "c2", "e1", "c1", "d1", "a2")[:number]:
        s.marks[SPACE[name]] = 0


def counter(name: str) -> Step:
    return lambda s, number: getattr(s, name).__setitem__(0, number)


def those(name: str, card: str) -> Step:
    """As many cards of what a seat has beaten or joined."""
    return lambda s, number: getattr(s, name).__setitem__(0, (CARD[card],) * number)


def hoard(s: State, number: int) -> None:
    have(s, 0, stick=number - 3, rag=1, waste=1, pebble=1)


AMBITIONS: dict[str, tuple[str, Step, dict[str, Any]]] = {
    "landlord": ("a", marks, {}),
    "architect": ("a", buildings, {}),
    "employer": ("a", workers, {}),
    "master-angler": ("a", counter("caught"), {}),
    "hoarder": ("a", hoard, {}),
    "brawler": ("a", counter("won"), {}),
    "trailblazer": ("a", counter("turned_up"), {}),
    "good-neighbour": ("a", counter("quest_steps"), {}),
    "scholar": ("a", lambda s, number: s.skills.__setitem__(0, (1 << number) - 1), {}),
    "gladiator": ("a", those("duels", "tin-can-terror"), {"arena": True}),
    "sand-baron": ("a", counter("drawn"), {"litterbox": True}),
}


def aim(card: str, number: int, step: Step, **chosen: Any) -> Play:
    """A player with that Ambition who has come so far, after an action that changes nothing of it."""
    s = lay(2, **chosen)
    dice(s, 0, 1, 1)
    want(s, 0, card)
    step(s, number)
    s.dirty = 3
    play = Play(s)
    play.before = scores(s)[0]  # type: ignore[attr-defined]
    return play.act("discard:1")


@pytest.mark.parametrize("card", list(AMBITIONS))
@sheet.plays(*AMBITIONS)
def test_an_ambition_scores_a_prestige_and_a_growth_by_itself(card: str) -> None:
    letter, step, chosen = AMBITIONS[card]
    play = aim(card, numbers(BOX.cards[CARD[card]].text)[letter], step, **chosen)
    assert play.asked == "growth" and play.events("growth") == [{"seat": 0, "points": 1}]
    play.act("enough")
    assert scores(play.s)[0] == play.before + 1 and play.s.scored == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("card", list(AMBITIONS))
@sheet.refuses(*AMBITIONS)
def test_an_ambition_that_is_one_short_stays_a_secret(card: str) -> None:
    letter, step, chosen = AMBITIONS[card]
    play = aim(card, numbers(BOX.cards[CARD[card]].text)[letter] - 1, step, **chosen)
    assert play.asked != "growth" and play.s.scored == 0
    assert scores(play.s)[0] == play.before  # type: ignore[attr-defined]


def test_the_other_ways_of_two_ambitions() -> None:
    number = numbers(BOX.cards[CARD["good-neighbour"]].text)["b"]
    assert aim("good-neighbour", number, those("joined", "quest-fix-bridge")).s.scored == 1
    assert aim("good-neighbour", number - 1, those("joined", "quest-fix-bridge")).s.scored == 0
    ten = numbers(BOX.cards[CARD["hoarder"]].text)["a"]
    assert aim("hoarder", 0, lambda s, n: have(s, 0, stick=ten, rag=1, waste=1)).s.scored == 0
    assert (
        aim(
            "hoarder", 0, lambda s, n: have(s, 0, mouse=ten, stick=1, rag=1, waste=1, pebble=1)
        ).s.scored
        == 0
    )


# -- Quests ---------------------------------------------------------------------------------------

QUESTS = [card.id for card in BOX.cards if card.kind == "quest"]


def quest(s: State, name: str) -> None:
    """That Quest lies first."""
    if CARD[name] in s.quests:
        s.quests.sort(key=lambda card: card != CARD[name])
        return
    away(s, CARD[name])
    s.stock[6] = tuple(sorted((*s.stock[6], s.quests[0])))
    s.quests[0] = CARD[name]


def errand(name: str, need: int, *, short: str = "", helpers: tuple[int, ...] = ()) -> Play:
    """The first seat can just pay for a requirement; others have fulfilled the rest."""
    s = spread(3)
    dice(s, 0, 1)
    quest(s, name)
    cost = BOX.cards[CARD[name]].requirements[need].json()
    for item, number in cost.items():
        amount = number - (item == short)
        if item == "card":
            hold(s, 0, *("zoomies", "haggle")[:amount])
        elif item == "die":
            dice(s, 0, 1, amount) if amount else dice(s, 0)
        else:
            have(s, 0, **{item: amount})
    for other, seat in zip([n for n in range(3) if n != need], helpers, strict=False):
        s.quest_marks[other] = seat
    return Play(s)


@pytest.mark.parametrize("need", [0, 1, 2])
@pytest.mark.parametrize("name", QUESTS)
@sheet.plays(*QUESTS)
def test_a_requirement_is_paid_in_full_and_marked(name: str, need: int) -> None:
    card = BOX.cards[CARD[name]]
    cost = card.requirements[need].json()
    play = errand(name, need)
    play.act(f"quest:1-{need + 1}")
    while play.asked != "turn":
        play.act(play.choices()[0])
    assert got(play.s, 0) == {} and play.s.hand[0] == ()
    assert play.s.dice[0] == (1, 0, 0)
    assert play.s.quest_marks[need] == 0 and play.s.quest_steps[0] == 1 and play.s.side == 1
    assert ("spent-die" in play.happened()) is ("die" in cost)


@pytest.mark.parametrize("need", [0, 1, 2])
@pytest.mark.parametrize("name", QUESTS)
@sheet.refuses(*QUESTS)
def test_a_requirement_cannot_be_paid_in_part_or_twice(name: str, need: int) -> None:
    for item in BOX.cards[CARD[name]].requirements[need].json():
        assert not errand(name, need, short=item).can(f"quest:1-{need + 1}"), item
    play = errand(name, need)
    play.s.quest_marks[need] = 1
    assert not Play(play.s).can(f"quest:1-{need + 1}")


def test_the_text_of_a_quest_names_what_it_asks() -> None:
    for name in QUESTS:
        card = BOX.cards[CARD[name]]
        asked = [number for cost in card.requirements for number in cost.json().values()]
        assert sorted(numbers(card.text).values()) == sorted(asked), name


@pytest.mark.parametrize("name", QUESTS)
def test_a_completed_quest_pays_all_who_helped(name: str) -> None:
    card = BOX.cards[CARD[name]]
    for helpers, points in (((0, 0), [card.prestige + 1, 0]), ((0, 1), [card.prestige] * 2)):
        play = errand(name, 0, helpers=helpers)
        play.act("quest:1-1")
        while play.asked not in ("turn", "tile"):
            play.act(play.choices()[0])
        assert scores(play.s)[:2] == points
        assert play.s.mood == card.mood * len(set(helpers) | {0})
        assert play.s.vale == 1 << [v.id for v in BOX.vale].index(card.vale)
        assert play.s.quests[0] != CARD[name] and CARD[name] in play.s.discards[6]


# -- Vale Life ------------------------------------------------------------------------------------


def life(name: str, done: bool, **laid: Any) -> Play:
    """A table on which the Quest of that tile has been completed, or not."""
    then = laid.pop("then", None)

    def lay_out(s: State) -> None:
        if then:
            then(s)
        if done:
            quest(s, f"quest-{name}")
            s.quest_marks[1] = s.quest_marks[2] = 0
            cost = BOX.cards[s.quests[0]].requirements[0].json()
            for item, number in cost.items():
                if item == "card":
                    hold(s, 0, *("zoomies", "haggle")[:number])
                elif item == "die":
                    dice(s, 0, 1, 2, 3, 3)
                else:
                    s.goods[0][ITEMS.index(item)] += number

    play = Play(spread(2, then=lay_out, **laid))
    if done:
        play.act("quest:1-1")
        while play.asked == "die":
            play.act("die:3")
    return play


@pytest.mark.parametrize(
    ("name", "item", "place"),
    [
        ("beaver-deal", "stick", "driftwood-river"), ("garbage-trap", "waste", "abandoned-camp"),
        ("avalanche", "pebble", "old-ruins"), ("silkworm-care", "rag", "sunny-meadow"),
    ],
)  # fmt: skip
@sheet.plays("beaver-deal", "garbage-trap", "avalanche", "silkworm-care")
@sheet.refuses("beaver-deal", "garbage-trap", "avalanche", "silkworm-care")
def test_vale_life_that_helps_who_gathers(name: str, item: str, place: str) -> None:
    more = numbers(BOX.cards[CARD[name]].text)["a"]
    for done in (False, True):
        play = life(name, done, tile=place, each={"fish": 1}, faces=["nothing", "nothing"])
        play.act("gather:2", "end")
        assert play.s.goods[0][ITEM[item]] == 2 + more * done
        play.act("gather:1")
        assert play.s.goods[1][ITEM[item]] == 1 + more * done  # everybody
    for other in BASICS:  # but no other resource
        if ITEMS[other] != item:
            board = next(t for t in BOX.board.tiles if t.resource == other)
            play = life(name, True, tile=board.id, each={"fish": 1}, faces=["nothing"])
            before = play.s.goods[0][other]
            assert play.act("gather:1").s.goods[0][other] == before + 1


@sheet.plays("build-a-raft", "plant-catnip", "break-a-treaty", "fix-bridge", "dig-a-tunnel")
@sheet.refuses("build-a-raft", "plant-catnip", "break-a-treaty", "fix-bridge", "dig-a-tunnel")
@pytest.mark.parametrize("done", [False, True])
def test_other_vale_life(done: bool) -> None:
    raft = life("build-a-raft", done, tile="fish")
    fish = raft.s.goods[0][0]
    more = numbers(BOX.cards[CARD["build-a-raft"]].text)["a"]
    raft.act("fish:2", "end")
    assert raft.s.goods[0][0] == fish + 4 + more * done
    raft.act("fish:1")
    assert raft.s.goods[1][0] == 2 + more * done

    catnip = life("plant-catnip", done)
    more = numbers(BOX.cards[CARD["plant-catnip"]].text)["a"]
    catnip.s.dice, catnip.s.main = [(0, 0, 0)] * 2, True
    catnip = Play(catnip.s).act("end").until("plan")
    assert [catnip.s.goods[seat][10] for seat in range(2)] == [3 + more * done] * 2

    def at_home(s: State) -> None:
        s.at[0] = s.at[1] = SPACE["a1"] if s.tiles[SPACE["a1"]] == 21 else s.tiles.index(21)

    treaty = life("break-a-treaty", done, fish=2, then=at_home)
    assert ("attack" in treaty.verbs()) is done

    bridge = life("fix-bridge", done)
    if done:
        assert bridge.asked == "tile" and bridge.seat == 0
        bridge.act("tile:d3")
        assert "tile:d3" not in bridge.choices()
        bridge.act("tile:e1")
    assert ("passage:e1" in bridge.choices()) is done

    stand_by = life("dig-a-tunnel", done, goods={"movement": 2})
    if done:
        assert "tile:c2" in stand_by.choices() and "tile:d4" not in stand_by.choices()
        stand_by.act("tile:c2")
    assert ("step:c2" in stand_by.choices()) is done


# -- cats -----------------------------------------------------------------------------------------

SETS = {
    "": {},
    "litterbox": {"litterbox": True},
    "arena": {"arena": True},
    "kickstarter": {"kickstarter": True},
}


@pytest.mark.parametrize("cat", BOX.cats, ids=lambda cat: cat.id)
def test_a_cat_brings_what_its_card_says(cat: Any) -> None:
    """Its start, its dials young and grown up, and its bonus once it has grown up."""
    s = lay(2)
    s.goods[0] = [0] * len(s.goods[0])
    s.cat[0] = -1
    setting_up.take_cat(s, 0, cat.index)
    kinds = [ITEMS[item] for item in BASICS if s.goods[0][item]]
    assert (
        got(s, 0).get("reroll-token") == 1 and len(kinds) == 1 and s.goods[0][ITEM[kinds[0]]] == 1
    )
    assert kinds[0].title() in cat.text.split(".")[0]
    item, more = cat.bonus
    place = next(t.id for t in BOX.board.tiles if t.resource == item)
    for grown in (False, True):
        s = spread(2, tile=place, fish=1, faces=["nothing"])
        s.cat[0] = cat.index
        s.grown = int(grown)
        play = Play(s).act("gather:2")
        assert play.s.goods[0][item] == 2 + more * grown
    other = next(t for t in BOX.board.tiles if t.resource >= 0 and t.resource != item)
    s = spread(2, tile=other.id, fish=1, faces=["nothing"])
    s.cat[0], s.grown = cat.index, 1
    assert Play(s).act("gather:2").s.goods[0][other.resource] == 2


def test_the_sets_decide_which_cats_can_be_chosen() -> None:
    for belongs, chosen in SETS.items():
        s = setting_up.setup(BOX, 2, _options(**chosen), lay(2).chance)
        found = {key[4:] for key in Play(s).choices(Play(s).seats[0]) if key.startswith("cat:")}
        assert found == {cat.id for cat in BOX.cats if cat.set in ("base", "", belongs)}


def _options(**chosen: Any) -> dict[str, Any]:
    from catvale.table import options

    return options(**chosen)
