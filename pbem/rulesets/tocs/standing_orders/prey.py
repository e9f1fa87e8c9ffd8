"""PREY: what an interdiction from the air strikes (TOCS-W15.9-2)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.standing_orders.form import Reaction


class PreyPolicy(Value):
    """on: "any", "vehicles", or "columns" on a road; keep: aircraft that stay on station whatever moves."""

    on: str = "any"
    keep: int = 0


class Below(Value):
    """What a crew sees move: vehicles, a column at the road rate; left: aircraft of the mission."""

    driven: bool
    road: bool
    left: int


@rule("TOCS-W15.9-2")
def wanted(policy: PreyPolicy, below: Below) -> bool:
    """Is it tried?"""
    fits = {"any": True, "vehicles": below.driven, "columns": below.road}[policy.on]
    return fits and below.left > policy.keep


def policy(acts: tuple[Act, ...], default: PreyPolicy) -> PreyPolicy:
    """The policy of the PREY lines on file, the last of either kind."""
    kept = [act.number("N") or 0 for act in acts if act.says("keep")]
    named = [word for act in acts for word in ("any", "vehicles", "columns") if act.says(word)]
    return PreyPolicy(named[-1] if named else default.on, kept[-1] if kept else default.keep)


REACTION = Reaction(
    verb=Verb("prey", ("prey (any|vehicles|columns)", "prey keep N"), "standing", phrase("what interdiction from the air strikes")),
    help=phrase(
        """PREY says what your air interdiction strikes of the enemies that it sees move (TOCS-W15.9): any, vehicles alone,
or columns at the road rate alone. Each strike takes an aircraft off station; KEEP holds so many back. All that is seen moving
is reported to you, struck or not, and a try that fails or is not made is noticed by nobody.

    PREY ANY        # what counts without a line
    PREY VEHICLES
    PREY KEEP 1"""
    ),
    defaults=(),
    part=lambda act: "prey keep" if act.says("keep") else "prey",
    check=lambda game, picture, act: None,
)
