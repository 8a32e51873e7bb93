"""Where names come from, where they are used, and how they are changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor.marked import HERE, at_mark

from cassino_dsl.faces.editor.answers import FilePlace, Refusal
from cassino_dsl.faces.editor.hover import hover, signature
from cassino_dsl.faces.editor.navigation import definition, references
from cassino_dsl.faces.editor.rename import renamable, rename
from cassino_dsl.language.resources import folder

GAME = """\
dsl: 1
extends: cassino
options:
  limit: {is: int, default: 5, from: 1, to: 9, about: how many}
memory:
  seen: {of: seat, is: cards, about: what each has shown}
terms:
  strong(c): rank(c) in {J, Q, K}
effects:
  note(c): seen(me) += {c}
actions:
  sneak:
    play: card where strong(card)
    let: {v: "{1, 2}"}
    take: {few: some c in loose where rank(c) = rank(card) and v > 0}
    to: pile
    when: count(few) < limit
    text: "At most {limit} cards."
rules:
  shown: kind = trail implies not any(c in seen(me) | strong(c))
events:
  keep: {on: trailed, do: note(card)}
pack: {base: french, attributes: {kind: {about: how it shines, bright: red, dull: any}}}
awards:
  shining: {each: bright, points: "1 if any(c in pile | kind(c) = bright) else 0"}
"""
CHILD = """\
dsl: 1
extends: mine
rules:
  more: kind = build implies count(seen(me)) < limit
"""


def marked(piece: str, text: str = GAME) -> str:
    """The text with the mark that a piece of it has."""
    plain = piece.replace("‸", "")
    assert text.count(plain) == 1, plain
    return text.replace(plain, piece)


@pytest.mark.parametrize(
    ("piece", "line"),
    [
        ("in se‸en(me) |", "  seen:"),
        ("note(c): se‸en(me)", "  seen:"),
        ("| str‸ong(c))", "  strong(c):"),
        ("| strong(‸c))", "implies not any("),
        ("strong(c): rank(‸c)", "  strong("),
        ("and v‸ > 0", "let: {"),
        ("count(f‸ew)", "take: {"),
        ("few) < li‸mit", "  limit:"),
        ("{li‸mit} cards", "  limit:"),
        ("do: no‸te(card)", "  note(c)"),
        ("where rank(‸c) = rank(card)", "take: {few: some "),
        ("| ki‸nd(c)", "pack: {base"),
        ("each: bri‸ght", "pack: {base"),
    ],
)
def test_definition(piece: str, line: str) -> None:
    analysis, at = at_mark(marked(piece))
    (place,) = definition(analysis, at)
    begin = analysis.text.index(line)
    assert place.path == HERE
    assert begin <= place.start < analysis.text.index("\n", begin)


def test_definition_in_a_shipped_file() -> None:
    analysis, at = at_mark("dsl: 1\nextends: cas‸sino\nrules:\n  x: count(hand) > 1\n")
    assert definition(analysis, at) == (FilePlace(folder("variants") / "cassino.yaml", 0, 0),)
    analysis, at = at_mark("dsl: 1\nextends: cassino\nrules:\n  x: count(hand) > tar‸get\n")
    (place,) = definition(analysis, at)
    assert place.path.name == "cassino.yaml" or place.path.parent == folder("variants")
    assert place.path.read_text("utf-8")[place.start : place.end] == "target"


def test_references_in_the_family() -> None:
    child = HERE.with_name("child.yaml")
    stranger = HERE.with_name("stranger.yaml")
    texts = {child: CHILD, stranger: "dsl: 1\nextends: cassino\nmemory: {seen: {of: seat, is: cards}}\n"}
    analysis, at = at_mark(marked("  se‸en: {of"), texts=texts)
    found = references(analysis, at)
    assert [place.path for place in found] == [HERE] * 3 + [child]
    assert len(references(analysis, at, declaration=False)) == 3


def renamed(text: str, name: str, texts: dict[Path, str] | None = None) -> dict[Path, str] | str:
    analysis, at = at_mark(text, texts=texts)
    found = rename(analysis, at, name)
    if isinstance(found, Refusal):
        return found.reason
    changed = {HERE: analysis.text, **(texts or {})}
    for edit in sorted(found, key=lambda one: -one.start):
        changed[edit.path] = changed[edit.path][: edit.start] + edit.text + changed[edit.path][edit.end :]
    return changed


@pytest.mark.parametrize(
    ("piece", "old", "times"),
    [
        ("in se‸en(me) |", "seen", 3),
        ("few) < li‸mit", "limit", 3),
        ("| str‸ong(c))", "strong", 3),
        ("do: no‸te(card)", "note", 2),
        ("and v‸ > 0", "v", 2),
        ("count(f‸ew)", "few", 2),
        ("any(‸c in seen", "c", 2),
        ("sne‸ak:", "sneak", 1),
        ("= bri‸ght)", "bright", 3),
    ],
)
def test_rename(piece: str, old: str, times: int) -> None:
    """What is renamed is all that names it, and a file that reads is what comes out."""
    texts = {HERE.with_name("child.yaml"): CHILD}
    found = renamed(marked(piece), "other_name", texts)
    assert isinstance(found, dict)
    assert found[HERE].count("other_name") == times
    assert found[HERE] != GAME
    assert found[HERE].replace("other_name", old) == GAME
    assert ("other_name" in found[HERE.with_name("child.yaml")]) == (old in ("seen", "limit"))
    report = at_mark(found[HERE] + "‸")[0].report
    assert [d.message for d in report.diagnostics] == [d.message for d in at_mark(GAME + "‸")[0].report.diagnostics]


@pytest.mark.parametrize(
    ("piece", "name", "reason"),
    [
        ("in se‸en(me) |", "hand", "hides a name of the language"),
        ("in se‸en(me) |", "limit", "limit"),
        ("in se‸en(me) |", "s", "hides a memory of that name (variants/cassino.yaml, line "),
        ("in se‸en(me) |", "two words", "is no name"),
        ("few) < li‸mit", "strong", "strong"),
        ("any(‸c in seen", "seen", "hides"),
        ("in seen(m‸e) |", "mine", "no name that a file has given"),
        ("extends: cas‸sino", "mine", "no name that a file has given"),
        ("sne‸ak:", "trail", "trail"),
    ],
)
def test_refusals(piece: str, name: str, reason: str) -> None:
    found = renamed(marked(piece), name)
    assert isinstance(found, str)
    assert reason in found


def test_texts_in_another_language_are_changed(tmp_path: Path) -> None:
    """They say names, too; where they are in no workspace, a name that they say stays."""
    text = "dsl: 1\ntext_of: mine\nactions: {sneak: {text: Leise!}}\n"
    found = renamed(marked("sne‸ak:"), "creep", {HERE.with_name("mine.de.yaml"): text})
    assert isinstance(found, dict)
    assert found[HERE.with_name("mine.de.yaml")] == text.replace("sneak", "creep")
    (tmp_path / "mine.de.yaml").write_text(text, "utf-8")
    analysis, at = at_mark(marked("sne‸ak:"), tmp_path / "mine.yaml")
    refused = rename(analysis, at, "creep")
    assert isinstance(refused, Refusal)
    assert "mine.de.yaml" in refused.reason


def test_parts_that_house_rules_ask_for_are_changed() -> None:
    """What `needs` says of parts of an action changes with them; what an action binds is known to no other file."""
    rule = HERE.with_name("rule.yaml")
    text = "dsl: 1\nhouse: true\nover: mine\nneeds: {actions.sneak.take.few: why}\nrules: {x: count(hand) > limit}\n"
    found = renamed(marked("count(f‸ew)"), "small", {rule: text})
    assert isinstance(found, dict)
    assert found[rule] == text.replace("few", "small")
    refused = renamed(marked("and v‸ > 0"), "w", {rule: text.replace("take.few", "let.v")})
    assert "`v` is asked for in `rule.yaml`" in str(refused)


EXAMPLES = """\
dsl: 1
extends: cassino
memory:
  luck: {of: side, is: int, about: an account}
  tally: {of: build, is: int, on_build: 1}
events:
  more: {on: captured, do: luck(us) += 1}
awards:
  lucky: {points: 1, if: luck(us) > 2}
rules:
  raised: kind = build implies not any(b in builds | tally(b) > 3)
examples:
  - name: luck is counted
    hand: 7c
    table: 7d
    builds: [{value: 9, groups: [2c 3d 4c], owner: 1, tally: 2}]
    memory: {luck: {1: 3}}
    play: 7c takes 7d
    expect: {after: {memory: {luck: {1: 4}}}}
"""


@pytest.mark.parametrize(("name", "times"), [("luck", 5), ("tally", 3)])
def test_names_in_examples_are_changed(name: str, times: int) -> None:
    found = renamed(EXAMPLES.replace(name, f"{name}‸", 1), "fortune")
    assert isinstance(found, dict), found
    assert found[HERE] == EXAMPLES.replace(f"{name}:", "fortune:").replace(f"{name}(", "fortune(")
    assert found[HERE].count("fortune") == times


CHOSEN = """\
dsl: 1
extends: cassino
options:
  mode: {is: word, default: soft, choices: [soft, hard], selects: {hard: no-trail}, about: how}
  other: {is: word, default: hard, choices: [hard, none_at_all], about: how}
events:
  goes on: {on: captured, when: mode = hard and other = hard, do: award 1 to us}
  another: {on: captured, when: mode = soft, do: award 2 to us, above: goes on}
rules: {late: kind = trail implies mode != hard}
examples:
  - name: one
    set: {mode: hard}
    hand: 7c
    table: 7d
    expect: {captures: {7c: [7d]}}
  - name: two
    hand: 7c
    table: 7d
    expect: {captures: {7c: [7d]}}
"""


@pytest.mark.parametrize(
    ("piece", "name", "times", "here"),
    [
        ("  goes‸ on:", "goes further", 2, True),
        ("above: go‸es on", "goes further", 2, True),
        ("choices: [soft, ha‸rd]", "harsh", 5, True),
        ("implies mode != ha‸rd", "harsh", 5, True),
        ("  other: {is: word, default: ha‸rd", "harsh", 3, False),
        ("rules: {la‸te:", "tardy", 1, False),
        ("- name: o‸ne", "first of all", 1, False),
    ],
)
def test_names_of_people_and_choices_are_changed(piece: str, name: str, times: int, here: bool) -> None:
    child = HERE.with_name("laid.yaml")
    laid = "dsl: 1\nextends: mine\nevents: {goes on: {when: mode = hard}}\noptions: {mode: {default: hard}}\n"
    found = renamed(marked(piece, CHOSEN), name, {child: laid})
    assert isinstance(found, dict), found
    assert found[HERE].count(name) == times
    assert (name in found[child]) == here
    report = at_mark(found[HERE] + "‸")[0].report
    assert [d.message for d in report.diagnostics] == [d.message for d in at_mark(CHOSEN + "‸")[0].report.diagnostics]


@pytest.mark.parametrize(
    ("piece", "name", "reason"),
    [
        ("- name: o‸ne", "two", "two examples are called `two`"),
        ("  goes‸ on:", "another", "is there already"),
        ("  goes‸ on:", "a, b: c", "inside a text"),
        ("choices: [soft, ha‸rd]", "soft", "is there already"),
        ("choices: [soft, ha‸rd]", "7d", "is no name"),
    ],
)
def test_such_names_stay(piece: str, name: str, reason: str) -> None:
    found = renamed(marked(piece, CHOSEN), name)
    assert isinstance(found, str)
    assert reason in found


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        ("hand: ‸7c", "seven of clubs"),
        ("{lu‸ck: {1: 3}}", "an account"),
        ("{luck: {‸1: 3}}", "side 1"),
        ("ta‸ble: 7d", "loose cards"),
        ("7c ta‸kes 7d", "`7c takes 3c 4d`"),
        ("af‸ter: {mem", "parts of the position"),
        ("tal‸ly: 2}]", "memory `tally(build)"),
        ("of: bu‸ild, is", "whose it is"),
    ],
)
def test_hover_in_examples(piece: str, said: str) -> None:
    analysis, at = at_mark(marked(piece, EXAMPLES))
    found = hover(analysis, at)
    assert found is not None
    assert said in found.about


def test_shipped_names_stay() -> None:
    analysis, at = at_mark("dsl: 1\nextends: cassino\nrules:\n  x: count(hand) > tar‸get\n")
    found = renamable(analysis, at)
    assert isinstance(found, Refusal)
    assert "shipped" in found.reason


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        ("in se‸en(me) |", "memory `seen(seat) -> cards`"),
        ("in se‸en(me) |", "what each has shown"),
        ("few) < li‸mit", "option `limit` = `5`"),
        ("few) < li‸mit", "line 4"),
        ("| str‸ong(c))", "rank(c) in {J, Q, K}"),
        ("| strong(‸c))", "card"),
        ("on: trai‸led", "a card was trailed"),
        ("  ac‸tions:".strip(), "what a player may do"),
        ("play: ca‸rd where", "one card"),
        ("kind = tr‸ail", "kind of play"),
        ("implies not a‸ny(", "for some member"),
        ("{J, Q, ‸K}", "king"),
        ("| ki‸nd(c)", "attribute `kind(card) -> attribute word`: bright, dull"),
        ("| ki‸nd(c)", "how it shines"),
        ("= bri‸ght)", "of `kind`"),
    ],
)
def test_hover(piece: str, said: str) -> None:
    analysis, at = at_mark(marked(piece))
    found = hover(analysis, at)
    assert found is not None
    assert said in found.about


def test_hover_over_what_a_base_says() -> None:
    """A clause that a file changes is told with what its base says of it, and where that stands."""
    analysis, at = at_mark("dsl: 1\nextends: cassino\nawards:\n  ca‸rds: {points: 5}\nterms: {four: 2 + 2}\n")
    found = hover(analysis, at)
    assert found is not None
    assert found.about.startswith("award `cards`\n\nthe most cards\n\nfrom `variants/cassino.yaml`, line ")
    analysis, at = at_mark("dsl: 1\nextends: cassino\nterms:\n  four: 2 + 2\nrules:\n  x: count(hand) < fo‸ur\n")
    found = hover(analysis, at)
    assert found is not None
    assert "is always `4`" in found.about


@pytest.mark.parametrize(
    ("text", "label", "active"),
    [
        ("value(‸", "value", "item"),
        ("value(card, ‸", "value", "place"),
        ("any(c in hand | value(c, ha‸", "value", "place"),
        ("strong(‸)", "strong(c)", "c"),
        ("seen(‸", "seen(seat) -> cards", "seat"),
        ("all(c in hand | ‸", "all(x in S | …)", "…"),
    ],
)
def test_signature(text: str, label: str, active: str) -> None:
    analysis, at = at_mark(GAME.replace("rules:\n", f"rules:\n  new: {text}\n"))
    found = signature(analysis, at)
    assert found is not None
    assert found.label.startswith(label)
    start, end = found.parameters[found.active]
    assert found.label[start:end] == active or active == "item"
