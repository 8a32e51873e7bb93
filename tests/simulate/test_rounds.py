"""Results as data: rounds as a table, the figures of a simulation as one, and its plots."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.analysis.simulate import answer
from cassino_dsl.analysis.simulate.report import plots
from cassino_dsl.analysis.simulate.rounds import RoundRows
from cassino_dsl.api import diff, load, rounds, simulate

HERE = Path(__file__).parent
SCOPA = load("scopa")
# partners, half points, where the lowest wins, a match that may end in its first round
HALVES = str(HERE.parent / "conformance" / "scoring" / "half-points.yaml")
GAMES = (("scopa", 2), ("scopone", 4), (HALVES, 2), ("krypkasino", 3), ("callabra", 2))


@pytest.mark.parametrize("unit", ["match", "round"])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_rounds_come_to_the_figures_of_the_simulation(name: str, seats: int, unit: Any) -> None:
    game = load(name)
    how: dict[str, Any] = {"seed": 5, "seats": seats, "unit": unit, "players": ["greedy", *["random"] * (seats - 1)]}
    table = rounds(game, 6, **how, jobs=1)
    found = simulate(game, 6, **how, jobs=1)
    ends = table.groupby(["match", "side"])["winner"].last().unstack()
    assert len(table) == found["rounds"] * len(found["sides"])
    for at, side in enumerate(found["sides"], 1):
        mine, place = table[table.side == at], table[table.place == at]
        assert mine.total.mean() == pytest.approx(side["points_per_round"], abs=1e-6)
        assert {a: mine[a].mean() for a in side["awards"]} == pytest.approx(side["awards"], abs=1e-6)
        assert (ends[at] == at).sum() == side["wins"]
        assert place.won.sum() == found["order"][at - 1]["wins"]
    if len(found["sides"]) == seats:
        points = table.groupby("player").total.mean()
        for player in found["by_player"]:
            assert points[player["player"]] == pytest.approx(player["points_per_round"], abs=1e-6)
    assert (table[list(found["sides"][0]["awards"])].sum(axis=1) == table.total).all()
    played = game.records(6, **how, jobs=1)
    assert [len(record["rounds"]) for record in played] == list(table.groupby("match")["round"].max())
    assert {game.replay(record).round_over for record in played[:2]} == {True}


def test_no_row_depends_on_the_engine_the_processes_or_the_library() -> None:
    tables = [
        rounds(SCOPA, 12, seed=2, library="pyarrow", engine="reference", jobs=2),
        rounds(SCOPA, 12, seed=2, library="pyarrow"),
        rounds(SCOPA, 12, seed=2, library="polars").to_arrow(),
    ]
    rows = [table.to_pylist() for table in tables]
    assert rows[0] == rows[1] == rows[2]
    pandas = rounds(SCOPA, 12, seed=2)
    assert json.loads(pandas.to_json(orient="records")) == rows[0]
    assert str(rounds(load(HALVES), 3, seed=2, library="polars")["score"].dtype) == "Float64"
    assert str(rounds(SCOPA, 30, seed=2).winner.dtype) == "Int64"  # whole numbers, also where nobody has won


def test_a_column_has_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(SCOPA.ruleset), "award_names", lambda self: ("cards", "total"))
    assert RoundRows(SCOPA.ruleset, 2).columns[5:8] == ("cards", "award_total", "total")


def test_the_figures_are_a_table() -> None:
    found = simulate(SCOPA, games=40, seed=3, players=["greedy", "random"])
    frame = found.to_frame().set_index(["group", "who", "figure"])
    greedy = frame.loc[("players", "greedy", "win_rate")]
    assert list(greedy) == [found["by_player"][0]["win_rate"], *found["by_player"][0]["win_interval"]]
    assert not {"run", "method"} & set(found.to_frame("polars")["group"])
    assert found.to_frame("pyarrow").num_rows == len(frame)


def test_no_answer_holds_a_player_itself() -> None:
    """Only its name: what cannot be sent comes back from other processes, too."""
    players = [lambda view, legal: 0, "random"]
    assert len(rounds(SCOPA, 8, seed=3, players=players, jobs=2, library="pyarrow")) == 16
    found = simulate(SCOPA, games=2, seed=3, players=players)
    assert pickle.loads(pickle.dumps(found)) == found
    assert pickle.dumps(diff(SCOPA, load("scopa", target=5), games=2, players=players, witness=False))


def test_the_answer_is_the_object_that_the_command_prints() -> None:
    found = simulate(SCOPA, games=4, seed=3)
    assert json.loads(json.dumps(found)) == found == pickle.loads(pickle.dumps(found))
    assert pickle.loads(pickle.dumps(found)).to_frame("pyarrow").num_rows


def test_plots_are_axes(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    found = simulate(SCOPA, games=30, seed=3)
    for name in ("order", "sides", "awards", "rounds", "plays"):
        axes = found.plot(name)
        assert axes.get_title()
        pyplot.close(axes.figure)
    figure, mine = pyplot.subplots()
    assert found.plot("awards", axes=mine) is mine
    pyplot.close(figure)
    with pytest.raises(ValueError, match="there are order, awards, plays, rounds, sides"):
        found.plot("luck")
    with pytest.raises(ValueError, match="no plot 'sides'"):
        simulate(SCOPA, games=2, seed=3, unit="round").plot("sides")
    monkeypatch.setattr(plots, "available", lambda: False)
    with pytest.raises(ImportError, match=r"cassino-dsl\[report\]"):
        found.plot()


@pytest.mark.parametrize("name", ["pandas", "polars", "pyarrow"])
def test_a_library_that_is_missing_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=rf"tables need {name}: `pip install 'cassino-dsl\[data\]'`"):
        rounds(SCOPA, 1, library=name)


def test_another_library_is_refused() -> None:
    with pytest.raises(ValueError, match="`library` is one of `pandas`, `polars`, `pyarrow`, not 'numpy'"):
        rounds(SCOPA, 1, library="numpy")
    assert set(answer.LIBRARIES) == {"pandas", "polars", "pyarrow"}
