"""Imported by the process off which servers are forked: it makes one, and a fork finds all that takes."""

from tempfile import TemporaryDirectory

from meowple.server.app import create_app

with TemporaryDirectory() as folder:
    create_app(f"{folder}/tables.db", bot_workers=0).state.house.database.close()
