"""What authors write is played on servers too."""

from tests.server.conftest import cluster, database, person, program, server, start

__all__ = ["cluster", "database", "person", "program", "server", "start"]
