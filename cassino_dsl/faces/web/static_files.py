"""The files of the pages, as they are sent: packed, and under addresses that change with them."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from cassino_dsl.book.pages.html_page import style

KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "txt": "text/plain"}
YEAR = 365 * 86_400


def static_files() -> dict[str, tuple[bytes, str]]:
    """The files of the pages: content and kind, by name."""
    folder = files("cassino_dsl.faces.web") / "static"
    found = {one.name: (one.read_bytes(), KINDS[one.name.rpartition(".")[2]]) for one in folder.iterdir()}
    return {**found, "style.css": (style().encode(), KINDS["css"])}


@dataclass(frozen=True, slots=True)
class Served:
    """A file as it is sent."""

    content: bytes
    packed: bytes  # by gzip
    kind: str
    tag: str

    def answer(self, request: Request, lasting: bool, status: int) -> Response:
        """``lasting``: whether the address names this state of it, so that it may be kept for good."""
        kept = f"public, max-age={YEAR}, immutable" if lasting else "no-cache"
        headers = {"etag": f'"{self.tag}"', "cache-control": kept, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        packed = "gzip" in request.headers.get("accept-encoding", "")
        if packed:
            headers["content-encoding"] = "gzip"
        return Response(self.packed if packed else self.content, status, headers, self.kind)


def _needed(found: Mapping[str, tuple[bytes, str]], page: bytes) -> Iterator[bytes]:
    """Links to all that the scripts of a page import, so that browsers ask for all of it at once."""
    names = re.findall(rb'src="/static/([\w.-]+)', page)
    for name in names:  # it grows
        imported = re.findall(rb'from ?"\./([\w.-]+)"', found[name.decode()][0])
        names += [one for one in dict.fromkeys(imported) if one not in names]
        yield b'<link rel="modulepreload" href="/static/%s">\n' % name


def served_files() -> tuple[dict[str, Served], str]:
    """The files of the pages, and the word for this state of them all: pages name their files under it, so browsers may
    keep those for good."""
    found = static_files()
    whole = hashlib.sha256(b"".join(name.encode() + content for name, (content, _) in sorted(found.items())))
    state = whole.hexdigest()[:16]
    served = {}
    for name, (content, kind) in found.items():
        if name.endswith(".html"):
            content = content.replace(b"</head>", b"".join(_needed(found, content)) + b"</head>")
            content = content.replace(b'"/static/', f'"/static/{state}/'.encode())
        served[name] = Served(content, gzip.compress(content, mtime=0), kind, hashlib.sha256(content).hexdigest()[:16])
    return served, state
