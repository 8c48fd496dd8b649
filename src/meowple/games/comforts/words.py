"""The game in words: events, actions, prompts and refusals, in every language.

Names of pieces come from the card data, which has both languages. Sentences name people before a
colon and pieces after it, so that no language has to bend them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import index
from pathlib import Path

from meowple.core.actions import Action
from meowple.core.events import Event
from meowple.core.game import Json, Line
from meowple.core.language import translator

from .box import Box
from .components import DICE, FIRST_ESTATE, SEASONS, SPACES, TYPES
from .faces import Faces


class Catalogue:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        self._texts = translator(Path(__file__).parent, "comforts", language)
        self.gettext = self._texts.gettext

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The text for that number of things; TypeError if it is none."""
        return self._texts.ngettext(one, many, index(number))


@cache
def _catalogue(language: str) -> Catalogue:
    return Catalogue(language)


class People:
    """Names of seats; the viewer's own is "You"."""

    def __init__(self, viewer: int | None, names: Sequence[str], language: str) -> None:
        self.viewer = viewer
        self.names = names
        self.language = language

    def __getitem__(self, seat: int) -> str:
        if seat == self.viewer:
            return _catalogue(self.language).gettext("You")
        return self.names[seat]


class ComfortsWords(Faces):
    """The words for a box; see `meowple.core.game.Words`.

    Besides events, actions, prompts and the text table it names pieces and says why something
    cannot be done, for the pages. ``language`` is always the last argument.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.cards = {
            card.id: card
            for deck in (box.comforts, box.improvements, box.travelers, box.forest, box.meadow)
            for card in deck
        }

    # -- names of pieces ----------------------------------------------------------------------

    def card(self, card: str, language: str) -> str:
        """The name of any card, by its id."""
        found = self.cards[card]
        return found.name_pl if language == "pl" else found.name

    def studied(self, key: str, language: str) -> str | None:
        """What reports call a kind of cards, a card or a source of points; None for others."""
        _ = _catalogue(language).gettext
        names = {
            "comfort": _("Comforts made"),
            "improvement": _("Improvements built"),
            "comforts": _("On comforts"),
            "bonuses": _("Bonuses of comforts"),
            "stored": _("Tokens kept on cards"),
            "improvements": _("On improvements"),
            "abilities": _("Abilities of improvements"),
            "cottages": _("Cottage spaces uncovered"),
            "tokens": _("Tokens left over"),
        }
        return names.get(key) or (self.card(key, language) if key in self.cards else None)

    def card_text(self, card: str, language: str) -> str:
        """What a card does, in a sentence; empty for month cards."""
        found = self.cards[card]
        return str(getattr(found, "text_pl" if language == "pl" else "text", ""))

    def place(self, place: str, language: str) -> str:
        """The name of an action space, or of an estate."""
        if place in SPACES:
            names = self.box.board.spaces[SPACES.index(place)]
            return names.name_pl if language == "pl" else names.name
        return self.card(place.rpartition("-")[0], language)

    def area(self, area: str, language: str) -> str:
        """The name of a part of the board."""
        _ = _catalogue(language).gettext
        return {
            "forest": _("Forest"),
            "meadow": _("Meadow"),
            "river": _("River"),
            "nest": _("Owl's Nest"),
            "workshop": _("Workshop"),
            "inn": _("Inn"),
            "market": _("Market"),
            "hill": _("Hill"),
            "estates": _("Estates"),
        }[area]

    def season(self, season: str, language: str) -> str:
        """The name of a season."""
        names = self.box.board.seasons[SEASONS.index(season)]
        return names.name_pl if language == "pl" else names.name

    def type(self, type: str, language: str) -> str:
        """The name of a type of comforts."""
        names = self.box.board.types[TYPES.index(type)]
        return names.name_pl if language == "pl" else names.name

    def family(self, seat: int, language: str) -> str:
        """The family that plays at a seat."""
        names = self.box.setup.families[seat][1]
        return names.name_pl if language == "pl" else names.name

    def token(self, token: str, language: str) -> str:
        """The name of a kind of token, of ``any`` resource, or of a ``card``."""
        _ = _catalogue(language).gettext
        if token == "any":
            return _("Any resource")
        if token == "card":
            return _("Comfort card")
        names = self.box.tokens[token]
        return names.name_pl if language == "pl" else names.name

    def amount(self, amount: Mapping[str, int], language: str, rule: str = "free") -> str:
        """Tokens in words: "2 wood, 1 coin". ``rule``: ``same`` or ``different`` resources."""
        ngettext = _catalogue(language).ngettext
        _ = _catalogue(language).gettext
        words = []
        for token, n in amount.items():
            text = {
                "wood": lambda n: ngettext("{n} wood", "{n} wood", n),
                "stone": lambda n: ngettext("{n} stone", "{n} stone", n),
                "grain": lambda n: ngettext("{n} grain", "{n} grain", n),
                "mushroom": lambda n: ngettext("{n} mushroom", "{n} mushrooms", n),
                "yarn": lambda n: ngettext("{n} yarn", "{n} yarn", n),
                "fruit": lambda n: ngettext("{n} fruit", "{n} fruit", n),
                "coin": lambda n: ngettext("{n} coin", "{n} coins", n),
                "book": lambda n: ngettext("{n} book", "{n} books", n),
                "lesson": lambda n: ngettext("{n} lesson", "{n} lessons", n),
                "any": lambda n: ngettext("{n} resource", "{n} resources", n),
                "card": lambda n: ngettext("{n} comfort card", "{n} comfort cards", n),
            }[token](n)
            text = text.format(n=n)
            if token == "any" and rule == "same":
                text = _("{resources} of one kind").format(resources=text)
            if token == "any" and rule == "different":
                text = _("{resources} of different kinds").format(resources=text)
            words.append(text)
        return ", ".join(words) or _("nothing")

    def need(self, need: Json, language: str) -> str:
        """What dice a space asks for."""
        _, ngettext = _catalogue(language).gettext, _catalogue(language).ngettext
        dice, value = need["dice"], need["value"]
        listed = ", ".join(map(str, need["values"]))
        some = (
            ngettext("{n} die", "{n} dice", dice).format(n=dice)
            if dice
            else _("any number of dice")
        )
        texts: dict[str, str] = {
            "any": _("any die"),
            "one_of": _("one die: {values}"),
            "value_max": _("one die of {value} or less"),
            "value_min": _("one die of {value} or more"),
            "exact": _("exactly: {values}"),
            "sum_max": _("{dice}, total {value} or less"),
            "sum_min": _("{dice}, total {value} or more"),
            "sum_exact": _("{dice}, total {value}"),
            "same": _("{dice} of one value"),
            "straight": _("{dice} of consecutive values"),
            "all_even": _("{dice}, all even"),
            "all_odd": _("{dice}, all odd"),
        }
        return texts[need["kind"]].format(dice=some, value=value, values=listed)

    def need_short(self, need: Json, language: str) -> str:
        """The same in a word or two beside pictures of the dice; empty where they say it all."""
        _ = _catalogue(language).gettext
        texts: dict[str, str] = {
            "value_max": _("or less"),
            "value_min": _("or more"),
            "sum_max": _("total {value} or less"),
            "sum_min": _("total {value} or more"),
            "sum_exact": _("total is {value}"),
            "same": _("all equal"),
            "straight": _("in a row"),
            "all_even": _("all even"),
            "all_odd": _("all odd"),
        }
        return texts.get(need["kind"], "").format(value=need["value"])

    def die(self, die: str, language: str) -> str:
        """Which die of the pool."""
        _ = _catalogue(language).gettext
        number = die[-1]
        if die.startswith("family"):
            return _("family die {number}").format(number=number)
        return _("village die {number}").format(number=number)

    def trade(self, trade: Json, language: str) -> str:
        """A trade: what is given and what is got."""
        rule = trade["rule"] if "rule" in trade else trade["give_rule"]
        give = self.amount(trade["give"], language, rule)
        get = self.amount(trade["get"], language, str(trade.get("get_rule", "free")))
        return f"{give} → {get}"

    def profit(self, profit: Json, language: str) -> str:
        """A profit of the Inn."""
        _, ngettext = _catalogue(language).gettext, _catalogue(language).ngettext
        if profit["verb"] == "gain":
            return self.amount(profit["get"], language)
        if profit["verb"] == "trade":
            times = profit["times"]
            often = (
                ngettext("{n} time", "up to {n} times", times)
                if times
                else _("up to the die's value")
            )
            return f"{self.trade(profit, language)} ({often.format(n=times)})"
        return _("as many different resources as the die shows at most → as many of one kind")

    # -- refusals -----------------------------------------------------------------------------

    def why(self, reason: Json, language: str) -> str:
        """Why something cannot be done, as a sentence."""
        _ = _catalogue(language).gettext
        ngettext = _catalogue(language).ngettext
        code = reason["code"]
        if code == "lacks":
            missing = self.amount(reason["tokens"], language)
            return _("You are short of: {missing}.").format(missing=missing)
        if code == "need":
            need = self.need(reason["need"], language)
            return _("This die does not fit. Needed here: {need}.").format(need=need)
        if code in ("waits", "given"):
            place = self.place(reason["place"], language)
            if code == "waits":
                text = _("More dice are needed first at: {place}. Or take its dice back.")
            else:
                text = _("This die is given to: {place}. Take it back there.")
            return text.format(place=place)
        if code == "rung":
            return _("A {needs} or more reaches this rung; the die counts as {value}.").format(
                needs=reason["needs"], value=reason["value"]
            )
        if code == "closed":
            card = self.card(reason["card"], language)
            return _("No workers go here this month: {card}.").format(card=card)
        if code == "workers_left":
            n = reason["number"]
            return ngettext(
                "{n} worker has no place yet.", "{n} workers have no place yet.", n
            ).format(n=n)
        return {
            "own_worker": _("A worker of yours is here already."),
            "all_placed": _("All your workers are placed. Lift one to move it."),
            "own_estate": _("The owner may not use this estate."),
            "family_only": _("Only family dice go to an estate."),
            "taken": _("It has got all the dice it takes."),
            "no_worker": _("No worker of yours is here."),
            "nothing_to_build": _("There is nothing here that you can build and pay for."),
            "nest_empty": _("No comfort lies below the Owl's Nest."),
            "paw": _("Give the die in your paw away or lay it back on the Hill first."),
            "unwanted": _("No place of yours can use this die."),
            "cottage": _("All your cottages are built on."),
            "twice": _("You have built this improvement already."),
            "used": _("This trade has been made as often as it may be."),
            "later": _("Comforts are made at the end of your turn."),
            "not_now": _("Not now."),
        }[code]

    def why_short(self, reason: Json, language: str) -> str:
        """The same in a few words, for a tag on the piece."""
        _ = _catalogue(language).gettext
        code = reason["code"]
        if code == "lacks":
            return _("{missing} short").format(missing=self.amount(reason["tokens"], language))
        if code == "rung":
            return _("needs a {needs}").format(needs=reason["needs"])
        return {
            "need": _("does not fit"),
            "waits": _("another place waits"),
            "given": _("given"),
            "closed": _("closed this month"),
            "workers_left": _("workers left"),
            "own_worker": _("your worker is here"),
            "all_placed": _("all are placed"),
            "own_estate": _("not for its owner"),
            "family_only": _("family dice only"),
            "taken": _("full"),
            "no_worker": _("no worker here"),
            "nothing_to_build": _("nothing to build"),
            "nest_empty": _("nothing there"),
            "paw": _("a die is in your paw"),
            "unwanted": _("no use for it"),
            "cottage": _("no cottage left"),
            "twice": _("built already"),
            "used": _("used up"),
            "later": _("at the end of the turn"),
            "not_now": _("not now"),
        }[code]

    # -- actions ------------------------------------------------------------------------------

    def action(self, action: Action, language: str) -> str:
        """What choosing the action does, as a label."""
        _ = _catalogue(language).gettext
        verb, value = action.verb, action.value
        plain = {
            "unload": _("Leave the wheelbarrow at home"),
            "ready": _("All are placed: I am ready"),
            "assigned": _("All dice are given"),
            "rest": _("No more actions"),
            "enough": _("Enough"),
            "end": _("No more comforts"),
            "pass": _("No, thanks"),
        }
        if verb in plain:
            return plain[verb]
        if verb in ("discard", "search", "make"):
            card = self.card(self.box.comforts[value].id, language)
            return {
                "discard": _("Put away {card}"),
                "search": _("Take {card} from the discard pile"),
                "make": _("Make {card}"),
            }[verb].format(card=card)
        if verb in ("choose", "pay"):
            token = self.token(action.key.partition(":")[2], language)
            return (_("Take: {token}") if verb == "choose" else _("Give: {token}")).format(
                token=token
            )
        if verb in ("nest", "build", "gift"):
            return {
                "nest": _("Take comfort {number} from the left"),
                "build": _("Build the card beside rung {number}"),
                "gift": _("Give to seat {number}"),
            }[verb].format(number=value + 1)
        if verb == "set":
            die, face = value
            return _("Turn {die} to {face}").format(die=self.die(DICE[die], language), face=face)
        if verb == "turn":
            die, by = value
            return _("Weathervane, {die}: {by}").format(
                die=self.die(DICE[die], language), by=f"{by:+d}".replace("-", "−")
            )
        if verb in ("lesson", "umbrella", "vane"):
            if not value:
                return _("Weathervane: turn it back")
            return {
                "lesson": _("Lesson: {by}"),
                "umbrella": _("Umbrella: {by}"),
                "vane": _("Weathervane: {by}"),
            }[verb].format(by=f"{value:+d}".replace("-", "−"))
        if verb == "trade":
            return self._trade_action(action, language)
        if verb == "word":
            return self.type(TYPES[value], language)
        if verb == "pick":
            return _("Take {die}").format(die=self.die(DICE[value], language))
        if action is self.box.lay_back:
            return _("Lay it back on the Hill")
        return self._place_action(verb, value, language)

    def _trade_action(self, action: Action, language: str) -> str:
        _ = _catalogue(language).gettext
        if action is self.box.inn_trade:
            return _("Trade with the traveler")
        trade = self.box.trades[action.value]
        text = self.trade(
            {"give": trade.give.json, "get": trade.get.json, "rule": trade.give_rule}, language
        )
        if action.value >= len(self.box.board.trades):
            text = f"{self.card(trade.id, language)}: {text}"
        return _("Trade {trade}").format(trade=text)

    def _place_action(self, verb: str, value: int, language: str) -> str:
        _ = _catalogue(language).gettext
        place = self.place(self.box.place_ids[value], language)
        if value >= FIRST_ESTATE:
            owner = self.box.estate_at(value)[1]
            place = _("{estate} of seat {number}").format(estate=place, number=owner + 1)
        return {
            "mark": _("Lay a coin on: {place}"),
            "guest": _("Put the guest here: {place}"),
            "place": _("Send a worker here: {place}"),
            "lift": _("Lift the worker from: {place}"),
            "barrow": _("Send the wheelbarrow here: {place}"),
            "ride": _("Ride away from: {place}"),
            "to": _("Ride here: {place}"),
            "give": _("Give it to: {place}"),
            "back": _("Take the dice back from: {place}"),
            "act": _("Act here: {place}"),
        }[verb].format(place=place)

    # -- prompts ------------------------------------------------------------------------------

    def prompt(self, view: Json, language: str) -> str:
        """What is asked of the viewer, or whom the table waits for."""
        _ = _catalogue(language).gettext
        table, viewer, question = view["table"], view["viewer"], view["question"]
        if view["over"]:
            return _("The winter is here: the match is over.")
        kind = question["kind"]
        if viewer is None or viewer not in question["seats"]:
            return {
                "keep": _("Comforts are being kept."),
                "guest": _("Guests are being placed."),
                "place": _("Workers are being placed."),
                "final": _("The last comforts are being made."),
            }.get(kind, _("Another player has the turn."))
        if view["choice"] is not None:
            return _("Your choice is made; you may change it until all have chosen.")
        if kind == "paw":
            return self._prompt_paw(table, language)
        if kind == "choose" and table["step"] == "immediate":
            return _("Which resource does the player on your left get?")
        if kind == "place":
            left = table["placing"]["left"]
            if not left:
                return _("All your workers are placed. Are you content?")
            ngettext = _catalogue(language).ngettext
            return ngettext(
                "Where does your last worker go?", "Send {n} workers out, one after another.", left
            ).format(n=left)
        return {
            "keep": _("Which of these comforts do you put away? You keep the others."),
            "choose": _("Which resource do you take?"),
            "pay": _("What do you give?"),
            "discard": _("Which comfort do you put away?"),
            "wolf": _("Do you take one of the open comforts?"),
            "mark": _("On which space do you lay the coin?"),
            "set_die": _("Do you set one of your family dice?"),
            "guest": _("Where does your neighbour's worker go?"),
            "ride": _("Does one of your workers ride to another space?"),
            "ride_to": _("Where does the worker ride?"),
            "dice": _("Which die do you give away?"),
            "act": _("Which action comes next?"),
            "nest": _("Which comfort do you take?"),
            "search": _("Do you take a comfort from the discard pile?"),
            "build": _("Which improvement do you build?"),
            "trade": _("Which trade do you make?"),
            "swap": _("Which resource do you give, each of another kind?"),
            "make": _("Which comfort do you make?"),
            "final": _("Winter comes: which comfort do you still make?"),
            "moose": _("To whom do you give a resource, for a book?"),
            "jay": _("Where do the village dice act for you?"),
            "title": _("Which type begins your title?"),
        }[kind]

    def _prompt_paw(self, table: Json, language: str) -> str:
        _ = _catalogue(language).gettext
        [die] = [die for die in table["pool"] if die["die"] == table["paw"]]
        waits = [space["place"] for space in table["spaces"] if space["waiting"]]
        if waits:
            return _("Does the {value} go here: {place}?").format(
                value=die["value"], place=self.place(waits[0], language)
            )
        return _("Who gets the {value}?").format(value=die["value"])

    # -- events -------------------------------------------------------------------------------

    def event(
        self, event: Event, viewer: int | None, names: Sequence[str], language: str
    ) -> Line | None:
        """The line of the log for an event."""
        tell = _EVENTS.get(event.kind)
        return tell(self, event.data, People(viewer, names, language), language) if tell else None

    def bold(self, card: str, language: str) -> str:
        """A card's name as it stands in the log."""
        return f"**{self.card(card, language)}**"

    def bold_place(self, place: str, language: str) -> str:
        """A place's name as it stands in the log."""
        return f"**{self.place(place, language)}**"

    # -- for a terminal -----------------------------------------------------------------------

    def text(self, view: Json, names: Sequence[str], language: str) -> str:
        """The table for a terminal, with Rich markup."""
        from .screen import screen  # only the terminal needs it

        return screen(self, view, People(view["viewer"], names, language), language)


Teller = Callable[[ComfortsWords, Json, People, str], Line | None]


def _line(text: str, data: Json, people: People, **more: object) -> Line:
    return Line(text.format(name=people[data["seat"]], **more), data["seat"])


def _start(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    text = _("{name}: the first early bird.").format(name=people[data["early"]])
    rich = [people[seat] for seat, coins in enumerate(data["coins"]) if coins]
    if rich:
        text += " " + _("A coin to begin with: {names}.").format(names=", ".join(rich))
    return Line(text)


def _drew(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    ngettext, _ = _catalogue(language).ngettext, _catalogue(language).gettext
    n = data["number"]
    text = ngettext("{name}: draws {n} comfort.", "{name}: draws {n} comforts.", n)
    cards = ", ".join(w.bold(card, language) for card in data.get("cards", ()))
    if cards:
        text = _("{name}: draws {cards}.")
    return _line(text, data, people, n=n, cards=cards)


def _discarded(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    return _line(_("{name}: puts away {card}."), data, people, card=w.bold(data["card"], language))


def _month(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    season = w.season(SEASONS[data["season"]], language)
    text = _("Month {number} of {months}, {season}")
    return Line(
        text.format(number=data["month"], months=data["months"], season=season.lower()),
        heading=True,
    )


def _traveler(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    card = w.bold(data["card"], language)
    return Line(f"{card}: {w.card_text(data['card'], language)}")


def _family(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    dice = ", ".join(
        f"{people[seat]} {first}+{second}" for seat, (first, second) in enumerate(data["dice"])
    )
    return Line(_("Family dice: {dice}.").format(dice=dice))


def _set_die(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    return _line(_("{name}: sets a family die to {value}."), data, people, value=data["value"])


def _guest(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    text = _("{name}: puts the worker of {owner} here: {place}.")
    place = w.bold_place(data["space"], language)
    return _line(text, data, people, owner=people[data["family"]], place=place)


def _placed(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    places = "; ".join(w.bold_place(space, language) for space in data["spaces"])
    text = _("{name}: workers at {places}.")
    line = _line(text, data, people, places=places)
    if data["barrow"]:
        barrow = _("The wheelbarrow: {place}.").format(place=w.place(data["barrow"], language))
        line = Line(f"{line.text} {barrow}", line.seat)
    return line


def _village(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    dice = ", ".join(map(str, data["dice"]))
    return _line(_("{name}: rolls the village dice: {dice}."), data, people, dice=dice)


def _turn(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    return _line(_("{name}: takes a turn."), data, people)


def _rode(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    start, goal = (w.bold_place(data[end], language) for end in ("start", "goal"))
    text = _("{name}: a worker rides: {start} → {goal}.")
    return _line(text, data, people, start=start, goal=goal)


def _vane(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    text = _("{name}: the Weathervane turns a village die to {value}.")
    return _line(text, data, people, value=data["value"])


def _assigned(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _, ngettext = _catalogue(language).gettext, _catalogue(language).ngettext
    given = []
    for group in data["given"]:
        dice = "+".join(
            str(die["face"])
            if die["face"] == die["value"]
            else _("{face} as {value}").format(face=die["face"], value=die["value"])
            for die in group["dice"]
        )
        given.append(f"{w.bold_place(group['place'], language)} {dice}")
    text = _("{name}: gives no dice.") if not given else _("{name}: gives dice: {given}.")
    line = _line(text, data, people, given="; ".join(given))
    n = data["lessons"]
    if n:
        used = ngettext("{n} lesson is used.", "{n} lessons are used.", n).format(n=n)
        line = Line(f"{line.text} {used}", line.seat)
    return line


def _gathered(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    tokens = w.amount(data["tokens"], language)
    text = _("{name}: {place}: takes {tokens}.")
    return _line(text, data, people, place=w.bold_place(data["place"], language), tokens=tokens)


def _gained(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    tokens = w.amount(data["tokens"], language)
    return _line(_("{name}: takes {tokens}."), data, people, tokens=tokens)


def _gave(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    tokens = w.amount(data["tokens"], language)
    text = _("{name}: gives {tokens}. Gets it: {to}.")
    if data["supply"]:
        text = _("{name}: gives {tokens} from the supply. Gets it: {to}.")
    return _line(text, data, people, tokens=tokens, to=people[data["to"]])


def _marked(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    place = w.bold_place(data["space"], language)
    return _line(_("{name}: lays a coin on: {place}."), data, people, place=place)


def _took(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    card = w.bold(data["card"], language)
    return _line(_("{name}: takes the open comfort {card}."), data, people, card=card)


def _searched(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    card = w.bold(data["card"], language)
    return _line(_("{name}: takes from the discard pile: {card}."), data, people, card=card)


def _built(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    card, tokens = w.bold(data["card"], language), w.amount(data["tokens"], language)
    return _line(_("{name}: builds {card} for {tokens}."), data, people, card=card, tokens=tokens)


def _made(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    card, tokens = w.bold(data["card"], language), w.amount(data["tokens"], language)
    return _line(_("{name}: makes {card} for {tokens}."), data, people, card=card, tokens=tokens)


def _visited(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    place = w.bold_place(data["place"], language)
    return _line(_("{name}: comes to trade: {place}."), data, people, place=place)


def _traded(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    give, get = w.amount(data["give"], language), w.amount(data["get"], language)
    return _line(_("{name}: trades {give} → {get}."), data, people, give=give, get=get)


def _idle(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _, ngettext = _catalogue(language).gettext, _catalogue(language).ngettext
    n = data["workers"]
    text = ngettext(
        "{name}: {n} idle worker, {lessons}.", "{name}: {n} idle workers, {lessons}.", n
    )
    lessons = w.amount({"lesson": data["lessons"]}, language)
    return _line(text, data, people, n=n, lessons=lessons)


def _reshuffled(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    if data["deck"] == "comforts":
        return Line(_("The discarded comforts are shuffled into a new deck."))
    return Line(_("The discarded improvements are shuffled into a new deck."))


def _tidied(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    gone = [w.bold(data[key], language) for key in ("comfort", "improvement") if data[key]]
    text = _("Tidying up: {cards} go. The new early bird: {name}.")
    return Line(text.format(cards=", ".join(gone), name=people[data["early"]]))


def _winter(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    return Line(_("The first snow falls"), heading=True)


def _over(w: ComfortsWords, data: Json, people: People, language: str) -> Line:
    _ = _catalogue(language).gettext
    points = ", ".join(f"{people[seat]} {own}" for seat, own in enumerate(data["points"]))
    return Line(_("Points: {points}.").format(points=points))


_EVENTS: dict[str, Teller] = {
    "start": _start,
    "drew": _drew,
    "discarded": _discarded,
    "month": _month,
    "traveler": _traveler,
    "family": _family,
    "set_die": _set_die,
    "guest": _guest,
    "placed": _placed,
    "village": _village,
    "turn": _turn,
    "rode": _rode,
    "vane": _vane,
    "assigned": _assigned,
    "gathered": _gathered,
    "gained": _gained,
    "gave": _gave,
    "marked": _marked,
    "took": _took,
    "searched": _searched,
    "built": _built,
    "made": _made,
    "visited": _visited,
    "traded": _traded,
    "idle": _idle,
    "reshuffled": _reshuffled,
    "tidied": _tidied,
    "winter": _winter,
    "over": _over,
}
