"""One line for each finding, as compilers write them, so that editors and ``grep`` understand it; a handful of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ..diagnostic import Diagnostic
from ..repetitions import fold
from .printable import printable, printable_line
from .renderer import Findings, Renderer, Suppressed

HANDFUL = 5
"""Findings of one kind that are shown in a run."""

Selects = Callable[[str, str], bool]
"""Whether findings of a code and name were asked for by the call."""

Kind = tuple[str, str, str, str]


def of_no_note(code: str, name: str) -> bool:
    """Nothing was asked for."""
    return False


class Concise(Renderer):
    """``file:line:column: severity CODE: what is wrong; what to do``.

    Of one kind, which is a code and the element or attribute that it is about, there are ``HANDFUL``; beyond these, each
    further file with errors of the kind shows the first. Notes are left out. A last line for each kind counts the others.
    What a file repeats is one line for all (``folding``).

    Args:
        verbose: show each finding by itself, notes too.
        quiet: show errors alone, and no counts.
        statistics: count all findings by code at the end.
        selects: says of which rules notes are shown.
    """

    def __init__(
        self, *, verbose: bool = False, quiet: bool = False, statistics: bool = False, selects: Selects = of_no_note
    ) -> None:
        self._verbose = verbose
        self._quiet = quiet
        self._statistics = statistics and not quiet
        self._selects = selects
        self._met: Counter[Kind] = Counter()
        self._left_out: Counter[Kind] = Counter()
        self._files: dict[Kind, set[str]] = {}
        self._by_code: Counter[tuple[str, str]] = Counter()
        self._with_fix: set[str] = set()

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """What is written of each finding that is shown."""
        here: set[Kind] = set()
        found = diagnostics if self._verbose else fold(diagnostics)
        return "".join(self._format_finding(path, d) for d in found if self._shows(path, d, here))

    def _format_finding(self, path: str, d: Diagnostic) -> str:
        return f"{line(d, path)}\n"

    def _shows(self, path: str, d: Diagnostic, here: set[Kind]) -> bool:
        if self._statistics:
            self._by_code[d.code, d.name] += d.count
            if d.fix is not None and d.fix.safe:
                self._with_fix.add(d.code)
        if self._quiet and d.severity != "error":
            return False
        if self._verbose:
            return True
        if d.severity == "note" and not self._selects(d.code, d.name):
            return False
        kind = d.code, d.row or d.name, d.element, d.attribute or ""
        self._met[kind] += 1
        if self._met[kind] <= HANDFUL or (d.severity == "error" and kind not in here):
            here.add(kind)
            return True
        self._left_out[kind] += d.count
        self._files.setdefault(kind, set()).add(d.file or path)
        return False

    def end(self) -> str:
        """The lines behind the last finding."""
        lines = []
        if not self._quiet:
            for kind, count in sorted(self._left_out.items(), key=lambda item: (-item[1], item[0])):
                files = len(self._files[kind])
                place = "one file" if files == 1 else f"{files} files"
                lines.append(printable(f"… and {count} more {_describe_kind(kind)} in {place}"))
            if lines:
                lines.append("  --verbose shows all")
        if self._statistics and self._by_code:
            width = len(str(max(self._by_code.values())))
            for (code, name), count in sorted(self._by_code.items(), key=lambda item: (-item[1], item[0])):
                mark = ("[*] " if code in self._with_fix else "    ") if self._with_fix else ""
                lines.append(f"{count:{width}}  {code}  {mark}{name}")
            if self._with_fix:
                lines.append("[*] some of these can be fixed with --fix")
        return "".join(f"{line}\n" for line in lines)


def line(diagnostic: Diagnostic, path: str) -> str:
    """The one line, without its end and the numbers that are 0; ``path`` is used where a finding names no file."""
    return printable_line(diagnostic.format_line(path))


def _describe_kind(kind: Kind) -> str:
    code, name, element, attribute = kind
    return f"{code} {format_part(element, attribute) if element else name}"


def format_part(element: str, attribute: str | None) -> str:
    """An element or an attribute of it, by their names."""
    return f"<{element}>/@{attribute}" if attribute else f"<{element}>"
