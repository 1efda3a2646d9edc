"""Our answers as the protocol has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from lsprotocol.converters import get_converter

from ...diagnostics.rule import address_of
from .positions import LineIndex
from .semantic_tokens import MODIFIERS, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cattrs import Converter

    from ...diagnostics.diagnostic import Diagnostic
    from ...diagnostics.fix import Edit
    from ...semantics.core.location import Location
    from .completion_items import Completion
    from .open_texts import OpenText, OpenTexts
    from .positions import TextRange
    from .semantic_tokens import NameToken
    from .symbols import Symbol

SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
COMPLETION_KINDS = {
    "element": lsp.CompletionItemKind.Class,
    "attribute": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.EnumMember,
    "name": lsp.CompletionItemKind.Reference,
    "file": lsp.CompletionItemKind.File,
}
SYMBOL_KINDS = {
    "robot": lsp.SymbolKind.Module,
    "world": lsp.SymbolKind.Namespace,
    "model": lsp.SymbolKind.Module,
    "link": lsp.SymbolKind.Class,
    "body": lsp.SymbolKind.Class,
    "joint": lsp.SymbolKind.Interface,
    "material": lsp.SymbolKind.Constant,
    "plugin": lsp.SymbolKind.Package,
    "include": lsp.SymbolKind.Package,
    "sensor": lsp.SymbolKind.Event,
    "xacro:macro": lsp.SymbolKind.Function,
    "xacro:property": lsp.SymbolKind.Variable,
    "xacro:arg": lsp.SymbolKind.Variable,
}


def make_range(lines: LineIndex, start: int, end: int) -> lsp.Range:
    """A stretch of a text."""
    return lsp.Range(lsp.Position(*lines.position(start)), lsp.Position(*lines.position(max(start, end))))


def range_of(text: OpenText, place: TextRange) -> lsp.Range:
    """The same of a text that is open."""
    return make_range(text.lines, place.start, place.end)


def offset_of(text: OpenText, position: lsp.Position) -> int:
    """Where the editor's caret is."""
    return text.lines.offset(position.line, position.character)


def make_location(texts: OpenTexts, place: Location) -> lsp.Location | None:
    """A place in a file; None where the file cannot be read any more."""
    if place.file is None:
        return None
    known = texts.text_of(place.file)
    if known is None:
        return None
    lines = known.lines
    start = lines.offset_of(place.line, place.column)
    return lsp.Location(known.uri, make_range(lines, start, lines.offset_of(place.end_line, place.end_column)))


def make_diagnostic(texts: OpenTexts, text: OpenText, finding: Diagnostic) -> lsp.Diagnostic:
    """A finding; one about a file that the text includes is at the beginning, and leads there."""
    is_here = finding.file == text.path
    message = finding.message if finding.hint is None else f"{finding.message}; {finding.hint}"
    related = []
    others = [(each.message, each) for each in finding.related]
    if not is_here and finding.file is not None:
        message = f"{finding.file}:{finding.line}: {message}"
        others.insert(0, (finding.message, finding))  # type: ignore[arg-type]  # it has a place as they have
    for words, place in others:
        there = _location_of(texts, place)
        if there is not None:
            related.append(lsp.DiagnosticRelatedInformation(there, words))
    start = text.lines.offset_of(finding.line, finding.column) if is_here else 0
    end = start
    if is_here and finding.end_line is not None and finding.end_column is not None:
        end = text.lines.offset_of(finding.end_line, finding.end_column)
    elif is_here:
        end = start + len(text.text[start:].partition("\n")[0].rstrip("\r"))
    tags = []
    if "deprecated" in finding.name:
        tags.append(lsp.DiagnosticTag.Deprecated)
    if "unused" in finding.name:
        tags.append(lsp.DiagnosticTag.Unnecessary)
    return lsp.Diagnostic(
        range=make_range(text.lines, start, end),
        message=message,
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        code_description=lsp.CodeDescription(address_of(finding.code, finding.name)),
        source="bodyplan",
        tags=tags or None,
        related_information=related or None,
    )


def _location_of(texts: OpenTexts, place: object) -> lsp.Location | None:
    from ...semantics.core.location import Location

    file, line, column = getattr(place, "file", None), getattr(place, "line", 0), getattr(place, "column", 0)
    if file is None or not line:
        return None
    end_line, end_column = getattr(place, "end_line", None) or line, getattr(place, "end_column", None) or column
    return make_location(texts, Location(file, line, column, end_line, end_column))


def make_completion(
    text: OpenText, item: Completion, number: int, describe: str, *, supports_snippets: bool
) -> lsp.CompletionItem:
    """Something that may be written; ``supports_snippets``: the editor puts the caret where ``$0`` is."""
    term = item.term
    written = item.text.replace("$0", "", 1)
    if supports_snippets:
        written = item.text.replace("\\", "\\\\").replace("}", "\\}").replace("$", "\\$").replace("\\$0", "$0")
    return lsp.CompletionItem(
        label=item.label,
        kind=COMPLETION_KINDS[item.kind],
        detail=item.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, describe) if describe else None,
        tags=[lsp.CompletionItemTag.Deprecated] if term is not None and term.deprecated is not None else None,
        sort_text=f"{number:05}",
        filter_text=f"<{item.label}" if text.text.startswith("<", item.range.start) else item.label,
        text_edit=lsp.TextEdit(range_of(text, item.range), written),
        insert_text_format=lsp.InsertTextFormat.Snippet if supports_snippets else lsp.InsertTextFormat.PlainText,
    )


class Ready(list[Any]):
    """An answer of many parts that is as the protocol writes it, since objects of each would take longer than all else."""


def make_converter() -> Converter:
    """What makes JSON of answers."""
    converter = get_converter()
    converter.register_unstructure_hook(Ready, lambda answer: answer)
    return converter


def make_outline(text: OpenText, symbols: Iterable[Symbol]) -> Ready:
    """Elements as an outline has them."""
    return Ready(_make_symbol(text.lines, each) for each in symbols)


def _make_symbol(lines: LineIndex, symbol: Symbol) -> dict[str, Any]:
    return {
        "name": symbol.name,
        "detail": symbol.kind,
        "kind": kind_of_symbol(symbol).value,
        "range": _write_range(lines, symbol.range),
        "selectionRange": _write_range(lines, symbol.name_range),
        "children": [_make_symbol(lines, each) for each in symbol.children],
    }


def _write_range(lines: LineIndex, place: TextRange) -> dict[str, Any]:
    line, column = lines.position(place.start)
    end_line, end_column = lines.position(max(place))
    return {"start": {"line": line, "character": column}, "end": {"line": end_line, "character": end_column}}


def kind_of_symbol(symbol: Symbol) -> lsp.SymbolKind:
    """What an editor shows an element as."""
    return SYMBOL_KINDS.get(symbol.kind, lsp.SymbolKind.Object)


def make_text_edits(lines: LineIndex, edits: Iterable[Edit]) -> list[lsp.TextEdit]:
    """Edits of one text."""
    return [
        lsp.TextEdit(
            make_range(
                lines,
                lines.offset_of(each.line, each.column),
                lines.offset_of(each.end_line, each.end_column),
            ),
            each.text,
        )
        for each in edits
    ]


def make_workspace_edit(texts: OpenTexts, edits: Iterable[Edit]) -> lsp.WorkspaceEdit:
    """Edits of texts, open or not, by their URIs."""
    by_file: dict[str, list[Edit]] = {}
    for each in edits:
        by_file.setdefault(each.file, []).append(each)
    changes = {}
    for file, own in by_file.items():
        known = texts.text_of(file)
        if known is not None:
            changes[known.uri] = make_text_edits(known.lines, own)
    return lsp.WorkspaceEdit(changes=changes)


def make_tokens(text: OpenText, tokens: Iterable[NameToken]) -> lsp.SemanticTokens:
    """Names, each as it is from the one before."""
    data: list[int] = []
    line_before = column_before = 0
    for each in tokens:
        line, column = text.lines.position(each.range.start)
        _, end = text.lines.position(each.range.end)
        start = column - column_before if line == line_before else column
        modifiers = 1 << MODIFIERS.index("declaration") if each.is_declaration else 0
        data += (line - line_before, start, end - column, TYPES.index(each.type), modifiers)
        line_before, column_before = line, column
    return lsp.SemanticTokens(data)
