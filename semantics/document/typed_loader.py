"""The way to documents of one format: what ``bodyplan.sdformat.load`` and its like are."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Generic, TypeVar

from ...diagnostics.records import dataclass
from ..core.options import LoadOptions, ReadOptions, show_option_signature, with_option_signature

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .document import Document, DocumentOrPath

RootT = TypeVar("RootT")


@dataclass(frozen=True, slots=True)
class FormatLoader(Generic[RootT]):
    """Reads documents of one format, whose roots are ``RootT``."""

    format: str
    bindings: str | None = None
    """Name of a package generated from an extension table, whose classes are made instead of our own."""

    def load(self, path: DocumentOrPath, **options: Unpack[ReadOptions]) -> Document[RootT]:
        """Reads a document of this format and checks it.

        Args:
            path: the file; or a document, whose format type checkers do not know.
            options: see ``bodyplan.load``.

        Raises:
            LoadError: the document has errors, or is of another format; ``.diagnostics`` holds all findings.
        """
        from .loader import load_format

        return load_format(self.format, path, self._complete(options))

    def loads(
        self,
        text: str | bytes,
        *,
        base_dir: str | os.PathLike[str] | None = None,
        **options: Unpack[ReadOptions],
    ) -> Document[RootT]:
        """Reads a document of this format from a text.

        Args:
            text: the document.
            base_dir: the folder that relative URIs start from.
            options: see ``bodyplan.load``.

        Raises:
            LoadError: the document has errors, or is of another format.
        """
        from .loader import loads_format

        return loads_format(self.format, text, base_dir, self._complete(options))

    def _complete(self, options: ReadOptions) -> LoadOptions:
        return LoadOptions(**options, bindings=self.bindings)


# as decorators they would hide the types of the methods from mypy, which meets the pages of formats first
for _function in (FormatLoader.load, FormatLoader.loads):
    show_option_signature(with_option_signature(ReadOptions)(_function))
