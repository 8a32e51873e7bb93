"""What a bare word means: an option, a rank, a suit, a kind … by the type that its place wants."""

from __future__ import annotations

from collections.abc import Collection

from cassino_dsl.check.draft import Draft
from cassino_dsl.check.meant import PLURALS, meant_by
from cassino_dsl.check.scope import Scope
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.codes import meaning, structure
from cassino_dsl.diagnostics.diagnostic import did_you_mean, nearest
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import Expr, Literal, Type
from cassino_dsl.ruleset.model import KINDS, Option
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.types import SET_OF
from cassino_dsl.ruleset.words import BY_WORD, QUANTIFIER
from cassino_dsl.syntax.ast import Ast
from cassino_dsl.syntax.tree import Mapping

_OF_OPTIONS = {"int": Type.INT, "bool": Type.BOOL, "word": Type.WORD}


def option_of_a_word(draft: Draft, word: str) -> Type | None:
    """The type of an option that has the name of a word of the language: it is meant wherever that type is wanted, and
    the word everywhere else."""
    if word not in draft.options or word not in BY_WORD or word in draft.term_sources or word in draft.memory_types:
        return None
    return _OF_OPTIONS[draft.options[word].type]


def beside_a_word(option: Option) -> bool:
    """Whether the place always makes clear if an option is meant or the word of the language that it is called like."""
    words = [row for row in BY_WORD.get(option.name, ()) if not row.params]
    return option.name in BY_WORD and all(row.result is not _OF_OPTIONS[option.type] for row in words)


def resolve_name(draft: Draft, ast: Ast, wanted: Type | None) -> Expr | None:
    """A literal for the word, or None. What the place wants is tried first, then the rest."""
    word, span = ast.text, ast.span
    if word in ("true", "false"):
        return Literal(Type.BOOL, word == "true", span)
    if word == "none":
        return Literal(Type.NONE, None, span)
    if word in draft.options:
        option = draft.options[word]
        return Literal(_OF_OPTIONS[option.type], option.value, span, word)
    letters = {s.name: s.letter for s in draft.pack.suits}
    rows = [((type, SET_OF.get(type, type)), known) for type, known in _words(draft).items()]
    for types, known in sorted(rows, key=lambda row: wanted not in row[0]):
        specific = types[0] in (Type.ACTION, Type.PLACE, Type.AWARD, Type.KIND)
        if word in known and (not specific or wanted in types):
            return Literal(types[0], letters[word] if types[0] is Type.SUIT else word, span)
    return None


def _words(draft: Draft) -> dict[Type, tuple[str, ...]]:
    """What bare words can be, by type."""
    return {
        Type.RANK: draft.pack.ranks,
        Type.SUIT: tuple(s.name for s in draft.pack.suits),
        Type.CARD: tuple(f.text for f in draft.pack.faces),
        Type.COLOUR: ("black", "red"),
        Type.KIND: KINDS,
        Type.ACTION: draft.action_names,
        Type.PLACE: PLACES,
        Type.AWARD: draft.award_names,
    }


_LISTS: dict[Type, str] = {
    Type.RANK: "the pack has no rank",
    Type.SUIT: "the pack has no suit",
    Type.KIND: "there is no kind of play",
    Type.ACTION: "there is no action",
    Type.PLACE: "there is no place",
    Type.AWARD: "there is no award",
    Type.COLOUR: "there is no colour",
}


def unknown(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    """The message for a word that means nothing here."""
    nothing = Literal(Type.POISON, None, ast.span)
    kind = PLURALS.get(wanted, wanted) if wanted else None
    if (kind not in _LISTS or kind in (Type.AWARD, Type.ACTION)) and draft.declares(ast.text):
        return nothing
    meant = meant_by(draft, ast.text, scope, wanted)
    help = f"did you mean `{meant}`?" if meant else None
    if kind in _LISTS:
        known = _words(draft)[kind]
        card = kind in (Type.RANK, Type.SUIT)
        draft.report.add(
            meaning.UnknownCard if card else codes.UnknownName,
            ast.span,
            f"{_LISTS[kind]} `{ast.text}`",
            help=help or did_you_mean(ast.text, known) or (f"there are {', '.join(known)}" if known else None),
        )
        return nothing
    names = [
        *(n for n, _ in scope.names),
        *scope.parts,
        *draft.term_sources,
        *draft.memory_types,
        *draft.zones,
        *draft.options,
        *BY_WORD,
        *draft.pack.ranks,
        *(s.name for s in draft.pack.suits),
        "true",
        "false",
        "none",
    ]
    if ast.text in QUANTIFIER:
        help = f"`{ast.text}` takes an argument in parentheses"
    elif ast.text in KINDS:
        help = f"it is a kind of play, and stands beside `kind`: `kind = {ast.text}`"
    elif ast.text in draft.action_names:
        help = f"it is an action, and stands beside `action`: `action = {ast.text}`"
    elif ast.text in draft.award_names:
        help = f"it is an award: `earned({ast.text}, us)` are its points"
    elif help is None and nearest(ast.text, names) is None and ast.text in PLACES:
        help = "a place stands as the second argument of `value` and `total`"
    elif _is_part(draft, ast.text) and ast.text not in scope.parts:
        help = "a part has its name in the `when`, `sensible` and `do` of its action, and in rules"
    help = help or did_you_mean(ast.text, names)
    draft.report.add(codes.UnknownName, ast.span, f"nothing here is called `{ast.text}`", help=help)
    return nothing


def _is_part(draft: Draft, name: str) -> bool:
    """Whether some action of the file takes a part of this name, also one that has not been read yet."""
    actions = [body for _, body in draft.section("actions") or () if isinstance(body, Mapping)]
    takes = [take for body in actions if isinstance(take := body.get("take"), Mapping)]
    return any(key.text == name for take in takes for key, _ in take)


def parameters(draft: Draft, binding: Ast) -> tuple[str, ...]:
    """The parameters of a term or a named effect, `name(p, q)`; each has a name of its own."""
    found: list[str] = []
    for word in binding.args[1:]:
        hides(draft, word.text, word.span, Scope(frozenset()))
        if word.text in found:
            message = f"there are two parameters `{word.text}`"
            draft.report.add(structure.BadName, word.span, message, help="rename one")
        found.append(word.text)
    return tuple(found)


def hides(draft: Draft, name: str, span: Span, scope: Scope) -> None:
    """A warning where a new name hides another."""
    known: tuple[tuple[str, Collection[str]], ...] = (
        ("a name bound outside", dict(scope.names)),
        ("a term", draft.term_sources),
        ("a memory", draft.memory_types),
        ("a zone", draft.zones),
        ("an option", draft.options),
        ("a name of the language", BY_WORD),
        ("a rank", draft.pack.ranks),
        ("a suit", [s.name for s in draft.pack.suits]),
    )
    what = next((what for what, names in known if name in names), None)
    if what:
        draft.report.add(codes.HiddenName, span, f"`{name}` hides {what} of that name", help="choose another name")
