"""A loaded document: its typed root, its findings, its scenes, and writing it back."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, cast

from ...diagnostics.errors import ExpansionError, LoadError
from ...diagnostics.records import replace
from ...runtime.lazy_finding import LoadFindings
from ..core.handles import register_document
from ..formats.registry import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import TypeVar

    from ...diagnostics.diagnostic import Diagnostic
    from ...mjcf.newest import Mujoco
    from ...runtime.source import Source
    from ...sdformat.newest import Sdf
    from ...skel.newest import Skel
    from ...urdf.newest import Robot
    from ..checks.plausible.comparison import LinkInertia
    from ..core.handles import DocumentHandle
    from ..core.options import Format, Options
    from ..core.parsed import ParsedDocument
    from ..core.report import Report
    from ..formats.dmd.directives import Directives
    from ..scene.scene import Scene
    from ..scene.validation import ValidatedWorld

    RootT = TypeVar("RootT")
    RootT_co = TypeVar("RootT_co", covariant=True, default=Sdf | Robot | Skel | Mujoco | Directives)
else:
    from typing import TypeVar

    RootT_co = TypeVar("RootT_co", covariant=True)


class Document(Generic[RootT_co]):
    """One description of a robot or world.

    ``Document[sdformat.Sdf]`` is one of SDFormat, ``Document`` one of any of our formats.

    Attributes:
        path: where it was read from; None for a text.
        format: ``"sdformat"``, ``"urdf"``, ``"skel"``, ``"mjcf"`` or ``"dmd"`` (Drake's model directives).
        version: as written.
        root: typed root element in the format's newest version, before includes are expanded. It may be changed;
            ``dumps`` writes it as it is then.
        diagnostics: what was found while loading.

    Example:
        >>> doc = bodyplan.load("examples/arm.sdf")
        >>> doc.ok, doc.root.model.name, sorted(doc.scene.joints)
        (True, 'arm', ['arm::elbow', 'arm::left_slide', 'arm::right_slide', 'arm::shoulder'])
    """

    def __init__(
        self,
        parsed: ParsedDocument[RootT_co],
        path: str | None,
        options: Options,
        diagnostics: LoadFindings | tuple[Diagnostic, ...],
    ) -> None:
        self.path = path
        self.format = cast("Format", parsed.format)
        self.version = parsed.version
        self._found = diagnostics
        self._parsed_document = parsed
        self._options = options
        self._scenes: tuple[Scene, ...] | None = None

    def __repr__(self) -> str:
        return f"<Document {self.path or 'from text'}: {self.format} {self.version}>"

    def _repr_html_(self) -> str:
        from importlib import import_module

        drawn = import_module("...view.page", __name__)  # by name, for it stands above this
        framed: str = drawn.wrap_in_frame(drawn.page_of_document(self, drawn.IN_NOTEBOOK))
        return framed

    def __copy__(self) -> Document[RootT_co]:
        """A document with the same root element."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _parsed_document=replace(self._parsed_document, meaning=None), _scenes=None)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Document[RootT_co]:
        """A document with elements of its own, which is written as this is."""
        from copy import copy, deepcopy  # seldom asked for

        twin = memo[id(self)] = copy(self)  # nothing changes the text and its tree, which both have
        twin._parsed_document.root = deepcopy(twin._parsed_document.root, memo)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in ("_parsed_document", "_scenes")}
        state["_found"] = self.diagnostics
        if "_parsed_document" in vars(self):
            from .pickling import pack_document  # with pickle, which few need

            state["_pickled"] = pack_document(self._parsed_document)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _scenes=None)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was found while loading."""
        return tuple(self._found)

    @cached_property
    def _parsed_document(self) -> ParsedDocument[RootT_co]:
        """What the text was read to; of a pickled document when it is first needed."""
        from .pickling import unpack_document

        return unpack_document(vars(self)["_pickled"], self.format, self._options)

    @property
    def root(self) -> RootT_co:
        """The typed root element."""
        # a program that has it may change it, and then it no longer means what it meant
        self._forget()
        return self._parsed_document.root

    @root.setter
    def root(self, root: RootT_co) -> None:  # type: ignore[misc]  # a Document[Sdf] passes for a Document to be read
        self._forget()
        self._parsed_document.root = root

    def _forget(self) -> None:
        if self._scenes is not None:
            for found in self._parsed_document.meaning or ():
                found.description.detach()  # a scene that was handed out stays as it is
        prepare_changes(self)
        self._parsed_document.meaning = None
        self._scenes = None

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        found = self._found
        return found.ok if isinstance(found, LoadFindings) else all(each.severity != "error" for each in found)

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
            from .analysis import resolve

            self._scenes = resolve(self._parsed_document, self._options)
            meanings = self._parsed_document.meaning or ()
            read = [source for each in meanings for source in each.description.sources]
            register_document(self, self._parsed_document, read)  # scenes hold elements, of included documents too
        return self._scenes

    def inertia(self) -> tuple[LinkInertia, ...]:
        """Mass, centre of mass and principal moments of each link, beside those of its shapes filled evenly with its mass.

        Of the first world where there are several. Meshes take the extra ``trimesh``.

        Raises:
            LoadError: see ``scene``.

        Example:
            >>> base, *_ = bodyplan.load("examples/arm.urdf").inertia()
            >>> base.link, base.mass, base.shapes.source, round(base.shapes.density)
            ('arm::base', 4.0, 'visuals', 424)
        """
        from ..checks.plausible.comparison import compare_inertia
        from ..scene.scene import get_world

        return compare_inertia(get_world(self.scene), self._options.files)

    def check(self) -> Report:
        """Everything that is wrong with the document as it is now.

        Findings have the places of the text as ``save`` would write it. Values that do not fit their fields are findings
        too, BP112 (does-not-fit), at the places of the text that was read, and hide all others; so are parts that the
        document's version cannot say, which ``dumps`` leaves out.

        Example:
            >>> doc = bodyplan.load("examples/arm.urdf")
            >>> doc.root.joint[0].child.link = "fore_arm"
            >>> doc.check().ok
            False
        """
        from .analysis import recheck

        return recheck(self._parsed_document, self._options, self.path)

    def dumps(self, *, expand: bool = False, version: str | None = None, canonical: bool = False) -> str:
        """The document as text.

        Without arguments it is the text that was read, comments and layout and all, with what was changed since written
        in the manner of what is around it; so it is in another ``version``, except for what the rules between the
        versions change. What an older version cannot say is left out; ``export`` reports it.

        Args:
            expand: put in what is included, in the newest version; that is ``canonical``.
            version: write this version of the format.
            canonical: write everything in one layout, without comments.

        Raises:
            LoadError: an include cannot be resolved; or, for a document that was loaded strictly, the version cannot
                say everything.
            ValueError: documents are not written in that version; or a list was changed in place and holds what does
                not fit, which the message names with element and field.

        Example:
            >>> doc = bodyplan.loads('<robot  name="cart"><link name="base"/></robot>')
            >>> doc.root.name = "wagon"
            >>> doc.dumps()
            '<robot  name="wagon"><link name="base"/></robot>'
        """
        text, losses = self.export(version, expand=expand, canonical=canonical)
        if losses and self._options.strict:
            raise LoadError(losses)
        return text

    def export(
        self, version: str | None = None, *, expand: bool = False, canonical: bool = False
    ) -> tuple[str, tuple[Diagnostic, ...]]:
        """The document as text, with a finding for everything that ``version`` cannot say; see ``dumps``.

        Args:
            version: see ``dumps``.
            expand: see ``dumps``.
            canonical: see ``dumps``.

        Raises:
            LoadError: an include cannot be resolved.
            ValueError: documents are not written in that version.
        """
        parsed, options = self._parsed_document, self._options
        row = FORMATS[parsed.format]
        if expand:
            from .analysis import expand_includes

            return row.write(parsed, options, version, expand_includes(parsed, options))
        if canonical:
            return row.write(parsed, options, version or parsed.read_as, None)
        from .serialization import serialize

        return serialize(parsed, options, version)

    def save(
        self, path: str | os.PathLike[str] | None = None, *, canonical: bool = False, overwrite: bool = False
    ) -> None:
        """Writes ``dumps()`` to a file, in the encoding of the text that was read.

        The file is the old one or the new one at any time, also where the program is stopped: the text is written
        beside it, and takes its place when it is complete. Permissions and symbolic links stay.

        Args:
            path: the file; by default the one that the document was read from.
            canonical: see ``dumps``.
            overwrite: replace the document's own file whatever it holds now.

        Raises:
            LoadError: see ``dumps``.
            FileChanged: it is the document's own file, and another program has written it since it was read or saved.
            ExpansionError: the document is the expansion of that file, which is written in xacro.
            OSError: the file cannot be written; it is as it was.
            UnreadableResult: what would be written is no sound XML, though what was read is; a fault of bodyplan.
            ValueError: see ``dumps``; or the document was read from no file, and there is no ``path``.

        Example:
            >>> doc = bodyplan.load("examples/arm.urdf")
            >>> doc.root.joint[0].limit.upper = 3.0
            >>> doc.save("changed.urdf")
        """
        target = self.path if path is None else path
        if target is None:
            raise ValueError("the document was read from no file: save(path) needs to be told where to")
        is_own = self.path is not None and os.path.realpath(target) == os.path.realpath(self.path)
        is_expansion = self._parsed_document.source.expansion is not None
        if is_expansion and (is_own or os.fspath(target).endswith(".xacro")):
            raise ExpansionError(
                f"{os.fspath(target)} is written in xacro, and the document is its expansion: save(path) writes that to "
                "another file, which does not end in .xacro"
            )
        from ...runtime.atomic_write import FileChanged, holds, write_atomically
        from ...runtime.saving.encoded_text import as_bytes
        from .readback import require_strict

        data = as_bytes(self.dumps(canonical=canonical), self._parsed_document.source, canonical)
        require_strict(data, self._parsed_document.source)
        known = self._known_data if is_own and not overwrite and os.path.exists(target) else None
        try:
            write_atomically(target, data, instead_of=known)
        except FileChanged as error:
            if holds(target, data):  # somebody has made the same change
                return
            words = "it was changed after it was read, and is left as it is; load it again, or save(overwrite=True)"
            raise FileChanged(error.errno, words, os.fspath(target)) from None
        if is_own:
            vars(self)["_saved"] = data

    @property
    def _known_data(self) -> bytes | None:
        """What the document's file held when it was read or saved last; None where that is not known."""
        data = vars(self).get("_saved") or self._parsed_document.source.data
        return data if data and isinstance(data, bytes) else None


AnyDocument: TypeAlias = (
    Document["Sdf"] | Document["Robot"] | Document["Skel"] | Document["Mujoco"] | Document["Directives"]
)
"""What ``bodyplan.load`` returns: ``isinstance`` and ``match`` on ``root`` show which of them it is."""
DocumentOrPath: TypeAlias = "Document[Any] | str | os.PathLike[str]"
"""What public functions take a document as; ``open_document`` of the loader makes a document of it."""


def get_parsed(document: Document[RootT]) -> ParsedDocument[RootT]:
    """What a document was read to, for the other folders; users have ``root``, which notes that it may change."""
    return document._parsed_document


def get_options(document: Document[Any]) -> Options:
    """What a document was loaded with."""
    return document._options


def get_worlds(document: Document[Any]) -> tuple[ValidatedWorld, ...]:
    """What each world of a document means, without the scenes, which take numpy, where nothing asks for these.

    Raises:
        LoadError: see ``Document.scene``.
    """
    known = document._parsed_document.meaning
    if known is not None and not any(world.description.reposture_functions for world in known):
        return known
    from ..scene.scene import get_world

    return tuple(map(get_world, document.scenes))


def prepare_changes(document: Document[Any], included: Iterable[Source] | None = None) -> DocumentHandle:
    """To be called before a program is given elements of a document, which it may change; see ``register_document``."""
    parsed = document._parsed_document
    if not parsed.may_have_changed and parsed.source.numbers_given:
        from ...runtime.saving.numbered_elements import note_holders

        note_holders(parsed.root, parsed.source)
    parsed.may_have_changed = True
    return register_document(document, parsed, included)


def replace_options(document: Document[RootT], options: Options) -> Document[RootT]:
    """A document with the same root element, as if it had been loaded with other options."""
    twin = document.__copy__()
    twin._options = options
    return twin


def path_argument(given: object, call: str) -> str:
    """The path that a public function was given; a TypeError where it is none."""
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"{call} takes a Document or the path of one, not {type(given).__name__}")
    path = os.fspath(given)
    if not isinstance(path, str):
        raise TypeError(f"{call} takes paths as str or os.PathLike[str], not as bytes")
    return path
