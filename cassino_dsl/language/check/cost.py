"""What an evaluation costs in the worst case: how many forms it looks at, with every set as large as it can be.

A quantifier looks at its body once for each member of its set, so one inside another multiplies. The cost of a
term is linear in the costs of its arguments, so each term is weighed once and never unfolded here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import comb

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.language.ruleset.groups import largest_group
from cassino_dsl.language.ruleset.model import Effect, Ruleset
from cassino_dsl.language.ruleset.operators import FILTER, MATCHED, MOST_GROUPS, RANGE, RANK_RANGE, SET, TERMS, UNION
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS
from cassino_dsl.language.ruleset.unfold_terms import term_table
from cassino_dsl.language.ruleset.within import exprs_in

MAX_EVALUATION = 2_000_000  # forms that one evaluation may look at
MAX_BINDINGS = 200_000  # ways to choose the `let` names of one action
MAX_FORMS = 100_000  # forms of all clauses together, with their terms unfolded
MAX_DEPTH = 150  # levels of nesting of one clause, with its terms unfolded
FEW_GROUPS = 10_000  # of 20 items, that are tried without a word
_NUMBERS = 128  # members of a set of numbers


@dataclass(frozen=True, slots=True)
class Weight:
    """``looked``: forms that an evaluation looks at; ``size``: forms of the unfolded text; ``depth``: its nesting.
    ``names``: for each name in it, how often it is looked at, how often it occurs, and how deep."""

    looked: int = 0
    size: int = 0
    depth: int = 0
    names: dict[str, tuple[int, int, int]] = field(default_factory=dict)

    def __add__(self, other: Weight) -> Weight:
        names = self.names or other.names
        if names is not other.names and other.names:
            names = dict(names)
            for name, (looked, size, depth) in other.names.items():
                mine = names.get(name, (0, 0, 0))
                names[name] = (mine[0] + looked, mine[1] + size, max(mine[2], depth))
        return Weight(self.looked + other.looked, self.size + other.size, max(self.depth, other.depth), names)

    def times(self, number: int) -> Weight:
        """Looked at so often; the text stays as it is."""
        names = {k: (looked * number, size, depth) for k, (looked, size, depth) in self.names.items()}
        return Weight(self.looked * number, self.size, self.depth, names)

    def inside(self) -> Weight:
        """One form around it."""
        names = {k: (looked, size, depth + 1) for k, (looked, size, depth) in self.names.items()}
        return Weight(self.looked + 1, self.size + 1, self.depth + 1, names)

    def without(self, name: str) -> Weight:
        return Weight(self.looked, self.size, self.depth, {k: n for k, n in self.names.items() if k != name})

    def filled(self, arguments: dict[str, Weight]) -> Weight:
        """The weight with arguments in the place of names."""
        whole = Weight(self.looked, self.size, self.depth)
        for name, (looked, size, depth) in self.names.items():
            arg = arguments.get(name, Weight())
            names = {k: (n * looked, m * size, d + depth) for k, (n, m, d) in arg.names.items()}
            whole += Weight(arg.looked * looked, arg.size * size, arg.depth + depth, names)
        return whole


ONE = Weight(1, 1, 1)


def check_costs(draft: Draft, ruleset: Ruleset) -> None:
    """Clauses that would take too long to evaluate, and rulesets that are too large once unfolded."""
    scale = Scale(ruleset)
    forms = 0
    # every expression that is evaluated by itself, and every effect that does not stand in another
    exprs = exprs_in(replace(ruleset.with_effects(lambda effects: ()), terms=()))
    for clause in (*exprs, *(effect for row in ruleset.done() for effect in row)):
        weight = scale.weigh_effect(clause) if isinstance(clause, Effect) else scale.weigh(clause)
        forms += weight.size
        if weight.looked > MAX_EVALUATION or weight.depth > MAX_DEPTH:
            _too_costly(draft, clause.span, weight)
    for action in ruleset.actions:
        ways = 1
        for binding in action.let:
            ways *= max(1, most_members(binding.source, scale.most))
        if ways > MAX_BINDINGS:
            message = f"there may be {_shown(ways)} ways to choose the names of action `{action.name}`"
            help = f"{_shown(MAX_BINDINGS)} are allowed: let names range over smaller sets, or take parts instead"
            draft.report.add(Code.TOO_COSTLY, action.let[-1].span, message, help=help)
    if forms > MAX_FORMS:
        message = f"all clauses together unfold to {_shown(forms)} forms"
        help = f"{_shown(MAX_FORMS)} are allowed: use fewer terms inside terms"
        draft.report.add(Code.TOO_COSTLY, draft.composed.own.span.source.whole(), message, help=help)


def enumerated(draft: Draft, where: Expr | Span, name: str, variable: str) -> None:
    """Warns that groups, those of a part by its name, have to be tried one by one, unless they are small: ``where``
    says which fit, or where it would be said."""
    most = None if isinstance(where, Span) else largest_group((where,), variable)
    less, more = (sum(comb(items, size) for size in range(1, 1 + (most or items))) for items in (10, 20))
    if more > FEW_GROUPS:
        which = "all subsets" if most is None else f"all subsets of up to {most} items"
        draft.report.add(
            Code.ENUMERATED_SUBSETS,
            where if isinstance(where, Span) else where.span,
            f"groups `{name}` can only be found by trying {which} of what lies there",
            help=f"where a total decides, say so first: `v in total({variable}) and …`; or how many they are at most: "
            f"`count({variable}) <= 3 and …`",
            notes=(f"10 items on the table make {less} subsets, 20 make {more}",),
        )


def _too_costly(draft: Draft, span: Span, weight: Weight) -> None:
    message = f"one evaluation may look at {_shown(weight.looked)} forms"
    help = "quantifiers inside one another multiply: nest fewer, or let them run over smaller sets, such as `suits`"
    most = MAX_EVALUATION
    if weight.depth > MAX_DEPTH:
        message, most = f"with its terms unfolded this nests {weight.depth} levels deep", MAX_DEPTH
        help = "use fewer terms inside terms, and inside the arguments of terms"
    notes = (f"{_shown(most)} are allowed",)
    draft.report.add(Code.TOO_COSTLY, span.beginning(60), message, help=help, notes=notes)


class Scale:
    """Weighs the expressions of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.most = largest_sets(ruleset.pack, max(ruleset.seats), len(ruleset.actions))
        self.terms = term_table(ruleset.terms)
        self.weights: dict[tuple[str, tuple[Type, ...]], Weight] = {}
        self.facts = Facts(ruleset.pack, options={o.name: o.value for o in ruleset.options})
        self.awards = 0  # while the awards are weighed, what they secure is not
        asked = exprs_in(tuple((a.points, a.most, a.condition) for a in ruleset.awards))
        self.awards = 2 * sum(self.weigh(e).looked for e in asked)

    def weigh(self, expr: Expr) -> Weight:
        if isinstance(expr, Literal):
            return ONE
        if isinstance(expr, Name):
            return Weight(1, 1, 1, {expr.name: (1, 1, 0)})
        if isinstance(expr, Quantified):
            body = self.weigh(expr.body).without(expr.name).inside()
            members = MOST_GROUPS if expr.row.groups else most_members(expr.source, self.most)
            # each member may have to ask for every card until it has one of its own
            again = members * most_members(expr.body, self.most) if expr.row is MATCHED else 0
            return self.weigh(expr.source) + body.times(members) + Weight(again)
        if expr.row in TERMS:
            return self._term(expr)
        whole = sum((self.weigh(a) for a in expr.args), Weight()).inside()
        # what goes through its arguments member by member
        more = sum(most_members(a, self.most) for a in expr.args if a.type in SETS_OF_ITEMS) if expr.row.each else 0
        more += self.awards if "awards" in expr.row.reads else 0
        return whole + Weight(more)

    def _term(self, call: Call) -> Weight:
        key = (call.name, tuple(a.type for a in call.args))
        term = self.terms.get(key)
        if term is None:
            return ONE  # a faulty term: reported where it stands
        if key not in self.weights:
            self.weights[key] = self.weigh(term.body)
        arguments = {name: self.weigh(arg) for (name, _), arg in zip(term.params, call.args, strict=True)}
        return self.weights[key].filled(arguments).inside()

    def weigh_effect(self, effect: Effect) -> Weight:
        whole = sum((self.weigh(e) for e in effect.exprs), Weight())
        inner = sum((self.weigh_effect(e) for e in (*effect.body, *effect.other)), Weight())
        if effect.op == "perform":
            return inner.filled(dict(zip(effect.params, map(self.weigh, effect.exprs), strict=True))).inside()
        if effect.op == "loop":
            most = constant(effect.exprs[1], self.facts)
            inner = (inner + whole).times(most if isinstance(most, int) else 1)
        elif effect.op == "each":
            inner = inner.times(most_members(effect.exprs[0], self.most))
        elif effect.op == "pick":
            inner += Weight(most_members(effect.exprs[0], self.most))  # each has a lot
        return (whole + inner).inside()


def largest_sets(pack: Pack, seats: int, actions: int) -> Mapping[Type, int]:
    """The most members that a set of each type can have."""
    return {
        **dict.fromkeys(Type, pack.size),
        **dict.fromkeys((Type.SEATS, Type.SIDES), seats),
        Type.RANKS: len(pack.all_ranks),
        Type.SUITS: len(pack.suits),
        Type.COLOURS: len(pack.colours),
        Type.MARKS: len(pack.marks),
        Type.KINDS: 4,
        Type.ACTIONS: actions,
        Type.VALUES: _NUMBERS,
    }


def most_members(expr: Expr, most: Mapping[Type, int]) -> int:
    """The most members that a set can have, where one of its type has so many at most."""
    if isinstance(expr, Quantified) and expr.row is FILTER:
        return most_members(expr.source, most)
    if isinstance(expr, Call) and expr.row is SET:
        return min(sum(_most_in_range(a, most) for a in expr.args), most[expr.type])
    if isinstance(expr, Call) and expr.row.members:
        return most[Type.SEATS]
    if isinstance(expr, Call) and expr.row is UNION:
        return min(sum(most_members(a, most) for a in expr.args), most[expr.type])
    return most[expr.type]


def _most_in_range(member: Expr, most: Mapping[Type, int]) -> int:
    if not (isinstance(member, Call) and member.row in (RANGE, RANK_RANGE)):
        return 1
    ends = [a.value for a in member.args if isinstance(a, Literal) and isinstance(a.value, int)]
    if len(ends) == 2:
        return max(0, min(ends[1], _NUMBERS - 1) - ends[0] + 1)
    return most[Type.RANKS if member.type is Type.RANK else Type.VALUES]


def _shown(number: int) -> str:
    """A number for people: with commas, and only its size where it is enormous."""
    return f"{number:,}" if number < 10**12 else "more than a million millions of"
