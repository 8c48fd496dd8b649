"""What a page does when the way to the server fails, stalls, or is shared by many tabs."""

from __future__ import annotations

import re
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request
from tests.patience import PATIENCE
from tests.server.playing import Server, wait_for

from meowple.server.html.regions import Screen

from .conftest import DESKTOP, Person


class Proxy:
    """Stands between browsers and a server, as a proxy, a sleeping phone or a bad Wi-Fi would.

    Attributes:
        mute: what it swallows: ``stream`` what streams bring, ``all`` everything, or nothing.
        broken: whether it answers by itself that the server cannot be reached.
    """

    def __init__(self, port: int) -> None:
        self.mute = ""
        self.broken = False
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                stream = threading.Event()
                for ends in ((browser, server, stream, True), (server, browser, stream, False)):
                    threading.Thread(target=self._pump, args=ends, daemon=True).start()

    def _pump(
        self, source: socket.socket, sink: socket.socket, stream: threading.Event, up: bool
    ) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if up and re.match(rb"[A-Z]+ /", data):
                    stream.clear()
                    if re.match(rb"GET /tables/\w+/events", data):
                        stream.set()
                    if self.broken and not stream.is_set():
                        answer = b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"
                        source.sendall(answer)
                        continue
                if self.mute == "all" or (self.mute == "stream" and stream.is_set() and not up):
                    continue
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(str(tmp_path / "tables.db"))
    yield server
    server.stop()


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(int(server.url.rpartition(":")[2]))
    yield proxy
    proxy.close()


@pytest.fixture
def through(browser: Browser, proxy: Proxy) -> Iterator[Callable[[str], Person]]:
    """Makes people whose browsers reach the server through the proxy."""
    made: list[Person] = []

    def go(name: str) -> Person:
        context = browser.new_context(viewport=DESKTOP, base_url=proxy.url, reduced_motion="reduce")  # type: ignore[arg-type]
        made.append(Person(context, proxy.url, name))
        return made[-1]

    yield go
    errors = [error for one in made for error in one.errors]
    for one in made:
        one.context.close()
    assert not errors, errors


def say(person: Person, text: str) -> None:
    person.page.locator("#say").fill(text)
    person.page.locator("#say").press("Enter")


def test_a_stream_that_goes_silent_is_noticed_and_its_page_goes_on(
    through: Callable[[str], Person], proxy: Proxy, see: Any
) -> None:
    ala, ola = through("Ala"), through("Ola")
    ala.open_table(bots=1, seats=3)
    ola.page.goto(ala.page.locator("#invite").input_value())
    ola.page.get_by_role("button", name="Sit down").click()
    ala.wait_for_turn()
    proxy.mute = "stream"
    say(ala, "my own words")
    see(ala.page.locator("#region-chat")).to_contain_text("my own words")
    see(ola.page.locator("#region-chat")).to_contain_text("my own words")
    ola.choose()
    see(ola.page.locator(".card.picked")).to_have_count(1)
    proxy.mute = ""
    say(ola, "all is well")
    see(ala.page.locator("#region-chat")).to_contain_text("all is well")
    see(ala.page.locator("#lost")).to_be_hidden()


def test_a_stream_that_never_begins_holds_up_no_question(
    through: Callable[[str], Person], proxy: Proxy, see: Any
) -> None:
    """Some programs that look through all that comes hold a stream back from its first byte on."""
    ala = through("Ala")
    ala.open_table()
    ala.wait_for_turn()
    waiting: set[Request] = set()
    answered: list[bool] = []

    def ended(request: Request) -> None:
        waiting.discard(request)
        if "/changes" in request.url:
            answered.append(bool(waiting))

    proxy.mute = "stream"
    ala.page.on(
        "request", lambda request: waiting.add(request) if "/events" in request.url else None
    )
    ala.page.on("requestfailed", ended)
    ala.page.on("requestfinished", ended)
    end = time.monotonic() + PATIENCE
    while len(answered) < 3 or not any(answered):
        assert time.monotonic() < end, "it asks for itself only while no stream is awaited"
        ala.page.wait_for_timeout(100)
    see(ala.page.locator("#lost")).to_be_hidden()


def test_silence_on_all_ways_is_said_and_ends_by_itself(
    through: Callable[[str], Person], proxy: Proxy, see: Any
) -> None:
    ala = through("Ala")
    ala.open_table()
    ala.wait_for_turn()
    proxy.mute = "all"
    see(ala.page.locator("#lost")).to_be_visible()
    see(ala.page.locator("#lost")).to_contain_text("Trying again")
    proxy.mute = ""
    see(ala.page.locator("#lost")).to_be_hidden()
    say(ala, "back again")
    see(ala.page.locator("#region-chat")).to_contain_text("back again")


def test_a_server_that_cannot_answer_is_not_called_a_lost_connection(
    through: Callable[[str], Person], proxy: Proxy, see: Any
) -> None:
    ala = through("Ala")
    ala.open_table()
    ala.wait_for_turn()
    ala.page.route("**/changes*", lambda route: route.fulfill(status=503, body=""))
    proxy.mute = "stream"
    see(ala.page.locator("#lost")).to_contain_text("The server cannot answer right now")
    ala.page.unroute("**/changes*")
    see(ala.page.locator("#lost")).to_be_hidden()
    proxy.mute = ""


@contextmanager
def database_away(path: Path) -> Iterator[None]:
    """Somebody keeps the file to themselves: what would be stored is answered with 503."""
    with closing(sqlite3.connect(path, isolation_level=None)) as hog:
        hog.execute("BEGIN IMMEDIATE")
        yield


@pytest.mark.parametrize("how", ["offline", "broken", "database away"])
def test_what_is_done_without_a_connection_is_said_to_wait_and_goes_out_once(
    through: Callable[[str], Person],
    proxy: Proxy,
    server: Server,
    see: Any,
    how: str,
    tmp_path: Path,
) -> None:
    ala = through("Ala")
    ala.open_table()
    ala.wait_for_turn()
    table_id = ala.page.url.rpartition("/")[2]

    def acts() -> int:
        rows = server.house.store.rows(table_id)
        return sum(row.kind == "act" and row.seat == 0 for row in rows)

    @contextmanager
    def away() -> Iterator[None]:
        if how == "offline":
            ala.context.set_offline(True)
        proxy.broken = how == "broken"
        yield
        proxy.broken = False
        ala.context.set_offline(False)

    before = acts()
    with database_away(tmp_path / "tables.db") if how == "database away" else away():
        ala.page.locator("#region-dock .can").first.click()
        said = "not stored yet" if how == "database away" else "not sent yet"
        see(ala.page.locator("#lost")).to_contain_text(said)
        assert acts() == before
    wait_for(lambda: acts() > before)
    see(ala.page.locator("#lost")).to_be_hidden()
    ala.wait_for_turn()
    assert acts() == before + 1


def test_many_tabs_of_one_browser_do_not_use_up_its_connections(
    through: Callable[[str], Person], server: Server, see: Any
) -> None:
    ala = through("Ala")
    ala.open_table()
    tabs = [ala.page]
    for _ in range(7):
        tabs.append(ala.context.new_page())
        tabs[-1].goto(ala.page.url)
    last = tabs[-1]
    wait_for(lambda: server.house.live.streams <= 4)
    last.locator("#say").fill("from the eighth tab")
    last.locator("#say").press("Enter")
    see(last.locator("#region-chat")).to_contain_text("from the eighth tab")
    see(tabs[0].locator("#region-chat")).to_contain_text("from the eighth tab")
    tabs[0].bring_to_front()
    tabs[0].locator("#say").click()
    tabs[0].locator("#say").fill("from the first")
    tabs[0].locator("#say").press("Enter")
    for tab in (tabs[0], last):
        see(tab.locator("#region-chat")).to_contain_text("from the first")
    wait_for(lambda: server.house.live.streams <= 4)


def keep_first_answer(page: Page, form: str) -> list[tuple[Any, dict[str, Any]]]:
    """Keep back the first answer to that form: where it goes, once it is there, and what it is."""
    kept: list[tuple[Any, dict[str, Any]]] = []

    def keep(route: Any) -> None:
        answer = route.fetch()
        whole = {"status": answer.status, "headers": answer.headers, "body": answer.body()}
        if not kept:
            kept.append((route, whole))
        else:
            route.fulfill(**whole)

    page.route(f"**/{form}", keep)
    return kept


def test_what_is_chosen_before_the_last_answer_has_come_is_not_dropped(
    through: Callable[[str], Person], see: Any
) -> None:
    """The stream shows the next question before the answer to the form comes: it can be answered."""
    ala = through("Ala")
    ala.open_table()
    page = ala.page
    kept = keep_first_answer(page, "act")
    ala.wait_for_turn()
    asked = ala.question
    ala.choose()
    wait_for(lambda: (page.wait_for_timeout(50), kept)[1])
    wait_for(lambda: (page.wait_for_timeout(50), ala.question != asked)[1])
    ala.wait_for_turn()
    asked = ala.question
    page.locator("#region-dock .can").first.click()
    route, whole = kept[0]
    route.fulfill(**whole)
    chosen = page.locator(".card.picked")
    wait_for(lambda: (page.wait_for_timeout(50), ala.question != asked or chosen.count())[1])
    page.unroute_all(behavior="wait")


def test_of_two_choices_in_one_moment_the_first_counts_and_the_second_is_told_so(
    through: Callable[[str], Person], see: Any
) -> None:
    ala, ola = through("Ala"), through("Ola")
    ala.open_table(bots=1, seats=3)
    page = ala.page
    ola.page.goto(page.locator("#invite").input_value())
    ola.page.get_by_role("button", name="Sit down").click()
    page.wait_for_function("() => document.querySelectorAll('#region-dock .can').length > 1")
    cards = page.locator("#region-dock button[form=acts]").evaluate_all("all => all.map(b => b.id)")
    page.evaluate("ids => ids.forEach(id => document.getElementById(id).click())", cards[:2])
    see(page.locator("#notice")).to_contain_text("came first")
    see(page.locator(".card.picked")).to_have_count(1)
    see(page.locator(".card.picked")).to_have_id(cards[0])


def test_what_is_taken_back_waits_for_what_was_chosen_before(
    through: Callable[[str], Person], see: Any
) -> None:
    """Whatever becomes of the connection: what is sent goes out in the order of the clicks."""
    ala, ola = through("Ala"), through("Ola")
    ala.open_table(bots=1, seats=3)
    page = ala.page
    ola.page.goto(page.locator("#invite").input_value())
    ola.page.get_by_role("button", name="Sit down").click()
    ala.wait_for_turn()
    ala.choose()
    see(page.locator(".card.picked")).to_have_count(1)
    held: list[Any] = []
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    page.route("**/act", lambda route: held.append(route))
    page.locator("#region-dock button[form=acts]").first.click()
    wait_for(lambda: (page.wait_for_timeout(50), held)[1])
    page.locator("button[form=undo]").first.click()
    page.wait_for_timeout(200)
    assert "undo" not in sent
    held[0].continue_()
    wait_for(lambda: (page.wait_for_timeout(50), "undo" in sent)[1])
    see(page.locator("#lost")).to_be_hidden()
    page.unroute_all(behavior="wait")


def with_words_on_their_way(
    through: Callable[[str], Person], see: Any
) -> tuple[Person, list[tuple[Any, Any]]]:
    """Somebody at a table who sees her words by the stream, and the answer to them, kept back."""
    ala = through("Ala")
    ala.open_table(bots=0, seats=3)
    page = ala.page
    kept = keep_first_answer(page, "chat")
    say(ala, "first words")
    wait_for(lambda: (page.wait_for_timeout(50), kept)[1])
    see(page.locator("#region-chat")).to_contain_text("first words")
    return ala, kept


def test_what_is_typed_before_the_last_message_is_out_stays(
    through: Callable[[str], Person], see: Any
) -> None:
    ala, kept = with_words_on_their_way(through, see)
    page = ala.page
    say(ala, "second words")
    page.locator("#say").fill("half a thi")
    route, whole = kept[0]
    route.fulfill(**whole)
    see(page.locator("#region-chat")).to_contain_text("second words")
    see(page.locator("#say")).to_have_value("half a thi")
    page.unroute_all(behavior="wait")


def test_an_answer_that_the_stream_has_overtaken_takes_nothing_back(
    through: Callable[[str], Person], see: Any
) -> None:
    """The answer to a form is drawn, kept on its way, and later news come by the stream first."""
    ala, kept = with_words_on_their_way(through, see)
    page = ala.page
    ala.context.request.post(f"{page.url}/chat", form={"text": "second words", "command": "x"})
    see(page.locator("#region-chat")).to_contain_text("second words")
    route, whole = kept[0]
    route.fulfill(**whole)
    say(ala, "third words")
    see(page.locator("#region-chat")).to_contain_text("third words")
    see(page.locator("#region-chat")).to_contain_text("second words")
    page.unroute_all(behavior="wait")  # else its last answer is looked for after the page is gone


@pytest.mark.parametrize("said", [False, True], ids=["nothing is sent", "something else is sent"])
def test_what_the_stream_never_showed_does_not_stay(
    person: Callable[..., Person], see: Any, monkeypatch: pytest.MonkeyPatch, said: bool
) -> None:
    """An answer to a form shows a moment that the stream passes over: it tells no difference to it."""
    passes = []
    event = Screen.event
    monkeypatch.setattr(Screen, "event", lambda self, *more: b"" if passes else event(self, *more))
    ala, ola = person("Ala"), person("Ola")
    ala.open_table(bots=1, seats=3)
    page = ala.page
    ola.page.goto(page.locator("#invite").input_value())
    ola.page.locator("#name").fill("Ola")
    ola.page.get_by_role("button", name="Sit down").click()
    see(page.locator("#prompt")).to_contain_text("Play a")
    see(page.locator("#region-opps")).to_contain_text("has chosen", use_inner_text=False)  # the bot
    passes.append("the choice")
    page.locator("#region-dock .can").first.click()
    see(page.locator(".card.picked")).to_be_visible()
    asked = {"question": ala.question, "command": "elsewhere"}  # as another tab would
    assert ala.context.request.post(f"{page.url}/undo", form=asked).ok
    passes.clear()
    if said:
        ala.context.request.post(f"{page.url}/chat", form={"text": "so", "command": "said"})
    see(page.locator(".card.picked")).to_have_count(0)
