"""(2) Reading, checking and adjudicating one order, beside `diplomacy` in the same run: `python -m benchmarks.orders`.

Ours: every letter of a few whole campaigns by scripted commanders, read, checked against the picture, carried out and
settled up to the next pause. Theirs: movement phases of 34 units, random legal orders, set_orders and process, by
`rival_diplomacy.py` in a venv of its own (PBEM_DIPLOMACY names its python; else one is made in the temporary folder).
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.bench import Row, told
from pbem import causes, library
from pbem.adjudicate.checking import check
from pbem.adjudicate.lines import Budget
from pbem.adjudicate.running import Manner, run
from pbem.causes.work import acts, words
from pbem.engine.play import Play
from pbem.kernel.dice import Dice
from pbem.orders.sheet import Act, UnitLine
from pbem.receive import receive
from pbem.rehearse.game import _Game
from pbem.rehearse.plan import Plan
from pbem.rulesets.tocs.module import load_module

GAMES = 4
VERSION = "1.1.2"
Lines = tuple[tuple[int, str], ...]


def measure() -> Iterable[Row]:
    """Microseconds for an order, ours and theirs."""
    before, missing = rival()
    orders = measured()
    after, _ = rival()
    rivals = [r for r in (before, after) if r]
    theirs = statistics.mean(r["order_us"] for r in rivals) if rivals else 0.0
    count = sum(n for n, _ in orders)
    parts = [1e6 * sum(times[i] for _, times in orders) / count for i in range(3)]
    ours = sum(parts)
    said = f"diplomacy {VERSION}, 34 units, set_orders + process: {theirs:.0f} µs" if theirs else missing
    shares = f"read {parts[0]:.0f}, check {parts[1]:.0f}, carry out {parts[2]:.0f}"
    yield Row("2a", f"read, check and adjudicate, an order ({count} orders; {shares})", ours, "µs", said)
    if theirs:
        yield Row("2b", "the same, of the rival's time", ours / theirs, "×", said, 1.0)


class _Measuring(_Game):
    """A rehearsal whose order letters are handled once more beside the causes, with a stopwatch."""

    taken: list[tuple[int, tuple[float, float, float]]]

    def _write(self, seat: str, text: str) -> None:
        if self.state.affairs.stage == "playing" and "end impulse" in text:
            self.taken.append(self._stopped(seat, tuple(enumerate(text.splitlines(), 1))))
        super()._write(seat, text)

    def _stopped(self, side: str, lines: Lines) -> tuple[int, tuple[float, float, float]]:
        """(orders in the letter, seconds to read, to check, to carry out)."""
        table, state = self.table, self.state
        marks = [perf_counter()]
        request = receive(state.affairs, side, "", lines, words(table, state, side))
        marks.append(perf_counter())
        verdicts = check(table.ruleset, table.game, state.pictures[side], request.lines, Budget())
        marks.append(perf_counter())
        standing = {s: table.ruleset.policies(acts(table, state, s)) for s in state.pictures}
        play = Play(table.ruleset, table.game, (state.situation, state.pictures), standing, Dice(b"k" * 32, 0))
        run(play, tuple(v.line for v in verdicts if v.ok), Manner(side, Budget()))
        play.settle()
        marks.append(perf_counter())
        return sum(map(_orders, request.lines)), (marks[1] - marks[0], marks[2] - marks[1], marks[3] - marks[2])


def _orders(line: Any) -> int:
    """Orders on a line: an act for each unit, a condition is one; the word that ends the impulse is one too."""
    if not isinstance(line.command, UnitLine):
        return 1
    return len(line.command.units) * sum(1 if isinstance(step, Act) else 2 for step in line.command.steps)


def measured() -> list[tuple[int, tuple[float, float, float]]]:
    """Every order letter of a few campaigns."""
    module = load_module(library.module_files(library.module_folder("heumen-bridge")))
    taken: list[tuple[int, tuple[float, float, float]]] = []
    for number in range(1, GAMES + 1):
        game = _Measuring(Plan(Path(), seed=7), module, number)
        game.taken = taken
        game.played()
    assert causes and taken
    return taken


# ---------------------------------------------------------------- the rival


def rival() -> tuple[dict[str, float] | None, str]:
    """The rival's figures, or why there are none."""
    python = rival_python()
    if python is None:
        return None, f"diplomacy {VERSION} could not be installed here"
    script = Path(__file__).with_name("rival_diplomacy.py")
    done = subprocess.run([str(python), str(script)], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        return None, f"diplomacy {VERSION} does not run here: {done.stderr.strip().splitlines()[-1][:60]}"
    found: dict[str, float] = json.loads(done.stdout)
    return found, ""


def rival_python() -> Path | None:
    """The interpreter of a venv with the rival in it; made once."""
    if given := os.environ.get("PBEM_DIPLOMACY"):
        return Path(given)
    home = Path(tempfile.gettempdir()) / f"pbem-diplomacy-{VERSION}"
    python = home / "bin" / "python"
    if not (home / "ready").exists():
        made = subprocess.run([sys.executable, "-m", "venv", str(home)], capture_output=True, check=False)
        installed = made.returncode == 0 and subprocess.run(
            [str(python), "-m", "pip", "install", "-q", f"diplomacy=={VERSION}"], capture_output=True, check=False, timeout=600
        ).returncode == 0  # fmt: skip
        if not installed:
            return None
        (home / "ready").touch()
    return python


if __name__ == "__main__":
    told(measure)
