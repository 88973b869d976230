"""Proportions of launches: intervals, an exact test, and what launches of one recording have in common.

The columns of a table of sums: `traces` and `launches` are all that were counted; `affected` are the launches that break a
rule. `launches_squared`, `affected_squared` and `affected_times_launches` are sums over traces of products.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import hypergeom
from statsmodels.stats.proportion import proportion_confint

#: A table of sums, or one row of it.
Sums = Mapping[str, np.ndarray]


def design_effect(sums: Sums) -> np.ndarray:
    """The factor by which the variance exceeds that of independent launches; 1 where each trace is one launch.

    Launches of one recording are not independent: a fault that breaks a rule on a device often breaks it there each time.
    Rao, Scott, "A simple method for the analysis of clustered binary data", Biometrics 48 (1992).
    """
    names = ("traces", "launches", "affected", "launches_squared", "affected_squared", "affected_times_launches")
    traces, launches, affected, launches_squared, affected_squared, product = (
        np.asarray(sums[name], dtype=float) for name in names
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        share = affected / launches
        squares = affected_squared - 2 * share * product + share * share * launches_squared
        effect = np.maximum(1, traces / (traces - 1) * squares / (launches * share * (1 - share)))
    # It is unknown for a single recording, which then counts as one launch.
    effect = np.where(traces == 1, launches, effect)
    return np.where((launches == traces) | (affected == 0) | (affected == launches), 1.0, effect)


def wilson(affected: np.ndarray, launches: np.ndarray, effect: np.ndarray | float = 1) -> tuple[np.ndarray, np.ndarray]:
    """The 95 % intervals of the shares of affected launches.

    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    """
    affected, launches = np.asarray(affected, dtype=float), np.asarray(launches, dtype=float)
    low, high = proportion_confint(affected / effect, launches / effect, alpha=0.05, method="wilson")
    # At the ends, rounding would leave a difference that does not exist.
    return np.where(affected == 0, 0.0, low), np.where(affected == launches, 1.0, high)


def independent(sums: Sums, effect: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The affected launches, and all, as a test that assumes independent launches may count them."""
    launches = np.maximum(1, (np.asarray(sums["launches"]) / effect).astype(np.int64))
    return np.minimum(launches, (np.asarray(sums["affected"]) / effect + 0.5).astype(np.int64)), launches


def fisher(first: tuple[np.ndarray, np.ndarray], second: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """How probable it is that pairs of proportions, each (affected, all), differ that much or more by chance alone.

    Fisher's exact test, twice the smaller tail. It is exact even if few are affected or one side is much larger than the
    other, where the normal approximation mistakes chance for a change.
    Fisher, "The logic of inductive inference", JRSS 98 (1935).
    """
    (affected, launches), (others, other_launches) = (map(np.asarray, side) for side in (first, second))
    # The affected ones are drawn, and not the launches of a side, because time grows with the number that is drawn.
    law = hypergeom(launches + other_launches, launches, affected + others)
    twice = 2 * np.minimum(law.cdf(affected), law.sf(affected - 1))
    return np.clip(twice, np.finfo(float).tiny, 1)


def version_key(value: str | None) -> tuple:
    """Order values as versions, with runs of digits as numbers: `1.9` before `1.10`; a missing value comes first."""
    if value is None:
        return ()
    text = value.encode("utf-8", "surrogatepass")
    parts: list[tuple] = []
    for digits, other in re.findall(rb"([0-9]+)|([^0-9])", text, re.DOTALL):
        number = digits.lstrip(b"0")
        # All digits are at one place among the other bytes.
        parts.append((ord("0"), len(number), number) if digits else (other[0], 0, b""))
    # The text itself tells apart what differs only in leading zeros.
    return (parts, text)


def version_keys(values: Sequence[str | None]) -> list[tuple]:
    """The same for the values of several members."""
    return [version_key(value) for value in values]
