"""Units for tests of the rules: an infantry platoon, with what differs said."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tcs.units import Mode, MoveClass, PrintedUnit, TacticalUnit, UnitType

PLACE = Hex("05.08")
PLATOON = PrintedUnit(
    "us_inf", "Armored infantry platoon", "infantry_platoon", "A", 0, 5, "foot", 2, 6,
    area=20, area_class="area_small_arms", area_range=6, at="bazooka",
)  # fmt: skip
GUNS = PrintedUnit(
    "us_mg", "MG section", "mg_section", "A", 0, 2, "foot", 0, 5, area=14, area_class="area_machine_gun", area_range=14
)
TUBES = PrintedUnit(
    "us_60", "60 mm mortar", "mortar_section", "A", 0, 2, "foot", 0, 5, area=10, area_class="area_mortar", area_range=14
)
TANK = PrintedUnit(
    "m4", "M4 75 mm", "afv", "P", 3, 1, "tracked", 0, 15,
    area=10, area_class="area_gun", area_range=20, point=3, point_class="point_low", point_range=24,
)  # fmt: skip
PANTHER = PrintedUnit(
    "panther", "Panther", "afv", "P", 5, 1, "tracked", 0, 18,
    area=10, area_class="area_gun", area_range=20, point=6, point_class="point_high", point_range=40,
)  # fmt: skip
TRUCK = PrintedUnit("truck", "Truck", "truck", "B", 0, 1, "wheeled", 0, 12)
CARRIER = PrintedUnit(
    "halftrack", "Halftrack", "carrier", "B", 1, 1, "halftrack", 0, 12, area=6, area_class="area_machine_gun", area_range=10
)
AT_GUN = PrintedUnit(
    "pak40", "Pak 40", "at_gun", "A", 0, 1, "towed", 0, 1, point=4, point_class="point_medium", point_range=28
)  # fmt: skip


def unit(
    counter: PrintedUnit = PLATOON,
    *,
    id: str = "A-1",
    type: UnitType | None = None,
    move: MoveClass | None = None,
    steps: int | None = None,
    morale: int = 3,
    hex: Hex = PLACE,
    mode: Mode = "fire",
    side: str = "us",
    chain: tuple[str, ...] = ("A-1", "A", "53"),
    rides: str = "",
    leader: bool = False,
    **marks: bool,
) -> TacticalUnit:
    """A unit; marks: suppressed, paralyzed, buttoned, fired, overwatch …, those that it lies under."""
    printed = replace(counter, type=type or counter.type, move=move or counter.move)
    left = counter.steps if steps is None else steps
    return replace(TacticalUnit(id, side, printed, chain, morale, hex, mode, left, leader, rides), **marks)
