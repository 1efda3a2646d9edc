"""What libsdformat makes of a document beyond the findings of the format: what it refuses, and what it lets pass."""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.rules import MIMIC_CYCLE, NAME_EMPTY
from ....runtime.parser import parse
from ....runtime.patterns import compile_pattern
from ....runtime.sink import Sink
from ....runtime.source import Source, literal_tag
from ...formats.sdformat.context import SdformatAdapter
from ...spatial.inertia import find_libsdformat_fault
from ...upgrade.grammar import Attribute, grammar_of
from ..facts import facts, facts_of
from ..newest_view import is_described, newer_parts, next_version_with, part_at
from ..predicates import first_number, numbers, version
from ..registry import LIBSDFORMAT
from ..tables import table
from ..written_values import find_written_value

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Severity
    from ....runtime.lazy_finding import LazyFinding
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...core.target import TargetProfile
    from ...ir.world import WorldIR
    from ...upgrade.grammar import ElementGrammar

REQUIRED = ("1", "+")
SIGNED = ("double", "float", "int")
"""Types of single numbers that are compared with their bounds as they are written."""

SHORTEST_AXIS = 1e-6
"""Length up to which an axis has no direction."""

_PREDICATE = compile_pattern(r"""\[(?:@name=(?:"[^"]*"|'[^']*')|\d+)\]""")


def read_sizes() -> dict[str, dict[str, Any]]:
    """What stands for sizes of shapes that are not above 0."""
    table = facts_of(LIBSDFORMAT.name).own["sizes"]
    return {
        shape: {field: tuple(size) if isinstance(size, list) else size for field, size in sizes.items()}
        for shape, sizes in table.items()
    }


SDFORMAT_ADAPTER = SdformatAdapter(
    reads_drake_tags=False,
    find_inertia_fault=find_libsdformat_fault,
    sizes=read_sizes(),
    unchecked_severity="warning",
)

WITHOUT_MIMICS = SDFORMAT_ADAPTER._replace(couples_mimics=False)
"""That of releases that know no ``mimic``."""


def check(parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options) -> None:
    """Gives findings the weight that they have for libsdformat, and adds what only it refuses."""
    target = LIBSDFORMAT if options.target is None else options.target
    newest = str(facts(target).about["newest"]["sdformat"])
    sink.map_severity(lambda finding: _severity_of_missing(finding, newest) or severity_of(finding))
    check_documents(sink, target)
    if target.release:
        check_release(sink, target)
    drop_duplicate_findings(sink)


def check_documents(sink: Sink, target: TargetProfile = LIBSDFORMAT) -> None:
    """Reports what libsdformat refuses in any document of a load, whichever file includes it."""
    nameless = {each.xpath for each in sink.found if each.code == NAME_EMPTY.code and each.severity == "error"}
    for source in sink.sources:
        if source.root is not None and source.root.tag in ("sdf", "gazebo"):
            _check_document(source, sink, nameless, target)


def severity_of(finding: LazyFinding) -> Severity | None:
    """What a finding is to libsdformat; None where its severity is the rule's own."""
    if finding.code == MIMIC_CYCLE.code:
        # it looks no further than the next joint
        return "warning" if len(set(str(finding.arguments["path"]).split(" -> "))) > 1 else None
    if is_without_volume(finding):
        return "error"
    if is_unchecked_value(finding):
        return "warning"
    if "/drake:" in finding.xpath:
        # a vocabulary of others
        return "note"
    return None


def _severity_of_missing(finding: LazyFinding, newest: str) -> Severity | None:
    """What it is that an attribute is missing: the version that counts decides, not that of the document."""
    if finding.code != rules.MISSING_ATTRIBUTE.code:
        return None
    steps = _PREDICATE.sub("", finding.xpath).strip("/").split("/")
    part = part_at((*steps[1:], str(finding.arguments["part"])), newest) if steps[0] == "sdf" else None
    if not isinstance(part, Attribute):
        return None
    if part.required:
        return "error" if part.default is None else None
    return "warning"


def is_without_volume(finding: LazyFinding) -> bool:
    """Whether inertia is to be computed of a shape that has no volume; of a mesh that it cannot read it takes another."""
    return finding.code == rules.AUTO_UNSUPPORTED.code and finding.arguments["kind"] != "Mesh"


def is_unchecked_value(finding: LazyFinding) -> bool:
    """Whether a word is not one of those that may stand there, and libsdformat does not look."""
    if finding.code != rules.NOT_ALLOWED.code:
        return False
    unchecked = tuple(facts_of(LIBSDFORMAT.name).own["unchecked_words"])
    return _PREDICATE.sub("", finding.xpath).endswith(unchecked)


def check_release(sink: Sink, target: TargetProfile) -> None:
    """Reports what is newer than a release, of libsdformat or of what reads with it, and weighs what it does not look at."""
    about = facts(target).about
    newest = str(about["newest"]["sdformat"])
    unchecked = {row["rule"]: row for row in about.get("unchecked", ())}

    def severity(finding: LazyFinding) -> Severity | None:
        row = unchecked.get(finding.name)
        if row is None or not _PREDICATE.sub("", finding.xpath).partition("/@")[0].endswith(row["path"]):
            return None
        level: Severity = row["severity"]
        return level

    if unchecked:
        sink.map_severity(severity)
    for source in sink.sources:
        root = source.root
        if root is None or root.tag != "sdf" or source.origins:
            continue
        written = find_written_value(source, root, "version")
        if written is not None and version(written) > version(newest):
            place = source.xpath(root, "version")
            here = [each for each in sink.found if each.file == source.name and each.xpath == place]
            sink.drop([each for each in here if each.code in (rules.VERSION_TOO_NEW.code, rules.REFUSED.code)])
            says = facts(target).says["version-taken" if about.get("takes_newer") else "version-newer"]
            sink.report(says, root, attribute="version", release=target.release, version=written, newest=newest)
        newer = [*newer_parts(root, newest)]
        if newer:
            _report_newer_parts(source, newer, sink, target, newest)


def _report_newer_parts(
    source: Source, newer: list[tuple[_Element, str | None]], sink: Sink, target: TargetProfile, newest: str
) -> None:
    """Reports each part once, in place of what is said about it and inside of it."""
    says = facts(target).says["part-newer"]
    places = {
        source.xpath(element, name) if name else source.xpath(element): (element, name) for element, name in newer
    }
    inside = tuple(f"{path}/" for path in places)
    here = [each for each in sink.found if each.file == source.name and each.xpath.startswith((*places, *inside))]
    for refusal in (each for each in here if each.code == rules.REFUSED.code):
        places.pop(refusal.xpath, None)
    sink.drop([each for each in here if each.xpath in places or each.xpath.startswith(inside)])
    for element, name in places.values():
        tags = [*reversed([literal_tag(around) for around in element.iterancestors()]), literal_tag(element)]
        path = (*tags[1:], *((f"@{name}",) if name else ()))
        part = f"attribute {name!r} of <{tags[-1]}>" if name else f"<{tags[-1]}> in <{tags[-2]}>"
        sink.report(
            says, element, attribute=name, release=target.release, part=part, since=next_version_with(path, newest)
        )


def _check_document(source: Source, sink: Sink, nameless: set[str], target: TargetProfile) -> None:
    """Checks one document; ``nameless`` has the paths of empty names that were reported."""
    root = source.root
    assert root is not None
    if root.tag == "gazebo" or _was_gazebo(source):
        _refuse(sink, root, "root-gazebo")
        return
    newest = facts(target).about["newest"]["sdformat"]
    refused: set[_Element] = set()
    for match in table(target, "sdformat").apply(root):
        if is_described(match.element, newest):
            refused.add(match.element)
            match.report(sink)
    _DocumentChecks(source, sink, nameless, refused).check(root, part_checks(newest))


class PartChecks:
    """What there is to check in elements of a kind."""

    __slots__ = ("bounds", "has_parts", "inner", "is_axis", "is_text", "needs_text", "required")

    def __init__(self, grammar: ElementGrammar, parent: str) -> None:
        self.inner = _InnerChecks(grammar)
        """Those of children by their names; None for those that are not described, or in which there is nothing to check."""
        self.required = tuple(
            (each.name, each.default is not None) for each in grammar.attributes.values() if each.required
        )
        self.needs_text = grammar.type is not None and grammar.required in REQUIRED
        is_bounded = grammar.type in SIGNED and (grammar.least or grammar.most)
        self.bounds = (grammar.least, grammar.most) if is_bounded else None
        self.is_axis = grammar.name == "xyz" and parent in ("axis", "axis2")
        self.is_text = not (self.required or self.bounds or self.is_axis)
        """Whether there is nothing to check but that a text is there, if anything."""
        self.has_parts = _has_checks(grammar, frozenset())
        """Whether there is anything to check in parts of it."""


class _InnerChecks(dict[Any, PartChecks | None]):
    """The checks of children, which are made when one of their names is first met."""

    def __init__(self, grammar: ElementGrammar) -> None:
        self._grammar = grammar

    def __missing__(self, tag: object) -> PartChecks | None:
        grammar = self._grammar.children.get(str(tag))
        if grammar is None:  # documents make up names
            return None
        made = PartChecks(grammar, self._grammar.name)
        is_any = made.has_parts or made.needs_text or not made.is_text
        found = self[tag] = made if is_any else None
        return found


def _has_checks(grammar: ElementGrammar, seen: frozenset[str]) -> bool:
    """Whether something in an element, at any depth, may be checked; not in descriptions that were ``seen`` around it."""
    if grammar.copies_anything or grammar.home in seen:
        return False
    return any(
        inner.name == "xyz"
        or inner.required in REQUIRED
        or bool(inner.least or inner.most)
        or any(each.required for each in inner.attributes.values())
        or _has_checks(inner, seen | {grammar.home})
        for inner in grammar.children.values()
    )


@cache
def part_checks(version: str) -> PartChecks:
    """The checks of the root element of a version."""
    return PartChecks(grammar_of(version), "")


class _DocumentChecks:
    def __init__(self, source: Source, sink: Sink, nameless: set[str], refused: set[_Element]) -> None:
        self._source, self._sink, self._nameless, self._refused = source, sink, nameless, refused

    def check(self, root: _Element, checks: PartChecks) -> None:
        """Checks a document."""
        self._check_element(root, checks)
        self._check_inside(root, checks)

    def _check_inside(self, element: _Element, checks: PartChecks) -> None:
        known = checks.inner
        for child in element[:]:
            inner = known[child.tag]
            if inner is None:
                continue
            if not inner.is_text:
                self._check_element(child, inner)
            elif inner.needs_text:
                text = child.text
                if not text or text.isspace():
                    self._check_element(child, inner)
            if inner.has_parts and len(child):
                self._check_inside(child, inner)

    def _check_element(self, element: _Element, checks: PartChecks) -> None:
        sink = self._sink
        for name, has_default in checks.required:
            written = element.get(name)
            if written is None and has_default:
                _refuse(sink, element, "attribute-missing", name=name, parent=literal_tag(element))
            elif written == "" and name != "version":
                if name == "name" and self._nameless and self._source.xpath(element, "name") in self._nameless:
                    continue
                _refuse(sink, element, "attribute-empty", name=name, parent=literal_tag(element))
        text = element.text
        if checks.needs_text and (not text or text.isspace()) and len(element) == 0:
            _refuse(sink, element, "element-empty", name=literal_tag(element), parent=_parent_tag(element))
        if text is None:
            return
        if checks.is_axis:
            length = hypot(*numbers(text))
            if 0 < length <= SHORTEST_AXIS:
                _refuse(sink, element, "axis-short", length=length)
        if checks.bounds is not None and element not in self._refused:
            self._check_range(element, text.strip(), *checks.bounds)

    def _check_range(self, element: _Element, text: str, least: str | None, most: str | None) -> None:
        """The bounds are those of the newest version, whatever the document's own has."""
        value = first_number(text)
        if value is None:
            return
        if least is not None and value < float(least):
            _refuse(self._sink, element, "below-bound", value=value, name=literal_tag(element), bound=least)
        elif most is not None and value > float(most):
            _refuse(self._sink, element, "above-bound", value=value, name=literal_tag(element), bound=most)


def _refuse(sink: Sink, element: _Element, says: str, **arguments: Any) -> None:
    sink.report(facts_of(LIBSDFORMAT.name).says[says], element, **arguments)


def _parent_tag(element: _Element) -> str:
    parent = element.getparent()
    return "" if parent is None else str(parent.tag)


def _was_gazebo(source: Source) -> bool:
    """Whether the root element is written as in the first versions; conversion gave it its later name."""
    if "<gazebo" not in source.text:
        return False
    root = parse(Source(source.name, source.data), Sink())
    return root is not None and literal_tag(root) == "gazebo"


_PART = compile_pattern(rf"/robot(?:{_PREDICATE.pattern})?/(?:link|joint)(?:{_PREDICATE.pattern})?")
"""The link or joint of a robot in a path."""


def drop_duplicate_findings(sink: Sink) -> None:
    """Takes out what is said about a link or joint after the same was said about it."""
    same = facts_of(LIBSDFORMAT.name).own["same"]
    concerned = {*same, *(name for names in same.values() for name in names)}
    about: dict[tuple[str | None, str, str], LazyFinding] = {}
    twins: list[tuple[LazyFinding, LazyFinding]] = []
    for finding in sink.found:
        name = finding.row.rpartition("/")[2] or finding.name
        if name not in concerned:
            continue
        part = _PART.match(finding.xpath)
        if part is None:
            continue
        known = (about.get((finding.file, part[0], each)) for each in same.get(name, ()))
        before = next((other for other in known if other is not None), None)
        if before is not None:
            twins.append((before, finding))
        else:
            about.setdefault((finding.file, part[0], name), finding)
    if twins:
        sink.deduplicate(twins)
