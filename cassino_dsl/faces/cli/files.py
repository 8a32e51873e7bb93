"""What is asked of whole variant files: how answers about them are printed, and `test`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cassino_dsl.faces.cli.limits import TimedOut, given_steps, in_time
from cassino_dsl.faces.cli.loading import read_settings
from cassino_dsl.faces.cli.output import rewrite
from cassino_dsl.faces.cli.printing import Answer, heading, plural, print_json, remark
from cassino_dsl.faces.cli.terminal import escape_of
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.diagnostics.suite import Case, Suite, all_diagnostics
from cassino_dsl.language.diagnostics.text import render, safe, visible
from cassino_dsl.language.project import project_of
from cassino_dsl.language.remedies import tried
from cassino_dsl.language.resources import folder
from cassino_dsl.language.targets import Target, Word, open_target, target_words

if TYPE_CHECKING:  # a file without examples needs none of these
    from cassino_dsl.analysis.examples.coverage import Coverage
    from cassino_dsl.analysis.examples.read import Example
    from cassino_dsl.analysis.examples.run import Result


def named_files(files: tuple[str, ...]) -> tuple[str, ...]:
    """The words that name files; where there is none, those that `paths` of the folder's settings has."""
    if files:
        return files
    project = project_of(Path.cwd())
    if not project.paths:
        help = f"{project.file} names no `paths`" if project.file else "no cassino.toml says `paths`"
        raise click.UsageError(f"no FILE is named, and {help}")
    return project.paths


def print_difference(name: str, old: str, new: str, mark: str) -> None:
    """A unified difference of two texts that begin with a ``mark``, as `patch` reads it; what a terminal would obey is
    made visible."""
    from difflib import unified_diff

    before, after = ((mark + text).splitlines(keepends=True) for text in (old, new))
    for line in unified_diff(before, after, safe(name), safe(name)):
        shown = "".join(ch if ch in f"\t\r\n{mark}" else visible(ch) for ch in line)
        click.echo(shown if line.endswith("\n") else f"{shown}\n\\ No newline at end of file\n", nl=False)


def suites_answer(suites: Sequence[Suite], data: Callable[[], Any], text: Callable[[], None], code: int) -> Answer:
    """An answer for people and programs: besides JSON also SARIF, workflow commands of GitHub, and JUnit XML."""

    def sarif() -> None:
        from importlib.metadata import version

        from cassino_dsl.language.diagnostics.sarif import sarif

        # SARIF has a schema of its own, in which ours has no place
        click.echo(json.dumps(sarif(all_diagnostics(suites), version("cassino-dsl")), indent=2, ensure_ascii=False))

    def github() -> None:
        from cassino_dsl.language.diagnostics.github import github

        click.echo(github(all_diagnostics(suites)), nl=False)

    def junit() -> None:
        from cassino_dsl.language.diagnostics.junit import junit

        click.echo(junit(suites), nl=False)

    printers = {"json": lambda: print_json(data()), "text": text, "sarif": sarif, "github": github, "junit": junit}
    return Answer(printers, code, told=text)


def print_diagnostics(found: Sequence[Diagnostic]) -> None:
    for diagnostic in found:
        click.echo(render(diagnostic, escape_of(sys.stdout)) + "\n")


def found_json(found: Diagnostic) -> dict[str, Any]:
    from cassino_dsl.language.diagnostics.json import as_json

    return as_json(found)


def rewrite_own(word: Word, target: Target, text: str, option: str) -> None:
    """Give a file that was named another text; what belongs to the program, and what is no file, stays."""
    if target.path.resolve().is_relative_to(folder("variants").resolve()):
        raise click.UsageError(f"{word.text} belongs to the program: {option} changes files of your own")
    if not target.path.is_file():
        raise click.UsageError(f"{word.text} is no file: {option} has nowhere to write")
    rewrite(target.path, text, word.folder)


# ---- test


@dataclass(frozen=True)
class _Tested:
    """A file with its examples, and what came of them."""

    target: Target
    examples: list[Example]
    results: list[Result]

    def suite(self) -> Suite:
        report = self.target.report
        errors = tuple(d for d in report.diagnostics if d.severity == "error")
        cases = [Case(r.example.name, r.example.span, tuple(r.diagnostics())) for r in self.results]
        return Suite(self.target.shown, errors, tuple(cases), report.overflow if report.full else 0)


def test(o: Any) -> Answer:
    words = target_words(named_files(o.files))
    tested = [_test(word, o) for word in words]
    if o.named and not any(t.results or t.target.report.failed for t in tested):
        raise click.UsageError(f"no example has {o.named!r} in its name")
    if o.update:
        tested = [_update(word, one, o) for word, one in zip(words, tested, strict=True)]
    covered = _measure(tested, o.games) if o.coverage or o.fail_under is not None else None
    suites = [one.suite() for one in tested]
    thin = [c for c in covered or () if o.fail_under is not None and c.percent < o.fail_under]
    for found in thin:
        remark(f"{found.name}: {found.percent:.1f} % exercised, less than {o.fail_under:g} %")
    return suites_answer(
        suites,
        lambda: _data(tested, suites, covered),
        lambda: _print_tested(suites, covered or []),
        1 if thin or any(s.failed or s.errors for s in suites) else 0,
    )


def _test(word: Word, o: Any) -> _Tested:
    """Run the examples of what a word of the command line means."""
    target, examples = _read(word, o)
    tried(target.report, lambda: _read(word, o)[0].report)
    return _Tested(target, examples, [_run(e) for e in examples])


def _read(word: Word, o: Any) -> tuple[Target, list[Example]]:
    from cassino_dsl.analysis.examples.read import read_examples

    target = open_target(word.text, o.over, o.with_rules, read_settings(o.settings), word.folder)
    return target, read_examples(target, target.report, o.named)


def _run(example: Example) -> Result:
    """Run an example, as far as `--steps` and `--timeout` allow it."""
    from cassino_dsl.analysis.examples.expectations import Mismatch
    from cassino_dsl.analysis.examples.run import Result, run_example

    try:
        with in_time():
            return run_example(example, given_steps())
    except TimedOut as fault:
        return Result(example, ((example.span, Mismatch("an answer", str(fault))),))


def _update(word: Word, tested: _Tested, o: Any) -> _Tested:
    """The file with new expectations, tested again."""
    from cassino_dsl.analysis.examples.update import updated

    target = tested.target
    failed = sum(not r.passed for r in tested.results)
    if not failed or target.own is None:
        return tested
    text = updated(target.own.get("examples"), tested.results)
    if text is None:
        return tested
    rewrite_own(word, target, text, "--update")
    again = _test(word, o)
    left = sum(not r.passed for r in again.results)
    remark(f"{target.path}: {failed - left} of {failed} failing examples updated")
    return again


def _measure(tested: Sequence[_Tested], games: int | None) -> list[Coverage]:
    from cassino_dsl.analysis.examples.coverage import measure

    rulesets = [(t.target.loaded.ruleset, t.examples) for t in tested]
    return [measure(ruleset, examples, games) for ruleset, examples in rulesets if ruleset is not None]


def _data(tested: Sequence[_Tested], suites: Sequence[Suite], covered: Sequence[Coverage] | None) -> Any:
    results = [r for t in tested for r in t.results]
    failed = sum(s.failed for s in suites)
    data = {
        "passed": len(results) - failed,
        "failed": failed,
        "examples": [r.json() for r in results],
        "errors": sum(s.errors for s in suites),
        "diagnostics": [found_json(d) for s in suites for d in s.findings],
    }
    return data if covered is None else {**data, "coverage": [c.json() for c in covered]}


def _print_tested(suites: Sequence[Suite], covered: Sequence[Coverage]) -> None:
    print_diagnostics(list(all_diagnostics(suites)))
    failed, errors = sum(s.failed for s in suites), sum(s.errors for s in suites)
    passed = sum(len(s.cases) for s in suites) - failed
    files = sum(bool(s.cases or s.errors) for s in suites)
    where = f" in {plural(files, 'file')}" if files else ""
    numbers = f"{passed} passed, {failed} failed, {plural(errors, 'error')}"
    heading(numbers + where, "error" if failed or errors else "good")
    for found in covered:
        click.echo(found.text())
