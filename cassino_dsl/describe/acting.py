"""The actions: what is played and announced, what it takes, where it all goes."""

from __future__ import annotations

from cassino_dsl.describe.bound import is_free
from cassino_dsl.describe.clauses import literal_numbers, parts_of, where
from cassino_dsl.describe.english import Noun, joined, numeral, plain, ranges, sentence, title
from cassino_dsl.describe.faces import PLAYED, with_name
from cassino_dsl.describe.happening import Happening
from cassino_dsl.describe.pattern import Pattern, like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.describe.taking import COUNTS, Gathering, parts_taken, when_needed
from cassino_dsl.describe.zones import zone_called
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, all_of, conjuncts
from cassino_dsl.ruleset.model import Action, Binding, Part
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import BY_WORD, ROW

_SEVERAL = 3  # conditions that are told as a list


class Acting:
    """Says what one action is."""

    def __init__(self, say: Phrases, action: Action) -> None:
        self.action = action
        self.announced = ""
        self.is_sum = False  # the value of a build is what its cards add up to, and not chosen
        self.intros: list[str] = []
        self.card_values: list[Expr] = []
        self.short: dict[str, tuple[Expr, ...]] = {}  # names that stand for one of a few numbers
        for binding in action.let:
            say = self._binding(say, binding)
        self.say = say

    def lines(self, told: str = "") -> list[str]:
        """Sentences, and where there are several parts a list of them; ``told``: where it all goes, if that has been
        said before."""
        action, say = self.action, self.say
        words = [sentence(plain(action.about))] if action.about else []
        take = parts_taken(action)
        asked = self._asked()
        optional = all(not p.row.needs_one(True) for p in take)
        at_will = len(take) > 1 and all(p.quantity == "any" for p in take)
        parts = [self.part(p, at_will) for p in sorted(take, key=when_needed)]
        words += self._opening(parts, at_will)
        lines: list[str] = []
        if len(parts) > 1:
            lines += [" ".join(words), "", *(f"* {p}" for p in parts), ""]
            words = []
        taken = "taken" if action.to != "build" else "put with it" if action.played.source != "none" else "put together"
        least, asked = self._least(asked) if take else (0, asked)
        if take and (least > 1 or (optional and not at_will)):
            builds = say.table.builds and any(_holds_builds(p.source) for p in take)
            number, has = ("one card", "has") if least <= 1 else (f"{numeral(least)} cards", "have")
            kind = ("" if least <= 1 else "s") if builds else ""
            words.append(f"At least {number}{' or build' + kind if builds else ''} {has} to be {taken}.")
        words += [goes for goes in (self.destination(),) if goes != told]
        if action.owes:
            by = f"**{title(action.owes)}**"
            words.append(
                f"You may do this only if you can still capture the build in the same turn, by {by}, and then you must."
            )
        if asked and len(asked) < _SEVERAL:
            words.append(f"You may do this only if {say.condition(all_of(asked, asked[0].span))}.")
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

    def _least(self, asked: list[Expr]) -> tuple[int, list[Expr]]:
        """How many things have to be taken, where that is asked; and what else is asked."""
        for test in asked:
            for sign, more in ((">", 1), (">=", 0)):
                found = like(test, (sign, ("count", ("taken",)), "?n"))
                if found is not None and isinstance(found["?n"], Literal) and isinstance(found["?n"].value, int):
                    return found["?n"].value + more, [t for t in asked if t is not test]
        return 0, asked

    def _asked(self) -> list[Expr]:
        """What an action asks besides; that a value is new is said where it is announced."""
        asked = list(parts_of(self.action.when)) if self.action.when is not None else []
        left = [test for test in asked if not self._is_new(test)]
        if len(left) < len(asked):
            self.announced += f"{',' if ',' in self.announced else ''} and that no build has yet"
        return left

    def _is_new(self, test: Expr) -> bool:
        """Whether a condition asks that no build has the value announced."""
        found = like(test, ("not", ("any", "?b", ("builds",), ("=", ("value", "?b"), "?v"))))
        value, chosen = found and found["?v"], self.action.to_arg
        named = isinstance(value, Name) and isinstance(chosen, Name) and value.name == chosen.name
        return named and self.announced.startswith("announce a value that ")

    def _opening(self, parts: list[str], at_will: bool) -> list[str]:
        """What is played and announced, up to what is taken; ``at_will``: of what is listed as much as one likes."""
        first = " and ".join(f for f in (self.played(), self.announced) if f)
        doing = f"{first[:1].upper()}{first[1:]}"
        if not parts:
            return [*([f"{doing}."] if doing else []), *self.intros]
        with_card = self.action.played.source != "none"
        take = "take" if self.action.to != "build" else "put with it" if with_card else "put together"
        if self.announced or self.intros:
            take = take.replace("with it", "with the card").capitalize()
            doing = " ".join([*([f"{doing}."] if doing else []), *self.intros, take])
        else:
            doing = f"{doing} and {take}" if doing else take.capitalize()
        if len(parts) == 1:
            return [f"{doing} {parts[0]}."]
        if at_will:
            return [f"{doing} as many of these as you like, at least one:"]
        return [f"{doing}{'' if self.action.to == 'build' else ', together'}:"]

    # ---- what is played

    def played(self) -> str:
        played, say = self.action.played, self.say
        if played.source == "none":
            return "" if self.action.take else "No card is played for this"
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
            phrase = f"{COUNTS}{place.strip()}" if place else "the card's value"
            self.card_values.append(Name(Type.INT, name, binding.span))
            if str(_place_word(source)) in say.table.several and not chooses_one_value(say):
                self.intros.append(
                    f"If it counts for several numbers{place}, choose one of them, the same for all of this play."
                )
            if of_build:
                self.announced = f"announce {phrase}"
                phrase = "that value"
            return say.bound(name, phrase)
        if isinstance(source, Call) and binding.type is Type.INT and _is_short(source):
            self.short[name] = source.args
            return say.bound(name, joined([say.number(a) for a in source.args], "or"))
        if binding.type is Type.INT and (named := _number_if(source, say)):
            self.intros.append(named)
            return say.bound(name, "the number named")
        if binding.type is Type.INT:
            choice = self._value_of_cards(source, say)
            numbers = literal_numbers(source)
            one = say.members(source).a if isinstance(source, Quantified) else f"one of {say.all_of(source)}"
            among = ranges(numbers) if numbers else ""
            choice = choice or (f"a value from {among}" if " to " in among else f"a value: {among or one}")
            if of_build and numbers and self._is_a_sum(name):
                self.is_sum = True
                return say.bound(name, choice.removeprefix("a value: "))
            if of_build:
                self.announced = f"announce {choice}"
                return say.bound(name, "that value")
            self.intros.append(f"Choose {choice}.")
        else:
            self.intros.append(f"Choose {say.members(source).a}.")
        return say.bound(name, _chosen(binding.type, say))

    def _is_a_sum(self, name: str) -> bool:
        """Whether a value is nothing but what the card played and the one set taken make."""
        value: Pattern = ("in", ("-", "?v", "?w"), ("total", "?g"))
        tests = [t for p in self.action.take if p.where is not None for t in conjuncts(p.where)]
        sums = [f["?v"] for t in tests if (f := like(t, value)) is not None]
        return len(self.action.take) == len(sums) == 1 and isinstance(sums[0], Name) and sums[0].name == name

    def _value_of_cards(self, source: Expr, say: Phrases) -> str:
        """`a value that a card left in your hand counts`."""
        if isinstance(source, Call) and source.row is op.UNION:
            said = [self._value_of_cards(a, say) for a in source.args]
            return ", or ".join(t or _one_of(say.members(a)) for t, a in zip(said, source.args, strict=True))
        if isinstance(source, Call) and source.row in BY_WORD["value"] and source.args[0].type is Type.CARDS:
            cards = source.args[0]
            if self.action.played.source == "none" and like(cards, ("kept",)) is not None:  # nothing leaves the hand
                cards = Call(cards.type, ROW["hand"], (), cards.span)
            whole = cards
            while isinstance(whole, Quantified):
                whole = whole.source
            in_hand = any(like(whole, (zone,)) is not None for zone in ("hand", "kept"))
            place = _place(source, say)
            has = "counts there" if in_hand and place else f"has{place}"
            return f"a value that {say.members(cards).a} {has}"
        return ""

    # ---- what is taken

    def part(self, part: Part, at_will: bool = False) -> str:
        """What a part takes; ``at_will``: that it may be any number, or none, is said already."""
        return self.taking.part(part, at_will)

    @property
    def taking(self) -> Gathering:
        return Gathering(self.say, self.action, self.card_values, self.short)

    # ---- where it goes

    def destination(self) -> str:
        """Where it all goes."""
        action, say = self.action, self.say
        if not action.to:
            return ""
        if action.to == "table" and action.played.single and not action.take:
            takes = any(a.kind == "capture" and a.step == action.step for a in say.table.ruleset.actions)
            free = takes and is_free(action, say.table.ruleset)
            return f"It stays on the table{'; you may do this even if it could take something' if free else ''}."
        played, took = action.played.source != "none", bool(action.take)
        what = "the card played" if action.played.single else "the cards played"
        cards = f"what you take and {what}" if played and took else what if played else "what you take"
        many = played and (took or not action.played.single)
        if action.to == "build" and action.to_arg is not None:
            value = "that sum" if self.is_sum else say.number(action.to_arg)
            shown = f" of {value}" if "value" in value else f" whose value is {value}"
            all_this = "all this becomes" if took else f"{cards} {'become' if many else 'becomes'}"
            return sentence(f"{all_this} one build{shown}")
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
        asked = mentions(ruleset, lambda call: call.row is ROW["tops"] or (call.row.ordered and _of_piles(call.args)))
        moved = any(e.op == "move" and _of_piles(e.exprs[:1]) for e in ruleset.effects())
        if ruleset.pile_order is not None or not (seen or asked or moved):
            return ""
        why = (
            ". The order matters, for others may use the top cards of your pile"
            if any(map(uses_tops, ruleset.actions))
            else ""
        )
        return f", the card played on top, what you took beneath it {_in_pack_order(ruleset.pack)}{why}"


def uses_tops(action: Action) -> bool:
    return mentions(action.take, lambda call: call.row is ROW["tops"])


def _in_pack_order(pack: Pack) -> str:
    """How cards lie that come to lie as they are in the pack, which is sorted by suits: from the top down."""
    suits, sorted_by = [s.name for s in reversed(pack.suits)], [f.rank for f in pack.faces if f.suit]
    by_suits = sorted_by == [r for s in pack.suits for r in pack.ranks] and len(suits) > 1
    if not by_suits:
        return "in the order of the pack"
    high, low = (pack.rank_word(pack.ranks[n]) for n in (-1, 0))
    return f"by suits: from the top down {joined(suits)}, each from the {high} down to the {low}"


def _of_piles(exprs: tuple[Expr, ...]) -> bool:
    """Whether these are cards of a pile: then their order may matter."""
    return mentions(exprs, lambda call: "piles" in call.row.reads)


_OF_CARD: Pattern = ("value", ("card",), "?place")


def chooses_one_value(say: Phrases) -> bool:
    """Whether in every play that asks what its card counts it counts for one number: that is said once for all."""
    actions = [a for a in say.table.ruleset.actions if mentions((a.let, a.take), _asks_value)]
    return (
        len(actions) > 1 and not say.table.places and all(any(like(b.source, _OF_CARD) for b in a.let) for a in actions)
    )


def _asks_value(call: Call) -> bool:
    return like(call, _OF_CARD) is not None


def _number_if(source: Expr, say: Phrases) -> str:
    """A number that is named only where something is so."""
    found = like(source, ("if", "?test", "?some", ("set", "?none")))
    numbers = literal_numbers(found["?some"]) if found is not None else None
    if found is None or not numbers or not isinstance(found["?none"], Literal):
        return ""
    test, none = say.condition(found["?test"]), say.number(found["?none"])
    return f"If {test}, name a number from {ranges(numbers)}; otherwise the number named is {none}."


def _holds_builds(source: Expr) -> bool:
    return any(e.row in (ROW["builds"], ROW["table"]) for e in calls_in(source))


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


def _one_of(noun: Noun) -> str:
    what = noun.singular.removeprefix("number among ")
    return f"one of {what}" if what != noun.singular else noun.a


def _chosen(type: Type, say: Phrases) -> str:
    words = {Type.INT: "value", Type.SEAT: "player", Type.SIDE: say.table.side}
    return f"the {words.get(type, type.value)} chosen"
