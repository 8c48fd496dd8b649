"""Bots of other packages are known everywhere, and a broken one harms nobody."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.playing import Browser, Program, Server, wait_for

import meowple
from meowple.bots import Search, UnknownBot, about, bots, get_bot, get_maker
from meowple.cli import main
from meowple.cli.catalogues import Catalog, mo_bytes
from meowple.core.language import texts, translator
from meowple.lab import simulate
from meowple.server.bots import imagine, think
from packages import offered

FIRST = '''
from random import Random


class First:
    """Takes whatever stands first.

    Not a good idea.
    """

    def __init__(self, seed=None):
        self.random = Random(seed)

    def choose(self, match, seat):
        return match.actions(seat)[0]


class Last(First):
    title = "The last"
    about = "Takes what stands last."

    def choose(self, match, seat):
        return match.actions(seat)[-1]


class Picky(Exception):
    def __init__(self, one, two):
        super().__init__("an exception that cannot be pickled")


class Leaves(First):
    def choose(self, match, seat):
        raise SystemExit(3)


class Dreams(First):
    def choose(self, match, seat):
        return match.game.actions.get("no such") or match.game


class Forever(First):
    def choose(self, match, seat):
        while True:
            pass


class Raises(First):
    def choose(self, match, seat):
        raise Picky(1, 2)


def Dies(seed):
    raise ZeroDivisionError


class Fussy(First):
    def __init__(self, seed=None, *, cats=1):
        self.each = 1 / cats


class Mute:
    def __init__(self, seed=None):
        pass


NUMBER = 5
'''

ENTRIES = """
[meowple.bots]
first = others.first:First
the-last_1 = others.first:Last
leaves = others.first:Leaves
raises = others.first:Raises
dreams = others.first:Dreams
forever = others.first:Forever
dies = others.first:Dies
fussy = others.first:Fussy
mute = others.first:Mute
number = others.first:NUMBER
missing = others.first:Missing
absent = others.absent:First
ends = others.ends:First
wrong = others.wrong:First
greedy = others.first:First
open = others.first:First
Two Words = others.first:First
"""

OURS = {"learned", "greedy", "kitten", "random", "saber", "search", "tiger"}

GOOD = {"first", "the-last_1", "leaves", "raises", "dreams", "dies", "forever", "fussy", *OURS}
"""Bots that can be loaded, whatever they do then."""

BAD = {"mute", "number", "missing", "absent", "ends", "wrong", "open", "Two Words"}


@pytest.fixture(autouse=True)
def others(tmp_path: Path) -> Iterator[None]:
    files = {
        "others/__init__.py": "",
        "others/first.py": FIRST,
        "others/ends.py": "raise SystemExit('not on this machine')",
        "others/wrong.py": "def :",
    }
    catalogue = Catalog(locale="pl", domain="bots")
    catalogue.add("The last", "Ostatni")
    catalogue.add("Takes what stands last.", "Bierze to, co na końcu.")
    locale = tmp_path / "others" / "locale" / "pl" / "LC_MESSAGES"
    locale.mkdir(parents=True)
    (locale / "bots.mo").write_bytes(mo_bytes(catalogue))
    with offered(tmp_path, ENTRIES, files):
        yield


def test_all_are_listed_and_the_broken_ones_say_why() -> None:
    assert set(bots()) == GOOD | BAD
    for name in GOOD:
        assert about(name).title
    for name in BAD:
        with pytest.raises(UnknownBot, match=f"the bot '{name}' cannot be loaded: "):
            get_maker(name)
    with pytest.raises(UnknownBot, match="there is no bot 'second'; installed are Two Words, "):
        get_bot("second")


def test_nobody_takes_the_name_of_one_of_ours() -> None:
    assert get_maker("greedy").__module__ == "meowple.bots.greedy"


def test_what_is_told_of_them() -> None:
    assert about("first") == ("first", "First", "Takes whatever stands first.")
    assert about("the-last_1") == ("the-last_1", "The last", "Takes what stands last.")
    assert about("the-last_1", "pl")[1:] == ("Ostatni", "Bierze to, co na końcu.")
    assert about("greedy", "pl").title == "Zachłanny bot"
    assert about("dies").text == ""


def test_a_catalogue_that_cannot_be_read_leaves_the_words_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "others" / "locale" / "pl" / "LC_MESSAGES" / "bots.mo"
    for content in (b"", b"no catalogue", None):
        about.cache_clear()
        translator.cache_clear()
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)
        assert about("the-last_1", "pl").title == "The last"


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_command_lists_them(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "--language", language]) == 0
    out = capsys.readouterr().out
    told = {"en": ("Greedy bot", "Takes what looks best at once: "),
            "pl": ("Zachłanny bot", "Bierze to, co od razu wygląda najlepiej: ")}  # fmt: skip
    assert all(text in out for text in told[language])
    assert "Takes whatever stands first." in out
    cannot = {"en": "cannot be loaded: ", "pl": "nie można wczytać bota 'absent': "}[language]
    assert cannot in out
    assert "ModuleNotFoundError" in out


def test_they_play_in_simulations_and_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    results = simulate("festival", 2, bots=["first", "the-last_1", "random"], jobs=2, seed=1)
    assert {line.bot for line in results.summary().bots} == {"first", "the-last_1", "random"}
    watched = [
        "play",
        "festival",
        "--bots",
        "first,the-last_1,first",
        "--seats",
        "3",
        "--seed",
        "1",
    ]
    assert main(watched) == 0
    assert "The last 2" in capsys.readouterr().out
    assert main(["play", "festival", "--bots", "first,absent"]) == 2
    assert "The bot 'absent' cannot be loaded" in capsys.readouterr().err


def test_they_take_seats_on_line(
    person: Callable[..., Browser], program: Callable[..., Program]
) -> None:
    home = person().page("/")
    assert '<option value="the-last_1">The last</option>' in home
    assert '<option value="greedy" selected>' in home, (
        "the bot for everybody stays the first choice"
    )
    assert not any(f'value="{name}"' in home for name in BAD - {"open"})
    ada = program("Ada")
    games = ada.http.get("/games").json()
    assert {"festival", "catvale"} < {game["name"] for game in games}
    for game in games:
        searching = {"search", "tiger", "saber"} if game["name"] == "catvale" else set()
        others = {"learned"} if game["name"] != "festival" else set()
        assert set(game["bots"]) == GOOD - searching - others
    table = ada.create("first", "the-last_1")
    wait_for(lambda: ada.state(table)["view"]["committed"])
    assert [seat["bot"] for seat in ada.state(table)["seats"]] == [None, "first", "the-last_1"]
    for name in ("absent", "open"):
        table = ada.create("open", "open")
        answer = ada.post(table, "seat", seat=1, bot=name)
        assert (answer.status_code, answer.json()["error"]) == (422, "no-bot")


@pytest.mark.parametrize("bot", ["leaves", "raises", "dreams", "dies"])
def test_a_bot_that_fails_stops_no_table(bot: str, program: Callable[..., Program]) -> None:
    ada = program("Ada")
    table = ada.create(bot, bot)
    wait_for(lambda: ada.state(table)["view"]["committed"] == [1, 2])


@pytest.mark.slow
def test_a_bot_that_fails_in_its_process_stops_no_table(
    start: Callable[..., Server], program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meowple.server.bots.LONGEST", 3.0)
    server = start(bot_workers=1)
    ada = program("Ada", server.url)
    table = ada.create("leaves", "raises", "forever")
    wait_for(lambda: ada.state(table)["view"]["committed"] == [1, 2, 3])


def test_on_line_too_a_bot_does_not_know_who_has_answered() -> None:
    match = meowple.new_match("festival", seats=3, seed=1, options={"crow_redeal": "never"})
    match.act(0, match.actions(0)[0])
    world = imagine(match, 1)
    assert world.committed == ()
    assert world.view_json(1) != match.view_json(1)
    assert world.actions(1) == match.actions(1)


@pytest.mark.parametrize("bot", ["leaves", "raises", "dies"])
def test_what_a_bot_raises_can_travel(bot: str) -> None:
    save = meowple.new_match("festival", seed=1).save()
    with pytest.raises(RuntimeError) as caught:
        think(bot, save, 0, 60.0)
    assert "Traceback" in str(pickle.loads(pickle.dumps(caught.value)))
    assert json.loads(save)["game"] == "festival"


# -- settings -------------------------------------------------------------------------------------


def test_settings_stand_behind_the_name() -> None:
    searcher = get_bot("search:tries=7", 1)
    assert isinstance(searcher, Search) and searcher.tries == 7
    by_the_clock = get_bot("search:milliseconds=2.5", 1)
    assert isinstance(by_the_clock, Search)
    assert (by_the_clock.tries, by_the_clock.milliseconds) == (None, 2.5)
    assert about("search:tries=7").title == f"{about('search').title} (tries=7)"
    assert about("search:tries=7").name == "search:tries=7"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:tries", "a bot is set as in search:tries=1000; not search:tries"),
        ("search:tries=", "a bot is set as in"),
        ("search:trees=3", "has no setting trees; it has tries, milliseconds"),
        ("search:tries=3:tries=4", "tries of the bot search is set twice"),
        ("search:tries=0", "tries is a number above 0"),
        ("search:tries=many", "tries is a number above 0; not 'many'"),
        ("search:tries=1.5", "tries is a whole number"),
        ("search:milliseconds=inf", "milliseconds is a number above 0"),
        ("search:tries=3:milliseconds=4", "exclude each other"),
        ("greedy:tries=3", "the bot greedy has no settings"),
        ("rondom:tries=3", "there is no bot 'rondom'"),
        ("fussy:cats=0", "fussy:cats=0: ZeroDivisionError"),
    ],
)
def test_settings_that_cannot_be_are_refused(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot, match=sentence):
        get_bot(name)


def test_why_a_setting_cannot_be_is_told_in_every_language() -> None:
    with pytest.raises(UnknownBot) as refused:
        get_bot("search:tries=many")
    told = refused.value.words(texts("pl").gettext)
    assert told == "search:tries=many: tries to liczba większa od 0, a nie 'many'"
