"""What a policy of the rules for armor asks of the units that it names: who cannot do it is told so when it is filed."""

from collections.abc import Callable, Mapping

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.rules.armor_smoke import FIRED, ON_THE_MOVE, is_quick
from pbem.rulesets.tcs.units import TacticalUnit


@rule("TCSARM-4.6-1", "TCSARM-4.6-2")
def _smoke(game: TacticalGame, unit: TacticalUnit, act: Act) -> Refusal | None:
    if unit.counter.smoke == FIRED or act.says("never"):
        return None
    if unit.counter.smoke == ON_THE_MOVE:
        line = f"{unit.id}: MOVE 06.02, 06.03 SMOKE AT 06.02"
        return illegal(
            say("{unit} fires no smoke, it makes smoke where it drives: {line}", unit=unit.id, line=line), "TCSARM-4.6-2"
        )
    return illegal(say("{unit} fires no smoke", unit=unit.id), "TCSARM-4.6-1")


@rule("TCSARM-4.3a-2")
def _mortar(game: TacticalGame, unit: TacticalUnit, act: Act) -> Refusal | None:
    return None if unit.counter.mortar else illegal(say("{unit} is no mortar", unit=unit.id), "TCSARM-4.3a-2")


@rule("TCSARM-4.10-1")
def _fallback(game: TacticalGame, unit: TacticalUnit, act: Act) -> Refusal | None:
    if act.says("never") or is_quick(game.book, unit.counter):
        return None
    return illegal(say("{unit} is too slow to withdraw: it has {mp} MP", unit=unit.id, mp=unit.counter.back), "TCSARM-4.10-1")


@rule("TCSARM-4.2a-2")
def _leader(game: TacticalGame, unit: TacticalUnit, act: Act) -> Refusal | None:
    return None if unit.leader else illegal(say("{unit} is no leader", unit=unit.id), "TCSARM-4.2a-2")


_ASKS: Mapping[str, Callable[[TacticalGame, TacticalUnit, Act], Refusal | None]] = {
    "policy smoke": _smoke, "policy mortar": _mortar, "policy fallback": _fallback, "policy leader": _leader,
}  # fmt: skip


def unfit(game: TacticalGame, units: tuple[TacticalUnit, ...], act: Act) -> Refusal | None:
    """Why the first of some units that cannot do what a policy says cannot; None where all can."""
    asks = _ASKS.get(act.verb)
    return next((refusal for unit in units if asks and (refusal := asks(game, unit, act))), None)
