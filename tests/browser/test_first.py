"""The first table of somebody new: what is good to know when a question first comes, and what each area is for."""

from __future__ import annotations

from typing import Any

import pytest

from meowple.core.registry import get_game

from .conftest import PHONE, Person, violations, violations_in_both_themes

TOLD = "#region-first:not([hidden])"

games = pytest.mark.parametrize("game", ["festival", "comforts", "purrballs", "catvale"])


def open_table(one: Person, game: str) -> None:
    fields: dict[str, str | float | bool] = {"game": game, "name": one.name, "seats": "3"}
    fields |= {"seat-0": "me", "seat-1": "random", "seat-2": "random"}
    one.page.goto(one.context.request.post(f"{one.address}/tables", form=fields).url)


def test_it_is_told_once_for_each_question_and_brought_back_by_a_setting(
    person: Any, see: Any
) -> None:
    ala: Person = person(new=True)
    ala.open_table()
    page = ala.page
    ala.wait_for_turn()
    see(page.locator(TOLD)).to_contain_text("The lowest card takes the left card")
    assert violations_in_both_themes(page) == []
    page.get_by_role("button", name="Understood").click()
    see(page.locator(TOLD)).to_have_count(0)
    see(page.locator("#prompt")).to_be_focused()
    page.reload()
    ala.wait_for_turn()
    see(page.locator(TOLD)).to_have_count(0)
    ala.choose()
    ala.wait_for_turn()
    see(page.locator("#region-since")).to_be_visible()
    see(page.locator(TOLD)).to_have_count(0)
    page.locator("#menu-go").click()
    box = page.get_by_label("Tell me what is good to know")
    see(box).to_be_checked()
    box.uncheck()
    see(page.locator(TOLD)).to_have_count(0)
    box.check()
    page.keyboard.press("Escape")
    see(page.locator(TOLD)).to_be_visible()
    see(page.locator("#region-since")).to_be_hidden()
    ala.choose()  # who has answered has seen it
    ala.wait_for_turn()
    see(page.locator(TOLD)).to_have_count(0)


def test_the_setting_is_kept(person: Any, see: Any) -> None:
    ala: Person = person(new=True)
    ala.open_table()
    ala.wait_for_turn()
    ala.page.locator("#menu-go").click()
    ala.page.get_by_label("Tell me what is good to know").uncheck()
    ala.page.reload()
    ala.wait_for_turn()
    see(ala.page.locator(TOLD)).to_have_count(0)
    see(ala.page.locator("#first-on")).not_to_be_checked()


@games
def test_a_sign_on_each_area_says_by_keyboard_what_it_is_for(
    person: Any, see: Any, game: str
) -> None:
    ala: Person = person(new=True, locale="pl")
    open_table(ala, game)
    page = ala.page
    see(page.locator(TOLD)).to_contain_text("Warto wiedzieć")
    words = get_game(game).in_words("pl")
    see(page.locator(".what:visible")).to_have_count(0)
    page.keyboard.press("?")
    see(page.locator(".what:visible")).to_have_count(len(words.areas))
    see(page.locator(".what:focus")).to_have_count(1)
    assert violations_in_both_themes(page) == []
    for name in words.areas:
        area = words.area_told(name)
        assert area
        page.locator(f"#what-{name}").focus()
        page.keyboard.press("Enter")
        see(page.locator(f"#told-{name}")).to_be_visible()
        see(page.locator(f"#told-{name}")).to_contain_text(area.text)
        see(page.locator(".why-pop:popover-open")).to_have_count(1)
    assert violations(page) == []
    page.keyboard.press("Escape")
    see(page.locator(".why-pop:popover-open")).to_have_count(0)
    see(page.locator("#whats")).to_be_checked()
    page.keyboard.press("Escape")
    see(page.locator(".what:visible")).to_have_count(0)
    see(page.locator("#whats")).to_be_focused()


@games
def test_on_a_phone_the_signs_are_tapped_and_no_text_runs_off(
    person: Any, see: Any, game: str
) -> None:
    ala: Person = person("Ala", PHONE, new=True, has_touch=True, is_mobile=True)
    open_table(ala, game)
    page = ala.page
    page.locator(".whats").tap()
    board = page.locator(".play > .board .what").first
    for sign in (board, page.locator("#what-dock")):
        sign.tap()
        told = page.locator(".why-pop:popover-open")
        see(told).to_have_count(1)
        box = told.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]
        assert violations(page) == []
        page.keyboard.press("Escape")
    page.locator("#region-chips").tap()
    page.locator("#what-opps").tap()
    see(page.locator("#told-opps")).to_be_visible()


def test_the_signs_outlive_what_others_do_and_need_no_script(person: Any, see: Any) -> None:
    ala: Person = person(new=True)
    ala.open_table()
    ala.wait_for_turn()
    ala.page.keyboard.press("?")
    ala.choose()
    ala.wait_for_turn()
    see(ala.page.locator("#whats")).to_be_checked()
    plain = person("Ala", java_script_enabled=False)
    plain.context.add_cookies(ala.context.cookies())
    plain.page.goto(ala.page.url)
    plain.page.locator("#whats").check(force=True)
    plain.page.locator("#what-stage").click()
    see(plain.page.locator("#told-stage")).to_be_visible()
