"""Segments of an Action Phase under the rules for armor: how one begins, and how a desk foresees it."""

from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import folding
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.impulses import Segment, lost_lambs, riders, segments, shares
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.view import TacticalForces


def segments_of(game: TacticalGame) -> tuple[Segment, ...]:
    """The segments of each Action Phase of a game."""
    return segments(game.switches["armor"] is True)


def segments_left(game: TacticalGame, halfway: str) -> tuple[Segment, ...]:
    """Those that are still to come once play stopped behind one of them; all for ""."""
    every = segments_of(game)
    return tuple(segment for number, segment in enumerate(every) if halfway not in every[number:])


@rule("TCSARM-4.3a-1", "TCSARM-4.2b-1")
def segment_begun(moment: Moment, side: str, segment: Segment) -> tuple[t.OwnTold | t.PublicTold, ...]:
    """The events with which a segment begins; none without the rules for armor."""
    if moment.game.switches["armor"] is not True:
        return ()
    first = segment == segments_of(moment.game)[0]
    return (t.SegmentBegan(side, segment), *_given(moment.game, moment.board.forces[side], segment, first))


def _given(game: TacticalGame, forces: TacticalForces, segment: Segment, first: bool) -> tuple[t.UnitsButtoned | t.MpAllotted, ...]:
    """Hatches that shut as the phase begins, and the MP of the segment."""
    alone = tuple(unit.id for unit in lost_lambs(forces.units.values())) if first else ()
    allotted = t.MpAllotted(forces.side, segment, shares(game.book, forces.units.values(), segment), riders(forces.units))
    return (*((t.UnitsButtoned(forces.side, alone),) if alone else ()), allotted)


@rule("TCSARM-4.3b-1")
def foreseen(game: TacticalGame, picture: TacticalPicture, segment: Segment) -> TacticalPicture:
    """The picture as a segment of the own Action Phase that is to come would begin, where nothing comes between."""
    public = picture.public
    if game.switches["armor"] is not True or public.segment == segment:
        return picture
    forces = picture.forces
    for event in _given(game, forces, segment, not (public.segment or public.halfway)):
        forces = folding.own(forces, event)
    return replace(picture, forces=forces, public=replace(public, segment=segment))
