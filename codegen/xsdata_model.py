"""The compiled model as xsdata classes in xsdata's container, which settles field names, references and cycles."""

from __future__ import annotations

import re

from xsdata.codegen.container import ClassContainer, Steps
from xsdata.codegen.handlers import DetectCircularReferences, RenameDuplicateAttributes, ValidateReferences
from xsdata.codegen.models import AttrType, Class, Restrictions
from xsdata.models.config import GeneratorConfig
from xsdata.models.enums import Tag
from xsdata.utils.graphs import strongly_connected_components

from .errors import SchemaError
from .identifiers import is_identifier, module_name
from .model import CompiledFormat, Definition, ElementAttr, ElementClass, Key, Part
from .passes.names import field_name
from .scalar_types import SCALARS

VALUES = "runtime.values"
MOST_FIELDS = 500
"""How many attributes and children an element may have: each is a branch in its decoder."""


class BindingsContainer(ClassContainer):
    """xsdata's container with the processors that apply to descriptions: they have no groups, choices or extensions."""

    __slots__ = ()

    def __init__(self, config: GeneratorConfig) -> None:
        super().__init__(config)
        self.processors = {
            Steps.SANITIZE: [RenameDuplicateAttributes()],
            Steps.FINALIZE: [DetectCircularReferences(self)],
        }

    def process(self) -> None:
        """Runs the processors, then checks that every reference has a class."""
        self.process_classes(Steps.SANITIZE)
        self.process_classes(Steps.FINALIZE)
        ValidateReferences(self).run()


def package_of(version: str) -> str:
    """``1.12`` → ``v1_12``; ``1.12+acme``, which an extension made, → ``v1_12_acme``."""
    return "v" + re.sub(r"\W", "_", version, flags=re.ASCII)


def build_classes(compiled: CompiledFormat) -> list[ElementClass]:
    """One class for each owned definition, each enumeration and each value type; references and modules settled."""
    builder = _XsdataBuilder(compiled)
    container = BindingsContainer(GeneratorConfig())
    classes = builder.build()
    container.extend(list[Class](classes))
    container.process()
    _designate(classes)
    for cls in classes:
        for attr in cls.attrs:
            attr.name = field_name(attr.name)
        _check_fields(cls)
    return classes


def _check_fields(cls: ElementClass) -> None:
    """Every field has to have a name of its own, and there are not so many that Python cannot compile the decoder.

    Raises:
        SchemaError: one has not, or there are.
    """
    if len(cls.element_attrs) > MOST_FIELDS:
        part = cls.element_attrs[MOST_FIELDS].part
        message = f"<{cls.meta_name}> has more than {MOST_FIELDS} attributes and children"
        raise SchemaError(part.file, part.line, message)
    known: dict[str, str] = {}
    for attr in cls.element_attrs:
        part = attr.part
        if not is_identifier(attr.name):
            message = f"{part.xml_name!r} gives no name in Python; it needs a letter from a to z"
            raise SchemaError(part.file, part.line, message)
        if attr.name in known:
            message = (
                f"{part.xml_name!r} and {known[attr.name]!r} of <{cls.meta_name}> would both be called {attr.name}"
            )
            raise SchemaError(part.file, part.line, message)
        known[attr.name] = part.xml_name
        if part.enum == attr.name:
            raise SchemaError(part.file, part.line, f"enumeration {part.enum} is called like the field that holds it")


class _XsdataBuilder:
    def __init__(self, compiled: CompiledFormat) -> None:
        self.compiled = compiled
        self.by_qname: dict[str, ElementClass] = {}

    def build(self) -> list[ElementClass]:
        for scalar in sorted({scalar.python for scalar in SCALARS.values() if scalar.native is None}):
            self._external(scalar, VALUES)
        self._external("QuaternionPose", VALUES)
        for name in sorted(self.compiled.enums):
            self._external(name, f"{self.compiled.name}.enums")
        owned = sorted(set(self.compiled.owners.values()), key=lambda place: (place[0], place[1]))
        for version, key in owned:
            self._class(version, self.compiled.definitions[version][key])
        for version, key in owned:
            definition = self.compiled.definitions[version][key]
            cls = self.by_qname[self._qname(version, key)]
            cls.attrs = [self._attr(version, part) for part in definition.parts]
        return list(self.by_qname.values())

    def _external(self, name: str, module: str) -> None:
        package, _, last = module.rpartition(".")
        qname = f"{{{module}}}{name}"
        self.by_qname[qname] = ElementClass(
            qname=qname, tag=Tag.COMPLEX_TYPE, location=module, package=package, module=last, external=True
        )

    def _class(self, version: str, definition: Definition) -> None:
        qname = self._qname(version, definition.key)
        self.by_qname[qname] = ElementClass(
            qname=qname,
            tag=Tag.ELEMENT,
            location=f"{version}/{definition.key[0]}.sdf",
            meta_name=definition.xml_name,
            help=definition.doc,
            package=f"{self.compiled.name}.{package_of(version)}",
            module=module_name(definition.key[0]),
            definition=definition,
            version=version,
        )

    def _attr(self, version: str, part: Part) -> ElementAttr:
        low = 1 if part.is_required else 0
        return ElementAttr(
            tag={"attribute": Tag.ATTRIBUTE, "text": Tag.EXTENSION}.get(part.kind, Tag.ELEMENT),
            name=part.field_name,
            local_name=part.name,
            namespace=part.namespace,
            default=part.default,
            help=part.doc,
            types=[self._type(version, part)] + ([self._value_type("QuaternionPose")] if part.type == "pose" else []),
            restrictions=Restrictions(min_occurs=low, max_occurs=1 << 30 if part.repeats else 1),
            part=part,
        )

    def _type(self, version: str, part: Part) -> AttrType:
        if part.target is not None:
            owner_version, owner_key = self.compiled.owners[version, part.target]
            qname = self._qname(owner_version, owner_key)
            return AttrType(qname=qname, reference=self.by_qname[qname].ref)
        if part.enum is not None:
            qname = f"{{{self.compiled.name}.enums}}{part.enum}"
            return AttrType(qname=qname, reference=self.by_qname[qname].ref)
        scalar = SCALARS[part.type or "string"]
        if scalar.native is not None:
            return AttrType(qname=str(scalar.native), native=True)
        return self._value_type(scalar.python)

    def _value_type(self, name: str) -> AttrType:
        qname = f"{{{VALUES}}}{name}"
        return AttrType(qname=qname, reference=self.by_qname[qname].ref)

    def _qname(self, version: str, key: Key) -> str:
        return f"{{{version}}}{self.compiled.class_names[key]}"


def _designate(classes: list[ElementClass]) -> None:
    """Puts classes of modules that need each other into one module, the alphabetically first."""
    modules = {cls.qname: cls.target_module for cls in classes}
    edges: dict[str, set[str]] = {module: set() for module in modules.values()}
    for cls in classes:
        edges[cls.target_module] |= {modules[tp.qname] for tp in cls.types() if not tp.native}
    for group in strongly_connected_components({module: sorted(others) for module, others in edges.items()}):
        if len(group) > 1:
            together = min(group).rsplit(".", 1)[1]
            for cls in classes:
                if cls.target_module in group:
                    cls.module = together
