"""Zones of a file: what may be declared and said of them, and that their cards stay where they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.language.diagnostics.codes import Code
from tests.diagnostics.scenes import load_text, write

GAME = """dsl: 1
title: Zones
pack: italian
seats: 4
sides: 2
deal: {hand: 9, table: 4, refill: 0}
values: {any: none}
memory: {kept: {is: cards}}
zones:
  sweeps: {of: side, captured: true}
  won: {of: seat, captured: true}
  kitty: {}
actions:
  take: {play: card, take: {like: one c in loose where rank(c) = rank(card)}, to: won}
  sweep: {play: card, take: {like: one c in loose where rank(c) = rank(card)}, to: sweeps, when: count(loose) = 1}
  trail: {play: card, to: table}
awards:
  kings: {each: K, points: 1}
match: {rounds: 1, tie: draw}
"""


def written(tmp_path: Path, text: str, name: str = "game") -> str:
    path = tmp_path / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_there_is_a_limit(tmp_path: Path) -> None:
    many = "".join(f"  z{n}: {{}}\n" for n in range(40))
    found = load_text(tmp_path, GAME.replace("  kitty: {}\n", many))
    assert [d.message for d in found if d.code is Code.BAD_NUMBER] == ["more than 16 zones"]


def test_what_is_shown_is_the_same_file(tmp_path: Path) -> None:
    from cassino_dsl.book.describe.ruleset_yaml import ruleset_yaml

    first = load(written(tmp_path, GAME.replace("match:", "visible: {kitty: none, won: own}\nmatch:"))).ruleset
    again = load(written(tmp_path, ruleset_yaml(first), "shown")).ruleset
    assert again.zones == first.zones
    assert again.visible == first.visible
    assert Sides(first, again).same_program


def test_positions_hold_zones(tmp_path: Path) -> None:
    game = load(written(tmp_path, GAME))
    position = {"hand": "7c", "table": "7d", "zones": {"won": {"3": "2c 2d"}, "kitty": "3d 3c"}, "aside": "Kc"}
    after = game.apply(position, "7c takes 7d")["position"]
    assert after["zones"] == {
        "sweeps": {"1": "", "2": ""},
        "won": {"1": "7d 7c", "2": "", "3": "2c 2d", "4": ""},
        "kitty": "3d 3c",
    }
    assert after["aside"] == "Kc"
    assert game.view(after, 2)["zones"] == after["zones"]
    again = game.position(json.loads(json.dumps(after)))
    assert again.state.zones["kitty"] == game.position(position).state.zones["kitty"]


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        ({"wonn": {"1": "2c"}}, "`game` has no zone `wonn`"),
        ({"won": "2c"}, "`won` is written by seat: `{1: …, 2: …}`"),
        ({"won": {"5": "2c"}}, "there is no seat `5`"),
        ({"sweeps": {"3": "2c"}}, "there is no side `3`"),
        ({"kitty": "2c 7c"}, "`7c` lies in more places than one: the pack holds it once"),
        ({"kitty": "Xc"}, "the pack has no card `Xc`"),
        ("2c", "`zones` is written by name"),
    ],
)
def test_faults_of_positions(zones: object, message: str, tmp_path: Path) -> None:
    from cassino_dsl.game import CassinoError

    game = load(written(tmp_path, GAME))
    with pytest.raises(CassinoError) as caught:
        game.position({"hand": "7c", "zones": zones})
    assert message in [d.message for d in caught.value.diagnostics]


def test_other_names_are_the_same_rules(tmp_path: Path) -> None:
    first = load(written(tmp_path, GAME)).ruleset
    renamed = GAME.replace("sweeps", "clearings").replace("won", "got").replace("  kitty: {}\n", "")
    second = load(written(tmp_path, renamed, "renamed")).ruleset
    sides = Sides(first, second)
    assert dict(sides.names.zones) == {"clearings": "sweeps", "got": "won"}
    assert sides.same_program
    assert {c.kind for c in changes(first, second)} <= {"wording"}  # a zone that nothing names is only a word


def test_what_is_dealt_to_a_zone_is_a_difference(tmp_path: Path) -> None:
    dealt = GAME.replace("refill: 0}", "refill: 0, zones: {NAME: 1}}")
    first = load(written(tmp_path, dealt.replace("NAME", "won").replace("hand: 9", "hand: 8"))).ruleset
    second = load(written(tmp_path, dealt.replace("NAME", "kitty").replace("hand: 9", "hand: 8"), "other")).ruleset
    found = [(c.path, c.kind, c.text) for c in changes(first, second)]
    assert ("deal.zones.won", "deal", "cards to `won`: 1 → 0") in found
    assert ("deal.zones.kitty", "deal", "cards to `kitty`: 0 → 1") in found
    third = dealt.replace("NAME", "won").replace("won", "got").replace("hand: 9", "hand: 8")
    assert Sides(first, load(written(tmp_path, third, "third")).ruleset).same_program


def test_a_zone_of_captured_cards_is_a_difference(tmp_path: Path) -> None:
    first = load(written(tmp_path, GAME)).ruleset
    second = load(written(tmp_path, GAME.replace("{of: seat, captured: true}", "{of: seat}"), "other")).ruleset
    found = changes(first, second)
    assert ("zones.won", "legality") in [(c.path, c.kind) for c in found]


def test_a_deal_is_blamed_where_the_cards_run_out(tmp_path: Path) -> None:
    """The base deals what there is; the house rule that deals to a zone besides takes too many."""
    write(tmp_path, mine="dsl: 1\nhouse: true\nzones: {kitty: {}}\ndeal: {zones: {kitty: 60}}\n")
    (found,) = load_text(tmp_path, "dsl: 1\nextends: cassino\nseats: 2\nwith: mine\n")
    assert found.code.slug == "deal-does-not-fit"
    assert found.span is not None
    assert (Path(found.span.source.name).name, found.span.text) == ("mine.yaml", "60")
