"""BOMBARD: three batteries or more at one hex (TOCS-W10.25)."""

from pbem.kernel.i18n import phrase
from pbem.rulesets.tocs.actions.fire_rules import gun_action

ACTION = gun_action(
    (
        "bombard",
        "[by CALL_HQ] [observed by CALL_FO] [tot]",
        phrase("bombard a hex with three batteries or more"),
    ),
    phrase(
        """BOMBARD fires at least three batteries together at a hex, for 1 AP of a regiment's, brigade's or higher headquarters
(TOCS-W10.25). One roll with their combined strength; the damage falls at random on what is in the hex: troops, stores,
bridges, facilities. Nobody aims it. All of them are disordered afterwards, American ones only fatigued. `tot` is time on
target, for American batteries from December 1942 on: double strength for one OP more, and they are disordered too. An
observer who sees the hex directs it, but cannot order it.

    bombard 13.09 with 376A, 376B, 376C by HQ504"""
    ),
)
