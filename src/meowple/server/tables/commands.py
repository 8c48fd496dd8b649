"""What people may ask of a table. Each command looks at the table and gives the rows to store.

A command that must not happen raises `Refused` and changes nothing. One that has happened already
gives no rows: asking again does no harm.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meowple.core.errors import BadOrders, IllegalAction, MeowpleError
from meowple.core.language import N_

from .presence import Presence
from .store import Row
from .table import Origin, Seat, Table, taken_options

NAME_LENGTH = 24
CHAT_LENGTH = 400
LOG_LENGTH = 50_000
"""Rows in a table's log: far more than any match needs."""
WORDS_LENGTH = 40_000
"""Rows after which those who sit here say no more: what is left is for their moves."""
MOST_CHANGES = 100
"""How often a seat may change or take back its answers before the table goes on."""
TALK_LENGTH = 20_000
"""Rows after which those who look on add no more: what is left is for those who play."""


class Refused(MeowpleError):
    """A command that is not done. Nothing has changed.

    Attributes:
        status: the HTTP status.
        code: a word for programs.
    """

    def __init__(self, status: int, code: str, text: str, **values: Any) -> None:
        super().__init__(text, **values)
        self.status = status
        self.code = code


def not_found() -> Refused:
    """The refusal for a table that is not there, or hidden from who asks: nobody can tell."""
    return Refused(404, "not-found", N_("There is no such table, or you need its invite link."))


LOST = N_(
    "This match was played under other rules than those installed here, which cannot read it. "
    "It can be played anew."
)


def lost() -> Refused:
    """The refusal of what needs a match that today's rules cannot read."""
    return Refused(409, "lost", LOST)


def busy() -> Refused:
    """The refusal while others keep a table, or its database, to themselves."""
    return Refused(503, "busy", N_("The table is busy. Try again."))


def command_used() -> Refused:
    """The refusal for another command under the id of an earlier one, as of a second quick click."""
    return Refused(
        409,
        "command-used",
        N_(
            "Something else of yours came first, a moment ago or from another window, and that "
            "counts. Look again, and repeat this if you still want it."
        ),
    )


def no_code() -> Refused:
    """The refusal for a seat code that is used up, too old or without a seat."""
    return Refused(
        404,
        "no-code",
        N_("This link holds no more. Ask for a new one on the device that has the seat."),
    )


@dataclass(frozen=True)
class Who:
    """Who asks: a person, or a bot for its seat.

    Attributes:
        id: of the person.
        name: under which the person plays; may be empty.
    """

    id: str
    name: str = ""


@dataclass(frozen=True)
class Order:
    """How a command came.

    Attributes:
        question: the number of the question that it answers.
        command: an id of its own: the same id is not done twice.
    """

    question: int | None = None
    command: str | None = None


Decide = Callable[[Table], Sequence[Row]]

Present = Callable[[], Presence]
"""Tells who is at the table; asked only where it matters."""

# -- text that people type ----------------------------------------------------------------------


BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
"""Letters and symbols that look like a space."""
UNSEEN = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0e\ufffc\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""Marks and signs that nobody can see."""


def clean(text: str, length: int) -> str:
    """One line of text without control characters, at most ``length`` long.

    Marks that change the direction of the text around them or cannot be seen go too, and heaps
    of accents.
    """
    text = UNSEEN.sub("", BLANK.sub(" ", text[: length * 8]))
    text = unicodedata.normalize("NFC", text)
    kept = []
    marks = 0
    for sign in text:
        category = unicodedata.category(sign)
        if category in ("Zs", "Zl", "Zp") or sign in "\t\n\r\v\f":
            sign, category = " ", "Zs"
        if category[0] == "C" and sign != "\N{ZERO WIDTH JOINER}":
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= 2:
            kept.append(sign)
    return re.sub(" +", " ", "".join(kept)).strip(" \N{ZERO WIDTH JOINER}")[:length].rstrip()


def check_name(name: str) -> str:
    """A name to play under; raises `Refused` if nothing can be read in it."""
    name = clean(name.replace("*", ""), NAME_LENGTH)  # asterisks mean something in the log
    if not any(unicodedata.category(sign)[0] in "LNSP" for sign in name):
        raise Refused(422, "no-name", N_("Give a name to play under."))
    return name


def check_command(command: str | None) -> str | None:
    """The id of a command; raises `Refused` for one of a strange form."""
    if command is not None and not re.fullmatch(r"[\w.:-]{1,64}", command, re.ASCII):
        raise Refused(
            422, "bad-command", N_("The command's id may have 64 letters and digits at most.")
        )
    return command or None


def own_name(table: Table, name: str, seat: int | None = None) -> str:
    """``name``, with a number if somebody else at the table is called so, or nearly so."""
    taken = {_seen(other.name) for i, other in enumerate(table.seats) if i != seat}
    number, free = 1, name
    while _seen(free) in taken:
        number += 1
        free = f"{name[: NAME_LENGTH - 3]} {number}"
    return free


_ALIKE = {
    ord(sign): latin
    for latin, signs in {
        "a": "аαɑ",
        "b": "ьвβƅ",
        "c": "сϲ",
        "d": "ԁɗ",
        "e": "еёєεҽ",
        "f": "ƒғ",
        "g": "ɡցԍ",
        "h": "һհнη",
        "i": "іїιıɩӏl1|",
        "j": "јϳ",
        "k": "кκқ",
        "m": "м",
        "n": "пոռ",
        "o": "оοօσ0",
        "p": "рρ",
        "q": "ԛզ",
        "r": "гяґ",
        "s": "ѕʂ",
        "t": "тτ",
        "u": "иυսμ",
        "v": "ѵν",
        "w": "ѡωшԝ",
        "x": "хχҳ",
        "y": "уүγұ",
        "z": "ʐ",
    }.items()
    for sign in signs
}
"""Letters of other alphabets that pass for Latin ones."""


def _seen(name: str) -> str:
    """The same for names that look the same, or nearly so, but for their case."""
    name = unicodedata.normalize("NFKC", name).casefold()
    name = re.sub("[\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-16}]", "", name)
    return name.translate(_ALIKE)


CATS = ("Mochi", "Pumpkin", "Biscuit", "Sesame", "Clover", "Pepper", "Juniper", "Truffle")


def cat_name(table: Table, seat: int) -> str:
    """What a bot in that seat is called."""
    return own_name(table, CATS[(sum(table.head.id.encode()) + seat) % len(CATS)], seat)


# -- checks ---------------------------------------------------------------------------------------


def _repeated(table: Table, author: str, order: Order, kind: str, data: Mapping[str, Any]) -> bool:
    """Whether this very command is in the log; refuses another one under the same id."""
    if order.command is None:
        return False
    first = table.commands.get((author, order.command))
    if first is None:
        return False
    kinds = ("undo", "ask") if kind == "undo" else (kind,)
    if first.kind not in kinds or any(first.payload.get(k) != v for k, v in data.items()):
        raise command_used()
    return True


def _own_seat(table: Table, who: Who) -> int:
    seat = table.seat_of(who.id)
    if seat is None:
        if not table.knows(who.id):
            raise not_found()
        raise Refused(403, "not-seated", N_("You look on: only those who sit here can do that."))
    return seat


def _playing_seat(table: Table, who: Who) -> int:
    seat = _own_seat(table, who)
    if table.status == "waiting":
        raise Refused(409, "not-started", N_("The match has not started yet."))
    if table.lost:
        raise lost()
    if table.over:
        raise Refused(409, "over", N_("The match is over."))
    if table.seats[seat].away:
        raise Refused(409, "away", N_("A bot sits in for you. Take your seat back first."))
    return seat


def _same_question(table: Table, seat: int, order: Order) -> None:
    if order.question != table.questions[seat]:
        raise Refused(
            409,
            "stale",
            N_("The table has gone on since. Look again and choose."),
        )


def _waiting(table: Table) -> None:
    if table.status != "waiting":
        raise Refused(409, "started", N_("The match has started already."))


def _hosting(table: Table, who: Who, presence: Present) -> list[Row]:
    """Checks that somebody may do what the host does; the rows that come before it.

    Where the host has been gone for long, whoever sits here and does it is the host from then on.
    """
    seat = _own_seat(table, who)
    host = table.seat_of(table.host)
    if host == seat:
        return []
    if host is None or is_gone(table.seats[host], presence()):
        return [Row("host", seat, who.id, {"person": who.id})]
    if table.seats[host].people & presence().here:
        raise Refused(403, "not-host", N_("Only the host of the table can do that."))
    raise Refused(
        403,
        "not-host",
        N_("Only the host can do that. If the host stays away, you can in some minutes."),
    )


def is_gone(seat: Seat, presence: Presence) -> bool:
    """Whether a seat's people have given no sign for so long that the others may go on."""
    return bool(seat.people) and seat.people <= presence.gone


def is_full(table: Table) -> bool:
    """Whether so much has happened since the table last went on that nothing more is taken."""
    return table.n - table.since > LOG_LENGTH


def check_room(table: Table, rows: Sequence[Row]) -> None:
    """Refuse rows that a table has no room for: there is less for words than for moves."""
    outside = all(row.seat is None and row.kind in ("watch", "stand", "chat") for row in rows)
    words = all(row.kind == "chat" for row in rows)
    most = TALK_LENGTH if outside else WORDS_LENGTH if words else LOG_LENGTH
    if table.n - table.since > most:
        raise Refused(409, "log-full", N_("Too much has happened at this table."))


# -- before the start -----------------------------------------------------------------------------


def join(
    who: Who,
    seat: int | None = None,
    *,
    invited: bool = False,
    origin: Origin | None = None,
    most: int = 1,
) -> Decide:
    """Take a seat; any open one when none is named. The last open seat starts the match.

    At a listed table strangers meet, so nobody takes two seats of it: not with one browser, unless
    the host gives them the invite link, and not with programs of one address.

    Args:
        who: sits down.
        seat: which.
        invited: whether by the table's invite link.
        origin: where they come from.
        most: how many seats of a listed table there are for programs of one address.
    """

    def decide(table: Table) -> Sequence[Row]:
        if not invited and not table.knows(who.id):
            raise not_found()
        if table.seat_of(who.id) is not None:
            return ()
        _welcome(table, who, None if invited else origin)
        if table.head.listed and origin is not None:
            _one_seat(table, origin, invited, most)
        if table.status == "closed":
            raise Refused(409, "closed", N_("Everybody has left this table."))
        _waiting(table)
        open_seats = table.open_seats
        if not open_seats:
            raise Refused(409, "full", N_("All seats are taken."))
        if seat is not None and seat not in open_seats:
            raise Refused(409, "taken", N_("That seat is taken. Choose another."))
        place = open_seats[0] if seat is None else seat
        name = own_name(table, check_name(who.name))
        rows = [Row("sit", place, who.id, sitting(who.id, name, origin))]
        if len(open_seats) == 1:
            rows.append(_start_row(table, who))
        return rows

    return decide


def _welcome(table: Table, who: Who, origin: Origin | None = None) -> None:
    known = origin is not None and any(map(origin.may_be, table.origins_of(table.removed)))
    if who.id in table.removed or known:
        raise Refused(403, "removed", N_("The host has sent you from this table."))


def _one_seat(table: Table, origin: Origin, invited: bool, most: int) -> None:
    seated = frozenset(person for seat in table.seats for person in seat.people)
    others = [other for other in table.origins_of(seated) if origin.may_be(other)]
    programs = [other for other in others if origin.browser is None or other.browser is None]
    if len(programs) >= most:
        raise Refused(
            409,
            "same-address",
            N_(
                "Somebody sits here from this address already, and programs cannot be told "
                "apart. Play from one place at a table that is not listed."
            ),
        )
    if len(others) > len(programs) and not invited:
        raise Refused(
            409,
            "same-browser",
            N_(
                "Somebody sits here with this browser already. To play from one place, ask the "
                "host for the invite link."
            ),
        )


def sitting(person: str, name: str, origin: Origin | None) -> dict[str, Any]:
    """What the row says of one who sits down."""
    data = {"person": person, "name": name}
    if origin is not None:
        data["address"] = origin.address
        if origin.browser is not None:
            data["browser"] = origin.browser
    return data


def watch(who: Who, *, invited: bool = False) -> Decide:
    """Look on. A hidden table can be found again by those who came by its invite link."""

    def decide(table: Table) -> Sequence[Row]:
        if not invited and not table.knows(who.id):
            raise not_found()
        if table.seat_of(who.id) is not None or who.id in table.watchers:
            return ()
        _welcome(table, who)
        if len(table.watchers) >= 500:
            raise Refused(409, "crowded", N_("Too many look on already."))
        name = clean(who.name, NAME_LENGTH)
        return [Row("watch", None, who.id, {"person": who.id, "name": name})]

    return decide


def set_seat(who: Who, seat: int, bot: str | None, presence: Present) -> Decide:
    """Give a seat to a bot, or free it of one.

    During play the host gives the seat of somebody who is not connected to a bot, and once they
    have been gone for long everybody who sits at the table can.

    Args:
        who: asks for it.
        seat: which.
        bot: its name; None to open the seat again.
        presence: who is there.
    """

    def decide(table: Table) -> Sequence[Row]:
        own = _own_seat(table, who)
        if not 0 <= seat < len(table.seats):
            raise Refused(422, "no-seat", N_("There is no such seat."))
        holder = table.seats[seat]
        if table.over:
            raise Refused(409, "over", N_("The match is over."))
        if table.started:
            if bot is None or holder.bot == bot:
                return ()
            if holder.kind == "person" and holder.people & presence().here:
                raise Refused(409, "online", N_("{name} is at the table."), name=holder.name)
            if holder.kind == "person" and is_gone(holder, presence()):
                return [Row("away", seat, who.id, {"bot": bot, "by": own})]
            first = _hosting(table, who, presence)
            return [*first, Row("away", seat, who.id, {"bot": bot, "by": own})]
        rows = _hosting(table, who, presence)
        if holder.kind == "person":
            raise Refused(409, "taken", N_("That seat is taken. Choose another."))
        if bot is None:
            return [*rows, Row("free", seat, who.id)] if holder.kind == "bot" else ()
        rows.append(Row("bot", seat, who.id, {"bot": bot, "name": cat_name(table, seat)}))
        if table.open_seats == [seat]:
            rows.append(_start_row(table, who))
        return rows if holder.bot != bot else ()

    return decide


def remove(who: Who, seat: int, presence: Present) -> Decide:
    """The host sends somebody from the table, before the start, and does not let them in again."""

    def decide(table: Table) -> Sequence[Row]:
        rows = _hosting(table, who, presence)
        _waiting(table)
        if not 0 <= seat < len(table.seats) or who.id in table.seats[seat].people:
            raise Refused(422, "no-seat", N_("There is no such seat."))
        people = sorted(table.seats[seat].people)
        if not people:
            return ()
        data = {"person": people[0], "removed": people, "by": table.seat_of(who.id)}
        return [*rows, Row("stand", seat, who.id, data)]

    return decide


def mute(who: Who, muted: bool, presence: Present, *, seat: int | None, said: int | None) -> Decide:
    """The host takes somebody the word at this table, or gives it back.

    Args:
        who: the host.
        muted: whether they may say nothing any more.
        presence: who is there.
        seat: whose, or
        said: the number of something that they said.
    """

    def decide(table: Table) -> Sequence[Row]:
        rows = _hosting(table, who, presence)
        people: Sequence[str] = ()
        name = ""
        if seat is not None and 0 <= seat < len(table.seats):
            people, name = sorted(table.seats[seat].people), table.seats[seat].name
        for chat in table.chat:
            heard = chat.heard(table.seat_of(who.id), over=table.over)
            if chat.number == said and chat.values is None and heard:
                own = table.seat_of(chat.author)
                people = [chat.author] if own is None else sorted(table.seats[own].people)
                name = chat.name
        if not people or who.id in people:
            raise Refused(422, "no-seat", N_("There is no such seat."))
        if muted == table.is_muted(people[0]):
            return ()
        data = {"people": list(people), "name": name, "muted": muted}
        return [*rows, Row("mute", None, who.id, {**data, "by": table.seat_of(who.id)})]

    return decide


def start(who: Who, presence: Present, fill: str | None = None) -> Decide:
    """Start the match, with bots named ``fill`` in the open seats."""

    def decide(table: Table) -> Sequence[Row]:
        if table.started:
            _own_seat(table, who)
            return ()
        rows = _hosting(table, who, presence)
        open_seats = table.open_seats
        if open_seats and fill is None:
            raise Refused(409, "open-seats", N_("Some seats are open: wait, or fill them."))
        draft = table.copy()
        for seat in open_seats:
            name = cat_name(draft, seat)
            row = Row("bot", seat, who.id, {"bot": fill, "name": name})
            draft._bot(row, row.payload)
            rows.append(row)
        return [*rows, _start_row(table, who)]

    return decide


def _start_row(table: Table, who: Who) -> Row:
    usual = taken_options(table.game, table.head.options)[1]
    data = {"version": table.game.version, **({"usual": usual} if usual else {})}
    return Row("start", None, who.id, data)


# -- the match ------------------------------------------------------------------------------------


def act(who: Who, action: str, order: Order) -> Decide:
    """Answer the question that ``order`` names."""

    def decide(table: Table) -> Sequence[Row]:
        seat = _own_seat(table, who)
        data = {"action": action, "question": order.question}
        if _repeated(table, f"seat:{seat}", order, "act", data):
            return ()
        _playing_seat(table, who)
        return _act(table, seat, action, order)

    return decide


def bot_act(seat: int, action: str, question: int) -> Decide:
    """A bot's answer, unless somebody else has given it already."""

    def decide(table: Table) -> Sequence[Row]:
        match = table.match
        if table.questions[seat] != question or match is None or seat not in match.to_act:
            return ()
        if table.seats[seat].bot is None:
            return ()
        return _act(table, seat, action, Order(question))

    return decide


def _act(table: Table, seat: int, action: str, order: Order) -> Sequence[Row]:
    _same_question(table, seat, order)
    match = table.match
    if match is None or match.question is None or seat not in match.question.seats:
        raise Refused(409, "not-asked", N_("It is not your turn."))
    try:
        legal = match.game.actions[action] in match.actions(seat)
    except IllegalAction:
        legal = False
    if not legal:
        raise Refused(422, "illegal", N_("That cannot be chosen now."))
    choice = match.commitment(seat)
    if choice is not None and choice.key == action:
        return ()
    if choice is not None and table.changes[seat] >= MOST_CHANGES:
        raise Refused(409, "enough", N_("You have changed your mind often enough here."))
    data = {"action": action, "question": order.question}
    return [Row("act", seat, f"seat:{seat}", data, order.command)]


def give_orders(who: Who, orders: Any, order: Order) -> Decide:
    """Give one's standing orders, plain data in the form of the game, at any moment of a match."""

    def decide(table: Table) -> Sequence[Row]:
        seat = _own_seat(table, who)
        if _repeated(table, f"seat:{seat}", order, "orders", {"orders": orders}):
            return ()
        _playing_seat(table, who)
        if table.match is None:
            raise Refused(409, "over", N_("The match is over."))
        if table.changes[seat] >= MOST_CHANGES:
            raise Refused(409, "enough", N_("You have changed your mind often enough here."))
        try:
            table.match.fork().set_orders(seat, orders)
        except BadOrders as error:
            raise Refused(
                422, "bad-orders", N_("These orders cannot be given: {error}."), error=error
            ) from None
        return [Row("orders", seat, f"seat:{seat}", {"orders": orders}, order.command)]

    return decide


def undo(who: Who, order: Order) -> Decide:
    """Take back one's last decision; ask the others where that is not free."""

    def decide(table: Table) -> Sequence[Row]:
        seat = _own_seat(table, who)
        if _repeated(table, f"seat:{seat}", order, "undo", {}):
            return ()
        _playing_seat(table, who)
        _same_question(table, seat, order)
        if table.consent is not None:
            if table.consent.asker == seat:
                return ()
            raise Refused(409, "asked", N_("Somebody else has asked to take back: answer first."))
        needed = None if table.match is None else table.match.undo_consent(seat)
        if needed is None:
            raise Refused(409, "no-undo", N_("There is nothing that you could take back."))
        if not needed:
            if table.changes[seat] >= MOST_CHANGES:
                raise Refused(409, "enough", N_("You have changed your mind often enough here."))
            return [Row("undo", seat, f"seat:{seat}", {}, order.command)]
        for other in table.seats:
            if other.away and other is not table.seats[seat]:
                raise Refused(
                    409,
                    "absent",
                    N_("{name} is away: what others have seen is taken back only when all agree."),
                    name=other.name,
                )
        return [Row("ask", seat, f"seat:{seat}", {"people": True}, order.command)]

    return decide


def consent(who: Who, agree: bool, order: Order) -> Decide:
    """Agree to what somebody asks to take back, or refuse it; drop one's own request."""

    def decide(table: Table) -> Sequence[Row]:
        seat = _own_seat(table, who)
        kind = "agree" if agree else "refuse"
        if _repeated(table, f"seat:{seat}", order, kind, {}):
            return ()
        _playing_seat(table, who)
        _same_question(table, seat, order)
        pending = table.consent
        if pending is None:
            raise Refused(409, "stale", N_("The table has gone on since. Look again and choose."))
        if seat == pending.asker and agree:
            raise Refused(409, "own-request", N_("The others must agree, not you."))
        if seat != pending.asker and seat not in pending.missing:
            return ()
        return [Row(kind, seat, f"seat:{seat}", {}, order.command)]

    return decide


# -- at any time ----------------------------------------------------------------------------------


def chat(who: Who, text: str, order: Order) -> Decide:
    """Say something: who sits here to all, others until the end to those who look on too."""
    text = clean(text, CHAT_LENGTH)

    def decide(table: Table) -> Sequence[Row]:
        if not table.knows(who.id):
            raise not_found()
        _welcome(table, who)
        if not text:
            raise Refused(422, "no-text", N_("There is nothing to say."))
        if table.is_muted(who.id):
            raise Refused(403, "muted", N_("The host has muted you at this table."))
        command = order.command
        if command is not None:  # the same words twice are a double click, other words are not
            command += "." + hashlib.sha256(text.encode()).hexdigest()[:12]
            if (who.id, command) in table.commands:
                return ()
        seat = table.seat_of(who.id)
        name = table.seats[seat].name if seat is not None else check_name(who.name)
        if seat is None:
            name = own_name(table, name)
        data: dict[str, Any] = {"person": who.id, "name": name, "text": text}
        if seat is None and not table.over:  # players shall not be told what others' eyes see
            data["aside"] = True
        return [Row("chat", seat, who.id, data, command)]

    return decide


def leave(who: Who, bot: str) -> Decide:
    """Leave: before the start the seat is open again, later the bot plays on."""

    def decide(table: Table) -> Sequence[Row]:
        seat = table.seat_of(who.id)
        if seat is None:
            if who.id in table.watchers:
                return [Row("stand", None, who.id, {"person": who.id})]
            if not table.knows(who.id):
                raise not_found()
            return ()
        if table.over:
            return ()
        if not table.started:
            return [Row("stand", seat, who.id, {"person": who.id})]
        if table.seats[seat].away:
            return ()
        return [Row("away", seat, who.id, {"bot": bot})]

    return decide


def back(who: Who) -> Decide:
    """Take one's seat back from the bot that sits in."""

    def decide(table: Table) -> Sequence[Row]:
        seat = _own_seat(table, who)
        return [Row("back", seat, who.id)] if table.seats[seat].away else ()

    return decide


def device(who: Who, giver: str) -> Decide:
    """Let another device play the seat of the person whose code it has shown."""

    def decide(table: Table) -> Sequence[Row]:
        seat = table.seat_of(giver)
        if seat is None:  # who left has no seat to give, whoever sits there now
            raise no_code()
        if table.seat_of(who.id) is not None:
            if table.seat_of(who.id) == seat:
                return ()
            raise Refused(409, "seated", N_("You sit at this table already."))
        if len(table.seats[seat].people) >= 20:
            raise Refused(409, "taken", N_("That seat cannot be taken any more."))
        return [Row("device", seat, who.id, {"person": who.id})]

    return decide


def rematch_row(who: Who, new_table: str) -> Row:
    """The row that leads everybody to the next table."""
    return Row("rematch", None, who.id, {"table": new_table})


def first_seats(
    table: Table,
    who: Who,
    seats: Sequence[str],
    bots: Iterable[str],
    origin: Origin | None = None,
) -> Sequence[Row]:
    """The first rows of a new table: who or what sits where.

    Args:
        table: without any row yet.
        who: makes it.
        seats: for each seat ``me``, ``open`` or the name of a bot.
        bots: the names there are.
        origin: see `join`.
    """
    known = set(bots)
    rows: list[Row] = []
    draft = table.copy()
    for seat, wish in sorted(enumerate(seats), key=lambda each: each[1] != "me"):
        if wish == "me":
            if rows:
                raise Refused(422, "two-seats", N_("You can take one seat only."))
            data = sitting(who.id, check_name(who.name), origin)
            rows.append(Row("sit", seat, who.id, data))
        elif wish in known:
            data = {"bot": wish, "name": cat_name(draft, seat)}
            rows.append(Row("bot", seat, who.id, data))
        elif wish == "open":
            continue
        else:
            raise Refused(422, "no-bot", N_("There is no bot called {name}."), name=wish[:24])
        draft.apply(rows[-1])
    if "me" not in seats:
        if "open" in seats:
            raise Refused(422, "no-seat", N_("Take a seat at your table."))
        rows.append(Row("watch", None, who.id, {"person": who.id, "name": who.name}))
    if "open" not in seats:
        rows.append(_start_row(table, who))
    return rows
