"""What the tables of shapes may ask for: a part of an expression in words."""

from __future__ import annotations

from typing import Protocol

from cassino_dsl.describe.english import Noun
from cassino_dsl.describe.table import TableFacts
from cassino_dsl.ruleset.expr import Expr


class Say(Protocol):
    """Puts expressions into words; every table of shapes gets one."""

    @property
    def table(self) -> TableFacts:
        """What is true of the whole table."""

    def thing(self, expr: Expr) -> str:
        """One thing: `the card played`, `you`, `that build`."""

    def number(self, expr: Expr) -> str:
        """A number: `3`, `the number of cards in your hand`."""

    def members(self, expr: Expr) -> Noun:
        """What the members of a set are called."""

    def all_of(self, expr: Expr) -> str:
        """A set as a whole: `the loose cards`, `everything on the table`."""

    def condition(self, expr: Expr, yes: bool = True) -> str:
        """A clause that says that the condition holds, or that it does not."""

    def fit(self, noun: Noun, variable: str, test: Expr) -> Noun:
        """The noun of those members (called ``variable`` in the test) that pass a test."""

    def stands_for(self, name: str) -> str:
        """What a bound name is called now."""

    def bound(self, variable: str, phrase: str) -> Say:
        """The same where a name stands for a phrase."""

    def called(self, variable: str, noun: Noun) -> Say:
        """The same where a name stands for `that …`, told from all others in sight."""

    def rank(self, expr: Expr, many: bool = False) -> str:
        """A rank as a word: `king`, or `the rank of the card played`."""

    def faces(self, texts: list[str], last: str = "or") -> str:
        """Cards with the pack's own names; all of a rank by the rank."""

    def note(self, text: str) -> None:
        """A sentence that has to follow the one that is being said."""
