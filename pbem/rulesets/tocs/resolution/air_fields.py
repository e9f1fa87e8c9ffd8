"""Airfields under attack: what is hit on them, and what their owner's standing order does (TOCS-W14.7; ruling L10)."""

from collections.abc import Iterator, Mapping

from pbem.kernel.hexes import distance
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import LANDED, LOST, ON_STATION, READY, REARMING, Aircraft, Sortie
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import air_patrols
from pbem.rulesets.tocs.resolution.air_patrols import Flying, Met
from pbem.rulesets.tocs.rules import air
from pbem.rulesets.tocs.standing_orders.asked_in_the_air import WhenFieldStruck
from pbem.rulesets.tocs.view import AirZone

Events = tuple[e.Event, ...]
PARKED = (LANDED, REARMING, READY)
STRIP = "airstrip"
BURNT, REBASED, SCRAMBLED = phrase("destroyed on the ground"), phrase("rebased from a field under attack"), phrase("scrambled")
NAME = "facility/"


class Shared(Value):
    """Damage by the name it was thrown under, as much of it as what is built takes; events: aircraft that took the rest; fields:
    those that were hit."""

    damage: Mapping[str, int]
    events: Events
    fields: tuple[Facility, ...]


@rule("TOCS-W14.7-1", "TOCS-W14.7-2", "TOCS-W14.7-4")
def shared(moment: Moment, damage: Mapping[str, int], *, from_the_air: bool) -> Shared:
    """Damage that falls on airfields, point by point: from the air on the field, a landed, a rearming, a ready aircraft, and round
    again; of guns on the aircraft alone, evenly, and on the field what they leave."""
    left, events = dict(damage), list[e.Event]()
    fields = tuple(s for name, s in sorted(moment.board.sites.items()) if f"{NAME}{name}" in damage and s.kind in air.UNUSABLE)
    for site in fields:
        side = _user(moment, site)
        parked = _parked(moment, side, site)
        turns, name = _turns(parked, site, from_the_air), f"{NAME}{site.id}"
        hit = [next(turns) for _ in range(damage[name])]
        left[name] = hit.count(None)
        burnt = tuple(replace(craft, box=LOST) for craft in hit if craft)
        events += [e.AircraftMoved(side, burnt, BURNT)] if burnt else []
    return Shared(left, tuple(events), fields)


def _turns(parked: Mapping[str, list[Aircraft]], site: Facility, from_the_air: bool) -> Iterator[Aircraft | None]:
    """What takes one point after the other: None for the field, which also takes what nobody else is left for."""
    waiting = {box: list(crafts) for box, crafts in parked.items()}
    bears = site.dp - site.damage
    while any(waiting.values()):
        if from_the_air and bears:
            bears -= 1
            yield None
        for box in PARKED:
            if waiting[box]:
                yield waiting[box].pop(0)
    while True:
        yield None


def _user(moment: Moment, site: Facility) -> str:
    """The side whose aircraft stand at a field; without any, whose the hex is."""
    based = (s for s, f in sorted(moment.board.forces.items()) if any(c.base == site.id for c in f.air.aircraft.values()))
    owner: str = moment.board.public.owner[site.hex]
    return next(based, owner)


def _parked(moment: Moment, side: str, site: Facility) -> dict[str, list[Aircraft]]:
    """The aircraft on the ground at a field, by box and call."""
    known = [craft for _, craft in sorted(moment.board.forces[side].air.aircraft.items()) if craft.base == site.id]
    return {box: [craft for craft in known if craft.box == box] for box in PARKED}


# ---------------------------------------------------------------- what their owner does


@rule("TOCS-W14.7-2", "TOCS-W14.7-3")
def struck(moment: Moment, fields: tuple[Facility, ...], side: str, sortie: Sortie) -> Events:
    """Fields of the enemy's that a mission of a side's has struck: by standing order ready aircraft leave them, or take off and
    fight the attackers."""
    events: Events = ()
    for site in fields:
        now = after(moment, events)
        owner = _user(now, site)
        reply = now.ask(owner, WhenFieldStruck(site.hex))
        if owner != side and reply.how == "patrol":
            events = (*events, *_scrambled(now, site, owner, Flying(side, sortie)))
        elif owner != side and reply.how == "rebase":
            events = (*events, *left(now, site, owner, _parked(now, owner, site)[READY]))
    return events


@rule("TOCS-W14.7-2", "TOCS-W14.7-3", "TOCS-W15.13-1")
def bombed(moment: Moment, fields: tuple[Facility, ...], side: str) -> Events:
    """Fields of the enemy's that bombers of a side's have hit: by standing order ready aircraft leave them, or take off on a patrol
    that then has its try at the bombers."""
    events: Events = ()
    for site in fields:
        now = after(moment, events)
        owner = _user(now, site)
        how = now.ask(owner, WhenFieldStruck(site.hex)).how if owner != side else ""
        if how == "patrol":
            events = (*events, *_launched(now, site, owner))
        elif how == "rebase":
            events = (*events, *left(now, site, owner, _parked(now, owner, site)[READY]))
    return events


@rule("TOCS-W14.7-4")
def shelled(moment: Moment, fields: tuple[Facility, ...]) -> Events:
    """Fields that guns have hit: by standing order ready aircraft leave them."""
    events: Events = ()
    for site in fields:
        now = after(moment, events)
        owner = _user(now, site)
        if now.ask(owner, WhenFieldStruck(site.hex)).how == "rebase":
            events = (*events, *left(now, site, owner, _parked(now, owner, site)[READY]))
    return events


@rule("TOCS-W14.7-3", "TOCS-W15.5-1", "TOCS-W12.4-2")
def left(moment: Moment, site: Facility, side: str, crafts: list[Aircraft]) -> Events:
    """Aircraft go to the field their side named, or to the nearest that has room, and stay where there is none."""
    wanted = moment.ask(side, WhenFieldStruck(site.hex)).to
    events: list[e.Event] = []
    for craft in crafts:
        view = after(moment, events).board.view(moment.game, side)
        free = [s for s in view.forces.sites if s.id != site.id and s.kind != STRIP and air.usable(view, s) and air.room(view, s)]
        free.sort(key=lambda s: (s.hex != wanted, distance(s.hex, site.hex), s.id))
        moved = (replace(craft, base=free[0].id, box=LANDED),) if free else ()
        events += [e.AircraftMoved(side, moved, REBASED)] if moved else []
    return tuple(events)


def _patrol(moment: Moment, site: Facility, owner: str) -> Sortie | None:
    """The patrol that the ready aircraft of a field could fly, if any."""
    view = moment.board.view(moment.game, owner)
    ready = [c for c in _parked(moment, owner, site)[READY] if "patrol" in c.missions and not air.kept_down(view, c, "patrol")]
    calls, name = tuple(craft.call for craft in ready), moment.board.public.impulse_name
    return Sortie(calls[0], "patrol", (site.hex,), calls, ordered=name, status=ON_STATION, came=name) if calls else None


def _launched(moment: Moment, site: Facility, owner: str) -> Events:
    """Ready aircraft take off from a field on a patrol over it."""
    patrol = _patrol(moment, site, owner)
    if patrol is None:
        return ()
    return (e.SortieFlew(owner, patrol, SCRAMBLED), e.AirZoneMarked(AirZone(owner, "patrol", site.hex), True))


@rule("TOCS-W14.7-3", "TOCS-W14.6-2")
def _scrambled(moment: Moment, site: Facility, owner: str, attacker: Flying) -> Events:
    """Ready aircraft that may fly a patrol take off and fight the attackers; those that break off land elsewhere, if they can."""
    patrol = _patrol(moment, site, owner)
    if patrol is None:
        return ()
    events, calls = _launched(moment, site, owner), patrol.aircraft
    now = after(moment, events)
    there = now.board.forces[attacker.side].air.sortie_of(attacker.sortie.aircraft[0])
    if there is None:
        return events
    bout = air_patrols.clash(now, Met((), patrol), site.hex, Flying(owner, patrol), Flying(attacker.side, there))
    ended = after(now, bout.events)
    known = ended.board.forces[owner].air.aircraft
    home = [known[call] for call in calls if known[call].box == LANDED]
    return (*events, *bout.events, *left(ended, site, owner, home))
