"""(2) Reading, checking and adjudicating one order, beside `diplomacy` in the same run: `python -m benchmarks.orders`.

Ours: every letter of a few whole campaigns by scripted commanders, read, checked against the picture, carried out and
settled up to the next pause (battles, weather, supply, communications, the next turn among it). Theirs: random legal orders,
set_orders and process, by `rival_diplomacy.py` in a venv of its own (PBEM_DIPLOMACY names its python; else one is made in
the temporary folder). Both in processor time and by turns, since the machine may have other work.

2a, 2b: the median of a large letter (LEAST orders) beside the median movement phase of 30 units and more. 2c, 2d: all letters
of whole campaigns, those of one order among them, beside all phases of whole games. What no order pays alone (a Map there, a
Game here) is made before.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.bench import Row, told
from pbem import handlers as causes
from pbem.campaign.receiving import receive
from pbem.engine.play import Play, PlayState
from pbem.engine.runs import Budget, Manner, RunSheet
from pbem.handlers.unit_of_work import acts, words
from pbem.kernel.dice import Dice
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.tree import Act, UnitLine
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.module import Module, load_module
from pbem.simulate.game import _Game
from pbem.simulate.plan import RehearsalPlan

GAMES = 4
ROUNDS = 3
LEAST = 20  # orders of a letter that stands beside a phase of 30 units
VERSION = "1.1.2"
Lines = tuple[NumberedLine, ...]
Taken = tuple[int, tuple[float, float, float]]  # orders in a letter; seconds to read, to check, to carry out


def measure() -> Iterable[Row]:
    """Microseconds for an order, ours and theirs."""
    rounds = [(rival(), measured()) for _ in range(ROUNDS)]
    rivals, missing = [found for (found, _), _ in rounds if found], rounds[0][0][1]
    letters = [taken for _, taken in rounds]
    ours = [statistics.median(1e6 * sum(times) / n for n, times in taken if n >= LEAST) for taken in letters]
    all_ours = [sum(shares(taken)) for taken in letters]
    read, checked, ran = (statistics.median(shares(taken)[i] for taken in letters) for i in range(3))
    count, large = sum(n for n, _ in letters[0]), sum(n >= LEAST for n, _ in letters[0])
    said, all_said = missing, missing
    if rivals:
        said = f"diplomacy {VERSION}, 34 units, set_orders + process: {statistics.median(r['order_us'] for r in rivals):.0f} µs"
        all_said = f"all phases of its games: {statistics.median(r['all_us'] for r in rivals):.0f} µs"
    yield Row("2a", f"read, check and adjudicate, an order ({large} letters of {LEAST} orders and more)",
              statistics.median(ours), "µs", said)  # fmt: skip
    if rivals:
        ratio = statistics.median(mine / theirs["order_us"] for mine, theirs in zip(ours, rivals, strict=True))
        yield Row("2b", "the same, of the rival's time", ratio, "×", said, 1.0)
    yield Row("2c", f"an order of whole campaigns ({count}; read {read:.0f}, check {checked:.0f}, carry out {ran:.0f})",
              statistics.median(all_ours), "µs", all_said)  # fmt: skip
    if rivals:
        ratio = statistics.median(mine / theirs["all_us"] for mine, theirs in zip(all_ours, rivals, strict=True))
        yield Row("2d", "the same, of the rival's time", ratio, "×", all_said, 1.0)


def shares(taken: list[Taken]) -> tuple[float, float, float]:
    """Microseconds for an order to read, to check and to carry out, of all letters."""
    count = sum(n for n, _ in taken)
    read, checked, ran = (1e6 * sum(times[i] for _, times in taken) / count for i in range(3))
    return read, checked, ran


class _Measuring(_Game):
    """A rehearsal whose order letters are handled once more beside the causes, with a stopwatch.

    All are played in one `Game`, as the campaigns of a daemon are that share a module; the scripted commanders think in one
    of their own, so that nothing they ask is known to the referee already.
    """

    taken: list[Taken]

    def __init__(self, module: Module, number: int, game: Any) -> None:
        super().__init__(RehearsalPlan(Path(), seed=7), module, number)
        self.table = replace(self.table, game=game)

    def _write(self, seat: str, text: str) -> None:
        if self.state.admin.stage == "playing" and "end impulse" in text:
            self.taken.append(self._stopped(seat, tuple(numbered(text.splitlines(), 1))))
        super()._write(seat, text)

    def _stopped(self, side: str, lines: Lines) -> Taken:
        """(orders in the letter, seconds to read, to check, to carry out)."""
        table, state = self.table, self.state
        marks = [process_time()]
        request = receive(state.admin, side, "", lines, words(table, state, side))
        marks.append(process_time())
        verdicts = table.ruleset.actions.check(table.game, state.pictures[side], request.lines, Budget())
        marks.append(process_time())
        standing = {s: acts(table, state, s) for s in state.pictures}
        play = Play(table.ruleset, table.game, PlayState(state.situation, state.pictures), standing, Dice(b"k" * 32, 0))
        sheet = RunSheet(side, tuple(v.line for v in verdicts if v.ok), Manner(side, Budget()))
        table.ruleset.actions.run(play, {side: (sheet,)})
        play.settle()
        marks.append(process_time())
        return sum(map(_orders, request.lines)), (marks[1] - marks[0], marks[2] - marks[1], marks[3] - marks[2])


def _orders(line: Any) -> int:
    """Orders on a line: an act for each unit, a condition is one; the word that ends the impulse is one too."""
    if not isinstance(line.command, UnitLine):
        return 1
    return len(line.command.units) * sum(1 if isinstance(step, Act) else 2 for step in line.command.steps)


def measured() -> list[Taken]:
    """Every order letter of a few campaigns, after a first one that is not counted."""
    module = load_module(library.module_files(library.module_folder("heumen-bridge")))
    game, _, _ = RULESETS[module.ruleset].scenario.opening(module, library.charts(module.ruleset))
    taken: list[Taken] = []
    for number in range(GAMES + 1):
        playing = _Measuring(module, number, game)
        playing.taken = taken if number else []
        playing.played()
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
