"""Letter B of a scripted commander: who fires, together with whom; who storms a hex, once enough of them can; who comes up.

It knows its desk's picture alone. Every line is tried on the dry run before it is written, and each on top of those before it.
"""

from collections.abc import Generator, Iterable, Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.parser import read_orders
from pbem.orders.tree import Act
from pbem.rulesets.form import Mind
from pbem.rulesets.tcs.actions.dry_run import after, checked, refusals, stacks
from pbem.rulesets.tcs.actions.vocabulary import vocabulary
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import EnemyCounter, TacticalPicture
from pbem.rulesets.tcs.rules.impulses import EXTRA
from pbem.rulesets.tcs.settling.impulses import foreseen, segments_left
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.units import TacticalUnit

RASH = 0.25
"""How often one does what is not wise."""
READY = 12
"""So near armor of the enemy must be for own armor on the move to turn to fire."""
ENOUGH = 40
"""Strength of area fire that goes into an enemy's hex together, from which on it is stormed."""
LAST = 2
"""So many turns before the end of the game, and later, half of it is enough."""
STANDOFF = 2
"""So far from enemies who are not down those stay who do not storm."""
STEADY = ("mg_section", "mortar_section", "at_gun", "aa_gun", "gun_tube")
"""Types that fire from where they are and do not go forward under fire."""


class OwnMind(Value, eq=False):
    """What a letter is written from. lead: the armor impulse that its lines are for, "" for none."""

    game: TacticalGame
    mind: Mind
    lead: str = ""

    def led(self, line: str) -> str:
        """A line of a unit as it is written for the segment."""
        return line.replace(": ", f": {self.lead}; ", 1) if self.lead and line else line

    def after(self, picture: TacticalPicture, text: str) -> TacticalPicture | None:
        """The picture once some lines came off, None where one of them would not pass."""
        text = self.led(text)
        found = checked(self.game, picture, read_orders(tuple(numbered(text.split("\n"), 1)), vocabulary(self.game, picture)).lines)
        return found.picture if found.verdicts and all(verdict.ok for verdict in found.verdicts) else None

    def first(self, picture: TacticalPicture, lines: Iterable[str]) -> str:
        """The first of some lines that passes."""
        return next((line for line in lines if self.after(picture, line) is not None), "")

    def dares(self, share: float = 1.0) -> bool:
        """Is it bold enough now?"""
        return self.mind.chance.random() < self.mind.temper.boldness * share


def actions(own: OwnMind, picture: TacticalPicture) -> Iterator[str]:
    """Lines for each segment of the Action Phase, on the picture as it would begin."""
    passed = picture.public.halfway if picture.public.first == picture.side else ""
    for segment in segments_left(own.game, passed):
        picture = foreseen(own.game, picture, segment)
        picture = yield from _in_segment(replace(own, lead=segment if segment in EXTRA else ""), picture)


def _in_segment(own: OwnMind, picture: TacticalPicture) -> Generator[str, None, TacticalPicture]:
    """Fires first, since who is down fires less; then the storm, then who comes up. Hands back the picture as they would leave
    it."""
    able = [unit.id for unit in picture.forces.units.values() if _may_act(own, unit)]
    going = storm(own, picture, able)
    for line in (*_volleys(own, picture, [call for call in able if call not in going]), *dict.fromkeys(going.values())):
        if (then := own.after(picture, line)) is not None:
            yield own.led(line)
            picture = then
    for call in able:
        unit = picture.forces.units[call]
        line = "" if call in going or unit.fired else _comes_up(own, picture, unit)
        if line:
            yield own.led(line)
            picture = own.after(picture, line) or picture
    return picture


def _may_act(own: OwnMind, unit: TacticalUnit) -> bool:
    """Is it to be thought of in this segment? Armor alone acts in an impulse of armor."""
    idle = unit.rides or unit.paralyzed or (own.lead and not (unit.counter.armor and unit.allowance))
    return not idle and own.mind.chance.random() >= own.mind.temper.noise


# ---------------------------------------------------------------- the storm


def storm(own: OwnMind, picture: TacticalPicture, able: list[str]) -> dict[str, str]:
    """The line of each unit that goes into one hex of the enemy's, where enough of them can; {} for none."""
    for place in targets(own, picture):
        lines = {call: line for call in able if (line := _way_in(own, picture, picture.forces.units[call], place))}
        strength = sum(_strength(picture.forces.units[call]) for call in lines)
        if strength >= _needed(own, picture, place):
            return _together(own, picture, lines)
    return {}


def targets(own: OwnMind, picture: TacticalPicture) -> list[Hex]:
    """Enemy hexes that are to be taken, the nearest to those who are to take them first."""
    attackers = [unit for unit in picture.forces.units.values() if _attacks(picture, unit)]
    goals = {goal for unit in attackers for goal in _goals(picture, unit)} | {p for award in own.game.awards for p in award.hexes}
    places = [place for place in picture.known_enemies if place in goals or any(distance(place, u.hex) == 1 for u in attackers)]
    return sorted(places, key=lambda place: (sum(distance(place, unit.hex) for unit in attackers), place))


def in_reach(own: OwnMind, picture: TacticalPicture) -> Hex | None:
    """The enemy's hex that some could go into in the Action Phase to come, None for none."""
    then = replace(picture, public=replace(picture.public, letter="B"))
    calls = list(picture.forces.units)
    return next((p for p in targets(own, then) if any(_way_in(own, then, then.forces.units[call], p) for call in calls)), None)


def _attacks(picture: TacticalPicture, unit: TacticalUnit) -> bool:
    """Is it one of those that are to take something?"""
    sheet = picture.forces.sheet_of(unit)
    attack = sheet is not None and sheet.type == "attack" and sheet.status == "implemented"
    return attack and unit.counter.type not in STEADY


def _needed(own: OwnMind, picture: TacticalPicture, place: Hex) -> int:
    """How much strength is enough for a hex: less once its defenders are down, and near the end."""
    share = 0.5 if _is_down(picture, place) or picture.public.turn > own.game.turns - LAST else 1.0
    return int(ENOUGH * share * (0.7 if own.dares(RASH) else 1.0))


def _strength(unit: TacticalUnit) -> int:
    return unit.counter.area * unit.steps // unit.counter.steps


def _way_in(own: OwnMind, picture: TacticalPicture, unit: TacticalUnit, place: Hex) -> str:
    """The line by which a unit would go into a hex in this turn, "" where it cannot."""
    if (
        not _attacks(picture, unit)
        or unit.suppressed
        or unit.fired
        or unit.over
        or (unit.counter.armor and not _is_down(picture, place))
    ):
        return ""
    head = "" if unit.mode == "move" else "move mode; "
    if distance(unit.hex, place) == 1:
        return own.first(picture, (f"{unit.id}: {head}assault {place}",))
    doors = sorted(own.game.ground.neighbours(place), key=lambda hex_: (distance(hex_, unit.hex), hex_))
    near = [hex_ for hex_ in doors if hex_ not in picture.known_enemies and distance(hex_, unit.hex) < distance(place, unit.hex)]
    return own.first(picture, (f"{unit.id}: {head}move {hex_}; assault {place}" for hex_ in near))


def _together(own: OwnMind, picture: TacticalPicture, lines: dict[str, str]) -> dict[str, str]:
    """Those of one hex that do the same go as a stack: one entry, one trigger."""
    found = dict[str, str]()
    for calls in stacks(picture, tuple(lines)):
        for call in calls:
            same = [other for other in calls if lines[other].partition(": ")[2] == lines[call].partition(": ")[2]]
            line = f"{', '.join(same)}: {lines[call].partition(': ')[2]}"
            found[call] = line if own.after(picture, line) is not None else lines[call]
    return found


def _is_down(picture: TacticalPicture, place: Hex) -> bool:
    there = [enemy for enemy in picture.enemies.values() if enemy.spotted and enemy.look.hex == place]
    return bool(there) and all(_is_marked(enemy) for enemy in there)


# ---------------------------------------------------------------- fire


def _volleys(own: OwnMind, picture: TacticalPicture, able: list[str]) -> Iterator[str]:
    """Point fire one by one, then all of a hex together at one hex."""
    left = list[str]()
    for call in able:
        unit = picture.forces.units[call]
        line = own.first(picture, _shots(picture, unit)) or _turns(own, picture, unit)
        if line:
            yield line
        elif _stays(own, picture, unit):
            left.append(call)
    for calls in stacks(picture, tuple(left)):
        yield from _volley(own, picture, calls)


def _volley(own: OwnMind, picture: TacticalPicture, calls: tuple[str, ...]) -> Iterator[str]:
    """Area fire of a stack: those who can fire together at the first place that any can fire at, then the others likewise."""
    while calls:
        place, able = _first_aim(own, picture, calls)
        if not able:
            return
        yield f"{', '.join(able)}: fire {place} area"
        calls = tuple(call for call in calls if call not in able)


def _first_aim(own: OwnMind, picture: TacticalPicture, calls: tuple[str, ...]) -> tuple[Hex | None, tuple[str, ...]]:
    """The first place that one of a stack can fire at, and those who can; () for none."""
    for place in _aims(own, picture, picture.forces.units[calls[0]]):
        if able := tuple(call for call in calls if own.after(picture, f"{call}: fire {place} area") is not None):
            return place, able
    return None, ()


def _aims(own: OwnMind, picture: TacticalPicture, unit: TacticalUnit) -> list[Hex]:
    """Enemies that area fire tells on, whoever is not down first, then what is to be taken, then the nearest."""
    soft = [enemy for enemy in picture.enemies.values() if enemy.spotted and enemy.look.target != "P"]
    goals = targets(own, picture)[:1]
    ranked = sorted(soft, key=lambda e: (_is_marked(e), e.look.hex not in goals, distance(unit.hex, e.look.hex), e.name))
    return list(dict.fromkeys(enemy.look.hex for enemy in ranked))


def _stays(own: OwnMind, picture: TacticalPicture, unit: TacticalUnit) -> bool:
    """Does it fire from where it is in place of going on? Who has nothing to fear ahead goes on."""
    if not _attacks(picture, unit):
        return True
    if unit.mode == "move":
        return False
    near = [e for e in picture.enemies.values() if e.spotted and distance(e.look.hex, unit.hex) <= unit.counter.area_range]
    return bool(near) and not own.dares(RASH)


def _shots(picture: TacticalPicture, unit: TacticalUnit) -> Iterator[str]:
    """Point fire at what is hard, the nearest first."""
    shown = sorted((enemy for enemy in picture.enemies.values() if enemy.spotted), key=lambda enemy: _rank(unit, enemy))
    for enemy in shown:
        if unit.counter.point and enemy.look.kind != "foot":
            yield f"{unit.id}: fire {enemy.name} point"


def _rank(unit: TacticalUnit, enemy: EnemyCounter) -> tuple[bool, int, str]:
    return _is_marked(enemy), distance(unit.hex, enemy.look.hex), enemy.name


def _is_marked(enemy: EnemyCounter) -> bool:
    return bool({"suppressed", "paralyzed"} & set(enemy.look.markers))


@rule("TCSARM-4.3c-2")
def _turns(own: OwnMind, picture: TacticalPicture, unit: TacticalUnit) -> str:
    """Armor on the move that turns to fire: to fire in the next segment, or to be ready for who moves."""
    if not unit.segment or unit.mode != "move" or not unit.counter.point:
        return ""
    hard = [e for e in picture.enemies.values() if e.spotted and e.look.target != "A" and not _is_marked(e)]
    near = any(distance(e.look.hex, unit.hex) <= min(READY, unit.counter.point_range) for e in hard)
    return own.first(picture, (f"{unit.id}: fire mode",)) if near and (unit.segment == "final" or not own.dares(RASH)) else ""


# ---------------------------------------------------------------- coming up


def _comes_up(own: OwnMind, picture: TacticalPicture, unit: TacticalUnit) -> str:
    """A way to where its sheet takes it; an attacker who stands near enough turns to fire."""
    goals = _goals(picture, unit)
    if not goals or unit.hex in goals or unit.counter.type in STEADY:
        return ""
    return _advance(own, picture, unit.id, goals)


def _goals(picture: TacticalPicture, unit: TacticalUnit) -> tuple[Hex, ...]:
    """Where its sheet sends a unit: in an attack first to what is not held yet."""
    sheet: OpSheet | None = picture.forces.sheet_of(unit)
    if sheet is None or sheet.status == "failed" or sheet.type == "reserve":
        return ()
    now = sheet.now.hexes if sheet.now else sheet.objective
    open_ = tuple(hex_ for hex_ in now if hex_ not in picture.known_enemies)
    left = tuple(hex_ for hex_ in open_ if picture.held.get(hex_) != picture.side)
    return (left if sheet.type == "attack" else ()) or open_ or now


def _advance(own: OwnMind, picture: TacticalPicture, call: str, goals: tuple[Hex, ...]) -> str:
    """The mode, then hex by hex nearer to a goal, as long as it is let pass."""
    game, acts, path, start = own.game, list[str](), list[Hex](), picture
    if not refusals(game, picture, (call,), Act("move mode")):
        picture = after(game, picture, (call,), Act("move mode"))
        acts.append("move mode")
    while step := _step(game, picture, call, goals):
        picture = after(game, picture, (call,), step)
        path.append(step.hexes()[0])
    way = f"move {', '.join(path)}"
    line = f"{call}: {'; '.join((*acts, way))}" if path else ""
    return line if line and own.after(start, line) is not None else ""


def _step(game: TacticalGame, picture: TacticalPicture, call: str, goals: tuple[Hex, ...]) -> Act | None:
    """The next hex, nearer to a goal and not too near to enemies who are up."""
    unit = picture.forces.units[call]
    up = [enemy.look.hex for enemy in picture.enemies.values() if enemy.spotted and not _is_marked(enemy)]
    near = sorted((away((hex_,), goals), hex_) for hex_ in game.ground.neighbours(unit.hex))
    for off, hex_ in near:
        act = Act("move", slots=(("PATH", (str(hex_),)),))
        safe = away((hex_,), up) >= min(STANDOFF, away((unit.hex,), up))
        if safe and off < away((unit.hex,), goals) and not refusals(game, picture, (call,), act):
            return act
    return None


def away(ones: Iterable[Hex], others: Iterable[Hex]) -> int:
    """How many hexes lie between the nearest of both."""
    ends = tuple(others)
    return min((distance(one, other) for one in ones for other in ends), default=99)
