"""What is written in ``<plugin>``: parameters that the plugin does not read, values and names that it cannot use.

The simulator says nothing of most of it: a parameter that is misspelt counts as one that is not there.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.records import NamedTuple
from ...runtime.numbers import C_NUMBER
from ...runtime.patterns import compile_pattern
from ...runtime.source import literal_tag
from ...runtime.spelling import suggest
from ..core.extensions import tables_of
from ..formats.extension_names import SPACES, is_extension
from ..formats.foreign_parts import simulator_parts_in
from ..formats.plugin_tables import (
    NAMESPACES,
    Plugin,
    class_of,
    classic_plugins,
    closest,
    find_other,
    find_plugin,
    find_renamed,
    libraries,
    library_by_class,
    library_of,
    plain_library,
    read_plugins,
    simulator_parts,
    spellings,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from lxml.etree import _Element

    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from ..core.options import Options
    from ..formats.plugin_tables import Parameter
    from ..ir.world import WorldIR

HOLDERS = {"include": ("model", "actor", "light"), "gazebo": ("model",)}
"""What elements that hold plugins may stand for."""
CHECKED = ("joint", "link", "frame")
"""Kinds of names that are looked up."""
MOST_PLUGINS = 10_000
"""Plugins of a document that are looked at."""

_NUMBER = C_NUMBER.pattern
_FORMS = {
    "double": (C_NUMBER, "a number"),
    "angle": (C_NUMBER, "a number"),
    "int": (compile_pattern(r"[-+]?\d+(?:\.0*)?"), "a whole number"),
    "unsigned int": (compile_pattern(r"\+?\d+(?:\.0*)?"), "a whole number from 0 on"),
    "bool": (compile_pattern(r"true|false|0|1", re.IGNORECASE), "true or false"),
    "vector2d": (compile_pattern(rf"{_NUMBER}(?:\s{_NUMBER})", re.IGNORECASE | re.ASCII), "two numbers"),
    "vector3": (compile_pattern(rf"{_NUMBER}(?:\s{_NUMBER}){{2}}", re.IGNORECASE | re.ASCII), "three numbers"),
    "color": (compile_pattern(rf"{_NUMBER}(?:\s{_NUMBER}){{2,3}}", re.IGNORECASE | re.ASCII), "three or four numbers"),
    "pose": (compile_pattern(rf"{_NUMBER}(?:\s{_NUMBER}){{5,6}}", re.IGNORECASE | re.ASCII), "six numbers"),
}
"""How texts of types look that a reader takes, and what they are."""
_START = compile_pattern(r"<plugin\b[^<>]*>")
_HAS_CHILD = compile_pattern(r"(?<!/>)\s*<[^/]")
_UNFINISHED = compile_pattern(r"\$[({]|\{\{|%")
"""What another program puts a text in place of."""


class _KnownNames(NamedTuple):
    """The names that a plugin may refer to, by kind, and how what has them is called."""

    known: Mapping[str, frozenset[str]]
    holder: str


def check_plugins(source: Source, descriptions: Iterable[WorldIR], sink: Sink, options: Options) -> None:
    """Reports what plugins of a document cannot use."""
    names = _NamesOfDocument(descriptions, sink)
    _check_simulator_parts(source, names, sink)
    if not source.has_element("plugin"):
        return
    tables = () if options.bindings is None else tables_of((options.bindings,))
    if not (source.has_tree or tables or _is_worth_a_tree(source.text)) or source.root is None:
        return
    found = list(_find_elements(source, "plugin"))
    if any(library_of(element.get("filename", "")) for element in found):
        _report_classic_plugins(found, sink)
    for element in found:
        parent = element.getparent()
        if parent is not None and literal_tag(parent) != "gui":
            _PluginCheck(element, parent, names, tables, sink).run()


def _check_simulator_parts(source: Source, names: _NamesOfDocument, sink: Sink) -> None:
    """Reports what a reader cannot use of elements of its own, such as Isaac Sim of ``<fixed_frame>`` in a robot."""
    tags = simulator_parts_in(source)
    if not tags or source.root is None:
        return
    for element in _find_elements(source, *tags):
        parent = element.getparent()
        for part in simulator_parts()[literal_tag(element)]:
            if parent is not None and literal_tag(parent) in part.at:
                _PluginCheck(element, parent, names, (), sink).check_part(part)


def _find_elements(source: Source, *tags: str) -> Iterator[_Element]:
    """Elements of these names, but for those inside of what is there for another format."""
    found = islice(() if source.root is None else source.root.iter(*tags), MOST_PLUGINS)
    if not any(source.mentions(space.namespace) for space in SPACES.values()):
        return found
    return (each for each in found if not any(is_extension(str(around.tag)) for around in each.iterancestors()))


def _report_classic_plugins(plugins: Iterable[_Element], sink: Sink) -> None:
    """Reports plugins of Gazebo classic, in a document that has plugins of gz-sim."""
    for element in plugins:
        filename = element.get("filename", "")
        known = classic_plugins().get(plain_library(filename))
        if known is not None:
            sink.report(rules.PLUGIN_OF_CLASSIC, element, attribute="filename", name=filename, instead=known.instead)


def _is_worth_a_tree(text: str) -> bool:
    """Whether a large text, whose tree was not kept, has a plugin of gz-sim with parameters, or one that has an odd name."""
    for tag in islice(_find_starts(text), MOST_PLUGINS):
        filename, name = (_attribute(tag[0], attribute) for attribute in ("filename", "name"))
        library = library_of(filename)
        if library is None:
            if find_other(filename, name)[0]:
                return True
            continue
        known = libraries().get(library)
        if known is None or class_of(name) not in known["classes"] or _HAS_CHILD.match(text, tag.end()):
            return True
    return False


def _find_starts(text: str) -> Iterator[re.Match[str]]:
    """The start tags of plugins: texts are searched in a quarter of the time in which patterns are."""
    at = text.find("<plugin")
    while at >= 0:
        tag = _START.match(text, at)
        if tag is not None:
            yield tag
        at = text.find("<plugin", at + 1)


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf"""\s{name}\s*=\s*["']([^"']*)["']""", tag)
    return "" if found is None else found[1]


class _NamesOfDocument:
    """The names of joints and links of a document, which are collected when they are first asked for."""

    def __init__(self, descriptions: Iterable[WorldIR], sink: Sink) -> None:
        self._descriptions = descriptions
        self._sink = sink
        self._known: dict[str, frozenset[str]] = {}

    def at(self, parent: _Element) -> _KnownNames | None:
        """The names that a plugin in an element may use; None where not all are known, as in a part of a robot."""
        tags = [literal_tag(each) for each in parent]
        if literal_tag(parent) == "model" and not {"include", "model"}.intersection(tags):
            known = {
                kind: frozenset(each.get("name", "") for each, tag in zip(parent, tags) if tag == kind)
                for kind in ("joint", "link", "frame")
            }
            known["frame"] |= known["joint"] | known["link"] | {"__model__", "world"}
            return _KnownNames(known, f"model {parent.get('name', '')!r}") if known["link"] else None
        if self._sink.absent or self._sink.lacking:
            return None
        if not self._known:
            self._collect()
        return _KnownNames(self._known, "the document") if self._known["link"] else None

    def _collect(self) -> None:
        links: set[str] = set()
        joints: set[str] = set()
        for description in self._descriptions:
            links.update(record.name.rpartition("::")[2] for record in description.links)
            joints.update(record.name.rpartition("::")[2] for record in description.joints)
        named = {record.name.rpartition("::")[2] for description in self._descriptions for record in description.frames}
        frames = frozenset(named | links | joints | {"__model__", "world"})
        self._known = {"link": frozenset(links), "joint": frozenset(joints), "frame": frames}


class _PluginCheck:
    """One plugin, looked at from its name to its last parameter."""

    def __init__(
        self,
        element: _Element,
        parent: _Element,
        names: _NamesOfDocument,
        tables: tuple[Path, ...],
        sink: Sink,
    ) -> None:
        self.element = element
        self.parent = parent
        self.names = names
        self.tables = tables
        self.sink = sink

    def run(self) -> None:
        """Reports what is wrong with it."""
        self._report_old_names()
        plugin = self._find()
        if plugin is None:
            return
        holder = literal_tag(self.parent)
        if holder == "gazebo" and self.parent.get("reference"):
            return  # no reader keeps a plugin of a link
        if plugin.at and not set(plugin.at).intersection(HOLDERS.get(holder, (holder,))):
            allowed = " or ".join(f"<{each}>" for each in plugin.at)
            self.sink.report(
                rules.PLUGIN_MISPLACED, self.element, name=plugin.name or plugin.library, holder=holder, allowed=allowed
            )
            return
        self._check_children(plugin, self.element, "")

    def check_part(self, part: Plugin) -> None:
        """Reports what is wrong with an element that a reader other than a plugin has to itself."""
        shown = part._replace(name=f"{part.name} in <{part.library}>")
        self._check_attributes(shown, self.element, "")
        self._check_children(shown, self.element, "")

    def _report_old_names(self) -> None:
        """Reports names of the time when gz-sim was called Ignition Gazebo."""
        for attribute in ("filename", "name"):
            written = self.element.get(attribute, "")
            new = written.replace("ignition-gazebo", "gz-sim").replace("ignition::gazebo", "gz::sim")
            if new != written and (library_of(written) or class_of(written)):
                self.sink.report(rules.PLUGIN_NAME_OLD, self.element, attribute=attribute, name=written, suggested=new)

    def _find(self) -> Plugin | None:
        """What tables have under the names of the plugin; None for anything else."""
        filename, name = self.element.get("filename", ""), self.element.get("name", "")
        is_known, other = find_other(filename, name, self.tables)
        if is_known:
            return other
        library = library_of(filename)
        if library is None:
            return None
        if library not in libraries():
            self._report_library(filename, library, name)
            return None
        found = find_plugin(library, name)
        if found is not None or not name:
            return found
        plugins, short = read_plugins(library), class_of(name)
        meant = closest(short or name, plugins) or (next(iter(plugins)) if len(plugins) == 1 else None)
        if meant is not None and short != meant:
            self.sink.report(
                rules.PLUGIN_CLASS_UNKNOWN,
                self.element,
                attribute="name",
                name=short or name,
                library=filename,
                suggested=meant,
                correct=f"{name[: -len(short)] if short else NAMESPACES[0]}{meant}",
            )
        return None

    def _report_library(self, filename: str, library: str, name: str) -> None:
        meant = library_by_class().get(class_of(name) or "") or spellings().nearest(library)
        if meant is not None:
            self.sink.report(
                rules.PLUGIN_LIBRARY_UNKNOWN,
                self.element,
                attribute="filename",
                name=filename,
                suggested=filename.replace(f"-{library}-", f"-{meant}-"),
            )

    def _check_children(self, plugin: Plugin, element: _Element, path: str) -> None:
        for child in element:
            tag = literal_tag(child)
            if not isinstance(child.tag, str) or ":" in tag:
                continue
            there = f"{path}/{tag}" if path else tag
            known = plugin.find(there) or plugin.find(f"{path}/@{tag}" if path else f"@{tag}")
            if known is None:
                if plugin.is_complete:
                    self._report_unknown(plugin, child, tag, path)
                continue
            if known.is_open:
                continue
            newer = plugin.find_newer(there)
            if newer is not None:
                self.sink.report(
                    rules.PLUGIN_PARAMETER_OLD, child, name=tag, where=plugin.name, suggested=newer.rpartition("/")[2]
                )
            self._check_value(plugin, child, known, (child.text or "").strip())
            self._check_attributes(plugin, child, there)
            self._check_children(plugin, child, there)

    def _report_unknown(self, plugin: Plugin, child: _Element, tag: str, path: str) -> None:
        near = closest(tag, plugin.inside(path)) or find_renamed(plugin, tag)
        name = plugin.name or plugin.library
        where = f"<{path.rpartition('/')[2]}> of {name}" if path else name
        self.sink.report(rules.PLUGIN_PARAMETER_UNKNOWN, child, name=tag, where=where, suggested=near)

    def _check_attributes(self, plugin: Plugin, child: _Element, path: str) -> None:
        """Checks the attributes of an element; all of them are known where the table has some of it."""
        begin = f"{path}/" if path else ""
        for name, text in child.attrib.items():
            known = plugin.find(f"{begin}@{name}") or plugin.find(f"{begin}{name}")
            if known is not None:
                self._check_value(plugin, child, known, str(text).strip(), str(name))
            elif plugin.is_complete and ":" not in str(name) and (others := plugin.attributes_at(path)):
                near = closest(str(name), others)
                suggested = None if near is None else f"@{near}"
                self.sink.report(
                    rules.UNKNOWN_ATTRIBUTE,
                    child,
                    attribute=str(name),
                    parent=literal_tag(child),
                    name=str(name),
                    suggested=suggested,
                    severity="warning",
                )

    def _check_value(
        self, plugin: Plugin, at: _Element, known: Parameter, text: str, attribute: str | None = None
    ) -> None:
        if _UNFINISHED.search(text) or (attribute is None and len(at)):
            return
        written = f"attribute {attribute!r}" if attribute else f"<{literal_tag(at)}>"
        form = _FORMS.get(known.type or "")
        if form is not None and form[0].fullmatch(text) is None:
            self.sink.report(
                rules.PLUGIN_PARAMETER_VALUE,
                at,
                attribute=attribute,
                what=written,
                name=plugin.name or plugin.library,
                text=text,
                kind=form[1],
            )
        if known.names in CHECKED and text:
            names = self.names.at(self.parent)
            plain = text.rpartition("::")[2]
            if names is None or text in names.known[known.names] or plain in names.known[known.names]:
                return
            advice = suggest(closest(plain, names.known[known.names]), "{!r}", "")
            self.sink.report(
                rules.PLUGIN_UNKNOWN_NAME,
                at,
                attribute=attribute,
                what=written,
                name=plugin.name or plugin.library,
                reference=text,
                kind=known.names,
                holder=names.holder,
                advice=advice,
            )
