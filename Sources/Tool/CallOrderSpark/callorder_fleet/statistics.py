"""The statistics, from sums that DuckDB computes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
from statsmodels.stats.multitest import fdrcorrection

from callorder_worker.outcomes import OUTCOME_FIELDS, outcome_batches, outcomes

from .proportions import design_effect, fisher, independent, version_key, wilson

#: The largest share of false ones among the reported changes, over many fleets.
FALSE_DISCOVERY_RATE = 0.05

#: The columns of a share.
_SHARE = ["launches", "affected", "violations", "per_million", "lowest", "highest"]
#: The sums over the traces of a group, and over those of them that break a rule.
_TOTALS = ["traces", "launches", "launches_squared"]
_AFFECTED = ["violations", "affected", "affected_squared", "affected_times_launches"]
#: The other columns of the tables; a member of the metadata cannot have these names.
_OTHERS = ["traces", "rule", "severity", "edit", "edit_count", "listed", "examples", "from", "to", "regression"]


@dataclass(frozen=True)
class Fleet:
    """What many reports say together. Rates and their 95 % intervals are affected launches of a million."""

    #: The members of the metadata by which launches are grouped, and the one whose values are compared.
    by: Sequence[str]
    compare: str
    #: The grammar's name and version.
    grammar: str
    #: The kind of subject that counts as a launch.
    launch_kind: str
    #: The traces that are counted, and their launches.
    traces: int
    launches: int
    #: Traces in which nothing could be checked, and inputs that could not be read: neither is counted.
    unchecked: int
    failures: int
    #: The launches with equal values of `by`.
    groups: pd.DataFrame
    #: The rules that are broken, the one with the highest lower end of the interval first, with the usual repair.
    rules: pd.DataFrame
    #: The same for each group that breaks a rule, with recordings as examples.
    cells: pd.DataFrame
    #: A test for each step from one value of `compare` to the next and each rule that either breaks: `probability` is the
    #: p-value, and `adjusted` the one after the correction for the number of tests.
    tests: pd.DataFrame

    @property
    def changes(self) -> pd.DataFrame:
        """The tests that are unlikely by chance: regressions first, then improvements, each with the newest value first."""
        return self.tests[self.tests["adjusted"] <= FALSE_DISCOVERY_RATE].reset_index(drop=True)

    def tables(self, folder: str) -> None:
        """Write `groups`, `rules`, `cells` and `tests` as Parquet files into a folder."""
        os.makedirs(folder, exist_ok=True)
        for name in ("groups", "rules", "cells", "tests"):
            getattr(self, name).to_parquet(os.path.join(folder, f"{name}.parquet"), index=False)

    def chart(self):
        """A `matplotlib.figure.Figure` of the changes and of the rules, with their intervals."""
        from .page import chart

        return chart(self)

    def page(self, path: str) -> None:
        """Write a page with the chart and the tables; it has no script and needs no other file."""
        from .page import page

        with open(path, "w", encoding="utf-8") as file:
            file.write(page(self))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from .page import body

        return body(self)


def statistics(
    source: str | Iterable[str] | duckdb.DuckDBPyRelation | pa.Table | pa.RecordBatchReader,
    by: Sequence[str] = ("app", "version", "os", "device"),
    compare: str | None = None,
) -> Fleet:
    """Add up reports, and compare each value of one member of the metadata with the value before.

    Args:
        source: the names of files with reports, as for `outcomes`, or of Parquet files with outcomes; or a relation or Arrow
            table, either with a column `report`, such as the result of `check`, or with outcomes.
        by: the members of the metadata by which launches are grouped.
        compare: one of them; by default `version`, or else the first. Values are compared if those of the members before it
            are equal, such as the versions of one app; launches that differ only in the members after it are combined.

    Raises `ValueError` for reports of different grammars: a call that one does not forbid would look like an improvement.

    """
    by = list(by)
    compare = compare or ("version" if "version" in by else by[0])
    if compare not in by or len(set(by)) < len(by) or set(by) & {*_SHARE, *_OTHERS}:
        raise ValueError(f"cannot group by {', '.join(by)} and compare {compare}")
    connection = duckdb.connect()
    _load(source, connection)
    ((grammars, launch_kind, unchecked, failures),) = connection.sql(
        "SELECT list(DISTINCT grammar ORDER BY grammar) FILTER (grammar IS NOT NULL), max(launch_kind), "
        "count(*) FILTER (verdict = 'inconclusive'), count(*) FILTER (verdict IS NULL) FROM outcomes"
    ).fetchall()
    if len(grammars or []) > 1:
        raise ValueError(f"the reports were made with different grammars: {', '.join(grammars)}")

    # By no member, by some, and by all: the same sums each time.
    everything, broken = _sums(connection, [])
    groups, cells = _sums(connection, by)
    tests = _tests(*_sums(connection, by[: by.index(compare) + 1]))
    rules = _with_shares(_completed(broken, everything, broken)).merge(_usual_edits(connection), how="left", on="rule")
    rules = rules.sort_values(["lowest", "rule"], ascending=[False, True], kind="stable", ignore_index=True)
    cells = _with_shares(_completed(cells, groups, cells))
    cells["place"] = cells["rule"].map({rule: place for place, rule in enumerate(rules["rule"])})
    cells = _by_values(cells).sort_values(["place", "lowest"], ascending=[True, False], kind="stable", ignore_index=True)
    return Fleet(
        by=by,
        compare=compare,
        grammar=grammars[0] if grammars else "",
        launch_kind=launch_kind or "",
        traces=int(everything["traces"].sum()),
        launches=int(everything["launches"].sum()),
        unchecked=unchecked,
        failures=failures,
        groups=_named(_by_values(groups), by)[[*by, "traces", "launches"]],
        rules=rules[["rule", "severity", *_SHARE, "edit", "edit_count", "listed"]],
        cells=_named(cells, by)[["rule", *by, *_SHARE, "examples"]],
        tests=_named(tests, [*by[: by.index(compare)]]),
    )


def _load(source: object, connection: duckdb.DuckDBPyConnection) -> None:
    """Fill the table `outcomes`."""
    if isinstance(source, str):
        source = [source]
    if not hasattr(source, "schema") and not isinstance(source, duckdb.DuckDBPyRelation):
        names = list(source)
        parquet = names and all(name.endswith(".parquet") for name in names)
        source = duckdb.connect().read_parquet(names) if parquet else outcomes(names)
    if isinstance(source, duckdb.DuckDBPyRelation):
        source = source.to_arrow_reader(1_024)
    batches = source.to_batches() if isinstance(source, pa.Table) else source
    if "report" in source.schema.names:
        batches = outcome_batches(batches)
    schema = pa.schema(OUTCOME_FIELDS)
    connection.from_arrow(schema.empty_table()).query("rows", "CREATE OR REPLACE TEMP TABLE outcomes AS FROM rows")
    for batch in batches:
        connection.from_arrow(pa.Table.from_batches([batch])).query("rows", "INSERT INTO outcomes BY NAME FROM rows")


def _sums(connection: duckdb.DuckDBPyConnection, by: Sequence[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The sums over the traces with equal values of some members, and over those of them that break a rule."""
    values = ", ".join("metadata['" + name.replace("'", "''") + "']" for name in by)
    connection.execute(
        f"CREATE OR REPLACE TEMP VIEW counted AS SELECT [{values}]::VARCHAR[] AS values, trace, launches, broken "  # noqa: S608
        "FROM outcomes WHERE verdict <> 'inconclusive'"
    )
    groups = connection.sql(
        "SELECT values, count(*) AS traces, sum(launches)::BIGINT AS launches, sum(launches::DOUBLE ** 2) AS launches_squared "
        "FROM counted GROUP BY values"
    )
    cells = connection.sql(
        "SELECT values, rule, if(bool_or(severity = 'error'), 'error', 'warning') AS severity, "
        "sum(violations)::BIGINT AS violations, sum(affected)::BIGINT AS affected, "
        "sum(affected::DOUBLE ** 2) AS affected_squared, sum(affected::DOUBLE * launches) AS affected_times_launches, "
        "min({trace: trace, event: event, fingerprint: fingerprint}, 3) AS examples "
        "FROM (SELECT values, trace, launches, unnest(broken, max_depth := 2) FROM counted) GROUP BY values, rule"
    )
    found = [each.to_arrow_table().to_pandas() for each in (groups, cells)]
    for each in found:
        # Tuples can be compared and sorted; a member that a trace does not have is None.
        each["values"] = pd.Series([tuple(value) for value in each["values"]], dtype=object)
    return found[0], found[1]


def _usual_edits(connection: duckdb.DuckDBPyConnection) -> pd.DataFrame:
    """For each rule the repair that most of its listed violations have."""
    found = connection.sql(
        "SELECT rule, edit, count(*) AS edit_count, (sum(count(*)) OVER (PARTITION BY rule))::BIGINT AS listed "
        "FROM (SELECT rule, unnest(edits) AS edit FROM (SELECT unnest(broken, max_depth := 2) FROM counted)) "
        "GROUP BY rule, edit QUALIFY row_number() OVER (PARTITION BY rule ORDER BY count(*) DESC, edit) = 1"
    )
    return found.to_arrow_table().to_pandas()


def _completed(wanted: pd.DataFrame, groups: pd.DataFrame, cells: pd.DataFrame) -> pd.DataFrame:
    """All sums for pairs of values and rule; a group that does not break a rule has no cell."""
    found = wanted[["values", "rule"]].merge(groups, how="left", on="values").merge(cells, how="left", on=["values", "rule"])
    return found.fillna(dict.fromkeys(_AFFECTED, 0)).astype({"affected": "int64", "violations": "int64"})


def _with_shares(sums: pd.DataFrame) -> pd.DataFrame:
    low, high = wilson(sums["affected"], sums["launches"], design_effect(sums))
    rates = {"per_million": sums["affected"] / sums["launches"], "lowest": low, "highest": high}
    return sums.assign(**{name: rate * 1_000_000 for name, rate in rates.items()})


def _tests(groups: pd.DataFrame, cells: pd.DataFrame) -> pd.DataFrame:
    """Test each rule that one of two successive values breaks; the compared member is the last of the groups' values."""
    known = [values for values in _by_values(groups)["values"] if values[-1] is not None]
    rules = cells.groupby("values")["rule"].agg(set).to_dict()
    pairs = [
        (before, after, rule)
        for before, after in pairwise(known)
        if before[:-1] == after[:-1]
        for rule in sorted(rules.get(before, set()) | rules.get(after, set()))
    ]
    sides = []
    for place in range(2):
        wanted = pd.DataFrame({"values": [pair[place] for pair in pairs], "rule": [pair[2] for pair in pairs]}, dtype=object)
        sides.append(_with_shares(_completed(wanted, groups, cells)))
    before, after = sides
    effect = design_effect({name: before[name] + after[name] for name in (*_TOTALS, *_AFFECTED)})
    probability = fisher(independent(before, effect), independent(after, effect))
    is_regression = after["per_million"] > before["per_million"]
    tests = pd.DataFrame(
        {
            "rule": after["rule"],
            "values": [value[:-1] for value in after["values"]],
            "from": [value[-1] for value in before["values"]],
            "to": [value[-1] for value in after["values"]],
            "regression": is_regression,
            **{f"{name}_before": before[name] for name in _SHARE},
            **{f"{name}_after": after[name] for name in _SHARE},
            "probability": probability,
            "adjusted": fdrcorrection(probability)[1] if pairs else probability,
            "examples": np.where(is_regression, after["examples"], before["examples"]),
        }
    )
    # The pairs are in the order of their values and rules already, and each of these sorts is stable.
    order = sorted(range(len(tests)), key=tests["adjusted"].__getitem__)
    order.sort(key=lambda place: version_key(tests["to"][place]), reverse=True)
    order.sort(key=lambda place: not tests["regression"][place])
    return tests.iloc[order].reset_index(drop=True)


def _by_values(table: pd.DataFrame) -> pd.DataFrame:
    order = sorted(range(len(table)), key=lambda place: [version_key(each) for each in table["values"].iloc[place]])
    return table.iloc[order].reset_index(drop=True)


def _named(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """A column for each member, after the rule, instead of one with their values."""
    at = list(table.columns).index("values")
    columns = {name: pd.Series([value[place] for value in table["values"]], dtype=object) for place, name in enumerate(by)}
    return pd.concat([table.iloc[:, :at], pd.DataFrame(columns), table.iloc[:, at + 1 :]], axis=1)
