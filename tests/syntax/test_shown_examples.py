"""What the table of keys shows as an example, in the schema, in hover and in completion, can be written so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cassino_dsl.language.check.structure import check_structure, check_syntax
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.parser import STARTS
from cassino_dsl.language.syntax.shape import CLAUSES, Fields, Key, Text
from cassino_dsl.language.syntax.unknown_keys import known_keys
from cassino_dsl.language.syntax.yaml_reader import read_yaml


def examples() -> Iterator[tuple[Fields, Key, str]]:
    for clause in CLAUSES.values():
        for key in clause.keys:
            for shown in re.findall("`([^`…]+)`", key.about):
                if ": " in shown or (isinstance(key.shape, Text) and key.shape.reads in STARTS):
                    yield clause, key, shown


@pytest.mark.parametrize(("clause", "key", "shown"), list(examples()))
def test_what_is_shown_can_be_read(clause: Fields, key: Key, shown: str) -> None:
    of_clause = ": " in shown and shown.partition(":")[0] in clause.names()  # it speaks of another key beside it
    text = f"{{{shown}}}" if ": " in shown and not shown.startswith("{") else shown
    written = text if of_clause else f"{key.name}: {text}"
    report = Report()
    tree = read_yaml(Source("shown", written + "\n"), report)
    assert tree is not None
    shape = Fields(clause.keys if of_clause else (Key(key.name, key.shape, ""),))
    tree = known_keys(tree, report, shape)  # type: ignore[arg-type]
    check_structure(tree, report, shape)
    check_syntax(tree, report, shape)
    faults = [d.message for d in report.diagnostics if "lacks the key" not in d.message and "dsl" not in d.message]
    assert not faults
