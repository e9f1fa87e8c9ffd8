"""Communications in the course of play: who is cut off and since when, and whom the guns can hear (TOCS-W7.0)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.units import Unit


@rule("TOCS-W7.0-4")
def reviewed(moment: Moment) -> tuple[e.LinksReviewed, ...]:
    """As an impulse ends: the units of each side that are out of communication, with the impulse in which it was lost."""
    board: Board = moment.board
    news: list[e.LinksReviewed] = []
    for side in sorted(board.forces):
        view, forces = board.view(moment.game, side), board.forces[side]
        now = board.public.impulse_name
        silent = {u.id: forces.silent.get(u.id, now) for u in forces.on_map() if not in_loc(view, u)}
        if silent != forces.silent:
            news.append(e.LinksReviewed(side, tuple(sorted(silent.items()))))
    return tuple(news)


@rule("TOCS-W7.0-5")
def heard(moment: Moment, side: str, hex_: Hex) -> bool:
    """Is anybody in the battle in communication, so that guns can be called on it?"""
    board: Board = moment.board
    view = board.view(moment.game, side)
    return any(in_loc(view, unit) for unit in _fighting(view.forces, hex_))


def _fighting(forces: Forces, hex_: Hex) -> tuple[Unit, ...]:
    committed = {a.unit for a in forces.attacks if a.target == hex_}
    return tuple(u for u in forces.on_map() if u.hex == hex_ or u.id in committed)
