"""A rulebook as one page of HTML that needs nothing else."""

from __future__ import annotations

from html import escape

_STYLE = (
    "body{font:16px/1.5 Georgia,serif;max-width:44em;margin:2em auto;padding:0 1em;color:#222}"
    "h1,h2,h3{font-family:Helvetica,Arial,sans-serif;line-height:1.2}table{border-collapse:collapse}"
    "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left;vertical-align:top}"
)


def page(title: str, markdown: str) -> str:
    """The page of a text in Markdown."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )
