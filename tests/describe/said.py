"""What a rulebook says of the rules themselves: its sentences, without title, options, examples and source."""

from __future__ import annotations

import traceback

from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.book.describe.rulebook import sections
from cassino_dsl.language.ruleset.model import Ruleset
from tests.grown.compare import Outcome
from tests.grown.document import load, write
from tests.grown.mutants import Original, mutant_of
from tests.grown.same_games import Seated, parted

ASIDE = ("Agreed at this table", "What else may be agreed", "Source")
SEEN = {"deck", "deal", "legality", "scoring", "match"}  # classes of `diff` that show in a game


def said(ruleset: Ruleset) -> list[str]:
    """The lines of the rules."""
    return [line for heading, body in sections(ruleset) if heading not in ASIDE for line in body]


def shown(a: Ruleset, b: Ruleset) -> list[str]:
    """What `diff` finds that shows in a game."""
    found = compare(a, b, Wanted(witness=False, effect=False))
    return [c.text for c in found.changes if c.kind in SEEN]


def _plays_alike(of: Original, changed: Ruleset) -> bool:
    """Whether games of both, on the same deals, are the same: `diff` may call changed what no game shows."""
    if of.ruleset.seats != changed.seats:
        return False
    return not any(parted(of.seated(n), Seated(changed, n)) for n in changed.seats)


def judge(seed: int, number: int) -> Outcome:
    """Whether a mutant that differs in play differs in its rulebook."""
    of, mutant = mutant_of(seed, number)
    original, what = of.ruleset, f"{of.name}: {mutant.what}"
    try:
        changed = load(write(mutant.tree)).ruleset
        if changed is None:
            return Outcome("refused")
        if said(original) != said(changed):
            return Outcome("changed")
        changes = shown(original, changed)
        if not changes or _plays_alike(of, changed):
            return Outcome("same")
        return Outcome("differs", f"{what}\n  the rulebook says the same, but: {'; '.join(changes)}")
    except Exception:
        return Outcome("crashes", f"{what}: {traceback.format_exc(limit=-3)}")
