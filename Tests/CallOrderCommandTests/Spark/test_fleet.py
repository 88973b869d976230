"""The statistics of a fleet: the figures of known reports, the methods by published values, and what is done with names."""

import gzip
import json
import math
import os
import random
import tempfile
import unittest
from itertools import product
from pathlib import Path

import callorder_duckdb
import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from callorder_fleet import FALSE_DISCOVERY_RATE, outcomes, statistics
from callorder_fleet.proportions import fisher, version_key, wilson
from callorder_worker.outcomes import OUTCOME_FIELDS
from recordings import KEY, PROGRAM, rows
from statsmodels.stats.multitest import fdrcorrection

FOLDER = Path(__file__).parent / "fleet"
REPORTS = str(FOLDER / "reports.jsonl.gz")


def outcome(trace: str, metadata: dict | None = None, launches: int = 1, **broken: int) -> dict:
    """A recording in which rules are broken so many times."""
    return {
        "grammar": "UIScene 1.0",
        "trace": trace,
        "metadata": list((metadata or {}).items()),
        "verdict": "violating" if broken else "conforming",
        "launch_kind": "process",
        "launches": launches,
        "broken": [
            {
                "rule": rule,
                "severity": "error",
                "violations": count,
                "affected": min(count, launches),
                "event": 1,
                "fingerprint": "0" * 32,
                "edits": ["insert didDisconnect"],
            }
            for rule, count in broken.items()
            if count
        ],
    }


def table(found: list[dict]) -> pa.Table:
    return pa.Table.from_pylist(found, pa.schema(OUTCOME_FIELDS))


class FigureTests(unittest.TestCase):
    """The reports are of 420 generated recordings, with figures that another program computed from them."""

    def expect(self, name: str, **arguments: object) -> None:
        golden = json.loads((FOLDER / name).read_text())
        fleet = statistics(REPORTS, by=golden["members"], **arguments)
        self.assertEqual(golden["members"][golden["compared"]], fleet.compare)
        for member in ("grammar", "traces", "launches", "unchecked", "failures"):
            self.assertEqual(getattr(fleet, member), golden[member], member)
        self.assertEqual(fleet.launch_kind, golden["launchKind"])
        self.assertEqual(len(fleet.tests), golden["tests"])
        groups = [(tuple(each["values"]), each["traces"], each["launches"]) for each in golden["groups"]]
        columns = [*golden["members"], "traces", "launches"]
        found = [(row[:-2], *row[-2:]) for row in fleet.groups[columns].itertuples(index=False, name=None)]
        self.assertEqual(found, groups)
        self.assertEqual(len(fleet.rules), len(golden["rules"]))
        for (_, row), rule in zip(fleet.rules.iterrows(), golden["rules"], strict=True):
            self.assertEqual((row["rule"], row["severity"]), (rule["id"], rule["severity"]))
            self.assertEqual((row["edit"], row["edit_count"], row["listed"]), (rule["edit"], rule["editCount"], rule["listed"]))
            self.expect_share(row, rule["share"])
        cells = [(rule["id"], cell) for rule in golden["rules"] for cell in rule["cells"]]
        self.assertEqual(len(fleet.cells), len(cells))
        for (_, row), (rule, cell) in zip(fleet.cells.iterrows(), cells, strict=True):
            self.assertEqual((row["rule"], [row[name] for name in golden["members"]]), (rule, cell["values"]))
            self.assertEqual(list(row["examples"]), cell["examples"])
            self.expect_share(row, cell["share"])
        self.assertEqual(len(fleet.changes), len(golden["changes"]))
        for (_, row), change in zip(fleet.changes.iterrows(), golden["changes"], strict=True):
            within = [row[name] for name in golden["members"][: golden["compared"]]]
            expected = [change[name] for name in ("rule", "within", "from", "to", "isRegression", "examples")]
            self.assertEqual(
                [row["rule"], within, row["from"], row["to"], bool(row["regression"]), list(row["examples"])], expected
            )
            self.expect_share(row, change["before"], "_before")
            self.expect_share(row, change["after"], "_after")
            self.expect_near(row["probability"], change["probability"])
            self.expect_near(row["adjusted"], change["adjusted"])

    def expect_share(self, row: pd.Series, share: dict, suffix: str = "") -> None:
        for name in ("launches", "affected", "violations"):
            self.assertEqual(row[name + suffix], share[name])
        for name, member in (("per_million", "perMillion"), ("lowest", "lowest"), ("highest", "highest")):
            self.expect_near(row[name + suffix], share[member])

    def expect_near(self, found: float, expected: float) -> None:
        self.assertTrue(math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12), f"{found} instead of {expected}")

    def test_of_versions(self):
        self.expect("version.json")

    def test_of_another_member_after_and_before_others(self):
        self.expect("os.json", compare="os")

    def test_of_one_member(self):
        self.expect("device.json")

    def test_are_those_of_the_recordings_that_duckdb_checked(self):
        query = "SELECT unnest($rows, max_depth := 2)"
        names = ("app", "process", "seq", "at", "end", "event", "version")
        events = duckdb.connect().execute(query, {"rows": [dict(zip(names, row, strict=True)) for row in rows(200)]})
        checked = callorder_duckdb.check(
            duckdb.from_arrow(events.to_arrow_table()),
            KEY,
            event="event",
            order=["seq"],
            metadata=["version"],
            program=PROGRAM,
        )
        fleet = statistics(checked, by=["app", "version"])
        self.assertEqual((fleet.traces, fleet.launches, len(fleet.groups)), (200, 200, 21))
        (rule,) = fleet.rules.itertuples(index=False)
        broken = sum(1 for verdict in checked.column("verdict").to_pylist() if verdict == "violating")
        self.assertEqual(
            (rule.rule, rule.affected, rule.edit), ("background-without-resign", broken, "insert willResignActive")
        )
        relation = duckdb.from_arrow(checked)
        pd.testing.assert_frame_equal(statistics(relation, by=["app", "version"]).cells, fleet.cells)

    def test_are_the_same_for_any_order_and_any_split_of_the_reports(self):
        expected = statistics(REPORTS)
        with gzip.open(REPORTS, "rt") as file:
            reports = [json.loads(line) for line in file]
        traces = [(report, trace) for report in reports for trace in report["traces"]]
        random.Random(5).shuffle(traces)
        with tempfile.TemporaryDirectory() as folder:
            for number in range(7):
                part = {**reports[0], "traces": [trace for _, trace in traces[number::7]]}
                part["failures"] = [each for report in reports for each in report["failures"]] if number == 3 else []
                with open(os.path.join(folder, f"{number}.json"), "w") as file:
                    json.dump(part, file, indent=2 if number % 2 else None)
            found = statistics(os.path.join(folder, "*.json"))
            pq.write_table(outcomes(REPORTS).read_all(), os.path.join(folder, "outcomes.parquet"))
            stored = statistics(os.path.join(folder, "outcomes.parquet"))
            found.tables(os.path.join(folder, "tables"))
            written = pd.read_parquet(os.path.join(folder, "tables", "tests.parquet"))
        self.assertEqual(written["adjusted"].tolist(), found.tests["adjusted"].tolist())
        for fleet in (found, stored):
            self.assertEqual((fleet.unchecked, fleet.failures), (expected.unchecked, expected.failures))
            for name in ("groups", "rules", "cells", "tests"):
                pd.testing.assert_frame_equal(getattr(fleet, name), getattr(expected, name), rtol=1e-12)

    def test_count_each_launch_once_and_only_checked_traces(self):
        unchecked = {**outcome("unchecked"), "verdict": "inconclusive"}
        fleet = statistics(table([outcome("long", launches=10, a=4, b=25), unchecked, outcome("short"), {}]))
        self.assertEqual((fleet.traces, fleet.launches, fleet.unchecked, fleet.failures), (2, 11, 1, 1))
        found = fleet.rules.set_index("rule")[["affected", "violations"]].to_dict("index")
        self.assertEqual(found, {"a": {"affected": 4, "violations": 4}, "b": {"affected": 10, "violations": 25}})
        self.assertEqual(fleet.groups.to_dict("list")["version"], [None])
        self.assertEqual((len(fleet.tests), len(fleet.changes)), (0, 0))
        empty = statistics(table([]))
        self.assertEqual((empty.traces, empty.launches, len(empty.rules), len(empty.groups)), (0, 0, 0, 0))
        self.assertIn("No rule is broken", empty._repr_html_())

    def test_are_refused_for_reports_of_different_grammars_and_for_other_files(self):
        other = {**outcome("b"), "grammar": "UIScene 2.0"}
        with self.assertRaisesRegex(ValueError, "UIScene 1.0, UIScene 2.0"):
            statistics(table([outcome("a"), other]))
        for by, compare in ((["os"], "app"), (["os", "os"], None), (["rule"], None)):
            with self.assertRaises(ValueError):
                statistics(table([outcome("a")]), by, compare)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.json")
            for content in ('{"format": "callorder.report/1"}\n', "[1]\n", "{\n", '{"format": "other"}'):
                with open(path, "w") as file:
                    file.write(content)
                with self.assertRaisesRegex(ValueError, r"bad\.json.*not a report"):
                    statistics(path)
            with self.assertRaises(FileNotFoundError):
                statistics(os.path.join(folder, "missing.json"))

    def test_are_a_page_without_what_names_may_bring(self):
        hostile = {"app": "<script>$x$ \x1b[31m\x00", "version": "1"}
        found = [outcome(f"good-{number}", hostile) for number in range(40)]
        found += [outcome(f"bad-{number}", {**hostile, "version": "2"}, **{"<b>&$y$": 1}) for number in range(40)]
        fleet = statistics(table(found))
        self.assertEqual(len(fleet.changes), 1)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fleet.html")
            fleet.page(path)
            text = Path(path).read_text(encoding="utf-8")
            fleet.page(path)
            self.assertEqual(Path(path).read_text(encoding="utf-8"), text)
        self.assertIn("<h1>1 regression of version</h1>", text)
        self.assertIn("&lt;b&gt;&amp;$y$", text)
        for raw in ("<script", "<b>", "\x1b", "\x00", "http://fonts", "<link"):
            self.assertNotIn(raw, text)


class MethodTests(unittest.TestCase):
    def test_intervals_are_those_that_newcombe_lists(self):
        # Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
        for affected, launches, lowest, highest in (
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ):
            low, high = wilson(affected, launches)
            self.assertAlmostEqual(float(low), lowest, delta=0.000_05)
            self.assertAlmostEqual(float(high), highest, delta=0.000_05)
            self.assertGreater(wilson(affected, launches, 4)[1], highest)
        self.assertEqual((float(wilson(0, 5)[0]), float(wilson(5, 5)[1])), (0, 1))

    def test_differences_have_the_probability_that_exact_fractions_give(self):
        for a, n, b, m, expected in (
            (3, 4, 1, 4, 0.485_714_285_714_285_7),
            (5, 1_000_000, 30, 1_000_000, 2.235811958598785e-05),
            (0, 1_000, 1, 1_000_000, 1),
            (12, 25_000, 480, 25_000, 6.471857219924868e-126),
            (1, 1_000, 10, 1_000_000, 0.021868678693287593),
            (0, 20_000, 400, 20_000, 1.0324255692150032e-121),
        ):
            for found in (fisher((a, n), (b, m)), fisher((b, m), (a, n))):
                self.assertTrue(math.isclose(found, expected, rel_tol=1e-8), f"{found} instead of {expected}")

    def test_differences_of_all_small_tables_have_the_probability_that_counting_gives(self):
        tables = [(a, n, b, m) for n, m in product(range(1, 8), repeat=2) for a in range(n + 1) for b in range(m + 1)]
        a, n, b, m = (np.array(column) for column in zip(*tables, strict=True))
        for (a, n, b, m), found in zip(tables, fisher((a, n), (b, m)), strict=True):
            ways = {k: math.comb(n, k) * math.comb(m, a + b - k) for k in range(max(0, a + b - m), min(a + b, n) + 1)}
            lower = sum(count for k, count in ways.items() if k <= a)
            upper = sum(count for k, count in ways.items() if k >= a)
            expected = min(1, 2 * min(lower, upper) / sum(ways.values()))
            self.assertAlmostEqual(found, expected, delta=1e-12, msg=f"{a} of {n}, {b} of {m}")

    def test_the_correction_is_that_of_the_paper(self):
        # Benjamini, Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995).
        found = [
            0.0001,
            0.0004,
            0.0019,
            0.0095,
            0.0201,
            0.0278,
            0.0298,
            0.0344,
            0.0459,
            0.3240,
            0.4262,
            0.5719,
            0.6528,
            0.7590,
            1,
        ]
        adjusted = fdrcorrection(found)[1]
        self.assertEqual(sum(adjusted <= FALSE_DISCOVERY_RATE), 4)
        self.assertAlmostEqual(adjusted[0], 0.0015)

    def test_versions_are_in_the_order_of_their_numbers(self):
        ordered = [
            None,
            "",
            "1.2",
            "1.2-beta",
            "1.2.0",
            "1.9",
            "1.10",
            "01.11",
            "1.11",
            "2",
            "10",
            "iOS 9.3",
            "iOS 10.0",
            "iPadOS 9",
        ]
        draw = random.Random(7)
        for _ in range(50):
            self.assertEqual(sorted(draw.sample(ordered, len(ordered)), key=version_key), ordered)
        self.assertLess(version_key("9" * 10_000), version_key("1" + "0" * 10_000))


class FleetTests(unittest.TestCase):
    """Fleets with known rates."""

    def fleet(
        self, draw: random.Random, versions: dict[str, list[float]], traces: int, launches: int = 1, *, alike: bool = False
    ):
        """A table of outcomes; if launches are alike, all of a recording break a rule or none."""
        found = []
        for version, rates in versions.items():
            for number in range(traces):
                count = draw.randint(1, launches)
                broken = {}
                for place, rate in enumerate(rates):
                    hits = sum(draw.random() < rate for _ in range(1 if alike else count))
                    broken[f"rule-{place}"] = hits * count if alike else hits
                metadata = {"app": "notes", "version": version, "os": f"iOS {draw.randint(26, 27)}.0"}
                found.append(outcome(f"{version}/{number}.json", metadata, count, **broken))
        return table(found)

    def test_only_the_version_that_broke_a_rule_and_the_one_that_fixed_it_are_named(self):
        versions = {"1.11": [0.001, 0.03, 0.05], "1.9": [0.01, 0.002, 0.05], "1.10": [0.01, 0.03, 0.05]}
        fleet = statistics(self.fleet(random.Random(1), versions, 4_000))
        found = fleet.changes[["rule", "regression", "app", "from", "to"]].to_numpy().tolist()
        self.assertEqual(found, [["rule-1", True, "notes", "1.9", "1.10"], ["rule-0", False, "notes", "1.10", "1.11"]])
        for examples in fleet.changes["examples"]:
            self.assertEqual(len(examples), 3)
            self.assertTrue(all(each["trace"].startswith("1.10/") for each in examples))
        self.assertEqual((len(fleet.tests), fleet.launches, len(fleet.groups)), (6, 12_000, 6))
        self.assertEqual(fleet.rules["rule"].tolist(), ["rule-2", "rule-1", "rule-0"])
        self.assertEqual(
            fleet.cells.groupby("rule")["affected"].sum().to_dict(), fleet.rules.set_index("rule")["affected"].to_dict()
        )

    def test_the_newest_regression_comes_first(self):
        versions = {"9": [0.01, 0.01], "10": [0.2, 0.01], "11": [0.2, 0.04]}
        changes = statistics(self.fleet(random.Random(2), versions, 3_000)).changes
        self.assertEqual(changes["to"].tolist(), ["11", "10"])
        self.assertGreater(changes["adjusted"][0], changes["adjusted"][1])

    def test_false_changes_are_at_most_at_the_stated_rate(self):
        """Over many fleets with real changes in some of their rules; also if the launches of a recording are alike."""
        for launches in (1, 6):
            shares, blunt, found, fleets = [], [], 0, 120
            for seed in range(fleets):
                draw = random.Random(1_000 * launches + seed)
                before = [draw.uniform(0.005, 0.05) for _ in range(16)]
                after = [rate * 4 if place < 4 else rate for place, rate in enumerate(before)]
                versions = {"1.0": before, "1.1": after, "1.2": after}
                fleet = statistics(self.fleet(draw, versions, 250, launches, alike=launches > 1))
                tests = fleet.tests
                planted = (tests["to"] == "1.1") & tests["rule"].isin([f"rule-{place}" for place in range(4)])
                is_told = tests["adjusted"] <= FALSE_DISCOVERY_RATE
                right = (is_told & planted & tests["regression"]).sum()
                found += right
                shares.append((is_told.sum() - right) / max(1, is_told.sum()))
                # A simple test at 0.05, which takes launches for independent.
                sides = [(tests[f"affected_{side}"], tests[f"launches_{side}"]) for side in ("before", "after")]
                is_blunt = fisher(*sides) <= FALSE_DISCOVERY_RATE
                blunt.append((is_blunt & ~planted).sum() / max(1, is_blunt.sum()))
            # The share in a fleet is at most 1 and has a mean of at most 0.05, so three standard errors are 0.06.
            bound = FALSE_DISCOVERY_RATE + 0.06
            self.assertLessEqual(np.mean(shares), bound, f"{launches} launches")
            self.assertGreater(found, 2 * fleets)
            self.assertGreater(np.mean(blunt), bound)

    def test_groups_with_equal_earlier_members_are_compared(self):
        # Both versions are equally good on each system; the second one runs mostly on the worse system.
        found = []
        for version, system, count, broken in (
            ("1", "26", 900, 9),
            ("1", "27", 100, 20),
            ("2", "26", 100, 1),
            ("2", "27", 900, 180),
        ):
            for number in range(count):
                metadata = {"version": version, "os": system}
                found.append(outcome(f"{version}-{system}-{number}", metadata, a=int(number < broken)))
        found = table(found)
        self.assertEqual(len(statistics(found, ["version", "os"]).changes), 1)
        each = statistics(found, ["os", "version"])
        self.assertEqual((len(each.tests), len(each.changes)), (2, 0))
        systems = statistics(found, ["version", "os"], "os").changes
        self.assertEqual(systems[["version", "from", "to"]].to_numpy().tolist(), [["1", "26", "27"], ["2", "26", "27"]])

    def test_one_long_recording_is_not_taken_for_many_launches(self):
        found = [outcome(f"good-{number}", {"version": "1"}, 50) for number in range(20)]
        found += [outcome(f"bad-{number}", {"version": "2"}, 50, a=0 if number else 50) for number in range(20)]
        # 50 of 1,000 launches against none of 1,000, and all 50 are in one recording.
        self.assertLess(fisher((0, 1_000), (50, 1_000)), 1e-12)
        fleet = statistics(table(found), ["version"])
        self.assertEqual((len(fleet.tests), len(fleet.changes)), (1, 0))
        self.assertGreater(fleet.rules["highest"][0], 100_000)


if __name__ == "__main__":
    unittest.main()
