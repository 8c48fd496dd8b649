"""The game in words, English and Polish: nothing is left out, nothing is left in English."""

from __future__ import annotations

import re
from typing import Any

import pytest

from festival.table import Table, end_game, lay_out, start
from meowple.core.events import Event
from meowple.core.language import LANGUAGES
from meowple.core.registry import get_game
from meowple.games.festival import words
from meowple.games.festival.components import ACTIONS, CARDS
from meowple.games.festival.words import EVENTS

NAMES = ["Ala", "Bob", "Ceri", "Dan"]
ENGLISH = re.compile(
    r"\b(the|you|your|takes?|plays?|card|cards|spring|summer|fall|winter|booze|crow|seat|dummy|of)\b",
    re.IGNORECASE,
)


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
    kinds: set[str] = set()
    prompts: set[tuple[Any, ...]] = set()
    for t in matches():
        names = NAMES[: t.match.seats]
        viewers = [None, *range(t.match.seats)]
        while True:
            for viewer in viewers:
                view = t.match.view(viewer)
                speak(words.prompt(view, language), language)
                question = view["question"]
                prompts.add((question and question["kind"], viewer is None, view["choice"] is None))
                if len(prompts) % 3 == 0 or t.over:
                    assert words.text(view, names, language)
            if t.over or t.s.game > 3:
                break
            for seat in t.match.to_act:
                t.match.act(seat, t.match.actions(seat)[0])
        for viewer in (None, 1):
            for line in t.match.log_lines(viewer, language, names):
                speak(line.text, language)
        kinds.update(t.story)
    redeal = [{"seat": None}, {"seat": 1}]
    for data in redeal:
        line = words.event(Event("redeal", data), 0, NAMES, language)
        assert line is not None
        speak(line.text, language)
    assert kinds | {"redeal", "swap"} >= set(EVENTS) - {"revealed"}
    asked = {kind for kind, *_ in prompts}
    assert asked >= {
        "play",
        "multiplier",
        "start_player",
        "tokens",
        "extra_token",
        "free_token",
        "crow",
        "hands",
    }


def test_every_kind_of_event_the_rules_tell_has_a_line() -> None:
    told = {kind for t in matches() for kind in t.play_out(5).story}
    assert told - set(EVENTS) == {"revealed"}  # what is revealed is told again by who took what


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_label_of_its_own(language: str) -> None:
    labels = [speak(words.action(action, language), language) for action in ACTIONS]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_reason(language: str) -> None:
    reasons = [{"code": "not_now", "season": None}]
    reasons += [
        {"code": "season_showing", "season": s} for s in ("spring", "summer", "fall", "winter")
    ]
    said = [
        speak(words.why(reason, language), language)
        if language == "pl"
        else words.why(reason, language)
        for reason in reasons
    ]
    short = [words.why_short(reason, language) for reason in reasons]
    assert len(set(said)) == len(set(short)) == 5
    assert all("{" not in one for one in [*said, *short])


def test_polish_is_polish_and_nothing_is_missing() -> None:
    game = get_game("festival")
    gettext = words._translator("pl").gettext
    texts = [game.title]
    for option in game.options:
        texts += [option.title, *option.choices.values(), *([option.help] if option.help else [])]
    assert [text for text in texts if gettext(text) == text] == []
    seasons = [words.season_name(s, "pl") for s in ("spring", "summer", "fall", "winter", "yorozu")]
    assert seasons == ["Wiosna", "Lato", "Jesień", "Zima", "Yorozu"]
    assert words.card_spoken("winter-12", "pl").startswith("Zima 12, ")


def test_seasons_inside_polish_sentences_stand_in_the_genitive() -> None:
    seasons = [words.season_of(s, "pl") for s in ("spring", "summer", "fall", "winter", "yorozu")]
    assert seasons == ["wiosny", "lata", "jesieni", "zimy", "Yorozu"]
    assert [words.season_of(s, "en") for s in ("spring", "yorozu")] == ["Spring", "Yorozu"]
    assert "karty jesieni" in words.why({"code": "season_showing", "season": "fall"}, "pl")
    t = lay_out(round=7, face_up="Summer 2, Winter 12", hands=["Summer 5, Fall 8, YOROZU 0"])
    assert words.prompt(t.match.view(0), "pl") == "Zagraj zakrytą kartę jesieni albo Yorozu."
    assert words.prompt(t.match.view(0), "en") == "Play a Fall or Yorozu card, face down."
    void = words.event(Event("void", {"seat": 1, "seasons": ["spring", "fall"]}), 0, NAMES, "pl")
    assert void is not None and void.plain == "Bob: nie ma już wiosny, jesieni."


def test_names_read_well_wherever_they_stand() -> None:
    swap = Event("swap", {"seats": [1, 0], "cards": ["yorozu-0", "summer-6"]})
    assert line(swap, 0) == "Crow! Bob and you swap Yorozu 0 and Summer 6."
    assert line(swap, 1) == "Crow! You and Ala swap Yorozu 0 and Summer 6."
    dummy = Event("swap", {"seats": [0, 3], "cards": ["yorozu-0", "summer-6"]})
    assert line(dummy, None, NAMES[:3]) == "Crow! Ala and the dummy swap Yorozu 0 and Summer 6."
    assert line(swap, 0, language="pl") == "Kruk! Wymiana: Bob i ty, Yorozu 0 za Lato 6."
    named = Event("start_player", {"seat": 0, "by": 1})
    assert line(named, 0) == "Bob: the start player shall be you."
    third = Event("took", {"seat": 2, "card": "spring-2", "played": "summer-3", "how": "lowest"})
    assert line(third, 0) == "Ceri: lowest with Summer 3, takes Spring 2 and a booze token."
    taken = Event("took", {"seat": 3, "card": "spring-2", "played": "summer-3", "how": "lowest"})
    assert line(taken, 0, NAMES[:3]) == "The dummy: lowest with Summer 3, takes Spring 2."


def line(event: Event, viewer: int | None, names: list[str] = NAMES, language: str = "en") -> str:
    said = words.event(event, viewer, names, language)
    assert said is not None
    return said.plain


def test_a_card_is_spoken_with_its_icons() -> None:
    spoken = {words.card_spoken(one.key, "en") for one in CARDS}
    assert len(spoken) == 38
    assert {"Winter 12, two fish", "Spring 3, one fish", "Spring 4, no icon"} <= spoken
    assert {"Yorozu 0, booze", "Fall 7, crow"} <= spoken
    assert words.multiplier_name("kou-1", "en") == "甲-1: Spring ×2, Summer ×−1, Fall ×1, Winter ×1"
