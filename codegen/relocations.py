"""Where conversion rules take parts of documents, as places in the descriptions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..runtime.conversions import ConversionPath, MoveRule, RenameRule
from .conversions import rules_file
from .lookup import SchemaSite, Version
from .readers.conversion import Context, read_conversion


def relocations(old: Version, new: Version, folder: Path, origin: str) -> Iterator[tuple[str, str]]:
    """Pairs of places, old and new, that the rules from version ``origin`` in ``folder`` are about.

    Raises:
        SchemaError: the file holds something that is not a rule.
    """
    path = folder / rules_file(origin)
    if not path.is_file() or not old.nodes or not new.nodes:
        return
    for rule in read_conversion(path).rules:
        operation = rule.operation
        if isinstance(operation, RenameRule) or (isinstance(operation, MoveRule) and not operation.copy):
            for before, after in _pairs(rule.context, old, new):
                source, target = _down(before, operation.source, old), _down(after, operation.target, new)
                if source is not None and target is not None:
                    yield source.fact.place, target.fact.place


def _pairs(context: Context, old: Version, new: Version) -> list[tuple[SchemaSite, SchemaSite]]:
    """The elements that a rule is about, in either description; its first word is the root."""
    found = [(old.roots()[0], new.roots()[0])]
    for name, anywhere in context[1:]:
        found = [inner for pair in found for inner in _pairs_of_name(pair, name, anywhere, old, new)]
    return found


def _pairs_of_name(
    pair: tuple[SchemaSite, SchemaSite], name: str, anywhere: bool, old: Version, new: Version
) -> Iterator[tuple[SchemaSite, SchemaSite]]:
    """Pairs of elements of a name inside a pair, directly or ``anywhere``."""
    seen, ahead = set[tuple[str, str]](), [pair]
    while ahead:
        before, after = ahead.pop()
        if (before.definition, after.definition) in seen:
            continue
        seen.add((before.definition, after.definition))
        later = new.parts(after)
        for word, part in old.parts(before).items():
            if word in later:
                if word == name:
                    yield part, later[word]
                if anywhere:
                    ahead.append((part, later[word]))


def _down(place: SchemaSite, location: ConversionPath, version: Version) -> SchemaSite | None:
    """What a location leads to below an element."""
    words = [*location.path, *([f"@{location.attribute}"] if location.attribute is not None else [])]
    found: SchemaSite | None = place
    for word in words:
        found = version.parts(found).get(word) if found is not None else None
    return found
