"""Statistics of a fleet: how often launches break each rule, and which versions changed that.

    fleet = statistics("night-*.json")
    fleet.changes              # what got worse or better between versions, a pandas.DataFrame
    fleet.page("fleet.html")
    fleet.tables("fleet")      # the tables as Parquet files in a folder

On the command line: `python -m callorder_fleet night-*.json --page fleet.html --tables fleet`.
"""

from callorder_worker.outcomes import outcomes

from .statistics import FALSE_DISCOVERY_RATE, Fleet, statistics

__all__ = ["FALSE_DISCOVERY_RATE", "Fleet", "outcomes", "statistics"]
