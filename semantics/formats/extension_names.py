"""Names of URDF in documents of other formats: SDFormat leaves names with a prefix to whoever needs them."""

from __future__ import annotations

PREFIX, NAMESPACE = "urdf", "http://www.ros.org/wiki/urdf"
