"""Turns differences between two encodings of an element into changes of the text that it was read from.

Both encodings are made alike, of the element as it was read and as it is now; so what does not differ between them is
left as it was written, however that was.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import TYPE_CHECKING

from ..encoder import escape
from ..source import literal_names, literal_tag
from .blank_lines import close_gaps
from .comment_writer import CommentWriting
from .comments import Comment, comments_in
from .element_pairs import changed_values, find_moved, longest_rise, mark_of, match_children, rises
from .empty_elements import fill
from .origin_marks import COMMENTS, KEPT_TAG, MARK, REPLACES_MARK, VERBATIM
from .patches import MovedText, Patches
from .style import Style, blanks_end, quote_value, solid_end
from .surrounding_comments import Stretch, Surroundings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from .layout import Layout, MarkupPiece, WrittenAttribute, WrittenElement

_MARKS = (MARK, REPLACES_MARK, COMMENTS, VERBATIM)


class TextRewriter:
    """Changes of one text."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.style = Style(layout)
        self.patches = Patches(layout.text)
        self.surroundings = Surroundings(layout, self.style)
        self.comments = CommentWriting(self.surroundings, self.patches)
        self._travelling: dict[int, tuple[_Element, _Element]] = {}

    def elements(self, changed: Iterable[tuple[int, _Element, _Element]]) -> None:
        """Writes what is different in elements.

        Args:
            changed: of each which of the text's elements it is; how it is encoded as it was read, in which what stood in
                it has the marks of its numbers; and how it is encoded now.
        """
        ahead = list(changed)
        self._declare([(before, now) for _, before, now in ahead])
        self._travelling = find_moved([before for _, before, _ in ahead], [now for _, _, now in ahead])
        # what is in another element now is compared there as what stays in its own is
        ahead += [(number, *both) for number, both in self._travelling.items()]
        while ahead:
            number, before, now = ahead.pop()
            node = self.layout.node(number)
            self._tag(node, literal_tag(before), literal_tag(now))
            self._attributes(node, _attributes(before), _attributes(now))
            comments = comments_in(now.get(COMMENTS))
            if comments is not None:
                self.comments.write(node, comments)
            is_verbatim = now.get(VERBATIM) is not None
            old, new = before.text or "", now.text or ""
            if old.strip() != new.strip():
                self._text(node, new if is_verbatim else new.strip(), is_verbatim)
            ahead += self._children(node, before, now)

    def _declare(self, pairs: list[tuple[_Element, _Element]]) -> None:
        """Declares on the root element the prefixes that only what was added has.

        A document that goes without declaring one goes on doing so.
        """
        new: dict[str, str] = {}
        for before, now in pairs:
            known = before.nsmap
            new |= {
                f"xmlns:{prefix}": str(uri)
                for prefix, uri in now.nsmap.items()
                if prefix and prefix not in known and f"<{prefix}:" not in self.layout.text
            }
        if new:
            root = self.layout.node(0)
            written = self.layout.attributes(root)
            self._attributes(root, {}, {name: uri for name, uri in new.items() if name not in written})

    def set_attribute(self, number: int, name: str, value: str) -> None:
        """Gives an element an attribute, or another value of it."""
        self._attributes(self.layout.node(number), {}, {name: value})

    def set_text(self, number: int, value: str) -> None:
        """Gives an element another text."""
        self._text(self.layout.node(number), value, is_verbatim=False)

    def add(self, number: int, behind: int | None, new: _Element) -> None:
        """Adds an element.

        Args:
            number: what it is in.
            behind: the number of the child that it follows; None: before all of them.
            new: the element.
        """
        node = self.layout.node(number)
        anchor = next(
            (at for at, piece in enumerate(node.pieces) if piece.number == behind and behind is not None), None
        )
        is_broken, indent = self.style.is_broken(node), self.style.inner_indent(node)
        start = self.style.line_end + indent if is_broken else ""
        self._insert(node, anchor, [start, *self.write_element(new, indent, is_broken)], is_broken, None)

    def _tag(self, node: WrittenElement, before: str, now: str) -> None:
        if before == now:
            return
        written = self.layout.name(node)
        self.patches.replace(node.start + 1, node.start + 1 + len(written), now)
        if not node.is_empty:
            self.patches.replace(node.end_tag + 2, node.end_tag + 2 + len(written), now)

    def _attributes(self, node: WrittenElement, before: dict[str, str], now: dict[str, str]) -> None:
        if before == now:
            return
        text, written = self.layout.text, self.layout.attributes(node)
        names = list(written)
        last = written[names[-1]].end if names else node.start + 1 + len(self.layout.name(node))
        for name, _, value in changed_values(before, now):
            if value is None:
                self._remove_attribute(written.get(name))
            elif name in written:
                there = written[name]
                quote = text[there.value_start - 1]
                self.patches.replace(there.value_start, there.value_end, quote_value(value, quote))
            else:
                separator, quote = " ", None
                if names:
                    end = written[names[-2]].end if len(names) > 1 else node.start + 1 + len(self.layout.name(node))
                    separator = text[end : written[names[-1]].start]
                    quote = text[written[names[-1]].value_start - 1]
                    if len(names) == 1 and "\n" in separator:
                        separator = " "
                self.patches.insert(last, separator + self.style.attribute(name, value, quote))

    def _remove_attribute(self, written: WrittenAttribute | None) -> None:
        """Takes out an attribute with the blanks in front of it, if it is written."""
        if written is not None:
            start = written.start
            while self.layout.text[start - 1].isspace():
                start -= 1
            self.patches.delete(start, written.end)

    def _text(self, node: WrittenElement, value: str, is_verbatim: bool) -> None:
        written = escape(value)
        found = [piece for piece in node.pieces if self.style.is_content(piece)]
        if not found:
            fill(self.layout, self.patches, node, written)
            return
        text, first = self.layout.text, found[0]
        if first.kind == "cdata" and "]]>" not in value:
            self.patches.replace(first.start, first.end, f"<![CDATA[{value}]]>")
        else:
            old = text[first.start : first.end]
            start = first.start + (0 if is_verbatim else len(old) - len(old.lstrip()))
            self.patches.replace(start, first.end if is_verbatim else start + len(old.strip()), written)
        for piece in found[1:]:
            self.patches.delete(piece.start, piece.end)

    def _children(self, node: WrittenElement, before: _Element, now: _Element) -> list[tuple[int, _Element, _Element]]:
        """Adds, takes out and moves what is in an element; answers what is left to compare."""
        if len(before) == 0 and len(now) == 0:
            return []
        # looking for them again would give other objects
        children = list(now)
        pairs, replacing, added, gone = match_children(list(before), children, self._travelling)
        left_to_compare = [(number, old, new) for number, old, new in pairs if new.tag != KEPT_TAG]
        # of children that are only named not all were encoded as they were
        is_whole = all(child.tag != KEPT_TAG for child in children)
        ranks = {mark_of(child): rank for rank, child in enumerate(before)} if is_whole else {}
        kept = {id(new): number for number, _, new in pairs}
        if not (replacing or added or gone) and rises([kept[id(new)] for new in children if id(new) in kept], ranks):
            return left_to_compare
        there = {piece.number: index for index, piece in enumerate(node.pieces) if piece.kind == "element"}
        kept = {new: number for new, number in kept.items() if number in there}
        kept |= {id(new): number for number, new in replacing.items() if number in there}
        staying = longest_rise([kept[id(new)] for new in children if id(new) in kept], ranks)
        is_broken, indent = self.style.is_broken(node), self.style.inner_indent(node)
        for number, new in replacing.items():
            if number in staying:
                self._replace(number, new, is_broken)
            else:
                kept.pop(id(new), None)
                added.add(id(new))
                gone.append(number)
        for number in gone:
            self._remove(number)
        anchor: int | None = None
        content: list[str | MovedText] = []
        stretches = {
            there[number]: self.surroundings.stretch(node.pieces, there[number]) for number in gone if number in there
        }
        moved = [number for number in kept.values() if number not in staying]
        stretches |= {there[number]: self._with_blank_lines(node, there[number], is_broken) for number in moved}
        leaving = sorted(stretches)
        for child in children:
            number = kept.get(id(child), -1)
            if number in staying:
                if content:
                    left = _first_between(leaving, anchor, there[number], stretches)
                    if anchor is None and left is None:
                        left = self.surroundings.stretch(
                            node.pieces, there[number]
                        )  # right before the first that stays
                    self._insert(node, anchor, content, is_broken, left)
                anchor, content = there[number], []
            elif number >= 0:
                stretch = stretches[there[number]]
                self.patches.delete(*stretch)
                content += [self.style.line_end if is_broken else "", *self._move_stretch(stretch, indent, is_broken)]
            elif id(child) in added:
                start = self.style.line_end + indent if is_broken else ""
                content += [start, *self.write_element(child, indent, is_broken)]
        if content:
            left = _first_between(leaving, anchor, len(node.pieces), stretches)
            self._insert(node, anchor, content, is_broken, left)
        if not added and not moved:
            close_gaps(self.layout.text, self.style, self.patches, node, sorted(stretches.values()))
        return left_to_compare

    def _replace(self, number: int, new: _Element, is_broken: bool) -> None:
        """Writes another element in the place of one, between the comments around that."""
        node = self.layout.node(number)
        written = self.write_element(new, self.style.outer_indent(node), is_broken)
        self.patches.replace(node.start, node.end, *written)

    def _remove(self, number: int) -> None:
        """Removes an element, wherever it is, with the comments that belong to it."""
        self.patches.delete(*self.surroundings.stretch_of(self.layout.node(number)))

    def _move_stretch(self, stretch: Stretch, indent: str, is_broken: bool) -> list[str | MovedText]:
        text = self.layout.text[stretch.start : stretch.end]
        end = stretch.end - (len(text) - len(text.rstrip("\r\n")))
        has_line = is_broken and self.style.line_start(stretch.start) == stretch.start
        return ["" if has_line or not is_broken else indent, MovedText(stretch.start, end)]

    def _insert(
        self,
        node: WrittenElement,
        anchor: int | None,
        content: list[str | MovedText],
        is_broken: bool,
        left: Stretch | None,
    ) -> None:
        """Adds elements behind one that stays; before all others without one.

        Args:
            node: what they are added to.
            anchor: the one that stays, by its place among the pieces.
            content: the texts.
            is_broken: whether elements begin lines.
            left: where the first of those behind the anchor stood that are taken out or moved: what is added comes there.
        """
        place = None if left is None else self._place_in(left, is_broken)
        if place is not None:
            self.patches.insert(place, *content)
            return
        if anchor is not None:
            self.patches.insert(self._line_end(self.style.behind(node.pieces, anchor), is_broken), *content)
            return
        solid = [
            index
            for index, piece in enumerate(node.pieces)
            if not (piece.kind == "text" and self.style.is_blank(piece))
        ]
        if not solid:
            has_end = any(self.style.breaks(piece) for piece in node.pieces)
            if has_end:
                self.patches.insert(self._line_end(node.tag_end, is_broken), *content)
            else:
                line = self.style.line_end + self.style.outer_indent(node) if is_broken else ""
                fill(self.layout, self.patches, node, *content, line=line)
        elif not node.children():
            # behind a comment, and behind text where none belongs
            self.patches.insert(self._line_end(self.style.behind(node.pieces, solid[-1]), is_broken), *content)
        else:
            self.patches.insert(self._line_end(self._behind_tag(node), is_broken), *content)

    def _line_end(self, at: int, is_broken: bool) -> int:
        """Where a line ends that has nothing but blanks from a place on, if lines are to be added; else the place."""
        text = self.layout.text
        end = blanks_end(text, at)
        return end if is_broken and (end == len(text) or text[end] in "\r\n") else at

    def _place_in(self, left: Stretch, is_broken: bool) -> int | None:
        """Where to add what replaces something else; None where lines do not show it."""
        if not is_broken:
            return left.start
        if self.style.line_start(left.start) != left.start:
            return None
        # at the end of the line above
        return left.start - (2 if self.layout.text.startswith("\r\n", left.start - 2) else 1)

    def _with_blank_lines(self, node: WrittenElement, index: int, is_broken: bool) -> Stretch:
        """The span of an element that is moved, with the blank lines above it."""
        start, end = self.surroundings.stretch(node.pieces, index)
        if is_broken and self.style.line_start(start) == start:
            text = self.layout.text
            start = min(start, self.style.next_line(solid_end(text, start, node.tag_end)))
        return Stretch(start, end)

    def _behind_tag(self, node: WrittenElement) -> int:
        """Where the start tag of an element ends, with the comments behind it in its line."""
        end = node.tag_end
        for piece in node.pieces:
            if piece.kind == "comment":
                end = piece.end
            elif piece.kind != "text" or not self.style.is_blank(piece) or self.style.breaks(piece):
                break
        return end if end == node.tag_end or self.style.breaks(self._piece_from(node, end)) else node.tag_end

    def _piece_from(self, node: WrittenElement, start: int) -> MarkupPiece:
        return next((piece for piece in node.pieces if piece.start == start), node.pieces[-1])

    def write_element(self, element: _Element, indent: str, is_broken: bool = True) -> list[str | MovedText]:
        """The text of an element that is new, in the manner of the document; what was written elsewhere is moved."""
        tag, number = literal_tag(element), mark_of(element)
        if tag == KEPT_TAG:
            node = self.layout.node(number)
            return [self.layout.text[node.start : node.end]]
        if number in self._travelling and self._travelling[number][1] is element:
            return [self._move_element(self.layout.node(number), indent, is_broken)]
        comments = comments_in(element.get(COMMENTS)) or []
        if any(comment.zone != "inside" for comment in comments):
            return self._with_comments(element, comments, indent, is_broken)
        inside = [comment.markup for comment in comments]
        head = "".join(
            [f"<{tag}", *(f" {self.style.attribute(name, value)}" for name, value in _attributes(element).items())]
        )
        is_verbatim = element.get(VERBATIM) is not None
        text = element.text or ""
        # in one without elements inside, blanks are no layout
        text = escape(text) if is_verbatim or len(element) == 0 or text.strip() else ""
        if len(element) == 0 and (text or not inside):
            return [f"{head}>{text}{''.join(inside)}</{tag}>" if text else f"{head}{self.style.empty_tag_end}"]
        is_mixed = bool(text) or any((child.tail or "").strip() for child in element)
        inner = indent + self.style.unit
        line = self.style.line_end if is_broken and not is_mixed else ""
        # in the line of the tag: right above the first child they would be that one's
        separator = f"{line}{inner if line else ''}" if len(element) == 0 else " " if line else ""
        parts: list[str | MovedText] = [f"{head}>{text}", *(separator + comment for comment in inside)]
        for child in element:
            parts += [f"{line}{inner if line else ''}", *self.write_element(child, inner, bool(line))]
            parts.append(escape(child.tail) if is_mixed and child.tail else "")
        parts.append(f"{line}{indent if line else ''}</{tag}>")
        return parts

    def _move_element(self, node: WrittenElement, indent: str, is_broken: bool) -> MovedText:
        """An element of the text that is in another one now, with its comments."""
        start, end = self.surroundings.stretch_of(node)
        text = self.layout.text[start:end]
        old = self.style.outer_indent(node) if is_broken else indent
        return MovedText(start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip()), old, indent)

    def _with_comments(
        self, element: _Element, comments: list[Comment], indent: str, is_broken: bool
    ) -> list[str | MovedText]:
        """The text of a new element with the comments around it."""
        element.set(COMMENTS, json.dumps([comment for comment in comments if comment.zone == "inside"]))
        separator = self.style.line_end + indent if is_broken else " "
        above = [f"{comment.markup}{separator}" for comment in comments if comment.zone == "above"]
        behind = [f" {comment.markup}" for comment in comments if comment.zone == "behind"]
        return [*above, *self.write_element(element, indent, is_broken), *behind]


def _first_between(places: list[int], above: int | None, below: int, stretches: dict[int, Stretch]) -> Stretch | None:
    """The first stretch behind one place and before another; ``places`` are those of all stretches in their order."""
    index = 0 if above is None else bisect_right(places, above)
    return stretches[places[index]] if index < len(places) and places[index] < below else None


def _attributes(element: _Element) -> dict[str, str]:
    written = literal_names(element)
    return {written[str(name)]: str(value) for name, value in element.items() if name not in _MARKS}
