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
class FixStrategy:
    """How findings of a rule are fixed.

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


NEAREST: Final = FixStrategy("nearest", "writes the name that was most likely meant, where one is near", "refused")
REFERENCE: Final = FixStrategy("refer", "refers to what was most likely meant, where a name is near", "refused")
KEY: Final = FixStrategy("key", "writes the key that was most likely meant, where one is near", "refused")
REMOVED: Final = FixStrategy("remove", "removes it", "kept")
REMOVED_IF_REFUSED: Final = FixStrategy("remove", "removes it", "refused")
REMOVED_AT_RISK: Final = FixStrategy("remove", "removes it", "never")
TRANSMISSION_REMOVED: Final = FixStrategy("remove", "removes the transmission", "never", "transmission")
REPEATED: Final = FixStrategy("repeated", "removes it, which is safe where it says just what the first says", "kept")
STRAY_TEXT: Final = FixStrategy("stray", "removes the text", "kept")
WELL_FORMED: Final = FixStrategy("xml", "writes &amp;, or puts a blank between the hyphens of a comment", "kept")
AMPERSAND: Final = FixStrategy("xml", "writes &amp;", "never")
DECLARED: Final = FixStrategy(
    "declare", "declares the prefix on the root element, where its namespace is known", "kept"
)
CUT: Final = FixStrategy("cut", "removes what is behind the value, which is unsafe where that may be a unit", "kept")
SHORTENED: Final = FixStrategy("shorten", "removes the values left over", "kept")
PADDED: Final = FixStrategy("pad", "writes the zeros that readers put in, where they do", "exact")
NUMBER: Final = FixStrategy("number", "writes the number that it is read as", "kept")
TRIMMED: Final = FixStrategy("trim", "removes the blanks around the name", "kept")
BLANKS: Final = FixStrategy("blanks", "puts blanks in the place of tabs", "refused")
SIZE: Final = FixStrategy("size", "removes the sign", "never")
NORMALISED: Final = FixStrategy("normalise", "writes the vector of length 1 that has this direction", "kept")
NORMALISED_AT_RISK: Final = FixStrategy("normalise", "writes the vector of length 1 that has this direction", "never")
IDENTITY: Final = FixStrategy("identity", "writes the quaternion that turns nothing", "kept")
EXCHANGE: Final = FixStrategy("exchange", "exchanges them", "refused")
SWAP_PARENT_CHILD: Final = FixStrategy("exchange", "exchanges parent and child", "never")
ANOTHER_NAME: Final = FixStrategy(
    "rename", "gives the second another name, which is unsafe where something refers to that name", "refused"
)
ANOTHER_NAME_AT_RISK: Final = FixStrategy("rename", "gives the second another name", "never")
ADD_NAME: Final = FixStrategy(
    "name", "gives it the name that is referred to and missing, if there is just one, or else a new name", "refused"
)
SUCCESSOR: Final = FixStrategy("succeed", "writes its successor, where that means the same", "exact")
RAISE_VERSION: Final = FixStrategy("raise", "declares the first version that has it", "kept")


def write_argument(argument: str, does: str = "writes the value that counts", safety: Safety = "kept") -> FixStrategy:
    """A fix that writes an argument of the finding in the place of the value."""
    return FixStrategy("write", does, safety, argument)


def write_text(text: str, does: str, safety: Safety = "kept") -> FixStrategy:
    """A fix that writes a certain text in the place of the value."""
    return FixStrategy("put", does, safety, text)


def add_element(text: str, does: str, safety: Safety = "kept") -> FixStrategy:
    """A fix that adds an element, given as XML, in which ``{…}`` are arguments of the finding."""
    return FixStrategy("add", does, safety, text)
