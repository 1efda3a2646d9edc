"""What is left of the findings of a document, and what joins them, once what is misspelt in it reads as intended.

A name that is misspelt, missing or not allowed takes others along: whatever refers to it leads nowhere, and what stands
behind it is not looked at. Such a document is looked at once more with these names put right. Findings that are gone
then follow from the name alone and are dropped; if an error is among them, the finding about the name becomes one.
Findings that come up were there all the time and are reported at once.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.lazy_finding import LazyFinding
from ..ir.scoped_names import SEPARATOR
from .corrections import CorrectedSource, Correction

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from .corrections import Look

MOST_ROUNDS = 3
"""How often a document is looked at anew; what is put right may hold what is misspelt."""
MOST_BYTES = 1 << 22
"""Size of the largest text that is looked at anew."""
MOST_TRIED = 8
"""So many names are put right one by one, where it is not clear which of them an error follows from."""

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
"""What ends made-up names, so that they can be told from those of the document: digits that no name has."""
MARK = re.compile(r"[\ue000-\ue00f]|\\ue00[0-9a-f]")
"""One of these, as it is or escaped."""
RESERVED = frozenset({rules.NAME_RESERVED.code, rules.NAME_WITH_DELIMITER.code})
NAMELESS = frozenset({rules.MISSING_ATTRIBUTE.code, rules.UNNAMED_BODY.code})
CORRECTABLE_CODES = SUGGESTED | DUPLICATE_NAME_CODES | RESERVED | NAMELESS | {rules.TOP_LEVEL_RELATIVE_TO.code}
REFERRED_TO = frozenset({"link", "joint", "frame", "model", "body"})
"""Elements that others name."""


def recover_from_typos(sink: Sink, source: Source, look: Look | None) -> None:
    """Drops the findings of a load that follow from misspelt names, and adds those that these hide.

    Args:
        sink: holds its findings.
        source: the document.
        look: reads and checks a source of the same text, and answers the findings; None: it was corrected already.
    """
    if look is None or len(source.data) > MOST_BYTES:
        return
    if not any(finding.code in CORRECTABLE_CODES for finding in sink.found):
        return
    before = list(sink.found)
    mends = _find_corrections(before, source)
    if not mends:
        return
    told = mends
    seen: list[LazyFinding] = []
    for _ in range(MOST_ROUNDS):
        seen = look(CorrectedSource(source, told))
        more = [each for each in _find_corrections(seen, source) if each.finding.code in SUGGESTED]
        if not more:
            break
        told = [*told, *more]
    kept = {_key(each.finding) for each in told if each.kind != "follow"} | {_key(finding) for finding in seen}
    taken_out = {(each.finding.file, each.finding.xpath) for each in told if each.kind == "drop"}
    gone = [
        finding for finding in before if _key(finding) not in kept and (finding.file, finding.xpath) not in taken_out
    ]
    was_ok = sink.ok
    causes = _causes(mends, [finding for finding in gone if finding.severity == "error"], source, look)
    for cause in causes:
        cause.severity = "error"
    are_causes = set(map(id, causes))
    known = {_key(finding) for finding in before}
    new = [finding for finding in seen if _key(finding) not in known] + [
        each.finding for each in told[len(mends) :] if _key(each.finding) not in known
    ]
    unsure = {each.finding.xpath for each in mends if each.kind == "tag" and id(each.finding) not in are_causes}
    # a made-up name makes no part of anything, and what it is missing from was meant to have it
    made_up = {_path(each.finding) for each in mends if each.kind in ("give", "rename")}
    dropped = set(map(id, gone))
    sink.found = [finding for finding in sink.found if id(finding) not in dropped] + [
        finding
        for finding in {_key(each): _restore_original_names(each) for each in new}.values()
        if not (was_ok and finding.severity == "error")
        and not _is_within(finding, unsure)
        and _path(finding) not in made_up
        and not finding.row  # tables are applied to the text as it is
    ]


def _causes(mends: list[Correction], errors: list[LazyFinding], source: Source, look: Look) -> list[LazyFinding]:
    """The findings about names that errors follow from, as far as they are no errors themselves."""
    lesser = [each for each in mends if each.finding.severity != "error" and each.kind != "follow"]
    if not errors or not lesser:
        return []
    if len(lesser) == 1 or len(lesser) > MOST_TRIED:
        return [each.finding for each in lesser]
    found = []
    wrong = {_key(error) for error in errors}
    for each in lesser:
        there = {_key(finding) for finding in look(CorrectedSource(source, [each]))}
        if wrong - there:
            found.append(each.finding)
    return found or [each.finding for each in lesser]


def _find_corrections(findings: Iterable[LazyFinding], source: Source) -> list[Correction]:
    findings = [finding for finding in findings if finding.file == source.name]
    free = iter(find_unresolved_names(findings) if any(finding.code in NAMELESS for finding in findings) else ())
    # of two joints that hold one body, where there are two bodies of that name, one is meant for the other body
    seconds = {
        str(finding.arguments["body"]): finding for finding in findings if finding.code == rules.SECOND_JOINT.code
    }
    mends: list[Correction] = []
    for number, finding in enumerate(findings):
        if finding.code not in CORRECTABLE_CODES:
            continue
        if finding.code in SUGGESTED:
            near = finding.argument("suggested")
            if near and finding.line:
                kind = "word" if finding.code == rules.NOT_ALLOWED.code else "tag" if near[0] != "@" else "attribute"
                mends.append(Correction(finding, kind, near.removeprefix("@")))
        elif not finding.line:
            continue
        elif finding.code in RESERVED:
            mends.append(Correction(finding, "rename", f"{number}{_make_unique_suffix(number)}"))
        elif finding.code in DUPLICATE_NAME_CODES:
            name = str(finding.argument("name") or "").rpartition(SEPARATOR)[2]
            another = name + _make_unique_suffix(number)
            mends.append(Correction(finding, "give", another))
            if (second := seconds.pop(name, None)) is not None:
                mends.append(Correction(second, "follow", another))
        elif finding.code == rules.TOP_LEVEL_RELATIVE_TO.code:
            mends.append(Correction(finding, "drop"))
        elif finding.element in REFERRED_TO and (
            finding.code == rules.UNNAMED_BODY.code
            or (finding.code in NAMELESS and finding.argument("part") == "@name")
        ):
            mends.append(Correction(finding, "give", next(free, None) or _make_unique_suffix(number)))
    return mends


def find_unresolved_names(findings: Iterable[LazyFinding]) -> list[str]:
    """Names that lead nowhere and resemble nothing: what they mean may have lost its name."""
    lost = dict.fromkeys(
        finding.argument("reference")
        for finding in findings
        if finding.argument("reference") and not finding.argument("advice")
    )
    return [name for name in lost if isinstance(name, str) and SEPARATOR not in name]


def _restore_original_names(finding: LazyFinding) -> LazyFinding:
    """A finding of a mended text as one of the text itself."""
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


def _path(finding: LazyFinding) -> tuple[str | None, str]:
    return finding.file, finding.xpath.rpartition("/@")[0] if finding.attribute else finding.xpath


def _is_within(finding: LazyFinding, paths: set[str]) -> bool:
    path = finding.xpath
    while path and path not in paths:
        path = path.rpartition("/")[0]
    return path in paths


def _key(finding: LazyFinding) -> Hashable:
    return finding.code, finding.row, finding.file, finding.line, finding.column, finding.arguments.get("part")
