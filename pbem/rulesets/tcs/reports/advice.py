"""Answers to questions: what a unit can do, what a move costs, what a hex sees."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.actions.dry_run import after, refusals
from pbem.rulesets.tcs.actions.move import country, way
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.fire_advice import fires
from pbem.rulesets.tcs.reports.gun_advice import battery_can
from pbem.rulesets.tcs.reports.obstacle_lines import breaches
from pbem.rulesets.tcs.reports.wording import MODES, on_ground, place, points
from pbem.rulesets.tcs.rules.impulses import EXTRA, Segment, allotment, back_points, mode_change
from pbem.rulesets.tcs.rules.movement import Country, spent_in, step_cost, to_move_mode
from pbem.rulesets.tcs.rules.sight import in_sight
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.settling.impulses import foreseen, segments_left
from pbem.rulesets.tcs.units import TacticalUnit


def what_can(game: TacticalGame, picture: TacticalPicture, call: str) -> Iterator[str]:
    """What a unit could be told now, as lines that would run."""
    unit = picture.forces.units.get(call)
    if call in picture.forces.batteries:
        yield from battery_can(game, picture, call)
        return
    if unit is None:
        yield absent(picture, call).words
        return
    yield say("{unit} at {where}, {mode}.", unit=call, where=place(game, unit.hex), mode=text(MODES[unit.mode]))
    if "B" not in picture.public.takes(str(game.switches["pace"])):
        yield say("Units act in letter B; letter A is for op sheets, plots and policies.")
        return
    for segment in segments_left(game, picture.public.halfway if picture.public.first == picture.side else ""):
        yield from _in_segment(game, foreseen(game, picture, segment), call, segment)


@rule("TCSARM-4.3a-1", "TCSARM-4.3b-4")
def _in_segment(game: TacticalGame, picture: TacticalPicture, call: str, segment: Segment) -> Iterator[str]:
    """What it could be told in a segment of its Action Phase; lines for an armor impulse begin with its name."""
    lead = (segment,) if segment in EXTRA else ()
    if lead and refusals(game, picture, (call,), Act(segment)):
        return
    unit = picture.forces.units[call]
    for verb in ("move mode", "fire mode", "button up", "dismount"):
        if not refusals(game, picture, (call,), Act(verb)):
            yield _line(call, *lead, verb)
    yield from (_line(call, *lead, line) for line in breaches(game, picture, call))
    yield from _steps(game, picture, call, *lead)
    yield from fires(game, picture, call, *lead)
    if unit.mode == "fire" and not refusals(game, picture, (call,), Act("move mode")):
        turned = after(game, picture, (call,), Act("move mode"))
        yield from (_line(call, *lead, "move mode", line) for line in breaches(game, turned, call))
        yield from _steps(game, turned, call, *lead, "move mode")


def _line(call: str, *acts: str) -> str:
    """A line as it is written."""
    return "  " + ": ".join((call, "; ".join(acts)))


def _steps(game: TacticalGame, picture: TacticalPicture, call: str, *lead: str) -> Iterator[str]:
    """The moves by one hex that would be let pass."""
    unit = picture.forces.units[call]
    found = (Act("move", slots=(("PATH", (str(hex_),)),)) for hex_ in game.ground.neighbours(unit.hex))
    able = [act.hexes()[0] for act in found if not refusals(game, picture, (call,), act)]
    if able:
        yield _line(call, *lead, "move") + " " + " | ".join(able)


def cost(game: TacticalGame, picture: TacticalPicture, call: str, goal: Hex) -> Iterator[str]:
    """The cheapest way that the unit's sheet allows, hex by hex, and how many turns it takes."""
    unit = picture.forces.units.get(call)
    if unit is None or goal not in game.ground.terrain:
        yield absent(picture, call).words if unit is None else say("{hex} is not on the map", hex=goal)
        return
    if game.switches["armor"] is True and unit.counter.armor:
        given = allotment(game.book, back_points(unit, unit.buttoned))
        yield say("MP: {initial} in the initial impulse, {normal} in the normal phase, {final} in the final impulse.",
                  initial=given.initial, normal=given.normal, final=given.final)  # fmt: skip
    if unit.paralyzed or unit.suppressed:
        yield _held_back(unit)
    elif unit.mode == "fire":
        price = _turning(game, unit)
        unit = replace(unit, mode="move", spent=price)
        yield say("MOVE MODE first: {price} MP, which leaves {left}.", price=points(price), left=points(unit.allowance - price))
    path = way(game, picture, unit, (goal,))
    if not path or path == (unit.hex,):
        yield say("There is no way for {unit} to {hex} that its op sheet allows.", unit=call, hex=goal)
        return
    yield from _by_hexes(game, country(game, picture), unit, path)


@rule("TCSB-4-9", "TCSB-17-4", "TCSB-2-15")
def _held_back(unit: TacticalUnit) -> str:
    """What a unit that is suppressed or paralyzed can do in this turn."""
    if unit.paralyzed:
        return say("{unit} is paralyzed and does not move this turn; after Clean-Up it is suppressed.", unit=unit.id)
    words = phrase("{unit} is suppressed and stays in fire mode this turn: {left} MP.")
    return say(words, unit=unit.id, left=points(unit.allowance))


@rule("TCSB-4-4", "TCSARM-4.3c-1")
def _turning(game: TacticalGame, unit: TacticalUnit) -> int:
    """What going to move mode costs a unit, in halves of MP."""
    back = replace(unit, mode="move")
    return mode_change(game.book, back) if game.switches["armor"] is True and unit.counter.armor else to_move_mode(game.book, unit)


@rule("TCSB-20-1", "TCSB-20-2", "TCSB-20-4")
def _by_hexes(game: TacticalGame, over: Country, unit: TacticalUnit, path: tuple[Hex, ...]) -> Iterator[str]:
    """A way hex by hex, and where each turn of it ends. From the second turn on the unit is in move mode with all its MP."""
    here, so_far, turn = unit, 0, 1
    for hex_ in path:
        price, paid = step_cost(over, here, here.hex, hex_) or 0, None if here.paralyzed else spent_in(over, here, hex_)
        if paid is None:
            turn, so_far = turn + 1, 0
            here = replace(here, mode="move", spent=0, suppressed=False, paralyzed=False, overwatch=False)
            price, paid = step_cost(over, here, here.hex, hex_) or 0, spent_in(over, here, hex_)
        if paid is None:
            yield say("{where}: {price} MP, more than it ever has", where=on_ground(game, hex_), price=points(price))
            return
        so_far += price
        later = say(", in its turn {turn}", turn=turn) if turn > 1 else ""
        yield say("{where}: {price} MP, {total} in all{later}", where=on_ground(game, hex_), price=points(price),
                  total=points(so_far), later=later)  # fmt: skip
        here = replace(here, hex=hex_, spent=paid)
    if turn > 1:
        yield say("It takes {turns} turns, each with the MP of that turn.", turns=turn)


def see_from(game: TacticalGame, picture: TacticalPicture, hex_: Hex) -> Iterator[str]:
    """The hexes in sight of one, by the map, known smoke and the visibility."""
    if hex_ not in game.ground.terrain:
        yield say("{hex} is not on this map", hex=hex_)
        return
    over = air(game, picture)
    seen = [other for other in game.sight.places if in_sight(game.book, game.sight, over, hex_, other)]
    yield say("{count} hexes of {all} in sight:", count=len(seen), all=len(game.sight.places))
    yield ", ".join(seen)
