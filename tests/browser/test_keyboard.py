"""Whole games by the keyboard alone: what is written on a choice chooses it, and stays while a question stands."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from meowple.games.comforts.pieces.board import SPACES

from .conftest import Person

SHOWN = """() => [[document.querySelector("#acts input[name=command]")?.value,
                [...document.querySelectorAll("main.play :checked")].map((one) => one.id).join()], [...document.querySelectorAll("main.play .key")].filter((cap) => cap.checkVisibility())
                 .map((cap) => [cap.dataset.shown, (cap.closest("label")?.querySelector("input") ?? cap.parentElement).id])]"""
SETTLED = """([asked, picked]) => {
  const now = document.querySelector("#acts input[name=command]")?.value;
  return document.querySelector("#layout").dataset.status === "over" || now !== asked
    || [...document.querySelectorAll("main.play :checked")].map((one) => one.id).join() !== picked;
}"""
MORE_THAN_ONE = 2


class Typist(Person):
    """Somebody who never touches the mouse.

    Attributes:
        before: what was to be answered, and what was chosen, when the keys were looked at.
    """

    before: tuple[str, str]

    def open(self, game: str, others: tuple[str, ...] = ("random",), **options: str) -> None:
        fields = {"game": game, "name": self.name, "seats": str(len(others) + 1), "seat-0": "me"}
        fields |= {f"seat-{seat}": who for seat, who in enumerate(others, 1)}
        fields |= {f"option-{name}": value for name, value in options.items()}
        answer = self.context.request.post(f"{self.address}/tables", form=fields)
        assert answer.ok, answer.text()
        self.page.goto(answer.url)
        self.page.wait_for_selector("main.play .key", state="attached")

    def shown(self) -> dict[str, str]:
        """What each key that is written somewhere chooses: ids by keys."""
        self.before, found = self.page.evaluate(SHOWN)
        keys: dict[str, str] = dict(found)
        assert len(keys) == len(found), f"a key is written twice: {found}"
        return keys

    def unreachable(self) -> list[str]:
        """Choices without a key."""
        return self.page.evaluate(  # type: ignore[no-any-return]
            """() => [...document.querySelectorAll("main.play :is(button[form=acts], .choice > input)")]
                 .filter((one) => one.checkVisibility({visibilityProperty: true}))
                 .filter((one) => !one.getAttribute("aria-keyshortcuts")).map((one) => one.id)"""
        )

    def press(self, key: str) -> None:
        """Press a key that was shown, and wait until the page is another than it was then."""
        self.page.keyboard.press(key)
        self.page.wait_for_function(SETTLED, arg=self.before)

    @property
    def over(self) -> bool:
        return self.page.locator("#layout").get_attribute("data-status") == "over"

    def play(self, pick: Callable[[dict[str, str]], str], most: int = 400) -> int:
        """Play to the end; how many keys it took."""
        for pressed in range(most):
            self.page.wait_for_selector("main.play .key, [data-status=over]")
            if self.over:
                return pressed
            keys = self.shown()
            if not keys:
                continue
            assert self.unreachable() == []
            self.press(pick(keys))
        raise AssertionError(f"not over after {most} keys")


@pytest.fixture
def typist(person: Any) -> Callable[..., Typist]:
    return partial(person, kind=Typist)


def test_a_whole_festival(typist: Any) -> None:
    ala: Typist = typist()
    rng = random.Random(1)
    ala.open("festival", ("random", "random"), target="2")
    assert ala.play(lambda keys: rng.choice(sorted(keys))) > 4


def test_a_whole_game_of_comforts(typist: Any) -> None:
    ala: Typist = typist()
    rng = random.Random(3)

    def pick(keys: dict[str, str]) -> str:
        if "0" in keys and rng.random() < 0.6:
            return "0"
        forward = [key for key, what in keys.items() if what != "act-give-hill"] or ["0"]
        return rng.choice(sorted(forward))

    ala.open("comforts", length="short")
    assert ala.play(pick) > 50


def test_a_whole_game_of_purrballs(typist: Any) -> None:
    ala: Typist = typist()
    rng = random.Random(2)
    sent = 0

    def pick(keys: dict[str, str]) -> str:
        nonlocal sent
        chosen = [one for one in ala.before[1].split(",") if one.startswith("pick-")]
        if len(chosen) == MORE_THAN_ONE and "0" in keys and rng.random() < 0.8:
            focused = ala.page.evaluate("document.activeElement.type")
            sent += focused == "radio"
            return "Enter" if focused == "radio" else "0"
        fresh = [key for key, what in keys.items() if what not in chosen]
        return rng.choice(sorted(fresh))

    ala.open("purrballs", ("random", "random"))
    assert ala.play(pick) > 20
    assert sent > 3


def test_a_space_keeps_its_key_from_worker_to_worker(typist: Any, see: Any) -> None:
    ala: Typist = typist()
    ala.open("comforts", length="short")
    while not ala.page.locator(".dock--place").count():  # guests may come first
        ala.page.wait_for_selector("main.play .key")
        ala.press(next(iter(ala.shown())))
    before = {what: key for key, what in ala.shown().items()}
    keys = dict(zip((f"spot-{place}" for place in SPACES), "123456789qwe", strict=True))
    spots = {what: key for what, key in before.items() if what in keys}
    assert spots and all(keys[what] == key for what, key in spots.items())
    place, key = next((what, key) for what, key in spots.items())
    ala.press(key)
    see(ala.page.locator(f"#{place}.can")).to_have_count(0)
    after = {what: key for key, what in ala.shown().items()}
    assert place not in after
    assert all(before[what] == key for what, key in after.items())


def test_keys_can_be_switched_off_and_are_not_for_thumbs(typist: Any, see: Any) -> None:
    ala: Typist = typist()
    ala.open("festival", ("random", "random"))
    see(ala.page.locator("main.play .key").first).to_be_visible()
    ala.page.keyboard.press("m")
    ala.page.locator("#keys-on").uncheck()
    ala.page.keyboard.press("Escape")
    see(ala.page.locator("main.play .key")).to_have_count(0)
    asked = ala.question
    ala.page.keyboard.press("1")
    ala.page.keyboard.press("2")
    assert ala.question == asked
    see(ala.page.locator("main.play .picked")).to_have_count(0)
    ola: Typist = typist("Ola", has_touch=True, is_mobile=True)
    ola.address = ala.address
    ola.page.goto(ala.page.url)
    assert not ola.page.evaluate("matchMedia('(pointer: fine)').matches")


def test_what_is_said_is_said_once(typist: Any) -> None:
    """The prompt alone says what is asked; no live region lies within another."""
    ala: Typist = typist()
    ala.open("comforts", length="short")
    live = ":is([role=status], [role=alert], [role=log], [aria-live])"
    assert ala.page.locator(f"{live} {live}").count() == 0
    said = ala.page.evaluate(
        f"""() => [...document.querySelectorAll("{live}")].filter((one) => one.checkVisibility())
             .map((one) => one.id || one.getAttribute("role"))"""
    )
    assert said.count("prompt") == 1
    assert said.index("prompt") < said.index("said")
