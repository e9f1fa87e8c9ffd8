"""Points: the OPs that a letter spends."""

from pbem.engine.moments import StandingFile
from pbem.rulesets.tocs.actions.control import points as left
from pbem.rulesets.tocs.actions.control import spent
from pbem.rulesets.tocs.reports.sitrep import points as told
from pbem.rulesets.tocs.standing_orders import ops, policies

__all__ = ["kept", "left", "spent", "told"]


def kept(standing: StandingFile) -> tuple[int, int]:
    """What a letter that says nothing of it keeps in the bank, and how far it may overspend."""
    return ops.budget(policies(standing).ops)
