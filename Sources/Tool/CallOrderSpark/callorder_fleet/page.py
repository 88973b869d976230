"""The statistics for people: a chart, and a page with the chart and the tables."""

from __future__ import annotations

import html
import io
from typing import TYPE_CHECKING

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure

from .statistics import FALSE_DISCOVERY_RATE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .statistics import Fleet

#: How many changes and rules the chart shows, and how many rows of a table the page.
_DRAWN, _SHOWN = 20, 200
#: How many characters of a name the chart shows.
_LENGTH = 120

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 80rem; margin: auto; padding: 1rem }
svg { max-width: 100%; height: auto } .table { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums } caption { text-align: left; font-weight: 600 }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; white-space: nowrap }
"""


def chart(fleet: Fleet) -> Figure:
    """Draw the changes, before and after, and the rules, each with its 95 % interval."""
    changes, rules = fleet.changes.head(_DRAWN), fleet.rules.head(_DRAWN)
    figure = Figure(figsize=(10, 2.4 + 0.4 * (len(changes) + len(rules))), layout="constrained")
    upper, lower = figure.subplots(2, height_ratios=[len(changes) + 1, len(rules) + 1])
    for side, color, shift in (("before", "#8e8e93", -0.12), ("after", "#0066cc", 0.12)):
        _intervals(upper, changes, f"_{side}", label=side, color=color, shift=shift)
    _intervals(lower, rules, "", color="#0066cc")
    steps = [f"{row['rule']}\n{_step(fleet, row)}" for _, row in changes.iterrows()]
    for axes, labels, title in ((upper, steps, f"Changes of {fleet.compare}"), (lower, list(rules["rule"]), "Rules")):
        # Without it, a name with two $ would be a formula.
        axes.set_title(printable(title), loc="left", parse_math=False)
        axes.set_yticks(range(len(labels)), [printable(each)[:_LENGTH] for each in labels], parse_math=False)
        axes.set_ylim(len(labels) - 0.5, -0.5)
        axes.set_xlim(left=0)
        axes.set_xlabel("affected of a million launches")
    if len(changes):
        upper.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False)
    return figure


def page(fleet: Fleet) -> str:
    """A whole page."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{html.escape(_verdict(fleet))}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body(fleet)}</body>\n</html>\n"
    )


def body(fleet: Fleet) -> str:
    """What is on the page, and in a notebook."""
    tables = {
        f"Changes of {fleet.compare}": fleet.changes.drop(columns="regression"),
        "Rules": fleet.rules,
        "Rules by group": fleet.cells,
        "Groups": fleet.groups,
    }
    parts = [f"<h1>{html.escape(_verdict(fleet))}</h1>"]
    parts += [f"<p>{html.escape(sentence)}</p>" for sentence in _sentences(fleet)]
    parts.append(_svg(fleet) if len(fleet.rules) else "<p>No rule is broken.</p>")
    parts += [_table(caption, table) for caption, table in tables.items() if len(table)]
    return "\n".join(parts) + "\n"


def _verdict(fleet: Fleet) -> str:
    if len(fleet.changes) == 0:
        return f"Nothing to compare: too few traces name a {printable(fleet.compare)} in their metadata"
    regressions = int(fleet.changes["regression"].sum())
    return f"{_counted(regressions, 'regression')} of {printable(fleet.compare)}"


def _sentences(fleet: Fleet) -> list[str]:
    unnamed = int(fleet.groups["traces"][fleet.groups[fleet.compare].isna()].sum())
    left_out = [
        (fleet.unchecked, "trace", "with nothing to check: not counted."),
        (fleet.failures, "input", "that could not be read: not counted."),
        (unnamed, "trace", f"without “{fleet.compare}” in the metadata: not compared."),
    ]
    return [
        f"{_counted(fleet.launches, 'launch', 'launches')} in {_counted(fleet.traces, 'trace')} by {', '.join(fleet.by)}, "
        f"checked by {fleet.grammar}.",
        f"{_counted(len(fleet.tests), 'test')} of a rule and a change of {fleet.compare}: Fisher's exact test, corrected by "
        f"Benjamini and Hochberg. On average, at most {FALSE_DISCOVERY_RATE:.0%} of the reported changes are due to chance.",
        *(f"{_counted(count, noun)} {rest}" for count, noun, rest in left_out if count),
    ]


def _counted(count: int, noun: str, nouns: str | None = None) -> str:
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def _step(fleet: Fleet, change: pd.Series) -> str:
    within = [f"{name} {change[name]}" for name in fleet.by[: fleet.by.index(fleet.compare)] if change[name] is not None]
    return ", ".join([*within, f"{change['from']} → {change['to']}"])


def _intervals(axes: Axes, table: pd.DataFrame, suffix: str, *, color: str, label: str | None = None, shift: float = 0) -> None:
    rates, low, high = (table[name + suffix].to_numpy() for name in ("per_million", "lowest", "highest"))
    places = [place + shift for place in range(len(table))]
    axes.errorbar(rates, places, xerr=[rates - low, high - rates], fmt="o", capsize=3, color=color, label=label)


def _svg(fleet: Fleet) -> str:
    text = io.StringIO()
    # The same page for the same reports: no date, no random identities. Letters stay letters, so the page is small.
    with mpl.rc_context({"svg.hashsalt": "callorder", "svg.fonttype": "none"}):
        chart(fleet).savefig(text, format="svg", metadata={"Date": None})
    drawing = text.getvalue()
    return drawing[drawing.index("<svg") :]


def _table(caption: str, table: pd.DataFrame) -> str:
    table = table.head(_SHOWN).copy()
    if "examples" in table:
        table["examples"] = [
            "; ".join(f"{each['trace']}, event {each['event']}, {each['fingerprint'][:8]}" for each in examples)
            for examples in table["examples"]
        ]
    with pd.option_context("display.max_colwidth", None):
        text = table.map(lambda value: printable(value) if isinstance(value, str) else value).to_html(
            index=False, border=0, na_rep="-", float_format=lambda value: f"{value:.3g}" if value < 1 else f"{value:,.0f}"
        )
    # The rest of a long table is in the files that `Fleet.tables` writes.
    return f'<h2>{html.escape(printable(caption))}</h2>\n<div class="table">\n{text}\n</div>'


def printable(text: str) -> str:
    """Without characters that a drawing cannot have, or that control a terminal."""
    return "".join(each if each.isprintable() or each == "\n" else "\N{REPLACEMENT CHARACTER}" for each in text)
