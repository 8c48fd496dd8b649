"""Reading the card files: every field is checked, so that a corrected file can replace one of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from meowple.author.decks import CardFile, Table

from .components import (
    ANY_DIE,
    AREAS,
    BITS,
    FAMILY_DICE,
    LESSON,
    MOST_SEATS,
    NEEDS,
    NEEDS_WITH_VALUE,
    NOTHING,
    RESOURCES,
    SEASONS,
    SPACES,
    SPACES_OF,
    SPECIAL,
    TOKENS,
    TYPES,
    VILLAGE_DICE,
    WORKERS,
    Amount,
    Board,
    Comfort,
    Effect,
    Improvement,
    Length,
    MonthCard,
    Names,
    Need,
    Profit,
    River,
    Setup,
    Trade,
    Traveler,
    Word,
)

ANYTHING: Final = (*TOKENS, "any", "card")
RULES: Final = ("free", "same", "different")

_EFFECTS: Final[dict[str, tuple[str, str, str]]] = {
    # verb: (deck, timing, fields); a field is name, or name=the one value the rules know
    "bonus_if_owned": ("comforts", "scoring", "card points"),
    "bonus_per_set_stored": ("comforts", "scoring", "set points"),
    "bonus_if_stored_exactly": ("comforts", "scoring", "tokens points"),
    "bonus_per_other_owned": ("comforts", "scoring", "cards points"),
    "points_per_rival_comfort": ("improvements", "scoring", "type points"),
    "store_for_points": ("improvements", "scoring", "token type limit points"),
    "estate": ("improvements", "estate", "gain owner_gain gift owner_may_use"),
    "move_worker": ("improvements", "turn_start", "uses=1 per=turn workers=1"),
    "change_family_die": ("improvements", "dice", "by uses=1 per=turn"),
    "turn_village_die": ("improvements", "dice", "by uses=1 per=turn lasts=month"),
    "gain_token": ("improvements", "build", "special amount=1"),
    "change_any_die": ("improvements", "dice", "special plusminus uses per=month"),
    "extra_resource": (
        "improvements",
        "placement",
        "special areas amount match=collected uses=1 per=month",
    ),
    "fixed_die_value": ("improvements", "action", "space value"),
    "bonus_trade": ("improvements", "action", "market give get uses per=visit"),
    "gift_left": ("travelers", "immediate", "tokens rule source=supply order=turn optional=false"),
    "pass_worker_left": ("travelers", "immediate", "count=1"),
    "take_from_nest": ("travelers", "immediate", "count=1 refill=true order=turn optional=true"),
    "mark_space": ("travelers", "immediate", "gain distinct=true order=turn optional=false"),
    "shared_lessons": ("travelers", "immediate", "count per=turn"),
    "discount": ("travelers", "all_month", "less on"),
    "interchange": ("travelers", "all_month", "pair"),
    "search_discard": ("travelers", "all_month", "after count=1 optional=true"),
    "space_bonus": ("travelers", "all_month", "areas gain"),
    "more_lessons": ("travelers", "all_month", "extra"),
    "dice_without_workers": ("travelers", "all_month", "area"),
    "gift_for_gain": (
        "travelers",
        "end_of_month",
        "give to=any_rival gain uses=1 order=turn optional=true",
    ),
    "bonus_action": (
        "travelers",
        "end_of_month",
        "areas dice=village count=1 forbid order=turn optional=true",
    ),
    "set_family_die": ("travelers", "after_family_roll", "dice=1 optional=true"),
}
"""The verbs of cards: each is implemented once, whatever card bears it."""

FORBIDDEN: Final = ("worker", "lesson", "almanac", "wheelbarrow")


def _effects(table: Table, deck: str, comforts: Mapping[str, int]) -> tuple[Effect, ...]:
    """The effects of a card of that deck."""
    read: list[Effect] = []
    for entry in table.inner("effects"):
        verb = entry.text("verb")
        known = _EFFECTS.get(verb)
        if known is None or known[0] != deck:
            names = ", ".join(name for name, (home, _, _) in _EFFECTS.items() if home == deck)
            entry.wrong(f"the verb {verb!r} is unknown here; known are {names}", "verb")
            continue
        if any(effect.verb == verb for effect in read):
            entry.wrong(f"the verb {verb!r} stands here twice", "verb")
        entry.must_be("timing", known[1])
        values: dict[str, Any] = {}
        for name in known[2].split():
            _effect_field(entry, name, values, comforts)
        entry.done()
        read.append(Effect(verb, known[1], **values))
    return tuple(read)


def _effect_field(
    entry: Table, name: str, values: dict[str, Any], comforts: Mapping[str, int]
) -> None:
    """Read one field of an effect into ``values``."""
    if "=" in name:
        name, _, expected = name.partition("=")
        value: Any = {"true": True, "false": False}.get(expected, expected)
        entry.must_be(name, int(expected) if expected.isdecimal() else value)
        return
    match name:
        case "points":
            values[name] = entry.number(name, 1, 99)
        case "amount" | "uses" | "limit" | "extra" | "count":
            values[name] = entry.number(name, 1, 20)
        case "value":
            values[name] = entry.number(name, 1, 6)
        case "owner_may_use":
            values[name] = entry.flag(name)
        case "card":
            values[name] = comforts.get(entry.one_of(name, tuple(comforts)), 0)
        case "cards":
            values[name] = tuple(comforts[c] for c in entry.texts(name, tuple(comforts)))
        case "type":
            values[name] = TYPES.index(entry.one_of(name, TYPES))
        case "token":
            values[name] = TOKENS.index(entry.one_of(name, TOKENS[:LESSON]))
        case "special":
            entry.one_of("token", SPECIAL)
        case "set" | "less":
            values[name] = Amount(entry.counts(name, TOKENS[:LESSON]))
            if not values[name].fixed:
                entry.wrong(f"{name} must hold a token", name)
        case "tokens":
            allowed = ("any",) if entry.data.get("verb") == "gift_left" else TOKENS[:LESSON]
            values[name] = Amount(entry.counts(name, allowed))
            if values[name].any > len(RESOURCES):
                entry.wrong(f"{name} must hold at most {len(RESOURCES)}", name)
        case "gift" | "give":
            values[name] = Amount(entry.counts(name, (*RESOURCES, "any")))
        case "gain" | "owner_gain" | "get":
            choice = (name == "gain" and entry.data.get("verb") == "estate") or name == "get"
            values[name] = Amount(entry.counts(name, (*TOKENS, *(("any",) if choice else ()))))
        case "areas":
            allowed = tuple(AREAS)
            if entry.data.get("verb") in ("extra_resource", "bonus_action"):
                allowed = ("forest", "meadow", "river")
            values[name] = sum(AREAS[area] for area in entry.texts(name, allowed))
        case "area":
            values["areas"] = AREAS[entry.one_of(name, ("forest", "meadow", "river"))]
        case "after":
            values[name] = sum(
                BITS[SPACES.index(space)]
                for space in entry.texts(name, ("nest-left", "nest-right"))
            )
        case "space":
            values[name] = SPACES.index(
                entry.one_of(name, ("workshop", "inn", "nest-right", "nest-left", "market"))
            )
        case "market":
            entry.must_be("space", "market")
        case "by":
            values[name] = entry.numbers(name, -5, 5)
            if not values[name] or 0 in values[name]:
                entry.wrong("by must hold numbers other than 0", name)
        case "plusminus":
            entry.must_be("by", [-1, 1])
        case "rule":
            values[name] = entry.one_of(name, RULES)
        case "on":
            values[name] = entry.texts(name, ("comfort", "improvement"))
        case "pair":
            tokens = entry.texts("tokens", (*RESOURCES, "coin"))
            if len(tokens) != 2 or tokens.count("coin") != 1:
                entry.wrong("tokens must be a resource and the coin", "tokens")
            values["cards"] = tuple(TOKENS.index(token) for token in tokens)
        case "forbid":
            entry.texts(name, FORBIDDEN)
        case _:  # pragma: no cover
            raise AssertionError(name)


def _card(table: Table, kind: int, effects: tuple[Effect, ...]) -> dict[str, Any]:
    """The fields that all cards of the three decks have."""
    return {
        "kind": kind,
        "id": _id(table),
        "name": table.text("name"),
        "name_pl": table.text("name_pl"),
        "count": table.number("count", 1, 20),
        "text": table.text("text"),
        "text_pl": table.text("text_pl"),
        "effects": effects,
        "verbs": {effect.verb: effect for effect in effects},
    }


def _id(table: Table) -> str:
    name = table.text("id")
    if name and not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        table.wrong("id must be small letters, digits and single hyphens", "id")
    return name


_ORIGIN: Final = ("origin", "rulebook_confirms", "name_pl_origin", "doubtful")


def _deck(file: CardFile, name: str) -> list[Table]:
    """The cards of a deck file, once its head is checked."""
    if file.unreadable:
        return []
    head = file.table("deck")
    head.must_be("id", name)
    head.text("name")
    head.text("name_pl")
    cards = file.tables("card")
    seen: dict[str, int] = {}
    for card in cards:
        if card.card in seen:
            card.wrong(f"the id {card.card!r} is already taken", "id")
        seen[card.card] = 1
    if cards and head.number("kinds", 1) != len(cards):
        head.wrong(f"kinds says {head.data.get('kinds')}, but there are {len(cards)}", "kinds")
    size = sum(n for card in cards if type(n := card.data.get("count")) is int)
    if cards and head.number("size", 1) != size:
        head.wrong(f"size says {head.data.get('size')}, but the counts make {size}", "size")
    head.done()
    for field_name in file.data:
        if field_name not in ("deck", "card"):
            file.wrong((field_name,), field_name, "is not a table of this file")
    return cards


def _cost(table: Table, *more: str) -> Amount:
    cost = Amount(table.counts("cost", (*TOKENS[:LESSON], *more)))
    if table.data.get("cost") == {}:
        table.wrong("cost must not be empty", "cost")
    return cost


def _read_comforts(file: CardFile, parts: Mapping[str, Any]) -> tuple[Comfort, ...]:
    tables = _deck(file, "comforts")
    kinds = {str(table.data.get("id")): kind for kind, table in enumerate(tables)}
    cards = []
    for kind, table in enumerate(tables):
        effects = _effects(table, "comforts", kinds)
        type_ = table.one_of("type", ("", *TYPES))
        stores = tuple(TOKENS.index(token) for token in table.texts("stores", TOKENS[:LESSON]))
        card = Comfort(
            **_card(table, kind, effects),
            points=table.number("points", 0, 50),
            type=TYPES.index(type_) if type_ else -1,
            cost=_cost(table, "any"),
            stores=stores,
        )
        table.done(*_ORIGIN)
        stored = {
            token for effect in effects for token, _ in (*effect.set.fixed, *effect.tokens.fixed)
        }
        if stored != set(stores):
            table.wrong("stores must name exactly the tokens that its effects count", "stores")
        if sum(effect.verb.startswith("bonus_") and bool(stored) for effect in effects) > 1:
            table.wrong("a comfort that stores tokens has one effect", "effects")
        cards.append(card)
    if cards and sum(card.count for card in cards) < 24:
        file.wrong(("deck", "size"), "deck", "at least 24 comforts are needed")
    return tuple(cards)


def _read_improvements(file: CardFile, parts: Mapping[str, Any]) -> tuple[Improvement, ...]:
    cards: list[Improvement] = []
    estates = 0
    stored = {c.type: c for c in parts.get("comforts", ()) if c.stores and c.type >= 0}
    for kind, table in enumerate(_deck(file, "improvements")):
        effects = _effects(table, "improvements", {})
        estate = table.flag("estate")
        if estate != any(effect.verb == "estate" for effect in effects):
            table.wrong("estate is true for cards with the effect 'estate' only", "estate")
            estate = False
        for effect in effects:
            other = stored.get(effect.type) if effect.verb == "store_for_points" else None
            if other is not None and effect.token in other.stores:
                table.wrong(f"tokens for it would mix with those on {other.id}", "effects")
        card = Improvement(
            **_card(table, kind, effects),
            points=table.number("points", 0, 50),
            cost=_cost(table, "any"),
            estate=estates if estate else -1,
            solo=table.flag("solo"),
        )
        table.done(*_ORIGIN)
        estates += estate
        cards.append(card)
    if cards and sum(card.count for card in cards) < 33:
        file.wrong(("deck", "size"), "deck", "at least 33 improvements are needed")
    if cards and sum(card.solo for card in cards) < 7:
        file.wrong(("deck",), "deck", "at least 7 improvements must be solo = true")
    return tuple(cards)


def _read_travelers(file: CardFile, parts: Mapping[str, Any]) -> tuple[Traveler, ...]:
    cards: list[Traveler] = []
    for kind, table in enumerate(_deck(file, "travelers")):
        effects = _effects(table, "travelers", {})
        timing = table.one_of(
            "timing", ("immediate", "all_month", "end_of_month", "after_family_roll")
        )
        for effect in effects:
            if effect.timing != timing:
                table.wrong(f"timing must be {effect.timing!r} for {effect.verb}", "timing")
        if len(effects) != 1:
            table.wrong("a traveler has one special effect", "effects")
        cards.append(
            Traveler(
                **_card(table, kind, effects),
                timing=timing,
                solo=table.flag("solo"),
                profits=_profits(table),
                **_all_month({effect.verb: effect for effect in effects}),
            )
        )
        table.done(*_ORIGIN)
    for solo in (False, True):
        some = [card for card in cards if card.solo or not solo]
        if cards and sum(card.count for card in some) < 8:
            which = "solo travelers" if solo else "travelers"
            file.wrong(("deck",), "deck", f"at least 8 {which} are needed")
    return tuple(cards)


def _all_month(verbs: Mapping[str, Effect]) -> dict[str, Any]:
    """What a traveler changes while it is there, ready to look up."""
    ready: dict[str, Any] = {}
    if effect := verbs.get("interchange"):
        ready["pair"] = effect.cards
    if effect := verbs.get("discount"):
        ready["less_comfort"] = effect.less if "comfort" in effect.on else None
        ready["less_improvement"] = effect.less if "improvement" in effect.on else None
    if effect := verbs.get("space_bonus"):
        ready["bonus"] = tuple(
            (effect.gain,) if effect.areas >> space & 1 else () for space in range(len(SPACES))
        )
    if effect := verbs.get("shared_lessons"):
        ready["lessons"] = effect.count
    if effect := verbs.get("more_lessons"):
        ready["extra_lessons"] = effect.extra
    if effect := verbs.get("dice_without_workers"):
        ready["closed"] = effect.areas
    if effect := verbs.get("search_discard"):
        ready["search"] = effect.after
    return ready


def _profits(table: Table) -> tuple[Profit, ...]:
    """The profits of a traveler by die value."""
    by_value: dict[int, Profit] = {}
    for entry in table.inner("profit"):
        faces = entry.numbers("faces", 1, 6)
        verb = entry.one_of("verb", ("gain", "trade", "swap_different_for_same"))
        fields: dict[str, Any] = {}
        if verb == "gain":
            fields["get"] = Amount(entry.counts("get", ANYTHING))
        elif verb == "trade":
            fields["give"] = give = Amount(entry.counts("give", ANYTHING))
            fields["get"] = Amount(entry.counts("get", ANYTHING))
            if not give.json:
                entry.wrong("give must not be empty", "give")
            if entry.one_of("times_from", ("fixed", "die")) == "fixed":
                fields["times"] = entry.number("times", 1, 9)
            fields["give_rule"] = entry.one_of("give_rule", RULES)
            fields["get_rule"] = entry.one_of("get_rule", RULES)
            for name in ("give", "get"):
                if fields[f"{name}_rule"] == "different" and fields[name].any > len(RESOURCES):
                    entry.wrong(f"{name} asks for more kinds of resources than there are", name)
            if fields["give_rule"] != "free" and give.any and give.fixed:
                entry.wrong("give_rule must be 'free' where give names tokens too", "give_rule")
        else:
            entry.must_be("limit_from", "die")
        entry.done("doubtful")
        for face in faces:
            if face in by_value:
                entry.wrong(f"the value {face} has two profits", "faces")
            by_value[face] = Profit(faces=faces, verb=verb, **fields)
    for face in range(1, 7):
        if face not in by_value:
            table.wrong(f"the value {face} has no profit")
    nothing = Profit(faces=(), verb="gain")
    return (nothing, *(by_value.get(face, nothing) for face in range(1, 7)))


def _read_need(table: Table) -> Need:
    kind = table.one_of("kind", NEEDS)
    dice = table.number("dice", 0, 3)
    value = table.number("value", 1, 36) if kind in NEEDS_WITH_VALUE else 0
    values = table.numbers("values", 1, 6) if kind == "exact" else ()
    if kind == "exact" and len(values) != dice:
        table.wrong("values must show as many faces as dice", "values")
        dice = len(values) or 1
    if kind in ("value_max", "value_min") and dice != 1:
        table.wrong(f"{kind} asks for 1 die", "dice")
        dice = 1
    if dice == 0 and kind not in ("sum_min", "sum_max"):
        table.wrong("only sums take any number of dice", "dice")
        dice = 1
    table.done()
    need = Need(kind, dice, value, values)
    if not need.met:
        table.wrong("no dice can ever meet this need")
    return need


def _month_cards(area: str, name: str) -> Any:
    def read(file: CardFile, parts: Mapping[str, Any]) -> tuple[MonthCard, ...]:
        cards = []
        slots = (f"{area}-left", f"{area}-right")
        for kind, table in enumerate(_deck(file, name)):
            table.must_be("count", 1)
            table.must_be("area", area)
            needs, gains = [], []
            spaces = table.inner("space")
            for index, space in enumerate(spaces[:2]):
                space.must_be("slot", slots[index])
                needs.append(_read_need(space.one("need")))
                gains.append(Amount(space.counts("gain", TOKENS)))
                if not gains[-1].json:
                    space.wrong("gain must not be empty", "gain")
                space.done()
            if len(spaces) != 2:
                table.wrong("a month card has 2 spaces")
                needs, gains = [ANY_DIE] * 2, [NOTHING] * 2
            cards.append(
                MonthCard(
                    kind=kind,
                    id=_id(table),
                    name=table.text("name"),
                    name_pl=table.text("name_pl"),
                    season=SEASONS.index(table.one_of("season", SEASONS)),
                    needs=(needs[0], needs[1]),
                    gains=(gains[0], gains[1]),
                )
            )
            table.done(*_ORIGIN)
        for season, number in zip(SEASONS, (3, 3, 2), strict=True):
            have = sum(card.season == SEASONS.index(season) for card in cards)
            if cards and have != number:
                file.wrong(("deck",), "deck", f"{number} cards of {season} are needed, not {have}")
        return tuple(cards)

    return read


def _read_river(file: CardFile, parts: Mapping[str, Any]) -> River:
    nothing = River((), (), (), (NOTHING,) * 3)
    if file.unreadable:
        return nothing
    spaces, positions = file.tables("space"), file.tables("position")
    head = file.table("river")
    if head.number("positions", 1, 12) != len(positions):
        head.wrong(
            f"positions says {head.data.get('positions')}, not {len(positions)}", "positions"
        )
    shown = []
    gains = []
    for space, name in zip(spaces, ("river-a", "river-b", "river-c"), strict=False):
        space.must_be("id", name)
        space.must_be("dice", 1)
        shown.append(space.number("values_shown", 1, 6))
        gains.append(Amount(space.counts("gain", TOKENS)))
        space.done("name", "name_pl", *_ORIGIN)
    if len(spaces) != 3:
        head.wrong("the river has 3 spaces")
    ids = [position.number("id", 1, 12) for position in positions]
    if len(set(ids)) != len(ids):
        head.wrong("two positions have one id")
    needs, following = [], []
    for position in positions:
        row = [position.numbers(name, 1, 6) for name in "abc"]
        if sorted(v for values in row for v in values) != [1, 2, 3, 4, 5, 6]:
            position.wrong("a, b and c must hold every value from 1 to 6 once")
        elif [len(values) for values in row] != shown:
            position.wrong("a, b and c must hold as many values as values_shown of their spaces")
        else:
            needs.append(tuple(Need("one_of", 1, 0, values) for values in row))
        after = position.number("next", 1, 12)
        if after not in ids:
            position.wrong(f"next names the position {after}, which is not there", "next")
        else:
            following.append(ids.index(after))
        position.done(*_ORIGIN)
    if sorted(following) != list(range(len(ids))):
        head.wrong("next must lead through all positions in a circle")
    if file.problems:
        return nothing
    return River(
        tuple(ids),
        tuple((a, b, c) for a, b, c in needs),
        tuple(following),
        (gains[0], gains[1], gains[2]),
    )


def _names(table: Table, *more: str) -> Names:
    names = Names(table.text("name"), table.text("name_pl"))
    table.done("id", *more, *_ORIGIN)
    return names


def _named(file: CardFile, name: str, expected: Sequence[str], *more: str) -> tuple[Names, ...]:
    """Tables that the rules know by their ids, in order."""
    tables = file.tables(name)
    ids = [table.data.get("id") for table in tables]
    if ids != list(expected):
        file.wrong((name, 0), name, f"the ids must be {', '.join(expected)}, in this order")
    return tuple(_names(table, *more) for table in tables)


def _read_board(file: CardFile, parts: Mapping[str, Any]) -> Board | None:
    if file.unreadable:
        return None
    areas = {space: area for area, mask in AREAS.items() for space in SPACES_OF[mask]}
    for index, table in enumerate(file.tables("space")[: len(SPACES)]):
        area = areas[index]
        rule = {"forest": "month_card", "meadow": "month_card", "river": "river_wheel"}
        table.must_be("area", area)
        table.must_be("rule", rule.get(area, "one_die_any"))
    nest, workshop, home = file.table("nest"), file.table("workshop"), file.table("home")
    hand, lesson, scoring = file.table("hand"), file.table("lesson"), file.table("scoring")
    draws = [0] * 7
    for table in file.tables("nest_draw"):
        cards = table.number("cards", 1, 9)
        for face in table.numbers("faces", 1, 6):
            if draws[face]:
                table.wrong(f"the value {face} stands here twice", "faces")
            draws[face] = cards
    if 0 in draws[1:]:
        nest.wrong(f"the value {draws[1:].index(0) + 1} draws nothing")
    trades = []
    for table in file.tables("market_trade"):
        give = Amount(table.counts("give", (*TOKENS, "any")))
        get = Amount(table.counts("get", (*TOKENS, "any")))
        if not give.json:
            table.wrong("give must not be empty", "give")
        trades.append(Trade(_id(table), give, get, table.one_of("give_rule", RULES)))
        table.done(*_ORIGIN)
    rungs = workshop.numbers("rung_needs", 1, 6)
    if list(rungs) != sorted(rungs) or not rungs:
        workshop.wrong("rung_needs must rise from the bottom up", "rung_needs")
    if workshop.number("display", 1, 12) != len(rungs):
        workshop.wrong("display must be the number of rungs", "display")
    lesson.must_be("change", 1)
    lesson.must_be("lowest", 1)
    lesson.must_be("highest", 6)
    scoring.must_be("per_lesson", 0)
    scoring.must_be("ties", "shared")
    nest.must_be("refill_from", "right")
    nest.must_be("month_end_discard", "leftmost")
    workshop.must_be("refill_from", "top")
    workshop.must_be("month_end_discard", "bottom")
    file.table("hill").must_be("village_dice", VILLAGE_DICE)
    cottages = home.numbers("cottage_points", 0, 20)
    if home.number("cottages", 1, 4) != len(cottages):
        home.wrong("cottage_points must name every cottage space", "cottage_points")
    drawn, kept = hand.number("draw_at_start", 1, 5), hand.number("keep_at_start", 0, 5)
    if drawn != kept + 1:
        hand.wrong("one of the cards drawn at the start is put away", "keep_at_start")
    return Board(
        spaces=_named(file, "space", SPACES, "area", "rule"),
        nest=nest.number("display", 1, 6),
        draws=tuple(draws),
        rungs=rungs,
        trades=tuple(trades),
        cottages=cottages,
        drawn=drawn,
        kept=kept,
        hand=hand.number("limit", 1, 20),
        idle_lessons=lesson.number("per_idle_worker", 0, 9),
        per_book=scoring.number("per_book", 0, 9),
        per_coin=scoring.number("per_coin", 0, 9),
        resources_per_point=scoring.number("resources_per_point", 1, 9),
        types=_named(file, "comfort_type", TYPES),
        seasons=_named(file, "season", SEASONS, "missing_resource"),
    )


def _read_supply(file: CardFile, parts: Mapping[str, Any]) -> dict[str, Names]:
    if file.unreadable:
        return {}
    file.table("supply").must_be("unlimited", True)
    for table in file.tables("token"):
        table.must_be("resource", table.data.get("id") in RESOURCES)
        table.number("count", 1, 99)
    for table in file.tables("piece"):
        table.number("count", 1, 99)
        _names(table, "count")
    names = _named(file, "token", (*TOKENS, *SPECIAL), "resource", "count")
    return dict(zip((*TOKENS, *SPECIAL), names, strict=False))


def _read_setup(file: CardFile, parts: Mapping[str, Any]) -> Setup | None:
    if file.unreadable:
        return None
    players = file.table("players")
    for name, expected in (
        ("lowest", 1), ("highest", MOST_SEATS), ("dice", FAMILY_DICE), ("workers", WORKERS)
    ):  # fmt: skip
        players.must_be(name, expected)
    families = [
        (_id(table), Names(table.text("name"), table.text("name_pl")))
        for table in file.tables("family")
    ]
    if len(families) != MOST_SEATS:
        players.wrong(f"there must be {MOST_SEATS} families")
    lengths = {}
    for table in file.tables("length"):
        seasons = (
            table.number("spring", 1, 3),
            table.number("summer", 1, 3),
            table.number("autumn", 1, 2),
        )
        if table.number("months", 3, 8) != sum(seasons):
            table.wrong("months must be the sum of the three seasons", "months")
        lengths[_id(table)] = Length(sum(seasons), seasons)
        table.done("name", "name_pl", *_ORIGIN)
    if set(lengths) != {"normal", "short"}:
        players.wrong("the lengths must be normal and short")
    solo = file.table("solo")
    setup = Setup(
        families=tuple(families),
        lengths=lengths,
        coins=_starting_coins(file, players),
        no_travelers=solo.texts(
            "without_travelers", [card.id for card in parts.get("travelers", ())]
        ),
        no_improvements=solo.texts(
            "without_improvements", [card.id for card in parts.get("improvements", ())]
        ),
        copies=solo.number("copies_of_other_improvements", 1, 5),
        words=_title_words(file, players),
    )
    for deck, left_out in (
        ("travelers", setup.no_travelers),
        ("improvements", setup.no_improvements),
    ):
        cards = parts.get(deck, ())
        if sorted(card.id for card in cards if not card.solo) != sorted(left_out):
            solo.wrong(f"the {deck} left out must be those with solo = false")
        copies = 20 if deck == "travelers" else setup.copies
        size = sum(min(card.count, copies) for card in cards if card.solo)
        if cards and solo.number(f"{deck[:-1]}_deck", 1, 99) != size:
            solo.wrong(f"{deck[:-1]}_deck must be {size}", f"{deck[:-1]}_deck")
    return setup


def _starting_coins(file: CardFile, head: Table) -> dict[tuple[int, str], tuple[int, ...]]:
    coins: dict[tuple[int, str], tuple[int, ...]] = {}
    for table in file.tables("starting_coins"):
        players = table.number("players", 1, MOST_SEATS)
        length = table.one_of("length", ("normal", "short"))
        seats = table.numbers("seats", 1, players)
        number = table.number("coins", 0, 9)
        if (players, length) in coins:
            table.wrong("this number of players and length stand here twice", "players")
        coins[players, length] = tuple(
            number if seat + 1 in seats else 0 for seat in range(players)
        )
        table.done(*_ORIGIN)
    if len(coins) != 2 * MOST_SEATS:
        head.wrong("starting_coins must name 1 to 5 players in both lengths")
    return coins


def _title_words(file: CardFile, head: Table) -> tuple[tuple[Word, ...], ...]:
    questions = []
    kinds = ("comfort_type", "comforts", "improvements", "score")
    for table, kind in zip(file.tables("solo_question"), kinds, strict=False):
        table.must_be("by", kind)
        words: list[Word] = []
        for entry in table.inner("word"):
            type_ = -1
            least = most = 0
            if kind == "comfort_type":
                type_ = TYPES.index(entry.one_of("type", TYPES))
            else:
                least, most = entry.number("from"), entry.number("to")
                expected = words[-1].most + 1 if words else 0
                if least != expected:
                    entry.wrong(f"from must be {expected}", "from")
            word = Names(entry.text("word"), entry.text("word_pl"))
            words.append(Word(type_, least, most, word))
            entry.done()
        if kind == "comfort_type" and {word.type for word in words} != set(range(len(TYPES))):
            table.wrong("every type needs a word")
        questions.append(tuple(words))
    if len(questions) != len(kinds):
        head.wrong("there must be 4 solo questions")
    return tuple(questions)


FILES: Final[dict[str, Any]] = {
    "comforts": _read_comforts,
    "improvements": _read_improvements,
    "travelers": _read_travelers,
    "forest": _month_cards("forest", "forest"),
    "meadow": _month_cards("meadow", "meadow"),
    "river": _read_river,
    "board": _read_board,
    "supply": _read_supply,
    "setup": _read_setup,
}
"""The card files, in the order in which they are read, since later ones name cards of earlier."""
