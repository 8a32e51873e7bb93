"""What a file comes to, as a page of Markdown: its rulebook, and how it differs from what it changes."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.analysis.diff.report import report
from cassino_dsl.analysis.examples.told_examples import told
from cassino_dsl.analysis.simulate.report.text import markdown
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.findings import target_of
from cassino_dsl.faces.lsp.process import Refused
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.syntax.tree import Scalar
from cassino_dsl.language.targets import Target

SEED = 1  # the same text, the same answer


@dataclass(frozen=True, slots=True)
class MarkdownPage:
    name: str
    text: str


def rulebook_page(desk: Desk, uri: str) -> MarkdownPage:
    target, ruleset = _sound(desk, uri)
    return MarkdownPage(f"{target.path.stem}.rulebook.md", rulebook(ruleset, "markdown", told(target)))


def difference_page(desk: Desk, uri: str) -> MarkdownPage:
    """What the file changes, with a position in which it matters."""
    target, ruleset = _sound(desk, uri)
    base = base_of(target)
    theirs = load_variant(base).ruleset if base is not None else None
    if base is None or theirs is None:
        raise Refused("this file extends no variant and is no house rule, so there is nothing to compare it with")
    text = markdown(report(compare(theirs, ruleset, Wanted(effect=False, seed=SEED, engine="reference"))))
    return MarkdownPage(f"{target.path.stem}.diff.md", text)


def base_of(target: Target) -> str | None:
    """The variant that a file changes, as `load_variant` finds it."""
    if target.house:
        return target.variant
    extends = target.own.get("extends") if target.own else None
    composed = target.loaded.composed
    return str(composed.files[1]) if isinstance(extends, Scalar) and composed and len(composed.files) > 1 else None


def _sound(desk: Desk, uri: str) -> tuple[Target, Ruleset]:
    target = target_of(desk, uri)
    if target is None:
        raise Refused("this file is not open as a variant")
    ruleset = target.loaded.ruleset
    if ruleset is None:
        raise Refused("the file has errors, which come first")
    return target, ruleset
