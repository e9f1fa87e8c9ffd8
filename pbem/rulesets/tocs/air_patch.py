"""What a patch of the module makes of a side's aircraft, flights and waves from a turn on (TOCS-1.1-1)."""

from collections.abc import Mapping

from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.aircraft import AWAY, READY, Air, Aircraft
from pbem.rulesets.tocs.flights import FlightPlan, Schedule, Wave


class AirPatch(Value):
    """Aircraft, flights and waves that are printed otherwise from turn `turn` on, or are new; the calls and numbers of those that
    come no more; reseated: the aircraft for which it names other seats."""

    turn: int
    aircraft: tuple[Aircraft, ...] = ()
    flights: tuple[FlightPlan, ...] = ()
    waves: tuple[Wave, ...] = ()
    gone: tuple[str, ...] = ()
    flights_gone: tuple[str, ...] = ()
    waves_gone: tuple[int, ...] = ()
    reseated: tuple[str, ...] = ()

    @rule("TOCS-1.14-1", "TOCS-3.2-2")
    def of_air(self, air: Air) -> Air:
        """The aircraft as the patch prints them; where they are, and whose the host or the commander made them, stays."""
        known = {call: craft for call, craft in air.aircraft.items() if call not in self.gone}
        known |= {craft.call: self._printed(known.get(craft.call), craft) for craft in self.aircraft}
        return Air({call: known[call] for call in sorted(known)}, air.sorties)

    def _printed(self, now: Aircraft | None, craft: Aircraft) -> Aircraft:
        if now is None or craft.due >= self.turn:
            return craft
        box = READY if now.box == AWAY and self.turn <= (craft.last or self.turn) else now.box
        return replace(craft, box=box, base=now.base, lent=craft.lent if craft.call in self.reseated else now.lent)

    @rule("TOCS-1.14-1", "MASL-7.1-1")
    def of_schedule(self, schedule: Schedule) -> Schedule:
        """The flights and waves as the patch has them: a route that a commander filed stays where the printed one does."""
        flights = {call: plan for call, plan in schedule.flights.items() if call not in self.flights_gone}
        flights |= {plan.call: _replanned(flights, plan) for plan in self.flights}
        waves = {number: wave for number, wave in schedule.waves.items() if number not in self.waves_gone}
        waves |= {wave.id: wave for wave in self.waves}
        order = tuple(call for call in schedule.order if call in flights)
        more = tuple(plan.call for plan in self.flights if plan.call not in order)
        return replace(schedule, flights=flights, waves=waves, order=(*order, *more))


def _replanned(flights: Mapping[str, FlightPlan], plan: FlightPlan) -> FlightPlan:
    now = flights.get(plan.call)
    if now is None or (now.printed, now.printed_aboard) != (plan.printed, plan.printed_aboard):
        return plan
    return replace(plan, path=now.path, aboard=now.aboard)
