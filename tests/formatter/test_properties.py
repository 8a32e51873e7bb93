"""No file comes to say something else, however it was written, and no text does harm."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.formatter.format import format_text
from cassino_dsl.language.syntax import yaml_reader
from cassino_dsl.language.targets import open_target
from tests.formatter.judge import PAGES, SHIPPED, VARIANTS, blocks, judge, laid, same_core, tree_of
from tests.formatter.rewriting import Rewriter
from tests.grown.document import Document, load, write
from tests.grown.rulesets import grow_ruleset
from tests.soon import soon
from tests.syntax.test_hostile import HOSTILE
from tests.syntax.test_yaml_reader import loader

__all__ = ["loader"]  # the fixture

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in SHIPPED if path.name.count(".") == 1}
TEXTS |= {f"{page.name} {number}": text for page in PAGES for number, text in enumerate(blocks(page))}
MANY = settings(deadline=None, suppress_health_check=list(HealthCheck))


@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 10**6), st.booleans())
@settings(MANY, max_examples=12)
def test_one_file_has_one_layout(name: str, seed: int, comments: bool) -> None:
    """However it was written: with keys in another order, brackets or lines, quotes, spaces, comments anywhere."""
    _judge_rewritten(name, seed, comments)


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(TEXTS))
def test_every_file_has_one_layout(name: str) -> None:
    for comments in (False, True):
        _judge_rewritten(name, 1, comments)


def _judge_rewritten(name: str, seed: int, comments: bool) -> None:
    tree = tree_of(TEXTS[name])
    rewriter = Rewriter(random.Random(seed), comments)
    text = rewriter.file(tree)
    assert judge(text).count("# comment ") == rewriter.count
    if not comments and name.endswith(".yaml"):  # in the docs some texts cannot be read, and keep their blanks
        bare = [line for line in TEXTS[name].split("\n") if not line.lstrip().startswith("#")]
        assert laid(text) == laid("\n".join(["# the file", "", *bare])) or " # " in TEXTS[name]


@pytest.mark.share(8)
@pytest.mark.parametrize("path", [p for p in VARIANTS if p.name.count(".") == 1], ids=lambda path: path.stem)
def test_shipped_files_mean_the_same_once_they_are_laid_out(path: Path, tmp_path: Path) -> None:
    text = Rewriter(random.Random(1), True).file(tree_of(path.read_text(encoding="utf-8")))
    found = []
    for name, written in (("a", text), ("b", laid(text))):
        file = tmp_path / name / path.name
        file.parent.mkdir()
        file.write_text(written, encoding="utf-8")
        found.append(open_target(str(file), None, (), ()).loaded)
    assert found[0].ruleset is not None
    same_core(*found)


@pytest.mark.parametrize("number", range(8))
def test_grown_files(number: int) -> None:
    _judge_grown(1, number)


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_grown_files(seed: int) -> None:
    for number in range(40):
        _judge_grown(seed, number)


def _judge_grown(seed: int, number: int) -> None:
    written = write(grow_ruleset(seed, number))
    same_core(load(written), load(Document(judge(written.text), written.leaves)))


PIECES = [
    *("#", " # c", "\n# own\n", "\n    # in\n", '"', "'", "{", "}", "[", "]", ": ", "\n", "\n\n", "  ", ",", "- "),
    *("|", ">", "\t", "é", "\u00a0", "\\", "x", "(", ")", "if ", "\r\n", "?", "*", "---\n", "\ufeff"),
    *("|+\n\n\n", ">2\n", "\0"),
]
EDIT = st.tuples(st.floats(0, 1), st.integers(0, 6), st.sampled_from(PIECES))


@given(st.sampled_from(sorted(TEXTS)), st.lists(EDIT, max_size=5))
@settings(MANY, max_examples=150)
def test_a_file_that_is_being_written(name: str, edits: list[tuple[float, int, str]]) -> None:
    """It is laid out rightly, or left alone with a finding."""
    text = TEXTS[name]
    for place, gone, piece in edits:
        at = int(place * len(text))
        text = text[:at] + piece + text[at + gone :]
    found = format_text(text, "mine.yaml")
    assert Code.NOT_FORMATTED not in {d.code for d in found.findings}
    if found.findings:
        assert found.text == text
    else:
        assert laid(found.text) == found.text


@pytest.mark.share(6)
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files(case: str) -> None:
    text, _ = HOSTILE[case]
    for whole in (text, f"dsl: 1\n{text}", f"dsl: 1\nrules:\n  a: {text}"):
        with soon(20):
            found = format_text(whole, "hostile.yaml")
        assert found.findings or laid(found.text) == found.text


def test_a_long_file_takes_as_long_as_it_is_long() -> None:
    items = "".join(
        f"- name: e{i}  # beside\n  # above\n  table:   3c\n  expect: {{plays: [9s trails, # in\n 9c trails]}}\n"
        for i in range(500)
    )
    with soon(5):  # a tenth of a second, where nothing is looked at again for each line
        assert laid(f"dsl: 1\nextends: cassino\nexamples:\n{items}").count("\n") > 2_000


def test_what_is_nearly_too_long_to_be_read() -> None:
    nested = "(" * 50 + " + ".join(["x"] * 900) + ")" * 50
    for term in (nested, nested.replace(" ", ""), " and ".join(["x"] * 570)):
        text = f"dsl: 1\nterms:\n  t: {term}\n"
        found = format_text(text, "mine.yaml")
        assert not found.findings
        assert laid(found.text) == found.text


def test_what_cannot_be_written_in_the_one_layout_is_left_alone() -> None:
    text = f"dsl: 1\n? {'k' * 1100}\n: v\n"
    found = format_text(text, "mine.yaml")
    assert found.text == text
    assert [d.code for d in found.findings] == [Code.NOT_FORMATTED]


def test_both_parsers_of_yaml_give_the_same(loader: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert yaml_reader._LOADER is loader
    for name in ("scopa.yaml", "lantern.yaml"):
        judge(TEXTS[name])
