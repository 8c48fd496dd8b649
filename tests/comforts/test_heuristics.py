"""The quick player plays sensibly."""

from __future__ import annotations

import meowple
from comforts.table import give, kind, lay
from meowple.bots import ask, get_bot
from meowple.games.comforts import GAME


def means(bot: str, games: int) -> float:
    points: list[int] = []
    for seed in range(games):
        match = meowple.new_match("comforts", 4, seed=seed, recording=False)
        players = [get_bot(bot, seed * 10 + seat) for seat in range(4)]
        while not match.over:
            for seat in match.to_act:
                match.act(seat, ask(players[seat], match, seat))
        points += match.scores
    return sum(points) / len(points)


def test_greedy_is_far_better_than_random() -> None:
    greedy, random = means("greedy", 4), means("random", 8)
    assert greedy >= 45
    assert greedy >= random + 25


def test_it_gives_dice_after_a_plan_and_does_not_go_round_in_circles() -> None:
    match = lay(
        placed={0: ["forest-right", "inn", "nest-right", "river-b"]},
        village=(1, 4, 2, 6),
        hands={0: ["muffler"]},
        tokens={0: {"lesson": 2}},
    )
    bot = get_bot("greedy", 1)
    decisions = 0
    while kind(match) in ("dice", "paw"):
        match.act(0, ask(bot, match, 0))
        decisions += 1
        assert decisions < 30
    assert len({place for place in match.state.at if place >= 0}) >= 3


def test_the_player_on_the_left_is_given_what_it_needs_least() -> None:
    match = lay(
        step="immediate", traveler="canada-lynx", hands={1: ["snowshoes"]}, tokens={1: {"yarn": 2}}
    )
    ratings = dict(zip(match.actions(0), GAME.rate(match, 0, match.actions(0)), strict=True))
    worst, best = min(ratings, key=ratings.__getitem__), max(ratings, key=ratings.__getitem__)
    assert worst.key == "choose:wood", "with it Snowshoes can be made"
    assert ratings[best] > ratings[worst]


def test_every_table_is_played_to_its_end() -> None:
    for seats in range(1, 6):
        for length in ("normal", "short"):
            options = {"length": length, "wheelbarrow": "turn" if seats % 2 else "placement"}
            match = meowple.new_match("comforts", seats, options, seed=seats)
            bot = get_bot("greedy", seats)
            decisions = 0
            while not match.over:
                seat = match.to_act[0]
                match.act(seat, ask(bot, match, seat))
                decisions += 1
                assert decisions < 3000
            assert min(match.scores) > 20


def test_a_wrong_start_is_taken_back() -> None:
    match = lay(placed={0: ["inn", "forest-right"]}, village=(1, 4, 6, 6), family=[(6, 6)] * 3)
    give(match, "inn", "village-1")
    bot = get_bot("greedy", 1)
    for _ in range(20):
        if kind(match) in ("dice", "paw"):
            match.act(0, ask(bot, match, 0))
    assert kind(match) not in ("dice", "paw")
