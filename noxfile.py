"""Every check a developer needs, in the environment that the README's second line made.

``nox`` runs them all, ``nox -s quick`` the fast ones; ``nox -l`` lists what there is.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["format", "lint", "mypy", "pyright", "generated", "tests"]

BODYPLAN = str(Path(sys.executable).with_name("bodyplan"))
PIP_EDITABLE = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ".")


def python(session: nox.Session, *arguments: str) -> None:
    """Runs the Python that runs nox, so that every tool comes from one environment."""
    session.run(sys.executable, *arguments, external=True)


@nox.session
def format(session: nox.Session) -> None:
    """Layout of all code; ``nox -s format -- --fix`` changes it."""
    python(session, "-m", "ruff", "format", *([] if "--fix" in session.posargs else ["--diff"]), ".")


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff's rules; arguments after ``--`` go to ruff, such as ``--fix``."""
    python(session, "-m", "ruff", "check", *session.posargs, ".")


@nox.session
def mypy(session: nox.Session) -> None:
    """The whole package through mypy --strict."""
    python(session, "-m", "mypy", "--package", "bodyplan")
    python(session, "-m", "mypy", "noxfile.py", "hatch_build.py", "editable_finder.py", ".ci/changelog.py")
    python(
        session,
        "-m",
        "mypy",
        *(f"benchmarks/{name}.py" for name in ("run", "worker", "stages", "kinematics", "growth", "fleets")),
    )


@nox.session
def pyright(session: nox.Session) -> None:
    """The whole package and its tests through pyright."""
    python(session, "-m", "pyright", "--pythonpath", sys.executable)


@nox.session
def generated(session: nox.Session) -> None:
    """``generated/`` and the pages made from the registry are what their sources give."""
    session.run(BODYPLAN, "codegen", "check", external=True)


@nox.session
def tests(session: nox.Session) -> None:
    """All tests; arguments after ``--`` go to pytest."""
    python(session, "-m", "pytest", *session.posargs)


@nox.session
def quick(session: nox.Session) -> None:
    """Within a minute: ruff, layout and the fast unit tests; arguments after ``--`` go to pytest."""
    python(session, "-m", "ruff", "check", ".")
    python(session, "-m", "ruff", "format", "--diff", ".")
    fast = ("-m", "not (slow or corpus or oracle or browser)", "tests/unit", "tests/test_architecture.py")
    python(session, "-m", "pytest", "--quiet", *fast, *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """Only the tests that open pages of ``bodyplan view`` in Chromium, beside other renderers where there are any."""
    from bodyplan.cli.browsers import browsers  # here: `nox -s generate` has to work without generated/

    if next(browsers(), None) is None:
        session.skip("there is no Chromium, Chrome or Edge")
    python(session, "-m", "pytest", "-n0", "-m", "browser", "tests/viewing", "tests/viewer", *session.posargs)


@nox.session
def packaging(session: nox.Session) -> None:
    """Only the tests of the wheel, the sdist, the editable install and what type checkers see of them."""
    python(session, "-m", "pytest", "tests/test_packaging.py", *session.posargs)


@nox.session
def pipelines(session: nox.Session) -> None:
    """Only the tests of hooks, action, recipes and docs/pipelines.md, run with all that their users install."""
    python(session, "-m", "pytest", "tests/pipelines", *session.posargs)


@nox.session
def viewer(session: nox.Session) -> None:
    """``viewer/bundle/`` from its sources, after tsc and eslint; ``-- --check`` only says what is out of date. Needs npm."""
    with session.chdir("viewer"):
        session.run("npm", "ci", "--no-audit", "--no-fund", external=True)
        session.run("npm", "run", "check", external=True)
        session.run("node", "build.mjs", *session.posargs, external=True)


@nox.session
def playground(session: nox.Session) -> None:
    """The playground into build/playground; ``-- FOLDER`` is a whole release of Pyodide, unpacked, with lxml and numpy."""
    python(session, "docs/site/playground.py", *session.posargs)


@nox.session
def vscode(session: nox.Session) -> None:
    """The extension of VS Code, checked and packed into ``editors/vscode/``. Needs npm."""
    with session.chdir("editors/vscode"):
        session.run("npm", "ci", "--no-audit", "--no-fund", external=True)
        session.run("npm", "run", "package", external=True)


@nox.session
def docs(session: nox.Session) -> None:
    """The site into build/site, warnings being errors; ``-- serve`` shows it and follows changes. Needs the extra docs."""
    python(session, "-m", "mkdocs", *(session.posargs or ["build", "--quiet"]), "-f", "docs/site/mkdocs.yml")


@nox.session
def pictures(session: nox.Session) -> None:
    """Renews docs/pictures/ and docs/agreement.md; ``-- --check`` says what is out of date."""
    python(session, "docs/site/pictures.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measures bodyplan beside other readers; arguments after ``--`` go to ``benchmarks/run.py``."""
    python(session, "benchmarks/run.py", *session.posargs)


@nox.session
def growth(session: nox.Session) -> None:
    """How costs grow with documents of many shapes; arguments after ``--`` go to ``benchmarks/growth.py``."""
    python(session, "benchmarks/growth.py", *session.posargs)


@nox.session
def fleets(session: nox.Session) -> None:
    """Many files in one process and in two, again, on fleets; arguments after ``--`` go to ``benchmarks/fleets.py``."""
    python(session, "benchmarks/fleets.py", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """A million calls of any command on mutated documents, from where it stopped; arguments after ``--`` go to ``python -m tests.fuzz``."""
    python(session, "-m", "tests.fuzz", *session.posargs)


@nox.session
def comparisons(session: nox.Session) -> None:
    """Ten thousand documents with one value changed, which ``diff`` may not call the same; ``-- NUMBER SEED`` for others."""
    python(session, "-m", "tests.fuzz.comparing", *session.posargs)


@nox.session
def edits(session: nox.Session) -> None:
    """Ten thousand random edits of the corpus, or as many as ``-- NUMBER`` says."""
    session.env["BODYPLAN_EDITS"] = session.posargs[0] if session.posargs else "10000"
    python(session, "-m", "pytest", "-n0", "tests/fuzz/test_edits.py", "tests/corpus/test_saving.py")


@nox.session
def mutation(session: nox.Session) -> None:
    """Small mistakes in the sources: whether tests notice; arguments after ``--`` go to ``python -m tests.mutation``."""
    python(session, "-m", "tests.mutation", *session.posargs)


@nox.session(name="made-up-version")
def made_up_version(session: nox.Session) -> None:
    """All tests on a copy of the checkout that has a version of SDFormat after the newest; arguments go to pytest."""
    python(session, "-m", "tests.made_up_version", *session.posargs)


@nox.session
def conversions(session: nox.Session) -> None:
    """What targets, engines and libsdformat read otherwise in results of conversions, of the corpora and of 44 robots of others.

    The robots are fetched with git into build/robots; arguments go to all four campaigns, such as ``-- --write`` for their tables.
    """
    for campaign in ("conversions", "engines", "gazebo_readings"):
        python(session, "-m", f"tests.differential.{campaign}", *session.posargs)
    python(session, "-m", "tests.differential.robots", "build/robots", *session.posargs)


@nox.session
def precision(session: nox.Session) -> None:
    """What is found where references are silent; arguments after ``--`` go to ``python -m tests.differential.precision``."""
    python(session, "-m", "tests.differential.precision", *session.posargs)


@nox.session
def mistakes(session: nox.Session) -> None:
    """What is found of mistakes that people make, planted in clean documents: ``python -m tests.mistakes`` with arguments."""
    python(session, "-m", "tests.mistakes", *session.posargs)


@nox.session
def versions(session: nox.Session) -> None:
    """Every document in every version, read again; arguments after ``--`` go to ``python -m tests.differential.versions``."""
    python(session, "-m", "tests.differential.versions", *session.posargs)


@nox.session
def xacro(session: nox.Session) -> None:
    """Compares expansions with those of the program: `nox -s xacro -- FOLDER` of robot packages."""
    python(session, "-m", "tests.differential.expansions", *session.posargs)
    python(session, "-m", "tests.differential.xacro_defects", *session.posargs)


@nox.session(name="new-rule")
def new_rule(session: nox.Session) -> None:
    """Makes a rule with its file, page and changelog fragment: ``nox -s new-rule -- NAME``, ``--help`` for more."""
    python(session, "-m", "bodyplan.codegen.scaffolds.rule", *session.posargs)


@nox.session(name="new-target")
def new_target(session: nox.Session) -> None:
    """Makes a target with its table, checks, row and place in the documentation: ``nox -s new-target -- NAME``."""
    python(session, "-m", "bodyplan.codegen.scaffolds.target", *session.posargs)


@nox.session(name="new-format")
def new_format(session: nox.Session) -> None:
    """Makes a format with its descriptions, bindings, decoder, front end and row: ``nox -s new-format -- NAME``."""
    python(session, "-m", "bodyplan.codegen.scaffolds.format", *session.posargs)
    python(session, *PIP_EDITABLE)


@nox.session
def changelog(session: nox.Session) -> None:
    """Moves ``changelog.d/`` into ``CHANGELOG.md`` and renews ``tests/api``: ``nox -s changelog -- VERSION [--date DAY]``."""
    python(session, ".ci/changelog.py", *session.posargs)
    if "--dry-run" not in session.posargs:
        python(session, "-m", "tests.api")


@nox.session
def workflows(session: nox.Session) -> None:
    """actionlint on ``.github/workflows``, where it is installed."""
    python(session, "-m", "pytest", "-n0", "tests/test_project.py", "-k", "workflows", *session.posargs)


@nox.session
def generate(session: nox.Session) -> None:
    """Renews bindings and pages; a new package under ``generated/`` gets its place in the editable install."""
    session.run(BODYPLAN, "codegen", "generate", external=True)
    python(session, *PIP_EDITABLE)
