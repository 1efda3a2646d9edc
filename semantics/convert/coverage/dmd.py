"""What writers took of Drake's model directives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .markers import CoverageMarker

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...ir.frames import FrameRecord
    from ...ir.joints import JointRecord

RESOLVED = ("add_directives", "add_model_instance")
"""Directives that only say where others are and what they are called."""


class DirectivesCoverage(CoverageMarker):
    """Takes frames and welds whole."""

    def frame(self, record: FrameRecord) -> None:
        """All of it; of a weld that makes one, too."""
        self.ledger.mark_subtree(record.element)

    def ends(self, record: JointRecord) -> None:
        """All of it."""
        element: Any = record.element
        self.ledger.mark_subtree(element)

    def files(self, root: _Element) -> None:
        """What stands around directives, and the names of models and their files."""
        self.ledger.mark(root)
        for directives in root.iterchildren("directives"):
            self.ledger.mark(directives)
            for item in directives:
                self.ledger.mark(item)
                for each in item:
                    if each.tag == "add_model":
                        self.ledger.mark(each)
                        for part in each.iterchildren("name", "file"):
                            self.ledger.mark_subtree(part)
                    elif each.tag in RESOLVED:
                        self.ledger.mark_subtree(each)
