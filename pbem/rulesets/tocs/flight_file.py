"""What a scenario may say of the air: the doors of `[[wave]]` and `[[flight]]` in a scenario-*.toml."""

from typing import Annotated, Literal

from pydantic import Field

from pbem.modules.faults import Door, HexText

TURN = r"^$|^[0-9]{2}-[0-2][0-9][0-5][0-9]$"
Day = Annotated[str, Field(pattern=r"^[0-3][0-9]$")]
Compass = Literal["", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class WaveEntry(Door):
    """Flights that come together. turn: "" before the first, else they are on station in the first own impulse of it; light: of the
    turns in which they may come, none named: any; roll: thrown once a turn until it is `at_least` what the day asks for, "" when
    they simply come."""

    id: Annotated[int, Field(ge=1, le=99)]
    side: str
    turn: Annotated[str, Field(pattern=TURN)] = ""
    light: list[Literal["day", "dawn", "dusk", "night"]] = Field(default_factory=list)
    roll: Annotated[str, Field(pattern=r"^([1-9]d[1-9][0-9]?)?$")] = ""
    at_least: dict[Day, Annotated[int, Field(ge=2)]] = Field(default_factory=dict)
    note: str = ""


class AboardEntry(Door):
    """Units by their calls that leave a flight over one hex; bank: the side of a divided hex on which they are to land."""

    units: Annotated[list[str], Field(min_length=1)]
    load: Literal["parachute", "glider"]
    at: HexText
    bank: Compass = ""


class FlightEntry(Door):
    """A flight: in a wave, or (turn) by itself. aircraft: what guns and patrols count; escorts: fighters along; path: adjacent
    hexes from the edge of the map; free: its commander may file another; points: supply points aboard, one an aircraft, which
    leave at the end of the path; bombs: hexes it bombs, each on the path, or with carpet a rectangle about its end."""

    call: Annotated[str, Field(min_length=1)]
    side: str
    wave: Annotated[int, Field(ge=0, le=99)] = 0
    turn: Annotated[str, Field(pattern=TURN)] = ""
    aircraft: Annotated[int, Field(ge=1, le=99)]
    pathfinders: Annotated[int, Field(ge=0, le=9)] = 0
    escorts: Annotated[int, Field(ge=0, le=9)] = 0
    free: bool = False
    path: Annotated[list[HexText], Field(min_length=2)]
    aboard: list[AboardEntry] = Field(default_factory=list)
    points: Annotated[int, Field(ge=0)] = 0
    bombs: list[HexText] = Field(default_factory=list)
    carpet: bool = False
    note: str = ""
