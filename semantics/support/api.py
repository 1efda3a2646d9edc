"""Asks every profile what it does with each element that a document uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from warnings import warn

from ...diagnostics.errors import BadName, LoadError
from ...runtime.source import Source
from ..core.options import LoadOptions, with_option_signature
from ..document.loader import analyze_source, open_source
from ..targets.registry import TARGET_PROFILES
from .rows import WORST, Support, SupportRow, SupportStatus, SupportTarget
from .tables import SUPPORT_TARGETS, TargetFacts, facts
from .target_reports import Said, TargetReports, collect_reports
from .used_elements import UsedText, parts, texts

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..document.document import DocumentOrPath
    from .rows import Verdict


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
        if name not in SUPPORT_TARGETS:
            raise BadName(f"there is no target {name!r}; there are {', '.join(SUPPORT_TARGETS)}")
    source, chosen = open_source(document, "support", options)
    chosen = replace(chosen, target=None)
    plain = analyze_source(Source(source.name, source.data), chosen)
    found = list(texts(plain.sources))
    if not found:
        raise LoadError(plain.finish())
    known = [facts(name) for name in asked]
    if targets is None:
        known = [each for each in known if any(text.format in each.formats for text in found)]
    told: dict[str, TargetReports] = {}
    shown = []
    for each in known:
        refuses = None
        profile = TARGET_PROFILES.get(each.name)
        if profile is not None and found[0].format in profile.formats:
            sink = analyze_source(Source(source.name, source.data), replace(chosen, target=profile))
            told[each.name] = collect_reports(profile, sink.finish(), found)
            refuses = not sink.ok
        elif _is_other_version(each, found[0]):
            told[each.name] = TargetReports({(found[0].root, "version"): ("refuses", "it reads other versions")})
            refuses = True
        shown.append(SupportTarget(each.name, each.title, each.release, refuses))
    names = tuple(text.source.name for text in found if text.source.name is not None)
    return Support(source.name, found[0].format, names, tuple(shown), _rows(found, known, told))


def _is_other_version(about: TargetFacts, text: UsedText) -> bool:
    """Whether the reader takes no document of the version."""
    reads = about.formats.get(text.format)
    return reads is not None and bool(reads.versions) and text.root.get("version") not in reads.versions


@dataclass(slots=True)
class _Row:
    """A row in the making."""

    path: str
    text: UsedText
    place: tuple[int, int]
    count: int = 0
    verdicts: dict[str, Counter[Verdict]] = field(default_factory=dict)
    words: dict[tuple[str, Verdict], str] = field(default_factory=dict)


def _rows(
    found: Sequence[UsedText], known: Sequence[TargetFacts], told: dict[str, TargetReports]
) -> tuple[SupportRow, ...]:
    rows: dict[tuple[str, str], _Row] = {}
    for text in found:
        over: dict[Any, dict[str, Said]] = {}
        for path, element, attribute in parts(text.root):
            row = rows.get((text.format, path))
            if row is None:
                row = rows[text.format, path] = _Row(path, text, text.source.position(element, attribute))
            row.count += 1
            inherited = over.get(element if attribute is not None else element.getparent())
            own = dict(inherited) if inherited else {}
            for name, said in told.items():
                if attribute is None and element in said.whole:
                    own.setdefault(name, said.whole[element])
            if attribute is None and own:
                over[element] = dict(own)
            for name, said in told.items():
                exact = said.of.get((element, attribute))
                if exact is not None and (exact[0] == "refuses" or name not in own):
                    own[name] = exact
            for name, (verdict, words) in own.items():
                row.verdicts.setdefault(name, Counter())[verdict] += 1
                row.words.setdefault((name, verdict), words)
    return tuple(_build_row(row, known) for row in rows.values())


def _build_row(row: _Row, known: Sequence[TargetFacts]) -> SupportRow:
    return SupportRow(
        row.path,
        row.text.format,
        row.count,
        row.text.source.name,
        *row.place,
        {each.name: _status(row, each) for each in known},
    )


def _status(row: _Row, about: TargetFacts) -> SupportStatus:
    reads = about.formats.get(row.text.format)
    said = row.verdicts.get(about.name, Counter[Any]())
    left = row.count - said.total()
    counts: Counter[Verdict] = Counter(said)
    usual: Verdict = reads.verdict(row.path) if reads is not None else "-"
    if left:
        counts[usual] += left
    verdict: Verdict = next(each for each in WORST if counts[each])
    words = row.words.get((about.name, verdict), "")
    if not words and reads is not None and verdict == usual:
        words = reads.about(row.path)
    return SupportStatus(verdict, {each: counts[each] for each in WORST if counts[each]}, words)
