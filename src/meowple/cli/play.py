"""``meowple play``: a match in the terminal, for one person or several at one keyboard."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence

from meowple.bots import Bot, ask, get_bot
from meowple.core.actions import Action
from meowple.core.errors import CannotUndo, MeowpleError, from_system
from meowple.core.events import Json
from meowple.core.language import N_
from meowple.core.match import Match, load_match, new_match
from meowple.core.registry import get_game

from . import table
from .decks import take_decks
from .language import _, language, told
from .rules import find_rules
from .screen import Screen, unmarked


def run(arguments: Namespace) -> int:
    """Play one match."""
    people = table.names_of(arguments.names)
    if arguments.decks:
        if arguments.game is None:
            raise MeowpleError(N_("name the game that these cards are for"))
        take_decks(arguments.game, arguments.decks)
    if arguments.load:
        match = load_match(table.read(arguments.load))
        if arguments.game not in (None, match.game.name):
            raise MeowpleError(N_("this is a saved match of {game}"), game=match.game.name)
        bots = table.bot_names(arguments.bots, match.seats, match.seats)
    elif arguments.game is None:
        raise MeowpleError(N_("name a game to play: meowple play festival; see meowple games"))
    else:
        game = get_game(arguments.game)
        most = max(game.seat_counts)
        bots = table.bot_names(arguments.bots, arguments.seats, most)
        seats = arguments.seats
        if seats is None and (arguments.bots or people):
            seats = max(len(people), 0 if len(bots) == most else 1) + len(bots)
        options = table.options(game, arguments.set)
        match = new_match(arguments.game, seats, options, arguments.seed)
    names = table.seat_people(match, people, bots)
    players = table.make_bots(arguments, match, bots)
    hint = get_bot("greedy", 0 if arguments.seed is None else arguments.seed)
    return Play(match, names, players, hint, Screen(), arguments.save).run()


class Left(Exception):
    """The people have left the table."""


class Play:
    """A match, who sits where, and the terminal it is played in.

    Args:
        match: the match.
        names: of all seats.
        bots: by seat; people sit on the others.
        hint: the bot that gives hints.
        screen: the terminal.
        save: a file to keep up to date, if any.
    """

    def __init__(
        self,
        match: Match,
        names: Sequence[str],
        bots: Mapping[int, Bot],
        hint: Bot,
        screen: Screen,
        save: str | None = None,
    ) -> None:
        self.match = match
        self.names = list(names)
        self.bots = bots
        self.hint = hint
        self.screen = screen
        self.save = save
        self.people = [seat for seat in range(match.seats) if seat not in bots]
        self.told = dict.fromkeys(range(match.seats), 0)  # events each seat has read of
        self.at_keyboard = self.people[0] if len(self.people) == 1 else None
        self.words = match.game.in_words(language())
        self.saved = False  # whether nothing has happened since it was

    def run(self) -> int:
        """Play to the end, or until somebody leaves."""
        try:
            while True:
                while not self.match.over:
                    self._decision(self.match.to_act)
                self._end()
                if self.match.over:
                    return 0
        except Left:
            if not self.match.over and not self.saved:
                self.screen.say(_("You left the match; it was not saved."), "dim")
            return 0

    # -- decisions ----------------------------------------------------------------------------

    def _decision(self, to_act: Sequence[int]) -> None:
        """Let one of the seats that are asked answer: bots first."""
        for seat in to_act:
            if seat in self.bots:
                self.match.act(seat, ask(self.bots[seat], self.match, seat))
                return
        self._turn(to_act[0])

    def _turn(self, seat: int) -> None:
        """Let a person choose."""
        self._hand_over(seat)
        self._show(seat)
        actions = self.match.actions(seat)
        while True:
            typed = self.screen.ask()
            if typed is None:
                raise Left
            chosen = self._choice(typed, actions)
            if chosen is not None:
                self.match.act(seat, chosen)
                self.saved = False
                self._autosave()
                return
            if self._command(typed, seat):
                return

    def _hand_over(self, seat: int) -> None:
        """With several people, clear the screen before the next one looks."""
        if self.at_keyboard == seat:
            return
        self.at_keyboard = seat
        self.screen.wipe()
        self.screen.panel(
            _("Pass the keyboard to {name}, then press Enter.").format(name=self.names[seat])
        )
        if self.screen.person and self.screen.ask("") is None:
            raise Left
        self.screen.wipe()

    def _show(self, seat: int) -> None:
        """The news, the table and the choices, from the eyes of a seat."""
        self._news(seat)
        view = self.match.view(seat)
        self.screen.rule(self.names[seat] if len(self.people) > 1 else "")
        self.screen.show(self._table(view, seat))
        self.screen.show("")
        self.screen.say(self.words.prompt(view), "bold")
        self.screen.choices([self._label(action, seat) for action in self.match.actions(seat)])

    def _table(self, view: Json, seat: int | None) -> str:
        return self.words.text(view, self.words.people(seat, unmarked(self.names)))

    def _news(self, seat: int | None) -> None:
        """What has happened since that seat looked last."""
        key = -1 if seat is None else seat
        since = self.told.get(key, 0)
        self.screen.lines(self.match.log_lines(seat, language(), self.names, since))
        self.told[key] = len(self.match.events(None))

    def _label(self, action: Action, seat: int) -> str:
        return self.words.at(self.words.people(seat, self.names)).action(action)

    def _choice(self, typed: str, actions: Sequence[Action]) -> Action | None:
        """The action that was typed: its number, its key, or Enter for the only one."""
        if typed.isdecimal() and len(typed) < 5 and 1 <= int(typed) <= len(actions):
            return actions[int(typed) - 1]
        if not typed and len(actions) == 1:
            return actions[0]
        for action in actions:
            if action.key == typed:
                return action
        return None

    # -- commands -----------------------------------------------------------------------------

    def _command(self, typed: str, seat: int | None) -> bool:
        """Do what was typed instead of a choice; whether the table has to be shown again."""
        command, _space, rest = typed.partition(" ")
        rest = rest.strip()
        if command in ("q", "quit"):
            raise Left
        if command in ("u", "undo"):
            return self._undo(seat)
        if command in ("l", "log"):
            eyes = self.people[0] if seat is None and len(self.people) == 1 else seat
            self.screen.lines(self.match.log_lines(eyes, language(), self.names))
        elif command in ("s", "save"):
            self._save(rest)
        elif command in ("h", "hint") and seat is not None:
            best = ask(self.hint, self.match, seat)
            number = self.match.actions(seat).index(best) + 1
            self.screen.say(
                _("The greedy bot would choose {number}: {action}").format(
                    number=number, action=self._label(best, seat)
                ),
                "green",
            )
        elif command in ("t", "table"):
            if seat is not None:
                self._show(seat)
        elif command in ("r", "rules"):
            for found in find_rules(self.match.game.name, rest.split())[:8]:
                self.screen.say(f"{found.id}  {found.text}")
        elif command in ("?", "help"):
            self._help()
        elif command:
            self.screen.say(
                _("{typed} is none of the choices; type a number, or ? for help.").format(
                    typed=typed[:40]
                ),
                "yellow",
            )
        else:
            self.screen.say(_("Type the number of a choice, or ? for help."), "yellow")
        return False

    def _help(self) -> None:
        for keys, meaning in (
            (_("a number"), _("choose that")),
            ("h", _("hint: what the greedy bot would choose")),
            ("u", _("undo your last choice")),
            ("t", _("show the table again")),
            ("l", _("show the whole log")),
            (_("r WORDS"), _("look up the rules")),
            (_("s FILE"), _("save the match; `meowple play --load FILE` goes on with it")),
            ("q", _("leave the table")),
        ):
            self.screen.say(f"  {keys:<10} {meaning}")

    def _save(self, file: str) -> None:
        if not file:
            self.screen.say(_("Name a file: s match.json"), "yellow")
            return
        try:
            table.write(file, self._film())
        except OSError as error:
            self.screen.say(told(from_system(error)), "yellow")
        else:
            self.saved = True
            self.screen.say(_("Saved to {file}.").format(file=file), "green")

    def _autosave(self) -> None:
        if self.save:
            table.write(self.save, self._film())
            self.saved = True

    def _film(self) -> str:
        """The save from the first move on, so that `meowple replay` shows all of it."""
        return self.match.save(whole=True)

    def _undo(self, seat: int | None) -> bool:
        """Take back the seat's last choice; bots always agree, people are asked."""
        if seat is None:
            seat = self.people[0]
        needed = self.match.undo_consent(seat)
        if needed is None:
            self.screen.say(_("There is nothing to take back."), "yellow")
            return False
        others = sorted(needed - set(self.bots))
        if others:  # who is asked must not see what lies open on the screen
            self.screen.wipe()
            self.at_keyboard = None
        for other in others:
            question = _("{name}, may {other} take back the last choice?")
            if not self.screen.yes(question.format(name=self.names[other], other=self.names[seat])):
                return True
        try:
            self.match.undo(seat, consent=needed)
        except CannotUndo as error:
            self.screen.say(told(error), "yellow")
            return False
        events = len(self.match.events(None))
        self.told = {each: min(read, events) for each, read in self.told.items()}
        self._autosave()
        self.screen.say(_("Taken back."), "green")
        return True

    # -- the end ------------------------------------------------------------------------------

    def _end(self) -> None:
        """Show the result; people may still read the log, save, or take back."""
        self._autosave()
        eyes = self.people[0] if len(self.people) == 1 else None
        if len(self.people) > 1:
            self.screen.wipe()
            self.at_keyboard = None
        self._news(eyes)
        self.screen.rule(_("The end"))
        self.screen.show(self._table(self.match.view(eyes), eyes))
        self.screen.show("")
        scores, winners = self.match.scores, self.match.winners
        people = self.words.people(eyes, self.names)
        for seat in sorted(range(self.match.seats), key=lambda s: (s not in winners, -scores[s])):
            mark = "★" if seat in winners else " "
            self.screen.say(
                f"{mark} {people[seat]}: {scores[seat]}", "bold" if seat in winners else ""
            )
        if not self.people:
            return
        self.screen.say(_("l log, s FILE save, u undo, Enter to leave"), "dim")
        while True:
            typed = self.screen.ask()
            if not typed:
                return
            if self._command(typed, None) and not self.match.over:
                return
