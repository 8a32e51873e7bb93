"""What an action takes: single cards and builds, and sets that add up to something."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cassino_dsl.describe.clauses import denied
from cassino_dsl.describe.english import Noun, spoken
from cassino_dsl.describe.pattern import Pattern, like, same
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.describe.runs import whole_run
from cassino_dsl.describe.zones import in_zone
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, conjuncts, is_just
from cassino_dsl.ruleset.model import Action, Part, Ruleset
from cassino_dsl.ruleset.simplify import Facts, is_empty, simplify
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.words import COUNT

_AT_WILL = "if you like, "
COUNTS = "what the card played counts "  # and where, if that makes a difference
_ITEMS = {"one": "one {one}", "maybe": _AT_WILL + "one {one}", "some": "one or more {many}"}
_ITEMS |= {"any": _AT_WILL + "{many}", "all": "all {many}", "maximal": "all {many}"}
_SETS = {
    "one": "one set of {of}",
    "maybe": "one set of {of}",
    "some": "one or more sets of {of}, each",
    "any": _AT_WILL + "{further}sets of {of}, each",
    "all": "all sets of {of}, each",
    "maximal": "sets of {of}, each",
}
_AT_LEAST_ONE = {"any": "some", "maybe": "one"}
_CARDS_OR_SETS = {"one": "one card or set of {of}", "some": "one or more cards or sets of {of}, each"}
_TOTAL: Pattern = ("in", "?n", ("total", "?g"))
_ALONE_A_RUN: Pattern = ("run", ("set", ("card",)))  # a card by itself is one


@dataclass(frozen=True)
class Gathering:
    """Says what the parts of an action take. ``card_values``: the names of what the card played counts; ``short``: the
    names that stand for one of a few numbers."""

    say: Phrases
    action: Action
    card_values: Sequence[Expr]
    short: Mapping[str, tuple[Expr, ...]]

    def part(self, part: Part, at_will: bool = False) -> str:
        """What a part takes; ``at_will``: that it may be any number, or none, is said already."""
        text = self.needed(part)
        text = text.removeprefix(_AT_WILL) if at_will else text
        if part.quantity == "all" and not part.groups and self.action.to == "build":
            there = self.say.members(part.source).one == "build"
            text += " that lie there already (they have to join)" if there else " (they have to join)"
        if part.groups:
            text += (
                self._or_none(part) if part.quantity == "maybe" and not text.startswith("whatever ") else ""
            ) + self._with_card(part)
        asked = mentions(self.say.table.ruleset, lambda call: call.row is op.PART and call.name == part.name)
        return f"{text} (“{spoken(part.name)}”)" if asked else text

    def needed(self, part: Part) -> str:
        """The same without when nothing is needed, and what becomes of it."""
        return self._group(part) if part.groups else self._items(part)

    def _items(self, part: Part) -> str:
        noun = self._of_each_zone(part)
        if noun is None:
            noun = self.say.members(part.source)
            if part.where is not None:
                noun = self.say.fit(noun, part.variable, part.where)
        return _ITEMS[part.quantity].format(one=noun.singular, many=noun.plural)

    def _of_each_zone(self, part: Part) -> Noun | None:
        """Of what lies in one zone or another, and has to be one thing here and another there: each by itself."""
        source, test, say = part.source, part.where, self.say
        if test is None or not (isinstance(source, Call) and source.row is op.UNION):
            return None
        of_zones = [(zone, in_zone(test, part.variable, zone, say.table.ruleset)) for zone in source.args]
        if all(of == test for _, of in of_zones):
            return None
        nouns = [say.fit(say.members(zone), part.variable, of) for zone, of in of_zones if not is_just(of, False)]
        if part.row.single:
            return Noun(", or one ".join(n.singular for n in nouns), "")
        return Noun("", " and ".join(n.plural for n in nouns))

    def _group(self, part: Part) -> str:
        say, variable = self.say, part.variable
        tests = list(conjuncts(part.where)) if part.where is not None else []
        group = Name(Type.ITEMS, variable, part.span)
        if part.quantity == "maybe" and (run := whole_run(tests, group, part.source, say.members(part.source))):
            return run
        size, tests = _size(tests, group, part.quantity == "maybe")
        sums, tests = self._sums(tests, group)
        noun = say.members(part.source)
        single = part.row.single
        if size == "one" and single:
            noun, tests = self._of_the_one(noun, tests, group)
        noun, tests, of_one = self._with_one(noun, tests, part, group)
        such, noun = noun.such, replace(noun, such="") if single else noun
        if single:
            noun = _summed(noun, sums)
        inner = say.bound(variable, "it" if size == "one" else "that set")
        rest = [*([such] if such and single else []), *(self._further(inner, t, group) for t in tests)]
        if of_one or (size == "one" and single):
            text = noun.a if noun.singular.startswith("single ") else f"one {noun.singular}"
        elif single and not rest and not is_mixed(part):
            text = f"{size or 'one or more'} {noun.plural}"
        else:
            further = "further " if any(p.with_card for p in self.action.take) else ""
            words = _SETS if size or say.members(part.source).one != "card" else _CARDS_OR_SETS
            text = words.get(part.quantity, _SETS[part.quantity]).format(of=_sized(noun, size), further=further)
            text += "" if single else "".join(f" {s}" for s in sums)
        if rest:
            asked = "; and ".join(rest)
            text += f", such that {asked}" if single else f" (and for each of them: {asked})"
        if part.quantity == "maximal":
            text += ", until no such set is left (they have to join; where they overlap, choose)"
        return text

    def _with_card(self, part: Part) -> str:
        """Which group of the build the card played is in, where that is not what `builds_text` says."""
        if self.action.to != "build" or not self.say.table.grouped or self.action.played.source == "none":
            return ""
        numbers = [f["?n"] for t in conjuncts(part.where) if (f := like(t, _TOTAL)) is not None] if part.where else []
        completes = any(self._with_played(n) is not None or self._up_or_down(n) is not None for n in numbers)
        if part.with_card == completes:
            return ""
        return "; with the card played it is one group" if part.with_card else "; it is a group by itself"

    def _of_the_one(self, noun: Noun, tests: list[Expr], group: Name) -> tuple[Noun, list[Expr]]:
        """What is asked of every member of a group of one is asked of that one."""
        rest: list[Expr] = []
        for test in tests:
            found = like(test, ("all", "?i", "?g", "?body"), {"?g": group})
            if found is not None and isinstance(found["?i"], Name):
                noun = self.say.fit(noun, found["?i"].name, found["?body"])
            else:
                rest.append(test)
        return noun, rest

    def _with_one(self, noun: Noun, tests: list[Expr], part: Part, group: Name) -> tuple[Noun, list[Expr], bool]:
        """Of a group that has exactly one, or at most one, of some that its source is made of: `one build, alone or
        with loose cards`; and whether it is called by that one."""
        source = part.source
        if part.row.single and isinstance(source, Call) and source.row is op.UNION:
            for test in tests:
                for sign in ("=", "<="):
                    found = like(test, (sign, ("count", "?i", "?g", ("in", "?i", "?of")), 1), {"?g": group})
                    which = [n for n, a in enumerate(source.args) if found is not None and _within(a, found["?of"])]
                    if len(which) != 1:
                        continue
                    one, rest = (self.say.members(source.args[n]) for n in (which[0], 1 - which[0]))
                    tests = [t for t in tests if t is not test]
                    if sign == "=":
                        return Noun(f"{one.singular}, alone or with {rest.plural},", ""), tests, True
                    return Noun("", f"{rest.plural} and at most one {one.singular}"), tests, False
        return noun, tests, False

    def _further(self, say: Phrases, test: Expr, group: Name) -> str:
        for sign, amount in (("=", "exactly"), ("<=", "at most"), (">=", "at least")):
            found = like(test, (sign, ("count", "?i", "?g", "?body"), "?n"), {"?g": group})
            if found is not None and isinstance(found["?n"], Literal) and isinstance(found["?i"], Name):
                fitting = say.fit(Noun("card or build", "cards and builds"), found["?i"].name, found["?body"])
                number = int(found["?n"].value or 0)
                return f"there {'is' if number == 1 else 'are'} {amount} {fitting.of(number)} in it"
        if isinstance(test, Call) and test.row is op.OR and isinstance(test.args[0], Call) and _denies(test.args[0]):
            return f"if {say.condition(denied(test.args[0]))}, {say.condition(test.args[1])}"
        return say.condition(test)

    def _sums(self, tests: list[Expr], group: Name) -> tuple[list[str], list[Expr]]:
        """What a group adds up to, and the tests that say something else."""
        said: list[str] = []
        rest: list[Expr] = []
        counting, tests = self._counting(tests, group)
        for test in tests:
            found = like(test, _TOTAL, {"?g": group})
            if found is None:
                rest.append(test)
                continue
            number = found["?n"]
            if (other := self._with_played(number)) is not None:
                said.append(f"that {self._makes(other)}")
            elif (other := self._up_or_down(number)) is not None:
                whole, value = map(self.say.number, other)
                where = value.removeprefix(COUNTS)
                played = f"the card played, as it counts {where}," if where != value else value
                said.append(f"that makes {whole} when {played} is added to it or taken away from it")
            else:
                said.append(f"adding up to {self.say.number(number)}")
        return [*said, *([counting] if counting else [])], rest

    def _counting(self, tests: list[Expr], group: Name) -> tuple[str, list[Expr]]:
        """By what the cards of a group make its total, where a test says so beside it; and the other tests."""
        totals = [f["?n"] for t in tests if (f := like(t, _TOTAL, {"?g": group})) is not None]
        for test in tests:
            found = like(test, ("=", ("sum", "?i", "?g", "?each"), "?n"), {"?g": group})
            each = found and found["?each"]
            if not (found and isinstance(each, Call) and each.row in op.TERMS and each.args == (found["?i"],)):
                continue
            if any(same(n, found["?n"]) or self._stands_for(n, found["?n"]) for n in totals):
                rest = [t for t in tests if t is not test and like(t, _TOTAL, {"?g": group}) is None]
                return self._makes_counted(found["?n"], each), rest
        return "", tests

    def _stands_for(self, number: Expr, one: Expr) -> bool:
        """Whether a name stands for one of a few numbers, and this is among them."""
        return isinstance(number, Name) and any(same(n, one) for n in self.short.get(number.name, ()))

    def _makes_counted(self, number: Expr, each: Call) -> str:
        """What a group adds up to, by a word of this game for what each card counts."""
        word, whole = f"“{spoken(each.name)}”", like(number, ("-", "?n", "?card"))
        own = whole and whole["?card"]
        if whole is not None and isinstance(own, Call) and own.row in op.TERMS and own.name == each.name:
            return f"that make {self.say.number(whole['?n'])} with the card played, each counting its {word}"
        return f"adding up to {self.say.number(number)}, each card counting its {word}"

    def _up_or_down(self, number: Expr) -> tuple[Expr, Expr] | None:
        """Of a total that makes a value with the played card's value added or subtracted: the value, and the card's."""
        few = self.short.get(number.name, ()) if isinstance(number, Name) else ()
        without = self._with_played(few[0]) if len(few) == 2 else None
        if without is None or like(few[1], ("+", "?v", "?w"), dict(zip(("?v", "?w"), without, strict=True))) is None:
            return None
        return without

    def _with_played(self, number: Expr) -> tuple[Expr, Expr] | None:
        """Of a total that lacks the played card's value: what both make together, and the value."""
        minus = like(number, ("-", "?v", "?w"))
        if minus is None or not any(same(minus["?w"], w) for w in self.card_values):
            return None
        return minus["?v"], minus["?w"]

    def _makes(self, other: tuple[Expr, Expr]) -> str:
        whole, value = other
        said = self.say.number(value)
        with_it = "the card played" if not self.say.table.places else said
        return f"adds up to {self.say.number(whole)} with {with_it}"

    def _or_none(self, part: Part) -> str:
        group = Name(Type.ITEMS, part.variable, part.span)
        for test in conjuncts(part.where) if part.where is not None else ():
            found = like(test, _TOTAL, {"?g": group})
            number = found["?n"] if found is not None else None
            several = self.short.get(number.name, ()) if isinstance(number, Name) else ()
            others = [o for n in (number, *several) if n is not None and (o := self._with_played(n)) is not None]
            for other in others[:1]:
                none = "not needed" if several else "none"  # another of the numbers may call for one
                whole = self.say.number(other[0])
                there = " there" if self.say.table.places else ""
                own = (
                    f"the card itself counts {whole}{there}"
                    if several
                    else f"the card played has {whole} itself{there}"
                )
                return f" ({none} if {own})"
        rest = _asked_of_none(part, self.say.table.ruleset)
        return f" (or none, if {' and '.join(map(self.say.condition, rest))})" if rest else " (or none)"


def parts_taken(action: Action) -> tuple[Part, ...]:
    """The parts of what an action takes: of one alone something has to be taken."""
    if len(action.take) != 1 or action.take[0].quantity not in _AT_LEAST_ONE:
        return action.take
    part = action.take[0]
    return (replace(part, quantity=_AT_LEAST_ONE[part.quantity]),)


def speaks_of_sets(text: str) -> bool:
    """Whether what is said of a part leaves open what a set is: `cards or sets` says that a card is none."""
    return re.search(r"(?<!or )\bsets?\b", text) is not None


def _within(part: Expr, whole: Expr) -> bool:
    """Whether a set is some of another."""
    return part == whole or (isinstance(part, Quantified) and part.row is op.FILTER and _within(part.source, whole))


def _denies(test: Call) -> bool:
    return test.row is op.NOT or test.row.sign in ("!=", "not in")


def _size(tests: list[Expr], group: Name, may_lack: bool) -> tuple[str, list[Expr]]:
    """How many items a group has, where a test says so in a way that a noun can say."""
    for test in tests:
        for pattern, words in (
            (("=", ("count", "?g"), 1), "one"),
            (("<=", ("count", "?g"), 1), "one"),
            ((">", ("count", "?g"), 1), "two or more"),
            (("=", ("count", "?g"), 2), "two"),
        ):
            if like(test, pattern, {"?g": group}) is not None and not (may_lack and pattern[0] != "<="):
                return words, [t for t in tests if t is not test]
    return "", tests


def _summed(noun: Noun, sums: Sequence[str]) -> Noun:
    """One thing with what it adds up to."""
    for said in sums:
        if said.startswith("that ") and {"that", "whose"} & set(noun.singular.split()):
            last = ("after",) if noun.after else ("one", "many")
            which = f", which {said.removeprefix('that ')}"
            noun = replace(noun, **{part: f"{getattr(noun, part).rstrip(',')}{which}" for part in last})
        else:
            noun = noun.with_after(said)
    return noun


def _sized(noun: Noun, size: str) -> str:
    return f"{size} {noun.singular if size == 'one' else noun.plural}" if size else noun.plural


def is_mixed(part: Part) -> bool:
    """Whether a set is of things from two zones, as many of each as one likes."""
    tests = list(conjuncts(part.where)) if part.where is not None else []
    one = any(like(t, ("=", ("count", "?i", "?g", ("in", "?i", "?of")), 1)) for t in tests)
    return part.groups and isinstance(part.source, Call) and part.source.row is op.UNION and not one


def when_needed(part: Part) -> int:
    """What has to be there stands first in a list, then what goes with the card played."""
    return 0 if part.row.needs_one(True) else 1 if part.with_card else 2


def _asked_of_none(part: Part, ruleset: Ruleset) -> list[Expr]:
    """What has to be so where a part that may take one set takes none: the conditions on a set that are left of the
    empty one; none where nothing is asked any more."""
    if part.where is None:
        return []
    empty = {part.variable: Call(Type.ITEMS, op.SET, (), part.span)}
    asked = _without_empty(Unfolder(term_table(ruleset.terms)).expr(part.where, empty))
    left = conjuncts(simplify(asked, Facts(ruleset.pack)))
    return [test for test in left if not isinstance(test, Literal) and like(test, _ALONE_A_RUN) is None]


def _without_empty(expr: Expr) -> Expr:
    """An expression without the empty set where it counts 0 or is added to another."""
    if isinstance(expr, Quantified):
        return replace(expr, source=_without_empty(expr.source), body=_without_empty(expr.body))
    if not isinstance(expr, Call):
        return expr
    args = tuple(map(_without_empty, expr.args))
    if expr.row is COUNT and is_empty(args[0]):
        return Literal(Type.INT, 0, expr.span)
    if expr.row is op.UNION and any(map(is_empty, args)):
        return args[1] if is_empty(args[0]) else args[0]
    return replace(expr, args=args)
