"""Examples in an editor: run where they stand, and brought up to date."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.analysis.examples.run import Result, run_example
from cassino_dsl.analysis.examples.update import updated
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.findings import STEPS, as_findings, target_of, what_came
from cassino_dsl.faces.lsp.pages import base_of
from cassino_dsl.faces.lsp.process import Refused
from cassino_dsl.faces.lsp.requests import DIFF, PLAY, RULEBOOK, RUN
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Scalar, Sequence
from cassino_dsl.language.targets import Target

Told = Mapping[str, list[str]]  # what came of examples that were run, by name: nothing, where they came out


def lenses(desk: Desk, uri: str, told: Told) -> list[types.CodeLens]:
    """Above the file what can be made of it, above each example a way to run it, or what came of it."""
    path, target = desk.path(uri), target_of(desk, uri)
    if path is None or target is None or target.own is None:
        return []
    commands = [("rulebook", RULEBOOK), ("play", PLAY)]
    commands += [("diff with base", DIFF)] if base_of(target) else []
    top = desk.range(path, 0, 0)
    found = [types.CodeLens(top, types.Command(title, command, arguments=[uri])) for title, command in commands]
    for name, _ in example_names(target.own):
        at = desk.range(path, name.span.start, name.span.end)
        found.append(types.CodeLens(at, types.Command(_title(name.text, told), RUN, arguments=[uri, name.text])))
    return found


def _title(name: str, told: Told) -> str:
    if name not in told:
        return "run"
    return "✓ comes out: run again" if not told[name] else f"✗ {told[name][0][:80]}: run again"


def example_names(own: Tree) -> Iterator[tuple[Scalar, Span]]:
    """The names of the examples of a file, each where it stands, and where all of the example does."""
    examples = own.get("examples")
    for item in examples.items if isinstance(examples, Sequence) else ():
        name = item.get("name") if isinstance(item, Tree) else None
        if isinstance(name, Scalar):
            yield name, item.span


def run_named(desk: Desk, uri: str, name: str) -> dict[str, Any]:
    """What comes of the example of a name, as of those that are run when a file is saved."""
    path, _, results = _run(desk, uri, name)
    report, told = what_came(results)
    return {"findings": as_findings(desk, path, report), "examples": told}


def update_edit(desk: Desk, uri: str, name: str) -> types.WorkspaceEdit:
    """The edit with which an example expects what comes of it."""
    path, target, results = _run(desk, uri, name)
    before = target.own.span.source.text if target.own else ""
    after = updated(target.own.get("examples"), results) if target.own else None
    if after is None:
        passed = all(result.passed for result in results)
        raise Refused("it comes out already" if passed else "it fails for another reason than a value that it expects")
    start, end, text = changed(before, after)
    return types.WorkspaceEdit({uri: [types.TextEdit(desk.range(path, start, end), text)]})


def update_of(desk: Desk, path: Path, name: str) -> types.WorkspaceEdit | None:
    """That edit where there is one; an example is run once for a text."""
    if (path, name) not in desk.updates:
        try:
            desk.updates[path, name] = update_edit(desk, desk.uri(path), name)
        except Refused:
            desk.updates[path, name] = None
    return desk.updates[path, name]


def changed(before: str, after: str) -> tuple[int, int, str]:
    """The shortest piece of one text that differs from another, and what stands there in that."""
    most = min(len(before), len(after))
    start = next((i for i in range(most) if before[i] != after[i]), most)
    end = next((i for i in range(most - start) if before[-1 - i] != after[-1 - i]), most - start)
    return start, len(before) - end, after[start : len(after) - end]


def _run(desk: Desk, uri: str, name: str) -> tuple[Path, Target, list[Result]]:
    path, target = desk.path(uri), target_of(desk, uri)
    if path is None or target is None or target.loaded.ruleset is None:
        raise Refused("the file has errors, which come first")
    report = Report()
    examples = [one for one in read_examples(target, report, name) if one.name == name]
    if not examples:
        raise Refused(f"there is no example `{name}` without errors")
    return path, target, [run_example(one, STEPS) for one in examples]


def play_command(desk: Desk, uri: str) -> str:
    """The command that plays a file, for a terminal."""
    target = target_of(desk, uri)
    if target is None:
        raise Refused("this file is not open as a variant")
    words = [target.variant, *(word for rule in target.with_rules for word in ("--with", rule))]
    return shlex.join(["cassino", "play", *words, "--guide"])
