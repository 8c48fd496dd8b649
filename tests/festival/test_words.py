"""The game in words, English and Polish: nothing is left out, nothing is left in English."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest
from babel.messages.pofile import read_po

from festival.table import Table, end_game, lay_out, start
from meowple.author import LANGUAGES, Event
from meowple.core.registry import game_folder, get_game
from meowple.games.festival.pieces import ACTIONS, CARDS, SUITS
from meowple.games.festival.rules import QUESTIONS
from meowple.games.festival.table.words import EVENTS, FestivalWords

NAMES = ["Ala", "Bob", "Ceri", "Dan"]
ENGLISH = re.compile(
    r"\b(the|you|your|takes?|plays?|card|cards|spring|summer|fall|winter|booze|crow|seat|dummy|of)\b",
    re.IGNORECASE,
)


def words(language: str = "en") -> FestivalWords:
    found = get_game("festival").in_words(language)
    assert isinstance(found, FestivalWords)
    return found


def speak(line: str, language: str) -> str:
    """The line, once it is seen to be a finished sentence of that language."""
    assert line and "{" not in line and "}" not in line and "None" not in line
    if language == "pl":
        assert not ENGLISH.search(line), line
    return line


def matches() -> list[Table]:
    """Matches in which everything happens that can."""
    found = [
        start(
            seats,
            seed=seed,
            rules=rules,
            target=25,
            multiplier_choice=choice,
            announce_on_yorozu=True,
        )
        for seats in (3, 4)
        for rules in ("basic", "experienced", "advanced")
        for seed, choice in ((1, "open"), (2, "hidden"))
    ]
    crow = lay_out(hands=["YOROZU 0", "Summer 6", "Fall 6", "YOROZU 13"])
    return [
        *found,
        crow.play("YOROZU 0", "Summer 6", "Fall 6", "YOROZU 13"),
        end_game([[17, 21, 0, 0]]),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_prompt_and_table_has_its_words(language: str) -> None:
    say = words(language)
    kinds: set[str] = set()
    prompts: set[tuple[Any, ...]] = set()
    for t in matches():
        names = NAMES[: t.match.seats]
        viewers = [None, *range(t.match.seats)]
        while True:
            for viewer in viewers:
                view = t.match.view(viewer)
                speak(say.prompt(view), language)
                question = view["question"]
                prompts.add((question and question["kind"], viewer is None, view["choice"] is None))
                if len(prompts) % 3 == 0 or t.over:
                    text = say.text(view, say.people(viewer, names))
                    speak(re.sub(r"\[.*?\]", "", text), language)
            if t.over or t.s.game > 3:
                break
            for seat in t.match.to_act:
                t.match.act(seat, t.match.actions(seat)[0])
        for viewer in (None, 1):
            for told in t.match.log_lines(viewer, language, names):
                speak(told.text, language)
        kinds.update(t.story)
    for redeal in ({"seat": None}, {"seat": 1}, {"seat": 0}):
        speak(line(Event("redeal", redeal), 0, language=language), language)
    assert kinds | {"redeal", "swap"} >= set(EVENTS) - {"revealed"}
    assert {kind for kind, *_ in prompts} >= {kind.name for kind in QUESTIONS}


def test_every_kind_of_event_the_rules_tell_has_a_line() -> None:
    told = {kind for t in matches() for kind in t.play_out(5).story}
    assert told - set(EVENTS) == {"revealed"}  # what is revealed is told again by who took what


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_label_of_its_own(language: str) -> None:
    labels = [speak(words(language).action(action), language) for action in ACTIONS]
    assert len(set(labels)) == len(labels)
    assert not set(labels) & {action.key for action in ACTIONS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_reason(language: str) -> None:
    say = words(language)
    reasons = [{"code": "not_now", "season": None}]
    reasons += [{"code": "season_showing", "season": season} for season in say.seasons]
    said = [say.why(reason) for reason in reasons]
    short = [say.why_short(reason) for reason in reasons]
    if language == "pl":
        assert all(speak(one, language) for one in (*said, *short))
    assert len(set(said)) == len(set(short)) == len(reasons)
    assert all("{" not in one for one in [*said, *short])


def test_polish_is_polish_and_nothing_is_missing() -> None:
    game, polish = get_game("festival"), words("pl")
    texts = [game.title]
    for option in game.options:
        texts += [option.title, *option.choices.values(), *([option.help] if option.help else [])]
    assert [text for text in texts if polish._(text) == text] == []
    assert [polish.season_name(suit) for suit in SUITS] == [
        "Wiosna",
        "Lato",
        "Jesień",
        "Zima",
        "Yorozu",
    ]
    assert polish.card_spoken("winter-12") == "Zima 12, 2 ryby"


def test_no_text_hides_where_nobody_collects_it() -> None:
    """A text inside the braces of an f-string is not found by the tool that collects texts."""
    folder = game_folder("festival")
    hidden = [
        f"{file.name}:{node.lineno}"
        for file in folder.rglob("*.py")
        for string in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for node in ast.walk(string)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", ""))
        in ("_", "N_", "ngettext", "pgettext")
        and any(isinstance(argument, ast.Constant) for argument in node.args)
    ]
    assert hidden == []


def test_texts_get_the_rulebooks_numbers_from_where_they_stand() -> None:
    """A limit that is changed in the rules is not to be looked for in sentences and templates."""
    file = game_folder("festival") / "table/locale/pl/LC_MESSAGES/festival.po"
    with file.open("rb") as source:
        texts = [message.id for message in read_po(source)]
    said = [text if isinstance(text, str) else " ".join(text) for text in texts]
    numbers = re.compile(r"\d|\b(three|four|nine|ten|thirty)\b", re.IGNORECASE)
    found = [text for text in said if numbers.search(re.sub(r"\{\w+\}|%\(\w+\)s", "", text))]
    assert sorted(found) == [
        "Every three games",  # a choice of an option, which is called so
        "Experienced rules with three players only.",
        "Three players only.",
        "must be 1 at the step {step}",
        "the dummy has a card in play in a round of three players, and only then",
    ]


def test_seasons_inside_polish_sentences_stand_in_their_case() -> None:
    polish, english = words("pl"), words()
    assert [polish.season_of(suit) for suit in SUITS] == [
        "wiosny",
        "lata",
        "jesieni",
        "zimy",
        "Yorozu",
    ]
    assert [polish.season_taken(suit) for suit in SUITS] == [
        "Wiosnę",
        "Lato",
        "Jesień",
        "Zimę",
        "Yorozu",
    ]
    assert [english.season_of(suit) for suit in ("spring", "yorozu")] == ["Spring", "Yorozu"]
    assert "karty jesieni" in polish.why({"code": "season_showing", "season": "fall"})
    t = lay_out(round=7, face_up="Summer 2, Winter 12", hands=["Summer 5, Fall 8, YOROZU 0"])
    assert polish.prompt(t.match.view(0)) == "Zagraj zakrytą kartę jesieni albo Yorozu."
    assert english.prompt(t.match.view(0)) == "Play a Fall or Yorozu card, face down."
    void = Event("void", {"seat": 1, "seasons": ["spring", "fall"]})
    assert line(void, 0, language="pl") == "Bob nie ma już wiosny ani jesieni."
    assert line(void, 1, language="pl") == "Nie masz już wiosny ani jesieni."
    assert line(void, 1) == "You have no more Spring or Fall."


def test_names_read_well_wherever_they_stand() -> None:
    swap = Event("swap", {"seats": [1, 0], "cards": ["yorozu-0", "summer-6"]})
    assert line(swap, 0) == "Crow! You and Bob swap: you give Summer 6 and get Yorozu 0."
    assert line(swap, 1) == "Crow! You and Ala swap: you give Yorozu 0 and get Summer 6."
    assert line(swap, 2) == "Crow! Bob and Ala swap Yorozu 0 and Summer 6."
    assert line(swap, 2, language="pl") == "Kruk! Bob i Ala wymieniają Yorozu 0 na Lato 6."
    polish = "Kruk! Ty i Bob wymieniacie się kartami: oddajesz Lato 6, dostajesz Yorozu 0."
    assert line(swap, 0, language="pl") == polish
    dummy = Event("swap", {"seats": [0, 3], "cards": ["yorozu-0", "summer-6"]})
    assert line(dummy, None, NAMES[:3]) == "Crow! Ala and the dummy swap Yorozu 0 and Summer 6."
    third = took(2, "spring-2", "summer-3", "lowest")
    takes = "Ceri takes Spring 2 for the lowest card, Summer 3. A booze token comes with it."
    assert line(third, 0) == takes
    assert line(third, 2) == takes.replace("Ceri takes", "You take")
    taken = took(3, "spring-2", "summer-3", "lowest")
    assert line(taken, 0, NAMES[:3]) == "The dummy takes Spring 2 for the lowest card, Summer 3."


def took(seat: int, card: str, played: str, how: str) -> Event:
    return Event("took", {"seat": seat, "card": card, "played": played, "how": how})


@pytest.mark.parametrize(
    ("seat", "by", "lines"),
    [
        (0, None, ["The lot says that you start.", "By lot Ala starts.", "By lot Ala starts."]),
        (0, 1, ["Bob lets you start.", "You let Ala start.", "Bob lets Ala start."]),
        (0, 0, ["You choose to start.", "Ala chooses to start.", "Ala chooses to start."]),
    ],
)
def test_who_starts_and_who_said_so(seat: int, by: int | None, lines: list[str]) -> None:
    event = Event("start_player", {"seat": seat, "by": by})
    assert [line(event, viewer) for viewer in (0, 1, 2)] == lines


def test_you_are_spoken_to_in_the_second_person() -> None:
    """A line about the viewer says "you", in Polish by its verb; one about others their name."""
    for t in matches():
        for event in t.match.events():
            seat = event.data.get("seat", event.data.get("by"))
            if seat is None or seat >= t.match.seats or event.kind == "start_player":
                continue
            for language, word in (("en", "You"), ("pl", "")):
                mine = line(event, seat, NAMES[: t.match.seats], language)
                theirs = line(event, None, NAMES[: t.match.seats], language)
                assert NAMES[seat] not in mine and NAMES[seat] in theirs
                assert mine.startswith(word) and ":" not in mine.split(" ")[0]
                assert re.search(r"\b[Tt]y\b", mine) is None


def test_polish_puts_no_nominative_after_a_verb() -> None:
    said = line(took(0, "spring-3", "winter-12", "highest"), 0, language="pl")
    assert said == "Bierzesz Wiosnę 3 za najwyższą kartę (Zima 12)."
    said = line(took(0, "winter-4", "winter-4", "kept"), 1, language="pl")
    assert said == "Ala bierze z powrotem Zimę 4."
    said = line(Event("dummy", {"card": "spring-3"}), 0, language="pl")
    assert said == "Manekin zagrywa Wiosnę 3."
    said = line(Event("tokens", {"seat": 1, "seasons": ["fall", "winter"]}), 0, language="pl")
    assert said == "Bob bierze żetony jesieni i zimy."
    said = line(Event("match_over", {"winners": [1, 0]}), 0, language="pl")
    assert said == "Wspólne zwycięstwo: Bob i ty."


def line(event: Event, viewer: int | None, names: list[str] = NAMES, language: str = "en") -> str:
    say = words(language)
    said = say.event(event, say.people(viewer, names))
    assert said is not None
    return said.plain


def test_a_card_is_spoken_with_its_icons() -> None:
    spoken = {words().card_spoken(one.key) for one in CARDS}
    assert len(spoken) == len(CARDS)
    assert {"Winter 12, 2 fish", "Spring 3, 1 fish", "Spring 4, no icon"} <= spoken
    assert {"Yorozu 0, booze", "Fall 7, crow"} <= spoken
    name = words().multiplier_name("kou-1")
    assert name == "Spring ×2, Summer ×−1, Fall ×1, Winter ×1"
