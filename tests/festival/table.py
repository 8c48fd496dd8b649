"""The festival's table in one line: lay out cards, play them, see what everybody has.

Cards are written as the rulebook writes them: ``"Spring 2, YOROZU 13"``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import meowple
from meowple.core.chance import FastChance
from meowple.core.match import Match
from meowple.games.festival import pieces
from meowple.games.festival.pieces import CARD, CARDS, MULTIPLIERS, SEASONS, Card, in_hand

BASIC = (1, 1, 1, 1)


def card(name: str) -> Card:
    return CARD[name.strip().lower().replace(" ", "-")]


def cards(names: str) -> list[Card]:
    return [card(name) for name in names.split(",") if name.strip()]


def name(one: Card) -> str:
    season = "YOROZU" if one.season == pieces.YOROZU else SEASONS[one.season].capitalize()
    return f"{season} {one.value}"


def names(some: Sequence[Card]) -> str:
    return ", ".join(map(name, some))


def key(names: str) -> list[str]:
    return [one.key for one in cards(names)]


class Table:
    """A match and short questions about it."""

    def __init__(self, match: Match) -> None:
        self.match = match

    # -- doing --------------------------------------------------------------------------------

    def play(self, *played: str) -> Table:
        """Everybody plays the card named, seat by seat."""
        for seat, one in enumerate(played):
            self.match.act(seat, card(one).play)
        return self

    def act(self, seat: int, action: str) -> Table:
        self.match.act(seat, action)
        return self

    def act_all(self, action: str) -> Table:
        for seat in self.match.to_act:
            self.match.act(seat, action)
        return self

    def play_out(self, seed: int = 1, until: str = "") -> Table:
        """Anything legal, to the end of the match or until that step."""
        rng = random.Random(seed)
        while not self.match.over:
            for seat in self.match.to_act:
                actions = [a for a in self.match.actions(seat) if a is not pieces.REDEAL]
                self.match.act(seat, rng.choice(actions))
            if until and self.s.step == until:
                break
        return self

    # -- seeing -------------------------------------------------------------------------------

    @property
    def s(self) -> Any:
        return self.match.state

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def winners(self) -> list[int]:
        return self.match.winners

    @property
    def face_up(self) -> str:
        return names(self.s.face_up)

    @property
    def piles(self) -> list[str]:
        return [names(pile) for pile in self.s.piles]

    @property
    def taken(self) -> list[str]:
        """The card that each seat took last."""
        return [name(CARD[data["card"]]) for data in self.told("took")[-4:]]

    @property
    def after_swap(self) -> list[str]:
        """What each seat counted as having played last."""
        return [name(CARD[data["played"]]) for data in self.told("took")[-4:]]

    def hand(self, seat: int) -> str:
        return names(self.s.hands[seat])

    def legal(self, seat: int) -> str:
        """The cards that a seat may play, sorted."""
        some = [a.value for a in self.match.actions(seat) if a.verb == "play"]
        return names(sorted(some, key=in_hand))

    def choices(self, seat: int) -> list[str]:
        return [action.key for action in self.match.actions(seat)]

    @property
    def booze(self) -> list[int]:
        return list(self.s.booze)

    @property
    def voids(self) -> list[str]:
        """The No More Season Cards of each seat."""
        return [", ".join(SEASONS[x] for x in sorted(own)) for own in self.s.voids]

    @property
    def tokens(self) -> list[list[int]]:
        return [list(own) for own in self.s.tokens]

    @property
    def totals(self) -> list[int]:
        return self.match.scores

    @property
    def last_game(self) -> list[int]:
        """VP of each seat in the game that ended last."""
        return [sum(own) for own in self.s.results[-1]]

    def view(self, viewer: int | None = 0) -> Any:
        return self.match.view(viewer)["table"]

    def told(self, *kinds: str) -> list[dict[str, Any]]:
        return [event.data for event in self.match.events() if event.kind in kinds]

    @property
    def story(self) -> list[str]:
        return [event.kind for event in self.match.events()]

    def fork(self) -> Table:
        return Table(self.match.fork())


def start(seats: int = 4, seed: int = 1, **options: Any) -> Table:
    """A new match."""
    return Table(meowple.new_match("festival", seats, options, seed=seed))


def lay_out(
    *,
    face_up: str = "Spring 1, Spring 9",
    hands: Sequence[str] = (),
    piles: Sequence[str] = (),
    round: int = 1,
    seats: int = 4,
    dummy: str = "",
    results: Sequence[Sequence[int]] = (),
    voids: Sequence[str] = (),
    tokens: Sequence[Sequence[int]] = (),
    chosen: str = "",
    seed: int = 1,
    **options: Any,
) -> Table:
    """A table in the middle of a game, cards about to be played.

    Hands and piles that are named too short are filled up with cards that are left over, so that
    the position is a possible one. ``results``: VP by seat of each game that is over. ``chosen``:
    keys of the Score Multiplier Cards in use. ``dummy``: its card of this round.
    """
    position = {
        "seats": seats,
        "options": options,
        "state": state_of(
            face_up, hands, piles, round, seats, dummy, results, voids, tokens, chosen, options
        ),
    }
    return Table(meowple.new_match("festival", position=position, seed=seed))


def state_of(
    face_up: str,
    hands: Sequence[str],
    piles: Sequence[str],
    round: int,
    seats: int,
    dummy: str,
    results: Sequence[Sequence[int]],
    voids: Sequence[str],
    tokens: Sequence[Sequence[int]],
    chosen: str,
    options: dict[str, Any],
) -> dict[str, Any]:
    up = sorted(cards(face_up), key=lambda one: one.rank)
    held = [cards(hands[i]) if i < len(hands) else [] for i in range(4)]
    if dummy:
        held[3].insert(0, card(dummy))
    taken = [cards(piles[i]) if i < len(piles) else [] for i in range(4)]
    closed = [
        {SEASONS.index(x.strip()) for x in voids[i].split(",") if x.strip()}
        if i < len(voids)
        else set()
        for i in range(4)
    ]
    held, taken = _filled(up, held, taken, round, seats, closed)
    dummy_card = held[3].pop(0) if seats == 3 else None
    game = len(results) + 1
    totals = [sum(own) for own in zip(*results, strict=True)] if results else [0] * seats
    target = options.get("target", 30)
    by_seat: list[Any] = [[] for _ in range(seats)]
    state = {
        "step": "play",
        "game": game,
        "round": round,
        "hands": [[one.key for one in own] for own in held],
        "piles": [[one.key for one in own] for own in taken],
        "face_up": [one.key for one in up],
        "booze": [
            0 if seats == 3 and seat == 3 else sum(one.booze for one in own)
            for seat, own in enumerate(taken)
        ],
        "voids": [[SEASONS[x] for x in sorted(own)] for own in closed],
        "holds": [[], [], [], []],
        "crows": _crows(up, taken, round),
        "totals": totals,
        "results": [[_as_result(vp) for vp in own] for own in results],
        "multipliers": by_seat,
        "chosen": [None] * seats,
        "discarded": [],
        "tokens": [[0, 0, 0, 0]] * seats,
        "order": [],
        "revealed": None,
        "dummy_card": dummy_card and dummy_card.key,
        "extra": max(totals) >= target,
        "last": None,
        "ended": None,
    }
    if options.get("rules") == "experienced":
        state.update(_multipliers(chosen, seats, game, options))
    if options.get("rules") == "advanced":
        state["tokens"] = [list(own) for own in tokens] or [[1, 1, 1, 0]] * seats
    return state


def _as_result(vp: int) -> list[int]:
    return [vp, 0, 0]


def _crows(up: list[Card], taken: list[list[Card]], round: int) -> list[int]:
    if round == 1:
        return [0, 0, 0, 0]
    counts = [sum(one.crow for one in pile) for pile in taken]
    for one in up:
        counts[counts.index(min(counts))] += one.crow
    return counts


def _multipliers(chosen: str, seats: int, game: int, options: dict[str, Any]) -> dict[str, Any]:
    each = 3 if seats == 4 else 4
    every = 3 if options.get("multiplier_redeal") == "every_three_games" else each
    used = (game - 1) % every
    picked = [key.strip() for key in chosen.split(",") if key.strip()]
    rest = [m.key for m in MULTIPLIERS if m.key not in picked]
    while len(picked) < seats:
        picked.append(rest.pop(0))
    left = each - used - 1
    own = [[rest.pop(0) for _ in range(left)] for _ in range(seats)]
    return {"multipliers": own, "chosen": picked, "discarded": rest}


def _filled(
    up: list[Card],
    held: list[list[Card]],
    taken: list[list[Card]],
    round: int,
    seats: int,
    closed: list[set[int]],
) -> tuple[list[list[Card]], list[list[Card]]]:
    """Give all other cards a place where they can be."""
    used = {one for own in (up, *held, *taken) for one in own}
    left = [one for one in CARDS if one not in used]
    rng = random.Random(7)
    for _ in range(3000):
        hands, piles = [own[:] for own in held], [own[:] for own in taken]
        rng.shuffle(left)
        left.sort(key=lambda one: not one.booze)
        for one in left:
            places = [
                own
                for seat, own in enumerate(hands)
                if len(own) < 10 - round
                and one.season not in closed[seat]
                and (
                    sum(c.dealt_as_booze for c in own) < 2
                    if one.dealt_as_booze
                    else sum(not c.dealt_as_booze for c in own) < 7
                )
            ]
            places += [
                own
                for seat, own in enumerate(piles)
                if len(own) < round - 1
                and (not one.booze or sum(c.booze for c in own) < 2 or (seats == 3 and seat == 3))
            ]
            if not places:
                break
            rng.choice(places).append(one)
        else:
            return hands, piles
    raise AssertionError("no position holds these cards")


LAST_ROUND = {
    "round": 9,
    "face_up": "Spring 4, Winter 7",
    "hands": ("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7"),
    "piles": (
        "Spring 2, Spring 8, Spring 1, Spring 9, Summer 2, Summer 10, Spring 3, Spring 7",
        "Summer 3, Summer 9, Fall 3, Fall 11, Winter 4, Winter 12, Spring 5, Summer 6",
        "Fall 4, Fall 10, Summer 4, Summer 8, Fall 5, Fall 9, Fall 7, Fall 6",
        "Winter 5, Winter 11, Winter 6, Winter 10, Winter 8, Spring 6, Fall 8, Winter 9",
    ),
}
"""The last round of a basic game that brings 14, 10, 7 and 5 VP."""


def end_game(results: Sequence[Sequence[int]] = (), **options: Any) -> Table:
    """After a game that has just brought 14, 10, 7 and 5 VP, following those results."""
    t = lay_out(results=results, **LAST_ROUND, **options)  # type: ignore[arg-type]
    t.play("YOROZU 0", "YOROZU 13", "Summer 5", "Summer 7")
    return t


def redealt(t: Table, viewer: int | None, seed: int) -> Any:
    """The state as that viewer may imagine it."""
    s = t.s.copy()
    t.match.game.redeal(s, viewer, FastChance(seed))
    return s
