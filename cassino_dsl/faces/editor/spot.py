"""Where in a file the cursor stands: under which keys, in a key or in what stands under one. Told from the text alone,
line by line, since a file in which somebody writes is seldom YAML."""

from __future__ import annotations

import re
from dataclasses import dataclass

# a key and its colon, at the beginning of what a line says
_KEY = re.compile(r"""(?:"(?P<d>[^"\n]*)"|'(?P<s>[^'\n]*)'|(?P<p>[^\s"'#{\[|>,][^\n]*?))[ \t]*:(?=[ \t\r\n]|$)""")
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\n]*")
_BLOCK = re.compile(r"[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\r?(?=\n|$)")


@dataclass(frozen=True, slots=True)
class Spot:
    """``path``: the keys above, entries of lists left out; ``start`` to ``end``: the text that stands there, without
    quotes; ``quote``: the sign before it, `|` for a block, `#` for a comment; ``closing``: what closes
    the brackets in which it stands, if it is in any (``flow``). ``said``: "key" where a colon follows,
    "value" where one stands before, "" where nobody can say yet."""

    path: tuple[str, ...]
    start: int
    end: int
    said: str = ""
    quote: str = ""
    flow: bool = False
    closing: str = ""


def spot_at(text: str, at: int) -> Spot:
    """Where an offset of a text stands."""
    return _Lines(text, at).spot()


class _Lines:
    """Goes through a text to the place that is looked for."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.keys: list[tuple[int, str]] = []  # those that are open, by the column where they begin

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(key for _, key in self.keys)

    def spot(self) -> Spot:
        begin = 0
        while True:
            found = self._line(begin)
            if isinstance(found, Spot):
                return found
            begin = found

    def _line(self, begin: int) -> Spot | int:
        """The spot, if it lies in what begins with this line, or where the next line begins."""
        end = self._end(begin)
        first = begin + len(self.text[begin:end]) - len(self.text[begin:end].lstrip(" "))
        if self.text[first:end].strip() == "" or self.text[first] == "#":
            if self.at > end:
                return end + 1
            self._close(self.at - begin if self.text[first:end].strip() == "" else first - begin)
            return Spot(self.path, self.at, self.at, quote="#" if self.at > first else "")
        while re.match(r"-(?=[ \t\r\n]|$)", self.text[first : first + 2]):
            if self.at <= first:
                return Spot(self.path, self.at, self.at)
            self._close(first - begin + 1)
            first += 1 + len(self.text[first + 1 : end]) - len(self.text[first + 1 : end].lstrip(" "))
            if first >= end or self.at < first:
                return Spot(self.path, self.at, self.at) if self.at <= end else end + 1
        column = first - begin
        if self.at == first and re.match(r":(?=[ \t\r\n]|$)", self.text[first : first + 2]):  # its key is still to come
            self._close(column)
            return Spot(self.path, first, first, "key")
        key = _KEY.match(self.text, first, end)
        if key is None:
            self._close(column)
            return self._value(first, column, "")
        self._close(column)
        name = key.lastgroup or "p"
        if self.at <= key.end() - 1:
            return Spot(self.path, min(key.start(name), self.at), key.end(name), "key")
        self.keys.append((column, key[name]))
        after = key.end() + len(self.text[key.end() : end]) - len(self.text[key.end() : end].lstrip(" \t"))
        if self.at < after or self.text[after:end].strip() == "":
            return Spot(self.path, self.at, self.at, "value") if self.at <= end else end + 1
        return self._value(after, column + 1, "value")

    def _value(self, first: int, column: int, said: str) -> Spot | int:
        """What stands behind a key or a dash, and goes on in lines that begin at ``column`` or further right."""
        end = self._end(first)
        sign = self.text[first]
        if sign == "#":
            return Spot(self.path, self.at, self.at, said, "#") if self.at <= end else end + 1
        last = self._last(end, column)
        if said and _BLOCK.match(self.text, first):
            if self.at <= end:
                return Spot(self.path, first, end, said)
            return Spot(self.path, end + 1, last, said, "|") if self.at <= last else last + 1
        if sign in "{[":
            found = self._flow(first, last)
            if isinstance(found, Spot) or found < self.at <= self._end(found):
                return found if isinstance(found, Spot) else Spot(self.path, self.at, self.at, said, "#")
            return self._end(found) + 1
        if sign in "\"'":
            close = self._unquote(first + 1, last)
            if self.at <= close:
                return Spot(self.path, min(first + 1, self.at), close, said, sign)
            return self._end(close) + 1
        if not said:
            last = end  # a key that has no colon yet: what follows are keys
        comment = _COMMENT.search(self.text, first, last)
        if comment and comment.start() < self.at:
            return Spot(self.path, self.at, self.at, said, "#") if self.at <= last else last + 1
        stop = comment.start() if comment else last
        stop = max(first + len(self.text[first:stop].rstrip()), min(self.at, last))
        return Spot(self.path, min(first, self.at), stop, said) if self.at <= last else last + 1

    def _last(self, end: int, column: int) -> int:
        """The end of the last line of what stands so far right, and begins with the line that ends here."""
        last = end
        while end < len(self.text):
            begin, end = end + 1, self._end(end + 1)
            line = self.text[begin:end]
            if line.strip() and len(line) - len(line.lstrip(" ")) < column:
                break
            if line.strip():
                last = end
        return last

    def _end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return end if end >= 0 else len(self.text)

    def _close(self, column: int) -> None:
        while self.keys and self.keys[-1][0] >= column:
            self.keys.pop()

    def _unquote(self, at: int, last: int) -> int:
        """Where a quoted text ends: before its quote, or where its line does."""
        sign = self.text[at - 1]
        found = re.compile(r"(?:[^'\n]|''|\n)*" if sign == "'" else r'(?:[^"\\\n]|\\.|\n)*').match(self.text, at, last)
        close = found.end() if found else at
        return close if self.text[close : close + 1] == sign else min(self._end(at), last)

    def _flow(self, first: int, last: int) -> Spot | int:
        """The spot within `{…}` or `[…]`, or where that ends. A comma in brackets of an expression ends nothing, as
        it does in YAML: the text is being written, and will be quoted."""
        frames: list[tuple[str, str]] = []  # each bracket, and the key before what stands in it now
        at, item, depth = first, first, 0
        while at < last:
            sign = self.text[at]
            if at >= self.at:
                break
            blank = not self.text[item:at].strip()
            if blank and sign in "{[":
                frames.append((sign, ""))
                item, depth = at + 1, 0
            elif blank and sign in "\"'":
                close = self._unquote(at + 1, last)
                if self.at <= close:
                    return self._within(frames, at + 1, close, sign)
                if frames[-1][0] == "{" and not frames[-1][1] and self.text[close + 1 : close + 2] == ":":
                    frames[-1] = ("{", self.text[at + 1 : close])
                    item = at = close + 1
                else:
                    at = close
            elif sign in "}]":
                frames.pop()
                if not frames:
                    return at + 1
                item, depth = at + 1, 0
            elif sign == "," and depth <= 0:
                frames[-1] = (frames[-1][0], "")
                item = at + 1
            elif sign == ":" and frames[-1] == ("{", "") and self.text[at + 1 : at + 2] in (" ", "\n", "\t", ""):
                frames[-1] = ("{", self.text[item:at].strip())
                item, depth = at + 1, 0
            else:
                depth += (sign == "(") - (sign == ")")
            at += 1
        if self.at > last:
            return last
        while item < self.at and self.text[item] in " \t\r\n":
            item += 1
        stop = self.at
        while stop < last and self.text[stop] not in "}]\n" and not (self.text[stop] == "," and depth <= 0):
            if self.text[stop] == ":" and self.text[stop + 1 : stop + 2] in (" ", "\n", ""):
                if frames and frames[-1] == ("{", ""):
                    return Spot((*self.path, *self._inner(frames)), item, stop, "key", "", True, _closing(frames))
                break
            depth += (self.text[stop] == "(") - (self.text[stop] == ")")
            stop += 1
        return self._within(frames, item, item + len(self.text[item:stop].rstrip()), "")

    def _inner(self, frames: list[tuple[str, str]]) -> tuple[str, ...]:
        return tuple(key for _, key in frames if key)

    def _within(self, frames: list[tuple[str, str]], item: int, stop: int, quote: str) -> Spot:
        said = "value" if frames and (frames[-1][0] == "[" or frames[-1][1]) else ""
        path = (*self.path, *self._inner(frames))
        return Spot(path, item, max(stop, self.at), said, quote, True, _closing(frames))


def _closing(frames: list[tuple[str, str]]) -> str:
    return "".join("}" if sign == "{" else "]" for sign, _ in reversed(frames))
