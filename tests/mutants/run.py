"""`make mutants`: a seeded sample of rules, fog and mail broken one at a time, against the tests that cite them.

A mutant is killed when a citing test fails, or does not end in two minutes. What survives is listed: each is a rule that
could be broken unseen, or a change that changes nothing; the latter stand in `equivalent.toml` with the reason and are not
sampled. Exit status 1 when fewer than the goal are killed.
"""

import argparse
import ast
import compileall
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the script runs from a checkout that is not installed

from tests.architecture.ledger import ids_in  # noqa: E402
from tests.mutants import quick  # noqa: E402
from tests.mutants.breaking import Mutant, changes, survivors_line  # noqa: E402

GOAL = 0.97
LONGEST = 300  # seconds for all tests of one mutant; what is not killed by then has survived

TOCS, TCS = "pbem/rulesets/tocs", "pbem/rulesets/tcs"
AREAS: Mapping[str, Sequence[str]] = {
    "rules": (f"{TOCS}/actions", f"{TOCS}/folding", f"{TOCS}/resolution", f"{TOCS}/rules", f"{TOCS}/standing_orders"),
    "tactics": (
        f"{TCS}/actions", f"{TCS}/firing.py", f"{TCS}/folding.py", f"{TCS}/rules", f"{TCS}/settling", f"{TCS}/standing_orders",
    ),
    "fog": (f"{TOCS}/observe.py", f"{TOCS}/observing", f"{TOCS}/learning.py", f"{TOCS}/picture.py", f"{TOCS}/view.py"),
    "tactical fog": (f"{TCS}/observe.py", f"{TCS}/learning.py", f"{TCS}/picture.py", f"{TCS}/seeing.py", f"{TCS}/view.py"),
    "mail": ("pbem/mail",),
}  # fmt: skip
SHARES = {"rules": 4, "tactics": 3, "fog": 1, "tactical fog": 1, "mail": 1}
"""Of ten mutants."""

RULES = "tests/rulesets"
EXAMPLES = "tests/rulesets/tocs/test_examples.py"

BESIDE: Mapping[str, Sequence[str]] = {
    "rules": (EXAMPLES,),
    "fog": (
        "tests/rulesets/tocs/test_fog_observations.py",
        "tests/fog/test_function.py",
        "tests/fog/test_probes.py",
        "tests/fog/test_worlds.py",
    ),
    "tactics": (f"{RULES}/tcs/test_worked_turn.py", f"{RULES}/tcs/test_fire_on_the_field.py"),
    "tactical fog": (
        f"{RULES}/tcs/test_fog_of_fire.py",
        f"{RULES}/tcs/test_fog_of_armor.py",
        f"{RULES}/tcs/test_fog_at_the_edge.py",
        f"{RULES}/tcs/test_guns_fog.py",
        "tests/fog/test_tcs_command.py",
        "tests/fog/test_tcs_order_of_battle.py",
    ),
    "mail": ("tests/mail/*.py", "tests/acceptance/test_bounces.py", "tests/acceptance/test_quoted.py"),
}
"""What is run besides the citing tests, in this order: fog and mail have few rows."""

PYTEST = (sys.executable, "-B", "-m", "pytest", "-n", "0", "-q", "--no-header", "-p", "no:cacheprovider")
UNTIL_ONE_FALLS = ("-x", "--timeout", "120")

LONG = ("test_fuzz", "test_coverage_guided")

_LEFT_OUT = ("tests/servers", "tests/browser", "tests/packaging", "tests/architecture", "tests/mutants")


@dataclass(frozen=True, slots=True)
class Broken:
    """A mutant, where it stands and what should notice."""

    area: str
    path: str
    mutant: Mutant
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a mutant: the name of the first test that fell, or nothing."""

    broken: Broken
    killer: str


def citing(root: Path) -> dict[str, list[str]]:
    """Row id → the tests that cite it: functions and examples first, then the whole files they stand in."""
    tests: dict[str, list[str]] = defaultdict(list)
    files: dict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "tests").rglob("*")):
        name, text = path.relative_to(root).as_posix(), ""
        if not name.startswith(_LEFT_OUT) and path.suffix in (".py", ".toml"):
            text = path.read_text(encoding="utf-8")
        if path.parent.name == "examples":
            for row in ids_in(text):
                tests[row].append(f"{EXAMPLES}::test_an_example_comes_out_as_it_is_written[{path.stem}]")
        elif path.name.startswith("test_"):
            for row in ids_in(text):
                files[row] += [name] if name.startswith(RULES) else []  # others take long, and cite among much else
                tests[row] += [f"{name}::{test}" for test in functions_citing(text, row)]
    return {row: [*tests[row], *files[row]] for row in {*tests, *files}}


def functions_citing(text: str, row: str) -> list[str]:
    """The test functions of a file in whose text a row stands."""
    found = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            if row in ids_in("\n".join(text.splitlines()[first - 1 : node.end_lineno])):
                found.append(node.name)
    return found


def equivalent(root: Path) -> set[tuple[str, str, str]]:
    """Changes that change nothing: path, the line's text, what stands there then."""
    rows = tomllib.loads((root / "tests/mutants/equivalent.toml").read_text(encoding="utf-8"))["mutant"]
    return {(row["path"], row["line"].strip(), row["after"]) for row in rows}


def all_of(root: Path, area: str) -> list[Broken]:
    """Every mutant of an area that some test should notice."""
    rows, known, found = citing(root), equivalent(root), []
    files = [p for name in AREAS[area] for p in ([root / name] if name.endswith(".py") else (root / name).rglob("*.py"))]
    sources = {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in files}
    for path, mutant in changes(sources):
        line = sources[path].splitlines()[mutant.line - 1].strip()
        if (path, line, mutant.after) in known:
            continue
        cites = {test for row in mutant.rows for test in rows.get(row, ())}
        tests = (*sorted(cites, key=_quickest_first), *_beside(root, area, Path(path).stem))
        found.append(Broken(area, path, mutant, tuple(dict.fromkeys(tests))))
    return found


def _quickest_first(test: str) -> tuple[bool, bool, str]:
    """Single tests before files, those of the rules before those that go by mail."""
    return "::" not in test, not test.startswith(RULES), test


def _beside(root: Path, area: str, module: str) -> tuple[str, ...]:
    """What is run besides, those that name the module first, and those that take long last."""
    files = [path for name in BESIDE[area] for path in (sorted(root.glob(name)) if "*" in name else [root / name])]
    tests = [path for path in files if path.is_dir() or path.name.startswith("test_")]
    if area == "mail":
        tests.sort(key=lambda path: (path.stem in LONG, module not in _text(path)))
    return tuple(path.relative_to(root).as_posix() for path in tests)


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def sample(root: Path, count: int, seed: int, only: str = "") -> list[Broken]:
    """So many mutants, shared among the areas. Each has a lot of its own, drawn by the seed, so that another line's change draws no
    others: a sample stays the same but for what was changed, and a module may move."""
    drawn = []
    for area, share in SHARES.items():
        some = [drawing for drawing in _lots(root, area, seed) if only in drawing.broken.path]
        drawn += sorted(some, key=lambda drawing: drawing.lot)[: count * share // sum(SHARES.values())]
    return [drawing.broken for drawing in sorted(drawn, key=lambda drawing: drawing.lot)]  # some of each, if it is stopped


@dataclass(frozen=True, slots=True)
class _Drawing:
    lot: bytes
    broken: Broken


def _lots(root: Path, area: str, seed: int) -> Iterator[_Drawing]:
    met: Counter[tuple[str, ...]] = Counter()
    for broken in all_of(root, area):
        source = _text(root / broken.path)
        line = source.splitlines()[broken.mutant.line - 1].strip()
        name = (Path(broken.path).stem, line, broken.mutant.before, broken.mutant.after)
        met[name] += 1
        yield _Drawing(hashlib.sha256(repr((seed, *name, met[name])).encode()).digest(), broken)


class Bench:
    """A copy of the tree in which mutants are tried, with a pytest that waits in it."""

    def __init__(self, tree: Path, files: Sequence[str]) -> None:
        self.tree = tree
        self.environment = {
            **os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": str(tree / ".hypothesis"), "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        (theirs, jobs), (answers, mine) = os.pipe(), os.pipe()
        named = {**self.environment, quick.JOBS: str(theirs), quick.ANSWERS: str(mine)}
        command = [*PYTEST, *UNTIL_ONE_FALLS, "-p", "tests.mutants.quick", "--basetemp", str(tree / ".tmp"), *files]
        self.pytest = subprocess.Popen(
            command, cwd=tree, env=named, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(theirs, mine)
        )
        os.close(theirs)
        os.close(mine)
        self.jobs, self.answers = os.fdopen(jobs, "w"), os.fdopen(answers)

    def asked(self, **job: object) -> dict[str, Any]:
        """What the pytest that waits answers to a job."""
        self.jobs.write(json.dumps({"path": "", "tests": (), "longest": LONGEST, **job}) + "\n")
        self.jobs.flush()
        answer: dict[str, Any] = json.loads(self.answers.readline() or '{"unknown": ["pytest ended"]}')
        return answer

    def close(self) -> None:
        """Nothing more to try."""
        self.jobs.close()
        self.pytest.wait()

    def tried(self, broken: Broken) -> Verdict:
        """The mutant is put into the tree, its tests run, and the tree is as before."""
        path = self.tree / broken.path
        source, when = path.read_text(encoding="utf-8"), path.stat()
        text = broken.mutant.of(source)
        path.write_text(text, encoding="utf-8")
        try:
            answer = self.asked(path=broken.path, source=text, line=broken.mutant.line, tests=broken.tests)
            if "killer" not in answer:
                raise LookupError(f"no such tests: {answer['unknown']}")
            return Verdict(broken, self._alone(broken) if answer["killer"] == quick.NOT_HERE else answer["killer"])
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, ns=(when.st_atime_ns, when.st_mtime_ns))  # so that what was compiled of it holds again

    def _alone(self, broken: Broken) -> str:
        """What falls in a process of its own: for what stands outside functions."""
        named = tuple(test for test in broken.tests if "::" in test)
        whole = tuple(test for test in broken.tests if "::" not in test)
        try:
            for tests in filter(None, (named, whole)):  # few and quick ones first
                command = [*PYTEST, *UNTIL_ONE_FALLS, *tests]
                run = subprocess.run(
                    command, cwd=self.tree, env=self.environment, capture_output=True, text=True, timeout=LONGEST, check=False
                )
                if run.returncode:
                    fell = (line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
                    return next(fell, "stopped")
        except subprocess.TimeoutExpired:
            pass
        return ""


def copied(root: Path, folder: Path) -> Path:
    """What git tracks or would, copied and compiled; the copy is where mutants live."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
    for part in ("pbem", "tests"):
        compileall.compile_dir(folder / part, quiet=1)
    return folder


def verdicts(drawn: Sequence[Broken], root: Path, workers: int) -> list[Verdict]:
    """Each mutant tried, in so many copies of the tree at a time. LookupError when a test that is named is none: it would pass
    for a kill otherwise."""
    benches: SimpleQueue[Bench] = SimpleQueue()

    def one(broken: Broken) -> Verdict:
        bench = benches.get()
        try:
            verdict = bench.tried(broken)
        finally:
            benches.put(bench)
        told = survivors_line(broken.path, broken.mutant)
        print(f"killed   {told}  [{verdict.killer}]" if verdict.killer else f"SURVIVED {told}", flush=True)
        return verdict

    names = sorted({test for broken in drawn for test in broken.tests})
    files = sorted({name.partition("::")[0] for name in names})
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(workers) as pool:
        made = [Bench(copied(root, Path(folder) / str(number)), files) for number in range(workers)]
        for bench in made:
            if unknown := bench.asked(tests=names)["unknown"]:
                raise LookupError(f"no such tests: {unknown}")
            benches.put(bench)
        try:
            return list(pool.map(one, drawn))
        finally:
            for bench in made:
                bench.close()


def told(found: Sequence[Verdict]) -> list[str]:
    """The figures by area, and the survivors."""
    lines = []
    for area in SHARES:
        some = [verdict for verdict in found if verdict.broken.area == area]
        killed = sum(bool(verdict.killer) for verdict in some)
        lines += [f"{area}: {killed} of {len(some)} killed"] if some else []
    survivors = [survivors_line(v.broken.path, v.broken.mutant) for v in found if not v.killer]
    killed = len(found) - len(survivors)
    return [*lines, f"all: {killed} of {len(found)} killed ({killed / max(1, len(found)):.1%}; goal {GOAL:.0%})", *survivors]


def main() -> int:
    """Prints each verdict, then the figures and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--after", type=int, default=0, help="so many of the sample were tried before")
    parser.add_argument("--only", default="", help="part of a path")
    asked = parser.parse_args()
    drawn = sample(ROOT, asked.count, asked.seed, asked.only)[asked.after :]
    found = verdicts(drawn, ROOT, asked.workers)
    print("", *told(found), sep="\n")
    return 0 if sum(bool(v.killer) for v in found) >= GOAL * len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
