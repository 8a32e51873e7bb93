"""Adding up: in any order and in any pieces it gives the same, and it is written and read without loss."""

from __future__ import annotations

import json
from dataclasses import asdict

from hypothesis import given
from hypothesis import strategies as st

from cassino_dsl.analysis.simulate.run import blocks, is_look, looks
from cassino_dsl.engine.layout import Layout, Tally, empty, tally_from_json, tally_of

LAYOUT = Layout(2, 2, ("cards",), (("sweeps", 2),), ("capture", "done"))
ROWS = st.lists(st.lists(st.integers(-50, 10**6), min_size=LAYOUT.width, max_size=LAYOUT.width), max_size=4)


def tally(rows: list[list[int]], first: int = 0) -> Tally:
    histograms = [[0] * bins for _, bins in LAYOUT.histograms]
    for row in rows:
        for bins in histograms:
            bins[abs(row[0]) % len(bins)] += 1
    return tally_of(rows, histograms, LAYOUT, first)


@given(ROWS, ROWS, ROWS)
def test_pieces_add_up_to_the_whole(a: list[list[int]], b: list[list[int]], c: list[list[int]]) -> None:
    whole = tally(a + b + c)
    first, then, last = tally(a), tally(b, len(a)), tally(c, len(a + b))
    assert first + (then + last) == whole
    assert (last + first) + then == whole
    assert empty(LAYOUT) + whole == whole


@given(ROWS)
def test_written_and_read(rows: list[list[int]]) -> None:
    whole = tally(rows)
    assert tally_from_json(json.loads(json.dumps(asdict(whole)))) == whole


@given(st.integers(1, 5000), st.integers(1, 700), st.integers(0, 5000))
def test_blocks_cover_every_unit_once(total: int, most: int, done: int) -> None:
    found = list(blocks(total, most, done))
    units = [u for start, count in found for u in range(start, start + count)]
    assert units == list(range(done, total))
    assert all(0 < count <= most for _, count in found)


@given(st.integers(1, 700), st.integers(1, 700))
def test_looks_don_t_depend_on_the_size_of_blocks(a: int, b: int) -> None:
    ends = [{n for start, count in blocks(3000, most) if is_look(n := start + count)} for most in (a, b)]
    assert ends[0] == ends[1]
    assert ends[0] == {n for n, _ in zip(looks(), range(99), strict=False) if n <= 3000}
