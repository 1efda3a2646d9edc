"""Which files in xacro describe a robot or world, and which are made for others to include."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...runtime.files import FILES, Files, Unreadable
from ...runtime.patterns import compile_pattern
from ...runtime.source import literal_tag
from ..formats.registry import root_tags

if TYPE_CHECKING:
    from lxml.etree import _Element

MOST_BYTES = 1 << 24
"""Of a file that is looked into."""
_LIBRARY_TAG = "xacro:macro"
_DECLARING = frozenset({_LIBRARY_TAG, "xacro:property", "xacro:arg"})
_LIBRARY_ENDINGS = (".srdf.xacro",)
"""Ends of names of files whose root is called as a robot's, and which say other things of one."""
NAMED_ROOTS = frozenset({"robot"})
"""Root elements that have a name in each document."""
_URDF_ENDING, _DIRECTIVES_ENDING = ".urdf", ".dmd.yaml"
_INCLUDED_ENDINGS = (".xacro", _URDF_ENDING)
_ADDED = compile_pattern(rb"add_directives:\s*\{?\s*file:\s*[\"']?(?:package://[^/\s]+/)?([^\s\"'#}]+)")
"""Directives that other directives add."""
_FOLDER = compile_pattern(r"\$\((?:find\s+[^\s()]+|dirname)\s*\)")
_DEFAULT_OF_VARIABLE = compile_pattern(r"\$\(optenv\s+\w+\s+((?:\$\([^()]*\)|[^()])*)\)")
_SUBSTITUTION = compile_pattern(r"\$\{[^}]*\}|\$\([^)]*\)")


def find_entry_points(paths: Iterable[str], files: Files = FILES, others: Iterable[str] = ()) -> frozenset[str]:
    """Those of some files that are documents by themselves.

    A file that has declarations alone, and one that another of the files includes, is a part of others.

    Args:
        paths: the files.
        files: what may be read.
        others: files that count for what they include alone.
    """
    looked = {path: _look(path, files) for path in paths}
    including = (*looked.values(), *(_look(path, files) for path in others))
    included = IncludedFiles(end for _, ends in including for end in ends)
    return frozenset(path for path, (is_robot, _) in looked.items() if is_robot and not included.has(path))


def find_parts(paths: Iterable[str], in_xacro: Iterable[str], files: Files = FILES) -> frozenset[str]:
    """Those of some files whose names are those of documents, and which are parts of others.

    Of URDF this is a file without a link that a document in xacro includes, or that has only what xacro is to complete; of
    directives one that others add.

    Args:
        paths: the files.
        in_xacro: the files in xacro beside these.
        files: what may be read.
    """
    ends: list[str] = []
    candidates: list[str] = []
    libraries: list[str] = []
    added: list[str] = []
    for path in paths:
        is_directives = path.endswith(_DIRECTIVES_ENDING)
        if not is_directives and not path.endswith(_URDF_ENDING):
            continue
        try:
            data = files.read(path, MOST_BYTES)
        except Unreadable:
            continue
        if is_directives:
            added += [_end_of(each.decode("utf-8", "replace")) for each in _ADDED.findall(data)]
        else:
            candidates += [] if b"<link" in data else [path]
            libraries += [path] if b"<link" not in data and b"xacro" in data and not _look(path, files)[0] else []
            ends += _look(path, files)[1] if b"xacro:include" in data else []
    if candidates:
        ends += (end for path in in_xacro for end in _look(path, files)[1])
    included, of_directives = IncludedFiles(ends), IncludedFiles(end for end in added if end)
    return frozenset(libraries) | frozenset(
        path
        for path in (*candidates, *(each for each in paths if added and each.endswith(_DIRECTIVES_ENDING)))
        if (of_directives if path.endswith(_DIRECTIVES_ENDING) else included).has(os.path.abspath(path))
    )


class IncludedFiles:
    """Files that others include, known by the ends of their paths.

    Args:
        ends: of paths, in which ``*`` may stand for anything.
    """

    def __init__(self, ends: Iterable[str]) -> None:
        met = set(ends)
        self._ends = {end for end in met if "*" not in end}
        self._patterns = [re.compile("[^/]*".join(map(re.escape, end.split("*")))) for end in sorted(met - self._ends)]

    def has(self, path: str) -> bool:
        """Whether a file is one of them."""
        ends = list(_ends_of(path))
        return not self._ends.isdisjoint(ends) or any(each.fullmatch(end) for each in self._patterns for end in ends)


def find_documents_of(part: str, paths: Iterable[str], files: Files = FILES) -> list[str]:
    """The documents among some files that include a file, directly or through others; none where it is no part of any."""
    names = {os.path.abspath(path): path for path in paths}
    looked = {path: _look(path, files) for path in names}
    parts, met = [os.path.abspath(part)], {os.path.abspath(part)}
    for each in parts:  # the list grows while it is gone through
        including = [path for path, (_, ends) in looked.items() if path not in met and IncludedFiles(ends).has(each)]
        parts += including
        met.update(including)
    documents = find_entry_points(looked, files)
    return [names[path] for path in looked if path in documents and path in parts[1:]]


def _ends_of(path: str) -> Iterator[str]:
    names = path.replace(os.sep, "/").split("/")
    return ("/".join(names[start:]) for start in range(len(names)))


def _look(path: str, files: Files) -> tuple[bool, list[str]]:
    """Whether something is in a file besides declarations, and the ends of the paths of files that it includes."""
    if path.endswith(_LIBRARY_ENDINGS):
        return False, []
    from lxml import etree  # a second run over folders without xacro loads none of these

    from ..formats.xacro import SHARED

    parser = etree.XMLParser(
        remove_comments=True, remove_pis=True, recover=True, no_network=True, resolve_entities=False, load_dtd=False
    )
    try:
        root: _Element | None = etree.fromstring(files.read(path, MOST_BYTES), parser)
    except (Unreadable, etree.XMLSyntaxError, ValueError):
        return True, []  # the check reports why
    if root is None or literal_tag(root) not in root_tags():
        return False, []
    tags = [literal_tag(child) for child in root]
    rest = [tag for tag in tags if tag not in _DECLARING]
    is_robot = not SHARED.issuperset(rest) and not (_LIBRARY_TAG in tags and set(rest) <= {"xacro:include"})
    # what has no name, and no link or not all of its links, is completed by the file that includes it
    is_robot = is_robot and (
        "name" in root.attrib or literal_tag(root) not in NAMED_ROOTS or _has_its_links(root, tags)
    )
    return is_robot, [end for name in _names_of_files(root) if (end := _end_of(name))]


def _has_its_links(root: _Element, tags: list[str]) -> bool:
    """Whether there are links, and among them those that joints are below of, as far as no macro and no file adds others."""
    if any(tag.startswith("xacro:") and tag not in _DECLARING for tag in tags):
        return "link" in tags
    links = {link.get("name") for link in root.iterfind("link")}
    return bool(links) and links.issuperset(parent.get("link") for parent in root.iterfind("joint/parent"))


def _names_of_files(root: _Element) -> Iterator[str]:
    """What includes name, and the defaults of arguments that are names of files."""
    for each in root.iter():
        tag = literal_tag(each) if isinstance(each.tag, str) else ""
        if tag == "xacro:include":
            yield each.get("filename", "")
        elif tag == "xacro:arg" and each.get("default", "").rstrip(")").endswith(_INCLUDED_ENDINGS):
            yield each.get("default", "")


def _end_of(filename: str) -> str:
    """The end of the path that an include names, with ``*`` for what arguments make of it; empty where that is all of it."""
    shown = _DEFAULT_OF_VARIABLE.sub(r"\1", filename)
    shown = _SUBSTITUTION.sub("*", _FOLDER.sub("", shown)).rstrip(")").lstrip("./")
    parts = [part for part in shown.split("/") if part not in ("", ".", "..")]
    while parts and not parts[0].strip("*"):
        parts = parts[1:]
    # a name of which only the ending is known could be that of any file
    return "" if parts and len(parts) < 2 and parts[0].startswith("*.") else "/".join(parts)
