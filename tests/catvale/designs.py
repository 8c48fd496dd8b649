"""Rows that play one design each and say what it changes, and nothing else.

What happens is read off the printed text of a card: ``fish+a`` is "the seat gains as many Fish as
the first number of the text says". So a row holds when a number is tuned together with its text,
and fails when a card does anything that its text does not say, or leaves out what it says. What a
card costs, its Mood, its Prestige and where it goes then follow from its fields and are checked by
`Row.check` for all of them.

>>> sheet = Sheet()
>>> sheet.play("zoomies", menu(), "movement+a")
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from catvale.table import (
    BOX,
    CARD,
    Play,
    build,
    hold,
    ids,
    lay,
    order,
    stand,
)
from meowple.games.catvale.pieces.names import BASICS, BOUGHT, HARVEST, ITEMS, PILES
from meowple.games.catvale.rules import combat, dials
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.rules.standing import DESIGN
from meowple.games.catvale.state import State

Start = Callable[[str], Play]
"""Lays out the table for a card and plays up to the moment before it."""

# -- what the printed text says -------------------------------------------------------------------


def numbers(text: str) -> dict[str, int]:
    """The numbers of a text in order, as a, b, c; those that only name a face of a die left out."""
    found = re.findall(r"\d+", re.sub(r"(?:Fate )?\b[123]:", "", text))
    return {chr(ord("a") + place): int(number) for place, number in enumerate(found)}


def difference(then: str, text: str, things: Iterable[str]) -> dict[str, int]:
    """``fish+a 2:fish-1`` as what changes by how much; without a number it is the first seat.

    ``things``: all that can be counted, as `sight` names it.
    """
    values = numbers(text)
    found: dict[str, int] = {}
    for word in then.split():
        seat = word[:2] if word[1] == ":" else "1:"
        rest = word.removeprefix(seat)
        known = [thing.rpartition(":")[2] for thing in things]
        thing = max((each for each in known if rest.startswith(each)), key=len)
        terms = rest.removeprefix(thing)
        assert re.fullmatch(r"(?:[+-](?:\d+|[a-z]))+", terms), word
        total = 0
        for sign, term in re.findall(r"([+-])(\d+|[a-z])", terms):
            amount = int(term) if term.isdigit() else values[term]
            total += amount if sign == "+" else -amount
        key = thing if thing in TABLE else seat + thing
        found[key] = found.get(key, 0) + total
    return found


# -- what lies on the table -----------------------------------------------------------------------

TABLE = ("mood", "side", "main", "face-up", "attack-total", "defence-total")
"""What belongs to no seat: a row names it without one."""


def sight(play: Play) -> dict[str, int]:
    """All that can be counted on a table, by seat from 1."""
    s = play.s
    fight = s.fight if s.fight and s.fight.stage == combat.PLAYING else None
    attack, defence = combat.totals(s) if fight else (0, 0)
    found = {
        "mood": s.mood,
        "side": s.side_limit - s.side,
        "main": int(s.main),
        "face-up": s.face_up.bit_count(),
        "attack-total": attack,
        "defence-total": defence,
    }
    points = scores(s)
    for seat in range(s.seats):
        plots = s.plots[seat]
        mine: dict[str, int] = {name: s.goods[seat][item] for item, name in enumerate(ITEMS)}
        mine |= {f"bought-{ITEMS[item]}": s.goods[seat][at] for item, at in BOUGHT.items()}
        mine |= {f"die-{value}": s.dice[seat][value - 1] for value in (1, 2, 3)}
        mine |= {
            "defence-die": s.defence[seat],
            "hand": len(s.hand[seat]),
            "sand": len(s.sand[seat]),
            "drawn": s.drawn[seat],
            "points": points[seat],
            "pride": s.pride[seat],
            "flat": s.flat >> seat & 1,
            "attack": dials.attack(s, seat),
            "defence": dials.defence(s, seat),
            "speed": dials.movement(s, seat),
            "marks": s.marks.count(seat),
            "buildings": len(plots),
            "workers": sum(plot.worker >= 0 for plot in plots),
            "upgrades": sum(len(plot.upgrades) for plot in plots),
            "sprays": sum(plot.spray >= 0 for plot in plots),
            "front": len(s.front[seat]),
            "trophies": len(s.trophies[seat]),
            "revealed": s.turned_up[seat],
            "arena": s.arena[seat],
            "harvest": s.harvest[seat],
            "growth": sum(e["points"] for e in play.events("growth") if e["seat"] == seat),
            "quest-steps": s.quest_steps[seat],
            "won": s.won[seat],
            "duels": len(s.duels[seat]),
        }
        found |= {f"{seat + 1}:{thing}": number for thing, number in mine.items()}
    return found


def change(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """What differs, by how much."""
    return {key: after[key] - before[key] for key in after if after[key] != before[key]}


# -- the rows -------------------------------------------------------------------------------------

RESTS = ("turn", "fight", "support", "advance", "plan", "")
"""Questions that a row may end before: the card has had its effect."""


@dataclass
class Row:
    """One play of a design.

    Attributes:
        card: its id.
        start: how the table is laid out.
        then: what the play changes besides what the fields of the card say.
        say: answers; ``2>no`` is one of the second seat. Growth that is gained is not used.
        first: the answer that plays the card; empty if the start has done all.
        free: whether the fields of the card (cost, Mood, Prestige) play no part.
        holds: what must be true besides.
    """

    card: str
    start: Start
    then: str
    say: str = ""
    first: str | None = None
    free: bool = False
    holds: Callable[[State], Any] | None = None

    def __str__(self) -> str:
        return f"{self.card} {self.then} {self.say}".strip().replace(" ", "_")

    def check(self) -> None:
        design = BOX.cards[CARD[self.card]]
        play = self.start(self.card)
        begun = play.asked
        before = sight(play)
        if play.s.turn != 0 and play.asked == "turn":
            before |= {"main": 0, "side": 2}  # what the next turn begins with
        first = f"play:{self.card}" if self.first is None else self.first
        for said in (*first.split(), *self.say.split()):
            answer(play, said)
        while play.asked == "growth":
            play.act("enough")
        assert play.asked in (*RESTS, begun), (play.asked, play.seats, play.choices(play.seats[0]))
        expected = difference(self.then, design.text, before)
        if not self.free:
            for key, number in fields(design, first).items():
                expected[key] = expected.get(key, 0) + number
            assert lies(play.s, design), "not where it goes"
        assert change(before, sight(play)) == {k: v for k, v in expected.items() if v}
        if self.holds:
            assert self.holds(play.s)


def answer(play: Play, said: str) -> None:
    """``key`` of the one seat that is asked, or ``2>key`` of the second."""
    seat, _, key = said.rpartition(">")
    asked = int(seat) - 1 if seat else play.seat
    assert key in play.choices(asked), (key, asked, play.asked, play.choices(asked))
    play.match.act(asked, key)


def fields(design: Any, first: str) -> dict[str, int]:
    """What the fields of a card say of playing it: cost, Mood, Prestige, where it comes from."""
    found: dict[str, int] = {"mood": design.mood}

    def add(key: str, number: int) -> None:
        found[f"1:{key}"] = found.get(f"1:{key}", 0) + number

    if f"play:{design.id}" in first.split() or f"+{design.id}" in first:
        add("sand" if design.deck == HARVEST else "hand", -1)
        for item, number in design.cost.json().items():
            if item in ITEMS:  # what is chosen, a row says
                add(item, -number)
        if design.kind == "building":
            add("fish", -1)
            found["side"] = -1
    if design.stays in ("front", "backyard") and design.site == "own":
        add("points", design.prestige)
    if design.kind == "building" and design.own:
        add("buildings", 1)
    elif design.kind == "worker":
        add("workers", 1)
    elif design.kind == "upgrade":
        add("upgrades", 1)
    elif design.stays == "front":
        add("front", 1)
    return found


def lies(s: State, design: Any) -> bool:
    """Whether a card that was played lies where its fields say."""
    card = design.index
    if design.kind in ("building", "worker", "upgrade"):
        return any(
            card
            in (plot.building & DESIGN, plot.worker & DESIGN, *(u & DESIGN for u in plot.upgrades))
            for plots in s.plots
            for plot in plots
        )
    if design.stays == "front":
        return any(lying.card & DESIGN == card for lying in s.front[0])
    if design.kind == "encounter":
        return any(known.card == card for known in s.under[design.deck])
    if design.deck == HARVEST:
        return True  # out of the game
    return any(card in s.discards[pile] for pile in PILES)


@dataclass
class Never:
    """A table at which a design may not be played, or does not happen: its answer is not offered."""

    card: str
    start: Start
    why: str
    key: str | None = None

    def __str__(self) -> str:
        return f"{self.card} {self.why}".replace(" ", "_")

    def check(self) -> None:
        play = self.start(self.card)
        key = f"play:{self.card}" if self.key is None else self.key
        for seat in play.seats:
            assert not any(choice.startswith(key) for choice in play.choices(seat)), play.asked


class Sheet:
    """The rows of some designs, and the functions that play what needs more words than a row."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.nevers: list[Never] = []
        self.played: set[str] = set()
        self.refused: set[str] = set()

    def play(self, card: str, start: Start, then: str, say: str = "", **more: Any) -> None:
        """A row in which a design comes to effect."""
        self.rows.append(Row(card, start, then, say, **more))
        self.played.add(card)

    def never(self, card: str, start: Start, why: str, key: str | None = None) -> None:
        """A row in which it cannot."""
        self.nevers.append(Never(card, start, why, key))
        self.refused.add(card)

    def plays(self, *cards: str) -> Callable[[Any], Any]:
        """Marks a test that plays these designs."""
        assert set(cards) <= set(CARD)
        self.played.update(cards)
        return lambda test: test

    def refuses(self, *cards: str) -> Callable[[Any], Any]:
        """Marks a test in which these designs may not be played."""
        assert set(cards) <= set(CARD)
        self.refused.update(cards)
        return lambda test: test

    def tests(self) -> tuple[Any, Any]:
        """The two tests over all rows."""

        @pytest.mark.parametrize("row", self.rows, ids=str)
        def test_it_does_what_its_text_says_and_no_more(row: Row) -> None:
            row.check()

        @pytest.mark.parametrize("row", self.nevers, ids=str)
        def test_it_may_not_be_played(row: Never) -> None:
            row.check()

        return (
            test_it_does_what_its_text_says_and_no_more,
            test_it_may_not_be_played,
        )


# -- tables to begin at ---------------------------------------------------------------------------


def spread(
    seats: int = 3,
    *,
    tile: str = "portal",
    mood: int = 0,
    fish: int = 0,
    fates: Sequence[int] = (),
    faces: Sequence[str] = (),
    cards: Sequence[str] = (),
    held: Sequence[str] = (),
    each: Mapping[str, int] | None = None,
    then: Callable[[State], Any] | None = None,
    goods: Mapping[str, int] | None = None,
    **chosen: Any,
) -> State:
    """The first two cats on one tile, the others at home.

    Args:
        tile: what they stand on.
        fish: of the first seat.
        fates, faces, cards: what is rolled and drawn next.
        held: further cards in the first hand.
        each: what every seat has of some items.
        goods: what the first seat has, more.
        then: the last touch.
    """
    s = lay(seats, **chosen)
    for seat in range(min(2, seats)):
        stand(s, seat, "d3", tile)
    s.mood = mood
    for seat in range(seats):
        for name, number in (each or {}).items():
            s.goods[seat][ITEMS.index(name)] += number
    for name, number in (goods or {}).items():
        s.goods[0][ITEMS.index(name)] += number
    s.goods[0][0] += fish
    hold(s, 0, *held)
    if then:
        then(s)
    s.chance.dice = list(fates)
    s.chance.faces = list(faces)
    s.chance.cards = [CARD[name] for name in cards]
    return s


def menu(**laid: Any) -> Start:
    """The card in the hand of the first seat, in its turn."""

    def start(card: str) -> Play:
        s = spread(**laid)
        hold(s, 0, card)
        return Play(s)

    return start


def drawn(**laid: Any) -> Start:
    """The first seat draws the card as its turn begins, after ``end``."""

    def start(card: str) -> Play:
        s = spread(**laid)
        s.drew = 0
        s.turn = s.seats - 1
        s.main = True
        s.dice[s.turn] = (0, 0, 0)
        s.chance.cards.insert(0, CARD[card])
        return Play(s)

    return start


def met(fate: int, **laid: Any) -> Start:
    """The first seat draws that Encounter, after ``end``, and rolls that Fate Die."""
    fates = (fate, *laid.pop("fates", ()))
    cards = laid.pop("cards", ())

    def start(card: str) -> Play:
        return drawn(**laid, fates=fates, cards=(card, *cards))("rustle-in-the-reeds")

    return start


def waiting(**laid: Any) -> Start:
    """The card in the hand of the first seat, in the turn of the second."""

    def start(card: str) -> Play:
        s = spread(**laid)
        hold(s, 0, card)
        s.turn = 1
        return Play(s)

    return start


def combat_of(role: str, *, die: int = 3, fates: Sequence[int] = (1, 1), **laid: Any) -> Start:
    """A combat between players in which the first seat holds the card as ``role`` and is asked."""
    before = laid.pop("then", None)

    def start(card: str) -> Play:
        s = spread(3, fates=fates, **laid)
        for seat in range(3):
            s.goods[seat][ITEMS.index("reroll-token")] += 1  # so that everybody can be asked
        attacker, defender = {"attacker": (0, 1), "defender": (1, 0), "bystander": (1, 2)}[role]
        for seat in (attacker, defender):
            stand(s, seat, "d3")
        s.turn = attacker
        s.goods[attacker][0] += 1
        if BOX.cards[CARD[card]].kind in ("worker", "upgrade"):
            host = "old-mill"
            if BOX.cards[CARD[card]].kind == "worker":
                build(s, 0, host, card)
            else:
                build(s, 0, host, "", card)
        else:
            hold(s, 0, card)
        if before:
            before(s)
        play = Play(s).act(f"attack:{defender + 1}-{die}")
        if play.asked == "react":
            play.act("pass")
        while play.asked in ("fight", "support", "react") and 0 not in play.seats:
            for seat in play.seats:
                play.match.act(seat, "pass")
        return play

    return start


def attacked(*, die: int = 3, fates: Sequence[int] = (1, 1), **laid: Any) -> Start:
    """The first seat, with the card in hand, has just been Attacked by the second."""
    before = laid.pop("then", None)

    def start(card: str) -> Play:
        s = spread(3, fates=fates, **laid)
        s.turn = 1
        s.goods[1][0] += 1
        hold(s, 0, card, "zoomies")  # with another card the window opens again
        if before:
            before(s)
        return Play(s).act(f"attack:1-{die}")

    return start


def rolled(die: str = "fate", **laid: Any) -> Start:
    """A die has just been rolled by the first seat, which holds the card."""

    def start(card: str) -> Play:
        s = spread(**laid)
        hold(s, 0, card)
        if die == "gather":
            return Play(s).act("gather:1")
        s.drew = 0
        s.turn = s.seats - 1
        s.main = True
        s.dice[s.turn] = (0, 0, 0)
        s.chance.cards.insert(0, CARD["dropped-purse"])
        return Play(s).act("end")

    return start


def employed(host: str = "old-mill", *upgrades: str, **laid: Any) -> Start:
    """The Worker, or the Upgrade, in the Backyard of the first seat, in its turn."""
    before = laid.pop("then", None)

    def start(card: str) -> Play:
        s = spread(**laid)
        if BOX.cards[CARD[card]].kind == "worker":
            build(s, 0, host, card)
        elif BOX.cards[CARD[card]].kind == "upgrade":
            build(s, 0, host, "", card)
        else:
            build(s, 0, card)
        if before:
            before(s)
        return Play(s)

    return start


def listening(seat: int) -> Callable[[State], Any]:
    """That seat wants to be asked in every window."""
    return lambda s: order(s, seat, rolls="all", fights="every", turns="always")


def basics(number: int) -> dict[str, int]:
    """So many of each Basic Resource."""
    return {ITEMS[item]: number for item in BASICS}


__all__ = [
    "Row", "Sheet", "attacked", "basics", "change", "combat_of", "drawn", "employed", "ids",
    "listening", "menu", "met", "numbers", "rolled", "sight", "spread", "waiting",
]  # fmt: skip
