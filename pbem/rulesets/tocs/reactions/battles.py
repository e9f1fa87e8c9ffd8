"""BATTLES: how battles are settled. As yet all of them on the CRT (TOCS-1.3-2)."""

from pbem.engine.ruleset import Reaction
from pbem.kernel.decisions import Refusal
from pbem.orders.sheet import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    return None


REACTION = Reaction(
    verb=Verb("battles", ("battles crt",), "standing", "how your battles are settled"),
    help="""BATTLES says how battles are settled: all of them on the Combat Results Table (TOCS-1.3-2).

    BATTLES CRT     the default""",
    defaults=("BATTLES CRT",),
    part=lambda act: "battles",
    check=_check,
)
