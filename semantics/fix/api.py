"""Fixes of what is wrong with a document: which there are, and the document with them."""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ...diagnostics.errors import LoadError
from ...diagnostics.records import dataclass, replace
from ...runtime.source import Source
from ..core.options import LoadOptions, with_option_signature
from ..core.report import Report
from ..document.loader import open_source, resolve_options
from ..document.readback import require_strict
from .selection import FixSelector, has_fix, split_overlapping
from .verification import TrialLoader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from typing_extensions import Unpack

    from ...diagnostics.diagnostic import Diagnostic
    from ...diagnostics.fix import Fix
    from ...runtime.files import Files
    from ..core.options import Format, Options
    from ..document.document import DocumentOrPath
    from .verification import Contents, TrialState

Choose: TypeAlias = "Callable[[TrialState], Callable[[Diagnostic], bool] | None]"
"""Returns which findings of a state are to be fixed; None: all."""

MOST_ROUNDS = 50
"""How often fixes are applied: one may have to wait for what another changes."""
NO_NEWLINE = "\\ No newline at end of file\n"


@dataclass(frozen=True)
class FixResult:
    """A document with fixes.

    Attributes:
        path: the document; None for a text.
        before: the texts of the files that were changed, by path, as they were; that of a text is under None.
        texts: the same files as they are with the fixes.
        applied: the findings that were fixed, each with its fix, at the places that they had when it was applied.
        left: the findings that there are now, those that can be fixed unsafely with their fix.

    Example:
        >>> result = bodyplan.fix("examples/faulty.urdf")
        >>> print(result.diff().splitlines()[7])
        +  <joint name="wrist" type="continuous">
        >>> result.write()
    """

    path: str | None
    before: Mapping[str | None, str]
    texts: Mapping[str | None, str]
    applied: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]
    _data: Mapping[str | None, bytes]
    _read: Mapping[str | None, bytes]

    @property
    def text(self) -> str | None:
        """The document with the fixes; None if it is as it was."""
        return self.texts.get(self.path)

    @property
    def data(self) -> bytes | None:
        """What ``text`` has, in the encoding of the document."""
        return self._data.get(self.path)

    @property
    def contents(self) -> dict[str | None, bytes]:
        """What each file that was changed is to hold, by path; that of a text is under None."""
        return dict(self._data)

    def diff(self) -> str:
        """The changes as a unified diff."""
        made: list[str] = []
        for name, text in self.texts.items():
            called = name or "<text>"
            lines = unified_diff(
                self.before[name].splitlines(keepends=True), text.splitlines(keepends=True), called, called
            )
            made += [line if line.endswith("\n") else f"{line}\n{NO_NEWLINE}" for line in lines]
        return "".join(made)

    def write(self, *, but: str | None = None) -> None:
        """Writes the files that were changed, all of them or none; each is the old one or the new one at any time.

        Args:
            but: one that stays as it is.

        Raises:
            OSError: a file cannot be written, or was changed since it was read; all are as they were.
        """
        from ...runtime.atomic_write import write_all

        write_all((name, data, self._read.get(name)) for name, data in self._data.items() if name not in (None, but))


@with_option_signature(LoadOptions)
def find_fixes(
    path: DocumentOrPath, diagnostics: Iterable[Diagnostic], **options: Unpack[LoadOptions]
) -> dict[Diagnostic, Fix]:
    """How findings of a document can be fixed; those that are not in the result cannot.

    Each fix was tried out by itself: the finding is gone after it, there is no new one, and a safe one leaves what
    the document means as it is.

    Args:
        path: the document, or its path.
        diagnostics: findings that ``check`` made with the same options.
        options: see ``check``.

    Raises:
        TypeError: ``path`` is neither a document nor a path.

    Example:
        >>> report = bodyplan.check("examples/faulty.urdf")
        >>> fixes = bodyplan.find_fixes("examples/faulty.urdf", report.diagnostics)
        >>> sorted({fix.title for fix in fixes.values()})[:1]
        ["write 'continuous'"]
    """
    return _find_in_source(*open_source(path, "find_fixes", options), diagnostics)


def find_fixes_in_bytes(
    path: str | os.PathLike[str],
    diagnostics: Iterable[Diagnostic],
    options: LoadOptions,
    data: bytes | None = None,
    watch: Callable[[Files], Files] | None = None,
) -> dict[Diagnostic, Fix]:
    """``find_fixes``, for a text that need not be in the file: see ``check_bytes``."""
    chosen = resolve_options(options, Path(path).parent)
    if watch is not None:
        chosen = replace(chosen, files=watch(chosen.files))
    return _find_in_source(Source(os.fspath(path), data or b""), chosen, diagnostics)


def _find_in_source(source: Source, chosen: Options, diagnostics: Iterable[Diagnostic]) -> dict[Diagnostic, Fix]:
    given = list(diagnostics)
    reading = TrialLoader.of_source(source, chosen) if any(map(has_fix, given)) else None
    if reading is None:
        return {}
    asked = set(map(_key, given))
    state = reading.state({})
    found = _find_fixes(FixSelector(reading), state, lambda finding: _key(finding) in asked)
    return {finding: found[_key(finding)] for finding in given if _key(finding) in found}


@with_option_signature(LoadOptions)
def attach_fixes(report: Report, **options: Unpack[LoadOptions]) -> Report:
    """A report whose findings carry their fixes, where there are any.

    Args:
        report: what ``check`` made with the same options.
        options: see ``check``.

    Example:
        >>> report = bodyplan.attach_fixes(bodyplan.check("examples/faulty.urdf"))
        >>> [finding.code for finding in report.diagnostics if finding.fix]
        ['BP642', 'BP202', 'BP201', 'BP107', 'BP508']
    """
    fixes = find_fixes(report.path, report.diagnostics, **options)
    return replace(
        report,
        diagnostics=tuple(replace(each, fix=fixes[each]) if each in fixes else each for each in report.diagnostics),
    )


@with_option_signature(LoadOptions)
def fix(
    path: DocumentOrPath,
    *,
    unsafe: bool = False,
    only: Callable[[Diagnostic], bool] | None = None,
    **options: Unpack[LoadOptions],
) -> FixResult:
    """A document, and the files that it includes, with what can be fixed in them; nothing is written yet.

    Args:
        path: the document, which is not changed, or its path.
        unsafe: apply unsafe fixes, too.
        only: which findings to fix; None: all.
        options: see ``check``.

    Raises:
        LoadError: the file cannot be read.
        TypeError: ``path`` is neither a document nor a path.

    Example:
        >>> result = bodyplan.fix("examples/faulty.urdf")
        >>> [finding.code for finding in result.applied]
        ['BP107', 'BP508']
    """
    reading = TrialLoader.of_source(*open_source(path, "fix", options))
    if reading is None:
        from ..document.loader import check

        raise LoadError(check(path, **options).diagnostics)
    return fix_selected(reading, unsafe, lambda _: only)


@with_option_signature(LoadOptions)
def fix_text(
    text: str | bytes,
    *,
    unsafe: bool = False,
    only: Callable[[Diagnostic], bool] | None = None,
    format: Format | None = None,
    base_dir: str | os.PathLike[str] | None = None,
    **options: Unpack[LoadOptions],
) -> FixResult:
    """The same for a text.

    Args:
        text: the document.
        unsafe: apply unsafe fixes, too.
        only: which findings to fix; None: all.
        format: see ``loads``.
        base_dir: see ``loads``.
        options: see ``check``.

    Example:
        >>> result = bodyplan.fix_text('<robot name="cart"><link nam="base"/></robot>', unsafe=True)
        >>> result.text
        '<robot name="cart"><link name="base"/></robot>'
    """
    chosen = resolve_options(options, None if base_dir is None else Path(base_dir))
    return fix_selected(TrialLoader(Source(None, text), chosen, format), unsafe, lambda _: only)


def fix_selected(reading: TrialLoader, unsafe: bool, choose: Choose, contents: Contents | None = None) -> FixResult:
    """``fix``, of the findings that ``choose`` selects for each state; ``contents`` is what files were to hold before."""
    first = state = reading.state({})
    if contents:
        state = reading.state(contents)
    proposing = FixSelector(reading)
    applied: list[Diagnostic] = []
    unsound: set[object] = set()
    risky: set[object] = set()
    tried = first
    for _ in range(MOST_ROUNDS):
        candidates = [
            each._replace(safety="never") if _message_key(each.finding) in risky else each
            for each in proposing.candidates(state, choose(state))
            if _message_key(each.finding) not in unsound
        ]
        sure = [each for each in candidates if each.may_be_safe]
        if state.document is None:
            # once it is no longer refused, it can be seen whether the others keep what it means
            sure = [each for each in sure if not each.keeps] or sure
        group, _ = split_overlapping(sure or (candidates if unsafe else ()))
        if not group:
            if not unsound or tried is state:
                break
            unsound.clear()  # what did not do once may do now that the document is another one
            tried = state
            continue
        chosen = proposing.find_sound_fixes(state, group)
        unsound |= {_message_key(each.finding) for each in group} - {_message_key(each.finding) for each in chosen}
        if sure:
            risky |= {_message_key(each.finding) for each in chosen if not each.is_safe}
            chosen = [each for each in chosen if each.is_safe]
        taken, after = proposing.apply_compatible(state, chosen)
        applied += [replace(each.finding, fix=each.fix) for each in taken]
        state = after
    left = reading.findings(state)
    if not unsafe:
        fixes = _find_fixes(proposing, state, choose(state))
        left = tuple(replace(each, fix=fixes[_key(each)]) if _key(each) in fixes else each for each in left)
    names = [
        name for name in first.files if name in state.contents and state.files[name].text != first.files[name].text
    ]
    written = {name: data if isinstance(data := state.contents[name], bytes) else data.encode() for name in names}
    for name, data in written.items():
        require_strict(data, first.files[name].source)
    return FixResult(
        reading.name,
        {name: first.files[name].text for name in names},
        {name: state.files[name].text for name in names},
        tuple(applied),
        left,
        written,
        {name: data for name in names if isinstance(data := first.files[name].source.data, bytes)},
    )


def _find_fixes(
    proposing: FixSelector, state: TrialState, only: Callable[[Diagnostic], bool] | None
) -> dict[object, Fix]:
    found: dict[object, Fix] = {}
    ahead = proposing.candidates(state, only)
    while ahead:
        first, ahead = split_overlapping(ahead)
        for sure in (True, False):
            group = [each for each in first if each.may_be_safe is sure]
            sound = proposing.find_sound_fixes(state, group)
            found.update({_key(each.finding): each.fix for each in sound if each.fix is not None})
    return found


def _message_key(finding: Diagnostic) -> object:
    """What distinguishes a finding from most others, wherever it is."""
    return finding.code, finding.file, finding.message


def _key(finding: Diagnostic) -> object:
    """What distinguishes a finding from others, however severe it is."""
    return finding.code, finding.row, finding.file, finding.line, finding.column, finding.message
