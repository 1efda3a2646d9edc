"""A description in which the parts of an element can be looked up, as documents have them."""

from __future__ import annotations

from dataclasses import dataclass

from .facts import ROOTS, Description, Fact, facts_of, place_of
from .grammar import Include, Node


@dataclass(frozen=True, slots=True)
class Site:
    """Where an element may stand: the fact that says so, and the definition that says what it holds."""

    fact: Fact
    stem: str
    node: Node

    @property
    def definition(self) -> str:
        """Place of the definition."""
        return place_of(self.stem, self.node)


class Version:
    """A description in which the parts of an element can be looked up."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.nodes = description.nodes
        self.facts: dict[str, Fact] = {}
        for fact in facts_of(self.nodes):
            self.facts.setdefault(fact.place, fact)

    def roots(self) -> list[Site]:
        """The root element of documents, then that of each file."""
        stems = [stem for stem in ROOTS if stem in self.nodes][:1]
        stems += [stem for stem in self.nodes if stem not in stems]
        return [self.root(stem) for stem in stems]

    def root(self, stem: str) -> Site:
        """The root element of a file."""
        node = self.nodes[stem]
        return Site(self.facts[place_of(stem, node)], stem, node)

    def parts(self, site: Site) -> dict[str, Site]:
        """What an element may hold, by name; ``@`` marks attributes, ``*`` is anything."""
        found = self.own(site)
        if site.node.ref is not None:
            for name, part in self.own(self.root(site.node.ref)).items():
                found.setdefault(name, part)
        return found

    def own(self, site: Site) -> dict[str, Site]:
        """What is said of an element's content where it stands, without what it refers to."""
        found: dict[str, Site] = {}
        above = site.definition
        for child in site.node.children:
            if isinstance(child, Include):
                target = self.nodes[child.stem]
                found.setdefault(target.name, Site(self.facts[f"{above}/{target.name}"], child.stem, target))
            elif child.copy_data:
                found.setdefault("*", Site(self.facts[f"{above}/*"], site.stem, child))
            else:
                name = f"@{child.name}" if child.kind == "attribute" else child.name
                found.setdefault(name, Site(self.facts[place_of(site.stem, child)], site.stem, child))
        return found
