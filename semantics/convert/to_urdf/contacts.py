"""Friction of a robot (URDF) for Drake, which reads it in tags of its own; other readers find it in ``<gazebo>`` blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from ...ir.world import WorldIR
    from ..coverage.ledger import Ledger
    from .writer import RobotWriter

COEFFICIENTS = {"mu": "mu_static", "mu2": "mu_dynamic"}
"""What Drake takes each coefficient of SDFormat for."""


def add_friction(description: WorldIR, writer: RobotWriter, ledger: Ledger) -> None:
    """Gives collisions the coefficients of ``surface/friction/ode``; both, since Drake takes one alone for both."""
    make = writer.work.make
    by_element = {id(shape.element): shape for link in description.links for shape in link.collisions}
    for element, made in writer.shapes:
        there = element.source_element if isinstance(element, Element) else None
        ode = None if there is None or id(element) not in by_element else there.find("surface/friction/ode")
        written = [] if ode is None else list(ode.iterchildren(*COEFFICIENTS))
        if not written or ode is None:
            continue
        tag = vars(made).get("drake_proximity_properties")
        if tag is not None and (tag.drake_mu_static is not None or tag.drake_mu_dynamic is not None):
            continue  # it has coefficients for Drake, which count there
        friction: Any = by_element[id(element)].find_properties()["friction"]
        made.drake_proximity_properties = tag = tag if tag is not None else make("DrakeProximityProperties")
        tag.drake_mu_static = make("DrakeMuStatic", value=friction[0])
        tag.drake_mu_dynamic = make("DrakeMuDynamic", value=friction[1])
        for each in written:
            ledger.mark_subtree(each)
            ledger.report_representation(each, f"<drake:{COEFFICIENTS[literal_tag(each)]}>", reader="Drake")
        ledger.mark(ode)
        for around in ode.iterancestors("friction", "surface"):
            ledger.mark(around)
