"""Facilities: whose they are, what they can bear, whom they serve (TOCS-W12.0, W12.9 to W12.11)."""

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.view import View

CHART = "facilities"
KINDS = {
    "hospital": phrase("hospital"), "field_repair": phrase("field repair centre"), "railyard": phrase("railyard"),
    "railhead": phrase("railhead"),
    "prisoner_camp": phrase("prisoner camp"), "port": phrase("port"), "airbase": phrase("airbase"),
    "airfield": phrase("airfield"), "airstrip": phrase("airstrip"), "other": phrase("facility"),
}  # fmt: skip


def at(view: View, hex_: Hex) -> tuple[Facility, ...]:
    """The facilities in a hex that the side knows of, by id."""
    return tuple(site for site in view.forces.sites if site.hex == hex_)


@rule("TOCS-W12.0-3", "TOCS-W12.9-1", "TOCS-W12.9-2", "TOCS-W12.9-4", "TOCS-W12.10-1", "TOCS-W12.10-2")
def serving(view: View, kind: str) -> tuple[Facility, ...]:
    """The facilities of a kind that work for the side now: it owns the hex, whoever built them and however often they
    changed hands, and they are not destroyed. None: what depends on one goes by the list for those without."""
    return tuple(
        s for s in view.forces.sites if s.kind == kind and s.works and view.own(s.hex) and s.hex not in view.public.engaged
    )


@rule("TOCS-W12.0-2")
def hit(facility: Facility, points: int) -> Facility:
    """A facility after so many damage points more; it is destroyed when it has had all it can take."""
    return replace(facility, damage=min(facility.dp, facility.damage + points))


def needed(game: Game, facility: Facility, what: str) -> int:
    """The number that a throw to "demolish" or to "repair" it must not pass; 0: it cannot be done."""
    return whole(game.records(CHART)[facility.kind], f"{what}_d6")


def strength(game: Game, kind: str) -> int:
    """The damage points of a facility of a kind for which the module says none."""
    return whole(game.records(CHART)[kind], "damage_points")


@rule("TOCS-W15.1-1")
def strip_work(game: Game) -> int:
    """The OPs that go into an airstrip."""
    return whole(section(game.records(CHART).extras, "airstrip"), "ops")


def state(facility: Facility) -> str:
    """`intact`, `1 of 4 damage points`, `destroyed`."""
    if not facility.works:
        return say("destroyed")
    return (
        say(
            "{damage} of {damage_points}",
            damage=facility.damage,
            damage_points=counted(facility.dp, "{number} damage point", "{number} damage points"),
        )
        if facility.damage
        else say("intact")
    )
