"""Plugins of Gazebo classic and of its ROS packages, turned into those of gz-sim that do the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.numbers import C_NUMBER
from ...runtime.values import format_double
from ..core.written_file import TextChange, WrittenFile
from ..formats.plugin_tables import (
    NAMESPACES,
    class_of,
    classic_plugins,
    find_plugin,
    library_of,
    plain_library,
    renamed_hardware,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...runtime.saving.layout import WrittenElement
    from ...runtime.source import Source
    from ..formats.plugin_tables import ClassicPlugin, Plugin

PLUGIN = "plugin"
OLD_NAMES = {"filename": ("ignition-gazebo", "gz-sim"), "name": ("ignition::gazebo", "gz::sim")}
"""What gz-sim was called in the attributes of plugins, and is now."""


class UpgradeNote(NamedTuple):
    """What was done with a plugin, or what is left to do."""

    line: int
    column: int
    text: str


class PluginUpgrade(NamedTuple):
    """A text with the plugins of gz-sim.

    Attributes:
        text: the document.
        notes: what was done, and what only its author can do, in the order of the text.
    """

    text: str
    notes: tuple[UpgradeNote, ...]


def upgrade_plugins(source: Source) -> PluginUpgrade:
    """Replaces plugins of Gazebo classic by those of gz-sim that do the same, and old names of gz-sim by its own.

    Names of parameters follow where the other plugin has the same parameter under another name. What has no counterpart is left as it is,
    with a note.
    """
    upgrade = _Upgrade(WrittenFile(source))
    for node in upgrade.file.nodes():
        if upgrade.file.layout.name(node) == PLUGIN:
            upgrade.convert(node)
    text = upgrade.file.with_changes(upgrade.changes)
    return PluginUpgrade(text if isinstance(text, str) else text.decode("utf-8"), tuple(upgrade.notes))


class _Upgrade:
    """The changes of one text."""

    def __init__(self, file: WrittenFile) -> None:
        self.file = file
        self.changes: list[TextChange] = []
        self.notes: list[UpgradeNote] = []

    def convert(self, node: WrittenElement) -> None:
        """Changes one plugin, where there is something to change."""
        filename = self._attribute(node, "filename")
        classic = classic_plugins().get(plain_library(filename))
        if classic is None:
            self._write_new_names(node)
            self._rename_hardware(node)
            return
        if classic.whole_name:
            self._write(node, "filename", classic.instead)
            self._write(node, "name", classic.whole_name)
            self._note(node, f"{filename} is now {classic.instead}")
            for child in self.file.children(node):
                if self.file.layout.name(child) not in classic.reads:
                    self._note_unread(child, classic.whole_name.rpartition("::")[2])
            return
        library = library_of(classic.instead)
        plugin = find_plugin(library, f"{NAMESPACES[0]}{classic.name}") if library and classic.name else None
        if plugin is None:
            self._note(node, f"{filename} is left as it is; gz-sim has {classic.instead}")
            return
        self._write(node, "filename", classic.instead)
        self._write(node, "name", f"{NAMESPACES[0]}{classic.name}")
        self._note(node, f"{filename} is now {classic.instead}")
        self._rename_parameters(node, classic, plugin)

    def _rename_parameters(self, node: WrittenElement, classic: ClassicPlugin, plugin: Plugin) -> None:
        written = [self.file.layout.name(child) for child in self.file.children(node)]
        taken = {name for name in written if name in plugin.parameters}
        for child, name in zip(self.file.children(node), written):
            if plugin.find(name) is not None:
                continue
            new, factor = classic.scaled.get(name, (classic.renamed.get(name), 1.0))
            value = self._scale(child, factor)
            known = None if new is None else plugin.find(new)
            if new is not None and value is None:
                self._note(child, f"<{name}> stays, for its value is no number; <{new}> is {factor:g} of it")
            elif new is None or known is None:
                self._note_unread(child, plugin.name)
            elif new in taken and not known.is_repeated:
                self._note(child, f"<{name}> stays, for <{new}> is there already")
            else:
                taken.add(new)
                self.changes += self.file.rename_element(child, new)
                if factor != 1.0:
                    self.changes.append(TextChange(child.tag_end, child.end_tag, str(value)))

    def _scale(self, node: WrittenElement, factor: float) -> str | None:
        """The text of a parameter, multiplied; None where it is no number."""
        text = self.file.text[node.tag_end : node.end_tag].strip()
        if factor == 1.0:
            return text
        return format_double(float(text) * factor) if C_NUMBER.fullmatch(text) else None

    def _write_new_names(self, node: WrittenElement) -> None:
        for attribute, (old, new) in OLD_NAMES.items():
            written = self._attribute(node, attribute)
            made = written.replace(old, new)
            if made != written and (library_of(written) or class_of(written)):
                self._write(node, attribute, made)
                self._note(node, f"{written} is now {made}")

    def _rename_hardware(self, node: WrittenElement) -> None:
        """Another name for what drives a component of ros2_control."""
        text = self.file.text[node.tag_end : node.end_tag]
        new = renamed_hardware().get(text.strip())
        if new is not None:
            self.changes.append(TextChange(node.tag_end, node.end_tag, text.replace(text.strip(), new)))
            self._note(node, f"{text.strip()} is now {new}")

    def _attribute(self, node: WrittenElement, name: str) -> str:
        found = self.file.layout.attributes(node).get(name)
        return "" if found is None else self.file.text[found.value_start : found.value_end]

    def _write(self, node: WrittenElement, name: str, value: str) -> None:
        found = self.file.layout.attributes(node).get(name)
        if found is not None:
            self.changes.append(TextChange(found.value_start, found.value_end, value))
        else:
            at = node.start + 1 + len(PLUGIN)
            self.changes.append(TextChange(at, at, f' {name}="{value}"'))

    def _note_unread(self, node: WrittenElement, plugin: str) -> None:
        name = self.file.layout.name(node)
        if ":" not in name:  # elements of xacro stay for what they make
            self._note(node, f"<{name}> has no counterpart in {plugin}, which does not read it")

    def _note(self, node: WrittenElement, text: str) -> None:
        self.notes.append(UpgradeNote(*self.file.layout.position(node.start), text))


def describe_notes(path: str, notes: Iterable[UpgradeNote]) -> list[str]:
    """A line for each note, with its place."""
    return [f"{path}:{each.line}:{each.column}: {each.text}" for each in notes]
