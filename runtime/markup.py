"""Where everything in an XML text is, well-formed or not: found in one pass that guesses what a broken tag was meant to be.

An element that is not closed ends where the indentation of what follows says that it does, and at the end of the element
around it or of the text otherwise.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from functools import cached_property
from itertools import accumulate, count
from operator import add
from typing import TYPE_CHECKING, Final

from ..diagnostics.records import NamedTuple
from .patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME = r"(?:[^\W\d]|:)[\w:.\-\xb7]*"
_VALUE = r"(?:\"[^\"<]*\"|'[^'<]*')"
_TOKEN = compile_pattern(
    rf"<(?:({_NAME})((?:\s+{_NAME}\s*=\s*{_VALUE})*)\s*(/?)>|/({_NAME})\s*>"
    rf"|!--.*?-->|!\[CDATA\[.*?\]\]>|\?{_NAME}(?:\s.*?)?\?>"
    r"|!DOCTYPE(?:[^\[<>\"']|\"[^\"]*\"|'[^']*'|\[.*?\]\s*(?=>))*>)"
    r"|<",
    re.DOTALL,
)
_DECLARATION = compile_pattern(
    rf"\ufeff?(?:\s*<\?xml\s+version\s*=\s*{_VALUE}(?:\s+encoding\s*=\s*{_VALUE})?(?:\s+standalone\s*=\s*{_VALUE})?\s*\?>)?"
    r"(?!\s*<\?xml\s)"
)
"""The beginning of a text with a declaration that a parser takes, or without one."""
_TAG = compile_pattern(rf"<(?:({_NAME})((?:\s+{_NAME}\s*=\s*{_VALUE})*)\s*(/?)>|/({_NAME})\s*>)|<", re.DOTALL)
_NAME_AT = compile_pattern(_NAME)
_END_OF_END_TAG = compile_pattern(r"[<>\r\n]")
_TYPE = compile_pattern(r"<!DOCTYPE(?:[^\[<>\"']|\"[^\"]*\"|'[^']*'|\[.*?\]\s*(?=>))*>", re.DOTALL)
_END_OF_VALUE = compile_pattern(r"/?>|[<\r\n]")
_ANGLE = compile_pattern(r"[<>]")
_INSTRUCTION = compile_pattern(rf"<\?{_NAME}(?:\s.*)?\?>\Z", re.DOTALL)
_WRITTEN = compile_pattern(rf"({_NAME})\s*=\s*({_VALUE})")
_PART = compile_pattern(rf"({_NAME})(\s*=\s*)?")
_ANY_ROOT_END = compile_pattern(r"</[\w:.-]+\s*>\s*\Z")
_OUTSIDE = compile_pattern(rf"<!--.*?-->|<\?{_NAME}(?:\s.*?)?\?>|<!DOCTYPE.*\Z|[^\s<]+|<", re.DOTALL)
_SECTION_ENDS = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>", "<!": ">"}
_SECTION_NAMES = {"<!--": "comment", "<![CDATA[": "CDATA section", "<?": "instruction", "<!": "declaration"}
_UNQUOTED = compile_pattern(r"(?:[^\s\"'<>/=]|/(?!>))+")
_LINE_END = compile_pattern(r"\r\n|\n|\r")
_BEFORE_CLOSE = frozenset(" \t\r\n/>")
_SHORTEST = len(' a=""')
"""Characters of an attribute, of which most elements have none."""
LOOK_AHEAD = 1 << 10
"""Characters behind a place that are looked at before all."""
_SHOWN = compile_pattern(r"[^\r\n]")


class TagAttribute(NamedTuple):
    """An attribute, from its name to behind its value; the value is without its quotes."""

    name: str
    start: int
    end: int
    value_start: int
    value_end: int


class Repair(NamedTuple):
    """A stretch of the text, and what makes it well-formed there."""

    start: int
    end: int
    text: str


class MarkupFault(NamedTuple):
    """What is not well-formed."""

    offset: int
    reason: str


class _EndTag(NamedTuple):
    """An end tag."""

    name: str
    start: int
    end: int


class Markup:
    """The elements of a text by their numbers, from 0 in the order of their start tags; everything is an offset.

    Args:
        text: the text.
        is_faulty: whether a parser has refused it.

    Attributes:
        text: the text.
        names: of each element.
        starts: where each begins.
        tag_ends: where its start tag ends.
        end_tags: where its end tag begins; where it ends for one that has none.
        ends: where it ends.
        parents: the number of the one around it; -1 for none.
        faults: what is not well-formed, in the order of the text.
        cut: the numbers of elements whose ends are guessed.
    """

    def __init__(self, text: str, *, is_faulty: bool = False) -> None:
        self.text = text
        self.names: list[str] = []
        self.starts: list[int] = []
        self.tag_ends: list[int] = []
        self.end_tags: list[int] = []
        self.ends: list[int] = []
        self.parents: list[int] = []
        self.faults: list[MarkupFault] = []
        self.cut: set[int] = set()
        self.is_incomplete = False
        """Whether the text ends before its root element does, or an element was left out."""
        self._repairs: list[Repair] = []
        self._attributes: dict[int, tuple[TagAttribute, ...]] = {}
        opened: list[int] = []
        if is_faulty or not self._scan_well_formed(opened):
            _Recovery(self, opened).run()

    def _scan_well_formed(self, opened: list[int]) -> bool:
        """Reads the tags of a text that is well-formed, as most are; False at the first fault, where some are ``opened``."""
        text = self.text
        names, starts, tag_ends, parents = self.names, self.starts, self.tag_ends, self.parents
        end_tags, ends = self.end_tags, self.ends
        if _DECLARATION.match(text) is None:
            return False
        number = -1
        for found in _TOKEN.finditer(text):
            name, attributes, is_empty, end_name = found.groups()
            start, at = found.span()
            if name is not None:
                if (not opened and names) or (attributes and attributes.count("=") > 1 and _has_twice(attributes)):
                    return False
                number += 1
                names.append(name)
                starts.append(start)
                tag_ends.append(at)
                parents.append(opened[-1] if opened else -1)
                end_tags.append(at)
                ends.append(at)
                if not is_empty:
                    opened.append(number)
            elif end_name is not None:
                if not opened or names[opened[-1]] != end_name:
                    return False
                ended = opened.pop()
                end_tags[ended], ends[ended] = start, at
            elif at - start == 1:
                return False
        return bool(names) and not opened

    @cached_property
    def line_starts(self) -> array[int]:
        """Where each line begins."""
        if "\r" in self.text:
            return array("Q", [0, *(match.end() for match in _LINE_END.finditer(self.text))])
        *lines, _ = self.text.split("\n")
        return array("Q", map(add, accumulate(map(len, lines), initial=0), count()))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def attributes(self, number: int) -> tuple[TagAttribute, ...]:
        """The attributes of an element, in the order of the text."""
        found = self._attributes.get(number)
        if found is None:
            begin = self.starts[number] + 1 + len(self.names[number])
            if self.tag_ends[number] - begin < _SHORTEST:
                return ()
            found = tuple(
                TagAttribute(match[1], match.start(), match.end(), match.start(2) + 1, match.end(2) - 1)
                for match in _WRITTEN.finditer(self.text, begin, self.tag_ends[number])
            )
            self._attributes[number] = found
        return found

    def content(self, number: int) -> tuple[int, int] | None:
        """Where the text of an element without elements inside is, without the blanks around; None where there is none."""
        begin, end = self.tag_ends[number], self.end_tags[number]
        if number + 1 < len(self.starts) and self.starts[number + 1] < end:
            return None
        written = self.text[begin:end]
        inner = written.strip()
        if not inner:
            return None
        return begin + len(written) - len(written.lstrip()), begin + len(written.rstrip())

    def children(self, number: int) -> list[int]:
        """The numbers of the elements right inside of one."""
        found = []
        starts, end = self.starts, self.ends[number]
        child = number + 1
        while child < len(starts) and starts[child] < end:
            found.append(child)
            child = bisect_left(starts, self.ends[child], child + 1)
        return found

    def element_at(self, offset: int) -> int:
        """The number of the innermost element whose tags or content a place is in; -1 outside of all."""
        number = bisect_right(self.starts, offset) - 1
        while number >= 0 and offset >= self.ends[number]:
            number = self.parents[number]
        return number

    @property
    def is_well_formed(self) -> bool:
        """Whether nothing had to be guessed."""
        return not self.faults

    def repair(self) -> tuple[str, Repairs]:
        """A well-formed text whose lines are those of the text, and how its columns differ."""
        if not self._repairs:
            return self.text, Repairs(self, ())
        made: list[str] = []
        at = 0
        kept = []
        # what is put before something comes first, what covers others before these
        for repair in sorted(self._repairs, key=lambda each: (each.start, each.start != each.end, -each.end)):
            if repair.start < at:
                continue
            made += [self.text[at : repair.start], repair.text]
            at = repair.end
            kept.append(repair)
        return "".join([*made, self.text[at:]]), Repairs(self, kept)


def _has_twice(attributes: str) -> bool:
    names = [name for name, _ in _WRITTEN.findall(attributes)]
    return len(names) != len(set(names))


class Repairs:
    """How the columns of a text that was made well-formed differ from those of the text that was written."""

    def __init__(self, markup: Markup, repairs: list[Repair] | tuple[()]) -> None:
        self._by_line: dict[int, list[tuple[int, int, int]]] = {}
        for start, end, text in repairs:
            if len(text) != end - start:
                line, column = markup.position(start)
                self._by_line.setdefault(line, []).append((column, end - start, len(text)))

    def __bool__(self) -> bool:
        return bool(self._by_line)

    def find_written(self, line: int, column: int) -> tuple[int, int]:
        """The place in the text as it was written of one in the text that was made well-formed."""
        shift = 0
        for begin, before, after in self._by_line.get(line, ()):
            here = column - shift
            if here < begin:
                break
            if here < begin + after:
                return line, begin + min(here - begin, before)
            shift += after - before
        return line, column - shift

    def find_written_span(self, line: int, column: int, end_line: int, end_column: int) -> tuple[int, int, int, int]:
        """``find_written`` of a place that ends at another."""
        return (*self.find_written(line, column), *self.find_written(end_line, end_column))


class _Node:
    """An element while its end is looked for; ``is_begun`` says that its start tag has no ``>``.

    What is to be written into such a tag are its ``repairs``. What is in it are ``children``, or of one that is sound the
    elements that were read before: from where to where in their list is ``sound``.
    """

    __slots__ = ("name", "start", "tag_end", "is_begun", "attributes", "repairs", "children", "sound", "end_tag", "end")

    def __init__(
        self,
        name: str,
        start: int,
        tag_end: int,
        is_begun: bool = False,
        attributes: tuple[TagAttribute, ...] | None = None,
        repairs: Sequence[Repair] = (),
    ) -> None:
        self.name = name
        self.start = start
        self.tag_end = self.end_tag = self.end = tag_end
        self.is_begun = is_begun
        self.attributes = attributes
        self.repairs = repairs
        self.children = _NO_CHILDREN
        self.sound: tuple[int, int] = (0, 0)


_NO_CHILDREN: Final[deque[_Node]] = deque(maxlen=0)
"""What is in most elements, which need none of their own."""


class _SoundElements(NamedTuple):
    """Elements that were read where nothing is wrong, as ``Markup`` has them."""

    names: list[str]
    starts: list[int]
    tag_ends: list[int]
    end_tags: list[int]
    ends: list[int]
    parents: list[int]


class _Recovery:
    """Reads a text that is not well-formed into a ``Markup``.

    Stretches without a fault, which is nearly all of most texts, are read as they are where a text is well-formed.

    Args:
        markup: with what was read of it before the first fault.
        opened: the numbers of the elements that are open there.
    """

    def __init__(self, markup: Markup, opened: list[int]) -> None:
        self._markup = markup
        self._text = markup.text
        self._repairs = markup._repairs
        self._faults = markup.faults
        lists = (markup.names, markup.starts, markup.tag_ends, markup.end_tags, markup.ends, markup.parents)
        # where the root has ended it may have done so too early
        known = [list(each) if opened else [] for each in lists]
        self._sound = _SoundElements(*known)  # type: ignore[arg-type]  # names are texts, the others numbers
        self._known_open = opened
        for each in lists:
            each.clear()
        self._tops: deque[_Node] = deque()
        self._open: list[_Node] = []
        self._counts: dict[str, int] = {}
        """How many elements of a name are open."""
        self._guessed: set[int] = set()
        self._endless: set[str] = set()
        """What is begun and has no end from there on."""
        self._root_end: int | None = None
        self._line = (0, -1)
        """Where something in a line is, and where the line ends."""

    def run(self) -> None:
        """Fills the markup."""
        text = self._text
        if "\0" in text or not text.isascii():
            for found in re.finditer(r"[\0\ud800-\udfff]", text):
                self._repair(found.start(), found.end(), "\N{REPLACEMENT CHARACTER}")
        if _DECLARATION.match(text) is None:
            start = text.index("<?xml")
            stop = re.compile(r"\?>|[\r\n]|(?=<)|\Z").search(text, start + 1)
            assert stop is not None, "a text ends somewhere"
            self._blank(start, stop.end())
            self._fault(start, "the declaration is not that of an XML document")
        self._read_tags()
        self._close_rest()
        if self._tops:
            self._keep_one_root()
        self._number()
        self._faults.sort()

    def _fault(self, offset: int, reason: str) -> None:
        self._faults.append(MarkupFault(offset, reason))

    def _repair(self, start: int, end: int, text: str) -> None:
        self._repairs.append(Repair(start, end, text))

    def _blank(self, start: int, end: int) -> None:
        self._repair(start, end, _SHOWN.sub(" ", self._text[start:end]))

    # ------------------------------------------------------------------ tags

    def _read_tags(self) -> None:
        text, search = self._text, _TAG.search
        at = self._repairs[-1].end if self._faults else 0  # the declaration
        if self._known_open:
            at = max(self._sound.ends)
            self._keep_sound(0, self._known_open)
        at = self._read_sound(at)
        while (found := search(text, at)) is not None:
            start, at = found.span()
            name, attributes, is_empty, end_name = found.groups()
            if name is not None:
                if attributes and attributes.count("=") > 1 and _has_twice(attributes):
                    at = self._read_start_tag(start, name)
                else:
                    self._add(_Node(name, start, at), is_empty=bool(is_empty))
            elif end_name is not None:
                self._add_end(_EndTag(end_name, start, at))
            else:
                at = self._read_broken(start)
            at = self._read_sound(at)

    def _read_sound(self, at: int) -> int:
        """Reads tags as long as nothing is wrong with them; the answer is where that which is not read begins."""
        text, sound = self._text, self._sound
        names, starts, tag_ends, end_tags, ends, parents = sound
        base = len(names)
        number = base - 1
        opened: list[int] = []
        # whether the root ends where it does is not seen here
        least = 0 if self._open else 1
        for found in _TAG.finditer(text, at):
            start, stop = found.span()
            if start < at:  # in a comment
                continue
            name, attributes, is_empty, end_name = found.groups()
            if name is not None:
                if attributes and attributes.count("=") > 1 and _has_twice(attributes):
                    break
                number += 1
                names.append(name)
                starts.append(start)
                tag_ends.append(stop)
                parents.append(opened[-1] if opened else -1)
                end_tags.append(stop)
                ends.append(stop)
                if not is_empty:
                    opened.append(number)
            elif end_name is not None:
                if len(opened) <= least or names[opened[-1]] != end_name:
                    break
                last = opened.pop()
                end_tags[last], ends[last] = start, stop
            else:
                end = self._find_section_end(start)
                if end is None:
                    break
                stop = end
            at = stop
        self._keep_sound(base, opened)
        return at

    def _keep_sound(self, number: int, opened: list[int]) -> None:
        """Adds elements that were just read, from one on, to those around; some are ``opened``."""
        sound = self._sound
        names, starts, tag_ends, end_tags, ends, _ = sound
        count, depth = len(names), 0
        while number < count:
            node = _Node(names[number], starts[number], tag_ends[number])
            self._siblings().append(node)
            if depth < len(opened) and opened[depth] == number:
                self._push(node)
                depth += 1
                number += 1
                continue
            node.end_tag, node.end = end_tags[number], ends[number]
            behind = bisect_left(starts, node.end, number + 1)
            node.sound = (number + 1, behind)
            number = behind

    def _siblings(self) -> deque[_Node]:
        """The elements in the innermost open one."""
        if not self._open:
            return self._tops
        top = self._open[-1]
        if top.children is _NO_CHILDREN:
            top.children = deque()
        return top.children

    def _add_begun(
        self, name: str, start: int, end: int, attributes: Sequence[TagAttribute], repairs: Sequence[Repair]
    ) -> None:
        """Adds an element whose start tag has no ``>``; what is written into the tag waits until that is known to be one."""
        self._repairs += [each for each in repairs if each.start < each.end]
        insertions = [each for each in repairs if each.start == each.end]
        self._add(_Node(name, start, end, True, tuple(attributes), insertions))

    def _push(self, node: _Node) -> None:
        self._open.append(node)
        self._counts[node.name] = self._counts.get(node.name, 0) + 1

    def _pop(self) -> _Node:
        node = self._open.pop()
        self._counts[node.name] -= 1
        return node

    def _read_broken(self, start: int) -> int:
        """What begins at a ``<`` that begins no tag; the answer is where to read on."""
        text = self._text
        section = next((each for each in _SECTION_ENDS if text.startswith(each, start)), None)
        if section is not None:
            return self._read_section(start, section)
        if text.startswith("</", start):
            return self._read_end_tag(start)
        name = _NAME_AT.match(text, start + 1)
        if name is None:
            self._blank(start, start + 1)
            self._fault(start, "a '<' that begins no tag; write &lt; for it")
            return start + 1
        return self._read_start_tag(start, name[0])

    def _find_section_end(self, start: int) -> int | None:
        """Where a comment or something like it ends; None for one that does not, and for what is none."""
        text = self._text
        section = next((each for each in _SECTION_ENDS if text.startswith(each, start)), None)
        if section is None or section in self._endless:
            return None
        if section == "<!":
            whole = _TYPE.match(text, start)
            return None if whole is None else whole.end()
        closing = _SECTION_ENDS[section]
        end = text.find(closing, start + len(section))
        if end < 0:
            self._endless.add(section)
            return None
        end += len(closing)
        return end if section != "<?" or _INSTRUCTION.match(text, start, end) is not None else None

    def _read_section(self, start: int, section: str) -> int:
        """A comment or something like it."""
        text = self._text
        sound_end = self._find_section_end(start)
        if sound_end is not None:
            return sound_end
        end = len(text)
        root = self._tops[0].name if self._tops else None
        closed = _ANY_ROOT_END.search(text, start) is not None if root is None else start < self._find_root_end(root)
        if section == "<!" or closed:
            # what comes behind was there before it was begun
            end = self._find_line_end(start)
        self._blank(start, end)
        what = _SECTION_NAMES[section]
        if text[end : end + LOOK_AHEAD].strip() or text[end:].strip():
            self._fault(start, f"the {what} that begins here does not end")
        else:
            number, _ = self._markup.position(start)
            self._fault(len(text), f"the text ends in a {what} that begins on line {number}")
        return end

    def _find_line_end(self, start: int) -> int:
        """Where the line of a place ends; asked for one place after the other."""
        if not self._line[0] <= start <= self._line[1]:
            found = _LINE_END.search(self._text, start)
            self._line = start, len(self._text) if found is None else found.start()
        return self._line[1]

    def _find_root_end(self, name: str) -> int:
        """Where the last end tag of the root element begins; -1 where it has none."""
        if self._root_end is None:
            self._root_end = -1
            for found in re.finditer(rf"</{re.escape(name)}(?![\w:.\-])", self._text):
                self._root_end = found.start()
        return self._root_end

    def _read_end_tag(self, start: int) -> int:
        text = self._text
        name = _NAME_AT.match(text, start + 2)
        stop = _END_OF_END_TAG.search(text, start + 2)
        at = stop.start() if stop is not None else len(text)
        is_ended = stop is not None and stop[0] == ">"
        end = at + 1 if is_ended else at
        is_last = not is_ended and not text[end : end + LOOK_AHEAD].strip() and not text[end:].strip()
        if name is None or is_last:
            self._blank(start, end)
            if not is_last:
                self._fault(start, f"{text[start:end].rstrip()} is no tag")
            return max(end, start + 2)
        if not is_ended:
            self._repair(name.end(), end, ">" + " " * (end - name.end() - 1))
            self._fault(start, f"</{name[0]} is not closed with >")
        else:
            self._blank(name.end(), at)
            self._fault(name.end(), f"</{name[0]}> holds more than a name")
        self._add_end(_EndTag(name[0], start, end))
        return end

    def _read_start_tag(self, start: int, name: str) -> int:
        """A tag part by part: what is wrong in it is put right or blanked. The answer is where to read on."""
        text, length = self._text, len(self._text)
        at = start + 1 + len(name)
        attributes: list[TagAttribute] = []
        pending: list[Repair] = []
        faults: list[MarkupFault] = []
        names: set[str] = set()
        last = at
        while True:
            blanks = at
            while at < length and text[at].isspace():
                at += 1
            if at >= length:
                self._fault(length, f"the text ends in the tag <{name}")
                self._add(_Node(name, start, last, True, ()))
                return at
            if text[at] == "<":
                self._faults += [*faults, MarkupFault(start, f"<{name} is not closed with >")]
                self._add_begun(name, start, last, attributes, pending)
                return at
            if text[at] == ">" or text.startswith("/>", at):
                end = at + (1 if text[at] == ">" else 2)
                self._repairs += pending
                self._faults += faults
                self._add(_Node(name, start, end, False, tuple(attributes)), is_empty=text[at] == "/")
                return end
            part = _PART.match(text, at)
            if part is None:
                pending.append(Repair(at, at + 1, " "))
                faults.append(MarkupFault(at, f"{text[at]!r} has no place in <{name}>"))
                at += 1
                continue
            if part[2] is None:
                if _LINE_END.search(text, blanks, at) is not None and text[part.end() : part.end() + 1] not in (
                    "",
                    "=",
                    ">",
                    "/",
                ):
                    # text behind a tag that has no end, rather than the name of an attribute
                    self._faults += [*faults, MarkupFault(start, f"<{name} is not closed with >")]
                    self._add_begun(name, start, last, attributes, pending)
                    return at
                pending.append(Repair(at, part.end(), " " * (part.end() - at)))
                faults.append(MarkupFault(at, f"{part[1]} in <{name}> has no value"))
                at = last = part.end()
                continue
            written, after, repairs, reason = self._read_value(part.end())
            if written is None:
                stretch = text[at:after]
                pending.append(Repair(at, after, _SHOWN.sub(" ", stretch)))
                faults.append(MarkupFault(at, f"{part[1]} in <{name}> has no value"))
            elif part[1] in names:
                pending.append(Repair(at, after, _SHOWN.sub(" ", text[at:after])))
                faults.append(MarkupFault(at, f"<{name}> has {part[1]} twice"))
            else:
                if blanks == at:
                    pending.append(Repair(at, at, " "))
                    faults.append(MarkupFault(at, "a blank is missing between attributes"))
                pending += repairs
                if reason:
                    faults.append(MarkupFault(part.end(), f"the value of {part[1]} in <{name}> {reason}"))
                names.add(part[1])
                attributes.append(TagAttribute(part[1], at, after, *written))
            at = last = after

    def _read_value(self, at: int) -> tuple[tuple[int, int] | None, int, list[Repair], str]:
        """Where the value at a place is, without quotes, where to read on, and how it is put right."""
        text = self._text
        quote = text[at : at + 1]
        if quote not in ("'", '"') or not quote:
            unquoted = _UNQUOTED.match(text, at)
            if unquoted is None:
                return None, at, [], ""
            start, end = unquoted.span()
            if text[end : end + 1] in ("'", '"'):  # only the first quote is missing
                return (start, end), end + 1, [Repair(start, start, text[end])], "has no opening quotation mark"
            return (start, end), end, [Repair(start, start, '"'), Repair(end, end, '"')], "has no quotation marks"
        closing = text.find(quote, at + 1)
        angle = text.find("<", at + 1, None if closing < 0 else closing)
        if closing >= 0 and angle < 0:
            return (at + 1, closing), closing + 1, [], ""
        line_end = self._find_line_end(at)
        if (
            0 <= closing < line_end
            and text[closing + 1 : closing + 2] in _BEFORE_CLOSE
            and "=" not in text[angle:closing]
        ):
            repairs = [
                Repair(each.start(), each.end(), "&lt;") for each in re.compile("<").finditer(text, at + 1, closing)
            ]
            return (at + 1, closing), closing + 1, repairs, "holds a '<'; write &lt; for it"
        stop = _END_OF_VALUE.search(text, at + 1)
        if stop is None or (stop[0] in "\r\n" and _ANGLE.search(text, at + 1) is None):  # the text ends in the value
            return None, len(text), [], ""
        end = stop.start()
        end = at + 1 + len(text[at + 1 : end].rstrip())
        return (at + 1, end), end, [Repair(end, end, quote)], "has no closing quotation mark"

    # ------------------------------------------------------------------ nesting

    def _add(self, node: _Node, *, is_empty: bool = False) -> None:
        self._siblings().append(node)
        if not is_empty:
            self._push(node)

    def _add_end(self, tag: _EndTag) -> None:
        name = tag.name
        is_early_root = (
            len(self._open) > 0
            and self._counts.get(name, 0) == 1
            and self._open[0].name == name
            and tag.start != self._find_root_end(name)
        )
        if not self._counts.get(name) or is_early_root:
            self._blank(tag.start, tag.end)
            last = f": the element that is open is <{self._open[-1].name}>" if self._open else ""
            self._fault(tag.start, f"</{name}> closes nothing{last}")
            return
        while self._open[-1].name != name:
            self._close_by_indent(self._pop(), tag.start)
        node = self._pop()
        if node.is_begun:
            self._repairs += node.repairs
            self._repair(node.tag_end, node.tag_end, ">")
        node.end_tag, node.end = tag.start, tag.end

    def _close_rest(self) -> None:
        text = self._text
        if self._open:
            self._markup.is_incomplete = True
        end = len(text)
        ends: list[str] = []
        while self._open:
            node = self._pop()
            if node.is_begun:
                if not node.children:
                    self._forget(node)
                    continue
                self._close_by_indent(node, end)
                continue
            node.end_tag = node.end = end
            self._guessed.add(node.start)
            ends.append(f"</{node.name}>")
        if ends:
            self._repair(end, end, "".join(ends))
            self._fault(end, f"the text ends before {', '.join(ends)}")

    def _forget(self, node: _Node) -> None:
        """Takes out a tag that is not complete; what would be in it is beside it."""
        self._markup.is_incomplete = True
        if self._open:
            self._guessed.add(self._open[-1].start)
        # it was open, so that it is the last there
        self._siblings().pop()
        self._put_behind(node.children)
        stop = node.tag_end
        self._blank(node.start, stop)

    def _close_by_indent(self, node: _Node, before: int) -> None:
        """Ends an element that is not closed where what follows is not indented further."""
        if node.is_begun:
            self._forget(node)
            return
        text = self._text
        self._fault(node.start, f"<{node.name}> is not closed")
        indent = self._indent(node.start)
        inside, children = deque[_Node](), node.children
        while children:
            there = None if indent is None else self._indent(children[0].start)
            if there is not None and indent is not None and there <= indent:
                before = children[0].start
                break
            inside.append(children.popleft())
        self._put_behind(children)
        node.children = inside
        at = inside[-1].end if inside else node.tag_end
        stop = re.compile(r"[\r\n<]").search(text, at, before)
        end = stop.start() if stop is not None else before
        end = at + len(text[at:end].rstrip())
        node.end_tag = node.end = end
        self._guessed.add(node.start)
        self._repair(end, end, f"</{node.name}>")

    def _put_behind(self, nodes: deque[_Node]) -> None:
        """Adds elements to those of the innermost open one: the fewer to the more, as each may be moved once for each level."""
        if not nodes:
            return
        siblings = self._siblings()
        if len(nodes) <= len(siblings):
            siblings += nodes
            return
        nodes.extendleft(reversed(siblings))
        if self._open:
            self._open[-1].children = nodes
        else:
            self._tops = nodes

    def _indent(self, offset: int) -> int | None:
        """The blanks before a tag that begins a line; None for one that does not."""
        begin = max(self._text.rfind("\n", 0, offset), self._text.rfind("\r", 0, offset)) + 1
        before = self._text[begin:offset]
        return len(before.expandtabs()) if not before.strip() else None

    def _keep_one_root(self) -> None:
        """Leaves of several elements at the top the first that holds any, or the first, and no text beside it."""
        root = next((each for each in self._tops if each.children or each.sound[0] < each.sound[1]), self._tops[0])
        for each in self._tops:
            if each is not root:
                self._fault(each.start, f"<{each.name}> is outside of <{root.name}>")
        self._tops = deque([root])
        start, end = root.start, root.end
        self._repairs[:] = [
            each
            for each in self._repairs
            if start <= each.start < end or (each.start == end and (each.start == each.end or end == len(self._text)))
        ]
        declared = _DECLARATION.match(self._text)
        # a mark of the byte order is no text
        for begin, stop in ((self._text.startswith("\ufeff"), start), (end, len(self._text))):
            at = int(begin)
            while (found := _OUTSIDE.search(self._text, at, stop)) is not None:
                at = found.end()
                is_kept = found[0].startswith(("<!--", "<!DOCTYPE"))
                if found[0].startswith("<?"):
                    is_kept = found[0][2:5] != "xml" or (declared is not None and at <= declared.end())
                if not is_kept:
                    self._blank(*found.span())

    def _number(self) -> None:
        markup = self._markup
        names, starts, tag_ends = markup.names, markup.starts, markup.tag_ends
        end_tags, ends, parents = markup.end_tags, markup.ends, markup.parents
        ahead = [(node, -1) for node in reversed(self._tops)]
        sound = self._sound
        while ahead:
            node, parent = ahead.pop()
            number = len(names)
            names.append(node.name)
            starts.append(node.start)
            tag_ends.append(node.tag_end)
            end_tags.append(node.end_tag)
            ends.append(node.end)
            parents.append(parent)
            if node.attributes is not None:
                markup._attributes[number] = node.attributes
            first, behind = node.sound
            if first < behind:
                names += sound.names[first:behind]
                starts += sound.starts[first:behind]
                tag_ends += sound.tag_ends[first:behind]
                end_tags += sound.end_tags[first:behind]
                ends += sound.ends[first:behind]
                parents += [each + number + 1 - first for each in sound.parents[first:behind]]
            elif node.children:
                ahead += [(child, number) for child in reversed(node.children)]
        if self._guessed:
            markup.cut.update(number for number, start in enumerate(starts) if start in self._guessed)
