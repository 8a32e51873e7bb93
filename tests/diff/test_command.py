"""`cassino diff`: formats, exit codes, options."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cassino, cassino
from tests.diff.rulesets import OTHER_WORDS, PLAIN, TINY

__all__ = ["cassino"]  # the fixture


def test_no_difference_is_empty_and_exits_0(cassino: Cassino) -> None:
    ran = cassino("diff", "cassino", "cassino", "--format", "json")
    assert ran.code == 0
    assert ran.json == {"schema": 1, "changes": [], "witness": None, "effect": None}
    assert "say the same" in cassino("diff", PLAIN, OTHER_WORDS).out


def test_a_difference_exits_1_with_the_keys_of_the_contract(cassino: Cassino) -> None:
    ran = cassino(
        "diff", "cassino", "cassino", "--b-with", "sweeps", "--games", 6, "--format", "json", "--engine", "reference"
    )
    assert ran.code == 1
    assert ran.err == ""
    (change,) = ran.json["changes"]
    assert {"path", "class", "a", "b", "text"} <= set(change)
    assert (change["path"], change["class"], change["a"]) == ("awards.sweeps", "scoring", None)
    assert {"position", "only_a", "only_b"} <= set(ran.json["witness"])
    effect = ran.json["effect"]
    assert (effect["games"], effect["seed"], effect["engine"]) == (6, 1, "reference")
    unmoved = [figure["name"] for figure in effect["figures"] if not figure["pairs_differ"]]
    assert (effect["same"], effect["no_pair_differs"]) == ([], unmoved)  # "same" is what no playing shows
    assert unmoved
    assert "random players" in effect["warnings"][0]
    assert effect["repeatable"] is True
    keys = {"group", "name", "a", "b", "difference", "interval", "verdict"}
    assert keys | {"real", "p", "p_adjusted", "pairs_differ", "method"} == set(effect["figures"][0])


def test_the_witness_is_a_position_that_moves_reads(cassino: Cassino) -> None:
    import json

    ran = cassino("diff", "scopa", "scopa", "--b-set", "fewest=true", "--no-effect", "--format", "json")
    witness = ran.json["witness"]
    plays = cassino("moves", "scopa", "-", "--format", "json", stdin=json.dumps(witness["position"])).json["plays"]
    assert set(witness["only_a"]) <= {p["text"] for p in plays}


def test_options_of_one_side_and_of_both(cassino: Cassino) -> None:
    words = ("--no-effect", "--no-witness", "--format", "json")
    one = cassino("diff", "scopa", "scopa", "--a-set", "target=21", *words)
    assert [c["text"] for c in one.json["changes"]] == ["target: 21 → 11"]
    both = cassino("diff", "scopa", "scopa", "--set", "target=21", *words)
    assert (both.code, both.json["changes"]) == (0, [])
    assert one.json["witness"] is None


@pytest.mark.ci
def test_a_proof_is_stated(cassino: Cassino) -> None:
    ran = cassino("diff", PLAIN, OTHER_WORDS, "--prove", 1, "--format", "json")
    assert ran.code == 0
    assert ran.json["proof"]["holds"] is True
    assert ran.json["proof"]["positions"] > 1000
    assert "no difference up to 1" in cassino("diff", PLAIN, OTHER_WORDS, "--prove", 1).out


def test_a_proof_says_what_it_varied_and_what_not(cassino: Cassino, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY.read_text())
    file = tmp_path / "late.yaml"
    file.write_text(
        "dsl: 1\nextends: tiny\nrules:\n  r: kind = capture implies round < 90 or round * round * round > 1\n"
    )
    proof = cassino("diff", file, file, "--prove", 1, "--format", "json").json["proof"]
    assert {"cards", "holds", "positions", "stand_for", "builds", "context", "varied", "fixed", "text"} == set(proof)
    assert proof["varied"][0].startswith("2, 3, 4 seats, every seat to move")
    assert "the number of the round, but for the values above" in proof["fixed"]


def test_what_players_choose_and_what_is_promised_are_changes(cassino: Cassino, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY.read_text())
    a, b = tmp_path / "a.yaml", tmp_path / "b.yaml"
    patch = "dsl: 1\nextends: tiny\nactions: {{trail: {{sensible: count(loose) > {0}}}}}\n"
    patch += 'checks: {{few: "all(s in sides | points(s) < {0}0)"}}\n'
    a.write_text(patch.format(2))
    b.write_text(patch.format(3))
    ran = cassino("diff", a, b, "--no-effect", "--format", "json")
    assert ran.code == 1
    assert ran.json["witness"] is None
    assert [(c["path"], c["class"]) for c in ran.json["changes"]] == [
        ("actions.trail.sensible", "players"),
        ("checks.few", "checks"),
    ]


def test_wording_alone_is_a_difference(cassino: Cassino, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY.read_text())
    file = tmp_path / "named.yaml"
    file.write_text("dsl: 1\nextends: tiny\ntitle: Another title\n")
    assert cassino("diff", tmp_path / "tiny.yaml", file).code == 1


def test_house_rules_and_switched_off_clauses_are_called_so(cassino: Cassino) -> None:
    words = ("--no-effect", "--no-witness", "--format", "json")
    insist = cassino("diff", "cassino", "cassino", "--b-with", "insist", *words).json["changes"]
    assert all(c["text"].endswith("(replaced by house rule `insist`)") for c in insist)
    sweeps = cassino("diff", "cassino", "cassino", "--b-with", "sweeps", *words).json["changes"]
    assert [c["text"].endswith("(house rule `sweeps`)") for c in sweeps] == [True]
    (kings,) = cassino("diff", "scopa", "scopa", "--b-set", "redeal_kings=false", *words).json["changes"]
    assert kings["b"] == "never (with redeal_kings=false)"


def test_two_memories_that_nothing_speaks_of_are_not_one_renamed(cassino: Cassino, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY.read_text())
    for name in "ab":
        (tmp_path / f"{name}.yaml").write_text(f"dsl: 1\nextends: tiny\nmemory: {{only_{name}: {{is: int}}}}\n")
    ran = cassino("diff", tmp_path / "a.yaml", tmp_path / "b.yaml", "--format", "json")
    assert [c["path"] for c in ran.json["changes"]] == ["memory.only_a", "memory.only_b"]


def test_the_order_of_the_table_after_a_play_is_compared(cassino: Cassino, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY.read_text())
    file = tmp_path / "first.yaml"
    rule = "kind = trail implies not any(i in {first(j in after(table) | true)} | i in builds)"
    file.write_text(f'dsl: 1\nextends: tiny\nrules: {{r: "{rule}"}}\n')
    ran = cassino("diff", tmp_path / "tiny.yaml", file, "--no-effect", "--no-witness", "--format", "json")
    assert [c["path"] for c in ran.json["changes"]] == ["rules.r"]


def test_a_proof_that_fails_has_a_witness(cassino: Cassino) -> None:
    ran = cassino("diff", "cassino", "royal-cassino", "--prove", 1, "--no-effect", "--format", "json")
    assert ran.code == 1
    assert ran.json["proof"]["holds"] is False
    assert ran.json["witness"]["only_b"]


@pytest.mark.ci
def test_text_markdown_and_html_say_the_same(cassino: Cassino, tmp_path: Path) -> None:
    (tmp_path / "plain.yaml").write_text(Path(PLAIN).read_text())
    file = tmp_path / "nasty.yaml"
    file.write_text(
        'dsl: 1\nextends: plain\ntitle: "<script>*x*|y"\nrules:\n  "a <b> | c": kind = trail implies count(loose) < 2\n'
    )
    words = ("diff", PLAIN, file, "--games", 4, "--engine", "reference")
    text, markdown, html = (cassino(*words, "--format", f).out for f in ("text", "markdown", "html"))
    for part in ("Ac trails", "legal plays a turn", "seats: 2"):
        assert part in text
        assert part in markdown
        assert part.replace("Ac", "Ac♣") in html
    assert "<script>" not in html
    assert "| A |" in markdown
    assert r"a \<b\> \| c" in markdown
    assert html.startswith("<!DOCTYPE html>")
    assert all(len(line.replace(str(tmp_path), "")) <= 120 for line in text.splitlines())


@pytest.mark.parametrize(
    "words",
    [
        ("cassino",),
        ("cassino", "no-such-variant"),
        ("cassino", "scopa", "--b-set", "target"),
        ("cassino", "scopa", "--seats", "4", "--players", "clever"),
        ("traditional-cassino", "cassino", "--seats", "3"),
        ("cassino", "scopa", "--prove", "0"),
    ],
)
def test_wrong_words_are_usage_errors(words: tuple[str, ...], cassino: Cassino) -> None:
    ran = cassino("diff", *words)
    assert ran.code == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err


def test_a_faulty_file_is_a_finding(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("dsl: 1\nextends: cassino\nrules:\n  r: kind = tail\n")
    ran = cassino("diff", "cassino", file)
    assert ran.code == 1
    assert "tail" in ran.err


def test_games_without_a_common_number_of_seats(cassino: Cassino) -> None:
    ran = cassino("diff", "african-cassino", "african-cassino-two", "--format", "json")
    assert ran.code == 1
    assert ran.json["witness"] is None
    assert ran.json["effect"] is None
    assert "no number of seats" in ran.json["remarks"][0]
    assert [c["path"] for c in ran.json["changes"] if c["class"] == "deal"] == ["seats", "deal.hand"]


def test_python_users_have_it_too() -> None:
    from cassino_dsl.api import diff, load

    answer = diff(load("scopa"), load("scopa", target=21), games=3, engine="reference")
    assert [c["path"] for c in answer["changes"]] == ["match.target"]
    assert answer["witness"]["about"] == "end"
    assert answer["effect"]["games"] == 3
    with pytest.raises(ValueError, match="not both played"):
        diff(load("traditional-cassino"), load("cassino"), seats=3)


@pytest.mark.ci  # the normal forms of so many rules take most of a minute
def test_some_hundred_rules_are_no_deep_expression(cassino: Cassino, tmp_path: Path) -> None:
    rules = "".join(
        f"  rule {i}: count(x in loose | rank(x) = A) + count(x in hand | rank(x) = K) < {i}\n" for i in range(290)
    )
    (tmp_path / "many.yaml").write_text(f"dsl: 1\nextends: scopa\nrules:\n{rules}")
    ran = cassino("diff", "scopa", tmp_path / "many.yaml", "--no-witness", "--no-effect", "--format", "json")
    assert ran.code == 1
    assert len(ran.json["changes"]) == 290


def test_a_comparison_that_takes_too_long_stops(cassino: Cassino) -> None:
    ran = cassino("diff", "cassino", "royal-cassino", "--timeout", 0.01)
    assert (ran.code, ran.out) == (1, "")
    assert "it was stopped after 0.01 seconds" in ran.err
