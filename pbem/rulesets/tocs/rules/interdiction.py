"""Interdiction: hexes under steady fire, and what it does to movement, attacks, retreats and pursuits (TOCS-W10.26)."""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.units import HALVES
from pbem.rulesets.tocs.view import Public


@rule("TOCS-W10.26-2")
def laid(public: Public, hex_: Hex, side: str) -> Mapping[Hex, tuple[str, ...]]:
    """The interdicted hexes after a side's guns opened on one more."""
    return {**public.interdicted, hex_: tuple(sorted({*public.interdicted.get(hex_, ()), side}))}


@rule("TOCS-W10.26-2")
def lifted(public: Public, side: str) -> Mapping[Hex, tuple[str, ...]]:
    """The interdicted hexes when a side's guns fall silent; those the other side fires on remain."""
    kept = {hex_: tuple(s for s in sides if s != side) for hex_, sides in public.interdicted.items()}
    return {hex_: sides for hex_, sides in kept.items() if sides}


@rule("TOCS-W10.26-3", "TOCS-W10.26-7")
def surcharge(public: Public, start: Hex, end: Hex) -> int:
    """Halves of a point more to move between two hexes of which one is interdicted, whoever fires; there no road is used."""
    return HALVES if start in public.interdicted or end in public.interdicted else 0


@rule("TOCS-W10.26-5", "TOCS-W10.26-6")
def delays(public: Public, attacker: str, origin: Hex, battle: Hex) -> bool:
    """Does an attack lose an AP? Out of an interdicted hex always; into the battle hex when the enemy fires on it."""
    onto = any(side != attacker for side in public.interdicted.get(battle, ()))
    return onto or (origin != battle and origin in public.interdicted)
