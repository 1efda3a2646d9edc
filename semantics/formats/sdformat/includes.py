"""Puts in what other files hold: a document with includes to the same document without.

What is not touched by an include is shared with the document that was given. A file is read once, however often it is
included; models made of it share all but their names, poses and what else the include overrides. Files of other
formats stay as they are: ``foreign`` describes them.

Spec: composition proposal, 1.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.diagnostics import rules, rules_includes
from ....runtime.diagnostics import rules_sdformat as own_rules
from ....runtime.element import is_written
from ....runtime.source import Source, literal_tag
from ...bindings import bindings_of
from ...includes.included import INCLUDABLE, IncludeChain, included_element
from ...includes.uri import Finder
from ...upgrade.versions import version_key
from .. import registry
from .copies import shallow
from .joints import child_element
from .merging import merge_into_model, merge_into_world
from .order import in_document_order
from .params import apply_params, params_of
from .reader import File, Included

if TYPE_CHECKING:
    from ....runtime.diagnostics.sink import Sink
    from ...options import Options
    from ...parsed import Parsed
    from ..registry import OtherFiles

MOST_LEVELS = 100
"""How deep models may be nested where an include still adds to it; below what the interpreter's stack allows."""

MOST_MODELS = 200_000
"""How many models includes may amount to: a few small files can stand for more than any memory holds."""

HEAD = 4096
"""How much of a file is looked at in order to tell its format."""


class Expander:
    """Expands the includes of one document."""

    def __init__(self, sink: Sink, options: Options, top: Parsed[Any], files: OtherFiles) -> None:
        self.sink = sink
        self.options = options
        self.files = files
        self.finder = Finder(options.search_paths, fetch=options.fetch)
        self.included: dict[int, Included] = {}
        self.foreign: dict[int, Path] = {}
        self.file = file_of(top, options.base_dir)
        self._top_folder = options.base_dir
        self._chain = IncludeChain(Path(top.source.name) if top.source.name is not None else None)
        self._files: dict[Path, tuple[str, Any, File] | None] = {}
        self._kept: list[Any] = []
        self._level = 0
        self._highest = 0
        self._models = 0
        self._extents: dict[Path, tuple[int, int]] = {}

    def expand(self, root: Any) -> Any:
        """The root element without includes; ``root`` itself where there are none."""
        worlds = [self._world(world) for world in root.world]
        model = root.model
        expanded = self._model(model) if model is not None else None
        bare = self._bare_includes(root)
        if expanded is model and not bare and all(a is b for a, b in zip(worlds, root.world)):
            return root
        twin = self._keep(shallow(root))
        if worlds:
            twin.world = worlds
        if expanded is not None:
            twin.model = expanded
        for include in bare:
            self._include(include, twin)
        return twin

    def _bare_includes(self, root: Any) -> list[Any]:
        """Includes that stand in no world; no version describes them, but a document may consist of one."""
        if not root.any_elements or root.source_element is None:
            return []
        bindings = bindings_of("sdformat", package=self.options.bindings)
        return [
            self._keep(bindings.decode(child, self.sink, name="WorldInclude"))
            for child in root.source_element
            if child.tag == "include"
        ]

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
        written = vars(model)
        nested, includes = written.get("model", ()), written.get("include", ())
        if not nested and not includes:
            return model
        self._level += 1
        self._highest = max(self._highest, self._level)
        models = [self._model(inner) for inner in nested]
        made = model
        if includes or any(a is not b for a, b in zip(models, nested)):
            made = self._keep(shallow(model))
            self._fill(model, made, models, includes)
        self._level -= 1
        return made

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
            self.sink.report(rules_includes.URI_MISSING, include)
            return
        if include.placement_frame.strip() and include.pose is None:
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
                if self._level > MOST_LEVELS:
                    self.sink.report(own_rules.INCLUDES_TOO_DEEP, at, limit=MOST_LEVELS)
                    return
                outer = self._highest, self._models
                self._highest, self._models = self._level, 1
                self._files[found.path] = self._read(found.path, include, at)
                self._extents[found.path] = self._highest - self._level, self._models
                self._highest, self._models = outer
        entry = self._files[found.path]
        if entry is not None and self._may_grow(found.path, at):
            self._put(include, twin, *entry, file_name=str(found.path))

    def _may_grow(self, path: Path, at: Any) -> bool:
        """Counts in what a file amounts to; says whether that is too much."""
        levels, models = self._extents[path]
        self._highest = max(self._highest, self._level + levels)
        self._models += models
        if self._level + levels > 2 * MOST_LEVELS:
            self.sink.report(own_rules.INCLUDES_TOO_DEEP, at, limit=MOST_LEVELS)
            return False
        if self._models > MOST_MODELS:
            self.sink.report(own_rules.TOO_MANY_MODELS, at, limit=MOST_MODELS)
            return False
        return True

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
        parsed = self.files.read(source, self.sink, self.options, format="sdformat")
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
        made = self._keep(self._with_params(_overridden(element, include, kind), include, kind))
        if kind == "model" and include.pose is None and made.pose is not None and made.pose.relative_to:
            self.sink.report(
                own_rules.TOP_LEVEL_RELATIVE_TO,
                made.pose,
                attribute="relative_to",
                name=made.name,
                reference=made.pose.relative_to,
            )
            made.pose = None
        self.included[id(made)] = Included(include, file)
        if parent == "sdf":
            self._put_alone(include, kind, made, twin)
        elif not include.merge:
            getattr(twin, kind).append(made)
        elif parent == "world":
            merge_into_world(self, include, made, twin, file_name)
        else:
            merge_into_model(self, include, made, twin)

    def _put_alone(self, include: Any, kind: str, made: Any, root: Any) -> None:
        """Makes what is included the root of the document."""
        first = "world" if root.world else next((tag for tag in INCLUDABLE if getattr(root, tag) is not None), None)
        if first is not None:
            self.sink.report(own_rules.SEVERAL_ROOTS, include, tag="include", first=first)
        else:
            setattr(root, kind, made)

    def _with_params(self, element: Any, include: Any, kind: str) -> Any:
        """What is included, with the parameters that the include passes to it."""
        source = include.source_element
        found = params_of(source) if source is not None and include.any_elements else []
        if not found or source is None:
            return element
        bindings = bindings_of("sdformat", package=self.options.bindings)
        host = self.sink.source_of(source)
        # a prefix need not be declared
        parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
        text = bindings.encode(element, namespaces=_namespaces(element, include))
        root = etree.fromstring(text.encode(), parser, base_url=host.key if host is not None else None)
        for params in found:
            apply_params(params, root, self.sink)
        if host is not None:
            host.origins.update((made, source) for made in root.iter())
        foreign = {inner.uri: self.foreign[id(inner)] for inner in _includes_in(element) if id(inner) in self.foreign}
        made = bindings.decode(root, self.sink, name=type(element).__name__, silent=True)
        for inner in _includes_in(made):
            if inner.uri in foreign:
                self.foreign[id(inner)] = foreign[inner.uri]
        return made

    def keep(self, element: Any, include: Any, file: File) -> Any:
        """Notes where an element comes from that a merge put in."""
        self.included[id(element)] = Included(include, file)
        return self._keep(element)

    def _keep(self, element: Any) -> Any:
        """Holds on to an element, whose ``id`` stands for it."""
        self._kept.append(element)
        return element


def file_of(parsed: Parsed[Any], folder: Path | None) -> File:
    """What the rules about names and URIs need to know of a file."""
    return File(version_key(parsed.read_as) or (1, 0), folder)


def _overridden(element: Any, include: Any, kind: str) -> Any:
    """A copy of what is included, with what the include says of it."""
    made = shallow(element)
    name = include.name.strip()
    if name:
        made.name = name
    if include.pose is not None:
        made.pose = include.pose
    if kind == "model":
        if is_written(include, "static"):
            made.static = include.static
        for field in ("namespace", "placement_frame"):
            text = getattr(include, field).strip()
            if text:
                setattr(made, field, text)
    if kind != "light" and include.plugin:
        made.plugin = [*made.plugin, *include.plugin]
    return made


def _namespaces(*elements: Any) -> dict[str | None, str]:
    """The prefixes that are declared where the elements stand."""
    found: dict[str | None, str] = {}
    for element in elements:
        if element.source_element is not None:
            found.update(element.source_element.nsmap)
    return found


def _includes_in(model: Any) -> Iterator[Any]:
    """The includes that are left in a model and in what is nested in it."""
    if hasattr(type(model), "include"):
        yield from model.include
        for nested in model.model:
            yield from _includes_in(nested)


def _is_sdformat(path: Path) -> bool:
    """Whether a file is SDFormat, by its ending, or by its first element where the ending does not tell."""
    own = registry.FORMATS["sdformat"]
    if path.suffix.lower() in own.endings:
        return True
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return False
    return registry.begun_by(head) is own
