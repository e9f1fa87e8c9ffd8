"""The set-up before the first turn: who may be placed otherwise than printed, and where (TOCS-2.1-1, W10.9-7)."""

from collections.abc import Mapping

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say, worded
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge, bridge_named
from pbem.rulesets.tocs.rules import facilities
from pbem.rulesets.tocs.rules.arrivals import reaches_edge
from pbem.rulesets.tocs.rules.bridges import hit, strength
from pbem.rulesets.tocs.rules.supply import KINDS
from pbem.rulesets.tocs.units import Freedom, SupplySource
from pbem.rulesets.tocs.view import Public, View

WORKS = {"entrenched": 1, "strongpoint": 2, "fortified_area": 3}  # set-up points a level costs
ON_RAILS = ("railyard", "railhead")
EDGES = {"N": phrase("north"), "E": phrase("east"), "S": phrase("south"), "W": phrase("west")}


def closed(view: View) -> Refusal | None:
    """Why nothing can be set up now."""
    if view.public.turn:
        return illegal(say("the game has begun: the set-up is closed"), "TOCS-2.1-1")
    return None if view.forces.freedom else illegal(say("this side sets up as printed"), "TOCS-2.1-1")


@rule("TOCS-2.1-1")
def misplaced(view: View, hex_: Hex) -> Refusal | None:
    """Why a hex is no place to set up in: the scenario's zone, or else the own perimeter."""
    freedom = view.forces.freedom
    if not view.own(hex_) or (freedom and freedom.hexes and hex_ not in freedom.hexes):
        return illegal(say("{hex} is outside the ground you may set up in", hex=hex_), "TOCS-2.1-1")
    return None


@rule("TOCS-W8.1-1")
def free_bases(forces: Forces) -> tuple[SupplySource, ...]:
    """The bases that a side may place otherwise than printed."""
    freedom = forces.freedom or Freedom()
    return tuple(s for _, s in sorted(forces.sources.items()) if s.kind == "base" and not s.secret and s.id in freedom.stores)


@rule("TOCS-2.1-1", "TOCS-W8.1-1")
def known_before_play(public: Public, side: str, forces_of: Mapping[str, Forces]) -> Public:
    """What is public as this side knows it before the set-up: not yet a base that the enemy may place otherwise than printed."""
    theirs = {base.hex for other, forces in forces_of.items() if other != side for base in free_bases(forces)}
    return replace(public, bases={hex_: owner for hex_, owner in public.bases.items() if hex_ not in theirs})


@rule("TOCS-W10.4-5", "MASL-16.8-1")
def unbreakable(view: View, hexes: tuple[Hex, ...]) -> Refusal | None:
    """Why not just these bridges can be broken before play."""
    freedom = view.forces.freedom or Freedom()
    free = {b.hex for b in view.game.ground.bridges if b.id in freedom.bridges}
    wrong = [h for h in hexes if h not in free]
    if wrong:
        return illegal(say("no bridge at {wrong} is yours to break", wrong=", ".join(wrong)), "TOCS-W10.14-3")
    if len(set(hexes)) > freedom.broken:
        return illegal(
            say("{broken} bridges may be broken, not {number}", broken=freedom.broken, number=len(set(hexes))), "TOCS-W10.14-3"
        )
    return None


def breaking(view: View, hexes: tuple[Hex, ...]) -> tuple[Bridge, ...]:
    """The bridges that change when these alone are broken of all that may be: each as it is then."""
    freedom = view.forces.freedom or Freedom()
    free = (b for b in view.game.ground.bridges if hexes and b.id in freedom.bridges)
    wanted = (hit(view.game, b, strength(view.game, b)) if b.hex in hexes else b for b in free)
    return tuple(b for b in wanted if bridge_named(view.game.ground, b.id, view.forces.spans) != b)


def _free(view: View, kind: str) -> list[SupplySource | Facility]:
    """The stores and facilities of a kind that the scenario lets a side place."""
    freedom = view.forces.freedom or Freedom()
    stores = [s for s in view.forces.sources.values() if s.id in freedom.stores and s.kind == kind]
    return [*stores, *(s for s in view.forces.sites if s.id in freedom.facilities and kind in (s.kind, "facility"))]


@rule("TOCS-2.1-1", "TOCS-W8.1-2", "TOCS-W12.0-2")
def placed(view: View, kind: str, start: Hex | None) -> SupplySource | Facility | Refusal:
    """The store or facility of a kind ("facility": of any) that a side is to place; start: the hex it stands in, which must be
    named where there are several."""
    able = [thing for thing in _free(view, kind) if start in (None, thing.hex)]
    what = say(facilities.KINDS.get(kind) or KINDS.get(kind) or phrase("facility"))
    if not able:
        return illegal(say("the scenario lets you place no {store}", store=what), "TOCS-W8.1-2" if kind in KINDS else "TOCS-2.1-1")
    if len(able) > 1:
        hexes = ", ".join(sorted({str(thing.hex) for thing in able}))
        return illegal(say("which {store}? Name the hex it stands in, as FROM: {hexes}", store=what, hexes=hexes), "TOCS-2.1-1")
    return able[0]


@rule("MASL-16.3-1", "MASL-16.4-1", "MASL-16.5-1")
def bound(view: View, name: str, what: str, hex_: Hex) -> Refusal | None:
    """Why a thing or a unit does not go into a hex: the scenario binds it to others. name: its id; what: as letters call it."""
    hexes = (view.forces.freedom or Freedom()).bound.get(name)
    if hexes is None or hex_ in hexes:
        return None
    return illegal(say("{what} stands in one of {hexes}", what=what, hexes=", ".join(map(str, hexes))), "MASL-16.3-1")


@rule("MASL-16.3-2")
def crowded(view: View, thing: SupplySource | Facility, hex_: Hex) -> Refusal | None:
    """Why a thing does not go into a hex: another stands there, and no two of them share one."""
    alone = (view.forces.freedom or Freedom()).one_a_hex
    if thing.id not in alone:
        return None
    things: list[SupplySource | Facility] = [*view.forces.sources.values(), *view.forces.sites]
    for other in things:
        if other.id in alone and other.id != thing.id and other.hex == hex_:
            what = say(facilities.KINDS.get(other.kind) or KINDS.get(other.kind) or phrase("facility"))
            return illegal(say("your {what} is in {hex}, and no two share one", what=what, hex=hex_), "MASL-16.3-2")
    return None


@rule("MASL-16.4-3", "MASL-16.4-1")
def afresh(view: View, kind: str, hex_: Hex) -> Facility | Refusal:
    """A facility of a kind that was destroyed, as it is when it is set up afresh in a hex, or why it cannot be."""
    may = {place.facility: place for place in view.forces.afresh}
    fallen = [site for site in view.forces.sites if site.id in may and kind in (site.kind, "facility") and not site.works]
    if not fallen:
        return closed(view) or illegal(say("nothing of that kind was destroyed"), "MASL-16.4-3")
    place = may[fallen[0].id]
    if not view.own(hex_) or hex_ in view.public.engaged:
        return illegal(say("{hex} is not inside your perimeter, or fought over", hex=hex_), "MASL-16.4-3")
    if view.game.ground.terrain[hex_] not in place.ground:
        ground = say(" or ").join(map(worded, place.ground))
        return illegal(say("{hex} is no {ground}", hex=hex_, ground=ground), "MASL-16.4-3")
    if not reaches_edge(view, hex_, place.edge):
        edge = say(EDGES[place.edge])
        return illegal(say("no line of supply runs from {hex} to the {edge} edge of the map", hex=hex_, edge=edge), "MASL-16.4-3")
    full = crowded(view, fallen[0], hex_)
    if full:
        return full
    return replace(fallen[0], hex=hex_, damage=0, held=0, captor="")


@rule("MASL-16.8-3")
def shifted(view: View, hexes: tuple[Hex, ...]) -> tuple[tuple[Hex, Hex], ...]:
    """The works that change their place when the bridges of these hexes are broken: from where to where. Those of a bridge that is
    down go to one left standing that has none, in the order of the scenario."""
    freedom = view.forces.freedom
    if freedom is None or not hexes:
        return ()
    at = {bridge.id: bridge.hex for bridge in view.game.ground.bridges}
    guarded, free = [at[name] for name in freedom.follow], [at[name] for name in freedom.bridges]
    down, held = [h for h in guarded if h in hexes], {h for h in free if h in view.works}
    spare = [h for h in free if h not in guarded and h not in hexes][: len(down)]
    wanted = {*guarded, *spare} - set(down[: len(spare)])
    return tuple(zip(sorted(held - wanted), sorted(wanted - held), strict=False))


@rule("TOCS-W12.2-1")
def no_railway(view: View, site: Facility, hex_: Hex) -> Refusal | None:
    """Why a railyard or railhead does not go into a hex."""
    near = view.game.ground.neighbours[hex_]
    if site.kind not in ON_RAILS or any((hex_, other) in view.game.ground.rails for other in near):
        return None
    return illegal(say("no railway runs through {hex}", hex=hex_), "TOCS-W12.2-1")


def movable(view: View, call: str) -> bool:
    """May this unit be set up elsewhere than printed?"""
    freedom, unit = view.forces.freedom, view.forces.unit_called(call)
    return bool(freedom and unit and unit.status == "map" and (not freedom.units or unit.id in freedom.units))
