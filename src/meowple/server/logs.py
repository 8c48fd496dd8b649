"""What is logged: lines for people, or JSON for programs that collect them."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

access = logging.getLogger("meowple.access")
"""One line for each request, with the form of its route: what stands in a path may let somebody in."""


class JsonLines(logging.Formatter):
    """Each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **getattr(record, "figures", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(*, as_json: bool) -> None:
    """Log to standard error: warnings for people, all and each request for programs."""
    handler = logging.StreamHandler(sys.stderr)
    if as_json:
        handler.setFormatter(JsonLines())
    else:
        form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
        handler.setFormatter(logging.Formatter(form))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if as_json else logging.WARNING)
    access.setLevel(logging.INFO if as_json else logging.ERROR)
    logging.getLogger("alembic").setLevel(logging.WARNING)
