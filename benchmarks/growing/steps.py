"""What is done with a large document: each step with the name that it has in the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import bodyplan

from .making import Format

TARGETS = {
    "sdformat": ("libsdformat", "drake"),
    "urdf": ("urdfdom", "drake", "libsdformat"),
    "skel": ("dart",),
    "dmd": ("drake",),
}
CONVERTED: dict[str, tuple[bodyplan.Format, ...]] = {
    "sdformat": ("urdf",),
    "urdf": ("sdformat",),
    "skel": ("sdformat",),
    "dmd": ("sdformat",),
}
OLDER, NEWEST = "1.6", {"sdformat": "1.12", "urdf": "1.2"}


def checked(path: Path, target: Any = None) -> bodyplan.Report:
    """Everything that is wrong with a document."""
    return bodyplan.check(path, target=target, search_paths=[path.parent])


def converted(document: bodyplan.AnyDocument, to: bodyplan.Format, *, keep: bool) -> None:
    """Another format, where there is a robot."""
    with suppress(ValueError, bodyplan.LoadError):
        bodyplan.convert(document, to, keep=keep)


def rendered(report: bodyplan.Report) -> None:
    """Findings in every form that the command prints."""
    from bodyplan.diagnostics.render.renderer import RENDERERS, renderer
    from bodyplan.runtime.source_lines import SourceLines

    for name in RENDERERS:
        made = renderer(name, SourceLines())
        made.begin()
        made.report(report.path, report.diagnostics)
        made.end()


def all_of(scene: Any) -> None:
    """Everything that a scene has."""
    for mapping in (scene.links, scene.joints, scene.frames, scene.models):
        list(mapping.values())
    _ = scene.constraints, scene.force_elements, scene.actuators, scene.collision_filter, scene.welded_links


class Work:
    """What can be done with one document, one after the other."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.report: Any = None
        self.document: Any = None

    def steps(self, format: Format) -> Iterator[tuple[str, Callable[[], object]]]:
        """Name and step; what takes a document that could be loaded comes only where it was."""
        yield "check", self.check
        if self.report is not None:
            yield "findings in words", lambda: rendered(self.report)
        for target in TARGETS[format]:
            yield f"check for {target}", partial(checked, self.path, target)
        yield "load", self.load
        if self.document is None:
            return
        document = self.document
        yield "scene", lambda: all_of(document.scene)
        yield "poses", lambda: document.scene.forward_kinematics().stack()
        yield "dumps", document.dumps
        if format == "sdformat":
            yield f"dumps as {OLDER}", lambda: document.export(OLDER)
        if format in NEWEST and document.version != NEWEST[format]:
            yield "upgrade", lambda: document.export(NEWEST[format])
        if format in ("sdformat", "dmd"):
            yield "expand", lambda: document.dumps(expand=True)
        for to in CONVERTED[format]:
            yield f"convert to {to}", partial(converted, document, to, keep=False)
            yield f"convert to {to} and keep", partial(converted, document, to, keep=True)
        yield "dumps when changed", lambda: (document.root, document.dumps())
        yield "check again", document.check

    def check(self) -> None:
        """Everything that is wrong with it."""
        self.report = checked(self.path)

    def load(self) -> None:
        """Reads it, where it has no errors."""
        with suppress(bodyplan.LoadError):
            self.document = bodyplan.load(self.path, search_paths=[self.path.parent])
