"""Who is to come, and what may be set up, in words for the side alone."""

from pbem.kernel.i18n import counted, say
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import call, place
from pbem.rulesets.tocs.rules.facilities import KINDS
from pbem.rulesets.tocs.units import Arrival


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """The schedule as far as it is not used up: what waits off the board, what comes later."""
    camp = picture.camp
    waiting = [u for u in camp.units.values() if u.status == "waiting"]
    told = [say(" {names} waits off the board; ENTER at {where}", names=_names(picture, a, waiting=True),
        where=where(game, a)) for a in camp.arrivals
            if any(u.id in a.units for u in waiting)]  # fmt: skip
    told += [say(" {names} wait off the board until one of their entries is yours: {where}", names=_names(picture, a),
        where=where(game, a)) for a in camp.late]  # fmt: skip
    told += [say(" {label}: {names} at {where}", label=game.turns[a.turn - 1].label, names=_names(picture, a),
        where=where(game, a)) for a in camp.arrivals
             if a.turn > picture.public.turn]  # fmt: skip
    return tuple(told)


def _names(picture: Picture, arrival: Arrival, waiting: bool = False) -> str:
    camp = picture.camp
    units = [call(camp, u) for u in arrival.units if not waiting or camp.units[u].status == "waiting"]
    points = arrival.trucks + arrival.beyond
    supply = counted(points, "{number} supply point", "{number} supply points")
    return ", ".join((*units, *((supply,) if points and not waiting else ())))


def where(game: Game, arrival: Arrival) -> str:
    """The entries of an arrival."""
    return say(" or ").join(place(game, h) for h in arrival.hexes)


def setup(game: Game, picture: Picture) -> tuple[str, ...]:
    """What this side may place while it sets up."""
    camp, public = picture.camp, picture.public
    if public.turn or public.phasing != picture.side or camp.freedom is None:
        return ()
    units = ", ".join(call(camp, u) for u in camp.freedom.units) or say("all your units")
    ground = ", ".join(map(str, camp.freedom.hexes)) or say("your own ground")
    more = [
        say(" your {kind} at {place}", kind=camp.sources[s].kind, place=camp.sources[s].hex)
        for s in camp.freedom.stores
        if s in camp.sources
    ]
    more += [
        say(" your {kind} at {place}", kind=say(KINDS[site.kind]), place=site.hex)
        for site in camp.sites
        if site.id in camp.freedom.facilities
    ]
    more += (
        [
            say(
                " {points} for works: entrenched 1, strongpoint 2, fortified area 3",
                points=counted(camp.labour, "{number} point", "{number} points"),
            )
        ]
        if camp.labour
        else []
    )
    if camp.freedom.broken:
        at = ", ".join(place(game, b.hex) for b in game.ground.bridges if b.id in camp.freedom.bridges)
        more.append(
            say(
                " {broken} of the bridges at {at} may be broken before play, in secret: SETUP BROKEN",
                broken=camp.freedom.broken,
                at=at,
            )
        )
    return (
        say(" {units}, in {where}; what you leave alone stands as printed", units=units, where=ground),
        *more,
        say(" END IMPULSE closes the set-up"),
    )
