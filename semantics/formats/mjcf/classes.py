"""Classes of defaults: what an element gets that it does not say itself.

Spec: MJCF reference, ``default``; modeling guide, default settings.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple, dataclass, field
from ....runtime.sink import xml_of
from ....runtime.spelling import SpellingIndex, suggest
from ...core.bindings import bindings_of
from .document_tree import fields_inside, tag_of
from .references import fields_followed, kind_of_names, may_hold_uses
from .schema_leniency import COPIED, is_loosely_read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from .document_tree import DocumentTree
    from .references import NameUse

MAIN = "main"
ACTUATORS = frozenset(
    {
        *("general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "adhesion"),
        *("dcmotor", "pid", "orientation", "plugin"),
    }
)
"""Elements that share the defaults of what all of them have."""
ANY_ACTUATOR = "actuator"
"""Under which name those are kept."""
GENERAL = "general"
"""The actuator whose defaults all others take."""


class ActuatorDefaults(NamedTuple):
    """What a class says of actuators."""

    last: str | None
    """The kind of the last of them; None where there is none."""
    elements: tuple[Element, ...]
    """Those whose gains hold for its kind, the ones that count first."""


NO_ACTUATOR = ActuatorDefaults(None, ())


@dataclass(slots=True, eq=False)
class Defaults:
    """What a class of defaults gives to elements of one kind."""

    layers: tuple[Element, ...]
    """The elements that hold defaults, the ones that count first."""
    with_gains: tuple[Element, ...]
    """Those of them that actuators take gains from; of what is no actuator all."""
    holders: dict[str, Element]
    """By the names of their fields, which of them holds what counts."""
    kind: str | None
    """Of the names that such elements have."""
    followed: frozenset[str]
    """Their fields that refer to something."""
    fields: frozenset[str]
    """These, and those that hold what may refer to something."""
    refers: bool
    """Whether a field that refers to something has its value from here."""
    numbers: dict[tuple[str, tuple[float, ...]], tuple[float, ...]] = field(default_factory=dict)
    """Numbers that were asked for, by field and what is built in: the same for all elements that say none themselves."""
    uses: Sequence[NameUse] | None = None
    """What they refer to, once that was asked for: the same for all elements that refer to nothing themselves."""


class DefaultClass:
    """A class, which began as a copy of the one around it."""

    __slots__ = ("name", "own", "element", "defaults", "_kinds")

    def __init__(self, name: str, around: DefaultClass | None, element: Element | None) -> None:
        self.name = name
        self.own: dict[str, list[Element]] = {}
        """By tag, in the order of the text; those of the class around first, as far as they stand before it."""
        if around is not None:
            self.own = {tag: list(elements) for tag, elements in around.own.items()}
        self._kinds: tuple[ActuatorDefaults, ...] = (
            (NO_ACTUATOR,) if around is None else (around._kinds[0], *around._kinds)
        )
        """What it gives to actuators, then what the classes around it give, the innermost first."""
        self.element = element
        """Where the class is written; None for a main class that is not."""
        self.defaults: dict[tuple[str, type[Element]], Defaults] = {}
        """What elements get that are called by a tag and are of a class, once ``find_defaults`` was asked for it."""

    def find_defaults(self, tag: str, cls: type[Element]) -> Defaults:
        """The defaults of elements of a class, which are called ``tag``: the same for all of them."""
        layers = self.layers(tag)
        gains = self.layers_with_gains(cls.Meta.name) if tag in ACTUATORS else layers  # type: ignore[attr-defined]
        found = self.defaults[tag, cls] = _make_defaults(cls, layers, gains) if layers or gains else _no_defaults(cls)
        return found

    def layers(self, tag: str) -> tuple[Element, ...]:
        """The elements that hold defaults for a tag, the ones that count first."""
        return tuple(reversed(self.own.get(ANY_ACTUATOR if tag in ACTUATORS else tag, ())))

    def layers_with_gains(self, kind: str) -> tuple[Element, ...]:
        """The elements that give gains to actuators of a kind, the ones that count first.

        They are those of the innermost class of which the last actuator is of that kind, or a ``general`` one.
        """
        for last, elements in self._kinds:
            if kind == GENERAL or last in (None, kind, GENERAL):
                return elements
        return ()

    def add(self, tag: str, element: Element) -> None:
        """Adds an element that holds defaults."""
        if tag in ACTUATORS:
            last, elements = self._kinds[0]
            if tag != GENERAL and last not in (
                None,
                tag,
                GENERAL,
            ):  # it begins as what the class around has of its kind
                elements = next((had for kind, had in self._kinds[1:] if kind in (None, tag, GENERAL)), ())
            self._kinds = (ActuatorDefaults(tag, (element, *elements)), *self._kinds[1:])
        self.own.setdefault(ANY_ACTUATOR if tag in ACTUATORS else tag, []).append(element)
        self.defaults.clear()


def _make_defaults(cls: Any, layers: tuple[Element, ...], gains: tuple[Element, ...]) -> Defaults:
    holders, followed = _hold(cls, layers, gains), fields_followed(cls)
    fields = followed | fields_inside(cls) if may_hold_uses(cls) else followed
    refers = not followed.isdisjoint(holders)
    return Defaults(layers, gains, holders, kind_of_names(cls), followed, fields, refers)


@cache
def _no_defaults(cls: Any) -> Defaults:
    """What a class gives to elements of which it says nothing, as of most: the same in all documents."""
    return _make_defaults(cls, (), ())


def _hold(cls: Any, layers: tuple[Element, ...], with_gains: tuple[Element, ...]) -> dict[str, Element]:
    """Which of the layers gives a field to elements of a class."""
    if cls.Meta.name not in ACTUATORS:
        return {name: each for each in reversed(layers) for name in each.__dict__}
    numbers = set(map(id, with_gains))
    return {
        name: each
        for each in reversed(layers)
        for name in vars(each)
        if is_default_for(cls, each, name) and (id(each) in numbers or name in fields_of_every_actuator())
    }


def is_default_for(cls: Any, default: Element, name: str) -> bool:
    """Whether a default counts: of another kind of actuator only what all kinds have, and all of ``general``."""
    tag, other = cls.Meta.name, tag_of(default)
    return tag == other or other == GENERAL or tag not in ACTUATORS or name in fields_of_every_actuator()


@cache
def fields_of_every_actuator() -> frozenset[str]:
    """The fields that actuators of any kind have, those of a motor, or take from the class: of states."""
    return frozenset((*bindings_of("mjcf").types["Motor"]._specs, "actrange", "actlimited"))


class Classes:
    """All classes of one document."""

    def __init__(self, tree: DocumentTree, sink: Sink) -> None:
        self.sink = sink
        self.main = DefaultClass(MAIN, None, None)
        self.by_name: dict[str, DefaultClass] = {MAIN: self.main}
        self._spelled = SpellingIndex(self.by_name)
        self.may_be_unlisted = any(sink.mentions(f"<{tag}") for tag in COPIED)
        """Whether anything may have attributes that the schema does not know: others need no look at their text."""
        for element in tree.of_root("default"):
            name = vars(element).get("class_")
            if name is not None and name not in ("", MAIN):
                sink.report(rules.MAIN_CLASS_RENAMED, element, attribute="class", name=name)
            self.main.element = self.main.element or element
            self._add(tree, element, self.main)

    def _add(self, tree: DocumentTree, element: Element, into: DefaultClass) -> None:
        ahead = [(element, into)]
        while ahead:
            element, into = ahead.pop()
            children = tree.inside(element)
            for tag, child in children:
                if tag == "default":
                    continue
                into.add(tag, child)
            inner = [(child, self._make(child, into)) for tag, child in children if tag == "default"]
            ahead += reversed(inner)

    def _make(self, element: Element, around: DefaultClass) -> DefaultClass:
        name: str = vars(element).get("class_") or ""
        made = DefaultClass(name, around, element)
        known = self.by_name.get(name)
        if not name:
            self.sink.report(rules.CLASS_UNNAMED, element, attribute="class" if "class_" in vars(element) else None)
        elif known is not None:
            related = () if known.element is None else (("first given here", known.element),)
            self.sink.report(
                rules.NAME_TAKEN, element, attribute="class", related=related, kind="class of defaults", name=name
            )
        else:
            self.by_name[name] = made
        return made

    def find(self, element: Element, field: str) -> DefaultClass | None:
        """The class that an element names; None where it names none, or none that there is, which is reported."""
        name = vars(element).get(field)
        return None if name is None else self._look_up(element, field.rstrip("_"), name)

    def find_unlisted(self, element: Element) -> DefaultClass | None:
        """The same for ``class`` of what has no such attribute, which MuJoCo reads where it compares nothing with the schema."""
        xml = None if not self.may_be_unlisted or "class_" in type(element)._specs else xml_of(element)
        name = None if xml is None else xml.get("class")
        if xml is None or name is None or not is_loosely_read(xml):
            return None
        return self._look_up(element, "class", name)

    def _look_up(self, element: Element, attribute: str, name: str) -> DefaultClass | None:
        found = self.by_name.get(name)
        if found is None:
            self.sink.report(
                rules.UNKNOWN_REFERENCE,
                element,
                attribute=attribute,
                field=f"attribute {attribute!r}",
                tag=tag_of(element),
                reference=name,
                kind="class of defaults",
                scope="the document",
                advice=lambda: suggest(self._spelled.nearest(name), "{!r}", "declare it in <default>"),
            )
        return found
