"""A table: views, plays found from what is typed, undo, counts, hints, sentences, records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cassino_dsl.analysis.simulate.engines import weights_for
from cassino_dsl.analysis.simulate.replay import Replayer
from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.rng import decision_key
from cassino_dsl.engine.reference.state import FIELDS, State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.match.typed_plays import TypedPlays, which
from cassino_dsl.match.typed_plays import meant as found_in
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from cassino_dsl.players.search import searched
from cassino_dsl.table import opening
from cassino_dsl.table import opening as module
from cassino_dsl.table.card_values import worths
from cassino_dsl.table.counts import TOTAL
from cassino_dsl.table.hint import BUDGET
from cassino_dsl.table.opening import Opening, _Searching, last_game, resume, save, saved_game, stop
from cassino_dsl.table.table import GameTable, NotPossible
from cassino_dsl.table.view import Choice
from tests.native.compare import needs_compiler, quick_engine
from tests.table.tables import CONFORMANCE, MECHANISMS, game, load_source, opened, play_on


def whole(table: GameTable, state: State) -> dict[str, object]:
    """A position with all that is hidden."""
    return position_json(Position(table.engine, state, frozenset(range(table.plan.seats)), "listed"))


def texts(table: GameTable, seat: int, typed: str) -> list[str]:
    return [choice.text for choice in table.find(seat, typed)]


# scopa, seed 5: on the table Js Kc Ah 6c, in the hand 6s 7d Jh
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("7d takes 6c Ah", ["7d takes 6c Ah"]),
        ("7 takes 6 A", ["7d takes 6c Ah"]),
        ("7 t 1 6", ["7d takes 6c Ah"]),
        ("7 6 A", ["7d takes 6c Ah"]),
        ("7♦ takes A, 6", ["7d takes 6c Ah"]),
        ("7", ["7d takes 6c Ah"]),
        ("J takes Js", ["Jh takes Js"]),
        ("7h takes 6c", []),
        ("j zz", []),
    ],
)
def test_typed_plays(typed: str, meant: list[str]) -> None:
    table = opened("scopa")
    if meant:
        assert texts(table, 1, typed) == meant
    else:
        with pytest.raises(NotPossible, match=r"no play|not in your hand"):
            table.find(1, typed)


@pytest.mark.parametrize(
    "typed",
    """7d=6c+Ah | 7dx6cAh | 7♦ x 6♣ A♥ | 7D 6C AH | 7d 6c ah | 7○ x 6‡ A▽ | 6+A=7 | 6 and A with 7 | take 6 and A with 7
    take six and an ace with 7 | with 7 take 6 and a | 7 takes 6 a | play 7, take 6 A | seven of coins takes 6 and ace
    7 coins takes A cups 6 of batons | captures A 6 with the seven | 7 → 6 A | 7 -> A + 6 | pick up 6 A using 7
    take 6 A | 7♦\ufe0f 6 A""".replace("\n", "|").split("|"),
)
def test_every_notation_of_a_capture(typed: str) -> None:
    assert texts(opened("scopa"), 1, typed) == ["7d takes 6c Ah"]


@pytest.mark.parametrize(
    ("name", "hand", "table", "typed", "meant"),
    [
        ("cassino", "4c 9d 9h Ks", "5d 2s Kd", one, "4c builds 9 with 5d")
        for one in ("4 builds 9", "build 9 with 4 on 5", "build nine with four on five", "4 on 5", "build 9 with 4 5",
                    "make a 9 with 4 5", "put the 4 on 5", "4 b 9 with 5", "4 on 5 for 9", "build 4 on 5")
    ]
    + [
        ("cassino", "4c 9d 9h Ks", "5d 2s Kd", one, "4c trails")
        for one in ("lay 4", "drop 4c", "put 4 on the table", "4 to the table", "lays down a four", "tr 4♣")
    ]
    + [("cassino", "4c 9d 9h Ks", "5d 2s Kd", one, "Ks takes Kd") for one in ("kings x king", "K=K", "k k")]
    + [("cassino", "4c 9d 9h Ks", "5d 2s Kd", one, "4c trails") for one in ("four on the table", "trail the 4")]
    + [("cassino", "10c 9d 9h Ks", "10d 2s Kd", one, "10c takes 10d") for one in ("T x T", "T T", "ten x 10", "10=td")],
)  # fmt: skip
def test_every_notation_of_other_plays(name: str, hand: str, table: str, typed: str, meant: str) -> None:
    pack, kinds = game(name).ruleset.pack, {a.name: a.kind for a in game(name).ruleset.actions}
    legal = game(name).moves({"turn": 1, "hands": {1: hand, 2: "As 2h 3h 4d"}, "table": table})["plays"]
    choices = [Choice(p["text"], p["kind"], p["action"], (*p["play"],), (*p["take"],), p.get("value")) for p in legal]
    assert [c.text for c in found_in(TypedPlays(pack).read(typed, kinds), choices, pack)] == [meant]


def test_what_is_not_said_is_asked_for() -> None:
    """The shortest question that tells the plays apart."""
    table = opened("mulle", 3)
    assert which(table.find(1, "K builds")) == "for which value: 14 or 13?"
    assert which(table.find(1, "Ks")).startswith("which of these ")
    trails = [c for c in opened("cassino").view(1).choices if c.kind == "trail"][:3]
    assert which(trails) == f"with which card: {trails[0].play[0]}, {trails[1].play[0]} or {trails[2].play[0]}?"


def test_actions_by_name() -> None:
    """What the rulebook calls a play may be typed, and asked about."""
    table = opened("cassino")
    trails = [c.text for c in table.view(1).choices if c.kind == "trail"]
    assert texts(table, 1, "trail") == texts(table, 1, "Trail") == trails
    one = trails[0].split()[0]
    assert texts(table, 1, f"trail {one}") == texts(table, 1, f"{one} trails") == texts(table, 1, f"tr {one}")
    assert table.why_not(1, f"Trail {one}") == f"it is legal: `{one} trails`"
    captures = [c.text for c in table.view(1).choices if c.kind == "capture"]
    assert captures
    assert texts(table, 1, f"pair {captures[0]}") == captures[:1]
    assert "“Pair” is a capture, and written by its cards: write it as" in table.why_not(1, "pair of kings")
    assert "are not in your hand" in table.why_not(1, "trail 2c 2d")


def test_typed_plays_of_other_kinds() -> None:
    """Mulle, seed 3: many plays of one card; a value may be left out where only one is meant, and not where not."""
    table = opened("mulle", 3)
    kings = texts(table, 1, "Ks")
    assert len(kings) > 5
    assert all(text.startswith("Ks ") for text in kings)
    assert texts(table, 1, "K builds 14") == ["Ks builds 14 with 2c 10c 4h As Qs"]
    assert {text.split()[2] for text in texts(table, 1, "K b")} == {"13", "14"}
    african = opened("african-cassino", 5)
    african.make(african.find(1, "Ad trails")[0])
    while african.decides == 1 and "done" in [c.text for c in african.view(1).choices]:
        assert texts(african, 1, "done") == ["done"]
        african.make(african.find(1, "done")[0])
    assert african.moments


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("7 takes K", "7d may not take Kc"),
        ("5s takes 6c", "5s is not in your hand"),
        ("6 takes J", "6s may not take Js"),
        ("7 trails", "7d may not be trailed"),
        (
            "hello there",
            "that is no play: “hello” is no card and no verb. You could type, for example, `7d takes 6c Ah`",
        ),
        ("7 takse 6 A", "“takse” is no card and no verb, perhaps `takes`?"),
        ("take knavs with J", "“knavs” is no card and no verb, perhaps `knaves`?"),
        ("x" * 1000, "that is no play"),
    ],
)
def test_why_not(typed: str, reason: str) -> None:
    table = opened("scopa")
    assert reason in table.why_not(1, typed)
    with pytest.raises(NotPossible, match=reason):
        table.find(1, typed)


@pytest.mark.parametrize(
    ("typed", "parts"),
    [("7 takes K", ("Capture",)), ("7 trails", ("A card that can capture must", "Trail")), ("hello there", ())],
)
def test_which_parts_of_the_rules_speak_of_a_refusal(typed: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(NotPossible) as refused:
        opened("scopa").find(1, typed)
    assert refused.value.parts == parts


def test_a_hint_is_among_what_is_offered_where_a_card_is_played_unseen(tmp_path: Path) -> None:
    text = (MECHANISMS / "57-the-stock-plays-too.yaml").read_text("utf-8").partition("examples:")[0]
    file = tmp_path / "hand-or-stock.yaml"
    file.write_text(text.replace(", step: flip", "").replace("turn: play flip\n", ""), "utf-8")
    unseen = 0
    for seed in range(1, 6):
        table = opened(str(file), seed, persons=(1, 2))
        for _ in range(6):
            seat = table.decides
            assert seat is not None
            offered = [choice.text for choice in table.choices(seat)]
            hint = table.hint(seat, quick=True)
            assert hint is not None
            assert hint.play in offered
            assert "?" not in hint.told
            unseen += "?" in hint.play
            table.make(table.choices(seat)[0])
    assert unseen


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("trumps spades", "trumps spades"),
        ("trumps \u2660", "trumps spades"),
        ("trumps h", "trumps hearts"),
        ("Ask for j", "ask_for J"),
        ("show king", ""),
        ("choose 2", "choose 2"),
        ("choose 0", ""),
        ("trumps", "trumps clubs|trumps diamonds|trumps hearts|trumps spades"),
    ],
)
def test_what_is_announced_is_typed_as_what_it_is(typed: str, meant: str) -> None:
    table = opened("62-announcing.yaml")
    if not meant:
        assert "is said with" in table.why_not(1, typed) or "no play" in table.why_not(1, typed)
        return
    assert [choice.text for choice in table.find(1, typed)] == meant.split("|")
    choice = table.find(1, typed)[0]
    told = {"kind": "other", "action": choice.action, "value": choice.value, "chosen": choice.chosen}
    assert table.game.written_play(told) == table.game.written_play(choice.text)
    table.make(choice)
    who = " (seat 2)" if typed == "choose 2" else ""
    assert table.log(1)[-1].text == f"You choose “{choice.text.replace('_', ' ')}”{who}."


def test_what_is_legal_is_said_to_be() -> None:
    table = opened("scopa")
    assert table.why_not(1, "7 6 A") == "it is legal: `7d takes 6c Ah`"
    table.make(table.find(1, "7")[0])
    assert table.why_not(1, "7 6 A") == "it is not your turn"


def test_choices_are_the_plays_of_the_game() -> None:
    table = opened("cassino", 2)
    for _ in range(8):
        play_on(table, 1)
        if table.waits:
            position = table._whole(table.state)
            moves = game("cassino").moves(position)["plays"]
            assert [(c.text, c.kind, list(c.take)) for c in table.view(1).choices] == [
                (m["text"], m["kind"], m["take"]) for m in moves
            ]


def test_undo_brings_the_same_cards() -> None:
    table = opened("cassino", 4)
    assert not table.undo()
    before: list[object] = []
    after: list[object] = []
    while table.state.round < 2 or not table.waits:  # of the round before, the plays alone are kept
        if table.waits:
            before.append((table.view(1), table.log(1)))
        play_on(table, 1, rounds=2)
        after.append(whole(table, table.state))
    assert len(table.moments) < 4
    assert [whole(table, moment.after) for moment in table.since(0)] == after
    for was in reversed(before[-3:]):
        assert table.undo()
        assert (table.view(1), table.log(1)) == was
    play_on(table, len(after) - len(table.made), rounds=2)
    assert [whole(table, moment.after) for moment in table.since(0)] == after


def test_undo_plays_no_earlier_round_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who follows is kept as when the round began; and once more, where more is taken back."""
    table = opened("cassino", 4)
    before: list[object] = []
    while table.state.round < 3 or len(before) < 3:
        if table.waits and table.state.round == 3:
            before.append((table.view(1), table.log(1), table.summary(1), table.hint(1, quick=True)))
        table.view(0)  # somebody looks on
        play_on(table, 1, rounds=3)
    record = table.record()
    assert len(record["rounds"]) == 3
    plays = [text for _, text in table.made]
    monkeypatch.setattr(table.course, "follow", None)
    for was in reversed(before):
        assert table.undo()
        assert (table.view(1), table.log(1), table.summary(1), table.hint(1, quick=True)) == was
    assert table.log(0)
    monkeypatch.undo()
    play_on(table, len(plays) - len(table.made), rounds=3)
    assert ([text for _, text in table.made], table.record()) == (plays, record)


@pytest.mark.parametrize("name", ["scopa", "mulle", "seep"])
def test_of_each_position_is_kept_what_its_play_has_changed(name: str) -> None:
    """And what is kept stays as it was, whatever is played on."""
    table, then, moments = opened(name, 4), [], []
    while table.state.round == 1 and not table.over:
        moments = table.moments  # those of a round that is over are not kept
        play_on(table, 1)
        then.append(whole(table, table.state))
    assert [whole(table, moment.after) for moment in table.since(0)] == then
    kept = [state for moment in moments for state in (moment.played, moment.after)]
    assert len({id(row) for state in kept for field in FIELDS for row in rows(getattr(state, field.name))}) < 8 * len(
        kept
    )
    assert not any(state.plays for state in kept[:-1])


def rows(value: object) -> Iterator[object]:
    """The lists and dictionaries within a value, and itself."""
    if isinstance(value, list | dict):
        yield value
        for within in value.values() if isinstance(value, dict) else value:
            yield from rows(within)


@pytest.mark.parametrize("name", ["scopa", "mulle"])
def test_what_a_match_has_scored_is_not_counted_again(name: str) -> None:
    table = opened(name)
    while not table.over:
        table.make(table.view(table.decides or 0).choices[0]) if table.waits else table.answer()
    points = table.state.points
    assert points
    assert TOTAL not in {count.name for count in table.view(1).counts}
    for count in table.view(1).counts:
        if count.what == "points":
            assert count.numbers == tuple(map(table.plan.ruleset.match.shown, points[count.name]))


def test_counts_are_those_of_the_piles() -> None:
    table = opened("traditional-cassino", 3)
    text, kept = table.engine.evaluate.tables.text, False
    for _ in range(40):
        play_on(table, 1)
        if table.state.round > 1:
            break
        counts = {count.name: count.numbers for count in table.view(1).counts}
        piles = [[text[card] for card in pile] for pile in table.state.piles]
        assert counts["cards"] == tuple(map(len, piles))
        assert counts["spades"] == tuple(sum(card.endswith("s") for card in pile) for pile in piles)
        assert counts["aces"] == tuple(sum(card.startswith("A") for card in pile) for pile in piles)
        kept = kept or any(counts["aces"])
    assert kept


def test_what_a_seat_cannot_count_has_no_number() -> None:
    """A card goes to the pile that nobody has seen."""
    table = opened(str(Path(__file__).parent / "blind.yaml"))
    rows = {count.name: count.numbers for count in table.view(1).counts}
    assert rows["coins"] == (0, 0)
    table.make(table.find(1, "7")[0])
    rows = {count.name: count.numbers for count in table.view(1).counts}
    assert (rows["coins"], rows[TOTAL]) == ((None, 0), (None, None))
    assert len(table.view(1).sides[0].pile) == 4


def test_what_a_seat_keeps_to_itself_it_can_count() -> None:
    table = opened(str(Path(__file__).parent / "promises.yaml"), persons=(1, 2))
    for text in ("whisper 10", "whisper 12"):
        table.make(table.find(table.decides or 0, text)[0])
    rows = {count.name: count.numbers for count in table.view(2).counts}
    assert (rows["promised"], rows["highest"]) == ((None, 12), (None, 12))
    assert (rows["vowed"], rows[TOTAL]) == ((None, None), (None, None))


def test_what_the_round_brings_is_told_of_who_can_count_it(tmp_path: Path) -> None:
    whole = (Path(__file__).parent / "promises.yaml").read_text()
    path = tmp_path / "promise.yaml"
    path.write_text("".join(r for r in whole.splitlines(True) if not r.startswith(("  vowed", "  highest"))))
    table = opened(str(path), persons=(1, 2))
    for text in ("whisper 10", "whisper 12"):
        table.make(table.find(table.decides or 0, text)[0])
    assert {count.name: count.numbers for count in table.view(1).counts}[TOTAL] == (10, None)


def test_sentences() -> None:
    table = opened("scopa")
    table.make(table.find(1, "7")[0])
    while not table.over and table.state.round == 1:
        play_on(table, 1)
    told = [line.text for line in table.log(1)]
    assert told[:2] == ["Round 1: seat 2 deals, you lead", "You take 6c and Ah with 7d."]
    assert any(text.startswith("Seat 2 lays ") for text in told)
    assert told.count("New cards are dealt: the last.") == 1
    assert "Round 1 is over." in told
    assert any("what is left on the table: " in text for text in told)


def test_the_score_sheet_says_what_was_counted() -> None:
    """As the piles were before they were gathered, also told later."""
    table = opened("scopa", 7)
    play_on(table)
    end = table.rounds[0]
    sheet = next(line.scores for line in table.log(1) if line.scores)
    cells = dict(sheet.cells)
    mine, theirs = ([*map(len, end.state.piles)][side] for side in (0, 1))
    points = end.standing.awards["cards"]
    assert cells["cards"] == [f"{mine} → {points[0]}", f"{theirs} → {points[1]}"]
    assert cells["points"] == [str(sum(row[s] for row in end.standing.awards.values())) for s in (0, 1)]


def test_sweeps_and_passes_are_told() -> None:
    swept = passed = 0
    for seed in (3, 4):
        table = opened("scopa", seed)
        play_on(table)
        end = table.rounds[0].state
        told = [line.text for line in table.log(1)]
        sweeps = [text for text in told if text.startswith("One more scopa for ")]
        assert len(sweeps) == sum(end.memory["sweeps"])
        swept += len(sweeps)
        other = opened("callabra", seed)
        play_on(other)
        passed += sum(line.text.startswith(("You pass: no ", "Seat 2 passes: no ")) for line in other.log(1))
    assert swept
    assert passed


def test_a_card_laid_face_down_is_not_named() -> None:
    hidden = False
    for seed in range(4):
        table = opened("39-face-down.yaml", seed, persons=(1, 2))
        play_on(table, 10)
        for moment in table.since(0):
            mine, others = (table.told(seat, moment)[0].text for seat in (1, 2))
            if "a card unseen" in mine or "a card unseen" in others:
                hidden = True
                own = table.engine.decider(moment.before)
                assert "unseen" not in (mine, others)[own]
    assert hidden


def test_hints_are_true() -> None:
    """How many unseen cards can take something is what the positions say, each asked by itself."""
    checked = 0
    for seed in range(4):
        table = opened("scopa", seed)
        for _ in range(6):
            hint = table.hint(1)
            said = hint and re.search(r"which (\d+) of the (\d+) cards", hint.reason)
            if hint and said:
                checked += 1
                assert (int(said[1]), int(said[2])) == _takers(table, hint.play)
            play_on(table, 1)
    assert checked > 5


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ("-= 1}}", True),
        ("+= 1}}\nactions: {trail: {when: oil(me) > 0}}", True),
        ("+= 1}}", False),
    ],
)
def test_what_can_be_spent_stands_at_the_table_from_the_start(more: str, shown: bool, tmp_path: Path) -> None:
    file = tmp_path / "lamps.yaml"
    file.write_text(
        "dsl: 1\nextends: scopa\ntitle: Lamps\nmemory: {oil: {of: seat, is: int, starts: 3, about: drops}}\n"
        f"awards: {{lit: {{points: sum(s in seats | oil(s))}}}}\nevents: {{turns: {{on: trailed, do: oil(me) {more}\n"
    )
    (oil,) = (one for one in opened(str(file)).view(1).memory if one.name == "oil")
    assert [value for _, value in oil.stands] == (["3", "3"] if shown else [])


@needs_compiler
@pytest.mark.parametrize("award", ["points: count(pile)", "each: any, points: 1"])
def test_a_hint_asks_what_points_come_to_and_tells_no_chance(award: str, tmp_path: Path) -> None:
    """Alike cards are the same play: what one of them brings more when tried out is chance."""
    file = tmp_path / "zoo.yaml"
    file.write_text(
        "dsl: 1\npack: {suits: none, extras: {Ape: 6, Bear: 6}}\nseats: 2\nvalues: {any: none}\n"
        "deal: {hand: 6, table: 0, refill: 0}\nactions:\n  lay: {play: card, to: table}\n"
        "  pair: {play: card, take: {like: one c in loose where rank(c) = rank(card)}, to: pile}\n"
        f"awards: {{animals: {{{award}}}}}\nmatch: {{rounds: 1, tie: draw}}\n"
    )
    ruleset = game(str(file)).ruleset
    worlds = NativeWorlds(quick_engine(ruleset, 2), learned_words(ruleset, 2, None))
    for seed in range(10):
        table = opened(str(file), seed, hints=lambda: worlds)
        hint = table.hint(1)
        assert hint is not None
        assert re.match(r"gives up \w+ \(animals\)", hint.reason)
        assert not re.search(r"(Ape|Bear).*more than \1", hint.reason)


def _takers(table: GameTable, play: str) -> tuple[int, int]:
    view, scopa = table.view(1), game("scopa")
    chosen = next(choice for choice in view.choices if choice.text == play)
    left = [card for card in view.table if card not in chosen.take]
    left += list(chosen.play) if chosen.kind == "trail" else []
    piles = [text for pile in table.state.piles for text in (table.engine.evaluate.tables.text[c] for c in pile)]
    seen = {*view.table, *view.own.hand, *piles}
    unseen = [face.text for face in scopa.ruleset.pack.faces if face.text not in seen]
    can = 0
    for face in unseen:
        plays = scopa.moves({"turn": 2, "hands": {2: face}, "table": " ".join(map(str, left))})["plays"]
        can += any(p["kind"] == "capture" for p in plays)
    return can, len(unseen)


def test_hints_of_every_decision_are_legal_plays() -> None:
    for name in ("african-cassino", "callabra", "cuarenta", "zwicker"):
        table = opened(name, 7)
        for _ in range(12):
            play_on(table, 1)
            hint = table.hint(1)
            assert (hint is None) == (table.decides != 1)
            if hint is not None:
                assert hint.play in [choice.text for choice in table.view(1).choices]
                assert hint.reason


@needs_compiler
@pytest.mark.parametrize("name", ["scopa", "italian-cassino"])
@pytest.mark.share(2)
def test_a_hint_is_what_a_search_would_play(name: str) -> None:
    """With what was learned, and rounds played out as `search` does it: as learned, where a turn takes several
    steps."""
    ruleset = game(name).ruleset
    weights = weights_for(ruleset, 2)[0]
    worlds = NativeWorlds(quick_engine(ruleset, 2), learned_words(ruleset, 2, weights))
    table, compared = opened(name, 7, seats=2, hints=lambda: worlds), 0
    while compared < 8:
        hint = table.hint(1) if table.decides == 1 else None
        if hint is not None and hint.searched:
            key, sight, plays = decision_key(table.key, len(table.made)), table.lookers[1].sight, table._legal()
            found = searched("search", BUDGET, worlds, table.engine, sight, table.state, plays, key, table.shown.cards)
            assert hint.play == play_text(table.engine.evaluate.tables, found)
            compared += 1
        play_on(table, 1)


def test_hints_know_what_was_learned() -> None:
    searching = _Searching(game("italian-cassino"), 2, None)
    searching._take()
    assert searching.worlds is None or searching.worlds.learned  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("royal-cassino", "A 1 or 14 · J 11 · Q 12 · K 13"),
        ("cassino", "A 1 · J, Q, K in no sum"),
        ("buckeye", "A 1 or 14 · J 11 · Q 12 · K 13 · 10d 10 or 11"),
        ("chkobba", "A 1 · Q 8 · J 9 · K 10"),
        ("escoba", "A 1 · J (knave) 8 · Q (horse) 9 · K 10"),
        ("stealing-bundles", ""),
    ],
)
def test_what_cards_count_for_in_few_words(name: str, said: str) -> None:
    assert " · ".join(worths(game(name).ruleset)) == said


def test_what_cards_count_for_by_place() -> None:
    assert worths(game("mulle").ruleset)[0] == "A 14 in the hand, 1 on the table"
    assert worths(game("trailing-royals").ruleset)[1] == "J 11 in the hand, no number on the table"
    by_memory = game(str(CONFORMANCE / "values" / "by-memory.yaml"))
    assert worths(by_memory.ruleset)[2] == "7 7 (at times 1 to 10)"


# ---- records


def test_a_saved_match_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for name, decisions in (("scopa", 15), ("scopa", 50), ("african-cassino", 9), ("39-face-down.yaml", 4)):
        table = opened(name, 8)
        for _ in range(decisions):  # 50: in the second round
            if table.waits:
                table.make(table.view(1).choices[0])
            else:
                table.answer()
        save(table, file)
        found = saved_game(file)
        assert found is not None
        again = resume(found, load_source)
        assert (again.view(1), again.log(1)) == (table.view(1), table.log(1))
        assert whole(again, again.state) == whole(table, table.state)
        Replayer(lambda variant, *_: game(variant).ruleset).replay(json.loads(file.read_text()))


def test_the_last_match_is_kept_until_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(module.VARIABLE, str(tmp_path / "a" / "b"))
    assert saved_game() is None
    table = opened("cuarenta", 3)
    play_on(table, 5)
    assert save(table) == last_game()
    found = saved_game()
    assert found is not None
    assert found.text == "cuarenta, round 1"
    while not table.over:
        table.make(table.view(1).choices[0]) if table.waits else table.answer()
    assert save(table) is None
    assert saved_game() is None


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "nonsense", '{"record": 3}', '{"record": 3, "unit": "match", "match": 0}', "[" * 100_000, "\x00"],
)
def test_damaged_games(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    with pytest.raises(NotPossible, match="holds no saved game"):
        saved_game(file)


def test_another_match_that_was_kept_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(module.VARIABLE, str(tmp_path))
    first, second = opened("scopa", 5), opened("scopa", 6)
    for table in (first, second):
        play_on(table, 3)
    assert stop(first) == "stopped; `cassino play --resume` goes on"
    assert stop(first) == "stopped; `cassino play --resume` goes on"  # the same match, further on
    aside = tmp_path / "stopped-5.json"
    assert stop(second).endswith(f"the match kept before, for --file:\n{aside}")
    assert (kept := saved_game(aside)) is not None
    assert kept.record.seed == 5
    assert (last := saved_game()) is not None
    assert last.record.seed == 6


def test_a_saved_game_that_no_longer_fits(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    table = opened("scopa")
    play_on(table, 5)
    record = {**table.record()}
    for change, said in (
        ({"ruleset": "0" * 16}, "have changed"),
        ({"players": ["person", "nobody"]}, "there is no player"),
        ({"rounds": [{"plays": ["Kd takes Kc"]}]}, "not legal any more"),
        ({"seats": 3, "players": ["person", "random", "random"]}, "have changed"),
    ):
        file.write_text(json.dumps({**record, **change}))
        found = saved_game(file)
        assert found is not None
        with pytest.raises(NotPossible, match=said):
            resume(found, load_source)


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"seats": 7}, "is played with 2, 3, 4 seats, not 7"),
        ({"persons": (5,)}, "there are 2 seats"),
        ({"against": "nobody"}, "there is no player `nobody`"),
        ({"seats": 3, "persons": (4,)}, "there are 3 seats"),
    ],
)
def test_wishes_that_cannot_be(wishes: dict[str, object], said: str) -> None:
    with pytest.raises(NotPossible, match=said):
        Opening(load_source, **wishes).table("scopa", print)  # type: ignore[arg-type]


def test_a_seat_further_on_asks_for_a_table_of_that_size() -> None:
    assert len(Opening(load_source, persons=(3,)).table("scopa", print).players) == 3


def test_levels_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who would search for minutes plays by what it has learned instead, or where that is nothing looks a play ahead;
    that is said once, and a player named stays."""
    monkeypatch.setattr(opening, "worlds_for", lambda *_: (None, "there is no compiler"))
    for level, plays in ((1, "random"), (2, "greedy"), (3, "learned"), (5, "learned")):
        said: list[str] = []
        table = Opening(load_source, level=level).table("scopa", said.append)
        assert table.players == ("person", plays)
        assert [text for text in said if "plays as level 3" in text] == [
            f"there is no compiler: level {level} plays as level 3 does"
        ] * (level > 3)
    monkeypatch.setattr(opening, "weights_for", lambda *_: (None, "nothing was learned"))
    for level in (3, 5):
        said = []
        assert Opening(load_source, level=level).table("scopa", said.append).players == ("person", "greedy")
        assert f"there is no compiler: level {level} plays as level 2 does" in said
    assert Opening(load_source, against="flat:30").table("scopa", print).players == ("person", "flat:30")
