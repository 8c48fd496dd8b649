"""Everything has words, in both languages."""

from __future__ import annotations

from random import Random

import pytest

import meowple
from comforts.table import BOX, lay
from meowple.core.events import Event
from meowple.games.comforts import GAME
from meowple.games.comforts.components import AREAS, DICE, TOKENS
from meowple.games.comforts.words import _EVENTS

WORDS = GAME.words
LANGUAGES = ("en", "pl")


def test_every_action_has_a_label_of_its_own() -> None:
    for language in LANGUAGES:
        labels = [WORDS.action(action, language) for action in GAME.actions]
        assert all(labels) and not any("{" in label for label in labels)
    assert len(set(labels)) > 280
    labels = [WORDS.action(GAME.actions[k], "pl") for k in ("make:quilt", "build:3", "place:inn")]
    assert labels == [
        "Przygotuj: Kocyk",
        "Zmontuj kartę przy szczeblu 3",
        "Wyślij pracownika: Gospoda",
    ]


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
    assert told <= set(_EVENTS), "an event without words"
    assert set(_EVENTS) - told <= {"reshuffled", "vane", "rode", "guest", "searched"}
    assert WORDS.event(Event("unheard", {}), None, [], "en") is None


REASONS = [
    {"code": "lacks", "tokens": {"wood": 2, "any": 1, "card": 1}},
    {"code": "need", "place": "forest-left", "need": BOX.forest[0].needs[0].to_json()},
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
        sentence = WORDS.why(reason, language)  # type: ignore[attr-defined]
        tag = WORDS.why_short(reason, language)  # type: ignore[attr-defined]
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
    assert found <= {str(reason["code"]) for reason in REASONS}
    assert len(found) > 12


def test_pieces_have_names_in_both_languages() -> None:
    words = WORDS
    assert words.card("quilt", "pl") == "Kocyk" and words.card("quilt", "en") == "Quilt"  # type: ignore[attr-defined]
    assert words.place("orchard-3", "pl") == "Sad"  # type: ignore[attr-defined]
    assert words.family(3, "pl") == "Lisy"  # type: ignore[attr-defined]
    for language in LANGUAGES:
        for area in (*AREAS, "hill", "estates"):
            assert words.area(area, language)  # type: ignore[attr-defined]
        for token in (*TOKENS, "any", "card", "wheelbarrow"):
            assert words.token(token, language)  # type: ignore[attr-defined]
        for die in DICE:
            assert words.die(die, language)  # type: ignore[attr-defined]
        for card in (*BOX.comforts, *BOX.improvements, *BOX.travelers):
            assert words.card_text(card.id, language)  # type: ignore[attr-defined]
        for card in (*BOX.forest, *BOX.meadow):
            for need in card.needs:
                assert words.need(need.to_json(), language)  # type: ignore[attr-defined]
        for traveler in BOX.travelers:
            shown = lay(traveler=traveler.id).view(0)["table"]["traveler"]
            for profit in shown["profits"]:
                assert words.profit(profit, language)  # type: ignore[attr-defined]
    amount = {"wood": 1, "mushroom": 2, "coin": 5}
    assert words.amount(amount, "en") == "1 wood, 2 mushrooms, 5 coins"  # type: ignore[attr-defined]
    assert words.amount(amount, "pl") == "1 drewno, 2 grzybki, 5 monet"  # type: ignore[attr-defined]


def test_the_text_of_the_table_shows_what_matters() -> None:
    match = lay(placed={0: ["inn"], 1: ["inn"]}, hands={0: ["pie"]}, tokens={0: {"wood": 2}})
    text = WORDS.text(match.view(0), ["Ada", "Bo", "Cy"], "en")
    for part in ("Striped Skunk", "Pie 4", "2 wood", "Month 1 of 8, spring", "Bo", "Umbrella"):
        assert part in text
    assert "Ada" not in text, "the viewer is called You"
    assert "Skunks zwyczajny" in WORDS.text(match.view(1), ["Ada", "Bo", "Cy"], "pl")
