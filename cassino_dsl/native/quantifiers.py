"""Quantifiers as loops over the bits of a set; `first` as one over its members in order."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.core.bounds import may_exceed
from cassino_dsl.native.fixed import cards_by_number, set_of_fitting
from cassino_dsl.native.groups import any_group, how_many_groups
from cassino_dsl.native.ordered import members_in_order
from cassino_dsl.native.origin import ahead, found_in
from cassino_dsl.native.printer import Bound, Env, Printer, PrintQuantified, c_type, nothing
from cassino_dsl.native.words import mask_literal
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Literal, Name, Quantified, Type, conjuncts
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.words import BUILDS, ROW

Step = Callable[[str, str], str]  # what happens for a member: from the C of the body and of the member


def quantified(p: Printer, e: Quantified, env: Env) -> str:
    """The C of a quantifier."""
    return QUANTIFIERS[e.row](p, e, env)


def _any(p: Printer, e: Quantified, env: Env) -> str:
    if isinstance(e.body, Literal) and e.body.value:
        return _is_any(p, e.source, env)
    fits = _of_fixed(p, e, env)
    if fits is not None:
        return f"({fits} != 0)"
    e = _narrowed(e)
    if env.view == "after" and _is_builds(e.source):
        return _of_builds_after(p, e, env)
    result = p.fresh("r")
    return _loop(p, e, env, result, f"int {result} = 0;", lambda body, _: f"if ({body}) {{ {result} = 1; break; }}")


def _is_any(p: Printer, source: Expr, env: Env) -> str:
    """Whether a set has members."""
    text = p.c(source, env)
    return f"(count_items({text}) != 0)" if source.type is Type.ITEMS else f"({text} != 0)"


def _how_many(p: Printer, e: Quantified, env: Env) -> str:
    fits = _of_fixed(p, e, env)
    if fits is not None:
        return f"((i64)count_bits({fits}))"
    result = p.fresh("r")
    return _loop(p, _narrowed(e), env, result, f"i64 {result} = 0;", lambda body, _: f"{result} += !!({body});")


def _sum(p: Printer, e: Quantified, env: Env) -> str:
    result = p.fresh("r")
    cards = _by_number(p, e)
    if cards is not None and len(cards) <= _FEW_TO_COUNT:
        counted = " + ".join(f"(i64){n} * count_bits({result} & {mask_literal(cards[n])})" for n in cards if n)
        text = f"({{ const Mask {result} = {p.c(e.source, env)}; (void){result}; {counted or '(i64)0'}; }})"
        return f"bounded({text})" if may_exceed(e) else text
    text = _loop(p, e, env, result, f"i64 {result} = 0;", lambda body, _: f"{result} += {body};")
    return f"bounded({text})" if may_exceed(e) else text


def _extreme(sign: str) -> PrintQuantified:
    def show(p: Printer, e: Quantified, env: Env) -> str:
        result, some, value = p.fresh("r"), p.fresh("k"), p.fresh("n")
        cards = _by_number(p, e)
        if cards is not None and len(cards) <= _FEW_TO_ASK:
            best = sorted(cards, reverse=sign == ">")
            asked = " : ".join(f"{result} & {mask_literal(cards[n])} ? (i64){n}" for n in best)
            return f"({{ const Mask {result} = {p.c(e.source, env)}; {asked} : 0; }})"

        def step(body: str, member: str) -> str:
            better = f"!{some} || {value} {sign} {result}"
            return f"i64 {value} = {body}; if ({better}) {result} = {value}; {some} = 1;"

        return _loop(p, e, env, result, f"i64 {result} = 0; int {some} = 0;", step)

    return show


def _matched(p: Printer, e: Quantified, env: Env) -> str:
    """Each member in turn is given a card of its own."""
    result, given = p.fresh("r"), p.fresh("g")
    start = f"int {result} = 1; Given {given}; nothing_given(&{given});"
    step = f"if (!give_one_of(&{given}, {{}})) {{{{ {result} = 0; break; }}}}"
    return _loop(p, e, env, result, start, lambda body, _: step.format(body))


def _filter(p: Printer, e: Quantified, env: Env) -> str:
    fits = _of_fixed(p, e, env)
    if fits is not None:
        return f"((Items){{{fits}, 0}})" if e.type is Type.ITEMS else fits
    result, empty = p.fresh("r"), "{0, 0}" if e.type is Type.ITEMS else "0"
    start = f"{c_type(e.type)} {result} = {empty};"
    return _loop(p, e, env, result, start, lambda body, member: f"if ({body}) {_member_added(e.type, result, member)}")


def _member_added(type: Type, result: str, member: str) -> str:
    if type is Type.ITEMS:
        return f"{result} = both({result}, item_set({member}));"
    return f"{result} |= ({c_type(type)})1 << {member};"


def _of_fixed(p: Printer, e: Quantified, env: Env) -> str | None:
    """The cards of a set that fit, where what cards are decides it."""
    fits = set_of_fitting(p, e.body, e.name, env) if e.source.type is Type.CARDS else None
    return None if fits is None else f"({p.c(e.source, env)} & {fits})"


_FEW_TO_COUNT, _FEW_TO_ASK = 4, 16  # numbers of cards: how many cards have each, or whether one has, is no loop


def _by_number(p: Printer, e: Quantified) -> dict[int, int] | None:
    """The cards of which the body is each number, where what cards are decides it."""
    return cards_by_number(p, e.body, e.name) if e.source.type is Type.CARDS else None


def _narrowed(e: Quantified) -> Quantified:
    """Over items of which only builds can fit, only builds are run over. The condition that says so stays: what was
    taken, or is yet to be made, is a build and not among those on the table."""
    if e.source.type is not Type.ITEMS:
        return e
    member = Name(Type.ITEM, e.name, e.span)
    for part in conjuncts(e.body):
        if isinstance(part, Call) and part.row is op.IN and part.args[0] == member and _is_builds(part.args[1]):
            builds = Call(Type.BUILDS, op.ONLY_BUILDS, (e.source,), e.span)
            return Quantified(e.type, e.row, e.name, builds, e.body, e.span)
    return e


def _is_builds(e: Expr) -> bool:
    return isinstance(e, Call) and e.row is BUILDS


def _loop(p: Printer, e: Quantified, env: Env, result: str, start: str, step: Step) -> str:
    """A loop over the bits of a set."""
    member, rest = p.fresh("v"), p.fresh("s")
    unit, source, more = c_type(e.source.type), p.c(e.source, env), rest
    found = found_in(e.source, env)
    if _only_builds(e.source):
        bound, taken = Bound(member, Type.ITEM, found), f"BUILD_CODE + take_bit(&{rest})"
    else:
        if e.source.type is Type.ITEMS:
            more = f"{rest}.cards | {rest}.builds"
        old = env.view != "after" and _is_builds(e.source)
        bound = Bound(member, ELEMENT[e.source.type], "old" if old else found)
        taken = f"{_TAKE.get(unit, 'take_word')}(&{rest})"
    body = p.c(e.body, env.bind(e.name, bound))
    return (
        f"({{ {start} {unit} {rest} = {source}; while ({more}) {{ "
        f"int {member} = {taken}; (void){member}; {step(body, member)} }} {result}; }})"
    )


_TAKE = {"Mask": "take_bit", "Items": "take_item", "Numbers": "take_number"}  # by the type in C


def _only_builds(source: Expr) -> bool:
    """Whether a set is one of items of which only builds are run over."""
    return isinstance(source, Call) and source.row is op.ONLY_BUILDS


def _of_builds_after(p: Printer, e: Quantified, env: Env) -> str:
    """Over the builds after the play: those on the table now that stay, by a set worked out as early as it can be,
    and the new one by itself."""
    early = p.place.old_builds(e, env)
    old = early if early is not None else old_builds(p, e, env)
    fresh = p.c(e.body, env.bind(e.name, Bound("NEW", Type.BUILD, "new")))
    return f"(({old} & ~f->items.builds) || (f->to == TO_BUILD && {fresh}))"


def old_builds(p: Printer, e: Quantified, env: Env) -> str:
    """The builds on the table now for which the body (seen after the play) holds."""
    member, rest, found = p.fresh("v"), p.fresh("s"), p.fresh("g")
    body = p.c(e.body, env.bind(e.name, Bound(member, Type.BUILD, "old")))
    return (
        f"({{ Mask {found} = 0, {rest} = S->builds; while ({rest}) {{ int {member} = take_bit(&{rest}); "
        f"if ({body}) {found} |= (Mask)1 << {member}; }} {found}; }})"
    )


def _first(p: Printer, e: Quantified, env: Env) -> str:
    """The first member that fits, in order."""
    e = _narrowed(e)
    if _only_builds(e.source) and _by_age(e.source):
        return _first_made(p, e, env)
    result, member, run = p.fresh("r"), p.fresh("v"), members_in_order(p, e.source, env)
    type, member_of = ELEMENT[e.source.type], run.member
    if _only_builds(e.source):
        type, member_of = Type.ITEM, f"({run.member}) + BUILD_CODE"
    body = p.c(e.body, env.bind(e.name, Bound(member, type, found_in(e.source, env))))
    return (
        f"({{ {c_type(e.type)} {result} = {nothing(e.type)}; {run.before} {run.head} {{ "
        f"const int {member} = {member_of}; if ({body}) {{ {result} = {member}; break; }} }} {result}; }})"
    )


_LAID = (ROW["taken"], ROW["table"])  # sets of items in which builds lie as they were made


def _by_age(source: Expr) -> bool:
    inner = source.args[0] if isinstance(source, Call) else source
    return isinstance(inner, Call) and inner.row in _LAID


def _first_made(p: Printer, e: Quantified, env: Env) -> str:
    """Where only builds are asked for there are few: the one that was made first is looked for directly; the one that
    a play makes is the last of all."""
    result, member, rest = p.fresh("r"), p.fresh("v"), p.fresh("s")
    body = p.c(e.body, env.bind(e.name, Bound(member, Type.ITEM, found_in(e.source, env))))
    older = f"is_older({env.state}, {member}, {result})"
    older = f"({member} != BUILD_CODE + NEW && {older})" if ahead(e.source, env) else older
    return (
        f"({{ int {result} = NOTHING; Mask {rest} = {p.c(e.source, env)}; while ({rest}) {{ "
        f"int {member} = BUILD_CODE + take_bit(&{rest}); "
        f"if ({body} && ({result} < 0 || {older})) {result} = {member}; }} {result}; }})"
    )


QUANTIFIERS: dict[Row, PrintQuantified] = {
    op.ANY: _any,
    op.HOW_MANY: _how_many,
    op.ANY_GROUP: any_group,
    op.HOW_MANY_GROUPS: how_many_groups,
    op.SUM: _sum,
    op.MAX_OF: _extreme(">"),
    op.MIN_OF: _extreme("<"),
    op.MATCHED: _matched,
    op.FIRST: _first,
    op.FILTER: _filter,
}
