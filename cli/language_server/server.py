"""The requests of editors, each answered from what is open."""

from __future__ import annotations

import asyncio
import gc
from argparse import Namespace
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from ...diagnostics.errors import BodyplanError
from ...diagnostics.records import replace
from ...semantics.document.text_layout import format_edits
from ...semantics.formats.registry import document_endings
from ...semantics.view.page import NoViewer
from ..version import version
from .completion import complete
from .editor_settings import read_settings
from .hover import describe_place, describe_term
from .links import list_links
from .live_views import LiveViews
from .messages import (
    Ready,
    kind_of_symbol,
    make_completion,
    make_converter,
    make_diagnostic,
    make_location,
    make_outline,
    make_text_edits,
    make_tokens,
    make_workspace_edit,
    offset_of,
    range_of,
)
from .navigation import find_definition, find_home, find_name_range, find_references, name_at, rename_at
from .open_texts import OpenText, OpenTexts, path_of_uri, uri_of_path
from .semantic_tokens import MODIFIERS, TYPES, list_tokens
from .symbols import Symbol, list_folds, list_symbols
from .written_values import convert_degrees, list_colours, list_degrees, write_colour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .snapshot import Snapshot

DELAY = 0.15
"""Seconds after the last change until a text is checked."""
QUIET = 2.0
"""Seconds without anything new after which there is time for it."""
MOST_NEW = 3_000_000
"""Objects that were made since the last time, after which there has to be time."""
REWRITE = f"{lsp.CodeActionKind.RefactorRewrite.value}.degrees"
ACTIONS = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll, REWRITE]
VIEW = "bodyplan.view"
"""The command that answers with the address of the page that shows a text, and by default has it opened."""
WATCHED = ("**/*.xacro", "**/*.yaml", "**/model.config", "**/package.xml", "**/bodyplan.toml", "**/pyproject.toml")
"""Further files on which findings depend."""
TRIGGERS = ["<", "/", " ", '"', "'", ">", ":"]
"""What is typed before something that may be completed."""


class IdleCollector:
    """Runs Python's collector of cycles when nothing was new for a while, as it walks all that is known of every text.

    It runs at no other time unless memory needs it: an editor that waits for an answer would wait for it, too.
    """

    def __init__(self) -> None:
        self._due: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Ends that the collector of this process runs by itself."""
        gc.disable()

    def put_off(self, loop: asyncio.AbstractEventLoop) -> None:
        """To be called at each change, and when its findings were published."""
        if self._due is not None:
            self._due.cancel()
        self._due = loop.call_later(QUIET, self._collect)
        if gc.get_count()[0] > MOST_NEW:
            gc.collect()

    def _collect(self) -> None:
        self._due = None
        gc.collect()


class BodyplanServer(LanguageServer):
    """The server, with the texts that are open.

    Args:
        arguments: of the call.
    """

    def __init__(self, arguments: Namespace) -> None:
        super().__init__("bodyplan", version() or "", converter_factory=make_converter)
        self.texts = OpenTexts(arguments)
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._mistake_told = ""
        self.views = LiveViews(self.texts, self._show_in_thread)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.collector = IdleCollector()

    def put_text(self, uri: str) -> None:
        """Takes a text as the editor has it now, and checks it soon, as it does those that may include it."""
        document = self.workspace.get_text_document(uri)
        self.texts.put(uri, document.source, document.version)
        for each in self.texts:
            self._check_soon(each.uri)

    def drop_text(self, uri: str) -> None:
        """Forgets a text that was closed."""
        closed = self.texts.get(uri)
        if closed is not None:
            self.views.close(closed.path)
        self.texts.remove(uri)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        self.check_all()

    def check_all(self) -> None:
        """Checks all texts soon."""
        for each in self.texts:
            self._check_soon(each.uri)

    def text_at(self, uri: str) -> OpenText:
        """The text of a request."""
        found = self.texts.get(uri)
        if found is None:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        return found

    def set_editor(self, given: object) -> None:
        """Takes the settings of the editor."""
        # the command is the client's, and no setting
        self.texts.editor = replace(read_settings(given), view_command=self.texts.editor.view_command)
        self.texts.renew_all()
        self.check_all()

    def watch_files(self) -> None:
        """Asks the editor for a message when documents or configurations change, if it can."""
        workspace = self.client_capabilities.workspace
        watching = None if workspace is None else workspace.did_change_watched_files
        if watching is None or not watching.dynamic_registration:
            return
        patterns = [*(f"**/*{ending}" for ending in document_endings()), *WATCHED]
        options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(each) for each in patterns])
        kind = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
        self.client_register_capability(lsp.RegistrationParams([lsp.Registration("files", kind, options)]))

    @property
    def supports_snippets(self) -> bool:
        """Whether the editor can put the caret into what it completes."""
        about = self.client_capabilities.text_document
        item = None if about is None or about.completion is None else about.completion.completion_item
        return item is not None and bool(item.snippet_support)

    def find_others(self, text: OpenText, offset: int, token: lsp.ProgressToken | None) -> list[Snapshot]:
        """The texts in which what has the name at a place may be named, that in which it gets the name among them."""
        name = name_at(text.snapshot, offset)
        if not name:
            return []
        progress = self.work_done_progress

        def report(number: int, count: int) -> None:
            if token is not None:
                percentage = 100 * number // max(count, 1)
                progress.report(
                    token, lsp.WorkDoneProgressReport(message=f"{number} of {count}", percentage=percentage)
                )

        if token is not None:
            progress.begin(token, lsp.WorkDoneProgressBegin(f"looking for {name}", percentage=0))
        found = self.texts.texts_with(name, text, report)
        home = self.texts.text_of(find_home(text.snapshot, offset))
        if home is not None and home not in found:
            found.append(home)
        if token is not None:
            progress.end(token, lsp.WorkDoneProgressEnd())
        return [each.snapshot for each in found]

    def open_view(self, uri: str, *, is_shown: bool) -> str:
        """The address of the page that shows a text; ``is_shown``: the editor is asked to open it, too."""
        text = self.text_at(uri)
        try:
            address = self.views.show(text.path)
        except (NoViewer, OSError) as problem:
            raise JsonRpcInvalidParams(str(problem)) from None
        if is_shown:
            self.window_show_document(lsp.ShowDocumentParams(address, external=True))
        return address

    def _show_in_thread(self, file: str, line: int) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._show_line, file, line)

    def _show_line(self, file: str, line: int) -> None:
        """Has the editor show a line of a file, from 1."""
        text = self.texts.text_of(file)
        if text is None:
            return
        place = lsp.Position(line - 1, 0)
        self.window_show_document(lsp.ShowDocumentParams(text.uri, take_focus=False, selection=lsp.Range(place, place)))

    def _check_soon(self, uri: str) -> None:
        known = self._due.pop(uri, None)
        if known is not None:
            known.cancel()
        self._loop = asyncio.get_running_loop()
        self.collector.put_off(self._loop)
        self._due[uri] = self._loop.call_later(DELAY, self._publish, uri)

    def _publish(self, uri: str) -> None:
        self._due.pop(uri, None)
        text = self.texts.get(uri)
        if text is None:
            return
        found = [make_diagnostic(self.texts, text, each) for each in text.findings]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, text.version))
        if not self._due:
            self.views.renew()
        self.collector.put_off(asyncio.get_running_loop())
        if self.texts.mistake != self._mistake_told:
            self._mistake_told = self.texts.mistake
            if self._mistake_told:
                self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, self._mistake_told))


def make_server(arguments: Namespace) -> BodyplanServer:
    """A server that answers what there is an answer to."""
    server = BodyplanServer(arguments)
    for add in (
        _follow_texts,
        _answer_places,
        _answer_names,
        _answer_symbols,
        _answer_layout,
        _answer_actions,
        _show_views,
    ):
        add(server)
    return server


def _follow_texts(server: BodyplanServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def _open(given: lsp.DidOpenTextDocumentParams) -> None:
        server.put_text(given.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def _change(given: lsp.DidChangeTextDocumentParams) -> None:
        server.put_text(given.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def _close(given: lsp.DidCloseTextDocumentParams) -> None:
        server.drop_text(given.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def _save(_: lsp.DidSaveTextDocumentParams) -> None:
        server.texts.renew_all()
        server.check_all()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def _watch(_: lsp.DidChangeWatchedFilesParams) -> None:
        server.texts.renew_all()
        server.check_all()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def _set(given: lsp.DidChangeConfigurationParams) -> None:
        server.set_editor(given.settings)

    @server.feature(lsp.INITIALIZE)
    def _begin(given: lsp.InitializeParams) -> None:
        server.texts.editor = read_settings(given.initialization_options)

    @server.feature(lsp.INITIALIZED)
    async def _watch_files(_: lsp.InitializedParams) -> None:
        server.watch_files()


def _answer_places(server: BodyplanServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def _hover(given: lsp.HoverParams) -> lsp.Hover | None:
        text = server.text_at(given.text_document.uri)
        found = describe_place(text.snapshot, offset_of(text, given.position))
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), range_of(text, found.range))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=TRIGGERS))
    def _complete(given: lsp.CompletionParams) -> lsp.CompletionList:
        text = server.text_at(given.text_document.uri)
        found = complete(text.snapshot, offset_of(text, given.position))
        items = [
            make_completion(
                text,
                each,
                number,
                "" if each.term is None else describe_term(each.term, "", ""),
                supports_snippets=server.supports_snippets,
            )
            for number, each in enumerate(found)
        ]
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    def _link(given: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        text = server.text_at(given.text_document.uri)
        return [
            lsp.DocumentLink(range_of(text, place), target=uri_of_path(path), tooltip=path)
            for place, path in list_links(text.snapshot)
        ]


def _answer_names(server: BodyplanServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def _define(given: lsp.DefinitionParams) -> lsp.Location | None:
        text = server.text_at(given.text_document.uri)
        offset = offset_of(text, given.position)
        found = find_definition(text.snapshot, offset)
        if found is None and text.snapshot.is_in_xacro:
            found = find_definition(text.snapshot, offset, server.find_others(text, offset, None))
        return None if found is None else make_location(server.texts, found)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def _refer(given: lsp.ReferenceParams) -> list[lsp.Location]:
        text = server.text_at(given.text_document.uri)
        offset = offset_of(text, given.position)
        others = server.find_others(text, offset, given.work_done_token)
        found = find_references(
            text.snapshot,
            offset,
            others,
            with_definition=given.context.include_declaration,
        )
        return [place for each in found if (place := make_location(server.texts, each)) is not None]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def _prepare(given: lsp.PrepareRenameParams) -> lsp.Range | None:
        text = server.text_at(given.text_document.uri)
        found = find_name_range(text.snapshot, offset_of(text, given.position))
        return None if found is None else range_of(text, found)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def _rename(given: lsp.RenameParams) -> lsp.WorkspaceEdit:
        text = server.text_at(given.text_document.uri)
        offset = offset_of(text, given.position)
        others = server.find_others(text, offset, given.work_done_token)
        try:
            edits = rename_at(text.snapshot, offset, given.new_name, others)
        except (BodyplanError, ValueError, LookupError) as refusal:
            raise JsonRpcInvalidParams(str(refusal)) from None
        return make_workspace_edit(server.texts, edits)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend([*TYPES], [*MODIFIERS]))
    def _colour_names(given: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        text = server.text_at(given.text_document.uri)
        return make_tokens(text, list_tokens(text.snapshot))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def _highlight(given: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        text = server.text_at(given.text_document.uri)
        # editors ask for this where the caret comes to be
        server.views.select(text.path, given.position.line + 1)
        found = find_references(text.snapshot, offset_of(text, given.position))
        places = [make_location(server.texts, each) for each in found]
        return [lsp.DocumentHighlight(each.range) for each in places if each is not None and each.uri == text.uri]


def _answer_symbols(server: BodyplanServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _outline(given: lsp.DocumentSymbolParams) -> Ready:
        text = server.text_at(given.text_document.uri)
        return make_outline(text, list_symbols(text.snapshot))

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def _search(given: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        asked = given.query.casefold()
        folders = [path_of_uri(each.uri) for each in server.workspace.folders.values()]
        return [
            lsp.WorkspaceSymbol(
                location=lsp.Location(text.uri, range_of(text, symbol.name_range)),
                name=symbol.name,
                kind=kind_of_symbol(symbol),
            )
            for text in server.texts.texts_like(given.query, folders)
            for symbol in _walk(list_symbols(text.snapshot))
            if asked in symbol.name.casefold()
        ]


def _answer_layout(server: BodyplanServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def _format(given: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        text = server.text_at(given.text_document.uri)
        try:
            return make_text_edits(text.lines, format_edits(text.text, path=text.path))
        except (BodyplanError, ValueError):
            return []  # a text that is not well-formed has no layout

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def _fold(given: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        text = server.text_at(given.text_document.uri)
        return [lsp.FoldingRange(first - 1, last - 1) for first, last in list_folds(text.snapshot)]

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def _hint(given: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        if not server.texts.editor.shows_degrees:
            return []
        text = server.text_at(given.text_document.uri)
        start, end = offset_of(text, given.range.start), offset_of(text, given.range.end)
        return [
            lsp.InlayHint(lsp.Position(*text.lines.position(place)), words, padding_left=True)
            for place, words in list_degrees(text.snapshot, start, end)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_COLOR)
    def _show_colours(given: lsp.DocumentColorParams) -> list[lsp.ColorInformation]:
        text = server.text_at(given.text_document.uri)
        return [
            lsp.ColorInformation(range_of(text, place), lsp.Color(*colour))
            for place, colour in list_colours(text.snapshot)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_COLOR_PRESENTATION)
    def _write_colour(given: lsp.ColorPresentationParams) -> list[lsp.ColorPresentation]:
        text = server.text_at(given.text_document.uri)
        written = text.text[offset_of(text, given.range.start) : offset_of(text, given.range.end)]
        colour = given.color
        return [lsp.ColorPresentation(write_colour((colour.red, colour.green, colour.blue, colour.alpha), written))]


def _answer_actions(server: BodyplanServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=ACTIONS))
    def _act(given: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        text = server.text_at(given.text_document.uri)
        wanted = given.context.only
        first, last = given.range.start.line + 1, given.range.end.line + 1
        takes_fixes = _is_wanted(lsp.CodeActionKind.QuickFix, wanted)
        fixes = text.find_fixes(first, last) if takes_fixes else []
        made: list[lsp.CodeAction] = []
        if _is_wanted(REWRITE, wanted):
            start, end = offset_of(text, given.range.start), offset_of(text, given.range.end)
            converted = convert_degrees(text.snapshot, start, end)
            if converted is not None:
                made.append(
                    lsp.CodeAction(
                        title=f"convert from degrees: write {converted[0]}",
                        kind=REWRITE,
                        edit=make_workspace_edit(server.texts, converted[1]),
                    )
                )
        made += [
            lsp.CodeAction(
                title=fix.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[make_diagnostic(server.texts, text, finding)],
                edit=make_workspace_edit(server.texts, fix.edits),
                is_preferred=fix.safe,
            )
            for finding, fix in fixes
        ]
        made += [
            lsp.CodeAction(
                title=f"do not report {finding.code} here",
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[make_diagnostic(server.texts, text, finding)],
                edit=make_workspace_edit(server.texts, [edit]),
            )
            for finding in (text.findings_on(first, last) if takes_fixes else ())
            if (edit := text.make_suppression(finding)) is not None
        ]
        # without a word on what is wanted editors ask at each move of the caret
        if fixes if wanted is None else _is_wanted(lsp.CodeActionKind.SourceFixAll, wanted):
            edits = text.fix_all()
            if edits:
                made.append(
                    lsp.CodeAction(
                        title="apply all safe fixes",
                        kind=lsp.CodeActionKind.SourceFixAll,
                        edit=make_workspace_edit(server.texts, edits),
                    )
                )
        return made


def _show_views(server: BodyplanServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def _add_lens(given: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        text = server.text_at(given.text_document.uri)
        markup = text.snapshot.markup
        place = lsp.Position(*text.lines.position(markup.starts[0] if markup.starts else 0))
        command = lsp.Command("show beside", server.texts.editor.view_command or VIEW, arguments=[text.uri])
        return [lsp.CodeLens(lsp.Range(place, place), command)]

    @server.command(VIEW)
    def _open_view(uri: str, is_shown: bool = True) -> str:
        return server.open_view(uri, is_shown=is_shown)

    @server.feature(lsp.SHUTDOWN)
    def _end(_: None) -> None:
        server.views.close_all()


def _is_wanted(kind: str, wanted: Sequence[str] | None) -> bool:
    """Whether actions of a kind are asked for, by its name, that of a kind that it is of, or none at all."""
    return wanted is None or any(not each or kind == each or kind.startswith(f"{each}.") for each in wanted)


def _walk(symbols: list[Symbol]) -> Iterator[Symbol]:
    for each in symbols:
        yield each
        yield from _walk(each.children)
