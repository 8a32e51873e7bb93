"""Which clause of one ruleset answers which of the other: by equal meaning first, then by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from cassino_dsl.diff.change import Change, Class, Sides, arrow, heaviest
from cassino_dsl.diff.clauses import NOTHING, Clauses
from cassino_dsl.diff.greedy import take
from cassino_dsl.diff.phrase import ClausePhrases
from cassino_dsl.diff.renaming import Renaming
from cassino_dsl.diff.switched import switched_off
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.span import Span


class Clause(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def span(self) -> Span: ...


C = TypeVar("C", bound=Clause)


@dataclass(frozen=True, slots=True)
class MatchUp(Generic[C]):
    """``same``: pairs of equal meaning; ``changed``: of one name; the rest stands on one side alone.
    ``idle``: the ids of clauses that never do anything, such as those that an option switches off; of those that the
    other side has too, the options that do."""

    same: list[tuple[C, C]]
    changed: list[tuple[C, C]]
    only_a: list[C]
    only_b: list[C]
    idle: Mapping[int, list[str]] = field(default_factory=dict)


def match_section(sides: Sides, section: str, form: Callable[[Clauses, Any], Any]) -> MatchUp[Any]:
    """Match the clauses of a section."""
    names = getattr(sides.names, section, None)
    return match_up(sides, getattr(sides.a, section), getattr(sides.b, section), form, names)


def match_up(
    sides: Sides,
    mine: Iterable[C],
    yours: Iterable[C],
    form: Callable[[Clauses, C], Any],
    names: Mapping[str, str] | None = None,
) -> MatchUp[C]:
    """Match clauses. Those whose form is NOTHING count as absent, unless the other side has one of that name.
    ``names`` says how names of ``b`` are said in ``a``."""
    forms_a = [(c, [form(f, c) for f in sides.forms_a]) for c in mine]
    forms_b = [(c, [form(f, c) for f in sides.forms_b]) for c in yours]
    idle: dict[int, list[str]] = {id(c): [] for c, f in (*forms_a, *forms_b) if _empty(f)}
    found: MatchUp[C] = MatchUp([], [], [], [], idle)

    def name_of(clause: C) -> str:
        return (names or {}).get(clause.name, clause.name)

    take(forms_a, forms_b, found.same, lambda a, b: a[1] == b[1] and a[0].name == name_of(b[0]))
    take(forms_a, forms_b, found.same, lambda a, b: a[1] == b[1])
    take(forms_a, forms_b, found.changed, lambda a, b: a[0].name == name_of(b[0]))
    for a, b in found.changed:
        for clause, ruleset, own in ((a, sides.a, None), (b, sides.b, sides.names)):
            if id(clause) in idle:

                def off(other: Ruleset, c: C = clause, own: Renaming | None = own) -> bool:
                    return _empty([form(f, c) for f in sides.forms_of(other, own)])

                idle[id(clause)] = switched_off(ruleset, clause, off)
    found.only_a.extend(c for c, f in forms_a if not _empty(f))
    found.only_b.extend(c for c, f in forms_b if not _empty(f))
    return found


def _empty(forms: list[Any]) -> bool:
    return all(f == NOTHING for f in forms)


def differences(
    sides: Sides,
    found: MatchUp[C],
    section: str,
    kind: Callable[[C], Class],
    words: Callable[[ClausePhrases, C], str],
    nothing: str,
) -> Iterator[Change]:
    """The changes of a section: clauses changed, gone and new."""
    for a, b in found.changed:
        mine, yours = sides.words(words, a, b)
        mine, yours = (_off(found.idle[id(c)]) if id(c) in found.idle else said for c, said in ((a, mine), (b, yours)))
        yield _change(section, heaviest((kind(a), kind(b))), a, b, mine, yours, nothing)
    for clause in found.only_a:
        yield _change(section, kind(clause), clause, None, words(sides.phrases[0], clause), None, nothing)
    for clause in found.only_b:
        yield _change(section, kind(clause), None, clause, None, words(sides.phrases[1], clause), nothing)


def _off(options: list[str]) -> str:
    """A clause that never does anything, with the options that switch it off."""
    return f"never (switched off by {', '.join(options)})" if options else "never"


def _change(
    section: str, kind: Class, a: Clause | None, b: Clause | None, mine: str | None, yours: str | None, nothing: str
) -> Change:
    clause = a if a is not None else b
    assert clause is not None
    text = arrow(clause.name, mine, yours, nothing)
    about = getattr(clause, "about", "")
    if about and (a is None or b is None):
        text += f" ({about})"
    spans = (a.span if a is not None else None, b.span if b is not None else None)
    return Change(f"{section}.{clause.name}", kind, mine, yours, text, *spans)
