"""Everything that MuJoCo has after reading a URDF file, as JSON."""

from __future__ import annotations

from typing import Any

import mujoco  # type: ignore[import-not-found]
import numpy as np

from .dumping import plain, serve


def read(path: str) -> dict[str, Any]:
    """What MuJoCo makes of a file: what it compiles, every number and name of it."""
    try:
        model = mujoco.MjModel.from_xml_path(path)
    except Exception as error:  # noqa: BLE001 - each of them is a refusal
        return {"status": "error", "error": f"{type(error).__name__}: {error}"[:300]}
    found: dict[str, Any] = {}
    for name in dir(model):
        value = None if name.startswith("_") else getattr(model, name)
        if isinstance(value, (np.ndarray, int, float, bytes)):
            found[name] = plain(value) if not isinstance(value, bytes) else value.decode("latin-1")
    found["option"] = [[name, plain(getattr(model.opt, name))] for name in dir(model.opt) if name[0] != "_"]
    return {"status": "ok", "warnings": [], "all": {key: value for key, value in found.items() if value != []}}


if __name__ == "__main__":
    serve(read)
