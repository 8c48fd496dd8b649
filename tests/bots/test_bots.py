"""Bots choose legally, repeatably, and know no more than their seat."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import meowple
from meowple import Action, Match, MeowpleError
from meowple.bots import Bot, UnknownBot, ask, bots, get_bot
from meowple.bots.greedy import Greedy

GAMES = meowple.game_names()

QUICK = ("greedy", "kitten", "random")
"""Bots that choose at once; those that search are tried in `test_search`."""


def walk(game: str, seed: int) -> Iterator[Match]:
    """A match between random seats, before each of its decisions."""
    match = meowple.new_match(game, seed=seed)
    rng = random.Random(seed)
    while not match.over:
        yield match
        seat = rng.choice(match.to_act)
        match.act(seat, rng.choice(match.actions(seat)))


def some(game: str, seed: int, count: int) -> Iterator[Match]:
    """Some moments of such a match, spread over its length."""
    length = sum(1 for _ in walk(game, seed))
    chosen = {length * i // count for i in range(count)}
    return (match for place, match in enumerate(walk(game, seed)) if place in chosen)


def test_our_bots_are_installed() -> None:
    assert {*QUICK, "saber", "search", "tiger"} <= set(bots())


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'gredy'.*greedy.*random"):
        get_bot("gredy")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", QUICK)
def test_choices_are_legal_and_change_nothing(game: str, name: str) -> None:
    bot = get_bot(name, seed=3)
    for match in some(game, seed=11, count=6):
        for seat in match.to_act:
            before = match.save()
            assert ask(bot, match, seat) in match.actions(seat)
            assert match.save() == before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", QUICK)
def test_the_same_seed_makes_the_same_choices(game: str, name: str) -> None:
    one, other = get_bot(name, seed=5), get_bot(name, seed=5)
    for match in some(game, seed=12, count=6):
        for seat in match.to_act:
            assert ask(one, match, seat) is ask(other, match, seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", QUICK)
def test_what_is_hidden_changes_no_choice(game: str, name: str) -> None:
    """In a twin in which all that the seat cannot know is dealt anew, it chooses the same."""
    for number, match in enumerate(some(game, seed=13, count=8)):
        for seat in match.to_act:
            real = ask(get_bot(name, number), match, seat)
            for twin_seed in (1, 2):
                twin = match.imagine(seat, twin_seed)
                assert ask(get_bot(name, number), twin, seat) is real


@pytest.mark.parametrize("game", GAMES)
def test_other_seats_secret_answers_change_no_choice(game: str) -> None:
    """What others have already committed in secret is as hidden as their cards."""
    for number, match in enumerate(some(game, seed=14, count=8)):
        *others, seat = match.to_act
        answered = match.fork()
        for other in others:
            answered.act(other, answered.actions(other)[-1])
        if answered.question is not match.question and answered.to_act != (seat,):
            continue  # asked one after another
        free = ask(get_bot("greedy", number), match, seat)
        assert ask(get_bot("greedy", number), answered, seat) is free


def test_the_random_bot_likes_all_choices_alike() -> None:
    match = next(walk("festival", 1))
    bot = get_bot("random", seed=1)
    seat = match.to_act[0]
    actions = match.actions(seat)
    counts = Counter(ask(bot, match, seat) for _ in range(400 * len(actions)))
    assert set(counts) == set(actions)
    assert all(300 < count < 500 for count in counts.values())


class Prober:
    """A bot of somebody else, which notes the matches that it is shown."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)
        self.seen: list[Match] = []

    def choose(self, match: Match, seat: int) -> Action:
        self.seen.append(match)
        return match.actions(seat)[0]


def test_a_bot_sees_only_imagined_matches() -> None:
    match = meowple.new_match("festival", seats=4, seed=7)
    prober = Prober(1)
    bot: Bot = prober
    for _ in range(30):
        ask(bot, match, 0)
    assert all(seen is not match for seen in prober.seen)
    assert {seen.view_json(0) for seen in prober.seen} == {match.view_json(0)}
    assert len({seen.view_json(1) for seen in prober.seen}) == 30


OPEN = [game for game in GAMES if meowple.get_game(game).rates_openly]
"""Games whose ratings need no imagined match."""


def test_of_the_largest_game_nothing_is_imagined_for_greedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = meowple.new_match("catvale", seats=4, seed=7)
    monkeypatch.setattr(Match, "imagine", _never)
    for seat in match.to_act:
        assert ask(get_bot("greedy", 1), match, seat) in match.actions(seat)
    with pytest.raises(AssertionError, match="imagined"):
        ask(get_bot("kitten", 1), match, match.to_act[0])


def _never(*_: object, **__: object) -> None:
    raise AssertionError("something was imagined")


@pytest.mark.parametrize("game", OPEN)
def test_greedy_chooses_by_ratings_as_in_an_imagined_match(game: str) -> None:
    for number, match in enumerate(some(game, seed=15, count=20)):
        for seat in match.to_act:
            by_ratings, imagining = Greedy(number), Greedy(number)
            world = match.imagine(seat, imagining.random.getrandbits(64), answers="drop")
            assert ask(by_ratings, match, seat) is imagining.choose(world, seat)
            assert by_ratings.random.getstate() == imagining.random.getstate()


@pytest.mark.parametrize("game", OPEN)
def test_a_greedy_bot_that_chooses_otherwise_is_shown_an_imagined_match(game: str) -> None:
    class Careful(Greedy):
        def choose(self, match: Match, seat: int) -> Action:
            shown.append(match)
            return super().choose(match, seat)

    shown: list[Match] = []
    match = meowple.new_match(game, seed=7)
    ask(Careful(1), match, match.to_act[0])
    assert shown
    assert shown[0] is not match


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_does_not_know_who_has_answered(game: str, name: str) -> None:
    rng, asked = random.Random(5), 0
    for match in walk(game, 3):
        if not match.question.together or match.committed:  # type: ignore[union-attr]
            continue
        first, *others = match.to_act
        asked += 1
        alone, later = ask(get_bot(name, asked), match, first), match.fork()
        for seat in others:
            later.act(seat, rng.choice(later.actions(seat)))
            assert ask(get_bot(name, asked), later, first) is alone
        if asked > 20:
            break
    assert asked, "the game asks nobody in secret"


@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_random(game: str) -> None:
    """Greedy on one seat wins more than the equal share that random would."""
    from meowple.lab import simulate

    seats = max(meowple.get_game(game).seat_counts)
    results = simulate(game, 24, seats, bots=["greedy"] + ["random"] * (seats - 1), seed=1)
    greedy = next(line for line in results.summary().bots if line.bot == "greedy")
    assert greedy.share.low > 1 / seats


class Dull:
    """A bot that lacks its own generator."""

    def __init__(self, seed: int | None = None) -> None:
        pass

    def choose(self, match: Match, seat: int) -> Action:
        return match.actions(seat)[0]


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("greedy", r"get_bot\('greedy'\) makes one"),
        (Dull, r"give a bot made of it, Dull\(seed\)"),
        (Dull(), r"self.random = Random\(seed\)"),
        (None, r"NoneType has no generator"),
    ],
)
def test_who_asks_what_is_no_bot_is_told_what_to_give(bot: Any, words: str) -> None:
    match = meowple.new_match("festival", seed=1)
    with pytest.raises(MeowpleError, match=words):
        ask(bot, match, 0)


@pytest.mark.parametrize(
    ("name", "words"), [(Dull, r"Dull\(seed\)"), (Dull(), "kind Dull"), ({}, "kind dict")]
)
def test_a_bot_is_asked_for_by_its_name(name: Any, words: str) -> None:
    with pytest.raises(UnknownBot, match=f"by its name, such as 'greedy'.*{words}"):
        get_bot(name)


@pytest.mark.parametrize("name", [*QUICK, "search:tries=3"])
def test_a_copy_of_a_bot_goes_on_the_same_and_on_its_own(name: str) -> None:
    """Neither draws from the other's numbers."""
    matches = [match.fork() for match in some("festival", 5, 12)]

    def choices(bot: Bot) -> list[Action]:
        return [bot.choose(match, match.to_act[0]) for match in matches]

    expected, bot = choices(get_bot(name, 4)), get_bot(name, 4)
    for twin in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert choices(twin) == expected
    assert choices(bot) == expected
