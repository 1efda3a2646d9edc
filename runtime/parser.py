"""Bytes to an XML tree, safely: no network, no external entities, bounded depth, bounded size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from ..diagnostics import rules
from ..diagnostics.file_kinds import kind_of
from .attribute_counts import MAX_ATTRIBUTES, element_with_too_many, may_be_too_many
from .budget import MAX_BYTES
from .forbidden_xml import RewrittenXml, blank_comments, has_document_type, without_declarations
from .source import Source, literal_tag
from .xml_faults import report_xml_fault

if TYPE_CHECKING:
    from lxml.etree import _Element, _LogEntry

    from ..diagnostics.rule import Severity
    from .sink import Sink

MAX_DEPTH = 200
"""Deepest nesting of elements that is read; below what the interpreter's stack allows to decode."""

_PREFIX = "NS_ERR_UNDEFINED_NAMESPACE"
_HYPHEN = "ERR_HYPHEN_IN_COMMENT"
_VERSION = "ERR_UNKNOWN_VERSION"
"""A made-up version of XML, as Bullet's models declare; no reader of robots looks at it."""
_LOOSE = {_PREFIX, "NS_ERR_QNAME", "ERR_DOCUMENT_END", "WAR_NS_URI"}


def parse(source: Source, sink: Sink, max_bytes: int = MAX_BYTES) -> _Element | None:
    """The root element of ``source``, None after a finding (BP002, BP003, BP006, BP008, BP016).

    What the readers of robot descriptions accept is accepted with a warning: undeclared prefixes, what XML forbids in
    comments, texts and declarations, references to entities, which stay as they are written. Comments, processing
    instructions and the document type are not kept. A default namespace is dropped: names are compared as written.
    """
    sink.add_source(source)
    if len(source.data) > max_bytes:
        sink.report(rules.FILE_TOO_LARGE, source=source, size=len(source.data), limit=max_bytes)
        return None
    data = _bytes(source.data)
    root = _parse_document(data, source, sink)
    if root is None or not _has_no_entities(root, source, sink) or not _is_shallow(root, source, sink):
        return None
    _drop_default_namespace(root)
    source.adopt(root)
    return root if _has_few_attributes(root, source, sink) else None


def _bytes(data: bytes | str) -> bytes:
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


def parser_options(source: Source, recover: bool) -> dict[str, Any]:
    """How every parser of a document is to be made."""
    return {
        # a text was decoded already, whatever encoding it declares
        "encoding": "utf-8" if isinstance(source.data, str) else None,
        "remove_comments": True,
        "remove_pis": True,
        "remove_blank_text": True,
        "resolve_entities": False,
        "no_network": True,
        "load_dtd": False,
        "collect_ids": False,
        "recover": recover,
    }


def _parser(source: Source, recover: bool) -> etree.XMLParser:
    parser: etree.XMLParser = etree.XMLParser(**parser_options(source, recover))
    return parser


def _parse_document(data: bytes, source: Source, sink: Sink) -> _Element | None:
    return _parse_loosely(data, source, sink) if has_document_type(data) else _parse_strictly(data, source, sink)


def _parse_strictly(data: bytes, source: Source, sink: Sink) -> _Element | None:
    parser = _parser(source, recover=False)
    try:
        return etree.fromstring(data, parser, base_url=source.key)
    except etree.XMLSyntaxError:
        hyphens = [entry for entry in parser.error_log if entry.type_name == _HYPHEN]
        if hyphens or all(map(_is_loose, parser.error_log)):
            # what most documents have that are not strict takes no further looks at the text
            root, log = _parse_recovering(blank_comments(data) if hyphens else data, source)
            if root is not None and all(map(_is_loose, log)):
                for entry in hyphens:
                    _report_odd(entry.line, entry.column, entry.message.partition(":")[0].strip(), source, sink)
                _report_loose(log, source, sink)
                return root
        return _parse_loosely(data, source, sink)


def _parse_loosely(data: bytes, source: Source, sink: Sink) -> _Element | None:
    """The root of a document without its document type, and with what XML forbids in it taken as it is meant."""
    document = RewrittenXml(data)
    checked = document.to_checkable()
    root, log = _parse_recovering(checked, source)
    fault = next((entry for entry in log if not _is_loose(entry)), None)
    if fault is not None and (undeclared := without_declarations(data, fault.line, fault.column)) is not None:
        _report_odd(
            fault.line, fault.column, fault.message.strip(), source, sink, is_harmless=fault.type_name == _VERSION
        )
        return _parse_document(undeclared, source, sink)
    meant = document.to_corrected()
    if root is not None and fault is None and meant != checked:
        # a literal ampersand cannot be part of a name
        root, spoilt = _parse_recovering(meant, source)
        fault = next((entry for entry in spoilt if not _is_loose(entry)), None)
    if root is None or fault is not None:
        _report_syntax(fault, source, sink)
        return None
    for oddity in document.oddities():
        if oddity.entity is not None:
            sink.report(rules.ENTITY, source=source, line=oddity.line, column=oddity.column, entity=oddity.entity)
        else:
            _report_odd(oddity.line, oddity.column, oddity.reason, source, sink)
    _report_loose(log, source, sink)
    return root


def _parse_recovering(data: bytes, source: Source) -> tuple[_Element | None, list[_LogEntry]]:
    """The root of a document, as far as the parser gets one, and what is wrong with it."""
    parser = _parser(source, recover=True)
    try:
        root = etree.fromstring(data, parser, base_url=source.key)
    except etree.XMLSyntaxError:  # there is nothing to recover
        return None, list(parser.error_log)
    return root, list(parser.error_log)


def _is_loose(entry: _LogEntry) -> bool:
    return entry.type_name in _LOOSE or entry.level_name == "WARNING"


def _report_odd(line: int, column: int, reason: str, source: Source, sink: Sink, *, is_harmless: bool = False) -> None:
    severity: Severity | None = "note" if is_harmless and not sink.strict else None
    sink.report(rules.XML_LOOSE, source=source, line=line, column=column, reason=reason, severity=severity)


def _report_loose(log: list[_LogEntry], source: Source, sink: Sink) -> None:
    prefixes: set[str] = set()
    for entry in log:
        if entry.type_name == _PREFIX:
            prefix = entry.message.split()[2]
            if prefix not in prefixes:
                prefixes.add(prefix)
                sink.report(rules.UNDECLARED_PREFIX, source=source, line=entry.line, column=entry.column, prefix=prefix)
        elif entry.level_name != "WARNING":
            _report_odd(entry.line, entry.column, entry.message.strip(), source, sink)


def correct_xml(data: bytes | str) -> bytes | str:
    """The same text with what XML forbids rewritten as it is read; every line keeps its number.

    A comment ends at the first ``-->``, as ``<!-- x --->`` does, where the parser would look for another end.
    """
    meant = RewrittenXml(_bytes(data)).to_corrected()
    return meant.decode("utf-8", "surrogatepass") if isinstance(data, str) else meant


def _report_syntax(fault: _LogEntry | None, source: Source, sink: Sink) -> None:
    line, column, reason = (fault.line, fault.column, fault.message.strip()) if fault is not None else (0, 0, "")
    if "depth in document" in reason:
        sink.report(rules.TOO_DEEP, source=source, line=line, column=column, limit=MAX_DEPTH)
    else:
        reason = reason or "no element found"
        kind = kind_of(source.data)
        told: dict[str, Any] = {} if kind is None else {"kind": kind}
        report_xml_fault(sink, source, line, column, reason, **told)


def _has_no_entities(root: _Element, source: Source, sink: Sink) -> bool:
    """Refuses entities of a document type in an encoding that nothing but the parser can read."""
    document = root.getroottree().docinfo
    if not document.doctype or document.internalDTD is None:
        return True
    ok = True
    for entity in document.internalDTD.iterentities():
        ok = False
        sink.report(rules.ENTITY, source=source, line=1, column=1, severity="error", entity=f"&{entity.name};")
    return ok


def _is_shallow(root: _Element, source: Source, sink: Sink) -> bool:
    if depth_of_first(root) > MAX_DEPTH:
        sink.report(rules.TOO_DEEP, source=source, line=1, column=1, limit=MAX_DEPTH)
        return False
    return True


def _has_few_attributes(root: _Element, source: Source, sink: Sink) -> bool:
    found = element_with_too_many(root) if may_be_too_many(source.data, source.encoding) else None
    if found is not None:
        sink.report(rules.TOO_MANY_ATTRIBUTES, found, tag=literal_tag(found), limit=MAX_ATTRIBUTES)
    return found is None


def depth_of_first(element: _Element) -> int:
    """How deep the first children of first children go, at most one more than is read.

    That is cheap to find out; the parser's own limit bounds everything else.
    """
    depth = 0
    level: _Element | None = element
    while level is not None and depth <= MAX_DEPTH:
        depth += 1
        level = level[0] if len(level) else None
    return depth


def _drop_default_namespace(root: _Element) -> None:
    namespace = root.nsmap.get(None)
    if namespace is None:
        return
    start = f"{{{namespace}}}"
    for element in root.iter():
        tag = str(element.tag)
        if element.prefix is None and tag.startswith(start):
            element.tag = tag[len(start) :]
