"""All that is needed to write a game or a bot, in one import.

>>> from meowple.author import CHECKPOINT, ActionList, QuestionKind
>>> ACTIONS = ActionList()
>>> TAKE = ACTIONS.add_all("take", [("one", 1), ("two", 2)])
>>> HOW_MANY = QuestionKind("take", options=lambda s, seat: TAKE, prompt="How many?")
>>> def rules(s):
...     while s.pebbles > 0:
...         yield CHECKPOINT
...         answer = yield HOW_MANY.ask(s.turn)
...         s.pebbles -= answer.value

What is what:

* a game: `Game`, `Option`, `State`;
* what may be chosen: `Action`, `ActionList`;
* its rules: `QuestionKind`, `Ask`, `AskAll`, `AskAny`, `AskQuiet`, `Question`, `CHECKPOINT`, `Script`,
  `Asking`, `Options`, `Chance`, `FastChance`, `Event`, `Tell`;
* in words: `Words`, `People`, `Line`, `N_`; of a match that is over `Ending`, `Source`, `Stage`,
  `ranked`; told in beats: `Happened`, `Beat`, `Move`, `plain_story`;
* data: `CardFile`, `Table`, `Problem` for card files, `Reader` for positions, `Json`;
* what goes wrong: `BadPosition`, `BadData` and `StrangeFile`, `IllegalAction`; `shown` quotes what is wrong;
* for programs that learn: `Block`, made by `marks`, `number`, `numbers`, `one_of` and `seat_of`, with
  labels from `relative`; `byte` and `clockwise` help whoever writes one by hand;
* for bots: `Match`; `shares` makes hopes of victory from points, for `Game.estimate`.

`meowple.author.testing` tries what every game promises.
"""

from meowple.core.actions import Action, ActionList, Label
from meowple.core.blocks import (
    Block,
    byte,
    clockwise,
    marks,
    number,
    numbers,
    one_of,
    relative,
    seat_of,
)
from meowple.core.chance import Chance, FastChance
from meowple.core.errors import (
    BadData,
    BadOrders,
    BadPosition,
    IllegalAction,
    MeowpleError,
    shown,
)
from meowple.core.events import Event, Json, Tell
from meowple.core.game import Game, Option, State
from meowple.core.language import LANGUAGES, N_
from meowple.core.match import Match
from meowple.core.questions import (
    CHECKPOINT,
    Ask,
    AskAll,
    AskAny,
    Asking,
    AskQuiet,
    Options,
    Question,
    QuestionKind,
    Script,
)
from meowple.core.shares import shares
from meowple.core.story import Beat, Happened, Move, plain_story
from meowple.core.words import Area, Ending, Line, People, Source, Stage, Words, ranked

from .decks import CardFile, Problem, StrangeFile, Table
from .reader import Reader

__all__ = [
    "CHECKPOINT",
    "LANGUAGES",
    "N_",
    "Action",
    "ActionList",
    "Area",
    "Ask",
    "AskAll",
    "AskAny",
    "AskQuiet",
    "Asking",
    "BadData",
    "BadOrders",
    "BadPosition",
    "Beat",
    "Block",
    "CardFile",
    "Chance",
    "Ending",
    "Event",
    "FastChance",
    "Game",
    "Happened",
    "IllegalAction",
    "Json",
    "Label",
    "Line",
    "Match",
    "MeowpleError",
    "Move",
    "Option",
    "Options",
    "People",
    "Problem",
    "Question",
    "QuestionKind",
    "Reader",
    "Script",
    "Source",
    "Stage",
    "State",
    "StrangeFile",
    "Table",
    "Tell",
    "Words",
    "byte",
    "clockwise",
    "marks",
    "number",
    "numbers",
    "one_of",
    "plain_story",
    "ranked",
    "relative",
    "seat_of",
    "shares",
    "shown",
]
