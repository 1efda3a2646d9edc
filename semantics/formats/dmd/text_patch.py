"""Changes of a YAML text: what is different in plain values becomes patches of the nodes that they were read from."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ....diagnostics.records import NamedTuple
from ....runtime.patterns import compile_pattern
from ....runtime.saving.patches import MovedText, Patches
from .directives import Rotation, degrees_of, in_digits, in_line, in_text, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LINE_END = compile_pattern(r"\r\n|\n|\r")
_REST = compile_pattern(r"[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r|\Z)")
_COMMENT_LINE = compile_pattern(r"[ \t]*#[^\r\n]*(?:\r\n|\n|\r)\Z")


class CannotPatch(Exception):
    """The layout of the text leaves no place for a change."""


class New(NamedTuple):
    """Lines that are new, or replace a part of the text, whose comments stay above them."""

    text: str
    number: int | None = None


class YamlPatcher:
    """Changes of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.patches = Patches(text)
        found = _LINE_END.search(text)
        self.line_end = found[0] if found else "\n"

    def value(self, node: Node, old: Any, new: Any) -> None:
        """Replaces the value of a node; what is the same in both stays as it is."""
        if type(old) is type(new) and old == new:
            return
        inner = pair_of(node, "value")[1]
        if inner is not None and node.tag in ("!Deterministic", "!DeterministicVector"):
            self.value(inner, old, new)
        elif isinstance(new, Rotation):
            self._rotation(node, new)
        elif isinstance(new, dict) and isinstance(old, dict) and isinstance(node, MappingNode):
            self.mapping(node, old, new)
        elif isinstance(new, list) and isinstance(old, list) and isinstance(node, SequenceNode):
            self._list(node, old, new)
        elif isinstance(new, str) and isinstance(node, ScalarNode) and node.style in (None, "'", '"'):
            self._replace(node, in_text(new, node.style))
        elif isinstance(new, float) and isinstance(node, ScalarNode) and node.style is None:
            self._replace(node, in_digits(new))
        else:
            self._replace(node, in_line(new))

    def mapping(self, node: MappingNode, old: dict[str, Any], new: dict[str, Any]) -> None:
        """Writes other values of keys, takes keys out and adds others."""
        written = {str(key.value): (key, value) for key, value in node.value}
        for name, value in new.items():
            if name in written:
                self.value(written[name][1], old.get(name), value)
        renamed = {now: before for before, now in zip(old, new) if before != now and old[before] == new[now]}
        if len(old) == len(new) and not any(now in old for now in renamed):
            # a key alone is another one
            for now, before in renamed.items():
                key = written[before][0] if before in written else None
                if isinstance(key, ScalarNode):
                    self._replace(key, in_text(now, key.style))
                    written = {now if name == before else name: pair for name, pair in written.items()}
                    old = {now if name == before else name: value for name, value in old.items()}
        gone = [name for name in old if name in written and name not in new]
        added = {name: value for name, value in new.items() if name not in written}
        if not gone and not added:
            return
        if node.flow_style or not written:
            kept = [
                MovedText(key.start_mark.index, end_of(value))
                for name, (key, value) in written.items()
                if name not in gone
            ]
            self._flow(node, "{}", [*kept, *(f"{in_text(name)}: {in_line(value)}" for name, value in added.items())])
            return
        column = node.value[0][0].start_mark.column
        plan: list[int | New] = [number for number, name in enumerate(written) if name not in gone]
        unit = indent_in(node.value)
        plan += [New(self.line_end.join(lines_of(name, value, " " * column, unit))) for name, value in added.items()]
        if not plan:
            self.patches.replace(node.value[0][0].start_mark.index, end_of(node), "{}")
            return
        self.lines([(key, value) for key, value in written.values()], plan)

    def lines(self, parts: Sequence[tuple[Node, Node]], plan: Sequence[int | New]) -> None:
        """Puts parts that begin lines, each from the start of a node to the end of another, into another order.

        ``plan`` has the numbers of those that stay, and new ones.
        """
        if list(plan) == list(range(len(parts))):
            return
        ends = [self._line_behind(end_of(last)) for _, last in parts]
        starts = [
            self._with_comments(self._line_start(first.start_mark.index), ends[number - 1] if number else 0)
            for number, (first, _) in enumerate(parts)
        ]
        if any(one > other for one, other in zip(ends, starts[1:])):
            raise CannotPatch
        staying = [part if isinstance(part, int) else part.number for part in plan]
        content: list[str | MovedText] = []
        between: dict[int, list[MovedText]] = {}
        anchor = -1
        for number in range(len(parts) - 1):
            anchor = number if number in staying else anchor
            gap = MovedText(ends[number], starts[number + 1])
            if number in staying or self.text[gap.start : gap.end].strip():
                between.setdefault(anchor, []).append(gap)
        content += between.get(-1, [])
        for place, part in enumerate(plan):
            is_last = place == len(plan) - 1
            origin = part if isinstance(part, int) else part.number
            if isinstance(part, New):
                if origin is not None:
                    content.append(MovedText(starts[origin], self._line_start(parts[origin][0].start_mark.index)))
                content.append(part.text + self.line_end)
            else:
                content.append(MovedText(starts[part], ends[part]))
                if not self.text[: ends[part]].endswith(("\n", "\r")):
                    content.append(self.line_end)
            gaps = [] if origin is None else between.get(origin, [])
            content += [gap for gap in gaps if not is_last or self.text[gap.start : gap.end].strip()]
        self.patches.replace(starts[0], ends[-1], *content)

    def _rotation(self, node: Node, new: Rotation) -> None:
        angles = pair_of(node, "deg")[1]
        if node.tag == "!Rpy" and isinstance(angles, SequenceNode) and len(angles.value) == 3:
            self._list(angles, [_number(each) for each in angles.value], degrees_of(new))
        else:
            self._replace(node, in_line(new))

    def _list(self, node: SequenceNode, old: list[Any], new: list[Any]) -> None:
        if len(node.value) == len(old) == len(new):
            for inner, before, now in zip(node.value, old, new):
                self.value(inner, before, now)
            return
        if len(node.value) != len(old):
            self._replace(node, in_line(new))
            return
        plan: list[Any] = []
        for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            plan += range(start, end) if kind == "equal" else new[first:last]
        if node.flow_style:
            self.flow_list(node, plan)
        elif not new:
            self.patches.replace(node.start_mark.index, end_of(node), "[]")
        else:
            dash = self._before(node.value[0])
            self.lines(
                [(each, each) for each in node.value],
                [part if isinstance(part, int) else New(dash + in_line(part)) for part in plan],
            )

    def flow_list(self, node: SequenceNode, plan: Sequence[Any]) -> None:
        """Puts the entries of a list in brackets into the order of ``plan``: numbers of those that stay, and new values."""
        if list(plan) != list(range(len(node.value))):
            moved = [MovedText(each.start_mark.index, end_of(each)) for each in node.value]
            self._flow(node, "[]", [moved[part] if isinstance(part, int) else in_line(part) for part in plan])

    def _before(self, node: Node) -> str:
        """What is in a line before the first entry of a list: blanks and a dash."""
        start: int = node.start_mark.index
        return self.text[self._line_start(start) : start]

    def _flow(self, node: Node, brackets: str, parts: list[Any]) -> None:
        text = self.text[node.start_mark.index : node.end_mark.index]
        if node.start_mark.index == node.end_mark.index or not text.endswith(brackets[1]):
            raise CannotPatch
        opening = text.index(brackets[0]) + 1
        start = node.start_mark.index + opening
        blank = " " if text[opening : opening + 1] == " " else ""
        content: list[Any] = [part for each in parts for part in (", ", each)][1:]
        self.patches.replace(start, node.end_mark.index - 1, *([blank, *content, blank] if content else []))

    def _replace(self, node: Node, content: str) -> None:
        start, end = node.start_mark.index, end_of(node)
        blank = "" if start == 0 or self.text[start - 1] in " \t[{(" else " "
        self.patches.replace(start, end, blank + content)

    def _line_start(self, at: int) -> int:
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    def _line_behind(self, at: int) -> int:
        """Where the next line begins behind something with a comment; the end of the text in its last line."""
        match = _REST.match(self.text, at)
        if match is None:
            raise CannotPatch
        return match.end()

    def _with_comments(self, start: int, least: int) -> int:
        """Where the comments begin that are right above a line."""
        while start > least:
            above = self._line_start(start - (2 if self.text.startswith("\r\n", start - 2) else 1))
            if above < least or _COMMENT_LINE.fullmatch(self.text, above, start) is None:
                break
            start = above
        return start


def end_of(node: Node) -> int:
    """Where a node ends; that of a block without the blanks and comments behind it."""
    if isinstance(node, (MappingNode, SequenceNode)) and node.value and not node.flow_style:
        last = node.value[-1]
        return end_of(last[1] if isinstance(node, MappingNode) else last)
    end: int = node.end_mark.index
    return end


def pair_of(node: Node | None, key: str | None) -> tuple[Node | None, Node | None]:
    """A key of a mapping, or its first one, with its value."""
    if not isinstance(node, MappingNode):
        return None, None
    return next(((name, value) for name, value in node.value if key is None or str(name.value) == key), (None, None))


def indent_in(pairs: Iterable[tuple[Node, Node | None]]) -> str:
    """By how much mappings are indented that are values of keys or entries."""
    for key, value in pairs:
        if isinstance(value, MappingNode) and not value.flow_style and value.value:
            deeper: int = value.value[0][0].start_mark.column - key.start_mark.column
            return " " * max(1, deeper)
    return "  "


def _number(node: Node) -> float:
    try:
        return float(str(node.value))
    except ValueError:
        return float("nan")
