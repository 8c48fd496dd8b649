"""Everything that can ever be chosen, and what each choice is called.

A label is a text marked for translation, or a function of the words (`table.words`) and the action.
"""

from __future__ import annotations

from meowple.author import N_, Action, ActionList, Label

from .box import BUFFS, CATS, LOOT, MONSTERS, RANK_1, RANK_2
from .names import SEATS, TREASURES
from .speech import Speech

ACTIONS = ActionList()


def _of(text: str) -> Label:
    """A label with the name of the card that the key of the action names."""
    return lambda words, action: words._(text).format(
        card=words.card_label(action.key.partition(":")[2])
    )


WAYS = {1: "clockwise", -1: "anticlockwise"}
"""The faces of the Crown, by the direction in which the priority order runs."""
WAY_NAMES = {1: N_("clockwise"), -1: N_("anticlockwise")}


def _face_label(words: Speech, action: Action) -> str:
    return words._("Turn the Crown {way}").format(way=words._(WAY_NAMES[action.value]))


FACE = {way: ACTIONS.add(f"face:{name}", way, _face_label) for way, name in WAYS.items()}
"""The face of the Crown: 1 runs clockwise, -1 anticlockwise."""


def _send_label(words: Speech, action: Action) -> str:
    cat, buff = CATS[action.value[0]], BUFFS[action.value[1]]
    text = N_("Send the {cat} with +{value}")
    if buff.cost:
        text = N_("Send the {cat} with +{value}, pay {cost}")
    elif buff.gain:
        text = N_("Send the {cat} with +{value}, gain {gain}")
    return words._(text).format(
        cat=words.card_name(cat.key), value=buff.value, cost=buff.cost, gain=buff.gain
    )


SEND = tuple(
    tuple(
        ACTIONS.add(f"send:{cat.key}+{buff.value}", (cat.index, buff.index), _send_label)
        for buff in BUFFS
    )
    for cat in CATS
)
"""``SEND[cat][buff]``: the two cards laid face-down in the Selection phase."""
TAKE = tuple(
    ACTIONS.add_all("take", ((c.key, c.index) for c in LOOT), label=_of(N_("Choose {card}")))
)
"""A Loot card of the Pool: taken, grabbed, swapped, moved or marked, as the question says."""
ROTATE = ACTIONS.add("rotate", label=N_("Rotate and use the ability"))
STAY = ACTIONS.add("stay", label=N_("Stay upright"))


def _from_label(words: Speech, action: Action) -> str:
    return words._("From {name}").format(name=words.seat(action.value))


FROM = tuple(ACTIONS.add(f"from:{seat + 1}", seat, _from_label) for seat in range(max(SEATS)))
"""The rival that gives."""
CHALLENGE = tuple(
    ACTIONS.add_all(
        "challenge", ((m.key, m.index) for m in MONSTERS), label=_of(N_("Fight {card}"))
    )
)
ROLL = ACTIONS.add("roll", label=N_("Roll the dice and fight"))
DECLINE = ACTIONS.add("decline", label=N_("Do nothing"))
GEAR = {
    c.index: ACTIONS.add(f"gear:{c.key}", c.index, _of(N_("Use {card}")))
    for c in LOOT
    if c.kind == "gear"
}
"""Put this Gear into the battle."""
STRIKE = ACTIONS.add("strike", label=N_("Strike with this Gear"))
FLEE = ACTIONS.add("flee", label=N_("Flee"))
RESOURCE = {
    c.index: ACTIONS.add(f"resource:{c.key}", c.index, _of(N_("Choose {card}")))
    for c in LOOT
    if c.resource >= 0
}
"""An own Resource: tucked or swapped."""
TREASURE = {
    c.index: ACTIONS.add(f"treasure:{c.key}", c.index, _of(N_("Choose {card}")))
    for c in LOOT
    if c.treasure >= 0
}
"""A Treasure: to tuck under, to give or to get."""
DONE = ACTIONS.add("done", label=N_("Enough"))
READY = {
    c.index: ACTIONS.add(f"ready:{c.key}", c.index, _of(N_("Refresh {card}")))
    for c in LOOT
    if c.kind == "gear"
}
"""Refresh this Gear."""
WAKE = tuple(
    ACTIONS.add_all("wake", ((c.key, c.index) for c in CATS), label=_of(N_("Wake {card}")))
)
"""Refresh this Catventurer."""
CHOOSE = {
    c.index: ACTIONS.add(f"choose:{c.key}", c.index, _of(N_("Choose {card}")))
    for c in CATS
    if c.rank == 2
}
"""Take this Rank-2 card: in the draft, as a replacement, as a recruit."""


def _level_up_label(words: Speech, action: Action) -> str:
    new, old = action.value
    return words._("Take the {new} for the {old}").format(
        new=words.card_name(CATS[new].key), old=words.card_name(CATS[old].key)
    )


LEVEL_UP = {
    (new, old): ACTIONS.add(
        f"level-up:{CATS[new].key}:{CATS[old].key}", (new, old), _level_up_label
    )
    for new in RANK_2
    for old in RANK_1
}
"""``LEVEL_UP[new, old]``: the Rank-2 card joins, the Rank-1 card leaves."""
KEEP_PARTY = ACTIONS.add("keep-party", label=N_("Keep the party as it is"))


def _count_label(words: Speech, action: Action) -> str:
    return words._("Count it as {what}").format(what=words.counted(action.value))


COUNT_AS: tuple[Action, ...] = (
    ACTIONS.add("count-as:monster", -1, _count_label),
    *ACTIONS.add_all("count-as", ((n, i) for i, n in enumerate(TREASURES)), label=_count_label),
)
"""What a Wyvern counts as: -1 for a Monster, else the Treasure."""
