"""Fights and dice: what a combat promises, and what each thing played in it would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from meowple.games.catvale.pieces.names import (
    DEFENCE,
    GATHER_FACES,
    IN_DUEL,
    MOUSE,
    OPPONENTS,
    PLAYERS,
    REWARD_FACES,
)
from meowple.games.catvale.rules.combat import totals
from meowple.games.catvale.rules.counting import value
from meowple.games.catvale.rules.dice import Target, rollable
from meowple.games.catvale.state import ATTACKER, DEFENDER

from .eyes import BASIC_WORTH, GROWTH_WORTH

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

    from .eyes import Eyes

SPREAD: Final = ((-2, 1 / 9), (-1, 2 / 9), (0, 3 / 9), (1, 2 / 9), (2, 1 / 9))
"""By how much one Fate Die beats another, and how likely that is."""

BOLD: Final = 1.2
"""What an Attack is worth besides: who is beaten plays worse, and one does not lose by it."""

FACES: Final = (1, 2, 3)
DUEL_REWARD: Final = 4.5
ENCOUNTER_REWARD: Final = 2.5
FACE_WORTH: Final = {
    "gather": dict(enumerate((BASIC_WORTH + 0.6, 3.0, 0.8, 2.3, 0.0))),
    "reward": dict(enumerate((5.5, 1.8, GROWTH_WORTH))),
    "fate": {1: -1.0, 2: 0.6, 3: 2.4},
}
assert len(FACE_WORTH["gather"]) == len(GATHER_FACES)
assert len(FACE_WORTH["reward"]) == len(REWARD_FACES)


def prize(eyes: Eyes, loser: int) -> float:
    """What the Reward Die is worth."""
    card = 2.0 if loser < 0 or eyes.s.hand[loser] else 0.0
    return (eyes.points(1.0) + card * eyes.fade + eyes.growth) / 3


def result(eyes: Eyes, attacker: int, defender: int, margin: int, kind: int) -> float:
    """What a combat that ends with that margin is worth to the seat, on whichever side it is."""
    s, seat = eyes.s, eyes.seat
    winner, loser = (attacker, defender) if margin > 0 else (defender, attacker)
    lost = abs(margin)
    if seat == winner:
        if kind == PLAYERS:
            gain = prize(eyes, loser) + 0.3 * lost * eyes.envy + eyes.counts("combats-won")
            if lost >= s.pride[loser]:
                gain += eyes.points(1.0 + eyes.envy)
            return gain
        if kind == IN_DUEL:
            pride = s.box.cards[s.fight.card].pride if s.fight else 2
            return (
                DUEL_REWARD
                + eyes.counts("duels-won")
                + (eyes.points(1.0) if lost >= pride else 0.0)
            )
        return ENCOUNTER_REWARD
    if seat == loser:
        paid = prize(eyes, seat) * eyes.envy if kind == PLAYERS else 0.0
        return -eyes.pride_worth(lost) - paid
    # a bystander would rather see the leader beaten
    leads = max(eyes.scores)
    weight = 0.0
    if winner >= 0 and eyes.scores[winner] == leads:
        weight -= 0.5 * eyes.envy * prize(eyes, loser)
    if loser >= 0 and eyes.scores[loser] == leads:
        weight += 0.3 * lost * eyes.envy
    return weight


def hopes(eyes: Eyes, change: int = 0) -> float:
    """What the combat that goes on is worth with the totals as they are, or with a change."""
    fight = eyes.s.fight
    assert fight is not None
    attack, defence = totals(eyes.s)
    attacker, defender = fight.sides
    if fight.fate == (0, 0):
        return sum(
            part * result(eyes, attacker, defender, attack - defence + change + by, fight.kind)
            for by, part in SPREAD
        )
    return result(eyes, attacker, defender, attack - defence + change, fight.kind)


def boost_gain(eyes: Eyes, side: str, amount: int) -> float:
    """What it brings to change the total of a side."""
    fight = eyes.s.fight
    assert fight is not None
    where = ATTACKER if side == "attacker" else DEFENDER
    if side == "you":
        where = fight.side(eyes.seat)
        if where < 0:
            return 0.0
    return hopes(eyes, amount if where == ATTACKER else -amount) - hopes(eyes)


# -- dice rolled again, and dice turned -----------------------------------------------------------


def reroll_gain(eyes: Eyes, kinds: tuple[str, ...] = (), whose: str = "any") -> float:
    """What the best die to roll again promises."""
    targets = rollable(eyes.s, eyes.seat, tuple(kinds), whose)
    return max((target_gain(eyes, target) for target in targets), default=0.0)


def target_gain(eyes: Eyes, target: Target) -> float:
    """What it promises to roll a die again."""
    kind, whose, shown = target
    s, seat = eyes.s, eyes.seat
    if kind == "fate":
        fight = s.fight
        assert fight is not None
        sign = 1 if whose == 0 else -1
        now = hopes(eyes)
        return sum(hopes(eyes, sign * (v - fight.fate[whose])) for v in FACES) / 3 - now
    if kind == "rolled":
        assert s.open_die is not None
        die, face, roller = s.open_die
        worth = FACE_WORTH[die]
        faces = {"gather": s.box.board.gather, "reward": s.box.board.reward}.get(die, FACES)
        gain = sum(worth[each] for each in faces) / len(faces) - worth[face]
        return gain if roller == seat else -0.3 * gain * eyes.envy
    if kind == "action":
        return eyes.pip * (2 - shown) if whose == seat else -0.3 * (2 - shown) * eyes.envy
    if kind == "defence":
        if whose != seat:
            return 0.0
        fight = s.fight
        if fight is not None and fight.sides[DEFENDER] == seat and fight.winner < 0:
            now = hopes(eyes)
            return sum(hopes(eyes, s.defence[seat] - v) for v in FACES) / 3 - now
        return 0.6 * (2 - s.defence[seat])
    return 0.0


def turned_gain(eyes: Eyes, to: int, by: int) -> float:
    """What it brings to turn a rolled Fate Die."""
    s, seat = eyes.s, eyes.seat
    best = 0.0
    if s.open_die is not None and s.open_die[0] == "fate":
        worth = FACE_WORTH["fate"]
        face = s.open_die[1]
        new = to or max(1, min(3, face + by))
        mine = 1.0 if s.open_die[2] == seat else -0.3 * eyes.envy
        best = (worth[new] - worth[face]) * mine
    fight = s.fight
    if fight is not None and fight.winner < 0 and fight.fate != (0, 0):
        now = hopes(eyes)
        for side, sign in ((0, 1), (1, -1)):
            new = to or max(1, min(3, fight.fate[side] + by))
            best = max(best, hopes(eyes, sign * (new - fight.fate[side])) - now)
    return best


# -- fights worth beginning -----------------------------------------------------------------------


def helpers(s: State, seat: int) -> float:
    """What a rival may still add to its total in a combat, by what lies open."""
    goods = s.goods[seat]
    return min(1.5, 0.5 * goods[DEFENCE] + 0.4 * goods[MOUSE] + 0.12 * len(s.hand[seat]))


def attack_worth(eyes: Eyes, target: int, die: int) -> float:
    """What an Attack with a die promises, the die and the Fish paid."""
    key = target, die
    found = eyes.of_attack.get(key)
    if found is None:
        found = eyes.of_attack[key] = _attack_worth(eyes, target, die)
    return found


def _attack_worth(eyes: Eyes, target: int, die: int) -> float:
    s, seat = eyes.s, eyes.seat
    edge = eyes.power(seat)[0] + die - eyes.power(target)[1] - s.defence[target]
    support = helpers(s, target)
    gain = 0.0
    for by, part in SPREAD:
        margin = edge + by
        one = result(eyes, seat, target, margin, PLAYERS)
        if support:
            less = result(eyes, seat, target, margin - 1, PLAYERS)
            one += min(1.0, support) * (less - one)
        gain += part * one
    return gain + BOLD + eyes.change(0, -1) - eyes.pip * die


def duel_worth(eyes: Eyes, die: int) -> float:
    """What a Duel with a die promises: the mean over opponents that may come."""
    s, seat = eyes.s, eyes.seat
    pool = s.stock[OPPONENTS] or tuple(known.card for known in s.under[OPPONENTS])
    attack, defence = eyes.power(seat)
    gain = 0.0
    for card in pool:
        design = s.box.cards[card]
        strength = value(s, seat, design.strength)
        attacks = design.style != "aggressive"
        own = attack + die if attacks else defence + s.defence[seat]
        for by, part in SPREAD:
            lead = own + by - strength
            if lead > 0 or (lead == 0 and not attacks):
                gain += part * (DUEL_REWARD + eyes.counts("duels-won"))
                if lead >= design.pride:
                    gain += part * eyes.points(1.0)
            else:
                gain -= part * eyes.pride_worth(-lead)
    step = 2.0 if s.arena[seat] < len(s.box.board.arena) else 0.0
    return gain / max(1, len(pool)) + step + eyes.change(0, -1) - eyes.pip * die


def icons(s: State, seat: int, steps: int) -> int:
    """The token icons that so many steps on the Harvest track would reach."""
    here = s.harvest[seat]
    there = min(s.box.board.harvest_end, here + steps)
    between = s.box.board.icons & ((2 << there) - 1) & ~((2 << here) - 1)
    return between.bit_count()


def card_combat(eyes: Eyes, step: Any) -> float:
    """What a combat that a card asks for promises, its opponent unknown."""
    return 0.4 if step.role == "defend" else 0.8


def reward_worth(eyes: Eyes, win: bool) -> float:
    """What a Duel gives whoever wins it."""
    return DUEL_REWARD if win else 0.0
