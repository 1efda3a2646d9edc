"""What is wrong with a file of GMSH, of which MuJoCo takes one block of nodes and one of elements.

Spec: GMSH reference, MSH file format 2.2 and 4.1.
"""

from __future__ import annotations

IN_TEXT = "0"
OLD, NEW = "2.2", "4.1"
POINT, BLOCK_HEADER = 4, 4
"""How many words a line has: number and coordinates of a node; what begins a section, or a block, of version 4.1."""


def find_fault(text: str) -> str | None:
    """What MuJoCo refuses a file for; None for one that it takes, or that is not in plain text."""
    sections = _sections(text)
    words = sections.get("MeshFormat", [[]])[:1]
    version, kind = (words[0] + ["", ""])[:2] if words else ("", "")
    if version not in (OLD, NEW):
        return f"of version {version or '?'}, and {OLD} and {NEW} are read"
    if kind != IN_TEXT:
        return None
    nodes, elements = sections.get("Nodes"), sections.get("Elements")
    if not nodes or not elements:
        return "without nodes or elements"
    if version == OLD:
        return _find_in_list(nodes, "nodes", POINT) or _find_in_list(elements, "elements", None)
    return _find_in_block(nodes, "nodes") or _find_in_block(elements, "elements")


def _sections(text: str) -> dict[str, list[list[str]]]:
    """The words of each line, by section."""
    found: dict[str, list[list[str]]] = {}
    inside: list[list[str]] | None = None
    for line in text.splitlines():
        if line.startswith("$End"):
            inside = None
        elif line.startswith("$"):
            inside = found.setdefault(line[1:].strip(), [])
        elif inside is not None and line.strip():
            inside.append(line.split())
    return found


def _find_in_list(lines: list[list[str]], what: str, width: int | None) -> str | None:
    """What is wrong with a section of version 2.2: a count, then a line for each thing."""
    if len(lines[0]) != 1:
        return f"that does not say how many {what} it has"
    count = _number(lines[0][0])
    if count is None or len(lines) - 1 < count:
        return f"with fewer {what} than it says"
    for number, words in enumerate(lines[1 : count + 1], 1):
        if _number(words[0]) != number or (width is not None and len(words) != width):
            return f"in which {what[:-1]} {number} is not there"
    return None


def _find_in_block(lines: list[list[str]], what: str) -> str | None:
    """What is wrong with a section of version 4.1: what it holds, then one block."""
    head = [_number(word) for word in lines[0]]
    if len(head) != BLOCK_HEADER or head[0] != 1:
        return f"whose {what} are not in one block"
    _, count, first, last = head
    inner = [_number(word) for word in lines[1]] if len(lines) > 1 else []
    if count is None or first is None or last != count or len(inner) != BLOCK_HEADER or inner[-1] != count:
        return f"with another count of {what} than it says"
    tags = [_number(words[0]) for words in lines[2 : count + 2]]
    if tags != list(range(first, first + count)) or (what == "nodes" and len(lines) < 2 * count + 2):
        return f"whose {what} are not numbered one after the other"
    return None


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() else None
