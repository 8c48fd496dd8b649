"""Catvale in the browser: every question, a game of two, expansions, phone, keyboard, weight."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import shared_renderer

from catvale.table import CARD, GAME, dice, have, hold, lay, stand, tile
from meowple.core.match import Match, new_match
from meowple.server.html.render import Renderer, Viewer
from meowple.server.tables.store import Head
from meowple.server.tables.table import Seat, Table

from .conftest import DESKTOP, PHONE, Person, Scales, violations

GEOMETRY = (Path(__file__).parent / "geometry.js").read_text("utf-8")

BUTTON = re.compile(r'<button[^>]*\bname="action" value="([^"]*)"')


def table_of(match: Match) -> Table:
    """A table at which that match is played by people."""
    seats = match.seats
    table = Table(Head("t", "catvale", seats, {}, True, "", b"x" * 32, "p0", None, 0.0, 1))
    table.seats = [Seat(frozenset((f"p{seat}",)), f"Name {seat}") for seat in range(seats)]
    table.match = match
    table.started = True
    return table


def check_page(drawn: Renderer, table: Table, seat: int | None, language: str) -> None:
    """Every legal action is one button, nothing else is; ids are unique and what they name is there."""
    table.drawn = {}
    person = None if seat is None else f"p{seat}"
    picture = drawn.picture(table, Viewer(person, "x", language, "http://x"))
    page = drawn.layout(picture)
    ids = Counter(re.findall(r'\sid="([^"]*)"', page))
    assert [name for name, number in ids.items() if number > 1] == []
    for names in re.findall(r'(?:popovertarget|aria-describedby|aria-labelledby)="([^"]*)"', page):
        assert set(names.split()) <= ids.keys(), names
    view = picture.context["view"]
    offered = Counter(html.unescape(key) for key in BUTTON.findall(page))
    legal = set(view["actions"]) - {view["choice"]}
    assert set(offered) - {view["choice"]} == legal, (view["question"], set(offered) ^ legal)
    assert all(number == 1 for number in offered.values()), offered.most_common(3)
    assert "style=" not in page and "<script" not in page


@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (2, {"variant": "controlled", "world": "chaotic"}, 10),
        (4, {"litterbox": True, "arena": True, "dig_zero_dice": True}, 2),
        (6, {"reactions": "all", "kickstarter": True}, 4),
    ],
)
def test_every_action_is_a_button(seats: int, options: dict[str, Any], seed: int) -> None:
    drawn, rng = shared_renderer(), random.Random(seed)
    match = new_match("catvale", seats, options=options, seed=seed)
    table = table_of(match)
    seen: Counter[tuple[Any, ...]] = Counter()
    while not match.over:
        mine = match.to_act[0]
        view = match.view(mine)
        verbs = {key.partition(":")[0] for key in view["actions"]}
        kind = (view["question"]["kind"], *(sorted(verbs) if len(verbs) < 5 else ()))
        seen[kind] += 1
        if seen[kind] == 1 or sum(seen.values()) % 60 == 0:
            for seat in (mine, None if len(seen) % 2 else (mine + 1) % seats):
                check_page(drawn, table, seat, rng.choice(("en", "pl")))
        seat = rng.choice(match.to_act)
        match.act(seat, rng.choice(match.actions(seat)))
    for seat in (None, *range(seats)):
        check_page(drawn, table, seat, rng.choice(("en", "pl")))


def test_what_was_kept_of_the_packs_is_said_and_nothing_else() -> None:
    match = new_match("catvale", 3, seed=3)
    drawn, table = shared_renderer(), table_of(match)
    told = []
    while (question := match.question) is not None and question.kind != "grow":
        if question.kind in ("ambition", "draft") and 0 in match.to_act:
            table.drawn = {}
            page = drawn.layout(drawn.picture(table, Viewer("p0", "x", "en", "http://x")))
            kept = re.search(r"Kept so far: (.*?)</p>", page)
            names = match.game.in_words("en")
            hand = match.view(0)["table"]["players"][0]["hand"]
            said = html.unescape(kept[1]) if kept else ""
            assert said == ", ".join(map(names.card, hand))  # type: ignore[attr-defined]
            told.append(len(hand))
        for seat in match.to_act:
            match.act(seat, match.actions(seat)[0])
    assert told == [0, 0, 1, 2]


# -- at the table -----------------------------------------------------------------------------------


class Cat(Person):
    """Somebody who plays Catvale."""

    def open_vale(self, *others: str, **options: str) -> None:
        fields = {"game": "catvale", "name": self.name, "seats": str(len(others) + 1)}
        fields |= {"seat-0": "me", **{f"seat-{n}": who for n, who in enumerate(others, 1)}}
        fields |= {f"option-{name}": value for name, value in options.items()}
        answer = self.context.request.post(f"{self.address}/tables", form=fields)
        assert answer.ok, answer.text()
        self.page.goto(answer.url)

    def sit_down(self, host: Cat) -> None:
        self.page.goto(host.page.locator("#invite").input_value())
        self.page.locator("#name").fill(self.name)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_selector("#layout")

    def offered(self) -> list[str]:
        return self.page.evaluate(  # type: ignore[no-any-return]
            "() => [...document.querySelectorAll('button[name=action]')].map(e => e.value)"
        )

    def press(self, key: str) -> None:
        """Click a choice as soon as it is offered, opening the drawer or sheet that it lies in."""
        button = self.page.locator(f'button[name=action][value="{key}"]')
        button.wait_for(state="attached")
        if not button.is_visible():
            box = button.evaluate("e => e.closest('[popover]')?.id")
            assert box, f"{key} is out of sight"
            self.page.evaluate("id => document.getElementById(id).showPopover()", box)
        self.act(button.click)

    def push(self, key: str) -> None:
        """Click a choice if it is still there; what was offered may be gone meanwhile."""
        self.page.evaluate(
            "key => document.querySelector(`button[name=action][value='${key}']`)?.click()", key
        )
        self.page.wait_for_timeout(80)

    def kind(self) -> str:
        """The kind of what is asked of this person; nothing if others are."""
        classes = (self.page.locator("#region-dock").get_attribute("class") or "").split()
        own = [name[6:] for name in classes if name.startswith("dock--")]
        return next((name for name in own if name != "asked"), "")

    def faults(self) -> list[str]:
        return self.page.evaluate(GEOMETRY, self.offered())  # type: ignore[no-any-return]


@pytest.fixture
def cat(person: Any) -> Callable[..., Cat]:
    return partial(person, kind=Cat)


@pytest.fixture
def begins(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Lets tables begin where a test has laid them out."""

    def at(laid: Callable[[], Any]) -> None:
        monkeypatch.setattr(
            "meowple.server.tables.table.new_match", lambda *_, **__: Match(GAME, laid())
        )

    return at


def busy() -> Any:
    """A turn in which nearly everything can be done: seat 2 is near, weak and worth an Attack."""
    s = lay(3, round=4, offers_per_talk=3)
    s.side_limit = 4
    stand(s, 0, "d3", "sunny-meadow")
    stand(s, 1, "d3")
    tile(s, "c3", "haven", up=False, but=("d3",))
    have(s, 0, fish=14, stick=3, rag=3, waste=2, pebble=2, movement=3)
    have(s, 1, fish=4, stick=1)
    have(s, 2, fish=2, attack_token=1)
    hold(s, 0, "fish-stall", "fishmonger")
    s.pride[1] = 1
    s.chance.dice = [3, 1]
    s.chance.faces = ["prestige"]
    return s


def test_a_turn_of_everything(cat: Any, see: Any, begins: Any) -> None:
    """Talk, mark, build, grow, hire, quest, buy, Attack with a supporter, Humiliate, explore."""
    begins(busy)
    ala, ola, ela = cat("Ala"), cat("Ola", PHONE, has_touch=True, is_mobile=True), cat("Ela")
    ala.open_vale("open", "open")
    ola.sit_down(ala)
    ela.sit_down(ala)
    see(ala.page.locator("#hex-d3 .hex__cats .meeple")).to_have_count(2)
    assert ala.faults() == []
    ala.press("talk:2")
    ala.press("give:fish")
    ala.press("ask:stick")
    see(ola.page.locator(".vtalk__sum").first).to_have_text("not said yet")
    ala.press("offer")
    see(ola.page.locator(".vtalk")).to_contain_text("1")
    assert [each for each in ola.faults() if "Near" not in each] == []
    ola.press("accept")
    see(ala.page.locator("#region-mine .tok").first).to_contain_text("13")
    ala.press("mark:1")
    for one in (ala, ola, ela):
        see(one.page.locator("#hex-d3 .hex__mark")).to_have_count(1)
    ala.press("play:fish-stall")
    see(ala.page.locator(".vtree .node.can")).to_have_count(2)
    ala.press("grow:harmony-h1")
    ala.press("play:fishmonger")
    see(ela.page.locator("#mat-0 .chit")).to_contain_text("Fishmonger")
    ala.press("quest:2-2")
    see(ola.page.locator("#region-quests .req--done")).to_have_count(1)
    ala.press("buy:buildings-2")
    no = ala.page.locator("#no-trade")
    see(no).to_have_attribute("aria-disabled", "true")
    no.click(force=True)
    see(ala.page.locator("#why-no-trade")).to_contain_text("Side Actions")
    ala.page.keyboard.press("Escape")
    ala.press("attack:2-2")
    for one in (ala, ola, ela):
        see(one.page.locator(".duel__side .duel__total")).to_have_text(["7", "5"])
    ola.press("pass")
    ala.press("pass")
    see(ela.page.locator("#region-dock .sumof").first).to_have_text("8 : 5")
    ela.press("token:attack-token")
    see(ola.page.locator(".duel__side .duel__total")).to_have_text(["8", "5"])
    ela.press("pass")
    while ala.kind() != "turn":
        ala.push("pass")
    see(ala.page.locator("#mat-1 .pride")).to_have_attribute(
        "aria-label", "0 of 3 Pride, Humiliated"
    )
    ala.press("step:c3")
    see(ola.page.locator("#hex-c3 .hex__cats .meeple")).to_have_count(1)
    ala.press("end")
    see(ala.page.locator("#prompt")).to_contain_text("Waiting")


def test_from_the_draft_to_the_first_turn(cat: Any) -> None:
    ala, ola = cat("Ala"), cat("Ola", PHONE, has_touch=True, is_mobile=True)
    ala.open_vale("open", world="chaotic")
    ola.sit_down(ala)
    seen: set[str] = set()
    for _ in range(150):
        for one in (ala, ola):
            kind = one.kind()
            if kind and kind not in seen:
                assert one.faults() == [], kind
                seen.add(kind)
            keys = one.offered()
            if kind and kind != "turn" and keys:
                one.push(next((key for key in keys if key.startswith("plan")), keys[0]))
        if "turn" in seen:
            break
    assert {"cat", "draft", "grow", "plan", "turn"} <= seen


def at_the_sand() -> Any:
    s = lay(2, round=3, litterbox=True, arena=True)
    stand(s, 0, "d3", "great-sandbox")
    stand(s, 1, "c3", "arena")
    for seat in (0, 1):
        have(s, seat, fish=6)
        dice(s, seat, 3)
    s.chance.dice = [3, 1, 1, 1, 1]
    return s


def test_dig_duel_harvest_and_sift(cat: Any, see: Any, begins: Any) -> None:
    begins(at_the_sand)
    ala, ola = cat("Ala"), cat("Ola")
    ala.open_vale("open", litterbox="true", arena="true")
    ola.sit_down(ala)
    ala.press("dig:3")
    ala.press("dig:done")
    see(ola.page.locator(".track .badge")).to_have_count(1)
    ala.press("end")
    ola.press("duel:3")
    for _ in range(150):
        for one in (ala, ola):
            keys = one.offered()
            if one is ala and "sift:3" in keys:
                break
            wanted = ("duel", "end", "pass", "enough", "option", "plan")
            key = next((k for w in wanted for k in keys if k.startswith(w)), None)
            if one.kind() and key:
                one.push(key)
        if "sift:3" in ala.offered():
            break
    see(ala.page.locator("#region-corners")).to_contain_text("done")
    ala.press("sift:3")
    see(ola.page.locator("#mat-0 .stat [aria-label='Harvest tokens']")).to_have_count(1)


def met_at_the_river() -> Any:
    """The last turn: whatever is Gathered, a tom comes and attacks."""
    s = lay(2, round=6)
    stand(s, 0, "d3", "driftwood-river")
    have(s, 0, fish=4)
    dice(s, 0, 2)
    dice(s, 1)
    hold(s, 0, "puffed-tail", "crooked-yarn")
    s.prestige[0], s.prestige[1] = 7, 5
    s.chance.faces = ["encounter"]
    s.chance.cards = [CARD["grumpy-ginger-tom"]]
    s.chance.dice = [1, 3, 2]
    return s


def test_an_encounter_and_the_end_of_the_match(cat: Any, see: Any, begins: Any) -> None:
    begins(met_at_the_river)
    ala, ola = cat("Ala"), cat("Ola", PHONE, has_touch=True, is_mobile=True)
    ala.open_vale("open")
    ola.sit_down(ala)
    ala.press("gather:2")
    for _ in range(2):  # both rolls stay
        ala.press("pass")
    for one in (ala, ola):
        see(one.page.locator(".vfight h2")).to_contain_text("Grumpy Ginger Tom")
        assert [each for each in one.faults() if "Near" not in each] == []
    sums = ala.page.locator(".duel__side .duel__total").all_text_contents()
    see(ala.page.locator("#hand-puffed-tail .sumof")).to_have_text(
        f"{sums[0]} : {int(sums[1]) + 1}"
    )
    see(ala.page.locator("#hand-crooked-yarn .sumof")).to_contain_text("–")
    ala.press("play:puffed-tail")
    see(ola.page.locator(".duel__side .duel__total")).to_have_text([sums[0], str(int(sums[1]) + 1)])
    for key in ("pass", "pass", "end", "pass"):  # in the combat, after it, and after the turn
        ala.press(key)
    for one in (ala, ola):
        see(one.page.locator("#end-say")).to_be_visible()
    see(ola.page.locator(".podium [data-place='1']")).to_contain_text("Ala")


# -- without a mouse --------------------------------------------------------------------------------


class Keys:
    """Somebody who has no mouse."""

    def __init__(self, one: Cat) -> None:
        self.one = one
        self.page = one.page
        self.press = one.page.keyboard.press

    def here(self, what: str = "id") -> str:
        """Something of the element that has the focus."""
        return self.page.evaluate("what => document.activeElement.getAttribute(what) ?? ''", what)  # type: ignore[no-any-return]

    def tab_to(self, what: str, value: str, *, back: bool = False) -> None:
        """From the prompt on to an element with that attribute."""
        self.press("p")
        for _ in range(160):
            self.press("Shift+Tab" if back else "Tab")
            if self.here(what) == value:
                return
        raise AssertionError(f"Tab never comes to {value}")

    def choose(self, key: str) -> None:
        """By the digit of a choice, or with Tab and Enter."""
        button = self.page.locator(f'button[name=action][value="{key}"]')
        button.wait_for(state="attached")
        digit = button.get_attribute("data-key")
        if not digit:
            self.tab_to("value", key)
            assert button.is_visible()
        self.one.act(lambda: self.press(digit or "Enter"))

    def to_the_map(self, space: str) -> None:
        """To the tile of one's own cat, and with the arrow keys to another."""
        self.press("p")
        for _ in range(60):
            self.press("Shift+Tab")
            if self.page.evaluate("!!document.activeElement.closest('.hexmap')"):
                break
        for _ in range(12):
            if self.here() == f"go-{space}":
                return
            x, y, tx, ty = self.page.evaluate(
                """id => [document.activeElement, document.getElementById(id)].flatMap(
                     e => { const b = e.getBoundingClientRect(); return [b.x, b.y]; })""",
                f"go-{space}",
            )
            if abs(ty - y) > 5:
                self.press("ArrowDown" if ty > y else "ArrowUp")
            else:
                self.press("ArrowRight" if tx > x else "ArrowLeft")
        raise AssertionError(f"the arrow keys do not come to {space}")


def test_from_the_draft_to_the_first_turn_by_the_keyboard_alone(cat: Any) -> None:
    ala = cat("Ala")
    keys = Keys(ala)
    ala.open_vale("random", world="chaotic")
    seen: set[str] = set()
    while (kind := ala.kind()) != "turn":
        offered = ala.offered()
        if not kind or not offered:
            ala.page.wait_for_timeout(50)
            continue
        seen.add(kind)
        grows = [key for key in offered if key.startswith("grow:")]
        keys.choose(grows[0] if grows else offered[-1] if kind == "grow" else offered[0])
    assert {"cat", "draft", "grow", "plan"} <= seen


def the_last_turns() -> Any:
    """The last Round, in which only the first seat has dice left."""
    s = busy()
    s.round = 6
    s.first = 2
    dice(s, 0, 1, 2)
    for seat in (1, 2):
        dice(s, seat)
    s.prestige[0] = 9
    return s


def test_a_turn_of_everything_and_the_end_by_the_keyboard_alone(
    cat: Any, see: Any, begins: Any
) -> None:
    """Explore, mark, build, grow, hire, quest, trade, talk, fight and end without a mouse."""
    begins(the_last_turns)
    ala, ola, ela = cat("Ala"), cat("Ola"), cat("Ela")
    ala.open_vale("open", "open")
    ola.sit_down(ala)
    ela.sit_down(ala)
    see(ala.page.locator("#hex-d3 .hex__cats .meeple")).to_have_count(2)
    keys = Keys(ala)
    for key in ("talk:2", "give:fish", "ask:stick", "offer"):
        keys.choose(key)
    ola.press("accept")
    see(ala.page.locator("#region-mine .tok").first).to_contain_text("13")
    for key in ("mark:1", "play:fish-stall", "grow:harmony-h1", "play:fishmonger", "quest:2-2"):
        keys.choose(key)
    keys.choose("buy:buildings-2")
    keys.tab_to("id", "no-trade")  # why a thing cannot be done is heard, and read with Enter
    assert "Side Actions" in ala.page.locator(f"#{keys.here('aria-describedby')}").inner_text()
    keys.choose("attack:2-2")
    ola.press("pass")
    keys.choose("pass")
    ela.press("pass")
    while ala.kind() != "turn":
        if "pass" in ala.offered():
            keys.choose("pass")
    keys.to_the_map("d3")
    around = ala.page.locator(f"#{keys.here('aria-describedby')}").inner_text()
    assert "north-east: face-down tile, 1 Movement." in around
    keys.to_the_map("c3")
    assert re.search(r"face-down tile.* 1 Movement", keys.here("aria-label"))
    ala.act(lambda: keys.press("Enter"))
    see(ola.page.locator("#hex-c3 .hex__cats .meeple")).to_have_count(1)
    while not ala.page.locator("main.end").count():
        if last := {"end", "pass"} & set(ala.offered()):
            keys.choose(last.pop())
        else:
            ala.page.wait_for_timeout(50)
    for one in (ala, ola, ela):
        see(one.page.locator("#end-say")).to_be_visible()
    assert ala.faults() == []


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [
        (DESKTOP, "light", "en"),
        (DESKTOP, "dark", "pl"),
        (PHONE, "light", "pl"),
        (PHONE, "dark", "en"),
    ],
    ids=["desktop", "desktop-dark-pl", "phone-pl", "phone-dark"],
)
def test_nothing_for_axe_to_find(
    cat: Any, begins: Any, size: dict[str, int], scheme: str, language: str
) -> None:
    begins(busy)
    ala = cat("Ala", size, color_scheme=scheme, locale=language)
    ala.open_vale("random", "random")
    ala.page.wait_for_selector("main.vale")
    assert violations(ala.page) == []
    assert ala.faults() == []
    for sheet in (
        "region-tree",
        "region-orders",
        "cat-1",
        "vale-hand",
        "vale-tiles",
        "region-swap",
    ):
        ala.page.evaluate("id => document.getElementById(id).showPopover()", sheet)
        assert violations(ala.page, within=f"#{sheet}") == [], sheet
        ala.page.keyboard.press("Escape")
    ala.press("play:fish-stall")
    assert violations(ala.page) == []


def test_orders_of_others_are_in_no_page() -> None:
    """Neither a rival nor who looks on sees what somebody has ordered, for good or for a while."""
    drawn = shared_renderer()
    pages = []
    for given in ({}, {"fights": "every", "now": {"until": "turn", "rolls": "all"}}):
        table = table_of(Match(GAME, busy()))
        assert table.match is not None
        table.match.set_orders(1, given)
        shown = [
            drawn.layout(drawn.picture(table, Viewer(person, "x", "en", "http://x")))
            for person in ("p0", "p1", "p2", None)
        ]
        pages.append([re.sub(r'name="command" value="[^"]*"', "", page) for page in shown])
    assert [one == other for one, other in zip(*pages, strict=True)] == [True, False, True, True]


def test_orders_are_given_in_the_page(cat: Any, see: Any, begins: Any) -> None:
    begins(busy)
    ala = cat("Ala")
    ala.open_vale("random", "random")
    ala.page.locator('[popovertarget="region-orders"]').first.click()
    ala.page.locator('input[name="orders.fights"][value="every"]').check()
    ala.page.locator('input[value="mouse:defence-token"]').check()
    with ala.page.expect_response("**/orders"):
        ala.page.get_by_role("button", name="Keep these orders").click()
    ala.page.reload()
    see(ala.page.locator('input[name="orders.fights"][value="every"]')).to_be_checked()
    see(ala.page.locator('input[value="mouse:defence-token"]')).to_be_checked()
    ala.page.locator('[popovertarget="region-orders"]').first.click()
    asks = ala.page.locator('select[name="orders.now.rolls"]')
    see(asks).to_be_hidden()
    see(ala.page.locator('input[name="orders.now.until"][value="combat"]')).to_have_count(0)
    ala.page.get_by_label("until the end of this turn:").check()
    asks.select_option("all")
    with ala.page.expect_response("**/orders"):
        ala.page.get_by_role("button", name="Keep these orders").click()
    ala.page.reload()
    see(ala.page.locator('input[name="orders.now.until"][value="turn"]')).to_be_checked()
    see(asks).to_have_value("all")
    see(ala.page.locator('select[name="orders.now.fights"]')).to_have_value("")
    see(ala.page.locator('input[name="orders.fights"][value="every"]')).to_be_checked()


def test_weight_of_the_vale(cat: Any, begins: Any) -> None:
    """A first visit stays light: 140 KB without the fonts."""
    begins(busy)
    ala = cat("Ala")
    ala.open_vale("random", "random")
    scales = Scales(ala.context.new_page())
    loaded = scales.load(ala.page.url)
    assert sum(size for url, size in loaded if "woff2" not in url) < 140_000, loaded
