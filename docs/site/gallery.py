"""The gallery: pages of robots that others have described, made while the site is built and of no file in the repository."""

from __future__ import annotations

import html
import io
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

import bodyplan
from bodyplan.cli.browsers import browsers
from bodyplan.cli.main import main

PACKAGE = "example-robot-data"
"""The package that has the descriptions and their meshes; the extra ``docs`` installs it."""
FOLDER = "cmeel.prefix/share/example-robot-data/robots"
PAGE = "gallery.md"
MISSING = f"This site was built without the package `{PACKAGE}`, which has the robots.\n"
PICTURE_SIZE = "640x480"


class GalleryRobot(NamedTuple):
    """A robot of the gallery.

    Attributes:
        name: of its page.
        title: what is written over it.
        file: its description, as seen from the folder of the package.
    """

    name: str
    title: str
    file: str


class MadePage(NamedTuple):
    """A page that was made: the robot, what is said of it, and whether there is a picture beside the page."""

    robot: GalleryRobot
    about: str
    has_picture: bool


ROBOTS = (
    GalleryRobot("panda", "Panda, an arm with a gripper", "panda_description/urdf/panda.urdf"),
    GalleryRobot("ur5", "UR5, an arm", "ur_description/urdf/ur5_robot.urdf"),
    GalleryRobot("so100", "SO-100, an arm to print", "so_arm_description/urdf/so100.urdf"),
    GalleryRobot("allegro", "Allegro, a hand", "allegro_hand_description/urdf/allegro_left_hand.urdf"),
    GalleryRobot("go2", "Go2, a dog", "go2_description/urdf/go2.urdf"),
    GalleryRobot("anymal", "ANYmal C, a larger one", "anymal_c_simple_description/urdf/anymal.urdf"),
)


def find_robots() -> Path | None:
    """The folder of the package; None where it is not installed."""
    try:
        folder = Path(str(distribution(PACKAGE).locate_file(FOLDER)))
    except PackageNotFoundError:
        return None
    return folder if folder.is_dir() else None


def make_pages(robots: Path, to: Path, wanted: tuple[GalleryRobot, ...] = ROBOTS) -> Iterator[MadePage]:
    """Makes the page of each robot that is there, as ``bodyplan view -o`` does, with a picture where there is a browser."""
    to.mkdir(parents=True, exist_ok=True)
    for robot in wanted:
        path = robots / robot.file
        if not path.is_file():
            continue
        document = bodyplan.load(path)
        scene = document.scene
        moving = sum(joint.type != "fixed" for joint in scene.joints.values())
        mass = sum(link.mass for link in scene.links.values())
        call = ["view", str(path), "-o", str(to / f"{robot.name}.html")]
        if browsers():
            call += ["--png", str(to / f"{robot.name}.png"), "--size", PICTURE_SIZE]
        with redirect_stderr(io.StringIO()):  # what is found is in the page
            main(call)
        about = f"{len(scene.links)} links, {moving} moving joints, {mass:.3g} kg"
        yield MadePage(robot, about, (to / f"{robot.name}.png").is_file())


def show_pages(made: list[MadePage]) -> str:
    """What the page of the gallery holds: for each robot a picture that leads to its page, and what it is."""
    if not made:
        return MISSING
    lines = ['<div class="grid cards" markdown="0"><ul>']
    for robot, about, has_picture in made:
        title = html.escape(robot.title)
        picture = f'<img src="{robot.name}.png" alt="" loading="lazy">' if has_picture else ""
        lines.append(
            f'<li><a href="{robot.name}.html">{picture}<br><strong>{title}</strong></a><br>{html.escape(about)}</li>'
        )
    return "\n".join([*lines, "</ul></div>"]) + "\n"


def make_folder() -> tuple[Path, list[MadePage]]:
    """A folder with the pages, which lasts as long as the process, and what is in it."""
    folder = Path(tempfile.mkdtemp(prefix="bodyplan-gallery-"))
    robots = find_robots()
    return folder, [] if robots is None else list(make_pages(robots, folder))
