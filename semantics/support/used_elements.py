"""The elements that a document uses, with those of the files that it includes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lxml.etree import _Element

from ...diagnostics.records import NamedTuple
from ...runtime.parser import parse
from ...runtime.sink import Sink
from ...runtime.source import Source, literal_tag
from ..formats.registry import by_tree
from ..targets.predicates import written_attributes


class UsedText(NamedTuple):
    """A file as it is written, in a tree of its own: that of an older document was converted meanwhile."""

    source: Source
    root: _Element
    format: str


def texts(sources: Iterable[Source]) -> Iterator[UsedText]:
    """Those of the sources that are XML of a format of ours, each file once."""
    seen: set[str | None] = set()
    for source in sources:
        if not source.data or source.name in seen:
            continue
        seen.add(source.name)
        twin = Source(source.name, source.data)
        root = parse(twin, Sink())
        format = by_tree(root, source.name) if root is not None else None
        if root is not None and format is not None:
            yield UsedText(twin, root, format.name)


def parts(root: _Element) -> Iterator[tuple[str, _Element, str | None]]:
    """Each element and each of its attributes in the order of the text, with its path; the names of namespaces are none."""
    stack: list[tuple[_Element, tuple[str, ...]]] = [(root, (literal_tag(root),))]
    while stack:
        element, steps = stack.pop()
        yield path_of(steps), element, None
        for name in written_attributes(element):
            yield path_of((*steps, f"@{name}")), element, name
        stack.extend((child, (*steps, literal_tag(child))) for child in reversed(element) if isinstance(child.tag, str))


ENVELOPES = frozenset({"sdf", "gazebo", "skel", "mujoco"})
"""Roots that only hold the document, and are in no path."""

_INSIDE_BODIES = ("body", "frame", "replicate")
NESTED = frozenset(
    {("world", "model"), ("model", "model"), ("world", "skeleton"), ("default", "default")}
    | {(around, inside) for around in ("worldbody", *_INSIDE_BODIES) for inside in _INSIDE_BODIES}
)
"""What means the same inside of the other as alone."""


def path_of(steps: Sequence[str]) -> str:
    """The path of an element or attribute, by the tags that lead to it, the root first.

    A model means the same wherever it stands, in a world or in another model: its path starts with itself, as that of a
    skeleton does, and of a body of MJCF.
    """
    first = 1 if len(steps) > 1 and steps[0] in ENVELOPES and steps[1][0] != "@" else 0
    while tuple(steps[first : first + 2]) in NESTED:
        first += 1
    return "/".join(steps[first:])
