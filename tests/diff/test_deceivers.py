"""Pairs of rulesets that were once said to be the same and play or score differently, each found by a referee who had
not written the comparison."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from cassino_dsl.analysis.diff.change import UNSEEN
from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.variations import merged
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.words import EFFECT, EVENT_ROWS, EventRow
from tests.diff.rulesets import cases, ruleset

CASES = cases("deceivers")
APART, SWALLOWED, HIDDEN, DONE = (CASES[key] for key in ("apart", "swallowed", "hidden", "done"))


def written(path: Path, *patches: str | dict[str, Any]) -> Ruleset:
    """The base with patches, trees or texts of them, from a file."""
    trees = (yaml.load(p, yaml.BaseLoader) if isinstance(p, str) else p for p in patches)  # `on` is a key, not true
    path.write_text(json.dumps(merged((CASES["base"], *trees))), encoding="utf-8")
    return ruleset(str(path))


def both(folder: Path, shared: str | dict[str, Any], *each: str | dict[str, Any]) -> list[Ruleset]:
    """Two rulesets or more that share a patch, each with one of its own."""
    return [written(folder / f"{number}.yaml", shared, patch) for number, patch in enumerate(each)]


@pytest.mark.share(2)
@pytest.mark.parametrize("name", APART)
def test_they_are_told_apart(name: str, tmp_path: Path) -> None:
    a, b = both(tmp_path, *APART[name].values())
    assert [change for change in changes(a, b) if change.kind != "wording"]
    assert not changes(a, a)


@pytest.mark.parametrize("name", HIDDEN)
def test_an_order_is_not_hidden_by_another_change(name: str, tmp_path: Path) -> None:
    shared, more, one, other, path = HIDDEN[name].values()
    a, b, c = both(tmp_path, shared, one, merged((more, other)), merged((more, one)))
    assert path in [change.path for change in changes(a, b)]
    assert path not in [change.path for change in changes(a, c)]


@pytest.mark.parametrize(
    ("reads", "kind"),
    [
        ("checks: {c: any(s in sides | n(s) < 100)}", "checks"),
        ("actions: {trail: {sensible: n(us) > 3}}", "players"),
    ],
)
def test_what_only_players_or_checks_read_changes_no_legality(reads: str, kind: str, tmp_path: Path) -> None:
    shared = f"{{memory: {{n: {{seen: none}}}}, {reads}}}"
    events = [f"events: {{x: {{on: captured, do: n(us) += {n}}}}}" for n in (1, 2)]
    assert [c.kind for c in changes(*both(tmp_path, shared, *events))] == [kind]


@pytest.mark.share(2)
@pytest.mark.parametrize("op", EFFECT)
def test_what_an_effect_does_is_a_change_of_what_it_touches(op: str, tmp_path: Path) -> None:
    does, kind = DONE[op]
    shared = "{memory: {n: {seen: none}}, effects: {f(x): if x = 1 then win us}, "
    shared += "events: {y: {on: trailed, do: ask me to asked}}, actions: {tell: {play: card, to: aside, step: asked}, "
    shared += "build: {play: card, take: {x: one c in loose}, to: build 3}}}"
    event = f"events: {{x: {{on: captured, do: '{does}'}}}}"
    (change,) = (c for c in changes(*both(tmp_path, shared, "{}", event)) if c.path.startswith("events"))
    assert change.kind == kind


@pytest.mark.parametrize("row", EVENT_ROWS, ids=lambda row: row.name)
def test_what_an_event_is_about_its_row_says(row: EventRow, tmp_path: Path) -> None:
    event = f"events: {{x: {{on: {row.name}, do: move loose to aside}}}}"
    (change,) = (c for c in changes(*both(tmp_path, "{}", "{}", event)) if c.path.startswith("events"))
    in_play = row.touches == "held" or (row.touches == "scoring" and not row.over)
    assert change.kind == ("legality" if in_play else row.touches)


REMEMBERS = "{memory: {y: {of: side, is: int}}, rules: {r: kind = trail and y(us) > 2 implies rank(card) != A}}"


@pytest.mark.parametrize("row", [r for r in EVENT_ROWS if r.touches != "match"], ids=lambda row: row.name)
def test_an_event_that_a_rule_remembers_is_about_what_may_be_played(row: EventRow, tmp_path: Path) -> None:
    events = [f"events: {{x: {{on: {row.name}, do: for s in sides do y(s) += {n}}}}}" for n in (1, 2)]
    (change,) = (c for c in changes(*both(tmp_path, REMEMBERS, *events)) if c.path.startswith("events"))
    assert change.kind == "legality"


@pytest.mark.share(2)
@pytest.mark.parametrize("name", [*APART, *SWALLOWED])
def test_another_change_swallows_none(name: str, tmp_path: Path) -> None:
    shared, one, other = {**APART, **SWALLOWED}[name].values()
    more = {"deal": {"at_a_time": "2"}}
    a, alone, beside, changed = both(tmp_path, shared, one, other, merged((one, more)), merged((other, more)))
    seen = [c for c in changes(a, alone) if c.kind not in UNSEEN]
    told = [c for c in changes(a, changed) if c.kind not in UNSEEN]
    assert seen
    assert {c.text for c in told} == {c.text for c in seen} | {c.text for c in changes(a, beside)}


def test_what_a_rule_asks_instead_of_the_action_is_no_change(tmp_path: Path) -> None:
    texts = [
        "actions: {take: {when: count(hand) < 3}}",
        "{rules: {r: action = take implies count(hand) < 3}, deal: {at_a_time: 2}}",
    ]
    assert [c.path for c in changes(*both(tmp_path, "{}", *texts))] == ["deal.at_a_time"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("rules: {{r: {{must: kind = capture, price: award -{} to us}}}}", "scoring"),
        ("actions: {{take: {{do: award {} to us}}}}", "scoring"),
        ("actions: {{take: {{do: n(us) += {}}}}}", "scoring"),  # which an award reads
        ("actions: {{take: {{do: if count(hand) > {} then next me}}}}", "legality"),
        ("rules: {{r: {{must: count(hand) > {}, price: award -1 to us}}}}", "legality"),
        # what decides what is played stands beside it, and is the same
        ("events: {{e: {{on: captured, do: [y(us) := 1, award {} to us]}}}}", "scoring"),
        ("actions: {{take: {{do: [if count(hand) > 1 then (y(us) := 1; award {} to us)]}}}}", "scoring"),
        ("events: {{e: {{on: captured, do: [award 1 to us, y(us) := {}]}}}}", "legality"),
        (
            "{{terms: {{t: count(hand) + {0}}}, events: {{e: {{on: captured, do: [y(us) := t, award {0} to us]}}}}}}",
            "legality",
        ),
    ],
)
def test_what_brings_points_alone_is_about_points(said: str, kind: str, tmp_path: Path) -> None:
    reads = "{awards: {x: {points: 'sum(s in {us} | n(s))'}}, " + REMEMBERS[1:]
    assert [c.kind for c in changes(*both(tmp_path, reads, said.format(1), said.format(2)))] == [kind]
