"""Which rules of the system a game does not use, by the topics of HELP that then do not count."""

from collections.abc import Iterator, Mapping

from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.standing_orders.keys import KEYS
from pbem.rulesets.tcs.switches import Setting

Needed = tuple[str, Setting]
"""A switch, and how it must stand."""

ARMOR: Needed = ("armor", True)
LEVELS: Needed = ("digging", "levels")
NEEDS: Mapping[str, tuple[Needed, ...]] = {
    **dict.fromkeys(("armor", "fragord", "initial", "final"), (ARMOR,)),
    **{name: (ARMOR,) for name, key in KEYS.items() if key.armor},
    "policy sfa": (("sfa", "phase"),),
    "dig": (LEVELS,),
    "dig company": (LEVELS, ("dig_roll", "company")),
    "line": (("command", "lines"),),
    "breakout": (("platoon_counters", True),),
}
"""Topics of HELP that count only where switches of the module stand so."""


@rule("TCSB-1-10")
def not_in_use(game: TacticalGame) -> Iterator[str]:
    """A line with the topics of HELP that do not count in this game; none where all do."""
    idle = sorted(topic for topic in NEEDS if _is_idle(game, topic))
    if idle:
        yield say(" HELP describes these too, but this game does not use them: {topics}.", topics=", ".join(idle).upper())


def out_of_use(game: TacticalGame, topic: str) -> tuple[str, ...]:
    """The first line of a topic of HELP that does not count in this game."""
    return (say("This game does not use these rules."),) if _is_idle(game, " ".join(topic.lower().split())) else ()


def here(game: TacticalGame, topic: str) -> tuple[str, ...]:
    """Every topic says itself on which switch it hangs, and a report which of them do not count."""
    return ()


def _is_idle(game: TacticalGame, topic: str) -> bool:
    return any(game.switches[name] != so for name, so in NEEDS.get(topic, ()))
