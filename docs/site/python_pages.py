"""Pages about the public names of the package; mkdocstrings fills in what their docstrings say."""

from __future__ import annotations

import bodyplan

MODULES = ("geometry", "interface", "sdformat", "urdf", "skel", "mjcf", "dmd")
GROUPS = {
    "documents": ("semantics.document.loader", "semantics.document.document", "semantics.document.creation", "semantics.core.report", "semantics.document.text_layout",
                  "semantics.fix", "diagnostics.errors", "diagnostics"),
    "editing": ("semantics.edit", "semantics.compose", "semantics.diff", "runtime.element"),
    "scenes": ("semantics.scene", "semantics.spatial.transform", "semantics.constraints"),
    "values": ("runtime.values",),
    "more": ("",),
}  # fmt: skip
"""Page to the parts of the package whose public names it has."""


def pages() -> dict[str, str]:
    """Name to Markdown, of every page."""
    homes = {name: home.lstrip(".") for home, names in bodyplan._HOMES.items() for name in names if home}
    found: dict[str, str] = {}
    left = [name for name in homes if name not in MODULES]
    for page, parts in GROUPS.items():
        names = [name for name in left if homes[name].startswith(parts)]
        left = [name for name in left if name not in names]
        blocks = [f"::: bodyplan.{homes[name]}.{name}\n" for name in sorted(names, key=str.lower)]
        if blocks:
            found[page] = "\n".join([f"# bodyplan: {page}\n", *blocks])
    doors = "".join(f"| `{name}` | {_first_line(name)} |\n" for name in MODULES)
    links = "".join(f"* [{page}]({page}.md)\n" for page in found)
    return {"index": f"# The package\n\n{links}\n| module | holds |\n| --- | --- |\n{doors}", **found}


def _first_line(name: str) -> str:
    return (getattr(bodyplan, name).__doc__ or "").strip().partition("\n")[0]
