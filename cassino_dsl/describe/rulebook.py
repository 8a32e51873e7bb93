"""Rules that a person can play by, written from the ruleset alone: Markdown, or a page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cassino_dsl.describe.phrases import Phrases, print_value
from cassino_dsl.describe.sight import sight
from cassino_dsl.describe.worked import expectation_text, plain, position_text, sentence
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.ruleset.model import Action, Award, Binding, Part, Pattern, Ruleset
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.words import BY_WORD

_EVENTS = {
    "layout dealt": "When the first cards lie on the table",
    "hands dealt": "Whenever hands have been dealt",
    "captured": "On a capture",
    "built": "When a build is made or changed",
    "trailed": "When a card is trailed",
    "played": "On every play",
    "passed": "When a player passes",
    "turn over": "At the end of a turn",
    "deal over": "When all hands are empty",
    "round over": "At the end of the round",
    "round scored": "When the round has been scored",
    "score changed": "Whenever points are scored in play",
}
_QUANTITIES = {
    "one": "exactly one",
    "maybe": "one or no",
    "some": "one or more",
    "any": "any number of",
    "all": "all",
    "maximal": "as many as possible of the",
}


def rulebook(ruleset: Ruleset, format: str = "markdown", examples: Iterable[Mapping[str, Any]] = ()) -> str:
    """The rulebook of a ruleset; ``format`` is "markdown" or "html". ``examples`` are those of the file, as data."""
    text = "\n".join(_Writer(ruleset).document(list(examples))).rstrip() + "\n"
    return text if format == "markdown" else _page(ruleset.title, text)


def _page(title: str, markdown: str) -> str:
    from html import escape

    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    style = (
        "body{font:16px/1.5 Georgia,serif;max-width:44em;margin:2em auto;padding:0 1em;color:#222}"
        "h1,h2,h3{font-family:Helvetica,Arial,sans-serif;line-height:1.2}table{border-collapse:collapse}"
        "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}code{background:#f4f4f4}"
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{style}</style></head>\n<body>\n{body}</body></html>\n"
    )


class _Writer:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.say = Phrases(ruleset)

    def document(self, examples: list[Mapping[str, Any]]) -> Iterator[str]:
        yield f"# {plain(self.ruleset.title)}"
        yield ""
        if self.ruleset.about:
            yield from (plain(self.ruleset.about), "")
        yield from self.pack()
        yield from self.values()
        yield from self.deal()
        yield from self.memory()
        yield from self.terms()
        yield from self.turn()
        yield from self.actions()
        yield from self.rules()
        yield from self.events()
        yield from self.scoring()
        yield from self.match()
        yield from self.options()
        yield from self.examples(examples)
        if self.ruleset.source:
            yield from ("## Source", "", plain(self.ruleset.source))

    def value(self, expr: Expr | None) -> bool | int | str | None:
        """The value of an expression that the options decide, else None."""
        return constant(expr, Facts(self.ruleset.pack))

    def decided(self, expr: Expr | None, value: bool | int) -> bool:
        """Whether the options make this expression this value: the clause then says nothing."""
        return expr is not None and self.value(expr) == value

    # ---- the cards

    def pack(self) -> Iterator[str]:
        pack = self.ruleset.pack
        suits = ", ".join(f"{s.name} ({s.letter})" for s in pack.suits)
        yield from ("## Players and cards", "")
        sides = [(n, constant(self.ruleset.sides, Facts(pack, sizes={"seats": n}))) for n in self.ruleset.seats]
        players = _words([str(n) for n, _ in sides])
        yield f"For {players} players, {'clockwise' if self.ruleset.clockwise else 'counter-clockwise'}."
        yield from (f"{n} players form {s} sides, seated in turn." for n, s in sides if s not in (None, n))
        cards = f"The pack has {pack.size} cards: the ranks {' '.join(pack.ranks)} in the suits {suits}"
        if pack.copies > 1:
            cards += f"; {pack.copies} packs are shuffled together"
        if pack.removed:
            cards += f"; without {' '.join(pack.removed)}"
        extras = [f.text for f in pack.faces if not f.suit]
        if extras:
            cards += f"; and {' '.join(extras)}"
        yield from (cards + ".", "")

    def values(self) -> Iterator[str]:
        yield from ("| cards | count for |", "|---|---|")
        seen: set[tuple[str, tuple[int, ...]]] = set()
        for row in self.ruleset.values:
            where = f" {row.key.split(' in ')[1]}" if " in " in row.key else ""
            key = row.key.split(" in ")[0] + (f" (in:{where})" if where else "")
            if row.text == "pips":
                numbers: tuple[int, ...] = ()
                shown = "the number printed on them"
            else:
                numbers = row.numbers
                shown = " or ".join(map(str, numbers)) if numbers else "nothing: they take no part in sums"
            if (key, numbers) not in seen:
                seen.add((key, numbers))
                yield f"| {_cell(key)} | {shown} |"
        yield ""

    def deal(self) -> Iterator[str]:
        deal, pack = self.ruleset.deal, self.ruleset.pack
        yield from ("## The deal", "", "| players | first hands | table | later hands |", "|---|---|---|---|")
        for seats in self.ruleset.seats:
            first = Facts(
                pack, standing={"deals": Literal(Type.INT, 1, deal.span)}, sizes={"seats": seats, "stock": pack.size}
            )
            hand, table = constant(deal.hand, first), constant(deal.table, first)
            left = pack.size - seats * int(hand or 0) - int(table or 0)
            later = deal.later if deal.later is not None else deal.hand
            facts = Facts(
                pack, standing={"deals": Literal(Type.INT, 2, deal.span)}, sizes={"seats": seats, "stock": left}
            )
            again = constant(later, facts) if left else None
            shown = "all cards are out" if not left else ("never" if again == 0 else print_value(again or "varies"))
            yield f"| {seats} | {print_value(hand if hand is not None else 'varies')} | {table or 0} | {shown} |"
        yield ""
        yield "The seat after the dealer leads. Later hands are dealt when all hands are empty."
        yield from sight(self.ruleset, self.say.clause)
        yield ""

    def memory(self) -> Iterator[str]:
        told = [(m.name.replace("_", " "), m.of, m.about) for m in self.ruleset.memory]
        if told:
            yield from ("## What is remembered", "")
            for name, of, about in told:
                yield (
                    f"* **{name}**, of each {of}" + (f": {plain(about)}" if about else "")
                    if of != "match"
                    else (f"* **{name}**" + (f": {plain(about)}" if about else ""))
                )
            yield ""

    def terms(self) -> Iterator[str]:
        told = {t.name: t for t in self.ruleset.terms}
        if told:
            yield from ("## Words of this game", "")
            for term in told.values():
                params = f" of {_words([f'*{name}*' for name, _ in term.params])}" if term.params else ""
                yield f"* **{term.name.replace('_', ' ')}**{params}: {self.say.clause(term.body)}."
            yield ""

    # ---- play

    def turn(self) -> Iterator[str]:
        yield from ("## A turn", "")
        yield f"{sentence(_pattern(self.ruleset.turn))}"
        yield ""

    def actions(self) -> Iterator[str]:
        for action in self.ruleset.actions:
            yield f"### {action.name.replace('_', ' ').capitalize()}"
            yield ""
            if action.about:
                yield sentence(plain(action.about))
            yield from self.action(action)
            yield ""

    def action(self, action: Action) -> Iterator[str]:
        played = action.played
        where = f" for which {self.say.clause(played.where)}" if played.where is not None else ""
        if played.source == "stock":
            yield f"Turn up the next card of the stock{where}."
        elif played.source == "hand" and played.most == 1:
            yield f"Play a card{where}."
        elif played.source == "hand" and played.most is None:
            yield f"Play your whole hand{where}."
        elif played.source == "hand":
            number = f"{played.least}" if played.least == played.most else f"{played.least} to {played.most}"
            yield f"Play {number} cards{where}."
        else:
            yield "No card leaves your hand."
        for binding in action.let:
            yield f"Let *{binding.name}* be {self.binding(binding)}."
        if action.take:
            yield "Take:"
            yield ""
            yield from (f"* {self.part(p)}" for p in action.take)
            yield ""
        if action.to == "build" and action.to_arg is not None:
            yield f"All of it becomes one build of the value {self.say.clause(action.to_arg)}."
        elif action.to:
            target = {"pile": "your pile", "table": "the table", "hand": "your hand"}.get(action.to, action.to)
            whose = f"the {action.to} of {self.say.clause(action.to_arg)}" if action.to_arg is not None else target
            own = action.to_arg is not None and self.say.clause(action.to_arg) in ("you", "your side")
            yield f"The cards go to {target if own else whose}."
        if action.when is not None:
            yield f"Only when {self.say.clause(action.when)}."
        if action.owes:
            yield f"What is built has to be captured in the same turn ({action.owes})."
        if action.effects:
            yield sentence(self.say.effects(action.effects))

    def binding(self, binding: Binding) -> str:
        source = binding.source
        if isinstance(source, Call) and source.row in BY_WORD["value"]:
            of = self.say.clause(source.args[0])
            return f"a value of {of}" if source.args[0].type is Type.CARD else f"a value of one of {of}"
        return f"one of {self.say.clause(source)}"

    def part(self, part: Part) -> str:
        quantity = _QUANTITIES[part.quantity]
        source = self.say.clause(part.source)
        test = f" for which {self.say.clause(part.where)}" if part.where is not None else ""
        if part.groups:
            with_card = ", together with the card played," if part.with_card else ""
            noun = "group" if part.quantity in ("one", "maybe") else "groups"
            return f"{quantity} {noun} *{part.variable}* of {source}{with_card}{test}"
        noun = self.say.noun(part.variable_type)
        plural = noun if part.quantity in ("one", "maybe") else noun + "s"
        return f"{quantity} {plural} *{part.variable}* of {source}{test}"

    def rules(self) -> Iterator[str]:
        if self.ruleset.rules:
            yield from ("## Rules of every play", "")
            for rule in self.ruleset.rules:
                price = f" Breaking it is allowed and costs: {self.say.effects(rule.price)}." if rule.price else ""
                about = sentence(plain(rule.about)) + " " if rule.about else ""
                yield f"* **{sentence(plain(rule.name))}** {about}{sentence(self.say.clause(rule.must))}{price}"
            yield ""
        if self.ruleset.preferences:
            yield from ("## What comes first", "")
            for preference in self.ruleset.preferences:
                if isinstance(self.value(preference.number), int):
                    continue
                scope = " with the same card" if preference.per_card else ""
                if preference.prefer is not None:
                    over = self.say.clause(preference.over) if preference.over is not None else "it does not"
                    prefer = self.say.clause(preference.prefer)
                    text = f"where a play{scope} satisfies that {prefer}, those where {over} fall"
                else:
                    number = self.say.clause(preference.number) if preference.number is not None else ""
                    extreme = "most" if preference.highest else "least"
                    text = f"of the plays{scope}, only those with the {extreme} of {number}"
                yield f"* **{sentence(plain(preference.name))}** {sentence(text)}"
            yield ""
        yield "A player without a legal play passes; when all pass in a row, the round is over."
        yield ""

    def events(self) -> Iterator[str]:
        if not self.ruleset.events:
            return
        yield from ("## What follows", "")
        for event in self.ruleset.events:
            if self.decided(event.when, False):
                continue
            when = f" when {self.say.clause(event.when)}" if event.when is not None else ""
            about = " " + sentence(plain(event.about)) if event.about else ""
            effects = self.say.effects(event.effects)
            yield f"* **{plain(event.name).capitalize()}.**{about} {_EVENTS[event.on]}{when}: {effects}."
        yield ""

    # ---- points

    def scoring(self) -> Iterator[str]:
        yield from ("## Scoring", "", "| | points | for |", "|---|---|---|")
        for award in self.ruleset.awards:
            if self.decided(award.condition, False) or self.decided(award.points, 0):
                continue
            name = award.name.replace("_", " ")
            points, what = self.say.clause(award.points), self.award(award)
            yield f"| {_cell(name)} | {_cell(of_side(points))} | {_cell(of_side(what))} |"
        yield ""

    def award(self, award: Award) -> str:
        about = f"{plain(award.about)}: " if award.about else ""
        if award.most is not None:
            ties = {
                "nobody": "a tie gives nobody points",
                "split": f"a tie is split{', rounded ' + award.rounding if award.rounding else ''}",
                "each": f"{self.say.clause(award.tie_points)} to each of the tied"
                if award.tie_points is not None
                else "",
                "by": f"a tie is decided by {self.say.clause(award.tie_points)}"
                if award.tie_points is not None
                else "",
            }
            most = self.say.clause(award.most).removeprefix("the number of ")
            return f"{about}the side with the most {most}; {ties[award.tie]}"
        if award.each is not None:
            shown = self.say.faces([self.ruleset.pack.faces[f].text for f in sorted(award.each)])
            return f"{about}{'each card that is ' if len(award.each) > 1 else ''}{shown}, captured"
        if award.condition is not None:
            return f"{about}if {self.say.clause(award.condition)}"
        return about.rstrip(": ") or "every side"

    def match(self) -> Iterator[str]:
        match = self.ruleset.match
        yield from ("## The match", "")
        ends = []
        if match.target is not None:
            ends.append(f"when a side has {self.say.clause(match.target)} points")
        if match.rounds is not None:
            ends.append(f"after {self.say.clause(match.rounds)} rounds")
        if match.over is not None:
            ends.append(f"when {self.say.clause(match.over)}")
        yield f"The match ends {' or '.join(ends)}."
        if match.counting == "race":
            yield "Awards are counted in the order of the table, and the first side at the target wins at once."
        else:
            yield f"All points are counted, and the {match.winner} score wins."
        playoff = self.say.clause(match.playoff) if match.playoff is not None else ""
        ties = {
            "another round": "A tie is followed by another round.",
            "draw": "A tie is a draw.",
            "playoff": f"After a tie, scores start anew and {playoff} points win.",
        }
        yield ties[match.tie]
        leads = self.say.clause(match.leads) if match.leads is not None else "the next player"
        yield f"The next round is led by {leads}."
        if match.stuck == "allowed":
            yield "A round in which nobody can play any more is over, whatever cards are left."
        yield ""

    def options(self) -> Iterator[str]:
        if self.ruleset.options:
            yield from ("## Options", "", "| option | here | |", "|---|---|---|")
            for option in self.ruleset.options:
                yield f"| {option.name} | {print_value(option.value)} | {_cell(plain(option.about))} |"
            yield ""
        if self.ruleset.house_rules:
            yield f"House rules laid on: {', '.join(self.ruleset.house_rules)}."
            yield ""

    def examples(self, examples: list[Mapping[str, Any]]) -> Iterator[str]:
        if not examples:
            return
        yield from ("## Worked examples", "")
        for example in examples:
            name = sentence(plain(str(example.get("name", ""))))
            yield f"* **{name}** {position_text(example)} {expectation_text(example)}"
        yield ""


def _pattern(pattern: Pattern) -> str:
    parts = [_pattern(p) for p in pattern.args]
    if pattern.op == "step":
        return "one play" if pattern.step == "play" else pattern.step.replace("_", " ")
    if pattern.op == "then":
        return f"{parts[0]}, then {parts[1]}"
    if pattern.op == "either":
        return f"either {parts[0]}; or {parts[1]}"
    return {
        "optional": f"{parts[0]} if you like",
        "repeat": f"{parts[0]} as often as you like",
        "repeat_some": f"{parts[0]} once or more",
    }[pattern.op]


def _words(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def of_side(text: str) -> str:
    """A phrase of the scoring table: it speaks of any side, not of the reader."""
    return text.replace("your pile", "its pile").replace("your side", "the side")
