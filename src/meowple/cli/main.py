"""From the words of a command line to the command they name."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from meowple.core.errors import MeowpleError, from_system

from .arguments import BadArguments, parse
from .language import _, choose_language, told
from .plain import plain

PACKAGES = {
    "rich": "cli",
    "openskill": "cli",
    "ray": "ray",
    "babel": "author",
    "fastapi": "server",
    "uvicorn": "server",
    "sqlalchemy": "server",
}
"""Packages that may be missing, and the extra that brings each."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        words: of the command line, without the program's name; ``sys.argv`` when not given.

    Returns:
        The exit code: 0 if all went well, 2 with one sentence on standard error if not, 130
        after Ctrl-C.
    """
    words = sys.argv[1:] if words is None else words
    choose_language(words, os.environ)
    try:
        arguments = parse(words)
        # Only the module of the command is imported: that keeps the others quick.
        code: int = import_module(f"meowple.cli.{arguments.module}").run(arguments)
        sys.stdout.flush()
        return code
    except BadArguments as error:
        return _fail(str(error))
    except MeowpleError as error:
        return _fail(_sentence(error))
    except ModuleNotFoundError as error:
        extra = PACKAGES.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        return _fail(
            _("This command needs the package {package}: pip install 'meowple[{extra}]'").format(
                package=error.name, extra=extra
            )
        )
    except SystemExit as end:
        if isinstance(end.code, str):
            return _fail(end.code)
        raise
    except BrokenPipeError:  # whoever read the output has gone, `| head` for instance
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(told(from_system(error)))
    except KeyboardInterrupt:
        return 130


def _sentence(error: MeowpleError) -> str:
    text = told(error)
    if not error.text.startswith("{"):  # what is named at the beginning stays as it is
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _fail(sentence: str) -> int:
    sys.stdout.flush()
    print(f"meowple: {plain(sentence)}", file=sys.stderr)
    return 2
