"""What is in pictures of joints: links, the joints between them, and what else holds links together."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.records import replace
from ..constraints.coordinates import CouplingConstraint, MimicConstraint, TendonConstraint
from ..constraints.points import BallConstraint, DistanceConstraint
from ..constraints.poses import WeldConstraint
from ..ir.joints import Motion
from ..ir.scoped_names import WORLD, plain_name, shared_scope
from ..scene.scene import Scene
from .diagram import Diagram, DiagramEdge, DiagramNode, Line, labels
from .joint_styles import family_of
from .number_format import format_joint_type, format_limits, format_mimic, round_numbers


def joints(scene: Scene) -> Diagram:
    """Links, and the joints between them from parent to child; dashed what closes loops, dotted what couples joints."""
    followed = describe_mimics(scene)
    edges = []
    for name, joint in scene.joints.items():
        details = [*filter(None, (format_limits(joint),))]
        details += [format_mimic(mimic, plain_name(mimic.leader)) for mimic in followed.get(name, ())]
        line: Line = "dashed" if joint.motion is Motion.GEARBOX else "solid"
        edges.append(
            DiagramEdge(
                joint.parent,
                joint.child,
                plain_name(name),
                format_joint_type(joint),
                tuple(details),
                family_of(joint),
                line,
            )
        )
    edges += _make_coupling_edges(scene)
    edges += [DiagramEdge(a, b, type=word, line="dashed") for word, a, b in find_constraint_edges(scene)]
    ends = {end for edge in edges for end in (edge.start, edge.end)}
    # Parents and children that are no links: the world, models, names that could not be followed.
    others = [DiagramNode(end, "world" if end == WORLD else "model", end) for end in sorted(ends - set(scene.links))]
    links = (DiagramNode(name, "world" if name == WORLD else "link", name) for name in scene.links)
    drawing = Diagram("", "joints", (*others, *links), tuple(edges))
    trees = drawing.forest()
    names = [node.name for node in drawing.nodes]
    shared = shared_scope(scene.links)
    parents = {names[node]: names[above] if above >= 0 else None for node, above in trees.towards.items()}
    label = labels(parents, shared)
    roots, loops = set(trees.roots), set(trees.loops)
    still = {link for model in scene.models.values() if model.static for link in model.links}
    return Diagram(
        f"{shared or scene.world_name}: links and joints",
        "joints",
        tuple(
            replace(node, label=label[node.name], notes=("static",) if number in roots and node.name in still else ())
            for number, node in enumerate(drawing.nodes)
        ),
        tuple(replace(edge, line="dashed") if number in loops else edge for number, edge in enumerate(edges)),
    )


def collapse_fixed_joints(drawing: Diagram) -> Diagram:
    """A picture of joints in which links that fixed joints hold together are one node, named after the topmost."""
    trees = drawing.forest()
    nodes, edges = drawing.nodes, drawing.edges
    into = list(range(len(nodes)))
    folded: list[list[str]] = [[] for _ in nodes]
    for number, _ in trees.descend():
        way = trees.inboard[number]
        family = edges[way].family if way >= 0 else None
        if family is not None and family.name == "fixed":
            into[number] = into[trees.towards[number]]
            folded[into[number]].append(nodes[number].label)
    place = {node.name: nodes[into[number]].name for number, node in enumerate(nodes)}
    gone = {trees.inboard[number] for number, target in enumerate(into) if target != number}
    return replace(
        drawing,
        nodes=tuple(
            replace(node, notes=(*node.notes, *_wrap_names(folded[number])))
            for number, node in enumerate(nodes)
            if into[number] == number
        ),
        edges=tuple(
            replace(edge, start=place[edge.start], end=place[edge.end])
            for number, edge in enumerate(edges)
            if number not in gone and (edge.line == "solid" or place[edge.start] != place[edge.end])
        ),
    )


def describe_mimics(scene: Scene) -> dict[str, list[MimicConstraint]]:
    """What each joint follows, by its name."""
    found: dict[str, list[MimicConstraint]] = {}
    for constraint in scene.constraints:
        if isinstance(constraint, MimicConstraint) and constraint.active:
            found.setdefault(constraint.joint, []).append(constraint)
    return found


def find_constraint_edges(scene: Scene) -> Iterator[tuple[str, str, str]]:
    """Constraints that close loops without a joint: a word for each, and the names of the two links."""
    for constraint in scene.constraints:
        if not constraint.active:
            continue
        if isinstance(constraint, BallConstraint):
            word, ends = "ball constraint", (constraint.body_a, constraint.body_b)
        elif isinstance(constraint, DistanceConstraint):
            length = round_numbers([constraint.distance])[0]
            word, ends = f"distance of {length} m", (constraint.body_a, constraint.body_b)
        elif isinstance(constraint, WeldConstraint):
            word, ends = "weld constraint", (constraint.frame_a, constraint.frame_b)
        else:
            continue
        a, b = (scene.frames[end].attached_to for end in ends)
        yield word, a, b


def _make_coupling_edges(scene: Scene) -> Iterator[DiagramEdge]:
    """Between the links below joints, from what leads to what follows."""
    for constraint in scene.constraints:
        if not constraint.active:
            continue
        if isinstance(constraint, MimicConstraint):
            leader, *followers = constraint.leader, constraint.joint
            word = ""
        elif isinstance(constraint, CouplingConstraint) and constraint.leader is not None:
            leader, *followers = constraint.leader, constraint.joint
            word = "coupling"
        elif isinstance(constraint, TendonConstraint) and constraint.joints:
            leader, *followers = constraint.joints
            word = "tendon"
        else:
            continue
        for follower in followers:
            if leader in scene.joints and follower in scene.joints:
                start, end = scene.joints[leader].child, scene.joints[follower].child
                if start != end:
                    yield DiagramEdge(start, end, type=word, line="dotted")


def _wrap_names(names: list[str], lines: int = 3, columns: int = 30) -> list[str]:
    """Names as a few lines of text, with the number of those that there is no room for."""
    made: list[str] = []
    for count, name in enumerate(names):
        if made and len(made[-1]) + len(name) + 2 <= columns:
            made[-1] += f", {name}"
        elif len(made) < lines:
            made.append(f"+ {name}" if not made else f"  {name}")
        else:
            made[-1] += f" and {len(names) - count} more"
            break
    return made
