"""What is asked of whole variant files: `validate` and `test`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import click

from cassino_dsl.faces.cli.limits import TimedOut, given_steps, in_time
from cassino_dsl.faces.cli.loading import read_settings
from cassino_dsl.faces.cli.output import rewrite
from cassino_dsl.faces.cli.printing import Answer, plural, print_json, remark
from cassino_dsl.faces.cli.terminal import coloured
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.diagnostics.suite import Case, Suite, all_diagnostics
from cassino_dsl.language.diagnostics.text import render
from cassino_dsl.language.targets import Target, Word, open_target, target_words

if TYPE_CHECKING:  # a file without examples needs none of these
    from cassino_dsl.analysis.examples.coverage import Coverage
    from cassino_dsl.analysis.examples.read import Example
    from cassino_dsl.analysis.examples.run import Result


def _suites_answer(suites: Sequence[Suite], data: Callable[[], Any], text: Callable[[], None], code: int) -> Answer:
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


def _print_diagnostics(found: Sequence[Diagnostic]) -> None:
    for diagnostic in found:
        click.echo(render(diagnostic, coloured(sys.stdout)) + "\n")


def _as_json(found: Diagnostic) -> dict[str, Any]:
    from cassino_dsl.language.diagnostics.json import as_json

    return as_json(found)


# ---- validate


def validate(o: Any) -> Answer:
    settings = read_settings(o.settings)
    words = target_words(o.files)
    targets = [open_target(word.text, o.over, o.with_rules, settings, word.folder) for word in words]
    readable = [(w.text, t, t.loaded.ruleset) for w, t in zip(words, targets, strict=True) if t.loaded.ruleset]
    for word, target, ruleset in readable:
        from cassino_dsl.language.choices import try_choices

        if target.own is not None and target.own.get("examples") is not None:
            from cassino_dsl.analysis.examples.read import read_examples

            read_examples(target, target.report)
        looked = try_choices(target, ruleset, target.report)
        if looked.done < looked.wanted:
            remark(f"{word}: {looked.done} of {looked.wanted} choices of options looked at")
    trials = []
    for word, target, ruleset in () if o.no_play else readable:
        from cassino_dsl.analysis.simulate.trial import try_out

        trial = try_out(target, ruleset, target.report)
        trials.append({"file": word, **asdict(trial)})
        if trial.stopped:
            said = f"{word}: {trial.rounds} of {trial.wanted} random rounds played, then the time was up"
            never = f"; never played in them: {', '.join(trial.unplayed)}" if trial.unplayed and trial.rounds else ""
            remark(said + never)
    reports = [target.report for target in targets]
    found = [d for report in reports for d in report.diagnostics]
    hidden = sum(report.overflow for report in reports)
    return _suites_answer(
        [Suite(target.shown, tuple(target.report.diagnostics)) for target in targets],
        lambda: {"files": len(targets), "diagnostics": [_as_json(d) for d in found], "played": trials},
        lambda: _print_found(found, len(targets), hidden),
        int(any(report.failed for report in reports)),
    )


def _print_found(found: Sequence[Diagnostic], files: int, hidden: int) -> None:
    _print_diagnostics(found)
    errors = sum(d.severity == "error" for d in found)
    warnings = len(found) - errors
    words = f"{plural(files, 'file')}: {plural(errors, 'error')}, {plural(warnings, 'warning')}"
    more = f"; {hidden} more not shown" if hidden else ""
    click.secho(words + more, fg="red" if errors else "yellow" if warnings else "green", bold=True)


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
    words = target_words(o.files)
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
    return _suites_answer(
        suites,
        lambda: _data(tested, suites, covered),
        lambda: _print_tested(suites, covered or []),
        1 if thin or any(s.failed or s.errors for s in suites) else 0,
    )


def _test(word: Word, o: Any) -> _Tested:
    """Run the examples of what a word of the command line means."""
    from cassino_dsl.analysis.examples.read import read_examples

    target = open_target(word.text, o.over, o.with_rules, read_settings(o.settings), word.folder)
    examples = read_examples(target, target.report, o.named)
    return _Tested(target, examples, [_run(e) for e in examples])


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
    from cassino_dsl.language.resources import folder

    target = tested.target
    failed = sum(not r.passed for r in tested.results)
    if not failed or target.own is None:
        return tested
    if target.path.resolve().is_relative_to(folder("variants").resolve()):
        raise click.UsageError(f"{word.text} belongs to the program: --update changes files of your own")
    text = updated(target.own.get("examples"), tested.results)
    if text is None:
        return tested
    rewrite(target.path, text)
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
        "diagnostics": [_as_json(d) for s in suites for d in s.findings],
    }
    return data if covered is None else {**data, "coverage": [c.json() for c in covered]}


def _print_tested(suites: Sequence[Suite], covered: Sequence[Coverage]) -> None:
    _print_diagnostics(list(all_diagnostics(suites)))
    failed, errors = sum(s.failed for s in suites), sum(s.errors for s in suites)
    passed = sum(len(s.cases) for s in suites) - failed
    files = sum(bool(s.cases or s.errors) for s in suites)
    where = f" in {plural(files, 'file')}" if files else ""
    numbers = f"{passed} passed, {failed} failed, {plural(errors, 'error')}"
    click.secho(numbers + where, fg="red" if failed or errors else "green", bold=True)
    for found in covered:
        click.echo(found.text())
