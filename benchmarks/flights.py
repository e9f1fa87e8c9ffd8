"""(11) Flak at a wave: twenty flights of sixteen hexes each past twelve batteries, hex by hex, with their dice, until all have come
down: `python -m benchmarks.flights`."""

import statistics
from collections.abc import Iterable
from time import perf_counter, process_time

from benchmarks.bench import Row, told
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.flights import FlightPlan, Schedule
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution import airborne
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_w14_flak import flak_piece

FLIGHTS, BATTERIES, RUNS = 20, 12, 15
COURSE = tuple(Hex(f"04.0{row}") for row in range(1, 9)) + tuple(Hex(f"05.0{row}") for row in range(8, 0, -1))
GOAL = 40.0


def measure() -> Iterable[Row]:
    """Medians, wall and processor."""
    moment = wave()
    runs = [took(moment) for _ in range(RUNS)]
    what = f"{FLIGHTS} flights of {len(COURSE)} hexes past {BATTERIES} batteries, {runs[0][2]} shots"
    wall, cpu = (statistics.median(run[i] for run in runs) for i in (0, 1))
    yield Row("11a", what, wall, "ms", "from the wave's turn to the last point on the ground", GOAL)
    yield Row("11b", "the same, processor time alone", cpu, "ms", "", GOAL)


def wave() -> Moment:
    """The moment in which the flights are due; the guns keep their rate of fire as long as dice let them."""
    flights = {f"R{n}": FlightPlan(f"R{n}", 4, COURSE, turn=1, points=4) for n in range(1, FLIGHTS + 1)}
    guns = [flak_piece(f"G{n}", f"{'03' if n % 2 else '06'}.0{1 + n // 2}", rof=5) for n in range(1, BATTERIES + 1)]
    sides = {"blue": {"schedule": Schedule(flights)}}
    return Scene([Piece("B", "01.01")], guns, own="01.01", sides=sides, phase="air").play.moment


def took(moment: Moment) -> tuple[float, float, int]:
    """(ms, ms of the processor, shots), with dice of the same secret each time."""
    fresh = replace(moment, dice=Dice(b"flights"))
    begun, spent = perf_counter(), process_time()
    events = airborne.arrive(fresh)
    ended, used = perf_counter(), process_time()
    assert sum(type(event).__name__ == "FlightFlown" for event in events) == FLIGHTS
    return (ended - begun) * 1000, (used - spent) * 1000, sum(type(event).__name__ == "FlakFired" for event in events)


if __name__ == "__main__":
    told(measure)
