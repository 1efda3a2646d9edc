"""Writes a document of the newest version as one of another version.

Conversion rules are undone where the older version does not know what they made. What it still does not know then is
taken out, each with a finding, unless it says no more than its absence does. What is not written and has another
default in that version is written out. Elements of other vocabularies, and what is in plugins, stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

from ...diagnostics import rules
from ...runtime.parser import parse
from ...runtime.sink import Sink
from ...runtime.source import Source
from .conform import VersionConformer, drop_dangling
from .flatten_frames import without_attachments, without_frames_of_axes, without_names, without_placements
from .grammar import ElementGrammar, grammar_of
from .reverse_rules import StepReverser
from .target_version import TITLES, VersionTarget
from .versions import list_versions, newest_version, steps_from
from .xml_tree import Editor

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .target_version import NewerTags

OLDEST_WRITTEN = {"sdformat": "1.4"}
"""The oldest version that documents are written in, where it is not the oldest that there is."""


def downgrade(
    root: _Element,
    version: str,
    sink: Sink,
    *,
    source: Source | None = None,
    format: str = "sdformat",
    meant: str | None = None,
    words: NewerTags = frozenset(),
) -> None:
    """Turns the tree below ``root``, of the newest version, into one of ``version``, in place.

    Args:
        root: the document's root element.
        version: one of ``writable_versions``, or ``ValueError`` is raised; the newest one where only what is not written
            is to keep its meaning.
        sink: receives BP810 (not-expressible) for each loss, BP811 (meaning-changes), BP812 (required-in-version) and
            BP813 (not-taken).
        source: the text that the tree was read from, where it was read from one.
        format: whose document it is.
        meant: the version whose defaults apply to what is not written; None for the newest.
        words: newer ones that the document may go on using: see ``find_newer_tags``.
    """
    reason = refusal(version, format)
    if reason is not None:
        raise ValueError(reason)
    newest = newest_version(format)
    target = VersionTarget(format, version, meant or newest, sink, Editor(source), words)
    older = target.grammar(version)
    newest_grammar = grammar_of(newest, format)
    has_models = "model" in newest_grammar.children
    if has_models:
        _do_without_frames(root, older, target)
    undone = StepReverser(target)
    for step in reversed(steps_from(version, format)):
        undone.undo(root, step)
    VersionConformer(target, undone).settle(root, older, newest_grammar, grammar_of(meant or newest, format))
    if has_models and target.has_lost:
        drop_dangling(root, target)
    is_said = "version" in newest_grammar.attributes  # documents of some formats do not say it
    if is_said and (root.get("version") is not None or version != meant):
        root.set("version", version)


def writable_versions(format: str = "sdformat") -> tuple[str, ...]:
    """The versions that documents are written in, oldest first."""
    known = list_versions(format)
    return known[known.index(OLDEST_WRITTEN.get(format, known[0])) :]


def refusal(version: str, format: str = "sdformat") -> str | None:
    """Why documents are not written in a version; None where they are."""
    known = writable_versions(format)
    if version in known:
        return None
    title = TITLES.get(format, format)
    return f"{title} documents are written in version {known[0]} up to version {known[-1]}, not {version!r}"


def written_as(
    text: str, version: str, sink: Sink, *, name: str | None, format: str, meant: str, words: NewerTags
) -> str:
    """The document ``text``, of the newest version, in another one; see ``downgrade``. Findings call it ``name``."""
    source = Source(name, text)
    root = parse(source, Sink())
    assert root is not None, "what was just written can be parsed"
    sink.add_source(source)
    before = etree.tostring(root)
    with sink.freeze_paths():
        source.before_change()
        downgrade(root, version, sink, source=source, format=format, meant=meant, words=words)
    if etree.tostring(root) == before:
        return text
    etree.indent(root)
    return etree.tostring(root, encoding="unicode") + "\n"


def _do_without_frames(root: _Element, older: ElementGrammar, target: VersionTarget) -> None:
    scope = older.children.get("world") or older

    def knows(attribute: str, *path: str) -> bool:
        found = scope.find(path)
        return found is not None and attribute in found.attributes

    axis = scope.find(("model", "joint", "axis"))
    if axis is not None and "xyz" in axis.children and not knows("expressed_in", "model", "joint", "axis", "xyz"):
        without_frames_of_axes(root, target.editor, only_model="use_parent_model_frame" not in axis.children)
    if not knows("placement_frame", "model"):
        without_placements(root, target.editor)
    if not knows("attached_to", "model", "frame"):
        for joint in without_attachments(root, target.editor):
            target.report(rules.NOT_EXPRESSIBLE, joint, what="frame of another body that a joint could hold")
            target.editor.delete(joint)
    scopes = {"model", "world"}
    if any(knows(name, "model", "link", "pose") for name in ("relative_to", "frame")):
        scopes.discard("model")
    if older.find(("world", "frame")) is not None:
        scopes.discard("world")
    without_names(root, target.editor, scopes)
