"""The normal form of an expression: what it means, without the words it is said in.

Terms are unfolded and options put in; bound names become numbers; `any`, `all` and `count` become counts;
conditions are sorted (``logic.py``), numbers are linear (``linear.py``), and what depends on one card alone is a
choice of faces (``static.py``). Two expressions with equal forms have equal values everywhere; the opposite
cannot be decided in general, so a form may differ where the meaning does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cassino_dsl.diff.linear import below_zero, linear, multiply, plus, split, zero
from cassino_dsl.diff.logic import FALSE, TRUE, Form, both, choose, either, negation, oneof, opposite, ordered
from cassino_dsl.diff.ranges import within
from cassino_dsl.diff.static import NO_CARD, NotStatic, rows, subject_of
from cassino_dsl.plan.unfold import Unfolder, term_table
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.model import KINDS, Action, Ruleset
from cassino_dsl.ruleset.simplify import Facts, simplify

Env = Mapping[str, Form]
MAX_RANGE = 64  # longer ranges of numbers stay ranges
# what does not change when a play moves cards: `after(…)` of it is itself
_LASTING = {"lit", "var", "let", "me", "card", "kept", "taken", "kind", "cards", "announced", "true", "false", "action"}
_APART: tuple[Form, ...] = (("builds",), ("loose",), ("stock",), ("aside",))  # nothing is in two of these
_SETS_OF_CARDS = (Type.CARDS, Type.ITEMS, Type.BUILDS)


@dataclass(frozen=True)
class Renaming:
    """The names of one ruleset as the other calls them; names that are not here keep theirs."""

    memory: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, str] = field(default_factory=dict)
    awards: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, str] = field(default_factory=dict)


class Normalizer:
    """Gives the forms of one ruleset's expressions, for one number of seats (None: any).

    ``faces`` are the faces that both packs have: the deck itself is compared elsewhere.
    """

    def __init__(self, ruleset: Ruleset, seats: int | None, faces: tuple[str, ...], names: Renaming) -> None:
        self.ruleset, self.faces, self.names = ruleset, faces, names
        pack = ruleset.pack
        sizes = {"ranks": len(pack.ranks), "suits": len(pack.suits)}
        if seats is not None:
            sizes["seats"] = seats
        self.facts = Facts(pack, sizes=sizes)
        self.unfold = Unfolder(term_table(ruleset.terms))

    def __call__(self, expr: Expr, env: Env | None = None, in_order: bool = False, of: Action | None = None) -> Form:
        """The form of an expression; ``env`` gives the forms of the names bound outside, ``of`` says which
        action the play is an instance of, where that is known."""
        facts = self.facts
        if of is not None:
            kind, action = Literal(Type.KIND, of.kind, of.span), Literal(Type.ACTION, of.name, of.span)
            facts = replace(facts, standing={"kind": kind, "action": action})
        return self.form(simplify(self.unfold.expr(expr), facts), env or {}, in_order)

    def unfolded(self, expr: Expr) -> Expr:
        """The expression with its terms unfolded and everything known worked out."""
        return simplify(self.unfold.expr(expr), self.facts)

    # ---- one method for each shape of expression; ``in_order``: the order of a set matters here

    def form(self, expr: Expr, env: Env, in_order: bool = False) -> Form:
        if isinstance(expr, Literal):
            return self._literal(expr)
        static = self._static(expr, env)
        if static is not None:
            return static
        if isinstance(expr, Name):
            return env.get(expr.name, ("name", expr.name))
        if isinstance(expr, Quantified):
            return self._quantified(expr, env, in_order)
        return self._call(expr, env, in_order)

    def _literal(self, expr: Literal) -> Form:
        if isinstance(expr.value, bool):
            return TRUE if expr.value else FALSE
        if expr.type is Type.ACTION:
            return ("lit", self.names.actions.get(str(expr.value), str(expr.value)))
        if expr.type is Type.AWARD:
            return ("lit", self.names.awards.get(str(expr.value), str(expr.value)))
        return ("lit", expr.value)

    def _static(self, expr: Expr, env: Env) -> Form | None:
        if expr.type not in (Type.BOOL, Type.INT):
            return None
        subject = subject_of(expr)
        if subject is None:
            return None
        try:
            table = rows(expr, subject, self.ruleset.pack, self.faces)
        except NotStatic:
            return None
        who = self.form(subject, env)
        whole = (*self.faces, NO_CARD)
        if expr.type is Type.BOOL:
            return oneof(who, (w for w in whole if table[w]), whole)
        if len(set(table.values())) == 1:
            return ("lit", table[NO_CARD])
        return ("table", who, tuple((w, table[w]) for w in whole))

    def _bind(self, expr: Quantified, env: Env) -> tuple[Form, dict[str, Form]]:
        depth = 1 + max((f[1] for f in env.values() if f[0] == "var"), default=-1)
        variable: Form = ("var", depth)
        return variable, {**env, expr.name: variable}

    def members(self, source: Expr, variable: Form, env: Env, in_order: bool = False) -> tuple[Form, list[Form]]:
        """The set beneath a chain of filters, and what the filters ask of the variable."""
        if isinstance(source, Quantified) and source.operator == "filter":
            base, tests = self.members(source.source, variable, env, in_order)
            return base, [*tests, self.form(source.body, {**env, source.name: variable})]
        return self.form(source, env, in_order), []

    def _quantified(self, expr: Quantified, env: Env, in_order: bool) -> Form:
        variable, inner = self._bind(expr, env)
        operator = expr.operator
        keeps_order = operator == "first" or (operator == "filter" and in_order)
        source, tests = self.members(expr.source, variable, env, keeps_order)
        body = self.form(expr.body, inner)
        if operator == "any":
            return below_zero(plus(("lit", 0), _count(source, both([*tests, body])), -1))
        if operator == "all":
            return below_zero(plus(_count(source, both([*tests, negation(body)])), ("lit", -1)))
        if operator == "count":
            return _count(source, both([*tests, body]))
        if operator == "sum":
            return _sum(source, tests, body)
        if operator in ("max", "min"):
            return (operator, source, both(tests), body)
        condition = both([*tests, body])
        if operator == "filter" and condition == TRUE:
            return source
        return (operator, source, condition)

    def _call(self, expr: Call, env: Env, in_order: bool) -> Form:
        name = expr.function
        handler = getattr(self, f"_{name}_", None)
        if handler is not None:
            result: Form = handler(expr, env, in_order)
            return result
        if name in ("top", "bottom"):
            return (name, self.form(expr.args[0], env, True))
        args = tuple(self.form(a, env, in_order) for a in expr.args)
        if name == "memory":
            return ("memory", self.names.memory.get(expr.name, expr.name), *args)
        if name in ("hand", "pile") and not args:
            return (name, ("me" if name == "hand" else "us",))
        if name == "dealer":
            return ("previous", ("leader",))
        if name in ("next", "previous"):
            other = "previous" if name == "next" else "next"
            return args[0][1] if args[0][0] == other else (name, *args)
        if name in ("min", "max", "set"):
            return (name, *ordered(args))
        if name == "table" and not in_order:
            return ("union", ("builds",), ("loose",))
        return (name, *args)

    # ---- logic

    def _both(self, expr: Call, env: Env) -> tuple[Form, Form]:
        left, right = (self.form(a, env) for a in expr.args)
        return left, right

    def _and_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return both(self._both(expr, env))

    def _or_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return either(self._both(expr, env))

    def _implies_(self, expr: Call, env: Env, in_order: bool) -> Form:
        left, right = self._both(expr, env)
        return either((negation(left), right))

    def _not_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return negation(self.form(expr.args[0], env))

    def _if_(self, expr: Call, env: Env, in_order: bool) -> Form:
        test, then, other = (self.form(a, env, in_order) for a in expr.args)
        return choose(test, then, other, expr.type is Type.BOOL)

    def _known_(self, expr: Call, env: Env, in_order: bool) -> Form:
        inner = self.form(expr.args[0], env)
        if inner[0] == "first":
            return below_zero(plus(("lit", 0), _count(inner[1], inner[2]), -1))
        return ("known", inner)

    def _after_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return _moment("after", self.form(expr.args[0], env, in_order))

    def _before_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return _moment("before", self.form(expr.args[0], env, in_order))

    # ---- numbers and comparisons

    def _eq_(self, expr: Call, env: Env, in_order: bool) -> Form:
        left_expr, right_expr = expr.args
        for one, other in ((left_expr, right_expr), (right_expr, left_expr)):
            if other.type is Type.NONE and one.type is not Type.NONE:
                return negation(self._known_(Call(Type.BOOL, "known", (one,), expr.span), env, False))
        left, right = self._both(expr, env)
        if left_expr.type is Type.INT:
            return zero(plus(left, right, -1))
        if left_expr.type is Type.BOOL:
            return either((both((left, right)), both((negation(left), negation(right)))))
        whole = self._whole(left_expr.type)
        for subject, literal in ((left, right), (right, left)):
            if whole and literal[0] == "lit" and subject[0] != "lit":
                return oneof(subject, (str(literal[1]),), whole)
        return ("eq", *sorted((left, right), key=repr))

    def _ne_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return negation(self._eq_(expr, env, in_order))

    def _whole(self, type: Type) -> tuple[str, ...]:
        """All that something of a type can be, where that is a short list and never nothing."""
        if type is Type.KIND:
            return KINDS
        if type is Type.ACTION:
            return tuple(sorted(self.names.actions.get(a.name, a.name) for a in self.ruleset.actions))
        return ()

    def _lt_(self, expr: Call, env: Env, in_order: bool) -> Form:
        left, right = self._both(expr, env)
        return below_zero(plus(left, right, -1))

    def _ge_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return negation(self._lt_(expr, env, in_order))

    def _gt_(self, expr: Call, env: Env, in_order: bool) -> Form:
        left, right = self._both(expr, env)
        return below_zero(plus(right, left, -1))

    def _le_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return negation(self._gt_(expr, env, in_order))

    def _plus_(self, expr: Call, env: Env, in_order: bool) -> Form:
        left, right = (self.form(a, env, in_order) for a in expr.args)
        if expr.type is Type.INT:
            return plus(left, right)
        parts = [p for f in (left, right) for p in (f[1:] if f[0] == "union" else (f,))]
        return ("union", *(parts if in_order else ordered(parts)))

    def _minus_(self, expr: Call, env: Env, in_order: bool) -> Form:
        left, right = self.form(expr.args[0], env, in_order), self.form(expr.args[1], env)
        return plus(left, right, -1) if expr.type is Type.INT else ("without", left, right)

    def _negative_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return plus(("lit", 0), self.form(expr.args[0], env), -1)

    def _times_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return multiply(*self._both(expr, env))

    def _count_(self, expr: Call, env: Env, in_order: bool) -> Form:
        name = Quantified(Type.INT, "count", "", expr.args[0], Literal(Type.BOOL, True, expr.span), expr.span)
        return self._quantified(name, env, False)

    # ---- membership

    def _in_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return self._inside(expr.args[0], expr.args[1], env)

    def _not_in_(self, expr: Call, env: Env, in_order: bool) -> Form:
        return negation(self._inside(expr.args[0], expr.args[1], env))

    def _inside(self, member: Expr, whole: Expr, env: Env) -> Form:
        if isinstance(whole, Call) and whole.function in ("plus", "minus"):
            first, second = (self._inside(member, a, env) for a in whole.args)
            return either((first, second)) if whole.function == "plus" else both((first, negation(second)))
        if isinstance(whole, Quantified) and whole.operator == "filter":
            subject = self.form(member, env)
            return both((self._inside(member, whole.source, env), self.form(whole.body, {**env, whole.name: subject})))
        if isinstance(whole, Call) and whole.function == "set":
            parts = self._each_member(whole)
            if parts is not None:
                return either(self._eq_(Call(Type.BOOL, "eq", (member, p), member.span), env, False) for p in parts)
        subject = self.form(member, env)
        if isinstance(member, Literal) and whole.type in _SETS_OF_CARDS:
            # a card of the pack lies there: some card there is that card
            name = Quantified(Type.BOOL, "any", "it", whole, self._same(member), member.span)
            return self._quantified(name, env, False)
        return ("in", subject, self.form(whole, env))

    def _same(self, card: Literal) -> Expr:
        return Call(Type.BOOL, "eq", (Name(Type.ITEM, "it", card.span), card), card.span)

    def _each_member(self, whole: Call) -> list[Expr] | None:
        """The members of a set of literals, ranges written out; None where it is not one."""
        found: list[Expr] = []
        for arg in whole.args:
            if isinstance(arg, Literal):
                found.append(arg)
                continue
            ends = [a.value for a in arg.args if isinstance(a, Literal)] if isinstance(arg, Call) else []
            if not isinstance(arg, Call) or arg.function != "range" or len(ends) != 2:
                return None
            if arg.type is Type.INT:
                low, high = (int(e or 0) for e in ends)
                if high - low > MAX_RANGE:
                    return None
                found.extend(Literal(Type.INT, n, arg.span) for n in range(low, high + 1))
            else:
                ranks = self.ruleset.pack.ranks
                first, last = (ranks.index(str(e)) for e in ends)
                found.extend(Literal(Type.RANK, r, arg.span) for r in ranks[first : last + 1])
        return found


def _count(source: Form, condition: Form) -> Form:
    if condition == FALSE:
        return ("lit", 0)
    if source[0] == "union" and all(s in _APART for s in source[1:]):
        return linear(0, {("count", s, condition): 1 for s in source[1:]})
    return ("count", source, condition)


def _sum(source: Form, tests: Iterable[Form], body: Form) -> Form:
    """A sum; one of `1 if P else 0` counts."""
    tests = list(tests)
    while body[0] == "if" and ("lit", 0) in body[2:]:
        _, test, then, other = body
        tests.append(test if other == ("lit", 0) else negation(test))
        body = then if other == ("lit", 0) else other
    condition = both(tests)
    if body[0] == "table":
        # what each face is worth, times how many there are of it
        _, who, worth = body
        whole = tuple(face for face, _ in worth)
        total: Form = ("lit", 0)
        for value in dict.fromkeys(v for _, v in worth):
            fits = oneof(who, (face for face, v in worth if v == value), whole)
            total = plus(total, _count(source, both((condition, fits))), value)
        return total
    constant, terms = split(body)
    if not terms:
        return multiply(("lit", constant), _count(source, condition))
    if condition == FALSE:
        return ("lit", 0)
    return ("sum", source, condition, body)


def _moment(word: str, form: Form) -> Form:
    """`after` and `before` go inwards, to what can differ."""
    op = form[0]
    if op in ("and", "or"):
        return (both if op == "and" else either)(_moment(word, f) for f in form[1:])
    if op == "not":
        return negation(_moment(word, form[1]))
    if op == "within":
        return within(_moment(word, form[1]), form[2])
    if op in ("below_zero", "zero", "linear"):
        constant, terms = split(form if op == "linear" else form[1])
        moved: Form = ("lit", constant)
        for term, times in terms.items():
            moved = plus(moved, _moment(word, term), times)
        return moved if op == "linear" else (below_zero if op == "below_zero" else zero)(moved)
    return form if _lasting(form) else (word, form)


def _lasting(form: Form) -> bool:
    if form[0] in ("oneof", "table", "known"):
        return _lasting(form[1])
    if form[0] in ("eq", "ne", "rank", "suit", "colour"):
        return all(_lasting(f) for f in form[1:])
    return form[0] in _LASTING


opposite("known", lambda form: ("not", form))
