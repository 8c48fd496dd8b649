"""The pages on servers are tried on real databases."""

from tests.server.conftest import cluster

__all__ = ["cluster"]
