"""The end of a match in the browser: everybody seen at every size, what was hidden, what next, without script too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import Server

from meowple.server.tables.commands import Who

from .conftest import COLOURS, GUIDELINES, PHONE, violations
from .geometry import NARROW, SIZES, Walk, window

ENDINGS: list[tuple[str, int, dict[str, object]]] = [
    ("festival", 4, {"rules": "advanced", "target": 1}),
    ("purrballs", 5, {"mode": "base"}),
    ("comforts", 5, {"length": "short"}),
    ("catvale", 6, {}),
]
"""The games with the most seats."""

games = pytest.mark.parametrize(
    ("game", "seats", "options"),
    ENDINGS,
    ids=lambda value: value if isinstance(value, str) else None,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(str(Path(tmp_path_factory.mktemp("ending")) / "tables.db"))
    yield one
    one.stop()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    return server.url


@pytest.mark.parametrize("language", ["en", "pl"])
@games
def test_everybody_is_seen_at_every_size(
    server: Server, person: Any, game: str, seats: int, options: dict[str, object], language: str
) -> None:
    page = person(locale=language, reduced_motion="reduce").page
    walk = Walk(server, page, game, seats, options, seed=3)
    walk.to_the_end()
    assert page.locator(".podium > li").count() == seats
    if language == "pl":  # two of the others want another match
        for one in ("p1", "p2"):
            server.house.tables.rematch(walk.table, Who(one))
        page.wait_for_selector(".enddock__who .who >> nth=1")
    assert walk.measure(tuple(SIZES) if language == "en" else NARROW) == {}
    page.set_viewport_size(window("1440" if language == "en" else "phone"))
    for scheme, rules in (("light", GUIDELINES), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert violations(page, rules) == []


@pytest.mark.parametrize("way", ["shared", "given up", "copied"])
def test_a_result_is_shared_or_copied(server: Server, person: Any, see: Any, way: str) -> None:
    ala = person()
    page = ala.page
    share = {
        "shared": "async ({ text }) => { window.sent = text; }",
        "given up": "async () => { throw new DOMException('', 'AbortError'); }",
        "copied": "undefined",
    }[way]
    page.add_init_script(f"navigator.share = {share};")
    page.add_init_script(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; };"
    )
    walk = Walk(server, page, "festival", 3, {"target": 1}, seed=3)
    walk.to_the_end()
    result = page.locator("#result").input_value()
    assert result.count(",") == 2 and "Ala" in result
    page.locator("#share").click()
    if way == "copied":
        see(page.locator("#share")).to_have_text("Copied")
    told = page.evaluate("[window.sent ?? null, window.copied ?? null]")
    assert told == [result if way == "shared" else None, result if way == "copied" else None]


@games
def test_the_table_can_be_looked_at_and_left_again(
    server: Server, person: Any, see: Any, game: str, seats: int, options: dict[str, object]
) -> None:
    page = person(reduced_motion="reduce").page
    walk = Walk(server, page, game, seats, options, seed=4)
    walk.to_the_end()
    see(page.locator("main.end")).to_be_visible()
    see(page.locator("main.play")).not_to_be_visible()
    page.locator("#chat-go").click()
    see(page.locator("#side .log").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#look").focus()
    page.keyboard.press("Space")
    see(page.locator("main.play")).to_be_visible()
    see(page.locator("main.end")).not_to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Space")
    see(page.locator("#end-say")).to_be_visible()


def test_without_script_the_end_is_whole(server: Server, person: Any, see: Any) -> None:
    ala = person("Ala")
    walk = Walk(server, ala.page, "festival", 4, {"target": 1}, seed=2)
    walk.to_the_end()
    plain = person("Ala", PHONE, java_script_enabled=False, reduced_motion="reduce")
    plain.context.add_cookies(ala.context.cookies())
    plain.page.goto(f"{server.url}/tables/{walk.table}")
    see(plain.page.locator(".podium > li")).to_have_count(4)
    plain.page.get_by_role("button", name="Score sheet of all games").click()
    see(plain.page.locator("#region-scores")).to_be_visible()
    plain.page.keyboard.press("Escape")
    plain.page.locator("#look").check(force=True)
    see(plain.page.locator("main.play")).to_be_visible()
    plain.page.locator("#look").uncheck(force=True)
    plain.page.get_by_role("button", name="Rules: Experienced").click()
    plain.page.wait_for_url(lambda url: walk.table not in url)
    see(plain.page.locator("main")).to_contain_text("Experienced")
    see(ala.page.locator(".enddock .act--main")).to_have_text("To the next match")
