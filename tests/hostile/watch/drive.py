"""Runs commands one after the other in one process, as ``bodyplan`` itself would; what each wrote goes to a file.

It is started as a script, so that the folder of the script and not the working folder is among those of modules.
"""

import io
import json
import os
import shutil
import sys
import traceback

from bodyplan.cli.main import main


class Stream(io.TextIOWrapper):
    """Standard output or error that is kept."""

    def __init__(self):
        self.kept = io.BytesIO()
        super().__init__(self.kept, "utf-8", newline="\n", write_through=True)


def run(call):
    """What a call answers: its status, what it writes, and an exception that is none of ours."""
    given, out = (sys.stdin, sys.stdout, sys.stderr), Stream()
    sys.stdin = io.TextIOWrapper(io.BytesIO(call["stdin"].encode()), "utf-8")
    sys.stdout = sys.stderr = out
    status, raised = None, ""
    try:
        status = main(call["words"])
    except BaseException:  # noqa: BLE001 - any is what is looked for
        raised = traceback.format_exc()
    finally:
        sys.stdin, sys.stdout, sys.stderr = given
    return {"status": status, "out": out.kept.getvalue().decode("latin-1"), "raised": raised}


def read(path):
    """What a file has in it."""
    with open(path, "rb") as file:
        return file.read()


def drive(calls, results):
    """Runs all calls; each is announced in the log of the watch, if there is one."""
    log = os.environ.get("BODYPLAN_AUDIT_LOG")
    with open(results, "w", encoding="utf-8") as file:
        for number, call in enumerate(calls):
            if log:
                with open(log, "a", encoding="utf-8") as noted:
                    noted.write(f"call\t{str(number)!r}\n")
            copied = call["copy"]
            if copied:
                shutil.copyfile(*copied)
            kept = read(call["replaced"]) if call["replaced"] else None
            file.write(json.dumps(run(call)) + "\n")
            file.flush()
            if copied:
                os.remove(copied[1])
            if kept is not None:
                with open(call["replaced"], "wb") as replaced:
                    replaced.write(kept)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        given = json.load(file)
    drive(given, sys.argv[2])
