"""What hands and eyes on a phone need, and what axe has to say of smaller points."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page

from .conftest import AXE, PHONE, Person

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def open_game(one: Person, game: str, *others: str) -> None:
    """Open a table of a game; the others are bots, or open seats."""
    fields = {"game": game, "name": one.name, "seats": str(len(others) + 1), "seat-0": "me"}
    fields |= {f"seat-{seat}": other for seat, other in enumerate(others, 1)}
    answer = one.context.request.post(f"{one.address}/tables", form=fields)
    assert answer.ok, answer.text()
    one.page.goto(answer.url)


def small_fields(page: Page) -> list[str]:
    """Fields whose letters are so small that a phone zooms in on them."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("input, select, textarea")]
             .filter(e => !["hidden", "radio", "checkbox", "submit", "button"].includes(e.type))
             .filter(e => parseFloat(getComputedStyle(e).fontSize) < 16)
             .map(e => e.id || e.name || e.outerHTML.slice(0, 80))"""
    )
    return found


def waiting_taps(page: Page) -> list[str]:
    """What is tapped and waits whether a second tap follows, or zooms in by it."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a[href], summary, label, input, select, .card")]
             .filter(e => e.checkVisibility())
             .filter(e => getComputedStyle(e).touchAction !== "manipulation")
             .map(e => e.id || e.outerHTML.slice(0, 120))"""
    )
    return found


def test_fields_on_a_phone_are_large_enough_and_taps_are_taps(
    person: Callable[..., Person],
) -> None:
    ala = person("Ala", **TOUCH)
    for address in ("/", "/rules/festival", "/credits"):
        ala.page.goto(address)
        assert small_fields(ala.page) == [], address
        assert waiting_taps(ala.page) == [], address
    open_game(ala, "festival", "open", "open")
    link = ala.page.locator("#invite").input_value()
    assert small_fields(ala.page) + waiting_taps(ala.page) == []
    ola = person("Ola", **TOUCH)
    ola.page.goto(link)
    assert small_fields(ola.page) + waiting_taps(ola.page) == []


@pytest.mark.parametrize("game", ["comforts", "festival", "purrballs"])
def test_cards_and_fields_of_each_game_on_a_phone(
    person: Callable[..., Person], see: Any, game: str
) -> None:
    ala, ola = person("Ala", **TOUCH), person("Ola")
    open_game(ala, game, "open", "random")
    ola.page.goto(ala.page.locator("#invite").input_value())
    ola.page.get_by_role("button", name="Sit down").click()
    see(ala.page.locator("#region-dock")).to_be_visible()
    assert small_fields(ala.page) == []
    assert waiting_taps(ala.page) == []

    # what others say out of sight is counted where it can be seen
    badge = ala.page.locator("#unread")
    ala.page.evaluate("scrollTo(0, 0)")
    see(badge).to_be_hidden()
    for number in (1, 2):
        answer = ola.context.request.post(
            f"{ola.page.url}/chat", form={"text": f"words {number}", "command": f"c{number}"}
        )
        assert answer.ok
        see(badge).to_have_text(str(number))
    see(badge).to_be_in_viewport()
    ala.page.locator("#chat-go").click()
    see(ala.page.locator("#region-chat")).to_be_in_viewport()
    see(badge).to_be_hidden()


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_times_are_those_of_the_readers_clock(
    person: Callable[..., Person], see: Any, zone: str
) -> None:
    ala = person("Ala", timezone_id=zone, locale="en-GB")
    ala.open_table(bots=3)
    ala.page.locator("#say").fill("what time is it?")
    ala.page.locator("#say").press("Enter")
    time = ala.page.locator("#region-chat li time").first
    see(time).not_to_contain_text("UTC")
    when = datetime.fromisoformat(time.get_attribute("datetime") or "").astimezone(ZoneInfo(zone))
    see(time).to_have_text(f"{when:%I:%M %p}")


def every_violation(page: Page) -> list[str]:
    """What axe finds, however small."""
    page.evaluate(f"() => {{ {AXE} }}")
    found: list[str] = page.evaluate(
        """async () => (await axe.run(document)).violations
             .map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | "))"""
    )
    return found


def test_axe_has_nothing_to_say_of_waiting_and_asking(
    person: Callable[..., Person], see: Any
) -> None:
    ala, ola = person("Ala"), person("Ola")
    ala.open_table(bots=1, seats=3)
    assert every_violation(ala.page) == [], "while one waits"
    skip = ala.page.locator("a.skip")
    assert ala.page.locator(skip.get_attribute("href") or "").count() == 1
    ola.page.goto(ala.page.locator("#invite").input_value())
    ola.page.get_by_role("button", name="Sit down").click()
    for one in (ala, ola):
        see(one.page.locator("#prompt")).to_contain_text("Play a")
        one.page.locator("#region-dock .can").first.click()
    for one in (ala, ola):
        see(one.page.locator(".played--last")).to_be_visible()
    ala.page.get_by_role("button", name="Ask to take back").click()
    for one in (ala, ola):
        see(one.page.locator("#region-consent")).to_be_visible()
        one.stay()
        assert every_violation(one.page) == [], "while somebody asks"
    ola.page.get_by_role("button", name="Refuse").click()
    for one in (ala, ola):
        see(one.page.locator("#region-chat")).to_contain_text("did not agree that Ala")
