"""How a quick player thinks: how a round would go if the others played anything they may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from meowple.author import Action, Json, Match, shares

from .pieces import SEASONS, Card, Multiplier
from .rules import BOOZE_LIMIT, BOOZE_VP, CROW_VP, ROUNDS, factors, legal_plays, score
from .state import State, Step

WORLDS = 30
"""In how many imagined deals a hint looks how likely something is."""

AIMED = 0.15
"""How likely a card of the middle must be taken for a hint to point at it."""

LEAD = 3.5
"""VP that make one e times as likely to win the match as another, between two games."""


def horizon(s: State) -> int:
    """The game in hand: what comes after it is dealt anew and says nothing of a choice now."""
    return s.game


def estimate(s: State) -> list[float]:
    """The part of the victory that each seat may hope for: by its VP in all games, this one too."""
    points: list[float] = list(s.totals)
    if s.step not in (Step.FREE_TOKEN, Step.OVER):  # there the piles are in the totals already
        for seat in s.everyone:
            points[seat] += sum(score(s.piles[seat], factors(s, seat)))
    return shares(points, LEAD)


def policy(s: State, seat: int, actions: Sequence[Action], u: float) -> Action:
    """Of two cards drawn at random the one that one would rather keep; anything else at random."""
    x = u * len(actions)
    place = int(x)
    action, other = actions[place], actions[int((x - place) * len(actions))]
    if action.verb == other.verb == "play" and action is not other:
        spoils = s.booze[seat] >= BOOZE_LIMIT - 1
        if _kept(other.value, spoils) > _kept(action.value, spoils):
            return other
    return action


def _kept(card: Card, spoils: bool) -> int:
    """Roughly the VP of a card that one keeps; ``spoils``: whether one more booze is the last."""
    if card.booze:
        return -BOOZE_LIMIT * BOOZE_VP if spoils else BOOZE_VP
    return CROW_VP if card.crow else card.fish


def rate(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each action looks, in VP; the match is one that the seat imagines."""
    s: State = match.state
    return [RATE[action.verb](s, seat, action) for action in actions]


def card_worth(s: State, seat: int, card: Card) -> float:
    """VP that a card taken now is worth to a seat, with what it may lead to.

    The last booze halves the fish and costs the booze already taken; the one before brings it
    near, the more so the more rounds are left.
    """
    pile = s.piles[seat]
    booze = s.booze[seat]
    worth = factors(s, seat)
    fish = sum(c.fish * worth[c.season] for c in pile if c.fish)
    if card.booze:
        left = BOOZE_LIMIT - booze
        if left == 1:
            return -float(BOOZE_VP * booze) - fish / 2
        return BOOZE_VP - (0.15 * (ROUNDS - s.round) if left == 2 else 0.0)
    if card.crow:
        return float(CROW_VP)
    gain = float(card.fish * worth[card.season]) if card.fish else 0.0
    return gain / 2 if booze >= BOOZE_LIMIT else gain


def hopes(match: Match, seat: int, actions: Sequence[Action]) -> list[Json]:
    """What each action hopes for: cards it would take and how likely, or fish within reach."""
    s: State = match.state
    worlds: list[State] = [s, *(world.state for world in islice(match.worlds(seat, 1), WORLDS))]
    return [_hope(worlds, seat, action) for action in actions]


def _hope(worlds: list[State], seat: int, action: Action) -> Json:
    s = worlds[0]
    if action.verb == "play" and action.value:
        found = [_lowest_highest(world, seat, action.value) for world in worlds]
        low, high = s.face_up
        lowest = sum(lowest for lowest, _ in found) / len(found)
        highest = sum(highest for _, highest in found) / len(found)
        taken = [(low.key, lowest), (high.key, highest)]
        return {
            "for": "cards",
            "low": low.key,
            "lowest": lowest,
            "high": high.key,
            "highest": highest,
            "aims": [f"card:{key}" for key, chance in taken if chance > AIMED],
        }
    if action.verb in ("multiplier", "token", "tokens"):
        return {"for": "worth", "worth": round(RATE[action.verb](s, seat, action), 1)}
    return {}


def _lowest_highest(s: State, seat: int, card: Card) -> tuple[float, float]:
    """How likely a card is to be the lowest and the highest, whatever the others may play."""
    below = above = 1.0
    for cards in _others(s, seat):
        lower = sum(other.rank < card.rank for other in cards) / len(cards)
        below *= lower
        above *= 1.0 - lower
    return above, below


def _others(s: State, seat: int) -> Iterator[Sequence[Card]]:
    """What each other may play."""
    for other in s.everyone:
        if other != seat:
            yield [a.value for a in legal_plays(s, other) if a.value]
    if s.dummy_card:
        yield [s.dummy_card]


def _rate_play(s: State, seat: int, action: Action) -> float:
    """Worth of what the card would take, on average over what each other may play."""
    card: Card = action.value
    low, high = s.face_up
    above, below = _lowest_highest(s, seat, card)
    kept = 1.0 - below - above
    expected = (
        below * card_worth(s, seat, high)
        + above * card_worth(s, seat, low)
        + kept * card_worth(s, seat, card)
    )
    # What is kept in hand has to be played some day: be rid of bad cards first.
    return expected - 0.1 * card_worth(s, seat, card)


def _rate_redeal(s: State, seat: int, action: Action) -> float:
    return 9.0  # many crows in hand: anything is better


def _rate_keep(s: State, seat: int, action: Action) -> float:
    return 0.0


def _rate_multiplier(s: State, seat: int, action: Action) -> float:
    card: Multiplier = action.value
    return sum(card.factors[season] * fish for season, fish in enumerate(_fish_in_reach(s, seat)))


def _rate_tokens(s: State, seat: int, action: Action) -> float:
    """Seasons whose fish are within reach; a token of each when several are taken."""
    reach = _fish_in_reach(s, seat) if any(s.hands) else [1.0] * len(SEASONS)
    seasons = action.value if isinstance(action.value, tuple) else (action.value,)
    return sum(reach[season] for season in seasons)


def _fish_in_reach(s: State, seat: int) -> list[float]:
    """By season: fish in the own hand, and a part of those that lie face up."""
    reach = [0.0] * len(SEASONS)
    for card in s.hands[seat]:
        if card.fish:
            reach[card.season] += card.fish
    for card in s.face_up:
        if card.fish:
            reach[card.season] += 0.4 * card.fish
    return reach


def _rate_start(s: State, seat: int, action: Action) -> float:
    """To choose last is to know most: name the player on the left."""
    return 1.0 if action.value == (seat + 1) % s.seats else 0.0


def _rate_swap(s: State, seat: int, action: Action) -> float:
    """Which YOROZU card brings the better card when it is played in place of the crow."""
    revealed = s.revealed
    assert revealed is not None
    low, high = s.face_up
    played = revealed[:]
    other = played.index(action.value)
    played[seat], played[other] = played[other], played[seat]
    ranks = [card.rank for card in played]
    if ranks[seat] == max(ranks):
        return card_worth(s, seat, high)
    if ranks[seat] == min(ranks):
        return card_worth(s, seat, low)
    return card_worth(s, seat, played[seat])


RATE = {
    "play": _rate_play,
    "redeal": _rate_redeal,
    "keep": _rate_keep,
    "multiplier": _rate_multiplier,
    "token": _rate_tokens,
    "tokens": _rate_tokens,
    "start": _rate_start,
    "swap": _rate_swap,
}
