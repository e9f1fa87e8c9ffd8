"""Aerial ground strikes: what is found in the hex, the roll, and whom it hits (TOCS-W15.11)."""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import Sortie
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import air_eyes, air_fields, fire, supply
from pbem.rulesets.tocs.rules import aerial_fire, perimeter, shellfire
from pbem.rulesets.tocs.rules.visibility import light
from pbem.rulesets.tocs.standing_orders.asked_in_the_air import AimsUnderSpotter
from pbem.rulesets.tocs.units import Mission, Unit

Events = tuple[e.Event, ...]
TROOPS = perimeter.KINDS
WHY = {"strike": phrase("struck from the air"), "bombard": phrase("bombed")}


class There(Value):
    """What a strike finds: units of both sides by name (friends with their side before it), what is built and stored there with the
    damage it can take."""

    units: Mapping[str, Unit]
    sides: Mapping[str, str]
    built: Mapping[str, int]


class _Aimed(Value):
    """What is attacked, of which kind, and whether it was caught moving on a road."""

    shoot: shellfire.Shoot
    aim: str
    column: bool


@rule("TOCS-W15.11-1", "TOCS-W15.11-2", "TOCS-W15.0-3")
def struck(moment: Moment, side: str, sortie: Sortie, *, column: bool = False) -> Events:
    """The first kind of the wish that is there is attacked, else whatever there is, friends too (ruling L20): one roll, and damage
    at random among those of the kind. column: it was caught moving on a road."""
    there_ = there(moment, side, sortie.goal)
    aim = _attacked(moment, there_, _spotted(moment, side, sortie))
    game, count = moment.game, len(sortie.aircraft)
    if not aim:
        return (e.AirStruck(side, sortie.id, sortie.goal, count, "", None, (), (), 0, "-", ()),)
    grid = game.grid("aerial-ground-strike")
    shoot = _shoot(moment, there_, sortie.goal, aim)
    known = aerial_fire.drms(grid, _facts(moment, side, sortie, _Aimed(shoot, aim, column)))
    known = (*known, *((("flak", -sortie.hits),) if sortie.hits else ()))
    drm = sum(value for _, value in known)
    occasion = f"strike/{sortie.id}/{moment.board.public.impulse_name}"
    throw = moment.dice.throw(occasion, "2d6")
    at = grid.column_at(count)
    cell = "-" if at is None else grid.cell({}, at, throw.total + drm)
    hits = shellfire.hits(moment.dice, occasion, shoot, cell)
    effects = tuple((aim, hit.steps, hit.states if hit.call in there_.units else 0) for hit in hits)
    seen = air_eyes.kinds_at(moment, side, sortie.goal) if air_eyes.spotted(moment.board, side, sortie.goal) else ()
    told = tuple((name, f"{name.replace('_', ' ')} {value:+d}") for name, value in known)
    said, own = tuple(words for _, words in told), tuple(words for name, words in told if name in aerial_fire.KNOWN)
    flown = e.AirStruck(side, sortie.id, sortie.goal, count, aim, throw, own, said, drm, cell, tuple(sorted(effects)), seen)
    aimed = Mission("strike", sortie.goal, (), observer=sortie.id)
    done = suffered(moment, side, there_, hits, aimed)
    events = (flown, *done.events)
    return (*events, *air_fields.struck(after(moment, events), done.fields, side, sortie))


@rule("TOCS-W15.3-2")
def _spotted(moment: Moment, side: str, sortie: Sortie) -> Sortie:
    """A strike whose order names no kind, aimed by the side's order where a spotter is over its hex."""
    if sortie.aims or not air_eyes.spotted(moment.board, side, sortie.goal):
        return sortie
    wish = moment.ask(side, AimsUnderSpotter(air_eyes.kinds_at(moment, side, sortie.goal)))
    return replace(sortie, aims=(wish,)) if wish else sortie


def there(moment: Moment, side: str, hex_: Hex) -> There:
    """All of both sides that is in a hex and can be hit from the air."""
    board, enemy = moment.board, moment.game.other(side)
    units, sides = dict[str, Unit](), dict[str, str]()
    for whose in (enemy, side):
        for unit in board.occupants(hex_, whose):
            call = board.forces[whose].counter(unit).call
            name = call if whose == enemy else f"{side}/{call}"
            units[name], sides[name] = unit, whose
    built = fire.bears(moment, side, hex_) | dict(supply.under_fire(moment, enemy, hex_))
    return There(units, sides, built)


def _of_kind(moment: Moment, there: There, aim: str) -> tuple[str, ...]:
    """The names of what is of a kind: troops by the kinds of a probe, else what is built or stored."""
    if aim in TROOPS:
        return tuple(n for n, u in there.units.items() if aim in perimeter.kinds((moment.board.forces[there.sides[n]].counter(u),)))
    start = {"bridge": "bridge/", "facility": "facility/", "dump": "store/"}[aim]
    return tuple(name for name in there.built if name.startswith(start))


def _attacked(moment: Moment, there: There, sortie: Sortie) -> str:
    """The kind that is attacked, "" for none."""
    wished = (aim for aim in sortie.aims if _of_kind(moment, there, aim))
    other = () if sortie.only else (aim for aim in aerial_fire.AIMS if _of_kind(moment, there, aim))
    return next(wished, "") or next(iter(other), "")


def _shoot(moment: Moment, there: There, hex_: Hex, aim: str) -> shellfire.Shoot:
    board, names = moment.board, _of_kind(moment, there, aim)
    targets = []
    for name in names if aim in TROOPS else ():
        counter = board.forces[there.sides[name]].counter(there.units[name])
        targets.append(shellfire.Target(counter.id, replace(counter, call=name), counter.steps - there.units[name].lost))
    level, owner = board.works.get(hex_, ("", ""))
    dug = level if any(there.sides[t.counter.call] == owner for t in targets) else ""
    built = {} if aim in TROOPS else {name: there.built[name] for name in names}
    return shellfire.Shoot("strike", True, False, moment.game.ground.terrain[hex_], dug, tuple(targets), "", built)


def _facts(moment: Moment, side: str, sortie: Sortie, aimed: _Aimed) -> aerial_fire.Strike:
    board, enemy, shoot = moment.board, moment.game.other(side), aimed.shoot
    guns = (board.forces[enemy].counter(u) for u in board.occupants(sortie.goal, enemy) if u.state == 0)
    return aerial_fire.Strike(
        shoot.terrain, shoot.works, tuple(t.counter for t in shoot.targets), aimed.aim, air_eyes.spotted(board, side, sortie.goal),
        aimed.column, any(gun.arm in ("light_flak", "heavy_flak") for gun in guns),
        board.public.weather.cloud, light(moment.game, board.public),
    )  # fmt: skip


class Suffered(Value):
    """What came of hits from the air, and the airfields that were hit."""

    events: Events
    fields: tuple[Facility, ...]


def suffered(moment: Moment, side: str, there: There, hits: tuple[shellfire.Hit, ...], aimed: Mission) -> Suffered:
    """What the hits of a side's aircraft do, to each side's units in the order of their calls, to what is built and to stores."""
    events: list[e.Event] = []
    for whose in sorted({*there.sides.values()}):
        mine = tuple(replace(h, call=h.call.removeprefix(f"{side}/")) for h in hits if there.sides.get(h.call) == whose)
        events += fire.suffered(after(moment, events), whose, mine, WHY[aimed.kind])
    built = {h.call: h for h in hits if h.call in there.built}
    spread = air_fields.shared(moment, {name: h.steps for name, h in built.items() if h.steps}, from_the_air=True)
    events += fire.ruined(after(moment, events), side, aimed, spread)
    events += supply.shelled(after(moment, events), moment.game.other(side), built)
    return Suffered(tuple(events), spread.fields)
