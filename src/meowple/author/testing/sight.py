"""Everything that a viewer gets of a match, and the truth behind it."""

from __future__ import annotations

import hashlib
import json
import marshal
from typing import Any

from meowple.core.encoding import Encoding
from meowple.core.errors import MeowpleError
from meowple.core.language import LANGUAGES, seat_names
from meowple.core.match import Match

from .broken import Broken, must


def viewers(match: Match) -> list[int | None]:
    """Who looks at a match: a spectator, and each seat."""
    return [None, *range(match.seats)]


def shown(
    match: Match, viewer: int | None, since: int = 0, in_words: bool = True
) -> dict[str, Any]:
    """Everything a viewer gets of a match, events and log from event ``since`` on.

    Words are made of nothing but the rest, so that much is proved without them.
    """
    view = match.view(viewer)
    everything: dict[str, Any] = {"view": marshal.dumps(view, 0)}
    actions = () if viewer is None else match.actions(viewer)
    everything["actions"] = [(action.id, action.key) for action in actions]
    if viewer is not None and match.game.encoding is not None:
        everything["encoding"] = bytes(_encoding(match).encode(match, viewer))
    if viewer is not None and not actions:
        everything["refusal"] = refused(match, viewer, match.game.actions[0])
    if match.recording:
        events = match.events(viewer, since)
        must(all(event.secret is None for event in events), "a viewer gets no secret of others")
        everything["events"] = json.dumps([event.to_json() for event in events], sort_keys=True)
    if not in_words:
        return everything
    everything["json"] = match.view_json(viewer)
    for language in LANGUAGES:
        names = seat_names(match.seats, language)
        words = match.game.in_words(language)
        everything[f"labels {language}"] = [words.action(action) for action in actions]
        everything[f"prompt {language}"] = words.prompt(view)
        everything[f"text {language}"] = words.text(view, words.people(viewer, names))
        if match.recording:
            everything[f"log {language}"] = match.log_lines(viewer, language, since=since)
    return everything


_ENCODINGS: dict[str, tuple[Match, Encoding]] = {}
"""The last encoding of each game, with the match that it was made for."""


def _encoding(match: Match) -> Encoding:
    """The encoding for a match; made anew only where the one before was for another table."""
    last, found = _ENCODINGS.get(match.game.name, (None, None))
    if (
        found is None
        or last is None
        or not (
            last.game is match.game and last.seats == match.seats and last.options == match.options
        )
    ):
        found = Encoding.of(match)
        _ENCODINGS[match.game.name] = match, found
    return found


def all_shown(match: Match, since: int = 0) -> list[dict[str, Any]]:
    """What `shown` gives each of the viewers."""
    return [shown(match, viewer, since) for viewer in viewers(match)]


def views(match: Match) -> list[dict[str, Any]]:
    """The views without what may be taken back, on which recording has an influence."""
    return [{**match.view(viewer), "undo": None} for viewer in viewers(match)]


def fingerprint(match: Match, lately: int | None = None) -> bytes:
    """A hash of all views and of all that happened, or of the last ``lately`` events."""
    happened = len(match._events)
    since = 0 if lately is None else max(0, happened - lately)
    events = json.dumps([happened, *(event.to_json() for event in match._events[since:])])
    digest = hashlib.sha256(events.encode())
    for viewer in viewers(match):
        digest.update(match.view_json(viewer))
    return digest.digest()


def world(match: Match) -> Any:
    """The truth: the whole state, its chance, the secret answers, and who is asked."""
    answers = {seat: match.commitment(seat) for seat in match.committed}
    return match.state.to_json(), match.state.chance.to_json(), answers, match.asked


def refused(match: Match, seat: Any, action: Any) -> str:
    """Check that a choice is refused; returns what is said."""
    try:
        match.act(seat, action)
    except MeowpleError as error:
        return str(error)
    raise Broken(f"seat {seat} could choose {action}")
