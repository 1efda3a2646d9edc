"""Makes build/playground/: the page that checks, shows and converts in the browser, with all that it loads beside it.

    python docs/site/playground.py FOLDER

FOLDER is a whole release of Pyodide, unpacked, with its packages (pyodide.mjs, pyodide-lock.json and the wheels). Wheels of what
bodyplan needs besides come from the package index.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "viewer" / "bundle"
MADE = ROOT / "build" / "playground"
FROM_PYODIDE = ("lxml", "numpy")
PURE = ("xsdata", "typing-extensions", "ruamel.yaml", "pathspec", "tqdm", "click")
"""What bodyplan needs, in Python alone."""


def main() -> None:
    """Makes the folder."""
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "pyodide-lock.json").is_file():
        raise SystemExit(__doc__)
    pyodide = Path(sys.argv[1])
    known = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    missing = [name for name in FROM_PYODIDE if not (pyodide / known.get(name, {}).get("file_name", "none")).is_file()]
    if missing:
        raise SystemExit(f"{pyodide} is without the wheels of {', '.join(missing)}: take the whole release of Pyodide")
    shutil.rmtree(MADE, ignore_errors=True)
    shutil.copytree(pyodide, MADE / "pyodide")
    shutil.copy(BUNDLE / "playground.html", MADE / "index.html")
    shutil.copy(BUNDLE / "playground_worker.mjs", MADE)
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(MADE), str(ROOT)], check=True)
    pure = ["--only-binary=:all:", "--platform", "any", "--implementation", "py", "--abi", "none"]
    subprocess.run([*pip, "download", "--no-deps", *pure, "--dest", str(MADE), *PURE], check=True)
    wheels = sorted(each.name for each in MADE.glob("*.whl"))
    (MADE / "wheels.json").write_text(json.dumps(wheels), encoding="utf-8")


if __name__ == "__main__":
    main()
