"""Asks every profile what it does with each element that a document uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from warnings import warn

from ...diagnostics.errors import BadName, LoadError
from ...diagnostics.records import NamedTuple, replace
from ...runtime.source import Source
from ..core.options import LoadOptions, with_option_signature
from ..document.document import DocumentOrPath
from ..document.loader import analyze_source, open_source
from ..targets.facts import facts as target_facts
from ..targets.registry import OTHER_NAMES, TARGET_PROFILES
from .rows import WORST, Support, SupportRow, SupportStatus, SupportTarget, Verdict
from .tables import SUPPORT_TARGETS, TargetFacts, facts
from .target_reports import Said, TargetReports, collect_reports
from .used_elements import UsedText, parts, texts

if TYPE_CHECKING:
    from typing_extensions import Unpack

SUPPORT_NAMES = (*SUPPORT_TARGETS, *(row.name for row in TARGET_PROFILES.values() if row.program), *OTHER_NAMES)
"""Whoever can be asked: those that are asked unless told, and releases of these."""


@with_option_signature(LoadOptions)
def support(
    document: DocumentOrPath,
    *,
    targets: Iterable[str] | None = None,
    **options: Unpack[LoadOptions],
) -> Support:
    """What each profile does with each element that a document uses.

    Elements of included files are among the rows, those of each file once. A document with errors is looked at as well: what
    is wrong is refused.

    Args:
        document: its path, or what ``load`` made of it; then as it is now.
        targets: names of the targets to ask; by default all that read any of the formats in use.
        options: see ``load``; a document has its own, which those that are given replace. ``target`` asks that program
            alone.

    Raises:
        LoadError: the file cannot be read, or is no XML.
        TypeError: ``document`` is neither a document nor a path.
        BadName: there is no target of a name.

    Example:
        >>> import bodyplan
        >>> made = bodyplan.support("examples/arm.urdf", targets=["drake"])
        >>> made.rows[0].path, made.rows[0].statuses["drake"].verdict
        ('robot', 'uses')
    """
    given: dict[str, Any] = options  # type: ignore[assignment]
    if "readers" in given:
        warn("the parameter readers of bodyplan.support is called targets now", DeprecationWarning, stacklevel=2)
        targets = given.pop("readers")
    target = options.get("target")
    if targets is None and target is not None:
        targets = (target,)
    asked = tuple(SUPPORT_TARGETS if targets is None else targets)
    for name in asked:
        if name not in SUPPORT_NAMES:
            raise BadName(f"there is no target {name!r}; there are {', '.join(SUPPORT_NAMES)}")
    asked = tuple(dict.fromkeys(OTHER_NAMES.get(name, name) for name in asked))
    source, chosen = open_source(document, "support", options)
    chosen = replace(chosen, target=None)
    plain = analyze_source(Source(source.name, source.data), chosen)
    found = list(texts(plain.sources))
    if not found:
        raise LoadError(plain.finish())
    known = [_facts_about(name) for name in asked]
    if targets is None:
        known = [each for each in known if any(text.format in each.formats for text in found)]
    reports: dict[str, TargetReports] = {}
    shown = []
    for each in known:
        refuses = None
        profile = TARGET_PROFILES.get(each.name)
        if profile is not None and found[0].format in profile.formats:
            sink = analyze_source(Source(source.name, source.data), replace(chosen, target=profile))
            reports[each.name] = collect_reports(profile, sink.finish(), found)
            refuses = not sink.ok
        elif _is_other_version(each, found[0]):
            reports[each.name] = TargetReports({(found[0].root, "version"): ("refuses", "it reads other versions")})
            refuses = True
        shown.append(SupportTarget(each.name, each.title, each.release, refuses))
    names = tuple(text.source.name for text in found if text.source.name is not None)
    return Support(source.name, found[0].format, names, tuple(shown), _rows(found, known, reports))


def _facts_about(name: str) -> TargetFacts:
    """The facts about a target; those about a release are its program's, and what its own table says comes on top."""
    profile = TARGET_PROFILES.get(name)
    if profile is None or not profile.program:
        return facts(name)
    return replace(facts(profile.program), name=name, release=str(target_facts(profile).about["release"]))


def _is_other_version(about: TargetFacts, text: UsedText) -> bool:
    reads = about.formats.get(text.format)
    return reads is not None and bool(reads.versions) and text.root.get("version") not in reads.versions


class _Row(NamedTuple):
    text: UsedText
    place: tuple[int, int]
    said: list[dict[str, Said]]
    """What targets say of each of the elements, by the names of those that say something."""


def _rows(
    found: Sequence[UsedText], known: Sequence[TargetFacts], reports: dict[str, TargetReports]
) -> tuple[SupportRow, ...]:
    rows: dict[tuple[str, str], _Row] = {}
    for text in found:
        over: dict[Any, dict[str, Said]] = {}
        for path, element, attribute in parts(text.root):
            row = rows.get((text.format, path))
            if row is None:
                row = rows[text.format, path] = _Row(text, text.source.position(element, attribute), [])
            own = dict(over.get(element if attribute is not None else element.getparent(), ()))
            for name, report in reports.items():
                if attribute is None and element in report.whole:
                    own.setdefault(name, report.whole[element])
            if attribute is None and own:
                over[element] = dict(own)
            for name, report in reports.items():
                exact = report.of.get((element, attribute))
                if exact is not None and (exact[0] == "refuses" or name not in own):
                    own[name] = exact
            row.said.append(own)
    return tuple(
        SupportRow(
            path,
            row.text.format,
            len(row.said),
            row.text.source.name,
            *row.place,
            {each.name: _status(path, row, each) for each in known},
        )
        for (_, path), row in rows.items()
    )


def _status(path: str, row: _Row, about: TargetFacts) -> SupportStatus:
    reads = about.formats.get(row.text.format)
    usual: Verdict = reads.verdict(path) if reads is not None else "-"
    said = [own[about.name] for own in row.said if about.name in own]
    counts = Counter[Verdict](verdict for verdict, _ in said)
    counts[usual] += len(row.said) - len(said)
    verdict: Verdict = next(each for each in WORST if counts[each])
    words = next((words for each, words in said if each == verdict), "")
    if not words and reads is not None and verdict == usual:
        words = reads.about(path)
    return SupportStatus(verdict, {each: counts[each] for each in WORST if counts[each]}, words)
