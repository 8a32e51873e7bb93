"""Quantifiers as loops over the bits of a set; `first` as one over its members in order."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.engine.native.fixed import cards_by_number, set_of_fitting
from cassino_dsl.engine.native.ordered import in_order, members_in_order
from cassino_dsl.engine.native.printer import (
    Bound,
    Env,
    Printer,
    PrintQuantified,
    ahead,
    c_type,
    found_in,
    nothing,
    some,
)
from cassino_dsl.engine.native.words import mask_literal, next_subset
from cassino_dsl.language.core.bounds import may_exceed
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import ELEMENT, Call, Expr, Literal, Name, Quantified, Type, conjuncts
from cassino_dsl.language.ruleset.groups import largest_group
from cassino_dsl.language.ruleset.operators import TOTALLING
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import BUILDS, ROW

_VALUE = ROW["value(item)"]


def any_group(p: Printer, e: Quantified, env: Env) -> str:
    """Whether some group fits. Where only a total is asked for no group is looked at."""
    target = _total(e)
    if target is None or not isinstance(e.body, Literal):
        result = p.fresh("r")
        return _over(p, e, env, "int", f"int {result} = 0;", f"{result} = 1; break;", result)
    items, sums, total = p.fresh("l"), p.fresh("s"), p.fresh("t")
    with_none = f"join_numbers({sums}, only_number(0))"
    add = _each(p, e, env, items, f"{sums} = join_numbers({sums}, add_numbers({with_none}, {{numbers}}));")
    start = f"{_listed(p, e.source, env, items)} Numbers {sums} = NO_NUMBERS; {add}"
    return p.apart("int", f"{start} const i64 {total} = {p.c(target, env)};", f"has_number({sums}, {total})")


def how_many_groups(p: Printer, e: Quantified, env: Env) -> str:
    """How many groups fit."""
    result = p.fresh("r")
    return _over(p, e, env, "i64", f"i64 {result} = 0;", f"{result}++;", result)


def _each(p: Printer, e: Quantified, env: Env, items: str, step: str) -> str:
    """A loop over the listed items; in the step stand ``{i}``, the place, and ``{numbers}``, what it counts for."""
    i, member, type = p.fresh("i"), p.named("int", "v"), ELEMENT[e.source.type]
    code = f"{items}.code[{i}]" + (" - BUILD_CODE" if type is Type.BUILD else "")
    item = Name(type, e.name, e.span)
    inner = env.bind(e.name, Bound(member, type, found_in(e.source, env)))
    numbers = p.c(Call(Type.VALUES, _VALUE, (item,), e.span), inner)
    loop = f"for (int {i} = 0; {i} < {items}.n; {i}++) {{ const int {member} = {code}; (void){member}; "
    return loop + step.format(i=i, numbers=numbers) + " }"


def _over(p: Printer, e: Quantified, env: Env, made: str, start: str, step: str, result: str) -> str:
    """A loop over the groups: they are sets of the places of items in a list."""
    target, type = _total(e), e.source.type
    items, of = p.fresh("l"), p.named("const List *", "o")
    whole, group = p.named("Mask", "c"), p.named("Items", "g")
    bound = Bound(p.of_items(group, type), type, found_in(e.source, env), f"{of}, {whole}")
    fits = p.c(e.body, env.bind(e.name, bound))
    inside = f"const Items {group} = items_chosen(&{items}, {whole}); (void){group}; if ({fits}) {{ {step} }}"
    start = f"{start} {_listed(p, e.source, env, items)} const List *{of} = &{items}; (void){of};"
    if target is None:
        end = f"1u << ({items}.n < MOST_TRIED ? {items}.n : MOST_TRIED)"
        n = p.fresh("n")
        following = f"(u32)({next_subset(n, largest_group((e.body,), e.name))})"
        loop = f"for (u32 {n} = 1; {n} < {end}; {n} = {following}) {{ const Mask {whole} = set_of(0, {n}); {inside} }}"
        return p.apart(made, f"{start} {loop}", result)
    known, first, end, k = p.fresh("n"), p.fresh("f"), p.fresh("e"), p.fresh("k")
    add = _each(p, e, env, items, f"{known}.numbers[{{i}}] = {{numbers}};")
    return p.apart(
        made,
        f"{start} Totalling {known} = {{{items}.n, {p.c(target, env)}}}; {add} "
        f"const u32 {first} = x->choices.n; first_totalling(x, &{known}); "
        f"const u32 {end} = x->choices.n; for (u32 {k} = {first}; {k} < {end}; {k}++) {{ "
        f"const Mask {whole} = x->choices.at[{k}]; {inside} }} x->choices.n = {first};",
        result,
    )


def _total(e: Quantified) -> Expr | None:
    """The total that groups must have, where the question says one."""
    return e.source.args[1] if isinstance(e.source, Call) and e.source.row is TOTALLING else None


def _listed(p: Printer, source: Expr, env: Env, items: str) -> str:
    """The items in order: as many of them as there are cards."""
    fill = in_order(p, source, env, items)
    return f"List {items}; {items}.n = 0; {fill} if ({items}.n > CARDS) {items}.n = CARDS;"


Step = Callable[[str, str], str]  # what happens for a member: from the C of the body and of the member


def quantified(p: Printer, e: Quantified, env: Env) -> str:
    """The C of a quantifier."""
    return QUANTIFIERS[e.row](p, e, env)


def _any(p: Printer, e: Quantified, env: Env) -> str:
    if isinstance(e.body, Literal) and e.body.value:
        return some(e.source.type, p.c(e.source, env))
    fits = _of_fixed(p, e, env)
    if fits is not None:
        return f"is_some({fits})"
    e, result = _narrowed(e), p.fresh("r")
    return _loop(p, e, env, result, f"int {result} = 0;", lambda body, _: f"if ({body}) {{ {result} = 1; break; }}")


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
        counted = " + ".join(f"(i64){n} * count_bits(meet({result}, {mask_literal(cards[n])}))" for n in cards if n)
        text = p.apart("i64", f"const Mask {result} = {p.c(e.source, env)}; (void){result};", counted or "0")
        return f"bounded({text})" if may_exceed(e) else text
    text = _loop(p, e, env, result, f"i64 {result} = 0;", lambda body, _: f"{result} += {body};")
    return f"bounded({text})" if may_exceed(e) else text


def _product(p: Printer, e: Quantified, env: Env) -> str:
    result = p.fresh("r")
    return _loop(p, e, env, result, f"i64 {result} = 1;", lambda body, _: f"{result} = product({result}, {body});")


def _extreme(sign: str) -> PrintQuantified:
    def show(p: Printer, e: Quantified, env: Env) -> str:
        result, some, value = p.fresh("r"), p.fresh("k"), p.fresh("n")
        cards = _by_number(p, e)
        if cards is not None and len(cards) <= _FEW_TO_ASK:
            best = sorted(cards, reverse=sign == ">")
            asked = " : ".join(f"is_some(meet({result}, {mask_literal(cards[n])})) ? (i64){n}" for n in best)
            return p.apart("i64", f"const Mask {result} = {p.c(e.source, env)};", f"{asked} : 0")

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
        return f"((Items){{{fits}, EMPTY}})" if e.type is Type.ITEMS else fits
    result, unit = p.fresh("r"), c_type(e.type)
    empty, add = _MADE.get(unit, ("0", "{} | (Words)1 << {}"))
    start, add = f"{unit} {result} = {empty};", f"{result} = {add.format(result, '{}')};"
    return _loop(p, e, env, result, start, lambda body, member: f"if ({body}) {add.format(member)}")


_MADE = {  # by the type in C: a set without members, and one with a further member
    "Items": ("{EMPTY, EMPTY}", "both({}, item_set({}))"),
    "Mask": ("EMPTY", "join({}, only({}))"),
    "Numbers": ("NO_NUMBERS", "join_numbers({}, only_number({}))"),
}


def _of_fixed(p: Printer, e: Quantified, env: Env) -> str | None:
    """The cards of a set that fit, where what cards are decides it."""
    fits = set_of_fitting(p, e.body, e.name, env) if e.source.type is Type.CARDS else None
    return None if fits is None else f"meet({p.c(e.source, env)}, {fits})"


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
    member, rest = p.named("int", "v"), p.fresh("s")
    unit, source = c_type(e.source.type), p.c(e.source, env)
    more = some(Type.BUILDS if _only_builds(e.source) else e.source.type, rest)
    found = found_in(e.source, env)
    if _only_builds(e.source):
        bound, taken = Bound(member, Type.ITEM, found), f"BUILD_CODE + take_bit(&{rest})"
    else:
        old = env.view != "after" and _is_builds(e.source)
        bound = Bound(member, ELEMENT[e.source.type], "old" if old else found)
        taken = f"{_TAKE.get(unit, 'take_word')}(&{rest})"
    body = p.c(e.body, env.bind(e.name, bound))
    return p.apart(
        c_type(e.type),
        f"{start} {unit} {rest} = {source}; while ({more}) {{ "
        f"const int {member} = {taken}; (void){member}; {step(body, member)} }}",
        result,
    )


_TAKE = {"Mask": "take_bit", "Items": "take_item", "Numbers": "take_number"}  # by the type in C


def _only_builds(source: Expr) -> bool:
    """Whether a set is one of items of which only builds are run over."""
    return isinstance(source, Call) and source.row is op.ONLY_BUILDS


def _first(p: Printer, e: Quantified, env: Env) -> str:
    """The first member that fits, in order."""
    e = _narrowed(e)
    if isinstance(e.source, Call) and _only_builds(e.source):
        inner = e.source.args[0]
        if isinstance(inner, Call) and inner.row in _LAID:
            return _first_made(p, e, env)
    result, member, run = p.fresh("r"), p.named("int", "v"), members_in_order(p, e.source, env)
    type, member_of = ELEMENT[e.source.type], run.member
    if _only_builds(e.source):
        type, member_of = Type.ITEM, f"({run.member}) + BUILD_CODE"
    body = p.c(e.body, env.bind(e.name, Bound(member, type, found_in(e.source, env))))
    return p.apart(
        c_type(e.type),
        f"{c_type(e.type)} {result} = {nothing(e.type)}; {run.before} {run.head} {{ "
        f"const int {member} = {member_of}; if ({body}) {{ {result} = {member}; break; }} }}",
        result,
    )


_LAID = (ROW["taken"], ROW["table"])  # sets of items in which builds lie as they were made


def _first_made(p: Printer, e: Quantified, env: Env) -> str:
    """Where only builds are asked for there are few: the one that was made first is looked for directly; the one that
    a play makes is the last of all."""
    result, member, rest = p.fresh("r"), p.named("int", "v"), p.fresh("s")
    body = p.c(e.body, env.bind(e.name, Bound(member, Type.ITEM, found_in(e.source, env))))
    older = f"is_older({env.state}, {member}, {result})"
    older = f"({member} != BUILD_CODE + NEW && {older})" if ahead(e.source, env) else older
    return p.apart(
        "int",
        f"int {result} = NOTHING; Mask {rest} = {p.c(e.source, env)}; while (is_some({rest})) {{ "
        f"const int {member} = BUILD_CODE + take_bit(&{rest}); "
        f"if ({body} && ({result} < 0 || {older})) {result} = {member}; }}",
        result,
    )


QUANTIFIERS: dict[Row, PrintQuantified] = {
    op.ANY: _any,
    op.HOW_MANY: _how_many,
    op.ANY_GROUP: any_group,
    op.HOW_MANY_GROUPS: how_many_groups,
    op.SUM: _sum,
    op.PRODUCT: _product,
    op.MAX_OF: _extreme(">"),
    op.MIN_OF: _extreme("<"),
    op.MATCHED: _matched,
    op.FIRST: _first,
    op.FILTER: _filter,
}
