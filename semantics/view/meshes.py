"""The meshes and pictures of a page: in the page itself, or served beside it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ...diagnostics.records import NamedTuple
from ...runtime.budget import Budget
from ..core.options import Options
from ..ir.geometry import Mesh
from ..resources.resolver import Finder, FoundPath, finder_for

if TYPE_CHECKING:
    from .mesh_files import MeshFile

LEVEL = 9
"""Of compression."""
PICTURE = "picture:"
"""What an address begins with that is the number of one that the document has in its list."""


class PageAssets(Protocol):
    """What becomes of the files that a page shows."""

    refused: dict[tuple[str, str], None]
    """Meshes, by their paths, and what they name and is not shown as they may not name it, or it is something else."""

    def mesh(self, uri: str, file: MeshFile) -> dict[str, Any]:
        """``data`` or ``href`` of a mesh.

        Raises:
            NotShown: it has no place.
        """
        ...

    def picture(self, uri: str, kind: str, data: bytes) -> str | None:
        """The address of a picture; None where it has no place."""
        ...


class LeftOut(NamedTuple):
    """A file that is not in a page."""

    uri: str
    size: int


class EmbeddedAssets:
    """Puts files into the page, ``limit`` bytes together at most, None: any number; ``left_out`` had no room.

    Meshes are compressed, by Draco where the extra is there, and have as many digits as pictures show.
    """

    def __init__(self, limit: int | None) -> None:
        self._left = limit
        self.left_out: list[LeftOut] = []
        self.refused: dict[tuple[str, str], None] = {}

    def mesh(self, uri: str, file: MeshFile) -> dict[str, Any]:
        """See ``PageAssets``."""
        import zlib

        from .draco_meshes import pack_mesh  # with all that changes meshes, which a page without any does without
        from .mesh_files import NotShown
        from .mesh_precision import round_mesh

        apart = pack_mesh(file.format, file.data)
        blocks = [] if apart is None else apart.blocks
        rest = round_mesh(file.format, file.data) if apart is None else apart.text.encode("utf-8")
        packed = zlib.compress(rest, LEVEL)
        size = len(packed) + sum(map(len, blocks))
        if not self._reserve_size(uri, size):
            raise NotShown(f"it is not in the page: it has {size / 1e6:.1f} MB")
        row: dict[str, Any] = {"data": _as_text(packed), "href": None, "packed": "deflate"}
        return row | {"packed": "draco", "blocks": [_as_text(block) for block in blocks]} if blocks else row

    def picture(self, uri: str, kind: str, data: bytes) -> str | None:
        """See ``PageAssets``."""
        from .mesh_files import data_url

        return data_url(kind, data) if self._reserve_size(uri, len(data)) else None

    def _reserve_size(self, uri: str, size: int) -> bool:
        if self._left is None:
            return True
        if size > self._left:
            self.left_out.append(LeftOut(uri, size))
            return False
        self._left -= size
        return True


def _as_text(data: bytes) -> str:
    import base64

    return base64.b64encode(data).decode("ascii")


class MeshTable:
    """Every mesh file once, by number; ``options`` of the document say where files are looked for and which may be read."""

    def __init__(self, options: Options, assets: PageAssets) -> None:
        self._options = options
        self._budget = Budget(options.max_bytes)
        self._assets = assets
        self._numbers: dict[str, int] = {}
        self._pictures: dict[str, str | None] = {}
        self.rows: list[dict[str, Any]] = []
        self.picture_rows: list[str] = []
        """Pictures that are in the page itself, each once."""

    def add(self, mesh: Mesh, beside: str | None) -> int:
        """The number of a mesh that is named in the file ``beside``."""
        key = f"/{self._options.files.real(mesh.path)}" if mesh.path is not None else mesh.uri
        if key not in self._numbers:
            self._numbers[key] = len(self.rows)
            self.rows.append(self._row(mesh, beside))
        return self._numbers[key]

    def picture(self, uri: str, beside: str | None) -> str | None:
        """The address of the picture that a document names; None where there is none."""
        found = self._finder.look(uri, self._find_near_folders(beside), is_file=True)
        return self._picture(uri, found.file) if isinstance(found, FoundPath) else None

    def _row(self, mesh: Mesh, beside: str | None) -> dict[str, Any]:
        from .mesh_files import ForbiddenReference, NotShown, mesh_file  # which a page without meshes does without

        names = ("uri", "format", "data", "href", "missing", "mtl", "textures", "facets")
        row: dict[str, Any] = {**dict.fromkeys(names), "uri": mesh.uri, "textures": {}}
        path, near = mesh.path, self._find_near_folders(beside)
        try:
            if path is None:
                # in the packages around the document there may be what its own readers would not look for there
                looked = self._finder.look(mesh.uri, near, is_file=True)
                if not isinstance(looked, FoundPath):
                    raise NotShown(looked.rule.message.format(**looked.arguments))
                path = looked.file
            file = mesh_file(path, self._finder.files, (*self._options.search_paths, *near), self._budget)
            row.update(self._assets.mesh(mesh.uri, file))
        except NotShown as reason:
            if isinstance(reason, ForbiddenReference) and path is not None:
                self._assets.refused[path, reason.uri] = None
            return {**row, "missing": str(reason)}
        self._assets.refused.update(dict.fromkeys((path, uri) for uri in file.refused))
        textures = {name: self._picture(name, path) for name, path in file.pictures.items()}
        kept = {name: address for name, address in textures.items() if address is not None}
        return {**row, "format": file.format, "mtl": file.materials, "textures": kept, "facets": file.facets}

    def _picture(self, uri: str, path: str) -> str | None:
        from .mesh_files import picture

        files = self._finder.files
        real = files.real(path)
        if real not in self._pictures:
            found = picture(path, files, self._budget)
            address = None if found is None else self._assets.picture(uri, *found)
            if address is not None and address.startswith("data:"):
                self.picture_rows.append(address)
                address = f"{PICTURE}{len(self.picture_rows) - 1}"
            self._pictures[real] = address
        return self._pictures[real]

    def _find_near_folders(self, file: str | None) -> list[Path]:
        own = None if file is None else Path(file).parent
        return [folder for folder in dict.fromkeys((own, self._options.base_dir)) if folder is not None]

    @cached_property
    def _finder(self) -> Finder:
        """Looks for files, those of the document's packages too."""
        return finder_for(self._options)
