"""The actions: what is played, what it takes, where it all goes."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.describe.clauses import literal_numbers, parts_of, where
from cassino_dsl.describe.english import Noun, joined, numeral, plain, ranges, sentence, spoken, title
from cassino_dsl.describe.faces import PLAYED, with_name
from cassino_dsl.describe.happening import Happening
from cassino_dsl.describe.pattern import Pattern, like, same
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.describe.zones import zone_called
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, conjuncts
from cassino_dsl.ruleset.model import Action, Binding, Part
from cassino_dsl.ruleset.words import BY_WORD, ROW

_SEVERAL = 3  # conditions that are told as a list
_ITEMS = {"one": "one {one}", "maybe": "one {one} or none", "some": "one or more {many}"}
_ITEMS |= {"any": "any number (or none) of {many}", "all": "all {many}", "maximal": "all {many}"}
_SETS = {
    "one": "one set of {of}",
    "maybe": "one set of {of}",
    "some": "one or more sets of {of}, each",
    "any": "any number (or none) of sets of {of}, each",
    "all": "all sets of {of}, each",
    "maximal": "as many sets of {of} as possible, so that no further one is left, each",
}


class Acting:
    """Says what one action is."""

    def __init__(self, say: Phrases, action: Action) -> None:
        self.action = action
        self.intros: list[str] = []
        self.card_values: list[Expr] = []
        self.short: dict[str, tuple[Expr, ...]] = {}  # names that stand for one of a few numbers
        for binding in action.let:
            say = self._binding(say, binding)
        self.say = say

    def lines(self) -> list[str]:
        """Sentences, and where there are several parts a list of them."""
        action, say = self.action, self.say
        about = [sentence(plain(action.about))] if action.about else []
        take = action.take
        if len(take) == 1 and take[0].quantity in ("any", "maybe"):  # something has to be taken
            take = (replace(take[0], quantity="some" if take[0].quantity == "any" else "one"),)
        parts = [self.part(p) for p in take]
        first = self.played()
        lines: list[str] = []
        if self.intros and parts and first:
            first = f"{first}. {' '.join(self.intros)} Take"
        elif self.intros:
            about += self.intros
        if len(parts) == 1 and first.endswith(" Take"):
            first += f" {parts[0]}"
        elif parts and first.endswith(" Take"):
            first += ", together:"
        elif len(parts) == 1:
            first += f"{' and take' if first else 'Take'} {parts[0]}"
        elif parts:
            first += " and take, together:" if first else "Take, together:"
        words = [*about, first + ("" if first.endswith(":") else ".")] if first else about
        if len(parts) > 1:
            lines += [" ".join(words), "", *(f"* {p}" for p in parts), ""]
            words = []
        if take and all(p.quantity in ("any", "maybe", "all", "maximal") for p in take):
            words.append(f"At least one card{' or build' if say.table.builds else ''} has to be taken.")
        words.append(self.destination())
        if action.owes:
            words.append(f"In the same turn the build has to be captured, by “{title(action.owes)}”.")
        asked = list(parts_of(action.when)) if action.when is not None else []
        if action.when is not None and len(asked) < _SEVERAL:
            words.append(f"You may do this only if {say.condition(action.when)}.")
        elif asked:
            words.append("You may do this only if all of this is so:")
            lines += [" ".join(w for w in words if w), "", *(f"* {say.condition(p)}" for p in asked), ""]
            words = []
        words.append(say.noted())
        lines.append(" ".join(w for w in words if w))
        if action.effects:
            done = Happening(say).listed("When you do this", action.effects, "")
            lines += [f"{lines.pop()} {done[0]}".strip()] if len(done) == 1 else ["", done[0], "", *done[1:], ""]
        return lines

    # ---- what is played

    def played(self) -> str:
        played, say = self.action.played, self.say
        if played.source == "none":
            return "" if self.action.take else "You need no card for this"
        if played.single:
            noun = Noun("card", "cards")
            if played.where is not None:
                noun = say.fit(noun, PLAYED, with_name(played.where))
            return f"Turn up {noun.a} from the top of the stock" if played.source == "stock" else f"Play {noun.a}"
        if played.most is None:
            number = "your whole hand"
        elif played.least == played.most:
            number = f"{numeral(played.least)} cards"
        else:
            number = f"{numeral(played.least)} to {numeral(played.most)} cards"
        test = f" such that {say.condition(played.where)}" if played.where is not None else ""
        return f"Play {number}{test}"

    # ---- what is chosen

    def _binding(self, say: Phrases, binding: Binding) -> Phrases:
        source, name = binding.source, binding.name
        is_value = isinstance(self.action.to_arg, Name) and self.action.to_arg.name == name
        of_build = self.action.to == "build" and is_value
        place = _place(source, say)
        if like(source, ("value", ("card",), "?place")) is not None:
            phrase = f"the card's value{place}"
            self.card_values.append(Name(Type.INT, name, binding.span))
            if str(_place_word(source)) in say.table.several and not chooses_one_value(say):
                self.intros.append(
                    f"The card played counts for one of its values{place}, the same in all of this play."
                )
            if of_build:
                self.intros.append(f"The value announced is {phrase}.")
                phrase = "the value announced"
            return say.bound(name, phrase)
        if isinstance(source, Call) and binding.type is Type.INT and _is_short(source):
            self.short[name] = source.args
            return say.bound(name, joined([say.number(a) for a in source.args], "or"))
        phrase = "the value announced" if of_build else _chosen(binding.type, say)
        if binding.type is Type.INT:
            choice = _value_of_cards(source, say)
            plain_numbers = literal_numbers(source)
            one = say.members(source).a if isinstance(source, Quantified) else f"one of {say.all_of(source)}"
            if plain_numbers:
                one = ranges(plain_numbers)
            self.intros.append(f"{'Announce' if of_build else 'Choose'} a value: {choice or one}.")
        else:
            self.intros.append(f"Choose {say.members(source).a}.")
        return say.bound(name, phrase)

    # ---- what is taken

    def part(self, part: Part) -> str:
        text = self._group(part) if part.groups else self._items(part)
        asked = mentions(self.say.table.ruleset, lambda call: call.row is op.PART and call.name == part.name)
        return f"{text} (“{spoken(part.name)}”)" if asked else text

    def _items(self, part: Part) -> str:
        noun = self.say.members(part.source)
        if part.where is not None:
            noun = self.say.fit(noun, part.variable, part.where)
        return _ITEMS[part.quantity].format(one=noun.singular, many=noun.plural)

    def _group(self, part: Part) -> str:
        say, variable = self.say, part.variable
        tests = list(conjuncts(part.where)) if part.where is not None else []
        group = Name(Type.ITEMS, variable, part.span)
        size, tests = _size(tests, group, part.quantity == "maybe")
        sums, tests = self._sums(tests, group)
        noun = say.members(part.source)
        single = part.quantity in ("one", "maybe")
        if size == "one" and single:
            noun, tests = self._of_the_one(noun, tests, group)
        noun, tests, of_one = self._with_one(noun, tests, part, group)
        such, noun = noun.such, replace(noun, such="") if single else noun
        for said in sums if single else ():
            noun = noun.with_after(said)
        if of_one or (size == "one" and single):
            text = f"one {noun.singular}"
        else:
            text = _SETS[part.quantity].format(of=_sized(noun, size)) + (
                "" if single else "".join(f" {s}" for s in sums)
            )
        inner = say.bound(variable, "it" if size == "one" else "that set")
        rest = [*([such] if such and single else []), *(self._further(inner, t, group) for t in tests)]
        if rest:
            asked = "; and ".join(rest)
            text += f", such that {asked}" if single else f"; for each of them: {asked}"
        if part.with_card:
            text += "; with the card played it is one group of the build"
        if part.quantity == "maybe":
            text += self._or_none(part, group)
        return text

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
        if part.quantity in ("one", "maybe") and isinstance(source, Call) and source.row is op.UNION:
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
                    return Noun("", f"{rest.plural}, at most one {one.singular} among them,"), tests, False
        return noun, tests, False

    def _further(self, say: Phrases, test: Expr, group: Name) -> str:
        for sign, amount in (("=", "exactly"), ("<=", "at most"), (">=", "at least")):
            found = like(test, (sign, ("count", "?i", "?g", "?body"), "?n"), {"?g": group})
            if found is not None and isinstance(found["?n"], Literal) and isinstance(found["?i"], Name):
                fitting = say.fit(Noun("card or build", "cards and builds"), found["?i"].name, found["?body"])
                number = int(found["?n"].value or 0)
                return f"there {'is' if number == 1 else 'are'} {amount} {fitting.of(number)} in it"
        return say.condition(test)

    def _sums(self, tests: list[Expr], group: Name) -> tuple[list[str], list[Expr]]:
        """What a group adds up to, and the tests that say something else."""
        said: list[str] = []
        rest: list[Expr] = []
        for test in tests:
            found = like(test, ("in", "?n", ("total", "?g")), {"?g": group})
            if found is None:
                rest.append(test)
                continue
            other = self._with_played(found["?n"])
            said.append(
                f"that {self._makes(other)}" if other is not None else f"adding up to {self.say.number(found['?n'])}"
            )
        return said, rest

    def _with_played(self, number: Expr) -> tuple[Expr, Expr] | None:
        """Of a total that lacks the played card's value: what both make together, and the value."""
        minus = like(number, ("-", "?v", "?w"))
        if minus is None or not any(same(minus["?w"], w) for w in self.card_values):
            return None
        return minus["?v"], minus["?w"]

    def _makes(self, other: tuple[Expr, Expr]) -> str:
        whole, value = other
        said = self.say.number(value)
        with_it = "together with the card played" if not self.say.table.places else f"together with {said}"
        return f"{with_it} adds up to {self.say.number(whole)}"

    def _or_none(self, part: Part, group: Name) -> str:
        for test in conjuncts(part.where) if part.where is not None else ():
            found = like(test, ("in", "?n", ("total", "?g")), {"?g": group})
            number = found["?n"] if found is not None else None
            several = self.short.get(number.name, ()) if isinstance(number, Name) else ()
            others = [o for n in (number, *several) if n is not None and (o := self._with_played(n)) is not None]
            for other in others[:1]:
                none = "no set is needed" if several else "no set"  # another of the numbers may call for one
                return f" ({none} where {self.say.number(other[1])} is {self.say.number(other[0])} already)"
        return " (or no set, where all this is true of no cards at all)"

    # ---- where it goes

    def destination(self) -> str:
        """Where it all goes."""
        action, say = self.action, self.say
        if not action.to:
            return ""
        played, took = action.played.source != "none", bool(action.take)
        what = "the card played" if action.played.single else "the cards played"
        cards = f"what you take and {what}" if played and took else what if played else "what you take"
        many = played and (took or not action.played.single)
        if action.to == "build" and action.to_arg is not None:
            value = say.number(action.to_arg)
            shown = f" of {value}" if "value" in value else f" whose value is {value}"
            return sentence(f"{cards} {'become' if many else 'becomes'} one build{shown}")
        if action.to == "table":
            return sentence(f"{cards} {'stay' if many else 'stays'} on the table{', loose' if took else ''}")
        owner = say.thing(action.to_arg) if action.to_arg is not None else "you"
        held = action.to_arg is not None or action.to in ("pile", "hand")
        zone = zone_called(action.to, owner if held else None)
        order = self._order_of_pile() if action.to == "pile" and played and took else ""
        return sentence(f"{cards} {'go' if many else 'goes'} to {zone}{order}")

    def _order_of_pile(self) -> str:
        """How captured cards come to lie, where anybody can tell."""
        ruleset = self.say.table.ruleset
        seen = any(v.zone == "piles" and v.who in ("top", "all") for v in ruleset.visible)
        asked = mentions(ruleset, lambda call: call.row.ordered or call.row is ROW["tops"])
        if ruleset.pile_order is not None or not (seen or asked):
            return ""
        return "; the card played lies on top, what you took beneath it in the order of the pack"


def _within(part: Expr, whole: Expr) -> bool:
    """Whether a set is some of another."""
    return part == whole or (isinstance(part, Quantified) and part.row is op.FILTER and _within(part.source, whole))


_OF_CARD: Pattern = ("value", ("card",), "?place")


def chooses_one_value(say: Phrases) -> bool:
    """Whether in every play that asks what its card counts it counts for one number: that is said once for all."""
    actions = [a for a in say.table.ruleset.actions if mentions((a.let, a.take), _asks_value)]
    return (
        len(actions) > 1 and not say.table.places and all(any(like(b.source, _OF_CARD) for b in a.let) for a in actions)
    )


def _asks_value(call: Call) -> bool:
    return like(call, _OF_CARD) is not None


def _is_short(source: Call) -> bool:
    """A few numbers that are worked out: they can be named where they are used."""
    few = source.row is op.SET and 0 < len(source.args) <= 3
    return few and not all(isinstance(a, Literal) or (isinstance(a, Call) and a.row is op.RANGE) for a in source.args)


def _place_word(source: Expr) -> str:
    last = source.args[-1] if isinstance(source, Call) and source.args else None
    return str(last.value) if isinstance(last, Literal) and last.type is Type.PLACE else ""


def _place(source: Expr, say: Phrases) -> str:
    word = _place_word(source)
    return f" {where(source.args[-1])}" if word and say.table.places and isinstance(source, Call) else ""


def _value_of_cards(source: Expr, say: Phrases) -> str:
    """`a value that a card left in your hand counts`."""
    if isinstance(source, Call) and source.row is op.UNION:
        said = [_value_of_cards(a, say) for a in source.args]
        return ", or ".join(t or say.members(a).a for t, a in zip(said, source.args, strict=True))
    if isinstance(source, Call) and source.row in BY_WORD["value"] and source.args[0].type is Type.CARDS:
        return f"one that {say.members(source.args[0]).a} counts for{_place(source, say)}"
    return ""


def _chosen(type: Type, say: Phrases) -> str:
    words = {Type.INT: "value", Type.SEAT: "player", Type.SIDE: say.table.side}
    return f"the {words.get(type, type.value)} chosen"


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


def _sized(noun: Noun, size: str) -> str:
    return f"{size} {noun.singular if size == 'one' else noun.plural}" if size else noun.plural
