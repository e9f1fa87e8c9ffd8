"""Prisoners: brought to a camp as they are taken, freed with it (TOCS-W12.11)."""

from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.rules import facilities
from pbem.rulesets.tocs.rules.replacing import stocked

CAMP = "prisoner_camp"


@rule("TOCS-W12.11-2")
def taken(moment: Moment, fight: e.Fight) -> tuple[e.Event, ...]:
    """The steps that either side lost in a battle go to the first camp that works for the other, if it has one."""
    events: list[e.Event] = []
    for side in sorted({moment.game.other(captive.side) for captive in fight.captives}):
        board: Board = after(moment, events).board
        forces_of = facilities.serving(board.view(moment.game, side), CAMP)
        steps = sum(captive.side != side for captive in fight.captives)
        if forces_of:
            held = replace(forces_of[0], held=forces_of[0].held + steps, captor=side)
            events.append(e.FacilityChanged(held, phrase("PW brought in"), (side,)))
    return tuple(events)


@rule("TOCS-W12.11-2", "TOCS-W12.0-3")
def freed(moment: Moment) -> tuple[e.Event, ...] | None:
    """A camp that its captor has lost: half of the steps in it, fractions up, are men of the other side again."""
    board: Board = moment.board
    for name in sorted(board.sites):
        site = board.sites[name]
        owner = board.public.owner[site.hex]
        if site.held and owner != site.captor and site.hex not in board.public.engaged:
            pool = stocked(board.forces[owner].replacements, "men", (site.held + 1) // 2)
            told = e.ReplacementsChanged(owner, pool, say("freed from {site}", site=site.name))
            return (told, e.FacilityChanged(replace(site, held=0, captor=""), phrase("PW freed"), (owner,)))
    return None
