"""Forms that are kept are those that would be made."""

from __future__ import annotations

from cassino_dsl.core.normal import Normalizer
from cassino_dsl.diff.kept_forms import kept_forms
from cassino_dsl.ruleset.expr import Call, Name, Type, print_expr
from cassino_dsl.ruleset.simplify import Facts
from cassino_dsl.ruleset.words import KNOWN
from tests.diff.rulesets import PLAIN, ruleset


def test_a_name_that_may_be_nothing_has_forms_of_its_own() -> None:
    game = ruleset(PLAIN)
    faces = tuple(f.text for f in game.pack.faces)
    made, kept = Normalizer(game.pack, faces, (), Facts(game.pack)), kept_forms(game.pack, faces, ())
    texts = []
    for maybe in (False, True, False):
        name = Name(Type.CARD, "x", game.match.span, maybe)
        asked = Call(Type.BOOL, KNOWN, (name,), game.match.span)
        texts.append(print_expr(kept(asked, {"x": name})))
        assert texts[-1] == print_expr(made(asked, {"x": name}))
    assert texts[0] == texts[2] != texts[1]
    asked = Call(Type.BOOL, KNOWN, (Name(Type.CARD, "x", game.match.span, True),), game.match.span)
    assert kept(asked) is kept(asked)
