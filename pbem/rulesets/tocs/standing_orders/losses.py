"""LOSSES: which of your units take the steps you must lose beyond the first, and which go where too many stand (TOCS-2.6-3)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.losses import Loser
from pbem.rulesets.tocs.standing_orders.form import Reaction
from pbem.rulesets.tocs.units import Unit

SPARED = ("hq", "fo", "engineers", "armour")


class LossesPolicy(Value):
    """spare: kinds that lose last; strongest: the unit with most steps loses first, else the one with fewest.

    surplus: calls of units that go first where a hex is over its limit; then the weakest go, or by `ample` the strongest.
    """

    spare: tuple[str, ...] = ("hq", "fo", "engineers")
    strongest: bool = True
    surplus: tuple[str, ...] = ()
    ample: bool = False


@rule("TOCS-2.6-3", "TOCS-W19.4-3")
def order(policy: LossesPolicy, loser: Loser, counter: Counter) -> tuple[object, ...]:
    """The place of a unit in the queue for losses, lowest first."""
    spared = any(_is(counter, kind) for kind in policy.spare)
    steps = -loser.steps if policy.strongest else loser.steps
    return (spared, steps, -loser.strength)


@rule("TOCS-W3.0-5")
def dispensable(policy: LossesPolicy, forces: Forces, unit: Unit) -> tuple[object, ...]:
    """The place of a unit in the queue of those that go where a hex is over its stacking limit, lowest first."""
    counter = forces.counter(unit)
    named = policy.surplus.index(counter.call) if counter.call in policy.surplus else len(policy.surplus)
    weak = (counter.strength, counter.steps - unit.lost)
    return (named, any(_is(counter, kind) for kind in policy.spare), *((-n for n in weak) if policy.ample else weak))


def _is(counter: Counter, kind: str) -> bool:
    if kind == "hq":
        return counter.kind == "hq"
    if kind == "fo":
        return counter.arm == "observer"
    return counter.engineer if kind == "engineers" else counter.mobility == "armored"


def policy(acts: tuple[Act, ...], default: LossesPolicy) -> LossesPolicy:
    """The policy of the LOSSES lines on file, one for whom to spare and one for the order."""
    found = default
    for act in acts:
        if act.says("spare"):
            found = replace(found, spare=tuple(kind for kind in SPARED if kind in act.words))
        elif act.says("surplus"):
            found = replace(found, surplus=act.texts("UNITS"), ample=act.says("strongest first"))
        else:
            found = replace(found, strongest=act.says("strongest first"))
    return found


def _part(act: Act) -> str:
    """Each of the three says something else, and stands beside the others."""
    return next((f"losses {word}" for word in ("spare", "surplus") if act.says(word)), "losses order")


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    return None


REACTION = Reaction(
    verb=Verb("losses", ("losses spare nobody", "losses spare [hq] [fo] [engineers] [armour]", "losses (strongest|weakest) first",
                        "losses surplus (strongest|weakest) first", "losses surplus UNITS"),
              "standing", phrase("who takes the losses beyond the first, and who goes where too many stand")),
    help=phrase(
        """LOSSES says who takes the step losses beyond the first, which falls by rule on the unit with most steps (TOCS-2.6-3,
TOCS-W19.4-3). LOSSES SURPLUS says which units are given up where a hex is still over the stacking limit when your
impulse ends (TOCS-W3.0-5): units by name, in that order, and after them the weakest, those to be spared last. A unit
that moves or attacks out of the hex in time is not lost.

    LOSSES SPARE HQ FO ENGINEERS     # the default
    LOSSES STRONGEST FIRST           # the default
    LOSSES WEAKEST FIRST
    LOSSES SURPLUS WEAKEST FIRST     # the default
    LOSSES SURPLUS D/505 E/505"""
    ),
    defaults=("LOSSES SPARE HQ FO ENGINEERS", "LOSSES STRONGEST FIRST", "LOSSES SURPLUS WEAKEST FIRST"),
    part=_part,
    check=_check,
)  # fmt: skip
