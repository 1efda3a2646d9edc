"""Meshes of a document in files of another kind, for readers that do not read those that there are; with the ``trimesh`` extra."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ...diagnostics.records import NamedTuple, replace
from ...runtime.budget import OverBudget
from ...runtime.element import Element, unset
from ...runtime.files import Unreadable
from ...runtime.overlay_files import OverlayFiles
from ...runtime.patterns import compile_pattern
from ...runtime.sink import Sink
from ..assets.bundle import UniqueFileNames, safe
from ..assets.uri_fields import carriers
from ..compose.transplant import copy_of, folder_of
from ..document.document import Document, get_options, replace_options
from ..edit.traversal import parents_in
from ..formats.meshes import Surfaces
from ..formats.mjcf.flat_meshes import are_in_one_plane
from ..formats.registry import FORMATS
from ..resources.resolver import FoundPath, finder_for

if TYPE_CHECKING:
    from ..assets.uri_fields import Carrier
    from ..core.options import Options

    MeshKind = Literal["obj", "stl"]

MESH = "mesh"
"""What URIs of meshes lead to, as schemas call it."""
COLLISIONS = ("Collision", "CollisionShape")
"""Elements whose meshes are touched, and not seen."""
Z_UP = b"Z_UP"
TO_Z_UP = {
    b"X_UP": [[0.0, -1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]],
    b"Y_UP": [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]],
}
"""Turns what has another axis pointing up so that z does, and what points to the right is x."""
GLTF = (".gltf", ".glb")
DAE, OBJ = ".dae", ".obj"
MATERIALS = b"mtllib"
MOST_BYTES = 1 << 20
"""Of the beginning of a file, in which COLLADA says its unit and what is up, and OBJ where its materials are."""
TEXT_STL = b"solid"
_UNIT = compile_pattern(rb"<unit\b[^>]*\bmeter\s*=\s*[\"']([^\"']+)[\"']")
_UP = compile_pattern(rb"<up_axis>\s*(\w+)\s*</up_axis>")


class MeshConversion(NamedTuple):
    """A document that names other meshes.

    Attributes:
        document: a copy, which reads the files that were made whether or not they are on the disk.
        files: what these hold, by their names in the folder.
        problems: why meshes stay as they are, in words.
        without_look: files whose colours and textures are in no other one.
    """

    document: Document[Any]
    files: dict[str, bytes]
    problems: list[str]
    without_look: list[str]


def convert_meshes(doc: Document[Any], kind: MeshKind, folder: str, *, convex: bool) -> MeshConversion:
    """A document whose meshes are in files of one kind; those that are already, and those of included documents, stay.

    Units and the axis that points up, as COLLADA and glTF say them, are in the corners of what is made.

    Args:
        doc: the document, which is not changed.
        kind: of the files.
        folder: where the files will be.
        convex: whether what collisions name is the convex hull of what they named.

    Raises:
        ModuleNotFoundError: ``trimesh`` is not installed.
        ValueError: the format names meshes in a way of its own.
    """
    if not isinstance(doc.root, Element) or FORMATS[doc.format].naming is not None:
        raise ValueError(f"meshes of {doc.format} documents are not converted")
    if importlib.util.find_spec("trimesh") is None:
        raise ModuleNotFoundError("meshes are converted with trimesh", name="trimesh")
    twin = copy_of(doc)
    writer = _MeshWriter(get_options(doc), kind, folder_of(doc))
    parents = parents_in(twin.root)
    for carrier in list(carriers(twin)):
        if carrier.kind == MESH and isinstance(carrier.owner, Element):
            name = writer.convert(carrier, is_hull=convex and _is_touched(carrier.owner, parents))
            if name is not None:
                carrier.write(_uri_of(os.path.join(folder, name), folder_of(doc)))
    contents = {os.path.abspath(os.path.join(folder, name)): data for name, data in writer.files.items()}
    options = replace(get_options(twin), files=OverlayFiles(get_options(doc).files, contents))
    made = replace_options(twin, options)
    return MeshConversion(made, writer.files, writer.problems, writer.without_look)


class _MeshWriter:
    """Makes files of meshes, each once."""

    def __init__(self, options: Options, kind: MeshKind, folder: Path | None) -> None:
        self.files: dict[str, bytes] = {}
        self.problems: list[str] = []
        self.without_look: list[str] = []
        self._kind, self._files = kind, options.files
        self._folders = [] if folder is None else [folder]
        self._finder = finder_for(options)
        self._surfaces = Surfaces(options.files, Sink().budget)
        self._names = UniqueFileNames()
        self._made: dict[tuple[str, str, bool, bool], str | None] = {}

    def convert(self, carrier: Carrier, *, is_hull: bool) -> str | None:
        """The name of the file that takes the place of a mesh; None where that stays."""
        found = self._finder.look(carrier.uri, self._folders, is_file=True)
        if not isinstance(found, FoundPath):
            return None  # that is a finding of the document
        part = getattr(carrier.owner, "submesh", None)
        name, is_centred = (part.name or "", bool(part.center)) if part is not None else ("", False)
        path = str(found.file)
        ending = os.path.splitext(path)[1].lower()
        if ending == f".{self._kind}" and not is_hull and not name and not self._is_text_stl(path, ending):
            return None
        key = (path, name, is_centred, is_hull)
        if key not in self._made:
            self._made[key] = self._write(path, ending, name, is_centred=is_centred, is_hull=is_hull)
        if self._made[key] is not None and part is not None:
            unset(carrier.owner, "submesh")
        return self._made[key]

    def _is_text_stl(self, path: str, ending: str) -> bool:
        try:
            return ending == ".stl" and self._files.head(path, len(TEXT_STL)) == TEXT_STL
        except (Unreadable, OSError):
            return False

    def _write(self, path: str, ending: str, part: str, *, is_centred: bool, is_hull: bool) -> str | None:
        try:
            surface = self._surfaces.find(path, part or None)
            if surface is None:
                self.problems.append(f"{path}: it has no part {part!r}")
                return None
            surface = self._in_metres(surface.copy(), path, ending)
        except OverBudget:
            raise
        except Unreadable as fault:
            self.problems.append(f"{path}: {fault}")
            return None
        except Exception as error:  # noqa: BLE001 - readers of meshes raise whatever a broken file makes them
            self.problems.append(f"{path}: it cannot be read ({type(error).__name__}: {error})")
            return None
        if surface.is_empty:
            self.problems.append(f"{path}: it has no faces")
            return None
        if is_centred:
            surface.apply_translation(-surface.bounds.mean(axis=0))
        if is_hull and are_in_one_plane(surface.vertices.ravel()):
            self.problems.append(f"{path}: its corners are in one plane, and it has no convex hull")
            return None
        if is_hull:
            surface = surface.convex_hull
        elif self._has_look(path, ending) and path not in self.without_look:
            self.without_look.append(path)
        options = {"include_texture": False, "include_color": False} if self._kind == "obj" else {}
        data = surface.export(file_type=self._kind, **options)
        stem = "_".join(each for each in (os.path.splitext(os.path.basename(path))[0], part, "hull" * is_hull) if each)
        name = self._names.free(f"{safe(stem)}.{self._kind}")
        self.files[name] = data.encode() if isinstance(data, str) else data
        return name

    def _has_look(self, path: str, ending: str) -> bool:
        """Whether a file says colours or textures, as far as its beginning shows."""
        return ending in (DAE, *GLTF) or (ending == OBJ and MATERIALS in self._files.head(path, MOST_BYTES))

    def _in_metres(self, surface: Any, path: str, ending: str) -> Any:
        """A surface in metres whose z points up."""
        up = b"Y_UP" if ending in GLTF else Z_UP
        if ending == DAE:
            head = self._files.head(path, MOST_BYTES)
            unit, said = _UNIT.search(head), _UP.search(head)
            if unit is not None and float(unit[1]) != 1.0:
                surface.apply_scale(float(unit[1]))
            up = b"Y_UP" if said is None else said[1]  # as COLLADA has it where nothing is said
        if up != Z_UP:
            if up not in TO_Z_UP:
                raise Unreadable(f"it is unknown which axis {up.decode(errors='replace')} says that points up")
            surface.apply_transform(TO_Z_UP[up])
        return surface


def _is_touched(element: Any, parents: Any) -> bool:
    while element is not None:
        if type(element).__name__ in COLLISIONS:
            return True
        element = parents.get(id(element))
    return False


def _uri_of(path: str, folder: Path | None) -> str:
    """How a document in a folder names a file."""
    try:
        return Path(os.path.abspath(path) if folder is None else os.path.relpath(path, folder)).as_posix()
    except ValueError:  # another drive
        return Path(os.path.abspath(path)).as_posix()
