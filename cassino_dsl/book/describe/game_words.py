"""The words of a game: what builds are, terms that are used often or are long, and what is remembered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from cassino_dsl.book.describe.clauses_in_force import mentions, resolved
from cassino_dsl.book.describe.condition_parts import in_a_row
from cassino_dsl.book.describe.english import (
    Thing,
    adjective,
    bold,
    first_up,
    joined,
    plain,
    sentence,
    spoken,
    with_article,
    word_for,
)
from cassino_dsl.book.describe.expression_patterns import like
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.book.describe.ruleset_yaml import table_rows
from cassino_dsl.book.describe.table import one_of, several_of
from cassino_dsl.language.ruleset.expr import (
    ELEMENT,
    Call,
    Expr,
    Literal,
    Type,
    is_just,
    walk,
)
from cassino_dsl.language.ruleset.model import Memory, Ruleset, Term
from cassino_dsl.language.ruleset.operators import MEMORIES, PLUS, TERMS
from cassino_dsl.language.ruleset.simplify import Facts, constant, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in

Key = tuple[str, tuple[Type, ...]]
_HUGE, _LONG, _MIDDLING = 32, 16, 9  # forms in a term that is kept wherever it is used, seldom, or only often
_LONG_SUM = 3  # parts that stand in one sentence
_KEPT = frozenset({Type.BOOL, Type.INT, Type.CARDS, Type.BUILDS, Type.ITEMS, Type.SEATS, Type.SIDES})

_GROUPS = (Type.CARDS, Type.ITEMS)

# ---- which terms stay words


def with_words(ruleset: Ruleset, told: Collection[str] = ()) -> Ruleset:
    """The ruleset resolved, with those terms left that make words of the game; ``told``: those that somebody has a text
    for."""
    kept = {_key(t): uses for t in ruleset.terms if (uses := _uses(t, ruleset, told))}
    while kept:
        whole = resolved(ruleset, frozenset(kept))
        used = Counter((c.name, tuple(a.type for a in c.args)) for c in calls_in(whole) if c.row in TERMS)
        if all(used[key] >= uses for key, uses in kept.items()):
            return whole
        kept = {key: uses for key, uses in kept.items() if used[key] >= uses}
    return resolved(ruleset)


def _key(term: Term) -> Key:
    return term.name, tuple(type for _, type in term.params)


def _uses(term: Term, ruleset: Ruleset, told: Collection[str]) -> int:
    """How often a term has to be used to be a word; 0 for one that can't be, or need not."""
    if term.body.type not in _KEPT:
        return 0
    body = Unfolder(term_table(ruleset.terms)).expr(term.body)
    size = sum(1 for _ in walk(simplify(body, Facts(ruleset.pack))))
    of_set = term.body.type is Type.BOOL and any(type in _GROUPS for _, type in term.params)
    if of_set and size < _HUGE and term.name not in told:
        return 0  # what a set of cards has to be is said where it is asked for
    if all(constant(body, Facts.at_table(ruleset, number, {})) is not None for number in ruleset.seats):
        return 0  # the number is said
    if any(e.row.needs in ("side", "mover") for e in calls_in(body)) and any(
        call.row in TERMS for call in calls_in(ruleset.awards)
    ):
        return 0  # points are counted for any side, all else is said of yours
    if term.name in told or table_rows(term, ruleset.pack):
        return 1
    if size < (_MIDDLING if len(term.params) < 2 else _LONG):
        return 0
    return (
        1 if size >= _HUGE else (2 if size >= _LONG else 3) - (term.body.type is Type.INT)
    )  # numbers grow into formulas soonest


# ---- what they mean


def builds_text(say: Phrases) -> str:
    """What a build is, and the words for it."""
    ruleset = say.table.ruleset
    text = "A **build** is a stack of cards on the table with one value, which is taken or left as a whole"
    text += "; in a sum it counts as one card of its value. A card in no build is **loose**."
    if not any(m.of == "build" and ELEMENT.get(m.type, m.type) in (Type.SEAT, Type.SIDE) for m in ruleset.memory):
        text += " A build belongs to nobody, whoever made it."
    if say.table.grouped:
        text += " A **single** build makes its value once; a **multiple** build is made of several **groups**, each "
        text += "of which makes its value."
    return text


def term_lines(term: Term, say: Phrases) -> list[str]:
    """What a word of the game means; a long sum as a list."""
    rows = table_rows(term, say.table.ruleset.pack)
    if rows is not None:
        return [f"The **{word_for(term.name)}** of a card: {_table(term, say)}."]
    name, inner, heads = word_for(term.name), say, list[str]()
    letters = iter("ABCDEFGH")
    for param, type in term.params:
        noun, several = say.noun_of(ELEMENT.get(type, type)), type in ELEMENT
        head, one = (f"some {noun.many}", noun.many) if several else (noun.a, noun.one)
        person = type is Type.SEAT or (type is Type.SIDE and say.table.alone)
        called = f"{'those' if several else 'that'} {one}"
        if [t for _, t in term.params].count(type) > 1:
            called = f"{one} *{next(letters)}*"
            head += f" ({called})"
        elif len(term.params) == 1 and not person:
            called = "them" if several else "it"
        inner = inner.bound(param, Thing(called, several))
        heads.append(head)
    of = joined(heads)
    if term.body.type is Type.BOOL:
        what = f"{first_up(of or 'it')} {'are' if of[:4] == 'some' else 'is'} called **{adjective(term.name)}**"
        if len(heads) > 1 or (heads and term.params[0][1] is Type.INT):
            what = f"**{first_up(spoken(term.name))}** holds for {of}"
        return [f"{what} if {inner.condition(term.body)}."]
    if term.body.type is Type.INT:
        parts = [part for part in in_a_row(term.body, PLUS) if not is_just(part, 0)]
        head = f"The **{name}**{f' of {of}' if of else ''}"
        if len(parts) > _LONG_SUM:
            told = (f"* {sentence(inner.number(part))}" for part in parts)
            return [f"{head} is what these come to together:", *told]
        return [f"{head}: {inner.number(term.body)}."]
    return [f"**{first_up(name)}**{f' for {of}' if of else ''}: {inner.whole(term.body).text}."]


def _table(term: Term, say: Phrases) -> str:
    """A table over cards in words: each number with its cards."""
    rows: dict[str, list[str]] = {}
    expr: Expr = term.body
    while isinstance(expr, Call):
        test, number, expr = expr.args
        cards = [str(a.value) for a in test.args[1].args if isinstance(a, Literal)]  # type: ignore[union-attr]
        rows.setdefault(say.number(number), []).extend(cards)
    told = [f"{say.faces(cards)} {number}" for number, cards in rows.items()]
    named, pack = {card for cards in rows.values() for card in cards}, say.table.ruleset.pack
    if not named.issuperset(f.text for f in pack.faces):
        return ", ".join(told) + "; any other card 0"
    *first, (last, cards) = rows.items()
    rest = first and len(set(cards)) * 2 > len(pack.faces)  # the cards of the last row need not be named
    return ", ".join(told[:-1]) + f"; any other card {last}" if rest else ", ".join(told)


# ---- what is remembered


def used_memory(say: Phrases) -> list[Memory]:
    """What has to be remembered, and is not said where it is used."""
    asked = {c.name for c in calls_in(say.table.ruleset) if c.row in MEMORIES}
    return [m for m in say.table.ruleset.memory if m.name in asked and m.name not in say.table.lately]


def is_plain_count(memory: Memory) -> bool:
    """Whether something is counted in each round from 0, as anybody would: that need not be said."""
    zero = isinstance(memory.starts, Literal) and memory.starts.value == 0
    return bool(one_of(memory)) and memory.resets == "round" and zero


def memory_text(memory: Memory, say: Phrases) -> str:
    """What is remembered, of whom, and how it begins."""
    if memory.of == "build":
        return of_build_text(memory, say)
    of = {"match": "", "side": f" for each {say.table.side}", "seat": " for each player"}[memory.of]
    about = f": {plain(memory.about)}" if memory.about else ""
    kind = "count" if one_of(memory) else say.table.noted(memory.type)
    kind = "" if memory.about else f": {kind if memory.type in ELEMENT else with_article(kind)}"
    moment = "at the start of " + ("the match" if memory.resets == "match" else f"each {memory.resets}")
    start = _start(memory, say)
    none = f"there {'are' if memory.type in ELEMENT else 'is'} none" if start == "nothing" else f"it is {start}"
    return f"**{first_up(several_of(memory))}**{of}{about}{kind}; {moment} {none}."


def of_build_text(memory: Memory, say: Phrases) -> str:
    """What is remembered of a build."""
    say = say.of_plays([a for a in say.table.ruleset.actions if a.to == "build"])
    name = spoken(memory.name)
    about = f" ({plain(memory.about)})" if memory.about else ""
    yours = f" A build is *yours* if you are its {name}." if memory.name == say.table.owner else ""
    asking = [bold(r.name) for r in say.table.ruleset.rules if mentions(r, lambda c: c.name == memory.name)]
    yours += f" What that means is told in {joined(asking)}." if asking else ""
    if memory.on_build is None:
        return f"The **{name}** of a build{about}: whenever a build is made or changed, {_start(memory, say)}.{yours}"
    head = f"the **{name}** of a build{about}"
    if like(memory.on_build, ("me",)) is not None:
        return f"The **{name}** of a build is whoever made or changed it last.{yours}"
    return sentence(f"{head}: when you make or change a build, this is {_value(memory.on_build, memory, say)}") + yours


def _start(memory: Memory, say: Phrases) -> str:
    starts = memory.starts
    if memory.type is Type.BOOL and isinstance(starts, Literal):
        return "on" if starts.value else "off"
    if isinstance(starts, Literal) and starts.value is None:
        return "nobody" if memory.type in (Type.SEAT, Type.SIDE) else "nothing"
    return _value(starts, memory, say)


def _value(expr: Expr, memory: Memory, say: Phrases) -> str:
    return say.condition(expr) if memory.type is Type.BOOL else say.thing(expr).text
