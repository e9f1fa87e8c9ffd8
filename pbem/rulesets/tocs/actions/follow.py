"""FOLLOW: a move to where another unit stands, along the way it took (TOCS-W10.1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.memo import kept
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.actions import move
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.chain import parent_of


class Follow(Value):
    """The unit that goes before, by its call."""

    leader: str


def order(act: Act, picture: Picture) -> Follow:
    """The order from its words."""
    return Follow(act.text("UNIT") or "")


@kept(4)
def _move(picture: Picture, order: Follow) -> move.Move | Refusal:
    """The move it comes to; the same for the same, so that it is planned but once."""
    unit, _ = active_unit(picture)
    leader = picture.forces.unit_called(order.leader)
    call = picture.forces.counter(unit).call
    if leader is None or leader.status != "map":
        return illegal(say("{leader} is not on the map", leader=order.leader), "TOCS-W10.1-1")
    if leader.id == unit.id:
        return illegal(say("{call} cannot follow itself", call=call), "TOCS-W10.1-1")
    if leader.hex == unit.hex:
        return illegal(say("{call} stands where {leader} is", call=call, leader=order.leader), "TOCS-W10.1-1")
    trail = picture.forces.trails.get(leader.id, ())
    if unit.hex in trail and trail[-1] == leader.hex:
        return move.Move((unit.hex, *trail[trail.index(unit.hex) + 1 :]))
    return move.Move((leader.hex,))


def check(game: Game, picture: Picture, order: Follow) -> tuple[Refusal, ...]:
    """As for the move it comes to."""
    made = _move(picture, order)
    return (made,) if isinstance(made, Refusal) else move.check(game, picture, made)


def beyond(game: Game, picture: Picture, order: Follow) -> bool:
    """As for the move it comes to."""
    made = _move(picture, order)
    return not isinstance(made, Refusal) and move.beyond(game, picture, made)


def expect(game: Game, picture: Picture, order: Follow) -> Picture:
    """The unit beside its leader."""
    made = _move(picture, order)
    assert not isinstance(made, Refusal)
    return move.expect(game, picture, made)


def execute(moment: Moment, picture: Picture, order: Follow) -> Outcome:
    """Hex by hex, as any move."""
    made = _move(picture, order)
    assert not isinstance(made, Refusal)
    return move.execute(moment, picture, made)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Units of its own formation that have moved this impulse."""
    forces = picture.forces
    own, went = forces.counter(unit), forces.trails
    others = (u for u in forces.on_map() if u.id in went and u.id != unit and u.hex != forces.units[unit].hex)
    return tuple(f"follow {forces.counter(u).call}" for u in others if parent_of(forces, u.id) == parent_of(forces, own.id))


def warn(game: Game, picture: Picture, order: Follow) -> tuple[str, ...]:
    """What the move would be warned of."""
    made = _move(picture, order)
    assert not isinstance(made, Refusal)
    return move.warn(game, picture, made)


ACTION = Action(
    verb=Verb("follow", ("follow UNIT",), "unit", phrase("move to where another of your units stands, by its way")),
    help=phrase(
        """FOLLOW moves a unit to the hex another unit stands in, along the way that one took this impulse where the two began
together, else the cheapest way. The other moves first: put its line above.

    A/504: move 12.09
    B/504: follow A/504"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn, beyond=beyond,
)  # fmt: skip
