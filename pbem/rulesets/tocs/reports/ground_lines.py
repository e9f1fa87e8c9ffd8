"""The ground in words: what was seen of a hex, whose it is, zones and engagements, works of the set-up."""

from pbem.kernel.i18n import counted, phrase, say, text, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import place, places


def observed(game: Game, _: Picture, event: t.HexObserved) -> tuple[str, ...]:
    """The answer to a look from a hill."""
    words = say("OCCUPIED") if event.occupied else say("empty")
    return (say("{who} observes {place}: {answer}", who=event.call, place=place(game, event.hex), answer=words),)


def home(game: Game, _: Picture, event: t.HomeScouted) -> tuple[str, ...]:
    """No enemy in a hex of one's own."""
    return (say("{place}: no enemy; you held it already", place=place(game, event.hex)),)


def scouted(game: Game, _: Picture, event: t.HexScouted) -> tuple[str, ...]:
    """The answer to a scout or a probe."""
    return (answered(game, event),)


def answered(game: Game, event: t.HexScouted) -> str:
    """`14.12 Heumen: OCCUPIED by infantry, guns; entrenched` or `13.10: empty; under enemy ZOC`."""
    return f"{place(game, event.hex)}: {answer(event)}"


def answer(event: t.HexScouted) -> str:
    """What a scout or a probe found."""
    said = say("OCCUPIED") if event.occupied else say("empty")
    if event.occupied and event.kinds:
        said = say("OCCUPIED by {kinds}", kinds=", ".join(map(worded, event.kinds)))
    if event.ezoc:
        said = say("{answer}; under enemy ZOC", answer=said)
    if event.works:
        said += f"; {worded(event.works)}"
    if event.fixed:
        said += f"; {', '.join(map(text, event.fixed))}"
    return said


def stopped(game: Game, _: Picture, seen: o.EnemyStopped) -> tuple[str, ...]:
    """The enemy came before a hex of ours."""
    return (say("the enemy advanced to {place} after the battles and was halted there", place=place(game, seen.hex)),)


def came_upon(game: Game, _: Picture, event: t.FixedFound) -> tuple[str, ...]:
    """What lay in a hex that was entered."""
    fixed = ", ".join(map(text, event.fixed)) or say("nothing left")
    return (say("{who} found {fixed} in {place}", who=text(event.call), fixed=fixed, place=place(game, event.hex)),)


def owner(game: Game, picture: Picture, event: t.OwnerChanged) -> tuple[str, ...]:
    """A hex changed hands."""
    where = place(game, event.hex)
    how = say("recon") if event.how == "scouted" else say(event.how)  # as journals hold it; a letter has another word for it
    if event.owner == picture.side:
        return (say("{place} gained ({how})", place=where, how=how),)
    return (say("{place} lost ({how})", place=where, how=how),)


def zone(game: Game, picture: Picture, event: t.EzocAnswered) -> tuple[str, ...]:
    """A claim on us, or that it stands no more; what we claim is not told."""
    if event.viewer != picture.side:
        return ()
    if event.stands:
        return (say("{place}: enemy ZOC", place=place(game, event.hex)),)
    return (say("{place}: enemy ZOC gone", place=place(game, event.hex)),)


def engagement(game: Game, _: Picture, event: t.EngagementMarked | t.EngagementLifted) -> tuple[str, ...]:
    """A hex is an engagement, or no longer one."""
    words = phrase("{place} is an engagement") if isinstance(event, t.EngagementMarked) else phrase("{place}: engagement over")
    return (say(words, place=place(game, event.hex)),)


def announced(game: Game, _: Picture, event: t.BattlesAnnounced) -> tuple[str, ...]:
    """The hexes that are attacked."""
    return (say("battles announced: {places}", places=places(game, event.hexes)),)


def prepared(game: Game, _: Picture, event: t.WorksSetUp) -> tuple[str, ...]:
    """Works that were bought for the set-up, or moved with the bridge they guard."""
    if not event.level:
        return (say("{place}: the works go to another bridge", place=place(game, event.hex)),)
    left = counted(event.labour, "{number} point", "{number} points")
    level = worded(event.level)
    return (say("{place}: {level}; {points} left for works", place=place(game, event.hex), level=level, points=left),)
