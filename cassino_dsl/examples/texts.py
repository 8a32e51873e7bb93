"""Plays and cards as examples write them, each word with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.diagnostics.codes import play as codes
from cassino_dsl.diagnostics.codes.language import UnknownName
from cassino_dsl.diagnostics.codes.structure import WrongNode
from cassino_dsl.diagnostics.diagnostic import Code, Report, did_you_mean
from cassino_dsl.engine.text import WrittenPlay, canonical, in_pack_order, read_play
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.tree import Node, Scalar, Sequence
from cassino_dsl.why.named import PLAYS, called_by_action

_WORD = re.compile(r"[^\s,]+")


def word_spans(scalar: Scalar) -> Iterator[tuple[str, Span]]:
    """The words of a text, each with its place in the file."""
    if not scalar.exact:
        yield from ((word, scalar.span) for word in _WORD.findall(scalar.text))
        return
    body = scalar.body
    for match in _WORD.finditer(body.text):
        start = body.start + match.start()
        yield match[0], Span(body.source, start, start + len(match[0]))


class Texts:
    """Reads plays and cards for one ruleset."""

    def __init__(self, ruleset: Ruleset, report: Report) -> None:
        self.ruleset, self.pack, self.report = ruleset, ruleset.pack, report
        self.faces = {face.text for face in self.pack.faces}
        self.names = {a.name for a in ruleset.actions} | {"done"}

    def entries(self, node: Node) -> list[Scalar]:
        """One text or a list of them; nothing where nothing stands."""
        nodes = node.items if isinstance(node, Sequence) else (node,)
        found = []
        for item in nodes:
            if not isinstance(item, Scalar):
                self.report.add(WrongNode, item.span, "this is a text or a list of texts")
            elif item.text or isinstance(node, Sequence):
                found.append(item)
        return found

    def cards(self, scalar: Scalar) -> tuple[str, ...]:
        """Cards in pack order; each that the pack lacks is a fault."""
        found = []
        for word, span in word_spans(scalar):
            face = canonical(word, self.pack)
            if face in self.faces:
                found.append(face)
            else:
                self.unknown_card(word, span)
        return in_pack_order(found, self.pack)

    def unknown_card(self, word: str, span: Span) -> None:
        known = [f.text for f in self.pack.faces]
        self.report.add(
            meaning.UnknownCard, span, f"the pack has no card `{word[:40]}`", help=did_you_mean(word, known)
        )

    def play(self, scalar: Scalar, prefix: str = "", faulty: type[Code] = codes.BadPlay) -> WrittenPlay | None:
        """A play (``prefix`` stands before its text); a text that is none is a fault. ``faulty``: what it is that a
        play is called by an action that is written by its cards."""
        text = f"{prefix} {scalar.text}".strip()
        found = read_play(text, self.pack)
        named = called_by_action(self.ruleset, text)
        if named is not None:
            self.report.add(faulty if found else codes.BadPlay, scalar.span, named.message, help=named.help)
            return None
        if found is None:
            self.report.add(codes.BadPlay, scalar.span, f"`{scalar.text[:60]}` is no play", help=PLAYS)
            return None
        unknown = {c for c in (*found.play, *found.take) if c not in self.faces}
        for word, span in word_spans(scalar):
            if canonical(word, self.pack) in unknown:
                self.unknown_card(word, span)
        if found.name and found.name not in self.names:
            self.report.add(
                UnknownName,
                scalar.span,
                f"there is no action `{found.name[:40]}`",
                help=did_you_mean(found.name, sorted(self.names)) or PLAYS,
            )
            return None
        return None if unknown else found
