"""A player's turn: its start, the menu, its end (CV-TURN, CV-ADV, CV-ASK-10, CV-RUL-22, CV-RUL-36, 37, 45)."""

from __future__ import annotations

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import (
    ADVENTURE,
    ARENA,
    FISH,
    ITEMS,
    MOST_PRIDE,
    NEXT_TURN,
    OPPONENTS,
    SANDBOX,
    SIDE_ACTIONS,
    TURN,
    W_BETWEEN,
    W_MAIN,
)
from meowple.games.catvale.state import BETWEEN, COMBAT, END_ROUND, MENU, TURNS, State

from . import (
    ambitions,
    backyard,
    combat,
    duel,
    gathering,
    market,
    marking,
    moving,
    orders,
    playing,
    pride,
    questions,
    quests,
    sand,
    standing,
    talks,
)
from .decks import empty
from .dice import spend_die, unused, values
from .drawing import draw
from .paying import can_pay
from .windows import asks, may_play, plays, react

# -- its start ------------------------------------------------------------------------------------


def begin(s: State, seat: int) -> Asking:
    """A turn begins: a flat cat stands up, the Adventure card is drawn, then come actions."""
    s.turn = seat
    if s.tell:
        s.tell("turn", seat=seat)
    standing.end(s, NEXT_TURN, seat)
    if s.flat >> seat & 1:
        pride.stand_up(s, seat)
    if s.adventure or not s.drew >> seat & 1:
        s.drew |= 1 << seat
        yield from draw(s, seat, ADVENTURE)
        yield from ambitions.check(s)
    yield from go_on(s)


def go_on(s: State) -> Asking:
    """After each answer of a turn: the menu again, or its end for a cat Humiliated in it."""
    if s.flat >> s.turn & 1:
        yield from fallen(s)
    else:
        s.step = MENU


def fallen(s: State) -> Asking:
    """The active cat is Humiliated: without a Main Action one die is discarded (CV-RUL-45)."""
    seat = s.turn
    if not s.main and unused(s, seat):
        dice = values(s, seat)
        value = dice[0]
        if len(dice) > 1:
            value = (
                yield questions.DISCARD_DIE.ask(
                    seat, lambda s, seat: [s.box.die[v - 1] for v in values(s, seat)]
                )
            ).value
        spend_die(s, seat, value)
    yield from finish(s)


# -- the menu -------------------------------------------------------------------------------------


def menu(s: State, seat: int) -> list[Action]:
    """All that the active player can do now."""
    box = s.box
    found = moving.steps(s, seat)
    if here := moving.passages(s, seat):
        found += [box.passage[space] for space in here]
    found += uses(s, seat)
    if s.side < s.side_limit:
        found += side_actions(s, seat)
    if s.main or not unused(s, seat):
        found.append(box.end)
        if not s.main:
            found += main_actions(s, seat)
    else:
        mains = main_actions(s, seat)
        found += mains
        if not mains or s.options["must_main"] == "free":
            found += [box.discard_die[v - 1] for v in values(s, seat)]
    found += talks.openings(s, seat)
    return found


def uses(s: State, seat: int) -> list[Action]:
    """Cards, tokens, abilities, hiring, upgrading, washing, pulling down (CV-USE)."""
    box = s.box
    found = plays(s, seat, W_MAIN)
    cards = box.cards
    for card in dict.fromkeys(s.hand[seat]):
        design = cards[card]
        if design.kind == "worker":
            if can_pay(s, seat, design.cost) and backyard.employers(s, seat):
                found.append(box.play[card])
        elif (
            design.kind == "upgrade"
            and may_play(s, seat, design, W_MAIN)
            and backyard.upgradable(s, seat, design)
        ):
            found.append(box.play[card])
    if s.plots[seat]:
        if backyard.washable(s, seat):
            found.append(box.wash)
        if backyard.removable(s, seat):
            found.append(box.pull_down)
    return found


def side_actions(s: State, seat: int) -> list[Action]:
    """Construct, Quest, Mark, Trade, Recover (CV-TURN-1)."""
    box = s.box
    found: list[Action] = []
    fish = s.goods[seat][FISH]
    if fish:
        found += [box.play[card] for card in backyard.constructable(s, seat)]
        if lost := MOST_PRIDE - s.pride[seat]:
            found += box.recover[: min(lost, fish)]
    found += quests.open_needs(s, seat)
    found += marking.mark_actions(s, seat)
    found += market.purchases(s, seat)
    found += market.exchanges(s, seat)
    if s.hand[seat]:
        sell = box.sell
        found += [sell[card] for card in dict.fromkeys(s.hand[seat])]
    return found


def main_actions(s: State, seat: int) -> list[Action]:
    """The Main Actions that are legal where the cat stands (CV-RUL-36)."""
    kind = s.kind(s.at[seat])
    if kind == ARENA:
        found = duel_actions(s, seat)
    elif kind == SANDBOX:
        found = sand.main_actions(s, seat)
    else:
        found = gathering.main_actions(s, seat, kind)
    return [*found, *combat.attack_actions(s, seat)]


def duel_actions(s: State, seat: int) -> list[Action]:
    """A Duel with each die, if an opponent is left."""
    if not s.goods[seat][FISH] or empty(s, OPPONENTS):
        return []
    return [s.box.duel[v - 1] for v in values(s, seat)]


# -- carrying out what was picked -----------------------------------------------------------------


def step(s: State) -> Asking:
    """The menu, and what was picked out of it."""
    seat = s.turn
    action = yield questions.MENU.ask(seat, menu)
    verb = action.verb
    if verb == "end":
        yield from finish(s)
        return
    if verb in _MAIN:
        s.main = True
    elif verb in _SIDE or (verb == "play" and s.box.cards[action.value].kind == "building"):
        s.side += 1
    yield from _DO[verb](s, seat, action)
    if s.step != MENU:  # a combat or a talk goes on
        return
    yield from ambitions.check(s)
    yield from go_on(s)


_MAIN = {"gather", "hunt", "fish", "attack", "duel", "dig", "sift", "discard"}
_SIDE = {"buy", "sell", "exchange", "quest", "mark", "recover"}


def _play(s: State, seat: int, action: Action) -> Asking:
    card = action.value
    match s.box.cards[card].kind:
        case "building":
            yield from backyard.construct(s, seat, card)
        case "worker":
            yield from backyard.hire(s, seat, card)
        case "upgrade":
            yield from backyard.upgrade(s, seat, card)
        case _:
            yield from playing.play(s, seat, card)


def _attack(s: State, seat: int, action: Action) -> Asking:
    target, value = action.value
    combat.declare(s, seat, target, value)
    yield from fight_on(s)


def _duel(s: State, seat: int, action: Action) -> Asking:
    yield from duel.begin(s, seat, action.value)
    if s.fight is not None:
        yield from fight_on(s)


def fight_on(s: State) -> Asking:
    """The next question of the combat, or what comes of it."""
    if combat.due(s):
        s.step = COMBAT
        return
    assert s.fight is not None
    s.step = MENU
    if s.fight.duellist >= 0:
        yield from duel.finish(s)
    else:
        yield from combat.conclude(s)


def combat_step(s: State) -> Asking:
    """One question of a combat of the turn."""
    yield from combat.ask(s)
    yield from fight_on(s)
    if s.step == MENU:
        yield from ambitions.check(s)
        yield from go_on(s)


def talk_step(s: State) -> Asking:
    """One step of a talk of the turn."""
    if (yield from talks.step(s)):
        s.step = MENU
        yield from ambitions.check(s)
        yield from go_on(s)


def _fish(s: State, seat: int, action: Action) -> Asking:
    spend_die(s, seat, action.value)
    gathering.fish(s, seat, action.value)
    yield from ()


def _recover(s: State, seat: int, action: Action) -> Asking:
    s.goods[seat][FISH] -= action.value
    if s.tell:
        s.tell("paid", seat=seat, items={ITEMS[FISH]: action.value})
    pride.recover(s, seat, action.value)
    yield from ()


def _discard(s: State, seat: int, action: Action) -> Asking:
    spend_die(s, seat, action.value)
    yield from ()


def _buy(s: State, seat: int, action: Action) -> Asking:
    yield from market.buy(s, seat, action)


def _talk(s: State, seat: int, action: Action) -> Asking:
    talks.open_talk(s, seat, action.value, attack=action.verb == "parley")
    yield from ()


_DO = {
    "step": lambda s, seat, action: moving.walk(s, seat, action.value),
    "passage": lambda s, seat, action: moving.teleport(s, seat, action.value),
    "play": _play,
    "use": lambda s, seat, action: playing.use(s, seat, action.value),
    "token": lambda s, seat, action: playing.use_token(s, seat, action.value),
    "mouse": lambda s, seat, action: playing.use_mouse(s, seat, action.value),
    "wash": lambda s, seat, action: backyard.wash(s, seat),
    "pull-down": lambda s, seat, action: backyard.pull_down(s, seat),
    "buy": _buy,
    "sell": lambda s, seat, action: market.sell(s, seat, action.value),
    "exchange": lambda s, seat, action: market.exchange(s, seat, action.value),
    "quest": lambda s, seat, action: quests.fulfil(s, seat, *action.value),
    "mark": lambda s, seat, action: marking.mark_with(s, seat, action.value),
    "recover": _recover,
    "gather": lambda s, seat, action: gathering.gather(s, seat, *action.value),
    "hunt": lambda s, seat, action: gathering.hunt(s, seat, *action.value),
    "fish": _fish,
    "attack": _attack,
    "duel": _duel,
    "dig": lambda s, seat, action: sand.dig(s, seat, action),
    "sift": lambda s, seat, action: sand.sift(s, seat, action.value),
    "discard": _discard,
    "talk": _talk,
    "parley": _talk,
}
"""How each verb of the menu is carried out."""

# -- its end --------------------------------------------------------------------------------------


def finish(s: State) -> Asking:
    """The turn ends: market gaps close, what lasts a turn ends, then others may act."""
    if s.tell:
        s.tell("turn-ended", seat=s.turn)
    market.fill(s)
    standing.end(s, TURN)
    orders.end(s, "turn")
    s.side = 0
    s.side_limit = SIDE_ACTIONS
    s.main = s.token_revealed = False
    s.via = s.talked = s.parleyed = 0
    if between(s):
        s.step = BETWEEN
    else:
        yield from next_turn(s)


def between(s: State) -> tuple[int, ...]:
    """The seats that can be asked between two turns (CV-ASK-41)."""
    return asks(s, W_BETWEEN, TURNS, s.order())


def between_step(s: State) -> Asking:
    """The window between two turns."""
    yield from react(s, W_BETWEEN, TURNS, s.order())
    yield from ambitions.check(s)
    yield from next_turn(s)


def next_turn(s: State) -> Asking:
    """The next player clockwise with an unused die, or the end of the Round (CV-ADV-1)."""
    for seat in s.clockwise(s.turn + 1):
        if unused(s, seat):
            yield from begin(s, seat)
            return
    s.step = END_ROUND


def begin_phase(s: State) -> Asking:
    """The Adventure phase begins with the First Player's turn (CV-ADV-1)."""
    yield from ambitions.check(s)
    for seat in s.clockwise(s.first):
        if unused(s, seat):
            yield from begin(s, seat)
            return
