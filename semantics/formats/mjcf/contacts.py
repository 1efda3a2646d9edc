"""Who may touch whom.

Spec: MJCF reference, ``contact``; modeling guide, contact selection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.links import ContactPairRecord, ContactRules, LinkPairRecord
from .model import MjcfPart
from .options import is_switched_on

if TYPE_CHECKING:
    from .context import MjcfContext

DIMENSIONS = (1, 3, 4, 6)
"""Of contacts."""


def add_contacts(context: MjcfContext) -> None:
    """Adds what filters contacts, beyond the masks of geoms."""
    contacts = ContactRules(filters_parents=is_switched_on(context, "filterparent"))
    parts = context.model.sections.get("contact", ())
    labels = {id(geom): context.label_of(body) for body in context.all_bodies for geom in body.geoms} if parts else {}
    for part in parts:
        if part.tag == "exclude":
            first, second = context.find_body(part, "body1"), context.find_body(part, "body2")
            if first is not None and second is not None:
                label_a, label_b = context.label_of(first), context.label_of(second)
                contacts.excludes.append(LinkPairRecord(context.scope, label_a, label_b, part.element))
        elif part.tag == "pair":
            _check_pair(part, context)
            one, other = (context.model.find_referent(part, field) for field in ("geom1", "geom2"))
            if isinstance(one, MjcfPart) and isinstance(other, MjcfPart) and {id(one), id(other)} <= labels.keys():
                label_a, label_b = labels[id(one)], labels[id(other)]
                pair = ContactPairRecord(context.scope, label_a, one.name, label_b, other.name, part.element)
                contacts.pairs.append(pair)
    context.description.contact_rules = contacts


def _check_pair(part: MjcfPart, context: MjcfContext) -> None:
    holder = part.holder("condim")
    dimensions = 3 if holder is None else part.get("condim")
    if dimensions not in DIMENSIONS:
        context.report(
            rules.NOT_ALLOWED,
            part,
            "condim",
            text=str(dimensions),
            suggested=(),
            allowed=tuple(map(str, DIMENSIONS)),
        )
