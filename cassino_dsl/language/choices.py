"""The other values of options, for `cassino validate`: a file is sound where each value that can be chosen is, and what
no value of any option comes to is said for nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from time import process_time

from cassino_dsl.language.children import spoken_by_children
from cassino_dsl.language.compose.merge import leaves
from cassino_dsl.language.compose.options import Setting, setting
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.expr import Call, Literal, walk
from cassino_dsl.language.ruleset.model import Option, Ruleset, ValueRow
from cassino_dsl.language.ruleset.operators import EQ, IN, MEMORIES, NE, NOT_IN
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import ROW
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.yaml_text import short
from cassino_dsl.language.targets import Target

_COUNTS_FOR, _BUILDS = ROW["value(card, place)"], ROW["builds"]
MOST = 200  # choices that are looked at
OF_A_RANGE = 8  # of a longer range of numbers its ends and so many in all, evenly between them
SECONDS = 2.0

Choice = tuple[tuple[Option, str], ...]  # one option with a value, or two whose house rules may not go together


@dataclass(frozen=True, slots=True)
class Looked:
    """How many choices were looked at, of how many."""

    done: int
    wanted: int


def try_choices(target: Target, ruleset: Ruleset, report: Report, seconds: float = SECONDS) -> Looked:
    """Load a target's file with each value of each option, one at a time, and with each two that both lay on house
    rules. What is wrong then and not with the values that are chosen goes into the report, with the choice."""
    deadline = process_time() + seconds
    choices = list(_choices(_of_file(target, ruleset)))
    rulesets, told = [ruleset], {(d.code, d.span) for d in report.diagnostics}
    done = 0
    for choice in choices[:MOST]:
        if process_time() > deadline or report.full:
            break
        done += 1
        loaded = target.chosen(_settings(choice))
        said = " ".join(f"`{option.name}={value}`" for option, value in choice)
        for d in loaded.report.diagnostics:
            if (d.code, d.span) not in told:
                told.add((d.code, d.span))
                message = f"with {said}: {d.message}"
                report.add(d.code, d.span, message, help=d.help, others=d.others, notes=d.notes)
        if loaded.ruleset is not None:
            rulesets.append(loaded.ruleset)
    if done == len(choices) and not report.failed:
        _report_unreached(target, rulesets, report)
    return Looked(done, len(choices))


def _of_file(target: Target, ruleset: Ruleset) -> list[Option]:
    """The options that the file answers for: those of a house rule are its own, not those of the variant beneath it."""
    if not target.house or target.own is None:
        return list(ruleset.options)
    return [o for o in ruleset.options if o.span is not None and o.span.file == target.own.span.file]


def _choices(options: list[Option]) -> Iterator[Choice]:
    """What to look at, most telling first."""
    for option in options:
        for value in _some(option):
            if value != option.value:
                yield ((option, word_of(value)),)
    laying = [[(o, value) for value, rules in o.selects if rules] for o in options]
    for one, other in combinations(laying, 2):
        for first in one:
            yield from ((first, second) for second in other)


def _some(option: Option) -> list[int | bool | str]:
    values = option.values
    if len(values) <= OF_A_RANGE or not isinstance(values, range):
        return list(values)
    return [values[at * (len(values) - 1) // (OF_A_RANGE - 1)] for at in range(OF_A_RANGE)]


def _settings(choice: Choice) -> tuple[Setting, ...]:
    made = (setting(f"{option.name}={value}") for option, value in choice)
    return tuple(s for s in made if s is not None)


# ---- what is said for nothing


def _report_unreached(target: Target, rulesets: list[Ruleset], report: Report) -> None:
    """Options, memory and rows of values of the file itself that do nothing, whatever is chosen."""
    if target.own is None or target.with_rules[int(target.house) :]:
        return  # a house rule that somebody asked for may have replaced what uses them
    file = target.own.span.file

    def unreached(span: Span | None, what: str, help: str) -> None:
        if span is not None and span.file == file:
            report.add(Code.NEVER_REACHED, span, what, help=help)

    read, covering = _read_options(rulesets), {row.span for r in rulesets for row in _deciding(r.values)}
    remembered, asked = _set_memory(rulesets), _read_memory(rulesets)
    for option in rulesets[0].options:
        if option.name not in read:
            unreached(option.span, f"nothing reads the option `{option.name}`", "remove it")
    for option in rulesets[0].idle_options():
        _report_idle(option, target, report)
    for memory in rulesets[0].memory:
        if target.house and (memory.name in remembered or memory.name in asked):  # another file may do the other
            continue
        if memory.name in remembered:
            for_people = memory.about or memory.called or memory.seen is not None
            if memory.name not in asked and not for_people:
                said = f"the memory `{memory.name}` is set, and nothing reads it"
                unreached(memory.span, said, "read it, remove it, or say by `about` what it tells the players")
        elif memory.name in asked:
            help = "set it in the `do` of an event or an action, or write what it starts with where it is read"
            unreached(memory.span, f"nothing sets the memory `{memory.name}`, which is read", help)
        else:
            unreached(memory.span, f"nothing sets or reads the memory `{memory.name}`", "remove it")
    for call in () if target.house else calls_in(rulesets[0]):
        wanted, why = _never_there(call, rulesets) if call.span.file == file else (frozenset(), "")
        if why and not wanted & spoken_by_children(target):
            report.add(Code.CONSTANT_CONDITION, call.span, why, help="remove it, or the clause if it says nothing else")
    for row in rulesets[0].values:
        if row.span not in covering:
            unreached(
                row.span, f"no card comes to the row `{row.key}`: rows above it fit first", "remove it, or move it up"
            )


def _never_there(call: Call, rulesets: list[Ruleset]) -> tuple[frozenset[str], str]:
    """The words of what is asked for and never there, whatever is chosen, and what comes of that; none where it may
    be."""
    holds = f"this condition {'never' if call.row in (EQ, IN) else 'always'} holds: no"
    if call.row in (EQ, IN, NE, NOT_IN):
        named = frozenset(str(e.value) for e in walk(call) if isinstance(e, Literal) and e.type is Type.KIND)
        if named and not any(action.kind in named for r in rulesets for action in r.actions):
            return named, f"{holds} action is of kind {' or '.join(f'`{kind}`' for kind in sorted(named))}"
        number, counted = call.args
        counts = {n for r in rulesets for row in r.values for n in row.possible}
        of_card = isinstance(counted, Call) and counted.row is _COUNTS_FOR
        if of_card and isinstance(number, Literal) and number.value not in counts:
            return frozenset(), f"{holds} card counts for {number.value}"
    if call.row is _BUILDS and not any(action.kind == "build" for r in rulesets for action in r.actions):
        return frozenset(("build",)), "there are no builds: no action makes any"
    return frozenset(), ""


def _report_idle(option: Option, target: Target, report: Report) -> None:
    """An option of a base that means nothing any more, since the file says anew what has read it."""
    composed, own = target.loaded.composed, target.own
    if composed is None or own is None or target.house or option.span is None or option.span.file == own.span.file:
        return
    for path, key, node in leaves(own):
        beneath = next((found for base in composed.bases if (found := _at(base, path)) is not None), None)
        if key is None or not isinstance(node, Scalar) or beneath is None or not _names(beneath, option.name):
            continue
        message = f"the option `{option.name}` means nothing here: `{'.'.join(path)}` says `{short(node.text)}`"
        value = node.text if isinstance(beneath, Scalar) and node.text in map(word_of, option.values) else "…"
        help = f"choose it instead: `options: {{{option.name}: {{default: {value}}}}}`"
        report.add(Code.NEVER_REACHED, key.span, message, help=help, others=((option.span, "the option"),))
        return


def _at(node: Node | None, path: tuple[str, ...]) -> Node | None:
    """What stands at a path of a tree."""
    for name in path:
        node = node.get(name) if isinstance(node, Mapping) else None
    return node


def _names(node: Node, word: str) -> bool:
    """Whether a text, or one within, names a word."""
    if isinstance(node, Scalar):
        return word in re.findall(r"\w+", node.text)
    return any(_names(child, word) for child in ([n for _, n in node] if isinstance(node, Mapping) else node.items))


def _read_options(rulesets: list[Ruleset]) -> set[str]:
    """The options that lay on house rules, or that an expression or a row of values reads."""
    found = {o.name for r in rulesets for o in r.options if any(rules for _, rules in o.selects)}
    return found.union(*(r.options_read() for r in rulesets))


def _set_memory(rulesets: list[Ruleset]) -> set[str]:
    """The memory that an effect sets."""
    found = {e.name for r in rulesets for e in r.effects()}
    return found | {m.name for r in rulesets for m in r.memory if m.on_build is not None}


def _read_memory(rulesets: list[Ruleset]) -> set[str]:
    """The memory that clauses ask for; setting it anew from itself is no asking."""
    asked: Counter[str] = Counter()
    for r in rulesets:
        asked.update(call.name for call in calls_in(r) if call.row in MEMORIES)
        own = ((e.name, call) for e in r.effects() if e.row.remembers for call in calls_in(e.exprs))
        asked.subtract(name for name, call in own if call.row in MEMORIES and call.name == name)
    return {name for name, times in asked.items() if times > 0}


def _deciding(rows: tuple[ValueRow, ...]) -> Iterator[ValueRow]:
    """The rows of values that decide for some card in some place."""
    decided: set[tuple[int, str]] = set()
    for row in rows:
        mine = {(face, place) for face in row.faces for place in row.places}
        if mine - decided:
            yield row
        decided |= mine
