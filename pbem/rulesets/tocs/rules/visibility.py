"""How far one sees: by the light of the impulse, the moon of the night and the weather (TOCS-W11.19-7, W13.1)."""

from pbem.kernel.charts.entries import whole
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.rules.weather import falling
from pbem.rulesets.tocs.view import Public, View

MOONS = {"new": "new", "waxing": "quarter", "full": "full", "waning": "quarter"}


@rule("TOCS-W13.1.3-1", "TOCS-W13.1.3-2")
def light(game: Game, public: Public) -> str:
    """The light of the impulse: a dawn turn clears up and a dusk turn darkens after two impulses of each side.

    The sides alternate, so that the impulses of a turn up to the fourth are the first two of each.
    """
    turn = game.turns[max(public.turn, 1) - 1]
    if turn.light not in ("dawn", "dusk"):
        return turn.light
    light = game.records("visibility")[turn.light]
    early = (public.impulse + 1) // 2 <= (whole(light, "impulses") if "impulses" in light else 2)
    return turn.light if early == (turn.light == "dawn") else "day"


@rule("TOCS-W13.1.4-4")
def moon(view: View) -> str:
    """The moon of a night turn: "new", "quarter" or "full"; "" by day."""
    return MOONS.get(view.turn.moon, "quarter") if view.night else ""


@rule("TOCS-W11.19-7", "TOCS-W13.1.4-1", "TOCS-W13.4.1-2", "TOCS-W13.4.3-4", "TOCS-W13.4.4-1", "MASL-12.1-1")
def reach(view: View) -> int:
    """The hexes one sees now: the range for the light, cut by the worst of the weather."""
    chart, now = view.game.records("visibility"), light(view.game, view.public)
    base = whole(chart[f"night_{moon(view)}" if now == "night" else now], "value")
    weather = view.public.weather
    names = {weather.precipitation, falling(view), "fog" if weather.fog else ""}
    cuts = [record for record in chart.group("weather") if record["id"] in names]
    ranges = (whole(cut, "value") if cut["op"] == "set" else base + whole(cut, "value") for cut in cuts)
    return max(0, min((base, *ranges)))
