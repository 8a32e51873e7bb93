"""Rooms in one SQLite file: what each plays, the plays made so far, the hashes of its links, and who sits there.

A play is kept before anybody is shown it, so a server that is killed goes on where it was.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from time import time

from cassino_dsl.faces.web.session import KeptMatch

_TABLES = """
create table if not exists rooms (
    id text primary key, wish text not null, players text not null, seed text not null, ruleset text not null,
    number integer not null, practice integer not null, touched real not null
);
create table if not exists links (
    hash blob primary key, room text not null, seat integer not null, name text not null default ''
);
create table if not exists plays (
    room text not null, number integer not null, play text not null, primary key (room, number)
) without rowid;
create index if not exists links_of_room on links (room);
"""
FORMAT = 2
_SINCE_1 = "alter table links add column name text not null default '';"  # format 1 had no names


class NoStore(Exception):
    """The file can't be used; the message says why."""


def hashed(credential: str) -> bytes:
    """What is kept of a link: its words are random and long, so a plain hash hides them."""
    return hashlib.sha256(credential.encode("utf-8", "replace")).digest()


class Store:
    """The file. Any thread may use it, one at a time."""

    def __init__(self, path: Path | None) -> None:
        self.lock = Lock()
        try:
            if path is not None:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self.base = sqlite3.connect(":memory:" if path is None else path, check_same_thread=False)
            version = self.base.execute("pragma user_version").fetchone()[0]
            if version not in (0, 1, FORMAT):
                raise NoStore(f"{path} was written by another version of the program")
            self.base.execute("pragma journal_mode = wal")
            self.base.execute("pragma synchronous = normal")
            self.base.executescript((_SINCE_1 if version == 1 else _TABLES) + f"pragma user_version = {FORMAT};")
        except (sqlite3.Error, OSError) as fault:
            raise NoStore(f"rooms cannot be kept in {path}: {fault}") from fault

    def close(self) -> None:
        with self.lock:
            self.base.close()

    # ---- rooms

    def add(self, id: str, wish: str, match: KeptMatch, links: Mapping[int, str]) -> None:
        """A new room. ``links``: the credential of each seat."""
        with self.lock, self.base:
            self._put(id, wish, match)
            self.base.executemany(
                "insert into links values (?, ?, ?, '')", [(hashed(words), id, seat) for seat, words in links.items()]
            )

    def begin(self, id: str, wish: str, match: KeptMatch, seats: Mapping[int, int]) -> None:
        """Another match in a room. ``seats``: where each link's seat is from now on, where that is another one."""
        with self.lock, self.base:
            self.base.execute("delete from plays where room = ?", (id,))
            self._put(id, wish, match)
            of = "update links set seat = ? where room = ? and seat = ?"
            self.base.executemany(of, [(-now, id, was) for was, now in seats.items()])  # none meets one not yet moved
            self.base.execute("update links set seat = -seat where room = ? and seat < 0", (id,))

    def _put(self, id: str, wish: str, m: KeptMatch) -> None:
        row = (id, wish, "\n".join(m.players), str(m.seed), m.ruleset, m.number, m.practice, time())
        self.base.execute("insert or replace into rooms values (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def keep(self, id: str, number: int, plays: Sequence[str], practice: bool) -> None:
        """Keep plays in place of those from a number on, which were taken back."""
        with self.lock, self.base:
            self.base.execute("delete from plays where room = ? and number >= ?", (id, number))
            rows = [(id, at, play) for at, play in enumerate(plays, number)]
            self.base.executemany("insert into plays values (?, ?, ?)", rows)
            self.base.execute("update rooms set touched = ?, practice = ? where id = ?", (time(), practice, id))

    def room(self, id: str) -> tuple[str, KeptMatch, tuple[str, ...]] | None:
        """What was wished for in a room, its match, and the plays of it."""
        with self.lock:
            found = self.base.execute(
                "select wish, players, seed, ruleset, number, practice from rooms where id = ?", (id,)
            ).fetchone()
            if found is None:
                return None
            plays = self.base.execute("select play from plays where room = ? order by number", (id,)).fetchall()
        wish, players, seed, ruleset, number, practice = found
        match = KeptMatch(tuple(players.split("\n")), int(seed), ruleset, number, bool(practice))
        return wish, match, tuple(play for (play,) in plays)

    def seat(self, credential: str) -> tuple[str, int] | None:
        """The room and the seat (0: who looks on) of a link."""
        with self.lock:
            found = self.base.execute("select room, seat from links where hash = ?", (hashed(credential),)).fetchone()
        return None if found is None else (found[0], found[1])

    def renew(self, id: str, seat: int, words: str) -> None:
        """Let another link lead to a seat; the one before leads nowhere."""
        with self.lock, self.base:
            of = "update links set hash = ? where room = ? and seat = ?"
            self.base.execute(of, (hashed(words), id, seat))

    def call(self, id: str, seat: int, name: str) -> None:
        """Call who sits at a seat by a name."""
        with self.lock, self.base:
            self.base.execute("update links set name = ? where room = ? and seat = ?", (name, id, seat))

    def linked(self, id: str) -> tuple[int, ...]:
        """The seats to which the persons' links lead now, in the order in which the room had them at first."""
        with self.lock:
            of = "select seat from links where room = ? and seat != 0 order by rowid"
            return tuple(seat for (seat,) in self.base.execute(of, (id,)))

    def names(self, id: str) -> dict[int, str]:
        """What those are called who have a name, by their seats."""
        with self.lock:
            of = "select seat, name from links where room = ? and name != ''"
            return dict(self.base.execute(of, (id,)).fetchall())

    # ---- all rooms

    def number(self) -> int:
        with self.lock:
            return int(self.base.execute("select count(*) from rooms").fetchone()[0])

    def expire(self, before: float, but: Sequence[str] = ()) -> int:
        """Forget the rooms in which nothing was played since a time, but for those that are in use; how many."""
        with self.lock, self.base:
            old = [id for (id,) in self.base.execute("select id from rooms where touched < ?", (before,))]
            for id in set(old) - set(but):
                for table, key in (("plays", "room"), ("links", "room"), ("rooms", "id")):
                    self.base.execute(f"delete from {table} where {key} = ?", (id,))
        return len(set(old) - set(but))
