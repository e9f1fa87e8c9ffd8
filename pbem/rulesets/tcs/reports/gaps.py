"""What a side does not know of the enemy, each with the reconnaissance that would tell: an order that would run now, or the hex to
look from (MASL-5.1-2)."""

from collections.abc import Iterator

from pbem.engine.runs import Budget
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, SheetLine
from pbem.rulesets.tcs.actions.dry_run import check
from pbem.rulesets.tcs.actions.vocabulary import vocabulary
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.wording import place
from pbem.rulesets.tcs.rules.sight import smoked
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.units import TacticalUnit

MOST = 6  # gaps in a letter
ASKED = 4  # own units, the nearest first, that are tried for each


@rule("MASL-5.1-2", "TCSB-7-1")
def lines(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """Each gap, and below it how it is closed; then whether guns were located at all."""
    found = [*_lost(game, picture), *_unknown(game, picture)]
    for hex_, words in found[:MOST]:
        yield f" {words}"
        closed = next(_looks(game, picture, hex_), "")
        yield f"    {closed}" if closed else say("    none of your units can get it in sight next turn")
    if not any(enemy.look.kind == "guns" for enemy in picture.enemies.values()):
        yield say(" enemy guns: none located")


def _lost(game: TacticalGame, picture: TacticalPicture) -> Iterator[tuple[Hex, str]]:
    """Counters that went out of sight."""
    for enemy in sorted(picture.enemies.values(), key=lambda enemy: (-enemy.turn, enemy.name)):
        if not enemy.in_sight:
            where = place(game, enemy.look.hex)
            words = say("{name}, {title}: out of sight since turn {turn}, then at {where}", name=enemy.name, title=enemy.look.title,
                        turn=enemy.turn, where=where)  # fmt: skip
            yield enemy.look.hex, words


def _unknown(game: TacticalGame, picture: TacticalPicture) -> Iterator[tuple[Hex, str]]:
    """Hexes that earn points, are not the own side's, and show nobody: out of sight, or too far off to spot who hides there."""
    own = {unit.hex for unit in picture.forces.units.values()}
    goals = dict.fromkeys(hex_ for award in game.awards for hex_ in award.hexes)
    told = {enemy.look.hex for enemy in picture.enemies.values()}
    for hex_ in goals:
        if hex_ in own or hex_ in told or picture.held.get(hex_) == picture.side:
            continue
        seen = any(sees(game, picture, unit.hex, hex_) for unit in picture.forces.units.values())
        yield (
            hex_,
            say("nobody spotted: {where}", where=place(game, hex_))
            if seen
            else say("not in sight: {where}", where=place(game, hex_)),
        )


def sees(game: TacticalGame, picture: TacticalPicture, viewer: Hex, target: Hex) -> bool:
    """Would a unit in a hex see another one this turn? By the row of the target, which is asked for again and again."""
    if distance(viewer, target) <= 1:
        return True
    over = air(game, picture)
    far = distance(viewer, target) > over.reach and target not in over.lit
    return not far and game.sight.sees(target, viewer) and not smoked(game.book, over.smoke, viewer, target)


def _looks(game: TacticalGame, picture: TacticalPicture, target: Hex) -> Iterator[str]:
    """How the nearest units would get to see a hex: an order that would run now, else where to look from."""
    units = [unit for unit in picture.forces.units.values() if not unit.rides and not unit.counter.gun]
    near = sorted(units, key=lambda unit: (distance(unit.hex, target), unit.id))[:ASKED]
    posts = [(unit, hex_) for unit in near for hex_ in _posts(game, picture, unit, target)]
    lines = (line for unit, hex_ in posts for line in _moves(unit, hex_))
    yield from (line for line in lines if runs(game, picture, line))
    if "B" not in picture.public.takes(str(game.switches["pace"])):
        yield from (say("look from {hex}, next to {unit}", hex=place(game, hex_), unit=unit.id) for unit, hex_ in posts)


def _moves(unit: TacticalUnit, hex_: Hex) -> tuple[str, str]:
    """The lines by which a unit goes to a hex next to it: in the mode it is in, and in move mode."""
    move = " ".join(("move", hex_))
    return ": ".join((unit.id, move)), ": ".join((unit.id, "; ".join((Act("move mode").verb, move))))


def _posts(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, target: Hex) -> list[Hex]:
    """Hexes next to a unit from which a hex is seen, nearer to it than the unit is, the nearest first."""
    ahead = [hex_ for hex_ in game.ground.neighbours(unit.hex) if distance(hex_, target) < distance(unit.hex, target)]
    return sorted((h for h in ahead if h not in picture.known_enemies and sees(game, picture, h, target)),
                  key=lambda h: (distance(h, target), h))  # fmt: skip


def runs(game: TacticalGame, picture: TacticalPicture, line: str) -> bool:
    """Would a line of a unit's pass the check that it meets when it is sent?"""
    said: SheetLine = read_line(line, vocabulary(game, picture))
    return all(verdict.ok for verdict in check(game, picture, (said,), Budget()))
