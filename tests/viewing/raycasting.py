"""Silhouettes of skeletons: poses and sizes as DART has them, and rays that meet these forms or miss them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .browsing import Camera, Picture

Rays = NDArray[np.float64]
"""Shape (n, 3)."""
Hits = NDArray[np.bool_]
"""Shape (n,)."""


def dart_silhouette(
    document: Path, q: Mapping[str, Mapping[str, Any]], camera: Camera, size: tuple[int, int]
) -> Picture:
    """What a camera sees of the visuals of a document in SKEL.

    Args:
        document: the file.
        q: by the names of skeletons and joints, rad and m.
        camera: where it stands, what it looks at, its vertical angle.
        size: pixels across and down.
    """
    dartpy: Any = pytest.importorskip("dartpy", reason="dartpy is not installed (the extra oracles)")
    parser = (dartpy.io if hasattr(dartpy, "io") else dartpy.utils).SkelParser
    world = parser.readWorld(str(document))
    eye, rays = rays_of(camera, size)
    seen = np.zeros(len(rays), dtype=bool)
    for number in range(world.getNumSkeletons()):
        skeleton = world.getSkeleton(number)
        for joint, values in q.get(skeleton.getName(), {}).items():
            skeleton.getJoint(joint).setPositions(np.atleast_1d(np.asarray(values, dtype=np.float64)))
        for shape, pose in _visuals(skeleton):
            back = np.linalg.inv(pose)
            seen |= _meets(shape, back[:3, :3] @ eye + back[:3, 3], rays @ back[:3, :3].T)
    return seen.reshape(size[1], size[0])


def rays_of(camera: Camera, size: tuple[int, int]) -> tuple[NDArray[np.float64], Rays]:
    """Where a camera stands, and the direction through the middle of each pixel, by rows from above."""
    position, target, angle = camera
    forward = np.subtract(target, position)
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    width, height = size
    step = 2 * math.tan(angle / 2) / height
    across = (np.arange(width) + 0.5 - width / 2) * step
    down = (np.arange(height) + 0.5 - height / 2) * step
    rays = forward + across[None, :, None] * right + down[:, None, None] * np.cross(forward, right)
    return np.array(position, dtype=np.float64), rays.reshape(-1, 3)


def _visuals(skeleton: Any) -> Iterator[tuple[Any, NDArray[np.float64]]]:
    for number in range(skeleton.getNumBodyNodes()):
        body = skeleton.getBodyNode(number)
        for each in range(body.getNumShapeNodes()):
            node = body.getShapeNode(each)
            if node.hasVisualAspect():
                yield node.getShape(), np.asarray(node.getWorldTransform().matrix())


def _meets(shape: Any, eye: NDArray[np.float64], rays: Rays) -> Hits:
    """Which rays meet a form, in its own frame."""
    return FORMS[shape.getType()](shape, eye, rays)


def _box(shape: Any, eye: NDArray[np.float64], rays: Rays) -> Hits:
    half = np.asarray(shape.getSize()) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (-half - eye) / rays, (half - eye) / rays
    nearest, farthest = np.fmin(one, other).max(axis=1), np.fmax(one, other).min(axis=1)
    met: Hits = (farthest >= nearest) & (farthest > 0)
    return met


def _ellipsoid(radii: Any, eye: NDArray[np.float64], rays: Rays) -> Hits:
    near, far = _crossings(eye / radii, rays / radii)
    met: Hits = (far > 0) & np.isfinite(near)
    return met


def _crossings(eye: NDArray[np.float64], rays: Rays) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where rays enter and leave what is nearer to the origin than 1; never where they miss it."""
    a, b, c = (rays**2).sum(axis=1), rays @ eye, float(eye @ eye) - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(b**2 - a * c)
        return np.nan_to_num((-b - root) / a, nan=np.inf), np.nan_to_num((-b + root) / a, nan=-np.inf)


def _tube(radius: float, height: float, eye: NDArray[np.float64], rays: Rays) -> Hits:
    near, far = _crossings(eye[:2] / radius, rays[:, :2] / radius)
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.sort(np.stack([(side * height / 2 - eye[2]) / rays[:, 2] for side in (-1, 1)]), axis=0)
    met: Hits = (np.maximum(near, ends[0]) <= np.minimum(far, ends[1])) & (np.minimum(far, ends[1]) > 0)
    return met


def _capsule(shape: Any, eye: NDArray[np.float64], rays: Rays) -> Hits:
    radius, height = shape.getRadius(), shape.getHeight()
    tops = (np.array([0, 0, side * height / 2]) for side in (-1, 1))
    met = _tube(radius, height, eye, rays)
    for top in tops:
        met = met | _ellipsoid(radius, eye - top, rays)
    return met


FORMS: dict[str, Callable[[Any, NDArray[np.float64], Rays], Hits]] = {
    "BoxShape": _box,
    "SphereShape": lambda shape, eye, rays: _ellipsoid(shape.getRadius(), eye, rays),
    "EllipsoidShape": lambda shape, eye, rays: _ellipsoid(np.asarray(shape.getRadii()), eye, rays),
    "CylinderShape": lambda shape, eye, rays: _tube(shape.getRadius(), shape.getHeight(), eye, rays),
    "CapsuleShape": _capsule,
}
"""By what DART calls them."""
