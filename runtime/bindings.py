"""One version of a format as the rest of the library uses it: classes, decoders and encoders by name, loaded lazily."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from enum import EnumMeta
from typing import TYPE_CHECKING, Any

from .decoder import NO_CLASSES, Context, DoesNotFit, PartsByClass
from .element import ElementType
from .field_tables import NO_PARTS, ClassParts, decoder_of, parts_of
from .names import function_name
from .patterns import compile_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .decoder import Elsewhere
    from .element import Element
    from .lexical import Lexical
    from .saving.origin_marks import Marks
    from .sink import Sink
    from .source import Numbering


_WORD = compile_pattern(r"[A-Z]\w*")


class Bindings:
    """The typed classes of one version with the functions that read and write them.

    Attributes:
        parts: how the parts of each class are read, by the class's name.
        classes: the classes by name; each is imported when it is looked up.
    """

    __slots__ = (
        "format",
        "version",
        "lexical",
        "parts",
        "extensions",
        "_package",
        "_root",
        "_others",
        "_names",
        "_types",
        "_decoders",
        "classes",
    )

    def __init__(
        self,
        *,
        format: str,
        version: str,
        package: str,
        root: tuple[str, str, str],
        lexical: Lexical,
        others: Mapping[str, str] | None = None,
        extensions: tuple[tuple[str, str, bool], ...] = (),
    ) -> None:
        """Loads nothing yet.

        Args:
            format: name of the format.
            version: the version.
            package: import path of the package whose names these are.
            root: module, class and tag of a document's root element.
            lexical: how texts of the format are taken.
            others: name to module of each class that is described but occurs in no document.
            extensions: of a user's: prefix and namespace, and whether the prefix is compared as it is written.
        """
        self.format = format
        self.version = version
        self.lexical = lexical
        self.extensions = extensions
        self.parts: PartsByClass = _LazyParts(self)
        self._package = package
        self._root = root
        self._others = others or {}
        self._names: dict[str, type[Any]] = {}
        self._types: dict[str, type[Any]] = {}
        self._decoders: dict[str, Callable[[_Element, Context], Any]] = {}
        self.classes: dict[str, type[Any]] = _LazyClasses(self, {root[1]: f"{package}{root[0]}"})

    @property
    def types(self) -> dict[str, type[Any]]:
        """The classes by name."""
        if not self._types:
            self._types = {name: cls for name, cls in self.names().items() if isinstance(cls, ElementType)}
        return self._types

    @property
    def root(self) -> type[Any]:
        """The class of a document's root element."""
        return self.types[self._root[1]]

    def names(self) -> Mapping[str, type[Any]]:
        """Every class and enumeration of the version by its name, in alphabetical order.

        They are all that can be reached from the root: what a class holds is in the annotations of its fields.
        """
        if not self._names:
            module, name, _ = self._root
            found: dict[str, type[Any]] = {}
            starts = {name: module, **self._others}
            ahead = [getattr(importlib.import_module(at, self._package), each) for each, at in starts.items()]
            while ahead:
                cls = ahead.pop()
                if found.setdefault(cls.__name__, cls) is cls and isinstance(cls, ElementType):
                    known = vars(sys.modules[cls.__module__])
                    named = [known.get(word) for word in _words_of(cls) - found.keys()]
                    ahead += [each for each in named if isinstance(each, (ElementType, EnumMeta))]
            self._names = dict(sorted(found.items()))
        return self._names

    def attribute(self, name: str) -> Any:
        """``__getattr__`` of the version's package: classes and enumerations are loaded when one is asked for."""
        if name == "__all__":
            return list(self.names())
        if name[:2] != "__" and name in self.names():
            value = vars(sys.modules[self._package])[name] = self.names()[name]
            return value
        raise AttributeError(f"module {self._package!r} has no attribute {name!r}")

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
        elsewhere: Elsewhere | None = None,
        inexact: set[_Element] | None = None,
    ) -> Any:
        """The typed root of a document of this version.

        Args:
            root: the XML root, or another element of the class ``name``.
            sink: receives the findings of families BP1 and BP2.
            into: make objects of this later version's classes instead.
            newest: what reads elements that only a later version has.
            name: class of ``root`` where that is not a document's.
            silent: whether to report nothing, but for what is wrong with the tags of the user's own extensions.
            place: gives elements numbers, which typed objects know in their place; for a tree that is not kept.
            elsewhere: names another version that knows what this one does not.
            inexact: takes the elements of which anything is said, or of which less is read than is written.

        Raises:
            DoesNotFit: the document holds something that the classes of ``into`` have no place for.
            NeedsTree: there is a finding whose place needs a tree, which was not kept.
        """
        context = self.context(
            sink, into=into, newest=newest, silent=silent, place=place, elsewhere=elsewhere, inexact=inexact
        )
        return self.decode_element(name or self._root[1], root, context)

    def decode_element(self, name: str, element: _Element, context: Context) -> Any:
        """The object of the class ``name`` for an element.

        Raises:
            DoesNotFit: see ``decode``.
            NeedsTree: see ``decode``.
        """
        try:
            made = self._decoder(name)(element, context)
        except KeyError as error:
            if context.own is None or error.args[0] in context.types:
                raise
            raise DoesNotFit(f"the later version has no class {error.args[0]!r}") from None
        context.finish()
        return made

    def context(
        self,
        sink: Sink,
        *,
        into: Bindings | None = None,
        newest: Bindings | None = None,
        silent: bool = False,
        place: Numbering | None = None,
        elsewhere: Elsewhere | None = None,
        inexact: set[_Element] | None = None,
    ) -> Context:
        """What the decoders of this version share in one pass over a document; see ``decode``."""
        is_own = into is None or into is self
        context = Context(
            sink,
            self,
            self.classes,
            newest=NO_CLASSES if newest is None or newest is self else newest.parts,
            later_types=None if newest is None else newest.classes,
            silent=silent,
            place=place,
            elsewhere=elsewhere,
            inexact=inexact,
        )
        return context if is_own or into is None else context.with_types(into.classes)

    def _decoder(self, name: str) -> Callable[[_Element, Context], Any]:
        found = self._decoders.get(name)
        if found is None:
            found = self._decoders[name] = self._find_decoder(name)
        return found

    def _find_decoder(self, name: str) -> Callable[[_Element, Context], Any]:
        module, root, _ = self._root
        if name != root:
            return decoder_of(self.classes[name])
        # the classes of the version are not needed where those of a later one are made
        decode: Callable[[_Element, Context], Any] = getattr(
            importlib.import_module(f"{module}_xml", self._package), f"decode_{function_name(root)}"
        )
        return decode

    def encode(
        self,
        element: Element,
        *,
        tag: str | None = None,
        namespaces: Mapping[str | None, str] | None = None,
        names: Mapping[_Element, str] | None = None,
        anchors: Mapping[int, _Element] | None = None,
        marks: Marks | None = None,
        prefix: str = "",
    ) -> str:
        """The XML text of a typed element of this version.

        Args:
            element: the element.
            tag: its name, where that is not the class's own.
            namespaces: prefix to namespace name, to be declared on the element.
            names: how elements were written whose names the reader changed (``Source.names``).
            anchors: by ``id`` of an element that is from another text, what it takes the place of.
            marks: which element of the text each was read from, to be written beside it.
            prefix: what names of everything inside are written with, and read without.
        """
        from .encoder import Encoder  # a check writes nothing

        encoder = Encoder(namespaces or {}, names or {}, anchors, marks, prefix)
        encoder.element(element, tag or type(element).Meta.name)  # type: ignore[attr-defined]
        return encoder.result()


class _LazyClasses(dict[str, type[Any]]):
    """Class names to classes of a version: most documents have elements of few.

    Args:
        bindings: of the version.
        homes: name of the root's class to its module.
    """

    def __init__(self, bindings: Bindings, homes: dict[str, str]) -> None:
        super().__init__()
        self._bindings = bindings
        self._homes = homes
        """By names that classes mention which were looked up already, the module in which they do."""

    def __missing__(self, name: str) -> type[Any]:
        home = self._homes.get(name)
        cls = None if home is None else getattr(importlib.import_module(home), name, None)
        if not isinstance(cls, ElementType):
            self.update(self._bindings.types)
            if name not in self:
                raise KeyError(name)
            return self[name]
        self[name] = cls
        for word in _words_of(cls):
            self._homes.setdefault(word, cls.__module__)
        return cls

    def values(self) -> Any:
        """All classes, which are imported."""
        self.update(self._bindings.types)
        return super().values()


def _words_of(cls: type[Any]) -> set[str]:
    """What may be names of classes in the annotations of a class."""
    return {word for hint in cls.__annotations__.values() for word in _WORD.findall(hint)}


class _LazyParts(PartsByClass):
    """Class names to the parts of the classes, loaded at first use."""

    def __init__(self, bindings: Bindings) -> None:
        super().__init__()
        self._bindings = bindings

    def __missing__(self, name: str) -> ClassParts:
        try:
            found = parts_of(self._bindings.classes[name])
        except KeyError:
            found = NO_PARTS
        self[name] = found
        return found
