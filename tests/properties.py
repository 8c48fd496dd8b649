"""What must hold in every game, whatever its rules: `check_play`, `check_leaks`, `check_saves`.

Give them a table, drawn at random by `draw_table`. They play a match on it and raise
AssertionError, with the table and the decision in its text, where the game breaks a promise.
The tests of `tests/properties` run them on every installed game; `python -m tools.soak` runs them
for as long as you like.
"""

from __future__ import annotations

import hashlib
import json
import marshal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from meowple import Game, Match, MeowpleError, Option, load_match, new_match, replay
from meowple.core.chance import FastChance, SecretChance
from meowple.core.errors import BadSave
from meowple.core.language import LANGUAGES, seat_names
from meowple.core.questions import AskQuiet
from meowple.core.registry import get_game

MOST_DECISIONS = 20_000
"""No match of any game takes more."""


# -- Tables --------------------------------------------------------------------------------------


class Table(NamedTuple):
    """All that makes a match repeatable: the decisions come from ``seed`` too."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int

    def start(self, *, recording: bool = True) -> Match:
        return new_match(self.game, self.seats, self.options, self.seed, recording=recording)


def draw_table(name: str, seed: int, *, short: bool = False, **fixed: Any) -> Table:
    """A table with random seats and options, those of ``fixed`` as given.

    ``short``: without numbers above their default, which make matches many times longer.
    """
    rng = Random(f"{name} {seed}")
    game: Game[Any] = get_game(name)
    options = {option.name: draw_option(option, rng) for option in game.options} | fixed
    for option in game.options:
        if short and not option.choices:
            options[option.name] = min(options[option.name], option.default)
    return Table(name, rng.choice(game.seat_counts), options, seed)


def draw_option(option: Option, rng: Random) -> str | int | bool:
    """Each choice equally likely; of numbers the default, or another, rather a low one."""
    if option.choices:
        return rng.choice(list(option.choices))
    if rng.random() < 0.5:
        return option.default
    return min(rng.randint(option.least, option.most) for _ in range(6))


DrawOrders = Callable[[Match, int, Random], Any]
"""``draw(match, seat, rng)``: some standing orders of a seat, for games that have such."""


class Decision(NamedTuple):
    seat: int
    key: str


def decide(match: Match, rng: Random) -> Decision:
    """A random decision of a random seat; now and then a seat changes its mind."""
    if match.committed and rng.random() < 0.1:
        seat = rng.choice(match.committed)
    else:
        seat = rng.choice(match.to_act)
    return Decision(seat, rng.choice(match.actions(seat)).key)


def play_out(match: Match, rng: Random) -> Match:
    """Play a match to its end at random."""
    for _ in range(MOST_DECISIONS):
        if match.over:
            return match
        match.act(*decide(match, rng))
    raise AssertionError(f"the match is not over after {MOST_DECISIONS} decisions")


@contextmanager
def told(table: Table, match: Match | None = None) -> Iterator[None]:
    """Name the table and the moment where something fails."""
    try:
        yield
    except Exception as error:
        error.add_note(f"at {table}")
        if match is not None:
            question = match.question and match.question.kind
            error.add_note(f"asked: {question}, of {match.to_act}, committed {match.committed}")
        raise


# -- What is shown -------------------------------------------------------------------------------


def viewers(match: Match) -> list[int | None]:
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
    if viewer is not None and not actions:
        everything["refusal"] = refused(match, viewer, match.game.actions[0])
    if match.recording:
        events = match.events(viewer, since)
        assert all(event.secret is None for event in events), "a viewer gets no secret of others"
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


def all_shown(match: Match, since: int = 0) -> list[dict[str, Any]]:
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


# -- Promises of a moment ------------------------------------------------------------------------


def somebody_can_act(match: Match) -> None:
    """Each seat that is asked has choices, each of them once; nobody else has any."""
    assert match.to_act or match.over, "nobody can act, but the match is not over"
    asked = match.asked
    assert set(match.to_act) | set(match.committed) == set(asked)
    for seat in range(match.seats):
        actions = match.actions(seat)
        assert bool(actions) == (seat in asked), f"seat {seat} has {actions}"
        assert len({action.key for action in actions}) == len(actions), actions
        for action in actions:
            assert match.game.actions[action.key] is action is match.game.actions[action.id]


def choices_are_accepted(match: Match, rng: Random, most: int = 3) -> None:
    """What is listed may be chosen (up to ``most`` of a seat), and what is not is refused."""
    before = match.save()
    if match.over:
        return
    seat = rng.choice(match.asked)
    actions = match.actions(seat)
    for action in rng.sample(actions, min(most, len(actions))):
        fork = match.fork()
        fork.act(seat, action)
        assert fork.to_act or fork.over
    other = rng.choice(list(match.game.actions))
    for wrong_seat, wrong in (
        (seat, other if other not in actions else "no:such"),
        (seat, None),
        (match.seats, actions[0]),
        (-1, actions[0]),
    ):
        refused(match, wrong_seat, wrong)
    for idle in set(range(match.seats)) - set(match.asked):
        refused(match, idle, actions[0])
    assert match.save() == before, "a refusal or a fork has changed the match"


def refused(match: Match, seat: Any, action: Any) -> str:
    """Check that a choice is refused; returns what is said."""
    try:
        match.act(seat, action)
    except MeowpleError as error:
        return str(error)
    raise AssertionError(f"seat {seat} could choose {action}")


def pieces_are_kept(match: Match) -> None:
    """The position passes the game's own checks and comes back as it was."""
    position = match.position()
    text = json.dumps(position)
    again = new_match(match.game.name, position=json.loads(text)).position()
    assert json.dumps(again) == text, "a position does not come back as it was"


def checkpoints_are_exact(match: Match) -> None:
    """Nothing changes between a checkpoint and the question right after it."""
    if match.over:
        return
    snapshot = match._snapshots[-1]
    passed_by = match._passed_since is snapshot and (match._passed or not match.question.quiet)  # type: ignore[union-attr]
    if len(match._steps) == snapshot.steps and not passed_by:
        assert match.state.chance.mark == snapshot.state.chance.mark, "chance before a question"
        assert match.state.to_json() == snapshot.state.to_json(), "a change before a question"
        assert len(match._events) == snapshot.events, "an event before a question"


def copies_agree(match: Match) -> list[Match]:
    """Forks and both kinds of saves stand where the match does. Returns them."""
    expected = fingerprint(match)
    copies = [match.fork()]
    for whole in (False, True):
        text = match.save(whole=whole)
        copies.append(load_match(text))
        assert copies[-1].save(whole=whole) == text, "a loaded match saves differently"
    for copy in copies:
        assert fingerprint(copy) == expected, "a copy looks different"
        assert world(copy) == world(match), "a copy's state differs"
    return copies


def changes_survive(match: Match, rng: Random) -> None:
    """Imagined matches and other futures fork and load as what they are."""
    viewer = rng.choice(viewers(match))
    for changed in (
        match.imagine(viewer, rng.getrandbits(64)),
        match.fork(seed=rng.getrandbits(64)),
    ):
        copies = [changed.fork(), load_match(changed.save()), load_match(changed.save(whole=True))]
        for copy in copies:
            assert world(copy) == world(changed), "a copy of a changed match differs"
        seed = rng.getrandbits(64)
        after = [views(play_some(one, Random(seed))) for one in (changed, *copies)]
        assert all(one == after[0] for one in after), "copies of a changed match part ways"


def play_some(match: Match, rng: Random, most: int = 12) -> Match:
    for _ in range(most):
        if match.over:
            break
        match.act(*decide(match, rng))
    return match


def undo_is_exact(match: Match, before: str, decision: Decision) -> None:
    """Taking a decision back gives the match of the log without it, and so does redoing it.

    ``before``: the whole save before the ``decision`` that has just been made.
    """
    seat = decision.seat
    fork = match.fork()
    after = fork.save(whole=True)
    needed = fork.undo_consent(seat)
    assert needed is not None, "the last decision cannot be taken back"
    assert seat not in needed
    if needed:
        assert fork.undo(seat) == needed
        assert fork.save(whole=True) == after, "an undo without consent has changed the match"
    assert fork.undo(seat, consent=needed) == frozenset()
    shorter = load_match(before)
    redo = [decision]
    if seat in shorter.committed:  # the seat had changed its mind
        shorter.undo(seat)
    if fork.committed != shorter.committed:  # a reveal is taken back: all choose again
        redo = [Decision(s, shorter.commitment(s).key) for s in shorter.committed] + redo  # type: ignore[union-attr]
        for other in shorter.committed:
            shorter.undo(other)
    assert fork.save(whole=True) == shorter.save(whole=True), "undo and a shorter log differ"
    assert fingerprint(fork) == fingerprint(shorter)
    somebody_can_act(fork)
    for again in redo:
        fork.act(*again)
    assert fork.save(whole=True) == after, "redoing differs from never having undone"
    assert fingerprint(fork) == fingerprint(match)


def free_undo_teaches_nothing(before: str, decision: Decision, rng: Random) -> None:
    """What may be taken back freely has shown its seat nothing that it did not know.

    In any world that the seat could be in, the same decision leads to the same sight.
    """
    real = load_match(before)
    if decision.seat in real.committed or real.seats == 1:
        return  # who plays alone needs nobody's consent, whatever was thrown or drawn
    twin = real.imagine(decision.seat, rng.getrandbits(64))
    real.act(*decision)
    if real.undo_consent(decision.seat) != frozenset():
        return
    twin.act(*decision)
    one, other = ({**shown(m, decision.seat), "view": "", "json": ""} for m in (real, twin))
    assert one == other, "a decision that is free to take back has shown its seat something"
    one, other = ({**m.view(decision.seat), "undo": None} for m in (real, twin))
    assert one == other, "a decision that is free to take back has shown its seat something"


# -- Whole matches -------------------------------------------------------------------------------


def orders_are_secret(match: Match, viewer: int | None, rng: Random, draw: DrawOrders) -> None:
    """Nothing that a viewer sees or imagines depends on the orders of others, now or later.

    While a quiet question is open, all decline in two matches that differ in orders alone: what is
    told then must be the same, as far as both get before the next question.
    """
    others = [seat for seat in range(match.seats) if seat != viewer]
    same, other = match.fork(), match.fork()
    for seat in others:
        other.set_orders(seat, draw(other, seat, rng))
    assert shown(other, viewer) == shown(same, viewer), "others' orders can be seen"
    seed = rng.getrandbits(64)
    assert world(other.imagine(viewer, seed)) == world(same.imagine(viewer, seed)), (
        "others' orders can be imagined as they are"
    )
    question = match.question
    if isinstance(question, AskQuiet):
        before = len(match._events)
        told = []
        for one in (same, other):
            while one.question is not None and one.asked and before == len(one._events):
                if not one.question.quiet:
                    break
                one.act(one.to_act[0], question.decline)
            told.append(one.events(viewer, before))
        for event, its in zip(*told, strict=False):
            assert event == its, "an event depends on the orders of others"


def reorder(matches: Sequence[Match], rng: Random, draw: DrawOrders | None) -> None:
    """Now and then a seat changes its standing orders, in several copies of a match alike."""
    match = matches[0]
    if match.committed:  # a film has no moments between secret answers
        return
    if draw is not None and not match.over and rng.random() < 0.3:
        seat = rng.randrange(match.seats)
        orders = draw(match, seat, rng)
        before = [shown(match, viewer) for viewer in viewers(match) if viewer != seat]
        for one in matches:
            one.set_orders(seat, orders)
        after = [shown(match, viewer) for viewer in viewers(match) if viewer != seat]
        assert before == after, "others see that a seat changes its orders"


def check_play(table: Table, often: float = 0.1, draw: DrawOrders | None = None) -> int:
    """Play a match and check all but leaks; returns the number of decisions.

    Each check of a moment is made at a part ``often`` of the moments, more rarely the longer the
    match gets. Copies made on the way (forks, loaded saves), a match without recording and the
    film of the final save must all end as the match itself.
    """
    rng = Random(f"play {table.seed}")
    with told(table):
        match = table.start()
        quiet = table.start(recording=False)
    branches: list[Match] = []
    filmed = rng.random() < 4 * often
    film = [fingerprint(match, 9)] if filmed else []
    decisions = 0

    def now() -> bool:
        return rng.random() < often * 40 / (40 + decisions)

    while not match.over:
        with told(table, match):
            steps = len(match._steps)
            reorder((match, quiet, *branches), rng, draw)
            if filmed and len(match._steps) > steps:
                film.append(fingerprint(match, 9))
            somebody_can_act(match)
            if rng.random() < 0.1:
                checkpoints_are_exact(match)
            if now():
                pieces_are_kept(match)
                assert views(match) == views(quiet), "recording has an influence"
            if now():
                choices_are_accepted(match, rng)
            if now():
                copies = copies_agree(match)
                if len(branches) < 2:
                    branches.append(rng.choice(copies))
            if now():
                changes_survive(match, rng)
                assert load_match(quiet.save()).save() == quiet.save()
            before = match.save(whole=True) if now() else None
            decision = decide(match, rng)
        with told(table, match):
            steps = len(match._steps)
            for one in (match, quiet, *branches):
                one.act(*decision)
            decisions += 1
            assert decisions < MOST_DECISIONS, "the match does not end"
            if filmed and len(match._steps) > steps:
                film.append(fingerprint(match, 9))
            if before is not None:
                undo_is_exact(match, before, decision)
                free_undo_teaches_nothing(before, decision, rng)
    with told(table, match):
        assert match.to_act == () and match.question is None
        assert match.winners and set(match.winners) <= set(range(match.seats))
        assert len(match.scores) == match.seats
        look: Callable[[Match], Any] = all_shown if rng.random() < 4 * often else fingerprint
        expected = look(match)
        whole = match.save(whole=True)
        frames = []
        for moment in replay(whole):
            if filmed:
                frames.append(fingerprint(moment, 9))
        assert frames == film, "the film differs from what happened"
        for one in (moment, match.fork(), load_match(match.save()), *branches):
            assert look(one) == expected, "a copy ended differently"
            assert world(one) == world(match)
            assert one.winners == match.winners
        assert views(quiet) == views(match), "recording has an influence"
        assert world(quiet) == world(match)
        refused(match, 0, next(iter(match.game.actions)))
        if match.study() is not None:
            json.dumps(match.study())
    return decisions


def check_leaks(table: Table, often: float = 1.0, draw: DrawOrders | None = None) -> int:
    """Play a match and prove at its moments that nothing leaks; returns the number of proofs.

    A viewer is shown byte for byte the same in the real match and in one in which all that the
    viewer cannot know has been dealt anew; and what is dealt anew does not depend on the truth.
    Events are looked at while they are told, see `EventSpy`.
    """
    rng = Random(f"leaks {table.seed}")
    with told(table):
        match = table.start()
    spy = EventSpy(match, rng, often / 4)
    proofs = moments = seen = 0
    blind: set[int | None] = set()
    while True:
        with told(table, match):
            if rng.random() < often or match.over:
                moments += 1
                for viewer in viewers(match):
                    since = 0 if match.over else max(0, seen - 4)
                    if proves_no_leak(match, viewer, rng, since):
                        blind.add(viewer)
                    if draw is not None and not match.over:
                        orders_are_secret(match, viewer, rng, draw)
                    proofs += 1
            if match.over:
                assert moments < 12 or blind == set(viewers(match)), "nothing is dealt anew"
                return proofs
            reorder((match,), rng, draw)
            seen = len(match._events)
            spy.watch()
            match.act(*decide(match, rng))
            spy.judge()


def proves_no_leak(match: Match, viewer: int | None, rng: Random, since: int = 0) -> bool:
    """The match looks to the viewer as any match does that the viewer holds possible.

    Returns whether the one that was imagined differs from the real one.
    """
    one, other = rng.getrandbits(64), rng.getrandbits(64)
    in_words = rng.random() < 0.2
    real, twin = shown(match, viewer, since, in_words), match.imagine(viewer, one)
    # The fork asks anew, so that whom the rules ask, and what, is of the twin's world too.
    in_twin = shown(twin.fork(), viewer, since, in_words)
    for part, value in real.items():
        assert value == in_twin[part], f"{part} tells viewer {viewer} of what is hidden"
    assert world(match.imagine(viewer, other)) == world(twin.imagine(viewer, other)), (
        f"what viewer {viewer} imagines depends on what is hidden"
    )
    return bool(twin.state.to_json() != match.state.to_json())


class ShortChance(FastChance):
    """Gives out in the end: in the middle of a rule there may be nothing that could be dealt."""

    __slots__ = ("left",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.left = 2000

    def below(self, n: int) -> int:
        self.use()
        return super().below(n)

    def shuffle(self, items: Any) -> None:
        self.use()
        super().shuffle(items)

    def use(self) -> None:
        self.left -= 1
        if not self.left:
            raise RuntimeError("no deal fits the middle of this rule")


class EventSpy:
    """Looks at events while they are told: none may name a piece that a viewer cannot place.

    A piece is any text in the state's plain data. It can be placed if some list or field holds it
    in the real state and in every state that the viewer holds possible: either when it is told
    (it may be hidden again before the next question) or at the next question (rules may tell of
    a reveal just before they make it).
    """

    def __init__(self, match: Match, rng: Random, often: float) -> None:
        self.match = match
        self.rng = rng
        self.often = often
        self.doubts: list[tuple[Any, int | None, list[str]]] = []

    def watch(self) -> None:
        """Listen to the next decision."""
        state, tell = self.match.state, self.match._tell

        def listen(kind: str, **data: Any) -> None:
            tell(kind, **data)
            if self.rng.random() < self.often:
                event, viewer = self.match._events[-1], self.rng.choice(viewers(self.match))
                named = set(texts(event.seen_by(viewer).data))
                try:
                    lost = self.hidden(named, viewer)
                except Exception:  # the middle of a rule, where cards may lie nowhere
                    lost = list(named)
                if lost:
                    self.doubts.append((event, viewer, lost))

        state.tell = listen

    def judge(self) -> None:
        """Look again, now that the decision has been carried out."""
        doubts, self.doubts = self.doubts, []
        for event, viewer, lost in doubts:
            lost = self.hidden(set(lost), viewer)
            assert not lost, f"{event} tells viewer {viewer} of {lost}, which is hidden"

    def hidden(self, named: set[str], viewer: int | None) -> list[str]:
        """Those of the named pieces that the viewer cannot place."""
        real = places(self.match.state.to_json())
        named &= real.keys()
        if not named:
            return []
        known = {piece: set(real[piece]) for piece in named}
        for _ in range(4):
            other = self.match.state.copy()
            self.match.game.redeal(other, viewer, ShortChance(self.rng.getrandbits(64)))
            found = places(other.to_json())
            for piece, where in known.items():
                where &= found.get(piece, set())
        return [piece for piece, where in known.items() if not where]


def places(data: Any) -> dict[str, set[str]]:
    """Where each text stands in plain data; the order within a list of texts does not matter."""
    found: dict[str, set[str]] = {}

    def walk(value: Any, path: str) -> None:
        if isinstance(value, str):
            found.setdefault(value, set()).add(path)
        elif isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, f"{path}/{key}")
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                walk(inner, path if isinstance(inner, str) else f"{path}/{number}")

    walk(data, "")
    return found


def texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for inner in data.values():
            yield from texts(inner)
    elif isinstance(data, list | tuple):
        for inner in data:
            yield from texts(inner)


def check_saves(table: Table, tries: int = 30) -> tuple[int, int]:
    """Damage saves and positions of a random moment: they are refused, or played to the end.

    Returns how many were refused and how many accepted.
    """
    rng = Random(f"saves {table.seed}")
    counts = [0, 0]
    with told(table):
        match = table.start()
        for _ in range(rng.randrange(120)):
            if not match.over:
                match.act(*decide(match, rng))
        text = match.save(whole=rng.random() < 0.5)
        for _ in range(tries):
            damaged = json.loads(text)
            for _ in range(rng.choice((1, 1, 2, 3))):
                damage(damaged, rng)
            with told(table._replace(options={"damaged": damaged})):
                try:
                    loaded = load_match(json.dumps(damaged))
                except BadSave:
                    counts[0] += 1
                    continue
                counts[1] += 1
                all_shown(loaded)
                for viewer in viewers(loaded):
                    loaded.imagine(viewer, 1)
                play_some(loaded, rng, 60)
    return counts[0], counts[1]


def damage(data: Any, rng: Random) -> None:
    """Change something somewhere in plain data, in place."""
    spots: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        keys = value.keys() if isinstance(value, dict) else range(len(value))
        for key in keys:
            spots.append((value, key))
            if isinstance(value[key], dict | list):
                walk(value[key])

    walk(data)
    holder, key = rng.choice(spots)
    value = holder[key]
    other, its = rng.choice(spots)
    ways: list[Callable[[], Any]] = [
        lambda: holder.__delitem__(key),
        lambda: holder.__setitem__(key, rng.choice((None, True, -1, 0, 1, 10**30, 1.5, "", "x"))),
        lambda: holder.__setitem__(key, rng.choice(([], {}, [None], [[]], {"": ""}, "é" * 99))),
        lambda: holder.__setitem__(key, json.loads(json.dumps(other[its]))),
        lambda: holder.__setitem__(key, [value, value]),
    ]
    if type(value) is int:
        ways += [lambda: holder.__setitem__(key, value + rng.choice((-1, 1)))] * 6
    if isinstance(value, list):
        ways += [lambda: rng.shuffle(value), lambda: value.extend(value[:1])] * 2
    rng.choice(ways)()


def check_secret_chance(table: Table) -> None:
    """A match between people: its secret seed is in nothing that a viewer or a bot gets."""
    rng = Random(f"secret {table.seed}")
    chance = SecretChance(hashlib.sha256(str(table.seed).encode()).digest())
    seed = chance.seed.hex()
    with told(table):
        match = new_match(table.game, table.seats, table.options, chance=chance)
        while not match.over:
            match.act(*decide(match, rng))
            if rng.random() < 0.1:
                viewer = rng.choice(viewers(match))
                assert seed not in str(shown(match, viewer))
                twin = match.imagine(viewer, 1)
                assert not isinstance(twin.state.chance, SecretChance)
                if len(match._steps) == match._snapshots[-1].steps:
                    assert seed not in twin.save() + twin.save(whole=True)
                    assert seed not in str(twin.position())
        again = new_match(table.game, table.seats, table.options, chance=SecretChance(chance.seed))
        rng = Random(f"secret {table.seed}")
        while not again.over:
            again.act(*decide(again, rng))
            if rng.random() < 0.1:
                rng.choice(viewers(again))
        assert world(again) == world(match), "the seed does not repeat the match"
