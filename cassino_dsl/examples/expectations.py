"""The expectations of an example, one class each: what it wants, and how it is compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from cassino_dsl.engine.text import WrittenPlay, text_of_written
from cassino_dsl.examples.outcome import Mismatch, Outcome

Faces = tuple[str, ...]


class Expectation(Protocol):
    """Something that must hold of an outcome; None where it does."""

    def compare(self, outcome: Outcome) -> Mismatch | None: ...


def _shown(label: str, texts: Iterable[str]) -> str:
    return f"{label}: {' | '.join(texts) or 'none'}"


@dataclass(frozen=True, slots=True)
class Captures:
    """All that the played cards may take, and nothing else."""

    play: Faces
    take: frozenset[Faces]

    def compare(self, outcome: Outcome) -> Mismatch | None:
        found = {p.take for p in outcome.plays if p.kind == "capture" and p.play == self.play}
        if found == self.take:
            return None
        label = f"captures with {' '.join(self.play) or 'no card'}"
        pack = outcome.game.ruleset.pack
        order = {f.text: i for i, f in enumerate(pack.faces)}

        def texts(sets: Iterable[Faces]) -> list[str]:
            ordered = sorted(sets, key=lambda t: (len(t), [order.get(f, 0) for f in t]))
            return [" ".join(t) for t in ordered]

        return Mismatch(_shown(label, texts(self.take)), _shown(label, texts(found)), texts(found))


@dataclass(frozen=True, slots=True)
class ExactPlays:
    """All plays of one kind (or of every kind, with ``kind`` empty) with these cards (None: with any)."""

    label: str
    kind: str
    play: Faces | None
    plays: frozenset[WrittenPlay]

    def compare(self, outcome: Outcome) -> Mismatch | None:
        found = {
            p
            for p in outcome.plays
            if (not self.kind or p.kind == self.kind) and (self.play is None or p.play == self.play)
        }
        if found == self.plays:
            return None
        texts = [sorted(text_of_written(p) for p in plays) for plays in (self.plays, found)]
        cut = 0 if self.play is None else len(f"{' '.join(self.play)} builds ".lstrip())  # the key says who builds
        return Mismatch(_shown(self.label, texts[0]), _shown(self.label, texts[1]), [text[cut:] for text in texts[1]])


@dataclass(frozen=True, slots=True)
class Trails:
    """The cards that may be trailed, and no others."""

    cards: frozenset[str]

    def compare(self, outcome: Outcome) -> Mismatch | None:
        trails = {p.play for p in outcome.plays if p.kind == "trail"}
        found = {face for cards in trails for face in cards}
        if found == self.cards:
            return None
        together = sorted(" ".join(cards) for cards in trails)  # what is laid at once stands together
        return Mismatch(_shown("trails", sorted(self.cards)), _shown("trails", together), " ".join(sorted(found)))


@dataclass(frozen=True, slots=True)
class Legal:
    """One play is legal, or is not."""

    play: WrittenPlay
    wanted: bool

    def compare(self, outcome: Outcome) -> Mismatch | None:
        found = self.play in outcome.plays
        if found == self.wanted:
            return None
        text = text_of_written(self.play)
        if not self.wanted:
            return Mismatch(f"`{text}` is not legal", f"`{text}` is legal", found)
        return Mismatch(f"`{text}` is legal", f"it is not: {outcome.refusal(self.play)}", found)


@dataclass(frozen=True, slots=True)
class Points:
    """The points of sides in the round."""

    points: tuple[tuple[int, float], ...]

    def compare(self, outcome: Outcome) -> Mismatch | None:
        sides = outcome.score["sides"]
        found = tuple((side, sides[side - 1]["total"]) for side, _ in self.points)
        if found == self.points:
            return None
        return Mismatch(f"points: {by_side(self.points)}", f"points: {by_side(found)}", dict(found))


@dataclass(frozen=True, slots=True)
class Awarded:
    """The points of sides for one award."""

    award: str
    points: tuple[tuple[int, float], ...]

    def compare(self, outcome: Outcome) -> Mismatch | None:
        sides = outcome.score["sides"]
        found = tuple((side, sides[side - 1]["awards"].get(self.award, 0)) for side, _ in self.points)
        if found == self.points:
            return None
        return Mismatch(f"{self.award}: {by_side(self.points)}", f"{self.award}: {by_side(found)}", dict(found))


@dataclass(frozen=True, slots=True)
class Winner:
    """Who has won the match with this round; None: nobody."""

    side: int | None

    def compare(self, outcome: Outcome) -> Mismatch | None:
        found = outcome.score["winner"]
        if found == self.side:
            return None
        texts = [f"winner: side {s}" if s else "winner: nobody" for s in (self.side, found)]
        reason = outcome.score["reason"]
        return Mismatch(texts[0], texts[1] + (f" ({reason})" if reason else ""), found or "nobody")


@dataclass(frozen=True, slots=True)
class Size:
    """How many cards the pack has."""

    cards: int

    def compare(self, outcome: Outcome) -> Mismatch | None:
        found = outcome.game.ruleset.pack.size
        return None if found == self.cards else Mismatch(f"{self.cards} cards", f"{found} cards", found)


def by_side(points: Iterable[tuple[int, float]]) -> str:
    return ", ".join(f"side {side} has {n}" for side, n in points)
