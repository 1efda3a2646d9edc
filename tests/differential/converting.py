"""The beginning of campaigns of conversion: a document, and what it becomes."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path

import bodyplan

Made = tuple[bodyplan.AnyDocument, bodyplan.Conversion]


def converted(
    path: Path,
    to: str,
    *,
    target: str | None = None,
    version: str | None = None,
    read_as: str | None = None,
    search_paths: Sequence[Path] = (),
) -> Generator[str, None, Made | None]:
    """The document and its conversion; None after the verdict that there is none: ``refused`` by our reader, or ``several``.

    Args:
        path: of the document.
        to: the format that it becomes.
        target: the reader of that.
        version: of that.
        read_as: the reader as which the document is read.
        search_paths: where packages are looked up for it.
    """
    yield "not converted: the process ends"
    try:
        document = bodyplan.load(path, target=read_as, search_paths=search_paths)
        return document, bodyplan.convert(document, to, target=target, version=version)
    except bodyplan.LoadError as error:
        yield f"refused: {next(each.code for each in error.diagnostics if each.severity == 'error')}"
    except ValueError as error:
        yield f"several: {error}"
    return None
