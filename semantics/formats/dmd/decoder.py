"""The text of Drake model directives to typed directives; every fault is reported at its line and column."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ....diagnostics import rules
from ....diagnostics.records import replace
from ....runtime.poses import quaternion_from_rpy
from ....runtime.source import Source
from ....runtime.spelling import nearest, suggest
from ...core.parsed import ParsedDocument, Pipeline
from ...resources.source_files import fill_source, seen_name
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, Quaternion, Vector, unit
from .directives import AddModel, Directive, Directives, DirectiveTransform, FaultyDirective, key_of
from .yaml_tree import YamlSource, YamlTree, parse_yaml

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...ir.world import WorldIR


def decode_text(source: Source, sink: Sink, options: Options) -> ParsedDocument[Directives] | None:
    """See ``Format.decode_text``."""
    placed = YamlSource(source.name, source.data)
    directives = read_directives(placed, sink)
    if directives is None:
        return None
    return ParsedDocument(format="dmd", version="", read_as="", root=directives, source=placed)


def read_directives(source: YamlSource, sink: Sink) -> Directives | None:
    """The directives of a text, None where it is no YAML."""
    tree = parse_yaml(source, sink)
    return None if tree is None else DirectiveParser(tree, sink).parse_directives()


def load_directives(path: Path, sink: Sink, options: Options) -> Directives | None:
    """The directives of a file, None after a finding."""
    source = YamlSource(seen_name(path, sink.document))
    is_read = fill_source(source, path, sink, options.files, options.max_bytes)
    return read_directives(source, sink) if is_read else None


def load_model(path: Path, sink: Sink, options: Options, pipeline: Pipeline) -> WorldIR | None:
    """The first world of a model file, None after a finding."""
    source, own = Source(seen_name(path, sink.document)), replace(options, base_dir=path.parent)
    if not fill_source(source, path, sink, options.files, options.max_bytes):
        return None
    parsed = pipeline.read(source, sink, own)
    found = pipeline.describe(parsed, sink, own) if parsed is not None else ()
    return found[0] if found else None


T = TypeVar("T")
_RANDOM = ("Uniform", "UniformDiscrete", "Gaussian", "UniformVector", "GaussianVector")
KINDS: dict[str, type[Directive]] = {key_of(each): each for each in get_args(Directive) if each is not FaultyDirective}
"""The class of each directive, by what its mapping is called."""


class DirectiveParser:
    """Makes typed directives of a tree."""

    def __init__(self, tree: YamlTree, sink: Sink) -> None:
        self._tree = tree
        self._sink = sink
        self._readers: dict[Any, Callable[[_Element, str], Any]] = {
            "str": self._text,
            "list[str]": self._strings,
            "DirectiveTransform": self._transform,
            "dict[str, list[float]]": partial(self._entries, read=self._numbers),
            "dict[str, DirectiveTransform]": partial(self._entries, read=self._transform),
        }
        """By the annotation of a field."""

    def parse_directives(self) -> Directives:
        """The directives of the file; those with faults as ``FaultyDirective``."""
        root = self._tree.root
        result = Directives().set_source(root, {})
        parts = self._mapping(root, "the file", ("directives",), ("directives",))
        if "directives" in parts:
            result.directives = [self._directive(item) for item in self._items(parts["directives"], "'directives'")]
        return result

    def _directive(self, item: _Element) -> Directive:
        parts = self._mapping(item, "a directive", tuple(KINDS))
        known = [key for key in parts if key in KINDS]
        if len(parts) != 1 or len(known) != 1:
            if len(known) != 1 and len(known) == len(parts):
                self._sink.report(rules.ONE_DIRECTIVE, item, count=len(known) or "no")
            return FaultyDirective().set_source(item, {})
        (key,) = known
        make: type[Any] = KINDS[key]
        held_by = [each for each in fields(make) if each.init]
        types = {each.name: each.type for each in held_by}
        required = tuple(each.name for each in held_by if each.default is each.default_factory is MISSING)
        is_meant = self._key(parts[key]) != key
        held = self._mapping(parts[key], key, tuple(types), () if is_meant else required)
        values: dict[str, Any] = {}
        for name in [each for each in held if each in types]:
            value = self._readers[types[name]](held[name], f"{name!r} of {key}")
            if value == "" and name in required:
                self._refuse(held[name], f"{name!r} of {key}", "a name")
            elif value is not None:
                values[name] = value
        if all(name in values for name in required):
            directive: Directive = make(**values).set_source(parts[key], held)
            return directive
        if make is AddModel and "file" in values:
            return AddModel(**{**values, "name": ""}).set_source(parts[key], held)
        return FaultyDirective(name=values.get("name", "")).set_source(parts[key], held)

    def _mapping(
        self, place: _Element, where: str, known: tuple[str, ...], required: tuple[str, ...] = ()
    ) -> dict[str, _Element]:
        """The keys of a mapping with their places."""
        node = self._node(place)
        if not isinstance(node, MappingNode):
            if node is not None or required:
                self._refuse(place, where, "a mapping of keys to values")
            return {}
        parts: dict[str, _Element] = {}
        meant: dict[str, _Element] = {}
        for child in place:
            key = self._key(child)
            if key in parts:
                self._sink.report(rules.REPEATED_KEY, child, where=where, key=key)
            elif key not in known:
                near = nearest(key, known)
                advice = suggest(near, "{!r}", f"known are {', '.join(known)}")
                self._sink.report(rules.UNKNOWN_KEY, child, where=where, key=key, suggestion=advice)
                if near is None:
                    parts[key] = child
                else:
                    meant.setdefault(near, child)
            else:
                parts[key] = child
        # what is misspelt is read as intended
        parts = {**meant, **parts}
        for key in required:
            if key not in parts:
                self._sink.report(rules.MISSING_KEY, place, where=where, key=key)
        return parts

    def _refuse(self, place: _Element, where: str, kind: str) -> None:
        self._sink.report(rules.WRONG_KIND, place, where=where, kind=kind)

    def _items(self, place: _Element, where: str) -> list[_Element]:
        node = self._node(place)
        if isinstance(node, SequenceNode):
            return list(place)
        if node is not None:
            self._refuse(place, where, "a list")
        return []

    def _key(self, child: _Element) -> str:
        return child.get("name", str(child.tag))

    def _node(self, place: _Element) -> Node | None:
        """The YAML node; None for null."""
        node = self._tree.nodes.get(place)
        if isinstance(node, ScalarNode) and node.value in ("", "~", "null") and node.style is None:
            return None
        return node

    def _fixed_node(self, place: _Element, where: str, kind: str) -> tuple[_Element, Node | None] | None:
        """The node of a value, itself or inside of a tag ``kind``; None after a finding, such as for a random value."""
        node = self._node(place)
        tag = self._tag(node)
        if isinstance(node, MappingNode) and tag == kind:
            value = self._mapping(place, where, ("value",), ("value",)).get("value")
            return None if value is None else self._fixed_node(value, where, kind)
        if tag in _RANDOM:
            self._sink.report(rules.NOT_FIXED, place, where=where)
            return None
        return place, node

    def _text(self, place: _Element, where: str) -> str | None:
        node = self._node(place)
        if isinstance(node, ScalarNode):
            return str(node.value)
        self._refuse(place, where, "a text")
        return None

    def _strings(self, place: _Element, where: str) -> list[str]:
        items = self._items(place, where.partition(" of ")[0])
        texts = [self._text(item, f"an entry of {where}") for item in items]
        return [text for text in texts if text is not None]

    def _number(self, place: _Element, where: str) -> float | None:
        found = self._fixed_node(place, where, "Deterministic")
        if found is None:
            return None
        place, node = found
        text = "" if node is None else str(node.value)
        try:
            value = float(text.replace(".inf", "inf").replace(".nan", "nan"))
        except ValueError:
            value = math.nan
        if math.isfinite(value):
            return value
        self._refuse(place, where, "a number")
        return None

    def _numbers(self, place: _Element, where: str) -> list[float] | None:
        found = self._fixed_node(place, where, "DeterministicVector")
        if found is None:
            return None
        place, node = found
        if not isinstance(node, SequenceNode):
            self._refuse(place, where, "a list of numbers")
            return None
        values = [self._number(item, f"an entry of {where}") for item in place]
        return None if None in values else [value for value in values if value is not None]

    def _vector(self, place: _Element, where: str) -> Vector | None:
        values = self._numbers(place, where)
        if values is not None and len(values) == 3:
            return values[0], values[1], values[2]
        if values is not None:
            self._refuse(place, where, "a list of three numbers")
        return None

    def _entries(self, place: _Element, where: str, read: Callable[[_Element, str], T | None]) -> dict[str, T]:
        if not isinstance(self._node(place), MappingNode):
            self._refuse(place, where, "a mapping of names to values")
            return {}
        found = {self._key(child): read(child, f"{self._key(child)!r} in {where}") for child in place}
        return {key: value for key, value in found.items() if value is not None}

    def _transform(self, place: _Element, where: str) -> DirectiveTransform:
        parts = self._mapping(place, where, ("base_frame", "translation", "rotation"))
        translation = self._part(parts, "translation", where, self._vector, (0.0, 0.0, 0.0))
        rotation = self._part(parts, "rotation", where, self._rotation, NO_ROTATION)
        base: str | None = ""
        if "base_frame" in parts and self._node(parts["base_frame"]) is not None:
            base = self._text(parts["base_frame"], f"'base_frame' of {where}")
        pose = IDENTITY
        if translation is not None and rotation is not None and base is not None:
            pose = (*translation, *rotation)
        return DirectiveTransform(pose=pose, base_frame=base or "").set_source(place, parts)

    def _part(
        self,
        parts: dict[str, _Element],
        key: str,
        where: str,
        read: Callable[[_Element, str], T | None],
        default: T | None = None,
    ) -> T | None:
        """What a key of a mapping holds, the default where it is not there."""
        return read(parts[key], f"{key!r} of {where}") if key in parts else default

    def _rotation(self, place: _Element, where: str) -> Quaternion | None:
        node = self._node(place)
        tag = self._tag(node)
        if tag in _RANDOM:
            self._sink.report(rules.NOT_FIXED, place, where=where)
        elif tag == "Rpy":
            parts = self._mapping(place, where, ("deg",), ("deg",))
            angles = self._part(parts, "deg", where, self._vector)
            return None if angles is None else quaternion_from_rpy(*map(math.radians, angles))
        elif tag == "AngleAxis":
            parts = self._mapping(place, where, ("angle_deg", "axis"), ("angle_deg", "axis"))
            angle = self._part(parts, "angle_deg", where, self._number)
            axis = self._part(parts, "axis", where, self._vector)
            if angle is None or axis is None:
                return None
            if any(axis):
                half = math.radians(angle) / 2
                x, y, z = unit(axis)
                return math.cos(half), math.sin(half) * x, math.sin(half) * y, math.sin(half) * z
            self._refuse(parts["axis"], f"'axis' of {where}", "a direction")
        elif tag in ("Identity", "") and node is not None:
            self._mapping(place, where, ())
            return NO_ROTATION
        else:
            self._refuse(place, where, "one of !Identity {}, !Rpy {...} and !AngleAxis {...}")
        return None

    @staticmethod
    def _tag(node: Node | None) -> str:
        """The name of a tag of the text's own (``!Rpy``), empty for those of YAML."""
        tag = str(node.tag or "") if node is not None else ""
        return tag[1:] if tag.startswith("!") and not tag.startswith("!!") else ""
