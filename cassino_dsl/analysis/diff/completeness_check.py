"""What two programs differ in beside the changes that are told: a part in which they part although no clause does, or
one that only another change lets show.

The first ruleset is given, clause by clause, what was told of the second. Where that is not yet the program of the
second, something is untold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import unified_diff
from typing import Any

from cassino_dsl.analysis.diff.change import Change, Class
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.language.core.program import Program, program_of
from cassino_dsl.language.ruleset.document import yaml_lines
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import mapped

_KINDS: dict[str, Class] = {
    "pack": "deck",
    "deal": "deal",
    "visible": "deal",
    "awards": "scoring",
    "events": "scoring",
    "match": "match",
}
# what of a ruleset is told as a whole, by the section that tells it; clause by clause; and of the deal
_WHOLE = {key: key for key in ("values", "zones", "turn", "visible", "rules", "match")} | {"pile_order": "piles"}
_LISTS = ("preferences", "events", "awards")
_DEAL = ("hand", "table", "zones", "at_a_time")


def tells_all(sides: Sides, told: Sequence[Change]) -> bool:
    """Whether the programs part nowhere beside what is told, as far as that can be said: of one deck."""
    return _ToldChanges(told).of_one_deck(sides) and untold_change(sides, told) is None


def untold_change(sides: Sides, told: Sequence[Change]) -> Change | None:
    """The first place in which the programs part beside what is told."""
    changes = _ToldChanges(told)
    if changes.of_one_deck(sides):
        given = changes.given(_resolved(sides.a), _resolved(sides.renamed))
        for seats, (_, yours) in zip(sides.seats, sides.programs, strict=True):
            if (mine := program_of(given, seats)) != yours:
                return _change(seats, mine, yours)
    return None


def _resolved(ruleset: Ruleset) -> Ruleset:
    """The ruleset with its terms, named effects and options put in, so that no clause needs another to be read."""
    unfold, facts = Unfolder(term_table(ruleset.terms)), Facts(ruleset.pack, options=ruleset.chosen)
    plain = replace(ruleset, terms=()).with_effects(lambda effects: tuple(map(unfold.effect, effects)))
    return mapped(plain, lambda e: simplify(unfold.expr(e), facts))


class _ToldChanges:
    """What changes tell."""

    def __init__(self, changes: Iterable[Change]) -> None:
        changes = list(changes)
        self.paths = {c.path for c in changes}
        self.spans = {s for c in changes for s in (c.a_span, c.b_span) if s is not None}

    def section(self, *keys: str) -> bool:
        """Whether something of these sections is told."""
        return any(path.partition(".")[0] in keys for path in self.paths)

    def clause(self, section: str, name: str, *spans: object) -> bool:
        """Whether something of a clause is told."""
        path = f"{section}.{name}"
        return any(s in self.spans for s in spans) or any(p == path or p.startswith(f"{path}.") for p in self.paths)

    def of_one_deck(self, sides: Sides) -> bool:
        """Whether the first can be given what is told of the second: the cards and the seats are the same."""
        return not self.section("pack", "seats", "sides") and sides.a.pack.faces == sides.b.pack.faces

    def given(self, a: Ruleset, b: Ruleset) -> Ruleset:
        """A with what is told of B."""
        ours = {m.name for m in b.memory}
        alone = (m for m in a.memory if m.name not in ours and not self.clause("memory", m.name, m.span))
        deal = {key: getattr((b if self.clause("deal", key) else a).deal, key) for key in _DEAL}
        later = b if self.clause("deal", "hand") or self.clause("deal", "refill") else a  # the first deal, if not said
        clauses: dict[str, Any] = {key: self._clauses(key, getattr(a, key), getattr(b, key)) for key in _LISTS}
        whole: dict[str, Any] = {f: getattr(b if self.section(key) else a, f) for f, key in _WHOLE.items()}
        return replace(
            b,
            pack=a.pack,
            deal=replace(b.deal, refill=later.deal.refill or later.deal.hand, **deal),
            memory=(*alone, *self._clauses("memory", a.memory, b.memory, True)),
            actions=self._clauses("actions", a.actions, b.actions, self.section("turn")),
            **clauses,
            **whole,
        )

    def _clauses(self, section: str, a: Sequence[Any], b: Sequence[Any], one_by_one: bool = False) -> tuple[Any, ...]:
        """The clauses of B, those of which nothing is told as A has them; all of A where nothing is told of any."""
        if not self.section(section) and not one_by_one:
            return tuple(a)
        if section in self.paths:  # their order
            return tuple(b)
        mine = {x.name: x for x in a}
        told = [x.name not in mine or self.clause(section, x.name, x.span, mine[x.name].span) for x in b]
        return tuple(x if new else mine[x.name] for x, new in zip(b, told, strict=True))


def _change(seats: int, mine: Program, yours: Program) -> Change:
    old, new = ({key: yaml_lines({key: part}) for key, part in p.data.items()} for p in (mine, yours))
    section = next(key for key in {**old, **new} if old.get(key) != new.get(key))
    lines = list(unified_diff(old.get(section, []), new.get(section, []), lineterm="", n=0))[3:]
    gone = next((line[1:].strip() for line in lines if line.startswith("-")), None)
    come = next((line[1:].strip() for line in lines if line.startswith("+")), None)
    said = f"{gone} stands elsewhere" if gone == come else f"{gone or 'nothing'} → {come or 'nothing'}"
    text = f"in the core for {seats} seats (`cassino show --as core`), {section}: {said}"
    return Change("program", _KINDS.get(section, "legality"), gone, come, text, None, None)
