"""Examples: each kind of expectation comes out, fails, and is refused where it makes no sense."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.analysis.examples.run import Result, run_example
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.targets import open_target

CLASSIC = (Path(__file__).parent.parent / "cli" / "classic.yaml").read_text(encoding="utf-8")
OTHERS = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
TABLE = "table: 3c 4d\nhand: 7c\n"
PILES = "piles: {1: 10d 2s Ac 3c, 2: Ad}\n"


def results(tmp_path: Path, example: str) -> tuple[list[Result], list[tuple[str, str]]]:
    """What comes of one example of the classic game, and the diagnostics by name with what is underlined."""
    file = tmp_path / "game.yaml"
    file.write_text(f"{CLASSIC}examples:\n  - name: this one\n{indent(example, '    ')}\n", encoding="utf-8")
    target = open_target(str(file), None, (), ())
    found = read_examples(target, target.report)
    faults = [(d.code.slug, d.span.text if d.span else "") for d in target.report.diagnostics]
    return [run_example(e) for e in found], faults


@pytest.mark.parametrize(
    ("position", "right", "wrong"),
    [
        (TABLE, "captures: {7c: 3c 4d}", "captures: {7c: [3c 4d, 3c]}"),
        (TABLE, "captures: {7c: [4d 3c]}", "captures: {7c: []}"),
        ("table: 3c 4d\nhand: Kd\n", "captures: {Kd: []}", "captures: {Kd: 3c}"),
        ("table: 3c 4d\nhand: 2c 9c 6d\n", "builds: {2c: [9 with 3c 4d, 6 with 4d]}", "builds: {2c: 9 with 3c 4d}"),
        (TABLE, "trails: 7c", 'trails: ""'),
        (TABLE, "plays: [7c takes 3c 4d, 7c trails]", "plays: 7c trails"),
        (TABLE, "legal: 7c trails", "legal: 7c takes 3c"),
        (TABLE, "illegal: [7c takes 3c, 7d trails]", "illegal: [7c takes 3c, 7c trails]"),
        (TABLE, "others: []", "others: done"),
        (TABLE, "size: 52", "size: 40"),
        (PILES, "points: {1: 8, 2: 1}", "points: {1: 8, 2: 2}"),
        (PILES, "awards: {cards: {1: 3}, aces: {1: 1, 2: 1}}", "awards: {cards: {1: 3, 2: 3}}"),
        (PILES + "scores: {1: 20}\n", "winner: 1", "winner: nobody"),
        (PILES, "winner: nobody", "winner: 2"),
    ],
)
def test_expectations(tmp_path: Path, position: str, right: str, wrong: str) -> None:
    (good,), faults = results(tmp_path, f"{position}expect: {{{right}}}")
    assert faults == []
    assert good.mismatches == ()
    (bad,), faults = results(tmp_path, f"{position}expect: {{{wrong}}}")
    assert faults == []
    assert not bad.passed
    assert bad.json()["expected"] != bad.json()["found"]


def test_what_is_illegal_because_nobody_can_write_it(tmp_path: Path) -> None:
    """It stays an example, and says that it asks nothing of that play."""
    (good,), faults = results(tmp_path, f"{TABLE}expect: {{illegal: [trail 7c, 7c takes 3c]}}")
    assert good.mismatches == ()
    assert faults == [("without-effect", "trail 7c")]


def test_what_asks_nothing_and_where_a_play_is_refused(tmp_path: Path) -> None:
    """A card on the table is played by nobody; a play that is not legal is marked itself."""
    (good,), faults = results(tmp_path, f"{TABLE}expect: {{captures: {{3c: [], 7c: 3c 4d}}}}")
    assert good.mismatches == ()
    assert faults == [("without-effect", "3c")]
    (bad,), _ = results(tmp_path, f"{TABLE}play: Kd trails\nexpect: {{size: 52}}")
    assert [d.span.text for d in bad.diagnostics() if d.span] == ["Kd trails"]


def test_cards_that_are_laid_together_are_shown_together(tmp_path: Path) -> None:
    """A play of three cards is no play of each."""
    file = tmp_path / "game.yaml"
    down = "actions:\n  lie_down: {play: 3 cards, to: table}\n  trail: removed\n"
    example = "examples: [{name: e, table: Kd, hand: 2d 5d Kh, expect: {trails: 2d}}]\n"
    file.write_text(f"dsl: 1\nextends: cassino\n{down}{example}")
    target = open_target(str(file), None, (), ())
    (example_read,) = read_examples(target, target.report)
    ((_, mismatch),) = run_example(example_read).mismatches
    assert (mismatch.found, mismatch.value) == ("trails: 2d 5d Kh", "2d 5d Kh")


def test_several_plays_are_made_in_order(tmp_path: Path) -> None:
    plays = "table: 7h\nhands: {1: 2c 9c, 2: 5s Ks}\nplay: [2c builds 9 with 7h, 5s trails, {9c takes 2c 7h: nine}]\n"
    (good,), faults = results(tmp_path, f"{plays}expect: {{after: {{table: 5s}}}}")
    assert (faults, good.mismatches) == ([], ())
    (bad,), _ = results(tmp_path, f"{plays.replace('5s trails', '5s takes 7h')}expect: {{after: {{table: 5s}}}}")
    assert bad.diagnostics()[0].span is not None
    assert bad.diagnostics()[0].span.text == "5s takes 7h"  # the play that is not legal, and none behind it


BUILT = "play: 2c builds 9 with 3c 4d\n"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('table: ""', "table: 3c"),
        ("turn: 2", "turn: 1"),
        ("hands: {1: 9c 6d}", "hands: {1: 9c}"),
        ("builds: [{value: 9, groups: [4d 3c 2c], owner: 1}]", "builds: [{value: 9, groups: [2c 3c 4d], owner: 2}]"),
        ("builds: [{value: 9, groups: [2c 3c 4d]}]", "builds: [{value: 9, groups: [2c 3c, 4d]}]"),
        ("memory: {sweeps: {1: 0}}", "memory: {sweeps: {1: 1}}"),
        ("memory: {last_capturer: none}", "memory: {last_capturer: 1}"),
        ('piles: {1: ""}', "piles: {2: 3c}"),
        ("scores: {1: 0}", "scores: {1: 2}"),
        ('tops: {1: ""}', "tops: {1: 2c}"),
        ("round: 1", "round: 2"),
        ("round_over: false", "round_over: true"),
        ("winner: 0", "winner: 1"),
        ("builds: [{value: 9, groups: 4d 3c 2c}]", "builds: none"),
    ],
)
def test_after_compares_key_by_key(tmp_path: Path, right: str, wrong: str) -> None:
    position = "table: 3c 4d\nhand: 2c 9c 6d\n" + BUILT
    (good,), faults = results(tmp_path, f"{position}expect: {{after: {{{right}}}}}")
    assert (faults, good.mismatches) == ([], ())
    (bad,), faults = results(tmp_path, f"{position}expect: {{after: {{{wrong}}}}}")
    assert faults == []
    assert not bad.passed


def test_builds_may_be_gone(tmp_path: Path) -> None:
    position = "builds: [{value: 7, groups: [3c 4d], owner: 2}]\nhand: 7c\nplay: 7c takes 3c 4d\n"
    (good,), _ = results(tmp_path, position + "expect: {after: {builds: [], tops: {1: 7c}, piles: {1: 7c 4d 3c}}}")
    assert good.passed


def test_an_illegal_play_fails_the_example_with_the_reason(tmp_path: Path) -> None:
    (bad,), _ = results(tmp_path, TABLE + "play: 7c takes 3c\nexpect: {after: {turn: 2}}")
    assert bad.json()["expected"] == "`7c takes 3c` is legal"
    assert bad.json()["found"].startswith("7c may not take 3c: 3c counts 3, not 7 (")


def test_options_and_house_rules_of_an_example(tmp_path: Path) -> None:
    piles = PILES + "scores: {1: 24}\n"
    (good,), faults = results(tmp_path, piles + "set: {target: 40}\nexpect: {winner: nobody}")
    assert (faults, good.mismatches) == ([], ())
    _, faults = results(tmp_path, piles + "set: {targt: 40}\nexpect: {winner: nobody}")
    assert faults == [("unknown-option", "targt: 40")]
    _, faults = results(tmp_path, piles + "with: nothing\nexpect: {winner: nobody}")
    assert faults == [("unknown-base", "nothing")]


@pytest.mark.parametrize(
    ("example", "fault"),
    [
        ("table: 3c 11d\nexpect: {size: 52}", ("unknown-card", "11d")),
        ("table: 3c 3c\nexpect: {size: 52}", ("card-too-often", "3c")),
        ("tabel: 3c\nexpect: {size: 52}", ("unknown-key", "tabel")),
        ("seats: 3\nexpect: {size: 52}", ("wrong-seats", "3")),
        ("expect: {sizes: 52}", ("unknown-key", "sizes")),
        ("expect: {captures: {7c: 3c 4x}}", ("unknown-card", "4x")),
        ("expect: {captures: {7x: 3c}}", ("unknown-card", "7x")),
        ("expect: {builds: {7c: 9 mit 3c}}", ("bad-play", "9 mit 3c")),
        ("expect: {legal: 7c takes 3x}", ("unknown-card", "3x")),
        ("expect: {legal: I win}", ("bad-play", "I win")),
        ("expect: {legal: pair 7c takes 3c}", ("bad-play", "pair 7c takes 3c")),
        ("play: Trail 7c\nexpect: {size: 52}", ("bad-play", "Trail 7c")),
        ("expect: {legal: claims}", ("unknown-name", "claims")),
        ("expect: {awards: {card: {1: 1}}}", ("unknown-name", "card")),
        ("expect: {awards: {cards: {3: 1}}}", ("bad-position", "3")),
        ("expect: {points: {1: many}}", ("bad-number", "many")),
        ("expect: {winner: 3}", ("bad-position", "3")),
        ("expect: {trails: 7x}", ("unknown-card", "7x")),
        ("expect: {after: {tabel: 3c}}", ("unknown-key", "tabel")),
        ("expect: {after: {piles: {3: 3c}}}", ("bad-position", "3")),
        ("expect: {after: {points: {cards: {3: 1}}}}", ("bad-position", "3")),
        ("expect: {sees: {1: {hands: {3: 4}}}}", ("bad-position", "3")),
        ("expect: {after: {hand: 3c}}", ("unknown-key", "hand")),
        ("expect: {after: {memory: {sweep: 1}}}", ("bad-position", "sweep")),
        ("expect: {after: {table: 3x}}", ("unknown-card", "3x")),
        ("expect: {after: {table: 3c, piles: {1: 3c}}}", ("card-too-often", "3c")),
        ("expect: {after: {turn: 3}}", ("bad-position", "3")),
        ("expect: {after: {round_over: perhaps}}", ("bad-position", "perhaps")),
        ("expect: {after: {tops: {1: 3x}}}", ("unknown-card", "3x")),
        ("expect: {after: {builds: 7}}", ("bad-position", "7")),
        ("expect: {after: {builds: [{value: 7}]}}", ("bad-position", "{value: 7}")),
        ("play: 7c takes 3x\nexpect: {size: 52}", ("unknown-card", "3x")),
        ("name: twice\nexpect: {size: 52}", ("duplicate-key", "name")),
        ("table: 3c", ("missing-key", "")),
    ],
)
def test_faults_have_their_place(tmp_path: Path, example: str, fault: tuple[str, str]) -> None:
    ran, faults = results(tmp_path, example)
    assert ran == []
    assert len(faults) == 1
    assert faults[0][0] == fault[0]
    assert fault[1] in faults[0][1]


@pytest.mark.parametrize("name", [*shipped_variants(), *shipped_house_rules(), *map(str, OTHERS)])
@pytest.mark.share(4)
def test_every_shipped_example_comes_out(name: str) -> None:
    target = open_target(name, None, (), ())
    examples = read_examples(target, target.report)
    assert [d.message for d in target.report.diagnostics if d.severity == "error"] == []
    failed = {r.example.name: [(m.expected, m.found) for _, m in r.mismatches] for r in map(run_example, examples)}
    assert {name: faults for name, faults in failed.items() if faults} == {}
