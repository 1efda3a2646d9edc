"""An example of each element: what has to be there, and a little of what may."""

from __future__ import annotations

from collections import deque
from xml.sax.saxutils import escape, quoteattr

from ..model import CompiledFormat, Definition, Key, Part

VALUES = {
    "bool": "true",
    "int": "1",
    "unsigned int": "1",
    "double": "1",
    "vector2i": "1 1",
    "vector2d": "1 1",
    "vector3": "1 0 0",
    "vector4": "1 0 0 0",
    "quaternion": "0 0 0 1",
    "pose": "0 0 1 0 0 0",
    "color": "0.5 0.5 0.5 1",
    "time": "1 0",
    "doubles": "0 1",
    "strings": "one two",
}
OPTIONAL = 3
"""How many parts that need not be there are shown."""


class Examples:
    """Fragments of documents of one version."""

    def __init__(self, compiled: CompiledFormat, version: str) -> None:
        self._compiled, self._version = compiled, version
        self._definitions = compiled.definitions[version]
        self._ways = self._paths_from_root()
        prefixes = {
            each.prefix: each.namespace for each in self._definitions.values() if each.prefix and each.namespace
        }
        self._prefixes = {f"xmlns:{prefix}": namespace for prefix, namespace in prefixes.items()}

    def of(self, key: Key) -> str:
        """The element alone."""
        return "\n".join(self._element(self._definitions[key], self._optional(self._definitions[key])))

    def document_with(self, key: Key) -> str:
        """A document that holds the element, as an example says it."""
        lines = self._element(self._definitions[key], self._optional(self._definitions[key]))
        while key in self._ways:
            owner, through = self._ways[key]
            lines = self._element(self._definitions[owner], (), (through, lines))
            key = owner
        return "\n".join(lines) + "\n"

    def _paths_from_root(self) -> dict[Key, tuple[Key, str]]:
        """For each definition, what it is in on a shortest way from the root, and under which name."""
        root = self._compiled.roots[self._version]
        ways: dict[Key, tuple[Key, str]] = {}
        ahead = deque([root])
        while ahead:
            owner = ahead.popleft()
            for part in self._definitions[owner].parts:
                if part.target and part.target != root and part.target not in ways:
                    ways[part.target] = (owner, part.xml_name)
                    ahead.append(part.target)
        return ways

    def _optional(self, definition: Definition) -> tuple[str, ...]:
        """Names of parts that need not be there and are worth showing: those with a unit or a default first."""
        may = [
            part
            for part in definition.parts
            if part.kind in ("leaf", "attribute")
            and part.occurs in ("0", "*")
            and not part.required_when
            and not part.deprecated
            and not part.forbidden_when
            and part.xml_name not in definition.choice
            and (not part.prefix or definition.prefix)
        ]
        may.sort(key=lambda part: (part.unit is None, part.default is None))
        return tuple(part.xml_name for part in may[:OPTIONAL])

    def _element(
        self,
        definition: Definition,
        optional: tuple[str, ...],
        inside: tuple[str, list[str]] | None = None,
        depth: int = 0,
    ) -> list[str]:
        """Lines of an element: what it must hold, the optional parts named, and ``inside`` in its place."""
        attributes: dict[str, str] = {}
        for part in definition.parts:
            if part.kind == "attribute" and (part.is_required or part.xml_name in optional):
                attributes[part.xml_name] = self._value(part)
        if inside is not None:
            attributes |= self._find_attributes(definition, inside[0], attributes)
        if "version" in attributes and definition.key == self._compiled.roots[self._version]:
            attributes["version"] = self._version
        if inside is not None and definition.key == self._compiled.roots[self._version]:
            attributes |= self._prefixes
        lines: list[str] = []
        chosen = inside is not None
        text = ""
        for part in definition.parts:
            name = part.xml_name
            if part.kind == "text":
                text = self._value(part)
            elif inside is not None and name == inside[0] and part.kind == "child":
                lines += inside[1]
            elif part.kind == "attribute" or not self._is_wanted(definition, part, attributes, optional, chosen):
                continue
            else:
                chosen = chosen or name in definition.choice
                lines += self._child(part, depth)
        name = f"{definition.prefix}:{definition.xml_name}" if definition.prefix else definition.xml_name
        shown = "".join(f" {each}={quoteattr(value)}" for each, value in attributes.items())
        if not lines:
            return [f"<{name}{shown}>{escape(text)}</{name}>" if text else f"<{name}{shown}/>"]
        return [
            f"<{name}{shown}>",
            *([f"  {escape(text)}"] if text else []),
            *(f"  {line}" for line in lines),
            f"</{name}>",
        ]

    def _find_attributes(self, definition: Definition, child: str, attributes: dict[str, str]) -> dict[str, str]:
        """Attributes with which a child may occur there, where the present ones do not allow it."""
        fitting: dict[str, str] = {}
        parts = {part.xml_name: part for part in definition.parts}
        for written, words in parts[child].forbidden_when:
            name = written.removeprefix("@")
            if attributes.get(name) in words and (enum := parts[name].enum):
                fitting[name] = next(word for word in self._compiled.enums[enum].values if word not in words)
        return fitting | {name.removeprefix("@"): words[0] for name, words in parts[child].required_when}

    def _is_wanted(
        self, definition: Definition, part: Part, attributes: dict[str, str], optional: tuple[str, ...], chosen: bool
    ) -> bool:
        if part.xml_name in definition.choice:
            return not chosen
        needed = dict(part.required_when)
        if any(attributes.get(name.removeprefix("@")) in words for name, words in needed.items()):
            return True
        return (part.is_required and not needed and not part.forbidden_when) or part.xml_name in optional

    def _child(self, part: Part, depth: int) -> list[str]:
        if part.target is None:
            return [f"<{part.xml_name}>{escape(self._value(part))}</{part.xml_name}>"]
        if depth > 4:
            return []
        return self._element(self._definitions[part.target], (), depth=depth + 1)

    def _value(self, part: Part) -> str:
        if part.enum:
            words = self._compiled.enums[part.enum].values
            return part.default if part.default in words and part.default else next(iter(words))
        if part.default not in (None, "", "__default__") and part.type != "string":
            return str(part.default)
        if part.naming is not None and part.naming.defines:
            return f"my_{part.naming.defines}".replace(" ", "_")
        if part.naming is not None and part.naming.refers:
            return f"my_{part.naming.refers}".replace(" ", "_")
        if part.name in ("size", "scale") and part.type == "vector3":
            return "1 1 1"
        if part.type in VALUES:
            return _clamp_value(VALUES[part.type], part)
        return part.default or {"uri": "model://robot/meshes/part.dae", "filename": "part.dae"}.get(
            part.name, part.name
        )


def _clamp_value(text: str, part: Part) -> str:
    """A value between the bounds."""
    low = part.minimum if part.minimum not in (None, "") else None
    high = part.maximum if part.maximum not in (None, "") else None
    if high is not None and " " not in text and text != "true" and float(text) > float(high):
        return str(low if low is not None else high)
    if low is not None and " " not in text and text != "true" and float(text) < float(low):
        return str(low)
    return text
