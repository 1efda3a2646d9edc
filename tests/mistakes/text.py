"""XML as text with the places of all its parts, so that a mistake changes what it is about and nothing else.

The parser under test is not asked: what says where a mistake is may not come from what has to find it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<!.*?>|<(/?)([^\s<>/]+)((?:\s+[^\s=<>/]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(/?)>",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"([^\s=<>/]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
HERE = "\ue123"
"""Marks in a changed text the places at which a finding may be: any of them is right."""


@dataclass(eq=False)
class Node:
    """An element with the offsets of its parts."""

    tag: str
    start: int
    open_end: int
    parent: Node | None
    attributes: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The values, without their quotes."""
    children: list[Node] = field(default_factory=list)
    close: int = 0
    """Where the end tag begins; that of an empty element is the end of its start tag."""
    end: int = 0

    @property
    def path(self) -> str:
        """Tags from the root to this one."""
        return self.tag if self.parent is None else f"{self.parent.path}/{self.tag}"

    def walk(self) -> Iterator[Node]:
        """This one and all below it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def child(self, tag: str) -> Node | None:
        """The first child of that name."""
        return next((each for each in self.children if each.tag == tag), None)

    def above(self, tag: str) -> Node | None:
        """The nearest ancestor of that name."""
        node = self.parent
        while node is not None and node.tag != tag:
            node = node.parent
        return node


@dataclass
class Text:
    """A document; changes are collected and made at once."""

    text: str
    root: Node | None
    changes: list[tuple[int, int, str]] = field(default_factory=list)

    @classmethod
    def parse(cls, text: str) -> Text:
        """Reads well-formed XML; what is not XML has no root."""
        root: Node | None = None
        node: Node | None = None
        if not text.lstrip().startswith("<"):
            return cls(text, None)
        for token in TOKEN.finditer(text):
            closing, tag, attributes, empty = token.groups()
            if tag is None:
                continue
            if closing:
                assert node is not None
                node.close, node.end = token.span()
                node = node.parent
                continue
            made = Node(tag, token.start(), token.end(), node)
            for each in ATTRIBUTE.finditer(attributes):
                base = token.start(3)
                made.attributes[each[1]] = base + each.start(2) + 1, base + each.end(2) - 1
            if node is not None:
                node.children.append(made)
            root = root or made
            if empty:
                made.close = made.end = token.end()
            else:
                node = made
        return cls(text, root)

    def all(self, pattern: str = "") -> list[Node]:
        """Elements whose path of tags ends as the regular expression says, in order."""
        if self.root is None:
            return []
        known = re.compile(rf"(?:^|.*/)(?:{pattern})$")
        return [node for node in self.root.walk() if known.match(node.path)]

    def value(self, node: Node, attribute: str) -> str:
        """The text of an attribute; empty where there is none."""
        span = node.attributes.get(attribute)
        return "" if span is None else self.text[slice(*span)]

    def inner(self, node: Node) -> str:
        """What is between the tags of an element."""
        return self.text[node.open_end : node.close]

    def outer(self, node: Node) -> str:
        """An element with its tags."""
        return self.text[node.start : node.end]

    # changes

    def replace(self, start: int, end: int, new: str, here: bool = True) -> None:
        """Writes something in another's place; ``here`` says that this is where a finding belongs."""
        self.changes.append((start, end, (HERE if here else "") + new))

    def point(self, at: int) -> None:
        """Says that a finding may be at an offset."""
        self.changes.append((at, at, HERE))

    def set(self, node: Node, attribute: str, new: str) -> None:
        """Gives an attribute another value; without a name, the element another text."""
        if attribute:
            self.replace(*node.attributes[attribute], new)
        else:
            # the line that the element begins at counts
            self.changes.append((node.start, node.start, HERE))
            self.replace(node.open_end, node.close, new, here=False)

    def rename(self, node: Node, tag: str) -> None:
        """Gives an element another tag, at both ends."""
        self.replace(node.start + 1, node.start + 1 + len(node.tag), tag)
        if node.close < node.end:
            self.replace(node.close + 2, node.close + 2 + len(node.tag), tag, here=False)

    def rename_attribute(self, node: Node, attribute: str, name: str) -> None:
        """Gives an attribute another name."""
        start = node.attributes[attribute][0] - 2 - len(attribute)
        self.replace(start, start + len(attribute), name)

    def drop_attribute(self, node: Node, attribute: str) -> None:
        """Takes an attribute away; the finding belongs at the element."""
        start, end = node.attributes[attribute]
        self.replace(start - 3 - len(attribute), end + 1, "", here=False)
        self.point(node.start)

    def add_attribute(self, node: Node, attribute: str, value: str) -> None:
        """Adds one behind the tag."""
        at = node.start + 1 + len(node.tag)
        self.replace(at, at, f' {attribute}="{value}"')

    def remove(self, node: Node, *, at: Node | None = None) -> None:
        """Takes an element away, with its line; the finding belongs at ``at``, by default its parent."""
        start = node.start
        while self.text[start - 1] in " \t":
            start -= 1
        end = node.end + 1 if self.text[node.end : node.end + 1] == "\n" else node.end
        self.replace(start, end, "", here=False)
        around = at or node.parent
        assert around is not None
        self.point(around.start)

    def insert_after(self, node: Node, new: str, here: bool = True) -> None:
        """Writes something on lines of its own behind an element."""
        self.replace(node.end, node.end, "\n" + (HERE if here else "") + new, here=False)

    def insert_into(self, node: Node, new: str, here: bool = True) -> None:
        """Writes something on lines of its own before the children of an element, which has an end tag."""
        self.replace(node.open_end, node.open_end, "\n" + (HERE if here else "") + new, here=False)

    def done(self) -> tuple[str, frozenset[int]]:
        """The text with all changes, and the lines at which a finding may be."""
        pieces, last = [], 0
        for start, end, new in sorted(self.changes, key=lambda change: change[:2]):
            pieces += [self.text[last:start], new]
            last = max(end, last)
        changed = "".join(pieces) + self.text[last:]
        before = changed.split(HERE)
        lines, line = set(), 1
        for piece in before[:-1]:
            line += piece.count("\n")
            lines.add(line)
        return changed.replace(HERE, ""), frozenset(lines)
