"""Zones that a variant declares, the words for all places that cards go to, and who sees them."""

from __future__ import annotations

from cassino_dsl.language.check.check_context import Draft, field_text, may_be_called
from cassino_dsl.language.check.names import words_of
from cassino_dsl.language.check.scope import EXPLAINED, Scope
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.remedy import write
from cassino_dsl.language.ruleset.expr import Call, Expr
from cassino_dsl.language.ruleset.model import ASIDE, Zone
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.visible import OWNERS
from cassino_dsl.language.ruleset.words import ME, RESERVED, US
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.tree import Mapping, Scalar

MAX_ZONES = 16
_OF_CARDS = (Type.RANK, Type.SUIT, Type.CARD, Type.COLOUR, Type.MARK)
# whose a memory or a zone is, by what it says under `of`; only memory is of builds
OWNER: dict[str, Type | None] = {"match": None, "build": Type.BUILD, **OWNERS}
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
            draft.report.add(Code.BAD_NUMBER, key.span, f"more than {MAX_ZONES} zones", help="remember cards instead")
            return
        of, captured = field_text(body, "of", "match"), body.key("captured")
        if field_text(body, "captured") != "true":
            captured = None
        if _may_be_named(draft, key) and of in OWNER and of != "build":
            if captured and of == "match":
                message = f"`{key.text}` belongs to nobody, so nothing there is captured by anybody"
                help = "say whose it is: `of: side` or `of: seat`"
                draft.report.add(Code.WRONG_WORD, captured.span, message, help=help)
            about = field_text(body, "about")
            draft.zones[key.text] = Zone(key.text, of, captured is not None, about, key.span)  # type: ignore[arg-type]


def _may_be_named(draft: Draft, key: Scalar) -> bool:
    """Whether a zone can have this name: `to` and effects have to know it from every other place."""
    words = (*RESERVED, *PLACES, "anywhere", "build", ASIDE.name)
    cards = {*draft.pack.words, *(name for type in _OF_CARDS for name in words_of(draft)[type])}
    taken = (("a word of the language", words), *draft.named.items(), ("a rank, a suit or a card", cards))
    return may_be_called(draft.report, key, "a zone", taken)


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
    draft.report.add(Code.NAME_NOT_HERE, ast.span, f"whose {ast.text}? {EXPLAINED[needs]}", help=help)
    return None


def whose(name: str, of: str, scope: Scope, all: str) -> str:
    """How to speak of a memory or a zone where it is not said whose, or is said of what belongs to all; ``all``: how
    one goes through those of all, `{0}` of them and `{1}` of each."""
    if of == "match":
        return f"it is of the match: leave out what stands behind `{name}`"
    own, needs = {"side": ("us", "side"), "seat": ("me", "mover"), "build": ("built", "built")}[of]
    if needs in scope.offers:
        return write(f"{name}({own})")
    return f"say whose: `{all.format(f'{of}s', f'{name}(x)')}`"
