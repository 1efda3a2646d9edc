"""Empty lines around what is taken out, which would add up otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .layout import LINE_END
from .style import solid_end, solid_start

if TYPE_CHECKING:
    from .layout import WrittenElement
    from .patches import Patches
    from .style import Style
    from .surrounding_comments import Stretch


def close_gaps(text: str, style: Style, patches: Patches, node: WrittenElement, gone: list[Stretch]) -> None:
    """Takes out the empty lines between neighbours that are taken out, and of those around them what is too much.

    Of the gaps above and below the longer one is left.

    Args:
        text: the text.
        style: its style.
        patches: of the text; nothing is added to ``node``.
        node: the parent of the neighbours.
        gone: their positions, first to last.
    """
    lines = [each for each in gone if style.line_start(each.start) == each.start and text[each.end - 1] in "\r\n"]
    at = 0
    while at < len(lines):
        start, end = lines[at]
        at += 1
        while at < len(lines) and solid_end(text, lines[at].start, end) <= end:
            patches.delete(end, lines[at].start)
            end = lines[at].end
            at += 1
        above = min(style.next_line(solid_end(text, start, node.tag_end)), start), start
        following = solid_start(text, end, node.end_tag)
        below = end, max(style.line_start(following), end)
        gaps = sorted((above, below), key=lambda gap: len(LINE_END.findall(text, *gap)))
        patches.delete(*gaps[0])
