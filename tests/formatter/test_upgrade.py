"""What was renamed: old files are read as ever, only `fmt --upgrade` rewrites them, names of authors stay theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.book.authors_texts import Texts
from cassino_dsl.language.formatter.format import format_text
from cassino_dsl.language.formatter.upgrade import upgraded
from cassino_dsl.language.pipeline import Loaded, load_variant
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.ruleset.words import NEW_WORDS
from cassino_dsl.language.syntax.shape import CLAUSES
from cassino_dsl.match.record import fingerprint

OLD = sorted(Path(__file__).with_name("old").glob("*.yaml"))  # as they were written: nothing may rewrite these
RENAMED = {key.was for clause in CLAUSES.values() for key in clause.keys if key.was} | set(NEW_WORDS)
BASE = (
    "dsl: 1\npack: french\nvalues: {A..10: pips, J..K: none}\nseats: 2\n"
    "actions:\n  capture: {play: card, take: {like: one c in loose where rank(c) = rank(card)}, to: pile}\n"
    "  trail: {play: card, to: table}\nawards: {cards: {points: count(pile)}}\nmatch: {rounds: 1}\n"
)


def today(text: str, path: Path) -> str:
    return upgraded(Source(str(path), text), path).text


def meant(path: Path, *laid: str) -> tuple[list[str], list[str], str | None]:
    """What a file means: its findings, its hashes, what its book says of the deal."""
    loaded = load_variant(str(path), laid)
    return said(loaded), *((*_of(loaded),) if loaded.ruleset else ([], None))


def _of(loaded: Loaded) -> tuple[list[str], str | None]:
    assert loaded.ruleset is not None
    return [fingerprint(loaded.ruleset, n) for n in loaded.ruleset.seats], Texts(loaded.ruleset).at("deal")


def said(loaded: Loaded) -> list[str]:
    return [d.message for d in loaded.report.diagnostics]


def test_old_files_mean_what_their_upgrade_means(tmp_path: Path) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in OLD}
    assert {word for word in RENAMED if any(word in text for text in texts.values())} == RENAMED
    for path in OLD:
        text = texts[path.name]
        assert format_text(text, path.name).text == text  # without --upgrade old words stay
        new = format_text(today(text, path), path.name).text
        assert new != text
        assert today(new, path) == new
        (tmp_path / path.name).write_text(new, encoding="utf-8")
    there, here = OLD[0].parent, tmp_path
    old, new = (meant(folder / "crowns.yaml") for folder in (there, here))
    assert old == new
    assert (old[0], "two at a time" in str(old[2])) == ([], True)
    old, new = (meant(folder / "crowns.yaml", str(folder / "slow.yaml")) for folder in (there, here))
    assert old == new
    assert (old[0], bool(old[1])) == ([], True)
    for folder in (there, here):
        ruleset = load_variant(str(folder / "crowns.yaml"), language="it").ruleset
        assert ruleset is not None
        assert str(Texts(ruleset, "it").at("deal")).endswith("due per volta.")
    new = (here / "crowns.yaml").read_text(encoding="utf-8")
    assert "{above: one c in rival_tops where" in new
    assert "piles: {order: rank_number(rank(c))}" in new


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ("memory: {rank_number: {of: seat, is: int}}\nchecks: {c: all(s in seats | rank_number(s) = 0)}", True),
        ("memory: {rival_tops: {of: side, is: int}}\nevents: {e: {on: captured, do: rival_tops(us) += 1}}", True),
        ("options: {refill: {is: int, default: 3}, rival_tops: {is: int, default: 2}}\nzones: {above: {}}", True),
        ("options: {rival_tops: {is: bool, default: true}}\nrules: {r: rival_tops or count(tops) > 0}", True),
        ("terms: {rank_number(c): 3}\nrules: {r: rank_number(card) = 3 implies order(rank(card)) > 0}", True),
        ("terms: {rival_tops: count(loose)}\nrules: {r: rival_tops > 20 implies card in tops}", True),
        ("rules: {r: any(rank_number in ranks | order(rank_number) = 3)}", True),
        ("rules: {r: any(s in ranks | order(s) = 3)}", False),
        ("text: {turn: The order of tops.}\nrules: {order of tops: count(tops) < 9}", True),
    ],
)
def test_names_of_authors_stay(more: str, kept: bool, tmp_path: Path) -> None:
    """Also those that are words today: they mean what they meant, and no finding is new."""
    file = tmp_path / "mine.yaml"
    text = f"{BASE}deal: {{hand: 4, table: 4, later: 4}}\n{more}\n"
    file.write_text(text, encoding="utf-8")
    old = meant(file)
    assert not [m for m in old[0] if any(w in m for w in ("rank_number", "rival_tops", "refill", "above"))]
    assert old[1]
    new = today(text, file)
    assert ("refill: 4}" in new, more in new) == (True, kept)
    file.write_text(new, encoding="utf-8")
    assert meant(file) == old


def test_names_of_the_file_beneath_stay(tmp_path: Path) -> None:
    (tmp_path / "under.yaml").write_text(f"{BASE}deal: {{hand: 4, table: 4}}\nterms: {{rank_number(c): pips(c)}}\n")
    text = "dsl: 1\nextends: under\nrules: {r: order(rank(card)) = rank_number(card)}\n"
    assert today(text, tmp_path / "over.yaml") == text


def test_one_key_in_two_spellings(tmp_path: Path) -> None:
    file = tmp_path / "both.yaml"
    file.write_text(BASE + "deal:\n  hand: 4\n  table: 4\n  later: 4\n  refill: 2\n")
    (found,) = load_variant(str(file)).report.diagnostics
    assert found.message == "`later` and `refill` are one key, in its old spelling and in that of today"
    assert [span.line for span in (found.span, found.others[0][0]) if span] == [13, 14]


def test_what_is_called_like_the_place_of_a_clause_is_laid_over(tmp_path: Path) -> None:
    """`above` and `before` are keys of clauses that have an order; a part or a zone of that name is one."""
    (tmp_path / "under.yaml").write_text(BASE + "deal: {hand: 4}\nzones: {above: {}}\n")
    file = tmp_path / "over.yaml"
    file.write_text(
        "dsl: 1\nextends: under\ndeal: {zones: {above: 4}}\n"
        "actions: {capture: {take: {like: removed, before: one c in loose where rank(c) = rank(card)}}}\n"
    )
    ruleset = load_variant(str(file)).ruleset
    assert ruleset is not None
    assert [part.name for part in ruleset.actions[0].take] == ["before"]
    assert [name for name, _ in ruleset.deal.zones] == ["above"]
