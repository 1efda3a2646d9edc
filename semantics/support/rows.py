"""What is said of each element that a document uses: values to read, and the same as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal
from warnings import warn

from ...diagnostics.records import dataclass, field

Verdict = Literal["uses", "keeps", "warns", "ignores", "refuses", "unknown", "-"]
VERDICTS: Mapping[Verdict, str] = {
    "uses": "reads it and makes something of it",
    "keeps": "hands it on as it is written, for other programs",
    "warns": "says that it makes no use of it",
    "ignores": "does not look at it, and does not say so",
    "refuses": "does not take the document because of it",
    "unknown": "nothing is known",
    "-": "does not read the format",
}
"""What a target may do with an element, and what the word means."""
WORST: tuple[Verdict, ...] = ("refuses", "warns", "ignores", "unknown", "keeps", "uses", "-")
"""What says most first."""

_RENAMED = {("Support", "readers"): "targets", ("SupportRow", "treatments"): "statuses"}
"""Earlier names of fields, which warn and go with release 0.4."""


class _EarlierNames:
    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            owner = type(self).__name__
            new = _RENAMED.get((owner, name))
            if new is None:
                raise AttributeError(f"{owner!r} object has no attribute {name!r}")
            warn(f"{owner}.{name} is called {owner}.{new} now", DeprecationWarning, stacklevel=2)
            return getattr(self, new)


@dataclass(frozen=True, slots=True)
class SupportStatus:
    """What one target does with the elements of one path.

    Attributes:
        verdict: what it does; where it does not do the same with all of them, what says most: a refusal first.
        counts: how many of them it treats in which way.
        words: why, or when, as far as it is known; empty otherwise.

    Example:
        >>> row = bodyplan.support("examples/arm.sdf", targets=["drake"])["model/joint/axis/mimic"]
        >>> row.statuses["drake"].verdict, row.statuses["drake"].counts
        ('ignores', {'ignores': 1})
    """

    verdict: Verdict
    counts: Mapping[Verdict, int]
    words: str = ""


@dataclass(frozen=True, slots=True)
class SupportRow(_EarlierNames):
    """One kind of element of a document, or of attribute.

    Attributes:
        path: ``model/link/collision/surface/friction/ode/mu``; an attribute has ``@`` before its name.
        format: of the file that it is in.
        count: how often it is written, an included file counted once.
        file: where it is written first; None for a text that is in no file.
        line: in that file, from 1.
        column: from 1.
        statuses: by the name of the target.

    Example:
        >>> row = bodyplan.support("examples/arm.sdf", targets=["drake"])["model/joint/axis/mimic"]
        >>> row.path, row.count, row.line
        ('model/joint/axis/mimic', 1, 186)
    """

    path: str
    format: str
    count: int
    file: str | None
    line: int
    column: int
    statuses: Mapping[str, SupportStatus]


@dataclass(frozen=True, slots=True)
class SupportTarget:
    """A target that was asked.

    Attributes:
        name: as for ``target``, where that knows it.
        title: as it is written.
        release: the release that the facts are about.
        refuses: whether it takes the document: False where it does, True where it does not, None where that is not known.

    Example:
        >>> (target,) = bodyplan.support("examples/arm.urdf", targets=["drake"]).targets
        >>> target.title, target.refuses
        ('Drake', False)
    """

    name: str
    title: str
    release: str
    refuses: bool | None = None


@dataclass(frozen=True, slots=True)
class Support(_EarlierNames):
    """What each target does with each element that a document uses.

    Attributes:
        path: of the document; None for a text.
        format: of the document.
        files: the document and all files that it includes, each once.
        targets: the targets that were asked.
        rows: in the order in which the elements come first.

    Example:
        >>> made = bodyplan.support("examples/arm.sdf", targets=["drake"])
        >>> [row.path for row in made.rows if row.statuses["drake"].verdict == "ignores"][:1]
        ['model/joint/axis/mimic']
    """

    path: str | None
    format: str
    files: tuple[str, ...]
    targets: tuple[SupportTarget, ...]
    rows: tuple[SupportRow, ...] = field(default=())

    def __getitem__(self, path: str) -> SupportRow:
        """The row of a path.

        Raises:
            KeyError: the document has nothing there.
        """
        for row in self.rows:
            if row.path == path:
                return row
        raise KeyError(path)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "path": self.path,
            "format": self.format,
            "files": list(self.files),
            "readers": list(map(asdict, self.targets)),
            "elements": [
                {
                    **{name: getattr(row, name) for name in ("path", "format", "count", "file", "line", "column")},
                    "readers": {
                        name: {"verdict": each.verdict, "counts": dict(each.counts), "words": each.words or None}
                        for name, each in row.statuses.items()
                    },
                }
                for row in self.rows
            ],
        }
