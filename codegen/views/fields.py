"""Parts of elements as declarations of fields."""

from __future__ import annotations

from ..code import PythonCode, argument, identifier, quote
from ..docstrings import docstring
from ..identifiers import constant_name
from ..model import CompiledFormat, ElementAttr, ElementClass, Key, Part
from ..passes.names import member_name
from ..scalar_types import ABSENT, SCALARS, literal
from .records import FieldView

NOTHING = PythonCode("")
_NUMBERS = ("int", "unsigned int", "float", "double")


class FieldPresenter:
    """Makes the views of the fields of one class.

    Args:
        compiled: the format.
        cls: the class.
        taken: class names that the module uses already; a value type of such a name is imported under another.
    """

    def __init__(self, compiled: CompiledFormat, cls: ElementClass, taken: frozenset[str]) -> None:
        self.compiled = compiled
        self.cls = cls
        self.taken = taken
        self.values: set[PythonCode] = set()
        """Value types that the fields need, as they are imported."""
        self.takes: set[str] = set()
        """What ``runtime.value_types`` says of fields that take more than they read as."""
        self.kinds: set[str] = set()
        """Constants of the kinds of names that the fields hold or give."""
        self.implied: set[str] = set()
        """Classes of which a field makes objects where they are not written."""
        self.texts: dict[str, str] = {}
        """Types of the texts of enumerations that the fields take, with the enumeration."""

    def view(self, attr: ElementAttr) -> FieldView:
        """The declaration of one field."""
        part = attr.part
        default = self._default(part)
        view = FieldView(
            name=attr.name,
            annotation=self._annotation(part),
            kind={"attribute": "attribute", "text": "text"}.get(part.kind, "element"),
            xml_name=part.name if part.kind != "text" and part.name != attr.name else None,
            namespace=constant_name(part.prefix) if part.prefix else None,
            required=part.is_required and part.kind != "text" and not part.repeats,
            unsigned=part.type == "unsigned int",
            is_open=part.enum_open,
            count=None if part.count is None else quote(part.count),
            several_words=part.several_words,
            several=_several(part),
            inner_prefix=f"{part.prefix}:" if part.strips is not None else None,
            refers=self._kind(part.naming.refers if part.naming else None),
            defines=self._kind(part.naming.defines if part.naming else None),
            naming=_name_arguments(part),
            doc=docstring(self._describe(part, default)),
        )
        if part.type in _NUMBERS and part.kind != "text":
            view.minimum, view.maximum = literal(part.type, part.minimum), literal(part.type, part.maximum)
        if part.several_words:
            view.annotation = PythonCode("tuple[{}, ...]").format(view.annotation)
            view.default = quote(())
        elif part.repeats:
            view.annotation, view.default = PythonCode("list[{}]").format(view.annotation), quote([])
        elif default is not None:
            view.default = default
            if part.enum is not None and part.default not in self.compiled.enums[part.enum].values:
                view.annotation = identifier(part.enum) + PythonCode(" | str")
            view.annotation = self._annotate_value(part, view.annotation)
        elif part.kind == "child" and part.is_required and not self._leads_back(part):
            view.default_factory = PythonCode("lambda: {}.implied()").format(view.annotation)
            self.implied.add(str(view.annotation))
        elif part.kind != "text" and (part.kind == "child" or not part.is_required):
            view.annotation, view.default = (
                self._annotate_value(part, view.annotation, PythonCode(" | None")),
                quote(None),
            )
        else:
            view.annotation = self._annotate_value(part, view.annotation)
            view.absent = ABSENT.get(SCALARS[part.type or "string"].python) if part.enum is None else ABSENT["str"]
        return view

    def _annotation(self, part: Part) -> PythonCode:
        if part.target is not None:
            return identifier(self.compiled.class_names[part.target])
        if part.enum is not None:
            return identifier(part.enum) + PythonCode(" | str") if part.enum_open else identifier(part.enum)
        if part.type == "pose":
            return self._value_name("Pose")
        scalar = SCALARS[part.type or "string"]
        return identifier(scalar.python) if scalar.native is not None else self._value_name(scalar.python)

    def _annotate_value(self, part: Part, read: PythonCode, none: PythonCode = NOTHING) -> PythonCode:
        """The annotation of a single value: what it reads as, with what it can be given besides.

        Args:
            part: the field.
            read: what it reads as.
            none: added to both where it may be None.
        """
        more = None
        if part.enum is not None and read == part.enum:
            more = f"{part.enum}Text"
            self.texts[more] = part.enum
        elif part.enum is None and part.target is None and SCALARS[part.type or "string"].native is None:
            more = "Texts" if part.type == "strings" else "Numbers"
            self.takes.add(more)
        if more is None:
            return read + none
        self.takes.add("Convertible")
        return PythonCode("Convertible[{}{none}, {}{none}]").format(read, identifier(more), none=none)

    def _kind(self, kind: str | None) -> str | None:
        """The constant of a kind of names."""
        if kind is None:
            return None
        constant = constant_name(kind)
        self.kinds.add(constant)
        return constant

    def _default(self, part: Part) -> PythonCode | None:
        """The default as an expression; None where there is none."""
        default = None if part.kind == "child" else literal(part.type or "string", part.default)
        if default is None:
            return None
        if part.enum is not None:
            word = part.default or ""
            is_member = word in self.compiled.enums[part.enum].values
            return (
                PythonCode("{}.{}").format(identifier(part.enum), identifier(member_name(word)))
                if is_member
                else quote(word)
            )
        if SCALARS[part.type or "string"].native is None:
            name, bracket, arguments = default.partition("(")
            return self._value_name(name) + bracket + arguments
        return default

    def _value_name(self, name: str) -> PythonCode:
        """What the module calls a value type."""
        own = identifier(name)
        alias = own + PythonCode("Value") if name in self.taken else own
        self.values.add(own if alias == own else PythonCode("{} as {}").format(own, alias))
        return alias

    def _leads_back(self, part: Part) -> bool:
        """Whether a required child would hold, without end, another of its own kind."""
        assert self.cls.definition is not None
        definitions = self.compiled.definitions[self.cls.version]
        stack: list[Key | None] = [part.target]
        seen: set[Key] = set()
        while stack:
            key = stack.pop()
            if key == self.cls.definition.key:
                return True
            if key is None or key in seen:
                continue
            seen.add(key)
            stack += [inner.target for inner in definitions[key].parts if inner.occurs == "1" and inner.target]
        return False

    def _describe(self, part: Part, default: str | None) -> str:
        text = part.doc or f"``{part.xml_name}``"
        if not text.endswith((".", "!", "?")):
            text += "."
        notes = []
        if part.unit and part.unit != "1":
            notes.append(f"Unit: {part.unit}.")
        if default is not None:
            notes.append(f"Default: ``{part.default}``." if part.default else "Default: empty.")
        place = (self.cls.name, f"{part.kind == 'attribute'}:{part.field_name}")
        since = self.compiled.since.get(place)
        if since is not None and since != self.compiled.versions[0] and "+" not in since:
            notes.append(f"Since {since}.")
        if _several(part) is not None:
            notes.append("Of several this is the first; the others are in ``any_elements``.")
        deprecated = self.compiled.deprecated_since.get(place)
        if deprecated is not None and part.deprecated:
            notes.append(f"Deprecated since {deprecated}: {part.deprecated.rstrip('.')}.")
        return " ".join([text, *notes])


def _name_arguments(part: Part) -> list[PythonCode]:
    """What a declaration says of names besides their kind."""
    said: dict[str, str | bool] = {}
    naming = part.naming
    if naming is not None:
        if naming.scope != "around":
            said["scope"] = naming.scope
        if naming.scoped is not None:
            said["scoped"] = naming.scoped
        said |= {key: True for key in ("unfollowed", "shares", "enters") if getattr(naming, key)}
        if naming.refers_by is not None and part.target is None:  # it is an attribute beside the text, in that class
            said["refers_by"] = naming.refers_by
        if naming.uri is not None:
            said["uri"] = naming.uri
    if part.is_pose:
        said["is_pose"] = True
    return [argument(key, quote(value)) for key, value in said.items()]


def _several(part: Part) -> PythonCode | None:
    """When readers take more of a single part, as an expression."""
    if part.repeats or not (part.several or part.several_when):
        return None
    return quote(True if part.several else {name.lstrip("@"): words for name, words in part.several_when})
