"""A new rule in a checkout: its file, what is generated of it, and its changelog fragment.

``nox -s new-rule -- NAME`` runs this. Two things are left to write: the check that reports the rule, and its explanation
with a document that breaks it, at the words ``FILL IN``; the tests that wait for them name the file.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from pathlib import Path

from ...diagnostics.families import FAMILIES, STRUCTURE
from .. import rule_pages
from ..rule_registry import RETIRED, read_rule_files
from .files import next_version, run_scaffold, write_files

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

FILE = """\
severity = "{severity}"
message = {message}
spec = {spec}
checks = []
since = "{since}"
why = '''
FILL IN
'''

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


def add_rule(
    checkout: Path, name: str, *, family: str, after: str, severity: str, message: str | None, spec: str
) -> list[str]:
    """Writes the files of a new rule; answers their paths in the checkout.

    Args:
        checkout: where it is added.
        name: in kebab-case.
        family: the beginning of its code.
        after: a code; the rule has the first one behind it that was never taken.
        severity: in the default mode.
        message: a template; None: the words of the name.
        spec: where the rule is written down.

    Raises:
        ValueError: the name is none or taken, or the family has no code left.
    """
    if NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} is no name in kebab-case")
    known = read_rule_files(checkout / "diagnostics" / "rules")
    constant = name.replace("-", "_").upper()
    if same := [each.rule for each in known if each.rule.name == name or each.constant == constant]:
        raise ValueError(f"{same[0].code} is called {same[0].name} already")
    if not message:
        message = name.replace("-", " ")
    taken = {each.rule.code for each in known} | RETIRED
    codes = (f"{family}{number:02}" for number in range(1, 100))
    code = next((code for code in codes if code > after and code not in taken), None)
    if code is None:
        raise ValueError(f"{family} has no code left behind {after or family}")
    quoted = {key: json.dumps(text, ensure_ascii=False) for key, text in (("message", message), ("spec", spec))}
    made = {
        f"diagnostics/rules/{code}-{name}.toml": FILE.format(severity=severity, since=next_version(checkout), **quoted),
        f"changelog.d/{name}.added.md": f"`check` reports {code} ({name}): {message}.\n",
    }
    write_files(checkout, made, {})
    return [*made, *rule_pages.write(rule_pages.render(checkout), checkout)]


def main(words: list[str]) -> int:
    """Takes the words after ``nox -s new-rule --``."""
    parser = ArgumentParser(
        prog="nox -s new-rule --", description="Make a rule: its file, what is generated of it, its changelog fragment."
    )
    parser.add_argument("name", metavar="NAME", help="in kebab-case, completes “allow …”: joint-without-child")
    parser.add_argument("--family", default=STRUCTURE, choices=FAMILIES, help=f"default: {STRUCTURE}")
    parser.add_argument("--after", metavar="CODE", default="", help="take the first code behind this one")
    parser.add_argument("--severity", default="error", choices=["error", "warning", "note"])
    parser.add_argument("--message", help="what is wrong, a template such as 'joint {name!r} has no child'")
    parser.add_argument("--spec", default="bodyplan", help="where the rule is written down")
    rest = "Now report it where it is found, and explain it, with a document that breaks it, in {made[0]}."
    return run_scaffold(parser, words, add_rule, rest)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
