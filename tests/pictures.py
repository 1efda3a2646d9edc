"""What is where in a picture of ``bodyplan graph``: read from its SVG, as a program that draws it would."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Box:
    """A rectangle on the page, with what is in it."""

    left: float
    top: float
    right: float
    bottom: float
    what: str

    def meets(self, other: Box) -> bool:
        """Whether both share more than a border."""
        slack = 0.2
        return (
            self.left + slack < other.right
            and other.left + slack < self.right
            and self.top + slack < other.bottom
            and other.top + slack < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside."""
        slack = 0.2
        return (
            self.left - slack <= other.left
            and other.right <= self.right + slack
            and self.top - slack <= other.top
            and other.bottom <= self.bottom + slack
        )


@dataclass(frozen=True)
class Picture:
    """A page with the boxes of nodes, by scoped names, and the lines of text."""

    page: Box
    shown: tuple[float, float]
    """Width and height at which it is shown, pixels."""
    nodes: tuple[Box, ...]
    texts: tuple[Box, ...]

    @classmethod
    def read(cls, svg: str) -> Picture:
        """The picture of an SVG document."""
        root = ElementTree.fromstring(svg)
        _, _, across, down = map(float, root.get("viewBox", "").split())
        page = Box(0, 0, across, down, "page")
        shown = float(root.get("width", "")), float(root.get("height", ""))
        nodes, texts = [], []
        for group in root.iter(f"{SVG}g"):
            size = float(group.get("font-size", "0"))
            for text in group.findall(f"{SVG}text"):
                x, y, wide = (float(text.get(name) or 0) for name in ("x", "y", "textLength"))
                high = float(text.get("font-size") or size)
                # from the height of capitals to the depth of letters below the line
                texts.append(Box(x, y - 0.75 * high, x + wide, y + 0.2 * high, text.text or ""))
            for rect in group.findall(f"{SVG}rect"):
                title = rect.find(f"{SVG}title")
                if title is not None:
                    x, y, wide, high = (float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
                    nodes.append(Box(x, y, x + wide, y + high, title.text or ""))
        return cls(page, shown, tuple(nodes), tuple(texts))

    @property
    def scale(self) -> float:
        """How large it is shown, as a part of its own size."""
        return self.shown[0] / self.page.right

    def faults(self) -> list[str]:
        """What stands in each other's way, or off the page."""
        found = [f"{box.what!r} is off the page" for box in (*self.nodes, *self.texts) if not self.page.holds(box)]
        found += [f"{a.what!r} and {b.what!r} share a place" for a, b in meetings(self.nodes, self.nodes)]
        found += [f"{a.what!r} and {b.what!r} share a place" for a, b in meetings(self.texts, self.texts)]
        found += [f"{a.what!r} covers {b.what!r}" for a, b in meetings(self.nodes, self.texts) if not a.holds(b)]
        return found


def meetings(some: tuple[Box, ...], others: tuple[Box, ...]) -> set[tuple[Box, Box]]:
    """Pairs that share a place, each once."""
    cells: dict[tuple[int, int], list[Box]] = {}
    for box in others:
        for cell in _cells(box):
            cells.setdefault(cell, []).append(box)
    return {
        (box, other) if some is not others or id(box) < id(other) else (other, box)
        for box in some
        for cell in _cells(box)
        for other in cells.get(cell, ())
        if other is not box and box.meets(other)
    }


def _cells(box: Box) -> list[tuple[int, int]]:
    columns, rows = (range(int(a // 64), int(b // 64) + 1) for a, b in ((box.left, box.right), (box.top, box.bottom)))
    return [(column, row) for column in columns for row in rows]
