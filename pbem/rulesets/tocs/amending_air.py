"""What a patch may make of aircraft, flights and waves in mid-campaign, and what it may not, in words (TOCS-1.1-1, TOCS-1.14-1)."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.air_patch import AirPatch
from pbem.rulesets.tocs.aircraft import Aircraft
from pbem.rulesets.tocs.flights import FlightPlan, Schedule
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.units import Unit

Key = TypeVar("Key")


def refused(old: Forces, new: Forces, turn: int) -> Iterator[str]:
    """What cannot be made of the one side's part in the air from a turn on."""
    yield from _aircraft(old.air.aircraft, new.air.aircraft, turn)
    yield from _flights(old.schedule, new.schedule, turn)


def patch_of(old: Forces, new: Forces, turn: int) -> AirPatch | None:
    """What makes of the one the other, None where they are alike."""
    if (old.air, old.schedule) == (new.air, new.schedule):
        return None
    crafts, (flights, waves) = new.air.aircraft, (new.schedule.flights, new.schedule.waves)
    before, (plans, earlier) = old.air.aircraft, (old.schedule.flights, old.schedule.waves)
    return AirPatch(
        turn,
        tuple(craft for call, craft in sorted(crafts.items()) if craft != before.get(call)),
        tuple(plan for plan in new.schedule.in_order() if plan != plans.get(plan.call)),
        tuple(wave for number, wave in sorted(waves.items()) if wave != earlier.get(number)),
        tuple(sorted({*before} - {*crafts})),
        tuple(sorted({*plans} - {*flights})),
        tuple(sorted({*earlier} - {*waves})),
        tuple(call for call, craft in sorted(crafts.items()) if call in before and craft.seats != before[call].seats),
    )


def flyers(forces: Forces, turn: int) -> tuple[Unit, ...]:
    """The units that come with flights from a turn on."""
    plans = (plan for _, plan in sorted(forces.schedule.flights.items()) if _due(forces.schedule, plan) >= turn)
    return tuple(forces.units[name] for plan in plans for name in plan.units)


def _due(schedule: Schedule, plan: FlightPlan) -> int:
    """The turn in which a flight is to come, 0 for before the first."""
    wave = schedule.waves.get(plan.wave)
    return wave.turn if wave else plan.turn


@rule("TOCS-1.14-1", "TOCS-3.2-9")
def _aircraft(old: Mapping[str, Aircraft], new: Mapping[str, Aircraft], turn: int) -> Iterator[str]:
    """Aircraft that are here stay, unless a turn is given until which they fly; those to come may change, come and go."""
    for call in sorted({*old, *new}):
        before, then = old.get(call), new.get(call)
        if before is None and then is not None and then.due < turn:
            yield say('{call}: give it from = "…", turn {turn} or later', call=call, turn=turn)
        elif then is None and before is not None and before.due < turn:
            yield say('{call}: it is here; until = "…" takes it out', call=call)
        elif before and then and before.due < turn:
            yield from _here(before, then)
        elif before and then and then.due < turn:
            yield say("{call}: it can come from turn {turn} on, and not before", call=call, turn=turn)


def _here(before: Aircraft, then: Aircraft) -> Iterator[str]:
    if (before.box, before.base, before.due) != (then.box, then.base, then.due):
        yield say("{call}: that is how it came; CORRECT puts right what is so now", call=then.call)


@rule("TOCS-1.14-1", "TOCS-3.2-8")
def _flights(old: Schedule, new: Schedule, turn: int) -> Iterator[str]:
    """Flights and waves of turns to come may come, go and change; of those of turns gone by what came of them stands."""
    for call in sorted(_changed(old.flights, new.flights)):
        if any(_due(schedule, schedule.flights[call]) < turn for schedule in (old, new) if call in schedule.flights):
            yield _gone_by(call, turn)
    for number in sorted(_changed(old.waves, new.waves)):
        if any(schedule.waves[number].turn < turn for schedule in (old, new) if number in schedule.waves):
            yield _gone_by(say("wave {number}", number=number), turn)


def _changed(old: Mapping[Key, object], new: Mapping[Key, object]) -> set[Key]:
    """The keys of what came, went or is not the same."""
    return {key for key in (*old, *new) if old.get(key) != new.get(key)}


def _gone_by(what: str, turn: int) -> str:
    return say("{what}: of flights those of turn {turn} and later can change; what came of the others stands", what=what, turn=turn)
