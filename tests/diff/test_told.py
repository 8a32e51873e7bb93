"""Changes are told so that one sees what they are: different things in different words, at the place that says them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from cassino_dsl.diff.change import Sides
from cassino_dsl.diff.changes import changes
from cassino_dsl.diff.pair import Pair
from cassino_dsl.diff.verdict import verdict
from cassino_dsl.diff.witness import find_witness
from tests.cli.conftest import Cassino, cassino
from tests.diff.rulesets import PLAIN, patched, ruleset

__all__ = ["cassino"]  # the fixture


def test_cards_that_count_in_other_places_are_told_with_their_places(tmp_path: Path) -> None:
    seven = "awards: {seven: {each: 7d, points: 1}}\n"
    a = patched(tmp_path, "a", seven)
    b = patched(tmp_path, "b", seven + "zones: {won: {of: side, captured: true}}\nactions: {capture: {to: won}}\n")
    (found,) = (c for c in changes(a, b) if c.path == "awards.seven")
    assert (found.a, found.b) == ("1 point for 7d", "1 point for 7d in pile or won")


def test_what_a_house_rule_lets_players_see_is_told_at_its_line(cassino: Cassino, tmp_path: Path) -> None:
    (tmp_path / "open.yaml").write_text("dsl: 1\nhouse: true\ntitle: Open hands\nvisible: {hands: all}\n")
    words = ("diff", "cassino", "cassino", "--b-with", tmp_path / "open.yaml", "--no-effect", "--no-witness")
    (found,) = cassino(*words, "--format", "json").json["changes"]
    assert found["a_place"] is None
    assert (Path(found["b_place"]["file"]).name, found["b_place"]["line"]) == ("open.yaml", 4)
    assert found["text"] == "what players see: own hands only → hands all (house rule `open`)"


@pytest.mark.parametrize(("seen", "kind"), [("all", "deal"), ("own", "deal"), ("none", "wording")])
def test_memory_that_nobody_reads_but_somebody_sees_is_what_players_see(tmp_path: Path, seen: str, kind: str) -> None:
    kept = f"memory: {{k: {{of: seat, is: int, seen: {seen}}}}}\nevents: {{e: {{on: captured, do: 'k(me) += 1'}}}}\n"
    found = changes(ruleset(PLAIN), patched(tmp_path, "b", kept))
    assert {c.kind for c in found} == {kind}


@pytest.mark.parametrize("winner", ["count(pile(us))", "sweeps(us)", "1 if 9h in pile else 0"])
@pytest.mark.share(2)
def test_another_winner_has_a_witness(tmp_path: Path, winner: str) -> None:
    file = tmp_path / "other.yaml"
    file.write_text(f'dsl: 1\nextends: cassino\nmatch: {{winner: "{winner}"}}\n')
    a, b = ruleset("cassino"), ruleset(str(file))
    sides = Sides(a, b)
    found = find_witness((Pair(a, b, 2, sides.names),), sides.faces, legality=False)
    assert found is not None
    assert found.bite.about == "end"


SHIPPED = ("cassino", "scopa", "tablic", "pasur", "zwicker", "mulle", "african-cassino", "cuarenta")


@pytest.mark.parametrize(
    "names", [SHIPPED[:4], pytest.param(SHIPPED, marks=pytest.mark.ci)], ids=lambda names: str(len(names))
)
def test_no_change_says_the_same_on_both_sides(names: tuple[str, ...]) -> None:
    for one, other in combinations(names, 2):
        for change in changes(ruleset(one), ruleset(other)):
            assert change.a != change.b, (one, other, change.text)


def test_the_verdict_comes_first_and_counts_what_differs(cassino: Cassino) -> None:
    words = ("diff", "scopa", "scopa", "--b-set", "fewest=true", "--no-effect")
    for format in ("text", "markdown", "html"):
        out = cassino(*words, "--format", format).out
        said = out.index("A and B differ in one thing, about what may be played.")
        assert said < out.index("the fewest cards")
    same = cassino("diff", "scopa", "scopa").out
    assert "* The two rulesets say the same." in same


def test_a_page_draws_the_cards_of_its_position(cassino: Cassino) -> None:
    page = cassino("diff", "scopa", "scopa", "--b-set", "fewest=true", "--no-effect", "--format", "html").out
    assert page.count('<svg class="card"') == 5
    assert "hand of player 1" in page
    assert 'class="verdict"' in page


def test_what_plays_alike_is_said_to(tmp_path: Path) -> None:
    from cassino_dsl.diff.diff import Wanted, compare

    named = patched(tmp_path, "named", "title: Another title\n")
    found = compare(ruleset(PLAIN), named, Wanted(effect=False))
    assert verdict(found) == ("A and B differ in one thing, about words; every game is played alike.",)
