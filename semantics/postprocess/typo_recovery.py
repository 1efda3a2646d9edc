"""The findings of a document once what is misspelt in it reads as intended.

A name that is misspelt, missing or not allowed causes further findings: references to it are not found, and what is
inside of a misspelt element is not read; an element in the wrong place is missing from its own. Such a document is read
once more with these corrected. Findings that are gone then follow from the name alone and are dropped; if one of them is an error, the finding about the name becomes one.
Findings that are new were hidden by the name and are reported at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.records import NamedTuple, replace
from ...runtime.lazy_finding import LazyFinding
from ...runtime.patterns import compile_pattern
from ...runtime.source import literal_tag
from ..ir.scoped_names import SEPARATOR, WORLD
from .corrections import CorrectedSource, Correction, find_target
from .supersede import find_element

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from lxml.etree import _Element

    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from .corrections import Look

MOST_ROUNDS = 3
"""How often a document is read again; what is corrected may hold what is misspelt."""
MOST_BYTES = 1 << 22
"""Size of the largest text that is read again."""
MOST_TRIED = 8
"""So many names are corrected one by one, where it is not clear which of them an error follows from."""

SUGGESTED = frozenset({rules.UNKNOWN_ELEMENT.code, rules.UNKNOWN_ATTRIBUTE.code, rules.NOT_ALLOWED.code})
DUPLICATE_NAME_CODES = frozenset(
    {
        rules.DUPLICATE_FRAME_NAME.code,
        rules.DUPLICATE_NAME.code,
        rules.SIBLING_NAME.code,
        rules.DUPLICATE_LINK.code,
        rules.DUPLICATE_JOINT.code,
        rules.DUPLICATE_BODY.code,
    }
)
"""Names that something else has already."""
DIGITS = {ord(digit): chr(0xE000 + number) for number, digit in enumerate("0123456789abcdef")}
"""The end of made-up names, which no name of the document has: digits."""
MARK = compile_pattern(r"[\ue000-\ue00f]|\\ue00[0-9a-f]")
"""One of these, as it is or escaped."""
RESERVED = frozenset({rules.NAME_RESERVED.code, rules.NAME_WITH_DELIMITER.code})
NAMELESS = frozenset({rules.MISSING_ATTRIBUTE.code, rules.UNNAMED_BODY.code})
CORRECTABLE_CODES = SUGGESTED | DUPLICATE_NAME_CODES | RESERVED | NAMELESS | {rules.TOP_LEVEL_RELATIVE_TO.code}
REFERRED_TO = frozenset({"link", "joint", "frame", "model", "body"})
"""Elements that others name."""
LACKING = frozenset({rules.MISSING_ELEMENT.code, rules.MISSING_ATTRIBUTE.code, rules.REQUIRED_WHEN.code})
"""What an element lacks, as the argument ``part``."""
HOLDERS = {"joint": frozenset({"robot", "model", "skeleton"})}
"""Elements that are missed by what refers to them, not by the elements that they belong in."""
APART = frozenset({rules.SECOND_ROOT.code, rules.ORPHAN_LINK.code, rules.FREE_BODY.code})
"""Findings about links that a joint is missing for."""


def recover_from_typos(sink: Sink, source: Source, look: Look | None) -> None:
    """Drops the findings of a load that follow from misspelt names, and adds those that these hide; see ``run_passes``."""
    if look is None or source.length > MOST_BYTES:
        return
    if not any(finding.code in CORRECTABLE_CODES for finding in sink.found):
        return
    before = list(sink.found)
    first = _find_corrections(before, source)
    if not first:
        return
    corrections, seen = first, list[LazyFinding]()
    for _ in range(MOST_ROUNDS):
        seen = look(CorrectedSource(source, corrections))
        more = [each for each in _find_corrections(seen, source) if each.finding.code in SUGGESTED]
        if not more:
            break
        corrections = [*corrections, *more]
    kept = {make_place_key(each.finding) for each in corrections if each.kind != "follow"}
    kept.update(map(make_place_key, seen))
    taken_out = {(each.finding.file, each.finding.xpath) for each in corrections if each.kind == "drop"}
    gone = [each for each in before if make_place_key(each) not in kept and (each.file, each.xpath) not in taken_out]
    was_ok = sink.ok
    causes = _causes(first, [finding for finding in gone if finding.severity == "error"], source, look)
    for cause in causes:
        cause.severity = "error"
    are_causes = set(map(id, causes))
    for each in first:
        if each.kind == "attribute" and make_place_key(each.finding) in kept and not each.finding.argument("suggested"):
            each.finding.add_argument("suggested", f"@{each.text}")
        misplaced = (
            each.finding.find_xml_element() if each.kind == "move" and make_place_key(each.finding) in kept else None
        )
        target = None if misplaced is None else find_target(misplaced, each.text)
        if target is not None:
            each.finding.add_argument("belongs_in", literal_tag(target))
    known = set(map(make_place_key, before))
    new = {make_place_key(each): each for each in (*seen, *(each.finding for each in corrections[len(first) :]))}
    unsure = {each.finding.xpath for each in first if each.kind == "tag" and id(each.finding) not in are_causes}
    # findings about an element with a made-up name follow from that name
    made_up = {find_element(each.finding) for each in first if each.kind in ("give", "rename")}
    sink.drop(gone)
    sink.found = sink.found + [
        finding
        for finding in (_restore_original_names(each) for key, each in new.items() if key not in known)
        if not (was_ok and finding.severity == "error")
        and not any(f"{finding.xpath}/".startswith(f"{path}/") for path in unsure)
        and find_element(finding) not in made_up
        and not finding.row  # tables are applied to the text as it is
    ]


def _causes(corrections: list[Correction], errors: list[LazyFinding], source: Source, look: Look) -> list[LazyFinding]:
    """The findings about names that errors follow from, as far as they are no errors themselves."""
    lesser = [each for each in corrections if each.finding.severity != "error" and each.kind != "follow"]
    if not errors or not lesser:
        return []
    if len(lesser) == 1 or len(lesser) > MOST_TRIED:
        return [each.finding for each in lesser]
    found = []
    wrong = {make_place_key(error) for error in errors}
    for each in lesser:
        there = {make_place_key(finding) for finding in look(CorrectedSource(source, [each]))}
        if wrong - there:
            found.append(each.finding)
    return found or [each.finding for each in lesser]


def _find_corrections(findings: Iterable[LazyFinding], source: Source) -> list[Correction]:
    findings = [finding for finding in findings if finding.file == source.name]
    codes = {finding.code for finding in findings}
    free = iter(() if codes.isdisjoint(NAMELESS) else find_unresolved_names(findings))
    # of two joints that hold one body, where there are two bodies of that name, one is meant for the other body
    seconds = {
        str(finding.arguments["body"]): finding
        for finding in (findings if rules.SECOND_JOINT.code in codes else ())
        if finding.code == rules.SECOND_JOINT.code
    }
    corrections: list[Correction] = []
    # targets say hundreds of things that are none of these
    correctable = [(number, each) for number, each in enumerate(findings) if each.code in CORRECTABLE_CODES]
    is_unknown = any(each.code in SUGGESTED and not each.argument("suggested") for _, each in correctable)
    lacking = _find_lacking(findings if is_unknown and not codes.isdisjoint(LACKING) else [])
    duplicates = [each for _, each in correctable if each.code in DUPLICATE_NAME_CODES]
    lost = _find_lost_name(duplicates[0], findings) if len(duplicates) == 1 else None
    for number, finding in correctable:
        if finding.code in SUGGESTED:
            near = finding.argument("suggested")
            if not near:
                corrections += _find_misplaced(finding, lacking, findings)
            elif finding.line:
                kind = "word" if finding.code == rules.NOT_ALLOWED.code else "tag" if near[0] != "@" else "attribute"
                corrections.append(Correction(finding, kind, near.removeprefix("@")))
        elif not finding.line:
            continue
        elif finding.code in RESERVED:
            corrections.append(Correction(finding, "rename", f"{number}{_make_unique_suffix(number)}"))
        elif finding.code in DUPLICATE_NAME_CODES:
            name = str(finding.argument("name") or "").rpartition(SEPARATOR)[2]
            # what is named by others and is not there is what one of the two was meant to be
            another = lost or name + _make_unique_suffix(number)
            corrections.append(Correction(finding, "give", another))
            if (second := seconds.pop(name, None)) is not None:
                corrections.append(Correction(second, "follow", another))
        elif finding.code == rules.TOP_LEVEL_RELATIVE_TO.code:
            corrections.append(Correction(finding, "drop"))
        elif finding.element in REFERRED_TO and (
            finding.code == rules.UNNAMED_BODY.code
            or (finding.code in NAMELESS and finding.argument("part") == "@name")
        ):
            corrections.append(Correction(finding, "give", next(free, None) or _make_unique_suffix(number)))
    return corrections


class _LackingParts(NamedTuple):
    """What elements lack."""

    of: dict[_Element, list[str]]
    inside: dict[tuple[_Element | None, str], _Element]
    """By an element and a part, the first element in it that lacks the part."""


def _find_lacking(findings: list[LazyFinding]) -> _LackingParts:
    """What elements lack."""
    lacking = _LackingParts({}, {})
    for finding in findings:
        if finding.code in LACKING and (element := finding.find_xml_element()) is not None:
            part = str(finding.argument("part"))
            lacking.of.setdefault(element, []).append(part)
            lacking.inside.setdefault((element.getparent(), part), element)
    return lacking


def _find_misplaced(finding: LazyFinding, lacking: _LackingParts, findings: list[LazyFinding]) -> Iterator[Correction]:
    """How something unknown is corrected that another element lacks: it belongs there, or is what the attribute is called."""
    element = finding.find_xml_element()
    if element is None or finding.code == rules.NOT_ALLOWED.code:
        return
    if finding.code == rules.UNKNOWN_ATTRIBUTE.code:
        parts = lacking.of.get(element, ())
        if len(parts) == 1 and parts[0][0] == "@" and sum(each.is_about(element) for each in findings) == 2:
            yield Correction(finding, "attribute", parts[0][1:])
        return
    around = element.getparent()
    tag = literal_tag(element)
    if around is None:
        return
    for level, outer in enumerate(around.iterancestors(), 2):
        is_missed = tag in lacking.of.get(outer, ()) or (
            literal_tag(outer) in HOLDERS.get(tag, ()) and _is_missed(element.get("name"), findings)
        )
        if is_missed:
            yield Correction(finding, "move", "/".join([".."] * level))
            return
    beside = lacking.inside.get((around, tag))
    if beside is not None:
        yield Correction(finding, "move", f"../*[{around.index(beside) + 1}]")


def _is_missed(name: str | None, findings: list[LazyFinding]) -> bool:
    """Whether others name a thing that is not found, or are apart without it."""
    return any(finding.code in APART or (name and finding.argument("reference") == name) for finding in findings)


def _find_lost_name(duplicate: LazyFinding, findings: Iterable[LazyFinding]) -> str | None:
    """The name that a link or body was meant to have which has another's; None where that is not certain.

    It is what a joint holds and is not there, if with it all links beside hang together.
    """
    element = duplicate.find_xml_element()
    around = None if element is None else element.getparent()
    if element is None or around is None or literal_tag(element) not in ("link", "body"):
        return None
    references = (finding.argument("reference") for finding in findings)
    lost = {name for name in references if isinstance(name, str) and SEPARATOR not in name}
    if len(lost) != 1:
        return None
    name = lost.pop()
    ends: dict[str, set[str]] = {"parent": set(), "child": set()}
    for end in (end for joint in around if literal_tag(joint) == "joint" for end in joint):
        if (tag := literal_tag(end)) in ends:
            ends[tag].add(end.get("link") or (end.text or "").strip())
    names = {each.get("name", "") for each in around if literal_tag(each) == literal_tag(element)}
    roots = names - ends["child"] - {WORLD}
    return name if name in ends["child"] and len(roots) == (WORLD not in ends["parent"]) else None


def find_unresolved_names(findings: Iterable[LazyFinding]) -> list[str]:
    """Names of nothing that resemble no other name: what they mean may have lost its name."""
    lost = dict.fromkeys(
        finding.argument("reference")
        for finding in findings
        if finding.argument("reference") and not finding.argument("advice")
    )
    return [name for name in lost if isinstance(name, str) and SEPARATOR not in name]


def _restore_original_names(finding: LazyFinding) -> LazyFinding:
    """A finding of a corrected text as one of the text itself."""
    record = finding.record()
    arguments = {
        name: MARK.sub("", value) if isinstance(value, str) else value for name, value in record.arguments.items()
    }
    hint = None if record.hint is None else MARK.sub("", record.hint)
    record = replace(record, message=MARK.sub("", record.message), hint=hint, arguments=arguments)
    return LazyFinding.of_record(record)


def _make_unique_suffix(number: int) -> str:
    """The end of a name that no document has: at least four letters, so that it resembles no other."""
    return f"{number:04x}".translate(DIGITS)


def make_place_key(finding: LazyFinding) -> Hashable:
    """What two findings about one thing at one place have in common."""
    return finding.code, finding.row, finding.file, finding.line, finding.column, finding.arguments.get("part")
