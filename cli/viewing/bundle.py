"""A page as a folder for a web server: meshes and pictures are files beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from ...runtime.atomic_write import write_files
from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from ...semantics.view.mesh_files import MeshFile

_OTHERS = compile_pattern(r"[^A-Za-z0-9._-]+")
_LETTERS = 40
_PICTURES = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/bmp": "bmp"}


class FolderAssets:
    """Files of a page, each once, by the names that they have beside it."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.refused: dict[tuple[str, str], None] = {}

    def mesh(self, uri: str, file: MeshFile) -> dict[str, str | None]:
        """See ``semantics.view.meshes.PageAssets``."""
        return {"data": None, "href": self._add("meshes", uri, file.format, file.data)}

    def picture(self, uri: str, kind: str, data: bytes) -> str | None:
        """See ``semantics.view.meshes.PageAssets``."""
        return self._add("textures", uri, _PICTURES.get(kind, "bin"), data)

    def _add(self, folder: str, uri: str, ending: str, data: bytes) -> str:
        stem = uri.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]
        # other characters would have a meaning in an address, or for a system of files
        name = f"{_OTHERS.sub('-', stem)[:_LETTERS]}-{sha256(data).hexdigest()[:12]}.{ending}"
        path = f"{folder}/{name}"
        self.files[path] = data
        return path


def write_bundle(folder: str, page: str, scene: str, assets: FolderAssets) -> None:
    """Writes ``index.html`` and all that it asks for; files of these names are replaced.

    Raises:
        OSError: one cannot be written.
    """
    texts = {"index.html": page, "scene.json": scene}
    files: dict[str, Callable[[], bytes]] = {name: partial(str.encode, text, "utf-8") for name, text in texts.items()}
    files.update({name: partial(bytes, data) for name, data in assets.files.items()})
    write_files(folder, files, keep=False)
