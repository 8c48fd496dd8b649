"""A finished match in the browser, step by step, and where it was decided."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.server.playing import Server

from .conftest import PHONE, violations, violations_in_both_themes
from .geometry import SIZES, Walk, window

games = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("festival", 4, {"target": 1}),
        ("purrballs", 5, {"mode": "base"}),
        ("comforts", 5, {"length": "short"}),
        ("catvale", 6, {}),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(str(Path(tmp_path_factory.mktemp("film")) / "tables.db"))
    yield one
    one.stop()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    return server.url


def at(page: Page, step: int) -> None:
    """Wait until the film is at a step."""
    page.wait_for_selector(f"#film-step[value='{step}']")


@games
def test_it_is_watched_by_keyboard_from_the_turning_point_on(
    server: Server, person: Any, see: Any, game: str, seats: int, options: dict[str, object]
) -> None:
    page = person(locale="pl").page
    walk = Walk(server, page, game, seats, options, seed=6)
    walk.to_the_end()
    film = page.locator(".enddock a[href$='/watch']")
    see(film).to_contain_text("krok po kroku")
    see(page.locator("#turning .muted")).to_have_count(0)
    film.click()
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    see(page.locator(".filmbar__say")).not_to_be_empty()
    assert page.locator("main.play button[form=acts]").count() == 0
    assert violations_in_both_themes(page) == []
    for size in SIZES:
        page.set_viewport_size(window(size))
        boxes = [page.locator(place).bounding_box() for place in ("#film", ".board")]
        assert all(boxes)
        bar, board = boxes
        assert bar and board and bar["x"] + bar["width"] <= window(size)["width"]
        assert board["y"] + board["height"] <= bar["y"] + 1, size
        for button in page.locator("#film :is(a, input, select)").all():
            box = button.bounding_box()
            assert box and bar["x"] <= box["x"], size
            assert box["x"] + box["width"] <= bar["x"] + bar["width"], size
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("End")
    page.wait_for_selector("span#film-on")
    page.keyboard.press("Home")
    at(page, 0)


def test_on_a_phone_through_the_eyes_of_others_and_without_a_script(
    server: Server, person: Any, see: Any
) -> None:
    ala = person("Ala", PHONE, has_touch=True, is_mobile=True)
    page = ala.page
    walk = Walk(server, page, "festival", 4, {"target": 1}, seed=2)
    walk.to_the_end()
    page.locator(".enddock a[href$='/watch']").tap()
    at(page, 0)
    page.locator("#film-on").tap()
    at(page, 1)
    mine = page.locator(".hand .vh, .hand [role=img]").first
    see(mine).to_be_attached()
    page.locator("#film-eyes").select_option("2")
    page.wait_for_url("**eyes=2*")
    at(page, 1)
    see(page.locator("#region-mine[data-seat='3']")).to_be_visible()
    assert violations(page) == []
    plain = person("Ala", java_script_enabled=False)
    plain.context.add_cookies(ala.context.cookies())
    plain.page.goto(f"{server.url}/tables/{walk.table}/watch")
    plain.page.locator("#film-on").click()
    at(plain.page, 1)
    plain.page.locator("#film-eyes").select_option("-")
    plain.page.get_by_role("button", name="Show").click()
    plain.page.wait_for_url("**eyes=-*")


def test_the_turning_point_leads_into_the_film(server: Server, person: Any, see: Any) -> None:
    page = person().page
    for seed in range(2, 12):
        walk = Walk(server, page, "purrballs", 4, {"mode": "base"}, seed=seed)
        walk.to_the_end()
        see(page.locator("#turning .muted")).to_have_count(0)
        link = page.locator("#turning a")
        if link.count():
            break
    step = int((link.get_attribute("href") or "").rpartition("=")[2])
    assert violations(page) == []
    link.click()
    at(page, step)
