"""Many faults in one file, and the same fault however its text stands in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.pipeline import load_variant
from tests.beside import beside
from tests.diagnostics.goldens import golden, rendered
from tests.diagnostics.scenes import load_text

FILES = {path.name: path.read_text(encoding="utf-8") for path in Path(__file__).with_name("many").iterdir()}


def many_faults(folder: Path) -> Report:
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_variant(str(folder / "many.yaml")).report


def test_many_faults_at_once(tmp_path: Path) -> None:
    text = rendered(many_faults(tmp_path)).replace(f"{tmp_path}/", "")
    golden("many_faults", text)


def test_each_fault_is_said_once_and_at_its_place(tmp_path: Path) -> None:
    """What the golden shows, in a form that says what must hold: file, the marked characters, nothing twice."""
    report = many_faults(tmp_path)
    found = [(Path(d.span.file).name, d.span.line, d.span.text) for d in report.diagnostics if d.span]
    assert len(found) == len(report.diagnostics)
    assert len({(d.code, place) for d, place in zip(report.diagnostics, found, strict=True)}) == len(found)
    places = beside(__file__, "many_faults.yaml")
    for file, text, line_with in places:
        line = next(i for i, row in enumerate(FILES[file].splitlines(), 1) if line_with in row)
        assert (file, line, text) in found


# ---- the same fault, however the text stands in the file

FORMS = {
    "plain": "rules:\n  r: count(builds) > 0 and nonsense\n",
    "plain over lines": "rules:\n  r: count(builds) > 0\n    and nonsense\n",
    "double quotes": 'rules:\n  r: "count(builds) > 0 and nonsense"\n',
    "double quotes over lines": 'rules:\n  r: "count(builds) > 0\n\n     and nonsense"\n',
    "single quotes": "rules:\n  r: 'count(builds) > 0 and nonsense'\n",
    "folded": "rules:\n  r: >\n    count(builds) > 0\n    and nonsense\n",
    "folded, no end": "rules:\n  r: >-\n    count(builds) > 0\n\n\n    and nonsense",
    "folded, indented": "rules:\n  r: >2\n      count(builds) > 0\n    and nonsense\n",
    "literal": "rules:\n  r: |\n    count(builds) > 0\n    and nonsense\n",
    "flow": "rules: {r: count(builds) > 0 and nonsense, s: count(builds) >= 0}\n",
    "flow quoted": 'rules: {r: "count(builds) > 0 and nonsense", s: count(builds) >= 0}\n',
    "wide characters": "rules:\n  'die Ässe 牌 😀': count(builds) > 0 and nonsense\n",
    "windows line ends": "rules:\r\n  r: >\r\n    count(builds) > 0\r\n    and nonsense\r\n",
    "after a byte order mark": "\ufeffrules:\n  r: count(builds) > 0 and nonsense\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_line_and_column_are_those_of_the_file(form: str, tmp_path: Path) -> None:
    head = "\ufeff" if FORMS[form].startswith("\ufeff") else ""
    text = head + "dsl: 1\nextends: cassino\n" + FORMS[form].lstrip("\ufeff")
    if "\r\n" in text:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    (found,) = load_text(tmp_path, text)
    assert found.span is not None
    lines = text.lstrip("\ufeff").split("\n")
    line = next(i for i, row in enumerate(lines, 1) if "nonsense" in row)
    assert (found.span.line, found.span.column) == (line, lines[line - 1].index("nonsense") + 1)
    assert found.span.text == "nonsense"
