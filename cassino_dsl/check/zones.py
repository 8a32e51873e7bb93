"""Zones that a variant declares, the words for all places that cards go to, and who sees them."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft, field_text
from cassino_dsl.check.scope import EXPLAINED, Scope
from cassino_dsl.diagnostics.codes import language, structure
from cassino_dsl.ruleset.expr import Call, Expr
from cassino_dsl.ruleset.model import ASIDE, Zone
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.visible import OWNERS
from cassino_dsl.ruleset.words import BY_WORD, ME, QUANTIFIER, US
from cassino_dsl.syntax.ast import Ast
from cassino_dsl.syntax.tree import Mapping, Scalar

MAX_ZONES = 16
OWNER: dict[str, Type | None] = {"match": None, **OWNERS}
# the places of every game that cards go to, and whose they are
PLACES: dict[str, Type | None] = {
    "table": None,
    "stock": None,
    "bottom": None,  # bottom(stock)
    "hand": Type.SEAT,
    "pile": Type.SIDE,
}


def read_zones(draft: Draft) -> None:
    """Learn the zones of the file, in its order; `aside` is there without being said."""
    for key, body in draft.section("zones") or ():
        if not isinstance(body, Mapping):
            continue
        if len(draft.zones) > MAX_ZONES:
            draft.report.add(
                structure.BadNumber, key.span, f"more than {MAX_ZONES} zones", help="remember cards instead"
            )
            return
        if _may_be_named(draft, key):
            of = field_text(body, "of", "match")
            captured = field_text(body, "captured") == "true"
            if captured and of == "match":
                draft.report.add(
                    structure.WrongWord,
                    body.key("captured").span,  # type: ignore[union-attr]
                    f"`{key.text}` belongs to nobody, so nothing there is captured by anybody",
                    help="say whose it is: `of: side` or `of: seat`",
                )
            if of in OWNER:
                zone = Zone(key.text, of, captured, field_text(body, "about"), key.span)  # type: ignore[arg-type]
                draft.zones[key.text] = zone


def _may_be_named(draft: Draft, key: Scalar) -> bool:
    """Whether a zone can have this name: `to` and effects have to know it from every other place."""
    pack = draft.pack
    words = (*BY_WORD, *QUANTIFIER, *PLACES, "anywhere", "build", "true", "false", "none", ASIDE.name)
    cards = (*pack.ranks, *(f.text for f in pack.faces), *(s.name for s in pack.suits), "red", "black")
    others = {
        "a word of the language": words,
        "a memory": draft.memory_types,
        "a term": draft.term_sources,
        "an option": draft.options,
        "a rank, a suit or a card": cards,
    }
    what = next((what for what, names in others.items() if key.text in names), None)
    if what is not None:
        message = f"a zone cannot be called `{key.text[:40]}`: that is {what}"
        draft.report.add(structure.BadName, key.span, message, help="choose another name")
        return False
    return True


def owner_of(draft: Draft, name: str) -> Type | None:
    """The type of whom a place belongs to, by the word for it; None where it is everybody's."""
    return OWNER[draft.zones[name].of] if name in draft.zones else PLACES.get(name)


def ones_own(draft: Draft, ast: Ast, owner: Type, scope: Scope) -> Expr | None:
    """Whose a zone is that is named alone: the seat's that plays, or its side's; None, with a message, without one."""
    needs, own = ("mover", ME) if owner is Type.SEAT else ("side", US)
    if needs in scope.offers:
        return Call(owner, own, (), ast.span)
    whose = "side(leader)" if owner is Type.SIDE else "leader"
    help = f"say whose, as in `{ast.text}({whose})`; `for s in {owner.value}s do …` goes through all"
    draft.report.add(language.NameNotHere, ast.span, f"whose {ast.text}? {EXPLAINED[needs]}", help=help)
    return None
