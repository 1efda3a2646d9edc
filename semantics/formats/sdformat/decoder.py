"""The tree of an SDFormat document to its typed root: version, schema checks, conversion to the newest version."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from ....runtime.decoder import DoesNotFit, NeedsTree
from ....runtime.element import Element
from ....runtime.field_tables import parts_of
from ....runtime.plain_element import PlainElement
from ...core.bindings import bindings_of
from ...core.parsed import ParsedDocument
from ...upgrade.attribute_rules import set_attributes
from ...upgrade.to_newest import applicable_steps, is_needed, upgrade
from ...upgrade.versions import detect_version, list_versions
from ..tree_decoder import decode_tree
from ..xacro import report_xacro

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.bindings import Bindings
    from ....runtime.decoder import Elsewhere
    from ....runtime.sink import Sink
    from ....runtime.source import Numbering, Source
    from ....sdformat.newest import Sdf
    from ...core.options import Options

MOST_PLACES = 1 << 10
"""Places in documents of which it is remembered which other version knows them."""


def decode(
    tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
) -> ParsedDocument[Sdf]:
    """See ``Format.decode``."""
    report_xacro(tree, source, sink, is_kept=place is None)
    version = detect_version(tree, sink, source=source)
    newest = bindings_of("sdformat", package=options.bindings)
    own = bindings_of("sdformat", version.read_as)
    root: Sdf
    elsewhere = partial(other_version, own.version)
    if own.version == newest.version:
        root = decode_tree(partial(newest.decode, elsewhere=elsewhere), tree, source, sink, place)
    elif place is None:
        root = _decode_older(tree, own, newest, source, sink, elsewhere)
    elif is_needed(own.version, source):
        raise NeedsTree
    else:
        root = decode_tree(
            partial(own.decode, into=newest, newest=newest, elsewhere=elsewhere), tree, source, sink, place
        )
        vars(root)["version"] = newest.version
    written = version.written if version.written is not None else ""
    return ParsedDocument(format="sdformat", version=written, read_as=own.version, root=root, source=source)


def _decode_older(
    tree: _Element, own: Bindings, newest: Bindings, source: Source, sink: Sink, elsewhere: Elsewhere
) -> Sdf:
    """The root of the newest version, after the checks of the document's own.

    Most documents of most versions can be read as the newest at once; what a conversion changes is read again.
    """
    # looking at all elements now keeps them for what comes after
    source.elements_in_use()
    is_plain = isinstance(tree, PlainElement)
    # only the newest version's own decoders know the tags of a user's extension
    if not newest.extensions:
        before = sink.mark()
        try:
            root: Sdf = own.decode(tree, sink, into=newest, newest=newest, elsewhere=elsewhere)
            vars(root)["version"] = newest.version
        except DoesNotFit:
            sink.forget(before)
        else:
            steps = applicable_steps(own.version, source)
            if steps:
                if is_plain:
                    raise NeedsTree
                if set_attributes(root, tree, steps, source, newest.context(sink, silent=True)):
                    return root
                return _TreeRefresher(upgrade(tree, own.version, source, sink), newest, sink).refresh_element(root)
            return root
    if is_plain:
        raise NeedsTree
    own.decode(tree, sink, newest=newest, elsewhere=elsewhere)
    upgrade(tree, own.version, source, sink)
    converted: Sdf = newest.decode(tree, sink, silent=True)
    return converted


def other_version(own: str, element: _Element, attribute: str | None) -> tuple[str, bool] | None:
    """See ``Elsewhere``; the tree is as ``own`` has it."""
    from ...upgrade.grammar import path_below_root  # only a document with faults needs it

    return _find_other_version(own, path_below_root(element), attribute)


@lru_cache(MOST_PLACES)
def _find_other_version(own: str, path: tuple[str, ...], attribute: str | None) -> tuple[str, bool] | None:
    """The same by the tags on the way to the element: what is at one place of a document is mostly at many like it."""
    from ...upgrade.grammar import grammar_of

    known = list_versions()
    at = known.index(own)
    for version in (*known[at + 1 :], *reversed(known[:at])):
        grammar = grammar_of(version).find(path)
        if grammar is not None and (attribute is None or attribute in grammar.attributes):
            return version, version in known[at:]
    return None


E = TypeVar("E", bound="Element")


class _TreeRefresher:
    """Reads again what was changed of a tree since a typed root was made of it, in place where that is possible.

    Attributes, texts or children of ``touched`` were changed; ``bindings`` are those of the classes of the root.
    """

    def __init__(self, touched: Iterable[_Element], bindings: Bindings, sink: Sink) -> None:
        self.touched = set(touched)
        self.bindings = bindings
        self.context = bindings.context(sink, silent=True)
        self.stale: dict[_Element, set[_Element]] = {}
        """Element to those of its children that were touched or hold what was."""
        for element in self.touched:
            child, parent = element, element.getparent()
            if parent in self.touched:
                continue  # all that is in it is read again
            while parent is not None:
                known = self.stale.setdefault(parent, set())
                if child in known:
                    break
                known.add(child)
                child, parent = parent, parent.getparent()

    def refresh_element(self, element: E) -> E:
        """What is in the place of a typed element now."""
        origin = element._origin
        if origin not in self.touched:
            stale = set(self.stale.get(origin, ()))
            fields, by_place = vars(element), parts_of(type(element)).by_place
            # where their names say; one that has another name now is looked for in all fields
            for child in tuple(stale):
                if child in stale and (part := by_place.get(str(child.tag))) is not None:
                    self._refresh_field(fields, part.field, stale)
            for name in tuple(fields) if stale else ():
                self._refresh_field(fields, name, stale)
            if not stale:
                return element
            # a child without an object of its own, such as a text
        made: E = self.bindings.decode_element(type(element).__name__, origin, self.context)
        return made

    def _refresh_field(self, fields: dict[str, Any], name: str, stale: set[_Element]) -> None:
        """Reads what is in a field again where it is made of stale children, and crosses these off."""
        value = fields.get(name)
        if isinstance(value, Element):
            if value._origin in stale:
                stale.discard(value._origin)
                fields[name] = self.refresh_element(value)
        elif type(value) is list:
            for index, item in enumerate(value):
                if isinstance(item, Element) and item._origin in stale:
                    stale.discard(item._origin)
                    value[index] = self.refresh_element(item)
