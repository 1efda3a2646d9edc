"""Bytes to an XML tree, safely: no network, no external entities, bounded depth, bounded size."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml import etree

from .diagnostics import rules
from .source import Source

if TYPE_CHECKING:
    from lxml.etree import _Element, _LogEntry

    from .diagnostics.sink import Sink

MAX_BYTES = 1 << 29
"""Largest document that is read unless the caller says otherwise."""

MAX_DEPTH = 200
"""Deepest nesting of elements that is read; below what the interpreter's stack allows to decode."""

_PREFIX = "NS_ERR_UNDEFINED_NAMESPACE"
_HYPHEN = "ERR_HYPHEN_IN_COMMENT"
_LOOSE = {_PREFIX, _HYPHEN, "NS_ERR_QNAME", "ERR_DOCUMENT_END", "ERR_INVALID_CHAR"}
_COMMENT = re.compile(rb"<!\[CDATA\[.*?\]\]>|<!--.*?-->", re.DOTALL)


def parse(source: Source, sink: Sink, max_bytes: int = MAX_BYTES) -> _Element | None:
    """The root element of ``source``, None after a finding (BP002 to BP006, BP008).

    Undeclared prefixes and double hyphens in comments are accepted with a warning, as the readers of robot
    descriptions accept them. Comments and processing instructions are not kept. A default namespace is dropped: names
    are compared as written.
    """
    sink.add_source(source)
    if len(source.data) > max_bytes:
        sink.report(rules.FILE_TOO_LARGE, source=source, size=len(source.data), limit=max_bytes)
        return None
    parser = _parser(source, recover=False)
    try:
        root = etree.fromstring(_bytes(source.data), parser, base_url=source.key)
    except etree.XMLSyntaxError as error:
        hyphens = [entry for entry in parser.error_log if entry.type_name == _HYPHEN]
        loose = _parse_loosely(source, sink, hyphens) if hyphens or _is_loose(parser) else None
        if loose is None:
            _report_syntax(error, source, sink)
            return None
        root = loose
    if root.getroottree().docinfo.doctype and not _has_no_entities(root, source, sink):
        return None
    if not _is_shallow(root, source, sink):
        return None
    _drop_default_namespace(root)
    source.adopt(root)
    return root


def _bytes(data: bytes | str) -> bytes:
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


def _parser(source: Source, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        # a text was decoded already, whatever encoding it declares
        encoding="utf-8" if isinstance(source.data, str) else None,
        remove_comments=True,
        remove_pis=True,
        remove_blank_text=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        collect_ids=False,
        recover=recover,
    )


def _is_loose(parser: etree.XMLParser) -> bool:
    return all(entry.type_name in _LOOSE or entry.level_name == "WARNING" for entry in parser.error_log)


def without_hyphens(data: bytes | str) -> bytes | str:
    """The same text with the hyphens inside comments blanked out; nothing else moves.

    A comment ends at the first ``-->``, as ``<!-- x --->`` does. The parser would look for another end.
    """
    if isinstance(data, str):
        # one character in place of each, so that lines and columns stay
        return _blanked(data.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
    return _blanked(data)


def _blanked(data: bytes) -> bytes:
    def blank(match: re.Match[bytes]) -> bytes:
        found = match[0]
        return b"<!--" + found[4:-3].replace(b"-", b" ") + b"-->" if found.startswith(b"<!--") else found

    return _COMMENT.sub(blank, data)


def _parse_loosely(source: Source, sink: Sink, hyphens: list[_LogEntry]) -> _Element | None:
    parser = _parser(source, recover=True)
    data = without_hyphens(source.data) if hyphens else source.data
    root = etree.fromstring(_bytes(data), parser, base_url=source.key)
    if root is None or not _is_loose(parser):
        return None
    for entry in hyphens:
        reason = entry.message.partition(":")[0].strip()
        sink.report(rules.XML_LOOSE, source=source, line=entry.line, column=entry.column, reason=reason)
    prefixes: set[str] = set()
    for entry in parser.error_log:
        if entry.type_name == _PREFIX:
            prefix = entry.message.split()[2]
            if prefix not in prefixes:
                prefixes.add(prefix)
                sink.report(rules.UNDECLARED_PREFIX, source=source, line=entry.line, column=entry.column, prefix=prefix)
        elif entry.level_name != "WARNING":
            sink.report(
                rules.XML_LOOSE, source=source, line=entry.line, column=entry.column, reason=entry.message.strip()
            )
    return root


def _report_syntax(error: etree.XMLSyntaxError, source: Source, sink: Sink) -> None:
    line, column = error.position if error.position else (0, 0)
    reason = (error.msg or "no element found").split(", line ")[0].strip()
    if "depth in document" in reason:
        sink.report(rules.TOO_DEEP, source=source, line=line, column=column, limit=MAX_DEPTH)
    else:
        sink.report(rules.XML_SYNTAX, source=source, line=line or 1, column=max(column, 1), reason=reason)


def _has_no_entities(root: _Element, source: Source, sink: Sink) -> bool:
    ok = True
    for entity in root.iter(etree.Entity):
        ok = False
        sink.report(rules.ENTITY, source=source, line=entity.sourceline or 0, column=1, entity=str(entity.text))
    return ok


def _is_shallow(root: _Element, source: Source, sink: Sink) -> bool:
    depth = 0
    level: _Element | None = root
    # the deepest chain of first children is cheap to follow; the parser's own limit bounds everything else
    while level is not None and depth <= MAX_DEPTH:
        depth += 1
        level = level[0] if len(level) else None
    if depth > MAX_DEPTH:
        sink.report(rules.TOO_DEEP, source=source, line=1, column=1, limit=MAX_DEPTH)
        return False
    return True


def _drop_default_namespace(root: _Element) -> None:
    namespace = root.nsmap.get(None)
    if namespace is None:
        return
    start = f"{{{namespace}}}"
    for element in root.iter():
        tag = str(element.tag)
        if element.prefix is None and tag.startswith(start):
            element.tag = tag[len(start) :]
