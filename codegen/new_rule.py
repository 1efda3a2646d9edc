"""A new rule in a checkout: its entry in the registry, its explanation, its page and its changelog fragment.

``nox -s new-rule -- NAME`` runs this. Two things are left to write: the check that reports the rule, and its explanation
with a document that breaks it, at the words ``FILL IN``; the tests that wait for them name the file.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..diagnostics.families import FAMILIES, STRUCTURE
from ..diagnostics.rule import RETIRED

CHECKOUT = Path(__file__).resolve().parents[1]
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
DECLARED = re.compile(r'^([A-Z][A-Z0-9_]*)\b[^\n]*= declare\(\s*"(BP\d{3})",\s*"([^"]+)"', re.MULTILINE)

ENTRY = """\
{constant}: Final = declare("{code}", "{name}", "{severity}", {quoted_message}, spec={quoted_spec})
"""
EXPLANATION = """\
why = '''
FILL IN
'''
since = "{since}"

[[example]]
name = "robot.urdf"
bad = '''
FILL IN
'''
place = "1:1"
fixed = '''
FILL IN
'''
"""
FRAGMENT = """\
`check` reports {code} ({name}): {message}.
"""


@dataclass(frozen=True, slots=True)
class DeclaredRule:
    """A rule that is in the registry, and the module that declares it."""

    constant: str
    code: str
    name: str
    module: Path


def find_declared_rules(checkout: Path) -> Iterator[DeclaredRule]:
    """Every rule of the registry, as its modules spell it."""
    for module in sorted((checkout / "diagnostics").glob("rules*.py")):
        for constant, code, name in DECLARED.findall(module.read_text(encoding="utf-8")):
            yield DeclaredRule(constant, code, name, module)


def add_rule(
    checkout: Path, name: str, *, family: str, severity: str, message: str, spec: str, module: str | None
) -> dict[str, Path]:
    """Writes the files of a new rule; answers what they are to where they stand.

    Its code is the first one that was never taken, behind those of its family in the same module.

    Raises:
        ValueError: the name is none or taken, or the family has no code left.
    """
    if NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} is no name in kebab-case")
    known = list(find_declared_rules(checkout))
    constant = name.replace("-", "_").upper()
    if same := [rule for rule in known if rule.name == name or rule.constant == constant]:
        raise ValueError(f"{same[0].code} is called {same[0].name} already")
    members = sorted((rule for rule in known if rule.code.startswith(family)), key=lambda rule: rule.code)
    home = members[0].module if members else checkout / "diagnostics" / "rules.py"
    if module is not None:
        home = home.with_name(f"{module}.py")
    registry = home.read_text(encoding="utf-8")
    highest = max((int(rule.code[3:]) for rule in members if rule.module == home), default=0)
    taken = {rule.code for rule in members} | RETIRED
    code = next((code for n in range(highest + 1, 100) if (code := f"{family}{n:02}") not in taken), None)
    if code is None:
        raise ValueError(f"{family} has no code left behind those of {home.stem}")
    made = {
        "registry": home,
        "explanation": home.parent / "explanations" / f"{code}.toml",
        "changelog": checkout / "changelog.d" / f"{name}.added.md",
    }
    if made["changelog"].exists():
        raise ValueError(f"there is a changelog fragment of {name!r} already")
    words = {"code": code, "name": name, "constant": constant, "severity": severity, "message": message}
    words["since"] = _next_version(checkout)
    words |= {
        f"quoted_{what}": json.dumps(text, ensure_ascii=False) for what, text in (("message", message), ("spec", spec))
    }
    home.write_text(registry + ENTRY.format(**words), encoding="utf-8", newline="\n")
    made["explanation"].write_text(EXPLANATION.format(**words), encoding="utf-8", newline="\n")
    made["changelog"].write_text(FRAGMENT.format(**words), encoding="utf-8", newline="\n")
    from .rule_pages import write  # reads the registry, which has the rule only now

    pages = checkout / "docs" / "rules"
    write(pages)
    made["page"] = pages / f"{words['code']}-{name}.md"
    return made


def _next_version(checkout: Path) -> str:
    """The minor version after the one that the checkout has."""
    said = re.search(
        r'^__version__ = "(\d+)\.(\d+)', (checkout / "public.py").read_text(encoding="utf-8"), re.MULTILINE
    )
    if said is None:
        raise ValueError("public.py says no version")
    major, minor = said.groups()
    return f"{major}.{int(minor) + 1}"


def main(words: list[str]) -> int:
    """Takes the words after ``nox -s new-rule --``."""
    parser = ArgumentParser(
        prog="nox -s new-rule --", description="Make a rule, its explanation, page and changelog fragment."
    )
    parser.add_argument("name", metavar="NAME", help="in kebab-case, completes “allow …”: joint-without-child")
    parser.add_argument("--family", default=STRUCTURE, choices=FAMILIES, help=f"default: {STRUCTURE}")
    parser.add_argument("--severity", default="error", choices=["error", "warning", "note"])
    parser.add_argument("--message", help="what is wrong, a template such as 'joint {name!r} has no child'")
    parser.add_argument("--spec", default="bodyplan", help="where the rule is written down")
    parser.add_argument("--module", help="of diagnostics, such as rules_urdf; default: where its family begins")
    given = parser.parse_args(words)
    try:
        made = add_rule(
            CHECKOUT,
            given.name,
            family=given.family,
            severity=given.severity,
            message=given.message or given.name.replace("-", " "),
            spec=given.spec,
            module=given.module,
        )
    except (ValueError, FileNotFoundError) as error:
        parser.error(str(error))
    for what, path in made.items():
        sys.stdout.write(f"{what:12} {path.relative_to(CHECKOUT).as_posix()}\n")
    sys.stdout.write(
        f"Now report it where it is found, and explain it, with a document that breaks it, in {made['explanation'].name}.\n"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
