"""NIGHT: does an impulse of the night close by itself where the enemy is nowhere near? (TOCS-3.4-1, W13.1.1-1)"""

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import distance
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction


class NightPolicy(Value):
    """idles: does it close by itself, if nobody is engaged, no zone is claimed and no enemy known within `reach` hexes of an own
    unit? None: always."""

    idles: bool = True
    reach: int | None = 2


@rule("TOCS-3.4-1", "TOCS-W13.1.1-1")
def answer(policy: NightPolicy, game: Game, picture: Picture) -> bool:
    """Is this impulse to close by itself? The owner's own map says so, and nothing else."""
    view = picture.view(game)
    if not (policy.idles and view.night):
        return False
    reach = policy.reach
    if reach is None:
        return True
    near = {*view.ezoc(), *picture.held_by_enemy()}
    quiet = all(distance(unit.hex, h) > reach for unit in picture.forces.on_map() for h in near)
    return quiet and not picture.public.engaged


def policy(acts: tuple[Act, ...], default: NightPolicy) -> NightPolicy:
    """The policy of the NIGHT line on file."""
    found = default
    for act in acts:
        if not act.says("else ask"):
            found = NightPolicy(act.says("idle"), None if act.says("always") else act.number("N") or 0)
    return found


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    return None


REACTION = Reaction(
    verb=Verb("night",
              ("night idle if nothing claimed or seen within N", "night idle always", "night ask", "night else ask"),
              "standing", phrase("whether quiet impulses of the night close by themselves")),
    help=phrase(
        """NIGHT lets a quiet impulse of the night close by itself: no zone is claimed against you and no enemy known to you within
so many hexes of any of your units, and nobody is engaged. ALWAYS closes every impulse of the night so, even with the enemy
near: it is for long campaigns of large sides, and spares them weeks. It is closed like a plan on file, two hours or so after
it began, so that the enemy cannot tell. Orders you send before then are executed first, and a plan on file runs in its place.
OPs stay in the bank. It counts as an ordinary end, never as a pass (TOCS-3.4-1).

    NIGHT IDLE IF NOTHING CLAIMED OR SEEN WITHIN 2     # the default
    NIGHT ELSE ASK                                     # the default
    NIGHT IDLE ALWAYS
    NIGHT ASK

A module may begin with another line than the default: ORDERS shows the one that counts for you. NIGHT ASK closes none."""
    ),
    defaults=("NIGHT IDLE IF NOTHING CLAIMED OR SEEN WITHIN 2", "NIGHT ELSE ASK"),
    part=lambda act: "night else" if act.says("else ask") else "night",
    check=_check,
    closes=True,
)  # fmt: skip
