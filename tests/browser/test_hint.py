"""A hint: its pieces are ringed, the others can be looked at, the chosen one is filled in and not sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page

from .conftest import PHONE, Person, violations, violations_in_both_themes
from .test_keyboard import Typist

RINGED = """() => [...document.querySelectorAll("main.play [data-hint]")]
              .map((one) => [one.dataset.hint, one.value ?? one.querySelector("input").value])"""


@pytest.fixture
def typist(person: Any) -> Callable[..., Typist]:
    return partial(person, kind=Typist)


def ideas(one: Person) -> list[str]:
    """The actions of the ideas that are shown."""
    one.page.wait_for_selector("#coach:not([hidden]) .idea")
    return one.page.evaluate(  # type: ignore[no-any-return]
        "() => [...document.querySelectorAll('#coach input')].map((one) => one.value)"
    )


def ringed(page: Page, pieces: list[list[str]]) -> None:
    """Wait until these pieces are ringed and no others: number of the idea, and what each sends."""
    page.wait_for_function(
        f"pieces => JSON.stringify(({RINGED})()) === JSON.stringify(pieces)", arg=pieces
    )


def test_a_hint_by_keyboard(typist: Any, see: Any) -> None:
    ala: Typist = typist()
    ala.open("festival", ("random", "random"), crow_redeal="never")
    page = ala.page
    page.keyboard.press("h")
    keys = ideas(ala)
    see(page.locator("#idea-1")).to_be_focused()
    ringed(page, [["1", keys[0]]])
    assert violations(page) == []
    if len(keys) > 1:
        page.keyboard.press("ArrowDown")
        see(page.locator("#idea-2")).to_be_checked()
        ringed(page, [["2", keys[1]]])
        page.keyboard.press("ArrowUp")
    asked = ala.question
    page.keyboard.press("Enter")  # chosen, not sent
    see(page.locator(f'button[value="{keys[0]}"]')).to_be_focused()
    assert ala.question == asked
    assert page.locator("main.play .picked").count() == 0
    page.keyboard.press("Enter")  # sent: what was asked is answered, and the hint goes
    see(page.locator("#coach")).to_be_hidden()
    ringed(page, [])


def test_a_pair_is_filled_in(typist: Any, see: Any) -> None:
    ala: Typist = typist("Ala", PHONE, has_touch=True, is_mobile=True)
    ala.open("purrballs", ("random", "random"))
    page = ala.page
    for _ in range(30):
        page.wait_for_selector("main.play button[name=action]:visible, .dock--send")
        if page.locator(".dock--send").count():
            break
        ala.shown()
        page.locator("main.play button[name=action]:visible").first.click()
        page.wait_for_function(
            "([asked]) => document.querySelector('#acts input[name=command]')?.value !== asked",
            arg=ala.before,
        )
    page.locator("#hint-go").click()
    keys = ideas(ala)
    cat, _, value = keys[0].removeprefix("send:").partition("+")
    ringed(page, [["1", cat], ["1", value]])
    page.locator("#coach-choose").click()
    see(page.locator(f'main.play button[value="{keys[0]}"]')).to_be_focused()
    see(page.locator("main.play .pick :checked")).to_have_count(2)
    see(page.locator("#coach")).to_be_visible()
    page.locator("#coach-close").click()
    see(page.locator("#coach")).to_be_hidden()
    ringed(page, [])


def test_a_hint_on_the_board_says_the_chance_and_is_in_polish_too(typist: Any, see: Any) -> None:
    ala: Typist = typist(locale="pl")
    ala.open("comforts", length="short")
    page = ala.page
    while not page.locator("button[value='place:market']").count():
        page.wait_for_selector("main.play .key")
        ala.press(next(iter(ala.shown())))
    see(page.locator(".spot__chance").first).to_be_visible()
    assert page.locator("#spot-market .spot__chance").count() == 0  # any die will do
    page.locator("#hint-go").click()
    keys = ideas(ala)
    ringed(page, [["1", keys[0]]])
    see(page.locator("#coach")).to_contain_text("Trener")
    assert violations_in_both_themes(page) == []
