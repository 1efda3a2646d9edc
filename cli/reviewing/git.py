"""Trees of files out of a Git repository, written to a folder without a program that the repository names.

Only commands that read objects and the index are called: none of them asks for hooks, filters, textual conversions or programs
that compare; what else a repository's own configuration could start is switched off.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import new as new_hash
from pathlib import Path
from typing import IO, cast

from ...diagnostics.records import NamedTuple
from ...runtime.files import is_in
from ..executables import find_executable
from ..messages import WrongCall

REPOSITORY = ".git"
WITHOUT_PROGRAMS = (
    "--no-pager",
    "--no-replace-objects",
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "protocol.allow=never",
)
PLACES = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
)
"""Variables that hooks are given, and by which Git would read another repository than that of the folder."""
LINK, SUBMODULE = "120000", "160000"
HASHES = {40: "sha1", 64: "sha256"}
"""What objects are named by, by the length of their names."""
MOST_OF_A_LINK = 4096


class Tree(NamedTuple):
    """The files of one state, written to a folder.

    Attributes:
        folder: the folder, which begins and ends a repository as far as documents are concerned.
        name: what the state is called.
        commit: the commit; None for the files of the working tree.
        blobs: by the paths of files, with slashes, the names of their contents.
    """

    folder: Path
    name: str
    commit: str | None
    blobs: dict[str, str]


class Repository:
    """The repository that a folder is in.

    Raises:
        WrongCall: there is none, or no Git.
    """

    def __init__(self, folder: Path) -> None:
        program = find_executable("git")
        if program is None:
            raise WrongCall("this needs git, which is not on the path")
        top = next((each for each in (folder, *folder.parents) if os.path.lexists(each / REPOSITORY)), None)
        if top is None:
            raise WrongCall(f"{folder}: this folder is in no Git repository")
        self.top = top
        self._words = [program, "-C", str(top), *WITHOUT_PROGRAMS]
        self._environment = {name: value for name, value in os.environ.items() if name not in PLACES} | {
            # another folder than this could be the one that the repository's configuration names
            "GIT_WORK_TREE": str(top),
            "GIT_ALLOW_PROTOCOL": "",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }

    def find_commit(self, revision: str) -> str:
        """The name of the commit that a revision means.

        Raises:
            WrongCall: it means none.
        """
        if revision.startswith("-") or "\0" in revision:
            raise WrongCall(f"{revision!r} is no revision")
        done = self._run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        name = done.stdout.decode("ascii", "replace").strip()
        if done.returncode != 0 or len(name) not in HASHES:
            said = _last_line(done.stderr)
            raise WrongCall(f"{revision!r} is no commit of this repository{': ' + said if said else ''}")
        return name

    def find_common_ancestor(self, one: str, other: str) -> str | None:
        """The commit that both come from; None where the history that is there does not say."""
        done = self._run("merge-base", one, other)
        return done.stdout.decode("ascii", "replace").strip() or None

    def write_commit(self, commit: str, name: str, folder: Path, like: Tree | None = None) -> Tree:
        """Writes the files of a commit.

        Args:
            commit: the commit.
            name: what it is called.
            folder: where they are written, which is made.
            like: another tree, of which files of the same content are linked where the disk can do that.

        Raises:
            WrongCall: objects of it cannot be read.
        """
        done = self._run("ls-tree", "-r", "-z", "--full-tree", commit)
        if done.returncode != 0:
            raise WrongCall(f"{name}: git reads no files of it: {_last_line(done.stderr)}")
        there = () if like is None else [(blob, like.folder / path) for path, blob in like.blobs.items()]
        known = {blob: path for blob, path in there if not path.is_symlink()}
        blobs: dict[str, str] = {}
        links: dict[str, str] = {}
        (folder / REPOSITORY).mkdir(parents=True)
        with subprocess.Popen(
            [*self._words, "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self._environment,
        ) as process:
            asked, answers = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
            for line in filter(None, done.stdout.split(b"\0")):
                about, _, written = line.partition(b"\t")
                mode, _, blob = about.decode("ascii").split(" ")[:3]
                path = os.fsdecode(written)
                if mode == SUBMODULE or not _is_plain(path):
                    continue
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                blobs[path] = blob
                if mode != LINK and blob in known and _link_file(known[blob], target):
                    continue
                asked.write(f"{blob}\n".encode("ascii"))
                asked.flush()
                head = answers.readline().split()
                if len(head) != 3:
                    raise WrongCall(f"{name}: {path} is not in this repository; fetch the whole commit")
                size = int(head[2])
                if mode == LINK:
                    links[path] = os.fsdecode(answers.read(size))
                else:
                    with target.open("wb") as file:
                        _copy(answers, file, size)
                answers.read(1)
            asked.close()
        _write_links(folder, links)
        return Tree(folder, name, commit, blobs)

    def write_working_tree(self, folder: Path, length: int) -> Tree:
        """Writes the files as they stand now, those that Git does not know among them unless it ignores them.

        Args:
            folder: where they are written, which is made.
            length: how long names of objects are.
        """
        done = self._run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        if done.returncode != 0:
            raise WrongCall(f"git lists no files: {_last_line(done.stderr)}")
        (folder / REPOSITORY).mkdir(parents=True)
        top = os.path.realpath(self.top)
        blobs: dict[str, str] = {}
        links: dict[str, str] = {}
        for path in dict.fromkeys(map(os.fsdecode, filter(None, done.stdout.split(b"\0")))):
            source, target = self.top / path, folder / path
            if not _is_plain(path) or not is_in(os.path.realpath(source.parent), top):
                continue
            with suppress(OSError):
                kind = source.lstat().st_mode
                if stat.S_ISLNK(kind):
                    links[path] = os.readlink(source)
                    blobs[path] = _name_blob(os.fsencode(links[path]), length)
                elif stat.S_ISREG(kind):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(source, target)
                    blobs[path] = _name_blob(target.read_bytes(), length)
        _write_links(folder, links)
        return Tree(folder, "the working tree", None, blobs)

    def _run(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*self._words, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=self._environment,
            check=False,
        )


def _is_plain(path: str) -> bool:
    """Whether a path leads to a file below, and to none of Git's own."""
    parts = path.split("/")
    odd = any(part in ("", ".", "..") or part.lower() == REPOSITORY for part in parts)
    return not odd and not (os.name == "nt" and any(sign in path for sign in '\\:*?"<>|'))


def _copy(source: IO[bytes], target: IO[bytes], size: int) -> None:
    while size > 0:
        data = source.read(min(size, 1 << 20))
        if not data:
            raise WrongCall("git ended before it had written a file")
        target.write(data)
        size -= len(data)


def _link_file(source: Path, target: Path) -> bool:
    """Makes a file another name of one that is there already."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        return False
    return True


def _write_links(folder: Path, links: dict[str, str]) -> None:
    """Writes links as far as they lead to what is in the folder: last, so that no file is written through one."""
    made = []
    for path, text in links.items():
        if len(text) < MOST_OF_A_LINK and not os.path.isabs(text):
            with suppress(OSError, ValueError):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                os.symlink(text, folder / path)
                made.append(folder / path)
    for leading_out in iter(lambda: list(_leading_out(made, os.path.realpath(folder))), []):
        for each in leading_out:
            each.unlink()
            made.remove(each)


def _leading_out(links: Sequence[Path], folder: str) -> Iterator[Path]:
    return (path for path in links if not is_in(os.path.realpath(path), folder))


def _name_blob(data: bytes, length: int) -> str:
    """What Git calls a content."""
    return new_hash(HASHES[length], b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _last_line(said: bytes) -> str:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""
