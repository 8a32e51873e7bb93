"""Expressions in English, for rulebooks: the phrases of the rows put together; a few shapes have a shorter way of being
said."""

from __future__ import annotations

from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.happenings import EFFECT
from cassino_dsl.ruleset.model import Effect, Ruleset
from cassino_dsl.ruleset.simplify import Facts, simplify
from cassino_dsl.ruleset.words import BY_WORD, COUNT, KIND, ROW

# shapes of expressions that are said in a way of their own
_JOINING, _SUMS, _SETS, _OF_PARTS = (
    (op.AND, op.OR),
    (op.PLUS, op.MINUS),
    (op.UNION, op.WITHOUT),
    (op.TIMES, op.DIV, op.MOD),
)
_CAN = {
    ROW["total(items)"]: "{1} can add up to {0}",
    ROW["total(cards, place)"]: "{1} can add up to {0}",
    ROW["value(item)"]: "{1} can count for {0}",
    ROW["value(card, place)"]: "{1} can count for {0} in the {2}",
    ROW["value(cards, place)"]: "{1} can count for {0} in the {2}",
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
        row, args = expr.row, expr.args
        if row is op.SET:
            written = expr.type is Type.CARDS and all(isinstance(a, Literal) for a in args)
            words = [str(a.value) for a in args if isinstance(a, Literal)]
            return self.faces(words) if written else self._list([self.expr(a) for a in args])
        if row is op.ZONE:
            return self._zone(expr.name, [self.expr(a) for a in args])
        if row in op.MEMORIES or row in op.TERMS:
            return self._named(expr)
        if row is COUNT and isinstance(args[0], Call) and args[0].row is op.ZONE:
            return f"the number of cards in {self.expr(args[0])}"
        if row is COUNT and isinstance(args[0], Call) and args[0].row.counted:
            return f"the number of {args[0].row.counted.format(*map(self.expr, args[0].args))}"
        idiom = self._idiom(expr) if len(args) == 2 else None
        if idiom:
            return idiom
        operands = self._operands(expr) if row.sign or row is op.NOT else map(self.expr, args)
        return row.phrase.format(*operands, name=f"*{expr.name}*")

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
        if expr.row in op.TERMS and expr.type is Type.BOOL and len(args) == 1:
            return f"{args[0]} is *{words}*"
        return f"{words} of {' and '.join(args)}" if args else words

    def _idiom(self, expr: Call) -> str | None:
        """Comparisons that have a shorter way of being said."""
        left, right = expr.args
        if expr.row is op.IN and isinstance(right, Call) and right.type is Type.VALUES:
            said = _CAN.get(right.row)
            return said.format(self.expr(left), *map(self.expr, right.args)) if said else None
        if (
            expr.row not in (op.EQ, op.NE, op.IN, op.NOT_IN)
            or not isinstance(left, Call)
            or not isinstance(right, Literal)
        ):
            return None
        is_not = "" if expr.row in (op.IN, op.EQ) else "not "
        if left.row is KIND:
            return f"the play is {is_not}a {right.value}"
        if left.type is Type.RANK and left.row in BY_WORD["rank"] and right.value:
            return f"{self.expr(left.args[0])} is {is_not}{_article(self.expr(right))}"
        return None

    def _quantified(self, expr: Quantified) -> str:
        body, source = expr.body, self.expr(expr.source)
        if expr.row is op.HOW_MANY and isinstance(body, Call) and body.row is op.EQ:
            asked, suit = body.args
            if isinstance(asked, Call) and asked.row in BY_WORD["suit"] and isinstance(suit, Literal):
                return f"the number of {self.expr(suit)} in {source}"
        return expr.row.phrase.format(source, self.expr(body), name=f"*{expr.name}*")

    def _list(self, words: list[str]) -> str:
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1] if words else "nothing"

    def noun(self, type: Type) -> str:
        return _NOUNS.get(type, "thing")

    def effect(self, effect: Effect) -> str:
        """An effect as a phrase."""
        exprs = [self.clause(e) for e in effect.exprs]
        row, name = EFFECT[effect.op], effect.name.replace("_", " ")
        zone = self._zone(effect.zone, exprs[len(row.params) :])
        if row.writes == {"memory"} and len(exprs) > 1:
            name = f"{name} of {exprs.pop(0)}"
        body, other = self.effects(effect.body), self.effects(effect.other)
        text = row.phrase.format(*exprs, name=name, zone=zone, body=body, other=other)
        return text if other or not effect.body else text.removesuffix("; otherwise ")

    def _zone(self, zone: str, owner: list[str]) -> str:
        word = zone.replace("_", " ")
        if owner:
            return f"the {word} of {owner[0]}"
        return {
            "bottom": "the bottom of the stock",
            "anywhere": "a place by chance in the stock",
            "aside": "the cards out of play",
        }.get(zone, f"the {word}")

    def effects(self, effects: tuple[Effect, ...]) -> str:
        return ", and ".join(self.effect(e) for e in effects)


def _loose(outer: Call, inner: Expr, last: bool) -> bool:
    """Whether an operand binds no tighter than what it stands in, when said aloud."""
    row = outer.row
    if isinstance(inner, Quantified):
        return inner.row in (op.ANY, op.ALL, op.MATCHED) and row in _JOINING and not last
    if not isinstance(inner, Call):
        return False
    if row is op.NOT:
        return inner.row in (*_JOINING, op.IMPLIES)
    if row in _JOINING:
        return inner.row in (*_JOINING, op.IMPLIES, op.IF) and inner.row is not row
    if row in _OF_PARTS:
        return inner.row in (*_SUMS, *_SETS, op.DIV, op.MOD, op.IF) or (last and inner.row is op.TIMES)
    if row in _SUMS:
        return inner.row is op.IF or (last and row is op.MINUS and inner.row in (*_SUMS, *_SETS))
    return False


def _article(word: str) -> str:
    return word if word[:1].isdigit() else (f"an {word}" if word[0] in "aeiou" else f"a {word}")


def print_value(value: bool | int | str | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
