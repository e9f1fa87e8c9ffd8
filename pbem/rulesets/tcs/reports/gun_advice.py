"""WHAT CAN of a battery: what it has left, and missions that would run."""

from collections.abc import Iterator

from pbem.kernel.i18n import say
from pbem.rulesets.tcs.actions.plots import line_of, shoots
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import Battery, PlottedMission
from pbem.rulesets.tcs.reports.artillery_lines import battery_line
from pbem.rulesets.tcs.rules.missions import fires_for_light, rate_of_fire, reaches

MOST = 6
"""Missions that are listed."""


def battery_can(game: TacticalGame, picture: TacticalPicture, call: str) -> Iterator[str]:
    """What a battery has, and the missions at known enemies and TRPs that would run in letter A."""
    battery = picture.forces.battery(call)
    if battery is None:
        return
    yield battery_line(game, battery)
    fires = min(rate_of_fire(game.book, battery) - battery.spent, battery.he)
    if picture.public.letter != "A":
        yield say("Missions are plotted in letter A.")
    elif battery.direct or battery.tubes < 1:
        yield say("It fires no mission this turn.")
    else:
        found = [*(shoots(game, picture, battery, fires) if fires > 0 else ()), *_lights(game, picture, battery)]
        yield from (f"  {line}" for line in found[:MOST])
        if not found:
            yield say("There is nothing that it could fire at now.")


def _lights(game: TacticalGame, picture: TacticalPicture, battery: Battery) -> Iterator[str]:
    """Illumination by night, over what lies nearest before the own units that see it."""
    needed = fires_for_light(game.book, battery.tubes) if battery.illum else 0
    if not picture.public.dark or not needed or battery.illum < needed:
        return
    for unit in picture.forces.units.values():
        ahead = next((hex_ for hex_ in game.ground.neighbours(unit.hex) if reaches(battery, hex_)), None)
        if ahead:
            yield line_of(battery.id, PlottedMission(ahead, unit.id, "illum", needed, "converged"))
            return
