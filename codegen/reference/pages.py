"""Pages of the reference as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from ..change_report import table, what
from ..comparison import compare_versions
from ..compiler import compile_format
from ..model import Part
from ..queries import OCCURRENCE
from .entries import Elements, PartHistory, gather_classes, users_of
from .examples import Examples
from .targets import notes_of, policies_of

TITLES = {"sdformat": "SDFormat", "urdf": "URDF", "skel": "SKEL", "mjcf": "MJCF"}


PRESENCE_WORDS = {
    "exclusive": "at most one of",
    "one_of": "at least one of",
    "together": "all or none of",
    "requires": "the first needs the others:",
}
"""What rules about parts beside each other begin with."""


class ReferencePages:
    """The pages of one format.

    Args:
        schemas: the folder with the descriptions of all formats.
        format: which of them.
        fragments: examples by the name of a class, in place of those that are made of the descriptions.
    """

    def __init__(self, schemas: Path, format: str, fragments: Mapping[str, str] | None = None) -> None:
        self._fragments = fragments or {}
        self._schemas = schemas
        self._compiled = compile_format(schemas, format)
        self._versions = [each for each in self._compiled.versions if "+" not in each]
        self._classes = gather_classes(self._compiled)
        self._defined_at = users_of(self._classes)
        self._notes = notes_of(self._compiled, schemas)
        self._examples = cache(lambda version: Examples(self._compiled, version))

    @property
    def title(self) -> str:
        """The name of the format."""
        return TITLES.get(self._compiled.name, self._compiled.name)

    def examples(self) -> dict[str, str]:
        """For each class, a document that holds the example made of its description."""
        return {
            name: self._examples(each.version).document_with(each.definition.key)
            for name, each in self._classes.items()
        }

    def pages(self) -> dict[str, str]:
        """Name without an ending to Markdown; ``index`` lists the elements."""
        by_page: dict[str, list[Elements]] = {}
        for each in self._classes.values():
            by_page.setdefault(each.page, []).append(each)
        texts = {page: "\n".join(self._page(page, members)) for page, members in sorted(by_page.items())}
        found = {"index": "\n".join(self._index(by_page))}
        if len(self._versions) > 1:
            found["changes"] = _changes_page(self._schemas, self._compiled.name, self.title, self._versions)
        return {**found, **texts}

    def _index(self, by_page: dict[str, list[Elements]]) -> Iterator[str]:
        newest = self._versions[-1]
        yield f"# {self.title}: every element and attribute\n"
        versions = f"versions {self._versions[0]} to {newest}" if len(self._versions) > 1 else f"version {newest}"
        yield (
            f"All of {versions}: {len(self._classes)} elements with "
            f"{sum(len(each.entries) for each in self._classes.values())} attributes, texts and children. "
            "Where versions differ, it says since when and until when. "
            "`bodyplan explain` shows the same at a terminal.\n"
        )
        yield "| page | elements |\n| --- | --- |"
        for page, members in sorted(by_page.items()):
            links = ", ".join(f"[`{each.label}`]({page}.md#{each.name})" for each in _in_order(members))
            yield f"| [{page}]({page}.md) | {links} |"
        yield ""
        if len(self._versions) > 1:
            yield "What changed from version to version is on [a page of its own](changes.md).\n"
        if policies := policies_of(self._schemas, self._compiled.name):
            yield "## What targets do with the rest {#targets}\n"
            yield "What a target does with a single part is given with that part. With everything else:\n"
            targets = sorted({target for _, target in policies})
            yield f"| what | {' | '.join(targets)} |\n| --- |{' --- |' * len(targets)}"
            for subject in dict.fromkeys(subject for subject, _ in policies):
                yield f"| {subject} | {' | '.join(policies.get((subject, each), '') for each in targets)} |"
            yield ""

    def _page(self, page: str, members: list[Elements]) -> Iterator[str]:
        yield f"# {self.title}: {page}\n"
        for each in _in_order(members):
            yield from self._element(each)

    def _element(self, each: Elements) -> Iterator[str]:
        definition = each.definition
        yield f"## `{each.label}` {{#{each.name}}}\n"
        if definition.doc:
            yield f"{definition.doc}\n"
        facts = [f"class `{each.name}`", *self._span(each.versions)]
        if each.parents:
            facts.append("in " + ", ".join(self._link(parent) for parent in each.parents))
        if definition.any_content:
            facts.append("any further content is allowed and kept")
        if definition.choice:
            facts.append("exactly one of " + ", ".join(f"`<{name}>`" for name in definition.choice))
        facts += [
            f"{PRESENCE_WORDS[kind]} {', '.join(' with '.join(f'`{part}`' for part in bundle) for bundle in bundles)}"
            for kind, bundles in definition.presence
        ]
        if definition.opens:
            facts.append("names inside have a scope of their own")
        yield " · ".join(facts) + "\n"
        yield "```xml"
        yield self._fragments.get(each.name) or self._examples(each.version).of(definition.key)
        yield "```\n"
        for entry in each.entries.values():
            yield from self._entry(each, entry)

    def _entry(self, owner: Elements, entry: PartHistory) -> Iterator[str]:
        part = entry.part
        yield f"### `{entry.label}` of `{owner.label}` {{#{entry.anchor}}}\n"
        yield " · ".join(self._facts(owner, entry)) + "\n"
        if part.doc:
            yield f"{part.doc}\n"
        if part.deprecated:
            since = self._compiled.deprecated_since.get((owner.name, f"{part.kind == 'attribute'}:{part.field_name}"))
            yield f"Deprecated{f' since {since}' if since else ''}: {part.deprecated}\n"
        for facet, spans in entry.history.items():
            if len(spans) > 1:
                yield _format_changes(facet, spans)
        for label, cases in (("Required", part.required_when), ("Without meaning", part.forbidden_when)):
            for name, words in cases:
                yield f"{label} where `{name}` is {_list(words)}.\n"
        yield from self._list_enum_values(part)
        for note in self._notes.get((owner.definition.key, part.kind, part.xml_name), ()):
            yield f"- {note.text}"
        yield ""

    def _facts(self, owner: Elements, entry: PartHistory) -> Iterator[str]:
        part = entry.part
        if part.kind != "text":
            yield OCCURRENCE[part.occurs]
        if part.several or part.several_when:
            yield "readers take several"
        yield f"element {self._link(entry.element)}" if entry.element else f"`{part.type or 'string'}`"
        if part.projects:
            yield "as defaults, in which nothing is required"
        if part.several_words:
            yield "any number of its values"
        if part.count is not None:
            least, most = part.count
            yield (
                f"{least} values"
                if least == most
                else f"{least} values or more"
                if most is None
                else f"{least} to {most} values"
            )
        if part.unit:
            yield "a pure number" if part.unit == "1" else part.unit
        if part.default is not None:
            yield f"default `{part.default}`" if part.default.strip() else "default: empty"
        for label, bound in (
            ("at least", part.minimum),
            ("at most", part.maximum),
            ("above", part.above),
            ("below", part.below),
        ):
            if bound not in (None, ""):
                yield f"{label} `{bound}`"
        if part.naming is not None and part.naming.defines:
            yield f"the name of a {part.naming.defines}"
        if part.naming is not None and part.naming.refers:
            yield from self._refers(part.naming.refers)
        if part.naming is not None and part.naming.refers_by:
            yield f"the name of what `{part.naming.refers_by}` says"
        if part.prefix:
            yield f"tag of {part.prefix.capitalize()}"
        if entry.versions != owner.versions:
            yield from self._span(entry.versions)

    def _refers(self, kind: str) -> Iterator[str]:
        among = self._compiled.names.kinds.get(kind, (kind,))
        places = [anchor for each in among for anchor in self._defined_at.get(each, ())]
        links = ", ".join(self._link_to(anchor) for anchor in places[:6])
        words = self._compiled.names.words.get(kind, ())
        yield f"refers to a {kind}" + (f" ({links})" if links else "") + (f", or {_list(words)}" if words else "")

    def _list_enum_values(self, part: Part) -> Iterator[str]:
        if part.enum is None:
            return
        enum = self._compiled.enums[part.enum]
        yield f"One of{', or another word' if part.enum_open else ''}{', in any case' if enum.any_case else ''}:\n"
        yield "| value | means |\n| --- | --- |"
        for word, doc in enum.values.items():
            yield f"| `{word or ' '}` | {doc} |"
        yield ""

    def _span(self, versions: list[str]) -> Iterator[str]:
        """Since when and until when, where that is not always."""
        if versions and versions[0] != self._versions[0]:
            yield f"since {versions[0]}"
        if versions and versions[-1] != self._versions[-1]:
            yield f"until {versions[-1]}"

    def _link(self, name: str) -> str:
        each = self._classes[name]
        return f"[`{each.label}`]({each.page}.md#{name})"

    def _link_to(self, anchor: str) -> str:
        each = self._classes[anchor.partition(".")[0]]
        return f"[`{each.definition.xml_name}`]({each.page}.md#{anchor})"


def formats(schemas: Path) -> list[str]:
    """The formats that there is a reference of."""
    return [name for name in TITLES if (schemas / name).is_dir()]


def _in_order(members: list[Elements]) -> list[Elements]:
    return sorted(members, key=lambda each: each.definition.key[1])


def _format_changes(facet: str, spans: list[tuple[str, str | None]]) -> str:
    words = {"minimum": "at least", "maximum": "at most", "occurs": "occurs"}.get(facet, facet)
    said = ", ".join(
        f"{_facet(facet, value)}{'' if number == 0 else f' since {version}'}"
        for number, (version, value) in enumerate(spans)
    )
    return f"By version, {words}: {said}.\n"


def _facet(facet: str, value: str | None) -> str:
    if facet == "occurs" and value is not None:
        return OCCURRENCE[value]
    return "none" if value is None else f"`{value}`" if value.strip() else "empty"


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _changes_page(schemas: Path, format: str, title: str, versions: list[str]) -> str:
    """Markdown with a table for each step, newest first."""
    call = f"bodyplan schema diff {format} {versions[-2]} {versions[-1]}"
    about = (
        "What breaks readers makes programs misread newer documents; what breaks writers makes documents faulty that they "
        f"wrote. `{call}` shows the same, `--corpus` the places in your documents that it touches."
    )
    parts = [f"# {title}: what each version changed\n", f"{about}\n"]
    for old, new in reversed(list(pairwise(versions))):
        _, changes = compare_versions(schemas / format, old, new)
        rows = [(change.kind, f"`{what(change)}`", change.verdict) for change in changes]
        body = table(("change", "what", "verdict"), rows) if rows else "Nothing.\n"
        parts.append(f"## {new}, from {old} {{#v{new}}}\n\n{body}")
    return "\n".join(parts)
