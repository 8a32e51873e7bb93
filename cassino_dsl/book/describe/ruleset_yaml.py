"""A ruleset written out: every clause after bases, options and house rules, in the language itself.

The data has the keys of a variant file; as YAML it is a variant that means the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple
from typing import Any

from cassino_dsl.language.ruleset.cards import PRESETS, Attribute, Called, Pack, Suit, plural
from cassino_dsl.language.ruleset.clause_text import print_effect, print_part, print_pattern, print_played, print_zone
from cassino_dsl.language.ruleset.document import word_of, yaml_lines
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, print_expr
from cassino_dsl.language.ruleset.model import (
    ASIDE,
    Action,
    Award,
    Effect,
    Event,
    Memory,
    Option,
    Preference,
    Rule,
    Ruleset,
    Term,
    Zone,
)
from cassino_dsl.language.ruleset.operators import IF, IN, SET
from cassino_dsl.language.ruleset.types import MEMORY_WORDS

Data = dict[str, Any]


def ruleset_data(ruleset: Ruleset) -> Data:
    """The ruleset as nested mappings, lists and texts, with the keys of a variant file."""
    deal, match = ruleset.deal, ruleset.match
    data: Data = {
        "dsl": 1,
        "title": ruleset.title,
        "about": ruleset.about,
        "source": ruleset.source,
        "options": {o.name: _option(o) for o in ruleset.options},
        "pack": pack_data(ruleset.pack),
        "seats": ", ".join(map(str, ruleset.seats)),
        "sides": print_expr(ruleset.sides),
        "direction": "clockwise" if ruleset.clockwise else "counter-clockwise",
        "deal": {
            **_present(hand=deal.hand, table=deal.table),
            **_some("zones", {name: print_expr(number) for name, number in deal.zones}),
            **_present(refill=deal.refill, at_a_time=deal.at_a_time),
        },
        "values": {row.key: row.text for row in ruleset.values},
        "terms": _terms(ruleset),
        "effects": _named_effects(ruleset),
        "memory": {m.name: _memory(m) for m in ruleset.memory},
        "zones": {z.name: _zone(z) for z in ruleset.zones if z != ASIDE},
        "turn": print_pattern(ruleset.turn),
        "actions": {a.name: _action(a) for a in ruleset.actions},
        "rules": {r.name: _rule(r) for r in ruleset.rules},
        "preferences": {p.name: _preference(p) for p in ruleset.preferences},
        "piles": _present(order=ruleset.pile_order),
        "visible": {v.zone: v.who or print_expr(v.condition) for v in ruleset.visible},
        "events": {e.name: _event(e) for e in ruleset.events},
        "awards": {a.name: _award(a) for a in ruleset.awards},
        "match": {
            **_present(target=match.target, rounds=match.rounds, over=match.over),
            "counting": match.counting,
            **({"each": "captured"} if match.at_once else {}),
            "winner": match.winner if match.compare is None else print_expr(match.compare),
            "tie": match.tie,
            **_present(playoff=match.playoff, leads=match.leads),
            **({"stuck": "allowed"} if match.stuck == "allowed" else {}),
            **({"half_points": "true"} if match.half_points else {}),
        },
        "checks": {c.name: print_expr(c.must) for c in ruleset.checks},
    }
    return {k: v for k, v in data.items() if v not in ("", {})}


def _present(**clauses: Expr | str | None) -> Data:
    """Only what is there: expressions as text."""
    texts = {k: v if isinstance(v, str) else print_expr(v) for k, v in clauses.items() if v is not None}
    return {k.rstrip("_"): v for k, v in texts.items() if v}


def _option(option: Option) -> Data:
    chosen = word_of(option.value)
    data: Data = {"is": option.type, "default": chosen}
    if option.type == "int" and not option.choices:
        data |= {"from": str(option.low), "to": str(option.high)}
    if option.choices:
        data["choices"] = list(option.choices)
    return data | _present(about=option.about)


def _terms(ruleset: Ruleset) -> Data:
    """Each term once, whatever types it is called with; tables as tables."""
    found: Data = {}
    for term in ruleset.terms:
        params = ", ".join(name for name, _ in term.params)
        rows = table_rows(term, ruleset.pack)
        found[f"{term.name}({params})" if params else term.name] = rows or print_expr(term.body)
    return found


def _named_effects(ruleset: Ruleset) -> Data:
    """Each named effect once, whatever types it is used with."""
    found: Data = {}
    for effect in ruleset.effects():
        if effect.op == "perform":
            params = f"({', '.join(effect.params)})" if effect.params else ""
            found.setdefault(f"{effect.name}{params}", [print_effect(e) for e in effect.body])
    return found


def _memory(memory: Memory) -> Data:
    data: Data = {"of": memory.of, "is": MEMORY_WORDS[memory.type], "resets": memory.resets}
    starts = None if isinstance(memory.starts, Literal) and memory.starts.value is None else memory.starts
    called = {"called": dict(zip(("one", "many"), memory.called, strict=True))} if memory.called else {}
    return data | _present(starts=starts, on_build=memory.on_build, seen=memory.seen, about=memory.about) | called


def _zone(zone: Zone) -> Data:
    return {"of": zone.of, **_present(captured="true" if zone.captured else "", about=zone.about)}


def _action(action: Action) -> Data:
    return {
        **_present(about=action.about),
        "step": action.step,
        "play": print_played(action.played),
        **_some("let", {b.name: print_expr(b.source) for b in action.let}),
        **_some("take", {p.name: print_part(p) for p in action.take}),
        **({"to": print_zone(action.to, action.to_arg)} if action.to else {}),
        **_present(when=action.when),
        **_effects("do", action.effects),
        **_present(owes=action.owes, sensible=action.sensible, seen=action.seen),
    }


def _rule(rule: Rule) -> Data | str:
    if not rule.price and not rule.about:
        return print_expr(rule.must)
    return {**_present(about=rule.about, must=rule.must), **_effects("price", rule.price)}


def _preference(preference: Preference) -> Data:
    number = {"most" if preference.highest else "least": print_expr(preference.number)} if preference.number else {}
    return {
        **_present(prefer=preference.prefer, over=preference.over),
        **number,
        **_present(among=preference.among),
        "per": "card" if preference.per_card else "turn",
    }


def _event(event: Event) -> Data:
    return {**_present(about=event.about), "on": event.on, **_present(when=event.when), **_effects("do", event.effects)}


def _award(award: Award) -> Data:
    tie: Data = {}
    if award.tie == "split":
        tie = {"tie": "split"}
    elif award.tie in ("each", "by") and award.tie_points is not None:
        tie = {"tie": {award.tie: print_expr(award.tie_points)}}
    return {
        **_present(about=award.about, points=award.points, most=award.most, each=award.each_text),
        **({"if": print_expr(award.condition)} if award.condition is not None else {}),
        **tie,
        **_present(round=award.rounding, called=award.called),
    }


def _effects(key: str, effects: tuple[Effect, ...]) -> Data:
    texts = [print_effect(e) for e in effects]
    return _some(key, texts[0] if len(texts) == 1 else texts)


def _some(key: str, value: Any) -> Data:
    return {key: value} if value else {}


# ---- packs and tables over cards


def pack_data(pack: Pack) -> dict[str, Any] | str:
    """A pack by its base and what differs from it."""
    presets = PRESETS.items()
    base = next((name for name, preset in presets if preset[1:] == (pack.suits, pack.rank_names)), None)
    base = base or next((name for name, preset in presets if preset[2] == pack.rank_names), "french")
    data: dict[str, Any] = {"base": base}
    if pack.suits != PRESETS[base][1]:
        data["suits"] = {s.letter: _suit(s, pack) for s in pack.suits} if pack.suits else "none"
        if pack.suits and not any(data["suits"].values()):
            data["suits"] = " ".join(s.letter for s in pack.suits)
    if pack.ranks != PRESETS[base][0]:
        data["ranks"] = " ".join(pack.ranks)
    if pack.copies != 1:
        data["copies"] = str(pack.copies)
    if pack.removed:
        data["remove"] = " ".join(pack.removed)
    extras = Counter(f.rank for f in pack.faces if not f.suit)
    if extras:
        several = max(extras.values()) > 1
        data["extras"] = {name: str(many) for name, many in extras.items()} if several else ", ".join(extras)
    data |= _some("names", {text: _called(called) for text, called in pack.names})
    data |= _some("attributes", {a.name: _rows(a, pack) for a in pack.attributes})
    return base if len(data) == 1 else data


def _suit(suit: Suit, pack: Pack) -> Data:
    extras = {f.rank for f in pack.faces if not f.suit}
    dealt = tuple(f.rank for f in pack.faces if f.suit == suit.letter)  # in the order that its own row of ranks has
    ranks = pack.ranks_of(suit)
    if dealt != tuple(rank for rank in ranks if rank in dealt):
        ranks = (*dealt, *(rank for rank in ranks if rank not in dealt))
    usual = ranks == tuple(rank for rank in pack.ranks if rank not in extras)
    data = {"name": suit.name if suit.spoken else "", "colour": suit.colour, "sign": suit.sign}
    data["ranks"] = "" if usual else " ".join(ranks)
    return {key: text for key, text in data.items() if text}


def _called(called: Called) -> Data | str:
    if called == Called(called.one, plural(called.one)):
        return called.one
    return {key: text for key, text in zip(("one", "many", "short", "sign"), astuple(called), strict=True) if text}


def _rows(attribute: Attribute, pack: Pack) -> Data:
    rows: dict[Any, list[str]] = {word: [] for word in attribute.words}
    for face, value in zip(pack.faces, attribute.values, strict=True):
        if value is not None:
            rows.setdefault(value, []).append(face.text)
    written: Data = {}
    above: list[str] = []
    for value, cards in rows.items():  # a word of which the rows above leave no card is a word all the same
        written[word_of(value)] = ", ".join(cards or above)
        above += cards
    return {**_some("about", attribute.about), **written}


def table_rows(term: Term, pack: Pack) -> dict[str, str] | None:
    """The rows of a term that says, as a table over cards does, one number for each of some sets of cards; None where
    it says anything else."""
    rows: dict[str, str] = {}
    expr = term.body
    while isinstance(expr, Call) and expr.row is IF:
        test, number, expr = expr.args
        faces = _faces(test, term)
        if faces is None or not isinstance(number, Literal):
            return None
        key = pack.in_words(faces)
        if key in rows:
            return None
        rows[key] = print_expr(number)
    return rows if rows and isinstance(expr, Literal) and expr.value == 0 else None


def _faces(test: Expr, term: Term) -> list[str] | None:
    """The cards of `c in {…}`, where `c` is the one parameter of the term."""
    if not isinstance(test, Call) or test.row is not IN or len(term.params) != 1:
        return None
    subject, cards = test.args
    if not isinstance(subject, Name) or subject.name != term.params[0][0]:
        return None
    if not isinstance(cards, Call) or cards.row is not SET or not cards.args:
        return None
    faces = [str(a.value) for a in cards.args if isinstance(a, Literal)]
    return faces if len(faces) == len(cards.args) else None


# ---- as YAML


_GOING = ("checks", "terms")  # what may be gone without a change of the game


def changed_data(before: Ruleset, after: Ruleset) -> Data:
    """What a house rule makes of a ruleset: clauses that are new or other than before, `removed` where one is gone.

    Checks speak of the game without house rules, and are gone wherever one is laid on, with the terms that only they
    use: that is no change of the game.
    """
    old, new = ruleset_data(before), ruleset_data(after)
    found: Data = {}
    for key in dict.fromkeys((*old, *new)):
        a, b = old.get(key), new.get(key)
        if isinstance(a, dict | None) and isinstance(b, dict | None):
            a, b = a or {}, b or {}
            gone = {name: "removed" for name in a if name not in b and key not in _GOING}
            found |= _some(key, {name: v for name, v in b.items() if a.get(name) != v} | gone)
        elif a != b:
            found[key] = b
    return found


def ruleset_yaml(ruleset: Ruleset) -> str:
    """The ruleset as a variant file, with what it was made from in a comment."""
    head = [f"# {ruleset.name}, every clause written out"]
    if ruleset.house_rules:
        head.append(f"# house rules: {', '.join(ruleset.house_rules)}")
    changed = [f"{o.name}={str(o.value).lower()}" for o in ruleset.options if o.value != o.default]
    if changed:
        head.append(f"# options: {', '.join(changed)}")
    data, read = ruleset_data(ruleset), ruleset.options_read()
    settled = [o for o in ruleset.options if o.name not in read]
    if settled:
        head.append("# what these options choose is written out:")
        head += [f"#   {o.name}={word_of(o.value)} {' '.join(o.about.split())}".rstrip() for o in settled]
    data["options"] = {o.name: data["options"][o.name] for o in ruleset.options if o.name in read}
    none = () if ruleset.awards else ("awards: {}",)  # no variant lacks this section
    return "\n".join([*head, *yaml_lines({k: v for k, v in data.items() if v}), *none]) + "\n"
