"""Everything has words, in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from rich.cells import cell_len
from rich.text import Text

import meowple
from meowple import Match
from meowple.author import Event, People
from meowple.games import catvale
from meowple.games.catvale import GAME
from meowple.games.catvale.pieces.cards import walk
from meowple.games.catvale.pieces.names import (
    COUNTERS,
    DECKS,
    DURATIONS,
    GATHER_FACES,
    ITEMS,
    MARKERS,
    REWARD_FACES,
    RULES,
    SEASONS,
    SKILLS,
    TILES,
)
from meowple.games.catvale.pieces.vocabulary import plain
from meowple.games.catvale.rules import questions
from meowple.games.catvale.rules.effects.flow import Choose
from meowple.games.catvale.state import KINDS_OF_WINDOWS, ORDERS, STEPS, UNTIL
from meowple.games.catvale.table import names
from meowple.games.catvale.table.words import EVENTS, PLAIN, TELLERS, UNTOLD, CatvaleWords

FOLDER = Path(str(catvale.__file__)).parent
LANGUAGES = ("en", "pl")
PEOPLE = ["Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip"]
BOX = cast(CatvaleWords, GAME.in_words("en")).box
OPTIONS: list[dict[str, Any]] = [
    {},
    {"litterbox": True, "arena": True, "reactions": "all"},
    {"world": "chaotic", "variant": "controlled", "kickstarter": True},
    {"arena": True, "world": "chaotic", "backyard_peace": "own"},
    {"litterbox": True, "variant": "controlled", "reactions": "own"},
]


def words(language: str) -> CatvaleWords:
    return cast(CatvaleWords, GAME.in_words(language))


def lively(match: Match, rng: Random) -> None:
    """Play a step of a match at random, and rather not what leads nowhere."""
    seat = rng.choice(match.to_act)
    actions = match.actions(seat)
    dull = ("talk", "parley", "pass", "end", "sell", "exchange", "discard")
    better = [action for action in actions if action.verb not in dull]
    match.act(seat, rng.choice(better if better and rng.random() < 0.85 else actions))


# -- actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_label_that_no_other_of_its_verb_has(language: str) -> None:
    seen: dict[tuple[str, str], str] = {}
    for action in GAME.actions:
        label = words(language).action(action)
        assert label and label != action.key and "{" not in label
        assert (action.verb, label) not in seen, (action.key, seen[action.verb, label])
        seen[action.verb, label] = action.key


def test_labels_are_put_as_a_player_would() -> None:
    keys = (
        "step:d4", "attack:2-3", "play:fish-stall", "gather:2+big-basket", "buy:oddities-1",
        "exchange:stick-stick-rag", "grow:chaos-c3", "plan:1-2", "talk:3", "recover:2",
    )  # fmt: skip
    assert [words("pl").action(GAME.actions[key]) for key in keys] == [
        "Idź na D4",
        "Atakuj: miejsce 2, kość: 3",
        "Zbuduj: Stragan z rybami",
        "Zbieraj, kość: 2 + Duży kosz",
        "Kup w ciemno osobliwość z wierzchu talii",
        "Wymień: Patyk + Patyk na: Szmatka",
        "Chaos → C3: Odblokuj Ostry Pazur.",
        "Do sklepu z kośćmi: 1; kość obrony: 2",
        "Porozmawiaj: miejsce 3",
        "Odzyskaj 2 dumy",
    ]
    assert words("en").action(GAME.actions["attack:2-3"]) == "Attack seat 2, die: 3"


@pytest.mark.parametrize(
    ("key", "english", "polish"),
    [
        ("attack:2-3", "Attack Bartek, die: 3", "Atakuj: Bartek, kość: 3"),
        ("talk:3", "Talk with Celina", "Porozmawiaj: Celina"),
        ("bribe:2", "Offer a payment to Bartek", "Zaproponuj zapłatę: Bartek"),
        ("die:action-1-3", "Action Die (you): 3", "Kość akcji (ty): 3"),
        ("die:defence-2", "Defence Die (Bartek)", "Kość obrony (Bartek)"),
    ],
)
def test_labels_at_a_table_say_who_sits_there(key: str, english: str, polish: str) -> None:
    for language, expected in (("en", english), ("pl", polish)):
        w = words(language)
        assert w.at(w.people(0, PEOPLE[:3])).action(GAME.actions[key]) == expected


# -- questions ------------------------------------------------------------------------------------


def test_no_question_offers_two_answers_that_read_alike_and_each_has_a_prompt() -> None:
    asked: set[str] = set()
    for seed, options in enumerate(OPTIONS):
        match = meowple.new_match("catvale", 2 + seed, options, seed=seed)
        rng = Random(seed)
        while not match.over:
            if rng.random() < 0.1:
                for language in LANGUAGES:
                    w = words(language)
                    for seat in match.to_act:
                        labels = [w.action(action) for action in match.actions(seat)]
                        assert len(set(labels)) == len(labels), labels
                    for viewer in (*match.to_act, None):
                        view = match.view(viewer)
                        prompt = w.prompt(view)
                        asked.add(view["question"]["kind"])
                        assert prompt.endswith((".", "?")) and "{" not in prompt
            lively(match, rng)
    assert len(asked) > 15 and asked <= set(questions.ALL)


def test_every_kind_of_question_is_asked_and_put_in_each_language() -> None:
    used = {
        node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
        for file in (FOLDER / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("ask", "ask_all", "ask_any", "ask_quiet")
        and isinstance(node.value, ast.Attribute | ast.Name)
    }
    kinds = {name for name, value in vars(questions).items() if value in questions.ALL.values()}
    assert kinds - {"EMPLOYER"} <= used, "EMPLOYER is given to whoever chooses a plot"
    for kind in questions.ALL.values():
        for text in (kind.prompt, kind.waiting):
            assert text
            if isinstance(text, str):
                assert words("pl")._(text) != text


# -- events ---------------------------------------------------------------------------------------


def told_in_rules() -> set[str]:
    """The kinds of events of which the rules tell by name."""
    return {
        argument.value
        for file in (FOLDER / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) == "tell"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def test_every_event_of_the_rules_has_words_and_no_words_lack_an_event() -> None:
    known = {*EVENTS, *PLAIN, *TELLERS, *UNTOLD}
    assert told_in_rules() | {"paid-card"} == known, "the kind of a payment is passed on as a value"
    assert not set(EVENTS) & set(PLAIN)
    assert words("en").event(Event("unheard", {}), words("en").people(None, [])) is None


def test_every_event_of_random_matches_has_a_sentence_without_gaps() -> None:
    told: set[str] = set()
    ids = {card.id for card in BOX.cards if "-" in card.id}
    for seed in range(2 * len(OPTIONS)):
        seats = 2 + seed % 5
        match = meowple.new_match("catvale", seats, OPTIONS[seed % len(OPTIONS)], seed=seed)
        rng = Random(seed)
        while not match.over:
            lively(match, rng)
        told |= {event.kind for event in match.events(None)}
        for viewer in (None, 0):
            for language in LANGUAGES:
                for line in match.log(viewer, language, names=PEOPLE[:seats]):
                    assert "{" not in line and "None" not in line, line
                    assert not ids & set(line.replace(".", " ").split()), line
    assert len(told) > 70


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sift_is_told_with_the_fish_that_the_rules_ask_for(language: str) -> None:
    said = words(language)
    for viewer in (0, 1):
        people = People(viewer, PEOPLE, said)
        line = said.event(Event("sifted", {"seat": 0, "fish": 7}), people)
        assert line and "7" in line.text and "{" not in line.text


def test_every_event_has_a_sentence_for_who_did_it_and_one_for_the_others() -> None:
    for mine, others in EVENTS.values():
        assert "{name}" not in mine and others.startswith("{name}: ")
        assert words("pl")._(mine) != mine
        assert words("pl")._(others).startswith("{name}: ")


@pytest.mark.parametrize(
    ("data", "viewer", "english", "polish"),
    [
        ({"kind": "discarded", "seat": 0, "card": "old-map"}, 0,
         "You discard Old Map.", "Odrzucasz: Stara mapa."),
        ({"kind": "discarded", "seat": 0, "card": "old-map"}, 1,
         "Ala: discards Old Map.", "Ala: odrzuca: Stara mapa."),
        ({"kind": "drew", "seat": 0, "deck": "junk", "card": "tin-can"}, 0,
         "You draw Tin Can.", "Dobierasz: Puszka."),
        ({"kind": "drew", "seat": 0, "deck": "junk"}, 1,
         "Ala: draws a card: Junk.", "Ala: dobiera kartę z talii: Rupiecie."),
        ({"kind": "attacked", "seat": 1, "target": 0, "value": 3}, 0,
         "Bartek: Attacks you with a 3.", "Bartek: atakuje, kość 3. Cel: ty."),
        ({"kind": "gained", "seat": 0, "items": {"fish": 2, "stick": 5}}, 0,
         "You gain 2 Fish, 5 Sticks.", "Zyskujesz: 2 ryby, 5 patyków."),
        ({"kind": "looked", "seat": 1, "at": "hand", "whose": 0}, 0,
         "Bartek: looks at your hand.", "Bartek: ogląda twoją rękę."),
        ({"kind": "sprayed", "seat": 1, "whose": 0, "building": "old-mill"}, 0,
         "Bartek: sprays your Building: Old Mill.", "Bartek: spryskuje twój budynek: Stary młyn."),
        ({"kind": "sprayed", "seat": 0, "whose": 1, "building": "old-mill"}, 0,
         "You spray a Building of Bartek: Old Mill.",
         "Spryskujesz cudzy budynek: Stary młyn. Właściciel: Bartek."),
        ({"kind": "rolled", "seat": 1, "die": "reward", "face": 1}, 0,
         "Bartek: rolls, Reward Die: a card of the loser.",
         "Bartek: rzuca, Kość nagrody: karta przegranego."),
    ],
)  # fmt: skip
def test_events_are_told_to_each_as_it_should_be(
    data: dict[str, Any], viewer: int, english: str, polish: str
) -> None:
    kind = data["kind"]
    rest = {name: value for name, value in data.items() if name != "kind"}
    for language, expected in (("en", english), ("pl", polish)):
        w = words(language)
        line = w.event(Event(kind, rest), w.people(viewer, PEOPLE[:3]))
        assert line is not None and line.plain == expected


@pytest.mark.parametrize(
    ("prestige", "backyard", "fish", "told"),
    [
        ([21, 14], [9, 5], [0, 3], "You win with Prestige: 21. You: 21, of it in the Backyard 9."),
        ([14, 21], [5, 9], [0, 3], "Bartek wins with Prestige: 21."),
        ([20, 20], [9, 5], [0, 3], "The tie is broken by the Backyard."),
        ([20, 20], [9, 9], [0, 3], "The tie is broken by Fish."),
        ([20, 20], [9, 9], [3, 3], "they share the victory: You, Bartek."),
    ],
)
def test_the_end_says_who_has_won_whereby_and_where_the_points_are_from(
    prestige: list[int], backyard: list[int], fish: list[int], told: str
) -> None:
    w = words("en")
    event = Event("over", {"prestige": prestige, "backyard": backyard, "fish": fish})
    line = w.event(event, w.people(0, PEOPLE[:2]))
    assert line is not None and told in line.plain and "Bartek: " in line.plain


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pieces_have_names(language: str) -> None:
    w = words(language)
    for card in BOX.cards:
        assert w.card(card.id) and w.card_text(card.id) and w.card_kind(card.id)
    for cat in BOX.cats:
        assert w.card(cat.id) and w.card_text(cat.id) and w.card_kind(cat.id)
    for tile in TILES:
        assert w.tile(tile) and w.tile_text(tile)
    for item in (*ITEMS, "basic", "growth", "prestige", "pride", "card", "die"):
        assert w.item(item) and all("{" not in w.amount({item: n}) for n in (1, 2, 5))
    for skill in SKILLS:
        assert w.skill(skill) and w.skill_text(skill)
    for slot in BOX.tree.slots:
        assert w.slot(slot.id)
    for place in range(len(BOX.board.arena)):
        assert w.arena_space(place + 1)
    for name, known in (
        ("deck", DECKS), ("season", SEASONS), ("marker", MARKERS), ("rule", RULES),
        ("until", DURATIONS), ("step", STEPS), ("token", names.TOKENS),
    ):  # fmt: skip
        assert all(getattr(w, name)(each) for each in known)
    assert {name for name in COUNTERS if name in names.COUNTERS} == set(names.COUNTERS)
    for die, faces in (("gather", GATHER_FACES), ("reward", REWARD_FACES), ("fate", (0, 1, 2))):
        assert all(w.kind_of_die(die) and w.face(die, face) for face in range(len(faces)))
    for at in (-2, 0, 3):
        assert w.mood(at)


def test_no_name_of_a_piece_stands_untranslated_in_polish() -> None:
    en, pl = words("en"), words("pl")
    same = {card.id for card in BOX.cards if en.card(card.id) == pl.card(card.id)}
    assert same <= {"bard", "gladiator"}
    assert all(en.card_text(card.id) != pl.card_text(card.id) for card in BOX.cards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_can_be_chosen_on_a_card_is_said(language: str) -> None:
    w = words(language)
    lists = [
        steps
        for card in BOX.cards
        for effect in (*walk(card.effects), *(e for a in card.abilities for e in walk(a.effects)))
        if isinstance(effect, Choose)
        for steps in effect.options
    ] + [steps for card in BOX.cards for steps in card.rewards]
    assert len(lists) > 40
    for steps in lists:
        said = w.steps([plain(step) for step in steps])
        assert said and "{" not in said and w._("as the card says") not in said


def test_standing_orders_are_said_in_plain_words() -> None:
    orders: dict[str, Any] = {
        "rolls": "mine",
        "fights": "last",
        "turns": "never",
        "self": "ask",
        "defence": ["token:defence-token", "play:puffed-tail"],
        "now": {"until": "combat", "fights": "every"},
    }
    assert words("en").orders(orders) == [
        "After a roll, ask me: when it is mine or against me",
        "In a combat of others, ask me: after each play",
        "Between two turns, ask me: never",
        "When something is done to me, ask me: always",
        "This holds until the end of the combat.",
        "When you are Attacked, play in this order while you would lose: "
        "Use a token: Defence token; Play Puffed Tail.",
    ]
    for language in LANGUAGES:
        w = words(language)
        for name, choices in zip(KINDS_OF_WINDOWS, ORDERS, strict=True):
            assert w.order(name).endswith(":")
            assert len({w.order_word(name, word) for word in choices}) == len(choices)
        assert set(names.UNTIL) == set(UNTIL[1:])


# -- the terminal ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits_a_terminal_of_80_columns_at_any_moment(language: str) -> None:
    w = words(language)
    shown = 0
    for seed, options in enumerate(OPTIONS):
        match = meowple.new_match("catvale", 2 + seed, options, seed=seed)
        rng = Random(seed)
        while True:
            if match.over or rng.random() < 0.05:
                for viewer in (0, None):
                    text = w.text(match.view(viewer), w.people(viewer, PEOPLE[: match.seats]))
                    lines = Text.from_markup(text).plain.split("\n")
                    assert max(map(cell_len, lines)) <= 80 and "{" not in text
                    shown += 1
            if match.over:
                break
            lively(match, rng)
    assert shown > 50


def test_the_terminal_shows_map_mats_market_quests_and_the_own_hand() -> None:
    match = meowple.new_match("catvale", 3, seed=4)
    rng = Random(4)
    while match.state.round < 2:
        lively(match, rng)
    view = match.view(0)
    w = words("pl")
    text = Text.from_markup(w.text(view, w.people(0, PEOPLE[:3]))).plain
    own = view["table"]["players"][0]
    hand = [w.card(card) for card in own["hand"]]
    quests = [w.card(quest["card"]) for quest in view["table"]["quests"]]
    for part in ("D4", "Pchli Targ", "runda 2", "Budynki:", "Sklep z kośćmi:",
                 "Twoja ambicja:", "1 Ty ", "2 Bartek ", *hand, *quests):  # fmt: skip
        assert part in text, part
    assert "Ala" not in text, "the viewer is called You"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_of_the_terminal_names_every_tile_in_full(language: str) -> None:
    w = words(language)
    match = meowple.new_match("catvale", 6, seed=1)
    view = match.view(None)
    kinds = [tile for tile in TILES if tile != "backyard"]
    for n, space in enumerate(view["table"]["map"]):
        space.update(tile=kinds[n % len(kinds)], owner=None)
    view["table"]["map"][5].update(tile="backyard", owner=3)
    text = Text.from_markup(w.text(view, w.people(None, PEOPLE))).plain
    shown = text.split("\n\n")[1]
    assert "…" not in shown and max(map(cell_len, shown.split("\n"))) <= 80
    lines = shown.replace("-\n", "\n")
    for tile in kinds:
        for word in w.tile(tile).split():
            assert word in lines or word[:9] + "-" in shown, (tile, word)
    assert w.tile("backyard") in shown


# -- why not --------------------------------------------------------------------------------------


def reasons(value: object) -> list[dict[str, Any]]:
    """The reasons anywhere in a view."""
    if isinstance(value, dict):
        own = [value] if isinstance(value.get("code"), str) else []
        return own + [each for inner in value.values() for each in reasons(inner)]
    if isinstance(value, list):
        return [each for inner in value for each in reasons(inner)]
    return []


def test_no_view_gives_a_reason_without_words() -> None:
    found: set[str] = set()
    for seed, options in enumerate(OPTIONS):
        match = meowple.new_match("catvale", 2 + seed, options, seed=seed)
        rng = Random(seed)
        while not match.over:
            if rng.random() < 0.05:
                for why in reasons(match.view(rng.choice(match.to_act))["table"]):
                    found.add(why["code"])
                    for language in LANGUAGES:
                        w = words(language)
                        sentence, tag = w.why(why), w.why_short(why)
                        assert sentence.endswith(".") and tag and "{" not in sentence + tag
            lively(match, rng)
    assert len(found) > 12


def test_long_words_of_names_may_be_broken_on_faces_between_syllables() -> None:
    words = GAME.in_words("pl")
    on_it = {words.card_on_it(card): words.card(card) for card in words.designs}  # type: ignore[attr-defined]
    assert all(soft.replace("\u00ad", "") == name for soft, name in on_it.items())
    parts = {part for soft in on_it for part in re.split("[ \u00ad]", soft)}
    assert max(map(len, parts)) <= 9
    assert {"Grzy", "bra", "niarz", "Księ"} <= parts
