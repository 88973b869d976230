"""Statistics of saved reports on the command line."""

import argparse
import sys

from . import statistics
from .page import printable


def main() -> None:
    """Read reports, print the changes and the rules, and write what is asked for."""
    parser = argparse.ArgumentParser("python -m callorder_fleet", description=sys.modules["callorder_fleet"].__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("reports", nargs="+", help="a file with a JSON report, or with one on each line; .gz is decompressed")
    parser.add_argument("--by", action="append", metavar="MEMBER", help="group by MEMBER of the metadata; may be repeated")
    parser.add_argument("--compare", metavar="MEMBER", help="say what changed between its values (default: version)")
    parser.add_argument("--page", metavar="FILE", help="write a page with a chart")
    parser.add_argument("--tables", metavar="FOLDER", help="write the tables as Parquet files")
    words = parser.parse_args()
    try:
        fleet = statistics(words.reports, words.by or ("app", "version", "os", "device"), words.compare)
        if words.page:
            fleet.page(words.page)
        if words.tables:
            fleet.tables(words.tables)
    except (OSError, ValueError) as error:
        sys.exit(f"callorder_fleet: {error}")
    print(f"{fleet.launches} launches in {fleet.traces} traces, {len(fleet.tests)} tests, {len(fleet.changes)} changes")
    for table in (fleet.changes, fleet.rules):
        if len(table):
            print("\n" + printable(table.drop(columns="examples", errors="ignore").to_string(index=False)))


if __name__ == "__main__":
    main()
