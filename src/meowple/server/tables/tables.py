"""All tables, as this process knows them: a cache of their logs, and the one way to change them."""

from __future__ import annotations

import contextlib
import json
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import meowple.core.registry as registry
from meowple.core.errors import MeowpleError
from meowple.core.language import N_

from .commands import (
    Decide,
    Refused,
    Who,
    check_room,
    first_seats,
    join,
    not_found,
    rematch_row,
)
from .store import Conflict, Effects, Head, Row, Store
from .table import Table, rebuild

log = logging.getLogger(__name__)

KEPT = 1000
"""How many tables are kept in memory."""

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
        wake: called with a table's id after its log has grown here.
    """

    def __init__(self, store: Store, wake: Callable[[str], None]) -> None:
        self.store = store
        self.wake = wake
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._cache_lock = threading.Lock()
        self._locks = [threading.RLock() for _ in range(64)]

    def _lock(self, table_id: str) -> threading.RLock:
        return self._locks[hash(table_id) % len(self._locks)]

    # -- reading ------------------------------------------------------------------------------

    def get(self, table_id: str) -> Table:
        """The table with all that is in its log now. It must not be changed.

        Raises `Refused` (404) where there is none.
        """
        known = self._cached(table_id)
        if known is not None and not self.store.rows(table_id, known.n):
            return known
        with self._lock(table_id):
            return self._current(table_id)

    def seen_by(self, table_id: str, person: str | None) -> Table:
        """`get`, with a 404 too for a table that is hidden from that person."""
        table = self.get(table_id)
        if not table.knows(person):
            raise not_found()
        return table

    def version(self, table_id: str) -> int:
        """The number of the last row known here; 0 if the table is not in memory."""
        known = self._cached(table_id)
        return known.n if known is not None else 0

    def _cached(self, table_id: str) -> Table | None:
        with self._cache_lock:
            table = self._cache.get(table_id)
            if table is not None:
                self._cache.move_to_end(table_id)
            return table

    def _keep(self, table: Table) -> None:
        with self._cache_lock:
            self._cache[table.head.id] = table
            self._cache.move_to_end(table.head.id)
            while len(self._cache) > KEPT:
                self._cache.popitem(last=False)

    def _current(self, table_id: str) -> Table:
        """The table after catching up with its log. The caller holds its lock."""
        known = self._cached(table_id)
        if known is None:
            known = self._load(table_id)
        elif rows := self.store.rows(table_id, known.n):
            try:
                table = known.copy()
                for row in rows:
                    table.apply(row)
                known = table
            except MeowpleError:  # written by other rules than ours
                known = self._load(table_id)
        self._keep(known)
        return known

    def _load(self, table_id: str) -> Table:
        head = self.store.head(table_id)
        if head is None:
            raise not_found()
        rows = self.store.rows(table_id)
        game = registry.get_game(head.game)
        versions = [row.payload["version"] for row in rows if row.kind in ("start", "continue")]
        if not versions or versions[-1] == game.version:
            try:
                return rebuild(head, rows)
            except MeowpleError:
                log.exception("the log of table %s cannot be played again", table_id)
        table = rebuild(head, rows, frozen=True)
        table.final = self.store.final(table_id)
        return table if table.final is not None else self._go_on(table)

    def _go_on(self, table: Table) -> Table:
        """Let a table under other rules go on from its last checkpoint."""
        position = self.store.position(table.head.id)
        if position is None:
            raise Refused(
                500, "lost", N_("This table cannot go on under the rules installed here.")
            )
        row = Row("continue", None, "server", {"position": position, "version": table.game.version})
        draft, rows, effects = _try(table, [row])
        try:
            self.store.append(table.head.id, table.n, rows, effects)
        except Conflict:  # another process did the same
            return self._load(table.head.id)
        log.warning("table %s goes on under version %s", table.head.id, table.game.version)
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
        with self._lock(table_id):
            for _ in range(20):
                table = self._current(table_id)
                rows = decide(table)
                if not rows:
                    return table
                check_room(table, rows)
                draft, rows, effects = _try(table, rows)
                if new_table is not None:
                    effects = replace(effects, new_table=new_table())
                try:
                    self.store.append(table_id, table.n, rows, effects)
                except Conflict:
                    continue
                self._keep(draft)
                break
            else:
                raise Refused(503, "busy", N_("The table is busy. Try again."))
        self.wake(table_id)
        return draft

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
    ) -> Table:
        """Make a table. The same person's same command gives the table made first."""
        chosen = registry.get_game(game)
        chosen.check_seats(len(seats))
        head = _new_head(who, game, len(seats), chosen.check_options(options), listed, command)
        table = Table(head)
        rows = first_seats(table, who, seats, bots)
        _, rows, effects = _try(table, rows)
        made = self.store.create(head, rows, effects)
        if _wish(made) != _wish(head):
            raise Refused(
                409,
                "command-used",
                N_("That was answered already, perhaps from another window of yours."),
            )
        self.wake(made.id)
        return self.get(made.id)

    def rematch(self, table_id: str, who: Who) -> str:
        """The next table with the same people, made when first asked for.

        Bots keep their seats; people take theirs by asking for the rematch too.
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
                return ()
            wishes = [s.bot if s.bot and not s.people else "open" for s in table.seats]
            wishes[seat] = "me"
            old = table.head
            head = _new_head(who, old.game, old.seats, old.options, old.listed, None)
            first = first_seats(
                Table(head),
                Who(who.id, table.seats[seat].name),
                wishes,
                [wish for wish in wishes if wish not in ("me", "open")],
            )
            new = (head, *_try(Table(head), first)[1:])
            return [rematch_row(who, head.id)]

        table = self.do(table_id, decide, lambda: new)
        assert table.rematch is not None
        seat = table.seat_of(who.id)
        assert seat is not None
        name = table.seats[seat].name
        with contextlib.suppress(Refused):  # full, or under way with a bot in the seat
            self.do(table.rematch, join(Who(who.id, name), seat, invited=True))
        self.wake(table.rematch)
        return table.rematch


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


def _try(table: Table, rows: Sequence[Row]) -> tuple[Table, Sequence[Row], Effects]:
    """The table after rows that are not stored yet, those rows, and what else they change."""
    draft = table.copy()
    now = time.time()
    numbered = [replace(row, n=n, time=now) for n, row in enumerate(rows, table.n + 1)]
    try:
        for row in numbered:
            draft.apply(row)
    except Refused:
        raise
    except MeowpleError as error:
        log.exception("a command failed at table %s", table.head.id)
        raise Refused(500, "failed", N_("That did not work, and nothing has changed.")) from error
    return draft, numbered, _effects(table, draft, rows)


def _effects(before: Table, after: Table, rows: Sequence[Row]) -> Effects:
    """What the lists and the checkpoint need to know of it."""
    kinds = {row.kind for row in rows}
    head: dict[str, Any] = {"changed": time.time()}
    if kinds & {"start", "act", "undo", "ask", "agree", "away", "continue"} and after.match:
        position = after.match.position()
        head["position"] = json.dumps(position, ensure_ascii=False, separators=(",", ":"))
        head["position_n"] = after.n
    if kinds - {"chat", "act"} or after.status != before.status:
        head["status"] = after.status
        head["bots"] = bool(after.bot_seats)
        head["version"] = after.version
    if after.over and not before.over:
        head["final"] = json.dumps(after.film(), ensure_ascii=False, separators=(",", ":"))
    members: dict[str, int | None] = {}
    gone = []
    for row in rows:
        if row.kind in ("sit", "device"):
            members[row.payload["person"]] = row.seat
        elif row.kind == "watch":
            members[row.payload["person"]] = None
        elif row.kind == "stand":
            gone.append(row.payload["person"])
    return Effects(head, members, gone)
