"""The server: hears what an editor says, has it answered by processes, and tells what is found.

Two processes of one kind work for it: the reader reads texts while they are written, the tester tries them out when
they are saved, and is stopped by the next key. Here nothing of a text is looked at, so that no text can keep the
editor waiting, or take the server with it.
"""

from __future__ import annotations

import asyncio
import logging
import os
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol.language_server import LanguageServerProtocol, lsp_method

from cassino_dsl.faces.confined import NICE
from cassino_dsl.faces.lsp import requests
from cassino_dsl.faces.lsp.open_texts import OpenTexts, path_of
from cassino_dsl.faces.lsp.places import UTF16
from cassino_dsl.faces.lsp.process import EditorSetting, Process, Refused, StoppedLooking

PAUSE = 0.05  # seconds after the last key, before a text is looked at
REST = 0.4  # and before remedies are tried, and the files above it looked at
LOOKING = 10.0  # seconds for a look at a text, and for what is asked about it
PLAYING = 30.0
FAILED = -32803  # what the protocol calls a request that cannot be answered as things are
SLOW = "this takes too long to look at: it was stopped after {:g} seconds"


class Protocol(LanguageServerProtocol):
    """The library's, but for what becomes of texts."""

    _server: CassinoServer

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.texts.open(params.text_document)
        self._server.changed(params.text_document.uri, pause=0)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.texts.change(params)
        self._server.changed(params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.texts.close(params.text_document.uri)
        self._server.closed(params.text_document.uri)


class CassinoServer(LanguageServer):
    """``found``: what was found in each file that was looked at, and ``played`` when it was played: by URI of that
    file, then of those in which it is marked."""

    def __init__(self) -> None:
        super().__init__("cassino", version("cassino-dsl"), protocol_cls=Protocol)
        self.texts = OpenTexts()
        self.reader, self.tester = (Process(nice, self.setting, lambda: self.texts.all) for nice in (0, NICE))
        self.looking: dict[str, asyncio.Task[None]] = {}
        self.found: dict[str, dict[str, list[Any]]] = {}
        self.played: dict[str, dict[str, list[Any]]] = {}
        self.told: dict[str, dict[str, list[str]]] = {}
        self.marked: dict[str, list[Any]] = {}
        self.ended = False
        self.pages: TemporaryDirectory[str] | None = None

    def setting(self) -> EditorSetting:
        roots = [folder.uri for folder in self.workspace.folders.values()] or [self.workspace.root_uri]
        folders = tuple(path_of(uri) for uri in roots if uri and uri.startswith("file:"))
        texts = self.client_capabilities.text_document
        item = texts.completion.completion_item if texts and texts.completion else None
        return EditorSetting(self.texts.encoding, folders, bool(item and item.snippet_support))

    # ---- what is found

    def changed(self, uri: str, pause: float = PAUSE) -> None:
        """Look at a text once nobody types any more; what play has shown of it holds no longer."""
        self.tester.stop()
        self.played.clear()
        if self.told.pop(uri, None):
            self._refresh_lenses()
        self._look(uri, pause)

    def closed(self, uri: str) -> None:
        for known in (self.found, self.played, self.told):
            known.pop(uri, None)
        if uri in self.looking:
            self.looking.pop(uri).cancel()
        self._tell()
        for other in self.texts.all:
            self._look(other, PAUSE)

    def _look(self, uri: str, pause: float) -> None:
        if uri in self.looking:
            self.looking[uri].cancel()
        if self.texts[uri].is_variant or uri in self.found:
            self.looking[uri] = asyncio.ensure_future(self._looked(uri, pause))

    async def _looked(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        try:
            await self._find(uri, urgency=1)
            await asyncio.sleep(REST)
            self.found[uri] = await self.reader.ask("try", uri, seconds=LOOKING, urgency=2)
            self._tell()
            for other in await self.reader.ask("above", uri, seconds=LOOKING, urgency=2):
                await self._find(other, urgency=3)
        except Refused:
            return
        except RuntimeError as fault:
            self._log(fault)

    async def _find(self, uri: str, urgency: int) -> None:
        try:
            self.found[uri] = await self.reader.ask("check", uri, seconds=LOOKING, urgency=urgency)
        except StoppedLooking:
            at = types.Range(types.Position(0, 0), types.Position(0, 1))
            warning = types.Diagnostic(at, SLOW.format(LOOKING), types.DiagnosticSeverity.Warning, source="cassino")
            self.found[uri] = {uri: [self.as_json(warning)]}
        except Refused:  # a file that is not there any more
            self.found[uri] = {uri: []}
        self._tell(uri)

    def as_json(self, value: Any) -> Any:
        return self.protocol._converter.unstructure(value)

    def _tell(self, looked_at: str = "") -> None:
        """Tell the editor what is marked otherwise than it knows; of a text that was looked at in any case, for it may
        wait for that. What is wrong in a file that was looked at by itself is told of that look alone, not once more
        of each file above it."""
        marks: dict[str, list[Any]] = {}
        for looked, by_file in (*self.found.items(), *(("", found) for found in self.played.values())):
            for uri, findings in by_file.items():
                if uri == looked or not looked or uri not in self.found:
                    marks.setdefault(uri, []).extend(f for f in findings if f not in marks[uri])
        for uri in {**self.marked, **marks}:
            now = marks.get(uri, [])
            open = self.texts.all.get(uri)
            if uri == looked_at or now != self.marked.get(uri, []):
                found = self.protocol._converter.structure(now, list[types.Diagnostic])
                told = types.PublishDiagnosticsParams(uri, found, open.version if open else None)
                self.text_document_publish_diagnostics(told)
        self.marked = marks

    async def play(self, uri: str) -> None:
        """Play a text that was saved; the next key stops it."""
        try:
            found = await self.tester.ask("play", uri, seconds=PLAYING)
        except Refused:
            return
        except RuntimeError as fault:
            self._log(fault)
            return
        self._took_place(uri, found)

    def _took_place(self, uri: str, found: dict[str, Any]) -> None:
        self.played[uri] = found["findings"]
        self.told[uri] = self.told.get(uri, {}) | found["examples"]
        self._tell()
        self._refresh_lenses()

    def _refresh_lenses(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    # ---- what is asked

    async def answer(self, process: Process, do: str, *args: Any, seconds: float = LOOKING) -> Any:
        """An answer, or the error that is told in its stead."""
        try:
            return await process.ask(do, *args, seconds=seconds)
        except Refused as reason:
            raise JsonRpcException(str(reason), FAILED) from reason
        except RuntimeError as fault:
            self._log(fault)
            raise JsonRpcException(str(fault), FAILED) from fault

    def _log(self, fault: RuntimeError) -> None:
        """Tell of a fault of this program."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, str(fault)))

    def say(self, text: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))

    def show_page(self, page: dict[str, str]) -> None:
        """Open a page in the editor, or say where it lies."""
        self.pages = self.pages or TemporaryDirectory(prefix="cassino-pages-", ignore_cleanup_errors=True)
        file = Path(self.pages.name, page["name"])
        file.write_text(page["text"], encoding="utf-8")
        window = self.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            self.window_show_document(types.ShowDocumentParams(file.as_uri(), take_focus=True))
        else:
            self.say(f"it lies in {file}")

    async def put_away(self) -> None:
        for task in self.looking.values():
            task.cancel()
        self.ended = True
        await asyncio.gather(self.reader.close(), self.tester.close())
        if self.pages is not None:
            self.pages.cleanup()


def _asked(server: CassinoServer, method: str) -> Any:
    """What answers a request about a text: the reader does."""

    async def answer(params: Any) -> Any:
        return await server.answer(server.reader, method, params)

    return answer


def _page(server: CassinoServer, command: str) -> Any:
    """What makes a page of a text, and shows it: the tester does."""

    async def shown(uri: str) -> Any:
        page = await server.answer(server.tester, command, uri, seconds=PLAYING)
        server.show_page(page)
        return page

    return shown


def made() -> CassinoServer:
    """A server with everything that it answers."""
    server = CassinoServer()
    for method, options in {**requests.ABOUT_TEXTS, types.WORKSPACE_SYMBOL: None}.items():
        server.feature(method, options)(_asked(server, method))
    for command in (requests.RULEBOOK, requests.DIFF):
        server.command(command)(_page(server, command))

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        chosen = server.workspace.position_encoding or UTF16
        server.texts.encoding = chosen.value if isinstance(chosen, types.PositionEncodingKind) else chosen
        wishes = params.initialization_options
        for method, wish in requests.IF_WISHED.items():
            if isinstance(wishes, dict) and wishes.get(wish) is True:
                server.feature(method)(_asked(server, method))

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        await _watch(server)
        await server.answer(server.reader, "files changed")  # so that it is there for the first text

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        if server.texts[params.text_document.uri].is_variant:
            await server.play(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
        await server.answer(server.reader, "files changed")
        for uri in list(server.texts.all):
            server._look(uri, PAUSE)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> Any:
        uri = params.text_document.uri
        return await server.answer(server.reader, types.TEXT_DOCUMENT_CODE_LENS, uri, server.told.get(uri, {}))

    @server.command(requests.RUN)
    async def run(uri: str, name: str) -> Any:
        found = await server.answer(server.tester, requests.RUN, uri, name, seconds=PLAYING)
        server._took_place(uri, found)
        return found["examples"]

    @server.command(requests.UPDATE)
    async def update(uri: str, name: str) -> Any:
        edit = await server.answer(server.tester, requests.UPDATE, uri, name, seconds=PLAYING)
        made = server.protocol._converter.structure(edit, types.WorkspaceEdit)
        server.workspace_apply_edit(types.ApplyWorkspaceEditParams(made, f"update what {name} expects"))

    @server.command(requests.PLAY)
    async def play(uri: str) -> Any:
        command = await server.answer(server.reader, requests.PLAY, uri)
        server.say(f"in a terminal: {command}")
        return command

    @server.feature(types.SHUTDOWN)
    async def shutdown(params: None) -> None:
        await server.put_away()

    return server


async def _watch(server: CassinoServer) -> None:
    """Ask to be told of files that change outside of the editor."""
    workspace = server.client_capabilities.workspace
    watched = workspace.did_change_watched_files if workspace is not None else None
    if watched is not None and watched.dynamic_registration:
        files = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*.{yaml,yml}")])
        wanted = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, files)
        server.client_register_capability(types.RegistrationParams([wanted]))


def serve() -> int:
    """Answer an editor over the standard streams until it goes; 1 where it goes without a word."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # what went wrong is told to the editor
    server = made()
    with open(os.dup(0), "rb") as asked, open(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # what is printed is no answer
        server.start_io(asked, answers)
    return 0 if server.ended else 1
