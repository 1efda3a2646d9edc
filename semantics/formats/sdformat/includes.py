"""Puts in what other files hold: a document with includes to the same document without.

What is not touched by an include is shared with the document that was given. A file is read once, however often it is
included; models made of it share all but their names, poses and what else the include overrides. Files of other
formats stay as they are: ``interface_models`` describes them.

Spec: composition proposal, 1.4.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from lxml import etree

from ....diagnostics import rules
from ....diagnostics.records import dataclass
from ....runtime.budget import LIMITS
from ....runtime.element import is_written
from ....runtime.files import Unreadable
from ....runtime.source import Source, literal_tag
from ....runtime.spelling import format_count
from ...includes.inclusion import INCLUDABLE, IncludeChain, included_element
from ...ir.scoped_names import SEPARATOR
from ...ir.world import WorldIR
from ...resources.classic_models import is_of_classic_database, is_of_registry
from ...resources.resolver import ResolvedModel, finder_for
from ...resources.source_files import fill_source, seen_name
from ...upgrade.versions import version_key
from ..registry import FORMATS, by_tag, root_tags
from ..text_order import child_element, in_document_order
from .context import SdformatContext, SdformatFile
from .elements import shallow
from .merge_include import merge_model
from .overrides import overridden
from .placeholders import make_placeholder, name_of_include
from .poses import refuse_relative_pose

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element

    from ....runtime.budget import What
    from ....runtime.element import Element
    from ....runtime.files import Files
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument, Pipeline
    from .elements import Includable, Include, Model, Population, Sdf, World

FETCHED_BY_FUEL = "use --fetch fuel"
FETCHED_BY_CLASSIC = "Gazebo classic downloads it; name the folder that has it with --search-path (search_paths=)"
"""What to do about a model that was not fetched, by who has it."""
MOST_LEVELS = 100
"""How deep models may be nested where an include still adds to it; below what the interpreter's stack allows."""

MOST_MODELS = LIMITS["models"]
"""How many models includes may amount to: a few small files can stand for more than any memory holds."""

_COUNTS: dict[What, etree.XPath] = {
    "elements": etree.XPath("count(descendant-or-self::*)"),
    "frames": etree.XPath("1 + count(.//model | .//link | .//joint | .//frame)"),
    "links": etree.XPath("count(.//link)"),
}
"""What an element brings each time that it is included; counted by the XML library, since it can be large."""


def context_of(parsed: ParsedDocument[Sdf], sink: Sink, options: Options, pipeline: Pipeline) -> SdformatContext:
    """What the functions that expand and describe a document are given."""
    return SdformatContext(
        sink,
        options,
        file_of(parsed, options.base_dir),
        WorldIR("sdformat"),
        pipeline,
        root_may_have_changed=parsed.may_have_changed,
        finder=finder_for(options),
    )


def file_of(parsed: ParsedDocument[Sdf], folder: Path | None) -> SdformatFile:
    """What the rules about names and URIs need to know of a file."""
    return SdformatFile(version_key(parsed.read_as) or (1, 0), folder)


@dataclass(frozen=True, slots=True)
class _IncludedFile:
    """What a file has to include, its own includes expanded."""

    kind: str
    element: Includable
    file: SdformatFile
    levels: int
    extent: Counter[str]


class Expander:
    """Expands the includes of one document."""

    def __init__(
        self, context: SdformatContext, parsed: ParsedDocument[Sdf], *, leaves_unresolved: bool = False
    ) -> None:
        self.context = context
        self._leaves_unresolved = leaves_unresolved
        """Whether an include that cannot be resolved, and need not be, stays an include."""
        self._stood_in: set[str] = set()
        """URIs of what placeholders stand for."""
        self._unfetched: dict[tuple[str | None, str], list[tuple[str, _Element | Element]]] = {}
        """By file, what would have to be fetched from a server, and where that is written."""
        self.sink = context.sink
        self._keep = context.provenance.keep
        self._chain = IncludeChain(parsed.source.name, context.options.files)
        self._files: dict[Path, _IncludedFile | None] = {}
        self._incomplete: set[Path] = set()
        """Files that lack what they include."""
        self._level = 0
        self._highest = 0
        self._extent: Counter[str] = Counter()
        """What the includes so far have brought; within a file that is being read, what is in it."""
        self._has_too_many = False
        """Whether there are too many models, which was reported: no more is included."""

    def expand(self, root: Sdf) -> Sdf:
        """The root element without includes; ``root`` itself where there are none."""
        worlds = [self._world(world) for world in root.world]
        model = root.model
        expanded = self._model(model) if model is not None else None
        bare = self._bare_includes(root)
        if expanded is model and not bare and _are_same(worlds, root.world):
            return root
        twin = self._keep(shallow(root))
        if worlds:
            twin.world = worlds
        if expanded is not None:
            twin.model = expanded
        for include in bare:
            self._include(include, twin)
        return twin

    def _bare_includes(self, root: Sdf) -> list[Include]:
        """Includes that are in no world; no version describes them, but readers know a document that consists of one."""
        if not is_written(root, "any_elements") or root.source_element is None:
            return []
        decode = self.context.bindings.decode
        return [
            self._keep(decode(child, self.sink, name="WorldInclude"))
            for child in root.source_element
            if child.tag == "include"
        ]

    def _world(self, world: World) -> World:
        models = [self._model(model) for model in world.model]
        written = vars(world).get("population", ())
        populations = [self._population(population) for population in written]
        includes = world.include
        if not includes and _are_same((*models, *populations), (*world.model, *written)):
            return world
        twin = self._keep(shallow(world))
        if populations:
            twin.population = populations
        self._fill(world, twin, models, includes)
        return twin

    def _population(self, population: Population) -> Population:
        """A population whose model is expanded; it is never part of a scene, as it is none of libsdformat's world."""
        model = vars(population).get("model")
        expanded = None if model is None else self._model(model)
        if expanded is None or expanded is model:
            return population
        twin = self._keep(shallow(population))
        twin.model = expanded
        return twin

    def _model(self, model: Model) -> Model:
        written = vars(model)
        nested, includes = written.get("model", ()), written.get("include", ())
        if not nested and not includes:
            return model
        self._level += 1
        self._highest = max(self._highest, self._level)
        models = [self._model(inner) for inner in nested]
        made = model
        if includes or not _are_same(models, nested):
            made = self._keep(shallow(model))
            self._fill(model, made, models, includes)
        self._level -= 1
        return made

    def _fill(
        self, owner: World | Model, twin: World | Model, models: list[Model], includes: Sequence[Include]
    ) -> None:
        """Gives the copy of ``owner`` its models, and what its includes stand for."""
        twin.model, twin.include = [], []
        members: list[tuple[str, Model | Include]] = [("model", model) for model in models]
        members += [("include", include) for include in includes]
        for kind, element in in_document_order(owner, members, self.context.place):
            if kind == "model":
                twin.model.append(cast("Model", element))
            else:
                self._include(cast("Include", element), twin)
        if any(include.merge for include in includes) and (links := vars(twin).get("link")):
            # the first one is the canonical link, wherever it comes from
            ordered = in_document_order(owner, [("link", link) for link in links], self.context.place)
            cast("Model", twin).link = [link for _, link in ordered]

    def _include(self, include: Include, twin: Sdf | World | Model) -> None:
        if self._has_too_many:
            return
        uri = include.uri.strip()
        at = child_element(include, "uri")
        if not uri:
            self.sink.report(rules.URI_MISSING, at)
            self._note_absent(include)
            return
        if include.placement_frame.strip() and include.pose is None:
            place = child_element(include, "placement_frame")
            self.sink.report(rules.PLACEMENT_WITHOUT_POSE, place)
        found = self._find(uri, include, twin, at)
        if found is None:
            self._note_absent(include)
            return
        if not is_sdformat(found.path, self.context.options.files):
            self._leave(include, found.path, twin)
            return
        with self._chain.enter_file(found.path, self.sink, at) as may_be_read:
            if not may_be_read:
                self._note_absent(include)
                return
            if found.path not in self._files:
                if self._level > MOST_LEVELS:
                    self.sink.report(rules.INCLUDES_TOO_DEEP, at, limit=MOST_LEVELS)
                    return
                outer, lacking = (self._highest, self._extent), len(self.sink.lacking)
                self._highest, self._extent = self._level, Counter(models=1)
                self._files[found.path] = self._read_file(found, include, at)
                self._highest, self._extent = outer
                if len(self.sink.lacking) > lacking:
                    self._incomplete.add(found.path)
        if found.path in self._incomplete:
            self.sink.lacking.append(include)
        included = self._files[found.path]
        if included is None:
            self._note_absent(include)
        elif self._is_within_limits(included, at):
            self._add(include, twin, included, file_name=str(found.path))

    def _note_absent(self, include: Include) -> None:
        """Notes that what refers to what an include names is not to be reported."""
        uri = include.uri.strip()
        if not include.merge and not (include.name or "").strip():
            self.sink.note_absent(SEPARATOR, include)  # the file may give it another name than its URI
        self.sink.note_absent("" if include.merge or not uri else name_of_include(include, uri), include)

    def _leave(self, include: Include, path: Path, twin: Sdf | World | Model) -> None:
        """Leaves an include of another format where it is."""
        parent = type(twin).Meta.name
        if parent == "sdf":
            tag = root_tag_of(path, self.context.options.files) or path.suffix.removeprefix(".")
            self.sink.report(rules.INCLUDE_MISPLACED, include, file=str(path), tag=tag, parent=parent)
            return
        self.context.provenance.other_formats[id(include)] = path
        includes: list[Include] = cast("World | Model", twin).include  # type: ignore[assignment]  # of its own class
        includes.append(self._keep(include))

    def _is_within_limits(self, included: _IncludedFile, at: _Element | Element) -> bool:
        """Counts what a file amounts to; whether the document stays within the limits with it."""
        if self._has_too_many:
            return False
        deepest = self._level + included.levels
        self._highest = max(self._highest, deepest)
        self._extent += included.extent
        if deepest > 2 * MOST_LEVELS:
            self.sink.report(rules.INCLUDES_TOO_DEEP, at, limit=MOST_LEVELS)
            return False
        if self._extent["models"] > MOST_MODELS:
            self._has_too_many = True
            self.sink.report(rules.TOO_MANY_MODELS, at, limit=MOST_MODELS)
            return False
        for kind in _COUNTS:
            self.sink.budget.expect(kind, self._extent[kind], at)
        return True

    def _find(
        self, uri: str, include: Include, twin: Sdf | World | Model, at: _Element | Element
    ) -> ResolvedModel | None:
        """The file of an include; where there is none, a placeholder takes its place if it may, or an error says so."""
        finder, folders, options = self.context.finder, self.context.folders, self.context.options
        # no target fetches by itself
        may_be_fetched = options.target is None
        found = finder.find_model(uri, folders, with_builtin=may_be_fetched)
        may_be_downloaded = may_be_fetched and options.fetch is None and is_of_registry(uri)
        if found is not None and found.config is None:
            return found  # what is said of a model.config is all that could be
        stands_in = found is None and (options.partial or may_be_downloaded)
        if not stands_in or not may_be_downloaded:
            is_known = stands_in and uri in self._stood_in
            finder.find_model(
                uri,
                folders,
                None if is_known else self.sink,
                at,
                severity="warning" if stands_in else None,
                with_builtin=may_be_fetched,
            )
        else:
            source = include.source_element
            host = None if source is None else self.sink.source_of(source)
            advice = FETCHED_BY_CLASSIC if is_of_classic_database(uri) else FETCHED_BY_FUEL
            self._unfetched.setdefault((None if host is None else host.key, advice), []).append((uri, at))
        if stands_in:
            self._stood_in.add(uri)
            self._put_placeholder(include, uri, twin)
        return found

    def _put_placeholder(self, include: Include, uri: str, twin: Sdf | World | Model) -> None:
        """Puts a model in the place of what cannot be had, or leaves the include where a plain document is made."""
        if self._leaves_unresolved:
            includes: list[Include] | None = getattr(twin, "include", None)
            if includes is not None:
                includes.append(self._keep(include))
            return
        if include.merge:
            return
        beside: Any = getattr(twin, "model", None)
        others: list[Model] = beside if isinstance(beside, list) else []
        taken = {each.name for each in others if self.context.provenance.placeholders.get(id(each)) != uri}
        made = make_placeholder(self.context, include, uri, taken)
        self.context.provenance.note(made, include, self.context.file)
        self.context.provenance.placeholders[id(made)] = uri
        if type(twin).Meta.name != "sdf":
            cast("World | Model", twin).model.append(made)
        elif getattr(twin, "model", None) is None and not cast("Sdf", twin).world:
            cast("Sdf", twin).model = made

    def report_unfetched(self) -> None:
        """Reports models of servers that were not fetched: once for each file."""
        for (_, advice), missed in self._unfetched.items():
            (uri, at), count = missed[0], len({each for each, _ in missed}) - 1
            others = f" and {format_count(count, 'other')}" if count else ""
            self.sink.report(rules.MODEL_NOT_FETCHED, at, uri=uri, others=others, advice=advice)

    def _read_file(self, found: ResolvedModel, include: Include, at: _Element | Element) -> _IncludedFile | None:
        path = found.path
        source = Source(seen_name(path, self.sink.document))
        options = self.context.options
        if found.text is not None:
            source.data = found.text
            self.sink.add_source(source)
        elif not fill_source(source, path, self.sink, options.files, options.max_bytes, at):
            return None
        parsed = self.context.pipeline.read(source, self.sink, options, format="sdformat")
        if parsed is None or parsed.root.source_element is None:
            return None
        chosen = included_element(parsed.root.source_element, str(path), self.sink, include)
        if chosen is None:
            return None
        self._extent.update({kind: int(count(chosen)) for kind, count in _COUNTS.items()})
        kind = literal_tag(chosen)
        element: Includable | None = getattr(parsed.root, kind)
        if element is None:
            return None
        file = file_of(parsed, path.parent)
        self.context.included.append((element, file))
        if kind == "model":
            outer, self.context.file = self.context.file, file
            element = self._model(cast("Model", element))
            self.context.file = outer
        return _IncludedFile(kind, self._keep(element), file, self._highest - self._level, self._extent)

    def _add(self, include: Include, twin: Sdf | World | Model, included: _IncludedFile, *, file_name: str) -> None:
        """Adds what is included to the copy of the element that the include is in."""
        parent, kind = type(twin).Meta.name, included.kind
        if include.merge and kind != "model":
            self.sink.report(rules.MERGE_NOT_A_MODEL, include, file=file_name, tag=kind)
            return
        if kind != "model" and not hasattr(type(twin), kind):
            self.sink.report(rules.INCLUDE_MISPLACED, include, file=file_name, tag=kind, parent=parent)
            return
        made = overridden(self.context, included.element, include, kind)
        if kind == "model" and include.pose is None and refuse_relative_pose(self.context, cast("Model", made)):
            made.pose = None
        self.context.provenance.note(made, include, included.file)
        if parent == "sdf":
            if include.merge:
                self.sink.report(rules.MERGE_INTO_DOCUMENT, include, file=file_name)
            first = next((tag for tag in ("world", *INCLUDABLE) if getattr(twin, tag)), None)
            if first is not None:
                self.sink.report(rules.SEVERAL_ROOTS, include, tag="include", first=first)
            else:
                setattr(twin, kind, made)
        elif not include.merge:
            getattr(twin, kind).append(made)
        else:
            merge_model(self.context, include, cast("Model", made), cast("World | Model", twin), file_name)


def _are_same(one: Sequence[Element], other: Sequence[Element]) -> bool:
    return all(a is b for a, b in zip(one, other))


HEAD_BYTES = 4096
"""How many bytes of a file are looked at."""


def is_sdformat(path: Path, files: Files) -> bool:
    """Whether a file is SDFormat."""
    own = FORMATS["sdformat"]
    return path.suffix.lower() in own.endings or by_tag(root_tag_of(path, files)) is own


def root_tag_of(path: Path, files: Files) -> str | None:
    """Which root element of any format comes first in a file; None for a file that cannot be read, or has none."""
    try:
        head = files.head(path, HEAD_BYTES)
    except Unreadable:
        return None
    found = re.search(rf"<({'|'.join(map(re.escape, root_tags()))})[ >\n\r\t]".encode(), head)
    return None if found is None else found[1].decode()
