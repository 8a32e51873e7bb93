"""Quantifiers as loops over the bits of a set."""

from __future__ import annotations

from cassino_dsl.native.fixed import set_of_fitting
from cassino_dsl.native.ordered import in_order
from cassino_dsl.native.printer import Bound, Env, Printer, c_type
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Literal, Name, Quantified, Type, conjuncts


def quantified(p: Printer, e: Quantified, env: Env) -> str:
    """The C of a quantifier."""
    e = _narrowed(e)
    of_cards = e.source.type is Type.CARDS and e.operator in _OF_FIXED
    fits = set_of_fitting(p, e.body, e.name, env) if of_cards else None
    if fits is not None:
        return _OF_FIXED[e.operator].format(p.c(e.source, env), fits)
    if e.operator == "first":
        return _first(p, e, env)
    if env.view == "after" and e.operator in ("any", "all") and _is_builds(e.source):
        return _of_builds_after(p, e, env)
    result = p.fresh("r")
    start, step = _parts(p, e, result)
    if env.view in ("now", "before") and e.source.type is Type.BUILDS and _is_builds(e.source):
        return _loop(p, e, env, result, start, step, "old")
    return _loop(p, e, env, result, start, step, "any")


_OF_FIXED = {
    "count": "((i64)count_bits({0} & {1}))",
    "filter": "({0} & {1})",
    "any": "(({0} & {1}) != 0)",
    "all": "(({0} & ~(Mask){1}) == 0)",
}


def _narrowed(e: Quantified) -> Quantified:
    """Over items of which only builds can fit, only builds are run over; the condition that says so goes."""
    if e.source.type is not Type.ITEMS or e.operator in ("all", "sum", "max", "min"):
        return e
    parts = list(conjuncts(e.body))
    member = Name(Type.ITEM, e.name, e.span)
    for part in parts:
        if isinstance(part, Call) and part.function == "in" and part.args[0] == member and _is_builds(part.args[1]):
            if e.operator == "filter":
                return e
            body = _true(e)
            for other in parts:
                if other is not part:
                    body = Call(Type.BOOL, "and", (body, other), e.span)
            return Quantified(
                e.type, e.operator, e.name, Call(Type.BUILDS, "only_builds", (e.source,), e.span), body, e.span
            )
    return e


def _true(e: Quantified) -> Expr:
    return Literal(Type.BOOL, True, e.span)


def _is_builds(e: Expr) -> bool:
    return isinstance(e, Call) and e.function == "builds" and not e.args


def _parts(p: Printer, e: Quantified, result: str) -> tuple[str, str]:
    """How the result starts, and what happens for a member; ``{}`` is the body, ``<>`` the member's own set."""
    if e.operator == "any":
        return f"int {result} = 0;", f"if ({{}}) {{{{ {result} = 1; break; }}}}"
    if e.operator == "all":
        return f"int {result} = 1;", f"if (!({{}})) {{{{ {result} = 0; break; }}}}"
    if e.operator == "count":
        return f"i64 {result} = 0;", f"{result} += !!({{}});"
    if e.operator == "sum":
        return f"i64 {result} = 0;", f"{result} += {{}};"
    if e.operator in ("max", "min"):
        sign, some, value = (">" if e.operator == "max" else "<"), p.fresh("k"), p.fresh("n")
        return (
            f"i64 {result} = 0; int {some} = 0;",
            f"i64 {value} = {{}}; if (!{some} || {value} {sign} {result}) {result} = {value}; {some} = 1;",
        )
    start = f"Items {result} = {{{{0, 0}}}};" if e.type is Type.ITEMS else f"{c_type(e.type)} {result} = 0;"
    start = start.replace("{{", "{").replace("}}", "}")
    return start, f"if ({{}}) {_member_added(e.type, result)}"


def _member_added(type: Type, result: str) -> str:
    if type is Type.ITEMS:
        return f"{result} = both({result}, item_set(<>));"
    unit = {Type.VALUES: "Numbers", Type.CARDS: "Mask", Type.BUILDS: "Mask"}.get(type, "Words")
    return f"{result} |= ({unit})1 << <>;"


def _loop(p: Printer, e: Quantified, env: Env, result: str, start: str, step: str, build: str) -> str:
    member, rest = p.fresh("v"), p.fresh("s")
    type = ELEMENT[e.source.type]
    if isinstance(e.source, Call) and e.source.function == "only_builds":
        inner = e.source.args[0]
        source, take = f"({p.items(inner, env)}).builds", f"BUILD_CODE + take_bit(&{rest})"
        body = p.c(e.body, env.bind(e.name, Bound(member, Type.ITEM)))
        head = f"Mask {rest} = {source}; while ({rest})"
    else:
        source = p.c(e.source, env)
        body = p.c(e.body, env.bind(e.name, Bound(member, type, build)))
        take, more = _TAKE.get(e.source.type, ("take_word(&{0})", "{0}"))
        take = take.format(rest)
        head = f"{c_type(e.source.type)} {rest} = {source}; while ({more.format(rest)})"
    step = step.replace("{}", body, 1).replace("{{", "{").replace("}}", "}") if "{}" in step else step
    step = step.replace("<>", member)
    return f"({{ {start} {head} {{ int {member} = {take}; (void){member}; {step} }} {result}; }})"


_TAKE = {
    Type.CARDS: ("take_bit(&{0})", "{0}"),
    Type.BUILDS: ("take_bit(&{0})", "{0}"),
    Type.ITEMS: ("take_item(&{0})", "{0}.cards | {0}.builds"),
    Type.VALUES: ("take_number(&{0})", "{0}"),
}


def _of_builds_after(p: Printer, e: Quantified, env: Env) -> str:
    """Over the builds after the play: those on the table now that stay, by a set worked out as early as it can be,
    and the new one by itself."""
    wanted = e.operator == "any"
    early = p.hoist_builds(e, env, wanted)
    old = early if early is not None else old_builds(p, e, env, wanted)
    fresh = p.c(e.body, env.bind(e.name, Bound("NEW", Type.BUILD, "new")))
    stays = f"({old} & ~f->items.builds)"
    if wanted:
        return f"({stays} || (f->to == TO_BUILD && {fresh}))"
    return f"(!{stays} && (f->to != TO_BUILD || {fresh}))"


def old_builds(p: Printer, e: Quantified, env: Env, wanted: bool) -> str:
    """The builds on the table now for which the body (seen after the play) holds, or does not."""
    member, rest, found = p.fresh("v"), p.fresh("s"), p.fresh("g")
    body = p.c(e.body, env.bind(e.name, Bound(member, Type.BUILD, "old")))
    return (
        f"({{ Mask {found} = 0, {rest} = S->builds; while ({rest}) {{ int {member} = take_bit(&{rest}); "
        f"if ({body if wanted else '!' + body}) {found} |= (Mask)1 << {member}; }} {found}; }})"
    )


def _first(p: Printer, e: Quantified, env: Env) -> str:
    """The first member that fits, in the order in which the members lie."""
    result, list_, i, member = p.fresh("r"), p.fresh("l"), p.fresh("i"), p.fresh("v")
    source = e.source
    if isinstance(source, Call) and source.function == "only_builds":
        inner, state = source.args[0], "S"
        body = p.c(e.body, env.bind(e.name, Bound(member, Type.ITEM)))
        rest = p.fresh("s")
        # where only builds are asked for there are few: the one that was made first is looked for directly
        return (
            f"({{ int {result} = NOTHING; Mask {rest} = ({p.items(inner, env)}).builds; while ({rest}) {{ "
            f"int {member} = BUILD_CODE + take_bit(&{rest}); "
            f"if ({body} && ({result} < 0 || is_older({state}, {member}, {result}))) {result} = {member}; }} "
            f"{result}; }})"
        )
    type = ELEMENT[source.type]
    body = p.c(e.body, env.bind(e.name, Bound(member, type)))
    if source.type in (Type.CARDS, Type.BUILDS, Type.ITEMS):
        to_slot = " - BUILD_CODE" if source.type is Type.BUILDS else ""
        return (
            f"({{ int {result} = NOTHING; List {list_}; {list_}.n = 0; {in_order(p, source, env, list_)} "
            f"for (int {i} = 0; {i} < {list_}.n; {i}++) {{ int {member} = {list_}.code[{i}]{to_slot}; "
            f"if ({body}) {{ {result} = {member}; break; }} }} {result}; }})"
        )
    if isinstance(source, Call) and source.function == "set" and source.type is not Type.VALUES:
        text = f"int {result} = NOTHING; "
        for arg in source.args:
            inner_body = p.c(e.body, env.bind(e.name, Bound(member, type)))
            if isinstance(arg, Call) and arg.function == "range":
                return _first_word(p, e, env)
            text += (
                f"if ({result} == NOTHING) {{ int {member} = {p.c(arg, env)}; if ({inner_body}) {result} = "
                f"{member}; }} "
            )
        return f"({{ {text}{result}; }})"
    return _first_word(p, e, env)


def _first_word(p: Printer, e: Quantified, env: Env) -> str:
    result = p.fresh("r")
    return _loop(p, e, env, result, f"int {result} = NOTHING;", f"if ({{}}) {{{{ {result} = <>; break; }}}}", "any")
