"""Two rulesets ready to be compared, for every number of seats that both allow."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TypeVar

from cassino_dsl.analysis.diff.clause_words import ClauseWords
from cassino_dsl.analysis.diff.core_by_clause import CoreByClause, builds
from cassino_dsl.analysis.diff.renaming import pair_names
from cassino_dsl.analysis.diff.subjects import Subjects
from cassino_dsl.language.core.program import Program, program_of
from cassino_dsl.language.ruleset.model import Ruleset

C = TypeVar("C")
_grown = lru_cache(maxsize=16)(CoreByClause)  # names are looked for in the trees of the same rulesets


class Sides:
    """``faces``: the cards that both have. ``names``: how the second says the names of the first; ``renamed``: the
    second in them. ``trees``: what the clauses of both say, in these names, for each number of ``seats``; where they
    share none, for the fewest of each."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self.a, self.b = a, b
        theirs = {face.text for face in b.pack.faces}
        self.faces = tuple(face.text for face in a.pack.faces if face.text in theirs)
        self.seats = tuple(n for n in a.seats if n in b.seats)
        self.names = pair_names(a, b, lambda r: self._tree(r, (self.seats or r.seats)[0]))
        self.renamed = self.names.ruleset(b)
        self.trees = (self.grown(a), self.grown(self.renamed))
        self.words = (ClauseWords(a), ClauseWords(b))
        self.unfolded = (ClauseWords(a, unfold=True), ClauseWords(b, unfold=True))
        self.subjects = (Subjects(a), Subjects(b))

    def grown(self, ruleset: Ruleset) -> list[CoreByClause]:
        """The trees of a ruleset, for each number of seats."""
        return [self._tree(ruleset, n) for n in self.seats or ruleset.seats[:1]]

    def _tree(self, ruleset: Ruleset, seats: int) -> CoreByClause:
        return _grown(ruleset, seats, self.faces, builds(self.a) or builds(self.b))

    @cached_property
    def programs(self) -> tuple[tuple[Program, Program], ...]:
        """The cores of both, in the names of the first, for every number of seats that both allow."""
        return tuple((program_of(self.a, n), program_of(self.renamed, n)) for n in self.seats)

    @property
    def same_program(self) -> bool:
        """Whether both are the same programs: only then do they say the same."""
        return self.a.seats == self.b.seats and all(mine == yours for mine, yours in self.programs)

    def said(self, say: Callable[[ClauseWords, C], str], a: C | None, b: C | None) -> tuple[str | None, str | None]:
        """Both sides in words, None where there is nothing; where the words are the same, with terms unfolded."""

        def both(words: tuple[ClauseWords, ClauseWords]) -> tuple[str | None, str | None]:
            return (None if a is None else say(words[0], a), None if b is None else say(words[1], b))

        mine, yours = both(self.words)
        return (mine, yours) if mine != yours else both(self.unfolded)
