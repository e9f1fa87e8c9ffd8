"""Which waves and flights are due, what keeps them at home, and what is heard of them (TOCS-3.2-8, W13, W15.15, MASL-7.1-4)."""

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.flights import FlightPlan, Wave
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.rules.flak import HIGH, LOW, Formation
from pbem.rulesets.tocs.rules.visibility import light, moon
from pbem.rulesets.tocs.rules.weather import falling
from pbem.rulesets.tocs.view import View

TRANSPORTS, BOMBERS = phrase("transports"), phrase("bombers")
CLEAR = ("clear", "scattered")
ROUGH = ("gusty", "heavy")
HEARD, HEARD_BY_CLEAR_DAY = 1, 2  # hexes


class Coming(Value):
    """A wave, or one flight that comes by itself (wave None), and the flights in it, in the order they fly."""

    wave: Wave | None
    flights: tuple[FlightPlan, ...]


@rule("MASL-7.1-4")
def due(forces: Forces, turn: int) -> tuple[Coming, ...]:
    """What is to come in a turn (0: before the first): waves by number, then single flights; who was kept comes later."""
    schedule = forces.schedule
    waiting = tuple(flight for flight in schedule.in_order() if flight.status == "waiting")
    waves = (wave for _, wave in sorted(schedule.waves.items()) if wave.status == "waiting" and _now(wave.turn, turn))
    found = [Coming(wave, tuple(f for f in waiting if f.wave == wave.id)) for wave in waves]
    return (*found, *(Coming(None, (f,)) for f in waiting if not f.wave and _now(f.turn, turn)))


def _now(planned: int, turn: int) -> bool:
    return planned == turn if not turn else 0 < planned <= turn


@rule("TOCS-W13.4-3", "TOCS-W13.3-3", "TOCS-W13.3-4", "TOCS-W13.4.1-1", "TOCS-W13.4.4-4")
def grounding(view: View) -> str:
    """What of the weather bars a take-off now, "" for nothing: clear or cloudy skies bar none."""
    weather, falls = view.public.weather, falling(view)
    if weather.fog:
        return phrase("fog")
    if falls not in ("dry", "mist"):
        return phrase("snow") if falls.startswith("snow") or falls == "blizzard" else phrase("rain")
    return phrase("high wind") if weather.wind in ROUGH else ""


@rule("TOCS-W13.1.2-3", "TOCS-3.2-8")
def barred(view: View, flight: FlightPlan) -> str:
    """What keeps a flight at home in this impulse, "" for nothing: by night troops jump under a full moon and a clear sky alone."""
    why = grounding(view)
    if why or light(view.game, view.public) != "night" or not flight.aboard:
        return why
    bright = moon(view) == "full" and view.public.weather.cloud == "clear"
    return "" if bright else phrase("the dark of the night")


def kept(view: View, due: Coming) -> str:
    """What keeps a wave at home: it comes whole or not at all."""
    return next((why for why in (barred(view, flight) for flight in due.flights) if why), "")


@rule("MASL-12.1-1")
def wanted(view: View, wave: Wave) -> int | None:
    """What must be thrown for a wave now: 0 where nothing is thrown, None in light or on a day in which it does not come."""
    if wave.light and view.turn.light not in wave.light:
        return None
    return wave.at_least.get(f"{view.turn.day:02d}") if wave.roll else 0


def tried(wave: Wave, came: bool) -> Wave:
    """A wave after it was tried."""
    return replace(wave, status="over" if came else "waiting")


@rule("TOCS-W15.13-2")
def formation(forces: Forces, flight: FlightPlan, aircraft: int) -> Formation:
    """A flight as gunners meet it: low, slow, and all they are told is that it is of transports; or high up, and of bombers."""
    if flight.bombs:
        return Formation(BOMBERS, HIGH, False, False, aircraft)
    companies = sum(forces.counters[u].kind not in ("hq", "asset") for u in flight.units)
    return Formation(TRANSPORTS, LOW, True, False, aircraft, companies)


@rule("TOCS-3.2-9", "MASL-7.1-5")
def heard(view: View, course: tuple[Hex | None, ...]) -> frozenset[Hex]:
    """The hexes of a course that the view's side hears aircraft over: near a unit of its own, whichever, armed or not."""
    clear = light(view.game, view.public) == "day" and view.public.weather.cloud in CLEAR and not view.public.weather.fog
    reach = HEARD_BY_CLEAR_DAY if clear else HEARD
    posts = tuple(view.forces.stacks())
    return frozenset(h for h in course if h and h in view.game.ground.terrain and any(distance(h, post) <= reach for post in posts))
