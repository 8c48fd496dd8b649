"""What happened is told in beats: what is seen in which order, and that it is never in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.server.playing import Server

from .conftest import DESKTOP, PHONE, Person, violations
from .geometry import Walk

WATCH = """() => {
  window.beats = [];
  const note = () => {
    const say = document.querySelector("#storybar:not([hidden]) .storybar__say")?.textContent ?? "";
    const name = document.documentElement.dataset.telling ?? "";
    const beat = [name, say, document.querySelectorAll(".actor").length];
    const last = window.beats.at(-1);
    if (name && say && last?.[1] !== say) window.beats.push(beat);
    else if (name && last) last[2] = Math.max(last[2], beat[2]);
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Notes the beats as they come: the name, the sentence, how many pieces were on the way at most."""

TABLE = """() => {
  const own = ["aria-keyshortcuts", "data-htmx-powered", "style", "tabindex"]; // what scripts write
  const told = (element) => [
    element.localName,
    [...element.attributes].filter(({ name }) => !own.includes(name))
      .map(({ name, value }) => name === "class" ? value.replace(/ ?told-of/, "") : name + "=" + value).sort(),
    [...element.childNodes].filter((node) => !node.matches?.("#ribbon, .key, time"))
      .map((node) => node.localName ? told(node) : node.data?.trim()).filter(Boolean),
  ];
  return JSON.stringify(told(document.querySelector("main.play")));
}"""
"""All that lies on the table."""


HOLD = """{
  const wait = window.setTimeout;
  window.setTimeout = (what, time, ...more) => {
    const say = document.querySelector("#storybar .storybar__say")?.textContent ?? "";
    const held = window.held !== undefined && time >= 300 && say.startsWith(window.held);
    return wait(what, held ? 2 ** 30 : time, ...more);
  };
}"""
"""Lets a story stand still at a beat, so that a slow machine has the time for what is done meanwhile."""


def listener(person: Any, *, held: str | None = None, **more: Any) -> Person:
    """Somebody to whom things are told, at a table of the Festival with bots.

    Args:
        held: how the beat begins at which a story stands still until it is ended.
    """
    ala: Person = person("Ala", reduced_motion="no-preference", **more)
    ala.page.add_init_script("localStorage.pace ??= 'brisk'")
    ala.page.add_init_script(HOLD)
    ala.open_table()
    ala.page.evaluate(WATCH)
    if held is not None:
        ala.page.evaluate("(held) => { window.held = held; }", held)
    return ala


def told(page: Page) -> list[list[Any]]:
    """The beats so far, when the story is over."""
    over(page)
    return list(page.evaluate("window.beats"))


def over(page: Page) -> None:
    page.wait_for_function("() => !document.documentElement.dataset.telling")


def begun(page: Page) -> None:
    page.wait_for_selector("html[data-telling]")
    page.wait_for_selector("#storybar:not([hidden])")


def same_as_drawn_anew(page: Page) -> None:
    """Nothing of a story is left: the table is as it would be after a look from the start."""
    over(page)
    assert page.locator(".actor").count() == 0
    now = page.evaluate(TABLE)
    page.reload()
    assert page.evaluate(TABLE) == now


def play(ala: Person) -> None:
    """Play the first card that may be played."""
    ala.page.locator("#region-dock .can:not(.can--quiet)").first.click()


def test_a_round_of_the_festival_is_told_in_the_order_of_its_rules(person: Any) -> None:
    ala = listener(person)
    play(ala)
    begun(ala.page)
    beats = told(ala.page)
    says = [say for _, say, _ in beats]
    assert says[0] == "All cards turn."
    lowest = next(n for n, say in enumerate(says) if say.startswith("Lowest: "))
    assert "for the lowest card" in says[lowest + 1]
    assert "for the highest card" in says[lowest + 2]
    assert all("no more" in say or "Crow" in say for say in says[1:lowest])
    assert {name for name, _, _ in beats} == {"reveal"}
    assert all(actors >= 6 for _, _, actors in beats), "four cards and the two that lay there"
    same_as_drawn_anew(ala.page)


def test_what_is_told_is_spoken_once_in_order(person: Any) -> None:
    ala = listener(person)
    play(ala)
    begun(ala.page)
    log = ala.page.locator("#region-log .log__entry").all_inner_texts()
    spoken = ala.page.locator("#said p").all_inner_texts()
    assert [line for line in spoken if not line.startswith("Round")] == log[::-1]
    assert ala.page.locator("#storybar [aria-live], #region-log [aria-live]").count() == 0
    over(ala.page)
    assert ala.page.locator("#said p").all_inner_texts() == spoken


def test_skip_ends_a_story_and_again_tells_it_anew(person: Any, see: Any) -> None:
    ala = listener(person, held="")
    page = ala.page
    play(ala)
    begun(page)
    assert violations(page) == []
    page.locator("#storybar [data-story=skip]").click()
    see(page.locator("html[data-telling]")).to_have_count(0)
    see(page.locator(".actor")).to_have_count(0)
    page.locator("[data-story=again]:visible").click()
    begun(page)
    see(page.locator("#storybar .storybar__say")).to_have_text("All cards turn.")
    page.keyboard.press(".")
    same_as_drawn_anew(page)
    page.keyboard.press(",")
    begun(page)


def test_a_choice_is_made_during_a_story_and_ends_it(person: Any, see: Any) -> None:
    ala = listener(person, held="Lowest")
    page = ala.page
    play(ala)
    page.wait_for_function(
        """() => document.querySelector("#storybar .storybar__say").textContent.startsWith("Lowest")
                 && !document.querySelector("#region-dock .can:not(.can--quiet)").click()"""
    )
    page.evaluate("() => { delete window.held; }")
    page.wait_for_function("() => window.beats.filter((beat) => beat[1] === 'All cards turn.')[1]")
    begun(page)
    says = [say for _, say, _ in told(page)]
    assert says.count("All cards turn.") == 2
    ends = [say for say in says if "for the highest card" in say]
    assert len(ends) == 1, "the rest of the story before is not told any more"
    same_as_drawn_anew(page)


@pytest.mark.parametrize("way", ["once", "reduced"])
def test_who_wants_no_story_gets_none(person: Any, see: Any, way: str) -> None:
    ala = listener(person)
    page = ala.page
    if way == "once":
        page.locator("#menu-go").click()
        page.locator("#pace-once").check()
        page.keyboard.press("Escape")
        page.reload()  # this browser keeps it
        page.evaluate(WATCH)
    else:
        page.emulate_media(reduced_motion="reduce")
    ala.act(lambda: play(ala))
    see(page.locator("#region-since:not([hidden])")).to_be_visible()
    assert page.evaluate("window.beats") == []
    see(page.locator("#storybar")).to_be_hidden()
    see(page.locator("[data-story=again]:visible")).to_have_count(0)
    assert page.locator("#said p").count() >= 4


def test_the_pace_is_ones_own(person: Any, see: Any) -> None:
    ala = listener(person, held="")
    page = ala.page
    play(ala)
    begun(page)
    page.locator("#storybar [data-story=pace]").click()
    see(page.locator("html")).to_have_attribute("data-pace", "calm")
    assert page.evaluate("localStorage.getItem('pace')") == "calm"
    page.locator("#menu-go").click()
    see(page.locator("#pace-calm")).to_be_checked()


def test_a_story_behind_another_tab_does_not_pile_up(person: Any, see: Any) -> None:
    ala = listener(person, held="")
    page = ala.page
    play(ala)
    begun(page)
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    see(page.locator("html[data-telling]")).to_have_count(0)
    page.evaluate("window.beats = []")
    ala.act(lambda: play(ala))
    page.evaluate(
        """() => {
          delete document.hidden;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert page.evaluate("window.beats") == []
    same_as_drawn_anew(page)


def test_what_is_taken_back_is_not_told_on(person: Any, see: Any) -> None:
    ala = listener(person, held="")
    page = ala.page
    hand = page.locator("#region-dock .can:not(.can--quiet)")
    cards = hand.count()
    play(ala)
    begun(page)
    page.locator("#undo-go").click()  # the bots agree
    see(page.locator("html[data-telling]")).to_have_count(0)
    see(hand).to_have_count(cards)
    see(page.locator("#region-chips [aria-label='has chosen']")).to_have_count(3)  # the bots, anew
    same_as_drawn_anew(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_dock_stays_where_it_is_while_a_story_is_told(person: Any, size: Any) -> None:
    ala = listener(person, held="", viewport=size)
    page = ala.page
    box = "() => { const { top, bottom } = document.querySelector('.dock').getBoundingClientRect(); return [top, bottom]; }"
    before = page.evaluate(box)
    play(ala)
    begun(page)
    assert page.evaluate(box) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which a test plays for everybody."""
    one = Server(str(tmp_path_factory.mktemp("told") / "tables.db"))
    yield one
    one.stop()


BEATS = """(html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  return [...page.querySelectorAll("#region-story > p")].map((line) =>
    [...line.querySelectorAll("[data-move]")].map((move) => move.dataset.move.split(":")[0]).join(" "));
}"""
"""What moves in each of the beats of a page, by the kinds of pieces."""

STORIES = {
    "comforts": ["worker", "die", "token"],
    "purrballs": ["card card who", "run speed", "card"],
    "catvale": ["card", "cat"],
}
"""What is to be told of each game: pieces that move in one beat after the other."""


WITHIN = """(some, place) => {
  const { left, top, right, bottom } = document.querySelector(place).getBoundingClientRect();
  return [...document.querySelectorAll(some)].map((one) => one.getBoundingClientRect())
    .every((box) => box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom);
}"""
"""Whether things lie within another."""

POINTS = """() => [...document.querySelectorAll("main.play .mat[data-seat] .mat__score")]
  .map((score) => parseInt(score.textContent.trim().replace("\u2212", "-")))"""
"""The points that the mats tell."""

GAINS = """() => {
  window.gains = [];
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes)
      for (const { dataset } of removedNodes) if (dataset?.points) window.gains.push(Number(dataset.points));
  }).observe(document.querySelector(".actors"), { childList: true });
}"""
"""Notes what has been counted up, as it goes."""


def comes(beats: list[str], wanted: list[str]) -> bool:
    """Whether these pieces move, in this order."""
    rest = iter(beats)
    return all(any(pieces in beat for beat in rest) for pieces in wanted)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", sorted(STORIES))
def test_what_others_do_is_told_in_its_order(
    server: Server, browser: Any, see: Any, game: str, size: Any
) -> None:
    context = browser.new_context(viewport=size, reduced_motion="reduce", base_url=server.url)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    walk = Walk(server, page, game, 3, seed=4)
    table = page.url
    for html in walk.unseen():
        if comes(page.evaluate(BEATS, html), STORIES[game]):
            break
    page.goto(table)
    page.evaluate("localStorage.setItem('pace', 'brisk')")
    page.reload()
    page.evaluate(WATCH)
    page.emulate_media(reduced_motion="no-preference")
    says = page.evaluate(
        """() => [...document.querySelectorAll("#region-story > p")].map((line) => line.innerText || line.textContent)"""
    )
    page.keyboard.press(",")
    begun(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    beats = told(page)
    assert [say for _, say, _ in beats] == [say.strip() for say in says]
    # On a phone what can be chosen takes up the places of a race: then the numbers alone are seen.
    assert max(actors for _, _, actors in beats) >= (2 if size == DESKTOP else 1)
    same_as_drawn_anew(page)
    assert errors == []
    context.close()


def test_a_race_over_a_choice_of_ones_own_is_seen_beside_it(
    server: Server, browser: Any, see: Any
) -> None:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", base_url=server.url)
    page = context.new_page()
    walk = Walk(server, page, "purrballs", 5, {"mode": "expert"}, seed=4)
    for step, _ in enumerate(walk):
        assert step < 120, "nobody may fight when a race is told"
        own = page.locator("#pool-foes button[form=acts].can")
        if own.count() and comes(page.evaluate(BEATS, page.content()), ["run speed"]):
            break
    page.evaluate("localStorage.setItem('pace', 'brisk')")
    page.add_init_script(HOLD)
    page.reload()
    page.evaluate("() => { window.held = 'Speed order'; }")
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press(",")
    page.wait_for_function(
        "() => document.querySelector('#storybar .storybar__say').textContent.startsWith('Speed order')"
    )
    see(page.locator(".actor:has(.meeple)")).to_have_count(5)
    see(page.locator(".actor:has(.burst)")).to_have_count(5)
    page.wait_for_function(f"() => ({WITHIN})('.actor', '#region-order')")
    assert violations(page) == []
    page.keyboard.press(".")
    same_as_drawn_anew(page)
    context.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_single_turn_is_shown_at_the_table(
    server: Server, browser: Any, see: Any, size: Any
) -> None:
    context = browser.new_context(viewport=size, reduced_motion="reduce", base_url=server.url)
    page = context.new_page()
    walk = Walk(server, page, "comforts", 3, seed=4)
    table = page.url
    for html in walk.unseen():
        if comes(page.evaluate(BEATS, html), STORIES["comforts"]):
            break
    page.goto(table)
    page.evaluate("localStorage.setItem('pace', 'brisk'); localStorage.setItem('learned', 'off')")
    see(page.locator(".since__show:visible")).to_have_count(0)  # whoever wants no motion
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.evaluate(WATCH)
    beats = page.evaluate(
        """() => [...document.querySelectorAll("#region-story > p")].map((line) => [line.dataset.seat, line.textContent.trim()])"""
    )
    if size == PHONE:
        page.locator("#since-go").click()
    for seat in ("2", "3"):
        own = [say for whose, say in beats if whose == seat]
        turn = page.locator(f".since li[data-seat='{seat}']")
        if not turn.count():
            continue
        turn.locator("summary").click()
        see(turn.locator(".since__show")).to_be_visible(visible=bool(own))
        if not own:
            continue
        if (
            size == DESKTOP
        ):  # on a phone the list is pushed, and what lies at its edge counts as covered
            assert violations(page) == []
        turn.locator(".since__show").click()
        begun(page)
        see(turn.locator("details")).not_to_have_attribute("open", "")
        assert [say for _, say, _ in told(page)] == own
        assert len(own) < len(beats)
        break
    else:
        raise AssertionError("nobody's turn can be shown")
    page.evaluate("window.beats.length = 0")
    page.keyboard.press(",")  # all of it is still there
    begun(page)
    assert [say for _, say, _ in told(page)] == [say for _, say in beats]
    context.close()


def test_points_count_up_at_the_end_of_a_story(person: Any) -> None:
    ala = listener(person)
    page = ala.page
    page.evaluate(GAINS)
    for _ in range(9):
        before = page.evaluate(POINTS)
        ala.wait_for_turn()
        play(ala)
        begun(page)
        over(page)
        after = page.evaluate(POINTS)
        more = [point - before[seat] for seat, point in enumerate(after) if point != before[seat]]
        counted = page.evaluate("() => window.gains.splice(0)")
        assert sorted(counted) == sorted(more)
        if more:
            break
    assert more
    same_as_drawn_anew(page)


def test_the_last_round_is_told_before_the_end_is_shown(
    server: Server, browser: Any, see: Any
) -> None:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", base_url=server.url)
    page = context.new_page()
    walk = Walk(server, page, "festival", 4, {"target": 1, "crow_redeal": "never"}, seed=1)
    for _ in walk:
        match = walk.match.fork()
        while not match.over and 0 in match.to_act:
            match.act(0, match.actions(0)[0])
            while not match.over and 0 not in match.to_act:
                match.act(match.to_act[0], match.actions(match.to_act[0])[0])
            break
        if match.over:
            break
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(WATCH)
    walk.to_the_end()
    begun(page)
    see(page.locator("#region-ending")).to_be_hidden()
    page.keyboard.press(".")
    see(page.locator("#region-ending")).to_be_visible()
    see(page.locator(".podium > li")).to_have_count(4)
    assert page.locator(".actor").count() == 0
    context.close()
