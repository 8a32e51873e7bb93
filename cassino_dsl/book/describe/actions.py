"""The actions: what is played and chosen, what is taken, where it all goes, what has to be so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.condition_parts import PLAYED, literal_numbers, name_of, parts_of, with_name
from cassino_dsl.book.describe.effects import EffectWords, turns_up
from cassino_dsl.book.describe.english import (
    YOU,
    Noun,
    Thing,
    bold,
    joined,
    numeral,
    ranges,
    sentence,
    spoken,
)
from cassino_dsl.book.describe.expression_patterns import like
from cassino_dsl.book.describe.fixed_words import COMPARED
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, conjuncts
from cassino_dsl.language.ruleset.model import Action, Binding, Part
from cassino_dsl.language.ruleset.simplify import Facts, is_empty, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.words import BY_WORD, COUNT, ROW, RUN

_ALONE = {"any": "some", "maybe": "one", "all": "all"}  # of one part alone something has to be taken
_ITEMS = {
    "one": "one {0}",
    "maybe": "one {0}, or none",
    "some": "one or more {1}",
    "any": "any number of {1}",
    "all": "all {1}",
}
_SETS = {
    "one": "one set of {0}",
    "maybe": "one set of {0}",
    "some": "one or more sets of {0}",
    "any": "any number of sets of {0}",
    "maximal": "sets of {0}",
}
_TOTAL = ("in", "?n", ("total", "?g"))


class Acting:
    """Says what one action is. ``text``: what its author says of a part of what it takes, if he does."""

    def __init__(self, say: Phrases, action: Action, text: Callable[[str], str | None] = lambda part: None) -> None:
        self.action, self.text = action, text
        self.card_values: list[Expr] = []  # names that stand for what the card played counts
        self.chosen: list[str] = []
        self.says_groups = say.table.grouped  # which groups of the build the sets make
        self.card = Thing(f"the card {'turned up' if action.played.source == 'stock' else 'played'}")
        say = say.bound(PLAYED, self.card).of_plays([action])
        for binding in action.let:
            say = self._binding(say, binding)
        self.say = say

    def lines(self) -> list[str]:
        """Sentences, and lists of what is taken and of what has to be so."""
        action, take = self.action, self.parts
        lines: list[str] = []
        put = "Take" if action.to != "build" else "Put together" if action.played.source == "none" else "Put with it"
        words, played = [*self.chosen], self.played()
        if played and take and not words and action.played.source != "stock":
            put = f"{played} and {put.lower()}"
        elif played:
            words.insert(0, f"{played}.")
        asked = [*parts_of(action.when)] if action.when is not None else []
        told = [self.text(p.name) or self.part(p, asked) for p in take]
        if len(take) == 1:
            words.append(f"{put} {told[0]}.")
        elif take:
            lines += [" ".join([*words, f"{put}, in one play:"]), "", *(f"* {t}" for t in told), ""]
            words = []
        if take and not any(p.row.needs_one(True) for p in take):
            item = "card or build" if self.say.table.builds else "card"
            words.append(f"At least one {item} has to be {'taken' if action.to != 'build' else 'put in'}.")
        words += [w for w in (self.destination(),) if w]
        if action.owes:
            by = bold(action.owes)
            words.append(f"You may do this only if you can still capture the build by {by} this turn; then you must.")
        if len(asked) < 3 and asked:
            words.append(f"You may do this only if {self.say.all_hold(asked)}.")
        lines.append(" ".join(words))
        if len(asked) > 2:
            lines += ["", "You may do this only if all of this is so:", ""]
            lines += [f"* {self.say.condition(test)}" for test in asked]
        if action.effects:
            lines += ["", *EffectWords(self.say).listed("when you do this", action.effects)]
        return lines

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of what it takes: of one alone something has to be taken."""
        take = self.action.take
        alone = len(take) == 1 and take[0].quantity in _ALONE
        return (replace(take[0], quantity=_ALONE[take[0].quantity]),) if alone else take

    # ---- what is played and chosen

    def played(self) -> str:
        """Which cards leave the hand."""
        played, say = self.action.played, self.say
        if played.source == "none":
            return "" if self.action.take else "No card is played for this"
        if played.single:
            noun = Noun("card", "cards")
            if played.where is not None:
                noun = say.fit(noun, PLAYED, Type.CARD, with_name(played.where))
            if played.source == "stock" and turns_up(self.say.table.ruleset, self.action.step):
                return "" if played.where is None else f"The card turned up has to be {noun.a}"
            return f"Turn up {noun.a} from the top of the stock" if played.source == "stock" else f"Play {noun.a}"
        if played.most is None:
            number = "your whole hand"
        elif played.least == played.most:
            number = f"{numeral(played.least)} cards"
        else:
            number = f"{numeral(played.least)} to {numeral(played.most)} cards"
        return f"Play {number}{f' such that {say.condition(played.where)}' if played.where is not None else ''}"

    def _binding(self, say: Phrases, binding: Binding) -> Phrases:
        """What a name stands for, and how it is chosen, where there is a choice."""
        source, name, action = binding.source, binding.name, self.action
        announced = isinstance(action.to_arg, Name) and action.to_arg.name == name and action.to == "build"
        numbers = [b for b in action.let if b.type is Type.INT]
        if like(source, ("value", ("card",), "?place")) is not None:
            self.card_values.append(Name(Type.INT, name, binding.span))
            place = (
                str(source.args[1].value) if isinstance(source, Call) and isinstance(source.args[1], Literal) else ""
            )
            value = say.whole(source).text
            if place in say.table.several:
                self.chosen.append(
                    "If the card played counts for several numbers, choose one of them for the whole play."
                )
            if announced:
                self.chosen.append(f"Announce {value}.")
            return say.bound(name, "the value announced" if announced else value)
        if binding.type is not Type.INT:
            self.chosen.append(f"Choose {say.members(source).a}.")
            one = say.noun_of(binding.type).one
            return say.bound(name, f"the {one} chosen") if say.names.get(name) is None else say
        known = literal_numbers(source)
        choice = f"a value: {ranges(known)}" if known is not None else self._number(say, source)
        if announced:
            self.chosen.append(f"Announce {choice}.")
            return say.bound(name, "the value announced")
        self.chosen.append(f"Choose {choice}{f' (the *{spoken(name)}*)' if len(numbers) > 2 else ''}.")
        return say.bound(name, f"the *{spoken(name)}*" if len(numbers) > 2 else "the number chosen")

    def _with_card(self, number: Expr) -> tuple[Expr, Expr] | None:
        """What is made with the card played, where a total is that less what the card counts; and what that is."""
        minus = like(number, ("-", "?v", "?w"))
        return (minus["?v"], minus["?w"]) if minus is not None and minus["?w"] in self.card_values else None

    def _number(self, say: Phrases, source: Expr) -> str:
        """One of a set of numbers: `a value that a card left in your hand counts`."""
        if isinstance(source, Call) and source.row is op.UNION:
            return ", or ".join(self._number(say, a) for a in source.args)
        if isinstance(source, Call) and source.row is op.SET:
            return f"one of these: {', or '.join(say.number(a) for a in source.args)}"
        return say.members(source).a

    # ---- what is taken

    def part(self, part: Part, asked: Sequence[Expr] = ()) -> str:
        """What a part takes, and what it is called, where what is asked or done speaks of it by its name."""
        by_name = mentions((*asked, self.action.effects), lambda c: c.row is op.PART and c.name == part.name)
        named = f" (“{spoken(part.name)}”)" if by_name else ""
        return (self._groups(part) if part.groups else self._items(part)) + named

    def _items(self, part: Part) -> str:
        noun = self.say.members(part.source, part.where is not None)
        if part.where is not None:
            noun = self.say.fit(noun, part.variable, part.variable_type, part.where)
        grouped = self.says_groups and self.action.to == "build" and self.action.played.source != "none"
        own = f"; {'it' if part.row.single else 'each'} is a group by itself" if grouped else ""
        own = own if part.variable_type is Type.CARD else ""  # a build has groups of its own
        return _ITEMS[part.quantity].format(noun.singular, noun.plural) + own

    def _groups(self, part: Part) -> str:
        say, group = self.say, Name(Type.ITEMS, part.variable, part.span)
        tests = list(conjuncts(part.where)) if part.where is not None else []
        size, totals, rest = "", list[Expr](), list[Expr]()
        for test in tests:
            total = like(test, _TOTAL, {"?g": group})
            sized = _size(test, group)
            if total is not None:
                totals.append(total["?n"])
            elif sized and not size:
                size = sized
            else:
                rest.append(test)
        noun = say.members(part.source)
        one = size == "just one" or (size == "at most one" and part.quantity in ("one", "maybe"))
        one = one and part.quantity in _ITEMS
        if one:
            of_all = [like(test, ("all", "?i", "?g", "?test"), {"?g": group}) for test in rest]
            for found in filter(None, of_all):
                noun = say.fit(noun, name_of(found["?i"]), found["?i"].type, found["?test"])
            rest = [test for test, found in zip(rest, of_all, strict=True) if found is None]
        what = f"{size} {noun.singular if 'one' in size else noun.plural}".strip()
        text = _SETS[part.quantity].format(f"({what})" if noun.such or noun.clauses else what)
        if one:
            text = _ITEMS["one" if part.quantity == "maybe" else part.quantity].format(noun.singular, noun.plural)
        each, adds = "" if part.row.single else "each ", "counting" if one else "adding up to"
        text += "".join(f", {each}{self._makes(total, adds)}" for total in totals)
        if rest:
            inner = say.bound(part.variable, Thing("that set"))
            text += f", such that {inner.all_hold(rest)}" if part.row.single else ""
            text += "" if part.row.single else f", each of which has to be such that {inner.all_hold(rest)}"
        if part.quantity == "maximal":
            text += "; take so many that no further such set is left (where they overlap, choose)"
        if part.quantity == "maybe":
            text += self._or_none(part)
        if self.says_groups and self.action.to == "build" and self.action.played.source != "none":
            text += "; with the card played this is one group" if part.with_card else "; each is a group by itself"
        return text

    def _makes(self, number: Expr, adds: str) -> str:
        """What a set ``adds`` up to, or one card counts; with the card played, where that is taken off the total."""
        pair = self._with_card(number)
        if pair is None:
            return f"{adds} {self.say.number(number)}"
        total, card = pair
        played = self.say.thing(card).text if self.say.table.places else self.card.text
        return f"making {self.say.number(total)} together with {played}"

    def _or_none(self, part: Part) -> str:
        """When a part that may take one set takes none: where no card at all would do."""
        if part.where is None:
            return " (or none)"
        ruleset = self.say.table.ruleset
        empty = {part.variable: Call(Type.ITEMS, op.SET, (), part.span)}
        asked = simplify(_of_none(Unfolder(term_table(ruleset.terms)).expr(part.where, empty)), Facts(ruleset.pack))
        left = [t for t in conjuncts(asked) if not isinstance(t, Literal)]
        return f" (or none, if {self.say.all_hold(left)})" if left else " (or none)"

    # ---- where it goes

    def destination(self) -> str:
        """Where it all goes."""
        action, say = self.action, self.say
        played, took = action.played.source != "none", bool(action.take)
        if not action.to or not (played or took):
            return ""
        cards = [self.card.text if action.played.single else "the cards played"] if played else []
        many = (played and took) or not (took or action.played.single)
        what = Thing(joined([*(["what you take"] if took else []), *cards]), many)
        if action.to == "build" and action.to_arg is not None:
            value = say.number(action.to_arg)
            several = "; it is multiple if it has several groups" if self.says_groups and took else ""
            return sentence(f"all this becomes one build, and its value is {value}{several}")
        if action.to == "table":
            return sentence(what.does("stays", "on the table, loose") if took else what.does("is", "laid on the table"))
        held = action.to_arg is not None or action.to in ("pile", "hand")
        yours = YOU if say.table.alone or action.to == "hand" else "your side"
        owner = say.thing(action.to_arg).text if action.to_arg is not None else yours
        text = what.does("goes", f"to {say.zone(action.to, owner if held else None)}")
        return sentence(text + (self._order() if action.to == "pile" and played and took else ""))

    def _order(self) -> str:
        """How captured cards come to lie, where anybody can tell."""
        ruleset = self.say.table.ruleset
        seen = any(v.zone == "piles" and v.who == "top" for v in ruleset.visible)
        asked = mentions(ruleset, lambda call: call.row is ROW["rival_tops"] or (call.row.ordered and _of_piles(call)))
        moved = any(e.op == "move" and any(_of_piles(c) for c in e.exprs[:1]) for e in ruleset.effects())
        if ruleset.pile_order is not None or not (seen or asked or moved):
            return ""
        beneath = "beneath it what you took, in the order of the pack with the last on top"
        return f": {self.card.text} on top, {beneath}"


def needed(say: Phrases, action: Action, part: Part, names: Mapping[str, str]) -> str:
    """What a part takes, where it has to take something; ``names``: what names of the action stand for."""
    acting = Acting(say, action)
    acting.says_groups = False
    for name, phrase in names.items():
        acting.say = acting.say.bound(name, phrase)
    return acting.part(replace(part, quantity={"any": "some", "maybe": "one"}.get(part.quantity, part.quantity)))


def _size(test: Expr, group: Name) -> str:
    """How many items a set has to have, where a test asks for that."""
    for sign, (_, _, number, _) in COMPARED.items():
        found = like(test, (sign, ("count", "?g"), "?n"), {"?g": group})
        n = found["?n"].value if found and isinstance(found["?n"], Literal) else None
        if isinstance(n, int):
            exact = "just one" if n == 1 else numeral(n)
            return exact if sign == "=" else "two or more" if (sign, n) == (">", 1) else f"{number}{numeral(n)}"
    return ""


def _of_piles(expr: Expr) -> bool:
    return mentions((expr,), lambda call: "piles" in call.row.reads)


def _of_none(expr: Expr) -> Expr:
    """An expression without the empty set where it counts nothing, makes no sum, or is added to another."""
    if isinstance(expr, Quantified):
        return replace(expr, source=_of_none(expr.source), body=_of_none(expr.body))
    if not isinstance(expr, Call):
        return expr
    args = tuple(map(_of_none, expr.args))
    if expr.row is COUNT and is_empty(args[0]):
        return Literal(Type.INT, 0, expr.span)
    if expr.row is op.UNION and any(map(is_empty, args)):
        return args[1] if is_empty(args[0]) else args[0]
    if (
        expr.row is op.IN
        and isinstance(args[1], Call)
        and args[1].row in BY_WORD["total"]
        and is_empty(args[1].args[0])
    ):
        number = args[0]
        minus = like(number, ("-", "?v", "?w"))
        both = (minus["?v"], minus["?w"]) if minus else (number, Literal(Type.INT, 0, expr.span))
        return Call(Type.BOOL, op.EQ, both, expr.span)
    if expr.row is RUN and isinstance(args[0], Call) and args[0].row is op.SET and len(args[0].args) == 1:
        return Literal(Type.BOOL, True, expr.span)
    return replace(expr, args=args)
