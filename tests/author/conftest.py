"""What authors write is played on servers too."""

from tests.server.conftest import database, person, program, server, start

__all__ = ["database", "person", "program", "server", "start"]
