"""Which references no front end puts into a description, and the way to them: those are looked up by themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import SchemaError
from .model import CompiledFormat, Definition, Key, Part
from .passes.names import field_name


@dataclass(slots=True)
class UndescribedReferences:
    """The references of one class that are looked up by themselves, and the fields through which others are found."""

    references: list[str] = field(default_factory=list)
    through: list[str] = field(default_factory=list)


def find_undescribed(compiled: CompiledFormat) -> tuple[dict[str, UndescribedReferences], list[tuple[str, str]]]:
    """By the class of the newest version; and each such reference by the names of its element and itself.

    Raises:
        SchemaError: ``names.toml`` lists a place that no version has.
    """
    return _Finder(compiled).find()


def siblings(compiled: CompiledFormat) -> dict[str, dict[str, bool]]:
    """By class the children that have names which those of siblings have to differ from, but for those with frames.

    With each the front end's word on its pose: whether it takes it.
    """
    rules, definitions = compiled.names, compiled.definitions[compiled.newest]
    framed = rules.kinds.get("frame", ())
    found: dict[str, dict[str, bool]] = {}
    for key, definition in definitions.items():
        if not definition.opens or key[1] in rules.described.passed_over:
            continue
        sharing = {
            _field(part): part.target[1] in rules.described.poses
            for part in definition.parts
            if part.target is not None
            and part.repeats
            and not part.prefix
            and _shares(definitions[part.target], framed)
        }
        order = rules.siblings.get(key[1], ())
        if sharing:
            names = sorted(sharing, key=lambda name: order.index(name) if name in order else len(order))
            found[compiled.class_names[key]] = {name: sharing[name] for name in names}
    return dict(sorted(found.items()))


def _shares(definition: Definition, framed: tuple[str, ...]) -> bool:
    names = [part.naming for part in definition.parts if part.naming is not None and part.name == "name"]
    return any(naming.shares and naming.defines not in framed for naming in names)


class _Finder:
    def __init__(self, compiled: CompiledFormat) -> None:
        self.compiled = compiled
        self.definitions = compiled.definitions[compiled.newest]
        self.described = compiled.names.described
        self.found: dict[Key, UndescribedReferences] = {}
        self.words: set[tuple[str, str]] = set()

    def find(self) -> tuple[dict[str, UndescribedReferences], list[tuple[str, str]]]:
        self._check()
        ahead = []
        looked_into = {key: each for key, each in self.definitions.items() if key[1] not in self.described.passed_over}
        for key, definition in looked_into.items():
            if any([self._is_seed(definition, part) for part in definition.parts]):  # noqa: C419 - all are to be noted
                ahead.append(key)
        while ahead:
            target = ahead.pop()
            for key, definition in looked_into.items():
                for part in definition.parts:
                    if part.target == target and not part.is_pose and self._note(key).through.count(_field(part)) == 0:
                        self.found[key].through.append(_field(part))
                        if len(self.found[key].through) == 1 and not self.found[key].references:
                            ahead.append(key)
        names = self.compiled.class_names
        kept = {names[key]: each for key, each in self.found.items() if each.references or each.through}
        return dict(sorted(kept.items())), sorted(self.words)

    def _is_seed(self, definition: Definition, part: Part) -> bool:
        key = definition.key
        if part.is_pose and part.target is not None:
            if key[1] in self.described.poses:
                return False
            inner = [p for p in self.definitions[part.target].parts if p.naming and p.naming.refers]
            if inner:
                self._note(key).through.append(_field(part))
                self._note(part.target).references = [_field(each) for each in inner]
                self.words |= {(definition.xml_name, each.xml_name) for each in inner}
            return bool(inner)
        if part.naming is None or part.naming.refers is None or part.naming.unfollowed:
            return False
        is_pose = any(p.is_pose and p.target == key for d in self.definitions.values() for p in d.parts)
        place = f"{key[1]}/{'@' if part.kind == 'attribute' else ''}{part.name}"
        if is_pose or {part.prefix, key[0]} & set(self.described.extensions) or place in self.described.references:
            return False
        self._note(key).references.append(_field(part))
        self.words.add((definition.xml_name, part.xml_name))
        return True

    def _note(self, key: Key) -> UndescribedReferences:
        return self.found.setdefault(key, UndescribedReferences())

    def _check(self) -> None:
        """Every place that is listed has to be in some version."""
        known = {
            place
            for definitions in self.compiled.definitions.values()
            for key, definition in definitions.items()
            for place in (
                key[1],
                *(f"{key[1]}/{'@' if part.kind == 'attribute' else ''}{part.name}" for part in definition.parts),
            )
        }
        listed = (*self.described.poses, *self.described.passed_over, *self.described.references)
        for place in listed:
            if place not in known:
                raise SchemaError(f"schemas/{self.compiled.name}/names.toml", 0, f"[described]: there is no {place!r}")


def _field(part: Part) -> str:
    return field_name(part.field_name)
