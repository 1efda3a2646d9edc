"""One version of a format as the rest of the library uses it: classes, decoders and encoders by name, loaded lazily."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .decoding import NO_PARTS, Context, DoesNotFit, Parts
from .encoding import Encoder
from .naming import function_name

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .diagnostics.sink import Sink
    from .element import Element
    from .lexical import Lexical
    from .source import Numbering


def load_class(package: str, module: str, name: str) -> Any:
    """An object of a module given relative to a package."""
    return getattr(importlib.import_module(module, package), name)


class Bindings:
    """The typed classes of one version with the functions that read and write them."""

    __slots__ = (
        "format",
        "version",
        "lexical",
        "types",
        "lookup",
        "extension",
        "_package",
        "_modules",
        "_root",
        "_decoders",
    )

    def __init__(
        self,
        *,
        format: str,
        version: str,
        package: str,
        modules: Mapping[str, str],
        root: tuple[str, str],
        lexical: Lexical,
        extension: tuple[str, str] | None = None,
    ) -> None:
        self.format = format
        self.version = version
        self.lexical = lexical
        self.extension = extension
        self.types: dict[str, type[Any]] = _Types(self)
        self.lookup: Parts = _Lookup(self)
        self._package = package
        self._modules = modules
        self._root = root
        self._decoders: dict[str, Callable[[_Element, Context], Any]] = {}

    def has(self, name: str) -> bool:
        """Whether this version has a class of that name."""
        return name in self._modules

    def load(self, name: str) -> type[Any]:
        """The class of that name."""
        cls: type[Any] = load_class(self._package, self._modules[name], name)
        return cls

    def code(self, name: str) -> Any:
        """The module with the decoder and encoder of a class."""
        return importlib.import_module(self._modules[name] + "_xml", self._package)

    def decode(
        self,
        root: _Element,
        sink: Sink,
        *,
        into: Bindings | None = None,
        newest: Bindings | None = None,
        silent: bool = False,
        name: str | None = None,
        place: Numbering | None = None,
    ) -> Any:
        """The typed root of a document of this version.

        Args:
            root: the XML root, or another element of the class ``name``.
            sink: receives the findings of families BP1 and BP2.
            into: make objects of this later version's classes instead.
            newest: what reads elements that only a later version has.
            name: class of ``root`` where that is not a document's.
            silent: whether to report nothing, but for what is wrong with the tags of the user's own extension.
            place: gives elements numbers, which typed objects know in their place; for a tree that is not kept.

        Raises:
            DoesNotFit: the document holds something that the classes of ``into`` have no place for.
            NeedsTree: there is a finding, whose place a tree that is not kept cannot tell.
        """
        context = self.context(sink, into=into, newest=newest, silent=silent, place=place)
        decode = self.decoder(name or self._root[0])
        if context.own is None:
            return decode(root, context)
        try:
            return decode(root, context)
        except AttributeError as error:
            # the later version's class has lost a field
            raise DoesNotFit(str(error)) from None

    def context(
        self,
        sink: Sink,
        *,
        into: Bindings | None = None,
        newest: Bindings | None = None,
        silent: bool = False,
        place: Numbering | None = None,
    ) -> Context:
        """What the decoders of this version share in one pass over a document; see ``decode``."""
        lookup = NO_PARTS if newest is None or newest is self else newest.lookup
        context = Context(
            sink,
            self.types,
            lookup,
            self.version,
            silent,
            fills_in=self.lexical.fills_in,
            trims=self.lexical.trims,
            reads_hexadecimal=self.lexical.reads_hexadecimal,
            by_prefix=self.lexical.by_prefix,
            later_types=self.types if newest is None else newest.types,
            extension=self.extension,
            place=place,
        )
        return context if into is None or into is self else context.making(into.types, self.lookup)

    def decoder(self, name: str) -> Callable[[_Element, Context], Any]:
        """The function that reads elements of the class of that name."""
        found = self._decoders.get(name)
        if found is None:
            found = self._decoders[name] = getattr(self.code(name), f"decode_{function_name(name)}")
        return found

    def encode(
        self,
        element: Element,
        *,
        tag: str | None = None,
        namespaces: Mapping[str | None, str] | None = None,
        names: Mapping[_Element, str] | None = None,
        anchors: Mapping[int, _Element] | None = None,
    ) -> str:
        """The XML text of a typed element of this version.

        Args:
            element: the element.
            tag: its name, where that is not the class's own.
            namespaces: prefix to namespace name, to be declared on the element.
            names: how elements were written whose names the reader changed (``Source.names``).
            anchors: by ``id`` of an element that is from another text, what it takes the place of.
        """
        name = type(element).__name__
        encoder = Encoder(namespaces or {}, names or {}, anchors)
        getattr(self.code(name), f"encode_{function_name(name)}")(element, tag or type(element).Meta.name, encoder)  # type: ignore[attr-defined]
        return encoder.result()


class _Types(dict[str, type[Any]]):
    """Class names to classes, loaded at first use."""

    def __init__(self, bindings: Bindings) -> None:
        super().__init__()
        self._bindings = bindings

    def __missing__(self, name: str) -> type[Any]:
        if not self._bindings.has(name):
            raise DoesNotFit(name)
        cls = self[name] = self._bindings.load(name)
        return cls


class _Lookup(Parts):
    """Class names to the table of their parts, loaded at first use."""

    def __init__(self, bindings: Bindings) -> None:
        super().__init__()
        self._bindings = bindings

    def __missing__(self, name: str) -> Mapping[str, Any]:
        if not self._bindings.has(name):
            return {}
        found: Mapping[str, Any] = self._bindings.code(name).lookup()[name]
        self[name] = found
        return found
