"""Expressions in words: each by the phrase of its row, its operands in brackets where they could be read otherwise.

An expression is a thing, a set, a number or a condition, and is said as such. What reads badly by the phrase of its row
has a shape of its own (`shapes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cassino_dsl.book.describe.card_names import cards_named
from cassino_dsl.book.describe.condition_parts import (
    PLAYED,
    POSITIVE,
    SIGNS,
    core_of,
    in_a_row,
    is_name,
    is_own,
    literal_numbers,
    of_seats,
    only_member,
    parts_of,
    spoken_of,
)
from cassino_dsl.book.describe.english import (
    YOU,
    Clause,
    Noun,
    Said,
    Thing,
    adjective,
    by_players,
    either,
    in_row,
    joined,
    numeral,
    ranges,
    set_off,
    spoken,
    the,
    whose,
    with_article,
    word_for,
)
from cassino_dsl.book.describe.expression_patterns import Found, Pattern, fits, like, same
from cassino_dsl.book.describe.fixed_words import (
    AT_LEAST_ONE,
    COMPARED,
    MOMENTS,
    PILED,
    PLACES,
    PLACES_OF_CARDS,
    WHOLE,
    WITHOUT_BUILDS,
    ZONES,
)
from cassino_dsl.book.describe.table import TableFacts
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import (
    ELEMENT,
    Call,
    Expr,
    Literal,
    Name,
    Quantified,
    Type,
    is_just,
    walk,
)
from cassino_dsl.language.ruleset.model import ASIDE, Action
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.within import calls_in, exprs_in, reads_name
from cassino_dsl.language.ruleset.words import (
    BEFORE,
    BY_WORD,
    COUNT,
    FROM,
    KNOWN,
    ME,
    OR_ELSE,
    ROW,
    RUN,
    SEATS,
    SIDES,
    US,
)

_RUN = "a run: one card of each rank, without a gap"
_MADE = frozenset({op.IF, OR_ELSE, COUNT, op.NEGATIVE})


@dataclass(frozen=True)
class Shapes:
    """What has words of its own: rows of single things, and patterns of numbers, of conditions, and of what a condition
    says of one thing; and quantifiers: numbers ``over`` a set, and what is so ``among`` its members."""

    things: Mapping[Row, Callable[[Phrases, Call], Thing]]
    numbers: Sequence[tuple[Pattern, Callable[[Phrases, Found], str | None]]]
    conditions: Sequence[tuple[Pattern, Callable[[Phrases, Found, bool], Clause | None]]]
    sayings: Sequence[tuple[Pattern, Callable[[Phrases, Found], Said | None]]]
    over: Callable[[Phrases, Quantified], str]
    among: Callable[[Phrases, Quantified, bool], Clause]


def of_kind(word: str) -> Said:
    """That a card is of a kind that the file names."""
    return Said("is", with_article(f"{word} card"), noun=(f"{word} card", f"{word} cards"))


@dataclass(frozen=True)
class Phrases:
    """Puts expressions of one table into words. ``names``: what bound names stand for; ``us``: who is spoken of as the
    side, where that is not the reader's; ``taken``: what is done with what a play takes."""

    table: TableFacts
    shapes: Shapes
    names: Mapping[str, Thing]
    us: Thing | None = None
    taken: str = "taken"

    def bound(self, name: str, thing: Thing | str) -> Phrases:
        """The same where a name stands for something."""
        return replace(self, names={**self.names, name: Thing(thing) if isinstance(thing, str) else thing})

    def called(self, name: str, type: Type, within: object) -> Phrases:
        """The same where a name stands for `that card`, told from all others that are spoken of with it; or for
        `card *A*`, where another of its kind is spoken of together with it, which is `card *B*`."""
        one = self.noun_of(type).one
        taken = {thing.text for other, thing in self.names.items() if reads_name(within, other)}
        taken |= {self.us.text} if self.us is not None else set()
        letters = [f"{one} *{letter}*" for letter in "ABCDEF"]
        inner = [e for expr in exprs_in(within) for e in walk(expr) if isinstance(e, Quantified)]
        together = any(self.noun_of(e.variable).one == one and reads_name(e.body, name) for e in inner)
        if together or not taken.isdisjoint(letters):
            ways = [way for way in letters if way not in taken]
        else:
            ways = [way for way in (f"that {one}", *letters) if way not in taken]
        return self.bound(name, next(iter(ways), f"“{spoken(name)}”"))

    def introduced(self, noun: Noun, name: str) -> Noun:
        """What a name stands for, with the letter that it is called by, where it has one."""
        called = self.names[name].text
        lettered = called.endswith("*") and not noun.close.endswith(f"({called})")
        return replace(noun, close=f"{noun.close} ({called})".strip()) if lettered else noun

    def speaking_of(self, who: str, many: bool = False) -> Phrases:
        """The same where the side is not the reader's."""
        return replace(self, us=Thing(who, many))

    def of_plays(self, actions: Iterable[Action]) -> Phrases:
        """The same of plays of these actions alone: what goes into a build is not taken."""
        built = {a.to == "build" for a in actions if a.take}
        if True not in built:
            return self
        return replace(self, taken="taken or put in" if False in built else "put in")

    def noun_of(self, type: Type) -> Noun:
        """What a thing of a type is called."""
        return self.table.noun_of(type)

    # ---- one thing

    def thing(self, expr: Expr) -> Thing:
        """Anything but a condition, as what a sentence can be about."""
        if isinstance(expr, Literal):
            return Thing(self._constant(expr))
        if isinstance(expr, Name):
            return self.names.get(expr.name, Thing(f"“{spoken(expr.name)}”"))
        if expr.type is Type.INT:
            return Thing(self.number(expr))
        if expr.type is Type.BOOL:
            return Thing(self.condition(expr))
        if expr.type in ELEMENT:
            return self.whole(expr)
        if isinstance(expr, Quantified):
            return self._if_so(expr) or Thing(
                f"the {'lowest' if reads(expr.source, *PILED) else 'first'} {self.fitting(expr).singular}"
            )
        say, args = self.shapes.things.get(expr.row), expr.args
        if say is not None:
            return say(self, expr)
        if expr.row in op.MEMORIES:
            return self._kept(expr)
        if expr.row in op.AS.values():
            return self.thing(args[0])
        return Thing(self._by_row(expr))

    def _kept(self, call: Call) -> Thing:
        memory = self.table.memory[call.name]
        return self.table.kept(memory, self.thing(call.args[0]) if call.args else None)

    def _by_row(self, expr: Call) -> str:
        """By the phrase of its row."""
        args = [self.operand(a) if a.type is Type.INT else self.thing(a).text for a in expr.args]
        return self.table.in_own_words(expr.row.phrase).format(*args, name=f"“{spoken(expr.name)}”")

    def _constant(self, expr: Literal) -> str:
        pack, value = self.table.ruleset.pack, expr.value
        if value is None:
            return "nobody" if expr.type in (Type.SEAT, Type.SIDE) else "nothing"
        if expr.type is Type.CARD:
            return the(pack.card_words(str(value)))
        if expr.type is Type.RANK:
            return pack.rank_word(str(value))
        if expr.type is Type.SUIT:
            return pack.suit_word(str(value)) or str(value)
        if expr.type in (Type.SEAT, Type.SIDE):
            return f"{self.noun_of(expr.type).one} {int(value) + 1}"
        return str(value).lower() if isinstance(value, bool) else spoken(str(value))

    # ---- sets

    def members(self, expr: Expr, together: bool = False) -> Noun:
        """What the members of a set are called; ``together``: where something is said of all that could be taken to be
        said of one of two sets alone."""
        element: Noun = self.noun_of(ELEMENT.get(expr.type, Type.POISON))
        if isinstance(expr, Name):
            return element.near(f"in {self.thing(expr).text}")
        if isinstance(expr, Quantified):
            return self.fitting(expr)
        if not isinstance(expr, Call):
            return element
        words = None if self.table.builds else WITHOUT_BUILDS.get(expr.row)
        words = words or ZONES.get(expr.row)
        if words is not None:
            one, many, before, close = map(self.table.in_own_words, words)
            close = self.taken if expr.row is ROW["taken"] else close
            person = expr.row is SEATS or (expr.row is SIDES and self.table.alone)
            return Noun(one, many, before, close, person=person)
        if expr.row is op.UNION:
            nouns, several = [self.members(a) for a in expr.args], [self._several(a) for a in expr.args]
            if not together or not any(noun.close or noun.clauses or noun.such for noun in nouns):
                return Noun(" or ".join(noun.singular for noun in nouns), " and ".join(several))
        if expr.row is op.WITHOUT:
            noun, alone = self.members(expr.args[0]), only_member(expr.args[1])
            if isinstance(alone, Call) and alone.row in (ME, US):
                return replace(noun, before="other")
            rest = f"among {self.whole(expr.args[1]).text}" if alone is None else self.thing(alone).text
            return noun.said(Said("is", rest), False)
        if expr.row in MOMENTS:
            inner = self.members(expr.args[0])
            if isinstance(expr.args[0], Call) and expr.args[0].row in op.MEMORIES:
                return replace(inner, close=f"{inner.close} {MOMENTS[expr.row]}")
            lay = "was" if expr.row is BEFORE else "is"
            return inner.said(Said(lay, f"there {MOMENTS[expr.row]}"))
        if expr.row in op.AS.values():
            return self.members(expr.args[0])
        if expr.row is FROM:
            return element.near(f"(in turn, beginning with {self.thing(expr.args[0]).text})")
        if expr.row in BY_WORD["cards"] and expr.args:
            if isinstance(expr.args[0], Call) and expr.args[0].row is ROW["taken"]:
                return element.near(f"{self.taken}{' (loose or in a build)' if self.table.builds else ''}")
            within = "in" if expr.args[0].type is Type.BUILD else "of"
            return element.near(f"{within} {self.thing(expr.args[0]).text}")
        if expr.row in (*BY_WORD["value"], *BY_WORD["total"]):
            counts, whole = expr.row in BY_WORD["value"], expr.args[0]
            who = Thing(self.members(whole).a) if counts and whole.type in ELEMENT else self.thing(whole)
            told = f"that {who.does('counts') if counts else who.does('adds', 'up to')}{self.where(expr.args[-1])}"
            return replace(element, clauses=((told, told),))
        if expr.row is op.PART:
            return element.near(f"taken as “{spoken(expr.name)}”")
        if (place := self._place_of(expr)) is not None:
            return element.near(place)
        numbers = literal_numbers(expr)
        if numbers is not None:
            row = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
            return element.near(f"from {numbers[0]} to {numbers[-1]}" if row else f"among {ranges(numbers, 'and')}")
        return element.near(f"among {self.whole(expr).text}")

    def _several(self, expr: Expr) -> str:
        """The members of a set, among those of others."""
        return self.whole(expr).text if self.is_one_card(expr) else self.members(expr).plural

    def is_one_card(self, expr: Expr) -> bool:
        """Whether a set is of nothing but the card played."""
        return isinstance(expr, Call) and expr.row is ROW["cards"] and self.table.plays_one

    def _place_of(self, expr: Call) -> str | None:
        """Where the cards of a zone lie."""
        if expr.row is ROW["hand(seat)"]:
            return f"in {whose(self.thing(expr.args[0]).text, 'hand')}"
        if expr.row in BY_WORD["pile"]:
            owner = self.thing(expr.args[0] if expr.args else Call(Type.SIDE, US, (), expr.span))
            return f"in {whose(owner.text, 'pile')}"
        if expr.row is op.ZONE:
            owner_text = self.thing(expr.args[0]).text if expr.args else None
            return "out of play" if expr.name == ASIDE.name else f"in {self.zone(expr.name, owner_text)}"
        return None

    @staticmethod
    def zone(name: str, owner: str | None) -> str:
        """A place that cards go to, or lie in: somebody's, or everybody's."""
        if name in ("pile", "hand") and owner is not None:
            return whose(owner, name)
        called = f"“{spoken(name)}”"
        return PLACES_OF_CARDS.get(name, called) if owner is None else whose(owner, called)

    def fitting(self, expr: Quantified) -> Noun:
        """What the members of its set are called for which a quantifier holds."""
        return self.fit(self.members(expr.source, True), expr.name, expr.variable, expr.body)

    def whole(self, expr: Expr) -> Thing:
        """A set as a whole."""
        if isinstance(expr, Name):
            return self.thing(expr)
        if isinstance(expr, Call):
            if self.is_one_card(expr):
                return self.names.get(PLAYED, Thing("the card played"))
            if expr.row is ROW["taken"]:
                return Thing(f"what is {self.taken}")
            if expr.row in WHOLE:
                return WHOLE[expr.row]
            if expr.row in (op.UNION, op.WITHOUT):
                parts = [self.whole(a).text for a in expr.args]
                return Thing(expr.row.phrase.format(*parts), True)
            if expr.row is op.SET:
                return self._listed(expr)
            if expr.row in op.AS.values():
                return self.whole(expr.args[0])
            if expr.row in op.MEMORIES:
                return self._kept(expr)
            if expr.row is op.IF:
                return replace(self.shapes.things[op.IF](self, expr), many=True)
            if expr.row in BY_WORD["value"] and expr.args[0].type not in ELEMENT:
                thing, where = self.thing(expr.args[0]), self.where(expr.args[-1])
                return Thing(f"what {thing.does('counts', where.strip())}" if where else f"the value of {thing.text}")
            if expr.row in op.TERMS:
                return Thing(self._of_term(expr), True)
        alone = self._if_so(expr) if isinstance(expr, Quantified) else None
        return alone or Thing(f"all {self.members(expr).plural}", True)

    def _if_so(self, expr: Quantified) -> Thing | None:
        """The one member of a set that is written out, where something is so: `me`, `{card}`."""
        alone = only_member(expr.source)
        one = self.thing(alone) if alone is not None else None
        return one and Thing(f"({one.text} if {self.bound(expr.name, one).condition(expr.body)})")

    def _listed(self, expr: Call) -> Thing:
        numbers = literal_numbers(expr)
        if not expr.args:
            return Thing("nobody" if expr.type in (Type.SEATS, Type.SIDES) else "nothing")
        if numbers is not None:
            return Thing(ranges(numbers, "and"))
        constants = [str(a.value) for a in expr.args if isinstance(a, Literal)]
        if expr.type is Type.CARDS and len(constants) == len(expr.args):
            return Thing(self.faces(constants, "and"), len(constants) > 1)
        return Thing(joined([self.thing(a).text for a in expr.args]), len(expr.args) > 1)

    def faces(self, texts: Sequence[str], last: str = "or") -> str:
        return cards_named(self.table.ruleset.pack, texts, last)

    def where(self, place: Expr | None) -> str:
        """Where a card lies for what it counts, where that matters."""
        known = str(place.value) if isinstance(place, Literal) and place.type is Type.PLACE else ""
        return f" {PLACES[known]}" if self.table.places and known else ""

    # ---- numbers

    def number(self, expr: Expr) -> str:
        """A number, as it stands alone."""
        if isinstance(expr, Literal):
            return str(expr.value)
        if isinstance(expr, Name):
            return self.thing(expr).text
        if of_seats(expr) and (by := self._by_seats(expr)) is not None:
            return by
        for pattern, say in self.shapes.numbers:
            found = like(expr, pattern)
            told = say(self, found) if found is not None else None
            if told is not None:
                return told
        if isinstance(expr, Quantified):
            return self.shapes.over(self, expr)
        if expr.row is op.IF:
            test, then, other = expr.args
            chain = isinstance(other, Call) and other.row is op.IF
            rest = self.number(other) if chain else self.operand(other)
            return f"{self.operand(then)} if {self.condition(test)}, otherwise {rest}"
        if expr.row is COUNT:
            return f"the number of {self.members(expr.args[0]).plural}"
        if expr.row in op.MEMORIES:
            return self._kept(expr).text
        if expr.row in op.TERMS:
            return self._of_term(expr)
        if expr.row is OR_ELSE:
            return f"{self.operand(expr.args[0])}, or {self.operand(expr.args[1])} if there is none"
        if expr.row is op.PLUS:
            return " plus ".join(self.operand(a) for a in in_a_row(expr, op.PLUS) if not is_just(a, 0)) or "0"
        return self._by_row(expr)

    def _of_term(self, expr: Call) -> str:
        """What a term comes to, by its name."""
        given = [self.thing(a).text for a in expr.args]
        word = f"*{word_for(expr.name)}*"
        own = given in ([YOU], ["it"], ["they"])
        return whose(given[0], word) if own else f"the {word}{f' of {joined(given)}' if given else ''}"

    def points(self, expr: Expr) -> str:
        """A number of points as people see it, where clauses may count halves."""
        match = self.table.ruleset.match
        if isinstance(expr, Literal) and isinstance(expr.value, int):
            return str(match.shown(expr.value))
        return f"half of {self.operand(expr)}" if match.half_points else self.number(expr)

    def operand(self, expr: Expr) -> str:
        """A number as a part of another: in brackets where it is made of several things."""
        text = self.number(expr)
        row = expr.row if isinstance(expr, Call) else None
        made = isinstance(expr, Quantified) or (row is not None and (row.sign or row.compares or row in _MADE))
        return f"({text})" if made and not text.isdigit() and not self._is_plain_count(expr) else text

    def _is_plain_count(self, expr: Expr) -> bool:
        """Whether it is how many there are of what a noun by itself names, or the one number that a card counts."""
        if isinstance(expr, Quantified) and expr.row in (op.MAX_OF, op.MIN_OF):
            return is_name(expr.body, expr.name) and self.table.counts_once(expr.source)
        if not isinstance(expr, Quantified) or expr.row is not op.HOW_MANY:
            counted = isinstance(expr, Call) and expr.row is COUNT
            return counted and not any(call.row is op.UNION for call in calls_in(expr))
        noun = self.fitting(expr)
        return not (noun.clauses or noun.such)

    def _by_seats(self, expr: Expr) -> str | None:
        """A number that the number of players decides: `6 (8 with four players)`."""
        by = {n: value for n, value in self.table.with_players(expr).items() if value is not None}
        return by_players({n: str(value) for n, value in by.items()}) if len(by) == len(self.table.seats) else None

    # ---- what is said of a member

    def saying(self, subject: Expr, test: Expr) -> Said | None:
        """What a condition says of a thing, where that is all that it says."""
        if isinstance(test, Call) and test.row is op.ATTRIBUTE[Type.BOOL] and same(test.args[0], subject):
            return of_kind(spoken(test.name))
        if isinstance(test, Call) and test.row in op.TERMS and test.args == (subject,) and subject.type is not Type.INT:
            return Said("is", f"“{adjective(test.name)}”")
        for pattern, say in self.shapes.sayings:
            told = (say(self, found) for found in fits(test, pattern, {"?x": subject}))
            if (said := next((said for said in told if said is not None), None)) is not None:
                return said
        if isinstance(test, Call) and test.row is op.OR:
            parts = [core_of(part) for part in in_a_row(test, op.OR)]
            ways = [self.saying(subject, core) for core, yes in parts if yes]
            known = [way for way in ways if way is not None]
            return either(known) if len(known) == len(parts) else None
        return None

    def fit(self, noun: Noun, variable: str, type: Type, test: Expr, inner: Phrases | None = None) -> Noun:
        """The noun of those members that pass a test. ``inner``: what calls a member as the sentence does that goes
        on."""
        rest: list[Expr] = []
        never: list[Said] = []
        member = Name(type, variable, test.span)
        for part in parts_of(test):
            core, yes = core_of(part)
            if is_just(part, True):
                continue
            said = self.saying(member, core)
            if said is None:
                rest.append(part)
            elif not yes and is_own(core, member):
                noun = replace(noun, before="other")
            elif yes or said.verb != "is" or said.part:
                noun = noun.said(said, yes)
            else:
                never.append(said)
        neither = either(never) if len(never) > 1 else None
        for said in [neither] if neither is not None else never:
            noun = noun.said(said, False)
        inner = inner or self.called(variable, type, test)
        noun = inner.introduced(noun, variable) if rest else noun
        for part in rest:
            clause = inner.clause(part)
            noun = noun.such_that(f"({clause.text})" if clause.open and part is not rest[-1] else set_off(clause))
        return noun

    # ---- conditions

    def condition(self, expr: Expr, yes: bool = True) -> str:
        """A clause that says that a condition holds, or that it does not."""
        return self.clause(expr, yes).text

    def clause(self, expr: Expr, yes: bool = True) -> Clause:
        """The same, with whether it can stand in a row."""
        if isinstance(expr, Literal):
            return Clause("always" if expr.value is yes else "never")
        if isinstance(expr, Call) and expr.row in POSITIVE:
            return self.clause(replace(expr, row=POSITIVE[expr.row]), not yes)
        if isinstance(expr, Call) and expr.row is op.NOT:
            return self.clause(expr.args[0], not yes)
        if of_seats(expr):
            by = self.table.with_players(expr)
            if all(isinstance(v, bool) for v in by.values()):
                fitting = [numeral(n) for n, v in by.items() if v is yes]
                return Clause(f"{joined(fitting, 'or')} play" if fitting else "never")
        for pattern, say in self.shapes.conditions:
            found = like(expr, pattern)
            clause = say(self, found, yes) if found is not None else None
            if clause is not None:
                return clause
        if isinstance(expr, Quantified):
            return self.shapes.among(self, expr, yes)
        if isinstance(expr, Name):
            return Clause(f"“{spoken(expr.name)}” {'holds' if yes else 'does not hold'}")
        row, args = expr.row, expr.args
        if row in (op.AND, op.OR):
            for subject in dict.fromkeys(spoken_of(expr)) if row is op.OR else ():
                said = self.saying(subject, expr)
                if said is not None:
                    return Clause(said.of(self.thing(subject), yes), 1)
            parts = in_a_row(expr, row)
            return in_row([self.clause(p, yes) for p in parts], "and" if (row is op.AND) == yes else "or")
        if row is op.IMPLIES:
            if not yes:
                return in_row([self.clause(args[0]), self.clause(args[1], False)], "and")
            return Clause(f"if {set_off(self.clause(args[0]))}, then {set_off(self.clause(args[1]))}", 2)
        if row is op.IF:
            then, other = (set_off(self.clause(a, yes)) for a in args[1:])
            return Clause(f"if {set_off(self.clause(args[0]))}, {then}; otherwise {other}", 2)
        if row in MOMENTS:
            inner = self.clause(args[0], yes)
            return Clause(f"{MOMENTS[row]}, {set_off(inner)}", max(1, inner.open))
        return self._said(expr, yes)

    def _said(self, expr: Call, yes: bool) -> Clause:
        """A condition on one thing or two: what it says of the first, or by the phrase of its row."""
        row, args = expr.row, expr.args
        for subject in dict.fromkeys(spoken_of(expr)):
            said = self.saying(subject, expr)
            if said is not None:
                return Clause(said.of(self.thing(subject), yes))
        if row in SIGNS:
            right, wrong, *_ = COMPARED[row.sign]
            score = any(isinstance(a, Call) and a.row in BY_WORD["score"] for a in args)
            ends = [Thing(self.points(a)) if score and isinstance(a, Literal) else self._end(a) for a in args]
            one, two = ends[::-1] if row is op.EQ and isinstance(args[0], Literal) else ends
            return Clause(one.does("is", f"{right if yes else wrong}{two.text}"))
        if row is op.IN:
            several = len(literal_numbers(args[1]) or ()) > 1  # `18, 19 or 20`, which an `or` could go on with
            return Clause(self._thing_in(expr, args[0], args[1], yes), int(several))
        if row is KNOWN:
            thing = args[0]
            if isinstance(thing, Call) and thing.name in self.table.lately:
                return Clause(f"{'somebody' if yes else 'nobody'} has {self.table.lately[thing.name]} in this round")
            noun = self.fitting(thing) if isinstance(thing, Quantified) else None
            if noun is not None:
                return Clause(f"there is {noun.a if yes else noun.none}", 1 if noun.such or noun.clauses else 0)
            if isinstance(thing, Call) and thing.row in op.MEMORIES and self.table.memory[thing.name].of != "build":
                some = {Type.SEAT: "body", Type.SIDE: "body"}.get(thing.type, "thing")
                of = f" of {self.thing(thing.args[0]).text}" if thing.args else ""
                return Clause(f"{'some' if yes else 'no'}{some} is noted as “{spoken(thing.name)}”{of}")
            return Clause(f"there is {'' if yes else 'not '}such a thing as {self.thing(thing).text}", 1)
        if row is RUN:
            return Clause(self.whole(args[0]).does("is", self.table.in_own_words(_RUN), yes), 1)
        if row in op.MEMORIES:
            who = self.thing(args[0]) if args else Thing(f"the {self.table.memory[expr.name].resets}")
            return Clause(who.does("is", f"marked “{spoken(expr.name)}”", yes))
        if row in op.TERMS:
            things = [self.thing(a) for a in args] or [Thing("it")]
            if len(things) == 1 and not (args and args[0].type is Type.INT):
                return Clause(things[0].does("is", f"“{adjective(expr.name)}”", yes))
            holds = Thing(f"“{spoken(expr.name)}”").does("holds", f"for {joined([t.text for t in things])}", yes)
            return Clause(holds, int(len(things) > 1))
        text = self._by_row(expr)
        return Clause(text if yes else f"it is not so that {text}", 1)

    def _end(self, number: Expr) -> Thing:
        """One end of a comparison: a number that depends on something is set off."""
        chosen = isinstance(number, Call) and number.row is op.IF and number.type is Type.INT and not of_seats(number)
        return Thing(self.operand(number)) if chosen else self.thing(number)

    def _thing_in(self, test: Expr, member: Expr, whole: Expr, yes: bool) -> str:
        thing = self.thing(member)
        if isinstance(whole, Call) and whole.row in BY_WORD["total"]:
            return self.whole(whole.args[0]).does("adds", f"up to {thing.text}{self.where(whole.args[-1])}", yes)
        if isinstance(whole, Call) and whole.row in BY_WORD["value"]:
            if whole.args[0].type in ELEMENT:
                noun = self.members(whole.args[0]).said(Said("counts", f"{thing.text}{self.where(whole.args[-1])}"))
                return f"there is {noun.a if yes else noun.none}"
            return self.thing(whole.args[0]).does("counts", f"{thing.text}{self.where(whole.args[-1])}", yes)
        numbers = literal_numbers(whole)
        if numbers is not None:
            return thing.does("is", ranges(numbers), yes)
        if isinstance(whole, Call) and whole.row is op.SET and whole.args:
            return thing.does("is", joined([self.thing(a).text for a in whole.args], "or"), yes)
        said = self.saying(member, test)
        return said.of(thing, yes) if said is not None else thing.does("is", f"among {self.whole(whole).text}", yes)

    def all_hold(self, parts: Iterable[Expr]) -> str:
        """Several conditions, all of which hold."""
        return in_row([self.clause(p) for p in parts], "and").text

    # ---- shapes of conditions

    def counted(self, sign: str, noun: Noun, number: Expr, yes: bool) -> Clause:
        """How many there are of something."""
        n = number.value if isinstance(number, Literal) else None
        *_, right, wrong = COMPARED[sign]
        some = AT_LEAST_ONE.get((sign, n))
        level = 1 if noun.such or noun.clauses else 0
        if some is not None:
            return Clause(f"there is {noun.a if some is yes else noun.none}", level)
        if not isinstance(n, int):
            of = f"the number of {noun.plural}"
            right, wrong, *_ = COMPARED[sign]
            return Clause(f"{of} is {right if yes else wrong}{self.operand(number)}", level)
        if sign == "=" and not yes:
            return Clause(f"the number of {noun.plural} is not {n}", level)
        return Clause(f"there {'is' if n == 1 else 'are'} {right if yes else wrong}{noun.of(n)}", level)


def reads(expr: Expr, *rows: Row) -> bool:
    """Whether an expression reads one of these."""
    return any(isinstance(part, Call) and part.row in rows for part in walk(expr))
