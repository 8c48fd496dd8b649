"""Purrballs in the browser: a draft, a duel for Loot, battles, a level-up, the score."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.server.playing import Browser, Server, wait_for

import meowple
from meowple.core.match import Match, new_match
from meowple.server.tables.store import Row

from .conftest import PHONE, Person, violations

GAME = "purrballs"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(str(tmp_path_factory.mktemp("purrballs") / "tables.db"))
    yield one
    one.stop()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    return server.url


def anything(table: dict[str, Any]) -> bool:
    return True


@cache
def reach(
    kind: str,
    seats: int = 3,
    mode: str = "base",
    least: tuple[int, int] = (0, 0),
    also: Callable[[dict[str, Any]], bool] = anything,
) -> Match:
    """A match, played at random, in which the first seat is asked that; from a round on."""
    for seed in range(500):
        match = new_match(GAME, seats=seats, options={"mode": mode}, seed=seed)
        dice = random.Random(seed)
        while not match.over:
            question = match.question
            assert question is not None
            if question.kind == kind and 0 in match.to_act:
                table = match.view(0)["table"]
                if (table["level"], table["round"]) >= least and also(table):
                    return match
            actions = list(match.actions(match.to_act[-1]))
            match.act(match.to_act[-1], dice.choice(actions))
    raise AssertionError(f"no match gets to {kind}")


@pytest.fixture
def at(server: Server) -> Callable[[Person, Match], None]:
    """Lets somebody's table go on from where a match stands."""

    def go(person: Person, match: Match) -> None:
        row = Row("continue", None, "server", {"position": match.position(), "version": 1})
        table = person.page.url.rstrip("/").rpartition("/")[2]
        server.house.tables.do(table, lambda _: [row])
        person.page.reload()

    return go


def open_table(person: Person, seats: int = 3, bots: int = 2, mode: str = "base") -> None:
    fields = {"game": GAME, "name": person.name, "seats": str(seats), "seat-0": "me"}
    for seat in range(1, seats):
        fields[f"seat-{seat}"] = "random" if seat >= seats - bots else "open"
    answer = person.context.request.post(
        f"{person.address}/tables", form={**fields, "option-mode": mode}
    )
    assert answer.ok, answer.text()
    person.page.goto(answer.url)


def join(host: Person, guest: Person) -> None:
    link = host.page.locator("#invite").input_value()
    guest.page.goto(link)
    guest.page.locator("#name").fill(guest.name)
    guest.page.get_by_role("button", name="Sit down").click()


ASKED = "#region-dock.dock--asked, main.end"


def pair(page: Page, a: int, b: int) -> None:
    """Choose one thing in each of two rows, and send both."""
    page.locator(".pick--a .choice").nth(a).click(position={"x": 20, "y": 20})
    page.locator(".pick--b .choice").nth(b).click(position={"x": 20, "y": 20})
    page.locator(".go .act--main:visible").click()


def choose(person: Person, dice: random.Random) -> None:
    """Choose at random, with the mouse, and wait until it is done."""
    page = person.page
    asked = person.question
    if page.locator(".pick--a .choice").count():
        rows = [page.locator(f".pick--{row} .choice").count() for row in "ab"]
        pair(page, dice.randrange(rows[0]), dice.randrange(rows[1]))
    else:
        buttons = page.locator("main.play button[name=action]:visible")
        buttons.nth(dice.randrange(buttons.count())).click()
    page.wait_for_function(
        """asked => document.querySelector("#acts input[name=question]")?.value !== asked
                    || document.querySelector("main.end, main.play .act.picked")""",
        arg=asked,
    )


def narrow(page: Page) -> list[str]:
    """What is wrong on a phone: too wide a page, buttons of the dock too small for a thumb."""
    return page.evaluate(
        """() => [
          ...document.documentElement.scrollWidth > innerWidth ? ["wide"] : [],
          ...[...document.querySelectorAll("#region-dock :is(button, a, label)")]
            .map(b => [b.getBoundingClientRect(), b])
            .filter(([r]) => r.width && (r.width < 44 || r.height < 44))
            .map(([r, b]) => `${b.id || b.className}: ${r.width} x ${r.height}`)]"""
    )


def test_a_draft_a_level_up_and_a_duel_for_loot(person: Any, see: Any, at: Any) -> None:
    ala: Person = person("Ala", reduced_motion="reduce")
    ola: Person = person("Ola", PHONE, reduced_motion="reduce")
    open_table(ala, seats=3, bots=1, mode="expert")
    join(ala, ola)
    see(ala.page.locator("#region-topbar")).to_contain_text("Before level 1")

    # the draft: in secret, changed and taken back until all have chosen
    match = reach("draft", mode="expert")
    at(ala, match)
    ola.page.reload()
    for one in (ala, ola):
        see(one.page.locator(".choices--draft button")).to_have_count(4)
        assert not violations(one.page)
    assert not narrow(ola.page)
    ala.page.locator(".choices--draft button").first.click()
    see(ala.page.locator(".choices--draft .picked")).to_have_count(1)
    see(ala.page.locator(".pmat__done.pill--good")).to_have_count(1)  # the bot, too
    ala.page.locator(".choices--draft .picked").click()
    see(ala.page.locator(".choices--draft .picked")).to_have_count(0)
    dice = random.Random(1)
    for left in (3, 2):
        for one in (ala, ola):
            choose(one, dice)
        see(ala.page.locator(".choices--draft button")).to_have_count(left)
    for one in (ala, ola):
        choose(one, dice)

    # the Level-up: who comes, who leaves; a Noble stays and says why
    for one in (ala, ola):
        see(one.page.locator(".spread.pick--a .choice")).to_have_count(4)
        assert not violations(one.page)
    assert not narrow(ola.page)
    ala.page.locator("#stays-prince").click(force=True)
    see(ala.page.get_by_text("A Noble has no rank and cannot be replaced.")).to_be_visible()
    ala.page.keyboard.press("Escape")
    new = ala.page.locator(".pick--a input").first.get_attribute("value")
    pair(ala.page, 0, 1)
    see(ala.page.locator("#unlevel")).to_be_visible()
    ola.page.locator("#act-keep-party").click()
    for one in (ala, ola):
        see(one.page.locator("#region-topbar")).to_contain_text("Level 1, round 1 of 4")
        see(one.page.locator("#region-pool .ploot")).to_have_count(3)
        # Chromium draws nothing in a card that was morphed into one of another kind
        see(one.page.locator(".pbuff__n").first).to_be_visible()
        see(one.page.locator(".pbuff__cost").last).to_be_visible()
    see(ala.page.locator(f".pick--a input[value={new}]")).to_have_count(1)
    see(ola.page.locator(f"#cat-0-{new}")).to_have_count(0)

    # both want the same card: the faster one takes it
    duel = reach("loot", least=(1, 2), also=lambda table: table["order"][:2] == [0, 1])
    at(ala, duel)
    ola.page.reload()
    see(ola.page.locator("#prompt")).to_contain_text("Waiting for: Ala")
    wanted = ala.page.locator(".pool__row .ploot.can").first
    card = wanted.get_attribute("data-card")
    see(ola.page.locator(f"#pool-look-{card}")).to_be_visible()
    wanted.click()
    for one in (ala, ola):
        see(one.page.locator(f"#pool-{card}")).to_have_count(0)
    see(ola.page.locator("#mat-0 .chits .chit").last).to_be_attached()
    see(ola.page.locator("#prompt")).to_contain_text("Take a Loot card")
    see(ola.page.locator(".pool__row .ploot.can")).to_have_count(2)
    see(ola.page.locator("#region-log")).to_contain_text("Ala takes")
    assert not narrow(ola.page)


def test_a_battle_won_and_one_lost(person: Any, see: Any, at: Any) -> None:
    ala: Person = person("Ala", PHONE, reduced_motion="reduce")
    page = ala.page
    open_table(ala)
    won = reach("challenge", also=fair(certain=True))
    at(ala, won)
    # what the Gear matches is shown before anything is chosen, and before the blow
    foe = foes(won.view(0)["table"], certain=True)[0]
    button = page.locator(f"#act-challenge-{foe}")
    see(page.locator(f"#pool-{foe} .pool__says")).to_contain_text("you can win")
    assert not narrow(page)
    button.click()
    see(page.locator("#fight")).to_be_visible()
    see(page.locator("#act-strike")).to_have_count(0)
    assert not violations(page)
    while not page.locator("#act-strike").count():
        before = page.locator(".fight__def--open").count()
        page.locator(".fight__gear button[name=action]").first.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.fight__def--open').length !== n", arg=before
        )
    see(page.locator(".fight__def--open")).to_have_count(0)
    see(page.locator(".fight__by .chit").first).to_be_visible()
    assert not narrow(page)
    page.locator("#act-strike").click()
    see(page.locator(f"#stash-0-{foe}")).to_be_attached()
    see(page.locator("#region-log")).to_contain_text("You defeat")

    lost = reach("challenge", also=fair(certain=False))
    at(ala, lost)
    foe = foes(lost.view(0)["table"], certain=False)[0]
    button = page.locator(f"#act-challenge-{foe}")
    see(page.locator(f"#pool-{foe} .pool__says")).to_have_text("not enough Gear")
    button.click()
    see(page.locator("#region-log")).to_contain_text("You flee from")
    see(page.locator(f"#stash-0-{foe}")).to_have_count(0)


def foes(table: dict[str, Any], certain: bool) -> list[str]:
    """Monsters without a die that the first seat can surely beat, or surely cannot."""
    return [
        m["card"]
        for m in table["monsters"]
        if m["against"]["enough"] == certain and not table["cards"][m["card"]]["question"]
    ]


def fair(certain: bool) -> Callable[[dict[str, Any]], bool]:
    """Whether the first battle of a turn can be chosen so; nothing was rolled before."""
    return lambda table: (
        table["step"] == "battle" and not table["battle"]["free"] and bool(foes(table, certain))
    )


def test_the_secret_choice(person: Any, see: Any) -> None:
    ala: Person = person("Ala", reduced_motion="reduce")
    ola: Person = person("Ola", PHONE, reduced_motion="reduce")
    open_table(ala, seats=4, bots=2)
    join(ala, ola)
    page = ala.page
    see(page.locator("#region-topbar")).not_to_contain_text("Waiting for players")
    for one in (ala, ola):
        one.page.wait_for_selector(".dock")
        if one.page.locator(".choices--face button").count():
            assert not violations(one.page)
            one.page.locator(".choices--face button").first.click()
    for one in (ala, ola):
        see(one.page.locator(".pick--cats")).to_be_visible()
        see(one.page.locator(".go--none")).to_be_visible()
        assert not violations(one.page)
    # by keyboard: digits choose the places
    page.keyboard.press("2")
    page.keyboard.press("8")
    main = page.locator(".go .act--main:visible")
    see(main).to_have_count(1)
    see(main).to_have_text(re.compile(r"Send the Rogue with \+3, pay 2"))
    see(page.locator(".send__total:visible b")).to_have_text("7")
    page.keyboard.press("9")  # +5 costs more than the 3 Mana one begins with
    see(page.locator(".send__short:visible")).to_contain_text("1 Mana short")
    page.keyboard.press("7")
    page.locator(".go .act--main:visible").click()
    see(page.locator("#unsend")).to_be_visible()
    see(ola.page.locator("#mat-0 .pmat__done.pill--good")).to_be_attached()
    see(ola.page.locator("#play-0")).to_have_count(0)  # a secret
    page.locator("#unsend").click()
    see(page.locator("#unsend")).to_have_count(0)
    pair(page, 1, 1)
    see(page.locator("#unsend")).to_be_visible()
    assert not narrow(ola.page)
    pair(ola.page, 0, 0)
    see(ola.page.locator("#region-order")).to_contain_text(re.compile("Speed"))
    see(ola.page.locator("#play-0")).to_be_attached()
    # everything on the table can be looked at
    ola.page.locator("#region-chips").click()
    ola.page.locator("#mat-0 .mat__look").click()
    see(ola.page.locator("#party-0")).to_be_visible()
    see(ola.page.locator("#party-0")).to_contain_text("Rogue")
    assert not violations(ola.page)
    ola.page.keyboard.press("Escape")


def test_to_the_final_score(person: Any, see: Any, at: Any) -> None:
    ala: Person = person("Ala", reduced_motion="reduce")
    open_table(ala)
    at(ala, reach("send", least=(3, 4)))
    page, dice = ala.page, random.Random(2)
    see(page.locator("#region-pool")).to_contain_text("The last round of the level.")

    # somebody who looks on sees all that is public, and nothing to choose
    page.locator("#menu-go").click()
    link = page.locator("#menu-invite").input_value()
    page.keyboard.press("Escape")
    eve: Person = person("Eve", PHONE, color_scheme="dark", reduced_motion="reduce")
    eve.page.goto(link)
    eve.page.get_by_role("button", name="Only look on").click()
    see(eve.page.locator(".opps .mat")).to_have_count(3)
    see(eve.page.locator("#region-dock :is([name=action], .pcat)")).to_have_count(0)
    assert not narrow(eve.page)
    assert not violations(eve.page)
    for _ in range(40):
        page.wait_for_selector(ASKED)
        if page.locator("main.end").count():
            break
        choose(ala, dice)
    see(page.locator("#end-say")).to_contain_text(re.compile("You (won|came)"))
    totals = page.locator(".sheetab tbody td:last-child").all_inner_texts()
    assert [int(total) for total in totals] == sorted(map(int, totals), reverse=True)
    assert not violations(page)
    page.get_by_role("button", name="Prizes of the Nobles").click()
    see(page.locator("#region-scores")).to_contain_text("Prizes of the Nobles")
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    assert not narrow(page)
    see(eve.page.locator("#end-say")).to_be_visible()


@pytest.mark.parametrize(("seats", "mode"), [(3, "veteran"), (5, "expert")])
def test_no_choice_is_missing_in_a_whole_match(server: Server, seats: int, mode: str) -> None:
    """Every action is a button, ids are unique, and a match ends by what the pages offer."""
    who = Browser(server.url, "Ala")
    path = who.create(*["random"] * (seats - 1), game=GAME, **{"option-mode": mode})
    table = server.house.tables
    name = path.rpartition("/")[2]
    dice = random.Random(seats)

    def ours() -> Any:
        match = table.get(name).match
        return match if match is not None and (match.over or 0 in match.to_act) else None

    while not wait_for(ours).over:
        page = who.page(path)
        match = table.get(name).match
        assert match is not None
        keys = {html.unescape(key) for key in re.findall(r'name="action" value="([^"]+)"', page)}
        wanted = {action.key for action in match.actions(0)}
        assert wanted <= keys, wanted - keys
        twice = [i for i, n in Counter(re.findall(r' id="([^"]+)"', page)).items() if n > 1]
        assert not twice
        assert 'style="' not in page and "onclick" not in page
        who.act(path, dice.choice(sorted(wanted)))
    assert 'class="end"' in who.page(path)
    who.close()


def test_icons_stand_for_every_card() -> None:
    from meowple.games.purrballs.pieces.box import CATS, LOOT, MONSTERS
    from meowple.games.purrballs.table import faces

    icons = Path(meowple.__file__).parent / "web" / "static" / "icons"
    sprites = (icons / "index.json").read_text("utf-8")
    for card in (*CATS, *LOOT, *MONSTERS):
        assert f'"{faces.drawing(card.key)}"' in sprites
