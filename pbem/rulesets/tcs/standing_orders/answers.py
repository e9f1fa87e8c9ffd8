"""Who answers a trigger, and how: what a side's desk says by its picture and its policies."""

from collections.abc import Iterable, Iterator

from pbem.engine.moments import StandingFile
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs import estimates
from pbem.rulesets.tcs.attacks import Aim
from pbem.rulesets.tcs.estimates import Facing, facing
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import ShownCounter
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.armor_smoke import may_fall_back, may_fire_smoke
from pbem.rulesets.tcs.rules.at_rolls import may_make_at_rolls
from pbem.rulesets.tcs.rules.bearing import from_the_flank
from pbem.rulesets.tcs.rules.range_effects import reaches_by_area, reaches_by_point
from pbem.rulesets.tcs.rules.spotting import may_see
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.standing_orders.conditions import Standpoint, holds
from pbem.rulesets.tcs.standing_orders.reading import ClassWord, UnitPolicy, policy_of
from pbem.rulesets.tcs.told_events import HeldFire, HoldReason
from pbem.rulesets.tcs.units import Kind, TacticalUnit


class StackAsked(Value):
    """An own stack that may answer. place: its hex; units: those of it that may fire; marked: its die is to be thrown; adjacent: it
    stands next to the trigger."""

    place: Hex
    units: tuple[str, ...]
    marked: bool
    adjacent: bool


class FirePlan(Value):
    """What units of a stack fire. at: the class that is aimed at; hex: of smoke."""

    units: tuple[str, ...]
    aim: Aim
    at: Kind
    hex: Hex | None = None


class StackPlan(Value):
    """What a stack answers. rank: its place in line where one distant stack may, the lowest first; fires: () where it holds; held:
    those of its units that do not fire, and why."""

    place: Hex
    rank: int
    fires: tuple[FirePlan, ...]
    held: tuple[HeldFire, ...] = ()


class _Desk(Value, eq=False):
    """A desk as it is asked: its picture, its policies, what it sees at the trigger."""

    game: TacticalGame
    picture: TacticalPicture
    standing: StandingFile
    seen: ShownCounter
    returns: bool = False

    def policy(self, unit: TacticalUnit) -> UnitPolicy:
        """The policy of a unit."""
        return policy_of(self.standing, self.picture.forces, unit)


class _Wish(Value):
    """How a unit would fire, and what it is worth: a chance in percent, or ten times the column."""

    unit: TacticalUnit
    aim: Aim
    at: Kind
    worth: int
    hex: Hex | None = None


class OverwatchAsked(Value):
    """Which of these stacks fire at a trigger? returns: it is enemy fire, which `movers` and units that have acted return."""

    place: Hex
    stacks: tuple[StackAsked, ...]
    returns: bool = False
    movers: tuple[str, ...] = ()

    @rule("TCS3-1-3", "TCS3-1-7")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> tuple[StackPlan, ...]:
        """What each of them fires; () where nobody is seen there."""
        seen = self._seen(picture)
        return tuple(self._plan(_Desk(game, picture, standing, seen, self.returns), stack) for stack in self.stacks) if seen else ()

    def _seen(self, picture: TacticalPicture) -> ShownCounter | None:
        """What is seen there: enemies on the move as they entered, else the counter that is shown."""
        if not self.returns:
            return picture.trigger
        return next((enemy.look for enemy in picture.enemies.values() if enemy.spotted and enemy.look.hex == self.place), None)

    def _plan(self, desk: _Desk, stack: StackAsked) -> StackPlan:
        units = [desk.picture.forces.units[name] for name in stack.units]
        wishes = [wish for unit in units if (wish := self._wish(desk, stack, unit))]
        ranks = [rank for wish in wishes if (rank := desk.policy(wish.unit).distant)]
        fires = (*_together(desk, wishes), *(_single(w) for w in wishes if w.aim != "area"))
        best = max((wish.worth for wish in wishes), default=0)
        held = () if self.returns else tuple(_holding(desk, stack, units, fires))
        return StackPlan(stack.place, min(ranks) if ranks else 1000 - best, fires, held)

    def _wish(self, desk: _Desk, stack: StackAsked, unit: TacticalUnit) -> _Wish | None:
        """How a unit would fire, None where its policy lets it not."""
        policy = desk.policy(unit)
        if self._falls_back(desk, policy, unit, stack):
            return _Wish(unit, "fallback", desk.seen.kind, 0)
        wants = _barred(desk, policy, unit, stack) is None and self._is_free(unit, policy)
        if wants and policy.smoke and _smokes(desk, unit, policy.smoke):
            return _Wish(unit, "smoke", desk.seen.kind, 0, policy.smoke)
        return next(_wishes(desk, policy, unit), None) if wants else None

    @rule("TCSARM-4.10-1", "TCSARM-4.10-2")
    def _falls_back(self, desk: _Desk, policy: UnitPolicy, unit: TacticalUnit, stack: StackAsked) -> bool:
        """Does a unit fall back before an enemy who moves, in place of its fire?"""
        game, picture = desk.game, desk.picture
        if self.returns or policy.fallback is None or game.switches["armor"] is not True or (stack.marked and not policy.marked):
            return False
        able = may_fall_back(game.book, unit, picture.public.segment)
        return able and holds(game, picture, policy.fallback, Standpoint(unit.id)) is True

    @rule("TCS3-1-8")
    def _is_free(self, unit: TacticalUnit, policy: UnitPolicy) -> bool:
        """May it answer fire? Those that moved, and those whose action is over, unless they are to return none."""
        return not self.returns or (policy.return_at != "none" and (unit.id in self.movers or unit.over or unit.fired))


def _single(wish: _Wish) -> FirePlan:
    return FirePlan((wish.unit.id,), wish.aim, wish.at, wish.hex)


@rule("TCSARM-4.6-1")
def _smokes(desk: _Desk, unit: TacticalUnit, place: Hex) -> bool:
    """Does a tank fire smoke in place of its fire? At the first trigger of a segment, at a hex in sight without friends."""
    game, picture = desk.game, desk.picture
    if unit.smoked or game.switches["armor"] is not True or picture.forces.at(place):
        return False
    return may_fire_smoke(unit, distance(unit.hex, place)) and may_see(game.book, game.sight, air(game, picture), unit, place)


@rule("TCS3-1-3", "TCS3-1-5", "TCS3-1-11", "TCSARM-4.3a-2")
def _barred(desk: _Desk, policy: UnitPolicy, unit: TacticalUnit, stack: StackAsked) -> HoldReason | None:
    """The key of a unit's policy that keeps it from firing, None for none. Next to the trigger only one key decides; a mortar keeps
    its shot for a segment."""
    segment = desk.picture.public.segment
    if segment and unit.counter.type == "mortar_section" and policy.mortar != segment:
        return "mortar"
    if stack.adjacent:
        return None if policy.adjacent else "adjacent"
    if distance(unit.hex, desk.seen.hex) > policy.range:
        return "range"
    if stack.marked and not policy.marked:
        return "marked"
    return "hold" if policy.hold and not _is_released(desk, policy, unit) else None


def _is_released(desk: _Desk, policy: UnitPolicy, unit: TacticalUnit) -> bool:
    """Has come what a unit that holds its fire waits for?"""
    if policy.until == "fired":
        return unit.under_fire
    return policy.until == "triggers" and desk.picture.triggers.get(unit.id, 0) >= policy.triggers


def _holding(desk: _Desk, stack: StackAsked, units: Iterable[TacticalUnit], fires: Iterable[FirePlan]) -> Iterator[HeldFire]:
    """Those of a stack that do not fire, and why."""
    firing = {name for fire in fires for name in fire.units}
    return (_held(desk, stack, unit) for unit in units if unit.id not in firing)


@rule("TCS3-1-3")
def _held(desk: _Desk, stack: StackAsked, unit: TacticalUnit) -> HeldFire:
    """Why a unit does not fire at enemies on the move."""
    policy = desk.policy(unit)
    barred = _barred(desk, policy, unit, stack)
    if barred:
        return HeldFire(unit.id, barred)
    best = {wish.aim: wish.worth for wish in _wishes(desk, replace(policy, odds=0), unit)}
    if "area" in best:
        return HeldFire(unit.id, "column", best["area"] // 10, policy.column)
    return HeldFire(unit.id, "odds", max(best.values()), policy.odds) if best else HeldFire(unit.id, "targets")


def _wishes(desk: _Desk, policy: UnitPolicy, unit: TacticalUnit) -> Iterator[_Wish]:
    """How a unit would fire at what is seen, the best first by its policy."""
    for kind in _ranked(policy, desk.seen.kinds):
        yield from _at_class(desk, policy, unit, kind)


def _ranked(policy: UnitPolicy, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    first = tuple(kind for word in policy.targets for kind in kinds if word in (kind, "any"))
    rest = () if policy.only else kinds
    return tuple(dict.fromkeys((*first, *rest)))


@rule("TCSB-14-13", "TCSB-15-8", "TCSB-9-4")
def _at_class(desk: _Desk, policy: UnitPolicy, unit: TacticalUnit, kind: Kind) -> Iterator[_Wish]:
    """The ways in which a unit may fire at a class: an AT roll close by, a point fire, area fire."""
    game, seen, over = desk.game, desk.seen, air(desk.game, desk.picture)
    at, away = _facing(desk, unit), distance(unit.hex, seen.hex)
    if kind != "foot" and away <= 1 and may_make_at_rolls(unit) and _is_hunted(policy.antitank, kind):
        chance = estimates.at_percent(estimates.at_roll(game, over, at))
        if chance >= policy.odds:
            yield _Wish(unit, "antitank", kind, chance)
    spared = desk.returns and not policy.defiladed and estimates.hull_down(game, at)
    if kind != "foot" and not spared and reaches_by_point(game.book, unit.counter, away):
        chance = estimates.shot_percent(estimates.shot(game, over, at))
        if chance >= policy.odds:
            yield _Wish(unit, "point", kind, chance)
    if kind != "armour" and reaches_by_area(game.book, unit.counter, away):
        yield _Wish(unit, "area", kind, 10 * estimates.column(game, (unit,), seen.hex))


@rule("TCSARM-4.4-2", "TCSARM-4.5-2")
def _facing(desk: _Desk, unit: TacticalUnit) -> Facing:
    """A shot at what is seen; with the rules for armor from the flank of armor that moves, as it is seen to face."""
    at, seen = facing(unit, desk.seen), desk.seen
    moving = desk.game.switches["armor"] is True and not desk.returns and seen.kind == "armour"
    return replace(at, flank=True) if moving and from_the_flank(seen.facing, seen.hex, unit.hex) else at


def _is_hunted(antitank: tuple[ClassWord, ...], kind: Kind) -> bool:
    return kind in antitank or "any" in antitank


@rule("TCS3-7-2")
def _together(desk: _Desk, wishes: list[_Wish]) -> tuple[FirePlan, ...]:
    """The area fire of a stack: together, of those whose policy it is strong enough for."""
    firing = [wish for wish in wishes if wish.aim == "area"]
    column = estimates.column(desk.game, [wish.unit for wish in firing], desk.seen.hex)
    units = tuple(wish.unit.id for wish in firing if column >= desk.policy(wish.unit).column)
    return (FirePlan(units, "area", firing[0].at),) if units else ()


class ReturnAsked(Value):
    """At which of these hexes, from which enemies fired, is fire returned? movers: own units that were fired at."""

    places: tuple[Hex, ...]
    movers: tuple[str, ...]

    @rule("TCS3-1-8")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> Hex | None:
        """The hex; None for no fire."""
        units = [picture.forces.units[name] for name in self.movers if name in picture.forces.units]
        looks = {enemy.look.hex: enemy for enemy in picture.enemies.values() if enemy.spotted and enemy.look.hex in self.places}
        if not looks:
            return None
        here = units[0].hex if units else self.places[0]
        wanted = policy_of(standing, picture.forces, units[0]).return_at if units else "nearest"
        named = next((hex_ for hex_, enemy in looks.items() if enemy.name == wanted), None)
        if named:
            return named
        if wanted == "strongest":
            return min(looks, key=lambda hex_: (KIND_ORDER.index(looks[hex_].look.kind), distance(here, hex_), hex_))
        return min(looks, key=lambda hex_: (distance(here, hex_), hex_))


KIND_ORDER: tuple[Kind, ...] = ("armour", "guns", "foot", "soft")
"""Whose fire is the strongest, as a desk sees it."""
