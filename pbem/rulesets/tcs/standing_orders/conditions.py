"""What orders may ask (slot CONDITION), answered from one side's picture: yes, no, or None where it does not know.

What is left out is that of the act before which a condition stands: its hex, and the unit that is to do it.
"""

from collections.abc import Callable, Iterator, Mapping

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Branch, Condition, Query, Step
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.rules.sight import in_sight
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.units import TacticalUnit

CLASSES = ("armour", "soft", "guns", "foot", "any")


class Standpoint(Value):
    """From where a condition is read. unit: who is to act, "" for nobody; hex: that of the act; own: NO CLASS WITHIN asks of own
    units, as the terms on which a sheet fails do."""

    unit: str = ""
    hex: Hex | None = None
    own: bool = False


class _Inquiry(Value, eq=False):
    game: TacticalGame
    picture: TacticalPicture
    at: Standpoint

    @property
    def place(self) -> Hex | None:
        """Where the unit stands."""
        unit = self.picture.forces.units.get(self.at.unit)
        return unit.hex if unit else None


@rule("TCSB-20-6")
def holds(game: TacticalGame, picture: TacticalPicture, condition: Condition, at: Standpoint) -> bool | None:
    """Is it so, as far as the desk knows? None: it does not know enough."""
    asked = _Inquiry(game, picture, at)
    return condition.holds(lambda act: _ANSWERS[act.verb](asked, act))


def hex_of(steps: tuple[Step, ...]) -> Hex | None:
    """The hex that the first act of some steps is for: what it names, or where its path ends."""
    for step in steps:
        if isinstance(step, Branch):
            return hex_of(step.then)
        return step.hex() or (step.hexes()[-1] if step.hexes() else None)
    return None


def emptied(condition: Condition, at: Standpoint, so: bool) -> frozenset[Hex]:
    """Hexes that no enemy is in where a condition holds (so) or does not; () where it leaves that open."""
    if len(condition.ways) != 1 or (not so and len(condition.tests) != 1):
        return frozenset()
    places = (query.act.hex() or at.hex for query in condition.tests if _is_of_nobody(query) is so)
    return frozenset(place for place in places if place)


def _is_of_nobody(query: Query) -> bool | None:
    """Does it ask that nobody be in a hex, or (False) that somebody be? None: it asks something else."""
    asks = {"empty": True, "occupied": False}.get(query.act.verb)
    return asks if asks is None or not query.negated else not asks


def _shown(asked: _Inquiry, hex_: Hex | None = None) -> Iterator[EnemyCounter]:
    """Enemy counters that are shown, of one hex or of all."""
    return (one for one in asked.picture.enemies.values() if one.spotted and hex_ in (None, one.look.hex))


def _is_of(enemy: EnemyCounter, name: str) -> bool:
    """Is a counter, or what is seen under it, of a class?"""
    kinds = set(enemy.look.classes or (enemy.look.target,))
    gun = enemy.name.startswith("gun")
    found = {"armour": "P" in kinds, "soft": "B" in kinds, "guns": gun, "foot": "A" in kinds and not gun, "any": True}
    return found[name]


def _class(act: Act) -> str:
    return next((word for word in act.words if word in CLASSES), "any")


def _in_sight(asked: _Inquiry, hex_: Hex) -> bool:
    """Does one of the own units see the hex?"""
    over = air(asked.game, asked.picture)
    viewers = {unit.hex for unit in asked.picture.forces.units.values() if not unit.rides}
    return any(in_sight(asked.game.book, asked.game.sight, over, viewer, hex_) for viewer in sorted(viewers))


def _empty(asked: _Inquiry, act: Act) -> bool | None:
    hex_ = act.hex() or asked.at.hex
    if hex_ is None or hex_ not in asked.game.ground.terrain:
        return None
    if any(_shown(asked, hex_)):
        return False
    return True if _in_sight(asked, hex_) else None


def _occupied(asked: _Inquiry, act: Act) -> bool | None:
    empty = _empty(asked, act)
    return None if empty is None else not empty


def _suppressed(asked: _Inquiry, act: Act) -> bool | None:
    hex_ = act.hex() or asked.at.hex
    there = list(_shown(asked, hex_)) if hex_ else []
    if not there:
        return None
    return all({"suppressed", "paralyzed"} & set(one.look.markers) for one in there)


def _none(asked: _Inquiry, act: Act) -> bool | None:
    reach, turn = act.number("N"), act.number("TURN")
    if turn and asked.picture.public.turn < turn:
        return False
    hex_ = act.hex() or asked.at.hex
    if hex_ is None:
        return None
    return _none_there(asked, hex_, _class(act)) if reach is None else not _within(asked, hex_, _class(act), reach)


def _none_there(asked: _Inquiry, hex_: Hex, name: str) -> bool | None:
    """Is nothing of a class seen in a hex? None where nobody sees it."""
    if any(_is_of(one, name) for one in _shown(asked, hex_)):
        return False
    return True if hex_ in asked.game.ground.terrain and _in_sight(asked, hex_) else None


def _within(asked: _Inquiry, hex_: Hex, name: str, reach: int) -> bool:
    """Is something of a class so near: of the own side's where a sheet asks, else of what is seen of the enemy?"""
    own = (unit.hex for unit in asked.picture.forces.units.values() if is_of(unit, name))
    seen = (one.look.hex for one in _shown(asked) if _is_of(one, name))
    return any(distance(place, hex_) <= reach for place in (own if asked.at.own else seen))


def is_of(unit: TacticalUnit, name: str) -> bool:
    """Is an own unit of a class as orders name them?"""
    counter = unit.counter
    soft = counter.vehicle and not counter.armor
    found = {"armour": counter.armor, "soft": soft, "guns": counter.gun, "foot": not (counter.vehicle or counter.gun), "any": True}
    return found[name]


def _seen(asked: _Inquiry, act: Act) -> bool | None:
    around = act.hex() or asked.place or asked.at.hex
    if around is None:
        return None
    near = (one for one in _shown(asked) if distance(one.look.hex, around) <= (act.number("N") or 0))
    return any(_is_of(one, _class(act)) for one in near)


def _friends(asked: _Inquiry, act: Act) -> bool | None:
    around = act.hex() or asked.at.hex or asked.place
    if around is None:
        return None
    others = (unit for unit in asked.picture.forces.units.values() if unit.id != asked.at.unit)
    return any(distance(unit.hex, around) <= (act.number("N") or 0) for unit in others)


def _named(asked: _Inquiry, act: Act) -> TacticalUnit | None:
    return asked.picture.forces.units.get(act.text("UNIT") or asked.at.unit)


def _is_gone(asked: _Inquiry, act: Act) -> bool:
    """Is the unit lost, or gone into another? One that is still to come, or has left the map, is not."""
    forces, name = asked.picture.forces, act.text("UNIT") or asked.at.unit
    return name in forces.dead or name in forces.merged


def _fired_on(asked: _Inquiry, act: Act) -> bool | None:
    unit = _named(asked, act)
    return unit.under_fire if unit else _is_gone(asked, act)


def _hit(asked: _Inquiry, act: Act) -> bool | None:
    """Has fire told on it in this turn?"""
    unit = _named(asked, act)
    return unit.hit if unit else _is_gone(asked, act)


def _lost(asked: _Inquiry, act: Act) -> bool | None:
    return _is_gone(asked, act)


def _stands(asked: _Inquiry, act: Act) -> bool | None:
    unit = _named(asked, act)
    return unit is not None and unit.hex == act.hex()


def _under(asked: _Inquiry, act: Act) -> bool | None:
    unit = _named(asked, act)
    return unit.steps < (act.number("N") or 0) if unit else _is_gone(asked, act)


def _in_force(asked: _Inquiry, act: Act) -> bool | None:
    sheet = asked.picture.forces.sheets.get(act.text("SHEET") or "")
    return sheet is not None and sheet.status == "implemented"


def _turn(asked: _Inquiry, act: Act) -> bool | None:
    return asked.picture.public.turn >= (act.number("TURN") or 0)


def _visibility(asked: _Inquiry, act: Act) -> bool | None:
    return asked.picture.public.reach >= (act.number("N") or 0)


_ANSWERS: Mapping[str, Callable[[_Inquiry, Act], bool | None]] = {
    "empty": _empty, "occupied": _occupied, "suppressed": _suppressed, "none": _none, "seen": _seen, "friends": _friends,
    "fired on": _fired_on, "hit": _hit, "lost": _lost, "stands": _stands, "under": _under, "in force": _in_force, "turn": _turn,
    "visibility": _visibility,
}  # fmt: skip
