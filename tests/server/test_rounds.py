"""A table is drawn once for all who look at it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from tests.asynchronous import run
from tests.patience import PATIENCE

from meowple.server.html.regions import Rounds
from meowple.server.tables.commands import Refused


class Known:
    """A table that some know."""

    def knows(self, person: str | None) -> bool:
        return person != "stranger"


class OneTable:
    """Counts how often the table is read; the first time it waits until it may go on."""

    def __init__(self) -> None:
        self.reads = 0
        self.go_on = threading.Event()

    def get(self, table_id: str) -> Any:
        self.reads += 1
        assert self.go_on.wait(PATIENCE)
        return Known()


def test_all_who_wait_for_a_table_are_drawn_for_after_one_look() -> None:
    tables = OneTable()
    rounds = Rounds(tables)  # type: ignore[arg-type]
    threads = set()

    def draw(table: Any) -> int:
        """After how many looks at the log it is drawn."""
        threads.add((tables.reads, threading.get_ident()))
        return tables.reads

    def fail(table: Any) -> str:
        raise ValueError("no picture")

    async def look() -> None:
        first = [asyncio.create_task(rounds.draw("t", f"p{n}", draw)) for n in range(8)]
        first[3].cancel()
        while not tables.reads:
            await asyncio.sleep(0.001)
        late = [
            asyncio.create_task(rounds.draw("t", person, each))
            for person, each in (("p0", draw), ("p1", fail), ("stranger", draw))
        ]
        gone = asyncio.create_task(rounds.draw("t", "p9", draw))
        await asyncio.sleep(0)
        gone.cancel()
        tables.go_on.set()
        drawn = await asyncio.gather(*first, return_exceptions=True)
        assert drawn[:3] + drawn[4:] == [1] * 7
        assert isinstance(drawn[3], asyncio.CancelledError)
        assert await late[0] == 2, "who has come later sees what has happened since"
        with pytest.raises(ValueError, match="no picture"):
            await late[1]
        with pytest.raises(Refused):
            await late[2]
        assert len(threads) == tables.reads == 2

    run(look())


def test_where_no_table_is_nothing_is_drawn() -> None:
    class NoTables:
        def get(self, table_id: str) -> Any:
            raise Refused(404, "not-found", "gone")

    async def look() -> None:
        rounds = Rounds(NoTables())  # type: ignore[arg-type]
        for _ in range(2):
            with pytest.raises(Refused):
                await rounds.draw("t", None, lambda table: "")

    run(look())
