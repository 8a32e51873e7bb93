"""The turn in a rulebook: what one does in it, each action with what binds it, and who cannot play."""

from __future__ import annotations

from cassino_dsl.book.describe.actions import Acting
from cassino_dsl.book.describe.book import Book, Lines
from cassino_dsl.book.describe.clauses_in_force import mentions
from cassino_dsl.book.describe.effects import steps_of, turn_text
from cassino_dsl.book.describe.english import bold, joined, plain, sentence, title
from cassino_dsl.book.describe.rules import may_bind
from cassino_dsl.book.describe.what_follows import (
    can_lay_any_card,
    hands_are_alike,
    is_free_trail,
    may_leave_out,
)
from cassino_dsl.book.describe.worked_examples import AT_TURN
from cassino_dsl.language.ruleset.expr import Literal, walk
from cassino_dsl.language.ruleset.model import Action, every
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in, exprs_in
from cassino_dsl.language.ruleset.words import BY_WORD


def turn_section(book: Book) -> Lines:
    yield from book.text("turn") or _frame(book)
    yield ""
    for action in book.in_turn:
        yield from _action(book, action)
    for action in book.asked:
        if by := list(_asking(book, action)):
            yield from _action(book, action, book.words["only if asked"].format(joined(by, book.words["or"])))
    shown = list(book.shown(AT_TURN))
    yield from (f"### {book.words['more examples']}", "", *shown) if shown else ()
    follows = list(book.happening(book.events("passed")))
    passes = _passing(book)
    if passes or follows:
        yield from ("", f"### {book.words['nothing to play']}", "", passes, "", *follows)


def _frame(book: Book) -> Lines:
    """What one does in a turn, and what is so of all that is taken."""
    whole, frame = book.ruleset.turn, list[str]()
    overview = list(_overview(book))
    if whole.op == "then":
        yield "In your turn you do this, one after the other:"
        yield ""
        yield from (f"{n}. {sentence(turn_text(p, book.ruleset))}" for n, p in enumerate(whole.args, 1))
    elif whole.op == "step" and overview:
        yield "In your turn you do one of these:"
    else:
        one = whole.op == "step" and len(book.in_turn) > 1
        yield f"In your turn you do {'' if one else 'this: '}{turn_text(whole, book.ruleset)}."
    yield ""
    yield from overview
    yield ""
    named = {k: [bold(a.name) for a in book.ruleset.actions if a.kind == k] for k in ("capture", "build", "trail")}
    if means := [f"to *{k}* means {joined(n, 'or')}" for k, n in named.items() if n and n != [bold(k)]]:
        frame.append(sentence(f"here {'; '.join(means)}"))
    frame += _first_named(book)
    parts = [p for a in book.ruleset.actions for p in a.take]
    if any(p.groups for p in parts) and not book.texts.emphasise("set"):
        terms = Unfolder(term_table(book.ruleset.terms))
        builds = any("builds" in c.row.reads for p in parts if p.groups for c in calls_in(terms.expr(p.source)))
        adds = all(mentions(p, lambda call: call.row in BY_WORD["total"]) for p in parts if p.groups)
        more = "several whose values are added up" if adds else "several together"
        frame.append(f"A *set* is one card{' or build' if builds else ''}, or {more}.")
    several = any(p.groups and (not p.row.single or len(a.take) > 1) for a in book.ruleset.actions for p in a.take)
    if several or any(len(a.take) > 1 for a in book.ruleset.actions):
        sets = ", and nothing is part of two sets" if several else ""
        frame.append(f"In one play nothing is taken twice{sets}.")
    if book.say.table.several & {"table", "build", "pile"}:
        frame.append("A card on the table that counts for several numbers counts for one of them, each as you like.")
    yield " ".join(frame)


def _asking(book: Book, action: Action) -> Lines:
    """What asks for an action that is no part of a turn, by its name."""
    for section in ("actions", "rules", "events"):
        for clause in getattr(book.ruleset, section):
            done = clause.price if section == "rules" else clause.effects
            if any(e.pattern is not None and action.step in steps_of(e.pattern) for e in every(done)):
                yield bold(book.texts.name(f"{section}.{clause.name}", clause.name))


def _overview(book: Book) -> Lines:
    """The actions of a turn, each with its line, where there is one of any."""
    abouts = {a.name: book.texts.about(f"actions.{a.name}") for a in book.in_turn}
    if len(book.in_turn) > 1 and any(abouts.values()):
        for action in book.in_turn:
            about = abouts[action.name]
            yield f"* {bold(action.name)}{f': {sentence(plain(about))}' if about else ''}"


def _first_named(book: Book) -> Lines:
    """Which of several actions a play is that could be each of them, where that makes a difference."""
    actions = book.ruleset.actions
    literals = [e for x in exprs_in(book.ruleset) for e in walk(x) if isinstance(e, Literal)]
    told = {e.value for e in literals if e.type is Type.ACTION}
    for kind, step in dict.fromkeys((a.kind, a.step) for a in actions if a.kind != "other"):
        alike = [a for a in actions if (a.kind, a.step) == (kind, step)]
        does = [(a.effects, a.owes) for a in alike]
        if len(alike) > 1 and (any(d != does[0] for d in does) or any(a.name in told for a in alike)):
            names = joined([bold(book.texts.name(f"actions.{a.name}", title(a.name))) for a in alike])
            yield f"Should a play ever be more than one of {names}, it is the first of them, in this order."


def _action(book: Book, action: Action, note: str = "") -> Lines:
    """What an action is, what binds it, and the examples that show it."""
    place = f"actions.{action.name}"
    yield f"### {book.texts.name(place, title(action.name))}"
    yield from ("", note, "") if note else ("",)
    if text := book.text(place):
        yield from text
    else:
        about = "" if action in book.in_turn and len(book.in_turn) > 1 else book.texts.about(place)
        yield from (sentence(plain(about)), "") if about else ()
        yield from Acting(book.say, action, lambda part: book.texts.at(f"{place}.take.{part}")).lines()
        if is_free_trail(action, book.ruleset):
            yield ""
            rules = any(may_bind(rule, action, book.ruleset) for rule in book.ruleset.rules)
            besides = "But for what follows, you" if rules else "You"
            yield f"{besides} may do this even if the card could capture something."
    yield ""
    yield from book.duties(action.name) if not note else ()
    yield ""
    yield from book.shown(action.name)


def _passing(book: Book) -> str:
    """Who cannot play; nothing, where nobody can be without a play."""
    if can_lay_any_card(book.ruleset):
        return "" if hands_are_alike(book.ruleset) else book.words["passed over"]
    optional = may_leave_out(book.ruleset.turn)
    return " ".join([*([book.words["leave out"]] if optional else []), book.words["passing"]])
