"""What a description says of one element has to be possible: defaults, bounds, and elements inside themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..errors import SchemaError
from ..grammar import NO_DEFAULT, Include, SchemaNode
from ..scalar_types import SCALARS, literal
from ..shapes import format_value

WORDS = ("bool", "string", "strings")
"""Types whose values have no bounds."""


def check_facts(node: SchemaNode, stem: str, faults: Collection[str] = ()) -> None:
    """Looks at the types, defaults and bounds of a node and of all that is in it.

    The default of an element in ``faults``, as ``stem:path``, may be outside the bounds.

    Raises:
        SchemaError: a default is no value of its type or outside the bounds, or there is nothing between these.
    """
    if node.type is not None:
        if node.type not in WORDS:
            _check_bounds(node)
        if node.default is not None and node.default != NO_DEFAULT:
            _check_default(node, f"{stem}:{node.path}" in faults)
    for child in node.children:
        if isinstance(child, SchemaNode):
            check_facts(child, stem, faults)


def check_cycles(nodes: Mapping[str, SchemaNode]) -> None:
    """Looks for elements that have to hold their own kind: recursion ends where one may be left out.

    Raises:
        SchemaError: there is one, included or referred to.
    """
    done: set[str] = set()
    for start in nodes:
        chain: list[str] = []
        # each file on the way with what it has to hold and was not looked at
        ahead = [] if start in done else [(start, iter(_targets(nodes[start])))]
        chain += [start] if ahead else []
        while ahead:
            for child, target in ahead[-1][1]:
                if target in chain:
                    through = " -> ".join((*chain[chain.index(target) :], target))
                    raise SchemaError(child.file, child.line, f"{through} has no end, since each has to hold the next")
                if target not in done:
                    ahead.append((target, iter(_targets(nodes[target]))))
                    chain.append(target)
                    break
            else:
                ahead.pop()
                done.add(chain.pop())


def _check_bounds(node: SchemaNode) -> None:
    least, most = _numbers(node.minimum), _numbers(node.maximum)
    if least and most:
        for low, high in zip(least * len(most), most * len(least), strict=False):
            if low > high:
                raise SchemaError(node.file, node.line, f"min {node.minimum!r} is above max {node.maximum!r}")


def _check_default(node: SchemaNode, outside: bool) -> None:
    kind, text = str(node.value_type), str(node.default)
    if literal(kind, text) is None or not _is_integral(kind, text):
        raise SchemaError(node.file, node.line, f"default {format_value(text)} is no {kind}")
    if kind in WORDS or outside:
        return
    values = _numbers(text)
    for bound, sign, word in ((node.minimum, 1, "below min"), (node.maximum, -1, "above max")):
        limits = _numbers(bound)
        if any(sign * value < sign * limit for value, limit in _pairs(values, limits)):
            raise SchemaError(node.file, node.line, f"default {format_value(text)} is {word} {format_value(bound)}")


def _pairs(values: list[float], limits: list[float]) -> list[tuple[float, float]]:
    """Each value with its limit; one limit is for all."""
    return list(zip(values, limits * len(values) if len(limits) == 1 else limits, strict=False))


def _is_integral(kind: str, text: str) -> bool:
    """Whether a default of whole numbers holds such, and an unsigned one no sign."""
    if SCALARS[kind].part != "int":
        return True
    values = _numbers(text)
    return all(value.is_integer() for value in values) and (kind != "unsigned int" or min(values) >= 0)


def _numbers(text: str | None) -> list[float]:
    return [float(word) for word in text.split()] if text is not None else []


def _targets(node: SchemaNode) -> list[tuple[SchemaNode | Include, str]]:
    found: list[tuple[SchemaNode | Include, str]] = []
    for child in node.children:
        if child.occurs not in ("1", "+"):
            continue
        if isinstance(child, Include):
            found.append((child, child.stem))
        elif child.ref is not None:
            found.append((child, child.ref))
        else:
            found += _targets(child)
    return found
