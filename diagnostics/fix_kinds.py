"""The kinds of fixes that rules have: what each does, and when it is safe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Safety = Literal["kept", "exact", "refused", "never"]
"""``kept``: the document means what it meant; where it turns out not to, the fix is unsafe. ``exact``: the same, and there is
no fix where it does not. ``refused``: the document is refused because of the finding, or the fix is unsafe. ``never``."""

_SAFETY: Final[dict[Safety, str]] = {
    "kept": "safe",
    "exact": "safe",
    "refused": "safe where the document is refused because of this, else unsafe",
    "never": "unsafe",
}


@dataclass(frozen=True, slots=True)
class Fixing:
    """How findings of a rule are mended.

    Attributes:
        kind: name of what makes the changes, in ``semantics.fix``.
        does: what is done, completing "The fix …".
        safety: when it is safe.
        argument: which argument of the finding, or which text, it writes; what it removes, around what the finding is about.
    """

    kind: str
    does: str
    safety: Safety
    argument: str = ""

    @property
    def is_safe(self) -> str:
        """When it is safe, in words."""
        return _SAFETY[self.safety]


NEAREST: Final = Fixing("nearest", "writes the name that was most likely meant, where one is near", "refused")
REFERENCE: Final = Fixing("refer", "refers to what was most likely meant, where a name is near", "refused")
KEY: Final = Fixing("key", "writes the key that was most likely meant, where one is near", "refused")
REMOVED: Final = Fixing("remove", "removes it", "kept")
REMOVED_IF_REFUSED: Final = Fixing("remove", "removes it", "refused")
REMOVED_AT_RISK: Final = Fixing("remove", "removes it", "never")
TRANSMISSION_REMOVED: Final = Fixing("remove", "removes the transmission", "never", "transmission")
REPEATED: Final = Fixing("repeated", "removes it, which is safe where it says just what the first says", "kept")
STRAY_TEXT: Final = Fixing("stray", "removes the text", "kept")
WELL_FORMED: Final = Fixing("xml", "writes &amp;, or puts a blank between the hyphens of a comment", "kept")
AMPERSAND: Final = Fixing("xml", "writes &amp;", "never")
DECLARED: Final = Fixing("declare", "declares the prefix on the root element, where its namespace is known", "kept")
CUT: Final = Fixing("cut", "removes what is behind the value, which is unsafe where that may be a unit", "kept")
SHORTENED: Final = Fixing("shorten", "removes the values left over", "kept")
PADDED: Final = Fixing("pad", "writes the zeros that readers put in, where they do", "exact")
NUMBER: Final = Fixing("number", "writes the number that it is read as", "kept")
TRIMMED: Final = Fixing("trim", "removes the blanks around the name", "kept")
BLANKS: Final = Fixing("blanks", "puts blanks in the place of tabs", "refused")
SIZE: Final = Fixing("size", "removes the sign", "never")
NORMALISED: Final = Fixing("normalise", "writes the vector of length 1 that has this direction", "kept")
NORMALISED_AT_RISK: Final = Fixing("normalise", "writes the vector of length 1 that has this direction", "never")
IDENTITY: Final = Fixing("identity", "writes the quaternion that turns nothing", "kept")
EXCHANGED: Final = Fixing("exchange", "exchanges them", "refused")
TURNED_ROUND: Final = Fixing("exchange", "exchanges parent and child", "never")
ANOTHER_NAME: Final = Fixing(
    "rename", "gives the second another name, which is unsafe where something refers to that name", "refused"
)
ANOTHER_NAME_AT_RISK: Final = Fixing("rename", "gives the second another name", "never")
NAMED: Final = Fixing(
    "name", "gives it the name that is referred to and missing, if there is just one, or else a new name", "refused"
)
SUCCESSOR: Final = Fixing("succeed", "writes its successor, where that means the same", "exact")
RAISED: Final = Fixing("raise", "declares the first version that has it", "kept")


def written(argument: str, does: str = "writes the value that counts", safety: Safety = "kept") -> Fixing:
    """A fix that writes an argument of the finding in the place of the value."""
    return Fixing("write", does, safety, argument)


def put(text: str, does: str, safety: Safety = "kept") -> Fixing:
    """A fix that writes a certain text in the place of the value."""
    return Fixing("put", does, safety, text)


def added(text: str, does: str, safety: Safety = "kept") -> Fixing:
    """A fix that adds an element, given as XML, in which ``{…}`` are arguments of the finding."""
    return Fixing("add", does, safety, text)
