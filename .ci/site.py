"""What the site makes of the documents, which are written to be read as files of the repository.

The README is its first page; what links name outside of `docs/` lies under `source/`; a block that is a file has its
name as a title, and a game or a house rule a link that opens it in the workshop of a `cassino serve` on this machine.
"""

from __future__ import annotations

import base64
import os
import posixpath
import re
import zlib
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
WORKSHOP = os.environ.get("CASSINO_WORKSHOP", "http://localhost:8417/workshop")
LINK = re.compile(r"(?<=\]\()(?!\w+:)([^)\s#]+)")
FENCE = re.compile(r"^```(\w+)(?: ([^\n]+))?\n(.*?)^```\n", re.S | re.M)
TOP = {"README.md": "index.md"}


def site_path(file: str) -> str:
    """Where a file of the repository lies in the site."""
    return file.removeprefix("docs/") if file.startswith("docs/") else TOP.get(file, f"source/{file}")


def repository_path(page: str) -> str:
    found = {there: here for here, there in TOP.items()}.get(page, f"docs/{page}")
    return page.removeprefix("source/") if page.startswith("source/") else found


def on_files(files: Files, config: Any) -> Files:
    waiting = [*TOP, *(f"docs/{f.src_uri}" for f in files.documentation_pages())]
    for file in waiting:  # grows by what the pages link to
        there = site_path(file)
        if files.get_file_from_path(there) is None:
            files.append(File.generated(config, there, abs_src_path=str(ROOT / file)))
        if file.endswith(".md"):
            text = FENCE.sub("", (ROOT / file).read_text(encoding="utf-8"))
            named = {posixpath.normpath(posixpath.join(posixpath.dirname(file), link)) for link in LINK.findall(text)}
            waiting += sorted(name for name in named if (ROOT / name).is_file() and name not in waiting)
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    own = repository_path(page.file.src_uri)

    def link(found: re.Match[str]) -> str:
        file = posixpath.normpath(posixpath.join(posixpath.dirname(own), found[1]))
        return posixpath.relpath(site_path(file), posixpath.dirname(page.file.src_uri) or ".")

    def fence(found: re.Match[str]) -> str:
        language, name, text = found.groups()
        file, _, over = (name or "").partition(" ")
        title = f' title="{file}{": in place of the same sections" if over else ""}"' if file else ""
        opened = "" if over or not text.startswith("dsl:") else f"[open in the workshop]({workshop(text)})\n"
        return f"```{language}{title}\n{text}```\n{opened}"

    parts, at = [], 0
    for found in FENCE.finditer(markdown):
        parts += [prose(LINK.sub(link, markdown[at : found.start()])), fence(found)]
        at = found.end()
    return "".join([*parts, prose(LINK.sub(link, markdown[at:]))])


def prose(text: str) -> str:
    """In a table of these pages, `|` within code needs no backslash."""
    row = re.compile(r"^\|.*$", re.M)
    return row.sub(lambda found: re.sub(r"`[^`]*`", lambda code: code[0].replace(r"\|", "|"), found[0]), text)


def workshop(text: str) -> str:
    """The address that `linkOf` of the workshop (`faces/web/static/link.js`) makes of a text."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"{WORKSHOP}#{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
