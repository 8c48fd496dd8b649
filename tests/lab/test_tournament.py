"""Tournaments are fair to all seats, go on where they were left, and refuse what is not theirs."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

from meowple import MeowpleError
from meowple.cli import main
from meowple.core.errors import BadSeats
from meowple.core.registry import get_game, look_again
from meowple.lab import (
    OtherTournament,
    Played,
    Results,
    ratings,
    report_html,
    simulate,
    to_json,
    tournament,
)

SIX = ["greedy", "kitten", "random", "random", "random", "search:tries=1"]


def test_each_bot_sits_on_each_seat_equally_often() -> None:
    results = tournament("festival", SIX[:5], 11, seats=4, seed=1)
    assert len(results.games) == 15 and results.complete, (
        "whole rounds of as many as there are bots"
    )
    sat = Counter((seat, bot) for game in results.games for seat, bot in enumerate(game.bots))
    for seat in range(4):
        assert sat[seat, "greedy"] == sat[seat, "kitten"] == 3
        assert sat[seat, "random"] == 9, "named three times, it has three places"
    met = {frozenset(enumerate(game.bots)) for game in results.games}
    assert len(met) > 5, "who meets whom is drawn anew"
    sizes = {line.bot: line.share.size for line in results.summary().bots}
    assert sizes == {"greedy": 12, "kitten": 12, "random": 15}


def test_all_shares_of_a_full_table_make_one_victory() -> None:
    results = tournament("festival", ["greedy", "kitten", "random"], 6, seed=2)
    assert results.seats == 3
    assert sum(line.share.mean for line in results.summary().bots) == pytest.approx(1)


def test_neither_processes_nor_a_break_change_it(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    whole = tournament("festival", SIX, 12, seed=3)
    assert tournament("festival", SIX, 12, seed=3, jobs=3).games == whole.games
    assert len(tournament("festival", SIX, 6, seed=3, file=file).games) == 6
    kept = file.read_text()
    counts: list[tuple[int, int]] = []
    again = tournament("festival", SIX, 12, file=file, progress=lambda *n: counts.append(n))
    assert again.games == whole.games and again.seed == 3
    assert file.read_text().startswith(kept)
    assert counts[0] == (6, 12) and counts[-1] == (12, 12)
    assert tournament("festival", SIX, 6, file=file).games == whole.games, "nothing is lost"


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    whole = tournament("festival", SIX[:3], 6, seed=3, file=file)
    text = file.read_text()
    for cut in (10, len(text.splitlines()[-1]) + 5):
        file.write_text(text[:-cut])
        assert tournament("festival", SIX[:3], 6, file=file).games == whole.games
        assert sorted(file.read_text().splitlines()) == sorted(text.splitlines())
    file.write_text(text.splitlines()[0])
    assert tournament("festival", SIX[:3], 6, file=file).games == whole.games
    assert sorted(file.read_text().splitlines()) == sorted(text.splitlines())
    file.write_text("")
    assert tournament("festival", SIX[:3], 6, file=file, seed=3).games == whole.games


def test_a_match_that_is_missing_is_played_and_one_that_is_there_twice_counts_once(
    tmp_path: Path,
) -> None:
    file = tmp_path / "t.jsonl"
    whole = tournament("festival", SIX[:3], 6, seed=3, file=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([lines[0], *lines[4:], lines[4]]))
    again = tournament("festival", SIX[:3], 1, file=file)
    assert again.games == whole.games and again.complete


def test_what_another_has_written_meanwhile_stays(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    others = "".join(["x" * 5_000, "\n"])
    tournament(
        "festival", SIX[:3], 3, seed=3, file=file,
        progress=lambda done, of: file.open("a").write(others) if done == 1 else None,
    )  # fmt: skip
    assert others in file.read_text() and len(file.read_text().splitlines()) == 5


def test_an_interrupt_leaves_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    results = tournament("festival", SIX[:3], 6, seed=1, file=file, progress=stop)
    assert not results.complete and len(results.games) == 2
    assert len(file.read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"bots": ["greedy", "random", "kitten"]}, "bots there"),
        ({"seed": 8}, "seed there: 3; now: 8"),
        ({"options": {"rules": "advanced"}}, "options there"),
        ({"game": "purrballs"}, 'tournament there: "festival"; now: "purrballs"'),
    ],
)
def test_another_setup_is_refused_and_changes_nothing(
    tmp_path: Path, other: dict[str, object], what: str
) -> None:
    file = tmp_path / "t.jsonl"
    setup = {"game": "festival", "bots": ["greedy", "kitten", "random"], "seed": 3}
    tournament(**setup, matches=3, file=file)  # type: ignore[arg-type]
    before = file.read_bytes()
    with pytest.raises(OtherTournament, match=what):
        tournament(**(setup | other), matches=3, file=file)  # type: ignore[arg-type]
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", [b"nonsense\n", b"[]\n", b"\xff\xfe\n", b"{}\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "t.jsonl"
    file.write_bytes(text)
    with pytest.raises(OtherTournament, match="give another file"):
        tournament("festival", SIX[:3], 3, file=file)
    assert file.read_bytes() == text


@pytest.mark.parametrize("line", ["nonsense", "{}", '{"number": 1}', "[" * 100_000])
def test_a_line_of_something_else_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "t.jsonl"
    tournament("festival", SIX[:3], 3, seed=1, file=file)
    file.write_text(file.read_text() + line + "\n")
    with pytest.raises(OtherTournament, match="line 5 is none of this tournament"):
        tournament("festival", SIX[:3], 3, file=file)


@pytest.mark.parametrize(
    "damage",
    [
        {"number": -1},
        {"number": 10**12},
        {"number": True},
        {"number": "1"},
        {"seed": 5},
        {"bots": ["greedy", "kitten", "rondom"]},
        {"bots": ["greedy"]},
        {"bots": None},
        {"scores": [1, 2, "3"]},
        {"scores": [1, 2]},
        {"winners": [3]},
        {"winners": [-1]},
        {"winners": [0, 0]},
        {"winners": [None]},
        {"decisions": -4},
        {"decisions": [1]},
        {"course": [[1, 2]]},
        {"course": [["a", "b", "c"]]},
        {"course": 3},
    ],
)
def test_a_damaged_line_is_refused_in_a_sentence(tmp_path: Path, damage: dict[str, Any]) -> None:
    file = tmp_path / "t.jsonl"
    tournament("festival", SIX[:3], 3, seed=1, file=file)
    lines = file.read_text().splitlines()
    lines[2] = json.dumps(json.loads(lines[2]) | damage)
    text = "\n".join(lines) + "\n"
    file.write_text(text)
    with pytest.raises(OtherTournament, match="line 3 is none of this tournament"):
        tournament("festival", SIX[:3], 3, file=file)
    assert file.read_text() == text


def test_other_cards_in_the_same_folder_are_another_tournament(tmp_path: Path) -> None:
    decks, file = tmp_path / "cards", tmp_path / "t.jsonl"
    decks.mkdir()
    setup: dict[str, Any] = {
        "seed": 1,
        "file": file,
        "decks": decks,
        "options": {"length": "short"},
    }
    ours = get_game("comforts")
    try:
        tournament("comforts", ["random", "random"], 2, **setup)
        assert tournament("comforts", ["random", "random"], 2, **setup).complete
        source = Path(str(sys.modules["meowple.games.comforts"].__file__)).parent
        shutil.copy(next(iter(sorted(source.rglob("*.toml")))), decks)
        (decks / "notes.txt").write_text("of no weight")
        with pytest.raises(OtherTournament, match="decks there"):
            tournament("comforts", ["random", "random"], 2, **setup)
    finally:
        look_again()
    assert ours.name == get_game("comforts").name


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"bots": ["greedy"]}, BadSeats, "two bots at least"),
        ({"bots": ["greedy", "random"]}, BadSeats, "played by 3, 4 seats"),
        ({"seats": 4}, BadSeats, "4 seats need 4 bots, or more"),
        ({"bots": "greedy"}, MeowpleError, "bots are a list"),
        (
            {"game": "comforts", "bots": ["random", "random"], "seats": 1},
            BadSeats,
            "two seats at least",
        ),
        ({"bots": ["greedy", "greedy", "rondom"]}, MeowpleError, "there is no bot 'rondom'"),
        ({"matches": 0}, MeowpleError, "matches are a whole number from 1 to"),
        ({"matches": 1.5}, MeowpleError, "matches are a whole number from 1 to 10000000; not 1.5"),
        ({"matches": 10**9}, MeowpleError, "matches are a whole number from 1 to"),
        ({"jobs": 0}, MeowpleError, "jobs are a whole number from 1 on; not 0"),
        ({"game": "chess"}, MeowpleError, "there is no game 'chess'"),
        ({"options": {"rule": "basic"}}, MeowpleError, "did you mean rules"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    wrong: dict[str, object], error: type[Exception], words: str
) -> None:
    setup: dict[str, object] = {"game": "festival", "bots": SIX[:3], "matches": 3, "seed": 1}
    with pytest.raises(error, match=words):
        tournament(**(setup | wrong))  # type: ignore[arg-type]


# -- on a cluster: Ray is too heavy for what developers install, so its pool is played ------------


class Pool:
    """Looks like Ray's: called with the processes, what they do first and the address."""

    asked: ClassVar[list[tuple[int, str]]] = []

    def __init__(
        self, processes: int, first: Callable[..., None], plan: tuple[Any], ray_address: str
    ) -> None:
        if ray_address == "nowhere":
            raise ConnectionError("no cluster\nlong story")
        self.asked.append((processes, ray_address))
        first(*plan)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def imap_unordered(self, play: Callable[[Any], Any], parts: Iterable[Any]) -> Iterator[Any]:
        return (play(part) for part in reversed(list(parts)))


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> type[Pool]:
    module = ModuleType("ray.util.multiprocessing")
    module.Pool = Pool  # type: ignore[attr-defined]
    for name in ("ray", "ray.util"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    Pool.asked.clear()
    return Pool


def test_a_cluster_plays_the_same_matches(ray: type[Pool]) -> None:
    here = tournament("festival", SIX[:3], 6, seed=3)
    there = tournament("festival", SIX[:3], 6, seed=3, ray="auto", jobs=50)
    assert there.games == here.games
    assert ray.asked == [(6, "auto")], "no more processes than matches"


def test_no_cluster_is_asked_where_nothing_is_left_to_play(ray: type[Pool], tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    whole = tournament("festival", SIX[:3], 3, seed=3, file=file)
    assert tournament("festival", SIX[:3], 3, file=file, ray="nowhere").games == whole.games
    assert ray.asked == []


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(ray: type[Pool]) -> None:
    with pytest.raises(MeowpleError, match=r"nowhere cannot be used: no cluster \(local starts"):
        tournament("festival", SIX[:3], 3, ray="nowhere")


# -- ratings --------------------------------------------------------------------------------------


def won(number: int, bots: tuple[str, ...], scores: tuple[int, ...]) -> Played:
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Played(number, 0, bots, scores, best, 1)


def test_without_openskill_the_command_says_so_before_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Missing:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name.partition(".")[0] == "openskill":
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    for name in [name for name in sys.modules if name.partition(".")[0] == "openskill"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    file = tmp_path / "t.jsonl"
    asked = ["tournament", "festival", "--bots", "random,random,random", "--results", str(file)]
    assert main(asked) != 0
    assert "needs the package openskill" in capsys.readouterr().err
    assert not file.exists()


def test_ratings_follow_the_places() -> None:
    rng = random.Random(1)
    games = []
    for number in range(60):
        bots = ["strong", "middle", "weak"]
        rng.shuffle(bots)
        points = {"strong": 3, "middle": 2, "weak": 1}
        games.append(won(number, tuple(bots), tuple(points[bot] for bot in bots)))
    results = Results("festival", 3, {}, ("weak", "middle", "strong"), 1, 60, games)
    lines = ratings(results)
    assert [line.bot for line in lines] == ["strong", "middle", "weak"]
    assert lines[0].strength.low > lines[1].strength.mean > lines[2].strength.high
    assert all(line.strength.size == 60 for line in lines)
    assert ratings(results) == lines
    wide = ratings(results, 0.99)[0].strength
    assert wide.margin > lines[0].strength.margin and wide.mean == lines[0].strength.mean


def test_equals_are_rated_alike() -> None:
    games = [won(number, ("a", "b", "a"), (5, 5, 5)) for number in range(10)]
    one, other = ratings(Results("festival", 3, {}, ("a", "b", "a"), 1, 10, games))
    assert one.strength.mean == pytest.approx(other.strength.mean, abs=0.5)


def test_json_and_page_hold_the_ratings() -> None:
    results = tournament("festival", SIX[:3], 6, seed=2)
    rated = ratings(results)
    data = json.loads(to_json(results, rated))
    assert [line["bot"] for line in data["ratings"]] == [line.bot for line in rated]
    assert data["ratings"][0]["strength"]["mean"] == rated[0].strength.mean
    assert "ratings" not in json.loads(to_json(results))
    page = report_html(results, ratings=rated)
    assert "How strong are the bots?" in page and page.count("</svg>") > 4
    assert "How strong" not in report_html(simulate("festival", 3, 3, seed=1))
    assert "How strong" not in report_html(results, "pl", ratings=rated)
