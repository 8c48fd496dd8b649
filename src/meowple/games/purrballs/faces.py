"""What the table in the browser shows on cards besides their names: drawings, a text short
enough for a small card, and how a Catventurer scores."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from meowple.core.language import N_, translator

from .components import BY_KEY, CATS, LOOT, RESOURCES, TREASURES, TYPES, Score

_ART = tomllib.loads((Path(__file__).parent / "icons.toml").read_text("utf-8"))

GISTS = {
    "prince": N_("Fastest: take the Crown"),
    "rogue": N_("Turn to {turn}: steal {steal} Mana"),
    "mage": N_("Mana: cats of other classes"),
    "soldier": N_("Battle"),
    "merchant": N_("Gain {mana} Mana"),
    "archer": N_("Pay {cost}, turn to {turn}: grab Loot"),
    "assassin": N_("Turn to {turn}: battle now"),
    "trickster": N_("Turn to {turn}: copy Treasures"),
    "ninja": N_("Turn to {turn}: steal {steal} Mana"),
    "bandit": N_("Turn to {turn}: swap Treasures"),
    "scout": N_("Turn to {turn}: exchange Loot"),
    "profiteer": N_("Mana: neighbour's Buff"),
    "engineer": N_("Speed: neighbour's Buff"),
    "blacksmith": N_("Wake Gear; 1 Mana per faster rival"),
    "gambler": N_("Neighbours get {give} Mana"),
    "broker": N_("Swap a Resource"),
    "smuggler": N_("Speed: Resource types"),
    "barbarian": N_("{dice} dice, battle"),
    "pirate": N_("Battle twice"),
    "beastmaster": N_("Battle twice"),
    "knight": N_("Battle; win: wake Gear"),
    "paladin": N_("Battle; ignore Armored"),
    "gladiator": N_("Battle; 1 free Claw"),
    "sorcerer": N_("{mana} Mana, +1 per quick rival"),
    "wizard": N_("{mana} Mana + neighbour's Speed"),
    "priest": N_("{mana} Mana; slower rivals {others}"),
    "nekomancer": N_("{mana} Mana; becomes another"),
    "cleric": N_("{mana} Mana; reserve Loot"),
    "chronomancer": N_("Speed: Mana by 3; {mana} Mana"),
}
"""What each Catventurer does, in the room of a small card; figures come from its effects."""

GOODS = {
    [*TREASURES, *RESOURCES][
        loot.treasure if loot.treasure >= 0 else len(TREASURES) + loot.resource
    ]: loot
    for loot in reversed(LOOT)
    if loot.treasure >= 0 or loot.resource >= 0
}
"""A card of each Treasure and Resource, by its name."""
PLURAL_TYPES = {"beast": N_("Beasts"), "savage": N_("Savages"), "chaos": N_("Chaos")}


def _(text: str, language: str) -> str:
    return translator(Path(__file__).parent, "purrballs", language).gettext(text)


def gist(key: str, language: str) -> str:
    """What a Catventurer does, in a few words."""
    return _(GISTS[key], language).format(**_figures(key))


@cache
def _figures(key: str) -> dict[str, int]:
    """The figures of a Catventurer's effects, by the names that `GISTS` gives them."""
    cat = CATS[BY_KEY[key].index]
    found = {"turn": cat.turned}
    for effect in (*cat.effects, *(inner for outer in cat.effects for inner in outer.then)):
        if effect.verb == "gain-mana":
            found["mana"] = effect.plus if effect.per else effect.amount
        elif effect.verb == "rotate":
            found["cost"] = effect.cost
        elif effect.verb == "fight":
            found["dice"] = effect.dice
        elif name := {"steal-mana": "steal", "give-mana": "give", "rivals-gain-mana": "others"}.get(
            effect.verb
        ):
            found[name] = effect.amount
    return found


@cache
def _names(key: str) -> tuple[str, str]:
    if key in _ART["cats"]:
        drawing = _ART["cats"][key]
        return drawing["hero"], drawing.get("tool", "")
    if key in _ART["monsters"]:
        return _ART["monsters"][key], ""
    card = BY_KEY[key]
    assert card in LOOT
    return _ART["loot"][LOOT[card.index].card[6:]], ""


def drawing(key: str, language: str) -> str:
    """The drawing of a Catventurer, a Monster or a Loot card."""
    return _names(key)[0]


def tool(key: str, language: str) -> str:
    """The drawing of what a Catventurer holds, or nothing."""
    return _names(key)[1]


def goods_name(name: str, language: str) -> str:
    """The name of a Treasure or Resource."""
    return _(GOODS[name].name, language)


def goods_drawing(name: str, language: str) -> str:
    """The drawing of a Treasure or Resource."""
    return drawing(GOODS[name].key, language)


def scoring(key: str, language: str) -> str:
    """The scoring line of a Catventurer."""
    return _scoring(CATS[BY_KEY[key].index].score, language)


def _scoring(score: Score, language: str) -> str:
    if score.kind == "emblem-rank":
        prizes = "/".join(map(str, score.prizes))
        return _("Most Emblems: {prizes} XP", language).format(prizes=prizes)
    if score.kind == "mana":
        return _("{xp} XP per {per} Mana", language).format(xp=score.xp, per=score.per)
    if score.kind == "resource-sets":
        curve = "/".join(map(str, score.curve))
        return _("Sets of different Resources: {curve} XP", language).format(curve=curve)
    if score.kind == "monsters":
        return _monsters_line(score, language)
    names = ", ".join(goods_name(TREASURES[kind], language) for kind in score.types)
    text = _("Each set {names}: {xp} XP", language).format(names=names, xp=score.set_xp)
    if score.other_xp:
        rest = _("each other Treasure {xp}", language).format(xp=score.other_xp)
        text = f"{text}, {rest}"
    return text


def _monsters_line(score: Score, language: str) -> str:
    """XP of the types that differ, then of the others where they bring anything."""
    if len(set(score.xp_type)) == 1:
        return _("Each Monster: {xp} XP", language).format(xp=score.xp_type[0])
    common = min(score.xp_type)
    parts = [
        f"{_(PLURAL_TYPES[TYPES[kind]], language)} {xp}"
        for kind, xp in enumerate(score.xp_type)
        if xp != common
    ]
    if common:
        parts.append(_("other Monsters {xp}", language).format(xp=common))
    return _("{list} XP each", language).format(list=", ".join(parts))
