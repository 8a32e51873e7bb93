"""Puts the expressions of one ruleset into words, by the tables of shapes, else by the phrase of their row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cassino_dsl.describe.clauses import literal_numbers, ranks_of, said_of, where
from cassino_dsl.describe.conditions import CONDITIONS, OPPOSITES
from cassino_dsl.describe.english import YOU, Noun, joined, numeral, ranges, sentence, spoken, whose
from cassino_dsl.describe.fits import fit
from cassino_dsl.describe.naming import cards_named, many_of, whole_ranks
from cassino_dsl.describe.numbers import NUMBERS, has_all_faces, worth
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.remembered import noted_as, span_of
from cassino_dsl.describe.table import TableFacts
from cassino_dsl.describe.zones import ALL_OF, WITHOUT_BUILDS, element, own_zone, zone_noun
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, free_names, is_just
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.simplify import constant
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import AFTER, BEFORE, BY_WORD, COUNT, ME, OR_ELSE, ROW, SEATS, SIDES, US

_MOMENTS = {BEFORE: "before the play", AFTER: "after the play"}
_SETS = frozenset({Type.CARDS, Type.BUILDS, Type.ITEMS, Type.VALUES, Type.RANKS, Type.SUITS, Type.SEATS, Type.SIDES})
_SHORT = 8  # words of what is so in general, behind which an exception can stand
_ORDINALS = ("that", "that other", "that third", "that fourth", "that fifth", "that sixth", "that seventh")


@dataclass(frozen=True)
class Phrases:
    """Words for expressions. ``names``: what bound names stand for; ``us``: the side that is spoken of."""

    table: TableFacts
    us: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    # ---- who and what

    def speaking_of(self, side: str) -> Phrases:
        """The same where `us` is another side than yours."""
        return replace(self, us=side)

    def stands_for(self, name: str) -> str:
        return self.names.get(name, "")

    def bound(self, variable: str, phrase: str) -> Phrases:
        return replace(self, names={**self.names, variable: phrase})

    def called(self, variable: str, noun: Noun) -> Phrases:
        taken = set(self.names.values())
        word = noun.one.split(" of ")[0].split(" among ")[0].split(" taken")[0].split(" played")[0]
        return self.bound(
            variable, next((p for o in _ORDINALS if (p := f"{o} {word}") not in taken), f"one more {word}")
        )

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def noted(self) -> str:
        """What has to follow the sentence just said, once."""
        said = " ".join(self.notes)
        self.notes.clear()
        return said

    def thing(self, expr: Expr) -> str:
        if isinstance(expr, Name):
            return self.names.get(expr.name, "it")
        if isinstance(expr, Literal):
            return self._literal(expr)
        if expr.type is Type.INT:
            return self.number(expr)
        if expr.type is Type.BOOL:
            return self.condition(expr)
        if expr.type in _SETS:
            return self.all_of(expr)
        if isinstance(expr, Quantified):
            if is_just(expr.body, True):
                return f"the first {self.members(expr.source).singular}"
            return f"the first {fit(self, self.members(expr.source), expr.name, expr.body).singular}"
        return self._call(expr)

    def _of_any_type(self, expr: Call, say: Callable[[Expr], str]) -> str | None:
        """What is said alike of things and of numbers, which ``say`` says: memory, moments, choices."""
        row, args = expr.row, expr.args
        if row in op.MEMORIES:
            return self._remembered(expr)
        if row in _MOMENTS:
            return f"{say(args[0])} {_MOMENTS[row]}"
        if row is OR_ELSE:
            return self._or_else(expr, say)
        if row is op.IF:
            then, test, other = say(args[1]), self.condition(args[0]), say(args[2])
            short = len(other.split()) < _SHORT and not any(mark in other for mark in ",(")
            return f"{other} ({then} if {test})" if short else f"{then} if {test}, otherwise {other}"
        return None

    def _or_else(self, expr: Expr, say: Callable[[Expr], str]) -> str:
        """The first of several that there is: `the owner (or else the leader, or else you)`."""
        chain: list[Expr] = []
        while isinstance(expr, Call) and expr.row is OR_ELSE:
            chain.insert(0, expr.args[1])
            expr = expr.args[0]
        return f"{say(expr)} ({', '.join(f'or else {say(e)}' for e in chain)})"

    def _call(self, expr: Call) -> str:
        row, args = expr.row, expr.args
        if row is ME:
            return YOU
        if row is US:
            return self.us or (YOU if self.table.alone else "your side")
        if row in op.AS.values():
            return self.thing(args[0])
        if row is ROW["side(seat)"]:
            if not self.table.alone and isinstance(args[0], Call) and (did := self.table.lately.get(args[0].name)):
                return f"the side that {did} last"
            who = self.thing(args[0])
            return who if self.table.alone else whose(who, "side")
        if row is ROW["next(seat)"] and isinstance(args[0], Call) and args[0].row is row:
            return self._two_places_on(self.thing(args[0].args[0]))
        if (text := self._of_any_type(expr, self.thing)) is not None:
            return text
        if row.ordered and args and (below := like(expr, (row.word, ("-", "?s", ("set", (row.word, "?s")))))):
            end = "second highest" if row in BY_WORD["top"] else "second lowest"
            return f"the {self.members(below['?s']).with_before(end).singular}"
        if row.ordered and args and args[0].type in _SETS:
            return f"the {self.members(args[0]).with_before('top' if row in BY_WORD['top'] else 'lowest').singular}"
        return row.phrase.format(*map(self.thing, args), name=spoken(expr.name))

    def _two_places_on(self, who: str) -> str:
        """Of four in two pairs the partner."""
        ruleset, pairs = self.table.ruleset, False
        if 4 in self.table.seats:
            pairs = constant(ruleset.sides, self.table.seats[4]) == 2
        partner = whose(who, "partner")
        if pairs and ruleset.seats == (4,):
            return partner
        return f"the player two places after {who}" + (f" ({partner}, where four play)" if pairs else "")

    def _remembered(self, expr: Call) -> str:
        lately = self.table.lately.get(expr.name)
        if lately:
            return f"the player who {lately} last"
        if expr.name in self.table.fresh:
            self.note("A card is *fresh* if it was trailed last, and nothing has been captured since.")
            return "the fresh card"
        memory = self.table.memory.get(expr.name)
        return noted_as(memory, self.thing(expr.args[0]) if expr.args else "") if memory else spoken(expr.name)

    def _literal(self, expr: Literal) -> str:
        value = expr.value
        if value is None:
            return "nobody" if expr.type in (Type.SEAT, Type.SIDE) else "nothing"
        if expr.type in (Type.CARD, Type.ITEM, Type.BUILD):
            return self.face(str(value))
        if expr.type is Type.RANK:
            return f"the rank {self.rank(expr)}"
        if expr.type is Type.SUIT:
            return next((s.name for s in self.table.ruleset.pack.suits if s.letter == value), str(value))
        if isinstance(value, bool):
            return "so" if value else "not so"
        return spoken(str(value)) if not isinstance(value, int) else str(value)

    # ---- cards

    def rank(self, expr: Expr, many: bool = False) -> str:
        if not isinstance(expr, Literal):
            return self.thing(expr)
        word = self.rank_word(str(expr.value))
        return many_of(word) if many else word

    def face(self, text: str) -> str:
        """A card with the pack's own names: `the ten of diamonds`."""
        pack = self.table.ruleset.pack
        return text if pack.number_of(text) is None else f"the {pack.card_words(text)}"

    def rank_word(self, rank: str) -> str:
        return self.table.ruleset.pack.rank_word(rank)

    def faces(self, texts: list[str], last: str = "or") -> str:
        return cards_named(self.table.ruleset.pack, texts, last)

    def whole_ranks(self, texts: list[str]) -> tuple[list[str], list[str]]:
        return whole_ranks(self.table.ruleset.pack, texts)

    # ---- sets

    def members(self, expr: Expr) -> Noun:
        if isinstance(expr, Quantified) and expr.row is op.FILTER:
            return fit(self, self.members(expr.source), expr.name, expr.body)
        if isinstance(expr, Name):
            return Noun(element(expr.type).one, element(expr.type).many, after=f"of {self.names.get(expr.name, 'it')}")
        if isinstance(expr, Call):
            if expr.row in op.TERMS:
                noun = Noun(self.table.side, f"{self.table.side}s") if expr.type is Type.SIDES else element(expr.type)
                if not expr.args:
                    return noun.with_before(f"“{spoken(expr.name)}”")
                return noun.with_after(f"counted as “{spoken(expr.name)}” for {self.thing(expr.args[0])}")
            if expr.row in op.AS.values():
                return self.members(expr.args[0])
            if expr.row is op.UNION and like(expr, ("+", ("cards", ("taken",)), ("cards",))) is not None:
                return Noun("card taken or played", "cards taken or played")
            if expr.row is op.UNION:
                a, b = map(self.members, expr.args)
                return Noun(f"{a.singular} or {b.singular}", f"{a.plural} and {b.plural}")
            if expr.row is op.WITHOUT:
                whole, part = self.members(expr.args[0]), expr.args[1]
                if isinstance(part, Call) and part.row is op.SET and (len(part.args) > 1 or part.type is Type.RANKS):
                    return whole.with_after(f"other than {self.all_of(part)}")
                if not (isinstance(part, Call) and part.row is op.SET and len(part.args) == 1):
                    return whole.with_after(f"other than the {self.members(part).plural}")
                one = self.thing(part.args[0])
                return whole.with_before("other") if one == YOU else whole.with_after(f"other than {one}")
            if expr.row in _MOMENTS:
                return self.members(expr.args[0]).with_after(f"there {_MOMENTS[expr.row]}")
            if expr.row in BY_WORD["value"] and expr.args[0].type not in _SETS:
                place = f" {where(expr.args[1])}" if len(expr.args) > 1 and self.table.places else ""
                return Noun("number", "numbers", after=f"that {self.thing(expr.args[0])} counts{place}")
            if expr.row in BY_WORD["total"] and self.all_of(expr.args[0]):
                return Noun("total", "totals", after=f"of {self.all_of(expr.args[0])}")
            if expr.type is Type.VALUES or expr.row is op.SET or expr.row in op.MEMORIES or expr.row is op.IF:
                what, noun = self.all_of(expr), element(expr.type)
                return Noun(f"{noun.one} among {what}", f"{noun.many} among {what}")
            zone = zone_noun(expr, self)
            if zone is not None:
                return zone
        return Noun(element(expr.type).one, element(expr.type).many)

    def all_of(self, expr: Expr) -> str:
        if isinstance(expr, Name):
            return self.names.get(expr.name, "it")
        if expr.type not in _SETS:
            return self.thing(expr)
        if isinstance(expr, Call):
            if expr.row in op.AS.values():
                return self.all_of(expr.args[0])
            if expr.row is op.SET:
                return self._set(expr)
            if expr.row is op.UNION:
                return joined([self.all_of(a) for a in expr.args])
            if expr.row in _MOMENTS:
                return f"{self.all_of(expr.args[0])} {_MOMENTS[expr.row]}"
            if expr.row is op.IF:
                test, then, other = expr.args
                return f"{self.all_of(then)} if {self.condition(test)}, otherwise {self.all_of(other)}"
            if expr.row in op.MEMORIES:
                return self._remembered(expr)
            if expr.type is Type.VALUES:
                return self._values(expr)
            if expr.row is op.PART:
                return f"what is taken as “{spoken(expr.name)}”"
            if expr.row in ALL_OF and (self.table.builds or expr.row not in WITHOUT_BUILDS or expr.row is ROW["taken"]):
                return ALL_OF[expr.row]
            if expr.row is op.ZONE:
                return own_zone(expr, self)
            if expr.row in BY_WORD["pile"] or expr.row is ROW["hand(seat)"]:
                owner = self.thing(expr.args[0]) if expr.args else self._call(Call(Type.SIDE, US, (), expr.span))
                return whose(owner, expr.row.word)
            if expr.row in BY_WORD["cards"] and expr.args:
                inner = self.all_of(expr.args[0])
                return f"the cards of {inner}" if self.table.builds else inner
        return f"all {self.members(expr).plural}"

    def _set(self, expr: Call) -> str:
        numbers = literal_numbers(expr) if expr.type is Type.VALUES else None
        if numbers is not None:
            return ranges(numbers, "and") or "nothing"
        if expr.type is Type.RANKS:
            return ranks_of(expr, self, "and") or "nothing"
        if expr.type is Type.CARDS and all(isinstance(a, Literal) for a in expr.args):
            return self.faces([str(a.value) for a in expr.args if isinstance(a, Literal)], "and")
        return joined([self.thing(a) for a in expr.args]) or "nothing"

    def _values(self, expr: Call) -> str:
        """A set of numbers: what something counts."""
        if expr.row not in (*BY_WORD["value"], *BY_WORD["total"]):
            return expr.row.phrase.format(*map(self.thing, expr.args))
        place = f" {where(expr.args[1])}" if len(expr.args) > 1 and self.table.places else ""
        of = expr.args[0]
        if expr.row in BY_WORD["total"]:
            return f"the totals of {self.all_of(of)}{place}"
        if of.type in _SETS:
            return f"what any {self.members(of).singular} counts{place}"
        return f"what {self.thing(of)} counts{place}"

    def fit(self, noun: Noun, variable: str, test: Expr) -> Noun:
        return fit(self, noun, variable, test)

    # ---- numbers and conditions

    def number(self, expr: Expr) -> str:
        if isinstance(expr, Literal):
            return str(expr.value) if expr.value is not None else "nothing"
        if isinstance(expr, Name):
            return self.names.get(expr.name, "it")
        seats = self._by_seats(expr)
        if seats is not None:
            return seats
        table = worth(expr, self)
        if table is not None:
            (cards, number), *more = table[1]
            shown = "".join(f"; {cards} {number}" for cards, number in more)
            others = "" if has_all_faces(expr, self.table.ruleset.pack) else "; any other card nothing"
            worth_it = "are each" if " and " in cards else "is"
            self.note(sentence(f"{cards} {worth_it} worth {number}{shown}{others}"))
            return f"the worth of {self.thing(table[0])}"
        for pattern, say in NUMBERS:
            found = like(expr, pattern)
            text = say(self, found) if found is not None else None
            if text is not None:
                return text
        return self._calculated(expr)

    def _calculated(self, expr: Call | Quantified) -> str:
        if isinstance(expr, Quantified):
            return expr.row.phrase.format(self.all_of(expr.source), self.thing(expr.body), name="member")
        row, args = expr.row, expr.args
        if row in op.TERMS:
            name = f"“{spoken(expr.name)}”"
            return whose(self.thing(args[0]), name) if args else f"the {name}"
        if (text := self._of_any_type(expr, self.number)) is not None:
            return text
        said = [
            self._operand(a, row)
            if row.sign or row in (op.NEGATIVE, op.DIV, op.MOD)
            else self.number(a)
            if a.type is Type.INT
            else self.thing(a)
            for a in args
        ]
        return row.phrase.format(*said, name=spoken(expr.name))

    def _operand(self, expr: Expr, within: Row) -> str:
        text = self.number(expr)
        loose = not isinstance(expr, Call) or expr.row.sign or expr.row in (op.IF, OR_ELSE) or expr.type is not Type.INT
        loose = loose or any(word in text for word in (",", " such that ", " minus ", " plus ", " exceeds "))
        if isinstance(expr, Call) and expr.row is op.PLUS and within is op.PLUS:
            return text
        return f"({text})" if loose and len(text.split()) > 2 and not isinstance(expr, Name) else text

    def _by_seats(self, expr: Expr) -> str | None:
        """A number that the number of players decides: `6 (8 with four players)`."""
        if not _of_seats(expr):
            return None
        by = self.table.with_players(expr)
        if any(v is None for v in by.values()):
            return None
        if len(set(by.values())) == 1:
            return str(next(iter(by.values())))
        (_, first), *others = by.items()
        return f"{first} ({', '.join(f'{v} with {numeral(n)} players' for n, v in others)})"

    def condition(self, expr: Expr, yes: bool = True) -> str:
        if isinstance(expr, Literal):
            return "always" if expr.value is yes else "never"
        if _of_seats(expr):
            by = self.table.with_players(expr)
            if all(isinstance(v, bool) for v in by.values()):
                fitting = [numeral(n) for n, v in by.items() if v is yes]
                return f"{joined(fitting, 'or')} play" if fitting else "never"
        if isinstance(expr, Call) and expr.row.sign in OPPOSITES:
            row = op.EQ if expr.row is op.NE else op.IN
            return self.condition(replace(expr, row=row), not yes)
        for pattern, say in CONDITIONS:
            found = like(expr, pattern)
            text = say(self, found, yes) if found is not None else None
            if text is not None:
                return text
        return self._plain(expr, yes)

    def _plain(self, expr: Expr, yes: bool) -> str:
        """A condition without a shape of its own."""
        if isinstance(expr, Call) and expr.row in _MOMENTS:
            return f"{_MOMENTS[expr.row]}, {self.condition(expr.args[0], yes)}"
        if isinstance(expr, Call) and expr.row in op.TERMS:
            who = self.thing(expr.args[0]) if expr.args else "it"
            return said_of(self, who, expr, yes)
        if isinstance(expr, Call) and expr.row in op.MEMORIES:
            mark = f"marked “{spoken(expr.name)}”"
            who = self.thing(expr.args[0]) if expr.args else span_of(self.table.memory.get(expr.name))
            return f"{who} {'are' if who == YOU else 'is'} {'' if yes else 'not '}{mark}"
        if isinstance(expr, Name):
            text = self.names.get(expr.name, "it")
        elif isinstance(expr, Quantified):
            text = expr.row.phrase.format(
                self.all_of(expr.source),
                self.called(expr.name, self.members(expr.source)).thing(expr.body),
                name="member",
            )
        else:
            text = (
                expr.row.phrase.format(*(self._argument(a) for a in expr.args), name=spoken(expr.name))
                if not isinstance(expr, Literal)
                else ""
            )
        return text if yes else f"it is not so that {text}"

    def _argument(self, expr: Expr) -> str:
        return self.number(expr) if expr.type is Type.INT else self.thing(expr)


def _of_seats(expr: Expr) -> bool:
    """Whether an expression counts players or sides, and reads nothing that is bound outside."""
    counted = (call.args[0] for call in calls_in(expr) if call.row is COUNT)
    return any(isinstance(e, Call) and e.row in (SEATS, SIDES) for e in counted) and not free_names(expr)
