"""Grow rulesets at random, and hold what the project says of them against each other.

rulesets     whole rulesets: every runner plays the same games
expressions  forty expressions in one ruleset: every runner finds the same values
pieces       a ruleset in several files (a base, one that extends it, a house rule) has the core of the whole
mutants      a shipped variant with one clause changed: `diff` tells the change, or the games are the same
relatives    the same of a grown ruleset with one clause changed
twice        a mutant, and a mutant of that: `diff` tells of both the same only where they are the same
combinations shipped variants with house rules and options drawn: no fault, no check broken, no stuck round
planted      small faults put into a copy of the project: do the tests and the comparisons above find them?
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from dataclasses import replace

from cassino_dsl.language.compose.library import shipped_variants
from tests.grown.combinations import judge_combination
from tests.grown.compare import RUNNERS, SANITIZED, Outcome, Way, compare
from tests.grown.document import load, write
from tests.grown.mutants import how_many, judge, judge_each, judge_grown, judge_twice
from tests.grown.pieces import judge_pieces
from tests.grown.planted import NOTHING, PLANTED, Search, searched
from tests.grown.probes import grow_probes
from tests.grown.reduce import reduce
from tests.grown.rulesets import grow_ruleset
from tests.grown.workers import Tally, outcomes

SELDOM, SHARE_OF_SELDOM = "printed", 5  # what is printed and read again is compared for every fifth
GROWN = {"rulesets": grow_ruleset, "expressions": grow_probes}
JUDGED = {
    "pieces": judge_pieces,
    "mutants": judge,
    "relatives": judge_grown,
    "twice": judge_twice,
    "combinations": judge_combination,
}


def main() -> int:
    options = _options()
    if options.command == "planted":
        return _planted(options)
    if options.sanitize and "libasan" not in os.environ.get("LD_PRELOAD", ""):
        _with_sanitizer()
    return _compared(options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.grown", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=(*GROWN, *JUDGED, "planted"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=500, help="how many, at most")
    parser.add_argument("--first", type=int, default=0, help="the number to begin with")
    parser.add_argument(
        "--of",
        nargs="*",
        metavar="VARIANT",
        help="of `mutants`: every one of these variants, or of all shipped ones, by their numbers in a row",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument(
        "--seconds",
        type=float,
        help="end after this time; of `planted`: of tests and comparisons each, for every plant",
    )
    parser.add_argument("--reduce", type=float, default=60, help="processor seconds to make each find smaller")
    parser.add_argument("--stop", action="store_true", help="end with the first find")
    parser.add_argument(
        "--runners",
        nargs="*",
        default=list(RUNNERS),
        choices=tuple(RUNNERS),
        help="which are held against the first of them",
    )
    parser.add_argument("--sanitize", action="store_true", help="address and undefined-behaviour sanitizers")
    parser.add_argument("--only", choices=("tests", "grown"), help="of `planted`: who searches, if not both")
    parser.add_argument("--tests", nargs="*", default=[], help="of `planted`: these tests for every plant")
    return parser.parse_args()


def _compared(options: argparse.Namespace) -> int:
    grow = GROWN.get(options.command)
    variants = options.of or sorted(shipped_variants())
    way = Way(tuple(options.runners), flags=SANITIZED if options.sanitize else ())
    most = replace(way, runners=tuple(name for name in way.runners if name != SELDOM))

    def job(number: int) -> Outcome:
        if options.of is not None:
            return judge_each(variants, number)
        if grow is None:
            return JUDGED[options.command](options.seed, number)
        return compare(write(grow(options.seed, number)), number, most if number % SHARE_OF_SELDOM else way)

    if grow is not None:
        load(write(grow(options.seed, options.first)))  # the grammar is read once, for all processes
    last = options.first + options.number
    numbers = range(options.first, last if options.of is None else min(last, how_many(variants)))
    tally = Tally(options.command, len(numbers))
    for number, outcome in outcomes(job, numbers, options.jobs, options.seconds):
        tally.add(outcome)
        if outcome.bad:
            print(f"--- {options.seed}/{number} {outcome.word}: {outcome.text}", flush=True)
            if options.reduce and grow is not None:
                small, outcome = reduce(grow(options.seed, number), number, outcome, options.reduce)
                print(f"{write(small).text}# {outcome.text}", flush=True)
            if options.stop:
                break
    print(tally)
    return 1 if tally.bad else 0


def _planted(options: argparse.Namespace) -> int:
    """A table of who finds which plant. From the start on, what is found with nothing planted comes first: it says
    nothing of a plant, and has to be mended."""
    plants = PLANTED[options.first : options.first + options.number]
    how = Search(
        options.only != "grown", options.only != "tests", tuple(options.tests), options.seconds or 100, options.seed
    )
    print("| plant | file | found by tests | found by grown |\n|---|---|---|---|")
    by_tests = by_grown = survived = 0
    for plant, tests, grown in searched(plants if options.first else (NOTHING, *plants), how):
        print(f"| {plant.why} | {plant.file} | {tests or ''} | {grown or ''} |", flush=True)
        found = [one is not None and bool(one.who) for one in (tests, grown)]
        if plant is NOTHING:
            if any(found):
                return 2
            continue
        by_tests, by_grown, survived = by_tests + found[0], by_grown + found[1], survived + (not any(found))
    print(f"{len(plants)} planted: {by_tests} found by tests, {by_grown} by grown, {survived} by neither")
    return 1 if survived else 0


def _with_sanitizer() -> None:
    """Start anew with the address sanitizer loaded before everything else."""
    compiler = shutil.which("gcc") or "gcc"
    where = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
    environment = {
        **os.environ,
        "LD_PRELOAD": where,
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0:handle_segv=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "CC": compiler,
    }
    os.execve(sys.executable, [sys.executable, "-m", "tests.grown", *sys.argv[1:]], environment)


if __name__ == "__main__":
    sys.exit(main())
