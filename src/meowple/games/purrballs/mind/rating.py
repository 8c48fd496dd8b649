"""How good each answer looks to a quick player, question by question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from meowple.author import Action, Match
from meowple.games.purrballs.pieces.actions import (
    DECLINE,
    DONE,
    FLEE,
    KEEP_PARTY,
    ROLL,
    ROTATE,
    STRIKE,
)
from meowple.games.purrballs.pieces.box import BUFFS, CATS, LOOT, MONSTERS
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.rules.abilities import ABILITY
from meowple.games.purrballs.rules.battle import CHALLENGES, MATCH, ROLL_DICE, Fight
from meowple.games.purrballs.rules.loot import CYCLE, GRAB, LOOT_CARD, RESERVE, CycleLoot, GrabLoot
from meowple.games.purrballs.rules.mana import COUNTERS, STEAL, GainMana, StealMana
from meowple.games.purrballs.rules.matching import needs, winning
from meowple.games.purrballs.rules.party import RECRUITS, REPLACE, WAKE_UP
from meowple.games.purrballs.rules.round import COUNTS, DRAFTS, LEVELS_UP, SENDS
from meowple.games.purrballs.rules.scoring import goods
from meowple.games.purrballs.rules.speed import ROTATES, TURN_CROWN, Rotate, SetSpeed
from meowple.games.purrballs.rules.stash import (
    GET_TREASURE,
    GIVE_TREASURE,
    REFRESH_GEAR,
    SWAP,
    SWAP_FOR,
    TUCK,
    UNDER,
    SwapTreasure,
    TuckResource,
)
from meowple.games.purrballs.state import LOOTING, State, bits

from .look import EACH_LEVEL, Look


def rate(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each action looks, in XP; the match is one that the seat imagines."""
    kind = match.question.kind if match.question else ""
    return RATE[kind](Look(match.state, seat), actions)


def _rate_send(look: Look, actions: Sequence[Action]) -> list[float]:
    """The Loot that the Total Speed should bring, the ability, less what the Buff costs."""
    s, seat = look.s, look.seat
    others = [other for other in range(s.seats) if other != seat]
    values = sorted(look.pool(s.pool, others), reverse=True)
    rivals = rival_totals(s, seat)
    order = s.priority()
    mine = order.index(seat)
    abilities: dict[int, float] = {}
    loot: dict[int, float] = {}
    ratings = []
    for action in actions:
        cat, buff = action.value
        card, laid = CATS[cat], BUFFS[buff]
        if cat not in abilities:
            abilities[cat] = look.ability(card)
        mana = s.mana[seat] + sure_mana(card, s.seats)
        value, cost = laid.value, laid.cost - laid.gain
        if laid.cost > mana:
            value, cost = 0, 0
        total = expected_speed(look, card) + value
        if total not in loot:
            loot[total] = _loot_at(values, position(rivals, order, mine, total))
        rating = loot[total] + abilities[cat] - cost * look.mana_xp
        if card.class_ == "noble":
            rating += 0.5 if total >= 6 else -0.3
        ratings.append(rating)
    return ratings


def sure_mana(cat: Cat, seats: int) -> int:
    """Mana that an ability brings at least, about, before the Buff is paid."""
    gained = 0
    for effect in ABILITY[cat.index]:
        if isinstance(effect, GainMana):
            gained += effect.amount + effect.plus
            if effect.per == "played-non-spellcasters":
                gained += seats // 2
    return gained


def expected_speed(look: Look, cat: Cat) -> int:
    if cat.speed_kind != "x":
        return cat.upright
    effect = next(effect for effect in ABILITY[cat.index] if isinstance(effect, SetSpeed))
    if effect.per == "neighbour-highest-buff":
        return 3  # nobody has laid one yet
    return min(effect.cap, COUNTERS[effect.per].number(look.s, look.seat, effect.threshold))


def rival_totals(s: State, seat: int) -> list[tuple[int, list[int]]]:
    """For each rival how often each Total Speed comes up among all that it could send."""
    found = []
    for other in range(s.seats):
        if other == seat:
            continue
        totals = [0] * 16
        mana = s.mana[other] + 1
        for cat in s.hand[other]:
            speed = CATS[cat].upright if CATS[cat].speed_kind != "x" else 2
            for buff in BUFFS:
                totals[speed + (buff.value if buff.cost <= mana else 0)] += 1
        found.append((other, totals))
    return found


def position(
    rivals: Iterable[tuple[int, list[int]]], order: list[int], mine: int, total: int
) -> float:
    """How many rivals are likely to be faster."""
    before = 0.0
    for other, totals in rivals:
        faster = sum(totals[total + 1 :])
        if order.index(other) < mine:
            faster += totals[total]
        before += faster / max(1, sum(totals))
    return before


def left_at(position: float, cards: int) -> float:
    """Which card of those that one likes best is left to take after so many rivals."""
    return min(0.6 * position, cards - 1.0)


def _loot_at(values: list[float], position: float) -> float:
    """The value of what is left for that place: those before take what I like only in part."""
    place = left_at(position, len(values))
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (place - low) * (values[high] - values[low])


def _rate_loot(look: Look, actions: Sequence[Action]) -> list[float]:
    """A Loot card for oneself, rather one that those who come after would like too."""
    s, seat = look.s, look.seat
    took = set(s.order[: s.turn]) if s.step == LOOTING else {x for x in s.order if s.grabbed[x]}
    later = [other for other in range(s.seats) if other != seat and other not in took]
    return look.pool([action.value for action in actions], later)


def _rate_cycle(look: Look, actions: Sequence[Action]) -> list[float]:
    return [-look.loot(action.value) for action in actions]


def _rate_rotate(look: Look, actions: Sequence[Action]) -> list[float]:
    """Whether the inner effect is worth the change of Speed."""
    s, seat = look.s, look.seat
    card = CATS[s.cat[seat]]
    effect = ABILITY[card.index][s.at]
    assert isinstance(effect, Rotate)
    inner = effect.then[0]
    values = sorted((look.loot(card) for card in s.pool), reverse=True)
    rivals = [other for other in range(s.seats) if other != seat and not s.grabbed[other]]

    def at(speed: int) -> float:
        own = speed + BUFFS[s.buff[seat]].value
        faster = sum(s.total(other) > own for other in rivals)
        return _loot_at(values, faster)

    worth = -effect.cost * look.mana_xp
    if isinstance(inner, GrabLoot):
        worth += values[0]
    else:
        worth += at(card.turned)
        if isinstance(inner, Fight):
            worth += look.fight(inner)
        elif isinstance(inner, StealMana):
            worth += (look.mana_xp + 0.1) * inner.amount
        elif isinstance(inner, TuckResource):
            worth += look.tuck()
        elif isinstance(inner, SwapTreasure):
            worth += look.swap()
        elif isinstance(inner, CycleLoot):
            worth += 0.1
    stay = at(card.upright)
    return [worth if action is ROTATE else stay for action in actions]


def _rate_steal(look: Look, actions: Sequence[Action]) -> list[float]:
    return [float(min(look.s.mana[action.value], 3)) for action in actions]


def _rate_face(look: Look, actions: Sequence[Action]) -> list[float]:
    """Better that the rival with the most Mana comes last."""
    s, seat = look.s, look.seat
    return [-float(s.mana[(seat + action.value) % s.seats]) for action in actions]


def _rate_tuck(look: Look, actions: Sequence[Action]) -> list[float]:
    owned = [kind for kind, n in enumerate(look.have.treasures) if n]
    best = max(look.treasure(kind) for kind in owned)
    return [
        0.05 if action is DONE else best - look.lost_resource(LOOT[action.value].resource)
        for action in actions
    ]


def _rate_get_treasure(look: Look, actions: Sequence[Action]) -> list[float]:
    """A Treasure to tuck under, or to take from a neighbour."""
    return [look.treasure(LOOT[action.value].treasure) for action in actions]


def _rate_give_treasure(look: Look, actions: Sequence[Action]) -> list[float]:
    return [-look.lost_treasure(LOOT[action.value].treasure) for action in actions]


def _rate_swap(look: Look, actions: Sequence[Action]) -> list[float]:
    pool = [LOOT[card].resource for card in look.s.pool if LOOT[card].resource >= 0]
    best = max(look.resource(kind) for kind in pool)
    return [
        0.05 if action is DECLINE else best - look.lost_resource(LOOT[action.value].resource)
        for action in actions
    ]


def _rate_swap_for(look: Look, actions: Sequence[Action]) -> list[float]:
    return [look.resource(LOOT[action.value].resource) for action in actions]


def _rate_refresh_gear(look: Look, actions: Sequence[Action]) -> list[float]:
    return [float(len(LOOT[action.value].attack)) for action in actions]


def _rate_wake(look: Look, actions: Sequence[Action]) -> list[float]:
    return [
        -1.0 if action is DONE else look.ability(CATS[action.value]) + CATS[action.value].upright
        for action in actions
    ]


def _rate_choose(look: Look, actions: Sequence[Action]) -> list[float]:
    return [look.cat(CATS[action.value]) for action in actions]


def _rate_recruit(look: Look, actions: Sequence[Action]) -> list[float]:
    return [EACH_LEVEL[action.value] for action in actions]


def _rate_level_up(look: Look, actions: Sequence[Action]) -> list[float]:
    worth: dict[int, float] = {}
    ratings = []
    for action in actions:
        if action is KEEP_PARTY:
            ratings.append(0.0)
            continue
        for cat in action.value:
            if cat not in worth:
                worth[cat] = look.cat(CATS[cat])
        new, old = action.value
        ratings.append(worth[new] - worth[old])
    return ratings


def _rate_roll(look: Look, actions: Sequence[Action]) -> list[float]:
    return [1.0 if action is ROLL else 0.0 for action in actions]


def _rate_challenge(look: Look, actions: Sequence[Action]) -> list[float]:
    s = look.s
    return [
        0.01
        if action is DECLINE
        else look.chance(action.value, s.free, s.ignore) * look.foe(action.value)
        for action in actions
    ]


def _rate_match(look: Look, actions: Sequence[Action]) -> list[float]:
    """Win with as few cards and icons as can be."""
    s = look.s
    foe = MONSTERS[s.foe]
    upright = s.upright_gear(look.seat)
    counts = tuple(LOOT[card].counts for card in upright)
    ways = winning(counts, s.free, *needs((*foe.defences, *s.rolled), s.ignore))
    chosen = bits([upright.index(card) for card in s.gear])

    def cost(way: int) -> int:
        return sum(len(LOOT[card].attack) for i, card in enumerate(upright) if way >> i & 1)

    best = min((way for way in ways if way & chosen == chosen), key=cost, default=chosen)
    ratings = []
    for action in actions:
        if action is STRIKE:
            ratings.append(2.0)
        elif action is FLEE:
            ratings.append(0.0)
        else:
            ratings.append(1.0 + (best >> upright.index(action.value) & 1))
    return ratings


def _rate_count(look: Look, actions: Sequence[Action]) -> list[float]:
    return [
        float(sum(cat.score.scores(have, -1) for cat in look.party))
        for have in [goods(look.s, look.seat, action.value) for action in actions]
    ]


RATE: dict[str, Callable[[Look, Sequence[Action]], list[float]]] = {
    SENDS.name: _rate_send,
    LOOT_CARD.name: _rate_loot,
    GRAB.name: _rate_loot,
    RESERVE.name: _rate_loot,
    CYCLE.name: _rate_cycle,
    ROTATES.name: _rate_rotate,
    STEAL.name: _rate_steal,
    TURN_CROWN.name: _rate_face,
    TUCK.name: _rate_tuck,
    UNDER.name: _rate_get_treasure,
    GIVE_TREASURE.name: _rate_give_treasure,
    GET_TREASURE.name: _rate_get_treasure,
    SWAP.name: _rate_swap,
    SWAP_FOR.name: _rate_swap_for,
    REFRESH_GEAR.name: _rate_refresh_gear,
    WAKE_UP.name: _rate_wake,
    DRAFTS.name: _rate_choose,
    REPLACE.name: _rate_choose,
    RECRUITS.name: _rate_recruit,
    LEVELS_UP.name: _rate_level_up,
    ROLL_DICE.name: _rate_roll,
    CHALLENGES.name: _rate_challenge,
    MATCH.name: _rate_match,
    COUNTS.name: _rate_count,
}
