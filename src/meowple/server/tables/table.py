"""One table as its log tells it: seats, people, match, chat. Changes by `Table.apply` only.

Kinds of rows, with their payload:

====================  ============================================================
``sit``               seat; ``person``, ``name``
``watch``             ``person``, ``name``: looks on, and may find a hidden table again
``stand``             ``person``: gives the seat free before the start, or looks on no more
``bot``               seat; ``bot``: an open seat is given to a bot
``free``              seat: a bot's seat is open again
``device``            seat; ``person``: another device may play the seat
``start``             ``version``: the match begins
``act``               seat; ``action``, ``question``
``undo``              seat: takes back what may be taken back freely
``ask``               seat: asks the others to let it take back
``agree``, ``refuse``  seat
``away``              seat; ``bot``: a bot sits in for the person
``back``              seat
``chat``              ``name``, ``text``
``rematch``           ``table``: where the same people play on
``continue``          ``position``, ``version``: goes on under newer rules
====================  ============================================================
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import meowple.core.registry as registry
from meowple.core.chance import SecretChance
from meowple.core.errors import CannotUndo
from meowple.core.events import Event
from meowple.core.game import Game, Json
from meowple.core.language import N_
from meowple.core.match import Match, new_match
from meowple.core.words import Line

from .store import Head, Row


@dataclass(frozen=True)
class Seat:
    """Who holds a seat: nobody, people (one person's devices), a bot, or a bot for a person."""

    people: frozenset[str] = frozenset()
    name: str = ""
    bot: str | None = None

    @property
    def kind(self) -> str:
        """``open``, ``person`` or ``bot``."""
        if self.bot is not None:
            return "bot"
        return "person" if self.people else "open"

    @property
    def away(self) -> bool:
        """Whether a bot sits in for a person."""
        return self.bot is not None and bool(self.people)


@dataclass(frozen=True)
class Chat:
    """Something that somebody said."""

    number: int
    seat: int | None
    author: str
    name: str
    text: str
    time: float


@dataclass(frozen=True)
class Consent:
    """A request to take back what cannot be taken back freely."""

    asker: int
    number: int
    needed: frozenset[int]
    agreed: frozenset[int]

    @property
    def missing(self) -> frozenset[int]:
        """Who has not agreed yet."""
        return self.needed - self.agreed


CHAT_KEPT = 200


class Table:
    """A table and its match.

    Attributes:
        n: the number of the last row.
        match: None before the start, and where a finished match is known from its film only.
        questions: for each seat a number that changes with every new question to it, so that an
            answer can name it. What others decide in secret does not change it.
        own: for each seat, how many of its commands changed the match.
        final: the views and events kept of a finished match.
        drawn: what was drawn of this very state of the table, kept by the renderer.
    """

    def __init__(self, head: Head) -> None:
        self.head = head
        self.game: Game[Any] = registry.get_game(head.game)
        self.n = 0
        self.version = head.version
        self.seats = [Seat() for _ in range(head.seats)]
        self.host = head.maker
        self.watchers: dict[str, str] = {}
        self.match: Match | None = None
        self.started = False
        self.questions = [0] * head.seats
        self.own = [0] * head.seats
        self.asks = 0
        self.consent: Consent | None = None
        self.chat: list[Chat] = []
        self.chats = 0
        self.spoken: dict[str, int] = {}
        self.commands: dict[tuple[str, str], Row] = {}
        self.rematch: str | None = None
        self.final: Json | None = None
        self.frozen = False
        self.drawn: dict[Any, Any] = {}
        self._told: dict[Any, tuple[list[Event], list[Line | None]]] = {}

    def copy(self) -> Table:
        """A table that shares nothing that changes."""
        new = object.__new__(Table)
        new.__dict__.update(self.__dict__)
        new.seats = self.seats[:]
        new.watchers = dict(self.watchers)
        new.own = self.own[:]
        new.questions = self.questions[:]
        new.chat = self.chat[:]
        new.spoken = dict(self.spoken)
        new.commands = dict(self.commands)
        new.drawn = {}
        if self.match is not None:
            new.match = self.match.fork()
        return new

    # -- what is asked of it ------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.final is not None or (self.match is not None and self.match.over)

    @property
    def status(self) -> str:
        """``waiting``, ``playing``, ``over``, or ``closed`` when all left before the start."""
        if self.over:
            return "over"
        if self.started:
            return "playing"
        return "waiting" if any(seat.people for seat in self.seats) else "closed"

    def seat_of(self, person: str | None) -> int | None:
        """The seat a person holds, also while a bot sits in."""
        if person is not None:
            for index, seat in enumerate(self.seats):
                if person in seat.people:
                    return index
        return None

    def knows(self, person: str | None) -> bool:
        """Whether a person may see the table though it is hidden."""
        return self.head.listed or self.seat_of(person) is not None or person in self.watchers

    @property
    def open_seats(self) -> list[int]:
        """The seats that nobody holds."""
        return [index for index, seat in enumerate(self.seats) if seat.kind == "open"]

    @property
    def bot_seats(self) -> frozenset[int]:
        """The seats that bots play."""
        return frozenset(i for i, seat in enumerate(self.seats) if seat.bot is not None)

    @property
    def names(self) -> list[str]:
        """What the seats are called; empty for open ones."""
        return [seat.name for seat in self.seats]

    def view(self, viewer: int | None) -> Json | None:
        """`Match.view`, also of a match known from its film only; None before the start."""
        if self.match is not None:
            return self.match.view(viewer)
        if self.final is not None:
            view: Json = self.final["views"]["-" if viewer is None else str(viewer)]
            return view
        return None

    def events(self, viewer: int | None) -> list[Event]:
        """What happened, as the viewer may know it."""
        if self.match is not None:
            return self.match.events(viewer)
        if self.final is not None:
            events = self.final["events"]["-" if viewer is None else str(viewer)]
            return [Event(kind, data) for kind, data in events]
        return []

    def lines(self, viewer: int | None, names: Sequence[str], language: str) -> list[Line]:
        """The log in words."""
        key = (viewer, tuple(names), language)
        events = self.events(viewer)
        known, lines = self._told.get(key, ([], []))
        same = 0
        for event, before in zip(events, known, strict=False):
            if event != before:
                break
            same += 1
        words = self.game.in_words(language)
        people = words.people(viewer, names)
        lines = lines[:same] + [words.event(event, people) for event in events[same:]]
        if len(self._told) > 40:
            self._told.clear()
        self._told[key] = (events, lines)
        return [line for line in lines if line is not None]

    def film(self) -> Json:
        """What is kept of a finished match: it can be shown whatever later rules do."""
        viewers: list[int | None] = [None, *range(self.head.seats)]
        return {
            "views": {"-" if v is None else str(v): self.view(v) for v in viewers},
            "events": {
                "-" if v is None else str(v): [event.to_json()[:2] for event in self.events(v)]
                for v in viewers
            },
        }

    # -- what happens to it -------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """Let a row of the log happen. Rows come in their order, each once.

        Raises `MeowpleError` for a row that cannot happen: to be found out before it is stored.
        """
        self.n = row.n
        if row.command is not None:
            self.commands[row.author, row.command] = row
        _APPLY[row.kind](self, row, row.payload)

    def _sit(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        person = data["person"]
        self.watchers.pop(person, None)
        self.seats[row.seat] = Seat(frozenset((person,)), data["name"])
        self._check_host()

    def _watch(self, row: Row, data: Mapping[str, Any]) -> None:
        self.watchers[data["person"]] = data["name"]

    def _stand(self, row: Row, data: Mapping[str, Any]) -> None:
        self.watchers.pop(data["person"], None)
        if row.seat is not None:
            self.seats[row.seat] = Seat()
            self._check_host()

    def _bot(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.seats[row.seat] = Seat(name=data["name"], bot=data["bot"])

    def _free(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.seats[row.seat] = Seat()

    def _device(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.watchers.pop(data["person"], None)
        seat = self.seats[row.seat]
        self.seats[row.seat] = replace(seat, people=seat.people | {data["person"]})

    def _start(self, row: Row, data: Mapping[str, Any]) -> None:
        self.started = True
        self.version = data["version"]
        self._gone_on()
        if not self.frozen:
            self.match = new_match(
                self.head.game,
                self.head.seats,
                self.head.options,
                chance=SecretChance(self.head.seed),
            )

    def _act(self, row: Row, data: Mapping[str, Any]) -> None:
        seat, match = row.seat, self.match
        assert seat is not None
        self.own[seat] += 1
        if match is None:
            return
        question = match.question
        assert question is not None
        secret = question.together and len(match.to_act) > (seat in match.to_act)
        match.act(seat, data["action"])
        if secret or (question.apart and self._prepares(seat, question.kind)):
            if not secret:
                self.questions[seat] += 1
            if self.consent is not None and self.consent.asker == seat:
                self.consent = None
        else:
            self._gone_on()

    def _prepares(self, seat: int, kind: str) -> bool:
        """Whether a question that each seat answers at its own pace is open as it was.

        What a seat has answered to it is free to take back until it closes.
        """
        match = self.match
        assert match is not None
        now = match.question
        still = now is not None and now.apart and now.kind == kind
        return still and match.undo_consent(seat) == frozenset()

    def _gone_on(self) -> None:
        """Everybody sees that something else is asked now."""
        self.questions = [number + 1 for number in self.questions]
        self.consent = None

    def _undo(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.own[row.seat] += 1
        if self.match is not None:
            self._take_back(row.seat, frozenset())

    def _take_back(self, seat: int, consent: frozenset[int]) -> None:
        match = self.match
        assert match is not None
        secret = seat in match.committed
        before = match.question
        if match.undo(seat, consent):
            raise CannotUndo(N_("the others have not agreed"))
        after = match.question
        apart = (
            not consent
            and before is not None
            and after is not None
            and before.apart
            and after.apart
            and before.kind == after.kind
        )
        if secret:
            self.consent = None
        elif apart:
            self.consent = None
            self.questions[seat] += 1
        else:
            self._gone_on()

    def _ask(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.asks += 1
        self.own[row.seat] += 1
        if self.match is None:
            return
        needed = self.match.undo_consent(row.seat)
        if needed is None:
            raise CannotUndo(N_("there is nothing to take back"))
        self.consent = Consent(row.seat, self.asks, needed, frozenset())
        self._settle()

    def _agree(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        if self.consent is not None:
            self.consent = replace(self.consent, agreed=self.consent.agreed | {row.seat})
            self._settle()

    def _refuse(self, row: Row, data: Mapping[str, Any]) -> None:
        self.consent = None

    def _settle(self) -> None:
        """Bots agree; with everybody's consent it is done."""
        consent = self.consent
        if consent is None or self.match is None:
            return
        self.consent = consent = replace(
            consent, agreed=consent.agreed | (self.bot_seats & consent.needed)
        )
        if not consent.missing:
            self._take_back(consent.asker, consent.agreed)

    def _away(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.seats[row.seat] = replace(self.seats[row.seat], bot=data["bot"])
        self._check_host()
        if self.consent is not None and self.consent.asker == row.seat:
            self.consent = None
        self._settle()

    def _back(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.seats[row.seat] = replace(self.seats[row.seat], bot=None)
        self._check_host()

    def _chat(self, row: Row, data: Mapping[str, Any]) -> None:
        self.chats += 1
        person = data["person"]
        self.spoken[person] = self.spoken.get(person, 0) + 1
        entry = Chat(self.chats, row.seat, person, data["name"], data["text"], row.time)
        self.chat = [*self.chat[1 - CHAT_KEPT :], entry]

    def _rematch(self, row: Row, data: Mapping[str, Any]) -> None:
        self.rematch = data["table"]

    def _continue(self, row: Row, data: Mapping[str, Any]) -> None:
        self.version = data["version"]
        # Greater than any number before: each of those has needed a row of its own.
        self.questions = [row.n + 1] * len(self.questions)
        self.consent = None
        if not self.frozen:
            self.match = self.continued(row.n, data["position"])

    def continued(self, n: int, position: Json) -> Match:
        """A match that goes on from a position, with chance that follows from the table's seed."""
        seed = hashlib.blake2b(n.to_bytes(8, "big"), key=self.head.seed, digest_size=32).digest()
        return new_match(self.head.game, position=position, chance=SecretChance(seed))

    def _check_host(self) -> None:
        """The host is somebody who sits at the table: the first, if the last one left."""
        present = [seat for seat in self.seats if seat.kind == "person"]
        if not any(self.host in seat.people for seat in present) and present:
            self.host = min(present[0].people)


_APPLY = {
    "sit": Table._sit,
    "watch": Table._watch,
    "stand": Table._stand,
    "bot": Table._bot,
    "free": Table._free,
    "device": Table._device,
    "start": Table._start,
    "act": Table._act,
    "undo": Table._undo,
    "ask": Table._ask,
    "agree": Table._agree,
    "refuse": Table._refuse,
    "away": Table._away,
    "back": Table._back,
    "chat": Table._chat,
    "rematch": Table._rematch,
    "continue": Table._continue,
}


def rebuild(head: Head, rows: Sequence[Row], *, frozen: bool = False) -> Table:
    """The table that a log tells, from its beginning or from its last ``continue`` row.

    Args:
        frozen: whether to leave the match out, because other rules than ours have written it.

    Raises:
        MeowpleError: the rules do not do any more what the log says.
    """
    table = Table(head)
    last = max((i for i, row in enumerate(rows) if row.kind == "continue"), default=-1)
    for index, row in enumerate(rows):
        table.frozen = frozen or index < last
        table.apply(row)
    table.frozen = False
    return table
