"""Cards as texts (`As 10d Qh`) and what the ranks are worth in each pack."""

from collections.abc import Iterable, Mapping

Values = frozenset[int]
"""What an item may count as: nothing (it takes no part in sums), one number, or a choice."""

NO_VALUE: Values = frozenset()
PIPS: dict[str, Values] = {str(pips): frozenset({pips}) for pips in range(2, 11)}

PLAIN_VALUES: Mapping[str, Values] = {"A": frozenset({1}), **PIPS, "J": NO_VALUE, "Q": NO_VALUE, "K": NO_VALUE}
ROYAL_VALUES: Mapping[str, Values] = {
    "A": frozenset({1, 14}),
    **PIPS,
    "J": frozenset({11}),
    "Q": frozenset({12}),
    "K": frozenset({13}),
}
ITALIAN_VALUES: Mapping[str, Values] = {
    "A": frozenset({1}),
    **{rank: values for rank, values in PIPS.items() if rank not in {"8", "9", "10"}},
    "J": frozenset({8}),
    "Q": frozenset({9}),
    "K": frozenset({10}),
}


def rank(card: str) -> str:
    """The rank of a card: `10` of `10d`."""
    return card[:-1]


def read_card(text: str) -> str:
    """One card in the spelling used here; `T` reads as 10."""
    name, suit = text[:-1].upper(), text[-1:].lower()
    name = "10" if name == "T" else name
    if name not in PLAIN_VALUES or suit not in tuple("cdhs"):
        raise ValueError(f"not a card: {text!r}")
    return name + suit


def read_cards(text: str | Iterable[str]) -> tuple[str, ...]:
    """The cards of a text (`"As 10d"`) or of a list of texts, in the order written."""
    words = text.split() if isinstance(text, str) else text
    return tuple(read_card(word) for word in words)
