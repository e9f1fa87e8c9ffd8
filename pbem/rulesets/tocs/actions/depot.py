"""DEPOT: trucks unload for good and become a secret supply depot (TOCS-W8.1-3)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.actions.trucks import told
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import convoys, stocks


def order(act: Act, picture: Picture) -> Hex | Refusal:
    """The hex."""
    return act.hex("HEX") or illegal("where?", "TOCS-W8.1-3", "depot at 12.11")


@rule("TOCS-W8.1-3", "TOCS-W8.0-2")
def check(game: Game, picture: Picture, order: Hex) -> tuple[Refusal, ...]:
    """Trucks at rest with points on them, on own ground that is not fought over, and an OP."""
    found = off_map(game, (order,)) or _ready(game, picture, order)
    return (found,) if found else ()


def _ready(game: Game, picture: Picture, hex_: Hex) -> Refusal | None:
    if not _trucks(picture.forces, hex_):
        return illegal(say("you have no trucks waiting at {named}", named=named(game, hex_)), "TOCS-W8.1-3")
    if not picture.view(game).own(hex_) or hex_ in picture.public.engaged:
        return illegal(say("{named} is not inside your perimeter, or fought over", named=named(game, hex_)), "TOCS-W8.0-2")
    if convoys.payer(picture.forces) is None:
        return illegal(say("no OPs left: a depot takes one"), "TOCS-W8.1-3")
    return None


def _trucks(forces: Forces, hex_: Hex) -> tuple[convoys.ConvoyStep, ...]:
    """All trucks that wait in the hex on the bank where most of their points are, and the depot that comes of them."""
    waiting = [s for s in forces.sources.values() if s.hex == hex_ and s.kind == "mobile" and not s.bound]
    if not waiting:
        return ()
    fullest = max(waiting, key=lambda s: (sum(x.sp for x in waiting if x.bank == s.bank), -s.bank))
    here = [s for s in waiting if s.bank == fullest.bank]
    points = sum(s.sp for s in here)
    depot = replace(here[0], id=stocks.fresh(forces, "depot"), kind="depot", sp=points, room=points, join="", noted=0)
    return (*(convoys.ConvoyStep(s, phrase("dug in"), gone=True) for s in here), convoys.ConvoyStep(depot, phrase("set up")))


def expect(game: Game, picture: Picture, order: Hex) -> Picture:
    """The depot stands and the OP is spent."""
    pool = convoys.payer(picture.forces)
    forces = convoys.changed(picture.forces, _trucks(picture.forces, order))
    return replace(picture, forces=forces.with_pool(pool) if pool else forces)


def execute(moment: Moment, picture: Picture, order: Hex) -> Outcome:
    """An OP; the trucks are gone, the depot is there."""
    side = picture.side
    forces: Forces = moment.board.forces[side]
    pool = convoys.payer(forces)
    paid = (e.PointSpent(side, pool),) if pool else ()
    return Outcome((*paid, *told(side, _trucks(forces, order))))


ACTION = Action(
    verb=Verb("depot", ("depot at HEX",), "letter", phrase("turn trucks into a supply depot")),
    help=phrase(
        """DEPOT turns the trucks that wait in a hex into a supply depot for one OP (TOCS-W8.1-3): it no longer moves, and the
enemy does not know of it before recon of the hex. TRUCKS fills it and takes from it.

    DEPOT AT 11.11"""
    ),
    order=order,
    check=check,
    expect=expect,
    execute=execute,
)  # fmt: skip
