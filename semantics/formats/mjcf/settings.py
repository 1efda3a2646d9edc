"""What ``compiler`` says of how the rest of a document is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ....runtime.element import Element


class CompilerSettings:
    """The attributes of all ``compiler`` elements of a document, of which there may be several; later ones win singly."""

    __slots__ = ("_elements", "_of_all", "_holders", "folder")

    def __init__(self, elements: Iterable[Element], of_all: Element, folder: Path | None = None) -> None:
        """Takes the elements in the order of the text.

        Args:
            elements: those that are written.
            of_all: one that holds the defaults.
            folder: that of the document; None for a text.
        """
        self._elements = tuple(elements)
        self._of_all = of_all
        self._holders = {name: each for each in self._elements for name in vars(each)}
        self.folder = folder

    @property
    def elements(self) -> tuple[Element, ...]:
        """Those that are written, in the order of the text."""
        return self._elements

    def get(self, name: str) -> Any:
        """The value of an attribute, by the name of its field; that which holds where none is written."""
        return getattr(self._holders.get(name, self._of_all), name)

    def is_written(self, name: str) -> bool:
        """Whether any of the elements has an attribute."""
        return name in self._holders

    def holder(self, name: str) -> Element:
        """The element in which an attribute is written last."""
        return self._holders.get(name, self._of_all)

    def asset_folder(self, name: str) -> str:
        """The folder that ``meshdir`` or ``texturedir`` names; ``assetdir`` names both, an element's own name comes first."""
        for each in reversed(self._elements):
            for field in (name, "assetdir"):
                if field in vars(each):
                    return getattr(each, field) or ""
        return ""
