"""What may stand on the command line. ``meowple COMMAND --help`` shows all of it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import NoReturn

from meowple.core.language import LANGUAGES, N_

from .language import _, ngettext


class BadArguments(Exception):
    """The command line cannot be understood. Its text says what to do instead."""


class Parser(argparse.ArgumentParser):
    """A parser that leaves with one sentence."""

    def error(self, message: str) -> NoReturn:
        text = _("{wrong}; see {command} --help")
        raise BadArguments(text.format(wrong=message, command=self.prog))


# argparse takes its texts from gettext: this makes them ours, in the language of the command.
vars(argparse).update(_=_, ngettext=ngettext)

ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(suggestion)r? (choose from %(choices)s)"),
    N_("not allowed with argument %s"),
    N_("one of the arguments %s is required"),
    N_("the following arguments are required: %s"),
    N_("unexpected option string: %s"),
    N_("unrecognized arguments: %s"),
)
"""Its texts that people may see, in all versions of Python that we run on."""


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The arguments of a command; ``module`` names the one of this package that runs it.

    Raises:
        BadArguments: with a sentence.
        SystemExit: after ``--help`` and ``--version``.
    """
    return _parser().parse_args(words)


def _parser() -> argparse.ArgumentParser:
    parser = _new(
        Parser,
        prog="meowple",
        description=_("Cat-filled tabletop games: in a browser, in a terminal, in simulations."),
        epilog=_(
            "Without a command it starts a server to play in the browser.\n"
            "`meowple COMMAND --help` tells more about a command."
        ),
    )
    parser.add_argument("--version", action="version", version=f"meowple {version('meowple')}",
                        help=_("print the version"))  # fmt: skip
    _language(parser)
    parser.set_defaults(module="serve", host="127.0.0.1", port=8000, database=None, public_url=None,
                        proxy=(), workers=1, metrics=(), log="text")  # fmt: skip
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=Parser)

    def command(
        name: str, module: str, help: str, epilog: str | None = None
    ) -> argparse.ArgumentParser:
        new = _new(commands.add_parser, name, help=help, description=_capital(help), epilog=epilog)
        new.set_defaults(module=module)
        _language(new)
        return new

    _serve(command("serve", "serve", _("start a server to play in the browser")))
    _clean(command("clean", "clean", _("remove tables that nobody plays at any more")))
    _play(command("play", "play", _("play in the terminal, with others and with bots")))
    _simulate(
        command(
            "simulate",
            "simulate",
            _("let bots play many matches and sum them up"),
            _("Ctrl-C stops early and sums up what has been played by then."),
        )
    )
    _tournament(
        command(
            "tournament",
            "tournament",
            _("let bots play one another and say which is how strong"),
            _("Ctrl-C stops early; with --results the same command goes on from there."),
        )
    )
    _hint(command("hint", "hint", _("say what a bot that thinks ahead would do in a saved match")))
    _replay(command("replay", "replay", _("watch a saved match step by step")))
    command("games", "games", _("list the games and the options of their tables"))
    command("bots", "bots", _("list the bots"))
    _encoding(
        command(
            "encoding",
            "encoding",
            _("list what programs that learn are told of a game, number by number"),
        )
    )
    _rules(command("rules", "rules", _("look up a game's rules")))
    _check_deck(command("check-deck", "decks", _("check a file of your own cards")))
    _new_game(command("new-game", "new_game", _("make a package for a game of your own")))
    _messages(
        command("messages", "messages", _("collect the texts of your own game for translation"))
    )
    return parser


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", metavar=_("ADDRESS"),
                        help=_("address to listen on; 0.0.0.0 lets others in (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--port", type=_number(0, 65535), default=8000, metavar="N",
                        help=_("port to listen on (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--database", metavar="URL",
                        help=_("file or URL of the database that keeps the tables"))  # fmt: skip
    parser.add_argument("--public-url", metavar="URL",
                        help=_("address under which people reach the server, for links"))  # fmt: skip
    parser.add_argument("--proxy", action="extend", type=_addresses, default=[], metavar=_("ADDRESS"),
                        help=_("web server in front, an address or a network: it says who asks"))  # fmt: skip
    parser.add_argument("--workers", type=_number(1, 256), default=1, metavar="N",
                        help=_("how many processes serve (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--metrics", action="extend", type=_addresses, default=[], metavar=_("ADDRESS"),
                        help=_("who may read /metrics besides this computer, an address or a network"))  # fmt: skip
    parser.add_argument("--log", choices=("text", "json"), default="text",
                        help=_("form of what is logged: `text`, the default, or `json`"))  # fmt: skip


def _clean(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--older-than", type=_age, required=True, metavar=_("AGE"),
                        help=_("remove tables at which nothing has happened for so long: 90d, 12h"))  # fmt: skip
    parser.add_argument("--database", metavar="URL",
                        help=_("file or URL of the database that keeps the tables"))  # fmt: skip


def _addresses(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _age(text: str) -> float:
    """Seconds from a number with a letter for its unit."""
    units = {"h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}
    number, unit = text[:-1], text[-1:]
    if unit not in units or not (number.isascii() and number.isdecimal()) or len(number) > 6:
        raise argparse.ArgumentTypeError(
            _("{text} is no age: write a number and h, d or w, such as 90d").format(text=text[:40])
        )
    return int(number) * units[unit]


def _play(parser: argparse.ArgumentParser) -> None:
    _table(parser, nargs="?")
    parser.add_argument("--bots", metavar=_("N|NAMES"),
                        help=_("how many bots, or their names from `meowple bots`: greedy,random "
                               "(default: greedy bots on all seats but one)"))  # fmt: skip
    parser.add_argument("--names", metavar=_("NAMES"),
                        help=_("names of the people at the keyboard: Ala,Jan"))  # fmt: skip
    parser.add_argument("--load", metavar=_("FILE"), help=_("go on with a saved match"))
    parser.add_argument("--save", metavar=_("FILE"), help=_("save to this file after each choice"))


def _simulate(parser: argparse.ArgumentParser) -> None:
    _table(parser)
    parser.add_argument("--games", type=_number(1, 10**7), default=1000, metavar="N",
                        help=_("how many matches (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--bots", default="random", metavar=_("NAMES"),
                        help=_("one bot for all seats or one for each: greedy,random,random "
                               "(default: %(default)s)"))  # fmt: skip
    parser.add_argument("--jobs", type=_number(1, 1024), default=1, metavar="N",
                        help=_("how many processes play at once (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--fixed-seats", action="store_true",
                        help=_("bots stay on their seats instead of moving on by one each match"))  # fmt: skip
    parser.add_argument("--confidence", type=_part, default=0.95, metavar="P",
                        help=_("confidence of the intervals (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--csv", metavar=_("FILE"), help=_("write a line for each match"))
    parser.add_argument("--json", metavar=_("FILE"), help=_("write everything about each match"))
    parser.add_argument("--report", metavar=_("FILE"),
                        help=_("write a page with plots: cards, scores, length, seats"))  # fmt: skip


def _tournament(parser: argparse.ArgumentParser) -> None:
    _table(parser)
    parser.add_argument("--bots", required=True, metavar=_("NAMES"),
                        help=_("as many bots as seats or more, with settings behind a colon: "
                               "search:tries=500,greedy,greedy,kitten"))  # fmt: skip
    parser.add_argument("--matches", type=_number(1, 10**7), default=400, metavar="N",
                        help=_("how many matches at least: each bot sits on each seat equally often "
                               "(default: %(default)s)"))  # fmt: skip
    parser.add_argument("--results", metavar=_("FILE"),
                        help=_("keep each match in this file, and go on with what is in it"))  # fmt: skip
    parser.add_argument("--jobs", type=_number(1, 1024), default=1, metavar="N",
                        help=_("how many processes play at once (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--ray", metavar=_("ADDRESS"),
                        help=_("play on a Ray cluster: its address, `auto` for the one that runs, "
                               "`local` for one of this computer"))  # fmt: skip
    parser.add_argument("--confidence", type=_part, default=0.95, metavar="P",
                        help=_("confidence of the intervals (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--csv", metavar=_("FILE"), help=_("write a line for each match"))
    parser.add_argument("--json", metavar=_("FILE"), help=_("write everything about each match"))
    parser.add_argument("--report", metavar=_("FILE"),
                        help=_("write a page with plots: bots, ratings, seats, cards"))  # fmt: skip


def _hint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("a saved match"))
    parser.add_argument("--seat", type=_number(1, 99), metavar="N",
                        help=_("whose choice it is (default: the first seat that is asked)"))  # fmt: skip
    parser.add_argument("--tries", type=_number(1, 10**6), default=1000, metavar="N",
                        help=_("how often it tries something out (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--seed", type=_number(0, 2**63), default=0, metavar="N",
                        help=_("other ideas of what is hidden (default: %(default)s)"))  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("print it for programs"))


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("a saved match"))
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=_number(1, 99), metavar="N",
                      help=_("see what this seat saw (seats are numbered from 1)"))  # fmt: skip
    eyes.add_argument("--all", action="store_true", help=_("see what every seat saw"))
    parser.add_argument("--names", metavar=_("NAMES"), help=_("names of the seats: Ala,Jan"))


def _encoding(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar=_("GAME"), help=_("a name from `meowple games`"))
    parser.add_argument("--seats", type=_number(1, 99), metavar="N",
                        help=_("how many seats play (default: as many as can)"))  # fmt: skip
    parser.add_argument("--set", action="append", default=[], metavar=_("OPTION=VALUE"),
                        help=_("an option of the table, as `meowple games` lists them"))  # fmt: skip


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar=_("GAME"), help=_("a name from `meowple games`"))
    parser.add_argument("words", nargs="*", metavar=_("ID|WORDS"),
                        help=_("the number of a rule, or words to look for"))  # fmt: skip


def _check_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="+", metavar=_("FILE"),
                        help=_("a TOML file of cards, or a folder of them"))  # fmt: skip
    parser.add_argument("--game", metavar=_("GAME"),
                        help=_("the game that they are for (default: the one that has such a file)"))  # fmt: skip


def _new_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar=_("NAME"),
                        help=_("what it is called: small letters, digits and _"))  # fmt: skip
    parser.add_argument("--into", default=".", metavar=_("FOLDER"),
                        help=_("where its folder is made (default: here)"))  # fmt: skip


def _messages(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", default=".", metavar=_("FOLDER"),
                        help=_("the folder of your package (default: here)"))  # fmt: skip
    parser.add_argument("--check", action="store_true",
                        help=_("write nothing, only say what is missing or out of date"))  # fmt: skip


def _table(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    parser.add_argument("game", nargs=nargs, metavar=_("GAME"),
                        help=_("a name from `meowple games`"))  # fmt: skip
    parser.add_argument("--seats", type=_number(1, 99), metavar="N",
                        help=_("how many seats play (default: as many as can)"))  # fmt: skip
    parser.add_argument("--set", action="append", default=[], metavar=_("OPTION=VALUE"),
                        help=_("an option of the table, as `meowple games` lists them"))  # fmt: skip
    parser.add_argument("--seed", type=_number(0, 2**63), metavar="N",
                        help=_("makes everything repeatable"))  # fmt: skip
    parser.add_argument(
        "--decks", metavar=_("FOLDER"), help=_("add your own cards from this folder")
    )


def _language(parser: argparse.ArgumentParser) -> None:
    # Read before everything else, by `choose_language`; here for the help and the check.
    parser.add_argument("--language", choices=list(LANGUAGES), default=argparse.SUPPRESS,
                        help=_("language of all texts (default: that of the system)"))  # fmt: skip


def _new(
    make: Callable[..., argparse.ArgumentParser], *args: str, **words: object
) -> argparse.ArgumentParser:
    return make(
        *args, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **words
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                _("{text} is not a whole number from {least} to {most}").format(
                    text=text[:40], least=least, most=most
                )
            )
        return int(text)

    return read


def _part(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(
            _("{text} is not a number between 0 and 1").format(text=text[:40])
        )
    return value
