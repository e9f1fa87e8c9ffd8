"""STRIKE: one battery at one hex, aimed where somebody sees it (TOCS-W10.24)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.rulesets.tocs.actions.fire_rules import MissionOrder, gun_action, ordered_by
from pbem.rulesets.tocs.actions.fire_rules import options as hexes_for
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Hexes it believes held by the enemy and could fire at."""
    return hexes_for(game, picture, unit, "strike")


def warn(game: Game, picture: Picture, fire: MissionOrder) -> tuple[str, ...]:
    """A strike that nobody watches is harassing fire."""
    ordered = ordered_by(picture.view(game), fire)
    blind = isinstance(ordered, Refusal) or ordered.kind == "harass"
    words = say(
        "nobody sees {place}: it is fired as harassing, at random, and you will not see what it did", place=fire.mission.hex
    )
    return (f"{words} (TOCS-W10.24-4)",) if blind else ()


GUNS = gun_action(
    (
        "strike",
        "[by CALL_HQ] [observed by CALL_FO] [at (infantry|vehicles|guns|bridge|facility)]",
        phrase("fire a battery at a hex"),
    ),
    phrase(
        """STRIKE fires one battery at a hex in its range, for 1 AP of a headquarters and no OP (TOCS-W10.24). The battery must
be in good order, in communication and in supply, and out of any engagement; it is fatigued afterwards. Where an own
forward observer sees the hex the fire is aimed: you may name the kind of target, it rolls with +1, and you read what
was hit. Where nobody sees it, it is fired as HARASS. Several batteries after `with` fire a strike each. An observer
that a headquarters has activated, or that looks down from a hill, calls strikes without it: `by` names the observer
(TOCS-W2.6.2-2, TOCS-W11.19-6). Without a target after `at` the damage falls at random on all that is in the hex, a
bridge too: name the troops to spare it. Aimed at a bridge, or at a facility or a store you know of, it falls on that
alone. A bridge is down when it has taken its points: 2 for pontoons, 4 for wood and railways, 6 for stone, 8 for
metal (TOCS-W11.3-3). Each point that hits a hospital is a point to the enemy (TOCS-W12.9-3). The enemy is told that
shells fell on the hex.

    strike 13.09 with 376A by HQ504
    376A: strike 13.09 at guns
    376A: strike 13.09 at bridge"""
    ),
)
ACTION = replace(GUNS, options=options, warn=warn)
