"""A program that plays at a table of a Meowple server, with nothing but the standard library.

    python bot.py http://localhost:8000                       # opens a table against bots
    python bot.py http://localhost:8000 TABLE [INVITE]        # sits down at somebody's table

It chooses at random. To play better, look at ``state["view"]`` in `choose`.
"""

import json
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def choose(state):
    """One of the actions that are possible; ``state["actions"]`` says in words what each does."""
    return random.choice(list(state["actions"]))


class Table:
    def __init__(self, server, path, **body):
        self.server, self.token = server.rstrip("/") + "/api/v1", None
        seated = self.ask(path, name="Random Rosie", **body)
        self.path, self.token = f"/tables/{seated['table']}", seated["token"]

    def ask(self, path, **body):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = json.dumps(body).encode() if body else None
        with urlopen(Request(self.server + path, data, headers), timeout=60) as answer:
            return json.load(answer)

    def play(self):
        state = self.ask(self.path)
        while state["status"] != "over":
            if state["seat"] in (state["view"] or {}).get("to_act", ()):
                try:
                    action, question = choose(state), state["question"]
                    self.ask(f"{self.path}/act", action=action, question=question)
                except HTTPError as error:
                    if error.code != 409:  # 409: the table has gone on since, so look again
                        raise
                state = self.ask(self.path)
            else:  # wait until something changes
                state = self.ask(f"{self.path}?since={state['tag']}&wait=25")
        return state


if __name__ == "__main__":
    server, *rest = sys.argv[1:] or ["http://localhost:8000"]
    if rest:
        table = Table(server, f"/tables/{rest[0]}/join", invite=rest[1] if rest[1:] else None)
    else:
        seats = ["me", "greedy", "random", "random"]
        table = Table(server, "/tables", game="festival", seats=seats)
    end = table.play()
    print("points:", {seat["name"]: seat["score"] for seat in end["seats"]})
