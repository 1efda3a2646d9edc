"""What writers took of Drake's model directives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .markers import Taking

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...ir.frames import FrameRecord
    from ...ir.joints import JointRecord

RESOLVED = ("add_directives", "add_model_instance")
"""Directives that only say where others are and what they are called."""


class TakingDirectives(Taking):
    """Takes frames and welds whole."""

    def frame(self, record: FrameRecord) -> None:
        """All of it; of a weld that makes one, too."""
        self.ledger.take_whole(record.element)

    def ends(self, record: JointRecord) -> None:
        """All of it."""
        element: Any = record.element
        self.ledger.take_whole(element)

    def files(self, root: _Element) -> None:
        """What stands around directives, and the names of models and their files."""
        self.ledger.take(root)
        for directives in root.iterchildren("directives"):
            self.ledger.take(directives)
            for item in directives:
                self.ledger.take(item)
                for each in item:
                    if each.tag == "add_model":
                        self.ledger.take(each)
                        for part in each.iterchildren("name", "file"):
                            self.ledger.take_whole(part)
                    elif each.tag in RESOLVED:
                        self.ledger.take_whole(each)
