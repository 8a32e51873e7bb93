"""The JSON Schema of variant files, for completion and hover in editors.

Made from the same table as the checker (`syntax/shape.py`); `grammar/variant.schema.json` is what
``write`` makes of it. A schema cannot look into expressions: those are texts here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cassino_dsl.language.compose.merge import PERSONAL, REMOVED
from cassino_dsl.language.syntax.shape import EXAMPLE, VARIANT, Either, Fields, Key, Many, Named, Shape, Text

Schema = dict[str, Any]

# who looks for a schema asks SchemaStore (docs/editors.md): one for each version of the language, in the draft that
# editors know best, and of one type at a time, as its strict mode wants it
(VERSION,) = next(key.shape.words for key in VARIANT.keys if key.name == "dsl" and isinstance(key.shape, Text))
ID = f"https://json.schemastore.org/cassino-dsl-{VERSION}.json"
# YAML gives editors numbers and truth values where the file has texts that look like them
SCALAR: Schema = {"anyOf": [{"type": kind} for kind in ("string", "number", "boolean", "null")]}
READS = {
    "expression": "an expression",
    "effect": "an effect",
    "played": "which cards leave the hand",
    "part": "what is taken: `one c in loose where …`, `any groups g of loose where v in total(g)`",
    "target": "where the cards go",
    "pattern": "a turn pattern: steps, `|`, `?`, `*`, `+` and parentheses",
    "selector": "ranks, suits or cards: `2..10`, `J, Q, K`, `10d`, `red and 9..K`, `A in hand`",
    "numbers": "numbers and ranges: `2..4`, `2, 3, 6`",
    "names": "names, with commas between them",
    "cards": "cards: `3c 10d`",
}


def schema() -> Schema:
    """The schema of a variant or house-rule file."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": ID,
        "title": f"variant of a fishing card game, or house rule (dsl: {VERSION})",
        **_shape(VARIANT),
    }


def schema_text() -> str:
    """The schema as it is committed."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def write(path: Path) -> None:
    """Write the schema where editors find it."""
    path.write_text(schema_text(), encoding="utf-8")


def _shape(shape: Shape) -> Schema:
    if isinstance(shape, Text):
        return _text(shape)
    if isinstance(shape, Fields):
        return _fields(shape)
    if isinstance(shape, Named):
        return _named(shape)
    if isinstance(shape, Either):
        return {"anyOf": [_shape(shape.text), _shape(shape.other)]}
    items = {"type": "array", "items": _shape(shape.shape)}
    return {"anyOf": [_shape(shape.shape), items]} if shape.single else items


def _text(shape: Text) -> Schema:
    if shape.words:
        return {"enum": [value for word in shape.words for value in _readings(word)]}
    if shape.reads == "text":
        return {}  # some texts for people, and parts of positions, may be written in several forms
    if shape.reads == "int":
        return {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+$"}]}
    return SCALAR


def _readings(word: str) -> list[object]:
    """A word as YAML may read it: `1` as a number, `true` as a truth value."""
    if word.isdigit():
        return [int(word), word]
    return [word == "true", word] if word in ("true", "false") else [word]


def _fields(shape: Fields) -> Schema:
    # a file that extends another may leave out what its base says: only these two stand alone
    required = [k.name for k in shape.keys if k.required] if shape in (VARIANT, EXAMPLE) else []
    old = {k.was: {**_key(k), "description": f"now `{k.name}`", "deprecated": True} for k in shape.keys if k.was}
    found: Schema = {"type": "object", "properties": {k.name: _key(k) for k in shape.keys} | old}
    if required:
        found["required"] = required
    return {**found, "additionalProperties": False if shape.rest is None else _removable(_shape(shape.rest))}


def _named(shape: Named) -> Schema:
    found: Schema = {"type": "object", "additionalProperties": _removable(_shape(shape.shape))}
    if shape.names == "identifier":
        found["propertyNames"] = {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
    return {"anyOf": [found, {"type": "null"}]}


def _key(key: Key) -> Schema:
    """A key: its line for people shows when the mouse is over it; a patch may remove it."""
    kind: Shape = key.shape.text if isinstance(key.shape, Either) else key.shape
    kind = kind.shape if isinstance(kind, Many | Named) else kind
    reads = READS.get(kind.reads, "") if isinstance(kind, Text) and not kind.words else ""
    about = f"{key.about} ({reads})" if reads and reads not in key.about else key.about
    shape = _shape(key.shape)
    return {"description": about, **(shape if key.name in PERSONAL else _removable(shape))}


def _removable(schema: Schema) -> Schema:
    """`removed` may stand in the place of anything that a patch takes away."""
    if not schema or schema == SCALAR:
        return schema
    if "enum" in schema:
        return {"enum": [*schema["enum"], REMOVED]}
    if "anyOf" in schema:
        return {"anyOf": [*schema["anyOf"], {"const": REMOVED}]}
    return {"anyOf": [schema, {"const": REMOVED}]}


if __name__ == "__main__":
    from cassino_dsl.language.resources import folder

    write(folder("grammar") / "variant.schema.json")
