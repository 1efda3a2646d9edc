"""A description in which the parts of an element can be looked up, as documents have them."""

from __future__ import annotations

from dataclasses import dataclass

from .facts import ROOTS, Fact, SchemaDescription, facts_of, place_of
from .grammar import Include, SchemaNode


@dataclass(frozen=True, slots=True)
class SchemaSite:
    """Where an element may occur: the fact that says so, and the definition that says what it holds."""

    fact: Fact
    stem: str
    node: SchemaNode

    @property
    def definition(self) -> str:
        """Place of the definition."""
        return place_of(self.stem, self.node)


class Version:
    """A description in which the parts of an element can be looked up."""

    def __init__(self, description: SchemaDescription) -> None:
        self.description = description
        self.nodes = description.nodes
        self.facts: dict[str, Fact] = {}
        for fact in facts_of(self.nodes):
            self.facts.setdefault(fact.place, fact)

    def roots(self) -> list[SchemaSite]:
        """The root element of documents, then that of each file."""
        stems = [stem for stem in ROOTS if stem in self.nodes][:1]
        stems += [stem for stem in self.nodes if stem not in stems]
        return [self.root(stem) for stem in stems]

    def root(self, stem: str) -> SchemaSite:
        """The root element of a file."""
        node = self.nodes[stem]
        return SchemaSite(self.facts[place_of(stem, node)], stem, node)

    def parts(self, site: SchemaSite) -> dict[str, SchemaSite]:
        """What an element may hold, by name; ``@`` marks attributes, ``*`` is anything."""
        found = self.own(site)
        if site.node.ref is not None:
            for name, part in self.own(self.root(site.node.ref)).items():
                found.setdefault(name, part)
        return found

    def own(self, site: SchemaSite) -> dict[str, SchemaSite]:
        """What is said of an element's content at its place, without what it refers to."""
        found: dict[str, SchemaSite] = {}
        above = site.definition
        for child in site.node.children:
            if isinstance(child, Include):
                target = self.nodes[child.stem]
                found.setdefault(target.name, SchemaSite(self.facts[f"{above}/{target.name}"], child.stem, target))
            elif child.copy_data:
                found.setdefault("*", SchemaSite(self.facts[f"{above}/*"], site.stem, child))
            else:
                name = f"@{child.name}" if child.kind == "attribute" else child.name
                found.setdefault(name, SchemaSite(self.facts[place_of(site.stem, child)], site.stem, child))
        return found
