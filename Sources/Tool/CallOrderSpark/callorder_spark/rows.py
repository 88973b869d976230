"""Helpers for tables and streams."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pyspark import SparkFiles
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F


def event_column(df: DataFrame, event: str | None, others: Sequence[str]) -> Column:
    """The events as JSON, from one column or from all except some; members without a value are left out."""
    if event is not None:
        return F.col(event)
    return F.to_json(F.struct(*(name for name in df.columns if name not in others)))


def shipped(name: str) -> str:
    """The path of a file that was sent with the job, if there is one with that name; otherwise the name itself."""
    path = SparkFiles.get(name) if os.path.basename(name) == name else name
    return path if os.path.exists(path) else name
