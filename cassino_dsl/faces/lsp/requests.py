"""What can be asked of the server: the requests of the protocol that are about a text, and commands of our own. Those
who answer are not known here, for the server itself looks at no text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types

RUN, UPDATE = "cassino.runExample", "cassino.updateExpected"
RULEBOOK, PLAY, DIFF = "cassino.rulebook", "cassino.play", "cassino.diffWithBase"

QUICK, ALL = types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll
REWRITE, EXTRACT = types.CodeActionKind.RefactorRewrite, types.CodeActionKind.RefactorExtract

_T = types.SemanticTokenTypes
TOKENS = {  # what words of `faces/editor` are called by the protocol
    "keyword": _T.Keyword,
    "operator": _T.Operator,
    "function": _T.Function,
    "number": _T.Number,
    "card": _T.EnumMember,
    "name": _T.Variable,
    "parameter": _T.Parameter,
    "term": _T.Macro,
    "memory": _T.Property,
    "zone": _T.Property,
    "option": _T.Type,
    "part": _T.Variable,
    "attribute": _T.Function,
    "mark": _T.EnumMember,
    "value": _T.EnumMember,
    "choice": _T.EnumMember,
    "effect": _T.Method,
    "key": _T.Property,
}
TOKEN_KINDS = sorted({kind.value for kind in TOKENS.values()})
_LEGEND = types.SemanticTokensLegend(TOKEN_KINDS, [types.SemanticTokenModifiers.Declaration.value])

ABOUT_TEXTS: Mapping[str, Any] = {  # with what the editor is told of each
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions([" ", "(", "{", ":", "|", ",", "."]),
    types.TEXT_DOCUMENT_HOVER: None,
    types.TEXT_DOCUMENT_SIGNATURE_HELP: types.SignatureHelpOptions(["(", ","]),
    types.TEXT_DOCUMENT_DEFINITION: None,
    types.TEXT_DOCUMENT_REFERENCES: None,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: None,
    types.TEXT_DOCUMENT_PREPARE_RENAME: None,
    types.TEXT_DOCUMENT_RENAME: types.RenameOptions(True),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: None,
    types.TEXT_DOCUMENT_FOLDING_RANGE: None,
    types.TEXT_DOCUMENT_SELECTION_RANGE: None,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: _LEGEND,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: None,
    types.TEXT_DOCUMENT_FORMATTING: None,
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions([QUICK, ALL, REWRITE, EXTRACT]),
}
IF_WISHED = {types.TEXT_DOCUMENT_INLAY_HINT: "inlayHints"}  # answered to those who start the server with that option
