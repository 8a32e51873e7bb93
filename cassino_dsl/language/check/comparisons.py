"""Operators whose sides explain each other: `=`, `in`, and `+` and `-` of numbers and sets."""

from __future__ import annotations

from cassino_dsl.language.check.calls import call_of, called_like_another
from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.names import is_own_name, option_of_a_word, resolve_name
from cassino_dsl.language.check.scope import Read, Scope
from cassino_dsl.language.check.type_fixes import ADDED, CARDS, compared
from cassino_dsl.language.check.types import of_digits, poison, ranks_beside, refuse_missing_number, refused, shown
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean
from cassino_dsl.language.diagnostics.remedy import write
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal
from cassino_dsl.language.ruleset.model import KINDS
from cassino_dsl.language.ruleset.operators import ATTRIBUTE, EQ, IN, MINUS, NE, NOT, NOT_IN, PLUS, SET, UNION, WITHOUT
from cassino_dsl.language.ruleset.types import ELEMENT, SET_OF, Type, comparable
from cassino_dsl.language.ruleset.words import BY_WORD, KNOWN
from cassino_dsl.language.syntax.ast import Ast

DIGITS = "digits by themselves are numbers; `{r in ranks | r in {5, 10}}` is a set of ranks wherever it stands"
_IN = (
    "`in` asks whether one thing is among several of its kind, as `v in value(c, hand)`; two things are compared by `=`"
)
_OF_NUMBERS_OR_SETS = {PLUS.word: (PLUS, UNION), MINUS.word: (MINUS, WITHOUT)}


def read_alike(
    draft: Draft, first: Ast, second: Ast, scope: Scope, wanted: Type | None, read: Read
) -> tuple[Expr, Expr]:
    """Two texts of one kind: where one of them is of digits, the other says whether these are ranks."""
    if of_digits(first) and not of_digits(second):
        right = read(draft, second, scope, wanted)
        return read(draft, first, scope, ranks_beside(right, wanted)), right
    left = read(draft, first, scope, wanted)
    return left, read(draft, second, scope, ranks_beside(left, wanted) if of_digits(second) else wanted)


def check_sum(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None, read: Read) -> Expr:
    alike = wanted if wanted in (Type.RANKS, Type.INT) else None
    left, right = read_alike(draft, ast.args[0], ast.args[1], scope, alike, read)
    if Type.POISON in (left.type, right.type):
        return poison(ast.span)
    if left.type in ELEMENT and right.type in SET_OF:
        right = Call(SET_OF[right.type], SET, (right,), right.span)
    for row in _OF_NUMBERS_OR_SETS[ast.head]:
        type = row.typed((left.type, right.type))
        if type is not None:
            made = call_of(draft, row, (left, right), ast)
            # what is left of a set is of its own type, whatever is taken from it
            return Call(left.type, row, (left, right), ast.span) if row is WITHOUT else made
    message = f"{shown(left.type)} and {shown(right.type)} do not go together in `{'+' if ast.head == 'plus' else '-'}`"
    help = "`+` and `-` take two numbers or two sets of one kind"
    if (left.type, right.type) == (Type.INT, Type.VALUES):
        help = ADDED
    return refused(draft, ast.span, message, help)


def check_membership(draft: Draft, ast: Ast, scope: Scope, read: Read) -> Expr:
    first, second = ast.args
    if second.head == "set" and all(_nameless(draft, word, scope) for word in (first, *second.args)):
        return read(draft, first, scope, None)  # what the others mean depends on it
    says = not _bare(draft, first, scope) or (of_digits(second) and not of_digits(first))
    left = read(draft, first, scope, None) if says else None
    wanted = SET_OF.get(left.type) if left else None
    if left and left.type is Type.WORD:
        wanted = Type.WORD
    if wanted is Type.WORD and second.head == "set":
        each = " or ".join(f"{first.span.text} = {word.span.text}" for word in second.args)
        message, help = "words are compared one by one", write(f"({each})" if ast.head == "in" else f"not ({each})")
        return refused(draft, ast.span, message, help)
    right = read(draft, second, scope, wanted)
    if left is None:
        left = read(draft, first, scope, ELEMENT.get(right.type))
    if Type.POISON in (left.type, right.type):
        return poison(ast.span)
    if left.type in CARDS and right.type in (Type.RANKS, Type.SUITS):
        message = f"{shown(left.type)} is none of these {shown(right.type)}"
        return refused(draft, ast.span, message, compared(ast, left.type, right.type))
    if right.type not in ELEMENT or not comparable(left.type, ELEMENT[right.type]):
        message = f"this is {shown(right.type)}, and {shown(left.type)} cannot be in it"
        return refused(draft, second.span, message, DIGITS if left.type is Type.RANK else _IN)
    if ELEMENT[right.type] is Type.INT and refuse_missing_number(draft, left):
        return poison(ast.span)
    if not (_of_its_words(draft, left, right) and _of_its_words(draft, right, left)):
        return poison(ast.span)
    return Call(Type.BOOL, IN if ast.head == "in" else NOT_IN, (left, right), ast.span)


def _of_its_words(draft: Draft, asked: Expr, words: Expr) -> bool:
    """Whether an attribute is compared with words of its own, where these are written out."""
    if not (isinstance(asked, Call) and asked.row is ATTRIBUTE[Type.MARK]):
        return True
    own = draft.pack.attribute(asked.name).words
    written = words.args if isinstance(words, Call) and words.row is SET else (words,)
    for word in written:
        if isinstance(word, Literal) and word.type is Type.MARK and word.value not in own:
            message = f"`{asked.name}` of a card is never `{word.value}`"
            help = did_you_mean(str(word.value), own) or f"it is one of {', '.join(own)}"
            draft.report.add(Code.UNKNOWN_NAME, word.span, message, help=help)
            return False
    return True


def check_equality(draft: Draft, ast: Ast, scope: Scope, read: Read) -> Expr:
    first, second = ast.args
    option, opposite = (option_of_a_word(draft, a.text) if a.head == "name" else None for a in ast.args)
    if _nameless(draft, first, scope) and _bare(draft, second, scope) and opposite is None:
        return read(draft, first, scope, None)  # what the other means depends on it
    bare = _bare(draft, first, scope) and not of_digits(second) and opposite is None
    if option is not Type.WORD and (opposite is Type.WORD or option is not None or bare):
        right = read(draft, second, scope, Type.WORD if opposite is Type.WORD else None)
        left = _literal_beside(draft, first, right, scope, read)
    else:
        left = read(draft, first, scope, Type.WORD if option is Type.WORD else None)
        right = _literal_beside(draft, second, left, scope, read)
    if Type.POISON in (left.type, right.type):
        return poison(ast.span)
    if not comparable(left.type, right.type):
        help = None
        if {Type.ACTION, Type.KIND} & {left.type, right.type}:
            named = (a.text for a in ast.args if a.head == "name" and a.text in (*draft.action_names, *KINDS))
            help = next(map(called_like_another, named), None)
        message = f"{shown(left.type)} cannot be compared with {shown(right.type)}"
        if {left.type, right.type} in ({Type.RANK, Type.INT}, {Type.RANKS, Type.VALUES}):
            help = DIGITS
        if Type.MARK in (left.type, right.type):
            help = f"the words of attributes are {', '.join(draft.pack.marks)}"
        help = help or compared(ast, left.type, right.type)
        return refused(draft, ast.span, message, help)
    for one, other in ((left, right), (right, left)):
        if one.type is Type.NONE:
            # nothing equals nothing: who compares with `none` asks whether something is there
            known = Call(Type.BOOL, KNOWN, (other,), ast.span)
            return known if ast.head == "ne" else Call(Type.BOOL, NOT, (known,), ast.span)
    if not (_of_its_words(draft, left, right) and _of_its_words(draft, right, left)):
        return poison(ast.span)
    return Call(Type.BOOL, EQ if ast.head == "eq" else NE, (left, right), ast.span)


def _literal_beside(draft: Draft, ast: Ast, other: Expr, scope: Scope, read: Read) -> Expr:
    """Read one side of a comparison by the type of the other."""
    if other.type is Type.WORD and isinstance(other, Literal) and ast.head == "name":
        option = draft.options[other.option]
        if ast.text in option.choices:
            return Literal(Type.WORD, ast.text, ast.span)
        help = did_you_mean(ast.text, option.choices) or f"the choices are {', '.join(option.choices)}"
        return refused(
            draft, ast.span, f"option `{option.name}` has no choice `{ast.text}`", help, code=Code.UNKNOWN_NAME
        )
    return read(draft, ast, scope, other.type)


def _nameless(draft: Draft, ast: Ast, scope: Scope) -> bool:
    """Whether a word has no meaning of its own, nor one beside another."""
    known = (*KINDS, *draft.action_names, *draft.award_names, *(c for o in draft.options.values() for c in o.choices))
    return (
        ast.head == "name"
        and _bare(draft, ast, scope)
        and ast.text not in known
        and ast.text not in scope.parts
        and resolve_name(draft, ast, None) is None
    )


def _bare(draft: Draft, ast: Ast, scope: Scope) -> bool:
    """Whether the other side of a comparison decides what this one means: a plain word, digits, an empty set, or a
    choice of them."""
    if of_digits(ast) or (ast.head == "set" and not ast.args):
        return True
    if ast.head == "if":
        return _bare(draft, ast.args[0], scope) or _bare(draft, ast.args[2], scope)
    return (
        ast.head == "name"
        and scope.type_of(ast.text) is None
        and (ast.text not in BY_WORD or is_own_name(draft, ast.text, scope))
        and not any(ast.text in names for names in draft.named.values())
    )
