"""The game in words: events, actions, prompts and refusals, in every language."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from meowple.core.actions import Action
from meowple.core.events import Event
from meowple.core.game import Json, Line
from meowple.core.language import N_, translator

from .components import BUFFS, BY_KEY, CATS, ICONS, LOOT, MONSTERS
from .faces import drawing, gist, goods_drawing, goods_name, scoring, tool  # noqa: F401

CLASS_NAMES = {
    "noble": N_("Noble"),
    "wanderer": N_("Wanderer"),
    "trader": N_("Trader"),
    "fighter": N_("Fighter"),
    "spellcaster": N_("Spellcaster"),
}
ICON_NAMES = {
    "claw": N_("Claw"),
    "arrow": N_("Arrow"),
    "spark": N_("Spark"),
    "armored": N_("Armored"),
}
TYPE_NAMES = {"beast": N_("Beast"), "savage": N_("Savage"), "chaos": N_("Chaos")}
STEP_NAMES = {
    "crown": N_("Crown"),
    "draft": N_("Draft"),
    "level-up": N_("Level-up"),
    "dungeon": N_("Dungeon"),
    "select": N_("Selection"),
    "action": N_("Action"),
    "claim": N_("Crown"),
    "loot": N_("Loot"),
    "battle": N_("Battle"),
    "count": N_("Scoring"),
    "over": N_("The end"),
}
KIND_NAMES = {
    "emblem": N_("Emblem"),
    "resource": N_("Resource"),
    "treasure": N_("Treasure"),
    "gear": N_("Gear"),
    "mana": N_("Mana card"),
}
COUNT_NAMES = {
    "monster": N_("a Monster of its type"),
    "goblet": N_("a Goblet"),
    "idol": N_("an Idol"),
    "jewel": N_("a Jewel"),
    "mask": N_("a Mask"),
}
STUDY_NAMES = {
    **CLASS_NAMES,
    "catventurer": N_("Catventurers"),
    "loot": N_("Loot"),
    "monster": N_("Monsters"),
}
LOOT_CARDS = {card.card: card for card in LOOT}
FACE_NAMES = {"clockwise": N_("clockwise"), "anticlockwise": N_("anticlockwise")}


def _translator(language: str) -> gettext.NullTranslations:
    return translator(Path(__file__).parent, "purrballs", language)


def _(text: str, language: str) -> str:
    return _translator(language).gettext(text)


def word(name: str, language: str) -> str:
    """The name of a class, icon, Monster type, step or kind of Loot."""
    for names in (CLASS_NAMES, ICON_NAMES, TYPE_NAMES, KIND_NAMES, STEP_NAMES):
        if name in names:
            return _(names[name], language)
    return name


def card_name(key: str, language: str) -> str:
    """The name on a card."""
    return _(BY_KEY[key].name, language)


def studied(key: str, language: str) -> str | None:
    """What reports call a kind of cards, a card or a class of `scoring.study`; None for others."""
    if key in STUDY_NAMES:
        return _(STUDY_NAMES[key], language)
    if key in LOOT_CARDS:  # cards of one name lie in several levels
        card = LOOT_CARDS[key]
        text = _("{name} (level {level}, {mark}+)", language)
        return text.format(name=_(card.name, language), level=card.level, mark=card.min_players)
    return card_name(key, language) if key in BY_KEY else None


def card_text(key: str, language: str) -> str:
    """The rules text on a card."""
    return _(BY_KEY[key].text, language)


def card_spoken(key: str, language: str) -> str:
    """The card as a screen reader says it: its name and what it is good for."""
    card = BY_KEY[key]
    name, text = card_name(key, language), card_text(key, language)
    if card in CATS:
        cat = CATS[card.index]
        kind = word(cat.class_, language)
        speed = "X" if cat.speed_kind == "x" else str(cat.upright)
        return _("{name}, {kind}, Speed {speed}: {text}", language).format(
            name=name, kind=kind, speed=speed, text=text
        )
    if card in MONSTERS:
        foe = MONSTERS[card.index]
        parts = [word([*ICONS, "armored"][kind], language) for kind in foe.defences]
        parts += [_("question mark", language)] * foe.question
        return _("{name}, {kind}; Defences: {defences}. {text}", language).format(
            name=name,
            kind=word(("beast", "savage", "chaos")[foe.type], language),
            defences=", ".join(parts),
            text=text,
        )
    return f"{name}. {text}" if card in LOOT else f"{name}: {text}"


def _bold(key: str, language: str) -> str:
    return f"**{card_name(key, language)}**"


def _list(keys: Iterable[str], language: str) -> str:
    return ", ".join(_bold(key, language) for key in keys)


def _icons(icons: Iterable[str | int], language: str) -> str:
    names = [word(icon if isinstance(icon, str) else ICONS[icon], language) for icon in icons]
    return ", ".join(f"**{name}**" for name in names)


# -- refusals -----------------------------------------------------------------------------------

REASONS = {
    "not_now": (N_("This is not to be chosen now."), N_("not now")),
    "reserved": (
        N_("A crystal of {name} lies on this card: nobody else may touch it this round."),
        N_("reserved"),
    ),
    "no_resource": (N_("Only a Resource can be swapped in."), N_("no Resource")),
    "grabbed": (
        N_("Your Archer grabbed Loot already, so you take no part in the Loot phase."),
        N_("grabbed already"),
    ),
    "has_loot": (N_("You have taken your Loot card of this round."), N_("you have yours")),
    "in_battle": (N_("A battle is being fought."), N_("a battle is on")),
    "no_battle": (
        N_("{card} has no Battle ability; only a Catventurer with one may fight."),
        N_("cannot fight"),
    ),
    "noble": (N_("A Noble has no rank and cannot be replaced."), N_("a Noble stays")),
    "rank_2": (N_("A Rank-2 Catventurer cannot be replaced."), N_("Rank 2 stays")),
    "in_play": (N_("It is in play this round."), N_("in play")),
    "exhausted": (
        N_("{card} is exhausted and sleeps in your Stash until it is refreshed."),
        N_("asleep"),
    ),
    "rotated": (N_("It was rotated this round already."), N_("rotated")),
    "no_mana": (N_("You lack {short} Mana to pay for it."), N_("{short} Mana short")),
    "no_target": (N_("Nothing on the table could be its target now."), N_("no target")),
    "spent": (
        N_("This Gear is exhausted; it is upright again when it is refreshed."),
        N_("exhausted"),
    ),
    "no_use": (
        N_("None of its icons would match anything that is still needed to win."),
        N_("no use here"),
    ),
}


def why(reason: Json, language: str, names: Sequence[str] = ()) -> str:
    """Why a choice is impossible, from ``{code, ...}`` of the view."""
    return _reason(reason, 0, language, names)


def why_short(reason: Json, language: str, names: Sequence[str] = ()) -> str:
    """The same in a few words, for a tag on the card."""
    return _reason(reason, 1, language, names)


def _reason(reason: Json, which: int, language: str, names: Sequence[str]) -> str:
    text = _(REASONS[reason["code"]][which], language)
    seat = reason.get("seat")
    name = ""
    if seat is not None:
        name = names[seat] if seat < len(names) else _seat_name(seat, language)
    card = card_name(reason["card"], language) if "card" in reason else ""
    return text.format(name=name, short=reason.get("short", 0), card=card)


def _seat_name(seat: int, language: str) -> str:
    return _("Seat {number}", language).format(number=seat + 1)


# -- actions ------------------------------------------------------------------------------------


def action(action: Action, language: str) -> str:
    """What choosing the action does, as a label."""
    verb, value = action.verb, action.value
    simple = SIMPLE.get(action.key)
    if simple:
        return _(simple, language)
    if verb == "send":
        cat, buff = CATS[value[0]], BUFFS[value[1]]
        text = N_("Send the {cat} with +{value}")
        if buff.cost:
            text = N_("Send the {cat} with +{value}, pay {cost}")
        elif buff.gain:
            text = N_("Send the {cat} with +{value}, gain {gain}")
        return _(text, language).format(
            cat=card_name(cat.key, language), value=buff.value, cost=buff.cost, gain=buff.gain
        )
    if verb == "face":
        name = FACE_NAMES[action.key.partition(":")[2]]
        return _("Turn the Crown {way}", language).format(way=_(name, language))
    if verb == "from":
        return _("From {name}", language).format(name=_seat_name(value, language))
    if verb == "level-up":
        return _("Take the {new} for the {old}", language).format(
            new=card_name(CATS[value[0]].key, language),
            old=card_name(CATS[value[1]].key, language),
        )
    if verb == "count-as":
        name = COUNT_NAMES[action.key.partition(":")[2]]
        return _("Count it as {what}", language).format(what=_(name, language))
    pieces = {"wake": CATS, "choose": CATS, "challenge": MONSTERS}.get(verb, LOOT)
    return _(VERB_LABELS[verb], language).format(card=_label(pieces[value].key, language))


def _label(key: str, language: str) -> str:
    """A card's name, with the icons of Gear."""
    card, name = BY_KEY[key], card_name(key, language)
    if card in LOOT and LOOT[card.index].attack:
        icons = ", ".join(word(ICONS[kind], language) for kind in LOOT[card.index].attack)
        return f"{name} ({icons})"
    return name


SIMPLE = {
    "rotate": N_("Rotate and use the ability"),
    "stay": N_("Stay upright"),
    "roll": N_("Roll the dice and fight"),
    "decline": N_("Do nothing"),
    "strike": N_("Strike with this Gear"),
    "flee": N_("Flee"),
    "done": N_("Enough"),
    "keep-party": N_("Keep the party as it is"),
}

VERB_LABELS = {
    "take": N_("Choose {card}"),
    "challenge": N_("Fight {card}"),
    "gear": N_("Use {card}"),
    "resource": N_("Choose {card}"),
    "treasure": N_("Choose {card}"),
    "ready": N_("Refresh {card}"),
    "wake": N_("Wake {card}"),
    "choose": N_("Choose {card}"),
}

# -- prompts ------------------------------------------------------------------------------------

PROMPTS = {
    "face": N_("You have the Crown: which way shall the priority order run?"),
    "draft": N_("Choose one card for your Camp; the rest is passed on."),
    "level-up": N_("Take a new Catventurer for one of Rank 1, or keep your party."),
    "send": N_("Choose one Catventurer and one Buff, in secret."),
    "rotate": N_("Rotate your Catventurer and use its ability?"),
    "steal": N_("Take Mana from which rival?"),
    "grab": N_("Grab a Loot card from the Pool."),
    "cycle": N_("Which Loot card goes under the deck?"),
    "reserve": N_("Mark the Loot card that shall be yours."),
    "tuck": N_("Choose a Resource to put under a Treasure."),
    "under": N_("Under which Treasure?"),
    "give-treasure": N_("Which of your Treasures do you give?"),
    "get-treasure": N_("Which Treasure do you take for it?"),
    "swap": N_("Swap one of your Resources with the Pool?"),
    "swap-for": N_("Which Resource of the Pool do you take for it?"),
    "replace": N_("Choose who replaces the Nekomancer."),
    "recruit": N_("Choose a Catventurer that joins you until the level ends."),
    "refresh-gear": N_("Refresh which Gear?"),
    "wake": N_("You may refresh an exhausted Catventurer."),
    "loot": N_("Take a Loot card from the Pool."),
    "roll": N_("Roll the dice for the battle?"),
    "challenge": N_("Which Monster do you fight?"),
    "match": N_("Choose Gear until every Defence is matched, then strike."),
    "count": N_("The Wyvern in your Stash: what does it count as?"),
}


def prompt(view: Json, language: str) -> str:
    """What is asked of the viewer, or whom the table waits for."""
    viewer, question = view["viewer"], view["question"]
    if view["over"]:
        return _("The match is over.", language)
    if viewer is None or viewer not in question["seats"]:
        if question["together"]:
            return _("The others choose in secret.", language)
        name = _seat_name(question["seats"][0], language)
        return _("Waiting for {name}.", language).format(name=name)
    if view["choice"] is not None:
        return _("Your choice is made; you may change it until all have chosen.", language)
    fight = view["table"]["fight"]
    if question["kind"] == "match" and fight and fight["won"]:
        return _("Every Defence is matched: strike!", language)
    return _(PROMPTS[question["kind"]], language)


# -- events -------------------------------------------------------------------------------------


def event(event: Event, viewer: int | None, names: Sequence[str], language: str) -> Line | None:
    """The line of the log for an event."""
    tell = EVENTS.get(event.kind)
    return tell(event.data, _People(viewer, names, language), language) if tell else None


class _People:
    """Names of seats; the viewer's own is "You"."""

    def __init__(self, viewer: int | None, names: Sequence[str], language: str) -> None:
        self.viewer = viewer
        self.names = names
        self.language = language

    def __getitem__(self, seat: int) -> str:
        if seat == self.viewer:
            return _("You", self.language)
        return self.names[seat]


def _line(text: str, **how: str) -> Callable[[Json, _People, str], Line]:
    """A line made from the event's own data: seats become names, cards become bold names.

    ``how`` says what a field is: ``card``, ``cards``, ``icons``, ``seat``.
    """

    def tell(data: Json, people: _People, language: str) -> Line:
        values = dict(data)
        for field, kind in how.items():
            value = data[field]
            if kind == "card":
                values[field] = _bold(value, language)
            elif kind == "cards":
                values[field] = _list(value, language)
            elif kind == "icons":
                values[field] = _icons(value, language) or _("nothing", language)
            else:
                values[field] = people[value]
        seat = data.get("seat")
        name = people[seat] if seat is not None else ""
        return Line(_(text, language).format(**values, name=name), seat)

    return tell


def _pick(
    choose: Callable[[Json], str], **lines: Callable[[Json, _People, str], Line]
) -> Callable[[Json, _People, str], Line]:
    """One of several lines, chosen by the event's data."""
    return lambda data, people, language: lines[choose(data)](data, people, language)


def _round(data: Json, people: _People, language: str) -> Line:
    text = _("Level {level}, round {round}", language)
    return Line(text.format(**data), heading=True)


def _tavern(data: Json, people: _People, language: str) -> Line:
    text = _("Tavern after level {level}", language)
    return Line(text.format(**data), heading=True)


def _order(data: Json, people: _People, language: str) -> Line:
    order = ", ".join(
        f"{people[seat]} {total}" for seat, total in zip(data["seats"], data["totals"], strict=True)
    )
    return Line(_("Speed order: {order}.", language).format(order=order))


def _rolled_attack(data: Json, people: _People, language: str) -> Line:
    icons = [kind for kind, number in enumerate(data["icons"]) for _number in range(number)]
    return _line(N_("{name}: rolls {icons} to attack."), icons="icons")(
        {**data, "icons": icons}, people, language
    )


def _crown(data: Json, people: _People, language: str) -> Line:
    way = _(FACE_NAMES["clockwise" if data["way"] > 0 else "anticlockwise"], language)
    text = _("{name}: has the Crown, priority runs {way}.", language)
    return Line(text.format(name=people[data["seat"]], way=way), data["seat"])


def _took_crown(data: Json, people: _People, language: str) -> Line:
    way = _(FACE_NAMES["clockwise" if data["way"] > 0 else "anticlockwise"], language)
    text = _("{name}: takes the Crown; priority will run {way}.", language)
    return Line(text.format(name=people[data["seat"]], way=way), data["seat"])


def _counts(data: Json, people: _People, language: str) -> Line:
    what = _(COUNT_NAMES[data["what"]], language)
    text = _("{name}: the Wyvern counts as {what}.", language)
    return Line(text.format(name=people[data["seat"]], what=what), data["seat"])


def _over(data: Json, people: _People, language: str) -> Line:
    text = _("The match is won by: **{name}**.", language)
    xp = ", ".join(f"{people[seat]} {points}" for seat, points in enumerate(data["xp"]))
    won = text.format(name=people[data["winner"]])
    listed = _("XP: {list}.", language).format(list=xp)
    return Line(f"{won} {listed}", heading=True)


EVENTS: dict[str, Callable[[Json, _People, str], Line]] = {
    "round": _round,
    "tavern": _tavern,
    "crown": _crown,
    "claimed": _line(N_("{name}: claims the Crown.")),
    "took-crown": _took_crown,
    "dealt": _pick(
        lambda data: "own" if "cats" in data else "other",
        own=_line(N_("{name}: {cards} cards to choose from: {cats}."), cats="cards"),
        other=_line(N_("{name}: {cards} cards to choose from.")),
    ),
    "looked": _pick(
        lambda data: "own" if "cats" in data else "other",
        own=_line(N_("{name}: looks at {cats}."), cats="cards"),
        other=_line(N_("{name}: looks at {cards} cards.")),
    ),
    "drafted": _pick(
        lambda data: "own" if "cat" in data else "other",
        own=_line(N_("{name}: {cat} goes into the Camp."), cat="card"),
        other=_line(N_("{name}: a card goes into the Camp.")),
    ),
    "dungeon": _pick(
        lambda data: "monsters" if data["monsters"] else "calm",
        monsters=_line(
            N_("Dealt: {loot}. Monsters come: {monsters}."), loot="cards", monsters="cards"
        ),
        calm=_line(N_("Dealt: {loot}. No Monster comes."), loot="cards"),
    ),
    "boxed": _line(N_("Too many Monsters: {monster} leaves."), monster="card"),
    "sent": _line(N_("{name}: {cat} with +{buff}."), cat="card"),
    "gained": _line(N_("{name}: gains {amount} Mana.")),
    "speed": _line(N_("{name}: {cat} has Speed {speed}."), cat="card"),
    "gave": _pick(
        lambda data: "own" if data["own"] == data["amount"] else "supply",
        own=_line(N_("{name}: gives {amount} Mana to {to}."), to="seat"),
        supply=_line(N_("{name}: has too little to give; {to} gets {amount} Mana."), to="seat"),
    ),
    "stole": _line(N_("{name}: takes {amount} Mana from {rival}."), rival="seat"),
    "rotated": _pick(
        lambda data: "paid" if data["cost"] else "free",
        paid=_line(N_("{name}: pays {cost} and rotates {cat} to Speed {speed}."), cat="card"),
        free=_line(N_("{name}: rotates {cat} to Speed {speed}."), cat="card"),
    ),
    "unpaid": _line(N_("{name}: cannot pay +{buff}, so it becomes +0.")),
    "buff": _pick(
        lambda data: "paid" if data["cost"] else "gained",
        paid=_line(N_("{name}: pays {cost} for +{buff}.")),
        gained=_line(N_("{name}: gains {gain} Mana with +{buff}.")),
    ),
    "order": _order,
    "took": _line(N_("{name}: takes {card}."), card="card"),
    "cycled": _line(
        N_("{name}: {card} goes under the deck, {new} comes."), card="card", new="card"
    ),
    "reserved": _line(N_("{name}: reserves {card}."), card="card"),
    "tucked": _line(N_("{name}: puts {card} under {under}."), card="card", under="card"),
    "swapped-treasure": _line(
        N_("{name}: swaps {gave} for {got} with {rival}."), gave="card", got="card", rival="seat"
    ),
    "swapped-resource": _line(
        N_("{name}: swaps {gave} for {got} in the Pool."), gave="card", got="card"
    ),
    "refreshed-gear": _line(N_("{name}: refreshes {card}."), card="card"),
    "woke": _line(N_("{name}: {cat} wakes up."), cat="card"),
    "new-deck": _line(N_("The discarded Catventurers become a new deck of {cards} cards.")),
    "replaced": _line(N_("{name}: {new} takes the place of {old}."), new="card", old="card"),
    "recruited": _pick(
        lambda data: "own" if "cat" in data else "other",
        own=_line(N_("{name}: {cat} joins until the level ends."), cat="card"),
        other=_line(N_("{name}: a Catventurer joins until the level ends.")),
    ),
    "dismissed": _pick(
        lambda data: "known" if "cat" in data else "other",
        known=_line(N_("{name}: {cat} leaves."), cat="card"),
        other=_line(N_("{name}: the temporary Catventurer leaves.")),
    ),
    "rolled-attack": _rolled_attack,
    "challenged": _line(N_("{name}: fights {monster}."), monster="card"),
    "rolled": _line(N_("The dice add to {monster}: {icons}."), monster="card", icons="icons"),
    "defeated": _pick(
        lambda data: "gear" if data["gear"] else "bare",
        gear=_line(N_("{name}: defeats {monster} with {gear}."), monster="card", gear="cards"),
        bare=_line(N_("{name}: defeats {monster}."), monster="card"),
    ),
    "fled": _line(N_("{name}: flees from {monster}."), monster="card"),
    "leveled-up": _pick(
        lambda data: "own" if "new" in data else "other",
        own=_line(N_("{name}: {new} joins, {old} leaves."), new="card", old="card"),
        other=_line(N_("{name}: a new Catventurer joins.")),
    ),
    "kept-party": _line(N_("{name}: keeps the party.")),
    "counts": _counts,
    "over": _over,
}

# -- the terminal -------------------------------------------------------------------------------

COLOURS = {
    "emblem": "magenta",
    "resource": "yellow",
    "treasure": "bright_yellow",
    "gear": "cyan",
    "mana": "blue",
}


def text(view: Json, names: Sequence[str], language: str) -> str:
    """The table for a terminal, with Rich markup."""
    table = view["table"]
    people = _People(view["viewer"], names, language)
    faces = table["cards"]

    def loot(key: str) -> str:
        colour = COLOURS[faces[key]["kind"]]
        return f"[{colour}]{_label(key, language)}[/]"

    head = _("Before the first level", language)
    if table["level"]:
        head = _("Level {level}, round {round}", language).format(**table)
    order = " > ".join(people[seat] for seat in table["priority"])
    lines = [
        f"[bold]{head}[/]  {word(table['step'], language)}   "
        + _("Priority: {order}", language).format(order=order),
        "",
    ]
    pool = [
        loot(c["card"]) + (f" <{people[c['reserved']]}>" if c["reserved"] is not None else "")
        for c in table["pool"]
    ]
    lines.append(_("Pool:", language) + " " + ("   ".join(pool) or "-"))
    foes = [
        f"[red]{card_name(m['card'], language)}[/] ({_defences(faces[m['card']], language)})"
        for m in table["monsters"]
    ]
    lines.append(_("Monsters:", language) + " " + ("   ".join(foes) or "-"))
    lines.append("")
    for seat, party in enumerate(table["seats"]):
        done = " *" if seat in view["committed"] else ""
        known = ", ".join(
            card_name(c["card"], language) + {"rest": " z", "play": " !", "hand": ""}[c["where"]]
            for c in party["cats"]
        )
        unknown = f" + {party['unknown']}?" if party["unknown"] else ""
        play = party["play"]
        speed = ""
        if play:
            speed = f"  [bold]{card_name(play['cat'], language)} {play['total']}[/]"
        lines.append(
            f"[bold]{people[seat] + done:<14}[/] "
            + _("{xp} XP, {mana} Mana", language).format(**party)
            + speed
        )
        lines.append(" " * 15 + f"[dim]{known}{unknown}[/]")
        stash = [loot(c["card"]) + (" (-)" if c["spent"] else "") for c in party["loot"]]
        stash += [f"[red]{card_name(key, language)}[/]" for key in party["trophies"]]
        if stash:
            lines.append(" " * 15 + ", ".join(stash))
    fight = table["fight"]
    if fight:
        parts = [
            f"{word(d['icon'], language)} {'-' if d['by'] is None else '+'}"
            for d in fight["defences"]
        ]
        lines += ["", f"{card_name(fight['card'], language)}: " + ", ".join(parts)]
    for part, title in (("looked", N_("You look at:")), ("camp", N_("Your Camp:"))):
        if table[part]:
            cards = ", ".join(card_name(c["card"], language) for c in table[part])
            lines += ["", f"[bold]{_(title, language)}[/] {cards}"]
    if table["hand"]:
        hand = ", ".join(
            card_name(c["card"], language)
            for c in table["hand"]
            if not (c["why"] and c["why"]["code"] in ("exhausted", "in_play"))
        )
        title = _("Your hand:", language)
        lines += ["", f"[bold]{title}[/] {hand}"]
    return "\n".join(lines)


def _defences(face: Json, language: str) -> str:
    return ", ".join([*(word(d, language) for d in face["defences"]), *"?" * face["question"]])
