"""Texts that strangers bring: one that is fine, and those made to hurt."""

from __future__ import annotations

FINE = """dsl: 1
extends: scopa
title: Short Scopa
options:
  target: {is: int, default: 6, from: 1, to: 61, about: points that end the match}
examples:
- name: a seven takes a seven
  hand: 7c
  table: 7d 2c
  expect:
    captures: {7c: ["7d"]}
- name: a seven takes everything
  hand: 7c
  table: 7d 2c
  expect:
    captures: {7c: [7d 2c]}
"""
HOUSE = """dsl: 1
house: true
title: Dearer sweeps
over: cassino
with: sweeps
match: {target: 15}
"""
_DEALT = (
    "dsl: 1\nextends: scopa\nseats: 2\ndeal: {hand: 3, table: %d, refill: 3}\nactions:\n  capture:\n    play: card\n"
)
# 65,536 plays with each card
MANY = _DEALT % 16 + "    take: {group: any c in loose}\n    to: pile\n"
# all subsets of the table are tried, for each of them all subsets of what is left
SUBSETS = (
    _DEALT % 16
    + """    take:
      group: maximal groups g of loose where count(c in g | rank(c) = K) = count(c in g | rank(c) = A)
    to: pile
"""
)
ALIASES = "dsl: 1\na: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)
)
DEEP = "dsl: 1\npack: " + "[" * 10_000
WIDE = "dsl: 1\nextends: scopa\nterms:\n" + "".join(f"  t{i}(x): x + {i}\n" for i in range(1_200))
TWICE = "dsl: 1\nextends: scopa\nterms:\n  t0(n): n + 1\n" + "".join(
    f"  t{i}(n): t{i - 1}(n) + t{i - 1}(n)\n" for i in range(1, 60)
)
# whatever people read of it is made to be read as HTML
MARKUP = """dsl: 1
extends: cassino
title: "<script>t</script><img src=x onerror=alert(1)>"
about: "[x](javascript:alert(1)) <b onclick=1>b</b> ![i](https://evil.example/x.png)"
source: "<svg onload=alert(1)> [e](https://evil.example)"
options:
  target: {is: int, default: 3, from: 1, to: 9, about: "<i onclick=x>o</i>"}
memory:
  m: {of: side, is: int, starts: 0, about: "<u onclick=x>m</u>", called: {one: "<q onclick=x>", many: "<q onclick=x>"}}
events:
  count them: {on: captured, do: "m(us) += 1"}
actions:
  trail: {about: "<em onclick=x>trail</em>"}
awards:
  ms: {points: 1, if: "m(us) > 3", called: {one: "<s onclick=1>", many: "<s onclick=1>"}}
rules:
  "<iframe src=x>": {must: "count(hand) >= 0"}
examples:
- {name: "<script>e</script>", hand: 7c, table: 7d, expect: {captures: {7c: 7d}}}
"""
