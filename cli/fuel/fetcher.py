"""Brings what an address of Fuel names into the cache that Gazebo has as well."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from ...runtime.files import FILES, is_in
from ...semantics.resources.fuel_cache import Address, FuelCache, address_of, name_folder, server_of
from ...semantics.resources.uri_text import split_uri
from .archive import ArchiveBounds, ArchiveRefused, complete_uris, unpack
from .download import Download, DownloadFailed, ServerUnreachable, TransferBounds

if TYPE_CHECKING:
    from .servers import FuelServer

API = "1.0"
"""The version of the interface."""
WORK = ".bodyplan"
"""The folder in the cache in which downloads are until they are whole."""
MEMORY = 60
"""Seconds for which a failure is not tried again: a world may name one model a hundred times."""

_POLL = 0.1


class FuelFetcher:
    """Downloads models and worlds that are in no cache yet.

    Args:
        servers: those that are asked, by their hosts.
        environment: names the cache.
        bounds: of each download.
        limits: of what is unpacked.
    """

    def __init__(
        self,
        servers: Mapping[str, FuelServer],
        environment: Mapping[str, str] | None = None,
        bounds: TransferBounds | None = None,
        limits: ArchiveBounds | None = None,
    ) -> None:
        self._servers = servers
        self._environment = os.environ if environment is None else environment
        self._bounds = TransferBounds() if bounds is None else bounds
        self._limits = limits
        self._failures: dict[tuple[str, ...], tuple[float, DownloadFailed]] = {}
        self._alone = threading.Lock()

    def __call__(self, uri: str) -> Path | None:
        """The file or folder; None where the URI is no address on one of the servers.

        Raises:
            DownloadFailed: it cannot be had.
        """
        parts = split_uri(uri)
        address = address_of(parts.scheme, parts.rest)
        server = None if address is None else self._servers.get(server_of(address))
        if address is None or server is None:
            return None
        with self._alone:
            found = self._find(address)
            if found is None:
                self._download(address, server)
                found = self._find(address)
        if found is None:
            raise DownloadFailed(f"{address.owner}/{address.name} is not in the cache after its download")
        return found

    def _find(self, address: Address) -> Path | None:
        """What is in a cache already."""
        there = [each for each in FuelCache(FILES, self._environment).places(address) if _has_content(each[1])]
        for path, folder in there:
            if is_in(path, folder) and os.path.exists(path):
                return Path(path)
        for _, folder in there:
            raise DownloadFailed(
                f"{address.owner}/{address.name} has no file {address.file!r} in version {os.path.basename(folder)}"
            )
        return None

    def _download(self, address: Address, server: FuelServer) -> None:
        asked = (server.host, *address[1:4], address.version or "tip")
        for key in (asked, (server.host,)):
            since, failure = self._failures.get(key, (0.0, None))
            if failure is not None and time.monotonic() - since < MEMORY:
                raise failure
        try:
            self._store(address, server)
        except OSError as error:
            problem = DownloadFailed(f"{error.filename or 'the cache'}: {error.strerror or error}")
            raise self._remember(asked, problem) from None
        except ArchiveRefused as error:
            raise self._remember(asked, DownloadFailed(f"{address.owner}/{address.name}: {error}")) from None
        except DownloadFailed as error:
            self._remember((server.host,) if isinstance(error, ServerUnreachable) else asked, error)
            raise

    def _remember(self, asked: tuple[str, ...], failure: DownloadFailed) -> DownloadFailed:
        self._failures[asked] = time.monotonic(), failure
        return failure

    def _store(self, address: Address, server: FuelServer) -> None:
        """Downloads a model or world and puts it into the cache, whole or not at all."""
        folders = FuelCache(FILES, self._environment).folders
        if not folders:
            raise DownloadFailed("there is no folder for the cache: set GZ_FUEL_CACHE_PATH")
        top = folders[0][0]
        owner, name = quote(address.owner, safe=""), quote(address.name, safe="")
        asked = address.version or "tip"
        url = f"{server.scheme}://{server.host}/{API}/{owner}/{address.kind}/{name}/{asked}/{name}.zip"
        work = os.path.join(top, WORK, hashlib.sha256(url.encode()).hexdigest()[:32])
        os.makedirs(os.path.dirname(work), exist_ok=True)
        with _lock(f"{work}.lock", self._bounds.seconds):
            if self._find_whole(address):
                return  # another process was faster
            download = Download(url, f"{work}.zip", f"{address.owner}/{address.name}", self._bounds)
            found = download.run()
            if address.version is not None and int(address.version) != found:
                download.forget()
                raise DownloadFailed(f"{address.owner}/{address.name}: version {found} was sent, not {address.version}")
            unpacked = f"{work}.folder"
            shutil.rmtree(unpacked, ignore_errors=True)
            os.makedirs(unpacked)
            try:
                unpack(f"{work}.zip", unpacked, self._limits)
                names = f"{address.owner}/{address.kind}/{address.name}/{found}"
                if address.kind == "models":
                    complete_uris(unpacked, f"{server.scheme}://{server.host}/{API}/{names}/files")
                target = os.path.join(top, name_folder(server_of(address)), *names.split("/"))
                _move(unpacked, target)
            finally:
                shutil.rmtree(unpacked, ignore_errors=True)
                download.forget()

    def _find_whole(self, address: Address) -> bool:
        places = FuelCache(FILES, self._environment).places(address._replace(file=""))
        return any(_has_content(folder) for _, folder in places)


def _has_content(folder: str) -> bool:
    """Whether a folder is there and not empty, as a download that was stopped would leave it."""
    return bool(FILES.inside(folder))


def _move(folder: str, target: str) -> None:
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with suppress(OSError):
        os.rmdir(target)  # an empty one
    try:
        os.rename(folder, target)
    except OSError:
        if not _has_content(target):
            raise


@contextmanager
def _lock(path: str, seconds: float) -> Iterator[None]:
    """Waits until no other process has a file, and holds it; it is removed at the end.

    Raises:
        DownloadFailed: another has it for longer than that.
    """
    end = time.monotonic() + seconds
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            # whoever had it before may have removed it meanwhile
            if _try_lock(descriptor) and _is_same(descriptor, path):
                break
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if time.monotonic() > end:
            raise DownloadFailed(f"another process is downloading it for more than {seconds:g} seconds")
        time.sleep(_POLL)
    try:
        yield
    finally:
        with suppress(OSError):
            os.remove(path)
        os.close(descriptor)


def _is_same(descriptor: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


def _try_lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
