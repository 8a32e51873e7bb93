"""What may be written at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from cassino_dsl.faces.editor.analysis import Analysis, text_at
from cassino_dsl.faces.editor.answers import Completion
from cassino_dsl.faces.editor.hole import NAME as WRITTEN
from cassino_dsl.faces.editor.hole import hole_at
from cassino_dsl.faces.editor.proposals import in_text, of_cards
from cassino_dsl.faces.editor.reading import Reading, whole_of
from cassino_dsl.faces.editor.shapes import Path, keys_of, shape_at, text_of, told_of_key
from cassino_dsl.faces.editor.spot import Spot, spot_at
from cassino_dsl.language.check.check_context import field_text
from cassino_dsl.language.compose.library import NAME, find, name_of, shipped_house_rules, shipped_variants
from cassino_dsl.language.compose.merge import REMOVED
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.happenings import EVENT
from cassino_dsl.language.ruleset.tables import read_table
from cassino_dsl.language.syntax.parser import STARTS, follows
from cassino_dsl.language.syntax.shape import VARIANT, Fields, Many, Named, Text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence

MOST_BESIDE = 200  # files of a folder that are looked at
_FILES = {("extends",): False, ("over",): False, ("text_of",): False, ("with",): True, ("examples", "with"): True}


def complete(analysis: Analysis, at: int) -> tuple[Completion, ...]:
    """What may stand at the cursor, the likeliest first."""
    spot = spot_at(analysis.text, at)
    shape, general = shape_at(whole_of(analysis.text), spot.path)
    if spot.quote == "#" or shape is None:
        return ()
    keys, text = keys_of(shape), text_of(shape)
    found: list[Completion] = []
    if keys is not None and spot.said != "value" and not spot.quote:
        found += _keys(analysis, spot, at, keys, general)
    if text is not None and (spot.said == "value" or (spot.said == "" and (keys is None or isinstance(shape, Many)))):
        found += _values(analysis, spot, at, text, general)
    known = (one for one in found if one.label != WRITTEN)  # a new award may bear the very word
    return tuple(sorted(known, key=lambda one: one.order))


# ---- keys


def _keys(analysis: Analysis, spot: Spot, at: int, keys: Fields | Named, general: Path) -> Iterator[Completion]:
    reading = analysis.read(_without(analysis.text, spot))
    said = {key.text for key, _ in _node(reading.tree, spot.path, at) or ()}
    begin = spot.start if spot.start <= at else at
    colon = "" if spot.said == "key" else ": "
    base = Completion("", "key", "", "", "", begin, max(spot.end, at))
    if isinstance(keys, Fields):
        for number, key in enumerate(keys.keys):
            if key.name in said:
                continue
            about = told_of_key(key, (*general, key.name))
            below = keys_of(key.shape) is not None and text_of(key.shape) is None and not spot.flow
            insert = key.name + (colon.rstrip() if below else colon)
            order = number + (0 if key.required else 50)
            detail = "has to be there" if key.required else ""
            yield replace(base, label=key.name, detail=detail, about=about, insert=insert, order=order)
    if isinstance(keys, Named) or keys.rest is not None:
        yield from _names(reading, spot, base, colon, said)
        yield from _snippets(spot, base, analysis.text)


def _names(reading: Reading, spot: Spot, base: Completion, colon: str, said: set[str]) -> Iterator[Completion]:
    """Names that may stand as keys: those of the clauses beneath, to be changed, and what other sections have."""
    draft = reading.draft
    if draft is None:
        return
    path = spot.path
    if path[-1:] == ("set",):
        found = {name: option.about for name, option in draft.options.items()}
    elif path[-1:] == ("zones",) and len(path) > 1:
        found = {name: zone.about for name, zone in draft.zones.items()}
    elif path == ("needs",):
        found = {f"{section.text}.{key.text}": "" for section, body in _sections(draft.tree) for key, _ in body}
    elif path == ("values",) or path[:1] == ("terms",):
        yield from (replace(one, insert=one.insert + colon) for one in of_cards(draft, base))
        return
    else:
        node = _node(draft.tree, path, -1)
        found = {key.text: field_text(body, "about") if isinstance(body, Mapping) else "" for key, body in node or ()}
    for name, about in found.items():
        if name not in said:
            quoted = name if re.fullmatch(r"[\w .()-]+", name) else f'"{name}"'
            yield replace(base, label=name, kind="name", about=about, insert=quoted + colon, order=10)


def _sections(tree: Mapping) -> Iterator[tuple[Scalar, Mapping]]:
    return ((key, body) for key, body in tree if isinstance(body, Mapping))


@cache
def _examples() -> dict[str, tuple[tuple[str, str, str], ...]]:
    """Snippets by the section in which they stand: what each shows, the name of its clause, and its lines."""
    found: dict[str, tuple[tuple[str, str, str], ...]] = {}
    for shown, text in read_table(folder("grammar") / "snippets.yaml", texts=True).items():
        for section, lines in re.findall(r"^(\w+):\n((?:[ ].*\n?)+)", str(text), re.MULTILINE):
            for clause in re.findall(r"^  (?:\S.*\n?(?:   .*\n?)*)", lines, re.MULTILINE):
                body = "\n".join(line[2:] for line in clause.rstrip().split("\n"))
                found[section] = (*found.get(section, ()), (str(shown), body.partition(":")[0], body))
    return found


def _snippets(spot: Spot, base: Completion, text: str) -> Iterator[Completion]:
    if len(spot.path) != 1 or spot.flow or spot.said == "key" or whole_of(text) is not VARIANT:
        return
    line = text.rfind("\n", 0, base.start) + 1
    indent = " " * (base.start - line)
    for shown, name, body in _examples().get(spot.path[0], ()):
        name_of, _, rest = body.partition(":")
        safe = rest.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}").replace("\n", f"\n{indent}")
        about = f"```yaml\n{body}\n```"
        insert = f"${{1:{name_of}}}:{safe}"
        yield replace(
            base, label=name, kind="snippet", detail=shown, about=about, insert=insert, order=90, snippet=True
        )


def _without(text: str, spot: Spot) -> str:
    """The file without what is being written, which is no key yet."""
    if spot.said == "key":
        return text
    return text[: spot.start] + " " * (spot.end - spot.start) + text[spot.end :]


def _node(tree: Mapping, path: Path, at: int) -> Mapping | None:
    """The mapping under these keys; of several in a list, the last that begins before ``at``."""
    node: Node | None = tree
    for name in (*path, None):
        if isinstance(node, Sequence):
            before = [item for item in node.items if item.span.start <= at]
            node = before[-1] if before else None
        if name is not None:
            node = node.get(name) if isinstance(node, Mapping) else None
    return node if isinstance(node, Mapping) else None


# ---- what stands under a key


def _values(analysis: Analysis, spot: Spot, at: int, text: Text, general: Path) -> Iterator[Completion]:
    before, after = analysis.text[spot.start : at], analysis.text[at : spot.end]
    begin = at - len(re.search(r"[\w-]*$", before)[0])  # type: ignore[index]
    end = at + len(re.match(r"[\w-]*", after)[0])  # type: ignore[index]
    base = Completion("", "value", "", "", "", begin, end)
    if text.words:
        base = replace(base, start=min(spot.start, at), end=max(spot.end, at))
        for word in text.words:
            about = EVENT[word].about if word in EVENT and text.reads == "word" and general[-1:] == ("on",) else ""
            kind = "event" if about else "value"
            yield replace(base, label=word, kind=kind, about=about, insert=word)
    elif general in _FILES:
        yield from _files(analysis, base, _FILES[general])
    elif text.reads in STARTS:
        begin = at - len(re.search(r"\w*$", before)[0])  # type: ignore[index]
        end = at + len(re.match(r"\w*", after)[0])  # type: ignore[index]
        base = replace(base, start=begin, end=end)
        may = follows(text.reads, analysis.text[spot.start : begin])
        hole = hole_at(analysis, spot, at, text.reads) if may & {"NAME", "CARD"} else None
        if text.reads == "expression" and general[:1] == ("values",) and not before.strip():
            yield replace(
                base, label="pips", kind="word", about="the number that is printed on the card", insert="pips"
            )
        yield from in_text(base, may, hole, called=after.lstrip("\\w").startswith("("))
    else:
        yield from _names_of(analysis, base, text, general, in_braces=re.search(r"\{[^{}]*\Z", before) is not None)
    if len(general) > 1 and analysis.reading.tree.get("extends") is not None and not before.strip():
        about = "takes away what the base says here"
        yield replace(base, label=REMOVED, kind="word", about=about, insert=REMOVED, order=200)


def _names_of(analysis: Analysis, base: Completion, text: Text, general: Path, in_braces: bool) -> Iterator[Completion]:
    """Names that stand alone: of actions, steps, cards; and constants in the placeholders of texts."""
    draft = analysis.reading.draft
    if draft is None:
        return
    found: Iterator[str] = iter(())
    if text.reads == "cards" or general[:2] == ("pack", "remove"):
        yield from of_cards(draft, base, faces_only=True)
    elif text.reads == "text" and in_braces:
        found = iter([*draft.options, *(term.name for term in draft.term_sources.values() if not term.params)])
    elif general[-1:] == ("owes",):
        found = iter(draft.action_names)
    elif general[-1:] == ("step",):
        found = iter(sorted({name for name, _ in draft.pattern_steps} | {"play"}))
    elif general == ("replaces",):
        found = (f"{key.text}.{name.text}" for key, body in _sections(draft.tree) for name, _ in body)
    elif general[-2:-1] == ("set",) and general[:1] == ("examples",):
        found = (str(value) for option in draft.options.values() for value in tuple(option.values)[:20])
    elif general[:1] == ("options",) and general[-1:] == ("default",):
        found = iter(("true", "false"))
    yield from (replace(base, label=name, kind="name", insert=name) for name in found)


def _files(analysis: Analysis, base: Completion, house: bool) -> Iterator[Completion]:
    """Variants, or house rules, beside the file and shipped."""
    here = analysis.path.parent
    beside = [*sorted(here.glob("*.yaml"))[:MOST_BESIDE], *(path for path in analysis.texts if path.parent == here)]
    for path in dict.fromkeys(beside):
        is_house = re.search(r"^house:\s*true", text_at(path, analysis.texts), re.MULTILINE) is not None
        if path != analysis.path and NAME.match(name_of(path)) and is_house == house:
            yield replace(base, label=name_of(path), kind="file", detail="beside this file", insert=name_of(path))
    for name in shipped_house_rules() if house else shipped_variants():
        yield replace(base, label=name, kind="file", detail=_title(name, house), insert=name, order=10)


@cache
def _title(name: str, house: bool) -> str:
    found = re.search(r"^title:[ \t]*(.*?)[ \t]*$", find(name, house=house).read_text("utf-8"), re.MULTILINE)
    return found[1].strip("\"'") if found else name
