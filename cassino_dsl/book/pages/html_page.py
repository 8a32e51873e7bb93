"""Whole pages of HTML in one design, each in one file that needs nothing else."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path


@cache
def style() -> str:
    """The design of all pages, as CSS."""
    return Path(__file__).with_name("style.css").read_text(encoding="utf-8")


def framed(page: str) -> str:
    """A whole page within another one, whose design it leaves alone: for notebooks. No script runs in it."""
    return f'<iframe sandbox srcdoc="{escape(page)}" style="width:100%;height:640px;border:1px solid #8886"></iframe>'


def page(title: str, body: str, kind: str = "report") -> str:
    """A whole page. ``body`` is HTML; ``kind`` is "report" (wide, of figures) or "book" (narrow, to be read)."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f'<style>\n{style()}</style></head>\n<body class="{kind}">\n{body}\n</body></html>\n'
    )
