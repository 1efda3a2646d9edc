"""Whether everything in a document is in the one that it was converted to, or was told: XML beside XML.

This knows nothing of the converter, only what formats write otherwise: values that are the other format's default, and words
that are true or false.

``python -m tests.accounting [--to FORMAT] [PATH…]`` prints what is in neither for every document below the paths: those of
URDF and SKEL, or for ``--to urdf`` those of SDFormat, SKEL and directives, with the files that they include.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from math import radians
from pathlib import Path
from typing import Any

import bodyplan
from lxml import etree

WHOLE = ("BP920", "BP923", "BP924")
"""Findings about an element with all that stands in it."""
TRUTH = frozenset({"true", "false", "yes", "no"})
SCENE = ("link", "joint", "frame")
OWNERS = {"robot": SCENE, "sdf": SCENE, "skel": ("body", "joint"), "mujoco": (), "mujocoinclude": ()}
"""What has a name of its own in the other document, by root."""
MJCF = ("mujoco", "mujocoinclude")
"""Roots of documents that say numbers otherwise: angles in degrees, halves of lengths."""
PLACED = frozenset({"pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "fromto", "dir", "polycoef", "ref"})
"""Attributes of MJCF from which other numbers follow: what moves is compared by tests that move it."""
WEIGHED = frozenset({"mass", "density", "shellinertia", "diaginertia", "fullinertia"})
"""Those from which masses follow, which are compared, too."""
CLASSES = frozenset({"class", "childclass"})
"""Those that name classes, whose attributes are looked for by themselves."""
MASKS = frozenset({"contype", "conaffinity"})
"""Two sets of bits that are one in SDFormat, with other bits; where they are none, each shape is reported."""
MOVED = frozenset({"range", "springref"})
"""Those that are others where a joint has another zero, which is reported of each joint, and may follow from a class."""
WORDS = {
    "hinge": ("revolute", "continuous"),
    "slide": ("prismatic",),
    "free": ("",),
    "sdf": ("mesh",),
    "capsule": ("sphere", "drake:capsule"),
    "ellipsoid": ("drake:ellipsoid", "sphere"),
    "plane": ("box",),
}
"""Words of MJCF for which others stand elsewhere."""
ABOUT = ("name", "reference")
"""Attributes by which parts of a document are about a link or joint."""
ENDINGS = {
    "sdformat": ("*.urdf", "*.skel", "*.xml"),
    "urdf": ("*.sdf", "*.world", "*.skel", "*.dmd.yaml", "*.xml"),
}
_RENAMED = re.compile(r"(?:attribute 'name' of )?<[\w:]+> '([^']*)'")
"""What is told to be something else: references to it have another name too."""
TEXT = "text()"
_PART = re.compile(r"attribute '([^']+)' of ")
_NO_TAGS = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL)
_PROLOG = re.compile(rf"(?:\ufeff|\s|{_NO_TAGS.pattern})*", re.DOTALL)
_START = re.compile(r"<[A-Za-z_]")
_PREFIXES = re.compile(r"</?([A-Za-z_][\w.-]*):|\s([A-Za-z_][\w.-]*):[\w.-]+\s*=")


def unaccounted(text: str, made: bodyplan.Conversion, file: str | None = None) -> list[str]:
    """What stands in a robot, and neither in the document made of it nor in what was told."""
    source, target = parsed(text), parsed(made.document.dumps())
    wholes, parts = _told(source, [each for each in (*made.losses, *made.changes) if each.file in (None, file)])
    renamed = {match[1] for each in made.changes if (match := _RENAMED.match(each.message))}
    is_moved = any("whose zero is at" in each.message for each in made.changes)
    missing = []
    outside = len(_START.findall(_NO_TAGS.sub("", text))) - sum(1 for _ in source.iter("*"))
    if outside and not any(not each.xpath for each in made.losses):
        missing.append(f"{outside} elements outside of the root")
    for element in source.iter("*"):
        if any(around in wholes for around in (element, *element.iterancestors())):
            continue
        region = _MjcfRegion(target, is_moved) if source.tag in MJCF else _Region(target, _owner(element))
        path = source.getroottree().getpath(element)
        for name, value in element.attrib.items():
            if name == "version" and element is source:
                continue
            if (element, _local(name)) not in parts and _last(value) not in renamed:
                missing += [f"{path}/@{name} {word!r}" for word in region.without(value, _local(name))]
        if (element, TEXT) not in parts and _last(element.text or "") not in renamed:
            missing += [f"{path} {word!r}" for word in region.without(element.text or "")]
        is_bare = not element.attrib and not len(element) and not (element.text or "").strip()
        if is_bare and (element, TEXT) not in parts and not region.has_tag(etree.QName(element).localname):
            missing.append(path)
    return missing


def unaccounted_in_includes(document: Any, made: bodyplan.Conversion) -> list[str]:
    """The same of what a document includes, but for where a file says that its model stands, which its include may say anew.

    What an include takes out of its model by parameters stays in the file.
    """
    if "experimental:params" in document.dumps():
        return []
    sources: dict[str | None, Any] = {}
    for source in (source for scene in document.scenes for source in scene._validated.description.sources):
        sources.setdefault(source.name, source)  # what was made of a file on the way has its name, too
    return [
        f"{name}: {each}"
        for name, source in sources.items()
        if name not in (None, document.path)
        for each in unaccounted(source.text, made, name)
        if not each.startswith("/sdf/model/pose")
    ]


def parsed(text: str) -> Any:
    """The root of a document as its readers take it, which are not strict.

    They know no namespaces, so that prefixes need not be declared, take an entity for its name, and care for nothing that
    stands in a comment.
    """
    text = _NO_TAGS.sub(lambda match: "\n" * match[0].count("\n") if match[0].startswith("<!--") else match[0], text)
    prolog = _PROLOG.match(text)
    head = prolog.end() if prolog is not None else 0
    tags = _NO_TAGS.sub("", text)
    used = {match[1] or match[2] for match in _PREFIXES.finditer(tags)} - {"xml", "xmlns"}
    spaces = "".join(
        f' xmlns:{each}="urn:{each}"' for each in sorted(used) if not re.search(rf"\sxmlns:{re.escape(each)}\s*=", tags)
    )
    begin = re.compile(r"<[^\s/>]+").match(text, head)
    at = head if begin is None else begin.end()
    body = re.sub(r"&(?!(?:amp|lt|gt|quot|apos|#\w+);)", "&amp;", text[at:])
    return etree.fromstring((text[:at] + spaces + body).encode(), etree.XMLParser(recover=True, huge_tree=True))


def _tag(element: Any) -> str:
    """The name of an element, with its prefix."""
    name = etree.QName(element).localname
    return f"{element.prefix}:{name}" if element.prefix else str(name)


def _local(attribute: str) -> str:
    """The name of an attribute without its namespace."""
    return attribute.rpartition("}")[2]


def _last(reference: str) -> str:
    """The name in a reference to what stands in a nested model.

    Findings name what they are about without the models around it, and so do references from inside of these models.
    """
    return reference.strip().rpartition("::")[2]


def _told(source: Any, findings: Iterable[bodyplan.Diagnostic]) -> tuple[set[Any], set[tuple[Any, str]]]:
    """Elements that are told with all that stands in them, and attributes and texts that are told by themselves.

    A change that names no attribute is about the words of its element, in prose: which of them, only a reader of the message
    knows, so all attributes and the text of this element count as told, but nothing that stands inside.
    """
    wholes: set[Any] = set()
    parts: set[tuple[Any, str]] = set()
    spaces = {prefix: uri for node in source.iter("*") for prefix, uri in node.nsmap.items() if prefix}
    for each in findings:
        if not each.xpath:
            continue
        found = source.xpath(each.xpath.partition("/@")[0], namespaces=spaces)
        if not found:  # the path is one in the newest version, to which the document was brought; the line is its own
            tag = re.sub(r"\[.*", "", each.xpath.partition("/@")[0].rpartition("/")[2])
            there = [node for node in source.iter("*") if node.sourceline == each.line]
            found = [node for node in there if _tag(node) == tag] or there
        for element in found:
            part = _PART.match(each.message)
            if part is not None:
                parts.add((element, re.split("[:}]", part[1])[-1]))
            elif each.code in WHOLE:
                wholes.add(element)
            else:
                parts |= {(element, _local(name)) for name in (*element.attrib, TEXT)}
    return wholes, parts


def _owner(element: Any) -> list[str]:
    """Names of the links and joints that an element is about; none where it is about the robot."""
    owners = OWNERS[element.getroottree().getroot().tag]
    for around in (element, *element.iterancestors()):
        tag = etree.QName(around).localname
        parent = around.getparent()
        if parent is None or etree.QName(parent).localname not in ("robot", "model", "skeleton"):
            continue
        if tag == "joint":
            children = (child.get("link", "") or (child.text or "").strip() for child in around.iterchildren("child"))
            return [each for each in (around.get("name", ""), *children) if each]
        if tag in owners:
            return [around.get("name", "")]
        if tag == "gazebo" and around.get("reference"):
            return [around.get("reference")]
    return []


class _Region:
    """The parts of a model that links and joints became, with the words and numbers in them.

    What has to be told apart from others of its kind gets more to its name, between underscores: ``hand_palm`` of a nested
    model, ``hinge_1`` of a chain, ``base_joint``. So a name counts where it is all of another one, or stands there so.
    """

    def __init__(self, target: Any, names: list[str]) -> None:
        named = [
            each
            for each in target.iter("*")
            if each.getparent() is not None
            and etree.QName(each.getparent()).localname in ("model", "robot")
            and any(f"_{name.replace('::', '_')}_" in f"_{said}_" for name in names for said in _names(each))
        ]
        shared = target.findall("material")
        self._parts = [*named, *shared] if names else [target]
        texts = [text for part in self._parts for text in _texts(part)]
        self._texts = {text.strip() for text in texts}
        self._words = {word for text in texts for word in text.split()}
        self._numbers = {number for word in self._words if (number := _number(word)) is not None}

    def without(self, text: str, _attribute: str = "") -> list[str]:
        """The words of a text that do not stand there."""
        return [] if text.strip() in self._texts else [word for word in text.split() if not self._has(word)]

    def _has(self, word: str) -> bool:
        number = _number(word)
        if number is not None and (number in (0.0, 1.0) or number in self._numbers):
            return True
        return word in self._words or word.lower() in TRUTH

    def has_tag(self, tag: str) -> bool:
        """Whether there is an element of a name."""
        return any(etree.QName(each).localname == tag for part in self._parts for each in part.iter("*"))


class _MjcfRegion(_Region):
    """All of a document that was made of MJCF, of which any part may follow from a class."""

    def __init__(self, target: Any, is_moved: bool) -> None:
        super().__init__(target, [])
        self._other = PLACED | WEIGHED | CLASSES | MASKS | (MOVED if is_moved else frozenset())
        self._tags = {_tag(each) for each in target.iter("*")}
        self._short = sorted(self._numbers)

    def without(self, text: str, attribute: str = "") -> list[str]:
        """The words of an attribute that neither stand there nor are said by other numbers."""
        if attribute in self._other:
            return []
        words = text.split()
        if attribute == "friction":
            words = words[:1]  # that of turning and rolling is reported of each shape
        return [] if text.strip() in self._texts else [word for word in words if not self._has(word)]

    def _has(self, word: str) -> bool:
        if super()._has(word) or any(
            each in self._tags or each in self._words for each in (word, *WORDS.get(word, ()))
        ):
            return True
        number = _number(word)
        if number is None:
            return any(known.startswith(word) for known in self._words)  # copies have numbers
        return any(self._is_near(each) for each in (radians(number), 2 * number, 2 * radians(number)))

    def _is_near(self, number: float) -> bool:
        at = bisect_left(self._short, number - 1e-9)
        return at < len(self._short) and self._short[at] <= number + 1e-9

    def has_tag(self, tag: str) -> bool:
        """Yes: sections need no element, and elements without attributes have all from their class."""
        return True


def _names(part: Any) -> list[str]:
    """What a part of a document is about: its name; of a joint its child, too, which stands where the joint does."""
    children = [child.get("link") or (child.text or "").strip() for child in part.iterchildren("child")]
    return [part.get(about, "") for about in ABOUT] + children


def _texts(part: Any) -> Iterator[str]:
    for element in part.iter("*"):
        yield element.text or ""
        yield from element.attrib.values()


def _number(word: str) -> float | None:
    try:
        return float.fromhex(word) if "0x" in word.lower() else float(word)
    except ValueError:
        return None


def main(given: list[str]) -> int:
    """Prints what is in neither."""
    found = 0
    to = "sdformat"
    if given[:1] == ["--to"]:
        to, given = given[1], given[2:]
    for root in map(Path, given):
        files = [each for end in ENDINGS[to] for each in root.rglob(end)] if root.is_dir() else [root]
        for file in sorted(files):
            try:
                document = bodyplan.load(file)
                made = bodyplan.convert(document, to)
            except (bodyplan.LoadError, ValueError):
                continue
            missing = unaccounted(document.dumps(), made, str(file)) if file.suffix != ".yaml" else []
            missing += unaccounted_in_includes(document, made)
            found += len(missing)
            for each in missing[:5]:
                print(f"{file}: {each}", flush=True)
    print(found)
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
