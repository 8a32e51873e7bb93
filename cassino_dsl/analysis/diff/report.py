"""A comparison as a report: what was found in sentences; then changes, proof, position and effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from os.path import relpath
from pathlib import Path
from typing import Any

from cassino_dsl.analysis.diff.change import Class, by_class, file_of
from cassino_dsl.analysis.diff.diff import Difference
from cassino_dsl.analysis.diff.measured_effect import MeasuredEffect
from cassino_dsl.analysis.diff.position_difference import differing
from cassino_dsl.analysis.diff.witness import Witness
from cassino_dsl.analysis.simulate.paired import Figure, compared, methods_of
from cassino_dsl.analysis.simulate.report.table import (
    FigureReport,
    Passage,
    Table,
    mean_digits,
    number,
    percent,
    rate_digits,
    signed_with,
)
from cassino_dsl.analysis.simulate.report.verdict import FEWEST, warnings
from cassino_dsl.book.describe.english import joined, numeral, sentence
from cassino_dsl.engine.position.position import flow, position_text
from cassino_dsl.language.compose.library import called, is_shipped
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Span

SAME = "The two rulesets say the same."
# what a class of changes is about
_ABOUT = {
    "deck": "the cards",
    "deal": "the deal",
    "legality": "what may be played",
    "scoring": "points",
    "match": "the match",
    "players": "what simulated players choose",
    "checks": "checks",
    "wording": "words",
}
ABOUT = {
    "plays": "different plays are legal",
    "score": "the round scores differently",
    "end": "the match goes on, or ends, differently",
    "course": "the same play leads on differently",
    "deal": "the deal of the same stock leads on differently",
    "seen": "seats see different things",
}
_SIGHT = "what players see"
# changes of these classes alter no game, whoever plays
PLAYED_ALIKE: frozenset[Class] = frozenset(("checks", "wording"))
MOST = 6  # differences that are named


def verdict(found: Difference) -> tuple[str, ...]:
    """What a comparison has found, in sentences, the most important first."""
    return tuple(_findings(found))


def _findings(found: Difference) -> Iterator[str]:
    yield _changed(found)
    if found.witness is not None:
        yield f"In the position below {ABOUT[found.witness.difference.about]}."
    if found.proof is not None and found.proof.holds:
        cards = found.proof.cards
        most = f"at most {numeral(cards)} card{'' if cards == 1 else 's'} on the table and two in the hand"
        left = f"; not varied: {joined(found.proof.fixed)}" if found.proof.fixed else ""
        yield f"With {most} the same plays are legal in every position that was tried{left}."
    if found.effect is not None:
        yield from _played(found.effect)


def _changed(found: Difference) -> str:
    if not found.changes:
        return SAME if found.none else "No clause differs, and yet the two play differently."
    about = Counter(_SIGHT if c.of_sight else _ABOUT[kind] for kind, own in by_class(found.changes) for c in own)
    told = [f"{numeral(number)} about {what}" for what, number in about.items()]
    number = len(found.changes)
    said = f"A and B differ in {numeral(number)} thing{'' if number == 1 else 's'}"
    said += f", {told[0].partition(' ')[2]}" if len(told) == 1 else f": {joined(told)}"
    if PLAYED_ALIKE.issuperset(c.kind for c in found.changes):
        said += "; every game is played alike"
    return sentence(said)


def _played(effect: MeasuredEffect) -> Iterator[str]:
    real = effect.told("real")
    who = f"{effect.games:,} matches on the same deals ({effect.who})"
    if real:
        more = f", and {len(real) - MOST} more" if len(real) > MOST else ""
        yield sentence(f"in play B differs from A in {', '.join(real[:MOST])}{more}; so say {who}")
    elif effect.games < FEWEST:
        yield f"{who} are too few to say what differs."
    else:
        yield f"No difference in play is shown by {who}."
    if effect.named("none") and not real and not effect.named("noise"):
        yield f"No pair of matches differs in anything, {effect.rarer}."


def label(ruleset: Ruleset) -> str:
    """A ruleset by its name and what was chosen for it."""
    words = [ruleset.name, *(f"with {name}" for name in ruleset.house_rules)]
    words += [f"{o.name}={word_of(o.value)}" for o in ruleset.options if o.value != o.default]
    return " ".join(words)


def place_text(span: Span | None) -> str:
    """`file:line`; shipped files from `variants/` on, others from here where that is shorter."""
    if span is None:
        return "–"
    file = Path(file_of(span))
    return f"{called(file) if is_shipped(file) else min(relpath(file), str(file), key=len)}:{span.line}"


def report(
    found: Difference, signed: Callable[[str], str] = str, pictures: Iterable[tuple[str, str]] = ()
) -> FigureReport:
    """All parts, for every format. ``signed``: what stands for a line that names cards; ``pictures``: of the
    position."""
    parts: list[Table | Passage] = []
    for kind, own in by_class(found.changes):
        title = f"{kind}: {len(own)} change{'s' if len(own) != 1 else ''}"
        items = ((c.text, f"A {place_text(c.a_span)}   B {place_text(c.b_span)}") for c in own)
        parts.append(Passage(title, items=tuple(items)))
    if found.proof is not None:
        parts.append(Passage("Proof", said=found.proof.text()))
    if found.witness is not None:
        position, (about, *said) = witness_lines(found.witness)
        told = tuple((signed(line), "") for line in said)
        parts.append(Passage("A position that shows it", tuple(position), about, told, tuple(pictures)))
    if found.effect is not None:
        parts.append(effect_table(found.effect))
    title = f"A: {label(found.a)}    B: {label(found.b)}"
    return FigureReport(title=title, verdict=verdict(found), tables=tuple(parts), remarks=remarks(found))


def remarks(found: Difference) -> tuple[str, ...]:
    """Why something was not looked at, and where a conclusion depends on who played."""
    return (*found.remarks, *(warnings(found.effect.players) if found.effect is not None else ()))


def witness_lines(witness: Witness) -> tuple[list[str], list[str]]:
    """The position, as YAML that the commands read, and what the two make of it."""
    found = witness.difference
    said = [f"{ABOUT[found.about]}:", *([f"after {found.play}"] if found.play else [])]
    if found.about == "plays":
        said += [f"only {side}: {_listed(plays)}" for side, plays in (("A", found.only_a), ("B", found.only_b))]
    else:
        words = {"score": _counted, "end": _counted, "seen": _sights}.get(found.about, _position)
        both = zip("AB", differing(found.a or {}, found.b or {}), strict=True)
        said += [f"{side}: {', '.join(words(answer))}" for side, answer in both]
    return position_text(witness.position).split("\n"), said


def _listed(plays: tuple[str, ...], most: int = 12) -> str:
    more = f", and {len(plays) - most} more" if len(plays) > most else ""
    return "; ".join(plays[:most]) + more if plays else "nothing more"


def _position(answer: dict[str, Any]) -> Iterator[str]:
    """Parts of a position, as it is written."""
    return (f"{key} {'none' if value is None else flow(value)}" for key, value in answer.items() if value != {})


def _sights(answer: dict[str, Any]) -> Iterator[str]:
    """What seats see, and whose it is where several have it."""
    yield "; ".join(f"for seat {seat} {', '.join(_parts(view))}" for seat, view in answer.items())


def _parts(view: dict[str, Any], *whose: str) -> Iterator[str]:
    """What is seen of each part of a view: of `memory` and `zones`, of what has a name there."""
    for key, value in view.items():
        names = whose if key == "zones" else (*whose, key)
        if isinstance(value, dict):
            yield from _parts(value, *names)
        else:
            name = " of ".join(name for name in names if name != "memory")
            counted = type(value) is int and "memory" not in names  # cards of which none is seen
            yield f"{name} {'hidden' if value is None or counted else flow(value)}"


def _counted(answer: dict[str, Any]) -> Iterator[str]:
    """What a round comes to, in words."""
    for side, points in (answer.get("points") or {}).items():
        yield f"side {side} makes {points:g} in this round"
    for award, given in (answer.get("awards") or {}).items():
        yield from (f"{award} brings {points or 0:g} to side {side}" for side, points in (given or {}).items())
    for side, score in (answer.get("scores") or {}).items():
        yield f"side {side} stands at {score:g}"
    if "over" in answer:
        yield "the match is over" if answer["over"] else "the match goes on"
    if answer.get("winner") or ("winner" in answer and answer.get("over", True)):
        yield f"side {answer['winner']} wins" if answer["winner"] else "nobody wins"
    if answer.get("leads"):
        yield f"seat {answer['leads']} leads the next round"
    if "playoff" in answer:
        yield f"play-off from {answer['playoff']}"


def effect_table(effect: MeasuredEffect) -> Table:
    """A row for each figure that some pair moves: those shown to differ, then the rest, as a report orders them."""
    moved = sorted((f for f in effect.figures if f.differ), key=lambda f: not f.real)
    rows = tuple(_figure_row(f) for f in moved)
    played = (
        f"{effect.games:,} matches of each on the same deals, {effect.who}, seed {effect.seed}, {effect.engine} engine"
    )
    notes = [played]
    if moved:
        notes.append("95 %: of each figure alone; pp: percentage points")
        notes.append(f"real: holds for all {compared(effect.figures)} comparisons together (Holm, 5 %)")
    if effect.named("none"):
        notes.append(f"no pair of matches differs, {effect.rarer}, in {joined(effect.named('none'))}")
    notes.append(f"methods: {methods_of(effect.figures)}")
    head = ("", "A", "B", "B - A (95 %)", "")
    return Table("How much it matters", head, rows, tuple(notes), "effect")


def _figure_row(figure: Figure) -> tuple[str, ...]:
    held = (figure.low, figure.high)
    cells = [
        percent(x, rate_digits(held)) if figure.share else number(x, mean_digits(held)) for x in (figure.a, figure.b)
    ]
    told = signed_with(figure.difference, held, figure.share)
    return (figure.name, *cells, told, "real" if figure.real else "not shown")
