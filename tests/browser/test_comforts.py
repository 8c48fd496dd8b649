"""Creature Comforts in the browser: whole games by clicking, every question, phone, keyboard, weight."""

from __future__ import annotations

import contextlib
import html
import random
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import TimeoutError
from tests.server.playing import shared_renderer

from comforts.table import do, give, keys, lay
from meowple.core.chance import FastChance
from meowple.core.match import Match, new_match
from meowple.server.html.render import Renderer, Viewer
from meowple.server.tables.store import Head
from meowple.server.tables.table import Seat, Table

from .conftest import PHONE, Person, violations

BUTTON = re.compile(r'<button[^>]*\bname="action" value="([^"]*)"')
WILD = {"rest": 0.02, "end": 0.1, "pass": 0.2, "back": 0.05, "enough": 0.1, "assigned": 0.15,
        "give": 4, "build": 20, "make": 20, "act": 5, "lift": 0.05, "ready": 5, "unload": 0.1}  # fmt: skip


def table_of(match: Match) -> Table:
    """A table at which that match is played by people."""
    seats = match.seats
    table = Table(Head("t", "comforts", seats, {}, True, "", b"x" * 32, "p0", None, 0.0, 1))
    table.seats = [Seat(frozenset((f"p{seat}",)), f"Name {seat}") for seat in range(seats)]
    table.match = match
    table.started = True
    return table


def check_page(drawn: Renderer, table: Table, seat: int | None, language: str) -> None:
    """Every legal action is a button, nothing else is; ids are unique and what they name is there."""
    table.drawn = {}
    person = None if seat is None else f"p{seat}"
    picture = drawn.picture(table, Viewer(person, "x", language, "http://x"))
    page = drawn.layout(picture)
    ids = Counter(re.findall(r'\sid="([^"]*)"', page))
    assert [name for name, number in ids.items() if number > 1] == []
    for names in re.findall(r'(?:popovertarget|aria-describedby|aria-labelledby)="([^"]*)"', page):
        assert set(names.split()) <= ids.keys()
    view = picture.context["view"]
    offered = {html.unescape(key) for key in BUTTON.findall(page)}
    legal = set(view["actions"]) - {view["choice"]}
    assert offered == legal or offered == legal | {view["choice"]}, (
        view["question"],
        offered ^ legal,
    )
    assert "style=" not in page and "<script" not in page


def moves(match: Match, rng: random.Random) -> None:
    seat = rng.choice(match.to_act)
    actions = match.actions(seat)
    weights = [0.05 if a.key == "give:hill" else WILD.get(a.verb, 1) for a in actions]
    match.act(seat, rng.choices(actions, weights)[0])


@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (1, {"length": "short"}, 4),
        (2, {"length": "short", "wheelbarrow": "turn"}, 10),
        (5, {"length": "short", "placement": "open"}, 2),
    ],
)
def test_every_action_is_a_button(seats: int, options: dict[str, Any], seed: int) -> None:
    drawn, rng = shared_renderer(), random.Random(seed)
    match = new_match("comforts", seats, options=options, seed=seed)
    table = table_of(match)
    seen: Counter[tuple[Any, ...]] = Counter()
    while not match.over:
        view = match.view(match.to_act[0])
        verbs = {key.partition(":")[0] for key in view["actions"]}
        kind = (view["question"]["kind"], *sorted(verbs))
        seen[kind] += 1
        if seen[kind] == 1:
            mine = match.to_act[0]
            for seat in (mine, None if len(seen) % 2 else (mine + 1) % seats):
                check_page(drawn, table, seat, rng.choice(("en", "pl")))
        moves(match, rng)
    for seat in (None, *range(seats)):
        check_page(drawn, table, seat, rng.choice(("en", "pl")))


@pytest.mark.parametrize("step", ["act", "make"])
def test_the_weathervane_is_a_button_after_the_dice_are_given(step: str) -> None:
    match = lay(2, built={0: ["weathervane"]}, village=(3, 6, 6, 4), placed={0: ["inn", "market"]})
    do(give(match, "inn", "village-1"), "assigned")
    if step == "make":
        do(match, "rest")
    assert "turn:village-1:+1" in keys(match)
    for language in ("en", "pl"):
        check_page(shared_renderer(), table_of(match), 0, language)


class Guest(Person):
    """Somebody who plays Creature Comforts."""

    def open_comforts(self, *others: str, **options: str) -> None:
        fields = {
            "game": "comforts",
            "name": self.name,
            "seats": str(len(others) + 1),
            "seat-0": "me",
        }
        fields |= {f"seat-{seat}": who for seat, who in enumerate(others, 1)}
        fields |= {f"option-{name}": value for name, value in options.items()}
        answer = self.context.request.post(f"{self.address}/tables", form=fields)
        assert answer.ok, answer.text()
        self.page.goto(answer.url)

    def offered(self) -> list[str]:
        """The keys of all buttons that can be seen and clicked now."""
        return self.page.evaluate(  # type: ignore[no-any-return]
            """() => [...document.querySelectorAll('button[name=action]')]
                 .filter(e => e.checkVisibility()).map(e => e.value)"""
        )

    def click(self, key: str) -> None:
        """Click a button of that action, and wait until the page has gone on."""
        before = self.page.evaluate("document.querySelector('#region-acts').innerHTML")
        found = self.page.evaluate(
            """key => {
                 const all = [...document.querySelectorAll('button[name=action]')];
                 const one = all.find(e => e.value === key && e.checkVisibility());
                 one?.click();
                 return !!one;
               }""",
            key,
        )
        if not found:  # what was offered is gone: the page was just going on
            return
        with contextlib.suppress(TimeoutError):  # refused: somebody else was quicker
            self.page.wait_for_function(
                "before => document.querySelector('#region-acts').innerHTML !== before",
                arg=before,
                timeout=1_500,
            )
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def answer(self, key: str) -> None:
        """Click what can be seen of an action, once it is offered."""
        buttons = self.page.locator(f'button[name=action][value="{key}"]')
        self.act(buttons.locator("visible=true").first.click)

    def say(self, text: str) -> None:
        self.page.wait_for_function(
            "text => document.querySelector('#prompt').innerText.includes(text)", arg=text
        )


@pytest.fixture
def guest(person: Any) -> Callable[..., Guest]:
    return partial(person, kind=Guest)


LAST_MONTH = 1154
"""A seed with which the village rolls 4, 2, 5, 1."""


def last_month() -> dict[str, Any]:
    """The last placement of a short game: a month away from the rulebook's example of 41 points."""
    match = lay(
        2, "place", month=6, length="short", early=1, river=1,
        forest="forest-autumn-1", meadow="meadow-autumn-1", family=[(6, 1), (3, 6)],
        made={0: ["hearth", "bread"], 1: ["candles", "lamp"]},
        built={0: ["writing-desk", "umbrella"]},
        hands={0: ["soup"], 1: ["preserves"]},
        ladder=["umbrella", "scale", "almanac", "orchard", "bicycle", "tool-shed"],
        tokens={
            0: {"wood": 4, "grain": 3, "mushroom": 2, "yarn": 1, "book": 3, "lesson": 1},
            1: {"wood": 2, "stone": 1, "fruit": 2, "coin": 1, "book": 2, "lesson": 1},
        },
    )  # fmt: skip
    position = match.position()
    state = position["state"]
    for area in ("forest", "meadow"):
        state[f"{area}_pile"] = [f"{area}-spring-3", f"{area}-summer-3"]
    state["travelers"] = state["travelers"][5:]  # those of the months before are gone
    return position


@pytest.fixture
def last_placement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that begin where the last month of a short game does, with the dice known."""
    position = last_month()

    def begin(*args: Any, **more: Any) -> Match:
        return new_match("comforts", position=position, chance=FastChance(LAST_MONTH))

    monkeypatch.setattr("meowple.server.tables.table.new_match", begin)


def test_a_whole_game_of_two(guest: Any, see: Any, last_placement: None) -> None:
    """Place, reveal, give dice, use lessons, build, use another's estate, trade, craft, score."""
    ala: Guest = guest("Ala")
    ala.open_comforts("open", length="short")
    ola: Guest = guest("Ola", PHONE, has_touch=True, is_mobile=True)
    ola.page.goto(ala.page.locator("#invite").input_value())
    ola.page.locator("#name").fill("Ola")
    ola.page.get_by_role("button", name="Sit down").click()
    both = (ala, ola)

    def holds(seat: int, **tokens: int) -> None:
        """What a seat has, as both browsers show it."""
        for own, one in enumerate(both):
            where = "#region-home .home__res" if own == seat else f"#mat-{seat} .cmat__res"
            shown = one.page.locator(f"{where} .tok:not(.tok--none)")
            see(shown).to_have_text(
                [f"{'±1' * (t == 'lesson')}{n} {t.capitalize()}" for t, n in tokens.items()]
            )

    def lies(place: str, *values: int) -> None:
        """Which dice lie at a place, in both browsers."""
        for one in both:
            dice = one.page.locator(f"#spot-{place} .spot__need .die:not(.die--req)")
            see(dice).to_have_count(len(values))
            for n, value in enumerate(values):
                see(dice.nth(n)).to_have_attribute("data-v", str(value))

    def stand(one: Guest, *places: str) -> None:
        """At which places a browser shows workers, and how many."""
        for place, number in Counter(places).items():
            see(one.page.locator(f"#spot-{place} .meeple")).to_have_count(number)
        see(one.page.locator("#region-village .meeple")).to_have_count(len(places))

    # Both place at the same time, and see of each other only who is done.
    holds(0, wood=4, grain=3, mushroom=2, yarn=1, book=3, lesson=1)
    holds(1, wood=2, stone=1, fruit=2, coin=1, book=2, lesson=1)
    ala_out = ("market", "inn", "forest-left", "river-b")
    for place in (*ala_out[:3], "river-c"):
        ala.answer(f"place:{place}")
        see(ala.page.locator(f"#spot-{place} .meeple")).to_have_count(1)
    ala.page.locator("#undo-go").click()  # the last one is taken back
    see(ala.page.locator("#spot-river-c .meeple")).to_have_count(0)
    ala.page.locator("#no-ready").click(force=True)  # it says why not
    see(ala.page.locator("#why-ready")).to_contain_text("no place yet")
    ala.page.keyboard.press("Escape")
    ala.answer("place:river-b")
    stand(ala, *ala_out)
    see(ola.page.locator("#mat-0 .cmat__done")).not_to_have_text("ready")
    ala.answer("ready")
    see(ola.page.locator("#mat-0 .cmat__done")).to_have_text("ready")
    stand(ola)
    ola_out = ("workshop", "inn", "nest-left", "river-a")
    for place in ola_out:
        ola.answer(f"place:{place}")
        see(ola.page.locator(f"#spot-{place} .meeple")).to_have_count(1)
    stand(ala, *ala_out)
    stand(ola, *ola_out)

    # All is turned up, the village rolls, and the early bird gives dice.
    ola.answer("ready")
    for one in both:
        stand(one, *ala_out, *ola_out)
        dice = one.page.locator("#region-dock .hill__dice .die")
        see(dice).to_have_count(6)
        shown = [die.get_attribute("data-v") for die in dice.all()]
        assert shown == list("364251")
    assert ala.offered() == []
    ola.answer("pick:family-1")
    see(ola.page.locator("#act-give-hill")).to_have_attribute("data-v", "3")
    ola.answer("lesson:+1")  # for the rung of the Orchard
    see(ola.page.locator("#act-give-hill")).to_have_attribute("data-v", "4")
    ola.answer("give:workshop")
    lies("workshop", 4)
    ola.answer("assigned")
    ola.answer("act:workshop")
    see(ola.page.locator("button[name=action][value^=build]").first).to_be_attached()
    assert set(ola.offered()) == {"build:4"}
    ola.answer("build:4")
    for one, owner in zip(both, ("Ola", "You"), strict=True):
        see(one.page.locator("#estate-orchard-2 h3")).to_have_text("Orchard")
        hut = one.page.locator("#estate-orchard-2 .estate__hut")
        see(hut).to_have_attribute("aria-label", f"built by: {owner}")
    holds(1, fruit=2, coin=1, book=2, lesson=3)  # one is spent, three for idle workers
    assert set(ola.offered()) == {"end"}  # 2 fruit do not pay the Preserves
    ola.answer("end")

    # The other one uses the estate, and its owner is rewarded.
    ala.answer("pick:family-1")
    ala.answer("give:orchard-2")
    lies("orchard-2", 6)
    ala.answer("pick:family-2")
    ala.answer("give:market")
    lies("market", 1)
    ala.answer("pick:village-1")
    ala.answer("lesson:-1")
    see(ala.page.locator("#act-give-hill")).to_have_attribute("data-v", "3")
    ala.answer("give:river-b")
    lies("river-b", 3)
    for one in both:
        see(one.page.locator(".hill__cap")).to_contain_text("3 of 6 dice are given")
    ala.answer("assigned")
    ala.answer("act:river-b")
    holds(0, wood=4, stone=2, grain=3, mushroom=2, yarn=1, book=3)
    ala.answer("act:orchard-2")
    holds(0, wood=4, stone=2, grain=3, mushroom=2, yarn=1, fruit=2, book=3)
    holds(1, fruit=3, coin=1, book=2, lesson=3)

    # Three resources for a coin at the Market; then the Soup is made.
    ala.answer("act:market")
    ala.answer("trade:three-to-coin")
    ala.answer("pay:fruit")
    holds(0, wood=4, stone=2, grain=3, mushroom=2, yarn=1, fruit=1, book=3)
    ala.answer("pay:fruit")
    holds(0, wood=4, stone=2, grain=3, mushroom=2, yarn=1, book=3)
    ala.answer("pay:grain")
    holds(0, wood=4, stone=2, grain=2, mushroom=2, yarn=1, coin=1, book=3)
    ala.answer("enough")
    holds(0, wood=4, stone=2, grain=2, mushroom=2, yarn=1, coin=1, book=3, lesson=2)
    ala.answer("make:soup")

    # Before the end comforts may still be made: the fruit from the estate pays the Preserves.
    see(ala.page.locator("#mat-1 [id$=preserves]")).to_have_count(0)
    ola.answer("make:preserves")
    sheet = [
        ["Comforts made", "15", "13"],
        ["Their bonuses", "2", "0"],
        ["Tokens kept on cards", "4", "7"],
        ["Improvements built", "5", "2"],
        ["Their bonuses at the end", "4", "0"],
        ["Cottage spaces uncovered", "3", "1"],
        ["Tokens left over", "8", "1"],
        ["Total", "41", "24"],
    ]
    for one, say, winner in ((ala, "You won", "You"), (ola, "You came 2nd", "Ala")):
        see(one.page.locator("#end-say")).to_have_text(say)
        one.page.get_by_role("button", name="Score sheet").click()
        rows = one.page.locator(".cscore tr").filter(has=one.page.locator("th[scope=row]"))
        assert [row.locator("th, td").all_inner_texts() for row in rows.all()] == sheet
        see(one.page.locator(".cscore .score__won")).to_have_text([winner, "41"])
        one.page.keyboard.press("Escape")
    holds(0, wood=4, stone=2, yarn=1, coin=1, book=3, lesson=2)
    holds(1, coin=1, book=2, lesson=3)
    ala.page.get_by_role("button", name="Rematch").hover()
    assert violations(ala.page) == []


def test_a_phone_and_the_axe(guest: Any, see: Any) -> None:
    ala: Guest = guest("Ala", PHONE, has_touch=True, is_mobile=True)
    ala.open_comforts("random", "random", "random")
    page = ala.page
    rng = random.Random(3)
    seen: set[str] = set()
    awaited = {"dock--keep", "dock--place", "dock--dice", "dock--paw"}
    for _ in range(400):
        if awaited <= seen:
            break
        ala.page.wait_for_function(
            "() => [...document.querySelectorAll('button[name=action]')].some(e => e.checkVisibility())"
        )
        kind = next((c for c in (page.locator("#region-dock").get_attribute("class") or "").split()
                     if c.startswith("dock--") and c not in ("dock--asked", "dock--hand")), "")  # fmt: skip
        if kind not in seen:
            seen.add(kind)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, kind
            small = page.evaluate(
                """() => [...document.querySelectorAll('#region-dock button, #region-village button[name=action]')]
                     .filter(e => e.checkVisibility()).map(e => [e.id, e.getBoundingClientRect()])
                     .filter(([, r]) => r.width && (r.width < 43.9 || r.height < 43.9)).map(([id, r]) => id + ' ' + r.width + 'x' + r.height)"""
            )
            assert small == [], (kind, small)
            dock = page.locator("#region-dock").bounding_box()
            assert dock and dock["y"] + dock["height"] <= 801 and dock["height"] <= 500
            if kind in ("dock--keep", "dock--place", "dock--paw", "dock--act"):
                assert violations(page) == [], kind
        keys = ala.offered()
        if not keys:  # the page was just going on
            continue
        wanted = [key for key in keys if key.startswith(("place", "ready", "give:", "act", "make"))]
        wanted = [key for key in wanted if key != "give:hill"] or keys
        ala.click(rng.choice(wanted))
    assert awaited <= seen


def test_looking_on_and_alone(guest: Any, see: Any) -> None:
    ala: Guest = guest("Ala")
    ala.open_comforts(length="short")  # alone
    ala.say("Which of these comforts")
    see(ala.page.locator("#region-opps")).to_be_hidden()
    ola: Guest = guest("Ola")
    ola.open_comforts("random", "random")
    ola.click(ola.offered()[0])
    ola.page.locator("#menu-go").click()
    link = ola.page.locator("#menu-invite").input_value()
    ala.page.goto(link)
    ala.page.get_by_role("button", name="Only look on").click()
    see(ala.page.locator("#region-opps .mat")).to_have_count(3)
    assert ala.offered() == []
    see(ala.page.locator("#region-dock .hand")).to_have_count(0)
    see(ala.page.locator("#region-village .meeple")).to_have_count(0)
    assert violations(ala.page) == []


def test_by_keyboard(guest: Any, see: Any) -> None:
    ala: Guest = guest("Ala")
    ala.open_comforts("random", length="short")
    ala.page.keyboard.press("1")
    see(ala.page.locator("#region-topbar")).to_contain_text("Month 1")
    ala.page.wait_for_function(
        "() => document.activeElement.closest('#region-dock, #region-village')"
    )
    ala.page.keyboard.press("s")  # cards of the hand with all that they say; nothing is sent
    ala.page.keyboard.press("g")
    see(ala.page.locator("#prompt")).to_be_visible()
