"""The base class of every typed element.

A field that was not written holds nothing: reading it gives the default of the specification. That keeps documents
small, distinguishes what was written from what was not, and lets writing give back what was there.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ..diagnostics.records import NO_DEFAULT
from . import fields as xml
from .introspection import short, signature
from .plain_element import PlainElement
from .source import element_of
from .spelling import nearest, suggest
from .unknown_elements import AnyElementsField, copy_value, is_generic
from .value_validation import Misfit, fits_of

if sys.version_info >= (3, 11):
    from typing import dataclass_transform
else:
    from typing_extensions import dataclass_transform

if TYPE_CHECKING:
    from dataclasses import Field
    from inspect import Signature

    from lxml.etree import _Element
    from typing_extensions import Self

T = TypeVar("T", bound="Element")


class _ImpliedMarker:
    """Marks an object that only holds the defaults of an element that was not written."""

    def __repr__(self) -> str:
        return "IMPLIED"

    def __reduce__(self) -> str:
        return "IMPLIED"


IMPLIED = _ImpliedMarker()


class _Unwritten:
    """What a field reads as that was not written, where every object needs a value of its own: a list, an element.

    The value stays with the object that it was made for.
    """

    __slots__ = ("name", "make")

    def __init__(self, name: str, make: Callable[[], Any]) -> None:
        self.name = name
        self.make = make

    def __get__(self, element: Any, owner: type | None = None) -> Any:
        if element is None:
            return self
        value = element.__dict__[self.name] = self.make()
        return value

    def __repr__(self) -> str:
        return repr(self.make())


_FIXED_TYPE = 1 << 8
"""The flag of types that nothing can be added to."""


def _wrap_default(default: Any) -> Any:
    """A default as it is in a class.

    The interpreter takes a short way to an attribute unless something in the class might come before it, as it has to
    fear of objects of our types. Of what wraps it there it knows better, and reads what is wrapped.
    """
    return default if type(default).__flags__ & _FIXED_TYPE else staticmethod(default)


class _DataclassFields:
    """The fields of a class as ``dataclasses`` keeps them, made when they are first asked for."""

    __slots__ = ()

    def __get__(self, element: Any, owner: Any = None) -> dict[str, Field[Any]]:
        made: dict[str, Field[Any]] | None = owner.__dict__.get("_dataclass_fields")
        if made is None:
            made = owner._dataclass_fields = _dataclass_fields(owner)
        return made


def _dataclass_fields(cls: Any) -> dict[str, Field[Any]]:
    from dataclasses import dataclass, field
    from inspect import get_annotations

    annotations: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        annotations.update(get_annotations(base))
    twin = type(cls.__name__, (), {"__annotations__": {name: annotations[name] for name in cls._specs}})
    for name, spec in cls._specs.items():
        if spec.default_factory is not NO_DEFAULT:
            declared: Field[Any] = field(default_factory=spec.default_factory, metadata=spec.metadata)
        else:
            declared = (
                field(metadata=spec.metadata)
                if spec.default is NO_DEFAULT
                else field(default=spec.default, metadata=spec.metadata)
            )
        setattr(twin, name, declared)
    made: dict[str, Field[Any]] = dataclass(init=False, repr=False, eq=False, kw_only=True)(twin).__dataclass_fields__  # type: ignore[attr-defined]
    del twin.__dataclass_fields__  # type: ignore[attr-defined]  # or xsdata finds the twin, until it is collected
    if "xsdata.formats.converter" in sys.modules:  # it may be xsdata that looks at the fields
        from .xsdata_values import register_converters

        register_converters()
    return made


def _slots_of(bases: tuple[type, ...], meta: Any) -> tuple[str, ...]:
    """The slots of a class of elements: documents have very many, and only their roots have room for weak references."""
    is_root = meta is not None and getattr(meta, "global_type", True)
    return ("__weakref__",) if is_root and not any(base.__weakrefoffset__ for base in bases) else ()


@dataclass_transform(
    kw_only_default=True, eq_default=False, field_specifiers=(xml.generic, xml.attribute, xml.element, xml.text)
)
class ElementType(type):
    """Makes a class of annotated fields one whose objects hold just what was written.

    Everything else is read from the class, which costs no call: defaults that are values are class attributes.
    ``dataclasses.fields`` works on such a class; the dataclass fields are made when they are first asked for, since
    there are many classes and most programs use few of them.
    """

    _specs: dict[str, xml.FieldSpec]
    """Name to declaration of every field, those of base classes first."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> ElementType:
        """Puts what an unwritten field reads as in the place of each field."""
        own: dict[str, xml.FieldSpec] = {}
        for attribute in namespace.get("__annotations__", ()):
            spec = namespace.get(attribute)
            if isinstance(spec, xml.FieldSpec):
                own[attribute] = xml.with_xml_name(spec, attribute)
                if spec.default is not NO_DEFAULT:
                    namespace[attribute] = _wrap_default(spec.default)
                elif spec.default_factory is not NO_DEFAULT:
                    namespace[attribute] = _Unwritten(attribute, spec.default_factory)
                else:
                    namespace[attribute] = _wrap_default(spec.metadata.get("absent"))
        namespace["__match_args__"] = ("name",) if "name" in own else ()
        namespace.setdefault("__slots__", _slots_of(bases, namespace.get("Meta")))
        cls = super().__new__(mcs, name, bases, namespace)
        cls._specs = {}
        for base in reversed(cls.__mro__[1:]):
            cls._specs.update(getattr(base, "_specs", {}))
        cls._specs.update(own)
        return cls

    if not TYPE_CHECKING:

        @property
        def __signature__(cls) -> Signature:
            """The constructor's, made when it is asked for; a list that was not written shows as an empty one."""
            return signature(cls)

        @property
        def __doc__(cls) -> str | None:
            """The class's own, with what its fields hold, put together when it is asked for."""
            from .field_docs import with_fields

            return with_fields(cls)


class _SourceTracking:
    """Knows the XML element that an object was read from; no field, so that it takes no part in comparisons."""

    __slots__ = ()

    # beside these, ``_comments`` holds the comments that a program asked for, ``_inserted`` says which of the elements
    # inside were put right beside another, ``_instead`` is the origin of the one whose place an element was put in, and
    # ``_document`` keeps the document of an element that is all a program has of it
    if TYPE_CHECKING:
        _origin: Any
        _was_set: bool
    else:
        _origin = None
        _was_set = False
        """Whether a field was set or taken back since the object was made."""


class Element(_SourceTracking, metaclass=ElementType):
    """An element of a document; the base class of all bindings.

    Two elements are equal if they are of one class and all their fields are; where they were read from does not count.
    One is made of its fields by their names; any sequence or array of as many numbers makes a vector. What each field
    holds, in which unit and within which bounds, is in its class.

    Attributes:
        any_attributes: attributes that the description does not have, by their names as lxml gives them.
        any_elements: elements that the description does not have, and text where none belongs, as xsdata's generic elements.

    Raises:
        AttributeError: a field is set that there is not; a ``TypeError`` where an element is made with it.
        TypeError: a value is of no type that its field takes, or a field is missing that has no default.
        ValueError: it is of such a type, but not allowed.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> limit = doc.root.joint[0].limit
        >>> limit.upper = 3.0
        >>> limit
        Limit(lower=-2.5, upper=3.0, effort=40.0, velocity=2.0)
    """

    __slots__ = ("__dict__",)

    any_attributes: dict[str, str] = xml.generic("Attributes", default_factory=dict)
    any_elements: list[object] = xml.generic("Wildcard", default_factory=list)

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
        _specs: ClassVar[dict[str, xml.FieldSpec]]

    else:
        __dataclass_fields__ = _DataclassFields()

        def __init__(self, *values: Any, **fields: Any) -> None:
            cls = type(self)
            specs = cls._specs
            if values:
                raise TypeError(
                    f"{cls.__name__} takes its fields by their names: {cls.__name__}({_known_fields(cls)[0]}=…)"
                )
            missing = [name for name, spec in specs.items() if name not in fields and _is_required(spec)]
            for name in fields:
                if name not in specs:
                    raise TypeError(_no_field(cls, name))
            if missing:
                raise TypeError(f"{cls.__name__} needs {' and '.join(map(repr, missing))}")
            # dataclasses.replace gives every field that there is: one that has its default says no more than no value
            if len(fields) == len(specs):
                fields = {name: value for name, value in fields.items() if not _is_default(specs[name], value)}
            for name, value in fields.items():
                _set_field(self, name, value, TypeError)

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "_origin":
                vars(self)[name] = value
            else:
                _set_field(self, name, value, AttributeError)

        def __delattr__(self, name: str) -> None:
            super().__delattr__(name)
            vars(self)["_was_set"] = True

    @classmethod
    def implied(cls: type[T]) -> T:
        """An instance that holds defaults only and is not written unless it is changed."""
        element = cls.__new__(cls)
        vars(element)["_origin"] = IMPLIED
        return element

    @property
    def source_element(self) -> _Element | None:
        """The XML element that this was read from; None for an object made in Python.

        The tree of a large document is made when this is first asked for; it is gone with the document.
        """
        origin = self._origin
        if type(origin) is int:
            return element_of(origin)
        if isinstance(origin, PlainElement):
            return origin.source_element
        return None if origin is IMPLIED else origin

    @property
    def place_of_another(self) -> _Element | None:
        """The XML element of the one that this was put in the place of."""
        instead = self.__dict__.get("_instead")
        return element_of(instead) if type(instead) is int else instead

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return same(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return short(self, written_fields)

    def __copy__(self) -> Self:
        """An element with the same values, which knows where they were written."""
        twin = _new(type(self))
        fields = vars(twin)
        fields.update(vars(self))
        if "_kept" in fields:
            fields["_kept"] = list(fields["_kept"])
        if "_comments" in fields:
            fields["_comments"] = fields["_comments"].copy_comments()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """An element with copies of everything inside, which knows where it was written: so do those inside."""
        # not by recursion: elements may be nested deeper than the interpreter's stack allows
        twin = memo[id(self)] = _new(type(self))
        ahead: list[tuple[Element, Element]] = [(self, twin)]

        def copy_of(value: Any) -> Any:
            if isinstance(value, Element):
                known = memo.get(id(value))
                if known is None:
                    known = memo[id(value)] = _new(type(value))
                    ahead.append((value, known))
                return known
            return copy_value(value, memo)

        arranged: list[dict[str, Any]] = []
        while ahead:
            element, made = ahead.pop()
            fields = vars(made)
            for name, value in vars(element).items():
                if name == "_kept":
                    fields[name] = [copy_value(each, memo) if is_generic(each) else each for each in value]
                elif name == "_comments":
                    fields[name] = value.copy_comments()
                elif name == "_inserted":
                    fields[name] = value
                    arranged.append(fields)
                # numbers, texts and tuples of them do not change
                elif name == "_origin" or not isinstance(value, (Element, list, dict)):
                    fields[name] = value
                elif type(value) is list:
                    fields[name] = [copy_of(each) for each in value]
                else:
                    fields[name] = copy_of(value)
        for fields in arranged:
            known = [(memo.get(id(new)), memo.get(id(beside)), side) for new, beside, side in fields["_inserted"]]
            fields["_inserted"] = tuple(each for each in known if None not in each)
        return twin

    def __replace__(self, /, **changes: Any) -> Self:
        """What ``copy.replace`` calls: a copy with other values, which is otherwise written as this is."""
        twin = self.__copy__()
        for name, value in changes.items():
            _set_field(twin, name, value, TypeError)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        beside = {name: vars(self)[name] for name in ("_comments", "_inserted") if name in vars(self)}
        marks = {name: vars(self)[name] for name in ("_origin", "_was_set") if vars(self).get(name) in (IMPLIED, True)}
        return {name: getattr(self, name) for name in written_fields(self)} | beside | marks

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_new, (type(self),), self.__getstate__())


# what is kept takes its time to become plain data, and few ask for it
Element.any_elements = AnyElementsField()  # type: ignore[assignment]


def _new(cls: type[T]) -> T:
    return cls.__new__(cls)


def _is_required(spec: xml.FieldSpec) -> bool:
    """Whether a constructor has to be given a field: the specification requires it and has no default for it."""
    return spec.default is NO_DEFAULT and spec.default_factory is NO_DEFAULT


def _is_default(spec: xml.FieldSpec, value: Any) -> bool:
    if spec.default is not NO_DEFAULT:
        return same(value, spec.default)
    return spec.default_factory is not NO_DEFAULT and same(value, spec.default_factory())


def _no_field(cls: Any, name: str) -> str:
    near = nearest(name, tuple(cls._specs))
    return f"{cls.__name__} has no field {name!r}; {suggest(near, '{!r}', 'its fields are ' + ', '.join(_known_fields(cls)))}"


def _known_fields(cls: Any) -> list[str]:
    """The fields that the description has, or those of every element where it has none."""
    return [name for name in cls._specs if name not in Element._specs] or list(Element._specs)


def _set_field(element: Element, name: str, value: Any, unknown: type[Exception]) -> None:
    """Sets a field to a value that fits it.

    Raises:
        TypeError: the value is of no type that the field takes.
        ValueError: it is of such a type, but none of the values allowed.
        unknown: there is no such field.
    """
    cls = type(element)
    fit = fits_of(cls).get(name)
    if fit is None:
        if unknown is AttributeError:
            raise AttributeError(_no_field(cls, name), name=name, obj=element)
        raise unknown(_no_field(cls, name))
    try:
        vars(element)[name] = fit(value)
        vars(element)["_was_set"] = True
    except Misfit as misfit:
        raise misfit.error(misfit.format_message(cls.__name__, name)) from None
    if name == "any_elements":
        vars(element).pop("_kept", None)


def make_bare(cls: type[T], values: Mapping[str, Any]) -> T:
    """An element with these values, but for those that are None, as if each was set by itself; what it has to have may be missing.

    Raises:
        TypeError: a value is of no type that its field takes.
        ValueError: it is of such a type, but none of the values allowed.
        AttributeError: there is no such field.
    """
    element = cls.__new__(cls)
    fields, fits = vars(element), fits_of(cls)
    fields["_origin"] = None
    try:
        for name, value in values.items():
            if value is not None:
                fields[name] = fits[name](value)
    except (KeyError, Misfit):
        for name, value in values.items():
            if value is not None:
                _set_field(element, name, value, AttributeError)  # which says what does not fit
    if len(fields) > 1:
        fields["_was_set"] = True
    return element


def is_written(element: Element, name: str) -> bool:
    """Whether the field ``name`` was in the document, or was set since.

    Args:
        element: any element.
        name: a field of it.

    Raises:
        AttributeError: there is no such field.

    Example:
        >>> origin = bodyplan.urdf.Origin(xyz=(0, 0, 1))
        >>> bodyplan.is_written(origin, "xyz"), bodyplan.is_written(origin, "rpy")
        (True, False)
    """
    if name not in element._specs:
        raise AttributeError(_no_field(type(element), name), name=name, obj=element)
    return _holds(element, name)


def unread_element(element: Element) -> _Element | None:
    """The XML element that ``element`` was read from, where that may say more than was read of it.

    None where it does not, as in a document whose tree was not kept, since there was nothing wrong with it.
    """
    return None if type(element._origin) is int else element.source_element


def unset(element: Element, name: str) -> None:
    """Takes a field back to its default, so that it is not written.

    Args:
        element: any element.
        name: a field of it.

    Raises:
        AttributeError: there is no such field.

    Example:
        >>> origin = bodyplan.urdf.Origin(xyz=(0, 0, 1))
        >>> bodyplan.unset(origin, "xyz")
        >>> origin.xyz
        Vector3(x=0.0, y=0.0, z=0.0)
    """
    if is_written(element, name):
        getattr(element, name)  # what is only kept so far
        delattr(element, name)


def written_fields(element: Element) -> Iterator[str]:
    """Names of the fields that were written, in the order of the description.

    Args:
        element: any element.

    Example:
        >>> list(bodyplan.written_fields(bodyplan.urdf.Origin(xyz=(0, 0, 1))))
        ['xyz']
    """
    return (name for name in element._specs if _holds(element, name))


def _holds(element: Element, name: str) -> bool:
    value = element.__dict__.get(name, NO_DEFAULT)
    if value is NO_DEFAULT:
        return name == "any_elements" and "_kept" in element.__dict__
    if isinstance(value, (list, dict)):
        return bool(value)
    return not (isinstance(value, Element) and value._origin is IMPLIED and not any(written_fields(value)))


def same(left: Any, right: Any) -> bool:
    """Whether two values of fields are equal, as elements with equal fields are; NaN is equal to itself."""
    # not by recursion: elements may be nested deeper than the interpreter's stack allows
    ahead = [(left, right)]
    while ahead:
        left, right = ahead.pop()
        if left is right:
            continue
        if isinstance(left, float):
            if not (left == right or (math.isnan(left) and isinstance(right, float) and math.isnan(right))):
                return False
        elif isinstance(left, Element) and type(left) is type(right):
            ahead += [(getattr(left, name), getattr(right, name)) for name in left._specs]
        elif isinstance(left, (list, tuple)) and type(left) is type(right):
            if len(left) != len(right):
                return False
            ahead += zip(left, right)
        elif is_generic(left) and is_generic(right):
            ahead += [
                (getattr(left, each.name), getattr(right, each.name)) for each in left.__dataclass_fields__.values()
            ]
        elif left != right:
            return False
    return True
