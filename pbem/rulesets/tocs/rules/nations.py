"""National characteristics in force: figures and traits of a nation at the date of the game (TOCS-W18)."""

from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.national import dated, in_force

FIGURES = ("nc", "sr", "night_ap", "at_bonus", "infiltration", "prisoner", "air")
NONE: dict[str, object] = {**dict.fromkeys(FIGURES, 0), "extreme_winter": "none"}


def date(game: Game) -> str:
    """The month of the game, `1944-09`."""
    return dated(game.year, game.month)


@kept(16)
@rule("TOCS-W18.0-1", "TOCS-W18.1.1-1", "TOCS-W18.1.2-1", "TOCS-W18.1.3-1", "TOCS-W18.1.4-1", "TOCS-W18.1.5-1")
@rule("TOCS-W18.1.6-1", "TOCS-W18.1.7-1", "TOCS-W18.1.8-1", "TOCS-W18.2.1-1", "TOCS-W18.2.2-1", "TOCS-W18.2.3-1")
@rule("TOCS-W18.2.4-1", "TOCS-W18.2.5-1", "TOCS-W18.2.6-1", "TOCS-W18.2.7-1", "TOCS-W18.2.8-1")
def nation_record(game: Game, nation: str) -> dict[str, object]:
    """The national characteristics in force; a nation the chart does not know, or not yet, has none of them.

    A record goes by the name it bears or by any of its `names`: the Dutch fight by the line of the western minors.
    """
    now = date(game)
    record = in_force(game.records("national-characteristics"), nation, now)
    if record is None:
        return dict(NONE)
    later = [c for c in record.get("changes", ()) if str(c["since"]) <= now]
    return {**NONE, **record, **(later[-1] if later else {})}


def figure(game: Game, nation: str, name: str) -> int:
    """A figure of a nation: "nc", "sr", "night_ap", "at_bonus", "infiltration", "prisoner", "air"."""
    return int(str(nation_record(game, nation)[name]))


def trait(game: Game, nation: str, name: str) -> bool:
    """Has a nation this trait of the chart's `traits` now ("forages")?"""
    return name in tuple(nation_record(game, nation).get("traits", ()))  # type: ignore[arg-type]


@rule("TOCS-W18.1.8-1")
def unready(game: Game, nation: str) -> bool:
    """Do troops of a nation attack the worse by night? Those that lose AP then, but for the nations that train for it."""
    return figure(game, nation, "night_ap") < 0 and not trait(game, nation, "night_fighters")
