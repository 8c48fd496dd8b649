"""What a browser loads that has never been here."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from meowple.core.registry import games

from .conftest import Person, Scales

MOST = {"catvale": 140_000}
"""Bytes of a first visit without the fonts; of others 120,000."""


@pytest.mark.parametrize("place", ["lobby", *sorted(games())])
def test_a_first_visit_is_light(person: Callable[..., Person], place: str) -> None:
    ala = person("Ala")
    address = ala.address
    if place != "lobby":
        fields = {"game": place, "name": "Ala", "seats": "3"}
        fields |= {"seat-0": "me", "seat-1": "random", "seat-2": "random"}
        address = ala.context.request.post(f"{address}/tables", form=fields).url
    scales = Scales(ala.page)
    loaded = scales.load(address)
    bare = sum(size for url, size in loaded if ".woff2" not in url)
    assert 20_000 < bare < MOST.get(place, 120_000), f"without fonts: {bare} bytes"
    assert sum(size for _, size in loaded) < bare + 180_000, "with fonts"
    assert not any(
        f"sprite-{game}" in url for url, _ in loaded for game in games() if game != place
    ), "the drawings of other games stay where they are"
    again = scales.load(address)
    assert sum(size for _, size in again) < 40_000, "later visits"
    print(f"{place}: {bare} bytes")


def test_scales_weigh_what_another_page_has_loaded_already(person: Callable[..., Person]) -> None:
    ala = person("Ala")
    ala.page.goto(ala.address)
    loaded = Scales(ala.context.new_page()).load(ala.address)
    assert sum(size for url, size in loaded if "/static/css/" in url) > 10_000


SMALL = """() => {
  const cap = Object.assign(document.createElement("i"), { className: "key" });
  document.getElementById("region-dock").append(cap);
  cap.checkVisibility();
  cap.remove();
  return document.querySelectorAll("body *").length + 0 * document.body.offsetTop;
}"""
"""Something small comes to the table and goes again; how much is on the page."""


@pytest.mark.parametrize("game", sorted(games()))
def test_a_small_change_has_few_elements_styled_anew(
    person: Callable[..., Person], browser: Browser, game: str
) -> None:
    """A rule whose selector goes on from ``:has()`` to whatever element has all of them styled."""
    ala = person("Ala")
    fields = {"game": game, "name": "Ala", "seats": "3"}
    fields |= {"seat-0": "me", "seat-1": "random", "seat-2": "random"}
    ala.page.goto(ala.context.request.post(f"{ala.address}/tables", form=fields).url)
    ala.page.wait_for_selector("main.play .key", state="attached")
    browser.start_tracing(page=ala.page, categories=["devtools.timeline"])
    elements = ala.page.evaluate(SMALL)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [each["args"] for each in events if each["name"] == "UpdateLayoutTree"]
    assert max(each.get("elementCount", 0) for each in styled) < elements / 4
