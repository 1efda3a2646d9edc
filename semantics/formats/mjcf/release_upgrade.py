"""A document of an older release of MuJoCo as the newest one reads it; all else stays as it was written.

A document does not say which release it was written for, so that the rules of every step are tried
(``schemas/mjcf/additions``). What takes more than a rule is here, in ``cables`` and in ``dc_motors``.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.parser import parse
from ....runtime.saving.encoded_text import written_text
from ....runtime.saving.layout import Layout
from ....runtime.saving.origin_marks import MARK
from ....runtime.saving.rewriter import TextRewriter
from ....runtime.sink import Sink
from ...upgrade.engine import apply_step
from ...upgrade.versions import list_versions, steps_from
from ...upgrade.xml_tree import Editor
from .cables import expand_cables
from .dc_motors import rewire_motors

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.diagnostic import Diagnostic
    from ....runtime.source import Source
    from ...core.options import Options

IMPLICIT = ("implicit", "implicitfast")
"""Integrators that no longer integrate what flexes do."""
FREE_VERTICES = ("full", "trilinear", "quadratic")
"""Degrees of freedom of flexes whose vertices are not on the body that the flex is in."""
DISCRETE = "discrete"
EXPLICIT = "Euler"


def upgrade(source: Source, options: Options) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.upgrade``."""
    text, sink = written_text(source), Sink()
    sink.add_source(source)
    tree = parse(source, sink, options.max_bytes)
    if tree is None:
        return text, sink.finish()
    for number, element in enumerate(tree.iter()):
        element.set(MARK, str(number))
    before = deepcopy(tree)
    editor = Editor(source)
    with sink.freeze_paths():
        source.before_change()
        for step in steps_from(list_versions("mjcf")[0], "mjcf"):
            apply_step(tree, step, editor, sink, title="MuJoCo")
        expand_cables(tree, editor, sink)
        rewire_motors(tree, editor, sink)
        _integrate_flexes(tree, editor)
        _undamp_vertices(tree, editor, sink)
        _fix_unpinned_flexes(tree, editor, sink)
        _shorten_tendons(tree, editor, sink)
    if not editor.touched:
        return text, sink.finish()
    rewriting = TextRewriter(Layout(text))
    rewriting.elements([(0, before, tree)])
    return rewriting.patches.result(), sink.finish()


def _integrate_flexes(tree: _Element, editor: Editor) -> None:
    """Chooses an integrator that does for elasticity and contacts of flexes what implicit ones did until 3.12."""
    flexes = list(tree.iter("flex", "flexcomp"))
    if not any(map(_needs_discrete, flexes)):
        return
    # the discrete one refuses springs along edges
    instead = EXPLICIT if any(map(_has_springs, flexes)) else DISCRETE
    for option in tree.iter("option"):
        if option.get("integrator") in IMPLICIT:
            editor.set_attribute(option, "integrator", instead)


def _needs_discrete(flex: _Element) -> bool:
    is_passive = any(contact.get("passive") == "true" for contact in flex.iterchildren("contact"))
    return is_passive or next(flex.iterchildren("elasticity"), None) is not None


def _has_springs(flex: _Element) -> bool:
    return any(edge.get(key) is not None for edge in flex.iterchildren("edge") for key in ("stiffness", "damping"))


def _undamp_vertices(tree: _Element, editor: Editor, sink: Sink) -> None:
    """Takes away the damping of joints that carry vertices of flexes, where 4.0 refuses it."""
    bodies = {name for flex in tree.iter("flex") for key in ("body", "node") for name in flex.get(key, "").split()}
    for body in tree.iter("body") if bodies else ():
        for joint in body.iterchildren("joint") if body.get("name") in bodies else ():
            if joint.get("damping") is not None:
                _report(joint, "the damping of a joint that carries a vertex", sink, attribute="damping")
                editor.unset_attribute(joint, "damping")


def _fix_unpinned_flexes(tree: _Element, editor: Editor, sink: Sink) -> None:
    """Takes away the joints of a body that a flex is in without being pinned to it: 4.0 has these stand still."""
    for flex in tree.iter("flexcomp"):
        body = flex.getparent()
        is_pinned = flex.get("rigid") == "true" or next(flex.iterchildren("pin"), None) is not None
        if body is None or body.tag != "body" or is_pinned or flex.get("dof", "full") not in FREE_VERTICES:
            continue
        for joint in [*body.iterchildren("joint"), *body.iterchildren("freejoint")]:
            _report(joint, "a joint of the body that an unpinned flex is in", sink)
            editor.delete(joint)


def _shorten_tendons(tree: _Element, editor: Editor, sink: Sink) -> None:
    """Takes joints out of fixed tendons that have more than one coordinate, or that are in them already."""
    single = {joint.get("name") for joint in tree.iter("joint") if joint.get("type", "hinge") in ("hinge", "slide")}
    others = {joint.get("name") for joint in tree.iter("joint") if joint.get("type") in ("ball", "free")}
    others |= {joint.get("name") for joint in tree.iter("freejoint")}
    for tendon in tree.iter("fixed"):
        seen: set[str] = set()
        for wrap in list(tendon.iterchildren("joint")):
            name = wrap.get("joint", "")
            if name in seen or (name in others and name not in single):
                _report(wrap, f"joint {name!r} in a fixed tendon", sink)
                editor.delete(wrap)
            seen.add(name)


def _report(element: _Element, what: str, sink: Sink, attribute: str | None = None) -> None:
    sink.report(rules.DEPRECATED_PLACE, element, attribute=attribute, path=what, version="MuJoCo 4.0")
