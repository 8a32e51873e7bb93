"""Tables by card number: what is asked of cards most often, looked up once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cassino_dsl.engine.reference.rng import played_code, taken_code, text_code
from cassino_dsl.language.plan.plan import Plan


@dataclass(frozen=True, slots=True)
class AskedValues:
    """The numbers that a card counts for: those of the first case whose test holds, else others."""

    cases: tuple[tuple[Callable[[Any], Any], int], ...]
    otherwise: int


class CardTables:
    """Ranks, suits, values and codes of every card of a plan."""

    def __init__(self, plan: Plan) -> None:
        pack = plan.ruleset.pack
        copies = pack.copies
        self.copies = copies
        self.faces = [face for face in pack.faces for _ in range(copies)]
        self.text = [face.text for face in self.faces]
        self.rank = [face.rank for face in self.faces]
        self.suit = [face.suit or None for face in self.faces]
        self.colour = [pack.colour_of(face) for face in self.faces]
        self.attributes = {a.name: [value for value in a.values for _ in range(copies)] for a in pack.attributes}
        self.words, self.suit_names = pack.word_lists, [suit.name for suit in pack.suits]
        self.pips = [face.pips for face in self.faces]
        self.values = {place: [mask for mask in table for _ in range(copies)] for place, table in plan.values.items()}
        self.asked: dict[str, dict[int, AskedValues]] = {}  # by place and card, where memory decides
        self.order = {rank: i + 1 for i, rank in enumerate(pack.ranks)}
        self.first_of = {face.text: i * copies for i, face in enumerate(pack.faces)}
        codes = [text_code(face.text) for face in self.faces]
        self.face_code = codes
        self.played_code = [played_code(c) for c in codes]
        self.taken_code = [taken_code(c) for c in codes]
