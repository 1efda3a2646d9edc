"""Brings a document to the newest version of SDFormat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.source import Source, literal_tag
from .engine import apply_step
from .triggers import applicable_steps, may_apply
from .versions import newest_version, steps_from
from .xml_tree import Editor

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.sink import Sink


def is_needed(version: str, source: Source) -> bool:
    """Whether a rule between ``version`` and the newest version could do something to the document; False is certain."""
    return may_apply(version, _searchable(source), source.elements_in_use())


def upgrade(root: _Element, version: str, source: Source | None, sink: Sink) -> set[_Element]:
    """Applies every conversion rule between ``version`` and the newest version to the tree below ``root``.

    The tree is changed in place. Elements stay the same objects wherever they end up; those that a rule makes are noted
    in ``source.origins``. ``source`` is the text that the tree was read from, if any; ``sink`` receives BP804
    (dropped-by-conversion) and BP805 (reference-leaves-model). Answers the elements whose attributes, text or children
    were changed, besides the version attribute of ``root``.
    """
    editor = Editor(source)
    steps = steps_from(version)
    # the text shows cheaply that there is nothing to do; without one every step is tried
    text = _searchable(source) if source is not None and source.root is root else b""
    names = source.elements_in_use() if source is not None and source.root is root else None
    with sink.freeze_paths():
        if source is not None:
            source.before_change()
        for step in applicable_steps(version, text, names) if text else steps:
            apply_step(root, step, editor, sink)
    names_of_roots = [name for step in steps if (name := step.root_name) is not None]
    if literal_tag(root) in names_of_roots and literal_tag(root) != names_of_roots[-1]:
        editor.retag(root, names_of_roots[-1])
    root.set("version", newest_version())
    if source is not None and editor.touched:
        source.after_change()
    return editor.touched


def _searchable(source: Source) -> str | bytes:
    """The text for looking for names: as bytes where that saves decoding it."""
    encoding = source.encoding or "utf-8"
    return source.data if encoding.lower() in ("utf-8", "ascii", "us-ascii", "iso-8859-1") else source.text
