"""What is known of a text that somebody writes: read as the checker reads it, also where it is half a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cassino_dsl.faces.editor.mend import mended
from cassino_dsl.language.check.check_context import Draft, Note
from cassino_dsl.language.check.ruleset import drafted
from cassino_dsl.language.check.structure import check_length
from cassino_dsl.language.compose.compose import Composed, compose, is_house_rule
from cassino_dsl.language.compose.library import NotFound, base_file, called
from cassino_dsl.language.compose.texts import TEXT_OF
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.given_texts import given
from cassino_dsl.language.syntax.read_source import source_from_bytes
from cassino_dsl.language.syntax.shape import TRANSLATION, VARIANT, Fields
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Scalar
from cassino_dsl.language.syntax.yaml_reader import read_yaml
from cassino_dsl.language.targets import Target, open_target

OVER = "cassino"  # what a house rule is looked at over that names nothing, before it can be read
_TREE = Tree((), Source("", "").whole())


def whole_of(text: str) -> Fields:
    """The keys of a file: of a variant, or of texts in another language."""
    return TRANSLATION if re.search(rf"^{TEXT_OF}\s*:", text, re.MULTILINE) else VARIANT


@dataclass(frozen=True)
class Reading:
    """What the checker makes of a text in which what hinders is left blank. ``tree``: the file alone, as it is written;
    ``draft``: None where nothing can be made of it; ``paths``: of the files beneath it and laid over, by the names that
    spans have for them."""

    source: Source
    tree: Tree
    draft: Draft | None
    paths: Mapping[str, Path]

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


@dataclass(frozen=True)
class Analysis:
    """``texts``: of files that are open, by path; they count instead of what is saved. ``workspace``: the files among
    which those are looked for that extend this one."""

    text: str
    path: Path
    target: Target
    texts: Mapping[Path, str] = field(default_factory=dict)
    workspace: tuple[Path, ...] = ()

    @property
    def report(self) -> Report:
        """What `cassino validate --no-play` finds, but for examples."""
        return self.target.report

    @property
    def ruleset(self) -> Ruleset | None:
        """What the file means; None where it has errors."""
        return self.target.loaded.ruleset

    @cached_property
    def reading(self) -> Reading:
        """What is known of the text, whether it has errors or not."""
        return read(self, self.text)


def analyse(
    text: str, path: Path, texts: Mapping[Path, str] | None = None, workspace: tuple[Path, ...] = ()
) -> Analysis:
    """Read and check a text as the file at a path, which need not be there."""
    texts = {**(texts or {}), path: text}
    with given(texts):
        return Analysis(text, path, open_target(_word(path), None, (), ()), texts, workspace)


def read(analysis: Analysis, text: str) -> Reading:
    """What is known of another text in the place of the one that was analysed."""
    path = analysis.path
    text = mended(_word(path), text)
    with given({**analysis.texts, path: text}):
        source = source_from_bytes(_word(path), text.encode("utf-8", "replace"), Report()) or Source(_word(path), text)
        tree = read_yaml(source, Report())
        if not isinstance(tree, Tree):
            return Reading(source, Tree((), source.whole()), None, {})
        composed = _composed(analysis, tree)
        if composed is None or not check_length(composed.tree, Report()):
            return Reading(source, tree, None, {})
        draft, _ = drafted(composed, Report(), [])
        paths = {name: file for file in (*composed.files, *composed.laid_files) for name in (str(file), called(file))}
        return Reading(source, tree, draft, paths)


def _word(path: Path) -> str:
    return str(path)


def _composed(analysis: Analysis, tree: Tree) -> Composed | None:
    variant, laid = _word(analysis.path), ()
    if is_house_rule(tree, Report()):
        over = tree.get("over")
        named = base_file(over, analysis.path, Report()) if isinstance(over, Scalar) else None
        looked_at = analysis.target.variant if analysis.target.house else OVER
        variant, laid = str(named) if named else looked_at, (variant,)  # type: ignore[assignment]
    try:
        return compose(variant, laid, (), Report())
    except NotFound:
        return None


def others(analysis: Analysis) -> Iterator[tuple[Path, str]]:
    """The other files of the workspace, with their texts as they are now."""
    for path in dict.fromkeys((*analysis.texts, *analysis.workspace)):
        if path == analysis.path:
            continue
        try:
            yield path, analysis.texts[path] if path in analysis.texts else path.read_text("utf-8")
        except (OSError, UnicodeError):
            continue
