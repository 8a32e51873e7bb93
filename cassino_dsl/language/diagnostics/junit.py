"""Suites as the JUnit XML that build servers read: what was tried, what failed, what could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.diagnostics.suite import Suite, whole_message
from cassino_dsl.language.diagnostics.text import render, safe


def junit(suites: Sequence[Suite]) -> str:
    """One `testsuite` for each file: a `testcase` for each example, and for each error of the file; warnings are its
    output. A file in which nothing was tried and nothing is wrong is one case that passes."""
    root = Element("testsuites", name="cassino")
    for suite in suites:
        _suite(root, suite)
    return _text(root)


def of_fault(message: str) -> str:
    """Where nothing could be tried at all: one case, with what was in the way."""
    root = Element("testsuites", name="cassino")
    shown = SubElement(root, "testsuite", name="cassino", tests="1", failures="0", errors="1")
    case = SubElement(shown, "testcase", classname="cassino", name="runs")
    SubElement(case, "error", message=safe(message), type="fault").text = safe(message)
    return _text(root)


def _text(root: Element) -> str:
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(one.get(name, "0")) for one in root)))
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, suite: Suite) -> None:
    errors = [d for d in suite.findings if d.severity == "error"]
    shown = SubElement(root, "testsuite", name=safe(suite.name))
    for found in errors:
        line = found.span.line if found.span else 0
        case = _case(shown, suite, f"{found.code.label} {found.code.slug}, line {line}", line)
        _problem(case, "error", (found,))
    for tried in suite.cases:
        case = _case(shown, suite, tried.name, tried.span.line)
        if tried.failures:
            _problem(case, "failure", tried.failures)
    if not errors and not suite.cases:
        _case(shown, suite, "is read without errors", 0)
    counts = {"tests": len(shown), "failures": suite.failed, "errors": len(errors)}
    for name, number in counts.items():
        shown.set(name, str(number))
    warnings = [d for d in suite.findings if d.severity != "error"]
    if warnings:
        SubElement(shown, "system-out").text = "\n\n".join(render(d) for d in warnings)


def _case(parent: Element, suite: Suite, name: str, line: int) -> Element:
    case = SubElement(parent, "testcase", classname=safe(suite.name), name=safe(name), file=safe(suite.name))
    if line:
        case.set("line", str(line))
    return case


def _problem(case: Element, kind: str, found: Sequence[Diagnostic]) -> None:
    """One element, because most readers look at the first alone."""
    message = "; ".join(whole_message(d).replace("\n", "; ") for d in found)
    problem = SubElement(case, kind, message=safe(message), type=found[0].code.slug)
    problem.text = "\n\n".join(render(d) for d in found)
