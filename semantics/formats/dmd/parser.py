"""From the tree of a YAML text to typed directives; every fault is reported at its line and column."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ....diagnostics import rules
from ....runtime.poses import quaternion_from_rpy
from ....runtime.spelling import nearest, suggest
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, Quaternion, Vector, unit
from .directives import (
    AddCollisionFilterGroup,
    AddDirectives,
    AddFrame,
    AddModel,
    AddModelInstance,
    AddWeld,
    Directive,
    Directives,
    DirectiveTransform,
    FaultyDirective,
)
from .yaml_tree import YamlTree

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink

T = TypeVar("T")
ReadValue = Callable[["_Element", str], Any]
_RANDOM = ("Uniform", "UniformDiscrete", "Gaussian", "UniformVector", "GaussianVector")


class DirectiveParser:
    """Makes typed directives of a tree."""

    def __init__(self, tree: YamlTree, sink: Sink) -> None:
        self._tree = tree
        self._sink = sink
        strings, text, pose = self._strings, self._text, self._transform
        self._kinds: dict[str, tuple[type[Any], dict[str, ReadValue], tuple[str, ...]]] = {
            "add_model": (
                AddModel,
                {
                    "file": text,
                    "name": text,
                    "default_joint_positions": self._positions,
                    "default_free_body_pose": self._poses,
                },
                ("file", "name"),
            ),
            "add_model_instance": (AddModelInstance, {"name": text}, ("name",)),
            "add_frame": (AddFrame, {"name": text, "X_PF": pose}, ("name", "X_PF")),
            "add_weld": (AddWeld, {"parent": text, "child": text, "X_PC": pose}, ("parent", "child")),
            "add_collision_filter_group": (
                AddCollisionFilterGroup,
                {
                    "name": text,
                    "model_namespace": text,
                    "members": strings,
                    "member_groups": strings,
                    "ignored_collision_filter_groups": strings,
                },
                ("name",),
            ),
            "add_directives": (AddDirectives, {"file": text, "model_namespace": text}, ("file",)),
        }

    def parse_directives(self) -> Directives:
        """The directives of the file; those with faults as ``Unread``."""
        root = self._tree.root
        result = Directives().set_source(root, {})
        parts = self._mapping(root, "the file", ("directives",), ("directives",))
        for item in self._items(parts.get("directives"), "directives"):
            result.directives.append(self._directive(item))
        return result

    def _directive(self, item: _Element) -> Directive:
        parts = self._mapping(item, "a directive", tuple(self._kinds))
        known = [key for key in parts if key in self._kinds]
        if len(parts) != 1 or len(known) != 1:
            if len(known) != 1 and len(known) == len(parts):
                self._sink.report(rules.ONE_DIRECTIVE, item, count=len(known) or "no")
            return FaultyDirective().set_source(item, {})
        (key,) = known
        make, readers, required = self._kinds[key]
        is_meant = self._key(parts[key]) != key
        held = self._mapping(parts[key], key, tuple(readers), () if is_meant else required)
        complete = all(name in held for name in required)
        values: dict[str, Any] = {}
        for name, place in held.items():
            if name in readers:
                value = readers[name](place, f"{name!r} of {key}")
                if value is None or (value == "" and name in required):
                    if value == "":
                        self._sink.report(rules.WRONG_KIND, place, where=f"{name!r} of {key}", kind="a name")
                    complete = complete and name not in required
                    continue
                values[name] = value
        if not complete and make is AddModel and "file" in values:
            return AddModel(**{**values, "name": ""}).set_source(parts[key], held)
        if not complete:
            return FaultyDirective(name=values.get("name", "")).set_source(parts[key], held)
        directive: Directive = make(**values).set_source(parts[key], held)
        return directive

    def _mapping(
        self, place: _Element, where: str, known: tuple[str, ...], required: tuple[str, ...] = ()
    ) -> dict[str, _Element]:
        """The keys of a mapping with their places."""
        node = self._node(place)
        if not isinstance(node, MappingNode):
            if node is not None or required:
                self._sink.report(rules.WRONG_KIND, place, where=where, kind="a mapping of keys to values")
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

    def _items(self, place: _Element | None, where: str) -> list[_Element]:
        if place is None:
            return []
        node = self._node(place)
        if isinstance(node, SequenceNode):
            return list(place)
        if node is not None:
            self._sink.report(rules.WRONG_KIND, place, where=f"{where!r}", kind="a list")
        return []

    def _key(self, child: _Element) -> str:
        name = child.get("name")
        return str(child.tag) if name is None else name

    def _node(self, place: _Element) -> Node | None:
        """The YAML node; None for null."""
        node = self._tree.nodes.get(place)
        if isinstance(node, ScalarNode) and node.value in ("", "~", "null") and node.style is None:
            return None
        return node

    def _text(self, place: _Element, where: str) -> str | None:
        node = self._node(place)
        if isinstance(node, ScalarNode):
            return str(node.value)
        self._sink.report(rules.WRONG_KIND, place, where=where, kind="a text")
        return None

    def _strings(self, place: _Element, where: str) -> list[str]:
        texts = [self._text(item, f"an entry of {where}") for item in self._items(place, where.split("'")[1])]
        return [text for text in texts if text is not None]

    def _number(self, place: _Element, where: str) -> float | None:
        node = self._node(place)
        if isinstance(node, MappingNode) and self._tag(node) == "Deterministic":
            parts = self._mapping(place, where, ("value",), ("value",))
            return self._number(parts["value"], where) if "value" in parts else None
        if node is not None and self._tag(node) in _RANDOM:
            self._sink.report(rules.NOT_FIXED, place, where=where)
            return None
        try:
            value = float(str(node.value).replace(".inf", "inf").replace(".nan", "nan")) if node is not None else None
        except (TypeError, ValueError):
            value = None
        if value is None or not math.isfinite(value):
            self._sink.report(rules.WRONG_KIND, place, where=where, kind="a number")
            return None
        return value

    def _numbers(self, place: _Element, where: str) -> list[float] | None:
        node = self._node(place)
        if isinstance(node, MappingNode) and self._tag(node) == "DeterministicVector":
            parts = self._mapping(place, where, ("value",), ("value",))
            return self._numbers(parts["value"], where) if "value" in parts else None
        if node is not None and self._tag(node) in _RANDOM:
            self._sink.report(rules.NOT_FIXED, place, where=where)
            return None
        if not isinstance(node, SequenceNode):
            self._sink.report(rules.WRONG_KIND, place, where=where, kind="a list of numbers")
            return None
        values = [self._number(item, f"an entry of {where}") for item in place]
        return None if None in values else [value for value in values if value is not None]

    def _vector(self, place: _Element, where: str) -> Vector | None:
        values = self._numbers(place, where)
        if values is None:
            return None
        if len(values) != 3:
            self._sink.report(rules.WRONG_KIND, place, where=where, kind="a list of three numbers")
            return None
        return values[0], values[1], values[2]

    def _positions(self, place: _Element, where: str) -> dict[str, list[float]]:
        return self._entries(place, where, self._numbers)

    def _poses(self, place: _Element, where: str) -> dict[str, DirectiveTransform]:
        return self._entries(place, where, self._transform)

    def _entries(self, place: _Element, where: str, read: Callable[[_Element, str], T | None]) -> dict[str, T]:
        if not isinstance(self._node(place), MappingNode):
            self._sink.report(rules.WRONG_KIND, place, where=where, kind="a mapping of names to values")
            return {}
        found: dict[str, T] = {}
        for child in place:
            value = read(child, f"{self._key(child)!r} in {where}")
            if value is not None:
                found[self._key(child)] = value
        return found

    def _transform(self, place: _Element, where: str) -> DirectiveTransform | None:
        keys = ("base_frame", "translation", "rotation")
        parts = self._mapping(place, where, keys)
        translation: Vector | None = (0.0, 0.0, 0.0)
        rotation: Quaternion | None = NO_ROTATION
        base: str | None = ""
        if "translation" in parts:
            translation = self._vector(parts["translation"], f"'translation' of {where}")
        if "rotation" in parts:
            rotation = self._rotation(parts["rotation"], f"'rotation' of {where}")
        if "base_frame" in parts and self._node(parts["base_frame"]) is not None:
            base = self._text(parts["base_frame"], f"'base_frame' of {where}")
        if translation is None or rotation is None or base is None:
            return DirectiveTransform(pose=IDENTITY, base_frame=base or "").set_source(place, parts)
        return DirectiveTransform(pose=(*translation, *rotation), base_frame=base).set_source(place, parts)

    def _rotation(self, place: _Element, where: str) -> Quaternion | None:
        node = self._node(place)
        tag = self._tag(node) if node is not None else "Identity"
        if tag in _RANDOM:
            self._sink.report(rules.NOT_FIXED, place, where=where)
            return None
        if tag == "Rpy":
            parts = self._mapping(place, where, ("deg",), ("deg",))
            angles = self._vector(parts["deg"], f"'deg' of {where}") if "deg" in parts else None
            if angles is None:
                return None
            return quaternion_from_rpy(*map(math.radians, angles))
        if tag == "AngleAxis":
            parts = self._mapping(place, where, ("angle_deg", "axis"), ("angle_deg", "axis"))
            angle = self._number(parts["angle_deg"], f"'angle_deg' of {where}") if "angle_deg" in parts else None
            axis = self._vector(parts["axis"], f"'axis' of {where}") if "axis" in parts else None
            if angle is None or axis is None:
                return None
            if not any(axis):
                self._sink.report(rules.WRONG_KIND, parts["axis"], where=f"'axis' of {where}", kind="a direction")
                return None
            sine = math.sin(math.radians(angle) / 2)
            x, y, z = unit(axis)
            return math.cos(math.radians(angle) / 2), sine * x, sine * y, sine * z
        if tag in ("Identity", ""):
            if node is not None:
                self._mapping(place, where, ())
            return NO_ROTATION
        kinds = "one of !Identity, !Rpy and !AngleAxis"
        self._sink.report(rules.WRONG_KIND, place, where=where, kind=kinds)
        return None

    @staticmethod
    def _tag(node: Node) -> str:
        """The name of a tag of the text's own (``!Rpy``), empty for those of YAML."""
        tag = str(node.tag or "")
        return tag[1:] if tag.startswith("!") and not tag.startswith("!!") else ""
