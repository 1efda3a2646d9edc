"""What of another file is included: the element of an SDFormat document, or what the caller's parsers make of the file."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeGuard

from ...diagnostics import rules
from ...diagnostics.diagnostic import Diagnostic
from ...runtime.budget import OverBudget
from ...runtime.files import FILES, Files
from ..ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD, is_reserved
from .interface import NEVER_OFFERED, CustomParser, InterfaceModel, NestedInclude

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element

    from ...runtime.element import Element
    from ...runtime.sink import Sink
    from ..ir.world import WorldIR
    from ..scene.scene import Scene
    from ..spatial.transform import Transform

INCLUDABLE = ("model", "actor", "light")
"""What can be included, the first that is there counts."""


def included_element(root: _Element, file: str, sink: Sink, at: _Element | Element | None = None) -> _Element | None:
    """The element of an SDFormat document that an include of it, ``at`` an element, brings in.

    ``sink`` receives BP421 (include-of-world), BP422 (include-of-nothing) and BP423 (include-of-several).
    """
    found = [element for tag in INCLUDABLE for element in root.iterchildren(tag)]
    if not found:
        sink.report(rules.INCLUDE_OF_NOTHING if root.find("world") is None else rules.INCLUDE_OF_WORLD, at, file=file)
        return None
    used, *others = found
    for element in others:
        related = (("included here", at),)
        sink.report(rules.INCLUDE_OF_SEVERAL, element, related=related, file=file, tag=element.tag, used=used.tag)
    return used


class IncludeChain:
    """The files that are being read, each included by the one before it."""

    def __init__(self, top: str | None = None, files: Files = FILES) -> None:
        self._top = top
        self._chain: list[str] = []
        self._files = files

    @contextmanager
    def enter_file(self, file: Path, sink: Sink, at: _Element | Element | None = None) -> Iterator[bool]:
        """Whether ``file`` may be read: False, after BP420 (include-cycle), where it is being read already."""
        if self._top is not None and not self._chain:
            # looking for symbolic links takes long, and most documents include nothing
            self._chain.append(self._files.real(self._top))
        real = self._files.real(file)
        if real in self._chain:
            loop = [*self._chain[self._chain.index(real) :], real]
            sink.report(rules.INCLUDE_CYCLE, at, file=str(file), path=" -> ".join(map(os.path.basename, loop)))
            yield False
            return
        self._chain.append(real)
        try:
            yield True
        finally:
            self._chain.pop()


def offer(
    include: NestedInclude, parsers: Sequence[CustomParser], sink: Sink, at: _Element | Element | None = None
) -> InterfaceModel | None:
    """Asks the parsers, the last that was registered first, and answers the first model that is valid.

    ``sink`` receives what a parser reports, BP431 (custom-parser-failed) for an exception in one, BP432 (no-custom-parser)
    where all pass on, BP433 (interface-model-invalid) and BP434 (merge-unsupported), at the including element.
    """
    file = include.resolved_file_name
    if file.suffix.lower() not in NEVER_OFFERED:
        for parser in reversed(parsers):
            try:
                answer = parser(include)
                found = [] if answer is None or _is_model(answer) else _diagnostics(answer)
            except OverBudget:
                raise
            except Exception as error:  # noqa: BLE001 - a file that a parser did not expect is a finding
                name = getattr(parser, "__qualname__", type(parser).__qualname__)
                reason = f"{type(error).__name__}: {error}"
                sink.report(rules.PARSER_FAILED, at, parser=name, uri=include.uri, reason=reason)
                return None
            for diagnostic in found:
                sink.add(diagnostic)
            if found:
                return None
            if _is_model(answer):
                return answer if _accept(answer, include, sink, at) else None
    sink.report(rules.NO_PARSER, at, file=str(file))
    return None


def _is_model(answer: InterfaceModel | Iterable[Diagnostic] | None) -> TypeGuard[InterfaceModel]:
    return hasattr(answer, "canonical_link_name")


def _diagnostics(answer: Any) -> list[Diagnostic]:
    # whatever a caller's parser answers that is no model: its type is what is checked here
    found: list[Any] = [answer] if isinstance(answer, Diagnostic) else list(answer)
    for diagnostic in found:
        if not isinstance(diagnostic, Diagnostic):
            raise TypeError(f"a parser answers a model, diagnostics or None, not {type(diagnostic).__name__}")
    return found


def _accept(model: InterfaceModel, include: NestedInclude, sink: Sink, at: _Element | Element | None) -> bool:
    if include.is_merge and not model.supports_merge:
        sink.report(rules.MERGE_UNSUPPORTED, at, uri=include.uri)
        return False
    faults = [*_name_faults("model", model.name), *_faults_of(model, model.name)]
    for fault in faults:
        sink.report(rules.INTERFACE_INVALID, at, uri=include.uri, reason=fault)
    return not faults


def _faults_of(model: InterfaceModel, path: str) -> Iterator[str]:
    """What is wrong with an interface model: names, the canonical link, attachments, at any depth."""
    names = _names_in(model)
    for kind, name in names:
        yield from _name_faults(kind, name)
    local = [name for _, name in names]
    yield from (f"{path!r} has two of the name {name!r}" for name, count in Counter(local).items() if count > 1)
    if not _has(model, model.canonical_link_name, kinds=("link",)):
        yield f"{path!r} has no link {model.canonical_link_name!r}, its canonical link"
    known = {MODEL_FRAME, *local}
    for frame in model.frames:
        if frame.attached_to == frame.name or not (frame.attached_to in known or _has(model, frame.attached_to)):
            yield f"frame {frame.name!r} of {path!r} is attached to {frame.attached_to!r}, which is not there"
    for joint in model.joints:
        if not (joint.child in known or _has(model, joint.child)):
            yield f"joint {joint.name!r} of {path!r} has no child {joint.child!r}"
    for nested in model.nested_models:
        yield from _faults_of(nested, f"{path}{SEPARATOR}{nested.name}")


def _names_in(model: InterfaceModel) -> list[tuple[str, str]]:
    named = (("link", model.links), ("joint", model.joints), ("frame", model.frames), ("model", model.nested_models))
    return [(kind, each.name) for kind, inside in named for each in inside]


def _name_faults(kind: str, name: str) -> Iterator[str]:
    if not name:
        yield f"a {kind} has no name"
    elif SEPARATOR in name:
        yield f"the name {name!r} of a {kind} has '::' in it"
    elif is_reserved(name):
        yield f"the name {name!r} of a {kind} is reserved"


def _has(model: InterfaceModel, name: str, kinds: Sequence[str] = ("link", "joint", "frame", "model", "own")) -> bool:
    """Whether a model has something of these kinds that is called so; its own frame is of the kind ``own``."""
    first, delimiter, rest = name.partition(SEPARATOR)
    if delimiter:
        return any(nested.name == first and _has(nested, rest, kinds) for nested in model.nested_models)
    return any(name == known and kind in kinds for kind, known in (*_names_in(model), ("own", MODEL_FRAME)))


def call_reposture_functions(description: WorldIR, scene: Scene) -> None:
    """Calls the reposture functions of interface models with the poses of their models in the scene of the description."""
    for model, reposture in description.reposture_functions:
        reposture(_ModelPoses(scene, model))


class _ModelPoses:
    def __init__(self, scene: Scene, model: str) -> None:
        self._scene = scene
        self._model = model

    def model_pose(self) -> Transform:
        return self._scene.pose(self._model)

    def pose(self, frame: str, relative_to: str = WORLD) -> Transform:
        other = WORLD if relative_to == WORLD else self._full(relative_to)
        return self._scene.pose(self._full(frame), relative_to=other)

    def _full(self, frame: str) -> str:
        return self._model if frame == MODEL_FRAME else f"{self._model}{SEPARATOR}{frame}"
