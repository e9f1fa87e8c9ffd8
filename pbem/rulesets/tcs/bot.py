"""A scripted commander: order letters from what its desk knows, and nothing else."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.form import Mind
from pbem.rulesets.tcs.actions.sheet_blocks import next_number
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.tactics import OwnMind, actions, away, in_reach

NEAR = 4
"""So near an enemy must be to one of its missions for a reserve to be committed."""
FIRES, RATE = 4, 8
"""Battery fires of a mission, and of one at a hex that is to be stormed in the same turn."""
SAFE = 1
"""So far from own units shells are asked for."""


def letter(game: TacticalGame, picture: TacticalPicture, mind: Mind, end: bool) -> str:
    """Orders for the whole pause, every line legal on the picture. end: with the word that closes it."""
    kinds = picture.public.takes(str(game.switches["pace"]))
    own = OwnMind(game, mind)
    lines = (*(_command(own, picture) if "A" in kinds else ()), *(actions(own, picture) if "B" in kinds else ()))
    return "".join(f"{line}\n" for line in (*lines, *(("done",) if end else ())))


# ---------------------------------------------------------------- letter A


def _command(own: OwnMind, picture: TacticalPicture) -> Iterator[str]:
    yield from _commits(own, picture)
    yield from _sent_ahead(own, picture)
    yield from _drawn_up(own, picture)
    for battery in picture.forces.batteries:
        if plot := own.first(picture, _plots(own, picture, battery)):
            yield plot
            picture = own.after(picture, plot) or picture


def _commits(own: OwnMind, picture: TacticalPicture) -> Iterator[str]:
    """A reserve is committed once an enemy is known within reach of one of its missions."""
    for sheet in picture.forces.sheets.values():
        if sheet.type == "reserve" and sheet.status == "implemented" and picture.known_enemies:
            near = [option for option in sheet.options if away(option.objective, picture.known_enemies) <= NEAR]
            if near and own.dares():
                yield f"commit {sheet.id} {near[0].letter}"


@rule("TCSARM-4.8-1")
def _sent_ahead(own: OwnMind, picture: TacticalPicture) -> Iterator[str]:
    """Tanks of an attack that is not in force go ahead on it, once an enemy is known."""
    for sheet in picture.forces.sheets.values():
        if sheet.type == "attack" and sheet.status == "unimplemented" and picture.known_enemies and own.dares():
            units = [unit.id for name in sheet.force if (unit := picture.forces.units.get(name)) and unit.counter.armor]
            line = f"fragord {', '.join(units)} on {sheet.id}"
            if units and own.after(picture, line) is not None:
                yield line


def _plots(own: OwnMind, picture: TacticalPicture, battery: str) -> Iterator[str]:
    """A mission at the hex that is to be stormed, else at the nearest enemy who is clear of own units; by whoever may observe."""
    units = sorted(picture.forces.units.values(), key=lambda unit: unit.id)
    first = in_reach(own, picture)
    clear = [place for place in picture.known_enemies if all(distance(unit.hex, place) > SAFE for unit in units)]
    for place in sorted(clear, key=lambda hex_: (hex_ != first, away((hex_,), [unit.hex for unit in units]), hex_)):
        for fires in (RATE, FIRES) if place == first else (FIRES,):
            yield from (f"plot {battery} at {place} by {unit.id} {fires} he converged" for unit in units)


def _drawn_up(own: OwnMind, picture: TacticalPicture) -> Iterator[str]:
    """Units that are on no sheet, and on none that waits, get one: to take what counts, or to hold it."""
    forces = picture.forces
    free = [unit.id for unit in forces.units.values() if forces.sheet_of(unit) is None and not forces.waiting(unit)]
    fresh = any(sheet.written == picture.public.turn for sheet in forces.sheets.values())
    goals = sorted({place for award in own.game.awards for place in award.hexes})
    if free and goals and not fresh and own.after(picture, block := _sheet(own.game, picture, free, goals)):
        yield block


def _sheet(game: TacticalGame, picture: TacticalPicture, force: list[str], goals: list[Hex]) -> str:
    """A sheet of all the map for some units."""
    taken = all(picture.held.get(place) == picture.side for place in goals)
    columns, rows = ({place[part] for place in game.ground.terrain} for part in (slice(2), slice(3, None)))
    edges = (
        f"{side} {column}.{min(rows)}, {column}.{max(rows)}" for side, column in (("left", max(columns)), ("right", min(columns)))
    )
    kind = "hasty defense" if taken else "attack"
    head = f"sheet {next_number(game, picture)} {kind}"
    return "\n".join((head, f"force {', '.join(force)}", f"objective {', '.join(goals)}", *edges, "end sheet"))
