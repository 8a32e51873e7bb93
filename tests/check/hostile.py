"""Variant files made to hurt: each is refused, with the codes that say why, or does no harm.

The head of each is a variant that is sound without what follows.
"""

from __future__ import annotations

HEAD = "dsl: 1\nextends: cassino\n"


def rule(text: str) -> str:
    return f"{HEAD}rules:\n  r: >\n    {text}\n"


def nested(quantifier: str, source: str, levels: int, body: str) -> str:
    """`any(x0 in loose | any(x1 in loose | … body))`."""
    opening = "".join(f"{quantifier}(x{i} in {source} | " for i in range(levels))
    return opening + body + ")" * levels


def chain(terms: int, body: str, first: str = "1") -> str:
    """Terms of which each uses the one before: `t7: body` with `{t}` for `t6`."""
    lines = [f"  t0: {first}\n"]
    lines += [f"  t{i}: {body.replace('{t}', f't{i - 1}')}\n" for i in range(1, terms)]
    return f"{HEAD}terms:\n{''.join(lines)}rules:\n  r: t{terms - 1} > 0\n"


def clauses(section: str, number: int, body: str) -> str:
    return f"{HEAD}{section}:\n" + "".join(f"  c{i}: {body}\n" for i in range(number))


# name: (file, the codes that it gets, in any order)
REFUSED: dict[str, tuple[str, set[str]]] = {
    # expressions that are too deep or too long
    "10,000 brackets": (rule("(" * 10_000 + "true" + ")" * 10_000), {"bad-number"}),
    "1,900 brackets": (rule("(" * 1_900 + "true" + ")" * 1_900 + " and nonsense"), {"unknown-name"}),
    "10,000 open brackets": (rule("(" * 10_000), {"bad-number"}),
    "3,000 open brackets": (rule("(" * 3_000), {"expression-syntax"}),
    "900 times not": (rule("not " * 900 + "true"), {"expression-too-complex"}),
    "900 quantifiers": (rule(nested("any", "hand", 100, "true")), {"expression-too-complex"}),
    "a long chain of or": (rule("kind = trail " + "or kind = trail " * 200), {"expression-too-complex"}),
    "a long sum": (rule("1" + " + 1" * 900 + " > 0"), {"expression-too-complex"}),
    "a megabyte of expression": (rule("1 + " * 250_000 + "1 > 0"), {"bad-number"}),
    "nested effects": (
        f"{HEAD}events:\n  e:\n    on: captured\n    do: {'if kind = trail then ' * 100} redeal\n",
        {"expression-too-complex"},
    ),
    "nested patterns": (f"{HEAD}turn: {'(' * 1_500}play{'?)' * 1_500}\n", {"expression-too-complex"}),
    "a long pattern": (f"{HEAD}turn: {'play? ' * 300}play\n", {"expression-too-complex"}),
    "many steps at once": (f"{HEAD}turn: (play | play play)* play {'(play | play)' * 20}\n", {"too-costly"}),
    # terms
    "terms that double": (chain(40, "{t} + {t}"), {"too-costly"}),
    "terms that square": (chain(40, "sum(c in loose | {t})"), {"too-costly"}),
    "a chain of 290 terms": (chain(290, "{t} + 1"), {"too-costly"}),
    "a chain of deep terms": (
        chain(100, "abs(" * 55 + "{t}" + ")" * 55),
        {"too-costly"},
    ),
    "terms in the arguments of terms": (
        f"{HEAD}terms:\n  f(n): {'abs(' * 50}n{')' * 50}\nrules:\n  r: {'f(' * 50}1{')' * 50} > 0\n",
        {"too-costly"},
    ),
    "arguments that double": (
        f"{HEAD}terms:\n  f(n): n + n\nrules:\n  r: {'f(' * 50}1{')' * 50} > 0\n",
        {"too-costly"},
    ),
    "large terms in every clause": (
        f"{HEAD}terms:\n  t0: 1\n"
        + "".join(f"  t{i}: t{i - 1} + t{i - 1}\n" for i in range(1, 12))
        + "rules:\n"
        + "".join(f"  r{i}: t11 > count(hand) + {i}\n" for i in range(250)),
        {"too-costly"},
    ),
    "a circle of terms": (
        f"{HEAD}terms:\n  t1: t2 + 1\n  t2: t3 + 1\n  t3: t1 + 1\nrules:\n  r: t1 > 0\n",
        {"circular-term"},
    ),
    "a term of itself": (f"{HEAD}terms:\n  a(n): a(n + 1)\nrules:\n  r: a(1) > 0\n", {"circular-term"}),
    # cost
    "four quantifiers over the cards": (rule(nested("any", "loose", 4, "x0 != x3")), {"too-costly"}),
    "twenty quantifiers over the suits": (rule(nested("all", "suits", 20, "x0 = x9")), {"too-costly"}),
    "quantifiers over numbers": (rule(nested("sum", "{1..9999999}", 4, "x0") + " > 3"), {"too-costly"}),
    "quantifiers hidden in terms": (
        f"{HEAD}terms:\n  f1(n): count(c in pile(side(me)) | n > pips(c))\n  f2(n): sum(c in stock | f1(n + pips(c)))\n"
        "  f3(n): sum(c in loose | f2(n + pips(c)))\nrules:\n  r: sum(c in hand | f3(pips(c))) > 0\n",
        {"too-costly"},
    ),
    "a quantifier in the argument": (
        f"{HEAD}terms:\n  f1(n): sum(c in loose | n)\n  f2(n): sum(c in stock | f1(n))\nrules:\n"
        "  r: f2(sum(c in hand | count(d in loose | pips(c) > pips(d)))) > 0\n",
        {"too-costly"},
    ),
    "loops of effects": (
        f"{HEAD}memory:\n  n: {{is: int}}\nevents:\n  e:\n    on: captured\n    do: >\n"
        "      for a in pile(us) do for b in pile(us) do for c in pile(us) do for d in pile(us) do n += 1\n",
        {"too-costly"},
    ),
    "names that multiply": (
        f"{HEAD}actions:\n  x:\n    play: card\n    let: {{a: loose, b: loose, c: stock, d: stock}}\n    to: table\n",
        {"too-costly"},
    ),
    "what is secured is secured": (
        f"{HEAD}awards:\n  sure: {{points: secured(us)}}\n",
        {"circular-term"},
    ),
    "what is secured is secured by a term": (
        f"{HEAD}terms:\n  sure(s): secured(s) + 1\nawards:\n  sure: {{most: sure(us), points: 1}}\n",
        {"circular-term"},
    ),
    # numbers
    "an enormous number": (rule("count(hand) < 99999999999999999999"), {"wrong-type"}),
    "a number of 3,000 digits": (rule("count(hand) < " + "9" * 3_000), {"wrong-type"}),
    "an enormous value": (f"{HEAD}values:\n  A: 9999999\n", {"bad-number"}),
    "a huge range of values": (f'{HEAD}values:\n  A: "{{1..9999999}}"\n', {"bad-number"}),
    "a value of nothing": (f"{HEAD}values:\n  A: 1 div 0\n", {"bad-number"}),
    "enormous seats": (f"{HEAD}seats: 2..99999999999\n", {"bad-number"}),
    "many seats": (f"{HEAD}seats: {', '.join(map(str, range(1, 999)))}\n", {"expression-too-complex"}),
    "a hundred seats": (f"{HEAD}seats: {', '.join(map(str, range(1, 99)))}\n", {"bad-number"}),
    "an enormous option": (
        f"{HEAD}options:\n  n: {{is: int, default: {'9' * 5_000}}}\nrules:\n  r: n > 0\n",
        {"option-value"},
    ),
    "enormous bounds": (f"{HEAD}options:\n  target: {{from: {'9' * 400}}}\n", {"bad-number"}),
    "a million is too many to deal": (f"{HEAD}deal: {{hand: 1000000}}\n", {"deal-does-not-fit"}),
    "a negative deal": (f"{HEAD}deal: {{hand: -4}}\n", {"deal-does-not-fit"}),
    "999 packs": (f"{HEAD}pack: {{base: french, copies: 999}}\n", {"bad-number"}),
    "three packs": (f"{HEAD}pack: {{base: french, copies: 3}}\n", {"bad-number"}),
    "no pack": (f"{HEAD}pack: {{base: french, copies: 0}}\n", {"bad-number"}),
    "copies that are no number": (f"{HEAD}pack: {{base: french, copies: -1}}\n", {"bad-number"}),
    "a pack of nothing": (
        "dsl: 1\nextends: scopa\npack:\n  base: italian\n  remove: "
        + " ".join(r + s for r in "A 2 3 4 5 6 7 J Q K".split() for s in "cdhs")
        + "\n",
        {"bad-number"},
    ),
    "a play of 10,000 cards": (
        f"{HEAD}actions:\n  x: {{play: 10000 cards, to: table}}\n",
        {"no-values"},
    ),
    # sizes
    "301 rules": (clauses("rules", 301, "kind = trail implies count(hand) > 0"), {"bad-number"}),
    "10,000 options": (clauses("options", 3_000, "{is: bool, default: true}"), {"bad-number"}),
    "301 rows of values": (
        f"{HEAD}values:\n" + "".join(f"  {'A, ' * i}A: 1\n" for i in range(301)),
        {"bad-number"},
    ),
    "a table of 300 rows": (
        f"{HEAD}terms:\n  worth(c):\n"
        + "".join(f"    {'A, ' * i}A: {i}\n" for i in range(300))
        + "rules:\n  r: kind = trail implies worth(card) > 0\n",
        {"expression-too-complex"},
    ),
    "a table of 200 rows": (
        f"{HEAD}terms:\n  worth(c):\n"
        + "".join(f"    {', '.join(f'{r}s' for r in range(2, 10) if i >> (r - 2) & 1)}: {i}\n" for i in range(1, 201))
        + "rules:\n  r: kind = trail implies worth(card) > 0\n",
        {"too-costly"},
    ),
    "a long name": (f"{HEAD}{'x' * 50_000}: 1\n", {"yaml-syntax"}),
    "a long word": (rule("kind = " + "x" * 3_000), {"unknown-name"}),
    "200 unknown names": (
        f"{HEAD}awards:\n" + "".join(f"  a{i}: {{points: nonsense{i}}}\n" for i in range(200)),
        {"unknown-name"},
    ),
    "800 unknown names in one text": (rule(" + ".join(f"x{i}" for i in range(40)) + " > 0"), {"unknown-name"}),
    "20,000 unknown keys": (f"{HEAD}" + "".join(f"key{i}: 1\n" for i in range(9_000)), {"bad-number"}),
    "20,000 cards to remove": (
        f"{HEAD}pack:\n  base: french\n  remove: {' '.join(f'X{i}' for i in range(3_000))}\n",
        {"bad-number"},
    ),
    "1,600 cards to remove": (
        f"{HEAD}pack:\n  base: french\n  remove: {' '.join(f'X{i}' for i in range(1_600))}\n",
        {"unknown-card"},
    ),
    "1,600 extra cards": (
        f"{HEAD}pack:\n  base: french\n  extras: {', '.join(f'X{i}' for i in range(1_600))}\n",
        {"bad-number"},
    ),
    "house rules without end": (f"{HEAD}with: {', '.join(f'x{i}' for i in range(1_500))}\n", {"unknown-base"}),
    "options that select without end": (
        f"{HEAD}options:\n"
        + "".join(f"  o{i}: {{is: bool, default: true, selects: {{true: 'x{i}, y{i}'}}}}\n" for i in range(290)),
        {"unknown-base"},
    ),
    "9,000 items to come before": (
        f"{HEAD}rules:\n" + "".join(f"  r{i}: {{must: true, before: r{i}}}\n" for i in range(290)),
        {"nothing-to-remove"},
    ),
    "a long list of examples": (f"{HEAD}examples:\n" + "  - {name: x, expect: {}}\n" * 2_500, {"bad-number"}),
    # files
    "a path that goes up": ("dsl: 1\nextends: ../../etc/passwd\n", {"outside-folder"}),
    "an absolute path": ("dsl: 1\nextends: /etc/passwd\n", {"outside-folder"}),
    "a house rule by path": (f"{HEAD}with: ../house/sweeps\n", {"unknown-base"}),
    "a selected path": (
        f"{HEAD}options:\n  o: {{is: bool, default: true, selects: {{true: /etc/passwd}}}}\n",
        {"unknown-base"},
    ),
    "extends of two": ("dsl: 1\nextends: [cassino, scopa]\n", {"wrong-node"}),
    "extends of nothing": ("dsl: 1\nextends:\n", {"outside-folder"}),
    "only a version": ("dsl: 1\n", {"missing-key"}),
    "a list": ("- dsl: 1\n", {"wrong-node"}),
    "a text": ("Cassino\n", {"wrong-node"}),
    "another version": ("dsl: 2\nextends: cassino\nfuture: [1, 2]\n", {"dsl-version"}),
    "a version in words": ("dsl: one\n", {"dsl-version"}),
    "a version that is a list": ("dsl: [1]\n", {"dsl-version"}),
    "no version": ("extends: cassino\n", {"dsl-version"}),
    "everything of a wrong kind": (
        "dsl: 1\n"
        + "".join(
            f"{key}: [[1]]\n"
            for key in (
                "title about source seats sides direction deal values terms memory zones actions rules preferences "
                "turn "
                "piles visible events awards match checks pack options needs with house"
            ).split()
        ),
        {"wrong-node"},
    ),
    "everything empty": (
        "dsl: 1\n"
        + "".join(
            f"{key}:\n"
            for key in (
                "seats sides direction deal values terms memory zones actions rules preferences turn piles visible "
                "events "
                "awards match checks pack options examples needs with house"
            ).split()
        ),
        {"wrong-node", "wrong-word", "expression-syntax"},
    ),
}

# nothing is wrong with these, however odd they look
HARMLESS: dict[str, str] = {
    "division by nothing": rule("kind = trail implies count(hand) div 0 = 0 and count(hand) mod 0 = 0"),
    "300 rules": clauses("rules", 299, "kind = trail implies count(hand) > 0"),
    "a large number": rule("count(hand) < 9999999"),
    "a huge range": rule("count(hand) in {0..9999999}"),
    "a range backwards": rule("not (count(hand) in {9999999..5})"),
    "three quantifiers over the cards": rule("not " + nested("any", "loose", 3, "x0 = x1 and x1 = x2 and x0 != x2")),
    "a chain of 20 terms": chain(20, "{t} + count(hand)"),
    "deep brackets": rule("(" * 1_900 + "kind = trail" + ")" * 1_900 + " implies count(hand) > 0"),
}
