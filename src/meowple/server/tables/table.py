"""One table as its log tells it: seats, people, match, chat. Changes by `Table.apply` only.

Kinds of rows, with their payload:

====================  ============================================================
``sit``               seat; ``person``, ``name``, ``address`` and ``browser`` (marks of them)
``watch``             ``person``, ``name``: looks on, and may find a hidden table again
``stand``             ``person``: gives the seat free before the start, or looks on no more;
                      ``removed``, ``by``: who may not come back, and who has sent them away
``bot``               seat; ``bot``: an open seat is given to a bot
``free``              seat: a bot's seat is open again
``device``            seat; ``person``: another device may play the seat
``start``             ``version``: the match begins; ``usual``: the options that its rules do not take
``act``               seat; ``action``, ``question``
``orders``            seat; ``orders``: its standing orders from now on
``undo``              seat: takes back what may be taken back freely
``ask``               seat: asks the others to let it take back; ``people``: bots agree only when
                      all people have, and none for a person
``agree``, ``refuse``  seat
``away``              seat; ``bot``: a bot sits in for the person; ``by``: the seat that did it
``back``              seat
``host``              seat; ``person``: is the host from now on
``mute``              ``people``, ``name``, ``muted``, ``by``: who may say nothing, or may again
``chat``              ``name``, ``text``; ``aside``: for those who look on, until the end
``rematch``           ``table``: where the same people play on
``continue``          ``position``, ``version``, ``told``: goes on from there, under newer rules or
                      because so much has happened that the log shall be shorter
====================  ============================================================
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import meowple.core.registry as registry
from meowple.core.chance import SecretChance
from meowple.core.errors import CannotUndo, UnknownOption
from meowple.core.events import Event
from meowple.core.game import Game, Json
from meowple.core.language import N_
from meowple.core.match import Match, new_match
from meowple.core.story import Happened
from meowple.core.words import Line, People, Words

from .store import Head, Row

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Origin:
    """Where somebody comes from who sits down, in marks that tell nobody where that is.

    Attributes:
        address: of the network; empty where that was not noted.
        browser: None for a program.
    """

    address: str
    browser: str | None

    def may_be(self, other: Origin) -> bool:
        """Whether one person may be both: programs can be told apart by their address alone."""
        if self.browser is not None and other.browser is not None:
            return self.browser == other.browser
        return self.address != "" and self.address == other.address


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
    """Something that somebody said, or a note of what has happened at the table.

    Attributes:
        number: counts what is said at the table.
        seat: of who said it.
        author: the person.
        name: of the person.
        text: what was said; of a note the sentence, to be translated, with places for `values`.
        time: when.
        aside: whether it is for those who look on, until the end.
        values: what goes into the sentence of a note; None for what somebody said.
    """

    number: int
    seat: int | None
    author: str
    name: str
    text: str
    time: float
    aside: bool = False
    values: Mapping[str, Any] | None = None

    def heard(self, viewer: int | None, *, over: bool = False) -> bool:
        """Whether somebody in that seat, or who looks on, may hear it."""
        return viewer is None or over or not self.aside


@dataclass(frozen=True)
class Consent:
    """A request to take back what cannot be taken back freely."""

    asker: int
    number: int
    needed: frozenset[int]
    agreed: frozenset[int]
    people: bool = False

    @property
    def missing(self) -> frozenset[int]:
        """Who has not agreed yet."""
        return self.needed - self.agreed


class Mark(NamedTuple):
    """When somebody last did something in the match.

    Attributes:
        told: how many events had been told before.
        together: whether all were asked together, so that what came of it is news to everybody.
        scores: the points of each seat before, or None where they are not known any more.
        time: when.
    """

    told: int
    together: bool
    scores: tuple[int, ...] | None
    time: float


class Told(NamedTuple):
    """A line of the log.

    Attributes:
        n: the number of the event: some have no line.
        event: as the viewer may know it.
        line: what is said of it.
    """

    n: int
    event: Event
    line: Line


class Log(NamedTuple):
    """What happened as a viewer may know it.

    Attributes:
        events: all of it.
        lines: what is said of each event, if anything.
    """

    events: Sequence[Event]
    lines: Sequence[Line | None]

    @property
    def told(self) -> list[Told]:
        """What has a line."""
        every = enumerate(zip(self.events, self.lines, strict=True))
        return [Told(n, event, line) for n, (event, line) in every if line is not None]

    def newest(self, most: int) -> list[Happened]:
        """The newest events, whether or not they have a line."""
        first = max(0, len(self.events) - most)
        return [Happened(n, self.events[n], self.lines[n]) for n in range(first, len(self.events))]


MARKS_KEPT = 8
"""How many marks of a seat are kept, so that it has its last one again when it takes back."""


CHAT_KEPT = 200
"""How many things said are kept, and as many of those who look on: neither drives the other out."""

HOSTS = N_("{name} is the host now.")


def taken_options(game: Game[Any], options: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Options as the rules take them, each that they refuse at its default; and the names of those.

    Rules of a newer version may not know an option any more, or not that value.
    """
    taken: dict[str, Any] = {}
    usual = [name for name in options if name not in {option.name for option in game.options}]
    for option in game.options:
        try:
            taken[option.name] = option.check(options.get(option.name, option.default))
        except UnknownOption:
            taken[option.name] = option.default
            usual.append(option.name)
    return taken, usual


class Table:
    """A table and its match.

    Attributes:
        n: the number of the last row.
        match: None before the start, and where a finished match is known from its film only.
        questions: for each seat a number that changes with every new question to it, so that an
            answer can name it. What others decide in secret does not change it.
        own: for each seat, how many of its commands changed the match.
        spoken: for each person when they last said something, so that saying it again is known.
        changes: for each seat, how often it has answered since the table went on.
        marks: for each seat when whoever holds it last answered, the newest last; at first the
            start of the match. Bots that sit in for somebody leave none.
        muted: people who may say nothing.
        removed: people who may not come back.
        since: the number of the row from which on the match can be played again.
        moves: about how many choices stand since then.
        final: the views and events kept of a finished match, see `film`.
        lost: whether today's rules can make nothing of the match: it is over, and what is known of
            the table besides is shown.
        size: of the last position, as JSON: how large the states of the match are.
        drawn: what was drawn of this very state of the table, kept by the renderer.
        before: what was drawn of the last state that was drawn, for what has stayed as it was.
        stories: what was told last of what happened, to each viewer, and of which events it was made.
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
        self._usual: tuple[str, ...] = ()
        self.questions = [0] * head.seats
        self.own = [0] * head.seats
        self.changes = [0] * head.seats
        self.marks: list[tuple[Mark, ...]] = [()] * head.seats
        self.muted: frozenset[str] = frozenset()
        self.removed: frozenset[str] = frozenset()
        self._origins: dict[str, Origin] = {}
        self.asks = 0
        self.consent: Consent | None = None
        self.chat: list[Chat] = []
        self.chats = 0
        self.spoken: dict[str, int] = {}
        self.commands: dict[tuple[str, str], Row] = {}
        self.rematch: str | None = None
        self.wants: frozenset[int] = frozenset()
        self.final: Json | None = None
        self.lost = False
        self.frozen = False
        self.since = self.moves = 0
        self.size = 4_000
        self._before: list[Event] = []
        self.drawn: dict[Any, Any] = {}
        self.before: dict[Any, Any] = {}
        self._told: dict[Any, tuple[list[Event], list[Line | None]]] = {}
        self.stories: dict[Any, tuple[Sequence[Happened], Json]] = {}

    def copy(self) -> Table:
        """A table that shares nothing that changes."""
        new = object.__new__(Table)
        new.__dict__.update(self.__dict__)
        new.seats = self.seats[:]
        new.watchers = dict(self.watchers)
        new.own = self.own[:]
        new.changes = self.changes[:]
        new.marks = self.marks[:]
        new._origins = dict(self._origins)
        new.questions = self.questions[:]
        new.chat = self.chat[:]
        new.spoken = dict(self.spoken)
        new.commands = dict(self.commands)
        new.drawn, new.before = {}, dict(self.drawn) or self.before
        if self.match is not None:
            new.match = self.match.fork()
        return new

    # -- what is asked of it ------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.lost or self.final is not None or (self.match is not None and self.match.over)

    @property
    def status(self) -> str:
        """``waiting``, ``playing``, ``over``, or ``closed`` when all left before the start."""
        if self.over:
            return "over"
        if self.started:
            return "playing"
        return "waiting" if any(seat.people for seat in self.seats) else "closed"

    @property
    def options(self) -> dict[str, Any]:
        """What is played with: what was wished, but for what the rules did not take at the start."""
        if not self.started:
            return taken_options(self.game, self.head.options)[0]
        usual = {o.name: o.default for o in self.game.options if o.name in self._usual}
        wished = {name: v for name, v in self.head.options.items() if name not in self._usual}
        return {**wished, **usual}

    def seat_of(self, person: str | None) -> int | None:
        """The seat a person holds, also while a bot sits in."""
        if person is not None:
            for index, seat in enumerate(self.seats):
                if person in seat.people:
                    return index
        return None

    def is_muted(self, person: str | None) -> bool:
        """Whether a person may say nothing; who holds a seat with several devices speaks with none."""
        seat = self.seat_of(person)
        return person in self.muted or (
            seat is not None and bool(self.seats[seat].people & self.muted)
        )

    def knows(self, person: str | None) -> bool:
        """Whether a person may see the table though it is hidden."""
        return self.head.listed or self.seat_of(person) is not None or person in self.watchers

    def origins_of(self, people: Collection[str]) -> list[Origin]:
        """Where those of the people came from who have sat down here, as far as it is known."""
        return [origin for person, origin in self._origins.items() if person in people]

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

    @property
    def owing(self) -> frozenset[tuple[int, int]]:
        """The seats where a bot owes an answer, each with the number of the question."""
        if self.match is None:
            return frozenset()
        bots = self.bot_seats
        return frozenset((s, self.questions[s]) for s in self.match.to_act if s in bots)

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory, apart from what is drawn of it."""
        states = self.moves * self.size * 3 // 2
        return 20_000 + states + 150 * self.n + 300 * (len(self.told) + len(self.chat))

    def summary(self) -> Json:
        """What lists of tables show, which is stored beside the log.

        Who has to answer is in it too, so it is for the server only.
        """
        return {
            "host": self.seat_of(self.host),
            "asked": list(self.match.to_act) if self.match is not None else [],
            "seats": [
                {"name": seat.name, "kind": seat.kind, "bot": seat.bot, "away": seat.away}
                for seat in self.seats
            ],
        }

    def view(self, viewer: int | None) -> Json | None:
        """`Match.view`, also of a match known from its film only; None before the start, or if lost."""
        if self.lost:
            return None
        if self.match is not None:
            return self.match.view(viewer)
        if self.final is not None:
            view: Json = self.final["views"]["-" if viewer is None else str(viewer)]
            return view
        return None

    @property
    def told(self) -> list[Event]:
        """All that happened, secrets and all: to be kept, never for a viewer."""
        if self.match is not None:
            return [*self._before, *self.match.told]
        if self.final is not None:
            return [Event.from_json(event) for event in self.final["told"]]
        return self._before

    @property
    def retold(self) -> bool:
        """Whether some of what happened was told under other rules, perhaps."""
        return bool(self._before)

    def events(self, viewer: int | None) -> list[Event]:
        """What happened, as the viewer may know it."""
        if self.match is not None and not self._before:
            return self.match.events(viewer)
        if self.final is not None and "told" not in self.final:  # kept by an older version
            events = self.final["events"]["-" if viewer is None else str(viewer)]
            return [Event(kind, data) for kind, data in events]
        return [event.seen_by(viewer) for event in self.told]

    def lines(self, viewer: int | None, names: Sequence[str], language: str) -> list[Line]:
        """The log in words."""
        return [told.line for told in self.told_lines(viewer, names, language)]

    def told_lines(self, viewer: int | None, names: Sequence[str], language: str) -> list[Told]:
        """The log in words, and what each line tells."""
        return self.log(viewer, names, language).told

    def log(self, viewer: int | None, names: Sequence[str], language: str) -> Log:
        """What happened as the viewer may know it, in words."""
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
        lines = lines[:same] + [self._line(words, event, people) for event in events[same:]]
        if len(self._told) > 40:
            self._told.clear()
        self._told[key] = (events, lines)
        return Log(events, lines)

    def _line(self, words: Words, event: Event, people: People) -> Line | None:
        try:
            return words.event(event, people)
        except Exception:
            if self.match is not None and not self.retold:
                raise
            log.info("an event of other rules of %s has no words: %s", self.head.game, event.kind)
            return None

    def film(self) -> Json:
        """What is kept of a finished match: it can be shown whatever later rules do."""
        viewers: list[int | None] = [None, *range(self.head.seats)]
        return {
            "views": {"-" if v is None else str(v): self.view(v) for v in viewers},
            "told": [event.to_json() for event in self.told],
        }

    # -- what happens to it -------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """Let a row of the log happen. Rows come in their order, each once.

        Raises `MeowpleError` for a row that cannot happen: to be found out before it is stored.
        """
        self.n = row.n
        self._retell(row)
        if row.command is not None:
            self.commands[row.author, row.command] = row
        _APPLY[row.kind](self, row, row.payload)

    def _retell(self, row: Row) -> None:
        """Keep what a row has told where its rules are not there to tell it again."""
        if self.frozen and row.told is not None:
            still, *events = row.told
            self._before = self._before[:still] + [Event.from_json(each) for each in events]

    def _note(self, row: Row, text: str, **values: Any) -> None:
        """Say at the table what has happened to it."""
        self._say(Chat(self.chats + 1, None, "", "", text, row.time, values=values))

    def _say(self, entry: Chat) -> None:
        self.chats = entry.number
        same = [said for said in self.chat if said.aside == entry.aside]
        gone = same[0] if len(same) >= CHAT_KEPT else None
        self.chat = [*(said for said in self.chat if said is not gone), entry]

    def _by(self, data: Mapping[str, Any]) -> str:
        by = data.get("by")
        return "" if by is None else self.seats[by].name

    def _sit(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        person = data["person"]
        self.watchers.pop(person, None)
        self.seats[row.seat] = Seat(frozenset((person,)), data["name"])
        if "address" in data or "browser" in data:
            self._origins[person] = Origin(data.get("address", ""), data.get("browser"))
        self._check_host(row)

    def _watch(self, row: Row, data: Mapping[str, Any]) -> None:
        self.watchers[data["person"]] = data["name"]

    def _stand(self, row: Row, data: Mapping[str, Any]) -> None:
        self.watchers.pop(data["person"], None)
        if row.seat is not None:
            name = self.seats[row.seat].name
            self.seats[row.seat] = Seat()
            if "removed" in data:
                self.removed |= frozenset(data["removed"])
                self._note(
                    row, N_("{by} has sent {name} from the table."), by=self._by(data), name=name
                )
            self._check_host(row)

    def _host(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.host = data["person"]
        self._note(row, HOSTS, name=self.seats[row.seat].name)

    def _mute(self, row: Row, data: Mapping[str, Any]) -> None:
        people = frozenset(data["people"])
        self.muted = self.muted | people if data["muted"] else self.muted - people
        text = (
            N_("{by} has muted {name}.") if data["muted"] else N_("{by} lets {name} speak again.")
        )
        self._note(row, text, by=self._by(data), name=data["name"])

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
        self._usual = tuple(data.get("usual", ()))
        self._gone_on()
        if not self.frozen:
            self.match = new_match(
                self.head.game,
                self.head.seats,
                self.options,
                chance=SecretChance(self.head.seed),
            )
        if self._usual:
            text = N_(
                "The rules are of a newer version now. As usual, and not as chosen: {options}."
            )
            self._note(row, text, options=self._usual)
        match = self.match
        told = len(self._before) + (0 if match is None else len(match.told))
        scores = None if match is None else tuple(match.scores)
        self.marks = [(Mark(told, False, scores, row.time),)] * len(self.marks)

    def _mark(self, row: Row) -> None:
        """Note that somebody answers, before what comes of it."""
        seat, match = row.seat, self.match
        assert seat is not None
        if self.seats[seat].bot is not None:
            return
        if match is None:
            told = len(self._before) if row.told is None else row.told[0]
            mark = Mark(told, False, None, row.time)
        else:
            told = len(self._before) + len(match.told)
            together = match.question is not None and match.question.together
            mark = Mark(told, together, tuple(match.scores), row.time)
        self.marks[seat] = (*self.marks[seat][1 - MARKS_KEPT :], mark)

    def _unmark(self, seat: int) -> None:
        """Forget marks of what is taken back: a seat's own last one, and those of what came later."""
        told = len(self._before) + (0 if self.match is None else len(self.match.told))
        for each, marks in enumerate(self.marks):
            kept = marks[:-1] if each == seat and len(marks) > 1 else marks
            self.marks[each] = tuple(mark for mark in kept if mark.told <= told) or marks[:1]

    def _act(self, row: Row, data: Mapping[str, Any]) -> None:
        seat, match = row.seat, self.match
        assert seat is not None
        self._mark(row)
        self.own[seat] += 1
        self.changes[seat] += 1
        self.moves += 1
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
        self.changes = [0] * len(self.changes)
        self.consent = None

    def _orders(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.own[row.seat] += 1
        self.changes[row.seat] += 1
        if self.match is not None:
            self.match.set_orders(row.seat, data["orders"])

    def _undo(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.own[row.seat] += 1
        self.changes[row.seat] += 1
        if self.match is not None:
            self._take_back(row.seat, frozenset())
        else:
            self._unmark(row.seat)

    def _take_back(self, seat: int, consent: frozenset[int]) -> None:
        match = self.match
        assert match is not None
        self.moves = max(0, self.moves - 1)
        secret = seat in match.committed
        before = match.question
        if match.undo(seat, consent):
            raise CannotUndo(N_("the others have not agreed"))
        self._unmark(seat)
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
        self.consent = Consent(row.seat, self.asks, needed, frozenset(), bool(data.get("people")))
        self._settle(row)

    def _agree(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        if self.consent is not None:
            self.consent = replace(self.consent, agreed=self.consent.agreed | {row.seat})
            self._settle(row)

    def _refuse(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        if self.consent is not None and self.consent.asker != row.seat:
            asker, name = self.seats[self.consent.asker].name, self.seats[row.seat].name
            text = N_("{name} did not agree that {asker} takes a move back.")
            self._note(row, text, name=name, asker=asker)
        self.consent = None

    def _settle(self, row: Row) -> None:
        """With everybody's consent it is done. Bots agree to what all people agree to."""
        consent = self.consent
        if consent is None or self.match is None:
            return
        bots = self.bot_seats & consent.needed
        if consent.people:
            bots = frozenset(seat for seat in bots if not self.seats[seat].people)
            if not consent.needed - bots <= consent.agreed:
                return
        self.consent = consent = replace(consent, agreed=consent.agreed | bots)
        if not consent.missing:
            self._take_back(consent.asker, consent.agreed)
            others = any(self.seats[seat].people for seat in consent.needed)
            if others:
                name = self.seats[consent.asker].name
                self._note(row, N_("All have agreed: {name} has taken a move back."), name=name)

    def _away(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        seat = self.seats[row.seat]
        self.seats[row.seat] = replace(seat, bot=data["bot"])
        by = self._by(data)
        values = {"name": seat.name, "bot": data["bot"], "by": by}
        if not seat.people:
            self._note(row, N_("{by} has {name} played by another bot now: {bot}."), **values)
        elif by:
            self._note(row, N_("{name} is away: {by} lets a bot play on ({bot})."), **values)
        else:
            self._note(row, N_("{name} has left: a bot plays on ({bot})."), **values)
        self._check_host(row)
        consent = self.consent
        if consent is not None and (consent.asker == row.seat or consent.people):
            self.consent = None
        self._settle(row)

    def _back(self, row: Row, data: Mapping[str, Any]) -> None:
        assert row.seat is not None
        self.seats[row.seat] = replace(self.seats[row.seat], bot=None)
        self._note(row, N_("{name} is back and plays on."), name=self.seats[row.seat].name)
        self._check_host(row)

    def _chat(self, row: Row, data: Mapping[str, Any]) -> None:
        person = data["person"]
        self.spoken[person] = int(row.time * 1000)
        aside = data.get("aside", False)
        number = self.chats + 1
        self._say(Chat(number, row.seat, person, data["name"], data["text"], row.time, aside))

    def _rematch(self, row: Row, data: Mapping[str, Any]) -> None:
        if data["table"] != self.rematch:  # the first, or one instead of one that was closed
            self.rematch, self.wants = data["table"], frozenset()
        seat = self.seat_of(row.author)
        if seat is not None:
            self.wants |= {seat}

    def _continue(self, row: Row, data: Mapping[str, Any]) -> None:
        if data["version"] != self.version:
            text = N_(
                "The rules are of a newer version now. The table goes on from its last checkpoint: "
                "what was chosen since then is to be chosen anew."
            )
            self._note(row, text)
        self.version = data["version"]
        self.since, self.moves = row.n, 0
        self.changes = [0] * len(self.changes)
        # Greater than any number before: each of those has needed a row of its own.
        self.questions = [row.n + 1] * len(self.questions)
        self.consent = None
        self._before = [Event.from_json(event) for event in data.get("told", ())]
        if not self.frozen:
            self.match = self.continued(row.n, data["position"])

    def continued(self, n: int, position: Json) -> Match:
        """A match that goes on from a position, with chance that follows from the table's seed."""
        seed = hashlib.blake2b(n.to_bytes(8, "big"), key=self.head.seed, digest_size=32).digest()
        return new_match(self.head.game, position=position, chance=SecretChance(seed))

    def _check_host(self, row: Row) -> None:
        """The host is somebody who sits at the table: the first, if the last one left."""
        present = [seat for seat in self.seats if seat.kind == "person"]
        if not any(self.host in seat.people for seat in present) and present:
            self.host = min(present[0].people)
            if row.n > 1:
                self._note(row, HOSTS, name=present[0].name)


_APPLY = {
    "sit": Table._sit,
    "watch": Table._watch,
    "stand": Table._stand,
    "bot": Table._bot,
    "free": Table._free,
    "device": Table._device,
    "host": Table._host,
    "mute": Table._mute,
    "start": Table._start,
    "act": Table._act,
    "orders": Table._orders,
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
