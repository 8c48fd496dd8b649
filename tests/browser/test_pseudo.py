"""Pages with texts a third longer: nothing is wider than the screen, no words are cut off.

Tables are drawn as they stand in the course of matches at random; nobody plays them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from starlette.responses import HTMLResponse
from starlette.routing import Route
from tests.patience import PATIENCE
from tests.pseudo.test_pages import drawn_tables
from tests.server.playing import Server, serving, shared_renderer

import meowple
from meowple.server.html.render import Viewer

from .conftest import PHONE, Person

SIZES = [PHONE, {"width": 820, "height": 1180}, {"width": 1280, "height": 720}]

RUN_OUT = """() => {
  const found = new Set();
  const called = e => [e.tagName.toLowerCase(), ...e.classList].join(".");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); ) {
    const own = node.parentElement, text = node.data.trim();
    if (!/\\p{L}{2}/u.test(text) || own.closest("script, style, option, .vh, .skip")
        || !own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = new Range();
    range.selectNodeContents(node);
    const words = range.getBoundingClientRect();
    for (let e = own; words.width && e !== document.body; e = e.parentElement) {
      const style = getComputedStyle(e), box = e.getBoundingClientRect();
      if (style.display === "inline" || style.display === "contents") continue;
      // shortened on purpose, scrolled, or for ears alone
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none"
          || /auto|scroll/.test(style.overflowX + style.overflowY)
          || style.clipPath !== "none" || box.width < 2) break;
      const cuts = /hidden|clip/.test(style.overflowX + style.overflowY);
      const frame = cuts || style.borderLeftWidth !== "0px" || e.matches("button, a")
        || style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.position === "absolute";
      const aside = Math.max(words.right - box.right, box.left - words.left);
      const below = Math.max(words.bottom - box.bottom, box.top - words.top);
      if (frame && (aside > 8 || below > 8))
        found.add(`${called(own)} runs out of ${called(e)}: ${text.slice(0, 60)}`);
      if (cuts || style.position === "absolute") break; // what lies elsewhere does so on purpose
    }
  }
  if (document.documentElement.scrollWidth > innerWidth)
    found.add(`the page is ${document.documentElement.scrollWidth} wide`);
  return [...found];
}"""


def fits(page: Page) -> None:
    """Nothing runs out of its place, at any size of the screen."""
    page.evaluate("document.fonts.ready.then(() => true)")
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert not page.evaluate(RUN_OUT), size


@pytest.fixture
def ala(person: Any, pseudo: str) -> Person:
    one: Person = person("Ω", PHONE, locale=pseudo)
    return one


def test_the_pages_around_the_tables(ala: Person) -> None:
    page = ala.page
    for path in ("/", "/credits", "/rules/festival", "/nothing"):
        page.goto(path)
        fits(page)
    page.goto("/")
    page.locator(".setup:visible select").first.select_option("open")
    page.locator(".setup:visible button.act--main").click()
    page.wait_for_selector("#region-seats")
    fits(page)
    page.goto(page.locator("#invite").input_value())
    page.wait_for_selector("#region-seats")
    fits(page)


NOTHING_COMES = "window.fetch = () => new Promise(() => {});"


class Shown:
    """A page that shows the HTML it is given; nothing happens on it."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.html = ""
        page.set_default_timeout(1_000 * PATIENCE)
        page.add_init_script(NOTHING_COMES)
        # a route of the browser's would keep it from caching what each page needs
        route = Route("/shown", lambda _: HTMLResponse(self.html))
        server.app.router.routes.insert(0, route)


@pytest.fixture(scope="module")
def shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with serving(tmp_path_factory.mktemp("shown") / "tables.db") as server:
        context = browser.new_context(base_url=server.url, reduced_motion="reduce")
        yield Shown(context.new_page(), server)
        context.close()


@pytest.mark.parametrize("game", meowple.game_names())
def test_a_table_while_it_is_played(shown: Shown, pseudo: str, game: str) -> None:
    renderer, dice = shared_renderer(), Random(5)
    seats = max(meowple.get_game(game).seat_counts)
    for number, table in enumerate(drawn_tables(game, seats, {}, 3)):
        if number % 2 and not table.over:
            continue
        viewer = Viewer(f"p{dice.randrange(seats)}", "Ω", pseudo, "")
        shown.html = renderer.table_page(table, viewer)
        shown.page.goto("/shown")
        fits(shown.page)


def test_what_is_asked_of_a_full_hand_stays_in_its_dock(shown: Shown, pseudo: str) -> None:
    table = next(drawn_tables("purrballs", 5, {}, 3))
    match = table.match
    assert match
    while "send:prince+0" not in {action.key for action in match.actions(0)}:
        seat = match.to_act[0]
        match.act(seat, match.actions(seat)[0])
    shown.html = shared_renderer().table_page(table, Viewer("p0", "Ω", pseudo, ""))
    shown.page.set_viewport_size({"width": 1280, "height": 720})
    shown.page.goto("/shown")
    hint, dock = (shown.page.locator(what).first.bounding_box() for what in (".go--none", ".dock"))
    assert hint and dock and hint["x"] + hint["width"] <= dock["x"] + dock["width"]
