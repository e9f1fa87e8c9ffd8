"""What DIG, MINE, ROADBLOCK and CLEAR ask of a unit, its activation and the ground, as refusals say it (TOCS-W10.9 to W10.12)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.actions.ground_rules import engaged, named, too_few_ap
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import afloat
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import busy, entry
from pbem.rulesets.tocs.rules.stocks import forbidden
from pbem.rulesets.tocs.rules.weather import DEEP
from pbem.rulesets.tocs.rules.works import clearing, cost, is_company, is_engineer, next_level, price, special
from pbem.rulesets.tocs.units import STATES, Activation, Unit
from pbem.rulesets.tocs.view import View

WORDS = {"minefield": "mines", "roadblock": "roadblock"}
ROWS = {
    "entrenched": "TOCS-W10.9-1", "strongpoint": "TOCS-W10.9-1", "fortified_area": "TOCS-W10.9-1",
    "roadblock": "TOCS-W10.10-1", "minefield": "TOCS-W10.11-1",
    "clear_roadblock": "TOCS-W10.12-1", "clear_minefield": "TOCS-W10.12-2", "clear_minefield_vehicle": "TOCS-W10.12-5",
}  # fmt: skip


def _dear(view: View, unit: Unit, active: Activation, work: str) -> Refusal | None:
    """Has the active unit the AP? Where all of them are asked, it may have spent none."""
    if active.ap >= cost(view, unit, work) > 0:
        return None
    wanted = say("all its AP") if price(view, work) == "all" else f"{price(view, work)} AP"
    return too_few_ap(active, say("{call} needs {wanted} for that", call=view.forces.counter(unit).call, wanted=wanted), ROWS[work])


def _worn(view: View, unit: Unit, most: int, row: str) -> Refusal | None:
    if unit.state <= most:
        return None
    return illegal(
        say(
            "{call} is {state}, and must be {worst} at worst",
            call=view.forces.counter(unit).call,
            state=say(STATES[unit.state]),
            worst=say(STATES[most]),
        ),
        row,
    )


# ---------------------------------------------------------------- improved positions


@rule("TOCS-W10.9-1", "TOCS-W10.9-2", "TOCS-W2.6.4-2", "TOCS-W13.5.4-2", "TOCS-W8.4-1")
def cannot_dig(view: View, unit: Unit, active: Activation) -> Refusal | None:
    """Why this unit cannot improve the position of its hex now."""
    counter, where = view.forces.counter(unit), named(view.game, unit.hex)
    if not is_company(counter) and not is_engineer(counter):
        return illegal(say("{counter} cannot dig: companies and engineers do", counter=counter.call), "TOCS-W10.9-1")
    if engaged(view, unit):
        return illegal(
            say("{counter} is engaged in {hex}: it may only withdraw", counter=counter.call, hex=unit.hex), "TOCS-W10.1-6"
        )
    if afloat.floating(view, unit.hex):
        return illegal(say("{where} is open water", where=where), "TOCS-W11.6-1")
    if view.public.weather.ground == "frozen" and not is_engineer(counter):
        return illegal(say("the ground is frozen: only engineers dig"), "TOCS-W13.5.4-2")
    level = next_level(view.works.get(unit.hex, ""))
    if not level:
        return illegal(say("{where} is a fortified area: more cannot be made of it", where=where), "TOCS-W10.9-3")
    if unit.hex in view.forces.dug:
        return illegal(say("{where} was improved this turn: one level a turn", where=where), "TOCS-W10.9-2")
    most = int(is_engineer(counter) and is_company(counter))
    worn = _worn(view, unit, most, "TOCS-W2.6.4-2" if counter.engineer else "TOCS-W10.9-1")
    return worn or forbidden(view, unit, level) or _dear(view, unit, active, level)


# ---------------------------------------------------------------- mines and blocks


@rule("TOCS-W10.10-2", "TOCS-W10.11-2")
def off_site(view: View, unit: Unit, hex_: Hex, row: str) -> Refusal | None:
    """Why the unit cannot work in a hex: not beside it, not its side's, fought over, or no way there."""
    call, where = view.forces.counter(unit).call, named(view.game, hex_)
    if engaged(view, unit):
        return illegal(
            say("{call} is engaged in {hex}: nothing is laid or cleared out of an engagement", call=call, hex=unit.hex), row
        )
    if hex_ != unit.hex and hex_ not in view.game.ground.neighbours[unit.hex]:
        return illegal(say("{where} is not next to {hex}", where=where, hex=unit.hex), row)
    if not view.own(hex_) or hex_ in view.public.engaged:
        return illegal(say("{where} is not inside your perimeter, or fought over", where=where), row)
    barred = no_way(view, unit, hex_, row)
    if barred is None and afloat.floating(view, hex_):
        return illegal(say("{where} is open water", where=where), row)
    return barred


def no_way(view: View, unit: Unit, hex_: Hex, row: str) -> Refusal | None:
    """A refusal when the unit could not move into the hex it is to work in."""
    if hex_ == unit.hex or entry(view, view.forces.counter(unit), Position(unit.hex, unit.bank), hex_) is not None:
        return None
    return illegal(say("{named} cannot be entered from {hex}", named=named(view.game, hex_), hex=unit.hex), row)


@rule("TOCS-W10.10-1", "TOCS-W10.11-1", "TOCS-W2.6.4-3", "TOCS-W8.4-1")
def cannot_lay(view: View, unit: Unit, active: Activation, kind: str, hex_: Hex) -> Refusal | None:
    """Why this unit cannot lay mines or a block in a hex."""
    counter, row = view.forces.counter(unit), ROWS[kind]
    able = is_engineer(counter) or (kind == "roadblock" and is_company(counter))
    if not able:
        who = say("companies and engineers block roads") if kind == "roadblock" else say("only engineers lay mines")
        return illegal(
            say("{counter} cannot do that: {who}", counter=counter.call, who=who),
            "TOCS-W10.10-1" if kind == "roadblock" else "TOCS-W2.6.4-3",
        )
    found = off_site(view, unit, hex_, f"{row[:-1]}2") or _worn(view, unit, 0, row)
    if found:
        return found
    if any(o.kind == kind for o in view.obstacles.get(hex_, ())):
        return illegal(
            say(
                "there {what} in {hex} already",
                what=say("is a roadblock") if kind == "roadblock" else say("are mines"),
                hex=named(view.game, hex_),
            ),
            row,
        )
    return forbidden(view, unit, f"create_{kind}") or _dear(view, unit, active, kind)


@rule("TOCS-W10.12-1", "TOCS-W10.12-2", "TOCS-W10.12-4", "TOCS-W2.6.4-3")
def cannot_clear(view: View, unit: Unit, active: Activation, kind: str, hex_: Hex) -> Refusal | None:
    """Why this unit cannot clear what its side knows of in a hex."""
    counter, vehicle = view.forces.counter(unit), special(view.forces.counter(unit))
    if vehicle:
        found = _vehicle_barred(view, unit, kind, hex_)
    elif kind == "roadblock":
        able = is_company(counter) or is_engineer(counter)
        found = None if able else _unable(counter, say("companies, engineers and dozers clear roads"))
        found = found or off_site(view, unit, hex_, "TOCS-W10.10-2")
    else:
        found = None if is_engineer(counter) else _unable(counter, say("only engineers lift mines"), "TOCS-W2.6.4-3")
        found = found or _minefield_barred(view, unit, hex_)
    if found:
        return found
    if not any(o.kind == kind for o in view.obstacles.get(hex_, ())):
        return illegal(say("you know of no {what} in {hex}", what=WORDS[kind], hex=named(view.game, hex_)), _row(vehicle, kind))
    work = clearing(counter, kind)
    return _worn(view, unit, 0, ROWS[work]) or _dear(view, unit, active, work)


def _row(vehicle: str, kind: str) -> str:
    return "TOCS-W10.12-3" if vehicle else ROWS[f"clear_{kind}"]


def _unable(counter: Counter, who: str, row: str = "TOCS-W10.12-1") -> Refusal:
    return illegal(say("{counter} cannot do that: {who}", counter=counter.call, who=who), row)


@rule("TOCS-W10.12-2", "TOCS-W10.11-2")
def _minefield_barred(view: View, unit: Unit, hex_: Hex) -> Refusal | None:
    """Engineers lift mines in their own hex or one beside it inside the perimeter, or in one of the enemy's beside it that
    is not under fire; whether he stands there is seen on the spot."""
    beside = hex_ in view.game.ground.neighbours[unit.hex]
    if beside and not view.own(hex_) and hex_ not in view.public.engaged and unit.hex not in view.public.engaged:
        if hex_ in view.public.interdicted:
            return illegal(say("{named} is under interdiction", named=named(view.game, hex_)), "TOCS-W10.12-2")
        return no_way(view, unit, hex_, "TOCS-W10.11-2")
    return off_site(view, unit, hex_, "TOCS-W10.11-2")


@rule("TOCS-W10.12-3", "TOCS-W10.12-4", "TOCS-W10.12-5", "TOCS-W10.12-6")
def _vehicle_barred(view: View, unit: Unit, kind: str, hex_: Hex) -> Refusal | None:
    """Dozers, flails and rollers work in their own hex; mines by day, and neither in deep snow or flooded ground nor in a
    blizzard, a dozer not where the ground is frozen; roadblocks are for dozers."""
    counter = view.forces.counter(unit)
    vehicle, sky = special(counter), view.public.weather
    if hex_ != unit.hex:
        return illegal(say("{counter} clears its own hex only", counter=counter.call), "TOCS-W10.12-3")
    if kind == "roadblock":
        bad = "" if vehicle == "dozer" else say("only dozers of the clearing vehicles shift a roadblock")
        return illegal(bad, "TOCS-W10.12-4") if bad else off_site(view, unit, hex_, "TOCS-W10.12-4")
    hindered = {
        "by night no vehicle lifts mines": view.night,
        "not in a blizzard": sky.precipitation == "blizzard",
        "not in deep snow": sky.ground in DEEP,
        "not on flooded ground": view.game.ground.terrain[hex_] == "flooded",
        "a dozer does nothing in frozen ground": vehicle == "dozer" and sky.ground == "frozen",
    }
    why = next((words for words, so in hindered.items() if so), "")
    row = "TOCS-W10.12-5" if view.night else "TOCS-W10.12-6"
    return illegal(why, row) if why else off_site(view, unit, hex_, "TOCS-W10.12-5")


# ---------------------------------------------------------------- what it takes


def worked(view: View, unit: Unit, active: Activation, work: str) -> Activation:
    """The activation after a work: its AP are spent, and what was left of a move or of scouting is lost."""
    return busy(active, cost(view, unit, work))


def beside(game: Game, picture: Picture, unit: str) -> tuple[Hex, ...]:
    """The unit's hex and those around it, for what it could be told to do there."""
    where = picture.forces.units[unit].hex
    return (where, *game.ground.neighbours[where])


def fresh(picture: Picture, game: Game, unit: str) -> tuple[Unit, Activation]:
    """A unit with the AP it would have if it were activated now."""
    found = picture.forces.units[unit]
    return found, Activation(unit, action_points(picture.view(game), found))
