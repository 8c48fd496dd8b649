"""Live updates: who sees what, how soon, and what a lost connection costs."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable

import pytest
from tests.server.playing import Browser, Program, Server, Stream, wait_for

People = Callable[..., Browser]


def stream_of(browser: Browser, path: str, page: str = "") -> Stream:
    """Opens the stream that the page names."""
    found = re.search(r'hx-sse:connect="([^"]+)"', page or browser.page(path))
    assert found
    return Stream(browser.http, found[1].replace("&amp;", "&"))


@pytest.fixture
def trio(person: People) -> tuple[Browser, Browser, Browser, str]:
    """Two people at a table with a bot, and somebody who looks on."""
    ann, ben, eve = person("Ann"), person("Ben"), person("Eve")
    path = ann.create("open", "random", listed="1")
    ben.post(f"{path}/join", name="Ben")
    eve.page(path)
    return ann, ben, eve, path


def test_a_page_that_is_up_to_date_gets_nothing_and_then_what_changed_only(
    trio: tuple[Browser, Browser, Browser, str], server: Server
) -> None:
    ann, ben, _, path = trio
    table_id = path.split("/")[2]
    wait_for(lambda: 2 not in server.house.tables.get(table_id).match.to_act)  # type: ignore[union-attr]
    ann.page(path)  # that she is there is seen before the stream opens
    stream = stream_of(ben, path)
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert "content-encoding" not in stream.headers
    ann.act(path)
    while '"#region-stage"' not in (message := stream.next())["data"]:
        assert "#layout" not in message["data"]  # that Ben is there is seen by himself too
    targets = re.findall(r'<hx-partial hx-target="([^"]+)" hx-swap="outerMorph', message["data"])
    assert "#layout" not in targets
    assert "#region-menu" not in targets
    assert "#region-chat" not in targets
    assert "event" not in message
    stream.close()


def test_a_reconnect_brings_all_that_was_missed_and_nothing_twice(
    trio: tuple[Browser, Browser, Browser, str], server: Server
) -> None:
    ann, ben, _, path = trio
    page = ben.page(path)
    stream = stream_of(ben, path, page)
    ann.post(f"{path}/chat", text="first words")
    message = stream.until("first words")
    stream.close()
    ann.post(f"{path}/chat", text="second words")
    again = Stream(ben.http, f"{path}/events", **{"last-event-id": message["id"]})
    whole = again.until("second words")
    assert 'hx-target="#layout"' in whole["data"]
    again.close()
    late = Stream(ben.http, f"{path}/events", **{"last-event-id": whole["id"]})
    late.nothing(0.4)
    ann.post(f"{path}/chat", text="third words")
    part = late.until("third words")
    assert 'hx-target="#layout"' not in part["data"]
    late.close()
    with_old_page = stream_of(ben, path, page)
    with_old_page.until("third words")
    with_old_page.close()


def test_the_whole_layout_is_sent_when_the_match_starts(person: People) -> None:
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "random", listed="1")
    streams = [stream_of(ann, path), stream_of(ben, path)]
    ben.post(f"{path}/join", name="Ben")
    for stream in streams:
        message = stream.until('hx-target="#layout"')
        assert 'data-status="playing"' in message["data"]
        stream.close()


def test_what_happens_is_told_at_once_and_not_at_the_next_look_at_the_log(
    start: Callable[..., Server], person: People
) -> None:
    server = start(poll=3600)
    ann, ben, eve = (person(name, server.url) for name in ("Ann", "Ben", "Eve"))
    path = ann.create("open", "random", listed="1")
    ben.post(f"{path}/join", name="Ben")
    eve.page(path)
    streams = [stream_of(ben, path), stream_of(eve, path)]
    for number in range(5):
        ann.post(f"{path}/chat", text=f"words {number}")
        for stream in streams:
            stream.until(f"words {number}")
    for stream in streams:
        stream.close()


def test_a_form_is_answered_with_what_has_changed_whatever_became_of_the_stream(
    trio: tuple[Browser, Browser, Browser, str], server: Server
) -> None:
    ann, ben, _, path = trio
    table_id = path.split("/")[2]
    wait_for(lambda: 2 not in server.house.tables.get(table_id).match.to_act)  # type: ignore[union-attr]
    htmx = {"HX-Request": "true"}
    fields = {**ann.fields(path), "action": ann.actions(path)[0]}
    answer = ann.post(f"{path}/act", headers=htmx, **fields)
    assert answer.status_code == 200
    assert '<hx-partial hx-target="#layout"' in answer.text, "nobody knows what the page shows"

    page = ben.page(path)
    shown = re.search(r"events\?at=([\w-]+)", page)
    assert shown
    stream = stream_of(ben, path, page)  # it may be dead without the server's knowledge
    ben.page(path)
    fields = {**ben.fields(path), "action": ben.actions(path)[0]}
    fields |= {"question": "999", "command": "q"}
    stale = ben.post(f"{path}/act", headers=htmx, **fields)
    assert stale.status_code == 409
    assert 'hx-target="#notice"' in stale.text
    assert "The table has gone on since." in stale.text
    assert 'hx-target="#layout"' in stale.text
    wait_for(lambda: server.house.live.online(table_id))
    page = ben.page(path)
    shown = re.search(r"events\?at=([\w-]+)", page)
    assert shown
    said = ben.post(
        f"{path}/chat", headers={**htmx, "Meowple-At": shown[1]}, text="words", command="c"
    )
    assert said.status_code == 200
    targets = re.findall(r'hx-target="([^"]+)"', said.text)
    assert targets == ["#region-chat"], "what the page shows already is not sent again"
    assert said.headers["Meowple-At"] != shown[1]
    moved = ben.post(f"{path}/leave", headers=htmx)
    assert moved.headers["hx-redirect"] == "/"
    stream.close()


def test_who_is_there_is_seen_and_a_reload_is_no_leave(
    person: People, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meowple.server.live.GRACE", 0.3)
    ann, ben = person("Ann"), person("Ben")
    path = ann.create("open", "open", listed="1")
    ben.post(f"{path}/join", name="Ben")
    table_id = path.split("/")[2]
    mine = stream_of(ann, path)
    other = stream_of(ben, path)
    mine.until("region-seats")
    wait_for(lambda: len(server.house.live.online(table_id)) == 2)
    other.close()
    ben.http.close()
    mine.until("region-seats")
    wait_for(lambda: len(server.house.live.online(table_id)) == 1)
    mine.close()


def test_one_visitor_cannot_hold_all_streams(start: Callable[..., Server], person: People) -> None:
    from dataclasses import replace

    from tests.server.playing import PLENTY

    server = start(limits=replace(PLENTY, streams=3))
    ann = person("Ann", server.url)
    path = ann.create("random", "random")
    streams = [Stream(ann.http, f"{path}/events") for _ in range(3)]
    refused = ann.get(f"{path}/events")
    assert refused.status_code == 429
    for stream in streams:
        stream.close()


def test_a_program_waits_for_a_change_or_for_its_time(
    program: Callable[..., Program], server: Server
) -> None:
    ann, ben = program("Ann"), program("Ben")
    table = ann.create("open", "open", listed=True)
    tag = ann.state(table)["tag"]
    began = time.monotonic()
    assert ann.state(table, since=tag, wait=0.3)["tag"] == tag
    assert time.monotonic() - began > 0.25
    assert ann.state(table, since="other", wait=20)["tag"] == tag
    assert not server.house.live.streams
    stream = Stream(ann.http, f"/tables/{table}/events")
    stream.until('"tag":"')
    ben.join(table)
    stream.until('"name":"Ben"')
    stream.close()


def test_an_idle_stream_holds_two_tasks_and_looks_at_nothing(
    trio: tuple[Browser, Browser, Browser, str], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a thousand of them cost follows from this: next to nothing."""
    monkeypatch.setattr("meowple.server.live.HEARTBEAT", 0.1)
    _, ben, _, path = trio
    table_id = path.split("/")[2]
    wait_for(lambda: 2 not in server.house.tables.get(table_id).match.to_act)  # type: ignore[union-attr]
    page = ben.page(path)
    loop = server.house.live._loop
    assert loop is not None
    before = len(asyncio.all_tasks(loop))
    streams = [stream_of(ben, path, page) for _ in range(20)]
    looks: list[str] = []
    seen_by = server.house.tables.seen_by

    def noted(table_id: str, person: str | None) -> object:
        looks.append(table_id)
        return seen_by(table_id, person)

    monkeypatch.setattr(server.house.tables, "seen_by", noted)

    def quiet() -> bool:
        looks.clear()
        until = [stream.beats + 3 for stream in streams]
        wait_for(lambda: all(s.beats >= n for s, n in zip(streams, until, strict=True)))
        return not looks

    wait_for(quiet)  # that Ben is there has been told to all before
    assert len(asyncio.all_tasks(loop)) - before <= 2 * len(streams) + 2
    for stream in streams:
        stream.close()


def test_streams_end_when_the_server_stops(person: People, start: Callable[..., Server]) -> None:
    server = start()
    ann = person("Ann", server.url)
    path = ann.create("random", "random")
    stream = stream_of(ann, path)
    server.stop()
    assert stream.ends()
