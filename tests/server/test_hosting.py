"""A server behind a proxy, in several processes, measured and logged."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import httpx
import pytest
from tests.patience import PATIENCE
from tests.server.playing import UNUSED, Browser, Server, place, wait_for

from meowple.server.figures import Figures
from meowple.server.serve import BadAddress, Settings, _listen, check_addresses


@pytest.fixture
def command(database: str) -> Iterator[Callable[..., tuple[str, subprocess.Popen[str]]]]:
    """Starts ``meowple serve``: its address and the process."""
    started: list[subprocess.Popen[str]] = []

    def go(*words: str, at: str = "") -> tuple[str, subprocess.Popen[str]]:
        process = subprocess.Popen(
            [sys.executable, "-m", "meowple.cli", "serve", "--database", database, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        address = at or next(word for word in line.split() if "http://" in word)
        wait_for(lambda: up(address))
        return address, process

    yield go
    for process in started:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def up(address: str) -> bool:
    try:
        return httpx.get(f"{address}/ready", timeout=PATIENCE, verify=UNUSED).status_code == 200
    except httpx.HTTPError:
        return False


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@pytest.mark.slow
@pytest.mark.parametrize("believed", [True, False])
def test_who_asks_is_believed_of_named_proxies_only(
    command: Callable[..., Any], believed: bool
) -> None:
    """New tables are limited by address: a proxy says whose, and a stranger may not."""
    port = free_port()
    words = ["--port", port, "--public-url", "http://cats.example.org"]
    address, _ = command(
        *words, "--proxy", "127.0.0.1" if believed else "10.9.8.7", at=f"http://127.0.0.1:{port}"
    )
    made = []
    for number in range(30):
        ann = Browser(address, "Ann", **{"x-forwarded-for": f"203.0.113.{number}"})
        answer = ann.post("/tables", game="festival", name="Ann", seats="3")
        made.append(answer.status_code)
        if number == 0:
            page = ann.page(place(answer))
            assert "http://cats.example.org/join/" in page
        ann.close()
    assert (429 in made) != believed, made


@pytest.mark.slow
def test_several_processes_serve_from_one_socket_and_who_dies_is_replaced(
    command: Callable[..., Any],
) -> None:
    address, parent = command("--port", "0", "--workers", "2")

    def processes() -> set[str]:
        text = httpx.get(f"{address}/metrics", timeout=PATIENCE, verify=UNUSED).text
        return set(re.findall(r'meowple_streams\{process="([^"]+)"', text))

    wait_for(lambda: len(processes()) == 2)
    ann = Browser(address, "Ann")
    path = ann.create("random", "random")
    for _ in range(3):
        wait_for(lambda: ann.actions(path))
        ann.act(path)
    first = processes()
    pid = int(next(iter(first)).rsplit("-", 2)[1])
    import os

    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: len(processes() - first) == 1)
    wait_for(lambda: up(address))
    wait_for(lambda: ann.actions(path))
    ann.act(path)
    ann.close()
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(PATIENCE) == 0
    wait_for(lambda: not up(address))


@pytest.mark.slow
def test_a_log_for_programs_is_json_and_names_nobodys_table(command: Callable[..., Any]) -> None:
    address, process = command("--port", "0", "--log", "json")
    ann = Browser(address, "Ann")
    path = ann.create("open", "open")
    invite = re.search(r"/join/(\w+)", ann.page(path))
    assert invite
    ann.get(f"/join/{invite[1]}")
    ann.close()
    process.terminate()
    _, text = process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in text.splitlines()]
    routes = {line["route"] for line in lines if line["logger"] == "meowple.access"}
    assert {"/tables", "/tables/{table_id}", "/join/{invite}"} <= routes
    assert path.rpartition("/")[2] not in text
    assert invite[1] not in text
    assert all({"time", "level", "message", "process"} <= line.keys() for line in lines)


def test_a_request_whose_head_never_ends_is_refused(command: Callable[..., Any]) -> None:
    address, _ = command("--port", "0")
    url = httpx.URL(address)
    with socket.create_connection((url.host, url.port), PATIENCE) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: " + url.netloc + b"\r\n")
        with suppress(ConnectionError):  # it has been closed before all is sent
            for number in range(200):
                connection.sendall(b"x-more-%d: %s\r\n" % (number, b"x" * 1000))
            assert connection.recv(12) == b"HTTP/1.1 400"
    assert httpx.get(address).status_code == 200


def test_addresses_that_are_none_are_refused_in_words() -> None:
    for settings, why in (
        (Settings("", 0, "", proxies=("nowhere",), public_url="https://x.org"), "no address"),
        (Settings("", 0, "", proxies=("127.0.0.1",)), "--public-url"),
        (Settings("", 0, "", public_url="cats.example.org"), "no address of a server"),
        (Settings("", 0, "", public_url="https://cats.example.org/path"), "no address of a server"),
        (Settings("", 0, "", metrics=("10.0.0.0/99",)), "no address"),
    ):
        with pytest.raises(BadAddress, match=why):
            check_addresses(settings)
    check_addresses(
        Settings("", 0, "", proxies=("127.0.0.1", "10.0.0.0/8", "fd00::/8"), public_url="https://x")
    )


def test_figures_are_for_named_addresses_and_count_what_happens(
    start: Callable[..., Server], person: Callable[..., Browser]
) -> None:
    server = start()
    ann = person("Ann", server.url)
    path = ann.create("random", "random")
    wait_for(lambda: not server.house.tables.get(path.rpartition("/")[2]).owing)
    text = ann.get("/metrics").text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) \w+ .+|meowple_\w+(\{[^}]*\})? [\d.e+-]+", line), line
    assert 'route="/tables",method="POST",status="303"} 1' in text
    assert re.search(r'meowple_bot_answers_total\{process="[^"]+"\} 2', text)
    assert re.search(r"meowple_bots_owing 0", text)
    assert path.rpartition("/")[2] not in text
    hidden = start(metrics=["10.1.2.3"])
    assert httpx.get(f"{hidden.url}/metrics", timeout=PATIENCE, verify=UNUSED).status_code == 404


@pytest.mark.parametrize("path", ["/tables/x/chat", "/api/v1/tables"])
def test_who_goes_away_in_the_middle_of_a_request_is_no_failure(
    start: Callable[..., Server], caplog: pytest.LogCaptureFixture, path: str
) -> None:
    server = start()
    figures = server.house.figures
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as caller:
        kind = "application/json" if "api" in path else "application/x-www-form-urlencoded"
        head = (f"POST {path} HTTP/1.1", "host: localhost", f"content-type: {kind}")
        caller.sendall("\r\n".join((*head, "content-length: 900", "", "text=hel")).encode())
        wait_for(lambda: server._server.server_state.connections)
    route = path.replace("/x/", "/{table_id}/")
    wait_for(lambda: any(f'route="{route}"' in name for name in figures.now()))
    (counted,) = (name for name in figures.now() if f'route="{route}"' in name)
    assert 'status="499"' in counted
    assert not [record for record in caplog.records if record.exc_info]


def test_a_strangers_host_header_makes_no_picture_and_no_link(
    start: Callable[..., Server], person: Callable[..., Browser]
) -> None:
    server = start()
    ann = person("Ann", server.url)
    path = ann.create("open", "open", listed="1")
    table = server.house.tables.get(path.rpartition("/")[2])
    ann.page(path)
    ann.page("/")
    drawn, kept = len(table.drawn), server.house.renderer.kept.size
    for number in range(100):
        for address in (path, "/"):
            page = ann.get(address, headers={"host": f"evil{number}.example"}).text
            assert "evil" not in page
            assert server.url in page or address == "/"
    assert len(table.drawn) == drawn
    assert server.house.renderer.kept.size == kept
    assert len(server.house._bases) == 1
    for port in range(2000, 2060):
        ann.get(path, headers={"host": f"localhost:{port}"})
    assert len(table.drawn) <= drawn + 17
    port = server.url.rpartition(":")[2]
    assert (
        f"http://localhost:{port}/join/"
        in ann.get(path, headers={"host": f"localhost:{port}"}).text
        or len(server.house._bases) == 16
    )


def test_forms_of_the_public_address_are_our_own(
    start: Callable[..., Server], person: Callable[..., Browser]
) -> None:
    server = start(public_url="https://cats.example.org")
    ann = person("Ann", server.url)
    del ann.http.headers["sec-fetch-site"]
    for origin, status in (("https://cats.example.org", 303), ("https://evil.example", 403)):
        answer = ann.post("/language", headers={"origin": origin}, language="en")
        assert answer.status_code == status


def test_methods_that_strangers_make_up_are_counted_together(start: Callable[..., Server]) -> None:
    server = start()
    for number in range(5):
        assert httpx.request(f"MADE{number}", server.url, timeout=PATIENCE).status_code == 405
    wait_for(lambda: server.house.figures.now().get(ODD) == 5)
    assert not [name for name in server.house.figures.now() if "MADE" in name]


ODD = 'requests_total{route="/",method="other",status="405"}'


def test_figures_of_many_threads_lose_nothing() -> None:
    figures = Figures()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            for _ in range(4):
                threads.submit(lambda: [figures.count("commands_total") for _ in range(5_000)])
    finally:
        sys.setswitchinterval(before)
    assert figures.now() == {"commands_total": 20_000}


def test_an_answer_is_sent_at_once() -> None:
    at_once = asyncio.Queue[int]()

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = writer.get_extra_info("socket")
        at_once.put_nowait(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def ask() -> int:
        listener = _listen("127.0.0.1", 0)
        async with await asyncio.start_server(answered, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            found = await at_once.get()
            writer.close()
            return found

    assert asyncio.run(ask())
