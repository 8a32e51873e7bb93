"""A comparison as a report in text and Markdown: what was found, then changes, proof, position and effect."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path
from typing import Any

from cassino_dsl.diff.change import Change, by_class, file_of
from cassino_dsl.diff.diff import Difference
from cassino_dsl.diff.effect import MeasuredEffect
from cassino_dsl.diff.verdict import verdict
from cassino_dsl.diff.witness import Witness
from cassino_dsl.position.text import flow, position_text
from cassino_dsl.resources import folder
from cassino_dsl.ruleset.document import word_of
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.span import Span
from cassino_dsl.simulate.paired import Figure, compared, methods_of
from cassino_dsl.simulate.report.table import Table, mean_digits, number, percent, rate_digits, signed_with
from cassino_dsl.simulate.report.text import WIDTH, table_lines, wrapped
from cassino_dsl.simulate.report.verdict import warnings

ABOUT = {
    "plays": "different plays are legal",
    "score": "the round scores differently",
    "end": "the match ends differently",
    "course": "the same play leads on differently",
    "deal": "the same stock is dealt out differently",
}
NOBODY = {"winner": "nobody"}  # what nothing is called, where it is not just none


def label(ruleset: Ruleset) -> str:
    """A ruleset by its name and what was chosen for it."""
    words = [ruleset.name, *(f"with {name}" for name in ruleset.house_rules)]
    words += [f"{o.name}={word_of(o.value)}" for o in ruleset.options if o.value != o.default]
    return " ".join(words)


def place_text(span: Span | None) -> str:
    """`file:line`; shipped files from `variants/` on, others from here where that is shorter."""
    if span is None:
        return "–"
    file, shipped = Path(file_of(span)), folder("variants")
    if file.is_relative_to(shipped):
        return f"{Path('variants') / file.relative_to(shipped)}:{span.line}"
    return f"{min(relpath(file), str(file), key=len)}:{span.line}"


# ---- plain text


def text(found: Difference) -> str:
    """The report for a terminal."""
    title = f"A: {label(found.a)}    B: {label(found.b)}"
    lines = [title, "=" * len(title), ""]
    for finding in verdict(found):
        lines += wrapped(finding, "* ", "  ")
    for remark in remarks(found):
        lines += wrapped(f"note: {remark}", "  ", "  ")
    lines += _changes_text(found)
    for head, body in _prose(found):
        lines += ["", head, "-" * len(head), *body]
    if found.effect is not None:
        lines += ["", *table_lines(effect_table(found.effect))]
    return "\n".join(lines) + "\n"


def remarks(found: Difference) -> tuple[str, ...]:
    """Why something was not looked at, and where a conclusion depends on who played."""
    return (*found.remarks, *(warnings(found.effect.players) if found.effect is not None else ()))


def _changes_text(found: Difference) -> list[str]:
    lines = []
    for kind, own in by_class(found.changes):
        lines += ["", f"{kind}: {len(own)} change{'s' if len(own) != 1 else ''}"]
        for change in own:
            lines += textwrap.wrap(change.text, WIDTH - 2, initial_indent="  ", subsequent_indent="      ")
            lines.append(f"      {places(change)}")
    return lines


def places(change: Change) -> str:
    """The places of both sides of a change."""
    return f"A {place_text(change.a_span)}   B {place_text(change.b_span)}"


def _prose(found: Difference) -> Iterator[tuple[str, list[str]]]:
    if found.proof is not None:
        yield "Proof", textwrap.wrap(found.proof.text(), WIDTH)
    if found.witness is not None:
        head = "A position that shows it"
        yield head, [line for group in witness_lines(found.witness) for line in group]


def witness_lines(witness: Witness) -> tuple[list[str], list[str]]:
    """The position, as YAML that the commands read, and what the two make of it."""
    bite = witness.bite
    said = [f"{ABOUT[bite.about]}:"]
    if bite.about == "plays":
        for name, plays in (("A", bite.only_a), ("B", bite.only_b)):
            said.append(f"  only {name}: {_listed(plays)}")
        return position_text(witness.position).split("\n"), said
    if bite.play:
        said.append(f"  after {bite.play}")
    said += [f"  {name}: {_answer(answer or {})}" for name, answer in (("A", bite.a), ("B", bite.b))]
    return position_text(witness.position).split("\n"), said


def _listed(plays: tuple[str, ...], most: int = 12) -> str:
    more = f", and {len(plays) - most} more" if len(plays) > most else ""
    return "; ".join(plays[:most]) + more if plays else "nothing more"


def _answer(answer: dict[str, Any]) -> str:
    return ", ".join(f"{k} {flow(v) if v is not None else NOBODY.get(k, 'none')}" for k, v in answer.items() if v != {})


def effect_table(effect: MeasuredEffect) -> Table:
    """One row for each figure."""
    rows = tuple(_figure_row(f) for f in effect.figures)
    played = (
        f"{effect.games:,} matches of each on the same deals, {effect.who}, seed {effect.seed}, {effect.engine} engine"
    )
    notes = [
        played,
        "95 %: of each figure alone; pp: percentage points",
        f"real: holds for all {compared(effect.figures)} comparisons together (Holm, 5 %); likely: for this one alone",
    ]
    if effect.named("none"):
        notes.append(f"no pair: no pair of matches differs, {effect.rarer}")
    notes.append(f"methods: {methods_of(effect.figures)}")
    head = ("", "A", "B", "B - A (95 %)", "")
    return Table("How much it matters", head, rows, tuple(notes), "effect")


def _figure_row(figure: Figure) -> tuple[str, ...]:
    held = (figure.low, figure.high)
    both = [
        percent(x, rate_digits(held)) if figure.share else number(x, mean_digits(held)) for x in (figure.a, figure.b)
    ]
    said = {"noise": "not shown", "none": "no pair"}.get(figure.verdict, figure.verdict)
    return (figure.name, *both, signed_with(figure.difference, held, figure.share) if figure.differ else "", said)


# ---- Markdown


def markdown(found: Difference) -> str:
    """The report as Markdown; what comes from a file stands in code spans."""
    lines = [
        f"# {_plain(label(found.a))} → {_plain(label(found.b))}",
        "",
        f"A is `{label(found.a)}`, B is `{label(found.b)}`.",
    ]
    lines += [line for finding in verdict(found) for line in ("", f"**{_plain(finding)}**")]
    lines += [line for r in remarks(found) for line in ("", f"> {_plain(r)}")]
    lines += ["", "## What differs"] if found.changes else []
    for kind, own in by_class(found.changes):
        lines += ["", f"### {kind.capitalize()}", ""]
        lines += [f"- {_plain(c.text)}  \n  {_plain(places(c))}" for c in own]
    if found.proof is not None:
        lines += ["", "## Proof", "", found.proof.text()]
    if found.witness is not None:
        position, said = witness_lines(found.witness)
        lines += ["", "## Where it bites", "", "```yaml", *position, "```", "", "```text", *said, "```"]
    if found.effect is not None:
        table = effect_table(found.effect)
        lines += ["", f"## {table.title}", "", _row(table.head), _row((":---", *("---:" for _ in table.head[1:])))]
        lines += [_row(row) for row in table.rows]
        lines += [line for note in table.notes for line in ("", _plain(note))]
    return "\n".join(lines) + "\n"


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(_plain(c) for c in cells) + " |"


def _plain(text: str) -> str:
    """Text that Markdown leaves as it is."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|&" else c for c in text)
