"""What people write out of habit (English, Python, C, SQL, mathematics), and how the small language says it.

Each row is tried where a text cannot be read: its pattern has to fit around the place of the fault. A ``write`` is put
in the place of what the pattern fits, and proposed only where the text can then be read further; ``says`` is help in
words. The first row that fits speaks, so what is special stands above what is general.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_RANKS = {"ace": "A", "jack": "J", "knave": "J", "queen": "Q", "king": "K", "deuce": "2"}
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
_TENS = {"twenty": 20, "twenty_one": 21, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100}
NUMBER_WORDS = {**{word: n for n, word in enumerate(_NUMBERS)}, **_TENS}
_SPOKEN = "|".join([*_RANKS, *_NUMBERS[2:11]])
_SUITS = {"clubs": "c", "batons": "c", "diamonds": "d", "coins": "d", "hearts": "h", "cups": "h"}
_SUITS |= {"spades": "s", "swords": "s"}
_SUIT = "|".join(_SUITS)
_OPERAND = r"(?:[\w.]+(?:\([^()]*\))?|\{[^{}]*\})"  # a name, a number, a call without calls in it, a set
_BEGINS = r"(?:^|(?<=\bwhere )|(?<=\bimplies ))"  # where a condition begins that stretches to the end
_DEEPEST = r"\([^()]*\)"
_PAIRED = rf"(?:[^()]|\((?:[^()]|\((?:[^()]|{_DEEPEST})*\))*\))+?"  # a text with its brackets in pairs
_EFFECT = "(?:award|move|deal|win|end|ask|for|redeal|next)"


def rank_of(word: str) -> str | None:
    """The rank that a word of English names, in one or many: `A` for aces."""
    one = word.lower()
    one = one if one in _RANKS or one in NUMBER_WORDS else one.removesuffix("s")
    number = NUMBER_WORDS.get(one)
    return _RANKS.get(one) or (str(number) if number is not None and 2 <= number <= 10 else None)


@dataclass(frozen=True, slots=True)
class Habit:
    """``starts``: the kinds of text in which it is meant so, all where none is named; ``why``: said after ``write``."""

    pattern: re.Pattern[str]
    write: str = ""
    says: str = ""
    why: str = ""
    starts: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()  # the kinds of text in which it is not meant so

    def written(self, found: re.Match[str]) -> str:
        """What to write in the place of what was found."""
        return _spoken(found.expand(self.write))


def _spoken(text: str) -> str:
    """Ranks and suits in words become those of the language: `<ace>` is `A`, `<ace><spades>` is `As`."""
    return re.sub(r"<(\w+)>", lambda m: rank_of(m[1]) or _SUITS.get(m[1].lower(), m[1]), text)


def _row(pattern: str, write: str = "", **more: object) -> Habit:
    return Habit(re.compile(pattern), write, **more)  # type: ignore[arg-type]


def _says(pattern: str, says: str, **more: object) -> Habit:
    return Habit(re.compile(pattern), says=says, **more)  # type: ignore[arg-type]


_SETS = "members of a set are asked by `any(c in hand | …)`, `all(c in hand | …)`, `count(c in hand | …)`"
_SENTENCE = "this is a sentence; a condition is `kind = trail implies count(builds) = 0`, and sentences are `about`"
_CONDITION = "a condition is `a implies b`, a choice is `x if a else y`"
_WHOLE = "numbers are whole: count everything twice and double the target, or round, as in `count(pile) div 2`"

HABITS: tuple[Habit, ...] = (
    # ---- what is played
    _row(r"^(?:a|an|one|1|the|any|single) card\b", "card", starts=("played",)),
    _row(r"^cards?\s*(?:==?|is)\s*(\d+|[AJQK])$", r"card where rank(card) = \1", starts=("played",)),
    _row(r"^cards?\s*(?:==?|is)\s*(\w+)$", r"card where card = \1", starts=("played",)),
    _row(r"^cards?\s+in\s+(.*)$", r"card where rank(card) in \1", starts=("played",)),
    _row(r"^(\d+|[AJQK])$", r"card where rank(card) = \1", starts=("played",)),
    _row(r"^((?:10|[2-9AJQK])[cdhs])$", r"card where card = \1", starts=("played",)),
    _row(rf"(?i)^(?:an? |the |any )?({_SPOKEN})s?$", r"card where rank(card) = <\1>", starts=("played",)),
    _row(r"^(?:nothing|no cards?)$", "none", starts=("played",)),
    _row(r"^any(?: number of)? cards$", "1..4 cards", starts=("played",)),
    _row(r"(?<=card|ards)(\s*(?:\||:)|\s+(?:if|with|when|such that|whose)\b)", " where", starts=("played",)),
    # ---- parts
    _row(r"^(?:an?|the) (?=\w+ in\b)", "one ", starts=("part",)),
    _row(r"^(?:each|every)\b", "all", starts=("part",)),
    _row(r"^(one|maybe|some|any|all) (loose|builds|table|tops)$", r"\1 c in \2", starts=("part",)),
    _row(r"^(loose|builds|table|tops)$", r"all c in \1", starts=("part",)),
    _row(r"^(\w+ groups?)(?= (?:of|in|from)\b)", r"\1 g", starts=("part",)),
    _row(r"^(?=\w+ in\b)", "one ", starts=("part",)),
    _row(r"(?:\s*(?:\||:)|\s+(?:if|with|when|such that|whose))(?=\s)", " where", starts=("part",)),
    # ---- where cards go
    _row(r"^(?:to )?(?:my|the|his|own|one's)? ?(pile|hand|table|stock|aside)$", r"\1", starts=("target",)),
    _row(r"^(?:a )?build (?:of|with|worth) ", "build ", starts=("target",)),
    # ---- numbers of seats, choices of cards, steps
    _row(r"(\d+)\s*(?:-|–|\.\.\.|to|bis)\s*(\d+)", r"\1..\2", starts=("numbers", "selector")),
    _row(r"^from (\d+) to (\d+)$", r"\1..\2", starts=("numbers",)),
    _row(r"\s*(?:\bor\b|\band\b|/|\||;)\s*", ", ", starts=("numbers", "selector")),
    _row(r"^(\d+) (?:players|seats)$", r"\1", starts=("numbers",)),
    _row(r"^[\[{(](.*)[\]})]$", r"\1", starts=("numbers", "selector")),
    _says(r"\b\w*\d\w*\b", "a card is its rank and c, d, h or s, as `7d`; `7` is every seven", starts=("selector",)),
    _row(r"\s*(?:,|;|->|\bthen\b|\band\b)\s*", " ", starts=("pattern",)),
    _row(r"\s*(?:\bor\b|/)\s*", " | ", starts=("pattern",)),
    # ---- effects
    _row(r"\b(pick|for) ?\((\w+) in ([^|]+?)\),? do\b", r"\1 \2 in \3 do", starts=("effect",)),
    _row(r"\b(pick|for) ?\((\w+) in ([^|]+?) \| (.+?)\),? do\b", r"\1 \2 in {\2 in \3 | \4} do", starts=("effect",)),
    _row(r"\+\+$", " += 1", starts=("effect",)),
    _row(r"--$", " -= 1", starts=("effect",)),
    _row(r"^set (\w+(?:\([^()]*\))?) (?:to|=|as) ", r"\1 := ", starts=("effect",)),
    _row(r"^(?:let )?(\w+(?:\([^()]*\))?)\s*=\s*(?!=)", r"\1 := ", why="memory is set with `:=`", starts=("effect",)),
    _row(r"^add (\S+) to (\w+(?:\([^()]*\))?)$", r"\2 += \1", starts=("effect",)),
    _row(r"^(?:add|increase|increment) (\w+(?:\([^()]*\))?)(?: by 1)?$", r"\1 += 1", starts=("effect",)),
    _row(r"^(?:give|add|score) (\S+)(?: points?)? to ", r"award \1 to ", starts=("effect",)),
    _row(r"^(?:give|score) (\S+)(?: points?)?$", r"award \1 to us", starts=("effect",)),
    _row(r"^(?:\+ ?)?(\d+)(?: points?)?$", r"award \1 to us", starts=("effect",)),
    _row(r"^award (\S+) points?(?= to\b)", r"award \1", starts=("effect",)),
    _row(r"^award (\S+)(?: points?)?$", r"award \1 to us", why="`us` is the side that plays", starts=("effect",)),
    _row(r"^draw (\d+)(?: cards?)?$", r"deal \1 to hand", starts=("effect",)),
    _row(r"^move (\w+(?:\([^()]*\))?) (?:into|onto|in|on) ", r"move \1 to ", starts=("effect",)),
    _says(r"^(?:move|deal) [^;]*$", "say where to: `move loose to pile(us)`, `deal 2 to hand(me)`", starts=("effect",)),
    _row(r"^((?:award|move|deal|\w+ :=|\w+\([^()]*\) [-+:]=) .*?) if (.+)$", r"if \2 then \1", starts=("effect",)),
    _row(rf"(?<=\S)(?:\s*[:,]\s*|\s+)(?={_EFFECT}\b)", " then ", starts=("effect",)),
    _row(rf"\s*(?:,|&&?|\band\b|\bthen\b)\s*({_EFFECT}\s)", r"; \1", starts=("effect",)),
    _row(r"\s*(?:,|&&?|\band\b|\bthen\b)\s*", "; ", starts=("effect",)),
    # ---- conditions and choices
    _row(r"^(?:the )?(?:most|highest|max(?:imum)?) (?:points?|scores?)$", "highest", starts=("expression",)),
    _row(r"^(?:the )?(?:fewest|least|lowest|min(?:imum)?) (?:points?|scores?)$", "lowest", starts=("expression",)),
    _says(r"//\s*\w+(?: \w+)+$|/\*.*$", "a comment begins with `#` after a blank"),
    _row(r"\bif (.+?),? then (.+?) else (.+)$", r"\2 if \1 else \3", apart=("effect",)),
    _row(r"^if (.+?),? then (\d+)$", r"\2 if \1 else 0", starts=("expression",)),
    _row(rf"{_BEGINS}if (.+?),? then\b (.+)$", r"\1 implies \2", apart=("effect",)),
    _row(rf"(?:(?<=\()|(?<=\| ))if ({_PAIRED}),? then\b ({_PAIRED})(?=\))", r"\1 implies \2", apart=("effect",)),
    _row(rf"{_BEGINS}if (.+?)[:,] (.+)$", r"\1 implies \2", apart=("effect",)),
    _row(r"^(.+?) \? (.+?) : (.+)$", r"\2 if \1 else \3"),
    _row(r"^([^:]+? if .+)$", r"\1 else 0", why="`if` also has to say what it is otherwise", starts=("expression",)),
    _row(r"\s*\bthen\b\s*", " implies ", starts=("expression", "played", "part")),
    _row(r"\s*(?:\bx\b|×|·|⋅)\s*", " * "),
    _row(r"=>(?=\s*\d+\s*(?:$|\)|\b(?:and|or|implies)\b))", ">="),
    _row(r"\s*(?:==>|=>|-+>|→|⇒)\s*", " implies "),
    _row(rf"({_OPERAND}) (<=?|>=?|=) ({_OPERAND}) (<=?|>=?|=) ({_OPERAND})", r"\1 \2 \3 and \3 \4 \5"),
    _row(r"=<|≤", "<="),
    _row(r"≥", ">="),
    _row(r"<>|=!|≠|/=|!==|~=", "!="),
    _row(r"===?", "="),
    _row(r"&&|&|∧", "and"),
    _row(r"\|\||∨", "or"),
    _row(r"!(?!=)\s*|¬|~", "not "),
    _row(r"∈", "in"),
    _row(r"\bNOT IN\b|∉", "not in"),
    _row(r"\s*\b(AND|OR|NOT|IN|IMPLIES|And|Or|Not)\b\s*", r" \1 "),
    _row(r"(\S+) is(?: not|n't) (?:empty|nothing there)\b", r"count(\1) > 0"),
    _row(r"(\S+) (?:is|are) empty\b", r"count(\1) = 0"),
    _row(r"\bis(?: not|n't)(?: equal to)? in\b", "not in"),
    _row(r"\bis in\b", "in"),
    _row(r"\bis at least\b|\bat least\b|\bno less than\b", ">="),
    _row(r"\bis at most\b|\bat most\b|\bno more than\b", "<="),
    _row(r"(?:\bis )?\b(?:more|greater|larger|bigger|higher) than\b", ">"),
    _row(r"(?:\bis )?\b(?:less|fewer|smaller|lower) than\b", "<"),
    _row(r"\bis(?: not|n't)(?: equal to)?\b|\bdoes not equal\b|\bdiffers from\b", "!="),
    _row(r"\b(?:is )?equals?(?: to)?\b|\b(?:is|are)(?: an?| the)?\b", "="),
    _row(r"\bbetween (\S+) and (\S+)", r"in {\1..\2}"),
    _row(rf"({_OPERAND}) (?:contains|has|includes|holds) ({_OPERAND})", r"\2 in \1"),
    # ---- cards in words
    _row(rf"(?i)\b(10|[2-9AJQK]) of ({_SUIT})\b", r"\1<\2>"),
    _row(rf"(?i)\b({_SPOKEN}) of ({_SUIT})\b", r"<\1><\2>"),
    _row(r"\b(\d+) (?:points?|pts|cards?|rounds?|deals?|times?|players?)\b", r"\1", apart=("played", "effect")),
    _row(r"\b(?:my|own) (?=(?:hand|pile)\b)", "", why="alone it is one's own"),
    _row(r"\bmy (?:side|team|partnership)\b", "us"),
    _row(r"\b(?:number|count|amount|size) of (?:the |my )?(\w+)", r"count(\1)"),
    _row(r"\b(rank|suit|colour|value|owner|side|pips|total|cards|groups|top|bottom) of (?:the |my )?(\w+)", r"\1(\2)"),
    _row(r"\b(?:the|a|an|my) (?=\w)", ""),
    _says(r"(?i)^select .*$|\w+\.(?!length|size|count\(\)|len)\w+\([^()]+\).*$", _SETS),
    _says(r"\w+\.count\([^()]+\).*$", _SETS),
    _row(r"(\w+)\.(?:length|size|count|len)(?:\(\))?", r"count(\1)"),
    _row(r"(\w+(?:\([^()]*\))?)\.([A-Za-z_]\w*)(?:\(\))?", r"\2(\1)"),
    _row(r"'([^']*)'|\"([^\"]*)\"", r"\1\2", why="names stand without quotes"),
    _row(r"\.\.\.", ".."),
    # ---- over sets
    _row(r"\b(any|all|sum|count|min|max)\((.+?) for (\w+) in (.+?) if (.+?)\)", r"\1(\3 in {\3 in \4 | \5} | \2)"),
    _row(r"\b(any|all|sum|count|min|max)\((.+?) for (\w+) in ([^()]+?)\)", r"\1(\3 in \4 | \2)"),
    _row(r"\[(\w+) for \1 in (.+?) if (.+?)\]", r"{\1 in \2 | \3}"),
    _row(r"(?<=\S)(?:\s*(?::|;|,|=>|->)|\s+(?:where|such that|with|so that|if|whose|when|for which))(?=\s)", " |"),
    _row(r"\(([^()|]*,[^()|]*)\)", r"{\1}", why="sets stand in braces"),
    _row(r"\[([^\[\]]*)\]", r"{\1}", why="sets stand in braces"),
    _says(
        r"\b(?:for|there is|there are|exists|each|every)\b",
        _SETS,
    ),
    # ---- numbers
    _says(r"\d*\.\d+|\b\d+\s*/\s*\d+", _WHOLE),
    _row(r"//", "div", why="whole division"),
    _row(r"/", "div", why="whole division"),
    _row(r"%", "mod"),
    _says(r"\bif\b.+\bthen\b.*", _CONDITION, apart=("effect",)),
    _says(r"^[A-Za-z',.-]+(?: [A-Za-z',.-]+){3,}$", _SENTENCE, starts=("expression",)),
)
