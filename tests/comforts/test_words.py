"""Everything has words, in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import cast

import pytest

import meowple
from comforts.table import BOX, do, give, lay
from meowple import Match
from meowple.author import Event
from meowple.games import comforts
from meowple.games.comforts import GAME
from meowple.games.comforts.pieces.board import AREAS, DICE, SEASONS, TOKENS, TYPES
from meowple.games.comforts.rules import QUESTIONS
from meowple.games.comforts.table.names import WHY
from meowple.games.comforts.table.words import EVENTS, TELLERS, ComfortsWords

FOLDER = Path(str(comforts.__file__)).parent
LANGUAGES = ("en", "pl")


def words(language: str) -> ComfortsWords:
    return cast(ComfortsWords, GAME.in_words(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_label_of_its_own(language: str) -> None:
    labels = {action.key: words(language).action(action) for action in GAME.actions}
    for key, label in labels.items():
        assert label and label != key and "{" not in label
    verbs: dict[str, set[str]] = {}
    for key, label in labels.items():
        assert label not in verbs.setdefault(key.partition(":")[0], set()), (key, label)
        verbs[key.partition(":")[0]].add(label)


def test_labels_are_put_as_a_player_would() -> None:
    pl = words("pl")
    keys = ("make:quilt", "build:3", "place:inn", "turn:village-2:-1", "ready", "give:orchard-3")
    assert [pl.action(GAME.actions[key]) for key in keys] == [
        "Przygotuj: Kocyk",
        "Zmontuj kartę przy szczeblu 3",
        "Wyślij pracownika: Gospoda",
        "Wiatrowskaz, kość wioski 2: −1",
        "Wszyscy rozmieszczeni: gotowe",
        "Przydziel: Sad, miejsce 3",
    ]
    assert words("en").action(GAME.actions["trade:scale"]) == "Trade Scale: 1 resource → 1 resource"


def test_every_kind_of_event_is_told_in_random_games() -> None:
    told: set[str] = set()
    for seed in range(7):
        match = meowple.new_match("comforts", 1 + seed % 5, seed=seed)
        rng = Random(seed)
        while not match.over:
            seat = rng.choice(match.to_act)
            actions = match.actions(seat)
            dull = ("assigned", "rest", "pass", "enough", "end", "back", "lift")
            lively = [a for a in actions if a.verb not in dull] or list(actions)
            match.act(seat, rng.choice(lively if rng.random() < 0.8 else actions))
        told |= {event.kind for event in match.events(None)}
        for viewer in (None, 0):
            for language in LANGUAGES:
                assert not any("{" in line for line in match.log(viewer, language))
    en = words("en")
    known = {*EVENTS, *TELLERS, *en.told}
    assert told <= known, "an event without words"
    assert known - told <= {"reshuffled", "vane", "rode", "guest", "searched"}
    assert en.event(Event("unheard", {}), en.people(None, [])) is None


def last_lines(match: Match, viewer: int | None, language: str, number: int) -> list[str]:
    lines = match.log(viewer, language, names=["Ala", "Ola", "Ela"])
    return lines[-number:]


def test_what_you_do_is_told_in_the_second_person() -> None:
    match = lay(placed={0: ["inn"]}, village=(4, 6, 6, 6), tokens={0: {"lesson": 1}})
    give(match, "inn", "village-1 +1")
    do(match, "assigned")
    assert last_lines(match, 0, "pl", 1) == [
        "Przydzielasz kości: Gospoda: 5 (wypadło 4). Użyta nauczka: 1."
    ]
    assert last_lines(match, 1, "pl", 1) == [
        "Ala: przydziela kości: Gospoda: 5 (wypadło 4). Użyta nauczka: 1."
    ]
    assert last_lines(match, 0, "en", 1) == ["You give dice: Inn: 5 (rolled 4). 1 lesson is used."]


def test_every_event_has_a_sentence_for_who_did_it_and_one_for_the_others() -> None:
    en, pl = words("en"), words("pl")
    for mine, others in (*EVENTS.values(), *en.told.values()):
        assert "{name}" not in mine and others.startswith("{name}: ")
        assert pl._(mine) != mine and pl._(others).startswith("{name}")
    took = Event("gathered", {"seat": 0, "place": "river-b", "tokens": {"coin": 1, "stone": 2}})
    for w, viewer, expected in (
        (en, 0, "River B: you take 1 coin, 2 stone."),
        (en, 1, "Ala: River B: takes 1 coin, 2 stone."),
        (pl, 0, "Rzeka B: bierzesz: 1 moneta, 2 kamienie."),
        (pl, None, "Ala, Rzeka B: bierze: 1 moneta, 2 kamienie."),
    ):
        line = w.event(took, w.people(viewer, ["Ala", "Ola"]))
        assert line is not None and line.plain == expected


@pytest.mark.parametrize(
    ("seat", "english", "polish"),
    [
        (0, "You give 1 yarn to Ola.", "Dajesz: 1 przędza. Dostaje to Ola."),
        (1, "Ala: gives you 1 yarn.", "Ala: daje ci: 1 przędza."),
        (2, "Ala: gives 1 yarn to Ola.", "Ala: daje: 1 przędza. Dostaje to Ola."),
    ],
)
def test_a_gift_is_told_to_who_gives_who_gets_and_who_looks_on(
    seat: int, english: str, polish: str
) -> None:
    data = {"seat": 0, "to": 1, "tokens": {"yarn": 1}, "supply": False}
    for language, expected in (("en", english), ("pl", polish)):
        w = words(language)
        line = w.event(Event("gave", data), w.people(seat, ["Ala", "Ola", "Ela"]))
        assert line is not None and line.plain == expected


REASONS = [
    {"code": "lacks", "tokens": {"wood": 2, "any": 1, "card": 1}},
    {"code": "need", "place": "forest-left", "need": BOX.forest[0].needs[0].json},
    {"code": "waits", "place": "orchard-2"},
    {"code": "given", "place": "inn"},
    {"code": "rung", "needs": 5, "value": 4},
    {"code": "closed", "card": "pine-marten"},
    {"code": "workers_left", "number": 2},
    *(
        {"code": code}
        for code in (
            "own_worker", "all_placed", "own_estate", "family_only", "taken", "no_worker",
            "nothing_to_build", "nest_empty", "paw", "unwanted", "cottage", "twice", "used", "later",
            "not_now",
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: str(reason["code"]))
def test_every_reason_has_a_sentence_and_a_tag(reason: dict[str, object]) -> None:
    for language in LANGUAGES:
        sentence, tag = words(language).why(reason), words(language).why_short(reason)
        assert sentence.endswith((".", "?")) and tag and "{" not in sentence + tag
    assert len(tag) < len(sentence)


def reasons(value: object) -> set[str]:
    if isinstance(value, dict):
        own = {value["code"]} if isinstance(value.get("code"), str) else set()
        return own.union(*map(reasons, value.values()))
    if isinstance(value, list):
        return set().union(*map(reasons, value))
    return set()


def test_no_view_gives_a_reason_without_words() -> None:
    found: set[str] = set()
    for seed in range(5):
        match = meowple.new_match("comforts", 1 + seed % 5, seed=seed)
        rng = Random(seed)
        while not match.over:
            seat = rng.choice(match.to_act)
            if rng.random() < 0.05:
                found |= reasons(match.view(seat)["table"])
            match.act(seat, rng.choice(match.actions(seat)))
    assert {str(reason["code"]) for reason in REASONS} == set(WHY), "a reason that no test knows"
    assert found <= set(WHY) and len(found) > 12


def asked(tree: ast.AST) -> Iterator[str]:
    """The names of the declarations whose questions a part of the rules asks."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("ask", "ask_all", "ask_any"):
            parts = node.value
            names = [parts.body, parts.orelse] if isinstance(parts, ast.IfExp) else [parts]
            yield from (name.id for name in names if isinstance(name, ast.Name))


def test_every_question_that_is_asked_is_listed_with_a_prompt_in_each_language() -> None:
    rules = FOLDER / "rules"
    used = {
        name for file in rules.glob("*.py") for name in asked(ast.parse(file.read_text("utf-8")))
    }
    declared = {
        name
        for file in rules.glob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for name in [getattr(node.targets[0], "id", "")]
        if getattr(node.value.func, "id", "") == "QuestionKind"
    }
    assert used - {"question"} <= declared and len(declared) == len(QUESTIONS)
    assert len({kind.name for kind in QUESTIONS}) == len(QUESTIONS)
    for kind in QUESTIONS:
        assert kind.prompt
        if isinstance(kind.prompt, str):
            assert words("pl")._(kind.prompt) != kind.prompt


def test_prompts_say_what_is_asked_and_whom_the_others_wait_for() -> None:
    match = lay(placed={0: ["inn"]}, village=(4, 6, 6, 6))
    assert words("en").prompt(match.view(0)) == "Which die do you give away?"
    assert words("en").prompt(match.view(1)) == "Another player: gives dice."
    assert words("pl").prompt(match.view(1)) == "Inny gracz: przydziela kości."
    assert words("pl").doing(match.view(1)) == "przydziela kości"
    do(match, "pick:village-1")
    assert words("en").prompt(match.view(0)) == "Who gets the 4?"
    moose = lay(step="month_end", traveler="moose", tokens={0: {"wood": 1}})
    assert (
        words("en").prompt(moose.view(0))
        == "To whom do you give: 1 resource? You get for it: 1 book."
    )
    over = lay(step="over", month=8)
    assert words("en").prompt(over.view(0)).startswith("The winter is here")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pieces_have_names(language: str) -> None:
    w = words(language)
    for area in (*AREAS, "hill", "estates"):
        assert w.area(area)
    for token in (*TOKENS, "any", "card", "wheelbarrow"):
        assert w.token(token) and w.amount({token: 2})
    for die in DICE:
        assert w.die(die)
    for season in SEASONS:
        assert w.season(season)
    for type_ in TYPES:
        assert w.type(type_)
    for card in (*BOX.comforts, *BOX.improvements, *BOX.travelers):
        assert w.card(card.id) and w.card_text(card.id)
    for month in (*BOX.forest, *BOX.meadow):
        for need in month.needs:
            assert w.need(need.json)
    for traveler in BOX.travelers:
        shown = lay(traveler=traveler.id).view(0)["table"]["traveler"]
        for profit in shown["profits"]:
            assert w.profit(profit)


def test_names_and_amounts_in_both_languages() -> None:
    en, pl = words("en"), words("pl")
    assert pl.card("quilt") == "Kocyk" and en.card("quilt") == "Quilt"
    assert pl.place("orchard-3") == "Sad" and pl.family(3) == "Lisy"
    amount = {"wood": 1, "mushroom": 2, "coin": 5}
    assert en.amount(amount) == "1 wood, 2 mushrooms, 5 coins"
    assert pl.amount(amount) == "1 drewno, 2 grzybki, 5 monet"


def test_the_text_of_the_table_shows_what_matters() -> None:
    match = lay(placed={0: ["inn"], 1: ["inn"]}, hands={0: ["pie"]}, tokens={0: {"wood": 2}})
    names = ["Ada", "Bo", "Cy"]
    en, pl = words("en"), words("pl")
    text = en.text(match.view(0), en.people(0, names))
    for part in ("Striped Skunk", "Pie 4", "2 wood", "Month 1 of 8, spring", "Bo", "Umbrella"):
        assert part in text
    assert "Ada" not in text, "the viewer is called You"
    text = pl.text(match.view(0), pl.people(0, names))
    for part in ("Skunks zwyczajny", "Twoja ręka:", "Ranny ptaszek", "Miesiąc 1 z 8, wiosna"):
        assert part in text


def test_the_terminal_counts_no_month_before_the_first() -> None:
    match = meowple.new_match("comforts", 2, seed=5)
    words = GAME.in_words("en")
    text = words.text(match.view(0), words.people(0, ["Ada", "Bo"]))
    assert "Before the first month" in text
    assert "Month 0" not in text


def test_polish_says_what_the_printed_rulebook_says() -> None:
    """There one *montuje* improvements, and who comes to the Inn is a *wędrowiec*."""
    pages = [FOLDER / "rules.pl.md", *FOLDER.rglob("*.po")]
    texts = " ".join(file.read_text(encoding="utf-8") for file in pages)
    said = "\n".join(line for line in texts.splitlines() if not line.startswith(("#", "msgid")))
    for other in ("zbud", "buduj", "podróżni", "Gospodzie."):
        assert other not in said, other
