"""What the commands print: the contract, the formats, the widths."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.answer import simulate, words_of
from cassino_dsl.analysis.simulate.figures import simulation
from cassino_dsl.analysis.simulate.report.simulation import SimulationReport
from cassino_dsl.analysis.simulate.report.text import markdown, text
from cassino_dsl.analysis.simulate.run import RunOutcome
from cassino_dsl.engine.layout import empty, layout_of
from tests.simulate.helpers import answer, cli, spec, timeless

KEYS = (
    "variant options unit games rounds seats players engine seed seconds plays_per_round legal_per_turn "
    "plays_by_action rounds_per_match ties sides order memory"
).split()
SIDE = "side seats wins win_rate win_interval points_per_round awards".split()
RUN = ("--games", 6, "--seed", 1, "--engine", "reference")


def test_the_contract() -> None:
    found = json.loads(cli("simulate", "traditional-cassino", *RUN, "--format", "json").stdout)
    assert list(found)[: len(KEYS)] == KEYS
    assert set(found["legal_per_turn"]) == {"mean", "p95", "forced"}
    assert found["options"]["target"] == 21
    assert found["players"] == ["random", "random"]
    assert (found["games"], found["seats"], found["engine"], found["unit"]) == (6, 2, "reference", "match")
    for side in (*found["sides"], *found["order"]):
        assert list(side) == SIDE
        low, high = side["win_interval"]
        assert low < side["win_rate"] < high
        assert sum(side["awards"].values()) == pytest.approx(side["points_per_round"], abs=1e-5)
    assert sum(found["plays_by_action"].values()) == pytest.approx(1, abs=1e-5)
    assert found["plays_per_round"] == 48
    assert set(found["memory"]) == {"sweeps"}
    assert found["memory"]["sweeps"] == pytest.approx(
        sum(side["awards"]["sweeps"] for side in found["sides"]), abs=1e-5
    )


def test_partners_share_a_side() -> None:
    found = answer(
        "simulate", "partnership-cassino", "--games", 3, "--seed", 1, "--unit", "round", "--engine", "reference"
    )
    assert [side["seats"] for side in found["sides"]] == [[1, 3], [2, 4]]
    assert found["order"] == found["sides"]


def test_the_same_seed_the_same_answer() -> None:
    words = ("simulate", "casual-cassino", "--games", 5, "--engine", "reference")
    assert answer(*words, "--seed", 9) != answer(*words, "--seed", 10)
    fresh = answer(*words)  # whose seed is told
    assert answer(*words, "--seed", fresh["seed"]) == fresh


def test_the_command_of_a_report_reproduces_it() -> None:
    words = ("simulate", "scopa", "--games", 4, "--seed", 5, "--set", "target=7", "--players", "random,greedy")
    found = answer(*words, "--engine", "reference")
    command = found["figures"]["command"].split()
    assert command[0] == "cassino"
    assert answer(*command[1:], "--engine", "reference") == found


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "variants", [("scopa",), ("traditional-cassino", "scopa", "royal-cassino-wikipedia", "royal-cassino-psellos")]
)
def test_text_fits_80_columns(variants: tuple[str, ...]) -> None:
    text = cli("simulate", *variants, *RUN).stdout
    told = [line for line in text.splitlines() if not line.startswith("again:")]
    assert max(map(len, told)) <= 80
    for variant in variants:
        assert variant in text
    assert "\x1b" not in text


def test_nothing_played_is_still_a_report() -> None:
    """Somebody may stop a run before its first block is done."""
    game = load("scopa")
    layout = layout_of(game.engine(2).plan)
    outcome = RunOutcome(spec("scopa"), game.ruleset, layout, empty(layout), {"reference": 0}, 0.0, True)
    found = simulation(outcome)
    assert (found["games"], found["sides"][0]["win_interval"]) == (0, [0.0, 1.0])
    report = SimulationReport([found])
    assert all("scopa" in told for told in (report.as_csv(), text(report.report()), markdown(report.report())))


def test_several_are_a_list_in_json_and_lines_in_csv() -> None:
    words = ("simulate", "scopa", "casual-cassino", *RUN, "--format")
    rows = list(csv.DictReader(io.StringIO(cli(*words, "csv").stdout)))
    assert {row["variant"] for row in rows} == {"scopa", "casual-cassino"}
    assert [one["variant"] for one in json.loads(cli(*words, "json").stdout)["runs"]] == ["scopa", "casual-cassino"]
    rates = [row for row in rows if (row["variant"], row["group"], row["figure"]) == ("scopa", "sides", "win_rate")]
    assert sum(float(row["value"]) for row in rates) == pytest.approx(1)
    assert all(float(row["low"]) < float(row["value"]) < float(row["high"]) for row in rates)


@pytest.mark.parametrize("variants", [("scopa",), ("scopa", "casual-cassino")])
@pytest.mark.share(2)
def test_html_is_one_page_that_needs_nothing(variants: tuple[str, ...]) -> None:
    pytest.importorskip("matplotlib")
    page = cli("simulate", *variants, *RUN, "--format", "html").stdout
    assert page.count("<html") == 1
    assert page.count("<svg role") >= 4 * len(variants)
    rules = page[page.index("The rules of") :]
    assert rules.count('<svg class="card"') > 5  # the examples of the file, with its cards
    assert "cassino simulate scopa" in page
    for word in ("<script", "src=", "<link", "@import", "url(http"):
        assert word not in page
    if len(variants) == 1:
        again = cli("simulate", *variants, *RUN, "--format", "html").stdout
        assert len(again) == pytest.approx(len(page), abs=20)  # all but the clock


@pytest.mark.parametrize("words", [("simulate", "scopa"), ("grid", "scopa", "--vary", "target=5,7")])
def test_without_matplotlib_a_page_has_all_but_plots(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cassino_dsl.analysis.simulate.report.plots.available", lambda: False)
    result = cli(*words, *RUN, "--format", "html")
    assert result.exit_code == 0
    assert "cassino-dsl[report]" in result.stderr
    assert "pip install 'cassino-dsl[report]'" in result.stdout
    assert "<svg role" not in result.stdout
    assert "Length" in result.stdout


def test_no_text_of_a_variant_gets_into_a_page_unescaped(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "x.yaml"
    file.write_text("dsl: 1\nextends: casual-cassino\ntitle: <script>alert(1)</script>\nabout: <img src=x>\n")
    result = cli("simulate", file, *RUN, "--format", "html")
    assert result.exit_code == 0, result.stderr
    assert "<script" not in result.stdout
    assert "<img" not in result.stdout


def test_faults_in_play_say_how_to_reproduce_them(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text("dsl: 1\nextends: casual-cassino\nchecks:\n  few: all(s in sides | count(pile(s)) < 40)\n")
    words = ("simulate", file, "--games", 200, "--seed", 4, "--engine", "reference")
    result = cli(*words)
    assert result.exit_code == 1
    assert "`few`" in result.stderr
    command = result.stderr.split("help: `")[1].split("`")[0].split()
    unit = int(command[command.index("--first") + 1])
    assert f"seed 4, match {unit}" in result.stderr
    assert cli(*command[1:], "--engine", "reference").stderr.splitlines()[0] == result.stderr.splitlines()[0]
    assert cli("simulate", file, "--games", unit, "--seed", 4, "--engine", "reference").exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("simulate",),
        ("simulate", "scopa", "--seats", 9),
        ("simulate", "scopa", "--players", "nobody"),
        ("simulate", "scopa", "--players", "random,random,random"),
        ("simulate", "scopa", "--shard", "3/2"),
        ("simulate", "scopa", "--shard", "x"),
        ("simulate", "scopa", "--shard", "1/2", "--until", "1%"),
        ("simulate", "scopa", "--until", "soon"),
        ("simulate", "scopa", "--until", "-1"),
        ("simulate", "scopa", "--games", 0),
        ("simulate", "scopa", "cassino", "--records", "x"),
        ("simulate", "--resume", "nowhere"),
        ("grid", "scopa"),
        ("grid", "scopa", "--vary", "target"),
        ("grid", "scopa", "--vary", "target=1", "--vary", "target=2"),
        ("merge", "nowhere"),
    ],
)
def test_wrong_words_are_usage_errors(words: tuple[object, ...]) -> None:
    result = cli(*words)
    assert result.exit_code == 2, result.stderr
    assert "Usage:" in result.stderr


def test_the_api_gives_what_the_command_prints() -> None:
    game = load("scopa", target=7)
    found = simulate(game, games=4, seed=5, engine="reference")
    printed = answer("simulate", "scopa", "--games", 4, "--seed", 5, "--set", "target=7", "--engine", "reference")
    assert timeless({**found, "schema": 1}) == printed
    assert words_of(load("royal-cassino", ["count-out"], sweeps=True).ruleset) == (("count-out",), ("sweeps=true",))


@pytest.mark.ci
def test_grid(tmp_path: Path) -> None:
    words: list[object] = [*"grid scopa --vary target=5,7 --vary fewest=true,false --games 2 --seed 1".split()]
    words += ["--engine", "reference"]
    found = json.loads(cli(*words, "--out", tmp_path / "g", "--format", "json").stdout)
    assert [row["at"] for row in found["rows"]] == [
        {"target": t, "fewest": f} for t in ("5", "7") for f in ("true", "false")
    ]
    assert [row["options"]["target"] for row in found["rows"]] == [5, 5, 7, 7]
    one = answer("simulate", "scopa", "--games", 2, "--seed", 1, "--set", "target=7", "--engine", "reference")
    assert found["rows"][3]["sides"] == one["sides"]
    again = json.loads(cli("grid", "--resume", tmp_path / "g", "--format", "json").stdout)
    assert list(map(timeless, again["rows"])) == list(map(timeless, found["rows"]))
    rows = list(csv.DictReader(io.StringIO(cli(*words, "--format", "csv").stdout)))
    assert [(row["target"], row["fewest"]) for row in rows][1] == ("5", "false")
    for name, value in (
        ("side_1_win_rate", one["sides"][0]["win_rate"]),
        ("rounds_per_match", one["rounds_per_match"]),
    ):
        assert float(rows[3][name]) == value
        assert float(rows[3][f"{name}_low"]) <= value <= float(rows[3][f"{name}_high"])
    text = cli(*words).stdout
    assert max(len(line) for line in text.splitlines() if not line.startswith("again:")) <= 80
    command = text.split("again: cassino ")[1].split()
    assert [w for w in command if "=" in w] == ["target=5,7", "fewest=true,false"]


@pytest.mark.ci
def test_grid_shows_differences_pair_by_pair() -> None:
    """The differences are those of the units that the two runs play, on the same deals; wins alone would hide them."""
    words = ("grid", "scopa", "--vary", "target=3,11", "--games", 12, "--seed", 1, "--engine", "reference")
    found = json.loads(cli(*words, "--format", "json").stdout)
    first, second = found["rows"]
    assert "differences" not in first
    by_name = {figure["name"]: figure for figure in second["differences"]}
    rounds = by_name["rounds a match"]
    assert rounds["a"] == first["rounds_per_match"]
    assert rounds["b"] == second["rounds_per_match"]
    assert rounds["real"]
    assert rounds["interval"][0] < rounds["difference"] < rounds["interval"][1]
    text = cli(*words).stdout
    assert "What differs from target=3" in text
    assert "11: rounds a match" in text


def test_the_command_of_a_grid_is_the_whole_command() -> None:
    words = ["grid", "royal-cassino", "--vary", "with=count-out,none", "--with", "sweeps", "--set", "target=5"]
    words += ["--players", "greedy,random", "--no-rotate", "--games", "2", "--seed", "1", "--engine", "reference"]
    again = cli(*words).stdout.split("again: cassino ")[1].split()
    assert again[again.index("--with") + 1] == "sweeps"
    assert again.count("--with") == 1
    assert {"--no-rotate", "target=5", "with=count-out,none", "greedy,random"} <= set(again)


def test_too_few_to_say() -> None:
    one = cli("simulate", "scopa", "--games", 1, "--seed", 1, "--engine", "reference", "--full").stdout
    assert "One match is too few to say who is ahead." in " ".join(one.split())
    assert "36.00 (too few to say)" in one
    grid = cli("grid", "scopa", "--vary", "target=3,5", "--games", 5, "--seed", 1, "--engine", "reference").stdout
    assert "too few to say" in grid.split("What differs")[1]


def test_grid_over_house_rules() -> None:
    words = ("grid", "royal-cassino", "--vary", "with=none,sweeps", "--games", 2, "--seed", 1, "--engine", "reference")
    found = json.loads(cli(*words, "--format", "json").stdout)
    assert [row["figures"]["house_rules"] for row in found["rows"]] == [[], ["sweeps"]]
