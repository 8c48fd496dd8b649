"""All tables, as this process knows them: a cache of their logs, and the one way to change them."""

from __future__ import annotations

import contextlib
import json
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import meowple.core.registry as registry
from meowple.core.errors import BadSeats, MeowpleError
from meowple.core.events import Event
from meowple.core.language import N_

from .commands import (
    Decide,
    Refused,
    Who,
    busy,
    check_room,
    command_used,
    first_seats,
    is_full,
    join,
    not_found,
    rematch_row,
    watch,
)
from .database import WAIT
from .store import Conflict, Effects, Head, Row, Store
from .table import CHAT_KEPT, Origin, Table, rebuild

log = logging.getLogger(__name__)

KEPT = 96 * 2**20
"""How many bytes of tables are kept in memory."""

LONG = 5_000
"""Rows after which a table goes on from a checkpoint, so that those before it are needed no more."""

QUIET = 3600.0
"""Seconds for which nothing has happened at a table before its log is made shorter."""

LEASE = 3.0
"""Seconds for which a process that takes up what a bot owes is left alone with it."""

NewTable = tuple[Head, Sequence[Row], Effects]
"""A table to be stored, its first rows, and what they change."""

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id(length: int) -> str:
    """A name that nobody can guess, easy to read out."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


class Tables:
    """Tables by their id. Safe to use from several threads and processes at once.

    Args:
        store: the database.
        stored: called with a table whose log has grown here.
        process: the id of this process, which takes up what bots owe by what it stores.
    """

    def __init__(self, store: Store, stored: Callable[[Table], None], *, process: str = "") -> None:
        self.store = store
        self.stored = stored
        self.process = process
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._weights: dict[str, int] = {}
        self._weight = 0
        self._cache_lock = threading.Lock()
        self._writing = [threading.Lock() for _ in range(64)]
        self._reading = [threading.Lock() for _ in range(64)]

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._cache)

    @property
    def bytes(self) -> int:
        """About how many bytes they take."""
        return self._weight

    def clear(self) -> None:
        """Forget what is in memory: it is all stored."""
        with self._cache_lock:
            for table_id in tuple(self._cache):
                self._drop(table_id)

    # -- reading ------------------------------------------------------------------------------

    def get(self, table_id: str) -> Table:
        """The table with all that is in its log now. It must not be changed.

        It waits for nobody who writes. Raises `Refused` (404) where there is none.
        """
        known = self._cached(table_id)
        if known is not None and not self.store.rows(table_id, known.n):
            return known
        with self._reading[hash(table_id) % len(self._reading)]:  # one reads it for all
            return self._current(table_id)

    def seen_by(self, table_id: str, person: str | None) -> Table:
        """`get`, with a 404 too for a table that is hidden from that person."""
        table = self.get(table_id)
        if not table.knows(person):
            raise not_found()
        return table

    def _cached(self, table_id: str) -> Table | None:
        with self._cache_lock:
            table = self._cache.get(table_id)
            if table is not None:
                self._cache.move_to_end(table_id)
            return table

    def _keep(self, table: Table) -> Table:
        with self._cache_lock:
            known = self._cache.get(table.head.id)
            if known is not None and known.n > table.n:
                return known
            self._drop(table.head.id)
            self._cache[table.head.id] = table
            self._weights[table.head.id] = table.weight
            self._weight += table.weight
            while self._weight > KEPT and len(self._cache) > 1:
                self._drop(next(iter(self._cache)))
            return table

    def _drop(self, table_id: str) -> None:
        if self._cache.pop(table_id, None) is not None:
            self._weight -= self._weights.pop(table_id)

    def _current(self, table_id: str) -> Table:
        """The table after catching up with its log."""
        known = self._cached(table_id)
        if known is None:
            return self._keep(self._load(table_id))
        if not (rows := self.store.rows(table_id, known.n)):
            return known
        try:
            check_numbers(table_id, rows, known.n)
            table = known.copy()
            for row in rows:
                table.apply(row)
        except Exception:  # written by other rules than ours, or squashed since
            table = self._load(table_id)
        return self._keep(table)

    def _load(self, table_id: str) -> Table:
        rows = self.store.rows(table_id)
        head = self.store.head(table_id)  # read last: it knows which of the rows were removed
        if head is None:
            raise not_found()
        check_numbers(table_id, [row for row in rows if row.n > head.squashed], head.squashed)
        game = registry.get_game(head.game)
        versions = [row.payload["version"] for row in rows if row.kind in ("start", "continue")]
        if not versions or versions[-1] == game.version:
            final = self.store.film(table_id) if head.squashed else None
            try:
                if final is None:
                    table = rebuild(head, rows)
                    given_up = head.status == "over" and not table.over
                    # The rows were read before the head: the last move may have come in between.
                    if given_up and not self.store.rows(table_id, table.n):
                        self.store.take_up(table_id, table.summary(), bool(table.owing))
                    return table
            except Exception:
                log.exception("the log of table %s cannot be played again", table_id)
        table = rebuild(head, rows, frozen=True)
        table.final = self.store.film(table_id)
        return table if table.final is not None else self._go_on(table)

    def _go_on(self, table: Table) -> Table:
        """Let a table under other rules go on from its last checkpoint, if they can read it.

        If not, it is given up for good where those rules are newer. Older ones, in a process that is
        yet to be brought up to date, leave it to others.
        """
        position = self.store.position(table.head.id)
        try:
            draft, rows, effects = self._try(table, [continue_row(table, position)])
        except Exception:
            log.warning("table %s cannot go on under the rules here", table.head.id, exc_info=True)
            table.lost = True
            if table.version < table.game.version:
                self.store.give_up(table.head.id, table.summary())
            return table
        try:
            self.store.append(table.head.id, table.n, rows, effects)
        except Conflict:  # another process did the same
            return self._load(table.head.id)
        log.warning("table %s goes on under version %s", table.head.id, table.game.version)
        self.stored(draft)
        return draft

    # -- changing -----------------------------------------------------------------------------

    def do(
        self, table_id: str, decide: Decide, new_table: Callable[[], NewTable | None] | None = None
    ) -> Table:
        """Let a command happen: decide on it, store its rows, then answer.

        Args:
            table_id: where.
            decide: gives the rows; asked again if another process was faster.
            new_table: asked after ``decide`` for a table to make in the same stroke.

        Returns:
            The table as it is then. What was decided is on disk.

        Raises:
            Refused: and nothing has changed.
        """
        with self._turn(table_id):
            for _ in range(20):
                table = self._current(table_id)
                rows = decide(table)
                if not rows:
                    return table
                draft, rows, effects = self._try(table, self._shorter(table, rows))
                if new_table is not None:
                    effects = replace(effects, new_table=new_table())
                try:
                    self.store.append(table_id, table.n, rows, effects)
                except Conflict:
                    if self.store.head(table_id) is None:  # it was removed: see `Store.forget`
                        with self._cache_lock:
                            self._drop(table_id)
                        raise not_found() from None
                    continue
                self._keep(draft)
                break
            else:
                raise busy()
        self.stored(draft)
        return draft

    @contextlib.contextmanager
    def _turn(self, table_id: str) -> Iterator[None]:
        """One after another changes a table. Where that goes on for long, others need the thread."""
        lock = self._writing[hash(table_id) % len(self._writing)]
        if not lock.acquire(timeout=WAIT):
            raise busy()
        try:
            yield
        finally:
            lock.release()

    def _shorter(self, table: Table, rows: Sequence[Row]) -> Sequence[Row]:
        """The rows, with one by which a long log is needed no more where the match allows that.

        Raises `Refused` where there is no room for them.
        """
        moves = any(row.kind in _MOVES for row in rows)  # words take nobody's question or undo
        if moves and table.n + len(rows) - table.since > LONG:
            draft = self._try(table, rows)[0]
            if draft.match is not None and draft.match.at_checkpoint:
                return [*rows, continue_row(draft, draft.match.position())]
            if is_full(table) and table.match is not None and table.match.at_checkpoint:
                return [continue_row(table, table.match.position()), *rows]
        check_room(table, rows)
        return rows

    def create(
        self,
        who: Who,
        game: str,
        seats: Sequence[str],
        options: Mapping[str, Any],
        *,
        bots: Sequence[str],
        listed: bool,
        command: str | None = None,
        origin: Origin | None = None,
    ) -> Table:
        """Make a table. The same person's same command gives the table made first."""
        chosen = registry.get_game(game)
        chosen.check_seats(len(seats))
        head = _new_head(who, game, len(seats), chosen.check_options(options), listed, command)
        table = Table(head)
        rows = first_seats(table, who, seats, bots, origin)
        draft, rows, effects = self._try(table, rows)
        made = self.store.create(head, rows, effects)
        if _wish(made) != _wish(head):
            raise command_used()
        if made is head:
            self.stored(draft)
        return self.get(made.id)

    def rematch(self, table_id: str, who: Who, next_rules: bool = False) -> str:
        """The next table with the same people, made when first asked for.

        Who asks first says whether it has the same rules, or those of `Game.next_options`.

        Bots keep their seats; people take theirs by asking for the rematch too. Who comes too late
        for that takes another, or looks on. Once all have left the next table, another is made.
        """
        new: NewTable | None = None

        def decide(table: Table) -> Sequence[Row]:
            nonlocal new
            seat = table.seat_of(who.id)
            if seat is None:
                raise Refused(
                    403, "not-seated", N_("You look on: only those who sit here can do that.")
                )
            if not table.over:
                raise Refused(409, "not-over", N_("The match is not over yet."))
            if table.rematch is not None:
                made = self.store.head(table.rematch)
                if made is not None and made.status != "closed":
                    return () if seat in table.wants else [rematch_row(who, table.rematch)]
            wishes = [s.bot if s.bot and not s.people else "open" for s in table.seats]
            wishes[seat] = "me"
            old = table.head
            beyond = table.game.next_options(old.options) if next_rules else old.options
            if beyond is None:
                raise Refused(409, "no-next", N_("There are no further rules than these."))
            table.game.check_seats(old.seats)
            head = _new_head(who, old.game, old.seats, beyond, old.listed, None)
            first = first_seats(
                Table(head),
                Who(who.id, table.seats[seat].name),
                wishes,
                [wish for wish in wishes if wish not in ("me", "open")],
            )
            new = (head, *self._try(Table(head), first)[1:])
            return [rematch_row(who, head.id)]

        table = self.do(table_id, decide, lambda: new)
        assert table.rematch is not None
        seat = table.seat_of(who.id)
        assert seat is not None
        name = table.seats[seat].name
        me = Who(who.id, name)
        for decide_on in (join(me, seat, invited=True), join(me, invited=True)):
            with contextlib.suppress(Refused):  # full, or under way with a bot in the seat
                self.do(table.rematch, decide_on)
                break
        else:
            self.do(table.rematch, watch(me, invited=True))
        return table.rematch

    # -- keeping it small ---------------------------------------------------------------------

    def tidy(self, quiet: float = QUIET) -> int:
        """Remove from logs what is not needed any more; gives the number of rows.

        Args:
            quiet: seconds for which nothing has happened at a table whose log is made shorter.
        """
        rows = 0
        while ids := self.store.long_logs(time.time() - quiet):
            rows += sum(self.store.squash(table_id, CHAT_KEPT) for table_id in ids)
        return rows

    # -- inside -------------------------------------------------------------------------------

    def _try(self, table: Table, rows: Sequence[Row]) -> tuple[Table, Sequence[Row], Effects]:
        """The table after rows that are not stored yet, those rows, and what else they change."""
        draft = table.copy()
        now = time.time()
        tried = []
        told = draft.told
        try:
            for n, row in enumerate(rows, table.n + 1):
                row = replace(row, n=n, time=now)
                draft.apply(row)
                before, told = told, draft.told
                tried.append(replace(row, told=_news(before, told)))
        except (Refused, BadSeats):
            raise
        except MeowpleError as error:
            log.exception("a command failed at table %s", table.head.id)
            raise Refused(
                500, "failed", N_("That did not work, and nothing has changed.")
            ) from error
        return draft, tried, self._effects(table, draft, rows)

    def _effects(self, before: Table, after: Table, rows: Sequence[Row]) -> Effects:
        """What the lists, the checkpoint, the bots and the film need to know of it."""
        now = time.time()
        kinds = {row.kind for row in rows}
        head: dict[str, Any] = {"changed": now}
        if kinds & _MOVES and after.match:
            position = after.match.position()
            head["position"] = json.dumps(position, ensure_ascii=False, separators=(",", ":"))
            head["position_n"] = after.n
            after.size = len(head["position"])
        if kinds - {"chat", "act"} or after.status != before.status:
            head["status"] = after.status
            head["version"] = after.version
        if before.n == 0 or after.summary() != before.summary():
            head["summary"] = after.summary()
        if before.n == 0 or after.owing != before.owing:
            owed = bool(after.owing)
            head["due"] = now if owed else None
            head["lease"] = now + LEASE if owed and self.process else 0.0
            head["lessee"] = self.process
            head["tries"] = 0
        film = after.film() if after.over and not before.over else None
        if film is not None or "continue" in kinds:
            head["needed"] = after.n if film is not None else after.since
        members: dict[str, int | None] = {}
        gone = []
        for row in rows:
            if row.kind in ("sit", "device"):
                members[row.payload["person"]] = row.seat
            elif row.kind == "watch":
                members[row.payload["person"]] = None
            elif row.kind == "stand":
                gone.append(row.payload["person"])
                if row.seat is not None:  # their other devices too
                    gone.extend(before.seats[row.seat].people)
        return Effects(head, members, gone, film)


_MOVES = frozenset(("start", "act", "orders", "undo", "ask", "agree", "away", "continue"))
"""The rows that may change the position."""


def _new_head(
    who: Who,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    listed: bool,
    command: str | None,
) -> Head:
    return Head(
        id=new_id(12),
        game=game,
        seats=seats,
        options=dict(options),
        listed=listed,
        invite=new_id(24),
        seed=secrets.token_bytes(32),
        maker=who.id,
        command=command,
        made=time.time(),
        version=registry.get_game(game).version,
    )


def _wish(head: Head) -> tuple[object, ...]:
    """What a person wants of a new table, as far as it is fixed."""
    return head.game, head.seats, dict(head.options), head.listed


def _news(before: Sequence[Event], after: Sequence[Event]) -> list[Any] | None:
    """How many events still stand, and those that came: what `Row.told` holds."""
    still = 0
    for one, other in zip(before, after, strict=False):
        if one is not other and one != other:
            break
        still += 1
    if still == len(before) == len(after):
        return None
    return [still, *(event.to_json() for event in after[still:])]


def continue_row(table: Table, position: Any) -> Row:
    """The row with which a table goes on from a position, whatever is before it in the log."""
    data = {
        "position": position,
        "version": table.game.version,
        "told": [event.to_json() for event in table.told],
    }
    return Row("continue", None, "server", data)


class BrokenLog(RuntimeError):
    """Rows of a log are missing."""


def check_numbers(table_id: str, rows: Sequence[Row], after: int) -> None:
    """Raises `BrokenLog` unless the rows have all numbers from ``after + 1`` on."""
    for place, row in enumerate(rows, after + 1):
        if row.n != place:
            raise BrokenLog(f"the log of table {table_id} lacks row {place}")
