"""Names in SRDF documents that are written in xacro: what stands there as a name gets the other one, what xacro puts together stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.source import Source
from ..document.document import get_options
from ..fix.text_edit import TextChange, WrittenFile
from ..formats.srdf.references import iter_mentions
from .srdf_files import open_srdf, read_srdf

if TYPE_CHECKING:
    from ..document.document import Document


class SrdfTextRename(NamedTuple):
    """A text with another name in it.

    Attributes:
        source: the text before.
        text: the text after.
        is_whole: whether nothing in what xacro makes of it has the old name any more.
    """

    source: Source
    text: str
    is_whole: bool


def rename_in_srdf_text(path: str, doc: Document[Any], kind: str, old: str, new: str) -> SrdfTextRename | None:
    """The text of an SRDF document in xacro, about a robot in which something gets another name; None where that is not in it.

    Args:
        path: the file.
        doc: the robot.
        kind: ``link`` or ``joint``.
        old: the name until now.
        new: the name from now on.

    Raises:
        Unreadable: the file cannot be read.
    """
    expanded = open_srdf(path, doc)
    places = set() if expanded is None else _find_places(expanded, kind, old)
    if not places:
        return None
    options = get_options(doc)
    file = WrittenFile(Source(path, options.files.read(path, options.max_bytes)))
    changes = []
    for node in file.nodes():
        for name, found in file.layout.attributes(node).items():
            written = file.text[found.value_start : found.value_end]
            if (file.layout.name(node), name) in places and written.strip() == old:
                changes.append(TextChange(found.value_start, found.value_end, written.replace(old, new)))
    made = file.with_changes(changes)
    text = made if isinstance(made, str) else made.decode("utf-8")
    after = read_srdf(Source(path, text.encode("utf-8")), doc, is_read=True)
    return SrdfTextRename(file.source, text, after is not None and not _find_places(after, kind, old))


def _find_places(document: Document[Any], kind: str, name: str) -> set[tuple[str, str]]:
    """Tags and attributes that have a name of a kind in a document."""
    found = [each for each in iter_mentions(document.root) if (each.kind, each.name) == (kind, name)]
    return {(_tag_of(each.element), each.attribute) for each in found}


def _tag_of(element: Any) -> str:
    tag: str = type(element).Meta.name
    return tag
