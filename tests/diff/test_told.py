"""Changes are told so that one sees what they are: different things in different words, at the place that says them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.analysis.diff.product_game import Pair
from cassino_dsl.analysis.diff.report import report, verdict
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.analysis.simulate.report.text import markdown, text
from tests.cli.conftest import Cassino, cassino
from tests.diff.rulesets import PLAIN, find_witness, patched, ruleset

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


def test_what_a_house_rule_says_of_the_pack_is_told_at_its_line(tmp_path: Path) -> None:
    price = "pack:\n  base: french\n  attributes:\n    price: {%s}\n"
    a = patched(tmp_path, "a", price % "2: K" + "awards: {w: {points: sum(c in pile | price(c))}}")
    rule = (price % "3: A").replace("  base: french\n", "")
    (tmp_path / "dear.yaml").write_text(f"dsl: 1\nhouse: true\ntitle: Dear\n{rule}")
    b = ruleset(str(tmp_path / "a.yaml"), str(tmp_path / "dear.yaml"))
    (found,) = (c for c in changes(a, b) if c.kind == "deck")
    assert found.text == "price of Ac Ad Ah As: 0 → 3 (replaced by house rule `dear`)"
    assert found.b_span is not None
    assert (Path(found.b_span.file).name, found.b_span.line) == ("dear.yaml", 6)


@pytest.mark.parametrize(("seen", "kind"), [("all", "deal"), ("own", "deal"), ("none", "wording")])
def test_memory_that_nobody_reads_but_somebody_sees_is_what_players_see(tmp_path: Path, seen: str, kind: str) -> None:
    kept = f"memory: {{k: {{of: seat, is: int, seen: {seen}}}}}\nevents: {{e: {{on: captured, do: 'k(me) += 1'}}}}\n"
    found = changes(ruleset(PLAIN), patched(tmp_path, "b", kept))
    assert {c.kind for c in found} == {kind}


def test_what_seats_see_is_no_matter_of_the_deal(tmp_path: Path) -> None:
    kept = "memory: {k: {of: seat, is: int, seen: %s}}\nevents: {e: {on: captured, do: 'k(me) += 1'}}\n"
    pair = (patched(tmp_path, name, kept % seen) for name, seen in (("a", "own"), ("b", "all")))
    found = compare(*pair, Wanted(witness=False, effect=False))
    assert verdict(found)[0] == "A and B differ in one thing, about what players see."


def test_small_positions_are_gone_through_only_where_a_clause_of_listing_differs(tmp_path: Path) -> None:
    """An event that asks for a play changes what positions come, and of none what may be played in it."""
    asked = "actions: {give: {play: card, step: gift, to: aside}}\n"
    asked += "events: {e: {on: turn over, when: count(stock) < %s and count(hand) > 0, do: ask from(me) to gift}}\n"
    a, b = (patched(tmp_path, name, asked % most, "tiny") for name, most in (("a", "4"), ("b", "9")))
    tried = [0]
    found = compare(a, b, Wanted(effect=False, seats=2), lambda what, number, whole: tried.append(number))
    assert {c.kind for c in found.changes} == {"legality"}
    assert found.witness is not None
    assert (found.witness.difference.about, found.remarks) == ("course", ())
    assert max(tried) < 2000


@pytest.mark.parametrize("winner", ["count(pile(us))", "sweeps(us)", "1 if 9h in pile else 0"])
@pytest.mark.share(4)
def test_another_winner_has_a_witness(tmp_path: Path, winner: str) -> None:
    file = tmp_path / "other.yaml"
    file.write_text(f'dsl: 1\nextends: cassino\nmatch: {{winner: "{winner}"}}\n')
    a, b = ruleset("cassino"), ruleset(str(file))
    sides = Sides(a, b)
    found = find_witness((Pair(a, sides.renamed, 2),), sides.faces, legality=False)
    assert found is not None
    assert found.difference.about == "end"


SHIPPED = ("cassino", "scopa", "tablic", "pasur", "zwicker", "mulle", "african-cassino", "cuarenta")


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "names", [SHIPPED[:4], pytest.param(SHIPPED, marks=pytest.mark.ci)], ids=lambda names: str(len(names))
)
def test_no_change_says_the_same_on_both_sides(names: tuple[str, ...]) -> None:
    for one, other in combinations(names, 2):
        for change in changes(ruleset(one), ruleset(other)):
            assert change.a != change.b, (one, other, change.text)


def test_the_verdict_comes_first_and_a_page_draws_the_cards_of_its_position(cassino: Cassino) -> None:
    found = compare(ruleset("scopa"), ruleset("scopa", "fewest=true"), Wanted(effect=False))
    page = cassino("diff", "scopa", "scopa", "--b-set", "fewest=true", "--no-effect", "--format", "html").out
    for out in (text(report(found)), markdown(report(found)), page):
        said = out.index("A and B differ in one thing, about what may be played.")
        assert said < out.index("the fewest cards")
    assert page.count('<svg class="card"') == 5
    assert "hand of player 1" in page
    assert 'class="verdict"' in page


def test_what_plays_alike_is_said_to(tmp_path: Path) -> None:
    named = patched(tmp_path, "named", "title: Another title\n")
    found = compare(ruleset(PLAIN), named, Wanted(effect=False))
    assert verdict(found) == ("A and B differ in one thing, about words; every game is played alike.",)


@pytest.mark.parametrize(
    ("clause", "kind"),
    [
        ("", "wording"),
        ("awards: {worth: {points: 'sum(n in value(pile, pile) | n)'}}", "scoring"),
        ("events: {e: {on: captured, do: 'award sum(n in value(card, pile) | n) to us as worth'}}", "scoring"),
        ("match: {over: 'sum(n in value(pile(side(leader)), pile) | n) > 20'}", "match"),
        ("actions: {trail: {sensible: 'sum(n in value(card, pile) | n) < 9'}}", "players"),
        ("actions: {trail: {when: 'sum(n in value(card, pile) | n) < 9'}}", "legality"),
        (  # what an award reads is written by an event that asks for the number
            "memory: {k: {of: side, is: int}}\nawards: {worth: {points: k(us)}}\n"
            "events: {e: {on: captured, do: 'k(us) += sum(n in value(card, pile) | n)'}}",
            "scoring",
        ),
    ],
)
def test_what_cards_count_for_is_about_what_asks_for_it(tmp_path: Path, clause: str, kind: str) -> None:
    a = patched(tmp_path, "a", f"values: {{9 in pile: 4}}\n{clause}")
    b = patched(tmp_path, "b", f"values: {{9 in pile: 5}}\n{clause}")
    assert [(c.path, c.kind) for c in changes(a, b)] == [("values.9 in pile", kind)]


TWO_NUMBERS = """actions:
  capture: removed
  either:
    play: card
    let: {{{}}}
    when: v <= w + 3
    take:
      sums: any groups g of loose where {} in total(g)
      fixed: any b in builds where groups(b) > 1 and value(b) = w
    to: pile
"""


def test_numbers_in_another_order_are_one_change(tmp_path: Path) -> None:
    v, w = "v: 'value(card, hand)'", "w: 'value(kept, hand)'"
    a = patched(tmp_path, "a", TWO_NUMBERS.format(f"{v}, {w}", "v"))
    b = patched(tmp_path, "b", TWO_NUMBERS.format(f"{w}, {v}", "v"))
    found = changes(a, b)
    assert {c.kind for c in found} == {"legality"}
    first, second = "v in value(card, hand)", "w in value(kept, hand)"
    assert f"either, numbers: {first}, {second} → {second}, {first}" in [c.text for c in found]


def test_an_order_of_numbers_that_no_game_can_tell_is_no_change(tmp_path: Path) -> None:
    build = """actions: {{build: removed, made: {{play: card, to: build v, let: {{{}}},
      take: {{base: maybe group g with card of loose where v - w in total(g)}}, when: v < {}}}}}"""
    v, w = "v: 'value(kept, hand)'", "w: 'value(card, hand)'"
    a, b, c = (
        patched(tmp_path, name, build.format(lets, most))
        for name, lets, most in (("a", f"{v}, {w}", 9), ("b", f"{w}, {v}", 9), ("c", f"{w}, {v}", 8))
    )
    assert not changes(a, b)
    assert [x.path for x in changes(a, c)] == ["actions.made.when"]


def test_zones_dealt_to_in_another_order_are_one_change(tmp_path: Path) -> None:
    zones = "zones: {k: {}, l: {}}\ndeal: {table: 2, zones: {%s: 1, %s: 1}}\n"
    taken = "events: {t: {on: layout dealt, do: move k to pile(side(leader))}}"
    a, b = (patched(tmp_path, f"{one}{two}", zones % (one, two) + taken) for one, two in ("kl", "lk"))
    (found,) = changes(a, b)
    assert (found.path, found.kind) == ("deal.zones", "deal")
    assert found.text == "order in which zones are dealt to: k, l → l, k"


@pytest.mark.share(4)
@pytest.mark.parametrize(
    ("does", "kind"),
    [
        ("k := 1000 * k + 1", "match"),
        ("k += 99999", "match"),
        ("for c in loose do k += 1", "match"),
        ("k += 1", "wording"),
        ("for s in seats do k += 1", "wording"),
        ("k := count(loose)", "wording"),
    ],
)
@pytest.mark.parametrize("checked", ["", "checks: {c: k >= 0}"])
def test_what_nobody_reads_may_still_end_a_game(tmp_path: Path, does: str, kind: str, checked: str) -> None:
    """A number that is remembered beyond its bound is a fault in play, whoever reads it."""
    kept = f"memory: {{k: {{is: int, resets: match, seen: none}}}}\n{checked}\n"
    a = patched(tmp_path, "a", kept + "events: {e: {on: captured, do: 'k := 1'}}")
    b = patched(tmp_path, "b", kept + f"events: {{e: {{on: captured, do: '{does}'}}}}")
    (found,) = changes(a, b)
    assert (found.path, found.kind) == ("events.e", "checks" if kind == "wording" and checked else kind)


def test_what_stands_in_a_file_without_clauses_is_found_there(tmp_path: Path) -> None:
    (found,) = changes(ruleset(PLAIN), patched(tmp_path, "named", "# of another title\ntitle: Another"))
    place = found.as_json()["b_place"]
    assert (Path(place["file"]).name, place["line"]) == ("named.yaml", 4)
