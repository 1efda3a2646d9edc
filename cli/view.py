"""``bodyplan view``: robots and worlds in a browser."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from .documents import add_document, is_unreadable, show
from .messages import WrongCall, complain, format_number
from .status import OK, PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from ..semantics.view.meshes import EmbeddedAssets
    from .viewing.documents import ViewRequest


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="write a self-contained HTML page (default: serve the document on this machine and update the page when it changes)",
    )
    parser.add_argument("--with", dest="other", metavar="OTHER", help="second document to overlay on the first")
    parser.add_argument("--embed", action="store_true", help="embed all meshes in the page (default: up to 20 MB)")
    parser.add_argument("--png", metavar="OUT", help="write a PNG picture; requires a browser such as Chromium")
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=_size,
        default=(1280, 960),
        help="size of the picture in pixels (default: 1280x960)",
    )
    parser.add_argument(
        "--port", metavar="N", type=_port, default=0, help="port of the server (default: any free port)"
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")


def run(arguments: Namespace) -> int:
    """Writes a page or a picture, or serves the document until it is interrupted."""
    from ..semantics.view.page import NoViewer
    from .viewing.documents import find_config_files, read_request

    asked = read_request(arguments)
    try:
        if arguments.output is None and arguments.png is None:
            from .viewing.live_documents import LiveView
            from .viewing.server import serve

            live = LiveView(lambda: read_request(arguments), find_config_files(arguments))
            return serve(live, asked.title, port=arguments.port, opens=not arguments.no_open)
        return _write(arguments, asked)
    except NoViewer as problem:
        raise WrongCall(str(problem)) from None


def _write(arguments: Namespace, asked: ViewRequest) -> int:
    from ..semantics.view.meshes import EmbeddedAssets
    from ..semantics.view.page import LIMIT, page_text
    from ..semantics.view.scene_json import scene_text
    from .viewing.documents import show_refused

    embedding = EmbeddedAssets(None if arguments.embed else LIMIT)
    opened = asked.open_documents()
    for each in opened:
        show(each.name, each.findings)
        if each.document is None and is_unreadable(each.name, each.findings):
            return UNUSABLE
    data = asked.data(opened, embedding)
    show_refused(embedding)
    page = page_text(data["title"], scene_text(data))
    if arguments.output is not None:
        _write_page(arguments.output, page)
    if arguments.png is not None:
        from .viewing.picture import save_picture

        save_picture(page, arguments.png, arguments.size)
    _report_left_out(embedding)
    return OK if all(each.ok for each in opened) else PROBLEMS


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
        size = sum(each.size for each in left) / 1e6
        files = format_number(len(left), "file")
        complain(f"{files} of {size:.1f} MB of meshes and pictures are not in the page; --embed includes all of them")


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no port")


def _size(text: str) -> tuple[int, int]:
    width, between, height = text.partition("x")
    if between and all(part.isascii() and part.isdigit() and 16 <= int(part) <= 8192 for part in (width, height)):
        return int(width), int(height)
    raise ArgumentTypeError(f"{text!r} is no size: it takes 1280x960, from 16 to 8192 each")
