"""Empty lines around what is taken out, which would add up otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .style import LINE_END

if TYPE_CHECKING:
    from .layout import Node
    from .patches import Patches
    from .style import Style
    from .surroundings import Stretch


def close_gaps(text: str, style: Style, patches: Patches, node: Node, gone: list[Stretch]) -> None:
    """Takes out the empty lines between neighbours that are taken out, and of those around them what is too much.

    Of the gaps above and below the longer one is left.

    Args:
        text: the text.
        style: its style.
        patches: of the text; nothing is added to ``node``.
        node: what the neighbours stand in.
        gone: where they stand, first to last.
    """
    lines = [each for each in gone if style.line_start(each.start) == each.start and text[each.end - 1] in "\r\n"]
    while lines:
        start, end = lines.pop(0)
        while lines and not text[end : lines[0].start].strip():
            patches.delete(end, lines[0].start)
            end = lines.pop(0).end
        solid = node.tag_end + len(text[node.tag_end : start].rstrip())
        above = min(style.next_line(solid), start), start
        following = node.end_tag - len(text[end : node.end_tag].lstrip())
        below = end, max(style.line_start(following), end)
        gaps = sorted((above, below), key=lambda gap: len(LINE_END.findall(text, *gap)))
        patches.delete(*gaps[0])
