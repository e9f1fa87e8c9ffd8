"""Lines of communication: over land within an HQ's command range, or by wireless (TOCS-W7)."""

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.memo import Answers, kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import overland_lines as overland
from pbem.rulesets.tocs.rules.bridges import blocked
from pbem.rulesets.tocs.rules.chain import is_headquarters, is_independent, superiors
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.sight import between, height
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

RAISED = ("city", "suburb")
SHADOWS = ("woods", "forest", "jungle", "town", "suburb", "city")
SWALLOWS = {"forest": 1, "jungle": 2}
Floods = dict[tuple[str, str], overland.Flood]
LOOKS_OVER = 2  # levels of advantage that carry a signal farther, and by how many hexes


class Link(Value):
    """Is there a line? And why, in the words of the side that asks: by what way, or what cuts it ("EZOC at 12.07")."""

    ok: bool
    why: str = ""


LINKED = Link(True)
KNOWN = Answers[tuple[dict[str, bool], Floods]](8)
MOST_STRAINS = 20_000


def loc(view: View, unit: Unit) -> Link:
    """Can the unit reach its own HQ or a higher one, by land or wireless? If not, what cuts it."""
    if in_loc(view, unit):
        return LINKED
    return Link(False, _why(view, unit, superiors(view.forces, unit)))


def in_loc(view: View, unit: Unit) -> bool:
    """Is the unit in communication?"""
    there = view.forces.units.get(unit.id)
    if there is None or there.status != "map":
        return True
    found, floods = _linking(view)
    if unit.id not in found:
        found[unit.id] = _linked(view, there, floods)
    return found[unit.id]


@kept(8)
def _linking(view: View) -> tuple[dict[str, bool], Floods]:
    """What has been found out so far, and the floods for it. The last few are kept: nothing but `asked` counts."""
    public, forces = view.public, view.forces
    when = (public.turn, public.weather, blocked(view), forces.fords)
    asked = (public.owner, public.engaged, public.claims[view.side], forces.units, forces.counters, forces.spans, *when)
    return KNOWN.of((view.game, view.side, *asked), lambda: ({}, {}))


@rule("TOCS-W7.0-1", "TOCS-W7.0-2", "TOCS-W7.0-3", "TOCS-W7.0-6")
def _linked(view: View, unit: Unit, floods: Floods) -> bool:
    """An independent unit and an HQ with nobody above it need no line; all others one to any HQ of their chain."""
    counter = view.forces.counter(unit)
    above = superiors(view.forces, unit)
    if is_independent(counter) or (is_headquarters(counter) and not above):
        return True
    return any(by_wireless(view, hq, unit) or by_land(view, hq, unit, floods) for hq in above)


@rule("TOCS-W7.1-1", "TOCS-W7.1-2", "TOCS-W7.1-3", "TOCS-W2.1-3")
def by_land(view: View, hq: Unit, unit: Unit, floods: Floods | None = None) -> bool:
    """Does a way the unit could legally go lead to the HQ, no longer than its printed command range?

    floods: those made so far, one for each HQ and class of mobility, for all who ask.
    """
    if distance(hq.hex, unit.hex) > view.forces.counter(hq).command:
        return False
    return (unit.hex, unit.bank) in _commanded(view, hq, view.forces.counter(unit), {} if floods is None else floods)


def _commanded(view: View, hq: Unit, counter: Counter, floods: Floods) -> overland.Flood:
    """The places over which an HQ commands units that move like this one; flooded once."""
    key = (hq.id, counter.mobility)
    if key not in floods:
        floods[key] = overland.flood(view, counter, {Position(hq.hex, hq.bank): hq.id}, view.forces.counter(hq).command)
    return floods[key]


@rule("TOCS-W7.2-1")
def by_wireless(view: View, hq: Unit, unit: Unit) -> bool:
    """Is the unit within wireless range of the HQ? Between two HQs the stronger set carries both ways."""
    reach = max(view.forces.counter(hq).wireless, view.forces.counter(unit).wireless)
    return bool(reach) and distance(hq.hex, unit.hex) <= reach + strain(view.game, hq.hex, unit.hex)


@rule("TOCS-W7.2-2", "TOCS-W7.2-3", "TOCS-W11.19-5", "TOCS-W11.26-2", "TOCS-W11.27-2")
def strain(game: Game, start: Hex, end: Hex) -> int:
    """What the ground between two hexes adds to a wireless range: a hex less for each obstacle higher than both ends,
    and for each forest the signal goes through (a jungle takes two); two more where one end looks far over it all.
    The ground does not change: what was computed is kept."""
    known = game.strains.get((start, end))
    if known is None:
        if len(game.strains) >= MOST_STRAINS:
            game.strains.clear()
        known = game.strains[start, end] = _strained(game, start, end)
    return known


def _strained(game: Game, start: Hex, end: Hex) -> int:
    crossed = between(game, start, end)
    ends = (_mast(game, start), _mast(game, end))
    lost = sum(_lost(game, place, ends) for place in crossed)
    over = bool(crossed) and max(ends) - max(_top(game, place) for place in crossed) >= LOOKS_OVER
    return LOOKS_OVER * over - lost


def _mast(game: Game, place: Hex) -> int:
    return game.ground.level[place] + (game.ground.terrain[place] in RAISED)


def _top(game: Game, place: Hex) -> int:
    """How high a hex stands in the way: its hill, and what is on it if that is a full-height obstacle."""
    return height(game, place) if game.ground.terrain[place] in SHADOWS else game.ground.level[place]


def _lost(game: Game, place: Hex, ends: tuple[int, int]) -> int:
    top, through = _top(game, place), SWALLOWS.get(game.ground.terrain[place], 0)
    if through:
        return through if top > min(ends) else 0
    return int(top > max(ends))


def _why(view: View, unit: Unit, above: tuple[Unit, ...]) -> str:
    """What cuts the shortest line over land, or that every HQ is too far away."""
    if not above:
        return say("no HQ of its chain is left")
    counter, at = view.forces.counter(unit), Position(unit.hex, unit.bank)
    starts = {Position(hq.hex, hq.bank): view.forces.counter(hq).call for hq in above}
    hindrance, hexes, call = overland.obstacle(view, counter, at, starts)
    if hindrance:
        return hindrance
    if not call:
        return say("no way over land to its HQ")
    hq = next(hq for hq in above if view.forces.counter(hq).call == call)
    reach = view.forces.counter(hq)
    by_land = counted(hexes, "{number} hex", "{number} hexes")
    said = say("{call} is {hexs} away by land, and commands {command}", call=call, hexs=by_land, command=reach.command)
    return f"{said}; {_heard(view, hq, unit)}"


@rule("TOCS-W7.2-1", "TOCS-W7.2-2")
def _heard(view: View, hq: Unit, unit: Unit) -> str:
    """How far wireless carries between an HQ and a unit over the ground between them, and how far they are apart."""
    carries = max(view.forces.counter(hq).wireless, view.forces.counter(unit).wireless)
    if not carries:
        return say("it has no wireless")
    ground, apart = strain(view.game, hq.hex, unit.hex), distance(hq.hex, unit.hex)
    if ground:
        lower, higher = phrase("{carries}, less {ground} for the ground between"), phrase("{carries}, and {ground} from a height")
        words = say(lower if ground < 0 else higher, carries=carries, ground=abs(ground))
    else:
        words = f"{carries}"
    return say("wireless carries {words}, and {apart} is needed", words=words, apart=apart)
