"""Directives as plain mappings, lists and values, and how these are spelled in YAML."""

from __future__ import annotations

import json
import math
import re
from dataclasses import fields
from typing import Any

from ....runtime.poses import QuaternionPose
from ...spatial.raw_pose import NO_ROTATION
from .directives import Directive, DirectivePart, DirectiveTransform

_PLAIN = re.compile(r"[A-Za-z_/][\w./-]*(?:::?[\w./-]+)*(?: [\w./-]+)*")
"""Texts that mean themselves without quotes, but for the words below."""
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Rotation(tuple[float, ...]):
    """A quaternion w, x, y, z."""

    __slots__ = ()


def key_of(kind: type[Directive]) -> str:
    """What the mapping of a directive is called: ``add_model`` for ``AddModel``."""
    return _CAPITAL.sub("_", kind.__name__).lower()


def plain(value: Any) -> Any:
    """A directive or a part of one without what it reads as anyway."""
    if isinstance(value, DirectiveTransform):
        x, y, z, *rotation = map(float, value.pose)
        found: dict[str, Any] = {}
        if value.base_frame:
            found["base_frame"] = value.base_frame
        if (x, y, z) != (0.0, 0.0, 0.0):
            found["translation"] = [x, y, z]
        if tuple(rotation) != NO_ROTATION:
            found["rotation"] = Rotation(rotation)
        return found
    if isinstance(value, DirectivePart):
        return {
            each.name: plain(held)
            for each in fields(value)
            if each.init and ((held := getattr(value, each.name)) or isinstance(held, DirectivePart))
            if not (each.name == "X_PC" and held == DirectiveTransform())
        }
    if isinstance(value, dict):
        return {str(name): plain(held) for name, held in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(held) for held in value]
    return value if isinstance(value, str) else float(value)


def alike(one: Any, other: Any) -> bool:
    """Whether two plain values say the same, but for the last digits of angles."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Rotation):
        return any(
            all(math.isclose(a, sign * b, abs_tol=1e-12) for a, b in zip(one, other, strict=True)) for sign in (1, -1)
        )
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)


def lines_of(key: str, value: Any, indent: str, unit: str) -> list[str]:
    """A key with its value, each mapping in lines of its own."""
    if not isinstance(value, dict) or not value:
        return [f"{indent}{in_text(key)}: {in_line(value)}"]
    inner = [line for name, held in value.items() for line in lines_of(name, held, indent + unit, unit)]
    return [f"{indent}{in_text(key)}:", *inner]


def in_line(value: Any) -> str:
    """A plain value in one line."""
    if isinstance(value, Rotation):
        return f"!Rpy {{ deg: {in_line(degrees_of(value))} }}"
    if isinstance(value, dict):
        return (
            f"{{ {', '.join(f'{in_text(name)}: {in_line(held)}' for name, held in value.items())} }}" if value else "{}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(in_line, value))}]"
    return in_text(value) if isinstance(value, str) else in_digits(value)


def in_text(value: str, quote: str | None = None) -> str:
    """A text, quoted as another was that stood in its place, or where it has to be."""
    if quote is None and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    if quote == "'" and value.isprintable():
        doubled = value.replace("'", "''")
        return f"'{doubled}'"
    return json.dumps(value, ensure_ascii=not value.isprintable())


def in_digits(value: float) -> str:
    """A number; with a point, without which an exponent is part of a text to older readers."""
    if math.isinf(value) or math.isnan(value):
        return {"inf": ".inf", "-inf": "-.inf"}.get(repr(value), ".nan")
    digits, exponent, power = repr(value).partition("e")
    return f"{digits}{'' if '.' in digits else '.0'}{exponent}{power}"


def degrees_of(rotation: Rotation) -> list[float]:
    """Roll, pitch and yaw in degrees, without digits that are nothing but rounding."""
    w, x, y, z = rotation
    pose = QuaternionPose(0.0, 0.0, 0.0, x, y, z, w)
    return [_without_rounding(math.degrees(angle)) for angle in (pose.roll, pose.pitch, pose.yaw)]


def _without_rounding(angle: float) -> float:
    near = round(angle, 9) + 0.0
    return near if abs(near - angle) <= 5e-14 else angle
