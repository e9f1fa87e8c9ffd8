"""What leaves a flight over one hex comes down: carried by the wind, hurt by the ground, met by the enemy (TOCS-W15.15, W15.16)."""

from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.flights import GLIDER, PARACHUTE, SUPPLY, Landing
from pbem.rulesets.tocs.ground import bank_at, is_divided
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.casualties import buried
from pbem.rulesets.tocs.resolution.obstacles import come_upon
from pbem.rulesets.tocs.rules import descent, drift
from pbem.rulesets.tocs.rules.stocks import fresh
from pbem.rulesets.tocs.rules.visibility import light, moon
from pbem.rulesets.tocs.units import STATES, SupplySource, Unit
from pbem.rulesets.tocs.view import View

FATIGUED = STATES.index("fatigued")
BROUGHT = phrase("brought by air")
CAME_DOWN = {PARACHUTE: phrase("parachutes"), GLIDER: phrase("gliders"), SUPPLY: phrase("supplies by parachute")}


class Jump(Value):
    """What lets go over one hex. flight: its call; planned: the hex it was to be; over: the hex it is; bank: the one wished for;
    pathfinders: those left to help; hits: that make all drift further; together: one roll for all of them."""

    flight: str
    planned: Hex
    over: Hex
    load: str
    bank: str = ""
    pathfinders: int = 0
    hits: int = 0
    together: bool = False


class Jumper(Value):
    """A unit as it lets go: states it fell over the zone, steps it lost in the air."""

    unit: Unit
    hits: int = 0
    steps: int = 0


class Descended(Value):
    """Where something came down, and how many hexes from where it let go."""

    hex: Hex
    hexes: int
    off: bool = False


def facts(view: View, jump: Jump, elr: int) -> descent.Descent:
    """What bears on a descent now."""
    weather = view.public.weather
    return descent.Descent(
        jump.load, elr, light(view.game, view.public) == "night", moon(view), weather.wind, weather.cloud == "overcast",
        weather.fog, jump.pathfinders, jump.hits,
    )  # fmt: skip


@rule("TOCS-W15.15-6", "TOCS-W15.16-2", "MASL-7.1-8")
def descended(dice: Dice, view: View, jump: Jump, name: str, elr: int) -> Descended:
    """Where one comes down. name: of the throw."""
    grid = view.game.grid("descending-drift")
    hexes = descent.hexes(grid, facts(view, jump, elr), dice.throw(f"drop/{jump.flight}/{name}", grid.dice.roll).total)
    if not hexes:
        return Descended(jump.over, 0)
    found = drift.off(jump.over, dice.throw(f"drop/{jump.flight}/{name}/way", "1d6").total, hexes)
    place = drift.nearest(view.game.ground, found or jump.over)
    return Descended(place, hexes, off=found != place)


# ---------------------------------------------------------------- troops


@rule("TOCS-W15.15-8", "TOCS-W15.15-9", "TOCS-W15.15-10", "TOCS-W8.3-8", "MASL-7.1-9", "MASL-7.1-10", "MASL-7.1-11")
def landed(moment: Moment, side: str, jump: Jump, jumpers: tuple[Jumper, ...]) -> tuple[e.Event, ...]:
    """Units come down, headquarters first, then by call."""
    forces = moment.board.forces[side]
    line = sorted(jumpers, key=lambda j: (forces.counter(j.unit).kind != "hq", forces.counter(j.unit).call))
    events: tuple[e.Event, ...] = ()
    rows: list[Landing] = []
    units: list[Unit] = []
    shared: Descended | None = None
    for jumper in line:
        now = after(moment, events)
        counter = now.board.forces[side].counter(jumper.unit)
        view = now.board.view(now.game, side)
        if shared is None or not jump.together:
            shared = descended(moment.dice, view, jump, str(jump.planned) if jump.together else counter.call, counter.elr)
        unit, why = _down(now, side, jump, jumper, shared)
        lost = min(jumper.steps, counter.steps)
        dead = unit.status == "dead"
        rows.append(Landing(counter.call, jump.load, jump.planned, None if dead else unit.hex, shared.hexes, jumper.hits, lost,
                            unit.state, why))  # fmt: skip
        if dead:
            events = (*events, buried(now, side, unit, why))
        else:
            units.append(unit)
            events = (*events, e.StickLanded(side, jump.flight, (), (unit,)), *_met(now, side, unit, jump.load))
    return (*events, e.StickLanded(side, jump.flight, tuple(rows), ()))


def _down(moment: Moment, side: str, jump: Jump, jumper: Jumper, at: Descended) -> tuple[Unit, str]:
    """A unit as it stands where it came down, and what made its state what it is."""
    board, game = moment.board, moment.game
    counter, place = board.forces[side].counter(jumper.unit), at.hex
    unit = replace(
        jumper.unit, hex=place, status="map", lost=jumper.unit.lost + jumper.steps, landed=max(board.public.turn, 1),
        gathers=1 if board.public.phasing == side and board.public.turn else 2,
    )  # fmt: skip
    if unit.lost >= counter.steps:
        return replace(unit, status="dead"), phrase("shot down")
    if descent.drowned(game.ground, place) and "amphibious" not in counter.traits:
        return replace(unit, status="dead"), phrase("drowned")
    held = bool(board.occupants(place, game.other(side)))
    hurt, why = descent.landing(game, place, jump.load, held)
    state = max(min(jumper.hits, len(STATES) - 1), hurt)
    if place in board.public.engaged:
        state, why = max(state, FATIGUED), why or phrase("joined the fight")
    bank = _bank(moment, jump, place, counter.call, straight=not at.hexes and jump.over == jump.planned)
    return replace(unit, state=state, bank=bank), why


@rule("TOCS-W15.15-8")
def _bank(moment: Moment, jump: Jump, place: Hex, call: str, straight: bool) -> int:
    """The bank a unit comes down on: as the plan has it where it did not drift, else by die."""
    ground = moment.game.ground
    if not is_divided(ground, place):
        return 0
    wished = bank_at(ground, place, jump.bank) if straight and jump.bank else None
    attempt = 1
    while wished is None:
        wished = descent.bank(ground, place, moment.dice.throw(f"bank/{call}/{attempt}", "1d6").total)
        attempt += 1
    return wished


def _met(moment: Moment, side: str, unit: Unit, load: str) -> tuple[e.Event, ...]:
    """What a landing does to a hex, and who is told: in ground that is not one's own the enemy sees what came down, never who."""
    board: Board = moment.board
    enemy, place = moment.game.other(side), unit.hex
    if place in board.public.engaged:
        return _seen(board, enemy, place, load)
    if board.public.owner[place] == side:
        return ()
    told = _seen(board, enemy, place, load)
    now = after(moment, (e.StickLanded(side, "", (), (unit,)),))
    if board.occupants(place, enemy):
        return (*told, e.EngagementMarked(place, enemy), *come_upon(now, side, unit, place))
    return (*told, e.OwnerChanged(place, side, CAME_DOWN[load]), *come_upon(now, side, unit, place))


def _seen(board: Board, enemy: str, place: Hex, load: str, gained: int = 0) -> tuple[e.Event, ...]:
    return (e.DescentSeen(enemy, place, load, gained),)


@rule("TOCS-W15.4-1", "TOCS-W15.4-2")
def set_down(moment: Moment, side: str, place: Hex, riders: tuple[Jumper, ...]) -> tuple[e.Event, ...]:
    """Units that aircraft bring to a field: they do not degrade for it, but cannot be activated in this impulse."""
    events: tuple[e.Event, ...] = ()
    for rider in riders:
        now = after(moment, events)
        state = min(rider.unit.state + rider.hits, len(STATES) - 1)
        unit = replace(
            rider.unit, hex=place, bank=0, state=state, lost=rider.unit.lost + rider.steps, flown=moment.board.public.impulse_name
        )
        dead = unit.lost >= now.board.forces[side].counter(unit).steps
        events = (*events, buried(now, side, unit, phrase("shot down")) if dead else e.UnitChanged(side, unit, BROUGHT))
    return events


@rule("TOCS-W15.16-3")
def brought(moment: Moment, side: str, place: Hex, points: int) -> tuple[e.Event, ...]:
    """Supplies that land on a field are a mobile depot there."""
    return (e.SourceChanged(side, _depot(moment, side, place, points), phrase("landed")),)


def _depot(moment: Moment, side: str, place: Hex, points: int) -> SupplySource:
    """The mobile depot of a side in a hex with so many points more, a new one where there is none."""
    forces = moment.board.forces[side]
    names = {name for name, source in forces.sources.items() if source.kind == "mobile" and source.hex == place and not source.join}
    found = next((forces.sources[name] for name in sorted(names)), None)
    return replace(found, sp=found.sp + points) if found else SupplySource(fresh(forces, "mobile"), "mobile", place, points)


# ---------------------------------------------------------------- supplies


@rule("TOCS-W15.16-2", "TOCS-W15.0-4")
def dropped(moment: Moment, side: str, jump: Jump, points: int) -> tuple[e.Event, ...]:
    """Supply points come down one by one; each is the owner's of the hex it falls in."""
    events: tuple[e.Event, ...] = ()
    rows: list[Landing] = []
    shared: Descended | None = None
    for number in range(1, points + 1):
        now = after(moment, events)
        view = now.board.view(now.game, side)
        if shared is None or not jump.together:
            shared = descended(moment.dice, view, jump, str(jump.planned) if jump.together else f"SP{number}", 0)
        owner, why = _found_by(now, shared)
        place, said = shared.hex if owner else None, _lost(side, owner, why)
        rows.append(Landing("", SUPPLY, jump.planned, place, shared.hexes, why=said))
        events = (*events, *_stored(now, side, owner, shared.hex))
    return (*events, e.StickLanded(side, jump.flight, tuple(rows), ()))


def _found_by(moment: Moment, at: Descended) -> tuple[str, str]:
    """Whose a supply point is that comes down somewhere, "" for what is lost, and why."""
    ground = moment.game.ground
    if at.off:
        return "", phrase("off the map")
    if descent.watered(ground, at.hex):
        return "", phrase("in the water")
    return moment.board.public.engaged.get(at.hex, moment.board.public.owner[at.hex]), ""


def _lost(side: str, owner: str, why: str) -> str:
    return phrase("on enemy ground") if owner and owner != side else why


def _stored(moment: Moment, side: str, owner: str, place: Hex) -> tuple[e.Event, ...]:
    if not owner:
        return ()
    stored = _depot(moment, owner, place, 1)
    told = _seen(moment.board, owner, place, SUPPLY, 1) if owner != side else ()
    return (e.SourceChanged(owner, stored, phrase("dropped")), *told)
