"""Every kind of fault: one row here, and what it means, with an example, under its name in ``codes.md``.

Numbers and names are never used again for something else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What ``cassino explain`` prints; ``bad`` and ``good``: whole variant files that do and do not cause the fault,
    empty where a file alone cannot show it; ``line``: where it begins in ``codes.md``."""

    text: str
    bad: str
    good: str
    line: int

    @property
    def title(self) -> str:
        return self.text.partition("\n")[0]


class Code(Enum):
    """One kind of fault: its number, and how bad it is where it is no error."""

    FILE_TOO_LARGE = 1
    NOT_UTF8 = 2
    BINARY_FILE = 3
    EMPTY_FILE = 4
    YAML_SYNTAX = 5
    TAB_INDENTATION = 6
    TOO_DEEP = 7
    TOO_MANY_NODES = 8
    ANCHOR_OR_ALIAS = 9
    YAML_TAG = 10
    MERGE_KEY = 11
    UNKNOWN_CARD = 12
    DUPLICATE_KEY = 13
    KEY_NOT_TEXT = 14
    SEVERAL_DOCUMENTS = 15
    YAML_DIRECTIVE = 16
    CONTROL_CHARACTER = 17
    SPLIT_TEXT = 18
    TEXT_CUT = 19, "warning"
    EXPRESSION_SYNTAX = 30
    ESCAPED_EXPRESSION = 31
    EXPRESSION_TOO_COMPLEX = 32
    UNKNOWN_NAME = 33
    NAME_NOT_HERE = 34
    WRONG_TYPE = 35
    WRONG_ARGUMENTS = 36
    HIDDEN_NAME = 37, "warning"
    CIRCULAR_TERM = 38
    UNUSED_TERM = 39, "warning"
    UNKNOWN_KEY = 40
    MISSING_KEY = 41
    WRONG_NODE = 42
    WRONG_WORD = 43
    BAD_NUMBER = 44
    DSL_VERSION = 45
    BAD_NAME = 46
    MISSING_NUMBER = 47
    CORE_DOCUMENT = 48
    WITHOUT_EFFECT = 49, "warning"
    UNKNOWN_BASE = 50
    CIRCULAR_EXTENDS = 51
    OUTSIDE_FOLDER = 52
    NOTHING_TO_REMOVE = 53
    HOUSE_RULES_CONFLICT = 54
    HOUSE_RULE_DOES_NOT_FIT = 55
    UNKNOWN_OPTION = 56
    OPTION_VALUE = 57
    NOT_A_HOUSE_RULE = 58
    CLAUSE_REPLACED = 59, "warning"
    DEAL_DOES_NOT_FIT = 60
    CARDS_NEVER_DEALT = 61, "warning"
    UNREACHABLE_ACTION = 62, "warning"
    CONSTANT_CONDITION = 63, "warning"
    ENDLESS_MATCH = 64
    DEBT_NOT_PAYABLE = 65
    ENUMERATED_SUBSETS = 66, "warning"
    UNEVEN_SPLIT = 67
    UNKNOWN_STEP = 68
    INCOMPLETE_AWARD = 69
    TOO_COSTLY = 70
    PARTS_DO_NOT_FIT = 71
    NOTHING_FITS = 72
    NO_SINGLE_CARD = 77, "warning"
    NOTHING_CHOSEN = 78, "warning"
    SECRET_TOLD = 79, "warning"
    BAD_POSITION = 80
    CARD_TOO_OFTEN = 81
    WRONG_SEATS = 82
    ILLEGAL_PLAY = 83
    EXAMPLE_FAILED = 84
    CHECK_FAILED = 85
    TOO_MANY_PLAYS = 86
    ENDLESS_PLAY = 87
    BAD_RECORD = 88
    BAD_PLAY = 89
    STUCK_ROUNDS = 90, "warning"
    FAULT_IN_PLAY = 91, "warning"
    ACTION_NEVER_PLAYED = 92, "warning"
    NOTHING_PLAYED = 93, "warning"
    NEVER_REACHED = 95, "warning"
    TAKES_TOO_LONG = 96
    NEEDLESS_CHOICES = 97, "warning"
    COUNTED_LATE = 98, "warning"
    POINTS_FOR_ALL = 99, "warning"
    TEXT_PLACEHOLDER = 100, "warning"
    TEXT_MARKDOWN = 101, "warning"
    TEXT_OF_NOTHING = 102
    TEXT_SAYS_ELSE = 103, "warning"
    TEXT_LEAVES_OUT = 104, "warning"
    TEXT_OF_ANOTHER = 105
    NOT_FORMATTED = 106
    NOTHING_IGNORED = 110, "warning"
    BAD_IGNORE = 111, "warning"
    BAD_PROJECT = 112

    def __init__(self, number: int, severity: Severity = "error") -> None:
        self.number = number
        self.severity = severity
        self.slug = self.name.lower().replace("_", "-")

    @property
    def label(self) -> str:
        """The code as users see it: ``CAS012``."""
        return f"CAS{self.number:03d}"

    @property
    def explanation(self) -> Explanation:
        return _explanations()[self.slug]


def by_label(label: str) -> Code | None:
    """The code called ``CAS012``, ``cas12`` or ``unknown-card``, or None."""
    wanted = label.strip().lower()
    digits = re.fullmatch(r"cas0*([0-9]{1,4})", wanted)
    return next((code for code in Code if code.slug == wanted or (digits and code.number == int(digits[1]))), None)


EXPLAINED = Path(__file__).with_suffix(".md")


@cache
def _explanations() -> dict[str, Explanation]:
    """What ``codes.md`` says, by name."""
    whole = EXPLAINED.read_bytes().decode()
    found = {}
    head, *parts = re.split(r"^## ", whole, flags=re.MULTILINE)
    line = head.count("\n") + 1
    for part in parts:
        slug, _, rest = part.partition("\n")
        text, *blocks = re.split(r"^```yaml (?=wrong$|right$)", rest, flags=re.MULTILINE)
        examples = {label: block.partition("```\n")[0] for label, _, block in (b.partition("\n") for b in blocks)}
        found[slug] = Explanation(text.strip(), examples.get("wrong", ""), examples.get("right", ""), line)
        line += part.count("\n")
    return found
