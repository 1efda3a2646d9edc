"""Robots as MJCF, an element a line."""

from __future__ import annotations

from math import degrees

from .robots import Part, Robot
from .writing import lay_out, numbers


def write_mjcf(robot: Robot, *, radian: bool = False, inertial: bool = False, mesh: str = "") -> str:
    """A robot on a floor, with all that a simulation needs besides.

    Args:
        robot: what is written.
        radian: whether angles are written in rad.
        inertial: whether masses are written, and not left to the shapes.
        mesh: file of a mesh that its second body shows; empty for none.
    """
    free = not robot.fixed_base
    lines = [
        f'<mujoco model="{robot.name}">',
        f'<compiler angle="{"radian" if radian else "degree"}" eulerseq="xyz"/>',
        '<option timestep="0.002" gravity="0 0 -9.81" integrator="implicitfast"/>',
        "<default>",
        '<joint damping="0.4" armature="0.01"/>',
        '<default class="look">',
        '<geom contype="0" conaffinity="0" group="1" mass="0" material="steel"/>',
        "</default>",
        '<default class="hull">',
        '<geom group="3" friction="0.8 0.005 0.0001" condim="3"/>',
        "</default>",
        "</default>",
        "<asset>",
        '<texture name="grid" type="2d" builtin="checker" rgb1="0.2 0.3 0.4" rgb2="0.1 0.2 0.3" width="300" height="300"/>',
        '<material name="ground" texture="grid" texrepeat="5 5" reflectance="0.2"/>',
        '<material name="steel" rgba="0.4 0.4 0.45 1"/>',
        *([f'<mesh name="cover" file="{mesh}" scale="1 1 1"/>'] if mesh else []),
        "</asset>",
        "<worldbody>",
        '<light name="sun" pos="0 0 4" dir="0 0 -1" diffuse="0.8 0.8 0.8"/>',
        '<geom name="floor" type="plane" size="5 5 0.1" material="ground"/>',
        *_write_body(robot, robot.parts[0], radian, inertial, free, mesh),
        "</worldbody>",
    ]
    moving = [part for part in robot.parts if part.joint and part.joint_type != "fixed"]
    followers = [part for part in moving if part.mimic is not None]
    driven = [part for part in moving if part.mimic is None]
    lines += ["<contact>", f'<exclude body1="{robot.parts[0].name}" body2="{robot.parts[-1].name}"/>', "</contact>"]
    if followers:
        lines.append("<equality>")
        for part in followers:
            assert part.mimic is not None
            lines.append(f'<joint joint1="{part.joint}" joint2="{part.mimic[0]}" polycoef="0 1 0 0 0"/>')
        lines.append("</equality>")
    first, second = driven[0].joint, driven[1].joint
    lines += [
        "<tendon>",
        '<fixed name="coupling" limited="true" range="-3 3">',
        f'<joint joint="{first}" coef="0.5"/>',
        f'<joint joint="{second}" coef="-0.5"/>',
        "</fixed>",
        "</tendon>",
        "<actuator>",
    ]
    for number, part in enumerate(driven):
        if number % 2:
            lines.append(f'<motor name="{part.joint}_motor" joint="{part.joint}" gear="20" ctrlrange="-1 1"/>')
        else:
            lines.append(
                f'<position name="{part.joint}_servo" joint="{part.joint}" kp="40" kv="2" ctrlrange="-1 1"'
                ' forcerange="-30 30"/>'
            )
    positions = [0.0] * len(moving)
    base = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0] if free else []
    lines += [
        "</actuator>",
        "<sensor>",
        f'<jointpos name="{first}_angle" joint="{first}"/>',
        '<accelerometer name="felt" site="tip"/>',
        "</sensor>",
        "<keyframe>",
        f'<key name="home" qpos="{numbers(*base, *positions)}" ctrl="{numbers(*(0.0 for _ in driven))}"/>',
        "</keyframe>",
        "</mujoco>",
    ]
    return lay_out(lines)


def _write_body(robot: Robot, part: Part, radian: bool, inertial: bool, free: bool, mesh: str) -> list[str]:
    place = (0.0, 0.0, 1.0) if free and not part.parent else part.origin
    lines = [f'<body name="{part.name}" pos="{numbers(*place)}">']
    if not part.parent and free:
        lines.append('<freejoint name="root"/>')
    if part.joint and part.joint_type != "fixed":
        kind = "slide" if part.joint_type == "prismatic" else "hinge"
        turns = kind == "hinge" and not radian
        low, high = (degrees(limit) if turns else limit for limit in part.limits)
        limits = "" if part.joint_type == "continuous" else f' range="{low:.4g} {high:.4g}"'
        lines.append(
            f'<joint name="{part.joint}" type="{kind}" axis="{numbers(*part.axis)}"{limits} damping="0.2" frictionloss="0.05"/>'
        )
    turned = tuple(angle if radian else degrees(angle) for angle in part.turned)
    at = f'pos="{numbers(*part.center)}"' + (f' euler="{numbers(*turned)}"' if any(turned) else "")
    if inertial:
        moments = numbers(*part.moments)
        lines.append(f'<inertial {at} mass="{part.mass:.6g}" diaginertia="{moments}"/>')
    sizes = {"box": [side / 2 for side in part.size], "sphere": list(part.size)}
    size = sizes.get(part.shape) or [part.size[0], part.size[1] / 2]
    shape = f'type="{part.shape}" size="{numbers(*size)}" {at}'
    if mesh and part is robot.parts[1]:
        lines.append('<geom name="cover_look" class="look" type="mesh" mesh="cover"/>')
    else:
        lines.append(f'<geom name="{part.name}_look" class="look" {shape}/>')
    lines.append(f'<geom name="{part.name}_hull" class="hull" {shape} density="{part.density:g}"/>')
    if part is robot.parts[-1]:
        lines.append('<site name="tip" pos="0 0 0.01" size="0.005"/>')
        lines.append('<camera name="eye" pos="0 0 0.1" fovy="60"/>')
    for other in robot.parts:
        if other.parent == part.name:
            lines += _write_body(robot, other, radian, inertial, free, mesh)
    return [*lines, "</body>"]
