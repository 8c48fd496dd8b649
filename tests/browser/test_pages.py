"""Every page: nothing serious for axe, nothing wider than the screen."""

from __future__ import annotations

from typing import Any

import pytest

from meowple.core.registry import games
from meowple.lab import report_html, simulate

from .conftest import DESKTOP, PHONE, Person, violations, violations_in_both_themes

LOOKS = [
    pytest.param(DESKTOP, "light", "en", id="desktop-en"),
    pytest.param(PHONE, "dark", "pl", id="phone-pl"),
]


def check(one: Person, language: str) -> None:
    """The page as it is now."""
    page = one.page
    one.stay()
    # a phone is seen in the dark; what else is dark is the same on a desktop
    phone = page.viewport_size == PHONE
    assert (violations if phone else violations_in_both_themes)(page) == []
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "the page is wider than the screen"
    if language == "pl":
        assert page.evaluate("document.documentElement.lang") == "pl"


FAULTY = """<!doctype html><html lang="en"><title>Faulty</title><main><h1>Faulty</h1><p>%s</p></main>
<style>:root { background: #fff; color: #000 } [data-theme=dark]:root { background: #000; color: #fff }</style>"""


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("<input>", "light: critical label"),
        ("<style>p { color: #ccc }</style>Pale in the light", "light: serious color-contrast"),
        ("<style>p { color: #333 }</style>Pale in the dark", "dark: serious color-contrast"),
        ("Nothing", ""),
    ],
    ids=["in any", "in the light", "in the dark", "nothing"],
)
def test_what_is_wrong_in_one_theme_is_found(person: Any, fault: str, told: str) -> None:
    page = person().page
    page.set_content(FAULTY % fault)
    found = violations_in_both_themes(page)
    assert len(found) == bool(told)
    assert all(each.startswith(told) for each in found)


@pytest.fixture
def ala(person: Any, request: pytest.FixtureRequest) -> Person:
    viewport, theme, language = request.param
    one: Person = person("Ala", viewport)
    one.context.add_cookies(
        [
            {"name": name, "value": value, "url": one.address}
            for name, value in (("theme", theme), ("language", language))
        ]
    )
    return one


def looks(function: Any) -> Any:
    """Run with every look of `LOOKS`."""
    values = [pytest.param(p.values, id=p.id) for p in LOOKS]
    return pytest.mark.parametrize("ala", values, indirect=True)(function)


def language_of(ala: Person) -> str:
    return str(ala.page.evaluate("document.documentElement.lang"))


@looks
def test_pages_around_the_table(ala: Person, person: Any) -> None:
    page = ala.page
    page.goto("/")
    language = language_of(ala)
    check(ala, language)
    page.locator("[popovertarget=settings]:not([popovertargetaction])").click()
    check(ala, language)
    for game in games():
        if page.locator(f"[name=pick][value={game}]").count():
            page.goto(f"/rules/{game}")
            check(ala, language)
    page.goto("/credits")
    check(ala, language)
    page.goto("/tables/nowhere")
    check(ala, language)
    ala.open_table(bots=1)
    check(ala, language)
    link = page.locator("#invite").input_value()
    guest = person("Ola", page.viewport_size)
    chosen = [c for c in ala.context.cookies() if c["name"] in ("theme", "language")]
    guest.context.add_cookies(chosen)
    guest.page.goto(link)
    check(guest, language)
    page.goto("/")
    check(ala, language)


@looks
def test_how_to_play_and_the_rules(ala: Person) -> None:
    page = ala.page
    page.goto("/rules/festival")
    language = language_of(ala)
    page.locator(".exact .ruleid").first.click()
    page.wait_for_function("document.querySelector('.chapter[open] li:target')?.checkVisibility()")
    check(ala, language)
    page.locator("#q").fill("kruk" if language == "pl" else "crow")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rulelist mark")
    check(ala, language)


def test_a_report_fits_a_phone(person: Any) -> None:
    page = person("Ala", PHONE).page
    page.set_content(report_html(simulate("purrballs", games=3, seed=1), "pl"))
    for details in page.locator("details").all():
        details.evaluate("details => { details.open = true; }")
    wide = "[...document.querySelectorAll('html, section, details')]"
    assert page.evaluate(f"{wide}.filter(one => one.scrollWidth > one.clientWidth + 1).length") == 0
    small = page.evaluate(
        "Math.min(...[...document.querySelectorAll('svg text')].filter(text => text.checkVisibility())"
        ".map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"
    )
    assert small >= 11.5


@looks
def test_table_basic(ala: Person) -> None:
    ala.open_table(bots=2, seats=3, target=3)
    page = ala.page
    ala.wait_for_turn()
    language = language_of(ala)
    check(ala, language)
    page.locator("#menu-go").click()
    check(ala, language)
    page.keyboard.press("Escape")
    ala.choose()
    ala.until(".played--last")
    check(ala, language)
    page.locator("[popovertarget=values]:not([popovertargetaction])").click()
    check(ala, language)
    page.keyboard.press("Escape")
    if page.locator(".card.cannot").count():
        page.locator(".card.cannot").first.press("Enter")
        check(ala, language)
        page.keyboard.press("Escape")
    for _ in range(80):
        ala.wait_for_turn()
        if ala.over:
            break
        ala.choose()
    check(ala, language)
    page.locator("main.end [popovertarget=region-scores]").click()
    check(ala, language)


@looks
def test_table_experienced_and_advanced(ala: Person) -> None:
    for rules, choices in (
        ("experienced", ".choices--multiplier"),
        ("advanced", ".choices--tokens"),
    ):
        ala.open_table(bots=3, rules=rules)
        ala.until(choices)
        language = language_of(ala)
        check(ala, language)
        ala.choose()
        ala.until(".hand .card.can")
        check(ala, language)


@looks
def test_looking_on(ala: Person, person: Any) -> None:
    host: Person = person("Ola")
    host.open_table(bots=3)
    host.page.locator("#menu-go").click()
    link = host.page.locator("#menu-invite").input_value()
    ala.page.goto(link)
    ala.page.locator("[name=watch]").click()
    ala.page.wait_for_selector("#region-dock")
    check(ala, language_of(ala))
