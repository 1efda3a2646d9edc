"""The files that hold models: those that are there already, by the packages that they lie in, and those that are written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import replace
from ....runtime.files import Unreadable
from ....runtime.patterns import compile_pattern
from ....runtime.saving.encoded_text import as_bytes
from ...assets.bundle import UniqueFileNames
from ...assets.inventory import MOST_BYTES
from ...compose.transplant import copy_of, detach_from_source, folder_of, rebase_paths
from ...document.document import Document, get_options, get_parsed, replace_options
from ...formats.registry import FORMATS
from ...resources.model_config import package_name
from ...resources.project import with_parents
from ...resources.resolver import FoundPath, finder_for

if TYPE_CHECKING:
    from ....runtime.element import Element

PACKAGE = "package://"
_ODD = compile_pattern(r"[^A-Za-z0-9_.-]+")
"""What file names are better without, in URIs that Drake takes as they are written."""
OF_DRAKE = {"mjcf": ".xml"}
"""Endings by which Drake knows a format where they are not its first ones."""


class ModelFiles:
    """The files that directives name.

    Args:
        doc: the document that directives are made of.
        output: the file that they will be in; None: it stands beside the document.

    Attributes:
        written: documents that are written beside the directives, by the names of their files.
        package_folders: folders that hold what is named in packages and models.
    """

    def __init__(self, doc: Document[Any], output: Path | None) -> None:
        self._doc = doc
        self._options = get_options(doc)
        self._finder = finder_for(self._options)
        around = folder_of(doc)
        beside = folder_of(doc) if output is None else output.parent
        self.folder = None if beside is None else Path(os.path.abspath(beside))
        """The folder of the result."""
        self.written: dict[str, Document[Any]] = {}
        # what models name by model:// and package:// is looked for where the document has it
        beside_doc = () if around is None else (os.path.abspath(around),)
        known = (*self._finder.folders_for(beside_doc), *beside_doc)
        self.package_folders: dict[Path, None] = dict.fromkeys(map(Path, known))
        self._names = UniqueFileNames()
        for path in (doc.path, output):
            if path is not None and Path(os.path.abspath(path)).parent == self.folder:
                self._names.free(Path(path).name)

    def find_uri(self, path: Path, uri: str = "") -> str | None:
        """The URI of a file that is there, as Drake resolves it in directives; None where no package holds it.

        Args:
            path: of the file.
            uri: what names it, or the folder of its model, in the document.
        """
        made = self._uri_in_package(path)
        if made is not None:
            return made
        scheme, _, rest = uri.partition("://")
        if scheme not in ("model", "package") or not rest:
            return uri if scheme == "file" else None
        # the name before the first slash is what the user has told Drake about a folder without a package.xml
        for candidate in (f"{PACKAGE}{rest}", f"{PACKAGE}{rest.rstrip('/')}/{path.name}"):
            found = self._finder.look(candidate, (), is_file=True)
            if isinstance(found, FoundPath) and os.path.realpath(found.file) == os.path.realpath(path):
                return candidate
        return None

    def _uri_in_package(self, path: Path) -> str | None:
        files = self._options.files
        full = Path(os.path.abspath(path))
        for folder in map(Path, with_parents(full.parent)):
            name = package_name(folder, files)
            if name:
                self.package_folders[folder.parent] = None
                return f"{PACKAGE}{name}/{full.relative_to(folder).as_posix()}"
        return None

    def holds(self, doc: Document[Any]) -> bool:
        """Whether a document is what its file holds."""
        if doc.path is None:
            return False
        try:
            data = self._options.files.read(Path(doc.path), MOST_BYTES)
        except (Unreadable, OSError):
            return False
        return data == as_bytes(doc.dumps(), get_parsed(doc).source)

    def add(self, doc: Document[Any], name: str) -> str:
        """The URI of a document that is written beside the directives, in which relative paths lead from there.

        Raises:
            ValueError: that is nowhere, or in no package.
        """
        ending = OF_DRAKE.get(doc.format, FORMATS[doc.format].endings[0])
        if self.folder is None:
            raise ValueError(
                f"model {name!r} is written to a file beside the directives: say with output where these will be"
            )
        file = self._names.free(f"{_ODD.sub('_', name)}{ending}")
        uri = self._uri_in_package(self.folder / file)
        if uri is None:
            raise ValueError(
                f"model {name!r} is written to a file beside the directives, which they name by package://, and "
                f"{self.folder} is in no package: write the result below a folder with a package.xml, or add that file"
            )
        old = folder_of(doc)
        if old is not None:
            rebase_paths([doc.root], old, self.folder)
        self.written[file] = doc
        return uri

    def extract_model(self, doc: Document[Any], model: Element, pose: Any) -> Document[Any]:
        """A document with one model of a world, which has the pose that it has there.

        Args:
            doc: the document of the world.
            model: one of its models.
            pose: of the model in the world; None where that is none.
        """
        at = next(
            (number, index)
            for number, world in enumerate(doc.root.world)
            for index, each in enumerate(world.model)
            if each is model
        )
        folder = folder_of(doc)
        twin = replace_options(copy_of(doc), replace(get_options(doc), base_dir=folder))
        twin.path = None
        root: Any = twin.root
        taken = root.world[at[0]].model[at[1]]
        for field in ("world", "actor", "light"):
            if vars(root).get(field):
                setattr(root, field, type(vars(root)[field])())
        detach_from_source(taken)
        taken.pose = pose
        if taken.placement_frame:
            taken.placement_frame = ""
        root.model = taken
        return twin

    def copy_document(self, doc: Document[Any]) -> Document[Any]:
        """The document as a file of its own, which another folder may hold."""
        folder = folder_of(doc)
        twin = replace_options(copy_of(doc), replace(get_options(doc), base_dir=folder))
        twin.path = None
        return twin
