"""What this table has agreed on, and what other tables may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cassino_dsl.book.authors_texts import Texts
from cassino_dsl.book.describe.english import first_up, joined, plain, sentence, spoken
from cassino_dsl.book.describe.scoring import award_title
from cassino_dsl.language.compose.options import MAX_INT, selected
from cassino_dsl.language.ruleset.clauses import ClausesInForce
from cassino_dsl.language.ruleset.model import HouseRule, Option, Ruleset
from cassino_dsl.language.ruleset.operators import TERMS
from cassino_dsl.language.ruleset.texts import ENGLISH
from cassino_dsl.language.ruleset.within import calls_in


def title_text(ruleset: Ruleset, texts: Texts) -> str:
    """The title, with the house rules that are played where the variant by itself has none."""
    laid = [_title(rule, texts) for rule in ruleset.laid if not _by_default(ruleset, rule.name)]
    words = texts.language.words
    beside = f" — {words['with']} {joined(laid, words['and'])}" if laid else ""
    return plain(texts.title(ruleset.name, ruleset.title)) + beside


def _title(rule: HouseRule, texts: Texts) -> str:
    return plain(texts.title(rule.name, rule.title or spoken(rule.name)))


def agreed_text(ruleset: Ruleset, texts: Texts) -> Iterator[str]:
    """The house rules in force that are not the variant's own, each with what its author says of it, and the options
    that are chosen otherwise."""
    for rule in ruleset.laid:
        if _by_default(ruleset, rule.name):
            continue
        about = plain(texts.opening(rule.name, rule.about))
        yield f"**{_title(rule, texts)}.** {about}".strip()
    for option in ruleset.options:
        if option.value != option.default and not selected(option):
            yield sentence(_choice(option, _about(option, texts), texts.language.words))


def option_rows(ruleset: Ruleset, texts: Texts) -> Iterator[tuple[str, str, str, str]]:
    """The name of each option, what may be agreed, as it is here, as it may be else; but for what no clause asks any
    more, and what a house rule has settled that was laid on by its own name: that is told as agreed."""
    read = _read(ruleset)
    for option in ruleset.options:
        if not option.selects and option.name not in read:
            continue
        laid = {name for _, names in option.selects for name in names}.intersection(ruleset.house_rules)
        if laid and laid.isdisjoint(selected(option)):
            continue
        about, words = _about(option, texts), texts.language.words
        if texts.language.letters == ENGLISH and not texts.about(f"options.{option.name}"):
            about += _bearing(option, ruleset)
        yield option.name, about[:1].upper() + about[1:], _shown(option.value, words), _else(option, words)


def _read(ruleset: Ruleset) -> set[str]:
    """The options that a clause of the game asks: checks are no part of it, and terms that nothing calls."""
    called = {call.name for call in calls_in(ruleset) if call.row in TERMS}
    terms = tuple(term for term in ruleset.terms if term.name in called)
    return replace(ruleset, terms=terms, checks=()).options_read()


def _by_default(ruleset: Ruleset, name: str) -> bool:
    """Whether an option lays a house rule on without being asked to."""
    return any(o.value == o.default and name in selected(o) for o in ruleset.options)


def _about(option: Option, texts: Texts) -> str:
    """What an option is about: its one line, in another language the first paragraph of its text."""
    place = f"options.{option.name}"
    said = texts.about(place) if texts.language.letters == ENGLISH else texts.at(place)
    return plain(" ".join((said or "").partition("\n\n")[0].split()) or spoken(option.name))


def _bearing(option: Option, ruleset: Ruleset) -> str:
    """What an option that nothing is said of bears on: the clauses that ask it, by their names."""
    asking = ClausesInForce(ruleset, ruleset.chosen).readers(option.name)
    places = [place.partition(".") for place in asking if not place.startswith("memory.")]
    titles = {f"awards.{award.name}": award_title(award) for award in ruleset.awards}
    names = [titles.get(f"{section}.{name}", first_up(spoken(name))) or f"the {section}" for section, _, name in places]
    others = [plain(name) for name in dict.fromkeys(names) if name.lower() != spoken(option.name)]
    return f": {'; '.join(others)}" if others else ""


def _choice(option: Option, about: str, words: Mapping[str, str]) -> str:
    if isinstance(option.value, bool):
        return about if option.value else f"{about}: {words['no']}"
    return f"{about}: {_shown(option.value, words)}"


def _shown(value: bool | int | str, words: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return words["yes" if value else "no"]
    return spoken(str(value))


def _else(option: Option, words: Mapping[str, str]) -> str:
    if option.type == "bool":
        return _shown(not option.value, words)
    if option.choices:
        return joined([spoken(c) for c in option.choices if c != str(option.value)], words["or"])
    if option.high < MAX_INT:
        return words["from to"].format(option.low, option.high)
    return words["from on"].format(option.low) if option.low else words["any number"]
