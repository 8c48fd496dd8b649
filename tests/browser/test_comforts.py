"""Creature Comforts in the browser: whole games by clicking, every question, phone, keyboard, weight."""

from __future__ import annotations

import contextlib
import html
import random
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

from meowple.core.match import Match, new_match
from meowple.server.render import Renderer, Viewer
from meowple.server.store import Head
from meowple.server.table import Seat, Table

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
    drawn, rng = Renderer(), random.Random(seed)
    match = new_match("comforts", seats, options=options, seed=seed)
    table = table_of(match)
    seen: Counter[tuple[Any, ...]] = Counter()
    while not match.over:
        view = match.view(match.to_act[0])
        verbs = {key.partition(":")[0] for key in view["actions"]}
        kind = (view["question"]["kind"], *sorted(verbs))
        seen[kind] += 1
        if seen[kind] == 1:
            for seat in (None, match.to_act[0], (match.to_act[0] + 1) % seats):
                check_page(drawn, table, seat, rng.choice(("en", "pl")))
        moves(match, rng)
    for seat in (None, *range(seats)):
        check_page(drawn, table, seat, rng.choice(("en", "pl")))


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

    def send(self, place: str) -> None:
        """Send a worker, and wait until it stands there."""
        self.page.locator(f"#spot-{place}.can").click()
        self.page.wait_for_selector(f"#spot-{place} .meeple")

    def say(self, text: str) -> None:
        self.page.wait_for_function(
            "text => document.querySelector('#prompt').innerText.includes(text)", arg=text
        )


@pytest.fixture
def guest(person: Any) -> Any:
    def make(*args: Any, **more: Any) -> Guest:
        one = person(*args, **more)
        one.__class__ = Guest
        return one

    return make


def play(people: list[Guest], done: Counter[str], rng: random.Random, most: int = 600) -> None:
    """Play to the end by clicking what is offered, rather what brings the game on."""
    for _ in range(most):
        moved = False
        for one in people:
            if one.page.locator(".verdict__cup").count():
                return
            keys = one.offered()
            if not keys:
                continue
            wanted = [key for key in keys if key not in ("rest", "end", "give:hill")]
            sure = [
                k for k in keys if k.partition(":")[0] in ("build", "make", "act", "ready", "nest")
            ]
            if any(key.startswith("give:") and key != "give:hill" for key in keys):
                sure = [key for key in keys if key.startswith("give:") and key != "give:hill"]
            if "lesson:+1" in keys and not done["lesson"] and len(sure) == 0:
                sure = ["lesson:+1"]
            if "assigned" in keys:
                picks = [key for key in keys if key.startswith("pick:")]
                sure = picks if picks and rng.random() < 0.7 else ["assigned"]
            trades = [key for key in keys if key.startswith("trade:")]
            if trades or "enough" in keys:
                sure = trades if trades and not done["trade"] else ["enough"]
            places = [key for key in keys if key.startswith("place:")]
            if places:
                best = ("place:workshop", "place:market", "place:forest-left", "place:forest-right",
                        "place:river-a")  # fmt: skip
                sure = [key for key in best if key in places][:1]
            key = rng.choice(sure or wanted or keys)
            done[key.partition(":")[0]] += 1
            if key.startswith("give:") and key[-2:] in ("-1", "-2"):
                done["estate"] += 1
            one.click(key)
            moved = True
        if not moved:
            people[0].page.wait_for_timeout(40)


def test_a_whole_game_of_two(guest: Any, see: Any) -> None:
    ala: Guest = guest("Ala")
    ala.open_comforts("open", length="short")
    ola: Guest = guest("Ola", PHONE, has_touch=True, is_mobile=True)
    ola.page.goto(ala.page.locator("#invite").input_value())
    ola.page.locator("#name").fill("Ola")
    ola.page.get_by_role("button", name="Sit down").click()
    for one in (ala, ola):
        one.say("Which of these comforts do you put away?")
    # a choice is secret, and may be taken back
    first = ala.page.locator("#region-dock .card.can").first
    first.click()
    see(ala.page.locator("#region-dock .card.picked")).to_have_count(1)
    see(ola.page.locator("#mat-0")).to_contain_text("ready")
    ala.page.locator("#region-dock .card.picked").click()
    see(ala.page.locator("#region-dock .card.picked")).to_have_count(0)
    ala.page.locator("#region-dock .card.can").first.click()
    ola.page.locator("#region-dock .card.can").first.click()
    ala.page.wait_for_function("() => !document.querySelector('#region-dock .card.picked')")

    done: Counter[str] = Counter()
    rng = random.Random(7)
    for _ in range(12):  # until workers are placed; what the traveler asks comes before
        if any(key.startswith("place:") for key in ala.offered()):
            break
        for one in (ala, ola):
            keys = one.offered()
            if keys and not any(key.startswith("place:") for key in keys):
                one.click(keys[0])
    for place in ("workshop", "market", "river-a"):
        ala.send(place)
    see(ala.page.locator("#no-ready")).to_be_visible()
    ala.page.locator("#no-ready").click(force=True)
    see(ala.page.locator("#why-ready")).to_contain_text("no place yet")
    ala.page.keyboard.press("Escape")
    ala.page.locator("#undo-go").click()  # the last one is taken back
    see(ala.page.locator("#spot-river-a .meeple")).to_have_count(0)
    ala.send("river-b")
    ala.send("river-c")
    # while others place in secret, only that they are done is seen
    see(ola.page.locator("#region-village .meeple")).to_have_count(0)
    ala.page.locator("button[value=ready]").click()
    see(ola.page.locator("#mat-0")).to_contain_text("ready")
    see(ola.page.locator("#region-village .meeple")).to_have_count(0)
    play([ala, ola], done, rng)
    for one in (ala, ola):
        see(one.page.locator(".verdict h2")).to_contain_text(re.compile("win|share"))
        see(one.page.locator(".verdict tbody tr")).to_have_count(7)
        points = [
            int(n) for n in one.page.locator(".verdict tbody tr td:nth-child(2)").all_inner_texts()
        ]
        assert sum(points) == int(one.page.locator(".verdict tfoot td").first.inner_text())
    for verb in ("place", "ready", "pick", "give", "assigned", "act"):
        assert done[verb], f"{verb} was never chosen: {done}"
    assert done["build"] + done["make"] + done["trade"], done
    ala.page.mouse.move(2, 2)  # what the mouse rests on has another colour
    ala.page.wait_for_timeout(400)
    assert violations(ala.page) == []


def test_a_phone_and_the_axe(guest: Any, see: Any) -> None:
    ala: Guest = guest("Ala", PHONE, has_touch=True, is_mobile=True)
    ala.open_comforts("random", "random", "random")
    page = ala.page
    rng = random.Random(3)
    seen: set[str] = set()
    for _ in range(40):
        ala.page.wait_for_selector("button[name=action]")
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
        wanted = [key for key in keys if key.startswith(("place", "ready", "give:", "act", "make"))]
        wanted = [key for key in wanted if key != "give:hill"] or keys
        ala.click(rng.choice(wanted))
    assert {"dock--keep", "dock--place", "dock--dice", "dock--paw"} <= seen


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


def test_weight_of_the_comforts(guest: Any) -> None:
    ala: Guest = guest("Ala")
    ala.open_comforts("random", "random", "random")
    page = ala.context.new_page()
    talk = ala.context.new_cdp_session(page)
    talk.send("Network.enable")
    sizes: dict[str, int] = {}
    urls: dict[str, str] = {}
    talk.on(
        "Network.responseReceived", lambda e: urls.__setitem__(e["requestId"], e["response"]["url"])
    )
    talk.on(
        "Network.loadingFinished",
        lambda e: sizes.__setitem__(e["requestId"], e["encodedDataLength"]),
    )
    talk.send("Network.clearBrowserCache")
    page.goto(ala.page.url)
    page.wait_for_timeout(700)
    bare = sum(n for id, n in sizes.items() if ".woff2" not in urls.get(id, ""))
    assert 20_000 < bare < 120_000, f"first visit without fonts: {bare} bytes"
    assert not any("sprite-purrballs" in url for url in urls.values())
