"""Finding elements by class, name and path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ...runtime.element import Element
from ...runtime.patterns import compile_pattern
from ..ir.scoped_names import SEPARATOR
from .traversal import children, name_of, path_of, steps, top_of

if TYPE_CHECKING:
    from .traversal import HasRoot

    E = TypeVar("E", bound=Element)

_STEP = compile_pattern(r"""/((?:[^/"']|"[^"]*"?|'[^']*'?)*)""")
_UNSCOPED_CLASS = "World"
"""The class of elements whose names are no part of the names of what is inside."""


@overload
def find(element: Element | HasRoot, wanted: type[E], name: str | None = None) -> E | None: ...
@overload
def find(element: Element | HasRoot, wanted: str | None = None, name: str | None = None) -> Element | None: ...
def find(
    element: Element | HasRoot, wanted: type[Element] | str | None = None, name: str | None = None
) -> Element | None:
    """The first element that ``find_all`` finds; None where it finds none.

    ``find(doc, urdf.Link, "base")`` is a ``urdf.Link`` or None for type checkers, too.

    Args:
        element: see ``find_all``.
        wanted: see ``find_all``.
        name: see ``find_all``.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.find(doc, bodyplan.urdf.Joint, "elbow").child.link
        'forearm'
    """
    return next(_find_elements(element, wanted, name), None)


@overload
def find_all(element: Element | HasRoot, wanted: type[E], name: str | None = None) -> list[E]: ...
@overload
def find_all(element: Element | HasRoot, wanted: str | None = None, name: str | None = None) -> list[Element]: ...
def find_all(
    element: Element | HasRoot, wanted: type[Element] | str | None = None, name: str | None = None
) -> list[Any]:
    """The elements that are meant, among one and all that are written inside, in the order in which they are written.

    Args:
        element: where to look; a document is looked through from its root.
        wanted: a class; a tag (``"link"``); a path that ``walk`` or a finding gives (``/sdf/model[@name="m"]/link[2]``), from
            the root of the document, where a step without brackets means all elements of that tag and the attribute that
            a finding's path ends with does not count; or a scoped name (``"arm::gripper::finger"``), from ``element``.
        name: what the element is called, too: its attribute ``name``, or a scoped name.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> [joint.name for joint in bodyplan.find_all(doc, bodyplan.urdf.Joint)]
        ['shoulder', 'elbow', 'tool_mount', 'left_slide', 'right_slide']
    """
    return list(_find_elements(element, wanted, name))


def _find_elements(
    element: Element | HasRoot, wanted: type[Element] | str | None, name: str | None
) -> Iterator[Element]:
    top = top_of(element)
    if isinstance(wanted, str) and wanted.startswith("/"):
        found = _by_path(top, wanted)
        yield from found if name is None else (each for each in found if name_of(each) == name)
        return
    scoped = [each.split(SEPARATOR) for each in (wanted, name) if isinstance(each, str) and SEPARATOR in each]
    for tag, names, each in _walk_with_names(top):
        if isinstance(wanted, type) and not isinstance(each, wanted):
            continue
        if isinstance(wanted, str) and SEPARATOR not in wanted and tag != wanted:
            continue
        if name is not None and SEPARATOR not in name and name_of(each) != name:
            continue
        if all(names in (parts, [name_of(top), *parts]) and name_of(each) for parts in scoped):
            yield each


def _walk_with_names(top: Element) -> Iterator[tuple[str, list[str | None], Element]]:
    """Each element with its tag and its names from the outermost one that has a name."""
    tag = path_of(top).rpartition("/")[2].partition("[")[0]
    ahead: list[tuple[str, list[str | None], Element]] = [(tag, _append_name([], top), top)]
    while ahead:
        tag, names, element = ahead.pop()
        yield tag, names, element
        ahead += [(tag, _append_name(names, child), child) for _, tag, child in reversed(children(element))]


def _append_name(names: list[str | None], element: Element) -> list[str | None]:
    name = name_of(element)
    return names if name is None or type(element).__name__ == _UNSCOPED_CLASS else [*names, name]


def _by_path(top: Element, path: str) -> Iterator[Element]:
    """The elements that a path from the root of a document leads to, of those in ``top``."""
    wanted = _steps_of(path)
    here = _steps_of(path_of(top))
    if not _leads(wanted[: len(here)], here) or len(wanted) < len(here):
        return
    ahead = [(len(here), top)]
    while ahead:
        depth, element = ahead.pop()
        if depth == len(wanted):
            yield element
            continue
        inside = children(element)
        ahead += [
            (depth + 1, child)
            for step, (_, _, child) in reversed(list(zip(steps(inside), inside)))
            if _leads([wanted[depth]], [step])
        ]


def _leads(wanted: list[str], steps: list[str]) -> bool:
    return all(one in (other, other.partition("[")[0]) for one, other in zip(wanted, steps))


def _steps_of(path: str) -> list[str]:
    """The steps of a path, names with slashes in them whole, without the attribute at its end."""
    found: list[str] = _STEP.findall(path)
    return found[:-1] if found[-1].startswith("@") else found
