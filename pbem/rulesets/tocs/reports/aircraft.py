"""Aircraft in words: the ready chart, missions as they go, what was seen from the air and of aircraft."""

from typing import Any

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.aircraft import AWAY, IN_FLIGHT, LOST, MISSION_WORDS, OVER, READY, Aircraft, AirRound, Sortie
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, large
from pbem.rulesets.tocs.reports.wording import call, dice, place, together
from pbem.rulesets.tocs.rules.air import kept_down
from pbem.rulesets.tocs.view import AirZone

ALLOTTED, CORRECTED = "allotted", "corrected"
CAME_BACK = (
    phrase("turned back by flak"),
    phrase("turned back"),
    phrase("driven off"),
    phrase("broke off the fight"),
    phrase("rebased from a field under attack"),
    phrase("lost with their field"),
    phrase("their field is lost: they fly from beyond the map"),
)
ZONES = {
    "patrol": phrase("{adjective} fighters patrol over {place}"),
    "interdict": phrase("{adjective} aircraft interdict the ground about {place}"),
    "observer": phrase("an {adjective} observation aircraft is over {place}"),
}  # fmt: skip
GONE = {
    "patrol": phrase("the {adjective} patrol over {place} is gone"),
    "interdict": phrase("the {adjective} air interdiction about {place} is over"),
    "observer": phrase("the {adjective} observation aircraft over {place} is gone"),
}  # fmt: skip


def lines(game: Game, picture: Picture, calls: Calls = None) -> tuple[str, ...]:
    """The ready chart: a line each for aircraft that are here, or will be; of a large side a line for those that are alike. calls:
    of the units that the letter tells of; where it is of a part of the side, who is ready alone."""
    fleet = picture.forces.air.aircraft.values()
    if calls is not None:
        return _ready(picture)
    if large(picture.forces):
        known = ((craft.call, _in_short(craft) if _idle(picture, craft) else _state(game, picture, craft)) for craft in fleet)
        return tuple(f" {line}" for line in together(known, alone=1))
    return tuple(f" {craft.call} {craft.name}: {_state(game, picture, craft)}" for craft in fleet)


def _in_short(craft: Aircraft) -> str:
    """Where it is on the chart, and what it is there for: `ready (ground strike)`."""
    return f"{say(craft.box)} ({', '.join(say(MISSION_WORDS[kind]) for kind in craft.missions)})"


def _ready(picture: Picture) -> tuple[str, ...]:
    """Who could fly now, in a line."""
    fleet = picture.forces.air.aircraft.values()
    ready = ", ".join(craft.call for craft in fleet if craft.box == READY and _idle(picture, craft))
    return (say(" ready: {calls}", calls=ready),) if ready else ()


def what_can(game: Game, picture: Picture, call: str) -> tuple[str, ...]:
    """What these aircraft could be sent to do now, or what keeps them on the ground."""
    craft, view = picture.forces.air.aircraft[call], picture.view(game)
    head = f"{craft.call} {craft.name}: {_state(game, picture, craft)}"
    if craft.box != READY:
        return (head,)
    kept = ((kind, kept_down(view, craft, kind)) for kind in craft.missions if kind != "escort")
    return (head, *(say("{kind}: {why}", kind=say(MISSION_WORDS[kind]), why=why or say("possible")) for kind, why in kept))


def _idle(picture: Picture, craft: Aircraft) -> bool:
    """Is it on the ready chart, in no mission and not away?"""
    return craft.box not in (AWAY, LOST) and not picture.forces.air.sortie_of(craft.call)


def _state(game: Game, picture: Picture, craft: Aircraft) -> str:
    sortie = picture.forces.air.sortie_of(craft.call)
    if sortie:
        return f"{say(craft.box)}, {_mission(game, picture, sortie)}"
    if craft.box == AWAY:
        coming = craft.due > picture.public.turn
        return say("due {when}", when=game.turns[craft.due - 1].label) if coming else say("no longer available")
    if craft.box == LOST:
        return say("lost until the next turn")
    flies = ", ".join(say(MISSION_WORDS[kind]) for kind in craft.missions)
    whose = say("; for {formations}", formations=_holders(craft)) if craft.lent else ""
    return f"{say('{box}; can fly {missions}', box=say(craft.box), missions=flies)}{whose}"


def _mission(game: Game, picture: Picture, sortie: Sortie) -> str:
    """`ground strike on 20.11`, `support of D/504`."""
    if sortie.unit:
        return say("support of {call}", call=call(picture.forces, sortie.unit))
    return say("{mission}, {place}", mission=say(MISSION_WORDS[sortie.kind]), place=place(game, sortie.goal))


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """An observation about aircraft in words, () for any other."""
    match seen:
        case t.SortieFlew(_, sortie, why):
            return _flew(game, picture, sortie, why)
        case t.AircraftMoved(_, aircraft, why):
            return _moved(aircraft, why)
        case t.HexesFlownOver(_, sortie, looks):
            seen_of = "; ".join(f"{place(game, look.hex)} {_answer(look.answer, look.kinds)}" for look in looks)
            return (say("{call} from the air: {seen}", call=sortie, seen=seen_of),)
        case t.MovementSeen(_, sortie, hex_, kinds, fired):
            what = ", ".join(map(worded, kinds))
            words = phrase("{call}: {kinds} firing in {place}") if fired else phrase("{call}: {kinds} moving into {place}")
            return (say(words, call=sortie, kinds=what, place=place(game, hex_)),)
        case t.LeafletsDropped(_, hex_):
            return (say("leaflets fell on {place}", place=place(game, hex_)),)
        case t.AirZoneMarked(zone, stands):
            return _zone(game, picture, zone, stands)
        case t.BattleFlownOver(side, hex_):
            return (
                say(
                    "{adjective} aircraft over the battle for {place}",
                    adjective=game.staff(side).adjective,
                    place=place(game, hex_),
                ),
            )
        case _:
            return _noticed(game, seen)


def _moved(aircraft: tuple[Aircraft, ...], why: str) -> tuple[str, ...]:
    """Aircraft in other boxes: who came back, or was lost; who has somebody else to order it; what the host put right."""
    if why in CAME_BACK:
        return tuple(say("{call}: {why}", call=craft.call, why=say(why)) for craft in aircraft)
    if why == ALLOTTED:
        return _allotted(aircraft)
    if why == CORRECTED:
        return _corrected(aircraft)
    return tuple(say("{call}: lost ({why})", call=craft.call, why=say(why)) for craft in aircraft if craft.box == LOST)


def _allotted(aircraft: tuple[Aircraft, ...]) -> tuple[str, ...]:
    """Whose aircraft are to order from now on."""
    return tuple(
        say("{call}: {formations} may order it", call=craft.call, formations=_holders(craft) or say("every seat"))
        for craft in aircraft
    )


def _corrected(aircraft: tuple[Aircraft, ...]) -> tuple[str, ...]:
    return tuple(say("{call}: {box} (corrected)", call=craft.call, box=say(craft.box)) for craft in aircraft)


def _holders(craft: Aircraft) -> str:
    return ", ".join(craft.lent or ())


def _fight(game: Game, seen: t.AirFought) -> str:
    """`German fighters against Allied transports over 16.12: 2d6: 7, one driven off (Allied)`."""
    names = game.staff(seen.attacker).adjective, game.staff(game.other(seen.attacker)).adjective
    head = say(
        "{attacker} {attacking} against {defender} {defending} over {place}", attacker=names[0], attacking=say(seen.attacking),
        defender=names[1], defending=say(seen.defending), place=place(game, seen.hex),
    )  # fmt: skip
    return f"{head}: {'; '.join(_round(bout, names) for bout in seen.rounds)}"


def _round(bout: AirRound, names: tuple[str, str]) -> str:
    """What a round cost either side."""
    counts = ((names[0], bout.attacker_lost, bout.attacker_home), (names[1], bout.defender_lost, bout.defender_home))
    costs = [
        words
        for name, lost, home in counts
        for words in (
            lost and counted(lost, "{number} {name} shot down", "{number} {name} shot down", name=name),
            home and counted(home, "{number} {name} driven off", "{number} {name} driven off", name=name),
        )
        if words
    ]
    return f"{dice(bout.throw)} {', '.join(costs) or say('no effect')}"


def _noticed(game: Game, seen: Any) -> tuple[str, ...]:
    match seen:
        case t.AirFought():
            return (_fight(game, seen),)
        case o.AirStrikeFlown():
            return (_strike(game, seen),)
        case o.AircraftStruck(hex_):
            return (say("aircraft struck {place}", place=place(game, hex_)),)
        case o.EnemyFlewOver(hexes):
            return (say("enemy reconnaissance aircraft over {places}", places=_listed(game, hexes)),)
        case o.SeenFromAir(hex_):
            return (say("seen from the air in {place}", place=place(game, hex_)),)
        case o.LeafletsFell(hex_):
            return (say("enemy leaflets fell on {place}", place=place(game, hex_)),)
    return ()


def _listed(game: Game, hexes: tuple[Hex, ...]) -> str:
    return ", ".join(place(game, h) for h in sorted(hexes))


def _answer(answer: str, kinds: tuple[str, ...]) -> str:
    """`nothing seen`, `empty`, `infantry, guns`."""
    if answer == "hidden":
        return say("nothing seen")
    return ", ".join(map(worded, kinds)) or say(answer)


def _flew(game: Game, picture: Picture, sortie: Sortie, why: str) -> tuple[str, ...]:
    who, what = ", ".join(sortie.flying), _mission(game, picture, sortie)
    if sortie.status == IN_FLIGHT and not sortie.came:
        return (say("{calls}: {mission}; in flight, on station in your next impulse", calls=who, mission=what),)
    if sortie.status == OVER:
        return (say("{calls} landed: {why}", calls=who, why=say(why)),)
    return (say("{calls}: {mission}; {why}", calls=who, mission=what, why=say(why)),)


def _zone(game: Game, picture: Picture, zone: AirZone, stands: bool) -> tuple[str, ...]:
    if zone.side == picture.side:
        return ()  # its mission says so
    words = ZONES if stands else GONE
    return (say(words[zone.kind], adjective=game.staff(zone.side).adjective, place=place(game, zone.hex)),)


def _strike(game: Game, seen: o.AirStrikeFlown) -> str:
    where = place(game, seen.hex)
    if seen.throw is None:
        return say("{call}: nothing found to strike in {place}", call=seen.sortie, place=where)
    head = say("{call} struck {kind} in {place}", call=seen.sortie, kind=worded(seen.attacked), place=where)
    hit = "; ".join(_suffered(kind, steps, states) for kind, steps, states in seen.effects if steps or states)
    there = say("; seen there: {kinds}", kinds=", ".join(map(worded, seen.kinds))) if seen.kinds else ""
    return f"{head}: {hit or say('no effect seen')}{there}"


def strike_rolls(_: Game, __: Picture, seen: o.AirStrikeFlown) -> tuple[str, ...]:
    """The roll of a strike: `ground strike, 1 aircraft: 2d6 6+1 = 7`."""
    if seen.throw is None:
        return ()
    extra = f", {', '.join(seen.drms)}" if seen.drms else ""
    crews = counted(seen.aircraft, "{number} aircraft", "{number} aircraft")
    return (say("ground strike, {crews}: {dice}{extra}", crews=crews, dice=dice(seen.throw), extra=extra),)


def strike_with_roll(game: Game, picture: Picture, seen: o.AirStrikeFlown) -> tuple[str, ...]:
    """A strike as a receipt tells it, which has no foot for rolls."""
    return (*told(game, picture, seen), *strike_rolls(game, picture, seen))


def _suffered(kind: str, steps: int, states: int) -> str:
    lost = counted(steps, "{number} step", "{number} steps") if states else counted(steps, "{number} point", "{number} points")
    if not steps:
        return say("{kind} drop one state", kind=worded(kind))
    if not states:
        return say("{kind} take {points} of damage", kind=worded(kind), points=lost)
    return say("{kind} lose {steps} and drop one state", kind=worded(kind), steps=lost)


def zones(game: Game, picture: Picture) -> tuple[str, ...]:
    """The enemy's aircraft that are known to be about."""
    theirs = (zone for zone in picture.public.zones if zone.side != picture.side)
    return tuple(line for zone in theirs for line in _zone(game, picture, zone, True))
