"""The database: what cannot be used is said in words, what is away is waited for."""

from __future__ import annotations

import asyncio
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from alembic import command as alembic_command
from alembic.config import Config
from tests.asynchronous import run
from tests.patience import PATIENCE
from tests.server.playing import AS_SHIPPED, UNUSED, Browser, Server, Stream, wait_for
from tests.server.postgres import Cluster

import meowple.server.tables.database as database_module
from meowple.server import serve
from meowple.server.live import Live, absence
from meowple.server.serve import wait_for_database
from meowple.server.tables.commands import Order, Who, chat
from meowple.server.tables.database import Away, BadDatabase, Database
from meowple.server.tables.models import LogRow, Process, Setting, TableHead
from meowple.server.tables.store import Store
from meowple.server.tables.tables import Tables

Opener = Callable[[], Store]


# -- what cannot be used ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("oracle://somebody@host/x", "no kind of database"),
        ("mysql://x", "no kind of database"),
        ("::://", "no address"),
        ("postgresql+asyncpg://host/x", "no driver"),
        ("{folder}/nowhere/tables.db", "no folder"),
        ("{folder}", "is a folder"),
        ("{folder}/text.db", "cannot be used"),
        ("sqlite:///file:{folder}/old.db?mode=ro&uri=true", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_ends_the_start_with_a_sentence(
    tmp_path: Path, address: str, why: str
) -> None:
    (tmp_path / "text.db").write_text("this is no database, and never was one")
    sqlite3.connect(tmp_path / "old.db").execute("CREATE TABLE a (b)").connection.close()
    with pytest.raises(BadDatabase, match=why) as end:
        wait_for_database(address.format(folder=tmp_path))
    assert "\n" not in str(end.value)


def test_a_database_of_a_newer_meowple_is_left_alone(opened: Opener) -> None:
    store = opened()
    with store.database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadDatabase, match="newer Meowple"):
        store.database.migrate()


def test_a_password_is_not_told() -> None:
    assert "secret" not in str(Database("postgresql://ann:secret@host/meowple"))
    for wrong in ("postgresql://ann:secret@host:port/meowple", "post gres://ann:se@cret@host/x"):
        with pytest.raises(BadDatabase, match="no address") as end:
            Database(wrong)
        assert "secret" not in str(end.value)
        assert "cret" not in str(end.value)


def test_the_command_waits_for_its_database_without_a_traceback(cluster: Cluster) -> None:
    """Started first, it says that it waits, and serves as soon as the database is there."""
    url = cluster.empty()
    with away(cluster, url):
        command = [sys.executable, "-m", "meowple.cli", "serve", "--port", "0", "--database", url]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None and process.stderr is not None
        said = process.stderr.readline()
        assert "cannot be reached" in said
        assert "Trying again" in said
    address = next(word for word in process.stdout.readline().split() if "http://" in word)
    wait_for(lambda: _status(f"{address}/ready") == 200)
    process.terminate()
    assert "Traceback" not in process.communicate(timeout=PATIENCE)[1]


def _status(address: str) -> int:
    try:
        return httpx.get(address, timeout=PATIENCE, verify=UNUSED).status_code
    except httpx.HTTPError:
        return 0


# -- away in between -------------------------------------------------------------------------------


@contextmanager
def away(cluster: Cluster, url: str) -> Iterator[None]:
    """The PostgreSQL database lets nobody in for a while, and throws out who is in."""
    name = url.partition("@/")[2].partition("?")[0]
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        try:
            yield
        finally:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


@pytest.fixture
def gone(
    database: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], object]:
    """Takes the test's database away for a while: PostgreSQL is shut, SQLite is locked."""
    monkeypatch.setattr(database_module, "WAIT", 0.2)
    if database.startswith("postgres"):
        cluster: Cluster = request.getfixturevalue("cluster")
        return lambda: away(cluster, database)

    @contextmanager
    def locked() -> Iterator[None]:
        connection = sqlite3.connect(database, isolation_level=None, timeout=PATIENCE)
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
            connection.close()

    return locked


def test_while_the_database_is_away_it_is_said_and_afterwards_all_goes_on(
    gone: Callable[[], object], start: Callable[..., Server], person: Callable[..., Browser]
) -> None:
    server = start()
    ann = person("Ann", server.url)
    path = ann.create("random", "random")
    table_id = path.split("/")[2]
    stream = Stream(ann.http, f"{path}/events")
    wait_for(lambda: ann.actions(path))
    fields = {**ann.fields(path), "action": ann.actions(path)[0]}
    with gone():  # type: ignore[attr-defined]
        refused = ann.post(f"{path}/act", **fields)
        assert refused.status_code == 503
        assert "cannot be reached right now" in refused.text
        assert int(refused.headers["retry-after"]) > 0
        answer = ann.http.post(f"/api/v1{path}/leave")
        assert answer.status_code in (401, 503)
        assert ann.get("/health").status_code == 200
        assert ann.get("/static/favicon.svg").status_code == 200
    wait_for(lambda: ann.get("/ready").status_code == 200)
    count = len(server.house.store.rows(table_id))
    assert ann.post(f"{path}/act", **fields).status_code == 303
    wait_for(lambda: len(server.house.store.rows(table_id)) > count + 1)
    wait_for(lambda: ann.actions(path))
    ann.post(f"{path}/chat", text="here again")
    stream.until("here again")
    stream.close()


def test_bots_go_on_by_themselves_when_the_database_is_back(
    gone: Callable[[], object], start: Callable[..., Server], person: Callable[..., Browser]
) -> None:
    server = start(bot_delay=0.3)
    ann = person("Ann", server.url)
    path = ann.create("random", "random")
    table_id = path.split("/")[2]
    asked = [seat for seat, _ in server.house.tables.get(table_id).owing]
    with gone():  # type: ignore[attr-defined]
        wait_for(lambda: not server.house.bots._busy)
    assert asked

    def answered() -> bool:
        return not server.house.tables.get(table_id).owing

    wait_for(answered)


def test_a_writer_that_keeps_the_database_to_itself_holds_up_nobody_who_looks(
    tmp_path: Path,
) -> None:
    """Presence is noted by one thread alone, and commands wait apart from pages."""
    database = str(tmp_path / "tables.db")
    server = Server(database)
    ann = Browser(server.url, "Ann")
    path = ann.create("random", "random")
    wait_for(lambda: ann.actions(path))
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    done = threading.Event()
    try:
        streams = [Stream(ann.http, f"{path}/events") for _ in range(40)]
        with ThreadPoolExecutor(40) as many:
            said = [many.submit(ann.post, f"{path}/chat", text=f"{i}") for i in range(40)]
            for address in ("/", path, "/static/favicon.svg", f"/api/v1{path}"):
                assert ann.get(address).status_code in (200, 404)
            assert not any(each.done() for each in said[8:]), "they wait for the database"
            connection.execute("ROLLBACK")
            done.set()
            assert {each.result().status_code for each in said} <= {303, 503}
        for stream in streams:
            stream.close()
    finally:
        if not done.is_set():
            connection.execute("ROLLBACK")
        connection.close()
        ann.close()
        server.stop()


# -- several at once -------------------------------------------------------------------------------


def test_what_sqlite_has_acknowledged_survives_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "SYNCHRONOUS", AS_SHIPPED)
    database = Database(tmp_path / "tables.db")
    database.migrate()
    full = 2
    for connect in (database.read, database.write):
        with connect() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == full
    database.close()


HERE = frozenset([("table", "ann")])


@pytest.mark.parametrize("seconds", [-60, 3600], ids=["stood still", "the clock was set back"])
def test_a_process_that_was_held_for_dead_says_again_who_is_there(
    opened: Opener, seconds: float
) -> None:
    store = opened()
    store.beat("one", HERE, frozenset(), {}, 20)
    with store.database.write() as connection:
        connection.execute(sa.update(Process).values(seen=Process.seen + seconds))
    assert store.beat("two", frozenset(), frozenset(), {}, 20) == frozenset()
    assert store.connected("table") == frozenset()
    store.beat("one", HERE, HERE, {}, 20)
    assert store.beat("two", frozenset(), frozenset(), {}, 20) == HERE
    store.beat("one", frozenset(), HERE, {}, 20)
    assert store.connected("table") == frozenset()


def test_who_has_gone_is_gone_whatever_the_clock_says() -> None:
    now = time.time()
    seen = {"ann": now - 600, "ben": now + 3600, "cid": now - 10, "eve": now - 600}
    assert absence(frozenset(["eve"]), seen).gone == {"ann", "ben"}


def test_that_nothing_can_be_stored_is_said_once(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As on a full disk: whatever is read goes on."""
    monkeypatch.setattr("meowple.server.live.BEAT", 0.01)
    store = opened()
    full = Away("{reason}", reason="the disk is full")
    answers = [full, full, frozenset(), full]
    told = threading.Event()

    def beat(*_: object) -> frozenset[tuple[str, str]]:
        if not answers:
            told.set()
            raise full
        if isinstance(answer := answers.pop(0), Away):
            raise answer
        return answer

    monkeypatch.setattr(store, "beat", beat)
    live = Live(store, "here")

    async def look() -> None:
        live.start()
        assert await asyncio.to_thread(told.wait, PATIENCE)
        await live.close()

    run(look())
    said = [record for record in caplog.records if "the disk is full" in record.getMessage()]
    assert [record.levelname for record in said] == ["WARNING"] * 2


@pytest.mark.postgres
def test_a_table_that_somebody_keeps_to_himself_holds_up_no_other(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As does a process that stands still in the middle of a transaction."""
    monkeypatch.setitem(database_module.SETTINGS, "lock_timeout", 300)
    monkeypatch.setattr("meowple.server.tables.tables.WAIT", 0.3)
    url = cluster.database()
    server = Server(url)
    ann, ben = Browser(server.url, "Ann"), Browser(server.url, "Ben")
    path, other = ann.create("open", "open"), ben.create("open", "open")
    try:
        with psycopg.connect(url) as connection, ThreadPoolExecutor(20) as many:
            connection.execute("SELECT id FROM tables WHERE id = %s FOR UPDATE", [path[8:]])
            said = [many.submit(ann.post, f"{path}/chat", text=f"{i}") for i in range(16)]
            assert ben.post(f"{other}/chat", text="hello").status_code == 303
            assert {each.result().status_code for each in said} == {503}
    finally:
        ann.close()
        ben.close()
        server.stop()
        cluster.drop(url)


@pytest.mark.postgres
def test_who_stands_still_in_the_middle_keeps_nothing_for_long(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(database_module.SETTINGS, "idle_in_transaction_session_timeout", 200)
    url = cluster.database()
    one, two = Database(url), Database(url)
    own = sa.insert(Setting).values(key="name", value="one")
    done = threading.Event()

    def change() -> None:
        with two.write() as connection:
            two.put(connection, Setting, {"key": "name"}, {"value": "two"})
        done.set()

    def stand_still() -> None:
        with one.write() as connection:
            connection.execute(own)
            threading.Thread(target=change).start()
            assert done.wait(PATIENCE), "the other goes on"
            connection.execute(own)

    try:
        with pytest.raises(Away):
            stand_still()
        one.migrate()
        with one.read() as connection:
            assert connection.execute(sa.select(Setting.value)).scalar() == "two"
    finally:
        one.close()
        two.close()
        cluster.drop(url)


def test_a_failure_does_not_tell_what_was_to_be_stored(opened: Opener) -> None:
    """It is logged, and a table's seed or a hidden card is no matter for the log."""
    database = opened().database

    def store_twice() -> None:
        with database.write() as connection:
            for _ in range(2):
                connection.execute(sa.insert(Setting).values(key="card", value="winter-12"))

    with pytest.raises(sa.exc.DBAPIError) as failed:
        store_twice()
    assert "winter-12" not in str(failed.value)


def test_a_server_whose_database_goes_away_while_it_starts_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def create(url: str, **_: object) -> str:
        made.append(url)
        if len(made) < 3:
            raise Away("{reason}", reason="gone")
        return "an application"

    monkeypatch.setattr(serve, "create_app", create)
    file = str(tmp_path / "tables.db")
    assert serve._application(serve.Settings("127.0.0.1", 0, file)) == "an application"
    assert made == [file] * 3


def test_a_process_that_ends_at_once_is_not_replaced_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hired: list[serve._Crew] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    class Ended:
        exitcode = 1

        def __init__(self, crew: serve._Crew) -> None:
            hired.append(crew)
            if len(hired) == 2:
                threading.Timer(0.8, crew._stop.set).start()

        def is_alive(self) -> bool:
            return False

        def terminate(self) -> None: ...

        def join(self, seconds: float) -> None: ...

        def kill(self) -> None: ...

    monkeypatch.setattr(serve, "REST", 3600.0)
    monkeypatch.setattr(serve._Crew, "_hire", lambda crew: Ended(crew))
    monkeypatch.setattr(serve.logs, "set_up", lambda **_: None)
    settings = serve.Settings("127.0.0.1", 0, str(tmp_path / "tables.db"), workers=2)
    with socket.socket() as listener:
        try:
            serve._Crew(settings, listener).run()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
    assert len(hired) == 2


def test_what_many_insert_at_once_is_there_once(opened: Opener) -> None:
    stores = [opened() for _ in range(2)]
    with stores[0].database.write() as connection:
        connection.exec_driver_sql("DELETE FROM settings")

    def newcomer(number: int) -> str:
        store = stores[number % 2]
        secret = store.secret()
        store.rename("ann", f"Ann {number}")
        store.beat(f"process {number % 3}", HERE, frozenset(), {}, 60)
        return secret

    with ThreadPoolExecutor(12) as many:
        secrets = set(many.map(newcomer, range(60)))
    assert len(secrets) == 1
    assert stores[0].name_of("ann").startswith("Ann ")
    assert stores[0].connected("table") == {"ann"}


# -- what wakes the listeners ------------------------------------------------------------------------


class Scripted:
    """Tells what the test wants it to tell, when the test wants it."""

    def __init__(self) -> None:
        self.news: Mapping[str, int] | None = {}
        self.given = threading.Event()
        self.told = threading.Event()

    def tell(self, news: Mapping[str, int] | None) -> None:
        self.news = news
        self.told.clear()
        self.given.set()
        assert self.told.wait(PATIENCE)

    def changes(self) -> Mapping[str, int] | None:
        if not self.given.wait(0.01):
            return {}
        self.given.clear()
        self.told.set()
        return self.news

    def close(self) -> None:
        pass


def test_a_read_between_a_commit_and_its_notice_swallows_no_wake_up(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = opened(), opened()
    watch = Scripted()
    monkeypatch.setattr(here.database, "watch", lambda: watch)
    live = Live(here, "here")
    mine = Tables(here, lambda table: live.wake(table.head.id, table.n), process="here")
    others = Tables(there, lambda table: None, process="there")
    ann = Who("ann", "Ann")
    table_id = mine.create(
        ann, "festival", ["me", "open", "open"], {}, bots=(), listed=True
    ).head.id

    async def listen() -> None:
        live.start()
        changes = live.changes(table_id, None)
        assert await anext(changes)
        for number in range(5):
            n = others.do(table_id, chat(ann, f"words {number}", Order())).n
            assert mine.get(table_id).n == n, "somebody reads it here before it is noticed"
            waiting = asyncio.create_task(anext(changes))
            await asyncio.to_thread(watch.tell, {table_id: n})
            assert await asyncio.wait_for(waiting, PATIENCE)
        waiting = asyncio.create_task(anext(changes))
        await asyncio.to_thread(watch.tell, None)
        assert await asyncio.wait_for(waiting, PATIENCE), "after a gap all look again"
        await changes.aclose()
        await live.close()

    run(listen())


def test_a_stream_shows_that_it_lives_though_hidden_things_happen_all_the_time(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meowple.server.live.HEARTBEAT", 0.1)
    live = Live(opened(), "here")

    async def listen() -> None:
        live.start()
        changes = live.changes("table", None)
        assert await anext(changes)
        n = 0
        async with asyncio.timeout(PATIENCE):
            for _ in range(3):
                seen = True
                while seen:
                    n += 1
                    live.wake("table", n)
                    await asyncio.sleep(0)
                    seen = await anext(changes)
        await changes.aclose()
        await live.close()

    asyncio.run(listen())


def test_every_row_that_another_process_stores_is_noticed(opened: Opener) -> None:
    here, there = opened(), opened()
    desk = Tables(there, lambda table: None)
    ann = Who("ann", "Ann")
    ids = [
        desk.create(ann, "festival", ["me", "open", "open"], {}, bots=(), listed=True).head.id
        for _ in range(3)
    ]
    watch = here.database.watch()
    assert watch.changes() is None, "what came before it listened is not known"
    last: dict[str, int] = {}
    for number in range(12):
        table_id = ids[number % 3]
        last[table_id] = desk.do(table_id, chat(ann, f"words {number}", Order())).n
    found: dict[str, int] = {}
    while found != last:
        found.update(watch.changes() or {})
    watch.close()


def test_a_connection_that_dies_silently_is_noticed(opened: Opener) -> None:
    database = opened().database
    if database.sqlite:
        return  # a file has no connection to lose
    watch = database.watch()
    with database.read() as connection:
        for each in (watch._connection, connection.connection.driver_connection):  # type: ignore[attr-defined]
            given = each.info.get_parameters()
            assert int(given["keepalives_idle"]) < 60
            assert int(given["tcp_user_timeout"]) < 60_000
    watch.close()


def test_a_watch_that_has_lost_its_connection_says_so_and_a_new_one_knows_of_the_gap(
    cluster: Cluster, opened: Opener, request: pytest.FixtureRequest
) -> None:
    store = opened()
    if store.database.sqlite:
        return  # a file has no connection to lose
    watch = store.database.watch()
    assert watch.changes() is None
    url = store.database.url
    with away(cluster, f"postgresql://meowple@/{url.database}?"):
        with pytest.raises(Away):
            for _ in iter(watch.changes, None):
                pass
        with pytest.raises(Away):
            store.database.watch()
    again = store.database.watch()
    assert again.changes() is None
    again.close()


# -- older versions -----------------------------------------------------------------------------------


def test_tables_of_an_older_version_are_taken_over(tmp_path: Path) -> None:
    """A database as version 0.1 left it: its tables are listed, its bots asked, its films shown."""
    file = tmp_path / "tables.db"
    config = Config()
    folder = Path(database_module.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic_command.upgrade(config, "0002")
    new = Database(str(tmp_path / "new.db"))
    new.migrate()
    ann = Who("ann", "Ann")
    store = Store(new)
    made = Tables(store, lambda table: None).create(
        ann, "festival", ["me", "random", "random"], {}, bots=("random",), listed=True
    )
    rows = store.rows(made.head.id)
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO tables (id, game, seats, options, listed, invite, seed, maker, made, "
            "status, changed, bots, version, position_n) VALUES "
            "(?, 'festival', 3, '{}', 1, 'i', ?, 'ann', 1.0, 'playing', 4102444800.0, 1, ?, 0)",
            (made.head.id, made.head.seed.hex(), made.version),
        )
        for row in rows:
            connection.execute(
                sa.text(
                    "INSERT INTO log (table_id, n, kind, seat, author, payload, time) "
                    "VALUES (:table_id, :n, :kind, :seat, :author, :payload, 1.0)"
                ).bindparams(sa.bindparam("payload", type_=sa.JSON)),
                {
                    "table_id": made.head.id,
                    "n": row.n,
                    "kind": row.kind,
                    "seat": row.seat,
                    "author": row.author,
                    "payload": dict(row.payload),
                },
            )
        connection.exec_driver_sql(
            "INSERT INTO members (table_id, person_id, seat) VALUES (?, 'ann', 0)", (made.head.id,)
        )
    engine.dispose()
    new.close()

    server = Server(str(file))
    try:
        house = server.house
        (card,) = house.store.open_tables()
        assert card.summary is None
        assert [each["name"] for each in house.listed([card], "en")[0]["people"]] == [
            seat.name for seat in made.seats
        ]
        assert house.store.open_tables()[0].summary is not None, "it is made once"
        wait_for(lambda: not house.tables.get(made.head.id).owing)
        assert {row.seat for row in house.store.rows(made.head.id) if row.kind == "act"} == {1, 2}
    finally:
        server.stop()


def test_many_stored_tables_cost_nothing_at_the_start(
    opened: Opener, start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only tables where a bot owes an answer are loaded, and the lobby loads none."""
    store = opened()
    desk = Tables(store, lambda table: None)
    ann = Who("ann", "Ann")
    seats = ["me", "random", "random"]
    ids = [
        desk.create(ann, "festival", seats, {}, bots=("random",), listed=True).head.id
        for _ in range(12)
    ]
    with store.database.write() as connection:  # in all but one the bots have answered
        connection.execute(sa.text("UPDATE tables SET due = NULL WHERE id <> :id"), {"id": ids[5]})
    loaded: list[str] = []
    load = Tables._load

    def noted(self: Tables, table_id: str) -> object:
        loaded.append(table_id)
        return load(self, table_id)

    monkeypatch.setattr(Tables, "_load", noted)
    server = start()
    wait_for(lambda: not server.house.tables.get(ids[5]).owing)
    assert set(loaded) == {ids[5]}
    page = httpx.get(server.url, timeout=PATIENCE, verify=UNUSED).text
    assert sum(table_id in page for table_id in ids) >= 8
    assert set(loaded) == {ids[5]}


# -- at the same time ---------------------------------------------------------------------------------


@contextmanager
def growing(store: Store, table_id: str, meanwhile: Callable[[], object]) -> Iterator[None]:
    """Another process is just storing a row by which a bot is asked, while something is done."""
    n = len(store.rows(table_id))
    with ThreadPoolExecutor(1) as threads:
        with store.database.write() as connection:
            connection.execute(
                sa.insert(LogRow).values(
                    table_id=table_id, n=n + 1, kind="rematch", author="", payload={}, time=1.0
                )
            )
            connection.execute(sa.update(TableHead).values(due=2.0, changed=time.time()))
            doing = threads.submit(meanwhile)
            wait([doing], 0.5)
        doing.result(PATIENCE)
    yield


def _open_table(store: Store) -> str:
    seats = ["me", "open", "open"]
    desk = Tables(store, lambda table: None)
    made = desk.create(Who("ann", "Ann"), "festival", seats, {}, bots=(), listed=True)
    with store.database.write() as connection:
        connection.execute(sa.update(TableHead).values(due=1.0, changed=1.0))
    return made.head.id


def test_a_debt_that_arises_while_another_is_struck_off_stays(opened: Opener) -> None:
    here, there = opened(), opened()
    table_id = _open_table(there)
    with growing(there, table_id, lambda: here.settle(table_id, 1)):
        assert here.overdue() == (1, 2.0)
    here.settle(table_id, 2)
    assert here.overdue()[0] == 0


def test_a_table_that_comes_to_life_while_old_ones_are_removed_stays(opened: Opener) -> None:
    here, there = opened(), opened()
    table_id = _open_table(there)
    with growing(there, table_id, lambda: here.forget(time.time() - 1000)):
        assert len(here.rows(table_id)) == 2
