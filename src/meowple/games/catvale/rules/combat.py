"""Attack and combat (CV-ATT, CV-COMB, CV-REW, CV-RUL-40 to 46, CV-ASK-34 to 39).

A combat is the record `State.fight`. While its questions are asked everything is in that record, so
the script can go on from a checkpoint before each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import (
    ATTACK_ADJACENT,
    ATTACK_IN_BACKYARD,
    BACKYARD,
    DIE_FACES,
    FISH,
    HOME,
    IN_DUEL,
    PLAYERS,
    REWARD_FACES,
    SAFE_FROM_ATTACK,
    W_AFTER_DUEL,
    W_ATTACKED,
    W_COMBAT,
    W_COMBAT_OWN,
    W_LOST,
    W_WON,
)
from meowple.games.catvale.state import ATTACKER, DEFENDER, FIGHTS, SELF, Fight, State

from . import defence, dials, growth, orders, payments, pride, questions
from .dice import rollable, spend_die, values
from .hands import steal_card
from .mood import shift
from .playing import fire
from .prestige import gain
from .resolution import near
from .standing import rules_of
from .windows import able, asks, by_orders, carry_out, plays, react, roll

DECLARED, PLAYING, DECIDED, ENDED = range(4)
"""Stages: the defender may answer the Attack; cards are played; somebody won; it ended without."""

SUPPORTERS: Final = 2

# -- who may be Attacked --------------------------------------------------------------------------


def targets(s: State, seat: int) -> list[int]:
    """The players whose cats a player could Attack now (CV-ATT-1, CV-ATT-6, CV-RUL-76)."""
    mine = -1
    here = s.at[seat]
    found = []
    for other in near(s, seat):
        if mine < 0:
            mine = rules_of(s, seat)
        if s.at[other] != here and not mine & ATTACK_ADJACENT:
            continue
        if rules_of(s, other) & SAFE_FROM_ATTACK:
            continue
        if not mine & ATTACK_IN_BACKYARD and peaceful(s, other):
            continue
        found.append(other)
    return found


def peaceful(s: State, seat: int) -> bool:
    """Whether Backyard peace protects a cat where it is (CV-RUL-40, CV-OPT-6)."""
    tile = s.tiles[s.at[seat]]
    if s.options["backyard_peace"] == "all":
        return s.kind(s.at[seat]) == BACKYARD
    return tile == HOME + seat


def attack_actions(s: State, seat: int) -> list[Action]:
    """Each target with each die; it costs 1 Fish (CV-ATT-3, CV-ATT-4)."""
    if not s.goods[seat][FISH]:
        return []
    dice = values(s, seat)
    attack = s.box.attack
    return [attack[other, v] for other in targets(s, seat) for v in dice]


def declare(s: State, seat: int, target: int, value: int) -> None:
    """An Attack: die, Fish and Mood are done at once (CV-ATT-3 to CV-ATT-5)."""
    s.goods[seat][FISH] -= 1
    if s.tell:
        s.tell("attacked", seat=seat, target=target, value=value)
    spend_die(s, seat, value)
    shift(s, -1)
    s.fight = Fight(PLAYERS, (seat, target))
    s.fight.die = value


# -- totals ---------------------------------------------------------------------------------------


def totals(s: State) -> tuple[int, int]:
    """What Attack and Defence come to now (CV-COMB-1, CV-COMB-2, CV-DUEL-6)."""
    fight = s.fight
    assert fight is not None
    attacker, defender = fight.sides
    attack = dials.attack(s, attacker) + fight.die if attacker >= 0 else fight.strength
    defence = dials.defence(s, defender) + s.defence[defender] if defender >= 0 else fight.strength
    return (
        attack + fight.fate[0] + fight.boost[0],
        defence + fight.fate[1] + fight.boost[1],
    )


# -- the questions --------------------------------------------------------------------------------


def due(s: State) -> bool:
    """Bring the combat to its next question; whether there is one."""
    fight = s.fight
    assert fight is not None
    if fight.stage == DECLARED:
        if fight.kind == PLAYERS and asks(s, W_ATTACKED, SELF, [fight.sides[DEFENDER]]):
            return True
        begin(s)
    while fight.stage == PLAYING:
        if fight.next == SUPPORTERS:
            if supporters(s):
                return True
            quiet(s)
        elif may_act(s, fight.next):
            return True
        else:
            pass_on(s)
    return False


def begin(s: State) -> None:
    """Both sides roll a Fate Die, and cards are played from now on (CV-COMB-5)."""
    fight = s.fight
    assert fight is not None
    fight.stage = PLAYING
    fight.fate = (s.chance.die(DIE_FACES), s.chance.die(DIE_FACES))
    if s.tell:
        s.tell("fate", attacker=fight.fate[0], defender=fight.fate[1])
    for side in (ATTACKER, DEFENDER):
        if fight.sides[side] < 0:
            fight.passed |= 1 << side  # an opponent counts as having passed (CV-RUL-41)
    fight.next = DEFENDER if fight.sides[DEFENDER] >= 0 else ATTACKER


def ask(s: State) -> Asking:
    """The question that is `due`, and its answer carried out."""
    fight = s.fight
    assert fight is not None
    if fight.stage == DECLARED:
        yield from _declared(s)
    elif fight.next == SUPPORTERS:
        yield from _support(s)
    else:
        yield from _act(s)


def _declared(s: State) -> Asking:
    """The defender answers the Attack with one card or none, again after each (CV-ASK-34)."""
    fight = s.fight
    assert fight is not None
    defender = fight.sides[DEFENDER]
    (action,) = yield questions.REACT.ask_quiet(
        (defender,),
        s.box.skip,
        by_orders(SELF),
        lambda s, seat: [*plays(s, seat, W_ATTACKED), s.box.skip],
    )
    if action is s.box.skip:
        begin(s)
    else:
        yield from carry_out(s, defender, action)


def fighter_plays(s: State, seat: int) -> list[Action]:
    """All that a fighter may play at their own step (CV-ASK-35)."""
    fight = s.fight
    assert fight is not None
    found = plays(s, seat, W_COMBAT | W_COMBAT_OWN)
    if has_free_reroll(s, seat):
        found.append(s.box.free_reroll)
    return found


def has_free_reroll(s: State, seat: int) -> bool:
    """The free Reroll of CV-MARK-7."""
    fight = s.fight
    assert fight is not None
    side = fight.side(seat)
    return (
        side >= 0
        and not fight.freed >> side & 1
        and s.marks[s.at[seat]] == seat
        and bool(rollable(s, seat))
    )


def may_act(s: State, side: int) -> bool:
    """Whether a fighter is asked at their step: not passed, and able by open facts."""
    fight = s.fight
    assert fight is not None
    seat = fight.sides[side]
    if fight.passed >> side & 1:
        return False
    return (
        able(s, seat, W_COMBAT | W_COMBAT_OWN)
        or has_free_reroll(s, seat)
        or bool(payments.bribes(s, seat))
    )


def _act(s: State) -> Asking:
    fight = s.fight
    assert fight is not None
    seat = fight.sides[fight.next]

    def choices(s: State, seat: int) -> list[Action]:
        return [*fighter_plays(s, seat), *payments.bribes(s, seat), s.box.skip]

    if defence.stands(s, seat):
        yield questions.FIGHT.ask_quiet((seat,), s.box.skip, lambda s, seat: False, choices)
        attack, own = totals(s)
        action = defence.next_play(s, seat, fighter_plays(s, seat), attack - own)
    else:
        action = yield questions.FIGHT.ask(seat, choices)
    if action is s.box.skip:
        pass_on(s)
    elif action.verb == "bribe":
        yield from payments.negotiate(s, seat, action)  # and the step goes on
    else:
        yield from carry_out(s, seat, action)
        to_supporters(s)


def pass_on(s: State) -> None:
    """A fighter passes and plays nothing more in this combat (CV-COMB-7)."""
    fight = s.fight
    assert fight is not None
    if not fight.passed >> fight.next & 1:
        fight.passed |= 1 << fight.next
        if s.tell:
            s.tell("passed", seat=fight.sides[fight.next])
    to_supporters(s)


def to_supporters(s: State) -> None:
    """After a fighter's step the supporters have theirs, then the other fighter."""
    fight = s.fight
    assert fight is not None
    fight.after = 1 - fight.next
    fight.next = SUPPORTERS


def quiet(s: State) -> None:
    """No supporter does anything: the other fighter goes on, or the playing is over."""
    fight = s.fight
    assert fight is not None
    if fight.passed == 3:
        decide(s)
    else:
        fight.next = fight.after
        if fight.passed >> fight.next & 1:
            fight.next = 1 - fight.next


def supporters(s: State) -> tuple[int, ...]:
    """The supporters who can be asked, as everybody knows, clockwise from the active player."""
    fight = s.fight
    assert fight is not None
    if not orders.open_to(s, FIGHTS, False):
        return ()
    return tuple(
        [
            seat
            for seat in s.order()
            if seat not in fight.sides
            and (able(s, seat, W_COMBAT) or (not s.flat >> seat & 1 and payments.begs(s, seat)))
        ]
    )


def _support(s: State) -> Asking:
    """One thing from each supporter, asked together, carried out clockwise (CV-ASK-36).

    What is still to be carried out stands in the combat, since it is secret until then.
    """
    fight, skip = s.fight, s.box.skip
    assert fight is not None

    def choices(s: State, seat: int) -> list[Action]:
        return [*plays(s, seat, W_COMBAT), *payments.begs(s, seat), skip]

    asked = supporters(s)
    answers = yield questions.SUPPORT.ask_quiet(asked, skip, by_orders(FIGHTS), choices)
    _decided(fight, asked, answers, skip)
    played = False
    while fight.pending and fight.stage == PLAYING:
        seat, number = fight.pending[0]
        action = s.box.actions[number]
        if action not in choices(s, seat):  # what an earlier one made impossible is not spent
            later = asked[asked.index(seat) :]
            fight.pending = fight.pending[1:]
            answers = yield questions.SUPPORT.ask_quiet(later, skip, _only(seat), choices)
            _decided(fight, later, answers, skip)
            continue
        fight.pending = fight.pending[1:]
        played = True
        if action.verb == "beg":
            yield from payments.negotiate(s, seat, action)
        else:
            yield from carry_out(s, seat, action)
        s.chance.reveal()  # whether another has prepared something shows now
    fight.pending = ()
    if fight.stage == PLAYING and not (played and fight.passed == 3):
        quiet(s)


def _only(seat: int) -> Callable[[State, int], bool]:
    return lambda s, other: other == seat


def _decided(fight: Fight, seats: tuple[int, ...], answers: list[Action], skip: Action) -> None:
    """Note what supporters do, clockwise; who is not asked anew stays with what was said."""
    pending = dict(fight.pending)
    pending.update(
        (seat, action.id) for seat, action in zip(seats, answers, strict=True) if action is not skip
    )
    fight.pending = tuple((seat, pending[seat]) for seat in seats if seat in pending)


def decide(s: State) -> None:
    """The higher total wins, a tie the defender (CV-COMB-11, CV-COMB-12)."""
    fight = s.fight
    assert fight is not None
    attack, defence = totals(s)
    fight.stage = DECIDED
    fight.winner = ATTACKER if attack > defence else DEFENDER
    fight.margin = abs(attack - defence)
    if s.tell:
        s.tell("decided", attack=attack, defence=defence, winner=fight.sides[fight.winner])


# -- what comes of it -----------------------------------------------------------------------------


def conclude(s: State) -> Asking:
    """After a combat between players: Pride, Humiliation, Reward Die (CV-RUL-46)."""
    fight = s.fight
    assert fight is not None
    if fight.stage == DECIDED:
        winner, loser = fight.sides[fight.winner], fight.sides[1 - fight.winner]
        s.won[winner] += 1
        s.dirty |= 1 << winner
        yield from pride.lose(s, loser, fight.margin, costs=True, winner=winner)
        yield from reward(s, winner, loser)
        yield from aftermath(s)
    over(s)


def over(s: State, before: Fight | None = None) -> None:
    """A combat is over, and what was ordered for it alone."""
    s.fight = before
    orders.end(s, "combat")


def reward(s: State, winner: int, loser: int) -> Asking:
    """The winner rolls the Reward Die (CV-REW-1 to CV-REW-6)."""
    face = REWARD_FACES[(yield from roll(s, winner, "reward", against=loser))]
    if face == "prestige":
        gain(s, winner, 1)
    elif face == "growth":
        yield from growth.gain(s, winner, 1)
    else:
        steal_card(s, winner, loser)


def aftermath(s: State, *, windows: bool = True) -> Asking:
    """What a combat fires, then the windows of winner and loser (CV-ASK-39)."""
    fight = s.fight
    assert fight is not None
    both = (fight.sides[fight.winner], fight.sides[1 - fight.winner])
    for seat, event in zip(both, ("combat-won", "combat-lost"), strict=True):
        if seat >= 0:
            yield from fire(s, event, seat, foe=fight.kind)
    if windows:
        yield from after_windows(s)


def after_windows(s: State, *, fought: bool = True) -> Asking:
    """`combat-won`, `combat-lost` and `after-duel` cards, the winner first."""
    fight = s.fight
    assert fight is not None
    duel = W_AFTER_DUEL if fight.kind == IN_DUEL else 0
    for side in (fight.winner, 1 - fight.winner) if fight.winner >= 0 else (ATTACKER, DEFENDER):
        seat = fight.sides[side]
        if seat >= 0:
            bits = (W_WON if side == fight.winner else W_LOST) if fought else 0
            if bits | duel:
                yield from react(s, bits | duel, SELF, [seat])


def whole(s: State) -> Asking:
    """A combat in the middle of a card, asked to its end."""
    while due(s):
        yield from ask(s)


def lose_to_opponent(s: State, seat: int) -> Asking:
    """A player beaten by the opponent of a card loses Pride (CV-DUEL-9, CV-ENC-6)."""
    assert s.fight is not None
    yield from pride.lose(s, seat, s.fight.margin, costs=True)
