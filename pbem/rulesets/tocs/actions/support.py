"""SUPPORT: fire laid on a battle to come (TOCS-W10.24-6, W10.25-3)."""

from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.rulesets.tocs.actions.fire_rules import MissionOrder, gun_action
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.fire_control import may_take_part
from pbem.rulesets.tocs.units import Mission


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Hexes under attack by this side that it could reach."""
    forces, view = picture.forces, picture.view(game)
    laid = (Mission("support", hex_, (unit,)) for hex_ in sorted({a.target for a in forces.attacks}))
    return tuple(say("support {place}", place=m.hex) for m in laid if may_take_part(view, forces.units[unit], m) is None)


def warn(game: Game, picture: Picture, fire: MissionOrder) -> tuple[str, ...]:
    """Fire laid where there will be no battle is wasted."""
    hex_ = fire.mission.hex
    coming = hex_ in picture.public.announced or any(a.target == hex_ for a in picture.forces.attacks)
    return () if coming else (say("no attack on {hex} is ordered yet: without a battle there the fire is wasted", hex=hex_),)


GUNS = gun_action(
    ("support", "[by CALL_HQ] [(barrage|tot)]", phrase("lay fire on a battle of this impulse")),
    phrase(
        """SUPPORT lays the fire of a battery on a battle of this impulse: its full strength joins your side's (TOCS-W10.24-6).
It costs what a strike costs, and mortar sections may fire it too (TOCS-W2.4-6). `barrage` lays three batteries or
more for twice their strength, at the cost of a bombardment; `tot` for three times, where American batteries may
(TOCS-W10.25-3). At least one of your units in the battle must be in communication. Out of reserve it is a defensive
barrage.

    A/504: attack 13.11 deliberate
    support 13.11 with 376A by HQ504"""
    ),
)
ACTION = replace(GUNS, options=options, warn=warn)
