"""Closing the impulse: END IMPULSE, PASS and silence, and what closing costs (TOCS-3.4, 3.11)."""

from collections.abc import Mapping

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import words
from pbem.rulesets.tocs.actions.control import end_activation
from pbem.rulesets.tocs.actions.ground_rules import named
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import stacking
from pbem.rulesets.tocs.rules.activation import worn
from pbem.rulesets.tocs.rules.turn import pools_after
from pbem.rulesets.tocs.standing_orders.asked import PassesInSilence
from pbem.rulesets.tocs.units import Activation
from pbem.rulesets.tocs.view import Public

WORDS = frozenset(word.verb.name for word in words.WORDS if "closes" in word.verb.traits)


@rule("TOCS-3.4-1")
def no_order(act: Act) -> Refusal | None:
    """Why a word of the letter that stands among orders is none; None for those that close. Nothing else ever closes an impulse."""
    if act.verb in WORDS:
        return None
    return illegal(say("{word} is no order: write it in a letter of its own", word=act.verb.upper()), "TOCS-3.4-1")


@rule("TOCS-3.4-1")
def close(moment: Moment, side: str, how: str) -> tuple[e.Event, ...]:
    """The impulse is closed; what is active ends its activation first. Silence after an activation is never a pass."""
    if how == "pass" and moment.board.forces[side].activated:
        how = "end"
    put_away = end_activation(moment, side)
    closing = (*put_away, *_staffs_closed(after(moment, put_away), side))
    pools, _ = pools_after(after(moment, closing).board.forces[side])
    return (*closing, e.ImpulseClosed(side, how, pools))


@rule("TOCS-W2.1-5", "TOCS-W5.0-2")
def _staffs_closed(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """HQs awake that did more than give orders degrade for it now, once."""
    forces: Forces = moment.board.forces[side]
    tired = [
        active for _, active in sorted(forces.staffs.items()) if worn(moment.game, forces, active) != forces.units[active.unit]
    ]
    changes = (
        (e.UnitChanged(side, worn(moment.game, forces, h), phrase("acted")), e.StaffChanged(side, _begun_again(h), "noted"))
        for h in tired
    )
    return tuple(event for pair in changes for event in pair)


def _begun_again(active: Activation) -> Activation:
    return replace(active, opened=active.ap, given=0)


@rule("TOCS-3.4-1", "TOCS-3.11-3")
def check_close(game: Game, picture: Picture, how: str) -> tuple[Refusal, ...]:
    """A pass is only a pass when nothing was activated this impulse."""
    if how == "pass" and picture.forces.activated:
        return (illegal(say("units have been activated: this impulse ends with END IMPULSE, it cannot be passed"), "TOCS-3.4-1"),)
    return ()


def lapse(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """The impulse of a side that was silent: it is a pass where its standing orders say so and nothing was activated."""
    passes = moment.ask(side, PassesInSilence()) and not moment.board.forces[side].activated
    return close(moment, side, "pass" if passes else "silence")


@rule("TOCS-W3.0-5")
def costs(game: Game, picture: Picture) -> tuple[str, ...]:
    """What is lost if the impulse is closed now; troops that a retreat brought in are borne with."""
    hexes = (h for h in stacking.overstacked(picture.forces) if stacking.surplus(picture.forces, h))
    return tuple(say("END IMPULSE would destroy what stands over the stacking limit at {place} (TOCS-W3.0-5)", place=named(game, h))
                 for h in hexes)  # fmt: skip


@rule("TOCS-W3.0-2", "TOCS-W3.0-4")
def crowded(*possible: Picture) -> Mapping[Hex, int]:
    """How many a side would lose in each own hex over its limit if its impulse were closed, in the worst case possible."""
    found = dict[Hex, int]()
    for forces in (picture.forces for picture in possible):
        for hex_ in stacking.overstacked(forces):
            found[hex_] = max(found.get(hex_, 0), len(stacking.surplus(forces, hex_)))
    return found


@rule("TOCS-W3.0-5", "TOCS-W10.3-1")
def crowding(game: Game, public: Public, hex_: Hex, many: int) -> str:
    """What is told before lines that put as many too many into a hex are run."""
    over = say("puts {place} over the stacking limit by {many}: what is over it at END IMPULSE is lost (TOCS-W3.0-2)",
               place=named(game, hex_), many=many)  # fmt: skip
    out = say("it is engaged, and only WITHDRAW, by a roll, leads out of it (TOCS-W10.3-1)")
    return f"{over}; {out}" if hex_ in public.engaged else over


def void(picture: Picture, news: tuple[o.Seen, ...], act: Act) -> str:
    """Why a guard of a plan forbids it to run, by what this side knows; "" when it does not."""
    lost = act.hex()
    if lost is not None:
        return say("{lost} is not ours", lost=lost) if picture.public.owner.get(lost) != picture.side else ""
    fought = [seen.hex for seen in news if isinstance(seen, o.BattleFoughtSeen) and seen.defender == picture.side]
    return say("we were attacked in {hexes}", hexes=", ".join(map(str, fought))) if fought else ""
