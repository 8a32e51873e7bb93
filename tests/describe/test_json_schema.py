"""The schema for editors says what the checker says of keys and words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from cassino_dsl.book.describe.json_schema import schema, schema_text
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.resources import folder
from cassino_dsl.language.syntax.shape import VARIANT

VALIDATOR = jsonschema.Draft7Validator(schema())


class Yaml12(yaml.SafeLoader):
    """Reads `on` as a text, as editors do."""


Yaml12.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if not tag.endswith((":bool", ":timestamp"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def faults(text: str) -> list[str]:
    data: Any = yaml.load(text, Yaml12)
    return [e.message for e in VALIDATOR.iter_errors(data)]


def test_the_committed_schema_is_the_one_that_the_checker_makes() -> None:
    committed = (folder("grammar") / "variant.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(), "write it anew: python -m cassino_dsl.book.describe.json_schema"


def test_it_is_a_schema_with_a_line_for_every_key() -> None:
    jsonschema.Draft7Validator.check_schema(schema())
    properties = json.loads(schema_text())["properties"]
    assert list(properties) == VARIANT.names()
    assert all(p["description"] for p in properties.values())


FILES = [f"{name}.yaml" for name in shipped_variants()] + [f"house/{name}.yaml" for name in shipped_house_rules()]


@pytest.mark.parametrize("file", FILES)
def test_every_shipped_file_is_valid(file: str) -> None:
    assert faults((folder("variants") / file).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "title: no version",
        "dsl: 2",
        "dsl: 1\ntitel: x",
        "dsl: 1\npack: tarot",
        "dsl: 1\nawards: {cards: {mots: 1}}",
        "dsl: 1\nawards: {two words: {points: 1}}",
        "dsl: 1\nevents: {e: {on: capturd, do: redeal}}",
        "dsl: 1\nmatch: {counting: fast}",
        "dsl: 1\nactions: [trail]",
        "dsl: 1\nexamples: {name: x}",
        "dsl: 1\nexamples: [{name: x}]",
        "dsl: 1\nexamples: [{name: x, expect: {captured: 1}}]",
    ],
)
def test_broken_files_are_not(text: str) -> None:
    assert faults(text)


def test_what_a_patch_removes_is_valid() -> None:
    assert faults("dsl: 1\nextends: cassino\nactions: {raise: removed, build: {take: {more: removed}}}") == []


def test_write_writes_it(tmp_path: Path) -> None:
    from cassino_dsl.book.describe.json_schema import write

    write(tmp_path / "schema.json")
    assert json.loads((tmp_path / "schema.json").read_text()) == schema()
