"""The witness: a small position that really shows a difference, and that both rulesets read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.analysis.diff.position_difference import difference_in as bite
from cassino_dsl.analysis.diff.product_game import Pair
from cassino_dsl.analysis.diff.shrink import shrink, size
from cassino_dsl.analysis.diff.witness import GAMES, Witness, WitnessSearch
from cassino_dsl.game import Game
from cassino_dsl.language.ruleset.model import Ruleset
from tests.diff.rulesets import OTHER_WORDS, PLAIN, cases, find_witness, pair, pairs, patched, ruleset, tiny


def witness(a: Ruleset, b: Ruleset) -> Witness | None:
    both, faces = pair(a, b)
    return find_witness((both,), faces, legality=any(c.kind == "legality" for c in changes(a, b)))


CASES = cases("witness")


@pytest.mark.parametrize(("a", "b", "about", "most"), CASES["shipped"])
@pytest.mark.share(9)
def test_a_witness_is_small_and_true(a: str, b: str, about: str, most: str) -> None:
    first, second = ruleset(*a.split()), ruleset(*b.split())
    found = witness(first, second)
    assert found is not None
    _is_minimal((pair(first, second)[0],), found)
    answer = found.as_json()
    assert answer["about"] == about
    assert answer["size"] <= int(most)
    _is_true(answer, Game(first), Game(second))


def _is_true(answer: dict[str, Any], a: Game, b: Game) -> None:
    """Asked anew, through the public answers, the two rulesets part as the witness says."""
    position = answer["position"]
    if answer["about"] == "plays":
        mine, yours = ({p["text"] for p in game.moves(position)["plays"]} for game in (a, b))
        assert set(answer["only_a"]) == mine - yours
        assert set(answer["only_b"]) == yours - mine
        assert mine != yours
        return
    assert answer["only_a"] == answer["only_b"] == []
    assert answer["a"] != answer["b"]
    if answer["about"] in ("score", "end"):
        scored = [game.score(position) for game in (a, b)]
        for told, asked in zip((answer["a"], answer["b"]), scored, strict=True):
            assert told["winner"] == asked["winner"]
            assert told["scores"] == {str(s["side"]): s["score"] for s in asked["sides"]}
            assert told["points"] == {str(s["side"]): s["total"] for s in asked["sides"]}
    if answer["about"] == "course":
        after = [game.apply(position, answer["play"])["position"] for game in (a, b)]
        for told, asked in zip((answer["a"], answer["b"]), after, strict=True):
            for name, value in told["memory"].items():
                found = asked["memory"][name]
                assert ({k: found[k] for k in value} if isinstance(value, dict) else found) == value


@pytest.mark.ci
@pytest.mark.parametrize("games", [1, GAMES])
def test_no_witness_where_only_the_words_differ(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little is tried; where more could be, it is said."""
    monkeypatch.setattr("cassino_dsl.analysis.diff.witness.GAMES", games)
    monkeypatch.setattr("cassino_dsl.analysis.diff.witness.MANY", 200)
    both, faces = pair(ruleset(PLAIN), ruleset(OTHER_WORDS))
    search = WitnessSearch((both,), faces)
    assert search.found(legality=False) is None
    assert "200 positions at most" in (search.remark(None) or "")


def test_a_rule_about_builds_is_found_in_a_build(tmp_path: Path) -> None:
    other = patched(tmp_path, "patch", "rules:\n  no trail beside an own build: removed")
    found = witness(ruleset(PLAIN), other)
    assert found is not None
    answer = found.as_json()
    assert answer["size"] == 4  # a build of two cards, the card that is kept for it, and one that trails
    assert answer["position"]["builds"][0]["owner"] == 1
    assert answer["only_a"] == []
    assert all(p.endswith("trails") for p in answer["only_b"])


def test_a_rule_about_many_cards_is_found_in_play(tmp_path: Path) -> None:
    crowd = patched(tmp_path, "patch", "rules:\n  a crowd stays: kind = capture implies count(table) < 6")
    found = witness(ruleset(PLAIN), crowd)
    assert found is not None
    assert found.as_json()["size"] == 7  # six on the table, one in the hand
    assert found.difference.only_b == ()


def test_an_event_of_two_conditions_is_found_where_few_cards_lie(tmp_path: Path) -> None:
    """A king that takes the last card is seldom seen in play."""
    event = "x: {on: captured, when: rank(card) = K and count(table) = 0, do: award 10 to us as x}"
    found = witness(ruleset(PLAIN), patched(tmp_path, "patch", f"events:\n  {event}"))
    assert found is not None
    assert found.difference.about == "course"
    assert found.as_json()["size"] == 2
    assert found.position["hands"]["1"][0] == found.position["table"][0] == "K"


@pytest.mark.ci
def test_how_often_something_is_done_again_is_found_where_it_comes_again(tmp_path: Path) -> None:
    again = "repeat (move {c in loose | rank(c) = J} to bottom(stock); deal 4 - count(loose) to table)"
    event = f"events: {{x: {{on: layout dealt, do: '{again} while any(c in loose | rank(c) = J) at most %s'}}}}"
    found = witness(*(patched(tmp_path, f"most{n}", event % n) for n in (2, 3)))
    assert found is not None
    assert found.difference.about == "deal"


@pytest.mark.parametrize(
    ("test", "scores"),
    [("s != us and score(s) < score(us)", {"1": 1}), ("score(s) = score(us) + 7", {"2": 7})],
)
@pytest.mark.ci
def test_a_rule_that_compares_scores_is_found_with_more_cards_than_small_positions_have(
    test: str, scores: dict[str, int], tmp_path: Path
) -> None:
    other = patched(tmp_path, "patch", f"rules:\n  r: kind = build implies not any(s in sides | {test})")
    found = witness(ruleset(PLAIN), other)
    assert found is not None
    assert found.as_json()["position"]["scores"] == scores


@pytest.mark.parametrize("case", CASES["aimed"], ids=lambda case: case["clause"])
@pytest.mark.share(8)
def test_a_witness_is_aimed_and_minimal(case: dict[str, Any], tmp_path: Path) -> None:
    section, clause = case["section"], case["clause"]
    a, b = tiny(tmp_path, name="plain"), tiny(tmp_path, f"{section}:\n  {clause}")
    both, faces = pairs(a, b)
    found = find_witness(both, faces, legality=section == "rules")
    assert found is not None
    assert found.difference.about == case["about"]
    position = yaml.load(yaml.safe_dump(found.position), yaml.BaseLoader)
    assert case.get("says", {}).items() <= position.items()
    _is_true(found.as_json(), Game(a), Game(b))
    _is_minimal(both, found)


def test_an_award_that_asks_for_a_score_is_found_where_others_of_a_race_give_nothing(tmp_path: Path) -> None:
    race = "match: {counting: race}\nawards:\n  cards: removed\n"
    most = "  more: {most: count(pile), points: 3}\n"
    seven = '  x: {if: "score(us) = 15 and 4d in pile", points: 1}\n'
    both, faces = pairs(tiny(tmp_path, race + most, "a"), tiny(tmp_path, race + most + seven, "b"))
    found = find_witness(both, faces, legality=False)
    assert found is not None
    assert found.difference.about == "score"


def test_a_position_that_is_made_smaller_stays_in_turn(tmp_path: Path) -> None:
    """The leader of four is to move again after eight turns."""
    rule = 'rules:\n  r: "kind = trail implies not (me = leader and turns > 5)"'
    both, faces = pairs(tiny(tmp_path, "seats: 4", "a"), tiny(tmp_path, f"seats: 4\n{rule}", "b"))
    found = find_witness(both, faces)
    assert found is not None
    assert found.position["turns"] == 8


def test_shuffling_less_than_two_cards_is_no_difference(tmp_path: Path) -> None:
    both, faces = pairs(tiny(tmp_path, name="a"), tiny(tmp_path, "events: {e: {on: trailed, do: shuffle stock}}", "b"))
    found = find_witness(both, faces, legality=False)
    assert found is not None
    assert len(found.position["stock"].split()) == 2


def _is_minimal(both: tuple[Pair, ...], found: Witness) -> None:
    """Whatever single thing is left out or lowered, the difference is gone."""
    by_seats = {p.seats: p for p in both}
    for data in _one_less(found.position):
        asked = by_seats.get(data.get("seats", min(by_seats)))
        assert asked is None or bite(asked, {"seats": asked.seats, **data}, found.difference.about) is None, data


ON_BUILDS = (
    "rules: {r: 'kind = trail implies not any(b in builds | groups(b) > 1 and owner(b) != me)'}",
    "rules: {r: 'kind = trail implies not any(b in builds | value(b) > 8)'}",
    "events: {e: {on: built, when: 'any(b in builds | owner(b) != me)', do: sweeps(us) += 2}}",
    "preferences: {p: {prefer: 'any(b in taken | b in builds)', over: kind = trail}}",
)


@pytest.mark.parametrize("patch", ON_BUILDS)
@pytest.mark.share(4)
def test_builds_of_witnesses_are_some_that_plays_make(tmp_path: Path, patch: str) -> None:
    """However small a position is made: no build of one card, none without the owner that every play gives it."""
    a, b = ruleset(PLAIN), patched(tmp_path, "b", patch)
    found = witness(a, b)
    assert found is not None
    for build in found.position["builds"]:
        assert len(" ".join(build["groups"]).split()) > 1
        assert build["owner"] in (1, 2)
        assert _some_play_makes(Game(a), build)


def _some_play_makes(game: Game, build: dict[str, Any]) -> bool:
    """Its first card, or any other, is played on the others, with each card of the pack in turn beside it."""
    cards = " ".join(build["groups"]).split()
    for card in cards:
        for kept in (face.text for face in game.ruleset.pack.faces if face.text not in cards):
            rest = [c for c in cards if c != card]
            data = {"turn": build["owner"], "hands": {str(build["owner"]): f"{card} {kept}"}, "table": " ".join(rest)}
            for play in (p for p in game.moves(data)["plays"] if p["kind"] == "build" and p["take"]):
                (made,) = game.apply(data, play["text"])["position"]["builds"]
                if {k: made[k] for k in build} == build:
                    return True
    return False


def _one_less(value: Any, key: str = "") -> Iterator[Any]:
    """A position with one card, build, key or number less, wherever it stands; the cards of builds apart."""
    if isinstance(value, bool):
        if value:
            yield False
    elif isinstance(value, int):
        if value > (0 if key in ("scores", "memory", "points", "stock", "turns", "redeals") else 1):
            yield value - 1
    elif isinstance(value, str):
        cards = value.split()
        yield from (" ".join(cards[:i] + cards[i + 1 :]) for i in range(len(cards)))
    elif isinstance(value, list):
        yield from (value[:i] + value[i + 1 :] for i in range(len(value)))  # a build goes as a whole
    elif isinstance(value, dict):
        kept = ("value", "groups", "seats")  # a build needs the first two; the number of seats is always said
        yield from ({k: v for k, v in value.items() if k != left} for left in value if left not in kept)
        for k, v in value.items():
            if k != "value":
                yield from (
                    {**value, k: less} for less in _one_less(v, key if key in ("memory", "points", "scores") else k)
                )


def test_shrinking_keeps_what_it_is_asked_to_keep() -> None:
    data = {"seats": 2, "table": "3c 4d 5h 6s", "hands": {"1": "7c Kd", "2": "9h"}, "scores": {"1": 18, "2": 3}}

    def holds(d: dict[str, Any]) -> bool:
        return (
            "4d" in d.get("table", "")
            and "7c" in d.get("hands", {}).get("1", "")
            and d.get("scores", {"1": 0})["1"] > 4
        )

    small = shrink(data, lambda d: "1" in d.get("scores", {}) and holds(d))
    assert {**small, "seats": 2} == {"seats": 2, "table": "4d", "hands": {"1": "7c"}, "scores": {"1": 5}}
    assert size(small) == 3


def test_a_build_loses_groups_while_two_cards_are_left_but_not_what_it_remembers_with_them() -> None:
    build = {"value": 7, "groups": ["4h 3d", "7s", "7c"], "owner": 1}

    def holds(data: dict[str, Any]) -> bool:
        return bool(data.get("builds"))

    assert shrink({"builds": [build]}, holds)["builds"] == [{**build, "groups": ["4h 3d"]}]
    fixed = {**build, "fixed": True}
    assert shrink({"builds": [fixed]}, holds)["builds"] == [fixed]


def test_a_search_that_gives_up_says_so_and_what_it_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("cassino_dsl.analysis.diff.witness.WORK", 2_000)
    a = tiny(tmp_path, "seats: 2", "a")
    hidden = tiny(tmp_path, "seats: 2\nrules: {r: kind = trail implies count(hand) < 9}", "hidden")
    told = compare(a, hidden, Wanted(effect=False)).remarks[0]
    assert told.startswith("no position was found in which the changes show: tried were the first rounds of 12 matches")
    assert re.search(r"given up after \d+ of the positions of up to 3 cards and after \d+ .* up to 4 cards$", told)
    found = compare(a, tiny(tmp_path, "seats: 2\nawards: {x: {points: 3}}", "b"), Wanted(effect=False))
    assert found.remarks == ()


def test_an_empty_stock_is_known_to_be_empty() -> None:
    data = {"stock": "", "table": "3c", "hands": {}}
    assert shrink(data, lambda d: d.get("stock") == "") == {"stock": ""}


def test_a_position_that_one_ruleset_lacks_is_no_witness() -> None:
    both, _ = pair(ruleset("cassino"), ruleset("scopa"))
    assert bite(both, {"seats": 2, "hands": {"1": "10d"}, "table": "9c"}, "plays") is None


@pytest.mark.parametrize("award", ["{each: 7h, points: 2}", "{if: 9d in pile, points: 1}"])
@pytest.mark.share(4)
def test_the_order_of_a_race_is_shown_where_two_sides_reach_the_target(tmp_path: Path, award: str) -> None:
    race = "match: {{counting: race, target: 20}}\nawards:\n  {}\n  {}\n"
    most = "most_spades: {most: 'count(c in pile | suit(c) = spades)', points: 3}"
    a = patched(tmp_path, "a", race.format(most, f"other: {award}"))
    b = patched(tmp_path, "b", race.format(f"other: {award}", most))
    assert [c.path for c in changes(a, b)] == ["awards"]
    found = witness(a, b)
    assert found is not None
    assert found.difference.about == "end"
    assert found.difference.a is not None
    assert found.difference.b is not None
    assert found.difference.a["winner"] != found.difference.b["winner"]
    _is_true(found.as_json(), Game(a), Game(b))


@pytest.mark.ci
def test_another_target_of_a_playoff_is_shown_where_it_begins(tmp_path: Path) -> None:
    """What one of the two begins with a tie is a match to other points."""
    a, b = (patched(tmp_path, f"to_{n}", f"match: {{tie: playoff, playoff: {n}}}") for n in (6, 17))
    found = witness(a, b)
    assert found is not None
    assert found.difference.about == "end"
    _is_true(found.as_json(), Game(a), Game(b))


ASKED = """
memory: {k: {of: seat, is: int}}
actions:
  more: {step: more, play: none, let: {n: "{1..3}"}, do: k(me) := n}
  less: {step: less, play: none, let: {n: "{1..3}"}, do: k(me) := -n}
events: {e: {on: layout dealt, do: (%s)}}
"""


def test_what_is_asked_is_compared_by_what_it_means(tmp_path: Path) -> None:
    """Numbers of what is asked are each file's own: no position is made of the same number of two things, and who is
    asked otherwise is not dealt other cards."""
    more, less = "ask leader to more", "ask leader to less"
    a, b = (tiny(tmp_path, ASKED % "; ".join(row), row[0][-4:]) for row in ((more, less), (less, more)))
    both, _ = pair(a, b)
    assert bite(both, {"seats": 2, "hands": {"1": ""}, "asks": [{"seat": 1, "ask": 1, "at": 0}]}, "plays") is None
    found = witness(a, b)
    assert found is not None
    assert found.difference.about == "deal"
    assert [row["asks"][0]["ask"] for row in (found.difference.a or {}, found.difference.b or {})] == ["more", "less"]
