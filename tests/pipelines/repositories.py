"""Git repositories for a test: of the checkout as it is now, and of a project that uses it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.scratch import COPIED

RELEASED = (*COPIED, "examples", "hatch_build.py", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "action.yml")
"""What an install from the repository needs, and what others refer to in it."""

IDENTITY = {
    "user.name": "Bodyplan",
    "user.email": "bodyplan@example.org",
    "init.defaultBranch": "main",
    "protocol.file.allow": "always",
    "commit.gpgSign": "false",
}


def git_environment(**settings: str) -> dict[str, str]:
    """The environment with settings of git, and none from the machine."""
    known = {**IDENTITY, **settings}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    made = {"GIT_CONFIG_COUNT": str(len(known))}
    for number, (key, value) in enumerate(known.items()):
        made |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return {**kept, **made}


def git(folder: Path, *words: str) -> str:
    """What git prints in a folder."""
    done = subprocess.run(
        ["git", *words], cwd=folder, env=git_environment(), capture_output=True, text=True, check=True
    )
    return done.stdout


def committed(folder: Path) -> Path:
    """A folder, with all in it as the first commit of a repository."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "All of it")
    return folder


def released(checkout: Path, folder: Path, tag: str) -> Path:
    """A repository that holds the checkout as it is now, under a tag."""
    folder.mkdir(parents=True)
    for name in RELEASED:
        if (checkout / name).is_dir():
            shutil.copytree(checkout / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(checkout / name, folder / name)
    committed(folder)
    git(folder, "tag", tag)
    return folder
