"""National characteristics in force: figures and traits of a nation at the date of the game (TOCS-W18)."""

from typing import Any

from pbem.kernel.kept import kept
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
FIGURES = ("nc", "sr", "night_ap", "at_bonus", "infiltration", "prisoner")
NONE: dict[str, object] = {**dict.fromkeys(FIGURES, 0), "extreme_winter": "none"}


def date(game: Game) -> str:
    """The month of the game, `1944-09`."""
    return f"{game.year}-{MONTHS.index(game.month) + 1:02d}"


@kept(16)
@rule("TOCS-W18.0-1", "TOCS-W18.1.1-1", "TOCS-W18.1.2-1", "TOCS-W18.1.3-1", "TOCS-W18.1.4-1", "TOCS-W18.1.5-1")
@rule("TOCS-W18.1.6-1", "TOCS-W18.1.7-1", "TOCS-W18.1.8-1", "TOCS-W18.2.1-1", "TOCS-W18.2.2-1", "TOCS-W18.2.3-1")
@rule("TOCS-W18.2.4-1", "TOCS-W18.2.5-1", "TOCS-W18.2.6-1", "TOCS-W18.2.7-1", "TOCS-W18.2.8-1")
def nation_record(game: Game, nation: str) -> dict[str, object]:
    """The national characteristics in force; a nation the chart does not know, or not yet, has none of them.

    A record goes by the name it bears or by any of its `names`: the Dutch fight by the line of the western minors.
    """
    now, wanted = date(game), nation.lower()
    own = [r for r in game.records("national-characteristics").records.values() if wanted in _names(r)]
    record = _in_force(own, now)
    if record is None:
        return dict(NONE)
    later = [c for c in record.get("changes", ()) if str(c["since"]) <= now]
    return {**NONE, **record, **(later[-1] if later else {})}


@rule("TOCS-W0.1-2")
def _in_force(own: list[Any], now: str) -> Any:
    """The record of the date, else the last one before it: in Korea a nation fights as it did when the last war ended."""
    then = next((r for r in own if str(r["from"]) <= now <= str(r["to"])), None)
    return then or max((r for r in own if str(r["to"]) < now), key=lambda r: str(r["to"]), default=None)


def _names(record: Any) -> tuple[str, ...]:
    return str(record["nation"]).lower(), *(str(name).lower() for name in record.get("names", ()))


def figure(game: Game, nation: str, name: str) -> int:
    """A figure of a nation: "nc", "sr", "night_ap", "at_bonus", "infiltration", "prisoner"."""
    return int(str(nation_record(game, nation)[name]))


def trait(game: Game, nation: str, name: str) -> bool:
    """Has a nation this trait of the chart's `traits` now ("forages")?"""
    return name in tuple(nation_record(game, nation).get("traits", ()))  # type: ignore[arg-type]
