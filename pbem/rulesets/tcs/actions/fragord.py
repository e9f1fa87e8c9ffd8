"""FRAGORD: units act on an op sheet before it is in force, with four limits."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.actions.command import letter_order, sheet_named
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.sheet_changes import why_no_fragord
from pbem.rulesets.tcs.told_events import FragAsked, OwnTold


@rule("TCSARM-4.8-1", "TCSB-6-37", "TCSB-2-3")
def _why_not(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """Why units are not sent ahead."""
    if game.switches["armor"] is not True:
        return illegal(say("FragOrds are of the rules for armor, which this module does not use"), "TCSB-1-10")
    sheet = sheet_named(picture, act)
    if isinstance(sheet, Refusal):
        return sheet
    for call in act.texts("UNITS"):
        unit = picture.forces.units.get(call)
        why = absent(picture, call) if unit is None else why_no_fragord(sheet, unit)
        if why:
            return why
    return None


def _begun(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[OwnTold, ...]:
    return (FragAsked(picture.side, act.text("SHEET") or "", act.texts("UNITS")),)


FRAGORD = letter_order(
    "fragord",
    phrase(
        "FRAGORD sends units ahead on an op sheet that is not in force yet, in modules with the rules for armor. Each\n"
        "unit, or tank platoon, rolls in this Command Phase as a reserve does: 1d6, 4 or more (TCSARM-4.8-1). Who passes\n"
        "acts on the sheet until it is in force or called off, with four limits: half the MP, overwatch fire only,\n"
        "artillery observed as at the longest range, and 1 more on the morale of the battalion (TCSARM-4.8-2). The units\n"
        "leave the sheet that they were on. PRELIM FRAGORD on a sheet tries it each turn for all of its units.\n\n"
        "    FRAGORD T-1, T-2 ON US-2"
    ),
    _why_not,
    _begun,
)
