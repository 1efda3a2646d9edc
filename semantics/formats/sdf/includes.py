"""Puts in what other files hold: a document with includes to the same document without.

What is not touched by an include is shared with the document that was given. A file is read once, however often it is
included; models made of it share all but their names, poses and what else the include overrides. Files of other
formats stay as they are: ``foreign`` describes them.

Spec: composition proposal, 1.4.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules, rules_includes
from ....runtime.diagnostics import rules_sdformat as own_rules
from ....runtime.element import is_written
from ....runtime.source import Source, literal_tag
from ...includes.included import IncludeChain, included_element
from ...includes.interface import NEVER_OFFERED
from ...includes.uri import Finder
from ...reading import FORMATS, read
from ...upgrade.versions import version_key
from .copies import shallow
from .joints import child_element
from .merging import merge_into_model, merge_into_world
from .order import in_document_order
from .reader import File, Included

if TYPE_CHECKING:
    from ....runtime.diagnostics.sink import Sink
    from ...options import Options
    from ...reading import Parsed

HEAD = 4096
"""How much of a file is looked at in order to tell its format."""


class Expander:
    """Expands the includes of one document."""

    def __init__(self, sink: Sink, options: Options, top: Parsed) -> None:
        self.sink = sink
        self.options = options
        self.finder = Finder(options.search_paths, fetch=options.fetch)
        self.included: dict[int, Included] = {}
        self.foreign: dict[int, Path] = {}
        self.file = file_of(top, options.base_dir)
        self._top_folder = options.base_dir
        self._chain = IncludeChain(Path(top.source.name) if top.source.name is not None else None)
        self._files: dict[Path, tuple[str, Any, File] | None] = {}
        self._kept: list[Any] = []

    def expand(self, root: Any) -> Any:
        """The root element without includes; ``root`` itself where there are none."""
        worlds = [self._world(world) for world in root.world]
        model = root.model
        expanded = self._model(model) if model is not None else None
        if expanded is model and all(a is b for a, b in zip(worlds, root.world)):
            return root
        twin = self._keep(shallow(root))
        if worlds:
            twin.world = worlds
        if expanded is not None:
            twin.model = expanded
        return twin

    def beside(self) -> list[Path]:
        """Folders that a relative URI of the current file is looked up in."""
        return [folder for folder in (self.file.folder, self._top_folder) if folder is not None]

    def _world(self, world: Any) -> Any:
        models = [self._model(model) for model in world.model]
        includes = world.include
        if not includes and all(a is b for a, b in zip(models, world.model)):
            return world
        twin = self._keep(shallow(world))
        self._fill(world, twin, models, includes)
        return twin

    def _model(self, model: Any) -> Any:
        nested = model.model
        models = [self._model(inner) for inner in nested] if nested else nested
        includes = model.include
        if not includes and (not nested or all(a is b for a, b in zip(models, nested))):
            return model
        twin = self._keep(shallow(model))
        self._fill(model, twin, models, includes)
        return twin

    def _fill(self, owner: Any, twin: Any, models: list[Any], includes: list[Any]) -> None:
        """Puts what the includes of ``owner`` stand for into its copy."""
        twin.model, twin.include = [], []
        members = [("model", model) for model in models] + [("include", include) for include in includes]
        for kind, element in in_document_order(owner, members, {}):
            if kind == "model":
                twin.model.append(element)
            else:
                self._include(element, twin)

    def _include(self, include: Any, twin: Any) -> None:
        uri = include.uri.strip()
        at = child_element(include, "uri")
        if not uri:
            if is_written(include, "uri"):
                self.sink.report(rules_includes.URI_MISSING, include)
            return
        if is_written(include, "placement_frame") and include.placement_frame and include.pose is None:
            place = child_element(include, "placement_frame")
            self.sink.report(own_rules.PLACEMENT_WITHOUT_POSE, place)
            return
        found = self.finder.find_model(uri, self.beside(), self.sink, at)
        if found is None:
            return
        if not _is_sdformat(found.path):
            self.foreign[id(include)] = found.path
            twin.include.append(self._keep(include))
            return
        with self._chain.reading(found.path, self.sink, at) as may_be_read:
            if not may_be_read:
                return
            if found.path not in self._files:
                self._files[found.path] = self._read(found.path, include, at)
        entry = self._files[found.path]
        if entry is not None:
            self._put(include, twin, *entry, file_name=str(found.path))

    def _read(self, path: Path, include: Any, at: Any) -> tuple[str, Any, File] | None:
        """Kind, expanded element and file of what a file has to include."""
        source = Source(str(path))
        self.sink.add_source(source)
        try:
            source.data = path.read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            self.sink.report(rules.FILE_UNREADABLE, at, file=str(path), reason=reason)
            return None
        parsed = read(source, self.sink, self.options, format="sdformat")
        if parsed is None or parsed.root.source_element is None:
            return None
        chosen = included_element(parsed.root.source_element, str(path), self.sink, include)
        if chosen is None:
            return None
        kind = literal_tag(chosen)
        element = getattr(parsed.root, kind)
        file = file_of(parsed, path.parent)
        if element is not None and kind == "model":
            outer, self.file = self.file, file
            element = self._model(element)
            self.file = outer
        return (kind, self._keep(element), file) if element is not None else None

    def _put(self, include: Any, twin: Any, kind: str, element: Any, file: File, *, file_name: str) -> None:
        parent = type(twin).Meta.name
        if include.merge and kind != "model":
            self.sink.report(own_rules.MERGE_NOT_A_MODEL, include, file=file_name, tag=kind)
            return
        if kind != "model" and not hasattr(type(twin), kind):
            self.sink.report(own_rules.INCLUDE_MISPLACED, include, file=file_name, tag=kind, parent=parent)
            return
        made = self._keep(_overridden(element, include, kind))
        if include.pose is None and made.pose is not None and made.pose.relative_to:
            self.sink.report(
                own_rules.TOP_LEVEL_RELATIVE_TO,
                made.pose,
                attribute="relative_to",
                name=made.name,
                reference=made.pose.relative_to,
            )
            made.pose = None
        self.included[id(made)] = Included(include, file)
        if not include.merge:
            getattr(twin, kind).append(made)
        elif parent == "world":
            merge_into_world(self, include, made, twin, file_name)
        else:
            merge_into_model(self, include, made, twin)

    def keep(self, element: Any, include: Any, file: File) -> Any:
        """Notes where an element comes from that a merge put in."""
        self.included[id(element)] = Included(include, file)
        return self._keep(element)

    def _keep(self, element: Any) -> Any:
        """Holds on to an element, whose ``id`` stands for it."""
        self._kept.append(element)
        return element


def file_of(parsed: Parsed, folder: Path | None) -> File:
    """What the rules about names and URIs need to know of a file."""
    return File(version_key(parsed.read_as) or (1, 0), folder)


def _overridden(element: Any, include: Any, kind: str) -> Any:
    """A copy of what is included, with what the include says of it."""
    made = shallow(element)
    if is_written(include, "name") and include.name:
        made.name = include.name
    if include.pose is not None:
        made.pose = include.pose
    if kind == "model":
        for field in ("static", "namespace", "placement_frame"):
            if is_written(include, field):
                setattr(made, field, getattr(include, field))
    if kind != "light" and include.plugin:
        made.plugin = [*made.plugin, *include.plugin]
    return made


def _is_sdformat(path: Path) -> bool:
    """Whether a file is SDFormat, by its ending, or by its first element where the ending does not tell."""
    if path.suffix.lower() in NEVER_OFFERED:
        return True
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return False
    places = {tag: at for tag in FORMATS if (at := _first_tag(head, tag)) >= 0}
    return bool(places) and FORMATS[min(places, key=places.__getitem__)] == "sdformat"


def _first_tag(head: bytes, tag: str) -> int:
    found = [at for end in (b" ", b">", b"\n", b"\r", b"\t") if (at := head.find(b"<" + tag.encode() + end)) >= 0]
    return min(found, default=-1)
