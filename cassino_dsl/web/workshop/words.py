"""What an editor has to know of the language and of what is shipped, to complete and to explain: from their rows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from cassino_dsl.compose.library import find
from cassino_dsl.describe.dictionary import Meaning, meanings
from cassino_dsl.shipped import shipped, shipped_rules
from cassino_dsl.web import limits


@cache
def known_words() -> Mapping[str, Any]:
    """All words of the language, all games and house rules, and how long a text may be."""
    return {
        "words": [_word(meaning) for meaning in meanings()],
        "variants": [{"name": one.name, "title": one.title} for one in shipped()],
        "rules": [{"name": one.name, "title": one.title} for one in shipped_rules()],
        "most": limits.TEXT,
    }


def _word(meaning: Meaning) -> dict[str, Any]:
    """``path``: of a key, the keys above it and itself; `NAME` is any name."""
    path = list(meaning.of) if isinstance(meaning.of, tuple) and meaning.kind == "key" else None
    texts = {key: getattr(meaning, key) for key in ("name", "kind", "form", "about", "where")}
    return {**texts, "path": path}


def shipped_text(kind: str, name: str) -> str | None:
    """The file of a shipped game or house rule (``kind`` is `variants` or `rules`), if there is one of that name."""
    if kind not in ("variants", "rules") or name not in {one["name"] for one in known_words()[kind]}:
        return None
    return find(name, house=kind == "rules").read_text("utf-8")
