"""A scripted commander: order letters from what its desk knows, and nothing else."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.orders.tree import Act
from pbem.rulesets.form import Mind
from pbem.rulesets.tcs.actions.dry_run import after, refusals
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.picture import Picture
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.units import Unit


def letter(game: Game, picture: Picture, mind: Mind, end: bool) -> str:
    """Orders for the whole pause, every line legal on the picture. end: with the word that closes it."""
    kinds = picture.public.takes(str(game.switches["pace"]))
    lines = (*(_command(picture, mind) if "A" in kinds else ()), *(_moves(game, picture, mind) if "B" in kinds else ()))
    return "".join(f"{line}\n" for line in (*lines, *(("done",) if end else ())))


def _command(picture: Picture, mind: Mind) -> Iterator[str]:
    """A reserve is committed once an enemy is known within reach of one of its missions."""
    for sheet in picture.forces.sheets.values():
        if sheet.type == "reserve" and sheet.status == "implemented" and picture.known_enemies:
            near = [option for option in sheet.options if _away(option.objective, picture.known_enemies) <= 4]
            if near and mind.chance.random() < mind.temper.boldness:
                yield f"commit {sheet.id} {near[0].letter}"


def _moves(game: Game, picture: Picture, mind: Mind) -> Iterator[str]:
    for call in tuple(picture.forces.units):
        unit = picture.forces.units[call]
        goals = _goals(picture, unit)
        if not goals or unit.hex in goals or mind.chance.random() < mind.temper.noise:
            continue
        acts, then = _advance(game, picture, call, goals)
        if acts:
            yield f"{call}: {'; '.join(acts)}"
            picture = then


def _goals(picture: Picture, unit: Unit) -> tuple[Hex, ...]:
    sheet: OpSheet | None = picture.forces.sheet_of(unit)
    if sheet is None or sheet.status == "failed" or sheet.type == "reserve":
        return ()
    return tuple(hex_ for hex_ in sheet.objective if hex_ not in picture.known_enemies)


def _advance(game: Game, picture: Picture, call: str, goals: tuple[Hex, ...]) -> tuple[list[str], Picture]:
    """The mode, then hex by hex nearer to a goal, as long as it is let pass."""
    acts = list[str]()
    if not refusals(game, picture, (call,), Act("move mode")):
        picture = after(game, picture, (call,), Act("move mode"))
        acts.append("move mode")
    path = list[Hex]()
    start = picture
    while step := _step(game, picture, call, goals):
        picture = after(game, picture, (call,), step)
        path.append(step.hexes()[0])
    if not path:
        return [], start
    whole = Act("move", slots=(("PATH", tuple(map(str, path))),))
    if refusals(game, start, (call,), whole):
        return [], start
    return [*acts, f"move {', '.join(path)}"], picture


def _step(game: Game, picture: Picture, call: str, goals: tuple[Hex, ...]) -> Act | None:
    unit = picture.forces.units[call]
    near = sorted((_away((hex_,), goals), hex_) for hex_ in game.ground.neighbours(unit.hex))
    for away, hex_ in near:
        act = Act("move", slots=(("PATH", (str(hex_),)),))
        if away < _away((unit.hex,), goals) and not refusals(game, picture, (call,), act):
            return act
    return None


def _away(ones: tuple[Hex, ...], others: object) -> int:
    found = others if isinstance(others, (tuple, frozenset)) else ()
    return min((distance(one, other) for one in ones for other in found), default=99)
