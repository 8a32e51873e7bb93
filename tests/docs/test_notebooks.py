"""The notebooks run from top to bottom, and what they find lies where it has to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
# an expression of the notebook's own names, and between what it has to lie
RANGES: dict[str, list[tuple[str, float, float]]] = {
    "dealer": [
        ("samples[25600][0]", 0.51, 0.54),
        ("samples[400][2] - samples[400][1]", 0.08, 0.13),
        ("test.pvalue", 0, 0.01),
        ("dealer['win_rate'] - leader['win_rate']", 0.02, 0.09),
    ],
    "house-rule": [
        ("len(difference['changes'])", 1, 1),
        ("shares[1][0]", 0.01, 0.06),
        ("shares[8][0]", 0.15, 0.3),
        ("shares[1][1] - shares[8][1]", 0.2, 1.2),
    ],
    "skill-and-luck": [
        ("mean(as_leader) + mean(as_dealer)", 1, 5),
        ("rates[2]", 0.55, 0.75),
        ("rates[101]", 0.95, 1),
    ],
    "training": [("after", 0.5, 0.85), ("worth['7d'] - worth['7c']", 1, 10)],
}


def test_each_notebook_is_held() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(RANGES)


@pytest.mark.ci
@pytest.mark.parametrize("name", RANGES)
def test_what_a_notebook_finds(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("pandas")
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parents[1]))
    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    told = ", ".join(expression for expression, _, _ in RANGES[name])
    book.cells.append(nbformat.v4.new_code_cell(f"import json\nprint(json.dumps([*map(float, ({told},))]))"))
    nbclient.NotebookClient(book, timeout=900, resources={"metadata": {"path": str(tmp_path)}}).execute()
    found = json.loads(book.cells[-1].outputs[0].text)
    for (expression, low, high), value in zip(RANGES[name], found, strict=True):
        assert low <= value <= high, f"{expression} is {value}"
