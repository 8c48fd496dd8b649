"""Hidden information on the wire (TC-LEAK)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.server.leaks import check_match, choose, happen, outputs, seated
from tests.server.playing import Browser, Program, Server, Stream, shared_renderer

from meowple.author.testing import draw_trial
from meowple.core.registry import games, table_file
from meowple.server.html.render import Renderer
from meowple.server.tables.table import Table


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return shared_renderer()


def with_pages() -> list[str]:
    """The games that have a table to look at."""
    names = []
    for name in games():
        try:
            if (table_file(name, "templates") / "table.html").is_file():
                names.append(name)
        except Exception:
            continue
    return names


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", with_pages())
def test_every_byte_is_the_same_whatever_the_others_hold(
    renderer: Renderer, name: str, seed: int
) -> None:
    table = draw_trial(name, seed)
    languages = ("en", "pl") if seed == 0 else ("en",)
    every = 7 if seed else 11
    check_match(
        renderer,
        name,
        dict(table.options),
        table.seats,
        seed,
        every=every,
        most=100,
        languages=languages,
    )


def test_no_deck_no_hand_and_no_seed_reaches_a_spectator(renderer: Renderer) -> None:
    table = seated("festival", {}, 4, 1)
    everything = "".join(outputs(renderer, table, None, "en").values())
    assert table.head.seed.hex() not in everything
    assert table.head.commitment in everything
    assert table.match is not None
    for seat in range(4):
        for action in table.match.actions(seat):
            assert f'"{action.key}"' not in everything
            assert f'value="{action.key}"' not in everything


def looks_of_others(renderer: Renderer, table: Table, seat: int) -> list[dict[str, str]]:
    viewers = [None, *(i for i in range(len(table.seats)) if i != seat)]
    return [outputs(renderer, table, viewer, "en") for viewer in viewers]


def test_nobody_sees_how_often_somebody_changes_a_secret_answer(renderer: Renderer) -> None:
    table = seated("festival", {}, 4, 2)
    assert table.match is not None
    before = looks_of_others(renderer, table, 1)
    first, second, *_ = table.match.actions(1)
    happen(table, "act", 1, action=first.key, question=table.questions[1])
    committed = looks_of_others(renderer, table, 1)
    assert committed != before, "that somebody has chosen is seen by all"
    happen(table, "act", 1, action=second.key, question=table.questions[1])
    assert looks_of_others(renderer, table, 1) == committed
    happen(table, "undo", 1)
    assert looks_of_others(renderer, table, 1) == before


def test_the_stream_says_nothing_when_somebody_changes_a_secret_answer(
    program: Callable[..., Program], server: Server
) -> None:
    ann, ben = program("Ann"), program("Ben")
    while True:  # a rare hand leaves less choice
        table = ann.create("open", "random", listed=True)
        ben.join(table)
        if len(ann.state(table)["actions"]) > 2:
            break
    streams = [Stream(each.http, f"/tables/{table}/events") for each in (ben, program())]
    keys = list(ann.state(table)["actions"])
    number = ann.state(table)["question"]
    ann.post(table, "act", action=keys[0], question=number)
    for stream in streams:
        stream.until('"committed":[0')
        stream.nothing(0.2)
    for key in (keys[1], keys[0], keys[2]):
        assert ann.post(table, "act", action=key, question=number).status_code == 200
    for stream in streams:
        stream.nothing(0.4)
        stream.close()


def test_a_reload_shows_what_staying_shows(person: Callable[..., Browser], server: Server) -> None:
    ann = person("Ann")
    path = ann.create("random", "open", listed="1")
    person("Ben").post(f"{path}/join", name="Ben")
    ann.act(path)
    first = ann.page(path)
    again = person("Ann")
    again.http.cookies = ann.http.cookies
    assert again.page(path) == first
    server.house.tables.clear()
    assert ann.page(path) == first


def test_a_second_window_as_spectator_shows_no_more_than_all_may_see(
    person: Callable[..., Browser],
) -> None:
    ann = person("Ann")
    path = ann.create("random", "open", listed="1")
    person("Ben").post(f"{path}/join", name="Ben")
    keys = ann.actions(path)
    assert keys
    page = person().page(path)
    assert not any(f'value="{key}"' in page for key in keys)


def test_what_the_server_draws_for_a_seat_does_not_depend_on_who_looked_before(
    renderer: Renderer,
) -> None:
    rng = Random(4)
    table = seated("festival", {"rules": "advanced"}, 4, 4)
    for _ in range(30):
        choose(table, rng)
    fresh = outputs(renderer, table, 2, "en")
    for seat in (0, None, 1, 3):
        outputs(renderer, table, seat, "en")
    assert outputs(renderer, table, 2, "en") == fresh
