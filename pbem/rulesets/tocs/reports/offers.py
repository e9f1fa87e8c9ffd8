"""Lines that could be told now: each passes the check that it meets when it is sent, the OP for it apart."""

from collections.abc import Iterator

from pbem.documents.pad_sheet import Offer
from pbem.kernel.decisions import Refusal
from pbem.kernel.values import replace
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, LetterWord, UnitLine
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS
from pbem.rulesets.tocs.actions.control import check_activate, check_take_up
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture


def offers(game: Game, picture: Picture, unit: str) -> Iterator[Offer]:
    """What a unit (by id) could be told, without the call before it, and the AP that it takes."""
    call = picture.forces.counters[unit].call
    for action in ACTIONS.values():
        for line in (*action.options(game, picture, unit), *action.besides(game, picture, unit)):
            found = tried(game, picture, f"{call}: {line}")
            if found:
                yield replace(found, line=line)


def deeds(game: Game, picture: Picture, unit: str) -> Iterator[str]:
    """Lines for the staff that a unit (by id) makes possible."""
    for deed in DEEDS.values():
        for line in (*deed.options(game, picture, unit), *deed.besides(game, picture, unit)):
            command = read_line(line, vocabulary(game, picture)).command
            if isinstance(command, LetterWord) and _expected(game, picture, DEEDS[command.act.verb], command.act):
                yield line


def tried(game: Game, picture: Picture, line: str) -> Offer | None:
    """A line of one unit, with the AP it would take as far as its side can tell; None if it fails its own check."""
    command = read_line(line, vocabulary(game, picture)).command
    if not isinstance(command, UnitLine) or not isinstance(command.steps[0], Act):
        return None
    act = command.steps[0]
    take = check_activate if ACTIONS[act.verb].pays else check_take_up
    refusals, ready = take(game, with_an_op(picture), command.units[0], 0)
    after = None if refusals else _expected(game, ready, ACTIONS[act.verb], act)
    if after is None:
        return None
    if ACTIONS[act.verb].pays:
        return Offer(line, _taken(ready, after))
    return Offer(line, _own(ready, after), _spent(after) - _spent(ready))


def _own(before: Picture, after: Picture) -> int | None:
    """AP of a unit whose act pays for itself; none of one that only ends what it did, as others go."""
    active = before.forces.active
    return 0 if active and active.unit not in after.forces.activated else _taken(before, after)


def _spent(picture: Picture) -> int:
    return sum(pool.spent for pool in picture.forces.pools.values())


def _taken(before: Picture, after: Picture) -> int | None:
    """AP that went between two pictures; all of them if the unit is not active any more."""
    had, left = before.forces.active, after.forces.active
    if had is None:
        return None
    return had.ap - left.ap if left and left.unit == had.unit else had.ap


def with_an_op(picture: Picture) -> Picture:
    """What a unit could do is asked in the enemy's impulse too, and when the OPs are spent."""
    pools = {name: replace(pool, bank=pool.bank + 1) for name, pool in picture.forces.pools.items()}
    return replace(picture, forces=replace(picture.forces, pools=pools))


def _expected(game: Game, picture: Picture, action: Action, act: Act) -> Picture | None:
    """The picture as if the act came off; None if it cannot be ordered."""
    order = action.order(act, picture)
    if isinstance(order, Refusal) or action.check(game, picture, order):
        return None
    return action.expect(game, picture, order)
