"""Whether two values mean the same, within a tolerance."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite, isnan
from typing import Any, TypeGuard

import numpy as np

from ...runtime.element import Element
from ...runtime.unknown_elements import is_generic
from ..ir.geometry import Mesh
from ..spatial.transform import Transform

PLAIN = (str, bool)
"""Types of values that are the same or not."""
SAME = 1e-9
"""How far numbers may be apart that are not printed as different ones."""


def alike(one: Any, other: Any, tolerance: float, floor: float = 1.0) -> bool:
    """Whether two numbers, arrays, transforms, texts, records of these … mean the same.

    The tolerance is relative to the larger number, or to the largest in an array, and to no less than ``floor``: 1 makes it
    absolute near zero.
    """
    if one is other:
        return True
    kind = type(one)
    if kind is type(other):  # as nearly all are: asking for classes of abstract types takes long
        if kind in PLAIN:
            return bool(one == other)
        if kind is float:
            if one == other or (isnan(one) and isnan(other)):
                return True
            return (
                isfinite(one) and isfinite(other) and abs(one - other) <= tolerance * max(floor, abs(one), abs(other))
            )
        if kind is tuple:
            return len(one) == len(other) and all(alike(a, b, tolerance, floor) for a, b in zip(one, other))
        if kind is np.ndarray:
            return one.shape == other.shape and _near(one, other, tolerance, floor)
    if isinstance(one, Transform) and isinstance(other, Transform):
        if (
            one.matrix.tobytes() == other.matrix.tobytes()
        ):  # most poses are copies, and each step below takes numpy a while
            return True
        turn = one.rotation.T @ other.rotation
        # the sine is exact for small angles, where the cosine has no digits left
        sine = np.linalg.norm([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]) / 2
        is_turned = sine > tolerance or np.trace(turn) < 1
        return not is_turned and alike(one.translation, other.translation, tolerance, floor)
    if is_number(one) and is_number(other):
        return _near(np.array([one], dtype=float), np.array([other], dtype=float), tolerance, floor)
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.shape == other.shape and _near(one, other, tolerance, floor)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(alike(one[key], other[key], tolerance, floor) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(alike(a, b, tolerance, floor) for a, b in zip(one, other))
    if is_dataclass(one) and type(one) is type(other):
        names = {each.name for each in fields(one)}
        if isinstance(one, Mesh) and isinstance(other, Mesh):
            paths = [each.path and os.path.realpath(each.path) for each in (one, other)]
            if one.uri != other.uri and (None in paths or paths[0] != paths[1]):
                return False
            names -= {"uri", "path"}
        return all(alike(getattr(one, name), getattr(other, name), tolerance, floor) for name in names)
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return False
    return bool(one == other)


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a value is one number."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def format_change(old: Any, new: Any) -> tuple[str, str]:
    """Two values in few words: of poses, and of records of one kind, that in which they differ."""
    if isinstance(old, Transform) and isinstance(new, Transform):
        parts, start = {"translation": "xyz ", "rpy": "rpy "}, ""
    elif is_dataclass(old) and type(old) is type(new) and not isinstance(old, Element):
        parts, start = {each.name: f"{each.name}=" for each in fields(old)}, f"{type(old).__name__} "
    else:
        return format_value(old), format_value(new)
    differing = [name for name in parts if not alike(getattr(old, name), getattr(new, name), SAME)]
    before, after = (
        start + " ".join(parts[name] + format_value(getattr(each, name)) for name in differing or parts)
        for each in (old, new)
    )
    return before, after


def format_value(value: Any) -> str:
    """A value in few words, for people."""
    if isinstance(value, Transform):
        return f"xyz {format_value(value.translation)} rpy {format_value(value.rpy)}"
    if isinstance(value, Element) or is_generic(value):
        return type(value).__name__
    if isinstance(value, Enum):
        return format_value(value.value)
    if isinstance(value, (float, np.floating)):
        return f"{value + 0.0:.9g}"
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Mapping):
        return " ".join(f"{key}={format_value(each)}" for key, each in value.items())
    if isinstance(value, (list, tuple)):
        between = ", " if value and isinstance(value[0], list) else " "
        return f"[{between.join(map(format_value, value))}]"
    if is_dataclass(value):
        said = (f"{each.name}={format_value(getattr(value, each.name))}" for each in fields(value))
        return " ".join([type(value).__name__, *said])
    return str(value)


def _near(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any], tolerance: float, floor: float) -> bool:
    if one.tobytes() == other.tobytes():
        return True
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    if same.all():
        return True
    if not (np.isfinite(one[~same]).all() and np.isfinite(other[~same]).all()):
        return False
    both = np.abs(np.concatenate([one[np.isfinite(one)], other[np.isfinite(other)]]))
    return bool(np.abs(one[~same] - other[~same]).max() <= tolerance * max(floor, float(both.max())))
