"""What large documents cost in time of the processor, which also counts what goes on inside of one call into C.

Documents of 1,000 to 32,000 parts reach past the size from which on trees are not kept (``runtime.source.LARGE``): a cost
that begins there, or that no call of a function shows, is seen here alone.
"""

from __future__ import annotations

import contextlib
import copy
import gc
import io
import math
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import bodyplan
from bodyplan.cli.main import main

from . import others, sdformat, urdf
from .making import Files, each
from .measuring import GivenUp, patience

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
BOUND = 1.2
"""Largest exponent."""
SLOPE_OVER = 3
"""How many of the sizes, the largest ones, an exponent is that of: documents above 512 kB."""
SHORT = 0.005
"""Seconds that are too short for an exponent."""
PATIENCE = 120
"""Seconds of the processor after which something is given up."""
ROUNDS = 3
"""How often each is measured; the shortest time counts."""
LONG = 3
"""Seconds of what is measured once only."""

Document = Any
Edit = Callable[[Document], object]


class Row(NamedTuple):
    """A kind of document, and what is done with it."""

    document: str
    step: str
    make: Callable[[int], str | Files]
    ending: str
    prepare: Callable[[Path], Callable[[], object]]
    """Makes what is measured."""


@dataclass
class Measured:
    """The shortest time of a row for each size; infinite where it was given up."""

    row: Row
    seconds: list[float] = field(default_factory=list)

    @property
    def exponent(self) -> float:
        """The slope of time over the largest sizes, by least squares; 0 where all of them take no time to speak of.

        Smaller ones are there to be seen: what changes at a size is a step, which a slope across it would take for growth.
        """
        if math.inf in self.seconds:
            return math.inf
        points = [(math.log(n), math.log(s)) for n, s in zip(SIZES, self.seconds)][-SLOPE_OVER:]
        if self.seconds[-SLOPE_OVER] < SHORT:
            return 0.0
        mean_x, mean_y = (sum(axis) / len(points) for axis in zip(*points))
        products = math.fsum((x - mean_x) * (y - mean_y) for x, y in points)
        return products / math.fsum((x - mean_x) ** 2 for x, _ in points)


def measure(row: Row, sizes: Iterable[int] = SIZES) -> Measured:
    """Measures a row; larger documents are left out once one was given up."""
    found = Measured(row)
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            made = row.make(size)
            files = made if isinstance(made, dict) else {f"document.{row.ending}": made}
            for relative, content in files.items():
                (Path(name) / relative).parent.mkdir(parents=True, exist_ok=True)
                (Path(name) / relative).write_bytes(content if isinstance(content, bytes) else content.encode())
            path = Path(name) / next(iter(files))
            first = _seconds(row.prepare, path)
            more = ROUNDS - 1 if first < LONG else 0
            found.seconds.append(min(first, *(_seconds(row.prepare, path) for _ in range(more)), math.inf))
            if math.isinf(found.seconds[-1]):
                break
    return found


def _seconds(prepare: Callable[[Path], Callable[[], object]], path: Path) -> float:
    run = prepare(path)
    gc.collect()
    gc.disable()  # what it walks is what all documents of the process hold
    try:
        # the timer of ``patience`` makes the clock of the process coarse, that of the thread stays fine
        with patience(PATIENCE), contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            start = time.thread_time()
            with contextlib.suppress(bodyplan.LoadError):
                run()
            return time.thread_time() - start
    except (GivenUp, MemoryError, RecursionError):
        return math.inf
    finally:
        gc.enable()


def _loaded(path: Path) -> Document:
    return bodyplan.load(path, search_paths=[path.parent])


def _load(path: Path) -> Callable[[], object]:
    return lambda: _loaded(path)


def _check(target: str | None = None) -> Callable[[Path], Callable[[], object]]:
    return lambda path: lambda: bodyplan.check(path, target=target, search_paths=[path.parent])  # type: ignore[arg-type]


def _saved(edit: Edit) -> Callable[[Path], Callable[[], object]]:
    """Saving after an edit, which itself is not measured."""

    def prepare(path: Path) -> Callable[[], object]:
        document = _loaded(path)
        edit(document)
        return lambda: document.dumps()  # found when it is called

    return prepare


def _command(*words: str, after: tuple[str, ...] = ()) -> Callable[[Path], Callable[[], object]]:
    return lambda path: lambda: main([*words, *(str(path) if word == "…" else word for word in ("…", *after))])


def _many(document: Document) -> list[Any]:
    """The list of links, models, includes or bodies."""
    root = document.root
    if hasattr(root, "world") and root.world:
        world = root.world[0] if isinstance(root.world, list) else root.world
        return next(list_ for list_ in (world.model, world.include) if list_)
    return root.link if hasattr(root, "link") else root.model.link  # type: ignore[no-any-return]


def _rename(count: int) -> Edit:
    def edit(document: Document) -> None:
        found = _many(document)
        for element in found[:: max(1, len(found) // count)]:
            element.name = f"{element.name}_x"

    return edit


def _insert(document: Document) -> None:
    found = _many(document)
    new = copy.deepcopy(found[1])
    new.name = "new"
    found.insert(len(found) // 2, new)


def _remove(document: Document) -> None:
    del _many(document)[1::3]


def _reorder(document: Document) -> None:
    _many(document).reverse()


EDITS: dict[str, Edit] = {
    "dumps, nothing changed": lambda document: document.root,
    "dumps after one edit": _rename(1),
    "dumps after 400 edits": _rename(400),
    "dumps after an insertion": _insert,
    "dumps after removals": _remove,
    "dumps in another order": _reorder,
}

_LINK = '  <link name="l{i}">\n    <pose>0 0 {i} 0 0 0</pose>\n    <inertial><mass>1</mass></inertial>\n  </link>\n'
_SHAPES = '  <link name="l{i}">\n    <visual><geometry><box size="1 1 1"/></geometry></visual>\n  </link>\n'
_MESH = '  <visual name="v{i}"><geometry><mesh filename="package://p/m.obj" scale="1 1 {k}"/></geometry></visual>\n'
_PLACED = "  <include>\n    <uri>part</uri>\n    <name>p{i}</name>\n    <pose>{i} 0 0 0 0 0</pose>\n  </include>\n"


DOCUMENTS: dict[str, tuple[Callable[[int], str | Files], str]] = {
    "sdformat: links": (lambda size: sdformat.model("\n" + each(_LINK, size)), "sdf"),
    "sdformat: links on one line": (lambda size: sdformat.model(each(_LINK, size)).replace("\n", ""), "sdf"),
    "sdformat: links of 1.6": (lambda size: sdformat.model(each(_LINK, size), "1.6"), "sdf"),
    "sdformat: includes": (sdformat.included(_PLACED), "sdf"),
    "urdf: a chain": (
        lambda size: urdf.robot(each(_SHAPES, size + 1) + each(urdf.TURNING, size, 1)),
        "urdf",
    ),
}


def _rows() -> Iterable[Row]:
    for name, (make, ending) in DOCUMENTS.items():
        yield Row(name, "load", make, ending, _load)
        yield Row(name, "check", make, ending, _check())
        for step, edit in EDITS.items():
            yield Row(name, step, make, ending, _saved(edit))
    links, robot = DOCUMENTS["sdformat: links"], DOCUMENTS["urdf: a chain"]
    older = DOCUMENTS["sdformat: links of 1.6"]
    yield Row("sdformat: links", "rename --diff", *links, _command("rename", after=("l7", "other")))
    yield Row(
        "sdformat: links",
        "set --diff",
        *links,
        _command("set", "--diff", after=('/sdf/model[@name="m"]/link[@name="l7"]/inertial/mass', "2")),
    )
    yield Row("sdformat: links", "format --diff", *links, _command("format", "--diff"))
    yield Row("sdformat: links of 1.6", "upgrade --diff", *older, _command("upgrade", "--diff"))
    yield Row("urdf: a chain", "rename --diff", *robot, _command("rename", after=("l7", "other")))
    for step, words in (("convert", ()), ("convert --keep", ("--keep",))):
        yield Row("urdf: a chain", step, *robot, _command("convert", "--to", "sdformat", *words))
    yield Row(
        "sdformat: links on one line",
        "convert",
        *DOCUMENTS["sdformat: links on one line"],
        _command("convert", "--to", "urdf"),
    )
    yield Row("sdformat: poses in a chain", "convert", _poses, "sdf", _command("convert", "--to", "urdf"))
    yield Row("sdformat: gearboxes", "resolve as JSON", _gearboxes, "sdf", _command("resolve", "--format", "json"))
    yield Row("sdformat: shapes of one name", "check as SARIF", _shapes, "sdf", _command("check", "--format=sarif"))
    yield Row("urdf: a chain", "diff with itself", *robot, _command("diff", after=("…",)))
    yield Row("urdf: a chain", "resolve as JSON", *robot, _command("resolve", "--format", "json"))
    fixed = urdf.chain(urdf.CHAINED)
    lumped = _command("convert", "--to", "sdformat", "--lump-fixed")
    yield Row("urdf: fixed joints", "convert --lump-fixed", fixed, "urdf", lumped)
    yield Row("urdf: fixed joints", "resolve as JSON", fixed, "urdf", _command("resolve", "--format", "json"))
    yield Row("urdf: fixed joints", "diff with itself", fixed, "urdf", _command("diff", after=("…",)))
    yield Row("sdformat: filter groups", "load", sdformat.all_ignored, "sdf", _load)
    yield Row("urdf: shapes without names", "load", urdf.in_link(f"<visual>{urdf.BOX}</visual>\n"), "urdf", _load)
    meshes = urdf.in_link(_MESH)
    yield Row("urdf: scaled meshes", "check for drake", meshes, "urdf", _check("drake"))
    yield Row("sdformat: attributes of one link", "check", _attributes, "sdf", _check())
    yield Row("sdformat: children of one plugin", "load", _children, "sdf", _load)
    yield Row("sdformat: namespaces", "load", sdformat.namespaces_inside, "sdf", _load)
    yield Row("sdformat: comments", "load", _comments, "sdf", _load)
    yield Row("urdf: a loop of xacro", "load", _loop, "urdf.xacro", _load)
    yield Row(
        "skel: bodies", "check for drake", others.bodies("<inertia><mass>1</mass></inertia>"), "skel", _check("drake")
    )
    yield Row("skel: bodies", "load", others.bodies("<inertia><mass>1</mass></inertia>"), "skel", _load)


def _poses(size: int) -> str:
    links = (f'<link name="l{i}"><pose relative_to="l{i - 1}">0 0 1 0 0 0</pose></link>\n' for i in range(1, size))
    return sdformat.model(f'<link name="l0"/>\n{"".join(links)}')


def _gearboxes(size: int) -> str:
    axes = "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 0 1</xyz></axis2>"
    joint = '<joint name="j{i}" type="gearbox"><parent>l0</parent><child>l{i}</child>'
    reference = "<gearbox_reference_body>l0</gearbox_reference_body>"
    return sdformat.model(
        each('<link name="l{i}"/>\n', size + 1) + each(f"{joint}{reference}{axes}</joint>\n", size, 1)
    )


def _shapes(size: int) -> str:
    shape = '<visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual>\n'
    return sdformat.model(f'<link name="l">{shape * size}</link>')


def _attributes(size: int) -> str:
    return sdformat.model(f'<link name="l"{each(" a{i}={q}1{q}", size).replace("{q}", chr(34))}/>')


def _children(size: int) -> str:
    return sdformat.model(f'<link name="l"/><plugin name="p" filename="f">{"<a>1</a>" * size}</plugin>')


def _comments(size: int) -> str:
    return sdformat.model('<link name="l"/>' + each("<!-- {i} -->\n", size))


def _loop(size: int) -> str:
    joint = '<joint name="j${n}" type="fixed"><parent link="l0"/><child link="l${n}"/></joint>'
    macro = f'<xacro:macro name="part" params="n"><link name="l${{n}}"/>{joint}</xacro:macro>'
    calls = each('<xacro:part n="{i}"/>', size, 1)
    return urdf.robot(f'<link name="l0"/>{macro}{calls}', ' xmlns:xacro="http://www.ros.org/wiki/xacro"')


ROWS: tuple[Row, ...] = tuple(_rows())


def table(everything: Iterable[Measured]) -> str:
    """The page of all rows."""
    found = list(everything)
    above = sum(measured.exponent > BOUND for measured in found)
    loads = {measured.row.document: measured.seconds[-1] for measured in found if measured.row.step == "load"}
    heads = " | ".join(f"{size:,}" for size in SIZES)
    lines = [
        "# How time grows with large documents",
        "",
        "Made by `python benchmarks/growth.py --large`. Seconds of the processor, with what goes on in C, for documents of so",
        "many parts, past the 512 kB from which on trees are not kept, and at the largest size as a multiple of loading the same",
        f"document. The exponent is the slope from {SIZES[-SLOPE_OVER]:,} parts on; {BOUND} is the bound: {len(found)} rows, {above} above it.",
        "",
        f"| document | step | {heads} | loads | exponent |",
        f"| --- | --- |{' ---: |' * (len(SIZES) + 2)}",
    ]
    for measured in found:
        cells = [f"{seconds:.3f}" for seconds in measured.seconds]
        cells += [""] * (len(SIZES) - len(cells))
        load = loads.get(measured.row.document)
        cells.append("" if load is None else f"{measured.seconds[-1] / load:.2f}")
        slope = f"{measured.exponent:.2f}"
        cells.append(slope if measured.exponent <= BOUND else f"**{slope}**")
        lines.append(f"| {measured.row.document} | {measured.row.step} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
