"""What the functions that describe an SDFormat document are given: what was asked for, what is known, what is made."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from ....diagnostics.records import NamedTuple, dataclass, field
from ...core.bindings import bindings_of

if TYPE_CHECKING:
    from ....diagnostics.rule import Rule, Severity
    from ....runtime.bindings import Bindings
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import Pipeline
    from ...ir.geometry import Geometry
    from ...ir.links import LinkRecord, Located, ShapeRecord
    from ...ir.world import WorldIR
    from ...resources.resolver import Finder
    from ...spatial.inertia import InertiaFault, Moments
    from ..meshes import Surfaces
    from .elements import Include, Link

E = TypeVar("E", bound="Element")

Locate = Callable[[str], "str | os.PathLike[str] | None"]
"""The local path of a URI; None where there is none."""

Sizes = Mapping[str, Mapping[str, Any]]

VERSION_OF_SIBLING_NAMES = (1, 7)
"""From this version on siblings of different types need different names; before, the later one gets another name."""

VERSION_OF_SCOPES = (1, 8)
"""From this version on ``::`` leads into nested models and is no part of a name."""


class SdformatAdapter(NamedTuple):
    """Where targets differ; by default the plain meaning."""

    couples_mimics: bool = True
    """Whether a joint follows another by ``mimic`` on its axis."""
    reads_drake_tags: bool = True
    reports_whole_inertial: bool = False
    """Whether what is wrong with mass properties is reported at all of them and not at a part."""
    find_inertia_fault: Callable[[float, Moments], InertiaFault | None] | None = None
    """What is impossible about a mass and moments, where it is not what the format says; near the bounds arithmetic counts."""
    turns_joints: bool = False
    """Whether a joint can be passed from its child to its parent, so that two may hold one link."""
    sizes: Sizes = MappingProxyType({})
    """What stands for sizes of shapes that are not above 0, by the tag of the shape and by field."""
    severity_of: Callable[[Rule, dict[str, Any]], Severity | None] = lambda rule, about: None
    """How bad a fault is, by what it is about; None: as bad as the rule has it."""
    unchecked_severity: Severity | None = None
    """How bad an unknown reference is where libsdformat does not look at it; None: as bad as the rule has it."""


PLAIN = SdformatAdapter()


@dataclass(slots=True)
class SdformatFile:
    """The file that something was written in."""

    version: tuple[int, ...]
    """As it was declared; rules about names depend on it."""
    folder: Path | None
    """Where relative URIs start; None for a text without a place."""


class IncludeOrigin(NamedTuple):
    """Where an element comes from that an include brought."""

    include: Include
    file: SdformatFile


@dataclass(slots=True)
class Provenance:
    """Where the elements come from that includes brought."""

    included: dict[int, IncludeOrigin] = field(default_factory=dict)
    """By ``id`` of an element."""
    other_formats: dict[int, Path] = field(default_factory=dict)
    """Files of other formats, by the ``id`` of the include that is left in the tree."""
    placeholders: dict[int, str] = field(default_factory=dict)
    """URIs of what could not be had, by the ``id`` of the model that replaces it."""
    described: dict[Path, WorldIR] = field(default_factory=dict)
    """What such a file amounts to, which is read once."""
    _kept: list[Element] = field(default_factory=list)

    def keep(self, element: E) -> E:
        """Holds on to an element, so that its ``id`` goes on standing for it."""
        self._kept.append(element)
        return element

    def note(self, element: Element, include: Include, file: SdformatFile) -> None:
        """Notes that an element comes from ``include``."""
        self.included[id(self.keep(element))] = IncludeOrigin(include, file)


@dataclass(frozen=True, slots=True)
class ShapeMaker:
    """Describes the shapes of the links of one file; all links share its functions, to save memory."""

    locate: Locate
    """Finds the files that geometries name."""
    visuals: Callable[[Link], list[ShapeRecord]]
    collisions: Callable[[Link], list[ShapeRecord]]
    geometries: Callable[[Link, Located | None], Iterable[Geometry]]
    """What they are."""


@dataclass
class SdformatContext:
    """State of one pass over a document, of which a description is made."""

    sink: Sink
    options: Options
    file: SdformatFile
    """That of the element being described."""
    description: WorldIR
    pipeline: Pipeline
    """Reads files, and describes those of other formats."""
    provenance: Provenance = field(kw_only=True, default_factory=Provenance)
    root_may_have_changed: bool = field(kw_only=True, default=False)
    """Whether the typed root may hold what is in none of the files."""
    finder: Finder = field(kw_only=True)
    """Looks up the files that includes and geometries name."""
    auto_inertials: list[LinkRecord] = field(kw_only=True, default_factory=list)
    """Links of the world that is being described whose mass properties follow from their collisions."""
    included: list[tuple[Element, SdformatFile]] = field(kw_only=True, default_factory=list)
    """What each file that was included brings, with its file."""
    scoped_names: dict[str | None, tuple[tuple[str, ...], ...]] = field(kw_only=True, default_factory=dict)
    """By file, the names of what is inside of models; looked for where a model is not available."""
    shape_makers: dict[int, ShapeMaker] = field(kw_only=True, default_factory=dict)
    """By ``id`` of the file."""

    @property
    def folders(self) -> list[Path]:
        """The folders that a relative URI of the current file is looked up in."""
        return [folder for folder in (self.file.folder, self.options.base_dir) if folder is not None]

    def place(self, element: Element) -> Element:
        """Where findings about an element point: the include that brought it, or the element itself."""
        included = self.provenance.included.get(id(element))
        return element if included is None else included.include

    @cached_property
    def surfaces(self) -> Surfaces:
        """Those in the mesh files whose inertia is asked for."""
        from ..meshes import Surfaces

        return Surfaces(self.options.files, self.sink.budget)

    @cached_property
    def bindings(self) -> Bindings:
        """Of the newest version, whose classes the document is made of."""
        return bindings_of("sdformat", package=self.options.bindings)

    @cached_property
    def has_drake_tags(self) -> bool:
        """Whether there may be a tag of Drake's anywhere that counts: looking for the tags takes time."""
        return self.adapter.reads_drake_tags and self.may_have_drake_tags

    @cached_property
    def may_have_drake_tags(self) -> bool:
        """Whether there may be one anywhere, whoever reads it."""
        return self.root_may_have_changed or self.sink.mentions("drake:")

    @cached_property
    def adapter(self) -> SdformatAdapter:
        """What the target makes of the document where targets differ."""
        return self.options.adapter("sdformat", PLAIN)
