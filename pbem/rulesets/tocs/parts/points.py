"""Points: the OPs that a letter spends."""

from pbem.engine.moments import StandingFile
from pbem.engine.runs import Budget
from pbem.orders.tree import Act
from pbem.rulesets.tocs.actions.control import points as left
from pbem.rulesets.tocs.actions.control import spent
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.sitrep import points as told
from pbem.rulesets.tocs.standing_orders import ops, policies

__all__ = ["budget", "counting", "left", "spent", "told"]


def counting(picture: Picture) -> bool:
    """Not before the first turn: set-up and flight plans cost nothing."""
    return picture.public.turn > 0


def budget(said: tuple[Act, ...], standing: StandingFile) -> Budget:
    """What a letter may spend: the last SPEND, KEEP and DEFICIT of it count (`DEFICIT NO` says 0), else the standing orders do."""
    keep, deficit = ops.budget(policies(standing).ops)
    last = {act.verb: act.number("N") or 0 for act in said}
    return Budget(last.get("spend"), last.get("keep", keep), last.get("deficit", deficit))
