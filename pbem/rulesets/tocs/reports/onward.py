"""What became of attacks that met nobody, lapsed, or were to go on after a battle that was won, in words."""

from typing import Any

from pbem.kernel.i18n import say
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import call, place


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """The observation in a line or two; () for one of another kind."""
    forces = picture.forces
    match seen:
        case t.AttackFoundEmpty(_, hex_, stayed):
            lines = (say("{place}: the attack met nobody, the hex was empty", place=place(game, hex_)),)
            who = ", ".join(call(forces, unit) for unit in stayed)
            barred = say("{who} could not go in: both hexes lie in EZOC (TOCS-W6.0-12)", who=who)
            return (*lines, barred) if stayed else lines
        case t.PursuitStopped(_, unit, at, into, why):
            who, goal = call(forces, unit), place(game, into)
            return (say("{who} goes no further than {at}: {goal}, {why}", who=who, at=place(game, at), goal=goal, why=say(why)),)
        case t.AttackLapsed(_, unit):
            return (say("{call} does not attack: it was itself attacked", call=call(forces, unit)),)
    return ()
