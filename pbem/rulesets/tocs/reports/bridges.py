"""Bridges in words: which are not as the map prints them, and what was seen to become of one."""

from pbem.kernel.i18n import say
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import large
from pbem.rulesets.tocs.reports.wording import known_by, place, together
from pbem.rulesets.tocs.rules.bridges import limit, state


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """The bridges that this side knows to be otherwise than printed, a line each (of a large side those that are alike together),
    and how all others stand."""
    now = {b.id: b for b in (*game.ground.bridges, *picture.forces.spans) if not b.gone}
    told = [b for b in now.values() if b.built or b.damage or not b.intact]
    if not told:
        return ()
    in_order = sorted(told, key=lambda b: (b.hex, b.id))
    said = tuple(f" {_named(game, b)}: {words(game, b)}" for b in in_order)
    if large(picture.forces):
        return tuple(f" {line}" for line in together(((f"{b.name} ({b.hex})", words(game, b)) for b in in_order), alone=1))
    return (*said, *((say(" all others stand, as far as you know"),) if len(told) < len(now) else ()))


def words(game: Game, bridge: Bridge) -> str:
    """The state of a bridge; what one that was built in play bears."""
    if bridge.gone:
        return say("taken apart")
    bears = limit(game, bridge)
    if not bridge.built or not bridge.intact:
        return state(game, bridge)
    if not bears:
        return say("{state}, bears men on foot", state=state(game, bridge))
    return say("{state}, bears {bears} t", state=state(game, bridge), bears=bears)


def _named(game: Game, bridge: Bridge) -> str:
    """`Malden bridge (13.11)`; with the name of the hex where that is another."""
    where = place(game, bridge.hex)
    return f"{bridge.name} ({bridge.hex if where == f'{bridge.hex} {bridge.name}' else where})"


def told(game: Game, seen: o.BridgeSeen) -> str:
    """What a side learnt of a bridge."""
    return f"{_named(game, seen.bridge)}: {words(game, seen.bridge)} ({known_by(seen.how)})"
