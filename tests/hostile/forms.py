"""How each command is called in the hostile repository: every command, and every option that it has."""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """A call.

    Attributes:
        words: with ``{document}``, ``{copy}``, a copy of it in the same folder, ``{folder}``, that of the document, and
            ``{out}``, a folder for what is written.
        writes: what of these it may change; a file in ``{folder}`` is put back after the call.
    """

    words: str
    writes: str = ""


READ = "--search-path {folder} --arg x:=1"
FORMS: dict[str, tuple[Form, ...]] = {
    "check": (
        Form("{folder}"),
        Form(
            f"--format full --color always --statistics --verbose --target drake --with {{document}} {READ} {{document}}"
        ),
        Form("--max-warnings 3 --format concise --strict --select BP --ignore BP9 --quiet --exit-zero {document}"),
        Form("--format json --output-file {out}/check.json --jobs 2 --no-cache {folder}", "{out}"),
        Form("--format sarif --output-file {out}/check.sarif --cache-dir {out}/cache {document}", "{out}"),
        Form("--format github --force-exclude {folder}"),
        Form("--format gitlab --target libsdformat --target urdfdom --target dart {document}"),
        Form("--format junit {document}"),
        Form("--fix --unsafe-fixes {copy}", "{copy}"),
        Form("--diff --unsafe-fixes {document}"),
        Form("--write-baseline --baseline {out}/baseline.json {document}", "{out}"),
        Form("--isolated --baseline {out}/baseline.json {document}"),
        Form("--stdin-filename {document} -"),
    ),
    "init": (
        Form("--dry-run --workflow --pre-commit --write-baseline {folder}"),
        Form("--force {folder}", "{folder}/bodyplan.toml"),
    ),
    "config": (
        Form("show {document}"),
        Form(f"show --format json {READ} {{folder}}"),
        Form("show --isolated {document} -o {out}/shown", "{out}"),
    ),
    "resolve": (
        Form("{document}"),
        Form(f"--format json --target drake {READ} {{document}} -o {{out}}/shown", "{out}"),
    ),
    "pose": (
        Form("{document} l --format json"),
        Form(f"{READ} --target drake --relative-to l -q j=1 {{document}} world -o {{out}}/shown", "{out}"),
    ),
    "print": (
        Form("{document}"),
        Form(f"--expand --version 1.0 --target drake {READ} {{document}} -o {{out}}/shown", "{out}"),
    ),
    "format": (
        Form("--check {folder}"),
        Form("--diff --numbers --force-exclude {document}"),
        Form("{copy}", "{copy}"),
        Form("--write {copy}", "{copy}"),
        Form("--force -o {out}/made.sdf {document}", "{out}"),
        Form("--isolated -"),
    ),
    "upgrade": (
        Form("-o - {document}"),
        Form("--diff --version 1.9 {document}"),
        Form("--gazebo classic-to-sim {document}"),
        Form("--in-place {copy}", "{copy}"),
        Form("--force -o {out}/made.sdf {document}", "{out}"),
    ),
    "convert": (
        Form("{document} --to sdformat"),
        Form(
            f"{{document}} --to urdf -o {{out}}/made.urdf --assets {{out}}/assets --keep --lump-fixed --uris both --model m --strict any --verbose --force {READ}",
            "{out}",
        ),
        Form("{document} --to sdformat -o {out}/made.sdf --meshes obj --convex --force", "{out}"),
        Form("{document} --to skel --version 1.0 --target drake --format json --force"),
        Form("{folder} --to sdformat -o {out}/all", "{out}"),
    ),
    "set": (
        Form("{document} //link/@name k"),
        Form("--diff {document} //link/@name k"),
        Form("--in-place {copy} //link/@name k", "{copy}"),
        Form("--force -o {out}/made.sdf {document} //link/@name k", "{out}"),
    ),
    "rename": (
        Form(f"{{document}} l k --diff --included-by {{document}} --target drake {READ}"),
        Form("{copy} l k --in-place", "{copy}"),
        Form("{document} l k --force -o {out}/made.sdf", "{out}"),
    ),
    "attach": (
        Form(f"{{document}} {{document}} --to l --prefix p --joint j --pose 0,0,0,0,0,0 --diff --target drake {READ}"),
        Form("{copy} {document} --to l --prefix p --in-place", "{copy}"),
        Form("{document} {document} --to l --prefix p --force -o {out}/made.sdf", "{out}"),
    ),
    "extract": (
        Form(f"{{document}} l --name k --diff --target drake {READ}"),
        Form("{copy} l --in-place", "{copy}"),
        Form("{document} l --force -o {out}/made.sdf", "{out}"),
        Form("{document} l --srdf {out}/made.srdf -o {out}/part.urdf", "{out}"),
    ),
    "merge": (
        Form(f"{{document}} {{document}} --prefix p --diff --target drake {READ}"),
        Form("{copy} {document} --prefix p --in-place", "{copy}"),
        Form("{document} {document} --prefix p --force -o {out}/made.sdf", "{out}"),
    ),
    "reroot": (
        Form(f"{{document}} --at l --diff --target drake {READ}"),
        Form("{copy} --at l --in-place", "{copy}"),
        Form("{document} --at l --force -o {out}/made.urdf", "{out}"),
    ),
    "lump": (
        Form(f"{{document}} --diff --target drake {READ}"),
        Form("{copy} --in-place", "{copy}"),
        Form("{document} --force -o {out}/made.sdf", "{out}"),
    ),
    "remove": (
        Form(f"{{document}} l --diff --target drake {READ}"),
        Form("{copy} l --in-place", "{copy}"),
        Form("{document} l --force -o {out}/made.sdf", "{out}"),
    ),
    "expand": (
        Form(f"{{document}} --version 1.9 --target drake {READ}"),
        Form("{document} --force -o {out}/made.sdf", "{out}"),
    ),
    "diff": (
        Form("{document} {copy}"),
        Form(f"--format json --tolerance 1 --only inertia,other --target drake {READ} {{document}} {{copy}}"),
        Form("--format html -o {out}/made.html {document} {copy}", "{out}"),
    ),
    "tree": (
        Form("{document}"),
        Form(
            f"--format json --root l --depth 2 --color always --target drake {READ} {{document}} -o {{out}}/shown",
            "{out}",
        ),
    ),
    "inertia": (
        Form("{document}"),
        Form(f"--format json --target drake {READ} {{document}} -o {{out}}/shown", "{out}"),
    ),
    "srdf": (
        Form("{document}"),
        Form(f"--samples 2 --target drake {READ} --force -o {{out}}/made.srdf {{document}}", "{out}"),
    ),
    "graph": (
        Form("{document}"),
        Form(f"--kind frames --format mermaid --collapse-fixed --target drake {READ} {{document}}"),
        Form("--kind joints --root l --depth 1 -o {out}/made.svg {document}", "{out}"),
    ),
    "view": (
        Form("{document} -o {out}/page.html", "{out}"),
        Form("{document} --bundle {out}/site --embed", "{out}"),
        Form(f"{{document}} --with {{document}} --srdf {{document}} --embed --target drake {READ} -o -"),
        Form("{document} --state #q=j:1 -o {out}/page.html", "{out}"),
    ),
    "xacro": (
        Form("{document}"),
        Form(f"{READ} --force -o {{out}}/made.urdf {{document}}", "{out}"),
        Form("--isolated --trace //link {document}"),
    ),
    "support": (
        Form("{document}"),
        Form(
            f"--format json --only uses --verbose --color always --target drake {READ} {{document}} -o {{out}}/shown",
            "{out}",
        ),
    ),
    "explain": (Form("BP101"), Form("//joint/axis -o {out}/shown", "{out}")),
    "explain-uri": (
        Form("package://nowhere/m.stl --from {document}"),
        Form(f"model://secret_package/m.stl --format json {READ} --from {{folder}}"),
        Form("../../outside/secret.txt --isolated --from {document} -o {out}/shown", "{out}"),
    ),
    "assets": (
        Form("{document}"),
        Form(f"--format json --copy {{out}}/copied {READ} {{document}}", "{out}"),
        Form("--zip {out}/made.zip --isolated {document} -o {out}/shown", "{out}"),
    ),
    "schema": (
        Form("xsd urdf 1.0 --schemas {folder} -o {out}/shown", "{out}"),
        Form("json urdf 1.0 -o {out}/shown", "{out}"),
        Form("show urdf 1.0 //link -o {out}/shown", "{out}"),
        Form("diff sdformat 1.4 1.5 --format json --corpus {folder} -o {out}/shown", "{out}"),
        Form("report -o {out}/shown", "{out}"),
        Form("scene -o {out}/shown", "{out}"),
    ),
    "codegen": (
        Form("generate --extensions {folder}/tags.toml --output {out}/bindings", "{out}"),
        Form("generate --schemas {folder} --format urdf --version 1.0 --output {out}/made", "{out}"),
        Form("import sdformat {folder} --dry-run --output {out}/schemas --report {out}/report.md", "{out}"),
        Form(
            "import mjcf {folder}/a.schema --version 9.0 --table {folder}/a.txt --reference {folder}/a.rst "
            "--units {folder}/b.rst --dry-run --output {out}/schemas",
            "{out}",
        ),
        Form("verify sdformat --against {folder} -o {out}/shown", "{out}"),
    ),
    "completion": (Form("bash"), Form("zsh -o {out}/shown", "{out}")),
    "example": (Form(""), Form("--force -o {out}/made.urdf arm.urdf", "{out}"), Form("-o - faulty.urdf")),
    "doctor": (Form(""), Form("--format json -o {out}/shown", "{out}")),
}
"""For each command calls that together have all of its options."""

LEFT_OUT = {
    "--plausible": "trimesh, which reads meshes for it, loads libraries of its own",
    "lsp": "it speaks with an editor; test_callers.py opens documents in it",
    "review": "it reads a Git repository by git; test_review.py of its unit tests has hostile ones",
    "trust": "it is the user's leave",
    "--trust": "it is the user's leave",
    "--config": "the caller names what holds",
    "--fetch": "the caller names a program",
    "--extensions": "the caller names tables and packages; those that configurations name are tried",
    "--env": "the caller names variables that may be read",
    "--isolated": "it takes away what is tried here",
    "--matrix": "it chooses among the sets that configurations have, which all are taken without it",
    "--confine": "every call is made with it and without",
    "--scheduler": "it connects to machines of the caller",
    "--color": "what is shown is the same, but for colours; some calls have it",
    "--all": "the same as for one version, for all of them",
    "--png": "it starts a browser; tests/viewing has it",
    "--pictures": "it starts a browser as well",
    "--size": "it is about that picture",
    "--gif": "the same as --png",
    "--webm": "the same as --png",
    "--turntable": "it is about that picture",
    "--sweep": "it is about that picture",
    "--frames": "it is about that picture",
    "--port": "the live server has a test of its own",
    "--no-open": "the live server has a test of its own",
    "--editor": "it starts an editor, in the live view",
    "--tab": "it is about what the page shows first",
    "--watch": "it runs until Ctrl-C, and has a test of its own",
    "codegen check": "it is about the checkout",
}
"""Commands and options that no call here has, and why."""

LOOKING = ("check", "tree", "convert", "view", "xacro")
"""Commands that are called with every document; the others with the main one of each way."""

COSTLY = ("check", "convert", "view")
"""Commands that are called with documents that take seconds; of each the first form that reads the document."""

COSTLY_IN_XACRO = ("check", "xacro")
"""The same for what is expanded first, which takes the same time in each command."""

ABOUT_NO_DOCUMENT = frozenset(("explain", "schema", "codegen", "completion", "doctor", "example", "trust"))
"""Commands whose calls are not about one document, so that they need none of ``--confine`` and its like."""

TRUSTING = ("--isolated", "--config", "--confine", "--trust")
"""Options of every command that reads documents."""
