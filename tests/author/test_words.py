"""Words bound to a language, people in sentences, questions and actions declared once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import meowple
from meowple.author import (
    N_,
    ActionList,
    AskAll,
    Event,
    FastChance,
    Game,
    Json,
    Line,
    Match,
    Options,
    People,
    QuestionKind,
    Words,
)
from meowple.cli.catalogues import extract, extract_toml
from meowple.core.questions import Ask, AskAny, Question
from tools.messages import domains
from toys import PEBBLE_GAME

ACTIONS = ActionList()
JUMP = ACTIONS.add_all(
    "jump", [("near", 1), ("far", 2)], label=lambda words, action: words.number(action.value / 2)
)
STAY = ACTIONS.add("stay", label=N_("Stay"))
BARE = ACTIONS.add("bare")
OPTIONS: Options = lambda state, seat: [*JUMP, STAY]  # noqa: E731
WHERE = QuestionKind("where", OPTIONS, N_("Where to?"), N_("Somebody jumps."))
COUNTED = QuestionKind(
    "counted", OPTIONS, lambda words, view: f"{words.number(0.5)} of {view['viewer']}"
)
GAME: Game = replace(PEBBLE_GAME, actions=ACTIONS, words=Words, questions=(WHERE, COUNTED))


def view(kind: str | None, viewer: int | None, choice: str | None = None) -> Json:
    question = kind and {"kind": kind, "seats": [0, 1], "together": True}
    return {"question": question, "viewer": viewer, "choice": choice, "scores": [1, -2]}


def test_words_are_made_once_for_each_language() -> None:
    assert GAME.in_words("pl") is GAME.in_words("pl")
    assert GAME.in_words("pl") is not GAME.in_words("en")
    assert GAME.in_words("xx") is GAME.in_words("en"), "an unknown language is English"
    assert replace(GAME, title="Other").in_words("en").game.name == "pebbles"


def test_labels_stand_where_the_actions_are_made() -> None:
    english, polish = GAME.in_words("en"), GAME.in_words("pl")
    assert [english.action(action) for action in ACTIONS] == ["0.5", "1", "Stay", "bare"]
    assert polish.action(JUMP[0]) == "0,5"


def test_prompts_stand_where_the_questions_are_declared() -> None:
    words = GAME.in_words("en")
    assert words.prompt(view("where", 0)) == "Where to?"
    assert words.prompt(view("where", 2)) == words.prompt(view("where", None)) == "Somebody jumps."
    assert words.prompt(view("where", 1, "stay")).startswith("Your choice is made")
    assert words.prompt(view("counted", 1)) == "0.5 of 1"
    assert GAME.in_words("pl").prompt(view("counted", 1)) == "0,5 of 1"
    assert words.prompt(view("counted", 2)) == "Waiting for the others."
    assert GAME.in_words("pl").prompt(view("counted", 2)) == "Czekamy na innych."
    assert words.prompt(view(None, 1)) == "The match is over."
    assert words.prompt(view("undeclared", 1)) == "undeclared"


def test_a_game_that_says_nothing_of_its_own_can_be_read_all_the_same() -> None:
    words = GAME.in_words("en")
    people = words.people(1, ["Ann", "Bob"])
    assert words.text(view("where", 1), people) == "Ann: 1\nBob: −2"
    assert words.event(Event("any", {}), people) is None
    assert words.studied("any") is None


def test_people_are_you_or_their_names() -> None:
    people = GAME.in_words("pl").people(0, ["Ann", "Bob", "Cat"])
    assert [people[seat] for seat in range(len(people))] == ["Ty", "Bob", "Cat"]
    assert (people.inside(0), people.name(0), people.inside(2)) == ("ty", "Ann", "Cat")
    assert people.listed([1, 2, 0]) == "Bob, Cat i ty" and people.listed([1]) == "Bob"
    nobody = GAME.in_words("en").people(None, ["Ann", "Bob"])
    assert [nobody[0], nobody.is_you(0)] == ["Ann", False]


def test_a_game_may_call_people_otherwise() -> None:
    class Cats(People):
        def __getitem__(self, seat: int) -> str:
            return f"cat {seat}"

    class CatWords(Words):
        def people(self, viewer: int | None, names: list[str]) -> People:  # type: ignore[override]
            return Cats(viewer, names, self)

        def event(self, event: Event, people: People) -> Line:
            return Line(people[event.data.get("seat", 9)])

    game: Game = replace(GAME, words=CatWords)
    match = Match(game, game.setup(2, game.check_options(), FastChance(1)))
    assert match.log()[0] == "cat 9"


@pytest.mark.parametrize(
    ("value", "digits", "english", "polish"),
    [(2.5, None, "2.5", "2,5"), (3, None, "3", "3"), (2.0, None, "2", "2"), (-1, None, "−1", "−1"),
     (1 / 3, 1, "0.3", "0,3"), (5, 2, "5.00", "5,00")],
)  # fmt: skip
def test_numbers(value: float, digits: int | None, english: str, polish: str) -> None:
    assert GAME.in_words("en").number(value, digits) == english
    assert GAME.in_words("pl").number(value, digits) == polish


def test_catalogues_of_a_package_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the words, above them, or in a folder ``table`` there."""
    polish = meowple.get_game("festival").in_words("pl")
    assert polish._("Yes") != "Yes"
    package = tmp_path / "kitten"
    for name in ("kitten", "kitten/table"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
    (package / "table" / "words.py").write_text(
        "from meowple.author import Words\nclass KittenWords(Words): pass\n"
    )
    folder = package / "table" / "locale" / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    core = Path(meowple.__file__).parent / "core/locale/pl/LC_MESSAGES/core.mo"
    (folder / "pebbles.mo").write_bytes(core.read_bytes())
    monkeypatch.syspath_prepend(str(tmp_path))
    from kitten.table.words import KittenWords  # type: ignore[import-not-found]

    game: Game = replace(PEBBLE_GAME, words=KittenWords)
    assert game.in_words("pl")._("You") == "Ty"
    assert game.in_words("en")._("You") == "You"


def test_a_declared_question_asks_in_all_three_ways() -> None:
    def same(question: Question, kind: type[Question], seats: tuple[int, ...]) -> None:
        assert type(question) is kind and question.kind == "where"
        assert question.seats == seats and question.options is OPTIONS

    for _ in range(2):
        same(WHERE.ask(1), Ask, (1,))
        same(WHERE.ask_all((0, 2)), AskAll, (0, 2))
        same(WHERE.ask_any((0, 1)), AskAny, (0, 1))
    other: Options = lambda state, seat: [STAY]  # noqa: E731
    assert WHERE.ask(1, other).options is other and WHERE.ask(1).options is OPTIONS
    assert WHERE.ask_all((0, 1), other).options is WHERE.ask_any((0, 1), other).options is other


def test_texts_of_cards_are_collected_from_their_files(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(
        'shown = ["name", "text"]\n'
        '[deck]\nid = "x"\nname = "All cards"\n'
        '[[card]]\nid = "fox"\nname = "Fox"\ntext = ""\neffects = [{ verb = "jump", text = "Hop" }]\n'
    )
    with file.open("rb") as opened:
        found = [text for _, _, text, _ in extract_toml(opened, (), (), {})]
    assert found == ["All cards", "Fox", "Hop"]
    assert all(len(extract(domain)) for domain in domains().values())
