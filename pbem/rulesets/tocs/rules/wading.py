"""Wading a minor river, and what a side learns of fords (TOCS-W11.11, W11.14)."""

from collections.abc import Callable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.view import View

Test = Callable[[View, Hex], bool]


def _engineers(view: View, hex_: Hex) -> bool:
    return any(view.forces.counter(u).engineer and u.state == 0 for u in view.forces.at(hex_))


def _known(view: View, hex_: Hex) -> bool:
    return view.forces.sounded.get(hex_) == view.turn.day


def _spate(view: View, hex_: Hex) -> bool:
    weather = view.public.weather
    return weather.ground == "mud" or "downpour" in (weather.worst, weather.precipitation)


DRMS: Mapping[str, Test] = {
    "engineers": _engineers,
    "known_water": _known,
    "very_dry": lambda view, hex_: view.public.weather.ground == "very_dry",
    "dry": lambda view, hex_: view.public.weather.ground == "dry",
    "wet": lambda view, hex_: view.public.weather.ground in ("wet", "soft"),
    "spate": _spate,
    "night": lambda view, hex_: view.night,
}


@rule("TOCS-W11.11-1")
def modifiers(view: View, hex_: Hex) -> tuple[tuple[str, int], ...]:
    """What counts when a river is tried in a hex, by name."""
    chart = view.game.grid("fording")
    return tuple((drm.id, int(str(drm.value))) for drm in chart.drms.values() if DRMS[drm.id](view, hex_))


def result(view: View, counter: Counter, total: int) -> str:
    """How the unit gets through: "F" at a ford, for the cost of the ground and one point; "S" slowly, with all its AP; "N" not."""
    chart = view.game.grid("fording")
    return chart.cell({}, chart.column_named(counter.mobility), total)


@rule("TOCS-W11.14-1")
def learnt(view: View, hex_: Hex, ford: bool) -> tuple[tuple[Hex, ...], Mapping[Hex, int]]:
    """The fords a side knows of and the waters it has tried or scouted, with one hex more."""
    fords = tuple(sorted({*view.forces.fords, hex_})) if ford else view.forces.fords
    return fords, {**view.forces.sounded, hex_: view.turn.day}
