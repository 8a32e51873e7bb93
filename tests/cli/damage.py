"""Damages documents at random, as bytes and as JSON; always the same for one seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

# what a place in a document may hold instead, as JSON
WORDS = (
    *("null", "true", "0", "-1", "1", "2", "1000000000", "1" + "0" * 30, "1.5", "1e308", "Infinity", "NaN"),
    *('""', '"1"', '"x"', '"²"', '"٣"', '"000001999"', '"7c"', '"7c 7c"', '"\\u001b[31m"', '"\\ud800"', '"-5"', '"1%"'),
    *(
        '"cassino"',
        '"../x"',
        '"/etc/passwd"',
        '"random"',
        "[]",
        "{}",
        "[[]]",
        "[null]",
        '["random"]',
        "[0, 0]",
        "[2, 1]",
    ),
    *('{"1": null}', '{"a": 1}', '{"1": "7c"}', '{"1": {"2": {}}}', '"' + "x" * 200 + '"', "[" * 40 + "]" * 40),
)


def damaged(document: Any, chance: Random) -> Any:
    """A document of JSON with one place or a few that are gone, called otherwise, or hold something else."""
    document = json.loads(json.dumps(document))
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        path = chance.choice(list(_paths(document)))
        if not path:
            continue
        inside = document
        for key in path[:-1]:
            inside = inside[key]
        key, word = path[-1], json.loads(chance.choice(WORDS))
        match chance.randrange(5):
            case 0:
                del inside[key]
            case 1 if isinstance(inside, dict):
                inside[str(word)] = inside[key]
            case 2 if isinstance(inside[key], str) and inside[key]:
                at = chance.randrange(len(inside[key]))
                inside[key] = inside[key][:at] + chance.choice(("", "x", "7c ", "9", "\0")) + inside[key][at + 1 :]
            case 3 if type(inside[key]) is int:
                inside[key] += chance.choice((-1, 1, 7, -1000, 10**6, 10**25))
            case _:
                inside[key] = word
    return document


def damaged_bytes(data: bytes, chance: Random) -> bytes:
    """Bytes with some that are others, gone, repeated, or all gone from one on."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        at = chance.randrange(len(found) + 1)
        match chance.randrange(4):
            case 0:
                found[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del found[at : at + chance.randrange(1, 40)]
            case 2:
                found[at:at] = bytes([chance.choice(b'[{"9\x00\xff')]) * chance.choice((1, 2, 5_000))
            case _:
                del found[at:]
    return bytes(found)


def _paths(document: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield before
    entries = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in entries:
        yield from _paths(value, (*before, key))
