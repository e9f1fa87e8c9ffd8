"""Facilities in words: what a side has, what it knows of the enemy's, what became of one."""

from pbem.kernel.i18n import counted, say
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import large
from pbem.rulesets.tocs.reports.wording import ALIKE, call, dice, known_by, place, together
from pbem.rulesets.tocs.rules.facilities import KINDS, state, strip_work


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """The facilities this side knows of, its own first, a line each; of a large side without the names of hexes."""

    short = large(picture.forces)

    def where(site: Facility) -> str:
        return str(site.hex) if short else place(game, site.hex)

    mine = [s for s in picture.forces.sites if picture.public.owner[s.hex] == picture.side]
    theirs = [s for s in picture.forces.sites if s not in mine]
    return (
        *(f" {line}" for line in together(((_titled(s, where(s)), _said(s)) for s in mine), alone=1 if short else ALIKE)),
        *works(game, picture),
        *(say(" enemy {named}: {state}", named=_titled(s, where(s)), state=state(s)) for s in theirs),
    )


def _said(site: Facility) -> str:
    return (
        say("{state}; PW: {steps}", state=state(site), steps=counted(site.held, "{number} step", "{number} steps"))
        if site.kind == "prisoner_camp"
        else state(site)
    )


def _named(game: Game, site: Facility) -> str:
    return _titled(site, place(game, site.hex))


def _titled(site: Facility, where: str) -> str:
    """`hospital Ward 7 (03.04)`; a name that says what it is stands alone."""
    kind = say(KINDS[site.kind])
    name = site.name if kind.casefold() in site.name.casefold() else f"{kind} {site.name}"
    return f"{name} ({where})"


def strip(game: Game, _: Picture, seen: t.StripWorked) -> tuple[str, ...]:
    """`airstrip in Keent (12.15): 2 of 5 OP`."""
    return (say("airstrip in {place}: {done} of {all} OP", place=place(game, seen.hex), done=seen.done, all=seen.of),)


def works(game: Game, picture: Picture) -> tuple[str, ...]:
    """The airstrips this side is at work on, a line each."""
    needed = strip_work(game)
    begun = sorted(picture.forces.strips.items())
    return tuple(
        f" {line}" for hex_, done in begun for line in strip(game, picture, t.StripWorked(picture.side, hex_, done, needed))
    )


def told(game: Game, picture: Picture, seen: o.FacilitySeen | o.OwnOutrage | t.EngineersTried) -> str:
    """What a side learnt of a facility; what its engineers threw; what its people make of a hospital that was hit."""
    match seen:
        case o.FacilitySeen(site, how):
            return f"{_named(game, site)}: {state(site)} ({known_by(how)})"
        case o.OwnOutrage(points):
            return say(
                "the enemy hit one of your hospitals: {points} to you for it so far",
                points=counted(points, "{number} point", "{number} points"),
            )
        case t.EngineersTried(_, unit, what, throws, needed, done):
            thrown = ", ".join(dice(throw) for throw in throws)
            return say(
                "{call}: {what}: {thrown}, {needed} or less: {result}",
                call=call(picture.forces, unit),
                what=say(what),
                thrown=thrown,
                needed=needed,
                result=say("done") if done else say("it fails"),
            )
