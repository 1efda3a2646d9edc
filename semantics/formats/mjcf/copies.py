"""Copies of bodies with what is in them, and of what refers to them: for ``replicate`` and ``attach``.

Spec: MJCF reference, ``replicate`` and ``attach``.
"""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from ....diagnostics.records import NamedTuple, replace
from ...spatial.raw_pose import IDENTITY, compose
from .model import PART_FIELDS, MjcfBody
from .name_uses import uses_in
from .references import COMMON_TO_COPIES, WORLD, kind_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from ....runtime.budget import Budget
    from ...spatial.raw_pose import RawPose
    from .model import MjcfPart

Name = tuple[str, str]
"""A kind, and a name of it."""
COPIED_ALONG = ("deformable", "contact", "tendon", "equality", "actuator", "sensor", "custom")
"""Sections whose elements are copied with what they refer to; what others refer to comes first."""
NEVER_COPIED = frozenset({"numeric", "text"})


class Naming(NamedTuple):
    """What names of a copy begin and end with."""

    prefix: str = ""
    suffix: tuple[str, ...] = ()
    asset_prefix: str = ""
    """What names begin with that copies of one document have in common."""

    def of(self, name: str) -> str:
        """A name in the copy; what has none has none there."""
        return f"{self.prefix}{name}{''.join(self.suffix)}" if name else ""

    def copy_part(self, part: MjcfPart, *, is_in_body: bool = False, frame: RawPose = IDENTITY) -> MjcfPart:
        """A part in a copy.

        Args:
            part: the part.
            is_in_body: whether the copy is in a body.
            frame: what is put around it.
        """
        return replace(
            part,
            name=self.of(part.name),
            frame=part.frame if frame is IDENTITY else compose(frame, part.frame),
            prefix=self.prefix + part.prefix,
            asset_prefix=self.asset_prefix + part.asset_prefix,
            suffixes=part.suffixes + self.suffix,
            is_in_body=is_in_body,
        )

    def copy_content(self, source: MjcfBody, into: MjcfBody, frame: RawPose, budget: Budget) -> None:
        """Puts copies of what is in a body into another one.

        Args:
            source: the body whose content is copied.
            into: the body that gets it.
            frame: what is put around what is right in it.
            budget: pays for it; raises ``OverBudget`` where it is too much.
        """
        ahead = [(source, into, frame)]
        while ahead:
            source, into, frame = ahead.pop()
            count = len(source.bodies)
            for field in PART_FIELDS:
                parts = getattr(source, field)
                if parts:
                    count += len(parts)
                    for part in parts:
                        into.add_part(field, self.copy_part(part, is_in_body=True, frame=frame))
            budget.spend("copies", count, None if into.part is None else into.part.element)
            for body in source.bodies:
                ahead.append((body, self._copy_of(body, into, frame), IDENTITY))

    def copy_body(self, source: MjcfBody, into: MjcfBody, frame: RawPose, budget: Budget) -> MjcfBody:
        """Puts a copy of a body into another one; answers the copy."""
        made = self._copy_of(source, into, frame)
        self.copy_content(source, made, IDENTITY, budget)
        return made

    def _copy_of(self, body: MjcfBody, into: MjcfBody, frame: RawPose) -> MjcfBody:
        part = None if body.part is None else self.copy_part(body.part, is_in_body=True, frame=frame)
        made = MjcfBody(part, into)
        into.bodies.append(made)
        return made


def names_inside(top: MjcfBody) -> set[tuple[str, str]]:
    """The kinds and names of what is in a tree; the world counts as inside of everything."""
    return {("body", WORLD), *top.names_of_tree}


class _Entry(NamedTuple):
    """A part of a section, with what each of its references may mean."""

    number: int
    part: MjcfPart
    meant: tuple[tuple[Name, ...], ...]


class OtherNames(NamedTuple):
    """What there is besides what is copied."""

    sections: Container[Name]
    trees: Sequence[Container[Name]]

    def has_any(self, names: Iterable[Name]) -> bool:
        """Whether there is anything of these kinds and names."""
        return any(name in self.sections or any(name in tree for tree in self.trees) for name in names)


NO_OTHERS = OtherNames((), ())


class SectionIndex:
    """What the parts of sections refer to, so that what refers to a copied part is found without a look at all of them.

    Lists of sections may only grow while it is in use; what is taken away leaves them with ``clear``.
    """

    def __init__(self, sections: dict[str, list[MjcfPart]]) -> None:
        self._sections = sections
        self._indexed: dict[str, int] = {}
        """How many parts of each section are known."""
        self._by_name: dict[str, dict[Name, list[_Entry]]] = {section: {} for section in COPIED_ALONG}
        self._unbound: dict[str, list[_Entry]] = {section: [] for section in COPIED_ALONG}
        """Those that refer to nothing."""
        self._gone: set[int] = set()
        """What was taken away, by identity."""
        self._number = 0
        self.names: Counter[Name] = Counter()
        """Kinds and names of what is in sections."""

    def update(self) -> None:
        """Takes what was added."""
        for section, parts in self._sections.items():
            first = self._indexed.get(section, 0)
            if len(parts) == first:
                continue
            self._indexed[section] = len(parts)
            for part in parts[first:]:
                if part.name:
                    self.names[kind_of(part.element) or "", part.name] += 1
                if section in self._by_name and part.tag not in NEVER_COPIED:
                    self._add(section, part)

    def find_dependents(self, inside: set[Name], outside: OtherNames) -> dict[str, list[MjcfPart]]:
        """What is copied along, by section: parts that refer to what is copied, or to nothing at all.

        What else they refer to has to be there already.

        Args:
            inside: kinds and names of what is copied; those of what is found are added.
            outside: what is there besides.
        """
        self.update()
        found: dict[str, list[MjcfPart]] = {}
        for section in COPIED_ALONG:
            by_name = self._by_name[section]
            ahead = list(self._unbound[section])
            if by_name:
                ahead += [entry for name in inside if name[1] != WORLD for entry in by_name.get(name, ())]
            heapify(ahead)
            last = -1
            while ahead:
                number, part, meant = heappop(ahead)
                if number <= last or id(part) in self._gone:
                    continue
                last = number
                if not all(not inside.isdisjoint(names) or outside.has_any(names) for names in meant):
                    continue
                found.setdefault(section, []).append(part)
                name = (kind_of(part.element) or "", part.name)
                if part.name and name not in inside:
                    inside.add(name)
                    for entry in by_name.get(name, ()):
                        heappush(ahead, entry)
        return found

    def remove(self, parts: Iterable[MjcfPart]) -> None:
        """Takes parts away that it has found."""
        for part in parts:
            self._gone.add(id(part))
            if part.name:
                name = (kind_of(part.element) or "", part.name)
                self.names[name] -= 1
                if not self.names[name]:
                    del self.names[name]

    def clear(self) -> None:
        """Leaves in the sections what was not taken away."""
        if not self._gone:
            return
        self.update()
        for section, parts in self._sections.items():
            self._sections[section] = [part for part in parts if id(part) not in self._gone]
            self._indexed[section] = len(self._sections[section])

    def _add(self, section: str, part: MjcfPart) -> None:
        uses = [use for use in uses_in(part) if use.kind.name not in COMMON_TO_COPIES]
        meant = tuple(
            tuple((kind, name) for kind in use.kind.kinds for name in part.list_names(use.name, use.kind.name))
            for use in uses
        )
        self._number += 1
        entry = _Entry(self._number, part, meant)
        if not uses:
            self._unbound[section].append(entry)
        for name in {name for names in meant for name in names}:
            self._by_name[section].setdefault(name, []).append(entry)


def refers_to_any(part: MjcfPart) -> bool:
    """Whether a part refers to anything of which copies have their own."""
    return any(use.kind.name not in COMMON_TO_COPIES for use in uses_in(part))
