"""How good each answer looks to a quick player, question by question; about in Fish."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from meowple.author import Action, Json, Match
from meowple.games.catvale.pieces.cards import Card, walk
from meowple.games.catvale.pieces.hexes import DISTANCE, NAMES, NEIGHBOURS
from meowple.games.catvale.pieces.names import (
    BACKYARD,
    ENCOUNTER,
    FISH,
    KIND,
    MOUSE,
    NEEDS,
    OPPONENTS,
    TRADED,
)
from meowple.games.catvale.pieces.vocabulary import Condition
from meowple.games.catvale.rules import seasons
from meowple.games.catvale.rules.effects.flow import Choose, Pay
from meowple.games.catvale.rules.growth import Prepared, after, ends
from meowple.games.catvale.rules.payments import NOTHING
from meowple.games.catvale.rules.standing import DESIGN
from meowple.games.catvale.state import GROW, State

from . import deals, fights, growing
from .eyes import MOUSE_WORTH, Eyes
from .plans import hand_worth, see
from .steps import steps_worth
from .turn import SOON, Turn, buy_gain, construct_gain, keep_worth, quest_gain, rate_menu, sell_gain

Rate = Callable[[State, int, Sequence[Action]], list[float]]


def rate(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each action looks to a quick player."""
    s: State = match.state
    question = match.question
    assert question is not None
    rater = _RATE.get(question.kind)
    return [0.0] * len(actions) if rater is None else rater(s, seat, actions)


IN_FISH: Final = {
    "draft",
    "turn",
    "prize",
    "sell",
    "quest",
    "construct",
    "item",
    "tile",
    "take",
    "look",
}
"""The questions whose answers are rated in Fish."""

ON_TILE = {"gather", "hunt", "fish", "mark", "dig"}
"""What is done to the tile that one stands on."""


def hopes(match: Match, seat: int, actions: Sequence[Action]) -> list[Json]:
    """What each action hopes for: about how many Fish it is worth, where that can be said."""
    kind = match.question.kind if match.question else ""
    if kind not in IN_FISH:
        return [{} for _ in actions]
    ratings = rate(match, seat, actions)
    worths = [rating % SOON for rating in ratings]  # what had better come first is rated higher
    eyes = see(Eyes(match.state, seat))
    return [
        {"for": "fish", "fish": round(worth, 1), "aims": _aims(eyes, action)} if rating > 0 else {}
        for action, worth, rating in zip(actions, worths, ratings, strict=True)
    ]


def _aims(eyes: Eyes, action: Action) -> list[str]:
    """What an action is done to, where that is not what is chosen: the tile that one stands on,
    that of a rival. And what it is for: the best plan for what it brings.
    """
    s, seat = eyes.s, eyes.seat
    aims = []
    brings = -1
    if action.verb in ON_TILE and s.at[seat] >= 0:
        aims.append(f"hex:{NAMES[s.at[seat]]}")
        if action.verb == "gather":
            brings = s.box.board.tiles[KIND[s.tiles[s.at[seat]]]].resource
    elif action.verb == "attack":
        aims.append(f"hex:{NAMES[s.at[action.value[0]]]}")
    elif action.verb == "item":
        brings = action.value
    for plan in eyes.plans:
        if any(item == brings and need > eyes.goods[item] for item, need in plan.needs):
            quest = plan.key < 0
            card = s.quests[(-1 - plan.key) // NEEDS] if quest else plan.key
            return [*aims, f"{'quest' if quest else 'hand'}:{s.box.cards[card].id}"]
    return aims


def each(one: Callable[[Eyes, Action], float]) -> Rate:
    """Rate each action by itself."""

    def rated(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
        eyes = see(Eyes(s, seat))
        return [one(eyes, action) for action in actions]

    return rated


# -- setup and Planning ---------------------------------------------------------------------------

USUAL: Final = {
    "buildings": 4.0,
    "workers": 1.3,
    "trophies": 0.8,
    "marks": 4.5,
    "basics": 7.0,
    "basic-kinds": 4.0,
    "skills": 4.0,
    "tiles-revealed": 3.5,
    "fish-caught": 22.0,
    "combats-won": 1.5,
    "duels-won": 1.5,
    "quest-steps": 5.0,
    "quests-joined": 3.0,
    "harvest-tokens": 5.0,
}
"""What a player usually comes to in a game."""


def likely(goal: Condition) -> float:
    """How likely a goal is to be reached, by what players usually come to."""
    fields: Any = goal
    inner = getattr(fields, "inner", None)
    if isinstance(inner, tuple):
        found = [likely(part) for part in inner]
        return max(found) if type(goal).__name__ == "AnyOf" else min(found)
    if hasattr(fields, "of"):
        return min(1.5, USUAL.get(fields.of, 1.0) / float(fields.min))
    return 0.5


def _ambition(eyes: Eyes, action: Action) -> float:
    goal = eyes.s.box.cards[action.value].goal
    return likely(goal) if goal is not None else 0.0


def _hand(eyes: Eyes, action: Action) -> float:
    return hand_worth(eyes, eyes.s.box.cards[action.value])


def _plan(eyes: Eyes, action: Action) -> float:
    """Pips for actions above all, some for defence; a poor throw is worth a Reroll."""
    s, seat = eyes.s, eyes.seat
    if action.verb == "plan":
        shop, kept = action.value
        gone, defence = float(sum(shop)), float(kept)
        safety = 0.75 * min(1.0, eyes.turns / 6) * defence
        return safety - eyes.pip * (gone + defence) - 0.05 * gone * eyes.envy
    base = -eyes.pip * 2.6
    if action.verb == "play":
        return base + 0.5 - keep_worth(eyes, s.box.cards[action.value])
    low = sum(v == 1 for v in s.rolled[seat])
    worth = 1.5 if action.verb == "token" else MOUSE_WORTH
    gain = eyes.pip * (1.0 if low > 2 else 0.4)
    best = max(_plan(eyes, split) for split in s.box.split.values() if _possible(s, seat, split))
    return best + gain - worth * min(1.0, 0.2 + eyes.turns / 6)


def _possible(s: State, seat: int, split: Action) -> bool:
    shop, _ = split.value
    rolled = s.rolled[seat]
    return all(rolled.count(v) >= shop.count(v) for v in shop)


# -- Growth ---------------------------------------------------------------------------------------


def _grow(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Growth that all prepare at once."""
    if s.step == GROW:
        points = seasons.points(s)
    else:
        points = seasons.mood_space(s).growth
    plan = Prepared(s, seat, points)
    if plan.owed:
        return _items(s, seat, actions)
    return _ways(s, seat, actions, plan.at, plan.left)


def _growth(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    return _ways(s, seat, actions, ends(s, seat), 1)


def _ways(
    s: State, seat: int, actions: Sequence[Action], at: tuple[int, int], left: int
) -> list[float]:
    ratings = []
    for action in actions:
        if action is s.box.enough:
            ratings.append(growing.ends_worth(s, seat, at) - 1.0)
        else:
            marker, slot = action.value
            there = after(at, marker, slot)
            ratings.append(growing.way_worth(s, seat, there, left, (marker, slot)))
    return ratings


# -- items, cards and costs -----------------------------------------------------------------------


def _items(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Which item is welcome most."""
    eyes = see(Eyes(s, seat))
    return [eyes.change(action.value, 1) for action in actions]


def _item(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """An item to gain, to steal, to lose or to give: what is lost is what can be spared."""
    eyes = see(Eyes(s, seat))
    losing = loses(s)
    if losing:
        return [eyes.change(action.value, -1) for action in actions]
    return [eyes.change(action.value, 1) for action in actions]


def loses(s: State) -> bool:
    """Whether the card that is being carried out takes items rather than gives some."""
    steps = [step.do for card in carried(s) for step in walk(card.effects)]
    return ("lose" in steps or "give" in steps) and "gain" not in steps


def _spend(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes = see(Eyes(s, seat))
    return [eyes.change(action.value, -1) for action in actions]


def _spare(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes = see(Eyes(s, seat))
    return [-eyes.change(action.value, -1) for action in actions]


def _give_up(eyes: Eyes, action: Action) -> float:
    """A card to part with."""
    return -hand_worth(eyes, eyes.s.box.cards[action.value])


def _take(eyes: Eyes, action: Action) -> float:
    """A card to take."""
    design = eyes.s.box.cards[action.value]
    if design.activation == "instant":
        return steps_worth(eyes, design.effects)
    return hand_worth(eyes, design)


def _sell(eyes: Eyes, action: Action) -> float:
    if action is eyes.s.box.enough:
        return 0.0
    return sell_gain(eyes, action.value)


def _prize(eyes: Eyes, action: Action) -> float:
    s = eyes.s
    if action is s.box.skip:
        return 0.0
    board = s.box.board
    tile = board.tiles[s.kind(s.at[eyes.seat])]
    return buy_gain(eyes, action, tile.discount) - 0.8


def _prize_die(eyes: Eyes, action: Action) -> float:
    if action is eyes.s.box.no:
        return 0.0
    return eyes.change(MOUSE, 1) - 2 * eyes.pip


def _low_die(eyes: Eyes, action: Action) -> float:
    """A die to lose or to spend: the lowest."""
    value = action.value
    return -float(value) if isinstance(value, int) else fights.target_gain(eyes, value)


def _reroll(eyes: Eyes, action: Action) -> float:
    if action is eyes.s.box.enough:
        return 0.05
    return fights.target_gain(eyes, action.value)


def _dig(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """More dice only where another turn is worth less than the tokens."""
    eyes = Turn(s, seat)
    return [
        0.5 + 1.5 * len(action.value)
        if isinstance(action.value, tuple)
        else eyes.dig(action.value) - 1.5
        for action in actions
    ]


# -- what cards ask -------------------------------------------------------------------------------


def carried(s: State) -> list[Card]:
    """The cards that are being carried out: those that lie nowhere, and a Duel's opponent."""
    cards = s.box.cards
    if s.fight is not None and s.fight.card >= 0:
        return [cards[s.fight.card]]
    lying: dict[int, int] = {}

    def count(found: Sequence[int] | Iterator[int]) -> None:
        for card in found:
            lying[card] = lying.get(card, 0) + 1

    for pile in range(OPPONENTS + 1):
        count(s.stock[pile])
        count(s.discards[pile])
        count([known.card for known in s.under[pile]])
    count([card for card in s.market if card >= 0])
    count(s.looked)
    for seat in range(s.seats):
        count(s.hand[seat])
        count([lying_.card & DESIGN for lying_ in s.front[seat]])
        count([c & DESIGN for plot in s.plots[seat] for c in _of_plot(plot)])
        count(s.trophies[seat])
    sets = tuple(name for name in ("litterbox", "arena", "kickstarter") if s.options[name])
    found = []
    for card in cards:
        in_box = card.deck < OPPONENTS and (not card.set or card.set in sets)
        if in_box and lying.get(card.index, 0) < card.count:
            found.append(card)
    return sorted(found, key=lambda card: card.deck != ENCOUNTER)


def _of_plot(plot: Any) -> list[int]:
    return [card for card in (plot.building, plot.worker, *plot.upgrades) if card >= 0]


def _option(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """One of the lists of a card."""
    eyes = see(Eyes(s, seat))
    for card in carried(s):
        for step in walk(card.effects):
            if isinstance(step, Choose) and len(step.options) == len(actions):
                return [steps_worth(eyes, step.options[a.value]) for a in actions]
    for plot in s.plots[seat]:
        for each_ in _of_plot(plot):
            use = s.box.cards[each_ & DESIGN].use
            for step in walk(use.effects) if use is not None else ():
                if isinstance(step, Choose):
                    options = step.options
                    return [
                        steps_worth(eyes, options[a.value]) if a.value < len(options) else 0.0
                        for a in actions
                    ]
    return [0.0] * len(actions)


def _reward(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """One of the rewards of a Duel."""
    eyes = see(Eyes(s, seat))
    assert s.fight is not None
    rewards = s.box.cards[s.fight.card].rewards
    return [steps_worth(eyes, rewards[action.value]) for action in actions]


def _pay(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Pay for what a card offers, if it is worth it."""
    eyes = see(Eyes(s, seat))
    gains = []
    for card in carried(s):
        for step in walk(card.effects):
            if isinstance(step, Pay):
                if not step.cost.payable(eyes.goods, s.dice[seat], len(s.hand[seat])):
                    continue
                gain = 2.5
                if step.who == "you":
                    gain = steps_worth(eyes, step.then) - steps_worth(eyes, step.otherwise)
                gains.append(gain - eyes.price(step.cost))
    gain = sum(gains) / len(gains) if gains else 0.1
    return [gain if action is s.box.yes else 0.0 for action in actions]


HELPS: Final = frozenset(("gain", "draw"))


def _seat(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Whom to pick: a gift goes to the last, harm to the first; a token where it serves."""
    eyes = see(Eyes(s, seat))
    kind, good = "", False
    for card in carried(s):
        for step in walk(card.effects):
            fields: Any = step
            if str(getattr(fields, "who", "")).startswith("chosen"):
                kind = step.do
                good = kind in HELPS
                if kind == "place-token":
                    good = any(
                        inner.do == "prestige" and ability.on == "static"
                        for ability in fields.ability
                        for inner in ability.effects
                    )
                break
        if kind:
            break
    ratings = []
    for action in actions:
        other = action.value
        if other == seat:
            ratings.append(9.0 if good else -9.0)
            continue
        harm = eyes.scores[other] + 0.1 * sum(s.goods[other][: TRADED.stop])
        if kind == "spray":
            harm += max(
                (s.box.cards[p.building & DESIGN].prestige for p in s.plots[other]), default=0
            )
        elif kind == "poach":
            harm += 2 * sum(p.worker >= 0 for p in s.plots[other])
        elif kind == "steal":
            harm += 0.2 * s.goods[other][FISH] + 0.3 * len(s.hand[other])
        ratings.append(-harm if good else harm)
    return ratings


def _host(eyes: Eyes, action: Action) -> float:
    return float(eyes.scores[action.value])


def _tile(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """A tile: to move to, to turn up, to Mark, to clear, to lay something on."""
    eyes = Turn(s, seat)
    spaces = [action.value for action in actions if action.verb == "tile"]
    here = s.at[seat]
    ratings = []
    verbs = {step.do for card in carried(s) for step in walk(card.effects)}
    hurts = bool(verbs & {"place-tile"})
    moving = s.box.stay in actions or (
        "move-cat" in verbs and bool(spaces) and all(x in NEIGHBOURS[here] for x in spaces)
    )
    stays = eyes.place(here) if moving else 0.0
    for action in actions:
        if action.verb != "tile":
            ratings.append(0.0)
            continue
        space = action.value
        if moving:
            ratings.append(eyes.place(space) - stays)
            continue
        owner = s.marks[space]
        near = DISTANCE[here][space]
        gain = 0.0
        if not s.face_up >> space & 1:
            gain += 0.9 - 0.1 * near
        elif owner >= 0 and owner != seat:
            gain += 1.2 + 0.1 * eyes.scores[owner]
        elif owner == seat:
            gain -= 1.5
        if s.face_up >> space & 1 and s.kind(space) != BACKYARD:
            wanted = eyes.main(s.kind(space)) / (2 + near)
            gain += -0.2 * wanted if hurts else 0.2 * wanted
        ratings.append(gain)
    return ratings


def _marker(eyes: Eyes, action: Action) -> float:
    """A marker to take back: one that others overwrite soon anyway."""
    s = eyes.s
    there = sum(s.at[other] == action.value for other in range(s.seats))
    return float(there)


def _plot(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """A card in a Backyard: the one with most Prestige."""
    cards = s.box.cards
    return [
        0.0 if action.value is None else float(abs(cards[action.value].prestige))
        for action in actions
    ]


def _employer(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """A Building without a Worker first."""
    busy = {plot.building & DESIGN for plot in s.plots[seat] if plot.worker >= 0}
    return [-1.0 if action.value in busy else 0.0 for action in actions]


def _mood(eyes: Eyes, action: Action) -> float:
    """Where the Mood gives more Growth."""
    s = eyes.s
    board = s.box.board.mood
    there = max(-6, min(6, s.mood + int(action.value)))
    return float(board[there + 6].growth)


def _yes(eyes: Eyes, action: Action) -> float:
    return 1.0 if action in (eyes.s.box.advance, eyes.s.box.yes) else 0.0


def _construct(eyes: Eyes, action: Action) -> float:
    if action is eyes.s.box.enough:
        return 0.0
    return construct_gain(eyes, action.value, 0)


def _quest(eyes: Eyes, action: Action) -> float:
    if action is eyes.s.box.enough:
        return 0.0
    return quest_gain(eyes, *action.value)


# -- windows and combat ---------------------------------------------------------------------------


def _react(eyes: Eyes, action: Action) -> float:
    """Whether something is worth playing now, by what it changes and what keeping it is worth."""
    s = eyes.s
    box = s.box
    verb = action.verb
    if action is box.skip:
        return 0.0
    if verb in ("bribe", "beg"):
        return -5.0
    late = min(1.0, 0.2 + eyes.turns / 8)
    if verb == "play":
        design = box.cards[action.value]
        gain = steps_worth(eyes, design.effects) - eyes.price(design.cost)
        keep = 0.6 * late * max(1.0, steps_worth(eyes, design.effects, True))
        return gain - keep
    if verb == "use":
        use = box.cards[action.value].use
        assert use is not None
        return steps_worth(eyes, use.effects) - eyes.price(use.cost) - 0.2
    if verb == "reroll":
        return fights.reroll_gain(eyes) - 0.1
    item = action.value
    worth = MOUSE_WORTH if verb == "mouse" else 1.5
    worth *= late
    if item == box.token[6].value:
        return fights.reroll_gain(eyes) - worth
    if s.fight is None:
        return -1.0
    side = "attacker" if item == 8 else "defender"
    return fights.boost_gain(eyes, side, 1) - worth


# -- talks ----------------------------------------------------------------------------------------


def _offer(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Build the offer that looks best, unit by unit."""
    talk = s.talk
    assert talk is not None
    other = talk.partner if talk.speaker == talk.opener else talk.opener
    eyes = see(Eyes(s, seat))
    deal = deals.best_deal(eyes, other)
    ratings = []
    for action in actions:
        if action is s.box.offer:
            ratings.append(1.0)
        elif action.verb == "give":
            fits = deal is not None and action.value == deal.gives and not any(talk.gives)
            ratings.append(3.0 if fits else -1.0 - 0.1 * eyes.change(action.value, 1))
        else:
            fits = deal is not None and action.value == deal.asks and not any(talk.asks)
            ratings.append(2.0 if fits else -0.5 + 0.1 * eyes.change(action.value, 1))
    return ratings


def _answer(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Accept what is worth it; answer a bad offer with a better one if there is one."""
    talk = s.talk
    eyes = see(Eyes(s, seat))
    gain = -1.0
    counter = -1.0
    if talk is not None:
        other = talk.partner if talk.speaker == talk.opener else talk.opener
        gain = deals.deal_worth(eyes, other, talk.asks or NOTHING, talk.gives or NOTHING)
        gain -= deals.FAIR
        if s.fight is None and gain < 0 and sum(talk.made) < 3:
            deal = deals.best_deal(eyes, other)
            counter = 0.5 * deal.gain if deal is not None else -1.0
    ratings = []
    for action in actions:
        if action is s.box.accept:
            ratings.append(gain)
        elif action is s.box.counter:
            ratings.append(counter)
        else:
            ratings.append(0.0)
    return ratings


_RATE: Final[dict[str, Rate]] = {
    "ambition": each(_ambition),
    "draft": each(_hand),
    "grow": _grow,
    "growth": _growth,
    "plan": each(_plan),
    "gift": _items,
    "turn": rate_menu,
    "prize-die": each(_prize_die),
    "prize": each(_prize),
    "discard-die": each(_low_die),
    "marker": each(_marker),
    "sell": each(_sell),
    "dig": _dig,
    "advance": each(_yes),
    "reward": _reward,
    "host": each(_host),
    "employer": _employer,
    "seat": _seat,
    "tile": _tile,
    "item": _item,
    "option": _option,
    "pay": _pay,
    "spend": _spend,
    "spare": _spare,
    "card": each(_give_up),
    "look": each(_take),
    "plot": _plot,
    "die": each(_low_die),
    "reroll": each(_reroll),
    "mood": each(_mood),
    "quest": each(_quest),
    "construct": each(_construct),
    "react": each(_react),
    "fight": each(_react),
    "support": each(_react),
    "offer": _offer,
    "answer": _answer,
}
"""How each kind of question is answered; what is not here is left to chance."""
