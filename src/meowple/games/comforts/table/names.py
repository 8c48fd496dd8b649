"""Pieces, places and refusals in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meowple.author import N_, Game, Json, Words
from meowple.games.comforts.pieces.board import SEASONS, SPACES, TYPES
from meowple.games.comforts.pieces.box import Box


class Names(Words):
    """What everything in a box is called, in one language.

    Names and texts of cards stand in the card files and are translated like all other texts.
    """

    def __init__(self, box: Box, game: Game[Any], language: str) -> None:
        super().__init__(game, language)
        self.box = box
        self.cards = {
            card.id: card
            for deck in (box.comforts, box.improvements, box.travelers, box.forest, box.meadow)
            for card in deck
        }

    # -- names of pieces ----------------------------------------------------------------------

    def card(self, card: str) -> str:
        """The name of any card, by its id."""
        return self._(self.cards[card].name)

    def card_text(self, card: str) -> str:
        """What a card does, in a sentence; empty for month cards."""
        return self._(getattr(self.cards[card], "text", ""))

    def comfort(self, kind: int) -> str:
        """The name of a comfort, by its kind."""
        return self._(self.box.comforts[kind].name)

    def place(self, place: str) -> str:
        """The name of an action space, or of an estate."""
        if place in SPACES:
            return self._(self.box.board.spaces[SPACES.index(place)])
        return self.card(place.rpartition("-")[0])

    def area(self, area: str) -> str:
        """The name of a part of the board."""
        return self._(AREAS[area])

    def season(self, season: str) -> str:
        """The name of a season."""
        return self._(self.box.board.seasons[SEASONS.index(season)])

    def type(self, type: str) -> str:
        """The name of a type of comforts."""
        return self._(self.box.board.types[TYPES.index(type)])

    def family(self, seat: int) -> str:
        """The family that plays at a seat."""
        return self._(self.box.setup.families[seat][1])

    def token(self, token: str) -> str:
        """The name of a kind of token, of ``any`` resource, or of a ``card``."""
        if token == "any":
            return self._("Any resource")
        if token == "card":
            return self._("Comfort card")
        return self._(self.box.tokens[token])

    def die(self, die: str) -> str:
        """Which die of the pool."""
        own = die.startswith("family")
        text = self._("family die {number}") if own else self._("village die {number}")
        return text.format(number=die[-1])

    def change(self, by: int) -> str:
        """By how much a die changes: "+1"."""
        return f"{by:+d}".replace("-", "−")

    def studied(self, key: str) -> str | None:
        """What reports call a kind of cards, a card or a source of points; None for others."""
        if key in STUDIED:
            return self._(STUDIED[key])
        return self.card(key) if key in self.cards else None

    # -- amounts, dice, trades ----------------------------------------------------------------

    def amount(self, amount: Mapping[str, int], rule: str = "free") -> str:
        """Tokens in words: "2 wood, 1 coin". ``rule``: ``same`` or ``different`` resources."""
        words = []
        for token, n in amount.items():
            text = self._counted(token, n).format(n=n)
            if token == "any" and rule == "same":
                text = self._("{resources} of one kind").format(resources=text)
            if token == "any" and rule == "different":
                text = self._("{resources} of different kinds").format(resources=text)
            words.append(text)
        return ", ".join(words) or self._("nothing")

    def _counted(self, token: str, n: int) -> str:
        ngettext = self.ngettext
        match token:
            case "wood":
                return ngettext("{n} wood", "{n} wood", n)
            case "stone":
                return ngettext("{n} stone", "{n} stone", n)
            case "grain":
                return ngettext("{n} grain", "{n} grain", n)
            case "mushroom":
                return ngettext("{n} mushroom", "{n} mushrooms", n)
            case "yarn":
                return ngettext("{n} yarn", "{n} yarn", n)
            case "fruit":
                return ngettext("{n} fruit", "{n} fruit", n)
            case "coin":
                return ngettext("{n} coin", "{n} coins", n)
            case "book":
                return ngettext("{n} book", "{n} books", n)
            case "lesson":
                return ngettext("{n} lesson", "{n} lessons", n)
            case "any":
                return ngettext("{n} resource", "{n} resources", n)
            case _:
                return ngettext("{n} comfort card", "{n} comfort cards", n)

    def need(self, need: Json) -> str:
        """What dice a space asks for."""
        dice = need["dice"]
        some = self._("any number of dice")
        if dice:
            some = self.ngettext("{n} die", "{n} dice", dice).format(n=dice)
        listed = ", ".join(map(str, need["values"]))
        text = self._(NEEDS[need["kind"]])
        return text.format(dice=some, value=need["value"], values=listed)

    def need_short(self, need: Json) -> str:
        """The same in a word or two beside pictures of the dice; empty where they say it all."""
        return self._(NEEDS_SHORT.get(need["kind"], "")).format(value=need["value"])

    def chance(self, chance: float) -> str:
        """A chance in percent; only what is certain is 0 or 100."""
        percent = round(100 * chance)
        if 0 < chance < 1:
            percent = min(99, max(1, percent))
        return self._("{n}%").format(n=percent)

    def trade(self, trade: Json) -> str:
        """A trade: what is given and what is got."""
        give = self.amount(trade["give"], trade["give_rule"])
        get = self.amount(trade["get"], str(trade.get("get_rule", "free")))
        return f"{give} → {get}"

    def profit(self, profit: Json) -> str:
        """A profit of the Inn."""
        if profit["verb"] == "gain":
            return self.amount(profit["get"])
        if profit["verb"] == "trade":
            times = profit["times"]
            often = self._("up to the die's value")
            if times:
                often = self.ngettext("{n} time", "up to {n} times", times).format(n=times)
            return f"{self.trade(profit)} ({often})"
        return self._("as many different resources as the die shows at most → as many of one kind")

    def hope(self, hope: Json) -> str:
        """What an answer hopes for."""
        said = []
        if "to" in hope:
            said.append(
                self._("It is meant for this place: {place}.").format(place=self.place(hope["to"]))
            )
        match hope.get("for"):
            case "gain":
                said.append(self._("Hopes for {gain}.").format(gain=self.amount(hope["gain"])))
            case "card":
                text = self.ngettext(
                    "Hopes for {card}: {n} point.", "Hopes for {card}: {n} points.", hope["points"]
                )
                said.append(text.format(card=self.card(hope["card"]), n=hope["points"]))
            case "draw":
                said.append(self._("Hopes for new comforts from the deck."))
            case "inn":
                said.append(self._("Hopes for what the traveler at the Inn offers."))
            case "market":
                said.append(self._("Hopes for a trade that makes a comfort possible."))
            case "keeps":
                cards = ", ".join(map(self.card, hope["cards"]))
                said.append(
                    self._("Keeps what can be made most likely: {cards}.").format(cards=cards)
                )
        if "chance" in hope:
            text = self._("Chance of the dice: {chance}.")
            said.append(text.format(chance=self.chance(hope["chance"])))
        return " ".join(said)

    def title(self, words: list[str]) -> str:
        """A solo title; it ends with exactly one exclamation mark (CC-SOL-5)."""
        return " ".join(map(self._, words)).rstrip("!") + "!"

    # -- refusals -----------------------------------------------------------------------------

    def why(self, reason: Json) -> str:
        """Why something cannot be done, as a sentence."""
        code = reason["code"]
        if code == "workers_left":
            n = reason["number"]
            text = self.ngettext(
                "{n} worker has no place yet.", "{n} workers have no place yet.", n
            )
            return text.format(n=n)
        return self._(WHY[code][0]).format(**self._reasons(reason))

    def why_short(self, reason: Json) -> str:
        """The same in a few words, for a tag on the piece."""
        return self._(WHY[reason["code"]][1]).format(**self._reasons(reason))

    def _reasons(self, reason: Json) -> Json:
        """What a reason names, in words."""
        said: Json = {name: reason[name] for name in ("needs", "value") if name in reason}
        if "tokens" in reason:
            said["missing"] = self.amount(reason["tokens"])
        if "need" in reason:
            said["need"] = self.need(reason["need"])
        if "place" in reason:
            said["place"] = self.place(reason["place"])
        if "card" in reason:
            said["card"] = self.card(reason["card"])
        return said


AREAS = {
    "forest": N_("Forest"),
    "meadow": N_("Meadow"),
    "river": N_("River"),
    "nest": N_("Owl's Nest"),
    "workshop": N_("Workshop"),
    "inn": N_("Inn"),
    "market": N_("Market"),
    "hill": N_("Hill"),
    "estates": N_("Estates"),
}

STUDIED = {
    "comfort": N_("Comforts made"),
    "improvement": N_("Improvements built"),
    "comforts": N_("On comforts"),
    "bonuses": N_("Bonuses of comforts"),
    "stored": N_("Tokens kept on cards"),
    "improvements": N_("On improvements"),
    "abilities": N_("Abilities of improvements"),
    "cottages": N_("Cottage spaces uncovered"),
    "tokens": N_("Tokens left over"),
}

NEEDS = {
    "any": N_("any die"),
    "one_of": N_("one die: {values}"),
    "value_max": N_("one die of {value} or less"),
    "value_min": N_("one die of {value} or more"),
    "exact": N_("exactly: {values}"),
    "sum_max": N_("{dice}, total {value} or less"),
    "sum_min": N_("{dice}, total {value} or more"),
    "sum_exact": N_("{dice}, total {value}"),
    "same": N_("{dice} of one value"),
    "straight": N_("{dice} of consecutive values"),
    "all_even": N_("{dice}, all even"),
    "all_odd": N_("{dice}, all odd"),
}

NEEDS_SHORT = {
    "value_max": N_("or less"),
    "value_min": N_("or more"),
    "sum_max": N_("total {value} or less"),
    "sum_min": N_("total {value} or more"),
    "sum_exact": N_("total is {value}"),
    "same": N_("all equal"),
    "straight": N_("in a row"),
    "all_even": N_("all even"),
    "all_odd": N_("all odd"),
}

WHY = {
    "lacks": (N_("You are short of: {missing}."), N_("{missing} short")),
    "need": (N_("This die does not fit. Needed here: {need}."), N_("does not fit")),
    "waits": (
        N_("More dice are needed first at: {place}. Or take its dice back."),
        N_("another place waits"),
    ),
    "given": (N_("This die is given to: {place}. Take it back there."), N_("given")),
    "rung": (
        N_("A {needs} or more reaches this rung; the die counts as {value}."),
        N_("needs a {needs}"),
    ),
    "closed": (N_("No workers go here this month: {card}."), N_("closed this month")),
    "workers_left": ("", N_("workers left")),
    "own_worker": (N_("A worker of yours is here already."), N_("your worker is here")),
    "all_placed": (
        N_("All your workers are placed. Lift one to move it."),
        N_("all are placed"),
    ),
    "own_estate": (N_("The owner may not use this estate."), N_("not for its owner")),
    "family_only": (N_("Only family dice go to an estate."), N_("family dice only")),
    "taken": (N_("It has got all the dice it takes."), N_("full")),
    "no_worker": (N_("No worker of yours is here."), N_("no worker here")),
    "nothing_to_build": (
        N_("There is nothing here that you can build and pay for."),
        N_("nothing to build"),
    ),
    "nest_empty": (N_("No comfort lies below the Owl's Nest."), N_("nothing there")),
    "paw": (
        N_("Give the die in your paw away or lay it back on the Hill first."),
        N_("a die is in your paw"),
    ),
    "unwanted": (N_("No place of yours can use this die."), N_("no use for it")),
    "cottage": (N_("All your cottages are built on."), N_("no cottage left")),
    "twice": (N_("You have built this improvement already."), N_("built already")),
    "used": (N_("This trade has been made as often as it may be."), N_("used up")),
    "later": (N_("Comforts are made at the end of your turn."), N_("at the end of the turn")),
    "not_now": (N_("Not now."), N_("not now")),
}
"""Reasons as a sentence and as a tag."""
