"""``meowple hint``: what a bot that thinks ahead would do in a saved match."""

from __future__ import annotations

import json
from argparse import Namespace

from meowple.bots.advice import Idea, think
from meowple.core.errors import MatchOver, WrongSeat
from meowple.core.language import N_, seat_names
from meowple.core.match import load_match

from . import table
from .language import _, language, ngettext, number, percent
from .screen import Screen, unmarked


def run(arguments: Namespace) -> int:
    """Say what could be done, the best first, and what each of it hopes for."""
    match = load_match(table.read(arguments.file))
    if match.over:
        raise MatchOver(N_("the match is over: there is nothing to choose"))
    seat = match.to_act[0] if arguments.seat is None else arguments.seat - 1
    if seat not in match.to_act:
        raise WrongSeat(
            N_("seat {seat} is not asked now; --seat can be {asked}"),
            seat=seat + 1,
            asked=", ".join(str(each + 1) for each in match.to_act),
        )
    # What the seat cannot know is dealt anew first: nobody learns from a hint what others hold.
    world = match.imagine(seat, arguments.seed, answers="drop")
    ideas = think(world, seat, arguments.tries, arguments.seed)
    words = match.game.in_words(language())
    names = seat_names(match.seats, language())
    words = words.at(words.people(seat, unmarked(names)))
    labels = [words.action(match.game.actions[idea.key]) for idea in ideas]
    sentences = [words.hope(idea.hope) for idea in ideas]
    if arguments.json:
        data = {
            "game": match.game.name,
            "seat": seat,  # from 0, as in all that is for programs
            "ideas": [
                {
                    "action": idea.key,
                    "text": label,
                    "share": idea.share,
                    "tries": idea.tries,
                    "looks": idea.looks,
                    "hope": idea.hope,
                    "hope_text": sentence,
                }
                for idea, label, sentence in zip(ideas, labels, sentences, strict=True)
            ],
        }
        print(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
        return 0
    screen = Screen()
    screen.say(_("{seat} could:").format(seat=names[seat]), "bold")
    for place, (idea, label, sentence) in enumerate(zip(ideas, labels, sentences, strict=True), 1):
        screen.say(f"{place}. {label}")
        for text in (_outlook(idea), sentence):
            if text:
                screen.say(f"   {text}")
    return 0


def _outlook(idea: Idea) -> str:
    """What trying it came to, in a sentence; empty if nobody has."""
    if idea.share is None:
        return ""
    text = ngettext(
        "About {share} of the victory, tried {count} time.",
        "About {share} of the victory, tried {count} times.",
        idea.tries,
    )
    return text.format(share=percent(idea.share, 0), count=number(idea.tries))
