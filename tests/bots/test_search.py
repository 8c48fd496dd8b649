"""The bots that search: they find what is best, keep to their budget, and know only their seat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any, Self

import pytest

import meowple
from meowple import Action, Match, MeowpleError
from meowple.author import (
    CHECKPOINT,
    ActionList,
    Ask,
    Chance,
    Game,
    Json,
    Script,
    Tell,
    Words,
    shares,
)
from meowple.bots import Saber, Search, Tiger, ask, get_bot
from toys import installed

GAMES = meowple.game_names()

# -- Boxes: a game of one decision, of which it is known how good each is ------------------------

ACTIONS = ActionList()
SAFE, GUESS, GRAB = (ACTIONS.add(key) for key in ("safe", "guess", "grab"))
BOXES = ACTIONS.add_all("box", [(key, key) for key in "abc"])
REPLIES = ACTIONS.add_all("reply", [(key, key == "no") for key in ("one", "two", "three", "no")])


class State:
    """Seat 0 wins a safe bet half the time; a guess, whose box it names later, in a third of all
    worlds; and what it grabs if one answer in four is given."""

    __slots__ = ("chance", "hidden", "options", "phase", "seats", "tell", "winner")

    tell: Tell | None

    def __init__(self, seats: int, options: Mapping[str, Any], chance: Chance) -> None:
        self.seats, self.options, self.chance, self.tell = seats, options, chance, None
        self.hidden = chance.choice("abc")
        self.phase = "bet"
        self.winner = 1

    def copy(self) -> Self:
        new = object.__new__(self.__class__)
        new.seats, new.options, new.chance = self.seats, self.options, self.chance.copy()
        new.tell = None
        new.hidden, new.phase, new.winner = self.hidden, self.phase, self.winner
        return new

    def to_json(self) -> Json:
        return {"hidden": self.hidden, "phase": self.phase, "winner": self.winner}


def rules(s: State) -> Script:
    while s.phase != "over":
        yield CHECKPOINT
        won = False
        if s.phase == "bet":
            bet = yield Ask("bet", 0, lambda s, seat: [GRAB, SAFE, GUESS])
            s.phase = bet.key
            continue
        if s.phase == "safe":
            won = s.chance.die() > 3
        elif s.phase == "guess":
            won = (yield Ask("box", 0, lambda s, seat: BOXES)).value == s.hidden
        else:
            won = (yield Ask("reply", 1, lambda s, seat: REPLIES)).value
        s.winner = 0 if won else 1
        s.phase = "over"


def redeal(s: State, viewer: int | None, chance: Chance) -> None:
    s.hidden = chance.choice("abc")


def load(seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> State:
    s = State(seats, options, chance)
    s.hidden, s.phase, s.winner = data["hidden"], data["phase"], data["winner"]
    return s


BOX_GAME: Game[State] = Game(
    name="boxes",
    title="Boxes",
    seat_counts=(1, 2),
    version=1,
    options=(),
    actions=ACTIONS,
    setup=State,
    rules=rules,
    load=load,
    scores=lambda s: [int(s.winner == seat) for seat in range(s.seats)],
    winners=lambda s: [s.winner % s.seats],
    view=lambda s, viewer, question: {"phase": s.phase},
    redeal=redeal,
    words=Words,
    rate=lambda match, seat, actions: [float(action is GRAB) for action in actions],
)


def bet(game: Game[State], seed: int, tries: int = 400, seats: int = 2) -> Action:
    """What the bot does first in a game like Boxes."""
    with installed(boxes=game):
        match = meowple.new_match("boxes", seats, seed=seed)
        return ask(Search(seed, tries=tries), match, 0)


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_the_best_bet_and_does_not_count_on_what_it_will_not_know(seed: int) -> None:
    """In every single world the right box can be named: but it is not known in which one one is."""
    assert bet(BOX_GAME, seed) is SAFE


@pytest.mark.parametrize("seed", range(3))
def test_others_answer_by_the_policy_of_the_game(seed: int) -> None:
    def friendly(s: State, seat: int, actions: Sequence[Action], u: float) -> Action:
        assert 0 <= u < 1
        return actions[-1] if seat == 1 else actions[int(u * len(actions))]

    assert bet(replace(BOX_GAME, policy=friendly), seed) is GRAB


@pytest.mark.parametrize("seed", range(3))
def test_tries_end_at_the_horizon_with_what_the_estimate_says(seed: int) -> None:
    def estimate(s: State) -> list[float]:
        assert s.phase != "over", "a match that is over is not estimated"
        return [0.9, 0.1] if s.phase == "guess" else [0.1, 0.9]

    game = replace(BOX_GAME, horizon=lambda s: s.phase == "bet", estimate=estimate)
    assert bet(game, seed) is GUESS
    assert bet(replace(game, estimate=None), seed) is SAFE, "without an estimate, to the end"


def test_who_plays_alone_is_greedy() -> None:
    assert bet(BOX_GAME, 1, seats=1) is GRAB


@pytest.mark.parametrize("tries", [1, 2, 50])
def test_it_tries_as_often_as_it_was_told(tries: int) -> None:
    with installed(boxes=BOX_GAME):
        match = meowple.new_match("boxes", 2, seed=1)
        found = Search(1, tries=tries).look(match, 0)
    assert {ACTIONS[number] for number in found} == {GRAB, SAFE, GUESS}
    assert sum(edge.visits for edge in found.values()) == tries


def test_by_the_clock_it_tries_once_at_least() -> None:
    with installed(boxes=BOX_GAME):
        match = meowple.new_match("boxes", 2, seed=1)
        found = Search(1, milliseconds=1e-6).look(match, 0)
    assert sum(edge.visits for edge in found.values()) >= 1


@pytest.mark.parametrize("budget", [{"tries": 0}, {"milliseconds": -1}, {"tries": -3}])
def test_no_budget_is_refused(budget: Any) -> None:
    with pytest.raises(ValueError, match="is a number above 0"):
        Search(1, **budget)


def test_tries_may_be_written_like_any_whole_number() -> None:
    match = meowple.new_match("festival", 3, seed=1)
    bot = get_bot("search:tries=1e1", 1)
    assert isinstance(bot, Search)
    assert sum(edge.visits for edge in bot.look(match, 0).values()) == 10
    with pytest.raises(MeowpleError, match=r"tries is a whole number; not 1\.5"):
        get_bot("search:tries=1.5")


def test_two_budgets_are_refused() -> None:
    with pytest.raises(ValueError, match="exclude each other"):
        Search(1, tries=3, milliseconds=3)


def test_the_levels_differ_in_their_time_only() -> None:
    tiger, saber = get_bot("tiger", 1), get_bot("saber", 1)
    assert isinstance(tiger, Tiger) and isinstance(saber, Saber)
    assert tiger.milliseconds == 500 and saber.milliseconds == 3000
    assert tiger.tries is saber.tries is None
    assert Search(1).tries and Search(1).milliseconds is None


# -- in the games ---------------------------------------------------------------------------------


def moments(game: str, seats: int, seed: int, count: int) -> Iterator[tuple[Match, int]]:
    """Some moments of a match between random seats where a seat has a choice."""
    rng = random.Random(seed)
    match = meowple.new_match(game, seats, seed=seed)
    while not match.over and count:
        seat = rng.choice(match.to_act)
        if len(match.actions(seat)) > 1 and rng.random() < 0.1:
            count -= 1
            yield match, seat
        match.act(seat, rng.choice(match.actions(seat)))


EACH_SIZE = [
    (game, seats)
    for game in GAMES
    for seats in sorted(
        {min(meowple.get_game(game).seat_counts), max(meowple.get_game(game).seat_counts)}
    )
]


@pytest.mark.parametrize(("game", "seats"), EACH_SIZE)
def test_choices_are_legal_repeatable_and_change_nothing(game: str, seats: int) -> None:
    for number, (match, seat) in enumerate(moments(game, seats, 3, 5)):
        before = match.save()
        chosen = ask(Search(number, tries=3), match, seat)
        assert chosen in match.actions(seat)
        assert match.save() == before
        assert ask(Search(number, tries=3), match, seat) is chosen


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_no_choice(game: str) -> None:
    """In a twin in which all that the seat cannot know is dealt anew, it chooses the same."""
    for number, (match, seat) in enumerate(
        moments(game, max(meowple.get_game(game).seat_counts), 4, 5)
    ):
        real = ask(Search(number, tries=4), match, seat)
        for twin_seed in (1, 2):
            assert ask(Search(number, tries=4), match.imagine(seat, twin_seed), seat) is real


@pytest.mark.parametrize("game", GAMES)
def test_it_does_not_know_who_has_answered(game: str) -> None:
    rng, found = random.Random(6), 0
    for number, (match, first) in enumerate(
        moments(game, max(meowple.get_game(game).seat_counts), 6, 40)
    ):
        if not match.question.together or len(match.to_act) == 1:  # type: ignore[union-attr]
            continue
        later = match.fork()
        for seat in match.to_act:
            if seat != first:
                later.act(seat, rng.choice(later.actions(seat)))
        alone = ask(Search(number, tries=3), match, first)
        assert ask(Search(number, tries=3), later, first) is alone
        found += 1
        if found == 3:
            break
    assert found, "the game asks nobody in secret"


@pytest.mark.parametrize("game", [g for g in GAMES if meowple.get_game(g).estimate])
def test_an_estimate_shares_one_victory(game: str) -> None:
    chosen = meowple.get_game(game)
    assert chosen.estimate is not None
    for seats in chosen.seat_counts:
        for match, _ in moments(game, seats, seats, 20):
            parts = chosen.estimate(match.state)
            assert len(parts) == seats
            assert sum(parts) == pytest.approx(1)
            assert all(0 <= part <= 1 for part in parts)


@pytest.mark.parametrize("game", [g for g in GAMES if meowple.get_game(g).horizon])
def test_a_horizon_comes_into_reach_and_is_seldom_reached(game: str) -> None:
    chosen = meowple.get_game(game)
    assert chosen.horizon is not None and chosen.estimate is not None, "one needs the other"
    rng, seen = random.Random(1), []
    match = meowple.new_match(game, 3, seed=1, recording=False)
    while not match.over:
        seen.append(chosen.horizon(match.state))
        seat = rng.choice(match.to_act)
        match.act(seat, rng.choice(match.actions(seat)))
    assert 1 < len(set(seen)) < len(seen) / 2


def test_shares_follow_the_lead() -> None:
    assert shares([5, 5], lead=3) == [0.5, 0.5]
    assert shares([1000, 0], lead=1) == [1.0, 0.0]
    near, far = shares([6, 0], lead=6), shares([6, 0], lead=60)
    assert near[0] / near[1] == pytest.approx(2.718281828)
    assert 0.5 < far[0] < near[0]


@pytest.mark.parametrize("game", [g for g in GAMES if meowple.get_game(g).policy])
def test_a_policy_chooses_among_the_actions_and_comes_to_an_end(game: str) -> None:
    chosen = meowple.get_game(game)
    policy = chosen.policy
    assert policy is not None
    for seats in chosen.seat_counts:
        rng = random.Random(seats)

        def pick(state: Any, seat: int, actions: Sequence[Action], rng: Any = rng) -> Action:
            u = rng.random()
            action = policy(state, seat, actions, u)
            assert policy(state, seat, actions, u) is action, "u alone decides"
            for edge in (0.0, 1 - 2**-53):
                assert policy(state, seat, actions, edge) in actions
            return action

        for seed in range(3):
            match = meowple.new_match(game, seats, seed=seed, recording=False)
            assert match.play_out(pick) < 10_000 and match.over


@pytest.mark.parametrize("game", [g for g in GAMES if meowple.get_game(g).in_order])
def test_in_one_order_everything_can_still_be_played(game: str) -> None:
    chosen = meowple.get_game(game)
    assert chosen.in_order is not None
    rng, fewer = random.Random(3), 0
    for seats in chosen.seat_counts:
        match = meowple.new_match(game, seats, seed=seats, recording=False)
        for _ in range(10_000):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            actions = match.actions(seat)
            forward = chosen.in_order(match.state, seat, actions)
            assert forward and [a for a in actions if a in set(forward)] == list(forward)
            fewer += len(forward) < len(actions)
            match.act(seat, rng.choice(forward))
        assert match.over
    assert fewer


@pytest.mark.parametrize("game", [g for g in GAMES if meowple.get_game(g).searchable])
def test_who_searches_comes_to_an_end(game: str) -> None:
    """A bot to which nothing seems better than something goes in no circle."""
    for seed, seats in zip(range(4), cycle(meowple.get_game(game).seat_counts), strict=False):
        match = meowple.new_match(game, seats, seed=seed, recording=False)
        bots = [Search(10 * seed + seat, tries=2) for seat in range(seats)]
        for _ in range(2_000):
            if match.over:
                break
            seat = match.to_act[0]
            match.act(seat, ask(bots[seat], match, seat))
        assert match.over
