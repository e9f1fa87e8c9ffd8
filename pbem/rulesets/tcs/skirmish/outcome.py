"""What is left when a battle that came from another game is over, and what one side saw of it."""

from collections.abc import Iterator

from pbem.kernel.i18n import say
from pbem.modules.battlefield import BattleOutcome, BattleStory, Holder, TroopLeft
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.module import TacticalModule
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.sitrep import story as told
from pbem.rulesets.tcs.skirmish.files import ATTACKS

LONGEST = 2400
"""Characters of a story, the end of which counts most."""


def outcome(module: TacticalModule, game: TacticalGame, board: TacticalBoard, winner: str) -> BattleOutcome:
    """Who holds what was fought for, and what is left of each body of men. module: as the battle was laid out; winner: by the
    points or by concession, "" for nobody."""
    troops = {staff.id: tuple(_left(module, board, staff.id)) for staff in game.sides}
    return BattleOutcome(_holder(game, board, winner), troops, min(board.public.turn, game.turns))


def _holder(game: TacticalGame, board: TacticalBoard, winner: str) -> Holder:
    """Who is the only one left, else who has won."""
    attacker = next(staff.id for staff in game.sides if staff.sheets == ATTACKS)
    alive = {staff.id: any(unit.steps for unit in board.forces[staff.id].units.values()) for staff in game.sides}
    if not alive[attacker] or (winner and winner != attacker and alive[winner]):
        return "defender"
    return "attacker" if winner == attacker or not alive[game.other(attacker)] else ""


def _left(module: TacticalModule, board: TacticalBoard, side: str) -> Iterator[TroopLeft]:
    """By company, which a counter keeps when it goes into another or is divided."""
    of, left = dict[str, int](), dict[str, int]()
    for unit in module.units:
        if unit.side == side:
            of[unit.company] = of.get(unit.company, 0) + unit.steps
    for unit in board.forces[side].units.values():
        left[unit.company] = left.get(unit.company, 0) + unit.steps
    yield from (TroopLeft(name, min(left.get(name, 0), whole), whole) for name, whole in of.items())


def story(game: TacticalGame, picture: TacticalPicture, kept: tuple[Seen, ...]) -> BattleStory:
    """What a side saw, from its own picture and what it was told; the last of it where there is much."""
    lines, room = list[str](), LONGEST
    for line in reversed(tuple(told(game, kept))):
        room -= len(line) + 1
        if room < 0:
            lines.append(say("(earlier turns are left out)"))
            break
        lines.append(line.strip())
    seen = sorted({enemy.look.title for enemy in picture.enemies.values() if enemy.look.title})
    return BattleStory(tuple(seen), tuple(reversed(lines)))
