"""Names of one format in documents of another: SDFormat and URDF leave names with a prefix to whoever needs them."""

from __future__ import annotations

from typing import NamedTuple


class ExtensionSpace(NamedTuple):
    """The names of one format."""

    prefix: str
    namespace: str

    def qualify(self, local: str) -> str:
        """The name of an element or attribute in the namespace."""
        return f"{{{self.namespace}}}{local}"


URDF = ExtensionSpace("urdf", "http://www.ros.org/wiki/urdf")
SDFORMAT = ExtensionSpace("sdf", "http://sdformat.org")
SPACES = {"urdf": URDF, "sdformat": SDFORMAT}
"""By format."""


def is_extension(name: str) -> bool:
    """Whether the name of an element or attribute is one of another format than the document's."""
    return name.startswith(tuple(space.qualify("") for space in SPACES.values()))
