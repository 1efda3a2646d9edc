"""A text to the typed root of its format's newest version: format, version, schema checks, conversion."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from lxml import etree

from ..runtime.bindings import Bindings
from ..runtime.decoding import DoesNotFit, NeedsTree
from ..runtime.diagnostics import rules, rules_versions
from ..runtime.diagnostics.sink import Sink
from ..runtime.parsing import parse
from ..runtime.source import LARGE, Source, literal_tag
from .refreshing import refreshed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lxml.etree import _Element

    from ..runtime.element import Element
    from ..runtime.source import Place
    from .options import Options
    from .scene.validate import Validated

FORMATS = {"sdf": "sdformat", "gazebo": "sdformat", "robot": "urdf", "skel": "skel"}
"""Root element to format."""

DIRECTIVES = (".yaml", ".yml")
"""Endings of files that are no XML but Drake model directives."""


@dataclass(slots=True, kw_only=True)
class Parsed:
    """A document that was read: its format, its version, its typed root of the newest version."""

    format: str
    version: str
    read_as: str
    root: Element
    source: Source
    may_have_changed: bool = False
    """Whether a program had the root in hands: then it may hold what the text does not."""
    meaning: tuple[Validated, ...] | None = None
    """What the root means, one for each world; None until it is worked out, or where the root may have changed since."""


def read(source: Source, sink: Sink, options: Options, *, format: str | None = None) -> Parsed | None:
    """Reads a text at the level of its schema.

    Reports families BP0, BP1, BP2 and BP8; None where there is nothing to go on with.
    """
    if format == "dmd" or (format is None and (source.name or "").endswith(DIRECTIVES)):
        return _read_dmd(source, sink)
    if LARGE < len(source.data) <= options.max_bytes and options.bindings is None and options.consumer is None:
        parsed = _read_growing(source, sink, options, format)
        if parsed is not None:
            return parsed
    tree = parse(source, sink, options.max_bytes)
    return None if tree is None else _read_tree(tree, source, sink, options, format)


def _read_growing(source: Source, sink: Sink, options: Options, format: str | None) -> Parsed | None:
    """A large document, read without keeping its tree; None where that does not do."""
    from ..runtime.growing import grow

    sink.add_source(source)
    tree: Any
    try:
        # what would be a finding asks for the tree first
        tree = grow(source)
        return _read_tree(tree, source, sink, options, format, place=source.numbering())
    except (etree.XMLSyntaxError, NeedsTree, DoesNotFit):
        return None


def _read_tree(
    tree: _Element, source: Source, sink: Sink, options: Options, format: str | None, place: Place | None = None
) -> Parsed | None:
    found = FORMATS.get(literal_tag(tree))
    if found is None:
        sink.report(rules.UNKNOWN_FORMAT, tree, tag=literal_tag(tree))
        return None
    if format not in (None, found):
        sink.report(rules.OTHER_FORMAT, tree, tag=literal_tag(tree), found=found, wanted=format)
        return None
    reader = {"sdformat": _read_sdformat, "urdf": _read_urdf, "skel": _read_skel}[found]
    return reader(tree, source, sink, options, place)


def bindings_of(format: str, version: str | None = None, package: Any = None) -> Bindings:
    """The bindings of a version of a format, of the newest one where none is given.

    A user's ``package`` holds the newest version of the formats that it extends; any other is our own.
    """
    if package is not None and importlib.util.find_spec(f"{package.__name__}.{format}") is not None:
        return _bindings_in(package.__name__, format, version)
    return _our_bindings(format, version)


@cache
def versions_of(format: str) -> Mapping[str, str]:
    """The versions of a format that are known, each with the name of its package."""
    known: Mapping[str, str] = importlib.import_module(f"{__name__.rsplit('.', 2)[0]}.{format}").VERSIONS
    return known


@cache
def _our_bindings(format: str, version: str | None) -> Bindings:
    return _bindings_in(__name__.rsplit(".", 2)[0], format, version)


def _bindings_in(home: str, format: str, version: str | None) -> Bindings:
    module = importlib.import_module(f"{home}.{format}")
    name = module.VERSIONS[version or module.NEWEST]
    bindings: Bindings = importlib.import_module(f"{module.__name__}.{name}").BINDINGS
    return bindings


def _decoded(decode: Callable[..., Any], tree: _Element, source: Source, sink: Sink, place: Place | None) -> Any:
    """The typed root of a tree; that of one that is not kept if there is ``place``."""
    if place is None:
        return decode(tree, sink)
    root = decode(tree, sink, place=place)
    source.numbered(partial(_decode_again, decode))
    return root


def _decode_again(decode: Callable[..., Any], source: Source, place: Place) -> None:
    """Makes a tree that was not kept, and calls ``place`` with the elements that have numbers."""
    sink = Sink()
    tree = parse(source, sink, len(source.data))
    decode(tree, sink, silent=True, place=place)


def _read_sdformat(tree: _Element, source: Source, sink: Sink, options: Options, place: Place | None) -> Parsed:
    from .upgrade.upgrading import is_needed, judge_version

    version = judge_version(tree, sink, source=source)
    newest = bindings_of("sdformat", package=options.bindings)
    own = bindings_of("sdformat", version.read_as)
    if own.version == newest.version:
        root = _decoded(newest.decode, tree, source, sink, place)
    elif place is None:
        root = _read_older(tree, own, newest, source, sink)
    elif is_needed(own.version, source):
        raise NeedsTree
    else:
        root = _decoded(partial(own.decode, into=newest, newest=newest), tree, source, sink, place)
        root.version = newest.version
    written = version.written if version.written is not None else ""
    return Parsed(format="sdformat", version=written, read_as=own.version, root=root, source=source)


def _read_older(tree: _Element, own: Bindings, newest: Bindings, source: Source, sink: Sink) -> Any:
    """The root of the newest version, after the checks of the document's own.

    Most documents of most versions can be read as the newest at once; what a conversion changes is read again.
    """
    from .upgrade.upgrading import is_needed, upgrade

    # looking at all elements now keeps them for what comes after
    source.elements_in_use()
    root: Any = None
    # only the newest version's own decoders know the tags of a user's extension
    if newest.extension is None:
        before = sink.mark()
        try:
            root = own.decode(tree, sink, into=newest, newest=newest)
            root.version = newest.version
        except DoesNotFit:
            sink.forget(before)
            root = None
    if root is None:
        own.decode(tree, sink, newest=newest)
        upgrade(tree, own.version, source, sink)
        return newest.decode(tree, sink, silent=True)
    if is_needed(own.version, source):
        return refreshed(root, upgrade(tree, own.version, source, sink), newest, sink)
    return root


def _read_urdf(tree: _Element, source: Source, sink: Sink, options: Options, place: Place | None) -> Parsed:
    written = tree.get("version")
    known = versions_of("urdf")
    version = (written or "1.0").strip()
    if version not in known:
        sink.report(
            rules_versions.VERSION_UNKNOWN,
            tree,
            attribute="version",
            format="URDF",
            written=written,
            read_as=max(known),
            known=", ".join(known),
        )
        version = max(known)
    newest = bindings_of("urdf", package=options.bindings)
    own = bindings_of("urdf", version)
    if newest.extension is None:
        root = _decoded(partial(own.decode, into=newest, newest=newest), tree, source, sink, place)
    else:
        own.decode(tree, sink, newest=newest)
        root = newest.decode(tree, sink, silent=True)
    return Parsed(format="urdf", version=written or "1.0", read_as=version, root=root, source=source)


def _read_skel(tree: _Element, source: Source, sink: Sink, options: Options, place: Place | None) -> Parsed:
    bindings = bindings_of("skel", package=options.bindings)
    root = _decoded(bindings.decode, tree, source, sink, place)
    return Parsed(
        format="skel",
        version=tree.get("version") or bindings.version,
        read_as=bindings.version,
        root=root,
        source=source,
    )


def _read_dmd(source: Source, sink: Sink) -> Parsed | None:
    from .formats.dmd.loading import read_directives
    from .formats.dmd.yaml_tree import YamlSource

    placed = YamlSource(source.name, source.data)
    directives: Any = read_directives(placed, sink)
    if directives is None:
        return None
    return Parsed(format="dmd", version="", read_as="", root=directives, source=placed)
