"""What the table shows and in which words, besides what the rule tests look at."""

from __future__ import annotations

import pytest

from meowple.core.language import LANGUAGES
from meowple.games.purrballs import words
from meowple.games.purrballs.components import ACTIONS, BY_KEY, CATS
from purrballs.table import Table, lay_out, opened

BOW, CLAWS, SPEAR = "gear:l1-p3-storm-bow", "gear:l1-p3-twin-claws", "gear:l1-p3-hunting-spear"


def battle(**how: object) -> Table:
    t = lay_out(pool="Fish, Honey, Timber", **how).send("Soldier+0")  # type: ignore[arg-type]
    while t.asked == "loot":
        t.do(t.choices()[0])
    return t


def test_a_fight_shows_which_gear_matches_which_defence() -> None:
    t = battle(monsters="Giant Spider", loot=["Hunting Spear, Storm Bow, Twin Claws"],
               spent=["Twin Claws"])  # fmt: skip
    t.dice("spark").do("challenge:giant-spider", SPEAR)
    fight = t.view(1)["fight"]  # everybody may look on
    assert (fight["seat"], fight["card"], fight["battles"], fight["won"]) == (
        0,
        "giant-spider",
        1,
        False,
    )
    assert [(d["icon"], d["rolled"], d["by"]) for d in fight["defences"]] == [
        ("claw", False, [{"gear": "l1-p3-hunting-spear"}]),
        ("arrow", False, [{"gear": "l1-p3-hunting-spear"}]),
        ("spark", True, None),
    ]
    gear = {g["card"]: g for g in t.view(0)["fight"]["gear"]}
    assert gear["l1-p3-hunting-spear"]["chosen"]
    assert gear["l1-p3-storm-bow"]["can"] and gear["l1-p3-storm-bow"]["why"] is None
    assert gear["l1-p3-twin-claws"]["why"] == {"code": "spent"}
    t.do(BOW)
    assert t.view(0)["fight"]["won"] and t.view(0)["fight"]["defences"][2]["by"]


def test_monsters_are_held_against_the_viewers_gear() -> None:
    t = lay_out(monsters="Cave Bear, Imp", loot=["Twin Claws"])
    bear, imp = t.view(0)["monsters"]
    assert bear["against"] == {"met": [False, True], "enough": False}
    assert imp["against"] == {"met": [False], "enough": False}
    assert t.view(None)["monsters"][0]["against"] is None


def test_each_catventurer_shows_what_it_would_score_now() -> None:
    t = lay_out(mana=[9, 0, 0], loot=["Fish, Honey"])
    shown = {c["card"]: c["xp"] for c in t.view(0)["hand"]}
    assert shown == {"prince": 0, "rogue": 0, "mage": 3, "soldier": 0, "merchant": 2}
    seats = t.view(1)["seats"]
    assert seats[0]["xp"] == 5 == t.match.scores[0]


def test_reasons_of_every_kind() -> None:
    seen = set()

    def collect(value: object) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("why"), dict):
                seen.add(value["why"]["code"])
            for inner in value.values():
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)

    for mode in ("base", "veteran", "expert"):
        for seed in range(2):
            t = opened(3, mode=mode, seed=seed)
            while not t.match.over:
                for viewer in range(2):
                    collect(t.view(viewer))
                t.do_any(seed)
    assert seen <= set(words.REASONS)
    assert seen >= {"not_now", "exhausted", "in_play", "no_battle", "noble", "has_loot"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words(language: str) -> None:
    for action in ACTIONS:
        label = words.action(action, language)
        assert label and "{" not in label
    for key, card in BY_KEY.items():
        assert words.card_name(key, language)
        assert words.card_text(key, language)
        spoken = words.card_spoken(key, language)
        assert "{" not in spoken and len(spoken) > len(card.name) - 1
    for code in words.REASONS:
        reason = {"code": code, "seat": 1, "short": 2, "card": "mage"}
        for text in (words.why(reason, language), words.why_short(reason, language)):
            assert text and "{" not in text
    assert {words.word(cat.class_, language) for cat in CATS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_log_and_terminal_speak_at_every_question(language: str) -> None:
    asked = set()
    for mode in ("base", "veteran", "expert"):
        for seed in range(3):
            t = opened(5, mode=mode, seed=seed)
            while not t.match.over:
                asked.add(t.asked)
                view = t.match.view(t.match.to_act[0])
                assert "{" not in words.prompt(view, language)
                if seed == 0:
                    text = words.text(view, list("ABCDE"), language)
                    assert "{" not in text and "[bold]B" in text + "[bold]B" * (view["viewer"] == 1)
                t.do_any(seed)
            for line in t.match.log_lines(0, language):
                assert line.text and "{" not in line.text
    assert len(asked) > 15
