"""`cassino lsp`: the language server."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import click


def lsp(o: Any) -> int:
    if find_spec("pygls") is None:
        raise click.UsageError("for `lsp` install pygls: pip install 'cassino-dsl[lsp]'")
    from cassino_dsl.faces.lsp.server import serve

    return serve()
