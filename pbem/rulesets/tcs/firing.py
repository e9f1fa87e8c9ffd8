"""Fire and close combat on their way, after each event: a part of the board's fold."""

from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import Answering, ArmorDue, Closing, Firing

Entered = t.UnitsEntered | t.ClosedIn


def after_fire(firing: Firing, event: e.Fire) -> Firing:
    """After an event of the referee's alone."""
    match event:
        case e.FireOrdered(order):
            return replace(firing, orders=(*firing.orders, order))
        case e.FireTaken(order):
            return replace(firing, orders=((order,) if order else ()) + firing.orders[1:])
        case e.TriggerNoticed(trigger):
            return replace(firing, trigger=trigger)
        case e.ClosingChanged(closing):
            return _closing(firing, closing)
        case e.AssaultsBegan():
            return replace(firing, fighting=bool(firing.assaults))
        case e.AssaultChanged(assault):
            left = ((assault,) if assault else ()) + firing.assaults[1:]
            return replace(firing, assaults=left, fighting=bool(left))
        case e.ArmorFiredAt(due):
            return _due(firing, due)
    return replace(firing, trigger=event.trigger)


@rule("TCSARM-4.1b-2")
def _due(firing: Firing, due: ArmorDue) -> Firing:
    """Armor that is to try its morale, once for a hex: any of the fire that was suppressive or heavy counts."""
    others = tuple(other for other in firing.due if other.key != due.key)
    same = next((other for other in firing.due if other.key == due.key), due)
    origins = tuple(dict.fromkeys((*same.origins, *due.origins)))
    both = replace(
        due, suppressive=due.suppressive or same.suppressive, heavy=due.heavy or same.heavy, origins=origins
    )  # fmt: skip
    return replace(firing, due=(*others, both))


@rule("TCSB-2-13", "TCSB-22-3")
def _closing(firing: Firing, closing: Closing | None) -> Firing:
    """Units that are in and have met the overwatch against them: an assault is fought at the end of the phase, by all who went into
    one hex together."""
    through = firing.closing if closing is None else None
    if through is None or not through.entered or through.what != "assault":
        return replace(firing, closing=closing)
    hexes = dict.fromkeys(assault.hex for assault in (*firing.assaults, through))
    together = (one for hex_ in hexes for one in (*firing.assaults, through) if one.hex == hex_)
    return replace(firing, closing=closing, assaults=tuple(together))


def after_own(firing: Firing, event: t.OwnTold, enemy: str) -> Firing:
    """After an event of a side's own; enemy: the other side."""
    match event:
        case t.FireWanted(_, order):
            return replace(firing, orders=(*firing.orders, order))
        case t.AreaFired(_, units, _, manner):
            return _answered(firing, units, manner)
        case t.PointFired(_, unit, _, manner) | t.AtThrown(_, unit, _, manner):
            return _answered(firing, (unit,), manner)
        case t.CloseWanted(_, closing):
            return replace(firing, closing=closing)
        case t.UnitsEntered() | t.ClosedIn():
            return _triggered(firing, event, enemy)
        case t.CloseOver(won=False) | t.MoveEnded():
            return _come_late(firing, event)
        case t.ArmorTried(side, hex_):
            key = ArmorDue(side, hex_).key
            left = tuple(due for due in firing.due if due.key != key)
            return replace(firing, due=left, armor_tried=firing.armor_tried | {key})
    return firing


@rule("TCSB-5-5")
def _come_late(firing: Firing, event: t.CloseOver | t.MoveEnded) -> Firing:
    """Who is thrown back, or stopped on a move, is the last to arrive where it is."""
    if isinstance(event, t.MoveEnded) and not event.why:
        return firing
    return replace(firing, thrown_back=(*(unit for unit in firing.thrown_back if unit not in event.units), *event.units))


@rule("TCSB-14-14")
def _answered(firing: Firing, units: tuple[str, ...], manner: str) -> Firing:
    """Who fired overwatch in this action phase: a mortar does it once."""
    return replace(firing, answered=firing.answered | set(units)) if manner in ("overwatch", "return") else firing


@rule("TCS3-1-1")
def _triggered(firing: Firing, event: Entered, enemy: str) -> Firing:
    """A hex was entered: for the other side it is a trigger."""
    number = firing.triggers + 1
    return replace(firing, trigger=Answering(enemy, event.hex, event.units, "enters", number, event.left), triggers=number)


def after_public(firing: Firing, event: t.PublicTold) -> Firing:
    """After an event that both sides know."""
    match event:
        case t.ActionBegan():
            return replace(firing, answered=frozenset(), armor_tried=frozenset())
        case t.ActionEnded():
            return replace(firing, thrown_back=())
        case t.SegmentBegan() | t.GunsOrdered():
            return replace(firing, armor_tried=frozenset())
        case t.CleanUpDone():
            return Firing()
    return firing
