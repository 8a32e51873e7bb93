"""Half a file as the checker reads it: with what hinders left blank, and whether it has errors or not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cassino_dsl.faces.editor.mend import mended
from cassino_dsl.language.check.check_context import Draft, Note
from cassino_dsl.language.check.ruleset import drafted
from cassino_dsl.language.check.structure import check_length
from cassino_dsl.language.compose.compose import Composed, compose, is_house_rule
from cassino_dsl.language.compose.library import NotFound, base_file, called, files_called
from cassino_dsl.language.compose.one_file import read_file
from cassino_dsl.language.compose.texts import TEXT_OF
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.syntax.read_source import can_read, given, source_from_bytes
from cassino_dsl.language.syntax.shape import TRANSLATION, VARIANT, Fields
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Scalar
from cassino_dsl.language.syntax.yaml_reader import read_yaml

OVER = "cassino"  # what a house rule is looked at over that names nothing, before it can be read


def whole_of(text: str) -> Fields:
    """The keys of a file: of a variant, or of texts in another language."""
    return TRANSLATION if re.search(rf"^{TEXT_OF}\s*:", text, re.MULTILINE) else VARIANT


@dataclass(frozen=True)
class Reading:
    """What the checker makes of a text in which what hinders is left blank. ``tree``: the file alone, as it is written;
    ``draft``: None where nothing can be made of it; ``paths``: of the files beneath it and laid over, by the names that
    spans have for them; ``tells``: what plays of actions tell, as far as these can be read; ``faults``: the errors."""

    source: Source
    tree: Tree
    draft: Draft | None
    paths: Mapping[str, Path]
    number_of_sides: Expr | None = None
    tells: Mapping[str, Type] = field(default_factory=dict)
    faults: tuple[Diagnostic, ...] = ()

    def sides(self, seats: int) -> int:
        """How many sides so many seats make, as far as that can be told."""
        found = constant(self.number_of_sides, Facts(sizes={"seats": seats})) if self.number_of_sides else None
        return found if isinstance(found, int) and 0 < found <= seats else seats

    @property
    def trees(self) -> tuple[Tree, ...]:
        """All files that make the ruleset, this one first."""
        if self.draft is None:
            return (self.tree,)
        composed = self.draft.composed
        others = (*reversed(composed.patches), composed.own, *composed.bases)
        return (self.tree, *(tree for tree in others if not self.is_own(tree.span)))

    def is_own(self, span: Span) -> bool:
        """Whether a span is of the text itself."""
        return span.source.name == self.source.name or self.paths.get(span.source.name) == Path(self.source.name)

    @cached_property
    def notes(self) -> dict[tuple[int, int], Note]:
        """What each part of an expression of the text is, by its place; of a term that is used for several types, as
        it is used first."""
        found: dict[tuple[int, int], Note] = {}
        for note in (self.draft.notes or ()) if self.draft else ():
            span = note.ast.span
            if self.is_own(span):
                known = found.get((span.start, span.end))
                if known is None or (known.wanted is None and note.wanted is not None):
                    found[span.start, span.end] = note
        return found


def read(text: str, path: Path, texts: Mapping[Path, str], over: str = OVER) -> Reading:
    """Read a text as the file at a path; ``over``: what a house rule is looked at over that names nothing."""
    name = str(path)
    text = mended(name, text)
    with given({**texts, path: text}):
        source = source_from_bytes(name, text.encode("utf-8", "replace"), Report()) or Source(name, text)
        tree = read_yaml(source, Report())
        if not isinstance(tree, Tree):
            return Reading(source, Tree((), source.whole()), None, {})
        report = Report()
        composed = _composed(tree, path, over, report)
        if composed is None or not check_length(composed.tree, report):
            return Reading(source, tree, None, {}, faults=_errors(report))
        draft, ruleset = drafted(composed, report, [])
        paths = {name: file for file in (*composed.files, *composed.laid_files) for name in (str(file), called(file))}
        return Reading(source, tree, draft, paths, ruleset.sides, ruleset.tells, _errors(report))


def _errors(report: Report) -> tuple[Diagnostic, ...]:
    return tuple(d for d in report.diagnostics if d.severity == "error")


def _composed(tree: Tree, path: Path, over: str, report: Report) -> Composed | None:
    if tree.key(TEXT_OF) is not None:  # the names in it are those of the file beside it
        name = path.stem.partition(".")[0]
        path = next(iter(files_called(name, path.parent)), path.with_name(f"{name}.yaml"))
        tree = read_file(path, str(path), Report()) or tree if can_read(path) else tree
    variant, laid = str(path), tuple[str, ...]()
    if is_house_rule(tree, Report()):
        said = tree.get("over")
        named = base_file(said, path, Report()) if isinstance(said, Scalar) else None
        variant, laid = str(named) if named else over, (variant,)
    try:
        return compose(variant, laid, (), report)
    except NotFound:
        return None
