"""MOVE: hex by hex, alone or as a stack."""

from pbem.kernel.decisions import Refusal, illegal, illegal_now
from pbem.kernel.hexes import Hex, direction
from pbem.kernel.i18n import phrase, say
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tcs.actions.duties import against
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.armor_smoke import may_smoke_on_the_move
from pbem.rulesets.tcs.rules.barriers import barred
from pbem.rulesets.tcs.rules.movement import LIFT_A_MARK, Country, cheapest_way, spent_in, step_cost
from pbem.rulesets.tcs.told_events import Marked, MoveBegan, MoveEnded, OwnTold, SmokeMade, UnitsEntered
from pbem.rulesets.tcs.units import HALVES, MOST_VEHICLES, TacticalUnit, vehicles_on


def country(game: TacticalGame, picture: TacticalPicture) -> Country:
    """What movement goes over, as a desk knows it."""
    return Country(game.book, game.ground, picture.smoke, picture.forces.mined, barred(game.book, picture.forces))


def way(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The hexes of a path; of a single hex farther off the cheapest way that the unit's sheet allows, () for none."""
    if len(path) != 1 or path[0] in game.ground.neighbours(unit.hex) or path[0] == unit.hex:
        return path
    known = _ways_of(game, picture, unit)
    if path[0] not in known:
        enemies = picture.known_enemies
        known[path[0]] = cheapest_way(
            country(game, picture), replace(unit, spent=0), path[0],
            lambda hex_: hex_ not in enemies and against(game, picture, unit, (hex_,)) is None,
        )  # fmt: skip
    return known[path[0]]


@kept(32)
def _ways_of(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit) -> dict[Hex, tuple[Hex, ...]]:
    """The ways of a unit that were found, by their goals: the check of a line, its answer and its execution all ask for one."""
    return {}


def check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    """Why the units may not go there, each by itself."""
    found = ((call, _against(game, picture, picture.forces.units[call], act)) for call in calls)
    refused = tuple((call, refusal) for call, refusal in found if refusal)
    if refused:
        return refused
    path = way(game, picture, picture.forces.units[calls[0]], act.hexes())
    if smoke := _no_smoke(game, picture, calls, act, path):
        return ((calls[0], smoke),)
    end = path[-1]
    crowd = _crowd(picture, calls, end)
    return ((calls[0], crowd),) if crowd else ()


@rule("TCSARM-4.6-2")
def _no_smoke(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act, path: tuple[Hex, ...]) -> Refusal | None:
    """Why nobody of a move makes smoke on the way."""
    place = act.hex("HEX_SMOKE")
    if place is None:
        return None
    units = [picture.forces.units[call] for call in calls]
    if game.switches["armor"] is not True or not any(may_smoke_on_the_move(unit) for unit in units):
        return illegal(say("not able to make smoke on the move now"), "TCSARM-4.6-2")
    if place not in (units[0].hex, *path):
        return illegal(say("{hex} is not on the way", hex=place), "TCSARM-4.6-2")
    return None


def _against(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, act: Act) -> Refusal | None:
    barred = stands_still(unit)
    if barred:
        return barred
    path = way(game, picture, unit, act.hexes())
    if not path:
        return illegal(say("there is no way for {unit} to {hex}", unit=unit.id, hex=act.hexes()[-1]), "TCSB-20-3")
    return _path(game, picture, unit, path) or against(game, picture, unit, path)


@rule("TCSB-13-4", "TCSB-20-9", "TCSB-4-2")
def stands_still(unit: TacticalUnit) -> Refusal | None:
    """Why a unit cannot move at all now."""
    if unit.rides:
        return illegal(say("{unit} rides on {carrier}: order {carrier}", unit=unit.id, carrier=unit.rides), "TCSB-4-11")
    if unit.paralyzed:
        return illegal(say("{unit} is paralyzed", unit=unit.id), "TCSB-17-4")
    if unit.fired:
        return illegal(say("{unit} has made its suppressive fire and stays", unit=unit.id), "TCSB-13-4")
    if unit.over:
        return illegal(say("the action of {unit} is over", unit=unit.id), "TCSB-4-7")
    if unit.overwatch and not unit.counter.vehicle:
        return illegal(say("{unit} is marked, having fired overwatch or fired back: it stays", unit=unit.id), "TCSB-20-9")
    if unit.allowance == 0 or (unit.mode == "fire" and not unit.counter.front and unit.counter.armor):
        hint = f"{unit.id}: move mode"
        return illegal(say("{unit} has no MP in fire mode: put it in move mode first", unit=unit.id), "TCSB-4-2", hint)
    return None


@rule("TCSB-20-7", "TCSB-1-6")
def _path(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, path: tuple[Hex, ...]) -> Refusal | None:
    """What is wrong with a path by its ground, its MP and the enemies that are known."""
    unit = unmarked(unit)
    for number, hex_ in enumerate(path):
        if hex_ not in game.ground.terrain:
            return illegal(say("{hex} is not on the map", hex=hex_), "TCSB-1-6")
        if hex_ not in game.ground.neighbours(unit.hex):
            there = say("{unit} is in {hex} already", unit=unit.id, hex=hex_)
            apart = say("{hex} is not adjacent to {other}", hex=hex_, other=unit.hex)
            return illegal(there if hex_ == unit.hex else apart, "TCSB-20-1")
        if hex_ in picture.known_enemies:
            return illegal_now(say("the enemy is in {hex}: a move cannot enter it", hex=hex_), "TCSB-20-7")
        cost = step_cost(country(game, picture), unit, unit.hex, hex_)
        if cost is None:
            return illegal(say("{unit} cannot enter {hex} from {other}", unit=unit.id, hex=hex_, other=unit.hex), "TCSB-20-3")
        spent = spent_in(country(game, picture), unit, hex_)
        if spent is None:
            return _too_far(unit, path[:number], hex_)
        unit = replace(unit, hex=hex_, spent=spent)
    return None


def _too_far(unit: TacticalUnit, reached: tuple[Hex, ...], hex_: Hex) -> Refusal:
    left = points(unit.allowance - unit.spent)
    hint = f"{unit.id}: move {', '.join(reached)}" if reached else ""
    return illegal(say("{unit} has {left} MP left at {here}, too few for {hex}", unit=unit.id, left=left, here=unit.hex, hex=hex_),
                   "TCSB-20-1", hint)  # fmt: skip


def points(halves: int) -> str:
    """MP in words: 2, 2½, ½."""
    whole, half = divmod(halves, HALVES)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


@rule("TCS3-3-1")
def unmarked(unit: TacticalUnit) -> TacticalUnit:
    """A vehicle that pays to take off its mark of overwatch before it moves."""
    return replace(unit, overwatch=False, spent=unit.spent + LIFT_A_MARK) if unit.overwatch else unit


@rule("TCS3-10-2", "TCSB-5-4")
def _crowd(picture: TacticalPicture, calls: Calls, end: Hex) -> Refusal | None:
    """No more than five vehicles and carriers of a side stay in a hex."""
    units = picture.forces.units
    there = {unit.id for unit in picture.forces.at(end)} | set(calls)
    vehicles = sum(vehicles_on(units[name].counter, units[name].steps) for name in there)
    if vehicles <= MOST_VEHICLES or not any(units[call].counter.vehicle for call in calls):
        return None
    return illegal_now(say("{hex} would hold {count} vehicles, and five may stay", hex=end, count=vehicles), "TCS3-10-2")


def lifts(picture: TacticalPicture, calls: Calls) -> tuple[OwnTold, ...]:
    """The marks of overwatch that go before vehicles set out."""
    units = (picture.forces.units[call] for call in calls)
    return tuple(
        Marked(picture.side, unit.id, "overwatch", False, unit.spent + LIFT_A_MARK) for unit in units if unit.overwatch
    )  # fmt: skip


def laid_out(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[str, ...]:
    """The way that the referee found, where the order names its end alone."""
    if act.verb != "move" or not calls:
        return ()
    path = way(game, picture, picture.forces.units[calls[0]], act.hexes())
    if path == act.hexes():
        return ()
    return (say("{units}: path {path}", units=", ".join(calls), path=", ".join(path)),)


def expected(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    """The move as if nothing came between."""
    units = [unmarked(picture.forces.units[call]) for call in calls]
    events: list[OwnTold] = [*lifts(picture, calls)]
    for hex_ in way(game, picture, units[0], act.hexes()):
        events.append(entered(country(game, picture), picture.side, tuple(units), hex_))
        spent = events[-1].spent if isinstance(events[-1], UnitsEntered) else ()
        units = [replace(unit, hex=hex_, spent=now) for unit, now in zip(units, spent, strict=True)]
    smoking = tuple(call for call in calls if may_smoke_on_the_move(picture.forces.units[call]))
    smoke = (SmokeMade(picture.side, smoking, place, "move"),) if (place := act.hex("HEX_SMOKE")) and smoking else ()
    return (*events, *smoke, MoveEnded(picture.side, calls))


def entered(over: Country, side: str, units: tuple[TacticalUnit, ...], hex_: Hex) -> UnitsEntered:
    """Units of one hex enter the next, each at its own cost. ValueError where one cannot."""
    here = units[0].hex
    spent = [spent_in(over, unit, hex_) for unit in units]
    paid = tuple(now for now in spent if now is not None)
    if len(paid) < len(units):
        raise ValueError(f"{hex_} cannot be entered from {here}")
    return UnitsEntered(side, tuple(unit.id for unit in units), here, hex_, direction(here, hex_) or "", paid)


def _begun(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    path = way(game, picture, picture.forces.units[calls[0]], act.hexes())
    return (*lifts(picture, calls), MoveBegan(picture.side, calls, path, smoke_at=act.hex("HEX_SMOKE")))


ACTION = TacticalAction(
    Verb("move", ("move PATH [smoke at HEX_SMOKE]",), "unit", phrase("go hex by hex, or the cheapest way to a hex")),
    phrase(
        "MOVE goes hex by hex. A single hex farther off is reached by the cheapest way that your op sheet\n"
        "allows, and the answer prints it. Units of one line that stand in one hex go together as a stack, at\n"
        "the pace of the slowest. Each step is paid for in MP (COST shows them). With any MP left a unit may\n"
        "always go one hex that its full allowance would reach (TCSB-20-4). Vehicles have no MP in fire mode,\n"
        "and foot units only a few: see HELP MOVE MODE. A move never enters a hex of the enemy (TCSB-20-7).\n"
        "With the rules for armor a Panther makes smoke on the way once in a segment: SMOKE AT (TCSARM-4.6-2).\n\n"
        "    A-1: move 05.02, 05.03\n    T-1, T-2: move 06.02"
    ),
    "B",
    check,
    expected,
    _begun,
    together=True,
)
