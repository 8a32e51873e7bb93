"""Options: typed parameters of a variant, chosen by `--set`, which may select house rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.language.diagnostics.remedy import suggest
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.model import Option
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.wrong_nodes import NO, YES

MAX_INT = 1_000_000  # of an option
_ANY: dict[str, int | bool | str] = {"int": 0, "bool": False, "word": ""}  # the types, with some value of each


@dataclass(frozen=True, slots=True)
class Setting:
    """One ``--set KEY=VALUE`` of the command line."""

    key: str
    value: str
    span: Span


def setting(text: str) -> Setting | None:
    """Read ``KEY=VALUE``; None if there is no ``=``."""
    key, sign, value = text.partition("=")
    source = Source("command line", text)
    return Setting(key.strip(), value.strip(), Span(source, 0, len(text))) if sign else None


def words(node: Node | None) -> list[Scalar]:
    """The names in a list, or in a text with commas between them."""
    if isinstance(node, Sequence):
        return [item for item in node.items if isinstance(item, Scalar)]
    if isinstance(node, Scalar):
        found: list[Scalar] = []
        offset = 0
        text = node.body.text if node.exact else node.text
        for piece in text.split(","):
            start = node.body.start + offset + len(piece) - len(piece.lstrip())
            span = Span(node.span.source, start, start + len(piece.strip()))
            if piece.strip():
                found.append(Scalar(piece.strip(), span, span))
            offset += len(piece) + 1
        return found
    return []


def names(node: Node | None) -> Collection[Scalar]:
    """The names in such a list, each once."""
    return {word.text: word for word in words(node)}.values()


def read_options(tree: Mapping, settings: list[Setting], report: Report) -> tuple[Option, ...]:
    """The declared options of a tree with the values that the settings choose."""
    node = tree.get("options")
    chosen = {s.key: s for s in settings}
    options = []
    for key, body in node if isinstance(node, Mapping) else ():
        if isinstance(body, Mapping):
            option = _option(key, body, chosen.get(key.text), report)
            if option:
                options.append(option)
    return tuple(options)


def unknown_settings(options: tuple[Option, ...], settings: list[Setting], report: Report) -> None:
    known = [o.name for o in options]
    for item in settings:
        if item.key not in known:
            report.add(
                Code.UNKNOWN_OPTION,
                item.span,
                f"there is no option `{item.key}`",
                help=did_you_mean(item.key, known)
                or (f"the options are {', '.join(known)}" if known else "this variant has no options"),
            )


def _option(key: Scalar, body: Mapping, chosen: Setting | None, report: Report) -> Option | None:
    def text(name: str) -> Scalar | None:
        found = body.get(name)
        return found if isinstance(found, Scalar) else None

    kind, default, about = text("is"), text("default"), text("about")
    if kind is None or default is None:
        return None  # the structure pass says so
    choices = _choices(kind.text, key.text, body, report)
    low, high = _bound(text("from"), 0, report), _bound(text("to"), MAX_INT, report)
    if low > high and not choices and (last := text("to")) is not None:
        message = f"no number is from {low} to {high}"
        report.add(Code.NOTHING_FITS, last.span, message, help=f"`from: {high}` and `to: {low}` have some between them")
        low, high = 0, MAX_INT
    if choices and kind.text == "int":
        low, high = min(map(int, choices)), max(map(int, choices))
    picked, span = (chosen.value, chosen.span) if chosen else (default.text, default.span)
    fallback = _value(kind.text, default.text, default.span, key.text, choices, low, high, report)
    value = _value(kind.text, picked, span, key.text, choices, low, high, report) if chosen else fallback
    if kind.text not in _ANY:
        return None  # the structure pass says so
    # a faulty value has been reported: some value of the type lets the expressions that read it be checked
    some = choices[0] if choices and kind.text == "word" else _ANY[kind.text]
    value, fallback = (v if v is not None else some for v in (value, fallback))
    selects = body.get("selects")
    entries = selects.entries if isinstance(selects, Mapping) else ()
    for name, _ in entries:
        _value(kind.text, name.text, name.span, key.text, choices, low, high, report)
    rows = tuple((name.text, tuple(w.text for w in words(node))) for name, node in entries)
    return Option(
        name=key.text,
        type=kind.text,  # type: ignore[arg-type]
        value=value,
        default=fallback,
        about=about.text if about else "",
        low=low,
        high=high,
        choices=choices,
        selects=rows,
        span=key.span,
    )


def _choices(kind: str, name: str, body: Mapping, report: Report) -> tuple[str, ...]:
    """What there is to choose from, each once; of numbers only whole ones. None where there is a fault among them."""
    key = body.key("choices")
    if key is None:
        return ()
    found = words(body.get("choices"))
    if kind == "bool":
        message = f"option `{name}` is `true` or `false`: there is nothing else to choose"
        report.add(Code.NEEDLESS_CHOICES, key.span, message, help="remove `choices`, or say `is: word`")
        return ()
    if not found:
        message = f"the choices of option `{name}` are empty"
        report.add(Code.NEEDLESS_CHOICES, key.span, message, help="name them, or remove `choices`")
    for bound in (body.key("from"), body.key("to")) if found and kind == "int" else ():
        if bound is not None:
            message = f"`choices` names the numbers one by one, so there is no `{bound.text}`"
            report.add(Code.UNKNOWN_KEY, bound.span, message, help=f"remove `{bound.text}`, or `choices`")
    seen: list[str] = []
    faulty = False
    for word in found:
        number = _whole(word.text) if kind == "int" else 0
        text = str(number) if kind == "int" else word.text
        if kind == "word" and not _is_name(word.text):
            report.add(Code.BAD_NAME, word.span, f"no expression can name the choice `{word.text}`", help=_NAMED)
        if number is None:
            message = f"option `{name}` is a whole number from 0 to {MAX_INT}, and `{word.text}` is none"
            yes_or_no = word.text in ("true", "false")
            help = "an option of yes or no is `is: bool`, without `choices`" if yes_or_no else None
            report.add(Code.BAD_NUMBER, word.span, message, help=help)
        elif text in seen:
            message = f"`{word.text}` stands twice among the choices"
            report.add(Code.NEEDLESS_CHOICES, word.span, message, help="remove one")
        else:
            seen.append(text)
        faulty = faulty or number is None
    return () if faulty else tuple(seen)


_NAMED = "a choice is a letter, then letters, digits and `_`, and no card"


@lru_cache(maxsize=1000)
def _is_name(text: str) -> bool:
    """Whether an expression may consist of a word."""
    span = Span(Source("", text), 0, len(text))
    ast = parse("expression", Scalar(text, span, span), Report()) if len(text) <= 80 else None
    return ast is not None and ast.head == "name" and ast.text == text


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 8 else None


def _bound(node: Scalar | None, default: int, report: Report) -> int:
    if node is None:
        return default
    if (number := _whole(node.text)) is not None:
        return number
    report.add(Code.BAD_NUMBER, node.span, f"`{node.text}` is no whole number from 0 to {MAX_INT}")
    return default


def _value(
    kind: str, text: str, span: Span, name: str, choices: tuple[str, ...], low: int, high: int, report: Report
) -> int | bool | str | None:
    if kind == "bool":
        if text in ("true", "false"):
            return text == "true"
        meant = "true" if text in YES else "false" if text in NO else None
        help: str | None = suggest(meant) if meant else None
        report.add(Code.OPTION_VALUE, span, f"option `{name}` is `true` or `false`, not `{text}`", help=help)
    elif kind == "int":
        if text.isdecimal() and len(text) < 8 and low <= int(text) <= high and (not choices or text in choices):
            return int(text)
        among = f"one of {', '.join(choices)}" if choices else f"a whole number from {low} to {high}"
        report.add(Code.OPTION_VALUE, span, f"option `{name}` is {among}, not `{text}`")
    elif kind == "word":
        if text in choices:
            return text
        help = did_you_mean(text, choices) or f"the choices are {', '.join(choices)}"
        report.add(Code.OPTION_VALUE, span, f"option `{name}` has no choice `{text}`", help=help)
    return None


def may_select(tree: Mapping) -> Iterator[Scalar]:
    """The names of all house rules that some value of an option lays on."""
    node = tree.get("options")
    for _, body in node if isinstance(node, Mapping) else ():
        selects = body.get("selects") if isinstance(body, Mapping) else None
        for _, names in selects if isinstance(selects, Mapping) else ():
            yield from words(names)


def selected(option: Option) -> tuple[str, ...]:
    """The house rules that the value of an option lays on."""
    value = word_of(option.value)
    return next((rules for word, rules in option.selects if word == value), ())
