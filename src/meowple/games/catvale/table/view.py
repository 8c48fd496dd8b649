"""What a viewer may see, as plain data in its `form`: the ``table`` part of `Match.view` (CV-RUL-87).

What the viewer may choose stands in the ``actions`` of `Match.view`.
"""

from __future__ import annotations

from meowple.author import Question
from meowple.games.catvale.pieces.board import MOOD_ENDS
from meowple.games.catvale.pieces.costs import Cost
from meowple.games.catvale.pieces.hexes import BIT, NAMES, SPACES
from meowple.games.catvale.pieces.names import (
    BOUGHT,
    DECKS,
    DURATIONS,
    HOME,
    ITEMS,
    KIND,
    MARKERS,
    MOST_PRIDE,
    NEEDS,
    OPEN_QUESTS,
    PILES,
    ROUNDS,
    RULES,
    SEASONS,
    SHOWN,
    SKILLS,
    TILES,
)
from meowple.games.catvale.pieces.vocabulary import plain
from meowple.games.catvale.rules import combat, dials, growth, quests
from meowple.games.catvale.rules.prestige import backyard, prestige, sources
from meowple.games.catvale.rules.quests import markers_left
from meowple.games.catvale.rules.standing import DESIGN, UNDER_A_CAT, rules_of
from meowple.games.catvale.state import ATTACKER, STEPS, USED, Plot, State

from .form import (
    AskingView,
    CatvaleTable,
    FightView,
    Holds,
    InPlay,
    MoodView,
    OrdersView,
    Pile,
    PlayerView,
    PlotView,
    QuestView,
    Space,
    SpecialToken,
    TalkView,
    TurnView,
)
from .menu import menu


def view(s: State, viewer: int | None, question: Question | None) -> CatvaleTable:
    """The table as a viewer may see it."""
    ids = _ids(s)
    own = viewer is not None
    turn = s.turn
    return {
        "step": STEPS[s.step],
        "round": s.round,
        "season": SEASONS[s.season],
        "first": s.first,
        "turn": _turn(s, turn) if STEPS[s.step] in ("turn", "combat", "talk") else None,
        "mood": _mood(s),
        "map": [_space(s, ids, space) for space in range(SPACES)],
        "passages": {
            name: [NAMES[space] for space in ends]
            for name, ends in (("tunnel", s.tunnel), ("bridge", s.bridge))
            if ends[0] >= 0
        },
        "tokens": _tokens(s, ids),
        "market": [[_id(ids, card) for card in s.market[row : row + SHOWN]] for row in (0, SHOWN)],
        "decks": {DECKS[pile]: _pile(s, ids, pile, viewer) for pile in PILES},
        "bag": len(s.bag),
        "forest_pool": len(s.forest_pool) - s.forest.bit_count(),
        "quests": [_quest(s, ids, place) for place in range(OPEN_QUESTS)],
        "vale": [tile.id for i, tile in enumerate(s.box.vale) if s.vale >> i & 1],
        "shop": list(s.shop),
        "standing": [_holds(s, place) for place in range(len(s.standing))],
        "harvested": s.harvested,
        "open_die": None if s.open_die is None else list(s.open_die),
        "loss": s.loss,
        "fight": _fight(s, ids),
        "talk": _talk(s, viewer),
        "asking": _asking(s, ids),
        "looked": [ids[card] for card in s.looked] if own and s.looker == viewer else None,
        "picks": None if viewer is None else [ids[card] for card in s.picks[viewer]],
        "prepared": None
        if viewer is None
        else [s.box.actions[entry].key for entry in s.plan[viewer]],
        "spare_ambition": None if viewer is None else _id(ids, s.spare[viewer]),
        "menu": None if viewer is None else menu(s, viewer, _rerolls(question, viewer)),
        "orders": None if viewer is None else _orders(s, viewer),
        "players": [_player(s, ids, seat, viewer) for seat in range(s.seats)],
        "numbers": {"rounds": ROUNDS, "pride": MOST_PRIDE, "alone": quests.ALONE},
    }


def _rerolls(question: Question | None, viewer: int) -> bool:
    return question is not None and question.kind == "reroll" and viewer in question.seats


def _ids(s: State) -> list[str]:
    return [card.id for card in s.box.cards]


def _id(ids: list[str], card: int) -> str | None:
    return None if card < 0 else ids[card]


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def _orders(s: State, viewer: int) -> OrdersView:
    orders: OrdersView = s.orders[viewer].to_json(s.box.actions)  # type: ignore[assignment]
    return orders


def _turn(s: State, seat: int) -> TurnView:
    return {
        "seat": seat,
        "side": s.side,
        "side_limit": s.side_limit,
        "main": s.main,
        "token_revealed": s.token_revealed,
        "bought_die": bool(s.bought_die >> seat & 1),
    }


def _mood(s: State) -> MoodView:
    space = s.box.board.mood[s.mood + MOOD_ENDS]
    marker = MARKERS[space.marker] if space.marker >= 0 else None
    return {"at": s.mood, "marker": marker, "growth": space.growth}


def _space(s: State, ids: list[str], space: int) -> Space:
    face_up = s.face_up & BIT[space]
    tile = s.tiles[space]
    used = [token for where, token in s.forest_used if where == space]
    return {
        "space": NAMES[space],
        "tile": TILES[KIND[tile]] if face_up else None,
        "owner": tile - HOME if face_up and tile >= HOME else None,
        "fire": s.fire == space,
        "mark": s.marks[space] if s.marks[space] >= 0 else None,
        "token": bool(s.forest & BIT[space]),
        "used": ids[used[0]] if used else None,
        "cats": [seat for seat in range(s.seats) if s.at[seat] == space],
    }


def _tokens(s: State, ids: list[str]) -> list[SpecialToken]:
    return [
        {
            "token": out.token,
            "space": None if out.token in UNDER_A_CAT else NAMES[out.place],
            "seat": out.place if out.token in UNDER_A_CAT else None,
            "card": ids[out.card],
            "until": DURATIONS[out.until],
        }
        for out in s.tokens
    ]


def _pile(s: State, ids: list[str], pile: int, viewer: int | None) -> Pile:
    everybody = (1 << s.seats) - 1

    def known(by: int) -> bool:
        return by == everybody if viewer is None else bool(by >> viewer & 1)

    return {
        "cards": len(s.stock[pile]) + len(s.under[pile]),
        "discards": [ids[card] for card in s.discards[pile]],
        "under": [ids[each.card] if known(each.by) else None for each in s.under[pile]],
    }


def _quest(s: State, ids: list[str], place: int) -> QuestView | None:
    card = s.quests[place]
    if card < 0:
        return None
    marks = s.quest_marks[NEEDS * place : NEEDS * (place + 1)]
    return {"card": ids[card], "marks": [owner if owner >= 0 else None for owner in marks]}


def _holds(s: State, place: int) -> Holds:
    entry = s.standing[place]
    return {
        "verb": entry.verb,
        "what": entry.what,
        "seats": _seats(entry.seats),
        "amount": entry.amount,
        "until": DURATIONS[entry.until],
        "uses": entry.uses,
    }


def _fight(s: State, ids: list[str]) -> FightView | None:
    fight = s.fight
    if fight is None:
        return None
    attack, defence = combat.totals(s)
    attacker, defender = fight.sides
    return {
        "kind": ("player", "encounter", "duel")[fight.kind],
        "attacker": attacker if attacker >= 0 else None,
        "defender": defender if defender >= 0 else None,
        "card": _id(ids, fight.card),
        "strength": fight.strength,
        "attack_die": fight.die,
        "fate": list(fight.fate),
        "boost": list(fight.boost),
        "totals": [attack, defence],
        "passed": [bool(fight.passed >> side & 1) for side in range(2)],
        "step": "supporters"
        if fight.next == combat.SUPPORTERS
        else "attacker"
        if fight.next == ATTACKER
        else "defender",
        "stage": ("declared", "playing", "decided", "ended")[fight.stage],
    }


def _talk(s: State, viewer: int | None) -> TalkView | None:
    talk = s.talk
    if talk is None:
        return None
    seen = talk.answering or viewer == talk.speaker
    gives, asks = (
        {ITEMS[item]: number for item, number in enumerate(units) if number}
        for units in (talk.gives, talk.asks)
    )
    return {
        "opener": talk.opener,
        "partner": talk.partner,
        "attack": talk.attack,
        "speaker": talk.speaker,
        "answering": talk.answering,
        "gives": gives if seen else None,
        "asks": asks if seen else None,
        "made": list(talk.made),
    }


def _in_play(ids: list[str], card: int) -> InPlay:
    return {"card": ids[card & DESIGN], "used": bool(card & USED)}


def _plot(ids: list[str], plot: Plot) -> PlotView:
    return {
        "building": _in_play(ids, plot.building),
        "worker": _in_play(ids, plot.worker) if plot.worker >= 0 else None,
        "upgrades": [_in_play(ids, card) for card in plot.upgrades],
        "spray": _id(ids, plot.spray),
    }


def _asking(s: State, ids: list[str]) -> AskingView | None:
    if s.source < 0 and s.offer is None:
        return None
    offer = s.offer
    return {
        "card": _id(ids, s.source),
        "cost": offer.json() if isinstance(offer, Cost) else None,
        "options": [[plain(step) for step in steps] for steps in offer]
        if isinstance(offer, tuple)
        else None,
    }


def _player(s: State, ids: list[str], seat: int, viewer: int | None) -> PlayerView:
    mine = seat == viewer
    cat = s.cat[seat]
    ends = growth.ends(s, seat)
    slots = s.box.tree.slots
    bought = {ITEMS[item]: s.goods[seat][place] for item, place in BOUGHT.items()}
    scored = bool(s.scored >> seat & 1)
    knows = mine or scored or (viewer is not None and bool(s.seen_ambition[seat] >> viewer & 1))
    bits = rules_of(s, seat)
    return {
        "cat": None if cat < 0 else s.box.cats[cat].id,
        "at": NAMES[s.at[seat]] if s.at[seat] >= 0 else None,
        "prestige": prestige(s, seat),
        "backyard": backyard(s, seat),
        "pride": s.pride[seat],
        "flat": bool(s.flat >> seat & 1),
        "grown": bool(s.grown >> seat & 1),
        "goods": {name: s.goods[seat][item] for item, name in enumerate(ITEMS)},
        "attack": None if cat < 0 else dials.attack(s, seat),
        "defence": None if cat < 0 else dials.defence(s, seat),
        "dice": list(s.dice[seat]),
        "defence_die": s.defence[seat],
        "spent": s.spent[seat],
        "rolled": list(s.rolled[seat]),
        "ready": bool(s.ready >> seat & 1),
        "skills": [name for i, name in enumerate(SKILLS) if s.skills[seat] >> i & 1],
        "markers": {name: slots[ends[i]].id for i, name in enumerate(MARKERS)},
        "way": {
            name: [slots[slot].id for slot in s.paths[2 * seat + i]]
            for i, name in enumerate(MARKERS)
        },
        "hand": [ids[card] for card in known_hand(s, seat, viewer)],
        "hand_size": len(s.hand[seat]),
        "cards": _backs(s, seat),
        "bought": sum(bought.values()),
        "tokens": bought if mine else None,
        "sand_size": len(s.sand[seat]),
        "sand": [ids[token] for token in s.sand[seat]] if mine else None,
        "ambition": _id(ids, s.ambition[seat]) if knows else None,
        "scored": scored,
        "plots": [_plot(ids, plot) for plot in s.plots[seat]],
        "front": [
            {**_in_play(ids, lying.card), "until": DURATIONS[lying.until]}
            for lying in s.front[seat]
        ],
        "trophies": [ids[card] for card in s.trophies[seat]],
        "marks": s.marks.count(seat),
        "markers_left": markers_left(s, seat),
        "arena": s.arena[seat],
        "harvest": s.harvest[seat],
        "dug": bool(s.dug >> seat & 1),
        "points": sources(s, seat),
        "counters": {
            "tiles-revealed": s.turned_up[seat],
            "fish-caught": s.caught[seat],
            "combats-won": s.won[seat],
            "duels-won": len(s.duels[seat]),
            "quest-steps": s.quest_steps[seat],
            "quests-joined": len(s.joined[seat]),
            "harvest-tokens": s.drawn[seat],
        },
        "rules": [name for i, name in enumerate(RULES) if bits >> i & 1],
    }


def known_hand(s: State, seat: int, viewer: int | None) -> list[int]:
    """The cards of a hand that a viewer knows to be there."""
    if seat == viewer:
        return list(s.hand[seat])
    everybody = (1 << s.seats) - 1
    return sorted(
        note.card
        for note in s.notes[seat]
        if (note.by | 1 << seat == everybody if viewer is None else bool(note.by >> viewer & 1))
    )


def _backs(s: State, seat: int) -> dict[str, int]:
    """How many cards of each deck a hand holds."""
    found: dict[str, int] = {}
    for card in s.hand[seat]:
        name = DECKS[s.box.cards[card].deck]
        found[name] = found.get(name, 0) + 1
    return dict(sorted(found.items()))
