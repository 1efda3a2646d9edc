"""What changed from one description to another: one comparison, which reports and ``schema diff`` render.

Elements are paired as documents see them, from the root down by their names, wherever files describe them. So a
description that moves to a file of its own changes no fact of any document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from .compatibility import BOTH, NEEDED, occurrence, of_addition, of_change, of_removal
from .errors import SchemaError
from .facts import FACETS, ROOTS, Fact, SchemaDescription, descriptions, facets_of
from .grammar import SchemaNode
from .lookup import SchemaSite, Version
from .relocations import relocations


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaChange:
    """One line of a comparison.

    ``kind`` is ``added``, ``removed``, ``renamed``, ``moved``, ``changed`` or ``described elsewhere``; ``place`` where it
    is in the new description, in the old one if it is gone; ``target`` where something went; ``facet``, ``old`` and ``new`` what
    changed of it. ``breaks`` holds ``readers`` and ``writers``. ``origin`` and ``result`` are the facts in either
    description.
    """

    kind: str
    place: str
    target: str | None = None
    facet: str | None = None
    old: str | None = None
    new: str | None = None
    breaks: tuple[str, ...] = ()
    origin: Fact | None = None
    result: Fact | None = None

    @property
    def verdict(self) -> str:
        """What it means for programs."""
        return f"breaks {' and '.join(self.breaks)}" if self.breaks else "compatible"


def compare(
    old: SchemaDescription, new: SchemaDescription, between: Sequence[SchemaDescription] = ()
) -> list[SchemaChange]:
    """What changed from ``old`` to ``new``, by place.

    Conversion rules on the way say what was renamed and moved; ``between`` are the versions that lie between the two.
    """
    steps = [old, *between, new]
    moved: list[tuple[str, str]] = []
    for origin, target in pairwise(steps):
        moved = _chain_relocations(moved, _find_relocations(origin, target))
    return _Comparison(Version(old), Version(new), moved).changes()


def compare_versions(home: Path, old: str, new: str) -> tuple[SchemaDescription, list[SchemaChange]]:
    """The description of ``old`` and what changed from it to ``new``, of the versions in a format's folder.

    Raises:
        SchemaError: there is no such version, or a description is faulty.
    """
    known = descriptions(home)
    names = [description.version for description in known]
    for version in (old, new):
        if version not in names:
            there = ", ".join(names)
            raise SchemaError(home.name, 0, f"{home.name} has no version {version!r}; there are {there}")
    start, end = names.index(old), names.index(new)
    between = known[start + 1 : end] if start <= end else known[end + 1 : start][::-1]
    return known[start], compare(known[start], known[end], between)


def _chain_relocations(before: list[tuple[str, str]], step: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Where things went in several steps: those of the steps before go on, and those of this one are added."""
    carried = [
        (origin, next((_relocate_place(place, *pair) for pair in step if _inside(place, pair[0])), place))
        for origin, place in before
    ]
    return carried + step


def _inside(place: str, above: str) -> bool:
    return place == above or place.startswith(f"{above}/")


def _relocate_place(place: str, origin: str, target: str) -> str:
    return target + place[len(origin) :]


def _find_relocations(old: SchemaDescription, new: SchemaDescription) -> list[tuple[str, str]]:
    """Where rules take the parts of documents, as pairs of places."""
    before, after = Version(old), Version(new)
    found = [*relocations(before, after, new.folder, old.version)]
    if not found and old.folder != new.folder:
        found = [(target, origin) for origin, target in relocations(after, before, old.folder, new.version)]
    return found


def _of_one_file(
    before: Mapping[str, SchemaSite], part: SchemaSite, after: Mapping[str, SchemaSite]
) -> SchemaSite | None:
    """What stood in the place of ``part``, and is gone, if one file describes both: its root has another name."""
    held = _file_of(part)
    gone = (site for name, site in before.items() if name not in after)
    return next((site for site in gone if held is not None and _file_of(site) == held), None)


def _file_of(site: SchemaSite) -> str | None:
    """The file that describes all of an element, included or referred to."""
    return site.node.ref or (site.stem if "/" not in site.definition else None)


@dataclass
class _Comparison:
    old: Version
    new: Version
    relocated: list[tuple[str, str]]
    found: dict[tuple[str, str, str | None], SchemaChange] = field(default_factory=dict)
    seen_old: set[str] = field(default_factory=set)
    seen_new: set[str] = field(default_factory=set)
    paired: set[tuple[str, str]] = field(default_factory=set)

    def changes(self) -> list[SchemaChange]:
        """All changes, by place."""
        before, after = self.old.roots(), self.new.roots()
        if before and after and before[0].stem in ROOTS and after[0].stem in ROOTS:
            self._pair(before[0], after[0], after[0].definition)
        for site in after:
            if site.stem in self.old.nodes and site.definition not in self.seen_new:
                origin = self.old.root(site.stem)
                if origin.definition not in self.seen_old:
                    self._pair(origin, site, site.definition)
        self._relocate()
        for place, fact in self.new.facts.items():
            if place not in self.seen_new:
                self._note_addition(fact, place, top=True)
        for place, fact in self.old.facts.items():
            if place not in self.seen_old:
                self._note_removal(fact, place)
        order = {"described elsewhere": 1}
        return sorted(self.found.values(), key=lambda change: (change.place, order.get(change.kind, 0)))

    def _note(self, change: SchemaChange) -> None:
        self.found.setdefault((change.kind, change.place, change.facet), change)

    def _pair(self, old: SchemaSite, new: SchemaSite, label: str, above: tuple[str, str] = ("", "")) -> None:
        """Compares two elements that are one to documents, with all that they may hold.

        ``above`` are the files that describe the elements around them.
        """
        self._compare(old, new, label)
        if old.stem != new.stem and (old.stem, new.stem) != above:
            site = new.fact.place if old.fact.place == new.fact.place else label
            self._note(
                SchemaChange(
                    kind="described elsewhere",
                    place=site,
                    facet="described in",
                    old=f"{old.stem}.sdf",
                    new=f"{new.stem}.sdf",
                    origin=old.fact,
                    result=new.fact,
                )
            )
        if (old.definition, new.definition) in self.paired:
            return
        self.paired.add((old.definition, new.definition))
        same = old.definition == new.definition
        before, after = self.old.parts(old), self.new.parts(new)
        if old.node.ref is not None and new.node.ref is not None:
            own = self.old.own(old).keys() | self.new.own(new).keys()
            before, after = ({name: part for name, part in parts.items() if name in own} for parts in (before, after))
            roots = self.old.root(old.node.ref), self.new.root(new.node.ref)
            self._pair(*roots, roots[1].definition, (old.stem, new.stem))
        renamed: set[str] = set()
        for name, part in after.items():
            place = part.fact.place if same else f"{label}/{name}"
            if name in before:
                alike = before[name].definition == part.definition
                self._pair(before[name], part, part.definition if alike else place, (old.stem, new.stem))
            elif (origin := _of_one_file(before, part, after)) is not None:
                self._rename(origin, part, old)
                renamed.add(origin.fact.place)
            else:
                self._add(part, place, top=True)
        for name, part in before.items():
            if name not in after and part.fact.place not in renamed:
                self._remove(part, part.fact.place if same else f"{label}/{name}")

    def _rename(self, old: SchemaSite, new: SchemaSite, above: SchemaSite) -> None:
        """Notes that what a file describes has another name where it may occur."""
        self._note(
            SchemaChange(
                kind="renamed",
                place=old.fact.place,
                target=new.fact.place,
                breaks=BOTH,
                origin=old.fact,
                result=new.fact,
            )
        )
        self._pair(old, new, new.definition, (above.stem, above.stem))

    def _compare(self, old: SchemaSite, new: SchemaSite, label: str) -> None:
        """Compares what is said of an element: how often at its place, the rest where it is described."""
        self.seen_old |= {old.fact.place, old.definition}
        self.seen_new |= {new.fact.place, new.definition}
        if old.node.name != new.node.name and old.fact.place == old.definition:
            self._note(
                SchemaChange(
                    kind="renamed",
                    place=old.definition,
                    target=new.definition,
                    breaks=BOTH,
                    origin=old.fact,
                    result=new.fact,
                )
            )
        site = new.fact.place if old.fact.place == new.fact.place else label
        before, after = facets_of(old.node), facets_of(new.node)
        number = old.fact.facets["required"], new.fact.facets["required"]
        if old.fact.place != old.definition or new.fact.place != new.definition:
            self._note_change(old, new, site, "required", *number)
            before.pop("required")
            after.pop("required")
        for facet in FACETS:
            self._note_change(old, new, label, facet, before.get(facet), after.get(facet))

    def _note_change(
        self, old: SchemaSite, new: SchemaSite, place: str, facet: str, was: str | None, now: str | None
    ) -> None:
        if was == now:
            return
        numbers = [occurrence(site.node.kind, site.fact.facets["required"]) for site in (old, new)]
        before, after = (numbers[0], numbers[1]) if facet == "required" else (was, now)
        breaks = of_change(facet, before, after, written=(numbers[0] in NEEDED, numbers[1] in NEEDED))
        self._note(
            SchemaChange(
                kind="changed",
                place=place,
                facet=facet,
                old=was,
                new=now,
                breaks=breaks,
                origin=old.fact,
                result=new.fact,
            )
        )

    def _add(self, part: SchemaSite, place: str, *, top: bool) -> None:
        self._note_addition(part.fact, place, top=top)
        if part.fact.place == part.definition:
            for name, inner in self.new.parts(part).items():
                if inner.fact.place.startswith(f"{part.definition}/"):
                    self._add(inner, f"{place}/{name}", top=False)

    def _note_addition(self, fact: Fact, place: str, *, top: bool) -> None:
        self.seen_new.add(fact.place)
        above = place.rpartition("/")[0]
        top = top and ("added", above, None) not in self.found
        breaks = of_addition(fact.facets["required"]) if top and above else ()
        self._note(SchemaChange(kind="added", place=place, breaks=breaks, result=fact))

    def _remove(self, part: SchemaSite, place: str) -> None:
        self._note_removal(part.fact, place)
        if part.fact.place == part.definition:
            for name, inner in self.old.parts(part).items():
                if inner.fact.place.startswith(f"{part.definition}/"):
                    self._remove(inner, f"{place}/{name}")

    def _note_removal(self, fact: Fact, place: str) -> None:
        self.seen_old.add(fact.place)
        self._note(SchemaChange(kind="removed", place=place, breaks=of_removal(fact.facets["required"]), origin=fact))

    def _relocate(self) -> None:
        """Turns what is gone from one place and is in another, by the rules, into one line."""
        for origin, target in self.relocated:
            gone = self.found.get(("removed", origin, None))
            result = self.new.facts.get(target)
            if gone is None or gone.origin is None or result is None:
                continue
            self._forget("removed", origin)
            self._forget("added", target)
            parents = origin.rpartition("/")[0], target.rpartition("/")[0]
            kind = "renamed" if parents[0] == parents[1] else "moved"
            self._note(replace(gone, kind=kind, target=target, breaks=BOTH, result=result))
            if isinstance(gone.origin.node, SchemaNode) and isinstance(result.node, SchemaNode):
                stems = origin.partition(":")[0], target.partition(":")[0]
                before = SchemaSite(gone.origin, stems[0], gone.origin.node)
                self._differences(before, SchemaSite(result, stems[1], result.node))

    def _differences(self, old: SchemaSite, new: SchemaSite) -> None:
        """What is different inside an element that went somewhere else; its name is what changed already."""
        was, now = facets_of(old.node), facets_of(new.node)
        for facet in FACETS:
            self._note_change(old, new, new.definition, facet, was.get(facet), now.get(facet))
        before, after = self.old.parts(old), self.new.parts(new)
        for name, part in after.items():
            if name in before:
                self._pair(before[name], part, part.definition)
            elif ("added", part.fact.place, None) not in self.found:
                self._add(part, part.fact.place, top=True)
        for name, part in before.items():
            if name not in after:
                self._remove(part, part.fact.place)

    def _forget(self, kind: str, place: str) -> None:
        for key in [key for key in self.found if key[0] == kind and _inside(key[1], place)]:
            del self.found[key]
