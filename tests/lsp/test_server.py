"""`cassino lsp` as an editor meets it: over its streams, by a client that was written for this test alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.faces.lsp.answers import ANSWERS
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.findings import found_in
from cassino_dsl.faces.lsp.open_texts import OpenText
from cassino_dsl.faces.lsp.process import EditorSetting
from cassino_dsl.faces.lsp.requests import ABOUT_TEXTS, DIFF, IF_WISHED, PLAY, RULEBOOK, RUN, UPDATE
from cassino_dsl.language.diagnostics.codes import Code
from tests.lsp.client import ROOT, Client, Refusal, at, between, client

GAME = """\
dsl: 1
extends: cassino
title: A game of ours ♥🂡
awards:
  ours: {each: 7d, points: 1}
examples:
  - name: the seven counts
    piles: {1: 7d, 2: ""}
    expect: {awards: {ours: {1: 2, 2: 0}}}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    folder = tmp_path_factory.mktemp("workspace")
    refresh = {"workspace": {"codeLens": {"refreshSupport": True}, "applyEdit": True}}
    with client(folder, **refresh) as one:
        yield one, folder


def command(one: Client, name: str, *arguments: str) -> Any:
    return one.ask("workspace/executeCommand", command=name, arguments=list(arguments))


def test_everything_that_is_offered_is_answered() -> None:
    assert {*ABOUT_TEXTS, *IF_WISHED, RUN, UPDATE, PLAY, RULEBOOK, DIFF} <= {*ANSWERS}


def test_findings_come_as_one_types(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "typed.yaml").as_uri()
    one.open(uri, GAME.replace("7d, points", "7z, points"))
    (found,) = one.found(uri)
    assert found["range"] == between((4, 15), (4, 17))
    assert found["severity"] == 1
    assert "help: " in found["message"]
    link, _, line = found["codeDescription"]["href"].partition("#L")
    code = next(c for c in Code if c.label == found["code"])
    assert Path(link.removeprefix("file://")).read_text().split("\n")[int(line) - 1] == f"## {code.slug}"
    one.change(uri, 2, {"range": between((4, 16), (4, 17)), "text": "d"})
    assert one.found(uri, 2) == []
    one.change(uri, 3, {"text": GAME + "awards: {}\n"})
    (found,) = one.found(uri, 3)
    (first,) = found["relatedInformation"]
    assert first["location"] == {"uri": uri, "range": between((3, 0), (3, 6))}


@pytest.mark.share(3)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_places_are_counted_as_the_editor_counts(encoding: str, tmp_path: Path) -> None:
    line = "rules: {♥🂡: true, b: nope}"
    before = line[: line.index("nope")].encode(encoding if encoding == "utf-8" else f"{encoding}-le")
    uri = (tmp_path / "x.yaml").as_uri()
    with client(tmp_path, encoding) as one:
        assert one.server["capabilities"]["positionEncoding"] == encoding
        one.open(uri, f"dsl: 1\nextends: cassino\n{line}\n")
        columns = [d["range"]["start"]["character"] for d in one.found(uri) if "nope" in d["message"]]
        assert columns == [len(before) * 8 // int(encoding.partition("-")[2])]


def test_a_file_above_is_looked_at_when_the_one_beneath_changes(server: tuple[Client, Path]) -> None:
    one, folder = server
    (folder / "above.yaml").write_text("dsl: 1\nextends: beneath\nrules: {x: count(hand) < mine(9)}\n")
    base = "dsl: 1\nextends: cassino\nterms: {mine(a): a + 1}\n"
    beneath, above = ((folder / f"{name}.yaml").as_uri() for name in ("beneath", "above"))
    one.tell("workspace/didChangeWatchedFiles", changes=[{"uri": above, "type": 1}])
    one.open(beneath, base)  # it was never saved
    assert one.found(above) == []
    one.change(beneath, 2, {"text": base.replace("mine", "ours")})
    (found,) = one.found(above)
    assert "`mine`" in found["message"]
    one.change(beneath, 3, {"text": base})
    assert one.found(above) == []


def test_a_finding_is_told_once_where_it_stands(server: tuple[Client, Path]) -> None:
    """What is wrong in a base is said of the base alone, as long as that is looked at itself."""
    one, folder = server
    beneath, above = ((folder / f"{name}.yaml").as_uri() for name in ("base-of-two", "child-of-it"))
    base = "dsl: 1\nextends: cassino\nterms: {mine(a): a + 1}\nrules: {y: count(hand) < mine(count(table))}\n"
    one.open(beneath, base)
    one.open(above, "dsl: 1\nextends: base-of-two\nrules: {x: count(hand) < mine(count(pile))}\n")
    assert one.found(beneath) == one.found(above) == []
    one.change(beneath, 2, {"text": base.replace("mine(a)", "ours(a)")})
    for _ in range(2):  # the base, then the child, whose finding refers to it
        (found,) = one.found(beneath, 2)
        assert "`mine`" in found["message"]
        assert "relatedInformation" not in found
        one.tell("textDocument/didSave", textDocument={"uri": above})
        one.change(above, 2, {"range": between((0, 0), (0, 0)), "text": "# here\n"})
        one.found(above, 2)
        one.change(beneath, 2, {"range": between((0, 0), (0, 0)), "text": ""})


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ("extends: casino", "base"),
        ("extends: cassino\nmemory {}", "base"),
        ("extends: cassino\ndeal: {hand: 30}", "base"),
        ("extends: cassino\npack: {base: french, copies: 2}", "cassino"),
    ],
)
def test_a_file_above_a_broken_one_says_so(wrong: str, name: str, tmp_path: Path) -> None:
    desk = Desk()
    for number, text in enumerate((f"dsl: 1\n{wrong}\n", "dsl: 1\nextends: base\nseats: 2\n")):
        uri = (tmp_path / ("base.cassino.yaml", "above.cassino.yaml")[number]).as_uri()
        desk.put(EditorSetting("utf-16", ()), {uri: OpenText(uri, tmp_path / Path(uri).name, text, 1, True)})
    (found,) = found_in(desk, uri)[uri]
    assert found.range.start.line == 1
    assert found.message.startswith(f"an error stands in `{name}.")
    assert found.related_information


def test_a_house_rule_is_looked_at_over_a_text_that_is_open(server: tuple[Client, Path]) -> None:
    one, folder = server
    base, rule = ((folder / f"{name}.yaml").as_uri() for name in ("the-base", "the-rule"))
    one.open(base, "dsl: 1\nextends: cassino\n")
    one.open(rule, "dsl: 1\nhouse: true\nover: the-base\nneeds: {awards.ours: so}\nrules: {x: 1 > 0 or true}\n")
    assert any("needs" in found["message"] for found in one.found(rule))
    one.change(base, 2, {"text": "dsl: 1\nextends: cassino\nawards: {ours: {each: 7d, points: 1}}\n"})
    assert not any("needs" in found["message"] for found in one.found(rule))


def test_examples_are_run_where_they_stand(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "examples.yaml").as_uri()
    one.open(uri, GAME)
    assert one.found(uri) == []
    lenses = one.ask("textDocument/codeLens", textDocument={"uri": uri})
    assert [lens["command"]["title"] for lens in lenses] == ["rulebook", "play", "diff with base", "run"]
    assert lenses[-1]["range"]["start"] == at(6, 10)
    assert command(one, RUN, uri, "the seven counts") == {"the seven counts": ["ours: side 1 has 1, side 2 has 0"]}
    (failed,) = one.marks[uri]
    assert failed["code"] == Code.EXAMPLE_FAILED.label
    lens = one.ask("textDocument/codeLens", textDocument={"uri": uri})[-1]
    assert lens["command"]["title"] == "✗ ours: side 1 has 1, side 2 has 0: run again"
    assert command(one, UPDATE, uri, "the seven counts") is None
    (applied,) = [m["params"]["edit"] for m in one.told if m["method"] == "workspace/applyEdit"]
    assert applied["changes"] == {uri: [{"range": between((8, 32), (8, 33)), "newText": "1"}]}
    one.change(uri, 2, {"range": between((8, 32), (8, 33)), "text": "1"})
    assert one.found(uri, 2) == []  # what play had shown does not hold any longer
    assert command(one, RUN, uri, "the seven counts") == {"the seven counts": []}
    assert one.ask("textDocument/codeLens", textDocument={"uri": uri})[-1]["command"]["title"].startswith("✓")
    with pytest.raises(Refusal, match="comes out already"):
        command(one, UPDATE, uri, "the seven counts")


def test_a_saved_text_is_played(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "saved.yaml").as_uri()
    one.open(uri, GAME + "rules: {nobody trails: kind != trail}\n")
    assert one.found(uri) == []
    one.tell("textDocument/didSave", textDocument={"uri": uri})
    codes = {found["code"] for found in one.found(uri)}
    assert {Code.EXAMPLE_FAILED.label, Code.STUCK_ROUNDS.label} <= codes


def test_a_key_stops_play(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "stopped.yaml").as_uri()
    one.open(uri, GAME)
    assert one.found(uri) == []
    number = one.begin("workspace/executeCommand", command=RULEBOOK, arguments=[uri])
    one.ask("textDocument/hover", textDocument={"uri": uri}, position=at(0, 0))
    one.change(uri, 2, {"range": between((0, 0), (0, 0)), "text": "# here\n"})
    with pytest.raises(Refusal, match="stopped"):
        one.answer(number)
    assert "Scoring" in command(one, RULEBOOK, uri)["text"]  # by a new process


def test_pages_of_a_file(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "pages.yaml").as_uri()
    one.open(uri, GAME)
    assert one.found(uri) == []
    assert "1 point for 7d" in command(one, DIFF, uri)["text"]
    assert command(one, PLAY, uri) == f"cassino play {folder / 'pages.yaml'} --guide"
    shown = [m["params"]["message"] for m in one.told if m["method"] == "window/showMessage"]
    assert any("pages.diff.md" in text for text in shown)


def test_what_is_offered_at_a_place(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "offered.yaml").as_uri()
    one.open(uri, "dsl: 1\nextends: cassino\nrules:\n  look: kind = trail && count(table)   > 2\n")
    assert len(one.found(uri)) == 1
    document = {"uri": uri}

    def offered(start: int, end: int, *only: str) -> list[Any]:
        context = {"diagnostics": [], **({"only": list(only)} if only else {})}
        around = between((3, start), (3, end))
        return list(one.ask("textDocument/codeAction", textDocument=document, range=around, context=context))

    fix, everything = offered(22, 22)
    assert (fix["kind"], everything["kind"]) == ("quickfix", "source.fixAll")
    assert fix["isPreferred"]
    (edit,) = fix["edit"]["changes"][uri]
    assert edit == {"range": between((3, 21), (3, 23)), "newText": "and"} == everything["edit"]["changes"][uri][0]
    assert offered(22, 22, "refactor") == []
    assert [action["kind"] for action in offered(22, 22, "source")] == ["source.fixAll"]
    one.change(uri, 2, {"range": edit["range"], "text": edit["newText"].replace("and", "implies")})
    assert one.found(uri, 2) == []
    (extract,) = offered(29, 41)
    assert extract["kind"] == "refactor.extract"
    assert "count_table: count(table)" in json.dumps(extract["edit"])
    (laid,) = one.ask("textDocument/formatting", textDocument=document, options={"tabSize": 2, "insertSpaces": True})
    assert laid == {"range": between((3, 42), (3, 44)), "newText": ""}


MENDED = {
    "quotes of print": ("rules: {x: “kind != trail”}\n", "rules: {x: kind != trail}\n"),
    "a tab": ("awards:\n\tmine: {points: 1}\n", "awards:\n  mine: {points: 1}\n"),
    "a comma in brackets": ("memory: {a: {is: int}}\nrules: {x: rank(card) in {J, Q}}\n", "'rank(card) in {J, Q}'"),
}


@pytest.mark.parametrize("name", MENDED)
def test_every_remedy_is_offered(name: str, server: tuple[Client, Path]) -> None:
    """What a finding says how to mend, the editor offers where it stands."""
    one, folder = server
    before, after = MENDED[name]
    uri = (folder / f"{name.replace(' ', '-')}.yaml").as_uri()
    one.open(uri, f"dsl: 1\nextends: cassino\n{before}")
    found = one.found(uri)
    assert found
    context = {"diagnostics": []}
    offered = one.ask("textDocument/codeAction", textDocument={"uri": uri}, range=found[0]["range"], context=context)
    assert any(action["kind"] == "quickfix" for action in offered)
    edits = next(action for action in offered if action["kind"] == "quickfix")["edit"]["changes"][uri]
    lines = f"dsl: 1\nextends: cassino\n{before}".split("\n")
    for edit in reversed(edits):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    assert after in "\n".join(lines)


def test_an_update_is_offered_where_it_works(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "outdated.yaml").as_uri()
    right = "  - {name: right, hand: 7c, expect: {size: 52}}\n"
    wrong = "  - {name: wrong, hand: 7c, expect: {size: 53}}\n"
    never = "  - {name: never, hand: 7c, table: 7d, play: 7c takes 7h, expect: {size: 52}}\n"
    one.open(uri, f"dsl: 1\nextends: cassino\nexamples:\n{right}{wrong}{never}")
    assert one.found(uri) == []
    context = {"diagnostics": [], "only": ["refactor.rewrite"]}

    def offered(line: int) -> list[Any]:
        around = between((line, 6), (line, 6))
        return list(one.ask("textDocument/codeAction", textDocument={"uri": uri}, range=around, context=context))

    assert [action["title"] for line in (3, 4, 5) for action in offered(line)] == ["update what `wrong` expects"]
    (edit,) = offered(4)[0]["edit"]["changes"][uri]
    assert edit["newText"] == "2"


def test_other_files_of_yaml_are_left_alone(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "compose.yaml").as_uri()
    one.open(uri, "services: {a: [}\n", language="yaml")
    assert one.ask("textDocument/hover", textDocument={"uri": uri}, position=at(0, 0)) is None
    assert uri not in one.marks


def test_a_text_that_is_nowhere(server: tuple[Client, Path]) -> None:
    one, _ = server
    one.open("untitled:Untitled-1", "dsl: 1\nextends: casino\n")
    (found,) = one.found("untitled:Untitled-1")
    assert "did you mean `cassino`?" in found["message"]
    one.tell("textDocument/didClose", textDocument={"uri": "untitled:Untitled-1"})
    assert one.found("untitled:Untitled-1") == []


def test_who_goes_without_a_word() -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}).encode()
    asked = b"Content-Length: %d\r\n\r\n" % len(body) + body
    run = [sys.executable, "-m", "cassino_dsl", "lsp", "--stdio"]
    ended = subprocess.run(run, input=asked, capture_output=True, timeout=60, cwd=ROOT)
    assert ended.returncode == 1
    assert b'"positionEncoding": "utf-16"' in ended.stdout
    assert ended.stderr == b""


@pytest.mark.parametrize("able", [True, False])
def test_snippets_go_to_editors_that_fill_them_in(able: bool, tmp_path: Path) -> None:
    """Others get the text with what it proposes in each place."""
    ability = {"completion": {"completionItem": {"snippetSupport": able}}}
    with client(tmp_path, textDocument=ability) as one:
        text = "dsl: 1\nextends: cassino\nactions:\n  "
        uri = (tmp_path / "ours.yaml").as_uri()
        one.open(uri, text)
        found = one.ask("textDocument/completion", textDocument={"uri": uri}, position={"line": 3, "character": 2})[
            "items"
        ]
        snippets = [item for item in found if item["insertTextFormat"] == 2]
        assert bool(snippets) == able
        if not able:
            assert not any("$" in item["textEdit"]["newText"] or "\\" in item["textEdit"]["newText"] for item in found)
            assert any(item["textEdit"]["newText"].startswith("lay_kings: {play: ") for item in found)


def test_a_mark_of_the_byte_order_hides_no_text(server: tuple[Client, Path]) -> None:
    one, folder = server
    uri = (folder / "marked.yaml").as_uri()
    one.open(uri, "\ufeffdsl: 1\nextends: cassino\nrulez: {}\n", language="yaml")
    assert any("rulez" in found["message"] for found in one.found(uri))
