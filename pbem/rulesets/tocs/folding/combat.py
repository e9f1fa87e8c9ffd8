"""Attacks, battles, engagements, fire, and battles for field commanders (chapters 1, 3, W10, W19, MASL)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.field_units import Force
from pbem.rulesets.tocs.folding.tables import FORCES, PUBLIC
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.rules import interdiction
from pbem.rulesets.tocs.rules.artillery import called_off, fired, unsupported
from pbem.rulesets.tocs.view import Public


@FORCES.of(t.AttackOrdered)
def _attack(forces: Forces, event: t.AttackOrdered) -> Forces:
    return forces.launched(event.attack)


@FORCES.of(t.AttackLapsed)
def _lapsed(forces: Forces, event: t.AttackLapsed) -> Forces:
    return replace(forces, attacks=tuple(a for a in forces.attacks if a.unit != event.unit))


@FORCES.of(t.AttacksCleared)
def _cleared(forces: Forces, event: t.AttacksCleared) -> Forces:
    return forces.without_attacks(event.hex, event.units)


@PUBLIC.of(t.BattlesAnnounced)
def _announced(public: Public, event: t.BattlesAnnounced) -> Public:
    return replace(public, announced=tuple(sorted({*public.announced, *event.hexes})))


@PUBLIC.of(t.BattleCalledOff)
def _battle_called_off(public: Public, event: t.BattleCalledOff) -> Public:
    return replace(public, announced=tuple(h for h in public.announced if h != event.hex))


@PUBLIC.of(t.BankTaken)
def _bank(public: Public, event: t.BankTaken) -> Public:
    return replace(public, banks={**public.banks, event.hex: event.bank})


@PUBLIC.of(t.EngagementMarked)
def _engaged(public: Public, event: t.EngagementMarked) -> Public:
    return replace(public, engaged={**public.engaged, event.hex: event.defender})


@FORCES.of(t.EngagementMarked)
def _closed_up(forces: Forces, event: t.EngagementMarked) -> Forces:
    return forces.closed_up(event.hex)


@PUBLIC.of(t.EngagementLifted)
def _disengaged(public: Public, event: t.EngagementLifted) -> Public:
    return replace(public, engaged={h: s for h, s in public.engaged.items() if h != event.hex})


@PUBLIC.of(t.EngagementResolved)
def _resolved(public: Public, event: t.EngagementResolved) -> Public:
    return replace(public, resolved=(*public.resolved, event.hex))


@FORCES.of(t.BatteriesSpent)
def _fired(forces: Forces, event: t.BatteriesSpent) -> Forces:
    return fired(forces, event.units, event.pool)


@FORCES.of(t.SupportOrdered)
def _support(forces: Forces, event: t.SupportOrdered) -> Forces:
    return replace(forces, missions=(*forces.missions, event.mission))


@FORCES.of(t.SupportSpent)
def _support_spent(forces: Forces, event: t.SupportSpent) -> Forces:
    return unsupported(forces, event.hex)


@FORCES.of(t.AttackCalledOff)
def _called_off(forces: Forces, event: t.AttackCalledOff) -> Forces:
    return called_off(forces, event.unit)


@PUBLIC.of(t.InterdictionLifted)
def _lifted(public: Public, event: t.InterdictionLifted) -> Public:
    return replace(public, interdicted=interdiction.lifted(public, event.side))


@FORCES.of(t.FieldReported)
def _reported(forces: Forces, event: t.FieldReported) -> Forces:
    return forces.with_report(event.number, event.report)


# What a side is told of its part of.


def rolled(public: Public, number: int, hex_: Hex) -> Public:
    """A battle was thrown; nobody in its hex is in extended deployment any more (`Forces.closed_up`)."""
    return replace(public, battles=number, fought=(*public.fought, hex_))


def interdicted(public: Public, side: str, hex_: Hex) -> Public:
    """A hex is under the fire of a side's guns."""
    return replace(public, interdicted=interdiction.laid(public, hex_, side))


def lent(forces: Forces, force: Force) -> Forces:
    """The forces with what they gave their field commander for a battle."""
    return replace(forces, forces=(*forces.forces, force))
