"""Many games at once: simulation, summaries with confidence intervals, reports.

>>> from meowple.lab import simulate
>>> results = simulate("festival", games=20, bots=["random"], seed=7)
>>> len(results.games), sum(round(s.share.mean, 9) for s in results.summary().seats)
(20, 1.0)
"""

from .estimates import Estimate, mean_interval, share_interval
from .export import to_csv, to_json
from .ratings import Rating, ratings
from .report import report_html
from .results import BotLine, Played, Results, SeatLine, Summary, summarise
from .simulation import play, simulate
from .tournament import OtherTournament, tournament

__all__ = [
    "BotLine",
    "Estimate",
    "OtherTournament",
    "Played",
    "Rating",
    "Results",
    "SeatLine",
    "Summary",
    "mean_interval",
    "play",
    "ratings",
    "report_html",
    "share_interval",
    "simulate",
    "summarise",
    "to_csv",
    "to_json",
    "tournament",
]
