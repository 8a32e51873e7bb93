"""What may be written at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Completion
from cassino_dsl.faces.editor.beginning import BEGINNINGS, beginning, clauses_of, sections_of, usual_clauses
from cassino_dsl.faces.editor.hole import NAME as WRITTEN
from cassino_dsl.faces.editor.hole import closed, hole_at, operators_out_of_place, readable
from cassino_dsl.faces.editor.kinds import KINDS, Where, clauses_beneath, names_beside, proposals
from cassino_dsl.faces.editor.proposals import in_text
from cassino_dsl.faces.editor.reading import Reading, whole_of
from cassino_dsl.faces.editor.shapes import Path, names_of, shape_at, told_of_key, words_beside
from cassino_dsl.faces.editor.spot import Spot, spot_at
from cassino_dsl.language.check.zones import OWNER
from cassino_dsl.language.compose.library import name_of
from cassino_dsl.language.compose.merge import PERSONAL, REMOVED
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.tables import read_table
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.visible import words_of_owner
from cassino_dsl.language.ruleset.words import BY_WORD, EVENT, QUANTIFIER
from cassino_dsl.language.syntax.parser import STARTS, follows
from cassino_dsl.language.syntax.shape import VARIANT, Fields, Many, Named, Shape, Text, keys_of, text_of
from cassino_dsl.language.syntax.tree import Mapping, Node, Sequence

USUAL = "usual"


def complete(analysis: Analysis, at: int) -> tuple[Completion, ...]:
    """What may stand at the cursor, the likeliest first; each once."""
    spot = spot_at(analysis.text, at)
    shape, general = shape_at(whole_of(analysis.text), spot.path)
    if spot.quote == "#" or shape is None:
        return ()
    keys, text = keys_of(shape), text_of(shape)
    found: list[Completion] = []
    reading = None
    opens = spot.said == "value" and text is None and not analysis.text[spot.start : spot.end].strip()
    if text is not None and isinstance(shape, Many) and not spot.said and keys and names_of(keys) == text.reads:
        keys = None  # in a list of such texts one of them stands alone most of the time
    if keys is not None and (spot.said != "value" or opens) and (not spot.quote or spot.said == "key"):
        reading = _around(analysis, spot, at)
        proposed = _keys(analysis, reading, spot, at, keys, general)
        if opens and isinstance(shape, Many) and not shape.single and not spot.closing.startswith("]"):
            opens, proposed = False, iter(())  # a list begins with a dash, in the next line
        elif _begins_list(analysis.text, spot, shape):
            proposed = (replace(one, insert=f"- {one.insert}") for one in proposed)
        found += map(_in_braces, proposed) if opens else proposed
    if text is not None and (spot.said == "value" or (spot.said == "" and (keys is None or isinstance(shape, Many)))):
        begun = min(spot.start, at)
        base = Completion("", "value", "", "", "", begun, max(spot.end, at))
        beside = words_beside(shape) if analysis.text[begun:at].strip().isalpha() or begun == at else ()
        memory = analysis.reading.draft.memory_types if analysis.reading.draft and spot.path[:1] == ("memory",) else {}
        if len(spot.path) == 3 and spot.path[1] in memory:
            beside = tuple(word for word in beside if word in words_of_owner(OWNER.get(memory[spot.path[1]][0])))
        found += (replace(base, label=word, detail="alone", insert=word) for word in beside)
        found += _values(analysis, spot, at, text, general)
    written = analysis.text[spot.start : spot.end].strip()
    alone = spot.said != "key" and not spot.closing.startswith("]") and REMOVED.startswith(written)
    if alone and _beneath(reading or analysis.reading, spot.path) and _can_go(analysis, spot, at):
        about, begin, end = "takes away what the base says here", min(spot.start, at), max(spot.end, at)
        found.append(Completion(REMOVED, "word", "", about, REMOVED, begin, end, 200))
    itself = spot.path[1].partition("(")[0] if spot.path[:1] == ("terms",) and len(spot.path) > 1 else ""
    found = sorted((one for one in found if one.label not in (WRITTEN, itself)), key=lambda one: one.order)
    each: dict[tuple[str, bool], Completion] = {}
    for one in found:
        each.setdefault((one.label, one.kind == "snippet"), one)
    return tuple(each.values())


# ---- keys


def _around(analysis: Analysis, spot: Spot, at: int) -> Reading:
    """What is known of the file without the key that is written: brackets that nothing closes yet are closed behind
    it, where otherwise nothing could be told of them."""
    text = _without(analysis.text, spot)
    reading = analysis.read(text)
    if spot.closing and _node(reading.tree, spot.path, at) is None:
        return analysis.read(closed(text, replace(spot, end=spot.end + len(text) - len(analysis.text))))
    return reading


def _begins_list(text: str, spot: Spot, shape: Shape) -> bool:
    """Whether what stands there is an entry of a list that has no dash yet."""
    above, _, line = text[: spot.start].rpartition("\n")
    if not isinstance(shape, Many) or shape.single or spot.flow or line.strip():
        return False
    for other in reversed(above.split("\n")):
        indent = len(other) - len(other.lstrip(" "))
        if other.strip() and indent <= len(line) and (indent < len(line) or other.lstrip().startswith("-")):
            return indent == len(line) or not other.lstrip().startswith("-")
    return True


def _in_braces(one: Completion) -> Completion:
    """A key where a value is to stand: it opens the braces in which that has keys."""
    name = one.insert.rstrip(": ").replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
    return replace(one, insert=f"{{{name}: $1}}", snippet=True)


def _keys(
    analysis: Analysis, reading: Reading, spot: Spot, at: int, keys: Fields | Named, general: Path
) -> Iterator[Completion]:
    whole = len(_without(analysis.text, spot))  # what was added to read it stands behind
    said = {key.text for key, _ in _node(reading.tree, spot.path, at) or () if key.span.start < whole}
    begin = spot.start if spot.start <= at else at
    colon = "" if spot.said == "key" else ": "
    base = Completion("", "key", "", "", "", begin, max(spot.end, at))
    for number, key in enumerate(keys.keys if isinstance(keys, Fields) else ()):
        if key.name in said or key.was in said:
            continue
        about = told_of_key(key, (*general, key.name))
        below = keys_of(key.shape) is not None and text_of(key.shape) is None and not spot.flow
        insert = key.name + (colon.rstrip() if below else colon)
        order = number + (0 if key.required else 50)
        detail = "has to be there" if key.required else ""
        yield replace(base, label=key.name, detail=detail, about=about, insert=insert, order=order)
    if not spot.path and said <= {"dsl"}:
        yield from _whole_files(analysis, base, said)
    names = names_of(keys)
    if names in STARTS and names != "binding":  # keys that the grammar reads
        found = _in_grammar(analysis, spot, at, names, base)
        yield from (replace(one, insert=one.insert + colon) for one in found)
    elif names is not None:
        yield from _names(analysis, reading, spot, base, colon, said, names)
        yield from _snippets(analysis, reading, spot, base, said)


def _names(
    analysis: Analysis, reading: Reading, spot: Spot, base: Completion, colon: str, said: set[str], names: str
) -> Iterator[Completion]:
    """Names that may stand as keys: of the kind that is wanted, else those of the clauses beneath, to be changed."""
    if reading.draft is None:
        return
    where = Where(analysis, reading, reading.draft, base, spot.path)
    for one in proposals(names, where) if names in KINDS else (*clauses_beneath(where), *names_beside(where)):
        if one.label not in said:
            plain = spot.quote or re.fullmatch(r"[\w .()-]+", one.insert)
            yield replace(one, insert=(one.insert if plain else f'"{one.insert}"') + colon)


@cache
def _examples() -> dict[str, tuple[tuple[str, str, str], ...]]:
    """Snippets by the section in which they stand, the usual ones first: what each shows, the name of its clause, and
    its lines. What needs another section is none."""
    each = [(section, USUAL, body) for section, body in usual_clauses()]
    for shown, text in read_table(folder("grammar") / "snippets.yaml", texts=True).items():
        alone = len(re.findall(r"^\w", str(text), re.MULTILINE)) == 1
        for section, lines in sections_of(str(text)) if alone else ():
            each += [(section, str(shown), body) for body in clauses_of(lines)]
    found: dict[str, tuple[tuple[str, str, str], ...]] = {}
    for section, shown, body in each:
        found[section] = (*found.get(section, ()), (shown, body.partition(":")[0], body))
    return found


def _whole_files(analysis: Analysis, base: Completion, said: set[str]) -> Iterator[Completion]:
    """What a new file may begin with, where nothing stands in it yet but ``dsl``."""
    for kind, label in BEGINNINGS.items():
        text = beginning(kind, name_of(analysis.path))
        text = text.replace("dsl: 1\n", "", 1) if said else text
        insert = text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
        about = f"```yaml\n{text}\n```"
        yield replace(
            base, label=label, kind="snippet", detail="a file", about=about, insert=insert, order=40, snippet=True
        )


def _snippets(
    analysis: Analysis, reading: Reading, spot: Spot, base: Completion, said: set[str]
) -> Iterator[Completion]:
    """The examples of a section that are read without fault in this file: all are put there at once. The usual ones
    are those that a game which stands alone has not written yet."""
    text = analysis.text
    if len(spot.path) != 1 or spot.flow or spot.said == "key" or whole_of(text) is not VARIANT:
        return
    line = text.rfind("\n", 0, base.start) + 1
    indent = " " * (base.start - line)
    begins = reading.tree.get("extends") is None and reading.tree.get("house") is None
    found = [one for one in _examples().get(spot.path[0], ()) if one[0] != USUAL or (begins and one[1] not in said)]
    rest = [body.partition(":")[2].replace("\n", f"\n{indent}") for _, _, body in found]
    tried = [f"an_example_{number}:{clause}" for number, clause in enumerate(rest)]
    with_them = analysis.read(text[: base.start] + f"\n{indent}".join(tried) + text[base.end :])
    wrong = {d.span.start for d in with_them.faults if d.span is not None and with_them.is_own(d.span)}
    start = base.start
    for (shown, name, body), clause, one in zip(found, rest, tried, strict=True):
        end = start + len(one)
        if not any(start <= at < end for at in wrong):
            safe = clause.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
            snippet = replace(base, label=name, kind="snippet", detail=shown, about=f"```yaml\n{body}\n```")
            yield replace(snippet, insert=f"${{1:{name}}}:{safe}", order=90, snippet=True)
        start = end + 1 + len(indent)


def _without(text: str, spot: Spot) -> str:
    """The file without what is being written, which is no key yet; where a colon follows, with another key."""
    instead = WRITTEN if spot.said == "key" else " " * (spot.end - spot.start)
    return text[: spot.start] + instead + text[spot.end :]


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
    begin = at - len(re.search(r"[\w.-]*$", before)[0])  # type: ignore[index]
    end = at + len(re.match(r"[\w.-]*", after)[0])  # type: ignore[index]
    base = Completion("", "value", "", "", "", begin, end)
    draft = analysis.reading.draft
    if text.words:
        base = replace(base, start=min(spot.start, at), end=max(spot.end, at))
        for word in text.words:
            about = EVENT[word].about if word in EVENT and text.reads == "word" and general[-1:] == ("on",) else ""
            kind = "event" if about else "value"
            yield replace(base, label=word, kind=kind, about=about, insert=word)
    elif text.reads in STARTS:
        yield from _in_grammar(analysis, spot, at, text.reads, base, general)
    elif text.reads == "text" and draft is not None and re.search(r"\{[^{}]*\Z", before):
        constants = (term.name for term in draft.term_sources.values() if not term.params)
        yield from Where(analysis, analysis.reading, draft, base, spot.path).words([*draft.options, *constants])
    elif draft is not None:
        before, after = analysis.text[spot.start : begin], analysis.text[end : spot.end]
        yield from proposals(text.reads, Where(analysis, analysis.reading, draft, base, spot.path, before, after))


def _in_grammar(
    analysis: Analysis, spot: Spot, at: int, start: str, base: Completion, general: Path = ()
) -> Iterator[Completion]:
    """What may stand at a place of a text that the grammar reads from one of its starts."""
    before, after = analysis.text[spot.start : at], analysis.text[at : spot.end]
    begin = at - len(re.search(r"\w*$", before)[0])  # type: ignore[index]
    end = at + len(re.match(r"\w*", after)[0])  # type: ignore[index]
    base = replace(base, start=begin, end=end)
    may = follows(start, analysis.text[spot.start : begin])
    if not may and (begun := re.search(r"\w+\s+\Z", analysis.text[spot.start : begin])):  # of several words
        begin = spot.start + begun.start()
        may = frozenset(w for w in follows(start, before[: begun.start()]) if w.startswith(f"{begun[0].strip()} "))
        base = replace(base, start=begin)
    may = readable(start, analysis.text[spot.start : base.start], may, analysis.text[end : spot.end])
    opened = re.search(r"(\w+)\s*\(\s*\Z", analysis.text[spot.start : begin])
    if "groups" not in may and not (opened and opened[1] in QUANTIFIER):
        may -= {"group"}  # it begins what a quantifier runs over
    if not may & {"NAME", "CARD"}:
        may -= operators_out_of_place(analysis, spot, start, base.start, may)
    if opened and opened[1] in QUANTIFIER and "group" in may and not analysis.text[end : spot.end].strip():
        # mostly a name that nothing has yet
        snippet = replace(base, label="c in …", kind="snippet", insert="c in ${1:hand} | ${2:true}", snippet=True)
        yield replace(snippet, detail="each by the name `c`")
        may = may if opened[1] in BY_WORD else frozenset({"group"})
    hole = hole_at(analysis, spot, at, start) if may & {"NAME", "CARD"} else None
    if general[:1] == ("values",) and hole is not None and hole.note is not None and hole.parent is None:
        hole = replace(hole, note=replace(hole.note, wanted=Type.VALUES))  # a number or several
        yield replace(base, label="pips", kind="word", about="the number that is printed on the card", insert="pips")
        yield replace(base, label="none", kind="word", about="no number: the card takes no part in sums", insert="none")
    if start == "part" and "NAME" in may and not re.search(r"\b(?:in|of|where)\b", before):
        name, sets = ("g", "of") if re.search(r"\bgroups?\s+\w*\Z", before) else ("c", "in")
        one = replace(
            base, label=f"{name} {sets} …", kind="snippet", insert=f"{name} {sets} ${{1:loose}}", snippet=True
        )
        yield replace(one, detail=f"each by the name `{name}`")
    yield from in_text(base, may, hole, called=analysis.text[end : spot.end].startswith("("))


def _can_go(analysis: Analysis, spot: Spot, at: int) -> bool:
    """Whether nothing is wrong without what the base says here that was not wrong before."""
    around = keys_of(shape_at(whole_of(analysis.text), spot.path[:-1])[0])
    key = around.key(spot.path[-1]) if isinstance(around, Fields) else None
    if key is not None and key.required:
        return False
    start, end = min(spot.start, at), max(spot.end, at)
    space = " " * (not analysis.text[:start].endswith((" ", "\n")))
    before = analysis.text[:start] + space + REMOVED
    after = analysis.read(before + analysis.text[end:])
    if spot.closing and after.source.text[: len(before)] != before:  # brackets that nothing closes yet
        after = analysis.read(closed(before, replace(spot, end=len(before))))
    known = {(d.code, d.message) for d in analysis.reading.faults}
    return all((d.code, d.message) in known for d in after.faults)


def _beneath(reading: Reading, path: Path) -> bool:
    """Whether a file beneath says something there that may be taken away."""
    if len(path) < 2 or path[0] in PERSONAL:
        return False
    for tree in reading.trees[1:]:
        node: Node | None = tree
        for name in path:
            node = node.get(name) if isinstance(node, Mapping) else None
        if node is not None:
            return True
    return False
