"""The examples of a file that its rulebook tells: those that hold at the table, each with the actions that it shows,
and those of several plays as stories."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from cassino_dsl.analysis.examples.read import Example, PlayMade, read_examples
from cassino_dsl.analysis.examples.run import run_example
from cassino_dsl.book.describe.told_hand import Moment, Story
from cassino_dsl.book.describe.told_plays import Way, WhatIsTaken
from cassino_dsl.book.describe.worked_examples import (
    ILLEGAL,
    LEGAL,
    SHOWN,
    STORY,
    examples_of,
    is_of_points,
    place_of,
)
from cassino_dsl.book.why.why import why
from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.determinize import Place
from cassino_dsl.engine.reference.observation_history import BUILDS, places_of
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.state import Build
from cassino_dsl.engine.reference.text import play_text, text_of_written, written
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.expr import Type
from cassino_dsl.language.syntax.tree import Mapping as Tree
from cassino_dsl.language.syntax.tree import Node, Scalar
from cassino_dsl.language.syntax.tree import Sequence as Nodes
from cassino_dsl.language.targets import Target, open_target

MOST, MOST_OF_A_PLACE = 20, 4  # examples in all; in one place of what may be done, and of what may not
STORIES = 2  # a first one, and perhaps one for who knows the game


def told(target: Target) -> list[Mapping[str, Any]]:
    """A few examples, as data; ``actions``: the names of the actions whose plays they list. Those
    that make several plays, of the file or of one that it extends, are told as stories."""
    ruleset, places = target.loaded.ruleset, Counter[tuple[str, bool]]()
    found: list[Mapping[str, Any]] = []
    if target.own is None or ruleset is None:
        return found
    for example in sorted(_holding(target), key=_when_told):
        place = place_of(example, ruleset), _refuses(example)
        places[place] += 1
        if places[place] <= MOST_OF_A_PLACE and len(found) < MOST:
            found.append(example)
    return [*({"name": story.name, STORY: story} for story in _stories(target)), *found]


def _when_told(example: Mapping[str, Any]) -> tuple[bool, bool]:
    """What may be done comes before what may not, and first of all what this table has chosen."""
    return _refuses(example), "set" not in example and "laid" not in example


def _refuses(example: Mapping[str, Any]) -> bool:
    return set(example["expect"]) == {ILLEGAL}


def _holding(target: Target) -> Iterator[Mapping[str, Any]]:
    """The examples of the file, and of the house rules laid over it, that hold at this table."""
    assert target.own is not None
    yield from _holding_of(target.own, target)
    for tree in target.laid():
        yield from ({**data, "laid": True} for data in _holding_of(tree, target))


def _holding_of(tree: Tree, target: Target) -> Iterator[Mapping[str, Any]]:
    read = {e.name: e for e in read_examples(replace(target, own=tree), Report())}
    for data in examples_of(tree):
        example = read.get(str(data.get("name")))
        if example and _holds(example, target):
            refused = list(_refused(example, data["expect"].get("illegal") or ()))
            shown = _shown(example, data["expect"])
            actions = {way.action for of_key in shown.values() for ways in of_key.values() for way in ways}
            actions |= {action for action, _ in refused if action}
            expect = _counted(example, data["expect"]) if is_of_points(data) else data["expect"]
            reasons = [reason for _, reason in refused]
            yield {**data, "expect": expect, "actions": sorted(actions), SHOWN: shown, "refused": reasons}


def _counted(example: Example, expect: Mapping[str, Any]) -> dict[str, Any]:
    """What an example of points expects, with all that anybody gets, so that it can be added up, and every tie."""
    sides = example.game.score(example.document)["sides"]
    rows = {name: {str(side["side"]): side["awards"][name] for side in sides} for name in sides[0]["awards"]}
    said = {award.name for award in example.game.ruleset.awards if award.most is not None} | set(expect["awards"])
    told = {name: row for name, row in rows.items() if name in said or any(row.values())}
    return {**expect, "awards": told}


def _holds(example: Example, target: Target) -> bool:
    """With options of its own it is one of this table only where they are chosen so."""
    return example.game.ruleset == target.loaded.ruleset and run_example(example).passed


def _shown(example: Example, expect: Mapping[str, Any]) -> dict[str, dict[str, list[Way]]]:
    """The plays that the example lists, by its keys and by the card that is played (`none` without one)."""
    if is_of_points({"expect": expect}):
        return {}
    position = example.game.position(example.document)
    plays = {play_text(position.engine.evaluate.tables, play): play for play in example.game.plays(position)}

    def way(text: str) -> Way:
        return _way(plays[text_of_written(example.game.written_play(text))], position)

    shown = dict[str, dict[str, list[Way]]]()
    for key, does in (("captures", "takes"), ("builds", "builds")):
        rows = expect.get(key)
        for card, sets in rows.items() if isinstance(rows, Mapping) else ():
            played = "" if card == "none" else f"{card} "
            shown.setdefault(key, {})[str(card)] = [way(f"{played}{does} {what}") for what in _listed(sets) if what]
    for key in ("plays", LEGAL):
        for each in map(way, _listed(expect.get(key, []))):
            shown.setdefault(key, {}).setdefault(" ".join(each.cards) or "none", []).append(each)
    return shown


def _listed(value: Any) -> list[str]:
    return [str(v) for v in value] if isinstance(value, list) else [str(value)]


def _refused(example: Example, plays: Any) -> Iterator[tuple[str | None, str]]:
    """Of each play that is not legal the action to which it comes nearest, and the reason for which it is refused."""
    position = example.game.position(example.document)
    for text in plays if isinstance(plays, (list, tuple)) else [plays]:
        answer = why(position, example.game.written_play(str(text)))
        reason = _PLACE.sub("", answer["reason"])
        yield answer["action"], reason if " may not " in reason else f"You may not do this: {text}. {reason}"


_PLACE = re.compile(r" \([^()]*:\d+\)(?=\.?$)")  # of the clause, for those who read the file


# ---- stories


def _stories(target: Target) -> list[Story]:
    """The examples that make several plays and hold at this table, of the nearest file that has any. Their remarks were
    written for that file alone: they are told where all that could be played is the same there."""
    composed = target.loaded.composed
    for tree, path in zip(target.family(), composed.files if composed else (), strict=False):
        names = [*_of_several_plays(tree.get("examples"))]
        if not names:
            continue  # its table need not be opened
        at_home = target.house or (tree is target.own and not target.with_rules and not target.settings)
        home = target if at_home else open_target(str(path), None, (), ())
        holding = (
            _story(example, remarks=at_home or any(_alike(example, e) for e in _named(name, tree, home)))
            for name in names
            for example in _named(name, tree, target)
            if _holds(example, target)
        )
        if found := list(islice(holding, STORIES)):
            return found
    return []


def _named(name: str, tree: Tree, target: Target) -> Iterator[Example]:
    return (e for e in read_examples(replace(target, own=tree), Report(), name) if e.name == name)


def _alike(one: Example, other: Example) -> bool:
    """Whether two examples come out the same, play by play, and whatever else could be played."""
    here, there = ((_story(e).moments, _playable(e)) if run_example(e).passed else None for e in (one, other))
    return here == there is not None


def _playable(example: Example) -> list[list[str]]:
    """The plays that are legal before each of those that are made."""
    game, found = example.game, list[list[str]]()
    position: Position = game.position(example.document)
    for played in example.played:
        found.append(sorted(play_text(position.engine.evaluate.tables, play) for play in game.plays(position)))
        position, _ = game.after(position, game.find_play(position, played.play))  # type: ignore[arg-type]
    return found


def _of_several_plays(examples: Node | None) -> Iterator[str]:
    for item in examples.items if isinstance(examples, Nodes) else ():
        name, play = (item.get("name"), item.get("play")) if isinstance(item, Tree) else (None, None)
        if isinstance(name, Scalar) and isinstance(play, Nodes) and len(play.items) > 1:
            yield name.text


def _story(example: Example, remarks: bool = True) -> Story:
    game = example.game
    position: Position = game.position(example.document)
    plan, start, moments = position.engine.plan, position_json(position), []
    for played in example.played:
        play = game.find_play(position, played.play)
        assert isinstance(play, Play)
        after, events = game.after(position, play)
        moments.append(_moment(played if remarks else replace(played, remark=""), play, position, after, events))
        position = after
    sides = [tuple(n for n in range(plan.seats) if plan.side_of[n] == side) for side in range(plan.sides)]
    return Story(example.name, start, tuple(sides), tuple(moments))


def _moment(played: PlayMade, play: Play, before: Position, after: Position, events: list[str]) -> Moment:
    engine, match = before.engine, before.engine.plan.ruleset.match
    scores = zip(before.state.scores, after.state.scores, strict=True)
    gained = [(side, match.shown(new - old)) for side, (old, new) in enumerate(scores) if new != old]
    counts = [m.name for m in engine.plan.ruleset.memory if m.of == "side" and m.type is Type.INT]
    there, left = (len(p.state.loose) + len(p.state.builds) for p in (before, after))
    laid = play.kind == "trail"
    own = {c for c in (*play.cards, *play.taken()) if play.kind != "other" and (c in after.state.loose or not laid)}
    return Moment(
        engine.decider(before.state),
        _way(play, before),
        tuple(events),
        tuple((side, str(points)) for side, points in gained),
        any(before.state.memory[name] != after.state.memory[name] for name in counts),
        bool(there) and not left,
        tuple(_moved(before, after, own)),
        played.remark,
    )


def _moved(before: Position, after: Position, own: set[int]) -> Iterator[tuple[str, Place, Place]]:
    """The cards that lie elsewhere after a play, but its ``own``, of which it is said, and what was dealt. The end of a
    round clears the table by itself."""
    here, there = places_of(before.state), places_of(after.state)
    for card in sorted(here.keys() & there.keys() - own):
        ways = here[card], there[card]
        if ways[0] != ways[1] and ways[0][0] != "stock" and BUILDS not in ways and not after.state.round_over:
            yield before.engine.evaluate.tables.text[card], *ways


def _way(play: Play, before: Position) -> Way:
    form = written(before.engine.evaluate.tables, play)
    return Way(play.kind, play.name, form.play, _taken(play, before), form.chosen or form.value)


def _taken(play: Play, before: Position) -> WhatIsTaken:
    state, text = before.state, before.engine.evaluate.tables.text
    single = [c for c in play.items if isinstance(c, int)]
    builds = [(b.value, tuple(text[c] for c in b.cards)) for b in play.items if isinstance(b, Build)]
    tops = [(side, text[c]) for c in single for side, pile in enumerate(state.piles) if c in pile]
    return WhatIsTaken(tuple(text[c] for c in single if c in state.loose), tuple(builds), tuple(tops))
