"""What the table shows and in which words, besides what the rule tests look at."""

from __future__ import annotations

import pytest

from meowple.author import LANGUAGES
from meowple.games.purrballs import GAME
from meowple.games.purrballs.pieces.actions import ACTIONS
from meowple.games.purrballs.pieces.box import CARDS, CATS
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.rules import QUESTIONS
from meowple.games.purrballs.rules.telling import TOLD
from meowple.games.purrballs.table.words import REASONS, PurrballsWords
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
    assert seen <= set(REASONS)
    assert seen >= {"not_now", "exhausted", "in_play", "no_battle", "noble", "has_loot"}


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> PurrballsWords:
    found = GAME.in_words(request.param)
    assert isinstance(found, PurrballsWords)
    return found


def test_everything_has_words(words: PurrballsWords) -> None:
    for action in ACTIONS:
        label = words.action(action)
        assert label and label != action.key and "{" not in label
    for key, card in CARDS.items():
        assert words.card_name(key)
        assert words.card_text(key)
        spoken = words.card_spoken(key)
        assert "{" not in spoken and len(spoken) > len(card.name) - 1
        if isinstance(card, Cat):
            for text in (words.gist(key), words.scoring(key)):
                assert len(text) > 3 and "{" not in text
                assert text[0].isupper() or text[0].isdigit()
    for code in REASONS:
        reason = {"code": code, "seat": 1, "short": 2, "card": "mage"}
        for text in (words.why(reason), words.why_short(reason)):
            assert text and "{" not in text
    assert {words.word(cat.class_) for cat in CATS}
    assert [words.place(place) for place in range(4)][3] == "4."


def test_prompts_log_and_terminal_speak_at_every_question(words: PurrballsWords) -> None:
    asked = set()
    for mode in ("base", "veteran", "expert"):
        for seed in range(3):
            t = opened(5, mode=mode, seed=seed)
            while not t.match.over:
                asked.add(t.asked)
                for viewer in (t.match.to_act[0], None):
                    view = t.match.view(viewer)
                    assert "{" not in words.prompt(view) and words.prompt(view) != t.asked
                if seed == 0:
                    people = words.people(None, list("ABCDE"))
                    text = words.text(view, people)
                    assert "{" not in text and "[bold]B" in text
                t.do_any(seed)
            for viewer in (None, 0):
                for line in t.match.log_lines(viewer, words.language, list("ABCDE")):
                    assert line.text and "{" not in line.text
    assert len(asked) > 15
    assert asked <= {kind.name for kind in QUESTIONS}


def test_every_event_that_is_told_has_a_line() -> None:
    told = set()
    for mode in ("base", "veteran", "expert"):
        for claim in ("end", "turn"):
            for seed in range(4):
                t = opened(5, seed=seed, mode=mode, prince_claim=claim).play_out(seed=seed)
                told |= {event.kind for event in t.match.events()}
    assert len(told) > 25 and told <= set(TOLD)


def test_who_looks_is_spoken_to_and_others_are_named() -> None:
    t = lay_out(mana=[2, 3, 3]).send("Rogue+1", "Soldier+1", "Soldier+1").do("rotate", "from:2")
    names = ["Ann", "Bob", "Cat"]

    def stole(viewer: int | None, language: str = "en") -> str:
        lines = t.match.log(viewer, language, names)
        return next(line for line in lines if "1" in line and ("steal" in line or "take" in line
                    or "zabier" in line.lower()) and "Mana" in line.replace("Many", "Mana"))  # fmt: skip

    assert stole(0) == "You take 1 Mana from Bob."
    assert stole(1) == "Ann takes 1 Mana from you."
    assert stole(2) == stole(None) == "Ann takes 1 Mana from Bob."
    assert stole(0, "pl").startswith("Zabierasz 1 Many")
    assert stole(1, "pl") == "Ann zabiera ci 1 Many."
