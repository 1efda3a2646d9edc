"""The files that a text names, each with where it was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.errors import BodyplanError
from ...semantics.assets.api import assets
from .directive_keys import iter_values
from .positions import TextRange
from .snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator


def find_files(snapshot: Snapshot) -> dict[str, str]:
    """The files by how they are written; none where the document cannot be read."""
    try:
        named = assets(snapshot.document).files
    except (BodyplanError, OSError, ValueError):
        return {}
    return {each.uri: each.path for each in named if each.path is not None and each.kind != "inside"}


def included_files(snapshot: Snapshot) -> list[tuple[TextRange, list[str]]]:
    """The names of files that a text of xacro includes, each with what it leads to."""
    return [(TextRange(*place), paths) for place, paths in snapshot.macro_files.files.items()]


def list_links(snapshot: Snapshot) -> list[tuple[TextRange, str]]:
    """Every place that names a file, with its path."""
    included = included_files(snapshot) if snapshot.is_in_xacro else []
    own = [(place, paths[0]) for place, paths in included if paths]
    files = find_files(snapshot)
    if not files:
        return own
    text = snapshot.text
    return own + [(place, files[name]) for place in _values(snapshot) if (name := text[slice(*place)].strip()) in files]


def _values(snapshot: Snapshot) -> Iterator[TextRange]:
    markup = snapshot.markup
    if not markup.names:
        yield from iter_values(snapshot.text)
    for number in range(len(markup.names)):
        for written in markup.attributes(number):
            if written.name != "name":
                yield TextRange(written.value_start, written.value_end)
        content = markup.content(number)
        if content is not None:
            yield TextRange(*content)
