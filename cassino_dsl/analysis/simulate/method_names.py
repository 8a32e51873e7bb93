"""What statistical methods are called: one table for the JSON, the CSV and the last line of every report.

A report names the methods that it used and no others, so whoever computes a figure says which one that was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

# ---- intervals and tests of one simulation, by what they are of
METHODS = {
    "rates": "Clopper–Pearson 95 %",
    "rates per round": "Korn–Graubard 95 %, matches as clusters",
    "means": "t 95 %, per round as a ratio over units",
    "nearly constant means": "t 95 % with a step beyond either extreme",
}
LUCK = "jackknife 95 % over 20 groups of deals (skill: of the gain, squared)"
BINOMIAL = "exact binomial test"
WORTH = "exact binomial test of as many rounds as they are worth"
BONFERRONI = "Bonferroni over {}"
HOLM = "Holm over the figures of the report"

# ---- differences, pair by pair
BONETT_PRICE, MCNEMAR = "Bonett–Price interval", "exact McNemar test"
PAIRED, BEYOND = "paired t interval", "paired t interval with a pair beyond either extreme"
ALL_FLIPS, SOME_FLIPS, PAIRED_T = "exact sign-flip test", "sign-flip test of {:,} random flips", "t test"
NO_TEST = "no test, since no pair differs"
RARER = "fewer than 3 of N, where no pair of N differs"

POOLED = "t test over units, in which all rows play the same deals"  # of what the leaders of a grid win

RACED = (
    "sequential halving on the same deals; the best once more on fresh ones; the intervals of a report; ruled out and "
    "level: Bonferroni over goals and heats"
)


def told(methods: Mapping[str, str]) -> str:
    """Methods by what they are of, as a report names them."""
    return "; ".join(f"{of}: {method}" for of, method in methods.items())


def counted(methods: Iterable[str]) -> str:
    """The methods of many differences, with how many have each."""
    return "; ".join(f"{method} ({number})" for method, number in Counter(methods).items())
