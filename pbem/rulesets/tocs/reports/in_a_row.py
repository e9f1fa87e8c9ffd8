"""What a desk learnt in a row, in as few lines as it takes: a move is one line however many hexes it has, a hex that a look
gained is told with the look, a zone that halts a unit with its move. What happens on the way parts it: the move goes on below."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import ground_lines, unit_lines
from pbem.rulesets.tocs.reports.wording import call, calls_in_short, place, points_left, spot, times
from pbem.rulesets.tocs.units import Activation, Unit

Tell = Callable[[Game, Picture, o.What], tuple[str, ...]]

MOVED = "moved"  # why a unit has changed that went on by a hex
ENTERED, LOOKED = "entered", ("scouted", "probed")  # how a hex is gained: somebody came in, or looked and found it empty


class _Way(Value):
    """Hexes that a unit went through in a row, the last of them as it stands there. opened: what it could spend before, None where
    that was not learnt now; left: afterwards."""

    unit: Unit
    opened: Activation | None
    left: Activation | None = None
    gained: tuple[Hex, ...] = ()
    halted: bool = False

    def joined(self, what: o.What, side: str) -> "_Way | None":
        """With what belongs to it; None: something else was learnt."""
        match what:
            case t.UnitChanged(_, unit, why) if why == MOVED and unit.id == self.unit.id and not self.halted:
                return replace(self, unit=unit)
            case t.ActivationChanged(_, active) if active and active.unit == self.unit.id:
                return replace(self, left=active)
            case t.OwnerChanged(hex_, owner, how) if (hex_, owner, how) == (self.unit.hex, side, ENTERED):
                return replace(self, gained=(*self.gained, hex_))
            case o.OwnHalt(unit, hex_, barred) if not barred and (unit, hex_) == (self.unit.id, self.unit.hex):
                return replace(self, halted=True)
        return None

    def said(self, game: Game, several: bool = False) -> str:
        """`moved to 20.09; gained; 2 AP used, 1 AP left`. several: of more than one unit."""
        told = [say("moved to {place}", place=spot(game, self.unit))]
        on_the_way = [str(hex_) for hex_ in self.gained if hex_ != self.unit.hex]
        told += [say("gained on the way: {hexes}", hexes=", ".join(on_the_way))] if on_the_way else []
        told += [say("gained")] if self.unit.hex in self.gained else []
        spent = [say("each {spent}", spent=said) if several else said for said in self._spent()]
        told += [say("halted there by enemy ZOC")] if self.halted else spent
        return "; ".join(told)

    def _spent(self) -> list[str]:
        """What it took, where that is known, and what is left."""
        if self.left is None:
            return []
        used = self.opened.ap - self.left.ap if self.opened else 0
        spent = say("{used} AP used", used=used) if used > 0 else ""
        rest = say("{left} left", left=points_left(self.left)) if self.left.ap or self.left.mp else ""
        return [", ".join(filter(None, (spent, rest)))] if spent or rest else []


class _Look(Value):
    """A look at a hex: where, what was answered, and whether the hex is gained by it."""

    hex: Hex
    where: str
    answer: str
    gained: bool = False

    def joined(self, what: o.What, side: str) -> "_Look | None":
        """With what belongs to it; None: something else was learnt."""
        if type(what) is t.OwnerChanged and (what.hex, what.owner) == (self.hex, side) and what.how in LOOKED:
            return replace(self, gained=True)
        return None

    def said(self, game: Game) -> str:
        """`empty; gained`."""
        return say("{answer}; gained", answer=self.answer) if self.gained else self.answer


class _Lost(Value):
    """A unit that was destroyed, and how."""

    unit: Unit
    why: str

    def said(self, game: Game) -> str:
        """`destroyed (battle)`."""
        return say("destroyed ({why})", why=say(self.why))


_Part = _Way | _Look | _Lost | str


def in_a_row(game: Game, picture: Picture, learnt: Iterable[o.What], tell: Tell) -> tuple[str, ...]:
    """The lines. tell: what is said of each by itself; picture: after all of it."""

    def alike(part: _Part) -> tuple[type, str]:
        return type(part), part if isinstance(part, str) else part.said(game)

    parts = _Parts(game, picture, tell).of(_without_zones_told_twice(picture.side, tuple(learnt)))
    groups = ((said, tuple(group)) for (_, said), group in groupby(parts, key=alike))
    return tuple(line for said, group in groups for line in _lines(game, picture, said, group))


def _lines(game: Game, picture: Picture, said: str, group: tuple[_Part, ...]) -> tuple[str, ...]:
    """Of whom or of which hexes the same is said: `23.10 (twice), 23.11: empty; under enemy ZOC`, `D,E/505 moved to 21.09`."""
    hexes = [part.where for part in group if isinstance(part, _Look)]
    if hexes:
        return (f"{_named(hexes)}: {said}",)
    units = [part for part in group if isinstance(part, (_Way, _Lost))]
    if not units:
        return (said,) * len(group)
    first = units[0]
    told = first.said(game, several=True) if isinstance(first, _Way) and len(units) > 1 else said
    return (f"{calls_in_short(call(picture.forces, part.unit.id) for part in units)} {told}",)


def _named(hexes: Iterable[str]) -> str:
    """`23.10 (twice), 23.11`."""
    counts = Counter(hexes).items()
    return ", ".join(one if count == 1 else say("{place} ({times})", place=one, times=times(count)) for one, count in counts)


class _Points(NamedTuple):
    """What the active unit had left when something was told last, and what it has now; None where that was not learnt."""

    opened: Activation | None = None
    active: Activation | None = None

    def after(self, what: o.What) -> "_Points":
        """When this is learnt."""
        if type(what) is t.UnitActivated:
            return _Points(what.active, what.active)
        return _Points(self.opened, what.active) if type(what) is t.ActivationChanged else self

    def told(self) -> "_Points":
        """When something was told."""
        return _Points(self.active, self.active)

    def of(self, unit: Unit, points: Activation | None) -> Activation | None:
        """These points, if they are this unit's."""
        return points if points and points.unit == unit.id else None


def _over(going: "_Way | _Look | None") -> tuple[_Part, ...]:
    return (going,) if going else ()


class _Parts(NamedTuple):
    """Makes the parts of what is told out of what was learnt."""

    game: Game
    picture: Picture
    tell: Tell

    def of(self, learnt: Iterable[o.What]) -> Iterator[_Part]:
        """The parts in order."""
        going: _Way | _Look | None = None  # it may go on
        points = _Points()
        for what in learnt:
            points = points.after(what)
            more = going.joined(what, self.picture.side) if going else None
            begun = None if more else self._begun(what, points)
            said = () if more or begun else self._alone(what)
            if begun or said:
                yield from _over(going)
                going, points = None, points.told()
            yield from said
            going = more or begun or going
        yield from _over(going)

    def _alone(self, what: o.What) -> tuple[_Lost | str, ...]:
        """What does not go on."""
        if type(what) is t.UnitChanged and what.unit.status == "dead" and what.why not in unit_lines.AS_IT_IS:
            return (_Lost(what.unit, what.why),)
        return self.tell(self.game, self.picture, what)

    def _begun(self, what: o.What, points: _Points) -> _Way | _Look | None:
        """What may go on, if this begins it."""
        match what:
            case t.UnitChanged(_, unit, why) if why == MOVED and unit.status == "map":
                return _Way(unit, points.of(unit, points.opened), points.of(unit, points.active))
            case t.HexScouted():
                return _Look(what.hex, place(self.game, what.hex), ground_lines.answer(what))
            case t.HomeScouted():
                return _Look(what.hex, place(self.game, what.hex), say("no enemy; you held it already"))
        return None


def _without_zones_told_twice(side: str, learnt: tuple[o.What, ...]) -> Iterator[o.What]:
    """A zone that a look found, or that halts who comes into it, is told with the look or with the unit."""
    looks = {seen.hex for seen in learnt if type(seen) is t.HexScouted and seen.ezoc}
    halts = {seen.hex for seen in learnt if type(seen) is o.OwnHalt and not seen.barred}
    for seen in learnt:
        if not (type(seen) is t.EzocAnswered and seen.stands and seen.viewer == side and seen.hex in looks | halts):
            yield seen
