"""Expressions in English, for rulebooks. Whatever has no phrase of its own is shown as it is written."""

from __future__ import annotations

from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, print_expr
from cassino_dsl.ruleset.model import Effect, Ruleset
from cassino_dsl.ruleset.simplify import Facts, simplify

_STANDING = {
    "me": "you",
    "us": "your side",
    "hand": "your hand",
    "kept": "the cards that stay in your hand",
    "table": "the table",
    "loose": "the loose cards",
    "builds": "the builds on the table",
    "pile": "your pile",
    "tops": "the top cards of the other piles",
    "stock": "the stock",
    "aside": "the cards out of play",
    "card": "the card played",
    "cards": "the cards played",
    "taken": "what is taken",
    "announced": "the announced value",
    "built": "the build made",
    "leader": "the leader",
    "dealer": "the dealer",
    "seats": "the players",
    "sides": "the sides",
    "round": "the number of the round",
    "deals": "the number of the deal",
    "redeals": "the number of new deals",
    "turns": "the number of turns so far",
    "kind": "the kind of play",
    "action": "the play",
    "suits": "the suits",
    "ranks": "the ranks",
}
_CALLS = {
    "rank": "the rank of {0}",
    "suit": "the suit of {0}",
    "colour": "the colour of {0}",
    "pips": "the pips of {0}",
    "order": "the place of {0} among the ranks",
    "side": "the side of {0}",
    "next": "the player after {0}",
    "previous": "the player before {0}",
    "hand": "the hand of {0}",
    "pile": "the pile of {0}",
    "top": "the top of {0}",
    "bottom": "the lowest of {0}",
    "cards": "the cards of {0}",
    "groups": "the number of groups of {0}",
    "score": "the score of {0}",
    "points": "the points of {0} in this round",
    "earned": "the points of {1} for {0}",
    "secured": "the points that {0} is sure of",
    "count": "the number of {0}",
    "known": "there is {0}",
    "or_else": "{0}, or else {1}",
    "min": "the smaller of {0} and {1}",
    "max": "the larger of {0} and {1}",
    "abs": "the size of {0}",
    "before": "{0}, before the play",
    "after": "after the play, {0}",
    "not": "it is not so that {0}",
    "negative": "minus {0}",
}
_INFIX = {
    "and": "{0} and {1}",
    "or": "{0} or {1}",
    "implies": "if {0}, then {1}",
    "eq": "{0} is {1}",
    "ne": "{0} is not {1}",
    "lt": "{0} is less than {1}",
    "le": "{0} is at most {1}",
    "gt": "{0} is more than {1}",
    "ge": "{0} is at least {1}",
    "in": "{0} is among {1}",
    "not_in": "{0} is not among {1}",
    "plus": "{0} and {1}",
    "minus": "{0} without {1}",
    "times": "{0} times {1}",
    "div": "{0} divided by {1}, rounded down",
    "mod": "what is left of {0} divided by {1}",
}
_COUNTED = {
    "table": "items on the table",
    "loose": "loose cards",
    "builds": "builds on the table",
    "taken": "items taken",
    "hand": "cards in the hand",
    "kept": "cards that stay in your hand",
    "pile": "cards in your pile",
    "stock": "cards in the stock",
    "seats": "players",
    "sides": "sides",
    "cards": "cards played",
}
_ZONES = ("pile", "hand")
_QUANTIFIED = {
    "any": "for some {name} of {source}, {body}",
    "all": "for every {name} of {source}, {body}",
    "count": "the number of {name} in {source} for which {body}",
    "sum": "the sum over {source} of {body}",
    "max": "the highest, over {source}, of {body}",
    "min": "the lowest, over {source}, of {body}",
    "first": "the first {name} of {source} for which {body}",
    "filter": "those {name} of {source} for which {body}",
}
_NOUNS = {
    Type.CARD: "card",
    Type.BUILD: "build",
    Type.ITEM: "item",
    Type.SEAT: "player",
    Type.SIDE: "side",
    Type.SUIT: "suit",
    Type.RANK: "rank",
    Type.INT: "number",
}
_EFFECTS = {
    "assign": "{name} becomes {0}",
    "increase": "{name} goes up by {0}",
    "decrease": "{name} goes down by {0}",
    "award": "{1} scores {0} for {name}",
    "move": "{0} goes to {zone}",
    "deal": "{0} cards are dealt from the stock to {zone}",
    "absorb": "{0} is added to {1}",
    "ask": "{0} has to decide",
    "next": "{0} plays next",
    "redeal": "the cards are dealt anew",
    "end_round": "the round ends",
    "end_match": "the match ends",
    "win": "{0} wins the match",
}


class Phrases:
    """Puts the expressions of one ruleset into words."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.pack = ruleset.pack
        self.ranks = dict(ruleset.pack.rank_names)

    def clause(self, expr: Expr) -> str:
        """An expression as a phrase, with everything worked out that the options decide."""
        return self.expr(simplify(expr, Facts(self.pack)))

    def expr(self, expr: Expr) -> str:
        """An expression as a phrase, as it stands."""
        if isinstance(expr, Literal):
            return self._literal(expr)
        if isinstance(expr, Name):
            return f"*{expr.name}*"
        if isinstance(expr, Quantified):
            return self._quantified(expr)
        return self._call(expr)

    def _literal(self, expr: Literal) -> str:
        value = expr.value
        if expr.option and expr.type is not Type.INT:
            return f"option *{expr.option}* ({print_value(value)})"
        if expr.type is Type.RANK:
            return self.ranks.get(str(value), str(value))
        if expr.type is Type.SUIT:
            return next((s.name for s in self.pack.suits if s.letter == value), str(value))
        if expr.type is Type.CARD and value is not None:
            return self.face(str(value))
        if value is None:
            return "nobody or nothing"
        return print_value(value)

    def face(self, text: str) -> str:
        """A card with the pack's own names: `the ten of diamonds`."""
        number = self.pack.number_of(text)
        if number is None or not self.pack.faces[number].suit:
            return text
        face = self.pack.faces[number]
        suit = next(s.name for s in self.pack.suits if s.letter == face.suit)
        return f"the {self.ranks.get(face.rank, face.rank)} of {suit}"

    def faces(self, texts: list[str]) -> str:
        """Cards with the pack's own names; all four of a rank are named by the rank."""
        words: list[str] = []
        by_rank: dict[str, list[str]] = {}
        for text in texts:
            number = self.pack.number_of(text)
            by_rank.setdefault(self.pack.faces[number].rank if number is not None else text, []).append(text)
        for rank, same in by_rank.items():
            everyone = sum(1 for f in self.pack.faces if f.rank == rank)
            name = self.ranks.get(rank, rank)
            words += [f"any {name}"] if len(same) == everyone > 1 else [self.face(t) for t in same]
        return self._list(words)

    def _call(self, expr: Call) -> str:
        name = expr.function
        if not expr.args and name in _STANDING:
            return _STANDING[name]
        if name == "set" and expr.type is Type.CARDS and all(isinstance(a, Literal) for a in expr.args):
            return self.faces([str(a.value) for a in expr.args if isinstance(a, Literal)])
        if name == "set":
            return self._list([self.expr(a) for a in expr.args])
        if name == "range":
            return f"{self.expr(expr.args[0])} to {self.expr(expr.args[1])}"
        if name == "if":
            test, then, other = (self.expr(a) for a in expr.args)
            return f"{then} if {test}, otherwise {other}"
        if name in ("plus", "minus") and expr.type is Type.INT:
            left, right = self._operands(expr)
            return f"{left} {'plus' if name == 'plus' else 'minus'} {right}"
        if name == "memory" or name == "term":
            return self._named(expr)
        if name == "count" and not isinstance(expr.args[0], Name):
            whole = not getattr(expr.args[0], "args", ())
            inside = _COUNTED.get(getattr(expr.args[0], "function", "")) if whole else None
            if inside is None and expr.args[0].type is Type.CARDS and getattr(expr.args[0], "function", "") in _ZONES:
                return f"the number of cards in {self.expr(expr.args[0])}"
            return f"the number of {inside}" if inside else f"the number of {self.expr(expr.args[0])}"
        if name in ("in", "not_in", "eq", "ne"):
            idiom = self._idiom(expr)
            if idiom:
                return idiom
        if name in ("value", "total"):
            return self._numbers(expr)
        args = self._operands(expr) if name in _INFIX or name == "not" else [self.expr(a) for a in expr.args]
        template = _INFIX.get(name) or _CALLS.get(name)
        return template.format(*args) if template else f"`{print_expr(expr)}`"

    def _operands(self, expr: Call) -> list[str]:
        """Operands, in brackets where they could be read otherwise without."""
        said = [self.expr(a) for a in expr.args]
        last = len(said) - 1
        return [
            f"({text})" if _loose(expr, a, i == last) else text
            for i, (a, text) in enumerate(zip(expr.args, said, strict=True))
        ]

    def _named(self, expr: Call) -> str:
        words = expr.name.replace("_", " ")
        args = [self.expr(a) for a in expr.args]
        if expr.function == "term" and expr.type is Type.BOOL and len(args) == 1:
            return f"{args[0]} is *{words}*"
        return f"{words} of {' and '.join(args)}" if args else words

    def _idiom(self, expr: Call) -> str | None:
        """Comparisons that have a shorter way of being said."""
        left, right = expr.args
        is_not = "" if expr.function in ("in", "eq") else "not "
        if isinstance(right, Call) and right.function == "total" and expr.function == "in":
            return f"{self.expr(right.args[0])} can add up to {self.expr(left)}"
        if (
            isinstance(right, Call)
            and right.function == "value"
            and right.type is Type.VALUES
            and expr.function == "in"
        ):
            place = f" in the {print_expr(right.args[1])}" if len(right.args) > 1 else ""
            return f"{self.expr(right.args[0])} can count for {self.expr(left)}{place}"
        if isinstance(left, Call) and left.function == "kind" and isinstance(right, Literal):
            return f"the play is {is_not}a {right.value}"
        if isinstance(left, Call) and left.function == "rank" and isinstance(right, Literal) and right.value:
            return f"{self.expr(left.args[0])} is {is_not}{_article(self.expr(right))}"
        return None

    def _numbers(self, expr: Call) -> str:
        what = "the total of" if expr.function == "total" else "the value of"
        place = f" in the {print_expr(expr.args[1])}" if len(expr.args) > 1 else ""
        return f"{what} {self.expr(expr.args[0])}{place}"

    def _quantified(self, expr: Quantified) -> str:
        body = expr.body
        if (
            expr.operator == "count"
            and isinstance(body, Call)
            and body.function == "eq"
            and isinstance(body.args[0], Call)
            and body.args[0].function == "suit"
            and isinstance(body.args[1], Literal)
        ):
            return f"the number of {self.expr(body.args[1])} in {self.expr(expr.source)}"
        return self._spelled_out(expr)

    def _spelled_out(self, expr: Quantified) -> str:
        body = self.expr(expr.body)
        return _QUANTIFIED[expr.operator].format(name=f"*{expr.name}*", source=self.expr(expr.source), body=body)

    def _list(self, words: list[str]) -> str:
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1] if words else "nothing"

    def noun(self, type: Type) -> str:
        return _NOUNS.get(type, "thing")

    def effect(self, effect: Effect) -> str:
        """An effect as a phrase."""
        exprs = [self.clause(e) for e in effect.exprs]
        if effect.op == "when":
            other = f"; otherwise {self.effects(effect.other)}" if effect.other else ""
            return f"if {exprs[0]}, {self.effects(effect.body)}{other}"
        if effect.op == "each":
            return f"for each *{effect.name}* of {exprs[0]}, {self.effects(effect.body)}"
        if effect.op == "block":
            return self.effects(effect.body)
        zone = {"bottom": "the bottom of the stock", "aside": "the cards out of play"}.get(
            effect.zone, f"the {effect.zone}"
        )
        if effect.zone in ("pile", "hand") and len(exprs) > 1:
            zone = f"the {effect.zone} of {exprs[1]}"
        name = effect.name.replace("_", " ")
        if effect.op in ("assign", "increase", "decrease") and len(exprs) > 1:
            return _EFFECTS[effect.op].format(exprs[-1], name=f"{name} of {exprs[0]}")
        return _EFFECTS[effect.op].format(*exprs, name=name, zone=zone)

    def effects(self, effects: tuple[Effect, ...]) -> str:
        return ", and ".join(self.effect(e) for e in effects)


def _loose(outer: Call, inner: Expr, last: bool) -> bool:
    """Whether an operand binds no tighter than what it stands in, when said aloud."""
    if isinstance(inner, Quantified):
        return inner.operator in ("any", "all") and outer.function in ("and", "or") and not last
    if not isinstance(inner, Call):
        return False
    if outer.function == "not":
        return inner.function in ("and", "or", "implies")
    if outer.function in ("and", "or"):
        return inner.function in ("and", "or", "implies", "if") and inner.function != outer.function
    if outer.function in ("times", "div", "mod"):
        return inner.function in ("plus", "minus", "div", "mod", "if") or (last and inner.function == "times")
    if outer.function in ("plus", "minus") and outer.type is Type.INT:
        return inner.function == "if" or (last and outer.function == "minus" and inner.function in ("plus", "minus"))
    return False


def _article(word: str) -> str:
    return word if word[:1].isdigit() else (f"an {word}" if word[0] in "aeiou" else f"a {word}")


def print_value(value: bool | int | str | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
