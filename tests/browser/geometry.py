"""Whole random games, shown in a browser and measured: can all that may be chosen be seen and hit?

A walk plays a match on a real server. What the others do comes to the page as one change, as it
does with quick bots, so that the page is always one that has been changed, never a fresh one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from playwright.sync_api import Page, ViewportSize
from tests.patience import PATIENCE
from tests.server.playing import Server

from meowple.core.game import Option
from meowple.core.match import Match
from meowple.core.registry import get_game
from meowple.server.tables.store import Row
from meowple.server.tables.table import Table

SIZES = {
    "1440": (1440, 900),
    "1366": (1366, 768),
    "1280": (1280, 720),
    "1024": (1024, 768),
    "820": (820, 1180),
    "phone": (360, 800),
    "zoom200": (640, 360),
}
"""The sizes at which every table works; the last is 1280 x 720 at 200 %."""

NARROW = ("1024", "phone", "zoom200")
"""Where the longer words of Polish are short of room; `test_pseudo` has yet longer ones elsewhere."""


def window(size: str) -> ViewportSize:
    """How big a browser's window is."""
    width, height = SIZES[size]
    return {"width": width, "height": height}


NAMES = ("Maksymilian", "Wilhelmina Brzozowska", "Bo", "Przemysława", "Mochi")
"""Short and long ones, of people and of cats."""

MOST: list[tuple[str, int, dict[str, str | int | bool]]] = [
    ("festival", 4, {"rules": "experienced"}),
    ("festival", 4, {"rules": "advanced"}),
    ("purrballs", 5, {"mode": "expert"}),
    ("comforts", 5, {"length": "short"}),
    (
        "catvale",
        6,
        {
            "litterbox": True,
            "arena": True,
            "kickstarter": True,
            "reactions": "all",
            "dice_shop": "open",
            "must_main": "free",
            "sift_die": 1,
        },
    ),
]
"""Games with the most seats and the longest questions, and their options."""

MOST_STEPS = 5_000
"""More decisions than any match has."""

FAULTS = (Path(__file__).parent / "geometry.js").read_text("utf-8")


SHEETS = """() => [...document.querySelectorAll("main [popover]")]
  .filter(sheet => !sheet.checkVisibility() && sheet.querySelector("button[name=action]"))
  .map(sheet => sheet.id)"""
"""The sheets and drawers of the page that are closed and hold choices."""

BLANK = """() => [...document.querySelectorAll("main .card > .card__in")]
  .filter(face => face.firstElementChild && face.parentElement.checkVisibility()
    && ![...face.children].some(piece => piece.getClientRects().length))
  .map(face => face.parentElement.outerHTML.slice(0, 200))"""
"""The cards of the page of which nothing is drawn."""


@dataclass
class Walk:
    """A match that goes on at random, and the page of its first seat.

    Attributes:
        every: of the questions of kinds that were shown, each nth is shown; what lies
            between comes as one change.
        seen: how many states of each kind of question have been shown so far.
    """

    server: Server
    page: Page
    game: str
    seats: int
    options: dict[str, str | int | bool] = field(default_factory=dict)
    seed: int = 0
    every: int = 1
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        fields: dict[str, str | float | bool] = {
            "game": self.game,
            "name": "Ala",
            "seats": str(self.seats),
            "seat-0": "me",
        }
        fields |= {f"option-{name}": Option.typed(value) for name, value in self.options.items()}
        fields |= {f"seat-{seat}": "open" for seat in range(1, self.seats)}
        chance = self.dice.randbytes(32)  # the table's own, so that the seed repeats the match
        with patch("meowple.server.tables.tables.secrets.token_bytes", lambda _: chance):
            answer = self.page.context.request.post(f"{self.server.url}/tables", form=fields)
        assert answer.ok, answer.text()
        self.table = answer.url.rstrip("/").rpartition("/")[2].partition("?")[0]
        self.page.goto(answer.url)
        rows = [
            Row("sit", seat, f"p{seat}", {"person": f"p{seat}", "name": NAMES[seat - 1]})
            for seat in range(1, self.seats)
        ]
        version = get_game(self.game).version
        self._do([*rows, Row("start", None, "server", {"version": version})])
        self._play_others(self.dice)
        self.page.wait_for_selector("main.play")

    def _do(self, rows: Sequence[Row]) -> Table:
        return self.server.house.tables.do(self.table, lambda _: list(rows))

    @property
    def match(self) -> Match:
        found = self.server.house.tables.get(self.table).match
        assert found is not None
        return found

    def _play_others(self, dice: random.Random) -> None:
        """Let the others answer, as one change, until the first seat is asked or all is over."""
        match = self.match.fork()
        rows = []
        for _ in range(MOST_STEPS):
            if match.over or 0 in match.to_act:
                break
            seat = match.to_act[0]
            action = dice.choice(list(match.actions(seat)))
            match.act(seat, action)
            rows.append(Row("act", seat, f"seat:{seat}", {"action": action.key}))
        if rows:
            self._do(rows)

    @property
    def kind(self) -> str:
        """What is asked of the first seat; "over" at the end."""
        question = self.match.question
        return "over" if question is None else question.kind

    def wait(self) -> None:
        """Until the page shows the table as it is."""
        table = self.server.house.tables.get(self.table)
        self.page.wait_for_function(
            """([question, over]) => over ? document.querySelector("main.end") :
              document.querySelector("#acts input[name=question]")?.value === question""",
            arg=[str(table.questions[0]), table.over],
            timeout=1_000 * PATIENCE,
        )

    def __iter__(self) -> Iterator[str]:
        """The kinds of questions that the first seat is asked, each when the page shows it."""
        for _ in range(MOST_STEPS):
            self.wait()
            self.seen[self.kind] += 1
            yield self.kind
            if self.match.over:
                return
            self._play_on()

    def _play_on(self) -> None:
        """Answer what the first seat is asked, and play until it is asked what is to be shown."""
        match = self.match.fork()
        rows: list[Row] = []
        own = 0
        for _ in range(MOST_STEPS):
            question = match.question
            if question is None:
                break
            asked = 0 in match.to_act
            if asked and own and (own >= self.every or not self.seen[question.kind]):
                break
            seat = 0 if asked else match.to_act[0]
            own += asked
            action = self.dice.choice(list(match.actions(seat)))
            match.act(seat, action)
            rows.append(Row("act", seat, f"seat:{seat}", {"action": action.key}))
        self._do(rows)

    def unseen(self) -> Iterator[str]:
        """The page at each question of the first seat, as HTML; the browser has left it."""
        address = self.page.url
        self.page.goto("about:blank")
        for _ in range(MOST_STEPS):
            yield self.page.context.request.get(address).text()
            match = self.match
            if match.over:
                break
            action = self.dice.choice(list(match.actions(0)))
            self._do([Row("act", 0, "seat:0", {"action": action.key})])
            self._play_others(self.dice)
        raise AssertionError("the match was over before")

    def kinds(self) -> Iterator[str]:
        """Each kind of question once, and the end: what lies between comes as one change."""
        yield from self._new()
        while not self.match.over:
            match = self.match.fork()
            rows = []
            for _ in range(MOST_STEPS):
                question = match.question
                if question is None or (0 in match.to_act and not self.seen[question.kind]):
                    break
                seat = match.to_act[0]
                action = self.dice.choice(list(match.actions(seat)))
                match.act(seat, action)
                rows.append(Row("act", seat, f"seat:{seat}", {"action": action.key}))
            self._do(rows)
            yield from self._new()

    def to_the_end(self) -> None:
        """Play the rest, which comes as one change."""
        match = self.match.fork()
        rows = []
        while not match.over:
            seat = match.to_act[0]
            action = self.dice.choice(list(match.actions(seat)))
            match.act(seat, action)
            rows.append(Row("act", seat, f"seat:{seat}", {"action": action.key}))
        self._do(rows)
        self.wait()

    def _new(self) -> Iterator[str]:
        self.wait()
        self.seen[self.kind] += 1
        yield self.kind

    def measure(self, sizes: Sequence[str] = tuple(SIZES)) -> dict[str, list[str]]:
        """What is wrong with the page as it is, at each size; sizes with nothing are left out."""
        match = self.match
        keys = [] if match.over else [action.key for action in match.actions(0)]
        wrong = {}
        for size in sizes:
            if self.page.viewport_size != window(size):
                self.page.set_viewport_size(window(size))
            # until a font has come, words are of another width
            self.page.evaluate("document.fonts.ready.then(() => true)")
            faults = self.page.evaluate(FAULTS, keys)
            for sheet in self.page.evaluate(SHEETS):
                self.page.evaluate("id => document.getElementById(id).showPopover()", sheet)
                faults += [f"{sheet}: {fault}" for fault in self.page.evaluate(FAULTS, keys)]
                self.page.evaluate("id => document.getElementById(id).hidePopover()", sheet)
            if faults:
                wrong[size] = faults
        return wrong
