"""Notes what a Python process does, in the file that ``BODYPLAN_AUDIT_LOG`` names.

``tests/hostile/machine.py`` has every Python of a test import this as it starts, by a ``.pth`` file, so that ``-I`` and
processes that it starts itself are watched too. It imports nothing that Python has not imported by then.
"""

import os
import sys

_PATHS = {
    "os.mkdir": "entry",
    "os.rename": "entry",
    "os.remove": "entry",
    "os.rmdir": "entry",
    "os.link": "entry",
    "os.symlink": "entry",
    "os.truncate": "write",
    "os.chmod": "write",
    "os.chown": "write",
    "os.utime": "write",
    "os.setxattr": "write",
    "sqlite3.connect": "write",
    "os.listdir": "list",
    "os.scandir": "list",
}
_NAMES = {"os.rename": 2}
_FOLDERS = {"os.mkdir": 2, "os.remove": 1, "os.rmdir": 1}
"""Where the arguments have a folder that is open, which a name is as seen from."""
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "pty.spawn")
_ALWAYS = ("os.fork", "os.forkpty", "webbrowser.open", "urllib.Request", "ftplib.connect", "smtplib.connect", "os.kill")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_LOG = os.environ.get("BODYPLAN_AUDIT_LOG")


def _absolute(path, folder=-1):
    path = os.fsdecode(path)
    try:
        if path[:1] == "/":
            return path
        return (os.getcwd() if folder < 0 else os.readlink(f"/proc/self/fd/{folder}")) + "/" + path
    except OSError:
        return path


def _watch(log):
    seen = set()

    def note(kind, what):
        if (kind, what) not in seen:
            seen.add((kind, what))
            os.write(log, (kind + "\t" + repr(what) + "\n").encode("utf-8", "backslashreplace"))

    def hook(event, arguments):
        try:
            if event == "open":
                path, mode, flags = arguments
                if isinstance(path, (str, bytes)):
                    writes = bool(mode and set(mode) & set("wax+")) or bool(flags and flags & _WRITING)
                    note("write" if writes else "read", _absolute(path))
            elif event == "exec":
                name = arguments[0].co_filename
                if name[:1] != "/" and sys._getframe(0).f_back is not None:
                    # text that is run says nothing of where it comes from: who runs it does
                    name = "text by " + sys._getframe(1).f_code.co_filename
                note("run", name)
            elif event == "import":
                if arguments[1]:
                    note("run", arguments[1])  # a module that is no Python
            elif event in _PATHS:
                # of a link the second name is made; the first may be anything
                for each in arguments[1:2] if event in ("os.link", "os.symlink") else arguments[: _NAMES.get(event, 1)]:
                    if isinstance(each, (str, bytes)):
                        note(_PATHS[event], _absolute(each, arguments[_FOLDERS[event]] if event in _FOLDERS else -1))
            elif event in _STARTS:
                note("start", [str(each) for each in arguments[:2]].__repr__())
            elif event in _ALWAYS or event.startswith(("socket.", "ctypes.")):
                note(event, repr(arguments[1:])[:200])
        except RecursionError:
            pass

    sys.addaudithook(hook)


if _LOG:
    _watch(os.open(_LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
