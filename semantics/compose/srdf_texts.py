"""Names in SRDF documents that are written in xacro: what stands there as a name gets the other one, what xacro puts together stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ...runtime.encoder import escape
from ...runtime.saving.encoded_text import as_bytes, written_text
from ...runtime.saving.layout import Layout
from ...runtime.source import Source
from ..document.document import get_options
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
    source = Source(path, options.files.read(path, options.max_bytes))
    text = _replace(written_text(source), places, old, new)
    after = read_srdf(Source(path, as_bytes(text, source)), doc, is_read=True)
    return SrdfTextRename(source, text, after is not None and not _find_places(after, kind, old))


def _replace(text: str, places: set[tuple[str, str]], old: str, new: str) -> str:
    """A text with another value of attributes that are nothing but the old one."""
    layout, made, at = Layout(text), list[str](), 0
    for number in range(len(layout.starts)):
        node = layout.node(number)
        for name, found in layout.attributes(node).items():
            written = text[found.value_start : found.value_end]
            if (layout.name(node), name) in places and written.strip() == old:
                made += [text[at : found.value_start], written.replace(old, escape(new))]
                at = found.value_end
    return "".join([*made, text[at:]])


def _find_places(document: Document[Any], kind: str, name: str) -> set[tuple[str, str]]:
    """Tags and attributes that have a name of a kind in a document."""
    found = [each for each in iter_mentions(document.root) if (each.kind, each.name) == (kind, name)]
    return {(_tag_of(each.element), each.attribute) for each in found}


def _tag_of(element: Any) -> str:
    tag: str = type(element).Meta.name
    return tag
