"""Half a file, in which somebody is writing: nothing that an editor asks of it may fail, and nothing may pile up.

Everything runs in one process, by the functions that the server's processes run.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import process_time

import psutil
import pytest
from lsprotocol import types

from cassino_dsl.faces.lsp.answers import ABOUT_FILES
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.open_texts import OpenText
from cassino_dsl.faces.lsp.places import places_of
from cassino_dsl.faces.lsp.process import EditorSetting, Errand
from cassino_dsl.faces.lsp.worker import answered
from cassino_dsl.language.resources import folder

SHIPPED = sorted(folder("variants").rglob("*.yaml"))
PIECES = [*" :-{}[]()|>#\"'`,.\n\t", "\n  ", "  - ", "|", "♥🂡", "\r\n", "\x0c", "\ud800", "\x00", "7d", "not ", "and"]
SLOW = 10.0  # seconds of work, as the server allows
GROWTH = 30 << 20  # bytes, which no level of memory is free of: files are of many sizes
HELD = 20_000  # objects, of which a file that is read takes more


def edits(random: Random, text: str, number: int) -> Iterator[str]:
    """The text after each of some edits, of which some write, some take away, and some move what stands there; now and
    then all is taken back."""
    whole = text
    for _ in range(number):
        text = whole if random.random() < 0.2 else text
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((0, 0, 1, 1, 3, 20, 200)))
        new = random.choice((*PIECES, "", "", text[end : end + 10], text[start:end] * 2))
        text = text[:start] + new + text[end:]
        yield text


def asked(random: Random, uri: str) -> Iterator[tuple[str, tuple[object, ...]]]:
    """What an editor asks after an edit: the findings, and one thing more at some place."""
    yield "check", (uri,)
    here = types.Position(random.randrange(300), random.randrange(80))
    document = types.TextDocumentIdentifier(uri)
    around = types.Range(here, here)
    what = random.choice([*ABOUT_FILES])
    params = {
        types.TEXT_DOCUMENT_REFERENCES: types.ReferenceParams(types.ReferenceContext(True), document, here),
        types.TEXT_DOCUMENT_RENAME: types.RenameParams(document, here, "other_name"),
        types.TEXT_DOCUMENT_SELECTION_RANGE: types.SelectionRangeParams(document, [here]),
        types.TEXT_DOCUMENT_INLAY_HINT: types.InlayHintParams(document, around),
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionParams(document, around, types.CodeActionContext([])),
        types.TEXT_DOCUMENT_FORMATTING: types.DocumentFormattingParams(document, types.FormattingOptions(2, True)),
    }
    yield what, (params.get(what, types.HoverParams(document, here)),)
    if random.random() < 0.05:
        yield types.TEXT_DOCUMENT_CODE_LENS, (uri, {})


def write(random: Random, desk: Desk, path: Path, number: int, setting: EditorSetting) -> list[str]:
    """Write in a file; what failed."""
    uri, faults = path.as_uri(), []
    for version, text in enumerate(edits(random, path.read_text(), number)):
        open = OpenText(uri, path, text, version, True)
        for do, args in asked(random, uri):
            begun = process_time()
            found = answered(desk, Errand(do, args, SLOW * 100, setting, {uri: open}))
            if "fault" in found:
                faults.append(f"{path.name}, edit {version}: {do}: {found['fault']}")
            if process_time() - begun > SLOW:
                faults.append(f"{path.name}, edit {version}: {do} took {process_time() - begun:.1f} s")
    answered(desk, Errand("files changed", (), SLOW * 100, setting, {uri: None}))
    return faults


@pytest.mark.parametrize(
    ("seed", "number"),
    [(12, 12), pytest.param(2_000, 1_000, marks=pytest.mark.ci), pytest.param(20_000, 20_000, marks=pytest.mark.long)],
)
def test_nothing_fails_and_nothing_piles_up(
    seed: int, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cassino_dsl.faces.lsp.worker.only", lambda seconds: None)
    random, desk, setting = Random(seed), Desk(), EditorSetting("utf-16", (tmp_path,))
    each = min(100, number // 10)
    done, faults, before, held = 0, [], 0, 0
    for path in islice(cycle(random.sample(SHIPPED, k=len(SHIPPED))), number // each):
        faults += write(random, desk, path, each, setting)
        done += each
        if done >= number / 2 and not before:
            before, held = psutil.Process().memory_info().rss, held_for_good()
    grown = psutil.Process().memory_info().rss - before
    assert faults == []
    assert done == number
    assert held_for_good() - held < HELD
    assert grown < GROWTH, f"{grown >> 20} MiB more after the second half"


def held_for_good() -> int:
    """How many objects there are but for what is remembered of the last texts, each memory of which has its bound."""
    for remembered in [one for one in gc.get_objects() if isinstance(one, type(places_of))]:
        if (remembered.cache_parameters()["maxsize"] or 0) > 1:
            remembered.cache_clear()
    gc.collect()
    return sys.getallocatedblocks()
