"""``bodyplan view``: robots and worlds in a browser."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from .documents import add_document, is_unreadable, show
from .elapsed_time import end_elapsed_time
from .messages import WrongCall, complain, format_number
from .status import OK, PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..semantics.view.meshes import EmbeddedAssets
    from .viewing.documents import Tab, ViewRequest

PICTURE, ANIMATION = (1280, 960), (640, 480)
"""Pixels across and down of pictures where nothing else is asked for."""
KINDS = ("png", "gif", "webm")
"""Of pictures: the options that ask for them, and the endings of their files."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="write a self-contained HTML page, or a picture if it ends with .png, .gif or .webm (default: serve the document "
        "on this machine and update the page when it changes)",
    )
    parser.add_argument(
        "--bundle", metavar="DIR", help="write a page for a web server into a folder, with meshes as files beside it"
    )
    parser.add_argument("--with", dest="other", metavar="OTHER", help="second document to overlay on the first")
    parser.add_argument(
        "--tab",
        metavar="FILE",
        action="append",
        default=[],
        help="another document, in a tab of the page; may be repeated",
    )
    parser.add_argument("--srdf", metavar="FILE", help="SRDF document whose group states are offered")
    parser.add_argument("--embed", action="store_true", help="embed all meshes in the page (default: up to 20 MB)")
    parser.add_argument("--png", metavar="OUT", help="write a PNG picture; requires a browser such as Chromium")
    parser.add_argument("--gif", metavar="OUT", help="write a moving picture, by default a turntable")
    parser.add_argument("--webm", metavar="OUT", help="write a video, by default a turntable")
    parser.add_argument("--turntable", action="store_true", help="move the camera around once in the GIF or video")
    parser.add_argument(
        "--sweep", metavar="JOINT", action="append", default=[], help="move a joint through its range in it"
    )
    parser.add_argument(
        "--frames", metavar="N", type=_frames, help="pictures for each motion (default: 40 in a GIF, 100 in a video)"
    )
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=_size,
        help="size of pictures in pixels (default: 1280x960, of moving ones 640x480)",
    )
    parser.add_argument(
        "--state",
        metavar="TEXT",
        default="",
        help="what pictures show: a link copied from a page, or what it has behind '#', such as 'q=elbow:0.5&view=front'",
    )
    parser.add_argument(
        "--port", metavar="N", type=_port, default=0, help="port of the server (default: any free port)"
    )
    parser.add_argument(
        "--editor",
        metavar="COMMAND",
        help="what opens a line that is clicked in the live page, such as 'code --goto {file}:{line}:{column}' "
        "(default: an editor that is installed)",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")


def run(arguments: Namespace) -> int:
    """Writes a page or a picture, or serves the document until it is interrupted."""
    from ..semantics.core.garbage_collection import collector_stopped
    from ..semantics.view.page import NoViewer
    from .viewing.documents import find_config_files, read_request

    asked = read_request(arguments)
    _sort_output(arguments)
    try:
        if not any((arguments.output, arguments.bundle, *_pictures(arguments).values())):
            from .viewing.editors import find_editor
            from .viewing.live_documents import LiveView
            from .viewing.server import serve

            end_elapsed_time()
            editor = find_editor(arguments.editor)
            live = LiveView(lambda: read_request(arguments), find_config_files(arguments))
            return serve(live, asked.title, port=arguments.port, opens=not arguments.no_open, editor=editor)
        with collector_stopped():
            return _write(arguments, asked)
    except NoViewer as problem:
        raise WrongCall(str(problem)) from None


def _sort_output(arguments: Namespace) -> None:
    """Takes ``-o a.png`` as ``--png a.png``.

    Raises:
        WrongCall: a file has an ending of something else, or what is asked of a picture has no picture.
    """
    ending = PurePath(arguments.output or "").suffix.lower()
    if ending[1:] in KINDS:
        name = ending[1:]
        if getattr(arguments, name) is not None:
            raise WrongCall(
                f"-o {arguments.output} and --{name} {getattr(arguments, name)} are two outputs of one kind"
            )
        setattr(arguments, name, arguments.output)
        arguments.output = None
    elif ending not in ("", ".html", ".htm"):
        raise WrongCall(f"-o {arguments.output}: OUT ends with .html, .png, .gif or .webm")
    for name, path in _pictures(arguments).items():
        if path is not None and PurePath(path).suffix.lower() not in ("", f".{name}"):
            raise WrongCall(f"--{name} {path}: OUT ends with .{name}")
    if arguments.gif is None and arguments.webm is None and (arguments.turntable or arguments.sweep):
        raise WrongCall("--turntable and --sweep are for moving pictures: add --gif OUT or --webm OUT")


def _pictures(arguments: Namespace) -> dict[str, str | None]:
    """Where pictures go, by their kinds."""
    return {kind: getattr(arguments, kind) for kind in KINDS}


def _write(arguments: Namespace, asked: ViewRequest) -> int:
    from ..semantics.view.meshes import EmbeddedAssets
    from ..semantics.view.page import LIMIT
    from .process import keep_until_end
    from .viewing.documents import join_tabs, show_refused

    tabs = asked.open_tabs()
    keep_until_end(tabs)
    opened = [each for _, documents in tabs for each in documents]
    for each in opened:
        show(each.name, each.findings)
        if each.document is None and is_unreadable(each.name, each.findings):
            return UNUSABLE
    refused: dict[tuple[str, str], None] = {}
    if arguments.bundle is not None:
        refused |= _write_bundle(arguments.bundle, tabs)
    if any(path is not None for path in (arguments.output, *_pictures(arguments).values())):
        # a picture holds no files, so all of them can be in the page that it is taken of
        embedding = EmbeddedAssets(None if arguments.embed or arguments.output is None else LIMIT)
        _write_embedded(arguments, join_tabs([each.data(documents, embedding) for each, documents in tabs]))
        _report_left_out(embedding)
        refused |= embedding.refused
    show_refused(refused)
    return OK if all(each.ok for each in opened) else PROBLEMS


def _write_embedded(arguments: Namespace, data: dict[str, Any]) -> None:
    """Writes the page and the pictures of it."""
    from ..semantics.view.page import page_text
    from ..semantics.view.scene_json import scene_text

    page = page_text(data["title"], scene_text(data))
    if arguments.output is not None:
        _write_page(arguments.output, page)
    if arguments.png is not None:
        from .viewing.picture import save_picture

        save_picture(page, arguments.png, arguments.size or PICTURE, arguments.state)
    recording = {"turntable": arguments.turntable, "sweep": arguments.sweep}
    if arguments.frames is not None:
        recording["frames"] = arguments.frames
    for kind, path in _pictures(arguments).items():
        if path is not None and kind != "png":
            from .viewing.picture import save_animation

            save_animation(page, path, arguments.size or ANIMATION, arguments.state, recording, kind)


def _write_bundle(folder: str, tabs: Sequence[Tab]) -> dict[tuple[str, str], None]:
    """Writes the page as a folder; what meshes name and is not in it."""
    from ..semantics.view.page import page_text
    from ..semantics.view.scene_json import scene_text
    from .viewing.bundle import FolderAssets, write_bundle
    from .viewing.documents import join_tabs

    assets = FolderAssets()
    data = join_tabs([each.data(documents, assets) for each, documents in tabs])
    write_bundle(folder, page_text(data["title"], None, is_live=False), scene_text(data), assets)
    return assets.refused


def _write_page(path: str, page: str) -> None:
    """Writes the page; ``-`` is standard output."""
    if path == "-":
        sys.stdout.write(page)
        return
    from ..runtime.atomic_write import write_atomically

    write_atomically(path, page.encode("utf-8"))


def _report_left_out(embedding: EmbeddedAssets) -> None:
    left = embedding.left_out
    if left:
        from ..semantics.view.draco_meshes import is_installed

        size = sum(each.size for each in left) / 1e6
        files = format_number(len(left), "file")
        smaller = "" if is_installed() else "; pip install 'bodyplan[draco]' makes meshes smaller"
        complain(
            f"{files} of {size:.1f} MB of meshes and pictures are not in the page; --embed includes all of them{smaller}"
        )


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no port")


def _frames(text: str) -> int:
    if text.isascii() and text.isdigit() and 2 <= int(text) <= 600:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no number from 2 to 600")


def _size(text: str) -> tuple[int, int]:
    width, between, height = text.partition("x")
    if between and all(part.isascii() and part.isdigit() and 16 <= int(part) <= 8192 for part in (width, height)):
        return int(width), int(height)
    raise ArgumentTypeError(f"{text!r} is no size: it takes 1280x960, from 16 to 8192 each")
