"""A server of our own and a real Chromium for the browser tests."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.patience import PATIENCE

from meowple.server.app import create_app
from meowple.server.limits import Limits

AXE = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text("utf-8")
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 800}
KNOWS_ALL = "try { localStorage.learned ??= 'off'; } catch { /* a page of no site */ }"
"""To the person of such a browser nothing is told that is good to know."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    names = (os.environ.get("MEOWPLE_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.fail("no Chromium: run `make chromium`, or set MEOWPLE_CHROMIUM to its path")
    return {
        **browser_type_launch_args,
        "executable_path": found,
        "args": ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    }


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server listens."""
    listener = socket.create_server(("127.0.0.1", 0))
    many = (10_000.0, 1_000.0)
    app = create_app(
        str(tmp_path_factory.mktemp("server") / "meowple.db"),
        bot_delay=0.0,
        bot_workers=0,
        limits=Limits(commands=many, pages=many, tables=many, streams=1_000),
    )
    config = uvicorn.Config(app, log_level="warning", access_log=False, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(PATIENCE)
    listener.close()


@pytest.fixture(scope="session")
def base_url(address: str) -> str:
    return address


class Person:
    """Somebody with a browser. What goes wrong in the page's scripts fails the test."""

    def __init__(self, context: BrowserContext, address: str, name: str) -> None:
        self.context = context
        self.address = address
        self.name = name
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._listen)
        self.page.set_default_timeout(1_000 * PATIENCE)

    def _listen(self, message: Any) -> None:
        text = message.text
        if message.type == "error" and not any(
            known in text
            for known in (
                "ERR_",
                "status of 4",
                "status of 502",
                "status of 503",
                "Failed to fetch",
                "network error",
                "error: timeout",
                "aborted",  # a stream that did not open in time
            )
        ):
            self.errors.append(text)

    def open_table(
        self, bots: int = 3, seats: int = 4, bot: str = "random", **options: object
    ) -> None:
        """Open a table by the lobby's form, with that many bots and the other seats open."""
        fields = {"game": "festival", "name": self.name, "seats": str(seats), "seat-0": "me"}
        for seat in range(1, seats):
            fields[f"seat-{seat}"] = bot if seat >= seats - bots else "open"
        options = {"crow_redeal": "never", **options}  # it begins with a card
        fields |= {f"option-{name}": str(value) for name, value in options.items()}
        answer = self.context.request.post(f"{self.address}/tables", form=fields)
        assert answer.ok, answer.text()
        self.page.goto(answer.url)

    @property
    def question(self) -> str:
        return self.page.locator("#acts input[name=question]").get_attribute("value") or ""

    def act(self, click: Callable[[], None]) -> None:
        """Click what answers the question, and wait until the page shows what came of it."""
        command = "document.querySelector('#acts input[name=command]')?.value"
        before = self.page.evaluate(command)
        click()
        self.page.wait_for_function(f"before => {command} !== before", arg=before)

    @property
    def over(self) -> bool:
        return self.page.locator("main.end").count() > 0

    def wait_for_turn(self) -> None:
        self.page.wait_for_selector(
            "#region-dock .can:not(.can--quiet), #region-dock .choices .can, main.end"
        )

    def choose(self) -> None:
        """Click the first thing that may be chosen, and wait until the table has gone on."""
        asked = self.question
        self.page.locator("#region-dock .can").first.click()
        self.page.wait_for_function(
            """asked => document.querySelector("#acts input[name=question]")?.value !== asked
                        || document.querySelector("main.end, .card.picked")""",
            arg=asked,
        )

    def until(self, condition: str, most: int = 200) -> None:
        """Play on until an element is there."""
        for _ in range(most):
            self.wait_for_turn()
            if self.page.locator(condition).count():
                return
            assert not self.over, f"the match was over before {condition}"
            self.choose()
        raise AssertionError(f"{condition} did not come in {most} choices")

    def stay(self) -> None:
        """Nothing moves any more."""
        self.page.wait_for_function("() => !document.documentElement.classList.contains('vt')")


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[Callable[..., Person]]:
    """Makes people, each with a browser profile of its own. ``kind``: the class of those of a game;
    ``new``: somebody to whom it is told what is good to know.
    """
    people: list[Person] = []

    def make(
        name: str = "Ala",
        viewport: dict[str, int] = DESKTOP,
        kind: type[Person] = Person,
        new: bool = False,
        **more: Any,
    ) -> Person:
        context = browser.new_context(
            viewport=viewport, base_url=address, **{"reduced_motion": "reduce", **more}
        )  # type: ignore[arg-type]
        if not new:
            context.add_init_script(KNOWS_ALL)
        people.append(kind(context, address, name))
        return people[-1]

    yield make
    errors = [error for one in people for error in one.errors]
    for one in people:
        one.context.close()
    assert not errors, errors


@pytest.fixture
def see() -> Any:
    expect.set_options(timeout=1_000 * PATIENCE)
    return expect


class Scales:
    """Weighs what a page makes a browser load."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._sizes: dict[str, int] = {}
        self._urls: dict[str, str] = {}
        self.talk = page.context.new_cdp_session(page)
        self.talk.send("Network.enable")
        self.talk.send("Network.clearBrowserCache")  # other pages of this browser have filled it
        self.talk.on("Network.responseReceived", self._received)
        self.talk.on("Network.loadingFinished", self._finished)

    def load(self, address: str) -> list[tuple[str, int]]:
        """Address and bytes of all that comes with a page, but for its stream, which never ends."""
        self._sizes.clear()
        self._urls.clear()
        self.page.goto(address, wait_until="load")
        self.page.evaluate("document.fonts.ready.then(() => true)")
        while not {id for id, url in self._urls.items() if "/events" not in url} <= set(
            self._sizes
        ):
            self.page.wait_for_timeout(50)
        return [(self._urls.get(id, ""), size) for id, size in self._sizes.items()]

    def _received(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["response"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        self._sizes[event["requestId"]] = event["encodedDataLength"]


STILL = """async () => {
  const still = new CSSStyleSheet();
  still.replaceSync(".actor { opacity: 1 !important } *, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets.push(still);
  const ends = document.getAnimations().filter(({ effect }) => !effect?.target?.closest(".actor")
    && effect?.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(ends.map(({ finished }) => finished));
}"""
"""Shows pieces and texts as they are before and after they fade, not on the way."""


GUIDELINES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe for which it matters whether a page is light or dark."""


def violations(page: Page, rules: Sequence[str] = GUIDELINES, within: str = "html") -> list[str]:
    """What axe finds serious or critical.

    Args:
        page: as it is now.
        rules: tags of axe's rules, or names of single ones.
        within: what is looked at, where all else has been.
    """
    page.evaluate(STILL)
    try:
        return _violations(page, rules, within)
    finally:
        page.evaluate("() => { document.adoptedStyleSheets.pop(); }")


def violations_in_both_themes(page: Page) -> list[str]:
    """What axe finds serious or critical in the light, and which colours in the dark."""
    chosen = page.evaluate("document.documentElement.dataset.theme")
    found = []
    for theme, rules in (("light", GUIDELINES), ("dark", COLOURS)):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += [f"{theme}: {fault}" for fault in violations(page, rules)]
    page.evaluate(
        """theme => theme ? document.documentElement.dataset.theme = theme
                          : delete document.documentElement.dataset.theme""",
        chosen,
    )
    return found


def _violations(page: Page, rules: Sequence[str], within: str) -> list[str]:
    page.evaluate(f"() => {{ {AXE} }}") if not page.evaluate("'axe' in window") else None
    found = page.evaluate(
        """async ([within, runOnly]) => (await axe.run(within, { runOnly })).violations.map(v => [v.impact, v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + " " + n.failureSummary.slice(0, 200)).join(" | ")])""",
        [within, list(rules)],
    )
    return [
        f"{impact} {rule}: {where}"
        for impact, rule, where in found
        if impact in ("serious", "critical")
    ]
