"""What the modules that read an SDFormat document share while they read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...consumer import Dialect
from .locating import locator
from .shapes import ShapeMaker

if TYPE_CHECKING:
    from ....runtime.diagnostics.rule import Severity
    from ....runtime.diagnostics.sink import Sink
    from ....runtime.element import Element
    from ...description.description import Description
    from ...description.links import LinkRecord
    from ...includes.uri import Finder
    from ...options import Options

VERSION_OF_SIBLING_NAMES = (1, 7)
"""From this version on siblings of different types need different names; before, the later one gets another name."""

VERSION_OF_SCOPES = (1, 8)
"""From this version on ``::`` leads into nested models and is no part of a name."""


@dataclass(slots=True)
class File:
    """The file that something was written in."""

    version: tuple[int, ...]
    """As it was declared; rules about names depend on it."""
    folder: Path | None
    """Where relative URIs start; None for a text without a place."""


@dataclass(slots=True)
class Included:
    """What is known of a model that an include put where it stands."""

    include: Element
    file: File


@dataclass(slots=True)
class Computed:
    """A link whose mass properties are to be computed from its collisions."""

    record: LinkRecord
    link: Any


@dataclass
class Reader:
    """State of one pass over a document, of which a description is made."""

    sink: Sink
    options: Options
    file: File
    description: Description
    included: dict[int, Included] = field(default_factory=dict)
    """Of models that includes made, by their ``id``."""
    foreign: dict[int, Path] = field(default_factory=dict)
    """Files of other formats, by the ``id`` of the include that is left in the tree."""
    root_may_have_changed: bool = False
    """Whether the typed root may hold what is in none of the files."""
    finder: Finder | None = None
    """Looks up the files that geometries name; None where they are of no interest."""
    computed: list[Computed] = field(default_factory=list)
    """Of the world that is being described."""

    _makers: dict[int, ShapeMaker] = field(default_factory=dict)
    """Of each file, by its ``id``."""

    def shape_maker(self) -> ShapeMaker:
        """What describes the shapes of links in the current file."""
        maker = self._makers.get(id(self.file))
        if maker is None:
            maker = self._makers[id(self.file)] = ShapeMaker(locator(self), self.unchecked)
        return maker

    @cached_property
    def has_drake_tags(self) -> bool:
        """Whether there may be a tag of Drake's anywhere: looking for the tags takes time.

        To libsdformat they mean nothing.
        """
        if self.options.dialect is Dialect.LIBSDFORMAT:
            return False
        return self.root_may_have_changed or self.sink.mentions("drake:")

    @cached_property
    def unchecked(self) -> Severity | None:
        """How bad an unknown reference is where libsdformat does not look at it."""
        return "warning" if self.options.dialect is Dialect.LIBSDFORMAT else None
