"""SKEL documents made at random: trees, forests and things that are neither, with every kind of part."""

from __future__ import annotations

from hypothesis import strategies as st

TYPES = ("weld", "revolute", "prismatic", "universal", "ball", "euler", "translational", "planar", "free")
DOFS = {"weld": 0, "revolute": 1, "prismatic": 1, "universal": 2, "free": 6}
ODD_NUMBERS = ("+1", ".5", "2.", "0.25abc", "1e-1", "0x1p-2", "3,5", "-0", "1_0")
NO_NUMBERS = ("x", "1e999", "")


@st.composite
def numbers(draw: st.DrawFn, low: float = -3.0, high: float = 3.0) -> str:
    """A number as a text; now and then an odd one that DART reads."""
    if draw(st.integers(0, 14)) == 0:
        return draw(st.sampled_from(ODD_NUMBERS))
    return repr(round(draw(st.floats(low, high, allow_nan=False)), 4))


@st.composite
def vectors(draw: st.DrawFn, count: int = 3, low: float = -3.0, high: float = 3.0) -> str:
    """Numbers with blanks of any kind in between."""
    blank = draw(st.sampled_from([" ", "  ", "\n", "\t"]))
    return blank.join(draw(numbers(low, high)) for _ in range(count))


def tag(name: str, content: str, /, **attributes: str) -> str:
    """An element."""
    written = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>"


@st.composite
def maybe(draw: st.DrawFn, part: st.SearchStrategy[str], often: int = 1) -> str:
    """A part, or nothing."""
    return draw(part) if draw(st.integers(0, often)) else ""


@st.composite
def transformations(draw: st.DrawFn) -> str:
    """A pose, of six numbers or fewer, in which a comment may stand."""
    count = draw(st.sampled_from([6, 6, 6, 6, 3, 5]))
    text = draw(vectors(count))
    if draw(st.integers(0, 9)) == 9:
        text = draw(st.sampled_from([f"<!-- c -->{text}", f"{text}<!-- c -->1", f"\n<!-- c --> {text}"]))
    return tag("transformation", text)


@st.composite
def geometries(draw: st.DrawFn) -> str:
    """One of the shapes, of sizes that are one now and then not."""
    size = numbers(-0.2 if draw(st.integers(0, 5)) == 0 else 0.1, 2.0)
    if draw(st.integers(0, 19)) == 19:
        return tag("geometry", draw(st.sampled_from(["", "<torus><radius>1</radius></torus>"])))
    kinds = ("box", "sphere", "ellipsoid", "cylinder", "capsule", "cone", "pyramid", "plane", "multi_sphere")
    kind = draw(st.sampled_from(kinds))
    if kind == "multi_sphere":
        ball = st.builds(lambda radius, at: tag("sphere", tag("radius", radius) + tag("position", at)), size, vectors())
        content = "".join(draw(st.lists(ball, max_size=3)))
    elif kind in ("box", "ellipsoid"):
        content = tag("size", " ".join(draw(size) for _ in range(3)))
    elif kind == "sphere":
        content = tag("radius", draw(size))
    elif kind == "pyramid":
        content = "".join(tag(name, draw(size)) for name in ("base_width", "base_depth", "height"))
    elif kind == "plane":
        content = tag("normal", "0 0 2") + draw(maybe(st.just("<offset>0.5</offset>")))
    else:
        content = tag("radius", draw(size)) + tag("height", draw(size))
    return tag("geometry", tag(kind, content))


@st.composite
def shapes(draw: st.DrawFn, kind: str) -> str:
    """A visual or collision shape."""
    return tag(kind, draw(maybe(transformations())) + draw(geometries()))


@st.composite
def inertias(draw: st.DrawFn) -> str:
    """A mass, perhaps with a centre and a moment."""
    content = tag("mass", draw(numbers(0.1, 5.0))) + draw(maybe(vectors().map(lambda text: tag("offset", text))))
    if draw(st.booleans()):
        diagonal = "".join(tag(name, draw(numbers(0.5, 2.0))) for name in ("ixx", "iyy", "izz"))
        beside = "".join(tag(name, draw(numbers(-0.1, 0.1))) for name in ("ixy", "ixz", "iyz"))
        content += tag("moment_of_inertia", diagonal + beside)
    return tag("inertia", content)


@st.composite
def softs(draw: st.DrawFn) -> str:
    """A skin."""
    box = tag("box", "<size>1 2 3</size>" + tag("frags", draw(st.sampled_from(["3 3 3", "1 4 5", "3.7 3 3"]))))
    ball = tag("sphere", "<radius>1</radius><num_slices>4x</num_slices><num_stacks>4</num_stacks>")
    return tag("soft_shape", tag("total_mass", "1") + tag("geometry", draw(st.sampled_from([box, ball]))))


@st.composite
def bodies(draw: st.DrawFn, name: str) -> str:
    """A body."""
    content = draw(maybe(transformations(), 4)) + draw(maybe(inertias()))
    content += draw(maybe(shapes("visualization_shape"))) + draw(maybe(shapes("collision_shape")))
    content += draw(maybe(softs(), 0)) if draw(st.integers(0, 7)) == 7 else ""
    words = ["0", "1", "true", "False", " 1", "yes"]
    content += draw(maybe(st.sampled_from(words).map(lambda word: tag("gravity", word))))
    return tag("body", content, name=name)


@st.composite
def axes(draw: st.DrawFn, name: str, with_direction: bool) -> str:
    """An axis with limits, springs and resistance."""
    content = ""
    if with_direction:
        known = ["1 0 0", "0 1 0", "0 0 1", "0 0 -1", "0.6 0.8 0"]
        written = st.one_of(st.sampled_from(known), st.sampled_from(["0.7071 0.7071 0", "0 0 2", "0 0 0"]))
        content = tag("xyz", draw(written))
    if draw(st.booleans()):
        names = ("damping", "friction", "spring_rest_position", "spring_stiffness", "sprint_stiffness")
        parts = "".join(draw(maybe(numbers(-1, 3).map(lambda text, name=name: tag(name, text)))) for name in names)
        content += tag("dynamics", parts)
    if draw(st.booleans()):
        names = ("lower", "upper", "effort")
        parts = "".join(draw(maybe(numbers().map(lambda text, name=name: tag(name, text)))) for name in names)
        content += tag("limit", parts)
    content += draw(maybe(numbers(0, 2).map(lambda text: tag("damping", text)), 1)) if draw(st.booleans()) else ""
    return tag(name, content)


@st.composite
def coordinates(draw: st.DrawFn, dofs: int) -> str:
    """A ``dof`` element, with a number that the joint has or has not."""
    index = draw(st.sampled_from(["0", "1", "2", "5", "1x", None]))
    attributes = {} if index is None else {"local_index": index}
    content = ""
    for name in ("position", "velocity", "force"):
        if draw(st.booleans()):
            chosen = draw(st.lists(st.sampled_from(["lower", "upper", "initial"]), unique=True))
            bounds = {bound: draw(st.one_of(numbers(), st.just("none"))) for bound in chosen}
            content += tag(name, "", **bounds)
    for name in ("damping", "friction", "spring_rest_position", "spring_stiffness"):
        content += draw(maybe(numbers(-1, 2).map(lambda text, name=name: tag(name, text))))
    return tag("dof", content, **attributes)


@st.composite
def joints(draw: st.DrawFn, name: str, parent: str, child: str) -> str:
    """A joint between two bodies."""
    kind = draw(st.sampled_from(TYPES if draw(st.integers(0, 15)) else ["screw", "hinge"]))
    dofs = DOFS.get(kind, 3)
    directions = {"revolute": 1, "prismatic": 1, "screw": 1, "universal": 2}.get(kind, 0)
    content = tag("parent", parent) + tag("child", child) + draw(maybe(transformations()))
    for number, axis in enumerate(("axis", "axis2", "axis3")):
        if number < directions or draw(st.integers(0, 3)) == 0:
            content += draw(axes(axis, number < directions))
    if kind == "euler":
        content += tag("axis_order", draw(st.sampled_from(["xyz", "zyx", "yxz"])))
    if kind == "planar" and draw(st.integers(0, 4)):
        plane = draw(st.sampled_from(["xy", "yz", "zx", "arbitrary", "xz"]))
        spanned = ""
        if plane == "arbitrary":
            spanned = "<translation_axis1><xyz>0 0 2</xyz></translation_axis1>"
            spanned += "<translation_axis2><xyz>1 1 1</xyz></translation_axis2>"
        content += tag("plane", spanned, type=plane)
    if dofs:
        content += draw(maybe(vectors(dofs).map(lambda text: tag("init_pos", text))))
        content += draw(maybe(vectors(dofs).map(lambda text: tag("init_vel", text))))
        content += draw(maybe(coordinates(dofs)))
    return tag("joint", content, name=name, type=kind)


@st.composite
def skeletons(draw: st.DrawFn, name: str) -> str:
    """A skeleton: mostly a tree in any order, with some bodies that nothing holds."""
    count = draw(st.integers(1, 5))
    names = [f"b{i}" for i in range(count)]
    if draw(st.integers(0, 15)) == 15:
        names[0] = draw(st.sampled_from(["world", " b0 ", "a::b", "b&amp;0"]))
    parts = [draw(bodies(body)) for body in names]
    for i, body in enumerate(names):
        # On a body called world the world means that body: a joint of its own would be a loop, over which DART hangs.
        if body == "world" or draw(st.integers(0, 15)) == 0:
            continue
        parent = draw(st.sampled_from(["world", *names[:i], *names[:i]]))
        parts.append(draw(joints(draw(st.sampled_from([f"j{i}", "j", "b0"])), parent, body)))
    if names[0] != "world" and draw(st.integers(0, 8)) == 0:
        parts.append(draw(joints("second", draw(st.sampled_from(["world", "nobody"])), names[0])))
    if draw(st.integers(0, 12)) == 0:
        parts.append(draw(bodies(names[-1])))
    ordered = draw(st.permutations(parts)) if draw(st.booleans()) else parts
    return tag("skeleton", draw(maybe(transformations())) + "\n" + "\n".join(ordered), name=name)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A whole document."""
    names = draw(st.lists(st.sampled_from(["s", "t"]), min_size=1, max_size=2))
    content = "<physics><collision_detector>dart</collision_detector></physics>\n"
    content += "\n".join(draw(skeletons(name)) for name in names)
    text = tag("skel", tag("world", content, name="w"), version="1.0")
    if draw(st.integers(0, 19)) == 0 and "<mass>" in text:
        broken = tag("mass", draw(st.sampled_from(NO_NUMBERS)))
        start = text.index("<mass>")
        text = text[:start] + broken + text[text.index("</mass>", start) + 7 :]
    return text
