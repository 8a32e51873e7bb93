"""The TextMate grammar of variant files, by which VS Code and others colour them.

Made from the same tables as the checker: `grammar/shape.yaml` says under which key which kind of text stands, and
`textmate_texts.py` how such a text is coloured. `docs/editors/vscode/cassino.tmLanguage.json` is what ``write`` makes.

What stands under a key is a region of the grammar that lasts while lines are indented deeper than the key; in the flow
style of YAML, to the next comma or bracket. So a fault in one clause leaves the colours of the others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cassino_dsl.language.compose.merge import REMOVED
from cassino_dsl.language.syntax.parser import STARTS
from cassino_dsl.language.syntax.shape import (
    CLAUSES,
    TEXT,
    TRANSLATION,
    VARIANT,
    Either,
    Fields,
    Many,
    Named,
    Shape,
    Text,
)
from tests.editors.textmate_texts import Pattern, scope, texts, words

# texts that are no start rule of the language's grammar
SCALARS: dict[str, list[Pattern]] = {
    "text": [{"match": r"\{\w+\}", "name": scope("constant.other.placeholder")}],
    "int": [{"match": r"(?<!\w)\d+(?!\w)", "name": scope("constant.numeric")}],
    "word": [{"match": r"(?<!\w)\w[\w-]*", "name": scope("constant.language")}],
    "names": [{"match": r"(?<!\w)\w[\w.-]*", "name": scope("variable.other")}],
    "cards": [{"match": r"(?<!\w)\w+", "name": scope("constant.other.card")}],
}
COMMENT: Pattern = {"match": r"(?:^|(?<=\s))#.*$", "name": scope("comment.line.number-sign")}
COMMA: Pattern = {"match": ",", "name": scope("punctuation.separator")}
STRANGE = Named(TEXT, "text")  # keys that nobody knows, and parts of positions: any texts under any names
# the author's keys; in the flow style they end sooner
QUOTED = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'"
BARE = r"(?!-\s)[^\s\"'#{}\[\],|>&*!%@`](?:(?!:(?:\s|$)|\s#).)*?"
BARE_IN_FLOW = r"[^\s\"'#{}\[\],](?:(?!:(?:\s|$)|[,{}\[\]]).)*?"
COLON = r"(\s*:)(?=\s|$)"
COLOURS = {"identifier": "entity.name.type", "text": "entity.name.section"}
# where a value begins: behind its key or dash, or in a line of its own; in the flow style also behind a comma
BEGINS = {False: r"\G\s*", True: r"(?:\G|(?<=[\[,]))\s*"}


def textmate() -> dict[str, Any]:
    """The grammar."""
    named: dict[str, list[Pattern]] = {**SCALARS, **texts()}
    for shape in (*_shapes(VARIANT), *_shapes(TRANSLATION), STRANGE):
        for flow in (False, True):
            named[_name(shape, flow)] = [*_patterns(shape, flow)]
            if isinstance(shape, Fields | Named):
                named[_keyed(shape, flow)] = [*_mapping(shape, flow)]
    repository = {name: {"patterns": patterns} for name, patterns in named.items()}
    translation, variant = (_include(_name(shape, flow=False)) for shape in (TRANSLATION, VARIANT))
    root = [{"begin": r"^(?=text_of\s*:)", "end": r"(?!)", "patterns": [translation]}, variant]
    return {"name": "Cassino", "scopeName": "source.cassino", "patterns": root, "repository": repository}


def textmate_text() -> str:
    """The grammar as it is committed: a line for each list of patterns."""
    grammar = textmate()
    rows = [f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in grammar.pop("repository").items()]
    head = json.dumps(grammar, ensure_ascii=False).removesuffix("}")
    return f'{head}, "repository": {{\n' + ",\n".join(rows) + "\n}}\n"


def write(path: Path) -> None:
    """Write the grammar where the extension has it."""
    path.write_text(textmate_text(), encoding="utf-8")


def _shapes(shape: Shape) -> Iterator[Shape]:
    """A shape, and all that may stand in it."""
    yield shape
    if isinstance(shape, Fields):
        for below in (*(key.shape for key in shape.keys), *([shape.rest] if shape.rest else [])):
            yield from _shapes(below)
    elif isinstance(shape, Either):
        yield from (shape.text, *_shapes(shape.other))
    elif isinstance(shape, Many | Named):
        yield from _shapes(shape.shape)


def _name(shape: Shape, flow: bool) -> str:
    """What the patterns of a shape are called; ``flow``: those for the flow style of YAML."""
    return _called(shape) + (" in flow" if flow else " in lines")


def _keyed(shape: Shape, flow: bool) -> str:
    """What the patterns of a mapping by itself are called."""
    return f"keys of {_name(shape, flow)}"


def _called(shape: Shape) -> str:
    if isinstance(shape, Text):
        return "word" if shape.words else shape.reads
    if isinstance(shape, Fields):
        return next(name for name, clause in CLAUSES.items() if clause is shape)
    if isinstance(shape, Named):
        return f"{_called(shape.shape)} by {shape.names}"
    if isinstance(shape, Either):
        return f"{_called(shape.text)} or {_called(shape.other)}"
    return f"many {_called(shape.shape)}"


def _include(name: str) -> Pattern:
    return {"include": f"#{name}"}


def _patterns(shape: Shape, flow: bool) -> Iterator[Pattern]:
    """The patterns of a value: of a key, or in a list."""
    if isinstance(shape, Text):
        yield {
            "match": BEGINS[flow] + rf"({REMOVED})(?=\s*(?:$|[,}}]|\s#))",
            "captures": {"1": {"name": scope("keyword.other.removed")}},
        }
        yield from (_quoted(shape, quote, flow) for quote in "\"'")
        if not flow:
            yield _block(shape)
        if shape == TEXT:  # in positions, also keys and lists
            yield _include(_keyed(STRANGE, flow))
            yield from _list(TEXT, flow)
        yield COMMENT
        yield _include(_called(shape))
    elif isinstance(shape, Either):
        yield _include(_keyed(shape.other, flow))
        yield _include(_name(shape.text, flow))
    elif isinstance(shape, Many):
        yield from _list(shape.shape, flow)
        yield _include(_name(shape.shape, flow))
    else:
        yield _include(_keyed(shape, flow))
        yield COMMENT
        yield _include(_name(TEXT, flow))  # `removed`


def _quoted(shape: Text, quote: str, flow: bool) -> Pattern:
    return {
        "begin": f"{BEGINS[flow]}({quote})",
        "end": quote,
        "name": scope("string.quoted") if shape == TEXT else scope("meta.quoted"),
        "beginCaptures": {"1": {"name": scope("punctuation.definition.string")}},
        "endCaptures": {"0": {"name": scope("punctuation.definition.string")}},
        "patterns": [{"match": r"\\.|''", "name": scope("constant.character.escape")}, _include(_called(shape))],
    }


def _block(shape: Text) -> Pattern:
    """A text under `>` or `|`: to the end of the region of its key. It holds no comments."""
    return {
        "begin": r"\G\s*([|>][-+0-9]*)\s*(#.*)?$",
        "end": r"(?!)",
        "beginCaptures": {"1": {"name": scope("keyword.control.block")}, "2": {"name": COMMENT["name"]}},
        "contentName": scope("string.unquoted.block") if shape == TEXT else scope("meta.block"),
        "patterns": [_include(_called(shape))],
    }


def _list(one: Shape, flow: bool) -> Iterator[Pattern]:
    yield {
        "begin": BEGINS[flow] + r"(\[)",
        "end": r"\]",
        "beginCaptures": {"1": {"name": scope("punctuation.definition.list")}},
        "endCaptures": {"0": {"name": scope("punctuation.definition.list")}},
        "patterns": [COMMENT, _include(_name(one, flow=True)), COMMA],
    }
    if not flow:
        keyed = one.other if isinstance(one, Either) else one
        if isinstance(keyed, Fields | Named):  # its first key stands in the line of the dash
            yield _include(_keyed(keyed, flow))
        yield {
            "begin": r"^( *)(-)(?=\s)",
            "while": r"^(?=\1 +\S|\s*(?:#|$))",
            "beginCaptures": {"2": {"name": scope("punctuation.definition.list")}},
            "patterns": [_include(_name(one, flow))],
        }


def _mapping(shape: Fields | Named, flow: bool) -> Iterator[Pattern]:
    """A mapping: in braces, or in lines."""
    yield {
        "begin": BEGINS[flow] + r"(\{)",
        "end": r"\}",
        "beginCaptures": {"1": {"name": scope("punctuation.definition.mapping")}},
        "endCaptures": {"0": {"name": scope("punctuation.definition.mapping")}},
        "patterns": [COMMENT, *_in_braces(shape), COMMA],
    }
    if not flow:
        yield from _lines(shape)


def _keys(shape: Fields | Named, bare: str) -> Iterator[tuple[str, Pattern, Shape]]:
    """The keys of a mapping: what they look like, how they are coloured, and what stands under them."""
    if isinstance(shape, Named):
        names, rest = shape.names, shape.shape
    else:
        under: dict[str, list[str]] = {}
        shapes = {_called(key.shape): key.shape for key in shape.keys}
        for key in shape.keys:
            under.setdefault(_called(key.shape), []).extend(word for word in (key.name, key.was) if word)
        for called, keys in under.items():
            yield words(keys), {"name": scope("entity.name.tag")}, shapes[called]
        names, rest = shape.rest_names, shape.rest or TEXT
    colour = {"patterns": [_include(names)]} if names in STARTS else {"name": scope("entity.name.type")}
    yield f"{QUOTED}|{bare}", colour, rest


def _in_braces(shape: Fields | Named) -> Iterator[Pattern]:
    for key, colour, value in _keys(shape, BARE_IN_FLOW):
        yield {
            "begin": rf"(?<![^\s{{,])({key}){COLON}",
            "end": r"(?=[,}\]])",
            **_content(value),
            "beginCaptures": {"1": colour, "2": {"name": scope("punctuation.separator.key")}},
            "patterns": [_include(_name(value, flow=True))],
        }


def _lines(shape: Fields | Named) -> Iterator[Pattern]:
    """Keys in lines of their own, and behind the dash of a list: there a key stands as deep as it would without."""
    for key, colour, value in _keys(shape, BARE):
        for dash, indent in (("", r"\1"), (r"(-)( +)", r"\1 \3")):
            at = 4 if dash else 2
            begins = {"2": {"name": scope("punctuation.definition.list")}} if dash else {}
            yield {
                "begin": rf"^( *){dash}({key}){COLON}",
                "while": rf"^(?={indent} +\S|{indent}- |\s*(?:#|$))",
                **_content(value),
                "beginCaptures": {**begins, f"{at}": colour, f"{at + 1}": {"name": scope("punctuation.separator.key")}},
                "patterns": [_include(_name(value, flow=False))],
            }


def _content(value: Shape) -> Pattern:
    """Texts for people are strings, wherever nothing else is said of them."""
    one = value.shape if isinstance(value, Many) else value
    text = one.text if isinstance(one, Either) else one
    return {"contentName": scope("string.unquoted")} if text == TEXT else {}


if __name__ == "__main__":
    from cassino_dsl.language.resources import folder

    write(folder("grammar").parent / "docs" / "editors" / "vscode" / "cassino.tmLanguage.json")
