"""Directives without ``add_directives``: those of other files in its place, with the names that it gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics.records import replace
from ...formats.dmd.directives import (
    AddCollisionFilterGroup,
    AddDirectives,
    AddFrame,
    AddModel,
    AddModelInstance,
    AddWeld,
    DirectiveTransform,
)
from ...ir.scoped_names import SEPARATOR
from ..to_sdformat.from_dmd import join_scope, scope_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...formats.dmd.directives import Directive, Directives
    from ..coverage.ledger import Ledger


def flatten(
    directives: list[Directive], load: Callable[[str], Directives | None], ledger: Ledger, namespace: str = ""
) -> list[Directive]:
    """The directives with those of other files among them.

    Args:
        directives: in their order.
        load: reads the directives of a file, by its URI.
        ledger: learns what has its place.
        namespace: what their names are in.
    """
    made: list[Directive] = []
    for each in directives:
        if isinstance(each, AddDirectives):
            found = load(each.file)
            ledger.report_representation(each.element, "what the file holds")
            inner = join_scope(namespace, each.model_namespace)
            made += flatten([] if found is None else found.directives, load, ledger, inner)
        else:
            made.append(_with_namespace(each, namespace) if namespace else each)
    return made


def _with_namespace(directive: Directive, namespace: str) -> Directive:
    def full(name: str) -> str:
        return scope_name(namespace, name)

    def place(pose: DirectiveTransform) -> DirectiveTransform:
        return replace(pose, base_frame=full(pose.base_frame))

    match directive:
        case AddModel():
            poses = {link: place(pose) for link, pose in directive.default_free_body_pose.items()}
            return replace(directive, name=full(directive.name), default_free_body_pose=poses)
        case AddModelInstance():
            return replace(directive, name=full(directive.name))
        case AddFrame():
            # a name of one part is in the model of its base, whatever the directives of the file are in
            name = full(directive.name) if SEPARATOR in directive.name else directive.name
            return replace(directive, name=name, X_PF=place(directive.X_PF))
        case AddWeld():
            return replace(directive, parent=full(directive.parent), child=full(directive.child))
        case AddCollisionFilterGroup():
            return replace(directive, model_namespace=join_scope(namespace, directive.model_namespace))
    return directive
