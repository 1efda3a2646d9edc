"""JUnit XML, which GitLab, Jenkins and others show as results of tests: a suite for each file, a test for each finding."""

from __future__ import annotations

from collections import Counter
from xml.sax.saxutils import escape, quoteattr

from ..diagnostic import Diagnostic
from ..repetitions import fold
from .concise import format_part, line
from .printable import printable
from .renderer import Findings, Renderer, Suppressed

HEAD = "<?xml version='1.0' encoding='UTF-8'?>\n<testsuites name=\"bodyplan\">\n"
PASSED = "no findings"


class Junit(Renderer):
    """Errors are failures; warnings and notes are tests that passed, in whose output they are.

    A test is called by the code and the path of the element, so that it is the same test after edits elsewhere; where it
    stands for all that a file repeats, by the code and the names of element and attribute. Errors in
    an included file are failures of each file that includes it. A file without findings has one test.
    """

    def begin(self) -> str:
        """Opens the document."""
        return HEAD

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """The suite of one file."""
        found = fold([*diagnostics, *repeated])
        failures = sum(d.severity == "error" for d in found)
        suite = _attributes(name=path, tests=max(len(found), 1), failures=failures, errors=0, skipped=0, time=0)
        names: Counter[str] = Counter()
        cases = [_case(d, path, names) for d in found] or [f"<testcase {_format_case_name(path, PASSED)}/>\n"]
        return f"<testsuite {suite}>\n{''.join(cases)}</testsuite>\n"

    def end(self) -> str:
        """Closes the document."""
        return "</testsuites>\n"


def _case(d: Diagnostic, path: str, names: Counter[str]) -> str:
    name = f"{d.code} {d.name} {format_part(d.element, d.attribute) if d.places else d.xpath}".rstrip()
    if d.file not in (None, path):
        name += f" in {d.file}"
    names[name] += 1
    if names[name] > 1:
        name += f" ({names[name]})"
    text = _ascii(escape(line(d, path)))
    if d.severity == "error":
        inside = f"<failure {_attributes(message=d.message, type=d.code)}>{text}</failure>"
    else:
        inside = f"<system-out>{text}</system-out>"
    return f"<testcase {_format_case_name(path, name)}>{inside}</testcase>\n"


def _format_case_name(path: str, name: str) -> str:
    return _attributes(classname=path, name=name, time=0)


def _attributes(**values: object) -> str:
    return " ".join(f"{name}={_ascii(quoteattr(printable(str(value))))}" for name, value in values.items())


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
