"""Robots made at random, in URDF and SDFormat with Drake's tags, some of them with a fault."""

from __future__ import annotations

from hypothesis import strategies as st

NUMBER = st.integers(-300, 300).map(lambda n: n / 100)
POSITIVE = st.integers(1, 300).map(lambda n: n / 100)
MOSTLY_SMALL = st.sampled_from([0.1, 0.5, 0.5, 0.9, 1.0, 1.1])
ARC = "<drake:circular_arc><drake:radius>0.5</drake:radius><drake:angle>-1.5</drake:angle></drake:circular_arc>"
EFFORT = st.sampled_from([0, 1, 2.5, 40, 1e3, -1])
VECTOR = st.tuples(NUMBER, NUMBER, NUMBER).map(lambda v: " ".join(map(str, v)))
AXIS = VECTOR.filter(lambda text: any(float(part) for part in text.split()))
BAD = st.sampled_from(["abc", "", "nan", "inf", "1e999", "0x10", "1.5kg", "1,5", "-1", "1 2", "1 2 3 4", " 2 "])
TYPES = ["revolute", "continuous", "prismatic", "fixed"]
FAULT = "@@"
"""Stands where a number may be replaced by something bad."""


@st.composite
def urdf(draw: st.DrawFn) -> str:
    """A URDF robot."""
    count = draw(st.integers(1, 5))
    parts = [_urdf_link(draw, i) for i in range(count)]
    kinds = []
    for i in range(1, count):
        kind = draw(st.sampled_from([*TYPES, "ball", "universal", "screw", "planar", "floating"]))
        kinds.append(kind)
        parts.append(_urdf_joint(draw, kind, i, draw(st.integers(0, i - 1))))
        if kind in TYPES[:3] and draw(st.booleans()):
            parts.append(
                f'<transmission><type>transmission_interface/SimpleTransmission</type><joint name="j{i}"/>'
                f'<actuator name="a{i}"><drake:rotor_inertia value="{FAULT}{draw(POSITIVE)}"/>'
                f'<drake:gear_ratio value="{FAULT}{draw(POSITIVE)}"/></actuator></transmission>'
            )
    if count > 1 and draw(st.sampled_from([False, False, True])):
        kind = draw(st.sampled_from(["fixed", "planar", "revolute", "universal"]))
        ends = draw(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)))
        parts.append(
            _urdf_joint(draw, kind, count, 0).replace('"l0"', f'"l{ends[0]}"').replace(f'"l{count}"', f'"l{ends[1]}"')
        )
    if draw(st.booleans()):
        link = draw(st.sampled_from(["l0", "world", "l0", "no"]))
        parts.append(f'<frame name="{draw(st.sampled_from(["f", "f", "l0"]))}" link="{link}" rpy="0 0 1"/>')
    parts += _groups(draw, count, '<drake:member link="l{0}"/>', '<drake:{0} name="{1}"/>')
    if count > 1 and draw(st.booleans()):
        ends = draw(st.sampled_from([(0, 1), (1, 0), (count - 1, 0), (0, 0), (0, count)]))
        parts.append(
            f'<drake:ball_constraint><drake:ball_constraint_body_A name="l{ends[0]}"/>'
            f'<drake:ball_constraint_p_AP value="{FAULT}{draw(VECTOR)}"/>'
            f'<drake:ball_constraint_body_B name="l{ends[1]}"/>'
            f'<drake:ball_constraint_p_BQ value="{draw(VECTOR)}"/></drake:ball_constraint>'
        )
    parts.append(draw(st.sampled_from(["", "", '<gazebo reference="l0"/>', "<drake:unknown/>", "<strange a='1'/>"])))
    return _faulty(draw, f'<robot name="m" xmlns:drake="http://drake.mit.edu">{"".join(parts)}</robot>')


@st.composite
def sdformat(draw: st.DrawFn) -> str:
    """An SDFormat model."""
    count = draw(st.integers(1, 5))
    parts = [_sdf_link(draw, i) for i in range(count)]
    for i in range(1, count):
        kind = draw(st.sampled_from([*TYPES, "ball", "screw"]))
        parts.append(_sdf_joint(draw, kind, i, draw(st.integers(0, i - 1))))
    parts += _groups(draw, count, "<drake:member>l{0}</drake:member>", "<drake:{0}>{1}</drake:{0}>")
    parts += _nested(draw, count)
    if count > 1 and draw(st.booleans()):
        vectors = "".join(
            f"<drake:bushing_{name}>{FAULT}1 2 3</drake:bushing_{name}>"
            for name in ("torque_stiffness", "torque_damping", "force_stiffness", "force_damping")
        )
        parts.append(
            f"<drake:linear_bushing_rpy><drake:bushing_frameA>l{draw(st.sampled_from([1, 1, count - 1, count]))}</drake:bushing_frameA>"
            f"<drake:bushing_frameC>l0</drake:bushing_frameC>{vectors}</drake:linear_bushing_rpy>"
        )
    parts.append(
        draw(st.sampled_from(["", "", "<static>true</static>", "<self_collide>1</self_collide>", "", "<drake:no/>"]))
    )
    return _faulty(
        draw, f'<sdf version="1.9" xmlns:drake="http://drake.mit.edu"><model name="m">{"".join(parts)}</model></sdf>'
    )


def _nested(draw: st.DrawFn, count: int) -> list[str]:
    """A model inside, joined to and filtered with the one around it by scoped names; all of it may be missing."""
    if draw(st.booleans()):
        return []
    static = draw(st.sampled_from(["", "", "", "<static>true</static>"]))
    inside = "".join(_sdf_link(draw, i).replace('name="l', 'name="n') for i in range(2))
    group = "<drake:collision_filter_group name='inner'><drake:member>n0</drake:member></drake:collision_filter_group>"
    frame = f'<frame name="f" attached_to="n0"><pose>{draw(VECTOR)} {draw(VECTOR)}</pose></frame>'
    pose = f"<pose>{draw(VECTOR)} {draw(VECTOR)}</pose>"
    parts = [f'<model name="sub">{pose}{static}{inside}{group}{frame}</model>']
    target = draw(st.sampled_from(["sub::n1", "sub::f", "sub::n0", "::sub::n1", "sub::no", "sub"]))
    parent = f"l{draw(st.integers(0, count - 1))}"
    kind = draw(st.sampled_from(["none", "fixed", "universal", "planar", "curvilinear"]))
    if kind == "universal":
        axes = draw(st.sampled_from([("1 0 0", "0 1 0"), ("0 0 2", "1 1 0"), ("1 0 0", "1 1 0")]))
        axis = "".join(f"<{tag}><xyz>{xyz}</xyz></{tag}>" for tag, xyz in zip(("axis", "axis2"), axes))
        parts.append(f'<joint name="u" type="universal"><parent>{parent}</parent><child>{target}</child>{axis}</joint>')
    elif kind == "fixed":
        parts.append(f'<joint name="u" type="fixed"><parent>{parent}</parent><child>{target}</child></joint>')
    elif kind == "planar":
        parts.append(
            f'<drake:joint name="u" type="planar"><drake:parent>{parent}</drake:parent><drake:child>{target}'
            f"</drake:child><drake:damping>{FAULT}1 2 3</drake:damping></drake:joint>"
        )
    elif kind == "curvilinear":
        pieces = draw(
            st.lists(
                st.sampled_from(
                    [
                        f"<drake:line_segment><drake:length>{FAULT}0.5</drake:length></drake:line_segment>",
                        ARC,
                    ]
                ),
                max_size=3,
            )
        )
        parts.append(
            f'<drake:joint name="u" type="curvilinear"><drake:parent>{parent}</drake:parent><drake:child>{target}'
            "</drake:child><drake:initial_tangent><xyz>0 1 0</xyz></drake:initial_tangent>"
            "<drake:plane_normal><xyz>1 0 0</xyz></drake:plane_normal>"
            f"<drake:is_periodic>{draw(st.sampled_from(['true', 'false', 'True']))}</drake:is_periodic>"
            f"<drake:curves>{''.join(pieces)}</drake:curves></drake:joint>"
        )
    if draw(st.booleans()):
        other = draw(st.sampled_from(["sub::inner", "outer", "inner"]))
        parts.append(
            f'<drake:collision_filter_group name="outer"><drake:member>{parent}</drake:member><drake:member>sub::n1'
            f"</drake:member><drake:ignored_collision_filter_group>{other}</drake:ignored_collision_filter_group>"
            "</drake:collision_filter_group>"
        )
    return parts


def _faulty(draw: st.DrawFn, text: str) -> str:
    """The text with at most one of the places of faults filled by something bad."""
    places = text.split(FAULT)
    has_fault = draw(st.sampled_from([False, False, True])) and len(places) > 1
    chosen = draw(st.integers(0, len(places) - 2)) if has_fault else -1
    result = places[0]
    for number, part in enumerate(places[1:]):
        if number == chosen:
            end = min(index for index in (part.find('"'), part.find("<"), len(part)) if index >= 0)
            part = draw(BAD) + part[end:]
        result += part
    return result


def _urdf_link(draw: st.DrawFn, number: int) -> str:
    inertial = ""
    if draw(st.booleans()):
        moments = [draw(POSITIVE) for _ in range(3)]
        inertial = (
            f'<inertial><origin xyz="{draw(VECTOR)}" rpy="{draw(VECTOR)}"/><mass value="{FAULT}{draw(POSITIVE)}"/>'
            f'<inertia ixx="{moments[0]}" iyy="{moments[1]}" izz="{moments[2]}" ixy="0" ixz="0" iyz="0"/></inertial>'
        )
    proximity = ""
    if draw(st.booleans()):
        proximity = (
            "<drake:proximity_properties>"
            f'<drake:mu_static value="{FAULT}1"/><drake:mu_dynamic value="{draw(MOSTLY_SMALL)}"/>'
            f'<drake:hunt_crossley_dissipation value="{FAULT}{draw(POSITIVE)}"/></drake:proximity_properties>'
        )
    shape = draw(
        st.sampled_from(
            [
                f'<sphere radius="{FAULT}0.5"/>',
                f'<box size="{FAULT}1 2 3"/>',
                f'<cylinder radius="1" length="{FAULT}2"/>',
                f'<drake:ellipsoid a="1" b="{FAULT}2" c="3"/>',
            ]
        )
    )
    return f'<link name="l{number}">{inertial}<collision><geometry>{shape}</geometry>{proximity}</collision></link>'


def _urdf_joint(draw: st.DrawFn, kind: str, child: int, parent: int) -> str:
    tag = "joint" if kind in (*TYPES, "floating") else "drake:joint"
    limit = ""
    if kind in TYPES[:3]:
        limit = (
            f'<limit lower="{FAULT}{draw(NUMBER)}" upper="{draw(POSITIVE) + 3}" effort="{FAULT}{draw(EFFORT)}" '
            f'velocity="{FAULT}{draw(POSITIVE)}" drake:acceleration="{FAULT}{draw(POSITIVE)}"/>'
        )
    damping = "1 2 3" if kind == "planar" else str(draw(POSITIVE))
    dynamics = draw(st.sampled_from(["", f'<dynamics damping="{FAULT}{damping}"/>']))
    mimic = ""
    if kind in TYPES[:3] and child > 1 and draw(st.booleans()):
        mimic = f'<mimic joint="j{draw(st.sampled_from([1, 1, child - 1, child]))}" multiplier="{FAULT}2" offset="1"/>'
    axis = "" if kind in ("fixed", "floating", "ball") else f'<axis xyz="{FAULT}{draw(AXIS)}"/>'
    pitch = f'<drake:screw_thread_pitch value="{FAULT}0.5"/>' if kind == "screw" else ""
    return (
        f'<{tag} name="j{child}" type="{kind}"><parent link="l{parent}"/><child link="l{child}"/>'
        f'<origin xyz="{FAULT}{draw(VECTOR)}" rpy="{draw(VECTOR)}"/>{axis}{limit}{dynamics}{mimic}{pitch}</{tag}>'
    )


def _sdf_link(draw: st.DrawFn, number: int) -> str:
    moments = [draw(POSITIVE) for _ in range(3)]
    inertial = (
        f"<inertial><pose>{draw(VECTOR)} {draw(VECTOR)}</pose><mass>{FAULT}{draw(POSITIVE)}</mass><inertia>"
        f"<ixx>{moments[0]}</ixx><iyy>{moments[1]}</iyy><izz>{moments[2]}</izz></inertia></inertial>"
    )
    proximity = (
        f"<drake:proximity_properties><drake:point_contact_stiffness>{FAULT}{draw(POSITIVE)}"
        "</drake:point_contact_stiffness></drake:proximity_properties>"
    )
    shape = draw(
        st.sampled_from(
            [
                "<sphere><radius>0.5</radius></sphere>",
                "<drake:capsule><radius>1</radius><length>2</length></drake:capsule>",
            ]
        )
    )
    return (
        f'<link name="l{number}"><pose>{FAULT}{draw(VECTOR)} {draw(VECTOR)}</pose>'
        f"{draw(st.sampled_from(['', inertial]))}"
        f'<collision name="c"><geometry>{shape}</geometry>{draw(st.sampled_from(["", proximity]))}</collision></link>'
    )


def _sdf_joint(draw: st.DrawFn, kind: str, child: int, parent: int) -> str:
    axis = ""
    if kind in (*TYPES[:3], "screw"):
        limit = (
            f"<limit><lower>{draw(NUMBER)}</lower><upper>{draw(POSITIVE) + 3}</upper><effort>{draw(EFFORT)}</effort>"
            f"<velocity>{draw(NUMBER)}</velocity><drake:acceleration>{FAULT}{draw(POSITIVE)}</drake:acceleration></limit>"
        )
        dynamics = f"<dynamics><damping>{FAULT}{draw(POSITIVE)}</damping></dynamics>"
        extra = draw(st.sampled_from(["", limit])) + draw(st.sampled_from(["", dynamics]))
        axis = f"<axis><xyz>{draw(AXIS)}</xyz>{extra}</axis>"
    gears = draw(st.sampled_from(["", f"<drake:gear_ratio>{FAULT}3</drake:gear_ratio>"]))
    mimic = ""
    if child > 1 and draw(st.booleans()):
        mimic = f'<drake:mimic joint="j{draw(st.sampled_from([1, 1, child - 1, child]))}" multiplier="2" offset="{FAULT}1"/>'
    return (
        f'<joint name="j{child}" type="{kind}"><pose>{draw(VECTOR)} {draw(VECTOR)}</pose>'
        f"<parent>l{parent}</parent><child>l{child}</child>{axis}{gears}{mimic}</joint>"
    )


def _groups(draw: st.DrawFn, count: int, member: str, other: str) -> list[str]:
    """Collision filter groups that hold, hold off and leave out each other."""
    made = []
    names = ["g0", "g1", "g2"][: draw(st.integers(0, 3))]
    for name in names:
        links = draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=3, unique=True))
        inside = "".join(member.format(link) for link in links)
        for tag in ("member_group", "ignored_collision_filter_group"):
            if draw(st.booleans()):
                inside += other.format(tag, draw(st.sampled_from(names)))
        made.append(f'<drake:collision_filter_group name="{name}">{inside}</drake:collision_filter_group>')
    return made
