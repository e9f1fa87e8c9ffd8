"""Standing orders: how far a runner goes who was told nothing."""

from collections.abc import Mapping

from pbem.engine.ruleset import StandingWord
from pbem.kernel.decisions import Refusal, illegal
from pbem.orders.tree import Act
from tests.rulesets.race.rules import GAIT, MOST, Game, Known, no, nothing, silence, steps_of

WORDS: Mapping[str, StandingWord] = {GAIT.name: StandingWord(GAIT, "How far it goes in a turn without orders.", ("if untold 0",))}
warning, idles, day_one = silence, no, nothing


def part(act: Act) -> str:
    return act.verb


def check(game: Game, picture: Known, act: Act) -> Refusal | None:
    return None if steps_of(act) <= MOST else illegal(f"nobody runs further than {MOST}", "RACE-1")
