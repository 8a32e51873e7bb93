"""What a word means: an option, a rank, a suit, a kind … by the type that its place wants; and what is said of one that
means nothing."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.scope import Scope
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean, nearest
from cassino_dsl.language.diagnostics.remedy import suggest, write
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Expr, Literal, Type
from cassino_dsl.language.ruleset.model import KINDS, Option
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import SET_OF
from cassino_dsl.language.ruleset.words import BY_WORD, GROUP_QUANTIFIER, LITERALS, NEW_WORDS, QUANTIFIER, TAKEN, WORDS
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.foreign_idioms import NUMBER_WORDS, face_of, form_of, meant, rank_of, told_of
from cassino_dsl.language.syntax.tree import Mapping

PLURALS = {Type.RANKS: Type.RANK, Type.SUITS: Type.SUIT, Type.KINDS: Type.KIND, Type.ACTIONS: Type.ACTION}
PLURALS |= {Type.COLOURS: Type.COLOUR, Type.MARKS: Type.MARK}
_OF_OPTIONS = {"int": Type.INT, "bool": Type.BOOL, "word": Type.WORD}


def option_of_a_word(draft: Draft, word: str) -> Type | None:
    """The type of an option that has the name of a word of the language: it is meant wherever that type is wanted, and
    the word everywhere else."""
    if word not in draft.options or word not in TAKEN or word in draft.term_sources or word in draft.memory_types:
        return None
    return _OF_OPTIONS[draft.options[word].type]


def beside_a_word(option: Option) -> bool:
    """Whether the place always makes clear if an option is meant or the word of the language that it is called like."""
    words = [row for row in BY_WORD.get(option.name, ()) if not row.params]
    return option.name in TAKEN and all(row.result is not _OF_OPTIONS[option.type] for row in words)


def is_own_name(draft: Draft, word: str, scope: Scope) -> bool:
    """Whether the author calls something by a word that the language has had only since it was spelt otherwise: then
    this is meant."""
    if word not in NEW_WORDS.values():
        return False
    names = (*draft.named.values(), *words_of(draft).values(), draft.pack.words, scope.parts)
    return any(word in known for known in names)


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
    rows = [((type, SET_OF.get(type, type)), known) for type, known in words_of(draft).items()]
    for types, known in sorted(rows, key=lambda row: wanted not in row[0]):
        specific = types[0] in (Type.ACTION, Type.PLACE, Type.AWARD, Type.KIND)
        specific |= types[0] is Type.RANK and draft.pack.number_of(word) is not None  # an extra is its own rank
        if word in known and (not specific or wanted in types):
            return Literal(types[0], letters[word] if types[0] is Type.SUIT else word, span)
    named = draft.pack.words.get(word)
    if named is None:
        return None
    return Literal(Type.RANK if named in draft.pack.ranks else Type.CARD, named, span)


def words_of(draft: Draft) -> dict[Type, tuple[str, ...]]:
    """What bare words can be, by type."""
    return {
        Type.RANK: draft.pack.all_ranks,
        Type.SUIT: tuple(s.name for s in draft.pack.suits),
        Type.CARD: tuple(f.text for f in draft.pack.faces),
        Type.COLOUR: draft.pack.colours,
        Type.MARK: draft.pack.marks,
        Type.KIND: KINDS,
        Type.ACTION: draft.action_names,
        Type.PLACE: PLACES,
        Type.AWARD: draft.award_names,
    }


_NAMED = "names are given under `options`, `memory` and `terms`; what the language has, `cassino explain WORD` tells"
_LISTS: dict[Type, str] = {
    Type.RANK: "the pack has no rank",
    Type.SUIT: "the pack has no suit",
    Type.KIND: "there is no kind of play",
    Type.ACTION: "there is no action",
    Type.PLACE: "there is no place",
    Type.AWARD: "there is no award",
    Type.COLOUR: "there is no colour",
    Type.MARK: "no card of the pack is",
}


def unknown(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    """The message for a word that means nothing here."""
    nothing = Literal(Type.POISON, None, ast.span)
    kind = PLURALS.get(wanted, wanted) if wanted else None
    if (kind not in _LISTS or kind in (Type.AWARD, Type.ACTION)) and draft.declares(ast.text):
        return nothing
    likely = _meant_by(draft, ast.text, scope, wanted)
    known = words_of(draft)[kind] if kind in _LISTS else ()
    told = likely is not None and "`" in likely
    help: str | None = likely if told else suggest(likely) if likely and (not known or likely in known) else None
    if kind in _LISTS:
        card = kind in (Type.RANK, Type.SUIT)
        message = f"{_LISTS[kind]} `{ast.text}`"
        if kind is Type.KIND and ast.text in draft.action_names:
            help = f"it is an action, and stands beside `action`: `action = {ast.text}`"
        help = help or did_you_mean(ast.text, known) or (f"there are {', '.join(known)}" if known else None)
        draft.report.add(Code.UNKNOWN_CARD if card else Code.UNKNOWN_NAME, ast.span, message, help=help)
        return nothing
    names = [
        *(n for n, _ in scope.names),
        *scope.parts,
        *chain(*draft.named.values()),
        *_offered(scope),
        *("true", "false", "none"),
    ]
    if kind not in (Type.BOOL, Type.INT):
        names += (*draft.pack.all_ranks, *(s.name for s in draft.pack.suits), *draft.pack.marks, *draft.pack.words)
    beside: tuple[tuple[Collection[str], str], ...] = (
        (QUANTIFIER, "`{0}` takes an argument in parentheses"),
        (KINDS, "it is a kind of play, and stands beside `kind`: `kind = {0}`"),
        (draft.action_names, "it is an action, and stands beside `action`: `action = {0}`"),
        (draft.award_names, "it is an award: `earned({0}, us)` are its points"),
        ([a.name for a in draft.pack.attributes], "it is asked of a card: `{0}(card)`"),
    )
    said = next((said for words, said in beside if ast.text in words), None)
    if said is not None:
        help = said.format(ast.text)
    elif help is None and nearest(ast.text, names) is None and ast.text in PLACES:
        help = "a place stands as the second argument of `value` and `total`"
    elif _is_part(draft, ast.text) and ast.text not in scope.parts:
        help = "a part has its name in the `when`, `sensible` and `do` of its action, and in rules"
    help = help or did_you_mean(ast.text, names) or _NAMED
    draft.report.add(Code.UNKNOWN_NAME, ast.span, f"nothing here is called `{ast.text}`", help=help)
    return nothing


def _offered(scope: Scope) -> list[str]:
    """The words of the language that mean something here."""
    return [word for word in WORDS if any(row.needs in scope.offers for row in BY_WORD[word])]


def _meant_by(draft: Draft, word: str, scope: Scope, wanted: Type | None) -> str | None:
    """What a word that nothing is called stands for most likely, as it is written here; None where nobody can say."""
    kind = PLURALS.get(wanted, wanted) if wanted else None
    rank, face = rank_of(word), face_of(word)
    if draft.pack.number_of(face or "") is not None and kind in (Type.CARD, Type.ITEM, None):
        return face
    if rank in draft.pack.ranks and kind in (Type.RANK, None) and word.lower() not in NUMBER_WORDS:
        return rank
    if word.lower() in NUMBER_WORDS and kind in (Type.RANK, Type.INT, None):
        return str(NUMBER_WORDS[word.lower()])
    if kind is Type.INT and (number := meant("numbers", word.lower())):
        return number
    ours = meant("names", word.lower()) or ""
    ours = {("me", Type.SIDE): "us", ("us", Type.SEAT): "me"}.get((ours, kind), ours)  # type: ignore[arg-type]
    rows = [row for row in BY_WORD.get(ours.split(" ")[0], ()) if not row.params]
    known_here = not rows or any(row.needs in scope.offers for row in rows)
    return ours if ours and known_here else None


def unknown_call(draft: Draft, ast: Ast, scope: Scope, given: tuple[Type, ...]) -> None:
    """The message for a call of what is no function: a quantifier without its condition, or a word that is none.
    ``given``: of which types its arguments are; what is proposed takes such."""
    word = ast.text
    name = ast.span.beginning(len(word))
    if word in QUANTIFIER:
        source = ast.args[-1].span.text if ast.args[-1].head == "name" else "set"
        help = f"it is written `{word}(x in {source} | …)`; how many there are is `count({source})`"
        message = f"`{word}` runs over a set, with a condition after a bar"
        draft.report.add(Code.WRONG_ARGUMENTS, ast.span, message, help=help)
        return
    form = form_of(word, [a.span.text for a in ast.args])
    if form is not None:
        mended = write(" ".join(form.split()))
        draft.report.add(Code.UNKNOWN_NAME, ast.span, f"there is no function `{word}`", help=mended)
        return
    fit = [w for w in _offered(scope) if any(row.typed(given) is not None for row in BY_WORD[w])]
    terms = [name for name, term in draft.term_sources.items() if len(term.params) == len(given)]
    known = [*fit, *QUANTIFIER, *terms, *draft.memory_types, *draft.zones]
    help = (
        told_of("calls", word, known)
        or (fit and f"this may be asked: {', '.join(f'`{w}`' for w in fit[:8])}")
        or _NAMED
    )
    draft.report.add(Code.UNKNOWN_NAME, name, f"there is no function `{word}`", help=help)


def unknown_quantifier(draft: Draft, ast: Ast) -> None:
    """The message for a word before `(x in S | …)`, or before `(group g of S | …)`, that does not run over sets."""
    word = ast.text
    name = ast.span.beginning(len(word))
    known = list(GROUP_QUANTIFIER) if ast.head == "grouped" else [w for w in QUANTIFIER if w != "filter"]
    over = "groups" if ast.head == "grouped" else "a set"
    help = told_of("calls", word, known) or f"these do: {', '.join(known)}"
    draft.report.add(Code.UNKNOWN_NAME, name, f"`{word}` does not run over {over}", help=help)


def _is_part(draft: Draft, name: str) -> bool:
    """Whether some action of the file takes a part of this name, also one that has not been read yet."""
    bodies = [body for _, body in draft.section("actions") or () if isinstance(body, Mapping)]
    takes = [take for body in bodies if isinstance(take := body.get("take"), Mapping)]
    return any(take.get(name) is not None for take in takes)


def parameters(draft: Draft, binding: Ast) -> tuple[str, ...]:
    """The parameters of a term or a named effect, `name(p, q)`; each has a name of its own."""
    found: list[str] = []
    for word in binding.args[1:]:
        hides(draft, word.text, word.span, Scope(frozenset()))
        if word.text in found:
            message = f"there are two parameters `{word.text}`"
            draft.report.add(Code.BAD_NAME, word.span, message, help="rename one")
        found.append(word.text)
    return tuple(found)


def hides(draft: Draft, name: str, span: Span, scope: Scope) -> None:
    """A warning where a new name hides another."""
    known: tuple[tuple[str, Collection[str]], ...] = (
        ("a name bound outside", dict(scope.names)),
        *draft.named.items(),
        ("a name of the language", (*TAKEN, *LITERALS)),
        ("a rank", draft.pack.ranks),
        ("a suit", [s.name for s in draft.pack.suits if s.spoken]),
        ("a word for cards", (*draft.pack.marks, *draft.pack.words)),
    )
    what = next((what for what, names in known if name in names), None)
    if what:
        draft.report.add(Code.HIDDEN_NAME, span, f"`{name}` hides {what} of that name", help="choose another name")
