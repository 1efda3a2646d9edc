"""What an editor's own settings say; anything about documents is said by the configuration of their project."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from ...diagnostics.records import dataclass

OPTIONS = {"targets": "target", "searchPaths": "search_path", "plausible": "plausible"}
"""Settings that add to what the configuration says, and the option of the call that each is like."""


@dataclass(frozen=True, slots=True)
class EditorSettings:
    """What an editor sets.

    Attributes:
        shows_degrees: whether angles in rad are shown in degrees beside them.
        view_command: the editor's own command that opens the live view of a document; empty: the server opens it.
        options: options of the call, by name.
    """

    shows_degrees: bool = False
    view_command: str = ""
    options: tuple[tuple[str, Any], ...] = ()

    def add_to(self, arguments: Namespace) -> Namespace:
        """The arguments of a call with the options that are set."""
        return Namespace(**{**vars(arguments), **dict(self.options)})


def read_settings(given: object) -> EditorSettings:
    """The settings in what an editor sends, with or without the section ``bodyplan`` around them."""
    if not isinstance(given, Mapping):
        return EditorSettings()
    section = given.get("bodyplan", given)
    if not isinstance(section, Mapping):
        return EditorSettings()
    hints = section.get("inlayHints")
    command = section.get("viewCommand")
    options: list[tuple[str, Any]] = []
    for name, option in OPTIONS.items():
        value = section.get(name)
        if value is True and option == "plausible":
            options.append((option, True))
        elif option != "plausible" and isinstance(value, (list, tuple)) and value:
            options.append((option, [each for each in value if isinstance(each, str)]))
    return EditorSettings(
        shows_degrees=isinstance(hints, Mapping) and hints.get("degrees") is True,
        view_command=command if isinstance(command, str) else "",
        options=tuple(options),
    )
