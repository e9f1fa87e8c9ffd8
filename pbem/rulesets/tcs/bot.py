"""A scripted commander: order letters from what its desk knows, and nothing else."""

from collections.abc import Iterable, Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.parser import read_orders
from pbem.orders.tree import Act
from pbem.rulesets.form import Mind
from pbem.rulesets.tcs.actions.dry_run import after, checked, refusals
from pbem.rulesets.tcs.actions.sheet_blocks import next_number
from pbem.rulesets.tcs.actions.vocabulary import vocabulary
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.picture import EnemyCounter, Picture
from pbem.rulesets.tcs.rules.impulses import EXTRA
from pbem.rulesets.tcs.settling.impulses import foreseen, segments_left
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.units import Unit

NEAR = 4
"""So near an enemy must be to one of its missions for a reserve to be committed."""
FIRES = 4
SAFE = 1
"""So far from own units shells are asked for."""
CLOSE, RASH = 3, 0.25
"""Nobody goes on toward enemies so near who are not down; how often one does all the same."""
READY = 12
"""So near armor of the enemy must be for own armor on the move to turn to fire."""
STEADY = ("mg_section", "mortar_section", "at_gun", "aa_gun", "gun_tube")
"""Types that fire from where they are and do not go forward under fire."""


class _Mind(Value, eq=False):
    """What a letter is written from. lead: the armor impulse that its lines are for, "" for none."""

    game: Game
    mind: Mind
    lead: str = ""

    def led(self, line: str) -> str:
        """A line of a unit as it is written for the segment."""
        return line.replace(": ", f": {self.lead}; ", 1) if self.lead and line else line

    def after(self, picture: Picture, text: str) -> Picture | None:
        """The picture once some lines came off, None where one of them would not pass."""
        text = self.led(text)
        found = checked(self.game, picture, read_orders(tuple(numbered(text.split("\n"), 1)), vocabulary(self.game, picture)).lines)
        return found.picture if found.verdicts and all(verdict.ok for verdict in found.verdicts) else None

    def first(self, picture: Picture, lines: Iterable[str]) -> str:
        """The first of some lines that passes."""
        return next((line for line in lines if self.after(picture, line) is not None), "")

    def dares(self, share: float = 1.0) -> bool:
        """Is it bold enough now?"""
        return self.mind.chance.random() < self.mind.temper.boldness * share


def letter(game: Game, picture: Picture, mind: Mind, end: bool) -> str:
    """Orders for the whole pause, every line legal on the picture. end: with the word that closes it."""
    kinds = picture.public.takes(str(game.switches["pace"]))
    own = _Mind(game, mind)
    lines = (*(_command(own, picture) if "A" in kinds else ()), *(_actions(own, picture) if "B" in kinds else ()))
    return "".join(f"{line}\n" for line in (*lines, *(("done",) if end else ())))


# ---------------------------------------------------------------- letter A


def _command(own: _Mind, picture: Picture) -> Iterator[str]:
    yield from _commits(own, picture)
    yield from _drawn_up(own, picture)
    for battery in picture.forces.batteries:
        if plot := own.first(picture, _plots(own, picture, battery)):
            yield plot
            picture = own.after(picture, plot) or picture


def _commits(own: _Mind, picture: Picture) -> Iterator[str]:
    """A reserve is committed once an enemy is known within reach of one of its missions."""
    for sheet in picture.forces.sheets.values():
        if sheet.type == "reserve" and sheet.status == "implemented" and picture.known_enemies:
            near = [option for option in sheet.options if _away(option.objective, picture.known_enemies) <= NEAR]
            if near and own.dares():
                yield f"commit {sheet.id} {near[0].letter}"


def _plots(own: _Mind, picture: Picture, battery: str) -> Iterator[str]:
    """A mission of some fires at the nearest enemy that is clear of own units, by whoever may observe it."""
    units = picture.forces.units.values()
    clear = [place for place in picture.known_enemies if all(distance(unit.hex, place) > SAFE for unit in units)]
    for place in sorted(clear, key=lambda hex_: (_away((hex_,), [unit.hex for unit in units]), hex_)):
        yield from (f"plot {battery} at {place} by {unit.id} {FIRES} he converged" for unit in sorted(units, key=lambda u: u.id))


def _drawn_up(own: _Mind, picture: Picture) -> Iterator[str]:
    """Units that are on no sheet, and on none that waits, get one: to take what counts, or to hold it."""
    forces = picture.forces
    free = [unit.id for unit in forces.units.values() if forces.sheet_of(unit) is None and not forces.waiting(unit)]
    fresh = any(sheet.written == picture.public.turn for sheet in forces.sheets.values())
    goals = sorted({place for award in own.game.awards for place in award.hexes})
    if free and goals and not fresh and own.after(picture, block := _sheet(own.game, picture, free, goals)):
        yield block


def _sheet(game: Game, picture: Picture, force: list[str], goals: list[Hex]) -> str:
    """A sheet of all the map for some units."""
    taken = all(picture.held.get(place) == picture.side for place in goals)
    columns, rows = ({place[part] for place in game.ground.terrain} for part in (slice(2), slice(3, None)))
    edges = (
        f"{side} {column}.{min(rows)}, {column}.{max(rows)}" for side, column in (("left", max(columns)), ("right", min(columns)))
    )
    kind = "hasty defense" if taken else "attack"
    head = f"sheet {next_number(game, picture)} {kind}"
    return "\n".join((head, f"force {', '.join(force)}", f"objective {', '.join(goals)}", *edges, "end sheet"))


# ---------------------------------------------------------------- letter B


def _actions(own: _Mind, picture: Picture) -> Iterator[str]:
    """Lines for each segment of the Action Phase, on the picture as it would begin."""
    passed = picture.public.halfway if picture.public.first == picture.side else ""
    for segment in segments_left(own.game, passed):
        picture = foreseen(own.game, picture, segment)
        led = replace(own, lead=segment if segment in EXTRA else "")
        for call in tuple(picture.forces.units):
            if line := _line(led, picture, picture.forces.units[call]):
                yield led.led(line)
                picture = led.after(picture, line) or picture


def _line(led: _Mind, picture: Picture, unit: Unit) -> str:
    """What a unit does in a segment, "" where it rides, has no part in it, or is forgotten."""
    idle = unit.rides or (led.lead and not (unit.counter.armor and unit.allowance))
    if idle or led.mind.chance.random() < led.mind.temper.noise:
        return ""
    return _of_unit(led, picture, unit)


@rule("TCSARM-4.3c-2")
def _turns(own: _Mind, picture: Picture, unit: Unit) -> str:
    """Armor on the move that turns to fire: to fire in the next segment, or to be ready for who moves."""
    if not unit.segment or unit.mode != "move" or not unit.counter.point:
        return ""
    hard = [e for e in picture.enemies.values() if e.spotted and e.look.target != "A" and not _is_marked(e)]
    near = any(distance(e.look.hex, unit.hex) <= min(READY, unit.counter.point_range) for e in hard)
    return own.first(picture, (f"{unit.id}: fire mode",)) if near and (unit.segment == "final" or not own.dares(RASH)) else ""


def _of_unit(own: _Mind, picture: Picture, unit: Unit) -> str:
    """An assault on whom it stands beside, fire, or a way forward."""
    sheet = picture.forces.sheet_of(unit)
    fires = own.first(picture, _fires(picture, unit)) or _turns(own, picture, unit)
    if sheet is None or sheet.type != "attack":
        return fires or _to_its_place(own, picture, unit)
    if unit.counter.type in STEADY:
        return fires
    if assault := own.first(picture, _assaults(own, picture, unit)):
        return assault
    if fires and _waits(own, picture, unit):
        return fires
    goals = _goals(picture, unit)
    return ("" if unit.hex in goals else _advance(own, picture, unit.id, goals)) or fires


def _to_its_place(own: _Mind, picture: Picture, unit: Unit) -> str:
    """Toward the position of a defense, the end of a move."""
    goals = _goals(picture, unit)
    return "" if not goals or unit.hex in goals else _advance(own, picture, unit.id, goals)


def _waits(own: _Mind, picture: Picture, unit: Unit) -> bool:
    """Does it fire first, since whoever is near ahead is not down yet?"""
    near = [enemy for enemy in picture.enemies.values() if enemy.spotted and distance(enemy.look.hex, unit.hex) <= CLOSE]
    return any(not _is_marked(enemy) for enemy in near) and not own.dares(RASH)


def _assaults(own: _Mind, picture: Picture, unit: Unit) -> Iterator[str]:
    """Into an enemy beside it who is down, or if it dares into any."""
    for place in sorted(picture.known_enemies):
        if distance(unit.hex, place) == 1 and (_is_down(picture, place) or own.dares(0.3)):
            yield f"{unit.id}: assault {place}"


def _is_down(picture: Picture, place: Hex) -> bool:
    there = [enemy for enemy in picture.enemies.values() if enemy.spotted and enemy.look.hex == place]
    return bool(there) and all({"suppressed", "paralyzed"} & set(enemy.look.markers) for enemy in there)


def _fires(picture: Picture, unit: Unit) -> Iterator[str]:
    """At armor by point fire where it has any, else at the nearest by area fire."""
    shown = sorted((enemy for enemy in picture.enemies.values() if enemy.spotted), key=lambda enemy: _rank(unit, enemy))
    for enemy in shown:
        if unit.counter.point and enemy.look.target != "A":
            yield f"{unit.id}: fire {enemy.name} point"
    yield from (f"{unit.id}: fire {enemy.look.hex} area" for enemy in shown if enemy.look.target != "P")


def _rank(unit: Unit, enemy: EnemyCounter) -> tuple[bool, int, str]:
    return _is_marked(enemy), distance(unit.hex, enemy.look.hex), enemy.name


def _is_marked(enemy: EnemyCounter) -> bool:
    return bool({"suppressed", "paralyzed"} & set(enemy.look.markers))


def _goals(picture: Picture, unit: Unit) -> tuple[Hex, ...]:
    sheet: OpSheet | None = picture.forces.sheet_of(unit)
    if sheet is None or sheet.status == "failed" or sheet.type == "reserve":
        return ()
    now = sheet.now.hexes if sheet.now else sheet.objective
    return tuple(hex_ for hex_ in now if hex_ not in picture.known_enemies) or now


def _advance(own: _Mind, picture: Picture, call: str, goals: tuple[Hex, ...]) -> str:
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


def _step(game: Game, picture: Picture, call: str, goals: tuple[Hex, ...]) -> Act | None:
    unit = picture.forces.units[call]
    near = sorted((_away((hex_,), goals), hex_) for hex_ in game.ground.neighbours(unit.hex))
    for away, hex_ in near:
        act = Act("move", slots=(("PATH", (str(hex_),)),))
        if away < _away((unit.hex,), goals) and not refusals(game, picture, (call,), act):
            return act
    return None


def _away(ones: Iterable[Hex], others: Iterable[Hex]) -> int:
    ends = tuple(others)
    return min((distance(one, other) for one in ones for other in ends), default=99)
