"""What users call: the files that a document names, and a bundle of them."""

from __future__ import annotations

import errno
import os
import zipfile
from typing import TYPE_CHECKING, Any, cast

from ...runtime.atomic_write import open_atomically, write_files
from ..core.options import LoadOptions, ReadOptions, with_option_signature
from ..document.document import Document, DocumentOrPath
from ..document.loader import open_lenient
from .bundle import Bundle
from .inventory import Asset, AssetInventory

if TYPE_CHECKING:
    from typing_extensions import Unpack


_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that equal bundles are equal zips."""


class Assets:
    """The files that a document names.

    Attributes:
        document: the document.
        files: what it names, and what that names, in the order in which it is found.

    Example:
        >>> named = bodyplan.assets("examples/composition/nested.sdf")
        >>> named.ok, [asset.uri for asset in named.files]
        (True, ['arm.sdf', 'flange.sdf', 'gripper.sdf'])
        >>> import os
        >>> os.path.basename(named.copy("bundle"))
        'nested.sdf'
    """

    def __init__(self, document: Document[Any], listing: AssetInventory) -> None:
        self.document = document
        self.files: tuple[Asset, ...] = tuple(listing.assets)
        self._listing = listing

    def __repr__(self) -> str:
        return f"<Assets of {self.document.path or 'a text'}: {len(self.files)}, {len(self.missing)} missing>"

    @property
    def missing(self) -> tuple[Asset, ...]:
        """Those that are not there."""
        return tuple(asset for asset in self.files if asset.path is None)

    @property
    def ok(self) -> bool:
        """Whether all are there."""
        return not self.missing

    def copy(self, folder: str | os.PathLike[str]) -> str:
        """Writes a folder that holds the document and all that is there of what it names.

        URIs in it are relative, so that it can be moved; nothing else of the documents changes. Directives name the
        folder as a package, whose folder they need among the search paths.

        Args:
            folder: a new or an empty one.

        Returns:
            The path of the document in it.

        Raises:
            LoadError: that is too much to write (BP015).
            OSError: it cannot be written, or there is something in it.
        """
        target = os.path.abspath(folder)
        bundle = Bundle(self._listing, os.path.basename(target))
        if os.path.isdir(target) and os.listdir(target):
            raise FileExistsError(errno.EEXIST, "there is something in it already", target)
        write_files(target, bundle.contents, keep=True)
        return os.path.join(target, bundle.document)

    def zip(self, path: str | os.PathLike[str]) -> str:
        """Writes the same into a zip.

        Args:
            path: of a file that is not there yet.

        Returns:
            The path of the document in the zip.

        Raises:
            LoadError: that is too much to write (BP015).
            OSError: it cannot be written, or is there.
        """
        target = os.fspath(path)
        bundle = Bundle(self._listing, os.path.splitext(os.path.basename(target))[0])
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, "it is there already", target)
        with open_atomically(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, read_content in sorted(bundle.contents.items()):
                entry = zipfile.ZipInfo(name, _ZIP_DATE)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
                archive.writestr(entry, read_content())
        return bundle.document


@with_option_signature(ReadOptions)
def assets(document: DocumentOrPath, **options: Unpack[ReadOptions]) -> Assets:
    """Every file that a document names: meshes, textures, scripts, included models, and what these name.

    Files that are included are read, whatever is wrong with them; those of other formats are not looked into.

    Args:
        document: a document, or the path of one, which may lack what it includes.
        options: see ``load``; a document has its own, which those that are given replace.

    Raises:
        LoadError: there is nothing that can be read at that path.
        TypeError: ``document`` is neither a document nor a path.

    Example:
        >>> import bodyplan
        >>> bodyplan.assets("examples/arm.urdf").ok
        True
    """
    opened = open_lenient(document, "assets", cast("LoadOptions", options))
    return Assets(opened, AssetInventory(opened))
