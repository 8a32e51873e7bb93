"""Reports: the verdict comes first and is true of the figures, in every format; pages are of one design."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.analysis.simulate.differences import PlayedRows
from cassino_dsl.analysis.simulate.figures import simulation
from cassino_dsl.analysis.simulate.grid import pooled
from cassino_dsl.analysis.simulate.report import simulation as sections
from cassino_dsl.analysis.simulate.report.html import figured, report_html
from cassino_dsl.analysis.simulate.report.table import FigureReport, Passage, mean_with, rate_with
from cassino_dsl.analysis.simulate.report.text import markdown, text
from cassino_dsl.analysis.simulate.report.verdict import fair, side_by_side, verdict, warnings
from tests.simulate.helpers import cli, played, spec, with_wins

RUN = ("--games", 6, "--seed", 1, "--engine", "reference")
LOST = """
dsl: 1
extends: casual-cassino
awards:
  dear_ace: {each: As, points: -2}
checks: removed
"""


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return simulation(played(spec("scopa", games=8)))


def test_who_is_ahead_is_said_only_where_the_interval_leaves_out_what_is_fair(found: dict[str, Any]) -> None:
    ahead = with_wins(found, "order", (0.42, 0.38, 0.46), (0.58, 0.54, 0.62))
    assert fair(ahead, "order") == pytest.approx(0.5)
    assert verdict(ahead)[0] == (
        "The dealer is ahead: it wins 58.0 % (54.0–62.0) of rounds, the leader 42.0 % (38.0–46.0), "
        "where 50.0 % is fair."
    )
    alone = with_wins(found, "order", (0.42, 0.38, 0.46), (0.58, 0.54, 0.62), p=0.06)
    assert verdict(alone)[0].startswith("No place in the round is shown to be better")
    assert verdict(alone)[0].endswith("where 50.0 % is fair, which among 2 may be chance.")
    three = with_wins(found, "sides", (0.33, 0.3, 0.36), (0.29, 0.26, 0.32), (0.38, 0.35, 0.41), p=0.06)
    assert "seat 3 wins 38.0 % (35.0–41.0), which among 3 may be chance" in verdict(three)[1]
    open_ = with_wins(found, "order", (0.47, 0.43, 0.51), (0.53, 0.49, 0.57), p=0.2)
    assert re.match("No place in the round is shown to be better.* 50.0 % is fair\\.", verdict(open_)[0])
    seats = with_wins(found, "sides", (0.6, 0.55, 0.65), (0.4, 0.35, 0.45))
    assert (
        verdict(seats)[1]
        == "Seat 1 wins 60.0 % (55.0–65.0) of matches, seat 2 40.0 % (35.0–45.0), where 50.0 % is fair."
    )


def test_several_are_told_apart_where_their_intervals_part(found: dict[str, Any]) -> None:
    ahead = with_wins(found, "order", (0.42, 0.38, 0.46), (0.56, 0.52, 0.60))
    open_ = with_wins(found, "order", (0.49, 0.47, 0.51), (0.49, 0.47, 0.51), p=0.9)
    said = " ".join(side_by_side(["x", "y"], [ahead, open_]))
    assert "The leader is behind in x; no place is shown to be better in y." in said
    assert "The leader wins from 42.0 % (x) to 49.0 % (y) of rounds." in said
    assert "a match takes from" not in said
    assert "The leader is behind in all of them." in side_by_side(["x", "y"], [ahead] * 2)
    once = {**found, "rounds_per_match": 1.0, "figures": {**found["figures"], "always": ["rounds_per_match"]}}
    once["figures"]["rounds_interval"] = [1.0, 1.0]
    assert any(text.startswith("A match takes from 1 (x) to ") for text in side_by_side(["x", "y"], [once, found]))


def test_conclusions_that_depend_on_who_played_say_so() -> None:
    assert "random players" in warnings(["random", "random"])[0]
    assert "the players differ" in warnings(["random", "greedy"])[0]
    assert warnings(["greedy", "greedy"])[0].startswith("greedy players chose")
    assert warnings(["learned", "learned"]) == warnings(["search:20", "search:20"]) == ()


def test_who_plays_by_the_clock_is_told_in_the_report_itself() -> None:
    said = "`search:1ms` plays by the clock: the same seed need not give the same games"
    outcome = played(spec("scopa", games=1))
    assert simulation(outcome)["figures"]["repeatable"] is True
    timed = simulation(replace(outcome, spec=replace(outcome.spec, players=("search:1ms",) * 2)))
    assert timed["figures"]["warnings"] == [said]
    assert timed["figures"]["repeatable"] is False
    assert f"note: {said}" in " ".join(text(sections.report(timed)).split())


def test_a_report_names_the_methods_that_it_used_and_no_others(found: dict[str, Any]) -> None:
    rounds = simulation(played(spec("scopa", games=8, unit="round")))
    for answer, clustered in ((found, True), (rounds, False)):
        report = sections.report(answer)
        people = [" ".join(form(report).split()) for form in (text, markdown, lambda r: report_html("", r, None))]
        for said in (*people, sections.SimulationReport([answer]).as_csv()):
            assert "Clopper–Pearson 95 %" in said
            assert "t 95 % with a step beyond either extreme" in said  # each round takes 36 plays
            assert ("Korn–Graubard 95 %, matches as clusters" in said) == clustered
        for said in people:
            assert "exact binomial test" in said
            assert ("as many rounds as they are worth" in said) == clustered


def test_a_passage_is_in_every_format_and_what_it_quotes_stays_what_it_is() -> None:
    passage = Passage("p|q", ("k: v_w",), "one *two*", (("only <b>", "here:7"), ("none", "")), (("table", "<svg/>"),))
    report = FigureReport(title="a_b", verdict=("`x_y` is 5 `",), tables=(passage,), remarks=("`x_y` is <b>",))
    said = "## p\\|q\n\n```text\nk: v_w\n```\n\none \\*two\\*\n\n- only \\<b\\>  \n  here:7\n- none\n"
    assert markdown(report) == f"# a\\_b\n\n**\\`x\\_y\\` is 5 \\`**\n\n> `x_y` is \\<b\\>\n\n{said}"
    assert text(report).endswith("\n\np|q\n---\nk: v_w\none *two*\n  only <b>\n      here:7\n  none\n")
    page = report_html("Kind", report, None)
    assert '<li>only &lt;b&gt;<br><span class="note">here:7</span></li><li>none</li>' in page
    assert "<figcaption>table</figcaption><svg/>" in page
    assert "<pre>k: v_w</pre>" in page
    assert "What was played" not in page


def test_no_match_has_less_than_one_round() -> None:
    """Each had one, so that it may be a little more; and no margin is below nothing."""
    figures = simulation(played(spec(games=12)))["figures"]
    low, high = figures["rounds_interval"]
    assert (low, high > 1) == (1, True)
    assert figures["margin_interval"][0] >= 0


def test_each_question_of_fairness_names_its_test(found: dict[str, Any]) -> None:
    fairness = found["figures"]["fairness"]
    assert fairness["order"]["method"].startswith("exact binomial test of as many rounds as they are worth, Holm")
    assert fairness["sides"]["method"] == "exact binomial test, Holm over the figures of the report"
    three = simulation(played(spec("scopa", games=2, seats=3, unit="round", players=("random",) * 3)))
    assert three["figures"]["fairness"]["order"]["method"].startswith("exact binomial test, Bonferroni over 3 places")


@pytest.mark.parametrize("format", ["text", "markdown", "html"])
@pytest.mark.parametrize(
    "words",
    [("simulate", "scopa"), ("simulate", "scopa", "casual-cassino"), ("grid", "scopa", "--vary", "target=5,7")],
)
@pytest.mark.share(6)
def test_the_verdict_comes_before_every_table(words: tuple[str, ...], format: str) -> None:
    out = cli(*words, *RUN, "--format", format).stdout
    first = re.search(r"(?i)no place\s+(in the round )?is\s+shown|is ahead|is behind|there is nothing", out)
    table = re.search(r"<table|\n\| |\n---", out)
    assert first is not None, out[:600]
    assert table is not None
    assert first.start() < table.start()


def test_an_award_that_takes_has_a_minus_and_shares_are_of_all_that_moves(tmp_path: Path) -> None:
    file = tmp_path / "dear.yaml"
    file.write_text(LOST)
    out = cli("simulate", file, "--games", 20, "--seed", 1, "--unit", "round", "--engine", "reference", "--full").stdout
    rows = out[out.index("What the points come from") :].splitlines()[3:]
    table = rows[: next(i for i, row in enumerate(rows) if row.startswith("of points:"))]
    shares = {row.split()[0]: float(re.findall(r"(-?[0-9.]+) %", row)[0]) for row in table}
    assert shares["dear_ace"] < 0
    assert sum(map(abs, shares.values())) == pytest.approx(100, abs=0.5)
    assert f"{shares['dear_ace']:.1f} %" in out


def test_plots_take_their_colours_from_the_page() -> None:
    pytest.importorskip("matplotlib")
    page = cli("simulate", "scopa", *RUN, "--format", "html").stdout
    drawn = re.findall(r"<svg role.*?</svg>", page, re.DOTALL)
    assert len(drawn) >= 4
    for svg in drawn:
        assert set(re.findall(r"#[0-9a-f]{6}\b", re.sub(r"url\(#\w+\)|href=\"#\w+\"", "", svg))) == set()
        for variable in re.findall(r"var\((--[a-z0-9-]+)\)", svg):
            assert page.count(f"{variable}:") >= 1, variable
    assert "prefers-color-scheme: dark" in page
    assert "the line: fair" in page


def test_figures_are_written_in_one_way() -> None:
    assert rate_with(0.4833, [0.427, 0.54]) == "48.3 % (42.7–54.0)"
    assert rate_with(0.4833, [0.4823, 0.4843]) == "48.33 % (48.23–48.43)"
    assert mean_with(5.291, [5.10, 5.48]) == "5.29 (5.10–5.48)"
    assert mean_with(-0.2, [-0.3, -0.1]) == "-0.20 (-0.30 to -0.10)"
    assert mean_with(48, [48, 48]) == "48.00 (48.00–48.00)"
    assert figured("48.3 % (42.7–54.0)") == '48.3\u00a0% <span class="held">(42.7–54.0)</span>'


def test_json_keeps_texts_as_they_are(tmp_path: Path) -> None:
    """Lists of numbers stand on one line; what a text holds is none of them."""
    folder = tmp_path / "a [  b  ]"
    folder.mkdir()
    file = folder / "k.yaml"
    file.write_text("dsl: 1\nextends: kontsina\n")
    result = cli("simulate", file, "--games", 2, "--seed", 1, "--engine", "reference", "--format", "json")
    assert str(file) in json.loads(result.stdout)["figures"]["command"]
    assert '  "players": ["random", "random"],\n' in result.stdout
    assert '"sides": [\n    {\n      "side": 1,' in result.stdout


def test_the_first_screen_has_what_is_asked_first_and_full_has_all(found: dict[str, Any]) -> None:
    report = sections.report(found)
    brief, whole = text(report, full=False), text(report)
    assert len(brief.splitlines()) <= 42
    assert {table.title for table in report.tables if table.first} == {
        "Who wins the match",
        "What the place in the round is worth",
    }
    for table in report.tables:
        assert (f"\n{table.title}\n" in brief) == table.first
        assert f"\n{table.title}\n" in whole
    page = report_html("", report, None)
    assert page.index("What the place in the round is worth") < page.index("<details>") < page.index("What is played")


def test_what_is_always_the_same_and_what_is_switched_off_are_called_so() -> None:
    answer = simulation(played(spec("scopa", games=120, unit="round")))
    assert answer["figures"]["always"] == ["rounds_per_match", "plays_per_round", "settebello", "re_bello", "napola"]
    told = text(sections.report(answer))
    assert "a round always takes 36 plays" in " ".join(told.split()).lower()
    assert re.search(r"settebello +always 1 ", told)
    assert "re_bello " in told.split("Who wins")[0], "as an option"
    assert "re_bello" not in told.split("What the points come from")[1]
    assert answer["sides"][0]["awards"]["re_bello"] == 0, "programs are told of every award"


def test_the_rows_of_a_grid_are_pooled() -> None:
    """What no row shows by itself all may show together; the rows of one unit are played on the same deals, so that
    the same row twice shows no more than once."""
    outcome = played(spec("scopa", games=8))
    layout = outcome.layout
    rows = [[0] * sum(dict(layout.blocks).values()) for _ in range(40)]
    for number, row in enumerate(rows):
        row[layout.column("rounds")] = 2
        row[layout.column("place_wins", 0)] = int(number % 4 == 0)
        row[layout.column("place_wins", 1)] = 2 - int(number % 4 == 0)
    once, twice = (pooled([PlayedRows(layout, rows)] * n) for n in (1, 2))
    assert once is not None
    assert twice is not None
    assert once["p"] == twice["p"] < 0.001
    assert (once["win_rate"], once["fair"]) == (0.125, 0.5)
    open_ = simulation(outcome)
    answers = [with_wins(open_, "order", (0.40, 0.3, 0.5), (0.6, 0.5, 0.7), p=0.2)] * 2
    said = side_by_side("ab", answers, once)[0]
    assert said == (
        "In all together the leader is behind: it wins 12.5 % of rounds, where 50.0 % is fair; "
        "by itself that is shown in none of them."
    )
    assert side_by_side("ab", answers, {**once, "p": 0.2})[0].startswith("No place in the round is shown")
