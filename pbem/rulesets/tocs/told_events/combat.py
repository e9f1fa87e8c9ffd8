"""Attacks, battles, engagements and guns."""

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tocs.field_units import AfterAction
from pbem.rulesets.tocs.units import (
    Attack,
    Mission,
    ReplacementPool,
    Unit,
)


class AttackLapsed(Value):
    """An attack came to nothing: the attacker was beaten from where it stood, or is itself engaged."""

    side: str
    unit: str


class BankTaken(Value):
    """The defender of a river hex declared his bank before the battle: "near" or "far" as the attacker sees it, or "both"."""

    number: int
    hex: Hex
    side: str
    bank: str


class AttackOrdered(Value):
    """A unit launched an attack; it stays outside the hex until the battle (TOCS-3.7-1)."""

    side: str
    attack: Attack


class BattlesAnnounced(Value):
    """The attacked hexes were announced to both sides, nothing else (TOCS-3.7-2, TOCS-3.7-3)."""

    side: str
    hexes: tuple[Hex, ...]


class FieldReported(Value):
    """A field commander's report is in (MASL-4.1-1); one that comes later replaces it until the battle is decided."""

    side: str
    number: int
    report: AfterAction


class AttackFoundEmpty(Value):
    """An attack met nobody: it becomes a move into the hex at combat resolution (TOCS-W10.6-3). stayed: who could not have
    moved there, out of one zone into another."""

    side: str
    hex: Hex
    stayed: tuple[str, ...] = ()


class PursuitStopped(Value):
    """An attacker who was to go on after a battle that was won came no further (TOCS-3.9-11)."""

    side: str
    unit: str
    hex: Hex
    into: Hex
    why: str


class AttacksCleared(Value):
    """The attacks on one hex are over, or (units) those of some units were called off; the attackers' markers come off."""

    side: str
    hex: Hex
    units: tuple[str, ...] = ()


class EngagementMarked(Value):
    """A hex became an engagement; it stays the defender's (TOCS-1.9-2)."""

    hex: Hex
    defender: str


class EngagementLifted(Value):
    """A hex is no longer an engagement."""

    hex: Hex


class EngagementResolved(Value):
    """An engagement has been fought this turn (TOCS-1.3-3)."""

    hex: Hex


class BatteriesSpent(Value):
    """Batteries fired: as they are afterwards, all AP gone (TOCS-W10.24-2, TOCS-W10.25-2, TOCS-W10.26-1).

    pool: after the OP that time on target costs (TOCS-W10.25-5), None when none was due.
    """

    side: str
    units: tuple[Unit, ...]
    pool: ReplacementPool | None = None


class InterdictionLifted(Value):
    """The interdictions of a side are over: its next impulse begins (TOCS-W10.26-2)."""

    side: str


class SupportOrdered(Value):
    """Fire in support of a battle was ordered (TOCS-W10.24-6, TOCS-W10.25-3)."""

    side: str
    mission: Mission


class SupportSpent(Value):
    """The support laid on a hex was fired, or its battle never came."""

    side: str
    hex: Hex


class AttackCalledOff(Value):
    """A hasty attack was cancelled by interdiction: the unit as it is afterwards (TOCS-W10.26-5, TOCS-W10.26-6)."""

    side: str
    unit: Unit
    hex: Hex


class BattleCalledOff(Value):
    """An announced battle does not take place: interdiction stopped every attack on the hex (TOCS-W10.26-6)."""

    hex: Hex


class InfiltrationThrown(Value):
    """An infiltrator came to an occupied hex (TOCS-W10.2-5): the throw, and whether it was not seen."""

    side: str
    hex: Hex
    throw: Throw
    success: bool
