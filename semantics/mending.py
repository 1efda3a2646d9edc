"""What is left of the findings of a document, and what joins them, once what is misspelt in it reads as it was meant.

A name that is misspelt, missing or not allowed takes others along: whatever refers to it leads nowhere, and what stands
behind it is not looked at. Such a document is looked at once more with these names put right. Findings that are gone
then follow from the name alone and are dropped; if an error is among them, the finding about the name becomes one.
Findings that come up were there all the time and are told at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from ..runtime.diagnostics import rules_frames, rules_sdformat, rules_skel, rules_urdf
from ..runtime.diagnostics import rules_values as rules
from ..runtime.source import Source, literal_tag
from .description.names import SEPARATOR, WORLD

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from lxml.etree import _Element

    from ..runtime.diagnostics.diagnostic import Diagnostic
    from ..runtime.diagnostics.sink import Sink

MOST_ROUNDS = 3
"""How often a document is looked at anew; what is put right may hold what is misspelt."""
MOST_BYTES = 1 << 22
"""Size of the largest text that is looked at anew."""
MOST_TRIED = 8
"""So many names are put right one by one, where it is not clear which of them an error follows from."""

SUGGESTED = frozenset({rules.UNKNOWN_ELEMENT.code, rules.UNKNOWN_ATTRIBUTE.code, rules.NOT_ALLOWED.code})
TAKEN = frozenset(
    {
        rules_frames.DUPLICATE_FRAME_NAME.code,
        rules_sdformat.DUPLICATE_NAME.code,
        rules_sdformat.SIBLING_NAME.code,
        rules_urdf.DUPLICATE_LINK.code,
        rules_urdf.DUPLICATE_JOINT.code,
        rules_skel.DUPLICATE_BODY.code,
    }
)
"""Names that something else has already."""
MARK = "\ue000"
"""Ends made-up names, so that they can be told from those of the document."""
RESERVED = frozenset({rules_sdformat.NAME_RESERVED.code, rules_sdformat.NAME_WITH_DELIMITER.code})
NAMELESS = frozenset({rules.MISSING_ATTRIBUTE.code, rules_skel.UNNAMED_BODY.code})
MENDED = SUGGESTED | TAKEN | RESERVED | NAMELESS | {rules_sdformat.TOP_LEVEL_RELATIVE_TO.code}
REFERRED_TO = frozenset({"link", "joint", "frame", "model", "body"})
"""Elements that others name."""

Look: TypeAlias = "Callable[[Source], list[Diagnostic]]"
"""Reads and checks a source, and answers what it found."""


@dataclass(frozen=True)
class Mend:
    """Something to put right: where it stands, and what is to be there."""

    finding: Diagnostic
    kind: str
    text: str = ""

    def is_at(self, element: _Element, source: Source) -> bool:
        """Whether it is about an element."""
        place = source.position(element, self.finding.attribute)
        return place == (self.finding.line, self.finding.column)


class Mended(Source):
    """A text whose tree is put right as soon as there is one; places are those of the text."""

    __slots__ = ("_called", "_mends", "_was")

    def __init__(self, source: Source, mends: Iterable[Mend]) -> None:
        super().__init__(source.name, source.data)
        self._mends = tuple(mends)
        self._was: dict[tuple[_Element, str], str] = {}
        self._called: dict[_Element, str | None] = {}

    def adopt(self, root: _Element) -> None:
        """Takes the tree, and puts it right."""
        super().adopt(root)
        self.put_right(root)

    def put_right(self, root: _Element) -> None:
        """Changes a tree of the text."""
        by_tag: dict[str, list[Mend]] = {}
        for mend in self._mends:
            by_tag.setdefault(mend.finding.element, []).append(mend)
        found: list[tuple[Mend, _Element]] = []
        for element in root.iter():
            for mend in by_tag.get(literal_tag(element), ()):
                if mend.is_at(element, self):
                    found.append((mend, element))
        for mend, element in found:
            self._apply(mend, element)

    def position(self, element: _Element, attribute: str | None = None) -> tuple[int, int]:
        """Where it stands in the text."""
        return super().position(element, self._was.get((element, attribute), attribute) if attribute else None)

    def xpath(self, element: _Element, attribute: str | None = None) -> str:
        """As the text has it."""
        if not self._called:
            return super().xpath(element, attribute)
        now = {called: called.get("name") for called in self._called}
        for called, name in self._called.items():
            _set(called, name)
        self._paths.clear()
        path = super().xpath(element, self._was.get((element, attribute), attribute) if attribute else None)
        for called, name in now.items():
            _set(called, name)
        return path

    def _apply(self, mend: Mend, element: _Element) -> None:
        attribute, text = mend.finding.attribute, mend.text
        if mend.kind == "tag":
            self.tags[element] = self.names[element] = literal_tag(element)
            prefix, colon, local = text.rpartition(":")
            uri = element.nsmap.get(prefix) if colon else None
            if uri or not colon:  # with a prefix that nothing declares, only the parser can make a tag
                element.tag = f"{{{uri}}}{local}" if uri else text
        elif mend.kind == "attribute" and attribute is not None and element.get(text) is None:
            element.set(text, element.attrib.pop(attribute, ""))
            self._was[element, text] = attribute
        elif mend.kind in ("word", "follow"):
            if attribute is None:
                element.text = text
            else:
                element.set(attribute, text)
        elif mend.kind == "give":
            self._called.setdefault(element, element.get("name"))
            element.set("name", text)
        elif mend.kind == "drop" and attribute is not None:
            element.attrib.pop(attribute, None)
        elif mend.kind == "rename" and attribute is not None:
            self._rename(element, attribute, text)

    def _rename(self, element: _Element, attribute: str, new: str) -> None:
        """Gives an element another name, with all that refers to it in what it stands in."""
        old, around = element.get(attribute, ""), element.getparent()
        self._called.setdefault(element, old)
        for other in around.iter() if around is not None else ():
            for name, text in other.items():
                if name != "name" and (text == old or text.startswith(old + SEPARATOR)):
                    other.set(name, new + text[len(old) :])
            text = "" if len(other) else (other.text or "").strip()
            # that the world is a parent is what such documents mean
            if old == WORLD and literal_tag(other) == "parent":
                continue
            if text and (text == old or text.startswith(old + SEPARATOR)):
                other.text = new + text[len(old) :]
        element.set(attribute, new)


def _set(element: _Element, name: str | None) -> None:
    if name is None:
        element.attrib.pop("name", None)
    else:
        element.set("name", name)


def mend(source: Source, sink: Sink, look: Look) -> bool:
    """Drops the findings of a load that follow from misspelt names, and adds those that these hide.

    Answers whether there was such a name.

    Args:
        source: the document.
        sink: holds its findings.
        look: reads and checks a source of the same text, and answers the findings.
    """
    if len(source.data) > MOST_BYTES or not any(_may_be_mended(finding) for finding in sink.found):
        return False
    before = list(sink.found)
    mends = _mends_of(before, source)
    if not mends:
        return False
    told = mends
    seen: list[Diagnostic] = []
    for _ in range(MOST_ROUNDS):
        seen = look(Mended(source, told))
        more = [each for each in _mends_of(seen, source) if each.finding.code in SUGGESTED]
        if not more:
            break
        told = [*told, *more]
    named = {_key(each.finding) for each in told if each.kind != "follow"}
    there = {_key(finding) for finding in seen}
    taken_out = {(each.finding.file, each.finding.xpath) for each in told if each.kind == "drop"}
    gone = [
        finding
        for finding in before
        if not {_key(finding)} & (there | named) and (finding.file, finding.xpath) not in taken_out
    ]
    was_ok = sink.ok
    causes = _causes(mends, [finding for finding in gone if finding.severity == "error"], source, look)
    for cause in causes:
        sink.escalate(cause)
    known = {_key(finding) for finding in before}
    new = [finding for finding in seen if _key(finding) not in known] + [
        each.finding for each in told[len(mends) :] if _key(each.finding) not in known
    ]
    unsure = [each.finding.xpath for each in mends if each.kind == "tag" and each.finding not in causes]
    # a made-up name makes no part of anything, and what it is missing from was meant to have it
    made_up = {_path(each.finding) for each in mends if each.kind in ("give", "rename")}
    dropped = set(map(id, gone))
    sink.replace(
        [finding for finding in sink.found if id(finding) not in dropped]
        + [
            finding
            for finding in {_key(each): _as_written(each) for each in new}.values()
            if not (was_ok and finding.severity == "error")
            and not any(_is_within(finding, path) for path in unsure)
            and _path(finding) not in made_up
            and not finding.row  # tables are applied to the text as it is
        ]
    )
    return True


def _causes(mends: list[Mend], errors: list[Diagnostic], source: Source, look: Look) -> list[Diagnostic]:
    """The findings about names that errors follow from, as far as they are no errors themselves."""
    lesser = [each for each in mends if each.finding.severity != "error" and each.kind != "follow"]
    if not errors or not lesser:
        return []
    if len(lesser) == 1 or len(lesser) > MOST_TRIED:
        return [each.finding for each in lesser]
    found = []
    wrong = {_key(error) for error in errors}
    for each in lesser:
        there = {_key(finding) for finding in look(Mended(source, [each]))}
        if wrong - there:
            found.append(each.finding)
    return found or [each.finding for each in lesser]


def _may_be_mended(finding: Diagnostic) -> bool:
    return finding.code in MENDED


def _mends_of(findings: Iterable[Diagnostic], source: Source) -> list[Mend]:
    findings = [finding for finding in findings if finding.file == source.name]
    free = _lost(findings) if any(finding.code in NAMELESS for finding in findings) else []
    # of two joints that hold one body, where there are two bodies of that name, one is meant for the other body
    seconds = {
        str(finding.arguments["body"]): finding for finding in findings if finding.code == rules_skel.SECOND_JOINT.code
    }
    mends: list[Mend] = []
    for number, finding in enumerate(findings):
        if finding.code not in MENDED:
            continue
        if finding.code in SUGGESTED:
            near = finding.argument("suggested")
            if near and finding.line:
                kind = "word" if finding.code == rules.NOT_ALLOWED.code else "tag" if near[0] != "@" else "attribute"
                mends.append(Mend(finding, kind, near.removeprefix("@")))
        elif not finding.line:
            continue
        elif finding.code in RESERVED:
            mends.append(Mend(finding, "rename", f"{number}{MARK}"))
        elif finding.code in TAKEN:
            name = str(finding.argument("name") or "").rpartition(SEPARATOR)[2]
            another = name + MARK * (number + 1)
            mends.append(Mend(finding, "give", another))
            if (second := seconds.pop(name, None)) is not None:
                mends.append(Mend(second, "follow", another))
        elif finding.code == rules_sdformat.TOP_LEVEL_RELATIVE_TO.code:
            mends.append(Mend(finding, "drop"))
        elif finding.element in REFERRED_TO and (
            finding.code == rules_skel.UNNAMED_BODY.code
            or (finding.code in NAMELESS and finding.argument("part") == "@name")
        ):
            mends.append(Mend(finding, "give", free.pop(0) if free else MARK * (number + 1)))
    return mends


def _lost(findings: Iterable[Diagnostic]) -> list[str]:
    """Names that lead nowhere and resemble nothing: what they mean may have lost its name."""
    lost = dict.fromkeys(
        finding.argument("reference")
        for finding in findings
        if finding.argument("reference") and not finding.argument("advice")
    )
    return [name for name in lost if isinstance(name, str) and SEPARATOR not in name]


def _as_written(finding: Diagnostic) -> Diagnostic:
    """A finding of a mended text as one of the text itself."""
    finding.detach()
    texts = finding.message, finding.hint or "", *map(str, finding.arguments.values())
    if not any(MARK in text for text in texts):
        return finding
    arguments = {
        name: value.replace(MARK, "") if isinstance(value, str) else value for name, value in finding.arguments.items()
    }
    hint = None if finding.hint is None else finding.hint.replace(MARK, "").replace(repr(MARK)[1:-1], "")
    message = finding.message.replace(MARK, "").replace(repr(MARK)[1:-1], "")
    return replace(finding, message=message, hint=hint, arguments=arguments)


def _path(finding: Diagnostic) -> tuple[str | None, str]:
    return finding.file, finding.xpath.rpartition("/@")[0] if finding.attribute else finding.xpath


def _is_within(finding: Diagnostic, path: str) -> bool:
    return finding.xpath == path or finding.xpath.startswith(path + "/")


def _key(finding: Diagnostic) -> Hashable:
    return finding.code, finding.row, finding.file, finding.line, finding.column, finding.arguments.get("part")
