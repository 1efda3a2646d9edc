"""A loaded document: its typed root, its findings, its scenes, and writing it back."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lxml import etree

from ..runtime.diagnostics.sink import Sink
from ..runtime.parsing import parse
from ..runtime.source import Source, literal_tag
from .document_state import copied, parsed_again, pickled
from .errors import LoadError
from .reading import Parsed, bindings_of, read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ..runtime.diagnostics.diagnostic import Diagnostic
    from .options import Options
    from .report import Report
    from .scene.scene import Scene


class Document:
    """One description of a robot or world.

    Attributes:
        path: where it was read from; None for a text.
        format: ``"sdformat"``, ``"urdf"``, ``"skel"`` or ``"dmd"`` (Drake's model directives).
        version: as written.
        root: typed root element in the format's newest version, before includes are expanded. It may be changed;
            ``dumps`` writes it as it is then.
        diagnostics: what was found while loading.
    """

    def __init__(self, parsed: Parsed, path: str | None, options: Options, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.path = path
        self.format = parsed.format
        self.version = parsed.version
        self.diagnostics = diagnostics
        self._parsed = parsed
        self._options = options
        self._scenes: tuple[Scene, ...] | None = None

    def __repr__(self) -> str:
        return f"<Document {self.path or 'from text'}: {self.format} {self.version}>"

    def __copy__(self) -> Document:
        """A document with the same root element."""
        return self._with(copied(self._parsed, None))

    def __deepcopy__(self, memo: dict[int, Any]) -> Document:
        """A document with elements of its own, which is written as this is."""
        twin = memo[id(self)] = self._with(copied(self._parsed, memo))
        return twin

    def _with(self, parsed: Parsed) -> Document:
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _parsed=parsed, _scenes=None)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in ("_parsed", "_scenes")}
        if "_parsed" in vars(self):
            state["_pickled"] = pickled(self._parsed)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _scenes=None)

    @cached_property
    def _parsed(self) -> Parsed:
        """What the text was read to; of a pickled document when it is first needed."""
        return parsed_again(vars(self)["_pickled"], self.format, self._options)

    @property
    def root(self) -> Any:
        """The typed root element."""
        # whoever has it may change it, and then it no longer means what it meant
        self._forget()
        return self._parsed.root

    @root.setter
    def root(self, root: Any) -> None:
        self._forget()
        self._parsed.root = root

    def _forget(self) -> None:
        if self._scenes is not None:
            for found in self._parsed.meaning or ():
                found.description.settle()  # a scene that somebody has stays as it is
        self._parsed.may_have_changed = True
        self._parsed.meaning = None
        self._scenes = None

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return all(diagnostic.severity != "error" for diagnostic in self.diagnostics)

    @property
    def scene(self) -> Scene:
        """What the document means; of its first world where there are several.

        Resolved on first use, and again on the first use after ``root`` was asked for, since it may have been changed.

        Raises:
            LoadError: the document has no meaning, because of errors that ``diagnostics`` names.
        """
        return self.scenes[0]

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """One scene for each world.

        Raises:
            LoadError: see ``scene``.
        """
        if self._scenes is None:
            from .resolving import resolve

            self._scenes = resolve(self._parsed, self._options)
        return self._scenes

    def check(self) -> Report:
        """Everything that is wrong with the document as it is now.

        Findings have the places of the text that the document was read from; those about what was added in Python, of
        what it was added to. Values that do not fit their fields are findings too, BP107 (not-allowed), and hide all
        others; so are parts that the document's version cannot say, which ``dumps`` leaves out.
        """
        from .rechecking import recheck

        return recheck(self._parsed, self._options, self.path, self.export)

    def dumps(self, *, expand: bool = False, version: str | None = None) -> str:
        """The document as XML text.

        Without arguments it is written in the version it was read in, with neither more nor less than was there plus
        what was changed. What an older version cannot say is left out; ``export`` tells what that was.

        Args:
            expand: put in what is included, in the newest version.
            version: write this version of the format.

        Raises:
            LoadError: an include cannot be resolved; or, for a document that was loaded strictly, the version cannot
                say everything.
            ValueError: documents are not written in that version; or a list was changed in place and holds what does
                not fit, which the message names with element and field.
        """
        text, losses = self.export(version, expand=expand)
        if losses and self._options.strict:
            raise LoadError(losses)
        return text

    def export(self, version: str | None = None, *, expand: bool = False) -> tuple[str, tuple[Diagnostic, ...]]:
        """The document as XML text, with a finding for everything that ``version`` cannot say; see ``dumps``.

        Raises:
            LoadError: an include cannot be resolved.
            ValueError: documents are not written in that version.
        """
        if expand:
            from .expanding import expansion

            found = expansion(self._parsed, self._options)
            return _write(found.root, version, self._parsed, self._options, found.anchors)
        return _write(self._parsed.root, version or self._parsed.read_as, self._parsed, self._options)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes ``dumps()`` to a file, in UTF-8.

        Raises:
            OSError: the file cannot be written.
        """
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.dumps())


def _write(
    root: Any, version: str | None, parsed: Parsed, options: Options, anchors: Mapping[int, _Element] | None = None
) -> tuple[str, tuple[Diagnostic, ...]]:
    if parsed.format == "dmd":
        return parsed.source.text, ()
    newest = bindings_of(parsed.format, package=options.bindings)
    target = version or newest.version
    if parsed.format != "sdformat" and target not in (parsed.read_as, newest.version):
        raise ValueError(f"documents of {parsed.format} are written in version {newest.version}, not {target!r}")
    namespaces, names = _namespaces(parsed.source), parsed.source.names
    if parsed.format != "sdformat" or target == newest.version:
        return _declared(newest.encode(root, namespaces=namespaces, names=names, anchors=anchors)), ()
    if target == parsed.read_as:
        unchanged = read(Source(parsed.source.name, parsed.source.data), Sink(), options)
        if unchanged is not None and unchanged.root == root:
            return _as_read(parsed, options), ()
    from .upgrade.downgrading import written_as

    sink = Sink(strict=options.strict)
    text = written_as(
        newest.encode(root, namespaces=namespaces, names=names, anchors=anchors), target, sink, name=parsed.source.name
    )
    return _declared(text), sink.finish()


def _as_read(parsed: Parsed, options: Options) -> str:
    """The document as it was read, through the classes of its own version."""
    source, sink = Source(parsed.source.name, parsed.source.data), Sink()
    tree = parse(source, sink, options.max_bytes)
    assert tree is not None, "it was read before"
    bindings = bindings_of(parsed.format, parsed.read_as)
    root = bindings.decode(tree, sink, newest=bindings_of(parsed.format, package=options.bindings))
    return _declared(bindings.encode(root, tag=literal_tag(tree), namespaces=_namespaces(source), names=source.names))


def _namespaces(source: Source) -> dict[str | None, str]:
    """Every prefix that the document declares anywhere."""
    found: dict[str | None, str] = {}
    if source.root is not None:
        found.update(source.root.nsmap)
        for element in source.root.iter(etree.Element):
            if element.prefix is not None and element.prefix not in found:
                found.update({prefix: uri for prefix, uri in element.nsmap.items() if prefix not in found})
    return found


def _declared(text: str) -> str:
    return f'<?xml version="1.0"?>\n{text}'
