"""Fixes that add, move or remove parts of a document, and those about versions."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import BodyplanError
from ...runtime.element import Element
from ...runtime.field_tables import kind_of, parts_of
from ...runtime.forbidden_xml import unescape_attribute
from ...runtime.patterns import compile_pattern
from ...runtime.saving.style import quote_value
from ..core.bindings import bindings_of, versions_of
from ..core.written_file import TextChange
from ..document.document import get_parsed
from ..document.readback import NAMESPACES
from ..formats.registry import by_root
from .candidate import Draft, NoFixFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.saving.layout import MarkupPiece, WrittenElement
    from ..core.written_file import WrittenFile
    from .candidate import Case

_NAME = compile_pattern(r"[^\W\d][\w.:-]*")
_REMARK = compile_pattern(r"[^\W\d_]{2,}\W+[^\W\d_]{2,}")
"""Two words."""
_HYPHENS = compile_pattern(r"-(?=-)")


def remove_repeated(case: Case) -> Iterator[Draft]:
    """The text without the second of two."""
    node, file = case.node, case.file
    parent = file.layout.parent(node)
    if parent is None:
        raise NoFixFound
    name, written = file.layout.name(node), file.text[node.start : node.end].split()
    same = any(
        file.layout.name(each) == name and file.text[each.start : each.end].split() == written
        for each in file.children(parent)
        if each.start < node.start
    )
    yield Draft(f"remove <{name}>", (file.remove_element(node),), None if same else "never")


def remove_stray_text(case: Case) -> Iterator[Draft]:
    """The text without what is between elements; what reads like a remark becomes a comment."""
    file = case.file
    nodes = file.nodes_before(case.finding)
    places = (
        (around, at) for node in nodes for around, at in ((node, node.tag_end), (file.layout.parent(node), node.end))
    )
    for around, start in places:
        pieces: list[MarkupPiece] = []
        for piece in around.pieces if around is not None else ():
            if piece.start >= start:
                if piece.kind == "element":
                    break
                if file.style.is_content(piece):
                    pieces.append(piece)
        texts = [file.text[piece.start : piece.end] for piece in pieces]
        if not pieces or " ".join(unescape_attribute("".join(texts)).split())[:40] != case.get_argument("text"):
            continue
        changes = []
        for piece, raw in zip(pieces, texts):
            start = piece.start + len(raw) - len(raw.lstrip())
            remark = f"<!-- {raw.strip()} -->" if _REMARK.search(raw) and "--" not in raw else ""
            changes.append(TextChange(start, start + len(raw.strip()), remark))
        yield Draft("make it a comment" if any(each.text for each in changes) else "remove the text", tuple(changes))
        return


def escape_xml(case: Case) -> Iterator[Draft]:
    """What XML asks for: an ampersand by its name, and no two hyphens beside each other in a comment."""
    file = case.file
    at = file.offset(case.finding.line, max(case.finding.column, 1))
    if at is None:
        return
    if file.text[at : at + 1] == "&" and not file.text.startswith(("&#", "&amp;"), at):
        yield Draft("write &amp;", (TextChange(at + 1, at + 1, "amp;"),))
        return
    if "hyphen" not in str(case.get_argument("reason")):
        return
    start = file.text.rfind("<!--", 0, at + 4)
    end = file.text.find("-->", start + 4)
    if start < 0 or end < 0 or end + 3 < at:
        return
    inside = file.text[start + 4 : end]
    changes = [
        TextChange(start + 4 + match.end(), start + 4 + match.end(), " ") for match in _HYPHENS.finditer(inside + "-")
    ]
    if changes:
        yield Draft("put a blank between the hyphens", tuple(changes))


def declare_prefix(case: Case) -> Iterator[Draft]:
    """The declaration of a prefix on the root element."""
    prefix, file = str(case.get_argument("prefix")), case.file
    uri = NAMESPACES.get(prefix)
    if uri is None:
        return
    root = file.layout.node(0)
    at = root.start + 1 + len(file.layout.name(root))
    for written in file.layout.attributes(root).values():
        at = max(at, written.end)
    yield Draft(f"declare {prefix!r}", (TextChange(at, at, f" {file.style.attribute(f'xmlns:{prefix}', uri)}"),))


def add_element(case: Case) -> Iterator[Draft]:
    """An element inside of the one that the finding is about, or of the root where it is about what refers to one."""
    file, node = case.file, case.node
    said = {name: quote_value(str(value), '"') for name, value in case.finding.arguments.items()}
    element = case.fixing.argument.format(**said)
    if element.startswith("<link"):
        node = file.layout.node(0)
    elif element.startswith("<joint") or (element == "<pose/>" and file.layout.name(node) != "include"):
        node = file.layout.parent(node) or node
    yield Draft(f"add {element}", tuple(file.append_element(node, element)))


def _format_of(file: WrittenFile) -> str | None:
    """The format whose root element, as it is called today, a file begins with."""
    root = file.layout.node(0)
    tag = file.layout.name(root)
    row = by_root(tag, file.name, map(file.layout.name, file.children(root)))
    return row.name if row is not None and row.tags[0] == tag else None


def _class_of(file: WrittenFile, node: WrittenElement, version: str | None, package: str | None) -> Any:
    """The class of an element in a version of its format; None where that has none."""
    way = file.ancestors(node)
    format = _format_of(file)
    if format is None:
        return None
    known = versions_of(format)
    bindings = bindings_of(format, version if version in known else None, package=package)
    cls: Any = bindings.root
    for inner in way[1:]:
        name = file.layout.name(inner)
        parts = parts_of(cls).by_place
        part = parts.get(name) or next((each for each in parts.values() if each.name == name), None)
        if part is None or part.kind != "Element":
            return None
        cls = kind_of(cls, part.field)
        if not issubclass(cls, Element):
            return cls if inner is way[-1] else None
    return cls


def replace_deprecated(case: Case) -> Iterator[Draft]:
    """What is in the place of what is deprecated: another tag, or the same one deeper inside."""
    file, node = case.file, case.node
    instead = str(case.get_argument("instead")).removeprefix("the plain ")
    if case.finding.attribute is not None:
        return
    if _NAME.fullmatch(instead):
        yield Draft(f"write <{instead}>", tuple(file.rename_element(node, instead)))
        return
    outer, slash, inner = instead.partition("/")
    parent = file.layout.parent(node)
    if not (slash and _NAME.fullmatch(outer) and _NAME.fullmatch(inner)) or parent is None:
        return
    if any(file.layout.name(each) == outer for each in file.children(parent)):
        return
    changes = [] if file.layout.name(node) == inner else file.rename_element(node, inner)
    around = [TextChange(node.start, node.start, f"<{outer}>"), TextChange(node.end, node.end, f"</{outer}>")]
    yield Draft(f"write <{outer}>", (around[0], *changes, around[1]))


def raise_version(case: Case) -> Iterator[Draft]:
    """The first version that has it: declared, or with all that the rules between the versions change."""
    file, finding = case.file, case.finding
    root = file.layout.node(0)
    format, written = _format_of(file), file.layout.attributes(root).get("version")
    if format is None:
        return
    node, known = case.node, list(versions_of(format))
    declared = str(case.get_argument("version"))
    if declared not in known:
        return
    place = f"@{finding.attribute}" if finding.attribute is not None else file.layout.name(node)
    owner = node if finding.attribute is not None else file.layout.parent(node)
    for version in known[known.index(declared) + 1 :]:
        cls = None if owner is None else _class_of(file, owner, version, case.options.bindings)
        if cls is not None and issubclass(cls, Element) and place in parts_of(cls).by_place:
            break
    else:
        return
    if written is None:
        number = _add_version(file, root, version)
    else:
        number = TextChange(written.value_start, written.value_end, version)
    yield Draft(f"declare version {version}", (number,), "exact")
    document = case.document
    if document is not None and get_parsed(document).source is file.source:
        try:
            text, losses = document.export(version=version)
        except (BodyplanError, ValueError):
            losses = ()
        else:
            if not losses:
                yield Draft(f"convert to version {version}", tuple(_differences(file.text, text)), "exact")
    yield Draft(f"declare version {version}", (number,), "never")


def _differences(old: str, new: str) -> Iterator[TextChange]:
    """The lines that differ between two texts."""
    olds, news = old.splitlines(keepends=True), new.splitlines(keepends=True)
    ends = [0]
    for line in olds:
        ends.append(ends[-1] + len(line))
    for kind, start, end, new_start, new_end in SequenceMatcher(None, olds, news, autojunk=False).get_opcodes():
        if kind != "equal":
            yield TextChange(ends[start], ends[end], "".join(news[new_start:new_end]))


def declare_version(case: Case) -> Iterator[Draft]:
    """The version that a document is to declare."""
    said = str(case.get_argument(case.fixing.argument))
    yield Draft(f"declare version {said}", (_add_version(case.file, case.node, said),))


def _add_version(file: WrittenFile, root: WrittenElement, version: str) -> TextChange:
    """The declaration of a version, before the other attributes."""
    at = root.start + 1 + len(file.layout.name(root))
    return TextChange(at, at, f" {file.style.attribute('version', version)}")
