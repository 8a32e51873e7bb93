"""What a comparison has found, in sentences, the most important first: the same in every format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cassino_dsl.analysis.diff.change import Class, by_class
from cassino_dsl.analysis.diff.diff import Difference
from cassino_dsl.analysis.diff.measured_effect import MeasuredEffect, Others
from cassino_dsl.analysis.simulate.paired import Figure
from cassino_dsl.analysis.simulate.report.table import signed
from cassino_dsl.analysis.simulate.report.verdict import FEWEST
from cassino_dsl.book.describe.english import joined, numeral, sentence

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
_SIGHT = "what players see"
_SHOWN = {
    "plays": "In the position below different plays are legal.",
    "score": "The position below scores differently.",
    "end": "After the position below the match goes on, or ends, differently.",
    "course": "In the position below the same play leads on differently.",
    "deal": "The stock below is dealt out differently.",
    "seen": "Of the position below seats see different things.",
}
# changes of these classes alter no game, whoever plays
PLAYED_ALIKE: frozenset[Class] = frozenset(("checks", "wording"))
MOST = 6  # differences that are named


def verdict(found: Difference) -> tuple[str, ...]:
    """The findings of one comparison."""
    return tuple(_findings(found))


def _findings(found: Difference) -> Iterator[str]:
    yield _changed(found)
    if found.witness is not None:
        yield _SHOWN[found.witness.difference.about]
    if found.proof is not None and found.proof.holds:
        cards = found.proof.cards
        most = f"at most {numeral(cards)} card{'' if cards == 1 else 's'} on the table and two in the hand"
        left = f"; not varied: {joined(found.proof.fixed)}" if found.proof.fixed else ""
        yield f"With {most} the same plays are legal in every position that was tried{left}."
    if found.effect is not None:
        yield from _played(found.effect)
    if found.others is not None and found.others.disagree:
        yield _disagreed(found.others)


def _changed(found: Difference) -> str:
    if not found.changes:
        apart = f"Apart from {joined(found.ignored)}, the two rulesets say the same." if found.ignored else SAME
        return apart if found.none else "No clause differs, and yet the two play differently."
    about = Counter(_SIGHT if c.of_sight else _ABOUT[kind] for kind, own in by_class(found.changes) for c in own)
    told = [f"{numeral(number)} about {what}" for what, number in about.items()]
    number = len(found.changes)
    said = f"A and B differ in {numeral(number)} thing{'' if number == 1 else 's'}"
    said += f", {told[0].partition(' ')[2]}" if len(told) == 1 else f": {joined(told)}"
    if PLAYED_ALIKE.issuperset((*found.ignored, *(c.kind for c in found.changes))):
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


def _disagreed(others: Others) -> str:
    """What a change does for others, beside what it does for the players chosen."""

    def moved(figure: Figure) -> str:
        return signed(figure.difference, (figure.low, figure.high), figure.share)

    told = [f"{x.chosen.name} ({moved(x.chosen)} here, {moved(x.others)} there)" for x in others.disagree[:MOST]]
    more = f", and {len(others.disagree) - MOST} more" if len(others.disagree) > MOST else ""
    who, games = others.effect.players[0], f"{others.effect.games:,} matches"
    return f"Players who are all {who} disagree: {', '.join(told)}{more}; so say {games} of theirs."
