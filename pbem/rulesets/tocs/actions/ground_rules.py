"""What several verbs ask of a unit, its hand and the ground, in the words of a refusal."""

from pbem.engine.ruleset import Moment
from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.tongue import phrase, say
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.pieces import Hand, Unit
from pbem.rulesets.tocs.procedures.zoc import covers
from pbem.rulesets.tocs.reactions import ezoc
from pbem.rulesets.tocs.view import View

NO_OPS = illegal(phrase("no OPs left; `deficit 2` would allow up to three more, each handed to the enemy"), "TOCS-3.5-2")


def named(game: Game, hex_: Hex) -> str:
    """A hex with its name: `14.12 Heumen`."""
    name = game.ground.names.get(hex_)
    return f"{hex_} {name}" if name else str(hex_)


def in_hand(picture: Picture) -> tuple[Unit, Hand]:
    """The unit in hand; there is one whenever an act is checked or carried out."""
    hand = picture.camp.hand
    if hand is None:
        raise ValueError("no unit in hand")
    return picture.camp.units[hand.unit], hand


def off_map(game: Game, hexes: tuple[Hex, ...]) -> Refusal | None:
    """A refusal when a hex is not on the map."""
    off = [h for h in hexes if h not in game.ground.terrain]
    return illegal(say("{off} is not on this map", off=", ".join(off)), "TOCS-W1.2-4") if off else None


def too_few_ap(hand: Hand, words: str, rule_id: str) -> Refusal:
    """A refusal for want of action points."""
    return illegal(say("{why}; {ap} AP left", why=words, ap=hand.ap), rule_id)


@rule("TOCS-W6.0-8", "TOCS-W6.0-9", "TOCS-W6.0-10", "TOCS-1.9-3", "TOCS-W6.0-1")
def ezoc_answer(moment: Moment, viewer: str, hex_: Hex) -> tuple[bool, tuple[e.Event, ...]]:
    """Does EZOC stand in a hex that `viewer` enters or scouts, and the announcement if that is news.

    The enemy's standing orders decide whether to claim; the truth decides whether he may. An older claim must be
    confirmed or given up.
    """
    foe = moment.game.other(viewer)
    claimed = hex_ in moment.board.public.claims[viewer]
    willing = claimed or ezoc.answer(moment.standing[foe].ezoc, hex_)
    stands = willing and covers(moment.board.view(moment.game, foe), hex_, moment.board.camps[viewer].stood(hex_))
    return stands, (e.EzocAnswered(viewer, hex_, stands),) if stands != claimed else ()


def asked(hand: Hand, hex_: Hex, answer: str, probe: bool) -> Hand:
    """The hand after a hex was asked about."""
    if probe:
        return replace(hand, asked=hex_, answer=answer, probed=(*hand.probed, hex_))
    return replace(hand, asked=hex_, answer=answer, scouted=(*hand.scouted, hex_))


def engaged(view: View, unit: Unit) -> bool:
    """Is the unit locked in an engagement?"""
    return unit.hex in view.public.engaged


@rule("TOCS-W10.1-6", "TOCS-W10.4-3")
def stuck(view: View, unit: Unit, row: str = "TOCS-W10.1-6") -> Refusal | None:
    """Why a unit may not leave its hex, nor scout or probe those that it cannot move into: it is engaged."""
    if not engaged(view, unit):
        return None
    call = view.camp.counter(unit).call
    return illegal(say("{call} is engaged in {hex}: it may only withdraw", call=call, hex=unit.hex), row)
