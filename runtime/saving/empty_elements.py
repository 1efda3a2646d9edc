"""Putting something into an element that has nothing inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .layout import Layout, WrittenElement
    from .patches import MovedText, Patches


def fill(layout: Layout, patches: Patches, node: WrittenElement, *content: str | MovedText, line: str = "") -> None:
    """Puts something into an element that has nothing inside.

    Args:
        layout: the text.
        patches: takes the change.
        node: the element.
        content: what is put in.
        line: what precedes its end tag.
    """
    if not node.is_empty:
        patches.insert(node.end_tag, *content, line)
        return
    start = node.tag_end - 2
    while layout.text[start - 1].isspace():
        start -= 1
    patches.replace(start, node.tag_end, ">", *content, f"{line}</{layout.name(node)}>")
