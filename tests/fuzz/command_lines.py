"""Command lines made of the commands' own parsers: options, choices and values of each kind that a call may name.

A command or a kind of value that no row here speaks of is an error, so that none is forgotten.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

from bodyplan.cli.main import COMMANDS, parser_of
from bodyplan.diagnostics.registry import REGISTRY

from .mutating import TEXTS, mutated
from .seeds import CHECKOUT, Seed, seed

OUT = "out"
"""The folder for what a call writes, beside the document."""

WEIGHTS = {
    "check": 4.0,
    "convert": 3.0,
    "codegen": 0.01,
    "schema": 0.03,
    "doctor": 0.05,
    "example": 0.05,
    "completion": 0.05,
    "explain": 0.03,
    "lsp": 0.0,
}
"""How often a command is called, 1 for those that are not named; those that take no document are slow and few, and what speaks
with an editor is no call that ends."""

LEFT_OUT = {
    "--help": "prints the help and ends, whatever else is said",
    "--version": "of the program prints one line",
    "--scheduler": "connects to machines of a fleet",
    "--port": "belongs to the live server, which runs until it is interrupted",
    "--no-open": "belongs to the live server",
    "--png": "starts a browser",
    "--gif": "starts a browser",
    "--webm": "starts a browser",
    "--pictures": "starts a browser",
    "--watch": "runs until it is interrupted",
}
"""Options that no call has, and why."""

LEFT_OUT_CHOICES = frozenset(("png", "pdf"))
"""Values of options that no call has: where there is no Graphviz they start a browser."""

RARE = {"--cache-dir": 0.1, "--extensions": 0.3}
"""Options that take long: how much rarer than others they are."""

FORCED = {
    "view": ("--output", f"{OUT}/page.html"),
    "init": ("--dry-run",),
    "example": ("--output", f"{OUT}/example"),
    "codegen generate": ("--output", f"{OUT}/bindings"),
    "codegen import": ("--output", f"{OUT}/schemas"),
}
"""Options without which a command would not end, or would write into the checkout."""

SIDE_FILES = {
    "other.urdf": '<robot name="other"><link name="k0"/><link name="k1"/><joint name="i0" type="revolute">'
    '<parent link="k0"/><child link="k1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>',
    "other.sdf": '<sdf version="1.9"><model name="other"><link name="k0"/></model></sdf>',
    "top.sdf": '<sdf version="1.9"><world name="w"><include><uri>document.sdf</uri><name>i</name></include></world></sdf>',
    "settings/strict.toml": 'strict = true\ntargets = ["drake"]\n[severity]\nBP2 = "error"\n',
    "settings/hostile.toml": 'fetch = "./none"\nextensions = ["none.toml", "none"]\nsearch-paths = ["/"]\ncache-dir = "kept"\n',
    "settings/broken.toml": "strict = 1\n",
    "baseline.json": '{"bodyplan": "0", "known": []}',
    "tables/acme.toml": (CHECKOUT / "examples" / "extension" / "acme.toml").read_text(encoding="utf-8"),
}
"""Files that options name, beside those that documents include."""

XACROS = (
    (
        "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:arg name='n' default='2'/>"
        "<xacro:property name='p' value='${1 + 2 * pi}'/><xacro:macro name='leg' params='name *block x:=1'>"
        "<link name='${name}'><xacro:insert_block name='block'/></link></xacro:macro><link name='l0'/>"
        "<xacro:leg name='l1'><inertial><mass value='${p * x}'/></inertial></xacro:leg></robot>"
    ),
    (
        "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:property name='d' value='${dict(a=1, b=[1, 2])}'/>"
        "<xacro:macro name='m' params='n'><link name='l${n}'/><xacro:if value='${n > 0}'><xacro:m n='${n - 1}'/></xacro:if>"
        "</xacro:macro><xacro:m n='3'/><xacro:unless value='$(arg n)'><link name='$(env HOME)'/></xacro:unless>"
        "<xacro:include filename='part/part.urdf'/><link name='${[x for x in range(3)]}'/></robot>"
    ),
    (
        "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:property name='s' value='${load_yaml(\"baseline.json\")}'/>"
        "<link name='${\"a\" * 3}'/><link name='${s}'/><link name='$(find part)'/><link name='${sin(1) ** 2}'/></robot>"
    ),
)
"""Documents in xacro, which the other seeds are not."""


class Case(NamedTuple):
    """A command line, and the document that it is about."""

    seed: Seed
    ending: str
    """Of the document's name; it may be that of xacro."""
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """The document's name."""
        return f"document{self.ending}"


def case_of(number: int, corpora: bool, salt: str = "") -> Case:
    """The case of a number: always the same one, as long as what it begins with is the same."""
    random = Random(f"command {salt}{number}")
    begun, ending = _begun(random, corpora)
    data = begun.data
    for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
        data = mutated(random, data, begun, False)
    name = f"document{ending}"
    return Case(Seed(data, begun.ending), ending, _words(random, name, data))


def _begun(random: Random, corpora: bool) -> tuple[Seed, str]:
    if random.random() < 0.08:
        return Seed(random.choice(XACROS).encode(), ".urdf"), random.choice((".urdf.xacro", ".xacro", ".urdf"))
    most = 24_000 if random.random() < 0.02 else 2_000
    begun = seed(random, corpora and random.random() < 0.05)
    while len(begun.data) > most:
        begun = seed(random, False)
    return begun, begun.ending


# -- parsers -------------------------------------------------------------------------------------------------------


class Command(NamedTuple):
    """A command, or one of the actions of a command that has such."""

    words: tuple[str, ...]
    actions: tuple[argparse.Action, ...]
    exclusive: tuple[frozenset[int], ...]
    """Places of options that exclude each other."""


@cache
def commands() -> tuple[Command, ...]:
    """Every command with its arguments, as its parser has them."""
    found: list[Command] = []

    def look(parser: argparse.ArgumentParser, words: tuple[str, ...]) -> None:
        below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
        for action in below:
            for name, each in action.choices.items():
                look(each, (*words, name))
        if not below:
            actions = tuple(parser._actions)
            groups = [
                frozenset(map(actions.index, group._group_actions)) for group in parser._mutually_exclusive_groups
            ]
            found.append(Command(words, actions, tuple(groups)))

    look(parser_of(set(COMMANDS)), ())
    return tuple(found)


@cache
def _by_name() -> dict[str, list[Command]]:
    return {name: [each for each in commands() if each.words[0] == name] for name in COMMANDS}


def _words(random: Random, name: str, data: bytes) -> tuple[str, ...]:
    names = tuple(COMMANDS)
    chosen = random.choices(names, [WEIGHTS.get(each, 1.0) for each in names])[0]
    command = random.choice(_by_name()[chosen])
    known = Known(random, name, data)
    chance = random.choice((0.0, 0.05, 0.1, 0.3))
    options: list[list[str]] = []
    places: list[list[str]] = []
    taken: set[int] = set()
    for at, action in enumerate(command.actions):
        if not action.option_strings:
            places.append([known.value(action) for _ in range(_count(random, action))])
            continue
        if isinstance(action, argparse._HelpAction) or LEFT_OUT.keys() & set(action.option_strings) or at in taken:
            continue
        if action.required or random.random() < chance * RARE.get(action.option_strings[0], 1.0):
            if not action.required:
                taken |= {other for group in command.exclusive if at in group for other in group}
            options.append(_option(random, action, known))
    forced = FORCED.get(" ".join(command.words))
    if forced is not None:
        options = [each for each in options if not forced[0].startswith(each[0].partition("=")[0])] + [list(forced)]
    random.shuffle(options)
    positional = [word for words in places for word in words]
    before = random.random() < 0.5
    words = [word for option in options for word in option]
    return (*command.words, *(positional + words if before else [*words, "--", *positional]))


def _count(random: Random, action: argparse.Action) -> int:
    if action.nargs == "?":
        return random.randrange(2)
    return random.choice((1, 1, 2, 3)) if action.nargs == "+" else 1


def _option(random: Random, action: argparse.Action, known: Known) -> list[str]:
    name = random.choice(action.option_strings)
    if action.nargs == 0:
        return [name]
    value = known.value(action)
    return [f"{name}={value}"] if name.startswith("--") and random.random() < 0.7 else [name, value]


# -- values --------------------------------------------------------------------------------------------------------

_QUOTED = re.compile(rb"[\"']([\w:.-]{1,40})[\"']")
VERSIONS = ("1.12", "1.11", "1.9", "1.7", "1.6", "1.5", "1.4", "1.2", "1.0", "2.0", "0", "", "1.99", "x", "1" * 400)
NUMBERS = ("0", "1", "2", "5", "-1", "1e-3", "1e999", "nan", "", "x", "9" * 40, "9" * 5000)
XPATHS = (
    "//link/@name", "//mass/@value", "//joint[1]/@type", "//pose", "/robot", "/sdf/model/link[@name='l0']/pose", "//*", "//@*",
    "//nothing", "count(//link)", "//link[", "//text()", "//comment()", "//link[last()]/..", "string(/)", "//x:y", "1 div 0",
    "//link[@name=$a]", "document('part/model.sdf')", "//gazebo//*", "",
)  # fmt: skip
URIS = (
    "model://part", "package://part/m.obj", "part/model.sdf", "file:///dev/null", "https://example.org/x", "", "../..", "a" * 5000,
    "%00", "\u202ex", "model://../part", "file://part", "//", ":", "package://", "\x1b[2J",
)  # fmt: skip
ODD = (
    "",
    "-",
    "--",
    "/dev/null",
    "/dev/full",
    "missing/none.urdf",
    "part",
    ".",
    "..",
    "\n",
    "\u202ea",
    "\x1b[31m",
    "ü",
    "a" * 300,
)
"""What a path or name on a command line may be instead."""


class Known:
    """Values for a call: names that the document has, files that are there, and whatever else is written there.

    Args:
        random: what chooses.
        document: the document's name.
        data: the document.
    """

    def __init__(self, random: Random, document: str, data: bytes) -> None:
        self._random = random
        self._document = document
        self._names = [each.decode() for each in _QUOTED.findall(data)] or ["l0"]

    def value(self, action: argparse.Action) -> str:
        """A value for an argument.

        Raises:
            LookupError: no row speaks of its kind.
        """
        random = self._random
        if action.choices is not None and random.random() < 0.97:
            return str(random.choice([choice for choice in action.choices if choice not in LEFT_OUT_CHOICES]))
        kind = KINDS.get((action.metavar if isinstance(action.metavar, str) else None, action.dest)) or KINDS.get(
            (action.metavar if isinstance(action.metavar, str) else None, None)
        )
        if kind is None and action.choices is None:
            raise LookupError(f"no kind of value is known for {action.option_strings or action.dest} {action.metavar}")
        value = random.choice(ODD) if kind is None or random.random() < 0.02 else kind(self)
        return value.replace("\0", "")  # no system hands that over

    def document(self) -> str:
        """The document, or rarely another."""
        random = self._random
        return self._document if random.random() < 0.95 else random.choice(tuple(SIDE_FILES) + ODD)

    def other(self) -> str:
        """A second document."""
        return self._random.choice((self._document, "other.urdf", "other.sdf", "top.sdf", "part/model.sdf", *ODD[:6]))

    def path(self) -> str:
        """Something to check: mostly the document, or a folder, a pattern, standard input."""
        random = self._random
        return (
            self._document if random.random() < 0.85 else random.choice(("-", "part", "*.urdf", ".", "part/part.urdf"))
        )

    def name(self) -> str:
        """A name of something in the document."""
        random = self._random
        return random.choice(self._names) if random.random() < 0.8 else random.choice(TEXTS).decode()

    def xpath(self) -> str:
        """A path of something in the document, as findings name it, or any other."""
        random = self._random
        if random.random() < 0.4:
            return random.choice(XPATHS)
        return f"//*[@name='{random.choice(self._names)}']/@{random.choice(('name', 'name', 'type', 'none'))}"

    def one_of(self, *values: str) -> str:
        """One of several."""
        return self._random.choice(values)

    def output(self, *endings: str) -> str:
        """A file or folder that is not there yet, or one that is."""
        random = self._random
        if random.random() < 0.9:
            return f"{OUT}/made{random.choice(endings)}"
        return random.choice((self._document, "missing/none", "/dev/full", "part", "-", f"{OUT}/\x1b[31m\u202e\n.urdf"))


Kind = Callable[[Known], str]
KINDS: dict[tuple[str | None, str | None], Kind] = {
    ("FILE", None): Known.document,
    ("FILE", "config"): lambda known: known.one_of(
        *["settings/strict.toml"] * 4, "settings/hostile.toml", "settings/broken.toml"
    ),
    ("FILE", "baseline"): lambda known: known.one_of("baseline.json", f"{OUT}/baseline.json", "settings/broken.toml"),
    ("FILE", "output_file"): lambda known: known.output(".txt", ".sarif", ".json"),
    ("FILE", "zip"): lambda known: known.output(".zip"),
    ("FILE", "stdin_filename"): Known.document,
    ("FILE", "robot"): lambda known: known.one_of("top.sdf", "part/part.urdf", "none.srdf"),
    ("FILE", "included_by"): lambda known: known.one_of("top.sdf", "other.sdf"),
    ("FILE", "extensions"): lambda known: known.one_of("tables/acme.toml", "none.toml"),
    ("PATH", "paths"): Known.path,
    ("PATH", None): Known.document,
    ("PATH", "path"): lambda known: known.one_of(
        "//joint/axis/limit", "//link", ".", "document.urdf", "//" + "a/" * 50
    ),
    ("OTHER", None): Known.other,
    ("A", None): Known.document,
    ("B", None): Known.other,
    ("DIR", None): lambda known: known.one_of(".", "part", "missing", "..", "other.urdf"),
    ("DIR", "cache_dir"): lambda known: known.output("kept"),
    ("DIR", "copy"): lambda known: known.output("copy"),
    ("DIR", "assets"): lambda known: known.output("assets"),
    ("DIR", "all"): lambda known: known.output("xsd"),
    ("DIR", "output"): lambda known: known.output("bindings"),
    ("DIR", "schemas"): lambda known: known.one_of("part", "missing"),
    ("DIR", "against"): lambda known: known.one_of("part", "missing"),
    ("DIR", "folder"): lambda known: known.one_of("part", "missing"),
    ("DIR|FILE", None): lambda known: known.one_of("part", "missing"),
    ("F.txt", None): lambda known: known.one_of("part", "missing", "other.urdf"),
    ("F.rst", None): lambda known: known.one_of("part", "missing", "other.urdf"),
    ("F.md", None): lambda known: known.output(".md"),
    ("OUT", None): lambda known: known.output(".urdf", ".sdf", ".svg", ".dot", ".mmd", ".dmd.yaml", ""),
    ("NAME:=VALUE", None): lambda known: known.one_of("n:=1", "n:=${1+1}", "n", ":=", "x:=\x1b[31m", "n:=\u202e"),
    ("COMMAND", None): lambda known: known.one_of("./none", "'", "", "./none a 'b c'"),
    ("FILE|PACKAGE", None): lambda known: known.one_of(
        "none.toml", "none", "os", "tables/none.toml", "../x.toml", "a b", "1"
    ),
    ("CODE", None): lambda known: known.one_of(*list(REGISTRY)[:40], "BP3", "BP", "deprecated", "", "bp101"),
    ("N", None): lambda known: known.one_of(*NUMBERS),
    ("N", "jobs"): lambda known: known.one_of("1", "-1", "x", ""),
    ("FRAME", None): Known.name,
    ("JOINT=VALUE", None): lambda known: f"{known.name()}={known.one_of(*NUMBERS, '1,2,3')}",
    ("V", None): lambda known: known.one_of(*VERSIONS),
    ("VERSION", None): lambda known: known.one_of("1.12", "1.0", "1.4", *VERSIONS),
    ("FORMAT", None): lambda known: known.one_of("sdformat", "urdf", "skel", "mjcf", "none"),
    ("NAME", None): Known.name,
    ("AREA,...", None): lambda known: known.one_of("visual", "kinematics,inertia", "other,other", "", ",", "colours"),
    ("XPATH", None): Known.xpath,
    ("VALUE", None): lambda known: known.one_of(*(text.decode() for text in TEXTS), "-5", "\x01", "\x1b"),
    ("OLD", None): Known.name,
    ("ELEMENT", None): Known.name,
    ("EXAMPLE", None): lambda known: known.one_of("arm.urdf", "arm.sdf", "none", ""),
    ("URL", None): lambda known: known.one_of("https://example.org/run/1", "", "javascript:1", "a b", "\x1b", ")](x"),
    ("NEW", None): Known.name,
    ("LINK", None): Known.name,
    ("X,Y,Z,ROLL,PITCH,YAW", None): lambda known: known.one_of(
        "0,0,0,0,0,0", "1 2 3 0 0 1e308", "1,2", "nan,0,0,0,0,0"
    ),
    ("P", None): Known.name,
    ("T", "tolerance"): lambda known: known.one_of(*NUMBERS),
    ("T", None): Known.name,
    ("WxH", None): lambda known: known.one_of("16x16", "100x100", "1x1", "x", "99999x1"),
    ("CODE | ELEMENT", None): lambda known: known.one_of(*list(REGISTRY), "//joint/axis/limit", "mimic", "BP3", "\x1b"),
    ("URI", None): lambda known: known.one_of(*URIS),
    ("[FORMAT] OLD NEW", None): lambda known: known.one_of("1.4", "1.12", "sdformat", "urdf", "x", "1.9"),
    ("SHELL", None): lambda known: known.one_of("bash", "none"),
    ("BASE", None): lambda known: known.one_of("HEAD", "HEAD~1", "none", "", "-x", "--output=x"),
    ("HEAD", None): lambda known: known.one_of("HEAD", "none", ""),
    ("JOINT", None): Known.name,
    ("TEXT", None): lambda known: known.one_of("#q=j:1", "q=j:1", "#", "", "q=j:x&cam=1", "\x1b", "a" * 5000),
}
"""Kinds of values, by the name that the help has for them, and by that of the argument where it says more."""
