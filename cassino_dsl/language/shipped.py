"""What the files of shipped variants say of themselves, without a check of the whole."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.language.check.check_context import Draft, field_text
from cassino_dsl.language.check.deal import read_seats
from cassino_dsl.language.check.pack import read_pack
from cassino_dsl.language.compose.compose import compose
from cassino_dsl.language.compose.library import find, shipped_house_rules, shipped_variants
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.syntax.read_source import read_source
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class ShippedVariant:
    """``pack``: the name of the pack it is made of, ``cards``: how many there are; ``builds``: whether cards are put
    together on the table."""

    name: str
    title: str
    about: str
    seats: tuple[int, ...]
    pack: str
    cards: int | None
    source: str
    builds: bool = False

    @property
    def players(self) -> str:
        """With how many it is played: `2-4`, `2, 4`."""
        seats = list(self.seats)
        whole = len(seats) > 1 and seats == list(range(seats[0], seats[-1] + 1))
        return f"{seats[0]}-{seats[-1]}" if whole else ", ".join(map(str, seats))

    def is_about(self, word: str) -> bool:
        """Whether a word stands in the name, the title or what is said of it."""
        return word.lower() in f"{self.name} {self.title} {self.about}".lower()


@dataclass(frozen=True, slots=True)
class ShippedRule:
    """A house rule."""

    name: str
    title: str
    about: str
    source: str


def shipped() -> list[ShippedVariant]:
    """All shipped variants."""
    return [described(name) for name in shipped_variants()]


def described(name: str) -> ShippedVariant:
    """What the file of a variant and its bases say of it; faults are `validate`'s business."""
    report = Report()
    composed = compose(name, (), (), report)
    if composed is None:
        return ShippedVariant(name, name, "", (), "", None, "")
    pack = read_pack(composed.tree.get("pack"), report)
    node = composed.tree.get("pack")
    base = node.get("base") if isinstance(node, Mapping) else node
    own = composed.own
    return ShippedVariant(
        name=name,
        title=field_text(own, "title", name),
        about=field_text(own, "about"),
        seats=tuple(read_seats(Draft(composed, report, pack))),
        pack=base.text if isinstance(base, Scalar) else "french",
        cards=pack.size,
        source=field_text(own, "source"),
        builds=_has_builds(composed.tree.get("actions")),
    )


def _has_builds(actions: Node | None) -> bool:
    """Whether an action puts cards into builds."""
    if not isinstance(actions, Mapping):
        return False
    places = (node.get("to") for _, node in actions if isinstance(node, Mapping))
    return any(isinstance(to, Scalar) and to.text.split()[:1] == ["build"] for to in places)


def shipped_rules() -> list[ShippedRule]:
    """All shipped house rules."""
    return [_rule(name) for name in shipped_house_rules()]


def _rule(name: str) -> ShippedRule:
    report = Report()
    path = find(name, house=True)
    source = read_source(path, path.name, report)
    node = read_yaml(source, report) if source else None
    own = node if isinstance(node, Mapping) else None
    return ShippedRule(name, *(field_text(own, key) if own else "" for key in ("title", "about", "source")))
