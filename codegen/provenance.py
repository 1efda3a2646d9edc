"""Keeps account of what the facts in ``schemas/`` were taken from."""

from __future__ import annotations

from pathlib import Path

from .readers.toml import read_toml

FILE = "PROVENANCE.toml"

HEAD = """\
# What the facts of this format were taken from: the sha256 of every file that `bodyplan codegen import` read.
# The command rewrites this page; the facts themselves are in the folders beside it, in our own layout.

"""


def record(folder: Path, digests: dict[str, str]) -> None:
    """Adds the digests of what was imported into ``folder``, a format's, to its account.

    ``digests`` maps paths relative to ``folder`` to sha256 sums; files of a version that was imported again replace
    those recorded before.

    Raises:
        SchemaError: the account there is cannot be read.
    """
    path = folder / FILE
    known: dict[str, str] = read_toml(path).get("sha256", {}) if path.exists() else {}
    versions = {name.split("/", 1)[0] for name in digests}
    kept = {name: digest for name, digest in known.items() if name.split("/", 1)[0] not in versions}
    lines = [f'"{name}" = "{digest}"\n' for name, digest in sorted((kept | digests).items())]
    path.write_text(HEAD + "[sha256]\n" + "".join(lines), encoding="utf-8", newline="\n")
