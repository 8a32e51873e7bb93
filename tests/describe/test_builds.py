"""What a build is made of, whose it is and what it binds, as people say it."""

from __future__ import annotations

from tests.describe.said import said
from tests.describe.unworded import load


def rules_of(variant: str, *rules: str, **options: object) -> str:
    return "\n".join(said(load(variant, list(rules), **options).ruleset))


def test_that_nobody_owns_builds_is_said() -> None:
    said = "A build belongs to nobody, whoever made it."
    assert all(said in rules_of(name) for name in ("mulle", "zwicker"))
    assert said not in rules_of("mulle", duty=True) + rules_of("casual-cassino")


def test_builds_are_no_part_of_what_is_said_where_nothing_is_built() -> None:
    assert "build" not in rules_of("tablic")
