"""Damage by random selection: which of several targets a `d` or `D` result falls on (TOCS-1.13)."""

from collections.abc import Sequence

from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule

MOST_THROWS = 100  # ties that last longer than this are no dice


@rule("TOCS-1.13-1", "TOCS-1.13-2")
def struck(dice: Dice, occasion: str, targets: Sequence[str], letter: str) -> tuple[str, ...]:
    """The targets hit. Each rolls a die: `d` hits the single highest, ties thrown again; `D` all that tie for it.

    These throws are secret until the end: what they fall on is told to nobody but its owner.
    """
    standing = sorted(targets) if letter else []
    for attempt in range(1, MOST_THROWS):
        thrown = {name: dice.throw(f"{occasion}/target/{attempt}/{name}", "1d6").total for name in standing}
        standing = [name for name in standing if thrown[name] == max(thrown.values())]
        if letter == "D" or len(standing) <= 1:
            break
    return tuple(standing) if letter == "D" else tuple(standing[:1])
