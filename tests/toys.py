"""A small game that has all there is to the core: secret answers, preparations at each seat's own
pace, turns, questions in the middle of a rule, dice, hidden pebbles, faults and leaks on demand.

`installed` puts it beside the real games, so that `new_match("pebbles")` works.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Self
from unittest.mock import patch

from meowple.author import Reader
from meowple.core import registry
from meowple.core.actions import Action, ActionList
from meowple.core.chance import Chance
from meowple.core.errors import BadOrders, BadPosition
from meowple.core.events import Event, Tell
from meowple.core.game import Game, Json, Option
from meowple.core.questions import (
    CHECKPOINT,
    Ask,
    AskAll,
    AskAny,
    Asking,
    Question,
    QuestionKind,
    Script,
)
from meowple.core.words import Line, People, Words

PEBBLES = [f"p{number}" for number in range(20)]

ACTIONS = ActionList()
PLACE = {key: ACTIONS.add(f"place:{key}", key) for key in PEBBLES}
BOMB = ACTIONS.add("bomb")
MARKS = ACTIONS.add_all("mark", (("a", "a"), ("b", "b")))
DONE = ACTIONS.add("done")
PASS, DRAW, THROW, TWO = (ACTIONS.add(key) for key in ("pass", "draw", "throw", "two"))
LEFT, RIGHT = ACTIONS.add("left"), ACTIONS.add("right")
LATE_BOMB = ACTIONS.add("late-bomb")

LEAKS = ("view", "actions", "prompt", "event", "question", "redeal", "half-redeal", "scores")


class Fault(Exception):
    """What the rules raise when a bomb goes off."""


class State:
    __slots__ = (
        "chance",
        "hands",
        "marks",
        "options",
        "phase",
        "pile",
        "ready",
        "round",
        "seats",
        "shown",
        "tally",
        "tell",
        "turn",
    )

    tell: Tell | None

    def __init__(self, seats: int, options: Mapping[str, Any], chance: Chance) -> None:
        self.seats = seats
        self.options = options
        self.chance = chance
        self.tell = None
        self.phase = "deal"
        self.round = 1
        self.turn = 0
        self.pile = list(PEBBLES)
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.shown: list[str] = []
        self.marks: list[str] = [""] * seats
        self.ready: list[int] = []
        self.tally = [0] * seats

    def copy(self) -> Self:
        new = object.__new__(self.__class__)
        new.seats, new.options, new.chance = self.seats, self.options, self.chance.copy()
        new.tell = None
        new.phase, new.round, new.turn = self.phase, self.round, self.turn
        new.pile, new.shown = self.pile[:], self.shown[:]
        new.hands = [hand[:] for hand in self.hands]
        new.marks, new.ready, new.tally = self.marks[:], self.ready[:], self.tally[:]
        return new

    def to_json(self) -> Json:
        names = ("phase", "round", "turn", "pile", "hands", "shown", "marks", "ready", "tally")
        data: Json = json.loads(json.dumps({name: getattr(self, name) for name in names}))
        data["marks"] = [list(marks) for marks in self.marks]
        return data


def load(seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> State:
    s = State(seats, options, chance)
    for name in s.to_json():
        setattr(s, name, data[name])
    s = s.copy()
    s.marks = ["".join(marks) for marks in s.marks]
    where = [*s.pile, *s.shown, *(key for hand in s.hands for key in hand)]
    if sorted(where) != sorted(PEBBLES) or s.phase not in PHASES or len(s.marks) != seats:
        raise BadPosition("impossible position: each pebble is in one place")
    return s


def rules(s: State) -> Script:
    while s.phase != "over":
        yield from PHASES[s.phase](s)


def tell(s: State, kind: str, **data: Any) -> None:
    if s.tell:
        s.tell(kind, **data)


def deal(s: State) -> Asking:
    yield CHECKPOINT
    for hand in s.hands:
        hand += sorted(s.chance.draw(s.pile) for _ in range(3))
    tell(s, "dealt")
    s.phase = "secret"


def secret(s: State) -> Asking:
    yield CHECKPOINT
    kind = "secret"
    if s.options["leak"] == "question" and "p0" in s.hands[1]:
        kind = "secret-with-p0"
    answers = yield AskAll(kind, tuple(range(s.seats)), placeable)
    for seat, action in enumerate(answers):
        if action is BOMB:
            s.tally[0] += 100
            raise Fault("in the middle of the rules")
        s.hands[seat].remove(action.value)
        s.shown.append(action.value)
    tell(s, "placed", pebbles=s.shown[-s.seats :])
    s.phase = "prepare"


def placeable(s: State, seat: int) -> list[Action]:
    actions = [PLACE[key] for key in s.hands[seat]]
    if s.options["leak"] == "actions" and "p0" in s.hands[seat - 1]:
        actions.reverse()
    return [*actions, BOMB] if s.options["fault"] else actions


def prepare(s: State) -> Asking:
    yield CHECKPOINT
    waiting = tuple(seat for seat in range(s.seats) if seat not in s.ready)
    seat, action = yield AskAny("prepare", waiting, markable)
    if action is DONE:
        s.ready.append(seat)
        tell(s, "ready", seat=seat)
    else:
        s.marks[seat] += action.value
        tell(s, "marked", seat=seat, secret={"mark": action.value}, knows=(seat,))
    if len(s.ready) == s.seats:
        marks = s.marks
        s.tally = [own + len(marked) for own, marked in zip(s.tally, marks, strict=True)]
        s.marks, s.ready = [""] * s.seats, []
        tell(s, "marks", marks=marks)
        s.phase, s.turn = "turn", 0


def markable(s: State, seat: int) -> list[Action]:
    return [*MARKS, DONE] if len(s.marks[seat]) < 2 else [DONE]


def turn(s: State) -> Asking:
    yield CHECKPOINT
    seat = s.turn
    action = yield Ask("turn", seat, turn_choices)
    if action is DRAW:
        pebble = s.chance.draw(s.pile)
        s.hands[seat].append(pebble)
        if s.options["leak"] == "event":
            tell(s, "drew", seat=seat, pebble=pebble)
        tell(s, "drew", seat=seat, secret={"pebble": pebble}, knows=(seat,))
    elif action is THROW:
        s.tally[seat] += s.chance.die()
        tell(s, "threw", seat=seat, tally=s.tally[seat])
    elif action is TWO:
        tell(s, "two", seat=seat)
        second = yield Ask("side", seat, sides)  # no checkpoint leads here
        s.tally[seat] += 1 if second is LEFT else 2
        tell(s, "side", seat=seat, side=second.key)
    s.turn += 1
    if s.turn == s.seats:
        s.turn = 0
        s.round += 1
        s.phase = "over" if s.round > s.options["rounds"] else "secret"
    if action is LATE_BOMB:
        tell(s, "tick")
        yield CHECKPOINT
        s.tally[0] += 100
        yield CHECKPOINT
        raise Fault("after two checkpoints")


def turn_choices(s: State, seat: int) -> list[Action]:
    return [PASS, THROW, TWO, *([DRAW] if s.pile else []), *bombs(s)]


def bombs(s: State) -> list[Action]:
    return [LATE_BOMB] if s.options["fault"] else []


def sides(s: State, seat: int) -> list[Action]:
    return [LEFT, RIGHT]


PHASES = {"deal": deal, "secret": secret, "prepare": prepare, "turn": turn}


def redeal(s: State, viewer: int | None, chance: Chance) -> None:
    if s.options["leak"] == "redeal":
        return
    others = [seat for seat in range(s.seats) if seat != viewer]
    hidden = [*s.pile, *(key for seat in others for key in s.hands[seat])]
    if s.options["leak"] != "half-redeal":
        hidden.sort()
    chance.shuffle(hidden)
    for seat in others:
        s.hands[seat] = [hidden.pop() for _ in s.hands[seat]]
        s.marks[seat] = "".join(chance.choice("ab") for _ in s.marks[seat])
    s.pile = hidden


def view(s: State, viewer: int | None, question: Question | None) -> Json:
    table = {
        "phase": s.phase,
        "round": s.round,
        "turn": s.turn,
        "shown": s.shown[:],
        "hand": [] if viewer is None else s.hands[viewer][:],
        "hand_sizes": [len(hand) for hand in s.hands],
        "marks": "" if viewer is None else s.marks[viewer],
        "mark_counts": [len(marks) for marks in s.marks],
        "ready": s.ready[:],
        "tally": s.tally[:],
    }
    if s.options["leak"] == "view":
        table["next"] = s.pile[-1:]
    if s.options["leak"] == "prompt":
        table["why"] = {"code": "p0" if s.hands and "p0" in s.hands[0] else "none"}
    return table


def scores(s: State) -> list[int]:
    if s.options["leak"] == "scores":
        return [int(hand[0][1:]) if hand else 0 for hand in s.hands]
    return s.tally[:]


def winners(s: State) -> list[int]:
    return [seat for seat, own in enumerate(s.tally) if own == max(s.tally)]


class PebbleWords(Words):
    def event(self, event: Event, people: People) -> Line | None:
        if event.kind == "dealt":
            return None
        seat = event.data.get("seat")
        who = "" if seat is None else "You" if people.is_you(seat) else people[seat]
        return Line(f"{self.language}: {who} **{event.kind}** {sorted(event.data.items())}", seat)

    def action(self, action: Action) -> str:
        return f"{self.language}: {action.key}"

    def prompt(self, view: Json) -> str:
        return f"{self.language}: {view['table'].get('why')}"

    def text(self, view: Json, people: People) -> str:
        return f"{self.language}: {view['table']['shown']} {', '.join(people.names)}"


PEBBLE_GAME: Game[State] = Game(
    name="pebbles",
    title="Pebbles",
    seat_counts=(2, 3),
    version=1,
    options=(
        Option("rounds", 2, "Rounds", least=1, most=3),
        Option("fault", False, "Bombs", {False: "No", True: "Yes"}),
        Option("leak", "none", "Leak", {name: name for name in ("none", *LEAKS)}),
    ),
    actions=ACTIONS,
    setup=State,
    rules=rules,
    load=load,
    scores=scores,
    winners=winners,
    view=view,
    redeal=redeal,
    words=PebbleWords,
    rate=lambda match, seat, actions: [0.0 for _ in actions],
)


# -- Snaps: quiet questions and standing orders ------------------------------------------------------

SNAPS = ActionList()
CARDS = [f"s{number}" for number in range(6)] + [f"n{number}" for number in range(12)]
PLAY_CARD = {key: SNAPS.add(f"card:{key}", key) for key in CARDS}
REST = SNAPS.add("rest")
SNAP = {key: SNAPS.add(f"snap:{key}", key) for key in CARDS if key[0] == "s"}
DECLINE = SNAPS.add("decline")

QUIET_LEAKS = ("holders", "told", "orders", "asked", "redeal")
ORDERS = ("next", "always", "never")
"""When a seat wants to be asked: after the seat before it, after every seat, never."""


class SnapState:
    """Whoever plays a card scores; others may snap the point away, if they hold a snap card."""

    __slots__ = (
        "chance",
        "declined",
        "hands",
        "options",
        "orders",
        "phase",
        "pile",
        "points",
        "seats",
        "shown",
        "tell",
        "turn",
    )

    tell: Tell | None

    def __init__(self, seats: int, options: Mapping[str, Any], chance: Chance) -> None:
        self.seats = seats
        self.options = options
        self.chance = chance
        self.tell = None
        self.phase = "deal"
        self.turn = 0
        self.pile = CARDS[:]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.shown: list[str] = []
        self.points = [0] * seats
        self.orders = ["next"] * seats
        self.declined = 0

    def copy(self) -> Self:
        new = object.__new__(self.__class__)
        new.seats, new.options, new.chance = self.seats, self.options, self.chance.copy()
        new.tell = None
        new.phase, new.turn, new.declined = self.phase, self.turn, self.declined
        new.pile, new.shown, new.points = self.pile[:], self.shown[:], self.points[:]
        new.hands = [hand[:] for hand in self.hands]
        new.orders = self.orders[:]
        return new

    def to_json(self) -> Json:
        names = ("phase", "turn", "pile", "hands", "shown", "points", "orders", "declined")
        data: Json = json.loads(json.dumps({name: getattr(self, name) for name in names}))
        return data


def load_snaps(seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> SnapState:
    s = SnapState(seats, options, chance)
    read = Reader(data).fields(*s.to_json())
    keys, orders = {key: key for key in CARDS}, {order: order for order in ORDERS}
    s.phase = read["phase"].one_of({phase: phase for phase in (*SNAP_PHASES, "over")})
    s.turn = read["turn"].number(0, seats - 1)
    s.pile, s.shown = read["pile"].pieces(keys), read["shown"].pieces(keys)
    s.hands = [hand.pieces(keys) for hand in read["hands"].each(seats)]
    s.points = read["points"].numbers(-99, 99, seats)
    s.orders = [own.one_of(orders) for own in read["orders"].each(seats)]
    s.declined = read["declined"].number(-999, 999)
    for hand, its in zip(s.hands, read["hands"].each(), strict=True):
        its.check(len(hand) <= s.options["hand"], "a hand is too large")
    where = [*s.pile, *s.shown, *(key for hand in s.hands for key in hand)]
    read.check(sorted(where) == sorted(CARDS), "each card is in one place")
    return s


def snap_rules(s: SnapState) -> Script:
    while s.phase != "over":
        yield CHECKPOINT
        yield from SNAP_PHASES[s.phase](s)


def deal_cards(s: SnapState) -> Asking:
    for hand in s.hands:
        hand += sorted(s.chance.draw(s.pile) for _ in range(s.options["hand"]))
    s.phase = "turn"
    yield from ()


def snap_turn(s: SnapState) -> Asking:
    action = yield MY_TURN.ask(s.turn)
    if action is REST:
        tell(s, "rested", seat=s.turn)
        s.phase = "draw"
        return
    s.hands[s.turn].remove(action.value)
    s.shown.append(action.value)
    s.points[s.turn] += 1
    tell(s, "played", seat=s.turn, card=action.value)
    s.phase = "window"
    if s.options["middle"]:
        yield from window(s)


def window(s: SnapState) -> Asking:
    """Until all decline; in the middle of a rule no checkpoint leads to the questions."""
    while s.phase == "window":
        seats = tuple((s.turn + 1 + i) % s.seats for i in range(s.seats - 1))
        seats = tuple(seat for seat in seats if s.hands[seat])
        if s.options["leak"] == "holders":
            seats = tuple(seat for seat in seats if snaps(s, seat) != [DECLINE])
        answers = yield WINDOW.ask_quiet(seats, DECLINE, stops)
        snapped = [
            (seat, action)
            for seat, action in zip(seats, answers, strict=True)
            if action is not DECLINE
        ]
        asked = [seat for seat in seats if stops(s, seat)]
        s.declined += len(asked) - len(snapped)
        if s.options["leak"] == "told":
            for seat in set(asked) - {seat for seat, _ in snapped}:
                tell(s, "declined", seat=seat)
        if not snapped:
            s.phase = "draw"
            return
        seat, action = snapped[0]
        s.hands[seat].remove(action.value)
        s.shown.append(action.value)
        s.points[seat] += 1
        s.points[s.turn] -= 1
        tell(s, "snapped", seat=seat, card=action.value)
        if not s.options["middle"]:
            return


def stops(s: SnapState, seat: int) -> bool:
    if s.orders[seat] == "next":
        return seat == (s.turn + 1) % s.seats
    return s.orders[seat] == "always"


def snap_draw(s: SnapState) -> Asking:
    if s.pile:
        card = s.chance.draw(s.pile)
        s.hands[s.turn].append(card)
        tell(s, "drew", seat=s.turn, secret={"card": card}, knows=(s.turn,))
    s.turn = (s.turn + 1) % s.seats
    s.phase = "turn" if s.hands[s.turn] or s.pile else "over"
    yield from ()


def cards(s: SnapState, seat: int) -> list[Action]:
    return [*(PLAY_CARD[key] for key in s.hands[seat]), *([] if s.hands[seat] else [REST])]


def snaps(s: SnapState, seat: int) -> list[Action]:
    return [*(SNAP[key] for key in s.hands[seat] if key in SNAP), DECLINE]


MY_TURN = QuestionKind("turn", cards, prompt="Play a card.")
WINDOW = QuestionKind("window", snaps, prompt="Snap?", waiting="Somebody may react.")
SNAP_PHASES = {"deal": deal_cards, "turn": snap_turn, "window": window, "draw": snap_draw}


def snap_orders(s: SnapState, seat: int, data: Any) -> str:
    if data not in ORDERS:
        raise BadOrders(f"orders are {', '.join(ORDERS)}")
    return str(data)


def redeal_snaps(s: SnapState, viewer: int | None, chance: Chance) -> None:
    others = [seat for seat in range(s.seats) if seat != viewer]
    hidden = sorted([*s.pile, *(key for seat in others for key in s.hands[seat])])
    chance.shuffle(hidden)
    for seat in others:
        s.hands[seat] = [hidden.pop() for _ in s.hands[seat]]
        if s.options["leak"] != "redeal":
            s.orders[seat] = "next"
    s.pile = hidden
    s.declined = 0


def view_snaps(s: SnapState, viewer: int | None, question: Question | None) -> Json:
    table: Json = {
        "turn": s.turn,
        "shown": s.shown[:],
        "hand": [] if viewer is None else s.hands[viewer][:],
        "hand_sizes": [len(hand) for hand in s.hands],
        "points": s.points[:],
        "orders": None if viewer is None else s.orders[viewer],
    }
    if s.options["leak"] == "orders":
        table["all_orders"] = s.orders[:]
    if s.options["leak"] == "asked":
        table["declined"] = s.declined
    return table


class SnapWords(Words):
    def event(self, event: Event, people: People) -> Line | None:
        return Line(f"{people[event.data['seat']]} {event.kind}: {event.data.get('card')}")


SNAP_GAME: Game[SnapState] = Game(
    name="snaps",
    title="Snaps",
    seat_counts=(3, 4),
    version=1,
    options=(
        Option("hand", 3, "Cards in hand", least=2, most=4),
        Option("middle", False, "Windows in the middle of a rule", {False: "No", True: "Yes"}),
        Option("leak", "none", "Leak", {name: name for name in ("none", *QUIET_LEAKS)}),
    ),
    actions=SNAPS,
    setup=SnapState,
    rules=snap_rules,
    load=load_snaps,
    scores=lambda s: s.points[:],
    winners=lambda s: [seat for seat, own in enumerate(s.points) if own == max(s.points)],
    view=view_snaps,
    redeal=redeal_snaps,
    words=SnapWords,
    rate=lambda match, seat, actions: [0.0 for _ in actions],
    questions=(MY_TURN, WINDOW),
    orders=snap_orders,
    some_orders=lambda s, seat, rng, acts: rng.choice(ORDERS),
)


class Entry(SimpleNamespace):
    """What `importlib.metadata.entry_points` gives, as far as the registry looks."""

    name: str
    value: str

    def load(self) -> Any:
        if isinstance(self.target, BaseException):
            raise self.target
        return self.target


@contextmanager
def installed(**targets: Any) -> Iterator[None]:
    """Put games (or what is loaded in their place, or fails to be) beside the installed ones."""
    real = registry.entry_points
    targets = {"pebbles": PEBBLE_GAME, "snaps": SNAP_GAME, **targets}

    def entry_points(group: str, **wanted: str) -> list[Any]:
        found = [
            *real(group=group),
            *(
                Entry(name=name, value=f"toys:{name}", module="toys", target=t)
                for name, t in targets.items()
            ),
        ]
        return [entry for entry in found if entry.name == wanted.get("name", entry.name)]

    registry.look_again()
    with patch.object(registry, "entry_points", entry_points):
        yield
    registry.look_again()
