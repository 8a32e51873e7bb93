"""What people call things, and what they are called here: help for words that mean nothing in the language."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.check.scope import Scope
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.words import BY_WORD, GROUP_QUANTIFIER, QUANTIFIER
from cassino_dsl.syntax.ast import Ast, binder
from cassino_dsl.syntax.habits import NUMBER_WORDS, rank_of

_WORDS = {
    "none": "null nil nothing undefined void nobody",
    "me": "player current_player self this mover turn",
    "us": "team my_side my_team partnership",
    "seats - {me}": "opponent opponents others",
    "seats": "players everybody everyone",
    "sides": "teams",
    "stock": "deck talon draw_pile",
    "aside": "discard discards discard_pile trash",
    "table": "floor board layout pool field centre center",
    "hand": "my_hand hand_cards",
    "pile": "my_pile captures captured won tricks bundle",
    "card": "played played_card this_card the_card",
    "taken": "captured_cards taken_cards",
    "kind": "play move type",
    "true": "yes on always",
    "false": "no off never",
}
_CALLS = {
    "count": "len length size number num amount card_count how_many",
    "any": "exists some has_any there_is",
    "all": "forall for_all every each",
    "colour": "color",
    "total": "sum add_up",
    "top": "last",
    "side": "team",
    "next": "after_me following left",
    "value": "worth points_of",
}
# calls that are written otherwise: `{0}` is the argument
_FORMS = {
    "empty is_empty isEmpty": "count({0}) = 0",
    "not_empty nonempty": "count({0}) > 0",
    "exists_any": "count({0}) > 0",
}
PLURALS = {Type.RANKS: Type.RANK, Type.SUITS: Type.SUIT, Type.KINDS: Type.KIND, Type.ACTIONS: Type.ACTION}


def meant_by(draft: Draft, word: str, scope: Scope, wanted: Type | None) -> str | None:
    """What a word that nothing is called stands for most likely, as it is written here; None where nobody can say."""
    kind = PLURALS.get(wanted, wanted) if wanted else None
    rank = rank_of(word)
    if rank in draft.pack.ranks and kind in (Type.RANK, None) and word.lower() not in NUMBER_WORDS:
        return rank
    if word.lower() in NUMBER_WORDS and kind in (Type.RANK, Type.INT, None):
        return str(NUMBER_WORDS[word.lower()])
    if kind is Type.INT and word.lower() in ("partners", "partnership", "partnerships", "teams", "pairs"):
        return "2"
    if kind is Type.INT and word.lower() in ("never", "no", "none"):
        return "0"
    for ours, theirs in _WORDS.items():
        if word.lower() in theirs.split():
            ours = {("me", Type.SIDE): "us", ("us", Type.SEAT): "me"}.get((ours, kind), ours)  # type: ignore[arg-type]
            return ours if _known_here(ours, scope) else None
    return None


def place_meant_by(word: str) -> str | None:
    """The word of the language for a place that people call so, as far as there is one."""
    return next((ours for ours, theirs in _WORDS.items() if word.lower() in theirs.split()), None)


def _known_here(text: str, scope: Scope) -> bool:
    """Whether a word of the language has a meaning where these things are offered."""
    rows = [row for row in BY_WORD.get(text.split()[0], ()) if not row.params]
    return not rows or any(row.needs in scope.offers for row in rows)


def unknown_call(draft: Draft, ast: Ast) -> None:
    """The message for a call of what is no function: a quantifier without its condition, or a word that is none."""
    word = ast.text
    name = ast.span.beginning(len(word))
    if word in QUANTIFIER:
        span, help = _condition_lacking(ast)
        draft.report.add(
            codes.WrongArguments, span, f"`{word}` runs over a set, with a condition after a bar", help=help
        )
        return
    if word in ("pick", "shuffle"):
        help = "it stands before another effect: `pick c in hand(next(me)) do move c to hand`"
        help = help if word == "pick" else "it stands by itself: `shuffle stock`"
        draft.report.add(codes.UnknownName, name, f"`{word}` is an effect, not a function", help=help)
        return
    form = next((form for words, form in _FORMS.items() if word in words.split()), None)
    if form is not None and len(ast.args) == 1:
        help = f"write `{form.format(ast.args[0].span.text)}` instead"
        draft.report.add(codes.UnknownName, ast.span, f"there is no function `{word}`", help=help)
        return
    ours = next((ours for ours, theirs in _CALLS.items() if word.lower() in theirs.split()), None)
    known = [*BY_WORD, *QUANTIFIER, *draft.term_sources, *draft.memory_types, *draft.zones]
    help_text = f"did you mean `{ours}`?" if ours else did_you_mean(word, known)
    draft.report.add(codes.UnknownName, name, f"there is no function `{word}`", help=help_text)


def _condition_lacking(ast: Ast) -> tuple[Span, str]:
    """Where a quantifier lacks its condition, and how it is written."""
    word, first = ast.text, ast.args[0]
    source = first.span.text
    if len(ast.args) == 2 and first.head == "in" and first.args[0].head == "name":
        return ast.span, f"write `{word}({source} | {ast.args[1].span.text})` instead"
    if len(ast.args) == 1 and first.head == "in" and first.args[0].head == "name":
        if word == "first":
            return ast.span, f"write `first({source} | true)` instead"
        return ast.span, f"say after a bar what is asked of each: `{word}({source} | …)`"
    if len(ast.args) == 1 and word == "first":
        return ast.span, f"write `first(x in {source} | true)` instead"
    if len(ast.args) == 1 and word == "any":
        return ast.span, f"write `count({source}) > 0` instead, or ask something of each: `any(x in {source} | …)`"
    more = "; `total(…)` is the sum that cards make" if word == "sum" else ""
    return ast.span, f"it is written `{word}(x in {source} | …)`{more}"


def unknown_quantifier(draft: Draft, ast: Ast) -> None:
    """The message for a word before `(x in S | …)`, or before `(group g of S | …)`, that does not run over sets."""
    word = ast.text
    name = ast.span.beginning(len(word))
    known = list(GROUP_QUANTIFIER) if ast.head == "grouped" else [w for w in QUANTIFIER if w != "filter"]
    over = "groups" if ast.head == "grouped" else "a set"
    ours = next((ours for ours, theirs in _CALLS.items() if word.lower() in theirs.split() and ours in known), None)
    parts = None if ast.head == "grouped" else binder(ast)
    if word in ("pick", "choose", "draw") and parts is not None:
        bound, source, _ = parts
        help: str | None = f"`pick` is an effect: `pick {bound} in {source.span.text} do move {bound} to hand`"
    elif word in ("no", "none", "no_one", "not_any"):
        help = "did you mean `not any`?"
    else:
        help = f"did you mean `{ours}`?" if ours else did_you_mean(word, known)
    draft.report.add(
        codes.UnknownName,
        name,
        f"`{word}` does not run over {over}",
        help=help or f"these do: {', '.join(known)}",
    )
