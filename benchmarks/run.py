"""`make bench`: every measurement in a process of its own; prints the table and writes it to results.md.

`python -m benchmarks.run [NAME…] [--keep FILE.json]`: --keep stores the figures, `before.json` holds those from before the
last round of fixing and is shown beside.
"""

import json
import os
import platform
import subprocess
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.bench import ROOT, Row

HERE = Path(__file__).resolve().parent
NAMES = (
    "receipt",
    "orders",
    "servers",
    "series",
    "daemon",
    "many",
    "division",
    "pictures",
    "idle",
    "league",
    "league_day",
    "flights",
    "tactical",
)
BEFORE = HERE / "before.json"
NOTES = HERE / "profile.md"


def main() -> int:
    """0 when every goal is met, else 1: the table says which is not."""
    given = sys.argv[1:]
    keep = given[given.index("--keep") + 1] if "--keep" in given else ""
    names = [n for n in NAMES if n in given] or list(NAMES)
    rows = [row for name in names for row in measured(name)]
    if keep:
        Path(keep).write_text(json.dumps([asdict(r) for r in rows], indent=1) + "\n", encoding="utf-8")
    text = table(rows)
    print(text)
    if names == list(NAMES) and not keep:
        notes = NOTES.read_text(encoding="utf-8") if NOTES.exists() else ""
        (HERE / "results.md").write_text(f"{text}\n{notes}", encoding="utf-8")
    return int(not all(row.met for row in rows))


def measured(name: str) -> list[Row]:
    """The rows of one measurement; its words go to stderr as they come."""
    print(f"{name} …", file=sys.stderr, flush=True)
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", "--json"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        return [Row("–", f"{name}: NOT MEASURED, it ended with {done.returncode}", 0.0, "")]
    return [Row(**json.loads(line)) for line in done.stdout.splitlines()]


def table(rows: list[Row]) -> str:
    """Date, machine, command, and a line for each figure: now, before, the goal, what stands beside it."""
    before = {r["id"]: r["value"] for r in json.loads(BEFORE.read_text(encoding="utf-8"))} if BEFORE.exists() else {}
    lines = [
        "# Benchmarks", "",
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC · {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} · `make bench`", "",
        "| # | what | now | before | goal | beside it |", "|---|---|---|---|---|---|",
    ]  # fmt: skip
    return "\n".join([*lines, *(_line(row, before.get(row.id)) for row in rows)]) + "\n"


def _line(row: Row, before: float | None) -> str:
    goal = f"{'≥' if row.more else '≤'} {row.goal:g}: {'met' if row.met else '**missed**'}" if row.goal else ""
    was = _figure(before) if before is not None else ""
    return f"| {row.id} | {row.what} | **{_figure(row.value)} {row.unit}** | {was} | {goal} | {row.beside} |"


def _figure(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


if __name__ == "__main__":
    sys.exit(main())
