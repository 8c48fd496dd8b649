"""What is told at a table: since one's last turn, in the ribbon and in the log; that it is one's turn."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page
from tests.server.playing import wait_for

from .conftest import DESKTOP, PHONE, Person, violations

TOLD = "#region-since:not([hidden])"

BOXES = """() => Object.fromEntries([".board", ".ribbon", ".dock"].map((name) => {
  const { top, bottom } = document.querySelector("main.play > " + name).getBoundingClientRect();
  return [name, [Math.round(top), Math.round(bottom)]];
}))"""


def told(person: Any, see: Any, **more: Any) -> Page:
    """A page on which somebody reads what others did since they played a card."""
    ala: Person = person("Ala", **more)
    ala.open_table()
    ala.wait_for_turn()
    see(ala.page.locator(TOLD)).to_have_count(0)
    ala.choose()
    ala.wait_for_turn()
    see(ala.page.locator(TOLD)).to_be_visible()
    return ala.page


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (360, 800), (640, 360)])
def test_the_board_makes_room_for_what_is_told_and_the_dock_stays(
    person: Any, see: Any, size: tuple[int, int]
) -> None:
    page = told(person, see, viewport={"width": size[0], "height": size[1]})
    boxes = page.evaluate(BOXES)
    assert boxes[".board"][1] <= boxes[".ribbon"][0], boxes
    if size != (640, 360):  # there the dock is a column of its own
        assert boxes[".ribbon"][1] <= boxes[".dock"][0], boxes
    page.locator(TOLD).evaluate("(told) => { told.hidden = true; }")
    after = page.evaluate(BOXES)
    assert after[".dock"] == boxes[".dock"]
    assert after[".board"][1] > boxes[".board"][1]


def test_a_line_opens_to_its_steps_and_rings_its_pieces_until_all_is_seen(
    person: Any, see: Any
) -> None:
    page = told(person, see)
    line = page.locator(".since__turns > li[data-seat='2']")
    line.locator("summary").focus()
    see(page.locator("#mat-1")).to_contain_class("told-of")
    page.keyboard.press("Enter")
    see(line.locator("a.since__step").first).to_be_visible()
    line.locator("a.since__step").last.hover()
    assert page.locator("main .told-of").count() >= 1
    assert violations(page) == []
    page.keyboard.press("Escape")
    see(line.locator("a.since__step").first).to_be_hidden()
    see(page.locator(".log__here")).to_have_count(1)
    assert page.locator(".log__entry--new").count() >= 3
    page.get_by_role("button", name="All seen").click()
    see(page.locator(TOLD)).to_have_count(0)
    see(page.locator(".told-of")).to_have_count(0)
    page.reload()
    see(page.locator(TOLD)).to_have_count(0)


def test_on_a_phone_the_list_comes_up_from_a_bar(person: Any, see: Any) -> None:
    page = told(person, see, viewport=PHONE, has_touch=True, color_scheme="dark")
    see(page.locator(".since__turns")).to_be_hidden()
    page.locator("#since-go").tap()
    see(page.locator(".since__turns > li")).to_have_count(4)
    page.locator(".since__turns summary").nth(1).tap()
    assert violations(page) == []
    page.locator("a.since__step:visible").first.tap()
    see(page.locator(".since__turns")).to_be_hidden()
    see(page.locator("#ribbon")).to_be_visible()


def test_without_a_script_it_is_told_too(person: Any, see: Any) -> None:
    ala: Person = person("Ala", java_script_enabled=False)
    ala.open_table()
    told = ala.page.locator(TOLD)
    choice = ala.page.locator("#region-dock .can")
    wait_for(lambda: choice.count() or (ala.page.reload(), False)[1])
    choice.first.click()
    wait_for(lambda: told.count() or (ala.page.reload(), False)[1])
    see(ala.page.get_by_role("button", name="All seen")).to_have_count(0)
    line = ala.page.locator(".since__turns summary").nth(1)
    line.click()
    see(ala.page.locator("details[open] .since__step").first).to_be_visible()


COUNTED = """() => {
  window.tones = 0;
  const Real = window.OscillatorNode;
  window.OscillatorNode = class extends Real { start(...at) { window.tones++; super.start(...at); } };
}"""


def test_a_sound_says_that_it_is_ones_turn_to_those_who_want_it(person: Any, see: Any) -> None:
    ala: Person = person("Ala", viewport=DESKTOP)
    ala.context.add_init_script(f"({COUNTED})()")
    ala.open_table()
    ala.wait_for_turn()
    ala.choose()
    see(ala.page.locator(TOLD)).to_be_visible()  # the others have answered: nothing more comes
    assert ala.page.evaluate("tones") == 0
    ala.page.locator("#menu-go").click()
    ala.page.get_by_label("A sound when it is my turn").check()
    assert ala.page.evaluate("tones") == 2, "so one knows it"
    ala.page.keyboard.press("Escape")
    ala.page.evaluate(
        """() => { // the turn goes away and comes back
          const turn = document.getElementById("turn");
          for (const is of ["no", "yes"]) {
            turn.dataset.turn = is;
            document.dispatchEvent(new Event("visibilitychange"));
          }
        }"""
    )
    assert ala.page.evaluate("tones") == 4
    ala.page.reload()
    see(ala.page.locator("#sound-on")).to_be_checked()
