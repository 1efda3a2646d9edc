"""Documents that were made in Python, not read: parse(write(x)) == x for typed documents of every format."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from random import Random
from typing import Any

import pytest
from bodyplan.runtime import values
from bodyplan.runtime.element import Element
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.bindings import bindings_of
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.parser import read
from hypothesis import given, settings
from hypothesis import strategies as st
from xsdata.formats.dataclass.models.generics import AnyElement

ROOTS = {"sdformat": "Sdf", "urdf": "Robot", "skel": "Skel", "mjcf": "Mujoco"}
NUMBERS = (0.0, -0.0, 1.0, -1.5, 0.1, 1e-300, 1.7976931348623157e308, 123456789.125, 1e22)
SPECIAL = (float("inf"), float("-inf"), float("nan"))
WORDS = ("a", "model://x/y", "a b", 'q"uote', "<&>", "ü→𝄞", "it's", "tab\tand\nline", "]]>", "-->", "\r", "a::b")
DEPTH = 4


class Maker:
    """Makes typed elements with values of every kind."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.left = 120
        """Elements that may still be made, so that documents stay small."""
        self.stripped = False

    def element(self, cls: type[Element], depth: int) -> Element:
        self.left -= 1
        made: dict[str, Any] = {}
        hints = typing.get_type_hints(cls)
        for spec in dataclasses.fields(cls):
            if spec.name == "any_elements":
                if self.random.random() < 0.05:
                    made["any_elements"] = [AnyElement(qname="own", text="t", attributes={"k": "<v>"})]
            elif spec.name == "any_attributes":
                if self.random.random() < 0.05:
                    made["any_attributes"] = {"{http://vendor.example}note": self.random.choice(WORDS)}
            else:
                self.fill(made, spec, hints[spec.name], depth)
        return cls(**made)

    def fill(self, made: dict[str, Any], spec: dataclasses.Field[Any], hint: Any, depth: int) -> None:
        if spec.name == "rotation_format":
            return  # what it says would have to agree with the number of values
        if self.stripped and spec.metadata.get("namespace"):
            return  # inside an element whose names lose their prefix, no tag of the extension is known
        required = spec.metadata.get("required", False) or spec.metadata["type"] == "Text"
        if not required and self.random.random() < (0.5 if depth else 0.3):
            return
        self.stripped, before = self.stripped or spec.name == "drake_visual", self.stripped
        self.store(made, spec, hint, depth)
        self.stripped = before

    def store(self, made: dict[str, Any], spec: dataclasses.Field[Any], hint: Any, depth: int) -> None:
        if typing.get_origin(hint) is list:
            kind = typing.get_args(hint)[0]
            made_items = (self.value(kind, depth) for _ in range(self.random.choice((0, 1, 1, 2))))
            items = [item for item in made_items if item is not None]
            if items:
                made[spec.name] = items
            return
        value = self.value(hint, depth)
        if value is not None:
            made[spec.name] = value

    def value(self, hint: Any, depth: int) -> Any:
        if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
            options = [option for option in typing.get_args(hint) if option is not types.NoneType]
            hint = options[0]
        if typing.get_origin(hint) is tuple:
            return (self.value(typing.get_args(hint)[0], depth),)
        if issubclass(hint, Element):
            return self.element(hint, depth + 1) if depth < DEPTH and self.left > 0 else None
        if issubclass(hint, enum.Enum):
            return self.random.choice(list(hint))
        return self.scalar(hint)

    def scalar(self, kind: type[Any]) -> Any:
        random = self.random
        if kind is bool:
            return random.random() < 0.5
        if kind is int:
            return random.choice((0, 1, 7, 2**31 - 1))
        if kind is float:
            return random.choice(NUMBERS + SPECIAL)
        if kind is str:
            return random.choice(WORDS)
        if kind is values.Color:
            return values.Color(*(random.choice((0.0, 0.25, 1.0)) for _ in range(4)))
        if kind in (values.Vector2i, values.Time):
            return kind(random.randint(0, 9), random.randint(0, 9))
        if kind is values.Doubles:
            # at least one: an empty text is reported, and holds no value
            return values.Doubles(random.choice(NUMBERS) for _ in range(random.randint(1, 4)))
        if kind is values.Integers:
            return values.Integers(random.randint(0, 9) for _ in range(random.randint(1, 4)))
        if kind is values.Strings:
            return values.Strings(random.choice(("a", "b::c")) for _ in range(random.randint(0, 3)))
        if kind is values.Pose:
            kind = values.EulerPose
        return kind(*(random.choice(NUMBERS) for _ in kind._fields))


def first_difference(left: Any, right: Any, path: str = "") -> str | None:
    """Where two objects differ."""
    if isinstance(left, Element) and type(left) is type(right):
        for spec in dataclasses.fields(left):
            found = first_difference(getattr(left, spec.name), getattr(right, spec.name), f"{path}.{spec.name}")
            if found:
                return found
        return None
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return next(
            filter(None, (first_difference(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(left, right)))), None
        )
    same = left == right or repr(left) == repr(right)
    return None if same else f"{path}: {left!r} {right!r}"


@pytest.mark.parametrize("format", sorted(ROOTS))
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_what_is_written_is_read_as_the_same_objects(format: str, seed: int) -> None:
    bindings = bindings_of(format)
    root = Maker(Random(seed)).element(bindings.types[ROOTS[format]], 0)
    if format in ("sdformat", "urdf"):
        root.version = bindings.version  # type: ignore[attr-defined]
    text = bindings.encode(root)
    sink = Sink()
    parsed = read(Source(None, text), sink, Options())
    assert parsed is not None, [finding.message for finding in sink.found]
    assert first_difference(root, parsed.root) is None
    assert parsed.root == root
    assert bindings.encode(parsed.root, names=parsed.source.names).split() == text.split()
