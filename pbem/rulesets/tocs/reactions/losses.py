"""LOSSES: which of your units take the steps you must lose beyond the first (TOCS-2.6-3)."""

from pbem.engine.ruleset import Reaction
from pbem.kernel.decisions import Refusal
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.sheet import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.procedures.losses import Loser

SPARED = ("hq", "fo", "engineers", "armour")


class Policy(Value):
    """spare: kinds that lose last; strongest: the unit with most steps loses first, else the one with fewest."""

    spare: tuple[str, ...] = ("hq", "fo", "engineers")
    strongest: bool = True


@rule("TOCS-2.6-3", "TOCS-W19.4-3")
def order(policy: Policy, loser: Loser, counter: Counter) -> tuple[object, ...]:
    """The place of a unit in the queue for losses, lowest first."""
    spared = any(_is(counter, kind) for kind in policy.spare)
    steps = -loser.steps if policy.strongest else loser.steps
    return (spared, steps, -loser.strength)


def _is(counter: Counter, kind: str) -> bool:
    if kind == "hq":
        return counter.kind == "hq"
    if kind == "fo":
        return counter.arm == "observer"
    return counter.engineer if kind == "engineers" else counter.mobility == "armored"


def policy(acts: tuple[Act, ...], default: Policy) -> Policy:
    """The policy of the LOSSES lines on file, one for whom to spare and one for the order."""
    spare, strongest = default.spare, default.strongest
    for act in acts:
        if act.says("spare"):
            spare = tuple(kind for kind in SPARED if kind in act.words)
        else:
            strongest = act.says("strongest first")
    return Policy(spare, strongest)


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    return None


REACTION = Reaction(
    verb=Verb("losses", ("losses spare nobody", "losses spare [hq] [fo] [engineers] [armour]", "losses (strongest|weakest) first"),
              "standing", "who takes the losses beyond the first"),
    help="""LOSSES says who takes the step losses beyond the first, which falls by rule on the unit with most steps
(TOCS-2.6-3, TOCS-W19.4-3).

    LOSSES SPARE HQ FO ENGINEERS     the default
    LOSSES STRONGEST FIRST           the default
    LOSSES WEAKEST FIRST""",
    defaults=("LOSSES SPARE HQ FO ENGINEERS", "LOSSES STRONGEST FIRST"),
    part=lambda act: "losses spare" if act.says("spare") else "losses order",
    check=_check,
)  # fmt: skip
