"""Everything that pinocchio has after reading a file, as JSON."""

from __future__ import annotations

from typing import Any

import pinocchio  # type: ignore[import-not-found]

from .dumping import plain, serve

GEOMETRY = (
    "name",
    "parentJoint",
    "parentFrame",
    "meshScale",
    "meshColor",
    "meshPath",
    "meshTexturePath",
    "overrideMaterial",
)


def read(path: str) -> dict[str, Any]:
    """What pinocchio makes of a file: the model, the shapes to see and to collide."""
    try:
        model, shapes = (_read_mjcf if path.endswith(".mjcf") else _read_urdf)(path)
    except Exception as error:  # noqa: BLE001 - each of them is a refusal
        return {"status": "error", "error": f"{type(error).__name__}: {error}"[:300]}
    found: dict[str, Any] = {"model": str(model)}
    for name in dir(model):
        value = None if name.startswith("_") else getattr(model, name)
        if value is None or callable(value):
            continue
        found[name] = (
            str(plain(value))
            if not hasattr(value, "tolist")
            else plain(value.tolist() if not isinstance(value, list) else value)
        )
    found["referenceConfigurations"] = {each.key(): plain(each.data()) for each in model.referenceConfigurations}
    for name in ("inertias", "jointPlacements", "joints", "frames", "names"):
        found[name] = [str(each) for each in getattr(model, name)]
    found["shapes"] = {
        kind: [
            [plain(getattr(each, name)) for name in GEOMETRY] + [str(each.placement), _shape(each.geometry)]
            for each in geometry.geometryObjects
        ]
        for kind, geometry in shapes.items()
    }
    return {"status": "ok", "warnings": [], "all": found}


def _read_urdf(path: str) -> tuple[Any, dict[str, Any]]:
    model = pinocchio.buildModelFromUrdf(path)
    folder = path.rpartition("/")[0]
    kinds = (pinocchio.VISUAL, pinocchio.COLLISION)
    return model, {kind.name: pinocchio.buildGeomFromUrdf(model, path, kind, package_dirs=[folder]) for kind in kinds}


def _read_mjcf(path: str) -> tuple[Any, dict[str, Any]]:
    model = pinocchio.buildModelFromMJCF(path)
    kinds = (pinocchio.VISUAL, pinocchio.COLLISION)
    return model, {kind.name: pinocchio.buildGeomFromMJCF(model, path, kind) for kind in kinds}


def _shape(geometry: Any) -> list[Any]:
    found: list[Any] = [type(geometry).__name__]
    for name in ("radius", "halfLength", "halfSide", "radii"):
        if hasattr(geometry, name):
            found.append(plain(getattr(geometry, name)))
    if hasattr(geometry, "computeVolume"):
        found.append(plain(float(geometry.computeVolume())))
    return found


if __name__ == "__main__":
    serve(read)
