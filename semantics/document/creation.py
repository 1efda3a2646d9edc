"""Documents and texts that are made of nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ...runtime.element import Element
from ...runtime.encoder import Encoder, escape
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..core.options import options_of
from ..formats.registry import FORMATS, by_tag
from ..formats.writer import add_declaration
from .document import Document
from .loader import open_document
from .parser import read

if TYPE_CHECKING:
    from ...mjcf.newest import Mujoco
    from ...sdformat.newest import Sdf
    from ...skel.newest import Skel
    from ...urdf.newest import Robot
    from ..core.options import Format
    from ..formats.dmd.directives import Directives
    from .document import DocumentOrPath


@overload
def new(format: Literal["sdformat"], *, name: str = ...) -> Document[Sdf]: ...
@overload
def new(format: Literal["urdf"], *, name: str = ...) -> Document[Robot]: ...
@overload
def new(format: Literal["skel"], *, name: str = ...) -> Document[Skel]: ...
@overload
def new(format: Literal["mjcf"], *, name: str = ...) -> Document[Mujoco]: ...
@overload
def new(format: Literal["dmd"]) -> Document[Directives]: ...
@overload
def new(format: Format, *, name: str = ...) -> Document[Any]: ...
def new(format: Format, *, name: str = "default") -> Document[Any]:
    """A document with nothing in it yet, in the newest version.

    Args:
        format: ``"sdformat"``: a world; ``"urdf"``: a robot; ``"skel"``: a world; ``"mjcf"``: a model; ``"dmd"``: directives.
        name: what the world, the robot or the model is called.

    Raises:
        ValueError: there is no such format.

    Example:
        >>> doc = bodyplan.new("urdf", name="cart")
        >>> doc.root.link.append(bodyplan.urdf.Link(name="base"))
        >>> print(doc.dumps(), end="")
        <?xml version="1.0"?>
        <robot name="cart">
          <link name="base"/>
        </robot>
    """
    row = FORMATS.get(format)
    if row is None or row.new is None:
        raise ValueError(f"there is no format {format!r}: documents are made of {', '.join(FORMATS)}")
    version = row.newest_version()
    text = row.new.format(name=escape(name, {'"': "&quot;"}), version=version)
    options = options_of({}, None, None)
    parsed = read(Source(None, text), Sink(), options, format=format)
    assert parsed is not None, "it was just written"
    return Document(parsed, None, options, ())


def dumps(root: Element | DocumentOrPath) -> str:
    """The text of an element by itself in the canonical layout, of a document's root with the XML declaration.

    Unlike ``Document.dumps`` it knows nothing of a text that the element came from.

    Args:
        root: any element; a document, or the path of one, gives what ``Document.dumps`` does.

    Raises:
        LoadError: there is no sound document at the path.
        TypeError: ``root`` is none of these.
        ValueError: a list holds what does not fit, which the message names with element and field.

    Example:
        >>> bodyplan.dumps(bodyplan.urdf.Link(name="base"))
        '<link name="base"/>\\n'
    """
    if not isinstance(root, Element):
        return open_document(root, "dumps").dumps()
    tag: str = type(root).Meta.name  # type: ignore[attr-defined]
    row = by_tag(tag)
    if row is not None and "{version}" in (row.new or ""):
        root = root.__replace__(version=root.version)  # type: ignore[attr-defined]  # written, though it is the default
    encoder = Encoder({}, {})
    encoder.element(root, tag)
    return encoder.result() if row is None else add_declaration(encoder.result())
