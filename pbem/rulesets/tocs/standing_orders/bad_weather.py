"""BAD WEATHER: do missions that arrive in rain turn back? (TOCS-W14.4-3, TOCS-W13.4.3-2)"""

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.standing_orders.form import Reaction


class BadWeatherPolicy(Value):
    """aborts: missions turn back; near: then only strikes that have own units so many hexes from their target, None for all."""

    aborts: bool = True
    near: int | None = 2


@rule("TOCS-W14.4-3")
def turns_back(policy: BadWeatherPolicy, goal: Hex, posts: tuple[Hex, ...]) -> bool:
    """Does a mission turn back? posts: where own units are whom a strike that misses its way could hit."""
    return policy.aborts and (policy.near is None or any(distance(goal, post) <= policy.near for post in posts))


def policy(acts: tuple[Act, ...], default: BadWeatherPolicy) -> BadWeatherPolicy:
    """The policy of the last BAD WEATHER line on file."""
    return BadWeatherPolicy(acts[-1].says("abort"), acts[-1].number("N")) if acts else default


REACTION = Reaction(
    verb=Verb("bad weather", ("bad weather (go on|abort)", "bad weather abort if own within N"), "standing",
              phrase("whether missions that arrive in rain turn back")),
    help=phrase(
        """BAD WEATHER says what missions do that arrive in rain (TOCS-W13.4.3, TOCS-W14.4-3): a roll says whether they find
their way, and a strike that misses it strikes what is where it comes, own troops too. They go on, turn back and land, or turn back
where a strike has own units within so many hexes of its target. The OP stays spent. ABORT calls home single aircraft.

    BAD WEATHER ABORT IF OWN WITHIN 2   # what counts without a line
    BAD WEATHER GO ON
    BAD WEATHER ABORT"""
    ),
    defaults=(),
    part=lambda act: "bad weather",
    check=lambda game, picture, act: None,
)  # fmt: skip
