"""The versions of a format with the steps between them, and which of them a document is read as."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.records import dataclass
from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.conversions import VersionStep
    from ...runtime.sink import Sink
    from ...runtime.source import Source

_NUMBERS = compile_pattern(r"\d+(\.\d+)*")


def versions_of(format: str) -> dict[str, str]:
    """The versions of a format, oldest first, each with the name of its package."""
    found: dict[str, str] = import_module(resolve_name(f"...{format}.versions", __package__)).VERSIONS
    return found


@cache
def steps_from(version: str, format: str = "sdformat") -> tuple[VersionStep, ...]:
    """All steps from ``version`` to the newest one, in order; none from an unknown one."""
    known = versions_of(format)
    after = dict(pairwise(known)).get(version)
    if after is None:
        return ()
    module = resolve_name(f"...{format}.{known[after]}.conversions", __package__)
    has_rules = find_spec(module) is not None
    from ...runtime.conversions import VersionStep  # only where a document is of an older version

    step: VersionStep = import_module(module).step() if has_rules else VersionStep(version, after)
    return (step, *steps_from(after, format))


def version_key(text: str) -> tuple[int, ...] | None:
    """Numbers of a version for comparing: ``"1.10"`` is (1, 10), and so is ``"1.10.0"``; None if it has none."""
    text = text.strip()
    if not _NUMBERS.fullmatch(text):
        return None
    numbers = [int(part[:9]) for part in text.split(".")]
    while len(numbers) > 2 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers) if len(numbers) > 1 else (numbers[0], 0)


def list_versions(format: str = "sdformat") -> tuple[str, ...]:
    """Every version of a format, oldest first."""
    return tuple(versions_of(format))


def newest_version(format: str = "sdformat") -> str:
    """The version that every document is brought to."""
    return list_versions(format)[-1]


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """Which version a document is in.

    ``written`` is the attribute as written; ``read_as`` the version whose description and conversion rules apply;
    ``fatal`` says that libsdformat reads nothing of such a document.
    """

    written: str | None
    read_as: str
    fatal: bool = False


def detect_version(root: _Element, sink: Sink, *, source: Source | None = None) -> DocumentVersion:
    """The version of the document whose root element is ``root``.

    A document of an unknown or too new version is read as one of the newest: wrong, but the rest can be looked at.
    Reports BP801 (version-missing), BP802 (version-unknown) and BP803 (version-too-new).
    """
    known = list_versions()
    newest = known[-1]
    written = root.get("version")
    if written is None:
        sink.report(rules.VERSION_MISSING, root, source=source, tag=root.tag, newest=newest)
        return DocumentVersion(None, newest, fatal=True)
    if written in known:
        return DocumentVersion(written, written)
    key = version_key(written)
    at: dict[str, Any] = {"attribute": "version", "source": source}
    if key is not None and key > (version_key(newest) or ()):
        sink.report(rules.VERSION_TOO_NEW, root, **at, written=written.strip(), read_as=newest)
        return DocumentVersion(written, newest)
    read_as = next((version for version in known if version_key(version) == key), newest)
    at |= {"format": "SDFormat", "written": written, "read_as": read_as, "known": ", ".join(known)}
    sink.report(rules.VERSION_UNKNOWN, root, **at)
    return DocumentVersion(written, read_as)
