"""Where targets differ about what a model means."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple

if TYPE_CHECKING:
    from ....diagnostics.rule import Rule, Severity


def _name_virtual_link(body: str, number: int) -> str:
    return f"{body}_{number}"


class MjcfAdapter(NamedTuple):
    """What a target makes of a document; by default what MuJoCo does."""

    left_out: frozenset[str] = frozenset()
    """Tags of elements in bodies that are passed over with all that is in them."""
    name_virtual_link: Callable[[str, int], str] = _name_virtual_link
    """The name of a link between joints of one body, by the name of the body and the number of the joint, from 1."""
    reduces: bool = True
    """Whether bodies are fused and geoms discarded, and springs found, where the document asks for it."""
    severity_of: Callable[[Rule, dict[str, Any]], Severity | None] = lambda rule, about: None
    """How bad a fault is, by what it is about; None: as bad as the rule has it."""


PLAIN = MjcfAdapter()
