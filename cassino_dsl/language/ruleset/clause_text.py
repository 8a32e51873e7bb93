"""Parts, effects and patterns in the words of the grammar: what is printed reads back to the same."""

from __future__ import annotations

from cassino_dsl.language.ruleset.expr import Call, Expr, print_expr
from cassino_dsl.language.ruleset.model import Effect, Part, Pattern, Played
from cassino_dsl.language.ruleset.words import ME, US


def print_played(played: Played) -> str:
    """Which cards leave the hand."""
    if played.source == "none":
        return "none"
    if played.source == "stock":
        text = "stock card"
    elif played.most is None:
        text = "all cards"
    elif (played.least, played.most) == (1, 1):
        text = "card"
    elif played.least == played.most:
        text = f"{played.least} cards"
    else:
        text = f"{played.least}..{played.most} cards"
    return text + _where(played.where)


def print_part(part: Part) -> str:
    """What one part of an action takes."""
    source = print_expr(part.source)
    if part.groups:
        noun = "group" if part.row.single else "groups"
        card = " with card" if part.with_card else ""
        return f"{part.quantity} {noun} {part.variable}{card} of {source}{_where(part.where)}"
    return f"{part.quantity} {part.variable} in {source}{_where(part.where)}"


def _where(expr: Expr | None) -> str:
    return f" where {print_expr(expr)}" if expr is not None else ""


def print_zone(zone: str, owner: Expr | None) -> str:
    """A place that cards go to; one's own needs no name."""
    if zone in ("bottom", "anywhere"):
        return f"{zone}(stock)"
    if owner is None or (isinstance(owner, Call) and owner.row in (ME, US)):
        return zone
    return f"build {print_expr(owner)}" if zone == "build" else f"{zone}({print_expr(owner)})"


def print_effect(effect: Effect) -> str:
    """One effect."""
    row, exprs = effect.row, [print_expr(e) for e in effect.exprs]
    if row.remembers:
        owner = f"({exprs[0]})" if len(exprs) > 1 else ""
        return f"{effect.name}{owner} {row.word} {exprs[-1]}"
    if effect.op == "when":
        then, other = _block(effect.body), _block(effect.other)
        if len(effect.body) == 1 and _ends_in_if(effect.body[0]):
            then = f"({then})"
        return f"if {exprs[0]} then {then}" + (f" else {other}" if other else "")
    if effect.op == "perform":
        return effect.name + (f"({', '.join(exprs)})" if exprs else "")
    if effect.op == "block":
        return f"({'; '.join(print_effect(e) for e in effect.body)})"
    return (row.prints or row.form).format(
        *exprs,
        name=effect.name,
        zone=print_zone(effect.zone, next(iter(effect.exprs[len(row.params) :]), None)),
        pattern=print_pattern(effect.pattern) if effect.pattern else "",
        body=_block(effect.body) or "()",
    )


def _block(effects: tuple[Effect, ...]) -> str:
    texts = [print_effect(e) for e in effects]
    return texts[0] if len(texts) == 1 else f"({'; '.join(texts)})" if texts else ""


def _ends_in_if(effect: Effect) -> bool:
    """Whether it would not be seen to which `if` an `else` after the effect, or at its end, belongs."""
    while effect.row.binds and len(effect.body) == 1:
        effect = effect.body[0]
    return effect.op == "when"


_SUFFIX = {"optional": "?", "repeat": "*", "repeat_some": "+"}


def print_pattern(pattern: Pattern, outer: int = 0) -> str:
    """A turn pattern; ``outer`` is how strongly what stands around it binds."""
    if pattern.op == "step":
        return pattern.step
    if pattern.op == "either":
        text, level = " | ".join(print_pattern(a, i) for i, a in enumerate(pattern.args)), 0
    elif pattern.op == "then":
        text, level = " ".join(print_pattern(a, 1 + i) for i, a in enumerate(pattern.args)), 1
    else:
        text, level = print_pattern(pattern.args[0], 3) + _SUFFIX[pattern.op], 2
    return f"({text})" if level < outer else text
