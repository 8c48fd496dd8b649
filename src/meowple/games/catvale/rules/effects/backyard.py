"""The Backyard: ``spray``, ``clean``, ``poach``, ``ready``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.costs import Cost, cost
from meowple.games.catvale.pieces.names import SAFE_FROM_SPRAY
from meowple.games.catvale.pieces.vocabulary import Effect, duration, field, number, verb, who
from meowple.games.catvale.rules import questions
from meowple.games.catvale.rules.aiming import struck, whom
from meowple.games.catvale.rules.backyard import (
    building,
    choose_plot,
    dismiss,
    employers,
    plot_choices,
    set_plot,
    tear_down,
    unspray,
)
from meowple.games.catvale.rules.playing import turn_card
from meowple.games.catvale.rules.resolution import Resolution
from meowple.games.catvale.rules.standing import has_rule
from meowple.games.catvale.state import USED

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


@verb("spray")
@dataclass(frozen=True, slots=True)
class Spray(Effect):
    """A Building of a player with at least 1 Prestige counts 0 until the spray goes."""

    who: str = field(who)
    duration: int = field(duration)
    wash: Cost = field(cost)

    def perform(self, s: State, r: Resolution) -> Asking:
        def sprayable(seat: int) -> list[int]:
            if has_rule(s, seat, SAFE_FROM_SPRAY):
                return []
            return [
                place
                for place, plot in enumerate(s.plots[seat])
                if plot.spray < 0 and building(s, plot).own and building(s, plot).prestige > 0
            ]

        for seat in (yield from whom(s, r, self.who, lambda seat: bool(sprayable(seat)))):
            if not sprayable(seat):
                continue
            place = yield from choose_plot(s, r.you, seat, sprayable(seat))
            if not (yield from struck(s, r, self.who, seat)):
                continue
            plot = s.plots[seat][place]
            set_plot(s, seat, place, plot._replace(spray=r.card))
            if s.tell:
                s.tell("sprayed", seat=r.you, whose=seat, building=building(s, plot).id)


@verb("clean")
@dataclass(frozen=True, slots=True)
class Clean(Effect):
    """End sprays and discard negative Buildings in your Backyard, together up to so many."""

    amount: int = field(number(1, 2), 1)

    def perform(self, s: State, r: Resolution) -> Asking:
        seat = r.you
        for _ in range(self.amount):
            dirty = [
                place
                for place, plot in enumerate(s.plots[seat])
                if plot.spray >= 0 or not building(s, plot).own
            ]
            if not dirty:
                return
            pairs = plot_choices(s, seat, dirty)
            choices: list[Action] = [*(action for action, _ in pairs), s.box.enough]
            answer = yield questions.PLOT.ask(seat, questions.these(choices))
            if answer is s.box.enough:
                return
            place = pairs[choices.index(answer)][1]
            if s.plots[seat][place].spray >= 0:
                unspray(s, seat, place)
            else:
                tear_down(s, seat, place)


@verb("poach")
@dataclass(frozen=True, slots=True)
class Poach(Effect):
    """A Worker of a player, which you pick, moves to a free Building of yours, or is discarded."""

    who: str = field(who)

    def perform(self, s: State, r: Resolution) -> Asking:
        def employing(seat: int) -> list[int]:
            return [place for place, plot in enumerate(s.plots[seat]) if plot.worker >= 0]

        for seat in (yield from whom(s, r, self.who, lambda seat: bool(employing(seat)))):
            places = employing(seat)
            if not places:
                continue
            place = places[0]
            if len(places) > 1:
                choices = [s.box.pick[s.plots[seat][each].worker & USED - 1] for each in places]
                answer = yield questions.PLOT.ask(r.you, questions.these(choices))
                place = places[choices.index(answer)]
            if not (yield from struck(s, r, self.who, seat)):
                continue
            free = [each for each in employers(s, r.you) if s.plots[r.you][each].worker < 0]
            if not free:
                dismiss(s, seat, place)
                continue
            plot = s.plots[seat][place]
            home = yield from choose_plot(s, r.you, r.you, free, questions.EMPLOYER)
            set_plot(s, seat, place, plot._replace(worker=-1))
            set_plot(s, r.you, home, s.plots[r.you][home]._replace(worker=plot.worker))
            if s.tell:
                card = s.box.cards[plot.worker & USED - 1].id
                s.tell("poached", seat=r.you, whose=seat, card=card)


@verb("ready")
@dataclass(frozen=True, slots=True)
class Ready(Effect):
    """Up to so many of your used Workers may be used again."""

    amount: int = field(number(1, 2), 1)

    def perform(self, s: State, r: Resolution) -> Asking:
        seat = r.you
        for left in range(self.amount, 0, -1):
            used = [
                plot.worker - USED
                for plot in s.plots[seat]
                if plot.worker >= 0 and plot.worker & USED
            ]
            if not used:
                return
            card = used[0]
            if len(used) > left:
                choices = [s.box.pick[each] for each in used]
                answer = yield questions.PLOT.ask(seat, questions.these(choices))
                card = answer.value
            turn_card(s, seat, card, -USED)
            if s.tell:
                s.tell("readied", seat=seat, card=s.box.cards[card].id)
