"""SDFormat documents as text, in their own version or another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import is_written
from ....runtime.parser import parse
from ....runtime.saving.older_classes import is_equivalent
from ....runtime.sink import Sink
from ....runtime.source import Source, literal_tag
from ...core.bindings import bindings_of
from ..writer import add_declaration, in_version, namespaces_in, newest_version, refusal
from .decoder import decode

__all__ = ["newest_version", "reads_alike", "refusal", "make_reparser", "write", "write_as_read"]

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from ....diagnostics.diagnostic import Diagnostic
    from ....runtime.element import Element
    from ....runtime.saving.origin_marks import Marks
    from ....sdformat.newest import Sdf
    from ...core.options import Options
    from ...core.parsed import ExpandedDocument, ParsedDocument
    from ...upgrade.target_version import NewerTags


def write(
    parsed: ParsedDocument[Sdf],
    options: Options,
    version: str | None,
    expanded: ExpandedDocument | None,
    marks: Marks | None = None,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.write``."""
    root, anchors = (parsed.root, None) if expanded is None else (expanded.root, expanded.anchors)
    newest = bindings_of("sdformat", package=options.bindings)
    source = parsed.source
    if marks is None and version is not None and version == parsed.read_as != newest.version:
        tree, read_again, sink = _parsed_again(parsed, options)
        if decode(tree, read_again, sink, options, None).root == root:
            return write_as_read(parsed, options), ()
    namespaces = namespaces_in(source)
    if root._origin is None and not is_written(root, "version"):  # a root that was made in Python
        root = root.__replace__(version=newest.version)
    text = newest.encode(root, namespaces=namespaces, names=source.names, anchors=anchors, marks=marks)
    # what is included is of the newest version by now
    meant = parsed.read_as if expanded is None else newest.version
    words: NewerTags = frozenset()
    if marks is not None and version == parsed.read_as != newest.version:
        from ...upgrade.target_version import find_newer_tags

        words = find_newer_tags(_parsed_again(parsed, options)[0], parsed.read_as)
    has_marks = marks is not None
    return in_version(text, newest.version, version, meant, parsed, options, words=words, has_marks=has_marks)


def _parsed_again(parsed: ParsedDocument[Sdf], options: Options) -> tuple[_Element, Source, Sink]:
    """The tree of a document as it was written, before any conversion, its source, and a sink that knows both."""
    source, sink = Source(parsed.source.name, parsed.source.data), Sink()
    tree = parse(source, sink, options.max_bytes)
    assert tree is not None, "it was read before"
    return tree, source, sink


def write_as_read(parsed: ParsedDocument[Sdf], options: Options, marks: Marks | None = None) -> str:
    """See ``Format.write_as_read``: the classes are those of the document's own version."""
    tree, source, sink = _parsed_again(parsed, options)
    bindings = bindings_of("sdformat", parsed.read_as)
    root = bindings.decode(tree, sink, newest=bindings_of("sdformat", package=options.bindings))
    text = bindings.encode(
        root,
        tag=literal_tag(tree),
        namespaces=namespaces_in(source),
        names=source.names,
        marks=None if marks is None else marks.of(source),
    )
    return add_declaration(text)


def make_reparser(
    parsed: ParsedDocument[Sdf], options: Options, changed: list[Element]
) -> Callable[[Element, Any], Element] | None:
    """See ``Format.make_reparser``: a document that was converted has to be converted back as a whole."""
    newest = bindings_of("sdformat", package=options.bindings)
    own = newest if parsed.read_as == newest.version else bindings_of("sdformat", parsed.read_as)
    is_converted = parsed.source.is_converted or parsed.source.has_new_values
    if own is not newest and (is_converted or not all(is_equivalent(each, own) for each in changed)):
        return None
    context = own.context(Sink(), into=newest, newest=newest, silent=True)
    later = newest.context(Sink(), silent=True)

    def reparse_element(element: Element, there: Any) -> Element:
        name = type(element).__name__
        if name not in own.types:
            return newest.decode_element(name, there, later)  # type: ignore[no-any-return]
        made: Element = own.decode_element(name, there, context)
        if type(made).__name__ == "Sdf":
            vars(made)["version"] = newest.version
        return made

    return reparse_element


def reads_alike(parsed: ParsedDocument[Sdf], options: Options, text: str) -> bool:
    """See ``Format.reads_alike``: it does where no conversion rule applies to the text."""
    from ...upgrade.to_newest import is_needed, upgrade

    source = Source(parsed.source.name, text)
    if parsed.read_as == newest_version("sdformat") or not is_needed(parsed.read_as, source):
        return True
    sink = Sink()
    tree = parse(source, sink, len(text) * 4)
    return tree is not None and not upgrade(tree, parsed.read_as, source, sink)
