"""Weather, fog and light at the start of a turn (TCSB-2-5, TCSB-25)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import texts, whole
from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.rules.rolls import Roll, throw_as

CHART = "fog-lifting"


class Fog(Value):
    """How thick fog lies. stage: of the chart; track: along which its marker goes; box: where that stands, from 0."""

    stage: str
    track: str
    box: int = 0


class Lifting(Value):
    """A throw for fog; roll: None once it is as clear as it gets."""

    fog: Fog
    roll: Roll | None
    thinned: bool


@rule("TCSB-2-5")
def lift(charts: ChartBook, dice: Dice, occasion: str, fog: Fog) -> Lifting:
    """Throws at the start of a turn: at or below the box the fog is a stage thinner and its marker goes back to the first box;
    else the marker goes on, and stays on the last."""
    chart = charts.track(CHART)
    stages = texts(chart.extras, "stages")
    if fog.stage == stages[-1]:
        return Lifting(fog, None, False)
    roll = throw_as(dice, occasion, chart.dice.roll)
    if roll.value <= chart.box(fog.track, fog.box):
        return Lifting(replace(fog, stage=stages[stages.index(fog.stage) + 1], box=0), roll, True)
    last = len(chart.tracks[fog.track].boxes) - 1
    return Lifting(replace(fog, box=min(last, fog.box + 1)), roll, False)


@rule("TCSB-2-5", "TCSB-7-1")
def reach(charts: ChartBook, weather: str, light: str = "") -> int:
    """How far one sees, in hexes: by the weather, and no farther than the light allows (night, moonlight, dusk; "" by day)."""
    chart = charts.records("visibility")
    found = whole(chart[weather], "hexes")
    return min(found, whole(chart[light], "hexes")) if light else found


@rule("TCSB-1-2", "TCSB-1-3", "TCSB-25-1")
def minutes_of_turn(charts: ChartBook, night: bool) -> int:
    """How long a turn is."""
    return whole(charts.records("stacking")["turn_by_night" if night else "turn_by_day"], "value")
