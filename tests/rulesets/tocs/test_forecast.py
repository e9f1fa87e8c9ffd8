"""What a rehearsal counts of the air and the sea: what flew, was hit and came down where, and which ships went down."""

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.loading import load_module
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.flights import FlightLeg, FlightPlan, Landing
from pbem.rulesets.tocs.parts.rehearsals import tally
from pbem.simulate.plan import Played, RehearsalPlan
from pbem.simulate.table import report
from tests.rulesets.tocs.builder import Piece

HERE, THERE = Hex("03.04"), Hex("03.05")
SIXES = Throw("flak/A", "2d6", (6, 6))
PLAN = FlightPlan("J1", 2, (HERE,))
FLOWN: tuple[e.Event, ...] = (
    e.FlakFired("red", Piece("A", "03.04").unit, HERE, "transports", SIXES, (), "h", SIXES, True),
    e.FlightFlown("blue", PLAN, (FlightLeg(HERE, "hit", "N"),), HERE), e.FlightFlown("blue", PLAN, (), HERE),
    e.StickLanded("blue", "J1", (Landing("A", "parachute", HERE, HERE), Landing("B", "parachute", HERE, THERE),
                                 Landing("C", "parachute", HERE, None)), ()),
    e.ShipSunk("red", "U 1", "submarine"),
)  # fmt: skip


def test_what_flew_and_came_down_is_counted_and_nothing_where_there_is_nothing() -> None:
    """MASL-7.1-11, TOCS-W14.5-3, TOCS-W16.5-2."""
    assert tally(FLOWN).counts == {
        "shots of flak": 1, "flights by plan": 2, "flights hit": 1, "came down": 3, "came down on its zone": 1,
        "lost in the drop": 1,
        "ships sunk, red": 1,
    }  # fmt: skip
    assert tally(()).counts == {}


def test_a_forecast_has_a_row_for_each_count() -> None:
    folder = library.module_folder("heumen-bridge")
    module = load_module(library.module_files(folder))
    games = [
        Played({"allied": 1, "german": 0}, "allied", True, counts=dict(tally(FLOWN).counts)),
        Played({"allied": 0, "german": 1}),
    ]
    told = report(RehearsalPlan(folder), module, games)
    assert any(line.split() == ["came", "down", "on", "its", "zone", "0.5", "0.1", "0.9"] for line in told.splitlines()), told
