"""Wire, roadblocks and bunkers in words, and the lines that clear what is in the way."""

from collections.abc import Iterator, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions.dry_run import refusals
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import Barrier, Minefield
from pbem.rulesets.tcs.reports.air_lines import field_words
from pbem.rulesets.tcs.reports.wording import place
from pbem.rulesets.tcs.rules.bunkers import inside
from pbem.rulesets.tcs.rules.digging import DugPosition

BUNKERS = {"log": phrase("log bunker"), "concrete": phrase("concrete bunker")}
"""Those of the ruleset's own chart; a module that brings more has their names alone."""
BARRIERS = {"wire": phrase("wire"), "roadblock": phrase("roadblock")}


def bunker_words(kind: str) -> str:
    """`concrete bunker`."""
    return text(BUNKERS[kind]) if kind in BUNKERS else say("{kind} bunker", kind=kind)


def works_words(game: TacticalGame, hex_: Hex, position: DugPosition) -> str:
    """Works in a hex as they are."""
    side, where = game.staff(position.owner).adjective, place(game, hex_)
    if not position.bunker:
        return say("Works at {where}: level {level}, {side}.", where=where, level=position.level, side=side)
    bunker = bunker_words(position.bunker)
    words = phrase("Works at {where}: {bunker}, level {level}, {side}.") if position.level else phrase(
        "Works at {where}: {bunker}, {side}.")  # fmt: skip
    return say(words, where=where, bunker=bunker, level=position.level, side=side)


def barrier_tried(game: TacticalGame, event: t.BarrierTried) -> str:
    """A try to clear a barrier, or tracks over wire."""
    units, where, kind = ", ".join(event.units), place(game, event.hex), text(BARRIERS[event.kind])
    if not event.faces and event.worked:
        return say("{units} rolled the {kind} at {where} flat.", units=units, kind=kind, where=where)
    if not event.faces:
        return say("{units} could not clear the {kind} at {where} any more.", units=units, kind=kind, where=where)
    words = phrase("{units} cleared the {kind} at {where}: needed {needed}, rolled {rolled}.") if event.worked else phrase(
        "{units} did not clear the {kind} at {where}: needed {needed}, rolled {rolled}.")  # fmt: skip
    return say(words, units=units, kind=kind, where=where, needed=event.needed, rolled=sum(event.faces))


def barrier_seen(game: TacticalGame, seen: o.BarrierSeen) -> str:
    """A barrier that was not known of, or one that is gone."""
    kind, where = text(BARRIERS[seen.barrier.kind]), place(game, seen.hex)
    if not seen.stands:
        return say("The {kind} at {where} is gone.", kind=kind, where=where)
    side = game.staff(seen.barrier.side).adjective
    return say("Seen: {side} {kind} at {where}.", side=side, kind=kind, where=where)


class _InTheWay(Value):
    """Mines, a barrier or a bunker that a desk knows of, in words that begin with whose it is."""

    hex: Hex
    own: bool
    words: str


@rule("TCSB-27-9", "TCSB-21-2")
def _known(game: TacticalGame, picture: TacticalPicture) -> Iterator[_InTheWay]:
    """All that a desk knows of, what hides most first; of own bunkers who is inside."""
    side = picture.side
    for hex_, laid in sorted(picture.forces.mines.items()):
        yield _InTheWay(hex_, laid.side == side, field_words(laid))
    for hex_, there in sorted(picture.forces.barriers.items()):
        yield _InTheWay(hex_, there.side == side, text(BARRIERS[there.kind]))
    for hex_, works in sorted(picture.works.items()):
        if works.bunker:
            yield _InTheWay(hex_, works.owner == side, _bunker(game, picture, hex_, works))


def _bunker(game: TacticalGame, picture: TacticalPicture, hex_: Hex, works: DugPosition) -> str:
    kind = bunker_words(works.bunker)
    if works.owner != picture.side:
        return kind
    names = ", ".join(inside(game.book, works, picture.forces.at(hex_))) or say("nobody")
    return say("{kind}; inside: {names}", kind=kind, names=names)


def own_works(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """What the own side has laid and built."""
    for one in _known(game, picture):
        if one.own:
            yield say(" {where}: own {what}", where=place(game, one.hex), what=one.words)


def enemy_works(game: TacticalGame, picture: TacticalPicture) -> Iterator[str]:
    """What is known of the enemy's."""
    for one in _known(game, picture):
        if not one.own:
            yield say(" {where}: enemy {what}", where=place(game, one.hex), what=one.words)


def works_in(game: TacticalGame, picture: TacticalPicture, hex_: Hex) -> tuple[str, ...]:
    """What is known of in a hex: `enemy wire`."""
    here = (one for one in _known(game, picture) if one.hex == hex_)
    return tuple(say("own {what}", what=one.words) if one.own else say("enemy {what}", what=one.words) for one in here)


class OnTheGround(Value):
    """What lies and stands on the map at the end."""

    mines: Mapping[Hex, Minefield]
    barriers: Mapping[Hex, Barrier]
    works: Mapping[Hex, DugPosition]


@rule("TCSB-27-9", "TCSB-21-2")
def opened(game: TacticalGame, laid: OnTheGround) -> Iterator[str]:
    """All of it, for both sides, once the game is over."""
    for hex_, mined in sorted(laid.mines.items()):
        yield _of(game, hex_, mined.side, field_words(mined))
    for hex_, barrier in sorted(laid.barriers.items()):
        yield _of(game, hex_, barrier.side, text(BARRIERS[barrier.kind]))
    for hex_, works in sorted(laid.works.items()):
        yield f" {works_words(game, hex_, works)}"


def _of(game: TacticalGame, hex_: Hex, side: str, what: str) -> str:
    return say(" {where}: {side} {what}", where=place(game, hex_), side=game.staff(side).adjective, what=what)


@rule("TCSB-27-9", "TCSB-21-5")
def breaches(game: TacticalGame, picture: TacticalPicture, call: str) -> Iterator[str]:
    """What a unit could breach or clear now: `breach 05.02 wire`."""
    here = picture.forces.units[call].hex
    for hex_ in (here, *game.ground.neighbours(here)):
        there = picture.forces.barriers.get(hex_)
        for what in (*(("mines",) if hex_ in picture.forces.mines else ()), *((there.kind,) if there else ())):
            if not refusals(game, picture, (call,), Act("breach", (what,), (("HEX", hex_),))):
                yield f"breach {hex_} {what}"
