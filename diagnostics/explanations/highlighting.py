"""Colours for the parts of an example at a terminal; a few patterns a language, no parser."""

from __future__ import annotations

import re
from typing import Final

_STYLES: Final = {
    "comment": "2",
    "tag": "34",
    "key": "34",
    "attribute": "36",
    "string": "32",
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
}
_SEVERITIES: Final = frozenset({"error", "warning", "note"})
"""Of findings; the mark below one has its colour."""
_PATTERNS: Final = {
    "xml": r"(?P<comment><!--.*?-->)|(?P<tag></?[^\s<>/\"'=]+|\??/?>)|(?P<string>\"[^\"]*\"|'[^']*')|(?P<attribute>[\w:.-]+(?=\s*=))",
    "yaml": r"(?P<comment>#.*)|(?P<string>\"[^\"\n]*\"|'[^'\n]*')|(?P<key>[\w-]+(?=:(?:\s|$)))",
    "python": r"(?P<comment>#.*)|(?P<string>\"[^\"\n]*\"|'[^'\n]*')|(?P<key>\b(?:import|from|def|class|return|for|in|with|as|if)\b)",
    "console": r"(?P<error>(?<=: )error BP\d+)|(?P<warning>(?<=: )warning BP\d+)|(?P<note>(?<=: )note BP\d+)|(?P<mark>\^+$)",
}


def highlight_text(text: str, language: str) -> str:
    """The text with ANSI colours; as it is in a language that is not known here."""
    pattern = _PATTERNS.get(language)
    if pattern is None:
        return text
    severity = "error"

    def colour_match(found: re.Match[str]) -> str:
        nonlocal severity
        kind = found.lastgroup or ""
        if kind in _SEVERITIES:
            severity = kind
        return f"\x1b[{_STYLES[severity if kind == 'mark' else kind]}m{found[0]}\x1b[0m"

    return re.sub(pattern, colour_match, text, flags=re.MULTILINE | re.DOTALL * (language == "xml"))
