"""Which files in xacro describe a robot or world, and which are made for others to include."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lxml import etree

from ...runtime.files import FILES, Files, Unreadable
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
_SUBSTITUTION = re.compile(r"\$\{[^}]*\}|\$\([^)]*\)")


def find_entry_points(paths: Iterable[str], files: Files = FILES) -> frozenset[str]:
    """Those of some files that are documents by themselves.

    A file that has declarations alone, and one that another of the files includes, is a part of others.
    """
    looked = {path: _look(path, files) for path in paths}
    included = {end for _, ends in looked.values() for end in ends}
    return frozenset(path for path, (is_robot, _) in looked.items() if is_robot and included.isdisjoint(_ends_of(path)))


def _ends_of(path: str) -> Iterator[str]:
    names = path.replace(os.sep, "/").split("/")
    return ("/".join(names[start:]) for start in range(len(names)))


def _look(path: str, files: Files) -> tuple[bool, list[str]]:
    """Whether something is in a file besides declarations, and the ends of the paths of files that it includes."""
    parser = etree.XMLParser(
        remove_comments=True, remove_pis=True, recover=True, no_network=True, resolve_entities=False, load_dtd=False
    )
    if path.endswith(_LIBRARY_ENDINGS):
        return False, []
    try:
        root: _Element | None = etree.fromstring(files.read(path, MOST_BYTES), parser)
    except (Unreadable, etree.XMLSyntaxError, ValueError):
        return True, []  # the check reports why
    if root is None or literal_tag(root) not in root_tags():
        return False, []
    tags = [literal_tag(child) for child in root]
    rest = [tag for tag in tags if tag not in _DECLARING]
    is_robot = bool(rest) and not (_LIBRARY_TAG in tags and set(rest) <= {"xacro:include"})
    elements = (each for each in root.iter() if isinstance(each.tag, str) and literal_tag(each) == "xacro:include")
    ends = (_SUBSTITUTION.split(each.get("filename", ""))[-1].lstrip("./") for each in elements)
    return is_robot, [end for end in ends if end]
