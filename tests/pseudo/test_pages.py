"""Pages in a language of accents: what is on them is translated, all of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.plain import plain_on_page
from tests.server.playing import PLENTY, Browser, Server, serving, shared_renderer

import meowple
from meowple.core.language import LANGUAGES
from meowple.core.match import Match, new_match
from meowple.server.html.render import Renderer, Viewer
from meowple.server.tables.commands import CATS
from meowple.server.tables.store import Head
from meowple.server.tables.table import Seat, Table
from tools.pseudo import CODE
from toys import installed

People = Callable[[str], Browser]

NAMES = {
    "Meowple",
    CODE,
    *LANGUAGES.values(),
    *CATS,
    *meowple.game_names(),
    "https://…/join/…",
    *("game-icons.net", "CC BY 3.0", "Fluent Emoji", "MIT", "3.0", "SHA-256", "SHA", "Esc"),
}
"""What has the same name in every language."""


def check(html: str, *more: str) -> None:
    found = list(plain_on_page(html, NAMES.union(more)))
    assert not found, "\n".join(found)


@pytest.fixture
def server(tmp_path: Path, pseudo: str) -> Iterator[Server]:
    with serving(tmp_path / "tables.db") as found:
        yield found


@pytest.fixture
def person(server: Server, pseudo: str) -> Iterator[People]:
    """Makes people who read that language."""
    made: list[Browser] = []

    def go(name: str) -> Browser:
        made.append(Browser(server.url, name, **{"accept-language": pseudo}))
        return made[-1]

    yield go
    for each in made:
        each.close()


def test_the_pages_around_the_tables(person: People) -> None:
    ann, ben = person("Ω"), person("Ψ")
    check(ann.page("/"))
    waiting = ann.create("open", "greedy", "random", listed="1")
    playing = ann.create("open", "greedy", "random", listed="1")
    ben.post(f"{playing}/join", name="Ψ")
    for path in ("/", "/open", waiting, playing, "/credits"):
        check(ann.page(path))
        check(ben.page(path))
    invite = ann.page(waiting).partition("/join/")[2].partition('"')[0]
    check(ben.page(f"/join/{invite}"))
    check(ben.post(f"{waiting}/join", name="Ψ").text or ben.page(waiting))
    check(ann.post(f"{playing}/hint").text)
    check(ann.post(f"{playing}/device").text)


@pytest.mark.parametrize("game", meowple.game_names())
def test_the_rules(person: People, game: str) -> None:
    page = person("Ω").page(f"/rules/{game}")
    check(re.sub('<a class="ruleid".*?</a>', "", page))
    check(person("Ω").page(f"/rules/{game}?q=Ω"))


def test_refusals(person: People, server: Server) -> None:
    ann, ben = person("Ω"), person("Ψ")
    path = ann.create("open", "random", listed="1")
    answers = [
        ann.get("/nothing"),
        ann.get("/tables/nothing"),
        ann.get("/rules/chess"),
        ann.get("/join/nothing"),
        ann.get("/seat/nothing"),
        ann.get(f"{path}/act"),
        ann.post("/tables", game="chess"),
        ann.post("/tables", game="festival", seats=9),
        ann.post("/tables", game="festival", seats="x"),
        ann.post("/tables", game="festival", **{"option-rules": "hard"}),
        ann.post("/tables", game="festival", **{"option-rule": "basic"}),
        ann.post("/tables", game="festival", **{"seat-1": "chess"}),
        ann.post(f"{path}/start"),
        ann.post(f"{path}/act", action="x"),
        ann.post(f"{path}/chat", text=" "),
        ann.post(f"{path}/consent", answer="x"),
        ann.post(f"{path}/rematch"),
        ben.post(f"{path}/undo"),
        ben.post(f"{path}/start"),
        ben.post(f"{path}/join", seat=2, name="Ψ"),
    ]
    ben.post(f"{path}/join", name="Ψ")
    answers += [
        ben.post(f"{path}/act", action="x", question="77"),
        ben.post(f"{path}/act", **{**ben.fields(path), "action": "x"}),
        ben.post(f"{path}/undo", **ben.fields(path, "undo")),
        person("Δ").post(f"{path}/join", name="Δ"),
        person("Δ").post(f"{path}/device"),
    ]
    sent = ("chess", "hard", "rule")
    festival = meowple.get_game("festival").options
    options = {each.name for each in festival} | {str(v) for each in festival for v in each.choices}
    for answer in answers:
        assert 400 <= answer.status_code < 500, answer.request.url
        check(answer.text, *sent, *options)
    assert {answer.status_code for answer in answers} >= {403, 404, 405, 409, 422}


def test_a_failure(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person("Ω")
    path = ann.create("open", "random")
    fields = ann.fields(path, "chat")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("meowple.server.tables.tables.Tables.do", fail)
    answer = ann.post(f"{path}/chat", text="?", **fields)
    assert answer.status_code == 500
    check(answer.text)


def test_too_much(tmp_path: Path, pseudo: str) -> None:
    from dataclasses import replace

    with serving(tmp_path / "few.db", limits=replace(PLENTY, pages=(1, 1), body=100)) as server:
        ann = Browser(server.url, "Ω", **{"accept-language": pseudo})
        answers = [ann.post("/name", name="Ω" * 200), ann.get("/"), ann.get("/"), ann.get("/")]
        assert {413, 429} <= {answer.status_code for answer in answers}
        for answer in answers:
            check(answer.text)
        ann.close()


def drawn_tables(game: str, seats: int, options: dict[str, object], seed: int) -> Iterator[Table]:
    """The table of a match that is played at random, again and again while it goes on.

    It is shown more rarely the longer the match gets: each page tells all that has happened.
    """
    match: Match = new_match(game, seats, options, seed)
    dice, played = Random(seed), 0
    head = Head("t", game, seats, dict(match.options), True, "x", b"x" * 32, "p0", None, 0.0, 1)
    table = Table(head)
    table.seats = [Seat(frozenset((f"p{seat}",)), "ΩΨΦΔΣΛ"[seat]) for seat in range(seats)]
    table.match, table.started = match, True
    while True:
        table.drawn = {}
        yield table
        if match.over:
            return
        for _ in range(dice.randrange(1, max(50, played // 3))):
            if match.over:
                break
            seat = dice.choice(match.to_act)
            match.act(seat, dice.choice(match.actions(seat)))
            played += 1


def tables() -> Iterator[pytest.ParameterSet]:  # type: ignore[name-defined]
    """Tables of each game: each value of each option occurs, and each number of seats."""
    for name in meowple.game_names():
        game, dice = meowple.get_game(name), Random(name)
        values = [tuple(option.choices) or (option.least, option.most) for option in game.options]
        many = 2 * max(map(len, (game.seat_counts, *values)))
        mixed = []
        for column in (game.seat_counts, *values):
            column = (column * many)[:many]
            mixed.append(dice.sample(column, many))
        for number, (seats, *chosen) in enumerate(zip(*mixed, strict=True)):
            options = {
                option.name: value for option, value in zip(game.options, chosen, strict=True)
            }
            yield pytest.param(name, seats, options, id=f"{name}-{number}")


@pytest.fixture(scope="module")
def renderer(pseudo: str) -> Renderer:
    return shared_renderer()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), list(tables()))
def test_a_table_while_it_is_played(
    renderer: Renderer, pseudo: str, game: str, seats: int, options: dict[str, object]
) -> None:
    dice = Random(f"{game}{options}")
    for table in drawn_tables(game, seats, options, dice.randrange(1000)):
        eyes = dice.choice(["nobody", *(f"p{seat}" for seat in range(seats))])
        viewer = Viewer(eyes, "Ω", pseudo, "")
        check(renderer.table_page(table, viewer))


def test_a_table_of_a_game_without_templates(pseudo: str) -> None:
    with installed():
        renderer, dice = Renderer(), Random(1)
        for table in drawn_tables("pebbles", 3, {}, 1):
            seat = dice.choice((None, 0, 1, 2))
            viewer = Viewer(f"p{seat}", "Ω", pseudo, "")
            context = renderer.table_context(table, viewer)
            own = re.findall("[A-Za-z]{2,}", f"{context['plain']()} {context['prompt']}")
            for text in (*context["labels"].values(), *(line["text"] for line in context["lines"])):
                own += re.findall("[A-Za-z]{2,}", text)
            for option in context["table"]["options"]:
                own += option.values()
            check(renderer.table_page(table, viewer), *own, context["table"]["title"])
