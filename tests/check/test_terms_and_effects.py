"""Terms by their names, digits without a place, and an `else` that two `if` could have: what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diagnostics.scenes import load_text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("terms:\n  a(c): 1\n  a(d, e): 2\n", "there are two terms `a`"),
        ("rules:\n  r: any(r in {5, 10} | rank(card) = r)\n", "a rank cannot be compared with a number"),
        ("rules:\n  r: trails = 0\nterms:\n  t: removed\n", "there is no `t` to remove"),
        (
            "events:\n  e: {on: captured, do: if count(hand) = 0 then if 1 = 2 then redeal else end round}\n",
            "this follows an `else` that two `if` could have",
        ),
        (
            "events:\n  e:\n    on: captured\n    do: >\n      if count(hand) = 0 then for s in sides do\n"
            "      if s = us then award 1 to s else award 2 to s\n",
            "this follows an `else` that two `if` could have",
        ),
    ],
)
def test_messages(tmp_path: Path, text: str, said: str) -> None:
    assert said in [d.message for d in load_text(tmp_path, "dsl: 1\nextends: cassino\n" + text)]


def test_a_term_is_patched_and_removed_by_its_name(tmp_path: Path) -> None:
    base = "dsl: 1\nextends: cassino\nterms:\n  worth(c): {10d: 2, 2s: 1}\n  old(c): 1\n"
    base += "awards:\n  worth: {points: sum(c in pile | worth(c) + old(c))}\n"
    (tmp_path / "base.yaml").write_text(base, encoding="utf-8")
    patch = "dsl: 1\nextends: base\nterms:\n  worth(x): {10d: removed, 3s: 2}\n  old: removed\n"
    assert load_text(tmp_path, patch + "awards:\n  worth: {points: sum(c in pile | worth(c))}\n") == []
    patch = "dsl: 1\nextends: base\nterms:\n  worth (y): pips(y)\n  old(d): pips(d)\n"
    assert load_text(tmp_path, patch) == []
    (tmp_path / "one.yaml").write_text(
        "dsl: 1\nhouse: true\nreplaces: terms.old\nterms:\n  old(p): 2\n", encoding="utf-8"
    )
    (tmp_path / "two.yaml").write_text("dsl: 1\nhouse: true\nterms:\n  old(q): 3\n", encoding="utf-8")
    (conflict,) = load_text(tmp_path, "dsl: 1\nextends: base\nwith: one, two\n")
    assert conflict.message == "house rules `one` and `two` both set `terms.old`"
