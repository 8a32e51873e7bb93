"""`cassino diff`: formats, exit codes, options."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cassino, cassino
from tests.diff.rulesets import OTHER_WORDS, PLAIN

__all__ = ["cassino"]  # the fixture


def test_no_difference_is_empty_and_exits_0(cassino: Cassino) -> None:
    ran = cassino("diff", "cassino", "cassino", "--format", "json")
    assert ran.code == 0
    assert ran.json == {"changes": [], "witness": None, "effect": None}
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
    assert {"group", "name", "a", "b", "difference", "interval", "verdict"} == set(effect["figures"][0])


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


def test_a_proof_is_stated(cassino: Cassino) -> None:
    ran = cassino("diff", PLAIN, OTHER_WORDS, "--prove", 1, "--format", "json")
    assert ran.code == 0
    assert ran.json["proof"]["holds"] is True
    assert ran.json["proof"]["positions"] > 1000
    assert "no difference up to 1" in cassino("diff", PLAIN, OTHER_WORDS, "--prove", 1).out


def test_a_proof_that_fails_has_a_witness(cassino: Cassino) -> None:
    ran = cassino("diff", "cassino", "royal-cassino", "--prove", 1, "--no-effect", "--format", "json")
    assert ran.code == 1
    assert ran.json["proof"]["holds"] is False
    assert ran.json["witness"]["only_b"]


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
        assert part in html
    assert "<script>" not in html
    assert "| A |" in markdown
    assert r"a \<b\> \| c" in markdown
    assert html.startswith("<!doctype html>")
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


def test_python_users_have_it_too() -> None:
    from cassino_dsl.api import diff, load

    answer = diff(load("scopa"), load("scopa", target=21), games=3, engine="reference")
    assert [c["path"] for c in answer["changes"]] == ["match.target"]
    assert answer["witness"]["about"] == "end"
    assert answer["effect"]["games"] == 3
    with pytest.raises(ValueError, match="not both played"):
        diff(load("traditional-cassino"), load("cassino"), seats=3)
