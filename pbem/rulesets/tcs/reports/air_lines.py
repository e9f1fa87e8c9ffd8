"""Aircraft, anti-air fire and minefields in words."""

from collections.abc import Iterator

from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import Minefield
from pbem.rulesets.tcs.reports.wording import place

KINDS = {
    "strafe": phrase("strafing"),
    "strafe_cannon": phrase("strafing with cannon"),
    "bomb_500lb": phrase("bombs"),
    "rockets": phrase("rockets"),
    "napalm": phrase("napalm"),
}
OUTCOMES = {
    "hit": phrase("Run {run} at {where}: attacked."),
    "aborted": phrase("Run {run} at {where}: driven off by anti-air fire."),
    "not found": phrase("Run {run} at {where}: target not found."),
    "strays": phrase("Run {run} at {where}: the aircraft struck own troops at {struck}."),
}
DENSITIES = {"light": phrase("light"), "medium": phrase("medium"), "heavy": phrase("heavy")}


def direct(game: TacticalGame, event: t.DirectFired) -> str:
    """Direct fire of an own battery."""
    return say("{battery} fired direct at {where}.", battery=event.battery, where=place(game, event.hex))


def mortar(game: TacticalGame, event: t.MortarFired) -> str:
    """Smoke or illumination of an own mortar."""
    words = phrase("{unit} fired smoke at {where}.") if event.markers else phrase("{unit} fired illumination at {where}.")
    return say(words, unit=event.unit, where=place(game, event.hex))


def came(game: TacticalGame, event: t.SortieCame) -> str:
    """Whether an aircraft comes."""
    words = (
        phrase("An aircraft arrives for {kind}.") if event.came else phrase("No aircraft arrives for {kind}: {needed} was needed.")
    )
    return say(words, kind=text(KINDS[event.sortie.kind]), needed=event.needed)


def run(game: TacticalGame, event: t.RunFlown) -> str:
    """A run of an own aircraft."""
    return say(OUTCOMES[event.outcome], run=event.run, where=place(game, event.hex), struck=place(game, event.struck or event.hex))


def fired(game: TacticalGame, event: t.AaFired) -> str:
    """Own anti-air fire."""
    words = phrase("{units} fired at an aircraft over {where}: needed {needed}, rolled {rolled}: driven off.")
    if not event.aborted:
        words = phrase("{units} fired at an aircraft over {where}: needed {needed}, rolled {rolled}: no effect.")
    return say(words, units=", ".join(event.units), where=place(game, event.hex), needed=event.needed, rolled=sum(event.faces))


def overhead(game: TacticalGame, seen: o.AircraftSeen) -> str:
    """An aircraft of the enemy's."""
    words = phrase("An enemy aircraft over {where} turned away.") if seen.away else phrase("An enemy aircraft attacked {where}.")
    return say(words, where=place(game, seen.hex))


def field_words(laid: Minefield) -> str:
    """`light minefield`."""
    return say("{density} minefield", density=text(DENSITIES[laid.density]))


def mines_met(game: TacticalGame, event: t.MinesMet) -> str:
    """Own units in a minefield."""
    return say(
        "{units} in a {field} at {where}.",
        units=", ".join(event.units),
        field=field_words(event.field),
        where=place(game, event.hex),
    )


def breach_tried(game: TacticalGame, event: t.BreachTried) -> str:
    """A breach."""
    where = place(game, event.hex)
    if not event.faces:
        return say("{unit} could not breach at {where} any more.", unit=event.unit, where=where)
    if event.field is None and not event.worked:
        return say("{unit} found no mines at {where}.", unit=event.unit, where=where)
    rolled = say("needed {needed}, rolled {rolled}", needed=event.needed, rolled=sum(event.faces))
    if not event.worked:
        return say("{unit} at {where}: {rolled}, no lane.", unit=event.unit, where=where, rolled=rolled)
    left = say("{field} left", field=field_words(event.field)) if event.field else say("the field is gone")
    return say("{unit} breached at {where}: {rolled}; {left}.", unit=event.unit, where=where, rolled=rolled, left=left)


def mines_seen(game: TacticalGame, seen: o.MinesSeen) -> str:
    """What became of a field."""
    if seen.field is None:
        return say("The mines at {where} are gone.", where=place(game, seen.hex))
    return say("At {where} a {field} is left.", where=place(game, seen.hex), field=field_words(seen.field))


@rule("TCSB-24-1")
def sorties_left(picture: TacticalPicture) -> Iterator[str]:
    """Sorties that are left."""
    grant = picture.forces.grant
    if grant.kinds:
        kinds = ", ".join(text(KINDS[kind]) for kind in grant.kinds)
        left = counted(grant.left, "{number} sortie left", "{number} sorties left")
        yield say(" {left}, {each} a turn at most: {kinds}", left=left, each=grant.each, kinds=kinds)
