"""Assets: the meshes, textures and materials that geoms name, each once, as MuJoCo reads them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....runtime.budget import OverBudget
from ....runtime.files import Unreadable
from ...document.document import get_options
from ...formats.mjcf.mesh_fitness import MeshFiles
from ...resources.resolver import FoundPath, finder_for
from ..element_builder import shown_color
from .common_names import common_words

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...document.document import Document
    from ...ir.geometry import Mesh
    from ...spatial.raw_pose import Vector
    from ..to_urdf.links import VisualAppearance
    from .workspace import MjcfWorkspace

UNSCALED = (1.0, 1.0, 1.0)
NOT_FOUND = "its file is not there, and MuJoCo refuses a document that names one that is not"
IN_ONE_PLANE = "its corners lie in one plane, and MuJoCo lets nothing touch a mesh without a hull"
IMAGES = (".png", ".ktx")
"""Endings of names of images that MuJoCo reads."""


class MeshAssets:
    """Makes mesh assets.

    Attributes:
        assets: those that were made.
    """

    def __init__(self, work: MjcfWorkspace, options: Options, sink: Sink) -> None:
        self.assets: list[Any] = []
        self._work = work
        self._files = MeshFiles(options, sink)
        self._names: dict[tuple[str, Vector], str] = {}

    def find_fault(self, mesh: Mesh, *, touches: bool) -> str | None:
        """Why MuJoCo does not take a mesh; None where it does.

        Args:
            mesh: a shape.
            touches: whether anything is to touch it.
        """
        if mesh.path is None:
            return NOT_FOUND
        try:
            read = self._files.judge(mesh.path, mesh.scale)
        except OverBudget:
            return "its file is too much to read"
        except (Unreadable, OSError):
            return NOT_FOUND
        if touches and read.is_flat:
            return IN_ONE_PLANE
        return None if read.fault is None else f"its file {read.fault}"

    def name_of(self, mesh: Mesh) -> str:
        """The name of the asset of a mesh without fault."""
        key = str(mesh.path), mesh.scale
        if key not in self._names:
            file = relative_name(key[0], self._work.folder)
            name = self._names[key] = self._work.new_name("mesh", Path(file).stem)
            made = self._work.make("Mesh", name=name, file=file)
            if mesh.scale != UNSCALED:
                made.scale = mesh.scale
            if not self._files.judge(*key).has_volume:
                made.inertia = "shell"  # bodies say their mass themselves
            self.assets.append(made)
        return self._names[key]


class MaterialAssets:
    """Makes materials of what several visuals look like, and textures.

    Attributes:
        materials, textures: assets that were made.
    """

    def __init__(self, work: MjcfWorkspace, doc: Document[Any]) -> None:
        self.materials: list[Any] = []
        self.textures: list[Any] = []
        self._work = work
        folder = work.folder
        self._finder = finder_for(get_options(doc))
        self._folders = [] if folder is None else [folder]
        self._used: list[tuple[Any, VisualAppearance, str, str]] = []

    def find_image(self, uri: str) -> str | None:
        """The file of a texture; None where MuJoCo takes none."""
        found = self._finder.look(uri, self._folders, is_file=True)
        is_image = isinstance(found, FoundPath) and str(found.file).lower().endswith(IMAGES)
        return str(found.file) if is_image and isinstance(found, FoundPath) else None

    def add(self, geom: Any, look: VisualAppearance, called: str, shape: str) -> None:
        """Notes what a geom looks like; its texture is the file that was found.

        Args:
            geom: the geom.
            look: what it looks like.
            called: the document's name for that; empty where it has none.
            shape: what the geom, or what it is part of, is called.
        """
        self._used.append((geom, look, called, shape))

    def write(self) -> None:
        """Gives geoms their colours, or the materials that they share."""
        counted = Counter(look for _, look, _, _ in self._used)
        names: dict[VisualAppearance, str] = {}
        for geom, look, _, _ in self._used:
            colour = None if look.color is None else shown_color(look.color)
            if look.texture is None and counted[look] == 1:
                geom.rgba = colour
                continue
            if look not in names:
                names[look] = self._work.new_name("material", self._find_name(look))
                made = self._work.make("Material", name=names[look], rgba=colour)
                if look.texture is not None:
                    made.texture = self._add_texture(look.texture)
                self.materials.append(made)
            geom.material = names[look]

    def _find_name(self, look: VisualAppearance) -> str:
        """The document's name for a look, or what the names of all that have it share."""
        called = next((each for _, other, each, _ in self._used if other == look and each), None)
        shapes = [shape for _, other, _, shape in self._used if other == look]
        return called or f"{common_words(shapes) or shapes[0]}_material"

    def _add_texture(self, path: str) -> str:
        file = relative_name(path, self._work.folder)
        name = self._work.new_name("texture", Path(file).stem)
        self.textures.append(self._work.make("Texture", name=name, type="2d", file=file))
        return name


def relative_name(path: str, folder: Path | None) -> str:
    """How a document in a folder names a file; one in no folder by its whole path."""
    return Path(os.path.abspath(path) if folder is None else os.path.relpath(path, folder)).as_posix()
