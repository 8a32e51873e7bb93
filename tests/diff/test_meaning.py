"""Equal meaning in other words is no change; another meaning is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.language.compose.library import shipped_variants
from tests.diff.rulesets import OTHER_WORDS, PLAIN, cases, patched, ruleset

CASES = cases("meaning")


@pytest.mark.parametrize(("a", "b"), CASES["same"])
@pytest.mark.share(6)
def test_a_rule_in_other_words_is_no_change(a: str, b: str, tmp_path: Path) -> None:
    fixed = "memory: {fixed: {of: build, is: bool}}\n" if "fixed" in a else ""
    first, second = (
        patched(tmp_path, n, f"{fixed}rules:\n  {n}: >\n    {text}") for n, text in (("one", a), ("two", b))
    )
    assert [c.text for c in changes(first, second)] == []


@pytest.mark.parametrize(
    ("more", "seats", "a", "b", "alike"),
    [
        ("", "2", "total: value(card, hand)", "total: value(card, table)", True),
        ("J in hand: 3,", "2", "total: value(card, hand)", "total: value(card, table)", False),
        ("", "2", "leads: dealer", "leads: previous(leader)", True),
        ("", "2", "leads: dealer", "leads: next(leader)", True),
        ("", "2", "leads: dealer", "leads: leader", False),
        ("", "2..3", "leads: dealer", "leads: previous(leader)", True),
        ("", "2..3", "leads: dealer", "leads: next(leader)", False),
        # where nothing is built
        ("", "2", "rule: count(table) < 9", "rule: count(loose) < 9", True),
        ("", "2", "rule: count(table) < 9", "rule: count(loose) < 8", False),
        ("", "2", "rule: rank(first(x in table | true)) != A", "rule: rank(first(c in loose | true)) != A", True),
        ("", "2", "rule: count(cards(table)) + count(builds) < 9", "rule: count(loose) < 9", True),
    ],
)
def test_what_is_one_thing_at_this_table(more: str, seats: str, a: str, b: str, alike: bool, tmp_path: Path) -> None:
    found = []
    for name, said in (("one", a), ("two", b)):
        total, leads, rule = (said.partition(f"{key}: ")[2] for key in ("total", "leads", "rule"))
        (tmp_path / f"{name}.yaml").write_text(
            f"dsl: 1\ntitle: T\npack: french\nvalues: {{A: 1, 2..10: pips, {more} J: 11, Q: 12, K: 13}}\n"
            f"seats: {seats}\ndeal: {{hand: 4, table: 4}}\nactions:\n  capture:\n    play: card\n"
            f'    let: {{v: "{total or "value(card, hand)"}"}}\n'
            "    take: {group: one group g of loose where v in total(g)}\n    to: pile\n"
            "  trail: {play: card, to: table}\nawards: {cards: {most: count(pile), points: 3}}\n"
            f"match: {{rounds: 2, leads: {leads or 'leader'}}}\nrules:\n  r: {rule or 'true'}\n"
        )
        found.append(ruleset(str(tmp_path / f"{name}.yaml")))
    assert (not changes(*found)) is alike


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("6 if flag else none", "none if not flag else 6", True),
        ("1 if n = 1 else 2 if n in {1..2} else 3", "2 if n = 2 else 1 if n = 1 else 3", True),
        ("1 if n = 1 else 2 if n in {1..2} else 3", "2 if n in {1..2} else 1 if n = 1 else 3", False),
    ],
)
def test_how_memory_decides_what_a_card_counts_for(a: str, b: str, alike: bool, tmp_path: Path) -> None:
    memory = "memory: {flag: {is: bool}, n: {is: int}}"
    one, two = (patched(tmp_path, n, f"{memory}\nvalues: {{J: '{v}'}}") for n, v in (("one", a), ("two", b)))
    assert (not changes(one, two)) is alike


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("rank(card) != A and suit(card) != spades", ("rank(card) != A", "suit(card) != spades")),
        ("rank(card) in {A..9} and suit(card) = hearts", ("not rank(card) in {10..K}", "suit(card) = hearts")),
        ("count(loose) in {2, 3}", ("count(loose) > 1", "count(loose) < 4")),
    ],
)
def test_how_rules_are_cut_is_no_change(whole: str, parts: tuple[str, ...], tmp_path: Path) -> None:
    """Also where the cards overlap of which the parts speak."""
    cut = "".join(f"\n  r{i}: kind = trail implies {part}" for i, part in enumerate(parts))
    one, two = (
        patched(tmp_path, "one", f"rules:\n  r: kind = trail implies {whole}"),
        patched(tmp_path, "two", f"rules:{cut}"),
    )
    assert [c.text for c in changes(one, two)] == []


@pytest.mark.parametrize(("a", "b"), CASES["other"])
@pytest.mark.share(4)
def test_a_rule_of_another_meaning_is_a_change(a: str, b: str, tmp_path: Path) -> None:
    first, second = (patched(tmp_path, n, f"rules:\n  new: >\n    {text}") for n, text in (("one", a), ("two", b)))
    found = changes(first, second)
    assert [(c.path, c.kind) for c in found] == [("rules.new", "legality")]
    assert found[0].a != found[0].b


@pytest.mark.ci
def test_a_whole_file_in_other_words_is_no_change() -> None:
    assert [c.text for c in changes(ruleset(PLAIN), ruleset(OTHER_WORDS))] == []
    assert [c.text for c in changes(ruleset(OTHER_WORDS), ruleset(PLAIN))] == []


@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(10)
def test_every_variant_says_the_same_as_itself(name: str) -> None:
    assert [c.text for c in changes(ruleset(name), ruleset(name))] == []


@pytest.mark.parametrize("case", CASES["patches"], ids=lambda case: case["path"])
@pytest.mark.share(3)
def test_each_change_by_class_and_in_words(case: dict[str, str], tmp_path: Path) -> None:
    patch, path, kind, said = case.values()
    found = changes(ruleset(PLAIN), patched(tmp_path, "patch", patch))
    change = next(c for c in found if c.path == path)
    assert change.kind == kind
    assert said in change.text
    assert change.text == change.as_json()["text"]


def test_a_change_has_the_places_of_both_sides(tmp_path: Path) -> None:
    found = changes(ruleset(PLAIN), patched(tmp_path, "patch", "awards:\n  spades: {points: 2}"))
    assert len(found) == 1
    json = found[0].as_json()
    assert json["a"] == "1 point for the most count(c in pile | suit(c) = spades)"
    assert json["b"] == "2 points for the most count(c in pile | suit(c) = spades)"
    lines = Path(PLAIN).read_text().splitlines()
    assert json["a_place"]["file"] == PLAIN
    assert lines[json["a_place"]["line"] - 1].startswith("  spades:")
    assert json["b_place"]["line"] in (4, json["a_place"]["line"])  # the patch, or the clause that it patches


def test_a_house_rule_stands_in_its_own_file() -> None:
    found = changes(ruleset("cassino"), ruleset("cassino", "sweeps"))
    place = next(c for c in found if c.path == "awards.sweeps").as_json()
    assert place["a"] is None
    assert place["a_place"] is None
    assert place["b_place"]["file"].endswith("sweeps.yaml")
    assert Path(place["b_place"]["file"]).is_file()


@pytest.mark.ci
def test_the_order_of_events_matters_only_where_they_touch(tmp_path: Path) -> None:
    apart = "events:\n  last capture: {above: sweep}"
    assert changes(ruleset(PLAIN), patched(tmp_path, "apart", apart)) == ()
    other = "events:\n  twice: {on: captured, when: sweeps(us) > 1, do: sweeps(us) := 0%s}"
    first = patched(tmp_path, "first", other % "")
    second = patched(tmp_path, "second", other % ", above: sweep")
    assert [c.path for c in changes(first, second)] == ["events"]
    reads = "memory: {many: {is: bool}}\nrules: {many: many}\nevents:\n"
    reads += "  reads: {on: captured, when: sweeps(us) > 1, do: many := true%s}"
    first = patched(tmp_path, "first", reads % "")
    second = patched(tmp_path, "second", reads % ", above: sweep")
    assert [c.path for c in changes(first, second)] == ["events"]
    assert [c.path for c in changes(second, first)] == ["events"]


def test_whose_hand_cards_go_to_is_compared(tmp_path: Path) -> None:
    give = "actions: {give: {play: card where rank(card) = K, to: hand(%s(me))}}"
    first, second = (patched(tmp_path, to, give % to) for to in ("next", "previous"))
    assert [c.path for c in changes(first, second)] == ["actions.give.to"]


def test_the_order_of_awards_matters_in_a_race(tmp_path: Path) -> None:
    order = "awards:\n  spades: {above: cards}\n"
    assert changes(ruleset(PLAIN), patched(tmp_path, "totals", order)) == ()
    race = "match: {counting: race}\n"
    found = changes(patched(tmp_path, "race", race), patched(tmp_path, "other", race + order))
    assert [(c.path, c.kind) for c in found] == [("awards", "scoring")]


RACE = """match: {counting: race}
events: {king: {on: captured, when: rank(card) = K, do: "award 5 to us"}}
"""


@pytest.mark.parametrize("zero", ["{points: 0, above: cards}", "{each: 2s, points: 0, above: cards}"])
def test_an_award_of_no_points_is_a_moment_of_a_race(zero: str, tmp_path: Path) -> None:
    """Points given in play may have brought a side to the target before the first award of the table."""
    more = f"awards: {{zero: {zero}}}\n"
    found = changes(patched(tmp_path, "race", RACE), patched(tmp_path, "zero", RACE + more))
    assert [(c.path, c.kind) for c in found] == [("awards.zero", "scoring")]
    # once the first award has been looked at, nothing is new; nor where no points are given in play, or before the end
    last = more.replace(", above: cards", "")
    assert changes(patched(tmp_path, "race", RACE), patched(tmp_path, "last", RACE + last)) == ()
    for match in ("match: {counting: race}\n", RACE.replace("race", "totals")):
        assert changes(patched(tmp_path, "other", match), patched(tmp_path, "both", match + more)) == ()


def test_the_order_of_preferences_matters(tmp_path: Path) -> None:
    more = "preferences:\n  fewest items: {least: count(taken), among: kind = capture%s}"
    first = patched(tmp_path, "first", more % "")
    second = patched(tmp_path, "second", more % ", above: the most cards")
    assert [c.path for c in changes(first, second)] == ["preferences"]


def test_renamed_actions_and_awards_are_wording(tmp_path: Path) -> None:
    patch = """actions:
  trail: removed
  lay: {play: card, to: table}
awards:
  spades: removed
  swords: {most: count(c in pile | suit(c) = spades), points: 1}"""
    found = changes(ruleset(PLAIN), patched(tmp_path, "names", patch))
    assert [(c.kind, c.a, c.b) for c in found] == [("wording", "trail", "lay"), ("wording", "spades", "swords")]


def test_renamed_actions_are_told_apart_by_their_conditions(tmp_path: Path) -> None:
    """Two actions that differ in these alone, under other names and in another order."""
    few, more = (f"{{play: card, to: table, when: count(loose) {number}}}" for number in ("< 3", "> 2"))
    first = patched(tmp_path, "first", f"actions: {{trail: removed, early: {few}, late: {more}}}")
    second = patched(tmp_path, "second", f"actions: {{trail: removed, x: {more}, y: {few}}}")
    found = [(c.a, c.b) for c in changes(first, second) if c.kind == "wording"]
    assert sorted(found) == [("early", "y"), ("late", "x")]


def test_a_renamed_award_is_asked_for_by_its_other_name(tmp_path: Path) -> None:
    award = "awards:\n  {0}: {{points: count(pile) div 2}}\n  more: {{points: 'earned({0}, us)'}}"
    first, second = (patched(tmp_path, name, award.format(name)) for name in ("half", "part"))
    assert [(c.kind, c.a, c.b) for c in changes(first, second)] == [("wording", "half", "part")]


def test_renamed_points_of_effects_are_wording(tmp_path: Path) -> None:
    events = (
        "events: {{x: {{on: captured, do: award 3 to us as {0}}}}}\nawards: {{more: {{points: 'earned({0}, us)'}}}}"
    )
    first, second = (patched(tmp_path, name, events.format(name)) for name in ("three", "drei"))
    found = changes(first, second)
    assert [(c.kind, c.a, c.b) for c in found] == [("wording", "three", "drei")]
    assert "award 3" in found[0].a_span.text
    other = patched(tmp_path, "other", events.format("spades"))  # an award of both
    assert {c.kind for c in changes(first, other)} == {"scoring"}


ONCE = "memory: {n: {of: side, is: int}}\nevents: {%s}\nawards: {x: {points: n(us)}}"
KINDS = ("on: played, when: kind = capture and count(loose) = 0", "on: captured, when: count(loose) = 0")


def test_an_event_of_one_kind_of_plays_is_that_event(tmp_path: Path) -> None:
    count, twice = "e: {%s, do: n(us) += 1}", "f: {on: played, do: n(us) := 2 * n(us)}"
    played, captured = (count % when for when in KINDS)

    def found(one: str, other: str) -> set[str]:
        said = [patched(tmp_path, name, ONCE % text) for name, text in (("one", one), ("other", other))]
        return {c.kind for c in changes(*said)}

    assert found(played, captured) == set()
    assert found(f"{played}, {twice}", f"{captured}, {twice}") == set()
    assert found(f"{twice}, {played}", f"{twice}, {captured}") != set()  # what is doubled counts before


def test_what_one_ruleset_has_alone_hides_no_clause_of_that_name(tmp_path: Path) -> None:
    won = "on: captured, do: award 1 to us"
    unread = "memory: {k: {of: side, is: int, seen: none}}\n"
    first = patched(tmp_path, "first", f"{unread}events: {{x: {{{won}}}}}")
    second = patched(tmp_path, "second", f"{unread}events: {{y: {{{won}}}, x: {{on: captured, do: k(us) += 1}}}}")
    assert [(c.path, c.kind) for c in changes(first, second)] == [("events.x", "wording")]


def test_nothing_for_a_tie_is_no_tie(tmp_path: Path) -> None:
    most = "awards: {x: {most: count(pile), points: 3, tie: %s}}"
    nobody, zero, one = (
        patched(tmp_path, n, most % t) for n, t in (("a", "nobody"), ("b", "{each: 0}"), ("c", "{each: 1}"))
    )
    assert changes(nobody, zero) == ()
    assert changes(nobody, one) != ()


def test_every_field_of_a_ruleset_is_looked_at() -> None:
    """A field that is new in the model has to be compared, or named here with the reason why not."""
    from dataclasses import fields

    from cassino_dsl.language.ruleset import model

    compared = {
        model.Action: "name kind step played let take to to_arg when effects owes tells seen",
        model.Rule: "name must price",
        model.Preference: "name prefer over number highest among per_card",
        model.Event: "name on when effects",
        model.Award: "name points most each condition tie tie_points rounding",
        model.Deal: "hand table zones refill at_a_time",
        model.Match: "target rounds counting winner tie playoff leads over at_once stuck compare half_points",
        model.Memory: "name of type resets starts on_build seen",
        model.Zone: "name of captured",
        model.Part: "name quantity groups variable variable_type source where with_card",
        model.Effect: "op exprs name zone body other pattern params",
        model.Ruleset: "name title about pack seats sides values memory zones terms deal turn clockwise pile_order "
        "visible "
        "actions rules preferences events awards match",
    }
    # texts and places; options by their values; what only tests, or only simulated players, look at
    others = "about called span each_text file files source laid options checks sensible texts"
    for kind, names in compared.items():
        known = {*names.split(), *others.split()}
        assert {f.name for f in fields(kind)} <= known, kind


@pytest.mark.parametrize(
    "reads",
    [
        "events: {e: {on: deal over, do: move kept to stock}}",
        "  lay: {play: card, to: table, do: move kept to table}",
        "  lay: {play: card, to: table, do: award count(c in kept | c = 5s) to us as cards}",
        "rules: {r: {must: kind = capture, price: move kept to table}}",
        "piles: {order: 1 if c in kept else 0}",
        "memory: {other: {is: cards, starts: kept}}\nevents: {e: {on: deal over, do: move other to stock}}",
    ],
)
def test_memory_that_anything_reads_is_no_wording(reads: str, tmp_path: Path) -> None:
    """Whoever reads it, and though nothing else in the ruleset reads memory."""
    found = []
    for name, cards in (("one", "5s, 2c"), ("two", "2c, 5h")):
        file = tmp_path / f"{name}.yaml"
        memory = f"memory: {{kept: {{is: cards, starts: '{{{cards}}}'}}"
        more = reads.replace("memory: {", f"{memory}, ") if "memory" in reads else f"{reads}\n{memory}}}"
        file.write_text(f"{BARE}{more}\n")
        found.append(ruleset(str(file)))
    kinds = {c.kind for c in changes(*found)}
    assert kinds
    assert "wording" not in kinds


BARE = """\
dsl: 1
title: Bare
pack: french
seats: 2
deal: {hand: 4, table: 4}
values: {any: 1}
awards: {cards: {points: count(pile)}}
match: {target: 21}
actions:
  take: {play: card, take: {like: one c in loose where rank(c) = rank(card)}, to: pile}
  trail: {play: card, to: table}
"""
