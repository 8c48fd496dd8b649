"""The commands, as a person or a program types them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import meowple
import meowple.core.registry as registry
from meowple import lab
from meowple.cli import main, simulate

COMMANDS = [
    "serve",
    "play",
    "simulate",
    "tournament",
    "hint",
    "replay",
    "games",
    "rules",
    "check-deck",
]


class Said:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command with lines typed to it, as through a pipe."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def go(*words: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            code = main(words)
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return go


# -- help and errors ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str, language: str) -> None:
    said = run(command, "--help", "--language", language)
    assert said.code == 0
    assert ("usage: " if language == "en" else "użycie: ") in said.out


def test_help_without_a_command_lists_them(run: Run) -> None:
    said = run("--help")
    assert all(command in said.out for command in COMMANDS)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "chess"), "There is no game 'chess'"),
        (("play",), "Name a game to play"),
        (("play", "festival", "--seats", "9"), "festival is played by 3, 4 seats"),
        (("play", "festival", "--bots", "7"), "festival is played by 3, 4 seats"),
        (("play", "festival", "--bots", "greedi,random"), "There is no bot 'greedi'"),
        (("play", "festival", "--set", "rules"), "--set takes OPTION=VALUE"),
        (("play", "festival", "--set", "rules=hard"), "rules can be basic, experienced, advanced"),
        (("play", "festival", "--set", "rule=basic"), "did you mean rules?"),
        (("play", "festival", "--seed", "x"), "x is not a whole number"),
        (("play", "--load", "/no/such/file"), "/no/such/file: No such file or directory"),
        (("replay", "/no/such/file"), "/no/such/file: No such file or directory"),
        (("simulate", "festival", "--games", "0"), "0 is not a whole number from 1"),
        (("simulate", "festival", "--bots", "random,random"), "played by 3, 4 seats"),
        (("simulate", "festival", "--confidence", "95"), "95 is not a number between 0 and 1"),
        (("simulate", "festival", "--games", "1", "--csv", "/no/dir/x.csv"), "/no/dir/"),
        (("rules", "festival", "zebra"), "No rule of festival has zebra"),
        (("rules", "chess"), "There is no game 'chess'"),
        (("dance",), "dance"),
        (("play", "festival", "--wat"), "--wat"),
        (("check-deck", "x.toml", "--game", "festival"), "festival takes no card files"),
        (("check-deck", str(Path(__file__).parent)), "holds no card files"),
        (("play", "festival", "--decks", "."), "festival takes no card files"),
        (("play", "comforts", "--decks", "/no/dir"), "/no/dir is not a folder"),
        (("play", "--decks", "."), "Name the game that these cards are for"),
    ],
)
def test_a_mistake_is_one_sentence_on_standard_error(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    said = run(*words)
    assert said.code == 2
    assert said.err.startswith("meowple: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"meowple":1}', "[1]", "\x00"])
def test_files_that_are_no_saves_are_refused(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "match.json"
    file.write_text(text)
    for words in (("play", "--load", str(file)), ("replay", str(file))):
        said = run(*words)
        assert (said.code, said.err.count("\n")) == (2, 1)
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in run("replay", str(file)).err


def test_every_failure_of_the_command_is_free_of_tracebacks() -> None:
    """As a process of its own, also when whoever reads the output goes away."""
    pipe = subprocess.run(
        f"{sys.executable} -m meowple.cli rules festival | head -1",
        shell=True, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Traceback" not in pipe.stderr
    assert "Exception" not in pipe.stderr


# -- games and rules ------------------------------------------------------------------------------


def test_games_lists_names_seats_and_options(run: Run) -> None:
    said = run("games")
    assert "festival  Festival of a Thousand Cats" in said.out
    assert "--set rules=basic|experienced|advanced" in said.out
    assert "--set target=1..300 (default: 30)" in said.out


@pytest.mark.parametrize("words", [("FTC-TAKE-1",), ("take-1",), ("highest", "higher", "face-up")])
def test_rules_are_found_by_number_and_by_words(run: Run, words: tuple[str, ...]) -> None:
    said = run("rules", "festival", *words)
    assert "FTC-TAKE-1  The player whose played card is the highest takes" in said.out


def test_a_part_of_the_rules_is_found_by_its_name(run: Run) -> None:
    out = run("rules", "festival", "crow").out
    assert "FTC-CROW-1" in out
    assert "FTC-TAKE-1" not in out


def test_whole_words_go_before_beginnings_and_those_before_parts(run: Run) -> None:
    whole = run("rules", "festival", "one", "fish").out
    assert "one fish" in whole
    assert all(re.search(r"\bone\b", rule) for rule in re.split(r"\bFTC-", whole)[1:])
    assert "crow" in run("rules", "festival", "cro").out  # no rule has that as a word
    assert "YOROZU" in run("rules", "festival", "orozu").out


def test_all_rules_are_printed_without_words(run: Run) -> None:
    assert run("rules", "festival").out.count("FTC-") > 200


# -- cards of one's own ---------------------------------------------------------------------------


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[Path]:
    """A folder with the comforts deck, which a test may change."""
    source = Path(str(registry.game_package("comforts").__file__)).parent / "data/comforts.toml"
    (tmp_path / "comforts.toml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    yield tmp_path
    registry.look_again()


def test_a_right_deck_is_called_right(run: Run, cards: Path) -> None:
    said = run("check-deck", str(cards))
    assert (said.code, said.err) == (0, "")
    assert "comforts.toml: all is well" in said.out


def test_a_deck_is_checked_by_the_game_that_has_such_a_file(run: Run, cards: Path) -> None:
    source = Path(str(registry.game_package("catvale").__file__)).parent / "data/junk.toml"
    (cards / "mine.toml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    said = run("check-deck", str(cards))
    assert (said.code, said.err) == (0, "")
    assert "comforts.toml: all is well" in said.out and "mine.toml: all is well" in said.out
    said = run("check-deck", str(cards / "mine.toml"), "--game", "comforts")
    assert said.code == 2 and "none of this game's card files" in said.err


def test_a_wrong_deck_is_told_with_its_line(run: Run, cards: Path) -> None:
    file = cards / "comforts.toml"
    file.write_text(file.read_text().replace("points = ", "pints = ", 1))
    said = run("check-deck", str(file))
    assert said.code == 2
    assert "line " in said.err
    assert "Traceback" not in said.err
    assert run("simulate", "comforts", "--decks", str(cards), "--games", "1").code == 2


@pytest.mark.parametrize(
    "text",
    [
        "a=" + "[" * 20_000,
        "a=" + "{a=" * 5000,
        "a=" + "9" * 5000,
        '[[card]]\nid="\\u001b[2J"',
        "\0",
    ],
)
def test_a_hostile_deck_is_told_of_in_words(run: Run, cards: Path, text: str) -> None:
    file = cards / "comforts.toml"
    file.write_text(text)
    for words in (("check-deck", str(file)), ("play", "comforts", "--decks", str(cards))):
        said = run(*words)
        assert said.code == 2
        assert "comforts.toml: " in said.err
        assert "\x1b" not in said.err


def test_saves_of_others_cannot_write_to_the_terminal(run: Run, tmp_path: Path) -> None:
    match = meowple.new_match("festival", seats=3, seed=1)
    match.act(0, match.actions(0)[0])
    save = json.loads(match.save(whole=True))
    file = tmp_path / "save.json"
    for game in ("\x1b]0;gotcha\x07", "\x1b[2J"):
        file.write_text(json.dumps({**save, "game": game}))
        said = run("replay", str(file))
        assert said.code == 2
        assert "\x1b" not in said.out + said.err
    file.write_text(json.dumps(save))
    said = run("replay", str(file), "--names", "\x1b[2JAnn", "--all")
    assert said.code == 0
    assert "Ann" in said.out
    assert "\x1b" not in said.out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_matches_are_played_with_ones_own_cards(run: Run, cards: Path, jobs: str) -> None:
    file = cards / "comforts.toml"
    words = ("simulate", "comforts", "--games", "6", "--seats", "2", "--seed", "1", "--jobs", jobs)
    before = run(*words).out.splitlines()[3:]
    file.write_text(re.sub(r"^points = \d+", "points = 40", file.read_text(), flags=re.M))
    said = run(*words, "--decks", str(cards))
    assert said.code == 0
    assert said.out.splitlines()[3:] != before


# -- play -----------------------------------------------------------------------------------------


def play_all(run: Run, *words: str, typed: str = "") -> Said:
    return run("play", "festival", "--seed", "7", *words, typed=typed + "1\n" * 400)


def test_a_match_is_played_through_a_pipe(run: Run) -> None:
    said = play_all(run, "--bots", "3")
    assert said.code == 0
    assert "The end" in said.out
    assert "★" in said.out
    assert said.err == ""


def test_the_final_list_calls_you_what_the_log_does(run: Run) -> None:
    one = play_all(run, "--bots", "3").out
    assert re.search(r"^[★ ] You: -?\d+$", one, flags=re.M)
    assert not re.search(r"^[★ ] Seat 1: ", one, flags=re.M)
    two = play_all(run, "--bots", "2", "--names", "Ala,Jan").out
    assert {"Ala", "Jan"} <= set(re.findall(r"^[★ ] (\w+): -?\d+$", two, flags=re.M))


def test_the_same_seed_plays_the_same_match(run: Run) -> None:
    assert play_all(run, "--bots", "3").out == play_all(run, "--bots", "3").out
    assert play_all(run, "--bots", "3").out != play_all(run, "--bots", "random,random,random").out


def test_bots_play_among_themselves(run: Run) -> None:
    said = run("play", "festival", "--seed", "7", "--bots", "greedy,random,random,random")
    assert "The end" in said.out
    assert "Your hand" not in said.out


def test_actions_may_be_typed_by_their_keys(run: Run) -> None:
    match = meowple.new_match("festival", 4, seed=7)
    key = match.actions(0)[-1].key
    said = run("play", "festival", "--seed", "7", typed=f"{key}\nq\n")
    assert "Round 2" in said.out


def test_wrong_choices_are_explained(run: Run) -> None:
    said = run("play", "festival", "--seed", "7", typed="99\nwhat\n\nq\n")
    assert said.out.count("is none of the choices") == 2
    assert "Type the number of a choice" in said.out


def test_undo_takes_back_and_the_match_goes_on(run: Run) -> None:
    said = play_all(run, "--bots", "3", typed="u\n1\nu\n2\n1\nu\n1\n")
    assert "There is nothing to take back." in said.out
    assert said.out.count("Taken back.") == 2
    assert "The end" in said.out


def test_a_match_is_saved_loaded_and_replayed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my match.json"
    words = ("play", "festival", "--bots", "3", "--seed", "7")
    run(*words, typed=f"1\n1\ns {file}\nq\n")
    match = meowple.load_match(file.read_text())
    assert match.recording
    goes_on = run("play", "--load", str(file), "--seed", "7", typed="l\nq\n")
    assert goes_on.code == 0
    assert "Round 2" in goes_on.out
    for eyes in ((), ("--seat", "1"), ("--all",)):
        said = run("replay", str(file), *eyes, "--names", "Ala,Jan")
        assert said.code == 0
        assert "Round 2" in said.out
    assert "Your hand" not in run("replay", str(file)).out
    assert "Your hand" in run("replay", str(file), "--seat", "2").out
    assert "The match has seats 1 to 4." in run("replay", str(file), "--seat", "5").err


def test_save_keeps_a_file_up_to_date(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said = play_all(run, "--bots", "3", "--save", str(file))
    assert "not saved" not in said.out
    assert meowple.load_match(file.read_text()).over
    film = run("replay", str(file))
    assert "Won by" in film.out.splitlines()[-1]
    assert film.out.count("Won by") == 1


def test_saving_to_an_impossible_place_does_not_end_the_match(run: Run) -> None:
    said = run("play", "festival", "--seed", "7", typed="s /no/dir/x\ns\n1\nq\n")
    assert "/no/dir/x: No such file or directory" in said.out
    assert "Name a file" in said.out
    assert "Round 2" in said.out


def test_a_hint_is_one_of_the_choices(run: Run) -> None:
    said = run("play", "festival", "--seed", "7", typed="h\n?\nr crow\nt\nl\nq\n")
    assert "The greedy bot would choose" in said.out
    assert "undo your last choice" in said.out
    assert "FTC-CROW-1" in said.out


def test_people_at_one_keyboard_hand_it_over(run: Run) -> None:
    said = play_all(run, "--names", "Ala,Jan", "--bots", "2")
    first = said.out.index("Pass the keyboard to Ala")
    second = said.out.index("Pass the keyboard to Jan")
    assert first < said.out.index("Your hand") < second
    assert "Greedy bot 3" in said.out
    assert "The end" in said.out


def test_an_undo_asks_the_other_people(run: Run) -> None:
    typed = "1\n1\nu\nn\nu\ny\nq\n"
    said = run("play", "festival", "--seed", "7", "--names", "Ala,Jan", "--bots", "2", typed=typed)
    assert said.out.count("Jan, may Ala take back the last choice?") == 2
    assert said.out.count("Taken back.") == 1


# -- languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variables",
    [{"LANG": "pl_PL.UTF-8"}, {"LC_ALL": "pl_PL"}, {"LANGUAGE": "pl:en", "LANG": "de_DE.UTF-8"}],
)
def test_the_language_is_that_of_the_system(
    run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert "Wpisz numer wyboru" in run("play", "festival", "--seed", "7", typed="\nq\n").out
    assert "Type the number" in run(
        "play", "festival", "--seed", "7", "--language", "en", typed="\nq\n"
    ).out  # fmt: skip


def test_a_match_can_be_played_in_polish(run: Run) -> None:
    said = play_all(run, "--bots", "3", "--language", "pl")
    assert "Koniec" in said.out


# -- simulate -------------------------------------------------------------------------------------


def test_simulate_sums_up_and_writes_files(run: Run, tmp_path: Path) -> None:
    table, data, page = (tmp_path / name for name in ("x.csv", "x.json", "x.html"))
    said = run(
        "simulate", "festival", "--games", "20", "--bots", "random,greedy,greedy,random",
        "--jobs", "2", "--seed", "5", "--set", "rules=advanced",
        "--csv", str(table), "--json", str(data), "--report", str(page),
    )  # fmt: skip
    assert said.code == 0
    assert "20 matches, seed 5" in said.out
    assert "rules=advanced" in said.out
    assert "greedy" in said.out
    assert "–" in said.out
    assert len(list(csv.DictReader(table.open()))) == 20
    assert len(json.loads(data.read_text())["games"]) == 20
    assert "<svg" in page.read_text()


def test_files_are_written_though_nobody_reads_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(simulate, "show", gone)
    files = [str(tmp_path / name) for name in ("games.csv", "games.json", "report.html")]
    asked = Namespace(**dict(zip(("csv", "json", "report"), files, strict=True)), confidence=0.5)
    with pytest.raises(BrokenPipeError):
        simulate.finish(asked, lab.simulate("festival", 2, seed=1))
    table, data, page = (Path(file).read_text() for file in files)
    assert table.count("\n") == 3
    assert json.loads(data)["summary"]["confidence"] == 0.5
    assert "50%" in page


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_files_that_cannot_be_written_are_named_before_anything_is_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for place in ("simulate.simulate", "tournament.tournament"):
        monkeypatch.setattr(f"meowple.cli.{place}", lambda *_, **__: pytest.fail("it is played"))
    for wrong in (tmp_path / "nowhere" / "x.json", tmp_path):
        said = run(command, "festival", "--bots", "random,random,random", "--json", str(wrong))
        assert said.code == 2 and str(wrong) in said.err
    same = str(tmp_path / "x.json"), str(tmp_path / "." / "x.json")
    said = run(
        command, "festival", "--bots", "random,random,random", "--json", same[0], "--csv", same[1]
    )
    assert said.code == 2 and "x.json is named twice" in said.err


def test_a_tournament_is_not_overwritten_by_what_is_told_of_it(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "t.json")
    words = "tournament", "festival", "--bots", "random,random,random", "--matches", "3"
    assert run(*words, "--results", file).code == 0
    before = Path(file).read_text()
    said = run(*words, "--results", file, "--json", file)
    assert said.code == 2 and "is named twice" in said.err
    assert Path(file).read_text() == before


def test_simulate_speaks_polish(run: Run) -> None:
    said = run("simulate", "festival", "--games", "3", "--seed", "5", "--language", "pl")
    assert "3 partie, ziarno 5" in said.out
    assert "zwycięstwa" in said.out


def test_ctrl_c_sums_up_what_was_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed: list[object] = []

    def press(*_: object, **told: object) -> None:
        if not pressed:
            pressed.append(told)
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("rich.progress.Progress.update", press)  # called when some are played
    said = run("simulate", "festival", "--games", "1000000", "--seed", "1")
    assert said.code == 130
    assert "(stopped early)" in said.out
    assert said.err == ""


# -- serve ----------------------------------------------------------------------------------------


def test_no_command_serves(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("meowple.server")
    calls: list[dict[str, object]] = []
    monkeypatch.setattr(server, "run", lambda **words: calls.append(words), raising=False)
    assert run().code == 0
    assert run("serve", "--host", "0.0.0.0", "--port", "81", "--database", "x.db").code == 0
    named = ("host", "port", "database", "public_url", "proxies", "workers", "json_log")
    assert [tuple(call[name] for name in named) for call in calls] == [
        ("127.0.0.1", 8000, None, None, (), 1, False),
        ("0.0.0.0", 81, "x.db", None, (), 1, False),
    ]


def test_a_server_is_told_of_its_proxies_and_processes(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = pytest.importorskip("meowple.server")
    calls: list[dict[str, object]] = []
    monkeypatch.setattr(server, "run", lambda **words: calls.append(words), raising=False)
    words = ("--public-url", "https://cats.example.org/", "--proxy", "127.0.0.1,10.0.0.0/8")
    assert run("serve", *words, "--proxy", "::1", "--workers", "4", "--log", "json").code == 0
    (call,) = calls
    assert call["public_url"] == "https://cats.example.org"
    assert call["proxies"] == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert (call["workers"], call["json_log"]) == (4, True)
    assert run("serve", "--workers", "0").code == 2


def test_old_tables_are_removed(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("meowple.server")
    database = str(tmp_path / "tables.db")
    said = run("clean", "--older-than", "90d", "--database", database)
    assert said.code == 0
    assert said.out == "0 tables were removed. 0 rows of other logs were not needed any more.\n"
    assert "no age" in run("clean", "--older-than", "soon", "--database", database).err
    assert run("clean", "--database", database).code == 2, "it has to be said how old"
    said = run("clean", "--older-than", "1h", "--database", "/nowhere/tables.db")
    assert said.code == 2
    assert "no folder /nowhere" in said.err


def test_help_starts_quickly_without_heavy_packages() -> None:
    """Only what a command needs is imported: help needs neither Rich nor a game."""
    code = (
        "import sys\nfrom meowple.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'rich', 'fastapi', 'sqlalchemy', 'meowple.games.festival'} & set(sys.modules)\n"
        "print('heavy:', heavy)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "heavy: set()" in done.stdout


@pytest.mark.parametrize("game", ["festival", "purrballs", "comforts", "catvale"])
def test_names_with_brackets_are_names(run: Run, game: str, tmp_path: Path) -> None:
    film = str(tmp_path / "film.json")
    for words in (("play", game, "--bots", "1", "--save", film), ("replay", film)):
        said = run(*words, "--names", "[/red],[bold", typed="\n" * 2 + "1\n" * 4)
        assert said.code == 0 and "[/red]" in said.out


def test_a_link_is_written_through_and_a_pipe_stays_one(run: Run, tmp_path: Path) -> None:
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(file)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for target in (link, pipe):
        said = run("simulate", "festival", "--games", "1", "--csv", str(target))
        assert said.code == 0
    assert link.is_symlink() and file.read_text().startswith("number,seed")
    assert pipe.is_fifo() and os.read(reader, 11) == b"number,seed"
    os.close(reader)


# -- tournaments and hints ------------------------------------------------------------------------


def test_a_tournament_goes_on_and_tells_who_is_how_strong(run: Run, tmp_path: Path) -> None:
    words = ["tournament", "festival", "--bots", "search:tries=1,random,random", "--seed", "4",
             "--results", str(tmp_path / "t.jsonl")]  # fmt: skip
    assert run(*words, "--matches", "3").code == 0
    files = {kind: tmp_path / f"t.{kind}" for kind in ("csv", "json", "report")}
    wanted = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
    said = run(*words, "--matches", "6", *wanted)
    assert said.code == 0 and "6 matches, seed 4" in said.out and "rating" in said.out
    data = json.loads(files["json"].read_text())
    assert len(data["games"]) == 6 and len(data["ratings"]) == 2
    assert len(list(csv.DictReader(files["csv"].open()))) == 6
    assert "How strong are the bots?" in files["report"].read_text()
    refused = run(*words[:3], "greedy,random,random", *words[4:])
    assert refused.code == 2 and "give another file" in refused.err
    polish = run(*words, "--matches", "6", "--language", "pl")
    assert "ranking" in polish.out and "Równe miejsca wygrywają" in polish.out


def test_without_ray_a_tournament_says_how_to_get_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = run("tournament", "festival", "--bots", "random,random,random", "--ray", "auto")
    assert said.code == 2 and "pip install 'meowple[ray]'" in said.err


def hinted(tmp_path: Path, game: str, steps: int = 0) -> Path:
    match = meowple.new_match(game, 3, seed=4)
    for _ in range(steps):
        seat = match.to_act[0]
        match.act(seat, match.actions(seat)[0])
    file = tmp_path / f"{game}.json"
    file.write_text(match.save())
    return file


@pytest.mark.parametrize("game", meowple.game_names())
def test_a_hint_says_what_could_be_done(run: Run, tmp_path: Path, game: str) -> None:
    file = hinted(tmp_path, game)
    said = run("hint", str(file), "--tries", "3", "--json")
    data = json.loads(said.out)
    assert said.code == 0 and data["game"] == game and data["seat"] == 0
    legal = [action.key for action in meowple.load_match(file.read_text()).actions(0)]
    assert 1 <= len(data["ideas"]) <= 3
    assert {idea["action"] for idea in data["ideas"]} <= set(legal)
    spoken = run("hint", str(file), "--tries", "3")
    assert [line for line in spoken.out.splitlines() if line.startswith("1. ")]
    assert data["ideas"][0]["text"][:40] in spoken.out
    assert run("hint", str(file), "--tries", "3", "--language", "pl").out != spoken.out


def test_a_hint_tells_what_it_hopes_for_from_what_the_seat_knows(run: Run, tmp_path: Path) -> None:
    file = hinted(tmp_path, "festival", 3)
    ideas = json.loads(run("hint", str(file), "--seat", "2", "--tries", "60", "--json").out)[
        "ideas"
    ]
    assert len(ideas) == 3 and 3 <= sum(idea["tries"] for idea in ideas) <= 60
    assert ideas[0]["tries"] == max(idea["tries"] for idea in ideas)
    assert all(0 <= idea["share"] <= 1 and idea["hope_text"] for idea in ideas)
    match = meowple.load_match(file.read_text())
    twin = tmp_path / "twin.json"
    twin.write_text(match.imagine(1, 9).save())
    words = ("--seat", "2", "--tries", "60", "--json")
    assert run("hint", str(twin), *words).out == run("hint", str(file), *words).out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seat", "1"), "Seat 1 is not asked now; --seat can be 2, 3"),
        (("--seat", "9"), "Seat 9 is not asked now"),
        (("--tries", "0"), "0 is not a whole number from 1"),
    ],
)
def test_a_hint_for_nobody_is_refused(
    run: Run, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    said = run("hint", str(hinted(tmp_path, "festival", 1)), *words)
    assert (said.code, said.err.count("\n")) == (2, 1) and sentence in said.err


def test_there_is_no_hint_after_the_end(run: Run, tmp_path: Path) -> None:
    match = meowple.new_match("festival", 3, seed=4)
    while not match.over:
        match.act(match.to_act[0], match.actions(match.to_act[0])[0])
    (tmp_path / "over.json").write_text(match.save())
    assert "The match is over" in run("hint", str(tmp_path / "over.json")).err
