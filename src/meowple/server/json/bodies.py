"""What programs send and get, as JSON."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Command = Annotated[
    Annotated[str, Field(json_schema_extra={"pattern": r"^[A-Za-z0-9_.:-]{1,64}$"})] | None,
    Field(description="an id of the program's own, at most 64 letters or digits"),
]


class Body(BaseModel):
    """What a request may hold; anything else in it is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Body):
    """A table to be made."""

    game: Annotated[str, Field(max_length=40)]
    name: Annotated[str, Field(description="to play under", max_length=200)]
    seats: Annotated[
        list[Annotated[str, Field(max_length=40)]],
        Field(
            description="for each seat `me`, `open` or the name of a bot",
            max_length=16,
            json_schema_extra={"minItems": 1, "contains": {"const": "me"}},
        ),
    ]
    options: dict[str, str | int | bool] = {}
    listed: Annotated[bool, Field(description="whether anybody may find it")] = False
    command: Command = None


class Join(Body):
    """A seat to be taken."""

    name: Annotated[str, Field(description="to play under", max_length=200)]
    seat: Annotated[int | None, Field(description="any open one if missing")] = None
    invite: Annotated[
        str | None, Field(description="needed for a table that is not listed", max_length=64)
    ] = None


class Act(Body):
    """An answer."""

    action: Annotated[str, Field(description="a key of `actions`", max_length=200)]
    question: Annotated[int, Field(description="the number of the question it answers")]
    command: Command = None


class Orders(Body):
    """Standing orders of one's seat."""

    orders: Annotated[
        dict[str, Any], Field(description="in the form of the game, as its view shows them")
    ]
    command: Command = None


class Undo(Body):
    """Take back one's last decision, or ask the others for it."""

    question: int
    command: Command = None


class ConsentAnswer(Body):
    """An answer to somebody who asks to take back."""

    agree: bool
    question: int
    command: Command = None


class Say(Body):
    """Something to say at the table."""

    text: Annotated[str, Field(max_length=4000)]
    name: Annotated[
        str, Field(description="to speak under, for who has no seat", max_length=200)
    ] = "Guest"
    command: Command = None


class Start(Body):
    """Begin with bots in the open seats."""

    fill: Annotated[str | None, Field(description="name of a bot", max_length=40)] = None


class SetSeat(Body):
    """A seat for a bot, or open again."""

    seat: int
    bot: Annotated[str | None, Field(max_length=40)] = None


class Choice(BaseModel):
    """A value that an option can have."""

    value: Annotated[str, Field(description="as a form sends it")]
    title: str
    default: bool


class OptionCard(BaseModel):
    """An option of a game's tables."""

    name: str
    title: str
    help: str
    default: str | int | bool
    least: Annotated[int, Field(description="of a number")]
    most: Annotated[int, Field(description="of a number")]
    choices: Annotated[list[Choice], Field(description="none for a number")]


class GameCard(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    seat_counts: list[int]
    minutes: Annotated[
        tuple[int, int] | None,
        Field(description="how long people need for a match, from the quickest to the slowest"),
    ]
    options: list[OptionCard]
    bots: Annotated[list[str], Field(description="who can take a seat")]
    rules: Annotated[str, Field(description="path of the page with the rules")]


class Remove(Body):
    """Whom the host sends away."""

    seat: int


class Mute(Body):
    """Who may say nothing any more, or may again."""

    seat: Annotated[int | None, Field(description="whose")] = None
    said: Annotated[int | None, Field(description="or the number of what somebody said")] = None
    muted: bool = True


class Person(BaseModel):
    """A seat and who holds it."""

    index: int
    name: str
    kind: str
    bot: str | None
    away: bool
    online: bool
    gone: Annotated[bool, Field(description="for so long that others may seat a bot")]
    muted: bool
    mine: bool
    host: bool
    turn: bool
    committed: bool
    score: int | None
    winner: bool


class TableState(BaseModel):
    """A table as the asker may see it."""

    table: Annotated[str, Field(description="its id")]
    game: str
    status: Annotated[str, Field(description="`waiting`, `playing` or `over`")]
    options: dict[str, Any]
    version: Annotated[int, Field(description="of the rules")]
    commitment: Annotated[str, Field(description="SHA-256 of the seed of all chance")]
    seed: Annotated[str | None, Field(description="shown when the match is over")]
    invite: Annotated[
        str | None, Field(description="for those at the table; of a listed one for the host")
    ]
    rematch: Annotated[str | None, Field(description="id of the next table")]
    seat: Annotated[int | None, Field(description="the asker's")]
    question: Annotated[int, Field(description="the number to answer with")]
    actions: Annotated[dict[str, str], Field(description="key -> what it does")]
    prompt: str
    view: Annotated[dict[str, Any] | None, Field(description="all that is on the table")]
    seats: list[Person]
    consent: dict[str, Any] | None
    can: dict[str, bool]
    chat: list[dict[str, Any]]
    events: Annotated[int, Field(description="how many there are; see `/log`")]
    tag: Annotated[
        str, Field(description="changes with anything above but `online`: ask with `since`")
    ]


class Seated(BaseModel):
    """The answer to create and join."""

    table: str
    seat: int
    token: Annotated[str, Field(description="for the Authorization header; keep it")]
    invite: Annotated[str | None, Field(description="of a listed table for the host alone")]


class Done(BaseModel):
    """The answer to a command, the same however often it is sent."""

    done: str
    question: int | None = None
    command: str | None = None


class Listed(BaseModel):
    """A table in a list."""

    table: str
    game: str
    status: str
    seats: list[Person]


class Happened(BaseModel):
    """An event, as the asker may know it."""

    kind: str
    data: dict[str, Any]


class Log(BaseModel):
    """What happened, as the asker may know it."""

    since: int
    events: list[Happened]
    lines: list[str]


class Problem(BaseModel):
    """Why something was refused."""

    error: str
    message: str
