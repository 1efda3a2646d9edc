"""Random MJCF models of bodies with geoms, inertials, frames, classes and meshes, each by its seed."""

from __future__ import annotations

from random import Random

TYPES = ("sphere", "capsule", "cylinder", "box", "ellipsoid")
BUILTIN = ("sphere 1", "hemisphere 2", "supersphere 6 .7 1.3", "supertorus 7 .4 .8 1.2", "cone 7 0", "cone 5 .4")


class RandomModel:
    """Writes one model."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # the same models each time
        self.settings = {
            "angle": self.random.choice(("degree", "radian")),
            "eulerseq": "".join(self.random.choice("xyzXYZ") for _ in range(3)),
            "inertiafromgeom": self.random.choice(("auto", "auto", "true")),
            "inertiagrouprange": self.random.choice(("0 5", "0 1")),
            "boundmass": self.random.choice(("0", "0", "2")),
            "boundinertia": self.random.choice(("0", "0", "0.01")),
            "balanceinertia": "true",
            "fitaabb": self.random.choice(("true", "false")),
            "settotalmass": self.random.choice(("-1", "-1", "7")),
            "alignfree": self.random.choice(("true", "false")),
        }

    def numbers(self, count: int, low: float = -1.0, high: float = 1.0) -> str:
        """Several numbers as text."""
        return " ".join(f"{self.random.uniform(low, high):.3f}" for _ in range(count))

    def orientation(self) -> str:
        """One of the spellings, or none."""
        angle = 170 if self.settings["angle"] == "degree" else 3
        return self.random.choice(
            (
                "",
                f'quat="{self.numbers(4, 0.1)}"',
                f'axisangle="{self.numbers(3, 0.1)} {self.numbers(1, -angle, angle)}"',
                f'xyaxes="{self.numbers(3, 0.1)} {self.numbers(2)} {self.numbers(1, 0.5)}"',
                f'zaxis="{self.numbers(3)}"',
                f'euler="{self.numbers(3, -angle, angle)}"',
            )
        )

    def mass(self) -> str:
        """What a geom weighs."""
        return self.random.choice(
            (
                "",
                f'mass="{self.numbers(1, 0.1)}"',
                f'density="{self.numbers(1, 1, 900)}"',
                'shellinertia="true"',
                'mass="0"',
            )
        )

    def geom(self) -> str:
        """A geom of any type."""
        kind = self.random.choice((*TYPES, "mesh", "fitted"))
        group = self.random.choice((0, 1, 3))
        pos = f'pos="{self.numbers(3)}" {self.orientation()}'
        if kind == "mesh":
            return f'<geom type="mesh" mesh="m{self.random.randrange(3)}" group="{group}" {pos} density="20"/>'
        if kind == "fitted":
            kind, scale = self.random.choice(TYPES), self.numbers(1, 0.5, 2)
            return f'<geom type="{kind}" mesh="m{self.random.randrange(3)}" fitscale="{scale}" group="{group}" {pos}/>'
        if kind != "sphere" and self.random.random() < 0.3:
            pos = f'fromto="{self.numbers(6)}"'
        count = self.random.choice((1, 2, 3))
        size = self.random.choice((f'size="{self.numbers(count, 0.05, 0.5)}"', ""))
        named = self.random.choice(("", 'class="small"'))
        return f'<geom {named} type="{kind}" {size} group="{group}" {pos} {self.mass()}/>'

    def inertial(self) -> str:
        """Mass properties, or none."""
        if self.random.random() < 0.7:
            return ""
        a, b, c = sorted(self.random.uniform(0.01, 1) for _ in range(3))
        if self.random.random() < 0.5:
            moments = f'fullinertia="{a + b:.4f} {a + c:.4f} {b + c:.4f} {0.3 * a:.4f} {0.2 * a:.4f} {-0.1 * a:.4f}"'
        else:
            moments = f'diaginertia="{a:.4f} {b:.4f} {c:.4f}" {self.orientation()}'
        return f'<inertial pos="{self.numbers(3)}" mass="{self.numbers(1, 0.1, 5)}" {moments}/>'

    def body(self, depth: int) -> str:
        """A body with what is in it."""
        inside = [self.inertial()]
        # no body that moves is without mass
        inside.append('<geom size=".01" mass=".1"/>' if inside[0] == "" else "")
        inside += [self.geom() for _ in range(self.random.randrange(3))]
        if self.random.random() < 0.5:
            inside.append(
                f'<frame pos="{self.numbers(3)}" {self.orientation()}>{self.geom()}<frame {self.orientation()}>{self.geom()}</frame></frame>'
            )
        joint = self.random.choice(("", "<freejoint/>" if not depth else "<joint/>"))
        if depth < 2:
            inside += [self.body(depth + 1) for _ in range(self.random.randrange(3))]
        childclass = self.random.choice(("", 'childclass="small"'))
        return f'<body pos="{self.numbers(3)}" {self.orientation()} {childclass}>{joint}{"".join(inside)}</body>'

    def mesh(self, number: int) -> str:
        """A mesh asset."""
        placed = self.random.choice(
            ("", f'refpos="{self.numbers(3)}"', f'refpos="{self.numbers(3)}" refquat="{self.numbers(4, 0.1)}"')
        )
        scale = self.random.choice(
            ('scale=".5 .6 -.7"', 'scale="2 1.1 .8"')
        )  # without symmetries, by which axes are any
        inertia = self.random.choice(("", 'inertia="exact"', 'inertia="convex"', 'inertia="shell"'))
        if self.random.random() < 0.5:
            kind, _, params = self.random.choice(BUILTIN).partition(" ")
            return f'<mesh name="m{number}" builtin="{kind}" params="{params}" {placed} {scale} {inertia}/>'
        return f'<mesh name="m{number}" vertex="{self.numbers(3 * self.random.randrange(5, 30))}" {placed} {scale} {inertia}/>'

    def write(self) -> str:
        """The document."""
        settings = " ".join(f'{name}="{value}"' for name, value in self.settings.items())
        classes = '<geom size=".2 .3 .4" density="500"/><default class="small"><geom size=".1"/></default>'
        meshes = "".join(self.mesh(number) for number in range(3))
        bodies = "".join(self.body(0) for _ in range(2))
        return (
            f"<mujoco><compiler {settings}/><default>{classes}</default><asset>{meshes}</asset>"
            f"<worldbody>{bodies}</worldbody></mujoco>"
        )
