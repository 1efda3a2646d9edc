"""``python -m tests.api``: writes what is public now."""

from __future__ import annotations

from .describing import FILES

for path, describe in FILES.items():
    path.write_text("".join(f"{line}\n" for line in describe()), encoding="utf-8", newline="\n")
