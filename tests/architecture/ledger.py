"""`make ledger`: how far each area of the rules has come, and whether every row marked done is cited.

A done row's whole id must stand in a file under pbem/ (the ledger itself aside) and in one under tests/ (this folder
aside). An id cited in the code must be a row of the ledger. Exit status 1 when either fails.
"""

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the script runs from a checkout that is not installed

from pbem.kernel.rulebook import RULE_ID, STATUSES, Rule, RulesError, parse_rules  # noqa: E402

LEDGERS = tuple(sorted((ROOT / "pbem" / "rulesets").glob("*/rules.toml"), reverse=True))  # TOCS, then TCS
TEXTS = {".py", ".toml", ".j2", ".txt", ".html", ".md"}
PREFIXES = ("TOCS-", "MASL-", "TCSB-", "TCS3-", "TCSPD-", "TCSARM-")

_ID = re.compile(rf"(?<![\w.-]){RULE_ID}(?![\w-])")


def ids_in(text: str) -> set[str]:
    """The whole row ids in a text: TOCS-1.1-12 is not taken for TOCS-1.1-1."""
    return set(_ID.findall(text))


def ids_under(folder: Path, leave_out: Collection[Path]) -> set[str]:
    """The row ids in the texts of a folder, but for some files or folders."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in TEXTS and path.is_file())
    kept = (path for path in files if not {path, *path.parents} & set(leave_out))
    return {name for path in kept for name in ids_in(path.read_text(encoding="utf-8"))}


def uncited(rules: Mapping[str, Rule], in_code: set[str], in_tests: set[str]) -> list[str]:
    """What is wrong with the rows marked done, one line each."""
    done = [name for name, row in rules.items() if row.status == "done"]
    lines = [(name, "the code", in_code) for name in done] + [(name, "a test", in_tests) for name in done]
    return [f"{name} is marked done, but not cited by {where}" for name, where, ids in lines if name not in ids]


def unknown(rules: Mapping[str, Rule], in_code: set[str]) -> list[str]:
    """The ids cited in the code that are no row, one line each."""
    return [f"{name} is cited, but is no row" for name in sorted(in_code) if name.startswith(PREFIXES) and name not in rules]


def counts(rules: Iterable[Rule]) -> list[str]:
    """A table of areas against statuses, with totals."""
    by_area: dict[str, Counter[str]] = {}
    for row in rules:
        by_area.setdefault(row.area, Counter())[row.status] += 1
    total = sum(by_area.values(), Counter[str]())
    heading = f"{'area':<22}" + "".join(f"{status.replace('_', ' '):>9}" for status in STATUSES) + f"{'all':>9}"
    return [heading, *(_line(area, by_area[area]) for area in sorted(by_area)), _line("total", total)]


def rows(ledgers: Collection[Path] = LEDGERS) -> dict[str, Rule]:
    """The rows of all rule systems by id; a row stands in one ledger alone."""
    read = [parse_rules(ledger.read_text(encoding="utf-8")) for ledger in ledgers]
    joined = {name: row for some in read for name, row in some.items()}
    if len(joined) != sum(map(len, read)):
        raise RulesError("a row stands in two ledgers")
    return joined


def faults(root: Path = ROOT, ledgers: Collection[Path] = LEDGERS) -> list[str]:
    """Everything that makes the ledgers untrue."""
    rules = rows(ledgers)
    in_code = ids_under(root / "pbem", ledgers)
    in_tests = ids_under(root / "tests", [root / "tests" / "architecture"])
    return [*uncited(rules, in_code, in_tests), *unknown(rules, in_code)]


def main() -> int:
    """Prints a table for each rule system, one for all, and the faults."""
    wrong = faults()
    for ledger in LEDGERS:
        print("\n".join([ledger.parent.name.upper(), *counts(rows([ledger]).values()), ""]))
    print("\n".join([_line("all systems", Counter(row.status for row in rows().values())), *wrong]))
    return 1 if wrong else 0


def _line(name: str, seen: Counter[str]) -> str:
    return f"{name:<22}" + "".join(f"{seen[status]:>9}" for status in STATUSES) + f"{seen.total():>9}"


if __name__ == "__main__":
    sys.exit(main())
