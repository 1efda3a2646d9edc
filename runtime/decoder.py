"""What generated decoders call when a document is not just as its description says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from ..diagnostics import rules
from .element import Element, is_written
from .field_tables import NO_PARTS, ClassParts, FieldPart, parts_of
from .presence import PresenceKind, PresenceRules, find_broken_rules
from .scalars import EXACT_WORDS, MOST_CACHED, WORDS
from .source import ElementNumbers, literal_names, literal_tag
from .spelling import nearest
from .unknown_elements import any_element, any_text, keep
from .values import Integers, Strings, member_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..diagnostics.rule import Rule, Severity
    from .lazy_finding import LazyFinding
    from .lexical import Lexical
    from .sink import Sink
    from .source import Numbering
    from .values import Color, Doubles, EulerPose, Vector2d, Vector3


_new = object.__new__
LOSSLESS_RULES = frozenset(
    rule.code for rule in (rules.UNKNOWN_ELEMENT, rules.UNKNOWN_ATTRIBUTE, rules.OUT_OF_RANGE, rules.DEPRECATED)
)
"""Findings after which typed objects still hold all that was written, so that no tree is needed."""

INEXACT_RULES = frozenset(
    rule.code
    for rule in (
        *(rules.TRAILING_TEXT, rules.TOO_MANY_VALUES, rules.LOOSE_NUMBER),
        *(rules.UNKNOWN_ELEMENT, rules.UNKNOWN_ATTRIBUTE, rules.REPEATED_ELEMENT, rules.OUT_OF_RANGE),
    )
)
"""What readers of a format refuse that take documents exactly as it describes them."""

BLANKS = " \t\n"
"""What readers of SDFormat take off the ends of a value."""


def trim_blanks(text: str) -> str:
    """A value as readers of SDFormat take it."""
    return text.strip(BLANKS)


Conditions = tuple[tuple[str, bool, tuple[str, ...]], ...]
"""Fields that depend on an attribute: each with whether it is required, and with which values."""

NO_CONDITIONS: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
"""What a value asks for of which no condition speaks."""


class PartsByClass(dict[str, ClassParts]):
    """For each class how its parts are read; nothing for a class that is not known."""

    def __missing__(self, name: str) -> ClassParts:
        return NO_PARTS


NO_CLASSES = PartsByClass()


Elsewhere = Callable[["_Element", "str | None"], "tuple[str, bool] | None"]
"""Another version that knows an element, or an attribute of it, and whether it is a later one; None if there is none.

A later one comes first, then the last of the earlier ones.
"""


class OwnVersion(Protocol):
    """What a pass has to know of the version that a document is written in."""

    @property
    def version(self) -> str:
        """As documents name it."""
        ...

    @property
    def parts(self) -> PartsByClass:
        """How the parts of its classes are read."""
        ...

    @property
    def lexical(self) -> Lexical:
        """How texts of the format are taken."""
        ...

    @property
    def extensions(self) -> tuple[tuple[str, str, bool], ...]:
        """Of a user's: prefix, namespace, and whether the prefix is compared as it is written."""
        ...


PRESENCE_RULES: dict[PresenceKind, Rule] = {
    "exclusive": rules.EXCLUSIVE_PARTS,
    "one_of": rules.ONE_OF_MISSING,
    "together": rules.PARTS_TOGETHER,
    "requires": rules.PARTS_TOGETHER,
}
"""What is reported of parts that are not there together as they should."""


class _AttributeTexts(dict[str, str]):
    """Attributes that hold texts, by how they are written: documents repeat a few, which take memory once.

    Args:
        lexical: how texts of the format are taken.
    """

    def __init__(self, lexical: Lexical) -> None:
        super().__init__()
        self._trims = lexical.trims

    def __missing__(self, written: str) -> str:
        text = trim_blanks(written) if self._trims else written
        if len(self) < MOST_CACHED:
            self[written] = text
        return text


class _ShortNumbers(dict[str, float]):
    """Numbers in poses, by how they are written: large documents repeat a few, which take memory once."""

    def __missing__(self, written: str) -> float:
        number = float(written)
        if len(self) < MOST_CACHED:
            self[written] = number
        return number


class _Unreadable:
    """Stands in a field whose text holds no value until the pass ends, so that the part counts as read."""

    def __repr__(self) -> str:
        return "UNREADABLE"


UNREADABLE = _Unreadable()


class Context:
    """One pass of decoding over one document.

    ``bindings`` are those of the document's own version; ``types`` maps class names to the classes to make; ``newest``
    knows the elements of later versions, and ``later_types`` are the classes of that version; ``silent`` drops
    all findings (for a document that was checked in its own version already) but those about the tags of extensions, which
    that version does not have; ``place`` gives elements their numbers where the tree is not kept;
    ``elsewhere`` names another version that knows an element, or an attribute of one, that this version does not.

    ``own`` is set where ``types`` are those of the newest version, not of the document's: it makes objects of that. How
    texts are taken is read here at every value, so it is copied from ``Lexical``, which describes it.
    """

    __slots__ = (
        "sink",
        "types",
        "newest",
        "version",
        "silent",
        "own",
        "parts",
        "fills_in",
        "trims",
        "by_prefix",
        "fills_poses",
        "reads_hexadecimal",
        "hexadecimal_integers",
        "words_are_numbers",
        "is_exact",
        "texts",
        "besides",
        "any_version",
        "later_types",
        "extensions",
        "place",
        "words",
        "numbers",
        "pairs",
        "triples",
        "colors",
        "poses",
        "lists",
        "angles",
        "short_numbers",
        "elsewhere",
        "inexact",
        "_extensions",
        "_is_projection",
        "_misspelt",
        "_unreadable",
        "_written_names",
    )

    def __init__(
        self,
        sink: Sink,
        bindings: OwnVersion,
        types: Mapping[str, type[Any]],
        *,
        newest: PartsByClass = NO_CLASSES,
        later_types: Mapping[str, type[Any]] | None = None,
        silent: bool = False,
        place: Numbering | None = None,
        elsewhere: Elsewhere | None = None,
        inexact: set[_Element] | None = None,
    ) -> None:
        self.sink = sink
        self.types = types
        self.newest = newest
        self.version = bindings.version
        self.silent = silent
        self.own: Context | None = None
        self.parts = bindings.parts
        lexical = bindings.lexical
        self.fills_in = lexical.fills_in
        self.trims = lexical.trims
        self.by_prefix = lexical.by_prefix
        self.fills_poses = lexical.fills_poses
        self.reads_hexadecimal = lexical.reads_hexadecimal
        self.hexadecimal_integers = lexical.hexadecimal_integers
        self.words_are_numbers = lexical.words_are_numbers
        self.is_exact = lexical.is_exact
        self.besides = lexical.besides
        self.any_version = frozenset(lexical.any_version)
        self._misspelt: dict[tuple[_Element, str], LazyFinding] = {}
        self._is_projection = False
        self._extensions: dict[str, dict[str, dict[str, None]]] | None = None
        self._unreadable: list[tuple[dict[str, Any], str]] = []
        self._written_names: tuple[_Element, dict[str, str]] | None = None
        self.inexact = inexact
        """Takes elements of which anything was said, or of which less was read than is written; None: nobody asks for them."""
        self.later_types = types if later_types is None else later_types
        self.extensions = bindings.extensions
        self.place = place
        self.elsewhere = elsewhere
        self.words: Mapping[str | None, bool] = EXACT_WORDS if self.is_exact else WORDS
        # values of texts that were read already, without a finding
        self.texts = _AttributeTexts(lexical)
        self.numbers: dict[str | None, float] = {}
        self.pairs: dict[str | None, Vector2d] = {}
        self.triples: dict[str | None, Vector3] = {}
        self.colors: dict[str | None, Color] = {}
        self.poses: dict[str | None, EulerPose] = {}
        self.lists: dict[str | None, Doubles] = {}
        self.angles: dict[str | None, Vector3] = {}
        self.short_numbers: Mapping[str, float] | None = None if place is None else _ShortNumbers()

    def with_types(self, types: Mapping[str, type[Any]]) -> Context:
        """A pass of the same version that makes objects of a later one's classes, ``types`` by name."""
        later = _new(Context)
        for name in Context.__slots__:
            setattr(later, name, getattr(self, name))
        later.own, later.types = self, types
        return later

    def finish(self) -> None:
        """Ends the pass: what could not be read is as if it were not there."""
        for fields, name in self._unreadable:
            del fields[name]
        self._unreadable.clear()
        self._written_names = None

    def report(self, rule: Rule, at: _Element, attribute: str | None = None, **arguments: Any) -> LazyFinding | None:
        """Passes a finding on, unless this pass is silent about it."""
        if self.inexact is not None:
            self.inexact.add(at)
        if self.silent and not self._concerns_extension(at, attribute, arguments):
            return None
        if self.is_exact and rule.code in INEXACT_RULES:
            arguments["severity"] = "error"
        if self.place is None:
            return self.sink.report(rule, at, attribute=attribute, **arguments)
        if rule.code not in LOSSLESS_RULES or not isinstance(self.place, ElementNumbers):
            raise NeedsTree
        place = self.place.find_location(at, attribute, literal_tag(at))
        if place is None:
            raise NeedsTree
        return self.sink.report(rule, place, attribute=attribute, **arguments)

    def note_odd_number(self) -> None:
        """Notes that a number is infinite, or none."""
        self.sink.has_odd_numbers = True

    def trim_text(self, text: str) -> str:
        """The value of an attribute that holds a text."""
        return trim_blanks(text) if self.trims else text

    def _concerns_extension(self, at: _Element, attribute: str | None, arguments: Mapping[str, Any]) -> bool:
        if not self.extensions:
            return False
        starts = tuple(start for prefix, uri, _ in self.extensions for start in (f"{prefix}:", f"{{{uri}}}"))
        parts = (arguments.get(name) for name in ("tag", "name", "part", "suggested"))
        names = [attribute or "", *(part.removeprefix("@") for part in parts if part is not None)]
        names += arguments.get("choices", ())
        return any(name.startswith(starts) for name in names) or any(
            str(element.tag).startswith(starts) for element in (at, *at.iterancestors())
        )

    def _own_name(self, name: str, written: str) -> str | None:
        """The name of a tag or attribute of a user's extension as its table has it; None for any other."""
        for prefix, uri, is_literal in self.extensions:
            if is_literal and written.startswith(f"{prefix}:"):
                return written
            if not is_literal and name.startswith(f"{{{uri}}}"):
                return f"{prefix}:{name.rpartition('}')[2]}"
        return None

    def _is_misspelt(self, element: _Element, name: str, rule: Rule, is_needed: bool = True) -> bool:
        """Whether a missing part is there under a wrong name; the finding becomes the error of ``rule``, if it is one."""
        found = self._misspelt.get((element, name))
        if found is not None and is_needed and self.sink.forgive(rule, element, name) is None:
            found.severity = "error"
        return found is not None

    def leaf(self, element: _Element) -> None:
        """Reports what is in or on an element that holds a text only."""
        tag = literal_tag(element)
        for name in element.keys():  # noqa: SIM118  # an element is no mapping
            if ":" not in name and name[0] != "{":
                self._unknown(rules.UNKNOWN_ATTRIBUTE, element, name, parent=tag, name=name, case="in-leaf")
        for child in element[:]:
            if not is_foreign(child) or self._own_name(str(child.tag), literal_tag(child)) is not None:
                self._unknown(rules.UNKNOWN_ELEMENT, child, parent=tag, tag=literal_tag(child), case="in-leaf")

    def _unknown(self, rule: Rule, at: _Element, attribute: str | None = None, **said: Any) -> LazyFinding | None:
        """Reports what this version does not have: that a later one has it, or else ``rule``."""
        if self.elsewhere is not None and not self.silent and (known := self.elsewhere(at, attribute)) is not None:
            version, is_later = known
            if is_later:
                self._report_newer(at, attribute)
                return None
            said.update(until=version, suggested=None)
        return self.report(rule, at, attribute, **said)

    def unknown_attribute(self, owner: Any, element: _Element, name: str, text: str) -> None:
        """Keeps an attribute that the description does not have, and says so unless it is in a namespace that may be there."""
        if self._newer_attribute(owner, element, name, text):
            return
        written = self._written_name(element, name)
        _attributes_of(owner)[name] = text
        if written.startswith("xmlns"):
            return
        own = self._own_name(name, written)
        near = self._find_nearest_part(own or written, type(owner), "Attribute")
        if near is not None and element.get(near) is not None:
            near = None  # it is there besides
        is_read = self.is_exact and element.getparent() is not None
        if ":" in written and near is None and own is None and not is_read:
            return
        found = self._unknown(
            rules.UNKNOWN_ATTRIBUTE,
            element,
            name,
            parent=literal_tag(element),
            name=written,
            suggested=None if near is None else "@" + (near if own is None else _like(near, written)),
            **self._case_of(own),
        )
        if found is not None and near is not None:
            self._misspelt[element, "@" + near] = found

    def _case_of(self, own: str | None) -> dict[str, str]:
        """Why an unknown part is no part of some namespace: it is one of an extension, or readers refuse those, too."""
        if own is not None:
            return {"case": "of-extension"}
        return {"case": "exact"} if self.is_exact else {}

    def _find_nearest_part(self, written: str, cls: Any, kind: str) -> str | None:
        """The part of a class that a name was most likely meant to be.

        What has the prefix of an extension that is known may also be one of its parts that belongs elsewhere.
        """
        if ":" not in written:
            return nearest(written, _names_of(cls, kind))
        if written.partition(":")[0] not in self._extension_names:
            return None
        names = _names_of(cls, kind, extended=True)
        return nearest(written, names) or nearest(
            written, tuple(self._extension_names[written.partition(":")[0]][kind])
        )

    @property
    def _extension_names(self) -> dict[str, dict[str, dict[str, None]]]:
        """The names of all parts of extensions, by prefix and kind."""
        if self._extensions is None:
            found: dict[str, dict[str, dict[str, None]]] = {}
            for cls in self.types.values():
                for part in parts_of(cls).by_field.values():
                    if part.is_extension:
                        kinds = found.setdefault(part.name.partition(":")[0], {"Attribute": {}, "Element": {}})
                        kinds[part.kind][part.name] = None
            self._extensions = found
        return self._extensions

    def _written_name(self, element: _Element, name: str) -> str:
        if name[0] != "{":
            return name
        if self._written_names is None or self._written_names[0] is not element:
            self._written_names = element, literal_names(element)
        return self._written_names[1][name]

    def unknown_attributes(self, owner: Any, element: _Element) -> None:
        """Keeps the attributes of an element that has none; see ``unknown_attribute``."""
        for name, text in element.items():
            self.unknown_attribute(owner, element, name, text)

    def other_element(self, owner: Any, element: _Element, child: _Element) -> None:
        """Keeps an element that the description does not have, or a second one where one is allowed.

        One that a later version has is read as that version reads it, one in a namespace is kept without a word unless
        it is a tag of an extension that is known, misspelt; any other is reported.
        """
        part = self._part_of(owner, child)
        if part is not None:
            self.keep_repeated(owner, element, child, part)
            return
        if self._newer_element(owner, child):
            return
        self.keep(owner, child)
        tag = literal_tag(child)
        if self.besides and f"{literal_tag(element)}/{tag}" in self.besides:
            return
        own = self._own_name(str(child.tag), tag)
        near = self._find_nearest_part(own or tag, type(owner), "Element")
        if near is not None and (_has_one(owner, near) or _has_one_beside(owner, near, element)):
            near = None
        if ":" in tag and near is None and own is None and not self.is_exact:
            return
        found = self._unknown(
            rules.UNKNOWN_ELEMENT,
            child,
            parent=literal_tag(element),
            tag=tag,
            suggested=near if near is None or own is None else _like(near, tag),
            **self._case_of(own),
        )
        # what lacks the prefix of an extension is nothing to its reader
        if found is not None and near is not None and (":" in tag) == (":" in near):
            self._misspelt[element, near] = found

    def unknown_elements(self, owner: Any, element: _Element) -> None:
        """Keeps the elements inside one that holds none; see ``other_element``."""
        for child in element[:]:
            self.other_element(owner, element, child)

    def other_content(self, owner: Any, element: _Element, child: _Element) -> None:
        """Keeps what is in an element that may hold anything; a second one where one is allowed is reported."""
        part = self._part_of(owner, child)
        if part is not None:
            self.keep_repeated(owner, element, child, part)
        else:
            self.keep(owner, child)

    def _part_of(self, owner: Any, child: _Element) -> FieldPart | None:
        known = self.parts[type(owner).__name__].by_place
        return known.get(str(child.tag)) or known.get(literal_tag(child))

    def unreadable(self, owner: Any, field: str, child: _Element) -> None:
        """Keeps an element whose text holds no value: the field reads as its default, but counts as read."""
        self.keep(owner, child)
        self._mark(owner, field)

    def unreadable_item(self, owner: Any, field: str, child: _Element) -> None:
        """Keeps an element of which there may be many, and whose text holds no value."""
        self.keep(owner, child)
        owner.__dict__.setdefault(field, [])

    def unreadable_attribute(self, owner: Any, field: str, name: str, text: str) -> None:
        """Keeps an attribute whose text holds no value."""
        _attributes_of(owner)[name] = text
        self._mark(owner, field)
        if (
            self.is_exact
            and not text.strip()
            and not self.silent
            and type(owner)._specs[field].metadata.get("required")
        ):
            self.sink.found[-1].severity = "error"  # what is empty is not there

    def _mark(self, owner: Any, field: str) -> None:
        owner.__dict__[field] = UNREADABLE
        self._unreadable.append((owner.__dict__, field))

    def keep(self, owner: Any, child: _Element) -> None:
        """Keeps an element that is none of the description, or whose text holds no value."""
        keep(owner, child if self.place is None else any_element(child))  # which goes with its tree

    def keep_all(self, owner: Any, element: _Element) -> None:
        """Keeps all elements inside one that may hold anything."""
        owner.__dict__["_kept"] = element[:] if self.place is None else list(map(any_element, element[:]))

    def keep_repeated(self, owner: Any, element: _Element, child: _Element, part: FieldPart) -> None:
        """Keeps a second element where one is allowed, and reports it unless readers take them all."""
        if part.allows_several(element):
            self._read_further(owner, child, part)
            return
        self.keep(owner, child)
        self.report(rules.REPEATED_ELEMENT, child, parent=literal_tag(element), tag=literal_tag(child))

    def _read_further(self, owner: Any, child: _Element, part: FieldPart) -> None:
        """Reads one more of what readers take several of; it joins the first where the newest version has a list."""
        value = part.read_child(child, self)
        if not isinstance(value, Element) and (len(child) or child.keys()):
            self.leaf(child)
        if value is None:
            self.keep(owner, child)
        else:
            self.store_value(owner, part.field, value, child)

    def report_missing(self, owner: Any, element: _Element, field: str) -> None:
        """Reports a required field that nothing was read for."""
        if field in owner.__dict__ or self._is_projection:
            return  # read from what a later version has in its place; or defaults, which need nothing
        tag = literal_tag(element)
        part = self._part(owner, field)
        is_attribute = part.kind == "Attribute"
        # readers of SDFormat put a placeholder in, except in joints
        # what a name or a file reads as where it is missing is no default
        has_default = not is_attribute or "absent" not in type(owner)._specs[field].metadata
        is_filled_in = self.fills_in and has_default and tag != "joint"
        rule = rules.MISSING_ATTRIBUTE if is_attribute else rules.MISSING_ELEMENT
        if self._is_misspelt(element, part.place, rule, is_needed=not is_filled_in):
            return
        severity: Severity | None = "warning" if is_filled_in else None
        self.report(rule, element, parent=tag, part=part.place, severity=severity)

    def _part(self, owner: Any, field: str) -> FieldPart:
        part = self.parts[type(owner).__name__].by_field.get(field)
        return parts_of(type(owner)).by_field[field] if part is None else part

    def stray_text(self, owner: Any, element: _Element) -> None:
        """Keeps and reports text where only elements belong; blanks are none."""
        text = self.keep_text(owner, element)
        if text is not None:
            self._stray(text, element, element)

    def stray_tail(self, element: _Element, child: _Element) -> None:
        """Reports text between elements, at the one that it follows; blanks are none."""
        text = child.tail
        if text is not None and not text.isspace():
            self._stray(text, child, element)

    def _stray(self, text: str, at: _Element, parent: _Element) -> None:
        source = self.sink.source_of(at)
        line, column = (0, 0) if source is None else source.position_of_text(at, text, is_behind=at is not parent)
        said = {"text": " ".join(text.split())[:40], "parent": literal_tag(parent)}
        self.report(rules.STRAY_TEXT, at, line=line, column=column, **said)

    def keep_text(self, owner: Any, element: _Element) -> str | None:
        """Keeps the text of an element, and gives it back; None where there are blanks only."""
        text = element.text
        if text is None or text.isspace():
            return None
        owner.any_elements.insert(0, any_text(text))
        if self.inexact is not None:
            self.inexact.add(element)
        return str(text)

    def without_prefix(self, element: _Element, prefix: str, keep: tuple[str, ...]) -> _Element:
        """The element after the elements inside have lost ``prefix``, but for those that ``keep`` names."""
        source = self.sink.source_of(element)
        for inner in element.iterdescendants():
            tag = literal_tag(inner)
            bare = tag.removeprefix(prefix)
            if tag.startswith(prefix) and bare not in keep:
                try:
                    inner.tag = bare
                except ValueError:
                    continue  # what is left is no name, so that it stays one that nobody knows
                if source is not None:
                    source.names[inner] = tag
        return element

    def one_of(self, element: _Element, count: int, choices: tuple[str, ...]) -> None:
        """Reports that not just one of several elements is there, at the second if there are several.

        Where there is none but another element, that has its finding.
        """
        inside = element[:]
        if count == 0 and any(isinstance(child.tag, str) for child in inside):
            return
        there = [child for child in inside if literal_tag(child) in choices] if count > 1 else []
        self.report(
            rules.CHOICE,
            there[1] if len(there) > 1 else element,
            parent=literal_tag(element),
            count=count,
            choices=tuple(map(literal_tag, there)) or choices,
        )

    def conditions(self, owner: Any, element: _Element, attribute: str, parts: Conditions) -> None:
        """Reports fields that this value of an attribute asks for, and fields that mean nothing with it.

        Args:
            owner: what was read.
            element: what has the attribute.
            attribute: its name.
            parts: the fields that depend on it.
        """
        value = element.get(attribute)
        for field, is_required, words in parts:
            if value not in words or is_required == (field in owner.__dict__):
                continue
            what = self._part(owner, field).place
            place = element
            if is_required:
                if self._is_misspelt(element, what, rules.REQUIRED_WHEN):
                    continue
            elif what[0] != "@" and ":" not in what:
                place = next((child for child in element[:] if child.tag == what), element)
            self.report(
                rules.REQUIRED_WHEN if is_required else rules.MEANINGLESS_WHEN,
                place,
                parent=literal_tag(element),
                condition=attribute,
                value=value,
                part=what,
            )

    def report_presence(self, owner: Any, element: _Element, presence: PresenceRules) -> None:
        """Reports parts that may not be there beside each other, and parts that are missing beside others."""
        if self._is_projection:
            presence = tuple(rule for rule in presence if rule[0] == "exclusive")
        there = owner.__dict__
        for kind, bundles in find_broken_rules(there, presence):
            names = tuple(tuple(self._part(owner, field).place for field in bundle) for bundle in bundles)
            written = [
                self._part(owner, field).place
                for number, bundle in enumerate(bundles)
                for field in bundle
                if field in there and (kind != "requires" or number == 0)
            ]
            rule = PRESENCE_RULES[kind]
            at = written[-1] if written else None
            self.report(
                rule,
                element,
                at[1:] if at is not None and at[0] == "@" else None,
                parent=literal_tag(element),
                written=tuple(written),
                bundles=names,
                case=kind,
            )

    def report_count(self, value: Any, count: tuple[int, int | None], at: _Element, attribute: str | None) -> None:
        """Reports too few or too many numbers or words."""
        least, most = count
        found = len(value)
        expected: int | str = least if least == most else f"at least {least}" if most is None else f"{least} to {most}"
        kind = "strings" if isinstance(value, Strings) else "integers" if isinstance(value, Integers) else "doubles"
        case = "too_few" if found < least else "too_many"
        self.report(rules.WRONG_LENGTH, at, attribute, type=kind, case=case, count=found, expected=expected)

    def read_projection(
        self, decode: Callable[[_Element, Context], Any], element: _Element, without: tuple[str, ...]
    ) -> Any:
        """Reads an element that gives defaults: nothing in it is required, and some attributes mean nothing there."""
        for name in without:
            if element.get(name) is not None:
                self._unknown(rules.UNKNOWN_ATTRIBUTE, element, name, parent=literal_tag(element), name=name)
        before, self._is_projection = self._is_projection, True
        made = decode(element, self)
        self._is_projection = before
        return made

    def each_at_least(self, value: Any, low: tuple[float, ...], at: _Element, attribute: str | None) -> None:
        """Reports the components of a vector that lie under their minimum."""
        for part, bound in zip(value, low * len(value) if len(low) == 1 else low, strict=False):
            if part < bound:
                self.below(part, bound, at, attribute)

    def not_above(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value that does not exceed its exclusive bound."""
        self._report_bound(value, "above", bound, at, attribute)

    def not_below(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value that does not stay under its exclusive bound."""
        self._report_bound(value, "below", bound, at, attribute)

    def below(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value under its minimum."""
        self._report_bound(value, "min", bound, at, attribute)

    def above(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value over its maximum."""
        self._report_bound(value, "max", bound, at, attribute)

    def _report_bound(self, value: float, case: str, limit: float, at: _Element, attribute: str | None) -> None:
        self.report(rules.OUT_OF_RANGE, at, attribute, value=value, case=case, limit=limit)

    def report_deprecated(self, at: _Element, attribute: str | None, instead: str) -> None:
        """Reports something that the specification advises against."""
        self.report(rules.DEPRECATED, at, attribute, instead=instead)

    def choice(
        self, text: str | None, at: _Element, attribute: str | None, values: Mapping[str | None, Any], is_open: bool
    ) -> Any:
        """The member of an enumeration with this text; the text itself, after a finding, where there is none."""
        written = text or ""
        member = values.get(written)
        if member is None and not self.is_exact:
            member = values.get(written.strip())
        if member is None and "_missing_" in vars(kind := type(next(iter(values.values())))):
            member = member_of(kind, written.strip())  # readers take some words in other letters, too
        if member is not None:
            return member
        if not is_open:
            words = tuple(map(str, values))
            if self.fills_in and attribute is None and not written.strip():
                self.report(rules.EMPTY_VALUE, at, type="strings", allowed=words)
                return written
            near = nearest(written, words)
            self.report(rules.NOT_ALLOWED, at, attribute, text=written, suggested=near, allowed=words)
        return written

    def several_words(
        self, text: str | None, at: _Element, attribute: str | None, values: Mapping[str | None, Any], is_open: bool
    ) -> Any:
        """The members of an enumeration that a text names; None, after a finding, where one is none of them."""
        found = tuple(self.choice(word, at, attribute, values, is_open) for word in (text or "").split())
        if not found:
            self.report(rules.EMPTY_VALUE, at, attribute, type="strings")
        return found if found and all(is_open or isinstance(word, Enum) for word in found) else None

    def wrap_value(self, name: str, value: Any, element: _Element) -> Any:
        """An element of the class ``name`` that says no more than its text, whose value is known."""
        made = _new(self.types[name])
        fields = made.__dict__
        fields["_origin"] = element if self.place is None else self.place(element)
        fields["value"] = value
        return made

    def later_element(self, owner: Any, child: _Element) -> bool:
        """Reads an element as the newest version does, where objects of the newest version are made.

        What is wrong with it is what its own version says.
        """
        if self.own is None:
            return False
        part = self.parts[type(owner).__name__].by_place[str(child.tag)]
        part.read_child(child, self.own)
        before, self.silent = self.silent, True
        is_read = self._read_as_newest(owner, child)
        self.silent = before
        if is_read and not part.repeats and part.field not in owner.__dict__:
            self._mark(owner, part.field)
        return is_read

    def only_this_version(self) -> None:
        """Gives up making objects of the newest version: this is gone there, or means something else.

        Raises:
            DoesNotFit: objects of the newest version are made.
        """
        if self.own is not None:
            raise DoesNotFit

    def store_value(self, owner: Any, field: str, value: Any, child: _Element) -> None:
        """Stores into a field that is a list in one version and single in another, which keeps the first only."""
        if parts_of(type(owner)).by_field[field].repeats:
            owner.__dict__.setdefault(field, []).append(value)
        elif is_written(owner, field):
            self.keep(owner, child)
            if self.inexact is not None:
                self.inexact.add(child)
        else:
            owner.__dict__[field] = value

    def _newer_element(self, owner: Any, child: _Element) -> bool:
        if not self._read_as_newest(owner, child):
            return False
        self._report_newer(child)
        return True

    def _newer_attribute(self, owner: Any, element: _Element, name: str, text: str) -> bool:
        if not self._read_attribute_as_newest(owner, element, name, text):
            return False
        self._report_newer(element, name)
        return True

    def _report_newer(self, at: _Element, attribute: str | None = None) -> None:
        """Reports a part that came with a later version, unless readers take it in any."""
        parent = at if attribute is not None else at.getparent()
        around = "" if parent is None else literal_tag(parent)
        part = literal_tag(at) if attribute is None else f"@{attribute}"
        if f"{around}/{part}" not in self.any_version:
            self.report(rules.NEWER_THAN_DECLARED, at, attribute, version=self.version)

    def _read_as_newest(self, owner: Any, child: _Element) -> bool:
        part = self.newest[type(owner).__name__].by_place.get(str(child.tag))
        if part is None or part.is_extension:
            return False
        if not _has_place(owner, part):
            # the class has no place for it: it is read for the findings and kept as it is
            types, self.types = self.types, self.later_types
            part.read_child(child, self)
            self.types = types
            self.keep(owner, child)
            if self.inexact is not None:
                self.inexact.add(child)
        elif part.repeats:
            owner.__dict__.setdefault(part.field, []).append(part.read_child(child, self))
        elif is_written(owner, part.field):
            parent = child.getparent()
            self.keep_repeated(owner, child if parent is None else parent, child, part)
        else:
            value = part.read_child(child, self)
            if value is not None:
                owner.__dict__[part.field] = value
            else:
                self.keep(owner, child)
        return True

    def _read_attribute_as_newest(self, owner: Any, element: _Element, name: str, text: str) -> bool:
        part = self.newest[type(owner).__name__].by_place.get("@" + name)
        if part is None or part.is_extension:
            return False
        value = part.read_attribute(text, element, name, self)
        if value is not None and _has_place(owner, part):
            owner.__dict__[part.field] = value
        else:
            _attributes_of(owner)[name] = text
        return True


def parts_by_value(parts: Conditions) -> dict[str | None, tuple[frozenset[str], frozenset[str]]]:
    """For each value of an attribute the fields that it asks for, and those that mean nothing with it."""
    words = {word for _, _, words in parts for word in words}
    return {
        word: (
            frozenset(field for field, is_required, words in parts if is_required and word in words),
            frozenset(field for field, is_required, words in parts if not is_required and word in words),
        )
        for word in words
    }


class DoesNotFit(Exception):
    """A document of one version holds what a later version's classes have no place for."""


class NeedsTree(Exception):
    """A document cannot be read without keeping its tree."""


def _has_one(owner: Any, name: str) -> bool:
    """Whether an element that may occur once is there already."""
    part = parts_of(type(owner)).by_place.get(name)
    return part is not None and not part.repeats and part.field in owner.__dict__


def _has_one_beside(owner: Any, name: str, element: _Element) -> bool:
    """Whether what may occur once comes further below."""
    part = parts_of(type(owner)).by_place.get(name)
    return part is not None and not part.repeats and any(literal_tag(each) == name for each in element)


def _like(name: str, written: str) -> str:
    """The name of a tag of an extension with the prefix that a document has for it."""
    return f"{written.partition(':')[0]}:{name.partition(':')[2]}"


def is_foreign(element: _Element) -> bool:
    """Whether an element belongs to another format or program: it has a prefix."""
    return ":" in literal_tag(element)


def _has_place(owner: Any, part: FieldPart) -> bool:
    """Whether the class of an object has a field for a part of a later version: an attribute is no element."""
    own = parts_of(type(owner)).by_field.get(part.field)
    return own is not None and own.place == part.place


def _attributes_of(owner: Any) -> dict[str, str]:
    attributes: dict[str, str] = owner.any_attributes
    return attributes


@cache
def _names_of(cls: Any, kind: str, extended: bool = False) -> tuple[str, ...]:
    """Names of the parts of a class; only those of extensions if ``extended``."""
    parts = parts_of(cls).by_field.values()
    return tuple(part.name for part in parts if part.kind == kind and (part.is_extension or not extended))
