"""What loading needs to know of a program that reads robot descriptions; ``semantics.targets.registry`` has the rows."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..ir.world import WorldIR

TARGETS_PACKAGE = f"{__name__.rsplit('.', 2)[0]}.targets"


class TargetProfile(NamedTuple):
    """One row: a program that can be asked for as ``target``, and where it differs from the formats.

    Tables of what it refuses, warns about and ignores are in ``schemas/<name>/rules.toml``. A hook is named by its
    module in ``semantics/targets/<name>`` and its function, ``"checks:check"``, and imported when it is needed.
    """

    name: str
    formats: tuple[str, ...]
    """What it reads."""
    adapters: tuple[tuple[str, str], ...] = ()
    """Pairs of a format and what its front end asks where targets differ, where that is not the plain meaning."""
    checks: str = ""
    """``f(parsed, descriptions, sink, options)``: reports what takes more than tables, and applies those."""
    adjust_document: str = ""
    """``f(parsed) -> parsed``: the document as the target reads it, for the front end; applies to every document."""
    convert: str = ""
    """``f(parsed, descriptions, sink, options, pipeline) -> descriptions``: what it makes of a document in a format that
    it turns into another one before it looks at it."""
    rewrite: str = ""
    """``f(parsed, options, keeps_links) -> parsed``: the document that it makes of one which it converts, others as they
    are; None where it refuses it. ``keeps_links``: as if it made no one link of several."""
    adjust_description: str = ""
    """``f(description, sink)``: changes the description of a document, or of an included one of another format."""
    adjust_included: str = ""
    """``f(description)``: changes the description of an included document of another format further."""
    needs_descriptions: bool = True
    """Whether it says anything of what a document describes, beyond what the format's own checks do."""
    reads_meshes: bool = False
    """Whether a document is refused for the file of a mesh that no mass and no size depends on."""
    judges_included: bool = False
    """Whether findings about included documents of other formats are judged with the whole document."""
    reads_included: bool = False
    """Whether it says what included documents of other formats mean where no target is asked for."""
    package: str = ""
    """The package of its modules, which holds its ``rules.toml`` too; empty for those of bodyplan."""
    program: str = ""
    """The target whose folder and table it has too, where it is a release of that; empty for a target of its own."""
    release: str = ""
    """The release, by which rows of that table count or not; empty for the newest."""

    @property
    def folder(self) -> str:
        """The name of its folder, and of that of its table."""
        return self.program or self.name

    def hook(self, reference: str) -> Any:
        """The function or adapter that a hook names; a ``ValueError`` where there is none."""
        module, _, name = reference.partition(":")
        package = self.package or f"{TARGETS_PACKAGE}.{self.folder}"
        try:
            found = getattr(importlib.import_module(f"{package}.{module}"), name)
        except (ModuleNotFoundError, AttributeError) as error:
            raise ValueError(f"target {self.name!r} has no {package}.{module}.{name}: {error}") from error
        return found

    def call(self, reference: str, *arguments: Any) -> Any:
        """What a hook returns; None where the target has none."""
        return self.hook(reference)(*arguments) if reference else None

    def convert_parsed(
        self, parsed: Any, descriptions: tuple[WorldIR, ...], sink: Sink, options: Any, pipeline: Any
    ) -> tuple[WorldIR, ...]:
        """What the target makes of a document, by the descriptions of it as it is written."""
        converted = self.call(self.convert, parsed, descriptions, sink, options, pipeline)
        return descriptions if converted is None else tuple(converted)
